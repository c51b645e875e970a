//! `pimtee gen`: what it writes, and what it refuses.

use crate::common::{assert_refused, pimtee, project};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use tempfile::{TempDir, tempdir};

const COUNTER: &str = "top = \"deny_counter\"\n";

/// A directory with the configuration `block.toml`.
fn with_config(text: &str) -> TempDir {
    let dir = tempdir().unwrap();
    fs::write(dir.path().join("block.toml"), text).unwrap();
    dir
}

/// Bytes of every file by its path; directories have none.
fn tree(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(root).unwrap().display().to_string();
            if path.is_dir() {
                files.insert(name, Vec::new());
                folders.push(path);
            } else {
                files.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    files
}

#[test]
fn the_whole_deliverable_is_written_and_named() {
    let dir = with_config(COUNTER);
    let run = pimtee(dir.path(), &["gen", "block.toml"]);
    assert_eq!(run.stderr, "");
    assert_eq!(run.status, Some(0));
    let (files, last) = run.stdout.trim_end().rsplit_once('\n').unwrap();
    assert_eq!(
        files.lines().collect::<Vec<_>>(),
        [
            "build/block/Bender.yml",
            "build/block/block.core",
            "build/block/block.f",
            "build/block/block.gtkw",
            "build/block/block.sdc",
            "build/block/block.toml",
            "build/block/block_inst.sv",
            "build/block/manifest.json",
            "build/block/names.json",
            "build/block/rtl/block.sv",
            "build/block/rtl/block_pkg.sv",
        ]
    );
    assert!(last.starts_with("11 files written to build/block (configuration "));

    let text = |path: &str| fs::read_to_string(dir.path().join("build/block").join(path)).unwrap();
    assert_eq!(
        text("block.f"),
        "// SPDX-License-Identifier: MIT OR Apache-2.0\nrtl/block_pkg.sv\nrtl/block.sv\n"
    );
    assert!(text("block.toml").ends_with(
        "name = \"block\"\ntop = \"deny_counter\"\nreset = \"async\"\nclock_mhz = 100\n\n[parameters]\nwidth = 8\n"
    ));
}

#[test]
fn the_manifest_lists_every_other_file_with_its_size() {
    let dir = with_config(COUNTER);
    pimtee(dir.path(), &["gen", "block.toml", "--out", "out"]);
    let files = tree(&dir.path().join("out"));
    let manifest: serde_json::Value = serde_json::from_slice(&files["manifest.json"]).unwrap();
    let listed: Vec<(&str, usize)> = manifest["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| {
            let bytes = entry["bytes"].as_u64().unwrap() as usize;
            (entry["path"].as_str().unwrap(), bytes)
        })
        .collect();
    let written: Vec<(&str, usize)> = files
        .iter()
        .filter(|(path, _)| !["manifest.json", "rtl"].contains(&path.as_str()))
        .map(|(path, bytes)| (path.as_str(), bytes.len()))
        .collect();
    assert_eq!(listed, written);
    assert_eq!(manifest["schema"], 1);
    assert_eq!(manifest["configuration"]["parameters"]["width"], 8);
}

#[test]
fn every_shipped_configuration_gives_the_same_bytes_twice() {
    let dir = tempdir().unwrap();
    for entry in fs::read_dir(project("configs")).unwrap() {
        let config = entry.unwrap().path().display().to_string();
        for out in ["first", "second"] {
            let run = pimtee(dir.path(), &["gen", &config, "--out", out]);
            assert_eq!((run.stderr.as_str(), run.status), ("", Some(0)), "{config}");
        }
        let first = tree(&dir.path().join("first"));
        assert!(first == tree(&dir.path().join("second")), "{config}");
    }
}

#[test]
fn the_resolved_configuration_gives_the_same_bytes() {
    let dir = with_config(COUNTER);
    pimtee(dir.path(), &["gen", "block.toml", "--out", "first"]);
    pimtee(dir.path(), &["gen", "first/block.toml", "--out", "second"]);
    assert!(tree(&dir.path().join("first")) == tree(&dir.path().join("second")));
}

