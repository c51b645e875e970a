//! `pimtee wave`.

use crate::output::{Fatal, check_outputs};
use pimtee_sim::wave::picture::Picture;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

/// Draw a timing diagram of a recorded waveform (SVG).
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  pimtee kat ascon-aead128 docs/ascon-wave.txt --wave run.fst
  pimtee wave docs/ascon-wave.toml run.fst --out wave.svg

The description (TOML) says which signals and which cycles are drawn.")]
pub struct Args {
    /// What to draw (TOML).
    picture: PathBuf,

    /// The waveform (.fst or .vcd).
    waveform: PathBuf,

    /// The picture.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Draws.
pub fn run(args: &Args) -> Result<ExitCode, Fatal> {
    let picture = Picture::read(&args.picture).map_err(Fatal::input)?;
    let inputs = [args.picture.as_path(), args.waveform.as_path()];
    check_outputs(inputs, &[("--out", Some(&args.out))])?;
    let drawn = picture.draw(&args.waveform).map_err(Fatal::input)?;
    let mut part = args.out.clone().into_os_string();
    part.push(".part");
    fs::write(&part, drawn)
        .and_then(|()| fs::rename(&part, &args.out))
        .map_err(|error| {
            let _ = fs::remove_file(&part);
            Fatal::failed(format!(
                "{}: cannot be written: {error}",
                args.out.display()
            ))
        })?;
    println!("{}", args.out.display());
    Ok(ExitCode::SUCCESS)
}
