//! Processing in DRAM: rows, commands and timing, as data.
//!
//! What the sequencer, the compiler of row programs, the timing checker and the device model have
//! in common. Nothing here computes on rows. See `docs/dram.md`.

pub mod command;
pub mod rows;
pub mod timing;

pub use command::{Command, Direction, Place, RowOp};
pub use rows::{COLUMNS, Cell, Geometry, GeometryError, Kind, Raised, Row, RowRule};
pub use timing::{Timing, TimingError};
