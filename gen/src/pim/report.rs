//! What a program costs, from the timing table: operations by kind, clocks with refresh, energy.
//!
//! Final figures come from executing it on the device model; a test compares them with these.

use super::program::Program;
use pimtee_hdl::dram::RowOp;
use pimtee_hdl::dram::timing::Timing;
use thiserror::Error;

/// Costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// AAPs.
    pub aap: u64,
    /// APs.
    pub ap: u64,
    /// SHIFTs by one column.
    pub shift: u64,
    /// Lane rotations by one column.
    pub rotate: u64,
    /// QUACs.
    pub quac: u64,
    /// Rows that the host reads.
    pub read: u64,
    /// Rows that the host writes.
    pub write: u64,
    /// REFs.
    pub refresh: u64,
    /// Clocks, with refresh.
    pub clocks: u64,
    /// Energy in picojoules, with refresh.
    pub energy_pj: u64,
}

/// The shift preset has no rotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{0}: the shift preset cannot do it; compile for the preset that runs it")]
pub struct Impossible(pub RowOp);

impl Cost {
    /// AAPs and APs, those of shifts and rotations included: what the paper counts.
    pub fn row_ops(&self, timing: &Timing) -> u64 {
        let shift = timing.shift();
        let moved = self.shift * u64::from(shift.shift_aaps())
            + self.rotate * u64::from(shift.rotate_aaps().unwrap_or(0));
        self.aap + self.ap + moved
    }

    /// Of row operations, one after the other in one bank.
    ///
    /// # Errors
    /// The shift preset has no rotation.
    pub fn of(ops: impl IntoIterator<Item = RowOp>, timing: &Timing) -> Result<Cost, Impossible> {
        let mut cost = Cost::default();
        ops.into_iter().try_for_each(|op| cost.add(&op, timing))?;
        Ok(cost)
    }

    /// Of the main program.
    ///
    /// # Errors
    /// The shift preset has no rotation.
    pub fn of_program(program: &Program, timing: &Timing) -> Result<Cost, Impossible> {
        let mut cost = Cost::default();
        program.each(&mut |op| cost.add(&op, timing))?;
        Ok(cost)
    }

    fn add(&mut self, op: &RowOp, timing: &Timing) -> Result<(), Impossible> {
        let p = timing.parameters();
        let schedule = timing.schedule(op).ok_or(Impossible(*op))?;
        let energy = timing.energy_pj(op).ok_or(Impossible(*op))?;
        while self.clocks >= (self.refresh + 1) * u64::from(p.t_refi) {
            self.clocks += u64::from(p.refresh_entry + p.t_rfc);
            self.refresh += 1;
            self.energy_pj += u64::from(p.ref_pj);
        }
        self.clocks += u64::from(schedule.length);
        self.energy_pj += energy;
        *match op {
            RowOp::Aap { .. } => &mut self.aap,
            RowOp::Ap(_) => &mut self.ap,
            RowOp::Shift { .. } => &mut self.shift,
            RowOp::Rotate { .. } => &mut self.rotate,
            RowOp::Quac(_) => &mut self.quac,
            RowOp::Read(_) => &mut self.read,
            RowOp::Write(_) => &mut self.write,
        } += 1;
        Ok(())
    }
}
