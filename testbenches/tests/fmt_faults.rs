//! Each kind of fault that such tables had in public, at the place where it would show.

use pimtee_gen::sv::ResetKind;
use pimtee_hdl::fmt::op;
use pimtee_sim::driver::axi_lite::{AxiLite, Read, Write};
use pimtee_sim::golden::fmt::{Pins, Sizes, State};
use pimtee_sim::verilator::{Library, Trace};
use pimtee_testbenches::fmt::{Bench, SMALL, Step, WIDE, design, library, mutated};
use pimtee_testbenches::{Outcome, equal};
use rstest::rstest;

const SEED: u64 = 3;

fn bench(sizes: Sizes) -> Outcome<Bench> {
    Bench::new(
        &library(&design(sizes, ResetKind::Async)?, Trace::None)?,
        sizes,
        0.0,
        SEED,
    )
}

/// A bench of the small table with parts of its text replaced.
fn mutant(changes: &[(&str, &str)]) -> Outcome<Library> {
    let mut design = design(SMALL, ResetKind::Async)?;
    for (original, replacement) in changes {
        mutated(&mut design, original, replacement)?;
    }
    library(&design, Trace::None)
}

/// Writes the shadow entry; every write is taken.
fn shadow(bench: &mut Bench, [base, limit, sources, job, attributes]: [u32; 5]) -> Outcome {
    let values = [base, limit, sources, job, attributes];
    for (address, value) in [0x40, 0x48, 0x50, 0x54, 0x58].into_iter().zip(values) {
        taken(bench.write(address, value)?)?;
    }
    Ok(())
}

fn taken(taken: bool) -> Outcome {
    equal("it is taken", taken, true)
}

fn refused(taken: bool) -> Outcome {
    equal("it is taken", taken, false)
}

/// Takes an entry through to ACTIVE.
fn activate(bench: &mut Bench, entry: u32, fields: [u32; 5]) -> Outcome {
    shadow(bench, fields)?;
    taken(bench.command(op::COMMIT, entry)?)?;
    taken(bench.command(op::ACTIVATE, entry)?)
}

fn load(bench: &mut Bench, slot: u32) -> Outcome {
    for word in 0..8 {
        taken(bench.write(0x200 + 32 * slot + 4 * word, 0x1000 * slot + word)?)?;
    }
    Ok(())
}

fn read(bench: &mut Bench, address: u32) -> Outcome {
    bench.begin(Step::Read(Read::monitor(address)))?;
    bench.settle()
}

/// The lock of each entry is its own, entry 0's too; it stops a rewrite, and holds until reset.
#[rstest]
fn a_lock_stops_every_change_of_its_entry_and_of_no_other(
    #[values(0, 1, 2, 3)] locked: u32,
) -> Outcome {
    let mut bench = bench(SMALL)?;
    shadow(&mut bench, [0, 0, 1, 1, 3])?;
    taken(bench.command(op::COMMIT, locked)?)?;
    taken(bench.command(op::LOCK, locked)?)?;
    for op in [op::COMMIT, op::ATTEST, op::ACTIVATE, op::RELEASE, op::FREE] {
        refused(bench.command(op, locked)?)?;
    }
    for entry in (0..4).filter(|entry| *entry != locked) {
        let entry_fields = [
            0x10 * (entry + 1),
            0x10 * (entry + 1),
            1 << (entry + 1),
            2 + entry,
            3,
        ];
        activate(&mut bench, entry, entry_fields)?;
        taken(bench.command(op::RELEASE, entry)?)?;
    }
    // Towards FAULT a lock holds nothing up, and there it stays.
    taken(bench.command(op::FAULT, locked)?)?;
    refused(bench.command(op::RECOVER, locked)?)?;
    for entry in 0..4 {
        read(&mut bench, 0x81c + 0x40 * entry)?;
    }
    Ok(())
}

