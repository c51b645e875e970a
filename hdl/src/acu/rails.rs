//! A flag on two rails.

use crate::prelude::*;

/// A flag, held together with its complement: high only while both say so, and low after reset.
#[derive(LogicBlock, Module)]
#[module(no_default)]
pub struct Rails {
    /// Clock.
    pub clk_i: Signal<In, Clock>,
    /// Reset, active low.
    pub rst_ni: Signal<In, Bit>,
    /// Next value.
    pub flag_i: Signal<In, Bit>,
    /// The flag; low while the rails disagree.
    pub flag_o: Signal<Out, Bit>,
    /// The rails disagree.
    pub fault_o: Signal<Out, Bit>,
    on: Reg<Bit>,
    off: Reg<Bit>,
}

impl Default for Rails {
    fn default() -> Self {
        Rails {
            clk_i: Signal::default(),
            rst_ni: Signal::default(),
            flag_i: Signal::default(),
            flag_o: Signal::default(),
            fault_o: Signal::default(),
            on: Reg::default(),
            off: Reg::new(true),
        }
    }
}

#[hdl]
impl Logic for Rails {
    fn update(&mut self) {
        regs!(self, on, off);
        self.on.d.next = self.flag_i.val();
        self.off.d.next = !self.flag_i.val();
        self.flag_o.next = self.on.q.val() & !self.off.q.val();
        self.fault_o.next = self.on.q.val() == self.off.q.val();
    }
}
