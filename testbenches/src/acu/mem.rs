//! A filter of AXI4 between a master and a slave, held against the golden policy.

use super::coverage::{Bin, Coverage, Outstanding, Position, Size};
use super::table::{TablePorts, random_entry, unpacked};
use crate::{Outcome, Run, emitted};
use pimtee_gen::sv::{Emitted, ResetKind};
use pimtee_hdl::acu::settings::{self, COUNT_WIDTH, MemSetting, SOURCES};
use pimtee_sim::axi::{
    Channel, Checker, Cycle, Master, MasterStalls, Request, SLVERR, Slave, SlaveStalls,
};
use pimtee_sim::dice::Dice;
use pimtee_sim::golden::policy::{Entry, GRANULE, Policy};
use pimtee_sim::verilator::{Build, InPort, Library, Model, OutPort, Trace};
use std::collections::{BTreeMap, VecDeque};

/// Name of the top.
pub const TOP: &str = "acu_mem";

/// Most cycles that the requests under way take to end.
const DRAIN: u64 = 200_000;

/// The emitted filter of a setting.
///
/// # Errors
/// There is no such setting.
pub fn design(setting: MemSetting) -> Outcome<Emitted> {
    let mut block = settings::acu_mem(setting).ok_or("no such setting")?;
    block.connect_all();
    emitted(block.as_ref(), TOP, ResetKind::Async)
}

/// Builds a design, its registers random at the start.
///
/// # Errors
/// It cannot be built.
pub fn build(design: &Emitted, trace: Trace) -> Outcome<Library> {
    let build = Build::new(design).x_initial_unique(true).trace(trace);
    Ok(build.build()?)
}

/// How much is asked of the filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Load {
    /// One request at a time, or one in each direction.
    Sparse,
    /// As many as it takes.
    Dense,
    /// As many as it takes, most of them granted, and a slow memory.
    Full,
}

/// What a request was made for.
#[derive(Clone, Copy, Debug)]
struct Case {
    /// Entry, and how often it had been changed.
    entry: (usize, u64),
    bin: Bin,
}

/// A request that is not answered.
#[derive(Debug)]
struct Pending {
    granted: bool,
    /// A denied write: its data is swallowed.
    swallowed: bool,
}

/// One direction.
#[derive(Debug, Default)]
struct Direction {
    /// Cases of the requests that the master has yet to hand over.
    cases: VecDeque<Option<Case>>,
    /// COMB: the request that is offered has been granted.
    committed: bool,
    /// Granted requests that have not come out.
    to_memory: VecDeque<Request>,
    /// Unanswered requests of an id, oldest first.
    pending: BTreeMap<u64, VecDeque<Pending>>,
    decided: u64,
    denied: u64,
}

impl Direction {
    fn outstanding(&self) -> usize {
        self.pending.values().map(VecDeque::len).sum()
    }
}

/// A denial for the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Denial {
    request: Request,
    write: bool,
    entry: Option<usize>,
}

struct LogPorts {
    clear: InPort,
    threshold: InPort,
    valid: OutPort,
    addr: OutPort,
    write: OutPort,
    source: OutPort,
    matched: OutPort,
    entry: OutPort,
    count: OutPort,
    background: OutPort,
    irq: OutPort,
    alert: OutPort,
}

/// A filter with all that stands around it.
pub struct Bench {
    /// The filter.
    pub model: Model,
    /// Its master.
    pub master: Master,
    /// Its slave.
    pub slave: Slave,
    /// What the stimulus has hit.
    pub coverage: Coverage,
    /// The policy and the table.
    pub policy: Policy,
    /// Probability that an entry changes in a cycle.
    pub changes: f64,
    setting: MemSetting,
    sides: [Checker; 2],
    table: TablePorts,
    /// How often each entry has changed.
    versions: Vec<u64>,
    log_ports: LogPorts,
    dice: Dice,
    read: Direction,
    write: Direction,
    /// Decisions on write bursts whose data is not complete, and their ids.
    data: VecDeque<(bool, u64)>,
    first: Option<Denial>,
    counts: Vec<u64>,
    background: u64,
    threshold: u64,
}

