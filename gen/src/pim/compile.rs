//! The whole way from a kernel to a program.

use super::ir::{ArrayKind, Index, Ir};
use super::lower::{Label, Low, Lowered, Place, lower};
use super::program::{
    CALL_DEPTH, Code, LOOP_DEPTH, Loaded, Operand, POINTERS, Program, Resident, TIMES,
};
use super::rows::{Placed, place};
use super::search::Effort;
use pimtee_hdl::dram::timing::Shift;
use pimtee_hdl::dram::{Geometry, Row};
use std::collections::BTreeMap;
use thiserror::Error;

/// What a kernel is compiled for.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// How rows move sideways.
    pub shift: Shift,
    /// Size of the subarray.
    pub geometry: Geometry,
    /// How hard the search looks.
    pub effort: Effort,
}

impl Target {
    /// A subarray of 512 rows.
    pub fn new(shift: Shift) -> Self {
        Target {
            shift,
            geometry: Geometry::default(),
            effort: Effort::default(),
        }
    }
}

/// Why a kernel cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CompileError {
    /// It does not fit.
    #[error("kernel `{kernel}` needs {needed} data rows, the subarray has {there}; {most}")]
    Rows {
        /// Kernel.
        kernel: String,
        /// Data rows needed.
        needed: usize,
        /// Data rows there.
        there: usize,
        /// What takes them.
        most: String,
    },
    /// The sequencer has too little of something.
    #[error("kernel `{kernel}` has {needed} {what}, the sequencer {limit}")]
    Limit {
        /// Kernel.
        kernel: String,
        /// What there is too much of.
        what: &'static str,
        /// How much is needed.
        needed: usize,
        /// How much there is.
        limit: usize,
    },
}

/// What compiling a kernel gave, in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowReport {
    /// Data rows by purpose.
    pub by_purpose: BTreeMap<String, usize>,
    /// Data rows taken in all.
    pub taken: usize,
    /// Rows that hold something needed later, at the busiest moment: inputs, arrays and constants
    /// included.
    pub peak: usize,
    /// Values saved because a compute row was needed for something else.
    pub spills: usize,
    /// Groups of gates.
    pub groups: usize,
    /// Groups of a form of their own: searches made.
    pub searched: usize,
}

/// A program and what is known about it.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The program.
    pub program: Program,
    /// Rows.
    pub rows: RowReport,
}

