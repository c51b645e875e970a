//! rust-hdl's simulation of every random module against Verilator's of its emitted text.
//!
//! Both start with all state without reset at zero, get the same random inputs and the same resets,
//! and must show the same at every output, before every clock edge.

use pimtee_emitter_proof::rng::Rng;
use pimtee_emitter_proof::{Dut, Generated, SEED, modules};
use pimtee_gen::sv::{EmitOptions, Emitted, PortDir, ResetKind, SvFile, emit};
use pimtee_sim::verilator::{Build, InPort, Model, OptLevel, OutPort, lint};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::process::Command;

const TOP: &str = "emitter_top";
/// Clock cycles of every module.
const CYCLES: usize = 200;
/// One in so many cycles starts a reset.
const RESET_EVERY: usize = 40;

/// A module and its text.
struct Subject {
    generated: Generated,
    emitted: Emitted,
}

/// Emits every module.
fn subjects() -> Vec<Subject> {
    let mut faults = Vec::new();
    let mut subjects = Vec::new();
    for generated in modules() {
        let reset = if generated.synchronous {
            ResetKind::Sync
        } else {
            ResetKind::Async
        };
        let options = EmitOptions {
            top: None,
            reset,
            locators: false,
            generator: "pimtee emitter proof".into(),
            config_hash: "000000000000".into(),
        };
        match emit((generated.make)().block(), &options) {
            Ok(emitted) => subjects.push(Subject { generated, emitted }),
            Err(error) => faults.push(format!(
                "{}:\n{error}\n{}",
                generated.name, generated.source
            )),
        }
    }
    assert!(
        faults.is_empty(),
        "seed {SEED}: the back end refuses\n{}",
        faults.join("\n")
    );
    subjects
}

/// The text of all modules under one top.
struct Text {
    files: Vec<SvFile>,
    emitted: Emitted,
}

/// Puts all modules under one top with a clock and a reset in common. A file that two modules have
/// in common is there once.
fn together(subjects: &[Subject]) -> Text {
    let mut files: BTreeMap<String, SvFile> = BTreeMap::new();
    let mut order = Vec::new();
    let mut ports = vec![];
    let mut header = String::new();
    let mut body = String::new();
    for Subject { generated, emitted } in subjects {
        for file in &emitted.files {
            match files.get(&file.name) {
                Some(present) => assert_eq!(present, file, "two texts of one name"),
                None => {
                    order.push(file.name.clone());
                    files.insert(file.name.clone(), file.clone());
                }
            }
        }
        let top = &emitted.top;
        let mut connections = Vec::new();
        for port in &emitted.ports {
            let name = match port.name.as_str() {
                "clk_i" => "clk_i".to_string(),
                "rst_ni" if generated.synchronous => "rst_sync_ni".to_string(),
                "rst_ni" => "rst_ni".to_string(),
                _ => format!("{top}_{}", port.name),
            };
            let shared = name != format!("{top}_{}", port.name);
            connections.push(format!(".{} ({name})", port.name));
            if !shared {
                let direction = match port.dir {
                    PortDir::Input => "input ",
                    PortDir::Output => "output",
                };
                let _ = write!(
                    header,
                    ",\n  {direction} logic [{}:0] {name}",
                    port.width - 1
                );
                let mut port = port.clone();
                port.name = name;
                ports.push(port);
            }
        }
        let _ = write!(
            body,
            "\n  {top} u_{top} (\n    {}\n  );\n",
            connections.join(",\n    ")
        );
    }
    let text = format!(
        "module {TOP} (\n  input  logic clk_i,\n  input  logic rst_ni,\n  input  logic rst_sync_ni{header}\n);\n{body}\nendmodule\n"
    );
    let mut files: Vec<SvFile> = order.iter().map(|name| files[name].clone()).collect();
    files.push(SvFile {
        name: format!("{TOP}.sv"),
        text,
    });
    for name in ["rst_sync_ni", "rst_ni", "clk_i"] {
        let port = pimtee_gen::sv::Port {
            name: name.into(),
            dir: PortDir::Input,
            width: 1,
        };
        ports.insert(0, port);
    }
    let emitted = Emitted {
        top: TOP.into(),
        files: files.clone(),
        ports,
        names: vec![],
    };
    Text { files, emitted }
}

