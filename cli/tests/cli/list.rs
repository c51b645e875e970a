//! `pimtee list` and the help texts.

use crate::common::{pimtee, project};
use std::fs;
use tempfile::tempdir;

#[test]
fn every_configuration_in_configs_is_listed() {
    let dir = tempdir().unwrap();
    let run = pimtee(dir.path(), &["list"]);
    assert_eq!((run.stderr.as_str(), run.status), ("", Some(0)));
    let entries = fs::read_dir(project("configs")).unwrap();
    let names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().display().to_string())
        .collect();
    assert!(!names.is_empty());
    for name in names {
        assert!(run.stdout.contains(&format!("configs/{name}")), "{name}");
    }
}

#[test]
fn parameters_are_listed_with_range_unit_and_default() {
    let dir = tempdir().unwrap();
    let run = pimtee(dir.path(), &["list"]);
    let mut lines = run.stdout.lines();
    let line = lines.find(|line| line.contains(" width ")).unwrap();
    let words: Vec<&str> = line.split_whitespace().collect();
    assert_eq!(
        words[..7],
        ["deny_counter", "width", "1", "to", "32", "bit", "8"]
    );
}

#[test]
fn json_goes_to_standard_output_or_a_file() {
    let dir = tempdir().unwrap();
    let run = pimtee(dir.path(), &["list", "--json", "-"]);
    let json: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(json["schema"], 1);
    let rows = json["rows"].as_array().unwrap();
    let width = rows.iter().find(|row| row["parameter"] == "width").unwrap();
    assert_eq!(
        *width,
        serde_json::json!({
            "kind": "parameter", "top": "deny_counter", "parameter": "width",
            "min": 1, "max": 32, "unit": "bit", "default": 8,
            "summary": "Width of the count and of its threshold.",
        })
    );

    pimtee(dir.path(), &["list", "--json", "list.json"]);
    let file = fs::read_to_string(dir.path().join("list.json")).unwrap();
    assert_eq!(file, run.stdout);
}

#[test]
fn every_command_has_help_with_examples() {
    let dir = tempdir().unwrap();
    for command in [
        &["--help"][..],
        &["list", "--help"],
        &["gen", "--help"],
        &["kat", "--help"],
    ] {
        let run = pimtee(dir.path(), command);
        assert!(run.stdout.contains("\nExamples:\n  pimtee "), "{command:?}");
        assert_eq!(run.status, Some(0));
    }
}

#[test]
fn wrong_usage_ends_with_2() {
    let dir = tempdir().unwrap();
    for args in [&[][..], &["lst"], &["gen"], &["kat", "ascon127", "f"]] {
        assert_eq!(pimtee(dir.path(), args).status, Some(2), "{args:?}");
    }
}
