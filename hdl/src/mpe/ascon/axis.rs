//! The core with AXI4-Stream ports.

use super::{AsconAead, AsconHold};
use crate::prelude::*;

/// A core behind AXI4-Stream ports: `$name`, made of `$core`, whose port `$overflow`, if it has one,
/// is bit 1 of the verdict.
macro_rules! axis {
    (
        $(#[$doc:meta])*
        $name:ident<$($param:ident),*>, $core:ident $(, $overflow:ident)?
    ) => {
        $(#[$doc])*
        #[derive(LogicBlock, Module)]
        pub struct $name<$(const $param: usize),*> {
            /// Clock (ACLK).
            pub clk_i: Signal<In, Clock>,
            /// Reset, active low (ARESETn).
            pub rst_ni: Signal<In, Bit>,
            /// Zeroise, as in the core; ends every transfer that is under way, as a reset does.
            pub clear_i: Signal<In, Bit>,

            /// Key.
            pub s_axis_key_tvalid: Signal<In, Bit>,
            /// Key.
            pub s_axis_key_tready: Signal<Out, Bit>,
            /// Key.
            pub s_axis_key_tdata: Signal<In, Bits<W>>,

            /// Nonce.
            pub s_axis_nonce_tvalid: Signal<In, Bit>,
            /// Nonce.
            pub s_axis_nonce_tready: Signal<Out, Bit>,
            /// Nonce.
            pub s_axis_nonce_tdata: Signal<In, Bits<W>>,
            /// Looked at in the first beat: bit 0 decrypts, bits 2:1 are the variant (0, 1, 2).
            pub s_axis_nonce_tuser: Signal<In, Bits<3>>,

            /// Associated data.
            pub s_axis_ad_tvalid: Signal<In, Bit>,
            /// Associated data.
            pub s_axis_ad_tready: Signal<Out, Bit>,
            /// Associated data.
            pub s_axis_ad_tdata: Signal<In, Bits<W>>,
            /// Associated data: bytes present.
            pub s_axis_ad_tkeep: Signal<In, Bits<S>>,
            /// Associated data: ends it.
            pub s_axis_ad_tlast: Signal<In, Bit>,

            /// Text.
            pub s_axis_text_tvalid: Signal<In, Bit>,
            /// Text.
            pub s_axis_text_tready: Signal<Out, Bit>,
            /// Plaintext to encrypt or ciphertext to decrypt.
            pub s_axis_text_tdata: Signal<In, Bits<W>>,
            /// Text: bytes present.
            pub s_axis_text_tkeep: Signal<In, Bits<S>>,
            /// Text: ends it.
            pub s_axis_text_tlast: Signal<In, Bit>,

            /// Output.
            pub m_axis_out_tvalid: Signal<Out, Bit>,
            /// Output.
            pub m_axis_out_tready: Signal<In, Bit>,
            /// Ciphertext or plaintext.
            pub m_axis_out_tdata: Signal<Out, Bits<W>>,
            /// Output: bytes present.
            pub m_axis_out_tkeep: Signal<Out, Bits<S>>,
            /// Output: ends it.
            pub m_axis_out_tlast: Signal<Out, Bit>,

            /// Tag of an encryption.
            pub m_axis_tag_tvalid: Signal<Out, Bit>,
            /// Tag of an encryption.
            pub m_axis_tag_tready: Signal<In, Bit>,
            /// Tag of an encryption.
            pub m_axis_tag_tdata: Signal<Out, Bits<W>>,
            /// Tag of an encryption: its last beat.
            pub m_axis_tag_tlast: Signal<Out, Bit>,

            /// Expected tag of a decryption.
            pub s_axis_exp_tvalid: Signal<In, Bit>,
            /// Expected tag of a decryption.
            pub s_axis_exp_tready: Signal<Out, Bit>,
            /// Expected tag of a decryption.
            pub s_axis_exp_tdata: Signal<In, Bits<W>>,

            /// Verdict of a decryption.
            pub m_axis_verdict_tvalid: Signal<Out, Bit>,
            /// Verdict of a decryption.
            pub m_axis_verdict_tready: Signal<In, Bit>,
            /// Bit 0: the tag is right; bit 1: the text was longer than the buffer.
            pub m_axis_verdict_tdata: Signal<Out, Bits<8>>,

            /// A message is in hand.
            pub busy_o: Signal<Out, Bit>,
            /// A whole key is loaded.
            pub key_loaded_o: Signal<Out, Bit>,
            /// The nonce beat taken in this cycle asks for a variant the core does not have.
            pub refused_o: Signal<Out, Bit>,

            core: $core<$($param),*>,
            /// Beat of the tag.
            tag_beat: Reg<Bits<2>>,
        }

        #[hdl]
        impl<$(const $param: usize),*> Logic for $name<$($param),*> {
            fn update(&mut self) {
                regs!(self, tag_beat);
                clocks!(self, core);
                self.core.clear_i.next = self.clear_i.val();

                self.core.key_valid_i.next = self.s_axis_key_tvalid.val();
                self.s_axis_key_tready.next = self.core.key_ready_o.val();
                self.core.key_data_i.next = self.s_axis_key_tdata.val();

                self.core.nonce_valid_i.next = self.s_axis_nonce_tvalid.val();
                self.s_axis_nonce_tready.next = self.core.nonce_ready_o.val();
                self.core.nonce_data_i.next = self.s_axis_nonce_tdata.val();
                self.core.nonce_decrypt_i.next = self.s_axis_nonce_tuser.val().get_bit(0);
                self.core.nonce_variant_i.next = self.s_axis_nonce_tuser.val().get_bits::<2>(1);

                self.core.ad_valid_i.next = self.s_axis_ad_tvalid.val();
                self.s_axis_ad_tready.next = self.core.ad_ready_o.val();
                self.core.ad_data_i.next = self.s_axis_ad_tdata.val();
                self.core.ad_strb_i.next = self.s_axis_ad_tkeep.val();
                self.core.ad_last_i.next = self.s_axis_ad_tlast.val();

                self.core.text_valid_i.next = self.s_axis_text_tvalid.val();
                self.s_axis_text_tready.next = self.core.text_ready_o.val();
                self.core.text_data_i.next = self.s_axis_text_tdata.val();
                self.core.text_strb_i.next = self.s_axis_text_tkeep.val();
                self.core.text_last_i.next = self.s_axis_text_tlast.val();

                self.m_axis_out_tvalid.next = self.core.out_valid_o.val();
                self.core.out_ready_i.next = self.m_axis_out_tready.val();
                self.m_axis_out_tdata.next = self.core.out_data_o.val();
                self.m_axis_out_tkeep.next = self.core.out_strb_o.val();
                self.m_axis_out_tlast.next = self.core.out_last_o.val();

                self.m_axis_tag_tvalid.next = self.core.tag_valid_o.val();
                self.core.tag_ready_i.next = self.m_axis_tag_tready.val();
                self.m_axis_tag_tdata.next = self.core.tag_data_o.val();
                self.m_axis_tag_tlast.next = self.core.tag_valid_o.val();
                if W == 64 {
                    self.m_axis_tag_tlast.next =
                        self.core.tag_valid_o.val() & self.tag_beat.q.val().get_bit(0);
                } else if W == 32 {
                    self.m_axis_tag_tlast.next =
                        self.core.tag_valid_o.val() & self.tag_beat.q.val().all();
                }
                if W != 128 {
                    if self.clear_i.val() {
                        self.tag_beat.d.next = 0.into();
                    } else if self.core.tag_valid_o.val() & self.m_axis_tag_tready.val() {
                        self.tag_beat.d.next = self.tag_beat.q.val() + 1;
                    }
                }

                self.core.exp_valid_i.next = self.s_axis_exp_tvalid.val();
                self.s_axis_exp_tready.next = self.core.exp_ready_o.val();
                self.core.exp_data_i.next = self.s_axis_exp_tdata.val();

                self.m_axis_verdict_tvalid.next = self.core.verdict_valid_o.val();
                self.core.verdict_ready_i.next = self.m_axis_verdict_tready.val();
                self.m_axis_verdict_tdata.next = 0.into();
                if self.core.verdict_ok_o.val() {
                    self.m_axis_verdict_tdata.next = 1.into();
                }
                $(if self.core.$overflow.val() {
                    self.m_axis_verdict_tdata.next = 2.into();
                })?

                self.busy_o.next = self.core.busy_o.val();
                self.key_loaded_o.next = self.core.key_loaded_o.val();
                self.refused_o.next = self.core.refused_o.val();
            }
        }
    };
}

axis! {
    /// Ascon authenticated encryption and decryption with AXI4-Stream ports.
    ///
    /// Parameters, messages and cycles as ascon_aead, which it holds; data of a transfer start at
    /// byte 0, tkeep is contiguous from bit 0 and all ones but in the last transfer. A stream
    /// without bytes is one transfer with tkeep = 0 and tlast = 1. tlast of key, nonce and expected
    /// tag is not there: their lengths are fixed.
    AsconAxis<VARIANT, ROUNDS, W, S>, AsconAead
}

axis! {
    /// Ascon authenticated encryption and decryption with AXI4-Stream ports that releases no
    /// unverified plaintext.
    ///
    /// Parameters, messages and cycles as ascon_hold, which it holds; transfers as ascon_axis.
    AsconAxisHold<VARIANT, ROUNDS, W, S, AW, UW>, AsconHold, verdict_overflow_o
}
