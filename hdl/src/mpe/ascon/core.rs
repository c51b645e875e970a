//! The authenticated-encryption core.

use super::{AsconRound, ByteLanes, ByteOrder};
use crate::prelude::*;

/// Initialisation vector of Ascon-128: key 128, rate 64 bits, 12 and 6 rounds.
const IV_ASCON_128: u64 = 0x8040_0c06_0000_0000;
/// Initialisation vector of Ascon-128a: key 128, rate 128 bits, 12 and 8 rounds.
const IV_ASCON_128A: u64 = 0x8080_0c08_0000_0000;
/// Initialisation vector of Ascon-AEAD128 (SP 800-232, Table 13).
const IV_ASCON_AEAD128: u64 = 0x0000_1000_808c_0001;
/// The first byte of a big-endian word is 80, its last byte 01; likewise the other way round.
const BIT_63: u64 = 0x8000_0000_0000_0000;
/// Value of the round counter while no permutation is running.
const NO_ROUND: u64 = 12;
/// Round at which p12 starts.
const FIRST_OF_12: u64 = 0;
/// Round at which p8 starts.
const FIRST_OF_8: u64 = 4;
/// Round at which p6 starts.
const FIRST_OF_6: u64 = 6;
/// Padding byte of SP 800-232.
const PAD_SP_800_232: u64 = 0x01;
/// Padding byte of Ascon v1.2.
const PAD_V1_2: u64 = 0x80;

/// What the core does once no permutation is running.
#[derive(Clone, Copy, Debug, PartialEq, LogicState)]
enum Phase {
    /// After reset: clears key and state, which have no reset.
    Wipe,
    /// Waits for a key or for the first nonce beat.
    Idle,
    /// Waits for the second nonce beat.
    Nonce,
    /// Absorbs associated data.
    Ad,
    /// Adds a block of associated data that is padding only.
    AdPad,
    /// Absorbs text.
    Text,
    /// Adds a block of text that is padding only.
    TextPad,
    /// Gives out the tag.
    Tag,
    /// Takes the expected tag.
    Expect,
    /// Gives out the verdict.
    Verdict,
}

/// Ascon authenticated encryption and decryption, one round a cycle.
///
/// VARIANT: 0 Ascon-128, 1 Ascon-128a (both Ascon v1.2), 2 Ascon-AEAD128 (NIST SP 800-232),
/// 3 all three, chosen for each message.
///
/// Streams: a beat moves at a rising edge with valid and ready high; valid never waits for ready.
/// Byte i of a beat is in bits [8i+7:8i], in every variant.
/// A message: two nonce beats; associated data up to and with one last beat; text likewise; then
/// two tag beats (encryption), or two beats of expected tag and one verdict (decryption).
/// An empty stream is one beat with last = 1, strb = 0. A stream of whole beats ends with last on
/// a full beat; an additional last beat with strb = 0 gives the same result.
/// strb is contiguous from bit 0, and all ones but in a last beat. If not: bytes above the first
/// gap count as absent, and an absent byte in a beat that is not last counts as a plaintext byte
/// of value zero that is not output. Absent bytes are output as zeros, never as state.
/// Refused messages: a first nonce beat with a variant the core does not have (or 3) is taken,
/// changes nothing and raises refused_o in that cycle. The core then waits for a first nonce beat
/// again, so a second nonce beat that follows with the same variant is refused too.
/// Key: bytes 0-7 first, taken between messages only, before a nonce offered in the same cycle.
/// The first beat unloads the old key; nonces are taken only once the second beat is in.
/// Plaintext is output before its tag is checked: the receiver must not use it before the verdict.
/// A tag that does not match unloads and clears the key; the cycles are the same as for one that
/// does. State is all zero between messages.
/// Cycles without stalls, first nonce beat to last tag beat, a bytes of associated data, t of text
/// (one more for the verdict):
///   rate 8:  29 + (a = 0 ? 1 : 7 * (a/8 + 1)) + 7 * (t/8)
///   rate 16: 28 + (a = 0 ? 1 : 10 * (a/16) + 8 + w(a)) + 10 * (t/16) + w(t),
///            w(n) = (n mod 16 > 8) ? 2 : 1
/// The next nonce is taken in the cycle after.
#[derive(LogicBlock, Module)]
pub struct AsconAead<const VARIANT: usize> {
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
    /// Key, two beats.
    pub key_data_i: Signal<In, Bits<64>>,

