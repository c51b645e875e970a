//! What can go wrong, in words for the person at the keyboard.

use std::io;
use std::path::PathBuf;

/// Why a design has no figures, netlist or proof.
#[derive(Debug, thiserror::Error)]
pub enum SynthError {
    /// There is no such program.
    #[error(
        "{program} was not found; install it with: apt-get install {package} (or run: make setup)"
    )]
    ToolMissing {
        /// The program that was looked for.
        program: String,
        /// The Debian package that holds it.
        package: &'static str,
    },
    /// There is no cell library.
    #[error(
        "the cell library {} was not found; install it with: apt-get install qflow-tech-osu018 \
         (or run: make setup)",
        path.display()
    )]
    LibraryMissing {
        /// The file that was looked for.
        path: PathBuf,
    },
    /// The cell library is none, or lacks what the flow needs.
    #[error("{} cannot be used as cell library: {reason}", path.display())]
    LibraryUnusable {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A tool refuses the design.
    #[error("{program} refused {top}: {reason}")]
    Refused {
        /// The program.
        program: &'static str,
        /// Name of the top module.
        top: String,
        /// Its first error.
        reason: String,
    },
    /// The netlist has latches.
    #[error(
        "{top} has {count} latch{}: {what}; give the signal a value on every path",
        if *count == 1 { "" } else { "es" }
    )]
    Latches {
        /// Name of the top module.
        top: String,
        /// Number of latches, in bits.
        count: u64,
        /// Their signals, or their cells.
        what: String,
    },
    /// The netlist has cells that are not of the library.
    #[error(
        "{top} has cells that the library {library} lacks: {what}; \
         use constructs that can be mapped onto it"
    )]
    Unmapped {
        /// Name of the top module.
        top: String,
        /// Name of the library.
        library: String,
        /// The cells and how many there are.
        what: String,
    },
    /// The netlist has cells that check and compute nothing.
    #[error(
        "{top} has assertions in what is synthesised: {what}; put them under `ifdef FORMAL or \
         into a bind file"
    )]
    Assertions {
        /// Name of the top module.
        top: String,
        /// The cells and how many there are.
        what: String,
    },
    /// A tool printed something other than what was expected.
    #[error("{program} printed something unexpected on {top}: {what}")]
    Unexpected {
        /// The program.
        program: &'static str,
        /// Name of the top module.
        top: String,
        /// What is missing or too much.
        what: String,
    },
    /// A list of properties, or a property, is wrong.
    #[error("properties of {top}: {what}; see docs/proofs.md")]
    Property {
        /// Name of the top.
        top: String,
        /// What is wrong.
        what: String,
    },
    /// The operating system refuses.
    #[error("cannot {action}: {source}")]
    Io {
        /// What was being done.
        action: String,
        /// What the operating system said.
        source: io::Error,
    },
}
