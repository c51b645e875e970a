//! How a kernel is written: typed rows, operations on them, loops and subroutines.

use super::ir::{
    Array as ArrayInfo, ArrayKind, Bits, Carried, Constant, Fixed, Id, Index, Ir, Op, Port, Stmt,
    Subroutine as SubroutineInfo, ValueInfo,
};
use std::collections::HashMap;
use std::marker::PhantomData;

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Secret {}
    impl Sealed for super::Public {}
}

/// Whether a row depends on a secret.
pub trait Secrecy: sealed::Sealed + Copy + 'static {
    /// It does.
    const SECRET: bool;
    /// Of what is computed from this and from `Other`: secret if one of them is.
    type With<Other: Secrecy>: Secrecy;
}

/// Depends on a secret. The host cannot have it, unless it is declared an output.
#[derive(Clone, Copy, Debug)]
pub struct Secret;

/// Depends on no secret.
#[derive(Clone, Copy, Debug)]
pub struct Public;

impl Secrecy for Secret {
    const SECRET: bool = true;
    type With<Other: Secrecy> = Secret;
}

impl Secrecy for Public {
    const SECRET: bool = false;
    type With<Other: Secrecy> = Other;
}

/// What is computed from three.
pub type Mix3<A, B, C> = <<A as Secrecy>::With<B> as Secrecy>::With<C>;

/// What the columns of a row mean. Rows of different layouts do not mix; [`Kernel::rename`] says
/// that a row is to be read in another one.
pub trait Layout: Copy + 'static {
    /// Name on the command line and in reports.
    const NAME: &'static str;
}

/// A layout whose 64-column lanes are words: it can be rotated.
pub trait Lanes: Layout {}

/// Eight words of 64 bits: bit i of word l is column 64·l + i.
#[derive(Clone, Copy, Debug)]
pub struct Packed64;

/// One bit of 512 instances, one a column: a word is as many rows as it has bits.
#[derive(Clone, Copy, Debug)]
pub struct Vertical;

/// A word of 64 bits in K rows: bit i is in row i mod K, at column i div K of its lane.
#[derive(Clone, Copy, Debug)]
pub struct Interleave<const K: usize>;

/// Copies of one word side by side, so that a shift needs no wrap-around: K rows as in
/// [`Interleave`], the 64/K columns repeated over the 512.
#[derive(Clone, Copy, Debug)]
pub struct Guard<const K: usize>;

impl Layout for Packed64 {
    const NAME: &'static str = "packed";
}
impl Lanes for Packed64 {}
impl Layout for Vertical {
    const NAME: &'static str = "vertical";
}
impl<const K: usize> Layout for Interleave<K> {
    const NAME: &'static str = "interleave";
}
impl<const K: usize> Layout for Guard<K> {
    const NAME: &'static str = "guard";
}

/// Two of a kind.
pub type Pair<T> = (T, T);

/// A row of 512 bits: a value, not a place. `S` is [`Secret`] or [`Public`], `L` what it means.
#[derive(Debug)]
pub struct Row<S, L = Packed64> {
    id: Id,
    marker: PhantomData<(S, L)>,
}

impl<S, L> Clone for Row<S, L> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<S, L> Copy for Row<S, L> {}

impl<S, L> Row<S, L> {
    fn new(id: Id) -> Self {
        Row {
            id,
            marker: PhantomData,
        }
    }

    /// Number of the value.
    pub fn id(self) -> Id {
        self.id
    }
}

/// Rows in consecutive places, whose elements a row pointer can go through.
#[derive(Debug)]
pub struct Array<S, L = Packed64> {
    number: usize,
    len: usize,
    marker: PhantomData<(S, L)>,
}

impl<S, L> Clone for Array<S, L> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<S, L> Copy for Array<S, L> {}

impl<S, L> Array<S, L> {
    /// Elements.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(self) -> usize {
        self.len
    }
}

/// A row pointer into an array. It is machine state: [`Kernel::point`] sets it,
/// [`Kernel::advance`] moves it, also from inside a loop or a subroutine.
#[derive(Debug)]
pub struct Pointer<S, L = Packed64> {
    number: usize,
    array: Array<S, L>,
}

impl<S, L> Clone for Pointer<S, L> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<S, L> Copy for Pointer<S, L> {}

