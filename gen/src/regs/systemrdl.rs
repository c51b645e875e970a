//! SystemRDL 2.0.

use super::{short, within};
use pimtee_hdl::regs::{Access, Field, RegMap, Register};
use std::fmt::Write;

/// Text of `<name>.rdl` without its header. The property `other_access` says what accesses may do
/// that do not come from the secure monitor.
pub fn systemrdl(map: &RegMap, name: &str) -> String {
    let mut text =
        String::from("property other_access {\n  component = reg;\n  type = string;\n};\n\n");
    text += &format!("addrmap {name} {{\n");
    text += &format!("  desc = {:?};\n", map.doc);
    text += "  default regwidth = 32;\n  default accesswidth = 32;\n";
    for group in &map.groups {
        text += &format!("\n  regfile {{\n    desc = {:?};\n", group.doc);
        for register in &group.registers {
            text += &reg(register, within(group, register.name));
        }
        text += &format!("  }} {}", group.name);
        if group.count > 1 {
            text += &format!("[{}]", group.count);
        }
        text += &format!(" @ {:#x}", group.offset);
        if group.count > 1 {
            text += &format!(" += {:#x}", group.stride);
        }
        text += ";\n";
    }
    text + "};\n"
}

fn reg(register: &Register, name: &str) -> String {
    let mut text = format!("\n    reg {{\n      desc = {:?};\n", register.doc);
    text += &format!("      other_access = {:?};\n", short(register.other));
    for field in &register.fields {
        text += &self::field(register, field);
    }
    text + &format!("    }} {name} @ {:#x};\n", register.offset)
}

fn field(register: &Register, field: &Field) -> String {
    let mut text = String::from("      field {\n");
    let _ = writeln!(text, "        desc = {:?};", field.doc);
    let software = match register.monitor {
        Access::None => "na",
        Access::ReadOnly => "r",
        Access::WriteOnly => "w",
        Access::ReadWrite | Access::WriteOneToSet | Access::WriteOneToClear => "rw",
    };
    let hardware = match register.monitor {
        _ if register.constant => "na",
        Access::ReadOnly => "w",
        Access::WriteOneToClear => "rw",
        _ => "r",
    };
    let _ = writeln!(text, "        sw = {software};\n        hw = {hardware};");
    match register.monitor {
        Access::WriteOneToSet => text += "        onwrite = woset;\n",
        Access::WriteOneToClear => text += "        onwrite = woclr;\n",
        _ => {}
    }
    if !field.values.is_empty() {
        text += &format!("        encode = enum_{}_{};\n", register.name, field.name);
        let values = field.values.iter().map(|value| {
            format!(
                "        {} = {}'d{} {{ desc = {:?}; }};\n",
                value.name, field.width, value.value, value.doc
            )
        });
        let values: String = values.collect();
        let name = format!("enum_{}_{}", register.name, field.name);
        text = format!("      enum {name} {{\n{values}      }};\n{text}");
    }
    text += &format!(
        "      }} {}[{}:{}]",
        field.name,
        field.lsb + field.width - 1,
        field.lsb
    );
    if let Some(reset) = field.reset {
        text += &format!(" = {:#x}", reset);
    }
    text + ";\n"
}
