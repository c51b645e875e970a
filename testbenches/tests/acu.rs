//! The filter with its table: programmed by the monitor while traffic runs.

use pimtee_hdl::fmt::op;
use pimtee_sim::axi::{MasterStalls, Request, SlaveStalls};
use pimtee_sim::dice::Dice;
use pimtee_sim::golden::fmt::State;
use pimtee_sim::verilator::{Library, Trace};
use pimtee_testbenches::acu::whole::{Bench, CLEAR, FILTER, THRESHOLD, build, design};
use pimtee_testbenches::{Outcome, check, equal};
use rstest::rstest;
use std::sync::{Mutex, PoisonError};

/// Registers of the filter that are read.
const FILTER_REGISTERS: [u32; 12] = [
    0x00, 0x04, 0x08, 0x0c, 0x10, 0x18, 0x1c, 0x20, 0x24, 0x80, 0x84, 0x8c,
];

/// The build of the design; it is built once for each kind of waveform.
fn library(trace: Trace) -> Outcome<Library> {
    static BUILT: Mutex<Vec<(Trace, Library)>> = Mutex::new(Vec::new());
    let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, library)) = built.iter().find(|(t, _)| *t == trace) {
        return Ok(library.clone());
    }
    let new = build(&design()?, trace)?;
    built.push((trace, new.clone()));
    Ok(new)
}

/// A request near the granules of an entry: those of entry e are from 16 e to 16 e + 15.
fn request(dice: &mut Dice) -> Request {
    let entry = dice.below(4);
    let granule = 16 * entry + dice.pick(&[0, 1, 2, 3, 4, 7, 8, 15]);
    let size = dice.below(3);
    let burst = dice.pick(&[0, 1, 1, 1, 2]);
    let len = match burst {
        2 => dice.pick(&[1, 3, 7]),
        _ => dice.below(6),
    };
    let offset = dice.pick(&[0, 64, 4096 - (len + 1) * 4, 4092]) >> size << size;
    Request {
        addr: granule * 4096 + offset,
        id: dice.below(16),
        len,
        size,
        burst,
        // Mostly the source of the entry.
        user: if dice.falls(0.8) {
            entry
        } else {
            dice.below(12)
        },
        attributes: 0,
    }
}

/// Keeps requests of the master coming, until `requests` are taken; in between programs the table.
fn run(bench: &mut Bench, seed: u64, requests: u64) -> Outcome {
    let mut dice = Dice::new(seed);
    while bench.tally.requests < requests {
        if dice.falls(0.01) {
            let stall = |dice: &mut Dice| dice.pick(&[0.0, 0.2, 0.7]);
            bench.master.set_stalls(MasterStalls {
                request: stall(&mut dice),
                data: stall(&mut dice),
                answer: stall(&mut dice),
            });
            bench.slave.set_stalls(SlaveStalls {
                request: stall(&mut dice),
                data: stall(&mut dice),
                answer: dice.pick(&[0.0, 0.5, 0.95]),
            });
        }
        if bench.master.reads.len() < 2 {
            bench.master.read(request(&mut dice));
        }
        if bench.master.writes.len() < 2 {
            bench.master.write(request(&mut dice));
        }
        if bench.monitor_idle() {
            program(bench, &mut dice);
        }
        if dice.falls(0.0003) {
            bench.faults = 1 << dice.below(4);
        }
        bench.held = match dice.falls(0.02) {
            true => 1 << dice.below(4),
            false => 0,
        };
        bench.step()?;
    }
    bench.drain()
}

/// A step of the monitor: mostly what brings an entry on in its life.
fn program(bench: &mut Bench, dice: &mut Dice) {
    if dice.falls(0.3) {
        let address = match dice.falls(0.6) {
            true => FILTER + dice.pick(&FILTER_REGISTERS),
            false => dice.pick(&[0x00, 0x10, 0x18, 0x81c, 0x85c, 0x89c, 0x8dc, 0x800]),
        };
        bench.begin_read(address);
    }
    if dice.falls(0.05) {
        let (address, data) =
            dice.pick(&[(THRESHOLD, 40), (THRESHOLD, 200), (CLEAR, 1), (CLEAR, 0)]);
        bench.begin_write(address, data);
        return;
    }
    let entry = dice.below(4) as u32;
    let command = |bench: &mut Bench, op: u64| bench.begin_write(0x24, (op as u32) << 8 | entry);
    match bench.golden.entries()[entry as usize].state {
        State::Free => {
            let base = 16 * entry + dice.below(4) as u32;
            let values = [
                (0x40, base),
                (0x48, base + dice.below(6) as u32),
                (0x50, 1 << entry),
                (0x54, entry + 1),
                (0x58, dice.pick(&[3, 3, 3, 2, 1, 0])),
            ];
            for (address, data) in values {
                bench.begin_write(address, data);
            }
            command(bench, op::COMMIT);
        }
        State::Reserved => command(bench, op::ACTIVATE),
        State::Active if dice.falls(0.02) => command(bench, op::RELEASE),
        State::Active => {}
        State::Scrub => command(bench, op::FREE),
        State::Fault => command(bench, op::RECOVER),
        _ => {}
    }
    if dice.falls(0.01) {
        let any = dice.pick(&[op::COMMIT, op::ATTEST, op::FREE, op::ACTIVATE, op::FAULT]);
        bench.begin_write(0x24, (any as u32) << 8 | dice.below(6) as u32);
    }
    if dice.falls(0.02) {
        bench.begin_write(0x18, 0x1f);
    }
}

