//! A compiled kernel: code on rows, with loops, calls and row pointers; and how it is expanded to
//! row operations.

use super::lower::Label;
use pimtee_hdl::dram::{Direction, Row, RowOp};
use std::collections::BTreeMap;

/// Loops inside of each other, calls of the main program included, at most.
pub const LOOP_DEPTH: usize = 8;
/// Calls inside of each other, at most.
pub const CALL_DEPTH: usize = 8;
/// Row pointers.
pub const POINTERS: usize = 16;
/// Iterations of a loop, at most.
pub const TIMES: u32 = 1 << 16;

/// A row operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// That row.
    Direct(Row),
    /// The row that is so many after a row pointer.
    Pointer(u8, u16),
}

/// A piece of code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Code {
    /// ACT source, ACT destination, PRE: destination, source.
    Aap(Operand, Operand),
    /// ACT, PRE of a triple.
    Ap(Row),
    /// Destination, source, where to.
    Shift(Operand, Operand, Direction),
    /// Destination, source, where to.
    Rotate(Operand, Operand, Direction),
    /// Entropy to a row.
    Quac(Operand),
    /// To the host.
    Read(Operand),
    /// From the host.
    Write(Operand),
    /// Sets a pointer to a row.
    Point(u8, Row),
    /// Moves a pointer by so many rows.
    Advance(u8, i16),
    /// Repeats.
    Repeat(u32, Vec<Code>),
    /// Calls a subroutine.
    Call(usize),
}

/// A resident row or array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resident {
    /// Name.
    pub name: String,
    /// First row.
    pub row: Row,
    /// Rows; 1 for a row that is no array.
    pub len: usize,
}

/// A constant row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// Name.
    pub name: String,
    /// Where.
    pub row: Row,
    /// What.
    pub bits: super::Bits,
}

/// A compiled kernel.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Name of the kernel.
    pub name: String,
    /// Main program.
    pub main: Vec<Code>,
    /// Subroutines, by number: name, code.
    pub subroutines: Vec<(String, Vec<Code>)>,
    /// Constant rows that must be loaded before.
    pub constants: Vec<Loaded>,
    /// Resident rows of the inputs.
    pub inputs: Vec<Resident>,
    /// Resident rows of the outputs.
    pub outputs: Vec<Resident>,
    /// Resident arrays that are no constants.
    pub arrays: Vec<Resident>,
    /// Names of the rows that the host reads, in the order of the code.
    pub labels: BTreeMap<Row, Label>,
}

impl Program {
    /// Operations that load the constant rows; the host streams their bits in this order.
    pub fn setup(&self) -> impl Iterator<Item = RowOp> + '_ {
        self.constants.iter().map(|one| RowOp::Write(one.row))
    }

    /// Calls `f` with every row operation, in order.
    ///
    /// # Errors
    /// What `f` says, which stops it.
    pub fn each<E>(&self, f: &mut impl FnMut(RowOp) -> Result<(), E>) -> Result<(), E> {
        let mut pointers = [0; POINTERS];
        self.run(&self.main, &mut pointers, f)
    }

    /// Every row operation, in order.
    pub fn expand(&self) -> Vec<RowOp> {
        let mut ops = Vec::new();
        let all: Result<(), std::convert::Infallible> = self.each(&mut |op| {
            ops.push(op);
            Ok(())
        });
        match all {
            Ok(()) => ops,
            Err(never) => match never {},
        }
    }

    fn run<E>(
        &self,
        code: &[Code],
        pointers: &mut [i32; POINTERS],
        f: &mut impl FnMut(RowOp) -> Result<(), E>,
    ) -> Result<(), E> {
        for one in code {
            let row = |operand: &Operand| match operand {
                Operand::Direct(row) => *row,
                Operand::Pointer(pointer, offset) => {
                    let address = pointers[usize::from(*pointer)] + i32::from(*offset);
                    Row::at(address as u16)
                }
            };
            match one {
                Code::Aap(dst, src) => f(RowOp::Aap {
                    dst: row(dst),
                    src: row(src),
                })?,
                Code::Ap(triple) => f(RowOp::Ap(*triple))?,
                Code::Shift(dst, src, direction) => f(RowOp::Shift {
                    dst: row(dst),
                    src: row(src),
                    direction: *direction,
                })?,
                Code::Rotate(dst, src, direction) => f(RowOp::Rotate {
                    dst: row(dst),
                    src: row(src),
                    direction: *direction,
                })?,
                Code::Quac(dst) => f(RowOp::Quac(row(dst)))?,
                Code::Read(src) => f(RowOp::Read(row(src)))?,
                Code::Write(dst) => f(RowOp::Write(row(dst)))?,
                Code::Point(pointer, row) => {
                    pointers[usize::from(*pointer)] = i32::from(row.address());
                }
                Code::Advance(pointer, rows) => {
                    pointers[usize::from(*pointer)] += i32::from(*rows);
                }
                Code::Repeat(times, body) => {
                    for _ in 0..*times {
                        self.run(body, pointers, f)?;
                    }
                }
                Code::Call(number) => self.run(&self.subroutines[*number].1, pointers, f)?,
            }
        }
        Ok(())
    }
}
