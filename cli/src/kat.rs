//! `pimtee kat`.

use crate::output::{Fatal, JsonArg, bar, check_outputs, status};
use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use indicatif::ProgressBar;
use pimtee_gen::catalogue::Setting;
use pimtee_gen::config::Config;
use pimtee_gen::deliverable::{self, Options};
use pimtee_sim::driver::ascon::{RtlAscon, Stalls, build_core};
use pimtee_sim::golden::ascon::Variant;
use pimtee_sim::kat::runner::{self, AeadEngine, GoldenAscon, Report};
use pimtee_sim::kat::{AeadCase, KatFile};
use pimtee_sim::verilator::Trace;
use pimtee_sim::wave::open_command;
use pimtee_synth::gates;
use pimtee_synth::library::Library;
use serde::Serialize;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Run a known-answer file: each case is encrypted and decrypted.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  pimtee kat ascon-aead128 LWC_AEAD_KAT_128_128.txt
  pimtee kat ascon128 LWC_AEAD_KAT_128_128.txt --config configs/ascon_all.toml --stalls 0.3
  pimtee kat ascon128 wycheproof.json --engine golden --limit 10
  pimtee kat ascon128a LWC_AEAD_KAT_128_128.txt --limit 5 --wave ascon.fst
  pimtee kat ascon128a LWC_AEAD_KAT_128_128.txt --limit 50 --engine gates
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
    #[arg(long, value_enum, default_value_t = Engine::Rtl)]
    engine: Engine,

    /// Configuration of the core [default: the fixed core of the algorithm].
    #[arg(long, value_name = "CONFIG")]
    config: Option<PathBuf>,

    /// Run the first N cases only.
    #[arg(long, value_name = "N")]
    limit: Option<NonZeroUsize>,

    /// Record a waveform of the whole run (.fst or .vcd).
    #[arg(long, value_name = "FILE")]
    wave: Option<PathBuf>,

    /// Seed of the state before reset and of the stalls.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Probability (0 to below 1), for each handshake and cycle, that the host holds it back.
    #[arg(long, value_name = "P", default_value_t = 0.0, value_parser = probability)]
    stalls: f64,

    #[command(flatten)]
    json: JsonArg,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Engine {
    /// The golden model, in software.
    Golden,
    /// The emitted SystemVerilog, under Verilator.
    Rtl,
    /// The netlist that yosys makes of it, under Verilator.
    Gates,
}

impl Engine {
    fn name(self) -> &'static str {
        match self {
            Engine::Golden => "golden model",
            Engine::Rtl => "RTL",
            Engine::Gates => "gates",
        }
    }
}

fn probability(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if (0.0..1.0).contains(&value) => Ok(value),
        _ => Err("expected a number from 0 to below 1, for example 0.3".into()),
    }
}

impl Args {
    /// The emitted core or its netlist, built and ready for messages.
    fn rtl(&self) -> Result<RtlAscon, Fatal> {
        let config = self.core()?;
        let trace = match self.wave.as_deref().map(Path::extension) {
            None => Trace::None,
            Some(Some(extension)) if extension == "vcd" => Trace::Vcd,
            Some(Some(extension)) if extension == "fst" => Trace::Fst,
            Some(_) => {
                return Err(Fatal::input(
                    "--wave: the name of the file must end in .fst or .vcd",
                ));
            }
        };
        let mut design = deliverable::emitted(&config, &Options { locators: false })?;
        let status = ProgressBar::new_spinner();
        status.enable_steady_tick(Duration::from_millis(100));
        if self.engine == Engine::Gates {
            status.set_message(format!("mapping {} with yosys", config.name()));
            let cells = Library::osu018().map_err(Fatal::failed)?;
            design = gates::netlist(&design, &cells).map_err(Fatal::failed)?;
        }
        status.set_message(format!("building {} with Verilator", config.name()));
        let library = build_core(&design, trace).map_err(Fatal::failed);
        status.finish_and_clear();
        let stalls = Stalls::all(self.stalls);
        let mut engine =
            RtlAscon::new(library?, self.algorithm, stalls, self.seed).map_err(Fatal::failed)?;
        let holds = |(name, value)| name == "hold_depth" && value != Setting::Int(0);
        if config.parameters().any(holds) {
            engine.driver().set_holds();
        }
        if let Some(path) = &self.wave {
            engine.driver().record(path, 0);
        }
        Ok(engine)
    }

