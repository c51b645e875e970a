//! Row operations as commands, each at the earliest legal clock.

use super::WORDS;
use super::device::{Broken, Device, Event, Fault};
use super::record::Recorder;
use super::subarray::{Bits, take};
use pimtee_hdl::dram::command::BURST_BITS;
use pimtee_hdl::dram::timing::{Class, Shift};
use pimtee_hdl::dram::{Command, Place, Row, RowOp};
use std::collections::VecDeque;
use std::io;
use thiserror::Error;

/// The host side of the data bus: rows that [`RowOp::Write`] takes, and rows that
/// [`RowOp::Read`] gives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Host {
    /// Rows to come in, next first.
    pub input: VecDeque<Bits>,
    /// Rows that came out, first first.
    pub output: Vec<Bits>,
}

/// What a program took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Clock of the first command, REF included.
    pub start: u64,
    /// Clock at which another operation could begin.
    pub end: u64,
    /// AAPs.
    pub aap: u64,
    /// APs.
    pub ap: u64,
    /// SHIFTs.
    pub shift: u64,
    /// Lane rotations.
    pub rotate: u64,
    /// QUACs.
    pub quac: u64,
    /// Rows read by the host.
    pub read: u64,
    /// Rows written by the host.
    pub write: u64,
    /// REFs.
    pub refresh: u64,
    /// Energy in picojoules, REF included.
    pub energy_pj: u64,
}

impl Report {
    /// Clocks from start to end.
    pub fn clocks(&self) -> u64 {
        self.end - self.start
    }

    /// AAPs and APs, those inside of SHIFTs and rotations counted: what the literature calls row
    /// operations.
    pub fn row_ops(&self, shift: Shift) -> u64 {
        let rotation = u64::from(shift.rotate_aaps().unwrap_or(0));
        self.aap + self.ap + self.shift * u64::from(shift.shift_aaps()) + self.rotate * rotation
    }

    fn count(&mut self, op: &RowOp) {
        let counter = match op {
            RowOp::Aap { .. } => &mut self.aap,
            RowOp::Ap(_) => &mut self.ap,
            RowOp::Shift { .. } => &mut self.shift,
            RowOp::Rotate { .. } => &mut self.rotate,
            RowOp::Quac(_) => &mut self.quac,
            RowOp::Read(_) => &mut self.read,
            RowOp::Write(_) => &mut self.write,
        };
        *counter += 1;
    }
}

/// Why a program stopped.
#[derive(Debug, Error)]
pub enum RunError {
    /// The device refuses a command.
    #[error("operation {number}, {op}: {fault}")]
    Refused {
        /// Number of the operation, from 0.
        number: u64,
        /// The operation.
        op: RowOp,
        /// The refusal.
        fault: Fault,
    },
    /// A trace cannot be written.
    #[error("a trace cannot be written: {0}")]
    Record(#[from] io::Error),
}

impl RunError {
    /// What the device says.
    pub fn broken(&self) -> Option<Broken> {
        match self {
            RunError::Refused { fault, .. } => Some(fault.broken),
            RunError::Record(_) => None,
        }
    }
}

/// [`RunError`] before it is known which operation it was.
enum Stop {
    Refused(Fault),
    Record(io::Error),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Stop::Refused(fault)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Stop::Record(error)
    }
}

/// Runs row operations on a device.
pub struct Executor<'a> {
    device: &'a mut Device,
    recorders: Vec<&'a mut dyn Recorder>,
    clock: u64,
    refresh: bool,
}

impl<'a> Executor<'a> {
    /// With refresh on.
    pub fn new(device: &'a mut Device) -> Self {
        Executor {
            device,
            recorders: Vec::new(),
            clock: 0,
            refresh: true,
        }
    }

    /// Without refresh: to see what it costs. The device refuses commands once it is overdue.
    #[must_use]
    pub fn without_refresh(mut self) -> Self {
        self.refresh = false;
        self
    }

    /// Feeds what is done to `recorder`, too.
    #[must_use]
    pub fn record(mut self, recorder: &'a mut dyn Recorder) -> Self {
        self.recorders.push(recorder);
        self
    }

    /// The device.
    pub fn device(&mut self) -> &mut Device {
        self.device
    }