    /// Nonce beat offered.
    pub nonce_valid_i: Signal<In, Bit>,
    /// Nonce beat taken; low without a whole key, and while a key beat is offered.
    pub nonce_ready_o: Signal<Out, Bit>,
    /// Nonce, two beats.
    pub nonce_data_i: Signal<In, Bits<64>>,
    /// The message is decrypted; looked at in the first beat.
    pub nonce_decrypt_i: Signal<In, Bit>,
    /// Variant of the message (0, 1, 2); looked at in the first beat.
    pub nonce_variant_i: Signal<In, Bits<2>>,

    /// Beat of associated data offered.
    pub ad_valid_i: Signal<In, Bit>,
    /// Beat of associated data taken.
    pub ad_ready_o: Signal<Out, Bit>,
    /// Associated data.
    pub ad_data_i: Signal<In, Bits<64>>,
    /// Bytes present.
    pub ad_strb_i: Signal<In, Bits<8>>,
    /// Ends the associated data.
    pub ad_last_i: Signal<In, Bit>,

    /// Text beat offered.
    pub text_valid_i: Signal<In, Bit>,
    /// Text beat taken; depends on out_ready_i.
    pub text_ready_o: Signal<Out, Bit>,
    /// Plaintext to encrypt or ciphertext to decrypt.
    pub text_data_i: Signal<In, Bits<64>>,
    /// Bytes present.
    pub text_strb_i: Signal<In, Bits<8>>,
    /// Ends the text.
    pub text_last_i: Signal<In, Bit>,

    /// Output beat offered, in the cycle of the text beat it belongs to.
    pub out_valid_o: Signal<Out, Bit>,
    /// Output beat taken.
    pub out_ready_i: Signal<In, Bit>,
    /// Ciphertext or plaintext; absent bytes are zero.
    pub out_data_o: Signal<Out, Bits<64>>,
    /// Bytes present.
    pub out_strb_o: Signal<Out, Bits<8>>,
    /// Ends the output.
    pub out_last_o: Signal<Out, Bit>,

    /// Tag beat offered (encryption).
    pub tag_valid_o: Signal<Out, Bit>,
    /// Tag beat taken.
    pub tag_ready_i: Signal<In, Bit>,
    /// Tag, two beats; zero while not valid.
    pub tag_data_o: Signal<Out, Bits<64>>,

    /// Beat of the expected tag offered (decryption).
    pub exp_valid_i: Signal<In, Bit>,
    /// Beat of the expected tag taken.
    pub exp_ready_o: Signal<Out, Bit>,
    /// Expected tag, two beats.
    pub exp_data_i: Signal<In, Bits<64>>,

    /// Verdict offered, after both beats of the expected tag.
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
    /// Second beat of a pair or second word of a block.
    word: Reg<Bit>,
    /// No beat of this phase has been absorbed yet.
    first: Reg<Bit>,
    decrypt: Reg<Bit>,
    variant: Reg<Bits<2>>,
    mismatch: Reg<Bit>,
    key_half: Reg<Bit>,
    key_loaded: Reg<Bit>,
    key0: ClearReg<Bits<64>>,
    key1: ClearReg<Bits<64>>,
    x0: ClearReg<Bits<64>>,
    x1: ClearReg<Bits<64>>,
    x2: ClearReg<Bits<64>>,
    x3: ClearReg<Bits<64>>,
    x4: ClearReg<Bits<64>>,

    permutation: AsconRound,
    lanes: ByteLanes,
    order_key0: ByteOrder<VARIANT>,
    order_key1: ByteOrder<VARIANT>,
    order_state: ByteOrder<VARIANT>,
    order_operand: ByteOrder<VARIANT>,

    rate_8: Signal<Local, Bit>,
    sp_800_232: Signal<Local, Bit>,
    iv: Signal<Local, Bits<64>>,
    wipe: Signal<Local, Bit>,
    key_wipe: Signal<Local, Bit>,
    open: Signal<Local, Bit>,
    key_taken: Signal<Local, Bit>,
    nonce_taken: Signal<Local, Bit>,
    out_taken: Signal<Local, Bit>,
    beat_data: Signal<Local, Bits<64>>,
    beat_strb: Signal<Local, Bits<8>>,
    beat_last: Signal<Local, Bit>,
    block_end: Signal<Local, Bit>,
    pad_block: Signal<Local, Bit>,
    state_word: Signal<Local, Bits<64>>,
    out_beat: Signal<Local, Bits<64>>,
    operand_beat: Signal<Local, Bits<64>>,
    absorb: Signal<Local, Bit>,
    finalise: Signal<Local, Bit>,
    permute_a: Signal<Local, Bit>,
    permute_b: Signal<Local, Bit>,
    state_done: Signal<Local, Bit>,
    op0: Signal<Local, Bits<64>>,
    op1: Signal<Local, Bits<64>>,
    op2: Signal<Local, Bits<64>>,
    op3: Signal<Local, Bits<64>>,
    op4: Signal<Local, Bits<64>>,
}

