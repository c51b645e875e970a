//! Intermediate form of a kernel: values in static single assignment, structured control.

/// The bits of a row of 512 columns; column 0 is bit 0 of word 0.
pub type Bits = [u64; 8];

/// Number of a value.
pub type Id = u32;

/// What a value is computed from. All operands are values that were defined before.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// Resident when the kernel starts: number in [`Ir::inputs`].
    Input(usize),
    /// Complement.
    Not(Id),
    /// `a ^ b ^ c`.
    Xor3(Id, Id, Id),
    /// Majority; AND and OR are those with a fill.
    Maj(Id, Id, Id),
    /// `s ? a : b`, column by column.
    Mux(Id, Id, Id),
    /// Every column moves up (left) by so many, or down when negative; zeros come in.
    Shift(Id, i32),
    /// Every 64-column lane is rotated to the left by 1 to 63.
    RotateLanes(Id, u32),
    /// Row that the host streams in.
    Write,
    /// Element of an array.
    Load(usize, Index),
    /// The same bits, declared to be no secret.
    Declare(Id),
}

impl Op {
    /// The values that it reads.
    pub fn operands(&self) -> Vec<Id> {
        match *self {
            Op::Not(a) | Op::Shift(a, _) | Op::RotateLanes(a, _) | Op::Declare(a) => vec![a],
            Op::Xor3(a, b, c) | Op::Maj(a, b, c) | Op::Mux(a, b, c) => vec![a, b, c],
            Op::Input(_) | Op::Write | Op::Load(..) => Vec::new(),
        }
    }
}

/// Which element of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Index {
    /// That number.
    Fixed(usize),
    /// So many after the row pointer.
    Pointer {
        /// Number in [`Ir::pointers`].
        pointer: usize,
        /// Elements after it.
        offset: usize,
    },
}

/// A statement.
#[derive(Clone, Debug)]
pub enum Stmt {
    /// Defines a value.
    Let(Id, Op),
    /// Writes an element of an array.
    Store(usize, Index, Id),
    /// Gives a row to the host.
    Read(String, Id),
    /// Sets a row pointer to an element of its array.
    Point(usize, usize),
    /// Moves a row pointer by so many elements.
    Advance(usize, i32),
    /// Runs its body `times` times.
    Repeat {
        /// How often, 1 or more.
        times: u32,
        /// Values that go from one iteration to the next.
        carried: Vec<Carried>,
        /// What is repeated.
        body: Vec<Stmt>,
    },
    /// Runs a subroutine: number, values for its parameters, values that take its results.
    Call(usize, Vec<Id>, Vec<Id>),
    /// What is before is not mixed with what comes after, when operations are ordered.
    Cut,
}

/// A value that a loop changes.
#[derive(Clone, Copy, Debug)]
pub struct Carried {
    /// Before the first iteration.
    pub initial: Id,
    /// What the body sees.
    pub parameter: Id,
    /// What the body leaves.
    pub next: Id,
    /// After the last iteration.
    pub result: Id,
}

/// What is known about a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueInfo {
    /// It depends on a secret.
    pub secret: bool,
    /// It is the same everywhere in the kernel: no statement defines it.
    pub fixed: Option<Fixed>,
}

/// A value that is the same everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fixed {
    /// Constant row: number in [`Ir::constants`].
    Constant(usize),
    /// Zeros in all columns, or ones.
    Fill(bool),
}

/// A row with a name, resident before or after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// Name.
    pub name: String,
    /// Its value.
    pub value: Id,
}

/// How an array begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArrayKind {
    /// Resident when the kernel starts.
    Input,
    /// Constant rows.
    Constant(Vec<Bits>),
    /// Undefined.
    Scratch,
}

/// Rows under one name, in consecutive rows of the subarray.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    /// Name.
    pub name: String,
    /// Elements.
    pub len: usize,
    /// It may hold secrets.
    pub secret: bool,
    /// How it begins.
    pub kind: ArrayKind,
}

/// A constant row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constant {
    /// Name.
    pub name: String,
    /// Its bits.
    pub bits: Bits,
}

/// A subroutine: it takes rows and leaves as many, in the same places.
#[derive(Clone, Debug)]
pub struct Subroutine {
    /// Name.
    pub name: String,
    /// What its body sees.
    pub parameters: Vec<Id>,
    /// What its body leaves, one for each parameter.
    pub results: Vec<Id>,
    /// Statements.
    pub body: Vec<Stmt>,
}

/// A kernel.
#[derive(Clone, Debug)]
pub struct Ir {
    /// Name.
    pub name: String,
    /// By [`Id`].
    pub values: Vec<ValueInfo>,
    /// Rows that are there at the start.
    pub inputs: Vec<Port>,
    /// Rows that are there at the end.
    pub outputs: Vec<Port>,
    /// Constant rows.
    pub constants: Vec<Constant>,
    /// Arrays.
    pub arrays: Vec<Array>,
    /// Row pointers: the array of each.
    pub pointers: Vec<usize>,
    /// Subroutines; each calls only those before it.
    pub subroutines: Vec<Subroutine>,
    /// Statements.
    pub body: Vec<Stmt>,
}
