//! The SystemVerilog back end.
mod emitted;
pub use emitted::{Emitted, Port, PortDir, SvFile};
