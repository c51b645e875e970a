//! Properties proved, and what becomes of those that do not hold or say nothing.

use pimtee_gen::catalogue::shipped;
use pimtee_gen::config::Config;
use pimtee_synth::SynthError;
use pimtee_synth::prove::{Outcome, Property, Search, find, properties, prove, tops};
use rayon::prelude::*;
use rstest::rstest;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use tempfile::tempdir;

const COUNT: &str = r#"
    name = "count"
    claim = "As the counter's property of this name."
    body = ["common.svh", "count.sv"]
    engine = "z3"
    size = { width = 3 }
    watch = ["was_count", "count_o"]
"#;
const STAYS: &str = r#"
    name = "stays"
    claim = "As the counter's property of this name."
    body = ["common.svh", "stays.sv"]
    engine = "abc"
    watch = ["count_o", "threshold_i"]
"#;
const THRESHOLD: &str = r#"
    name = "threshold"
    claim = "As the counter's property of this name."
    body = "threshold.sv"
    engine = "z3"
    mode = "comb"
"#;

/// A count that is always zero, so that no interrupt at a count above it is seen.
const NEVER: &str = r#"
    edit = [
        { module = "top", find = "count_o = count_q", replace = "count_o = 8'd0" },
        { module = "top", find = "count_q >= threshold_i", replace = "8'd0 >= threshold_i" },
    ]
"#;

fn counter() -> Config {
    Config::parse("m.toml", "top = \"deny_counter\"").unwrap()
}

fn property(text: &str, more: &str) -> Property {
    toml::from_str(&format!("{text}\n{more}")).unwrap()
}

fn edit(find: &str, replace: &str) -> String {
    format!(
        "edit = [{{ module = \"top\", find = \"{find}\", replace = \"{replace}\", all = true }}]"
    )
}

fn outcome(property: &Property) -> Result<Outcome, SynthError> {
    let dir = tempdir().unwrap();
    prove(property, &counter(), &dir.path().join("trace.vcd"))
}

fn undecided(property: &Property) -> String {
    match outcome(property).unwrap() {
        Outcome::Undecided { reason } => reason,
        other => panic!("{other:?}"),
    }
}

/// Tops that are proved in every run; `PIMTEE_PROOFS=all` proves the others as well.
const ALWAYS: [&str; 1] = ["deny_counter"];

/// Every property, each with a configuration of its top that ships.
fn listed() -> Vec<(Config, Property)> {
    let shipped = shipped().unwrap();
    let of_top = |top: &str| {
        let found = shipped.iter().find(|each| each.config.top().name == top);
        found.map(|each| each.config.clone()).expect(top)
    };
    let each = tops().into_iter().flat_map(|top| {
        let properties = properties(top).unwrap().into_iter();
        properties.map(move |property| (top, property))
    });
    each.map(|(top, property)| (of_top(top), property))
        .collect()
}

/// The properties to prove in this run.
fn all() -> Vec<(Config, Property)> {
    let every = match std::env::var("PIMTEE_PROOFS").as_deref() {
        Ok("all") => true,
        Ok(other) => panic!("PIMTEE_PROOFS: expected \"all\", found {other:?}"),
        Err(_) => false,
    };
    let mut properties = listed();
    properties.retain(|(config, _)| every || ALWAYS.contains(&config.top().name));
    properties
}

#[test]
fn every_property_is_proved() {
    let dir = tempdir().unwrap();
    all().into_par_iter().for_each(|(config, property)| {
        let place = format!("{}: {}", config.name(), property.name);
        let vcd = dir.path().join(&place);
        assert_eq!(
            prove(&property, &config, &vcd).unwrap(),
            Outcome::Proved,
            "{place}"
        );
    });
}

/// The first bug of each property; with `PIMTEE_PLANTED=all` every bug.
#[test]
fn planted_bugs_are_found() {
    let most = match std::env::var("PIMTEE_PLANTED").as_deref() {
        Ok("all") => usize::MAX,
        Ok(other) => panic!("PIMTEE_PLANTED: expected \"all\", found {other:?}"),
        Err(_) => 1,
    };
    let bugs: Vec<_> = all()
        .into_iter()
        .flat_map(|(config, property)| {
            let bugs: Vec<_> = property.planted.iter().take(most).cloned().collect();
            bugs.into_iter()
                .map(move |bug| (config.clone(), property.clone(), bug))
        })
        .collect();
    assert!(!bugs.is_empty());
    bugs.into_par_iter().for_each(|(config, property, bug)| {
        let search = find(&property, &bug, &config).unwrap();
        let place = format!("{}: {}: {}", config.name(), property.name, bug.name);
        assert!(
            matches!(search, Search::Found { .. }),
            "{place}: {search:?}"
        );
    });
}