/// Compiles a kernel.
///
/// # Errors
/// It does not fit.
pub fn compile(ir: &Ir, target: &Target) -> Result<Compiled, CompileError> {
    let lowered = lower(ir, target.shift, target.effort);
    let mut next = 0u16;
    let arrays: Vec<u16> = (ir.arrays.iter())
        .map(|array| {
            let first = next;
            next = next.saturating_add(array.len.min(usize::from(u16::MAX)) as u16);
            first
        })
        .collect();
    let constants = next;
    let first = constants
        .saturating_add(lowered.constants.len() as u16)
        .min(1 << 14);
    let placed = place(&lowered, first);
    let taken = usize::from(first) + placed.labels.len();
    // Microcode has nine bits for a row address.
    let there = usize::from(
        target
            .geometry
            .data_rows()
            .min(Geometry::default().data_rows()),
    );
    let rows = RowReport {
        by_purpose: purposes(ir, &lowered, &placed),
        taken,
        peak: usize::from(first) + placed.peak,
        spills: lowered.spills,
        groups: lowered.groups.0,
        searched: lowered.groups.1,
    };
    if taken > there {
        let most: Vec<String> = (rows.by_purpose.iter())
            .map(|(purpose, rows)| format!("{purpose} {rows}"))
            .collect();
        return Err(CompileError::Rows {
            kernel: ir.name.clone(),
            needed: taken,
            there,
            most: most.join(", "),
        });
    }
    let assembler = Assembler {
        ir,
        placed: &placed,
        arrays,
        constants,
    };
    let code = |low: &[Low]| assembler.code(low);
    let mut labels: BTreeMap<Row, Label> = (placed.labels.iter())
        .map(|(row, label)| (Row::d(*row), *label))
        .collect();
    let mut program = Program {
        name: ir.name.clone(),
        main: code(&lowered.main),
        subroutines: (ir.subroutines.iter().zip(&lowered.subroutines))
            .map(|(subroutine, (_, low))| (subroutine.name.clone(), code(low)))
            .collect(),
        ..Program::default()
    };
    for (number, constant) in lowered.constants.iter().enumerate() {
        program.constants.push(Loaded {
            name: constant.name.clone(),
            row: Row::d(constants + number as u16),
            bits: constant.bits,
        });
    }
    for (array, first) in ir.arrays.iter().zip(&assembler.arrays) {
        for at in 0..array.len {
            let row = Row::d(first + at as u16);
            let secret = array.secret;
            labels.insert(row, if secret { Label::Secret } else { Label::Public });
            if let ArrayKind::Constant(rows) = &array.kind {
                program.constants.push(Loaded {
                    name: format!("{}.{at}", array.name),
                    row,
                    bits: rows[at],
                });
            }
        }
        if !matches!(array.kind, ArrayKind::Constant(_)) {
            program.arrays.push(Resident {
                name: array.name.clone(),
                row: Row::d(*first),
                len: array.len,
            });
        }
    }
    for constant in &program.constants {
        labels.insert(constant.row, Label::Public);
    }
    let resident = |name: &String, row: Row| Resident {
        name: name.clone(),
        row,
        len: 1,
    };
    for (port, row) in ir.inputs.iter().zip(&lowered.inputs) {
        let row = placed.rows[*row].map(Row::d);
        program
            .inputs
            .extend(row.map(|row| resident(&port.name, row)));
    }
    for (port, place) in ir.outputs.iter().zip(&lowered.outputs) {
        if let Operand::Direct(row) = assembler.operand(place) {
            program.outputs.push(resident(&port.name, row));
        }
    }
    program.labels = labels;
    check_limits(ir, &program)?;
    Ok(Compiled { program, rows })
}

/// The part of a name before the first `.`.
fn head(name: &str) -> &str {
    name.split('.').next().unwrap_or(name)
}

fn purposes(ir: &Ir, lowered: &Lowered, placed: &Placed) -> BTreeMap<String, usize> {
    let mut rows: BTreeMap<String, usize> = BTreeMap::new();
    for array in &ir.arrays {
        *rows.entry(head(&array.name).into()).or_default() += array.len;
    }
    for constant in &lowered.constants {
        *rows.entry(head(&constant.name).into()).or_default() += 1;
    }
    let mut inputs = 0;
    for port in &ir.inputs {
        *rows.entry(head(&port.name).into()).or_default() += 1;
        inputs += 1;
    }
    let work = placed.labels.len().saturating_sub(inputs);
    rows.insert("work".into(), work);
    rows
}

fn check_limits(ir: &Ir, program: &Program) -> Result<(), CompileError> {
    let refuse = |what, needed, limit| {
        Err(CompileError::Limit {
            kernel: ir.name.clone(),
            what,
            needed,
            limit,
        })
    };
    if ir.pointers.len() > POINTERS {
        return refuse("row pointers", ir.pointers.len(), POINTERS);
    }
    let mut most = 0;
    let depths = |code: &[Code], known: &[(usize, usize)], most: &mut u32| {
        fn walk(code: &[Code], known: &[(usize, usize)], most: &mut u32) -> (usize, usize) {
            code.iter().fold((0, 0), |(loops, calls), one| match one {
                Code::Repeat(times, body) => {
                    *most = (*most).max(*times);
                    let (inner, inside) = walk(body, known, most);
                    (loops.max(inner + 1), calls.max(inside))
                }
                Code::Call(number) => {
                    let (inner, inside) = known[*number];
                    (loops.max(inner), calls.max(inside + 1))
                }
                _ => (loops, calls),
            })
        }
        walk(code, known, most)
    };
    let mut known = Vec::new();
    for (_, code) in &program.subroutines {
        let depth = depths(code, &known, &mut most);
        known.push(depth);
    }
    let (loops, calls) = depths(&program.main, &known, &mut most);
    if loops > LOOP_DEPTH {
        return refuse("loops inside of each other", loops, LOOP_DEPTH);
    }
    if calls > CALL_DEPTH {
        return refuse("calls inside of each other", calls, CALL_DEPTH);
    }
    if most > TIMES {
        return refuse("iterations of a loop", most as usize, TIMES as usize);
    }
    Ok(())
}