    /// The configuration of the core, which must have the algorithm.
    fn core(&self) -> Result<Config, Fatal> {
        let name = self.algorithm.name();
        let Some(path) = &self.config else {
            let text = format!("top = \"ascon_aead\"\n[parameters]\nvariant = \"{name}\"\n");
            let file = format!("{}.toml", name.replace('-', "_"));
            return Config::parse(file, &text).map_err(Fatal::failed);
        };
        let config = Config::read(path).map_err(Fatal::input)?;
        let variant = config
            .parameters()
            .find(|(parameter, _)| *parameter == "variant")
            .map(|(_, value)| value.to_string());
        match variant.as_deref() {
            Some(variant) if variant == name || variant == "all" => Ok(config),
            Some(variant) => Err(Fatal::input(format!(
                "{}: the core has variant \"{variant}\", the file is for {name}; \
                 give a configuration with variant \"{name}\" or \"all\"",
                path.display()
            ))),
            None => Err(Fatal::input(format!(
                "{}: the top `{}` is no Ascon core; `pimtee list` shows the tops",
                path.display(),
                config.top().name
            ))),
        }
    }
}

/// Runs the cases and prints what failed, what was skipped, and the counts.
pub fn run(args: &Args) -> Result<ExitCode, Fatal> {
    let file = KatFile::read(&args.file).map_err(Fatal::input)?;
    file.check_algorithm(args.algorithm).map_err(Fatal::input)?;
    let inputs = [Some(args.file.as_path()), args.config.as_deref()];
    let outputs = [
        ("--json", args.json.file()),
        ("--wave", args.wave.as_deref()),
    ];
    check_outputs(inputs.into_iter().flatten(), &outputs)?;
    let limit = args.limit.map(NonZeroUsize::get);
    let (report, engine) = match args.engine {
        Engine::Golden => {
            if args.wave.is_some() || args.config.is_some() || args.stalls > 0.0 {
                return Err(Fatal::input(
                    "--wave, --config and --stalls are for the RTL; leave them out, or use \
                     --engine rtl",
                ));
            }
            let variant = args.algorithm;
            let report = answers(&file, &mut GoldenAscon { variant }, limit)?;
            (report, args.engine.name().to_string())
        }
        Engine::Rtl | Engine::Gates => {
            let mut engine = args.rtl()?;
            let report = answers(&file, &mut engine, limit)?;
            let driver = engine.driver();
            driver.close_wave().map_err(Fatal::failed)?;
            let told = format!(
                "{} under Verilator: {} messages in {} cycles, seed {}",
                args.engine.name(),
                driver.messages(),
                driver.cycle(),
                args.seed
            );
            (report, told)
        }
    };

    let mut text = String::new();
    for failure in &report.failures {
        text += &format!("{failure}\n");
    }
    for skip in &report.skips {
        text += &format!("{skip}\n");
    }
    if let Some(path) = args.wave.as_ref().filter(|path| path.exists()) {
        text += &format!("waveform: {} ({})\n", path.display(), open_command(path));
    } else if report.failed > 0 && args.engine != Engine::Golden {
        text += "add --wave FILE.fst to see the failing run\n";
    }
    if report.passed == 0
        && report.failed > 0
        && let Some(variant) = answers_of(&file)
        && variant != args.algorithm
    {
        text += &format!(
            "every case fails: these are the answers of {0}; try: pimtee kat {0} {1}\n",
            variant.name(),
            args.file.display()
        );
    }
    text += &format!("{engine}\n{}\n", report.summary());
    let total = limit.unwrap_or(usize::MAX);
    let rows: Vec<Row<'_>> = file
        .cases
        .iter()
        .take(total)
        .map(|case| Row::new(case, &report))
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

/// The algorithm whose golden model gives the first answers of the file.
fn answers_of(file: &KatFile) -> Option<Variant> {
    const CASES: usize = 3;
    Variant::ALL.into_iter().find(|&variant| {
        let mut engine = GoldenAscon { variant };
        let report = runner::run(&file.cases, &mut engine, &mut |_, _| {}, Some(CASES));
        report.passed > 0 && report.failed == 0
    })
}

/// Runs the cases with a progress bar, which draws nothing if standard error is no terminal.
fn answers(
    file: &KatFile,
    engine: &mut dyn AeadEngine,
    limit: Option<usize>,
) -> Result<Report, Fatal> {
    let bar = bar("cases")?;
    let mut progress = |done: usize, total: usize| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    };
    let report = runner::run(&file.cases, engine, &mut progress, limit);
    bar.finish_and_clear();
    Ok(report)
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
