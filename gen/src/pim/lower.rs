//! From values to operations on virtual rows.
//!
//! Straight-line code is taken in stages: logic, then the moves (shifts, rotations, host) that need
//! it, and so on. The logic of a stage is cut into groups, each given to the search; groups of one
//! form are searched once.

use super::ir::{Fixed, Id, Index, Ir, Op, Stmt};
use super::majority::depends;
use super::search::{Effort, Found, Gate, Instr, Lit, Loc, Problem, search};
use pimtee_hdl::dram::Direction;
use pimtee_hdl::dram::timing::Shift;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Gates of a group, at most.
const GROUP: usize = 40;

/// What a row is for. Rows of different labels never share a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Label {
    /// It holds what depends on a secret.
    Secret,
    /// It never does.
    Public,
    /// Declared output: what comes in may leave.
    Output,
}

/// A row before places are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// B0 to B15.
    B(u8),
    /// C0 or C1.
    Fill(bool),
    /// Constant row, by number.
    Constant(usize),
    /// Virtual row.
    Virtual(usize),
    /// Element of an array.
    Element(usize, Index),
}

/// An operation on rows before places are given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Low {
    /// `dst ← src`.
    Aap(Place, Place),
    /// Majority in place.
    Ap(u8),
    /// One column to a side: destination, source.
    Shift(Place, Place, Direction),
    /// One column to a side, in lanes.
    Rotate(Place, Place, Direction),
    /// To the host.
    Read(Place),
    /// From the host.
    Write(Place),
    /// Copies that happen at once: destination, source.
    Copies(Vec<(Place, Place)>),
    /// Sets a pointer.
    Point(usize, usize),
    /// Moves a pointer.
    Advance(usize, i32),
    /// A loop.
    Repeat(u32, Vec<Low>),
    /// A call.
    Call(usize),
}

/// A program on virtual rows.
#[derive(Clone, Debug, Default)]
pub struct Lowered {
    /// Label of each virtual row.
    pub labels: Vec<Label>,
    /// The main program.
    pub main: Vec<Low>,
    /// Subroutines: their parameters' rows and their code.
    pub subroutines: Vec<(Vec<usize>, Vec<Low>)>,
    /// Virtual rows of inputs, in the order of the kernel.
    pub inputs: Vec<usize>,
    /// Rows of outputs, in the order of the kernel.
    pub outputs: Vec<Place>,
    /// Constant rows, those that lowering needs included.
    pub constants: Vec<super::ir::Constant>,
    /// Values saved because a compute row was needed for something else.
    pub spills: usize,
    /// Groups of gates, and how many of them had a form of their own.
    pub groups: (usize, usize),
}

/// A value as a literal of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Term {
    Fill(bool),
    Node(usize, bool),
}

impl Term {
    fn not(self) -> Term {
        match self {
            Term::Fill(bit) => Term::Fill(!bit),
            Term::Node(node, complement) => Term::Node(node, !complement),
        }
    }
}

