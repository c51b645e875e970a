//! Orders the majorities of a group of gates and places their operands in the six compute rows.
//!
//! A beam search, deterministic. A state says which literal each compute row holds, which literals
//! are in data rows, and how far each gate is. A step executes one majority: it chooses the triple
//! address, which operand goes where, whether all of them are complemented (the majority is
//! self-dual), how the missing ones are loaded (a double or triple address loads two or three rows
//! in one operation, or one row for a later step), and what the result is written to in the same
//! operation. What is destroyed by the activation and still needed is saved before.

use super::majority::{Form, forms, instantiate};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, DefaultHasher, Hash, Hasher};
use std::rc::Rc;

/// A signal: 0 is the constant zero, then the data rows that are there, then results of gates.
pub type Sig = u16;
/// A signal times 2, plus 1 for its complement.
pub type Lit = u16;

/// Zeros.
pub const ZERO: Lit = 0;
/// Ones.
pub const ONE: Lit = 1;
/// What is in a compute row is not known.
const JUNK: Lit = u16::MAX;

/// A majority.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Operands.
    pub ins: [Lit; 3],
    /// Result.
    pub out: Sig,
}

/// A function of up to three literals. Its result is signal `1 + rows + number`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Gate {
    /// Bit i is the value where operand v is bit v of i.
    pub table: u8,
    /// Operands; those that the function does not depend on are zeros.
    pub ins: [Lit; 3],
}

/// A group of gates.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Problem {
    /// Data rows that are there: signals 1 to `rows`.
    pub rows: usize,
    /// Gates; each reads only those before it, and is read or an output itself. A table depends on
    /// two operands or more.
    pub gates: Vec<Gate>,
    /// Literals to be in data rows at the end.
    pub outputs: Vec<Lit>,
    /// What the compute rows hold: T0 to T3, DCC0, DCC1.
    pub entry: [Option<Lit>; 6],
}

/// An address of the B-group, a constant row, or the data row that holds a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Loc {
    /// B0 to B15.
    B(u8),
    /// C0 (zeros) or C1 (ones), or a data row.
    Row(Lit),
}

/// An operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Instr {
    /// `dst ← src`.
    Aap(Loc, Loc),
    /// Majority of a triple, left where it is.
    Ap(u8),
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Operations in order.
    pub instrs: Vec<Instr>,
    /// What the compute rows hold in the end.
    pub exit: [Option<Lit>; 6],
    /// Operations that save a value that would have been lost.
    pub spills: usize,
}

/// How hard to look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort {
    /// States kept from one gate to the next.
    pub beam: usize,
    /// States kept from one majority of a gate to the next.
    pub inner: usize,
    /// Gates that are looked at beyond the first unfinished one.
    pub window: usize,
    /// What 1, 2, 3, 4 majorities that are left of a gate are thought to cost, in operations.
    pub left: [f32; 4],
    /// What a gate of one majority is thought to cost.
    pub single: f32,
    /// What a literal in a compute row that is still needed is thought to save.
    pub held: f32,
}

impl Default for Effort {
    fn default() -> Self {
        Effort {
            beam: 24,
            inner: 60,
            window: 4,
            left: [1.2, 3.2, 6.5, 9.0],
            single: 3.0,
            held: 0.0,
        }
    }
}

/// Cells that an address raises, and whether by the complement: cells 0 to 3 are T0 to T3, 4 and 5
/// are DCC0 and DCC1. As `Row::raised`; a test compares.
pub const RAISED: [&[(usize, bool)]; 16] = [
    &[(0, false)],
    &[(1, false)],
    &[(2, false)],
    &[(3, false)],
    &[(4, false)],
    &[(4, true)],
    &[(5, false)],
    &[(5, true)],
    &[(4, true), (0, false)],
    &[(5, true), (1, false)],
    &[(2, false), (3, false)],
    &[(0, false), (3, false)],
    &[(0, false), (1, false), (2, false)],
    &[(1, false), (2, false), (3, false)],
    &[(4, false), (1, false), (2, false)],
    &[(5, false), (0, false), (3, false)],
];

/// Addresses that raise a cell.
const COVERING: [&[u8]; 6] = [
    &[0, 8, 11, 12, 15],
    &[1, 9, 12, 13, 14],
    &[2, 10, 12, 13, 14],
    &[3, 10, 11, 13, 15],
    &[4, 5, 8, 14],
    &[6, 7, 9, 15],
];

const PERMUTATIONS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

type Cells = [Lit; 6];
type Mask = u128;

/// A gate with the ways to compute it.
struct Made {
    out: Sig,
    variants: Vec<Vec<Step>>,
}

/// One way on from a point of a gate.
struct Next {
    step: Step,
    mask: Mask,
    done: bool,
    /// What the rest of the gate is thought to cost after this step and before.
    left: (f32, f32),
    /// Uses of signals by the gate after this step, and before.
    uses: Vec<(Sig, u8, u8)>,
}

type Hasher64 = BuildHasherDefault<DefaultHasher>;

/// For keys that are hashes.
#[derive(Default)]
struct Same(u64);

impl Hasher for Same {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes
            .iter()
            .for_each(|byte| self.0 = self.0 << 8 ^ u64::from(*byte));
    }
    fn write_u64(&mut self, value: u64) {
        self.0 = value;
    }
}

type Given = BuildHasherDefault<Same>;

struct Search {
    made: Vec<Made>,
    effort: Effort,
    /// By signal: polarities of it to be in data rows, bit 0 plain, bit 1 complement.
    wanted: Vec<u8>,
    rows: usize,
    nexts: HashMap<(usize, Mask, u8), Rc<Vec<Next>>, Hasher64>,
    remaining: HashMap<(usize, Mask, u8), f32, Hasher64>,
}

