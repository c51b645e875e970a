//! Verilator as a linter, and how to read what it says.

use std::fs;

use pimtee_gen::sv::SvFile;

use super::cache::cache_error;
use super::error::{BuildError, LintError};
use super::toolchain::Toolchain;

/// Checks `files` with `verilator --lint-only -Wall`, with no warning waived. `files` are in
/// dependency order and `top` names the top module.
///
/// # Errors
/// [`LintError::Findings`] with every warning and error; a `lint_off` comment in the text is a
/// finding too. [`LintError::NotRun`] when Verilator cannot be run.
pub fn lint(files: &[SvFile], top: &str) -> Result<(), LintError> {
    lint_with(&Toolchain::from_env(), files, top)
}

/// [`lint`] with a chosen Verilator.
///
/// # Errors
/// As [`lint`].
pub fn lint_with(toolchain: &Toolchain, files: &[SvFile], top: &str) -> Result<(), LintError> {
    toolchain.verilator_version()?;
    check_file_names(top, files)?;
    let folder =
        tempfile::tempdir().map_err(cache_error("create a folder in", &std::env::temp_dir()))?;
    let mut args: Vec<&str> = vec!["--lint-only", "-Wall", "--top-module", top];
    let mut findings = Vec::new();
    for file in files {
        let path = folder.path().join(&file.name);
        fs::write(&path, &file.text).map_err(cache_error("write", &path))?;
        args.push(&file.name);
        findings.extend(waivers(file));
    }
    let output = toolchain.run_verilator(&args, folder.path())?;
    let text = String::from_utf8_lossy(&output.stderr);
    findings.extend(messages(&text));
    if findings.is_empty() && !output.status.success() {
        findings.push(last_words(&text, &output.status.to_string()));
    }
    match findings.is_empty() {
        true => Ok(()),
        false => Err(LintError::Findings {
            top: top.to_owned(),
            findings,
        }),
    }
}

/// Refuses file names that would leave the folder the sources are written to, or overwrite each
/// other there.
pub(super) fn check_file_names(top: &str, files: &[SvFile]) -> Result<(), BuildError> {
    let refuse = |reason| {
        Err(BuildError::Description {
            top: top.to_owned(),
            reason,
        })
    };
    for (index, file) in files.iter().enumerate() {
        let name = &file.name;
        let plain = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
        if name.is_empty() || name.starts_with(['-', '.']) || !name.chars().all(plain) {
            return refuse(format!(
                "the file name {name:?} is not plain; use letters, digits, '_', '-' and '.', no folders"
            ));
        }
        if files[..index].iter().any(|other| other.name == *name) {
            return refuse(format!("there are two files named {name}"));
        }
    }
    Ok(())
}

/// Comments in `file` that would hide findings.
fn waivers(file: &SvFile) -> impl Iterator<Item = String> + '_ {
    file.text.lines().enumerate().filter_map(|(index, line)| {
        let column = line.find("lint_off")? + 1;
        Some(format!(
            "{}:{}:{column}: lint_off waives warnings; mend their cause",
            file.name,
            index + 1
        ))
    })
}

/// The errors and warnings in Verilator's output, as `file:line:column: CODE: text`.
pub(super) fn messages(output: &str) -> Vec<String> {
    output
        .lines()
        .filter(|line| !line.starts_with("%Error: Exiting due to"))
        .filter_map(message)
        .collect()
}

/// The errors alone.
pub(super) fn errors(output: &str) -> Vec<String> {
    output
        .lines()
        .filter(|line| line.starts_with("%Error") && !line.starts_with("%Error: Exiting due to"))
        .filter_map(message)
        .collect()
}

/// Turns `%Warning-WIDTH: a.sv:3:5: text` into `a.sv:3:5: WIDTH: text`.
fn message(line: &str) -> Option<String> {
    let rest = line
        .strip_prefix("%Error")
        .or_else(|| line.strip_prefix("%Warning"))?;
    let (code, text) = rest.split_once(": ")?;
    let text = text.trim();
    let Some(code) = code.strip_prefix('-') else {
        return Some(text.to_owned());
    };
    match text.split_once(": ") {
        Some((place, text)) => Some(format!("{place}: {code}: {}", text.trim())),
        None => Some(format!("{code}: {text}")),
    }
}

/// The last line of `output` that says anything, or else `status`.
pub(super) fn last_words(output: &str, status: &str) -> String {
    output
        .lines()
        .rev()
        .map(str::trim)
        .find(|line| !line.is_empty())
        .unwrap_or(status)
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::{errors, messages};

    #[test]
    fn reads_verilator_output() {
        let output = "\
%Warning-WIDTH: a.sv:3:14: Operator ASSIGNW expects 8 bits
    3 |   assign x = y;
                   ... For warning description see https://verilator.org/warn/WIDTH
%Error: a.sv:4:1: syntax error, unexpected endmodule
%Error: Exiting due to 1 error(s)
";
        assert_eq!(
            messages(output),
            [
                "a.sv:3:14: WIDTH: Operator ASSIGNW expects 8 bits",
                "a.sv:4:1: syntax error, unexpected endmodule"
            ]
        );
        assert_eq!(errors(output).len(), 1);
    }
}
