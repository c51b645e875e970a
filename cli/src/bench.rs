//! `pimtee bench`.

use crate::output::{Fatal, JsonArg, check_outputs, table};
use pimtee_gen::catalogue;
use pimtee_gen::config::Config;
use pimtee_gen::deliverable::{self, Options};
use pimtee_sim::bench::{Bench, BenchError, Lap, golden};
use pimtee_sim::dram::bench as dram;
use pimtee_sim::golden::ascon::Variant;
use serde::Serialize;
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use tabled::Tabled;

/// Runs of which the fastest counts: the machine has other work.
const RUNS: usize = 25;
/// Times that a run goes through the program of the device model.
const DRAM_ROUNDS: u64 = 2000;

type Side = fn(&Bench, u64) -> Result<Lap, BenchError>;

/// Measure generation, and RTL simulation beside a program written in C++ by hand.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  pimtee bench
  pimtee bench configs/ascon_aead128.toml --messages 1000 --json bench.json
  pimtee bench --dram

Rates are simulated clock cycles a second, the best of 25 short runs. Both sides simulate the same
model and must come to the same ciphertexts and tags. Only Ascon cores with streams of their own (no AXI4-Stream) have a program in C++.
Without configurations the DRAM device model is measured, too: row operations a second on one core,
of bits and labels alone, and of commands that the timing checker sees.")]
pub struct Args {
    /// Configurations [default: the shipped ones].
    configs: Vec<PathBuf>,

    /// Messages that a run encrypts, of 1 KiB each.
    #[arg(long, value_name = "N", default_value = "100")]
    messages: NonZeroU64,

    /// Measure the DRAM device model alone.
    #[arg(long, conflicts_with_all = ["configs", "messages"])]
    dram: bool,

    #[command(flatten)]
    json: JsonArg,
}

/// A row of JSON.
#[derive(Serialize)]
#[serde(untagged)]
enum Row {
    Config(Measured),
    Dram(Dram),
}

/// Row operations a second of the DRAM device model.
#[derive(Serialize)]
struct Dram {
    dram: &'static str,
    row_ops_hz: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    ratio: Option<f64>,
}

#[derive(Serialize)]
struct Measured {
    config: String,
    generation_ms: f64,
    #[serde(flatten)]
    simulation: Option<Simulation>,
}

/// Rates in clock cycles a second.
#[derive(Serialize)]
struct Simulation {
    cycles: u64,
    cpp_hz: f64,
    binding_hz: f64,
    binding_ratio: f64,
    driver_hz: f64,
    driver_ratio: f64,
}

/// A row for people.
#[derive(Tabled)]
struct Shown {
    configuration: String,
    #[tabled(rename = "generation")]
    generation: String,
    #[tabled(rename = "C++")]
    cpp: String,
    #[tabled(rename = "Rust binding")]
    binding: String,
    #[tabled(rename = "Rust driver")]
    driver: String,
}

/// Prints the table.
pub fn run(args: &Args) -> Result<ExitCode, Fatal> {
    let mut configs = Vec::new();
    for path in &args.configs {
        configs.push(Config::read(path).map_err(Fatal::input)?);
    }
    if configs.is_empty() && !args.dram {
        let shipped = catalogue::shipped().map_err(Fatal::failed)?;
        configs.extend(shipped.into_iter().map(|shipped| shipped.config));
    }
    let inputs = args.configs.iter().map(PathBuf::as_path);
    check_outputs(inputs, &[("--json", args.json.file())])?;
    let mut measured = Vec::new();
    for config in &configs {
        measured.push(Measured {
            config: config.name().to_owned(),
            generation_ms: generation(config)?.as_secs_f64() * 1e3,
            simulation: match variant(config) {
                Some(variant) => simulation(config, variant, args.messages.get())?,
                None => None,
            },
        });
    }
    let mut text = String::new();
    if !args.dram {
        text += &table(
            "Clock cycles a second, and the ratio to C++",
            measured.iter().map(Shown::from),
        );
        text += "the ratio of the binding should be 0.8 or more\n";
    }
    let mut rows: Vec<Row> = measured.into_iter().map(Row::Config).collect();
    if args.configs.is_empty() {
        let (shown, dram) = device_model();
        text += &shown;
        rows.extend(dram.map(Row::Dram));
    }
    args.json.write(&text, &rows)?;
    Ok(ExitCode::SUCCESS)
}

