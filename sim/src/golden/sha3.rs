//! SHA3-256, SHA3-512 and SHAKE128 of FIPS 202: the sponge of section 4 over
//! [Keccak-f\[1600\]](super::keccak), with the suffixes of section 6.
//!
//! | function | rate  | suffix | output            |
//! |----------|-------|--------|-------------------|
//! | SHA3-256 | 136 B | `01`   | 32 bytes          |
//! | SHA3-512 | 72 B  | `01`   | 64 bytes          |
//! | SHAKE128 | 168 B | `1111` | as much as wanted |
//!
//! Messages are strings of bits. In bytes, the first bit is the least significant one (FIPS 202,
//! B.1): a message of 5 bits stands in the low 5 bits of a byte.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::keccak::{self, State};

/// Bytes of a SHA3-256 digest.
pub const SHA3_256_BYTES: usize = 32;
/// Bytes of a SHA3-512 digest.
pub const SHA3_512_BYTES: usize = 64;

/// A function of FIPS 202.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Function {
    /// SHA3-256.
    Sha3_256,
    /// SHA3-512.
    Sha3_512,
    /// SHAKE128.
    Shake128,
}

/// A name that is no function of FIPS 202, or one that is not modelled here.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown hash function \"{name}\"; expected sha3-256, sha3-512 or shake128")]
pub struct UnknownFunction {
    /// The name as it was given.
    pub name: String,
}

impl Function {
    /// Every function that is modelled.
    pub const ALL: [Function; 3] = [Function::Sha3_256, Function::Sha3_512, Function::Shake128];

    /// The name used on command lines, as [`FromStr`] reads it.
    pub fn name(self) -> &'static str {
        match self {
            Function::Sha3_256 => "sha3-256",
            Function::Sha3_512 => "sha3-512",
            Function::Shake128 => "shake128",
        }
    }

    /// Bytes absorbed or squeezed between two permutations.
    pub fn rate_bytes(self) -> usize {
        match self {
            Function::Sha3_256 => 136,
            Function::Sha3_512 => 72,
            Function::Shake128 => 168,
        }
    }

    /// Bytes of a digest; none for a function whose output has any length.
    pub fn digest_bytes(self) -> Option<usize> {
        match self {
            Function::Sha3_256 => Some(SHA3_256_BYTES),
            Function::Sha3_512 => Some(SHA3_512_BYTES),
            Function::Shake128 => None,
        }
    }

    /// What follows the message, first bit first (FIPS 202, 6.1 and 6.2).
    fn suffix(self) -> &'static [bool] {
        match self {
            Function::Sha3_256 | Function::Sha3_512 => &[false, true],
            Function::Shake128 => &[true; 4],
        }
    }
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Function {
    type Err = UnknownFunction;

    fn from_str(name: &str) -> Result<Self, UnknownFunction> {
        Function::ALL
            .into_iter()
            .find(|function| function.name() == name)
            .ok_or_else(|| UnknownFunction { name: name.into() })
    }
}

/// A string of bits, any number of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitString {
    bytes: Vec<u8>,
    bits: usize,
}

/// Bytes and a number of bits that do not go together.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum BitStringError {
    #[error("{bits} bits fill {expected} bytes, found {found}")]
    Length {
        bits: usize,
        expected: usize,
        found: usize,
    },
    #[error(
        "{bits} bits leave the upper {unused} bits of the last byte unused, and these must be 0; found 0x{last:02x}"
    )]
    UnusedBits {
        bits: usize,
        unused: usize,
        last: u8,
    },
}

impl BitString {
    /// The first `bits` bits of `bytes`.
    ///
    /// # Errors
    /// There are more or fewer bytes than the bits fill, or the bits of the last byte that do not
    /// belong to the string are not 0.
    pub fn new(bytes: Vec<u8>, bits: usize) -> Result<BitString, BitStringError> {
        let (expected, found) = (bits.div_ceil(8), bytes.len());
        if expected != found {
            return Err(BitStringError::Length {
                bits,
                expected,
                found,
            });
        }
        match bytes.last() {
            Some(&last) if !bits.is_multiple_of(8) && last >> (bits % 8) != 0 => {
                let unused = 8 - bits % 8;
                Err(BitStringError::UnusedBits { bits, unused, last })
            }
            _ => Ok(BitString { bytes, bits }),
        }
    }

    /// The number of bits.
    pub fn bits(&self) -> usize {
        self.bits
    }