struct Node {
    /// Nothing for what is there in a row.
    gate: Option<(u8, [usize; 3])>,
    group: usize,
    secret: bool,
    /// Rows that hold it: plain, complement.
    rows: [Option<Place>; 2],
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Chain {
    Shift,
    Rotate,
}

/// Lowers a kernel.
pub fn lower(ir: &Ir, shift: Shift, effort: Effort) -> Lowered {
    let mut stored = HashSet::new();
    visit(ir, &mut |stmt| {
        if let Stmt::Store(array, ..) = stmt {
            stored.insert(*array);
        }
    });
    let mut lowering = Lowering {
        ir,
        shift,
        effort,
        out: Lowered {
            constants: ir.constants.clone(),
            ..Lowered::default()
        },
        env: HashMap::new(),
        cache: HashMap::new(),
        stored,
    };
    for subroutine in &ir.subroutines {
        let rows: Vec<usize> = (subroutine.parameters.iter())
            .map(|id| lowering.row_for(*id))
            .collect();
        for (id, row) in subroutine.parameters.iter().zip(&rows) {
            lowering.env.insert(*id, Place::Virtual(*row));
        }
        let mut code = lowering.block(&subroutine.body, &subroutine.results);
        let copies = (rows.iter().zip(&subroutine.results))
            .map(|(row, id)| (Place::Virtual(*row), lowering.place(*id)))
            .collect();
        code.push(Low::Copies(copies));
        lowering.out.subroutines.push((rows, code));
    }
    lowering.out.inputs = (ir.inputs.iter())
        .map(|port| {
            let row = lowering.row_for(port.value);
            lowering.env.insert(port.value, Place::Virtual(row));
            row
        })
        .collect();
    let outputs: Vec<Id> = ir.outputs.iter().map(|port| port.value).collect();
    let mut main = lowering.block(&ir.body, &outputs);
    // An output has a row of its own.
    let mut taken = HashSet::new();
    let mut copies = Vec::new();
    for port in &ir.outputs {
        let place = lowering.place(port.value);
        if matches!(place, Place::Virtual(_)) && taken.insert(place) {
            lowering.out.outputs.push(place);
        } else {
            let row = Place::Virtual(lowering.row_for(port.value));
            copies.push((row, place));
            lowering.out.outputs.push(row);
        }
    }
    main.push(Low::Copies(copies));
    lowering.out.main = main;
    lowering.out
}

/// All statements of a kernel.
fn visit<'k>(ir: &'k Ir, f: &mut impl FnMut(&'k Stmt)) {
    fn walk<'k>(body: &'k [Stmt], f: &mut impl FnMut(&'k Stmt)) {
        for stmt in body {
            f(stmt);
            if let Stmt::Repeat { body, .. } = stmt {
                walk(body, f);
            }
        }
    }
    walk(&ir.body, f);
    for subroutine in &ir.subroutines {
        walk(&subroutine.body, f);
    }
}

struct Lowering<'k> {
    ir: &'k Ir,
    shift: Shift,
    effort: Effort,
    out: Lowered,
    /// Where values are.
    env: HashMap<Id, Place>,
    cache: HashMap<Problem, Found>,
    /// Arrays that are written.
    stored: HashSet<usize>,
}

impl<'k> Lowering<'k> {
    fn secret(&self, id: Id) -> bool {
        self.ir.values[id as usize].secret
    }

    fn new_row(&mut self, label: Label) -> usize {
        self.out.labels.push(label);
        self.out.labels.len() - 1
    }

    fn row_for(&mut self, id: Id) -> usize {
        let secret = self.secret(id);
        self.new_row(if secret { Label::Secret } else { Label::Public })
    }

    fn place(&self, id: Id) -> Place {
        match self.ir.values[id as usize].fixed {
            Some(Fixed::Constant(number)) => Place::Constant(number),
            Some(Fixed::Fill(bit)) => Place::Fill(bit),
            None => self.env[&id],
        }
    }

    /// Code of a block at whose end `results` are in rows.
    fn block(&mut self, body: &'k [Stmt], results: &[Id]) -> Vec<Low> {
        let mut code = Vec::new();
        let mut at = 0;
        while at < body.len() {
            let straight = |stmt: &Stmt| matches!(stmt, Stmt::Let(..) | Stmt::Read(..) | Stmt::Cut);
            let start = at;
            while at < body.len() && straight(&body[at]) {
                at += 1;
            }
            while at < body.len() && matches!(body[at], Stmt::Store(..)) {
                at += 1;
            }
            if at > start {
                let needed = used_after(&body[at..], results);
                Run::new(self, &body[start..at], needed).lower(&mut code);
                continue;
            }
            match &body[at] {
                Stmt::Point(pointer, element) => code.push(Low::Point(*pointer, *element)),
                Stmt::Advance(pointer, elements) => code.push(Low::Advance(*pointer, *elements)),
                Stmt::Repeat {
                    times,
                    carried,
                    body,
                } => {
                    let rows: Vec<Place> = (carried.iter())
                        .map(|one| Place::Virtual(self.row_for(one.parameter)))
                        .collect();
                    let initial = (rows.iter().zip(carried))
                        .map(|(row, one)| (*row, self.place(one.initial)))
                        .collect();
                    code.push(Low::Copies(initial));
                    for (row, one) in rows.iter().zip(carried) {
                        self.env.insert(one.parameter, *row);
                        self.env.insert(one.result, *row);
                    }
                    let nexts: Vec<Id> = carried.iter().map(|one| one.next).collect();
                    let mut inner = self.block(body, &nexts);
                    let copies = (rows.iter().zip(&nexts))
                        .map(|(row, id)| (*row, self.place(*id)))
                        .collect();
                    inner.push(Low::Copies(copies));
                    code.push(Low::Repeat(*times, inner));
                }
                Stmt::Call(number, arguments, results) => {
                    let rows = self.out.subroutines[*number].0.clone();
                    let given = (rows.iter().zip(arguments))
                        .map(|(row, id)| (Place::Virtual(*row), self.place(*id)))
                        .collect();
                    code.push(Low::Copies(given));
                    code.push(Low::Call(*number));
                    let taken = (rows.iter().zip(results))
                        .map(|(row, id)| {
                            let result = Place::Virtual(self.row_for(*id));
                            self.env.insert(*id, result);
                            (result, Place::Virtual(*row))
                        })
                        .collect();
                    code.push(Low::Copies(taken));
                }
                Stmt::Let(..) | Stmt::Read(..) | Stmt::Cut | Stmt::Store(..) => {}
            }
            at += 1;
        }
        code
    }
}