#[hdl]
impl<const VARIANT: usize> Logic for AsconAead<VARIANT> {
    fn update(&mut self) {
        regs!(
            self, phase, round, word, first, decrypt, variant, mismatch, key_half, key_loaded,
            key0, key1, x0, x1, x2, x3, x4
        );

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
            if self.phase.q.val() == Phase::Idle {
                self.sp_800_232.next = self.nonce_variant_i.val() == 2;
                if self.nonce_variant_i.val() == 0 {
                    self.iv.next = IV_ASCON_128.into();
                } else if self.nonce_variant_i.val() == 2 {
                    self.iv.next = IV_ASCON_AEAD128.into();
                }
            }
        }

        // Handshakes.
        self.wipe.next = self.clear_i.val() | (self.phase.q.val() == Phase::Wipe);
        self.open.next = !self.clear_i.val() & (self.round.q.val() == NO_ROUND);
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

        // The beat to absorb. A block of padding only is an empty last beat.
        self.beat_data.next = 0.into();
        self.beat_strb.next = 0.into();
        self.beat_last.next = true;
        match self.phase.q.val() {
            Phase::Idle => {
                self.beat_data.next = self.nonce_data_i.val();
                self.beat_strb.next = 0xff.into();
                self.beat_last.next = false;
            }
            Phase::Nonce => {
                self.beat_data.next = self.nonce_data_i.val();
                self.beat_strb.next = 0xff.into();
                self.beat_last.next = false;
            }
            Phase::Ad => {
                self.beat_data.next = self.ad_data_i.val();
                self.beat_strb.next = self.ad_strb_i.val();
                self.beat_last.next = self.ad_last_i.val();
            }
            Phase::Text => {
                self.beat_data.next = self.text_data_i.val();
                self.beat_strb.next = self.text_strb_i.val();
                self.beat_last.next = self.text_last_i.val();
            }
            _ => {}
        }
        self.lanes.strb_i.next = self.beat_strb.val();
        self.lanes.last_i.next = self.beat_last.val();
        self.lanes.pad_byte_i.next = PAD_V1_2.into();
        if self.sp_800_232.val() {
            self.lanes.pad_byte_i.next = PAD_SP_800_232.into();
        }
        self.block_end.next = self.beat_last.val() | self.rate_8.val() | self.word.q.val();
        // A last beat that fills its block is followed by a block of padding.
        self.pad_block.next = self.beat_last.val()
            & self.lanes.keep_o.val().all()
            & (self.rate_8.val() | self.word.q.val());

        // Key words, and the state word to read: rate or tag.
        self.order_key0.little_endian_i.next = self.sp_800_232.val();
        self.order_key0.data_i.next = self.key0.q.val();
        self.order_key1.little_endian_i.next = self.sp_800_232.val();
        self.order_key1.data_i.next = self.key1.q.val();
        self.state_word.next = self.x0.q.val();
        if (self.phase.q.val() == Phase::Tag) | (self.phase.q.val() == Phase::Expect) {
            if self.word.q.val() {
                self.state_word.next = self.x4.q.val() ^ self.order_key1.data_o.val();
            } else {
                self.state_word.next = self.x3.q.val() ^ self.order_key0.data_o.val();
            }
        } else if self.word.q.val() {
            self.state_word.next = self.x1.q.val();
        }
        self.order_state.little_endian_i.next = self.sp_800_232.val();
        self.order_state.data_i.next = self.state_word.val();

        // Decryption XORs what turns the rate into the ciphertext, which is the plaintext.
        self.out_beat.next =
            (self.order_state.data_o.val() ^ self.beat_data.val()) & self.lanes.mask_o.val();
        self.operand_beat.next =
            (self.beat_data.val() & self.lanes.mask_o.val()) | self.lanes.pad_o.val();
        if self.decrypt.q.val() & (self.phase.q.val() == Phase::Text) {
            self.operand_beat.next = self.out_beat.val() | self.lanes.pad_o.val();
        }
        self.order_operand.little_endian_i.next = self.sp_800_232.val();
        self.order_operand.data_i.next = self.operand_beat.val();

