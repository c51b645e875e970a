//! The core with its buffer for unverified plaintext, and the core with AXI4-Stream ports.

use pimtee_hdl::mpe::ascon::settings::{DEPTHS, Setting};
use pimtee_sim::driver::ascon::{AsconDriver, Ending, Message, Stalls};
use pimtee_sim::golden::ascon::{self, Variant};
use pimtee_sim::kat::{KatFile, runner};
use pimtee_sim::verilator::Trace;
use pimtee_testbenches::ascon::{Core, vectors};
use pimtee_testbenches::{Outcome, check, check_property, equal, here};
use proptest::prelude::*;
use rstest::rstest;
use std::collections::BTreeMap;
use wellen::simple;

const FILE: &str = "ascon_hold";
const VARIANT: Variant = Variant::AsconAead128;
const KEY: [u8; 16] = [7; 16];
const NONCE: [u8; 16] = [9; 16];

const fn setting(variant: usize, rounds: usize, width: usize) -> Setting {
    Setting {
        variant,
        rounds,
        width,
    }
}

fn decryption(text: &[u8]) -> Message {
    let (ciphertext, tag) = ascon::encrypt(VARIANT, &KEY, &NONCE, &[1; 5], text);
    Message::decrypt(&NONCE, &[1; 5], &ciphertext, &tag).with_key(&KEY)
}

fn forged(text: &[u8], bit: usize) -> Message {
    let mut message = decryption(text);
    if let Some(tag) = &mut message.expected_tag {
        tag[bit / 8] ^= 1 << (bit % 8);
    }
    message
}

/// Every width and both kinds of ports; each variant; each depth.
#[rstest]
#[case(setting(0, 1, 32), 16, false)]
#[case(setting(0, 6, 64), 64, true)]
#[case(setting(1, 4, 128), 1024, false)]
#[case(setting(1, 1, 32), 256, true)]
#[case(setting(2, 1, 64), 64, false)]
#[case(setting(2, 2, 128), 16, true)]
#[case(setting(3, 1, 64), 16, false)]
#[case(setting(3, 2, 32), 64, true)]
#[case(setting(0, 1, 64), 0, true)]
#[case(setting(2, 1, 32), 0, true)]
#[case(setting(2, 4, 128), 0, true)]
#[case(setting(3, 1, 64), 0, true)]
fn official_vectors_are_answered(
    #[case] setting: Setting,
    #[case] hold_depth: usize,
    #[case] axis: bool,
    #[values(Stalls::none(), Stalls::all(0.4))] stalls: Stalls,
) {
    let core = Core::bare(setting).with(hold_depth, axis);
    check(FILE, "official_vectors_are_answered", |run| {
        for variant in core.variants() {
            let file = KatFile::read(here(vectors(variant)))?;
            let mut engine = core.engine(run, variant, stalls)?;
            let report = runner::run(&file.cases, &mut engine, &mut |_, _| {}, None);
            if let Some(failure) = report.failures.first() {
                return Err(format!("{core}: {failure}").into());
            }
            equal(
                &core.to_string(),
                report.summary(),
                "1089 passed, 0 failed".into(),
            )?;
        }
        Ok(())
    });
}

/// A good message after this one comes out as if nothing had been.
fn still_works(driver: &mut AsconDriver) -> Outcome {
    let text: Vec<u8> = (0..50).collect();
    let answer = driver.run_one(&decryption(&text))?;
    equal(
        "next message",
        (answer.text, answer.ending),
        (text, Ending::Verdict(true)),
    )
}

/// The driver refuses an output beat that comes before a good verdict, so a wrong tag that answers
/// with no text has shown none.
#[test]
fn nothing_shows_of_a_forged_message() {
    let strategy = (
        0..120usize,
        0..128usize,
        0.0..0.8,
        any::<bool>(),
        any::<u64>(),
    );
    check_property(
        FILE,
        "nothing_shows_of_a_forged_message",
        strategy,
        |run, &(length, bit, stall, axis, seed)| {
            let core = Core::fixed(VARIANT).with(16, axis);
            let mut driver = core.driver(run, VARIANT, Stalls::all(stall), seed)?;
            let answer = driver.run_one(&forged(&vec![3; length], bit))?;
            equal(
                "answer",
                (answer.text, answer.ending),
                (vec![], Ending::Verdict(false)),
            )?;
            equal("key loaded", driver.key_loaded()?, false)?;
            still_works(&mut driver)
        },
    );
}

