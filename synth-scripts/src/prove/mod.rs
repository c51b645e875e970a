//! Proofs of properties of the emitted RTL, and the bugs they must find.
//!
//! `formal/<top>.toml` lists the properties; see `docs/proofs.md`.

mod counterexample;
mod job;
mod model;
mod run;

pub use counterexample::Counterexample;
pub use job::{Engine, Mode, Planted, Property, properties, tops};
pub use run::{Outcome, Search, find, prove};
