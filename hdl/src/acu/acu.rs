//! Access control of a memory, with its table.

use super::regs::ADDRESS_BITS;
use super::{AcuMem, AcuRegs, Drain};
use crate::bus::AxiLiteSplit;
use crate::fmt::Fmt;
use crate::prelude::*;
use crate::regs::RegMap;

/// FDU management table and filter of a memory: the table decides what the filter lets through.
///
/// Over s_axil the secure monitor programs the table (addresses below 0x1000, see fmt) and reads the
/// log, the counts and the threshold of the filter (from 0x1000 on). Between s_axi and m_axi is the
/// filter (see acu_mem), one cycle in the request path. Parameters: N = 2^EW entries, K = 2^SW key
/// slots (KAW = SW + 3), NS sources, PW = AW - 12 bits of a granule number, JW bits of a job; an
/// activation gives 2^CB vectors; AW bits of an address, DW = 8 BW of a beat, IW of an id, UW of a
/// source id, CW of a count.
/// Revocation: an entry that is released grants nothing from the next cycle on, and cannot be freed
/// before every request that it may have granted is answered (drain), it is scrubbed, and entry_busy_i
/// is low.
#[derive(LogicBlock, Module)]
pub struct Acu<
    const N: usize,
    const EW: usize,
    const K: usize,
    const SW: usize,
    const KAW: usize,
    const NS: usize,
    const PW: usize,
    const JW: usize,
    const CB: usize,
    const AW: usize,
    const DW: usize,
    const BW: usize,
    const IW: usize,
    const UW: usize,
    const CW: usize,
