//! Prepares a checked module for printing: drops what the configuration made unnecessary, decides
//! how arrays appear, and divides the statements into `assign`s and `always_comb` blocks.

use super::check;
use super::flow;
use super::ir::{Env, Instance, Module, Net, NetId, NetKind, Shape, Stmt};
use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;
use std::collections::{BTreeMap, BTreeSet};

/// A piece of combinational logic.
#[derive(Clone, Debug)]
pub struct Process {
    pub stmts: Vec<Stmt>,
    pub writes: BTreeSet<NetId>,
}

/// Removes statements whose result nothing needs; returns which nets are live.
pub fn prune(module: &mut Module) -> Vec<bool> {
    let live = check::live(module);
    let body = std::mem::take(&mut module.body);
    module.body = keep(&body, &|net| live[net.0]);
    let dead_registers: Vec<String> = module
        .registers
        .iter()
        .filter(|register| !live[register.q.0])
        .map(|register| {
            module
                .net(register.q)
                .rust
                .trim_end_matches(".q")
                .to_string()
        })
        .collect();
    let dead_locals = module
        .nets
        .iter()
        .enumerate()
        .filter(|(i, net)| !live[*i] && net.kind == NetKind::Local)
        .map(|(_, net)| net.rust.clone());
    module.folded_away = dead_locals.chain(dead_registers).collect();
    module.registers.retain(|register| live[register.q.0]);
    live
}

/// The statements that write a net `wanted` accepts, with the control structure around them.
fn keep(block: &[Stmt], wanted: &dyn Fn(NetId) -> bool) -> Vec<Stmt> {
    block
        .iter()
        .filter_map(|stmt| {
            let mut stmt = stmt.clone();
            let empty = match &mut stmt {
                Stmt::Assign { target, .. } => !wanted(target.net),
                Stmt::If {
                    then, otherwise, ..
                } => {
                    *then = keep(then, wanted);
                    *otherwise = keep(otherwise, wanted);
                    then.is_empty() && otherwise.is_empty()
                }
                Stmt::Case { arms, default, .. } => {
                    for (_, arm) in arms.iter_mut() {
                        *arm = keep(arm, wanted);
                    }
                    *default = keep(default, wanted);
                    arms.iter().all(|(_, arm)| arm.is_empty()) && default.is_empty()
                }
                Stmt::For { body, .. } => {
                    *body = keep(body, wanted);
                    body.is_empty()
                }
            };
            (!empty).then_some(stmt)
        })
        .collect()
}

/// Decides the shape of every array. Ports become one flat vector. Arrays of sub-module ports, and
/// arrays whose elements depend on each other within a cycle (which simulators would take for a
/// loop), become single signals; all others stay arrays.
pub fn shape(module: &mut Module) {
    let (writes, _) = flow::writes(module, &module.body);
    let mut nets: DiGraphMap<NetId, ()> = DiGraphMap::new();
    for (from, to, ()) in flow::graph(module, &writes).all_edges() {
        nets.add_edge(from.0, to.0, ());
    }
    let tangled: BTreeSet<NetId> = tarjan_scc(&nets)
        .into_iter()
        .filter(|group| group.len() > 1 || nets.contains_edge(group[0], group[0]))
        .flatten()
        .collect();
    let of_instance_arrays: BTreeSet<NetId> = module
        .instances
        .iter()
        .filter(|instance| instance.len.is_some())
        .flat_map(|instance| instance.connections.iter().map(|(_, net)| *net))
        .collect();
    for (i, net) in module.nets.iter_mut().enumerate() {
        if net.len.is_none() {
            continue;
        }
        net.shape = match net.kind {
            NetKind::Input | NetKind::Output => Shape::Flat,
            _ if of_instance_arrays.contains(&NetId(i)) => Shape::Split,
            NetKind::ChildInput | NetKind::ChildOutput => Shape::Flat,
            _ if tangled.contains(&NetId(i)) => Shape::Split,
            _ => Shape::Unpacked,
        };
    }
    let split: BTreeSet<NetId> = module
        .nets
        .iter()
        .enumerate()
        .filter(|(_, net)| net.shape == Shape::Split)
        .map(|(i, _)| NetId(i))
        .collect();
    let body = std::mem::take(&mut module.body);
    module.body = unroll(&body, &split);
}

/// Unrolls the loops that touch split arrays.
fn unroll(block: &[Stmt], split: &BTreeSet<NetId>) -> Vec<Stmt> {
    let mut out = Vec::new();
    for stmt in block {
        match stmt {
            Stmt::For {
                variable,
                from,
                to,
                body,
                ..
            } if touches(stmt, split) => {
                for value in *from..*to {
                    let env = Env::from([(variable.clone(), value)]);
                    let bound: Vec<Stmt> = body.iter().map(|stmt| stmt.bind(&env)).collect();
                    out.extend(unroll(&bound, split));
                }
            }
            _ => {
                let mut stmt = stmt.clone();
                match &mut stmt {
                    Stmt::If {
                        then, otherwise, ..
                    } => {
                        *then = unroll(then, split);
                        *otherwise = unroll(otherwise, split);
                    }
                    Stmt::Case { arms, default, .. } => {
                        for (_, arm) in arms.iter_mut() {
                            *arm = unroll(arm, split);
                        }
                        *default = unroll(default, split);
                    }
                    Stmt::Assign { .. } | Stmt::For { .. } => {}
                }
                out.push(stmt);
            }
        }
    }
    out
}