#[derive(Clone)]
struct State {
    cells: Cells,
    /// By signal: polarities in data rows.
    stored: Vec<u8>,
    uses: Vec<u8>,
    mask: Vec<Mask>,
    step: Vec<u8>,
    /// What the steps that are left are thought to cost.
    left: f32,
    cost: u32,
    spills: u32,
    trail: Option<usize>,
    hash: u64,
}

const DONE: u8 = u8::MAX;

/// A few operations, packed: many are made and few are kept.
#[derive(Clone, Copy)]
struct Instrs {
    len: u8,
    items: [(u16, u16); 12],
}

impl Instrs {
    const AP: u16 = u16::MAX;
    const COMPUTE: u16 = 0x8000;

    fn new() -> Self {
        Instrs {
            len: 0,
            items: [(0, 0); 12],
        }
    }

    fn push(&mut self, instr: Instr) -> bool {
        let Some(item) = self.items.get_mut(usize::from(self.len)) else {
            return false;
        };
        let pack = |loc| match loc {
            Loc::B(address) => Self::COMPUTE | u16::from(address),
            Loc::Row(lit) => lit,
        };
        *item = match instr {
            Instr::Ap(triple) => (Self::AP, pack(Loc::B(triple))),
            Instr::Aap(dst, src) => (pack(dst), pack(src)),
        };
        self.len += 1;
        true
    }

    fn iter(&self) -> impl DoubleEndedIterator<Item = Instr> {
        let unpack = |word: u16| match word & Self::COMPUTE {
            0 => Loc::Row(word),
            _ => Loc::B((word & 15) as u8),
        };
        let items = &self.items[..usize::from(self.len)];
        items.iter().map(move |(dst, src)| match *dst {
            Self::AP => Instr::Ap((src & 15) as u8),
            dst => Instr::Aap(unpack(dst), unpack(*src)),
        })
    }
}

#[derive(Clone)]
struct Candidate {
    score: f32,
    hash: u64,
    parent: u32,
    gate: u16,
    next: u16,
    spills: u8,
    cells: Cells,
    instrs: Instrs,
}

/// The best candidates, one for each state that they lead to.
struct Candidates {
    room: usize,
    all: Vec<Candidate>,
    by_hash: HashMap<u64, usize, Given>,
    /// Whoever is worse is none.
    cutoff: f32,
}

impl Candidates {
    fn new(room: usize) -> Self {
        Candidates {
            room,
            all: Vec::new(),
            by_hash: HashMap::default(),
            cutoff: f32::INFINITY,
        }
    }

    fn push(&mut self, candidate: Candidate) {
        match self.by_hash.get(&candidate.hash) {
            Some(at) => {
                let known = &mut self.all[*at];
                if candidate.score < known.score {
                    *known = candidate;
                }
            }
            None => {
                self.by_hash.insert(candidate.hash, self.all.len());
                self.all.push(candidate);
                if self.all.len() == 4 * self.room {
                    self.shrink();
                }
            }
        }
    }

    fn shrink(&mut self) {
        self.sort();
        self.all.truncate(self.room);
        self.cutoff = self.all.last().map_or(f32::INFINITY, |last| last.score);
        self.by_hash = (self.all.iter().enumerate())
            .map(|(at, candidate)| (candidate.hash, at))
            .collect();
    }

    fn sort(&mut self) {
        self.all
            .sort_by(|a, b| (a.score.total_cmp(&b.score)).then(a.hash.cmp(&b.hash)));
    }

    fn in_order(&mut self) -> &[Candidate] {
        self.sort();
        &self.all
    }
}

fn mix(kind: u64, a: u64, b: u64) -> u64 {
    let mut x = kind.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ a.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^= b.wrapping_mul(0x94d0_49bb_1331_11eb).rotate_left(23);
    x ^= x >> 31;
    x = x.wrapping_mul(0xff51_afd7_ed55_8ccd);
    x ^ x >> 33
}

fn hash_of(kind: u64, value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    (kind, value).hash(&mut hasher);
    hasher.finish()
}

fn hash_cells(cells: &Cells) -> u64 {
    (0..)
        .zip(cells)
        .fold(0, |hash, (at, lit)| hash ^ mix(1, at, u64::from(*lit)))
}

fn hash_stored(lit: Lit) -> u64 {
    mix(2, u64::from(lit), 0)
}

/// What the addresses `dst` of an AAP and `src` may not be together: both word lines of a
/// dual-contact row would be up at once.
fn clash(dst: u8, src: u8) -> bool {
    RAISED[usize::from(dst)].iter().any(|(cell, complement)| {
        RAISED[usize::from(src)]
            .iter()
            .any(|(other, by)| cell == other && complement != by)
    })
}

/// The forms of every function, made once.
fn all_forms(table: u8) -> Rc<Vec<Form>> {
    thread_local! {
        static KNOWN: std::cell::RefCell<HashMap<u8, Rc<Vec<Form>>>> = Default::default();
    }
    KNOWN.with(|known| {
        let mut known = known.borrow_mut();
        let made = known.entry(table).or_insert_with(|| {
            let found = (1..=4)
                .map(|count| forms(table, count))
                .find(|found| !found.is_empty());
            let mut found = found.unwrap_or_default();
            found.truncate(Mask::BITS as usize);
            Rc::new(found)
        });
        made.clone()
    })
}

