//! What the documentation of the Ascon core promises, on random messages under Verilator.

use pimtee_sim::driver::ascon::{
    Answer, AsconDriver, DriverError, Ending, Handshake, Message, Stalls,
};
use pimtee_sim::golden::ascon::{self, Variant};
use pimtee_testbenches::ascon::{Build, core, documented_cycles};
use pimtee_testbenches::{Outcome, Run, check, check_property, equal};
use proptest::collection::vec;
use proptest::prelude::*;
use rstest::rstest;

const FILE: &str = "ascon_properties";

/// Greatest length of associated data and text, in bytes.
const LONGEST: usize = 4096;

/// Plain values of one message.
#[derive(Clone, Debug)]
struct Plain {
    key: [u8; 16],
    nonce: [u8; 16],
    ad: Vec<u8>,
    text: Vec<u8>,
}

impl Plain {
    fn sealed(&self, variant: Variant) -> (Vec<u8>, [u8; 16]) {
        ascon::encrypt(variant, &self.key, &self.nonce, &self.ad, &self.text)
    }

    fn encryption(&self) -> Message {
        Message::encrypt(&self.nonce, &self.ad, &self.text).with_key(&self.key)
    }

    fn decryption(&self, variant: Variant) -> Message {
        let (text, tag) = self.sealed(variant);
        Message::decrypt(&self.nonce, &self.ad, &text, &tag).with_key(&self.key)
    }

    /// Both answers that the golden model gives, encryption first.
    fn check(&self, variant: Variant, answers: &[Answer]) -> Outcome {
        let (text, tag) = self.sealed(variant);
        let got: Vec<_> = answers.iter().map(|a| (&a.text, a.ending)).collect();
        let expected = vec![
            (&text, Ending::Tag(tag)),
            (&self.text, Ending::Verdict(true)),
        ];
        equal("answers", got, expected)
    }

    /// Encrypts and decrypts it on the driver, and checks both answers.
    fn check_on(&self, driver: &mut AsconDriver, variant: Variant) -> Outcome {
        let both = [self.encryption(), self.decryption(variant)];
        let both = both.map(|message| message.with_variant(variant));
        self.check(variant, &driver.run(&both)?)
    }
}

fn bytes(longest: usize) -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        3 => vec(any::<u8>(), 0..=40.min(longest)),
        1 => vec(any::<u8>(), 0..=longest),
    ]
}

fn plain(longest: usize) -> impl Strategy<Value = Plain> {
    let lengths = (
        any::<[u8; 16]>(),
        any::<[u8; 16]>(),
        bytes(longest),
        bytes(longest),
    );
    lengths.prop_map(|(key, nonce, ad, text)| Plain {
        key,
        nonce,
        ad,
        text,
    })
}

/// Full speed, or every stream with a probability of its own.
fn stalls() -> impl Strategy<Value = Stalls> {
    let some = vec(0.0..0.9, 8).prop_map(|probabilities| {
        let pairs = Handshake::ALL.into_iter().zip(probabilities);
        pairs.fold(Stalls::none(), |stalls, (handshake, probability)| {
            stalls.with(handshake, probability)
        })
    });
    prop_oneof![1 => Just(Stalls::none()), 3 => some]
}

fn variants() -> impl Strategy<Value = Variant> {
    prop::sample::select(&Variant::ALL[..])
}

fn builds() -> impl Strategy<Value = Build> {
    prop::sample::select(&[Build::Fixed, Build::Selectable][..])
}

/// A message of fixed content for `seed`.
fn sample(seed: u64, ad: usize, text: usize) -> Plain {
    let stream = |salt: u64, count: usize| -> Vec<u8> {
        (0..count as u64)
            .map(|index| {
                let mixed = (seed ^ salt << 32 ^ index).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                (mixed >> 56) as u8
            })
            .collect()
    };
    let block = |salt| std::array::from_fn(|index| stream(salt, 16)[index]);
    Plain {
        key: block(1),
        nonce: block(2),
        ad: stream(3, ad),
        text: stream(4, text),
    }
}

