//! `pimtee kat` with the golden model, and files that are refused.

use crate::common::{assert_refused, pimtee, project};
use std::fs;
use tempfile::tempdir;

fn vectors(name: &str) -> String {
    let path = project("testbenches/vectors/ascon").join(name);
    path.display().to_string()
}

const ASCON128: &str = "ascon128v12_LWC_AEAD_KAT_128_128.txt";
const AEAD128: &str = "asconaead128_sp800-232_LWC_AEAD_KAT_128_128.txt";

#[test]
fn the_official_file_passes_up_to_the_limit() {
    let dir = tempdir().unwrap();
    let file = vectors(AEAD128);
    let args = [
        "kat",
        "ascon-aead128",
        &file,
        "--engine",
        "golden",
        "--limit",
        "50",
    ];
    let run = pimtee(dir.path(), &args);
    assert_eq!(run.stdout, "golden model\n50 passed, 0 failed\n");
    assert_eq!((run.stderr.as_str(), run.status), ("", Some(0)));
}

#[test]
fn failures_are_printed_and_counted() {
    let dir = tempdir().unwrap();
    let file = vectors(ASCON128);
    let args = [
        "kat",
        "ascon128a",
        &file,
        "--engine",
        "golden",
        "--limit",
        "1",
    ];
    let run = pimtee(dir.path(), &args);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert!(
        lines[0].starts_with(
            "Count = 1 (line 1): encrypt tag: expected e355159f292911f794cb1432a0103a8a, got "
        ),
        "{}",
        lines[0]
    );
    let hint = format!(
        "every case fails: these are the answers of ascon128; try: pimtee kat ascon128 {file}"
    );
    assert!(lines.contains(&hint.as_str()), "{}", run.stdout);
    assert_eq!(lines.last(), Some(&"0 passed, 1 failed"));
    assert_eq!((run.stderr.as_str(), run.status), ("", Some(1)));
}

#[test]
fn no_algorithm_is_named_for_answers_of_none() {
    let dir = tempdir().unwrap();
    let text = fs::read_to_string(vectors(AEAD128)).unwrap();
    let wrong = text.replacen("CT = 4F", "CT = 40", 1);
    assert!(text != wrong);
    fs::write(dir.path().join("wrong.txt"), wrong).unwrap();
    let args = ["kat", "ascon128", "wrong.txt", "--engine", "golden"];
    let run = pimtee(dir.path(), &[&args[..], &["--limit", "1"]].concat());
    assert!(!run.stdout.contains("every case fails"), "{}", run.stdout);
    assert_eq!(run.status, Some(1));
}

#[test]
fn cases_of_other_sizes_are_named_and_written_as_json() {
    let dir = tempdir().unwrap();
    let file = vectors("ascon128_wycheproof_format.json");
    let args = [
        "kat",
        "ascon128",
        &file,
        "--engine",
        "golden",
        "--json",
        "rows.json",
    ];
    let run = pimtee(dir.path(), &args);
    assert!(
        run.stdout
            .contains("tcId 14 (line 218): skipped: tag of 8 bytes where the algorithm takes 16\n")
    );
    assert!(run.stdout.ends_with("\n13 passed, 0 failed, 2 skipped\n"));
    assert_eq!(run.status, Some(0));

    let json = fs::read_to_string(dir.path().join("rows.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let count = |result: &str| {
        let rows = json["rows"].as_array().unwrap().iter();
        rows.filter(|row| row["result"] == result).count()
    };
    assert_eq!((count("passed"), count("skipped")), (13, 2));
}

/// Runs `pimtee kat ascon128 <file>` on a file with this content.
#[track_caller]
fn assert_file_refused(text: &[u8], message: &str) {
    let dir = tempdir().unwrap();
    fs::write(dir.path().join("kat.txt"), text).unwrap();
    let args = ["kat", "ascon128", "kat.txt", "--json", "rows.json"];
    assert_refused(&pimtee(dir.path(), &args), message);
    assert!(!dir.path().join("rows.json").exists());
}

#[test]
fn a_file_that_is_not_there_is_refused() {
    let dir = tempdir().unwrap();
    assert_refused(
        &pimtee(dir.path(), &["kat", "ascon128", "none.txt"]),
        "none.txt: cannot read the known-answer file: No such file or directory (os error 2); check the path and its permissions",
    );
}

#[test]
fn malformed_files_are_refused() {
    assert_file_refused(
        b"Count = 1\nKey = 00010\n",
        "kat.txt:2: expected an even number of hex digits for \"Key\", found 5 in \"00010\"; write two digits per byte (is the line cut short?)",
    );
    assert_file_refused(
        b"Count = 1\nKey = 00\nNonce = 00\n",
        "kat.txt:3: expected PT, AD, CT in the block \"Count = 1\" (opened on line 1), found the end of the file; the file is cut short, fetch it again",
    );
    assert_file_refused(
        b"Count = 1\nKey = \xff\n",
        "kat.txt:2: expected UTF-8 text, found the byte 0xff; save the file as UTF-8",
    );
}

#[test]
fn a_file_for_another_algorithm_is_refused() {
    let dir = tempdir().unwrap();
    let name = "ascon128_wycheproof_format.json";
    fs::copy(vectors(name), dir.path().join("kat.json")).unwrap();
    let run = pimtee(dir.path(), &["kat", "ascon-aead128", "kat.json"]);
    assert_refused(
        &run,
        "kat.json:2: expected known answers for ascon-aead128, found the algorithm \"ASCON128\"; choose a file for ascon-aead128, or the algorithm that the file is for",
    );
}
