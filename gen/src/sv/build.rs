//! Makes expressions: folds constants, and turns the shift-and-or forms of the Rust source back
//! into the concatenations and rotations they stand for.

use super::ir::{BinaryOp, Expr, ExprKind, Int, IntOp, NetId, UnaryOp};
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};

/// All bits set.
pub fn ones(width: usize) -> BigUint {
    (BigUint::from(1u8) << width) - BigUint::from(1u8)
}

fn new(kind: ExprKind, width: usize, signed: bool) -> Expr {
    Expr {
        kind,
        width,
        signed,
    }
}

fn is_zero(expr: &Expr) -> bool {
    expr.as_literal().is_some_and(|v| *v == BigUint::ZERO)
}

fn is_ones(expr: &Expr) -> bool {
    expr.as_literal().is_some_and(|v| *v == ones(expr.width))
}

pub fn unary(op: UnaryOp, a: Expr) -> Expr {
    if let Some(value) = a.as_literal() {
        let folded = match op {
            UnaryOp::Not => ones(a.width) ^ value,
            UnaryOp::Neg => ((BigUint::from(1u8) << a.width) - value) & ones(a.width),
            UnaryOp::All => BigUint::from(u8::from(is_ones(&a))),
            UnaryOp::Any => BigUint::from(u8::from(*value != BigUint::ZERO)),
            UnaryOp::Parity => BigUint::from(u8::from(value.count_ones() % 2 == 1)),
        };
        let width = if matches!(op, UnaryOp::Not | UnaryOp::Neg) {
            a.width
        } else {
            1
        };
        return Expr::literal(folded, width);
    }
    match op {
        UnaryOp::Not => match a.kind {
            ExprKind::Unary(UnaryOp::Not, inner) => *inner,
            ExprKind::Unary(UnaryOp::All, x) if x.width <= 64 => {
                let all = Expr::literal(ones(x.width), x.width);
                new(ExprKind::Binary(BinaryOp::Ne, x, Box::new(all)), 1, false)
            }
            _ => {
                let (width, signed) = (a.width, a.signed);
                new(ExprKind::Unary(op, Box::new(a)), width, signed)
            }
        },
        UnaryOp::Neg => {
            let (width, signed) = (a.width, a.signed);
            new(ExprKind::Unary(op, Box::new(a)), width, signed)
        }
        UnaryOp::All | UnaryOp::Any | UnaryOp::Parity => {
            if a.width == 1 {
                return a;
            }
            new(ExprKind::Unary(op, Box::new(a)), 1, false)
        }
    }
}

/// Both operands have the same width, save for the amount of a shift.
pub fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    use BinaryOp::*;
    let width = if op.compares() { 1 } else { a.width };
    let signed = a.signed && !op.compares();
    if let (Some(x), Some(y)) = (a.as_literal(), b.as_literal())
        && !a.signed
        && let Some(value) = fold(op, x, y, width)
    {
        return Expr::literal(value, width);
    }
    match op {
        And | LogicalAnd => {
            if is_zero(&a) || is_ones(&b) {
                return a;
            }
            if is_zero(&b) || is_ones(&a) {
                return b;
            }
        }
        Or | LogicalOr => {
            if is_ones(&a) || is_zero(&b) {
                return a;
            }
            if is_ones(&b) || is_zero(&a) {
                return b;
            }
            if let Some(merged) = merge(&a, &b) {
                return merged;
            }
        }
        Xor => {
            if is_zero(&b) {
                return a;
            }
            if is_zero(&a) {
                return b;
            }
            if let Some(merged) = merge(&a, &b) {
                return merged;
            }
        }
        Add | Sub if is_zero(&b) => return a,
        Lt | Ge if !a.signed && is_zero(&b) => return Expr::bit(op == Ge),
        Gt | Le if !a.signed && is_zero(&a) => return Expr::bit(op == Le),
        Gt | Le if !a.signed && is_ones(&b) => return Expr::bit(op == Le),
        Lt | Ge if !a.signed && is_ones(&a) => return Expr::bit(op == Ge),
        Shl if !a.signed => {
            if let Some(amount) = small(&b) {
                return shift_left(a, amount);
            }
        }
        Shr if !a.signed => {
            if let Some(amount) = small(&b) {
                return shift_right(a, amount);
            }
        }
        _ => {}
    }
    new(
        ExprKind::Binary(op, Box::new(a), Box::new(b)),
        width,
        signed,
    )
}

