//! Runs yosys, yosys-abc and OpenSTA in a folder of their own.

use crate::library::Library;
use crate::memory;
use crate::{Design, SynthError};
use pimtee_gen::sv::SvFile;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A script or constraint file: its name and its text.
pub(crate) type Script = (&'static str, &'static str);

macro_rules! script {
    ($name:literal) => {
        ($name, include_str!(concat!("../", $name)))
    };
}

pub(crate) const MAP: Script = script!("map.tcl");
pub(crate) const CONSTR: Script = script!("osu018.constr");
pub(crate) const TIMING: Script = script!("timing.tcl");
pub(crate) const FPGA: Script = script!("fpga.tcl");
pub(crate) const EQUIV: Script = script!("equiv.tcl");
pub(crate) const FLOPS: Script = script!("flops.v");
pub(crate) const CELLS: Script = script!("cells.tcl");
pub(crate) const PROVE: Script = script!("prove.tcl");
pub(crate) const REACH: Script = script!("reach.v");

const YOSYS: &str = "yosys";
const ABC: &str = "yosys-abc";
const STA: &str = "sta";
const SMTBMC: &str = "yosys-smtbmc";
const Z3: &str = "z3";

/// File with the ports of the memories of a design.
const MEMORIES: &str = "memories.v";

/// A temporary folder with sources, in which tools run.
pub(crate) struct Workshop<'w> {
    folder: TempDir,
    top: &'w str,
    sources: String,
    liberty: String,
}

impl<'w> Workshop<'w> {
    /// For the sources of `design`, of which memories are ports only.
    pub fn new(design: &Design<'w>, library: &Library) -> Result<Self, SynthError> {
        let (sources, memories) = memory::split(design);
        Self::with(design, &sources, &memories, library)
    }

    /// The same with the words of memories as arrays, for tools that have memories of their own.
    pub fn with_memories(design: &Design<'w>, library: &Library) -> Result<Self, SynthError> {
        let sources: Vec<_> = design.files.iter().collect();
        Self::with(design, &sources, &[], library)
    }

    /// The same without cells, for proofs.
    pub fn without_library(top: &'w str, files: &[SvFile]) -> Result<Self, SynthError> {
        let sources: Vec<_> = files.iter().collect();
        Self::of(top, &sources, &[], String::new())
    }

    fn with(
        design: &Design<'w>,
        files: &[&SvFile],
        memories: &[&SvFile],
        library: &Library,
    ) -> Result<Self, SynthError> {
        let liberty = library.path().display().to_string();
        Self::of(design.top, files, memories, liberty)
    }

    fn of(
        top: &'w str,
        files: &[&SvFile],
        memories: &[&SvFile],
        liberty: String,
    ) -> Result<Self, SynthError> {
        let folder = tempfile::Builder::new()
            .prefix("pimtee-synth-")
            .tempdir()
            .map_err(io_error("make a temporary folder"))?;
        let shop = Workshop {
            folder,
            top,
            sources: files
                .iter()
                .fold(String::new(), |list, file| list + &file.name + " "),
            liberty,
        };
        for file in files {
            shop.write(&file.name, &file.text)?;
        }
        let stubs: String = memories.iter().map(|file| memory::stub(file)).collect();
        shop.write(MEMORIES, &stubs)?;
        Ok(shop)
    }

    /// Runs a script of yosys with these variables; gives what it printed.
    pub fn yosys(&self, script: Script, more: &[(&str, &str)]) -> Result<String, SynthError> {
        self.write(script.0, script.1)?;
        let output = self.run(YOSYS, &["-c", script.0], more)?;
        let text = text(&output);
        if output.status.success() {
            return Ok(text);
        }
        let error = text.lines().find_map(|line| line.split_once("ERROR: "));
        Err(SynthError::Refused {
            program: YOSYS,
            top: self.top.to_owned(),
            reason: error.map_or(output.status.to_string(), |(_, reason)| reason.to_owned()),
        })
    }

    /// Runs a command of yosys-abc, which exits with 0 whatever happens; gives what it printed.
    pub fn abc(&self, command: &str) -> Result<String, SynthError> {
        Ok(text(&self.run(ABC, &["-c", command], &[])?))
    }

    /// Runs yosys-smtbmc with z3; gives what it printed.
    pub fn smtbmc(&self, args: &[&str]) -> Result<String, SynthError> {
        let all: Vec<&str> = ["-s", Z3, "--unroll"].iter().chain(args).copied().collect();
        Ok(text(&self.run(SMTBMC, &all, &[])?))
    }

