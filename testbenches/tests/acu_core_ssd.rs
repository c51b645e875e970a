//! The filters between cores and of an SSD against plain models of their rules.

use pimtee_gen::sv::{Emitted, ResetKind};
use pimtee_hdl::acu::settings::{self, COUNT_WIDTH, SOURCES};
use pimtee_sim::dice::Dice;
use pimtee_sim::golden::policy::Entry;
use pimtee_sim::verilator::{Build, Library, Model, OptLevel};
use pimtee_testbenches::acu::table::{TablePorts, random_entry, unpacked};
use pimtee_testbenches::{DEFAULT_SEED, Outcome, emitted, equal};
use rstest::rstest;
use std::collections::VecDeque;

/// Bits of a logical block address.
const LBA_WIDTH: usize = 48;
const ENTRIES: usize = 4;
const CYCLES: u64 = 60_000;

fn core_design() -> Outcome<Emitted> {
    let mut block = settings::acu_core(64, ENTRIES).ok_or("no such setting")?;
    block.connect_all();
    emitted(block.as_ref(), "acu_core", ResetKind::Async)
}

fn ssd_design() -> Outcome<Emitted> {
    let mut block = settings::acu_ssd(ENTRIES, LBA_WIDTH).ok_or("no such setting")?;
    block.connect_all();
    emitted(block.as_ref(), "acu_ssd", ResetKind::Async)
}

/// Builds the design with texts replaced, all of which must be there.
fn changed(mut design: Emitted, changes: &[(&str, &str)]) -> Outcome<Library> {
    for (original, changed) in changes {
        let mut found = 0;
        for file in &mut design.files {
            found += file.text.matches(original).count();
            file.text = file.text.replace(original, changed);
        }
        assert_ne!(found, 0, "{original:?} is not in the emitted text");
    }
    let build = Build::new(&design).x_initial_unique(true);
    Ok(build.opt_level(OptLevel::O0).build()?)
}

fn set(model: &mut Model, name: &str, value: u64) -> Outcome {
    model.set(model.input(name)?, value);
    Ok(())
}

fn get(model: &Model, name: &str) -> Outcome<u64> {
    Ok(model.get(model.output(name)?))
}

/// The lowest entry that is active, with a job, with `source`, and that holds `place`.
fn entry_of(entries: &[Entry], source: u64, place: impl Fn(&Entry) -> bool) -> Option<usize> {
    let has = |e: &Entry| source < SOURCES as u64 && e.sources >> source & 1 == 1;
    entries
        .iter()
        .position(|e| e.active && e.job != 0 && has(e) && place(e))
}

/// Counts of denials, as the ports show them.
#[derive(Default)]
struct Counts {
    entries: [u64; ENTRIES],
    background: u64,
}

impl Counts {
    fn add(&mut self, entry: Option<usize>) {
        let count = match entry {
            Some(index) => &mut self.entries[index],
            None => &mut self.background,
        };
        *count = (*count + 1).min((1 << COUNT_WIDTH) - 1);
    }

    fn check(&self, model: &Model, port: &str) -> Outcome {
        let words = model.get_wide(model.output(port)?);
        let shown: Vec<u64> = (0..ENTRIES)
            .map(|index| unpacked(words, index, COUNT_WIDTH))
            .collect();
        equal("counts", shown.as_slice(), self.entries.as_slice())?;
        equal(
            "background",
            get(model, "background_count_o")?,
            self.background,
        )?;
        equal("alert_o", get(model, "alert_o")?, 0)
    }
}