/// Broken off at any cycle, by a reset or a clear, a message leaves nothing that shows in the next.
#[test]
fn a_message_broken_off_leaves_nothing() {
    let strategy = (
        0..200usize,
        0..250u64,
        any::<[bool; 3]>(),
        0.0..0.6,
        any::<u64>(),
    );
    check_property(
        FILE,
        "a_message_broken_off_leaves_nothing",
        strategy,
        |run, &(length, cycles, [axis, reset, wrong], stall, seed)| {
            let core = Core::fixed(VARIANT).with(16, axis);
            let mut driver = core.driver(run, VARIANT, Stalls::all(stall), seed)?;
            let text = vec![3; length];
            let message = match wrong {
                true => forged(&text, 9),
                false => decryption(&text),
            };
            driver.begin(&[message])?;
            driver.advance(cycles)?;
            match reset {
                true => driver.reset()?,
                false => driver.clear()?,
            }
            equal("key loaded", driver.key_loaded()?, false)?;
            still_works(&mut driver)
        },
    );
}

/// What fits is given out; one byte more is not, whether its tag is right or wrong.
#[rstest]
fn a_text_longer_than_the_buffer_is_dropped(
    #[values(32, 64, 128)] width: usize,
    #[values(false, true)] axis: bool,
) {
    check(FILE, "a_text_longer_than_the_buffer_is_dropped", |run| {
        let depth = DEPTHS[0];
        let core = Core::bare(setting(VARIANT as usize, 1, width)).with(depth, axis);
        let most = depth * width / 8;
        let mut driver = core.driver(run, VARIANT, Stalls::none(), run.seed())?;
        for length in [most + 1, most + 100, most - 1, most] {
            let text: Vec<u8> = (0..length).map(|i| i as u8).collect();
            let answer = driver.run_one(&decryption(&text))?;
            let expected = match length <= most {
                true => (text.clone(), Ending::Verdict(true)),
                false => (vec![], Ending::Overflow),
            };
            equal(
                &format!("{length} bytes"),
                (answer.text, answer.ending),
                expected,
            )?;
            equal("key loaded", driver.key_loaded()?, true)?;
            let answer = driver.run_one(&forged(&text, 3))?;
            let expected = match length <= most {
                true => Ending::Verdict(false),
                false => Ending::Overflow,
            };
            equal("forged", (answer.text, answer.ending), (vec![], expected))?;
            equal("key loaded", driver.key_loaded()?, false)?;
            still_works(&mut driver)?;
        }
        Ok(())
    });
}

/// An encryption does not know of the buffer: its cycles and its length are those of the core.
#[test]
fn encryptions_pass_through() {
    check(FILE, "encryptions_pass_through", |run| {
        let mut cycles = Vec::new();
        for depth in [0, 16] {
            let core = Core::fixed(VARIANT).with(depth, false);
            let mut driver = core.driver(run, VARIANT, Stalls::none(), run.seed())?;
            driver.load_key(&KEY)?;
            let answer = driver.encrypt(&NONCE, &[], &[5; 1000])?;
            equal("bytes", answer.text.len(), 1000)?;
            cycles.push(answer.cycles());
        }
        equal("cycles with the buffer", cycles[1], cycles[0])
    });
}

/// The cycles to the verdict are the same for a right and a wrong tag, and for every plaintext.
#[test]
fn the_verdict_comes_at_the_same_time() {
    check(FILE, "the_verdict_comes_at_the_same_time", |run| {
        let core = Core::fixed(VARIANT).with(16, false);
        let mut verdicts = Vec::new();
        for (text, wrong) in [
            ([0; 40], None),
            ([255; 40], None),
            ([3; 40], Some(0)),
            ([3; 40], Some(127)),
        ] {
            let mut driver = core.driver(run, VARIANT, Stalls::none(), run.seed())?;
            let message = match wrong {
                None => decryption(&text),
                Some(bit) => forged(&text, bit),
            };
            let answer = driver.run_one(&message)?;
            // A good verdict is followed by a cycle that fetches the first of five beats.
            let release = if wrong.is_none() { 6 } else { 0 };
            verdicts.push(answer.cycles() - release);
        }
        equal(
            "cycles to the verdict",
            verdicts.clone(),
            vec![verdicts[0]; 4],
        )
    });
}

