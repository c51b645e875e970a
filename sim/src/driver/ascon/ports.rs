//! The ports of a core: its own names, or those of AXI4-Stream.

use super::Handshake;
use crate::verilator::{InPort, Library, Model, OutPort, PortError};

/// Bit of the nonce's tuser that asks for a decryption.
const TUSER_DECRYPT: u64 = 1;
/// Place of the variant in the nonce's tuser.
const TUSER_VARIANT: u32 = 1;
/// Bit of the verdict's tdata: the tag is right.
const TDATA_OK: u64 = 1;
/// Bit of the verdict's tdata: the text was longer than the buffer.
const TDATA_OVERFLOW: u64 = 2;

/// How a message says what it wants.
enum NonceUser {
    /// Ports nonce_decrypt_i and nonce_variant_i.
    Split { decrypt: InPort, variant: InPort },
    /// Both in one port.
    Tuser(InPort),
}

/// How a verdict says what it found.
enum VerdictData {
    /// Ports verdict_ok_o and, of a core that holds plaintext, verdict_overflow_o.
    Split {
        ok: OutPort,
        overflow: Option<OutPort>,
    },
    /// Both in one port.
    Tdata(OutPort),
}

/// A verdict.
#[derive(Clone, Copy)]
pub(super) struct VerdictBits {
    pub ok: bool,
    pub overflow: bool,
}

pub(super) struct Ports {
    pub clear: InPort,
    pub key_valid: InPort,
    pub key_ready: OutPort,
    pub key_data: InPort,
    pub nonce_valid: InPort,
    pub nonce_ready: OutPort,
    pub nonce_data: InPort,
    pub ad_valid: InPort,
    pub ad_ready: OutPort,
    pub ad_data: InPort,
    pub ad_strb: InPort,
    pub ad_last: InPort,
    pub text_valid: InPort,
    pub text_ready: OutPort,
    pub text_data: InPort,
    pub text_strb: InPort,
    pub text_last: InPort,
    pub out_valid: OutPort,
    pub out_ready: InPort,
    pub out_data: OutPort,
    pub out_strb: OutPort,
    pub out_last: OutPort,
    pub tag_valid: OutPort,
    pub tag_ready: InPort,
    pub tag_data: OutPort,
    pub exp_valid: InPort,
    pub exp_ready: OutPort,
    pub exp_data: InPort,
    pub verdict_valid: OutPort,
    pub verdict_ready: InPort,
    pub busy: OutPort,
    pub key_loaded: OutPort,
    pub refused: OutPort,
    nonce_user: NonceUser,
    verdict_data: VerdictData,
    /// The last beat of a tag says so, of AXI4-Stream ports only.
    pub tag_last: Option<OutPort>,
}

