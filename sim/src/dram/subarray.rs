//! The cells of a subarray: what activations do to bits, and who may.

use super::WORDS;
use pimtee_hdl::dram::{Cell, Direction, Geometry, Row, RowOp, RowRule};
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::RngCore;
use std::collections::VecDeque;
use std::fmt;
use std::num::NonZeroU8;
use thiserror::Error;

/// The bits of a row; column 0 is bit 0 of word 0. Columns that the geometry lacks are zero.
pub type Bits = [u64; WORDS];

/// Whose a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tenant(pub NonZeroU8);

impl fmt::Display for Tenant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tenant {}", self.0)
    }
}

/// What a row is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Use {
    /// As secret as what it holds.
    #[default]
    Work,
    /// The host reads and writes it; no secret may come in.
    Public,
    /// Whatever it holds is secret.
    Secret,
    /// Declared output: what comes in is public from then on.
    Output,
}

/// What is known about a row of cells beside its bits.
#[derive(Clone, Copy, Default)]
struct Meta {
    /// Bursts that were written.
    defined: u8,
    /// The bits depend on a secret.
    secret: bool,
    used_for: Use,
    /// Whose row it is.
    owner: Option<Tenant>,
    /// Whose bits they are.
    source: Option<Tenant>,
}

/// The row buffer.
#[derive(Clone, Copy)]
pub(super) struct Sensed {
    pub bits: Bits,
    pub defined: u8,
    pub secret: bool,
    pub source: Option<Tenant>,
}

/// Why cells refuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CellFault {
    /// The set of rows.
    #[error("{row}: {rule}")]
    Row {
        /// Address.
        row: Row,
        /// What it breaks.
        rule: RowRule,
    },
    /// What it reads, nobody wrote.
    #[error("{cell} is used before it was written")]
    NeverWritten {
        /// Row of cells.
        cell: Cell,
    },
    /// RD or WR.
    #[error("{cell} holds a secret: the host port may not have it")]
    SecretPort {
        /// Row of cells.
        cell: Cell,
    },
    /// Copy of a secret.
    #[error("a secret would come into the public row {cell}, which is no declared output")]
    SecretToPublic {
        /// Row of cells.
        cell: Cell,
    },
    /// A row of somebody else, or bits of somebody else in a shared row.
    #[error("{cell} belongs to {owner}, the command to {}",
        issuer.map_or("nobody".into(), |tenant| tenant.to_string()))]
    Foreign {
        /// Row of cells.
        cell: Cell,
        /// Whose it is.
        owner: Tenant,
        /// Whose command it is.
        issuer: Option<Tenant>,
    },
    /// A row of the host is needed, and there is none.
    #[error("the host has no further row to write")]
    HostEmpty,
    /// [`Subarray::apply`] has no source of entropy.
    #[error("QUAC is done by a device, which has the entropy")]
    NoEntropy,
}

/// Rows of cells, what is known about them, and how often they were activated.
#[derive(Clone)]
pub struct Subarray {
    cells: Vec<Bits>,
    metas: Vec<Meta>,
    counts: Vec<u32>,
    /// Ones in the columns that there are.
    columns: Bits,
    /// All bursts of a row.
    whole: u8,
    geometry: Geometry,
    /// Whose commands come.
    pub(super) issuer: Option<Tenant>,
}

#[inline]
fn majority(a: &Bits, b: &Bits, c: &Bits) -> Bits {
    std::array::from_fn(|at| (a[at] & b[at]) | (c[at] & (a[at] | b[at])))
}

impl Subarray {
    /// Undefined, but for the constant rows; for a geometry that
    /// [`checked`](Geometry::checked) accepts.
    pub fn new(geometry: &Geometry) -> Self {
        let rows = usize::from(geometry.rows);
        let words = usize::from(geometry.columns / 64);
        let columns: Bits = std::array::from_fn(|at| if at < words { u64::MAX } else { 0 });
        let mut made = Subarray {
            cells: vec![[0; WORDS]; rows],
            metas: vec![Meta::default(); rows],
            counts: vec![0; rows],
            columns,
            whole: u8::MAX >> (WORDS - words.clamp(1, WORDS)),
            geometry: *geometry,
            issuer: None,
        };
        for (row, bits) in [(Row::C0, [0; WORDS]), (Row::C1, columns)] {
            if let Some(at) = made.slot(row) {
                made.cells[at] = bits;
                made.metas[at].defined = made.whole;
            }
        }
        made
    }

    /// Where the one row of cells of `row` is.
    fn slot(&self, row: Row) -> Option<usize> {
        let (cell, _) = row.raised().first();
        (cell.index() < self.cells.len()).then_some(cell.index())
    }

