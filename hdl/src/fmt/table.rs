//! The table.

use super::op::{ACTIVATE, ATTEST, COMMIT, ERASE, FAULT, FREE, LOCK, RECOVER, RELEASE};
use super::regs::{
    self, ALERT, COMMAND, ENTRY_ATTRIBUTES, ENTRY_BASE, ENTRY_BASE_HIGH, ENTRY_COUNTER,
    ENTRY_COUNTER_HIGH, ENTRY_EPOCH, ENTRY_JOB, ENTRY_LIMIT, ENTRY_LIMIT_HIGH, ENTRY_SOURCES,
    ENTRY_STATE, EPOCH, KEY, KEYS, POLICY, SHADOW_ATTRIBUTES, SHADOW_BASE, SHADOW_BASE_HIGH,
    SHADOW_JOB, SHADOW_LIMIT, SHADOW_LIMIT_HIGH, SHADOW_SOURCES, STATUS, Sizes,
};
use super::{FmtEntry, LOCKED, UNLOCKED};
use crate::bus::AxiLiteSlave;
use crate::prelude::*;
use crate::regs::RegDecode;
use std::array;

const STATE_FREE: u64 = super::state::FREE;
const STATE_RESERVED: u64 = super::state::RESERVED;
const STATE_ATTESTED: u64 = super::state::ATTESTED;
const STATE_ACTIVE: u64 = super::state::ACTIVE;
const STATE_SCRUB: u64 = super::state::SCRUB;
const STATE_FAULT: u64 = super::state::FAULT;
const STATE_STORAGE: u64 = super::state::STORAGE;

/// What the table is at.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
pub enum FmtPhase {
    /// Zeroes the key words after a reset.
    Wipe,
    /// Waits for somebody.
    Idle,
    /// Looks at a write.
    Write,
    /// Compares the shadow entry, or a key slot to be erased, with one entry a cycle.
    Walk,
    /// Ends a write that walked.
    Finish,
    /// Zeroes a key slot.
    Erase,
    /// Fetches what a read wants.
    Read,
    /// Answers a read.
    Reply,
    /// Fetches a counter for the MPE.
    Fetch,
    /// Gives a vector to the MPE.
    Give,
    /// Gives a key to the MPE.
    Key,
}

/// FDU management table: which job holds which part of a device, and with which key.
///
/// Programmed by the secure monitor over AXI4-Lite; the registers are described in fmt_regs.md.
/// N entries (N = 2^EW), K key slots (K = 2^SW, KAW = SW + 3), NS sources, PW bits of a granule
/// number, JW bits of a job; an activation gives 2^CB vectors.
///
/// One thing is done at a time, in turn: a write, a read, a request of the MPE. A write takes
/// effect, wholly, in the cycle before its answer, or it is answered with an error and has none.
/// COMMIT takes N + 2 cycles, ERASE N + 10, other writes and reads 2; a request of the MPE 2, and 9
/// more with the key. After a reset the key words are zeroed, in 8 K cycles; meanwhile nothing is
/// answered and nothing is granted.
///
/// The entry_* outputs are what the access control unit matches; fields of entries that are not
/// active are unspecified.
#[derive(LogicBlock, Module)]
#[module(no_default)]
pub struct Fmt<
    const N: usize,
    const EW: usize,
    const K: usize,
    const SW: usize,
    const KAW: usize,
    const NS: usize,
    const PW: usize,
    const JW: usize,
    const CB: usize,
