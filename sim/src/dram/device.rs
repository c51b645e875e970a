//! Banks, and commands at clocks.

use super::checker::{Checker, Late};
use super::subarray::{Bits, CellFault, Sensed, Subarray, Tenant, Use};
use pimtee_hdl::dram::command::BURST_BITS;
use pimtee_hdl::dram::timing::Class;
use pimtee_hdl::dram::{Command, Geometry, Place, Row, Timing};
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::SeedableRng;
use thiserror::Error;

/// REFs in which every row is refreshed once (JEDEC: 8192 in 64 ms).
const WINDOW: u64 = 8192;

/// A command that is refused, at a clock. Nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("clock {clock}: {command}: {broken}")]
pub struct Fault {
    /// When.
    pub clock: u64,
    /// What.
    pub command: Command,
    /// Why.
    pub broken: Broken,
}

/// What a command breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Broken {
    /// Timing.
    #[error(transparent)]
    Late(#[from] Late),
    /// Rows, labels, tenants.
    #[error(transparent)]
    Cells(#[from] CellFault),
    /// There is no such place or burst.
    #[error("the memory has no such bank, subarray or burst")]
    NoSuchPlace,
    /// Of a command for an open bank.
    #[error("no row of the bank is open")]
    Closed,
    /// Of a command for a precharged bank.
    #[error("{row} of bank {bank} is open: precharge first")]
    Open {
        /// Bank.
        bank: u16,
        /// What was sensed.
        row: Row,
    },
    /// ACT on an open bank.
    #[error("subarray {open} of the bank is open")]
    OtherSubarray {
        /// The open one.
        open: u16,
    },
    /// Lane rotation, without hardware for it.
    #[error("the shift preset has no lane rotation")]
    NoRotation,
}

/// A command that was done.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    /// When.
    pub clock: u64,
    /// What.
    pub command: Command,
    /// What the timing rules take it for.
    pub class: Class,
    /// Data on the bus, of RD and WR.
    pub bus: Option<u64>,
    /// The row buffer after it (before it, of PRE).
    pub buffer: Option<Bits>,
    /// Energy.
    pub energy_pj: u64,
}

/// An open row.
#[derive(Clone)]
struct Open {
    subarray: u16,
    /// What was sensed.
    row: Row,
    sensed: Sensed,
}

#[derive(Clone, Default)]
struct Bank {
    open: Option<Open>,
    /// All that is raised.
    raised: Vec<Row>,
}

/// A row that is activated often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HotRow {
    /// Where.
    pub place: Place,
    /// The row of cells, by the address that raises it alone.
    pub row: Row,
    /// Activations in the window of refresh with the most.
    pub activations: u32,
}

/// A memory.
#[derive(Clone)]
pub struct Device {
    timing: Timing,
    geometry: Geometry,
    checker: Checker,
    subarrays: Vec<Subarray>,
    /// Most activations in a window that has ended, as in `subarrays`.
    peaks: Vec<Vec<u32>>,
    banks: Vec<Bank>,
    chance: ChaCha12Rng,
    energy_pj: u64,
}

impl Device {
    /// Precharged, undefined, at clock 0. `seed` stands for the noise that QUAC senses.
    ///
    /// # Panics
    /// [`Geometry::checked`] refuses the geometry.
    pub fn new(timing: &Timing, geometry: &Geometry, seed: u64) -> Self {
        if let Err(error) = geometry.checked() {
            panic!("{error}");
        }
        let places = usize::from(geometry.banks) * usize::from(geometry.subarrays);
        Device {
            timing: timing.clone(),
            geometry: *geometry,
            checker: Checker::new(timing, geometry.banks),
            subarrays: vec![Subarray::new(geometry); places],
            peaks: vec![vec![0; usize::from(geometry.rows)]; places],
            banks: vec![Bank::default(); usize::from(geometry.banks)],
            chance: ChaCha12Rng::seed_from_u64(seed),
            energy_pj: 0,
        }
    }

    /// Its timing.
    pub fn timing(&self) -> &Timing {
        &self.timing
    }

    /// Its size.
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// What was sent so far.
    pub fn checker(&self) -> &Checker {
        &self.checker
    }

    /// Energy so far, REF included.
    pub fn energy_pj(&self) -> u64 {
        self.energy_pj
    }

    /// Whose commands come from now on.
    pub fn issue_as(&mut self, tenant: Option<Tenant>) {
        for subarray in &mut self.subarrays {
            subarray.issuer = tenant;
        }
    }

    /// A subarray.
    ///
    /// # Panics
    /// The geometry has no such place.
    pub fn subarray(&self, place: Place) -> &Subarray {
        let at = self.at(place);
        &self.subarrays[at.expect("a place of the geometry")]
    }