/// Searches.
pub fn search(problem: &Problem, effort: Effort) -> Found {
    let found = Search::new(problem, effort, true).run(problem);
    // What is shared may be lost on the way; without it, a gate can always be computed.
    let found = found.or_else(|| Search::new(problem, effort, false).run(problem));
    found.expect("a gate can always be computed from data rows")
}

impl Search {
    fn new(problem: &Problem, effort: Effort, share: bool) -> Self {
        let first = 1 + problem.rows;
        let mut inner = (first + problem.gates.len()) as Sig;
        let mut made: Vec<Made> = Vec::new();
        let mut known: HashMap<[Lit; 3], Lit> = HashMap::new();
        for (number, gate) in problem.gates.iter().enumerate() {
            let out = (first + number) as Sig;
            let variants: Vec<Vec<Step>> = all_forms(gate.table)
                .iter()
                .map(|form| {
                    let inner: Vec<Sig> = (0..3).map(|at| inner + at).collect();
                    instantiate(form, gate.ins, &inner, out)
                })
                .collect();
            inner += 3;
            if let [[step]] = variants.iter().map(Vec::as_slice).collect::<Vec<_>>()[..] {
                let (ins, flip) = normal(step.ins);
                known.insert(ins, out << 1 | flip);
            }
            made.push(Made { out, variants });
        }
        // A majority that another gate computes need not be computed again: full adders. Either
        // that gate comes first, or this one computes it on the way.
        for gate in &mut made {
            if gate.variants.len() < 2 || !share {
                continue;
            }
            let mut shared = Vec::new();
            for variant in &gate.variants {
                let found = variant.iter().enumerate().find_map(|(at, step)| {
                    let (ins, flip) = normal(step.ins);
                    (at + 1 < variant.len()).then_some(())?;
                    known.get(&ins).map(|lit| (at, lit ^ flip))
                });
                let Some((at, lit)) = found else { continue };
                let mut joint = variant.clone();
                let inner = joint[at].out;
                joint[at] = Step {
                    ins: joint[at].ins.map(|slot| slot ^ lit & 1),
                    out: lit >> 1,
                };
                for slot in joint[at + 1..].iter_mut().flat_map(|step| &mut step.ins) {
                    if *slot >> 1 == inner {
                        *slot = lit ^ *slot & 1;
                    }
                }
                let mut without = joint.clone();
                without.remove(at);
                for variant in [without, joint] {
                    if !shared.contains(&variant) {
                        shared.push(variant);
                    }
                }
            }
            shared.append(&mut gate.variants);
            shared.truncate(Mask::BITS as usize);
            gate.variants = shared;
        }
        let mut wanted = vec![0; usize::from(inner)];
        for lit in &problem.outputs {
            wanted[usize::from(lit >> 1)] |= 1 << (lit & 1);
        }
        Search {
            made,
            effort,
            wanted,
            rows: problem.rows,
            nexts: HashMap::default(),
            remaining: HashMap::default(),
        }
    }

    fn start(&mut self, problem: &Problem) -> State {
        let signals = self.wanted.len();
        let mut stored = vec![0; signals];
        stored[0] = 3;
        for row in &mut stored[1..=self.rows] {
            *row = 1;
        }
        let mask: Vec<Mask> = self
            .made
            .iter()
            .map(|gate| full(gate.variants.len()))
            .collect();
        let mut uses = vec![0u8; signals];
        let mut left = 0.0;
        for (number, mask) in mask.iter().enumerate() {
            for (sig, count) in self.uses(number, *mask, 0) {
                uses[usize::from(sig)] += count;
            }
            left += self.remaining(number, *mask, 0);
        }
        for (sig, wanted) in self.wanted.iter().enumerate() {
            uses[sig] += u8::from(wanted & !stored[sig] != 0);
        }
        let cells = problem.entry.map(|lit| lit.unwrap_or(JUNK));
        State {
            cells,
            stored,
            uses,
            step: vec![0; mask.len()],
            mask,
            left,
            cost: 0,
            spills: 0,
            trail: None,
            hash: hash_cells(&cells),
        }
    }

    fn run(mut self, problem: &Problem) -> Option<Found> {
        let mut trail: Vec<(Option<usize>, Instrs)> = Vec::new();
        let mut states = vec![self.start(problem)];
        let mut ends = Vec::new();
        while !states.is_empty() {
            let (ended, open) = (states.into_iter())
                .partition(|state: &State| state.step.iter().all(|step| *step == DONE));
            ends.extend::<Vec<State>>(ended);
            states = open;
            let mut done: Vec<(f32, State)> = Vec::new();
            for gate in 0..self.made.len() {
                let ready = self.ready(&states, gate);
                if !ready.is_empty() {
                    self.gate(gate, ready, &mut trail, &mut done);
                }
            }
            states = select(done, self.effort.beam);
        }
        let ends = ends.into_iter().map(|state| {
            let (instrs, cells) = self.finish(&state);
            (state.cost + instrs.len() as u32, state, instrs, cells)
        });
        let best = ends.min_by_key(|end| end.0);
        let (_, state, last, cells) = best?;
        let mut parts = vec![];
        let mut at = state.trail;
        while let Some(number) = at {
            parts.push(trail[number].1);
            at = trail[number].0;
        }
        let mut instrs: Vec<Instr> = parts.iter().rev().flat_map(|part| part.iter()).collect();
        instrs.extend(last);
        Some(Found {
            instrs,
            exit: cells.map(|lit| (lit != JUNK).then_some(lit)),
            spills: state.spills as usize,
        })
    }