fn fold(op: BinaryOp, x: &BigUint, y: &BigUint, width: usize) -> Option<BigUint> {
    use BinaryOp::*;
    let bit = |b: bool| BigUint::from(u8::from(b));
    Some(match op {
        Add => (x + y) & ones(width),
        Sub => ((BigUint::from(1u8) << width) + x - y) & ones(width),
        And | LogicalAnd => x & y,
        Or | LogicalOr => x | y,
        Xor => x ^ y,
        Eq => bit(x == y),
        Ne => bit(x != y),
        Lt => bit(x < y),
        Le => bit(x <= y),
        Gt => bit(x > y),
        Ge => bit(x >= y),
        Mul | Shl | Shr => return None,
    })
}

fn small(expr: &Expr) -> Option<usize> {
    expr.as_literal().and_then(|v| usize::try_from(v).ok())
}

fn zeros(width: usize) -> Expr {
    Expr::literal(BigUint::ZERO, width)
}

fn shift_left(a: Expr, amount: usize) -> Expr {
    let width = a.width;
    if amount == 0 {
        return a;
    }
    if amount >= width {
        return zeros(width);
    }
    match slice(a.clone(), Int::Const(0), width - amount) {
        Some(low) => concat(vec![low, zeros(amount)]),
        None => raw_shift(BinaryOp::Shl, a, amount),
    }
}

fn shift_right(a: Expr, amount: usize) -> Expr {
    let width = a.width;
    if amount == 0 {
        return a;
    }
    if amount >= width {
        return zeros(width);
    }
    match slice(a.clone(), Int::Const(amount as i64), width - amount) {
        Some(high) => extend(high, width),
        None => raw_shift(BinaryOp::Shr, a, amount),
    }
}

fn raw_shift(op: BinaryOp, a: Expr, amount: usize) -> Expr {
    let (width, signed) = (a.width, a.signed);
    let bits = (usize::BITS - amount.leading_zeros()) as usize;
    let amount = Expr::literal(BigUint::from(amount), bits);
    new(
        ExprKind::Binary(op, Box::new(a), Box::new(amount)),
        width,
        signed,
    )
}

/// Most significant part first; nested concatenations and neighbouring literals are joined.
pub fn concat(parts: Vec<Expr>) -> Expr {
    let mut flat: Vec<Expr> = Vec::new();
    for part in parts {
        let inner = match part.kind {
            ExprKind::Concat(inner) => inner,
            ExprKind::Extend(a) if !a.signed => vec![zeros(part.width - a.width), *a],
            _ => vec![part],
        };
        for part in inner {
            let joined = match (flat.last(), part.as_literal()) {
                (Some(last), Some(low)) => last
                    .as_literal()
                    .map(|high| Expr::literal((high << part.width) | low, last.width + part.width)),
                _ => None,
            };
            match joined {
                Some(joined) => {
                    flat.pop();
                    flat.push(joined);
                }
                None => flat.push(part),
            }
        }
    }
    let width = flat.iter().map(|part| part.width).sum();
    if flat.len() == 1 {
        return flat.remove(0);
    }
    if flat.len() == 2 && is_zero(&flat[0]) {
        let low = flat.remove(1);
        return new(ExprKind::Extend(Box::new(low)), width, false);
    }
    new(ExprKind::Concat(flat), width, false)
}

/// Wider by zeros, or by the sign of a signed operand.
pub fn extend(a: Expr, width: usize) -> Expr {
    if width == a.width {
        return a;
    }
    if !a.signed {
        return concat(vec![zeros(width - a.width), a]);
    }
    new(ExprKind::Extend(Box::new(a)), width, true)
}

/// `width` bits from `low`; `None` where SystemVerilog has no way to write it.
pub fn slice(a: Expr, low: Int, width: usize) -> Option<Expr> {
    if low == Int::Const(0) && width == a.width {
        return Some(a);
    }
    let fixed = match low {
        Int::Const(value) => Some(value as usize),
        _ => None,
    };
    match a.kind {
        ExprKind::Net(..) => Some(new(ExprKind::Slice(Box::new(a), low), width, false)),
        ExprKind::Literal(value) => {
            fixed.map(|low| Expr::literal((value >> low) & ones(width), width))
        }
        ExprKind::Slice(inner, base) => {
            let low = Int::op(base, IntOp::Add, low);
            Some(new(ExprKind::Slice(inner, low), width, false))
        }
        ExprKind::Unary(UnaryOp::Not, inner) => {
            Some(unary(UnaryOp::Not, slice(*inner, low, width)?))
        }
        ExprKind::Binary(op, left, right) if bitwise(op) => Some(binary(
            op,
            slice(*left, low.clone(), width)?,
            slice(*right, low, width)?,
        )),
        ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), left, right) if fixed == Some(0) => {
            Some(binary(
                op,
                slice(*left, Int::Const(0), width)?,
                slice(*right, Int::Const(0), width)?,
            ))
        }
        ExprKind::Concat(parts) => slice_parts(parts, fixed?, width),
        ExprKind::Extend(inner) if !inner.signed => {
            let high = zeros(a.width - inner.width);
            slice_parts(vec![high, *inner], fixed?, width)
        }
        _ => None,
    }
}

