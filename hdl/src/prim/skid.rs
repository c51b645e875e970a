//! Skid buffer.

use crate::prelude::*;

/// Cuts the path of ready through a stream: ready_o comes from a register.
///
/// Full throughput, no latency: valid and data pass through in the same cycle. A word that
/// arrives while the receiver stalls is held; ready_o falls in the cycle after. Words keep their
/// order; none is lost or doubled. data_o is unspecified while valid_o is low.
#[derive(LogicBlock, Module)]
pub struct SkidBuffer<T: Synth> {
    /// Clock.
    pub clk_i: Signal<In, Clock>,
    /// Reset, active low.
    pub rst_ni: Signal<In, Bit>,
    /// Word offered; stays high until the word is taken.
    pub valid_i: Signal<In, Bit>,
    /// Word taken.
    pub ready_o: Signal<Out, Bit>,
    /// Word.
    pub data_i: Signal<In, T>,
    /// Word offered.
    pub valid_o: Signal<Out, Bit>,
    /// Word taken.
    pub ready_i: Signal<In, Bit>,
    /// Word.
    pub data_o: Signal<Out, T>,
    full: Reg<Bit>,
    held: DataReg<T>,
}

#[hdl]
impl<T: Synth> Logic for SkidBuffer<T> {
    fn update(&mut self) {
        regs!(self, full, held);
        self.ready_o.next = !self.full.q.val();
        self.valid_o.next = self.valid_i.val() | self.full.q.val();
        self.data_o.next = self.data_i.val();
        if self.full.q.val() {
            self.data_o.next = self.held.q.val();
        }
        self.full.d.next = self.valid_o.val() & !self.ready_i.val();
        if !self.full.q.val() {
            self.held.d.next = self.data_i.val();
        }
    }
}
