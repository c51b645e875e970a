//! Log and counts on AXI4-Lite.

use super::regs::{
    self, BACKGROUND, CLEAR, DENY_COUNT, LOG, LOG_ADDR, LOG_ADDR_HIGH, STATUS, Sizes, THRESHOLD,
};
use crate::bus::AxiLiteSlave;
use crate::prelude::*;
use crate::regs::RegDecode;
use std::array;

/// Registers of the filter: what was denied, and when to say so.
///
/// N entries (N = 2^EW), AW bits of an address (at least 32), UW of a source id, CW of a count. The
/// registers are described with those of the table. A write or a read takes two cycles.
#[derive(LogicBlock, Module)]
#[module(no_default)]
pub struct AcuRegs<
    const N: usize,
    const EW: usize,
    const AW: usize,
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
    pub s_axil_awaddr: Signal<In, Bits<12>>,
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
    pub s_axil_araddr: Signal<In, Bits<12>>,
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

    /// A denied request is in the log.
    pub log_valid_i: Signal<In, Bit>,
    /// Address of its first byte.
    pub log_addr_i: Signal<In, Bits<AW>>,
    /// It was a write.
    pub log_write_i: Signal<In, Bit>,
    /// Its source.
    pub log_source_i: Signal<In, Bits<UW>>,
    /// An entry matched it.
    pub log_match_i: Signal<In, Bit>,
    /// Lowest matching entry.
    pub log_entry_i: Signal<In, Bits<8>>,
    /// Requests that an entry matched and denied.
    pub deny_count_i: [Signal<In, Bits<CW>>; N],
    /// Requests that no entry matched.
    pub background_count_i: Signal<In, Bits<CW>>,
    /// A count has reached the threshold.
    pub irq_i: Signal<In, Bit>,
    /// A rail or a parity was wrong.
    pub alert_i: Signal<In, Bit>,
    /// Empties log and counts.
    pub log_clear_o: Signal<Out, Bit>,
    /// Count at which irq_i rises.
    pub deny_threshold_o: Signal<Out, Bits<CW>>,

    bus: AxiLiteSlave<12>,
    decode: RegDecode<12, EW>,
    threshold: Reg<Bits<CW>>,
    writes: Signal<Local, Bit>,
    applies: Signal<Local, Bit>,
    register: Signal<Local, Bits<8>>,
    /// The count of the entry, of those up to one.
    count: [Signal<Local, Bits<CW>>; N],
    shown: Signal<Local, Bits<32>>,
}

impl<const N: usize, const EW: usize, const AW: usize, const UW: usize, const CW: usize>
    AcuRegs<N, EW, AW, UW, CW>
{
    /// Its sizes.
    pub const SIZES: Sizes = Sizes {
        entries: N,
        addr_bits: AW,
        source_bits: UW,
        count_bits: CW,
    };
}

impl<const N: usize, const EW: usize, const AW: usize, const UW: usize, const CW: usize> Default
    for AcuRegs<N, EW, AW, UW, CW>
{
    fn default() -> Self {
        AcuRegs {
            clk_i: Signal::default(),
            rst_ni: Signal::default(),
            s_axil_awvalid: Signal::default(),
            s_axil_awready: Signal::default(),
            s_axil_awaddr: Signal::default(),
            s_axil_awprot: Signal::default(),
            s_axil_wvalid: Signal::default(),
            s_axil_wready: Signal::default(),
            s_axil_wdata: Signal::default(),
            s_axil_wstrb: Signal::default(),
            s_axil_bvalid: Signal::default(),
            s_axil_bready: Signal::default(),
            s_axil_bresp: Signal::default(),
            s_axil_arvalid: Signal::default(),
            s_axil_arready: Signal::default(),
            s_axil_araddr: Signal::default(),
            s_axil_arprot: Signal::default(),
            s_axil_rvalid: Signal::default(),
            s_axil_rready: Signal::default(),
            s_axil_rdata: Signal::default(),
            s_axil_rresp: Signal::default(),
            log_valid_i: Signal::default(),
            log_addr_i: Signal::default(),
            log_write_i: Signal::default(),
            log_source_i: Signal::default(),
            log_match_i: Signal::default(),
            log_entry_i: Signal::default(),
            deny_count_i: array::from_fn(|_| Signal::default()),
            background_count_i: Signal::default(),
            irq_i: Signal::default(),
            alert_i: Signal::default(),
            log_clear_o: Signal::default(),
            deny_threshold_o: Signal::default(),
            bus: AxiLiteSlave::default(),
            decode: RegDecode::new(regs::map(Self::SIZES)),
            threshold: Reg::new(!bit_cast::<CW, 1>(0.into())),
            writes: Signal::default(),
            applies: Signal::default(),
            register: Signal::default(),
            count: array::from_fn(|_| Signal::default()),
            shown: Signal::default(),
        }
    }
}

