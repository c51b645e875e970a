//! The filter of AXI4 against the golden policy.

use pimtee_hdl::acu::settings::MemSetting;
use pimtee_sim::axi::{Request, SlaveStalls};
use pimtee_sim::golden::policy::Entry;
use pimtee_sim::verilator::{Build, OptLevel, Trace};
use pimtee_testbenches::acu::coverage::{Coverage, GOAL};
use pimtee_testbenches::acu::mem::{Bench, build, design};
use pimtee_testbenches::{Outcome, check, equal};
use rstest::rstest;
use std::sync::Mutex;

const fn setting(
    addr_width: usize,
    data_width: usize,
    id_width: usize,
    entries: usize,
    comb: bool,
) -> MemSetting {
    MemSetting {
        addr_width,
        data_width,
        id_width,
        entries,
        comb,
    }
}

/// Every value of every parameter at least once.
const SETTINGS: [MemSetting; 5] = [
    setting(32, 32, 4, 4, false),
    setting(40, 64, 4, 32, false),
    setting(64, 512, 8, 16, false),
    setting(40, 128, 4, 16, true),
    setting(64, 64, 8, 4, true),
];

/// Requests decided in each of them, `PIMTEE_ACU_REQUESTS` if set.
fn requests() -> u64 {
    let set = std::env::var("PIMTEE_ACU_REQUESTS").ok();
    set.and_then(|text| text.parse().ok()).unwrap_or(160_000)
}

#[test]
fn random_requests_are_treated_as_the_policy_says() {
    check(
        "acu_mem",
        "random_requests_are_treated_as_the_policy_says",
        |run| {
            let total = Mutex::new((0, 0, Coverage::default()));
            let one = |setting: MemSetting| -> Result<(), String> {
                let body = || -> Outcome {
                    let mut bench = Bench::of_run(run, setting)?;
                    bench.changes = 0.02;
                    // In between, a reset in the middle of everything.
                    for _ in 0..4 {
                        bench.traffic(requests() / 4)?;
                        bench.master.set_stalls(Default::default());
                        bench.traffic_until_reset()?;
                    }
                    let (decided, denied) = bench.decided();
                    println!("{setting:?}: {decided} requests, {denied} denied");
                    let mut total = total.lock().map_err(|error| error.to_string())?;
                    total.0 += decided;
                    total.1 += denied;
                    total.2.add(&bench.coverage);
                    Ok(())
                };
                body().map_err(|error| error.to_string())
            };
            for setting in SETTINGS {
                one(setting)?;
            }
            let (decided, denied, coverage) = total.into_inner()?;
            println!(
                "{decided} requests, {denied} denied; {} bins, the rarest hit {} times",
                coverage.len(),
                coverage.least()
            );
            let missing = coverage.missing();
            match missing.as_slice() {
                [] => Ok(()),
                [first, ..] => Err(format!(
                    "{} bins were hit less than {GOAL} times, for one {first:?}",
                    missing.len()
                )
                .into()),
            }
        },
    );
}

/// The smallest setting: mutants of it build fast.
const SMALL: MemSetting = setting(32, 32, 4, 4, false);

/// A text that stands for another one in every module where it is found.
type Change = (&'static str, &'static str);