#[test]
fn the_lock_of_the_table_stops_every_change() -> Outcome {
    let mut bench = bench(SMALL)?;
    taken(bench.write(0x1c, 5)?)?;
    load(&mut bench, 1)?;
    activate(&mut bench, 2, [4, 7, 1, 1, 3])?;
    taken(bench.write(0x14, 1)?)?;
    taken(bench.write(0x14, 0)?)?;
    shadow(&mut bench, [8, 9, 2, 2, 3])?;
    refused(bench.command(op::COMMIT, 0)?)?;
    refused(bench.command(op::RELEASE, 2)?)?;
    refused(bench.write(0x24, (op::ERASE as u32) << 8 | 1 << 16)?)?;
    refused(bench.write(0x200, 1)?)?;
    refused(bench.write(0x1c, 9)?)?;
    taken(bench.command(op::FAULT, 2)?)
}

/// Every bit of every field is stored, matched and read back; no constant is too narrow for it.
#[rstest]
#[case(SMALL)]
#[case(WIDE)]
fn every_bit_of_a_field_is_matched_and_read_back(#[case] sizes: Sizes) -> Outcome {
    let mut bench = bench(sizes)?;
    let wide = sizes.granule_bits > 32;
    for bit in 0..sizes.granule_bits {
        let granule = 1_u64 << bit;
        let fields = [
            granule as u32,
            granule as u32,
            1 << (bit % sizes.sources),
            1 << (bit % 16),
            2,
        ];
        shadow(&mut bench, fields)?;
        if wide {
            for address in [0x44, 0x4c] {
                taken(bench.write(address, (granule >> 32) as u32)?)?;
            }
        }
        let entry = bit % sizes.entries as u32;
        taken(bench.command(op::COMMIT, entry)?)?;
        taken(bench.command(op::ACTIVATE, entry)?)?;
        for word in 0..12 {
            read(&mut bench, 0x800 + 0x40 * entry + 4 * word)?;
        }
        equal(
            "view",
            bench.golden.entries()[entry as usize].fields.base,
            granule,
        )?;
        bench.pins[entry as usize].scrubbed = true;
        taken(bench.command(op::RELEASE, entry)?)?;
        taken(bench.command(op::FREE, entry)?)?;
    }
    // Beyond the field there is nothing that could be lost.
    if !wide {
        refused(bench.write(0x40, 1 << sizes.granule_bits)?)?;
        refused(bench.write(0x44, 0)?)?;
    }
    Ok(())
}

/// The last granule belongs to an entry: a region may begin right after it, and not at it.
#[test]
fn regions_of_two_jobs_may_touch_but_not_share_a_granule() -> Outcome {
    let mut bench = bench(SMALL)?;
    activate(&mut bench, 0, [8, 15, 1, 1, 3])?;
    for (base, limit, free) in [
        (0, 7, true),
        (16, 20, true),
        (0, 8, false),
        (15, 15, false),
        (0, 0xfffff, false),
        (9, 9, false),
    ] {
        shadow(&mut bench, [base, limit, 2, 2, 3])?;
        equal("committed", bench.command(op::COMMIT, 1)?, free)?;
    }
    // Of the same job they may.
    shadow(&mut bench, [9, 9, 2, 1, 3])?;
    taken(bench.command(op::COMMIT, 1)?)
}

/// A commit looks at a table that does not change meanwhile.
fn fall_in_mid_check(bench: &mut Bench) -> Outcome {
    activate(bench, 0, [8, 15, 1, 1, 3])?;
    // Of the same job, so it may overlap, unless the other is at fault.
    shadow(bench, [8, 15, 1, 1, 3])?;
    for delay in 0..12 {
        bench.begin(Step::Write(Write::monitor(0x24, 0x101)))?;
        for _ in 0..delay {
            bench.cycle()?;
        }
        bench.pins[0].fault = true;
        bench.cycle()?;
        bench.pins[0].fault = false;
        bench.settle()?;
        // Back to where it was.
        bench.pins.fill(Pins {
            scrubbed: true,
            ..Pins::default()
        });
        for entry in [0, 1] {
            bench.command(op::RECOVER, entry)?;
            bench.command(op::RELEASE, entry)?;
            bench.command(op::FREE, entry)?;
        }
        activate(bench, 0, [8, 15, 1, 1, 3])?;
    }
    Ok(())
}