    /// Bits of the row of cells that `row` raises (its first, if it raises several), as the cells
    /// hold them; none if nobody wrote them. Not a command: for tests and for looking inside.
    pub fn peek(&self, row: Row) -> Option<Bits> {
        let at = self.slot(row)?;
        (self.metas[at].defined == self.whole).then(|| self.cells[at])
    }

    /// Sets what the cells hold, past labels and time: state that was there before, such as a key.
    ///
    /// # Errors
    /// A constant row, or no such row.
    pub fn load(&mut self, row: Row, bits: &Bits) -> Result<(), CellFault> {
        row.second_act()
            .and(row.alone())
            .and(self.geometry.check(row))
            .map_err(|rule| CellFault::Row { row, rule })?;
        for (cell, _) in row.raised().iter() {
            let at = cell.index();
            self.cells[at] = std::array::from_fn(|word| bits[word] & self.columns[word]);
            self.metas[at].defined = self.whole;
            self.metas[at].secret = self.metas[at].used_for == Use::Secret;
            self.metas[at].source = self.metas[at].owner;
        }
        Ok(())
    }

    /// Says what a row is for, and whose it is. What it holds becomes secret with [`Use::Secret`],
    /// and never public.
    ///
    /// # Errors
    /// No such row; a constant row; a row that holds a secret is declared public.
    pub fn declare(
        &mut self,
        row: Row,
        used_for: Use,
        owner: Option<Tenant>,
    ) -> Result<(), CellFault> {
        row.second_act()
            .and(row.alone())
            .and(self.geometry.check(row))
            .map_err(|rule| CellFault::Row { row, rule })?;
        for (cell, _) in row.raised().iter() {
            let meta = &mut self.metas[cell.index()];
            if meta.secret && matches!(used_for, Use::Public | Use::Output) {
                return Err(CellFault::SecretToPublic { cell });
            }
            meta.used_for = used_for;
            meta.owner = owner;
            meta.secret |= used_for == Use::Secret;
        }
        Ok(())
    }

    /// Whether what a row of cells holds is secret.
    pub fn is_secret(&self, row: Row) -> bool {
        self.slot(row).is_some_and(|at| self.metas[at].secret)
    }

    /// Activations since the last [`Subarray::end_window`], by number of the cell.
    pub fn activations(&self) -> &[u32] {
        &self.counts
    }

    /// Begins a new window of refresh.
    pub(super) fn end_window(&mut self) {
        self.counts.fill(0);
    }

    #[inline]
    fn check_row(&self, row: Row, rule: Result<(), RowRule>) -> Result<(), CellFault> {
        if rule.is_ok() && row.address() < self.geometry.rows {
            return Ok(());
        }
        let broken = rule.and(self.geometry.check(row)).err();
        Err(CellFault::Row {
            row,
            rule: broken.unwrap_or(RowRule::OutOfRange),
        })
    }

    /// The issuer may use the row of cells.
    #[inline]
    fn check_owner(&self, cell: Cell, owner: Option<Tenant>) -> Result<(), CellFault> {
        match owner {
            Some(owner) if self.issuer != Some(owner) => Err(CellFault::Foreign {
                cell,
                owner,
                issuer: self.issuer,
            }),
            _ => Ok(()),
        }
    }

    #[inline]
    fn check_sense(&self, cell: Cell) -> Result<Meta, CellFault> {
        let meta = self.metas[cell.index()];
        self.check_owner(cell, meta.owner)?;
        // Without a single burst there is nothing of anybody in it.
        self.check_owner(cell, meta.source)?;
        Ok(meta)
    }

    /// ACT on a precharged bank. A row that nobody wrote can be opened, to write it.
    #[inline]
    pub(super) fn sense(&mut self, row: Row) -> Result<Sensed, CellFault> {
        self.check_row(row, row.first_act())?;
        let raised = row.raised();
        if raised.count() == 1 {
            let (cell, complemented) = raised.first();
            let meta = self.check_sense(cell)?;
            self.counts[cell.index()] += 1;
            let bits = self.cells[cell.index()];
            return Ok(Sensed {
                bits: self.through(&bits, complemented),
                defined: meta.defined,
                secret: meta.secret,
                source: meta.source,
            });
        }
        let mut cells = raised.iter().map(|(cell, _)| cell);
        let (Some(a), Some(b), Some(c)) = (cells.next(), cells.next(), cells.next()) else {
            return Err(CellFault::Row {
                row,
                rule: RowRule::DoubleFirst,
            });
        };
        let mut metas = [Meta::default(); 3];
        for (meta, cell) in metas.iter_mut().zip([a, b, c]) {
            *meta = self.check_sense(cell)?;
            if meta.defined != self.whole {
                return Err(CellFault::NeverWritten { cell });
            }
        }
        let [at, bt, ct] = [a, b, c].map(Cell::index);
        let sensed = Sensed {
            bits: majority(&self.cells[at], &self.cells[bt], &self.cells[ct]),
            defined: self.whole,
            secret: metas.iter().any(|meta| meta.secret),
            source: metas.iter().find_map(|meta| meta.source),
        };
        for cell in [a, b, c] {
            self.check_store(cell, &sensed)?;
        }
        for cell in [a, b, c] {
            self.counts[cell.index()] += 1;
            self.store(cell, false, &sensed);
        }
        Ok(sensed)
    }

