//! Prepares a checked module for printing: drops what the configuration made unnecessary, decides
//! how arrays appear, and divides the statements into `assign`s and `always_comb` blocks.

use super::build;
use super::check;
use super::flow;
use super::ir::{Env, Expr, Instance, Int, Module, Net, NetId, NetKind, Register, Shape, Stmt};
use num_bigint::BigUint;
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
    drop_overwritten(module);
    propagate_constants(module);
    let live = check::live(module);
    module.body = keep(&module.body, &|net| live[net.0]);
    let dead_registers: Vec<String> = module
        .registers
        .iter()
        .filter(|register| !live[register.q.0])
        .map(|register| {
            let q = module.net(register.q);
            q.rust.trim_end_matches(".q").to_string()
        })
        .collect();
    let dead_locals = module
        .nets
        .iter()
        .enumerate()
        .filter(|(i, net)| !live[*i] && net.kind == NetKind::Local)
        .map(|(_, net)| net.rust.clone());
    module.folded_away = dead_locals.chain(dead_registers).collect();
    // Of a register whose value nothing reads, the next value may still be read.
    for register in module.registers.iter().filter(|r| !live[r.q.0]) {
        module.nets[register.d.0].kind = NetKind::Local;
    }
    module.registers.retain(|register| live[register.q.0]);
    live
}

/// Drops what stands before a signal's last assignment that is whole and unconditional, in the
/// body and in every block below: it has no effect, for nothing reads a signal before its last
/// write.
fn drop_overwritten(module: &mut Module) {
    let body = std::mem::take(&mut module.body);
    module.body = without_overwritten(body);
}

fn without_overwritten(block: Vec<Stmt>) -> Vec<Stmt> {
    let last = last_whole_writes(&block);
    block
        .into_iter()
        .enumerate()
        .flat_map(|(i, stmt)| keep(&[stmt], &|net| last.get(&net).is_none_or(|end| i >= *end)))
        .map(|mut stmt| {
            let within = |block: &mut Vec<Stmt>| {
                *block = without_overwritten(std::mem::take(block));
            };
            match &mut stmt {
                Stmt::Assign { .. } | Stmt::For { .. } => {}
                Stmt::If {
                    then, otherwise, ..
                } => {
                    within(then);
                    within(otherwise);
                }
                Stmt::Case { arms, default, .. } => {
                    arms.iter_mut().for_each(|(_, arm)| within(arm));
                    within(default);
                }
            }
            stmt
        })
        .collect()
}

fn last_whole_writes(body: &[Stmt]) -> BTreeMap<NetId, usize> {
    let whole = |stmt: &Stmt| match stmt {
        Stmt::Assign { target, .. } if target.index.is_none() && target.slice.is_none() => {
            Some(target.net)
        }
        _ => None,
    };
    body.iter()
        .enumerate()
        .filter_map(|(i, stmt)| Some((whole(stmt)?, i)))
        .collect()
}

/// Puts the value in place of local signals that this configuration makes constant.
fn propagate_constants(module: &mut Module) {
    loop {
        let mut written: BTreeMap<NetId, usize> = BTreeMap::new();
        for stmt in &module.body {
            let mut nets = BTreeSet::new();
            stmt.writes(&mut nets);
            nets.into_iter()
                .for_each(|net| *written.entry(net).or_default() += 1);
        }
        let mut selected = BTreeSet::new();
        for stmt in &module.body {
            values(stmt, &mut |value| build::selected(value, &mut selected));
        }
        let constants: BTreeMap<NetId, Expr> = module
            .body
            .iter()
            .filter_map(|stmt| match stmt {
                Stmt::Assign { target, value, .. }
                    if target.index.is_none()
                        && target.slice.is_none()
                        && written[&target.net] == 1
                        && !selected.contains(&target.net)
                        && module.net(target.net).kind == NetKind::Local
                        && value.as_literal().is_some() =>
                {
                    Some((target.net, value.clone()))
                }
                _ => None,
            })
            .collect();
        if constants.is_empty() {
            return;
        }
        let body = std::mem::take(&mut module.body);
        module.body = substitute(
            body.into_iter().filter(
                |stmt| !matches!(stmt, Stmt::Assign { target, .. } if constants.contains_key(&target.net)),
            ),
            &constants,
        );
        drop_overwritten(module);
    }
}