    /// How often the gate needs each signal, at least, from here on.
    fn uses(&self, gate: usize, mask: Mask, step: u8) -> Vec<(Sig, u8)> {
        let mut least: Vec<(Sig, u8)> = Vec::new();
        if step == DONE {
            return least;
        }
        let mut first = true;
        for variant in bits(mask).map(|at| &self.made[gate].variants[at]) {
            let mut counts: Vec<(Sig, u8)> = Vec::new();
            let rest = &variant[usize::from(step)..];
            for slot in rest.iter().flat_map(|step| step.ins) {
                let sig = slot >> 1;
                let inner = rest.iter().any(|step| step.out == sig);
                if sig == 0 || inner {
                    continue;
                }
                match counts.iter_mut().find(|(other, _)| *other == sig) {
                    Some((_, count)) => *count += 1,
                    None => counts.push((sig, 1)),
                }
            }
            if first {
                least = counts;
                first = false;
            } else {
                for (sig, count) in &mut least {
                    let here = counts.iter().find(|(other, _)| other == sig);
                    *count = (*count).min(here.map_or(0, |(_, count)| *count));
                }
                least.retain(|(_, count)| *count > 0);
            }
        }
        least
    }

    /// What the rest of a gate is thought to cost.
    fn remaining(&mut self, gate: usize, mask: Mask, step: u8) -> f32 {
        if step == DONE {
            return 0.0;
        }
        let variants = &self.made[gate].variants;
        let effort = &self.effort;
        *self.remaining.entry((gate, mask, step)).or_insert_with(|| {
            let lengths = bits(mask).map(|at| variants[at].len());
            let length = lengths.min().unwrap_or(1);
            if length == 1 {
                effort.single
            } else {
                effort.left[length - usize::from(step) - 1]
            }
        })
    }

    fn nexts(&mut self, gate: usize, mask: Mask, step: u8) -> Rc<Vec<Next>> {
        if let Some(known) = self.nexts.get(&(gate, mask, step)) {
            return known.clone();
        }
        let before = self.uses(gate, mask, step);
        let mut nexts: Vec<Next> = Vec::new();
        let at_step = usize::from(step);
        for at in bits(mask) {
            let variant = &self.made[gate].variants[at];
            let taken = variant[at_step];
            let done = variant.len() == at_step + 1;
            match nexts
                .iter_mut()
                .find(|next| next.step == taken && next.done == done)
            {
                Some(next) => next.mask |= 1 << at,
                None => nexts.push(Next {
                    step: taken,
                    mask: 1 << at,
                    done,
                    left: (0.0, 0.0),
                    uses: Vec::new(),
                }),
            }
        }
        for next in &mut nexts {
            let step = if next.done { DONE } else { step + 1 };
            let after = self.uses(gate, next.mask, step);
            let mut uses: Vec<(Sig, u8, u8)> = before
                .iter()
                .map(|(sig, count)| {
                    let here = after.iter().find(|(other, _)| other == sig);
                    (*sig, here.map_or(0, |(_, count)| *count), *count)
                })
                .collect();
            for (sig, count) in after {
                if !before.iter().any(|(other, _)| *other == sig) {
                    uses.push((sig, count, 0));
                }
            }
            next.uses = uses;
        }
        let left = self.remaining(gate, mask, step);
        for next in &mut nexts {
            let step = if next.done { DONE } else { step + 1 };
            next.left = (self.remaining(gate, next.mask, step), left);
        }
        let nexts = Rc::new(nexts);
        self.nexts.insert((gate, mask, step), nexts.clone());
        nexts
    }

    /// The states in which a gate may be next: it is among the first unfinished ones.
    fn ready(&self, states: &[State], gate: usize) -> Vec<State> {
        let may = |state: &&State| {
            let before = state.step[..gate].iter().filter(|step| **step != DONE);
            let possible = |variant: &Vec<Step>| {
                let own = |lit: &Lit| variant.iter().any(|step| step.out == lit >> 1);
                let mut ins = variant.iter().flat_map(|step| &step.ins);
                ins.all(|lit| own(lit) || available(state, *lit))
            };
            state.step[gate] == 0
                && before.count() < self.effort.window
                && self.made[gate].variants.iter().any(possible)
        };
        states.iter().filter(may).cloned().collect()
    }

    /// Computes one gate in all ways from each of `states`.
    fn gate(
        &mut self,
        gate: usize,
        mut states: Vec<State>,
        trail: &mut Vec<(Option<usize>, Instrs)>,
        done: &mut Vec<(f32, State)>,
    ) {
        while !states.is_empty() {
            let mut candidates = Candidates::new(2 * self.effort.inner);
            for (parent, state) in states.iter().enumerate() {
                self.expand(parent as u32, state, gate, &mut candidates);
            }
            let mut kept = Vec::new();
            for candidate in candidates.in_order() {
                let parent = &states[candidate.parent as usize];
                trail.push((parent.trail, candidate.instrs));
                let Some(state) = self.apply(parent, candidate, trail.len() - 1) else {
                    continue;
                };
                let open = state.step[gate] != DONE;
                let gates = if open {
                    gate..gate + 1
                } else {
                    self.near(&state)
                };
                let score = candidate.score + self.ahead(&state, gates);
                let to = if open { &mut kept } else { &mut *done };
                to.push((score, state));
            }
            states = select(kept, self.effort.inner);
        }
    }

    /// Gates that may be next.
    fn near(&self, state: &State) -> std::ops::Range<usize> {
        let first = state.step.iter().position(|step| *step != DONE);
        let first = first.unwrap_or(self.made.len());
        first..self.made.len().min(first + self.effort.window)
    }

