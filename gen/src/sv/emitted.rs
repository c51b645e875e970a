//! What the back end hands on: the text of a design and the shape of its top level.

use serde::{Deserialize, Serialize};

/// Direction of a top-level port, seen from the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PortDir {
    /// Driven from outside.
    Input,
    /// Driven by the module.
    Output,
}

/// A top-level port.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Port {
    /// Name in the SystemVerilog text.
    pub name: String,
    /// Direction, seen from the module.
    pub dir: PortDir,
    /// Width in bits.
    pub width: usize,
}

/// One SystemVerilog source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SvFile {
    /// File name without folders, for example `ascon_round.sv`.
    pub name: String,
    /// Whole text.
    pub text: String,
}

/// A design as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Emitted {
    /// Name of the top module.
    pub top: String,
    /// Sources in dependency order: the package first, the top module last.
    pub files: Vec<SvFile>,
    /// Ports of the top module, in declaration order.
    pub ports: Vec<Port>,
}