fn substitute(
    block: impl IntoIterator<Item = Stmt>,
    constants: &BTreeMap<NetId, Expr>,
) -> Vec<Stmt> {
    let mut out = Vec::new();
    for mut stmt in block {
        match &mut stmt {
            Stmt::Assign { value, .. } => *value = build::substitute(value, constants),
            Stmt::If {
                condition,
                then,
                otherwise,
                ..
            } => {
                *condition = build::substitute(condition, constants);
                *then = substitute(std::mem::take(then), constants);
                *otherwise = substitute(std::mem::take(otherwise), constants);
                if let Some(value) = condition.as_literal() {
                    let taken = if *value == BigUint::ZERO {
                        otherwise
                    } else {
                        then
                    };
                    out.append(taken);
                    continue;
                }
                if then.is_empty() && otherwise.is_empty() {
                    continue;
                }
            }
            Stmt::Case {
                subject,
                arms,
                default,
                ..
            } => {
                *subject = build::substitute(subject, constants);
                for (_, arm) in arms.iter_mut() {
                    *arm = substitute(std::mem::take(arm), constants);
                }
                *default = substitute(std::mem::take(default), constants);
                if subject.as_literal().is_some() {
                    let taken = arms
                        .iter_mut()
                        .find(|(label, _)| label.as_literal() == subject.as_literal())
                        .map_or(default, |(_, arm)| arm);
                    out.append(taken);
                    continue;
                }
            }
            Stmt::For { body, .. } => *body = substitute(std::mem::take(body), constants),
        }
        out.push(stmt);
    }
    out
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
pub fn shape(module: &mut Module, live: &mut Vec<bool>) {
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
    let mut split = BTreeSet::new();
    for (i, net) in module.nets.iter_mut().enumerate() {
        if net.len.is_none() {
            continue;
        }
        let apart = of_instance_arrays.contains(&NetId(i));
        net.shape = match net.kind {
            NetKind::Input | NetKind::Output => Shape::Flat,
            NetKind::ChildInput | NetKind::ChildOutput if !apart => Shape::Flat,
            _ if apart || tangled.contains(&NetId(i)) => {
                split.insert(NetId(i));
                Shape::Scalar
            }
            _ => Shape::Unpacked,
        };
    }
    let body = std::mem::take(&mut module.body);
    module.body = unroll(&body, &split);
    take_apart(module, &split, live);
}

/// Replaces the arrays by one signal for each element.
fn take_apart(module: &mut Module, split: &BTreeSet<NetId>, live: &mut Vec<bool>) {
    let mut elements: BTreeMap<NetId, Vec<NetId>> = BTreeMap::new();
    for &id in split {
        let array = module.net(id).clone();
        for i in 0..array.elements() {
            elements
                .entry(id)
                .or_default()
                .push(NetId(module.nets.len()));
            module.nets.push(Net {
                stem: format!("{}_{i}", array.stem),
                rust: format!("{}[{i}]", array.rust),
                len: None,
                ..array.clone()
            });
            live.push(live[id.0]);
        }
        live[id.0] = false;
        module.nets[id.0].kind = NetKind::Replaced;
    }
    let element = |net: NetId, index: usize| elements.get(&net).map_or(net, |all| all[index]);
    for stmt in &mut module.body {
        rename(stmt, &elements);
    }
    module.registers = std::mem::take(&mut module.registers)
        .into_iter()
        .flat_map(|register| {
            let whole = !split.contains(&register.q) && !split.contains(&register.d);
            let count = if whole {
                1
            } else {
                module.nets[register.q.0].elements()
            };
            (0..count)
                .map(|i| Register {
                    d: element(register.d, i),
                    q: element(register.q, i),
                    clear: register.clear.map(|net| element(net, i)),
                    reset: match &register.reset {
                        Some(values) if !whole => Some(vec![values[i].clone()]),
                        other => other.clone(),
                    },
                    ..register.clone()
                })
                .collect::<Vec<_>>()
        })
        .collect();
    module.instances = std::mem::take(&mut module.instances)
        .into_iter()
        .flat_map(|instance| {
            let Some(len) = instance.len else {
                return vec![instance];
            };
            (0..len)
                .map(|i| Instance {
                    name: format!("{}_{i}", instance.name),
                    modules: vec![instance.modules[i].clone()],
                    len: None,
                    connections: instance
                        .connections
                        .iter()
                        .map(|(port, net)| (port.clone(), element(*net, i)))
                        .collect(),
                    paths: instance
                        .paths
                        .iter()
                        .map(|(output, inputs)| {
                            let inputs = inputs.iter().map(|net| element(*net, i)).collect();
                            (element(*output, i), inputs)
                        })
                        .collect(),
                    ..instance.clone()
                })
                .collect()
        })
        .collect();
}

/// Points what is written and read to the single signals of arrays that were taken apart.
fn rename(stmt: &mut Stmt, elements: &BTreeMap<NetId, Vec<NetId>>) {
    let new = |net: &mut NetId, index: &mut Option<Int>| {
        if let (Some(all), Some(Int::Const(i))) = (elements.get(net), &*index) {
            *net = all[*i as usize];
            *index = None;
        }
    };
    match stmt {
        Stmt::Assign { target, value, .. } => {
            new(&mut target.net, &mut target.index);
            value.rename(&new);
        }
        Stmt::If {
            condition,
            then,
            otherwise,
            ..
        } => {
            condition.rename(&new);
            then.iter_mut()
                .chain(otherwise)
                .for_each(|stmt| rename(stmt, elements));
        }
        Stmt::Case {
            subject,
            arms,
            default,
            ..
        } => {
            subject.rename(&new);
            arms.iter_mut()
                .flat_map(|(_, arm)| arm)
                .chain(default)
                .for_each(|stmt| rename(stmt, elements));
        }
        Stmt::For { body, .. } => body.iter_mut().for_each(|stmt| rename(stmt, elements)),
    }
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
    values(stmt, &mut |value| {
        value.reads(&mut |net, _| {
            into.insert(net);
        });
    });
}

/// Calls `visit` with every value and every condition in the statement.
fn values(stmt: &Stmt, visit: &mut dyn FnMut(&Expr)) {
    match stmt {
        Stmt::Assign { value, .. } => visit(value),
        Stmt::If { condition, .. } => visit(condition),
        Stmt::Case { subject, .. } => visit(subject),
        Stmt::For { .. } => {}
    }
    for block in stmt.children() {
        block.iter().for_each(|stmt| values(stmt, visit));
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
