//! From rust-hdl's tree to the typed intermediate form: names are resolved, widths found, constant
//! conditions folded.

use super::build;
use super::error::{Diagnostic, Fault};
use super::ir::{
    BinaryOp, Enumeration, Expr, ExprKind, Instance, Int, IntOp, Memory, Module, Net, NetId,
    NetKind, Register, Shape, Stmt, Target, UnaryOp,
};
use super::names::{is_keyword, snake_case};
use super::probe::{RawAtom, RawBlock, RawKind};
use indexmap::IndexMap;
use num_bigint::BigUint;
use pimtee_hdl::meta::{LOCATION_MARK, Leaf, ModuleInfo};
use pimtee_hdl::rust_hdl::core::ast::{
    VerilogBlock, VerilogBlockOrConditional, VerilogConditional, VerilogExpression, VerilogLink,
    VerilogLinkDetails, VerilogLiteral, VerilogMatch, VerilogOp, VerilogOpUnary, VerilogStatement,
};
use pimtee_hdl::rust_hdl::core::prelude::AtomKind;
use std::collections::BTreeMap;

/// What a lowered sub-module looks like from outside.
#[derive(Clone, Debug)]
pub struct Child {
    pub module: String,
    /// Outputs and the inputs each depends on within a cycle, by port name.
    pub paths: BTreeMap<String, Vec<String>>,
}

/// Lowers the statements and signals of one block whose sub-modules are lowered already.
/// `children` holds them by field name.
pub fn lower(
    raw: &RawBlock,
    info: &ModuleInfo,
    body: &VerilogBlock,
    name: &str,
    children: &BTreeMap<String, Child>,
) -> Result<Module, Vec<Diagnostic>> {
    let mut lowering = Lowering::new(info, name);
    lowering.keywords(info);
    lowering.signals(raw, children);
    let stmts = lowering.block(body);
    lowering.module.body = stmts;
    if lowering.diagnostics.is_empty() {
        Ok(lowering.module)
    } else {
        Err(lowering.diagnostics)
    }
}

/// The module that stands for a memory leaf.
pub fn lower_memory(raw: &RawBlock, leaf: &Leaf) -> Option<Module> {
    let Leaf::Memory {
        depth,
        registered_read,
        single_port,
    } = leaf
    else {
        return None;
    };
    let width_of = |name: &str| {
        raw.atoms
            .iter()
            .find(|atom| atom.name == name)
            .map_or(1, |atom| atom.width)
    };
    let width = width_of("rdata_o");
    let address_width = width_of(if *single_port { "addr_i" } else { "raddr_i" });
    let kind = match (single_port, registered_read) {
        (true, _) => "ram_1rw",
        (false, true) => "ram_1r1w",
        (false, false) => "regfile_1r1w",
    };
    let nets = raw
        .atoms
        .iter()
        .filter_map(|atom| {
            let kind = match atom.kind {
                AtomKind::InputParameter => NetKind::Input,
                AtomKind::OutputParameter => NetKind::Output,
                _ => return None,
            };
            Some(net_of(atom, &atom.name, kind, None, ""))
        })
        .collect();
    Some(Module {
        name: format!("{kind}_w{width}_d{depth}"),
        doc: match (single_port, registered_read) {
            (true, _) => {
                "single-port memory; a read shows its word one cycle later, and keeps it \
                          until the next read. Replace this file by a macro of your process."
            }
            (false, true) => {
                "memory with one write and one read port; a read shows its word one \
                              cycle later; reading the address written in the same cycle gives \
                              the old word. Replace this file by a macro of your process."
            }
            (false, false) => {
                "register file with one write port and one read port; a read shows \
                               its word in the same cycle."
            }
        }
        .into(),
        params: vec![
            ("WIDTH".into(), width.to_string()),
            ("DEPTH".into(), depth.to_string()),
        ],
        location: "hdl/src/prim/memory.rs".into(),
        keep: false,
        enums: vec![],
        nets,
        registers: vec![],
        instances: vec![],
        body: vec![],
        memory: Some(Memory {
            width,
            address_width,
            depth: *depth,
            registered_read: *registered_read,
            single_port: *single_port,
        }),
        folded_away: vec![],
    })
}

/// An element's field name and index: `x$3` gives `x` and 3.
pub fn split_index(name: &str) -> (&str, Option<usize>) {
    match name.rsplit_once('$') {
        Some((base, index)) => match index.parse() {
            Ok(index) => (base, Some(index)),
            Err(_) => (name, None),
        },
        None => (name, None),
    }
}

fn net_of(atom: &RawAtom, name: &str, kind: NetKind, len: Option<usize>, doc: &str) -> Net {
    let name = name.replace('$', "_");
    let (stem, suffix) = ["_i", "_o", "_ni"]
        .iter()
        .find_map(|s| name.strip_suffix(s).map(|stem| (stem.to_string(), *s)))
        .unwrap_or((name.clone(), ""));
    Net {
        stem,
        suffix: suffix.into(),
        rust: atom.name.replace('$', "."),
        kind,
        width: atom.width,
        signed: atom.signed,
        enumeration: None,
        len,
        shape: Shape::Scalar,
        doc: doc.into(),
    }
}