fn model(text: &Text) -> Model {
    let library = Build::new(&text.emitted)
        .opt_level(OptLevel::O0)
        .build()
        .unwrap_or_else(|error| panic!("seed {SEED}: {error}"));
    library
        .instantiate(0)
        .unwrap_or_else(|error| panic!("{error}"))
}

/// A value as a number of so many bits.
fn hex(bits: &[bool]) -> String {
    let digits: String = bits
        .chunks(4)
        .rev()
        .map(|nibble| {
            let value = nibble
                .iter()
                .rev()
                .fold(0, |value, bit| 2 * value + u32::from(*bit));
            char::from_digit(value, 16).expect("four bits")
        })
        .collect();
    format!("{}'h{digits}", bits.len())
}

fn words(bits: &[bool]) -> Vec<u64> {
    bits.chunks(64)
        .map(|word| {
            word.iter()
                .rev()
                .fold(0, |value, bit| value << 1 | u64::from(*bit))
        })
        .collect()
}

/// A random value; the extremes are frequent, and often it stays as it was.
fn stimulus(rng: &mut Rng, before: &[bool]) -> Vec<bool> {
    let width = before.len();
    match rng.below(10) {
        0 | 1 => before.to_vec(),
        2 => vec![false; width],
        3 => vec![true; width],
        4 => {
            let only = rng.below(width);
            (0..width).map(|i| i == only).collect()
        }
        _ => (0..width).map(|_| rng.chance(50)).collect(),
    }
}

/// The first difference of a module.
struct Mismatch {
    cycle: usize,
    port: &'static str,
    rust_hdl: String,
    verilator: String,
}

/// A module in rust-hdl's simulation.
struct Run {
    dut: Box<dyn Dut>,
    rng: Rng,
    /// Handle and value of each input.
    inputs: Vec<(InPort, Vec<bool>)>,
    outputs: Vec<OutPort>,
    mismatch: Option<Mismatch>,
}

impl Run {
    fn new(subject: &Subject, model: &Model, seed: u64) -> Self {
        let mut dut = (subject.generated.make)();
        let name = |port: &str| format!("{}_{port}", subject.emitted.top);
        let inputs = dut.inputs().into_iter().map(|(port, pins)| {
            let handle = model.input(&name(port)).expect("an input");
            (handle, vec![false; pins.width()])
        });
        let inputs = inputs.collect();
        let outputs = dut.outputs().into_iter();
        let outputs = outputs.map(|(port, _)| model.output(&name(port)).expect("an output"));
        let outputs = outputs.collect();
        let rng = Rng::new(seed);
        Run {
            dut,
            rng,
            inputs,
            outputs,
            mismatch: None,
        }
    }

    fn settle(&mut self, clock: bool) {
        self.dut.clock(clock);
        assert!(
            self.dut.settle(),
            "seed {SEED}: rust-hdl finds no fixed point"
        );
    }

    /// New inputs, for both simulations.
    fn stimulate(&mut self, model: &mut Model) {
        for ((_, pins), (port, value)) in self.dut.inputs().into_iter().zip(&mut self.inputs) {
            *value = stimulus(&mut self.rng, value);
            pins.drive(value);
            model.set_wide(*port, &words(value));
        }
    }

    /// Keeps the first difference.
    fn compare(&mut self, model: &Model, cycle: usize) {
        for ((port, sample), handle) in self.dut.outputs().into_iter().zip(&self.outputs) {
            let expected = sample.sample();
            let found = model.get_wide(*handle);
            if self.mismatch.is_none() && words(&expected) != found {
                let bit = |i: usize| found[i / 64] >> (i % 64) & 1 == 1;
                let found: Vec<bool> = (0..expected.len()).map(bit).collect();
                self.mismatch = Some(Mismatch {
                    cycle,
                    port,
                    rust_hdl: hex(&expected),
                    verilator: hex(&found),
                });
            }
        }
    }
}

