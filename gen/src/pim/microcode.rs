//! The encoded form of a program: 32-bit words that a sequencer executes. See
//! `docs/pim-microcode.md`.
//!
//! Loop counts, row pointers and addresses are constants of the program: no word reads a row into
//! one of them.

use super::program::{CALL_DEPTH, Code, LOOP_DEPTH, Operand, POINTERS, Program, TIMES};
use pimtee_hdl::dram::{Direction, Row, RowOp};
use std::fmt::Write as _;
use thiserror::Error;

const HALT: u32 = 0;
const AAP: u32 = 1;
const AP: u32 = 2;
const SHL: u32 = 3;
const SHR: u32 = 4;
const ROL: u32 = 5;
const ROR: u32 = 6;
const QUAC: u32 = 7;
const READ: u32 = 8;
const WRITE: u32 = 9;
const LOOP: u32 = 10;
const ENDLOOP: u32 = 11;
const CALL: u32 = 12;
const RET: u32 = 13;
const SETP: u32 = 14;
const ADDP: u32 = 15;

/// Bits of a row address.
const ADDRESS_BITS: u32 = 9;
const ADDRESS: u32 = (1 << ADDRESS_BITS) - 1;
const OPERAND_BITS: u32 = 14;
const OPERAND: u32 = (1 << OPERAND_BITS) - 1;
const BY_POINTER: u32 = 1 << 13;

/// A program as words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Microcode {
    /// The words; the main program begins at 0.
    pub words: Vec<u32>,
    /// Address and name of each subroutine.
    pub entries: Vec<(u32, String)>,
}

/// Why words are no program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MicrocodeError {
    /// The code ends without HALT, or an address is beyond it.
    #[error("address {0} is beyond the code")]
    OutOfCode(u32),
    /// A row address beyond nine bits.
    #[error("address {at}: row address {row} has more than nine bits")]
    Row {
        /// Where.
        at: u32,
        /// Row address.
        row: i32,
    },
    /// Too many loops inside of each other.
    #[error("address {0}: more than {LOOP_DEPTH} loops inside of each other")]
    LoopDepth(u32),
    /// Too many calls inside of each other.
    #[error("address {0}: more than {CALL_DEPTH} calls inside of each other")]
    CallDepth(u32),
    /// ENDLOOP without LOOP, or RET without CALL.
    #[error("address {0}: ENDLOOP without LOOP, or RET without CALL")]
    Unopened(u32),
}

impl Microcode {
    /// Encodes a program whose limits the compiler has checked.
    pub fn assemble(program: &Program) -> Microcode {
        let mut made = Microcode::default();
        let mut calls = Vec::new();
        made.encode(&program.main, &mut calls);
        made.words.push(HALT << 28);
        for (name, code) in &program.subroutines {
            made.entries.push((made.words.len() as u32, name.clone()));
            made.encode(code, &mut calls);
            made.words.push(RET << 28);
        }
        for (at, number) in calls {
            made.words[at] |= made.entries[number].0;
        }
        made
    }

    fn encode(&mut self, code: &[Code], calls: &mut Vec<(usize, usize)>) {
        for one in code {
            let two = |op: u32, dst: &Operand, src: &Operand| {
                op << 28 | operand(dst) << OPERAND_BITS | operand(src)
            };
            let word = match one {
                Code::Aap(dst, src) => two(AAP, dst, src),
                Code::Ap(triple) => AP << 28 | operand(&Operand::Direct(*triple)),
                Code::Shift(dst, src, Direction::Left) => two(SHL, dst, src),
                Code::Shift(dst, src, Direction::Right) => two(SHR, dst, src),
                Code::Rotate(dst, src, Direction::Left) => two(ROL, dst, src),
                Code::Rotate(dst, src, Direction::Right) => two(ROR, dst, src),
                Code::Quac(dst) => QUAC << 28 | operand(dst),
                Code::Read(src) => READ << 28 | operand(src),
                Code::Write(dst) => WRITE << 28 | operand(dst),
                Code::Point(pointer, row) => {
                    SETP << 28 | u32::from(*pointer) << 24 | u32::from(row.address())
                }
                Code::Advance(pointer, rows) => {
                    ADDP << 28 | u32::from(*pointer) << 24 | u32::from(*rows as u16)
                }
                Code::Repeat(times, body) => {
                    self.words.push(LOOP << 28 | (times - 1));
                    self.encode(body, calls);
                    ENDLOOP << 28
                }
                Code::Call(number) => {
                    calls.push((self.words.len(), *number));
                    CALL << 28
                }
            };
            self.words.push(word);
        }
    }