/// Rows that go together through a loop or a subroutine: a row, or arrays, vectors and tuples of
/// them.
pub trait Bundle: Clone {
    /// Appends its values, each with whether it is secret.
    fn ids(&self, to: &mut Vec<(Id, bool)>);
    /// The same shape with other values.
    fn with(&self, ids: &mut dyn Iterator<Item = Id>) -> Self;
}

impl<S: Secrecy, L> Bundle for Row<S, L> {
    fn ids(&self, to: &mut Vec<(Id, bool)>) {
        to.push((self.id, S::SECRET));
    }
    fn with(&self, ids: &mut dyn Iterator<Item = Id>) -> Self {
        Row::new(ids.next().expect("as many values as rows"))
    }
}

impl<B: Bundle> Bundle for Vec<B> {
    fn ids(&self, to: &mut Vec<(Id, bool)>) {
        self.iter().for_each(|one| one.ids(to));
    }
    fn with(&self, ids: &mut dyn Iterator<Item = Id>) -> Self {
        self.iter().map(|one| one.with(ids)).collect()
    }
}

impl<B: Bundle, const N: usize> Bundle for [B; N] {
    fn ids(&self, to: &mut Vec<(Id, bool)>) {
        self.iter().for_each(|one| one.ids(to));
    }
    fn with(&self, ids: &mut dyn Iterator<Item = Id>) -> Self {
        std::array::from_fn(|at| self[at].with(ids))
    }
}

impl Bundle for () {
    fn ids(&self, _: &mut Vec<(Id, bool)>) {}
    fn with(&self, _: &mut dyn Iterator<Item = Id>) -> Self {}
}

macro_rules! bundle_tuple {
    ($($name:ident $at:tt),*) => {
        impl<$($name: Bundle),*> Bundle for ($($name,)*) {
            fn ids(&self, to: &mut Vec<(Id, bool)>) {
                $(self.$at.ids(to);)*
            }
            fn with(&self, ids: &mut dyn Iterator<Item = Id>) -> Self {
                ($(self.$at.with(ids),)*)
            }
        }
    };
}
bundle_tuple!(A 0, B 1);
bundle_tuple!(A 0, B 1, C 2);
bundle_tuple!(A 0, B 1, C 2, D 3);

/// A subroutine from a bundle of rows to one of the same shape.
#[derive(Clone, Debug)]
pub struct Subroutine<B> {
    number: usize,
    shape: B,
}

/// Builds a kernel. Operations check what types cannot (a row of another kernel, or one that was
/// made inside a loop and is used outside) and panic with a message: a wrong kernel is a mistake
/// in the program, not in what its user gave.
pub struct Kernel {
    ir: Ir,
    /// Statements of the blocks that are open, innermost last.
    open: Vec<Vec<Stmt>>,
    /// Which block each value belongs to; constants belong to all.
    scope_of: Vec<Option<u32>>,
    scopes: Vec<u32>,
    next_scope: u32,
    fixed_ids: HashMap<Fixed, Id>,
}

impl Kernel {
    /// An empty one.
    pub fn new(name: &str) -> Self {
        Kernel {
            ir: Ir {
                name: name.into(),
                values: Vec::new(),
                inputs: Vec::new(),
                outputs: Vec::new(),
                constants: Vec::new(),
                arrays: Vec::new(),
                pointers: Vec::new(),
                subroutines: Vec::new(),
                body: Vec::new(),
            },
            open: vec![Vec::new()],
            scope_of: Vec::new(),
            scopes: vec![0],
            next_scope: 1,
            fixed_ids: HashMap::new(),
        }
    }

    /// The kernel as built.
    pub fn finish(mut self) -> Ir {
        self.ir.body = self.open.pop().unwrap_or_default();
        self.ir
    }

    // ---- rows that come in and go out

    /// A row that is resident when the kernel starts. Rows whose names are alike up to a `.` are
    /// counted together in reports: `key.0`, `key.1`.
    pub fn input<S: Secrecy, L: Layout>(&mut self, name: &str) -> Row<S, L> {
        assert!(self.open.len() == 1, "input `{name}` inside a loop");
        let taken = self.ir.inputs.iter().any(|port| port.name == name);
        assert!(!taken, "there are two inputs `{name}`");
        let id = self.value::<S>(Op::Input(self.ir.inputs.len()));
        self.ir.inputs.push(Port {
            name: name.into(),
            value: id,
        });
        Row::new(id)
    }