> {
    /// Clock (ACLK).
    pub clk_i: Signal<In, Clock>,
    /// Reset, active low (ARESETn).
    pub rst_ni: Signal<In, Bit>,

    /// Write address.
    pub s_axil_awvalid: Signal<In, Bit>,
    /// Write address.
    pub s_axil_awready: Signal<Out, Bit>,
    /// Write address: byte address.
    pub s_axil_awaddr: Signal<In, Bits<12>>,
    /// Write address: protection; 1 (privileged, secure, data) is the monitor.
    pub s_axil_awprot: Signal<In, Bits<3>>,
    /// Write data.
    pub s_axil_wvalid: Signal<In, Bit>,
    /// Write data.
    pub s_axil_wready: Signal<Out, Bit>,
    /// Write data.
    pub s_axil_wdata: Signal<In, Bits<32>>,
    /// Write data: bytes to write.
    pub s_axil_wstrb: Signal<In, Bits<4>>,
    /// Write response.
    pub s_axil_bvalid: Signal<Out, Bit>,
    /// Write response.
    pub s_axil_bready: Signal<In, Bit>,
    /// Write response: 0 OKAY, 2 SLVERR.
    pub s_axil_bresp: Signal<Out, Bits<2>>,
    /// Read address.
    pub s_axil_arvalid: Signal<In, Bit>,
    /// Read address.
    pub s_axil_arready: Signal<Out, Bit>,
    /// Read address: byte address.
    pub s_axil_araddr: Signal<In, Bits<12>>,
    /// Read address: protection; 1 (privileged, secure, data) is the monitor.
    pub s_axil_arprot: Signal<In, Bits<3>>,
    /// Read data.
    pub s_axil_rvalid: Signal<Out, Bit>,
    /// Read data.
    pub s_axil_rready: Signal<In, Bit>,
    /// Read data.
    pub s_axil_rdata: Signal<Out, Bits<32>>,
    /// Read data: 0 OKAY, 2 SLVERR.
    pub s_axil_rresp: Signal<Out, Bits<2>>,

    /// The entry grants.
    pub entry_active_o: [Signal<Out, Bit>; N],
    /// First granule.
    pub entry_base_o: [Signal<Out, Bits<PW>>; N],
    /// Last granule, which belongs to the entry.
    pub entry_limit_o: [Signal<Out, Bits<PW>>; N],
    /// Reads are granted; zero while not active.
    pub entry_read_o: [Signal<Out, Bit>; N],
    /// Writes are granted; zero while not active.
    pub entry_write_o: [Signal<Out, Bit>; N],
    /// Sources that belong to the entry, by bit.
    pub entry_sources_o: [Signal<Out, Bits<NS>>; N],
    /// Job that holds the entry.
    pub entry_job_o: [Signal<Out, Bits<JW>>; N],

    /// The entry is SCRUB: its memory is to be scrubbed, once entry_busy_i is low.
    pub entry_scrub_o: [Signal<Out, Bit>; N],
    /// The memory of the entry is scrubbed; looked at while entry_scrub_o is high.
    pub entry_scrubbed_i: [Signal<In, Bit>; N],
    /// A transaction that the entry has granted is in flight.
    pub entry_busy_i: [Signal<In, Bit>; N],
    /// Something is at fault with the entry: it becomes FAULT unless it is FREE, and commands that
    /// would change it otherwise are refused.
    pub entry_fault_i: [Signal<In, Bit>; N],

    /// Request of the MPE for a vector.
    pub mpe_valid_i: Signal<In, Bit>,
    /// Request taken.
    pub mpe_ready_o: Signal<Out, Bit>,
    /// Entry.
    pub mpe_entry_i: Signal<In, Bits<EW>>,
    /// The key is wanted, too.
    pub mpe_key_i: Signal<In, Bit>,
    /// Answer to a request, for one cycle, 2 cycles after it; cannot be stalled.
    pub iv_valid_o: Signal<Out, Bit>,
    /// The vector is given, and is never given again. Zero while not valid, as what follows.
    pub iv_granted_o: Signal<Out, Bit>,
    /// Job of the entry.
    pub iv_job_o: Signal<Out, Bits<JW>>,
    /// Upper part of the vector.
    pub iv_epoch_o: Signal<Out, Bits<32>>,
    /// Lower part of the vector.
    pub iv_counter_o: Signal<Out, Bits<48>>,
    /// A word of the key, in the cycles after a granted answer, the lowest first; cannot be
    /// stalled.
    pub key_valid_o: Signal<Out, Bit>,
    /// The last word, or the end of a key that is at fault.
    pub key_last_o: Signal<Out, Bit>,
    /// The key is at fault: what came of it is not to be used. Zero while not valid.
    pub key_error_o: Signal<Out, Bit>,
    /// The word; zero while not valid, and with an error.
    pub key_data_o: Signal<Out, Bits<32>>,

    /// A bit of the register ALERT is set.
    pub alert_o: Signal<Out, Bit>,

    bus: AxiLiteSlave<12>,
    decode: RegDecode<12, KAW>,
    entries: [FmtEntry<NS, PW, JW, SW>; N],
    keys: Ram1<Bits<33>, KAW>,
    counters: Ram1<Bits<81>, EW>,

    phase: Reg<FmtPhase>,
    /// Who was served last: 0 the MPE, 1 a write, 2 a read.
    last: Reg<Bits<2>>,
    count: Reg<Bits<8>>,
    shadow_base: Reg<Bits<PW>>,
    shadow_limit: Reg<Bits<PW>>,
    shadow_sources: Reg<Bits<NS>>,
    shadow_job: Reg<Bits<JW>>,
    shadow_flags: Reg<Bits<3>>,
    shadow_slot: Reg<Bits<SW>>,
    loaded: Reg<Bits<K>>,
    load_slot: Reg<Bits<SW>>,
    /// Next word of the key that is being written; 0: none is.
    load_word: Reg<Bits<3>>,
    /// A flag and its complement.
    locked: Reg<Bits<2>>,
    attest: Reg<Bits<2>>,
    alert: Reg<Bits<5>>,
    epoch: Reg<Bits<32>>,
    epoch_known: Reg<Bit>,
    requester: DataReg<Bits<EW>>,
    wants_key: DataReg<Bit>,

    take_write: Signal<Local, Bit>,
    take_read: Signal<Local, Bit>,
    take_request: Signal<Local, Bit>,
    reading: Signal<Local, Bit>,
    register: Signal<Local, Bits<8>>,
    data: Signal<Local, Bits<32>>,
    op: Signal<Local, Bits<4>>,
    target: Signal<Local, Bits<EW>>,
    slot: Signal<Local, Bits<SW>>,

    pick: Signal<Local, Bits<EW>>,
    hit: [Signal<Local, Bit>; N],
    // What is picked of the entries up to one.
    control_up_to: [Signal<Local, Bits<9>>; N],
    base_up_to: [Signal<Local, Bits<PW>>; N],
    limit_up_to: [Signal<Local, Bits<PW>>; N],
    sources_up_to: [Signal<Local, Bits<NS>>; N],
    job_up_to: [Signal<Local, Bits<JW>>; N],
    flags_up_to: [Signal<Local, Bits<3>>; N],
    slot_up_to: [Signal<Local, Bits<SW>>; N],
    falls_up_to: [Signal<Local, Bit>; N],
    broken_up_to: [Signal<Local, Bit>; N],
    unsound_up_to: [Signal<Local, Bit>; N],
    reported_up_to: [Signal<Local, Bit>; N],
    picked: Signal<Local, Bits<9>>,
    state: Signal<Local, Bits<4>>,
    entry_locked: Signal<Local, Bit>,
    busy: Signal<Local, Bit>,
    scrubbed: Signal<Local, Bit>,
    active: Signal<Local, Bit>,
    base: Signal<Local, Bits<PW>>,
    limit: Signal<Local, Bits<PW>>,
    sources: Signal<Local, Bits<NS>>,
    job: Signal<Local, Bits<JW>>,
    flags: Signal<Local, Bits<3>>,
    key_slot: Signal<Local, Bits<SW>>,
    keyed: Signal<Local, Bit>,
    any_falls: Signal<Local, Bit>,
    any_unsound: Signal<Local, Bit>,

    may_change: Signal<Local, Bit>,
    held: Signal<Local, Bit>,
    dirty: Signal<Local, Bit>,
    overlaps: Signal<Local, Bit>,
    shares: Signal<Local, Bit>,
    conflict: Signal<Local, Bit>,
    commit_ok: Signal<Local, Bit>,
    key_ok: Signal<Local, Bit>,
    activate_ok: Signal<Local, Bit>,
    command_ok: Signal<Local, Bit>,
    command_state: Signal<Local, Bits<4>>,
    word: Signal<Local, Bits<3>>,
    word_slot: Signal<Local, Bits<SW>>,
    load_ok: Signal<Local, Bit>,
    write_ok: Signal<Local, Bit>,
    walks: Signal<Local, Bit>,

    apply: Signal<Local, Bit>,
    commit: Signal<Local, Bit>,
    set: Signal<Local, Bit>,
    lock: Signal<Local, Bit>,
    shadow_parity: Signal<Local, Bit>,
    blame: Signal<Local, Bit>,
    write_done: Signal<Local, Bit>,
    write_error: Signal<Local, Bit>,

    vector: Signal<Local, Bits<81>>,
    vector_counter: Signal<Local, Bits<48>>,
    vector_ok: Signal<Local, Bit>,
    vector_end: Signal<Local, Bit>,
    vector_next: Signal<Local, Bits<81>>,
    granted: Signal<Local, Bit>,
    key_word: Signal<Local, Bits<33>>,
    key_word_ok: Signal<Local, Bit>,
    key_new: Signal<Local, Bits<33>>,
    shown: Signal<Local, Bits<32>>,
    attributes: Signal<Local, Bits<32>>,
    walking: Signal<Local, Bit>,
    vector_epoch: Signal<Local, Bits<32>>,
    claim: Signal<Local, Bit>,
    read_done: Signal<Local, Bit>,
    key_we: Signal<Local, Bit>,
    wiped: Signal<Local, Bit>,
    key_slot_at: Signal<Local, Bits<SW>>,
    activates: Signal<Local, Bit>,
    counter_next: Signal<Local, Bits<48>>,
    loads: Signal<Local, Bit>,
    events: Signal<Local, Bits<5>>,
    cleared: Signal<Local, Bits<5>>,
}

