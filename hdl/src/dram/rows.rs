//! The row addresses of a subarray, and what each of them raises.
//!
//! | address | row | raises |
//! |---|---|---|
//! | 0–15 | B0–B15 | compute rows, see [`Row::raised`] |
//! | 16, 17 | C0, C1 | the constant rows, all zeros and all ones |
//! | 18–21 | Q0–Q3 | the entropy rows, one by one |
//! | 22 | QUAC | Q0–Q3 together; only the command QUAC may |
//! | 23– | D0– | data rows, to the end of the subarray |
//!
//! B12 and B14 are written 12 and 14 in traces of NVMain-PIM, too. Compute rows follow Ambit
//! (Seshadri et al., MICRO 2017, Table 1): four plain rows T0–T3 and two dual-contact rows DCC0,
//! DCC1, whose second word line connects the complement.

use std::fmt;

/// Columns of a subarray, unless a [`Geometry`] says otherwise.
pub const COLUMNS: u16 = 512;

/// Rows of a subarray, unless a [`Geometry`] says otherwise: addresses, with those of compute,
/// constant and entropy rows.
pub const ROWS: u16 = 512;

/// Addresses before D0.
const FIRST_DATA: u16 = 23;

/// A row address of a subarray.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Row(u16);

/// What kind of row an address is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Data row, by number.
    D(u16),
    /// The zeros.
    C0,
    /// The ones.
    C1,
    /// Address of the B-group, 0 to 15.
    B(u8),
    /// Entropy row, 0 to 3.
    Q(u8),
    /// The four entropy rows at once.
    Quac,
}

/// A row of cells: what an address raises. It has the number of the address that raises it alone,
/// uncomplemented.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u16);

/// The cells that an address raises, one to four; each with whether the word line of its complement
/// does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Raised {
    cells: [(Cell, bool); 4],
    count: u8,
}

/// Why an address may not stand where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RowRule {
    /// Two rows raised on a precharged bank have no defined result.
    DoubleFirst,
    /// C0 and C1 keep their values.
    ConstantWritten,
    /// The set of the four entropy rows belongs to the command QUAC.
    QuacOnly,
    /// A row is moved sideways alone, to a row alone.
    NotAlone,
    /// The subarray ends before this address.
    OutOfRange,
}

impl Row {
    /// The zeros.
    pub const C0: Row = Row(16);
    /// The ones.
    pub const C1: Row = Row(17);
    /// The four entropy rows together.
    pub const QUAC: Row = Row(22);
    /// Compute row T0, alone.
    pub const T0: Row = Row(0);
    /// Compute row T1, alone.
    pub const T1: Row = Row(1);
    /// Compute row T2, alone.
    pub const T2: Row = Row(2);
    /// Compute row T3, alone.
    pub const T3: Row = Row(3);
    /// Dual-contact row 0.
    pub const DCC0: Row = Row(4);
    /// Dual-contact row 0 by the word line of the complement.
    pub const NDCC0: Row = Row(5);
    /// Dual-contact row 1.
    pub const DCC1: Row = Row(6);
    /// Dual-contact row 1 by the word line of the complement.
    pub const NDCC1: Row = Row(7);
    /// ¬DCC0 and T0.
    pub const B8: Row = Row(8);
    /// ¬DCC1 and T1.
    pub const B9: Row = Row(9);
    /// T2 and T3.
    pub const B10: Row = Row(10);
    /// T0 and T3.
    pub const B11: Row = Row(11);
    /// T0, T1 and T2.
    pub const B12: Row = Row(12);
    /// T1, T2 and T3.
    pub const B13: Row = Row(13);
    /// DCC0, T1 and T2.
    pub const B14: Row = Row(14);
    /// DCC1, T0 and T3.
    pub const B15: Row = Row(15);

    /// Data row `number`. Whether the subarray has it, [`Geometry::check`] tells.
    ///
    /// # Panics
    /// `number` is beyond what 16 bits address.
    #[inline]
    pub const fn d(number: u16) -> Row {
        assert!(number <= u16::MAX - FIRST_DATA, "no such data row");
        Row(FIRST_DATA + number)
    }

