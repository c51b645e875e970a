//! The programs a build runs: Verilator and the C++ compiler.

use std::collections::HashMap;
use std::env;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;

use super::error::BuildError;

/// Oldest Verilator the shim is written for.
const OLDEST_VERILATOR: (u32, u32) = (5, 6);

/// Which Verilator and which C++ compiler to use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toolchain {
    /// The `verilator` program, a name on the search path or a file.
    pub verilator: String,
    /// The C++ compiler with leading arguments, for example `ccache g++`.
    pub cxx: String,
}

impl Toolchain {
    /// The programs named by the environment variables `VERILATOR` and `CXX`, where they are set
    /// and not empty, else `verilator` and `c++`.
    pub fn from_env() -> Self {
        let named = |variable: &str, default: &str| {
            env::var(variable)
                .ok()
                .filter(|value| !value.trim().is_empty())
                .unwrap_or_else(|| default.to_owned())
        };
        Self {
            verilator: named("VERILATOR", "verilator"),
            cxx: named("CXX", "c++"),
        }
    }

    /// First line of `verilator --version`. Asked once per process and program.
    ///
    /// # Errors
    /// No such program, not Verilator, or older than 5.006.
    pub(super) fn verilator_version(&self) -> Result<String, BuildError> {
        remembered(&format!("verilator {}", self.verilator), || {
            let output = self.run_verilator(&["--version"], Path::new("."))?;
            let version = first_line(&output);
            check_verilator_version(&version).map_err(|reason| BuildError::ToolUnusable {
                program: self.verilator.clone(),
                reason,
            })?;
            Ok(version)
        })
    }

    /// First line of `c++ --version`. Asked once per process and program.
    ///
    /// # Errors
    /// No such program.
    pub(super) fn cxx_version(&self) -> Result<String, BuildError> {
        remembered(&format!("cxx {}", self.cxx), || {
            let output = self.run_cxx(&["--version".to_owned()], Path::new("."))?;
            Ok(first_line(&output))
        })
    }

    /// Folder with Verilator's own C++ sources.
    pub(super) fn verilator_include(&self) -> Result<PathBuf, BuildError> {
        let output = self.run_verilator(&["--getenv", "VERILATOR_ROOT"], Path::new("."))?;
        let include = Path::new(&first_line(&output)).join("include");
        if include.join("verilated.h").is_file() {
            Ok(include)
        } else {
            Err(BuildError::ToolUnusable {
                program: self.verilator.clone(),
                reason: format!(
                    "its folder of C++ sources, {}, has no verilated.h; check VERILATOR_ROOT",
                    include.display()
                ),
            })
        }
    }

    /// Runs Verilator in `folder` and waits for it.
    pub(super) fn run_verilator<S: AsRef<str>>(
        &self,
        args: &[S],
        folder: &Path,
    ) -> Result<Output, BuildError> {
        command(&self.verilator, folder)
            .args(args.iter().map(AsRef::as_ref))
            .output()
            .map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => BuildError::VerilatorMissing {
                    program: self.verilator.clone(),
                },
                _ => BuildError::ToolUnusable {
                    program: self.verilator.clone(),
                    reason: error.to_string(),
                },
            })
    }

    /// Runs the C++ compiler in `folder` and waits for it.
    pub(super) fn run_cxx(&self, args: &[String], folder: &Path) -> Result<Output, BuildError> {
        let mut words = self.cxx.split_whitespace();
        let program = words.next().unwrap_or("c++");
        command(program, folder)
            .args(words)
            .args(args)
            .output()
            .map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => BuildError::CompilerMissing {
                    program: self.cxx.clone(),
                },
                _ => BuildError::ToolUnusable {
                    program: self.cxx.clone(),
                    reason: error.to_string(),
                },
            })
    }
}

impl Default for Toolchain {
    /// The same as [`Toolchain::from_env`].
    fn default() -> Self {
        Self::from_env()
    }
}

/// `program` set up to run in `folder`, silent and with messages in English.
fn command(program: &str, folder: &Path) -> Command {
    // A relative path means relative to where pimtee was started, not to `folder`.
    let program = match program.contains('/') {
        true => std::path::absolute(program).unwrap_or_else(|_| program.into()),
        false => program.into(),
    };
    let mut command = Command::new(program);
    command
        .current_dir(folder)
        .env("LC_ALL", "C")
        .stdin(Stdio::null());
    command
}

/// The answer to `question`, computed once per process unless it is an error.
fn remembered(
    question: &str,
    compute: impl FnOnce() -> Result<String, BuildError>,
) -> Result<String, BuildError> {
    static ANSWERS: Mutex<Option<HashMap<String, String>>> = Mutex::new(None);
    let mut guard = ANSWERS.lock().unwrap_or_else(|error| error.into_inner());
    let answers = guard.get_or_insert_default();
    if let Some(answer) = answers.get(question) {
        return Ok(answer.clone());
    }
    let answer = compute()?;
    answers.insert(question.to_owned(), answer.clone());
    Ok(answer)
}

fn first_line(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().next().unwrap_or_default().trim().to_owned()
}

/// Takes `Verilator 5.006 2023-01-22 …` apart; the error says what is wrong with it.
fn check_verilator_version(line: &str) -> Result<(), String> {
    let number = line
        .strip_prefix("Verilator ")
        .and_then(|rest| rest.split_whitespace().next())
        .and_then(|version| version.split_once('.'))
        .and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
    match number {
        None => Err(format!(
            "`--version` printed {line:?} where a Verilator version was expected"
        )),
        Some(number) if number < OLDEST_VERILATOR => Err(format!(
            "{line:?} is too old; Verilator 5.006 or newer is needed"
        )),
        Some(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::check_verilator_version;

    #[test]
    fn versions() {
        assert!(check_verilator_version("Verilator 5.006 2023-01-22 rev (Debian 5.006-3)").is_ok());
        assert!(check_verilator_version("Verilator 5.038 2025-07-08 rev v5.038").is_ok());
        let old = check_verilator_version("Verilator 4.228 2022-10-01 rev").unwrap_err();
        assert!(old.contains("5.006 or newer"), "{old}");
        assert!(check_verilator_version("hello").is_err());
    }
}