impl<
    const N: usize,
    const EW: usize,
    const K: usize,
    const SW: usize,
    const KAW: usize,
    const NS: usize,
    const PW: usize,
    const JW: usize,
    const CB: usize,
> Fmt<N, EW, K, SW, KAW, NS, PW, JW, CB>
{
    /// Its sizes.
    pub const SIZES: Sizes = Sizes {
        entries: N,
        key_slots: K,
        slot_bits: SW,
        sources: NS,
        granule_bits: PW,
        job_bits: JW,
        counter_bits: CB,
    };
}

impl<
    const N: usize,
    const EW: usize,
    const K: usize,
    const SW: usize,
    const KAW: usize,
    const NS: usize,
    const PW: usize,
    const JW: usize,
    const CB: usize,
> Default for Fmt<N, EW, K, SW, KAW, NS, PW, JW, CB>
{
    fn default() -> Self {
        const {
            assert!(
                N == 1 << EW && EW <= 5,
                "a table has 2^EW entries, at most 32"
            );
            assert!(
                K == 1 << SW && SW <= 4 && KAW == SW + 3,
                "2^SW key slots, at most 16"
            );
            assert!(
                NS <= 32 && JW <= 32 && PW <= 52,
                "fields fit their registers"
            );
            assert!(CB <= 47, "the counter shows its end in a bit of its own");
        };
        Fmt {
            clk_i: Signal::default(),
            rst_ni: Signal::default(),
            s_axil_awvalid: Signal::default(),
            s_axil_awready: Signal::default(),
            s_axil_awaddr: Signal::default(),
            s_axil_awprot: Signal::default(),
            s_axil_wvalid: Signal::default(),
            s_axil_wready: Signal::default(),
            s_axil_wdata: Signal::default(),
            s_axil_wstrb: Signal::default(),
            s_axil_bvalid: Signal::default(),
            s_axil_bready: Signal::default(),
            s_axil_bresp: Signal::default(),
            s_axil_arvalid: Signal::default(),
            s_axil_arready: Signal::default(),
            s_axil_araddr: Signal::default(),
            s_axil_arprot: Signal::default(),
            s_axil_rvalid: Signal::default(),
            s_axil_rready: Signal::default(),
            s_axil_rdata: Signal::default(),
            s_axil_rresp: Signal::default(),
            entry_active_o: array::from_fn(|_| Signal::default()),
            entry_base_o: array::from_fn(|_| Signal::default()),
            entry_limit_o: array::from_fn(|_| Signal::default()),
            entry_read_o: array::from_fn(|_| Signal::default()),
            entry_write_o: array::from_fn(|_| Signal::default()),
            entry_sources_o: array::from_fn(|_| Signal::default()),
            entry_job_o: array::from_fn(|_| Signal::default()),
            entry_scrub_o: array::from_fn(|_| Signal::default()),
            entry_scrubbed_i: array::from_fn(|_| Signal::default()),
            entry_busy_i: array::from_fn(|_| Signal::default()),
            entry_fault_i: array::from_fn(|_| Signal::default()),
            mpe_valid_i: Signal::default(),
            mpe_ready_o: Signal::default(),
            mpe_entry_i: Signal::default(),
            mpe_key_i: Signal::default(),
            iv_valid_o: Signal::default(),
            iv_granted_o: Signal::default(),
            iv_job_o: Signal::default(),
            iv_epoch_o: Signal::default(),
            iv_counter_o: Signal::default(),
            key_valid_o: Signal::default(),
            key_last_o: Signal::default(),
            key_error_o: Signal::default(),
            key_data_o: Signal::default(),
            alert_o: Signal::default(),
            bus: AxiLiteSlave::default(),
            decode: RegDecode::new(regs::map(Self::SIZES)),
            entries: array::from_fn(|_| FmtEntry::default()),
            keys: Ram1::default(),
            counters: Ram1::default(),
            phase: Reg::new(FmtPhase::Wipe),
            last: Reg::default(),
            count: Reg::default(),
            shadow_base: Reg::default(),
            shadow_limit: Reg::default(),
            shadow_sources: Reg::default(),
            shadow_job: Reg::default(),
            shadow_flags: Reg::default(),
            shadow_slot: Reg::default(),
            loaded: Reg::default(),
            load_slot: Reg::default(),
            load_word: Reg::default(),
            locked: Reg::new(UNLOCKED.into()),
            attest: Reg::new(UNLOCKED.into()),
            alert: Reg::default(),
            epoch: Reg::default(),
            epoch_known: Reg::default(),
            requester: DataReg::default(),
            wants_key: DataReg::default(),
            take_write: Signal::default(),
            take_read: Signal::default(),
            take_request: Signal::default(),
            reading: Signal::default(),
            register: Signal::default(),
            data: Signal::default(),
            op: Signal::default(),
            target: Signal::default(),
            slot: Signal::default(),
            pick: Signal::default(),
            hit: array::from_fn(|_| Signal::default()),
            control_up_to: array::from_fn(|_| Signal::default()),
            base_up_to: array::from_fn(|_| Signal::default()),
            limit_up_to: array::from_fn(|_| Signal::default()),
            sources_up_to: array::from_fn(|_| Signal::default()),
            job_up_to: array::from_fn(|_| Signal::default()),
            flags_up_to: array::from_fn(|_| Signal::default()),
            slot_up_to: array::from_fn(|_| Signal::default()),
            falls_up_to: array::from_fn(|_| Signal::default()),
            broken_up_to: array::from_fn(|_| Signal::default()),
            unsound_up_to: array::from_fn(|_| Signal::default()),
            reported_up_to: array::from_fn(|_| Signal::default()),
            picked: Signal::default(),
            state: Signal::default(),
            entry_locked: Signal::default(),
            busy: Signal::default(),
            scrubbed: Signal::default(),
            active: Signal::default(),
            base: Signal::default(),
            limit: Signal::default(),
            sources: Signal::default(),
            job: Signal::default(),
            flags: Signal::default(),
            key_slot: Signal::default(),
            keyed: Signal::default(),
            any_falls: Signal::default(),
            any_unsound: Signal::default(),
            may_change: Signal::default(),
            held: Signal::default(),
            dirty: Signal::default(),
            overlaps: Signal::default(),
            shares: Signal::default(),
            conflict: Signal::default(),
            commit_ok: Signal::default(),
            key_ok: Signal::default(),
            activate_ok: Signal::default(),
            command_ok: Signal::default(),
            command_state: Signal::default(),
            word: Signal::default(),
            word_slot: Signal::default(),
            load_ok: Signal::default(),
            write_ok: Signal::default(),
            walks: Signal::default(),
            apply: Signal::default(),
            commit: Signal::default(),
            set: Signal::default(),
            lock: Signal::default(),
            shadow_parity: Signal::default(),
            blame: Signal::default(),
            write_done: Signal::default(),
            write_error: Signal::default(),
            vector: Signal::default(),
            vector_counter: Signal::default(),
            vector_ok: Signal::default(),
            vector_end: Signal::default(),
            vector_next: Signal::default(),
            granted: Signal::default(),
            key_word: Signal::default(),
            key_word_ok: Signal::default(),
            key_new: Signal::default(),
            shown: Signal::default(),
            attributes: Signal::default(),
            walking: Signal::default(),
            vector_epoch: Signal::default(),
            claim: Signal::default(),
            read_done: Signal::default(),
            key_we: Signal::default(),
            wiped: Signal::default(),
            key_slot_at: Signal::default(),
            activates: Signal::default(),
            counter_next: Signal::default(),
            loads: Signal::default(),
            events: Signal::default(),
            cleared: Signal::default(),
        }
    }
}

