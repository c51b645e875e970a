//! Holds plaintext until its tag is verified.

use crate::prelude::*;

/// What the buffer does.
#[derive(Clone, Copy, Debug, PartialEq, LogicState)]
enum Phase {
    /// After reset: writes zeros to every word.
    WipeAll,
    /// Writes zeros to the words that are left.
    Wipe,
    /// Passes encryptions through, and waits.
    Idle,
    /// Takes the plaintext of a decryption.
    Fill,
    /// Fetches the first word.
    Fetch,
    /// Gives out verified plaintext.
    Release,
}

/// Holds the plaintext of a decryption until its verdict; passes encryptions through.
///
/// 2^AW beats of W bits (S = W / 8, UW = AW + 1), in an SRAM with a write and a read port.
/// A message begins with start_i, while idle_o is high only; decrypt_i says that it is to be held.
/// Held: in_ready_o is high throughout, so that the engine never waits for the receiver. The verdict
/// comes first; after a good one the plaintext follows, and after any other nothing, ever.
/// A text of more than 2^AW beats is taken, and dropped: its verdict is not ok and says overflow,
/// whether or not the tag is right.
/// Each word is overwritten with zeros as it leaves. After a bad verdict, an overflow or clear_i all
/// words are, one a cycle, and after a reset the whole memory is; idle_o is low meanwhile and a
/// cycle longer, until the read port of the memory shows zeros, too.
/// Passed through: no cycle of delay, and the receiver can stall the engine.
/// No output but verdict_ok_o and what follows it depends on whether the tag is right.
#[derive(LogicBlock, Module)]
pub struct HoldBuffer<const W: usize, const S: usize, const AW: usize, const UW: usize> {
    /// Clock.
    pub clk_i: Signal<In, Clock>,
    /// Reset, active low.
    pub rst_ni: Signal<In, Bit>,
    /// Abandons the message; every valid is low in this cycle.
    pub clear_i: Signal<In, Bit>,
    /// A message begins.
    pub start_i: Signal<In, Bit>,
    /// It is a decryption; looked at with start_i.
    pub decrypt_i: Signal<In, Bit>,
    /// The buffer is empty: a message may begin.
    pub idle_o: Signal<Out, Bit>,

    /// Text beat offered by the engine.
    pub in_valid_i: Signal<In, Bit>,
    /// Text beat taken.
    pub in_ready_o: Signal<Out, Bit>,
    /// Ciphertext or plaintext.
    pub in_data_i: Signal<In, Bits<W>>,
    /// Bytes present.
    pub in_strb_i: Signal<In, Bits<S>>,
    /// Ends the text.
    pub in_last_i: Signal<In, Bit>,
    /// Verdict offered by the engine.
    pub tag_valid_i: Signal<In, Bit>,
    /// Verdict taken.
    pub tag_ready_o: Signal<Out, Bit>,
    /// The tag is right.
    pub tag_ok_i: Signal<In, Bit>,

    /// Text beat offered.
    pub out_valid_o: Signal<Out, Bit>,
    /// Text beat taken.
    pub out_ready_i: Signal<In, Bit>,
    /// Ciphertext or verified plaintext; zero while not valid.
    pub out_data_o: Signal<Out, Bits<W>>,
    /// Bytes present; zero while not valid.
    pub out_strb_o: Signal<Out, Bits<S>>,
    /// Ends the text; zero while not valid.
    pub out_last_o: Signal<Out, Bit>,
    /// Verdict offered.
    pub verdict_valid_o: Signal<Out, Bit>,
    /// Verdict taken.
    pub verdict_ready_i: Signal<In, Bit>,
    /// The tag is right, and the plaintext follows; zero while not valid.
    pub verdict_ok_o: Signal<Out, Bit>,
    /// The text was longer than the buffer; zero while not valid.
    pub verdict_overflow_o: Signal<Out, Bit>,

    phase: Reg<Phase>,
    /// Next word to give out or to wipe.
    read: Reg<Bits<UW>>,
    /// Words taken.
    count: Reg<Bits<UW>>,
    overflow: Reg<Bit>,
    words: Ram2<Bits<W>, AW>,
    strobes: Ram2<Bits<S>, AW>,
    fill: Signal<Local, Bit>,
    write: Signal<Local, Bit>,
    wipe: Signal<Local, Bit>,
    released: Signal<Local, Bit>,
    next: Signal<Local, Bits<UW>>,
    ends: Signal<Local, Bit>,
    waddr: Signal<Local, Bits<AW>>,
}

