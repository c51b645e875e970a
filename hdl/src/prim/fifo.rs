//! First-in first-out buffer.

use crate::prelude::*;

/// First-in first-out buffer of 2^AW words with asynchronous read.
///
/// UW = AW + 1: width of the pointers, whose difference is the number of words held.
/// The oldest word is on data_o while valid_o is high, without a request. Not fall-through: a
/// word taken shows one cycle later, and no output depends on an input of the same cycle. A full
/// buffer takes no word, even while one is taken from it. Words keep their order; none is lost
/// or doubled. data_o is unspecified while valid_o is low.
#[derive(LogicBlock, Module)]
#[module(no_default)]
pub struct Fifo<T: Synth, const AW: usize, const UW: usize> {
    /// Clock.
    pub clk_i: Signal<In, Clock>,
    /// Reset, active low; empties the buffer.
    pub rst_ni: Signal<In, Bit>,
    /// Word offered.
    pub valid_i: Signal<In, Bit>,
    /// Word taken: the buffer is not full.
    pub ready_o: Signal<Out, Bit>,
    /// Word.
    pub data_i: Signal<In, T>,
    /// Word offered: the buffer is not empty.
    pub valid_o: Signal<Out, Bit>,
    /// Word taken.
    pub ready_i: Signal<In, Bit>,
    /// Word.
    pub data_o: Signal<Out, T>,
    /// Words held, 0 to 2^AW.
    pub usage_o: Signal<Out, Bits<UW>>,
    write: Reg<Bits<UW>>,
    read: Reg<Bits<UW>>,
    words: RegFile<T, AW>,
    push: Signal<Local, Bit>,
}

impl<T: Synth, const AW: usize, const UW: usize> Default for Fifo<T, AW, UW> {
    fn default() -> Self {
        const {
            assert!(
                UW == AW + 1,
                "the pointers of a Fifo are one bit wider than its addresses"
            )
        };
        Fifo {
            clk_i: Signal::default(),
            rst_ni: Signal::default(),
            valid_i: Signal::default(),
            ready_o: Signal::default(),
            data_i: Signal::default(),
            valid_o: Signal::default(),
            ready_i: Signal::default(),
            data_o: Signal::default(),
            usage_o: Signal::default(),
            write: Reg::default(),
            read: Reg::default(),
            words: RegFile::default(),
            push: Signal::default(),
        }
    }
}

#[hdl]
impl<T: Synth, const AW: usize, const UW: usize> Logic for Fifo<T, AW, UW> {
    fn update(&mut self) {
        regs!(self, write, read);
        self.usage_o.next = self.write.q.val() - self.read.q.val();
        // The greatest number of words, 2^AW, is the only one with this bit set.
        self.ready_o.next = !self.usage_o.val().get_bit(AW);
        self.valid_o.next = self.usage_o.val().any();
        self.push.next = self.valid_i.val() & self.ready_o.val();
        if self.push.val() {
            self.write.d.next = self.write.q.val() + 1;
        }
        if self.valid_o.val() & self.ready_i.val() {
            self.read.d.next = self.read.q.val() + 1;
        }
        self.words.clk_i.next = self.clk_i.val();
        self.words.we_i.next = self.push.val();
        self.words.waddr_i.next = bit_cast::<AW, UW>(self.write.q.val());
        self.words.wdata_i.next = self.data_i.val();
        self.words.raddr_i.next = bit_cast::<AW, UW>(self.read.q.val());
        self.data_o.next = self.words.rdata_o.val();
    }
}
