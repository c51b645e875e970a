//! The FDU management table beside its golden model, cycle by cycle.

use std::collections::{BTreeMap, VecDeque};

use pimtee_gen::sv::{EmitOptions, Emitted, ResetKind, emit};
use pimtee_hdl::fmt::Fmt as Table;
use pimtee_hdl::rust_hdl::core::prelude::Block;
use pimtee_sim::driver::axi_lite::{AxiLite, MONITOR, Read, Write};
use pimtee_sim::golden::fmt::{Access, Fmt, Pins, Sizes};
use pimtee_sim::verilator::{Build, InPort, Library, OptLevel, OutPort, Trace};

use crate::{Outcome, equal};

/// Name of the top module in every build.
pub const TOP: &str = "fmt";

/// Four entries, four key slots, 32-bit addresses; an activation gives eight vectors.
pub const SMALL: Sizes = Sizes {
    entries: 4,
    key_slots: 4,
    sources: 8,
    granule_bits: 20,
    job_bits: 16,
    counter_bits: 3,
};

/// Eight entries, sixteen key slots, 64-bit addresses.
pub const WIDE: Sizes = Sizes {
    entries: 8,
    key_slots: 16,
    sources: 32,
    granule_bits: 52,
    job_bits: 16,
    counter_bits: 3,
};

/// The emitted table of one of these sizes, named [`TOP`].
///
/// # Errors
/// The block has faults.
pub fn design(sizes: Sizes, reset: ResetKind) -> Outcome<Emitted> {
    let block: Box<dyn Block> = match sizes == WIDE {
        true => Box::new(Table::<8, 3, 16, 4, 7, 32, 52, 16, 3>::default()),
        false => Box::new(Table::<4, 2, 4, 2, 5, 8, 20, 16, 3>::default()),
    };
    let options = EmitOptions {
        top: Some(TOP.to_owned()),
        reset,
        locators: false,
        generator: "pimtee".to_owned(),
        config_hash: "000000000000".to_owned(),
    };
    Ok(emit(block.as_ref(), &options)?)
}

/// A build of it.
///
/// # Errors
/// It cannot be built.
pub fn library(design: &Emitted, trace: Trace) -> Outcome<Library> {
    let build = Build::new(design).x_initial_unique(true).trace(trace);
    Ok(build.opt_level(OptLevel::O0).build()?)
}

/// Replaces a part of the emitted text, which has to be there once.
///
/// # Errors
/// It is not there once.
pub fn mutated(design: &mut Emitted, original: &str, replacement: &str) -> Outcome {
    let files = design.files.iter();
    let found: usize = files.map(|file| file.text.matches(original).count()).sum();
    equal(&format!("{original:?} in the emitted text"), found, 1)?;
    for file in &mut design.files {
        file.text = file.text.replace(original, replacement);
    }
    Ok(())
}

/// A thing to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A write of address, data, strobe and protection.
    Write(Write),
    /// A read of address and protection.
    Read(Read),
    /// A request of the MPE for a vector of an entry, with the key or without.
    Request(usize, bool),
    /// Waits until everything before is done.
    Settle,
}

struct Ports {
    busy: InPort,
    scrubbed: InPort,
    fault: InPort,
    mpe_valid: InPort,
    mpe_ready: OutPort,
    mpe_entry: InPort,
    mpe_key: InPort,
    view: [OutPort; 8],
    iv: [OutPort; 5],
    key: [OutPort; 4],
    alert: OutPort,
}

