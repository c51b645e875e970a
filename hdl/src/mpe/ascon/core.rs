//! The authenticated-encryption core.

use super::{AsconKey, AsconRound, AsconWord, ByteLanes, ByteOrder};
use crate::prelude::*;

/// Initialisation vector of Ascon-128: key 128, rate 64 bits, 12 and 6 rounds.
const IV_ASCON_128: u64 = 0x8040_0c06_0000_0000;
/// Initialisation vector of Ascon-128a: key 128, rate 128 bits, 12 and 8 rounds.
const IV_ASCON_128A: u64 = 0x8080_0c08_0000_0000;
/// Initialisation vector of Ascon-AEAD128 (SP 800-232, Table 13).
const IV_ASCON_AEAD128: u64 = 0x0000_1000_808c_0001;
/// The last byte of a big-endian word is 01 in bit 0, of a little-endian word 80 in bit 63.
const BIT_63: u64 = 0x8000_0000_0000_0000;
/// A beat of 32 ones.
const WORD_ONES: u64 = 0xffff_ffff;
/// Value of the round counter while no permutation is running.
const NO_ROUND: u64 = 12;
/// Round at which p12 starts.
const FIRST_OF_12: u64 = 0;
/// Round at which p8 starts.
const FIRST_OF_8: u64 = 4;
/// Round at which p6 starts.
const FIRST_OF_6: u64 = 6;

/// What the core does once no permutation is running.
#[derive(Clone, Copy, Debug, PartialEq, LogicState)]
enum Phase {
    /// After reset: clears key and state, which have no reset.
    Wipe,
    /// Waits for a key or for the first nonce beat.
    Idle,
    /// Waits for the other nonce beats.
    Nonce,
    /// Absorbs associated data.
    Ad,
    /// Fills the last block of associated data with padding.
    AdPad,
    /// Absorbs text.
    Text,
    /// Fills the last block of text with padding.
    TextPad,
    /// Adds the key, which makes the tag.
    TagKey,
    /// Gives out the tag.
    Tag,
    /// Takes the expected tag.
    Expect,
    /// Gives out the verdict.
    Verdict,
}

/// Ascon authenticated encryption and decryption.
///
/// VARIANT: 0 Ascon-128, 1 Ascon-128a (both Ascon v1.2), 2 Ascon-AEAD128 (NIST SP 800-232),
/// 3 all three, chosen for each message.
/// ROUNDS: rounds in a cycle; divides the rounds of every permutation of the variant.
/// W: bits of a beat on every stream: 32, 64, or 128 where every block has 128 bits. S = W / 8.
///
/// Streams: a beat moves at a rising edge with valid and ready high; valid never waits for ready.
/// Byte i of a beat is in bits [8i+7:8i], in every variant.
/// Key, nonce, tag and expected tag are 128 / W beats each, first bytes first.
/// A message: the nonce; associated data up to and with one last beat; text likewise; then the tag
/// (encryption), or the expected tag and one verdict (decryption).
/// An empty stream is one beat with last = 1, strb = 0. A stream of whole beats ends with last on
/// a full beat; an additional last beat with strb = 0 gives the same result.
/// strb is contiguous from bit 0, and all ones but in a last beat. If not: bytes above the first
/// gap count as absent, and an absent byte in a beat that is not last counts as a plaintext byte
/// of value zero that is not output. Absent bytes are output as zeros, never as state.
/// Refused messages: a first nonce beat with a variant the core does not have (or 3) is taken,
/// changes nothing and raises refused_o in that cycle. The core then waits for a first nonce beat
/// again, so another nonce beat that follows with the same variant is refused too.
/// Key: taken between messages only, before a nonce offered in the same cycle. Its first beat
/// unloads and clears the old key; nonces are taken only once its last beat is in.
/// Plaintext is output before its tag is checked: the receiver must not use it before the verdict.
/// A tag that does not match unloads and clears the key; the cycles are the same as for one that
/// does. State is all zero between messages. Data outputs are zero while their valid is low.
/// Cycles without stalls, first nonce beat to last tag beat, with a bytes of associated data and t
/// of text, blocks of R bytes (8 or 16), N = 8 R / W beats in a block and B = N + (R = 8 ? 6 : 8) /
/// ROUNDS cycles for a block:
///   2 * 128 / W + 24 / ROUNDS + 1 + (a = 0 ? 1 : B * (a / R + 1)) + B * (t / R) + N,
/// and one more for the verdict. The next nonce is taken in the cycle after.
#[derive(LogicBlock, Module)]
pub struct AsconAead<const VARIANT: usize, const ROUNDS: usize, const W: usize, const S: usize> {
    /// Clock.
    pub clk_i: Signal<In, Clock>,
    /// Reset, active low. Key and state are cleared at the first edge after it, too.
    pub rst_ni: Signal<In, Bit>,
    /// Zeroise: clears key and state at the next edge and abandons the message; in this cycle
    /// every ready and valid is low.
    pub clear_i: Signal<In, Bit>,

