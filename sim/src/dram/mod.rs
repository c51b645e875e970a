//! A DRAM that computes, right bit by bit and clock by clock.
//!
//! [`Subarray`] holds the bits and what may be done with them; it knows no time and is fast.
//! [`Device`] takes single commands, each at a clock, and refuses what [`Checker`] or a subarray
//! refuse. [`Executor`] turns row operations into commands at the earliest legal clocks, with
//! refresh, and feeds them to [`record`]ers. Rows, commands and timing are those of
//! [`pimtee_hdl::dram`]. See `docs/dram.md`.

pub mod bench;
mod checker;
mod device;
mod executor;
pub mod record;
mod subarray;

pub use checker::{Checker, Late};
pub use device::{Broken, Device, Event, Fault, HotRow};
pub use executor::{Executor, Host, Report, RunError};
pub use subarray::{Bits, CellFault, Subarray, Tenant, Use};

/// The words of a row of 512 columns; column 0 is bit 0 of word 0.
pub const WORDS: usize = 8;
