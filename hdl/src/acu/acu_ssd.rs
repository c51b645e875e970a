//! Access control of an SSD, on block commands.

use super::{Decision, FaultLog};
use crate::prelude::*;

/// Opcode: writes nothing, orders what was written.
const FLUSH: u64 = 2;
/// Opcode: reads.
const READ: u64 = 0;

/// Lets block commands through to a controller where an entry of the table grants them: lowest
/// matching entry wins, background deny.
///
/// LW bits of a logical block address; UW bits of a queue id, which is the source; N entries; NS
/// queues; JW bits of a job id; CW bits of a count. base and limit of the entries are block addresses.
/// A command touches the blocks lba to lba + length, both included (length is one less than their
/// number, as in NVMe). Read needs the permission to read, write and trim that to write; flush has no
/// blocks, and needs an entry that has the queue. The lowest entry that matches, active, with a job,
/// with the queue and with all blocks of the command, decides; a command beyond the last block
/// address is denied.
/// A command and its decision are held in a register for a cycle, then offered: to the controller if
/// granted, else on the port for denied ones, whose user completes them with an error. The decision is
/// taken once, when the command is taken. A command each cycle; order is kept.
/// Faults: rails of a decision that are equal deny the command and raise alert_o. A register of the
/// grant path with a wrong parity raises alert_o and closes the filter at once, until reset.
#[derive(LogicBlock, Module)]
pub struct AcuSsd<
    const LW: usize,
    const LW1: usize,
    const UW: usize,
    const N: usize,
    const NS: usize,
    const JW: usize,
    const CW: usize,
> {
    /// Clock.
    pub clk_i: Signal<In, Clock>,
    /// Reset, active low.
    pub rst_ni: Signal<In, Bit>,

    /// Entry is in state ACTIVE, and valid.
    pub entry_active_i: [Signal<In, Bit>; N],
    /// First block of an entry.
    pub entry_base_i: [Signal<In, Bits<LW>>; N],
    /// Last block of an entry, inclusive.
    pub entry_limit_i: [Signal<In, Bits<LW>>; N],
    /// Entry permits reads.
    pub entry_read_i: [Signal<In, Bit>; N],
    /// Entry permits writes.
    pub entry_write_i: [Signal<In, Bit>; N],
    /// Bit s: queue s belongs to the entry.
    pub entry_sources_i: [Signal<In, Bits<NS>>; N],
    /// Job of an entry; 0: none.
    pub entry_job_i: [Signal<In, Bits<JW>>; N],

    /// Command offered.
    pub cmd_valid_i: Signal<In, Bit>,
    /// Command taken.
    pub cmd_ready_o: Signal<Out, Bit>,
    /// 0 read, 1 write, 2 flush, 3 trim.
    pub cmd_op_i: Signal<In, Bits<2>>,
    /// First block; not looked at for a flush.
    pub cmd_lba_i: Signal<In, Bits<LW>>,
    /// Blocks, less one; not looked at for a flush.
    pub cmd_length_i: Signal<In, Bits<16>>,
    /// Queue that it comes from.
    pub cmd_queue_i: Signal<In, Bits<UW>>,
    /// Handed on as it is.
    pub cmd_tag_i: Signal<In, Bits<16>>,

    /// Granted command offered.
    pub ssd_valid_o: Signal<Out, Bit>,
    /// Granted command taken.
    pub ssd_ready_i: Signal<In, Bit>,
    /// 0 read, 1 write, 2 flush, 3 trim.
    pub ssd_op_o: Signal<Out, Bits<2>>,
    /// First block.
    pub ssd_lba_o: Signal<Out, Bits<LW>>,
    /// Blocks, less one.
    pub ssd_length_o: Signal<Out, Bits<16>>,
    /// Queue that it comes from.
    pub ssd_queue_o: Signal<Out, Bits<UW>>,
    /// As it came.
    pub ssd_tag_o: Signal<Out, Bits<16>>,

    /// Denied command offered, to be completed with an error.
    pub deny_valid_o: Signal<Out, Bit>,
    /// Denied command taken.
    pub deny_ready_i: Signal<In, Bit>,
    /// Queue that it comes from.
    pub deny_queue_o: Signal<Out, Bits<UW>>,
    /// As it came.
    pub deny_tag_o: Signal<Out, Bits<16>>,

    /// Empties log and counts.
    pub log_clear_i: Signal<In, Bit>,
    /// Count at which irq_o rises.
    pub threshold_i: Signal<In, Bits<CW>>,
    /// A denied command is in the log; what follows is zero until then.
    pub log_valid_o: Signal<Out, Bit>,
    /// Its lba.
    pub log_lba_o: Signal<Out, Bits<LW>>,
    /// It was a write, a flush or a trim.
    pub log_write_o: Signal<Out, Bit>,
    /// Its queue.
    pub log_source_o: Signal<Out, Bits<UW>>,
    /// An entry matched it.
    pub log_match_o: Signal<Out, Bit>,
    /// Lowest matching entry; zero without one.
    pub log_entry_o: Signal<Out, Bits<8>>,
    /// Commands that an entry matched and denied.
    pub count_o: [Signal<Out, Bits<CW>>; N],
    /// Commands that no entry matched.
    pub background_count_o: Signal<Out, Bits<CW>>,
    /// A count has reached the threshold.
    pub irq_o: Signal<Out, Bit>,
    /// A rail or a parity has been wrong since the last reset.
    pub alert_o: Signal<Out, Bit>,

    decision: Decision<N, LW, NS, JW, UW>,
    log: FaultLog<LW, UW, N, CW>,
    /// The register holds a granted command.
    go: Reg<Bit>,
    /// The register holds a denied command.
    no: Reg<Bit>,
    op: Reg<Bits<2>>,
    lba: Reg<Bits<LW>>,
    length: Reg<Bits<16>>,
    queue: Reg<Bits<UW>>,
    tag: Reg<Bits<16>>,
    parity: Reg<Bit>,
    closed: Reg<Bit>,
    alert: Reg<Bit>,
    fault: Signal<Local, Bit>,
    shut: Signal<Local, Bit>,
    last_block: Signal<Local, Bits<LW1>>,
    flush: Signal<Local, Bit>,
    /// The command goes beyond the last block address, so no entry holds it.
    beyond: Signal<Local, Bit>,
    matched: Signal<Local, Bit>,
    entry: Signal<Local, Bits<8>>,
    pass: Signal<Local, Bit>,
    leave: Signal<Local, Bit>,
    load: Signal<Local, Bit>,
    denied: Signal<Local, Bit>,
    next_go: Signal<Local, Bit>,
    next_no: Signal<Local, Bit>,
    next_op: Signal<Local, Bits<2>>,
    next_lba: Signal<Local, Bits<LW>>,
    next_length: Signal<Local, Bits<16>>,
    next_queue: Signal<Local, Bits<UW>>,
    next_tag: Signal<Local, Bits<16>>,
}

