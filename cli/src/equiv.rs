//! `pimtee equiv`.

use crate::area::{Loaded, load};
use crate::output::{Fatal, JsonArg, bar, status, table};
use pimtee_synth::equiv::{Goal, Verdict, goals, prove_all};
use pimtee_synth::library::Library;
use serde::Serialize;
use std::path::PathBuf;
use std::process::ExitCode;
use tabled::Tabled;

/// Prove of every module that its netlist does what its RTL says.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  pimtee equiv configs/ascon_aead128.toml
  pimtee equiv configs/*.toml --json equiv.json

Each module is mapped as a top of its own; same outputs and next state for every input and state,
same clocks and resets. The last line is \"N proved, N failed\".")]
pub struct Args {
    /// Configurations (TOML).
    #[arg(required = true, value_name = "CONFIG")]
    configs: Vec<PathBuf>,

    #[command(flatten)]
    json: JsonArg,
}

#[derive(Serialize, Tabled)]
struct Row {
    config: String,
    module: String,
    result: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    reason: String,
}

/// Proves, and prints the verdicts.
pub fn run(args: &Args) -> Result<ExitCode, Fatal> {
    let loaded = load(&args.configs)?;
    args.json.check(&args.configs)?;
    let library = Library::osu018().map_err(Fatal::failed)?;
    let (names, goals): (Vec<&str>, Vec<Goal>) = loaded
        .iter()
        .flat_map(|Loaded { config, design }| {
            let goals = goals(design).into_iter();
            goals.map(|goal| (config.name(), goal))
        })
        .unzip();
    let bar = bar("modules")?;
    let progress = |done: usize, total: usize| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    };
    let verdicts = prove_all(&goals, &library, &progress);
    bar.finish_and_clear();
    let rows: Vec<Row> = names
        .iter()
        .zip(goals)
        .zip(verdicts.map_err(Fatal::failed)?)
        .map(|((config, goal), verdict)| {
            let (result, reason) = match verdict {
                Verdict::Equivalent => ("proved", String::new()),
                Verdict::Different { reason } => ("failed", reason),
            };
            Row {
                config: config.to_string(),
                module: goal.module,
                result,
                reason,
            }
        })
        .collect();
    let failed = rows.iter().filter(|row| row.result == "failed").count();
    let text = table("EQUIVALENCE (RTL = netlist)", &rows)
        + &format!("{} proved, {failed} failed\n", rows.len() - failed);
    args.json.write(&text, &rows)?;
    Ok(status(failed == 0))
}
