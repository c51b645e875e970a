//! The key register.

use crate::prelude::*;

/// The 128-bit key, shifted in beat by beat, first beat lowest.
///
/// The first beat of a key clears what was there. Not reset: clear it for a cycle after reset.
#[derive(LogicBlock, Module)]
pub struct AsconKey<const W: usize> {
    /// Clock.
    pub clk_i: Signal<In, Clock>,
    /// Reset, active low; not used.
    pub rst_ni: Signal<In, Bit>,
    /// The key becomes zero; goes before load_i.
    pub clear_i: Signal<In, Bit>,
    /// A beat comes in.
    pub load_i: Signal<In, Bit>,
    /// It is the first beat of a key.
    pub first_i: Signal<In, Bit>,
    /// The beat.
    pub data_i: Signal<In, Bits<W>>,
    /// Bytes 0 to 7 of the key.
    pub key0_o: Signal<Out, Bits<64>>,
    /// Bytes 8 to 15.
    pub key1_o: Signal<Out, Bits<64>>,
    key: DataReg<Bits<128>>,
    kept: Signal<Local, Bits<128>>,
    shifted: Signal<Local, Bits<128>>,
    entered: Signal<Local, Bits<128>>,
}

#[hdl]
impl<const W: usize> Logic for AsconKey<W> {
    fn update(&mut self) {
        regs!(self, key);
        self.kept.next = 0.into();
        if !self.clear_i.val() & !self.load_i.val() {
            self.kept.next = self.key.q.val();
        }
        self.shifted.next = 0.into();
        self.entered.next = 0.into();
        if !self.clear_i.val() & self.load_i.val() {
            if W == 32 {
                self.entered.next = bit_cast::<128, W>(self.data_i.val()) << 96;
            } else if W == 64 {
                self.entered.next = bit_cast::<128, W>(self.data_i.val()) << 64;
            } else {
                self.entered.next = bit_cast::<128, W>(self.data_i.val());
            }
        }
        if !self.clear_i.val() & self.load_i.val() & !self.first_i.val() {
            if W == 32 {
                self.shifted.next = self.key.q.val() >> 32;
            } else if W == 64 {
                self.shifted.next = self.key.q.val() >> 64;
            }
        }
        self.key.d.next = self.kept.val() | self.shifted.val() | self.entered.val();
        self.key0_o.next = self.key.q.val().get_bits::<64>(0);
        self.key1_o.next = self.key.q.val().get_bits::<64>(64);
    }
}