    /// Key beat offered.
    pub key_valid_i: Signal<In, Bit>,
    /// Key beat taken; high between messages.
    pub key_ready_o: Signal<Out, Bit>,
    /// Key.
    pub key_data_i: Signal<In, Bits<W>>,

    /// Nonce beat offered.
    pub nonce_valid_i: Signal<In, Bit>,
    /// Nonce beat taken; low without a whole key, and while a key beat is offered.
    pub nonce_ready_o: Signal<Out, Bit>,
    /// Nonce.
    pub nonce_data_i: Signal<In, Bits<W>>,
    /// The message is decrypted; looked at in the first beat.
    pub nonce_decrypt_i: Signal<In, Bit>,
    /// Variant of the message (0, 1, 2); looked at in the first beat.
    pub nonce_variant_i: Signal<In, Bits<2>>,

    /// Beat of associated data offered.
    pub ad_valid_i: Signal<In, Bit>,
    /// Beat of associated data taken.
    pub ad_ready_o: Signal<Out, Bit>,
    /// Associated data.
    pub ad_data_i: Signal<In, Bits<W>>,
    /// Bytes present.
    pub ad_strb_i: Signal<In, Bits<S>>,
    /// Ends the associated data.
    pub ad_last_i: Signal<In, Bit>,

    /// Text beat offered.
    pub text_valid_i: Signal<In, Bit>,
    /// Text beat taken; depends on out_ready_i.
    pub text_ready_o: Signal<Out, Bit>,
    /// Plaintext to encrypt or ciphertext to decrypt.
    pub text_data_i: Signal<In, Bits<W>>,
    /// Bytes present.
    pub text_strb_i: Signal<In, Bits<S>>,
    /// Ends the text.
    pub text_last_i: Signal<In, Bit>,

    /// Output beat offered, in the cycle of the text beat it belongs to.
    pub out_valid_o: Signal<Out, Bit>,
    /// Output beat taken.
    pub out_ready_i: Signal<In, Bit>,
    /// Ciphertext or plaintext; absent bytes are zero, and all are while not valid.
    pub out_data_o: Signal<Out, Bits<W>>,
    /// Bytes present.
    pub out_strb_o: Signal<Out, Bits<S>>,
    /// Ends the output.
    pub out_last_o: Signal<Out, Bit>,

    /// Tag beat offered (encryption).
    pub tag_valid_o: Signal<Out, Bit>,
    /// Tag beat taken.
    pub tag_ready_i: Signal<In, Bit>,
    /// Tag; zero while not valid.
    pub tag_data_o: Signal<Out, Bits<W>>,

    /// Beat of the expected tag offered (decryption).
    pub exp_valid_i: Signal<In, Bit>,
    /// Beat of the expected tag taken.
    pub exp_ready_o: Signal<Out, Bit>,
    /// Expected tag.
    pub exp_data_i: Signal<In, Bits<W>>,

    /// Verdict offered, after the expected tag.
    pub verdict_valid_o: Signal<Out, Bit>,
    /// Verdict taken.
    pub verdict_ready_i: Signal<In, Bit>,
    /// The tags are equal; zero while not valid.
    pub verdict_ok_o: Signal<Out, Bit>,

    /// A message is in hand.
    pub busy_o: Signal<Out, Bit>,
    /// A whole key is loaded.
    pub key_loaded_o: Signal<Out, Bit>,
    /// The nonce beat taken in this cycle asks for a variant the core does not have.
    pub refused_o: Signal<Out, Bit>,