/// A value during lowering: integers take the width that their surroundings ask for.
#[derive(Clone, Debug)]
enum Value {
    Int(Int),
    Expr(Expr),
}

/// What a written path stands for.
#[derive(Clone, Copy)]
enum Place {
    Net(NetId),
    Clock(usize),
    Reset(usize),
}

struct Lowering {
    module: Module,
    diagnostics: Vec<Diagnostic>,
    /// Paths (`x[]$d`) of what can be read or written.
    places: BTreeMap<String, Place>,
    /// Values by name: parameters, constants, constant fields.
    constants: BTreeMap<String, BigUint>,
    /// Enumeration and variant by path (`State$Idle`).
    variants: BTreeMap<String, (usize, usize)>,
    /// Loop variables; `Some` while a loop is unrolled.
    loops: Vec<(String, Option<i64>)>,
    needs_unrolling: bool,
    location: String,
}

impl Lowering {
    fn new(info: &ModuleInfo, name: &str) -> Self {
        let location = format!("{}:{}", info.file, info.line);
        let named = info.params.iter().chain(&info.consts);
        Lowering {
            module: Module {
                name: name.into(),
                doc: info.doc.clone(),
                params: info
                    .params
                    .iter()
                    .map(|p| (p.name.clone(), p.value.clone()))
                    .collect(),
                location: location.clone(),
                keep: info.keep,
                enums: vec![],
                nets: vec![],
                registers: vec![],
                instances: vec![],
                body: vec![],
                memory: None,
                folded_away: vec![],
            },
            diagnostics: vec![],
            places: BTreeMap::new(),
            constants: named
                .filter_map(|p| Some((p.name.clone(), p.value.parse().ok()?)))
                .collect(),
            variants: BTreeMap::new(),
            loops: vec![],
            needs_unrolling: false,
            location,
        }
    }

    fn report(&mut self, fault: Fault, message: String) {
        self.diagnostics.push(Diagnostic {
            fault,
            module: self.module.name.clone(),
            message,
            location: self.location.clone(),
        });
    }

    fn keywords(&mut self, info: &ModuleInfo) {
        for field in info.fields.iter().filter(|f| is_keyword(&f.name)) {
            self.location = format!("{}:{}", info.file, field.line);
            self.report(
                Fault::Keyword,
                format!("`{}` is a keyword of SystemVerilog", field.name),
            );
        }
        self.location = format!("{}:{}", info.file, info.line);
    }

    // ---- signals ----------------------------------------------------------------------------

    fn signals(&mut self, raw: &RawBlock, children: &BTreeMap<String, Child>) {
        let info_docs: BTreeMap<String, String> = match &raw.kind {
            RawKind::Module {
                info: Some(info), ..
            } => info
                .fields
                .iter()
                .map(|field| (field.name.clone(), field.doc.clone()))
                .collect(),
            _ => BTreeMap::new(),
        };
        let leaves = raw.children.iter().flat_map(|child| &child.atoms);
        if raw.atoms.iter().chain(leaves).any(|atom| atom.signed) {
            self.no_signs();
        }
        for (base, elements) in group(&raw.atoms, |atom| &atom.name) {
            let atom = elements[0];
            let doc = info_docs.get(base).map_or("", String::as_str);
            self.own_signal(base, atom, array_len(&elements, |a| &a.name), doc);
        }
        for (base, elements) in group(&raw.children, |child| &child.name) {
            let len = array_len(&elements, |c| &c.name);
            match &elements[0].kind {
                RawKind::Leaf(Leaf::Register { .. }) => self.register(base, &elements, len),
                _ => self.instance(base, &elements, len, children),
            }
        }
    }

    fn add(&mut self, path: String, net: Net) -> NetId {
        let id = NetId(self.module.nets.len());
        self.module.nets.push(net);
        self.places.insert(path, Place::Net(id));
        id
    }

    fn own_signal(&mut self, base: &str, atom: &RawAtom, len: Option<usize>, doc: &str) {
        let kind = match atom.kind {
            AtomKind::InputParameter => NetKind::Input,
            AtomKind::OutputParameter => NetKind::Output,
            AtomKind::LocalSignal => NetKind::Local,
            AtomKind::Constant => {
                let value = number(&atom.value).unwrap_or_default();
                self.constants.insert(base.to_string(), value);
                return;
            }
            _ => {
                self.report(
                    Fault::Unsupported,
                    format!("`{base}` is bidirectional; split it into an input and an output"),
                );
                return;
            }
        };
        let mut net = net_of(atom, base, kind, len, doc);
        net.rust = base.replace('$', ".");
        net.enumeration = self.enumeration(atom);
        self.add(path_of(base, len, ""), net);
    }

    fn enumeration(&mut self, atom: &RawAtom) -> Option<usize> {
        let (name, variants) = atom.enumeration.as_ref()?;
        let sv = Enumeration {
            name: format!("{}_e", snake_case(name)),
            width: atom.width,
            variants: variants.iter().map(|v| v.replace("::", "")).collect(),
        };
        let index = match self.module.enums.iter().position(|e| e.name == sv.name) {
            Some(index) => {
                if self.module.enums[index] != sv {
                    self.report(
                        Fault::NameClash,
                        format!("two enumerations are called `{name}`"),
                    );
                }
                index
            }
            None => {
                self.module.enums.push(sv);
                self.module.enums.len() - 1
            }
        };
        for (value, variant) in variants.iter().enumerate() {
            self.variants
                .insert(variant.replace("::", "$"), (index, value));
        }
        Some(index)
    }

