//! The kernels that the command line knows.

use super::ir::Ir;
use super::kernel::{Kernel, Packed64, Public, Row, Secret, Vertical};
use thiserror::Error;

/// What a user chose; every kernel says which of it applies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// Layout, by name.
    pub layout: Option<String>,
    /// Rows a word of layouts with K.
    pub k: Option<u32>,
    /// Bits of the message or of the numbers.
    pub bits: Option<u64>,
}

/// A kernel that does not go with a choice.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ChoiceError {
    /// No such kernel.
    #[error("there is no kernel `{name}`; did you mean `{near}`? `pimtee pim list` lists them")]
    Unknown {
        /// What was asked for.
        name: String,
        /// The most similar name.
        near: &'static str,
    },
    /// An option does not go with it.
    #[error("kernel `{kernel}`: {option} `{value}` does not apply; {rule}")]
    Option {
        /// Kernel.
        kernel: &'static str,
        /// Option.
        option: &'static str,
        /// Its value.
        value: String,
        /// What does.
        rule: String,
    },
}

/// A kernel in the list.
#[derive(Clone, Copy)]
pub struct Entry {
    /// Name.
    pub name: &'static str,
    /// One line on what it does.
    pub summary: &'static str,
    /// Layouts, the default first.
    pub layouts: &'static [&'static str],
    /// Least and greatest K; none where there is no K.
    pub k: Option<(u32, u32)>,
    /// Least, greatest, default bits; none where they are fixed.
    pub bits: Option<(u64, u64, u64)>,
    /// Builds it from a choice that was checked and completed.
    pub build: fn(&Choice) -> Ir,
}

const VERTICAL: &[&str] = &["vertical"];

macro_rules! basic {
    ($($name:literal, $summary:literal, |$k:ident, $a:ident, $b:ident, $c:ident| $body:expr;)*) => {
        &[$(Entry {
            name: $name,
            summary: $summary,
            layouts: VERTICAL,
            k: None,
            bits: None,
            build: |_| basic($name, |$k, [$a, $b, $c]| $body),
        },)*]
    };
}

type Bit = Row<Secret, Vertical>;

/// Operations on rows, and small kernels that show what the compiler does.
const BASIC: &[Entry] = basic![
    "not", "complement of a row", |k, a, _b, _c| vec![k.not(a)];
    "and", "AND of two rows", |k, a, b, _c| vec![k.and(a, b)];
    "or", "OR of two rows", |k, a, b, _c| vec![k.or(a, b)];
    "maj", "majority of three rows", |k, a, b, c| vec![k.maj(a, b, c)];
    "mux", "a ? b : c, column by column", |k, a, b, c| vec![k.select(a, b, c)];
    "xor", "XOR of two rows", |k, a, b, _c| vec![k.xor(a, b)];
    "xor3", "XOR of three rows", |k, a, b, c| vec![k.xor3(a, b, c)];
    "chi", "a ^ (!b & c)", |k, a, b, c| vec![k.chi(a, b, c)];
    "compressor", "sum and carry of three rows", |k, a, b, c| {
        let (sum, carry) = k.full_add(a, b, c);
        vec![sum, carry]
    };
];

const SMALL: &[Entry] = &[
    Entry {
        name: "add",
        summary: "sum of two numbers in each of 512 columns",
        layouts: VERTICAL,
        k: None,
        bits: Some((1, 128, 32)),
        build: |choice| add("add", choice.bits.unwrap_or(32)),
    },
    Entry {
        name: "add32",
        summary: "sum of two 32-bit numbers in each of 512 columns",
        layouts: VERTICAL,
        k: None,
        bits: None,
        build: |_| add("add32", 32),
    },
    Entry {
        name: "keccak-chi",
        summary: "chi of Keccak on five lanes of a plane",
        layouts: &["packed"],
        k: None,
        bits: None,
        build: |_| keccak_chi(),
    },
    Entry {
        name: "ascon-slice",
        summary: "S-box and linear layer of ASCON for one bit slice of 512 instances",
        layouts: VERTICAL,
        k: None,
        bits: None,
        build: |_| super::ascon_slice::ascon_slice(),
    },
];

