//! A netlist in place of the design it was made from, to be simulated.

use crate::library::Library;
use crate::map::{Modules, map};
use crate::memory;
use crate::tools::{CELLS, Workshop};
use crate::{Design, SynthError};
use pimtee_gen::sv::{Emitted, SvFile};

/// The netlist of `design`, with the same ports, the cells it is made of, and its memories.
///
/// # Errors
/// As [`map`].
pub fn netlist(design: &Emitted, library: &Library) -> Result<Emitted, SynthError> {
    let mapped = map(&Design::of(design), library, Modules::Flat)?;
    let shop = Workshop::new(&Design::of(design), library)?;
    shop.yosys(CELLS, &[])?;
    let file = |name: String, text: String| SvFile { name, text };
    let (_, memories) = memory::split(&Design::of(design));
    let mut files: Vec<SvFile> = memories.into_iter().cloned().collect();
    files.push(file("cells.v".into(), shop.read("cells.v")?));
    files.push(file(format!("{}.v", design.top), mapped.netlist));
    Ok(Emitted {
        files,
        ..design.clone()
    })
}
