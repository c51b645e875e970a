//! The SystemVerilog back end: rust-hdl block → tree ([`probe`]) → typed form ([`ir`], [`lower`])
//! → checks ([`check`]) → processes ([`schedule`]) → text ([`print`]).

mod build;
mod check;
mod emit;
mod emitted;
mod error;
mod flow;
mod ir;
mod lower;
mod names;
mod print;
mod probe;
mod schedule;

pub use emit::{EmitOptions, ResetKind, emit};
pub use emitted::{Emitted, ModuleNames, Port, PortDir, RegisterName, SvFile};
pub use error::{Diagnostic, EmitError, Fault};
pub(crate) use names::is_keyword;