    /// The row is resident when the kernel ends.
    pub fn output<S: Secrecy, L: Layout>(&mut self, name: &str, row: Row<S, L>) {
        assert!(self.open.len() == 1, "output `{name}` inside a loop");
        let taken = self.ir.outputs.iter().any(|port| port.name == name);
        assert!(!taken, "there are two outputs `{name}`");
        self.check(row.id);
        self.ir.outputs.push(Port {
            name: name.into(),
            value: row.id,
        });
    }

    /// The next row that the host streams in.
    pub fn write<L: Layout>(&mut self) -> Row<Public, L> {
        Row::new(self.value::<Public>(Op::Write))
    }

    /// Gives a row to the host.
    pub fn read<L: Layout>(&mut self, name: &str, row: Row<Public, L>) {
        self.check(row.id);
        self.push(Stmt::Read(name.into(), row.id));
    }

    /// Declares that a row may leave: a ciphertext, a tag, a plaintext whose tag was checked. The
    /// one way from secret to public.
    pub fn declare<S: Secrecy, L: Layout>(&mut self, row: Row<S, L>) -> Row<Public, L> {
        self.check(row.id);
        Row::new(self.value::<Public>(Op::Declare(row.id)))
    }

    /// A constant row, such as a mask: loaded once, before the kernel runs, and counted. The same
    /// bits are one row, whatever they are called; zeros and ones cost no row.
    pub fn constant<L: Layout>(&mut self, name: &str, bits: Bits) -> Row<Public, L> {
        if bits == [0; 8] || bits == [u64::MAX; 8] {
            return self.fill(bits[0] != 0);
        }
        let found = self.ir.constants.iter().position(|one| one.bits == bits);
        let number = found.unwrap_or_else(|| {
            self.ir.constants.push(Constant {
                name: name.into(),
                bits,
            });
            self.ir.constants.len() - 1
        });
        Row::new(self.fixed(Fixed::Constant(number)))
    }

    /// Zeros.
    pub fn zeros<L: Layout>(&mut self) -> Row<Public, L> {
        self.fill(false)
    }

    /// Ones.
    pub fn ones<L: Layout>(&mut self) -> Row<Public, L> {
        self.fill(true)
    }

    /// `bit` in all columns.
    pub fn fill<L: Layout>(&mut self, bit: bool) -> Row<Public, L> {
        Row::new(self.fixed(Fixed::Fill(bit)))
    }

    // ---- operations

    /// `¬a`. Free where it can be taken into another operation.
    pub fn not<S: Secrecy, L: Layout>(&mut self, a: Row<S, L>) -> Row<S, L> {
        self.check(a.id);
        Row::new(self.value::<S>(Op::Not(a.id)))
    }

    /// `a ^ b`.
    pub fn xor<A: Secrecy, B: Secrecy, L: Layout>(
        &mut self,
        a: Row<A, L>,
        b: Row<B, L>,
    ) -> Row<A::With<B>, L> {
        let zero = self.zeros();
        self.three::<A, B, Public, L>(a, b, zero, Op::Xor3).retype()
    }

    /// `a ^ b ^ c`: costs no more than a XOR of two.
    pub fn xor3<A: Secrecy, B: Secrecy, C: Secrecy, L: Layout>(
        &mut self,
        a: Row<A, L>,
        b: Row<B, L>,
        c: Row<C, L>,
    ) -> Row<Mix3<A, B, C>, L> {
        self.three(a, b, c, Op::Xor3)
    }

    /// `a & b`.
    pub fn and<A: Secrecy, B: Secrecy, L: Layout>(
        &mut self,
        a: Row<A, L>,
        b: Row<B, L>,
    ) -> Row<A::With<B>, L> {
        let zero = self.zeros();
        self.three::<A, B, Public, L>(a, b, zero, Op::Maj).retype()
    }

    /// `a | b`.
    pub fn or<A: Secrecy, B: Secrecy, L: Layout>(
        &mut self,
        a: Row<A, L>,
        b: Row<B, L>,
    ) -> Row<A::With<B>, L> {
        let one = self.ones();
        self.three::<A, B, Public, L>(a, b, one, Op::Maj).retype()
    }

    /// The majority of three.
    pub fn maj<A: Secrecy, B: Secrecy, C: Secrecy, L: Layout>(
        &mut self,
        a: Row<A, L>,
        b: Row<B, L>,
        c: Row<C, L>,
    ) -> Row<Mix3<A, B, C>, L> {
        self.three(a, b, c, Op::Maj)
    }

