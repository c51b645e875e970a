//! Runs the command line.

use assert_cmd::Command;
use std::path::{Path, PathBuf};

/// What a run left behind.
pub struct Run {
    pub status: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

/// Runs `pimtee` in `dir`.
pub fn pimtee(dir: &Path, args: &[&str]) -> Run {
    pimtee_with(dir, &[], args)
}

/// Runs `pimtee` in `dir` with these environment variables.
pub fn pimtee_with(dir: &Path, env: &[(&str, &str)], args: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_pimtee"))
        .current_dir(dir)
        .envs(env.iter().copied())
        .args(args)
        .output()
        .unwrap();
    Run {
        status: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Asserts that the input is refused with this message and nothing else.
#[track_caller]
pub fn assert_refused(run: &Run, message: &str) {
    assert_eq!(run.stderr, format!("error: {message}\n"));
    assert_eq!(run.stdout, "");
    assert_eq!(run.status, Some(2));
}

/// A path in the project.
pub fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}
