//! Random modules that prove the SystemVerilog back end: `build.rs` writes them as Rust source, and
//! `tests/proof.rs` compares rust-hdl's simulation of each with Verilator's of the emitted text.
//!
//! `PIMTEE_EMITTER_SEED` and `PIMTEE_EMITTER_MODULES` choose other modules than the default ones.

pub mod generator;
mod pins;
pub mod rng;
pub mod scope;

pub use pins::{Drive, Sample};

use pimtee_hdl::prelude::Block;

/// Seed of the modules in this build.
pub const SEED: &str = env!("PIMTEE_EMITTER_SEED_USED");

/// A generated module, ready to be simulated by rust-hdl.
pub trait Dut {
    /// Sets the clock; takes effect with [`settle`](Self::settle).
    fn clock(&mut self, level: bool);
    /// Sets the reset, active low.
    fn reset(&mut self, level: bool);
    /// Evaluates until nothing changes; false if that does not happen.
    fn settle(&mut self) -> bool;
    /// Inputs by name, without clock and reset.
    fn inputs(&mut self) -> Vec<(&'static str, &mut dyn Drive)>;
    /// Outputs by name.
    fn outputs(&self) -> Vec<(&'static str, &dyn Sample)>;
    /// The module, for the back end.
    fn block(&self) -> &dyn Block;
}

/// One entry of [`modules`].
pub struct Generated {
    /// Name of the type.
    pub name: &'static str,
    /// Rust source of the module and its sub-modules.
    pub source: &'static str,
    /// The module is emitted with a synchronous reset: it has no state without reset.
    pub synchronous: bool,
    /// A new instance.
    pub make: fn() -> Box<dyn Dut>,
}

/// `Dut` for a generated module, from the names of its ports.
macro_rules! dut {
    ($ty:ident, [$($input:ident),*], [$($output:ident),*]) => {
        impl crate::Dut for $ty {
            fn clock(&mut self, level: bool) {
                self.clk_i.next = level.into();
            }
            fn reset(&mut self, level: bool) {
                self.rst_ni.next = level;
            }
            fn settle(&mut self) -> bool {
                simulate(self, 500)
            }
            fn inputs(&mut self) -> Vec<(&'static str, &mut dyn crate::Drive)> {
                vec![$((stringify!($input), &mut self.$input)),*]
            }
            fn outputs(&self) -> Vec<(&'static str, &dyn crate::Sample)> {
                vec![$((stringify!($output), &self.$output)),*]
            }
            fn block(&self) -> &dyn Block {
                self
            }
        }
    };
}

#[allow(
    dead_code,
    missing_docs,
    unused_parens,
    clippy::all,
    reason = "generated"
)]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/modules.rs"));
}

/// Every module of this build.
pub fn modules() -> Vec<Generated> {
    generated::modules()
}