#[test]
fn an_entry_that_falls_in_mid_check_is_looked_at_again() -> Outcome {
    fall_in_mid_check(&mut bench(SMALL)?)
}

#[test]
fn a_check_that_does_not_begin_again_is_found() -> Outcome {
    let library = mutant(&[(
        "if (any_falls) begin\n          count_d",
        "if (1'b0) begin\n          count_d",
    )])?;
    assert!(fall_in_mid_check(&mut Bench::new(&library, SMALL, 0.0, SEED)?).is_err());
    Ok(())
}

/// No word of a key that is loaded, or being loaded, can be replaced by another.
#[test]
fn a_key_cannot_be_overwritten_in_part() -> Outcome {
    let mut bench = bench(SMALL)?;
    let word = |slot: u32, word: u32| 0x200 + 32 * slot + 4 * word;
    load(&mut bench, 1)?;
    for at in 0..8 {
        refused(bench.write(word(1, at), 0)?)?;
    }
    // A gap, a repetition, another slot in between: the slot is not loaded.
    for wrong in [word(2, 5), word(2, 3), word(3, 4), word(1, 4)] {
        for at in 0..4 {
            taken(bench.write(word(2, at), at)?)?;
        }
        refused(bench.write(wrong, 0)?)?;
        refused(bench.write(word(2, 4), 0)?)?;
        read(&mut bench, 0x20)?;
    }
    // A partial write is none.
    taken(bench.write(word(2, 0), 0)?)?;
    let partial = Write {
        strobe: 0x7,
        ..Write::monitor(word(2, 1), 0)
    };
    bench.begin(Step::Write(partial))?;
    bench.settle()?;
    refused(bench.write(word(2, 1), 0)?)?;
    // What was loaded is still what the MPE gets.
    taken(bench.write(0x1c, 1)?)?;
    activate(&mut bench, 3, [0, 0, 1, 1, 7 | 1 << 8])?;
    bench.begin(Step::Request(3, true))?;
    bench.settle()
}

/// No address answers with a key word.
#[test]
fn no_read_gives_a_key_word() -> Outcome {
    let mut bench = bench(SMALL)?;
    taken(bench.write(0x1c, 1)?)?;
    load(&mut bench, 1)?;
    activate(&mut bench, 0, [0, 0, 1, 1, 7 | 1 << 8])?;
    for address in (0..0x1000).step_by(4) {
        bench.begin(Step::Request(0, true))?;
        bench.begin(Step::Read(Read::monitor(address)))?;
        if bench.open() > 6 {
            bench.settle()?;
        }
    }
    bench.settle()
}

#[test]
fn a_key_in_use_cannot_be_erased_and_an_erased_one_not_be_used() -> Outcome {
    let mut bench = bench(SMALL)?;
    let erase = (op::ERASE as u32) << 8 | 2 << 16;
    taken(bench.write(0x1c, 1)?)?;
    load(&mut bench, 2)?;
    activate(&mut bench, 1, [0, 0, 1, 1, 7 | 2 << 8])?;
    refused(bench.write(0x24, erase)?)?;
    taken(bench.command(op::RELEASE, 1)?)?;
    taken(bench.write(0x24, erase)?)?;
    bench.pins[1].scrubbed = true;
    taken(bench.command(op::FREE, 1)?)?;
    shadow(&mut bench, [0, 0, 1, 1, 7 | 2 << 8])?;
    taken(bench.command(op::COMMIT, 1)?)?;
    refused(bench.command(op::ACTIVATE, 1)?)?;
    load(&mut bench, 2)?;
    taken(bench.command(op::ACTIVATE, 1)?)
}

/// Whoever counts entries from one, or looks at too few bits, finds an entry that is not there.
#[test]
fn an_entry_beyond_the_last_is_refused() -> Outcome {
    let mut bench = bench(SMALL)?;
    shadow(&mut bench, [0, 0, 1, 1, 3])?;
    for entry in [4, 5, 8, 16, 0x40, 0x80, 0xff] {
        for op in 1..=8 {
            refused(bench.command(op, entry)?)?;
        }
    }
    taken(bench.command(op::COMMIT, 3)?)
}