    /// `s ? a : b`, column by column.
    pub fn select<A: Secrecy, B: Secrecy, C: Secrecy, L: Layout>(
        &mut self,
        s: Row<A, L>,
        a: Row<B, L>,
        b: Row<C, L>,
    ) -> Row<Mix3<A, B, C>, L> {
        self.three(s, a, b, Op::Mux)
    }

    /// `a ^ (¬b & c)`, the χ of Keccak and ASCON.
    pub fn chi<A: Secrecy, B: Secrecy, C: Secrecy, L: Layout>(
        &mut self,
        a: Row<A, L>,
        b: Row<B, L>,
        c: Row<C, L>,
    ) -> Row<Mix3<A, B, C>, L> {
        let nb = self.not(b);
        let t = self.and(nb, c);
        Row::new(self.xor(a, t).id)
    }

    /// Full adder or 3:2 compressor: sum and carry of three.
    pub fn full_add<A: Secrecy, B: Secrecy, C: Secrecy, L: Layout>(
        &mut self,
        a: Row<A, L>,
        b: Row<B, L>,
        c: Row<C, L>,
    ) -> Pair<Row<Mix3<A, B, C>, L>> {
        (self.xor3(a, b, c), self.maj(a, b, c))
    }

    /// Sum of two numbers of one length, a row a bit, least significant first, and a carry in.
    /// Gives the sum and the carry out.
    pub fn add<S: Secrecy, L: Layout>(
        &mut self,
        a: &[Row<S, L>],
        b: &[Row<S, L>],
        carry: Row<Public, L>,
    ) -> (Vec<Row<S, L>>, Row<S, L>) {
        assert_eq!(a.len(), b.len(), "numbers of different lengths are added");
        let mut carry: Row<S, L> = carry.retype();
        let sum = a.iter().zip(b).map(|(a, b)| {
            let (sum, next) = (self.xor3(*a, *b, carry).id, self.maj(*a, *b, carry).id);
            carry = Row::new(next);
            Row::new(sum)
        });
        (sum.collect(), carry)
    }

    /// Every column moves up by `columns`, down when that is negative; zeros come in.
    pub fn shift<S: Secrecy, L: Layout>(&mut self, a: Row<S, L>, columns: i32) -> Row<S, L> {
        self.check(a.id);
        let size = columns.unsigned_abs();
        assert!(size < 512, "a row of 512 columns is shifted by {size}");
        if columns == 0 {
            return a;
        }
        Row::new(self.value::<S>(Op::Shift(a.id, columns)))
    }

    /// Every 64-bit word is rotated to the right by `bits`.
    pub fn rotate_right<S: Secrecy, L: Lanes>(&mut self, a: Row<S, L>, bits: u32) -> Row<S, L> {
        self.check(a.id);
        match (64 - bits % 64) % 64 {
            0 => a,
            left => Row::new(self.value::<S>(Op::RotateLanes(a.id, left))),
        }
    }

    /// Every 64-bit word is rotated to the left by `bits`.
    pub fn rotate_left<S: Secrecy, L: Lanes>(&mut self, a: Row<S, L>, bits: u32) -> Row<S, L> {
        self.rotate_right(a, 64 - bits % 64)
    }

    /// The same bits, read in another layout. Free.
    pub fn rename<S: Secrecy, L: Layout, M: Layout>(&mut self, a: Row<S, L>) -> Row<S, M> {
        Row::new(a.id)
    }

    /// The same bits, treated as a secret from here on. Free.
    pub fn hide<S: Secrecy, L: Layout>(&mut self, a: Row<S, L>) -> Row<Secret, L> {
        a.retype()
    }

    /// Ends a group of operations: the compiler orders those of a group together, and finds the
    /// same order again for groups of the same form. Say it after each of many like slices.
    pub fn cut(&mut self) {
        self.push(Stmt::Cut);
    }

    // ---- arrays

    /// Rows that are resident when the kernel starts.
    pub fn input_array<S: Secrecy, L: Layout>(&mut self, name: &str, len: usize) -> Array<S, L> {
        self.array(name, len, ArrayKind::Input)
    }

    /// Constant rows, loaded once.
    pub fn constant_array<L: Layout>(&mut self, name: &str, rows: &[Bits]) -> Array<Public, L> {
        self.array(name, rows.len(), ArrayKind::Constant(rows.to_vec()))
    }

    /// Rows to write before they are read. What they hold at the end can be looked at by name.
    pub fn scratch_array<S: Secrecy, L: Layout>(&mut self, name: &str, len: usize) -> Array<S, L> {
        self.array(name, len, ArrayKind::Scratch)
    }

