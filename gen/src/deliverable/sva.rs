//! Assertions on the streams of a top, bound to it.

use super::streams::Stream;
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
    let ends = match clear {
        Some(_) => format!(", and so does {CLEAR}"),
        None => String::new(),
    };
    text += &format!(
        "//\n\
         // A beat that is offered stays offered, and as it is, until it is taken. A reset ends every\n\
         // offer{ends}.\n"
    );
    text += &format!(
        "module {name}_sva (\n{declarations}\n);\n\n  logic live;\n  assign live = {reset_and_clear};\n"
    );
    for stream in &design.streams {
        text += &rules(stream);
    }
    text + &format!("\nendmodule\n\nbind {name} {name}_sva u_{name}_sva (.*);\n")
}

/// The rule of a stream, and what a good test makes happen on it.
fn rules(stream: &Stream<'_>) -> String {
    let (s, valid, ready) = (stream.name, &stream.valid.name, &stream.ready.name);
    let binds = match stream.dir {
        PortDir::Input => "into the top: a rule for its surroundings",
        PortDir::Output => "out of the top",
    };
    let payload = stream.payload.iter().map(|port| &port.name).join(", ");
    let stable = match stream.payload.len() {
        0 => String::new(),
        1 => format!(" && $stable({payload})"),
        _ => format!(" && $stable({{{payload}}})"),
    };
    let cover = |what: &str, when: &str| {
        format!("  {s}_{what}: cover property (@(posedge {CLOCK}) live && {valid} && {when});\n")
    };
    let mut text = format!(
        "\n  // {s}, {binds}.\n  \
         {s}_stays: assert property (@(posedge {CLOCK}) disable iff (!live)\n    \
           live && {valid} && !{ready} |=>\n      {valid}{stable})\n    \
           else $error(\"{s}: a beat was withdrawn or changed before it was taken\");\n"
    );
    text += &cover("moves", ready);
    text += &cover("waits", &format!("!{ready}"));
    if let Some(last) = stream.last() {
        text += &cover("ends", &format!("{ready} && {}", last.name));
    }
    text
}