        // Gated, so that the state between two beats never shows.
        self.out_data_o.next = 0.into();
        self.out_strb_o.next = 0.into();
        self.out_last_o.next = false;
        if self.out_valid_o.val() {
            self.out_data_o.next = self.out_beat.val();
            self.out_strb_o.next = self.lanes.keep_o.val();
            self.out_last_o.next = self.beat_last.val();
        }
        self.tag_data_o.next = 0.into();
        if self.tag_valid_o.val() {
            self.tag_data_o.next = self.order_state.data_o.val();
        }
        self.verdict_ok_o.next = self.verdict_valid_o.val() & !self.mismatch.q.val();

        // Control, and what each state word is XORed with.
        self.absorb.next = false;
        self.finalise.next = false;
        self.permute_a.next = false;
        self.permute_b.next = false;
        self.state_done.next = false;
        self.op0.next = 0.into();
        self.op1.next = 0.into();
        self.op2.next = 0.into();
        self.op3.next = 0.into();
        self.op4.next = 0.into();
        match self.phase.q.val() {
            Phase::Idle => {
                if self.nonce_taken.val() & !self.refused_o.val() {
                    self.op0.next = self.iv.val();
                    self.op1.next = self.order_key0.data_o.val();
                    self.op3.next = self.order_operand.data_o.val();
                    self.decrypt.d.next = self.nonce_decrypt_i.val();
                    if VARIANT == 3 {
                        self.variant.d.next = self.nonce_variant_i.val();
                    }
                    self.mismatch.d.next = false;
                    self.phase.d.next = Phase::Nonce;
                }
            }
            Phase::Nonce => {
                if self.nonce_taken.val() {
                    self.op2.next = self.order_key1.data_o.val();
                    self.op4.next = self.order_operand.data_o.val();
                    self.permute_a.next = true;
                    self.first.d.next = true;
                    self.phase.d.next = Phase::Ad;
                }
            }
            Phase::Ad => {
                if self.ad_ready_o.val() & self.ad_valid_i.val() {
                    // The key addition that ends the initialisation costs no cycle of its own.
                    if self.first.q.val() {
                        self.op3.next = self.order_key0.data_o.val();
                        self.op4.next = self.order_key1.data_o.val();
                    }
                    self.first.d.next = self.beat_last.val() & !self.pad_block.val();
                    if self.beat_last.val() {
                        self.phase.d.next = Phase::Text;
                        if self.pad_block.val() {
                            self.phase.d.next = Phase::AdPad;
                        }
                    }
                    // Empty associated data has no block, not even one of padding.
                    if !self.first.q.val()
                        | !self.beat_last.val()
                        | self.lanes.keep_o.val().get_bit(0)
                    {
                        self.absorb.next = true;
                        self.word.d.next = !self.block_end.val();
                        self.permute_b.next = self.block_end.val();
                    }
                }
            }
            Phase::AdPad => {
                if self.open.val() {
                    self.absorb.next = true;
                    self.permute_b.next = true;
                    self.first.d.next = true;
                    self.phase.d.next = Phase::Text;
                }
            }
            Phase::Text => {
                if self.out_taken.val() {
                    if self.first.q.val() {
                        // Domain separation, in the last byte of the state.
                        self.op4.next = 1.into();
                        if self.sp_800_232.val() {
                            self.op4.next = BIT_63.into();
                        }
                    }
                    self.first.d.next = false;
                    self.absorb.next = true;
                    self.word.d.next = !self.block_end.val();
                    if self.beat_last.val() & !self.pad_block.val() {
                        self.finalise.next = true;
                    } else {
                        self.permute_b.next = self.block_end.val();
                        if self.beat_last.val() {
                            self.phase.d.next = Phase::TextPad;
                        }
                    }
                }
            }
            Phase::TextPad => {
                self.absorb.next = self.open.val();
                self.finalise.next = self.open.val();
            }
            Phase::Tag => {
                if self.tag_valid_o.val() & self.tag_ready_i.val() {
                    self.word.d.next = !self.word.q.val();
                    if self.word.q.val() {
                        self.state_done.next = true;
                        self.phase.d.next = Phase::Idle;
                    }
                }
            }
            Phase::Expect => {
                if self.exp_ready_o.val() & self.exp_valid_i.val() {
                    self.mismatch.d.next = self.mismatch.q.val()
                        | (self.order_state.data_o.val() ^ self.exp_data_i.val()).any();
                    self.word.d.next = !self.word.q.val();
                    if self.word.q.val() {
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
        if self.absorb.val() {
            if self.word.q.val() {
                self.op1.next = self.order_operand.data_o.val();
            } else {
                self.op0.next = self.order_operand.data_o.val();
                // A last beat that fills word 0 of two is padded in word 1.
                if self.beat_last.val() & self.lanes.keep_o.val().all() & !self.rate_8.val() {
                    self.op1.next = BIT_63.into();
                    if self.sp_800_232.val() {
                        self.op1.next = 1.into();
                    }
                }
            }
        }
        // The key goes behind the rate, so the last block and the key need one cycle together.
        if self.finalise.val() {
            if self.rate_8.val() {
                self.op1.next = self.order_key0.data_o.val();
                self.op2.next = self.order_key1.data_o.val();
            } else {
                self.op2.next = self.order_key0.data_o.val();
                self.op3.next = self.order_key1.data_o.val();
            }
            self.phase.d.next = Phase::Tag;
            if self.decrypt.q.val() {
                self.phase.d.next = Phase::Expect;
            }
        }

        // Rounds count up to NO_ROUND; constants are f0, e1, ... 4b.
        self.permutation.constant_i.next =
            (bit_cast::<8, 4>(!self.round.q.val()) << 4) | bit_cast::<8, 4>(self.round.q.val());
        if self.round.q.val() != NO_ROUND {
            self.round.d.next = self.round.q.val() + 1;
        }
        if self.permute_a.val() | self.finalise.val() {
            self.round.d.next = FIRST_OF_12.into();
        } else if self.permute_b.val() {
            self.round.d.next = FIRST_OF_8.into();
            if self.rate_8.val() {
                self.round.d.next = FIRST_OF_6.into();
            }
        }

        // State.
        self.permutation.x0_i.next = self.x0.q.val();
        self.permutation.x1_i.next = self.x1.q.val();
        self.permutation.x2_i.next = self.x2.q.val();
        self.permutation.x3_i.next = self.x3.q.val();
        self.permutation.x4_i.next = self.x4.q.val();
        self.x0.d.next = self.x0.q.val() ^ self.op0.val();
        self.x1.d.next = self.x1.q.val() ^ self.op1.val();
        self.x2.d.next = self.x2.q.val() ^ self.op2.val();
        self.x3.d.next = self.x3.q.val() ^ self.op3.val();
        self.x4.d.next = self.x4.q.val() ^ self.op4.val();
        if self.round.q.val() != NO_ROUND {
            self.x0.d.next = self.permutation.x0_o.val();
            self.x1.d.next = self.permutation.x1_o.val();
            self.x2.d.next = self.permutation.x2_o.val();
            self.x3.d.next = self.permutation.x3_o.val();
            self.x4.d.next = self.permutation.x4_o.val();
        }
        self.x0.clear.next = self.wipe.val() | self.state_done.val();
        self.x1.clear.next = self.wipe.val() | self.state_done.val();
        self.x2.clear.next = self.wipe.val() | self.state_done.val();
        self.x3.clear.next = self.wipe.val() | self.state_done.val();
        self.x4.clear.next = self.wipe.val() | self.state_done.val();

        // Key. A wrong tag clears it in the first cycle of the verdict, taken or not.
        self.key_wipe.next =
            self.wipe.val() | ((self.phase.q.val() == Phase::Verdict) & self.mismatch.q.val());
        self.key0.clear.next = self.key_wipe.val();
        // Half of the old key does not outlive the first beat of a new one.
        self.key1.clear.next =
            self.key_wipe.val() | (self.key_taken.val() & !self.key_half.q.val());
        if self.key_taken.val() {
            self.key_half.d.next = !self.key_half.q.val();
            self.key_loaded.d.next = self.key_half.q.val();
            if self.key_half.q.val() {
                self.key1.d.next = self.key_data_i.val();
            } else {
                self.key0.d.next = self.key_data_i.val();
            }
        }
        if self.key_wipe.val() {
            self.key_loaded.d.next = false;
        }

        if self.wipe.val() {
            self.phase.d.next = Phase::Idle;
            self.round.d.next = NO_ROUND.into();
            self.word.d.next = false;
            self.key_half.d.next = false;
        }

        self.busy_o.next = self.phase.q.val() != Phase::Idle;
        self.key_loaded_o.next = self.key_loaded.q.val();
    }
}
