//! Random decisions that follow from a seed.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

/// Random decisions, the same for the same seed.
#[derive(Clone, Debug)]
pub struct Dice(ChaCha8Rng);

impl Dice {
    /// Decisions that follow from `seed`.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// True with `probability`; a probability of 0 takes no random number.
    pub fn falls(&mut self, probability: f64) -> bool {
        probability > 0.0 && f64::from(self.0.next_u32()) < probability * 2f64.powi(32)
    }

    /// Any 64 bits.
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number from 0 to `count` - 1; 0 if `count` is 0.
    pub fn below(&mut self, count: u64) -> u64 {
        match count {
            0 => 0,
            _ => self.word() % count,
        }
    }

    /// One of `values`, which are not empty.
    pub fn pick<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len() as u64) as usize]
    }

    /// Any beat of `bytes` bytes, at most 16.
    pub(crate) fn beat(&mut self, bytes: usize) -> u128 {
        let low = u128::from(self.word());
        if bytes <= 8 {
            low
        } else {
            low | u128::from(self.word()) << 64
        }
    }
}