/// How often each command was taken and refused, by its number, and other happenings by name.
pub type Tally = BTreeMap<(&'static str, u32), u64>;

/// The table and its model.
pub struct Bench {
    /// The host at its port.
    pub host: AxiLite,
    /// The model.
    pub golden: Fmt,
    /// What other hardware says of the entries from now on.
    pub pins: Vec<Pins>,
    /// What happened.
    pub tally: Tally,
    sizes: Sizes,
    ports: Ports,
    before: Vec<Pins>,
    writes: VecDeque<Access>,
    reads: VecDeque<Access>,
    requests: VecDeque<(usize, bool)>,
    answer: Option<(u64, usize, bool)>,
    key: Option<(u64, usize, usize)>,
    exhausted: Option<usize>,
}

impl Bench {
    /// A table fresh out of reset.
    ///
    /// # Errors
    /// It has not the ports of a table.
    pub fn new(library: &Library, sizes: Sizes, stalls: f64, seed: u64) -> Outcome<Self> {
        let input = |name: &str| library.input(name);
        let output = |name: &str| library.output(name);
        let ports = Ports {
            busy: input("entry_busy_i")?,
            scrubbed: input("entry_scrubbed_i")?,
            fault: input("entry_fault_i")?,
            mpe_valid: input("mpe_valid_i")?,
            mpe_ready: output("mpe_ready_o")?,
            mpe_entry: input("mpe_entry_i")?,
            mpe_key: input("mpe_key_i")?,
            view: [
                output("entry_active_o")?,
                output("entry_read_o")?,
                output("entry_write_o")?,
                output("entry_scrub_o")?,
                output("entry_base_o")?,
                output("entry_limit_o")?,
                output("entry_sources_o")?,
                output("entry_job_o")?,
            ],
            iv: [
                output("iv_valid_o")?,
                output("iv_granted_o")?,
                output("iv_job_o")?,
                output("iv_epoch_o")?,
                output("iv_counter_o")?,
            ],
            key: [
                output("key_valid_o")?,
                output("key_last_o")?,
                output("key_error_o")?,
                output("key_data_o")?,
            ],
            alert: output("alert_o")?,
        };
        let pins = vec![Pins::default(); sizes.entries];
        Ok(Bench {
            host: AxiLite::new(library, "s_axil", stalls, seed)?,
            golden: Fmt::new(sizes),
            before: pins.clone(),
            pins,
            tally: Tally::new(),
            sizes,
            ports,
            writes: VecDeque::new(),
            reads: VecDeque::new(),
            requests: VecDeque::new(),
            answer: None,
            key: None,
            exhausted: None,
        })
    }

    /// Begins a step; [`Step::Settle`] runs it to its end.
    ///
    /// # Errors
    /// The table differs from its model.
    pub fn begin(&mut self, step: Step) -> Outcome {
        match step {
            Step::Write(write) => {
                self.host.send_write(write);
                self.writes.push_back(Access {
                    address: write.address,
                    monitor: write.protection == MONITOR,
                    write: Some((write.data, write.strobe)),
                });
            }
            Step::Read(read) => {
                self.host.send_read(read);
                self.reads.push_back(Access {
                    address: read.address,
                    monitor: read.protection == MONITOR,
                    write: None,
                });
            }
            Step::Request(entry, key) => self.requests.push_back((entry, key)),
            Step::Settle => self.settle()?,
        }
        Ok(())
    }

    /// Steps that are begun and not ended.
    pub fn open(&self) -> usize {
        self.writes.len() + self.reads.len() + self.requests.len()
    }

    /// Goes on until everything is done.
    ///
    /// # Errors
    /// The table differs from its model, or does not answer.
    pub fn settle(&mut self) -> Outcome {
        for _ in 0..100_000 {
            if self.host.idle() && self.open() == 0 && self.answer.is_none() && self.key.is_none() {
                return self.cycle();
            }
            self.cycle()?;
        }
        Err("something is not answered".into())
    }

    /// One write by the monitor, to its end: whether it was taken.
    ///
    /// # Errors
    /// The table differs from its model.
    pub fn write(&mut self, address: u32, data: u32) -> Outcome<bool> {
        let taken = |tally: &Tally| tally.get(&("write taken", 0)).copied().unwrap_or(0);
        let before = taken(&self.tally);
        self.begin(Step::Write(Write::monitor(address, data)))?;
        self.settle()?;
        Ok(taken(&self.tally) > before)
    }

    /// One command, to its end: whether it was taken.
    ///
    /// # Errors
    /// The table differs from its model.
    pub fn command(&mut self, op: u64, entry: u32) -> Outcome<bool> {
        self.write(0x24, (op as u32) << 8 | entry)
    }

    /// One cycle of both.
    ///
    /// # Errors
    /// They differ.
    pub fn cycle(&mut self) -> Outcome {
        let bits = |of: fn(&Pins) -> bool| {
            let pins = self.pins.iter().enumerate();
            pins.fold(0, |bits, (i, pins)| bits | u64::from(of(pins)) << i)
        };
        let (busy, scrubbed, fault) = (bits(|p| p.busy), bits(|p| p.scrubbed), bits(|p| p.fault));
        let request = self.requests.front().copied();
        let (entry, key) = request.unwrap_or_default();
        let model = self.host.model();
        model.set(self.ports.busy, busy);
        model.set(self.ports.scrubbed, scrubbed);
        model.set(self.ports.fault, fault);
        model.set(self.ports.mpe_valid, request.is_some().into());
        model.set(self.ports.mpe_entry, entry as u64);
        model.set(self.ports.mpe_key, key.into());
        let now = model.cycle_count();
        let seen = self.host.cycle()?;

        // What was done in the cycle before shows now.
        if let Some((taken, data)) = seen.read {
            let access = self.reads.pop_front().ok_or("an answer without a read")?;
            let expected = self.golden.read(access);
            let got = taken.then_some(data);
            equal(&format!("cycle {now}: read of {access:x?}"), got, expected)?;
            let kind = if taken { "read taken" } else { "read refused" };
            equal("data of a refused read", taken || data == 0, true)?;
            self.count(kind, 0);
        }
        if let Some(taken) = seen.write {
            let access = self.writes.pop_front().ok_or("an answer without a write")?;
            let expected = self.golden.write(access, &self.before);
            let what = format!("cycle {now}: {access:x?} is taken");
            equal(&what, taken, expected)?;
            self.count(
                if taken {
                    "write taken"
                } else {
                    "write refused"
                },
                0,
            );
            if access.address == 0x24 {
                let op = access.write.map_or(0, |(data, _)| data >> 8 & 0xf);
                self.count(if taken { "taken" } else { "refused" }, op);
            } else {
                let to = access.address.min(0x200);
                self.count(
                    if taken {
                        "register taken"
                    } else {
                        "register refused"
                    },
                    to,
                );
            }
        }
        self.golden.tick(&self.before);
        if let Some(entry) = self.exhausted.take() {
            self.golden.exhausted(entry);
        }
        self.before.clone_from(&self.pins);
        self.compare_view(now)?;
        self.compare_mpe(now)?;
        if request.is_some() && self.host.model().get(self.ports.mpe_ready) == 1 {
            self.requests.pop_front();
            self.answer = Some((now + 2, entry, key));
        }
        Ok(())
    }

    fn count(&mut self, what: &'static str, which: u32) {
        *self.tally.entry((what, which)).or_default() += 1;
    }

    fn compare_view(&mut self, now: u64) -> Outcome {
        let sizes = self.sizes;
        let model = self.host.model();
        let alert = model.get(self.ports.alert);
        equal(
            &format!("cycle {now}: alert"),
            alert,
            self.golden.alerts().into(),
        )?;
        let widths = [
            1,
            1,
            1,
            1,
            sizes.granule_bits,
            sizes.granule_bits,
            sizes.sources,
            sizes.job_bits,
        ];
        for (i, entry) in self.golden.entries().iter().enumerate() {
            let mut got = [0; 8];
            for ((got, port), width) in got.iter_mut().zip(self.ports.view).zip(widths) {
                *got = part(model.get_wide(port), i, width as usize);
            }
            let active = entry.active();
            let fields = &entry.fields;
            let scrub = entry.state == pimtee_sim::golden::fmt::State::Scrub;
            let expected = [
                active.into(),
                (active && fields.read).into(),
                (active && fields.write).into(),
                scrub.into(),
                fields.base,
                fields.limit,
                fields.sources.into(),
                fields.job.into(),
            ];
            // Fields mean something while the entry grants.
            let shown = if active { 8 } else { 4 };
            let what = format!("cycle {now}: view of entry {i} ({:?})", entry.state);
            equal(&what, &got[..shown], &expected[..shown])?;
        }
        Ok(())
    }

    fn compare_mpe(&mut self, now: u64) -> Outcome {
        let model = self.host.model();
        let iv = self.ports.iv.map(|port| model.get(port));
        let key = self.ports.key.map(|port| model.get(port));
        let mut expected = [0; 5];
        if let Some((at, entry, wants_key)) = self.answer.filter(|(at, ..)| *at == now) {
            self.answer = None;
            expected[0] = 1;
            match self.golden.take(entry) {
                Ok(vector) => {
                    expected = [1, 1, vector.job.into(), vector.epoch.into(), vector.counter];
                    self.key = wants_key.then_some((at + 2, entry, 0));
                    self.count("vector given", 0);
                }
                Err(exhausted) => {
                    self.exhausted = exhausted.then_some(entry);
                    self.count("vector refused", exhausted.into());
                }
            }
        }
        equal(&format!("cycle {now}: vector"), iv, expected)?;
        let mut expected = [0; 4];
        if let Some((at, entry, word)) = self.key.filter(|(at, ..)| *at == now) {
            let active = self.golden.entries()[entry].active();
            expected = match active {
                true => [
                    1,
                    (word == 7).into(),
                    0,
                    self.golden.key(entry)[word].into(),
                ],
                false => [1, 1, 1, 0],
            };
            self.key = (active && word < 7).then_some((at + 1, entry, word + 1));
            self.count(if active { "key word" } else { "key broken off" }, 0);
        }
        equal(&format!("cycle {now}: key"), key, expected)
    }
}

/// Element `at` of a flat vector of elements of `width` bits.
fn part(words: &[u64], at: usize, width: usize) -> u64 {
    (0..width).fold(0, |value, bit| {
        let place = at * width + bit;
        value | (words[place / 64] >> (place % 64) & 1) << bit
    })
}
