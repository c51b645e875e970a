//! The Verilator binding, against the Verilator that is installed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;
use std::thread;

use pimtee_gen::sv::{Emitted, Port, PortDir, SvFile};
use pimtee_sim::verilator::{
    Build, BuildError, BuildOutcome, Library, LintError, Model, OptLevel, PortError, SimError,
    Toolchain, Trace, lint, lint_with,
};
use wellen::simple::Waveform;

const COUNTER: &str = "\
module counter (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       en_i,
  output logic [7:0] count_o,
  output logic [7:0] next_o
);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_o <= 8'd0;
    end else begin
      count_o <= next_o;
    end
  end
  assign next_o = count_o + {7'd0, en_i};
endmodule
";

const COUNTER_LIMIT: &str = "\
module counter_limit (
  input logic       clk_i,
  input logic       rst_ni,
  input logic [7:0] count_o
);
  limit: assert property (@(posedge clk_i) disable iff (!rst_ni) count_o < 8'd10)
    else $error(\"count is %0d\", count_o);
endmodule
bind counter counter_limit u_counter_limit (.*);
";

const ADDER: &str = "\
module adder (
  input  logic         clk_i,
  input  logic [319:0] a_i,
  input  logic [319:0] b_i,
  input  logic [2:0]   add__i,
  output logic [319:0] sum_o,
  output logic [319:0] sum_q_o,
  output logic [95:0]  low_o,
  output logic [2:0]   small_o
);
  assign sum_o   = a_i + b_i;
  assign low_o   = sum_o[95:0];
  assign small_o = add__i;
  always_ff @(posedge clk_i) begin
    sum_q_o <= sum_o;
  end
endmodule
";

const STATE: &str = "\
module state (
  input  logic        clk_i,
  input  logic        we_i,
  input  logic [1:0]  addr_i,
  input  logic [63:0] data_i,
  output logic [63:0] data_o
);
  logic [63:0] mem [4];
  always_ff @(posedge clk_i) begin
    if (we_i) begin
      mem[addr_i] <= data_i;
    end
  end
  assign data_o = mem[addr_i];
endmodule
";

fn file(name: &str, text: &str) -> SvFile {
    SvFile {
        name: name.to_owned(),
        text: text.to_owned(),
    }
}

fn ports(inputs: &[(&str, usize)], outputs: &[(&str, usize)]) -> Vec<Port> {
    let of = |dir| {
        move |&(name, width): &(&str, usize)| Port {
            name: name.to_owned(),
            dir,
            width,
        }
    };
    inputs
        .iter()
        .map(of(PortDir::Input))
        .chain(outputs.iter().map(of(PortDir::Output)))
        .collect()
}

fn counter() -> Emitted {
    Emitted {
        top: "counter".to_owned(),
        files: vec![file("counter.sv", COUNTER)],
        ports: ports(
            &[("clk_i", 1), ("rst_ni", 1), ("en_i", 1)],
            &[("count_o", 8), ("next_o", 8)],
        ),
    }
}

fn adder() -> Emitted {
    Emitted {
        top: "adder".to_owned(),
        files: vec![file("adder.sv", ADDER)],
        ports: ports(
            &[("clk_i", 1), ("a_i", 320), ("b_i", 320), ("add__i", 3)],
            &[
                ("sum_o", 320),
                ("sum_q_o", 320),
                ("low_o", 96),
                ("small_o", 3),
            ],
        ),
    }
}

/// A cache that stays between test runs, in Cargo's target folder.
fn warm_cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("verilator-cache")
}

fn build(design: &Emitted) -> Build {
    Build::new(design).cache_dir(warm_cache())
}

/// The counter with everything switched on.
static CHECKED_COUNTER: LazyLock<Library> = LazyLock::new(|| {
    build(&counter())
        .extra_files(&[file("counter_limit.sv", COUNTER_LIMIT)])
        .assertions(true)
        .coverage(true)
        .trace(Trace::Vcd)
        .opt_level(OptLevel::O1)
        .build()
        .expect("the counter builds")
});

