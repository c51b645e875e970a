//! A template to copy into the design that uses a deliverable.

use super::{Design, range};
use crate::sv::PortDir;
use itertools::Itertools;

/// Text of `<top>_inst.sv`: an instance with every port, connected to a signal of its name.
pub fn template(design: &Design<'_>) -> String {
    let ports = &design.emitted.ports;
    let name = design.name();
    let widest = ports.iter().map(|port| port.name.len()).max().unwrap_or(0);
    let lines = ports.iter().enumerate().map(|(at, port)| {
        let direction = match port.dir {
            PortDir::Input => "input",
            PortDir::Output => "output",
        };
        let comma = if at + 1 < ports.len() { "," } else { "" };
        let signal = format!("({}){comma}", port.name);
        let comment = format!("// {direction:<6} {}", range(port.width));
        let width = widest + "(),".len();
        let line = format!("  .{:<widest$} {signal:<width$} {comment}", port.name);
        format!("{}\n", line.trim_end())
    });
    let header = design.header("//", &format!("{name}: an instance to copy."));
    format!("{header}\n{name} u_{name} (\n{});\n", lines.format(""))
}
