//! Every setting of the filters, by value. A setting is a type, so each legal one is named here once.

use super::{AcuCore, AcuMem, AcuSsd};
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
/// Bits of a logical block address.
pub const LBA_WIDTH: usize = 48;

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
        4 => Some(core::<DW, SW, 4>()),
        16 => Some(core::<DW, SW, 16>()),
        32 => Some(core::<DW, SW, 32>()),
        _ => None,
    }
}

fn core<const DW: usize, const SW: usize, const N: usize>() -> Box<dyn Block> {
    Box::new(AcuCore::<
        DW,
        SW,
        SOURCE_WIDTH,
        N,
        SOURCES,
        JOB_WIDTH,
        COUNT_WIDTH,
    >::default())
}

/// The filter of an SSD; `None` if there is none.
pub fn acu_ssd(entries: usize) -> Option<Box<dyn Block>> {
    match entries {
        4 => Some(ssd::<4>()),
        16 => Some(ssd::<16>()),
        32 => Some(ssd::<32>()),
        _ => None,
    }
}

fn ssd<const N: usize>() -> Box<dyn Block> {
    const END_WIDTH: usize = LBA_WIDTH + 1;
    Box::new(AcuSsd::<
        LBA_WIDTH,
        END_WIDTH,
        SOURCE_WIDTH,
        N,
        SOURCES,
        JOB_WIDTH,
        COUNT_WIDTH,
    >::default())
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
        false => Box::new(AcuMem::<
            AW,
            PW,
            DW,
            SW,
            IW,
            SOURCE_WIDTH,
            N,
            SOURCES,
            JOB_WIDTH,
            COUNT_WIDTH,
            0,
        >::default()),
        true => Box::new(AcuMem::<
            AW,
            PW,
            DW,
            SW,
            IW,
            SOURCE_WIDTH,
            N,
            SOURCES,
            JOB_WIDTH,
            COUNT_WIDTH,
            1,
        >::default()),
    }
}
