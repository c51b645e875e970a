//! What was denied: the first time in full, then in counts.

use super::EntryCounter;
use crate::prelude::*;

/// Keeps the first denied request, and counts denied requests per entry.
///
/// AW bits of address, UW of source id, N entries, CW bits of a count.
/// A read and a write may be denied in the same cycle: both count, and the read goes into the log.
/// log_clear_i empties the log and zeroes the counts; a denial in the same cycle is not kept.
/// Counts stay at their greatest value. irq_o is high while one has reached the threshold, so always
/// with a threshold of 0.
#[derive(LogicBlock, Module)]
pub struct FaultLog<const AW: usize, const UW: usize, const N: usize, const CW: usize> {
    /// Clock.
    pub clk_i: Signal<In, Clock>,
    /// Reset, active low.
    pub rst_ni: Signal<In, Bit>,
    /// A read was denied.
    pub read_i: Signal<In, Bit>,
    /// Its address.
    pub read_addr_i: Signal<In, Bits<AW>>,
    /// Its source.
    pub read_source_i: Signal<In, Bits<UW>>,
    /// An entry matches it.
    pub read_match_i: Signal<In, Bit>,
    /// Lowest matching entry.
    pub read_entry_i: Signal<In, Bits<8>>,
    /// A write was denied.
    pub write_i: Signal<In, Bit>,
    /// Its address.
    pub write_addr_i: Signal<In, Bits<AW>>,
    /// Its source.
    pub write_source_i: Signal<In, Bits<UW>>,
    /// An entry matches it.
    pub write_match_i: Signal<In, Bit>,
    /// Lowest matching entry.
    pub write_entry_i: Signal<In, Bits<8>>,

    /// Empties log and counts.
    pub log_clear_i: Signal<In, Bit>,
    /// Count at which irq_o rises.
    pub deny_threshold_i: Signal<In, Bits<CW>>,
    /// A denied request is in the log; what follows is zero until then.
    pub log_valid_o: Signal<Out, Bit>,
    /// Address of its first byte.
    pub log_addr_o: Signal<Out, Bits<AW>>,
    /// It was a write.
    pub log_write_o: Signal<Out, Bit>,
    /// Its source.
    pub log_source_o: Signal<Out, Bits<UW>>,
    /// An entry matched it.
    pub log_match_o: Signal<Out, Bit>,
    /// Lowest matching entry; zero without one.
    pub log_entry_o: Signal<Out, Bits<8>>,
    /// Requests that an entry matched and denied.
    pub deny_count_o: [Signal<Out, Bits<CW>>; N],
    /// Requests that no entry matched.
    pub background_count_o: Signal<Out, Bits<CW>>,
    /// A count has reached the threshold.
    pub irq_o: Signal<Out, Bit>,

    valid: Reg<Bit>,
    addr: Reg<Bits<AW>>,
    write: Reg<Bit>,
    source: Reg<Bits<UW>>,
    matched: Reg<Bit>,
    entry: Reg<Bits<8>>,
    count: [EntryCounter<CW>; N],
    unmatched: EntryCounter<CW>,
    /// The background or an entry up to this one has reached the threshold.
    reached: [Signal<Local, Bit>; N],
}

#[hdl]
impl<const AW: usize, const UW: usize, const N: usize, const CW: usize> Logic
    for FaultLog<AW, UW, N, CW>
{
    fn update(&mut self) {
        regs!(self, valid, addr, write, source, matched, entry);
        clocks!(self, count[N], unmatched);
        if !self.valid.q.val() & (self.read_i.val() | self.write_i.val()) {
            self.valid.d.next = true;
            self.write.d.next = !self.read_i.val();
            self.addr.d.next = self.write_addr_i.val();
            self.source.d.next = self.write_source_i.val();
            self.matched.d.next = self.write_match_i.val();
            self.entry.d.next = self.write_entry_i.val();
            if self.read_i.val() {
                self.addr.d.next = self.read_addr_i.val();
                self.source.d.next = self.read_source_i.val();
                self.matched.d.next = self.read_match_i.val();
                self.entry.d.next = self.read_entry_i.val();
            }
        }
        if self.log_clear_i.val() {
            self.valid.d.next = false;
            self.write.d.next = false;
            self.addr.d.next = 0.into();
            self.source.d.next = 0.into();
            self.matched.d.next = false;
            self.entry.d.next = 0.into();
        }
        self.log_valid_o.next = self.valid.q.val();
        self.log_addr_o.next = self.addr.q.val();
        self.log_write_o.next = self.write.q.val();
        self.log_source_o.next = self.source.q.val();
        self.log_match_o.next = self.matched.q.val();
        self.log_entry_o.next = self.entry.q.val();

        for i in 0..N {
            self.count[i].clear_i.next = self.log_clear_i.val();
            self.count[i].read_i.next = self.read_i.val()
                & self.read_match_i.val()
                & (self.read_entry_i.val().index() == i);
            self.count[i].write_i.next = self.write_i.val()
                & self.write_match_i.val()
                & (self.write_entry_i.val().index() == i);
            self.deny_count_o[i].next = self.count[i].count_o.val();
        }
        self.unmatched.clear_i.next = self.log_clear_i.val();
        self.unmatched.read_i.next = self.read_i.val() & !self.read_match_i.val();
        self.unmatched.write_i.next = self.write_i.val() & !self.write_match_i.val();
        self.background_count_o.next = self.unmatched.count_o.val();

        self.reached[0].next = (self.unmatched.count_o.val() >= self.deny_threshold_i.val())
            | (self.count[0].count_o.val() >= self.deny_threshold_i.val());
        for i in 1..N {
            self.reached[i].next = self.reached[i - 1].val()
                | (self.count[i].count_o.val() >= self.deny_threshold_i.val());
        }
        self.irq_o.next = self.reached[N - 1].val();
    }
}