    fn register(&mut self, base: &str, elements: &[&RawBlock], len: Option<usize>) {
        let raw = elements[0];
        let Some(atom) = raw.atoms.iter().find(|atom| atom.name == "q") else {
            return;
        };
        let enumeration = self.enumeration(atom);
        let mut make = |port: &str, kind: NetKind, width: usize| {
            let mut net = net_of(atom, base, kind, len, "");
            net.stem = base.replace('$', "_");
            net.suffix = format!("_{port}");
            net.rust = format!("{}.{port}", base.replace('$', "."));
            net.width = width;
            net.enumeration = enumeration.filter(|_| port != "clear");
            net.signed = atom.signed && port != "clear";
            self.add(path_of(base, len, &format!("${port}")), net)
        };
        let d = make("d", NetKind::RegisterD, atom.width);
        let q = make("q", NetKind::RegisterQ, atom.width);
        let leaf = |raw: &RawBlock| match &raw.kind {
            RawKind::Leaf(Leaf::Register { reset, clear }) => (reset.clone(), *clear),
            _ => (None, false),
        };
        let clear = leaf(raw)
            .1
            .then(|| make("clear", NetKind::RegisterClear, 1));
        let reset: Option<Vec<BigUint>> = elements
            .iter()
            .map(|element| {
                leaf(element)
                    .0
                    .map(|hex| BigUint::parse_bytes(hex.as_bytes(), 16).unwrap_or_default())
            })
            .collect();
        let index = self.module.registers.len();
        self.module.registers.push(Register {
            d,
            q,
            clear,
            reset,
            clock: None,
            reset_net: None,
        });
        self.places
            .insert(path_of(base, len, "$clk_i"), Place::Clock(index));
        self.places
            .insert(path_of(base, len, "$rst_ni"), Place::Reset(index));
    }

    fn instance(
        &mut self,
        base: &str,
        elements: &[&RawBlock],
        len: Option<usize>,
        children: &BTreeMap<String, Child>,
    ) {
        let raw = elements[0];
        let mut connections = Vec::new();
        for (port, atoms) in group(&raw.atoms, |atom| &atom.name) {
            let atom = atoms[0];
            let kind = match atom.kind {
                AtomKind::InputParameter => NetKind::ChildInput,
                AtomKind::OutputParameter => NetKind::ChildOutput,
                _ => continue,
            };
            let port_len = array_len(&atoms, |a| &a.name);
            if len.is_some() && port_len.is_some() {
                self.report(
                    Fault::Unsupported,
                    format!("`{base}` is an array of blocks that have arrays of ports"),
                );
                return;
            }
            let port_name = port.replace('$', "_");
            let mut net = net_of(atom, base, kind, len.or(port_len), "");
            if len.is_some() {
                net.stem = base.replace('$', "_");
                net.suffix = format!("_{port_name}");
            } else {
                let inner = net_of(atom, port, kind, port_len, "");
                net.stem = format!("{}_{}", base.replace('$', "_"), inner.stem);
                net.suffix = inner.suffix;
            }
            net.rust = format!("{}.{}", base, port).replace('$', ".");
            net.enumeration = self.enumeration(atom);
            let path = if len.is_some() {
                format!("{base}[]${port}")
            } else {
                path_of(&format!("{base}${port}"), port_len, "")
            };
            let id = self.add(path, net);
            connections.push((port_name, id));
        }
        let found: Vec<&Child> = elements
            .iter()
            .filter_map(|element| children.get(&element.name))
            .collect();
        let Some(first) = found.first() else { return };
        let by_port: BTreeMap<&str, NetId> = connections
            .iter()
            .map(|(port, net)| (port.as_str(), *net))
            .collect();
        let paths = first
            .paths
            .iter()
            .filter_map(|(output, inputs)| {
                let inputs = inputs
                    .iter()
                    .filter_map(|input| by_port.get(input.as_str()).copied())
                    .collect();
                Some((*by_port.get(output.as_str())?, inputs))
            })
            .collect();
        self.module.instances.push(Instance {
            rust: base.replace('$', "."),
            name: base.replace('$', "_"),
            modules: found.iter().map(|child| child.module.clone()).collect(),
            len,
            connections,
            paths,
        });
    }

    // ---- statements -------------------------------------------------------------------------

    fn block(&mut self, block: &VerilogBlock) -> Vec<Stmt> {
        let mut out = Vec::new();
        for stmt in block {
            self.statement(stmt, &mut out);
        }
        out
    }

