//! How functions of a few rows are made of majorities: the one thing that a triple activation
//! computes.
//!
//! A complement costs nothing where a value goes through a dual-contact row, so majorities of
//! literals (values or their complements) are the natural form (majority-inverter graphs).

use super::search::{Lit, Sig, Step};

/// Value of a literal in [`Form`]: a variable, the constant, or an earlier majority, times 2, plus
/// 1 for the complement.
type Slot = u8;

/// A function as a sequence of majorities; the last is the function.
///
/// Slots: 0 the constant zero, 1 to 3 the variables, 4 and on the majorities.
pub type Form = Vec<[Slot; 3]>;

/// Truth tables of the three variables.
const VARIABLES: [u8; 3] = [0xaa, 0xcc, 0xf0];

fn majority(a: u8, b: u8, c: u8) -> u8 {
    a & b | c & (a | b)
}

/// All forms of `target` (a truth table of three variables: bit i is its value where variable v is
/// bit v of i) with `count` majorities. Variables that it does not depend on are not used.
pub fn forms(target: u8, count: usize) -> Vec<Form> {
    let mut tables: Vec<Option<u8>> = vec![Some(0)];
    tables.extend((0..3).map(|at| depends(target, at).then_some(VARIABLES[at])));
    let mut found = Vec::new();
    extend(target, count, &mut tables, &mut Vec::new(), &mut found);
    found
}

/// Whether a truth table depends on variable `at`.
pub fn depends(table: u8, at: usize) -> bool {
    let distance = 1 << at;
    (table >> distance ^ table) & !VARIABLES[at] != 0
}

fn extend(
    target: u8,
    count: usize,
    tables: &mut Vec<Option<u8>>,
    form: &mut Form,
    found: &mut Vec<Form>,
) {
    let value = |tables: &[Option<u8>], slot: Slot| {
        let table = tables[usize::from(slot / 2)]?;
        Some(if slot % 2 == 1 { !table } else { table })
    };
    let slots = 2 * tables.len() as Slot;
    for a in 0..slots {
        for b in (a | 1) + 1..slots {
            for c in (b | 1) + 1..slots {
                // A majority is the complement of that of the complements; only the last one must
                // be right as it is.
                if form.len() + 1 < count && a % 2 == 1 {
                    continue;
                }
                let [Some(x), Some(y), Some(z)] = [a, b, c].map(|slot| value(tables, slot)) else {
                    continue;
                };
                let made = majority(x, y, z);
                if form.len() + 1 == count {
                    if made == target {
                        form.push([a, b, c]);
                        if all_used(form) {
                            found.push(form.clone());
                        }
                        form.pop();
                    }
                    continue;
                }
                // What is there already, or constant, is no step forward.
                let known = |table: &Option<u8>| table.is_some_and(|t| t == made || t == !made);
                if made == 0 || made == 255 || tables.iter().any(known) {
                    continue;
                }
                // Independent steps come in both orders, for the search to choose from.
                form.push([a, b, c]);
                tables.push(Some(made));
                extend(target, count, tables, form, found);
                tables.pop();
                form.pop();
            }
        }
    }
}

/// Every majority but the last is an operand of a later one.
fn all_used(form: &Form) -> bool {
    (0..form.len() - 1).all(|at| {
        let signal = 4 + at as Slot;
        form[at + 1..]
            .iter()
            .any(|step| step.iter().any(|slot| slot / 2 == signal))
    })
}

/// A form with literals in it: `operands` for the variables, `inner` for the majorities before the
/// last, `out` for the last.
pub fn instantiate(form: &Form, operands: [Lit; 3], inner: &[Sig], out: Sig) -> Vec<Step> {
    let literal = |slot: Slot| {
        let base = match slot / 2 {
            0 => 0,
            variable @ 1..=3 => operands[usize::from(variable) - 1],
            step => inner[usize::from(step) - 4] << 1,
        };
        base ^ Lit::from(slot % 2)
    };
    let last = form.len() - 1;
    form.iter()
        .enumerate()
        .map(|(at, step)| Step {
            ins: step.map(literal),
            out: if at == last { out } else { inner[at] },
        })
        .collect()
}
