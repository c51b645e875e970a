//! What the tests in `tests/` share: designs, seeds, and waveforms of what failed.
//!
//! Every test runs from a seed: `PIMTEE_SEED` if set, else [`DEFAULT_SEED`]. It is printed at the
//! start. A test that fails runs again from the same seed with a waveform, and says how to open
//! the waveform and how to run that test alone.

pub mod acu;
pub mod ascon;
pub mod fmt;
pub mod lockstep;
pub mod tools;

use std::cell::Cell;
use std::error::Error;
use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};

use pimtee_gen::sv::{EmitOptions, Emitted, ResetKind, SvFile, emit};
use pimtee_hdl::rust_hdl::core::prelude::Block;
use pimtee_sim::verilator::Trace;
use pimtee_sim::wave::open_command;
use proptest::prelude::Strategy;
use proptest::test_runner::{
    Config, FileFailurePersistence, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner,
};

/// Seed of tests unless `PIMTEE_SEED` says otherwise.
pub const DEFAULT_SEED: u64 = 0x5eed;

/// Cases of a property unless `PROPTEST_CASES` says otherwise.
pub const DEFAULT_CASES: u32 = 32;

/// How a test, or one case of it, ended.
pub type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// Emits `block` as a module named `top`.
///
/// # Errors
/// The block has faults.
pub fn emitted(block: &dyn Block, top: &str, reset: ResetKind) -> Outcome<Emitted> {
    let options = EmitOptions {
        top: Some(top.to_owned()),
        reset,
        locators: true,
        generator: concat!("pimtee ", env!("CARGO_PKG_VERSION")).to_owned(),
        config_hash: "000000000000".to_owned(),
    };
    Ok(emit(block, &options)?)
}

/// A file below the folder of this crate.
pub fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A SystemVerilog source of this crate, to add to a build.
///
/// # Errors
/// The file cannot be read.
pub fn source(path: &str) -> Outcome<SvFile> {
    let full = here(path);
    let text = fs::read_to_string(&full).map_err(|error| format!("{}: {error}", full.display()))?;
    let name = full.file_name().unwrap_or_default().to_string_lossy();
    Ok(SvFile {
        name: name.into_owned(),
        text,
    })
}

/// One run of a test: its seed, and whether it is the second run, which leaves a waveform.
#[derive(Debug)]
pub struct Run {
    seed: u64,
    wave: Option<PathBuf>,
    wave_taken: Cell<bool>,
}

impl Run {
    /// The seed of the test.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// What to build designs with.
    pub fn trace(&self) -> Trace {
        match self.wave {
            Some(_) => Trace::Fst,
            None => Trace::None,
        }
    }

    /// Where the next model of this run shall leave its waveform: the first one of a second run.
    pub fn wave(&self) -> Option<&Path> {
        match self.wave_taken.replace(true) {
            true => None,
            false => self.wave.as_deref(),
        }
    }
}

/// Runs the test `name` in `tests/<file>.rs`.
///
/// # Panics
/// The body fails; the message has its error and how to see more.
pub fn check(file: &str, name: &str, body: impl Fn(&Run) -> Outcome) {
    let (name, seed) = (&path(name), seed());
    println!("{name}: seed {seed}");
    if let Err(error) = body(&first_run(seed)) {
        let wave = record(file, name, seed, &body);
        panic!("{error}\n{}", advice(file, name, seed, &wave));
    }
}

/// Runs the property `body` on values of `strategy`, from the seed of the test; otherwise as
/// [`check`]. Values that failed once are kept in `proptest-regressions` and tried first.
///
/// # Panics
/// The body fails; the message has the smallest value found for which it does.
pub fn check_property<S: Strategy>(
    file: &str,
    name: &str,
    strategy: S,
    body: impl Fn(&Run, &S::Value) -> Outcome,
) where
    S::Value: Debug,
{
    let (name, seed) = (&path(name), seed());
    println!("{name}: seed {seed}");
    let regressions = here(&format!("proptest-regressions/{file}-{}.txt", plain(name)));
    let mut config = Config::default();
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = DEFAULT_CASES;
    }
    config.failure_persistence = Some(Box::new(FileFailurePersistence::Direct(
        regressions.to_string_lossy().into_owned().leak(),
    )));
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let result = TestRunner::new_with_rng(config, rng).run(&strategy, |value| {
        body(&first_run(seed), &value).map_err(|error| TestCaseError::fail(error.to_string()))
    });
    match result {
        Ok(()) => {}
        Err(TestError::Fail(reason, value)) => {
            let wave = record(file, name, seed, &|run: &Run| body(run, &value));
            let advice = advice(file, name, seed, &wave);
            panic!("{reason}\nsmallest failing value: {value:#?}\n{advice}");
        }
        Err(TestError::Abort(reason)) => panic!("{reason}"),
    }
}

/// An error unless both values are equal.
///
/// # Errors
/// Names `what`, and shows both values.
pub fn equal<T: PartialEq + Debug>(what: &str, got: T, expected: T) -> Outcome {
    match got == expected {
        true => Ok(()),
        false => Err(format!("{what}: expected {expected:?}, got {got:?}").into()),
    }
}

/// The seed to run tests from.
///
/// # Panics
/// `PIMTEE_SEED` is set and no number.
pub fn seed() -> u64 {
    match std::env::var("PIMTEE_SEED") {
        Ok(text) => text.trim().parse().unwrap_or_else(|_| {
            panic!("PIMTEE_SEED: expected a decimal number below 2^64, found {text:?}")
        }),
        Err(_) => DEFAULT_SEED,
    }
}

/// The path of the test as `cargo test` prints it, with the case of a table, if the test has a
/// thread of its own; else `name`.
fn path(name: &str) -> String {
    match std::thread::current().name() {
        Some(path) if path != "main" => path.to_owned(),
        _ => name.to_owned(),
    }
}

fn first_run(seed: u64) -> Run {
    Run {
        seed,
        wave: None,
        wave_taken: Cell::new(false),
    }
}

/// Runs a failed body again with a waveform; gives its path, or why there is none.
fn record(
    file: &str,
    name: &str,
    seed: u64,
    body: &dyn Fn(&Run) -> Outcome,
) -> Result<PathBuf, String> {
    let folder = here("../target/waves");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let folder = folder.canonicalize().unwrap_or(folder);
    let path = folder.join(format!("{file}-{}-{seed}.fst", plain(name)));
    let run = Run {
        seed,
        wave: Some(path.clone()),
        wave_taken: Cell::new(false),
    };
    match body(&run) {
        Err(_) if path.exists() => Ok(path),
        Err(error) => Err(format!("the second run got no further than: {error}")),
        Ok(()) => Err("the second run passed: the test does not follow from its seed".to_owned()),
    }
}

fn advice(file: &str, name: &str, seed: u64, wave: &Result<PathBuf, String>) -> String {
    let wave = match wave {
        Ok(path) => open_command(path),
        Err(reason) => format!("none ({reason})"),
    };
    format!(
        "seed:     {seed}\n\
         waveform: {wave}\n\
         replay:   PIMTEE_SEED={seed} cargo test -p pimtee-testbenches --test {file} -- {name}"
    )
}

/// A test name as part of a file name.
fn plain(name: &str) -> String {
    name.replace("::", "-")
}