    /// Address `number` of the B-group.
    ///
    /// # Panics
    /// `number` is above 15.
    #[inline]
    pub const fn b(number: u8) -> Row {
        assert!(number < 16, "the B-group has B0 to B15");
        Row(number as u16)
    }

    /// Entropy row `number`.
    ///
    /// # Panics
    /// `number` is above 3.
    #[inline]
    pub const fn q(number: u8) -> Row {
        assert!(number < 4, "there are four entropy rows");
        Row(18 + number as u16)
    }

    /// The row at `address`.
    #[inline]
    pub const fn at(address: u16) -> Row {
        Row(address)
    }

    /// Its address.
    #[inline]
    pub const fn address(self) -> u16 {
        self.0
    }

    /// Its kind.
    #[inline]
    pub const fn kind(self) -> Kind {
        match self.0 {
            number @ 0..=15 => Kind::B(number as u8),
            16 => Kind::C0,
            17 => Kind::C1,
            number @ 18..=21 => Kind::Q(number as u8 - 18),
            22 => Kind::Quac,
            number => Kind::D(number - FIRST_DATA),
        }
    }

    /// In the B-group, which has a row decoder of its own.
    #[inline]
    pub const fn is_compute(self) -> bool {
        self.0 < 16
    }

    /// C0 or C1.
    #[inline]
    pub const fn is_constant(self) -> bool {
        matches!(self.kind(), Kind::C0 | Kind::C1)
    }

    /// The cells that it raises.
    #[inline]
    pub const fn raised(self) -> Raised {
        const T0: Cell = Cell(0);
        const T1: Cell = Cell(1);
        const T2: Cell = Cell(2);
        const T3: Cell = Cell(3);
        const DCC0: Cell = Cell(4);
        const DCC1: Cell = Cell(6);
        match self.0 {
            5 => Raised::of(true, [DCC0]),
            7 => Raised::of(true, [DCC1]),
            8 => Raised::of(true, [DCC0, T0]),
            9 => Raised::of(true, [DCC1, T1]),
            10 => Raised::of(false, [T2, T3]),
            11 => Raised::of(false, [T0, T3]),
            12 => Raised::of(false, [T0, T1, T2]),
            13 => Raised::of(false, [T1, T2, T3]),
            14 => Raised::of(false, [DCC0, T1, T2]),
            15 => Raised::of(false, [DCC1, T0, T3]),
            22 => Raised::of(false, [Cell(18), Cell(19), Cell(20), Cell(21)]),
            alone => Raised::of(false, [Cell(alone)]),
        }
    }

    /// Whether an ACT on a precharged bank may have it: one row, or three that are computed on.
    ///
    /// # Errors
    /// The rule that it breaks.
    #[inline]
    pub const fn first_act(self) -> Result<(), RowRule> {
        match self.0 {
            8..=11 => Err(RowRule::DoubleFirst),
            22 => Err(RowRule::QuacOnly),
            _ => Ok(()),
        }
    }

    /// Whether an ACT on an open bank may have it, which overwrites what it raises.
    ///
    /// # Errors
    /// The rule that it breaks.
    #[inline]
    pub const fn second_act(self) -> Result<(), RowRule> {
        match self.0 {
            16 | 17 => Err(RowRule::ConstantWritten),
            22 => Err(RowRule::QuacOnly),
            _ => Ok(()),
        }
    }

    /// Whether it raises one row.
    ///
    /// # Errors
    /// It raises several.
    #[inline]
    pub const fn alone(self) -> Result<(), RowRule> {
        match self.0 {
            8..=15 | 22 => Err(RowRule::NotAlone),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            Kind::D(number) => write!(f, "D{number}"),
            Kind::C0 => f.write_str("C0"),
            Kind::C1 => f.write_str("C1"),
            Kind::B(number) => write!(f, "B{number}"),
            Kind::Q(number) => write!(f, "Q{number}"),
            Kind::Quac => f.write_str("QUAC"),
        }
    }
}

