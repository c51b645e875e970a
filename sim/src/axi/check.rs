//! The rules of AXI4, held against what one side shows.

use super::{AxiError, Channel, Cycle, ReadBeat, Request};
use std::collections::{BTreeMap, VecDeque};

/// A checker of one side, for both of its ends.
///
/// What is offered stays, and as it is, until it is taken. Every read gets its beats, the last one
/// marked, and reads with the same id in order. Write data has as many beats as its request, the last
/// one marked. Every write gets one answer, after its request and its last beat of data. Nothing is
/// answered that was not asked.
#[derive(Debug)]
pub struct Checker {
    side: String,
    cycle: u64,
    before: Cycle,
    /// Beats still to come of the reads of an id, oldest first.
    reads: BTreeMap<u64, VecDeque<u64>>,
    /// Lengths of writes whose data is still to come.
    lengths: VecDeque<u64>,
    /// Beats of data that each burst without a request had; the last one may be unfinished.
    early: VecDeque<u64>,
    /// Whether the last one of `early` is unfinished.
    open: bool,
    /// Writes of an id that are not answered.
    writes: BTreeMap<u64, u64>,
    /// Ids of writes in order, whose data has not ended.
    unfinished: VecDeque<u64>,
    /// Writes of an id with request and data complete.
    due: BTreeMap<u64, u64>,
}

impl Checker {
    /// A checker of the ports `side`_….
    pub fn new(side: &str) -> Self {
        Self {
            side: side.to_owned(),
            cycle: 0,
            before: Cycle::default(),
            reads: BTreeMap::new(),
            lengths: VecDeque::new(),
            early: VecDeque::new(),
            open: false,
            writes: BTreeMap::new(),
            unfinished: VecDeque::new(),
            due: BTreeMap::new(),
        }
    }

    /// Reads and writes that are not answered.
    pub fn outstanding(&self) -> (usize, usize) {
        let reads = self.reads.values().map(VecDeque::len).sum();
        let writes: u64 = self.writes.values().sum();
        (reads, writes as usize)
    }

    /// Forgets everything that is under way, as a reset does.
    pub fn reset(&mut self) {
        *self = Self {
            cycle: self.cycle,
            ..Self::new(&self.side)
        };
    }

    /// Holds the next cycle against the rules.
    ///
    /// # Errors
    /// A rule is broken.
    pub fn check(&mut self, cycle: &Cycle) -> Result<(), AxiError> {
        let verdict = self
            .stable(cycle)
            .and_then(|()| self.requests(cycle))
            .and_then(|()| self.answers(cycle));
        self.before = *cycle;
        self.cycle += 1;
        verdict.map_err(|rule| AxiError::Rule {
            side: self.side.clone(),
            cycle: self.cycle - 1,
            rule,
        })
    }

    fn stable(&self, now: &Cycle) -> Result<(), String> {
        let before = &self.before;
        stays("AR", &before.ar, &now.ar)?;
        stays("AW", &before.aw, &now.aw)?;
        stays("W", &before.w, &now.w)?;
        stays("R", &before.r, &now.r)?;
        stays("B", &before.b, &now.b)
    }

    fn requests(&mut self, cycle: &Cycle) -> Result<(), String> {
        // Data of this cycle may belong to a request of this cycle.
        if let Some(request) = cycle.aw.moved() {
            self.begin_write(&request)?;
        }
        if let Some(beat) = cycle.w.moved() {
            self.write_data(beat.last)?;
        }
        Ok(())
    }

    fn begin_write(&mut self, request: &Request) -> Result<(), String> {
        *self.writes.entry(request.id).or_default() += 1;
        let beats = request.len + 1;
        match self.early.pop_front() {
            None => {
                self.lengths.push_back(beats);
                self.unfinished.push_back(request.id);
            }
            Some(had) if self.early.is_empty() && self.open => {
                if had >= beats {
                    return Err(format!(
                        "WLAST is missing in a write of {beats} beats that came before its address"
                    ));
                }
                self.open = false;
                self.lengths.push_back(beats - had);
                self.unfinished.push_back(request.id);
            }
            Some(had) => {
                if had != beats {
                    return Err(format!("WLAST after {had} of {beats} beats"));
                }
                *self.due.entry(request.id).or_default() += 1;
            }
        }
        Ok(())
    }

    fn write_data(&mut self, last: bool) -> Result<(), String> {
        let Some(left) = self.lengths.front_mut() else {
            if !self.open {
                self.early.push_back(0);
            }
            if let Some(had) = self.early.back_mut() {
                *had += 1;
            }
            self.open = !last;
            return Ok(());
        };
        *left -= 1;
        if (*left == 0) != last {
            let left = *left;
            return Err(format!("WLAST is {last} with {left} beats to come"));
        }
        if last {
            self.lengths.pop_front();
            if let Some(id) = self.unfinished.pop_front() {
                *self.due.entry(id).or_default() += 1;
            }
        }
        Ok(())
    }

    fn answers(&mut self, cycle: &Cycle) -> Result<(), String> {
        if let Some(beat) = cycle.r.offered {
            self.read_beat(&beat, cycle.r.ready)?;
        }
        if let Some(answer) = cycle.b.offered {
            let id = answer.id;
            let Some(due) = self.due.get_mut(&id).filter(|due| **due > 0) else {
                return Err(format!(
                    "B with id {id}, of which no write has its request and all its data"
                ));
            };
            if cycle.b.ready {
                *due -= 1;
                if let Some(open) = self.writes.get_mut(&id) {
                    *open -= 1;
                }
            }
        }
        // A slave answers in the cycle after the request at the earliest.
        if let Some(request) = cycle.ar.moved() {
            let reads = self.reads.entry(request.id).or_default();
            reads.push_back(request.len + 1);
        }
        Ok(())
    }

    fn read_beat(&mut self, beat: &ReadBeat, taken: bool) -> Result<(), String> {
        let id = beat.id;
        let reads = self.reads.entry(id).or_default();
        let Some(left) = reads.front_mut() else {
            return Err(format!("R with id {id}, of which no read is unanswered"));
        };
        if (*left == 1) != beat.last {
            let left = *left;
            return Err(format!(
                "RLAST is {} with {left} beats to come, id {id}",
                beat.last
            ));
        }
        if taken {
            *left -= 1;
            if *left == 0 {
                reads.pop_front();
            }
        }
        Ok(())
    }
}

fn stays<T: Copy + PartialEq + std::fmt::Debug>(
    channel: &str,
    before: &Channel<T>,
    now: &Channel<T>,
) -> Result<(), String> {
    match before.offered {
        Some(beat) if !before.ready && now.offered != Some(beat) => Err(format!(
            "{channel} was withdrawn or changed before it was taken: {beat:?}, then {:?}",
            now.offered
        )),
        _ => Ok(()),
    }
}