    /// A subarray, to declare and load rows.
    ///
    /// # Panics
    /// The geometry has no such place.
    pub fn subarray_mut(&mut self, place: Place) -> &mut Subarray {
        let at = self.at(place);
        &mut self.subarrays[at.expect("a place of the geometry")]
    }

    /// [`Subarray::declare`].
    ///
    /// # Errors
    /// As there.
    ///
    /// # Panics
    /// The geometry has no such place.
    pub fn declare(
        &mut self,
        place: Place,
        row: Row,
        used_for: Use,
        owner: Option<Tenant>,
    ) -> Result<(), CellFault> {
        self.subarray_mut(place).declare(row, used_for, owner)
    }

    /// Rows that were activated most in a window of refresh, most first: those above `threshold`.
    pub fn disturbance(&self, threshold: u32) -> Vec<HotRow> {
        let mut hot = Vec::new();
        for (at, (subarray, peaks)) in self.subarrays.iter().zip(&self.peaks).enumerate() {
            let per_bank = usize::from(self.geometry.subarrays);
            let [bank, subarray_of_bank] = [at / per_bank, at % per_bank].map(|n| n as u16);
            let counts = subarray.activations().iter().zip(peaks);
            for (address, (now, before)) in (0..).zip(counts) {
                let activations = *now.max(before);
                if activations > threshold {
                    hot.push(HotRow {
                        place: Place {
                            bank,
                            subarray: subarray_of_bank,
                        },
                        row: Row::at(address),
                        activations,
                    });
                }
            }
        }
        hot.sort_by_key(|row| (std::cmp::Reverse(row.activations), row.place, row.row));
        hot
    }

    /// What the rules take `command` for, in the state the bank is in.
    ///
    /// # Errors
    /// The bank is open and must not be, or the other way round.
    pub fn class(&self, command: &Command) -> Result<Class, Broken> {
        let bank = match command.bank() {
            Some(bank) => self.banks.get(usize::from(bank)),
            None => None,
        };
        let open = bank.and_then(|bank| bank.open.as_ref());
        let closed = |class| match (open, command.bank()) {
            (Some(open), Some(bank)) => Err(Broken::Open {
                bank,
                row: open.row,
            }),
            _ => Ok(class),
        };
        let opened = |class| open.map(|_| class).ok_or(Broken::Closed);
        match command {
            Command::Act(place, row) => match open {
                None => Ok(Class::Act),
                Some(open) if open.subarray != place.subarray => Err(Broken::OtherSubarray {
                    open: open.subarray,
                }),
                Some(open) => Ok(self.timing.second_act(open.row, *row)),
            },
            Command::Pre(_) => opened(Class::Pre),
            Command::Rd(..) => opened(Class::Rd),
            Command::Wr(..) => opened(Class::Wr),
            Command::Shift { .. } => closed(Class::Shift),
            Command::Rotate { .. } if self.timing.shift().rotate_aaps().is_none() => {
                Err(Broken::NoRotation)
            }
            Command::Rotate { .. } => closed(Class::Rotate),
            Command::Quac(_) => closed(Class::Quac),
            Command::Ref => match (0..).zip(&self.banks).find_map(|(bank, state)| {
                let open = state.open.as_ref()?;
                Some((bank, open.row))
            }) {
                Some((bank, row)) => Err(Broken::Open { bank, row }),
                None => Ok(Class::Ref),
            },
        }
    }

    /// Sends a command.
    ///
    /// # Errors
    /// It is refused, and nothing has changed.
    pub fn issue(&mut self, clock: u64, command: Command) -> Result<Event, Fault> {
        self.try_issue(clock, command).map_err(|broken| Fault {
            clock,
            command,
            broken,
        })
    }

    fn try_issue(&mut self, clock: u64, command: Command) -> Result<Event, Broken> {
        self.check_place(&command)?;
        let class = self.class(&command)?;
        let bank = command.bank().unwrap_or(0);
        self.checker.check(clock, class, bank)?;
        let mut event = Event {
            clock,
            command,
            class,
            bus: None,
            buffer: None,
            energy_pj: 0,
        };
        self.perform(&mut event)?;
        self.checker.record(clock, class, bank);
        self.energy_pj += event.energy_pj;
        if class == Class::Ref && self.checker.refreshed().is_multiple_of(WINDOW) {
            self.end_window();
        }
        Ok(event)
    }

    fn end_window(&mut self) {
        for (subarray, peaks) in self.subarrays.iter_mut().zip(&mut self.peaks) {
            for (peak, now) in peaks.iter_mut().zip(subarray.activations()) {
                *peak = (*peak).max(*now);
            }
            subarray.end_window();
        }
    }

