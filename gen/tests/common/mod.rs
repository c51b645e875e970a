//! Emits blocks for the tests of the back end.

use pimtee_gen::sv::{EmitError, EmitOptions, Emitted, ResetKind, emit};
use pimtee_hdl::prelude::Block;

/// Options that give stable text.
pub fn options() -> EmitOptions {
    EmitOptions {
        top: None,
        reset: ResetKind::Async,
        locators: false,
        generator: "pimtee test".into(),
        config_hash: "0123456789ab".into(),
    }
}

/// Emits a block with its default name.
#[allow(dead_code, reason = "not every test file emits good blocks")]
pub fn good(block: &dyn Block) -> Emitted {
    match emit(block, &options()) {
        Ok(emitted) => emitted,
        Err(error) => panic!("{error}"),
    }
}

/// The message of a block that cannot be emitted.
#[allow(dead_code, reason = "not every test file emits bad blocks")]
pub fn bad(block: &dyn Block) -> EmitError {
    match emit(block, &options()) {
        Ok(emitted) => panic!("emitted {} without a message", emitted.top),
        Err(error) => error,
    }
}