    fn statement(&mut self, stmt: &VerilogStatement, out: &mut Vec<Stmt>) {
        match stmt {
            VerilogStatement::Comment(text) => {
                if let Some((_, rest)) = text.split_once(LOCATION_MARK) {
                    self.location = rest.split('"').next().unwrap_or(rest).trim().to_string();
                }
            }
            VerilogStatement::Assignment(target, value) => {
                let value = self.expr(value);
                self.assign(target, None, value, out);
            }
            VerilogStatement::SliceAssignment {
                base,
                width,
                offset,
                replacement,
            } => {
                let offset = match self.expr(offset) {
                    Some(Value::Int(int)) => int,
                    Some(Value::Expr(_)) => {
                        self.report(
                            Fault::Unsupported,
                            "a part is written at an offset that is a signal".into(),
                        );
                        return;
                    }
                    None => return,
                };
                let value = self.expr(replacement);
                self.assign(base, Some((offset, *width)), value, out);
            }
            VerilogStatement::If(conditional) => self.conditional(conditional, out),
            VerilogStatement::Match(matching) => self.matching(matching, out),
            VerilogStatement::Loop(looping) => {
                let from = looping.from.as_usize() as i64;
                let to = looping.to.as_usize() as i64;
                self.looping(&looping.index, from, to, &looping.block, out);
            }
            VerilogStatement::Link(links) => {
                for link in links {
                    self.link(link, out);
                }
            }
            VerilogStatement::Macro(block) => out.extend(self.block(block)),
        }
    }

    fn assign(
        &mut self,
        target: &VerilogExpression,
        slice: Option<(Int, usize)>,
        value: Option<Value>,
        out: &mut Vec<Stmt>,
    ) {
        let VerilogExpression::Signal(path) = target else {
            self.report(
                Fault::Unsupported,
                "the left side of an assignment is not a signal".into(),
            );
            return;
        };
        let Some((place, index)) = self.place(path) else {
            return;
        };
        let Some(value) = value else { return };
        let net = match place {
            Place::Net(net) => net,
            Place::Clock(register) | Place::Reset(register) => {
                let source = match value {
                    Value::Expr(Expr {
                        kind: ExprKind::Net(net, None),
                        ..
                    }) => Some(net),
                    _ => None,
                };
                let Some(source) = source else {
                    self.report(
                        Fault::NoClock,
                        format!(
                            "`{}` takes its clock or reset from an expression",
                            shown(path)
                        ),
                    );
                    return;
                };
                let register = &mut self.module.registers[register];
                match place {
                    Place::Clock(_) => register.clock = Some(source),
                    _ => register.reset_net = Some(source),
                }
                return;
            }
        };
        let kind = self.module.net(net).kind;
        if !kind.driven_by_body() {
            let owner = match kind {
                NetKind::Input => "an input of the block",
                NetKind::RegisterQ => "the value of a register; write its `d`",
                _ => "an output of a sub-block",
            };
            self.report(
                Fault::MultiplyDriven,
                format!("`{}` is written but is {owner}", shown(path)),
            );
            return;
        }
        let width = slice
            .as_ref()
            .map_or(self.module.net(net).width, |(_, width)| *width);
        let Some(value) = self.sized(value, width, &shown(path)) else {
            return;
        };
        out.push(Stmt::Assign {
            target: Target { net, index, slice },
            value,
            location: self.location.clone(),
        });
    }

    fn conditional(&mut self, conditional: &VerilogConditional, out: &mut Vec<Stmt>) {
        let location = self.location.clone();
        let Some(condition) = self.bit(&conditional.test) else {
            return;
        };
        if let Some(value) = condition.as_literal() {
            if *value != BigUint::ZERO {
                out.extend(self.block(&conditional.then));
            } else {
                self.otherwise(&conditional.otherwise, out);
            }
            return;
        }
        let then = self.block(&conditional.then);
        let mut otherwise = Vec::new();
        self.otherwise(&conditional.otherwise, &mut otherwise);
        if then.is_empty() && otherwise.is_empty() {
            return;
        }
        out.push(Stmt::If {
            condition,
            then,
            otherwise,
            location,
        });
    }

    fn otherwise(&mut self, otherwise: &VerilogBlockOrConditional, out: &mut Vec<Stmt>) {
        match otherwise {
            VerilogBlockOrConditional::None => {}
            VerilogBlockOrConditional::Block(block) => out.extend(self.block(block)),
            VerilogBlockOrConditional::Conditional(stmt) => self.statement(stmt, out),
        }
    }

    fn matching(&mut self, matching: &VerilogMatch, out: &mut Vec<Stmt>) {
        let location = self.location.clone();
        let Some(subject) = self.expr(&matching.test) else {
            return;
        };
        if let Value::Int(Int::Const(value)) = subject {
            let chosen = matching.cases.iter().find(|case| {
                case.condition == "default"
                    || self.constant_name(&case.condition) == Some(BigUint::from(value as u64))
            });
            if let Some(case) = chosen {
                out.extend(self.block(&case.block));
            }
            return;
        }
        let Value::Expr(subject) = subject else {
            self.needs_unrolling = true;
            return;
        };
        let mut arms = Vec::new();
        let mut default = Vec::new();
        for case in &matching.cases {
            let block = self.block(&case.block);
            if case.condition == "default" {
                default = block;
                continue;
            }
            let label = match self.variants.get(&case.condition.replace("::", "$")) {
                Some(&(enumeration, value)) => Some(Value::Expr(Expr {
                    kind: ExprKind::Variant(enumeration, value),
                    width: self.module.enums[enumeration].width,
                    signed: false,
                })),
                None => self
                    .constant_name(&case.condition)
                    .and_then(|v| i64::try_from(v).ok())
                    .map(|v| Value::Int(Int::Const(v))),
            };
            let Some(label) = label else {
                self.report(
                    Fault::UnknownName,
                    format!("the pattern `{}` of a match is not known", case.condition),
                );
                continue;
            };
            let Some(label) = self.sized(label, subject.width, "a pattern of a match") else {
                continue;
            };
            arms.push((label, block));
        }
        if arms.iter().all(|(_, block)| block.is_empty()) && default.is_empty() {
            return;
        }
        out.push(Stmt::Case {
            subject,
            arms,
            default,
            location,
        });
    }