/// `width` bits of a net from an offset that is a signal, or has turned out to be a constant.
pub fn select(net: Expr, low: Expr, width: usize) -> Expr {
    if let Some(start) = small(&low)
        && start + width <= net.width
        && let Some(part) = slice(net.clone(), Int::Const(start as i64), width)
    {
        return part;
    }
    new(ExprKind::Select(Box::new(net), Box::new(low)), width, false)
}

/// Nets of which bits are taken at an offset that is not a constant: SystemVerilog can do that to
/// a signal, not to a number.
pub fn selected(expr: &Expr, into: &mut BTreeSet<NetId>) {
    match &expr.kind {
        ExprKind::Literal(_) | ExprKind::Loop(_) | ExprKind::Variant(..) | ExprKind::Net(..) => {}
        ExprKind::Unary(_, a) | ExprKind::Extend(a) => selected(a, into),
        ExprKind::Slice(_, Int::Const(_)) => {}
        ExprKind::Slice(a, _) => a.reads(&mut |net, _| {
            into.insert(net);
        }),
        ExprKind::Select(a, low) => {
            a.reads(&mut |net, _| {
                into.insert(net);
            });
            selected(low, into);
        }
        ExprKind::Binary(_, a, b) => {
            selected(a, into);
            selected(b, into);
        }
        ExprKind::Concat(parts) => parts.iter().for_each(|part| selected(part, into)),
    }
}

fn bitwise(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor)
}

fn slice_parts(parts: Vec<Expr>, low: usize, width: usize) -> Option<Expr> {
    let mut picked = Vec::new();
    let mut base = 0;
    for part in parts.into_iter().rev() {
        let from = low.max(base);
        let to = (low + width).min(base + part.width);
        let start = base;
        base += part.width;
        if from < to {
            picked.push(slice(part, Int::Const((from - start) as i64), to - from)?);
        }
    }
    picked.reverse();
    Some(concat(picked))
}

/// The disjunction of two values of which at least one is a literal zero in every bit, as a
/// concatenation. `None` where bits of both overlap.
fn merge(a: &Expr, b: &Expr) -> Option<Expr> {
    let (a_parts, b_parts) = (parts(a)?, parts(b)?);
    let mut cuts: Vec<usize> = boundaries(&a_parts).chain(boundaries(&b_parts)).collect();
    cuts.sort_unstable();
    cuts.dedup();
    let mut low = 0;
    let mut merged = Vec::new();
    for cut in cuts {
        let width = cut - low;
        let left = slice_parts(a_parts.clone(), low, width)?;
        let right = slice_parts(b_parts.clone(), low, width)?;
        merged.push(if is_zero(&left) {
            right
        } else if is_zero(&right) {
            left
        } else {
            return None;
        });
        low = cut;
    }
    merged.reverse();
    Some(concat(merged))
}

/// The parts of a concatenation that has a zero somewhere; others are not worth a merge.
fn parts(expr: &Expr) -> Option<Vec<Expr>> {
    match &expr.kind {
        ExprKind::Concat(parts) if parts.iter().any(is_zero) => Some(parts.clone()),
        ExprKind::Extend(inner) if !inner.signed => {
            Some(vec![zeros(expr.width - inner.width), (**inner).clone()])
        }
        _ => None,
    }
}

/// Upper ends of the parts, counted from the least significant bit.
fn boundaries(parts: &[Expr]) -> impl Iterator<Item = usize> {
    parts.iter().rev().scan(0, |end, part| {
        *end += part.width;
        Some(*end)
    })
}

/// With constants in place of nets, folded.
pub fn substitute(expr: &Expr, constants: &BTreeMap<NetId, Expr>) -> Expr {
    let inner = |a: &Expr| substitute(a, constants);
    match &expr.kind {
        ExprKind::Net(net, None) => constants.get(net).unwrap_or(expr).clone(),
        ExprKind::Net(..) | ExprKind::Literal(_) | ExprKind::Loop(_) | ExprKind::Variant(..) => {
            expr.clone()
        }
        ExprKind::Unary(op, a) => unary(*op, inner(a)),
        ExprKind::Binary(op, a, b) => binary(*op, inner(a), inner(b)),
        ExprKind::Slice(a, low) => {
            slice(inner(a), low.clone(), expr.width).unwrap_or_else(|| expr.clone())
        }
        ExprKind::Select(a, low) => select(inner(a), inner(low), expr.width),
        ExprKind::Concat(parts) => concat(parts.iter().map(inner).collect()),
        ExprKind::Extend(a) => extend(inner(a), expr.width),
    }
}
