//! Decisions that wait for their write data.

use crate::prelude::*;

/// The decisions on up to 16 write bursts whose data is still to come, in the order of their
/// addresses, which is that of the data.
///
/// A decision that comes into the empty queue shows in the same cycle. A parity covers the whole
/// state: fault_o is high while it is wrong.
#[derive(LogicBlock, Module)]
pub struct WriteQueue {
    /// Clock.
    pub clk_i: Signal<In, Clock>,
    /// Reset, active low; empties the queue.
    pub rst_ni: Signal<In, Bit>,
    /// A decision comes in; only while ready_o is high.
    pub push_i: Signal<In, Bit>,
    /// It is a grant.
    pub grant_i: Signal<In, Bit>,
    /// There is room.
    pub ready_o: Signal<Out, Bit>,
    /// There is a decision for the present burst of data.
    pub valid_o: Signal<Out, Bit>,
    /// It is a grant.
    pub grant_o: Signal<Out, Bit>,
    /// The burst ends; only while valid_o is high.
    pub pop_i: Signal<In, Bit>,
    /// The state is wrong.
    pub fault_o: Signal<Out, Bit>,
    /// Decisions, the latest in bit 0.
    grants: Reg<Bits<16>>,
    count: Reg<Bits<5>>,
    parity: Reg<Bit>,
    /// Place of the oldest decision, if there is one.
    oldest: Signal<Local, Bits<4>>,
    next_grants: Signal<Local, Bits<16>>,
    next_count: Signal<Local, Bits<5>>,
}

#[hdl]
impl Logic for WriteQueue {
    fn update(&mut self) {
        regs!(self, grants, count, parity);
        self.fault_o.next =
            self.parity.q.val() ^ self.grants.q.val().xor() ^ self.count.q.val().xor();
        self.ready_o.next = !self.count.q.val().get_bit(4);
        self.valid_o.next = self.count.q.val().any() | self.push_i.val();
        self.oldest.next = bit_cast::<4, 5>(self.count.q.val()) - 1;
        self.grant_o.next = self.grants.q.val().get_bit(self.oldest.val().index());
        if !self.count.q.val().any() {
            self.grant_o.next = self.push_i.val() & self.grant_i.val();
        }
        self.next_grants.next = self.grants.q.val();
        if self.push_i.val() {
            self.next_grants.next =
                (self.grants.q.val() << 1) | bit_cast::<16, 1>(self.grant_i.val().into());
        }
        self.next_count.next = self.count.q.val();
        if self.push_i.val() & !self.pop_i.val() {
            self.next_count.next = self.count.q.val() + 1;
        } else if self.pop_i.val() & !self.push_i.val() {
            self.next_count.next = self.count.q.val() - 1;
        }
        self.grants.d.next = self.next_grants.val();
        self.count.d.next = self.next_count.val();
        self.parity.d.next = self.next_grants.val().xor() ^ self.next_count.val().xor();
    }
}
