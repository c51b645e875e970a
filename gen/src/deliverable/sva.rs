//! Assertions on the streams of a top, bound to it.

use super::{CLEAR, CLOCK, Design, RESET, range};
use crate::sv::{Port, PortDir};
use itertools::Itertools;

/// Text of `sva/<top>_sva.sv`.
///
/// The rules of a stream: valid stays high until ready, and what the beat carries stays as it is.
/// On a stream into the top they bind its surroundings, on one out of it the top.
pub fn assertions(design: &Design<'_>) -> String {
    let name = design.name();
    let clear = design.port(CLEAR);
    let reset_and_clear = match clear {
        Some(_) => format!("{RESET} && !{CLEAR}"),
        None => RESET.into(),
    };
    let fixed = [CLOCK, RESET]
        .into_iter()
        .filter_map(|name| design.port(name));
    let streamed = design.streams.iter().flat_map(|stream| stream.ports());
    let ports: Vec<&Port> = fixed.chain(clear).chain(streamed).collect();
    let widest = ports
        .iter()
        .map(|port| range(port.width).len())
        .max()
        .unwrap_or(0);
    let declarations = ports
        .iter()
        .map(|port| format!("  input logic {:<widest$} {}", range(port.width), port.name))
        .join(",\n");

    let mut text = design.header(
        "//",
        &format!("{name}_sva: the rules of the streams of {name}, bound to it."),
    );
    text += "//\n\
             // A beat that is offered stays offered, and as it is, until it is taken. A reset ends every offer";
    text += match clear {
        Some(_) => format!(",\n// and so does {CLEAR}.\n"),
        None => ".\n".into(),
    }
    .as_str();
    text += &format!(
        "module {name}_sva (\n{declarations}\n);\n\n  logic live;\n  assign live = {reset_and_clear};\n"
    );
    for stream in &design.streams {
        let (s, valid, ready) = (stream.name, &stream.valid.name, &stream.ready.name);
        let (comment, fault) = match stream.dir {
            PortDir::Input => (
                "into the top: a rule for its surroundings",
                "withdrawn or changed",
            ),
            PortDir::Output => ("out of the top", "withdrawn or changed"),
        };
        let payload = stream.payload.iter().map(|port| &port.name).join(", ");
        let stable = match stream.payload.len() {
            0 => String::new(),
            1 => format!(" && $stable({payload})"),
            _ => format!(" && $stable({{{payload}}})"),
        };
        text += &format!(
            "\n  // {s}: {comment}.\n  \
             {s}_stays: assert property (@(posedge {CLOCK}) disable iff (!live)\n    \
               live && {valid} && !{ready} |=> {valid}{stable})\n    \
               else $error(\"{s}: a beat was {fault} before it was taken\");\n  \
             {s}_moves: cover property (@(posedge {CLOCK}) live && {valid} && {ready});\n  \
             {s}_waits: cover property (@(posedge {CLOCK}) live && {valid} && !{ready});\n"
        );
    }
    text + &format!("\nendmodule\n\nbind {name} {name}_sva u_{name}_sva (.*);\n")
}