/// Values that statements, or what comes after them, read.
fn used_after(body: &[Stmt], results: &[Id]) -> HashSet<Id> {
    fn walk(body: &[Stmt], used: &mut HashSet<Id>) {
        for stmt in body {
            match stmt {
                Stmt::Let(_, op) => used.extend(op.operands()),
                Stmt::Store(_, _, id) | Stmt::Read(_, id) => {
                    used.insert(*id);
                }
                Stmt::Repeat { carried, body, .. } => {
                    used.extend(carried.iter().flat_map(|one| [one.initial, one.next]));
                    walk(body, used);
                }
                Stmt::Call(_, arguments, _) => used.extend(arguments),
                Stmt::Point(..) | Stmt::Advance(..) | Stmt::Cut => {}
            }
        }
    }
    let mut used: HashSet<Id> = results.iter().copied().collect();
    walk(body, &mut used);
    used
}

/// A move, and the stage it belongs to.
enum Move {
    /// Node, what makes it.
    Value(usize, Op),
    /// To the host.
    Read(Id),
    /// Source, by how much, and the node that it makes.
    Chained((usize, bool), Chain, i32, usize),
}

/// Straight-line code.
struct Run<'r, 'k> {
    lowering: &'r mut Lowering<'k>,
    body: &'k [Stmt],
    needed: HashSet<Id>,
    nodes: Vec<Node>,
    gates: HashMap<(u8, [usize; 3]), usize>,
    terms: HashMap<Id, Term>,
    leaves: HashMap<Place, usize>,
    chains: HashMap<((usize, bool), Chain, i32), usize>,
    /// Stage of each node.
    stages: Vec<usize>,
    moves: BTreeMap<usize, Vec<Move>>,
    /// Groups in order: stage and cut, then which nodes.
    group_of: BTreeMap<(usize, usize), usize>,
    groups: Vec<(usize, usize)>,
    /// Gates of each.
    sizes: Vec<usize>,
    /// Literals that must be in rows.
    roots: HashSet<(usize, bool)>,
    /// What the compute rows hold: nodes and complement, or fills.
    held: [Option<Term>; 6],
}

impl<'r, 'k> Run<'r, 'k> {
    fn new(lowering: &'r mut Lowering<'k>, body: &'k [Stmt], needed: HashSet<Id>) -> Self {
        Run {
            lowering,
            body,
            needed,
            nodes: Vec::new(),
            gates: HashMap::new(),
            terms: HashMap::new(),
            leaves: HashMap::new(),
            chains: HashMap::new(),
            stages: Vec::new(),
            moves: BTreeMap::new(),
            group_of: BTreeMap::new(),
            groups: Vec::new(),
            sizes: Vec::new(),
            roots: HashSet::new(),
            held: [None; 6],
        }
    }

