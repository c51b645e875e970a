//! `pimtee prove`.

use crate::output::{Fatal, JsonArg, bar, status, table};
use itertools::Itertools;
use pimtee_gen::config::Config;
use pimtee_synth::SynthError;
use pimtee_synth::prove::{Outcome, Planted, Property, Search, find, properties, prove, tops};
use rayon::prelude::*;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use tabled::Tabled;

/// Proofs at a time.
const JOBS: usize = 2;

/// Prove the properties of a top from its emitted RTL.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  pimtee prove configs/fmt.toml
  pimtee prove configs/acu_mem.toml --property decision
  pimtee prove configs/acu_mem.toml --planted
  pimtee prove configs/fmt.toml --json proofs.json

Each property is proved at the size that its row shows. A counterexample becomes a waveform and one
line that says what fails. With --planted each property is put to RTL with its planted bugs, every
one of which it must find. The last line is \"N passed, N failed\".")]
pub struct Args {
    /// Configurations (TOML).
    #[arg(required = true, value_name = "CONFIG")]
    configs: Vec<PathBuf>,

    /// Let each property find its planted bugs.
    #[arg(long)]
    planted: bool,

    /// Only properties of this name.
    #[arg(long, value_name = "NAME")]
    property: Option<String>,

    /// Folder of the waveforms of counterexamples [default: build/<name>/proofs].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    #[command(flatten)]
    json: JsonArg,
}

#[derive(Serialize)]
struct Row {
    config: String,
    property: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    planted: Option<String>,
    claim: String,
    engine: &'static str,
    size: String,
    depth: String,
    result: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    reason: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    vcd: Option<String>,
    /// Not written: rows of two runs are the same.
    #[serde(skip)]
    seconds: f64,
}

#[derive(Tabled)]
struct Proof<'r> {
    configuration: &'r str,
    property: &'r str,
    engine: &'r str,
    depth: &'r str,
    result: &'r str,
    #[tabled(rename = "time, s")]
    seconds: String,
}

#[derive(Tabled)]
struct Bug<'r> {
    configuration: &'r str,
    property: &'r str,
    #[tabled(rename = "planted bug")]
    planted: &'r str,
    result: &'r str,
    #[tabled(rename = "time, s")]
    seconds: String,
}

/// A property, or one of its bugs.
struct Work {
    config: Config,
    property: Property,
    bug: Option<Planted>,
    /// Folder of the waveform.
    out: PathBuf,
}

/// Proves, and prints the verdicts.
pub fn run(args: &Args) -> Result<ExitCode, Fatal> {
    args.json.check(&args.configs)?;
    let work = args.work()?;
    let bar = bar(if args.planted {
        "planted bugs"
    } else {
        "properties"
    })?;
    bar.set_length(work.len() as u64);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(JOBS)
        .build()
        .map_err(Fatal::failed)?;
    let rows: Result<Vec<Row>, SynthError> = pool.install(|| {
        work.par_iter()
            .map(|work| {
                let row = work.run();
                bar.inc(1);
                row
            })
            .collect()
    });
    bar.finish_and_clear();
    let rows = rows.map_err(Fatal::failed)?;
    let failed = rows.iter().filter(|row| row.result == "failed").count();
    let text =
        text(&rows, args.planted) + &format!("{} passed, {failed} failed\n", rows.len() - failed);
    args.json.write(&text, &rows)?;
    Ok(status(failed == 0))
}