impl fmt::Debug for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Cell {
    /// Its number, below [`Geometry::rows`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The address that raises it alone.
    #[inline]
    pub const fn row(self) -> Row {
        Row(self.0)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            number @ 0..=3 => write!(f, "T{number}"),
            4 => f.write_str("DCC0"),
            6 => f.write_str("DCC1"),
            other => Row(other).fmt(f),
        }
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Raised {
    /// `complemented` is about the first.
    #[inline]
    const fn of<const N: usize>(complemented: bool, raised: [Cell; N]) -> Raised {
        let mut cells = [(raised[0], complemented); 4];
        let mut at = 1;
        while at < N {
            cells[at] = (raised[at], false);
            at += 1;
        }
        Raised {
            cells,
            count: N as u8,
        }
    }

    /// How many.
    #[inline]
    pub const fn count(self) -> usize {
        self.count as usize
    }

    /// The first.
    #[inline]
    pub const fn first(self) -> (Cell, bool) {
        self.cells[0]
    }

    /// All of them.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = (Cell, bool)> {
        self.cells.into_iter().take(self.count as usize)
    }
}

impl fmt::Display for RowRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RowRule::DoubleFirst => "two rows cannot be sensed at once: B8 to B11 are written only",
            RowRule::ConstantWritten => "constant rows are not written",
            RowRule::QuacOnly => "the four entropy rows are raised by the command QUAC only",
            RowRule::NotAlone => "a row is moved sideways alone, to a row alone",
            RowRule::OutOfRange => "the subarray ends before this row",
        })
    }
}

/// Size of a memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    /// Banks.
    pub banks: u16,
    /// Subarrays of a bank.
    pub subarrays: u16,
    /// Row addresses of a subarray.
    pub rows: u16,
    /// Columns of a subarray: bits of a row.
    pub columns: u16,
}

impl Default for Geometry {
    /// One subarray of 512 rows in each of 8 banks (paper, Table II).
    fn default() -> Self {
        Geometry {
            banks: 8,
            subarrays: 1,
            rows: ROWS,
            columns: COLUMNS,
        }
    }
}

/// A size that cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeometryError {
    /// The field.
    pub field: &'static str,
    /// Its value.
    pub value: u16,
    /// What it must be.
    pub rule: &'static str,
}

impl fmt::Display for GeometryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is {}, but {}", self.field, self.value, self.rule)
    }
}

impl std::error::Error for GeometryError {}

impl Geometry {
    /// Itself, when a memory can have it.
    ///
    /// # Errors
    /// The size that cannot be.
    pub fn checked(self) -> Result<Geometry, GeometryError> {
        let columns = self.columns.is_multiple_of(64) && (1..=COLUMNS).contains(&self.columns);
        let rules = [
            (
                "banks",
                self.banks,
                self.banks > 0,
                "there must be one or more",
            ),
            (
                "subarrays",
                self.subarrays,
                self.subarrays > 0,
                "there must be one or more",
            ),
            (
                "rows",
                self.rows,
                self.rows > FIRST_DATA,
                "24 make one data row, the fewest",
            ),
            (
                "columns",
                self.columns,
                columns,
                "they come in lanes of 64, up to 512",
            ),
        ];
        match rules.into_iter().find(|(_, _, holds, _)| !holds) {
            Some((field, value, _, rule)) => Err(GeometryError { field, value, rule }),
            None => Ok(self),
        }
    }

    /// Data rows of a subarray: 489 of 512.
    pub const fn data_rows(&self) -> u16 {
        self.rows.saturating_sub(FIRST_DATA)
    }

    /// Whether the subarray has `row`.
    ///
    /// # Errors
    /// It ends before.
    #[inline]
    pub const fn check(&self, row: Row) -> Result<(), RowRule> {
        if row.0 < self.rows {
            Ok(())
        } else {
            Err(RowRule::OutOfRange)
        }
    }
}
