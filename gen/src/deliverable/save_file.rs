//! A GTKWave save file: which signals to show, and in which groups.

use super::{CLEAR, CLOCK, Design, RESET, range};
use crate::sv::Port;
use crate::{GENERATOR, sv};

/// What GTKWave shows of a line, as its save files have it.
const BIT: &str = "@28";
const BUS: &str = "@22";
const GROUP_OPEN: &str = "@800200";
const GROUP_CLOSE: &str = "@1000200";

/// Some tens of cycles from the start; the marker stands there as well.
const ZOOM: &str = "*-8.000000 0";

/// Scope of the top in the traces of Verilator models that pimtee writes.
const SCOPE: &str = "TOP";

/// Text of `<top>.gtkw`: clock and reset, each stream, the other ports, the state.
pub fn save_file(design: &Design<'_>) -> String {
    let name = design.name();
    let mut text = format!(
        "[*] {}\n[*] {name}: signals to show, by {GENERATOR}.\n{ZOOM}\n[treeopen] {SCOPE}.\n",
        super::LICENSE
    );
    let ports = &design.emitted.ports;
    let of = |port: &Port| (port.name.clone(), port.width);
    let mut group = |title: &str, signals: Vec<(String, usize)>| {
        if signals.is_empty() {
            return;
        }
        text += &format!("{GROUP_OPEN}\n-{title}\n");
        for (signal, width) in signals {
            let format = if width == 1 { BIT } else { BUS };
            text += &format!("{format}\n{SCOPE}.{name}.{signal}{}\n", range(width));
        }
        text += &format!("{GROUP_CLOSE}\n-{title}\n");
    };

    let control = |port: &&Port| [CLOCK, RESET, CLEAR].contains(&port.name.as_str());
    group(
        "clock and reset",
        ports.iter().filter(control).map(of).collect(),
    );
    for stream in &design.streams {
        group(stream.name, stream.ports().map(of).collect());
    }
    let other = |port: &&Port| {
        let mut streamed = design.streams.iter().flat_map(|stream| stream.ports());
        !control(port) && !streamed.any(|known| known == *port)
    };
    group("other ports", ports.iter().filter(other).map(of).collect());
    let top = design.emitted.names.last();
    let state = top.map_or(&[][..], |top: &sv::ModuleNames| &top.registers);
    group(
        "state",
        state.iter().map(|q| (q.name.clone(), q.width)).collect(),
    );
    text
}