#[test]
fn memory_is_not_given_away_before_it_is_scrubbed_and_idle() -> Outcome {
    let mut bench = bench(SMALL)?;
    activate(&mut bench, 0, [8, 15, 1, 1, 3])?;
    taken(bench.command(op::RELEASE, 0)?)?;
    for (busy, scrubbed) in [(false, false), (true, false), (true, true)] {
        bench.pins[0] = Pins {
            busy,
            scrubbed,
            fault: false,
        };
        refused(bench.command(op::FREE, 0)?)?;
        // Not even to the job that had it.
        shadow(&mut bench, [15, 15, 1, 1, 3])?;
        refused(bench.command(op::COMMIT, 1)?)?;
    }
    bench.pins[0] = Pins {
        scrubbed: true,
        ..Pins::default()
    };
    taken(bench.command(op::FREE, 0)?)?;
    taken(bench.command(op::COMMIT, 1)?)
}

/// After the last vector there is none until a new epoch.
#[test]
fn vectors_end_and_are_never_given_twice() -> Outcome {
    let mut bench = bench(SMALL)?;
    load(&mut bench, 0)?;
    refused(bench.command(op::ACTIVATE, 0)?)?;
    shadow(&mut bench, [8, 15, 1, 1, 7])?;
    taken(bench.command(op::COMMIT, 0)?)?;
    // A lost epoch forces a new one.
    refused(bench.command(op::ACTIVATE, 0)?)?;
    taken(bench.write(0x1c, 41)?)?;
    refused(bench.write(0x1c, 41)?)?;
    refused(bench.write(0x1c, 40)?)?;
    for epoch in 41..43 {
        taken(bench.command(op::ACTIVATE, 0)?)?;
        equal("epoch", bench.golden.entries()[0].epoch, epoch)?;
        for _ in 0..8 {
            bench.begin(Step::Request(0, false))?;
        }
        bench.settle()?;
        equal("state", bench.golden.entries()[0].state, State::Active)?;
        bench.begin(Step::Request(0, true))?;
        bench.settle()?;
        equal("state", bench.golden.entries()[0].state, State::Fault)?;
        bench.pins[0].scrubbed = true;
        taken(bench.command(op::RECOVER, 0)?)?;
        taken(bench.command(op::FREE, 0)?)?;
        taken(bench.command(op::COMMIT, 0)?)?;
    }
    // The greatest epoch is not given out: it would be followed by zero.
    taken(bench.write(0x1c, u32::MAX - 1)?)?;
    taken(bench.command(op::ACTIVATE, 0)?)?;
    taken(bench.command(op::RELEASE, 0)?)?;
    taken(bench.command(op::FREE, 0)?)?;
    taken(bench.command(op::COMMIT, 0)?)?;
    refused(bench.command(op::ACTIVATE, 0)?)
}

/// The other accesses see which block it is, and nothing else.
#[test]
fn whoever_is_not_the_monitor_changes_nothing() -> Outcome {
    let mut bench = bench(SMALL)?;
    taken(bench.write(0x200, 7)?)?;
    for protection in [0, 2, 3, 4, 5, 6, 7] {
        for address in (0..0x1000).step_by(4) {
            bench.begin(Step::Read(Read {
                address,
                protection,
            }))?;
            let data = 0x101;
            bench.begin(Step::Write(Write {
                protection,
                ..Write::monitor(address, data)
            }))?;
            if bench.open() > 6 {
                bench.settle()?;
            }
        }
    }
    bench.settle()?;
    // Not even the loading of a key.
    taken(bench.write(0x204, 7)?)
}