    phase: Reg<Phase>,
    /// Round of the permutation; NO_ROUND: none.
    round: Reg<Bits<4>>,
    /// Beat of the nonce, block or tag.
    beat: Reg<Bits<2>>,
    /// No beat of this phase has been absorbed yet.
    first: Reg<Bit>,
    /// The last beat of the stream was full, so its padding starts the next beat.
    full: Reg<Bit>,
    decrypt: Reg<Bit>,
    variant: Reg<Bits<2>>,
    mismatch: Reg<Bit>,
    key_beat: Reg<Bits<2>>,
    key_loaded: Reg<Bit>,
    key_reg: AsconKey<W>,
    x0: AsconWord,
    x1: AsconWord,
    x2: AsconWord,
    x3: AsconWord,
    x4: AsconWord,

    permutation: [AsconRound; ROUNDS],
    constant: [Signal<Local, Bits<8>>; ROUNDS],
    number: [Signal<Local, Bits<4>>; ROUNDS],
    lanes: ByteLanes<W, S>,
    order_key0: ByteOrder<VARIANT, 64>,
    order_key1: ByteOrder<VARIANT, 64>,
    order_in: ByteOrder<VARIANT, W>,
    order_mask: ByteOrder<VARIANT, W>,
    order_pad: ByteOrder<VARIANT, W>,
    order_out: ByteOrder<VARIANT, W>,

    rate_8: Signal<Local, Bit>,
    sp_800_232: Signal<Local, Bit>,
    iv: Signal<Local, Bits<64>>,
    wipe: Signal<Local, Bit>,
    key_wipe: Signal<Local, Bit>,
    running: Signal<Local, Bit>,
    open: Signal<Local, Bit>,
    key_taken: Signal<Local, Bit>,
    key_end: Signal<Local, Bit>,
    nonce_taken: Signal<Local, Bit>,
    out_taken: Signal<Local, Bit>,
    in_ad: Signal<Local, Bit>,
    in_text: Signal<Local, Bit>,
    low: Signal<Local, Bit>,
    high: Signal<Local, Bit>,
    upper_half: Signal<Local, Bit>,
    whole_end: Signal<Local, Bit>,
    block_end: Signal<Local, Bit>,
    strb: Signal<Local, Bits<S>>,
    last: Signal<Local, Bit>,
    keep_all: Signal<Local, Bit>,
    nonce_beat: Signal<Local, Bits<W>>,
    ad_beat: Signal<Local, Bits<W>>,
    text_beat: Signal<Local, Bits<W>>,
    exp_beat: Signal<Local, Bits<W>>,
    out_mask: Signal<Local, Bits<W>>,
    show0: Signal<Local, Bits<64>>,
    show1: Signal<Local, Bits<64>>,
    show3: Signal<Local, Bits<64>>,
    show4: Signal<Local, Bits<64>>,
    shown: Signal<Local, Bits<64>>,
    shown_half: Signal<Local, Bits<W>>,
    state_word: Signal<Local, Bits<W>>,
    sum: Signal<Local, Bits<W>>,
    operand: Signal<Local, Bits<W>>,
    operand_low: Signal<Local, Bits<64>>,
    operand_high: Signal<Local, Bits<64>>,
    absorb: Signal<Local, Bit>,
    take_nonce: Signal<Local, Bit>,
    initialise: Signal<Local, Bit>,
    finalise: Signal<Local, Bit>,
    add_key: Signal<Local, Bit>,
    separate: Signal<Local, Bit>,
    permute_b: Signal<Local, Bit>,
    next_beat: Signal<Local, Bit>,
    state_done: Signal<Local, Bit>,
    run: Signal<Local, Bit>,
    hold: Signal<Local, Bit>,
    op0: Signal<Local, Bits<64>>,
    op1: Signal<Local, Bits<64>>,
    op3: Signal<Local, Bits<64>>,
    op4: Signal<Local, Bits<64>>,
    add0: Signal<Local, Bits<64>>,
    add1: Signal<Local, Bits<64>>,
    add2: Signal<Local, Bits<64>>,
    add3: Signal<Local, Bits<64>>,
    add4: Signal<Local, Bits<64>>,
    end2: Signal<Local, Bits<64>>,
    end3: Signal<Local, Bits<64>>,
    domain: Signal<Local, Bits<64>>,
}