#[hdl]
impl<const W: usize, const S: usize, const AW: usize, const UW: usize> Logic
    for HoldBuffer<W, S, AW, UW>
{
    fn update(&mut self) {
        regs!(self, phase, read, count, overflow);
        self.words.clk_i.next = self.clk_i.val();
        self.strobes.clk_i.next = self.clk_i.val();

        self.fill.next = self.phase.q.val() == Phase::Fill;
        self.idle_o.next = self.phase.q.val() == Phase::Idle;
        self.next.next = self.read.q.val() + 1;
        self.ends.next = self.next.val() == self.count.q.val();

        // Text: passed through, or out of the memory.
        self.in_ready_o.next = self.fill.val();
        self.out_valid_o.next = false;
        self.out_data_o.next = 0.into();
        self.out_strb_o.next = 0.into();
        self.out_last_o.next = false;
        self.released.next = false;
        if self.phase.q.val() == Phase::Idle {
            self.in_ready_o.next = self.out_ready_i.val();
            self.out_valid_o.next = self.in_valid_i.val();
            self.out_data_o.next = self.in_data_i.val();
            self.out_strb_o.next = self.in_strb_i.val();
            self.out_last_o.next = self.in_last_i.val();
        } else if (self.phase.q.val() == Phase::Release) & !self.clear_i.val() {
            self.out_valid_o.next = true;
            self.out_data_o.next = self.words.rdata_o.val();
            self.out_strb_o.next = self.strobes.rdata_o.val();
            self.out_last_o.next = self.ends.val();
            self.released.next = self.out_ready_i.val();
        }

        // Verdict.
        self.verdict_valid_o.next = self.fill.val() & self.tag_valid_i.val();
        self.tag_ready_o.next = self.fill.val() & self.verdict_ready_i.val();
        self.verdict_ok_o.next =
            self.verdict_valid_o.val() & self.tag_ok_i.val() & !self.overflow.q.val();
        self.verdict_overflow_o.next = self.verdict_valid_o.val() & self.overflow.q.val();

        // Memory: a word that comes in, or zeros in the place of one that goes.
        self.write.next = self.fill.val() & self.in_valid_i.val() & !self.count.q.val().get_bit(AW);
        self.wipe.next =
            (self.phase.q.val() == Phase::WipeAll) | (self.phase.q.val() == Phase::Wipe);
        self.waddr.next = bit_cast::<AW, UW>(self.read.q.val());
        self.words.wdata_i.next = 0.into();
        self.strobes.wdata_i.next = 0.into();
        if self.fill.val() {
            self.waddr.next = bit_cast::<AW, UW>(self.count.q.val());
            self.words.wdata_i.next = self.in_data_i.val();
            self.strobes.wdata_i.next = self.in_strb_i.val();
        }
        self.words.we_i.next = self.write.val() | self.wipe.val() | self.released.val();
        self.strobes.we_i.next = self.write.val() | self.wipe.val() | self.released.val();
        self.words.waddr_i.next = self.waddr.val();
        self.strobes.waddr_i.next = self.waddr.val();
        // A word that is given out makes room for the one after it.
        self.words.raddr_i.next = bit_cast::<AW, UW>(self.read.q.val());
        self.strobes.raddr_i.next = bit_cast::<AW, UW>(self.read.q.val());
        if self.released.val() {
            self.words.raddr_i.next = bit_cast::<AW, UW>(self.next.val());
            self.strobes.raddr_i.next = bit_cast::<AW, UW>(self.next.val());
        }

        if self.write.val() {
            self.count.d.next = self.count.q.val() + 1;
        }
        match self.phase.q.val() {
            Phase::WipeAll => {
                self.read.d.next = self.next.val();
                // One cycle more than words, so that zeros are what the memory last read.
                if self.read.q.val().get_bit(AW) {
                    self.read.d.next = 0.into();
                    self.phase.d.next = Phase::Idle;
                }
            }
            Phase::Wipe => {
                self.read.d.next = self.next.val();
                if self.read.q.val() >= self.count.q.val() {
                    self.read.d.next = 0.into();
                    self.count.d.next = 0.into();
                    self.phase.d.next = Phase::Idle;
                }
            }
            Phase::Idle => {
                if self.start_i.val() & self.decrypt_i.val() {
                    self.overflow.d.next = false;
                    self.phase.d.next = Phase::Fill;
                }
            }
            Phase::Fill => {
                if self.in_valid_i.val() & self.count.q.val().get_bit(AW) {
                    self.overflow.d.next = true;
                }
                if self.verdict_valid_o.val() & self.verdict_ready_i.val() {
                    self.phase.d.next = Phase::Wipe;
                    if self.verdict_ok_o.val() {
                        self.phase.d.next = Phase::Fetch;
                    }
                }
            }
            Phase::Fetch => {
                self.phase.d.next = Phase::Release;
            }
            Phase::Release => {
                if self.released.val() {
                    self.read.d.next = self.next.val();
                    if self.ends.val() {
                        self.read.d.next = 0.into();
                        self.count.d.next = 0.into();
                        self.phase.d.next = Phase::Idle;
                    }
                }
            }
        }
        if self.clear_i.val() & (self.phase.q.val() != Phase::WipeAll) {
            self.phase.d.next = Phase::Wipe;
        }
    }
}
