//! Golden models: algorithms written from their specifications, knowing nothing of the RTL.

pub mod ascon;
pub mod fmt;
pub mod keccak;
pub mod lightsaber;
pub mod policy;
pub mod sha3;