static ADDER_LIBRARY: LazyLock<Library> = LazyLock::new(|| {
    build(&adder())
        .trace(Trace::Fst)
        .build()
        .expect("the adder builds")
});

fn state_library() -> Library {
    let ports = ports(
        &[("clk_i", 1), ("we_i", 1), ("addr_i", 2), ("data_i", 64)],
        &[("data_o", 64)],
    );
    Build::from_files("state", &[file("state.sv", STATE)], &ports)
        .cache_dir(warm_cache())
        .x_initial_unique(true)
        .build()
        .expect("the memory builds")
}

/// Resets a model of the counter and enables it.
fn start(model: &mut Model) {
    let enable = model.input("en_i").unwrap();
    model.reset(2).unwrap();
    model.set(enable, 1);
}

#[test]
fn outputs_are_those_before_the_edge() {
    let mut model = CHECKED_COUNTER.instantiate(0).unwrap();
    start(&mut model);
    let enable = model.input("en_i").unwrap();
    let count = model.output("count_o").unwrap();
    let next = model.output("next_o").unwrap();
    assert_eq!(model.cycle_count(), 2);

    for expected in 0..5 {
        model.cycle().unwrap();
        assert_eq!(model.get(count), expected);
        assert_eq!(model.get(next), expected + 1);
    }
    assert_eq!(model.cycle_count(), 7);

    // The last edge took the count to 5; the inputs of a cycle can follow its outputs.
    model.eval().unwrap();
    assert_eq!(model.get(count), 5);
    model.set(enable, 0);
    model.eval().unwrap();
    assert_eq!(model.get(next), 5);
    model.cycle().unwrap();
    model.cycle().unwrap();
    assert_eq!(model.get(count), 5);

    model.reset(1).unwrap();
    model.eval().unwrap();
    assert_eq!(model.get(count), 0, "the reset also works later on");
}

#[test]
fn models_are_independent_and_move_between_threads() {
    let mut idle = CHECKED_COUNTER.instantiate(0).unwrap();
    let mut busy = CHECKED_COUNTER.instantiate(0).unwrap();
    let count = CHECKED_COUNTER.output("count_o").unwrap();
    idle.reset(1).unwrap();
    start(&mut busy);
    let busy = thread::spawn(move || {
        for _ in 0..6 {
            busy.cycle().unwrap();
        }
        busy
    })
    .join()
    .unwrap();
    idle.cycle().unwrap();
    assert_eq!(idle.get(count), 0);
    assert_eq!(busy.get(count), 5);
}

#[test]
fn wide_ports_keep_every_bit() {
    let mut model = ADDER_LIBRARY.instantiate(0).unwrap();
    let [a, b, small_in] = ["a_i", "b_i", "add__i"].map(|name| model.input(name).unwrap());
    let [sum, sum_q, low, small] =
        ["sum_o", "sum_q_o", "low_o", "small_o"].map(|name| model.output(name).unwrap());
    assert_eq!((a.width(), low.width()), (320, 96));

    model.set_wide(a, &[u64::MAX, u64::MAX, u64::MAX, u64::MAX, 7]);
    model.set(b, 1);
    model.cycle().unwrap();
    assert_eq!(model.get_wide(sum), [0, 0, 0, 0, 8]);

    model.set_wide(b, &[0, 3, 0, 0, u64::MAX]);
    model.set(small_in, 0xfd);
    model.cycle().unwrap();
    assert_eq!(model.get_wide(sum_q), [0, 0, 0, 0, 8]);
    assert_eq!(model.get_wide(sum), [u64::MAX, 2, 0, 0, 7]);
    assert_eq!(model.get_wide(low), [u64::MAX, 2]);
    assert_eq!(model.get(low), u64::MAX);
    assert_eq!(model.get(small), 5, "bits above the port are dropped");

    model.set_wide(a, &[0x11, 0xffff_ffff_ffff_ffff]);
    model.set_wide(b, &[]);
    model.eval().unwrap();
    assert_eq!(model.get_wide(low), [0x11, 0xffff_ffff]);
    assert_eq!(model.get_wide(sum), [0x11, u64::MAX, 0, 0, 0]);
}

