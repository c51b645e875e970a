//! The FDU management table against its golden model: programs of the secure monitor, legal and
//! illegal, with stalls, faults from other hardware and requests of the MPE.

use std::sync::{Mutex, PoisonError};

use pimtee_gen::sv::ResetKind;
use pimtee_hdl::fmt::op;
use pimtee_sim::driver::axi_lite::{MONITOR, Read, Write};
use pimtee_sim::golden::fmt::{Pins, Sizes};
use pimtee_sim::verilator::{Library, Trace};
use pimtee_testbenches::fmt::{Bench, SMALL, Step, Tally, WIDE, design, library, mutated};
use pimtee_testbenches::{Outcome, Run, check, check_property};
use proptest::collection::vec;
use proptest::prelude::*;
use rand_like::Dice;
use rstest::rstest;

mod rand_like {
    //! Random pins.

    /// A small generator; its numbers depend on the seed alone.
    pub struct Dice(pub u64);

    impl Dice {
        /// True once in `n` times.
        pub fn once_in(&mut self, n: u64) -> bool {
            self.0 = self
                .0
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (self.0 >> 33).is_multiple_of(n)
        }
    }
}

/// The build of a size; each is built once.
fn built(sizes: Sizes, trace: Trace) -> Outcome<Library> {
    static BUILT: Mutex<Vec<(Sizes, Trace, Library)>> = Mutex::new(Vec::new());
    let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    let known = built.iter().find(|(s, t, _)| *s == sizes && *t == trace);
    if let Some((_, _, library)) = known {
        return Ok(library.clone());
    }
    let new = library(&design(sizes, ResetKind::Async)?, trace)?;
    built.push((sizes, trace, new.clone()));
    Ok(new)
}

fn bench(run: &Run, sizes: Sizes, stalls: f64) -> Outcome<Bench> {
    let library = built(sizes, run.trace())?;
    let mut bench = Bench::new(&library, sizes, stalls, run.seed())?;
    if let Some(path) = run.wave() {
        bench.host.model().open_wave(path)?;
    }
    Ok(bench)
}

fn write(address: u32, data: u32) -> Step {
    Step::Write(Write::monitor(address, data))
}

fn command(op: u64, entry: u32) -> Step {
    write(0x24, (op as u32) << 8 | entry)
}

/// The upper parts of granule numbers, which a table for 32-bit addresses has not.
fn high(base: u32, limit: u32) -> [Step; 2] {
    [write(0x44, base), write(0x4c, limit)]
}

/// Writes of the shadow entry: first granule, last granule, sources, job, attributes.
fn shadow(base: u32, limit: u32, sources: u32, job: u32, attributes: u32) -> Vec<Step> {
    vec![
        write(0x40, base),
        write(0x48, limit),
        write(0x50, sources),
        write(0x54, job),
        write(0x58, attributes),
    ]
}

fn load(slot: u32, words: std::ops::Range<u32>, salt: u32) -> Vec<Step> {
    let word = |word| {
        write(
            0x200 + 32 * slot + 4 * word,
            salt.wrapping_mul(0x9e37_79b9) ^ word,
        )
    };
    words.map(word).collect()
}

