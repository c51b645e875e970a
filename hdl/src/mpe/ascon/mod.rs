//! Ascon authenticated encryption: Ascon-128 and Ascon-128a of the Ascon v1.2 submission, and
//! Ascon-AEAD128 of NIST SP 800-232.
//!
//! [`AsconAead`] is the core, [`AsconRound`] one round of the permutation,
//! [`AsconWord`] a word of the state, [`AsconKey`] the key register. The permutation is the
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
//! When no stream stalls, for `a` bytes of associated data and `t` bytes of text, from the first
//! nonce beat to the last tag beat, both included, with blocks of `R` bytes (8 or 16), `W` bits a
//! beat, `r` rounds a cycle, `N = 8 R / W` beats in a block and `B = N + (R == 8 ? 6 : 8) / r` cycles
//! for a block:
//!
//! `2 * 128 / W + 24 / r + 1 + (a == 0 ? 1 : B * (a / R + 1)) + B * (t / R) + N`
//!
//! A decryption takes one cycle more, for the verdict. The next message may start in the cycle
//! after the last tag beat or the verdict. An additional empty beat at the end of a stream stands
//! for the cycle that adds the padding, and costs none.

mod axis;
mod byte_order;
mod core;
mod hold;
mod key;
mod lanes;
mod round;
pub mod settings;
mod word;

pub use self::axis::{AsconAxis, AsconAxisHold};
pub use self::byte_order::ByteOrder;
pub use self::core::AsconAead;
pub use self::hold::AsconHold;
pub use self::key::AsconKey;
pub use self::lanes::ByteLanes;
pub use self::round::AsconRound;
pub use self::word::AsconWord;
