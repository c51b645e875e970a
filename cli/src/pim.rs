//! `pimtee pim`: kernels for a DRAM that computes, compiled to row operations.

use crate::output::{Fatal, JsonArg, check_outputs, table};
use clap::Subcommand;
use pimtee_gen::pim::microcode::Microcode;
use pimtee_gen::pim::registry::{self, Choice};
use pimtee_gen::pim::report::Cost;
use pimtee_gen::pim::{Compiled, Target, compile, taint};
use pimtee_hdl::dram::timing::{Memory, Preset, Shift, Timing};
use serde::Serialize;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use tabled::Tabled;

/// Kernels for a DRAM that computes: list them, compile them to row operations.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  pimtee pim list
  pimtee pim compile add32
  pimtee pim compile add --bits 16 --timing ddr3-1333 --out build/add16")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    List(ListArgs),
    Compile(Box<CompileArgs>),
}

/// List the kernels.
#[derive(clap::Args)]
struct ListArgs {
    #[command(flatten)]
    json: JsonArg,
}

/// Compile a kernel: listing, microcode and report.
///
/// Time and energy follow from the timing table, refresh included.
#[derive(clap::Args)]
struct CompileArgs {
    /// Kernel; `pimtee pim list` lists them.
    kernel: String,
    /// Layout of words in rows.
    #[arg(long)]
    layout: Option<String>,
    /// Rows a word, of layouts that have them.
    #[arg(long)]
    k: Option<u32>,
    /// Size of the message or of the numbers.
    #[arg(long)]
    bits: Option<u64>,
    /// Memory: ddr3-1333, ddr4-2400.
    #[arg(long, default_value_t = Memory::Ddr4_2400)]
    timing: Memory,
    /// Assumptions on time: paper, ambit, conservative.
    #[arg(long, default_value_t = Preset::Paper)]
    preset: Preset,
    /// How rows move sideways: migration, lane-rotate, row-buffer.
    #[arg(long, default_value_t = Shift::Migration)]
    shift: Shift,
    /// Write KERNEL.lst, KERNEL.hex and KERNEL.txt to this folder.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    json: JsonArg,
}

#[derive(Serialize, Tabled)]
struct Listed {
    kernel: &'static str,
    layouts: String,
    k: String,
    bits: String,
    summary: &'static str,
}

