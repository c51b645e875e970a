//! `pimtee kat` with the emitted RTL, and what happens when it cannot be built.

use crate::common::{Run, assert_refused, pimtee, pimtee_with, project};
use std::fs;
use std::path::Path;
use tempfile::tempdir;

fn file(name: &str) -> String {
    let path = project("testbenches/vectors/ascon").join(name);
    path.display().to_string()
}

fn config(name: &str) -> String {
    project("configs").join(name).display().to_string()
}

const AEAD128: &str = "asconaead128_sp800-232_LWC_AEAD_KAT_128_128.txt";
const ASCON128: &str = "ascon128v12_LWC_AEAD_KAT_128_128.txt";

#[test]
fn the_rtl_answers_the_official_file_and_leaves_a_waveform() {
    let dir = tempdir().unwrap();
    let vectors = file(AEAD128);
    let args = ["kat", "ascon-aead128", &vectors, "--limit", "40"];
    let run = pimtee(
        dir.path(),
        &[&args[..], &["--wave", "waves/run.vcd"]].concat(),
    );
    assert_eq!(run.stderr, "");
    assert!(
        run.stdout
            .contains("waveform: waves/run.vcd (gtkwave waves/run.vcd)\n")
    );
    assert!(
        run.stdout.contains("RTL under Verilator: 80 messages in "),
        "{}",
        run.stdout
    );
    assert!(run.stdout.ends_with("\n40 passed, 0 failed\n"));
    let wave = fs::read_to_string(dir.path().join("waves/run.vcd")).unwrap();
    assert!(wave.contains("text_valid_i"));
}

#[test]
fn a_core_that_holds_plaintext_answers_behind_axi4_stream_ports() {
    let dir = tempdir().unwrap();
    let (vectors, config) = (file(AEAD128), config("ascon_axis.toml"));
    let args = [
        "kat",
        "ascon-aead128",
        &vectors,
        "--config",
        &config,
        "--limit",
        "40",
    ];
    let run = pimtee(dir.path(), &args);
    assert_eq!((run.stderr.as_str(), run.status), ("", Some(0)));
    assert!(run.stdout.ends_with("\n40 passed, 0 failed\n"));
}

#[test]
fn stalls_and_seed_can_be_chosen_and_repeat() {
    let dir = tempdir().unwrap();
    let (vectors, config) = (file(ASCON128), config("ascon_all.toml"));
    let run = |seed: &str, stalls: &str| {
        let args = [
            "kat", "ascon128", &vectors, "--config", &config, "--limit", "20", "--seed", seed,
            "--stalls", stalls,
        ];
        let run = pimtee(dir.path(), &args);
        assert_eq!((run.stderr.as_str(), run.status), ("", Some(0)));
        run.stdout
    };
    assert_eq!(run("5", "0.4"), run("5", "0.4"));
    assert_ne!(run("5", "0.4"), run("5", "0"));
}

#[test]
fn a_wrong_expected_value_fails() {
    let dir = tempdir().unwrap();
    let text = fs::read_to_string(file(AEAD128)).unwrap();
    let wrong = text.replacen("CT = 4F", "CT = 40", 1);
    assert!(text != wrong);
    fs::write(dir.path().join("wrong.txt"), wrong).unwrap();
    let run = pimtee(
        dir.path(),
        &["kat", "ascon-aead128", "wrong.txt", "--limit", "1"],
    );
    assert!(
        run.stdout
            .contains("Count = 1 (line 1): encrypt tag: expected 409c27"),
        "{}",
        run.stdout
    );
    assert!(run.stdout.ends_with("\n0 passed, 1 failed\n"));
    assert_eq!(run.status, Some(1));
}

#[test]
fn a_configuration_without_the_algorithm_is_refused() {
    let dir = tempdir().unwrap();
    let vectors = file(ASCON128);
    for (name, why) in [
        (
            "ascon128a.toml",
            "the core has variant \"ascon128a\", the file is for ascon128; give a configuration \
             with variant \"ascon128\" or \"all\"",
        ),
        (
            "deny_counter.toml",
            "the top `deny_counter` is no Ascon core; `pimtee list` shows the tops",
        ),
    ] {
        let config = config(name);
        let run = pimtee(
            dir.path(),
            &["kat", "ascon128", &vectors, "--config", &config],
        );
        assert_refused(&run, &format!("{config}: {why}"));
    }
}

#[test]
fn a_waveform_of_an_unknown_kind_is_refused() {
    let dir = tempdir().unwrap();
    let vectors = file(ASCON128);
    let run = pimtee(
        dir.path(),
        &["kat", "ascon128", &vectors, "--wave", "run.txt"],
    );
    assert_refused(
        &run,
        "--wave: the name of the file must end in .fst or .vcd",
    );
}

