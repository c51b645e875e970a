//! Access control of a memory, inline on AXI4.

use super::{
    AnswerPick, BurstRule, Decision, DenyRead, DenyWrite, FaultLog, RequestGate, WriteQueue,
};
use crate::prelude::*;

/// AXI4 response: the slave refuses.
const SLVERR: u64 = 2;

/// Lets AXI4 bursts through to a memory where an entry of the table grants them: lowest matching
/// entry wins, background deny.
///
/// AW bits of address (32 to 64), PW = AW - 12; DW bits of data, SW = DW / 8; IW bits of an id (at
/// least 4); UW bits of a source id, which is AxUSER; N entries; NS sources; JW bits of a job id; CW
/// bits of a count.
/// A burst is granted if the lowest entry that is active, has a job, has the source and has the
/// burst's granule permits the access. Every other burst is denied, and so is one that burst_rule
/// calls illegal: what is granted has all its bytes in that granule (4 KiB).
/// Reads and writes are decided independently of each other. A decision is taken once, from the
/// table as it stands in the cycle in which the request is taken (COMB = 1: first offered); the table
/// may change at any time.
/// Denied writes: the data is taken and dropped, then SLVERR. Denied reads: as many beats as asked
/// for, zeros, SLVERR. Nothing of them reaches the memory.
/// Order: answers with the same id come in the order of their requests (answer_order): a denied
/// request waits until no granted one with the same id, bits 3:0, is unanswered, and the other way
/// round. Requests behind one that waits do so too. Four denied requests are held, then the next one
/// waits; at most 16 requests are unanswered in each direction.
/// Latency: requests and write data one cycle, whatever N is; read data and write answers none.
/// COMB = 1: none anywhere; nothing is taken in reset and in the first cycle after it. One AR and one AW each cycle; both data channels at full rate.
/// Write data is taken only once its request is decided; it does not wait for AWREADY of the memory.
/// Faults: rails of a decision that are equal deny the request and raise alert_o. A register of the
/// grant path with a wrong parity or complement raises alert_o and closes the filter at once: no
/// request and no write data is taken or passes until reset.
#[derive(LogicBlock, Module)]
pub struct AcuMem<
    const AW: usize,
    const PW: usize,
    const DW: usize,
    const SW: usize,
    const IW: usize,
    const UW: usize,
    const N: usize,
    const NS: usize,
    const JW: usize,
    const CW: usize,
    const COMB: usize,
> {
    /// Clock (ACLK).
    pub clk_i: Signal<In, Clock>,
    /// Reset, active low (ARESETn).
    pub rst_ni: Signal<In, Bit>,

    /// Entry is in state ACTIVE, and valid.
    pub entry_active_i: [Signal<In, Bit>; N],
    /// First granule of an entry.
    pub entry_base_i: [Signal<In, Bits<PW>>; N],
    /// Last granule of an entry, inclusive.
    pub entry_limit_i: [Signal<In, Bits<PW>>; N],
    /// Entry permits reads.
    pub entry_read_i: [Signal<In, Bit>; N],
    /// Entry permits writes.
    pub entry_write_i: [Signal<In, Bit>; N],
    /// Bit s: source s belongs to the entry.
    pub entry_sources_i: [Signal<In, Bits<NS>>; N],
    /// Job of an entry; 0: none.
    pub entry_job_i: [Signal<In, Bits<JW>>; N],

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
    pub s_axi_wstrb: Signal<In, Bits<SW>>,
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
    pub m_axi_wstrb: Signal<Out, Bits<SW>>,
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

    /// Empties log and counts.
    pub log_clear_i: Signal<In, Bit>,
    /// Count at which irq_o rises.
    pub deny_threshold_i: Signal<In, Bits<CW>>,
    /// A denied request is in the log; what follows is zero until then.
    pub log_valid_o: Signal<Out, Bit>,
    /// Address of its first byte.
    pub log_addr_o: Signal<Out, Bits<AW>>,
    /// It was a write.
    pub log_write_o: Signal<Out, Bit>,
    /// Its source.
    pub log_source_o: Signal<Out, Bits<UW>>,
    /// An entry matched it.
    pub log_match_o: Signal<Out, Bit>,
    /// Lowest matching entry; zero without one.
    pub log_entry_o: Signal<Out, Bits<8>>,
    /// Requests that an entry matched and denied.
    pub deny_count_o: [Signal<Out, Bits<CW>>; N],
    /// Requests that no entry matched.
    pub background_count_o: Signal<Out, Bits<CW>>,
    /// A count has reached the threshold.
    pub irq_o: Signal<Out, Bit>,
    /// A rail or a parity has been wrong since the last reset.
    pub alert_o: Signal<Out, Bit>,

    read_decision: Decision<N, PW, NS, JW, UW>,
    write_decision: Decision<N, PW, NS, JW, UW>,
    read_rule: BurstRule<SW>,
    write_rule: BurstRule<SW>,
    read_gate: RequestGate<AW, IW, UW, COMB>,
    write_gate: RequestGate<AW, IW, UW, COMB>,
    write_queue: WriteQueue,
    deny_read: DenyRead<IW>,
    deny_write: DenyWrite<IW>,
    read_pick: AnswerPick,
    write_pick: AnswerPick,
    log: FaultLog<AW, UW, N, CW>,
    closed: Reg<Bit>,
    alert: Reg<Bit>,
    /// Reset is over.
    awake: Reg<Bit>,
    fault: Signal<Local, Bit>,
    shut: Signal<Local, Bit>,
    read_last: Signal<Local, Bit>,
    data_open: Signal<Local, Bit>,
    data_end: Signal<Local, Bit>,
}

