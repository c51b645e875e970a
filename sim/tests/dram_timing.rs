//! The timing checker of the DRAM, rule by rule; what the presets come to.

use pimtee_hdl::dram::timing::{Class, Memory, Options, Preset, Rule, Scope, Shift};
use pimtee_hdl::dram::{Command, Direction, Geometry, Place, Row, RowOp, Timing};
use pimtee_sim::dram::{Broken, Device, Executor, Host, Late};
use proptest::prelude::*;

const BITS: [u64; 8] = [0x0123_4567_89ab_cdef; 8];
/// Between things that have nothing to do with each other.
const LONG: u64 = 3000;

fn timings() -> impl Iterator<Item = (String, Options)> {
    Memory::ALL.into_iter().flat_map(|memory| {
        Preset::ALL.into_iter().flat_map(move |preset| {
            Shift::ALL.into_iter().map(move |shift| {
                let name = format!("{memory} {preset} {shift}");
                (name, Options::new(memory, preset, shift))
            })
        })
    })
}

fn place(bank: u16) -> Place {
    Place { bank, subarray: 0 }
}

/// A device in which every row that the probes sense is defined.
fn device(timing: &Timing) -> Device {
    let mut device = Device::new(timing, &Geometry::default(), 1);
    for bank in 0..8 {
        let subarray = device.subarray_mut(place(bank));
        let rows = (0..8).map(Row::d).chain((0..4).map(Row::q));
        for row in rows.chain([Row::T0, Row::T1, Row::DCC1]) {
            subarray.load(row, &BITS).unwrap();
        }
    }
    device
}

/// A device, and the clock of what came last.
#[derive(Clone)]
struct Bench {
    device: Device,
    clock: u64,
}

impl Bench {
    fn is_open(&self, bank: u16) -> bool {
        self.device.class(&Command::Pre(bank)).is_ok()
    }

    /// A command of `class`; second ACTs go to the row that makes them `class`, if there is one.
    fn command(&self, class: Class, bank: u16) -> Option<Command> {
        let act = |row| Command::Act(place(bank), row);
        let (dst, src, direction) = (Row::d(1), Row::d(0), Direction::Left);
        let place = place(bank);
        let command = match class {
            Class::Act => act(Row::T0),
            Class::ActOpen | Class::ActNaive => [Row::d(2), Row::T1]
                .map(act)
                .into_iter()
                .find(|command| self.device.class(command) == Ok(class))?,
            Class::Pre => Command::Pre(bank),
            Class::Rd => Command::Rd(bank, 0),
            Class::Wr => Command::Wr(bank, 0, 5),
            Class::Ref => Command::Ref,
            Class::Shift => Command::Shift {
                place,
                dst,
                src,
                direction,
            },
            Class::Rotate => Command::Rotate {
                place,
                dst,
                src,
                direction,
            },
            Class::Quac => Command::Quac(place),
        };
        (self.device.class(&command) == Ok(class)).then_some(command)
    }

    /// Sends `class` at the first legal clock from `from` on.
    fn send(&mut self, from: u64, class: Class, bank: u16) -> Option<()> {
        let command = self.command(class, bank)?;
        self.clock = self.device.checker().earliest(from, class, bank);
        self.device.issue(self.clock, command).unwrap();
        Some(())
    }

    /// Gets the bank into the state that `class` needs.
    fn prepare(&mut self, from: u64, class: Class, bank: u16) {
        let open = match class {
            Class::Act | Class::Shift | Class::Rotate | Class::Quac | Class::Ref => false,
            Class::ActOpen | Class::ActNaive | Class::Pre | Class::Rd | Class::Wr => true,
        };
        if open != self.is_open(bank) {
            let class = if open { Class::Act } else { Class::Pre };
            self.send(from, class, bank).unwrap();
        }
    }
}

/// How a probe ended.
#[derive(Debug, PartialEq, Eq)]
enum Ended {
    /// Refused a clock before, with the name of the rule, and accepted at the clock.
    Proved,
    /// Another rule holds longer.
    Dominated,
    /// There is no such pair.
    Impossible,
    /// Accepted too early, or refused at the clock with this very rule.
    Wrong(String),
}

