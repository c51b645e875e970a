//! The second rail of the decision.

use crate::prelude::*;

/// The complement of a decision's grant, from logic of its own.
///
/// From the highest entry down: the answer is no, until an entry that nothing speaks against replaces
/// it with its own. Parameters and ports as decision. Combinational. Synthesis must not merge it with
/// the other rail: keep this module's boundary.
#[derive(LogicBlock, Module)]
pub struct DenyRail<
    const N: usize,
    const PW: usize,
    const NS: usize,
    const JW: usize,
    const UW: usize,
> {
    /// Entry is in state ACTIVE, and valid.
    pub entry_active_i: [Signal<In, Bit>; N],
    /// First place of an entry.
    pub entry_base_i: [Signal<In, Bits<PW>>; N],
    /// Last place of an entry, inclusive.
    pub entry_limit_i: [Signal<In, Bits<PW>>; N],
    /// Entry permits reads.
    pub entry_read_i: [Signal<In, Bit>; N],
    /// Entry permits writes.
    pub entry_write_i: [Signal<In, Bit>; N],
    /// Bit s: source s belongs to the entry.
    pub entry_sources_i: [Signal<In, Bits<NS>>; N],
    /// Job of an entry; 0: none.
    pub entry_job_i: [Signal<In, Bits<JW>>; N],
    /// Source id of the request.
    pub source_i: Signal<In, Bits<UW>>,
    /// First place of the request.
    pub first_i: Signal<In, Bits<PW>>,
    /// Last place of the request.
    pub last_i: Signal<In, Bits<PW>>,
    /// The request has no place: it asks only whether the source has an entry.
    pub anywhere_i: Signal<In, Bit>,
    /// The request breaks the rules of its bus, so that its places do not say what it touches.
    pub illegal_i: Signal<In, Bit>,
    /// The request is a write; otherwise a read.
    pub write_i: Signal<In, Bit>,
    /// The request must not pass.
    pub deny_o: Signal<Out, Bit>,
    others: Signal<Local, Bits<NS>>,
    /// Something speaks against a match.
    miss: [Signal<Local, Bit>; N],
    /// The entry does not permit the access.
    bar: [Signal<Local, Bit>; N],
    /// The answer of the entries from this one on.
    denied: [Signal<Local, Bit>; N],
}

#[hdl]
impl<const N: usize, const PW: usize, const NS: usize, const JW: usize, const UW: usize> Logic
    for DenyRail<N, PW, NS, JW, UW>
{
    fn update(&mut self) {
        self.others.next = !(bit_cast::<NS, 1>(1.into()) << self.source_i.val());
        for i in 0..N {
            self.miss[i].next = !self.entry_active_i[i].val()
                | (self.entry_job_i[i].val() == 0)
                | (!self.entry_sources_i[i].val() | self.others.val()).all()
                | (!self.anywhere_i.val()
                    & ((self.first_i.val() < self.entry_base_i[i].val())
                        | (self.last_i.val() > self.entry_limit_i[i].val())));
            self.bar[i].next = !self.entry_read_i[i].val();
            if self.write_i.val() {
                self.bar[i].next = !self.entry_write_i[i].val();
            }
            if self.anywhere_i.val() {
                self.bar[i].next = false;
            }
        }
        self.denied[N - 1].next = self.miss[N - 1].val() | self.bar[N - 1].val();
        for i in 1..N {
            self.denied[N - 1 - i].next = (self.miss[N - 1 - i].val() & self.denied[N - i].val())
                | (!self.miss[N - 1 - i].val() & self.bar[N - 1 - i].val());
        }
        self.deny_o.next = self.denied[0].val() | self.illegal_i.val();
    }
}
