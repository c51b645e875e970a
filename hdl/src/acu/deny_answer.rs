//! Answers of denied requests.

use crate::prelude::*;

/// Answers denied reads, in their order: as many beats as asked for, the last one marked.
///
/// Holds four requests. IW: bits of an id. Data are zero and the response is SLVERR, which is for
/// the user to add.
#[derive(LogicBlock, Module)]
pub struct DenyRead<const IW: usize> {
    /// Clock.
    pub clk_i: Signal<In, Clock>,
    /// Reset, active low.
    pub rst_ni: Signal<In, Bit>,
    /// A request is denied; only while ready_o is high.
    pub push_i: Signal<In, Bit>,
    /// There is room.
    pub ready_o: Signal<Out, Bit>,
    /// Its id.
    pub id_i: Signal<In, Bits<IW>>,
    /// Its ARLEN.
    pub len_i: Signal<In, Bits<8>>,
    /// Beat offered.
    pub valid_o: Signal<Out, Bit>,
    /// Beat taken.
    pub ready_i: Signal<In, Bit>,
    /// Id of the beat.
    pub id_o: Signal<Out, Bits<IW>>,
    /// It is the last one.
    pub last_o: Signal<Out, Bit>,
    ids: Fifo<Bits<IW>, 2, 3>,
    lens: Fifo<Bits<8>, 2, 3>,
    beat: Reg<Bits<8>>,
    moves: Signal<Local, Bit>,
}

#[hdl]
impl<const IW: usize> Logic for DenyRead<IW> {
    fn update(&mut self) {
        regs!(self, beat);
        clocks!(self, ids, lens);
        self.ready_o.next = self.ids.ready_o.val() & self.lens.ready_o.val();
        self.ids.valid_i.next = self.push_i.val();
        self.ids.data_i.next = self.id_i.val();
        self.lens.valid_i.next = self.push_i.val();
        self.lens.data_i.next = self.len_i.val();
        self.valid_o.next = self.ids.valid_o.val() & self.lens.valid_o.val();
        self.id_o.next = self.ids.data_o.val();
        self.last_o.next = self.beat.q.val() == self.lens.data_o.val();
        self.moves.next = self.valid_o.val() & self.ready_i.val();
        self.ids.ready_i.next = self.moves.val() & self.last_o.val();
        self.lens.ready_i.next = self.moves.val() & self.last_o.val();
        if self.moves.val() {
            self.beat.d.next = self.beat.q.val() + 1;
            if self.last_o.val() {
                self.beat.d.next = 0.into();
            }
        }
    }
}

/// Answers denied writes, in their order, each once its data has been swallowed.
///
/// Holds four requests. IW: bits of an id. The response is SLVERR, which is for the user to add.
#[derive(LogicBlock, Module)]
pub struct DenyWrite<const IW: usize> {
    /// Clock.
    pub clk_i: Signal<In, Clock>,
    /// Reset, active low.
    pub rst_ni: Signal<In, Bit>,
    /// A request is denied; only while ready_o is high.
    pub push_i: Signal<In, Bit>,
    /// There is room.
    pub ready_o: Signal<Out, Bit>,
    /// Its id.
    pub id_i: Signal<In, Bits<IW>>,
    /// The data of the next of them is swallowed, in the cycle of its push_i at the earliest.
    pub swallowed_i: Signal<In, Bit>,
    /// Answer offered.
    pub valid_o: Signal<Out, Bit>,
    /// Answer taken.
    pub ready_i: Signal<In, Bit>,
    /// Id of the answer.
    pub id_o: Signal<Out, Bits<IW>>,
    ids: Fifo<Bits<IW>, 2, 3>,
    /// Requests whose data is swallowed.
    due: Reg<Bits<3>>,
    moves: Signal<Local, Bit>,
}

#[hdl]
impl<const IW: usize> Logic for DenyWrite<IW> {
    fn update(&mut self) {
        regs!(self, due);
        clocks!(self, ids);
        self.ready_o.next = self.ids.ready_o.val();
        self.ids.valid_i.next = self.push_i.val();
        self.ids.data_i.next = self.id_i.val();
        self.valid_o.next = self.ids.valid_o.val() & self.due.q.val().any();
        self.id_o.next = self.ids.data_o.val();
        self.moves.next = self.valid_o.val() & self.ready_i.val();
        self.ids.ready_i.next = self.moves.val();
        if self.swallowed_i.val() & !self.moves.val() {
            self.due.d.next = self.due.q.val() + 1;
        } else if self.moves.val() & !self.swallowed_i.val() {
            self.due.d.next = self.due.q.val() - 1;
        }
    }
}

/// Chooses between the answers of denied and of granted requests.
///
/// Changes between bursts only, and never while a beat waits. Where both have a burst to begin, they
/// take turns.
#[derive(LogicBlock, Module)]
pub struct AnswerPick {
    /// Clock.
    pub clk_i: Signal<In, Clock>,
    /// Reset, active low.
    pub rst_ni: Signal<In, Bit>,
    /// A beat for a denied request is there.
    pub denied_i: Signal<In, Bit>,
    /// A beat for a granted request is there.
    pub granted_i: Signal<In, Bit>,
    /// The chosen beat is the last of its burst.
    pub last_i: Signal<In, Bit>,
    /// Beat taken.
    pub ready_i: Signal<In, Bit>,
    /// A beat is offered.
    pub valid_o: Signal<Out, Bit>,
    /// It is for a denied request.
    pub deny_o: Signal<Out, Bit>,
    /// The choice stands.
    held: Reg<Bit>,
    /// The last choice.
    deny: Reg<Bit>,
}

#[hdl]
impl Logic for AnswerPick {
    fn update(&mut self) {
        regs!(self, held, deny);
        self.deny_o.next = self.denied_i.val() & (!self.granted_i.val() | !self.deny.q.val());
        if self.held.q.val() {
            self.deny_o.next = self.deny.q.val();
        }
        self.valid_o.next =
            (self.deny_o.val() & self.denied_i.val()) | (!self.deny_o.val() & self.granted_i.val());
        if self.valid_o.val() {
            self.held.d.next = !(self.ready_i.val() & self.last_i.val());
            self.deny.d.next = self.deny_o.val();
        }
    }
}
