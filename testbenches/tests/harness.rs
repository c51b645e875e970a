//! A failing test leaves a waveform, and says how to open it and how to run again.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use pimtee_hdl::acu::DenyCounter;
use pimtee_testbenches::{Outcome, Run, check, check_property, lockstep, tools};

fn fails_after(run: &Run, cycles: u32) -> Outcome {
    let mut block = DenyCounter::<4>::default();
    let mut model = lockstep::model(run, &mut block, "deny_counter")?;
    for _ in 0..cycles {
        lockstep!(block, model, { rst_ni: false } => []);
    }
    Err("planted".into())
}

fn message(test: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(test)).expect_err("the test fails");
    *panic.downcast::<String>().expect("the message is text")
}

/// The path after `gtkwave` in a message.
fn wave(message: &str) -> &Path {
    let line = message
        .lines()
        .find_map(|line| line.strip_prefix("waveform: gtkwave "));
    Path::new(line.unwrap_or_else(|| panic!("no waveform in: {message}")))
}

#[test]
fn a_failing_test_leaves_a_waveform() {
    let message = message(|| check("harness", "a", |run| fails_after(run, 20)));
    assert!(message.starts_with("planted\n"), "{message}");
    let path = wave(&message);
    assert!(path.metadata().unwrap().len() > 100, "{message}");
    std::fs::remove_file(path).unwrap();
    let seed = pimtee_testbenches::seed();
    let replay = format!("PIMTEE_SEED={seed} cargo test -p pimtee-testbenches --test harness -- ");
    assert!(message.contains(&replay), "{message}");
}

#[test]
fn a_failing_property_names_the_smallest_value() {
    let message = message(|| {
        check_property("harness", "b", 0..100u32, |run, cycles| match *cycles {
            0..=16 => Ok(()),
            cycles => fails_after(run, cycles),
        });
    });
    std::fs::remove_file(wave(&message)).unwrap();
    assert!(message.contains("smallest failing value: 17"), "{message}");
}

#[test]
fn a_missing_tool_is_named() {
    let error = tools::run("no-such-tool", &[], Path::new(".")).unwrap_err();
    let expected = "no-such-tool was not found; install it with: apt-get install no-such-tool \
                    (or run: make setup)";
    assert_eq!(error.to_string(), expected);
}
