//! Traces of NVMain-PIM: a line an operation, `cycle OP addr data thread addr2`.
//!
//! A line is written when its bank is precharged, with the clock of its first ACT; only then is it
//! known whether it is an AP or an AAP. SHIFT and rotation have no name there: they become as many
//! copies (`O`) as they take AAPs. QUAC becomes `D`. Its simulator refreshes by itself, so REF is
//! left out.

use super::super::WORDS;
use super::super::device::Event;
use super::super::subarray::Bits;
use super::{Recorder, bad_line, hex, unhex};
use pimtee_hdl::dram::timing::Class;
use pimtee_hdl::dram::{Command, Geometry, Place, Row, Timing};
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, BufRead, Write};
use std::str::FromStr;

/// Its reader takes the first line for the version; with version 0 the line has no old data.
const HEADER: &str = "NVMV0";
/// Of NVMain-PIM's example of a 2D DRAM, mapping `SA:R:RK:BK:CH:C`: ranks, channels, and columns
/// of 64 bytes in a row.
const RANKS: u64 = 2;
const CHANNELS: u64 = 2;
const COLUMNS: u64 = 32;
const COLUMN_BYTES: u64 = 64;

/// What a line does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// AP of one row.
    S,
    /// AAP of rows raised alone.
    O,
    /// AP of three rows.
    T,
    /// Of more rows that are not sensed as a majority: QUAC.
    D,
    /// AAP that writes two rows.
    Odra,
    /// AAP that raises three rows, first or second.
    Otra,
    /// RD.
    R,
    /// WR.
    W,
}

const NAMES: [(Op, &str); 8] = [
    (Op::S, "S"),
    (Op::O, "O"),
    (Op::T, "T"),
    (Op::D, "D"),
    (Op::Odra, "ODRA"),
    (Op::Otra, "OTRA"),
    (Op::R, "R"),
    (Op::W, "W"),
];

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = NAMES.iter().find(|(op, _)| op == self);
        f.write_str(name.map_or("", |(_, name)| name))
    }
}

impl FromStr for Op {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let found = NAMES.iter().find(|(_, name)| *name == text);
        found.map(|(op, _)| *op).ok_or(())
    }
}

/// A line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Clock of its first command.
    pub cycle: u64,
    /// What it does.
    pub op: Op,
    /// Byte address of the source, or of the only row.
    pub address: u64,
    /// The row buffer at the end; of `R` and `W` the burst, in its place.
    pub data: Bits,
    /// Always 0.
    pub thread: u64,
    /// Byte address of the destination.
    pub address2: Option<u64>,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {} {:#x} {} {}",
            self.cycle,
            self.op,
            self.address,
            hex(&self.data),
            self.thread
        )?;
        match self.address2 {
            Some(address) => write!(f, " {address:#x}"),
            None => Ok(()),
        }
    }
}

/// Operation that is going on in a bank.
struct Begun {
    cycle: u64,
    place: Place,
    src: Row,
    dst: Option<Row>,
    data: Bits,
    quac: bool,
    /// Through the host port: its lines are written already.
    host: bool,
}

/// Writes traces of NVMain-PIM.
pub struct Nvmain<W: Write> {
    out: W,
    geometry: Geometry,
    shift_aaps: u64,
    rotate_aaps: u64,
    aap: u64,
    begun: BTreeMap<u16, Begun>,
    headed: bool,
}

impl<W: Write> Nvmain<W> {
    /// To `out`.
    pub fn new(out: W, timing: &Timing, geometry: &Geometry) -> Self {
        let copy = pimtee_hdl::dram::RowOp::Aap {
            dst: Row::d(0),
            src: Row::d(1),
        };
        Nvmain {
            out,
            geometry: *geometry,
            shift_aaps: timing.shift().shift_aaps().into(),
            rotate_aaps: timing.shift().rotate_aaps().unwrap_or(0).into(),
            aap: timing.schedule(&copy).map_or(0, |one| one.length.into()),
            begun: BTreeMap::new(),
            headed: false,
        }
    }

    /// Byte address of a burst of a row.
    fn address(&self, place: Place, row: Row, burst: u16) -> u64 {
        let subarray = u64::from(place.subarray) * u64::from(self.geometry.rows);
        let row = subarray + u64::from(row.address());
        let bank = row * RANKS * u64::from(self.geometry.banks) + u64::from(place.bank);
        (bank * CHANNELS * COLUMNS + u64::from(burst)) * COLUMN_BYTES
    }

    fn line(&mut self, line: &Line) -> io::Result<()> {
        if !self.headed {
            writeln!(self.out, "{HEADER}")?;
            self.headed = true;
        }
        writeln!(self.out, "{line}")
    }