impl Ports {
    pub fn of(library: &Library) -> Result<Self, PortError> {
        let axis = library.input("s_axis_key_tvalid").is_ok();
        let stream = |handshake: Handshake, signal: &str, native: &str| match axis {
            true => format!("{}_axis_{handshake}_{signal}", handshake.side()),
            false => format!("{handshake}_{native}"),
        };
        let to = |handshake, signal, native| library.input(&stream(handshake, signal, native));
        let from = |handshake, signal, native| library.output(&stream(handshake, signal, native));
        let (nonce_user, verdict_data) = if axis {
            (
                NonceUser::Tuser(library.input("s_axis_nonce_tuser")?),
                VerdictData::Tdata(library.output("m_axis_verdict_tdata")?),
            )
        } else {
            (
                NonceUser::Split {
                    decrypt: library.input("nonce_decrypt_i")?,
                    variant: library.input("nonce_variant_i")?,
                },
                VerdictData::Split {
                    ok: library.output("verdict_ok_o")?,
                    overflow: library.output("verdict_overflow_o").ok(),
                },
            )
        };
        Ok(Self {
            clear: library.input("clear_i")?,
            key_valid: to(Handshake::Key, "tvalid", "valid_i")?,
            key_ready: from(Handshake::Key, "tready", "ready_o")?,
            key_data: to(Handshake::Key, "tdata", "data_i")?,
            nonce_valid: to(Handshake::Nonce, "tvalid", "valid_i")?,
            nonce_ready: from(Handshake::Nonce, "tready", "ready_o")?,
            nonce_data: to(Handshake::Nonce, "tdata", "data_i")?,
            ad_valid: to(Handshake::Ad, "tvalid", "valid_i")?,
            ad_ready: from(Handshake::Ad, "tready", "ready_o")?,
            ad_data: to(Handshake::Ad, "tdata", "data_i")?,
            ad_strb: to(Handshake::Ad, "tkeep", "strb_i")?,
            ad_last: to(Handshake::Ad, "tlast", "last_i")?,
            text_valid: to(Handshake::Text, "tvalid", "valid_i")?,
            text_ready: from(Handshake::Text, "tready", "ready_o")?,
            text_data: to(Handshake::Text, "tdata", "data_i")?,
            text_strb: to(Handshake::Text, "tkeep", "strb_i")?,
            text_last: to(Handshake::Text, "tlast", "last_i")?,
            out_valid: from(Handshake::Out, "tvalid", "valid_o")?,
            out_ready: to(Handshake::Out, "tready", "ready_i")?,
            out_data: from(Handshake::Out, "tdata", "data_o")?,
            out_strb: from(Handshake::Out, "tkeep", "strb_o")?,
            out_last: from(Handshake::Out, "tlast", "last_o")?,
            tag_valid: from(Handshake::Tag, "tvalid", "valid_o")?,
            tag_ready: to(Handshake::Tag, "tready", "ready_i")?,
            tag_data: from(Handshake::Tag, "tdata", "data_o")?,
            exp_valid: to(Handshake::Exp, "tvalid", "valid_i")?,
            exp_ready: from(Handshake::Exp, "tready", "ready_o")?,
            exp_data: to(Handshake::Exp, "tdata", "data_i")?,
            verdict_valid: from(Handshake::Verdict, "tvalid", "valid_o")?,
            verdict_ready: to(Handshake::Verdict, "tready", "ready_i")?,
            busy: library.output("busy_o")?,
            key_loaded: library.output("key_loaded_o")?,
            refused: library.output("refused_o")?,
            nonce_user,
            verdict_data,
            tag_last: axis
                .then(|| library.output("m_axis_tag_tlast"))
                .transpose()?,
        })
    }

    /// Says what the message wants; bits above the width of a port are dropped.
    pub fn set_nonce_user(&self, model: &mut Model, decrypt: u64, variant: u64) {
        match self.nonce_user {
            NonceUser::Split {
                decrypt: decrypt_i,
                variant: variant_i,
            } => {
                model.set(decrypt_i, decrypt);
                model.set(variant_i, variant);
            }
            NonceUser::Tuser(tuser) => {
                model.set(tuser, decrypt & TUSER_DECRYPT | variant << TUSER_VARIANT);
            }
        }
    }

    /// The verdict offered.
    pub fn verdict(&self, model: &Model) -> VerdictBits {
        match self.verdict_data {
            VerdictData::Split { ok, overflow } => VerdictBits {
                ok: model.get(ok) != 0,
                overflow: overflow.is_some_and(|port| model.get(port) != 0),
            },
            VerdictData::Tdata(tdata) => VerdictBits {
                ok: model.get(tdata) & TDATA_OK != 0,
                overflow: model.get(tdata) & TDATA_OVERFLOW != 0,
            },
        }
    }

    /// Whether the core has a port that only one that holds plaintext has.
    pub fn holds(&self) -> bool {
        matches!(
            self.verdict_data,
            VerdictData::Split {
                overflow: Some(_),
                ..
            }
        )
    }
}
