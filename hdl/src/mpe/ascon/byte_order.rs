//! Byte order of Ascon's words.

use crate::prelude::*;

/// Translates between a stream beat (byte i in bits [8i+7:8i]) and Ascon words.
///
/// Ascon v1.2 reads words of eight bytes big-endian, NIST SP 800-232 little-endian; the translation
/// is its own inverse. W: 32 (half a word), 64 or 128 (two words, the first one lowest) bits.
/// VARIANT as in ascon_aead; only VARIANT = 3 has a multiplexer and looks at little_endian_i.
/// Combinational.
#[derive(LogicBlock, Module)]
pub struct ByteOrder<const VARIANT: usize, const W: usize> {
    /// Leaves the bytes as they are (SP 800-232). Not used by a core of one variant.
    pub little_endian_i: Signal<In, Bit>,
    /// Beat or words.
    pub data_i: Signal<In, Bits<W>>,
    /// Words or beat.
    pub data_o: Signal<Out, Bits<W>>,
}

#[hdl]
impl<const VARIANT: usize, const W: usize> Logic for ByteOrder<VARIANT, W> {
    fn update(&mut self) {
        self.data_o.next = self.data_i.val();
        if VARIANT != 2 {
            if W == 32 {
                self.data_o.next = (bit_cast::<W, 8>(bit_cast::<8, W>(self.data_i.val())) << 24)
                    | (bit_cast::<W, 8>(bit_cast::<8, W>(self.data_i.val() >> 8)) << 16)
                    | (bit_cast::<W, 8>(bit_cast::<8, W>(self.data_i.val() >> 16)) << 8)
                    | bit_cast::<W, 8>(bit_cast::<8, W>(self.data_i.val() >> 24));
            } else if W == 64 {
                self.data_o.next = (bit_cast::<W, 8>(bit_cast::<8, W>(self.data_i.val())) << 56)
                    | (bit_cast::<W, 8>(bit_cast::<8, W>(self.data_i.val() >> 8)) << 48)
                    | (bit_cast::<W, 8>(bit_cast::<8, W>(self.data_i.val() >> 16)) << 40)
                    | (bit_cast::<W, 8>(bit_cast::<8, W>(self.data_i.val() >> 24)) << 32)
                    | (bit_cast::<W, 8>(bit_cast::<8, W>(self.data_i.val() >> 32)) << 24)
                    | (bit_cast::<W, 8>(bit_cast::<8, W>(self.data_i.val() >> 40)) << 16)
                    | (bit_cast::<W, 8>(bit_cast::<8, W>(self.data_i.val() >> 48)) << 8)
                    | bit_cast::<W, 8>(bit_cast::<8, W>(self.data_i.val() >> 56));
            } else {
                self.data_o.next = (bit_cast::<W, 8>(bit_cast::<8, W>(self.data_i.val() >> 64))
                    << 120)
                    | (bit_cast::<W, 8>(bit_cast::<8, W>(self.data_i.val() >> 72)) << 112)
                    | (bit_cast::<W, 8>(bit_cast::<8, W>(self.data_i.val() >> 80)) << 104)
                    | (bit_cast::<W, 8>(bit_cast::<8, W>(self.data_i.val() >> 88)) << 96)
                    | (bit_cast::<W, 8>(bit_cast::<8, W>(self.data_i.val() >> 96)) << 88)
                    | (bit_cast::<W, 8>(bit_cast::<8, W>(self.data_i.val() >> 104)) << 80)
                    | (bit_cast::<W, 8>(bit_cast::<8, W>(self.data_i.val() >> 112)) << 72)
                    | (bit_cast::<W, 8>(bit_cast::<8, W>(self.data_i.val() >> 120)) << 64)
                    | (bit_cast::<W, 8>(bit_cast::<8, W>(self.data_i.val())) << 56)
                    | (bit_cast::<W, 8>(bit_cast::<8, W>(self.data_i.val() >> 8)) << 48)
                    | (bit_cast::<W, 8>(bit_cast::<8, W>(self.data_i.val() >> 16)) << 40)
                    | (bit_cast::<W, 8>(bit_cast::<8, W>(self.data_i.val() >> 24)) << 32)
                    | (bit_cast::<W, 8>(bit_cast::<8, W>(self.data_i.val() >> 32)) << 24)
                    | (bit_cast::<W, 8>(bit_cast::<8, W>(self.data_i.val() >> 40)) << 16)
                    | (bit_cast::<W, 8>(bit_cast::<8, W>(self.data_i.val() >> 48)) << 8)
                    | bit_cast::<W, 8>(bit_cast::<8, W>(self.data_i.val() >> 56));
            }
            if VARIANT == 3 {
                if self.little_endian_i.val() {
                    self.data_o.next = self.data_i.val();
                }
            }
        }
    }
}