    fn operation(&mut self, begun: &Begun) -> io::Result<()> {
        let raised = |row: Row| row.raised().count();
        let most = raised(begun.src).max(begun.dst.map_or(0, raised));
        let op = match (begun.quac, begun.dst, most) {
            (true, _, _) => Op::D,
            (false, None, 1) => Op::S,
            (false, None, _) => Op::T,
            (false, Some(_), 1) => Op::O,
            (false, Some(_), 2) => Op::Odra,
            (false, Some(_), _) => Op::Otra,
        };
        let line = Line {
            cycle: begun.cycle,
            op,
            address: self.address(begun.place, begun.src, 0),
            data: begun.data,
            thread: 0,
            address2: begun.dst.map(|dst| self.address(begun.place, dst, 0)),
        };
        self.line(&line)
    }

    fn moved(&mut self, event: &Event, place: Place, dst: Row, src: Row) -> io::Result<()> {
        let copies = match event.class {
            Class::Rotate => self.rotate_aaps,
            _ => self.shift_aaps,
        };
        for copy in 0..copies {
            self.operation(&Begun {
                cycle: event.clock + copy * self.aap,
                place,
                src,
                dst: Some(dst),
                data: event.buffer.unwrap_or_default(),
                quac: false,
                host: false,
            })?;
        }
        Ok(())
    }

    fn port(&mut self, event: &Event, op: Op, bank: u16, burst: u16) -> io::Result<()> {
        let Some(begun) = self.begun.get_mut(&bank) else {
            return Ok(());
        };
        begun.host = true;
        let (place, row) = (begun.place, begun.dst.unwrap_or(begun.src));
        let mut data = [0; WORDS];
        data[usize::from(burst)] = event.bus.unwrap_or(0);
        let address = self.address(place, row, burst);
        self.line(&Line {
            cycle: event.clock,
            op,
            address,
            data,
            thread: 0,
            address2: None,
        })
    }
}

impl<W: Write> Recorder for Nvmain<W> {
    fn record(&mut self, event: &Event) -> io::Result<()> {
        let data = event.buffer.unwrap_or_default();
        let begin = |place, src, quac| Begun {
            cycle: event.clock,
            place,
            src,
            dst: None,
            data,
            quac,
            host: false,
        };
        match event.command {
            Command::Act(place, row) => {
                match self.begun.get_mut(&place.bank) {
                    Some(begun) => begun.dst = Some(row),
                    None => drop(self.begun.insert(place.bank, begin(place, row, false))),
                }
                Ok(())
            }
            Command::Quac(place) => {
                self.begun.insert(place.bank, begin(place, Row::QUAC, true));
                Ok(())
            }
            Command::Pre(bank) => match self.begun.remove(&bank) {
                Some(begun) if !begun.host => self.operation(&Begun { data, ..begun }),
                _ => Ok(()),
            },
            Command::Rd(bank, burst) => self.port(event, Op::R, bank, burst),
            Command::Wr(bank, burst, _) => self.port(event, Op::W, bank, burst),
            Command::Shift {
                place, dst, src, ..
            }
            | Command::Rotate {
                place, dst, src, ..
            } => self.moved(event, place, dst, src),
            Command::Ref => Ok(()),
        }
    }

    fn finish(&mut self, _clock: u64) -> io::Result<()> {
        self.out.flush()
    }
}

/// Reads such a trace.
///
/// # Errors
/// It cannot be read, or is something else.
pub fn read_nvmain(from: impl BufRead) -> io::Result<Vec<Line>> {
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(from.lines()) {
        let line = line?;
        if number == 1 {
            if line != HEADER {
                return Err(bad_line(number, "the version is not NVMV0"));
            }
            continue;
        }
        lines.push(parsed(&line).ok_or_else(|| bad_line(number, "not an operation"))?);
    }
    Ok(lines)
}

fn parsed(line: &str) -> Option<Line> {
    let number = |text: &str| {
        let digits = text.strip_prefix("0x").unwrap_or(text);
        u64::from_str_radix(digits, 16).ok()
    };
    let fields: Vec<&str> = line.split_whitespace().collect();
    let [cycle, op, address, data, thread, rest @ ..] = fields.as_slice() else {
        return None;
    };
    let address2 = match rest {
        [] => None,
        [address] => Some(number(address)?),
        _ => return None,
    };
    Some(Line {
        cycle: cycle.parse().ok()?,
        op: op.parse().ok()?,
        address: number(address)?,
        data: unhex(data)?,
        thread: thread.parse().ok()?,
        address2,
    })
}