#[test]
fn each_property_has_a_name_of_its_own_and_two_bugs() {
    for top in tops() {
        let properties = properties(top).unwrap();
        let names: BTreeSet<&str> = properties.iter().map(|each| each.name.as_str()).collect();
        assert_eq!(names.len(), properties.len(), "{top}");
        for property in &properties {
            let bugs: BTreeSet<&str> = property
                .planted
                .iter()
                .map(|bug| bug.name.as_str())
                .collect();
            assert_eq!(
                bugs.len(),
                property.planted.len(),
                "{top}: {}",
                property.name
            );
            assert!(bugs.len() >= 2, "{top}: {}", property.name);
        }
    }
}

/// `PIMTEE_RENEW=1` writes it.
#[test]
fn the_table_of_the_documentation_is_that_of_the_lists() {
    let rows = listed().into_iter().map(|(config, property)| {
        let size = Property::size(&property.config(&config).unwrap());
        format!(
            "| {} | `{}` | {} | {}, {} | {size} | {} |\n",
            config.top().name,
            property.name,
            property.claim,
            property.engine.name(),
            property.how(),
            property.planted.len(),
        )
    });
    let head = "| top | property | claim | engine, depth | size | planted bugs |\n|---|---|---|---|---|---|\n";
    let table: String = [head.to_owned()].into_iter().chain(rows).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/proofs.md");
    let text = fs::read_to_string(&path).unwrap();
    let (before, rest) = text.split_once("<!-- begin -->\n").unwrap();
    let (found, after) = rest.split_once("<!-- end -->\n").unwrap();
    if std::env::var_os("PIMTEE_RENEW").is_some() {
        let new = format!("{before}<!-- begin -->\n{table}<!-- end -->\n{after}");
        fs::write(&path, new).unwrap();
        return;
    }
    let renew = "PIMTEE_RENEW=1 cargo test -p pimtee-synth --test prove the_table";
    assert_eq!(
        found, table,
        "docs/proofs.md is not that of the lists; run: {renew}"
    );
}

/// The assertion, the cycle, the signals, and a waveform.
#[rstest]
#[case::by_z3(
    COUNT,
    "count_q != 3'h7",
    "1'b1",
    "counted fails in cycle ",
    ", was_count = 0x7, count_o = 0x0"
)]
#[case::by_abc(
    STAYS,
    ">= threshold_i",
    "== threshold_i",
    "stays fails in cycle ",
    ", count_o = 0x"
)]
#[case::in_any_state(
    THRESHOLD,
    ">= threshold_i",
    "> threshold_i",
    "reached fails in cycle 0",
    ""
)]
fn counterexamples_are_explained(
    #[case] text: &str,
    #[case] right: &str,
    #[case] wrong: &str,
    #[case] start: &str,
    #[case] end: &str,
) {
    let dir = tempdir().unwrap();
    let vcd = dir.path().join("new/trace.vcd");
    // Eight denials until the counter of three bits is full.
    let property = property(text, &format!("depth = 12\n{}", edit(right, wrong)));
    let Outcome::Failed(found) = prove(&property, &counter(), &vcd).unwrap() else {
        panic!("it holds");
    };
    assert!(
        found.explanation.starts_with(start),
        "{}",
        found.explanation
    );
    assert!(found.explanation.contains(end), "{}", found.explanation);
    assert_eq!(found.vcd, vcd);
    assert!(fs::read_to_string(&vcd).unwrap().contains("$var"));
}

#[test]
fn a_waveform_of_an_earlier_run_goes() {
    let dir = tempdir().unwrap();
    let vcd = dir.path().join("trace.vcd");
    fs::write(&vcd, "old").unwrap();
    assert_eq!(
        prove(&property(COUNT, ""), &counter(), &vcd).unwrap(),
        Outcome::Proved
    );
    assert!(!vcd.exists());
}

#[rstest]
// A counter of one bit does not count to three.
#[case::induction(&COUNT.replace("width = 3", "width = 1"), "")]
#[case::too_few_cycles(COUNT, "reach = 4")]
#[case::unbounded(STAYS, &edit("count_q >= threshold_i", "1'b0"))]
#[case::any_state(THRESHOLD, NEVER)]
fn a_property_of_nothing_is_not_proved(#[case] text: &str, #[case] more: &str) {
    let reason = undecided(&property(text, more));
    assert!(
        reason.starts_with("0 of 1 cover statements are reached in "),
        "{reason}"
    );
}