    fn expand(&mut self, parent: u32, state: &State, gate: usize, to: &mut Candidates) {
        let nexts = self.nexts(gate, state.mask[gate], state.step[gate]);
        for (number, next) in nexts.iter().enumerate() {
            let there = |lit: &Lit| available(state, *lit);
            let again = self
                .also(gate, next)
                .is_some_and(|other| state.step[other] == DONE);
            if again || !next.step.ins.iter().all(there) {
                continue;
            }
            let mut place = Place {
                search: self,
                state,
                next,
                gate,
                number,
                parent,
                best: u8::MAX,
                seen: HashMap::default(),
                to,
            };
            place.all();
        }
    }

    /// Another gate whose result a step of `gate` computes on the way.
    fn also(&self, gate: usize, next: &Next) -> Option<usize> {
        let other = usize::from(next.step.out).checked_sub(1 + self.rows)?;
        (other != gate && other < self.made.len()).then_some(other)
    }

    /// The state after a candidate, unless some gate cannot be completed in it.
    fn apply(&mut self, parent: &State, candidate: &Candidate, at: usize) -> Option<State> {
        let gate = usize::from(candidate.gate);
        let nexts = self.nexts(gate, parent.mask[gate], parent.step[gate]);
        let next = &nexts[usize::from(candidate.next)];
        let mut state = parent.clone();
        state.cells = candidate.cells;
        state.cost += u32::from(candidate.instrs.len);
        state.spills += u32::from(candidate.spills);
        state.trail = Some(at);
        state.hash = candidate.hash;
        let before = self.remaining(gate, parent.mask[gate], parent.step[gate]);
        state.mask[gate] = next.mask;
        state.step[gate] = if next.done {
            DONE
        } else {
            parent.step[gate] + 1
        };
        if let Some(other) = self.also(gate, next) {
            let (mask, step) = (state.mask[other], state.step[other]);
            for (sig, count) in self.uses(other, mask, step) {
                state.uses[usize::from(sig)] -= count;
            }
            state.left -= self.remaining(other, mask, step);
            state.step[other] = DONE;
        }
        state.left -= before;
        state.left += self.remaining(gate, state.mask[gate], state.step[gate]);
        for (sig, after, before) in &next.uses {
            let uses = &mut state.uses[usize::from(*sig)];
            *uses = *uses + after - before;
        }
        for instr in candidate.instrs.iter() {
            if let Instr::Aap(Loc::Row(lit), _) = instr {
                let sig = usize::from(lit >> 1);
                let open = self.wanted[sig] & !state.stored[sig] != 0;
                state.stored[sig] |= 1 << (lit & 1);
                if open && self.wanted[sig] & !state.stored[sig] == 0 {
                    state.uses[sig] -= 1;
                }
            }
        }
        // Ways of computing a gate whose operands are lost are no ways any more.
        for gate in 0..self.made.len() {
            let step = state.step[gate];
            if step == DONE || step == 0 {
                continue;
            }
            let possible = bits(state.mask[gate]).filter(|at| {
                let rest = &self.made[gate].variants[*at][usize::from(step)..];
                rest.iter().flat_map(|step| step.ins).all(|lit| {
                    let pending = rest.iter().any(|step| step.out == lit >> 1);
                    pending || available(&state, lit)
                })
            });
            let possible: Mask = possible.fold(0, |mask, at| mask | 1 << at);
            if possible == 0 {
                return None;
            }
            if possible != state.mask[gate] {
                for (sig, count) in self.uses(gate, state.mask[gate], step) {
                    state.uses[usize::from(sig)] -= count;
                }
                for (sig, count) in self.uses(gate, possible, step) {
                    state.uses[usize::from(sig)] += count;
                }
                state.left -= self.remaining(gate, state.mask[gate], step);
                state.left += self.remaining(gate, possible, step);
                state.mask[gate] = possible;
            }
        }
        Some(state)
    }

    /// How much the next step costs beyond what a step is thought to cost: with what is in the
    /// compute rows, the cheapest one.
    fn ahead(&mut self, state: &State, gates: std::ops::Range<usize>) -> f32 {
        let mut least = f32::INFINITY;
        for gate in gates {
            if state.step[gate] == DONE {
                continue;
            }
            let nexts = self.nexts(gate, state.mask[gate], state.step[gate]);
            for next in nexts.iter() {
                if next.step.ins.iter().all(|lit| available(state, *lit)) {
                    let cost = 1.0 + unmet(&state.cells, &next.step.ins) as f32;
                    least = least.min(cost + next.left.0 - next.left.1);
                }
            }
        }
        if least.is_finite() { least } else { 0.0 }
    }

    /// Stores what is not yet in data rows.
    fn finish(&self, state: &State) -> (Vec<Instr>, Cells) {
        let mut instrs = Vec::new();
        let mut cells = state.cells;
        let mut stored = state.stored.clone();
        // First what is in compute rows as it is wanted, then what needs a dual-contact row.
        for hard in [false, true] {
            for (sig, wanted) in self.wanted.iter().enumerate() {
                for polarity in 0..2 {
                    let lit = (sig << 1) as Lit | polarity;
                    let missing = wanted & !stored[sig] & 1 << polarity != 0;
                    let constant = sig == 0;
                    let row = 1 <= sig && sig <= self.rows && polarity == 0;
                    if constant && !hard && wanted & 1 << polarity != 0 {
                        instrs.push(Instr::Aap(Loc::Row(lit), Loc::Row(lit)));
                    }
                    if !missing || constant || row {
                        continue;
                    }
                    if let Some(src) = in_cell(&cells, lit) {
                        instrs.push(Instr::Aap(Loc::Row(lit), Loc::B(src)));
                    } else if hard {
                        let free = [4, 5].into_iter().find(|cell| cells[*cell] == JUNK);
                        let cell = free.unwrap_or(4);
                        let address = if cell == 4 { 5 } else { 7 };
                        let src = in_cell(&cells, lit ^ 1).map_or(Loc::Row(lit ^ 1), Loc::B);
                        instrs.push(Instr::Aap(Loc::B(address), src));
                        instrs.push(Instr::Aap(Loc::Row(lit), Loc::B(address - 1)));
                        cells[cell] = lit;
                    } else {
                        continue;
                    }
                    stored[sig] |= 1 << polarity;
                }
            }
        }
        (instrs, cells)
    }
}

