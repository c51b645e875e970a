//! Who may access what: the policy of the access control, as it can be read aloud.
//!
//! Written from the rules alone, in bytes and beat by beat; nothing here is derived from the RTL.

use std::ops::RangeInclusive;

/// Bytes of a granule; entries are made of whole ones.
pub const GRANULE: u128 = 4096;

/// An entry of the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// Valid, and in state ACTIVE.
    pub active: bool,
    /// First granule.
    pub base: u64,
    /// Last granule, inclusive.
    pub limit: u64,
    /// Reads are permitted.
    pub read: bool,
    /// Writes are permitted.
    pub write: bool,
    /// Bit s: source s belongs to the entry.
    pub sources: u64,
    /// The job; 0: none.
    pub job: u64,
}

/// How the address goes on from beat to beat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Burst {
    /// Every beat at the same address.
    Fixed,
    /// Beats after one another.
    Incr,
    /// Beats after one another, back to the start of an aligned block at its end.
    Wrap,
    /// Not in use.
    Reserved,
}

/// A request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// Who.
    pub source: u64,
    /// Address of the first byte.
    pub addr: u64,
    /// Beats.
    pub beats: u32,
    /// Bytes of a beat, a power of two.
    pub beat_bytes: u32,
    /// How the address goes on.
    pub burst: Burst,
    /// A write; otherwise a read.
    pub write: bool,
}

/// What the policy says of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The request may pass.
    pub granted: bool,
    /// The entry that decided, or the first byte's if the burst breaks AXI4; `None`: no entry.
    pub entry: Option<usize>,
}

/// The policy: the table and the surroundings.
#[derive(Clone, Debug)]
pub struct Policy {
    /// The table. The lowest entry that matches decides.
    pub entries: Vec<Entry>,
    /// Number of sources; ids from this number on do not exist.
    pub source_count: u64,
    /// Bytes of the data bus.
    pub bus_bytes: u32,
}

impl Access {
    /// The bytes that each beat touches, lowest and highest.
    pub fn footprint(&self) -> Vec<RangeInclusive<u128>> {
        let size = u128::from(self.beat_bytes);
        let start = u128::from(self.addr);
        let aligned = start / size * size;
        let block = size * u128::from(self.beats);
        let mut beats = Vec::new();
        let mut at = start;
        for _ in 0..self.beats {
            let end = at / size * size + size - 1;
            beats.push(at..=end);
            at = match self.burst {
                Burst::Fixed | Burst::Reserved => start,
                Burst::Incr => end + 1,
                Burst::Wrap if (end + 1) % block == 0 => aligned / block * block,
                Burst::Wrap => end + 1,
            };
        }
        beats
    }

    /// Whether AXI4 allows the burst on a bus of `bus_bytes` bytes.
    pub fn is_legal(&self, bus_bytes: u32) -> bool {
        let one_granule = || {
            let granule = u128::from(self.addr) / GRANULE;
            self.footprint()
                .iter()
                .all(|beat| beat.start() / GRANULE == granule && beat.end() / GRANULE == granule)
        };
        let shape = match self.burst {
            Burst::Fixed => self.beats <= 16,
            Burst::Incr => self.beats <= 256,
            Burst::Wrap => {
                [2, 4, 8, 16].contains(&self.beats)
                    && self.addr.is_multiple_of(u64::from(self.beat_bytes))
            }
            Burst::Reserved => false,
        };
        self.beat_bytes <= bus_bytes && shape && one_granule()
    }
}

impl Policy {
    /// The lowest entry that is active, has a job and the source, and holds the byte.
    fn entry_of(&self, source: u64, byte: u128) -> Option<usize> {
        self.entries.iter().position(|entry| {
            let bytes = u128::from(entry.base) * GRANULE..(u128::from(entry.limit) + 1) * GRANULE;
            let member = source < self.source_count && entry.sources >> source & 1 == 1;
            entry.active && entry.job != 0 && member && bytes.contains(&byte)
        })
    }

    /// Whether the entry `index` permits the access.
    fn permits(&self, index: usize, write: bool) -> bool {
        match write {
            true => self.entries[index].write,
            false => self.entries[index].read,
        }
    }

