//! Messages of the back end.

use itertools::Itertools;
use std::fmt;

/// What is wrong with a description.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// A signal is read, or leaves the module, and nothing drives it.
    Undriven,
    /// Two places drive a signal, or a block drives what is not its own.
    MultiplyDriven,
    /// Operands or both sides of an assignment differ in width, or a literal does not fit.
    WidthMismatch,
    /// An index or an offset lies outside the array or the value.
    OutOfRange,
    /// A signal is read where the same block still writes it.
    ReadBeforeWrite,
    /// A signal depends on itself within one clock cycle.
    CombinationalLoop,
    /// A signal is assigned on some paths only, which would make a latch.
    MissingDefault,
    /// Control state has no reset.
    NoReset,
    /// A register has no clock, or a clock that is not a plain signal.
    NoClock,
    /// A name is a keyword of SystemVerilog.
    Keyword,
    /// Two things would get the same name.
    NameClash,
    /// The name chosen for the top belongs to a signal or a type inside it.
    TopName,
    /// A construct that the back end does not translate.
    Unsupported,
    /// A name the back end cannot resolve.
    UnknownName,
}

impl Fault {
    /// Short name, as printed in the brackets of a message.
    pub fn code(self) -> &'static str {
        match self {
            Fault::Undriven => "undriven",
            Fault::MultiplyDriven => "multiply-driven",
            Fault::WidthMismatch => "width-mismatch",
            Fault::OutOfRange => "out-of-range",
            Fault::ReadBeforeWrite => "read-before-write",
            Fault::CombinationalLoop => "combinational-loop",
            Fault::MissingDefault => "missing-default",
            Fault::NoReset => "no-reset",
            Fault::NoClock => "no-clock",
            Fault::Keyword => "keyword",
            Fault::NameClash => "name-clash",
            Fault::TopName => "top-name",
            Fault::Unsupported => "unsupported",
            Fault::UnknownName => "unknown-name",
        }
    }

    fn help(self) -> &'static str {
        match self {
            Fault::Undriven => "assign it in `update`, or remove it",
            Fault::MultiplyDriven => "let one place drive it and choose the value there",
            Fault::WidthMismatch => "make the widths equal with bit_cast or get_bits",
            Fault::OutOfRange => "keep the index below the number of elements or bits",
            Fault::ReadBeforeWrite => {
                "write a signal wholly before it is read; for an accumulator use an array: acc[i+1] = acc[i] | m[i]"
            }
            Fault::CombinationalLoop => "break the loop with a register",
            Fault::MissingDefault => "assign a default before the first condition",
            Fault::NoReset => {
                "use Reg, whose value is set by rst_ni, and connect its reset with regs!"
            }
            Fault::NoClock => "connect it with regs!(self, …) or clocks!(self, …)",
            Fault::Keyword | Fault::NameClash => "rename it in the Rust source",
            Fault::TopName => "give the top another name",
            Fault::Unsupported => "docs/add-a-block.md lists what can be used",
            Fault::UnknownName => {
                "use a field, a const generic, an upper-case integer constant or an enum variant"
            }
        }
    }
}

/// One message: what is wrong, where, what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Kind of fault.
    pub fault: Fault,
    /// The module it was found in.
    pub module: String,
    /// What is wrong.
    pub message: String,
    /// `file:line` in the Rust source.
    pub location: String,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "error[{}]: in module `{}`: {}",
            self.fault.code(),
            self.module,
            self.message
        )?;
        writeln!(f, "  --> {}", self.location)?;
        write!(f, "  help: {}", self.fault.help())
    }
}

/// Every message of a design that cannot be emitted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct EmitError(pub Vec<Diagnostic>);

impl fmt::Display for EmitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.iter().join("\n"))
    }
}