#[hdl]
impl<
    const AW: usize,
    const PW: usize,
    const DW: usize,
    const SW: usize,
    const IW: usize,
    const UW: usize,
    const N: usize,
    const NS: usize,
    const JW: usize,
    const CW: usize,
    const COMB: usize,
> Logic for AcuMem<AW, PW, DW, SW, IW, UW, N, NS, JW, CW, COMB>
{
    fn update(&mut self) {
        clocks!(
            self,
            read_gate,
            write_gate,
            write_queue,
            deny_read,
            deny_write,
            read_pick,
            write_pick,
            log
        );
        regs!(self, closed, alert, awake);

        // A decision each for the two requests of this cycle, both from the table as it stands.
        for i in 0..N {
            self.read_decision.entry_active_i[i].next = self.entry_active_i[i].val();
            self.read_decision.entry_base_i[i].next = self.entry_base_i[i].val();
            self.read_decision.entry_limit_i[i].next = self.entry_limit_i[i].val();
            self.read_decision.entry_read_i[i].next = self.entry_read_i[i].val();
            self.read_decision.entry_write_i[i].next = self.entry_write_i[i].val();
            self.read_decision.entry_sources_i[i].next = self.entry_sources_i[i].val();
            self.read_decision.entry_job_i[i].next = self.entry_job_i[i].val();
        }
        self.read_decision.source_i.next = self.s_axi_aruser.val();
        // A legal burst stays in the granule it starts in.
        self.read_decision.first_i.next = self.s_axi_araddr.val().get_bits::<PW>(12);
        self.read_decision.last_i.next = self.s_axi_araddr.val().get_bits::<PW>(12);
        self.read_decision.anywhere_i.next = false;
        self.read_decision.write_i.next = false;
        self.read_rule.offset_i.next = self.s_axi_araddr.val().get_bits::<12>(0);
        self.read_rule.len_i.next = self.s_axi_arlen.val();
        self.read_rule.size_i.next = self.s_axi_arsize.val();
        self.read_rule.burst_i.next = self.s_axi_arburst.val();
        self.read_decision.illegal_i.next = self.read_rule.illegal_o.val();

        for i in 0..N {
            self.write_decision.entry_active_i[i].next = self.entry_active_i[i].val();
            self.write_decision.entry_base_i[i].next = self.entry_base_i[i].val();
            self.write_decision.entry_limit_i[i].next = self.entry_limit_i[i].val();
            self.write_decision.entry_read_i[i].next = self.entry_read_i[i].val();
            self.write_decision.entry_write_i[i].next = self.entry_write_i[i].val();
            self.write_decision.entry_sources_i[i].next = self.entry_sources_i[i].val();
            self.write_decision.entry_job_i[i].next = self.entry_job_i[i].val();
        }
        self.write_decision.source_i.next = self.s_axi_awuser.val();
        // A legal burst stays in the granule it starts in.
        self.write_decision.first_i.next = self.s_axi_awaddr.val().get_bits::<PW>(12);
        self.write_decision.last_i.next = self.s_axi_awaddr.val().get_bits::<PW>(12);
        self.write_decision.anywhere_i.next = false;
        self.write_decision.write_i.next = true;
        self.write_rule.offset_i.next = self.s_axi_awaddr.val().get_bits::<12>(0);
        self.write_rule.len_i.next = self.s_axi_awlen.val();
        self.write_rule.size_i.next = self.s_axi_awsize.val();
        self.write_rule.burst_i.next = self.s_axi_awburst.val();
        self.write_decision.illegal_i.next = self.write_rule.illegal_o.val();

        // A wrong register closes the filter in the same cycle, and for good.
        self.fault.next = self.read_gate.fault_o.val()
            | self.write_gate.fault_o.val()
            | self.write_queue.fault_o.val();
        self.awake.d.next = true;
        if COMB == 0 {
            self.shut.next = self.closed.q.val() | self.fault.val();
        } else {
            // No register stands between the ports: in reset nothing may pass either.
            self.shut.next = self.closed.q.val() | self.fault.val() | !self.awake.q.val();
        }
        if self.fault.val() {
            self.closed.d.next = true;
        }
        if self.fault.val()
            | (self.s_axi_arvalid.val()
                & (self.read_decision.grant_o.val() == self.read_decision.deny_o.val()))
            | (self.s_axi_awvalid.val()
                & (self.write_decision.grant_o.val() == self.write_decision.deny_o.val()))
        {
            self.alert.d.next = true;
        }
        self.alert_o.next = self.alert.q.val();

        self.read_gate.closed_i.next = self.shut.val();
        self.read_gate.grant_i.next = self.read_decision.grant_o.val();
        self.read_gate.deny_i.next = self.read_decision.deny_o.val();
        self.read_gate.s_valid_i.next = self.s_axi_arvalid.val();
        self.s_axi_arready.next = self.read_gate.s_ready_o.val();
        self.read_gate.s_addr_i.next = self.s_axi_araddr.val();
        self.read_gate.s_id_i.next = self.s_axi_arid.val();
        self.read_gate.s_len_i.next = self.s_axi_arlen.val();
        self.read_gate.s_user_i.next = self.s_axi_aruser.val();
        self.read_gate.s_attr_i.next = (bit_cast::<21, 4>(self.s_axi_arregion.val()) << 17)
            | (bit_cast::<21, 4>(self.s_axi_arqos.val()) << 13)
            | (bit_cast::<21, 3>(self.s_axi_arprot.val()) << 10)
            | (bit_cast::<21, 4>(self.s_axi_arcache.val()) << 6)
            | (bit_cast::<21, 1>(self.s_axi_arlock.val().into()) << 5)
            | (bit_cast::<21, 2>(self.s_axi_arburst.val()) << 3)
            | bit_cast::<21, 3>(self.s_axi_arsize.val());
        self.m_axi_arvalid.next = self.read_gate.m_valid_o.val();
        self.read_gate.m_ready_i.next = self.m_axi_arready.val();
        self.m_axi_araddr.next = self.read_gate.m_addr_o.val();
        self.m_axi_arid.next = self.read_gate.m_id_o.val();
        self.m_axi_arlen.next = self.read_gate.m_len_o.val();
        self.m_axi_aruser.next = self.read_gate.m_user_o.val();
        self.m_axi_arregion.next = self.read_gate.m_attr_o.val().get_bits::<4>(17);
        self.m_axi_arqos.next = self.read_gate.m_attr_o.val().get_bits::<4>(13);
        self.m_axi_arprot.next = self.read_gate.m_attr_o.val().get_bits::<3>(10);
        self.m_axi_arcache.next = self.read_gate.m_attr_o.val().get_bits::<4>(6);
        self.m_axi_arlock.next = self.read_gate.m_attr_o.val().get_bit(5);
        self.m_axi_arburst.next = self.read_gate.m_attr_o.val().get_bits::<2>(3);
        self.m_axi_arsize.next = self.read_gate.m_attr_o.val().get_bits::<3>(0);

        self.write_gate.closed_i.next = self.shut.val();
        self.write_gate.grant_i.next = self.write_decision.grant_o.val();
        self.write_gate.deny_i.next = self.write_decision.deny_o.val();
        self.write_gate.s_valid_i.next = self.s_axi_awvalid.val();
        self.s_axi_awready.next = self.write_gate.s_ready_o.val();
        self.write_gate.s_addr_i.next = self.s_axi_awaddr.val();
        self.write_gate.s_id_i.next = self.s_axi_awid.val();
        self.write_gate.s_len_i.next = self.s_axi_awlen.val();
        self.write_gate.s_user_i.next = self.s_axi_awuser.val();
        self.write_gate.s_attr_i.next = (bit_cast::<21, 4>(self.s_axi_awregion.val()) << 17)
            | (bit_cast::<21, 4>(self.s_axi_awqos.val()) << 13)
            | (bit_cast::<21, 3>(self.s_axi_awprot.val()) << 10)
            | (bit_cast::<21, 4>(self.s_axi_awcache.val()) << 6)
            | (bit_cast::<21, 1>(self.s_axi_awlock.val().into()) << 5)
            | (bit_cast::<21, 2>(self.s_axi_awburst.val()) << 3)
            | bit_cast::<21, 3>(self.s_axi_awsize.val());
        self.m_axi_awvalid.next = self.write_gate.m_valid_o.val();
        self.write_gate.m_ready_i.next = self.m_axi_awready.val();
        self.m_axi_awaddr.next = self.write_gate.m_addr_o.val();
        self.m_axi_awid.next = self.write_gate.m_id_o.val();
        self.m_axi_awlen.next = self.write_gate.m_len_o.val();
        self.m_axi_awuser.next = self.write_gate.m_user_o.val();
        self.m_axi_awregion.next = self.write_gate.m_attr_o.val().get_bits::<4>(17);
        self.m_axi_awqos.next = self.write_gate.m_attr_o.val().get_bits::<4>(13);
        self.m_axi_awprot.next = self.write_gate.m_attr_o.val().get_bits::<3>(10);
        self.m_axi_awcache.next = self.write_gate.m_attr_o.val().get_bits::<4>(6);
        self.m_axi_awlock.next = self.write_gate.m_attr_o.val().get_bit(5);
        self.m_axi_awburst.next = self.write_gate.m_attr_o.val().get_bits::<2>(3);
        self.m_axi_awsize.next = self.write_gate.m_attr_o.val().get_bits::<3>(0);

        // Read answers.
        self.read_gate.grant_room_i.next = true;
        self.read_gate.deny_room_i.next = self.deny_read.ready_o.val();
        self.deny_read.push_i.next = self.read_gate.take_o.val() & !self.read_gate.granted_o.val();
        self.deny_read.id_i.next = self.read_gate.m_id_o.val();
        self.deny_read.len_i.next = self.read_gate.m_len_o.val();
        self.read_pick.denied_i.next = self.deny_read.valid_o.val();
        self.read_pick.granted_i.next = self.m_axi_rvalid.val();
        self.read_pick.ready_i.next = self.s_axi_rready.val();
        self.s_axi_rvalid.next = self.read_pick.valid_o.val();
        self.s_axi_rid.next = self.m_axi_rid.val();
        self.s_axi_rdata.next = self.m_axi_rdata.val();
        self.s_axi_rresp.next = self.m_axi_rresp.val();
        self.read_last.next = self.m_axi_rlast.val();
        if self.read_pick.deny_o.val() {
            self.s_axi_rid.next = self.deny_read.id_o.val();
            self.s_axi_rdata.next = 0.into();
            self.s_axi_rresp.next = SLVERR.into();
            self.read_last.next = self.deny_read.last_o.val();
        }
        self.s_axi_rlast.next = self.read_last.val();
        self.read_pick.last_i.next = self.read_last.val();
        self.deny_read.ready_i.next = self.s_axi_rready.val() & self.read_pick.deny_o.val();
        self.m_axi_rready.next = self.s_axi_rready.val() & !self.read_pick.deny_o.val();
        self.read_gate.done_i.next =
            self.read_pick.valid_o.val() & self.s_axi_rready.val() & self.read_last.val();
        self.read_gate.done_id_i.next = self.s_axi_rid.val().get_bits::<4>(0);

        // Write data: to the memory, or nowhere.
        self.write_gate.grant_room_i.next = self.write_queue.ready_o.val();
        self.write_gate.deny_room_i.next =
            self.write_queue.ready_o.val() & self.deny_write.ready_o.val();
        self.write_queue.push_i.next = self.write_gate.take_o.val();
        self.write_queue.grant_i.next = self.write_gate.granted_o.val();
        self.data_open.next = self.write_queue.valid_o.val() & !self.shut.val();
        self.m_axi_wvalid.next =
            self.s_axi_wvalid.val() & self.data_open.val() & self.write_queue.grant_o.val();
        self.s_axi_wready.next =
            self.data_open.val() & (self.m_axi_wready.val() | !self.write_queue.grant_o.val());
        self.m_axi_wdata.next = self.s_axi_wdata.val();
        self.m_axi_wstrb.next = self.s_axi_wstrb.val();
        self.m_axi_wlast.next = self.s_axi_wlast.val();
        self.data_end.next =
            self.s_axi_wvalid.val() & self.s_axi_wready.val() & self.s_axi_wlast.val();
        self.write_queue.pop_i.next = self.data_end.val();

        // Write answers.
        self.deny_write.push_i.next =
            self.write_gate.take_o.val() & !self.write_gate.granted_o.val();
        self.deny_write.id_i.next = self.write_gate.m_id_o.val();
        self.deny_write.swallowed_i.next = self.data_end.val() & !self.write_queue.grant_o.val();
        self.write_pick.denied_i.next = self.deny_write.valid_o.val();
        self.write_pick.granted_i.next = self.m_axi_bvalid.val();
        self.write_pick.last_i.next = true;
        self.write_pick.ready_i.next = self.s_axi_bready.val();
        self.s_axi_bvalid.next = self.write_pick.valid_o.val();
        self.s_axi_bid.next = self.m_axi_bid.val();
        self.s_axi_bresp.next = self.m_axi_bresp.val();
        if self.write_pick.deny_o.val() {
            self.s_axi_bid.next = self.deny_write.id_o.val();
            self.s_axi_bresp.next = SLVERR.into();
        }
        self.deny_write.ready_i.next = self.s_axi_bready.val() & self.write_pick.deny_o.val();
        self.m_axi_bready.next = self.s_axi_bready.val() & !self.write_pick.deny_o.val();
        self.write_gate.done_i.next = self.write_pick.valid_o.val() & self.s_axi_bready.val();
        self.write_gate.done_id_i.next = self.s_axi_bid.val().get_bits::<4>(0);

        // Log.
        self.log.read_i.next = self.read_gate.denied_o.val();
        self.log.read_addr_i.next = self.s_axi_araddr.val();
        self.log.read_source_i.next = self.s_axi_aruser.val();
        self.log.read_match_i.next = self.read_decision.match_o.val();
        self.log.read_entry_i.next = self.read_decision.entry_o.val();
        self.log.write_i.next = self.write_gate.denied_o.val();
        self.log.write_addr_i.next = self.s_axi_awaddr.val();
        self.log.write_source_i.next = self.s_axi_awuser.val();
        self.log.write_match_i.next = self.write_decision.match_o.val();
        self.log.write_entry_i.next = self.write_decision.entry_o.val();
        self.log.log_clear_i.next = self.log_clear_i.val();
        self.log.deny_threshold_i.next = self.deny_threshold_i.val();
        self.log_valid_o.next = self.log.log_valid_o.val();
        self.log_addr_o.next = self.log.log_addr_o.val();
        self.log_write_o.next = self.log.log_write_o.val();
        self.log_source_o.next = self.log.log_source_o.val();
        self.log_match_o.next = self.log.log_match_o.val();
        self.log_entry_o.next = self.log.log_entry_o.val();
        self.background_count_o.next = self.log.background_count_o.val();
        self.irq_o.next = self.log.irq_o.val();
        for i in 0..N {
            self.deny_count_o[i].next = self.log.deny_count_o[i].val();
        }
    }
}