/// A part of a program.
fn chunk() -> impl Strategy<Value = Vec<Step>> {
    let entry = || 0..4u32;
    let fields = (0..24u32, 0..8u32, 0..16u32, 0..4u32, 0..8u32, 0..4u32);
    let commit =
        (entry(), fields.clone()).prop_map(|(entry, (base, len, sources, job, flags, slot))| {
            let limit = if len == 7 {
                base.wrapping_sub(1) & 0xfffff
            } else {
                base + len
            };
            let mut steps = shadow(base, limit, sources, job, flags | slot << 8);
            if sources % 4 == 0 {
                steps.extend(high(job, job + len / 4));
            }
            steps.push(command(op::COMMIT, entry));
            steps
        });
    let life = (
        entry(),
        fields,
        any::<u32>(),
        0..12usize,
        any::<[bool; 3]>(),
    )
        .prop_map(
            |(entry, (base, len, _, job, flags, slot), salt, takes, [attested, fails, ends])| {
                // Jobs keep to their parts, so that most of this is legal.
                let (job, base) = (entry + 1 + (job == 3) as u32, 32 * entry + base % 24);
                let mut steps = load(slot, 0..8, salt);
                steps.extend(shadow(base, base + len, 1 << entry, job, flags | slot << 8));
                steps.push(write(0x1c, salt & 0xff));
                steps.push(command(op::COMMIT, entry));
                if attested {
                    steps.push(command(op::ATTEST, entry));
                }
                steps.push(command(op::ACTIVATE, entry));
                steps.push(Step::Settle);
                steps.extend((0..takes).map(|at| Step::Request(entry as usize, at % 3 == 0)));
                if fails {
                    steps.push(command(op::FAULT, entry));
                    steps.push(command(op::RECOVER, entry));
                }
                if ends {
                    steps.push(Step::Settle);
                    steps.push(command(op::RELEASE, entry));
                    steps.extend([command(op::FREE, entry); 4]);
                    steps.push(write(0x24, (op::ERASE as u32) << 8 | slot << 16));
                }
                steps
            },
        );
    let any_command = (0..6u32, 0..12u32, 0..40u32).prop_map(|(entry, op, slot)| {
        let slot = if op == 9 {
            slot & 3
        } else {
            slot.saturating_sub(36)
        };
        vec![write(0x24, op << 8 | entry | slot << 16)]
    });
    let reads = vec(
        prop_oneof![
            4 => (0..0x400u32).prop_map(|word| Read::monitor(4 * word)),
            4 => (0..0x18u32).prop_map(|word| Read::monitor(4 * word)),
            4 => (0..4u32, 0..16u32).prop_map(|(entry, word)| Read::monitor(0x800 + 0x40 * entry + 4 * word)),
            1 => (0..0x1000u32, 0..8u8).prop_map(|(address, protection)| Read { address, protection }),
            1 => (0..4u32, 0..8u8).prop_map(|(word, protection)| Read { address: 4 * word, protection }),
        ],
        1..6,
    )
    .prop_map(|reads| reads.into_iter().map(Step::Read).collect());
    let keys = (0..4u32, 0..4u32, 0..8u32, 0..9u32, any::<u32>()).prop_map(
        |(slot, other, from, to, salt)| {
            // A key of one piece, or of two that do not belong together.
            let mut steps = load(slot, from..to, salt);
            if salt % 2 == 0 {
                steps = load(slot, 0..from, salt);
                steps.extend(load(other, from..8, salt));
            }
            steps
        },
    );
    let raw = (
        prop_oneof![
            0..0x60u32,
            0..0x1000u32,
            (0..0x18u32).prop_map(|word| 4 * word),
            (0..32u32).prop_map(|word| 0x200 + 4 * word)
        ],
        prop_oneof![any::<u32>(), 0..16u32],
        prop_oneof![3 => Just(0xf_u8), 1 => 0..16u8],
        prop_oneof![3 => Just(MONITOR), 1 => 0..8u8],
    )
        .prop_map(|(address, data, strobe, protection)| {
            // The policy has a part of its own: it would end most programs early.
            let address = if address & !3 == 0x14 { 0x18 } else { address };
            let address = if address & !3 == 0x1c && data > 0xffff {
                0x2c
            } else {
                address
            };
            vec![Step::Write(Write {
                address,
                data,
                strobe,
                protection,
            })]
        });
    let take = (0..4usize, any::<bool>()).prop_map(|(entry, key)| vec![Step::Request(entry, key)]);
    let lock = (entry(), 0..8u32).prop_map(|(entry, way)| match way {
        0 => vec![write(0x14, 1)],
        6 => vec![write(0x14, 4)],
        7 => vec![write(0x14, 0)],
        1..4 => vec![write(0x14, 2)],
        _ => vec![command(op::LOCK, entry)],
    });
    let clear = (0..0x40u32).prop_map(|bits| vec![write(0x18, bits)]);
    prop_oneof![
        20 => commit,
        20 => life,
        40 => any_command,
        10 => reads,
        6 => keys,
        20 => raw,
        10 => take,
        2 => lock,
        3 => clear,
        3 => Just(vec![Step::Settle]),
    ]
}