    /// The bytes that hold the bits; those of the last byte that do not belong to the string are 0.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The whole bytes, and the bits behind them.
    fn parts(&self) -> (&[u8], impl Iterator<Item = bool> + '_) {
        let (whole, rest) = self.bytes.split_at(self.bits / 8);
        let bit = move |index| rest[0] >> index & 1 == 1;
        (whole, (0..self.bits % 8).map(bit))
    }
}

impl From<&[u8]> for BitString {
    fn from(bytes: &[u8]) -> Self {
        BitString {
            bits: 8 * bytes.len(),
            bytes: bytes.to_vec(),
        }
    }
}

/// A sponge that takes a message, piece by piece.
#[derive(Clone, Debug)]
pub struct Absorber {
    function: Function,
    state: State,
    /// Bits of the block in hand that are filled.
    filled: usize,
}

impl Absorber {
    /// A sponge that has absorbed nothing.
    pub fn new(function: Function) -> Self {
        Absorber {
            function,
            state: [0; keccak::LANES],
            filled: 0,
        }
    }

    /// Takes the next bytes of the message. How a message is cut into pieces does not matter.
    pub fn absorb(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.state[self.filled / 64] ^= u64::from(byte) << (self.filled % 64);
            self.advance(8);
        }
    }

    /// Ends the message: suffix and padding follow.
    pub fn finish(self) -> Squeezer {
        self.finish_with(std::iter::empty())
    }

    /// Ends the message with some more bits, then suffix and padding, pad10*1 (FIPS 202, 5.1).
    fn finish_with(mut self, bits: impl Iterator<Item = bool>) -> Squeezer {
        for bit in bits.chain(self.function.suffix().iter().copied()) {
            self.absorb_bit(bit);
        }
        self.absorb_bit(true);
        while self.filled != 8 * self.function.rate_bytes() - 1 {
            self.absorb_bit(false);
        }
        self.absorb_bit(true);
        Squeezer {
            function: self.function,
            state: self.state,
            taken: 0,
        }
    }

    fn absorb_bit(&mut self, bit: bool) {
        self.state[self.filled / 64] ^= u64::from(bit) << (self.filled % 64);
        self.advance(1);
    }

    fn advance(&mut self, bits: usize) {
        self.filled += bits;
        if self.filled == 8 * self.function.rate_bytes() {
            keccak::permutation(&mut self.state);
            self.filled = 0;
        }
    }
}

/// A sponge that gives output, piece by piece. A digest is the first piece.
#[derive(Clone, Debug)]
pub struct Squeezer {
    function: Function,
    state: State,
    /// Bytes of the block in hand that are given out.
    taken: usize,
}

impl Squeezer {
    /// Gives the next bytes of the output, as many as `output` has. How they are cut into pieces
    /// does not matter.
    pub fn squeeze(&mut self, output: &mut [u8]) {
        for byte in output {
            if self.taken == self.function.rate_bytes() {
                keccak::permutation(&mut self.state);
                self.taken = 0;
            }
            *byte = keccak::byte(&self.state, self.taken);
            self.taken += 1;
        }
    }
}

/// The first `bits` bits of the output of `function` for `message`, in whole bytes; bits of the last
/// byte that do not belong to the output are 0. A digest has 8 · [`Function::digest_bytes`] bits.
pub fn hash(function: Function, message: &BitString, bits: usize) -> Vec<u8> {
    let (whole, rest) = message.parts();
    let mut sponge = Absorber::new(function);
    sponge.absorb(whole);
    let mut output = vec![0; bits.div_ceil(8)];
    sponge.finish_with(rest).squeeze(&mut output);
    if let Some(last) = output.last_mut().filter(|_| !bits.is_multiple_of(8)) {
        *last &= (1 << (bits % 8)) - 1;
    }
    output
}

/// SHA3-256 of the concatenation of `pieces`.
pub fn sha3_256(pieces: &[&[u8]]) -> [u8; SHA3_256_BYTES] {
    squeezed(Function::Sha3_256, pieces)
}

/// SHA3-512 of the concatenation of `pieces`.
pub fn sha3_512(pieces: &[&[u8]]) -> [u8; SHA3_512_BYTES] {
    squeezed(Function::Sha3_512, pieces)
}

/// The first `BYTES` bytes of SHAKE128 of `message`.
pub fn shake128<const BYTES: usize>(message: &[u8]) -> [u8; BYTES] {
    squeezed(Function::Shake128, &[message])
}

fn squeezed<const BYTES: usize>(function: Function, pieces: &[&[u8]]) -> [u8; BYTES] {
    let mut sponge = Absorber::new(function);
    for piece in pieces {
        sponge.absorb(piece);
    }
    let mut output = [0; BYTES];
    sponge.finish().squeeze(&mut output);
    output
}
