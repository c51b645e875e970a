//! Rust.

use super::comment;
use pimtee_hdl::regs::RegMap;

/// Text of `<name>_regs.rs` without its header: a module without dependencies, for drivers.
///
/// A register is a type of which only what its rights allow can be done.
pub fn rust(map: &RegMap, _name: &str) -> String {
    let mut text = comment("//!", map.doc);
    text += "
/// Reads and writes 32-bit words at byte offsets from the base address.
pub trait Bus {
    /// What an access can end with.
    type Error;
    /// Reads the word at `offset`.
    fn read(&mut self, offset: u32) -> Result<u32, Self::Error>;
    /// Writes the word at `offset`.
    fn write(&mut self, offset: u32, value: u32) -> Result<(), Self::Error>;
}
";
    for (group, register) in map.registers() {
        let at = group.offset + register.offset;
        text += &format!("\n/// {}\npub mod {} {{\n", register.doc, register.name);
        text += "    use super::Bus;\n\n";
        let (argument, address) = match group.count {
            1 => (String::new(), "OFFSET".to_string()),
            count => {
                text += &format!(
                    "    /// Elements.\n    pub const COUNT: u32 = {count};\n    \
                     /// Bytes from one element to the next.\n    pub const STRIDE: u32 = {:#x};\n",
                    group.stride
                );
                (
                    "index: u32, ".to_string(),
                    "OFFSET + STRIDE * index".to_string(),
                )
            }
        };
        text += &format!("    /// Byte offset.\n    pub const OFFSET: u32 = {at:#x};\n");
        if register.constant {
            text += &format!(
                "    /// What it reads as.\n    pub const VALUE: u32 = {:#x};\n",
                register.reset()
            );
        }
        text += "\n    /// A value of the register.\n    \
             #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]\n    pub struct Value(pub u32);\n\n    \
             impl Value {\n";
        for field in &register.fields {
            let mask = (1_u64 << field.width) - 1;
            text += &format!(
                "        /// {}\n        pub fn {name}(self) -> u32 {{\n            \
                 (self.0 >> {lsb}) & {mask:#x}\n        }}\n\n        \
                 /// The same with another `{name}`, of which the low {width} bits count.\n        \
                 pub fn with_{name}(self, {name}: u32) -> Self {{\n            \
                 Value(self.0 & !{all:#x} | ({name} & {mask:#x}) << {lsb})\n        }}\n\n",
                field.doc,
                name = field.name,
                lsb = field.lsb,
                width = field.width,
                all = field.mask(),
            );
        }
        text = text.trim_end().to_string() + "\n    }\n";
        for field in &register.fields {
            for value in &field.values {
                text += &format!(
                    "\n    /// `{}`: {}\n    pub const {}_{}: u32 = {};\n",
                    field.name,
                    value.doc,
                    field.name.to_uppercase(),
                    value.name.to_uppercase(),
                    value.value
                );
            }
        }
        if register.monitor.reads() {
            text += &format!(
                "\n    /// Reads the register.\n    ///\n    /// # Errors\n    /// As the bus.\n    \
                 pub fn read<B: Bus>(bus: &mut B{comma}{argument}) -> Result<Value, B::Error> {{\n        \
                 bus.read({address}).map(Value)\n    }}\n",
                comma = if argument.is_empty() { "" } else { ", " },
                argument = argument.trim_end_matches(", "),
            );
        }
        if register.monitor.writes() {
            text += &format!(
                "\n    /// Writes the register.\n    ///\n    /// # Errors\n    /// As the bus.\n    \
                 pub fn write<B: Bus>(bus: &mut B, {argument}value: Value) -> Result<(), B::Error> {{\n        \
                 bus.write({address}, value.0)\n    }}\n"
            );
        }
        text += "}\n";
    }
    text
}
