//! `pimtee prove`.

use crate::common::{assert_refused, pimtee, pimtee_with, project};
use std::fs;
use std::os::unix::fs::symlink;
use tempfile::tempdir;

fn config(name: &str) -> String {
    project("configs").join(name).display().to_string()
}

#[test]
fn properties_are_proved_and_named_with_their_claims() {
    let dir = tempdir().unwrap();
    let counter = config("deny_counter.toml");
    let prove = |json: &str| {
        let run = pimtee(dir.path(), &["prove", &counter, "--json", json]);
        assert_eq!((run.stderr.as_str(), run.status), ("", Some(0)));
        assert!(run.stdout.starts_with("PROOFS\n"), "{}", run.stdout);
        assert!(run.stdout.contains("inductive, k = 1"), "{}", run.stdout);
        assert!(
            run.stdout
                .contains("count: A clear sets the count to zero;")
        );
        assert!(
            run.stdout.ends_with("\n3 passed, 0 failed\n"),
            "{}",
            run.stdout
        );
        fs::read_to_string(dir.path().join(json)).unwrap()
    };
    let text = prove("a.json");
    // No times, no folders: two runs are the same.
    assert_eq!(text, prove("b.json"));
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        json["rows"][2],
        serde_json::json!({
            "config": "deny_counter", "property": "stays",
            "claim": "While the threshold stays, an interrupt ends only with a clear or a reset.",
            "engine": "abc pdr", "size": "width=8", "depth": "unbounded", "result": "proved"
        })
    );
    assert!(!dir.path().join("build").exists(), "a waveform of nothing");
}

#[test]
fn planted_bugs_are_found_by_name() {
    let dir = tempdir().unwrap();
    let counter = config("deny_counter.toml");
    let args = [
        "prove",
        &counter,
        "--planted",
        "--property",
        "count",
        "--json",
        "-",
    ];
    let run = pimtee(dir.path(), &args);
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    assert!(
        run.stderr.contains("PLANTED BUGS (each must be found)"),
        "{}",
        run.stderr
    );
    assert!(
        run.stderr.ends_with("\n3 passed, 0 failed\n"),
        "{}",
        run.stderr
    );
    let json: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let rows = json["rows"].as_array().unwrap();
    assert!(
        rows.iter().all(|row| row["result"] == "found"),
        "{}",
        run.stdout
    );
    assert_eq!(rows[0]["planted"], "wraps");
}

#[test]
fn bad_input_is_refused_before_the_work() {
    let dir = tempdir().unwrap();
    let (counter, ascon) = (config("deny_counter.toml"), config("ascon128.toml"));
    let run = pimtee(dir.path(), &["prove", &ascon]);
    assert_eq!((run.stdout.as_str(), run.status), ("", Some(2)));
    let message = format!("error: {ascon}: top ascon_aead has no properties; these have: ");
    assert!(run.stderr.starts_with(&message), "{}", run.stderr);
    assert!(run.stderr.contains("deny_counter"), "{}", run.stderr);
    let run = pimtee(dir.path(), &["prove", &counter, "--property", "counts"]);
    assert_refused(
        &run,
        "--property: deny_counter has none of that name; it has: count, threshold, stays",
    );
    let run = pimtee(dir.path(), &["prove", "none.toml"]);
    assert_eq!((run.stdout.as_str(), run.status), ("", Some(2)));
}

#[test]
fn missing_tools_give_one_line() {
    let dir = tempdir().unwrap();
    let counter = config("deny_counter.toml");
    let path = std::env::var_os("PATH").unwrap();
    let program = |name: &str| {
        let mut all = std::env::split_paths(&path).map(|dir| dir.join(name));
        all.find(|file| file.exists()).unwrap()
    };
    let missing = |program: &str, package: &str| {
        for more in [None, Some("--planted")] {
            let args: Vec<&str> = ["prove", &counter].into_iter().chain(more).collect();
            let own = dir.path().display().to_string();
            let run = pimtee_with(dir.path(), &[("PATH", &own)], &args);
            let message = format!(
                "error: {program} was not found; install it with: apt-get install {package} (or \
                 run: make setup)\n"
            );
            assert_eq!((run.stderr, run.status), (message, Some(1)));
        }
    };
    missing("z3", "z3");
    symlink(program("z3"), dir.path().join("z3")).unwrap();
    missing("yosys", "yosys");
}