    fn node(
        &mut self,
        gate: Option<(u8, [usize; 3])>,
        stage: usize,
        group: usize,
        secret: bool,
    ) -> usize {
        self.nodes.push(Node {
            gate,
            group,
            secret,
            rows: [None; 2],
        });
        self.stages.push(stage);
        self.nodes.len() - 1
    }

    /// The value as a literal; one from outside is a row.
    fn term(&mut self, id: Id) -> Term {
        if let Some(term) = self.terms.get(&id) {
            return *term;
        }
        let secret = self.lowering.secret(id);
        match self.lowering.place(id) {
            Place::Fill(bit) => Term::Fill(bit),
            place => {
                let node = self.leaf(place, secret);
                Term::Node(node, false)
            }
        }
    }

    fn leaf(&mut self, place: Place, secret: bool) -> usize {
        if let Some(node) = self.leaves.get(&place) {
            return *node;
        }
        let node = self.node(None, 0, usize::MAX, secret);
        self.nodes[node].rows[0] = Some(place);
        self.leaves.insert(place, node);
        node
    }

    /// The value of a truth table: constants, equal operands and complements go into the table.
    fn gate(&mut self, table: u8, ins: [Term; 3], cut: usize) -> Term {
        let mut nodes: Vec<usize> = Vec::new();
        for term in ins {
            if let Term::Node(node, _) = term
                && !nodes.contains(&node)
            {
                nodes.push(node);
            }
        }
        nodes.sort_unstable();
        let mut made = 0u8;
        for row in 0..8u8 {
            let bit = |term: Term| match term {
                Term::Fill(bit) => bit,
                Term::Node(node, complement) => {
                    let at = nodes.iter().position(|one| *one == node).unwrap_or(0);
                    (row >> at & 1 == 1) != complement
                }
            };
            let index = (0..3).fold(0, |index, at| index | u8::from(bit(ins[at])) << at);
            made |= (table >> index & 1) << row;
        }
        // Operands that do not matter are left out, from the last on.
        for at in (0..nodes.len()).rev() {
            if !depends(made, at) {
                nodes.remove(at);
                let kept = (0..8u8).fold(0, |kept, row| {
                    let low = row & ((1 << at) - 1);
                    let source = low | (row >> at) << (at + 1);
                    kept | (made >> (source & 7) & 1) << row
                });
                made = kept;
            }
        }
        let complement = made & 1 == 1;
        if complement {
            made = !made;
        }
        if nodes.is_empty() {
            return Term::Fill(complement);
        }
        if nodes.len() == 1 {
            return Term::Node(nodes[0], complement);
        }
        let mut key = [usize::MAX; 3];
        key[..nodes.len()].copy_from_slice(&nodes);
        if let Some(node) = self.gates.get(&(made, key)) {
            return Term::Node(*node, complement);
        }
        let stage = nodes
            .iter()
            .map(|node| self.stages[*node])
            .max()
            .unwrap_or(0);
        let secret = nodes.iter().any(|node| self.nodes[*node].secret);
        let group = self.group(stage, cut);
        let node = self.node(Some((made, key)), stage, group, secret);
        self.gates.insert((made, key), node);
        Term::Node(node, complement)
    }

    fn group(&mut self, stage: usize, cut: usize) -> usize {
        let next = self.groups.len();
        let known = self.group_of.get(&(stage, cut)).copied();
        if let Some(group) = known.filter(|group| self.sizes[*group] < GROUP) {
            self.sizes[group] += 1;
            return group;
        }
        self.group_of.insert((stage, cut), next);
        self.groups.push((stage, cut));
        self.sizes.push(1);
        next
    }

    fn root(&mut self, id: Id) -> usize {
        match self.term(id) {
            Term::Node(node, complement) => {
                self.roots.insert((node, complement));
                self.stages[node]
            }
            Term::Fill(_) => 0,
        }
    }