    /// Runs `ops` in the subarray at `place`, one after the other. Goes on where the last run
    /// ended.
    ///
    /// # Errors
    /// The device refuses a command, with the number of the operation; a trace cannot be written.
    pub fn run(
        &mut self,
        place: Place,
        ops: impl IntoIterator<Item = RowOp>,
        host: &mut Host,
    ) -> Result<Report, RunError> {
        let energy = self.device.energy_pj();
        let mut report = Report {
            start: self.ready(place.bank),
            ..Report::default()
        };
        for (number, op) in (0..).zip(ops) {
            let stopped = |stop| match stop {
                Stop::Refused(fault) => RunError::Refused { number, op, fault },
                Stop::Record(error) => RunError::Record(error),
            };
            if self.refresh {
                self.refresh_before(place, &op, &mut report)
                    .map_err(stopped)?;
            }
            self.operation(place, &op, host).map_err(stopped)?;
            report.count(&op);
        }
        report.end = self.ready(place.bank).max(report.start);
        report.energy_pj = self.device.energy_pj() - energy;
        Ok(report)
    }

    /// When an operation could begin in the bank.
    fn ready(&self, bank: u16) -> u64 {
        self.device.checker().earliest(self.clock, Class::Act, bank)
    }

    /// REFs that are due, or would be overdue before `op` has ended.
    fn refresh_before(
        &mut self,
        place: Place,
        op: &RowOp,
        report: &mut Report,
    ) -> Result<(), Stop> {
        let length = self
            .device
            .timing()
            .schedule(op)
            .map_or(0, |one| one.length);
        loop {
            let ready = self.ready(place.bank);
            let refreshed = self.device.checker().refreshed();
            let timing = self.device.timing();
            let due = (refreshed + 1) * u64::from(timing.parameters().t_refi);
            let deadline = timing.refresh_deadline(refreshed);
            let end = ready + u64::from(length + timing.parameters().refresh_entry);
            if ready < due && end <= deadline {
                return Ok(());
            }
            self.send(Command::Ref)?;
            report.refresh += 1;
        }
    }

    /// The commands of an operation.
    fn operation(&mut self, place: Place, op: &RowOp, host: &mut Host) -> Result<(), Stop> {
        let bank = place.bank;
        let act = |row| Command::Act(place, row);
        let pre = Command::Pre(bank);
        match *op {
            RowOp::Aap { dst, src } => self.all([act(src), act(dst), pre]),
            RowOp::Ap(row) => self.all([act(row), pre]),
            RowOp::Shift {
                dst,
                src,
                direction,
            } => self.all([Command::Shift {
                place,
                dst,
                src,
                direction,
            }]),
            RowOp::Rotate {
                dst,
                src,
                direction,
            } => self.all([Command::Rotate {
                place,
                dst,
                src,
                direction,
            }]),
            RowOp::Quac(dst) => self.all([Command::Quac(place), act(dst), pre]),
            RowOp::Read(row) => self.read(place, row, host),
            RowOp::Write(row) => {
                let bits = take(&mut host.input).map_err(|fault| self.fault(act(row), fault))?;
                let bursts = (0..self.bursts())
                    .map(|burst| Command::Wr(bank, burst, bits[usize::from(burst)]));
                self.all([act(row)].into_iter().chain(bursts).chain([pre]))
            }
        }
    }

    fn read(&mut self, place: Place, row: Row, host: &mut Host) -> Result<(), Stop> {
        let mut bits = [0; WORDS];
        self.send(Command::Act(place, row))?;
        for burst in 0..self.bursts() {
            let event = self.send(Command::Rd(place.bank, burst))?;
            bits[usize::from(burst)] = event.bus.unwrap_or(0);
        }
        host.output.push(bits);
        self.all([Command::Pre(place.bank)])
    }

    fn bursts(&self) -> u16 {
        self.device.geometry().columns / BURST_BITS
    }

    fn all(&mut self, commands: impl IntoIterator<Item = Command>) -> Result<(), Stop> {
        for command in commands {
            self.send(command)?;
        }
        Ok(())
    }

    /// Sends a command as early as it may be.
    fn send(&mut self, command: Command) -> Result<Event, Stop> {
        let class = self.device.class(&command);
        let class = class.map_err(|broken| self.fault(command, broken))?;
        let bank = command.bank().unwrap_or(0);
        let clock = self.device.checker().earliest(self.clock, class, bank);
        let event = self.device.issue(clock, command)?;
        self.clock = clock;
        for recorder in &mut self.recorders {
            recorder.record(&event)?;
        }
        Ok(event)
    }

    fn fault(&self, command: Command, broken: impl Into<Broken>) -> Fault {
        Fault {
            clock: self.clock,
            command,
            broken: broken.into(),
        }
    }
}
