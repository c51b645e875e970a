//! `pimtee wave`.

use crate::common::{Run, assert_refused, pimtee, project};
use std::fs;
use std::path::Path;
use tempfile::tempdir;

fn docs(name: &str) -> String {
    project("docs").join(name).display().to_string()
}

/// The run of the documentation, recorded as `run.fst`.
fn record(dir: &Path) {
    let config = project("configs/ascon_aead128.toml").display().to_string();
    let vectors = docs("ascon-wave.txt");
    let args = ["kat", "ascon-aead128", &vectors, "--config", &config];
    let run = pimtee(dir, &[&args[..], &["--wave", "run.fst"]].concat());
    assert!(
        run.stdout.ends_with("1 passed, 0 failed\n"),
        "{}",
        run.stderr
    );
}

fn draw(dir: &Path, picture: &str) -> Run {
    pimtee(dir, &["wave", picture, "run.fst", "--out", "wave.svg"])
}

#[test]
fn the_picture_in_the_documentation_is_what_the_core_does() {
    let dir = tempdir().unwrap();
    record(dir.path());
    let run = draw(dir.path(), &docs("ascon-wave.toml"));
    assert_eq!(
        (run.stdout.as_str(), run.stderr.as_str()),
        ("wave.svg\n", "")
    );
    let drawn = fs::read_to_string(dir.path().join("wave.svg")).unwrap();
    let kept = fs::read_to_string(docs("ascon-wave.svg")).unwrap();
    assert!(
        drawn == kept,
        "docs/ascon-wave.svg is out of date; run: make picture"
    );
    // Tag and ciphertext of the official vector, whose first byte is the lowest.
    for digits in ["9b7ce98b", "b2eb7363", "0340aeb3", "46d14aff"] {
        assert!(drawn.contains(digits), "{digits} is not in the picture");
    }
}

#[test]
fn bad_input_is_refused_and_leaves_no_picture() {
    let dir = tempdir().unwrap();
    let folder = dir.path();
    let refused = |picture: &str, message: &str| {
        fs::write(folder.join("picture.toml"), picture).unwrap();
        assert_refused(&draw(folder, "picture.toml"), message);
        assert!(!folder.join("wave.svg").exists());
    };
    let head = "title = 't'\nscope = 'TOP.t'\nclock = 'clk_i'\nfrom = 0\ncycles = 1\n";
    refused(
        &format!("{head}rows = 3\n"),
        "picture.toml: TOML parse error at line 6, column 1\n  |\n6 | rows = 3\n  | ^^^^\n\
         unknown field `rows`, expected one of `title`, `scope`, `clock`, `from`, `cycles`, `row`",
    );
    fs::write(folder.join("run.fst"), "no waveform").unwrap();
    fs::write(folder.join("picture.toml"), format!("{head}row = []\n")).unwrap();
    let run = draw(folder, "picture.toml");
    assert!(
        run.stderr.starts_with("error: run.fst: ")
            && run.stderr.ends_with("give an FST or VCD file\n"),
        "{}",
        run.stderr
    );
    assert_eq!(run.status, Some(2));
    let run = draw(folder, "absent.toml");
    assert!(
        run.stderr.contains("absent.toml: No such file"),
        "{}",
        run.stderr
    );
    assert!(!folder.join("wave.svg").exists());
}
