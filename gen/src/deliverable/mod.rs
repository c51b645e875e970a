//! Deliverables: everything that a configuration makes, one module for each kind of file, and how
//! it reaches the disk.

mod bender;
mod fusesoc;
mod instance;
mod save_file;
mod sdc;
mod streams;
mod sva;
mod write;

pub use write::{WriteError, write};

use crate::GENERATOR;
use crate::config::Config;
use crate::regs;
use crate::sv::{EmitError, Emitted, Fault, Port, emit};
use itertools::Itertools;
use pimtee_hdl::regs::RegMap;
use pimtee_hdl::rust_hdl::core::check_error::{CheckError, PathedName, check_all};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use streams::Stream;
use thiserror::Error;

/// Version of the form of `manifest.json` and `names.json`.
const SCHEMA: u32 = 1;
/// Name of the list of everything in a deliverable.
const MANIFEST: &str = "manifest.json";
/// Folder of the SystemVerilog sources.
const RTL: &str = "rtl";
/// Folder of what describes the registers.
const REGS: &str = "regs";
/// Names that every top gives its clock and its reset, active low.
const CLOCK: &str = "clk_i";
const RESET: &str = "rst_ni";
/// Zeroises a top: streams are closed in that cycle and offers end.
const CLEAR: &str = "clear_i";
const LICENSE: &str = "SPDX-License-Identifier: MIT OR Apache-2.0";

/// What is left to choose besides the configuration.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Comments with the `file:line` of the Rust source.
    pub locators: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { locators: true }
    }
}

/// Everything that a configuration makes.
#[derive(Clone, Debug)]
pub struct Deliverable {
    /// The design.
    pub emitted: Emitted,
    /// Every file by its path in the deliverable, sorted.
    pub files: Vec<(String, Vec<u8>)>,
}

/// Why a configuration cannot be built. The mistake is in the blocks, or in how they are combined.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BuildError {
    /// The back end refuses the description of a block.
    #[error(transparent)]
    Emit(EmitError),
    /// rust-hdl refuses the wiring of a block.
    #[error("rust-hdl refuses the wiring of the top \"{top}\": {reason}; mend the block")]
    Wiring {
        /// The top.
        top: &'static str,
        /// What it found, and where.
        reason: String,
    },
    /// The name of the configuration is that of a signal or type in the top.
    #[error(
        "{place}: the name \"{name}\" belongs to a signal or a type inside the top \"{top}\"; set another \"name\" in the configuration"
    )]
    NameTaken {
        /// Where the name comes from.
        place: String,
        /// Name of the configuration.
        name: String,
        /// The top.
        top: &'static str,
    },
}

impl BuildError {
    /// Whether the configuration has to change, and not the blocks.
    pub fn is_input(&self) -> bool {
        matches!(self, BuildError::NameTaken { .. })
    }
}

/// The SystemVerilog of a configuration alone.
///
/// # Errors
/// As [`build`].
pub fn emitted(config: &Config, options: &Options) -> Result<Emitted, BuildError> {
    let top = config.top().name;
    let block = config.block();
    let emitted = emit(block.as_ref(), &config.emit_options(options.locators)).map_err(
        |error| match error.0.iter().any(|found| found.fault == Fault::TopName) {
            true => BuildError::NameTaken {
                place: config.place().to_owned(),
                name: config.name().to_owned(),
                top,
            },
            false => BuildError::Emit(error),
        },
    )?;
    check_all(block.as_ref()).map_err(|error| BuildError::Wiring {
        top,
        reason: wiring(&error),
    })?;
    Ok(emitted)
}

/// Makes everything, in memory. The same configuration and options give the same bytes.
///
/// # Errors
/// A block of the top has a mistake, or the name of the configuration is that of a signal inside.
pub fn build(config: &Config, options: &Options) -> Result<Deliverable, BuildError> {
    let emitted = emitted(config, options)?;
    let design = Design::new(config, &emitted);
    let name = config.name();
    let mut files: Vec<(String, String)> = vec![
        (format!("{name}.f"), file_list(&design)),
        (format!("{name}.toml"), resolved(&design)),
        (format!("{name}.core"), fusesoc::core(&design)),
        ("Bender.yml".into(), bender::manifest(&design)),
        (design.constraints(), sdc::constraints(&design)),
        (format!("{name}_inst.sv"), instance::template(&design)),
        (format!("{name}.gtkw"), save_file::save_file(&design)),
    ];
    for (file, path) in emitted.files.iter().zip(design.rtl()) {
        files.push((path, file.text.clone()));
    }
    if let Some(path) = design.assertions() {
        files.push((path, sva::assertions(&design)));
    }
    if let Some(map) = config.registers() {
        files.extend(registers(&design, &map));
    }
    let mut files: Vec<(String, Vec<u8>)> = files
        .into_iter()
        .map(|(path, text)| (path, text.into_bytes()))
        .collect();
    let names = Names {
        schema: SCHEMA,
        modules: &emitted.names,
    };
    files.push(("names.json".into(), json(&names)));
    files.sort();
    let manifest = Manifest {
        schema: SCHEMA,
        generator: GENERATOR.into(),
        configuration: config,
        configuration_hash: config.hash(),
        locators: options.locators,
        files: files
            .iter()
            .map(|(path, bytes)| entry(path, bytes))
            .collect(),
    };
    files.push((MANIFEST.into(), json(&manifest)));
    files.sort();
    Ok(Deliverable { emitted, files })
}

