//! Every size of the table that is offered. A size is a type, so each is named here once.

use super::Fmt;
use super::regs::Sizes;
use rust_hdl::core::prelude::Block;

/// Numbers of entries.
pub const ENTRIES: [u64; 4] = [4, 8, 16, 32];
/// Numbers of key slots.
pub const KEY_SLOTS: [u64; 2] = [4, 16];
/// Numbers of sources.
pub const SOURCES: [u64; 2] = [8, 32];
/// Widths of a byte address.
pub const ADDRESS_WIDTHS: [u64; 3] = [32, 48, 64];
/// Bits of a job.
pub const JOB_BITS: usize = 16;
/// An activation is good for 2 to the power of this many initialisation vectors.
pub const COUNTER_BITS: usize = 47;

macro_rules! sizes {
    ($entries:expr, $slots:expr, $sources:expr, $address:expr) => {
        sizes!(@ entries $entries, $slots, $sources, $address,
            [(4, 2), (8, 3), (16, 4), (32, 5)])
    };
    (@ entries $e:expr, $k:expr, $s:expr, $a:expr, [$(($n:literal, $ew:literal)),*]) => {
        match $e { $($n => sizes!(@ slots $k, $s, $a, $n, $ew),)* _ => None }
    };
    (@ slots $k:expr, $s:expr, $a:expr, $n:literal, $ew:literal) => {
        match $k {
            4 => sizes!(@ sources $s, $a, $n, $ew, 4, 2, 5),
            16 => sizes!(@ sources $s, $a, $n, $ew, 16, 4, 7),
            _ => None,
        }
    };
    (@ sources $s:expr, $a:expr, $n:literal, $ew:literal, $kn:literal, $sw:literal, $kw:literal) => {
        match $s {
            8 => sizes!(@ address $a, $n, $ew, $kn, $sw, $kw, 8),
            32 => sizes!(@ address $a, $n, $ew, $kn, $sw, $kw, 32),
            _ => None,
        }
    };
    (@ address $a:expr, $n:literal, $ew:literal, $kn:literal, $sw:literal, $kw:literal, $ns:literal) => {
        match $a {
            32 => made::<$n, $ew, $kn, $sw, $kw, $ns, 20>(),
            48 => made::<$n, $ew, $kn, $sw, $kw, $ns, 36>(),
            64 => made::<$n, $ew, $kn, $sw, $kw, $ns, 52>(),
            _ => None,
        }
    };
}

fn made<
    const N: usize,
    const EW: usize,
    const K: usize,
    const SW: usize,
    const KAW: usize,
    const NS: usize,
    const PW: usize,
>() -> Option<(Box<dyn Block>, Sizes)> {
    let table = Fmt::<N, EW, K, SW, KAW, NS, PW, JOB_BITS, COUNTER_BITS>::default();
    let sizes = Fmt::<N, EW, K, SW, KAW, NS, PW, JOB_BITS, COUNTER_BITS>::SIZES;
    Some((Box::new(table), sizes))
}

/// The table with these numbers, its fields not yet connected, and its sizes; `None` if it is not
/// offered.
pub fn table(
    entries: u64,
    key_slots: u64,
    sources: u64,
    address_width: u64,
) -> Option<(Box<dyn Block>, Sizes)> {
    sizes!(entries, key_slots, sources, address_width)
}
