//! The smallest block: where to look first, and what `docs/add-a-block.md` walks through.

use crate::prelude::*;

/// Counts denied transactions of one source; saturates; raises `irq_o` at a threshold.
#[derive(LogicBlock, Module)]
pub struct DenyCounter<const W: usize> {
    /// Clock.
    pub clk_i: Signal<In, Clock>,
    /// Reset, active low.
    pub rst_ni: Signal<In, Bit>,
    /// A transaction was denied in this cycle.
    pub deny_i: Signal<In, Bit>,
    /// Sets the count to zero; goes before `deny_i`.
    pub clear_i: Signal<In, Bit>,
    /// Count at which `irq_o` rises.
    pub threshold_i: Signal<In, Bits<W>>,
    /// Denied transactions since the last clear; stays at its greatest value.
    pub count_o: Signal<Out, Bits<W>>,
    /// The count has reached the threshold.
    pub irq_o: Signal<Out, Bit>,
    count: Reg<Bits<W>>,
}

#[hdl]
impl<const W: usize> Logic for DenyCounter<W> {
    fn update(&mut self) {
        regs!(self, count);
        if self.clear_i.val() {
            self.count.d.next = 0.into();
        } else if self.deny_i.val() & !self.count.q.val().all() {
            self.count.d.next = self.count.q.val() + 1;
        }
        self.count_o.next = self.count.q.val();
        self.irq_o.next = self.count.q.val() >= self.threshold_i.val();
    }
}
