//! Timing of a memory of your own, from TOML.
//!
//! ```toml
//! timing = "ddr4-2400"      # what it starts from: ddr3-1333, ddr4-2400
//! preset = "ambit"          # paper, ambit, conservative
//! shift = "row-buffer"      # migration, lane-rotate, row-buffer [default: migration]
//! aap = "overlapped"        # trc, overlapped, naive [default: of the preset]
//! overlapped_in_faw = true  # [default: of the preset]
//! b_to_b_naive = false      # [default: of the preset]
//!
//! [parameters]              # fields of `pimtee_hdl::dram::timing::Parameters`, in clocks
//! t_rfc = 312
//! ```

use crate::config::position;
use pimtee_hdl::dram::Timing;
use pimtee_hdl::dram::timing::{Options, Parameters, Shift};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::str::FromStr;
use thiserror::Error;
use toml::Spanned;

/// A file that cannot be used: `<file>:<line>:<column>: <problem>`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}{}: {problem}", .position.map(|(line, column)| format!(":{line}:{column}")).unwrap_or_default())]
pub struct TimingFileError {
    /// The path of the file.
    pub file: String,
    /// Line and column, from 1; none if it is about the file as a whole.
    pub position: Option<(usize, usize)>,
    /// What is wrong there, and what to do.
    pub problem: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    timing: Spanned<String>,
    preset: Spanned<String>,
    shift: Option<Spanned<String>>,
    aap: Option<Spanned<String>>,
    overlapped_in_faw: Option<bool>,
    b_to_b_naive: Option<bool>,
    #[serde(default)]
    parameters: BTreeMap<String, Spanned<i64>>,
}

/// A problem and where it is.
struct Located {
    offset: Option<usize>,
    problem: String,
}

/// Reads the file at `path`.
///
/// # Errors
/// It cannot be read, or [`parse`] refuses it.
pub fn read(path: impl AsRef<Path>) -> Result<Timing, TimingFileError> {
    let path = path.as_ref();
    let text = std::fs::read_to_string(path).map_err(|error| TimingFileError {
        file: path.display().to_string(),
        position: None,
        problem: format!("cannot be read: {error}; check the path, and that it is text"),
    })?;
    parse(path, &text)
}

/// Reads `text`; `path` serves messages.
///
/// # Errors
/// The text is no TOML; it has a key or a name that pimtee does not know; a value breaks a rule.
pub fn parse(path: impl AsRef<Path>, text: &str) -> Result<Timing, TimingFileError> {
    timing(text).map_err(|Located { offset, problem }| TimingFileError {
        file: path.as_ref().display().to_string(),
        position: offset.map(|offset| position(text, offset)),
        problem,
    })
}

fn timing(text: &str) -> Result<Timing, Located> {
    let file: File = toml::from_str(text).map_err(|error| Located {
        offset: error.span().map(|span| span.start),
        problem: error.message().to_owned(),
    })?;
    let shift = file.shift.as_ref().map(named).transpose()?;
    let mut options = Options::new(
        named(&file.timing)?,
        named(&file.preset)?,
        shift.unwrap_or(Shift::Migration),
    );
    if let Some(aap) = &file.aap {
        options.aap = named(aap)?;
    }
    options.overlapped_in_faw = file.overlapped_in_faw.unwrap_or(options.overlapped_in_faw);
    options.b_to_b_naive = file.b_to_b_naive.unwrap_or(options.b_to_b_naive);
    for (field, value) in &file.parameters {
        set(&mut options.parameters, field, value)?;
    }
    Timing::custom(&options).map_err(|error| Located {
        offset: file
            .parameters
            .get(error.field)
            .map(|value| value.span().start),
        problem: error.to_string(),
    })
}

fn named<T: FromStr<Err = String>>(name: &Spanned<String>) -> Result<T, Located> {
    name.get_ref().parse().map_err(|problem| Located {
        offset: Some(name.span().start),
        problem,
    })
}

fn set(parameters: &mut Parameters, field: &str, value: &Spanned<i64>) -> Result<(), Located> {
    let refuse = |problem| Located {
        offset: Some(value.span().start),
        problem,
    };
    let place = parameters.get_mut(field).ok_or_else(|| {
        let names: Vec<&str> = Parameters::FIELDS.iter().map(|(name, _)| *name).collect();
        let names = names.join(", ");
        refuse(format!(
            "there is no parameter `{field}`; there are {names}"
        ))
    })?;
    let number = *value.get_ref();
    *place = u32::try_from(number).map_err(|_| {
        refuse(format!(
            "{field} is {number}, but it must be 0 to {}",
            u32::MAX
        ))
    })?;
    Ok(())
}
