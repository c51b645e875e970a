//! A word of the state.

use crate::prelude::*;

/// One 64-bit word of the Ascon state.
///
/// Each cycle it takes the permuted word (run_i), XORs the addend (keep_i; zero holds the word), or
/// becomes zero (neither). Never both. Not reset: hold both low for a cycle after reset.
#[derive(LogicBlock, Module)]
pub struct AsconWord {
    /// Clock.
    pub clk_i: Signal<In, Clock>,
    /// Reset, active low; not used.
    pub rst_ni: Signal<In, Bit>,
    /// Takes the permuted word.
    pub run_i: Signal<In, Bit>,
    /// Takes the sum of the word and the addend.
    pub keep_i: Signal<In, Bit>,
    /// The word after the rounds of this cycle.
    pub permuted_i: Signal<In, Bits<64>>,
    /// What is XORed to the word.
    pub addend_i: Signal<In, Bits<64>>,
    /// The word.
    pub word_o: Signal<Out, Bits<64>>,
    word: DataReg<Bits<64>>,
    permuted: Signal<Local, Bits<64>>,
    kept: Signal<Local, Bits<64>>,
}

#[hdl]
impl Logic for AsconWord {
    fn update(&mut self) {
        regs!(self, word);
        // Two selects in place of a multiplexer: clearing costs no gate.
        self.permuted.next = 0.into();
        if self.run_i.val() {
            self.permuted.next = self.permuted_i.val();
        }
        self.kept.next = 0.into();
        if self.keep_i.val() {
            self.kept.next = self.word.q.val() ^ self.addend_i.val();
        }
        self.word.d.next = self.permuted.val() | self.kept.val();
        self.word_o.next = self.word.q.val();
    }
}
