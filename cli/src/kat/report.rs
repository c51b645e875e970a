//! What `pimtee kat` tells of a run, whatever the kind of algorithm.

use super::Args;
use crate::output::{Fatal, bar, status};
use pimtee_sim::kat::Case;
use pimtee_sim::kat::runner::Report;
use serde::Serialize;
use std::num::NonZeroUsize;
use std::process::ExitCode;

/// What runs the cases up to a limit, and tells how many are done, and of how many.
pub type Runner<'r> = dyn FnMut(&mut dyn FnMut(usize, usize), Option<usize>) -> Report + 'r;

/// Runs the cases with a progress bar, which draws nothing if standard error is no terminal.
pub fn with_progress(args: &Args, run: &mut Runner<'_>) -> Result<Report, Fatal> {
    let bar = bar("cases")?;
    let mut progress = |done: usize, total: usize| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    };
    let report = run(&mut progress, args.limit.map(NonZeroUsize::get));
    bar.finish_and_clear();
    Ok(report)
}

/// Prints what failed, what was skipped, `notes`, the engine and the counts; and the rows as JSON.
pub fn finish<C: Case>(
    args: &Args,
    cases: &[C],
    report: &Report,
    notes: &str,
    engine: &str,
) -> Result<ExitCode, Fatal> {
    let mut text = String::new();
    for failure in &report.failures {
        text += &format!("{failure}\n");
    }
    for skip in &report.skips {
        text += &format!("{skip}\n");
    }
    text += &format!("{notes}{engine}\n{}\n", report.summary());
    let total = args.limit.map_or(usize::MAX, NonZeroUsize::get);
    let rows: Vec<Row<'_>> = cases
        .iter()
        .take(total)
        .map(|case| Row::new(case, report))
        .collect();
    args.json.write(&text, &rows)?;
    if report.passed + report.failed == 0 {
        return Err(Fatal::failed(format!(
            "{}: no case has the sizes of {}; is it the file of another algorithm?",
            args.file.display(),
            args.algorithm.name()
        )));
    }
    Ok(status(report.failed == 0))
}

/// A case in JSON.
#[derive(Serialize)]
struct Row<'r> {
    case: &'r str,
    line: usize,
    result: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    failures: Vec<Wrong<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'r str>,
}

/// A comparison that went wrong, in JSON.
#[derive(Serialize)]
struct Wrong<'r> {
    check: String,
    expected: &'r str,
    got: &'r str,
}

impl<'r> Row<'r> {
    fn new(case: &'r impl Case, report: &'r Report) -> Self {
        let failures: Vec<Wrong<'r>> = report
            .failures
            .iter()
            .filter(|failure| (&failure.id[..], failure.line) == (case.id(), case.line()))
            .map(|failure| Wrong {
                check: failure.what.to_string(),
                expected: &failure.expected,
                got: &failure.got,
            })
            .collect();
        let skip = report
            .skips
            .iter()
            .find(|skip| (&skip.id[..], skip.line) == (case.id(), case.line()));
        let result = match (&skip, failures.is_empty()) {
            (Some(_), _) => "skipped",
            (None, true) => "passed",
            (None, false) => "failed",
        };
        Row {
            case: case.id(),
            line: case.line(),
            result,
            failures,
            reason: skip.map(|skip| skip.reason.as_str()),
        }
    }
}
