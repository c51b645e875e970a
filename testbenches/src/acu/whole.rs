//! The filter with its table: a monitor that programs it, a master and a memory, beside the golden
//! table and the golden policy.

use crate::{Outcome, emitted, equal};
use pimtee_gen::sv::{Emitted, ResetKind};
use pimtee_hdl::acu::settings::{self, SOURCE_WIDTH, TableSetting};
use pimtee_sim::axi::{Checker, Cycle, Master, Request, SLVERR, Slave};
use pimtee_sim::dice::Dice;
use pimtee_sim::driver::axi_lite::{AxiLite, Read, Seen, Write};
use pimtee_sim::golden::fmt::{Access, Fmt, Pins, Sizes, State};
use pimtee_sim::golden::policy::{Entry, Policy};
use pimtee_sim::verilator::{Build, InPort, Library, OptLevel, OutPort, Trace};
use std::collections::{BTreeMap, VecDeque};

/// Name of the top.
pub const TOP: &str = "acu";
/// Where the registers of the filter begin.
pub const FILTER: u32 = 0x1000;
/// Register COMMAND of the table.
pub const COMMAND: u32 = 0x24;
/// Register THRESHOLD of the filter.
pub const THRESHOLD: u32 = FILTER + 0x10;
/// Register CLEAR of the filter.
pub const CLEAR: u32 = FILTER + 0x14;
/// Command FREE.
const FREE: u32 = 5;

/// The setting under test.
pub const SMALL: TableSetting = TableSetting {
    entries: 4,
    key_slots: 4,
    sources: 8,
    addr_width: 32,
    data_width: 32,
};

/// The emitted design.
///
/// # Errors
/// There is no such setting.
pub fn design() -> Outcome<Emitted> {
    let (mut block, _) = settings::acu(SMALL).ok_or("no such setting")?;
    block.connect_all();
    emitted(block.as_ref(), TOP, ResetKind::Async)
}

/// Builds a design, its registers random at the start.
///
/// # Errors
/// It cannot be built.
pub fn build(design: &Emitted, trace: Trace) -> Outcome<Library> {
    let build = Build::new(design).x_initial_unique(true).trace(trace);
    Ok(build.opt_level(OptLevel::O0).build()?)
}

/// What has happened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Requests taken.
    pub requests: u64,
    /// Of these granted.
    pub granted: u64,
    /// Entries that stopped granting with a request of theirs in flight.
    pub revoked_in_flight: u64,
    /// FREE refused to a scrubbed entry, as requests of its own were in flight.
    pub free_refused_busy: u64,
    /// FREE taken.
    pub freed: u64,
    /// Commands taken.
    pub commands: u64,
}

/// An unanswered request: the entry that has granted it, or none.
type Pending = Option<usize>;

/// One direction.
#[derive(Debug, Default)]
struct Direction {
    /// Granted requests that have not come out.
    to_memory: VecDeque<Request>,
    /// Unanswered requests of an id, oldest first.
    pending: BTreeMap<u64, VecDeque<Pending>>,
}

/// Log and counts.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Log {
    first: Option<(Request, bool, Option<usize>)>,
    counts: Vec<u64>,
    background: u64,
    threshold: u64,
}

impl Log {
    fn irq(&self) -> bool {
        let mut all = self.counts.iter().chain([&self.background]);
        all.any(|count| *count >= self.threshold)
    }

    /// The register at an offset; `None`: there is none, or it cannot be read.
    fn read(&self, offset: u32) -> Option<u64> {
        let first = |of: fn(&Request, bool, Option<usize>) -> u64| {
            self.first
                .map_or(0, |(r, write, entry)| of(&r, write, entry))
        };
        Some(match offset {
            0x00 => u64::from(u32::from_be_bytes(*b"PACU")),
            0x04 => 0x1_0000,
            0x08 => 4 | 32 << 8 | (SOURCE_WIDTH as u64) << 16 | 8 << 24,
            0x0c => self.irq().into(),
            0x10 => self.threshold,
            0x18 => first(|r, write, entry| {
                1 | u64::from(write) << 1
                    | u64::from(entry.is_some()) << 2
                    | (entry.unwrap_or_default() as u64) << 8
                    | r.user << 16
            }),
            0x1c => first(|r, _, _| r.addr),
            0x24 => self.background,
            0x80..0x90 if offset.is_multiple_of(4) => self.counts[(offset as usize - 0x80) / 4],
            _ => return None,
        })
    }
}

struct Ports {
    busy: InPort,
    scrubbed: InPort,
    fault: InPort,
    scrub: OutPort,
    irq: OutPort,
    alert: OutPort,
}

