//! Every setting of the filters, by value. A setting is a type, so each legal one is named here once.

use super::{Acu, AcuCore, AcuMem, AcuSsd};
use crate::fmt::settings::{COUNTER_BITS, JOB_BITS};
use crate::regs::RegMap;
use rust_hdl::core::prelude::Block;

/// Sources that the table tells apart.
pub const SOURCES: usize = 16;
/// Bits of a source id.
pub const SOURCE_WIDTH: usize = 8;
/// Bits of a job id.
pub const JOB_WIDTH: usize = 8;
/// Bits of a count of denials.
pub const COUNT_WIDTH: usize = 8;

/// What [`AcuMem`] calls AW, DW, IW, N, COMB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemSetting {
    /// Bits of an address.
    pub addr_width: usize,
    /// Bits of a beat.
    pub data_width: usize,
    /// Bits of an id.
    pub id_width: usize,
    /// Entries of the table.
    pub entries: usize,
    /// No register in the request path.
    pub comb: bool,
}

/// A filter with its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableSetting {
    /// Entries of the table.
    pub entries: usize,
    /// Slots for keys.
    pub key_slots: usize,
    /// Sources that the table tells apart.
    pub sources: usize,
    /// Bits of an address.
    pub addr_width: usize,
    /// Bits of a beat.
    pub data_width: usize,
}

/// Bits of an id of [`Acu`].
pub const TABLE_ID_WIDTH: usize = 4;

macro_rules! tables {
    ($($n:literal $ew:literal $k:literal $sw:literal $kaw:literal $ns:literal $pw:literal $aw:literal
       $dw:literal $bw:literal),* $(,)?) => {
        /// Every filter with its table that is offered.
        pub const TABLE_SETTINGS: &[TableSetting] = &[$(TableSetting {
            entries: $n,
            key_slots: $k,
            sources: $ns,
            addr_width: $aw,
            data_width: $dw,
        }),*];

        /// The filter with its table, not yet connected, and its registers; `None` if it is not
        /// offered.
        pub fn acu(setting: TableSetting) -> Option<(Box<dyn Block>, RegMap)> {
            match (
                setting.entries,
                setting.key_slots,
                setting.sources,
                setting.addr_width,
                setting.data_width,
            ) {
                $(($n, $k, $ns, $aw, $dw) => Some(table::<$n, $ew, $k, $sw, $kaw, $ns, $pw, $aw, $dw, $bw>()),)*
                _ => None,
            }
        }
    };
}

// N, EW, K, SW, KAW, NS, PW, AW, DW, BW of Acu.
tables![
    2 1 4 2 5 8 20 32 32 4,
    4 2 4 2 5 8 20 32 32 4,
    32 5 16 4 7 16 28 40 64 8,
];

#[allow(clippy::type_complexity)]
fn table<
    const N: usize,
    const EW: usize,
    const K: usize,
    const SW: usize,
    const KAW: usize,
    const NS: usize,
    const PW: usize,
    const AW: usize,
    const DW: usize,
    const BW: usize,
>() -> (Box<dyn Block>, RegMap) {
    type Made<
        const N: usize,
        const EW: usize,
        const K: usize,
        const SW: usize,
        const KAW: usize,
        const NS: usize,
        const PW: usize,
        const AW: usize,
        const DW: usize,
        const BW: usize,
    > = Acu<
        N,
        EW,
        K,
        SW,
        KAW,
        NS,
        PW,
        JOB_BITS,
        COUNTER_BITS,
        AW,
        DW,
        BW,
        TABLE_ID_WIDTH,
        SOURCE_WIDTH,
        COUNT_WIDTH,
    >;
    let block = boxed::<Made<N, EW, K, SW, KAW, NS, PW, AW, DW, BW>>();
    let registers = Made::<N, EW, K, SW, KAW, NS, PW, AW, DW, BW>::registers();
    (block, registers)
}

/// Legal numbers of entries.
pub const ENTRIES: [u64; 3] = [4, 16, 32];
/// Legal widths of an address, in bits.
pub const ADDR_WIDTHS: [u64; 3] = [32, 40, 64];
/// Legal widths of a beat, in bits.
pub const DATA_WIDTHS: [u64; 4] = [32, 64, 128, 512];
/// Legal widths of an id, in bits.
pub const ID_WIDTHS: [u64; 2] = [4, 8];

/// Legal widths of a beat between cores, in bits.
pub const CORE_DATA_WIDTHS: [u64; 3] = [64, 128, 512];
/// Legal numbers of entries of the filter of an SSD, and of that between cores.
pub const SMALL_ENTRIES: [u64; 4] = [2, 4, 16, 32];
/// Legal widths of a logical block address, in bits.
pub const LBA_WIDTHS: [u64; 2] = [32, 48];

