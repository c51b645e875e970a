//! The description of a deliverable for FuseSoC (CAPI 2).

use super::{Design, yaml};
use serde::Serialize;
use std::collections::BTreeMap;

const SYSTEM_VERILOG: &str = "systemVerilogSource";

#[derive(Serialize)]
struct Core<'a> {
    name: String,
    description: &'a str,
    filesets: BTreeMap<&'static str, FileSet>,
    targets: BTreeMap<&'static str, Target<'a>>,
}

#[derive(Serialize)]
struct FileSet {
    files: Vec<String>,
    file_type: &'static str,
}

#[derive(Serialize)]
struct Target<'a> {
    description: &'static str,
    #[serde(flatten)]
    flow: Option<Flow>,
    filesets: Vec<&'static str>,
    toplevel: &'a str,
}

#[derive(Serialize)]
struct Flow {
    flow: &'static str,
    flow_options: FlowOptions,
}

#[derive(Serialize)]
struct FlowOptions {
    tool: &'static str,
    verilator_options: [&'static str; 2],
}

/// Text of `<top>.core`. There is no target `sim`, for a deliverable has no bench, and none for
/// synthesis, for which tools want a part or an architecture.
pub fn core(design: &Design<'_>) -> String {
    let target = |description, filesets| Target {
        description,
        flow: None,
        filesets,
        toplevel: design.name(),
    };
    let mut filesets = BTreeMap::new();
    let mut add = |name, files, file_type| {
        filesets.insert(name, FileSet { files, file_type });
    };
    add("rtl", design.rtl(), SYSTEM_VERILOG);
    let mut lint = vec!["rtl"];
    if let Some(assertions) = design.assertions() {
        add("sva", vec![assertions], SYSTEM_VERILOG);
        lint.push("sva");
    }
    add("constraints", vec![design.constraints()], "SDC");

    let verilator = Flow {
        flow: "lint",
        flow_options: FlowOptions {
            tool: "verilator",
            verilator_options: ["-Wall", "--assert"],
        },
    };
    let core = Core {
        name: format!("pimtee:ip:{}:{}", design.name(), env!("CARGO_PKG_VERSION")),
        description: design.config.top().summary,
        filesets,
        targets: BTreeMap::from([
            (
                "default",
                target("For cores that use this one.", vec!["rtl"]),
            ),
            (
                "lint",
                Target {
                    flow: Some(verilator),
                    ..target("Verilator's lint; fails on warnings.", lint)
                },
            ),
        ]),
    };
    // FuseSoC wants its mark in the first line.
    let header = design.header("#", &format!("{}, for FuseSoC.", design.name()));
    format!("CAPI=2:\n{header}{}", yaml(&core))
}