#[derive(Serialize)]
struct Row {
    kernel: String,
    layout: Option<String>,
    k: Option<u32>,
    bits: Option<u64>,
    timing: String,
    preset: String,
    shift: String,
    aap: u64,
    ap: u64,
    shifts: u64,
    rotates: u64,
    host_reads: u64,
    host_writes: u64,
    row_ops: u64,
    clocks: u64,
    ns: f64,
    nj: f64,
    setup_rows: u64,
    setup_ns: f64,
    words: usize,
    rows_used: usize,
    rows_peak: usize,
    rows: std::collections::BTreeMap<String, usize>,
    spills: usize,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Fatal> {
    match &args.command {
        Command::List(args) => list(args),
        Command::Compile(args) => compiled(args),
    }
}

fn list(args: &ListArgs) -> Result<ExitCode, Fatal> {
    let none = || "-".to_string();
    let rows: Vec<Listed> = registry::all()
        .map(|entry| Listed {
            kernel: entry.name,
            layouts: entry.layouts.join(", "),
            k: entry
                .k
                .map_or_else(none, |(least, most)| format!("{least}-{most}")),
            bits: entry.bits.map_or_else(none, |(least, most, usual)| {
                format!("{least}-{most} ({usual})")
            }),
            summary: entry.summary,
        })
        .collect();
    args.json.write(&table("Kernels", &rows), &rows)?;
    Ok(ExitCode::SUCCESS)
}

fn compiled(args: &CompileArgs) -> Result<ExitCode, Fatal> {
    let choice = Choice {
        layout: args.layout.clone(),
        k: args.k,
        bits: args.bits,
    };
    let (ir, choice) = registry::build(&args.kernel, &choice).map_err(Fatal::input)?;
    let names = ["lst", "hex", "txt"].map(|end| format!("{}.{end}", args.kernel));
    let files: Vec<PathBuf> = (args.out.iter())
        .flat_map(|dir| names.iter().map(|name| dir.join(name)))
        .collect();
    let mut outputs: Vec<_> = files
        .iter()
        .map(|file| ("--out", Some(file.as_path())))
        .collect();
    outputs.push(("--json", args.json.file()));
    check_outputs([], &outputs)?;

    let compiled = compile(&ir, &Target::new(args.shift)).map_err(Fatal::input)?;
    taint::check(&compiled.program).map_err(Fatal::failed)?;
    let timing = Timing::new(args.timing, args.preset, args.shift);
    let code = Microcode::assemble(&compiled.program);
    let row = numbers(args, &choice, &compiled, &timing, &code)?;
    let report = report(&row, &compiled);
    let listing = code.listing();
    match files.as_slice() {
        [lst, hex, txt] => {
            for (path, text) in [(lst, &listing), (hex, &code.hex()), (txt, &report)] {
                fs::write(path, text).map_err(|error| {
                    Fatal::input(format!("{}: cannot be written: {error}", path.display()))
                })?;
            }
            let mut text = report;
            for path in &files {
                text += &format!("{}\n", path.display());
            }
            args.json.write(&text, &[row])?;
        }
        _ => args.json.write(&format!("{listing}\n{report}"), &[row])?,
    }
    Ok(ExitCode::SUCCESS)
}

fn numbers(
    args: &CompileArgs,
    choice: &Choice,
    compiled: &Compiled,
    timing: &Timing,
    code: &Microcode,
) -> Result<Row, Fatal> {
    let cost = Cost::of_program(&compiled.program, timing).map_err(Fatal::failed)?;
    let setup = Cost::of(compiled.program.setup(), timing).map_err(Fatal::failed)?;
    Ok(Row {
        kernel: args.kernel.clone(),
        layout: choice.layout.clone(),
        k: choice.k,
        bits: choice.bits,
        timing: args.timing.to_string(),
        preset: args.preset.to_string(),
        shift: args.shift.to_string(),
        aap: cost.aap,
        ap: cost.ap,
        shifts: cost.shift,
        rotates: cost.rotate,
        host_reads: cost.read,
        host_writes: cost.write,
        row_ops: cost.row_ops(timing),
        clocks: cost.clocks,
        ns: timing.ns(cost.clocks),
        nj: cost.energy_pj as f64 / 1e3,
        setup_rows: setup.write,
        setup_ns: timing.ns(setup.clocks),
        words: code.words.len(),
        rows_used: compiled.rows.taken,
        rows_peak: compiled.rows.peak,
        rows: compiled.rows.by_purpose.clone(),
        spills: compiled.rows.spills,
    })
}

fn report(row: &Row, compiled: &Compiled) -> String {
    let purposes: Vec<String> = (row.rows.iter())
        .map(|(purpose, rows)| format!("{purpose} {rows}"))
        .collect();
    let mut text = format!(
        "{}, {} {} {}\n\
         operations   {} (AAP {}, AP {}, shift {}, rotate {}, host {} in {} out)\n\
         time         {} clocks, {:.1} ns, refresh included\n\
         energy       {:.1} nJ, refresh included\n\
         rows         {} of the subarray, at most {} in use at once ({})\n\
         saved        {} values for want of a compute row\n\
         microcode    {} words\n",
        row.kernel,
        row.timing,
        row.preset,
        row.shift,
        row.row_ops,
        row.aap,
        row.ap,
        row.shifts,
        row.rotates,
        row.host_writes,
        row.host_reads,
        row.clocks,
        row.ns,
        row.nj,
        row.rows_used,
        row.rows_peak,
        purposes.join(", "),
        row.spills,
        row.words,
    );
    if row.setup_rows > 0 {
        text += &format!(
            "set-up       {} constant rows, {:.1} ns, once\n",
            row.setup_rows, row.setup_ns
        );
    }
    let residents = [
        ("in", &compiled.program.inputs),
        ("out", &compiled.program.outputs),
        ("array", &compiled.program.arrays),
    ];
    for (kind, rows) in residents {
        for one in rows {
            let more = if one.len > 1 {
                format!(" and {} more", one.len - 1)
            } else {
                String::new()
            };
            text += &format!("{kind:<12} {} in {}{more}\n", one.name, one.row);
        }
    }
    text
}