    /// A pointer into `array`, for [`Kernel::point`] to set.
    pub fn pointer<S: Secrecy, L: Layout>(&mut self, array: Array<S, L>) -> Pointer<S, L> {
        self.ir.pointers.push(array.number);
        Pointer {
            number: self.ir.pointers.len() - 1,
            array,
        }
    }

    /// Sets a pointer to an element.
    pub fn point<S: Secrecy, L: Layout>(&mut self, pointer: Pointer<S, L>, element: usize) {
        self.push(Stmt::Point(pointer.number, element));
    }

    /// Moves a pointer by so many elements.
    pub fn advance<S: Secrecy, L: Layout>(&mut self, pointer: Pointer<S, L>, elements: i32) {
        self.push(Stmt::Advance(pointer.number, elements));
    }

    /// An element.
    pub fn at<S: Secrecy, L: Layout>(&mut self, array: Array<S, L>, element: usize) -> Row<S, L> {
        in_array(array, element);
        Row::new(self.value::<S>(Op::Load(array.number, Index::Fixed(element))))
    }

    /// The element `offset` after a pointer.
    pub fn at_pointer<S: Secrecy, L: Layout>(
        &mut self,
        pointer: Pointer<S, L>,
        offset: usize,
    ) -> Row<S, L> {
        let index = Index::Pointer {
            pointer: pointer.number,
            offset,
        };
        Row::new(self.value::<S>(Op::Load(pointer.array.number, index)))
    }

    /// Writes an element.
    pub fn store<S: Secrecy, L: Layout>(
        &mut self,
        array: Array<S, L>,
        element: usize,
        row: Row<S, L>,
    ) {
        in_array(array, element);
        self.store_at(array.number, Index::Fixed(element), row.id);
    }

    /// Writes the element `offset` after a pointer.
    pub fn store_pointer<S: Secrecy, L: Layout>(
        &mut self,
        pointer: Pointer<S, L>,
        offset: usize,
        row: Row<S, L>,
    ) {
        let index = Index::Pointer {
            pointer: pointer.number,
            offset,
        };
        self.store_at(pointer.array.number, index, row.id);
    }

    fn store_at(&mut self, array: usize, index: Index, id: Id) {
        let info = &self.ir.arrays[array];
        let constant = matches!(info.kind, ArrayKind::Constant(_));
        assert!(!constant, "constant array `{}` is written", info.name);
        self.check(id);
        self.push(Stmt::Store(array, index, id));
    }

    // ---- control

    /// Runs `body` `times` times. What it returns, the next iteration gets; in the end it is the
    /// result.
    pub fn repeat<B: Bundle>(
        &mut self,
        times: u32,
        initial: B,
        body: impl FnOnce(&mut Kernel, B) -> B,
    ) -> B {
        if times == 0 {
            return initial;
        }
        let initials = self.ids(&initial);
        let scope = self.enter();
        let parameters = self.fresh(&initial);
        let next = body(self, initial.with(&mut parameters.iter().copied()));
        let nexts = self.ids(&next);
        let body = self.leave(scope);
        assert_eq!(nexts.len(), initials.len(), "a loop returns what it takes");
        let results = self.fresh(&initial);
        let carried = (0..initials.len())
            .map(|at| Carried {
                initial: initials[at],
                parameter: parameters[at],
                next: nexts[at],
                result: results[at],
            })
            .collect();
        self.push(Stmt::Repeat {
            times,
            carried,
            body,
        });
        initial.with(&mut results.into_iter())
    }

    /// Defines a subroutine on rows shaped like `shape`. It sees constants, arrays and pointers,
    /// no other rows.
    pub fn subroutine<B: Bundle>(
        &mut self,
        name: &str,
        shape: &B,
        body: impl FnOnce(&mut Kernel, B) -> B,
    ) -> Subroutine<B> {
        let ids = self.ids(shape);
        let outer = std::mem::take(&mut self.scopes);
        let scope = self.enter();
        let parameters = self.fresh(shape);
        let result = body(self, shape.with(&mut parameters.iter().copied()));
        let results = self.ids(&result);
        assert_eq!(
            results.len(),
            ids.len(),
            "a subroutine returns what it takes"
        );
        let body = self.leave(scope);
        self.scopes = outer;
        self.ir.subroutines.push(SubroutineInfo {
            name: name.into(),
            parameters,
            results,
            body,
        });
        Subroutine {
            number: self.ir.subroutines.len() - 1,
            shape: shape.clone(),
        }
    }