> {
    /// Clock (ACLK).
    pub clk_i: Signal<In, Clock>,
    /// Reset, active low (ARESETn).
    pub rst_ni: Signal<In, Bit>,
    /// Write address.
    pub s_axil_awvalid: Signal<In, Bit>,
    /// Write address.
    pub s_axil_awready: Signal<Out, Bit>,
    /// Write address: byte address.
    pub s_axil_awaddr: Signal<In, Bits<13>>,
    /// Write address: protection; 1 (privileged, secure, data) is the monitor.
    pub s_axil_awprot: Signal<In, Bits<3>>,
    /// Write data.
    pub s_axil_wvalid: Signal<In, Bit>,
    /// Write data.
    pub s_axil_wready: Signal<Out, Bit>,
    /// Write data.
    pub s_axil_wdata: Signal<In, Bits<32>>,
    /// Write data: bytes to write.
    pub s_axil_wstrb: Signal<In, Bits<4>>,
    /// Write response.
    pub s_axil_bvalid: Signal<Out, Bit>,
    /// Write response.
    pub s_axil_bready: Signal<In, Bit>,
    /// Write response: 0 OKAY, 2 SLVERR.
    pub s_axil_bresp: Signal<Out, Bits<2>>,
    /// Read address.
    pub s_axil_arvalid: Signal<In, Bit>,
    /// Read address.
    pub s_axil_arready: Signal<Out, Bit>,
    /// Read address: byte address.
    pub s_axil_araddr: Signal<In, Bits<13>>,
    /// Read address: protection; 1 (privileged, secure, data) is the monitor.
    pub s_axil_arprot: Signal<In, Bits<3>>,
    /// Read data.
    pub s_axil_rvalid: Signal<Out, Bit>,
    /// Read data.
    pub s_axil_rready: Signal<In, Bit>,
    /// Read data.
    pub s_axil_rdata: Signal<Out, Bits<32>>,
    /// Read data: 0 OKAY, 2 SLVERR.
    pub s_axil_rresp: Signal<Out, Bits<2>>,
    /// The entry is SCRUB: its memory is to be scrubbed, once entry_busy_i is low.
    pub entry_scrub_o: [Signal<Out, Bit>; N],
    /// The memory of the entry is scrubbed; looked at while entry_scrub_o is high.
    pub entry_scrubbed_i: [Signal<In, Bit>; N],
    /// Something is at fault with the entry: it becomes FAULT unless it is FREE, and commands that
    /// would change it otherwise are refused.
    pub entry_fault_i: [Signal<In, Bit>; N],
    /// Request of the MPE for a vector.
    pub mpe_valid_i: Signal<In, Bit>,
    /// Request taken.
    pub mpe_ready_o: Signal<Out, Bit>,
    /// Entry.
    pub mpe_entry_i: Signal<In, Bits<EW>>,
    /// The key is wanted, too.
    pub mpe_key_i: Signal<In, Bit>,
    /// Answer to a request, for one cycle, 2 cycles after it; cannot be stalled.
    pub iv_valid_o: Signal<Out, Bit>,
    /// The vector is given, and is never given again. Zero while not valid, as what follows.
    pub iv_granted_o: Signal<Out, Bit>,
    /// Job of the entry.
    pub iv_job_o: Signal<Out, Bits<JW>>,
    /// Upper part of the vector.
    pub iv_epoch_o: Signal<Out, Bits<32>>,
    /// Lower part of the vector.
    pub iv_counter_o: Signal<Out, Bits<48>>,
    /// A word of the key, in the cycles after a granted answer, the lowest first; cannot be
    /// stalled.
    pub key_valid_o: Signal<Out, Bit>,
    /// The last word, or the end of a key that is at fault.
    pub key_last_o: Signal<Out, Bit>,
    /// The key is at fault: what came of it is not to be used. Zero while not valid.
    pub key_error_o: Signal<Out, Bit>,
    /// The word; zero while not valid, and with an error.
    pub key_data_o: Signal<Out, Bits<32>>,
    /// Something else than the filter has a transaction of the entry in flight.
    pub entry_busy_i: [Signal<In, Bit>; N],

    /// Read request from the sources.
    pub s_axi_arvalid: Signal<In, Bit>,
    /// Read request taken.
    pub s_axi_arready: Signal<Out, Bit>,
    /// Read request: address.
    pub s_axi_araddr: Signal<In, Bits<AW>>,
    /// Read request: id.
    pub s_axi_arid: Signal<In, Bits<IW>>,
    /// Read request: beats, less one.
    pub s_axi_arlen: Signal<In, Bits<8>>,
    /// Read request: bytes of a beat, as a power of two.
    pub s_axi_arsize: Signal<In, Bits<3>>,
    /// Read request: 0 FIXED, 1 INCR, 2 WRAP.
    pub s_axi_arburst: Signal<In, Bits<2>>,
    /// Read request: exclusive.
    pub s_axi_arlock: Signal<In, Bit>,
    /// Read request: memory attributes.
    pub s_axi_arcache: Signal<In, Bits<4>>,
    /// Read request: protection.
    pub s_axi_arprot: Signal<In, Bits<3>>,
    /// Read request: quality of service.
    pub s_axi_arqos: Signal<In, Bits<4>>,
    /// Read request: region.
    pub s_axi_arregion: Signal<In, Bits<4>>,
    /// Read request: source id.
    pub s_axi_aruser: Signal<In, Bits<UW>>,
    /// Read data.
    pub s_axi_rvalid: Signal<Out, Bit>,
    /// Read data taken.
    pub s_axi_rready: Signal<In, Bit>,
    /// Read data: id.
    pub s_axi_rid: Signal<Out, Bits<IW>>,
    /// Read data.
    pub s_axi_rdata: Signal<Out, Bits<DW>>,
    /// Read data: response.
    pub s_axi_rresp: Signal<Out, Bits<2>>,
    /// Last beat of a read.
    pub s_axi_rlast: Signal<Out, Bit>,
    /// Write request from the sources.
    pub s_axi_awvalid: Signal<In, Bit>,
    /// Write request taken.
    pub s_axi_awready: Signal<Out, Bit>,
    /// Write request: address.
    pub s_axi_awaddr: Signal<In, Bits<AW>>,
    /// Write request: id.
    pub s_axi_awid: Signal<In, Bits<IW>>,
    /// Write request: beats, less one.
    pub s_axi_awlen: Signal<In, Bits<8>>,
    /// Write request: bytes of a beat, as a power of two.
    pub s_axi_awsize: Signal<In, Bits<3>>,
    /// Write request: 0 FIXED, 1 INCR, 2 WRAP.
    pub s_axi_awburst: Signal<In, Bits<2>>,
    /// Write request: exclusive.
    pub s_axi_awlock: Signal<In, Bit>,
    /// Write request: memory attributes.
    pub s_axi_awcache: Signal<In, Bits<4>>,
    /// Write request: protection.
    pub s_axi_awprot: Signal<In, Bits<3>>,
    /// Write request: quality of service.
    pub s_axi_awqos: Signal<In, Bits<4>>,
    /// Write request: region.
    pub s_axi_awregion: Signal<In, Bits<4>>,
    /// Write request: source id.
    pub s_axi_awuser: Signal<In, Bits<UW>>,
    /// Write data from the sources.
    pub s_axi_wvalid: Signal<In, Bit>,
    /// Write data taken.
    pub s_axi_wready: Signal<Out, Bit>,
    /// Write data.
    pub s_axi_wdata: Signal<In, Bits<DW>>,
    /// Bytes to write.
    pub s_axi_wstrb: Signal<In, Bits<BW>>,
    /// Last beat of a write.
    pub s_axi_wlast: Signal<In, Bit>,
    /// Write answer.
    pub s_axi_bvalid: Signal<Out, Bit>,
    /// Write answer taken.
    pub s_axi_bready: Signal<In, Bit>,
    /// Write answer: id.
    pub s_axi_bid: Signal<Out, Bits<IW>>,
    /// Write answer: response.
    pub s_axi_bresp: Signal<Out, Bits<2>>,
    /// Read request to the memory.
    pub m_axi_arvalid: Signal<Out, Bit>,
    /// Read request taken.
    pub m_axi_arready: Signal<In, Bit>,
    /// Read request: address.
    pub m_axi_araddr: Signal<Out, Bits<AW>>,
    /// Read request: id.
    pub m_axi_arid: Signal<Out, Bits<IW>>,
    /// Read request: beats, less one.
    pub m_axi_arlen: Signal<Out, Bits<8>>,
    /// Read request: bytes of a beat, as a power of two.
    pub m_axi_arsize: Signal<Out, Bits<3>>,
    /// Read request: 0 FIXED, 1 INCR, 2 WRAP.
    pub m_axi_arburst: Signal<Out, Bits<2>>,
    /// Read request: exclusive.
    pub m_axi_arlock: Signal<Out, Bit>,
    /// Read request: memory attributes.
    pub m_axi_arcache: Signal<Out, Bits<4>>,
    /// Read request: protection.
    pub m_axi_arprot: Signal<Out, Bits<3>>,
    /// Read request: quality of service.
    pub m_axi_arqos: Signal<Out, Bits<4>>,
    /// Read request: region.
    pub m_axi_arregion: Signal<Out, Bits<4>>,
    /// Read request: source id.
    pub m_axi_aruser: Signal<Out, Bits<UW>>,
    /// Read data.
    pub m_axi_rvalid: Signal<In, Bit>,
    /// Read data taken.
    pub m_axi_rready: Signal<Out, Bit>,
    /// Read data: id.
    pub m_axi_rid: Signal<In, Bits<IW>>,
    /// Read data.
    pub m_axi_rdata: Signal<In, Bits<DW>>,
    /// Read data: response.
    pub m_axi_rresp: Signal<In, Bits<2>>,
    /// Last beat of a read.
    pub m_axi_rlast: Signal<In, Bit>,
    /// Write request to the memory.
    pub m_axi_awvalid: Signal<Out, Bit>,
    /// Write request taken.
    pub m_axi_awready: Signal<In, Bit>,
    /// Write request: address.
    pub m_axi_awaddr: Signal<Out, Bits<AW>>,
    /// Write request: id.
    pub m_axi_awid: Signal<Out, Bits<IW>>,
    /// Write request: beats, less one.
    pub m_axi_awlen: Signal<Out, Bits<8>>,
    /// Write request: bytes of a beat, as a power of two.
    pub m_axi_awsize: Signal<Out, Bits<3>>,
    /// Write request: 0 FIXED, 1 INCR, 2 WRAP.
    pub m_axi_awburst: Signal<Out, Bits<2>>,
    /// Write request: exclusive.
    pub m_axi_awlock: Signal<Out, Bit>,
    /// Write request: memory attributes.
    pub m_axi_awcache: Signal<Out, Bits<4>>,
    /// Write request: protection.
    pub m_axi_awprot: Signal<Out, Bits<3>>,
    /// Write request: quality of service.
    pub m_axi_awqos: Signal<Out, Bits<4>>,
    /// Write request: region.
    pub m_axi_awregion: Signal<Out, Bits<4>>,
    /// Write request: source id.
    pub m_axi_awuser: Signal<Out, Bits<UW>>,
    /// Write data to the memory.
    pub m_axi_wvalid: Signal<Out, Bit>,
    /// Write data taken.
    pub m_axi_wready: Signal<In, Bit>,
    /// Write data.
    pub m_axi_wdata: Signal<Out, Bits<DW>>,
    /// Bytes to write.
    pub m_axi_wstrb: Signal<Out, Bits<BW>>,
    /// Last beat of a write.
    pub m_axi_wlast: Signal<Out, Bit>,
    /// Write answer.
    pub m_axi_bvalid: Signal<In, Bit>,
    /// Write answer taken.
    pub m_axi_bready: Signal<Out, Bit>,
    /// Write answer: id.
    pub m_axi_bid: Signal<In, Bits<IW>>,
    /// Write answer: response.
    pub m_axi_bresp: Signal<In, Bits<2>>,

    /// A count of denied requests has reached the threshold.
    pub irq_o: Signal<Out, Bit>,
    /// The table or the filter has found a fault.
    pub alert_o: Signal<Out, Bit>,

    split: AxiLiteSplit<13, 12>,
    fmt: Fmt<N, EW, K, SW, KAW, NS, PW, JW, CB>,
    filter: AcuMem<AW, PW, DW, BW, IW, UW, N, NS, JW, CW, 0>,
    log: AcuRegs<N, EW, AW, UW, CW>,
    drain: Drain<N, IW>,
}