/// Runs all modules in both simulations; the mismatches by number of the module.
fn compare_all(subjects: &[Subject], text: &Text) -> Vec<(usize, Mismatch)> {
    let mut model = model(text);
    let seed: u64 = SEED.parse().expect("the build script wrote a number");
    let mut rng = Rng::new(seed);
    let mut runs: Vec<Run> = subjects
        .iter()
        .map(|subject| Run::new(subject, &model, rng.word()))
        .collect();
    let ok = "the model runs";
    let resets = ["rst_ni", "rst_sync_ni"].map(|name| model.input(name).expect("a reset"));
    // The falling edge of an asynchronous reset, before anything else.
    for run in &mut runs {
        run.dut.reset(true);
        run.settle(false);
    }
    for reset in resets {
        model.set(reset, 1);
    }
    model.eval().expect(ok);
    let mut left_of_reset = 2;
    for cycle in 0..CYCLES {
        let mut begins = cycle == 0;
        if left_of_reset == 0 && rng.below(RESET_EVERY) == 0 {
            left_of_reset = rng.between(1, 3);
            begins = true;
        }
        let level = left_of_reset == 0;
        left_of_reset = left_of_reset.saturating_sub(1);
        for reset in resets {
            model.set(reset, u64::from(level));
        }
        for run in &mut runs {
            run.dut.reset(level);
            run.stimulate(&mut model);
            run.settle(false);
        }
        model.cycle().expect(ok);
        for (run, subject) in runs.iter_mut().zip(subjects) {
            // A synchronous reset shows one cycle later than rust-hdl's, which is asynchronous.
            if !(subject.generated.synchronous && begins) {
                run.compare(&model, cycle);
            }
            run.settle(true);
        }
    }
    let mismatches = runs.into_iter().map(|run| run.mismatch).enumerate();
    mismatches
        .filter_map(|(i, mismatch)| Some((i, mismatch?)))
        .collect()
}

fn report(subject: &Subject, mismatch: &Mismatch) -> String {
    let Mismatch {
        cycle,
        port,
        rust_hdl,
        verilator,
    } = mismatch;
    let mut out = format!(
        "{}: seed {SEED}, cycle {cycle}, port {port}: rust-hdl {rust_hdl}, Verilator {verilator}\n",
        subject.generated.name
    );
    let _ = writeln!(out, "---- Rust\n{}", subject.generated.source);
    for file in &subject.emitted.files {
        let _ = writeln!(out, "---- {}\n{}", file.name, file.text);
    }
    out
}

#[test]
fn both_simulations_agree_in_every_cycle() {
    let subjects = subjects();
    let text = together(&subjects);
    let mismatches = compare_all(&subjects, &text);
    println!(
        "{} modules, {CYCLES} cycles each, seed {SEED}",
        subjects.len()
    );
    for (i, mismatch) in &mismatches {
        eprintln!("{}", report(&subjects[*i], mismatch));
    }
    let names: Vec<&str> = mismatches
        .iter()
        .map(|(i, _)| subjects[*i].generated.name)
        .collect();
    assert!(
        names.is_empty(),
        "seed {SEED}: the simulations of {names:?} differ (shown above)"
    );
}

#[test]
fn verilator_has_nothing_to_remark() {
    let text = together(&subjects());
    if let Err(error) = lint(&text.files, TOP) {
        panic!("seed {SEED}: {error}");
    }
}

/// Writes files into a folder and runs a program there; whether it succeeds, and what it says.
fn run(files: &[SvFile], program: &str, arguments: &[&str]) -> (bool, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for file in files {
        std::fs::write(folder.path().join(&file.name), &file.text).expect("a writable folder");
    }
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder.path())
        .output()
        .unwrap_or_else(|error| panic!("{program}: {error}; `make setup` installs it"));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.success(),
        text(&output.stdout) + &text(&output.stderr),
    )
}

fn names(files: &[SvFile]) -> Vec<&str> {
    files.iter().map(|file| file.name.as_str()).collect()
}