#[test]
fn a_body_without_cover_is_not_proved() {
    for engine in ["\"z3\"", "\"z3\"\nmode = \"comb\""] {
        let text = format!("name = \"n\"\nclaim = \"c\"\nbody = \"common.svh\"\nengine = {engine}");
        let reason = undecided(&property(&text, ""));
        assert!(reason.contains("no cover statement"), "{reason}");
    }
}

/// Registers that reset clears for good, so that only the step of the induction sees them set.
#[test]
fn a_step_from_an_unreachable_state_is_no_counterexample() {
    let stuck = "logic n, m; always_ff @(posedge clk_i or negedge rst_ni) if (!rst_ni) {n, m} <= 2'd0; else \
                 {n, m} <= {m, n}; assign count_o = n ? 3'd5 : count_q;";
    let reason = undecided(&property(COUNT, &edit("assign count_o = count_q;", stuck)));
    assert!(reason.contains("need not be reachable: "), "{reason}");
    assert!(reason.contains("; waveform: "), "{reason}");
    // abc needs no help.
    let unbounded = COUNT.replace("\"z3\"", "\"abc\"");
    let property = property(&unbounded, &edit("assign count_o = count_q;", stuck));
    assert_eq!(outcome(&property).unwrap(), Outcome::Proved);
}

#[rstest]
#[case::signal(COUNT, &edit("count_q", "other_q"), "count: the design has no signal dut.count_q")]
#[case::module(
    COUNT,
    "cut = [\"decision\"]",
    "count: the design has no module decision to cut"
)]
#[case::text(COUNT, &edit("no such text", ""), "\"no such text\" is in 0 places of module top; it must be in one")]
#[case::texts(
    COUNT,
    "edit = [{ module = \"top\", find = \"count_q\", replace = \"\" }]",
    "of module top; it must be in one"
)]
#[case::size(&COUNT.replace("width = 3", "width = 99"), "", "count: size: ")]
#[case::parameter(&COUNT.replace("width = 3", "depth = 3"), "", "count: size: ")]
fn wrong_properties_are_refused(#[case] text: &str, #[case] more: &str, #[case] message: &str) {
    let error = outcome(&property(text, more)).unwrap_err().to_string();
    assert!(error.starts_with("properties of deny_counter: "), "{error}");
    assert!(error.contains(message), "{error}");
    assert!(error.ends_with("; see docs/proofs.md"), "{error}");
}

#[test]
fn a_bug_that_changes_nothing_is_missed() {
    let planted = r#"
        [[planted]]
        name = "none"
        module = "top"
        find = "count_d = count_q;"
        replace = "count_d = count_q ;"
    "#;
    for text in [COUNT, STAYS, THRESHOLD] {
        let property = property(text, planted);
        let search = find(&property, &property.planted[0], &counter()).unwrap();
        assert_eq!(search, Search::Missed, "{}", property.name);
    }
}

/// A bug that shows after the cycles that are searched if nothing is said.
#[test]
fn a_bug_is_sought_as_long_as_states_need() {
    let late = "logic [6:0] n; always_ff @(posedge clk_i or negedge rst_ni) if (!rst_ni) n <= 7'd0; else \
                n <= n + 7'd1; assign count_o = (n > 7'd64) ? count_q ^ 3'd1 : count_q;";
    let planted = format!(
        "[[planted]]\nname = \"late\"\nmodule = \"top\"\nfind = \"assign count_o = count_q;\"\n\
         replace = \"{late}\""
    );
    let search = |reach: &str| {
        let property = property(COUNT, &format!("{reach}\n{planted}"));
        find(&property, &property.planted[0], &counter()).unwrap()
    };
    assert_eq!(search(""), Search::Missed);
    assert!(matches!(search("reach = 70"), Search::Found { .. }));
}

#[test]
fn a_property_without_bugs_is_told_so() {
    let error = property(COUNT, "")
        .bugs("deny_counter")
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("count: no planted bug, so nothing shows"),
        "{error}"
    );
}

#[test]
fn a_bug_is_a_whole_edit() {
    for bug in [
        "find = \"a\"",
        "module = \"top\"\nfind = \"a\"\nreplace = \"b\"\nedit = [{ module = \"top\", find = \"c\", replace = \"d\" }]",
    ] {
        let text = format!("{COUNT}\n[[planted]]\nname = \"half\"\n{bug}");
        let error = toml::from_str::<Property>(&text).unwrap_err().to_string();
        assert!(
            error.contains("planted bug \"half\": give module, find and replace"),
            "{error}"
        );
    }
}

#[test]
fn proofs_leave_no_file_behind() {
    let dir = tempdir().unwrap();
    let vcd: &Path = &dir.path().join("none/trace.vcd");
    assert_eq!(
        prove(&property(COUNT, ""), &counter(), vcd).unwrap(),
        Outcome::Proved
    );
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
}