#[test]
fn traffic_is_filtered_by_the_table_while_it_changes() {
    check(
        "acu",
        "traffic_is_filtered_by_the_table_while_it_changes",
        |case| {
            let mut bench = Bench::new(&library(case.trace())?, 0.2, case.seed())?;
            if let Some(path) = case.wave() {
                bench.host.model().open_wave(path)?;
            }
            run(&mut bench, case.seed(), 20_000)?;
            println!("{:?}", bench.tally);
            let tally = &bench.tally;
            let often = [
                ("granted", tally.granted, 2000),
                ("denied", tally.requests - tally.granted, 4000),
                ("revoked in flight", tally.revoked_in_flight, 30),
                ("FREE refused while busy", tally.free_refused_busy, 30),
                ("freed", tally.freed, 50),
            ];
            for (what, count, least) in often {
                equal(
                    &format!("{what}, {count} times, is enough"),
                    count >= least,
                    true,
                )?;
            }
            Ok(())
        },
    );
}

/// Entry `entry` ACTIVE: granules 16 e to 16 e + 3 for source e, reads and writes.
fn activate(bench: &mut Bench, entry: u32) -> Outcome {
    bench.shadow([16 * entry, 16 * entry + 3], 1 << entry, entry + 1, 3)?;
    equal("COMMIT", bench.command(op::COMMIT, entry)?, true)?;
    equal("ACTIVATE", bench.command(op::ACTIVATE, entry)?, true)
}

/// A burst of two beats of the source of an entry, in its granules.
fn own(entry: u64, id: u64) -> Request {
    Request {
        addr: 16 * entry * 4096,
        id,
        len: 1,
        size: 2,
        burst: 1,
        user: entry,
        attributes: 0,
    }
}

#[test]
fn a_released_entry_grants_nothing_and_is_freed_once_drained() {
    check(
        "acu",
        "a_released_entry_grants_nothing_and_is_freed_once_drained",
        |case| {
            for write in [false, true] {
                let mut bench = Bench::new(&library(case.trace())?, 0.0, case.seed())?;
                activate(&mut bench, 0)?;
                activate(&mut bench, 1)?;
                let ask = |bench: &mut Bench, entry, id| match write {
                    true => drop(bench.master.write(own(entry, id))),
                    false => bench.master.read(own(entry, id)),
                };
                // The memory answers nothing of this direction.
                bench.slave.block = Some(write);
                for id in 0..4 {
                    ask(&mut bench, 0, id);
                }
                for _ in 0..40 {
                    bench.step()?;
                }
                equal("in flight", bench.in_flight(0), 4)?;
                equal("RELEASE", bench.command(op::RELEASE, 0)?, true)?;
                let granted = bench.tally.granted;
                for id in 4..6 {
                    ask(&mut bench, 0, id);
                }
                for _ in 0..100 {
                    equal("FREE before the drain", bench.command(op::FREE, 0)?, false)?;
                }
                equal("granted after RELEASE", bench.tally.granted, granted)?;
                // The memory answers again, and another tenant never stops.
                bench.slave.block = None;
                let mut id = 0;
                let mut drained = 0;
                while bench.in_flight(0) > 0 || drained < 8 {
                    drained += u64::from(bench.in_flight(0) == 0);
                    if bench.master.reads.len() + bench.master.writes.len() < 2 {
                        ask(&mut bench, 1, id % 16);
                        id += 1;
                    }
                    bench.step()?;
                }
                equal(
                    "the other tenant is in flight",
                    bench.in_flight(1) > 0,
                    true,
                )?;
                equal("FREE after the drain", bench.command(op::FREE, 0)?, true)?;
                bench.drain()?;
                // What another filter has in flight counts as well.
                equal("RELEASE", bench.command(op::RELEASE, 1)?, true)?;
                bench.held = 2;
                for _ in 0..60 {
                    equal("FREE while held", bench.command(op::FREE, 1)?, false)?;
                }
                bench.held = 0;
                equal("FREE", bench.command(op::FREE, 1)?, true)?;
            }
            Ok(())
        },
    );
}

