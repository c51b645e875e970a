//! Deliverables: everything that a configuration makes, and how it reaches the disk.

use crate::GENERATOR;
use crate::config::Config;
use crate::sv::{EmitError, Emitted, Fault, emit};
use itertools::Itertools;
use pimtee_hdl::rust_hdl::core::check_error::{CheckError, PathedName, check_all};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Version of the form of `manifest.json` and `names.json`.
const SCHEMA: u32 = 1;
/// Name of the list of everything in a deliverable.
const MANIFEST: &str = "manifest.json";
/// Folder of the SystemVerilog sources.
const RTL: &str = "rtl";
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
    let name = config.name();
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    let mut list = format!("// {LICENSE}\n");
    for file in &emitted.files {
        let path = format!("{RTL}/{}", file.name);
        list += &format!("{path}\n");
        files.push((path, file.text.clone().into_bytes()));
    }
    files.push((format!("{name}.f"), list.into_bytes()));
    files.push((
        format!("{name}.toml"),
        format!(
            "# {LICENSE}\n# Every setting of {name}, by {GENERATOR}.\n\n{}",
            config.to_toml()
        )
        .into_bytes(),
    ));
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

/// Why a deliverable was not written. Nothing has changed on the disk.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WriteError {
    /// Something that is not a directory is in the way.
    #[error(
        "{dir}: not replaced, because it is not a directory; choose another directory, or remove it"
    )]
    NoDirectory {
        /// The directory to write.
        dir: String,
    },
    /// The directory is not one that pimtee wrote.
    #[error(
        "{dir}: not replaced, because pimtee did not write it (it has no {MANIFEST} of pimtee); choose another directory, or remove it"
    )]
    Foreign {
        /// The directory to write.
        dir: String,
    },
    /// The directory has more in it than pimtee wrote.
    #[error(
        "{dir}: not replaced, because it holds what pimtee did not write: {found}; move that away, or choose another directory"
    )]
    Visitors {
        /// The directory to write.
        dir: String,
        /// Paths of what would be lost.
        found: String,
    },
    /// The operating system refuses.
    #[error("{dir}: cannot be written: {reason}; choose a directory that you may write to")]
    Io {
        /// The directory to write.
        dir: String,
        /// What the operating system says.
        reason: String,
    },
}

/// Writes the deliverable to `dir`, whole or not at all: into a temporary directory beside it,
/// which takes its place when everything is there.
///
/// # Errors
/// `dir` cannot be written, or holds something other than an earlier deliverable.
pub fn write(deliverable: &Deliverable, dir: impl AsRef<Path>) -> Result<(), WriteError> {
    let shown = || dir.as_ref().display().to_string();
    let failed = |error: io::Error| WriteError::Io {
        dir: shown(),
        reason: error.to_string(),
    };
    let present = dir.as_ref().try_exists().map_err(failed)?;
    let place = if present {
        fs::canonicalize(&dir)
    } else {
        std::path::absolute(&dir)
    }
    .map_err(failed)?;
    if present {
        check_replaceable(&place, &shown())?;
    }
    let (Some(parent), Some(_)) = (place.parent(), place.file_name()) else {
        return Err(WriteError::Foreign { dir: shown() });
    };

    fs::create_dir_all(parent).map_err(failed)?;
    // The new tree is a directory inside the temporary one, which only its owner may enter.
    let aside = tempfile::Builder::new()
        .prefix(".pimtee-")
        .tempdir_in(parent)
        .map_err(failed)?;
    let (new, old) = (aside.path().join("new"), aside.path().join("old"));
    for (path, bytes) in &deliverable.files {
        let path = new.join(path);
        let folder = path.parent().unwrap_or(&new);
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&path, bytes))
            .map_err(failed)?;
    }
    if present {
        fs::rename(&place, &old).map_err(failed)?;
    }
    let Err(error) = fs::rename(&new, &place) else {
        return Ok(());
    };
    let mut reason = error.to_string();
    if present && fs::rename(&old, &place).is_err() {
        let kept = aside.keep().join("old");
        reason += &format!(" (what was there is now in {})", kept.display());
    }
    Err(WriteError::Io {
        dir: shown(),
        reason,
    })
}

/// Checks that nothing but an earlier deliverable would be lost.
fn check_replaceable(place: &Path, shown: &str) -> Result<(), WriteError> {
    #[derive(Deserialize)]
    struct Written {
        generator: String,
        files: Vec<Entry>,
    }

    let dir = || shown.to_owned();
    if !place.is_dir() {
        return Err(WriteError::NoDirectory { dir: dir() });
    }
    let failed = |error: io::Error| WriteError::Io {
        dir: dir(),
        reason: error.to_string(),
    };
    if fs::read_dir(place).map_err(failed)?.next().is_none() {
        return Ok(());
    }
    let manifest = fs::read_to_string(place.join(MANIFEST)).unwrap_or_default();
    let written = match serde_json::from_str::<Written>(&manifest) {
        Ok(written) if written.generator.starts_with("pimtee ") => written,
        _ => return Err(WriteError::Foreign { dir: dir() }),
    };
    let found = files_below(place).map_err(failed)?;
    let known: BTreeSet<PathBuf> = written
        .files
        .into_iter()
        .map(|entry| entry.path.into())
        .chain([MANIFEST.into()])
        .collect();
    let mut visitors = found.difference(&known).peekable();
    if visitors.peek().is_none() {
        return Ok(());
    }
    const SHOWN: usize = 3;
    let mut list = visitors
        .by_ref()
        .take(SHOWN)
        .map(|path| path.display())
        .join(", ");
    let more = visitors.count();
    if more > 0 {
        list += &format!(" and {more} more");
    }
    Err(WriteError::Visitors {
        dir: dir(),
        found: list,
    })
}

/// Everything below `root` that is not a directory, and every empty directory.
fn files_below(root: &Path) -> io::Result<BTreeSet<PathBuf>> {
    let mut found = BTreeSet::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        let mut empty = true;
        for entry in fs::read_dir(root.join(&folder))? {
            let entry = entry?;
            let path = folder.join(entry.file_name());
            empty = false;
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else {
                found.insert(path);
            }
        }
        if empty && folder != Path::new("") {
            found.insert(folder);
        }
    }
    Ok(found)
}