/// Sends `previous` and then `current` a clock too early, and in time. `device` may have other
/// timing than that of `rule`.
fn probe(device: &Device, rule: &Rule, pair: [Class; 2], banks: [u16; 2]) -> Ended {
    let [previous, current] = pair;
    let mut bench = Bench {
        device: device.clone(),
        clock: 0,
    };
    bench.prepare(0, previous, banks[0]);
    if banks[0] != banks[1] {
        bench.prepare(LONG / 2, current, banks[1]);
    }
    if bench.send(LONG, previous, banks[0]).is_none() {
        return Ended::Impossible;
    }
    let needed = bench.clock + u64::from(rule.delay);
    if banks[0] == banks[1] {
        bench.prepare(bench.clock, current, banks[1]);
    }
    match bench.command(current, banks[1]) {
        Some(command) => judged(&bench, rule, command, needed),
        None => Ended::Impossible,
    }
}

fn judged(bench: &Bench, rule: &Rule, command: Command, needed: u64) -> Ended {
    let at = |clock| {
        let issued = bench.device.clone().issue(clock, command);
        issued.map_err(|fault| {
            assert_eq!((fault.clock, fault.command), (clock, command));
            fault.broken
        })
    };
    match (at(needed - 1), at(needed)) {
        (Ok(_), _) => Ended::Wrong(format!("{}: {command} at {}", rule.name, needed - 1)),
        (
            Err(Broken::Late(Late::Early {
                rule: name,
                needed: first,
            })),
            after,
        ) if name == rule.name && first == needed => match after {
            Ok(_) => Ended::Proved,
            // The host port gets no entropy, whenever it asks.
            Err(Broken::Cells(_)) => Ended::Impossible,
            Err(broken) => Ended::Wrong(format!("{command} at {needed}: {broken}")),
        },
        // A rule that comes to the same clock or a later one has its own probe.
        (Err(Broken::Late(Late::Early { needed: first, .. })), _) if first >= needed => {
            Ended::Dominated
        }
        (Err(broken), _) => Ended::Wrong(format!("{command} at {}: {broken}", needed - 1)),
    }
}

/// Four activations as dense as they may be, and a fifth.
fn probe_window(device: &Device, rule: &Rule) -> Ended {
    let mut bench = Bench {
        device: device.clone(),
        clock: 0,
    };
    let mut clock = LONG;
    let mut first = 0;
    for bank in [0, 4, 1, 5] {
        bench.send(clock, Class::Act, bank).unwrap();
        if bank == 0 {
            first = bench.clock;
        }
        clock = bench.clock;
    }
    let command = bench.command(Class::Act, 2).unwrap();
    judged(&bench, rule, command, first + u64::from(rule.delay))
}

/// All probes of a rule.
fn probes(device: &Device, rule: &Rule) -> Vec<Ended> {
    if rule.depth == 4 {
        return vec![probe_window(device, rule)];
    }
    let banks: &[[u16; 2]] = match rule.scope {
        Scope::Bank => &[[0, 0]],
        Scope::Group => &[[0, 0], [0, 1]],
        Scope::Rank => &[[0, 0], [0, 1], [0, 4]],
        Scope::OtherInGroup => &[[0, 1]],
        Scope::OtherInRank => &[[0, 1], [0, 4]],
    };
    let mut ended = Vec::new();
    for previous in rule.previous.iter() {
        for current in rule.current.iter() {
            // What a SHIFT activates begins before its last: its own probe is another one.
            if rule.activations && !is_single(previous) {
                continue;
            }
            for banks in banks {
                ended.push(probe(device, rule, [previous, current], *banks));
            }
        }
    }
    ended
}

fn is_single(class: Class) -> bool {
    !matches!(class, Class::Shift | Class::Rotate | Class::Quac)
}

