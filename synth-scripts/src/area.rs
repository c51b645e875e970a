//! The figures of configurations: area, timing, blocks, FPGA estimates.

use crate::fpga::{Family, Resources, estimate};
use crate::library::Library;
use crate::map::{Mapped, Modules, map};
use crate::memory::Memory;
use crate::timing::worst_path_ns;
use crate::tools::{CONSTR, FPGA, MAP, TIMING};
use crate::{Design, SynthError, opensta_version, yosys_version};
use pimtee_gen::config::Config;
use pimtee_gen::sv::Emitted;
use rayon::prelude::*;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Tools that run at the same time.
pub const JOBS: usize = 2;

/// Area of a NAND2 in 28 nm, µm², by which areas are scaled; libraries have 0.5 to 0.6.
pub const NAND2_28_NM_UM2: f64 = 0.5;

/// Digits of a hash in a row.
const HASH_DIGITS: usize = 12;

/// The figures of a configuration.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Name of the configuration.
    pub config: String,
    /// Its top.
    pub top: &'static str,
    /// Name of the cell library.
    pub library: String,
    /// Version of yosys.
    pub yosys: String,
    /// Version of OpenSTA.
    pub opensta: String,
    /// Hash of the sources, the scripts and the library.
    pub input_hash: String,
    /// Area in thousands of gate equivalents (`NAND2X1`).
    pub kge: f64,
    /// Area, µm².
    pub area_um2: f64,
    /// Estimate for a 28 nm process, µm²: `kge` times [`NAND2_28_NM_UM2`].
    pub um2_at_28_nm: f64,
    /// Cells of yosys before they are mapped onto the library.
    pub generic_cells: u64,
    /// Cells.
    pub cells: u64,
    /// Flops among them.
    pub flops: u64,
    /// SRAMs, which count neither in `kge` nor in `cells`.
    pub memories: Vec<Memory>,
    /// The longest path, ns, without wires, and but for what is inside memories.
    pub worst_path_ns: f64,
    /// Clock cycles for a block of a long text, where there is text.
    pub cycles_per_block: Option<u64>,
    /// Bytes of that block.
    pub block_bytes: Option<u64>,
    /// Modules, from a synthesis of its own that keeps them; they do not sum to `kge`.
    pub blocks: Vec<Block>,
    /// FPGA estimates, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fpga: Option<Fpga>,
}

/// A module, without the modules below it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Block {
    /// Its name.
    pub name: String,
    /// How often the design has it.
    pub instances: u64,
    /// Area of one instance in thousands of gate equivalents.
    pub kge: f64,
    /// Flops of one instance.
    pub flops: u64,
}

/// FPGA estimates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Fpga {
    /// For iCE40.
    pub ice40: Resources,
    /// For ECP5.
    pub ecp5: Resources,
}

/// What is to be measured.
#[derive(Debug)]
pub struct Subject<'s> {
    /// The configuration.
    pub config: &'s Config,
    /// What it emits, without locators.
    pub design: &'s Emitted,
}

/// One run of a tool, and what came of it.
#[derive(Clone, Copy)]
enum Job {
    Flat,
    Kept,
    Fpga(Family),
}

enum Done {
    Flat(Mapped, f64),
    Kept(Mapped),
    Fpga(Resources),
}

/// Measures `subjects`, two tools at a time; with `fpga`, also for FPGAs. `progress` is told, from
/// any thread, how many of how many runs are done.
///
/// # Errors
/// Of the first subject that has one: a tool is missing or refuses it, or its netlist has what it
/// must not have.
pub fn measure(
    subjects: &[Subject<'_>],
    library: &Library,
    fpga: bool,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Vec<Row>, SynthError> {
    let (yosys, opensta) = (yosys_version()?, opensta_version()?);
    let mut kinds = vec![Job::Flat, Job::Kept];
    if fpga {
        kinds.extend([Job::Fpga(Family::Ice40), Job::Fpga(Family::Ecp5)]);
    }
    let jobs: Vec<(&Subject<'_>, Job)> = subjects
        .iter()
        .flat_map(|subject| kinds.iter().map(move |job| (subject, *job)))
        .collect();
    let finished = AtomicUsize::new(0);
    progress(0, jobs.len());
    let run = |(subject, job): &(&Subject<'_>, Job)| {
        let done = perform(&Design::of(subject.design), *job, library);
        progress(finished.fetch_add(1, Ordering::Relaxed) + 1, jobs.len());
        done
    };
    let results = parallel(|| jobs.par_iter().map(run).collect::<Vec<_>>())?;
    let mut results = results.into_iter();
    let mut rows = Vec::new();
    for subject in subjects {
        let (mut flat, mut blocks, mut resources) = (None, Vec::new(), Vec::new());
        for done in results.by_ref().take(kinds.len()) {
            match done? {
                Done::Flat(mapped, path) => flat = Some((mapped, path)),
                Done::Kept(mapped) => blocks = self::blocks(&mapped, library),
                Done::Fpga(found) => resources.push(found),
            }
        }
        let Some((mapped, path)) = flat else { continue };
        let total = mapped.total();
        let throughput = subject.config.throughput();
        rows.push(Row {
            config: subject.config.name().into(),
            top: subject.config.top().name,
            library: library.name(),
            yosys: yosys.clone(),
            opensta: opensta.clone(),
            input_hash: input_hash(subject.design, library),
            kge: rounded(library.kge(total.area)),
            area_um2: total.area,
            um2_at_28_nm: (library.kge(total.area) * 1000.0 * NAND2_28_NM_UM2).round(),
            generic_cells: mapped.generic_cells,
            cells: total.cells,
            flops: total.flops,
            memories: mapped.memories.clone(),
            worst_path_ns: rounded(path),
            cycles_per_block: throughput.map(|known| known.cycles_per_block),
            block_bytes: throughput.map(|known| known.block_bytes),
            blocks,
            fpga: match resources[..] {
                [ice40, ecp5] => Some(Fpga { ice40, ecp5 }),
                _ => None,
            },
        });
    }
    Ok(rows)
}

/// Runs `work` with [`JOBS`] threads.
pub(crate) fn parallel<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, SynthError> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(JOBS)
        .build()
        .map_err(|error| SynthError::Io {
            action: "start threads".into(),
            source: std::io::Error::other(error),
        })?;
    Ok(pool.install(work))
}

fn perform(design: &Design<'_>, job: Job, library: &Library) -> Result<Done, SynthError> {
    Ok(match job {
        Job::Flat => {
            let mapped = map(design, library, Modules::Flat)?;
            let path = worst_path_ns(design, &mapped.netlist, library)?;
            Done::Flat(mapped, path)
        }
        Job::Kept => Done::Kept(map(design, library, Modules::Kept)?),
        Job::Fpga(family) => Done::Fpga(estimate(design, library, family)?),
    })
}

fn blocks(mapped: &Mapped, library: &Library) -> Vec<Block> {
    let blocks = mapped.modules.iter().map(|(name, module)| Block {
        name: name.clone(),
        instances: module.instances,
        kge: rounded(library.kge(module.area)),
        flops: module.flops,
    });
    blocks.collect()
}

/// Three digits behind the point, of which two count.
fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

fn input_hash(design: &Emitted, library: &Library) -> String {
    let mut hash = Sha256::new();
    let mut add = |text: &str| {
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text);
    };
    for file in &design.files {
        add(&file.name);
        add(&file.text);
    }
    for (name, text) in [MAP, CONSTR, TIMING, FPGA] {
        add(name);
        add(text);
    }
    add(library.text());
    let digits: String = hash
        .finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    digits[..HASH_DIGITS].into()
}
