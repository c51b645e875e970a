//! Markdown.

use super::short;
use pimtee_hdl::regs::RegMap;

/// Text of `<name>_regs.md` without its header.
pub fn markdown(map: &RegMap, name: &str) -> String {
    let mut text = format!(
        "# Registers of {name}\n\n{}\n\n\
         Every register has 32 bits. An access goes to the first byte of a register; a write has \
         all four strobes, and zeros where there is no field. Anything else is answered with \
         SLVERR and zero data and has no effect; so is an access without the right to it. Accesses \
         of the secure monitor have AxPROT = 1 (privileged, secure, data); \"others\" are all the \
         rest.\n\n\
         Rights: ro read, wo write, rw both, w1s a one written sets the bit, w1c clears it.\n",
        map.doc
    );
    for group in &map.groups {
        text += &format!("\n## {}\n\n{}\n", group.name, group.doc);
        if group.count > 1 {
            text += &format!(
                "\n{} elements, each {:#x} bytes after the one before.\n",
                group.count, group.stride
            );
        }
        text += "\n| offset | register | monitor | others | reset | what |\n|---|---|---|---|---|---|\n";
        for register in &group.registers {
            let known = register.fields.iter().any(|field| field.reset.is_some());
            let reset = match known {
                true => format!("{:#010x}", register.reset()),
                false => "".into(),
            };
            text += &format!(
                "| {:#05x} | `{}` | {} | {} | {reset} | {} |\n",
                group.offset + register.offset,
                register.name,
                short(register.monitor),
                short(register.other),
                register.doc
            );
        }
        text += "\n| register | bits | field | what |\n|---|---|---|---|\n";
        for register in &group.registers {
            for field in &register.fields {
                let bits = match field.width {
                    1 => field.lsb.to_string(),
                    width => format!("{}:{}", field.lsb + width - 1, field.lsb),
                };
                text += &format!(
                    "| `{}` | {bits} | `{}` | {} |\n",
                    register.name, field.name, field.doc
                );
                for value in &field.values {
                    text += &format!(
                        "| | | `{}` = {} | {} |\n",
                        value.name, value.value, value.doc
                    );
                }
            }
        }
    }
    text
}