/// In and just after reset nothing is granted, and requests wait; a reset ends locks and keys.
#[test]
fn a_reset_ends_everything() -> Outcome {
    let library = library(&design(SMALL, ResetKind::Async)?, Trace::None)?;
    let mut host = AxiLite::new(&library, "s_axil", 0.0, SEED)?;
    let active = library.output("entry_active_o")?;
    for round in 0..3 {
        for word in 0..8 {
            assert!(host.write(Write::monitor(0x220 + 4 * word, 0xdead))?);
        }
        for (address, value) in [
            (0x40, 3),
            (0x48, 3),
            (0x54, 1),
            (0x24, 0x100),
            (0x24, 0x300),
            (0x14, 1),
        ] {
            assert!(
                host.write(Write::monitor(address, value))?,
                "round {round}: {address:#x}"
            );
        }
        assert!(!host.write(Write::monitor(0x24, 0x400))?);
        host.model().cycle()?;
        assert_eq!(host.model().get(active), 1);
        host.model().reset(1)?;
        for _ in 0..100 {
            host.model().cycle()?;
            assert_eq!(host.model().get(active), 0);
        }
        assert_eq!(host.read(Read::monitor(0x20))?, (true, 0));
        assert_eq!(host.read(Read::monitor(0x14))?, (true, 0));
    }
    Ok(())
}

/// One flipped bit, whichever it is, ends an entry at once: while it is ACTIVE, and while it is not.
#[rstest]
#[case("base_q <= base_d;", "base_q <= base_d ^ {19'd0, flip};")]
#[case("limit_q <= limit_d;", "limit_q <= limit_d ^ {flip, 19'd0};")]
#[case(
    "sources_q <= sources_d;",
    "sources_q <= sources_d ^ {5'd0, flip, 2'd0};"
)]
#[case("job_q <= job_d;", "job_q <= job_d ^ {flip, 15'd0};")]
#[case("flags_q <= flags_d;", "flags_q <= flags_d ^ {1'b0, flip, 1'b0};")]
#[case("slot_q <= slot_d;", "slot_q <= slot_d ^ {flip, 1'b0};")]
#[case("parity_q <= parity_d;", "parity_q <= parity_d ^ flip;")]
#[case("state_q <= state_d;", "state_q <= state_d ^ {3'd0, flip};")]
#[case("state_q <= state_d;", "state_q <= state_d ^ {1'b0, flip, 2'd0};")]
#[case("lock_q <= lock_d;", "lock_q <= lock_d ^ {1'b0, flip};")]
#[case("lock_q <= lock_d;", "lock_q <= lock_d ^ {flip, 1'b0};")]
fn a_flipped_bit_ends_an_entry_at_once(#[case] original: &str, #[case] flipped: &str) -> Outcome {
    let trigger =
        "  logic flip;\n  assign flip = busy_i && scrubbed_i && fault_i;\n  logic stops;\n";
    let library = mutant(&[
        ("  logic stops;\n", trigger),
        (original, flipped),
        (
            "assign stops      = live && (fault_i || blame_i);",
            "assign stops      = live && ((fault_i && !flip) || blame_i);",
        ),
    ])?;
    for activated in [true, false] {
        let mut bench = Bench::new(&library, SMALL, 0.0, SEED)?;
        activate(&mut bench, 1, [8, 15, 1, 1, 3])?;
        shadow(&mut bench, [20, 25, 2, 2, 3])?;
        taken(bench.command(op::COMMIT, 2)?)?;
        if activated {
            taken(bench.command(op::ACTIVATE, 2)?)?;
        }
        // The model sees no fault in this cycle.
        let only_this = 0b100;
        for name in ["entry_busy_i", "entry_scrubbed_i", "entry_fault_i"] {
            let port = library.input(name)?;
            bench.host.model().set(port, only_this);
        }
        bench.host.model().cycle()?;
        match original.starts_with("lock") {
            true => bench.golden.flip_lock(2),
            false => bench.golden.flip(2),
        }
        bench.settle()?;
        bench.settle()?;
        read(&mut bench, 0x18)?;
        read(&mut bench, 0x89c)?;
        // It is lost until reset, and so is the knowledge of what it held.
        for op in 1..=7 {
            refused(bench.command(op, 2)?)?;
        }
        shadow(&mut bench, [30, 35, 4, 3, 3])?;
        refused(bench.command(op::COMMIT, 3)?)?;
        taken(bench.command(op::RELEASE, 1)?)?;
    }
    Ok(())
}