/// Complaints of a device that should have the timing of `rules`.
fn complaints(device: &Device, rules: &[Rule]) -> Vec<String> {
    let mut complaints = Vec::new();
    for rule in rules {
        let ended = probes(device, rule);
        if !ended.contains(&Ended::Proved) {
            complaints.push(format!("{} is never seen: {ended:?}", rule.name));
        }
        complaints.extend(ended.into_iter().filter_map(|ended| match ended {
            Ended::Wrong(text) => Some(text),
            _ => None,
        }));
    }
    complaints
}

/// Complaints about REF: at the last clock everything is well, and at the next nothing is.
fn refresh_complaints(device: &Device, reference: &Timing) -> Vec<String> {
    let last = u64::from(reference.parameters().t_refi)
        * u64::from(reference.parameters().max_postponed + 1);
    let act = Command::Act(place(3), Row::d(0));
    let mut complaints = Vec::new();
    for command in [act, Command::Ref] {
        if let Err(fault) = device.clone().issue(last, command) {
            complaints.push(fault.to_string());
        }
        let late = device.clone().issue(last + 1, command);
        let expected = Late::Refresh { deadline: last };
        if late.err().map(|fault| fault.broken) != Some(expected.into()) {
            complaints.push(format!("{command} at {} after no REF", last + 1));
        }
    }
    // A REF moves the deadline by one interval.
    let mut refreshed = device.clone();
    if let Err(fault) = refreshed.issue(last, Command::Ref) {
        complaints.push(fault.to_string());
    }
    let next = last + u64::from(reference.parameters().t_refi);
    if refreshed.clone().issue(next, act).is_err() || refreshed.issue(next + 1, act).is_ok() {
        complaints.push("the deadline after a REF is another one".into());
    }
    complaints
}

#[test]
fn every_rule_is_refused_a_clock_before_and_accepted_at_the_clock() {
    for (name, options) in timings() {
        let timing = Timing::custom(&options).unwrap();
        let device = device(&timing);
        let complaints = complaints(&device, timing.rules());
        assert_eq!(complaints, Vec::<String>::new(), "{name}");
        let complaints = refresh_complaints(&device, &timing);
        assert_eq!(complaints, Vec::<String>::new(), "{name}");
    }
}

/// A parameter that is off by one makes a probe fail; the probes are those of the right timing.
#[test]
fn a_parameter_off_by_one_is_noticed() {
    // tRC + 1 is noticed, tRC − 1 and the like are refused when the timing is made.
    let fields = [
        "t_rcd",
        "t_rp",
        "t_ras",
        "t_rc",
        "t_ovl",
        "t_faw",
        "t_rrd_s",
        "t_rrd_l",
        "t_ccd_s",
        "t_ccd_l",
        "cl",
        "cwl",
        "burst",
        "t_wr",
        "t_rtp",
        "t_wtr_s",
        "t_wtr_l",
        "t_rfc",
        "t_refi",
        "refresh_entry",
        "max_postponed",
        "t_quac",
    ];
    for preset in [Preset::Paper, Preset::Ambit] {
        let options = Options::new(Memory::Ddr4_2400, preset, Shift::LaneRotate);
        let reference = Timing::custom(&options).unwrap();
        for field in fields {
            let mut tried = 0;
            for delta in [1, u32::MAX] {
                let mut mutant = options;
                let value = mutant.parameters.get_mut(field).unwrap();
                let Some(changed) = value.checked_add_signed(delta as i32) else {
                    continue;
                };
                *value = changed;
                let Ok(timing) = Timing::custom(&mutant) else {
                    continue;
                };
                tried += 1;
                let device = device(&timing);
                let noticed = !complaints(&device, reference.rules()).is_empty()
                    || !refresh_complaints(&device, &reference).is_empty();
                assert!(noticed, "{preset}: {field} {value} passes", value = changed);
            }
            assert!(tried > 0, "{preset}: {field} has no mutant");
        }
    }
}

