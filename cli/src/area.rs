//! `pimtee area`.

use crate::output::{Fatal, JsonArg, bar, table};
use pimtee_gen::config::Config;
use pimtee_gen::deliverable::{self, Options};
use pimtee_gen::sv::Emitted;
use pimtee_synth::anchors::anchors;
use pimtee_synth::area::{Row, Subject, measure};
use pimtee_synth::library::Library;
use pimtee_synth::memory::Memory;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tabled::Tabled;

/// Measure area, timing and FPGA use of configurations, beside published cores.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  pimtee area configs/ascon_aead128.toml
  pimtee area configs/*.toml --json area.json

kGE: thousands of NAND2X1 in OSU's 0.18 µm cells, buffered, before placement.
28 nm: kGE scaled by 0.5 µm² for a NAND2, an estimate; of other cores, what was published.
Generic cells: yosys', before the library's.
Fails on latches, on cells that the library lacks, and on assertions in the netlist.")]
pub struct Args {
    /// Configurations (TOML).
    #[arg(required = true, value_name = "CONFIG")]
    configs: Vec<PathBuf>,

    /// Leave out the estimates for FPGAs.
    #[arg(long)]
    skip_fpga: bool,

    #[command(flatten)]
    json: JsonArg,
}

/// A configuration and what it emits, without locators.
pub struct Loaded {
    pub config: Config,
    pub design: Emitted,
}

/// Reads configurations and emits their designs.
pub fn load(paths: &[impl AsRef<Path>]) -> Result<Vec<Loaded>, Fatal> {
    let load = |path: &Path| {
        let config = Config::read(path).map_err(Fatal::input)?;
        let options = Options { locators: false };
        let design = deliverable::build(&config, &options)?.emitted;
        Ok(Loaded { config, design })
    };
    paths.iter().map(|path| load(path.as_ref())).collect()
}

#[derive(Tabled)]
struct Area {
    core: String,
    #[tabled(rename = "kGE")]
    kge: String,
    #[tabled(rename = "µm²")]
    area: String,
    #[tabled(rename = "28 nm, µm²")]
    scaled: String,
    #[tabled(rename = "generic cells")]
    generic: String,
    cells: String,
    flops: String,
    #[tabled(rename = "RAM, bits")]
    memory: String,
    #[tabled(rename = "path, ns")]
    path: String,
    cycles: String,
}

#[derive(Tabled)]
struct Block<'r> {
    configuration: &'r str,
    block: &'r str,
    instances: u64,
    #[tabled(rename = "kGE each")]
    kge: String,
    #[tabled(rename = "flops each")]
    flops: u64,
}

#[derive(Tabled)]
struct Fpga<'r> {
    configuration: &'r str,
    #[tabled(rename = "iCE40: LUTs")]
    ice40_luts: u64,
    #[tabled(rename = "flops")]
    ice40_flops: u64,
    #[tabled(rename = "RAMs")]
    ice40_brams: u64,
    #[tabled(rename = "ECP5: LUTs")]
    ecp5_luts: u64,
    #[tabled(rename = "flops")]
    ecp5_flops: u64,
    #[tabled(rename = "RAMs")]
    ecp5_brams: u64,
}

/// Measures, and prints the tables.
pub fn run(args: &Args) -> Result<ExitCode, Fatal> {
    let loaded = load(&args.configs)?;
    args.json.check(&args.configs)?;
    let subjects: Vec<Subject<'_>> = loaded
        .iter()
        .map(|Loaded { config, design }| Subject { config, design })
        .collect();
    let library = Library::osu018().map_err(Fatal::failed)?;
    let bar = bar("runs")?;
    let progress = |done: usize, total: usize| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    };
    let rows = measure(&subjects, &library, !args.skip_fpga, &progress);
    bar.finish_and_clear();
    let rows = rows.map_err(Fatal::failed)?;
    args.json.write(&text(&rows), &rows)?;
    Ok(ExitCode::SUCCESS)
}

fn shown<T: ToString>(value: Option<T>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}

fn text(rows: &[Row]) -> String {
    let Some(first) = rows.first() else {
        return String::new();
    };
    let title = format!(
        "AREA (library {}, yosys {}, OpenSTA {})",
        first.library, first.yosys, first.opensta
    );
    let own = rows.iter().map(|row| Area {
        core: row.config.clone(),
        kge: format!("{:.2}", row.kge),
        area: format!("{:.0}", row.area_um2),
        scaled: format!("{:.0}", row.um2_at_28_nm),
        generic: row.generic_cells.to_string(),
        cells: row.cells.to_string(),
        flops: row.flops.to_string(),
        memory: match row.memories.iter().map(Memory::bits).sum() {
            0 => String::new(),
            bits => bits.to_string(),
        },
        path: format!("{:.2}", row.worst_path_ns),
        cycles: match (row.cycles_per_block, row.block_bytes) {
            (Some(cycles), Some(bytes)) => format!("{cycles} per {bytes} B"),
            _ => String::new(),
        },
    });
    let mut tops: Vec<&str> = rows.iter().map(|row| row.top).collect();
    tops.sort();
    tops.dedup();
    let mut named = BTreeSet::new();
    let others = tops.into_iter().flat_map(anchors);
    let others = others.filter(|anchor| named.insert(anchor.core.clone()));
    let others = others.map(|anchor| Area {
        core: anchor.core,
        kge: anchor.kge.map_or(String::new(), |kge| format!("{kge:.2}")),
        area: String::new(),
        scaled: shown(anchor.um2_at_28_nm),
        generic: shown(anchor.generic_cells),
        cells: String::new(),
        flops: String::new(),
        memory: shown(anchor.ram_bits),
        path: String::new(),
        cycles: anchor.cycles,
    });
    let blocks = rows.iter().flat_map(|row| {
        row.blocks.iter().map(|block| Block {
            configuration: &row.config,
            block: &block.name,
            instances: block.instances,
            kge: format!("{:.2}", block.kge),
            flops: block.flops,
        })
    });
    let fpga = rows.iter().filter_map(|row| {
        let fpga = row.fpga?;
        Some(Fpga {
            configuration: &row.config,
            ice40_luts: fpga.ice40.luts,
            ice40_flops: fpga.ice40.flops,
            ice40_brams: fpga.ice40.brams,
            ecp5_luts: fpga.ecp5.luts,
            ecp5_flops: fpga.ecp5.flops,
            ecp5_brams: fpga.ecp5.brams,
        })
    });
    let mut tables = vec![
        table(&title, own.chain(others)),
        table(
            "BLOCKS (modules kept, so they do not sum to the area)",
            blocks,
        ),
    ];
    if rows.iter().any(|row| row.fpga.is_some()) {
        tables.push(table("FPGA (estimates before placement)", fpga));
    }
    tables.join("\n")
}
