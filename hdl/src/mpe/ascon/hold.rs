//! The core with a buffer that holds plaintext until it is verified.

use super::AsconAead;
use crate::mpe::HoldBuffer;
use crate::prelude::*;

/// Ascon authenticated encryption and decryption that releases no unverified plaintext.
///
/// VARIANT, ROUNDS, W, S: as ascon_aead, whose contract holds but for the following. 2^AW beats of
/// plaintext fit into the buffer; UW = AW + 1.
/// Decryption: the verdict comes before the plaintext, which follows only if the verdict is ok.
/// Without it there is no output beat at all. A text of more beats is taken to its end and dropped: its
/// verdict has verdict_overflow_o = 1 and verdict_ok_o = 0; a wrong tag clears the key all the same.
/// Encryption: as ascon_aead, no cycle more.
/// The next nonce is taken once the plaintext has been given out, or wiped, one beat a cycle and one
/// cycle. After a reset the whole buffer is wiped first, which takes 2^AW + 1 cycles.
#[derive(LogicBlock, Module)]
pub struct AsconHold<
    const VARIANT: usize,
    const ROUNDS: usize,
    const W: usize,
    const S: usize,
    const AW: usize,
    const UW: usize,
> {
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

    /// Output beat offered; of a decryption, after a good verdict only.
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
    /// The tags are equal and the plaintext follows; zero while not valid.
    pub verdict_ok_o: Signal<Out, Bit>,

    /// The text was longer than the buffer: the plaintext is dropped, verdict_ok_o is low. Zero
    /// while not valid.
    pub verdict_overflow_o: Signal<Out, Bit>,

    /// A message is in hand, or plaintext is given out or wiped.
    pub busy_o: Signal<Out, Bit>,
    /// A whole key is loaded.
    pub key_loaded_o: Signal<Out, Bit>,
    /// The nonce beat taken in this cycle asks for a variant the core does not have.
    pub refused_o: Signal<Out, Bit>,

    core: AsconAead<VARIANT, ROUNDS, W, S>,
    buffer: HoldBuffer<W, S, AW, UW>,
}

#[hdl]
impl<
    const VARIANT: usize,
    const ROUNDS: usize,
    const W: usize,
    const S: usize,
    const AW: usize,
    const UW: usize,
> Logic for AsconHold<VARIANT, ROUNDS, W, S, AW, UW>
{
    fn update(&mut self) {
        clocks!(self, core, buffer);
        self.core.clear_i.next = self.clear_i.val();
        self.core.key_data_i.next = self.key_data_i.val();
        self.core.nonce_data_i.next = self.nonce_data_i.val();
        self.core.nonce_decrypt_i.next = self.nonce_decrypt_i.val();
        self.core.nonce_variant_i.next = self.nonce_variant_i.val();
        self.core.ad_valid_i.next = self.ad_valid_i.val();
        self.ad_ready_o.next = self.core.ad_ready_o.val();
        self.core.ad_data_i.next = self.ad_data_i.val();
        self.core.ad_strb_i.next = self.ad_strb_i.val();
        self.core.ad_last_i.next = self.ad_last_i.val();
        self.core.text_valid_i.next = self.text_valid_i.val();
        self.text_ready_o.next = self.core.text_ready_o.val();
        self.core.text_data_i.next = self.text_data_i.val();
        self.core.text_strb_i.next = self.text_strb_i.val();
        self.core.text_last_i.next = self.text_last_i.val();
        self.tag_valid_o.next = self.core.tag_valid_o.val();
        self.core.tag_ready_i.next = self.tag_ready_i.val();
        self.tag_data_o.next = self.core.tag_data_o.val();
        self.core.exp_valid_i.next = self.exp_valid_i.val();
        self.exp_ready_o.next = self.core.exp_ready_o.val();
        self.core.exp_data_i.next = self.exp_data_i.val();
        self.key_loaded_o.next = self.core.key_loaded_o.val();
        self.refused_o.next = self.core.refused_o.val();

        // A message, or a key, comes in once the buffer is empty.
        self.core.key_valid_i.next = self.key_valid_i.val() & self.buffer.idle_o.val();
        self.key_ready_o.next = self.core.key_ready_o.val() & self.buffer.idle_o.val();
        self.core.nonce_valid_i.next =
            self.nonce_valid_i.val() & (self.buffer.idle_o.val() | self.core.busy_o.val());
        self.nonce_ready_o.next =
            self.core.nonce_ready_o.val() & (self.buffer.idle_o.val() | self.core.busy_o.val());
        self.buffer.clear_i.next = self.clear_i.val();
        self.buffer.start_i.next = self.nonce_valid_i.val()
            & self.core.nonce_ready_o.val()
            & !self.core.busy_o.val()
            & !self.core.refused_o.val();
        self.buffer.decrypt_i.next = self.nonce_decrypt_i.val();
        self.busy_o.next = self.core.busy_o.val() | !self.buffer.idle_o.val();

        self.buffer.in_valid_i.next = self.core.out_valid_o.val();
        self.core.out_ready_i.next = self.buffer.in_ready_o.val();
        self.buffer.in_data_i.next = self.core.out_data_o.val();
        self.buffer.in_strb_i.next = self.core.out_strb_o.val();
        self.buffer.in_last_i.next = self.core.out_last_o.val();
        self.out_valid_o.next = self.buffer.out_valid_o.val();
        self.buffer.out_ready_i.next = self.out_ready_i.val();
        self.out_data_o.next = self.buffer.out_data_o.val();
        self.out_strb_o.next = self.buffer.out_strb_o.val();
        self.out_last_o.next = self.buffer.out_last_o.val();

        self.buffer.tag_valid_i.next = self.core.verdict_valid_o.val();
        self.core.verdict_ready_i.next = self.buffer.tag_ready_o.val();
        self.buffer.tag_ok_i.next = self.core.verdict_ok_o.val();
        self.verdict_valid_o.next = self.buffer.verdict_valid_o.val();
        self.buffer.verdict_ready_i.next = self.verdict_ready_i.val();
        self.verdict_ok_o.next = self.buffer.verdict_ok_o.val();
        self.verdict_overflow_o.next = self.buffer.verdict_overflow_o.val();
    }
}
