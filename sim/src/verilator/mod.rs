//! Co-simulation with Verilator: emitted SystemVerilog in, a running model out.
//!
//! ```text
//! Build (sources, ports, options) ──▶ Library (a loaded .so) ──▶ Model, Model, …
//! ```
//!
//! [`Build`] writes a C++ shim that knows every port of the top module, runs Verilator and the C++
//! compiler, and keeps the result in a cache, so that the second build of the same design is a
//! load. A [`Library`] makes any number of independent [`Model`]s. [`lint`] checks the text alone.
//!
//! # What happens in a cycle
//!
//! [`Model::cycle`] simulates one clock period, in this order:
//!
//! 1. the clock goes low, the inputs given with [`Model::set`] are applied, combinational logic
//!    settles;
//! 2. the outputs are sampled: these are the values [`Model::get`] returns afterwards;
//! 3. the clock rises and registers take their new values.
//!
//! So the inputs and the sampled outputs of one call belong to the same cycle, and both hold at
//! the rising edge that ends it: a handshake is done exactly when `valid` and `ready`, one set and
//! one read around the same `cycle()`, are both 1. What a register took at that edge shows in the
//! sample of the next cycle. Where an input depends combinationally on an output of the same
//! cycle, call [`Model::eval`] (steps 1 and 2 alone), read, set, and then `cycle()`.
//!
//! # Data layout of the C interface
//!
//! Inputs and outputs are two arrays of 64-bit words. Each port takes ⌈width / 64⌉ words, least
//! significant first, in declaration order, unused high bits zero. The clock is not among the
//! inputs.
//!
//! # Time
//!
//! One cycle is 10 ns: in waveforms and messages cycle `n` starts at `10 n` ns and its rising edge
//! is at `10 n + 5` ns.

mod build;
mod cache;
mod error;
mod lint;
mod model;
mod shim;
mod toolchain;

pub use build::{Build, BuildOutcome, OptLevel, Trace};
pub use error::{BuildError, LintError, PortError, SimError};
pub use lint::{lint, lint_with};
pub use model::{InPort, Library, Model, OutPort};
pub use toolchain::Toolchain;
