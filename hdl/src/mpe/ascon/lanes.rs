//! Byte lanes and padding of a stream beat.

use crate::prelude::*;

/// Finds the bytes of a beat that hold data, and where its padding byte goes.
///
/// W: bits of a beat; S = W / 8. Bytes above the first gap of strb_i count as absent. The padding
/// byte comes right after the data, and only where the beat has room for it. Byte i is in bits
/// [8i+7:8i]. Combinational.
#[derive(LogicBlock, Module)]
pub struct ByteLanes<const W: usize, const S: usize> {
    /// Bytes of the beat that hold data.
    pub strb_i: Signal<In, Bits<S>>,
    /// The data of the stream ends in this beat, or ended with the beat before.
    pub pad_i: Signal<In, Bit>,
    /// Padding byte 01 (SP 800-232); otherwise 80 (Ascon v1.2).
    pub sp_800_232_i: Signal<In, Bit>,
    /// strb_i without the bytes above its first gap.
    pub keep_o: Signal<Out, Bits<S>>,
    /// keep_o with eight bits for each byte.
    pub mask_o: Signal<Out, Bits<W>>,
    /// The padding byte in its place, zeros elsewhere.
    pub pad_o: Signal<Out, Bits<W>>,
    above: Signal<Local, Bits<S>>,
    pad_at: Signal<Local, Bits<S>>,
    keep_spread: Signal<Local, Bits<W>>,
    pad_spread: Signal<Local, Bits<W>>,
}

#[hdl]
impl<const W: usize, const S: usize> Logic for ByteLanes<W, S> {
    fn update(&mut self) {
        // Adding 1 turns the ones below the first gap into zeros and the gap into a one.
        self.above.next = self.strb_i.val() + 1;
        self.keep_o.next = self.strb_i.val() & !self.above.val();
        self.pad_at.next = 0.into();
        if self.pad_i.val() {
            self.pad_at.next = !self.strb_i.val() & self.above.val();
        }
        // Bit i to bit 8i.
        if S == 4 {
            self.keep_spread.next = (bit_cast::<W, 1>(bit_cast::<1, S>(self.keep_o.val() >> 3))
                << 24)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.keep_o.val() >> 2)) << 16)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.keep_o.val() >> 1)) << 8)
                | bit_cast::<W, 1>(bit_cast::<1, S>(self.keep_o.val()));
        } else if S == 8 {
            self.keep_spread.next = (bit_cast::<W, 1>(bit_cast::<1, S>(self.keep_o.val() >> 7))
                << 56)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.keep_o.val() >> 6)) << 48)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.keep_o.val() >> 5)) << 40)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.keep_o.val() >> 4)) << 32)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.keep_o.val() >> 3)) << 24)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.keep_o.val() >> 2)) << 16)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.keep_o.val() >> 1)) << 8)
                | bit_cast::<W, 1>(bit_cast::<1, S>(self.keep_o.val()));
        } else {
            self.keep_spread.next = (bit_cast::<W, 1>(bit_cast::<1, S>(self.keep_o.val() >> 15))
                << 120)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.keep_o.val() >> 14)) << 112)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.keep_o.val() >> 13)) << 104)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.keep_o.val() >> 12)) << 96)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.keep_o.val() >> 11)) << 88)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.keep_o.val() >> 10)) << 80)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.keep_o.val() >> 9)) << 72)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.keep_o.val() >> 8)) << 64)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.keep_o.val() >> 7)) << 56)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.keep_o.val() >> 6)) << 48)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.keep_o.val() >> 5)) << 40)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.keep_o.val() >> 4)) << 32)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.keep_o.val() >> 3)) << 24)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.keep_o.val() >> 2)) << 16)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.keep_o.val() >> 1)) << 8)
                | bit_cast::<W, 1>(bit_cast::<1, S>(self.keep_o.val()));
        }
        if S == 4 {
            self.pad_spread.next = (bit_cast::<W, 1>(bit_cast::<1, S>(self.pad_at.val() >> 3))
                << 24)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.pad_at.val() >> 2)) << 16)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.pad_at.val() >> 1)) << 8)
                | bit_cast::<W, 1>(bit_cast::<1, S>(self.pad_at.val()));
        } else if S == 8 {
            self.pad_spread.next = (bit_cast::<W, 1>(bit_cast::<1, S>(self.pad_at.val() >> 7))
                << 56)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.pad_at.val() >> 6)) << 48)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.pad_at.val() >> 5)) << 40)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.pad_at.val() >> 4)) << 32)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.pad_at.val() >> 3)) << 24)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.pad_at.val() >> 2)) << 16)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.pad_at.val() >> 1)) << 8)
                | bit_cast::<W, 1>(bit_cast::<1, S>(self.pad_at.val()));
        } else {
            self.pad_spread.next = (bit_cast::<W, 1>(bit_cast::<1, S>(self.pad_at.val() >> 15))
                << 120)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.pad_at.val() >> 14)) << 112)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.pad_at.val() >> 13)) << 104)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.pad_at.val() >> 12)) << 96)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.pad_at.val() >> 11)) << 88)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.pad_at.val() >> 10)) << 80)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.pad_at.val() >> 9)) << 72)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.pad_at.val() >> 8)) << 64)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.pad_at.val() >> 7)) << 56)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.pad_at.val() >> 6)) << 48)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.pad_at.val() >> 5)) << 40)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.pad_at.val() >> 4)) << 32)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.pad_at.val() >> 3)) << 24)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.pad_at.val() >> 2)) << 16)
                | (bit_cast::<W, 1>(bit_cast::<1, S>(self.pad_at.val() >> 1)) << 8)
                | bit_cast::<W, 1>(bit_cast::<1, S>(self.pad_at.val()));
        }
        self.mask_o.next = self.keep_spread.val()
            | (self.keep_spread.val() << 1)
            | (self.keep_spread.val() << 2)
            | (self.keep_spread.val() << 3)
            | (self.keep_spread.val() << 4)
            | (self.keep_spread.val() << 5)
            | (self.keep_spread.val() << 6)
            | (self.keep_spread.val() << 7);
        self.pad_o.next = self.pad_spread.val() << 7;
        if self.sp_800_232_i.val() {
            self.pad_o.next = self.pad_spread.val();
        }
    }
}
