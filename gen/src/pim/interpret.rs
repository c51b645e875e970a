//! What a kernel means: it is run value by value, with no machine behind.

use super::ir::{ArrayKind, Bits, Fixed, Id, Index, Ir, Op, Stmt};
use std::collections::{BTreeMap, VecDeque};
use thiserror::Error;

/// What a kernel is given.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// Resident rows by name.
    pub inputs: BTreeMap<String, Bits>,
    /// Resident arrays by name.
    pub arrays: BTreeMap<String, Vec<Bits>>,
    /// Rows that the host streams in, in order.
    pub host: VecDeque<Bits>,
}

/// What a kernel leaves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Left {
    /// Resident rows by name.
    pub outputs: BTreeMap<String, Bits>,
    /// Arrays that are not constant, by name; none where nobody wrote.
    pub arrays: BTreeMap<String, Vec<Option<Bits>>>,
    /// Rows that the host got, in order.
    pub host: Vec<(String, Bits)>,
}

/// Why a kernel cannot be run.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RunError {
    /// A row or an array is missing.
    #[error("input `{0}` is not given")]
    Missing(String),
    /// An array is too short or too long.
    #[error("array `{name}` has {len} rows, {given} are given")]
    Length {
        /// Array.
        name: String,
        /// Its length.
        len: usize,
        /// Rows given.
        given: usize,
    },
    /// The host has nothing left.
    #[error("the host has no further row to write")]
    HostEmpty,
    /// A pointer left its array.
    #[error("element {element} of array `{array}`, which has {len}")]
    OutOfArray {
        /// Array.
        array: String,
        /// Element.
        element: i64,
        /// Its length.
        len: usize,
    },
    /// An element is read that nobody wrote.
    #[error("element {element} of array `{array}` is read before it is written")]
    NeverWritten {
        /// Array.
        array: String,
        /// Element.
        element: usize,
    },
    /// A pointer is used that nobody set.
    #[error("a pointer into array `{0}` is used before it is set")]
    PointerUnset(String),
}

struct Run<'k> {
    ir: &'k Ir,
    given: Given,
    values: Vec<Bits>,
    arrays: Vec<Vec<Option<Bits>>>,
    pointers: Vec<Option<i64>>,
    left: Left,
}

/// Runs `ir`.
///
/// # Errors
/// Something is missing, or a pointer is used wrongly.
pub fn run(ir: &Ir, given: Given) -> Result<Left, RunError> {
    let mut arrays = Vec::new();
    for array in &ir.arrays {
        let rows = match &array.kind {
            ArrayKind::Scratch => vec![None; array.len],
            ArrayKind::Constant(rows) => rows.iter().copied().map(Some).collect(),
            ArrayKind::Input => {
                let rows = given.arrays.get(&array.name);
                let rows = rows.ok_or_else(|| RunError::Missing(array.name.clone()))?;
                if rows.len() != array.len {
                    return Err(RunError::Length {
                        name: array.name.clone(),
                        len: array.len,
                        given: rows.len(),
                    });
                }
                rows.iter().copied().map(Some).collect()
            }
        };
        arrays.push(rows);
    }
    let fixed = |fixed| match fixed {
        Some(Fixed::Constant(number)) => {
            let constant: &super::ir::Constant = &ir.constants[number];
            constant.bits
        }
        Some(Fixed::Fill(true)) => [u64::MAX; 8],
        Some(Fixed::Fill(false)) | None => [0; 8],
    };
    let mut run = Run {
        ir,
        given,
        values: ir.values.iter().map(|value| fixed(value.fixed)).collect(),
        arrays,
        pointers: vec![None; ir.pointers.len()],
        left: Left::default(),
    };
    run.block(&ir.body)?;
    for port in &ir.outputs {
        let bits = run.values[port.value as usize];
        run.left.outputs.insert(port.name.clone(), bits);
    }
    for (array, rows) in ir.arrays.iter().zip(run.arrays) {
        if !matches!(array.kind, ArrayKind::Constant(_)) {
            run.left.arrays.insert(array.name.clone(), rows);
        }
    }
    Ok(run.left)
}