#[test]
fn failed_assertions_are_errors() {
    let mut model = CHECKED_COUNTER.instantiate(7).unwrap();
    start(&mut model);
    for _ in 0..10 {
        model.cycle().unwrap();
    }
    let error = model.cycle().unwrap_err();
    assert_eq!(
        error.to_string(),
        "counter, cycle 12, seed 7: counter_limit.sv:7: Assertion failed in \
         TOP.counter.u_counter_limit.limit: count is 10"
    );
    assert!(matches!(error, SimError::Assertion { cycle: 12, .. }));
    assert!(model.cycle().is_err(), "11 is as wrong as 10");

    let mut other = CHECKED_COUNTER.instantiate(7).unwrap();
    start(&mut other);
    other.cycle().unwrap();
    model.reset(1).unwrap();
    model.cycle().unwrap();
}

#[test]
fn a_design_that_never_settles_is_an_error() {
    let text = "\
module ring (input logic en_i, output logic y_o);
  logic a;
  always_comb a = en_i & ~y_o;
  always_comb y_o = a;
endmodule
";
    let ports = ports(&[("en_i", 1)], &[("y_o", 1)]);
    let library = Build::from_files("ring", &[file("ring.sv", text)], &ports)
        .cache_dir(warm_cache())
        .opt_level(OptLevel::O0)
        .trace(Trace::Vcd)
        .build()
        .unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ring.vcd");
    let mut model = library.instantiate(0).unwrap();
    let enable = model.input("en_i").unwrap();
    model.open_wave(&path).unwrap();
    model.cycle().unwrap();
    model.set(enable, 1);
    let error = model.cycle().unwrap_err();
    assert!(matches!(error, SimError::Fatal { cycle: 1, .. }), "{error}");
    assert!(error.to_string().contains("converge"), "{error}");
    let again = model.eval().unwrap_err();
    assert!(matches!(again, SimError::Fatal { .. }), "{again}");
    model.close_wave().unwrap();
    let mut wave = wellen::simple::read(&path).unwrap();
    assert_eq!(changes(&mut wave, "y_o").len(), 1);
}

#[test]
fn stop_and_finish_do_not_end_the_process() {
    let text = "\
module stopper (input logic clk_i, input logic stop_i, input logic finish_i, output logic y_o);
  assign y_o = stop_i;
  always_ff @(posedge clk_i) begin
    if (stop_i) $stop;
    if (finish_i) $finish;
  end
endmodule
";
    let ports = ports(
        &[("clk_i", 1), ("stop_i", 1), ("finish_i", 1)],
        &[("y_o", 1)],
    );
    let library = Build::from_files("stopper", &[file("stopper.sv", text)], &ports)
        .cache_dir(warm_cache())
        .opt_level(OptLevel::O0)
        .build()
        .unwrap();
    let mut model = library.instantiate(0).unwrap();
    let [stop, finish] = ["stop_i", "finish_i"].map(|name| model.input(name).unwrap());
    model.set(stop, 1);
    let error = model.cycle().unwrap_err().to_string();
    assert_eq!(error, "stopper, cycle 0, seed 0: stopper.sv:4: $stop");
    model.set(stop, 0);
    model.cycle().unwrap();
    model.set(finish, 1);
    let error = model.cycle().unwrap_err();
    assert!(
        matches!(error, SimError::Finish { cycle: 2, .. }),
        "{error}"
    );

    let error = model.reset(1).unwrap_err().to_string();
    assert_eq!(
        error,
        "stopper has no reset input named rst_ni; name it with Build::reset"
    );
}

#[test]
fn the_seed_decides_the_initial_state() {
    let library = state_library();
    let contents = |seed| {
        let mut model = library.instantiate(seed).unwrap();
        let address = model.input("addr_i").unwrap();
        let data = model.output("data_o").unwrap();
        [0, 1, 2, 3].map(|index| {
            model.set(address, index);
            model.eval().unwrap();
            model.get(data)
        })
    };
    let first = contents(1);
    assert_ne!(first, [0; 4]);
    assert_ne!(contents(2), first);
    assert_eq!(contents(1), first);
    thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| [0; 20].map(|_| contents(1))))
            .collect();
        for thread in threads {
            assert_eq!(thread.join().unwrap(), [first; 20]);
        }
    });
}

