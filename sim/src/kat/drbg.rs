//! The random generator of NIST's known-answer files for key encapsulation: CTR_DRBG with AES-256,
//! without derivation function and without reseeding (NIST SP 800-90A, 10.2.1), as the program
//! `PQCgenKAT_kem.c` of NIST's competition uses it.

use aes::Aes256;
use aes::cipher::{BlockCipherEncrypt, KeyInit};

/// Bytes of a seed: a key and a counter.
pub const SEED_BYTES: usize = KEY_BYTES + BLOCK_BYTES;
const KEY_BYTES: usize = 32;
const BLOCK_BYTES: usize = 16;

/// The generator. The bytes that it gives depend on how many are asked for at a time: a request ends
/// with a change of the key.
#[derive(Clone)]
pub struct Drbg {
    key: [u8; KEY_BYTES],
    counter: u128,
}

impl Drbg {
    /// A generator that starts from `seed`.
    pub fn new(seed: &[u8; SEED_BYTES]) -> Self {
        let mut drbg = Drbg {
            key: [0; KEY_BYTES],
            counter: 0,
        };
        drbg.update(seed);
        drbg
    }

    /// Fills `bytes`.
    pub fn fill(&mut self, bytes: &mut [u8]) {
        self.blocks(bytes);
        self.update(&[0; SEED_BYTES]);
    }

    /// Key and counter come from the next bytes, to which `data` are added.
    fn update(&mut self, data: &[u8; SEED_BYTES]) {
        let mut next = [0; SEED_BYTES];
        self.blocks(&mut next);
        for (next, data) in next.iter_mut().zip(data) {
            *next ^= data;
        }
        let (key, counter) = next.split_at(KEY_BYTES);
        self.key.copy_from_slice(key);
        self.counter = counter
            .iter()
            .fold(0, |counter, &byte| counter << 8 | u128::from(byte));
    }

    /// Encrypted counters, cut off at the end.
    fn blocks(&mut self, bytes: &mut [u8]) {
        let cipher = Aes256::new(&self.key.into());
        for part in bytes.chunks_mut(BLOCK_BYTES) {
            self.counter = self.counter.wrapping_add(1);
            let mut block = self.counter.to_be_bytes().into();
            cipher.encrypt_block(&mut block);
            part.copy_from_slice(&block[..part.len()]);
        }
    }
}

/// The seeds of the cases 0, 1, 2 and so on of an official file: what a generator gives that starts
/// from the bytes 0 to 47.
pub fn official_seeds() -> impl Iterator<Item = [u8; SEED_BYTES]> {
    let mut drbg = Drbg::new(&std::array::from_fn(|index| index as u8));
    std::iter::repeat_with(move || {
        let mut seed = [0; SEED_BYTES];
        drbg.fill(&mut seed);
        seed
    })
}