#[test]
fn a_fault_ends_grants_and_locks_hold() {
    check("acu", "a_fault_ends_grants_and_locks_hold", |case| {
        let mut bench = Bench::new(&library(case.trace())?, 0.1, case.seed())?;
        activate(&mut bench, 0)?;
        activate(&mut bench, 1)?;
        equal("LOCK", bench.command(op::LOCK, 1)?, true)?;
        equal(
            "RELEASE of a locked entry",
            bench.command(op::RELEASE, 1)?,
            false,
        )?;
        for entry in [0, 1] {
            bench.master.read(own(entry, entry));
        }
        bench.drain()?;
        equal("granted", bench.tally.granted, 2)?;
        // Locks do not hold faults up.
        bench.faults = 3;
        bench.step()?;
        for entry in [0, 1] {
            bench.master.read(own(entry, entry));
            bench.master.write(own(entry, entry));
        }
        bench.drain()?;
        equal("granted", bench.tally.granted, 2)?;
        equal("RECOVER", bench.command(op::RECOVER, 0)?, true)?;
        equal(
            "RECOVER of a locked entry",
            bench.command(op::RECOVER, 1)?,
            false,
        )?;
        // The monitor reads what was denied, and empties it.
        for offset in FILTER_REGISTERS {
            bench.begin_read(FILTER + offset);
        }
        bench.drain()?;
        equal("THRESHOLD", bench.write(THRESHOLD, 4)?, true)?;
        equal("CLEAR", bench.write(CLEAR, 1)?, true)?;
        equal(
            "THRESHOLD of nine bits",
            bench.write(THRESHOLD, 0x100)?,
            false,
        )?;
        equal("the log is written", bench.write(FILTER + 0x18, 0)?, false)?;
        equal("a hole is written", bench.write(FILTER + 0x40, 0)?, false)?;
        for id in 0..6 {
            bench.master.read(own(0, id));
        }
        bench.drain()?;
        for offset in FILTER_REGISTERS {
            bench.begin_read(FILTER + offset);
        }
        bench.drain()?;
        equal("the table is locked", bench.write(0x14, 1)?, true)?;
        equal("FREE in a locked table", bench.command(op::FREE, 0)?, false)?;
        Ok(())
    });
}

/// An entry with a long read in flight is released, while many short ones of another are answered.
fn long_read(bench: &mut Bench) -> Outcome {
    activate(bench, 0)?;
    activate(bench, 1)?;
    bench.master.read(Request {
        len: 255,
        ..own(0, 0)
    });
    for id in 1..8 {
        bench.master.read(own(1, id));
    }
    while bench.in_flight(0) == 0 || bench.in_flight(1) == 0 {
        bench.step()?;
    }
    equal("RELEASE", bench.command(op::RELEASE, 0)?, true)?;
    let (mut refused, mut id) = (0, 0);
    loop {
        while bench.master.reads.len() < 4 {
            id += 1;
            bench.master.read(own(1, 1 + id % 15));
        }
        if bench.command(op::FREE, 0)? {
            break;
        }
        refused += 1;
    }
    equal("FREE is refused many times", refused > 20, true)?;
    bench.drain()
}

#[test]
fn answers_of_others_do_not_free_an_entry() {
    check("acu", "answers_of_others_do_not_free_an_entry", |case| {
        long_read(&mut Bench::new(&library(case.trace())?, 0.0, case.seed())?)
    });
}

/// The design with a part of its text replaced.
fn mutant(original: &str, changed: &str) -> Outcome<Library> {
    let mut design = design()?;
    let files = &mut design.files;
    let found: usize = files
        .iter()
        .map(|file| file.text.matches(original).count())
        .sum();
    assert_ne!(found, 0, "{original:?} is not in the emitted text");
    for file in files {
        file.text = file.text.replace(original, changed);
    }
    build(&design, Trace::None)
}

#[test]
fn answers_that_end_any_request_are_found() -> Outcome {
    let library = mutant("== done_id_i)", "== done_id_i || (|done_id_i))")?;
    let error = long_read(&mut Bench::new(&library, 0.0, 1)?).expect_err("the mutant is found");
    println!("{error}");
    Ok(())
}

/// Random programs and traffic find a fault in what holds the parts together.
#[rstest]
#[case::busy_not_wired("drain_entry_busy_o[i] || entry_busy_i[i]", "entry_busy_i[i]")]
#[case::reads_not_waited_for("running_q && !reads_marked_o &&", "running_q &&")]
#[case::writes_not_waited_for("!reads_marked_o && !writes_marked_o", "!reads_marked_o")]
#[case::nothing_marked(".mark_i    (starts)", ".mark_i    (1'b0)")]
#[case::write_data_to_the_wrong_half(
    "low_wvalid   = offer_w && !to_high",
    "low_wvalid   = offer_w"
)]
#[case::cleared_by_a_zero("(register == 8'd6) && bus_write_data_o[0]", "(register == 8'd6)")]
fn a_mutant_is_found(#[case] original: &str, #[case] changed: &str) -> Outcome {
    let mut bench = Bench::new(&mutant(original, changed)?, 0.2, 1)?;
    let error = run(&mut bench, 1, 12_000).expect_err("the mutant is found");
    println!("{error}");
    Ok(())
}
