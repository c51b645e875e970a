//! Row programs: kernels on the rows of a DRAM that computes, compiled to row operations.
//!
//! A kernel is written with [`Kernel`] on typed rows; [`interpret::run`] says what it means.

pub mod interpret;
pub mod ir;
mod kernel;

pub use ir::{Bits, Ir};
pub use kernel::{
    Array, Bundle, Guard, Interleave, Kernel, Lanes, Layout, Mix3, Packed64, Pointer, Public, Row,
    Secrecy, Secret, Subroutine, Vertical,
};