#[hdl]
impl<const VARIANT: usize, const ROUNDS: usize, const W: usize, const S: usize> Logic
    for AsconAead<VARIANT, ROUNDS, W, S>
{
    fn update(&mut self) {
        regs!(
            self, phase, round, beat, first, full, decrypt, variant, mismatch, key_beat, key_loaded
        );
        clocks!(self, key_reg, x0, x1, x2, x3, x4);

        // The variant of the message; its first beat needs it before the register has it.
        self.rate_8.next = false;
        self.sp_800_232.next = false;
        self.iv.next = IV_ASCON_128A.into();
        if VARIANT == 0 {
            self.rate_8.next = true;
            self.iv.next = IV_ASCON_128.into();
        } else if VARIANT == 2 {
            self.sp_800_232.next = true;
            self.iv.next = IV_ASCON_AEAD128.into();
        } else if VARIANT == 3 {
            self.rate_8.next = self.variant.q.val() == 0;
            self.sp_800_232.next = self.variant.q.val() == 2;
            if self.variant.q.val() == 0 {
                self.iv.next = IV_ASCON_128.into();
            } else if self.variant.q.val() == 2 {
                self.iv.next = IV_ASCON_AEAD128.into();
            }
            if self.phase.q.val() == Phase::Idle {
                self.sp_800_232.next = self.nonce_variant_i.val() == 2;
            }
        }

        // Where the beat belongs: the first or the second 64 bits of nonce, block or tag, and
        // for beats of 32 bits which half of the word.
        self.low.next = true;
        self.high.next = true;
        self.whole_end.next = true;
        self.block_end.next = true;
        self.upper_half.next = false;
        if W == 64 {
            self.low.next = !self.beat.q.val().get_bit(0);
            self.high.next = self.beat.q.val().get_bit(0);
            self.whole_end.next = self.beat.q.val().get_bit(0);
            self.block_end.next = self.rate_8.val() | self.beat.q.val().get_bit(0);
        } else if W == 32 {
            self.low.next = !self.beat.q.val().get_bit(1);
            self.high.next = self.beat.q.val().get_bit(1);
            self.whole_end.next = self.beat.q.val().all();
            self.block_end.next =
                self.beat.q.val().get_bit(0) & (self.rate_8.val() | self.beat.q.val().get_bit(1));
            self.upper_half.next = self.beat.q.val().get_bit(0) == self.sp_800_232.val();
        }

        // Handshakes.
        self.running.next = self.round.q.val() != NO_ROUND;
        self.wipe.next = self.clear_i.val() | (self.phase.q.val() == Phase::Wipe);
        self.open.next = !self.clear_i.val() & !self.running.val();
        self.key_ready_o.next = !self.clear_i.val() & (self.phase.q.val() == Phase::Idle);
        self.key_taken.next = self.key_ready_o.val() & self.key_valid_i.val();
        self.nonce_ready_o.next = false;
        self.refused_o.next = false;
        self.ad_ready_o.next = false;
        self.text_ready_o.next = false;
        self.out_valid_o.next = false;
        self.tag_valid_o.next = false;
        self.exp_ready_o.next = false;
        self.verdict_valid_o.next = false;
        match self.phase.q.val() {
            Phase::Idle => {
                self.nonce_ready_o.next =
                    self.open.val() & self.key_loaded.q.val() & !self.key_valid_i.val();
            }
            Phase::Nonce => {
                self.nonce_ready_o.next = self.open.val();
            }
            Phase::Ad => {
                self.ad_ready_o.next = self.open.val();
            }
            Phase::Text => {
                self.text_ready_o.next = self.open.val() & self.out_ready_i.val();
                self.out_valid_o.next = self.open.val() & self.text_valid_i.val();
            }
            Phase::Tag => {
                self.tag_valid_o.next = self.open.val();
            }
            Phase::Expect => {
                self.exp_ready_o.next = self.open.val();
            }
            Phase::Verdict => {
                self.verdict_valid_o.next = self.open.val();
            }
            _ => {}
        }
        self.nonce_taken.next = self.nonce_ready_o.val() & self.nonce_valid_i.val();
        self.out_taken.next = self.out_valid_o.val() & self.out_ready_i.val();
        if (self.phase.q.val() == Phase::Idle) & self.nonce_taken.val() {
            if VARIANT == 3 {
                self.refused_o.next = self.nonce_variant_i.val() == 3;
            } else {
                self.refused_o.next = self.nonce_variant_i.val().index() != VARIANT;
            }
        }

        // Bytes of the beat. In a block of padding no byte is present.
        self.in_ad.next = self.phase.q.val() == Phase::Ad;
        self.in_text.next = self.phase.q.val() == Phase::Text;
        self.strb.next = 0.into();
        self.last.next = self.text_last_i.val();
        if self.in_ad.val() {
            self.strb.next = self.ad_strb_i.val();
            self.last.next = self.ad_last_i.val();
        }
        if self.in_text.val() {
            self.strb.next = self.text_strb_i.val();
        }
        self.lanes.strb_i.next = self.strb.val();
        self.lanes.sp_800_232_i.next = self.sp_800_232.val();
        self.lanes.pad_i.next = self.full.q.val();
        if self.in_ad.val() | self.in_text.val() {
            self.lanes.pad_i.next = self.last.val();
        }
        self.keep_all.next = self.lanes.keep_o.val().all();

        // The beat. Each source is zero where another one, or none, is asked for.
        self.nonce_beat.next = 0.into();
        if (self.phase.q.val() == Phase::Idle) | (self.phase.q.val() == Phase::Nonce) {
            self.nonce_beat.next = self.nonce_data_i.val();
        }
        self.ad_beat.next = 0.into();
        if self.in_ad.val() {
            self.ad_beat.next = self.ad_data_i.val() & self.lanes.mask_o.val();
        }
        self.text_beat.next = 0.into();
        if self.out_valid_o.val() {
            self.text_beat.next = self.text_data_i.val() & self.lanes.mask_o.val();
        }
        self.exp_beat.next = 0.into();
        if self.phase.q.val() == Phase::Expect {
            self.exp_beat.next = self.exp_data_i.val();
        }
        self.order_in.little_endian_i.next = self.sp_800_232.val();
        self.order_in.data_i.next =
            self.nonce_beat.val() | self.ad_beat.val() | self.text_beat.val() | self.exp_beat.val();
        self.order_mask.little_endian_i.next = self.sp_800_232.val();
        self.order_mask.data_i.next = self.lanes.mask_o.val();
        self.order_pad.little_endian_i.next = self.sp_800_232.val();
        self.order_pad.data_i.next = self.lanes.pad_o.val();

        // What shows of the state: the bytes that text is XORed with, or the tag.
        self.out_mask.next = 0.into();
        if self.out_valid_o.val() {
            self.out_mask.next = self.order_mask.data_o.val();
        }
        self.show0.next = 0.into();
        self.show1.next = 0.into();
        self.show3.next = 0.into();
        self.show4.next = 0.into();
        if self.tag_valid_o.val() | self.exp_ready_o.val() {
            if W == 32 {
                self.out_mask.next = WORD_ONES.into();
            }
            if self.low.val() {
                self.show3.next = self.x3.word_o.val();
            }
            if self.high.val() {
                self.show4.next = self.x4.word_o.val();
            }
        }
        if W == 128 {
            self.show0.next = self.x0.word_o.val() & bit_cast::<64, W>(self.out_mask.val());
            self.show1.next = self.x1.word_o.val() & self.out_mask.val().get_bits::<64>(64);
            self.state_word.next = (bit_cast::<W, 64>(self.show1.val() | self.show4.val()) << 64)
                | bit_cast::<W, 64>(self.show0.val() | self.show3.val());
        } else if W == 64 {
            if self.low.val() {
                self.show0.next = self.x0.word_o.val() & bit_cast::<64, W>(self.out_mask.val());
            }
            if self.high.val() {
                self.show1.next = self.x1.word_o.val() & bit_cast::<64, W>(self.out_mask.val());
            }
            self.state_word.next = bit_cast::<W, 64>(
                self.show0.val() | self.show1.val() | self.show3.val() | self.show4.val(),
            );
        } else {
            if self.in_text.val() & self.low.val() {
                self.show0.next = self.x0.word_o.val();
            }
            if self.in_text.val() & self.high.val() {
                self.show1.next = self.x1.word_o.val();
            }
            self.shown.next =
                self.show0.val() | self.show1.val() | self.show3.val() | self.show4.val();
            self.shown_half.next = bit_cast::<W, 64>(self.shown.val());
            if self.upper_half.val() {
                self.shown_half.next = bit_cast::<W, 64>(self.shown.val() >> 32);
            }
            self.state_word.next = self.shown_half.val() & self.out_mask.val();
        }

        // Decryption XORs what turns the rate into the ciphertext, which is the plaintext.
        self.sum.next = self.state_word.val() ^ self.order_in.data_o.val();
        self.operand.next = self.order_in.data_o.val() | self.order_pad.data_o.val();
        if self.in_text.val() & self.decrypt.q.val() {
            self.operand.next = self.sum.val() | self.order_pad.data_o.val();
        }
        self.order_out.little_endian_i.next = self.sp_800_232.val();
        self.order_out.data_i.next = self.sum.val();
        self.out_data_o.next = 0.into();
        self.out_strb_o.next = 0.into();
        self.out_last_o.next = false;
        if self.out_valid_o.val() {
            self.out_data_o.next = self.order_out.data_o.val();
            self.out_strb_o.next = self.lanes.keep_o.val();
            self.out_last_o.next = self.text_last_i.val();
        }
        self.tag_data_o.next = 0.into();
        if self.tag_valid_o.val() {
            self.tag_data_o.next = self.order_out.data_o.val();
        }
        self.verdict_ok_o.next = self.verdict_valid_o.val() & !self.mismatch.q.val();

        // Control.
        self.absorb.next = false;
        self.take_nonce.next = false;
        self.initialise.next = false;
        self.finalise.next = false;
        self.add_key.next = false;
        self.separate.next = false;
        self.permute_b.next = false;
        self.next_beat.next = false;
        self.state_done.next = false;
        match self.phase.q.val() {
            Phase::Idle => {
                if self.nonce_taken.val() & !self.refused_o.val() {
                    self.take_nonce.next = true;
                    self.decrypt.d.next = self.nonce_decrypt_i.val();
                    if VARIANT == 3 {
                        self.variant.d.next = self.nonce_variant_i.val();
                    }
                    self.mismatch.d.next = false;
                    self.first.d.next = true;
                    if W == 128 {
                        self.initialise.next = true;
                        self.phase.d.next = Phase::Ad;
                    } else {
                        self.phase.d.next = Phase::Nonce;
                    }
                }
            }
            Phase::Nonce => {
                if self.nonce_taken.val() {
                    self.take_nonce.next = true;
                    if self.whole_end.val() {
                        self.initialise.next = true;
                        self.phase.d.next = Phase::Ad;
                    }
                }
            }
            Phase::Ad => {
                if self.ad_ready_o.val() & self.ad_valid_i.val() {
                    // The key addition that ends the initialisation costs no cycle of its own.
                    self.add_key.next = self.first.q.val();
                    self.first.d.next = false;
                    self.full.d.next = self.keep_all.val();
                    if self.first.q.val()
                        & self.ad_last_i.val()
                        & !self.lanes.keep_o.val().get_bit(0)
                    {
                        // Empty associated data has no block, not even one of padding.
                        self.first.d.next = true;
                        self.phase.d.next = Phase::Text;
                    } else {
                        self.absorb.next = true;
                        self.permute_b.next = self.block_end.val();
                        if self.ad_last_i.val() {
                            self.phase.d.next = Phase::AdPad;
                            if self.block_end.val() & !self.keep_all.val() {
                                self.first.d.next = true;
                                self.phase.d.next = Phase::Text;
                            }
                        }
                    }
                }
            }
            Phase::AdPad => {
                if self.open.val() {
                    self.absorb.next = true;
                    self.full.d.next = false;
                    if self.block_end.val() {
                        self.permute_b.next = true;
                        self.first.d.next = true;
                        self.phase.d.next = Phase::Text;
                    }
                }
            }
            Phase::Text => {
                if self.out_taken.val() {
                    self.separate.next = self.first.q.val();
                    self.first.d.next = false;
                    self.full.d.next = self.keep_all.val();
                    self.absorb.next = true;
                    if self.text_last_i.val() {
                        self.phase.d.next = Phase::TextPad;
                    }
                    if self.text_last_i.val() & self.block_end.val() & !self.keep_all.val() {
                        self.finalise.next = true;
                        self.phase.d.next = Phase::TagKey;
                    } else {
                        self.permute_b.next = self.block_end.val();
                    }
                }
            }
            Phase::TextPad => {
                if self.open.val() {
                    self.absorb.next = true;
                    self.full.d.next = false;
                    if self.block_end.val() {
                        self.finalise.next = true;
                        self.phase.d.next = Phase::TagKey;
                    }
                }
            }
            Phase::TagKey => {
                if self.open.val() {
                    self.add_key.next = true;
                    self.phase.d.next = Phase::Tag;
                    if self.decrypt.q.val() {
                        self.phase.d.next = Phase::Expect;
                    }
                }
            }
            Phase::Tag => {
                if self.tag_valid_o.val() & self.tag_ready_i.val() {
                    self.next_beat.next = true;
                    if self.whole_end.val() {
                        self.state_done.next = true;
                        self.phase.d.next = Phase::Idle;
                    }
                }
            }
            Phase::Expect => {
                if self.exp_ready_o.val() & self.exp_valid_i.val() {
                    self.mismatch.d.next = self.mismatch.q.val() | self.sum.val().any();
                    self.next_beat.next = true;
                    if self.whole_end.val() {
                        self.state_done.next = true;
                        self.phase.d.next = Phase::Verdict;
                    }
                }
            }
            Phase::Verdict => {
                if self.verdict_valid_o.val() & self.verdict_ready_i.val() {
                    self.phase.d.next = Phase::Idle;
                }
            }
            _ => {}
        }
        if W != 128 {
            if self.next_beat.val() | self.take_nonce.val() {
                self.beat.d.next = self.beat.q.val() + 1;
                if self.whole_end.val() {
                    self.beat.d.next = 0.into();
                }
            } else if self.absorb.val() {
                self.beat.d.next = self.beat.q.val() + 1;
                if self.block_end.val() {
                    self.beat.d.next = 0.into();
                }
            }
        }

        // What each word of the state is XORed with: data, key, and constants.
        if W == 128 {
            self.operand_low.next = bit_cast::<64, W>(self.operand.val());
            self.operand_high.next = self.operand.val().get_bits::<64>(64);
        } else if W == 64 {
            self.operand_low.next = bit_cast::<64, W>(self.operand.val());
            self.operand_high.next = bit_cast::<64, W>(self.operand.val());
        } else {
            self.operand_low.next = bit_cast::<64, W>(self.operand.val());
            if self.upper_half.val() {
                self.operand_low.next = bit_cast::<64, W>(self.operand.val()) << 32;
            }
            self.operand_high.next = self.operand_low.val();
        }
        self.op0.next = 0.into();
        self.op1.next = 0.into();
        self.op3.next = 0.into();
        self.op4.next = 0.into();
        if self.absorb.val() & self.low.val() {
            self.op0.next = self.operand_low.val();
        }
        if self.absorb.val() & self.high.val() {
            self.op1.next = self.operand_high.val();
        }
        if self.take_nonce.val() & self.low.val() {
            self.op3.next = self.operand_low.val();
        }
        if self.take_nonce.val() & self.high.val() {
            self.op4.next = self.operand_high.val();
        }
        self.order_key0.little_endian_i.next = self.sp_800_232.val();
        self.order_key0.data_i.next = self.key_reg.key0_o.val();
        self.order_key1.little_endian_i.next = self.sp_800_232.val();
        self.order_key1.data_i.next = self.key_reg.key1_o.val();
        // The key goes behind the rate, so the last block and the key need one cycle together.
        self.add1.next = 0.into();
        self.add2.next = 0.into();
        self.end2.next = 0.into();
        self.end3.next = 0.into();
        if self.initialise.val() | (self.finalise.val() & self.rate_8.val()) {
            self.add1.next = self.order_key0.data_o.val();
            self.add2.next = self.order_key1.data_o.val();
        }
        if self.finalise.val() & !self.rate_8.val() {
            self.end2.next = self.order_key0.data_o.val();
            self.end3.next = self.order_key1.data_o.val();
        }
        self.add3.next = 0.into();
        self.add4.next = 0.into();
        if self.add_key.val() {
            self.add3.next = self.order_key0.data_o.val();
            self.add4.next = self.order_key1.data_o.val();
        }
        self.add0.next = 0.into();
        if self.initialise.val() {
            self.add0.next = self.iv.val();
        }
        // Domain separation, in the last byte of the state.
        self.domain.next = 0.into();
        if self.separate.val() {
            self.domain.next = 1.into();
            if self.sp_800_232.val() {
                self.domain.next = BIT_63.into();
            }
        }

        // Rounds count up to NO_ROUND; constants are f0, e1, ... 4b.
        self.number[0].next = self.round.q.val();
        for i in 1..ROUNDS {
            self.number[i].next = self.number[i - 1].val() + 1;
        }
        self.constant[0].next =
            (bit_cast::<8, 4>(!self.round.q.val()) << 4) | bit_cast::<8, 4>(self.round.q.val());
        for i in 1..ROUNDS {
            self.constant[i].next = self.constant[i - 1].val() - 0x0f;
        }
        for i in 0..ROUNDS {
            self.permutation[i].constant_i.next = self.constant[i].val();
        }
        if self.running.val() {
            self.round.d.next = self.number[ROUNDS - 1].val() + 1;
        }
        if self.initialise.val() | self.finalise.val() {
            self.round.d.next = FIRST_OF_12.into();
        } else if self.permute_b.val() {
            self.round.d.next = FIRST_OF_8.into();
            if self.rate_8.val() {
                self.round.d.next = FIRST_OF_6.into();
            }
        }

        // State. It is cleared by doing neither.
        self.run.next = self.running.val() & !self.wipe.val();
        self.hold.next = !self.running.val() & !self.wipe.val() & !self.state_done.val();
        self.permutation[0].x0_i.next = self.x0.word_o.val();
        self.permutation[0].x1_i.next = self.x1.word_o.val();
        self.permutation[0].x2_i.next = self.x2.word_o.val();
        self.permutation[0].x3_i.next = self.x3.word_o.val();
        self.permutation[0].x4_i.next = self.x4.word_o.val();
        for i in 1..ROUNDS {
            self.permutation[i].x0_i.next = self.permutation[i - 1].x0_o.val();
            self.permutation[i].x1_i.next = self.permutation[i - 1].x1_o.val();
            self.permutation[i].x2_i.next = self.permutation[i - 1].x2_o.val();
            self.permutation[i].x3_i.next = self.permutation[i - 1].x3_o.val();
            self.permutation[i].x4_i.next = self.permutation[i - 1].x4_o.val();
        }
        self.x0.run_i.next = self.run.val();
        self.x0.keep_i.next = self.hold.val();
        self.x0.permuted_i.next = self.permutation[ROUNDS - 1].x0_o.val();
        self.x1.run_i.next = self.run.val();
        self.x1.keep_i.next = self.hold.val();
        self.x1.permuted_i.next = self.permutation[ROUNDS - 1].x1_o.val();
        self.x2.run_i.next = self.run.val();
        self.x2.keep_i.next = self.hold.val();
        self.x2.permuted_i.next = self.permutation[ROUNDS - 1].x2_o.val();
        self.x3.run_i.next = self.run.val();
        self.x3.keep_i.next = self.hold.val();
        self.x3.permuted_i.next = self.permutation[ROUNDS - 1].x3_o.val();
        self.x4.run_i.next = self.run.val();
        self.x4.keep_i.next = self.hold.val();
        self.x4.permuted_i.next = self.permutation[ROUNDS - 1].x4_o.val();
        self.x0.addend_i.next = self.op0.val() ^ self.add0.val();
        self.x1.addend_i.next = self.op1.val() | self.add1.val();
        self.x2.addend_i.next = self.add2.val() | self.end2.val();
        self.x3.addend_i.next = self.op3.val() | self.add3.val() | self.end3.val();
        self.x4.addend_i.next = self.op4.val() | self.add4.val() | self.domain.val();

        // Key. A wrong tag clears it in the first cycle of the verdict, taken or not.
        self.key_wipe.next =
            self.wipe.val() | ((self.phase.q.val() == Phase::Verdict) & self.mismatch.q.val());
        self.key_reg.clear_i.next = self.key_wipe.val();
        self.key_reg.load_i.next = self.key_taken.val();
        self.key_reg.data_i.next = self.key_data_i.val();
        self.key_end.next = true;
        self.key_reg.first_i.next = true;
        if W == 64 {
            self.key_end.next = self.key_beat.q.val().get_bit(0);
            self.key_reg.first_i.next = !self.key_beat.q.val().get_bit(0);
        } else if W == 32 {
            self.key_end.next = self.key_beat.q.val().all();
            self.key_reg.first_i.next = !self.key_beat.q.val().any();
        }
        if self.key_taken.val() {
            if W != 128 {
                self.key_beat.d.next = self.key_beat.q.val() + 1;
                if self.key_end.val() {
                    self.key_beat.d.next = 0.into();
                }
            }
            self.key_loaded.d.next = self.key_end.val();
        }
        if self.key_wipe.val() {
            self.key_loaded.d.next = false;
        }

        if self.wipe.val() {
            self.phase.d.next = Phase::Idle;
            self.round.d.next = NO_ROUND.into();
            self.full.d.next = false;
            if W != 128 {
                self.beat.d.next = 0.into();
                self.key_beat.d.next = 0.into();
            }
        }

        self.busy_o.next = self.phase.q.val() != Phase::Idle;
        self.key_loaded_o.next = self.key_loaded.q.val();
    }
}