    fn constant_name(&self, text: &str) -> Option<BigUint> {
        self.constants
            .get(text)
            .cloned()
            .or_else(|| number(text))
            .or_else(|| match text {
                "true" => Some(BigUint::from(1u8)),
                "false" => Some(BigUint::ZERO),
                _ => None,
            })
    }

    /// Keeps a loop where its variable is only an index or a value; unrolls it where a condition
    /// depends on it.
    fn looping(
        &mut self,
        variable: &str,
        from: i64,
        to: i64,
        block: &VerilogBlock,
        out: &mut Vec<Stmt>,
    ) {
        let location = self.location.clone();
        let faults = self.diagnostics.len();
        let outer = std::mem::replace(&mut self.needs_unrolling, false);
        self.loops.push((variable.to_string(), None));
        let body = self.block(block);
        self.loops.pop();
        if std::mem::replace(&mut self.needs_unrolling, false) {
            self.diagnostics.truncate(faults);
            for value in from..to {
                self.location.clone_from(&location);
                self.loops.push((variable.to_string(), Some(value)));
                let body = self.block(block);
                self.loops.pop();
                out.extend(body);
            }
        } else if !body.is_empty() && from < to {
            out.push(Stmt::For {
                variable: variable.to_string(),
                from,
                to,
                body,
                location,
            });
        }
        // A condition that is still open names the variable of an outer loop, which then unrolls.
        self.needs_unrolling |= outer;
    }

    fn link(&mut self, link: &VerilogLink, out: &mut Vec<Stmt>) {
        let ends = |details: &VerilogLinkDetails| {
            let path = |owner: &str| {
                if details.my_name.is_empty() {
                    owner.to_string()
                } else {
                    format!("{owner}${}", details.my_name)
                }
            };
            (path(&details.owner_name), path(&details.other_name))
        };
        let (source, sink) = match link {
            VerilogLink::Forward(details) => ends(details),
            VerilogLink::Backward(details) => {
                let (owner, other) = ends(details);
                (other, owner)
            }
            VerilogLink::Bidirectional(_) => {
                self.report(
                    Fault::Unsupported,
                    "a bidirectional signal is linked".into(),
                );
                return;
            }
        };
        let value = self.expr(&VerilogExpression::Signal(source));
        self.assign(&VerilogExpression::Signal(sink), None, value, out);
    }

    // ---- expressions ------------------------------------------------------------------------

    /// Resolves a path such as `x[i+1]$d$next`.
    fn place(&mut self, path: &str) -> Option<(Place, Option<Int>)> {
        let trimmed = path.trim_start_matches('$');
        let trimmed = trimmed.strip_suffix("$next").unwrap_or(trimmed);
        let (key, index) = match (trimmed.find('['), trimmed.find(']')) {
            (Some(open), Some(close)) => {
                let key = format!("{}[]{}", &trimmed[..open], &trimmed[close + 1..]);
                let index = self.index(&trimmed[open + 1..close])?;
                (key, Some(index))
            }
            _ => (trimmed.to_string(), None),
        };
        match self.places.get(&key) {
            Some(place) => Some((*place, index)),
            None => {
                self.report(
                    Fault::UnknownName,
                    format!("`{}` is not a signal of this block", shown(path)),
                );
                None
            }
        }
    }

    fn index(&mut self, text: &str) -> Option<Int> {
        let parsed = syn::parse_str::<syn::Expr>(text)
            .ok()
            .and_then(|expr| self.index_expr(&expr));
        if parsed.is_none() {
            self.report(
                Fault::Unsupported,
                format!("the index `{text}` is not made of numbers, constants and loop variables"),
            );
        }
        parsed
    }

    fn index_expr(&self, expr: &syn::Expr) -> Option<Int> {
        match expr {
            syn::Expr::Paren(inner) => self.index_expr(&inner.expr),
            syn::Expr::Lit(syn::ExprLit {
                lit: syn::Lit::Int(value),
                ..
            }) => value.base10_parse().ok().map(Int::Const),
            syn::Expr::Path(path) => self.int_name(&path.path.get_ident()?.to_string()),
            syn::Expr::Binary(binary) => {
                let op = match binary.op {
                    syn::BinOp::Add(_) => IntOp::Add,
                    syn::BinOp::Sub(_) => IntOp::Sub,
                    syn::BinOp::Mul(_) => IntOp::Mul,
                    syn::BinOp::Div(_) => IntOp::Div,
                    syn::BinOp::Rem(_) => IntOp::Rem,
                    _ => return None,
                };
                Some(Int::op(
                    self.index_expr(&binary.left)?,
                    op,
                    self.index_expr(&binary.right)?,
                ))
            }
            _ => None,
        }
    }

