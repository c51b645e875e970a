//! The second rail of the decision.

use crate::prelude::*;

/// The complement of a decision's grant, from logic of its own.
///
/// The other rail claims the entry that it grants by; this one looks that entry up in the table and
/// checks it with comparators of its own. It believes nothing of the claim: whatever claim_i is, also
/// none or several entries, deny_o is low only if an entry is active, has a job and the source, has the
/// whole request in [base, limit] and permits the access. Several claims have to hold all: the greatest
/// base that their bases make together (or), the least limit (and).
/// Parameters and other ports as decision. Combinational. Synthesis keeps its boundary, so that it does
/// not become one with the other rail.
#[derive(LogicBlock, Module)]
#[module(keep)]
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
    /// The other rail grants, or not, by this entry.
    pub claim_i: [Signal<In, Bit>; N],
    /// The request must not pass.
    pub deny_o: Signal<Out, Bit>,
    others: Signal<Local, Bits<NS>>,
    /// The entry does not permit the access.
    bar: [Signal<Local, Bit>; N],
    /// Something speaks against the entry, wherever the request is.
    objects: [Signal<Local, Bit>; N],
    // What is claimed up to an entry.
    claimed: [Signal<Local, Bit>; N],
    objected: [Signal<Local, Bit>; N],
    base: [Signal<Local, Bits<PW>>; N],
    not_limit: [Signal<Local, Bits<PW>>; N],
    limit: Signal<Local, Bits<PW>>,
    outside: Signal<Local, Bit>,
}

#[hdl]
impl<const N: usize, const PW: usize, const NS: usize, const JW: usize, const UW: usize> Logic
    for DenyRail<N, PW, NS, JW, UW>
{
    fn update(&mut self) {
        self.others.next = !(bit_cast::<NS, 1>(1.into()) << self.source_i.val());
        for i in 0..N {
            self.bar[i].next = !self.entry_read_i[i].val();
            if self.write_i.val() {
                self.bar[i].next = !self.entry_write_i[i].val();
            }
            if self.anywhere_i.val() {
                self.bar[i].next = false;
            }
            self.objects[i].next = !self.entry_active_i[i].val()
                | (self.entry_job_i[i].val() == 0)
                | (!self.entry_sources_i[i].val() | self.others.val()).all()
                | self.bar[i].val();
        }
        self.claimed[0].next = self.claim_i[0].val();
        self.objected[0].next = self.claim_i[0].val() & self.objects[0].val();
        self.base[0].next = 0.into();
        self.not_limit[0].next = 0.into();
        if self.claim_i[0].val() {
            self.base[0].next = self.entry_base_i[0].val();
            self.not_limit[0].next = !self.entry_limit_i[0].val();
        }
        for i in 1..N {
            self.claimed[i].next = self.claimed[i - 1].val() | self.claim_i[i].val();
            self.objected[i].next =
                self.objected[i - 1].val() | (self.claim_i[i].val() & self.objects[i].val());
            self.base[i].next = self.base[i - 1].val();
            self.not_limit[i].next = self.not_limit[i - 1].val();
            if self.claim_i[i].val() {
                self.base[i].next = self.base[i - 1].val() | self.entry_base_i[i].val();
                self.not_limit[i].next = self.not_limit[i - 1].val() | !self.entry_limit_i[i].val();
            }
        }
        self.limit.next = !self.not_limit[N - 1].val();
        self.outside.next =
            (self.first_i.val() < self.base[N - 1].val()) | (self.last_i.val() > self.limit.val());
        self.deny_o.next = self.illegal_i.val()
            | !self.claimed[N - 1].val()
            | self.objected[N - 1].val()
            | (!self.anywhere_i.val() & self.outside.val());
    }
}