/// The design and all around it.
pub struct Bench {
    /// The monitor.
    pub host: AxiLite,
    /// Whose requests are filtered.
    pub master: Master,
    /// The memory.
    pub slave: Slave,
    /// The golden table.
    pub golden: Fmt,
    /// What has happened.
    pub tally: Tally,
    /// Entries that other hardware says are at fault, in the next cycle.
    pub faults: u64,
    /// Entries that other hardware has busy.
    pub held: u64,
    ports: Ports,
    policy: Policy,
    sides: [Checker; 2],
    /// Cycles until the memory of an entry is scrubbed.
    scrub_left: [u64; 4],
    dice: Dice,
    before: Vec<Pins>,
    writes: VecDeque<(u32, u32)>,
    reads: VecDeque<u32>,
    answers: VecDeque<bool>,
    read: Direction,
    write: Direction,
    /// Decisions on write bursts whose data is not complete.
    data: VecDeque<bool>,
    log: Log,
    log_before: Log,
}

impl Bench {
    /// The design just out of reset.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn new(library: &Library, stalls: f64, seed: u64) -> Outcome<Self> {
        let input = |name: &str| library.input(name);
        let output = |name: &str| library.output(name);
        let ports = Ports {
            busy: input("entry_busy_i")?,
            scrubbed: input("entry_scrubbed_i")?,
            fault: input("entry_fault_i")?,
            scrub: output("entry_scrub_o")?,
            irq: output("irq_o")?,
            alert: output("alert_o")?,
        };
        let log = Log {
            first: None,
            counts: vec![0; SMALL.entries],
            background: 0,
            threshold: 255,
        };
        let mut bench = Bench {
            host: AxiLite::new(library, "s_axil", stalls, seed)?,
            master: Master::new(library, "s_axi", seed ^ 1)?,
            slave: Slave::new(library, "m_axi", seed ^ 2)?,
            golden: Fmt::new(Sizes {
                entries: SMALL.entries,
                key_slots: SMALL.key_slots,
                sources: SMALL.sources as u32,
                granule_bits: 20,
                job_bits: 16,
                counter_bits: 47,
            }),
            tally: Tally::default(),
            faults: 0,
            held: 0,
            ports,
            policy: Policy {
                entries: vec![Entry::default(); SMALL.entries],
                source_count: SMALL.sources as u64,
                bus_bytes: SMALL.data_width as u32 / 8,
            },
            sides: [Checker::new("s_axi"), Checker::new("m_axi")],
            scrub_left: [0; 4],
            dice: Dice::new(seed ^ 3),
            before: vec![Pins::default(); SMALL.entries],
            writes: VecDeque::new(),
            reads: VecDeque::new(),
            answers: VecDeque::new(),
            read: Direction::default(),
            write: Direction::default(),
            data: VecDeque::new(),
            log_before: log.clone(),
            log,
        };
        bench.master.drive(bench.host.model());
        bench.slave.drive(bench.host.model());
        bench.host.model().reset(2)?;
        Ok(bench)
    }

    /// Requests of an entry that are granted and unanswered.
    pub fn in_flight(&self, entry: usize) -> usize {
        let directions = [&self.read, &self.write];
        let all = directions.iter().flat_map(|d| d.pending.values().flatten());
        all.filter(|granted| **granted == Some(entry)).count()
    }

    /// Whether everything that was asked is answered.
    pub fn is_idle(&self) -> bool {
        let directions = [&self.read, &self.write];
        let mut all = directions.iter().flat_map(|d| d.pending.values());
        self.master.is_idle() && all.all(VecDeque::is_empty)
    }

    /// Whether the monitor waits for nothing.
    pub fn monitor_idle(&self) -> bool {
        self.host.idle()
    }

    /// Begins a write of the monitor.
    pub fn begin_write(&mut self, address: u32, data: u32) {
        self.host.send_write(Write::monitor(address, data));
        self.writes.push_back((address, data));
    }

    /// Begins a read of the monitor; its answer is compared when it comes.
    pub fn begin_read(&mut self, address: u32) {
        self.host.send_read(Read::monitor(address));
        self.reads.push_back(address);
    }

    /// A write of the monitor, to its end: whether it was taken.
    ///
    /// # Errors
    /// As [`step`](Self::step).
    pub fn write(&mut self, address: u32, data: u32) -> Outcome<bool> {
        self.answers.clear();
        self.begin_write(address, data);
        for _ in 0..10_000 {
            self.step()?;
            if let Some(taken) = self.answers.pop_front() {
                return Ok(taken);
            }
        }
        Err("a write is not answered".into())
    }

    /// A command of the monitor, to its end: whether it was taken.
    ///
    /// # Errors
    /// As [`step`](Self::step).
    pub fn command(&mut self, op: u64, entry: u32) -> Outcome<bool> {
        self.write(COMMAND, (op as u32) << 8 | entry)
    }

    /// Writes the shadow entry: granules, sources, job, and bit 0 read, bit 1 write.
    ///
    /// # Errors
    /// As [`step`](Self::step), or a write is refused.
    pub fn shadow(&mut self, granules: [u32; 2], sources: u32, job: u32, rights: u32) -> Outcome {
        for (address, data) in [
            (0x40, granules[0]),
            (0x48, granules[1]),
            (0x50, sources),
            (0x54, job),
            (0x58, rights),
        ] {
            equal("the shadow is written", self.write(address, data)?, true)?;
        }
        Ok(())
    }

    /// One cycle.
    ///
    /// # Errors
    /// A bus rule, the golden table or the golden policy is broken.
    pub fn step(&mut self) -> Outcome<(Cycle, Cycle)> {
        let scrub = {
            let ports = self.ports.scrub;
            self.host.model().get(ports)
        };
        let mut scrubbed = 0;
        for (entry, left) in self.scrub_left.iter_mut().enumerate() {
            if scrub >> entry & 1 == 0 {
                *left = self.dice.pick(&[0, 0, 5, 40]);
            } else if *left > 0 {
                *left -= 1;
            } else {
                scrubbed |= 1 << entry;
            }
        }
        let (fault, held) = (std::mem::take(&mut self.faults), self.held);
        let model = self.host.model();
        model.set(self.ports.scrubbed, scrubbed);
        model.set(self.ports.fault, fault);
        model.set(self.ports.busy, held);
        self.master.drive(model);
        self.slave.drive(model);
        let now = model.cycle_count();
        let seen = self.host.cycle()?;
        let model = self.host.model();
        let (s, m) = (self.master.observe(model), self.slave.observe(model));
        self.sides[0].check(&s)?;
        self.sides[1].check(&m)?;
        let judged = self.judge_monitor(seen).and_then(|()| {
            self.golden.tick(&self.before);
            self.view();
            self.before = (0..SMALL.entries)
                .map(|entry| Pins {
                    busy: held >> entry & 1 == 1 || self.in_flight(entry) > 0,
                    scrubbed: scrubbed >> entry & 1 == 1,
                    fault: fault >> entry & 1 == 1,
                })
                .collect();
            self.judge_pins()?;
            self.judge_traffic(&s, &m)
        });
        judged.map_err(|what| format!("cycle {now}: {what}"))?;
        Ok((s, m))
    }

    /// What was done in the cycle before shows now.
    fn judge_monitor(&mut self, seen: Seen) -> Result<(), String> {
        if let Some((taken, data)) = seen.read {
            let address = self.reads.pop_front().ok_or("an answer without a read")?;
            let expected = match address < FILTER {
                true => self.golden.read(Access {
                    address,
                    monitor: true,
                    write: None,
                }),
                false => self
                    .log_before
                    .read(address - FILTER)
                    .map(|data| data as u32),
            };
            let got = taken.then_some(data);
            if got != expected {
                return Err(format!("read of {address:#x}: {got:x?}, not {expected:x?}"));
            }
        }
        if let Some(taken) = seen.write {
            let (address, data) = self.writes.pop_front().ok_or("an answer without a write")?;
            self.answers.push_back(taken);
            let expected = match address < FILTER {
                true => self.table_write(address, data, taken),
                false => self.log_write(address - FILTER, data),
            };
            if taken != expected {
                return Err(format!(
                    "write of {data:#x} to {address:#x} is taken: {taken}, not {expected}"
                ));
            }
        }
        Ok(())
    }

    fn table_write(&mut self, address: u32, data: u32, taken: bool) -> bool {
        let access = Access {
            address,
            monitor: true,
            write: Some((data, 0xf)),
        };
        let mut pins = self.before.clone();
        let entry = (data & 0xff) as usize;
        let frees = address == COMMAND && data >> 8 & 0xf == FREE && entry < pins.len();
        if frees && !taken {
            // It may be waited for longer than its own requests take, but not for ever: see the tests.
            let scrubbed =
                self.golden.entries()[entry].state == State::Scrub && pins[entry].scrubbed;
            if scrubbed && pins[entry].busy {
                self.tally.free_refused_busy += 1;
            }
            pins[entry].busy = true;
        }
        let expected = self.golden.write(access, &pins);
        self.tally.freed += u64::from(frees && expected && taken);
        self.tally.commands += u64::from(address == COMMAND && taken);
        expected
    }

    fn log_write(&mut self, offset: u32, data: u32) -> bool {
        match offset {
            0x10 if data <= 0xff => self.log.threshold = data.into(),
            0x14 if data <= 1 => {
                if data == 1 {
                    self.log.first = None;
                    self.log.counts.fill(0);
                    self.log.background = 0;
                }
            }
            _ => return false,
        }
        true
    }

    /// The table of this cycle, as the policy sees it.
    fn view(&mut self) {
        for index in 0..SMALL.entries {
            let entry = &self.golden.entries()[index];
            let fields = &entry.fields;
            let now = Entry {
                active: entry.active(),
                base: fields.base,
                limit: fields.limit,
                read: fields.read,
                write: fields.write,
                sources: fields.sources.into(),
                job: fields.job.into(),
            };
            let falls = self.policy.entries[index].active && !now.active;
            self.tally.revoked_in_flight += u64::from(falls && self.in_flight(index) > 0);
            self.policy.entries[index] = now;
        }
    }

    fn judge_pins(&mut self) -> Result<(), String> {
        let ports = &self.ports;
        let (irq, alert) = {
            let model = self.host.model();
            (model.get(ports.irq), model.get(ports.alert))
        };
        if irq != u64::from(self.log.irq()) {
            return Err(format!("irq_o is {irq}; {:?}", self.log));
        }
        if alert != u64::from(self.golden.alerts()) {
            return Err(format!("alert_o is {alert}"));
        }
        self.log_before = self.log.clone();
        Ok(())
    }

    fn judge_traffic(&mut self, s: &Cycle, m: &Cycle) -> Result<(), String> {
        for (write, out) in [(false, &m.ar), (true, &m.aw)] {
            let direction = if write {
                &mut self.write
            } else {
                &mut self.read
            };
            let Some(request) = out.offered else { continue };
            let next = direction.to_memory.front();
            if next != Some(&request) {
                return Err(format!(
                    "{request:?} comes out; granted and next is {next:?}"
                ));
            }
            if out.ready {
                direction.to_memory.pop_front();
            }
        }
        self.data_moves(s, m)?;
        for (write, taken) in [(false, s.ar.moved()), (true, s.aw.moved())] {
            let Some(request) = taken else { continue };
            let verdict = self.policy.decide(&request.access(write));
            let direction = if write {
                &mut self.write
            } else {
                &mut self.read
            };
            let pending = direction.pending.entry(request.id).or_default();
            pending.push_back(verdict.entry.filter(|_| verdict.granted));
            self.tally.requests += 1;
            if write {
                self.data.push_back(verdict.granted);
            }
            if verdict.granted {
                self.tally.granted += 1;
                direction.to_memory.push_back(request);
                continue;
            }
            let count = match verdict.entry {
                Some(index) => &mut self.log.counts[index],
                None => &mut self.log.background,
            };
            *count = (*count + 1).min(255);
            self.log.first = self.log.first.or(Some((request, write, verdict.entry)));
        }
        self.answers(s, m)
    }

    fn data_moves(&mut self, s: &Cycle, m: &Cycle) -> Result<(), String> {
        let granted = self.data.front().copied();
        if let Some(beat) = m.w.offered
            && (granted != Some(true) || s.w.offered != Some(beat))
        {
            return Err(format!("W comes out, and its burst is {granted:?}"));
        }
        if let Some(beat) = s.w.moved() {
            let granted = granted.ok_or("W is taken before its request")?;
            if granted != m.w.moved().is_some() {
                return Err("W is taken and does not come out, or the other way round".into());
            }
            if beat.last {
                self.data.pop_front();
            }
        }
        Ok(())
    }

    fn answers(&mut self, s: &Cycle, m: &Cycle) -> Result<(), String> {
        if let Some(beat) = s.r.moved() {
            let pending = self.read.pending.entry(beat.id).or_default();
            let granted = pending.front().ok_or("R was not asked for")?.is_some();
            let right = match granted {
                true => m.r.moved() == Some(beat),
                false => beat.resp == SLVERR && beat.data == [0; _] && m.r.moved().is_none(),
            };
            if !right {
                return Err(format!("R shows {beat:?}, granted: {granted}"));
            }
            if beat.last {
                pending.pop_front();
            }
        } else if m.r.moved().is_some() {
            return Err("R of the memory is lost".into());
        }
        if let Some(answer) = s.b.moved() {
            let pending = self.write.pending.entry(answer.id).or_default();
            let granted = pending.pop_front().ok_or("B was not asked for")?.is_some();
            let right = match granted {
                true => m.b.moved() == Some(answer),
                false => answer.resp == SLVERR && m.b.moved().is_none(),
            };
            if !right {
                return Err(format!("B shows {answer:?}, granted: {granted}"));
            }
        } else if m.b.moved().is_some() {
            return Err("B of the memory is lost".into());
        }
        Ok(())
    }

    /// Cycles until everything is answered.
    ///
    /// # Errors
    /// As [`step`](Self::step), or nothing moves any more.
    pub fn drain(&mut self) -> Outcome {
        for _ in 0..50_000 {
            if self.is_idle() && self.monitor_idle() {
                return Ok(());
            }
            self.step()?;
        }
        Err("requests are not answered".into())
    }
}
