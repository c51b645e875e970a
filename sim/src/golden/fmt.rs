//! The FDU management table as a plain program, written from its contract (`docs/fmt.md`).

use std::fmt;

/// What a table is built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Entries.
    pub entries: usize,
    /// Key slots, a power of two.
    pub key_slots: usize,
    /// Sources.
    pub sources: u32,
    /// Bits of a granule's number.
    pub granule_bits: u32,
    /// Bits of a job.
    pub job_bits: u32,
    /// An activation gives 2 to the power of this many vectors.
    pub counter_bits: u32,
}

/// State of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of the contract")]
pub enum State {
    Free,
    Reserved,
    Attested,
    Active,
    Scrub,
    Fault,
    Storage,
}

impl State {
    /// As the register shows it.
    fn code(self) -> u32 {
        match self {
            State::Free => 0b0000,
            State::Reserved => 0b0011,
            State::Attested => 0b0101,
            State::Active => 0b0110,
            State::Scrub => 0b1001,
            State::Fault => 0b1010,
            State::Storage => 0b1100,
        }
    }

    /// Somebody holds it, and nothing is wrong.
    fn held(self) -> bool {
        matches!(self, State::Reserved | State::Attested | State::Active)
    }

    /// A fault can befall it.
    fn live(self) -> bool {
        self.held() || self == State::Scrub
    }
}

/// Fields of an entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fields {
    /// First granule.
    pub base: u64,
    /// Last granule, which belongs to it.
    pub limit: u64,
    /// Sources, by bit.
    pub sources: u32,
    /// Job; 0 is none.
    pub job: u32,
    /// Reads are granted.
    pub read: bool,
    /// Writes are granted.
    pub write: bool,
    /// It has a key.
    pub keyed: bool,
    /// Slot of the key.
    pub key_slot: usize,
}

/// An entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// State.
    pub state: State,
    /// Locked until reset.
    pub locked: bool,
    /// Fields.
    pub fields: Fields,
    /// Key epoch of this activation.
    pub epoch: u32,
    /// Next counter of this activation.
    pub counter: u64,
}

impl Entry {
    /// It grants.
    pub fn active(&self) -> bool {
        self.state == State::Active
    }
}

/// What other hardware says of an entry in a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pins {
    /// A transaction that it granted is in flight.
    pub busy: bool,
    /// Its memory is scrubbed.
    pub scrubbed: bool,
    /// Something is at fault with it.
    pub fault: bool,
}

/// A vector for the MPE.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vector {
    /// Job of the entry.
    pub job: u32,
    /// Upper part.
    pub epoch: u32,
    /// Lower part.
    pub counter: u64,
}

/// An access over the bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// Byte address.
    pub address: u32,
    /// It comes from the secure monitor.
    pub monitor: bool,
    /// Data and byte strobes of a write.
    pub write: Option<(u32, u8)>,
}

#[derive(Clone, Debug, Default)]
struct Slot {
    loaded: bool,
    words: [u32; 8],
}

/// The table.
#[derive(Clone)]
pub struct Fmt {
    sizes: Sizes,
    entries: Vec<Entry>,
    shadow: Fields,
    slots: Vec<Slot>,
    /// Slot that is being loaded, and its next word.
    loading: Option<(usize, usize)>,
    locked: bool,
    attest: bool,
    epoch: Option<u32>,
    alert: u32,
    /// Cycles until a bit that has flipped shows in ALERT.
    flipped: Option<u32>,
}

impl fmt::Debug for Fmt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fmt")
            .field("entries", &self.entries)
            .finish_non_exhaustive()
    }
}

fn low(bits: u32) -> u64 {
    (1 << bits) - 1
}

