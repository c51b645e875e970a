//! What all commands write alike: text, tables, JSON, and the message at the end.

use indicatif::{ProgressBar, ProgressStyle};
use pimtee_gen::deliverable::BuildError;
use serde::Serialize;
use std::fmt::Display;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;
use tabled::settings::Style;
use tabled::{Table, Tabled};

/// Version of the form of JSON output.
const SCHEMA: u32 = 1;
const FAILED: u8 = 1;
const BAD_INPUT: u8 = 2;

/// Ends a command: a message and an exit status.
pub struct Fatal {
    message: String,
    status: u8,
}

impl Fatal {
    /// The user has to change what the command was given.
    pub fn input(message: impl Display) -> Self {
        Fatal {
            message: message.to_string(),
            status: BAD_INPUT,
        }
    }

    /// The input was right, and the work failed.
    pub fn failed(message: impl Display) -> Self {
        Fatal {
            message: message.to_string(),
            status: FAILED,
        }
    }

    /// Prints the message.
    pub fn report(self) -> ExitCode {
        // Messages of the back end say themselves that they are errors.
        let prefix = if self.message.starts_with("error[") {
            ""
        } else {
            "error: "
        };
        // If standard error is closed there is nobody to tell.
        let _ = writeln!(io::stderr(), "{prefix}{}", self.message);
        ExitCode::from(self.status)
    }
}

/// Checks ahead of a run that output files, each with its option, can be written, and that no two of
/// them are one file, nor an input.
pub fn check_outputs<'p>(
    inputs: impl IntoIterator<Item = &'p Path>,
    outputs: &[(&str, Option<&Path>)],
) -> Result<(), Fatal> {
    let mut used: Vec<PathBuf> = inputs
        .into_iter()
        .filter_map(|path| path.canonicalize().ok())
        .collect();
    for (option, path) in outputs {
        let Some(path) = path else { continue };
        let refuse = |why: &dyn Display| {
            Fatal::input(format!(
                "{option}: cannot write {}: {why}; choose another file",
                path.display()
            ))
        };
        if let Some(dir) = path.parent().filter(|dir| !dir.as_os_str().is_empty()) {
            fs::create_dir_all(dir).map_err(|error| refuse(&error))?;
        }
        let present = path.exists();
        OpenOptions::new()
            .append(true)
            .create(true)
            .open(path)
            .map_err(|error| refuse(&error))?;
        let full = path.canonicalize().map_err(|error| refuse(&error))?;
        if !present {
            fs::remove_file(path).map_err(|error| refuse(&error))?;
        }
        if used.contains(&full) {
            return Err(refuse(&"it is an input or another output of this run"));
        }
        used.push(full);
    }
    Ok(())
}

impl From<BuildError> for Fatal {
    fn from(error: BuildError) -> Self {
        match error.is_input() {
            true => Fatal::input(error),
            false => Fatal::failed(error),
        }
    }
}

/// Exit status of a command that counts failures.
pub fn status(all_right: bool) -> ExitCode {
    ExitCode::from(if all_right { 0 } else { FAILED })
}

/// Where `--json` goes.
#[derive(Clone, Debug)]
pub enum JsonTarget {
    /// Standard output; text for people goes to standard error then.
    Stdout,
    /// A file.
    File(PathBuf),
}

impl FromStr for JsonTarget {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text {
            "-" => JsonTarget::Stdout,
            path => JsonTarget::File(path.into()),
        })
    }
}

/// The option `--json`.
#[derive(clap::Args, Debug)]
pub struct JsonArg {
    /// Write the rows as JSON to FILE; "-" is standard output.
    #[arg(long, value_name = "FILE")]
    json: Option<JsonTarget>,
}

#[derive(Serialize)]
struct Rows<'r, T> {
    schema: u32,
    rows: &'r [T],
}

impl JsonArg {
    /// The file, where there is one.
    pub fn file(&self) -> Option<&Path> {
        match &self.json {
            Some(JsonTarget::File(path)) => Some(path),
            _ => None,
        }
    }

    /// Checks that the file can be written, and is none of `inputs`.
    pub fn check(&self, inputs: &[PathBuf]) -> Result<(), Fatal> {
        check_outputs(
            inputs.iter().map(PathBuf::as_path),
            &[("--json", self.file())],
        )
    }

    /// Writes `text` for people, and `rows` as JSON where that was asked for.
    pub fn write<T: Serialize>(&self, text: &str, rows: &[T]) -> Result<(), Fatal> {
        let Some(target) = &self.json else {
            return print(io::stdout(), text);
        };
        let document = Rows {
            schema: SCHEMA,
            rows,
        };
        let mut json = serde_json::to_string_pretty(&document).map_err(Fatal::failed)?;
        json.push('\n');
        match target {
            JsonTarget::Stdout => {
                print(io::stderr(), text)?;
                print(io::stdout(), &json)
            }
            JsonTarget::File(path) => {
                print(io::stdout(), text)?;
                fs::write(path, json).map_err(|error| {
                    Fatal::input(format!(
                        "{}: cannot be written: {error}; choose a file that you may write to with --json",
                        path.display()
                    ))
                })
            }
        }
    }
}

/// Prints `text`. A reader that has had enough (`| head`) is no failure.
pub fn print(mut to: impl Write, text: &str) -> Result<(), Fatal> {
    match to.write_all(text.as_bytes()).and_then(|()| to.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Fatal::failed(format!("cannot print: {error}")))
        }
        _ => Ok(()),
    }
}

/// Rows as aligned columns under a title, without lines or colours.
pub fn table<T: Tabled>(title: &str, rows: impl IntoIterator<Item = T>) -> String {
    let table = Table::new(rows).with(Style::blank()).to_string();
    let lines = table.lines().map(str::trim_end);
    let mut text = format!("{title}\n");
    for line in lines {
        text += &format!(" {line}\n");
    }
    text
}

/// A bar that counts `what`. It draws nothing if standard error is no terminal.
pub fn bar(what: &str) -> Result<ProgressBar, Fatal> {
    let template = format!("{{bar:40}} {{pos}}/{{len}} {what}, {{eta}} left");
    let style = ProgressStyle::with_template(&template).map_err(Fatal::failed)?;
    Ok(ProgressBar::new(0).with_style(style))
}