/// A SHIFT activates as often as its AAPs do, and others keep their distance to each.
#[test]
fn activations_inside_a_shift_count() {
    for (name, options) in timings() {
        let timing = Timing::custom(&options).unwrap();
        let mut device = device(&timing);
        let inside = timing.activations(Class::Shift).to_vec();
        let expected = match (options.overlapped_in_faw, options.shift) {
            (true, Shift::RowBuffer) => 2,
            (true, _) => 8,
            (false, Shift::RowBuffer) => 1,
            (false, _) => 4,
        };
        assert_eq!(inside.len(), expected, "{name}");
        let shift = Command::Shift {
            place: place(0),
            dst: Row::d(1),
            src: Row::d(0),
            direction: Direction::Right,
        };
        device.issue(LONG, shift).unwrap();
        let act = Command::Act(place(1), Row::d(0));
        let rrd = u64::from(options.parameters.t_rrd_l);
        for offset in inside {
            let at = LONG + u64::from(offset);
            for clock in (at + 1).saturating_sub(rrd)..at + rrd {
                // On the clock of the SHIFT itself the command bus is taken.
                let fault = device.clone().issue(clock, act).unwrap_err();
                assert!(matches!(fault.broken, Broken::Late(_)), "{name}: {fault}");
            }
            device.clone().issue(at + rrd, act).unwrap();
        }
    }
}

/// The clocks of ACT, ACT, PRE and of the next ACT, from `design/pim.md`'s figures.
#[test]
fn an_aap_has_the_clocks_of_its_preset() {
    let dst = Row::d(0);
    let cases = [
        (Memory::Ddr4_2400, Preset::Paper, Row::d(1), [0, 5, 39, 56]),
        (Memory::Ddr4_2400, Preset::Ambit, Row::d(1), [0, 5, 44, 61]),
        (
            Memory::Ddr4_2400,
            Preset::Conservative,
            Row::d(1),
            [0, 39, 78, 95],
        ),
        (Memory::Ddr3_1333, Preset::Paper, Row::d(1), [0, 3, 24, 33]),
        (Memory::Ddr3_1333, Preset::Ambit, Row::d(1), [0, 3, 27, 36]),
        (
            Memory::Ddr3_1333,
            Preset::Conservative,
            Row::d(1),
            [0, 24, 48, 57],
        ),
    ];
    for (memory, preset, src, clocks) in cases {
        let timing = Timing::new(memory, preset, Shift::Migration);
        let aap = timing.schedule(&RowOp::Aap { dst, src }).unwrap();
        let mut found: Vec<u32> = aap.steps.iter().map(|step| step.0).collect();
        found.push(aap.length);
        assert_eq!(found, clocks, "{memory} {preset}");
        // From B to B the decoder is the same.
        let inside = RowOp::Aap {
            dst: Row::T0,
            src: Row::T1,
        };
        let naive = Timing::new(memory, Preset::Conservative, Shift::Migration);
        let expected = match preset {
            Preset::Paper => aap.length,
            _ => naive.schedule(&inside).unwrap().length,
        };
        assert_eq!(timing.schedule(&inside).unwrap().length, expected);
    }
}

#[test]
fn moving_costs_what_its_preset_says() {
    for (shift, steps, rotation) in [
        (Shift::Migration, 4, None),
        (Shift::LaneRotate, 4, Some(11)),
        (Shift::RowBuffer, 1, None),
    ] {
        let timing = Timing::new(Memory::Ddr4_2400, Preset::Paper, shift);
        let (dst, src, direction) = (Row::d(0), Row::d(1), Direction::Left);
        let length = |op| timing.schedule(&op).map(|one| one.length);
        let shifted = length(RowOp::Shift {
            dst,
            src,
            direction,
        });
        let rotated = length(RowOp::Rotate {
            dst,
            src,
            direction,
        });
        assert_eq!(shifted, Some(steps * 56), "{shift}");
        assert_eq!(rotated, rotation.map(|aaps: u32| aaps * 56), "{shift}");
    }
}

fn copies(count: usize) -> impl Iterator<Item = RowOp> {
    let copy = RowOp::Aap {
        dst: Row::d(1),
        src: Row::d(0),
    };
    std::iter::repeat_n(copy, count)
}

