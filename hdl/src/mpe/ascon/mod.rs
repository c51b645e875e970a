//! Ascon authenticated encryption: Ascon-128 and Ascon-128a of the Ascon v1.2 submission, and
//! Ascon-AEAD128 of NIST SP 800-232.
//!
//! [`AsconAead`] is the core, [`AsconRound`] one round of the permutation. The permutation is the
//! same in all three algorithms; they differ in rate, rounds, order of the bytes in a word,
//! padding and domain separation:
//!
//! | `VARIANT` | Algorithm     | Rate     | Rounds between blocks | Bytes of a word | Padding byte | Separation |
//! |-----------|---------------|----------|-----------------------|-----------------|--------------|------------|
//! | 0         | Ascon-128     | 8 bytes  | 6                     | big-endian      | `80`         | bit 0      |
//! | 1         | Ascon-128a    | 16 bytes | 8                     | big-endian      | `80`         | bit 0      |
//! | 2         | Ascon-AEAD128 | 16 bytes | 8                     | little-endian   | `01`         | bit 63     |
//!
//! # Cycles
//!
//! One round a cycle and, when no stream stalls, for `a` bytes of associated data and `t` bytes of
//! text, from the first nonce beat to the last tag beat, both included:
//!
//! - rate 8: `29 + (a == 0 ? 1 : 7 * (a / 8 + 1)) + 7 * (t / 8)`, thus 7 cycles for 8 bytes;
//! - rate 16: `28 + (a == 0 ? 1 : 10 * (a / 16) + 8 + w(a)) + 10 * (t / 16) + w(t)`, thus 10 cycles
//!   for 16 bytes, where `w(n)` is 2 when the last block holds more than one word
//!   (`n % 16 > 8`), and otherwise 1.
//!
//! A decryption takes one cycle more, for the verdict. The next message may start in the cycle
//! after the last tag beat or the verdict. An additional empty beat at the end of a stream (see
//! [`AsconAead`]) takes one cycle after half a block of rate 16, and none after a whole block,
//! where it stands for the cycle that adds the padding.

mod byte_order;
mod core;
mod lanes;
mod round;

pub use self::byte_order::ByteOrder;
pub use self::core::AsconAead;
pub use self::lanes::ByteLanes;
pub use self::round::AsconRound;
