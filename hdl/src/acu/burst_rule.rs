//! What a burst of AXI4 must keep to.

use crate::prelude::*;

/// AxBURST: the same address for every beat.
const FIXED: u64 = 0;
/// AxBURST: wraps at the end of an aligned block.
const WRAP: u64 = 2;
/// AxBURST: not in use.
const RESERVED: u64 = 3;
/// Bytes of a granule.
const GRANULE: u64 = 4096;
/// Longest FIXED burst, as AxLEN.
const FIXED_MAX: u64 = 15;

/// Says of a burst that it breaks AXI4, so that no decision about its first granule covers it.
///
/// SW: bytes of the data bus.
/// Illegal: an INCR burst beyond the granule (4 KiB) it starts in, a FIXED burst of more than 16
/// beats, a WRAP burst that has not 2, 4, 8 or 16 beats or does not start aligned to AxSIZE, the
/// reserved type, beats wider than the bus. FIXED and WRAP bursts stay inside their granule by
/// themselves. Combinational.
#[derive(LogicBlock, Module)]
pub struct BurstRule<const SW: usize> {
    /// Bits 11:0 of AxADDR.
    pub offset_i: Signal<In, Bits<12>>,
    /// AxLEN.
    pub len_i: Signal<In, Bits<8>>,
    /// AxSIZE.
    pub size_i: Signal<In, Bits<3>>,
    /// AxBURST.
    pub burst_i: Signal<In, Bits<2>>,
    /// The burst is illegal.
    pub illegal_o: Signal<Out, Bit>,
    /// Address of the last beat, for an aligned start at 0.
    span: Signal<Local, Bits<16>>,
    last: Signal<Local, Bits<16>>,
    /// Bits of an address that AxSIZE wants to be zero.
    unaligned: Signal<Local, Bits<8>>,
    too_wide: Signal<Local, Bit>,
}

#[hdl]
impl<const SW: usize> Logic for BurstRule<SW> {
    fn update(&mut self) {
        self.span.next = bit_cast::<16, 8>(self.len_i.val()) << self.size_i.val();
        // The bytes of the start below AxSIZE do not matter: they never reach the next granule.
        self.last.next = bit_cast::<16, 12>(self.offset_i.val()) + self.span.val();
        self.unaligned.next = self.offset_i.val().get_bits::<8>(0)
            & !(bit_cast::<8, 8>(255.into()) << self.size_i.val());
        self.too_wide.next = (bit_cast::<8, 1>(1.into()) << self.size_i.val()).index() > SW;
        self.illegal_o.next = self.too_wide.val() | (self.last.val() >= GRANULE);
        if self.burst_i.val() == FIXED {
            self.illegal_o.next = self.too_wide.val() | (self.len_i.val() > FIXED_MAX);
        } else if self.burst_i.val() == WRAP {
            self.illegal_o.next = self.too_wide.val()
                | self.unaligned.val().any()
                | ((self.len_i.val() != 1)
                    & (self.len_i.val() != 3)
                    & (self.len_i.val() != 7)
                    & (self.len_i.val() != 15));
        } else if self.burst_i.val() == RESERVED {
            self.illegal_o.next = true;
        }
    }
}