fn core_traffic(library: &Library) -> Outcome {
    let mut dice = Dice::new(DEFAULT_SEED);
    let mut model = library.instantiate(DEFAULT_SEED)?;
    let mut entries = vec![Entry::default(); ENTRIES];
    let ports = ["active", "sources", "job"].map(|name| model.input(&format!("entry_{name}_i")));
    let [active, sources, job] = ports;
    let (active, sources, job) = (active?, sources?, job?);
    set(&mut model, "deny_threshold_i", 255)?;
    model.reset(2)?;
    // Nothing is taken in the first cycle.
    model.cycle()?;
    let mut counts = Counts::default();
    // The packet under way: granted, source, destination; and the beat that is offered.
    let mut packet: Option<(bool, u64, u64)> = None;
    let mut beat: Option<(u64, u64, u64, u64)> = None;
    let (mut granted_packets, mut denied_packets) = (0, 0);
    for _ in 0..CYCLES {
        if dice.falls(0.05) {
            let index = dice.below(ENTRIES as u64) as usize;
            // A core in two entries has the job of the lower one.
            entries[index] = Entry {
                active: dice.falls(0.9),
                sources: dice.word() & 0xffff,
                job: dice.below(4),
                ..Entry::default()
            };
            let side_by_side = |width: usize, value: &dyn Fn(&Entry) -> u64| {
                (0..ENTRIES).fold(0, |all, i| all | value(&entries[i]) << (width * i))
            };
            let values = [
                side_by_side(1, &|e| e.active.into()),
                side_by_side(16, &|e| e.sources),
                side_by_side(8, &|e| e.job),
            ];
            for (port, value) in [active, sources, job].into_iter().zip(values) {
                model.set(port, value);
            }
        }
        if beat.is_none() && dice.falls(0.8) {
            let core = |dice: &mut Dice| dice.pick(&[0, 1, 2, 3, 7, 15, 16, 17, 255]);
            beat = Some((
                core(&mut dice),
                core(&mut dice),
                dice.word(),
                dice.falls(0.4).into(),
            ));
        }
        let (id, dest, data, last) = beat.unwrap_or_default();
        let ready = dice.falls(0.6);
        for (name, value) in [
            ("s_axis_tvalid", beat.is_some().into()),
            ("s_axis_tid", id),
            ("s_axis_tdest", dest),
            ("s_axis_tdata", data),
            ("s_axis_tkeep", data & 0xff),
            ("s_axis_tlast", last),
            ("m_axis_tready", ready.into()),
        ] {
            set(&mut model, name, value)?;
        }
        model.cycle()?;
        counts.check(&model, "deny_count_o")?;
        if beat.is_none() {
            equal("tvalid", get(&model, "m_axis_tvalid")?, 0)?;
            continue;
        }
        if packet.is_none() {
            let sender = entry_of(&entries, id, |_| true);
            let receiver = entry_of(&entries, dest, |_| true);
            let job = |entry: Option<usize>| entry.map(|index| entries[index].job);
            let granted = sender.is_some() && job(sender) == job(receiver);
            packet = Some((granted, id, dest));
            match granted {
                true => granted_packets += 1,
                false => {
                    denied_packets += 1;
                    counts.add(sender);
                }
            }
        }
        let (granted, source, target) = packet.unwrap_or_default();
        equal("tvalid", get(&model, "m_axis_tvalid")?, granted.into())?;
        let taken = ready || !granted;
        equal("tready", get(&model, "s_axis_tready")?, taken.into())?;
        if granted {
            let names = ["tid", "tdest", "tdata", "tkeep", "tlast"];
            let expected = [source, target, data, data & 0xff, last];
            for (name, value) in names.into_iter().zip(expected) {
                equal(name, get(&model, &format!("m_axis_{name}"))?, value)?;
            }
        }
        if taken {
            beat = None;
            if last == 1 {
                packet = None;
            }
        }
    }
    println!("{granted_packets} packets granted, {denied_packets} denied");
    match granted_packets.min(denied_packets) {
        0..1000 => Err("too few packets of one kind".into()),
        _ => Ok(()),
    }
}

/// What an SSD filter shows for a command.
type Shown = (bool, [u64; 5]);