/// The best ones, each once.
fn select(mut states: Vec<(f32, State)>, count: usize) -> Vec<State> {
    states.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.hash.cmp(&b.1.hash)));
    states.dedup_by_key(|state| state.1.hash);
    states.truncate(count);
    states.into_iter().map(|(_, state)| state).collect()
}

/// Operands in order with an even first one, and whether that complements the majority.
fn normal(mut ins: [Lit; 3]) -> ([Lit; 3], Lit) {
    ins.sort_unstable();
    let flip = ins[0] & 1;
    (ins.map(|lit| lit ^ flip), flip)
}

fn full(count: usize) -> Mask {
    if count == Mask::BITS as usize {
        Mask::MAX
    } else {
        (1 << count) - 1
    }
}

fn bits(mut mask: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let at = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            at
        })
    })
}

fn available(state: &State, lit: Lit) -> bool {
    let sig = lit >> 1;
    state.stored[usize::from(sig)] != 0
        || state
            .cells
            .iter()
            .any(|held| held >> 1 == sig && *held != JUNK)
}

/// The address of a compute row that gives `lit`.
fn in_cell(cells: &Cells, lit: Lit) -> Option<u8> {
    const PLAIN: [u8; 6] = [0, 1, 2, 3, 4, 6];
    if let Some(cell) = cells.iter().position(|held| *held == lit) {
        return Some(PLAIN[cell]);
    }
    let cell = (4..6).find(|cell| cells[*cell] == lit ^ 1 && cells[*cell] != JUNK)?;
    Some(PLAIN[cell] + 1)
}

/// The fewest rows that miss an operand of a majority, over all ways to place them.
fn unmet(cells: &Cells, ins: &[Lit; 3]) -> usize {
    let mut most = 0;
    for triple in &RAISED[12..] {
        for flip in 0..2 {
            // met[c][i]: cell c holds operand i. The best assignment of three to three.
            let met =
                |at: usize, operand: usize| usize::from(cells[triple[at].0] == ins[operand] ^ flip);
            for [a, b, c] in PERMUTATIONS {
                most = most.max(met(0, a) + met(1, b) + met(2, c));
            }
        }
    }
    3 - most
}

/// Finds the ways to execute one step from a state.
struct Place<'a> {
    search: &'a Search,
    state: &'a State,
    next: &'a Next,
    gate: usize,
    number: usize,
    parent: u32,
    /// Fewest loads found.
    best: u8,
    seen: HashMap<u64, u8, Given>,
    to: &'a mut Candidates,
}

#[derive(Clone, Copy)]
struct Partial {
    cells: Cells,
    instrs: Instrs,
    /// Literals stored on the way.
    saved: [Lit; 6],
    saves: usize,
    hash: u64,
}

