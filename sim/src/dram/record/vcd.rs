//! Waveforms: state of the banks, rows, row buffers and the data bus.

use super::super::WORDS;
use super::super::device::Event;
use super::super::subarray::Bits;
use super::Recorder;
use ::vcd::{IdCode, TimescaleUnit, Value, Writer};
use pimtee_hdl::dram::command::BURST_BITS;
use pimtee_hdl::dram::{Command, Geometry, Row, Timing};
use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

/// Something to write to, held twice.
struct Shared<W>(Rc<RefCell<W>>);

impl<W: Write> Write for Shared<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.borrow_mut().flush()
    }
}

/// Signals of a bank.
struct Bank {
    open: IdCode,
    subarray: IdCode,
    row: IdCode,
    second: IdCode,
    buffer: IdCode,
}

/// Signals of the bus.
struct Bus {
    clock: IdCode,
    command: IdCode,
    bank: IdCode,
    dq: IdCode,
    burst: IdCode,
}

/// Writes VCD, time in picoseconds, rounded down; the signal `clock` is exact.
///
/// Under `dram`: `clock`, `command` (number of the class: 0 ACT, 1 and 2 second ACT, 3 PRE, 4 RD,
/// 5 WR, 6 REF, 7 SHIFT, 8 rotation, 9 QUAC), `bank`, `burst` and `dq` of the last command; per
/// bank `open`, `subarray`, `row` (what was sensed, or the source), `second` (what was written, or
/// the destination) and `buffer`.
pub struct Vcd<W: Write> {
    out: Writer<Shared<W>>,
    /// The same, to flush it: the crate's writer does not give it back.
    sink: Shared<W>,
    timing: Timing,
    bus: Bus,
    banks: Vec<Bank>,
    time: Option<u64>,
}

fn bits(width: u32, value: u64) -> Vec<Value> {
    let bit = |at| Value::from(value >> at & 1 == 1);
    (0..width).rev().map(bit).collect()
}

impl<W: Write> Vcd<W> {
    /// To `out`, with the header.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn new(out: W, timing: &Timing, geometry: &Geometry) -> io::Result<Self> {
        let sink = Shared(Rc::new(RefCell::new(out)));
        let mut out = Writer::new(Shared(sink.0.clone()));
        out.timescale(1, TimescaleUnit::PS)?;
        out.add_module("dram")?;
        let bus = Bus {
            clock: out.add_wire(64, "clock")?,
            command: out.add_wire(4, "command")?,
            bank: out.add_wire(16, "bank")?,
            burst: out.add_wire(16, "burst")?,
            dq: out.add_wire(u32::from(BURST_BITS), "dq")?,
        };
        let mut banks = Vec::new();
        for bank in 0..geometry.banks {
            out.add_module(&format!("bank{bank}"))?;
            banks.push(Bank {
                open: out.add_wire(1, "open")?,
                subarray: out.add_wire(16, "subarray")?,
                row: out.add_wire(16, "row")?,
                second: out.add_wire(16, "second")?,
                buffer: out.add_wire(64 * WORDS as u32, "buffer")?,
            });
            out.upscope()?;
        }
        out.upscope()?;
        out.enddefinitions()?;
        out.timestamp(0)?;
        for bank in &banks {
            out.change_scalar(bank.open, false)?;
        }
        Ok(Vcd {
            out,
            sink,
            timing: timing.clone(),
            bus,
            banks,
            time: Some(0),
        })
    }

    fn time(&mut self, clock: u64) -> io::Result<()> {
        let (numerator, denominator) = self.timing.ps(clock);
        let time = u64::try_from(numerator / denominator).unwrap_or(u64::MAX);
        if self.time != Some(time) {
            self.out.timestamp(time)?;
            self.time = Some(time);
        }
        Ok(())
    }

    fn number(&mut self, id: IdCode, width: u32, value: u64) -> io::Result<()> {
        self.out.change_vector(id, &bits(width, value))
    }

    fn row(&mut self, id: IdCode, row: Row) -> io::Result<()> {
        self.number(id, 16, row.address().into())
    }

    fn buffer(&mut self, bank: u16, row: &Bits) -> io::Result<()> {
        let values: Vec<Value> = row.iter().rev().flat_map(|word| bits(64, *word)).collect();
        self.out
            .change_vector(self.banks[usize::from(bank)].buffer, &values)
    }
}

impl<W: Write> Recorder for Vcd<W> {
    fn record(&mut self, event: &Event) -> io::Result<()> {
        self.time(event.clock)?;
        self.number(self.bus.clock, 64, event.clock)?;
        self.number(self.bus.command, 4, event.class as u64)?;
        let Some(bank) = event.command.bank() else {
            return Ok(());
        };
        self.number(self.bus.bank, 16, bank.into())?;
        let Bank {
            open,
            subarray,
            row,
            second,
            ..
        } = self.banks[usize::from(bank)];
        match event.command {
            Command::Act(place, raised) => {
                let first = event.class == pimtee_hdl::dram::timing::Class::Act;
                self.out.change_scalar(open, true)?;
                self.number(subarray, 16, place.subarray.into())?;
                self.row(if first { row } else { second }, raised)?;
            }
            Command::Quac(place) => {
                self.out.change_scalar(open, true)?;
                self.number(subarray, 16, place.subarray.into())?;
                self.row(row, Row::QUAC)?;
            }
            Command::Shift {
                place, dst, src, ..
            }
            | Command::Rotate {
                place, dst, src, ..
            } => {
                self.number(subarray, 16, place.subarray.into())?;
                self.row(row, src)?;
                self.row(second, dst)?;
            }
            Command::Pre(_) => self.out.change_scalar(open, false)?,
            Command::Rd(_, burst) | Command::Wr(_, burst, _) => {
                self.number(self.bus.burst, 16, burst.into())?;
                self.number(self.bus.dq, 64, event.bus.unwrap_or(0))?;
            }
            Command::Ref => {}
        }
        match &event.buffer {
            Some(held) => self.buffer(bank, held),
            None => Ok(()),
        }
    }

    fn finish(&mut self, clock: u64) -> io::Result<()> {
        self.time(clock)?;
        self.sink.flush()
    }
}