/// Faults that such blocks had in public, planted; random requests find every one.
#[rstest]
#[case::end_of_region_exclusive(&[
    ("(less_6 | most_6)", "less_6"),
    ("(last_i > limit)", "(last_i >= limit)"),
    ("(first_i < base_3)", "(first_i <= base_3)"),
])]
#[case::wrong_entry_logged_when_several_match(&[
    ("first[1] = hit[1] && !seen_0;", "first[1] = hit[1];"),
    ("first[2] = hit[2] && !seen_1;", "first[2] = hit[2];"),
    ("first[3] = hit[3] && !seen_2;", "first[3] = hit[3];"),
])]
#[case::table_changed_in_mid_check(&[("assign granted      = go_q", "assign granted      = pass && go_q")])]
#[case::one_mask_for_read_and_write(&[(".write_i         (1'b1)", ".write_i         (1'b0)")])]
#[case::wrap_of_axlen_beats(&[("(len_i != 8'd7)", "(len_i != 8'd6)")])]
#[case::wrap_checked_as_incr(&[("burst_i == 2'd2", "burst_i == 2'd3")])]
#[case::fixed_checked_as_incr(&[("burst_i == 2'd0", "burst_i == 2'd3")])]
#[case::burst_checked_at_its_start_only(&[("assign last      = 16'(offset_i) + span;", "assign last      = 16'(offset_i);")])]
#[case::allowed_write_beside_forbidden_read(&[
    (".grant_i      (read_decision_grant_o)", ".grant_i      (read_decision_grant_o || (s_axi_awvalid && write_decision_grant_o))"),
    (".deny_i       (read_decision_deny_o)", ".deny_i       (read_decision_deny_o && !(s_axi_awvalid && write_decision_grant_o))"),
])]
#[case::source_id_of_the_number_of_sources(&[("16'd1 << source_i", "16'd1 << source_i[3:0]")])]
#[case::source_0_matches_every_entry(&[
    ("assign who = 16'd1 << source_i;", "assign who = (source_i == 8'd0) ? 16'hffff : 16'd1 << source_i;"),
    ("~(16'd1 << source_i)", "((source_i == 8'd0) ? 16'h0 : ~(16'd1 << source_i))"),
])]
#[case::shift_of_a_narrow_constant(&[("16'd1 << source_i", "{15'd0, source_i == 8'd0}")])]
#[case::job_0_grants(&[
    ("(|entry_job_i[i * 8 +: 8]) &&", ""),
    ("(entry_job_i[i * 8 +: 8] == 8'd0) ||", ""),
])]
#[case::write_data_of_the_wrong_burst(&[("grant_o = grants_q[oldest];", "grant_o = grants_q[0];")])]
#[case::denied_write_answered_before_its_data(&[("ids_valid_o && (|due_q)", "ids_valid_o")])]
#[case::denied_read_a_beat_short(&[("assign last_o       = (beat_q == lens_data_o);", "assign last_o       = (beat_q + 8'd1 >= lens_data_o);")])]
#[case::denied_read_shows_data(&[("s_axi_rdata = 32'd0;", "s_axi_rdata = m_axi_rdata;")])]
#[case::denied_answer_overtakes(&[("!closed_i && order_may_o && room", "!closed_i && room")])]
#[case::one_rail_alone(&[("(last_i > limit)", "(last_i >= limit)")])]
fn a_public_fault_is_found(#[case] changes: &[Change]) -> Outcome {
    let mut design = design(SMALL)?;
    for (original, changed) in changes {
        let mut found = 0;
        for file in &mut design.files {
            found += file.text.matches(original).count();
            file.text = file.text.replace(original, changed);
        }
        assert_ne!(found, 0, "{original:?} is not in the emitted text");
    }
    let build = Build::new(&design).opt_level(OptLevel::O0);
    let mut bench = Bench::new(&build.build()?, SMALL, 1)?;
    bench.changes = 0.02;
    match bench.traffic(60_000) {
        Ok(()) => Err("60000 requests, and the fault was not found".into()),
        Err(error) => {
            println!("{error}");
            Ok(())
        }
    }
}

/// A table whose first entry lets source 1 do everything in its first granules.
fn open_table(bench: &mut Bench) {
    for index in 0..bench.policy.entries.len() {
        bench.set_entry(index, Entry::default());
    }
    bench.set_entry(
        0,
        Entry {
            active: true,
            base: 1,
            limit: 4,
            read: true,
            write: true,
            sources: 2,
            job: 1,
        },
    );
}