impl Run<'_> {
    fn block(&mut self, body: &[Stmt]) -> Result<(), RunError> {
        for stmt in body {
            match stmt {
                Stmt::Let(id, op) => self.values[*id as usize] = self.op(op)?,
                Stmt::Store(array, index, id) => {
                    let element = self.element(*array, *index)?;
                    self.arrays[*array][element] = Some(self.values[*id as usize]);
                }
                Stmt::Read(name, id) => {
                    let bits = self.values[*id as usize];
                    self.left.host.push((name.clone(), bits));
                }
                Stmt::Point(pointer, element) => self.pointers[*pointer] = Some(*element as i64),
                Stmt::Advance(pointer, elements) => {
                    let at = self.pointer(*pointer)?;
                    self.pointers[*pointer] = Some(at + i64::from(*elements));
                }
                Stmt::Repeat {
                    times,
                    carried,
                    body,
                } => {
                    let initial: Vec<Id> = carried.iter().map(|one| one.initial).collect();
                    let parameters: Vec<Id> = carried.iter().map(|one| one.parameter).collect();
                    let next: Vec<Id> = carried.iter().map(|one| one.next).collect();
                    let results: Vec<Id> = carried.iter().map(|one| one.result).collect();
                    self.copy(&initial, &parameters);
                    for _ in 0..*times {
                        self.block(body)?;
                        self.copy(&next, &parameters);
                    }
                    self.copy(&parameters, &results);
                }
                Stmt::Call(number, arguments, results) => {
                    let subroutine = &self.ir.subroutines[*number];
                    self.copy(arguments, &subroutine.parameters);
                    self.block(&subroutine.body)?;
                    self.copy(&subroutine.results, results);
                }
                Stmt::Cut => {}
            }
        }
        Ok(())
    }

    /// All at once.
    fn copy(&mut self, from: &[Id], to: &[Id]) {
        let bits: Vec<Bits> = from.iter().map(|id| self.values[*id as usize]).collect();
        for (id, bits) in to.iter().zip(bits) {
            self.values[*id as usize] = bits;
        }
    }

    fn pointer(&self, pointer: usize) -> Result<i64, RunError> {
        let array = &self.ir.arrays[self.ir.pointers[pointer]];
        self.pointers[pointer].ok_or_else(|| RunError::PointerUnset(array.name.clone()))
    }

    fn element(&self, array: usize, index: Index) -> Result<usize, RunError> {
        let element = match index {
            Index::Fixed(element) => element as i64,
            Index::Pointer { pointer, offset } => self.pointer(pointer)? + offset as i64,
        };
        let info = &self.ir.arrays[array];
        usize::try_from(element)
            .ok()
            .filter(|element| *element < info.len)
            .ok_or_else(|| RunError::OutOfArray {
                array: info.name.clone(),
                element,
                len: info.len,
            })
    }

    fn op(&mut self, op: &Op) -> Result<Bits, RunError> {
        let get = |id: Id| self.values[id as usize];
        let zip = |a: Id, b: Id, c: Id, f: fn(u64, u64, u64) -> u64| {
            let (a, b, c) = (get(a), get(b), get(c));
            std::array::from_fn(|at| f(a[at], b[at], c[at]))
        };
        Ok(match *op {
            Op::Input(number) => {
                let name = &self.ir.inputs[number].name;
                let bits = self.given.inputs.get(name);
                *bits.ok_or_else(|| RunError::Missing(name.clone()))?
            }
            Op::Not(a) => get(a).map(|word| !word),
            Op::Xor3(a, b, c) => zip(a, b, c, |a, b, c| a ^ b ^ c),
            Op::Maj(a, b, c) => zip(a, b, c, |a, b, c| a & b | c & (a | b)),
            Op::Mux(s, a, b) => zip(s, a, b, |s, a, b| s & a | !s & b),
            Op::Shift(a, columns) => shift(&get(a), columns),
            Op::RotateLanes(a, bits) => get(a).map(|lane| lane.rotate_left(bits)),
            Op::Write => self.given.host.pop_front().ok_or(RunError::HostEmpty)?,
            Op::Load(array, index) => {
                let element = self.element(array, index)?;
                self.arrays[array][element].ok_or_else(|| RunError::NeverWritten {
                    array: self.ir.arrays[array].name.clone(),
                    element,
                })?
            }
            Op::Declare(a) => get(a),
        })
    }
}

/// Column c of the result is column c − `columns` of `bits`.
fn shift(bits: &Bits, columns: i32) -> Bits {
    std::array::from_fn(|word| {
        (0..64).fold(0, |made, bit| {
            let source = (word * 64 + bit) as i64 - i64::from(columns);
            let set =
                (0..512).contains(&source) && bits[source as usize / 64] >> (source % 64) & 1 == 1;
            made | u64::from(set) << bit
        })
    })
}
