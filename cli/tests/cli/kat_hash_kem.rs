//! `pimtee kat` for hash functions and key encapsulation.

use crate::common::{Run, assert_refused, pimtee, project};
use rstest::rstest;
use std::fs;
use std::path::Path;
use tempfile::tempdir;

const OFFICIAL: &str = "lightsaber/PQCkemKAT_1568_00-49.rsp";

fn vectors(name: &str) -> String {
    let path = project("testbenches/vectors").join(name);
    path.display().to_string()
}

fn kat(args: &[&str]) -> Run {
    let dir = tempdir().unwrap();
    pimtee(dir.path(), &[&["kat"], args].concat())
}

#[rstest]
#[case("sha3-256", "sha3/SHA3_256ShortMsg.rsp", "137 passed, 0 failed")]
#[case("sha3-512", "sha3/SHA3_512Monte.rsp", "100 passed, 0 failed")]
#[case("sha3-512", "sha3/nist_examples_SHA3-512.txt", "5 passed, 0 failed")]
#[case(
    "shake128",
    "sha3/SHAKE128VariableOut_every10th.rsp",
    "113 passed, 0 failed"
)]
#[case(
    "shake128",
    "sha3/ShortMsgKAT_SHAKE128_512bytes_evenlen.txt",
    "128 passed, 0 failed"
)]
#[case("lightsaber", OFFICIAL, "50 passed, 0 failed")]
#[case(
    "lightsaber",
    "lightsaber/lightsaber_reject_00-49.rsp",
    "50 passed, 0 failed"
)]
fn official_files_pass(#[case] algorithm: &str, #[case] name: &str, #[case] summary: &str) {
    for engine in [&["--engine", "golden"][..], &[]] {
        let run = kat(&[&[algorithm, &vectors(name)], engine].concat());
        assert_eq!(run.stdout, format!("golden model\n{summary}\n"));
        assert_eq!((run.stderr.as_str(), run.status), ("", Some(0)));
    }
}

/// Writes the file with its first `from` replaced.
fn changed(dir: &Path, name: &str, from: &str, to: &str) {
    let text = fs::read_to_string(vectors(name)).unwrap();
    assert!(text.contains(from));
    fs::write(dir.join("kat.rsp"), text.replacen(from, to, 1)).unwrap();
}

