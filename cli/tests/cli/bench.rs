//! `pimtee bench`.

use crate::common::{assert_refused, pimtee};
use std::fs;
use tempfile::tempdir;

const COUNTER: &str = "top = \"deny_counter\"\n";

#[test]
fn a_top_without_a_program_in_cpp_has_its_generation_measured() {
    let dir = tempdir().unwrap();
    fs::write(dir.path().join("block.toml"), COUNTER).unwrap();
    let run = pimtee(dir.path(), &["bench", "block.toml", "--json", "rows.json"]);
    assert_eq!((run.stderr.as_str(), run.status), ("", Some(0)));
    let row = run.stdout.lines().find(|line| line.contains("block"));
    let words: Vec<&str> = row.unwrap().split_whitespace().collect();
    assert!(
        matches!(words[..], ["block", _, "ms", "-", "-", "-"]),
        "{words:?}"
    );
    let json = fs::read_to_string(dir.path().join("rows.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert!(json["rows"][0]["generation_ms"].as_f64().unwrap() > 0.0);
    assert_eq!(json["rows"][0]["config"], "block");
}

#[test]
fn a_bad_configuration_is_refused_before_anything_is_measured() {
    let dir = tempdir().unwrap();
    fs::write(dir.path().join("block.toml"), COUNTER).unwrap();
    assert_refused(
        &pimtee(dir.path(), &["bench", "block.toml", "none.toml"]),
        "none.toml: cannot read the configuration: No such file or directory (os error 2); check the path and its permissions",
    );
}

#[test]
fn a_configuration_is_not_overwritten() {
    let dir = tempdir().unwrap();
    fs::write(dir.path().join("block.toml"), COUNTER).unwrap();
    assert_refused(
        &pimtee(dir.path(), &["bench", "block.toml", "--json", "block.toml"]),
        "--json: cannot write block.toml: it is an input or another output of this run; choose another file",
    );
}

#[test]
fn the_device_model_is_measured_alone() {
    let dir = tempdir().unwrap();
    let run = pimtee(dir.path(), &["bench", "--dram", "--json", "rows.json"]);
    assert_eq!((run.stderr.as_str(), run.status), ("", Some(0)));
    let begin = "DRAM device model, row operations a second: ";
    assert!(run.stdout.starts_with(begin), "{}", run.stdout);
    let json = fs::read_to_string(dir.path().join("rows.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let rate = |row: usize| json["rows"][row]["row_ops_hz"].as_f64().unwrap();
    assert_eq!(
        [&json["rows"][0]["dram"], &json["rows"][1]["dram"]],
        ["bits", "commands"]
    );
    assert!(rate(0) > rate(1) && rate(1) > 0.0);
    let ratio = json["rows"][0]["ratio"].as_f64().unwrap();
    assert!((ratio - rate(0) / 30e6).abs() < 1e-9);
}
