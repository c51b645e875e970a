//! The second rail of the decision on two cores.

use crate::prelude::*;

/// The complement of core_job's grant, from logic of its own.
///
/// From the highest entry down: each entry that has a core replaces the job found so far. Parameters
/// and ports as core_job. Combinational. Synthesis keeps its boundary, so that it does not become
/// one with the other rail.
#[derive(LogicBlock, Module)]
#[module(keep)]
pub struct JobRail<const N: usize, const NS: usize, const JW: usize, const UW: usize> {
    /// Entry is in state ACTIVE, and valid.
    pub entry_active_i: [Signal<In, Bit>; N],
    /// Bit s: core s belongs to the entry.
    pub entry_sources_i: [Signal<In, Bits<NS>>; N],
    /// Job of an entry; 0: none.
    pub entry_job_i: [Signal<In, Bits<JW>>; N],
    /// Core that sends.
    pub source_i: Signal<In, Bits<UW>>,
    /// Core that receives.
    pub dest_i: Signal<In, Bits<UW>>,
    /// They must not talk.
    pub deny_o: Signal<Out, Bit>,
    not_sender: Signal<Local, Bits<NS>>,
    not_receiver: Signal<Local, Bits<NS>>,
    /// Something speaks against the entry for the sender.
    no_sender: [Signal<Local, Bit>; N],
    no_receiver: [Signal<Local, Bit>; N],
    /// Jobs of the entries from this one on; 0: none.
    sender_job: [Signal<Local, Bits<JW>>; N],
    receiver_job: [Signal<Local, Bits<JW>>; N],
}

#[hdl]
impl<const N: usize, const NS: usize, const JW: usize, const UW: usize> Logic
    for JobRail<N, NS, JW, UW>
{
    fn update(&mut self) {
        self.not_sender.next = !(bit_cast::<NS, 1>(1.into()) << self.source_i.val());
        self.not_receiver.next = !(bit_cast::<NS, 1>(1.into()) << self.dest_i.val());
        for i in 0..N {
            self.no_sender[i].next = !self.entry_active_i[i].val()
                | (self.entry_job_i[i].val() == 0)
                | (!self.entry_sources_i[i].val() | self.not_sender.val()).all();
            self.no_receiver[i].next = !self.entry_active_i[i].val()
                | (self.entry_job_i[i].val() == 0)
                | (!self.entry_sources_i[i].val() | self.not_receiver.val()).all();
        }
        self.sender_job[N - 1].next = self.entry_job_i[N - 1].val();
        if self.no_sender[N - 1].val() {
            self.sender_job[N - 1].next = 0.into();
        }
        self.receiver_job[N - 1].next = self.entry_job_i[N - 1].val();
        if self.no_receiver[N - 1].val() {
            self.receiver_job[N - 1].next = 0.into();
        }
        for i in 1..N {
            self.sender_job[N - 1 - i].next = self.entry_job_i[N - 1 - i].val();
            if self.no_sender[N - 1 - i].val() {
                self.sender_job[N - 1 - i].next = self.sender_job[N - i].val();
            }
            self.receiver_job[N - 1 - i].next = self.entry_job_i[N - 1 - i].val();
            if self.no_receiver[N - 1 - i].val() {
                self.receiver_job[N - 1 - i].next = self.receiver_job[N - i].val();
            }
        }
        self.deny_o.next = (self.sender_job[0].val() != self.receiver_job[0].val())
            | (self.sender_job[0].val() == 0);
    }
}
