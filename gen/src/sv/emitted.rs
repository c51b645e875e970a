//! What the back end hands on: the text of a design and the shape of its top level.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

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
    /// Names of every module, sub-modules first.
    pub names: Vec<ModuleNames>,
}

/// From the names of the Rust source to those of the SystemVerilog text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModuleNames {
    /// Name of the module.
    pub module: String,
    /// `file:line` of the Rust type.
    pub source: String,
    /// Signal names by Rust path (`count.d`).
    pub signals: BTreeMap<String, String>,
    /// Values of the registers, in declaration order, without those of arrays.
    pub registers: Vec<RegisterName>,
    /// Modules of sub-blocks by Rust field.
    pub instances: BTreeMap<String, Vec<String>>,
    /// Rust paths of signals that this configuration has no use for.
    pub folded_away: Vec<String>,
}

/// The value of a register.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegisterName {
    /// Name of the signal.
    pub name: String,
    /// Width in bits.
    pub width: usize,
}