impl Bench {
    /// A filter of `setting`, reset, with a random table.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn new(library: &Library, setting: MemSetting, seed: u64) -> Outcome<Self> {
        let place_width = setting.addr_width - GRANULE.ilog2() as usize;
        let input = |name: &str| library.input(name);
        let output = |name: &str| library.output(name);
        let log_ports = LogPorts {
            clear: input("log_clear_i")?,
            threshold: input("deny_threshold_i")?,
            valid: output("log_valid_o")?,
            addr: output("log_addr_o")?,
            write: output("log_write_o")?,
            source: output("log_source_o")?,
            matched: output("log_match_o")?,
            entry: output("log_entry_o")?,
            count: output("deny_count_o")?,
            background: output("background_count_o")?,
            irq: output("irq_o")?,
            alert: output("alert_o")?,
        };
        let mut bench = Self {
            model: library.instantiate(seed)?,
            master: Master::new(library, "s_axi", seed ^ 1)?,
            slave: Slave::new(library, "m_axi", seed ^ 2)?,
            coverage: Coverage::default(),
            policy: Policy {
                entries: vec![Entry::default(); setting.entries],
                source_count: SOURCES as u64,
                bus_bytes: setting.data_width as u32 / 8,
            },
            changes: 0.0,
            setting,
            sides: [Checker::new("s_axi"), Checker::new("m_axi")],
            table: TablePorts::new(library, place_width)?,
            versions: vec![0; setting.entries],
            log_ports,
            dice: Dice::new(seed),
            read: Direction::default(),
            write: Direction::default(),
            data: VecDeque::new(),
            first: None,
            counts: vec![0; setting.entries],
            background: 0,
            threshold: 200,
        };
        bench.model.set(bench.log_ports.threshold, bench.threshold);
        for index in 0..setting.entries {
            bench.change_entry(index);
        }
        bench.reset()?;
        Ok(bench)
    }

    /// As [`new`](Self::new), with the waveform of the run.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn of_run(run: &Run, setting: MemSetting) -> Outcome<Self> {
        let library = build(&design(setting)?, run.trace())?;
        let mut bench = Self::new(&library, setting, run.seed())?;
        if let Some(path) = run.wave() {
            bench.model.open_wave(path)?;
        }
        Ok(bench)
    }

    /// Resets the filter and everything around it.
    ///
    /// # Errors
    /// The filter offers something in the reset.
    pub fn reset(&mut self) -> Outcome {
        self.master.withdraw();
        self.slave.withdraw();
        self.sides.iter_mut().for_each(Checker::reset);
        let (read, write) = (&mut self.read, &mut self.write);
        for direction in [read, write] {
            *direction = Direction {
                decided: direction.decided,
                denied: direction.denied,
                ..Direction::default()
            };
        }
        self.data.clear();
        self.first = None;
        self.counts.fill(0);
        self.background = 0;
        self.master.drive(&mut self.model);
        self.slave.drive(&mut self.model);
        self.model.reset(2)?;
        self.step()?;
        Ok(())
    }

    /// Gives an entry other contents.
    pub fn change_entry(&mut self, index: usize) {
        let place_width = self.setting.addr_width - GRANULE.ilog2() as usize;
        let entry = random_entry(&mut self.dice, &self.policy.entries, index, place_width);
        self.set_entry(index, entry);
    }

    /// Gives an entry these contents.
    pub fn set_entry(&mut self, index: usize, entry: Entry) {
        self.policy.entries[index] = entry;
        self.versions[index] += 1;
        self.table.set(&mut self.model, &self.policy.entries);
    }

    /// Requests decided, and of these denied.
    pub fn decided(&self) -> (u64, u64) {
        (
            self.read.decided + self.write.decided,
            self.read.denied + self.write.denied,
        )
    }

    /// Whether everything that was asked has been answered.
    pub fn is_idle(&self) -> bool {
        self.master.is_idle() && self.read.outstanding() + self.write.outstanding() == 0
    }

    /// Adds a request without a case.
    pub fn ask(&mut self, request: Request, write: bool) {
        self.add(request, write, None);
    }

    fn add(&mut self, request: Request, write: bool, case: Option<Case>) {
        match write {
            false => {
                self.master.read(request);
                self.read.cases.push_back(case);
            }
            true => {
                self.master.write(request);
                self.write.cases.push_back(case);
            }
        }
    }

    /// One cycle.
    ///
    /// # Errors
    /// AXI4 or the policy is broken.
    pub fn step(&mut self) -> Outcome<(Cycle, Cycle)> {
        if self.dice.falls(self.changes) {
            let index = self.dice.below(self.setting.entries as u64) as usize;
            self.change_entry(index);
        }
        let clear = self.dice.falls(self.changes / 50.0);
        self.model.set(self.log_ports.clear, clear.into());
        self.master.drive(&mut self.model);
        self.slave.drive(&mut self.model);
        self.model.cycle()?;
        let s = self.master.observe(&self.model);
        let m = self.slave.observe(&self.model);
        self.sides[0].check(&s)?;
        self.sides[1].check(&m)?;
        self.judge(&s, &m, clear).map_err(|what| {
            let cycle = self.model.cycle_count();
            format!("{:?}, cycle {cycle}: {what}", self.setting)
        })?;
        Ok((s, m))
    }

    fn judge(&mut self, s: &Cycle, m: &Cycle, clear: bool) -> Result<(), String> {
        self.check_log()?;
        let comb = self.setting.comb;
        let mut denials = Vec::new();
        let mut hits: Vec<(bool, Option<Case>, usize)> = Vec::new();
        for write in [false, true] {
            let (from, to) = match write {
                false => (&s.ar, &m.ar),
                true => (&s.aw, &m.aw),
            };
            let name = if write { "AW" } else { "AR" };
            if !comb {
                self.out_of_register(name, write, to)?;
                // Data belongs to requests of earlier cycles.
                if write {
                    self.data_moves(s, m)?;
                }
            }
            let verdict = from
                .offered
                .map(|request| (request, self.policy.decide(&request.access(write))));
            let direction = match write {
                false => &mut self.read,
                true => &mut self.write,
            };
            let decided = match (comb, verdict) {
                (_, None) if comb && to.offered.is_some() => {
                    return Err(format!("{name} comes out and none went in"));
                }
                (true, Some((request, verdict))) => {
                    if to.offered.is_some_and(|out| out != request) {
                        return Err(format!("{name} comes out changed: {to:?}"));
                    }
                    let was = direction.committed;
                    direction.committed = to.offered.is_some() && from.moved().is_none();
                    if was && to.offered.is_none() {
                        return Err(format!("{name} was granted and is withdrawn"));
                    }
                    let now = !was && (to.offered.is_some() || from.moved().is_some());
                    now.then_some((request, verdict, Some(to.offered.is_some())))
                }
                (false, Some((request, verdict))) if from.moved().is_some() => {
                    Some((request, verdict, None))
                }
                _ => None,
            };
            if let Some((request, verdict, seen)) = decided {
                if seen.is_some_and(|granted| granted != verdict.granted) {
                    return Err(format!(
                        "{name} {request:?}: the policy says {verdict:?}, the filter {seen:?}"
                    ));
                }
                let before = direction.outstanding();
                let pending = direction.pending.entry(request.id).or_default();
                pending.push_back(Pending {
                    granted: verdict.granted,
                    swallowed: false,
                });
                direction.decided += 1;
                if verdict.granted {
                    if !comb {
                        direction.to_memory.push_back(request);
                    }
                } else {
                    direction.denied += 1;
                    denials.push(Denial {
                        request,
                        write,
                        entry: verdict.entry,
                    });
                }
                if write {
                    self.data.push_back((verdict.granted, request.id));
                }
                let direction = match write {
                    false => &self.read,
                    true => &self.write,
                };
                hits.push((write, direction.cases.front().copied().flatten(), before));
            }
            let direction = match write {
                false => &mut self.read,
                true => &mut self.write,
            };
            if from.moved().is_some() {
                direction.cases.pop_front();
            }
            if comb && write {
                self.data_moves(s, m)?;
            }
        }
        let both = hits.len() == 2;
        for (_, case, before) in hits {
            if let Some(case) = case.filter(|c| self.versions[c.entry.0] == c.entry.1) {
                let outstanding = match before {
                    0 => Outstanding::None,
                    1..8 => Outstanding::Few,
                    _ => Outstanding::Many,
                };
                self.coverage.hit(Bin {
                    both,
                    outstanding,
                    ..case.bin
                });
            }
        }
        self.answers(s, m)?;
        self.enter_log(&denials, clear);
        Ok(())
    }

    fn out_of_register(
        &mut self,
        name: &str,
        write: bool,
        to: &Channel<Request>,
    ) -> Result<(), String> {
        let direction = match write {
            false => &mut self.read,
            true => &mut self.write,
        };
        let Some(request) = to.offered else {
            return Ok(());
        };
        let expected = direction.to_memory.front();
        if expected != Some(&request) {
            return Err(format!(
                "{name} {request:?} comes out; granted and next is {expected:?}"
            ));
        }
        if to.ready {
            direction.to_memory.pop_front();
        }
        Ok(())
    }

    fn data_moves(&mut self, s: &Cycle, m: &Cycle) -> Result<(), String> {
        let granted = self.data.front().map(|(granted, _)| *granted);
        if let Some(beat) = m.w.offered
            && (granted != Some(true) || s.w.offered != Some(beat))
        {
            return Err(format!(
                "W comes out, its burst is {granted:?} and the master offers {:?}",
                s.w.offered
            ));
        }
        if let Some(beat) = s.w.moved() {
            let Some(granted) = granted else {
                return Err("W is taken before its request".into());
            };
            if granted && m.w.moved().is_none() {
                return Err("W of a granted write is taken and does not come out".into());
            }
            if beat.last
                && let Some((false, id)) = self.data.pop_front()
            {
                let writes = self.write.pending.entry(id).or_default();
                let swallowed = writes.iter_mut().find(|p| !p.granted && !p.swallowed);
                if let Some(pending) = swallowed {
                    pending.swallowed = true;
                }
            }
        } else if m.w.moved().is_some() {
            return Err("W comes out twice".into());
        }
        Ok(())
    }

    fn answers(&mut self, s: &Cycle, m: &Cycle) -> Result<(), String> {
        match s.r.offered {
            Some(beat) => {
                let reads = self.read.pending.entry(beat.id).or_default();
                match reads.front().map(|pending| pending.granted) {
                    Some(true) if m.r.offered != Some(beat) || m.r.ready != s.r.ready => {
                        return Err(format!("R {beat:?} is not what the memory gives: {m:?}"));
                    }
                    Some(false) if m.r.moved().is_some() => {
                        return Err("R of the memory is lost behind a denied read".into());
                    }
                    Some(false) if beat.resp != SLVERR || beat.data != [0; _] => {
                        return Err(format!("R of a denied read shows {beat:?}"));
                    }
                    None => return Err(format!("R {beat:?} was not asked for")),
                    _ => {}
                }
                if s.r.ready && beat.last {
                    reads.pop_front();
                }
            }
            None if m.r.moved().is_some() => return Err("R of the memory is lost".into()),
            None => {}
        }
        match s.b.offered {
            Some(answer) => {
                let writes = self.write.pending.entry(answer.id).or_default();
                match writes.front() {
                    Some(pending) if pending.granted => {
                        if m.b.offered != Some(answer) || m.b.ready != s.b.ready {
                            return Err(format!("B {answer:?} is not what the memory gives"));
                        }
                    }
                    Some(pending) => {
                        if m.b.moved().is_some() || answer.resp != SLVERR || !pending.swallowed {
                            return Err(format!("B of a denied write shows {answer:?}"));
                        }
                    }
                    None => return Err(format!("B {answer:?} was not asked for")),
                }
                if s.b.ready {
                    writes.pop_front();
                }
            }
            None if m.b.moved().is_some() => return Err("B of the memory is lost".into()),
            None => {}
        }
        Ok(())
    }

    fn check_log(&self) -> Result<(), String> {
        let (ports, model) = (&self.log_ports, &self.model);
        let get = |port| model.get(port);
        let shown = [
            get(ports.valid),
            get(ports.addr),
            get(ports.write),
            get(ports.source),
            get(ports.matched),
            get(ports.entry),
        ];
        let expected = match self.first {
            None => [0; 6],
            Some(first) => [
                1,
                first.request.addr,
                first.write.into(),
                first.request.user,
                first.entry.is_some().into(),
                first.entry.unwrap_or_default() as u64,
            ],
        };
        if shown != expected {
            return Err(format!(
                "the log (valid, address, write, source, match, entry) shows {shown:x?}, expected {expected:x?}"
            ));
        }
        let words = model.get_wide(ports.count);
        for (index, count) in self.counts.iter().enumerate() {
            let shown = unpacked(words, index, COUNT_WIDTH);
            if shown != *count {
                return Err(format!(
                    "the count of entry {index} is {shown}, expected {count}"
                ));
            }
        }
        let background = get(ports.background);
        if background != self.background {
            return Err(format!(
                "the count of the background is {background}, expected {}",
                self.background
            ));
        }
        let reached = |count: &u64| *count >= self.threshold;
        let irq = reached(&self.background) || self.counts.iter().any(reached);
        if get(ports.irq) != u64::from(irq) {
            return Err(format!("irq_o is not {irq}"));
        }
        match get(ports.alert) {
            0 => Ok(()),
            _ => Err("alert_o is high and nothing is wrong".into()),
        }
    }

    fn enter_log(&mut self, denials: &[Denial], clear: bool) {
        let greatest = (1 << COUNT_WIDTH) - 1;
        for denial in denials {
            let count = match denial.entry {
                Some(index) => &mut self.counts[index],
                None => &mut self.background,
            };
            *count = (*count + 1).min(greatest);
            self.first = self.first.or(Some(*denial));
        }
        if clear {
            self.first = None;
            self.counts.fill(0);
            self.background = 0;
        }
    }

    /// Random requests, until `requests` have been decided and all are answered.
    ///
    /// # Errors
    /// AXI4 or the policy is broken, or nothing moves any more.
    pub fn traffic(&mut self, requests: u64) -> Outcome {
        let goal = self.decided().0 + requests;
        while self.decided().0 < goal {
            // Sparse traffic meets an idle filter, dense traffic with a slow memory a full one.
            let load = self
                .dice
                .pick(&[Load::Sparse, Load::Dense, Load::Full, Load::Full]);
            let stall = |dice: &mut Dice| dice.pick(&[0.0, 0.0, 0.3, 0.7]);
            let (sparse, full) = (load == Load::Sparse, load == Load::Full);
            self.master.set_stalls(MasterStalls {
                request: if sparse || full {
                    0.0
                } else {
                    stall(&mut self.dice)
                },
                data: if full { 0.0 } else { stall(&mut self.dice) },
                answer: stall(&mut self.dice),
            });
            self.slave.set_stalls(SlaveStalls {
                request: if full { 0.0 } else { stall(&mut self.dice) },
                data: if full { 0.0 } else { stall(&mut self.dice) },
                answer: if full { 0.8 } else { stall(&mut self.dice) },
            });
            self.slave.data_first = self.dice.falls(0.2);
            for _ in 0..200 {
                self.feed(load);
                self.step()?;
            }
        }
        self.drain()
    }

    /// Cycles until everything is answered.
    ///
    /// # Errors
    /// AXI4 or the policy is broken, or nothing moves any more.
    pub fn drain(&mut self) -> Outcome {
        for _ in 0..DRAIN {
            if self.is_idle() {
                return Ok(());
            }
            self.step()?;
        }
        Err(format!(
            "{:?}: reads and writes unanswered after {DRAIN} cycles: {:?}",
            self.setting,
            self.sides[0].outstanding()
        )
        .into())
    }

    /// Dense traffic, and a reset in the middle of it.
    ///
    /// # Errors
    /// AXI4 or the policy is broken.
    pub fn traffic_until_reset(&mut self) -> Outcome {
        for _ in 0..50 + self.dice.below(50) {
            self.feed(Load::Dense);
            self.step()?;
        }
        self.reset()
    }

    fn feed(&mut self, load: Load) {
        let sparse = load == Load::Sparse;
        let wanted = match sparse {
            true if self.is_idle() && self.dice.falls(0.5) => 1,
            true => 0,
            false => 4,
        };
        let alone = sparse && self.dice.falls(0.4);
        let single = self.dice.falls(0.5);
        for write in [false, true] {
            let queued = match write {
                false => self.master.reads.len(),
                true => self.master.writes.len(),
            };
            if queued < wanted && !(alone && write == single) {
                let (request, case) = self.random_request(write, load);
                self.add(request, write, case);
            }
        }
    }

    fn random_request(&mut self, write: bool, load: Load) -> (Request, Option<Case>) {
        // Only what is granted stays unanswered in numbers.
        let filler = load == Load::Full && self.dice.falls(0.6);
        let mut index = self.dice.below(self.setting.entries as u64) as usize;
        if filler {
            let permitting =
                |e: &Entry| e.active && e.job != 0 && if write { e.write } else { e.read };
            index = self
                .policy
                .entries
                .iter()
                .position(permitting)
                .unwrap_or(index);
        }
        let entry = self.policy.entries[index].clone();
        let dice = &mut self.dice;
        let bus = (self.setting.data_width / 8).ilog2() as u64;
        let size_class = dice.pick(&[Size::Byte, Size::Narrow, Size::Full]);
        let size = match size_class {
            Size::Byte => 0,
            Size::Narrow => 1 + dice.below(bus - 1),
            Size::Full => bus,
        };
        let burst = dice.below(3);
        let len = match burst {
            2 => dice.pick(&[1, 1, 3, 7, 15]),
            1 if dice.falls(0.02) => 16 + dice.below(240).min((4096 >> size) - 17),
            _ if dice.falls(0.2) => dice.below(16),
            _ => dice.below(4),
        };
        let bytes = 1u128 << size;
        let total = match burst {
            0 => bytes,
            _ => bytes * u128::from(len + 1),
        };
        let (low, end) = (
            u128::from(entry.base) * GRANULE,
            (u128::from(entry.limit) + 1) * GRANULE,
        );
        let mut position = dice.pick(&[
            Position::Before,
            Position::Start,
            Position::Inside,
            Position::End,
            Position::Across,
            Position::Behind,
        ]);
        if filler {
            position = Position::Start;
        }
        let space = 1u128 << self.setting.addr_width;
        let across = burst == 1 && len > 0 && end < space;
        let fits = match position {
            Position::Before => low >= GRANULE,
            Position::Behind => end < space,
            Position::Across => across,
            _ => true,
        };
        if !fits {
            position = Position::End;
        }
        // The block of memory that the burst covers, or begins in.
        let block = match position {
            Position::Before => low - total,
            Position::Start => low,
            Position::End => end - total,
            Position::Across => end - bytes * (1 + u128::from(dice.below(len))),
            Position::Behind => end,
            Position::Inside => {
                let granules = entry.limit - entry.base + 1;
                let granule = low + u128::from(dice.below(granules)) * GRANULE;
                let places = (GRANULE / total) as u64;
                granule + total * u128::from(1 + dice.below(places.saturating_sub(2)))
            }
        };
        if position == Position::Inside && GRANULE / total < 3 {
            position = Position::Across;
        }
        // The start may be off the block's where the last byte stays where it is.
        let at_end = matches!(
            position,
            Position::Before | Position::End | Position::Inside
        );
        let offset = match burst {
            2 if at_end => bytes * u128::from(dice.below(len + 1)),
            2 => 0,
            _ if at_end && dice.falls(0.3) => u128::from(dice.below(bytes as u64)),
            _ => 0,
        };
        let member = filler || dice.falls(0.85);
        let user = match member {
            true => {
                let members: Vec<u64> = (0..SOURCES as u64)
                    .filter(|s| entry.sources >> s & 1 == 1)
                    .collect();
                dice.pick(&members)
            }
            false => dice.pick(&[dice.clone().below(16), 16, 17, 255]),
        };
        let ids = 1 << self.setting.id_width;
        let few = dice.falls(0.5);
        let mut request = Request {
            addr: (block + offset) as u64,
            // A denied request waits for the granted ones with its id.
            id: match load {
                Load::Full => dice.below(ids / 2) + if filler { 0 } else { ids / 2 },
                _ => dice.below(if few { 3 } else { ids }),
            },
            len,
            size,
            burst,
            user,
            attributes: dice.word() & 0xffff,
        };
        let bin = Bin {
            write,
            burst: request.access(write).burst,
            size: size_class,
            position,
            permitted: if write { entry.write } else { entry.read },
            both: false,
            outstanding: Outstanding::None,
        };
        let case = Case {
            entry: (index, self.versions[index]),
            bin,
        };
        if !filler && dice.falls(0.03) {
            // What AXI4 forbids.
            match dice.below(4) {
                0 => request.burst = 3,
                1 => (request.burst, request.len) = (0, 16 + dice.below(8)),
                2 => (request.burst, request.len) = (2, dice.pick(&[0, 2, 4, 14])),
                _ => request.size = dice.below(8),
            }
            return (request, None);
        }
        let useful = member && entry.active && entry.job != 0;
        let wide = position == Position::Across && burst != 1;
        (request, (useful && !wide).then_some(case))
    }
}