#[test]
fn locators_can_be_left_out() {
    let dir = with_config(COUNTER);
    let rtl = || fs::read_to_string(dir.path().join("build/block/rtl/block.sv")).unwrap();
    pimtee(dir.path(), &["gen", "block.toml"]);
    assert!(rtl().contains("// hdl/src/acu/deny_counter.rs:"));
    pimtee(dir.path(), &["gen", "block.toml", "--no-locators"]);
    assert!(!rtl().contains("deny_counter.rs"));
}

/// Runs `pimtee gen` on a configuration that is refused.
#[track_caller]
fn assert_config_refused(text: &str, message: &str) {
    let dir = with_config(text);
    assert_refused(&pimtee(dir.path(), &["gen", "block.toml"]), message);
    assert_eq!(tree(dir.path()).len(), 1, "only the configuration is there");
}

#[test]
fn an_unknown_key_is_refused() {
    assert_config_refused(
        "top = \"deny_counter\"\nresset = \"sync\"\n",
        "block.toml:2:1: unknown key \"resset\" (did you mean \"reset\"?); known keys: name, top, reset, clock_mhz, parameters",
    );
}

#[test]
fn a_parameter_out_of_range_is_refused() {
    assert_config_refused(
        "top = \"deny_counter\"\n[parameters]\nwidth = 33\n",
        "block.toml:3:9: \"width\" must be 1 to 32 bits, found 33",
    );
}

#[test]
fn parameters_that_do_not_go_together_are_refused_with_the_reason() {
    assert_config_refused(
        "top = \"ascon_aead\"\n[parameters]\nrounds = 3\n",
        "block.toml:3:10: \"rounds\" does not go with the other parameters: ascon-aead128 has permutations of 12 and 8 rounds, of which 3 rounds a cycle are no whole part; set it to one of 1, 2, 4",
    );
    assert_config_refused(
        "top = \"ascon_hold\"\n[parameters]\nvariant = \"all\"\nstream_width = 128\n",
        "block.toml:4:16: \"stream_width\" does not go with the other parameters: a block of ascon128 has 64 bits, so all cannot take beats of 128 bits; set it to one of 32, 64",
    );
    assert_config_refused(
        "top = \"ascon_aead\"\n[parameters]\nrounds = 5\n",
        "block.toml:3:10: \"rounds\" must be one of 1, 2, 3, 4, 6, found 5",
    );
}

#[test]
fn an_unknown_top_is_refused() {
    assert_config_refused(
        "top = \"deny_count\"\n",
        "block.toml:1:7: unknown top \"deny_count\" (did you mean \"deny_counter\"?); known tops: acu, acu_core, acu_mem, acu_ssd, ascon_aead, ascon_axis, ascon_hold, deny_counter, fmt",
    );
}

#[test]
fn text_that_is_no_toml_is_refused() {
    assert_config_refused(
        "top = \"deny_counter\n",
        "block.toml:1:20: not well-formed TOML: invalid basic string, expected `\"`",
    );
}

#[test]
fn a_configuration_that_is_not_there_is_refused() {
    let dir = tempdir().unwrap();
    assert_refused(
        &pimtee(dir.path(), &["gen", "none.toml"]),
        "none.toml: cannot read the configuration: No such file or directory (os error 2); check the path and its permissions",
    );
}

#[test]
fn the_name_of_a_signal_inside_is_refused() {
    for name in ["clk_i", "round_q", "phase_e", "PhaseIdle"] {
        assert_config_refused(
            &format!("top = \"ascon_aead\"\nname = \"{name}\"\n"),
            &format!(
                "block.toml:2:8: the name \"{name}\" belongs to a signal or a type inside the top \"ascon_aead\"; set another \"name\" in the configuration"
            ),
        );
    }
}

/// Modules inside carry the name of the top, so it may be that of any block.
#[test]
fn the_name_of_a_block_inside_is_taken() {
    let dir = with_config("top = \"ascon_aead\"\nname = \"ascon_round\"\n");
    let run = pimtee(dir.path(), &["gen", "block.toml"]);
    assert_eq!((run.stderr.as_str(), run.status), ("", Some(0)));
    let rtl = dir.path().join("build/ascon_round/rtl");
    assert!(rtl.join("ascon_round_ascon_round.sv").exists());
}

/// Runs `pimtee gen --out <out>` where that is refused, and checks that nothing changes.
#[track_caller]
fn assert_out_refused(dir: &Path, out: &str, message: &str) {
    let before = tree(dir);
    let run = pimtee(dir, &["gen", "block.toml", "--out", out]);
    assert_refused(&run, message);
    assert!(tree(dir) == before, "something was written");
}

