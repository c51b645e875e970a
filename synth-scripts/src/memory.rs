//! Memories. A flow puts SRAM macros in their place, so they count in bits, not in gates; netlists
//! keep them as modules, and proofs take what comes out of them for any value, the same on both
//! sides.

use crate::Design;
use pimtee_gen::sv::SvFile;
use serde::Serialize;
use std::collections::BTreeMap;

/// An SRAM of a design.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Memory {
    /// Module.
    pub name: String,
    /// How often the design has it.
    pub instances: u64,
    /// Bits of a word.
    pub width: u64,
    /// Words.
    pub depth: u64,
}

impl Memory {
    /// Bits of all instances.
    pub fn bits(&self) -> u64 {
        self.instances * self.width * self.depth
    }
}

/// Width and depth of the SRAM that the back end calls `module`: `…ram_1r1w_w64_d16`. Register
/// files are none: their words are flops.
pub fn shape(module: &str) -> Option<(u64, u64)> {
    let at = ["ram_1rw_w", "ram_1r1w_w"].iter().find_map(|kind| {
        let at = module.rfind(kind)?;
        let begins = at == 0 || module.as_bytes()[at - 1] == b'_';
        begins.then_some(at + kind.len())
    })?;
    let (width, depth) = module[at..].split_once("_d")?;
    Some((width.parse().ok()?, depth.parse().ok()?))
}

/// Splits the sources of `design` into those to synthesise, and the SRAMs below the top.
pub(crate) fn split<'d>(design: &Design<'d>) -> (Vec<&'d SvFile>, Vec<&'d SvFile>) {
    let is_memory = |file: &&SvFile| {
        let module = file.name.trim_end_matches(".sv");
        module != design.top && shape(module).is_some()
    };
    design.files.iter().partition(|file| !is_memory(file))
}

/// The ports of an SRAM as Verilog that every tool takes for a module without content.
pub(crate) fn stub(file: &SvFile) -> String {
    let header = file
        .text
        .lines()
        .skip_while(|line| !line.starts_with("module "));
    let mut text = String::new();
    for line in header {
        text += &line.replace("logic", "");
        text += "\n";
        if line.starts_with(");") {
            break;
        }
    }
    text + "endmodule\n"
}

/// The SRAMs among the cells of a netlist.
pub(crate) fn memories(cells: &BTreeMap<String, u64>) -> Vec<Memory> {
    let memory = |(name, instances): (&String, &u64)| {
        let (width, depth) = shape(name)?;
        Some(Memory {
            name: name.clone(),
            instances: *instances,
            width,
            depth,
        })
    };
    cells.iter().filter_map(memory).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_read_off_names() {
        assert_eq!(shape("ram_1rw_w9_d512"), Some((9, 512)));
        assert_eq!(shape("top_ram_1r1w_w64_d16"), Some((64, 16)));
        assert_eq!(shape("top_regfile_1r1w_w64_d16"), None);
        assert_eq!(shape("gram_1rw_w9_d512"), None);
        assert_eq!(shape("ram_1rw_wide"), None);
    }
}
