//! The typed intermediate form between rust-hdl's syntax tree and SystemVerilog text. Every
//! expression has a width and a sign.

use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};

/// Index of a net in its module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NetId(pub usize);

/// Values of loop variables.
pub type Env = BTreeMap<String, i64>;

/// A module: one file.
#[derive(Clone, Debug)]
pub struct Module {
    pub name: String,
    /// Contract, from the Rust doc comment.
    pub doc: String,
    pub params: Vec<(String, String)>,
    /// Rust file and line of the type.
    pub location: String,
    /// Synthesis is to keep its boundary.
    pub keep: bool,
    pub enums: Vec<Enumeration>,
    pub nets: Vec<Net>,
    pub registers: Vec<Register>,
    pub instances: Vec<Instance>,
    /// Statements in the order of the Rust source.
    pub body: Vec<Stmt>,
    /// A memory instead of all else.
    pub memory: Option<Memory>,
    /// Rust names of what the configuration made unnecessary.
    pub folded_away: Vec<String>,
}

/// An enumeration, as `typedef enum logic`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enumeration {
    /// Type name with `_e`.
    pub name: String,
    pub width: usize,
    /// Names in SystemVerilog, in order of value.
    pub variants: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetKind {
    Input,
    Output,
    Local,
    /// Next value of a register.
    RegisterD,
    /// Value of a register.
    RegisterQ,
    /// Synchronous clear of a register.
    RegisterClear,
    /// Input port of a sub-module.
    ChildInput,
    /// Output port of a sub-module.
    ChildOutput,
    /// An array whose elements have become signals of their own.
    Replaced,
}

impl NetKind {
    /// May the module's own statements drive it?
    pub fn driven_by_body(self) -> bool {
        !matches!(
            self,
            NetKind::Input | NetKind::RegisterQ | NetKind::ChildOutput | NetKind::Replaced
        )
    }

    /// Must it have a driver even when nothing in the module reads it?
    pub fn needs_driver(self) -> bool {
        matches!(
            self,
            NetKind::Output | NetKind::RegisterD | NetKind::RegisterClear | NetKind::ChildInput
        )
    }
}

/// How an array appears in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One signal.
    Scalar,
    /// `logic [W-1:0] x [N]`.
    Unpacked,
    /// `logic [N*W-1:0] x`, for ports.
    Flat,
}

/// A named signal, or an array of signals.
#[derive(Clone, Debug)]
pub struct Net {
    /// Name before an index: `x` of `x_0_q`.
    pub stem: String,
    /// What follows the index: `_q`, `_i`.
    pub suffix: String,
    /// Name in the Rust source.
    pub rust: String,
    pub kind: NetKind,
    pub width: usize,
    pub signed: bool,
    pub enumeration: Option<usize>,
    /// Elements of an array.
    pub len: Option<usize>,
    pub shape: Shape,
    pub doc: String,
}

impl Net {
    /// Name of the whole net.
    pub fn name(&self) -> String {
        format!("{}{}", self.stem, self.suffix)
    }

    /// Name of one element of an array that is taken apart.
    pub fn element(&self, index: i64) -> String {
        format!("{}_{}{}", self.stem, index, self.suffix)
    }

    pub fn elements(&self) -> usize {
        self.len.unwrap_or(1)
    }
}

/// A register, or an array of them.
#[derive(Clone, Debug)]
pub struct Register {
    pub d: NetId,
    pub q: NetId,
    pub clear: Option<NetId>,
    /// Reset value of each element; `None`: no reset.
    pub reset: Option<Vec<BigUint>>,
    pub clock: Option<NetId>,
    pub reset_net: Option<NetId>,
}

/// A sub-module, or an array of equal ones.
#[derive(Clone, Debug)]
pub struct Instance {
    pub rust: String,
    /// Instance name without `u_`.
    pub name: String,
    /// Module of each element.
    pub modules: Vec<String>,
    pub len: Option<usize>,
    /// Port name and the net of this module that stands for it.
    pub connections: Vec<(String, NetId)>,
    /// For each output, the inputs it depends on within a cycle.
    pub paths: BTreeMap<NetId, BTreeSet<NetId>>,
}

/// A memory module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    pub width: usize,
    pub address_width: usize,
    pub depth: usize,
    pub registered_read: bool,
    pub single_port: bool,
}

/// An integer that is known when the RTL is generated, save for loop variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Int {
    Const(i64),
    Var(String),
    Op(Box<Int>, IntOp, Box<Int>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
}

