//! ASCON authenticated encryption: Ascon-128 and Ascon-128a of Ascon v1.2 (Dobraunig, Eichlseder,
//! Mendel, Schläffer, 2021) and Ascon-AEAD128 of NIST SP 800-232 (section 4).
//!
//! Key, nonce and tag have 16 bytes each; associated data and plaintext may have any length,
//! zero included. The three variants share the permutation and the mode. They differ in the
//! initial value, the rate, the rounds between blocks, and the order in which bytes fill words:
//!
//! | variant       | rate | rounds a / b | byte 0 of a word  | padding byte | domain bit   |
//! |---------------|------|--------------|-------------------|--------------|--------------|
//! | Ascon-128     | 8 B  | 12 / 6       | most significant  | `80`         | bit 0 of x4  |
//! | Ascon-128a    | 16 B | 12 / 8       | most significant  | `80`         | bit 0 of x4  |
//! | Ascon-AEAD128 | 16 B | 12 / 8       | least significant | `01`         | bit 63 of x4 |

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// Bytes in a key.
pub const KEY_BYTES: usize = 16;
/// Bytes in a nonce.
pub const NONCE_BYTES: usize = 16;
/// Bytes in a tag.
pub const TAG_BYTES: usize = 16;

/// The state of the permutation: the words x0 to x4 (S0 to S4 in SP 800-232).
pub type State = [u64; 5];

/// Round constants of p\[16\]; p\[n\] uses the last n (SP 800-232, table 5).
const ROUND_CONSTANTS: [u64; 16] = [
    0x3c, 0x2d, 0x1e, 0x0f, 0xf0, 0xe1, 0xd2, 0xc3, 0xb4, 0xa5, 0x96, 0x87, 0x78, 0x69, 0x5a, 0x4b,
];

/// A member of the ASCON family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Ascon-128 of Ascon v1.2.
    Ascon128,
    /// Ascon-128a of Ascon v1.2.
    Ascon128a,
    /// Ascon-AEAD128 of NIST SP 800-232.
    AsconAead128,
}

/// A name that is no ASCON variant.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown ASCON variant \"{name}\"; expected ascon128, ascon128a or ascon-aead128")]
pub struct UnknownVariant {
    /// The name as it was given.
    pub name: String,
}

impl Variant {
    /// Every variant, in the order of publication.
    pub const ALL: [Variant; 3] = [Variant::Ascon128, Variant::Ascon128a, Variant::AsconAead128];

    /// The name used on command lines and in configurations, as [`FromStr`] reads it.
    pub fn name(self) -> &'static str {
        match self {
            Variant::Ascon128 => "ascon128",
            Variant::Ascon128a => "ascon128a",
            Variant::AsconAead128 => "ascon-aead128",
        }
    }

    /// The initial value, loaded into x0.
    pub fn iv(self) -> u64 {
        match self {
            Variant::Ascon128 => 0x8040_0c06_0000_0000,
            Variant::Ascon128a => 0x8080_0c08_0000_0000,
            Variant::AsconAead128 => 0x0000_1000_808c_0001,
        }
    }

    /// Bytes absorbed between two permutations.
    pub fn rate_bytes(self) -> usize {
        match self {
            Variant::Ascon128 => 8,
            Variant::Ascon128a | Variant::AsconAead128 => 16,
        }
    }

    /// Rounds of the permutation in initialization and finalization ("a").
    pub fn outer_rounds(self) -> usize {
        12
    }

    /// Rounds of the permutation between two blocks ("b").
    pub fn inner_rounds(self) -> usize {
        match self {
            Variant::Ascon128 => 6,
            Variant::Ascon128a | Variant::AsconAead128 => 8,
        }
    }

    /// The byte that follows the data in the last block.
    pub fn padding_byte(self) -> u8 {
        match self {
            Variant::Ascon128 | Variant::Ascon128a => 0x80,
            Variant::AsconAead128 => 0x01,
        }
    }

    /// What is added to x4 between the associated data and the plaintext.
    pub fn domain_separator(self) -> u64 {
        match self {
            Variant::Ascon128 | Variant::Ascon128a => 1,
            Variant::AsconAead128 => 1 << 63,
        }
    }

    /// How far byte `index` (0 to 7) of a word is shifted from its least significant end, in bits.
    fn byte_shift(self, index: usize) -> usize {
        match self {
            Variant::Ascon128 | Variant::Ascon128a => 8 * (7 - index),
            Variant::AsconAead128 => 8 * index,
        }
    }

    fn words(self, bytes: &[u8; 16]) -> [u64; 2] {
        let word = |bytes: &[u8]| {
            bytes.iter().enumerate().fold(0, |word, (index, &byte)| {
                word | u64::from(byte) << self.byte_shift(index)
            })
        };
        [word(&bytes[..8]), word(&bytes[8..])]
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(name: &str) -> Result<Self, UnknownVariant> {
        Variant::ALL
            .into_iter()
            .find(|variant| variant.name() == name)
            .ok_or_else(|| UnknownVariant { name: name.into() })
    }
}