/// Runs with a cold cache, and checks that nothing is left in it that could be taken for a build.
fn cold_run(env: (&str, &str)) -> Run {
    let dir = tempdir().unwrap();
    let cache = dir.path().join("cache");
    let cache_name = cache.display().to_string();
    let vectors = file(AEAD128);
    let args = ["kat", "ascon-aead128", &vectors, "--limit", "1"];
    let run = pimtee_with(dir.path(), &[("PIMTEE_CACHE", &cache_name), env], &args);
    assert_eq!((run.stdout.as_str(), run.status), ("", Some(1)));
    assert_eq!(
        run.stderr.trim_end().lines().next().map(|line| &line[..7]),
        Some("error: ")
    );
    let built = walk(&cache)
        .into_iter()
        .filter(|name| name.ends_with(".so") || name.ends_with(".o"));
    assert_eq!(built.collect::<Vec<_>>(), Vec::<String>::new());
    run
}

fn walk(dir: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(dir) else {
        return vec![];
    };
    entries
        .flatten()
        .flat_map(|entry| match entry.file_type() {
            Ok(kind) if kind.is_dir() => walk(&entry.path()),
            _ => vec![entry.path().display().to_string()],
        })
        .collect()
}

#[test]
fn a_missing_verilator_gives_one_line() {
    let run = cold_run(("VERILATOR", "/nonexistent/verilator"));
    assert_eq!(
        run.stderr,
        "error: verilator was not found; install it with: apt-get install verilator \
         (or run: make setup); tried: /nonexistent/verilator\n"
    );
}

#[test]
fn a_failed_build_names_the_compiler_and_its_log() {
    let run = cold_run(("CXX", "false"));
    let start = "error: the C++ build of ascon_aead128 failed: ";
    assert!(run.stderr.starts_with(start), "{}", run.stderr);
    assert!(run.stderr.contains("full log: "), "{}", run.stderr);
}

#[test]
fn outputs_that_cannot_be_written_are_refused_before_the_run() {
    let dir = tempdir().unwrap();
    fs::copy(file(AEAD128), dir.path().join("kat.txt")).unwrap();
    fs::write(dir.path().join("file"), "").unwrap();
    let run = |more: &[&str]| {
        let args = ["kat", "ascon-aead128", "kat.txt", "--limit", "1"];
        pimtee(dir.path(), &[&args[..], more].concat())
    };
    for (option, path, why) in [
        ("--wave", "file/x.vcd", "File exists (os error 17)"),
        ("--json", ".", "Is a directory (os error 21)"),
        (
            "--json",
            "kat.txt",
            "it is an input or another output of this run",
        ),
    ] {
        let message = format!("{option}: cannot write {path}: {why}; choose another file");
        assert_refused(&run(&[option, path]), &message);
    }
    let run = run(&["--json", "same.vcd", "--wave", "same.vcd"]);
    let message = "--wave: cannot write same.vcd: it is an input or another output of this run; \
                   choose another file";
    assert_refused(&run, message);
    assert!(!dir.path().join("same.vcd").exists());
    let kept = fs::read_to_string(dir.path().join("kat.txt")).unwrap();
    assert!(kept.starts_with("Count = 1\n"));
}

#[test]
fn a_file_without_a_case_for_the_algorithm_does_not_pass() {
    let dir = tempdir().unwrap();
    let text =
        "Count = 1\nKey = 00\nNonce = 00\nPT = \nAD = \nCT = 00112233445566778899AABBCCDDEEFF\n";
    fs::write(dir.path().join("short.txt"), text).unwrap();
    let run = pimtee(dir.path(), &["kat", "ascon-aead128", "short.txt"]);
    assert!(
        run.stdout.ends_with("\n0 passed, 0 failed, 1 skipped\n"),
        "{}",
        run.stdout
    );
    assert_eq!(
        run.stderr,
        "error: short.txt: no case has the sizes of ascon-aead128; is it the file of another \
         algorithm?\n"
    );
    assert_eq!(run.status, Some(1));
}

#[test]
fn a_core_with_the_name_of_its_signal_is_refused() {
    let dir = tempdir().unwrap();
    let text = "name = \"round_q\"\ntop = \"ascon_aead\"\n";
    fs::write(dir.path().join("core.toml"), text).unwrap();
    let vectors = file(AEAD128);
    let args = ["kat", "ascon-aead128", &vectors, "--config", "core.toml"];
    assert_refused(
        &pimtee(dir.path(), &args),
        "core.toml:1:8: the name \"round_q\" belongs to a signal or a type inside the top \"ascon_aead\"; set another \"name\" in the configuration",
    );
}
