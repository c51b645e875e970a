//! Primitives: registers, memories and flow-control buffers.
mod fifo;
mod memory;
mod register;
mod skid;

pub use fifo::Fifo;
pub use memory::{Ram1, Ram2, RegFile};
pub use register::{ClearReg, DataReg, Reg};
pub use skid::SkidBuffer;