/// A point in the encryption of a message at which the state can be watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Initial value, key and nonce are loaded.
    Load,
    /// One round of the permutation is done.
    Round,
    /// The key is added after the first permutation.
    InitializationKey,
    /// A whole block of associated data is absorbed.
    AssociatedData,
    /// The last, padded block of associated data is absorbed.
    AssociatedDataPadded,
    /// The domain separator is added.
    DomainSeparation,
    /// A whole block of plaintext is absorbed.
    Plaintext,
    /// The last, padded block of plaintext is absorbed.
    PlaintextPadded,
    /// The key is added before the last permutation.
    FinalizationKey,
    /// The key is added after the last permutation: x3 and x4 are the tag.
    TagKey,
}

/// Applies the ASCON permutation of `rounds` rounds, at most 16 (SP 800-232, section 3). The
/// variants use 12, 8 and 6.
pub fn permutation(state: &mut State, rounds: usize) {
    for &constant in round_constants(rounds) {
        round(state, constant);
    }
}

/// The constants of p\[rounds\].
fn round_constants(rounds: usize) -> &'static [u64] {
    &ROUND_CONSTANTS[ROUND_CONSTANTS.len().saturating_sub(rounds)..]
}

/// Applies one round with the given round constant: constant addition, substitution layer, linear
/// layer (SP 800-232, 3.2 to 3.4).
pub fn round(state: &mut State, constant: u64) {
    let [mut x0, mut x1, mut x2, mut x3, mut x4] = *state;

    x2 ^= constant;

    // The 5-bit S-box, on all 64 columns at once: the chi map between two affine maps.
    x0 ^= x4;
    x4 ^= x3;
    x2 ^= x1;
    let chi = |a: u64, b: u64, c: u64| a ^ (!b & c);
    (x0, x1, x2, x3, x4) = (
        chi(x0, x1, x2),
        chi(x1, x2, x3),
        chi(x2, x3, x4),
        chi(x3, x4, x0),
        chi(x4, x0, x1),
    );
    x1 ^= x0;
    x0 ^= x4;
    x3 ^= x2;
    x2 = !x2;

    let spread = |x: u64, i: u32, j: u32| x ^ x.rotate_right(i) ^ x.rotate_right(j);
    *state = [
        spread(x0, 19, 28),
        spread(x1, 61, 39),
        spread(x2, 1, 6),
        spread(x3, 10, 17),
        spread(x4, 7, 41),
    ];
}

/// Encrypts `plaintext` and authenticates it together with `associated_data`; gives the ciphertext
/// (as long as the plaintext) and the tag (SP 800-232, algorithm 3).
pub fn encrypt(
    variant: Variant,
    key: &[u8; KEY_BYTES],
    nonce: &[u8; NONCE_BYTES],
    associated_data: &[u8],
    plaintext: &[u8],
) -> (Vec<u8>, [u8; TAG_BYTES]) {
    let mut unwatched = |_, _: &State| {};
    encrypt_traced(
        variant,
        key,
        nonce,
        associated_data,
        plaintext,
        &mut unwatched,
    )
}

/// [`encrypt`], showing `watch` the state after every step and every round.
pub fn encrypt_traced(
    variant: Variant,
    key: &[u8; KEY_BYTES],
    nonce: &[u8; NONCE_BYTES],
    associated_data: &[u8],
    plaintext: &[u8],
    watch: &mut dyn FnMut(Step, &State),
) -> (Vec<u8>, [u8; TAG_BYTES]) {
    let mut duplex = Duplex::initialize(variant, key, nonce, watch);
    duplex.absorb_associated_data(associated_data);

    let mut ciphertext = Vec::with_capacity(plaintext.len());
    let (blocks, last) = split_blocks(plaintext, variant.rate_bytes());
    for block in blocks {
        duplex.add(block);
        ciphertext.extend(duplex.rate(block.len()));
        duplex.seen(Step::Plaintext);
        duplex.permute(variant.inner_rounds());
    }
    duplex.add(last);
    ciphertext.extend(duplex.rate(last.len()));
    duplex.pad(last.len());
    duplex.seen(Step::PlaintextPadded);

    (ciphertext, duplex.finalize(key))
}