impl Fmt {
    /// A table after reset.
    pub fn new(sizes: Sizes) -> Self {
        let free = Entry {
            state: State::Free,
            locked: false,
            fields: Fields::default(),
            epoch: 0,
            counter: 0,
        };
        Fmt {
            sizes,
            entries: vec![free; sizes.entries],
            shadow: Fields::default(),
            slots: vec![Slot::default(); sizes.key_slots],
            loading: None,
            locked: false,
            attest: false,
            epoch: None,
            alert: 0,
            flipped: None,
        }
    }

    /// The entries.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// A bit of the register ALERT is set.
    pub fn alerts(&self) -> bool {
        self.alert != 0
    }

    fn unsound(&self) -> bool {
        self.entries
            .iter()
            .any(|entry| entry.state == State::Storage)
    }

    /// The answer to a read: its data, or an error.
    pub fn read(&self, access: Access) -> Option<u32> {
        let address = access.address;
        let wide = self.sizes.granule_bits > 32;
        if !access.monitor && address > 4 {
            return None;
        }
        Some(match address {
            0x00 => u32::from_be_bytes(*b"PFMT"),
            0x04 => 0x0001_0000,
            0x08 => {
                self.sizes.entries as u32
                    | (self.sizes.key_slots as u32) << 8
                    | self.sizes.sources << 16
                    | self.sizes.job_bits << 24
            }
            0x0c => 12 | self.sizes.granule_bits << 8 | self.sizes.counter_bits << 16,
            0x10 => {
                u32::from(self.unsound())
                    | u32::from(self.loading.is_some()) << 1
                    | u32::from(self.epoch.is_some()) << 2
            }
            0x14 => u32::from(self.locked) | u32::from(self.attest) << 1,
            0x18 => self.alert,
            0x1c => self.epoch.unwrap_or(0),
            0x20 => (0..self.sizes.key_slots)
                .map(|slot| u32::from(self.slots[slot].loaded) << slot)
                .sum(),
            0x40 => self.shadow.base as u32,
            0x44 if wide => (self.shadow.base >> 32) as u32,
            0x48 => self.shadow.limit as u32,
            0x4c if wide => (self.shadow.limit >> 32) as u32,
            0x50 => self.shadow.sources,
            0x54 => self.shadow.job,
            0x58 => attributes(&self.shadow),
            0x800.. => {
                let entry = self.entries.get((address as usize - 0x800) / 0x40)?;
                let none = Fields::default();
                let fields = match entry.state {
                    State::Free => &none,
                    _ => &entry.fields,
                };
                let counts = entry.active() && fields.keyed;
                match address % 0x40 {
                    0x00 => fields.base as u32,
                    0x04 if wide => (fields.base >> 32) as u32,
                    0x08 => fields.limit as u32,
                    0x0c if wide => (fields.limit >> 32) as u32,
                    0x10 => fields.sources,
                    0x14 => fields.job,
                    0x18 => attributes(fields),
                    0x1c => entry.state.code() | u32::from(entry.locked) << 8,
                    0x20 if counts => entry.epoch,
                    0x24 if counts => entry.counter as u32,
                    0x28 if counts => (entry.counter >> 32) as u32,
                    0x20 | 0x24 | 0x28 => 0,
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    /// The answer to a write: whether it was taken. `pins` are of the cycle in which it takes
    /// effect.
    pub fn write(&mut self, access: Access, pins: &[Pins]) -> bool {
        let Some((data, strobe)) = access.write else {
            return false;
        };
        let address = access.address;
        if !access.monitor {
            return false;
        }
        let keys = 0x200..0x200 + 32 * self.sizes.key_slots as u32;
        if keys.contains(&address) && address.is_multiple_of(4) {
            let at = (address as usize - 0x200) / 4;
            let taken = strobe == 0xf && self.key_word(at / 8, at % 8, data);
            if !taken {
                self.loading = None;
            }
            return taken;
        }
        if strobe != 0xf {
            return false;
        }
        let wide = self.sizes.granule_bits > 32;
        let low_bits = low(self.sizes.granule_bits.min(32)) as u32;
        let high_bits = low(self.sizes.granule_bits.saturating_sub(32)) as u32;
        let merge = |old: u64, part: u32, high: bool| match high {
            false => old & !0xffff_ffff | u64::from(part),
            true => old & 0xffff_ffff | u64::from(part) << 32,
        };
        let within = |mask: u32| data & !mask == 0;
        match address {
            0x14 if within(3) => {
                self.locked |= data & 1 != 0;
                self.attest |= data & 2 != 0;
                true
            }
            0x18 if within(0x1f) => {
                self.alert &= !data;
                true
            }
            0x1c if !self.locked && self.epoch.is_none_or(|epoch| data > epoch) => {
                self.epoch = Some(data);
                true
            }
            0x24 => self.command(data, pins),
            0x40 if within(low_bits) => {
                self.shadow.base = merge(self.shadow.base, data, false);
                true
            }
            0x44 if wide && within(high_bits) => {
                self.shadow.base = merge(self.shadow.base, data, true);
                true
            }
            0x48 if within(low_bits) => {
                self.shadow.limit = merge(self.shadow.limit, data, false);
                true
            }
            0x4c if wide && within(high_bits) => {
                self.shadow.limit = merge(self.shadow.limit, data, true);
                true
            }
            0x50 if within(low(self.sizes.sources) as u32) => {
                self.shadow.sources = data;
                true
            }
            0x54 if within(low(self.sizes.job_bits) as u32) => {
                self.shadow.job = data;
                true
            }
            0x58 if within(7 | (self.sizes.key_slots as u32 - 1) << 8) => {
                self.shadow.read = data & 1 != 0;
                self.shadow.write = data & 2 != 0;
                self.shadow.keyed = data & 4 != 0;
                self.shadow.key_slot = (data >> 8) as usize;
                true
            }
            _ => false,
        }
    }

    fn key_word(&mut self, slot: usize, word: usize, data: u32) -> bool {
        let next = word == 0 || self.loading == Some((slot, word));
        if self.locked || self.slots[slot].loaded || !next {
            return false;
        }
        self.slots[slot].words[word] = data;
        self.loading = (word < 7).then_some((slot, word + 1));
        self.slots[slot].loaded = word == 7;
        true
    }

    fn command(&mut self, data: u32, pins: &[Pins]) -> bool {
        let (at, op, slot) = (
            (data & 0xff) as usize,
            data >> 8 & 0xf,
            (data >> 16) as usize,
        );
        if data >> 12 & 0xf != 0 || slot >= self.sizes.key_slots {
            return false;
        }
        if op == 9 {
            return at == 0 && self.erase(slot);
        }
        if slot != 0 || at >= self.sizes.entries {
            return false;
        }
        let entry = self.entries[at];
        let state = entry.state;
        let free_to_change = !self.locked && !entry.locked && !pins[at].fault;
        let next = match op {
            1 if free_to_change && self.may_commit(at) => {
                self.entries[at].fields = self.shadow;
                State::Reserved
            }
            2 if free_to_change && state == State::Reserved => State::Attested,
            3 if free_to_change => {
                let ready = state == State::Attested || state == State::Reserved && !self.attest;
                if !ready || entry.fields.keyed && !self.new_epoch(at) {
                    return false;
                }
                State::Active
            }
            4 if free_to_change && state.held() => State::Scrub,
            5 if free_to_change && state == State::Scrub => {
                if !pins[at].scrubbed || pins[at].busy {
                    return false;
                }
                State::Free
            }
            6 if state.live() || state == State::Fault => {
                // What is reported in the same cycle is not lost.
                if state.live() && pins[at].fault {
                    self.alert |= 1 << 4;
                }
                State::Fault
            }
            7 if free_to_change && state == State::Fault => State::Scrub,
            8 => {
                self.entries[at].locked = true;
                state
            }
            _ => return false,
        };
        self.entries[at].state = next;
        true
    }

    /// The shadow entry can become entry `at`.
    fn may_commit(&self, at: usize) -> bool {
        let new = &self.shadow;
        let target = self.entries[at].state;
        if !matches!(target, State::Free | State::Reserved)
            || self.unsound()
            || new.job == 0
            || new.base > new.limit
        {
            return false;
        }
        let others = self.entries.iter().enumerate().filter(|(i, _)| *i != at);
        others.map(|(_, other)| other).all(|other| {
            let old = &other.fields;
            let overlap = old.base <= new.limit && new.base <= old.limit;
            let same_source = old.sources & new.sources != 0;
            let same_key = old.keyed && new.keyed && old.key_slot == new.key_slot;
            match other.state {
                State::Free => true,
                State::Scrub | State::Fault if overlap => false,
                _ if old.job == new.job => true,
                _ => !overlap && !same_source && !same_key,
            }
        })
    }

    /// Entry `at` takes the next epoch, if it has a key and there is an epoch left.
    fn new_epoch(&mut self, at: usize) -> bool {
        let Some(epoch) = self.epoch else {
            return false;
        };
        if epoch == u32::MAX || !self.slots[self.entries[at].fields.key_slot].loaded {
            return false;
        }
        self.entries[at].epoch = epoch;
        self.entries[at].counter = 0;
        self.epoch = Some(epoch + 1);
        true
    }

    fn erase(&mut self, slot: usize) -> bool {
        let uses = |entry: &Entry| {
            entry.state.held() && entry.fields.keyed && entry.fields.key_slot == slot
        };
        if self.locked || self.entries.iter().any(uses) {
            return false;
        }
        self.slots[slot] = Slot::default();
        self.loading = None;
        true
    }

    /// The end of a cycle with these pins.
    pub fn tick(&mut self, pins: &[Pins]) {
        self.flipped = self.flipped.and_then(|cycles| cycles.checked_sub(1));
        if self.flipped == Some(0) {
            self.alert |= 1;
        }
        for (entry, pins) in self.entries.iter_mut().zip(pins) {
            if pins.fault && entry.state.live() {
                entry.state = State::Fault;
                self.alert |= 1 << 4;
            }
        }
    }

    /// The next vector of an entry. `Err(true)`: the entry has none left, and falls once
    /// [`exhausted`](Self::exhausted) says so; `Err(false)`: it may have none.
    ///
    /// # Errors
    /// No vector is given.
    pub fn take(&mut self, at: usize) -> Result<Vector, bool> {
        let entry = &mut self.entries[at];
        if !entry.active() || !entry.fields.keyed || !self.slots[entry.fields.key_slot].loaded {
            return Err(false);
        }
        if entry.counter >= 1 << self.sizes.counter_bits {
            return Err(true);
        }
        entry.counter += 1;
        Ok(Vector {
            job: entry.fields.job,
            epoch: entry.epoch,
            counter: entry.counter - 1,
        })
    }

    /// An entry without vectors was asked for one in the cycle before.
    pub fn exhausted(&mut self, at: usize) {
        self.alert |= 1 << 3;
        if self.entries[at].state.live() {
            self.entries[at].state = State::Fault;
        }
    }

    /// The key of an entry.
    pub fn key(&self, at: usize) -> [u32; 8] {
        self.slots[self.entries[at].fields.key_slot].words
    }

    /// A bit of the storage of an entry has flipped in the cycle before: it is lost at once, and
    /// shows in ALERT a cycle later.
    pub fn flip(&mut self, at: usize) {
        self.entries[at].state = State::Storage;
        self.flipped = Some(2);
    }

    /// As [`flip`](Self::flip), of one of the two bits of the lock: one is enough to lock.
    pub fn flip_lock(&mut self, at: usize) {
        self.entries[at].locked = true;
        self.flip(at);
    }
}

fn attributes(fields: &Fields) -> u32 {
    u32::from(fields.read)
        | u32::from(fields.write) << 1
        | u32::from(fields.keyed) << 2
        | (fields.key_slot as u32) << 8
}