fn program() -> impl Strategy<Value = Vec<Step>> {
    vec(chunk(), 1..60).prop_map(|chunks| chunks.concat())
}

/// Runs a program, with random pins.
fn execute(bench: &mut Bench, program: &[Step], seed: u64) -> Outcome {
    let mut dice = Dice(seed);
    let mut turn = |bench: &mut Bench| {
        for pins in &mut bench.pins {
            *pins = Pins {
                busy: pins.busy ^ dice.once_in(20),
                scrubbed: pins.scrubbed ^ dice.once_in(20),
                fault: dice.once_in(400),
            };
        }
        bench.cycle()
    };
    for step in program {
        while bench.open() > 3 {
            turn(bench)?;
        }
        bench.begin(*step)?;
        turn(bench)?;
    }
    while bench.open() > 0 {
        turn(bench)?;
    }
    bench.pins.fill(Pins::default());
    bench.settle()
}

#[test]
fn random_programs_do_what_the_model_does() {
    check_property(
        "fmt",
        "random_programs_do_what_the_model_does",
        (program(), 0..3usize),
        |run, (program, stalls)| {
            let mut bench = bench(run, SMALL, [0.0, 0.3, 0.8][*stalls])?;
            execute(&mut bench, program, run.seed() ^ program.len() as u64)
        },
    );
}

#[test]
fn random_programs_of_a_table_with_wide_addresses_do_what_the_model_does() {
    check_property(
        "fmt",
        "random_programs_of_a_table_with_wide_addresses_do_what_the_model_does",
        program(),
        |run, program| {
            let mut bench = bench(run, WIDE, 0.2)?;
            execute(&mut bench, program, run.seed() ^ program.len() as u64)
        },
    );
}

/// Programs from a fixed seed, and what happened in them.
fn fixed_programs(bench: impl Fn(u64) -> Outcome<Bench>, count: u64) -> Outcome<Tally> {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let mut tally = Tally::new();
    for seed in 0..count {
        let program = program()
            .new_tree(&mut runner)
            .map_err(|reason| reason.to_string())?
            .current();
        let mut bench = bench(seed)?;
        execute(&mut bench, &program, seed)?;
        for (what, times) in bench.tally {
            *tally.entry(what).or_default() += times;
        }
    }
    Ok(tally)
}

/// The random programs reach what they are there for, each at least ten times.
#[test]
fn every_command_is_taken_and_refused_in_random_programs() {
    check(
        "fmt",
        "every_command_is_taken_and_refused_in_random_programs",
        |run| {
            let library = built(SMALL, run.trace())?;
            let tally = fixed_programs(|seed| Bench::new(&library, SMALL, 0.2, seed), 500)?;
            println!("{tally:?}");
            let mut bins: Vec<(&str, u32)> = (1..=9)
                .flat_map(|op| [("taken", op), ("refused", op)])
                .collect();
            // LOCK is refused to entries that are not there alone.
            bins.extend([
                ("refused", 0),
                ("refused", 10),
                ("vector given", 0),
                ("vector refused", 0),
                ("vector refused", 1),
            ]);
            bins.extend([
                ("key word", 0),
                ("key broken off", 0),
                ("read taken", 0),
                ("read refused", 0),
            ]);
            bins.extend(
                [0x14, 0x18, 0x1c, 0x40, 0x48, 0x50, 0x54, 0x58, 0x200]
                    .map(|at| ("register taken", at)),
            );
            bins.extend(
                [0x14, 0x18, 0x1c, 0x40, 0x48, 0x50, 0x54, 0x58, 0x200]
                    .map(|at| ("register refused", at)),
            );
            let missed: Vec<_> = bins
                .iter()
                .filter(|bin| tally.get(bin).copied().unwrap_or(0) < 10)
                .collect();
            match missed.is_empty() {
                true => Ok(()),
                false => Err(format!("seen fewer than ten times: {missed:?} of {tally:?}").into()),
            }
        },
    );
}