#[hdl]
impl<const N: usize, const EW: usize, const AW: usize, const UW: usize, const CW: usize> Logic
    for AcuRegs<N, EW, AW, UW, CW>
{
    fn update(&mut self) {
        regs!(self, threshold);
        clocks!(self, bus);
        self.bus.s_axil_awvalid.next = self.s_axil_awvalid.val();
        self.s_axil_awready.next = self.bus.s_axil_awready.val();
        self.bus.s_axil_awaddr.next = self.s_axil_awaddr.val();
        self.bus.s_axil_awprot.next = self.s_axil_awprot.val();
        self.bus.s_axil_wvalid.next = self.s_axil_wvalid.val();
        self.s_axil_wready.next = self.bus.s_axil_wready.val();
        self.bus.s_axil_wdata.next = self.s_axil_wdata.val();
        self.bus.s_axil_wstrb.next = self.s_axil_wstrb.val();
        self.s_axil_bvalid.next = self.bus.s_axil_bvalid.val();
        self.bus.s_axil_bready.next = self.s_axil_bready.val();
        self.s_axil_bresp.next = self.bus.s_axil_bresp.val();
        self.bus.s_axil_arvalid.next = self.s_axil_arvalid.val();
        self.s_axil_arready.next = self.bus.s_axil_arready.val();
        self.bus.s_axil_araddr.next = self.s_axil_araddr.val();
        self.bus.s_axil_arprot.next = self.s_axil_arprot.val();
        self.s_axil_rvalid.next = self.bus.s_axil_rvalid.val();
        self.bus.s_axil_rready.next = self.s_axil_rready.val();
        self.s_axil_rdata.next = self.bus.s_axil_rdata.val();
        self.s_axil_rresp.next = self.bus.s_axil_rresp.val();

        // A write goes first; its answer gives way to a read.
        self.writes.next = self.bus.write_valid_o.val();
        self.decode.address_i.next = self.bus.read_address_o.val();
        self.decode.other_i.next = self.bus.read_other_o.val();
        if self.writes.val() {
            self.decode.address_i.next = self.bus.write_address_o.val();
            self.decode.other_i.next = self.bus.write_other_o.val();
        }
        self.decode.write_i.next = self.writes.val();
        self.decode.data_i.next = self.bus.write_data_o.val();
        self.decode.strobe_i.next = self.bus.write_strobe_o.val();
        self.register.next = self.decode.register_o.val();
        self.bus.write_done_i.next = self.writes.val();
        self.bus.write_error_i.next = !self.decode.ok_o.val();
        self.bus.read_done_i.next = self.bus.read_valid_o.val() & !self.writes.val();
        self.bus.read_error_i.next = !self.decode.ok_o.val();

        self.applies.next = self.writes.val() & self.decode.ok_o.val();
        if self.applies.val() & (self.register.val() == THRESHOLD) {
            self.threshold.d.next = bit_cast::<CW, 32>(self.bus.write_data_o.val());
        }
        self.deny_threshold_o.next = self.threshold.q.val();
        self.log_clear_o.next = self.applies.val()
            & (self.register.val() == CLEAR)
            & self.bus.write_data_o.val().get_bit(0);

        self.count[0].next = 0.into();
        if !self.decode.index_o.val().any() {
            self.count[0].next = self.deny_count_i[0].val();
        }
        for i in 1..N {
            self.count[i].next = self.count[i - 1].val();
            if self.decode.index_o.val().index() == i {
                self.count[i].next = self.count[i - 1].val() | self.deny_count_i[i].val();
            }
        }
        self.shown.next = self.decode.constant_o.val();
        if self.register.val() == STATUS {
            self.shown.next =
                bit_cast::<32, 1>(self.irq_i.val().into()).replace_bit(1, self.alert_i.val());
        } else if self.register.val() == THRESHOLD {
            self.shown.next = bit_cast::<32, CW>(self.threshold.q.val());
        } else if self.register.val() == LOG {
            self.shown.next = (bit_cast::<32, UW>(self.log_source_i.val()) << 16)
                | (bit_cast::<32, 8>(self.log_entry_i.val()) << 8)
                | (bit_cast::<32, 1>(self.log_match_i.val().into()) << 2)
                | (bit_cast::<32, 1>(self.log_write_i.val().into()) << 1)
                | bit_cast::<32, 1>(self.log_valid_i.val().into());
        } else if self.register.val() == LOG_ADDR {
            self.shown.next = bit_cast::<32, AW>(self.log_addr_i.val());
        } else if self.register.val() == BACKGROUND {
            self.shown.next = bit_cast::<32, CW>(self.background_count_i.val());
        } else if self.register.val() == DENY_COUNT {
            self.shown.next = bit_cast::<32, CW>(self.count[N - 1].val());
        }
        if AW > 32 {
            if self.register.val() == LOG_ADDR_HIGH {
                self.shown.next = bit_cast::<32, AW>(self.log_addr_i.val() >> 32);
            }
        }
        self.bus.read_data_i.next = self.shown.val();
    }
}