/// What the files of a deliverable are made from.
struct Design<'a> {
    config: &'a Config,
    emitted: &'a Emitted,
    streams: Vec<Stream<'a>>,
}

impl<'a> Design<'a> {
    fn new(config: &'a Config, emitted: &'a Emitted) -> Self {
        Design {
            config,
            emitted,
            streams: streams::streams(&emitted.ports),
        }
    }

    fn name(&self) -> &str {
        self.config.name()
    }

    fn port(&self, name: &str) -> Option<&'a Port> {
        self.emitted.ports.iter().find(|port| port.name == name)
    }

    /// Paths of the sources, in dependency order.
    fn rtl(&self) -> Vec<String> {
        let files = self.emitted.files.iter();
        files.map(|file| format!("{RTL}/{}", file.name)).collect()
    }

    /// Path of the assertions, if there is something to assert.
    fn assertions(&self) -> Option<String> {
        (!self.streams.is_empty()).then(|| format!("sva/{}_sva.sv", self.name()))
    }

    /// Path of the timing constraints.
    fn constraints(&self) -> String {
        format!("{}.sdc", self.name())
    }

    /// Comment lines in front of a file: licence, what it is, where it comes from.
    fn header(&self, comment: &str, what: &str) -> String {
        let hash = self.config.hash();
        format!(
            "{comment} {LICENSE}\n{comment} {what}\n\
             {comment} Generated by {GENERATOR} from configuration {hash}; edits are lost.\n"
        )
    }
}

/// What describes the registers to software and to documents.
fn registers(design: &Design<'_>, map: &RegMap) -> [(String, String); 4] {
    let name = design.name();
    let what = format!("registers of {name}");
    let file = |ending: &str, header: String, text: String| {
        (format!("{REGS}/{name}{ending}"), format!("{header}{text}"))
    };
    let markdown = design.header("", &format!("{what}."));
    [
        file(
            ".rdl",
            design.header("//", &format!("{what}, SystemRDL 2.0.")),
            regs::systemrdl(map, name),
        ),
        file(
            "_regs.h",
            design.header("//", &format!("{what}, C.")),
            regs::c_header(map, name),
        ),
        file(
            "_regs.rs",
            design.header("//", &format!("{what}, Rust.")),
            regs::rust(map, name),
        ),
        file(
            "_regs.md",
            format!("<!--\n{markdown}-->\n\n"),
            regs::markdown(map, name),
        ),
    ]
}

/// The sources in dependency order, for `verilator -F` and others.
fn file_list(design: &Design<'_>) -> String {
    format!("// {LICENSE}\n{}\n", design.rtl().join("\n"))
}

/// The configuration with every setting.
fn resolved(design: &Design<'_>) -> String {
    format!(
        "# {LICENSE}\n# Every setting of {}, by {GENERATOR}.\n\n{}",
        design.name(),
        design.config.to_toml()
    )
}

/// `logic [7:0]` has the range `[7:0]`; a single bit has none.
fn range(width: usize) -> String {
    match width {
        1 => String::new(),
        _ => format!("[{}:0]", width - 1),
    }
}

fn yaml(value: &impl Serialize) -> String {
    serde_yaml_ng::to_string(value).expect("plain data serialises")
}

/// What rust-hdl's check found, in words.
fn wiring(error: &CheckError) -> String {
    let paths = |signals: &mut dyn Iterator<Item = &PathedName>| {
        signals
            .map(|signal| format!("{}.{}", signal.path.replace('$', "."), signal.name))
            .sorted()
            .join(", ")
    };
    match error {
        CheckError::OpenSignal(open) => {
            format!("nothing drives {}", paths(&mut open.values()))
        }
        CheckError::LogicLoops(loops) => {
            format!("a combinational loop through {}", paths(&mut loops.iter()))
        }
        CheckError::WritesToInputs(inputs) => {
            format!(
                "a block drives its own inputs {}",
                paths(&mut inputs.iter())
            )
        }
    }
}

#[derive(Serialize)]
struct Names<'a, T> {
    schema: u32,
    modules: &'a [T],
}

#[derive(Serialize)]
struct Manifest<'a> {
    schema: u32,
    generator: String,
    configuration: &'a Config,
    configuration_hash: String,
    locators: bool,
    files: Vec<Entry>,
}

#[derive(Serialize, Deserialize)]
struct Entry {
    path: String,
    bytes: usize,
    sha256: String,
}

fn entry(path: &str, bytes: &[u8]) -> Entry {
    let digest = Sha256::digest(bytes);
    Entry {
        path: path.into(),
        bytes: bytes.len(),
        sha256: digest.iter().map(|byte| format!("{byte:02x}")).collect(),
    }
}

fn json(value: &impl Serialize) -> Vec<u8> {
    let mut text = serde_json::to_string_pretty(value).expect("plain data serialises");
    text.push('\n');
    text.into_bytes()
}