#[hdl]
impl<
    const LW: usize,
    const LW1: usize,
    const UW: usize,
    const N: usize,
    const NS: usize,
    const JW: usize,
    const CW: usize,
> Logic for AcuSsd<LW, LW1, UW, N, NS, JW, CW>
{
    fn update(&mut self) {
        regs!(
            self, go, no, op, lba, length, queue, tag, parity, closed, alert
        );
        clocks!(self, log);
        for i in 0..N {
            self.decision.entry_active_i[i].next = self.entry_active_i[i].val();
            self.decision.entry_base_i[i].next = self.entry_base_i[i].val();
            self.decision.entry_limit_i[i].next = self.entry_limit_i[i].val();
            self.decision.entry_read_i[i].next = self.entry_read_i[i].val();
            self.decision.entry_write_i[i].next = self.entry_write_i[i].val();
            self.decision.entry_sources_i[i].next = self.entry_sources_i[i].val();
            self.decision.entry_job_i[i].next = self.entry_job_i[i].val();
        }
        self.flush.next = self.cmd_op_i.val() == FLUSH;
        self.last_block.next = bit_cast::<LW1, LW>(self.cmd_lba_i.val())
            + bit_cast::<LW1, 16>(self.cmd_length_i.val());
        self.decision.source_i.next = self.cmd_queue_i.val();
        self.decision.first_i.next = self.cmd_lba_i.val();
        self.decision.last_i.next = self.last_block.val().get_bits::<LW>(0);
        self.decision.anywhere_i.next = self.flush.val();
        self.beyond.next = self.last_block.val().get_bit(LW) & !self.flush.val();
        self.decision.illegal_i.next = self.beyond.val();
        self.decision.write_i.next = self.cmd_op_i.val() != READ;
        self.pass.next = self.decision.grant_o.val() & !self.decision.deny_o.val();

        // A wrong register closes the filter in the same cycle, and for good.
        self.fault.next = (self.go.q.val() & self.no.q.val())
            | (self.parity.q.val()
                ^ self.go.q.val()
                ^ self.no.q.val()
                ^ self.op.q.val().xor()
                ^ self.lba.q.val().xor()
                ^ self.length.q.val().xor()
                ^ self.queue.q.val().xor()
                ^ self.tag.q.val().xor());
        self.shut.next = self.closed.q.val() | self.fault.val();
        if self.fault.val() {
            self.closed.d.next = true;
        }
        if self.fault.val()
            | (self.cmd_valid_i.val() & (self.decision.grant_o.val() == self.decision.deny_o.val()))
        {
            self.alert.d.next = true;
        }
        self.alert_o.next = self.alert.q.val();

        self.ssd_valid_o.next = self.go.q.val() & !self.no.q.val() & !self.shut.val();
        self.ssd_op_o.next = self.op.q.val();
        self.ssd_lba_o.next = self.lba.q.val();
        self.ssd_length_o.next = self.length.q.val();
        self.ssd_queue_o.next = self.queue.q.val();
        self.ssd_tag_o.next = self.tag.q.val();
        self.deny_valid_o.next = self.no.q.val() & !self.go.q.val() & !self.shut.val();
        self.deny_queue_o.next = self.queue.q.val();
        self.deny_tag_o.next = self.tag.q.val();

        self.leave.next = (self.ssd_valid_o.val() & self.ssd_ready_i.val())
            | (self.deny_valid_o.val() & self.deny_ready_i.val());
        self.cmd_ready_o.next =
            !self.shut.val() & ((!self.go.q.val() & !self.no.q.val()) | self.leave.val());
        self.load.next = self.cmd_valid_i.val() & self.cmd_ready_o.val();
        self.denied.next = self.load.val() & !self.pass.val();

        self.next_go.next = self.go.q.val() & !self.leave.val();
        self.next_no.next = self.no.q.val() & !self.leave.val();
        self.next_op.next = self.op.q.val();
        self.next_lba.next = self.lba.q.val();
        self.next_length.next = self.length.q.val();
        self.next_queue.next = self.queue.q.val();
        self.next_tag.next = self.tag.q.val();
        if self.load.val() {
            self.next_go.next = self.pass.val();
            self.next_no.next = !self.pass.val();
            self.next_op.next = self.cmd_op_i.val();
            self.next_lba.next = self.cmd_lba_i.val();
            self.next_length.next = self.cmd_length_i.val();
            self.next_queue.next = self.cmd_queue_i.val();
            self.next_tag.next = self.cmd_tag_i.val();
        }
        self.go.d.next = self.next_go.val();
        self.no.d.next = self.next_no.val();
        self.op.d.next = self.next_op.val();
        self.lba.d.next = self.next_lba.val();
        self.length.d.next = self.next_length.val();
        self.queue.d.next = self.next_queue.val();
        self.tag.d.next = self.next_tag.val();
        self.parity.d.next = self.next_go.val()
            ^ self.next_no.val()
            ^ self.next_op.val().xor()
            ^ self.next_lba.val().xor()
            ^ self.next_length.val().xor()
            ^ self.next_queue.val().xor()
            ^ self.next_tag.val().xor();

        self.matched.next = self.decision.match_o.val() & !self.beyond.val();
        self.entry.next = self.decision.entry_o.val();
        if self.beyond.val() {
            self.entry.next = 0.into();
        }
        self.log.read_i.next = self.denied.val() & (self.cmd_op_i.val() == READ);
        self.log.read_addr_i.next = self.cmd_lba_i.val();
        self.log.read_source_i.next = self.cmd_queue_i.val();
        self.log.read_match_i.next = self.matched.val();
        self.log.read_entry_i.next = self.entry.val();
        self.log.write_i.next = self.denied.val() & (self.cmd_op_i.val() != READ);
        self.log.write_addr_i.next = self.cmd_lba_i.val();
        self.log.write_source_i.next = self.cmd_queue_i.val();
        self.log.write_match_i.next = self.matched.val();
        self.log.write_entry_i.next = self.entry.val();
        self.log.log_clear_i.next = self.log_clear_i.val();
        self.log.deny_threshold_i.next = self.threshold_i.val();
        self.log_valid_o.next = self.log.log_valid_o.val();
        self.log_lba_o.next = self.log.log_addr_o.val();
        self.log_write_o.next = self.log.log_write_o.val();
        self.log_source_o.next = self.log.log_source_o.val();
        self.log_match_o.next = self.log.log_match_o.val();
        self.log_entry_o.next = self.log.log_entry_o.val();
        self.background_count_o.next = self.log.background_count_o.val();
        self.irq_o.next = self.log.irq_o.val();
        for i in 0..N {
            self.count_o[i].next = self.log.deny_count_o[i].val();
        }
    }
}