/// All kernels, in the order of the list.
pub fn all() -> impl Iterator<Item = &'static Entry> {
    BASIC.iter().chain(SMALL)
}

/// Builds a kernel.
///
/// # Errors
/// There is none of that name, or an option does not go with it.
pub fn build(name: &str, choice: &Choice) -> Result<(Ir, Choice), ChoiceError> {
    let Some(entry) = all().find(|entry| entry.name == name) else {
        let near = all().max_by(|a, b| {
            let likeness = |entry: &Entry| strsim::jaro_winkler(entry.name, name);
            likeness(a).total_cmp(&likeness(b))
        });
        return Err(ChoiceError::Unknown {
            name: name.into(),
            near: near.map_or("", |entry| entry.name),
        });
    };
    let choice = entry.complete(choice)?;
    Ok(((entry.build)(&choice), choice))
}

impl Entry {
    /// The choice with defaults filled in.
    ///
    /// # Errors
    /// An option does not apply.
    pub fn complete(&self, choice: &Choice) -> Result<Choice, ChoiceError> {
        let refuse = |option, value: String, rule: String| {
            Err(ChoiceError::Option {
                kernel: self.name,
                option,
                value,
                rule,
            })
        };
        let mut made = choice.clone();
        match &choice.layout {
            Some(layout) if !self.layouts.contains(&layout.as_str()) => {
                let there = format!("choose {}", self.layouts.join(", "));
                return refuse("--layout", layout.clone(), there);
            }
            Some(_) => {}
            None => made.layout = self.layouts.first().map(|layout| (*layout).into()),
        }
        match (choice.k, self.k) {
            (Some(k), None) => return refuse("--k", k.to_string(), "it has no K".into()),
            (Some(k), Some((least, greatest)))
                if !k.is_power_of_two() || !(least..=greatest).contains(&k) =>
            {
                let rule = format!("a power of two from {least} to {greatest} does");
                return refuse("--k", k.to_string(), rule);
            }
            _ => {}
        }
        match (choice.bits, self.bits) {
            (Some(bits), None) => {
                return refuse("--bits", bits.to_string(), "its size is fixed".into());
            }
            (Some(bits), Some((least, greatest, _))) if !(least..=greatest).contains(&bits) => {
                return refuse(
                    "--bits",
                    bits.to_string(),
                    format!("{least} to {greatest} do"),
                );
            }
            (None, Some((_, _, default))) => made.bits = Some(default),
            _ => {}
        }
        Ok(made)
    }
}

fn basic(name: &str, body: impl Fn(&mut Kernel, [Bit; 3]) -> Vec<Bit>) -> Ir {
    let mut k = Kernel::new(name);
    let ins = ["in.a", "in.b", "in.c"].map(|name| k.input(name));
    for (at, row) in body(&mut k, ins).into_iter().enumerate() {
        k.output(&format!("out.{at}"), row);
    }
    k.finish()
}

fn add(name: &str, bits: u64) -> Ir {
    let mut k = Kernel::new(name);
    let a: Vec<Bit> = (0..bits).map(|at| k.input(&format!("a.{at}"))).collect();
    let b: Vec<Bit> = (0..bits).map(|at| k.input(&format!("b.{at}"))).collect();
    let zero: Row<Public, Vertical> = k.zeros();
    let (sum, carry) = k.add(&a, &b, zero);
    for (at, row) in sum.into_iter().enumerate() {
        k.output(&format!("sum.{at}"), row);
    }
    k.output("carry", carry);
    k.finish()
}

fn keccak_chi() -> Ir {
    let mut k = Kernel::new("keccak-chi");
    let a: Vec<Row<Secret, Packed64>> = (0..5).map(|at| k.input(&format!("a.{at}"))).collect();
    for at in 0..5 {
        let row = k.chi(a[at], a[(at + 1) % 5], a[(at + 2) % 5]);
        k.output(&format!("b.{at}"), row);
    }
    k.finish()
}
