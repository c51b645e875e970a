//! The text that a proof is about: a design, perhaps with a bug, under a formal top.

use super::job::{Edit, Property, wrong};
use crate::SynthError;
use pimtee_gen::catalogue::{ParamKind, Setting};
use pimtee_gen::config::Config;
use pimtee_gen::sv::{Emitted, PortDir, SvFile};
use std::fmt::Write;

/// Name of the clock, which every copy shares.
const CLOCK: &str = "clk_i";

/// Module `formal_top`: parameters of the configuration, every port as a wire (inputs free), the
/// design, and the bodies.
pub fn formal_top(property: &Property, config: &Config, design: &Emitted) -> String {
    let mut text = format!(
        "// {}: {}\nmodule formal_top(input logic {CLOCK});\n",
        property.name, property.claim
    );
    for (name, value) in config.parameters() {
        let name = name.to_uppercase();
        match value {
            Setting::Int(value) => parameter(&mut text, &name, value),
            Setting::Choice(chosen) => {
                let kind = config.top().param(&name.to_lowercase());
                let Some(ParamKind::Choice(choices)) = kind.map(|spec| &spec.kind) else {
                    continue;
                };
                for choice in choices.iter() {
                    let name = format!("{name}_{}", choice.to_uppercase());
                    parameter(&mut text, &name, u64::from(*choice == chosen));
                }
            }
        }
    }
    let copies: &[(&str, &str)] = match property.copies {
        1 => &[("", "dut")],
        _ => &[("a_", "a"), ("b_", "b")],
    };
    for (prefix, instance) in copies {
        let ports = || design.ports.iter().filter(|port| port.name != CLOCK);
        for port in ports() {
            let kind = match port.dir {
                PortDir::Input => "(* anyseq *) reg",
                PortDir::Output => "wire",
            };
            let range = match port.width {
                1 => String::new(),
                width => format!(" [{}:0]", width - 1),
            };
            let _ = writeln!(text, "  {kind}{range} {prefix}{};", port.name);
        }
        let connections: String = ports()
            .map(|port| format!(", .{0}({prefix}{0})", port.name))
            .collect();
        let _ = writeln!(
            text,
            "  {} {instance} (.{CLOCK}({CLOCK}){connections});",
            design.top
        );
    }
    for body in &property.body {
        let _ = writeln!(text, "  `include \"{body}\"");
    }
    text + "endmodule\n"
}

fn parameter(text: &mut String, name: &str, value: u64) {
    let _ = writeln!(text, "  localparam {name} = {value};");
}

/// The modules of `design` that `name` means: `decision` is `acu_mem_decision_n4_pw20`, and `top`
/// the top.
pub fn modules<'d>(design: &'d Emitted, name: &str) -> Vec<&'d str> {
    let all = design.names.iter().map(|names| names.module.as_str());
    all.filter(|module| {
        let Some(rest) = module.strip_prefix(design.top.as_str()) else {
            return false;
        };
        let rest = rest.strip_prefix('_').unwrap_or(rest);
        match rest.strip_prefix(name) {
            Some(parameters) => parameters.split('_').all(is_parameter),
            None => name == "top" && rest.is_empty(),
        }
    })
    .collect()
}

/// Nothing, or letters and then digits: `pw20`.
fn is_parameter(text: &str) -> bool {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_lowercase());
    text.is_empty() || (digits != text && !digits.is_empty() && is_number(digits))
}

fn is_number(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_digit())
}

/// The sources of `design` with `edits`.
///
/// # Errors
/// A text to be changed is not there, or in several places.
pub fn edited(top: &str, design: &Emitted, edits: &[Edit]) -> Result<Vec<SvFile>, SynthError> {
    let mut files = design.files.clone();
    for edit in edits {
        let modules = modules(design, &edit.module);
        let mut count = 0;
        for file in &mut files {
            if modules.contains(&file.name.trim_end_matches(".sv")) {
                count += file.text.matches(&edit.find).count();
                file.text = file.text.replace(&edit.find, &edit.replace);
            }
        }
        if count == 0 || (count > 1 && !edit.all) {
            let what = format!(
                "\"{}\" is in {count} places of module {}; it must be in one",
                edit.find, edit.module
            );
            return Err(wrong(top, what));
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::is_parameter;

    #[test]
    fn parameters_are_letters_and_digits() {
        assert!(["", "pw20", "comb0", "n32"].into_iter().all(is_parameter));
        assert!(!["rail", "20", "n", "n32b"].into_iter().any(is_parameter));
    }
}
