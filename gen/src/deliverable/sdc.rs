//! Timing constraints of a deliverable as a top of its own.

use super::{CLOCK, Design, RESET};
use crate::sv::{Port, PortDir, ResetKind};
use itertools::Itertools;

/// Part of the period that is left to what is in front of an input, and to what is behind an
/// output.
const OUTSIDE: f64 = 0.2;

/// Text of `<top>.sdc`; times are in ns.
pub fn constraints(design: &Design<'_>) -> String {
    let mhz = design.config.clock_mhz();
    let period = 1000.0 / mhz as f64;
    let asynchronous = design.config.reset() == ResetKind::Async;
    let ports = |dir| {
        let timed = move |port: &&Port| {
            port.dir == dir && port.name != CLOCK && !(asynchronous && port.name == RESET)
        };
        let ports = design.emitted.ports.iter().filter(timed);
        // A bus is its bits for every tool.
        let pattern = |port: &Port| match port.width {
            1 => port.name.clone(),
            _ => format!("{}[*]", port.name),
        };
        ports.map(pattern).join(" \\\n  ")
    };
    let (inputs, outputs) = (ports(PortDir::Input), ports(PortDir::Output));
    let outside = period * OUTSIDE;
    let mut text = design.header(
        "#",
        &format!("{}: timing as a top of its own, in ns.", design.name()),
    );
    text += &format!(
        "\n# {mhz} MHz, the clock_mhz of the configuration.\n\
         create_clock -name {CLOCK} -period {period:.3} [get_ports {CLOCK}]\n"
    );
    text += &format!(
        "\n# {} % of the period for the surroundings, at either side.\n",
        OUTSIDE * 100.0
    );
    for (command, ports) in [("set_input_delay", inputs), ("set_output_delay", outputs)] {
        if !ports.is_empty() {
            text += &format!(
                "{command} {outside:.3} -clock {CLOCK} [get_ports {{ \\\n  {ports} \\\n}}]\n"
            );
        }
    }
    if asynchronous {
        text += &format!(
            "\n# The reset is asynchronous; its end has to be synchronous to the clock.\n\
             set_false_path -from [get_ports {RESET}]\n"
        );
    }
    text
}
