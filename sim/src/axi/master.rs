//! A master: requests and write data in, answers out.

use super::ports::Ports;
use super::{AxiError, Cycle, Request, Side, WriteBeat};
use crate::dice::Dice;
use crate::verilator::{Library, Model};
use std::collections::VecDeque;

/// How often the channels of a master wait, as probabilities.
#[derive(Clone, Copy, Debug, Default)]
pub struct MasterStalls {
    /// A request that could be offered is not.
    pub request: f64,
    /// Write data that could be offered is not.
    pub data: f64,
    /// An answer is not taken.
    pub answer: f64,
}

/// A master of AXI4.
///
/// Requests go out in the order given, and so does write data, which does not wait for its request:
/// it may come before it, with it or after it. What is offered stays until it is taken.
pub struct Master {
    ports: Ports,
    stalls: MasterStalls,
    dice: Dice,
    /// Read requests to come.
    pub reads: VecDeque<Request>,
    /// Write requests to come.
    pub writes: VecDeque<Request>,
    /// Write data to come.
    pub data: VecDeque<WriteBeat>,
    now: Cycle,
}

impl Master {
    /// The master of the ports `prefix`_… of a design.
    ///
    /// # Errors
    /// The design lacks one of them.
    pub fn new(library: &Library, prefix: &str, seed: u64) -> Result<Self, AxiError> {
        Ok(Self {
            ports: Ports::of(library, prefix, Side::Master)?,
            stalls: MasterStalls::default(),
            dice: Dice::new(seed),
            reads: VecDeque::new(),
            writes: VecDeque::new(),
            data: VecDeque::new(),
            now: Cycle::default(),
        })
    }

    /// Waits like this from now on.
    pub fn set_stalls(&mut self, stalls: MasterStalls) {
        self.stalls = stalls;
    }

    /// Bytes of the data bus.
    pub fn bytes(&self) -> usize {
        self.ports.bytes()
    }

    /// Adds a read.
    pub fn read(&mut self, request: Request) {
        self.reads.push_back(request);
    }

    /// Adds a write with random data; gives the beats.
    pub fn write(&mut self, request: Request) -> Vec<WriteBeat> {
        let bytes = self.bytes();
        let words = bytes.div_ceil(8);
        let mut beats = Vec::new();
        for index in 0..=request.len {
            let mut beat = WriteBeat {
                strb: self.dice.word() & (u64::MAX >> (64 - bytes)),
                last: index == request.len,
                ..WriteBeat::default()
            };
            beat.data[..words].fill_with(|| self.dice.word());
            if bytes < 8 {
                beat.data[0] &= u64::MAX >> (64 - 8 * bytes);
            }
            beats.push(beat);
        }
        self.writes.push_back(request);
        self.data.extend(&beats);
        beats
    }

    /// Whether everything has gone out.
    pub fn is_idle(&self) -> bool {
        self.reads.is_empty() && self.writes.is_empty() && self.data.is_empty()
    }

    /// Forgets what has not gone out, as a reset does.
    pub fn withdraw(&mut self) {
        self.reads.clear();
        self.writes.clear();
        self.data.clear();
        self.now = Cycle::default();
    }

    /// Sets the inputs of the design for this cycle.
    pub fn drive(&mut self, model: &mut Model) {
        let (now, dice) = (&mut self.now, &mut self.dice);
        if now.ar.offered.is_none() && !dice.falls(self.stalls.request) {
            now.ar.offered = self.reads.front().copied();
        }
        if now.aw.offered.is_none() && !dice.falls(self.stalls.request) {
            now.aw.offered = self.writes.front().copied();
        }
        if now.w.offered.is_none() && !dice.falls(self.stalls.data) {
            now.w.offered = self.data.front().copied();
        }
        now.r.ready = !dice.falls(self.stalls.answer);
        now.b.ready = !dice.falls(self.stalls.answer);
        self.ports.drive(model, now);
    }

    /// Takes what moved in the cycle that the model has run.
    pub fn observe(&mut self, model: &Model) -> Cycle {
        self.ports.sample(model, &mut self.now);
        let cycle = self.now;
        if cycle.ar.moved().is_some() {
            self.reads.pop_front();
            self.now.ar.offered = None;
        }
        if cycle.aw.moved().is_some() {
            self.writes.pop_front();
            self.now.aw.offered = None;
        }
        if cycle.w.moved().is_some() {
            self.data.pop_front();
            self.now.w.offered = None;
        }
        cycle
    }
}
