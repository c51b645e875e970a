//! Whether two cores work on the same job.

use super::JobRail;
use crate::prelude::*;

/// Decides whether two cores may talk: both belong to the same job.
///
/// N entries; NS cores; JW bits of a job id; UW bits of a core id.
/// The job of a core is that of the lowest entry that is active, has a job (not 0) and has the core in
/// its mask. A core id of NS or more is in no mask.
/// Two rails: grant_o, and deny_o from logic of its own. Combinational.
#[derive(LogicBlock, Module)]
pub struct CoreJob<const N: usize, const NS: usize, const JW: usize, const UW: usize> {
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
    /// They may talk, if deny_o agrees.
    pub grant_o: Signal<Out, Bit>,
    /// They must not: the complement of grant_o.
    pub deny_o: Signal<Out, Bit>,
    /// The sender has a job.
    pub match_o: Signal<Out, Bit>,
    /// Entry that the sender's job comes from; zero without one.
    pub entry_o: Signal<Out, Bits<8>>,
    deny: JobRail<N, NS, JW, UW>,
    sender: Signal<Local, Bits<NS>>,
    receiver: Signal<Local, Bits<NS>>,
    alive: [Signal<Local, Bit>; N],
    sends: [Signal<Local, Bit>; N],
    receives: [Signal<Local, Bit>; N],
    /// An entry up to this one has the sender.
    sender_seen: [Signal<Local, Bit>; N],
    /// An entry up to this one has the receiver.
    receiver_seen: [Signal<Local, Bit>; N],
    /// Jobs of the entries up to this one.
    sender_job: [Signal<Local, Bits<JW>>; N],
    receiver_job: [Signal<Local, Bits<JW>>; N],
    entry: [Signal<Local, Bits<8>>; N],
}

#[hdl]
impl<const N: usize, const NS: usize, const JW: usize, const UW: usize> Logic
    for CoreJob<N, NS, JW, UW>
{
    fn update(&mut self) {
        for i in 0..N {
            self.deny.entry_active_i[i].next = self.entry_active_i[i].val();
            self.deny.entry_sources_i[i].next = self.entry_sources_i[i].val();
            self.deny.entry_job_i[i].next = self.entry_job_i[i].val();
        }
        self.deny.source_i.next = self.source_i.val();
        self.deny.dest_i.next = self.dest_i.val();
        self.deny_o.next = self.deny.deny_o.val();

        self.sender.next = bit_cast::<NS, 1>(1.into()) << self.source_i.val();
        self.receiver.next = bit_cast::<NS, 1>(1.into()) << self.dest_i.val();
        for i in 0..N {
            self.alive[i].next = self.entry_active_i[i].val() & self.entry_job_i[i].val().any();
        }
        for i in 0..N {
            self.sends[i].next =
                self.alive[i].val() & (self.entry_sources_i[i].val() & self.sender.val()).any();
            self.receives[i].next =
                self.alive[i].val() & (self.entry_sources_i[i].val() & self.receiver.val()).any();
        }
        self.sender_seen[0].next = self.sends[0].val();
        self.receiver_seen[0].next = self.receives[0].val();
        self.entry[0].next = 0.into();
        self.sender_job[0].next = 0.into();
        if self.sends[0].val() {
            self.sender_job[0].next = self.entry_job_i[0].val();
        }
        self.receiver_job[0].next = 0.into();
        if self.receives[0].val() {
            self.receiver_job[0].next = self.entry_job_i[0].val();
        }
        for i in 1..N {
            self.sender_seen[i].next = self.sender_seen[i - 1].val() | self.sends[i].val();
            self.receiver_seen[i].next = self.receiver_seen[i - 1].val() | self.receives[i].val();
            self.sender_job[i].next = self.sender_job[i - 1].val();
            self.entry[i].next = self.entry[i - 1].val();
            if self.sends[i].val() & !self.sender_seen[i - 1].val() {
                self.sender_job[i].next = self.entry_job_i[i].val();
                self.entry[i].next = i.to_bits();
            }
            self.receiver_job[i].next = self.receiver_job[i - 1].val();
            if self.receives[i].val() & !self.receiver_seen[i - 1].val() {
                self.receiver_job[i].next = self.entry_job_i[i].val();
            }
        }
        self.match_o.next = self.sender_seen[N - 1].val();
        self.entry_o.next = self.entry[N - 1].val();
        self.grant_o.next = self.sender_seen[N - 1].val()
            & self.receiver_seen[N - 1].val()
            & (self.sender_job[N - 1].val() == self.receiver_job[N - 1].val());
    }
}
