//! Other tools that read the emitted text.

use std::fs;
use std::io::{self, Read, Seek};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use pimtee_gen::sv::SvFile;

use crate::Outcome;

/// Time after which a program hangs.
const HANG: Duration = Duration::from_secs(60);

/// Runs `program` in `folder`; gives what it prints.
///
/// # Errors
/// The program is missing (the message says how to install it), fails (the message has what it
/// printed), or does not end within a minute.
pub fn run(program: &str, args: &[&str], folder: &Path) -> Outcome<String> {
    let mut printed = tempfile::tempfile()?;
    let mut child = Command::new(program)
        .args(args)
        .current_dir(folder)
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .stdout(printed.try_clone()?)
        .stderr(printed.try_clone()?)
        .spawn()
        .map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                let package = package(program);
                format!(
                    "{program} was not found; install it with: apt-get install {package} (or run: make setup)"
                )
            }
            _ => format!("{program} cannot be run: {error}"),
        })?;
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status.to_string();
        }
        if started.elapsed() > HANG {
            child.kill()?;
            child.wait()?;
            break format!("it hangs; ended after {} s", HANG.as_secs());
        }
        thread::sleep(Duration::from_millis(5));
    };
    let mut text = Vec::new();
    printed.rewind()?;
    printed.read_to_end(&mut text)?;
    let text = String::from_utf8_lossy(&text).into_owned();
    match status == ExitStatus::default().to_string() {
        true => Ok(text),
        false => {
            let command = [&[program], args].concat().join(" ");
            Err(format!("`{command}` failed: {status}\n{text}").into())
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
        "sta" => "opensta",
        other => other,
    }
}
