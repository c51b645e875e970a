//! One round of the Ascon permutation.

use crate::prelude::*;

/// One round of the Ascon permutation: constant addition, substitution, linear diffusion.
///
/// Ascon v1.2, section 2.6; NIST SP 800-232, section 3. Words are numbers, bit 63 the most
/// significant, in both. Combinational; chain it for several rounds a cycle.
#[derive(LogicBlock, Module)]
pub struct AsconRound {
    /// Round constant; p12 takes f0, e1, ... 4b, a shorter permutation the last ones of these.
    pub constant_i: Signal<In, Bits<8>>,
    /// Word 0 before the round.
    pub x0_i: Signal<In, Bits<64>>,
    /// Word 1 before the round.
    pub x1_i: Signal<In, Bits<64>>,
    /// Word 2 before the round.
    pub x2_i: Signal<In, Bits<64>>,
    /// Word 3 before the round.
    pub x3_i: Signal<In, Bits<64>>,
    /// Word 4 before the round.
    pub x4_i: Signal<In, Bits<64>>,
    /// Word 0 after the round.
    pub x0_o: Signal<Out, Bits<64>>,
    /// Word 1 after the round.
    pub x1_o: Signal<Out, Bits<64>>,
    /// Word 2 after the round.
    pub x2_o: Signal<Out, Bits<64>>,
    /// Word 3 after the round.
    pub x3_o: Signal<Out, Bits<64>>,
    /// Word 4 after the round.
    pub x4_o: Signal<Out, Bits<64>>,
    // Input of the chi-like middle of the S-box; words 1 and 3 enter it unchanged.
    a0: Signal<Local, Bits<64>>,
    a2: Signal<Local, Bits<64>>,
    a4: Signal<Local, Bits<64>>,
    // Its output.
    b0: Signal<Local, Bits<64>>,
    b1: Signal<Local, Bits<64>>,
    b2: Signal<Local, Bits<64>>,
    b3: Signal<Local, Bits<64>>,
    b4: Signal<Local, Bits<64>>,
    // Output of the S-box; word 4 leaves the middle as it is.
    s0: Signal<Local, Bits<64>>,
    s1: Signal<Local, Bits<64>>,
    s2: Signal<Local, Bits<64>>,
    s3: Signal<Local, Bits<64>>,
}

#[hdl]
impl Logic for AsconRound {
    fn update(&mut self) {
        self.a0.next = self.x0_i.val() ^ self.x4_i.val();
        self.a2.next = self.x2_i.val() ^ bit_cast::<64, 8>(self.constant_i.val()) ^ self.x1_i.val();
        self.a4.next = self.x4_i.val() ^ self.x3_i.val();

        self.b0.next = self.a0.val() ^ (!self.x1_i.val() & self.a2.val());
        self.b1.next = self.x1_i.val() ^ (!self.a2.val() & self.x3_i.val());
        self.b2.next = self.a2.val() ^ (!self.x3_i.val() & self.a4.val());
        self.b3.next = self.x3_i.val() ^ (!self.a4.val() & self.a0.val());
        self.b4.next = self.a4.val() ^ (!self.a0.val() & self.x1_i.val());

        self.s0.next = self.b0.val() ^ self.b4.val();
        self.s1.next = self.b1.val() ^ self.b0.val();
        self.s2.next = !self.b2.val();
        self.s3.next = self.b3.val() ^ self.b2.val();

        self.x0_o.next = self.s0.val()
            ^ ((self.s0.val() << 45) | (self.s0.val() >> 19))
            ^ ((self.s0.val() << 36) | (self.s0.val() >> 28));
        self.x1_o.next = self.s1.val()
            ^ ((self.s1.val() << 3) | (self.s1.val() >> 61))
            ^ ((self.s1.val() << 25) | (self.s1.val() >> 39));
        self.x2_o.next = self.s2.val()
            ^ ((self.s2.val() << 63) | (self.s2.val() >> 1))
            ^ ((self.s2.val() << 58) | (self.s2.val() >> 6));
        self.x3_o.next = self.s3.val()
            ^ ((self.s3.val() << 54) | (self.s3.val() >> 10))
            ^ ((self.s3.val() << 47) | (self.s3.val() >> 17));
        self.x4_o.next = self.b4.val()
            ^ ((self.b4.val() << 57) | (self.b4.val() >> 7))
            ^ ((self.b4.val() << 23) | (self.b4.val() >> 41));
    }
}