    /// A loop variable, parameter or constant as an integer.
    fn int_name(&self, name: &str) -> Option<Int> {
        if let Some((_, value)) = self.loops.iter().rev().find(|(v, _)| v == name) {
            return Some(match value {
                Some(value) => Int::Const(*value),
                None => Int::Var(name.to_string()),
            });
        }
        let value = self.constants.get(name)?;
        i64::try_from(value).ok().map(Int::Const)
    }

    /// An integer or wide constant.
    fn named_constant(&self, name: &str) -> Option<Value> {
        if let Some(int) = self.int_name(name) {
            return Some(Value::Int(int));
        }
        let value = self.constants.get(name)?;
        let width = usize::try_from(value.bits()).unwrap_or(1).max(1);
        Some(Value::Expr(Expr::literal(value.clone(), width)))
    }

    fn signal(&mut self, path: &str) -> Option<Value> {
        let name = path.trim_start_matches('$');
        if let Some(value) = self.named_constant(name) {
            return Some(value);
        }
        if let Some(&(enumeration, value)) = self.variants.get(name) {
            return Some(Value::Expr(Expr {
                kind: ExprKind::Variant(enumeration, value),
                width: self.module.enums[enumeration].width,
                signed: false,
            }));
        }
        let (place, index) = self.place(path)?;
        let Place::Net(id) = place else {
            self.report(
                Fault::Unsupported,
                format!(
                    "`{}` is read; read the block's own clock or reset",
                    shown(path)
                ),
            );
            return None;
        };
        let net = self.module.net(id);
        let (width, signed) = (net.width, net.signed);
        Some(Value::Expr(Expr {
            kind: ExprKind::Net(id, index),
            width,
            signed,
        }))
    }

    /// `None`: reported already.
    fn expr(&mut self, ast: &VerilogExpression) -> Option<Value> {
        match ast {
            VerilogExpression::Signal(path) => self.signal(path),
            VerilogExpression::Literal(literal) => Some(self.literal(literal)),
            VerilogExpression::Paren(inner) => self.expr(inner),
            VerilogExpression::Cast(inner, width) => {
                let value = self.expr(inner)?;
                self.cast(value, *width)
            }
            VerilogExpression::Signed(_) | VerilogExpression::Unsigned(_) => {
                self.no_signs();
                None
            }
            VerilogExpression::Unary(op, inner) => {
                let op = match op {
                    VerilogOpUnary::Not => UnaryOp::Not,
                    VerilogOpUnary::Neg => UnaryOp::Neg,
                    VerilogOpUnary::All => UnaryOp::All,
                    VerilogOpUnary::Any => UnaryOp::Any,
                    VerilogOpUnary::Xor => UnaryOp::Parity,
                };
                match self.expr(inner)? {
                    Value::Expr(expr) => Some(Value::Expr(build::unary(op, expr))),
                    Value::Int(_) => {
                        self.report(
                            Fault::Unsupported,
                            "an operator is applied to a number without a width; \
                             write bits::<W>(…)"
                                .into(),
                        );
                        None
                    }
                }
            }
            VerilogExpression::Binary(left, op, right) => self.binary(left, op, right),
            VerilogExpression::Index(base, index) => self.slice(base, index, 1),
            VerilogExpression::Slice(base, width, offset) => self.slice(base, offset, *width),
            VerilogExpression::IndexReplace(base, index, value) => {
                self.replace_bit(base, index, value)
            }
        }
    }

    fn literal(&mut self, literal: &VerilogLiteral) -> Value {
        let text = format!("{literal:x}");
        let digits = text.rsplit("'h").next().unwrap_or("0");
        let (digits, negative) = match digits.strip_prefix('-') {
            Some(digits) => (digits, true),
            None => (digits, false),
        };
        let value = BigUint::parse_bytes(digits.as_bytes(), 16).unwrap_or_default();
        match i64::try_from(&value) {
            Ok(value) => Value::Int(Int::Const(if negative { -value } else { value })),
            Err(_) => {
                let width = usize::try_from(value.bits()).unwrap_or(1);
                Value::Expr(Expr::literal(value, width))
            }
        }
    }

    fn cast(&mut self, value: Value, width: usize) -> Option<Value> {
        let expr = match value {
            Value::Int(_) => return self.sized(value, width, "a cast").map(Value::Expr),
            Value::Expr(expr) => expr,
        };
        if width >= expr.width {
            return Some(Value::Expr(build::extend(expr, width)));
        }
        match build::slice(expr, Int::Const(0), width) {
            Some(expr) => Some(Value::Expr(expr)),
            None => {
                self.unsliceable();
                None
            }
        }
    }

    fn no_signs(&mut self) {
        self.report(
            Fault::Unsupported,
            "a signed value; write Bits<N> and say what the sign bit does".into(),
        );
    }

    fn unsliceable(&mut self) {
        self.report(
            Fault::Unsupported,
            "bits are taken from an expression that has no name; give it one with a \
             Signal<Local, …>"
                .into(),
        );
    }