    /// Calls a subroutine.
    pub fn call<B: Bundle>(&mut self, subroutine: &Subroutine<B>, rows: B) -> B {
        let arguments = self.ids(&rows);
        let expected = &self.ir.subroutines[subroutine.number].parameters;
        assert_eq!(arguments.len(), expected.len(), "rows of a call");
        let results = self.fresh(&rows);
        self.push(Stmt::Call(subroutine.number, arguments, results.clone()));
        subroutine.shape.with(&mut results.into_iter())
    }

    // ---- inside

    fn three<A: Secrecy, B: Secrecy, C: Secrecy, L: Layout>(
        &mut self,
        a: Row<A, L>,
        b: Row<B, L>,
        c: Row<C, L>,
        op: fn(Id, Id, Id) -> Op,
    ) -> Row<Mix3<A, B, C>, L> {
        for id in [a.id, b.id, c.id] {
            self.check(id);
        }
        Row::new(self.value::<Mix3<A, B, C>>(op(a.id, b.id, c.id)))
    }

    fn array<S: Secrecy, L: Layout>(
        &mut self,
        name: &str,
        len: usize,
        kind: ArrayKind,
    ) -> Array<S, L> {
        assert!(len > 0, "array `{name}` is empty");
        let taken = self.ir.arrays.iter().any(|one| one.name == name);
        assert!(!taken, "there are two arrays `{name}`");
        self.ir.arrays.push(ArrayInfo {
            name: name.into(),
            len,
            secret: S::SECRET,
            kind,
        });
        Array {
            number: self.ir.arrays.len() - 1,
            len,
            marker: PhantomData,
        }
    }

    fn value<S: Secrecy>(&mut self, op: Op) -> Id {
        let id = self.ir.values.len() as Id;
        self.ir.values.push(ValueInfo {
            secret: S::SECRET,
            fixed: None,
        });
        self.scope_of.push(self.scopes.last().copied());
        self.push(Stmt::Let(id, op));
        id
    }

    fn fixed(&mut self, fixed: Fixed) -> Id {
        if let Some(id) = self.fixed_ids.get(&fixed) {
            return *id;
        }
        let id = self.ir.values.len() as Id;
        self.ir.values.push(ValueInfo {
            secret: false,
            fixed: Some(fixed),
        });
        self.scope_of.push(None);
        self.fixed_ids.insert(fixed, id);
        id
    }

    /// New values like `ids`, which no statement defines.
    fn fresh<B: Bundle>(&mut self, shape: &B) -> Vec<Id> {
        let scope = self.scopes.last().copied();
        let mut like = Vec::new();
        shape.ids(&mut like);
        like.into_iter()
            .map(|(_, secret)| {
                self.ir.values.push(ValueInfo {
                    secret,
                    fixed: None,
                });
                self.scope_of.push(scope);
                self.ir.values.len() as Id - 1
            })
            .collect()
    }

    fn ids<B: Bundle>(&self, bundle: &B) -> Vec<Id> {
        let mut ids = Vec::new();
        bundle.ids(&mut ids);
        let ids = ids.into_iter().map(|(id, _)| id);
        ids.inspect(|id| self.check(*id)).collect()
    }

    fn push(&mut self, stmt: Stmt) {
        self.open.last_mut().expect("a block is open").push(stmt);
    }

    fn enter(&mut self) -> u32 {
        self.open.push(Vec::new());
        self.scopes.push(self.next_scope);
        self.next_scope += 1;
        self.next_scope - 1
    }

    fn leave(&mut self, scope: u32) -> Vec<Stmt> {
        self.scopes.retain(|one| *one != scope);
        self.open.pop().expect("a block is open")
    }

    fn check(&self, id: Id) {
        let scope = self.scope_of.get(id as usize);
        let scope = scope.expect("a row of another kernel");
        if let Some(scope) = scope {
            assert!(
                self.scopes.contains(scope),
                "a row is used outside of the loop or subroutine that made it"
            );
        }
    }
}

impl<S: Secrecy, L: Layout> Row<S, L> {
    /// For the builder only: says what the type system cannot follow.
    fn retype<T: Secrecy>(self) -> Row<T, L> {
        Row::new(self.id)
    }
}

fn in_array<S, L>(array: Array<S, L>, element: usize) {
    assert!(
        element < array.len,
        "element {element} of an array of {}",
        array.len
    );
}