    /// Executes the words as the sequencer does, and calls `f` with every row operation.
    ///
    /// # Errors
    /// The words are no program.
    pub fn each(&self, f: &mut impl FnMut(RowOp)) -> Result<(), MicrocodeError> {
        let mut pointers = [0i32; POINTERS];
        let mut loops: Vec<(u32, u32)> = Vec::new();
        let mut returns: Vec<u32> = Vec::new();
        let mut at = 0u32;
        loop {
            let word = self.words.get(at as usize);
            let word = *word.ok_or(MicrocodeError::OutOfCode(at))?;
            let here = at;
            at += 1;
            let row = |field: u32| {
                let address = if field & BY_POINTER == 0 {
                    (field & ADDRESS) as i32
                } else {
                    pointers[(field >> ADDRESS_BITS & 15) as usize] + (field & ADDRESS) as i32
                };
                if (0..=ADDRESS as i32).contains(&address) {
                    Ok(Row::at(address as u16))
                } else {
                    Err(MicrocodeError::Row {
                        at: here,
                        row: address,
                    })
                }
            };
            let dst = || row(word >> OPERAND_BITS & OPERAND);
            let src = || row(word & OPERAND);
            let pointer = (word >> 24 & 15) as usize;
            match word >> 28 {
                HALT => return Ok(()),
                AAP => f(RowOp::Aap {
                    dst: dst()?,
                    src: src()?,
                }),
                AP => f(RowOp::Ap(src()?)),
                op @ (SHL | SHR) => f(RowOp::Shift {
                    dst: dst()?,
                    src: src()?,
                    direction: direction(op == SHL),
                }),
                op @ (ROL | ROR) => f(RowOp::Rotate {
                    dst: dst()?,
                    src: src()?,
                    direction: direction(op == ROL),
                }),
                QUAC => f(RowOp::Quac(src()?)),
                READ => f(RowOp::Read(src()?)),
                WRITE => f(RowOp::Write(src()?)),
                LOOP => {
                    if loops.len() == LOOP_DEPTH {
                        return Err(MicrocodeError::LoopDepth(here));
                    }
                    loops.push((at, word & (TIMES - 1)));
                }
                ENDLOOP => {
                    let (start, left) = loops.last_mut().ok_or(MicrocodeError::Unopened(here))?;
                    if *left == 0 {
                        loops.pop();
                    } else {
                        *left -= 1;
                        at = *start;
                    }
                }
                CALL => {
                    if returns.len() == CALL_DEPTH {
                        return Err(MicrocodeError::CallDepth(here));
                    }
                    returns.push(at);
                    at = word & 0xff_ffff;
                }
                RET => at = returns.pop().ok_or(MicrocodeError::Unopened(here))?,
                SETP => pointers[pointer] = (word & ADDRESS) as i32,
                _ => pointers[pointer] += i32::from(word as u16 as i16),
            }
        }
    }

    /// One word a line, eight hexadecimal digits, as `$readmemh` reads them.
    pub fn hex(&self) -> String {
        self.words.iter().fold(String::new(), |mut text, word| {
            let _ = writeln!(text, "{word:08x}");
            text
        })
    }

    /// The words as text: address, word, instruction.
    pub fn listing(&self) -> String {
        let mut text = String::from("main:\n");
        let mut depth = 0usize;
        for (at, word) in self.words.iter().enumerate() {
            if let Some((_, name)) = self.entries.iter().find(|(entry, _)| *entry == at as u32) {
                let _ = writeln!(text, "{name}:");
            }
            if word >> 28 == ENDLOOP {
                depth = depth.saturating_sub(1);
            }
            let indent = "  ".repeat(depth);
            let _ = writeln!(
                text,
                "  {at:06x}  {word:08x}  {indent}{}",
                self.instruction(*word)
            );
            if word >> 28 == LOOP {
                depth += 1;
            }
        }
        text
    }

    fn instruction(&self, word: u32) -> String {
        let row = |field: u32| {
            if field & BY_POINTER == 0 {
                Row::at((field & ADDRESS) as u16).to_string()
            } else {
                format!("[P{}+{}]", field >> ADDRESS_BITS & 15, field & ADDRESS)
            }
        };
        let dst = row(word >> OPERAND_BITS & OPERAND);
        let src = row(word & OPERAND);
        let pointer = word >> 24 & 15;
        let moved = |name| format!("{name} {dst} <- {src}");
        match word >> 28 {
            HALT => "HALT".into(),
            AAP => moved("AAP"),
            AP => format!("AP {src}"),
            SHL => moved("SHL"),
            SHR => moved("SHR"),
            ROL => moved("ROL"),
            ROR => moved("ROR"),
            QUAC => format!("QUAC {src}"),
            READ => format!("READ {src}"),
            WRITE => format!("WRITE {src}"),
            LOOP => format!("LOOP {}", (word & (TIMES - 1)) + 1),
            ENDLOOP => "ENDLOOP".into(),
            CALL => {
                let to = word & 0xff_ffff;
                let entry = self.entries.iter().find(|(entry, _)| *entry == to);
                entry.map_or_else(
                    || format!("CALL {to:06x}"),
                    |(_, name)| format!("CALL {name}"),
                )
            }
            RET => "RET".into(),
            SETP => format!("SETP P{pointer}, {}", Row::at((word & ADDRESS) as u16)),
            _ => format!("ADDP P{pointer}, {}", word as u16 as i16),
        }
    }
}

fn direction(left: bool) -> Direction {
    if left {
        Direction::Left
    } else {
        Direction::Right
    }
}

fn operand(operand: &Operand) -> u32 {
    match operand {
        Operand::Direct(row) => u32::from(row.address()) & ADDRESS,
        Operand::Pointer(pointer, offset) => {
            BY_POINTER | u32::from(*pointer) << ADDRESS_BITS | u32::from(*offset) & ADDRESS
        }
    }
}