#[test]
fn a_changed_digit_of_a_digest_fails() {
    let dir = tempdir().unwrap();
    changed(
        dir.path(),
        "sha3/SHA3_256ShortMsg.rsp",
        "MD = f0d0",
        "MD = f0d1",
    );
    let args = ["kat", "sha3-256", "kat.rsp", "--json", "rows.json"];
    let run = pimtee(dir.path(), &args);
    assert_eq!(
        run.stdout,
        "Len = 8 (line 12): hash: expected f0d14dd1e6cfc29a4460d521796852f25d9ef8d28b44ee91ff5b759d72c1e6d6, got f0d04dd1e6cfc29a4460d521796852f25d9ef8d28b44ee91ff5b759d72c1e6d6\ngolden model\n136 passed, 1 failed\n"
    );
    assert_eq!((run.stderr.as_str(), run.status), ("", Some(1)));

    let json = fs::read_to_string(dir.path().join("rows.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let row = &json["rows"][1];
    assert_eq!(
        (&json["schema"], &row["case"]),
        (&1.into(), &"Len = 8".into())
    );
    assert_eq!(
        (&row["line"], &row["result"]),
        (&12.into(), &"failed".into())
    );
    assert_eq!(row["failures"][0]["check"], "hash");
    assert_eq!(json["rows"].as_array().unwrap().len(), 137);
    assert_eq!(json["rows"][0]["result"], "passed");
}

#[test]
fn a_changed_digit_of_a_shared_secret_fails() {
    let dir = tempdir().unwrap();
    changed(dir.path(), OFFICIAL, "ss = BC9B", "ss = BC9C");
    let args = ["kat", "lightsaber", "kat.rsp", "--limit", "3"];
    let run = pimtee(dir.path(), &args);
    let expected = "expected bc9c4b82360b9079e6d26fdd12a58994a12eaf458a3dd5f310322a35a65752f5, got bc9b4b82360b9079e6d26fdd12a58994a12eaf458a3dd5f310322a35a65752f5";
    assert_eq!(
        run.stdout,
        format!(
            "count = 0 (line 3): encaps ss: {expected}\ncount = 0 (line 3): decaps ss: {expected}\ngolden model\n2 passed, 1 failed\n"
        )
    );
    assert_eq!((run.stderr.as_str(), run.status), ("", Some(1)));
}

#[test]
fn engines_that_lack_the_algorithm_are_refused() {
    for algorithm in ["sha3-256", "shake128", "lightsaber"] {
        for engine in ["rtl", "gates"] {
            let run = kat(&[algorithm, "none.rsp", "--engine", engine]);
            assert_refused(
                &run,
                &format!(
                    "--engine {engine}: {algorithm} runs on golden; leave --engine out, or use --engine golden"
                ),
            );
        }
        let run = kat(&[algorithm, "none.rsp", "--wave", "run.fst"]);
        assert_refused(
            &run,
            "--wave, --config and --stalls are for the RTL; leave them out",
        );
    }
    let run = kat(&[
        "ascon128", "none.txt", "--engine", "golden", "--stalls", "0.5",
    ]);
    assert_refused(
        &run,
        "--wave, --config and --stalls are for the RTL; leave them out, or use --engine rtl",
    );
}

#[test]
fn unknown_algorithms_are_refused_with_the_known_ones() {
    let run = kat(&["sha3-384", "none.rsp"]);
    assert_eq!(run.status, Some(2));
    assert!(
        run.stderr.contains(
            "possible values: ascon128, ascon128a, ascon-aead128, sha3-256, sha3-512, shake128, lightsaber"
        ),
        "{}",
        run.stderr
    );
}

#[test]
fn files_of_another_kind_or_algorithm_are_refused() {
    let file = vectors(OFFICIAL);
    assert_refused(
        &kat(&["sha3-256", &file]),
        &format!(
            "{file}:3: expected known answers for a hash function, found a known-answer file for key encapsulation (it has \"count =\"); known formats: NIST CAVP (ShortMsg, LongMsg, Monte, VariableOut) and XKCP (ShortMsgKAT), text with \"Msg = <hex digits>\""
        ),
    );
    let file = vectors("sha3/SHAKE128Monte.rsp");
    assert_refused(
        &kat(&["sha3-512", &file]),
        &format!(
            "{file}:2: expected known answers for sha3-512, found the algorithm \"SHAKE128\"; choose a file for sha3-512, or the algorithm that the file is for"
        ),
    );
    let file = vectors("ascon/ascon128v12_LWC_AEAD_KAT_128_128.txt");
    assert_refused(
        &kat(&["lightsaber", &file]),
        &format!(
            "{file}:1: expected known answers for key encapsulation (KEM), found a known-answer file for authenticated encryption (it has \"Count =\"); known formats: NIST KEM response files (text, blocks that open with \"count = <number>\")"
        ),
    );
}

#[test]
fn damaged_files_are_refused_and_nothing_is_written() {
    let dir = tempdir().unwrap();
    changed(dir.path(), OFFICIAL, "ct = 10AE", "ct = 10");
    let args = ["kat", "lightsaber", "kat.rsp", "--json", "rows.json"];
    assert_refused(
        &pimtee(dir.path(), &args),
        "kat.rsp:7: expected 736 bytes for \"ct\" of LightSaber, found 735; is the line cut short, or is the file for another algorithm?",
    );
    assert!(!dir.path().join("rows.json").exists());
}

/// The official file itself is never written to.
#[test]
fn the_vectors_are_no_output() {
    let dir = tempdir().unwrap();
    fs::copy(vectors(OFFICIAL), dir.path().join("kat.rsp")).unwrap();
    let args = ["kat", "lightsaber", "kat.rsp", "--json", "kat.rsp"];
    assert_refused(
        &pimtee(dir.path(), &args),
        "--json: cannot write kat.rsp: it is an input or another output of this run; choose another file",
    );
}
