//! A comparator that synthesis makes small.

use crate::prelude::*;

/// The lower 32 bits.
const LOW_HALF: u64 = 0xffff_ffff;

/// Whether a_i <= b_i, unsigned, of W bits (at most 64).
///
/// Bits are joined two, four, eight and so on at a time; only what the result needs is left of it.
/// yosys makes a subtractor of the operator, which takes half as much again. Combinational.
#[derive(LogicBlock, Module)]
pub struct AtMost<const W: usize> {
    /// Left side.
    pub a_i: Signal<In, Bits<W>>,
    /// Right side.
    pub b_i: Signal<In, Bits<W>>,
    /// The left side is less or equal.
    pub yes_o: Signal<Out, Bit>,
    /// Bit i: in the 1, 2, 4 … bits up to and with i, the left side is less.
    less: [Signal<Local, Bits<W>>; 7],
    /// As less, or equal.
    most: [Signal<Local, Bits<W>>; 7],
    /// The highest bit.
    top: Signal<Local, Bits<W>>,
}

#[hdl]
impl<const W: usize> Logic for AtMost<W> {
    fn update(&mut self) {
        self.less[0].next = !self.a_i.val() & self.b_i.val();
        self.most[0].next = !self.a_i.val() | self.b_i.val();
        self.less[1].next = self.less[0].val() | (self.most[0].val() & (self.less[0].val() << 1));
        self.most[1].next = self.most[0].val() & ((self.most[0].val() << 1) | 1);
        self.less[2].next = self.less[1].val() | (self.most[1].val() & (self.less[1].val() << 2));
        self.most[2].next = self.most[1].val() & ((self.most[1].val() << 2) | 3);
        self.less[3].next = self.less[2].val() | (self.most[2].val() & (self.less[2].val() << 4));
        self.most[3].next = self.most[2].val() & ((self.most[2].val() << 4) | 15);
        self.less[4].next = self.less[3].val() | (self.most[3].val() & (self.less[3].val() << 8));
        self.most[4].next = self.most[3].val() & ((self.most[3].val() << 8) | 255);
        self.less[5].next = self.less[4].val() | (self.most[4].val() & (self.less[4].val() << 16));
        self.most[5].next = self.most[4].val() & ((self.most[4].val() << 16) | 65535);
        self.less[6].next = self.less[5].val();
        self.most[6].next = self.most[5].val();
        if W > 32 {
            self.less[6].next =
                self.less[5].val() | (self.most[5].val() & (self.less[5].val() << 32));
            self.most[6].next = self.most[5].val() & ((self.most[5].val() << 32) | LOW_HALF);
        }
        self.top.next = !(!bit_cast::<W, 1>(0.into()) >> 1);
        self.yes_o.next = ((self.less[6].val() | self.most[6].val()) & self.top.val()).any();
    }
}