/// How a message ends whose plaintext is in the buffer.
#[derive(Clone, Copy, Debug)]
enum End {
    Release,
    WrongTag,
    Overflow,
    Clear,
    ClearInRelease,
}

/// Plaintext was in the memory, and is no longer once the core is idle again: read off a waveform.
#[rstest]
fn the_memory_is_wiped(
    #[values(
        End::Release,
        End::WrongTag,
        End::Overflow,
        End::Clear,
        End::ClearInRelease
    )]
    end: End,
) -> Outcome {
    let core = Core::fixed(VARIANT).with(16, false);
    let library = core.library(Trace::Fst)?;
    let mut driver = AsconDriver::new(library, VARIANT, Stalls::none(), 1)?;
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("hold.fst");
    driver.record(&path, 0);
    let text = [0xa5; 100];
    match end {
        End::Release => drop(driver.run_one(&decryption(&text))?),
        End::WrongTag => drop(driver.run_one(&forged(&text, 5))?),
        End::Overflow => drop(driver.run_one(&decryption(&[0xa5; 200]))?),
        End::Clear | End::ClearInRelease => {
            driver.begin(&[decryption(&text)])?;
            // In the middle of the text, or of what is given out: after the reset 17 cycles wipe
            // the memory, 106 more bring the verdict, 14 the plaintext.
            let cycles = if matches!(end, End::Clear) { 80 } else { 130 };
            assert!(driver.advance(cycles)?, "the message is still in hand");
            driver.clear()?;
        }
    }
    driver.idle(40)?;
    assert!(!driver.busy()?);
    driver.close_wave()?;

    let mut wave = simple::read(&path)?;
    let hierarchy = wave.hierarchy();
    let var = |name: &str| {
        let var = hierarchy
            .iter_vars()
            .find(|var| var.full_name(hierarchy) == name);
        var.map(|var| var.signal_ref())
            .ok_or(format!("{name} is not in the waveform"))
    };
    let busy = var("TOP.ascon_aead.busy_o")?;
    let read_port = var("TOP.ascon_aead.u_buffer.u_words.rdata_q")?;
    let words: BTreeMap<String, _> = hierarchy
        .iter_vars()
        .map(|var| (var.full_name(hierarchy), var.signal_ref()))
        .filter(|(name, _)| name.contains("u_buffer.u_words.mem."))
        .collect();
    assert_eq!(words.len(), 16, "words of the memory in the waveform");
    let signals: Vec<_> = words.values().copied().chain([busy, read_port]).collect();
    wave.load_signals(&signals);
    // What the memory last read is zero whenever the core is idle.
    let (busy, read_port) = (wave.get_signal(busy), wave.get_signal(read_port));
    let (busy, read_port) = (busy.ok_or("no busy_o")?, read_port.ok_or("no rdata_q")?);
    let mut idle = 0;
    for (time, _) in busy
        .iter_changes()
        .filter(|(_, value)| value.to_string() == "0")
    {
        let before = read_port.iter_changes().take_while(|(at, _)| *at <= time);
        let shown = before.last().ok_or("no value of rdata_q")?.1.to_string();
        assert!(shown.bytes().all(|bit| bit == b'0'), "{shown} at {time}");
        idle += 1;
    }
    assert!(idle > 0, "the core was idle once");
    let mut held = 0;
    for (name, signal) in &words {
        let signal = wave.get_signal(*signal).ok_or("a signal is missing")?;
        let values: Vec<String> = signal
            .iter_changes()
            .map(|(_, value)| value.to_string())
            .collect();
        held += usize::from(values.iter().any(|value| value.starts_with("10100101")));
        let last = values.last().ok_or("a word without a value")?;
        assert!(last.bytes().all(|bit| bit == b'0'), "{name} ends as {last}");
    }
    // All whole beats, but where the clear came first.
    let expected = match end {
        End::Overflow => 16..=16,
        End::Clear => 2..=11,
        _ => 12..=12,
    };
    assert!(expected.contains(&held), "plaintext was in {held} words");
    Ok(())
}