    /// A node that is `amount` columns from another one.
    fn chained(&mut self, id: Id, chain: Chain, amount: i32) -> Term {
        let (source, complement) = match (self.term(id), chain) {
            (Term::Node(node, complement), Chain::Shift) => ((node, complement), false),
            // The complement of a rotation is the rotation of the complement.
            (Term::Node(node, complement), Chain::Rotate) => ((node, false), complement),
            (Term::Fill(true), Chain::Shift) => {
                ((self.leaf(Place::Fill(true), false), false), false)
            }
            (fill, _) => return fill,
        };
        if let Some(known) = self.chains.get(&(source, chain, amount)) {
            return Term::Node(*known, complement);
        }
        self.roots.insert(source);
        let stage = self.stages[source.0] + 1;
        let secret = self.nodes[source.0].secret;
        let made = self.node(None, stage, usize::MAX, secret);
        self.chains.insert((source, chain, amount), made);
        let moved = Move::Chained(source, chain, amount, made);
        self.moves.entry(stage).or_default().push(moved);
        Term::Node(made, complement)
    }

    /// A row that something other than logic makes.
    fn made(&mut self, id: Id, op: &Op, stage: usize) {
        let secret = self.lowering.secret(id);
        let node = self.node(None, stage, usize::MAX, secret);
        self.terms.insert(id, Term::Node(node, false));
        let moved = Move::Value(node, op.clone());
        self.moves.entry(stage).or_default().push(moved);
    }

    fn lower(mut self, code: &mut Vec<Low>) {
        let mut cut = 0;
        let mut effects = 0;
        let mut stores = Vec::new();
        let body = self.body;
        for stmt in body {
            match stmt {
                Stmt::Cut => cut += 1,
                Stmt::Read(_, id) => {
                    effects = effects.max(self.root(*id) + 1);
                    self.moves.entry(effects).or_default().push(Move::Read(*id));
                }
                Stmt::Store(array, index, id) => {
                    self.root(*id);
                    stores.push((Place::Element(*array, *index), *id));
                }
                Stmt::Let(id, op) => self.value(*id, op, cut, &mut effects),
                Stmt::Point(..) | Stmt::Advance(..) | Stmt::Repeat { .. } | Stmt::Call(..) => {}
            }
        }
        let mut needed: Vec<Id> = self.needed.iter().copied().collect();
        needed.sort_unstable();
        needed.retain(|id| self.terms.contains_key(id));
        for id in &needed {
            self.root(*id);
        }
        self.emit(code);
        for id in needed {
            let place = self.row_of(id);
            self.lowering.env.insert(id, place);
        }
        for (element, id) in stores {
            let place = self.row_of(id);
            code.push(Low::Aap(element, place));
        }
    }

    fn row_of(&mut self, id: Id) -> Place {
        match self.term(id) {
            Term::Fill(bit) => Place::Fill(bit),
            Term::Node(node, complement) => {
                self.nodes[node].rows[usize::from(complement)].expect("roots are in rows")
            }
        }
    }

    fn value(&mut self, id: Id, op: &Op, cut: usize, effects: &mut usize) {
        let term = match *op {
            Op::Input(_) => return,
            Op::Not(a) => self.term(a).not(),
            Op::Xor3(a, b, c) => {
                let ins = [a, b, c].map(|id| self.term(id));
                self.gate(0x96, ins, cut)
            }
            Op::Maj(a, b, c) => {
                let ins = [a, b, c].map(|id| self.term(id));
                self.gate(0xe8, ins, cut)
            }
            Op::Mux(s, a, b) => {
                let ins = [s, a, b].map(|id| self.term(id));
                self.gate(0xd8, ins, cut)
            }
            Op::Shift(a, columns) => self.chained(a, Chain::Shift, columns),
            Op::RotateLanes(a, bits) if self.lowering.shift == Shift::LaneRotate => {
                let left = bits as i32;
                let amount = if left <= 32 { left } else { left - 64 };
                self.chained(a, Chain::Rotate, amount)
            }
            Op::RotateLanes(a, bits) => {
                let up = self.chained(a, Chain::Shift, bits as i32);
                let down = self.chained(a, Chain::Shift, bits as i32 - 64);
                let mask = self.mask(bits);
                self.gate(0xd8, [mask, up, down], cut)
            }
            Op::Write => return self.made(id, op, *effects),
            Op::Load(array, index) => {
                let fixed = !self.lowering.stored.contains(&array);
                if fixed && !self.needed.contains(&id) {
                    let secret = self.lowering.secret(id);
                    let node = self.leaf(Place::Element(array, index), secret);
                    Term::Node(node, false)
                } else {
                    return self.made(id, op, 0);
                }
            }
            Op::Declare(a) => {
                let stage = self.root(a) + 1;
                return self.made(id, op, stage);
            }
        };
        self.terms.insert(id, term);
    }

