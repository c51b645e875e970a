//! Access control between cores, on AXI4-Stream.

use super::{CoreJob, FaultLog};
use crate::prelude::*;

/// Lets packets between cores through where both cores belong to the same job: lowest matching
/// entry wins, background deny.
///
/// DW bits of a beat, SW = DW / 8; N entries; NS cores; JW bits of a job id; UW bits of a core id; CW
/// bits of a count.
/// TID is the sending core, TDEST the receiving one. A packet is decided once, at the first cycle in
/// which its first beat is offered, from the table as it stands; the table may change at any time. All
/// beats up to and with TLAST share that decision and leave with the first beat's TID and TDEST, so
/// those of later beats do not matter. Packets are not interleaved.
/// Denied packets are taken and dropped. Latency: none; a beat each cycle. Nothing is taken in reset
/// and in the first cycle after it.
/// Faults: rails of a decision that are equal deny the packet and raise alert_o. A register of the
/// grant path with a wrong parity raises alert_o and closes the filter at once, until reset.
#[derive(LogicBlock, Module)]
pub struct AcuCore<
    const DW: usize,
    const SW: usize,
    const UW: usize,
    const N: usize,
    const NS: usize,
    const JW: usize,
    const CW: usize,
> {
    /// Clock (ACLK).
    pub clk_i: Signal<In, Clock>,
    /// Reset, active low (ARESETn).
    pub rst_ni: Signal<In, Bit>,

    /// Entry is in state ACTIVE, and valid.
    pub entry_active_i: [Signal<In, Bit>; N],
    /// Bit s: core s belongs to the entry.
    pub entry_sources_i: [Signal<In, Bits<NS>>; N],
    /// Job of an entry; 0: none.
    pub entry_job_i: [Signal<In, Bits<JW>>; N],

    /// Packet from a core.
    pub s_axis_tvalid: Signal<In, Bit>,
    /// Packet from a core.
    pub s_axis_tready: Signal<Out, Bit>,
    /// Data.
    pub s_axis_tdata: Signal<In, Bits<DW>>,
    /// Bytes present.
    pub s_axis_tkeep: Signal<In, Bits<SW>>,
    /// Ends the packet.
    pub s_axis_tlast: Signal<In, Bit>,
    /// Core that sends; looked at in the first beat.
    pub s_axis_tid: Signal<In, Bits<UW>>,
    /// Core that receives; looked at in the first beat.
    pub s_axis_tdest: Signal<In, Bits<UW>>,

    /// Packet to a core.
    pub m_axis_tvalid: Signal<Out, Bit>,
    /// Packet to a core.
    pub m_axis_tready: Signal<In, Bit>,
    /// Data.
    pub m_axis_tdata: Signal<Out, Bits<DW>>,
    /// Bytes present.
    pub m_axis_tkeep: Signal<Out, Bits<SW>>,
    /// Ends the packet.
    pub m_axis_tlast: Signal<Out, Bit>,
    /// Core that sends.
    pub m_axis_tid: Signal<Out, Bits<UW>>,
    /// Core that receives.
    pub m_axis_tdest: Signal<Out, Bits<UW>>,

    /// Empties log and counts.
    pub log_clear_i: Signal<In, Bit>,
    /// Count at which irq_o rises.
    pub deny_threshold_i: Signal<In, Bits<CW>>,
    /// A denied packet is in the log; what follows is zero until then.
    pub log_valid_o: Signal<Out, Bit>,
    /// Core that it was sent to.
    pub log_dest_o: Signal<Out, Bits<UW>>,
    /// Core that sent it.
    pub log_source_o: Signal<Out, Bits<UW>>,
    /// The sender had a job.
    pub log_match_o: Signal<Out, Bit>,
    /// Entry that the sender's job came from; zero without one.
    pub log_entry_o: Signal<Out, Bits<8>>,
    /// Denied packets of senders with the job of an entry.
    pub deny_count_o: [Signal<Out, Bits<CW>>; N],
    /// Denied packets of senders without a job.
    pub background_count_o: Signal<Out, Bits<CW>>,
    /// A count has reached the threshold.
    pub irq_o: Signal<Out, Bit>,
    /// A rail or a parity has been wrong since the last reset.
    pub alert_o: Signal<Out, Bit>,

    job: CoreJob<N, NS, JW, UW>,
    log: FaultLog<UW, UW, N, CW>,
    /// A granted packet is under way.
    go: Reg<Bit>,
    /// A denied packet is under way.
    no: Reg<Bit>,
    source: Reg<Bits<UW>>,
    dest: Reg<Bits<UW>>,
    parity: Reg<Bit>,
    closed: Reg<Bit>,
    alert: Reg<Bit>,
    /// Reset is over.
    awake: Reg<Bit>,
    fault: Signal<Local, Bit>,
    shut: Signal<Local, Bit>,
    begins: Signal<Local, Bit>,
    pass: Signal<Local, Bit>,
    granted: Signal<Local, Bit>,
    ends: Signal<Local, Bit>,
    next_go: Signal<Local, Bit>,
    next_no: Signal<Local, Bit>,
    now_source: Signal<Local, Bits<UW>>,
    now_dest: Signal<Local, Bits<UW>>,
}

