//! Primitives: registers, memories and flow-control buffers.
mod register;

pub use register::{ClearReg, DataReg, Reg};
