//! Denials of one entry.

use crate::prelude::*;

/// Counts denied reads and writes, of which one each may come in the same cycle; saturates.
///
/// deny_counter for two directions. CW: bits of the count.
#[derive(LogicBlock, Module)]
pub struct EntryCounter<const CW: usize> {
    /// Clock.
    pub clk_i: Signal<In, Clock>,
    /// Reset, active low.
    pub rst_ni: Signal<In, Bit>,
    /// A read was denied.
    pub read_i: Signal<In, Bit>,
    /// A write was denied.
    pub write_i: Signal<In, Bit>,
    /// Sets the count to zero; goes before the denials of the same cycle.
    pub clear_i: Signal<In, Bit>,
    /// Denials since the last clear; stays at its greatest value.
    pub count_o: Signal<Out, Bits<CW>>,
    count: Reg<Bits<CW>>,
    one: Signal<Local, Bit>,
    two: Signal<Local, Bit>,
}

#[hdl]
impl<const CW: usize> Logic for EntryCounter<CW> {
    fn update(&mut self) {
        regs!(self, count);
        self.one.next = self.read_i.val() ^ self.write_i.val();
        self.two.next = self.read_i.val() & self.write_i.val();
        self.count.d.next = self.count.q.val()
            + (bit_cast::<CW, 1>(self.one.val().into())
                | (bit_cast::<CW, 1>(self.two.val().into()) << 1));
        // One below the greatest value, two do not fit.
        if (self.one.val() & self.count.q.val().all())
            | (self.two.val() & (self.count.q.val() | 1).all())
        {
            self.count.d.next = !bit_cast::<CW, 1>(0.into());
        }
        if self.clear_i.val() {
            self.count.d.next = 0.into();
        }
        self.count_o.next = self.count.q.val();
    }
}
