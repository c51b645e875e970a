//! Memory protection: authenticated encryption.

pub mod ascon;