    /// ACT on an open bank.
    // Always inlined, with `copy` and `store`: the row buffer then stays in registers, and row
    // operations a second grow by half.
    #[inline(always)]
    pub(super) fn drive(&mut self, row: Row, sensed: &Sensed) -> Result<(), CellFault> {
        self.check_row(row, row.second_act())?;
        let raised = row.raised();
        if raised.count() == 1 {
            let (cell, complemented) = raised.first();
            self.check_store(cell, sensed)?;
            self.counts[cell.index()] += 1;
            self.store(cell, complemented, sensed);
            return Ok(());
        }
        for (cell, _) in raised.iter() {
            self.check_store(cell, sensed)?;
        }
        for (cell, complemented) in raised.iter() {
            self.counts[cell.index()] += 1;
            self.store(cell, complemented, sensed);
        }
        Ok(())
    }

    #[inline]
    fn through(&self, bits: &Bits, complemented: bool) -> Bits {
        if complemented {
            std::array::from_fn(|at| !bits[at] & self.columns[at])
        } else {
            *bits
        }
    }

    /// The bits may come into the row of cells.
    #[inline]
    fn check_store(&self, cell: Cell, sensed: &Sensed) -> Result<(), CellFault> {
        let meta = &self.metas[cell.index()];
        self.check_owner(cell, meta.owner)?;
        if sensed.secret && meta.used_for == Use::Public {
            return Err(CellFault::SecretToPublic { cell });
        }
        Ok(())
    }

    #[inline(always)]
    fn store(&mut self, cell: Cell, complemented: bool, sensed: &Sensed) {
        let at = cell.index();
        self.cells[at] = self.through(&sensed.bits, complemented);
        let meta = &mut self.metas[at];
        meta.defined = sensed.defined;
        meta.secret = match meta.used_for {
            Use::Work => sensed.secret,
            Use::Secret => true,
            Use::Public | Use::Output => false,
        };
        meta.source = meta.owner.or(sensed.source).or(self.issuer);
    }

    /// What was sensed, for a use that needs all of it.
    #[inline]
    fn whole(&self, row: Row, sensed: &Sensed) -> Result<(), CellFault> {
        if sensed.defined == self.whole {
            return Ok(());
        }
        let (cell, _) = row.raised().first();
        Err(CellFault::NeverWritten { cell })
    }

    /// ACT `row` on a bank where `open` was sensed first, perhaps by somebody else.
    #[inline(always)]
    pub(super) fn copy(&mut self, open: Row, row: Row, sensed: &Sensed) -> Result<(), CellFault> {
        self.check_open(open, sensed)?;
        self.whole(open, sensed)?;
        self.drive(row, sensed)
    }

    /// AAP.
    ///
    /// # Errors
    /// What the cells refuse; the first ACT has happened when it is the second.
    #[inline]
    pub fn aap(&mut self, dst: Row, src: Row) -> Result<(), CellFault> {
        let sensed = self.sense(src)?;
        self.copy(src, dst, &sensed)
    }

    /// SHIFT by one column, or rotation in lanes of 64.
    pub(super) fn moved(
        &mut self,
        dst: Row,
        src: Row,
        direction: Direction,
        lanes: bool,
    ) -> Result<(), CellFault> {
        for row in [dst, src] {
            self.check_row(row, row.alone())?;
        }
        // Checked before the source counts as activated: SHIFT is one command.
        self.check_row(dst, dst.second_act())?;
        let mut sensed = self.sense(src)?;
        self.whole(src, &sensed)?;
        sensed.bits = match lanes {
            true => rotated(&sensed.bits, direction),
            false => shifted(&sensed.bits, direction, &self.columns),
        };
        self.drive(dst, &sensed)
    }