/// An INCR burst of source 1, in the middle of its region.
fn granted(len: u64, size: u64, id: u64) -> Request {
    Request {
        addr: 0x2000,
        len,
        size,
        burst: 1,
        user: 1,
        id,
        ..Request::default()
    }
}

/// Cycles from the first to the last beat that moves, of reads and of writes, both at once.
#[rstest]
fn the_bus_is_full_back_to_back(
    #[values(setting(40, 64, 4, 32, false), setting(40, 128, 4, 16, true))] setting: MemSetting,
    #[values(0, 7)] len: u64,
) {
    check("acu_mem", "the_bus_is_full_back_to_back", |run| {
        let mut bench = Bench::of_run(run, setting)?;
        open_table(&mut bench);
        let bursts = 400 / (len + 1);
        for id in 0..bursts {
            for write in [false, true] {
                bench.ask(granted(len, 2, id % 16), write);
            }
        }
        let mut moved: [Vec<u64>; 4] = Default::default();
        for cycle in 0.. {
            let (s, m) = bench.step()?;
            let beats = [
                m.ar.moved().is_some(),
                m.aw.moved().is_some(),
                m.w.moved().is_some(),
                s.r.moved().is_some(),
            ];
            for (cycles, moves) in moved.iter_mut().zip(beats) {
                if moves {
                    cycles.push(cycle);
                }
            }
            if cycle == 0 {
                let now = [s.ar.moved().is_some(), m.ar.offered.is_some()];
                equal("AR in, AR out", now, [true, setting.comb])?;
            }
            if bench.is_idle() {
                break;
            }
        }
        for (channel, cycles) in ["AR", "AW", "W", "R"].into_iter().zip(&moved) {
            let (Some(first), Some(last)) = (cycles.first(), cycles.last()) else {
                return Err(format!("{channel} does not move").into());
            };
            println!(
                "{channel}: {} beats in {} cycles",
                cycles.len(),
                last - first + 1
            );
            let is_data = channel == "W" || channel == "R";
            if len == 0 || is_data {
                equal(
                    channel,
                    last - first + 1,
                    bursts * if is_data { len + 1 } else { 1 },
                )?;
            }
            // Requests and write data one cycle late at most.
            if channel != "R" {
                equal(channel, *first, u64::from(!setting.comb))?;
            }
        }
        Ok(())
    });
}

/// Writes end while no read is answered, and reads while no write is.
#[rstest]
fn no_direction_waits_for_the_other(#[values(false, true)] comb: bool) {
    check("acu_mem", "no_direction_waits_for_the_other", |run| {
        let setting = MemSetting { comb, ..SMALL };
        for blocked in [false, true] {
            let mut bench = Bench::of_run(run, setting)?;
            open_table(&mut bench);
            bench.slave.data_first = true;
            for id in 0..16 {
                bench.ask(granted(3, 2, id), false);
                bench.ask(granted(3, 2, id), true);
            }
            bench.slave.block = Some(blocked);
            let mut answers = 0;
            for _ in 0..400 {
                let (s, _) = bench.step()?;
                let answered = match blocked {
                    false => s.b.moved().is_some(),
                    true => s.r.moved().is_some_and(|beat| beat.last),
                };
                answers += u64::from(answered);
            }
            equal("answers of the other direction", answers, 16)?;
            bench.slave.block = None;
            bench.slave.set_stalls(SlaveStalls::default());
            bench.drain()?;
        }
        Ok(())
    });
}

