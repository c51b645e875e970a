//! Random expressions over the signals that a description may read at a point.

use crate::rng::Rng;
use std::collections::BTreeMap;

/// How often each construct was written.
pub type Features = BTreeMap<&'static str, usize>;

/// Stands for the width `W` of a parametrised module, about which nothing is known but that it is
/// at least [`LEAST_GENERIC_WIDTH`].
pub const GENERIC: usize = 0;
/// The least width given to a parametrised module.
pub const LEAST_GENERIC_WIDTH: usize = 3;

/// Type of a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ty {
    /// `Bit`.
    Bit,
    /// `Bits<N>`.
    Bits(usize),
    /// The enumeration of this number.
    State(usize),
}

/// Something that can be read.
#[derive(Clone, Debug)]
pub struct Value {
    /// Rust text: `self.v0.val()`.
    pub text: String,
    /// Its type.
    pub ty: Ty,
    /// The text names a loop variable.
    pub in_loop: bool,
}

/// A loop around the expression.
#[derive(Clone, Debug)]
pub struct Loop {
    /// Name of the variable, an index.
    pub variable: String,
    /// Its values are below this.
    pub end: usize,
}

/// What can be read, and the source of chance.
pub struct Scope<'a> {
    /// Source of chance.
    pub rng: &'a mut Rng,
    /// Counts what is written.
    pub features: &'a mut Features,
    /// Signals.
    pub values: Vec<Value>,
    /// Constants of the file.
    pub consts: Vec<(String, u64)>,
    /// Loops around the expression, innermost last.
    pub loops: Vec<Loop>,
    /// Variants of each enumeration, as `State::A`.
    pub variants: Vec<Vec<String>>,
    /// Inside a cast, whose operand the macros copy out of its loop.
    in_cast: bool,
}

impl<'a> Scope<'a> {
    /// An empty scope.
    pub fn new(rng: &'a mut Rng, features: &'a mut Features) -> Self {
        Scope {
            rng,
            features,
            values: vec![],
            consts: vec![],
            loops: vec![],
            variants: vec![],
            in_cast: false,
        }
    }

    /// Counts a construct.
    pub fn hit(&mut self, feature: &'static str) {
        *self.features.entry(feature).or_default() += 1;
    }

    /// Makes a signal readable.
    pub fn add(&mut self, text: String, ty: Ty) {
        let in_loop = false;
        self.values.push(Value { text, ty, in_loop });
    }

    /// A random expression of type `ty`.
    pub fn expr(&mut self, ty: Ty, depth: usize) -> String {
        match ty {
            Ty::Bit => self.bit(depth),
            Ty::Bits(width) => self.bits(width, depth),
            Ty::State(state) => self.state(state),
        }
    }

    /// A number that fits `width` bits and is neither 0 nor all ones where that leaves one.
    pub fn number(&mut self, width: usize) -> u64 {
        let width = if width == GENERIC {
            LEAST_GENERIC_WIDTH
        } else {
            width
        };
        match width {
            1 => self.rng.below(2) as u64,
            64.. => self.rng.word().max(1),
            _ => 1 + self.rng.below((1 << width) - 2) as u64,
        }
    }

    /// A constant of any width as an expression.
    pub fn constant(&mut self, width: usize) -> String {
        let number = self.number(width);
        if width > 64 && self.rng.chance(60) {
            self.hit("constant wider than 64 bits");
            let low = self.rng.word();
            let number = number & ((1u128 << (width - 64).min(64)) - 1) as u64;
            return format!(
                "((bits::<{width}>({number:#x}u64) << 64) | bits::<{width}>({low:#x}u64))"
            );
        }
        format!("bits::<{width}>({number:#x}u64)")
    }

    fn nets(&self, wanted: impl Fn(Ty) -> bool) -> Vec<Value> {
        self.values
            .iter()
            .filter(|value| wanted(value.ty) && !(self.in_cast && value.in_loop))
            .cloned()
            .collect()
    }

    fn net(&mut self, wanted: impl Fn(Ty) -> bool) -> Option<Value> {
        let nets = self.nets(wanted);
        if nets.is_empty() {
            return None;
        }
        Some(self.rng.pick(&nets).clone())
    }

    /// A signal of at least `least` bits, with its width.
    fn wide(&mut self, least: usize) -> Option<(String, usize)> {
        let value = self.net(|ty| matches!(ty, Ty::Bits(w) if w != GENERIC && w >= least))?;
        match value.ty {
            Ty::Bits(width) => Some((value.text, width)),
            _ => None,
        }
    }

    /// A signal whose values are all below `end`, to select with, and its width.
    fn index(&mut self, end: usize) -> Option<String> {
        let value =
            self.net(|ty| matches!(ty, Ty::Bits(w) if (1..7).contains(&w) && 1 << w <= end))?;
        Some(value.text)
    }

    /// `text` from `from` bits to `to` bits.
    fn cast(text: &str, from: usize, to: usize) -> String {
        if from == to {
            text.to_string()
        } else {
            format!("bit_cast::<{to}, {from}>({text})")
        }
    }

