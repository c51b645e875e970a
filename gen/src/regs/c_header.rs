//! C.

use super::{short, within};
use itertools::Itertools;
use pimtee_hdl::regs::RegMap;

/// Text of `<name>_regs.h` without its header: offsets, masks, values, and a structure that lies
/// over the registers.
pub fn c_header(map: &RegMap, name: &str) -> String {
    let prefix = name.to_uppercase();
    let mut text = format!(
        "#ifndef {prefix}_REGS_H\n#define {prefix}_REGS_H\n\n#include <stdint.h>\n\n/* {} */\n",
        map.doc
    );
    for group in &map.groups {
        let group_name = format!("{prefix}_{}", group.name.to_uppercase());
        text += &format!("\n/* {} */\n", group.doc);
        if group.count > 1 {
            text += &format!("#define {group_name}_COUNT {}u\n", group.count);
            text += &format!("#define {group_name}_STRIDE {:#x}u\n", group.stride);
        }
        for register in &group.registers {
            let register_name = format!("{prefix}_{}", register.name.to_uppercase());
            text += &format!(
                "\n/* {} ({}) */\n#define {register_name}_OFFSET {:#x}u\n",
                register.doc,
                short(register.monitor),
                group.offset + register.offset
            );
            for field in &register.fields {
                let field_name = format!("{register_name}_{}", field.name.to_uppercase());
                text += &format!(
                    "#define {field_name}_SHIFT {}u\n#define {field_name}_MASK {:#x}u\n",
                    field.lsb,
                    field.mask()
                );
                if let Some(reset) = field.reset {
                    text += &format!("#define {field_name}_RESET {reset:#x}u\n");
                }
                for value in &field.values {
                    text += &format!(
                        "#define {field_name}_{} {:#x}u /* {} */\n",
                        value.name.to_uppercase(),
                        value.value,
                        value.doc
                    );
                }
            }
        }
    }
    let mut end = 0;
    let mut gap = 0;
    let mut members = String::new();
    for group in &map.groups {
        let mut next = 0;
        let mut inner = String::new();
        for register in &group.registers {
            if register.offset > next {
                inner += &format!(
                    "    uint32_t reserved_{next:x}[{}];\n",
                    (register.offset - next) / 4
                );
            }
            let constant = if register.monitor.writes() {
                ""
            } else {
                "const "
            };
            inner += &format!(
                "    {constant}volatile uint32_t {};\n",
                within(group, register.name)
            );
            next = register.offset + 4;
        }
        if group.stride > next {
            inner += &format!(
                "    uint32_t reserved_{next:x}[{}];\n",
                (group.stride - next) / 4
            );
        }
        if group.offset > end {
            members += &format!("  uint32_t reserved_{gap}[{}];\n", (group.offset - end) / 4);
            gap += 1;
        }
        let count = if group.count > 1 {
            format!("[{}]", group.count)
        } else {
            String::new()
        };
        members += &format!("  struct {{\n{inner}  }} {}{count};\n", group.name);
        end = group.offset + group.size();
    }
    let lines = [
        format!("\n/* The registers, from the base address on. */\nstruct {name}_regs {{"),
        format!("{members}}};\n"),
        format!("#endif /* {prefix}_REGS_H */\n"),
    ];
    text + &lines.iter().join("\n")
}