impl<
    const N: usize,
    const EW: usize,
    const K: usize,
    const SW: usize,
    const KAW: usize,
    const NS: usize,
    const PW: usize,
    const JW: usize,
    const CB: usize,
    const AW: usize,
    const DW: usize,
    const BW: usize,
    const IW: usize,
    const UW: usize,
    const CW: usize,
> Acu<N, EW, K, SW, KAW, NS, PW, JW, CB, AW, DW, BW, IW, UW, CW>
{
    /// Where the registers of the filter begin.
    pub const FILTER_AT: u64 = 1 << ADDRESS_BITS;

    /// All its registers.
    pub fn registers() -> RegMap {
        let mut map = crate::fmt::regs::map(Fmt::<N, EW, K, SW, KAW, NS, PW, JW, CB>::SIZES);
        let filter = super::regs::map(AcuRegs::<N, EW, AW, UW, CW>::SIZES);
        map.name = "acu";
        map.doc = "Registers of the table, and of the filter.";
        map.address_bits = ADDRESS_BITS + 1;
        let base = map.registers().map(|(_, register)| register.number).max();
        for mut group in filter.groups {
            group.offset += Self::FILTER_AT;
            for register in &mut group.registers {
                register.number += base.unwrap_or_default();
            }
            map.groups.push(group);
        }
        map
    }
}