    fn at(&self, place: Place) -> Option<usize> {
        let inside = place.bank < self.geometry.banks && place.subarray < self.geometry.subarrays;
        let [bank, subarray] = [place.bank, place.subarray].map(usize::from);
        inside.then(|| bank * usize::from(self.geometry.subarrays) + subarray)
    }

    fn check_place(&self, command: &Command) -> Result<(), Broken> {
        let bursts = self.geometry.columns / BURST_BITS;
        let inside = match command {
            Command::Act(place, _)
            | Command::Shift { place, .. }
            | Command::Rotate { place, .. }
            | Command::Quac(place) => self.at(*place).is_some(),
            Command::Pre(bank) => *bank < self.geometry.banks,
            Command::Rd(bank, burst) | Command::Wr(bank, burst, _) => {
                *bank < self.geometry.banks && *burst < bursts
            }
            Command::Ref => true,
        };
        inside.then_some(()).ok_or(Broken::NoSuchPlace)
    }

    /// What the command does to the bits; the timing is right.
    fn perform(&mut self, event: &mut Event) -> Result<(), Broken> {
        let p = self.timing.parameters();
        match event.command {
            Command::Act(place, row) => {
                let at = self.at(place).ok_or(Broken::NoSuchPlace)?;
                let bank = &mut self.banks[usize::from(place.bank)];
                match &bank.open {
                    None => {
                        let sensed = self.subarrays[at].sense(row)?;
                        bank.open(place.subarray, row, sensed);
                    }
                    Some(open) => {
                        self.subarrays[at].copy(open.row, row, &open.sensed)?;
                        bank.raised.push(row);
                    }
                }
                event.energy_pj = self.timing.act_pj(row.raised().count());
                event.buffer = bank.open.as_ref().map(|open| open.sensed.bits);
            }
            Command::Pre(bank) => {
                let open = self.banks[usize::from(bank)].open.take();
                event.buffer = open.map(|open| open.sensed.bits);
            }
            Command::Rd(bank, burst) => {
                event.energy_pj = u64::from(p.rd_pj);
                let (state, subarray) = self.opened(bank)?;
                let open = state.open.as_ref().ok_or(Broken::Closed)?;
                subarray.check_port(&state.raised, &open.sensed)?;
                if open.sensed.defined >> burst & 1 == 0 {
                    let (cell, _) = open.row.raised().first();
                    return Err(CellFault::NeverWritten { cell }.into());
                }
                event.bus = Some(open.sensed.bits[usize::from(burst)]);
                event.buffer = Some(open.sensed.bits);
            }
            Command::Wr(bank, burst, data) => {
                event.energy_pj = u64::from(p.wr_pj);
                let (state, subarray) = self.opened(bank)?;
                let open = state.open.as_mut().ok_or(Broken::Closed)?;
                subarray.check_port(&state.raised, &open.sensed)?;
                let mut sensed = open.sensed;
                sensed.bits[usize::from(burst)] = data;
                sensed.defined |= 1 << burst;
                sensed.source = subarray.issuer;
                subarray.overwrite(&state.raised, &sensed)?;
                open.sensed = sensed;
                event.bus = Some(data);
                event.buffer = Some(sensed.bits);
            }
            Command::Ref => event.energy_pj = u64::from(p.ref_pj),
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
            } => {
                let at = self.at(place).ok_or(Broken::NoSuchPlace)?;
                let energy = self.timing.move_pj(event.class);
                event.energy_pj = energy.ok_or(Broken::NoRotation)?;
                let lanes = event.class == Class::Rotate;
                self.subarrays[at].moved(dst, src, direction, lanes)?;
                event.buffer = self.subarrays[at].peek(dst);
            }
            Command::Quac(place) => {
                let at = self.at(place).ok_or(Broken::NoSuchPlace)?;
                let sensed = self.subarrays[at].quac(&mut self.chance)?;
                let bank = &mut self.banks[usize::from(place.bank)];
                bank.open(place.subarray, Row::QUAC, sensed);
                event.energy_pj = self.timing.quac_pj();
                event.buffer = Some(sensed.bits);
            }
        }
        Ok(())
    }

    fn opened(&mut self, bank: u16) -> Result<(&mut Bank, &mut Subarray), Broken> {
        let per_bank = usize::from(self.geometry.subarrays);
        let state = &mut self.banks[usize::from(bank)];
        let open = state.open.as_ref().ok_or(Broken::Closed)?;
        let at = usize::from(bank) * per_bank + usize::from(open.subarray);
        Ok((state, &mut self.subarrays[at]))
    }
}

impl Bank {
    fn open(&mut self, subarray: u16, row: Row, sensed: Sensed) {
        self.raised.clear();
        self.raised.push(row);
        self.open = Some(Open {
            subarray,
            row,
            sensed,
        });
    }
}