/// A block with its default values. A block is made on the stack, and these are larger than that of
/// a thread, so they get one of their own.
fn boxed<B: Default + Send + 'static>() -> Box<B> {
    const STACK: usize = 64 << 20;
    let made = std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(|| Box::new(B::default()))
        .and_then(|thread| thread.join().map_err(|_| std::io::ErrorKind::Other.into()));
    made.expect("a thread can be started")
}

/// The filter between cores, for beats of `data_width` bits; `None` if there is none.
pub fn acu_core(data_width: usize, entries: usize) -> Option<Box<dyn Block>> {
    match data_width {
        64 => core_entries::<64, 8>(entries),
        128 => core_entries::<128, 16>(entries),
        512 => core_entries::<512, 64>(entries),
        _ => None,
    }
}

fn core_entries<const DW: usize, const SW: usize>(entries: usize) -> Option<Box<dyn Block>> {
    match entries {
        2 => Some(core::<DW, SW, 2>()),
        4 => Some(core::<DW, SW, 4>()),
        16 => Some(core::<DW, SW, 16>()),
        32 => Some(core::<DW, SW, 32>()),
        _ => None,
    }
}

fn core<const DW: usize, const SW: usize, const N: usize>() -> Box<dyn Block> {
    boxed::<AcuCore<DW, SW, SOURCE_WIDTH, N, SOURCES, JOB_WIDTH, COUNT_WIDTH>>()
}

/// The filter of an SSD; `None` if there is none.
pub fn acu_ssd(entries: usize, lba_width: usize) -> Option<Box<dyn Block>> {
    match lba_width {
        32 => ssd_entries::<32, 33>(entries),
        48 => ssd_entries::<48, 49>(entries),
        _ => None,
    }
}

fn ssd_entries<const LW: usize, const LW1: usize>(entries: usize) -> Option<Box<dyn Block>> {
    match entries {
        2 => Some(ssd::<LW, LW1, 2>()),
        4 => Some(ssd::<LW, LW1, 4>()),
        16 => Some(ssd::<LW, LW1, 16>()),
        32 => Some(ssd::<LW, LW1, 32>()),
        _ => None,
    }
}

fn ssd<const LW: usize, const LW1: usize, const N: usize>() -> Box<dyn Block> {
    boxed::<AcuSsd<LW, LW1, SOURCE_WIDTH, N, SOURCES, JOB_WIDTH, COUNT_WIDTH>>()
}

/// The filter of a memory, its fields not yet connected; `None` if there is none.
pub fn acu_mem(setting: MemSetting) -> Option<Box<dyn Block>> {
    match setting.addr_width {
        32 => data::<32, 20>(setting),
        40 => data::<40, 28>(setting),
        64 => data::<64, 52>(setting),
        _ => None,
    }
}

fn data<const AW: usize, const PW: usize>(setting: MemSetting) -> Option<Box<dyn Block>> {
    match setting.data_width {
        32 => ids::<AW, PW, 32, 4>(setting),
        64 => ids::<AW, PW, 64, 8>(setting),
        128 => ids::<AW, PW, 128, 16>(setting),
        512 => ids::<AW, PW, 512, 64>(setting),
        _ => None,
    }
}

fn ids<const AW: usize, const PW: usize, const DW: usize, const SW: usize>(
    setting: MemSetting,
) -> Option<Box<dyn Block>> {
    match setting.id_width {
        4 => entries::<AW, PW, DW, SW, 4>(setting),
        8 => entries::<AW, PW, DW, SW, 8>(setting),
        _ => None,
    }
}

fn entries<const AW: usize, const PW: usize, const DW: usize, const SW: usize, const IW: usize>(
    setting: MemSetting,
) -> Option<Box<dyn Block>> {
    match setting.entries {
        4 => Some(path::<AW, PW, DW, SW, IW, 4>(setting.comb)),
        16 => Some(path::<AW, PW, DW, SW, IW, 16>(setting.comb)),
        32 => Some(path::<AW, PW, DW, SW, IW, 32>(setting.comb)),
        _ => None,
    }
}

fn path<
    const AW: usize,
    const PW: usize,
    const DW: usize,
    const SW: usize,
    const IW: usize,
    const N: usize,
>(
    comb: bool,
) -> Box<dyn Block> {
    match comb {
        false => boxed::<
            AcuMem<AW, PW, DW, SW, IW, SOURCE_WIDTH, N, SOURCES, JOB_WIDTH, COUNT_WIDTH, 0>,
        >(),
        true => boxed::<
            AcuMem<AW, PW, DW, SW, IW, SOURCE_WIDTH, N, SOURCES, JOB_WIDTH, COUNT_WIDTH, 1>,
        >(),
    }
}