#[test]
fn yosys_reads_everything_and_finds_no_latch() {
    let text = together(&subjects());
    let script = format!(
        "read_verilog -sv {}; hierarchy -check -top {TOP}; proc; \
         select -assert-none t:$dlatch t:$adlatch t:$sr",
        names(&text.files).join(" ")
    );
    let (ok, log) = run(&text.files, "yosys", &["-q", "-p", &script]);
    let remarks = |line: &&str| !line.starts_with("Warning: Replacing memory");
    let log: Vec<&str> = log.lines().filter(remarks).collect();
    assert!(ok && log.is_empty(), "seed {SEED}: yosys: {log:#?}");
}

/// One in so many modules may bring Icarus 11 down: it has an assertion of its own that fails on
/// text without fault, depending on what stands around it.
const ICARUS_FAILS_ITSELF: usize = 20;

#[test]
fn icarus_compiles_everything() {
    let subjects = subjects();
    let mut crashed = Vec::new();
    for Subject { emitted, .. } in &subjects {
        let mut arguments = vec!["-g2012", "-o", "top.vvp", "-s", &emitted.top];
        arguments.extend(names(&emitted.files));
        let (ok, log) = run(&emitted.files, "iverilog", &arguments);
        if !ok && log.contains("ivl_nexus_ptrs") && log.contains("Assertion") {
            crashed.push(&emitted.top);
            continue;
        }
        assert!(ok, "seed {SEED}: {}: iverilog fails:\n{log}", emitted.top);
    }
    println!(
        "{} modules, Icarus fails itself on {crashed:?}",
        subjects.len()
    );
    assert!(
        crashed.len() <= 1 + subjects.len() / ICARUS_FAILS_ITSELF,
        "seed {SEED}: {crashed:?}"
    );
}

/// Mistakes a back end could make, as replacements in the whole text of a module.
const MISTAKES: [(&str, &str); 6] = [
    (" + ", " - "),
    (" == ", " != "),
    (" ^ ", " & "),
    (" && ", " || "),
    (" << ", " >> "),
    (" > ", " >= "),
];

/// How many modules take part: half of them wrong.
const MISTAKEN: usize = 24;

#[test]
fn a_wrong_text_is_noticed() {
    let mut subjects = subjects();
    subjects.truncate(MISTAKEN);
    let mut planted = vec![None; subjects.len()];
    for (i, subject) in subjects.iter_mut().enumerate() {
        let top = format!("{}.sv", subject.emitted.top);
        let file = subject
            .emitted
            .files
            .iter_mut()
            .find(|file| file.name == top);
        let file = file.expect("the top's own file");
        // Every second module stays as it is.
        let (from, to) = MISTAKES[(i / 2..i / 2 + MISTAKES.len())
            .map(|n| n % MISTAKES.len())
            .find(|n| file.text.matches(MISTAKES[*n].0).count() > 2)
            .unwrap_or(0)];
        if i % 2 == 0 && file.text.contains(from) {
            file.text = file.text.replace(from, to);
            planted[i] = Some((from, to));
        }
    }
    let text = together(&subjects);
    let caught = compare_all(&subjects, &text);
    assert!(
        caught.iter().all(|(i, _)| planted[*i].is_some()),
        "a right text is called wrong"
    );
    let count = planted.iter().flatten().count();
    for (i, mistake) in planted.iter().enumerate() {
        if let Some((from, to)) = mistake
            && !caught.iter().any(|(found, _)| *found == i)
        {
            println!(
                "{}: `{from}` as `{to}` is not noticed",
                subjects[i].generated.name
            );
        }
    }
    println!("{} of {count} planted mistakes are noticed", caught.len());
    assert!(
        count >= subjects.len() / 4,
        "only {count} mistakes could be planted"
    );
    assert!(
        4 * caught.len() >= 3 * count,
        "seed {SEED}: {} of {count} are noticed",
        caught.len()
    );
    let (i, mismatch) = &caught[0];
    let shown = report(&subjects[*i], mismatch);
    for part in [
        SEED,
        mismatch.port,
        "---- Rust",
        "always",
        &mismatch.verilator,
    ] {
        assert!(shown.contains(part), "the report lacks {part:?}:\n{shown}");
    }
}
