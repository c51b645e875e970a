//! What a design takes of an FPGA: an estimate, before placement.

use crate::library::Library;
use crate::stat;
use crate::tools::{FPGA, Workshop};
use crate::{Design, SynthError};
use serde::Serialize;

/// A family of Lattice FPGAs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// iCE40.
    Ice40,
    /// ECP5.
    Ecp5,
}

/// Parts of an FPGA.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Resources {
    /// Look-up tables with four inputs, those of carry chains and of distributed memory included.
    pub luts: u64,
    /// Flip-flops.
    pub flops: u64,
    /// Block memories.
    pub brams: u64,
}

/// Synthesises `design` for `family`.
///
/// # Errors
/// yosys is missing or refuses the design.
pub fn estimate(
    design: &Design<'_>,
    library: &Library,
    family: Family,
) -> Result<Resources, SynthError> {
    let shop = Workshop::with_memories(design, library)?;
    let name = match family {
        Family::Ice40 => "ice40",
        Family::Ecp5 => "ecp5",
    };
    shop.yosys(FPGA, &[("FAMILY", name)])?;
    let modules = stat::modules(&shop.read(&format!("{}.stat", design.top))?);
    let cells = modules
        .get(design.top)
        .ok_or_else(|| SynthError::Unexpected {
            program: "yosys",
            top: design.top.into(),
            what: "no statistics of the top module".into(),
        })?;
    let mut sum = Resources::default();
    for (cell, count) in cells {
        match cell.as_str() {
            "SB_LUT4" | "LUT4" => sum.luts += count,
            "CCU2C" => sum.luts += 2 * count,
            "TRELLIS_DPR16X4" => sum.luts += 4 * count,
            "DP16KD" | "PDPW16KD" => sum.brams += count,
            cell if cell.starts_with("SB_RAM40_4K") => sum.brams += count,
            cell if cell.starts_with("SB_DFF") || cell == "TRELLIS_FF" => sum.flops += count,
            _ => {}
        }
    }
    Ok(sum)
}
