//! The hardware of pimtee, described with rust-hdl.
//!
//! A block is a struct with `#[derive(LogicBlock, Module)]` and an `#[hdl] impl Logic`. The back
//! end (`pimtee-gen`) turns it into SystemVerilog; rust-hdl itself can simulate it.

#![allow(
    clippy::collapsible_if,
    clippy::collapsible_match,
    reason = "`#[hdl]` has no match guards, and a condition on a parameter alone stands by itself"
)]

extern crate self as pimtee_hdl;

pub use rust_hdl;

pub mod acu;
pub mod bus;
pub mod dram;
pub mod fmt;
pub mod meta;
pub mod mpe;
pub mod prim;
pub mod regs;

/// Everything a block description needs in scope.
pub mod prelude {
    pub use crate::comment;
    pub use crate::prim::*;
    pub use pimtee_hdl_macros::{Module, hdl};
    pub use rust_hdl::core::prelude::*;
}

/// A remark that only the back end reads; `#[hdl]` writes source positions with it.
#[macro_export]
macro_rules! comment {
    ($text:literal) => {};
}