/// A table set up for vectors and keys, without a model: entry 0 is ACTIVE, its key in slot 0.
fn ready(library: &Library) -> Outcome<AxiLite> {
    let mut host = AxiLite::new(library, "s_axil", 0.0, SEED)?;
    let key = (0..8).map(|word| (0x200 + 4 * word, 0xdead_0000 + word));
    let rest = [
        (0x1c, 1),
        (0x40, 3),
        (0x48, 3),
        (0x54, 1),
        (0x58, 7),
        (0x24, 0x100),
        (0x24, 0x300),
    ];
    for (address, value) in key.chain(rest) {
        assert!(host.write(Write::monitor(address, value))?, "{address:#x}");
    }
    Ok(host)
}

/// Asks for a vector and the key of entry 0: granted or not, and the words, with an error or without.
fn request(host: &mut AxiLite) -> Outcome<(bool, Vec<(u64, bool)>)> {
    let library = host.model().library().clone();
    let [valid, key] = ["mpe_valid_i", "mpe_key_i"].map(|name| library.input(name));
    let outputs = ["iv_granted_o", "key_valid_o", "key_data_o", "key_error_o"]
        .map(|name| library.output(name));
    let [granted, word, data, error] = outputs;
    let (valid, key, granted, word, data, error) = (valid?, key?, granted?, word?, data?, error?);
    let model = host.model();
    model.set(valid, 1);
    model.set(key, 1);
    model.cycle()?;
    model.set(valid, 0);
    let (mut given, mut words) = (false, Vec::new());
    for _ in 0..16 {
        model.cycle()?;
        given |= model.get(granted) == 1;
        if model.get(word) == 1 {
            words.push((model.get(data), model.get(error) == 1));
        }
    }
    Ok((given, words))
}

#[test]
fn a_flipped_bit_of_a_key_ends_the_key_and_the_entry() -> Outcome {
    let mut design = design(SMALL, ResetKind::Async)?;
    for file in design
        .files
        .iter_mut()
        .filter(|file| file.name.contains("ram_1rw_w33"))
    {
        let flip = "mem[addr_i] <= wdata_i ^ {27'd0, wdata_i[31:0] == 32'hdead0003, 5'd0};";
        assert_eq!(file.text.matches("mem[addr_i] <= wdata_i;").count(), 1);
        file.text = file.text.replace("mem[addr_i] <= wdata_i;", flip);
    }
    let mut host = ready(&library(&design, Trace::None)?)?;
    let (granted, words) = request(&mut host)?;
    assert!(granted);
    let expected = [
        (0xdead_0000, false),
        (0xdead_0001, false),
        (0xdead_0002, false),
        (0, true),
    ];
    assert_eq!(words, expected);
    assert_eq!(host.read(Read::monitor(0x81c))?, (true, 10));
    assert_eq!(host.read(Read::monitor(0x18))?, (true, 2));
    Ok(())
}

#[test]
fn a_flipped_bit_of_a_counter_ends_the_activation() -> Outcome {
    let mut design = design(SMALL, ResetKind::Async)?;
    for file in design
        .files
        .iter_mut()
        .filter(|file| file.name.contains("ram_1rw_w81"))
    {
        let flip = "mem[addr_i] <= wdata_i ^ {80'd0, wdata_i[79:32] == 48'd2};";
        assert_eq!(file.text.matches("mem[addr_i] <= wdata_i;").count(), 1);
        file.text = file.text.replace("mem[addr_i] <= wdata_i;", flip);
    }
    let mut host = ready(&library(&design, Trace::None)?)?;
    assert!(request(&mut host)?.0);
    assert!(request(&mut host)?.0);
    assert_eq!(request(&mut host)?, (false, vec![]));
    assert_eq!(host.read(Read::monitor(0x81c))?, (true, 10));
    assert_eq!(host.read(Read::monitor(0x18))?, (true, 4));
    Ok(())
}
