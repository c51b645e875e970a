//! One line a command, for spreadsheets and scripts.

use super::super::device::Event;
use super::super::subarray::Bits;
use super::{Recorder, bad_line, hex, unhex};
use pimtee_hdl::dram::Command;
use std::fmt::Display;
use std::io::{self, BufRead, Write};

const HEADER: &str = "clock,command,bank,subarray,row,source,direction,burst,bus,buffer,energy_pj";

/// Writes CSV. Columns that a command does not have are empty; `row` is what is activated or the
/// destination; `bus` and `buffer` are hex, the byte with column 0 first.
pub struct Csv<W: Write> {
    out: W,
    begun: bool,
}

impl<W: Write> Csv<W> {
    /// To `out`.
    pub fn new(out: W) -> Self {
        Csv { out, begun: false }
    }
}

fn shown<T: Display>(value: Option<T>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

impl<W: Write> Recorder for Csv<W> {
    fn record(&mut self, event: &Event) -> io::Result<()> {
        if !self.begun {
            writeln!(self.out, "{HEADER}")?;
            self.begun = true;
        }
        let (subarray, row, source, direction, burst) = match event.command {
            Command::Act(place, row) => (Some(place.subarray), Some(row), None, None, None),
            Command::Shift {
                place,
                dst,
                src,
                direction,
            }
            | Command::Rotate {
                place,
                dst,
                src,
                direction,
            } => (
                Some(place.subarray),
                Some(dst),
                Some(src),
                Some(direction),
                None,
            ),
            Command::Quac(place) => (Some(place.subarray), None, None, None, None),
            Command::Rd(_, burst) | Command::Wr(_, burst, _) => {
                (None, None, None, None, Some(burst))
            }
            Command::Pre(_) | Command::Ref => (None, None, None, None, None),
        };
        writeln!(
            self.out,
            "{},{},{},{},{},{},{},{},{},{},{}",
            event.clock,
            event.class,
            shown(event.command.bank()),
            shown(subarray),
            shown(row),
            shown(source),
            shown(direction),
            shown(burst),
            shown(event.bus.map(|bus| hex::encode(bus.to_le_bytes()))),
            shown(event.buffer.as_ref().map(hex)),
            event.energy_pj,
        )
    }

    fn finish(&mut self, _clock: u64) -> io::Result<()> {
        self.out.flush()
    }
}

/// A line of such a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CsvLine {
    /// When.
    pub clock: u64,
    /// Name of the class, bank, subarray, row, source, direction, burst, as written.
    pub fields: [String; 7],
    /// Data on the bus.
    pub bus: Option<u64>,
    /// The row buffer.
    pub buffer: Option<Bits>,
    /// Energy.
    pub energy_pj: u64,
}

/// Reads what [`Csv`] wrote.
///
/// # Errors
/// It cannot be read, or is something else.
pub fn read_csv(from: impl BufRead) -> io::Result<Vec<CsvLine>> {
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(from.lines()) {
        let line = line?;
        if number == 1 {
            if line != HEADER {
                return Err(bad_line(number, "the header is another one"));
            }
            continue;
        }
        lines.push(parsed(&line).ok_or_else(|| bad_line(number, "not a command"))?);
    }
    Ok(lines)
}

fn parsed(line: &str) -> Option<CsvLine> {
    let fields: Vec<&str> = line.split(',').collect();
    let [clock, named @ .., bus, buffer, energy] = fields.as_slice() else {
        return None;
    };
    let named: [&str; 7] = named.try_into().ok()?;
    let bus = match *bus {
        "" => None,
        text => Some(u64::from_le_bytes(hex::decode(text).ok()?.try_into().ok()?)),
    };
    let buffer = match *buffer {
        "" => None,
        text => Some(unhex(text)?),
    };
    Some(CsvLine {
        clock: clock.parse().ok()?,
        fields: named.map(str::to_owned),
        bus,
        buffer,
        energy_pj: energy.parse().ok()?,
    })
}