    fn within_cast<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.in_cast, true);
        let result = write(self);
        self.in_cast = before;
        result
    }

    fn leaf(&mut self, width: usize) -> String {
        if let Some(value) = self.net(|ty| ty == Ty::Bits(width))
            && (width == GENERIC || self.rng.chance(60))
        {
            return value.text;
        }
        self.within_cast(|scope| match scope.wide(1) {
            Some((text, from)) => {
                scope.hit("narrowing or widening cast");
                Self::cast(&text, from, width)
            }
            None => scope.constant(width),
        })
    }

    fn literal(&mut self, width: usize) -> String {
        let fitting: Vec<String> = self
            .consts
            .iter()
            .filter(|(_, value)| width != GENERIC && (width >= 64 || *value < 1 << width))
            .map(|(name, _)| name.clone())
            .collect();
        if !fitting.is_empty() && self.rng.chance(30) {
            self.hit("named constant");
            return self.rng.pick(&fitting).clone();
        }
        format!("{:#x}u64", self.number(width))
    }

    /// A random value of `width` bits; without constants on its own.
    pub fn bits(&mut self, width: usize, depth: usize) -> String {
        if depth == 0 || self.rng.chance(12) {
            return self.leaf(width);
        }
        let known = width != GENERIC;
        match self.rng.below(22) {
            0..=4 => {
                let op = *self.rng.pick(&["+", "-", "&", "|", "^"]);
                self.hit(match op {
                    "+" => "addition",
                    "-" => "subtraction",
                    _ => "bitwise operator",
                });
                let left = self.bits(width, depth - 1);
                match self.rng.below(5) {
                    0 if width != 1 => format!("({left} {op} {})", self.literal(width)),
                    1 if width != 1 => {
                        self.hit("literal on the left");
                        format!("({} {op} {left})", self.literal(width))
                    }
                    _ => format!("({left} {op} {})", self.other_bits(&left, width, depth - 1)),
                }
            }
            5 => {
                self.hit("complement");
                format!("(!{})", self.bits(width, depth - 1))
            }
            6 | 7 => {
                self.hit("shift by a constant");
                let op = *self.rng.pick(&["<<", ">>"]);
                let most = if known { width + 2 } else { 4 };
                let amount = self.rng.below(most);
                format!("({} {op} {amount})", self.bits(width, depth - 1))
            }
            8 | 9 => {
                let amount = self.net(|ty| matches!(ty, Ty::Bits(w) if (1..=8).contains(&w)));
                match amount {
                    Some(amount) => {
                        self.hit("shift by a signal");
                        let op = *self.rng.pick(&["<<", ">>"]);
                        format!("({} {op} {})", self.bits(width, depth - 1), amount.text)
                    }
                    None => self.leaf(width),
                }
            }
            10 if known && width > 1 => {
                self.hit("rotation");
                let text = self.leaf(width);
                let left = self.rng.between(1, width - 1);
                let right = width - left;
                format!("(({text} << {left}) | ({text} >> {right}))")
            }
            11 | 12 if known && width > 1 => {
                self.hit("concatenation");
                let low = match self.rng.below(3) {
                    0 => width / 2,
                    1 => 1,
                    _ => width - 1,
                };
                let high = width - low;
                let (a, b) = self
                    .within_cast(|scope| (scope.bits(high, depth - 1), scope.bits(low, depth - 1)));
                let op = *self.rng.pick(&["|", "|", "^"]);
                format!(
                    "(({} << {low}) {op} {})",
                    Self::cast(&a, high, width),
                    Self::cast(&b, low, width)
                )
            }
            13 | 14 if known => match self.wide(width + 1) {
                Some((text, from)) => {
                    let most = from - width;
                    if let (true, Some(index)) = (self.rng.chance(50), self.index(most + 1)) {
                        self.hit("part at an offset that is a signal");
                        return format!("{text}.get_bits::<{width}>({index}.index())");
                    }
                    self.hit("part at a constant offset");
                    let offset = self.rng.between(0, most);
                    format!("{text}.get_bits::<{width}>({offset})")
                }
                None => self.leaf(width),
            },
            15 | 16 if known => {
                let at = self.rng.below(width);
                if width > 1
                    && self.rng.chance(50)
                    && let Some(index) = self.index(width)
                {
                    self.hit("bit replaced at a signal");
                    let (base, bit) = (self.bits(width, depth - 1), self.bit(depth - 1));
                    return format!("{base}.replace_bit({index}.index(), {bit})");
                }
                self.hit("bit replaced at a constant");
                let (base, bit) = (self.leaf(width), self.bit(depth - 1));
                format!("{base}.replace_bit({at}, {bit})")
            }
            17 if known => {
                self.hit("bit as a number");
                let bit = self.within_cast(|scope| scope.bit(depth - 1));
                Self::cast(&format!("Bits::<1>::from({bit})"), 1, width)
            }
            18 if known => {
                // Addition with carry out, or the low part of a wider sum.
                self.hit("cast of a sum");
                let from = (width + self.rng.below(2) * 2).saturating_sub(1).max(1);
                let sum = self.within_cast(|scope| {
                    let (a, b) = (scope.leaf(from), scope.leaf(from));
                    let op = *scope.rng.pick(&["+", "-", "^", "&"]);
                    format!("({a} {op} {b})")
                });
                Self::cast(&sum, from, width)
            }
            19 | 20 => match self.loops.last().cloned() {
                Some(Loop { variable, end })
                    if known && !self.in_cast && (width >= 63 || end <= 1 << width) =>
                {
                    self.hit("loop variable as a number");
                    let op = *self.rng.pick(&["+", "^", "&"]);
                    let left = self.bits(width, depth - 1);
                    format!("({left} {op} {variable}.to_bits::<{width}>())")
                }
                _ => self.leaf(width),
            },
            _ => self.leaf(width),
        }
    }

    /// A random value that is not the same as `left`: Verilator remarks on `x < x`.
    fn other_bits(&mut self, left: &str, width: usize, depth: usize) -> String {
        let right = self.bits(width, depth);
        if right == left {
            format!("({right} + 1u64)")
        } else {
            right
        }
    }

    /// A random condition.
    pub fn bit(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.bit_leaf();
        }
        match self.rng.below(13) {
            0..=2 => {
                let op = *self.rng.pick(&["&", "|", "^", "&&", "||", "==", "!="]);
                self.hit("operator on single bits");
                format!("({} {op} {})", self.bit(depth - 1), self.bit(depth - 1))
            }
            3 => {
                self.hit("negation");
                format!("(!{})", self.bit(depth - 1))
            }
            4..=6 => {
                let Some((_, width)) = self.any_width() else {
                    return self.bit_leaf();
                };
                self.hit("comparison");
                let op = *self.rng.pick(&["==", "!=", "<", "<=", ">", ">="]);
                let left = self.bits(width, depth - 1);
                let right = match width {
                    2.. if self.rng.chance(40) => self.literal(width),
                    GENERIC if self.rng.chance(40) => self.literal(width),
                    _ => self.other_bits(&left, width, depth - 1),
                };
                format!("({left} {op} {right})")
            }
            7 | 8 => {
                let Some((_, width)) = self.any_width() else {
                    return self.bit_leaf();
                };
                self.hit("reduction");
                let method = *self.rng.pick(&["all", "any", "xor"]);
                format!("{}.{method}()", self.bits(width, depth - 1))
            }
            9 | 10 => match self.wide(2) {
                Some((text, width)) => {
                    if let Some(Loop { variable, .. }) = self
                        .loops
                        .last()
                        .cloned()
                        .filter(|l| l.end <= width && !self.in_cast)
                        && self.rng.chance(60)
                    {
                        self.hit("bit at a loop variable");
                        return format!("{text}.get_bit({variable})");
                    }
                    if let (true, Some(index)) = (self.rng.chance(60), self.index(width)) {
                        self.hit("bit at a signal");
                        return format!("{text}.get_bit({index}.index())");
                    }
                    self.hit("bit at a constant");
                    format!("{text}.get_bit({})", self.rng.below(width))
                }
                None => self.bit_leaf(),
            },
            11 => match self.net(|ty| matches!(ty, Ty::State(_))) {
                Some(Value {
                    text,
                    ty: Ty::State(state),
                    ..
                }) => {
                    self.hit("comparison with a state");
                    let op = *self.rng.pick(&["==", "!="]);
                    let variants = self.variants[state].clone();
                    format!("({text} {op} {})", self.rng.pick(&variants))
                }
                _ => self.bit_leaf(),
            },
            _ => self.bit_leaf(),
        }
    }

    /// A signal of some width, which may be generic.
    fn any_width(&mut self) -> Option<(String, usize)> {
        match self.net(|ty| matches!(ty, Ty::Bits(_)))? {
            Value {
                text,
                ty: Ty::Bits(width),
                ..
            } => Some((text, width)),
            _ => None,
        }
    }

    fn bit_leaf(&mut self) -> String {
        if let (true, Some(value)) = (self.rng.chance(70), self.net(|ty| ty == Ty::Bit)) {
            return value.text;
        }
        match self.any_width() {
            Some((text, GENERIC)) => format!("{text}.get_bit({})", self.rng.below(3)),
            Some((text, width)) => format!("{text}.get_bit({})", self.rng.below(width)),
            None => match self.net(|ty| ty == Ty::Bit) {
                Some(value) => value.text,
                None => "true".into(),
            },
        }
    }

    fn state(&mut self, state: usize) -> String {
        if let (true, Some(value)) = (self.rng.chance(30), self.net(|ty| ty == Ty::State(state))) {
            return value.text;
        }
        let variants = self.variants[state].clone();
        self.rng.pick(&variants).clone()
    }
}