/// The time and energy of an operation as measured in the paper's simulator, refresh included.
#[test]
fn the_preset_paper_comes_to_the_measured_time() {
    let count = 100_000;
    for (memory, ns) in [(Memory::Ddr4_2400, 51.39), (Memory::Ddr3_1333, 51.90)] {
        let timing = Timing::new(memory, Preset::Paper, Shift::Migration);
        let mut device = device(&timing);
        let mut host = Host::default();
        let report = Executor::new(&mut device)
            .run(place(0), copies(count), &mut host)
            .unwrap();
        assert_eq!(report.aap, count as u64);
        let tau = timing.ns(report.clocks()) / count as f64;
        assert!((tau - ns).abs() < 0.01, "{memory}: {tau} ns");
        let energy = report.energy_pj as f64 / count as f64 / 1e3;
        assert!((energy / 7.34 - 1.0).abs() < 0.005, "{memory}: {energy} nJ");

        let majorities = std::iter::repeat_n(RowOp::Ap(Row::B15), count);
        let start = device.energy_pj();
        for row in [Row::DCC1, Row::T0, Row::T3] {
            device.subarray_mut(place(0)).load(row, &BITS).unwrap();
        }
        Executor::new(&mut device)
            .run(place(0), majorities, &mut host)
            .unwrap();
        let energy = (device.energy_pj() - start) as f64 / count as f64 / 1e3;
        assert!((energy / 5.41 - 1.0).abs() < 0.005, "{memory}: {energy} nJ");
    }
}

/// REF comes between operations only, every interval once, and costs its time.
#[test]
fn refresh_is_due_once_an_interval() {
    for (name, options) in timings() {
        for postponed in [0, 1, 8] {
            let mut options = options;
            options.parameters.max_postponed = postponed;
            let timing = Timing::custom(&options).unwrap();
            let mut device = device(&timing);
            let mut host = Host::default();
            let mut executor = Executor::new(&mut device);
            let report = executor.run(place(0), copies(2000), &mut host).unwrap();
            let intervals = report.end / u64::from(options.parameters.t_refi);
            assert!(
                report.refresh.abs_diff(intervals) <= 1,
                "{name} {postponed}: {report:?}"
            );
        }
    }
}

#[test]
fn without_refresh_the_device_stops() {
    let timing = Timing::new(Memory::Ddr4_2400, Preset::Paper, Shift::Migration);
    let mut device = device(&timing);
    let mut executor = Executor::new(&mut device).without_refresh();
    let stopped = executor
        .run(place(0), copies(2000), &mut Host::default())
        .unwrap_err();
    // Nine intervals of 4680 clocks hold 752 AAPs of 56 and the first ACT and ACT of another.
    assert_eq!(
        stopped.to_string(),
        "operation 752, AAP D1 <- D0: clock 42151: PRE (bank 0): tREFI: REF is overdue since clock 42120"
    );
}

/// A program issues exactly at the clocks of its schedules.
#[test]
fn commands_are_issued_at_the_clocks_of_the_schedule() {
    use pimtee_sim::dram::record::Recorder;
    #[derive(Default)]
    struct Clocks(Vec<(u64, Class)>);
    impl Recorder for Clocks {
        fn record(&mut self, event: &pimtee_sim::dram::Event) -> std::io::Result<()> {
            self.0.push((event.clock, event.class));
            Ok(())
        }
        fn finish(&mut self, _clock: u64) -> std::io::Result<()> {
            Ok(())
        }
    }
    for (name, options) in timings() {
        let timing = Timing::custom(&options).unwrap();
        let mut device = device(&timing);
        device.subarray_mut(place(0)).load(Row::T2, &BITS).unwrap();
        let mut clocks = Clocks::default();
        let (dst, src, direction) = (Row::d(5), Row::d(1), Direction::Left);
        let ops = [
            RowOp::Aap { dst, src },
            RowOp::Aap {
                dst: Row::T0,
                src: Row::B12,
            },
            RowOp::Ap(Row::B12),
            RowOp::Shift {
                dst,
                src,
                direction,
            },
            RowOp::Write(Row::d(6)),
            RowOp::Read(Row::d(6)),
            RowOp::Quac(Row::d(7)),
        ];
        let mut host = Host::default();
        host.input.push_back(BITS);
        let report = Executor::new(&mut device)
            .record(&mut clocks)
            .run(place(0), ops, &mut host)
            .unwrap();
        let moved = u64::from(options.shift.shift_aaps());
        assert_eq!(report.row_ops(options.shift), 2 + 1 + moved);
        assert_eq!(
            [report.shift, report.write, report.read, report.quac],
            [1; 4]
        );
        let mut expected = Vec::new();
        let mut start = 0;
        for op in &ops {
            let schedule = timing.schedule(op).unwrap();
            expected.extend(
                schedule
                    .steps
                    .iter()
                    .map(|(at, class)| (start + u64::from(*at), *class)),
            );
            start += u64::from(schedule.length);
        }
        assert_eq!(clocks.0, expected, "{name}");
        assert_eq!(host.output, [BITS]);
        let energy: u64 = ops.iter().map(|op| timing.energy_pj(op).unwrap()).sum();
        assert_eq!(device.energy_pj(), energy, "{name}");
    }
}