impl Int {
    pub fn op(left: Int, op: IntOp, right: Int) -> Int {
        if let (Int::Const(a), Int::Const(b)) = (&left, &right)
            && let Some(value) = op.apply(*a, *b)
        {
            return Int::Const(value);
        }
        match (op, &left, &right) {
            (IntOp::Add | IntOp::Sub, _, Int::Const(0)) | (IntOp::Mul, _, Int::Const(1)) => left,
            (IntOp::Add, Int::Const(0), _) | (IntOp::Mul, Int::Const(1), _) => right,
            _ => Int::Op(Box::new(left), op, Box::new(right)),
        }
    }

    /// The value; `None` for an unknown variable or a division by zero.
    pub fn eval(&self, env: &Env) -> Option<i64> {
        match self {
            Int::Const(value) => Some(*value),
            Int::Var(name) => env.get(name).copied(),
            Int::Op(a, op, b) => op.apply(a.eval(env)?, b.eval(env)?),
        }
    }

    /// With the variables in `env` replaced by their values.
    pub fn bind(&self, env: &Env) -> Int {
        match self {
            Int::Const(_) => self.clone(),
            Int::Var(name) => env
                .get(name)
                .map_or_else(|| self.clone(), |value| Int::Const(*value)),
            Int::Op(a, op, b) => Int::op(a.bind(env), *op, b.bind(env)),
        }
    }
}