    /// The value with a width; an integer must fit.
    fn sized(&mut self, value: Value, width: usize, what: &str) -> Option<Expr> {
        match value {
            Value::Int(Int::Const(value)) => {
                let fits = if value < 0 {
                    width >= 64 || value >= -(1i64 << (width - 1))
                } else {
                    width >= 63 || value < (1i64 << width)
                };
                if !fits {
                    self.report(
                        Fault::WidthMismatch,
                        format!("{value} does not fit the {width} bits of {what}"),
                    );
                    return None;
                }
                let magnitude = BigUint::from(value.unsigned_abs());
                let bits = if value < 0 {
                    (BigUint::from(1u8) << width) - magnitude
                } else {
                    magnitude
                };
                Some(Expr::literal(bits, width))
            }
            Value::Int(int) => Some(Expr {
                kind: ExprKind::Loop(int),
                width,
                signed: false,
            }),
            Value::Expr(expr) => {
                if let Some(value) = expr.as_literal()
                    && value.bits() <= width as u64
                    && expr.width <= width
                {
                    return Some(Expr::literal(value.clone(), width));
                }
                if expr.width != width {
                    self.report(
                        Fault::WidthMismatch,
                        format!("{what} has {width} bits, the value has {}", expr.width),
                    );
                    return None;
                }
                Some(expr)
            }
        }
    }

    fn bit(&mut self, ast: &VerilogExpression) -> Option<Expr> {
        let value = self.expr(ast)?;
        self.sized(value, 1, "a condition")
    }

    fn binary(
        &mut self,
        left: &VerilogExpression,
        op: &VerilogOp,
        right: &VerilogExpression,
    ) -> Option<Value> {
        let (left, right) = (self.expr(left)?, self.expr(right)?);
        let op = match op {
            VerilogOp::Add => BinaryOp::Add,
            VerilogOp::Sub => BinaryOp::Sub,
            VerilogOp::Mul => BinaryOp::Mul,
            VerilogOp::LogicalAnd => BinaryOp::LogicalAnd,
            VerilogOp::LogicalOr => BinaryOp::LogicalOr,
            VerilogOp::BitXor => BinaryOp::Xor,
            VerilogOp::BitAnd => BinaryOp::And,
            VerilogOp::BitOr => BinaryOp::Or,
            VerilogOp::Shl => BinaryOp::Shl,
            VerilogOp::Shr => BinaryOp::Shr,
            VerilogOp::Eq => BinaryOp::Eq,
            VerilogOp::Lt => BinaryOp::Lt,
            VerilogOp::Le => BinaryOp::Le,
            VerilogOp::Ne => BinaryOp::Ne,
            VerilogOp::Ge => BinaryOp::Ge,
            VerilogOp::Gt => BinaryOp::Gt,
        };
        match (left, right) {
            (Value::Int(a), Value::Int(b)) => self.int_binary(op, a, b),
            (Value::Expr(a), Value::Int(b)) if op.shifts() => {
                let amount = match b {
                    Int::Const(amount) => Expr::literal(BigUint::from(amount.unsigned_abs()), 32),
                    other => Expr {
                        kind: ExprKind::Loop(other),
                        width: 32,
                        signed: false,
                    },
                };
                Some(Value::Expr(build::binary(op, a, amount)))
            }
            (Value::Expr(a), Value::Expr(b)) if op.shifts() => {
                Some(Value::Expr(build::binary(op, a, b)))
            }
            (Value::Expr(a), Value::Expr(b)) if op == BinaryOp::Mul => {
                let width = a.width + b.width;
                let (a, b) = (build::extend(a, width), build::extend(b, width));
                Some(Value::Expr(build::binary(op, a, b)))
            }
            // A number of 64 bits beside a wider value.
            (Value::Expr(a), Value::Expr(b)) if a.as_literal().is_some() && a.width < b.width => {
                let a = build::extend(a, b.width);
                Some(Value::Expr(build::binary(op, a, b)))
            }
            (Value::Expr(a), b) => {
                let b = self.sized(b, a.width, "the left operand")?;
                Some(Value::Expr(build::binary(op, a, b)))
            }
            (a, Value::Expr(b)) => {
                let a = self.sized(a, b.width, "the right operand")?;
                Some(Value::Expr(build::binary(op, a, b)))
            }
        }
    }

    fn int_binary(&mut self, op: BinaryOp, a: Int, b: Int) -> Option<Value> {
        let arithmetic = match op {
            BinaryOp::Add => Some(IntOp::Add),
            BinaryOp::Sub => Some(IntOp::Sub),
            BinaryOp::Mul => Some(IntOp::Mul),
            _ => None,
        };
        if let Some(op) = arithmetic {
            return Some(Value::Int(Int::op(a, op, b)));
        }
        let (Int::Const(a), Int::Const(b)) = (a, b) else {
            self.needs_unrolling = true;
            return Some(Value::Expr(Expr::bit(false)));
        };
        let bit = |b: bool| Some(Value::Expr(Expr::bit(b)));
        let int = |i: i64| Some(Value::Int(Int::Const(i)));
        match op {
            BinaryOp::Eq => bit(a == b),
            BinaryOp::Ne => bit(a != b),
            BinaryOp::Lt => bit(a < b),
            BinaryOp::Le => bit(a <= b),
            BinaryOp::Gt => bit(a > b),
            BinaryOp::Ge => bit(a >= b),
            BinaryOp::LogicalAnd | BinaryOp::And => int(a & b),
            BinaryOp::LogicalOr | BinaryOp::Or => int(a | b),
            BinaryOp::Xor => int(a ^ b),
            BinaryOp::Shl => int(a << b),
            BinaryOp::Shr => int(a >> b),
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => None,
        }
    }