#[hdl]
impl<
    const N: usize,
    const EW: usize,
    const K: usize,
    const SW: usize,
    const KAW: usize,
    const NS: usize,
    const PW: usize,
    const JW: usize,
    const CB: usize,
    const AW: usize,
    const DW: usize,
    const BW: usize,
    const IW: usize,
    const UW: usize,
    const CW: usize,
> Logic for Acu<N, EW, K, SW, KAW, NS, PW, JW, CB, AW, DW, BW, IW, UW, CW>
{
    fn update(&mut self) {
        clocks!(self, split, fmt, filter, log, drain);

        self.split.s_axil_awvalid.next = self.s_axil_awvalid.val();
        self.s_axil_awready.next = self.split.s_axil_awready.val();
        self.split.s_axil_awaddr.next = self.s_axil_awaddr.val();
        self.split.s_axil_awprot.next = self.s_axil_awprot.val();
        self.split.s_axil_wvalid.next = self.s_axil_wvalid.val();
        self.s_axil_wready.next = self.split.s_axil_wready.val();
        self.split.s_axil_wdata.next = self.s_axil_wdata.val();
        self.split.s_axil_wstrb.next = self.s_axil_wstrb.val();
        self.s_axil_bvalid.next = self.split.s_axil_bvalid.val();
        self.split.s_axil_bready.next = self.s_axil_bready.val();
        self.s_axil_bresp.next = self.split.s_axil_bresp.val();
        self.split.s_axil_arvalid.next = self.s_axil_arvalid.val();
        self.s_axil_arready.next = self.split.s_axil_arready.val();
        self.split.s_axil_araddr.next = self.s_axil_araddr.val();
        self.split.s_axil_arprot.next = self.s_axil_arprot.val();
        self.s_axil_rvalid.next = self.split.s_axil_rvalid.val();
        self.split.s_axil_rready.next = self.s_axil_rready.val();
        self.s_axil_rdata.next = self.split.s_axil_rdata.val();
        self.s_axil_rresp.next = self.split.s_axil_rresp.val();

        self.fmt.s_axil_awvalid.next = self.split.low_awvalid.val();
        self.split.low_awready.next = self.fmt.s_axil_awready.val();
        self.fmt.s_axil_awaddr.next = self.split.low_awaddr.val();
        self.fmt.s_axil_awprot.next = self.split.low_awprot.val();
        self.fmt.s_axil_wvalid.next = self.split.low_wvalid.val();
        self.split.low_wready.next = self.fmt.s_axil_wready.val();
        self.fmt.s_axil_wdata.next = self.split.low_wdata.val();
        self.fmt.s_axil_wstrb.next = self.split.low_wstrb.val();
        self.split.low_bvalid.next = self.fmt.s_axil_bvalid.val();
        self.fmt.s_axil_bready.next = self.split.low_bready.val();
        self.split.low_bresp.next = self.fmt.s_axil_bresp.val();
        self.fmt.s_axil_arvalid.next = self.split.low_arvalid.val();
        self.split.low_arready.next = self.fmt.s_axil_arready.val();
        self.fmt.s_axil_araddr.next = self.split.low_araddr.val();
        self.fmt.s_axil_arprot.next = self.split.low_arprot.val();
        self.split.low_rvalid.next = self.fmt.s_axil_rvalid.val();
        self.fmt.s_axil_rready.next = self.split.low_rready.val();
        self.split.low_rdata.next = self.fmt.s_axil_rdata.val();
        self.split.low_rresp.next = self.fmt.s_axil_rresp.val();

        self.log.s_axil_awvalid.next = self.split.high_awvalid.val();
        self.split.high_awready.next = self.log.s_axil_awready.val();
        self.log.s_axil_awaddr.next = self.split.high_awaddr.val();
        self.log.s_axil_awprot.next = self.split.high_awprot.val();
        self.log.s_axil_wvalid.next = self.split.high_wvalid.val();
        self.split.high_wready.next = self.log.s_axil_wready.val();
        self.log.s_axil_wdata.next = self.split.high_wdata.val();
        self.log.s_axil_wstrb.next = self.split.high_wstrb.val();
        self.split.high_bvalid.next = self.log.s_axil_bvalid.val();
        self.log.s_axil_bready.next = self.split.high_bready.val();
        self.split.high_bresp.next = self.log.s_axil_bresp.val();
        self.log.s_axil_arvalid.next = self.split.high_arvalid.val();
        self.split.high_arready.next = self.log.s_axil_arready.val();
        self.log.s_axil_araddr.next = self.split.high_araddr.val();
        self.log.s_axil_arprot.next = self.split.high_arprot.val();
        self.split.high_rvalid.next = self.log.s_axil_rvalid.val();
        self.log.s_axil_rready.next = self.split.high_rready.val();
        self.split.high_rdata.next = self.log.s_axil_rdata.val();
        self.split.high_rresp.next = self.log.s_axil_rresp.val();

        // The table, as it stands, and what is in flight.
        for i in 0..N {
            self.filter.entry_active_i[i].next = self.fmt.entry_active_o[i].val();
            self.filter.entry_base_i[i].next = self.fmt.entry_base_o[i].val();
            self.filter.entry_limit_i[i].next = self.fmt.entry_limit_o[i].val();
            self.filter.entry_read_i[i].next = self.fmt.entry_read_o[i].val();
            self.filter.entry_write_i[i].next = self.fmt.entry_write_o[i].val();
            self.filter.entry_sources_i[i].next = self.fmt.entry_sources_o[i].val();
            self.filter.entry_job_i[i].next = self.fmt.entry_job_o[i].val();
            self.drain.entry_active_i[i].next = self.fmt.entry_active_o[i].val();
            self.fmt.entry_busy_i[i].next =
                self.drain.entry_busy_o[i].val() | self.entry_busy_i[i].val();
            self.fmt.entry_scrubbed_i[i].next = self.entry_scrubbed_i[i].val();
            self.fmt.entry_fault_i[i].next = self.entry_fault_i[i].val();
            self.entry_scrub_o[i].next = self.fmt.entry_scrub_o[i].val();
            self.log.deny_count_i[i].next = self.filter.deny_count_o[i].val();
        }
        self.fmt.mpe_valid_i.next = self.mpe_valid_i.val();
        self.mpe_ready_o.next = self.fmt.mpe_ready_o.val();
        self.fmt.mpe_entry_i.next = self.mpe_entry_i.val();
        self.fmt.mpe_key_i.next = self.mpe_key_i.val();
        self.iv_valid_o.next = self.fmt.iv_valid_o.val();
        self.iv_granted_o.next = self.fmt.iv_granted_o.val();
        self.iv_job_o.next = self.fmt.iv_job_o.val();
        self.iv_epoch_o.next = self.fmt.iv_epoch_o.val();
        self.iv_counter_o.next = self.fmt.iv_counter_o.val();
        self.key_valid_o.next = self.fmt.key_valid_o.val();
        self.key_last_o.next = self.fmt.key_last_o.val();
        self.key_error_o.next = self.fmt.key_error_o.val();
        self.key_data_o.next = self.fmt.key_data_o.val();

        self.filter.s_axi_arvalid.next = self.s_axi_arvalid.val();
        self.s_axi_arready.next = self.filter.s_axi_arready.val();
        self.filter.s_axi_araddr.next = self.s_axi_araddr.val();
        self.filter.s_axi_arid.next = self.s_axi_arid.val();
        self.filter.s_axi_arlen.next = self.s_axi_arlen.val();
        self.filter.s_axi_arsize.next = self.s_axi_arsize.val();
        self.filter.s_axi_arburst.next = self.s_axi_arburst.val();
        self.filter.s_axi_arlock.next = self.s_axi_arlock.val();
        self.filter.s_axi_arcache.next = self.s_axi_arcache.val();
        self.filter.s_axi_arprot.next = self.s_axi_arprot.val();
        self.filter.s_axi_arqos.next = self.s_axi_arqos.val();
        self.filter.s_axi_arregion.next = self.s_axi_arregion.val();
        self.filter.s_axi_aruser.next = self.s_axi_aruser.val();
        self.s_axi_rvalid.next = self.filter.s_axi_rvalid.val();
        self.filter.s_axi_rready.next = self.s_axi_rready.val();
        self.s_axi_rid.next = self.filter.s_axi_rid.val();
        self.s_axi_rdata.next = self.filter.s_axi_rdata.val();
        self.s_axi_rresp.next = self.filter.s_axi_rresp.val();
        self.s_axi_rlast.next = self.filter.s_axi_rlast.val();
        self.filter.s_axi_awvalid.next = self.s_axi_awvalid.val();
        self.s_axi_awready.next = self.filter.s_axi_awready.val();
        self.filter.s_axi_awaddr.next = self.s_axi_awaddr.val();
        self.filter.s_axi_awid.next = self.s_axi_awid.val();
        self.filter.s_axi_awlen.next = self.s_axi_awlen.val();
        self.filter.s_axi_awsize.next = self.s_axi_awsize.val();
        self.filter.s_axi_awburst.next = self.s_axi_awburst.val();
        self.filter.s_axi_awlock.next = self.s_axi_awlock.val();
        self.filter.s_axi_awcache.next = self.s_axi_awcache.val();
        self.filter.s_axi_awprot.next = self.s_axi_awprot.val();
        self.filter.s_axi_awqos.next = self.s_axi_awqos.val();
        self.filter.s_axi_awregion.next = self.s_axi_awregion.val();
        self.filter.s_axi_awuser.next = self.s_axi_awuser.val();
        self.filter.s_axi_wvalid.next = self.s_axi_wvalid.val();
        self.s_axi_wready.next = self.filter.s_axi_wready.val();
        self.filter.s_axi_wdata.next = self.s_axi_wdata.val();
        self.filter.s_axi_wstrb.next = self.s_axi_wstrb.val();
        self.filter.s_axi_wlast.next = self.s_axi_wlast.val();
        self.s_axi_bvalid.next = self.filter.s_axi_bvalid.val();
        self.filter.s_axi_bready.next = self.s_axi_bready.val();
        self.s_axi_bid.next = self.filter.s_axi_bid.val();
        self.s_axi_bresp.next = self.filter.s_axi_bresp.val();
        self.m_axi_arvalid.next = self.filter.m_axi_arvalid.val();
        self.filter.m_axi_arready.next = self.m_axi_arready.val();
        self.m_axi_araddr.next = self.filter.m_axi_araddr.val();
        self.m_axi_arid.next = self.filter.m_axi_arid.val();
        self.m_axi_arlen.next = self.filter.m_axi_arlen.val();
        self.m_axi_arsize.next = self.filter.m_axi_arsize.val();
        self.m_axi_arburst.next = self.filter.m_axi_arburst.val();
        self.m_axi_arlock.next = self.filter.m_axi_arlock.val();
        self.m_axi_arcache.next = self.filter.m_axi_arcache.val();
        self.m_axi_arprot.next = self.filter.m_axi_arprot.val();
        self.m_axi_arqos.next = self.filter.m_axi_arqos.val();
        self.m_axi_arregion.next = self.filter.m_axi_arregion.val();
        self.m_axi_aruser.next = self.filter.m_axi_aruser.val();
        self.filter.m_axi_rvalid.next = self.m_axi_rvalid.val();
        self.m_axi_rready.next = self.filter.m_axi_rready.val();
        self.filter.m_axi_rid.next = self.m_axi_rid.val();
        self.filter.m_axi_rdata.next = self.m_axi_rdata.val();
        self.filter.m_axi_rresp.next = self.m_axi_rresp.val();
        self.filter.m_axi_rlast.next = self.m_axi_rlast.val();
        self.m_axi_awvalid.next = self.filter.m_axi_awvalid.val();
        self.filter.m_axi_awready.next = self.m_axi_awready.val();
        self.m_axi_awaddr.next = self.filter.m_axi_awaddr.val();
        self.m_axi_awid.next = self.filter.m_axi_awid.val();
        self.m_axi_awlen.next = self.filter.m_axi_awlen.val();
        self.m_axi_awsize.next = self.filter.m_axi_awsize.val();
        self.m_axi_awburst.next = self.filter.m_axi_awburst.val();
        self.m_axi_awlock.next = self.filter.m_axi_awlock.val();
        self.m_axi_awcache.next = self.filter.m_axi_awcache.val();
        self.m_axi_awprot.next = self.filter.m_axi_awprot.val();
        self.m_axi_awqos.next = self.filter.m_axi_awqos.val();
        self.m_axi_awregion.next = self.filter.m_axi_awregion.val();
        self.m_axi_awuser.next = self.filter.m_axi_awuser.val();
        self.m_axi_wvalid.next = self.filter.m_axi_wvalid.val();
        self.filter.m_axi_wready.next = self.m_axi_wready.val();
        self.m_axi_wdata.next = self.filter.m_axi_wdata.val();
        self.m_axi_wstrb.next = self.filter.m_axi_wstrb.val();
        self.m_axi_wlast.next = self.filter.m_axi_wlast.val();
        self.filter.m_axi_bvalid.next = self.m_axi_bvalid.val();
        self.m_axi_bready.next = self.filter.m_axi_bready.val();
        self.filter.m_axi_bid.next = self.m_axi_bid.val();
        self.filter.m_axi_bresp.next = self.m_axi_bresp.val();

        self.log.log_valid_i.next = self.filter.log_valid_o.val();
        self.log.log_addr_i.next = self.filter.log_addr_o.val();
        self.log.log_write_i.next = self.filter.log_write_o.val();
        self.log.log_source_i.next = self.filter.log_source_o.val();
        self.log.log_match_i.next = self.filter.log_match_o.val();
        self.log.log_entry_i.next = self.filter.log_entry_o.val();
        self.log.background_count_i.next = self.filter.background_count_o.val();
        self.log.irq_i.next = self.filter.irq_o.val();
        self.log.alert_i.next = self.filter.alert_o.val();

        self.drain.read_take_i.next = self.s_axi_arvalid.val() & self.s_axi_arready.val();
        self.drain.read_take_id_i.next = self.s_axi_arid.val();
        self.drain.read_done_i.next =
            self.s_axi_rvalid.val() & self.s_axi_rready.val() & self.s_axi_rlast.val();
        self.drain.read_done_id_i.next = self.s_axi_rid.val();
        self.drain.write_take_i.next = self.s_axi_awvalid.val() & self.s_axi_awready.val();
        self.drain.write_take_id_i.next = self.s_axi_awid.val();
        self.drain.write_done_i.next = self.s_axi_bvalid.val() & self.s_axi_bready.val();
        self.drain.write_done_id_i.next = self.s_axi_bid.val();

        self.filter.log_clear_i.next = self.log.log_clear_o.val();
        self.filter.deny_threshold_i.next = self.log.deny_threshold_o.val();
        self.irq_o.next = self.filter.irq_o.val();
        self.alert_o.next = self.filter.alert_o.val() | self.fmt.alert_o.val();
    }
}