    /// QUAC: the four entropy rows settle to the majority, and by chance where two are one and
    /// two are zero. What comes out is secret.
    pub(super) fn quac(&mut self, chance: &mut ChaCha12Rng) -> Result<Sensed, CellFault> {
        let raised = Row::QUAC.raised();
        let mut sensed = Sensed {
            bits: [0; WORDS],
            defined: self.whole,
            secret: true,
            source: None,
        };
        let mut rows = [[0; WORDS]; 4];
        for ((cell, _), bits) in raised.iter().zip(&mut rows) {
            self.check_row(cell.row(), Ok(()))?;
            let meta = self.check_sense(cell)?;
            if meta.defined != self.whole {
                return Err(CellFault::NeverWritten { cell });
            }
            sensed.source = sensed.source.or(meta.source);
            *bits = self.cells[cell.index()];
        }
        let [a, b, c, d] = rows;
        for at in 0..WORDS {
            let both = (a[at] & b[at], c[at] & d[at]);
            let any = (a[at] | b[at], c[at] | d[at]);
            let three = both.0 & any.1 | both.1 & any.0;
            let two = both.0 | both.1 | any.0 & any.1;
            let tied = two & !three;
            sensed.bits[at] = three | tied & chance.next_u64();
        }
        for (cell, _) in raised.iter() {
            self.check_store(cell, &sensed)?;
        }
        for (cell, _) in raised.iter() {
            self.counts[cell.index()] += 1;
            self.store(cell, false, &sensed);
        }
        Ok(sensed)
    }

    /// The issuer may have what `open` sensed.
    #[inline]
    fn check_open(&self, open: Row, sensed: &Sensed) -> Result<(), CellFault> {
        let (cell, _) = open.raised().first();
        self.check_owner(cell, self.metas[cell.index()].owner)?;
        self.check_owner(cell, sensed.source)
    }

    /// The host port, for the issuer, may have what the open rows hold.
    pub(super) fn check_port(&self, rows: &[Row], sensed: &Sensed) -> Result<(), CellFault> {
        for row in rows {
            self.check_open(*row, sensed)?;
        }
        for (cell, _) in rows.iter().flat_map(|row| row.raised().iter()) {
            if self.metas[cell.index()].secret || sensed.secret {
                return Err(CellFault::SecretPort { cell });
            }
        }
        Ok(())
    }

    /// WR to the open rows: bursts `written` of the row buffer are new.
    pub(super) fn overwrite(&mut self, rows: &[Row], sensed: &Sensed) -> Result<(), CellFault> {
        for row in rows {
            if row.is_constant() {
                let rule = RowRule::ConstantWritten;
                return Err(CellFault::Row { row: *row, rule });
            }
        }
        for (cell, complemented) in rows.iter().flat_map(|row| row.raised().iter()) {
            self.store(cell, complemented, sensed);
        }
        Ok(())
    }

    /// RD of the whole row.
    fn read(&mut self, row: Row) -> Result<Bits, CellFault> {
        let sensed = self.sense(row)?;
        self.check_port(&[row], &sensed)?;
        self.whole(row, &sensed)?;
        Ok(sensed.bits)
    }

    /// WR of the whole row.
    fn write(&mut self, row: Row, bits: &Bits) -> Result<(), CellFault> {
        let mut sensed = self.sense(row)?;
        self.check_port(&[row], &sensed)?;
        sensed.bits = std::array::from_fn(|at| bits[at] & self.columns[at]);
        sensed.defined = self.whole;
        sensed.source = self.issuer;
        self.overwrite(&[row], &sensed)
    }

    /// A row operation, without time: what a [`Device`](super::Device) does to bits and labels.
    ///
    /// # Errors
    /// What the cells refuse; QUAC, for which the device has the entropy.
    #[inline]
    pub fn apply(&mut self, op: &RowOp, host: &mut super::Host) -> Result<(), CellFault> {
        match *op {
            RowOp::Aap { dst, src } => self.aap(dst, src),
            RowOp::Ap(row) => self.sense(row).map(drop),
            RowOp::Shift {
                dst,
                src,
                direction,
            } => self.moved(dst, src, direction, false),
            RowOp::Rotate {
                dst,
                src,
                direction,
            } => self.moved(dst, src, direction, true),
            RowOp::Quac(_) => Err(CellFault::NoEntropy),
            RowOp::Read(row) => {
                let bits = self.read(row)?;
                host.output.push(bits);
                Ok(())
            }
            RowOp::Write(row) => {
                let bits = take(&mut host.input)?;
                self.write(row, &bits)
            }
        }
    }
}

/// The next row of the host.
pub(super) fn take(input: &mut VecDeque<Bits>) -> Result<Bits, CellFault> {
    input.pop_front().ok_or(CellFault::HostEmpty)
}

fn shifted(bits: &Bits, direction: Direction, columns: &Bits) -> Bits {
    std::array::from_fn(|at| {
        let word = |at: Option<usize>| at.and_then(|at| bits.get(at)).copied().unwrap_or(0);
        let moved = match direction {
            Direction::Left => bits[at] << 1 | word(at.checked_sub(1)) >> 63,
            Direction::Right => bits[at] >> 1 | word(Some(at + 1)) << 63,
        };
        moved & columns[at]
    })
}

fn rotated(bits: &Bits, direction: Direction) -> Bits {
    bits.map(|lane| match direction {
        Direction::Left => lane.rotate_left(1),
        Direction::Right => lane.rotate_right(1),
    })
}
