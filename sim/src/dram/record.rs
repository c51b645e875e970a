//! Traces of what a device did: CSV, NVMain-PIM, VCD. All are written as the commands come.

mod csv;
mod nvmain;
mod vcd;

pub use csv::{Csv, CsvLine, read_csv};
pub use nvmain::{Line, Nvmain, Op, read_nvmain};
pub use vcd::Vcd;

use super::device::Event;
use super::subarray::Bits;
use std::io;

/// Takes down commands.
pub trait Recorder {
    /// One command.
    ///
    /// # Errors
    /// It cannot be written.
    fn record(&mut self, event: &Event) -> io::Result<()>;

    /// The end, at `clock`.
    ///
    /// # Errors
    /// It cannot be written.
    fn finish(&mut self, clock: u64) -> io::Result<()>;
}

/// A row in hex, the byte with column 0 first.
fn hex(bits: &Bits) -> String {
    hex::encode(bits.map(u64::to_le_bytes).concat())
}

/// What [`hex`] wrote.
fn unhex(text: &str) -> Option<Bits> {
    let bytes: [u8; 64] = hex::decode(text).ok()?.try_into().ok()?;
    let (words, _) = bytes.as_chunks::<8>();
    Some(std::array::from_fn(|at| u64::from_le_bytes(words[at])))
}

/// A line of a trace that cannot be read.
fn bad_line(number: usize, reason: &str) -> io::Error {
    let text = format!("line {number}: {reason}");
    io::Error::new(io::ErrorKind::InvalidData, text)
}
