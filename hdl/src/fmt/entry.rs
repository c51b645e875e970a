//! One entry.

use super::state::{ACTIVE, FAULT, FREE, RESERVED, SCRUB, STORAGE};
use super::{LOCKED, UNLOCKED};
use crate::prelude::*;

/// One entry of the table: its fields, its state and its lock.
///
/// The states are four-bit words of which no two differ in a single bit, the lock is a flop
/// and its complement, the fields carry a parity bit: an entry of which one bit has flipped grants nothing in that very
/// cycle, and is STORAGE from the next on, until reset. Fields are not reset: they mean nothing
/// while the entry is FREE.
#[derive(LogicBlock, Module)]
#[module(no_default)]
pub struct FmtEntry<const NS: usize, const PW: usize, const JW: usize, const SW: usize> {
    /// Clock.
    pub clk_i: Signal<In, Clock>,
    /// Reset, active low.
    pub rst_ni: Signal<In, Bit>,
    /// The entry takes the new fields and becomes RESERVED.
    pub commit_i: Signal<In, Bit>,
    /// New field: first granule.
    pub new_base_i: Signal<In, Bits<PW>>,
    /// New field: last granule.
    pub new_limit_i: Signal<In, Bits<PW>>,
    /// New field: sources that belong to it.
    pub new_sources_i: Signal<In, Bits<NS>>,
    /// New field: job.
    pub new_job_i: Signal<In, Bits<JW>>,
    /// New field: bit 0 read, bit 1 write, bit 2 has a key.
    pub new_flags_i: Signal<In, Bits<3>>,
    /// New field: key slot.
    pub new_slot_i: Signal<In, Bits<SW>>,
    /// Odd parity over the new fields: zeros only are not right by themselves.
    pub new_parity_i: Signal<In, Bit>,
    /// The state changes to state_i.
    pub set_i: Signal<In, Bit>,
    /// State to change to.
    pub state_i: Signal<In, Bits<4>>,
    /// Locks the entry.
    pub lock_i: Signal<In, Bit>,
    /// Something is at fault; goes before every other change.
    pub fault_i: Signal<In, Bit>,
    /// As fault_i, found out by looking at the entry.
    pub blame_i: Signal<In, Bit>,
    /// A transaction that it has granted is in flight.
    pub busy_i: Signal<In, Bit>,
    /// Its memory is scrubbed.
    pub scrubbed_i: Signal<In, Bit>,
    /// The entry is to show on the pick outputs, which are zero otherwise.
    pub pick_i: Signal<In, Bit>,

    /// It grants.
    pub active_o: Signal<Out, Bit>,
    /// It is SCRUB: its memory is to be scrubbed.
    pub scrub_o: Signal<Out, Bit>,
    /// First granule.
    pub base_o: Signal<Out, Bits<PW>>,
    /// Last granule.
    pub limit_o: Signal<Out, Bits<PW>>,
    /// Sources.
    pub sources_o: Signal<Out, Bits<NS>>,
    /// Job.
    pub job_o: Signal<Out, Bits<JW>>,
    /// Reads are granted.
    pub read_o: Signal<Out, Bit>,
    /// Writes are granted.
    pub write_o: Signal<Out, Bit>,
    /// The entry becomes FAULT or STORAGE in this cycle.
    pub falls_o: Signal<Out, Bit>,
    /// Its storage is at fault in this cycle for the first time.
    pub broken_o: Signal<Out, Bit>,
    /// Its storage is, or was, at fault.
    pub unsound_o: Signal<Out, Bit>,

    /// Picked: bits 3:0 the state, STORAGE if its storage is at fault; bit 4 it is locked; bit 5 it
    /// is busy; bit 6 it is scrubbed; bit 7 it grants; bit 8 fault_i.
    pub pick_control_o: Signal<Out, Bits<9>>,
    /// Picked: first granule.
    pub pick_base_o: Signal<Out, Bits<PW>>,
    /// Picked: last granule.
    pub pick_limit_o: Signal<Out, Bits<PW>>,
    /// Picked: sources.
    pub pick_sources_o: Signal<Out, Bits<NS>>,
    /// Picked: job.
    pub pick_job_o: Signal<Out, Bits<JW>>,
    /// Picked: flags.
    pub pick_flags_o: Signal<Out, Bits<3>>,
    /// Picked: key slot.
    pub pick_slot_o: Signal<Out, Bits<SW>>,

    state: Reg<Bits<4>>,
    lock: Reg<Bits<2>>,
    base: DataReg<Bits<PW>>,
    limit: DataReg<Bits<PW>>,
    sources: DataReg<Bits<NS>>,
    job: DataReg<Bits<JW>>,
    flags: DataReg<Bits<3>>,
    slot: DataReg<Bits<SW>>,
    parity: DataReg<Bit>,
    fields_bad: Signal<Local, Bit>,
    bad: Signal<Local, Bit>,
    shown: Signal<Local, Bit>,
    seen_state: Signal<Local, Bits<4>>,
    live: Signal<Local, Bit>,
    stops: Signal<Local, Bit>,
}