impl IntOp {
    fn apply(self, a: i64, b: i64) -> Option<i64> {
        match self {
            IntOp::Add => a.checked_add(b),
            IntOp::Sub => a.checked_sub(b),
            IntOp::Mul => a.checked_mul(b),
            IntOp::Div => a.checked_div(b),
            IntOp::Rem => a.checked_rem(b),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    pub kind: ExprKind,
    pub width: usize,
    pub signed: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    Literal(BigUint),
    /// A loop variable as a value of the expression's width.
    Loop(Int),
    Net(NetId, Option<Int>),
    /// Enumeration and value.
    Variant(usize, usize),
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// Bits from a fixed offset.
    Slice(Box<Expr>, Int),
    /// Bits from an offset that is a signal.
    Select(Box<Expr>, Box<Expr>),
    /// Most significant part first.
    Concat(Vec<Expr>),
    /// Wider, filled with zeros (or the sign, where the operand is signed).
    Extend(Box<Expr>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    Not,
    Neg,
    All,
    Any,
    Parity,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    LogicalAnd,
    LogicalOr,
    Shl,
    Shr,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl BinaryOp {
    pub fn compares(self) -> bool {
        use BinaryOp::*;
        matches!(self, Eq | Ne | Lt | Le | Gt | Ge)
    }

    pub fn shifts(self) -> bool {
        matches!(self, BinaryOp::Shl | BinaryOp::Shr)
    }
}

impl Expr {
    pub fn literal(value: BigUint, width: usize) -> Expr {
        Expr {
            kind: ExprKind::Literal(value),
            width,
            signed: false,
        }
    }

    pub fn bit(value: bool) -> Expr {
        Expr::literal(BigUint::from(u8::from(value)), 1)
    }

    pub fn as_literal(&self) -> Option<&BigUint> {
        match &self.kind {
            ExprKind::Literal(value) => Some(value),
            _ => None,
        }
    }

    /// Calls `visit` for every net read, with its index.
    pub fn reads(&self, visit: &mut dyn FnMut(NetId, Option<&Int>)) {
        match &self.kind {
            ExprKind::Literal(_) | ExprKind::Loop(_) | ExprKind::Variant(..) => {}
            ExprKind::Net(net, index) => visit(*net, index.as_ref()),
            ExprKind::Unary(_, a) | ExprKind::Slice(a, _) | ExprKind::Extend(a) => a.reads(visit),
            ExprKind::Binary(_, a, b) | ExprKind::Select(a, b) => {
                a.reads(visit);
                b.reads(visit);
            }
            ExprKind::Concat(parts) => parts.iter().for_each(|part| part.reads(visit)),
        }
    }

    /// Calls `new` on every net read, with its index.
    pub fn rename(&mut self, new: &dyn Fn(&mut NetId, &mut Option<Int>)) {
        match &mut self.kind {
            ExprKind::Literal(_) | ExprKind::Loop(_) | ExprKind::Variant(..) => {}
            ExprKind::Net(net, index) => new(net, index),
            ExprKind::Unary(_, a) | ExprKind::Slice(a, _) | ExprKind::Extend(a) => a.rename(new),
            ExprKind::Binary(_, a, b) | ExprKind::Select(a, b) => {
                a.rename(new);
                b.rename(new);
            }
            ExprKind::Concat(parts) => parts.iter_mut().for_each(|part| part.rename(new)),
        }
    }

    /// With loop variables replaced by their values.
    pub fn bind(&self, env: &Env) -> Expr {
        let kind = match &self.kind {
            ExprKind::Literal(_) | ExprKind::Variant(..) => self.kind.clone(),
            ExprKind::Loop(int) => match int.bind(env) {
                Int::Const(value) => ExprKind::Literal(BigUint::from(value.unsigned_abs())),
                other => ExprKind::Loop(other),
            },
            ExprKind::Net(net, index) => {
                ExprKind::Net(*net, index.as_ref().map(|index| index.bind(env)))
            }
            ExprKind::Unary(op, a) => ExprKind::Unary(*op, Box::new(a.bind(env))),
            ExprKind::Binary(op, a, b) => {
                ExprKind::Binary(*op, Box::new(a.bind(env)), Box::new(b.bind(env)))
            }
            ExprKind::Slice(a, low) => ExprKind::Slice(Box::new(a.bind(env)), low.bind(env)),
            ExprKind::Select(a, low) => {
                ExprKind::Select(Box::new(a.bind(env)), Box::new(low.bind(env)))
            }
            ExprKind::Concat(parts) => {
                ExprKind::Concat(parts.iter().map(|part| part.bind(env)).collect())
            }
            ExprKind::Extend(a) => ExprKind::Extend(Box::new(a.bind(env))),
        };
        Expr {
            kind,
            width: self.width,
            signed: self.signed,
        }
    }
}

/// Where a statement writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    pub net: NetId,
    pub index: Option<Int>,
    /// Low bit and width of a part.
    pub slice: Option<(Int, usize)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stmt {
    Assign {
        target: Target,
        value: Expr,
        location: String,
    },
    If {
        condition: Expr,
        then: Vec<Stmt>,
        otherwise: Vec<Stmt>,
        location: String,
    },
    Case {
        subject: Expr,
        arms: Vec<(Expr, Vec<Stmt>)>,
        default: Vec<Stmt>,
        location: String,
    },
    For {
        variable: String,
        from: i64,
        to: i64,
        body: Vec<Stmt>,
        location: String,
    },
}

impl Stmt {
    /// Blocks of statements directly below.
    pub fn children(&self) -> Vec<&[Stmt]> {
        match self {
            Stmt::Assign { .. } => vec![],
            Stmt::If {
                then, otherwise, ..
            } => vec![then, otherwise],
            Stmt::Case { arms, default, .. } => arms
                .iter()
                .map(|(_, block)| block.as_slice())
                .chain([default.as_slice()])
                .collect(),
            Stmt::For { body, .. } => vec![body],
        }
    }

    /// Nets that are written anywhere below.
    pub fn writes(&self, into: &mut BTreeSet<NetId>) {
        if let Stmt::Assign { target, .. } = self {
            into.insert(target.net);
        }
        for block in self.children() {
            block.iter().for_each(|stmt| stmt.writes(into));
        }
    }

    /// With loop variables replaced by their values.
    pub fn bind(&self, env: &Env) -> Stmt {
        let all = |block: &[Stmt]| block.iter().map(|stmt| stmt.bind(env)).collect();
        match self {
            Stmt::Assign {
                target,
                value,
                location,
            } => Stmt::Assign {
                target: Target {
                    net: target.net,
                    index: target.index.as_ref().map(|index| index.bind(env)),
                    slice: target
                        .slice
                        .as_ref()
                        .map(|(low, width)| (low.bind(env), *width)),
                },
                value: value.bind(env),
                location: location.clone(),
            },
            Stmt::If {
                condition,
                then,
                otherwise,
                location,
            } => Stmt::If {
                condition: condition.bind(env),
                then: all(then),
                otherwise: all(otherwise),
                location: location.clone(),
            },
            Stmt::Case {
                subject,
                arms,
                default,
                location,
            } => Stmt::Case {
                subject: subject.bind(env),
                arms: arms
                    .iter()
                    .map(|(label, block)| (label.clone(), all(block)))
                    .collect(),
                default: all(default),
                location: location.clone(),
            },
            Stmt::For {
                variable,
                from,
                to,
                body,
                location,
            } => {
                let mut inner = env.clone();
                inner.remove(variable);
                Stmt::For {
                    variable: variable.clone(),
                    from: *from,
                    to: *to,
                    body: body.iter().map(|stmt| stmt.bind(&inner)).collect(),
                    location: location.clone(),
                }
            }
        }
    }
}

impl Module {
    pub fn net(&self, id: NetId) -> &Net {
        &self.nets[id.0]
    }

    pub fn nets_of(&self, kind: NetKind) -> impl Iterator<Item = (NetId, &Net)> {
        self.nets
            .iter()
            .enumerate()
            .filter(move |(_, net)| net.kind == kind)
            .map(|(i, net)| (NetId(i), net))
    }
}
