//! `pimtee kat` for authenticated encryption.

use super::report::{finish, with_progress};
use super::{Args, Engine, check_files};
use crate::output::Fatal;
use indicatif::ProgressBar;
use pimtee_gen::catalogue::Setting;
use pimtee_gen::config::Config;
use pimtee_gen::deliverable::{self, Options};
use pimtee_sim::driver::ascon::{RtlAscon, Stalls, build_core};
use pimtee_sim::golden::ascon::Variant;
use pimtee_sim::kat::KatFile;
use pimtee_sim::kat::runner::{self, AeadEngine, GoldenAscon, Report};
use pimtee_sim::verilator::Trace;
use pimtee_sim::wave::open_command;
use pimtee_synth::gates;
use pimtee_synth::library::Library;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

/// Runs an AEAD file: each case is encrypted and decrypted.
pub fn run(args: &Args, engine: Engine, variant: Variant) -> Result<ExitCode, Fatal> {
    let file = KatFile::read(&args.file).map_err(Fatal::input)?;
    file.check_algorithm(variant).map_err(Fatal::input)?;
    check_files(args)?;
    let answers = |engine: &mut dyn AeadEngine| -> Result<Report, Fatal> {
        with_progress(args, &mut |progress, limit| {
            runner::run(&file.cases, engine, progress, limit)
        })
    };
    let (report, told) = match engine {
        Engine::Golden => (
            answers(&mut GoldenAscon { variant })?,
            engine.name().to_string(),
        ),
        Engine::Rtl | Engine::Gates => {
            let mut core = rtl(args, engine, variant)?;
            let report = answers(&mut core)?;
            let driver = core.driver();
            driver.close_wave().map_err(Fatal::failed)?;
            let told = format!(
                "{} under Verilator: {} messages in {} cycles, seed {}",
                engine.name(),
                driver.messages(),
                driver.cycle(),
                args.seed
            );
            (report, told)
        }
    };

    let mut notes = String::new();
    if let Some(path) = args.wave.as_ref().filter(|path| path.exists()) {
        notes += &format!("waveform: {} ({})\n", path.display(), open_command(path));
    } else if report.failed > 0 && engine != Engine::Golden {
        notes += "add --wave FILE.fst to see the failing run\n";
    }
    if report.passed == 0
        && report.failed > 0
        && let Some(other) = answers_of(&file)
        && other != variant
    {
        notes += &format!(
            "every case fails: these are the answers of {0}; try: pimtee kat {0} {1}\n",
            other.name(),
            args.file.display()
        );
    }
    finish(args, &file.cases, &report, &notes, &told)
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

/// The emitted core or its netlist, built and ready for messages.
fn rtl(args: &Args, engine: Engine, variant: Variant) -> Result<RtlAscon, Fatal> {
    let config = core(args, variant)?;
    let trace = match args.wave.as_deref().map(Path::extension) {
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
    if engine == Engine::Gates {
        status.set_message(format!("mapping {} with yosys", config.name()));
        let cells = Library::osu018().map_err(Fatal::failed)?;
        design = gates::netlist(&design, &cells).map_err(Fatal::failed)?;
    }
    status.set_message(format!("building {} with Verilator", config.name()));
    let library = build_core(&design, trace).map_err(Fatal::failed);
    status.finish_and_clear();
    let stalls = Stalls::all(args.stalls);
    let mut core = RtlAscon::new(library?, variant, stalls, args.seed).map_err(Fatal::failed)?;
    let holds = |(name, value)| name == "hold_depth" && value != Setting::Int(0);
    if config.parameters().any(holds) {
        core.driver().set_holds();
    }
    if let Some(path) = &args.wave {
        core.driver().record(path, 0);
    }
    Ok(core)
}

/// The configuration of the core, which must have the algorithm.
fn core(args: &Args, variant: Variant) -> Result<Config, Fatal> {
    let name = variant.name();
    let Some(path) = &args.config else {
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
