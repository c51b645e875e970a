//! A slave: answers requests.

use super::ports::Ports;
use super::{Answer, AxiError, Cycle, OKAY, ReadBeat, Side};
use crate::dice::Dice;
use crate::verilator::{Library, Model};
use std::collections::VecDeque;

/// How often the channels of a slave wait, as probabilities.
#[derive(Clone, Copy, Debug, Default)]
pub struct SlaveStalls {
    /// A request is not taken.
    pub request: f64,
    /// Write data is not taken.
    pub data: f64,
    /// An answer that could be offered is not.
    pub answer: f64,
}

/// A slave of AXI4 with random data and any number of requests in hand.
///
/// Answers with different ids come in any order, and beats of reads with different ids mixed; those
/// with the same id in order. It may want to see write data before it takes the address.
pub struct Slave {
    ports: Ports,
    stalls: SlaveStalls,
    dice: Dice,
    /// Takes a write request only while its data is offered, as AXI4 allows.
    pub data_first: bool,
    /// Answers no reads (false), or no writes (true).
    pub block: Option<bool>,
    /// Reads in hand: id, beats still to come.
    reads: Vec<(u64, u64)>,
    /// Ids of writes whose data is still to come.
    writes: VecDeque<u64>,
    /// Bursts of data that came before their request.
    early: usize,
    /// Ids of writes to answer.
    answers: Vec<u64>,
    now: Cycle,
}

impl Slave {
    /// The slave at the ports `prefix`_… of a design.
    ///
    /// # Errors
    /// The design lacks one of them.
    pub fn new(library: &Library, prefix: &str, seed: u64) -> Result<Self, AxiError> {
        Ok(Self {
            ports: Ports::of(library, prefix, Side::Slave)?,
            stalls: SlaveStalls::default(),
            dice: Dice::new(seed),
            data_first: false,
            block: None,
            reads: Vec::new(),
            writes: VecDeque::new(),
            early: 0,
            answers: Vec::new(),
            now: Cycle::default(),
        })
    }

    /// Waits like this from now on.
    pub fn set_stalls(&mut self, stalls: SlaveStalls) {
        self.stalls = stalls;
    }

    /// Whether every request taken has been answered.
    pub fn is_idle(&self) -> bool {
        self.reads.is_empty() && self.writes.is_empty() && self.answers.is_empty()
    }

    /// Forgets every request, as a reset does.
    pub fn withdraw(&mut self) {
        self.reads.clear();
        self.writes.clear();
        self.early = 0;
        self.answers.clear();
        self.now = Cycle::default();
    }

    /// Sets the inputs of the design for this cycle.
    pub fn drive(&mut self, model: &mut Model) {
        let (now, dice) = (&mut self.now, &mut self.dice);
        now.ar.ready = !dice.falls(self.stalls.request);
        now.w.ready = !dice.falls(self.stalls.data);
        now.aw.ready = match self.data_first {
            true => self.early > 0,
            false => !dice.falls(self.stalls.request),
        };
        let (no_r, no_b) = (self.block == Some(false), self.block == Some(true));
        if now.r.offered.is_none()
            && !self.reads.is_empty()
            && !no_r
            && !dice.falls(self.stalls.answer)
        {
            let chosen = self.reads[dice.below(self.reads.len() as u64) as usize].0;
            // The oldest read with that id.
            let read = self.reads.iter_mut().find(|(id, _)| *id == chosen);
            if let Some((id, left)) = read {
                let mut beat = ReadBeat {
                    id: *id,
                    data: [0; _],
                    resp: dice.pick(&[OKAY, OKAY, OKAY, 3]),
                    last: *left == 1,
                };
                let bytes = self.ports.bytes();
                beat.data[..bytes.div_ceil(8)].fill_with(|| dice.word());
                if bytes < 8 {
                    beat.data[0] &= u64::MAX >> (64 - 8 * bytes);
                }
                now.r.offered = Some(beat);
            }
        }
        if now.b.offered.is_none()
            && !self.answers.is_empty()
            && !no_b
            && !dice.falls(self.stalls.answer)
        {
            let id = dice.pick(&self.answers);
            now.b.offered = Some(Answer {
                id,
                resp: dice.pick(&[OKAY, OKAY, OKAY, 3]),
            });
        }
        self.ports.drive(model, now);
    }

    /// Takes what moved in the cycle that the model has run.
    pub fn observe(&mut self, model: &Model) -> Cycle {
        self.ports.sample(model, &mut self.now);
        let cycle = self.now;
        if let Some(beat) = cycle.r.moved() {
            let place = self.reads.iter().position(|(id, _)| *id == beat.id);
            if let Some(place) = place {
                self.reads[place].1 -= 1;
                if self.reads[place].1 == 0 {
                    self.reads.remove(place);
                }
            }
            self.now.r.offered = None;
        }
        if let Some(answer) = cycle.b.moved() {
            if let Some(place) = self.answers.iter().position(|id| *id == answer.id) {
                self.answers.remove(place);
            }
            self.now.b.offered = None;
        }
        if let Some(request) = cycle.ar.moved() {
            self.reads.push((request.id, request.len + 1));
        }
        if let Some(request) = cycle.aw.moved() {
            self.writes.push_back(request.id);
        }
        self.early += usize::from(cycle.w.moved().is_some_and(|beat| beat.last));
        while self.early > 0 {
            let Some(id) = self.writes.pop_front() else {
                break;
            };
            self.early -= 1;
            self.answers.push(id);
        }
        cycle
    }
}
