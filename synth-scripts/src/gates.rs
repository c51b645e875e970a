//! A netlist in place of the design it was made from, to be simulated.

use crate::library::Library;
use crate::map::{Modules, map};
use crate::tools::{CELLS, Workshop};
use crate::{Design, SynthError};
use pimtee_gen::sv::{Emitted, SvFile};

/// The netlist of `design`, with the same ports, and the cells it is made of.
///
/// # Errors
/// As [`map`].
pub fn netlist(design: &Emitted, library: &Library) -> Result<Emitted, SynthError> {
    let mapped = map(&Design::of(design), library, Modules::Flat)?;
    let shop = Workshop::new(&design.top, &[], library)?;
    shop.yosys(CELLS, &[])?;
    let file = |name: String, text: String| SvFile { name, text };
    Ok(Emitted {
        files: vec![
            file("cells.v".into(), shop.read("cells.v")?),
            file(format!("{}.v", design.top), mapped.netlist),
        ],
        ..design.clone()
    })
}