    fn slice(
        &mut self,
        base: &VerilogExpression,
        offset: &VerilogExpression,
        width: usize,
    ) -> Option<Value> {
        let base = match self.expr(base)? {
            Value::Expr(expr) => expr,
            Value::Int(_) => {
                self.unsliceable();
                return None;
            }
        };
        match self.expr(offset)? {
            Value::Int(low) => {
                if let Int::Const(start) = low
                    && (start < 0 || start as usize + width > base.width)
                {
                    self.report(
                        Fault::OutOfRange,
                        format!(
                            "bits {start} to {} are taken from a value of {} bits",
                            start + width as i64 - 1,
                            base.width
                        ),
                    );
                    return None;
                }
                match build::slice(base, low, width) {
                    Some(expr) => Some(Value::Expr(expr)),
                    None => {
                        self.unsliceable();
                        None
                    }
                }
            }
            Value::Expr(low) => {
                if !matches!(base.kind, ExprKind::Net(..)) {
                    self.unsliceable();
                    return None;
                }
                Some(Value::Expr(Expr {
                    kind: ExprKind::Select(Box::new(base), Box::new(low)),
                    width,
                    signed: false,
                }))
            }
        }
    }

    fn replace_bit(
        &mut self,
        base: &VerilogExpression,
        index: &VerilogExpression,
        value: &VerilogExpression,
    ) -> Option<Value> {
        let Value::Expr(base) = self.expr(base)? else {
            self.unsliceable();
            return None;
        };
        let value = self.bit(value)?;
        let width = base.width;
        match self.expr(index)? {
            Value::Int(Int::Const(at)) if at >= 0 && (at as usize) < width => {
                let at = at as usize;
                let mut parts = Vec::new();
                if at + 1 < width {
                    parts.push(build::slice(
                        base.clone(),
                        Int::Const(at as i64 + 1),
                        width - at - 1,
                    )?);
                }
                parts.push(value);
                if at > 0 {
                    parts.push(build::slice(base, Int::Const(0), at)?);
                }
                Some(Value::Expr(build::concat(parts)))
            }
            index => {
                let amount = match index {
                    Value::Expr(expr) => expr,
                    Value::Int(int) => Expr {
                        kind: ExprKind::Loop(int),
                        width: 32,
                        signed: false,
                    },
                };
                let one = Expr::literal(BigUint::from(1u8), width);
                let mask = build::binary(BinaryOp::Shl, one, amount.clone());
                let kept = build::binary(BinaryOp::And, base, build::unary(UnaryOp::Not, mask));
                let placed = build::binary(BinaryOp::Shl, build::extend(value, width), amount);
                Some(Value::Expr(build::binary(BinaryOp::Or, kept, placed)))
            }
        }
    }
}

/// Names in the order of their first appearance, with the elements of arrays together.
fn group<'a, T>(
    items: &'a [T],
    name: impl Fn(&'a T) -> &'a String,
) -> IndexMap<&'a str, Vec<&'a T>> {
    let mut groups: IndexMap<&str, Vec<&T>> = IndexMap::new();
    for item in items {
        groups
            .entry(split_index(name(item)).0)
            .or_default()
            .push(item);
    }
    groups
}

fn array_len<'a, T>(elements: &[&'a T], name: impl Fn(&'a T) -> &'a String) -> Option<usize> {
    split_index(name(elements[0])).1.map(|_| elements.len())
}

fn path_of(base: &str, len: Option<usize>, rest: &str) -> String {
    if len.is_some() {
        format!("{base}[]{rest}")
    } else {
        format!("{base}{rest}")
    }
}

/// A path as the Rust source writes it.
fn shown(path: &str) -> String {
    path.trim_start_matches('$')
        .trim_end_matches("$next")
        .replace('$', ".")
}

/// A number as Rust (`0x1f`, `3u64`) or rust-hdl (`8'h1f`, `3'b101`) writes it.
fn number(text: &str) -> Option<BigUint> {
    let text = text.replace('_', "");
    let (digits, radix) = if let Some((_, rest)) = text.split_once("'h") {
        (rest, 16)
    } else if let Some((_, rest)) = text.split_once("'b") {
        (rest, 2)
    } else if let Some(rest) = text.strip_prefix("0x") {
        (rest, 16)
    } else if let Some(rest) = text.strip_prefix("0b") {
        (rest, 2)
    } else {
        (text.as_str(), 10)
    };
    let end = digits
        .find(|c: char| !c.is_digit(radix))
        .unwrap_or(digits.len());
    BigUint::parse_bytes(&digits.as_bytes()[..end], radix)
}
