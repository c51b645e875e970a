//! `pimtee gen`.

use crate::output::{Fatal, print};
use pimtee_gen::config::Config;
use pimtee_gen::deliverable::{self, Options};
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Generate the deliverable of a configuration: SystemVerilog and what integrators need with it.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  pimtee gen configs/ascon_aead128.toml
  pimtee gen configs/deny_counter.toml --out counter --no-locators
  verilator --lint-only -Wall -F build/ascon_aead128/ascon_aead128.f

The directory is written whole or not at all. An earlier deliverable there is replaced.")]
pub struct Args {
    /// Configuration (TOML); `pimtee list` shows what it can set.
    config: PathBuf,

    /// Directory to write [default: build/<name of the configuration>].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Leave out the comments with the place in the Rust source.
    #[arg(long)]
    no_locators: bool,
}

/// Builds, writes, and prints what was written.
pub fn run(args: &Args) -> Result<ExitCode, Fatal> {
    let config = Config::read(&args.config).map_err(Fatal::input)?;
    let options = Options {
        locators: !args.no_locators,
    };
    let deliverable = deliverable::build(&config, &options)?;
    let default = || Path::new("build").join(config.name());
    let dir = args.out.clone().unwrap_or_else(default);
    deliverable::write(&deliverable, &dir).map_err(Fatal::input)?;

    let mut text = String::new();
    for (path, _) in &deliverable.files {
        text += &format!("{}\n", dir.join(path).display());
    }
    text += &format!(
        "{} files written to {} (configuration {})\n",
        deliverable.files.len(),
        dir.display(),
        config.hash()
    );
    print(io::stdout(), &text)?;
    Ok(ExitCode::SUCCESS)
}
