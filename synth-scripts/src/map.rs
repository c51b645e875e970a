//! From a design to a netlist of the library's cells.

use crate::library::{CellKind, Library};
use crate::memory::{self, Memory};
use crate::stat::{self, Cells};
use crate::tools::{CONSTR, MAP, Workshop};
use crate::{Design, SynthError};
use itertools::Itertools;
use std::collections::BTreeMap;

/// Whether modules are dissolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Modules {
    /// One module is left, beside those that ask to be kept: the figures that count.
    Flat,
    /// Modules are kept, each optimised alone.
    Kept,
}

/// A design as cells of a library.
#[derive(Clone, Debug)]
pub struct Mapped {
    /// The netlist, Verilog.
    pub netlist: String,
    /// Modules by name. Flat: the top, and those that ask to be kept.
    pub modules: BTreeMap<String, Module>,
    /// Cells of yosys before the library's, memories left out.
    pub generic_cells: u64,
    /// SRAMs, which have no area here.
    pub memories: Vec<Memory>,
}

/// What a module has in it, without the modules below it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Module {
    /// Area of one instance, µm².
    pub area: f64,
    /// Cells of one instance.
    pub cells: u64,
    /// Flops among them.
    pub flops: u64,
    /// How often the design has it.
    pub instances: u64,
}

/// Maps `design` onto the cells of `library`, buffered.
///
/// # Errors
/// A tool is missing or refuses the design, or the netlist has latches, assertions, or cells that
/// are not of the library.
pub fn map(design: &Design<'_>, library: &Library, modules: Modules) -> Result<Mapped, SynthError> {
    let top = design.top;
    let shop = Workshop::new(design, library)?;
    shop.write(CONSTR.0, CONSTR.1)?;
    let hierarchy = match modules {
        Modules::Flat => "0",
        Modules::Kept => "1",
    };
    let log = shop.yosys(MAP, &[("HIERARCHY", hierarchy)])?;
    let text = shop.read(&format!("{top}.stat"))?;
    let unexpected = |what: &str| SynthError::Unexpected {
        program: "yosys",
        top: top.into(),
        what: what.into(),
    };
    let cells = stat::modules(&text);
    if !cells.contains_key(top) {
        return Err(unexpected("no statistics of the top module"));
    }
    check(top, &cells, library, &log)?;
    let generic_cells = generic_cells(top, &stat::modules(&shop.read(&format!("{top}.generic"))?));
    let memories = memory::memories(&flat(top, &cells));
    let instances = instances(top, &cells);
    let modules: BTreeMap<String, Module> = cells
        .iter()
        .map(|(name, cells)| {
            let instances = instances.get(name).copied().unwrap_or_default();
            (name.clone(), module(cells, instances, library))
        })
        .collect();
    for (name, area) in stat::areas(&text) {
        const CLOSE_ENOUGH: f64 = 0.5;
        if modules
            .get(&name)
            .is_none_or(|module| (module.area - area).abs() > CLOSE_ENOUGH)
        {
            return Err(unexpected(&format!(
                "{area} µm² for {name}, which is not the sum of its cells"
            )));
        }
    }
    Ok(Mapped {
        modules,
        generic_cells,
        memories,
        netlist: shop.read(&format!("{top}.v"))?,
    })
}

fn module(cells: &Cells, instances: u64, library: &Library) -> Module {
    let mut module = Module {
        instances,
        ..Module::default()
    };
    for (name, count) in cells {
        let Some(cell) = library.cell(name) else {
            continue;
        };
        module.area += cell.area * *count as f64;
        module.cells += count;
        module.flops += if cell.kind == CellKind::Flop {
            *count
        } else {
            0
        };
    }
    module
}

impl Mapped {
    /// What the design has in it, all modules as often as they are there.
    pub fn total(&self) -> Module {
        let mut total = Module {
            instances: 1,
            ..Module::default()
        };
        for module in self.modules.values() {
            total.area += module.area * module.instances as f64;
            total.cells += module.cells * module.instances;
            total.flops += module.flops * module.instances;
        }
        total
    }
}

fn generic_cells(top: &str, modules: &BTreeMap<String, Cells>) -> u64 {
    let cells = flat(top, modules);
    let gates = cells
        .iter()
        .filter(|(name, _)| !modules.contains_key(*name) && memory::shape(name).is_none());
    gates.map(|(_, count)| count).sum()
}

/// All cells of the design, those of modules as often as these are there.
fn flat(top: &str, modules: &BTreeMap<String, Cells>) -> Cells {
    let mut all = Cells::new();
    for (name, times) in instances(top, modules) {
        for (cell, count) in &modules[&name] {
            *all.entry(cell.clone()).or_default() += times * count;
        }
    }
    all
}

/// How often each module is there, the top once.
fn instances(top: &str, modules: &BTreeMap<String, Cells>) -> BTreeMap<String, u64> {
    let mut found = BTreeMap::new();
    let mut open = vec![(top, 1)];
    while let Some((name, times)) = open.pop() {
        let Some(cells) = modules.get(name) else {
            continue;
        };
        *found.entry(name.to_owned()).or_default() += times;
        open.extend(cells.iter().map(|(cell, count)| (&cell[..], times * count)));
    }
    found
}

/// Refuses what a netlist must not have.
fn check(
    top: &str,
    modules: &BTreeMap<String, Cells>,
    library: &Library,
    log: &str,
) -> Result<(), SynthError> {
    let (mut latches, mut assertions, mut unmapped) = (Cells::new(), Cells::new(), Cells::new());
    for (name, count) in modules.values().flatten() {
        let kind = library.cell(name).map(|cell| cell.kind);
        let found = if kind == Some(CellKind::Latch) || is_latch(name) {
            &mut latches
        } else if kind.is_some() || modules.contains_key(name) || memory::shape(name).is_some() {
            continue;
        } else if is_assertion(name) {
            &mut assertions
        } else {
            &mut unmapped
        };
        *found.entry(name.clone()).or_default() += count;
    }
    let list = |cells: &Cells| {
        let shown = cells.iter().map(|(name, count)| format!("{count} {name}"));
        shown.sorted().join(", ")
    };
    let top = top.to_owned();
    if !latches.is_empty() {
        let signals = latch_signals(log);
        let what = match signals.is_empty() {
            true => list(&latches),
            false => signals.join(", "),
        };
        let count = latches.values().sum();
        return Err(SynthError::Latches { top, count, what });
    }
    if !assertions.is_empty() {
        let what = list(&assertions);
        return Err(SynthError::Assertions { top, what });
    }
    if !unmapped.is_empty() {
        return Err(SynthError::Unmapped {
            top,
            library: library.name(),
            what: list(&unmapped),
        });
    }
    Ok(())
}

fn is_latch(cell: &str) -> bool {
    ["$dlatch", "$adlatch", "$sr", "$_DLATCH", "$_SR_"]
        .iter()
        .any(|latch| cell.starts_with(latch))
}

fn is_assertion(cell: &str) -> bool {
    ["$assert", "$assume", "$cover", "$live", "$fair", "$check"].contains(&cell)
}

/// Signals that yosys says it has made latches for: `module.signal`.
fn latch_signals(log: &str) -> Vec<String> {
    let signals = log.lines().filter_map(|line| {
        let (_, rest) = line.split_once("Latch inferred for signal `\\")?;
        Some(rest.split_once('\'')?.0.replace('\\', ""))
    });
    signals.sorted().dedup().collect()
}