fn ssd_traffic(library: &Library) -> Outcome {
    let mut dice = Dice::new(DEFAULT_SEED);
    let mut model = library.instantiate(DEFAULT_SEED)?;
    let mut entries = vec![Entry::default(); ENTRIES];
    let table = TablePorts::new(library, LBA_WIDTH)?;
    set(&mut model, "threshold_i", 255)?;
    for index in 0..ENTRIES {
        entries[index] = random_entry(&mut dice, &entries, index, LBA_WIDTH);
    }
    table.set(&mut model, &entries);
    model.reset(2)?;
    let mut counts = Counts::default();
    let mut expected: VecDeque<Shown> = VecDeque::new();
    let mut command: Option<[u64; 5]> = None;
    let mut kinds = [0_u64; 8];
    for _ in 0..CYCLES {
        if dice.falls(0.02) {
            let index = dice.below(ENTRIES as u64) as usize;
            entries[index] = random_entry(&mut dice, &entries, index, LBA_WIDTH);
            table.set(&mut model, &entries);
        }
        if command.is_none() && dice.falls(0.8) {
            let entry = &entries[dice.below(ENTRIES as u64) as usize];
            let length = dice.pick(&[0, 0, 1, 2, 7, 65535]);
            let greatest = u64::MAX >> (64 - LBA_WIDTH);
            let lba = match dice.below(6) {
                0 => entry.base,
                1 => entry.base.saturating_sub(1),
                2 => entry.limit.saturating_sub(length),
                3 => (entry.limit + 1).saturating_sub(length).min(greatest),
                4 => greatest - dice.below(3),
                _ => (entry.limit + 1).min(greatest),
            };
            let members: Vec<u64> = (0..16).filter(|s| entry.sources >> s & 1 == 1).collect();
            let stranger = dice.pick(&[0, 5, 16, 255]);
            let queue = match dice.falls(0.85) {
                true => dice.pick(&members),
                false => stranger,
            };
            command = Some([dice.below(4), lba, length, queue, dice.word() & 0xffff]);
        }
        let names = ["op", "lba", "length", "queue", "tag"];
        for (name, value) in names.iter().zip(command.unwrap_or_default()) {
            set(&mut model, &format!("cmd_{name}_i"), value)?;
        }
        set(&mut model, "cmd_valid_i", command.is_some().into())?;
        let readies = ["ssd", "deny"].map(|port| (port, dice.falls(0.7)));
        for (port, ready) in readies {
            set(&mut model, &format!("{port}_ready_i"), ready.into())?;
        }
        model.cycle()?;
        counts.check(&model, "count_o")?;
        for (port, ready) in readies {
            let granted = port == "ssd";
            let is_next = expected.front().is_some_and(|(next, _)| *next == granted);
            let valid = get(&model, &format!("{port}_valid_o"))?;
            equal(port, valid, is_next.into())?;
            if !is_next {
                continue;
            }
            let [op, lba, length, queue, tag] = expected[0].1;
            let shows: &[(&str, u64)] = match granted {
                true => &[
                    ("op", op),
                    ("lba", lba),
                    ("length", length),
                    ("queue", queue),
                    ("tag", tag),
                ],
                false => &[("queue", queue), ("tag", tag)],
            };
            for (name, value) in shows {
                equal(name, get(&model, &format!("{port}_{name}_o"))?, *value)?;
            }
            if ready {
                expected.pop_front();
                break;
            }
        }
        let Some([op, lba, length, queue, _]) = command else {
            continue;
        };
        if get(&model, "cmd_ready_o")? == 0 {
            continue;
        }
        // A flush has no blocks.
        let holds = |e: &Entry| {
            op == 2
                || (u128::from(e.base) <= u128::from(lba)
                    && u128::from(lba) + u128::from(length) <= u128::from(e.limit))
        };
        let entry = entry_of(&entries, queue, holds);
        let granted = entry.is_some_and(|index| match op {
            0 => entries[index].read,
            2 => true,
            _ => entries[index].write,
        });
        if !granted {
            counts.add(entry);
        }
        kinds[op as usize * 2 + usize::from(granted)] += 1;
        expected.push_back((granted, command.take().unwrap_or_default()));
    }
    println!("denied and granted reads, writes, flushes, trims: {kinds:?}");
    match kinds.iter().min() {
        Some(least) if *least >= 500 => Ok(()),
        _ => Err(format!("too few commands of one kind: {kinds:?}").into()),
    }
}

#[test]
fn packets_stay_inside_a_job() -> Outcome {
    core_traffic(&changed(core_design()?, &[])?)
}

#[test]
fn commands_touch_only_what_the_table_grants() -> Outcome {
    ssd_traffic(&changed(ssd_design()?, &[])?)
}

/// Faults planted in the filter between cores; random packets find every one.
#[rstest]
#[case::decided_again_in_mid_packet(&[("(go_q && !no_q)", "(go_q && !no_q && pass)")])]
#[case::core_id_of_the_number_of_cores(&[("16'd1 << source_i", "16'd1 << source_i[3:0]")])]
#[case::core_0_matches_every_entry(&[
    ("sender   = 16'd1 << source_i;", "sender   = (source_i == 8'd0) ? 16'hffff : 16'd1 << source_i;"),
])]
#[case::two_cores_without_a_job(&[("(sender_job_0 == 8'd0)", "1'b0")])]
#[case::later_destination_counts(&[("now_dest = dest_q;", "now_dest = s_axis_tdest;")])]
fn a_fault_between_cores_is_found(#[case] changes: &[(&str, &str)]) -> Outcome {
    match core_traffic(&changed(core_design()?, changes)?) {
        Ok(()) => Err("the fault was not found".into()),
        Err(error) => {
            println!("{error}");
            Ok(())
        }
    }
}

/// Faults planted in the filter of an SSD; random commands find every one.
#[rstest]
#[case::end_of_region_exclusive(&[
    ("(less_6 | most_6)", "less_6"),
    ("(last_i > limit)", "(last_i >= limit)"),
    ("(first_i < base_3)", "(first_i <= base_3)"),
])]
#[case::checked_at_its_start_only(&[("(last_block[47:0])", "(cmd_lba_i)")])]
#[case::length_one_short(&[("+ 49'(cmd_length_i)", "+ 49'(cmd_length_i) - 49'd1")])]
#[case::wraps_at_the_last_block(&[("= last_block[48] && !flush;", "= 1'b0;")])]
#[case::trim_taken_for_a_read(&[("(cmd_op_i != 2'd0)", "(cmd_op_i == 2'd1)")])]
fn a_fault_of_the_ssd_filter_is_found(#[case] changes: &[(&str, &str)]) -> Outcome {
    match ssd_traffic(&changed(ssd_design()?, changes)?) {
        Ok(()) => Err("the fault was not found".into()),
        Err(error) => {
            println!("{error}");
            Ok(())
        }
    }
}
