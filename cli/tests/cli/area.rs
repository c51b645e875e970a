//! `pimtee area`, `pimtee equiv` and `pimtee kat --engine gates`.

use crate::common::{assert_refused, pimtee, pimtee_with, project};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use tempfile::tempdir;

fn config(name: &str) -> String {
    project("configs").join(name).display().to_string()
}

/// Where a program is.
fn program(name: &str) -> std::path::PathBuf {
    let path = std::env::var_os("PATH").unwrap();
    let mut found = std::env::split_paths(&path).map(|dir| dir.join(name));
    found.find(|file| file.exists()).unwrap()
}

#[test]
fn figures_come_as_tables_and_as_rows() {
    let dir = tempdir().unwrap();
    let counter = config("deny_counter.toml");
    let run = pimtee(dir.path(), &["area", &counter, "--json", "area.json"]);
    assert_eq!((run.stderr.as_str(), run.status), ("", Some(0)));
    for title in [
        "AREA (library osu018_stdcells, yosys ",
        "BLOCKS (",
        "FPGA (",
    ] {
        assert!(run.stdout.contains(title), "{}", run.stdout);
    }
    assert!(!run.stdout.contains("rprimas"), "{}", run.stdout);
    let text = fs::read_to_string(dir.path().join("area.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let row = &json["rows"][0];
    for key in ["library", "yosys", "opensta", "input_hash"] {
        assert!(row[key].is_string(), "{key}: {text}");
    }
    for key in ["kge", "area_um2", "cells", "worst_path_ns"] {
        assert!(row[key].as_f64().unwrap() > 0.0, "{key}: {text}");
    }
    assert_eq!(
        (&row["config"], &row["top"]),
        (&"deny_counter".into(), &"deny_counter".into())
    );
    assert_eq!(
        (&row["flops"], &row["cycles_per_block"]),
        (&8.into(), &serde_json::Value::Null)
    );
    assert_eq!(row["blocks"][0]["name"], "deny_counter");
    assert_eq!(row["fpga"]["ecp5"]["flops"], 8);
    assert!(!text.contains(&dir.path().display().to_string()));
}

#[test]
fn a_core_stands_beside_published_ones() {
    let dir = tempdir().unwrap();
    let core = config("ascon128.toml");
    let run = pimtee(dir.path(), &["area", &core, "--skip-fpga", "--json", "-"]);
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    assert!(run.stderr.contains(" 7 per 8 B"), "{}", run.stderr);
    assert!(
        run.stderr.contains("rprimas/ascon-verilog V1"),
        "{}",
        run.stderr
    );
    assert!(!run.stderr.contains("FPGA"), "{}", run.stderr);
    let json: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let row = &json["rows"][0];
    assert_eq!(
        (&row["cycles_per_block"], &row["block_bytes"]),
        (&7.into(), &8.into())
    );
    assert!(row["blocks"].as_array().unwrap().len() > 1);
    assert!(row.get("fpga").is_none());
}

#[test]
fn every_module_is_named_with_its_verdict() {
    let dir = tempdir().unwrap();
    let counter = config("deny_counter.toml");
    let run = pimtee(
        dir.path(),
        &["equiv", &counter, &counter, "--json", "equiv.json"],
    );
    assert_eq!((run.stderr.as_str(), run.status), ("", Some(0)));
    assert!(
        run.stdout.ends_with("\n2 proved, 0 failed\n"),
        "{}",
        run.stdout
    );
    let text = fs::read_to_string(dir.path().join("equiv.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let expected = serde_json::json!({
        "config": "deny_counter", "module": "deny_counter", "result": "proved"
    });
    assert_eq!(json["rows"], serde_json::json!([expected, expected]));
}

#[test]
fn missing_tools_give_one_line() {
    let dir = tempdir().unwrap();
    let (counter, core) = (config("deny_counter.toml"), config("ascon_aead128.toml"));
    let vectors = project("testbenches/vectors/ascon")
        .join("asconaead128_sp800-232_LWC_AEAD_KAT_128_128.txt")
        .display()
        .to_string();
    let run = |path: &Path, args: &[&str]| {
        let run = pimtee_with(dir.path(), &[("PATH", &path.display().to_string())], args);
        assert_eq!((run.stdout.as_str(), run.status), ("", Some(1)));
        run.stderr
    };
    let missing = |program: &str, package: &str| {
        format!(
            "error: {program} was not found; install it with: apt-get install {package} (or run: \
             make setup)\n"
        )
    };
    let kat = [
        "kat",
        "ascon-aead128",
        &vectors,
        "--engine",
        "gates",
        "--config",
        &core,
    ];
    for args in [&["area", &counter][..], &["equiv", &counter], &kat] {
        assert_eq!(run(dir.path(), args), missing("yosys", "yosys"));
    }
    symlink(program("yosys"), dir.path().join("yosys")).unwrap();
    assert_eq!(
        run(dir.path(), &["area", &counter]),
        missing("sta", "opensta")
    );
}

#[test]
fn bad_input_is_refused_before_the_work() {
    let dir = tempdir().unwrap();
    fs::copy(config("deny_counter.toml"), dir.path().join("own.toml")).unwrap();
    fs::write(dir.path().join("bad.toml"), "top = \"deny\"").unwrap();
    let taken = "top = \"ascon_aead\"\nname = \"round_q\"";
    fs::write(dir.path().join("taken.toml"), taken).unwrap();
    for command in ["area", "equiv"] {
        let run = pimtee(dir.path(), &[command, "taken.toml"]);
        let message = "taken.toml:2:8: the name \"round_q\" belongs to a signal or a type inside the top \
                       \"ascon_aead\"; set another \"name\" in the configuration";
        assert_refused(&run, message);
        let run = pimtee(dir.path(), &[command, "own.toml", "--json", "own.toml"]);
        let message = "--json: cannot write own.toml: it is an input or another output of this \
                       run; choose another file";
        assert_refused(&run, message);
        let run = pimtee(dir.path(), &[command, "own.toml", "bad.toml"]);
        assert_eq!(run.status, Some(2));
        assert!(
            run.stderr.starts_with("error: bad.toml:1:7: unknown top"),
            "{}",
            run.stderr
        );
    }
}

#[test]
fn the_gates_answer_and_say_so() {
    let dir = tempdir().unwrap();
    let vectors = project("testbenches/vectors/ascon")
        .join("asconaead128_sp800-232_LWC_AEAD_KAT_128_128.txt")
        .display()
        .to_string();
    let core = config("ascon_aead128.toml");
    let args = [
        "kat",
        "ascon-aead128",
        &vectors,
        "--engine",
        "gates",
        "--config",
        &core,
    ];
    let run = pimtee(dir.path(), &[&args[..], &["--limit", "50"]].concat());
    assert_eq!((run.stderr.as_str(), run.status), ("", Some(0)));
    assert!(
        run.stdout
            .starts_with("gates under Verilator: 100 messages in "),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout.ends_with("\n50 passed, 0 failed\n"),
        "{}",
        run.stdout
    );
}