    /// Ones in the columns of each lane from `bits` on.
    fn mask(&mut self, bits: u32) -> Term {
        let row = [u64::MAX << bits; 8];
        let constants = &mut self.lowering.out.constants;
        let known = constants.iter().position(|one| one.bits == row);
        let number = known.unwrap_or_else(|| {
            constants.push(super::ir::Constant {
                name: format!("mask.{bits}"),
                bits: row,
            });
            constants.len() - 1
        });
        Term::Node(self.leaf(Place::Constant(number), false), false)
    }

    fn emit(&mut self, code: &mut Vec<Low>) {
        // Complements of what no group computes are made in a group of their own.
        let mut tail: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut roots: Vec<(usize, bool)> = self.roots.iter().copied().collect();
        roots.sort_unstable();
        for (node, complement) in &roots {
            if *complement && self.nodes[*node].gate.is_none() {
                tail.entry(self.stages[*node]).or_default().push(*node);
            }
        }
        let mut alive = vec![false; self.nodes.len()];
        for (node, _) in &roots {
            alive[*node] = true;
        }
        for node in (0..self.nodes.len()).rev() {
            if let (true, Some((_, ins))) = (alive[node], self.nodes[node].gate) {
                for other in ins.into_iter().filter(|other| *other != usize::MAX) {
                    alive[other] = true;
                }
            }
        }
        self.fuse(&mut alive);
        let mut groups: Vec<usize> = (0..self.groups.len()).collect();
        groups.sort_by_key(|group| (self.groups[*group], *group));
        let last = self.stages.iter().chain(self.moves.keys()).max().copied();
        for stage in 0..=last.unwrap_or(0) {
            self.emit_moves(stage, &alive, code);
            for group in &groups {
                if self.groups[*group].0 != stage {
                    continue;
                }
                let nodes: Vec<usize> = (0..self.nodes.len())
                    .filter(|node| {
                        alive[*node]
                            && self.nodes[*node].group == *group
                            && self.nodes[*node].gate.is_some()
                    })
                    .collect();
                self.emit_group(&nodes, &[], &alive, code);
            }
            if let Some(nodes) = tail.get(&stage) {
                self.emit_group(&[], nodes, &alive, code);
            }
        }
    }

    /// Takes a gate into the one gate that uses it, where three operands are enough.
    fn fuse(&mut self, alive: &mut [bool]) {
        let mut uses = vec![0; self.nodes.len()];
        for (node, alive) in self.nodes.iter().zip(alive.iter()) {
            if let (true, Some((_, ins))) = (*alive, node.gate) {
                for other in ins.into_iter().filter(|other| *other != usize::MAX) {
                    uses[other] += 1;
                }
            }
        }
        for node in 0..self.nodes.len() {
            while let (true, Some((table, ins))) = (alive[node], self.nodes[node].gate) {
                let real = |ins: [usize; 3]| ins.into_iter().filter(|other| *other != usize::MAX);
                let fused = real(ins).find_map(|inner| {
                    let (_, below) = self.nodes[inner].gate?;
                    let root = [false, true]
                        .iter()
                        .any(|c| self.roots.contains(&(inner, *c)));
                    if root || uses[inner] != 1 || self.nodes[inner].group != self.nodes[node].group
                    {
                        return None;
                    }
                    let mut support: Vec<usize> = real(ins)
                        .filter(|other| *other != inner)
                        .chain(real(below))
                        .collect();
                    support.sort_unstable();
                    support.dedup();
                    (support.len() <= 3).then_some((inner, support))
                });
                let Some((inner, support)) = fused else { break };
                let (below_table, below) = self.nodes[inner].gate.unwrap_or((0, [usize::MAX; 3]));
                let made = (0..8u8).fold(0u8, |made, row| {
                    let bit = |one: usize| {
                        let at = support.iter().position(|other| *other == one);
                        at.is_some_and(|at| row >> at & 1 == 1)
                    };
                    let index = |ins: [usize; 3], bit: &dyn Fn(usize) -> bool| {
                        (0..3).fold(0, |index, at| {
                            index | u8::from(ins[at] != usize::MAX && bit(ins[at])) << at
                        })
                    };
                    let inner_bit = below_table >> index(below, &bit) & 1 == 1;
                    let outer = index(ins, &|one| if one == inner { inner_bit } else { bit(one) });
                    made | (table >> outer & 1) << row
                });
                // What cancels leaves a function that the operands do not all matter to.
                if !(0..support.len()).all(|at| depends(made, at)) {
                    break;
                }
                let mut key = [usize::MAX; 3];
                key[..support.len()].copy_from_slice(&support);
                for one in real(below) {
                    uses[one] -= 1;
                }
                for one in real(ins) {
                    uses[one] -= 1;
                }
                for one in &support {
                    uses[*one] += 1;
                }
                alive[inner] = false;
                self.nodes[node].gate = Some((made, key));
            }
        }
    }

