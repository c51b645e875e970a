//! Other tools that read the emitted text.

use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

use pimtee_gen::sv::SvFile;

use crate::Outcome;

/// Runs `program` in `folder`; gives what it prints.
///
/// # Errors
/// The program is missing (the message says how to install it), or fails (the message has what it
/// printed).
pub fn run(program: &str, args: &[&str], folder: &Path) -> Outcome<String> {
    let output = Command::new(program)
        .args(args)
        .current_dir(folder)
        .env("LC_ALL", "C")
        .output()
        .map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                let package = package(program);
                format!(
                    "{program} was not found; install it with: apt-get install {package} (or run: make setup)"
                )
            }
            _ => format!("{program} cannot be run: {error}"),
        })?;
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    text += &String::from_utf8_lossy(&output.stderr);
    match output.status.success() {
        true => Ok(text),
        false => {
            let command = [&[program], args].concat().join(" ");
            Err(format!("`{command}` failed: {}\n{text}", output.status).into())
        }
    }
}

/// Writes sources into `folder`; gives their names in the same order.
///
/// # Errors
/// A file cannot be written.
pub fn write<'f>(files: &'f [SvFile], folder: &Path) -> Outcome<Vec<&'f str>> {
    for file in files {
        let path = folder.join(&file.name);
        fs::write(&path, &file.text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(files.iter().map(|file| file.name.as_str()).collect())
}

/// The Debian package that holds a program.
fn package(program: &str) -> &str {
    match program {
        "vvp" => "iverilog",
        other => other,
    }
}