#[rstest]
fn messages_equal_the_golden_model(
    #[values(Variant::Ascon128, Variant::Ascon128a, Variant::AsconAead128)] variant: Variant,
    #[values(Build::Fixed, Build::Selectable)] build: Build,
) {
    let strategy = (vec(plain(LONGEST), 1..4), stalls(), any::<u64>());
    check_property(
        FILE,
        "messages_equal_the_golden_model",
        strategy,
        |run, (plains, stalls, seed)| {
            let mut driver = core(build, variant).driver(run, variant, *stalls, *seed)?;
            let messages: Vec<Message> = plains
                .iter()
                .flat_map(|plain| [plain.encryption(), plain.decryption(variant)])
                .collect();
            let answers = driver.run(&messages)?;
            equal("answers", answers.len(), messages.len())?;
            for (plain, answers) in plains.iter().zip(answers.chunks(2)) {
                plain.check(variant, answers)?;
            }
            Ok(())
        },
    );
}

#[test]
fn the_variant_may_change_with_every_message() {
    let strategy = (vec((plain(64), variants()), 2..8), stalls(), any::<u64>());
    check_property(
        FILE,
        "the_variant_may_change_with_every_message",
        strategy,
        |run, (plains, stalls, seed)| {
            let mut driver = core(Build::Selectable, Variant::Ascon128).driver(
                run,
                Variant::Ascon128,
                *stalls,
                *seed,
            )?;
            for (plain, variant) in plains {
                plain.check_on(&mut driver, *variant)?;
            }
            Ok(())
        },
    );
}

/// The part of a message that is forged, and a bit of it, counted modulo its length.
#[derive(Clone, Copy, Debug)]
enum Forged {
    Ciphertext,
    Ad,
    Nonce,
    Tag,
}

#[rstest]
fn forged_messages_are_refused(
    #[values(Forged::Ciphertext, Forged::Ad, Forged::Nonce, Forged::Tag)] part: Forged,
) {
    let not_empty = plain(200).prop_filter("there is a bit to flip", |plain| {
        !plain.ad.is_empty() && !plain.text.is_empty()
    });
    let bit = any::<prop::sample::Index>();
    let strategy = (not_empty, bit, variants(), builds(), stalls(), any::<u64>());
    check_property(
        FILE,
        "forged_messages_are_refused",
        strategy,
        |run, (plain, bit, variant, build, stalls, seed)| {
            let mut driver = core(*build, *variant).driver(run, *variant, *stalls, *seed)?;
            plain.check_on(&mut driver, *variant)?;
            let mut message = plain.decryption(*variant);
            let target = match part {
                Forged::Ciphertext => &mut message.text[..],
                Forged::Ad => &mut message.ad[..],
                Forged::Nonce => &mut message.nonce[..],
                Forged::Tag => match &mut message.expected_tag {
                    Some(tag) => &mut tag[..],
                    None => return Err("a decryption has a tag".into()),
                },
            };
            let bit = bit.index(8 * target.len());
            target[bit / 8] ^= 1 << (bit % 8);
            let answer = driver.run_one(&message)?;
            equal("verdict", answer.ending, Ending::Verdict(false))?;
            equal("key loaded", driver.key_loaded()?, false)?;
            plain.check_on(&mut driver, *variant)?;
            equal("key loaded", driver.key_loaded()?, true)
        },
    );
}

