//! Memory protection: authenticated encryption.

pub mod ascon;
mod hold;

pub use self::hold::HoldBuffer;