impl Args {
    fn work(&self) -> Result<Vec<Work>, Fatal> {
        let mut work = Vec::new();
        for path in &self.configs {
            let config = Config::read(path).map_err(Fatal::input)?;
            let top = config.top().name;
            let all = properties(top).map_err(Fatal::failed)?;
            if all.is_empty() {
                return Err(Fatal::input(format!(
                    "{}: top {top} has no properties; these have: {}",
                    path.display(),
                    tops().join(", ")
                )));
            }
            let names = all.iter().map(|property| &property.name).join(", ");
            let asked = |property: &Property| match &self.property {
                Some(name) => property.name == *name,
                None => true,
            };
            let chosen: Vec<Property> = all.into_iter().filter(asked).collect();
            if chosen.is_empty() {
                return Err(Fatal::input(format!(
                    "--property: {top} has none of that name; it has: {names}"
                )));
            }
            let out = match &self.out {
                // Tops have properties of the same name.
                Some(dir) if self.configs.len() > 1 => dir.join(config.name()),
                Some(dir) => dir.clone(),
                None => Path::new("build").join(config.name()).join("proofs"),
            };
            for property in chosen {
                let bugs: Vec<Option<Planted>> = match self.planted {
                    true => {
                        let bugs = property.bugs(top).map_err(Fatal::failed)?;
                        bugs.iter().cloned().map(Some).collect()
                    }
                    false => vec![None],
                };
                work.extend(bugs.into_iter().map(|bug| Work {
                    config: config.clone(),
                    property: property.clone(),
                    bug,
                    out: out.clone(),
                }));
            }
        }
        Ok(work)
    }
}

impl Work {
    fn run(&self) -> Result<Row, SynthError> {
        let start = Instant::now();
        let (result, reason, vcd) = match &self.bug {
            None => self.prove()?,
            Some(bug) => match find(&self.property, bug, &self.config)? {
                Search::Found { cycle } => ("found", format!("in cycle {cycle}"), None),
                Search::Missed => {
                    let cycles = self.property.bug_cycles();
                    let reason = format!("the property holds with the bug, for {cycles} cycles");
                    ("failed", reason, None)
                }
                Search::Undecided { reason } => ("failed", reason, None),
            },
        };
        Ok(Row {
            config: self.config.name().into(),
            property: self.property.name.clone(),
            planted: self.bug.as_ref().map(|bug| bug.name.clone()),
            claim: self.property.claim.clone(),
            engine: self.property.engine.name(),
            size: Property::size(&self.property.config(&self.config)?),
            depth: self.property.how(),
            result,
            reason,
            vcd: vcd.map(|path: PathBuf| path.display().to_string()),
            seconds: start.elapsed().as_secs_f64(),
        })
    }

    fn prove(&self) -> Result<(&'static str, String, Option<PathBuf>), SynthError> {
        let vcd = self.out.join(format!("{}.vcd", self.property.name));
        Ok(match prove(&self.property, &self.config, &vcd)? {
            Outcome::Proved => ("proved", String::new(), None),
            Outcome::Failed(found) => ("failed", found.explanation, Some(found.vcd)),
            Outcome::Undecided { reason } => ("failed", reason, None),
        })
    }
}

fn text(rows: &[Row], planted: bool) -> String {
    let seconds = |row: &Row| format!("{:.1}", row.seconds);
    let mut text = match planted {
        true => table(
            "PLANTED BUGS (each must be found)",
            rows.iter().map(|row| Bug {
                configuration: &row.config,
                property: &row.property,
                planted: row.planted.as_deref().unwrap_or_default(),
                result: row.result,
                seconds: seconds(row),
            }),
        ),
        false => table(
            "PROOFS",
            rows.iter().map(|row| Proof {
                configuration: &row.config,
                property: &row.property,
                engine: row.engine,
                depth: &row.depth,
                result: row.result,
                seconds: seconds(row),
            }),
        ),
    };
    if !planted {
        text += "\n";
        for row in rows {
            text += &format!("{}: {} ({})\n", row.property, row.claim, row.size);
        }
        text += "\n";
    }
    for row in rows.iter().filter(|row| row.result == "failed") {
        let what = row.planted.as_ref().unwrap_or(&row.property);
        text += &format!("{}: {what}: {}", row.config, row.reason);
        if let Some(vcd) = &row.vcd {
            text += &format!("; waveform: {vcd}");
        }
        text += "\n";
    }
    text
}