    fn label(&self, node: usize) -> Label {
        if self.nodes[node].secret {
            Label::Secret
        } else {
            Label::Public
        }
    }

    fn emit_moves(&mut self, stage: usize, alive: &[bool], code: &mut Vec<Low>) {
        let moves = self.moves.remove(&stage).unwrap_or_default();
        // By source, kind and direction: how far, and the node that it makes.
        type Source = ((usize, bool), Chain, bool);
        let mut chains: BTreeMap<Source, Vec<(u32, usize)>> = BTreeMap::new();
        for one in &moves {
            if let Move::Chained(source, chain, amount, node) = one
                && alive[*node]
            {
                let chain = chains.entry((*source, *chain, *amount > 0)).or_default();
                chain.push((amount.unsigned_abs(), *node));
            }
        }
        for (((source, complement), chain, up), mut ends) in chains {
            ends.sort_unstable();
            let direction = if up {
                Direction::Left
            } else {
                Direction::Right
            };
            let step = |dst, src| match chain {
                Chain::Shift => Low::Shift(dst, src, direction),
                Chain::Rotate => Low::Rotate(dst, src, direction),
            };
            let rows = self.nodes[source].rows;
            let mut at = rows[usize::from(complement)].expect("sources are in rows");
            let mut done = 0;
            for (amount, node) in ends {
                let label = self.label(node);
                let row = Place::Virtual(self.lowering.new_row(label));
                code.push(step(row, at));
                code.extend((done + 1..amount).map(|_| step(row, row)));
                self.nodes[node].rows[0] = Some(row);
                (at, done) = (row, amount);
            }
        }
        for one in moves {
            match one {
                Move::Chained(..) => {}
                Move::Read(id) => {
                    let place = self.row_of(id);
                    code.push(Low::Read(place));
                }
                Move::Value(node, op) => {
                    let label = match op {
                        Op::Declare(_) => Label::Output,
                        _ => self.label(node),
                    };
                    let row = Place::Virtual(self.lowering.new_row(label));
                    self.nodes[node].rows[0] = Some(row);
                    match op {
                        Op::Write => code.push(Low::Write(row)),
                        Op::Load(array, index) => {
                            code.push(Low::Aap(row, Place::Element(array, index)));
                        }
                        Op::Declare(a) => {
                            let place = self.row_of(a);
                            code.push(Low::Aap(row, place));
                        }
                        _ => {}
                    }
                }
            }
        }
    }