impl Place<'_> {
    fn all(&mut self) {
        let ins = self.next.step.ins;
        let mut choices = Vec::with_capacity(48);
        let mut number = 0;
        for triple in 12..16u8 {
            let cells = RAISED[usize::from(triple)];
            for flip in 0..2 {
                for permutation in PERMUTATIONS {
                    number += 1;
                    let needs: [(usize, Lit); 3] =
                        std::array::from_fn(|at| (cells[at].0, ins[permutation[at]] ^ flip));
                    let unmet = needs
                        .iter()
                        .filter(|(cell, lit)| self.state.cells[*cell] != *lit);
                    choices.push((unmet.count(), number, triple, flip, needs));
                }
            }
        }
        choices.sort_by_key(|choice| choice.0);
        let least = choices[0].0;
        for (unmet, number, triple, flip, needs) in choices {
            if unmet > least + 1 {
                break;
            }
            let start = Partial {
                cells: self.state.cells,
                instrs: Instrs::new(),
                saved: [0; 6],
                saves: 0,
                hash: 0,
            };
            self.load(start, number, triple, flip, &needs);
        }
    }

    /// Uses of a signal once the step is done.
    fn uses_after(&self, sig: Sig) -> u8 {
        let change = self.next.uses.iter().find(|(other, ..)| *other == sig);
        let (after, before) = change.map_or((0, 0), |(_, after, before)| (*after, *before));
        self.state.uses[usize::from(sig)] + after - before
    }

    fn stored(&self, partial: &Partial, lit: Lit) -> bool {
        let there = self.state.stored[usize::from(lit >> 1)] >> (lit & 1) & 1 == 1;
        there || partial.saved[..partial.saves].contains(&lit)
    }

    /// Where `lit` can be had from: a data row rather than a compute row.
    fn source(&self, partial: &Partial, lit: Lit) -> Option<Loc> {
        if self.stored(partial, lit) {
            Some(Loc::Row(lit))
        } else {
            in_cell(&partial.cells, lit).map(Loc::B)
        }
    }

    /// Writes `lit` through `address`; what would be lost is saved before. `needed` tells which
    /// signals must not be lost.
    fn write(
        &self,
        partial: &mut Partial,
        address: u8,
        src: Loc,
        lit: Lit,
        needed: impl Fn(Sig) -> bool,
    ) -> bool {
        if matches!(src, Loc::B(src) if clash(address, src)) {
            return false;
        }
        let mut cells = partial.cells;
        for (cell, complement) in RAISED[usize::from(address)] {
            cells[*cell] = lit ^ Lit::from(*complement);
        }
        if !self.save(partial, &cells, needed) {
            return false;
        }
        partial.cells = cells;
        partial.instrs.push(Instr::Aap(Loc::B(address), src))
    }

    /// Saves what is needed, only in compute rows, and not among `after`.
    fn save(&self, partial: &mut Partial, after: &Cells, needed: impl Fn(Sig) -> bool) -> bool {
        for cell in 0..6 {
            let lit = partial.cells[cell];
            let sig = lit >> 1;
            if lit == JUNK || sig == 0 || lit == after[cell] {
                continue;
            }
            let kept = after.iter().any(|held| held >> 1 == sig && *held != JUNK);
            let stored = self.stored(partial, lit) || self.stored(partial, lit ^ 1);
            if kept || stored || !needed(sig) {
                continue;
            }
            let wanted = self.search.wanted[usize::from(sig)];
            let mut saved = lit;
            if wanted >> (lit & 1) & 1 == 0
                && wanted != 0
                && in_cell(&partial.cells, lit ^ 1).is_some()
            {
                saved = lit ^ 1;
            }
            let Some(src) = in_cell(&partial.cells, saved) else {
                return false;
            };
            if partial.saves == partial.saved.len()
                || !partial
                    .instrs
                    .push(Instr::Aap(Loc::Row(saved), Loc::B(src)))
            {
                return false;
            }
            partial.saved[partial.saves] = saved;
            partial.saves += 1;
            partial.hash ^= hash_stored(saved);
        }
        true
    }

    fn load(
        &mut self,
        partial: Partial,
        number: u16,
        triple: u8,
        flip: Lit,
        needs: &[(usize, Lit); 3],
    ) {
        let unmet = |cells: &Cells| {
            let needs = needs.iter().filter(|(cell, lit)| cells[*cell] != *lit);
            needs.count()
        };
        let missing = unmet(&partial.cells);
        if partial.instrs.len + missing.div_ceil(2) as u8 > self.best.saturating_add(1) {
            return;
        }
        let key = mix(4, u64::from(number), partial.hash) ^ hash_cells(&partial.cells);
        match self.seen.get(&key) {
            Some(cost) if *cost <= partial.instrs.len => return,
            _ => self.seen.insert(key, partial.instrs.len),
        };
        if missing == 0 {
            self.best = self.best.min(partial.instrs.len);
            self.compute(partial, triple, flip);
            return;
        }
        let state = self.state;
        // Operands of the step are needed until it is done, whatever else needs them.
        let ins = self.next.step.ins;
        let needed =
            |sig: Sig| state.uses[usize::from(sig)] > 0 || ins.iter().any(|lit| lit >> 1 == sig);
        // Loads from data rows may come in any order: one is enough.
        let mut from_row = false;
        for (cell, lit) in needs {
            if partial.cells[*cell] == *lit {
                continue;
            }
            if self.stored(&partial, *lit) || *cell > 3 && self.stored(&partial, lit ^ 1) {
                if from_row {
                    continue;
                }
                from_row = true;
            }
            for address in COVERING[*cell] {
                let raised = RAISED[usize::from(*address)];
                let complement = raised.iter().any(|(other, by)| other == cell && *by);
                let value = lit ^ Lit::from(complement);
                let useful = raised.iter().all(|(other, by)| {
                    let brought = value ^ Lit::from(*by);
                    match needs.iter().find(|(need, _)| need == other) {
                        Some((_, lit)) => {
                            other == cell || brought == *lit && partial.cells[*other] != *lit
                        }
                        None => {
                            // For a later step.
                            brought >> 1 == 0 || self.uses_after(brought >> 1) > 0
                        }
                    }
                });
                if !useful {
                    continue;
                }
                if let Some(src) = self.source(&partial, value) {
                    let mut made = partial;
                    if self.write(&mut made, *address, src, value, needed) {
                        self.load(made, number, triple, flip, needs);
                    }
                } else if raised.len() == 1 && !complement {
                    // Only the complement is there: through a dual-contact row.
                    let Some(src) = self.source(&partial, value ^ 1) else {
                        continue;
                    };
                    for through in [5u8, 7] {
                        let dcc = if through == 5 { 4 } else { 5 };
                        let met = needs
                            .iter()
                            .any(|(need, lit)| *need == dcc && partial.cells[dcc] == *lit);
                        if met || *cell == dcc {
                            continue;
                        }
                        let mut made = partial;
                        if self.write(&mut made, through, src, value ^ 1, needed)
                            && self.write(&mut made, *address, Loc::B(through - 1), value, needed)
                        {
                            self.load(made, number, triple, flip, needs);
                        }
                    }
                }
            }
        }
    }

    fn compute(&mut self, partial: Partial, triple: u8, flip: Lit) {
        let result = self.next.step.out << 1 | flip;
        let mut ready = partial;
        let mut after = partial.cells;
        for (cell, _) in RAISED[usize::from(triple)] {
            after[*cell] = result;
        }
        if !self.save(&mut ready, &after, |sig| self.uses_after(sig) > 0) {
            return;
        }
        ready.cells = after;
        let sig = result >> 1;
        let uses = self.uses_after(sig);
        let wanted = self.search.wanted[usize::from(sig)];
        // Left where it is.
        if uses > 0 {
            let mut made = ready;
            if made.instrs.push(Instr::Ap(triple)) {
                self.emit(made);
            }
        }
        // To a data row.
        if wanted >> flip & 1 == 1 || uses > 0 && wanted == 0 {
            let mut made = ready;
            if made.saves < made.saved.len()
                && made
                    .instrs
                    .push(Instr::Aap(Loc::Row(result), Loc::B(triple)))
            {
                made.saved[made.saves] = result;
                made.saves += 1;
                made.hash ^= hash_stored(result);
                self.emit(made);
            }
        }
        if uses == 0 {
            return;
        }
        // To further compute rows.
        for address in 0..16u8 {
            if clash(address, triple) {
                continue;
            }
            let raised = RAISED[usize::from(address)];
            let mut cells = ready.cells;
            let mut changed = false;
            for (cell, complement) in raised {
                let lit = result ^ Lit::from(*complement);
                changed |= cells[*cell] != lit;
                cells[*cell] = lit;
            }
            if !changed {
                continue;
            }
            let mut made = ready;
            let saves = made.saves;
            if self.save(&mut made, &cells, |sig| self.uses_after(sig) > 0) && made.saves == saves {
                made.cells = cells;
                if made
                    .instrs
                    .push(Instr::Aap(Loc::B(address), Loc::B(triple)))
                {
                    self.emit(made);
                }
            }
        }
    }

    /// Whether some way to complete the gate needs a signal.
    fn maybe_used(&self, sig: Sig) -> bool {
        let step = usize::from(self.state.step[self.gate]) + 1;
        !self.next.done
            && bits(self.next.mask).any(|at| {
                let rest = &self.search.made[self.gate].variants[at][step..];
                rest.iter()
                    .flat_map(|step| step.ins)
                    .any(|lit| lit >> 1 == sig)
            })
    }

    /// Whether some way to complete the gate has all it needs.
    fn possible(&self, partial: &Partial) -> bool {
        let step = usize::from(self.state.step[self.gate]) + 1;
        let there = |lit: Lit| {
            let stored = self.stored(partial, lit) || self.stored(partial, lit ^ 1);
            stored
                || partial
                    .cells
                    .iter()
                    .any(|held| held >> 1 == lit >> 1 && *held != JUNK)
        };
        bits(self.next.mask).any(|at| {
            let rest = &self.search.made[self.gate].variants[at][step..];
            let mut ins = rest.iter().flat_map(|step| step.ins);
            ins.all(|lit| rest.iter().any(|step| step.out == lit >> 1) || there(lit))
        })
    }

    fn emit(&mut self, mut partial: Partial) {
        let search = self.search;
        if !self.next.done && !self.possible(&partial) {
            return;
        }
        // Literals that nobody needs are junk: more states are then the same.
        let mut held = 0.0;
        for at in 0..6 {
            let lit = partial.cells[at];
            if lit == JUNK || lit >> 1 == 0 {
                held += if lit == JUNK { 0.0 } else { 0.3 };
                continue;
            }
            let uses = self.uses_after(lit >> 1);
            if uses == 0 && !self.maybe_used(lit >> 1) {
                partial.cells[at] = JUNK;
                continue;
            }
            let copies = partial.cells[..at]
                .iter()
                .filter(|c| **c >> 1 == lit >> 1)
                .count();
            if copies < usize::from(uses) {
                held += 1.0;
            }
        }
        let step = if self.next.done {
            DONE
        } else {
            self.state.step[self.gate] + 1
        };
        let cost = self.state.cost as f32 + f32::from(partial.instrs.len);
        let left = self.state.left + self.next.left.0 - self.next.left.1;
        // A result that is wanted in a data row and is not there yet.
        let out = search.made[self.gate].out;
        let wanted = search.wanted[usize::from(out)];
        let unstored = self.next.done
            && wanted != 0
            && !(0..2).all(|polarity| {
                wanted >> polarity & 1 == 0 || self.stored(&partial, out << 1 | polarity)
            });
        let pending = (0..6)
            .filter(|at| {
                let lit = partial.cells[*at];
                let first = partial.cells[..*at].iter().all(|c| *c >> 1 != lit >> 1);
                let sig = usize::from(lit >> 1);
                lit != JUNK && sig != 0 && first && lit >> 1 != out && {
                    let wanted = search.wanted[sig];
                    wanted != 0
                        && wanted & !self.state.stored[sig] != 0
                        && !partial.saved[..partial.saves]
                            .iter()
                            .any(|s| s >> 1 == lit >> 1)
                }
            })
            .count();
        let score = cost + left + f32::from(u8::from(unstored)) + pending as f32
            - held * search.effort.held;
        if score > self.to.cutoff {
            return;
        }
        let hash = self.state.hash
            ^ hash_cells(&self.state.cells)
            ^ hash_cells(&partial.cells)
            ^ partial.hash
            ^ hash_of(
                3,
                (
                    self.gate,
                    self.state.mask[self.gate],
                    self.state.step[self.gate],
                ),
            )
            ^ hash_of(3, (self.gate, self.next.mask, step))
            ^ search.also(self.gate, self.next).map_or(0, |other| {
                let mask = self.state.mask[other];
                hash_of(3, (other, mask, self.state.step[other])) ^ hash_of(3, (other, mask, DONE))
            });
        let spills = partial.saves.saturating_sub(usize::from(matches!(
            partial.instrs.iter().next_back(),
            Some(Instr::Aap(Loc::Row(_), _))
        )));
        self.to.push(Candidate {
            score,
            hash,
            parent: self.parent,
            gate: self.gate as u16,
            next: self.number as u16,
            spills: spills as u8,
            cells: partial.cells,
            instrs: partial.instrs,
        });
    }
}
