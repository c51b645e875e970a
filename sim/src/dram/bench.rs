//! How fast the device model is: row operations a second on one core.

use super::{Device, Executor, Host, Subarray};
use pimtee_hdl::dram::timing::{Memory, Preset, Shift};
use pimtee_hdl::dram::{Geometry, Place, Row, RowOp, Timing};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Operations a second that the model is to reach without time.
pub const WANTED: f64 = 30e6;

/// A run.
#[derive(Clone, Copy, Debug)]
pub struct Lap {
    /// Row operations.
    pub ops: u64,
    /// Time it took.
    pub took: Duration,
}

impl Lap {
    /// Row operations a second.
    pub fn rate(&self) -> f64 {
        self.ops as f64 / self.took.as_secs_f64()
    }
}

/// XOR of three data rows over and over: seven AAPs with plain, double, triple and complemented
/// rows.
fn program() -> Vec<RowOp> {
    let mut ops = Vec::new();
    for number in 0..64 {
        let [a, b, c, d] = [0, 1, 2, 3].map(|row| Row::d(number + row));
        ops.extend(
            [
                (Row::T2, a),
                (Row::B8, b),
                (Row::B9, c),
                (Row::T3, Row::B14),
                (Row::NDCC0, a),
                (Row::T1, Row::B15),
                (d, Row::B14),
            ]
            .map(|(dst, src)| RowOp::Aap { dst, src }),
        );
    }
    ops
}

fn load(subarray: &mut Subarray) {
    for row in 0..67 {
        let loaded = subarray.load(Row::d(row), &[u64::from(row) * 0x9e37; 8]);
        loaded.expect("a data row");
    }
}

/// Bits and labels alone, [`Subarray::apply`].
///
/// # Panics
/// Never: the program is legal.
pub fn bits(rounds: u64) -> Lap {
    let mut subarray = Subarray::new(&Geometry::default());
    load(&mut subarray);
    let program = program();
    let mut host = Host::default();
    let start = Instant::now();
    for _ in 0..rounds {
        for op in &program {
            let applied = black_box(&mut subarray).apply(op, &mut host);
            applied.expect("a legal operation");
        }
    }
    Lap {
        ops: rounds * program.len() as u64,
        took: start.elapsed(),
    }
}

/// Commands at clocks, checked, with refresh and energy: an [`Executor`] on a [`Device`].
///
/// # Panics
/// Never: the program is legal.
pub fn commands(rounds: u64) -> Lap {
    let timing = Timing::new(Memory::Ddr4_2400, Preset::Paper, Shift::Migration);
    let mut device = Device::new(&timing, &Geometry::default(), 0);
    let place = Place::default();
    load(device.subarray_mut(place));
    let program = program();
    let ops = (0..rounds).flat_map(|_| program.iter().copied());
    let start = Instant::now();
    let ran = Executor::new(&mut device).run(place, ops, &mut Host::default());
    ran.expect("a legal program");
    Lap {
        ops: rounds * program.len() as u64,
        took: start.elapsed(),
    }
}
