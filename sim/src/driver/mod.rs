//! Host side of the streams of a design: what software or a bus bridge would do at its ports.

pub mod ascon;
pub mod axi_lite;

use std::collections::VecDeque;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

/// Random decisions of a driver, the same for the same seed.
struct Dice(ChaCha8Rng);

impl Dice {
    fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// True with `probability`; a probability of 0 takes no random number.
    fn falls(&mut self, probability: f64) -> bool {
        probability > 0.0 && f64::from(self.0.next_u32()) < probability * 2f64.powi(32)
    }

    /// Any 64 bits.
    fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Any beat of `bytes` bytes, at most 16.
    fn beat(&mut self, bytes: usize) -> u128 {
        let low = u128::from(self.word());
        if bytes <= 8 {
            low
        } else {
            low | u128::from(self.word()) << 64
        }
    }
}

/// The sending end of a valid/ready stream: beats in order, each offered until it is taken.
struct Source<B> {
    beats: VecDeque<B>,
    /// Valid is high for the first beat.
    offered: bool,
}

impl<B: Copy> Source<B> {
    fn new() -> Self {
        Self {
            beats: VecDeque::new(),
            offered: false,
        }
    }

    /// The beat to offer in this cycle: always one that was offered before, and a new one unless
    /// the stream stalls.
    fn offer(&mut self, stalls: bool) -> Option<B> {
        let beat = self.beats.front().copied()?;
        self.offered |= !stalls;
        self.offered.then_some(beat)
    }

    /// The end of a cycle with `ready`: the beat that moved, if one did.
    fn moved(&mut self, ready: bool) -> Option<B> {
        if !(self.offered && ready) {
            return None;
        }
        self.offered = false;
        self.beats.pop_front()
    }

    fn withdraw(&mut self) {
        self.beats.clear();
        self.offered = false;
    }
}