#[test]
fn without_a_key_no_message_is_taken() {
    check(FILE, "without_a_key_no_message_is_taken", |run| {
        let variant = Variant::Ascon128a;
        let plain = sample(run.seed(), 20, 20);
        let mut driver =
            core(Build::Fixed, variant).driver(run, variant, Stalls::none(), run.seed())?;
        driver.set_patience(100);
        let mut forged = plain.decryption(variant);
        forged.expected_tag = Some([0; 16]);
        equal(
            "verdict",
            driver.run_one(&forged)?.ending,
            Ending::Verdict(false),
        )?;
        let error = match driver.encrypt(&plain.nonce, &plain.ad, &plain.text) {
            Ok(answer) => return Err(format!("there is an answer: {answer:?}").into()),
            Err(error) => error.to_string(),
        };
        let waits = "nonce is offered and not taken, ad is offered and not taken, \
                     text is offered and not taken, out is awaited and not valid, no key is loaded";
        equal("the error names who waits", error.contains(waits), true)?;
        equal(
            "the error names the seed",
            error.contains(&format!("seed {}", run.seed())),
            true,
        )?;
        // The driver is fit for the next message.
        plain.check_on(&mut driver, variant)
    });
}

#[rstest]
fn a_variant_the_core_lacks_is_refused(
    #[values(Variant::Ascon128, Variant::Ascon128a, Variant::AsconAead128)] variant: Variant,
) {
    check(FILE, "a_variant_the_core_lacks_is_refused", |run| {
        let plain = sample(run.seed(), 9, 9);
        let mut driver =
            core(Build::Fixed, variant).driver(run, variant, Stalls::none(), run.seed())?;
        for other in Variant::ALL.into_iter().filter(|other| *other != variant) {
            match driver.run_one(&plain.encryption().with_variant(other)) {
                Err(DriverError::Refused { variant, .. }) => equal("refused", variant, other)?,
                result => return Err(format!("expected a refusal, got {result:?}").into()),
            }
            plain.check_on(&mut driver, variant)?;
        }
        Ok(())
    });
}

#[rstest]
fn cycles_follow_the_documented_formula(
    #[values(Variant::Ascon128, Variant::Ascon128a, Variant::AsconAead128)] variant: Variant,
    #[values(Build::Fixed, Build::Selectable)] build: Build,
) {
    check(FILE, "cycles_follow_the_documented_formula", |run| {
        let mut driver = core(build, variant).driver(run, variant, Stalls::none(), run.seed())?;
        let short = (0..=34).flat_map(|ad| (0..=34).map(move |text| (ad, text)));
        for (ad, text) in short.chain([(0, LONGEST), (LONGEST, 0), (1000, 3001)]) {
            let plain = sample(run.seed(), ad, text);
            let answers = driver.run(&[plain.encryption(), plain.decryption(variant)])?;
            plain.check(variant, &answers)?;
            for (answer, decrypt) in answers.iter().zip([false, true]) {
                let expected = documented_cycles(core(build, variant), variant, ad, text, decrypt);
                let what = format!("cycles for {ad} and {text} bytes, decrypt {decrypt}");
                equal(&what, answer.cycles(), expected)?;
            }
        }
        Ok(())
    });
}

#[rstest]
#[case(Variant::Ascon128, 14)]
#[case(Variant::Ascon128a, 10)]
#[case(Variant::AsconAead128, 10)]
fn long_messages_take_at_most(#[case] variant: Variant, #[case] cycles_per_16_bytes: u64) {
    check(FILE, "long_messages_take_at_most", |run| {
        for build in [Build::Fixed, Build::Selectable] {
            let mut driver =
                core(build, variant).driver(run, variant, Stalls::none(), run.seed())?;
            for decrypt in [false, true] {
                for in_text in [false, true] {
                    let mut cycles = |length: usize| -> Outcome<u64> {
                        let plain = match in_text {
                            true => sample(run.seed(), 0, length),
                            false => sample(run.seed(), length, 0),
                        };
                        let message = match decrypt {
                            true => plain.decryption(variant),
                            false => plain.encryption(),
                        };
                        Ok(driver.run_one(&message)?.cycles())
                    };
                    let blocks = 100;
                    let more = cycles(1024 + 16 * blocks)? - cycles(1024)?;
                    if more > cycles_per_16_bytes * blocks as u64 {
                        return Err(
                            format!("{blocks} blocks of 16 bytes take {more} cycles").into()
                        );
                    }
                }
            }
        }
        Ok(())
    });
}

