//! Byte lanes and padding of a stream beat.

use crate::prelude::*;

/// Finds the bytes of a beat that hold data, and where its padding byte goes.
///
/// Bytes above the first gap of strb_i count as absent. The padding byte comes right after the
/// data, in the last beat only, and only where that beat has room for it. Byte i is in bits
/// [8i+7:8i]. Combinational.
#[derive(LogicBlock, Module)]
pub struct ByteLanes {
    /// Bytes of the beat that hold data.
    pub strb_i: Signal<In, Bits<8>>,
    /// The beat ends its stream.
    pub last_i: Signal<In, Bit>,
    /// The padding byte.
    pub pad_byte_i: Signal<In, Bits<8>>,
    /// strb_i without the bytes above its first gap.
    pub keep_o: Signal<Out, Bits<8>>,
    /// keep_o with eight bits for each byte.
    pub mask_o: Signal<Out, Bits<64>>,
    /// The padding byte in its place, zeros elsewhere.
    pub pad_o: Signal<Out, Bits<64>>,
    lane: [Signal<Local, Bits<8>>; 8],
    pad: [Signal<Local, Bits<8>>; 8],
    above: Signal<Local, Bits<8>>,
    pad_at: Signal<Local, Bits<8>>,
}

#[hdl]
impl Logic for ByteLanes {
    fn update(&mut self) {
        // Adding 1 turns the ones below the first gap into zeros and the gap into a one.
        self.above.next = self.strb_i.val() + 1;
        self.keep_o.next = self.strb_i.val() & !self.above.val();
        self.pad_at.next = 0.into();
        if self.last_i.val() {
            self.pad_at.next = !self.strb_i.val() & self.above.val();
        }
        for i in 0..8 {
            self.lane[i].next = 0.into();
            if self.keep_o.val().get_bit(i) {
                self.lane[i].next = 0xff.into();
            }
            self.pad[i].next = 0.into();
            if self.pad_at.val().get_bit(i) {
                self.pad[i].next = self.pad_byte_i.val();
            }
        }
        self.mask_o.next = (bit_cast::<64, 8>(self.lane[7].val()) << 56)
            | (bit_cast::<64, 8>(self.lane[6].val()) << 48)
            | (bit_cast::<64, 8>(self.lane[5].val()) << 40)
            | (bit_cast::<64, 8>(self.lane[4].val()) << 32)
            | (bit_cast::<64, 8>(self.lane[3].val()) << 24)
            | (bit_cast::<64, 8>(self.lane[2].val()) << 16)
            | (bit_cast::<64, 8>(self.lane[1].val()) << 8)
            | bit_cast::<64, 8>(self.lane[0].val());
        self.pad_o.next = (bit_cast::<64, 8>(self.pad[7].val()) << 56)
            | (bit_cast::<64, 8>(self.pad[6].val()) << 48)
            | (bit_cast::<64, 8>(self.pad[5].val()) << 40)
            | (bit_cast::<64, 8>(self.pad[4].val()) << 32)
            | (bit_cast::<64, 8>(self.pad[3].val()) << 24)
            | (bit_cast::<64, 8>(self.pad[2].val()) << 16)
            | (bit_cast::<64, 8>(self.pad[1].val()) << 8)
            | bit_cast::<64, 8>(self.pad[0].val());
    }
}
