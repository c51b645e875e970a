//! The unanswered requests of a direction.

use crate::prelude::*;

/// Requests in flight of one direction, at most 17: as many as acu_mem has unanswered, and the one in
/// its register.
///
/// IW: bits of an id. mark_i marks those that are in flight. An answer ends the oldest request with
/// its id, so a marked one before one that is not. A request beyond the last place, which acu_mem does
/// not take, counts as marked until reset.
#[derive(LogicBlock, Module)]
pub struct InFlight<const IW: usize> {
    /// Clock.
    pub clk_i: Signal<In, Clock>,
    /// Reset, active low.
    pub rst_ni: Signal<In, Bit>,
    /// A request is taken.
    pub take_i: Signal<In, Bit>,
    /// Its id.
    pub take_id_i: Signal<In, Bits<IW>>,
    /// A request is answered.
    pub done_i: Signal<In, Bit>,
    /// Its id.
    pub done_id_i: Signal<In, Bits<IW>>,
    /// Marks all requests that have been taken before this cycle.
    pub mark_i: Signal<In, Bit>,
    /// A marked request is in flight.
    pub marked_o: Signal<Out, Bit>,
    used: [Reg<Bit>; 17],
    marked: [Reg<Bit>; 17],
    id: [DataReg<Bits<IW>>; 17],
    lost: Reg<Bit>,
    fits: [Signal<Local, Bit>; 17],
    /// A place before this one is free.
    free: [Signal<Local, Bit>; 18],
    load: [Signal<Local, Bit>; 17],
    /// A marked request up to this one fits the answer.
    old: [Signal<Local, Bit>; 18],
    ends: [Signal<Local, Bit>; 17],
    /// A place before this one ends.
    ended: [Signal<Local, Bit>; 17],
    any: [Signal<Local, Bit>; 18],
}

#[hdl]
impl<const IW: usize> Logic for InFlight<IW> {
    fn update(&mut self) {
        regs!(self, used[17], marked[17], id[17], lost);
        self.free[0].next = false;
        self.old[0].next = false;
        self.ended[0].next = false;
        self.any[0].next = self.lost.q.val();
        for i in 0..17 {
            self.fits[i].next = self.used[i].q.val() & (self.id[i].q.val() == self.done_id_i.val());
            self.load[i].next = self.take_i.val() & !self.used[i].q.val() & !self.free[i].val();
            self.free[i + 1].next = self.free[i].val() | !self.used[i].q.val();
            self.old[i + 1].next =
                self.old[i].val() | (self.fits[i].val() & self.marked[i].q.val());
            self.any[i + 1].next = self.any[i].val() | self.marked[i].q.val();
        }
        for i in 0..16 {
            self.ends[i].next = self.done_i.val()
                & self.fits[i].val()
                & (self.marked[i].q.val() | !self.old[17].val())
                & !self.ended[i].val();
            self.ended[i + 1].next = self.ended[i].val() | self.ends[i].val();
        }
        self.ends[16].next = self.done_i.val()
            & self.fits[16].val()
            & (self.marked[16].q.val() | !self.old[17].val())
            & !self.ended[16].val();
        for i in 0..17 {
            if self.load[i].val() {
                self.used[i].d.next = true;
                self.id[i].d.next = self.take_id_i.val();
            }
            if self.mark_i.val() {
                self.marked[i].d.next = self.used[i].q.val();
            }
            if self.ends[i].val() {
                self.used[i].d.next = false;
                self.marked[i].d.next = false;
            }
        }
        if self.take_i.val() & !self.free[17].val() {
            self.lost.d.next = true;
        }
        self.marked_o.next = self.any[17].val();
    }
}
