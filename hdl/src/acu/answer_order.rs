//! Keeps answers with the same id in the order of their requests.

use crate::prelude::*;

/// Lets a request go on only where its answer cannot come out of order.
///
/// Requests are of two kinds, granted and denied, and are answered in two places. Within a kind the
/// place keeps the order of an id; so a request waits while one of the other kind with the same class
/// of id is unanswered. The class is bits 3:0 of the id: with ids of at most four bits, it is the id.
/// At most 16 requests are unanswered.
#[derive(LogicBlock, Module)]
pub struct AnswerOrder {
    /// Clock.
    pub clk_i: Signal<In, Clock>,
    /// Reset, active low.
    pub rst_ni: Signal<In, Bit>,
    /// Class of the request that asks.
    pub id_i: Signal<In, Bits<4>>,
    /// Its kind: granted.
    pub granted_i: Signal<In, Bit>,
    /// It may go on.
    pub may_o: Signal<Out, Bit>,
    /// It goes on, in this cycle.
    pub take_i: Signal<In, Bit>,
    /// The last beat of an answer is handed over.
    pub done_i: Signal<In, Bit>,
    /// Class of that answer.
    pub done_id_i: Signal<In, Bits<4>>,
    /// Unanswered requests.
    total: Reg<Bits<5>>,
    /// Unanswered requests of a class; all are of one kind.
    count: [Reg<Bits<5>>; 16],
    /// Their kind: granted.
    granted: [Reg<Bit>; 16],
    asks: [Signal<Local, Bit>; 16],
    ends: [Signal<Local, Bit>; 16],
    up: [Signal<Local, Bit>; 16],
    down: [Signal<Local, Bit>; 16],
    /// No class up to this one makes the request wait.
    clear: [Signal<Local, Bit>; 16],
}

#[hdl]
impl Logic for AnswerOrder {
    fn update(&mut self) {
        regs!(self, total, count[16], granted[16]);
        for i in 0..16 {
            self.asks[i].next = self.id_i.val().index() == i;
            self.ends[i].next = self.done_id_i.val().index() == i;
        }
        for i in 0..16 {
            self.up[i].next = self.asks[i].val() & self.take_i.val();
            self.down[i].next = self.ends[i].val() & self.done_i.val();
            if self.up[i].val() & !self.down[i].val() {
                self.count[i].d.next = self.count[i].q.val() + 1;
            } else if self.down[i].val() & !self.up[i].val() {
                self.count[i].d.next = self.count[i].q.val() - 1;
            }
            if self.up[i].val() {
                self.granted[i].d.next = self.granted_i.val();
            }
        }
        if self.take_i.val() & !self.done_i.val() {
            self.total.d.next = self.total.q.val() + 1;
        } else if self.done_i.val() & !self.take_i.val() {
            self.total.d.next = self.total.q.val() - 1;
        }
        self.clear[0].next = !self.asks[0].val()
            | !self.count[0].q.val().any()
            | (self.granted[0].q.val() == self.granted_i.val());
        for i in 1..16 {
            self.clear[i].next = self.clear[i - 1].val()
                & (!self.asks[i].val()
                    | !self.count[i].q.val().any()
                    | (self.granted[i].q.val() == self.granted_i.val()));
        }
        self.may_o.next = self.clear[15].val() & !self.total.q.val().get_bit(4);
    }
}
