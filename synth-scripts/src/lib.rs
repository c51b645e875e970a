//! Area, timing and gates: designs through yosys and OpenSTA.
//!
//! Memories are no gates: a module that is an SRAM stays a module, see [`memory`].
//!
//! The scripts beside this crate hold the flow, and can be used by hand; each says how. Here they
//! are run, in a temporary folder, and what they print is read and checked.
//!
//! ```text
//! Design ──map.tcl──▶ Mapped (cells, netlist) ──timing.tcl──▶ worst path
//!        │                    ├──equiv.tcl, cec──▶ Verdict
//!        │                    └──cells.tcl──▶ netlist to simulate
//!        ├─fpga.tcl──▶ Resources
//!        └─prove.tcl, smtbmc, abc──▶ Outcome
//! ```

pub mod anchors;
pub mod area;
pub mod equiv;
pub mod fpga;
pub mod gates;
pub mod library;
pub mod map;
pub mod memory;
pub mod prove;
pub mod timing;

mod error;
mod stat;
mod tools;

pub use error::SynthError;
pub use tools::{opensta_version, yosys_version, z3_version};

use pimtee_gen::sv::{Emitted, SvFile};

/// SystemVerilog to be synthesised.
#[derive(Clone, Copy, Debug)]
pub struct Design<'d> {
    /// Name of the top module.
    pub top: &'d str,
    /// Sources, with the modules below the top.
    pub files: &'d [SvFile],
}

impl<'d> Design<'d> {
    /// An emitted design. Emit it without locators: they are of no use in a netlist.
    pub fn of(emitted: &'d Emitted) -> Self {
        Design {
            top: &emitted.top,
            files: &emitted.files,
        }
    }
}