#[test]
fn cycles_do_not_depend_on_secrets() {
    let lengths = (0..100usize, 0..100usize);
    let forged = any::<prop::sample::Index>();
    let strategy = (
        lengths,
        any::<[u64; 2]>(),
        forged,
        variants(),
        builds(),
        any::<u64>(),
    );
    check_property(
        FILE,
        "cycles_do_not_depend_on_secrets",
        strategy,
        |run, ((ad, text), seeds, bit, variant, build, seed)| {
            let mut driver = core(*build, *variant).driver(run, *variant, Stalls::none(), *seed)?;
            let mut cycles = Vec::new();
            for seed in seeds {
                let plain = sample(*seed, *ad, *text);
                let mut forged = plain.decryption(*variant);
                if let Some(tag) = &mut forged.expected_tag {
                    let bit = bit.index(128);
                    tag[bit / 8] ^= 1 << (bit % 8);
                }
                let messages = [plain.encryption(), plain.decryption(*variant), forged];
                let answers = driver.run(&messages)?;
                cycles.push(answers.iter().map(Answer::cycles).collect::<Vec<_>>());
                equal("forged tag", answers[2].ending, Ending::Verdict(false))?;
                equal(
                    "cycles to the verdict",
                    answers[2].cycles(),
                    answers[1].cycles(),
                )?;
            }
            equal("cycles", cycles[0].clone(), cycles[1].clone())
        },
    );
}

#[test]
fn no_cycle_is_idle_between_messages() {
    let one = (plain(64), any::<bool>(), any::<bool>());
    let strategy = (vec(one, 2..12), variants(), builds(), any::<u64>());
    check_property(
        FILE,
        "no_cycle_is_idle_between_messages",
        strategy,
        |run, (plains, variant, build, seed)| {
            let mut driver = core(*build, *variant).driver(run, *variant, Stalls::none(), *seed)?;
            let key = plains[0].0.key;
            driver.load_key(&key)?;
            let mut messages = Vec::new();
            for (plain, decrypt, new_key) in plains {
                let plain = Plain {
                    key,
                    ..plain.clone()
                };
                let message = match decrypt {
                    true => plain.decryption(*variant),
                    false => plain.encryption(),
                };
                // A key costs the two cycles of its beats, and nothing else.
                messages.push(match new_key {
                    true => message,
                    false => Message {
                        key: None,
                        ..message
                    },
                });
            }
            let answers = driver.run(&messages)?;
            for (pair, message) in answers.windows(2).zip(&messages[1..]) {
                let key_beats = 2 * u64::from(message.key.is_some());
                let gap = pair[1].first_cycle - pair[0].last_cycle - 1;
                equal("cycles between two messages", gap, key_beats)?;
            }
            Ok(())
        },
    );
}

/// What breaks off a message.
#[derive(Clone, Copy, Debug)]
enum Break {
    Reset,
    Clear,
}

#[rstest]
fn a_message_broken_off_leaves_nothing(#[values(Break::Reset, Break::Clear)] by: Break) {
    let cycle = any::<prop::sample::Index>();
    let strategy = (
        plain(100),
        plain(100),
        cycle,
        variants(),
        builds(),
        stalls(),
        any::<u64>(),
    );
    check_property(
        FILE,
        "a_message_broken_off_leaves_nothing",
        strategy,
        |run, (first, next, cycle, variant, build, stalls, seed)| {
            let mut driver = core(*build, *variant).driver(run, *variant, *stalls, *seed)?;
            for message in [first.encryption(), first.decryption(*variant)] {
                driver.begin(std::slice::from_ref(&message))?;
                // Two cycles of key, then any cycle of the message, or a little later.
                let decrypt = message.expected_tag.is_some();
                let core = core(*build, *variant);
                let (ad, text) = (first.ad.len(), first.text.len());
                let cycles = documented_cycles(core, *variant, ad, text, decrypt);
                driver.advance(cycle.index(cycles as usize + 2) as u64)?;
                match by {
                    Break::Reset => driver.reset()?,
                    Break::Clear => driver.clear()?,
                }
                equal("key loaded", driver.key_loaded()?, false)?;
                next.check_on(&mut driver, *variant)?;
            }
            Ok(())
        },
    );
}

