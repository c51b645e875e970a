//! Byte order of Ascon's words.

use crate::prelude::*;

/// Translates between a stream beat (byte i in bits [8i+7:8i]) and an Ascon word.
///
/// Ascon v1.2 reads words big-endian, NIST SP 800-232 little-endian; the translation is its own
/// inverse. VARIANT as in ascon_aead; only VARIANT = 3 has a multiplexer and looks at
/// little_endian_i. Combinational.
#[derive(LogicBlock, Module)]
pub struct ByteOrder<const VARIANT: usize> {
    /// Leaves the bytes as they are (SP 800-232). Not used by a core of one variant.
    pub little_endian_i: Signal<In, Bit>,
    /// Beat or word.
    pub data_i: Signal<In, Bits<64>>,
    /// Word or beat.
    pub data_o: Signal<Out, Bits<64>>,
}

#[hdl]
impl<const VARIANT: usize> Logic for ByteOrder<VARIANT> {
    fn update(&mut self) {
        self.data_o.next = self.data_i.val();
        if VARIANT != 2 {
            self.data_o.next = (bit_cast::<64, 8>(self.data_i.val().get_bits::<8>(0)) << 56)
                | (bit_cast::<64, 8>(self.data_i.val().get_bits::<8>(8)) << 48)
                | (bit_cast::<64, 8>(self.data_i.val().get_bits::<8>(16)) << 40)
                | (bit_cast::<64, 8>(self.data_i.val().get_bits::<8>(24)) << 32)
                | (bit_cast::<64, 8>(self.data_i.val().get_bits::<8>(32)) << 24)
                | (bit_cast::<64, 8>(self.data_i.val().get_bits::<8>(40)) << 16)
                | (bit_cast::<64, 8>(self.data_i.val().get_bits::<8>(48)) << 8)
                | bit_cast::<64, 8>(self.data_i.val().get_bits::<8>(56));
            if VARIANT == 3 {
                if self.little_endian_i.val() {
                    self.data_o.next = self.data_i.val();
                }
            }
        }
    }
}
