//! `pimtee kat`.

use crate::output::{Fatal, JsonArg, status};
use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use indicatif::{ProgressBar, ProgressStyle};
use pimtee_sim::golden::ascon::Variant;
use pimtee_sim::kat::runner::{self, AeadEngine, GoldenAscon, Report};
use pimtee_sim::kat::{AeadCase, KatFile};
use serde::Serialize;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

/// Run a known-answer file: each case is encrypted and decrypted.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  pimtee kat ascon-aead128 LWC_AEAD_KAT_128_128.txt
  pimtee kat ascon128 wycheproof.json --engine golden --limit 10
  pimtee kat ascon128a LWC_AEAD_KAT_128_128.txt --json results.json

Formats, told apart by the content: NIST LWC AEAD KAT (text), Wycheproof AEAD (JSON).
The last line is \"N passed, N failed\", and \", N skipped\" if any was.")]
pub struct Args {
    /// Algorithm of the file.
    #[arg(value_parser = PossibleValuesParser::new(Variant::ALL.map(Variant::name))
        .try_map(|name| name.parse::<Variant>()))]
    algorithm: Variant,

    /// Known-answer file.
    file: PathBuf,

    /// What gives the answers.
    #[arg(long, value_enum, default_value_t = Engine::Golden)]
    engine: Engine,

    /// Run the first N cases only.
    #[arg(long, value_name = "N")]
    limit: Option<NonZeroUsize>,

    #[command(flatten)]
    json: JsonArg,
}

#[derive(Clone, Copy, ValueEnum)]
enum Engine {
    /// The golden model, in software.
    Golden,
}

impl Args {
    fn engine(&self) -> Result<Box<dyn AeadEngine>, Fatal> {
        let variant = self.algorithm;
        match self.engine {
            Engine::Golden => Ok(Box::new(GoldenAscon { variant })),
        }
    }
}

/// Runs the cases and prints what failed, what was skipped, and the counts.
pub fn run(args: &Args) -> Result<ExitCode, Fatal> {
    let file = KatFile::read(&args.file).map_err(Fatal::input)?;
    file.check_algorithm(args.algorithm).map_err(Fatal::input)?;
    let mut engine = args.engine()?;
    let limit = args.limit.map(NonZeroUsize::get);

    // The bar draws nothing if standard error is no terminal.
    let bar = ProgressBar::new(0).with_style(
        ProgressStyle::with_template("{bar:40} {pos}/{len} cases, {eta} left")
            .map_err(Fatal::failed)?,
    );
    let mut progress = |done: usize, total: usize| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    };
    let report = runner::run(&file.cases, engine.as_mut(), &mut progress, limit);
    bar.finish_and_clear();

    let mut text = String::new();
    for failure in &report.failures {
        text += &format!("{failure}\n");
    }
    for skip in &report.skips {
        text += &format!("{skip}\n");
    }
    text += &format!("{}\n", report.summary());
    let total = limit.unwrap_or(usize::MAX);
    let rows: Vec<Row<'_>> = file
        .cases
        .iter()
        .take(total)
        .map(|case| Row::new(case, &report))
        .collect();
    args.json.write(&text, &rows)?;
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
    fn new(case: &'r AeadCase, report: &'r Report) -> Self {
        let failures: Vec<Wrong<'r>> = report
            .failures
            .iter()
            .filter(|failure| (&failure.id, failure.line) == (&case.id, case.line))
            .map(|failure| Wrong {
                check: failure.what.to_string(),
                expected: &failure.expected,
                got: &failure.got,
            })
            .collect();
        let skip = report
            .skips
            .iter()
            .find(|skip| (&skip.id, skip.line) == (&case.id, case.line));
        let result = match (&skip, failures.is_empty()) {
            (Some(_), _) => "skipped",
            (None, true) => "passed",
            (None, false) => "failed",
        };
        Row {
            case: &case.id,
            line: case.line,
            result,
            failures,
            reason: skip.map(|skip| skip.reason.as_str()),
        }
    }
}
