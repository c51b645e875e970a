//! What a description must keep to, checked on the intermediate form.

use super::build::ones;
use super::error::{Diagnostic, Fault};
use super::flow::{self, Element};
use super::ir::{Env, Module, NetId, NetKind, Stmt};
use super::names::is_keyword;
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// Everything that is wrong with the module; empty when it can be emitted.
pub fn check(module: &Module, is_top: bool) -> Vec<Diagnostic> {
    let mut checker = Checker {
        module,
        found: vec![],
    };
    checker.names(is_top);
    checker.registers();
    checker.order();
    checker.drivers();
    if checker.found.is_empty() {
        checker.loops();
    }
    checker.found
}

struct Checker<'a> {
    module: &'a Module,
    found: Vec<Diagnostic>,
}

impl Checker<'_> {
    fn report(&mut self, fault: Fault, location: &str, message: String) {
        self.found.push(Diagnostic {
            fault,
            module: self.module.name.clone(),
            message,
            location: location.to_string(),
        });
    }

    fn here(&self) -> String {
        self.module.location.clone()
    }

    fn shown(&self, (net, index): Element) -> String {
        let net = self.module.net(net);
        match net.len {
            Some(_) => format!("{}[{index}]", net.rust),
            None => net.rust.clone(),
        }
    }

    fn names(&mut self, is_top: bool) {
        let mut seen: BTreeMap<String, String> = BTreeMap::new();
        let mut names: Vec<(String, String)> = Vec::new();
        for net in &self.module.nets {
            names.push((net.name(), net.rust.clone()));
            for i in 0..net.len.unwrap_or(0) {
                names.push((net.element(i as i64), format!("{}[{i}]", net.rust)));
            }
        }
        for enumeration in &self.module.enums {
            names.push((enumeration.name.clone(), enumeration.name.clone()));
            names.extend(enumeration.variants.iter().map(|v| (v.clone(), v.clone())));
        }
        let here = self.here();
        // Verilator cannot compile a top that has a signal of its own name.
        let own = |(name, _): &&(String, String)| is_top && *name == self.module.name;
        if let Some((name, rust)) = names.iter().find(own) {
            let message = format!("the top and `{rust}` would both be called `{name}`");
            self.report(Fault::TopName, &here, message);
        }
        let module = (self.module.name.clone(), "the module itself".into());
        for (name, rust) in names.iter().chain([&module]) {
            if is_keyword(name) {
                self.report(
                    Fault::Keyword,
                    &here,
                    format!("`{rust}` would be called `{name}`, a keyword of SystemVerilog"),
                );
            }
        }
        for (name, rust) in names {
            if let Some(other) = seen.insert(name.clone(), rust.clone()) {
                self.report(
                    Fault::NameClash,
                    &here,
                    format!("`{other}` and `{rust}` would both be called `{name}`"),
                );
            }
        }
    }

    fn registers(&mut self) {
        let here = self.here();
        for register in &self.module.registers {
            let net = self.module.net(register.q);
            let name = net.rust.trim_end_matches(".q").to_string();
            if register.clock.is_none() {
                self.report(
                    Fault::NoClock,
                    &here,
                    format!("the register `{name}` has no clock"),
                );
            }
            if register.reset.is_some() && register.reset_net.is_none() {
                self.report(
                    Fault::NoReset,
                    &here,
                    format!("the reset of the register `{name}` is not connected"),
                );
            }
            if register.reset.is_none() && net.enumeration.is_some() {
                self.report(
                    Fault::NoReset,
                    &here,
                    format!("the register `{name}` holds a state but has no reset"),
                );
            }
        }
    }

    /// Every read comes after the last write: rust-hdl iterates to a fixed point where
    /// SystemVerilog goes through the block once.
    fn order(&mut self) {
        let (writes, faults) = flow::writes(self.module, &self.module.body);
        for fault in faults {
            let net = self.module.net(fault.net);
            self.report(
                Fault::OutOfRange,
                fault.location,
                format!(
                    "`{}` has {} elements and is used with index {}",
                    net.rust,
                    net.elements(),
                    fault.index
                ),
            );
        }
        let mut last: BTreeMap<Element, (usize, &str)> = BTreeMap::new();
        for (position, write) in writes.iter().enumerate() {
            last.insert(write.target, (position, write.location));
        }
        let mut reported = Vec::new();
        for (position, write) in writes.iter().enumerate() {
            for read in &write.reads {
                let kind = self.module.net(read.0).kind;
                if !kind.driven_by_body() || reported.contains(read) {
                    continue;
                }
                if let Some((end, place)) = last.get(read)
                    && position <= *end
                {
                    reported.push(*read);
                    let name = self.shown(*read);
                    self.report(
                        Fault::ReadBeforeWrite,
                        write.location,
                        format!("`{name}` is read here and written later or here, at {place}"),
                    );
                }
            }
        }
    }

    fn drivers(&mut self) {
        let mut state = BTreeMap::new();
        self.assigned(&self.module.body, &Env::new(), &mut state);
        let (writes, _) = flow::writes(self.module, &self.module.body);
        let mut first_write: BTreeMap<Element, &str> = BTreeMap::new();
        let mut first_read: BTreeMap<Element, &str> = BTreeMap::new();
        for write in &writes {
            first_write.entry(write.target).or_insert(write.location);
            for read in &write.reads {
                first_read.entry(*read).or_insert(write.location);
            }
        }
        let here = self.here();
        for (i, net) in self.module.nets.iter().enumerate() {
            if !net.kind.driven_by_body() {
                continue;
            }
            for index in 0..net.elements() {
                let element = (NetId(i), index);
                let name = self.shown(element);
                match (state.get(&element), first_write.get(&element)) {
                    (Some(mask), _) if *mask == ones(net.width) => {}
                    (_, Some(location)) => self.report(
                        Fault::MissingDefault,
                        location,
                        format!("`{name}` is not assigned on every path"),
                    ),
                    (_, None) => {
                        let read = first_read.get(&element).copied();
                        if net.kind.needs_driver() || read.is_some() {
                            self.report(
                                Fault::Undriven,
                                read.unwrap_or(&here),
                                format!("nothing drives `{name}`"),
                            );
                        }
                    }
                }
            }
        }
    }

    /// The bits of each element that are assigned on every path through the block.
    fn assigned(&self, block: &[Stmt], env: &Env, state: &mut BTreeMap<Element, BigUint>) {
        for stmt in block {
            match stmt {
                Stmt::Assign { target, .. } => {
                    let index = target.index.as_ref().and_then(|i| i.eval(env)).unwrap_or(0);
                    let net = self.module.net(target.net);
                    let mask = match &target.slice {
                        Some((low, width)) => {
                            ones(*width) << low.eval(env).unwrap_or(0).unsigned_abs()
                        }
                        None => ones(net.width),
                    };
                    *state
                        .entry((target.net, index.unsigned_abs() as usize))
                        .or_default() |= mask;
                }
                Stmt::If { .. } | Stmt::Case { .. } => {
                    let branches: Vec<BTreeMap<Element, BigUint>> = stmt
                        .children()
                        .into_iter()
                        .map(|block| {
                            let mut branch = state.clone();
                            self.assigned(block, env, &mut branch);
                            branch
                        })
                        .collect();
                    let (head, rest) = branches.split_first().expect("a branch at least");
                    *state = head
                        .iter()
                        .map(|(element, mask)| {
                            let common = rest.iter().fold(mask.clone(), |common, branch| {
                                common & branch.get(element).cloned().unwrap_or_default()
                            });
                            (*element, common)
                        })
                        .collect();
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
                        self.assigned(body, &env, state);
                    }
                }
            }
        }
    }

    fn loops(&mut self) {
        let (writes, _) = flow::writes(self.module, &self.module.body);
        let graph = flow::graph(self.module, &writes);
        for cycle in flow::cycles(&graph) {
            let names: Vec<String> = cycle
                .iter()
                .map(|element| format!("`{}`", self.shown(*element)))
                .collect();
            let location = writes
                .iter()
                .find(|write| cycle.contains(&write.target))
                .map_or(self.here(), |write| write.location.to_string());
            self.report(
                Fault::CombinationalLoop,
                &location,
                format!("{} depend on each other within one cycle", names.join(", ")),
            );
        }
    }
}

/// Nets whose value can reach an output, a sub-module or state that does.
pub fn live(module: &Module) -> Vec<bool> {
    let mut live: Vec<bool> = module
        .nets
        .iter()
        .map(|net| matches!(net.kind, NetKind::Output | NetKind::ChildInput))
        .collect();
    let (writes, _) = flow::writes(module, &module.body);
    loop {
        let before = live.iter().filter(|l| **l).count();
        for write in &writes {
            if live[write.target.0.0] {
                for read in &write.reads {
                    live[read.0.0] = true;
                }
            }
        }
        for register in &module.registers {
            if live[register.q.0] {
                live[register.d.0] = true;
                let connected = [register.clear, register.clock];
                for net in connected.into_iter().flatten() {
                    live[net.0] = true;
                }
                if let (Some(net), true) = (register.reset_net, register.reset.is_some()) {
                    live[net.0] = true;
                }
            }
        }
        if live.iter().filter(|l| **l).count() == before {
            return live;
        }
    }
}