/// Decrypts `ciphertext`; gives the plaintext, or `None` if `tag` does not authenticate
/// `ciphertext`, `associated_data` and `nonce` under `key` (SP 800-232, algorithm 4).
pub fn decrypt(
    variant: Variant,
    key: &[u8; KEY_BYTES],
    nonce: &[u8; NONCE_BYTES],
    associated_data: &[u8],
    ciphertext: &[u8],
    tag: &[u8; TAG_BYTES],
) -> Option<Vec<u8>> {
    let mut unwatched = |_, _: &State| {};
    let mut duplex = Duplex::initialize(variant, key, nonce, &mut unwatched);
    duplex.absorb_associated_data(associated_data);

    let mut plaintext = Vec::with_capacity(ciphertext.len());
    let (blocks, last) = split_blocks(ciphertext, variant.rate_bytes());
    for block in blocks {
        plaintext.extend(duplex.replace(block));
        duplex.permute(variant.inner_rounds());
    }
    plaintext.extend(duplex.replace(last));
    duplex.pad(last.len());

    (duplex.finalize(key) == *tag).then_some(plaintext)
}

/// The whole blocks of `data`, and the rest: shorter than a block, possibly empty.
fn split_blocks(data: &[u8], rate: usize) -> (std::slice::ChunksExact<'_, u8>, &[u8]) {
    let blocks = data.chunks_exact(rate);
    let rest = blocks.remainder();
    (blocks, rest)
}

/// The state on its way through a message.
struct Duplex<'w> {
    variant: Variant,
    state: State,
    watch: &'w mut dyn FnMut(Step, &State),
}

impl<'w> Duplex<'w> {
    fn initialize(
        variant: Variant,
        key: &[u8; KEY_BYTES],
        nonce: &[u8; NONCE_BYTES],
        watch: &'w mut dyn FnMut(Step, &State),
    ) -> Self {
        let [k0, k1] = variant.words(key);
        let [n0, n1] = variant.words(nonce);
        let mut duplex = Duplex {
            variant,
            state: [variant.iv(), k0, k1, n0, n1],
            watch,
        };
        duplex.seen(Step::Load);
        duplex.permute(variant.outer_rounds());
        duplex.add_key(key, 3);
        duplex.seen(Step::InitializationKey);
        duplex
    }

    fn absorb_associated_data(&mut self, data: &[u8]) {
        // Empty associated data give no block at all, where an empty plaintext gives a padded one.
        if !data.is_empty() {
            let (blocks, last) = split_blocks(data, self.variant.rate_bytes());
            for block in blocks {
                self.add(block);
                self.seen(Step::AssociatedData);
                self.permute(self.variant.inner_rounds());
            }
            self.add(last);
            self.pad(last.len());
            self.seen(Step::AssociatedDataPadded);
            self.permute(self.variant.inner_rounds());
        }
        self.state[4] ^= self.variant.domain_separator();
        self.seen(Step::DomainSeparation);
    }

    fn finalize(mut self, key: &[u8; KEY_BYTES]) -> [u8; TAG_BYTES] {
        self.add_key(key, self.variant.rate_bytes() / 8);
        self.seen(Step::FinalizationKey);
        self.permute(self.variant.outer_rounds());
        self.add_key(key, 3);
        self.seen(Step::TagKey);
        std::array::from_fn(|index| self.byte(24 + index))
    }

    /// Adds the key to two words of the state, `first_word` and the next.
    fn add_key(&mut self, key: &[u8; KEY_BYTES], first_word: usize) {
        let [k0, k1] = self.variant.words(key);
        self.state[first_word] ^= k0;
        self.state[first_word + 1] ^= k1;
    }

    /// Adds `data`, at most one block, to the first bytes of the state.
    fn add(&mut self, data: &[u8]) {
        for (index, &byte) in data.iter().enumerate() {
            self.add_byte(index, byte);
        }
    }

    /// Puts `ciphertext`, at most one block, in the place of the first bytes of the state, and
    /// gives the plaintext: the sum of both.
    fn replace(&mut self, ciphertext: &[u8]) -> Vec<u8> {
        let plaintext: Vec<u8> = self
            .rate(ciphertext.len())
            .zip(ciphertext)
            .map(|(state, byte)| state ^ byte)
            .collect();
        self.add(&plaintext);
        plaintext
    }

    /// Adds the padding byte behind the `length` bytes of a last block.
    fn pad(&mut self, length: usize) {
        self.add_byte(length, self.variant.padding_byte());
    }

    /// The first `length` bytes of the state.
    fn rate(&self, length: usize) -> impl Iterator<Item = u8> + '_ {
        (0..length).map(|index| self.byte(index))
    }

    fn byte(&self, index: usize) -> u8 {
        (self.state[index / 8] >> self.variant.byte_shift(index % 8)) as u8
    }

    fn add_byte(&mut self, index: usize, byte: u8) {
        self.state[index / 8] ^= u64::from(byte) << self.variant.byte_shift(index % 8);
    }

    fn permute(&mut self, rounds: usize) {
        for &constant in round_constants(rounds) {
            round(&mut self.state, constant);
            self.seen(Step::Round);
        }
    }

    fn seen(&mut self, step: Step) {
        (self.watch)(step, &self.state);
    }
}