impl<const NS: usize, const PW: usize, const JW: usize, const SW: usize> Default
    for FmtEntry<NS, PW, JW, SW>
{
    fn default() -> Self {
        FmtEntry {
            clk_i: Signal::default(),
            rst_ni: Signal::default(),
            commit_i: Signal::default(),
            new_base_i: Signal::default(),
            new_limit_i: Signal::default(),
            new_sources_i: Signal::default(),
            new_job_i: Signal::default(),
            new_flags_i: Signal::default(),
            new_slot_i: Signal::default(),
            new_parity_i: Signal::default(),
            set_i: Signal::default(),
            state_i: Signal::default(),
            lock_i: Signal::default(),
            fault_i: Signal::default(),
            blame_i: Signal::default(),
            busy_i: Signal::default(),
            scrubbed_i: Signal::default(),
            pick_i: Signal::default(),
            active_o: Signal::default(),
            scrub_o: Signal::default(),
            base_o: Signal::default(),
            limit_o: Signal::default(),
            sources_o: Signal::default(),
            job_o: Signal::default(),
            read_o: Signal::default(),
            write_o: Signal::default(),
            falls_o: Signal::default(),
            broken_o: Signal::default(),
            unsound_o: Signal::default(),
            pick_control_o: Signal::default(),
            pick_base_o: Signal::default(),
            pick_limit_o: Signal::default(),
            pick_sources_o: Signal::default(),
            pick_job_o: Signal::default(),
            pick_flags_o: Signal::default(),
            pick_slot_o: Signal::default(),
            state: Reg::default(),
            lock: Reg::new(UNLOCKED.into()),
            base: DataReg::default(),
            limit: DataReg::default(),
            sources: DataReg::default(),
            job: DataReg::default(),
            flags: DataReg::default(),
            slot: DataReg::default(),
            parity: DataReg::default(),
            fields_bad: Signal::default(),
            bad: Signal::default(),
            shown: Signal::default(),
            seen_state: Signal::default(),
            live: Signal::default(),
            stops: Signal::default(),
        }
    }
}

#[hdl]
impl<const NS: usize, const PW: usize, const JW: usize, const SW: usize> Logic
    for FmtEntry<NS, PW, JW, SW>
{
    fn update(&mut self) {
        regs!(
            self, state, lock, base, limit, sources, job, flags, slot, parity
        );
        self.fields_bad.next = !(self.base.q.val().xor()
            ^ self.limit.q.val().xor()
            ^ self.sources.q.val().xor()
            ^ self.job.q.val().xor()
            ^ self.flags.q.val().xor()
            ^ self.slot.q.val().xor()
            ^ self.parity.q.val());
        self.bad.next = self.state.q.val().xor()
            | self.state.q.val().all()
            | !self.lock.q.val().xor()
            | ((self.state.q.val() != FREE) & self.fields_bad.val());
        self.broken_o.next = self.bad.val() & (self.state.q.val() != STORAGE);
        self.unsound_o.next = self.bad.val() | (self.state.q.val() == STORAGE);
        self.live.next = (self.state.q.val() != FREE)
            & (self.state.q.val() != FAULT)
            & (self.state.q.val() != STORAGE);
        self.stops.next = self.live.val() & (self.fault_i.val() | self.blame_i.val());
        self.falls_o.next = self.stops.val() | self.broken_o.val();

        if self.commit_i.val() {
            self.base.d.next = self.new_base_i.val();
            self.limit.d.next = self.new_limit_i.val();
            self.sources.d.next = self.new_sources_i.val();
            self.job.d.next = self.new_job_i.val();
            self.flags.d.next = self.new_flags_i.val();
            self.slot.d.next = self.new_slot_i.val();
            self.parity.d.next = self.new_parity_i.val();
        }
        if self.bad.val() {
            self.state.d.next = STORAGE.into();
        } else if self.stops.val() {
            self.state.d.next = FAULT.into();
        } else if self.commit_i.val() {
            self.state.d.next = RESERVED.into();
        } else if self.set_i.val() {
            self.state.d.next = self.state_i.val();
        }
        if self.lock_i.val() {
            self.lock.d.next = LOCKED.into();
        }

        self.active_o.next = (self.state.q.val() == ACTIVE) & !self.bad.val();
        self.scrub_o.next = self.state.q.val() == SCRUB;
        self.base_o.next = self.base.q.val();
        self.limit_o.next = self.limit.q.val();
        self.sources_o.next = self.sources.q.val();
        self.job_o.next = self.job.q.val();
        self.read_o.next = self.active_o.val() & self.flags.q.val().get_bit(0);
        self.write_o.next = self.active_o.val() & self.flags.q.val().get_bit(1);

        self.seen_state.next = self.state.q.val();
        if self.bad.val() {
            self.seen_state.next = STORAGE.into();
        }
        self.pick_control_o.next = 0.into();
        if self.pick_i.val() {
            self.pick_control_o.next = bit_cast::<9, 4>(self.seen_state.val())
                .replace_bit(4, self.lock.q.val() != UNLOCKED)
                .replace_bit(5, self.busy_i.val())
                .replace_bit(6, self.scrubbed_i.val())
                .replace_bit(7, self.active_o.val())
                .replace_bit(8, self.fault_i.val());
        }
        self.shown.next = self.pick_i.val() & (self.state.q.val() != FREE);
        self.pick_base_o.next = 0.into();
        self.pick_limit_o.next = 0.into();
        self.pick_sources_o.next = 0.into();
        self.pick_job_o.next = 0.into();
        self.pick_flags_o.next = 0.into();
        self.pick_slot_o.next = 0.into();
        if self.shown.val() {
            self.pick_base_o.next = self.base.q.val();
            self.pick_limit_o.next = self.limit.q.val();
            self.pick_sources_o.next = self.sources.q.val();
            self.pick_job_o.next = self.job.q.val();
            self.pick_flags_o.next = self.flags.q.val();
            self.pick_slot_o.next = self.slot.q.val();
        }
    }
}
