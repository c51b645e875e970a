//! When nothing that an entry granted is in flight any more.

use super::InFlight;
use crate::prelude::*;

/// Says of each entry whether a request that it may have granted is unanswered: what keeps the entry
/// from being freed after it was revoked.
///
/// N entries; IW bits of an id. It does not keep which entry has granted which request. When an
/// entry has stopped being active, every request in flight is marked; once all marked ones are
/// answered, the entry is drained. Requests that are taken later cannot be its own, so they are not
/// waited for: no traffic of others keeps an entry busy. Entries that fall while others drain wait for
/// the next turn. Nothing is held up.
#[derive(LogicBlock, Module)]
pub struct Drain<const N: usize, const IW: usize> {
    /// Clock.
    pub clk_i: Signal<In, Clock>,
    /// Reset, active low.
    pub rst_ni: Signal<In, Bit>,
    /// The entry grants in this cycle.
    pub entry_active_i: [Signal<In, Bit>; N],
    /// A request of the entry may be in flight.
    pub entry_busy_o: [Signal<Out, Bit>; N],
    /// A read is taken, and decided from the table of this cycle.
    pub read_take_i: Signal<In, Bit>,
    /// Its id.
    pub read_take_id_i: Signal<In, Bits<IW>>,
    /// The last beat of a read is handed over.
    pub read_done_i: Signal<In, Bit>,
    /// Its id.
    pub read_done_id_i: Signal<In, Bits<IW>>,
    /// A write is taken.
    pub write_take_i: Signal<In, Bit>,
    /// Its id.
    pub write_take_id_i: Signal<In, Bits<IW>>,
    /// The answer of a write is handed over.
    pub write_done_i: Signal<In, Bit>,
    /// Its id.
    pub write_done_id_i: Signal<In, Bits<IW>>,
    reads: InFlight<IW>,
    writes: InFlight<IW>,
    /// The entry has granted since it was last drained.
    open: [Reg<Bit>; N],
    /// The entry is drained when the marked requests are answered.
    turn: [Reg<Bit>; N],
    /// Marked requests are waited for.
    running: Reg<Bit>,
    wants: [Signal<Local, Bit>; N],
    wanted: [Signal<Local, Bit>; N],
    starts: Signal<Local, Bit>,
    ends: Signal<Local, Bit>,
}

#[hdl]
impl<const N: usize, const IW: usize> Logic for Drain<N, IW> {
    fn update(&mut self) {
        regs!(self, open[N], turn[N], running);
        clocks!(self, reads, writes);
        for i in 0..N {
            self.wants[i].next = self.open[i].q.val() & !self.entry_active_i[i].val();
        }
        self.wanted[0].next = self.wants[0].val();
        for i in 1..N {
            self.wanted[i].next = self.wanted[i - 1].val() | self.wants[i].val();
        }
        self.starts.next = !self.running.q.val() & self.wanted[N - 1].val();
        self.ends.next =
            self.running.q.val() & !self.reads.marked_o.val() & !self.writes.marked_o.val();
        if self.starts.val() {
            self.running.d.next = true;
        } else if self.ends.val() {
            self.running.d.next = false;
        }
        for i in 0..N {
            if self.starts.val() {
                self.turn[i].d.next = self.wants[i].val();
            }
            if self.entry_active_i[i].val() {
                self.open[i].d.next = true;
            } else if self.ends.val() & self.turn[i].q.val() {
                self.open[i].d.next = false;
            }
            self.entry_busy_o[i].next = self.open[i].q.val() | self.entry_active_i[i].val();
        }
        self.reads.mark_i.next = self.starts.val();
        self.reads.take_i.next = self.read_take_i.val();
        self.reads.take_id_i.next = self.read_take_id_i.val();
        self.reads.done_i.next = self.read_done_i.val();
        self.reads.done_id_i.next = self.read_done_id_i.val();
        self.writes.mark_i.next = self.starts.val();
        self.writes.take_i.next = self.write_take_i.val();
        self.writes.take_id_i.next = self.write_take_id_i.val();
        self.writes.done_i.next = self.write_done_i.val();
        self.writes.done_id_i.next = self.write_done_id_i.val();
    }
}
