//! What can go wrong, in words for the person at the keyboard.

use std::io;
use std::path::PathBuf;

/// Why a model could not be built. After any of these the cache holds no entry for the build.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// There is no Verilator to run.
    #[error(
        "verilator was not found; install it with: apt-get install verilator (or run: make setup); \
         tried: {program}"
    )]
    VerilatorMissing {
        /// The program that was looked for.
        program: String,
    },
    /// There is no C++ compiler to run.
    #[error(
        "the C++ compiler was not found; install it with: apt-get install g++ (or run: make setup), \
         or name one in CXX; tried: {program}"
    )]
    CompilerMissing {
        /// The program that was looked for.
        program: String,
    },
    /// A tool is there but cannot be used.
    #[error("{program} cannot be used: {reason}")]
    ToolUnusable {
        /// The tool.
        program: String,
        /// What it did instead.
        reason: String,
    },
    /// The description of the design cannot be built as it stands.
    #[error("{top} cannot be built: {reason}")]
    Description {
        /// Name of the top module.
        top: String,
        /// What is wrong with it and where.
        reason: String,
    },
    /// Verilator refused the sources.
    #[error("verilator refused {top}: {first}{}; full log: {}", more(*count, "error"), log.display())]
    Elaboration {
        /// Name of the top module.
        top: String,
        /// The first error, beginning with `file:line:column`.
        first: String,
        /// Number of errors.
        count: usize,
        /// File with everything Verilator printed.
        log: PathBuf,
    },
    /// The C++ compiler refused Verilator's output or the shim.
    #[error("the C++ build of {top} failed: {first}{}; full log: {}", more(*count, "error"), log.display())]
    Compilation {
        /// Name of the top module.
        top: String,
        /// The first error line.
        first: String,
        /// Number of errors.
        count: usize,
        /// File with the command and everything it printed.
        log: PathBuf,
    },
    /// The cache folder cannot be used.
    #[error(
        "cannot {action} {}: {source}; set PIMTEE_CACHE to a folder that can be written",
        path.display()
    )]
    Cache {
        /// What was being done, as a verb.
        action: &'static str,
        /// File or folder it was done to.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// The model was built but the system's loader refuses it.
    #[error("cannot load the model {}: {reason}", path.display())]
    Load {
        /// The shared object.
        path: PathBuf,
        /// What the loader said.
        reason: String,
    },
}

/// Why sources are not free of lint findings.
#[derive(Debug, thiserror::Error)]
pub enum LintError {
    /// Verilator has something to say about the text.
    #[error("lint of {top}: {}{}", findings[0], more(findings.len(), "finding"))]
    Findings {
        /// Name of the top module.
        top: String,
        /// All findings, never empty, each beginning with `file:line:column`.
        findings: Vec<String>,
    },
    /// The check itself could not be run.
    #[error(transparent)]
    NotRun(#[from] BuildError),
}

/// A port name that does not fit the design.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PortError {
    /// No such port, or not in this direction.
    #[error("{top} has no {kind} named {name}; its {kind}s are: {known}")]
    Unknown {
        /// Name of the top module.
        top: String,
        /// `input` or `output`.
        kind: &'static str,
        /// The name asked for.
        name: String,
        /// The names there are, separated by commas.
        known: String,
    },
    /// The clock is driven by [`Model::cycle`](super::Model::cycle) alone.
    #[error("{name} is the clock of {top}; Model::cycle drives it")]
    Clock {
        /// Name of the top module.
        top: String,
        /// Name of the clock port.
        name: String,
    },
}

/// Why a simulation stopped or an action on it was refused.
#[derive(Debug, thiserror::Error)]
pub enum SimError {
    /// An assertion failed, or the design called `$error` or `$stop`. The simulation can go on.
    #[error("{top}, cycle {cycle}, seed {seed}: {message}")]
    Assertion {
        /// Name of the top module.
        top: String,
        /// Cycle in which it happened, counted from 0.
        cycle: u64,
        /// Seed of the model.
        seed: u64,
        /// What Verilator said, `file:line: …`; several failures are separated by line feeds.
        message: String,
    },
    /// The model cannot go on, for example because combinational logic never settles. Every
    /// later call returns this again.
    #[error("{top}, cycle {cycle}, seed {seed}: the simulation cannot go on: {message}")]
    Fatal {
        /// Name of the top module.
        top: String,
        /// Cycle in which it happened, counted from 0.
        cycle: u64,
        /// Seed of the model.
        seed: u64,
        /// What Verilator said, `file:line: …`.
        message: String,
    },
    /// The design called `$finish`.
    #[error("{top}, cycle {cycle}, seed {seed}: {message}")]
    Finish {
        /// Name of the top module.
        top: String,
        /// Cycle in which it happened, counted from 0.
        cycle: u64,
        /// Seed of the model.
        seed: u64,
        /// Where, `file:line: …`.
        message: String,
    },
    /// The design has no reset port of the name given to the build.
    #[error("{top} has no reset input named {name}; name it with Build::reset")]
    NoReset {
        /// Name of the top module.
        top: String,
        /// The name looked for.
        name: String,
    },
    /// The model was built without what was asked of it.
    #[error("{top} was built without {what}; ask for it with {option}")]
    NotBuiltIn {
        /// Name of the top module.
        top: String,
        /// What is missing.
        what: &'static str,
        /// Builder call that adds it.
        option: &'static str,
    },
    /// A waveform or coverage file cannot be written.
    #[error("cannot write {}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        reason: String,
    },
}

/// ` (and 2 more errors)`, or nothing when `count` is at most one.
fn more(count: usize, noun: &str) -> String {
    match count {
        0 | 1 => String::new(),
        2 => format!(" (and 1 more {noun})"),
        _ => format!(" (and {} more {noun}s)", count - 1),
    }
}
