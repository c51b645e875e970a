//! What the back end must know of a block and rust-hdl's probe does not tell: its name, contract,
//! parameters and place in the source. It travels inside the block's `hdl()` as a comment.

use rust_hdl::core::prelude::*;
use serde::{Deserialize, Serialize};

/// Marks a comment of `hdl()` that holds a [`ModuleInfo`] as JSON.
pub const MODULE_MARK: &str = "@module ";
/// Marks a comment that holds the `file:line` of the statement after it.
pub const LOCATION_MARK: &str = "@loc ";
/// Marks a `Verilog::Custom` text that holds a [`Leaf`] as JSON.
pub const LEAF_MARK: &str = "@leaf ";

/// Description of a block type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModuleInfo {
    /// Name in snake case, without parameters.
    pub name: String,
    /// The type's doc comment: the module's contract.
    pub doc: String,
    /// Generic parameters, in declaration order.
    pub params: Vec<Param>,
    /// Rust constants that the description uses.
    pub consts: Vec<Param>,
    /// Source file, relative to the workspace.
    pub file: String,
    /// Line of the type.
    pub line: u32,
    /// Synthesis is to keep the module's boundary.
    pub keep: bool,
    /// Fields in declaration order.
    pub fields: Vec<Field>,
}

/// A field of a block.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Field {
    /// Name in Rust.
    pub name: String,
    /// Doc comment.
    pub doc: String,
    /// Line in the block's source file.
    pub line: u32,
}

/// A named value known when the RTL is generated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Param {
    /// Name in Rust.
    pub name: String,
    /// The value; for a type parameter its name.
    pub value: String,
    /// Width in bits for a type parameter.
    pub width: Option<usize>,
}

impl Param {
    /// A constant parameter.
    pub fn constant(name: &str, value: u128) -> Self {
        Param {
            name: name.into(),
            value: value.to_string(),
            width: None,
        }
    }

    /// A type parameter.
    pub fn of_type<T: Synth>(name: &str) -> Self {
        Param {
            name: name.into(),
            value: T::descriptor().name,
            width: Some(T::BITS),
        }
    }
}

/// Constants that a description may use by name.
pub trait ConstValue {
    /// The value as an unsigned number.
    fn const_value(&self) -> u128;
}

macro_rules! const_value {
    ($($ty:ty),*) => {$(
        impl ConstValue for $ty {
            fn const_value(&self) -> u128 {
                *self as u128
            }
        }
    )*};
}
const_value!(bool, u8, u16, u32, u64, u128, usize);

/// Implemented by `#[derive(Module)]`.
pub trait Describe {
    /// The block's description.
    fn describe() -> ModuleInfo;
}

/// Where `#[hdl]` puts what rust-hdl's `#[hdl_gen]` makes, so that `hdl()` can be completed.
pub trait Kernel {
    /// One evaluation in rust-hdl's simulation.
    fn update(&mut self);
    /// Marks what the block drives.
    fn connect(&mut self);
    /// The statements of `update`.
    fn hdl(&self) -> Verilog;
}

/// Puts a description in front of a block's statements.
///
/// Blocks whose statements are built by hand (an own `impl Logic` with an own `hdl`) call it too.
pub fn attach(info: ModuleInfo, verilog: Verilog) -> Verilog {
    match verilog {
        Verilog::Combinatorial(mut block) => {
            let json = serde_json::to_string(&info).expect("plain data serialises");
            block.insert(
                0,
                ast::VerilogStatement::Comment(format!("{MODULE_MARK}{json}")),
            );
            Verilog::Combinatorial(block)
        }
        other => other,
    }
}

/// Blocks that the back end knows by heart: it emits them in the module that uses them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Leaf {
    /// A register with ports `clk_i, rst_ni, d, q` (and `clear` when `clear` is set).
    Register {
        /// Reset value as a hexadecimal number; `None`: data, not reset.
        reset: Option<String>,
        /// Has a synchronous clear input that goes before `d`.
        clear: bool,
    },
    /// A memory with ports `clk_i, we_i, waddr_i, wdata_i, raddr_i, rdata_o`.
    Memory {
        /// Words.
        depth: usize,
        /// Reads see the word one clock later (SRAM); otherwise in the same clock (register file).
        registered_read: bool,
        /// One address for both: `addr_i` in place of `waddr_i` and `raddr_i`.
        single_port: bool,
    },
}

impl Leaf {
    /// The form in which a leaf's `hdl()` carries it.
    pub fn verilog(&self) -> Verilog {
        let json = serde_json::to_string(self).expect("plain data serialises");
        Verilog::Custom(format!("{LEAF_MARK}{json}"))
    }
}