#[hdl]
impl<
    const N: usize,
    const EW: usize,
    const K: usize,
    const SW: usize,
    const KAW: usize,
    const NS: usize,
    const PW: usize,
    const JW: usize,
    const CB: usize,
> Logic for Fmt<N, EW, K, SW, KAW, NS, PW, JW, CB>
{
    fn update(&mut self) {
        regs!(
            self,
            phase,
            last,
            count,
            shadow_base,
            shadow_limit,
            shadow_sources,
            shadow_job,
            shadow_flags,
            shadow_slot,
            loaded,
            load_slot,
            load_word,
            locked,
            attest,
            alert,
            epoch,
            epoch_known,
            requester,
            wants_key
        );
        clocks!(self, bus, entries[N]);

        self.bus.s_axil_awvalid.next = self.s_axil_awvalid.val();
        self.s_axil_awready.next = self.bus.s_axil_awready.val();
        self.bus.s_axil_awaddr.next = self.s_axil_awaddr.val();
        self.bus.s_axil_awprot.next = self.s_axil_awprot.val();
        self.bus.s_axil_wvalid.next = self.s_axil_wvalid.val();
        self.s_axil_wready.next = self.bus.s_axil_wready.val();
        self.bus.s_axil_wdata.next = self.s_axil_wdata.val();
        self.bus.s_axil_wstrb.next = self.s_axil_wstrb.val();
        self.s_axil_bvalid.next = self.bus.s_axil_bvalid.val();
        self.bus.s_axil_bready.next = self.s_axil_bready.val();
        self.s_axil_bresp.next = self.bus.s_axil_bresp.val();
        self.bus.s_axil_arvalid.next = self.s_axil_arvalid.val();
        self.s_axil_arready.next = self.bus.s_axil_arready.val();
        self.bus.s_axil_araddr.next = self.s_axil_araddr.val();
        self.bus.s_axil_arprot.next = self.s_axil_arprot.val();
        self.s_axil_rvalid.next = self.bus.s_axil_rvalid.val();
        self.bus.s_axil_rready.next = self.s_axil_rready.val();
        self.s_axil_rdata.next = self.bus.s_axil_rdata.val();
        self.s_axil_rresp.next = self.bus.s_axil_rresp.val();

        // Whose turn it is: whoever waits, in the order write, read, MPE from the one served last.
        self.take_write.next = self.bus.write_valid_o.val()
            & ((self.last.q.val() == 0)
                | (!self.mpe_valid_i.val()
                    & ((self.last.q.val() == 2) | !self.bus.read_valid_o.val())));
        self.take_read.next = self.bus.read_valid_o.val()
            & ((self.last.q.val() == 1)
                | (!self.bus.write_valid_o.val()
                    & ((self.last.q.val() == 0) | !self.mpe_valid_i.val())));
        self.take_request.next = self.mpe_valid_i.val()
            & ((self.last.q.val() == 2)
                | (!self.bus.read_valid_o.val()
                    & ((self.last.q.val() == 1) | !self.bus.write_valid_o.val())));

        self.reading.next =
            (self.phase.q.val() == FmtPhase::Read) | (self.phase.q.val() == FmtPhase::Reply);
        self.decode.address_i.next = self.bus.write_address_o.val();
        self.decode.other_i.next = self.bus.write_other_o.val();
        if self.reading.val() {
            self.decode.address_i.next = self.bus.read_address_o.val();
            self.decode.other_i.next = self.bus.read_other_o.val();
        }
        self.decode.write_i.next = !self.reading.val();
        self.data.next = self.bus.write_data_o.val();
        self.decode.data_i.next = self.data.val();
        self.decode.strobe_i.next = self.bus.write_strobe_o.val();
        self.register.next = self.decode.register_o.val();
        self.op.next = self.data.val().get_bits::<4>(8);
        self.target.next = self.data.val().get_bits::<EW>(0);
        self.slot.next = self.data.val().get_bits::<SW>(16);

        // One entry is looked at in a cycle.
        self.pick.next = self.target.val();
        if self.reading.val() {
            self.pick.next = bit_cast::<EW, KAW>(self.decode.index_o.val());
        }
        if self.phase.q.val() == FmtPhase::Walk {
            self.pick.next = bit_cast::<EW, 8>(self.count.q.val());
        }
        if (self.phase.q.val() == FmtPhase::Fetch)
            | (self.phase.q.val() == FmtPhase::Give)
            | (self.phase.q.val() == FmtPhase::Key)
        {
            self.pick.next = self.requester.q.val();
        }
        for i in 0..N {
            self.hit[i].next = self.pick.val().index() == i;
            self.entries[i].pick_i.next = self.hit[i].val();
            self.entries[i].busy_i.next = self.entry_busy_i[i].val();
            self.entries[i].scrubbed_i.next = self.entry_scrubbed_i[i].val();
            self.entry_active_o[i].next = self.entries[i].active_o.val();
            self.entry_base_o[i].next = self.entries[i].base_o.val();
            self.entry_limit_o[i].next = self.entries[i].limit_o.val();
            self.entry_read_o[i].next = self.entries[i].read_o.val();
            self.entry_write_o[i].next = self.entries[i].write_o.val();
            self.entry_sources_o[i].next = self.entries[i].sources_o.val();
            self.entry_job_o[i].next = self.entries[i].job_o.val();
            self.entry_scrub_o[i].next = self.entries[i].scrub_o.val();
        }
        self.control_up_to[0].next = self.entries[0].pick_control_o.val();
        self.base_up_to[0].next = self.entries[0].pick_base_o.val();
        self.limit_up_to[0].next = self.entries[0].pick_limit_o.val();
        self.sources_up_to[0].next = self.entries[0].pick_sources_o.val();
        self.job_up_to[0].next = self.entries[0].pick_job_o.val();
        self.flags_up_to[0].next = self.entries[0].pick_flags_o.val();
        self.slot_up_to[0].next = self.entries[0].pick_slot_o.val();
        self.falls_up_to[0].next = self.entries[0].falls_o.val();
        self.broken_up_to[0].next = self.entries[0].broken_o.val();
        self.unsound_up_to[0].next = self.entries[0].unsound_o.val();
        self.reported_up_to[0].next = self.entry_fault_i[0].val() & self.entries[0].falls_o.val();
        for i in 1..N {
            self.control_up_to[i].next =
                self.control_up_to[i - 1].val() | self.entries[i].pick_control_o.val();
            self.base_up_to[i].next =
                self.base_up_to[i - 1].val() | self.entries[i].pick_base_o.val();
            self.limit_up_to[i].next =
                self.limit_up_to[i - 1].val() | self.entries[i].pick_limit_o.val();
            self.sources_up_to[i].next =
                self.sources_up_to[i - 1].val() | self.entries[i].pick_sources_o.val();
            self.job_up_to[i].next = self.job_up_to[i - 1].val() | self.entries[i].pick_job_o.val();
            self.flags_up_to[i].next =
                self.flags_up_to[i - 1].val() | self.entries[i].pick_flags_o.val();
            self.slot_up_to[i].next =
                self.slot_up_to[i - 1].val() | self.entries[i].pick_slot_o.val();
            self.falls_up_to[i].next =
                self.falls_up_to[i - 1].val() | self.entries[i].falls_o.val();
            self.broken_up_to[i].next =
                self.broken_up_to[i - 1].val() | self.entries[i].broken_o.val();
            self.unsound_up_to[i].next =
                self.unsound_up_to[i - 1].val() | self.entries[i].unsound_o.val();
            self.reported_up_to[i].next = self.reported_up_to[i - 1].val()
                | (self.entry_fault_i[i].val() & self.entries[i].falls_o.val());
        }
        self.picked.next = self.control_up_to[N - 1].val();
        self.state.next = self.picked.val().get_bits::<4>(0);
        self.entry_locked.next = self.picked.val().get_bit(4);
        self.busy.next = self.picked.val().get_bit(5);
        self.scrubbed.next = self.picked.val().get_bit(6);
        self.active.next = self.picked.val().get_bit(7);
        self.base.next = self.base_up_to[N - 1].val();
        self.limit.next = self.limit_up_to[N - 1].val();
        self.sources.next = self.sources_up_to[N - 1].val();
        self.job.next = self.job_up_to[N - 1].val();
        self.flags.next = self.flags_up_to[N - 1].val();
        self.key_slot.next = self.slot_up_to[N - 1].val();
        self.keyed.next = self.flags.val().get_bit(2);
        self.any_falls.next = self.falls_up_to[N - 1].val();
        self.any_unsound.next = self.unsound_up_to[N - 1].val();

        // What stands in the way of a COMMIT, or of an ERASE, at the entry that the walk is at.
        self.held.next = (self.state.val() == STATE_RESERVED)
            | (self.state.val() == STATE_ATTESTED)
            | (self.state.val() == STATE_ACTIVE);
        self.dirty.next = (self.state.val() == STATE_SCRUB) | (self.state.val() == STATE_FAULT);
        self.overlaps.next = (self.base.val() <= self.shadow_limit.q.val())
            & (self.shadow_base.q.val() <= self.limit.val());
        self.shares.next = (self.sources.val() & self.shadow_sources.q.val()).any()
            | (self.keyed.val()
                & self.shadow_flags.q.val().get_bit(2)
                & (self.key_slot.val() == self.shadow_slot.q.val()));
        if self.op.val() == ERASE {
            self.conflict.next =
                self.held.val() & self.keyed.val() & (self.key_slot.val() == self.slot.val());
        } else {
            self.conflict.next = (self.pick.val() != self.target.val())
                & ((self.dirty.val() & self.overlaps.val())
                    | ((self.held.val() | self.dirty.val())
                        & (self.job.val() != self.shadow_job.q.val())
                        & (self.overlaps.val() | self.shares.val())));
        }

        // What a command may do.
        self.may_change.next = (self.locked.q.val() == UNLOCKED)
            & !self.entry_locked.val()
            & !self.picked.val().get_bit(8);
        self.commit_ok.next = self.may_change.val()
            & !self.any_unsound.val()
            & ((self.state.val() == STATE_FREE) | (self.state.val() == STATE_RESERVED))
            & self.shadow_job.q.val().any()
            & (self.shadow_base.q.val() <= self.shadow_limit.q.val());
        self.key_ok.next = self.epoch_known.q.val()
            & !self.epoch.q.val().all()
            & self.loaded.q.val().get_bit(self.key_slot.val().index());
        self.activate_ok.next = self.may_change.val()
            & (!self.keyed.val() | self.key_ok.val())
            & ((self.state.val() == STATE_ATTESTED)
                | ((self.state.val() == STATE_RESERVED) & (self.attest.q.val() == UNLOCKED)));
        self.command_ok.next = false;
        self.command_state.next = self.state.val();
        self.walks.next = (self.op.val() == COMMIT) | (self.op.val() == ERASE);
        if self.data.val().get_bits::<8>(0).index() >= N {
            self.command_ok.next = false;
        } else if self.op.val() == COMMIT {
            self.command_ok.next = self.commit_ok.val();
        } else if self.op.val() == ATTEST {
            self.command_ok.next = self.may_change.val() & (self.state.val() == STATE_RESERVED);
            self.command_state.next = STATE_ATTESTED.into();
        } else if self.op.val() == ACTIVATE {
            self.command_ok.next = self.activate_ok.val();
            self.command_state.next = STATE_ACTIVE.into();
        } else if self.op.val() == RELEASE {
            self.command_ok.next = self.may_change.val() & self.held.val();
            self.command_state.next = STATE_SCRUB.into();
        } else if self.op.val() == FREE {
            self.command_ok.next = self.may_change.val()
                & (self.state.val() == STATE_SCRUB)
                & self.scrubbed.val()
                & !self.busy.val();
            self.command_state.next = STATE_FREE.into();
        } else if self.op.val() == FAULT {
            self.command_ok.next =
                (self.state.val() != STATE_FREE) & (self.state.val() != STATE_STORAGE);
            self.command_state.next = STATE_FAULT.into();
        } else if self.op.val() == RECOVER {
            self.command_ok.next = self.may_change.val() & (self.state.val() == STATE_FAULT);
            self.command_state.next = STATE_SCRUB.into();
        } else if self.op.val() == LOCK {
            self.command_ok.next = true;
        } else if self.op.val() == ERASE {
            self.command_ok.next = (self.locked.q.val() == UNLOCKED) & !self.target.val().any();
        }
        if (self.op.val() != ERASE) & self.slot.val().any() {
            self.command_ok.next = false;
        }

        // A key word: of an empty slot, the first, or the one after the word before.
        self.word.next = self.decode.index_o.val().get_bits::<3>(0);
        self.word_slot.next = self.decode.index_o.val().get_bits::<SW>(3);
        self.load_ok.next = (self.locked.q.val() == UNLOCKED)
            & !self.loaded.q.val().get_bit(self.word_slot.val().index())
            & ((self.word.val() == 0)
                | ((self.word.val() == self.load_word.q.val())
                    & (self.word_slot.val() == self.load_slot.q.val())));

        self.write_ok.next = self.decode.ok_o.val();
        if self.register.val() == EPOCH {
            self.write_ok.next = self.decode.ok_o.val()
                & (self.locked.q.val() == UNLOCKED)
                & (!self.epoch_known.q.val() | (self.data.val() > self.epoch.q.val()));
        } else if self.register.val() == KEY {
            self.write_ok.next = self.decode.ok_o.val() & self.load_ok.val();
        } else if self.register.val() == COMMAND {
            self.write_ok.next = self.decode.ok_o.val() & self.command_ok.val();
        }
        self.walking.next =
            self.write_ok.val() & (self.register.val() == COMMAND) & self.walks.val();
        self.apply.next =
            (self.phase.q.val() == FmtPhase::Write) & self.write_ok.val() & !self.walking.val();

        // What a request of the MPE finds.
        self.vector.next = self.counters.rdata_o.val();
        self.vector_epoch.next = self.vector.val().get_bits::<32>(0);
        self.vector_counter.next = self.vector.val().get_bits::<48>(32);
        self.vector_end.next = self.vector_counter.val().get_bit(CB);
        self.vector_ok.next = self.vector.val().xor();
        self.claim.next = self.active.val()
            & self.keyed.val()
            & self.loaded.q.val().get_bit(self.key_slot.val().index());
        self.granted.next = self.claim.val() & self.vector_ok.val() & !self.vector_end.val();
        self.key_word.next = self.keys.rdata_o.val();
        self.key_word_ok.next = self.key_word.val().xor() & self.active.val();

        self.mpe_ready_o.next = false;
        self.commit.next = false;
        self.blame.next = false;
        self.write_done.next = false;
        self.write_error.next = false;
        self.read_done.next = false;
        self.iv_valid_o.next = false;
        self.key_valid_o.next = false;
        self.key_last_o.next = false;
        self.key_error_o.next = false;
        self.key_we.next = false;
        self.wiped.next = false;
        self.key_slot_at.next = self.key_slot.val();
        match self.phase.q.val() {
            FmtPhase::Wipe => {
                self.key_we.next = true;
                self.count.d.next = self.count.q.val() + 1;
                if self.count.q.val().index() == 8 * K - 1 {
                    self.phase.d.next = FmtPhase::Idle;
                }
            }
            FmtPhase::Idle => {
                self.count.d.next = 0.into();
                if self.take_write.val() {
                    self.last.d.next = 1.into();
                    self.phase.d.next = FmtPhase::Write;
                } else if self.take_read.val() {
                    self.last.d.next = 2.into();
                    self.phase.d.next = FmtPhase::Read;
                } else if self.take_request.val() {
                    self.mpe_ready_o.next = true;
                    self.requester.d.next = self.mpe_entry_i.val();
                    self.wants_key.d.next = self.mpe_key_i.val();
                    self.last.d.next = 0.into();
                    self.phase.d.next = FmtPhase::Fetch;
                }
            }
            FmtPhase::Write => {
                self.write_done.next = !self.walking.val();
                self.write_error.next = !self.write_ok.val();
                self.phase.d.next = FmtPhase::Idle;
                if self.walking.val() {
                    self.phase.d.next = FmtPhase::Walk;
                }
            }
            FmtPhase::Walk => {
                self.count.d.next = self.count.q.val() + 1;
                if self.any_falls.val() {
                    // The table has changed: what was seen of it may not be so any more.
                    self.count.d.next = 0.into();
                } else if self.conflict.val() {
                    self.write_done.next = true;
                    self.write_error.next = true;
                    self.phase.d.next = FmtPhase::Idle;
                } else if self.count.q.val().index() == N - 1 {
                    self.phase.d.next = FmtPhase::Finish;
                }
            }
            FmtPhase::Finish => {
                self.count.d.next = 0.into();
                if self.op.val() == ERASE {
                    self.phase.d.next = FmtPhase::Erase;
                } else {
                    self.commit.next = self.commit_ok.val();
                    self.write_done.next = true;
                    self.write_error.next = !self.commit_ok.val();
                    self.phase.d.next = FmtPhase::Idle;
                }
            }
            FmtPhase::Erase => {
                self.key_we.next = true;
                self.key_slot_at.next = self.slot.val();
                self.count.d.next = self.count.q.val() + 1;
                if self.count.q.val() == 7 {
                    self.wiped.next = true;
                    self.write_done.next = true;
                    self.phase.d.next = FmtPhase::Idle;
                }
            }
            FmtPhase::Read => {
                self.phase.d.next = FmtPhase::Reply;
            }
            FmtPhase::Reply => {
                self.read_done.next = true;
                self.phase.d.next = FmtPhase::Idle;
            }
            FmtPhase::Fetch => {
                self.phase.d.next = FmtPhase::Give;
            }
            FmtPhase::Give => {
                self.iv_valid_o.next = true;
                self.blame.next = self.claim.val() & !self.granted.val();
                self.phase.d.next = FmtPhase::Idle;
                if self.granted.val() & self.wants_key.q.val() {
                    self.phase.d.next = FmtPhase::Key;
                }
            }
            FmtPhase::Key => {
                self.count.d.next = self.count.q.val() + 1;
                if self.count.q.val().any() {
                    self.key_valid_o.next = true;
                    if !self.key_word_ok.val() {
                        self.key_last_o.next = true;
                        self.key_error_o.next = true;
                        self.blame.next = true;
                        self.phase.d.next = FmtPhase::Idle;
                    } else if self.count.q.val() == 8 {
                        self.key_last_o.next = true;
                        self.phase.d.next = FmtPhase::Idle;
                    }
                }
            }
        }
        self.bus.write_done_i.next = self.write_done.val();
        self.bus.write_error_i.next = self.write_error.val();
        self.bus.read_done_i.next = self.read_done.val();
        self.bus.read_error_i.next = !self.decode.ok_o.val();

        self.iv_granted_o.next = false;
        self.iv_job_o.next = 0.into();
        self.iv_epoch_o.next = 0.into();
        self.iv_counter_o.next = 0.into();
        if self.iv_valid_o.val() & self.granted.val() {
            self.iv_granted_o.next = true;
            self.iv_job_o.next = self.job.val();
            self.iv_epoch_o.next = self.vector_epoch.val();
            self.iv_counter_o.next = self.vector_counter.val();
        }
        self.key_data_o.next = 0.into();
        if self.key_valid_o.val() & self.key_word_ok.val() {
            self.key_data_o.next = self.key_word.val().get_bits::<32>(0);
        }

        // Counters: the epoch, the counter and their parity.
        self.activates.next = self.apply.val()
            & (self.register.val() == COMMAND)
            & (self.op.val() == ACTIVATE)
            & self.keyed.val();
        self.counter_next.next = self.vector_counter.val() + 1;
        self.vector_next.next = bit_cast::<81, 32>(self.epoch.q.val());
        if self.iv_valid_o.val() {
            self.vector_next.next = (bit_cast::<81, 48>(self.counter_next.val()) << 32)
                | bit_cast::<81, 32>(self.vector_epoch.val());
        }
        self.counters.clk_i.next = self.clk_i.val();
        self.counters.we_i.next = self.activates.val() | self.iv_granted_o.val();
        self.counters.addr_i.next = self.pick.val();
        self.counters.wdata_i.next = self
            .vector_next
            .val()
            .replace_bit(80, !self.vector_next.val().xor());

        // Key words and their parity.
        self.loads.next = self.apply.val() & (self.register.val() == KEY);
        self.key_new.next = 0.into();
        if self.loads.val() {
            self.key_new.next = bit_cast::<33, 32>(self.data.val());
        }
        self.keys.clk_i.next = self.clk_i.val();
        self.keys.we_i.next = self.key_we.val() | self.loads.val();
        self.keys.wdata_i.next = self
            .key_new
            .val()
            .replace_bit(32, !self.key_new.val().xor());
        self.keys.addr_i.next = (bit_cast::<KAW, SW>(self.key_slot_at.val()) << 3)
            | bit_cast::<KAW, 3>(self.count.q.val().get_bits::<3>(0));
        if self.loads.val() {
            self.keys.addr_i.next = self.decode.index_o.val();
        }
        if self.phase.q.val() == FmtPhase::Wipe {
            self.keys.addr_i.next = bit_cast::<KAW, 8>(self.count.q.val());
        }
        if self.loads.val() {
            self.load_slot.d.next = self.word_slot.val();
            self.load_word.d.next = self.word.val() + 1;
            if self.word.val().all() {
                self.loaded.d.next = self
                    .loaded
                    .q
                    .val()
                    .replace_bit(self.word_slot.val().index(), true);
            }
        } else if (self.phase.q.val() == FmtPhase::Write)
            & (self.register.val() == KEY)
            & !self.bus.write_other_o.val()
        {
            self.load_word.d.next = 0.into();
        }
        if self.wiped.val() {
            self.loaded.d.next = self
                .loaded
                .q
                .val()
                .replace_bit(self.slot.val().index(), false);
            self.load_word.d.next = 0.into();
        }

        // Registers that are written.
        self.set.next = self.apply.val() & (self.register.val() == COMMAND);
        self.lock.next = self.set.val() & (self.op.val() == LOCK);
        if self.apply.val() {
            if self.register.val() == POLICY {
                if self.data.val().get_bit(0) {
                    self.locked.d.next = LOCKED.into();
                }
                if self.data.val().get_bit(1) {
                    self.attest.d.next = LOCKED.into();
                }
            }
            if self.register.val() == SHADOW_BASE {
                self.shadow_base.d.next = bit_cast::<PW, 32>(self.data.val());
                if PW > 32 {
                    self.shadow_base.d.next = ((self.shadow_base.q.val() >> 32) << 32)
                        | bit_cast::<PW, 32>(self.data.val());
                }
            }
            if self.register.val() == SHADOW_LIMIT {
                self.shadow_limit.d.next = bit_cast::<PW, 32>(self.data.val());
                if PW > 32 {
                    self.shadow_limit.d.next = ((self.shadow_limit.q.val() >> 32) << 32)
                        | bit_cast::<PW, 32>(self.data.val());
                }
            }
            if PW > 32 {
                if self.register.val() == SHADOW_BASE_HIGH {
                    self.shadow_base.d.next = (bit_cast::<PW, 32>(self.data.val()) << 32)
                        | bit_cast::<PW, 32>(bit_cast::<32, PW>(self.shadow_base.q.val()));
                }
                if self.register.val() == SHADOW_LIMIT_HIGH {
                    self.shadow_limit.d.next = (bit_cast::<PW, 32>(self.data.val()) << 32)
                        | bit_cast::<PW, 32>(bit_cast::<32, PW>(self.shadow_limit.q.val()));
                }
            }
            if self.register.val() == SHADOW_SOURCES {
                self.shadow_sources.d.next = bit_cast::<NS, 32>(self.data.val());
            }
            if self.register.val() == SHADOW_JOB {
                self.shadow_job.d.next = bit_cast::<JW, 32>(self.data.val());
            }
            if self.register.val() == SHADOW_ATTRIBUTES {
                self.shadow_flags.d.next = self.data.val().get_bits::<3>(0);
                self.shadow_slot.d.next = self.data.val().get_bits::<SW>(8);
            }
            if self.register.val() == EPOCH {
                self.epoch.d.next = self.data.val();
                self.epoch_known.d.next = true;
            }
        }
        if self.activates.val() {
            self.epoch.d.next = self.epoch.q.val() + 1;
        }

        self.shadow_parity.next = !(self.shadow_base.q.val().xor()
            ^ self.shadow_limit.q.val().xor()
            ^ self.shadow_sources.q.val().xor()
            ^ self.shadow_job.q.val().xor()
            ^ self.shadow_flags.q.val().xor()
            ^ self.shadow_slot.q.val().xor());
        for i in 0..N {
            self.entries[i].new_parity_i.next = self.shadow_parity.val();
            self.entries[i].commit_i.next = self.commit.val() & self.hit[i].val();
            self.entries[i].set_i.next = self.set.val() & self.hit[i].val();
            self.entries[i].lock_i.next = self.lock.val() & self.hit[i].val();
            self.entries[i].fault_i.next = self.entry_fault_i[i].val();
            self.entries[i].blame_i.next = self.blame.val() & self.hit[i].val();
            self.entries[i].state_i.next = self.command_state.val();
            self.entries[i].new_base_i.next = self.shadow_base.q.val();
            self.entries[i].new_limit_i.next = self.shadow_limit.q.val();
            self.entries[i].new_sources_i.next = self.shadow_sources.q.val();
            self.entries[i].new_job_i.next = self.shadow_job.q.val();
            self.entries[i].new_flags_i.next = self.shadow_flags.q.val();
            self.entries[i].new_slot_i.next = self.shadow_slot.q.val();
        }

        // Alerts: what happens goes before what is cleared.
        self.events.next = bit_cast::<5, 1>(0.into())
            .replace_bit(0, self.broken_up_to[N - 1].val())
            .replace_bit(1, self.key_error_o.val() & self.active.val())
            .replace_bit(
                2,
                self.iv_valid_o.val() & self.claim.val() & !self.vector_ok.val(),
            )
            .replace_bit(
                3,
                self.iv_valid_o.val()
                    & self.claim.val()
                    & self.vector_ok.val()
                    & self.vector_end.val(),
            )
            .replace_bit(4, self.reported_up_to[N - 1].val());
        self.cleared.next = 0.into();
        if self.apply.val() & (self.register.val() == ALERT) {
            self.cleared.next = self.data.val().get_bits::<5>(0);
        }
        self.alert.d.next = (self.alert.q.val() & !self.cleared.val()) | self.events.val();
        self.alert_o.next = self.alert.q.val().any();

        // Registers that are read.
        self.attributes.next = bit_cast::<32, SW>(self.shadow_slot.q.val()) << 8
            | bit_cast::<32, 3>(self.shadow_flags.q.val());
        if self.register.val() == ENTRY_ATTRIBUTES {
            self.attributes.next =
                bit_cast::<32, SW>(self.key_slot.val()) << 8 | bit_cast::<32, 3>(self.flags.val());
        }
        self.shown.next = self.decode.constant_o.val();
        if self.register.val() == STATUS {
            self.shown.next = bit_cast::<32, 1>(0.into())
                .replace_bit(0, self.any_unsound.val())
                .replace_bit(1, self.load_word.q.val().any())
                .replace_bit(2, self.epoch_known.q.val());
        } else if self.register.val() == POLICY {
            self.shown.next = bit_cast::<32, 1>(0.into())
                .replace_bit(0, self.locked.q.val() != UNLOCKED)
                .replace_bit(1, self.attest.q.val() != UNLOCKED);
        } else if self.register.val() == ALERT {
            self.shown.next = bit_cast::<32, 5>(self.alert.q.val());
        } else if self.register.val() == EPOCH {
            self.shown.next = self.epoch.q.val();
        } else if self.register.val() == KEYS {
            self.shown.next = bit_cast::<32, K>(self.loaded.q.val());
        } else if self.register.val() == SHADOW_BASE {
            self.shown.next = bit_cast::<32, PW>(self.shadow_base.q.val());
        } else if self.register.val() == SHADOW_LIMIT {
            self.shown.next = bit_cast::<32, PW>(self.shadow_limit.q.val());
        } else if self.register.val() == SHADOW_SOURCES {
            self.shown.next = bit_cast::<32, NS>(self.shadow_sources.q.val());
        } else if self.register.val() == SHADOW_JOB {
            self.shown.next = bit_cast::<32, JW>(self.shadow_job.q.val());
        } else if (self.register.val() == SHADOW_ATTRIBUTES)
            | (self.register.val() == ENTRY_ATTRIBUTES)
        {
            self.shown.next = self.attributes.val();
        } else if self.register.val() == ENTRY_BASE {
            self.shown.next = bit_cast::<32, PW>(self.base.val());
        } else if self.register.val() == ENTRY_LIMIT {
            self.shown.next = bit_cast::<32, PW>(self.limit.val());
        } else if self.register.val() == ENTRY_SOURCES {
            self.shown.next = bit_cast::<32, NS>(self.sources.val());
        } else if self.register.val() == ENTRY_JOB {
            self.shown.next = bit_cast::<32, JW>(self.job.val());
        } else if self.register.val() == ENTRY_STATE {
            self.shown.next =
                bit_cast::<32, 4>(self.state.val()).replace_bit(8, self.entry_locked.val());
        } else if self.active.val() & self.keyed.val() {
            if self.register.val() == ENTRY_EPOCH {
                self.shown.next = self.vector_epoch.val();
            } else if self.register.val() == ENTRY_COUNTER {
                self.shown.next = self.vector_counter.val().get_bits::<32>(0);
            } else if self.register.val() == ENTRY_COUNTER_HIGH {
                self.shown.next = bit_cast::<32, 16>(self.vector_counter.val().get_bits::<16>(32));
            }
        }
        if PW > 32 {
            if self.register.val() == SHADOW_BASE_HIGH {
                self.shown.next = bit_cast::<32, PW>(self.shadow_base.q.val() >> 32);
            } else if self.register.val() == SHADOW_LIMIT_HIGH {
                self.shown.next = bit_cast::<32, PW>(self.shadow_limit.q.val() >> 32);
            } else if self.register.val() == ENTRY_BASE_HIGH {
                self.shown.next = bit_cast::<32, PW>(self.base.val() >> 32);
            } else if self.register.val() == ENTRY_LIMIT_HIGH {
                self.shown.next = bit_cast::<32, PW>(self.limit.val() >> 32);
            }
        }
        self.bus.read_data_i.next = self.shown.val();
    }
}