    fn emit_group(
        &mut self,
        nodes: &[usize],
        complements: &[usize],
        alive: &[bool],
        code: &mut Vec<Low>,
    ) {
        let mut problem = Problem::default();
        let mut rows: Vec<usize> = Vec::new();
        let operands = nodes.iter().filter_map(|node| self.nodes[*node].gate);
        let outside = operands
            .flat_map(|(_, ins)| ins)
            .filter(|one| *one != usize::MAX && !nodes.contains(one));
        for node in outside.chain(complements.iter().copied()) {
            if !rows.contains(&node) {
                rows.push(node);
            }
        }
        problem.rows = rows.len();
        let plain = |node: usize| self.nodes[node].rows[0].is_some();
        let lit = |node: usize| -> Option<Lit> {
            if let Some(at) = rows.iter().position(|one| *one == node) {
                return Some((1 + at as Lit) << 1 | Lit::from(!plain(node)));
            }
            let at = nodes.iter().position(|one| *one == node)?;
            Some((1 + rows.len() + at) as Lit * 2)
        };
        for node in nodes {
            let (table, ins) = self.nodes[*node].gate.unwrap_or((0, [usize::MAX; 3]));
            let ins = ins.map(|one| {
                if one == usize::MAX {
                    0
                } else {
                    lit(one).unwrap_or(0)
                }
            });
            problem.gates.push(Gate { table, ins });
        }
        let mut outputs = Vec::new();
        for node in nodes {
            let roots = [false, true].map(|c| self.roots.contains(&(*node, c)));
            let used = (0..self.nodes.len()).any(|other| {
                let gate = self.nodes[other].gate;
                alive[other]
                    && self.nodes[other].group != self.nodes[*node].group
                    && gate.is_some_and(|(_, ins)| ins.contains(node))
            });
            if roots[0] || used && !roots[1] {
                outputs.push((*node, false));
            }
            if roots[1] {
                outputs.push((*node, true));
            }
        }
        outputs.extend(complements.iter().map(|node| (*node, true)));
        problem.outputs = (outputs.iter())
            .filter_map(|(node, complement)| Some(lit(*node)? ^ Lit::from(*complement)))
            .collect();
        problem.entry = self.held.map(|held| match held? {
            Term::Fill(bit) => Some(Lit::from(bit)),
            Term::Node(node, complement) => Some(lit(node)? ^ Lit::from(complement)),
        });
        if problem.outputs.is_empty() {
            return;
        }
        let lits: Vec<(usize, Lit)> = (rows.iter().chain(nodes))
            .filter_map(|node| Some((*node, lit(*node)?)))
            .collect();
        self.lowering.out.groups.0 += 1;
        let effort = self.lowering.effort;
        let found = match self.lowering.cache.get(&problem) {
            Some(found) => found.clone(),
            None => {
                let found = search(&problem, effort);
                self.lowering.out.groups.1 += 1;
                self.lowering.cache.insert(problem.clone(), found.clone());
                found
            }
        };
        self.lowering.out.spills += found.spills;
        let secret = nodes.iter().any(|node| self.nodes[*node].secret);
        let inner = if secret { Label::Secret } else { Label::Public };
        let mut places: HashMap<Lit, Place> = HashMap::new();
        for (node, lit) in &lits {
            for complement in [false, true] {
                if let Some(place) = self.nodes[*node].rows[usize::from(complement)] {
                    places.insert(lit ^ Lit::from(complement), place);
                }
            }
        }
        for instr in &found.instrs {
            let mut place = |loc: Loc| match loc {
                Loc::B(address) => Place::B(address),
                Loc::Row(lit @ 0..=1) => Place::Fill(lit == 1),
                Loc::Row(lit) => *places.entry(lit).or_insert_with(|| {
                    let node = lits.iter().find(|(_, one)| one >> 1 == lit >> 1);
                    let label = node.map_or(inner, |(node, _)| self.label(*node));
                    Place::Virtual(self.lowering.new_row(label))
                }),
            };
            code.push(match instr {
                Instr::Aap(dst, src) => Low::Aap(place(*dst), place(*src)),
                Instr::Ap(triple) => Low::Ap(*triple),
            });
        }
        for (node, complement) in outputs {
            let lit = lits
                .iter()
                .find(|(one, _)| *one == node)
                .map(|(_, lit)| *lit);
            let place = lit.and_then(|lit| places.get(&(lit ^ Lit::from(complement))));
            self.nodes[node].rows[usize::from(complement)] = place.copied();
        }
        self.held = found.exit.map(|held| {
            let held = held?;
            if held < 2 {
                return Some(Term::Fill(held == 1));
            }
            let (node, lit) = lits.iter().find(|(_, lit)| lit >> 1 == held >> 1)?;
            Some(Term::Node(*node, (lit ^ held) & 1 == 1))
        });
    }
}
