//! Row programs: kernels on the rows of a DRAM that computes, compiled to row operations.
//!
//! A kernel is written with [`Kernel`] on typed rows; [`interpret::run`] says what it means.

mod ascon_slice;
mod compile;
pub mod interpret;
pub mod ir;
mod kernel;
pub mod lower;
mod majority;
pub mod microcode;
mod program;
pub mod registry;
pub mod report;
mod rows;
pub mod search;
pub mod taint;

pub use ascon_slice::ascon_sbox;
pub use compile::{CompileError, Compiled, RowReport, Target, compile};
pub use ir::{Bits, Ir};
pub use kernel::{
    Array, Bundle, Guard, Interleave, Kernel, Lanes, Layout, Mix3, Packed64, Pointer, Public, Row,
    Secrecy, Secret, Subroutine, Vertical,
};
pub use lower::Label;
pub use program::{
    CALL_DEPTH, Code, LOOP_DEPTH, Loaded, Operand, POINTERS, Program, Resident, TIMES,
};