/// Values of the first signal called `name`, one per change, as bit strings, most significant
/// bit first.
fn changes(wave: &mut Waveform, name: &str) -> Vec<(u64, String)> {
    let hierarchy = wave.hierarchy();
    let signal = hierarchy
        .iter_vars()
        .find(|var| var.name(hierarchy) == name)
        .unwrap_or_else(|| panic!("the wave has no {name}"))
        .signal_ref();
    wave.load_signals(&[signal]);
    let times = wave.time_table().to_vec();
    let signal = wave.get_signal(signal).unwrap();
    signal
        .iter_changes()
        .map(|(index, value)| (times[index as usize], value.to_bit_string().unwrap()))
        .collect()
}

#[test]
fn vcd_waves_have_the_ports() {
    let folder = tempfile::tempdir().unwrap();
    let [first, second] = ["a.vcd", "b.vcd"].map(|name| folder.path().join(name));
    let mut model = CHECKED_COUNTER.instantiate(0).unwrap();
    model.open_wave(&first).unwrap();
    start(&mut model);
    for _ in 0..3 {
        model.cycle().unwrap();
    }
    model.open_wave(&second).unwrap();
    model.cycle().unwrap();
    drop(model);

    let mut wave = wellen::simple::read(&first).unwrap();
    let count = changes(&mut wave, "count_o");
    let expected = [
        (0, "00000000"),
        (25, "00000001"),
        (35, "00000010"),
        (45, "00000011"),
    ];
    assert_eq!(
        count,
        expected.map(|(time, value)| (time, value.to_owned()))
    );
    let clock = changes(&mut wave, "clk_i");
    assert_eq!(clock[1], (5, "1".to_owned()));
    assert_eq!(clock[2], (10, "0".to_owned()));
    assert_eq!(changes(&mut wave, "rst_ni").last().unwrap().0, 20);

    let mut wave = wellen::simple::read(&second).unwrap();
    assert_eq!(changes(&mut wave, "count_o").len(), 2);
}

#[test]
fn fst_waves_have_the_ports() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("adder.fst");
    let mut model = ADDER_LIBRARY.instantiate(0).unwrap();
    let a = model.input("a_i").unwrap();
    model.open_wave(&path).unwrap();
    for value in 0..4 {
        model.set_wide(a, &[0, 0, 0, 0, value << 60]);
        model.cycle().unwrap();
    }
    model.close_wave().unwrap();

    let mut wave = wellen::simple::read(&path).unwrap();
    let sums = changes(&mut wave, "sum_o");
    assert_eq!(sums.len(), 4);
    assert_eq!(sums[3].0, 30);
    assert_eq!(sums[3].1.len(), 320);
    assert!(sums[3].1.starts_with("00110000"));
}

#[test]
fn waves_and_coverage_have_to_be_built_in_and_writable() {
    let mut plain = state_library().instantiate(0).unwrap();
    assert_eq!(
        plain.open_wave("x.vcd").unwrap_err().to_string(),
        "state was built without waves; ask for it with Build::trace"
    );
    assert!(!Path::new("x.vcd").exists());

    let mut model = CHECKED_COUNTER.instantiate(0).unwrap();
    let error = model.open_wave("/nonexistent/x.vcd").unwrap_err();
    assert_eq!(
        error.to_string(),
        "cannot write /nonexistent/x.vcd: No such file or directory (os error 2)"
    );

    start(&mut model);
    model.cycle().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("coverage.dat");
    model.write_coverage(&path).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("counter.sv"), "{text}");
}

#[test]
fn port_names_are_checked() {
    let model = CHECKED_COUNTER.instantiate(0).unwrap();
    let error = model.input("enable").unwrap_err();
    assert_eq!(
        error.to_string(),
        "counter has no input named enable; its inputs are: rst_ni, en_i"
    );
    let error = model.input("clk_i").unwrap_err();
    assert!(matches!(error, PortError::Clock { .. }), "{error}");
    assert!(model.output("en_i").is_err());
}