/// What was sent: clock, class, bank.
type Sent = (u64, Class, u16);

/// Whether the rules allow a command after all that was sent: every rule on every pair of
/// commands, every window of five activations.
fn is_legal(timing: &Timing, sent: &[Sent], new: Sent) -> bool {
    let per_group = 8 / timing.parameters().bank_groups as u16;
    let (clock, class, bank) = new;
    let acts = |(clock, class, bank): &Sent| -> Vec<(u64, u16)> {
        let offsets = timing.activations(*class).iter();
        offsets.map(|at| (clock + u64::from(*at), *bank)).collect()
    };
    let old: Vec<(u64, u16)> = sent.iter().flat_map(acts).collect();
    timing.rules().iter().all(|rule| {
        let delay = u64::from(rule.delay);
        if rule.depth == 4 {
            let mut times: Vec<u64> = old.iter().chain(&acts(&new)).map(|act| act.0).collect();
            times.sort();
            times
                .windows(5)
                .all(|window| window[4] - window[0] >= delay)
        } else if rule.activations {
            acts(&new).iter().all(|new| {
                old.iter().all(|old| {
                    !rule.scope.covers(old.1, new.1, per_group) || old.0.abs_diff(new.0) >= delay
                })
            })
        } else {
            !rule.current.holds(class)
                || sent.iter().all(|(before, previous, other)| {
                    let everywhere = class == Class::Ref || *previous == Class::Ref;
                    let covered = everywhere || rule.scope.covers(*other, bank, per_group);
                    !covered || !rule.previous.holds(*previous) || clock >= before + delay
                })
        }
    })
}

proptest! {
    /// Random traffic on all banks: the device accepts what the whole history allows, and the
    /// earliest clock is the first that it allows.
    #[test]
    fn traffic_is_legal_when_all_that_was_sent_allows_it(
        at in 0..18usize,
        traffic in proptest::collection::vec((0..10usize, 0..8u16, 0..9u64), 1..60),
    ) {
        let (name, options) = timings().nth(at).unwrap();
        let timing = Timing::custom(&options).unwrap();
        let mut bench = Bench { device: device(&timing), clock: 0 };
        let mut sent: Vec<Sent> = Vec::new();
        for (class, bank, early) in traffic {
            let class = Class::ALL[class];
            let Some(command) = bench.command(class, bank) else {
                continue;
            };
            let from = sent.last().map_or(0, |last| last.0);
            let earliest = bench.device.checker().earliest(from, class, bank);
            prop_assert!(is_legal(&timing, &sent, (earliest, class, bank)), "{}", &name);
            for clock in from..earliest {
                prop_assert!(!is_legal(&timing, &sent, (clock, class, bank)), "{}", &name);
            }
            let clock = (earliest + 4).saturating_sub(early).max(from);
            let issued = bench.device.issue(clock, command).map_err(|fault| fault.broken);
            let refused = matches!(issued, Err(Broken::Late(Late::Early { .. })));
            prop_assert_eq!(!refused, is_legal(&timing, &sent, (clock, class, bank)), "{}", &name);
            // Cells may refuse what the clock allows; it was not sent then.
            if issued.is_ok() {
                sent.push((clock, class, bank));
            }
        }
    }
}