#[test]
fn a_directory_that_cannot_be_written_is_refused() {
    let dir = with_config(COUNTER);
    assert_out_refused(
        dir.path(),
        "block.toml/out",
        "block.toml/out: cannot be written: Not a directory (os error 20); choose a directory that you may write to",
    );
}

#[test]
fn a_file_in_the_way_is_refused() {
    let dir = with_config(COUNTER);
    assert_out_refused(
        dir.path(),
        "block.toml",
        "block.toml: not replaced, because it is not a directory; choose another directory, or remove it",
    );
}

#[test]
fn a_foreign_directory_is_not_replaced() {
    let dir = with_config(COUNTER);
    fs::create_dir(dir.path().join("mine")).unwrap();
    fs::write(dir.path().join("mine/thesis.txt"), "years of work").unwrap();
    let refusal = "mine: not replaced, because pimtee did not write it (it has no manifest.json of pimtee); choose another directory, or remove it";
    assert_out_refused(dir.path(), "mine", refusal);
    fs::write(dir.path().join("mine/manifest.json"), "{\"files\": []}").unwrap();
    assert_out_refused(dir.path(), "mine", refusal);
}

#[test]
fn files_beside_an_earlier_deliverable_are_not_lost() {
    let dir = with_config(COUNTER);
    pimtee(dir.path(), &["gen", "block.toml", "--out", "out"]);
    fs::write(dir.path().join("out/rtl/notes.txt"), "mine").unwrap();
    assert_out_refused(
        dir.path(),
        "out",
        "out: not replaced, because it holds what pimtee did not write: rtl/notes.txt; move that away, or choose another directory",
    );
}

#[test]
fn an_earlier_deliverable_and_an_empty_directory_are_replaced() {
    let dir = with_config(COUNTER);
    fs::create_dir(dir.path().join("out")).unwrap();
    for width in [4, 5] {
        let text = format!("{COUNTER}parameters.width = {width}\n");
        fs::write(dir.path().join("block.toml"), text).unwrap();
        let run = pimtee(dir.path(), &["gen", "block.toml", "--out", "out"]);
        assert_eq!((run.stderr.as_str(), run.status), ("", Some(0)));
        let resolved = fs::read_to_string(dir.path().join("out/block.toml")).unwrap();
        assert!(resolved.ends_with(&format!("width = {width}\n")));
    }
    let left: Vec<String> = fs::read_dir(dir.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().display().to_string())
        .collect();
    assert_eq!(left.len(), 2, "temporary directories are gone: {left:?}");
}

/// Directories whose names begin with that of temporary ones.
fn temporary(dir: &Path) -> Vec<String> {
    let names = fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().file_name());
    let names = names.map(|name| name.display().to_string());
    names.filter(|name| name.starts_with(".pimtee-")).collect()
}

#[test]
fn what_a_killed_run_left_is_removed_and_nothing_else() {
    let dir = with_config(COUNTER);
    let make = |path: &str| fs::create_dir_all(dir.path().join(path)).unwrap();
    make(".pimtee-killed/new/rtl");
    make(".pimtee-early");
    make(".pimtee-has-an-old-tree/old");
    fs::write(dir.path().join(".pimtee-file"), "mine").unwrap();
    let run = pimtee(dir.path(), &["gen", "block.toml", "--out", "out"]);
    assert_eq!((run.stderr.as_str(), run.status), ("", Some(0)));
    let mut left = temporary(dir.path());
    left.sort();
    assert_eq!(left, [".pimtee-file", ".pimtee-has-an-old-tree"]);
}

#[test]
fn runs_into_one_directory_wait_for_each_other() {
    let dir = with_config(COUNTER);
    pimtee(dir.path(), &["gen", "block.toml", "--out", "out"]);
    let before = tree(&dir.path().join("out"));
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..10 {
                    let run = pimtee(dir.path(), &["gen", "block.toml", "--out", "out"]);
                    assert_eq!((run.stderr.as_str(), run.status), ("", Some(0)));
                }
            });
        }
    });
    assert!(tree(&dir.path().join("out")) == before);
    assert_eq!(temporary(dir.path()), [""; 0]);
}
