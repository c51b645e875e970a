//! What the stimulus must have hit.

use pimtee_sim::golden::policy::Burst;
use std::collections::BTreeMap;

/// Times that every bin must be hit.
pub const GOAL: u64 = 10;

/// Width of a beat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Size {
    /// One byte.
    Byte,
    /// More, but not the whole bus.
    Narrow,
    /// The whole bus.
    Full,
}

/// Where a burst lies, seen from the region of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Position {
    /// Its last byte is the one before the region.
    Before,
    /// Its first byte is the first of the region.
    Start,
    /// Away from the edges.
    Inside,
    /// Its last byte is the last of the region.
    End,
    /// It goes on beyond the last byte of the region; INCR only.
    Across,
    /// Its first byte is the one behind the region.
    Behind,
}

/// Requests of the same direction that are unanswered when this one is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outstanding {
    /// None.
    None,
    /// 1 to 7.
    Few,
    /// 8 or more.
    Many,
}

/// A bin: a case that must come up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bin {
    /// Direction.
    pub write: bool,
    /// Type of the burst.
    pub burst: Burst,
    /// Width of a beat.
    pub size: Size,
    /// Place of the burst.
    pub position: Position,
    /// The entry permits the direction.
    pub permitted: bool,
    /// A request of the other direction is decided in the same cycle.
    pub both: bool,
    /// Requests under way.
    pub outstanding: Outstanding,
}

/// The bins of an address filter, and how often each was hit.
#[derive(Clone, Debug)]
pub struct Coverage(BTreeMap<Bin, u64>);

impl Default for Coverage {
    fn default() -> Self {
        Self(bins().map(|bin| (bin, 0)).collect())
    }
}

/// Every combination that exists.
fn bins() -> impl Iterator<Item = Bin> {
    let mut bins = Vec::new();
    for write in [false, true] {
        for burst in [Burst::Fixed, Burst::Incr, Burst::Wrap] {
            for size in [Size::Byte, Size::Narrow, Size::Full] {
                for position in [
                    Position::Before,
                    Position::Start,
                    Position::Inside,
                    Position::End,
                    Position::Across,
                    Position::Behind,
                ] {
                    for permitted in [false, true] {
                        for both in [false, true] {
                            for outstanding in
                                [Outstanding::None, Outstanding::Few, Outstanding::Many]
                            {
                                bins.push(Bin {
                                    write,
                                    burst,
                                    size,
                                    position,
                                    permitted,
                                    both,
                                    outstanding,
                                });
                            }
                        }
                    }
                }
            }
        }
    }
    // Only an INCR burst can leave the granule it starts in.
    bins.into_iter()
        .filter(|bin| bin.position != Position::Across || bin.burst == Burst::Incr)
}

impl Coverage {
    /// Counts a case.
    pub fn hit(&mut self, bin: Bin) {
        if let Some(count) = self.0.get_mut(&bin) {
            *count += 1;
        }
    }

    /// Adds what another run has hit.
    pub fn add(&mut self, other: &Coverage) {
        for (bin, count) in &other.0 {
            *self.0.entry(*bin).or_default() += count;
        }
    }

    /// Number of bins.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no bins.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Hits of the rarest bin.
    pub fn least(&self) -> u64 {
        self.0.values().copied().min().unwrap_or_default()
    }

    /// Bins that were hit less often than [`GOAL`].
    pub fn missing(&self) -> Vec<(Bin, u64)> {
        let rare = self.0.iter().filter(|(_, count)| **count < GOAL);
        rare.map(|(bin, count)| (*bin, *count)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bin_is_missing_until_it_was_hit_often_enough() {
        let mut coverage = Coverage::default();
        assert_eq!(coverage.len(), 2 * 3 * (5 * 3 + 1) * 2 * 2 * 3);
        let bin = bins().next().unwrap();
        for _ in 0..GOAL {
            assert!(
                coverage
                    .missing()
                    .iter()
                    .any(|(missing, _)| *missing == bin)
            );
            coverage.hit(bin);
        }
        assert!(
            coverage
                .missing()
                .iter()
                .all(|(missing, _)| *missing != bin)
        );
        assert_eq!(coverage.least(), 0);
    }
}