/// Where a register of the grant path differs from its parity, for requests with bit 12 set.
#[rstest]
#[case::request(&[("= next_go ^", "= next_addr[12] ^ next_go ^")])]
#[case::go(&[("go_q <= go_d;", "go_q <= go_d || (no_d && addr_d[12]);")])]
#[case::rail(&[("off_q <= off_d;", "off_q <= 1'b1;")])]
#[case::queue(&[("grants_q <= grants_d;", "grants_q <= grants_d ^ 16'(count_d == 5'd3);")])]
fn a_wrong_register_closes_the_filter(#[case] changes: &[Change]) -> Outcome {
    let mut design = design(SMALL)?;
    for (original, changed) in changes {
        let mut found = 0;
        for file in &mut design.files {
            found += file.text.matches(original).count();
            file.text = file.text.replace(original, changed);
        }
        assert_ne!(found, 0, "{original:?} is not in the emitted text");
    }
    let build = Build::new(&design).opt_level(OptLevel::O0);
    let mut bench = Bench::new(&build.build()?, SMALL, 1)?;
    open_table(&mut bench);
    bench.slave.set_stalls(SlaveStalls {
        request: 0.5,
        ..SlaveStalls::default()
    });
    for turn in 0..40 {
        let mut request = granted(3, 2, turn % 16);
        request.addr += turn % 4 * 0x1000;
        bench.ask(request, turn % 2 == 0);
        request.user = 2;
        bench.ask(request, turn % 2 == 1);
    }
    let error = bench.drain().expect_err("the fault is found").to_string();
    assert!(
        error.contains("alert_o is high") || error.contains("withdrawn"),
        "{error}"
    );
    // Closed: nothing comes out any more, nothing is taken.
    let mut model = bench.model;
    let outputs = [
        "m_axi_arvalid",
        "m_axi_awvalid",
        "m_axi_wvalid",
        "s_axi_arready",
        "s_axi_awready",
        "s_axi_wready",
    ];
    for _ in 0..100 {
        model.cycle()?;
        for name in outputs {
            equal(name, model.get(model.output(name)?), 0)?;
        }
    }
    equal("alert_o", model.get(model.output("alert_o")?), 1)
}

/// Random registers before the reset, and requests during it: nothing comes out.
#[test]
fn nothing_passes_in_and_just_after_reset() -> Outcome {
    let library = build(&design(SMALL)?, Trace::None)?;
    for seed in 0..50 {
        let mut model = library.instantiate(seed)?;
        for name in ["s_axi_arvalid", "s_axi_awvalid", "s_axi_wvalid"] {
            model.set(model.input(name)?, 1);
        }
        // Inputs are random too; a table that grants nothing yet, as after a reset.
        model.set(model.input("entry_active_i")?, 0);
        for reset in [0, 0, 0, 1, 1, 1, 1] {
            model.set(model.input("rst_ni")?, reset);
            model.cycle()?;
            for name in ["m_axi_arvalid", "m_axi_awvalid", "m_axi_wvalid"] {
                equal(name, model.get(model.output(name)?), 0)?;
            }
        }
    }
    Ok(())
}

/// Requests that the table grants, offered during the reset: they pass after it, not in it.
#[rstest]
fn a_granted_request_does_not_pass_in_reset(#[values(false, true)] comb: bool) -> Outcome {
    let library = build(&design(MemSetting { comb, ..SMALL })?, Trace::None)?;
    let mut model = library.instantiate(1)?;
    let inputs = [
        ("s_axi_arvalid", 1),
        ("s_axi_awvalid", 1),
        ("s_axi_aruser", 1),
        ("s_axi_awuser", 1),
        ("s_axi_arburst", 1),
        ("s_axi_awburst", 1),
        ("entry_active_i", 1),
        ("entry_job_i", 1),
        ("entry_sources_i", 2),
        ("entry_read_i", 1),
        ("entry_write_i", 1),
    ];
    for (name, value) in inputs {
        model.set(model.input(name)?, value);
    }
    for (reset, offered) in [(0, 0), (0, 0), (0, 0), (1, 0), (1, 1), (1, 1)] {
        model.set(model.input("rst_ni")?, reset);
        model.eval()?;
        for name in ["m_axi_arvalid", "m_axi_awvalid"] {
            equal(name, model.get(model.output(name)?), offered)?;
        }
        model.cycle()?;
    }
    Ok(())
}