    /// Copies a file that a tool has left to `target`, whose folder is made if it is not there.
    pub fn hand_over(&self, name: &str, target: &Path) -> Result<(), SynthError> {
        let path = self.folder.path().join(name);
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder).map_err(io_error(&format!("make {}", folder.display())))?;
        }
        fs::copy(&path, target)
            .map(|_| ())
            .map_err(io_error(&format!("write {}", target.display())))
    }

    /// Runs a script of OpenSTA, which exits with 0 whatever happens; gives what it printed.
    pub fn sta(&self, script: Script, more: &[(&str, &str)]) -> Result<String, SynthError> {
        self.write(script.0, script.1)?;
        let args = ["-no_init", "-no_splash", "-exit", script.0];
        Ok(text(&self.run(STA, &args, more)?))
    }

    /// Writes a file.
    pub fn write(&self, name: &str, text: &str) -> Result<(), SynthError> {
        let path = self.folder.path().join(name);
        fs::write(&path, text).map_err(io_error(&format!("write {}", path.display())))
    }

    /// Reads a file that a tool has left.
    pub fn read(&self, name: &str) -> Result<String, SynthError> {
        let path = self.folder.path().join(name);
        fs::read_to_string(&path).map_err(io_error(&format!("read {}", path.display())))
    }

    fn run(
        &self,
        program: &'static str,
        args: &[&str],
        more: &[(&str, &str)],
    ) -> Result<Output, SynthError> {
        tracing::info!(top = self.top, program, ?args, ?more, "running");
        let folder = self.folder.path();
        command(program, args, folder, |command| {
            command
                .env("TOP", self.top)
                .env("SOURCES", self.sources.trim_end())
                .env("LIBERTY", &self.liberty)
                .env("MEMORIES", MEMORIES)
                .envs(more.iter().copied());
        })
    }
}

/// Version of yosys: `0.23`.
///
/// # Errors
/// It is missing, or prints something else.
pub fn yosys_version() -> Result<String, SynthError> {
    let printed = text(&command(YOSYS, &["-V"], Path::new("."), |_| {})?);
    let version = printed
        .strip_prefix("Yosys ")
        .and_then(|rest| rest.split_whitespace().next());
    version
        .map(str::to_owned)
        .ok_or_else(|| no_version(YOSYS, &printed))
}

/// Version of z3: `4.8.12`.
///
/// # Errors
/// It is missing, or prints something else.
pub fn z3_version() -> Result<String, SynthError> {
    let printed = text(&command(Z3, &["--version"], Path::new("."), |_| {})?);
    let version = printed
        .strip_prefix("Z3 version ")
        .and_then(|rest| rest.split_whitespace().next());
    version
        .map(str::to_owned)
        .ok_or_else(|| no_version(Z3, &printed))
}

/// Version of OpenSTA: `2.0.17`.
///
/// # Errors
/// It is missing, or prints something else.
pub fn opensta_version() -> Result<String, SynthError> {
    let printed = text(&command(STA, &["-version"], Path::new("."), |_| {})?);
    let version = printed.trim();
    match version.starts_with(|first: char| first.is_ascii_digit()) {
        true => Ok(version.to_owned()),
        false => Err(no_version(STA, &printed)),
    }
}

fn no_version(program: &'static str, printed: &str) -> SynthError {
    SynthError::Unexpected {
        program,
        top: "its version".into(),
        what: printed.lines().next().unwrap_or_default().into(),
    }
}

fn command(
    program: &'static str,
    args: &[&str],
    folder: &Path,
    set_up: impl FnOnce(&mut Command),
) -> Result<Output, SynthError> {
    let mut command = Command::new(program);
    command
        .args(args)
        .current_dir(folder)
        .env("LC_ALL", "C")
        .stdin(Stdio::null());
    for name in [
        "TOP",
        "SOURCES",
        "LIBERTY",
        "CONSTR",
        "HIERARCHY",
        "NETLIST",
        "FAMILY",
        "MEMORIES",
        "CUT",
        "KINDS",
    ] {
        command.env_remove(name);
    }
    set_up(&mut command);
    command.output().map_err(|source| match source.kind() {
        ErrorKind::NotFound => SynthError::ToolMissing {
            program: program.into(),
            package: match program {
                STA => "opensta",
                Z3 => "z3",
                _ => "yosys",
            },
        },
        _ => SynthError::Io {
            action: format!("run {program}"),
            source,
        },
    })
}

/// What a program printed, on both streams.
fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

pub(crate) fn io_error(action: &str) -> impl FnOnce(io::Error) -> SynthError {
    let action = action.to_owned();
    |source| SynthError::Io { action, source }
}