#[hdl]
impl<
    const DW: usize,
    const SW: usize,
    const UW: usize,
    const N: usize,
    const NS: usize,
    const JW: usize,
    const CW: usize,
> Logic for AcuCore<DW, SW, UW, N, NS, JW, CW>
{
    fn update(&mut self) {
        regs!(self, go, no, source, dest, parity, closed, alert, awake);
        clocks!(self, log);
        for i in 0..N {
            self.job.entry_active_i[i].next = self.entry_active_i[i].val();
            self.job.entry_sources_i[i].next = self.entry_sources_i[i].val();
            self.job.entry_job_i[i].next = self.entry_job_i[i].val();
        }
        self.job.source_i.next = self.s_axis_tid.val();
        self.job.dest_i.next = self.s_axis_tdest.val();

        // A wrong register closes the filter in the same cycle, and for good.
        self.fault.next = (self.go.q.val() & self.no.q.val())
            | (self.parity.q.val()
                ^ self.go.q.val()
                ^ self.no.q.val()
                ^ self.source.q.val().xor()
                ^ self.dest.q.val().xor());
        // No register stands between the ports: in reset nothing may pass either.
        self.awake.d.next = true;
        self.shut.next = self.closed.q.val() | self.fault.val() | !self.awake.q.val();
        if self.fault.val() {
            self.closed.d.next = true;
        }

        self.begins.next = self.s_axis_tvalid.val() & !self.go.q.val() & !self.no.q.val();
        if self.fault.val()
            | (self.begins.val() & (self.job.grant_o.val() == self.job.deny_o.val()))
        {
            self.alert.d.next = true;
        }
        self.alert_o.next = self.alert.q.val();
        self.pass.next = self.job.grant_o.val() & !self.job.deny_o.val();
        self.granted.next =
            (self.begins.val() & self.pass.val()) | (self.go.q.val() & !self.no.q.val());
        self.now_source.next = self.source.q.val();
        self.now_dest.next = self.dest.q.val();
        if self.begins.val() {
            self.now_source.next = self.s_axis_tid.val();
            self.now_dest.next = self.s_axis_tdest.val();
        }
        self.m_axis_tvalid.next = self.s_axis_tvalid.val() & self.granted.val() & !self.shut.val();
        self.m_axis_tdata.next = self.s_axis_tdata.val();
        self.m_axis_tkeep.next = self.s_axis_tkeep.val();
        self.m_axis_tlast.next = self.s_axis_tlast.val();
        self.m_axis_tid.next = self.now_source.val();
        self.m_axis_tdest.next = self.now_dest.val();
        self.s_axis_tready.next =
            !self.shut.val() & (self.m_axis_tready.val() | !self.granted.val());

        self.ends.next =
            self.s_axis_tvalid.val() & self.s_axis_tready.val() & self.s_axis_tlast.val();
        self.next_go.next = !self.ends.val()
            & ((self.begins.val() & self.pass.val() & !self.shut.val()) | self.go.q.val());
        self.next_no.next = !self.ends.val()
            & ((self.begins.val() & !self.pass.val() & !self.shut.val()) | self.no.q.val());
        self.go.d.next = self.next_go.val();
        self.no.d.next = self.next_no.val();
        self.source.d.next = self.now_source.val();
        self.dest.d.next = self.now_dest.val();
        self.parity.d.next = self.next_go.val()
            ^ self.next_no.val()
            ^ self.now_source.val().xor()
            ^ self.now_dest.val().xor();

        self.log.read_i.next = self.begins.val() & !self.pass.val() & !self.shut.val();
        self.log.read_addr_i.next = self.s_axis_tdest.val();
        self.log.read_source_i.next = self.s_axis_tid.val();
        self.log.read_match_i.next = self.job.match_o.val();
        self.log.read_entry_i.next = self.job.entry_o.val();
        self.log.write_i.next = false;
        self.log.write_addr_i.next = 0.into();
        self.log.write_source_i.next = 0.into();
        self.log.write_match_i.next = false;
        self.log.write_entry_i.next = 0.into();
        self.log.log_clear_i.next = self.log_clear_i.val();
        self.log.deny_threshold_i.next = self.deny_threshold_i.val();
        self.log_valid_o.next = self.log.log_valid_o.val();
        self.log_dest_o.next = self.log.log_addr_o.val();
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
