//! `pimtee kat`.

mod aead;
mod report;

use crate::output::{Fatal, JsonArg, check_outputs};
use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use pimtee_sim::golden::ascon::Variant;
use pimtee_sim::golden::sha3::Function;
use pimtee_sim::kat::hash::HashFile;
use pimtee_sim::kat::kem::{self, KemFile};
use pimtee_sim::kat::runner;
use pimtee_sim::kat::runner::hash::GoldenHash;
use pimtee_sim::kat::runner::kem::GoldenLightSaber;
use report::{finish, with_progress};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

/// Run a known-answer file.
///
/// Authenticated encryption: each case is encrypted and decrypted. Hash functions: each message is
/// hashed. Key encapsulation: keys and ciphertext are made from the seed, and the ciphertext is
/// decapsulated.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  pimtee kat ascon-aead128 LWC_AEAD_KAT_128_128.txt
  pimtee kat ascon128 LWC_AEAD_KAT_128_128.txt --config configs/ascon_all.toml --stalls 0.3
  pimtee kat ascon128 wycheproof.json --engine golden --limit 10
  pimtee kat ascon128a LWC_AEAD_KAT_128_128.txt --limit 5 --wave ascon.fst
  pimtee kat ascon128a LWC_AEAD_KAT_128_128.txt --limit 50 --engine gates
  pimtee kat ascon128a LWC_AEAD_KAT_128_128.txt --json results.json
  pimtee kat sha3-256 SHA3_256ShortMsg.rsp
  pimtee kat lightsaber PQCkemKAT_1568.rsp

Formats, told apart by the content:
  ascon*: NIST LWC AEAD KAT (text), Wycheproof AEAD (JSON);
  sha3-256, sha3-512, shake128: NIST CAVP (ShortMsg, LongMsg, Monte, VariableOut), XKCP (ShortMsgKAT);
  lightsaber: NIST KEM response file (.rsp).
The last line is \"N passed, N failed\", and \", N skipped\" if any was.")]
pub struct Args {
    /// Algorithm of the file.
    #[arg(value_parser = PossibleValuesParser::new(Algorithm::all().map(Algorithm::name))
        .try_map(|name| Algorithm::named(&name)))]
    algorithm: Algorithm,

    /// Known-answer file.
    file: PathBuf,

    /// What gives the answers [default: rtl for ascon*, golden for the others].
    #[arg(long, value_enum)]
    engine: Option<Engine>,

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

/// What a file can be for: one kind of engines for each.
#[derive(Clone, Copy)]
enum Algorithm {
    Ascon(Variant),
    Hash(Function),
    LightSaber,
}

impl Algorithm {
    fn all() -> impl Iterator<Item = Algorithm> {
        let ascon = Variant::ALL.into_iter().map(Algorithm::Ascon);
        let hash = Function::ALL.into_iter().map(Algorithm::Hash);
        ascon.chain(hash).chain([Algorithm::LightSaber])
    }

    fn name(self) -> &'static str {
        match self {
            Algorithm::Ascon(variant) => variant.name(),
            Algorithm::Hash(function) => function.name(),
            Algorithm::LightSaber => kem::NAME,
        }
    }

    fn named(name: &str) -> Result<Algorithm, String> {
        Algorithm::all()
            .find(|algorithm| algorithm.name() == name)
            .ok_or_else(|| format!("unknown algorithm \"{name}\""))
    }

    /// The engines that have the algorithm; the first one is the default.
    fn engines(self) -> &'static [Engine] {
        match self {
            Algorithm::Ascon(_) => &[Engine::Rtl, Engine::Golden, Engine::Gates],
            Algorithm::Hash(_) | Algorithm::LightSaber => &[Engine::Golden],
        }
    }
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

    /// What `--engine` takes.
    fn option(self) -> String {
        let value = self.to_possible_value();
        value.map_or(String::new(), |value| value.get_name().to_owned())
    }
}

fn probability(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if (0.0..1.0).contains(&value) => Ok(value),
        _ => Err("expected a number from 0 to below 1, for example 0.3".into()),
    }
}

/// The engine to use, which must have the algorithm and understand the options.
fn engine(args: &Args) -> Result<Engine, Fatal> {
    let engines = args.algorithm.engines();
    let engine = args.engine.unwrap_or(engines[0]);
    if !engines.contains(&engine) {
        let others: Vec<String> = engines.iter().map(|engine| engine.option()).collect();
        return Err(Fatal::input(format!(
            "--engine {}: {} runs on {}; leave --engine out, or use --engine {}",
            engine.option(),
            args.algorithm.name(),
            others.join(", "),
            others[0]
        )));
    }
    if engine == Engine::Golden
        && (args.wave.is_some() || args.config.is_some() || args.stalls > 0.0)
    {
        let instead = match engines.contains(&Engine::Rtl) {
            true => ", or use --engine rtl",
            false => "",
        };
        return Err(Fatal::input(format!(
            "--wave, --config and --stalls are for the RTL; leave them out{instead}"
        )));
    }
    Ok(engine)
}

/// Checks ahead of a run that what it writes can be written.
fn check_files(args: &Args) -> Result<(), Fatal> {
    let inputs = [Some(args.file.as_path()), args.config.as_deref()];
    let outputs = [
        ("--json", args.json.file()),
        ("--wave", args.wave.as_deref()),
    ];
    check_outputs(inputs.into_iter().flatten(), &outputs)
}

/// Runs the cases and prints what failed, what was skipped, and the counts.
pub fn run(args: &Args) -> Result<ExitCode, Fatal> {
    let engine = engine(args)?;
    match args.algorithm {
        Algorithm::Ascon(variant) => aead::run(args, engine, variant),
        Algorithm::Hash(function) => {
            let file = HashFile::read(&args.file, function).map_err(Fatal::input)?;
            check_files(args)?;
            let report = with_progress(args, &mut |progress, limit| {
                let mut golden = GoldenHash { function };
                runner::hash::run(&file.cases, &mut golden, progress, limit)
            })?;
            finish(args, &file.cases, &report, "", engine.name())
        }
        Algorithm::LightSaber => {
            let file = KemFile::read(&args.file).map_err(Fatal::input)?;
            check_files(args)?;
            let report = with_progress(args, &mut |progress, limit| {
                runner::kem::run(&file.cases, &mut GoldenLightSaber, progress, limit)
            })?;
            finish(args, &file.cases, &report, "", engine.name())
        }
    }
}