/// A table with a line of its text replaced does not do what the model does.
#[rstest]
#[case::write_lost_while_answered_okay(
    "shadow_limit_d = data[19:0];",
    "shadow_limit_d = shadow_limit_q;"
)]
#[case::read_back_differs("pick_limit_o = limit_q;", "pick_limit_o = base_q;")]
#[case::locked_from_the_start("lock_q <= 2'd1;", "lock_q <= 2'd2;")]
#[case::lock_does_not_stop_a_rewrite(
    "(locked_q == 2'd1) && !entry_locked && !picked[8]",
    "(locked_q == 2'd1) && !picked[8]"
)]
#[case::table_lock_does_not_stop_a_rewrite(
    "(locked_q == 2'd1) && !entry_locked && !picked[8]",
    "!entry_locked && !picked[8]"
)]
#[case::fault_lost(
    "(locked_q == 2'd1) && !entry_locked && !picked[8]",
    "(locked_q == 2'd1) && !entry_locked"
)]
#[case::last_granule_left_out("(base <= shadow_limit_q)", "(base < shadow_limit_q)")]
#[case::overlap_looked_for_at_one_end(
    "(base <= shadow_limit_q) && (shadow_base_q <= limit)",
    "(base <= shadow_limit_q)"
)]
#[case::shared_source("(|(sources & shadow_sources_q))", "1'b0")]
#[case::shared_key("(keyed && shadow_flags_q[2] && (key_slot == shadow_slot_q))", "1'b0")]
#[case::unscrubbed_memory_given_away("(dirty && overlaps)", "1'b0")]
#[case::free_before_it_is_scrubbed(
    "(state == 4'd9) && scrubbed && !busy",
    "(state == 4'd9) && !busy"
)]
#[case::free_with_something_in_flight(
    "(state == 4'd9) && scrubbed && !busy",
    "(state == 4'd9) && scrubbed"
)]
#[case::active_without_attestation("(attest_q == 2'd1)", "1'b1")]
#[case::entry_beyond_the_end("data[7:0] >= 8'd4", "data[7:0] > 8'd4")]
#[case::job_none("(|shadow_job_q)", "1'b1")]
#[case::key_word_overwritten("!loaded_q[word_slot]", "1'b1")]
#[case::key_words_in_any_order("(word == load_word_q)", "1'b1")]
#[case::key_of_two_slots("(word_slot == load_slot_q)", "1'b1")]
#[case::key_erased_in_use("conflict = held && keyed && (key_slot == slot);", "conflict = 1'b0;")]
#[case::vector_given_twice("activates || iv_granted_o", "activates")]
#[case::vectors_without_end("vector_end     = vector_counter[3]", "vector_end     = 1'b0")]
#[case::epoch_given_twice("epoch_d = epoch_q + 32'd1;", "epoch_d = epoch_q;")]
#[case::epoch_lowered("(data > epoch_q)", "(data != epoch_q)")]
#[case::answer_withdrawn("end else if (s_axil_bready) begin", "end else begin")]
#[case::answer_doubled("aw_full_d = 1'b0;", "aw_full_d = 1'b1;")]
fn a_mutant_is_found(#[case] original: &str, #[case] replacement: &str) -> Outcome {
    let mut design = design(SMALL, ResetKind::Async)?;
    mutated(&mut design, original, replacement)?;
    let library = library(&design, Trace::None)?;
    let result = fixed_programs(|seed| Bench::new(&library, SMALL, 0.2, seed), 200);
    assert!(result.is_err(), "nothing is found");
    Ok(())
}
