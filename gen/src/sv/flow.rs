//! Who reads and who writes what: the module's statements with every loop unrolled, and the graph
//! of dependencies within one clock cycle.

use super::ir::{Env, Expr, Int, Module, NetId, NetKind, Stmt, Target};
use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;
use std::collections::{BTreeMap, BTreeSet};

/// One element of a net; index 0 for a net that is no array.
pub type Element = (NetId, usize);

/// One assignment with every condition above it.
pub struct Write<'a> {
    pub target: Element,
    /// Elements that decide the value or whether it is assigned.
    pub reads: Vec<Element>,
    pub location: &'a str,
}

/// An index outside its array.
pub struct OutOfRange<'a> {
    pub net: NetId,
    pub index: i64,
    pub location: &'a str,
}

/// All assignments in the order of the source.
pub fn writes<'a>(module: &Module, body: &'a [Stmt]) -> (Vec<Write<'a>>, Vec<OutOfRange<'a>>) {
    let mut walk = Walk {
        module,
        writes: vec![],
        faults: vec![],
    };
    walk.block(body, &Env::new(), &[]);
    (walk.writes, walk.faults)
}

struct Walk<'m, 'a> {
    module: &'m Module,
    writes: Vec<Write<'a>>,
    faults: Vec<OutOfRange<'a>>,
}

impl<'a> Walk<'_, 'a> {
    fn block(&mut self, block: &'a [Stmt], env: &Env, conditions: &[Element]) {
        for stmt in block {
            match stmt {
                Stmt::Assign {
                    target,
                    value,
                    location,
                } => {
                    let mut reads = conditions.to_vec();
                    self.reads(value, env, location, &mut reads);
                    if let Some(target) = self.element(target, env, location) {
                        self.writes.push(Write {
                            target,
                            reads,
                            location,
                        });
                    }
                }
                Stmt::If {
                    condition,
                    location,
                    ..
                }
                | Stmt::Case {
                    subject: condition,
                    location,
                    ..
                } => {
                    let mut inner = conditions.to_vec();
                    self.reads(condition, env, location, &mut inner);
                    for block in stmt.children() {
                        self.block(block, env, &inner);
                    }
                }
                Stmt::For {
                    variable,
                    from,
                    to,
                    body,
                    ..
                } => {
                    for value in *from..*to {
                        let mut env = env.clone();
                        env.insert(variable.clone(), value);
                        self.block(body, &env, conditions);
                    }
                }
            }
        }
    }

    fn reads(&mut self, expr: &Expr, env: &Env, location: &'a str, into: &mut Vec<Element>) {
        let mut found = Vec::new();
        expr.reads(&mut |net, index| found.push((net, index.and_then(|i| i.eval(env)))));
        for (net, index) in found {
            if let Some(element) = self.checked(net, index, location) {
                into.push(element);
            }
        }
    }

    fn element(&mut self, target: &Target, env: &Env, location: &'a str) -> Option<Element> {
        let index = target.index.as_ref().and_then(|i: &Int| i.eval(env));
        self.checked(target.net, index, location)
    }

    fn checked(&mut self, net: NetId, index: Option<i64>, location: &'a str) -> Option<Element> {
        let index = index.unwrap_or(0);
        if index < 0 || index as usize >= self.module.net(net).elements() {
            self.faults.push(OutOfRange {
                net,
                index,
                location,
            });
            return None;
        }
        Some((net, index as usize))
    }
}

/// Dependencies within one clock cycle: an edge from what is read to what is written.
pub fn graph(module: &Module, writes: &[Write]) -> DiGraphMap<Element, ()> {
    let mut graph = DiGraphMap::new();
    for write in writes {
        for read in &write.reads {
            graph.add_edge(*read, write.target, ());
        }
    }
    for instance in &module.instances {
        for (output, inputs) in &instance.paths {
            for input in inputs {
                let (to, from) = (module.net(*output), module.net(*input));
                for o in 0..to.elements() {
                    for i in 0..from.elements() {
                        if instance.len.is_none() || o == i {
                            graph.add_edge((*input, i), (*output, o), ());
                        }
                    }
                }
            }
        }
    }
    graph
}

/// Groups of elements that depend on each other.
pub fn cycles(graph: &DiGraphMap<Element, ()>) -> Vec<Vec<Element>> {
    let mut cycles: Vec<Vec<Element>> = tarjan_scc(graph)
        .into_iter()
        .filter(|group| group.len() > 1 || graph.contains_edge(group[0], group[0]))
        .map(|mut group| {
            group.sort();
            group
        })
        .collect();
    cycles.sort();
    cycles
}

/// For each output port, the input ports it depends on within a cycle, by name.
pub fn paths(module: &Module, graph: &DiGraphMap<Element, ()>) -> BTreeMap<String, Vec<String>> {
    let port = |id: NetId| module.net(id).name();
    let mut paths = BTreeMap::new();
    for (output, net) in module.nets_of(NetKind::Output) {
        let mut seen: BTreeSet<Element> = (0..net.elements()).map(|i| (output, i)).collect();
        let mut open: Vec<Element> = seen.iter().copied().collect();
        let mut inputs = BTreeSet::new();
        while let Some(element) = open.pop() {
            if module.net(element.0).kind == NetKind::Input {
                inputs.insert(port(element.0));
            }
            if !graph.contains_node(element) {
                continue;
            }
            for source in graph.neighbors_directed(element, petgraph::Direction::Incoming) {
                if seen.insert(source) {
                    open.push(source);
                }
            }
        }
        paths.insert(port(output), inputs.into_iter().collect());
    }
    paths
}
