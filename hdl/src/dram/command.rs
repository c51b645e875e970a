//! Commands of a memory, and the row operations that programs are made of.

use super::rows::Row;
use std::fmt;

/// Bits of a column burst: a burst of eight on the eight data lines of one device.
pub const BURST_BITS: u16 = 64;

/// A subarray.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Bank.
    pub bank: u16,
    /// Subarray of the bank.
    pub subarray: u16,
}

/// Where the columns go. Column 0 is the least significant bit of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// To the next higher column.
    Left,
    /// To the next lower column.
    Right,
}

/// What is sent to the memory in a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// On a precharged bank: sense what the row raises, the majority of three. On an open bank:
    /// write the row buffer to what the row raises.
    Act(Place, Row),
    /// Close the bank.
    Pre(u16),
    /// Read a burst of the open row: bank, number of the burst.
    Rd(u16, u16),
    /// Write a burst to the row buffer and the open rows: bank, number of the burst, data.
    Wr(u16, u16, u64),
    /// Refresh all banks, which must be precharged.
    Ref,
    /// `dst ← src`, moved by one column; zero comes in; a source apart from the destination stays.
    /// Bank precharged, and precharged again after the cost of the shift preset.
    Shift {
        /// Subarray.
        place: Place,
        /// Destination.
        dst: Row,
        /// Source.
        src: Row,
        /// Where to.
        direction: Direction,
    },
    /// `dst ← src`, rotated by one column inside each lane of 64 columns. As [`Command::Shift`].
    Rotate {
        /// Subarray.
        place: Place,
        /// Destination.
        dst: Row,
        /// Source.
        src: Row,
        /// Where to.
        direction: Direction,
    },
    /// Raise the four entropy rows of a precharged bank in one: their cells, and the row buffer,
    /// take values by chance where two are one and two are zero.
    Quac(Place),
}

/// An operation of a row program, in one subarray; what the compiler puts out. Costs are those of
/// [`Timing::schedule`](super::timing::Timing::schedule).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RowOp {
    /// ACT `src`, ACT `dst`, PRE: copies, or computes when `src` raises three rows.
    Aap {
        /// Destination: what a second ACT may have.
        dst: Row,
        /// Source: what a first ACT may have.
        src: Row,
    },
    /// ACT, PRE: the majority stays in the rows.
    Ap(Row),
    /// [`Command::Shift`]. Both rows are sensed or written alone.
    Shift {
        /// Destination.
        dst: Row,
        /// Source.
        src: Row,
        /// Where to.
        direction: Direction,
    },
    /// [`Command::Rotate`]. Both rows are sensed or written alone.
    Rotate {
        /// Destination.
        dst: Row,
        /// Source.
        src: Row,
        /// Where to.
        direction: Direction,
    },
    /// QUAC, ACT `dst`, PRE: what came by chance goes to `dst`.
    Quac(Row),
    /// ACT, RD of every burst, PRE: the row goes to the host.
    Read(Row),
    /// ACT, WR of every burst, PRE: the next row of the host comes in. `Write` may be the first
    /// that happens to a row.
    Write(Row),
}

impl Command {
    /// The bank; none for REF, which is for all.
    #[inline]
    pub fn bank(&self) -> Option<u16> {
        match self {
            Command::Act(place, _)
            | Command::Shift { place, .. }
            | Command::Rotate { place, .. }
            | Command::Quac(place) => Some(place.bank),
            Command::Pre(bank) | Command::Rd(bank, _) | Command::Wr(bank, _, _) => Some(*bank),
            Command::Ref => None,
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Direction::Left => "left",
            Direction::Right => "right",
        })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bank {} subarray {}", self.bank, self.subarray)
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Act(place, row) => write!(f, "ACT {row} ({place})"),
            Command::Pre(bank) => write!(f, "PRE (bank {bank})"),
            Command::Rd(bank, burst) => write!(f, "RD burst {burst} (bank {bank})"),
            Command::Wr(bank, burst, _) => write!(f, "WR burst {burst} (bank {bank})"),
            Command::Ref => f.write_str("REF"),
            Command::Shift {
                place,
                dst,
                src,
                direction,
            } => write!(f, "SHIFT {dst} <- {src} {direction} ({place})"),
            Command::Rotate {
                place,
                dst,
                src,
                direction,
            } => write!(f, "ROTATE {dst} <- {src} {direction} ({place})"),
            Command::Quac(place) => write!(f, "QUAC ({place})"),
        }
    }
}

impl fmt::Display for RowOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RowOp::Aap { dst, src } => write!(f, "AAP {dst} <- {src}"),
            RowOp::Ap(row) => write!(f, "AP {row}"),
            RowOp::Shift {
                dst,
                src,
                direction,
            } => write!(f, "SHIFT {dst} <- {src} {direction}"),
            RowOp::Rotate {
                dst,
                src,
                direction,
            } => write!(f, "ROTATE {dst} <- {src} {direction}"),
            RowOp::Quac(dst) => write!(f, "QUAC {dst}"),
            RowOp::Read(row) => write!(f, "READ {row}"),
            RowOp::Write(row) => write!(f, "WRITE {row}"),
        }
    }
}