/// Finished entries of a cache, of models and of Verilator's library.
fn entries(cache: &Path) -> usize {
    ["model", "runtime"]
        .iter()
        .filter_map(|kind| fs::read_dir(cache.join(kind)).ok())
        .flatten()
        .count()
}

/// Runs [`child`] in a process of its own.
fn run_child(variables: &[(&str, &str)]) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--exact", "child", "--nocapture"])
        .env("PIMTEE_TEST_CHILD", "1")
        .envs(variables.iter().copied());
    command
}

fn said(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines()
        .find_map(|line| line.split_once("child: "))
        .map(|(_, said)| said.to_owned())
        .unwrap_or_else(|| panic!("the child said nothing: {output:?}"))
}

/// Not a test by itself: a process for those tests that need a second one or an environment.
#[test]
fn child() {
    if std::env::var_os("PIMTEE_TEST_CHILD").is_none() {
        return;
    }
    match Build::new(&counter()).opt_level(OptLevel::O0).build() {
        Ok(library) => println!(
            "child: {:?} {}",
            library.outcome(),
            library.path().display()
        ),
        Err(error) => println!("child: {error}"),
    }
}

#[test]
fn a_build_happens_once_whoever_asks() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("cache");
    let counter = Build::new(&counter())
        .opt_level(OptLevel::O0)
        .cache_dir(&cache);

    // Two processes and two threads at once, on a cold cache.
    let other_processes: Vec<_> = (0..2)
        .map(|_| {
            run_child(&[("PIMTEE_CACHE", cache.to_str().unwrap())])
                .stdout(std::process::Stdio::piped())
                .spawn()
                .unwrap()
        })
        .collect();
    let outcome = || format!("{:?}", counter.build().unwrap().outcome());
    let mut outcomes: Vec<String> = thread::scope(|scope| {
        let threads = [scope.spawn(outcome), scope.spawn(outcome)];
        threads.map(|thread| thread.join().unwrap()).into()
    });
    for process in other_processes {
        let output = process.wait_with_output().unwrap();
        let word = said(&output).split(' ').next().unwrap().to_owned();
        outcomes.push(word);
    }
    outcomes.sort();
    assert_eq!(outcomes, ["Built", "Cached", "Cached", "Cached"]);
    assert_eq!(entries(&cache), 2);

    // A damaged entry is built again. The file is exchanged, not cut: it may still be mapped.
    let library = counter.build().unwrap();
    assert_eq!(library.outcome(), BuildOutcome::Cached);
    let path = library.path().to_owned();
    drop(library);
    let bytes = fs::read(&path).unwrap();
    let short = path.with_extension("short");
    fs::write(&short, &bytes[..bytes.len() / 2]).unwrap();
    fs::rename(&short, &path).unwrap();
    assert_eq!(counter.build().unwrap().outcome(), BuildOutcome::Built);
    assert_eq!(counter.build().unwrap().outcome(), BuildOutcome::Cached);
}

#[test]
fn missing_tools_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().to_str().unwrap();
    let output = run_child(&[("PIMTEE_CACHE", cache), ("VERILATOR", "/nonexistent")])
        .output()
        .unwrap();
    assert_eq!(
        said(&output),
        "verilator was not found; install it with: apt-get install verilator (or run: make setup); \
         tried: /nonexistent"
    );
    let output = run_child(&[("PIMTEE_CACHE", cache), ("CXX", "/nonexistent")])
        .output()
        .unwrap();
    assert_eq!(
        said(&output),
        "the C++ compiler was not found; install it with: apt-get install g++ (or run: make setup), \
         or name one in CXX; tried: /nonexistent"
    );
    let output = run_child(&[("PIMTEE_CACHE", cache), ("VERILATOR", "true")])
        .output()
        .unwrap();
    assert!(said(&output).starts_with("true cannot be used: "));
    assert_eq!(entries(folder.path()), 0);
}

