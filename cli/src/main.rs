//! The command line of pimtee.

mod area;
mod bench;
mod equiv;
mod r#gen;
mod kat;
mod list;
mod output;
mod pim;
mod prove;
mod wave;

use clap::{ArgAction, Parser, Subcommand};
use output::Fatal;
use std::io::IsTerminal;
use std::process::ExitCode;
use tracing_subscriber::filter::LevelFilter;

/// Generates hardware from a configuration, and proves it against golden models.
///
/// Exit status: 0 if nothing failed, 1 if something failed or a tool is missing, 2 for usage and
/// bad input.
#[derive(Parser)]
#[command(
    version,
    after_help = "\
Examples:
  pimtee list
  pimtee gen configs/ascon_aead128.toml
  pimtee kat ascon-aead128 vectors.txt
  pimtee area configs/ascon_aead128.toml

More about a command: pimtee help <command>"
)]
struct Cli {
    /// Say more on standard error; twice for debugging, three times for tracing.
    #[arg(short, long, action = ArgAction::Count, global = true, display_order = 100)]
    verbose: u8,

    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    List(list::Args),
    Gen(r#gen::Args),
    Kat(kat::Args),
    Area(area::Args),
    Equiv(equiv::Args),
    Prove(prove::Args),
    Bench(bench::Args),
    Wave(wave::Args),
    Pim(pim::Args),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let level = match cli.verbose {
        0 => LevelFilter::WARN,
        1 => LevelFilter::INFO,
        2 => LevelFilter::DEBUG,
        _ => LevelFilter::TRACE,
    };
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .with_max_level(level)
        .without_time()
        .init();

    let done = match &cli.command {
        Command::List(args) => list::run(args),
        Command::Gen(args) => r#gen::run(args),
        Command::Kat(args) => kat::run(args),
        Command::Area(args) => area::run(args),
        Command::Equiv(args) => equiv::run(args),
        Command::Prove(args) => prove::run(args),
        Command::Bench(args) => bench::run(args),
        Command::Wave(args) => wave::run(args),
        Command::Pim(args) => pim::run(args),
    };
    done.unwrap_or_else(Fatal::report)
}