fn touches(stmt: &Stmt, nets: &BTreeSet<NetId>) -> bool {
    let mut touched = BTreeSet::new();
    mentioned(stmt, &mut touched);
    !touched.is_disjoint(nets)
}

/// Nets that are written or read anywhere in the statement.
fn mentioned(stmt: &Stmt, into: &mut BTreeSet<NetId>) {
    stmt.writes(into);
    reads(stmt, into);
}

fn reads(stmt: &Stmt, into: &mut BTreeSet<NetId>) {
    let mut add = |net: NetId, _: Option<&super::ir::Int>| {
        into.insert(net);
    };
    match stmt {
        Stmt::Assign { value, .. } => value.reads(&mut add),
        Stmt::If { condition, .. } => condition.reads(&mut add),
        Stmt::Case { subject, .. } => subject.reads(&mut add),
        Stmt::For { .. } => {}
    }
    for block in stmt.children() {
        block.iter().for_each(|stmt| reads(stmt, into));
    }
}

/// Divides the body: signals that share a control structure share a process, unless that would
/// make processes depend on each other in a circle where the signals do not.
pub fn processes(module: &Module) -> Vec<Process> {
    let mut groups: Vec<BTreeSet<NetId>> = Vec::new();
    for stmt in &module.body {
        let mut written = BTreeSet::new();
        stmt.writes(&mut written);
        let (touching, mut apart): (Vec<_>, Vec<_>) = groups
            .into_iter()
            .partition(|group| !group.is_disjoint(&written));
        apart.push(touching.into_iter().fold(written, |mut all, group| {
            all.extend(group);
            all
        }));
        groups = apart;
    }
    let mut processes: Vec<Process> = groups
        .into_iter()
        .map(|group| process(module, group))
        .collect();
    while let Some(tangled) = tangled(module, &processes) {
        let whole = processes.remove(tangled);
        let needed = needed_within_a_cycle(module, &processes, &whole);
        let (inner, outer): (Vec<NetId>, Vec<NetId>) =
            whole.writes.iter().partition(|net| needed.contains(net));
        let mut parts: Vec<BTreeSet<NetId>> =
            inner.into_iter().map(|net| BTreeSet::from([net])).collect();
        if !outer.is_empty() {
            parts.push(outer.into_iter().collect());
        }
        processes.extend(parts.into_iter().map(|part| process(module, part)));
    }
    let position: BTreeMap<NetId, usize> = module
        .body
        .iter()
        .enumerate()
        .rev()
        .flat_map(|(i, stmt)| {
            let mut written = BTreeSet::new();
            stmt.writes(&mut written);
            written.into_iter().map(move |net| (net, i))
        })
        .collect();
    processes.sort_by_key(|process| process.writes.iter().map(|net| (position[net], *net)).min());
    processes
}

fn process(module: &Module, writes: BTreeSet<NetId>) -> Process {
    Process {
        stmts: keep(&module.body, &|net| writes.contains(&net)),
        writes,
    }
}

/// A process with several signals that is part of a circle of processes.
fn tangled(module: &Module, processes: &[Process]) -> Option<usize> {
    let mut graph: DiGraphMap<(usize, usize), ()> = DiGraphMap::new();
    let mut writers: BTreeMap<NetId, (usize, usize)> = BTreeMap::new();
    let mut readers: Vec<((usize, usize), BTreeSet<NetId>)> = Vec::new();
    for (i, process) in processes.iter().enumerate() {
        let mut read = BTreeSet::new();
        process.stmts.iter().for_each(|stmt| reads(stmt, &mut read));
        readers.push(((0, i), &read - &process.writes));
        writers.extend(process.writes.iter().map(|net| (*net, (0, i))));
    }
    let outputs = module
        .instances
        .iter()
        .flat_map(|Instance { paths, .. }| paths);
    for (i, (output, inputs)) in outputs.enumerate() {
        readers.push(((1, i), inputs.clone()));
        writers.insert(*output, (1, i));
    }
    for (reader, nets) in &readers {
        for writer in nets.iter().filter_map(|net| writers.get(net)) {
            graph.add_edge(*writer, *reader, ());
        }
    }
    tarjan_scc(&graph)
        .into_iter()
        .filter(|group| group.len() > 1)
        .flatten()
        .filter(|(kind, i)| *kind == 0 && processes[*i].writes.len() > 1)
        .map(|(_, i)| i)
        .min()
}

/// Signals of `whole` that other combinational logic reads.
fn needed_within_a_cycle(module: &Module, others: &[Process], whole: &Process) -> BTreeSet<NetId> {
    let mut needed = BTreeSet::new();
    for process in others.iter().chain([whole]) {
        process
            .stmts
            .iter()
            .for_each(|stmt| reads(stmt, &mut needed));
    }
    for instance in &module.instances {
        needed.extend(instance.paths.values().flatten());
    }
    needed
}

/// The name under which an element appears.
pub fn element_name(net: &Net, index: usize) -> String {
    match net.shape {
        Shape::Split => net.element(index as i64),
        _ => net.name(),
    }
}