/// Text for people, and rows.
fn device_model() -> (String, [Dram; 2]) {
    let best = |run: &dyn Fn() -> dram::Lap| {
        let rates = (0..RUNS).map(|_| run().rate());
        rates.fold(0.0, f64::max)
    };
    let bits = best(&|| dram::bits(DRAM_ROUNDS));
    let commands = best(&|| dram::commands(DRAM_ROUNDS / 20));
    let ratio = bits / dram::WANTED;
    let text = format!(
        "DRAM device model, row operations a second: {:.1} M ({ratio:.2} of {:.0} M), {:.2} M with the timing checker\n",
        bits / 1e6,
        dram::WANTED / 1e6,
        commands / 1e6,
    );
    let row = |dram, row_ops_hz, ratio| Dram {
        dram,
        row_ops_hz,
        ratio,
    };
    let rows = [
        row("bits", bits, Some(ratio)),
        row("commands", commands, None),
    ];
    (text, rows)
}

/// Time to make the deliverable and write it.
fn generation(config: &Config) -> Result<Duration, Fatal> {
    let folder = tempfile::tempdir().map_err(Fatal::failed)?;
    let mut best = Duration::MAX;
    for run in 0..RUNS {
        let start = Instant::now();
        let deliverable = deliverable::build(config, &Options::default())?;
        deliverable::write(&deliverable, folder.path().join(run.to_string()))
            .map_err(Fatal::failed)?;
        best = best.min(start.elapsed());
    }
    Ok(best)
}

/// The algorithm to run on an Ascon core; one that has all of them is asked for Ascon-AEAD128.
fn variant(config: &Config) -> Option<Variant> {
    let (_, value) = config
        .parameters()
        .find(|(parameter, _)| *parameter == "variant")?;
    Some(value.to_string().parse().unwrap_or(Variant::AsconAead128))
}

/// Nothing for a core whose streams have other names.
fn simulation(
    config: &Config,
    variant: Variant,
    messages: u64,
) -> Result<Option<Simulation>, Fatal> {
    let design = deliverable::emitted(config, &Options { locators: false })?;
    if !design.ports.iter().any(|port| port.name == "text_valid_i") {
        return Ok(None);
    }
    let bench = Bench::new(&design, variant).map_err(Fatal::failed)?;
    let expected = golden(variant, messages);
    let sides: [(&str, Side); 3] = [
        ("the C++ program", Bench::cpp),
        ("the binding", Bench::binding),
        ("the driver", Bench::driver),
    ];
    let mut best: [Option<Lap>; 3] = [None; 3];
    // Taken in turn, so that other work of the machine falls on all of them.
    for _ in 0..RUNS {
        for ((side, run), best) in sides.iter().zip(&mut best) {
            let lap = run(&bench, messages).map_err(Fatal::failed)?;
            if lap.digest != expected {
                return Err(Fatal::failed(format!(
                    "{}: {side} comes to other ciphertexts or tags than the golden model",
                    config.name()
                )));
            }
            *best = best.filter(|best| best.took <= lap.took).or(Some(lap));
        }
    }
    let [Some(cpp), Some(binding), Some(driver)] = best else {
        return Err(Fatal::failed("there was no run"));
    };
    Ok(Some(Simulation {
        cycles: binding.cycles,
        cpp_hz: cpp.rate(),
        binding_hz: binding.rate(),
        binding_ratio: binding.rate() / cpp.rate(),
        driver_hz: driver.rate(),
        driver_ratio: driver.rate() / cpp.rate(),
    }))
}

impl From<&Measured> for Shown {
    fn from(row: &Measured) -> Self {
        let rate = |show: &dyn Fn(&Simulation) -> String| match &row.simulation {
            Some(simulation) => show(simulation),
            None => "-".into(),
        };
        let mega = |hz: f64| format!("{:.2} M", hz / 1e6);
        Shown {
            configuration: row.config.clone(),
            generation: format!("{:.1} ms", row.generation_ms),
            cpp: rate(&|s| mega(s.cpp_hz)),
            binding: rate(&|s| format!("{} ({:.2})", mega(s.binding_hz), s.binding_ratio)),
            driver: rate(&|s| format!("{} ({:.2})", mega(s.driver_hz), s.driver_ratio)),
        }
    }
}