#[test]
fn a_cache_that_cannot_be_written_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let error = Build::new(&counter()).cache_dir(&file).build().unwrap_err();
    assert!(matches!(error, BuildError::Cache { .. }), "{error}");
    assert!(error.to_string().contains("set PIMTEE_CACHE"), "{error}");
}

#[test]
fn a_failing_compiler_leaves_a_log_and_no_entry() {
    let folder = tempfile::tempdir().unwrap();
    let toolchain = Toolchain {
        cxx: "false".to_owned(),
        ..Toolchain::from_env()
    };
    let error = Build::new(&counter())
        .cache_dir(folder.path())
        .toolchain(toolchain)
        .build()
        .unwrap_err();
    let BuildError::Compilation { log, .. } = &error else {
        panic!("{error}");
    };
    assert!(fs::read_to_string(log).unwrap().starts_with("false -fPIC"));
    let message = error.to_string();
    assert!(
        message.starts_with("the C++ build of counter failed: exit status: 1; full log: "),
        "{message}"
    );
    assert_eq!(message.lines().count(), 1);
    assert_eq!(entries(folder.path()), 0);
}

#[test]
fn bad_sources_are_explained() {
    let folder = tempfile::tempdir().unwrap();
    let mut broken = counter();
    broken.files[0].text = COUNTER.replace("count_o <= 8'd0;", "count_o <= 8'd0");
    let error = Build::new(&broken)
        .cache_dir(folder.path())
        .build()
        .unwrap_err();
    assert!(matches!(error, BuildError::Elaboration { .. }), "{error}");
    let message = error.to_string();
    assert!(
        message.starts_with("verilator refused counter: counter.sv:11:5: syntax error"),
        "{message}"
    );
    assert_eq!(message.lines().count(), 1);
    assert_eq!(entries(folder.path()), 0);
}

#[test]
fn a_bad_description_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refusal = |change: fn(&mut Emitted)| {
        let mut design = counter();
        change(&mut design);
        Build::new(&design)
            .cache_dir(folder.path())
            .build()
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        refusal(|design| design.ports[2].width = 0),
        "counter cannot be built: port en_i is 0 bits wide; leave it out"
    );
    assert_eq!(
        refusal(|design| design.ports[2].name = "rst_ni".to_owned()),
        "counter cannot be built: there are two ports named rst_ni"
    );
    assert_eq!(
        refusal(|design| design.ports[0].width = 2),
        "counter cannot be built: the clock clk_i is 2 bits wide; it has to be 1 bit"
    );
    assert!(refusal(|design| design.files[0].name = "../a.sv".to_owned()).contains("not plain"));
    assert!(refusal(|design| design.files.clear()).contains("no source files"));
    assert!(refusal(|design| design.top = "a b".to_owned()).contains("not a module name"));
    assert_eq!(entries(folder.path()), 0);
}

#[test]
fn lint_waives_nothing() {
    let clean = counter();
    lint(&clean.files, "counter").unwrap();

    let too_wide = COUNTER.replace("{7'd0, en_i}", "{9'd0, en_i}");
    let error = lint(&[file("counter.sv", &too_wide)], "counter").unwrap_err();
    let LintError::Findings { findings, .. } = &error else {
        panic!("{error}");
    };
    assert_eq!(findings.len(), 2);
    assert!(
        findings[0].starts_with("counter.sv:15:27: WIDTH"),
        "{error}"
    );
    assert_eq!(
        error.to_string(),
        format!("lint of counter: {} (and 1 more finding)", findings[0])
    );

    let waived = format!("/* verilator lint_off WIDTH */\n{too_wide}");
    let error = lint(&[file("counter.sv", &waived)], "counter").unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("lint of counter: counter.sv:1:14: lint_off"),
        "{error}"
    );

    let broken = COUNTER.replace("endmodule", "");
    let error = lint(&[file("counter.sv", &broken)], "counter").unwrap_err();
    assert!(error.to_string().contains("syntax error"), "{error}");

    let toolchain = Toolchain {
        verilator: "/nonexistent".to_owned(),
        ..Toolchain::from_env()
    };
    let error = lint_with(&toolchain, &clean.files, "counter").unwrap_err();
    assert!(error.to_string().starts_with("verilator was not found"));
}