    /// Decides: every byte of the burst must be in an entry that permits the access.
    pub fn decide(&self, access: &Access) -> Verdict {
        let entry = self.entry_of(access.source, u128::from(access.addr));
        let granted = access.is_legal(self.bus_bytes)
            && access.footprint().iter().all(|beat| {
                [*beat.start(), *beat.end()].into_iter().all(|byte| {
                    self.entry_of(access.source, byte)
                        .is_some_and(|index| self.permits(index, access.write))
                })
            });
        Verdict { granted, entry }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(addr: u64, beats: u32, beat_bytes: u32, burst: Burst) -> Access {
        Access {
            source: 1,
            addr,
            beats,
            beat_bytes,
            burst,
            write: false,
        }
    }

    fn entry(base: u64, limit: u64, read: bool, sources: u64) -> Entry {
        Entry {
            active: true,
            base,
            limit,
            read,
            write: !read,
            sources,
            job: 1,
        }
    }

    fn policy(entries: Vec<Entry>) -> Policy {
        Policy {
            entries,
            source_count: 4,
            bus_bytes: 8,
        }
    }

    #[test]
    fn bytes_of_bursts_as_the_axi_specification_counts_them() {
        let bytes = |access: Access| -> Vec<(u128, u128)> {
            let beats = access.footprint().into_iter();
            beats.map(|beat| (*beat.start(), *beat.end())).collect()
        };
        // An unaligned start shortens the first beat only.
        assert_eq!(
            bytes(access(0x13, 3, 4, Burst::Incr)),
            [(0x13, 0x13), (0x14, 0x17), (0x18, 0x1b)]
        );
        assert_eq!(
            bytes(access(0x13, 2, 4, Burst::Fixed)),
            [(0x13, 0x13), (0x13, 0x13)]
        );
        assert_eq!(
            bytes(access(0x18, 4, 4, Burst::Wrap)),
            [(0x18, 0x1b), (0x1c, 0x1f), (0x10, 0x13), (0x14, 0x17)]
        );
    }

    #[test]
    fn the_4_kib_rule_counts_the_last_byte() {
        assert!(access(0xff8, 1, 8, Burst::Incr).is_legal(8));
        assert!(access(0xff0, 2, 8, Burst::Incr).is_legal(8));
        assert!(access(0xfff, 1, 8, Burst::Incr).is_legal(8));
        assert!(!access(0xff8, 2, 8, Burst::Incr).is_legal(8));
        assert!(!access(0xfff, 2, 1, Burst::Incr).is_legal(8));
        assert!(access(0xfff, 16, 8, Burst::Fixed).is_legal(8));
        assert!(access(0xff8, 16, 8, Burst::Wrap).is_legal(8));
    }

    #[test]
    fn shapes_that_axi_does_not_know_are_illegal() {
        assert!(!access(0, 17, 4, Burst::Fixed).is_legal(8));
        assert!(!access(0, 3, 4, Burst::Wrap).is_legal(8));
        assert!(!access(2, 4, 4, Burst::Wrap).is_legal(8));
        assert!(!access(0, 1, 16, Burst::Incr).is_legal(8));
        assert!(!access(0, 1, 4, Burst::Reserved).is_legal(8));
    }

    #[test]
    fn the_lowest_entry_that_matches_decides() {
        let policy = policy(vec![
            entry(5, 5, false, 2),
            entry(4, 6, true, 2),
            entry(4, 6, false, 4),
        ]);
        let decide = |addr| policy.decide(&access(addr, 1, 8, Burst::Incr));
        let verdict = |granted, entry| Verdict { granted, entry };
        assert_eq!(decide(0x3ff8), verdict(false, None));
        assert_eq!(decide(0x4000), verdict(true, Some(1)));
        assert_eq!(decide(0x5000), verdict(false, Some(0)));
        assert_eq!(decide(0x6ff8), verdict(true, Some(1)));
        assert_eq!(decide(0x7000), verdict(false, None));
    }

    #[test]
    fn no_job_no_activity_and_no_such_source_match_nothing() {
        let free = Entry {
            job: 0,
            ..entry(0, 9, true, 2)
        };
        let reserved = Entry {
            active: false,
            ..entry(0, 9, true, 2)
        };
        let mut policy = policy(vec![free, reserved]);
        let ask = access(0, 1, 8, Burst::Incr);
        assert_eq!(policy.decide(&ask).entry, None);
        policy.entries.push(entry(0, 9, true, u64::MAX));
        assert_eq!(policy.decide(&ask).entry, Some(2));
        let stranger = Access { source: 4, ..ask };
        assert_eq!(policy.decide(&stranger).entry, None);
    }
}