/// State without a reset starts random: none of it may show.
#[test]
fn the_state_before_reset_does_not_matter() {
    check(FILE, "the_state_before_reset_does_not_matter", |run| {
        for build in [Build::Fixed, Build::Selectable] {
            for variant in Variant::ALL {
                let plain = sample(run.seed(), 21, 37);
                let mut cycles = Vec::new();
                for seed in 0..8 {
                    let mut driver = core(build, variant).driver(
                        run,
                        variant,
                        Stalls::none(),
                        run.seed().wrapping_add(seed),
                    )?;
                    let answers = driver.run(&[plain.encryption(), plain.decryption(variant)])?;
                    plain.check(variant, &answers)?;
                    cycles.push((answers[0].first_cycle, answers[1].last_cycle));
                }
                equal("cycles of all seeds", cycles.clone(), vec![cycles[0]; 8])?;
            }
        }
        Ok(())
    });
}

/// The next key and nonce are offered from the middle of a message on: the driver refuses a core
/// that takes them, and the message comes out as if nothing had been offered.
#[test]
fn a_busy_core_takes_no_key_and_no_nonce() {
    let strategy = (
        plain(64),
        plain(64),
        0..40u64,
        variants(),
        builds(),
        any::<u64>(),
    );
    check_property(
        FILE,
        "a_busy_core_takes_no_key_and_no_nonce",
        strategy,
        |run, (first, next, cycles, variant, build, seed)| {
            let mut driver = core(*build, *variant).driver(run, *variant, Stalls::none(), *seed)?;
            let alone = driver.run_one(&first.encryption())?;
            driver.begin(&[first.encryption()])?;
            driver.advance(4 + cycles % 30)?;
            equal("busy", driver.busy()?, true)?;
            driver.begin(&[next.encryption(), next.decryption(*variant)])?;
            let answers = driver.finish()?;
            let outcome = |answer: &Answer| (answer.text.clone(), answer.ending, answer.cycles());
            equal("the message in hand", outcome(&answers[0]), outcome(&alone))?;
            let gap = answers[1].first_cycle - answers[0].last_cycle - 1;
            equal("cycles for the next key", gap, 2)?;
            next.check(*variant, &answers[1..])
        },
    );
}

/// Runs the same messages at the same seed twice, the second time with a waveform from the middle
/// on: what a failing test does.
#[test]
fn a_run_repeats_cycle_by_cycle_with_a_waveform() {
    check(
        FILE,
        "a_run_repeats_cycle_by_cycle_with_a_waveform",
        |run| {
            let variant = Variant::AsconAead128;
            let plain = sample(run.seed(), 30, 30);
            let folder = tempfile::tempdir()?;
            let path = folder.path().join("second.fst");
            let answers = |run: &Run, record: bool| -> Outcome<Vec<Answer>> {
                let library = core(Build::Fixed, variant).library(match record {
                    true => pimtee_sim::verilator::Trace::Fst,
                    false => run.trace(),
                })?;
                let mut driver = AsconDriver::new(library, variant, Stalls::all(0.5), run.seed())?;
                if record {
                    driver.record(&path, 2);
                }
                let mut answers = Vec::new();
                for _ in 0..2 {
                    equal("waveform", path.exists(), false)?;
                    answers.extend(driver.run(&[plain.encryption()])?);
                }
                answers.extend(driver.run(&[plain.decryption(variant)])?);
                driver.close_wave()?;
                Ok(answers)
            };
            equal("answers", answers(run, false)?, answers(run, true)?)?;
            equal("waveform", path.exists(), true)
        },
    );
}