struct Assembler<'p> {
    ir: &'p Ir,
    placed: &'p Placed,
    arrays: Vec<u16>,
    constants: u16,
}

impl Assembler<'_> {
    fn operand(&self, place: &Place) -> Operand {
        Operand::Direct(match *place {
            Place::B(address) => Row::b(address),
            Place::Fill(false) => Row::C0,
            Place::Fill(true) => Row::C1,
            Place::Constant(number) => Row::d(self.constants + number as u16),
            Place::Virtual(row) => Row::d(self.placed.rows[row].unwrap_or(0)),
            Place::Element(array, Index::Fixed(at)) => Row::d(self.arrays[array] + at as u16),
            Place::Element(_, Index::Pointer { pointer, offset }) => {
                return Operand::Pointer(pointer as u8, offset as u16);
            }
        })
    }

    fn code(&self, low: &[Low]) -> Vec<Code> {
        let mut code = Vec::new();
        for one in low {
            code.push(match one {
                Low::Aap(dst, src) => {
                    let (dst, src) = (self.operand(dst), self.operand(src));
                    if dst == src {
                        continue;
                    }
                    Code::Aap(dst, src)
                }
                Low::Ap(triple) => Code::Ap(Row::b(*triple)),
                Low::Shift(dst, src, to) => Code::Shift(self.operand(dst), self.operand(src), *to),
                Low::Rotate(dst, src, to) => {
                    Code::Rotate(self.operand(dst), self.operand(src), *to)
                }
                Low::Read(row) => Code::Read(self.operand(row)),
                Low::Write(row) => Code::Write(self.operand(row)),
                Low::Copies(copies) => {
                    self.copies(copies, &mut code);
                    continue;
                }
                Low::Point(pointer, element) => {
                    let first = self.arrays[self.ir.pointers[*pointer]];
                    Code::Point(*pointer as u8, Row::d(first + *element as u16))
                }
                Low::Advance(pointer, elements) => Code::Advance(*pointer as u8, *elements as i16),
                Low::Repeat(times, body) => Code::Repeat(*times, self.code(body)),
                Low::Call(number) => Code::Call(*number),
            });
        }
        in_loops(code)
    }

    /// Copies that happen at once, one after the other: first where nothing is lost, and a circle
    /// through T0.
    fn copies(&self, copies: &[(Place, Place)], code: &mut Vec<Code>) {
        let mut open: Vec<(Operand, Operand)> = (copies.iter())
            .map(|(dst, src)| (self.operand(dst), self.operand(src)))
            .filter(|(dst, src)| dst != src)
            .collect();
        while !open.is_empty() {
            let free = (0..open.len()).find(|at| !open.iter().any(|(_, src)| *src == open[*at].0));
            match free {
                Some(at) => {
                    let (dst, src) = open.remove(at);
                    code.push(Code::Aap(dst, src));
                }
                None => {
                    let held = Operand::Direct(Row::T0);
                    let lost = open[0].0;
                    code.push(Code::Aap(held, lost));
                    for (_, src) in &mut open {
                        if *src == lost {
                            *src = held;
                        }
                    }
                }
            }
        }
    }
}

/// From so many on, equal moves of one row are a loop.
const SAME: usize = 4;

/// A row moved by many columns is a loop in the microcode.
fn in_loops(code: Vec<Code>) -> Vec<Code> {
    let mut made = Vec::new();
    let mut at = 0;
    while at < code.len() {
        let one = &code[at];
        let same = code[at..].iter().take_while(|other| *other == one).count();
        let moved = matches!(one, Code::Shift(..) | Code::Rotate(..));
        if moved && same >= SAME {
            made.push(Code::Repeat(same as u32, vec![one.clone()]));
            at += same;
        } else {
            made.push(one.clone());
            at += 1;
        }
    }
    made
}
