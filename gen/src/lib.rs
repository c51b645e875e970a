//! Back end of pimtee: from rust-hdl blocks to SystemVerilog deliverables.

pub mod catalogue;
pub mod config;
pub mod deliverable;
pub mod dram;
pub mod pim;
pub mod regs;
pub mod sv;

/// Name and version of the generator, as outputs carry them.
pub const GENERATOR: &str = concat!("pimtee ", env!("CARGO_PKG_VERSION"));
