//! The decision on one request.

use super::{AtMost, DenyRail};
use crate::prelude::*;

/// Decides one request against the table: lowest matching entry wins, background deny.
///
/// N entries; PW bits of a place: the number of a 4 KiB granule or of a block; NS sources; JW bits
/// of a job id; UW bits of a source id.
/// An entry matches if it is active, has a job (not 0), has the source in its mask, and has the whole
/// request, first to last place, in [base, limit], both ends included. The lowest that matches grants,
/// or not, by its permission; where none matches, or the request is illegal, the answer is no. A
/// source id of NS or more is in no mask.
/// Two rails: grant_o, and deny_o, which checks the entry that grant_o goes by with logic of its own
/// (deny_rail). A request may pass only with grant_o high
/// and deny_o low; equal rails are a fault. Combinational.
#[derive(LogicBlock, Module)]
pub struct Decision<
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
    /// The request may pass, if deny_o agrees.
    pub grant_o: Signal<Out, Bit>,
    /// The request must not pass: the complement of grant_o.
    pub deny_o: Signal<Out, Bit>,
    /// An entry matches.
    pub match_o: Signal<Out, Bit>,
    /// Lowest matching entry; zero without a match.
    pub entry_o: Signal<Out, Bits<8>>,
    deny: DenyRail<N, PW, NS, JW, UW>,
    from_base: [AtMost<PW>; N],
    to_limit: [AtMost<PW>; N],
    who: Signal<Local, Bits<NS>>,
    /// The entry has the whole request between base and limit.
    holds: [Signal<Local, Bit>; N],
    hit: [Signal<Local, Bit>; N],
    /// An entry up to this one matches.
    seen: [Signal<Local, Bit>; N],
    first: [Signal<Local, Bit>; N],
    permits: [Signal<Local, Bit>; N],
    granted: [Signal<Local, Bit>; N],
    entry: [Signal<Local, Bits<8>>; N],
}

#[hdl]
impl<const N: usize, const PW: usize, const NS: usize, const JW: usize, const UW: usize> Logic
    for Decision<N, PW, NS, JW, UW>
{
    fn update(&mut self) {
        for i in 0..N {
            self.deny.entry_active_i[i].next = self.entry_active_i[i].val();
            self.deny.entry_base_i[i].next = self.entry_base_i[i].val();
            self.deny.entry_limit_i[i].next = self.entry_limit_i[i].val();
            self.deny.entry_read_i[i].next = self.entry_read_i[i].val();
            self.deny.entry_write_i[i].next = self.entry_write_i[i].val();
            self.deny.entry_sources_i[i].next = self.entry_sources_i[i].val();
            self.deny.entry_job_i[i].next = self.entry_job_i[i].val();
        }
        self.deny.source_i.next = self.source_i.val();
        self.deny.first_i.next = self.first_i.val();
        self.deny.last_i.next = self.last_i.val();
        self.deny.anywhere_i.next = self.anywhere_i.val();
        self.deny.illegal_i.next = self.illegal_i.val();
        self.deny.write_i.next = self.write_i.val();

        self.who.next = bit_cast::<NS, 1>(1.into()) << self.source_i.val();
        for i in 0..N {
            self.from_base[i].a_i.next = self.entry_base_i[i].val();
            self.from_base[i].b_i.next = self.first_i.val();
            self.to_limit[i].a_i.next = self.last_i.val();
            self.to_limit[i].b_i.next = self.entry_limit_i[i].val();
            self.holds[i].next = self.from_base[i].yes_o.val() & self.to_limit[i].yes_o.val();
        }
        for i in 0..N {
            self.hit[i].next = self.entry_active_i[i].val()
                & self.entry_job_i[i].val().any()
                & (self.entry_sources_i[i].val() & self.who.val()).any()
                & (self.anywhere_i.val() | self.holds[i].val());
            self.permits[i].next = self.anywhere_i.val()
                | (self.write_i.val() & self.entry_write_i[i].val())
                | (!self.write_i.val() & self.entry_read_i[i].val());
        }
        self.seen[0].next = self.hit[0].val();
        self.first[0].next = self.hit[0].val();
        self.entry[0].next = 0.into();
        for i in 1..N {
            self.seen[i].next = self.seen[i - 1].val() | self.hit[i].val();
            self.first[i].next = self.hit[i].val() & !self.seen[i - 1].val();
            self.entry[i].next = self.entry[i - 1].val();
            if self.first[i].val() {
                self.entry[i].next = self.entry[i - 1].val() | i.to_bits();
            }
        }
        for i in 0..N {
            self.deny.claim_i[i].next = self.first[i].val();
        }
        self.deny_o.next = self.deny.deny_o.val();
        self.granted[0].next = self.first[0].val() & self.permits[0].val();
        for i in 1..N {
            self.granted[i].next =
                self.granted[i - 1].val() | (self.first[i].val() & self.permits[i].val());
        }
        self.grant_o.next = self.granted[N - 1].val() & !self.illegal_i.val();
        self.match_o.next = self.seen[N - 1].val();
        self.entry_o.next = self.entry[N - 1].val();
    }
}
