//! Configurations: which top to build, and how. TOML files, see `configs/`.

use crate::GENERATOR;
use crate::catalogue::{ParamKind, ParamSpec, Params, Setting, TOPS, Throughput, Top};
use crate::sv::{EmitOptions, ResetKind, is_keyword};
use itertools::Itertools;
use pimtee_hdl::regs::RegMap;
use pimtee_hdl::rust_hdl::core::prelude::Block;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::path::Path;
use thiserror::Error;
use toml::Spanned;
use toml::de::{DeInteger, DeTable, DeValue};

const KEYS: [&str; 5] = ["name", "top", "reset", "clock_mhz", "parameters"];
const RESETS: [(&str, ResetKind); 2] = [("async", ResetKind::Async), ("sync", ResetKind::Sync)];
/// The clock that timing constraints are for, unless the configuration says otherwise.
const DEFAULT_CLOCK_MHZ: u64 = 100;
const MAX_CLOCK_MHZ: u64 = 10_000;
/// Digits of the hash that headers carry.
const HASH_DIGITS: usize = 12;

/// A configuration, checked, with every default filled in.
#[derive(Clone, Debug, Serialize)]
pub struct Config {
    name: String,
    /// Where the name stands, for messages.
    #[serde(skip)]
    place: String,
    #[serde(serialize_with = "top_name")]
    top: &'static Top,
    reset: ResetKind,
    clock_mhz: u64,
    parameters: Params,
}

fn top_name<S: serde::Serializer>(top: &&'static Top, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(top.name)
}

impl Config {
    /// Reads the file at `path`.
    ///
    /// # Errors
    /// The file cannot be read, or [`Config::parse`] refuses it.
    pub fn read(path: impl AsRef<Path>) -> Result<Config, ConfigError> {
        let path = path.as_ref();
        let text = std::fs::read_to_string(path).map_err(|error| ConfigError {
            file: path.display().to_string(),
            position: None,
            problem: Box::new(match error.kind() {
                std::io::ErrorKind::InvalidData => Problem::NotUtf8,
                _ => Problem::Unreadable {
                    reason: error.to_string(),
                },
            }),
        })?;
        Config::parse(path, &text)
    }

    /// Reads `text`; `path` gives the name of a configuration that has none, and serves messages.
    ///
    /// # Errors
    /// The text is no TOML, or has a key, a top, a parameter or a value that pimtee does not know.
    pub fn parse(path: impl AsRef<Path>, text: &str) -> Result<Config, ConfigError> {
        let path = path.as_ref();
        read(path, text).map_err(|Located { offset, problem }| ConfigError {
            file: path.display().to_string(),
            position: offset.map(|offset| position(text, offset)),
            problem: Box::new(problem),
        })
    }

    /// Name of the top module and of the deliverable.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where the name comes from: `<file>:<line>:<column>`, or `<file>` if that is its name.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// What is built.
    pub fn top(&self) -> &'static Top {
        self.top
    }

    /// The registers of the top; `None` if it has none.
    pub fn registers(&self) -> Option<RegMap> {
        self.top.registers(&self.parameters)
    }

    /// Reset of control state.
    pub fn reset(&self) -> ResetKind {
        self.reset
    }

    /// Frequency of the clock that the timing constraints are for, in MHz.
    pub fn clock_mhz(&self) -> u64 {
        self.clock_mhz
    }

    /// Every parameter with its value, by name.
    pub fn parameters(&self) -> impl Iterator<Item = (&'static str, Setting)> {
        self.parameters.iter().map(|(name, value)| (*name, *value))
    }

    /// The canonical form: TOML with every key.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a configuration is a table of plain values")
    }

    /// Hash of the canonical form and of the generator's version: 12 hexadecimal digits.
    pub fn hash(&self) -> String {
        let digest = Sha256::digest(format!("{GENERATOR}\n{}", self.to_toml()));
        let digits: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        digits[..HASH_DIGITS].into()
    }

    /// The top as a block, wired up.
    pub fn block(&self) -> Box<dyn Block> {
        self.top.build(&self.parameters)
    }

    /// How fast the top is; `None` if it has no text to work through.
    pub fn throughput(&self) -> Option<Throughput> {
        self.top.throughput(&self.parameters)
    }

    /// How to emit [`Config::block`].
    pub fn emit_options(&self, locators: bool) -> EmitOptions {
        EmitOptions {
            top: Some(self.name.clone()),
            reset: self.reset,
            locators,
            generator: GENERATOR.into(),
            config_hash: self.hash(),
        }
    }
}

/// A configuration that cannot be used: `<file>:<line>:<column>: <problem>`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}{}: {problem}", .position.map(|(line, column)| format!(":{line}:{column}")).unwrap_or_default())]
pub struct ConfigError {
    /// The path of the file.
    pub file: String,
    /// Line and column, from 1; none if it is about the file as a whole.
    pub position: Option<(usize, usize)>,
    /// What is wrong there.
    pub problem: Box<Problem>,
}

/// What is wrong with a configuration, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(
    missing_docs,
    reason = "the messages say what the variants and their fields are"
)]
pub enum Problem {
    #[error("cannot read the configuration: {reason}; check the path and its permissions")]
    Unreadable { reason: String },

    #[error("the configuration is not UTF-8 text; save it as UTF-8")]
    NotUtf8,

    #[error("not well-formed TOML: {reason}")]
    Syntax { reason: String },

    #[error("unknown key \"{key}\"{}; known keys: {known}", did_you_mean(.nearest))]
    UnknownKey {
        key: String,
        known: String,
        nearest: Option<String>,
    },

    #[error("the key \"top\" is missing; add top = \"<top>\", one of: {known}")]
    MissingTop { known: String },

    #[error("unknown top \"{top}\"{}; known tops: {known}", did_you_mean(.nearest))]
    UnknownTop {
        top: String,
        known: String,
        nearest: Option<String>,
    },

    #[error("unknown parameter \"{name}\" of the top \"{top}\"{}; its parameters: {known}", did_you_mean(.nearest))]
    UnknownParameter {
        name: String,
        top: &'static str,
        known: String,
        nearest: Option<String>,
    },

    #[error("\"{key}\" must be {expected}, found {found}")]
    WrongType {
        key: String,
        expected: &'static str,
        found: String,
    },

    #[error("\"{key}\" must be {min} to {max}{unit}, found {found}")]
    OutOfRange {
        key: &'static str,
        min: u64,
        max: u64,
        unit: String,
        found: String,
    },

    #[error("\"{key}\" must be one of {known}, found {found}")]
    NotListed {
        key: &'static str,
        known: String,
        found: String,
    },

    #[error("\"{key}\" does not go with the other parameters: {reason}")]
    Refused { key: &'static str, reason: String },

    #[error("unknown value \"{found}\" of \"{key}\"{}; known values: {known}", did_you_mean(.nearest))]
    UnknownChoice {
        key: &'static str,
        found: String,
        known: String,
        nearest: Option<String>,
    },

    #[error(
        "\"{name}\" cannot name a module: use letters, digits and underscores, and no digit first; set \"name\" in the configuration"
    )]
    NoIdentifier { name: String },

    #[error(
        "\"{name}\" cannot name a module: SystemVerilog reserves the word; set another \"name\" in the configuration"
    )]
    Keyword { name: String },
}

fn did_you_mean(nearest: &Option<String>) -> String {
    match nearest {
        Some(name) => format!(" (did you mean \"{name}\"?)"),
        None => String::new(),
    }
}

/// A problem and its place in the text.
struct Located {
    offset: Option<usize>,
    problem: Problem,
}

fn at(offset: usize, problem: Problem) -> Located {
    Located {
        offset: Some(offset),
        problem,
    }
}

/// Line and column, from 1, of a byte of `text`.
pub(crate) fn position(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.rsplit('\n').next().unwrap_or_default();
    (before.matches('\n').count() + 1, line.chars().count() + 1)
}

/// The known name that `name` is most likely to mean.
fn nearest<'k>(name: &str, known: impl IntoIterator<Item = &'k str>) -> Option<String> {
    const ALIKE: f64 = 0.75;
    known
        .into_iter()
        .map(|known| (strsim::jaro_winkler(name, known), known))
        .filter(|(alike, _)| *alike >= ALIKE)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, known)| known.to_owned())
}

fn read(path: &Path, text: &str) -> Result<Config, Located> {
    let document = DeTable::parse(text).map_err(|error| Located {
        offset: error.span().map(|span| span.start),
        problem: Problem::Syntax {
            reason: error.message().lines().join(", "),
        },
    })?;
    let table = document.get_ref();
    for key in in_order(table) {
        if !KEYS.contains(&key.get_ref().as_ref()) {
            let problem = Problem::UnknownKey {
                key: key.get_ref().to_string(),
                known: KEYS.join(", "),
                nearest: nearest(key.get_ref(), KEYS),
            };
            return Err(at(key.span().start, problem));
        }
    }

    let top = top(table)?;
    let mut place = path.display().to_string();
    if let Some(value) = table.get("name") {
        let (line, column) = position(text, value.span().start);
        place += &format!(":{line}:{column}");
    }
    Ok(Config {
        name: name(path, table)?,
        place,
        top,
        reset: reset(table)?,
        clock_mhz: clock_mhz(table)?,
        parameters: parameters(table, top)?,
    })
}

/// The keys in the order of the text.
fn in_order<'t, 'i>(table: &'t DeTable<'i>) -> Vec<&'t Spanned<std::borrow::Cow<'i, str>>> {
    table.keys().sorted_by_key(|key| key.span().start).collect()
}

fn top(table: &DeTable<'_>) -> Result<&'static Top, Located> {
    let known = || TOPS.iter().map(|top| top.name).join(", ");
    let Some(value) = table.get("top") else {
        return Err(Located {
            offset: None,
            problem: Problem::MissingTop { known: known() },
        });
    };
    let name = string("top", value)?;
    Top::find(name).ok_or_else(|| {
        let problem = Problem::UnknownTop {
            top: name.to_owned(),
            known: known(),
            nearest: nearest(name, TOPS.iter().map(|top| top.name)),
        };
        at(value.span().start, problem)
    })
}

fn name(path: &Path, table: &DeTable<'_>) -> Result<String, Located> {
    let (offset, name) = match table.get("name") {
        Some(value) => (Some(value.span().start), string("name", value)?.to_owned()),
        None => {
            let stem = path.file_stem().unwrap_or_default();
            (None, stem.to_string_lossy().into_owned())
        }
    };
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let problem = if is_keyword(&name) {
        Problem::Keyword { name }
    } else if name.is_empty()
        || !name.chars().all(plain)
        || name.starts_with(|c: char| c.is_ascii_digit())
    {
        Problem::NoIdentifier { name }
    } else {
        return Ok(name);
    };
    Err(Located { offset, problem })
}

fn reset(table: &DeTable<'_>) -> Result<ResetKind, Located> {
    let Some(value) = table.get("reset") else {
        return Ok(ResetKind::default());
    };
    let names = RESETS.map(|(name, _)| name);
    let name = choice("reset", &names, value)?;
    let kind = RESETS.iter().find(|(known, _)| *known == name);
    Ok(kind.map(|(_, kind)| *kind).unwrap_or_default())
}

fn clock_mhz(table: &DeTable<'_>) -> Result<u64, Located> {
    match table.get("clock_mhz") {
        Some(value) => whole_number("clock_mhz", 1, MAX_CLOCK_MHZ, " MHz", value),
        None => Ok(DEFAULT_CLOCK_MHZ),
    }
}

fn parameters(table: &DeTable<'_>, top: &'static Top) -> Result<Params, Located> {
    let mut params: Params = top
        .params
        .iter()
        .map(|spec| (spec.name, spec.default))
        .collect();
    let Some(value) = table.get("parameters") else {
        return Ok(params);
    };
    let given = value
        .get_ref()
        .as_table()
        .ok_or_else(|| wrong_type("parameters", "a table ([parameters])", value))?;
    for key in in_order(given) {
        let spec = top.param(key.get_ref()).ok_or_else(|| {
            let known = || top.params.iter().map(|spec| spec.name);
            let problem = Problem::UnknownParameter {
                name: key.get_ref().to_string(),
                top: top.name,
                known: known().join(", "),
                nearest: nearest(key.get_ref(), known()),
            };
            at(key.span().start, problem)
        })?;
        params.insert(spec.name, setting(spec, &given[key])?);
    }
    top.check(&params).map_err(|refusal| {
        // The parameter as written; if it has its default, the section that lacks it.
        let written = given
            .iter()
            .find(|(key, _)| key.get_ref() == refusal.parameter);
        let offset = written.map_or(value.span().start, |(_, value)| value.span().start);
        let problem = Problem::Refused {
            key: refusal.parameter,
            reason: refusal.reason,
        };
        at(offset, problem)
    })?;
    Ok(params)
}

fn setting(spec: &'static ParamSpec, value: &Spanned<DeValue<'_>>) -> Result<Setting, Located> {
    match spec.kind {
        ParamKind::Choice(names) => choice(spec.name, names, value).map(Setting::Choice),
        ParamKind::OneOf(values) => {
            let number = number(spec.name, value)?;
            match u64::from_str_radix(number.as_str(), number.radix()) {
                Ok(number) if values.contains(&number) => Ok(Setting::Int(number)),
                _ => {
                    let problem = Problem::NotListed {
                        key: spec.name,
                        known: values.iter().join(", "),
                        found: number.to_string(),
                    };
                    Err(at(value.span().start, problem))
                }
            }
        }
        ParamKind::Int { min, max } => {
            whole_number(spec.name, min, max, &units(spec.unit), value).map(Setting::Int)
        }
    }
}

/// A number of `min` to `max`; `unit` stands behind it in messages.
fn whole_number(
    key: &'static str,
    min: u64,
    max: u64,
    unit: &str,
    value: &Spanned<DeValue<'_>>,
) -> Result<u64, Located> {
    let number = number(key, value)?;
    match u64::from_str_radix(number.as_str(), number.radix()) {
        Ok(number) if (min..=max).contains(&number) => Ok(number),
        _ => {
            let problem = Problem::OutOfRange {
                key,
                min,
                max,
                unit: unit.to_owned(),
                found: number.to_string(),
            };
            Err(at(value.span().start, problem))
        }
    }
}

fn number<'t, 'i>(
    key: &str,
    value: &'t Spanned<DeValue<'i>>,
) -> Result<&'t DeInteger<'i>, Located> {
    let number = value.get_ref().as_integer();
    number.ok_or_else(|| wrong_type(key, "a whole number", value))
}

/// A unit behind a number: ` bits`.
fn units(unit: &str) -> String {
    if unit.is_empty() {
        String::new()
    } else {
        format!(" {unit}s")
    }
}

fn choice(
    key: &'static str,
    names: &[&'static str],
    value: &Spanned<DeValue<'_>>,
) -> Result<&'static str, Located> {
    let found = string(key, value)?;
    let name = names.iter().copied().find(|name| *name == found);
    name.ok_or_else(|| {
        let problem = Problem::UnknownChoice {
            key,
            found: found.to_owned(),
            known: names.join(", "),
            nearest: nearest(found, names.iter().copied()),
        };
        at(value.span().start, problem)
    })
}

fn string<'t>(key: &str, value: &'t Spanned<DeValue<'_>>) -> Result<&'t str, Located> {
    let text = value.get_ref().as_str();
    text.ok_or_else(|| wrong_type(key, "a string (in quotes)", value))
}

fn wrong_type(key: &str, expected: &'static str, value: &Spanned<DeValue<'_>>) -> Located {
    let found = match value.get_ref() {
        DeValue::String(text) => format!("the string \"{text}\""),
        DeValue::Integer(number) => format!("the number {number}"),
        DeValue::Float(number) => format!("the number {number}"),
        DeValue::Boolean(value) => value.to_string(),
        DeValue::Datetime(_) => "a date or time".into(),
        DeValue::Array(_) => "an array".into(),
        DeValue::Table(_) => "a table".into(),
    };
    let problem = Problem::WrongType {
        key: key.to_owned(),
        expected,
        found,
    };
    at(value.span().start, problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        Config::parse("dir/block.toml", text)
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn defaults_are_filled_in() {
        let config = Config::parse("dir/block.toml", "top = \"deny_counter\"").unwrap();
        assert_eq!(
            config.to_toml(),
            "name = \"block\"\ntop = \"deny_counter\"\nreset = \"async\"\nclock_mhz = 100\n\n[parameters]\nwidth = 8\n"
        );
    }

    #[test]
    fn the_canonical_form_is_a_configuration_of_the_same_hash() {
        let text = "reset = \"sync\"\ntop = \"deny_counter\"\nparameters.width = 0x20";
        let config = Config::parse("block.toml", text).unwrap();
        let again = Config::parse("other.toml", &config.to_toml()).unwrap();
        assert_eq!(config.hash(), again.hash());
        assert_eq!(config.hash().len(), HASH_DIGITS);
    }

    #[test]
    fn the_hash_depends_on_every_setting() {
        let hash = |text: &str| Config::parse("block.toml", text).unwrap().hash();
        let hashes = [
            hash("top = \"deny_counter\""),
            hash("top = \"deny_counter\"\nname = \"other\""),
            hash("top = \"deny_counter\"\nreset = \"sync\""),
            hash("top = \"deny_counter\"\nparameters.width = 9"),
            hash("top = \"ascon_aead\""),
        ];
        assert!(hashes.iter().all_unique());
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        let cases = [
            (
                "top = deny",
                "dir/block.toml:1:7: not well-formed TOML: string values must be quoted, expected literal string",
            ),
            (
                "top = \"deny_counter\"\nrest = \"sync\"",
                "dir/block.toml:2:1: unknown key \"rest\" (did you mean \"reset\"?); known keys: name, top, reset, clock_mhz, parameters",
            ),
            (
                "zzz = 1",
                "dir/block.toml:1:1: unknown key \"zzz\"; known keys: name, top, reset, clock_mhz, parameters",
            ),
            (
                "",
                "dir/block.toml: the key \"top\" is missing; add top = \"<top>\", one of: acu, acu_core, acu_mem, acu_ssd, ascon_aead, ascon_axis, ascon_hold, deny_counter, fmt",
            ),
            (
                "top = \"denycounter\"",
                "dir/block.toml:1:7: unknown top \"denycounter\" (did you mean \"deny_counter\"?); known tops: acu, acu_core, acu_mem, acu_ssd, ascon_aead, ascon_axis, ascon_hold, deny_counter, fmt",
            ),
            (
                "top = \"deny_counter\"\n[parameters]\nwidht = 8",
                "dir/block.toml:3:1: unknown parameter \"widht\" of the top \"deny_counter\" (did you mean \"width\"?); its parameters: width",
            ),
            (
                "top = \"deny_counter\"\n[parameters]\nwidth = 33",
                "dir/block.toml:3:9: \"width\" must be 1 to 32 bits, found 33",
            ),
            (
                "top = \"deny_counter\"\n[parameters]\nwidth = -1",
                "dir/block.toml:3:9: \"width\" must be 1 to 32 bits, found -1",
            ),
            (
                "top = \"deny_counter\"\n[parameters]\nwidth = 0xffff_ffff_ffff_ffff_ffff",
                "dir/block.toml:3:9: \"width\" must be 1 to 32 bits, found 0xffffffffffffffffffff",
            ),
            (
                "top = \"deny_counter\"\n[parameters]\nwidth = \"8\"",
                "dir/block.toml:3:9: \"width\" must be a whole number, found the string \"8\"",
            ),
            (
                "top = \"deny_counter\"\nparameters = 8",
                "dir/block.toml:2:14: \"parameters\" must be a table ([parameters]), found the number 8",
            ),
            (
                "top = \"ascon_aead\"\n[parameters]\nvariant = \"ascon-128a\"",
                "dir/block.toml:3:11: unknown value \"ascon-128a\" of \"variant\" (did you mean \"ascon128a\"?); known values: ascon128, ascon128a, ascon-aead128, all",
            ),
            (
                "top = \"deny_counter\"\nreset = true",
                "dir/block.toml:2:9: \"reset\" must be a string (in quotes), found true",
            ),
            (
                "top = \"deny_counter\"\nreset = \"none\"",
                "dir/block.toml:2:9: unknown value \"none\" of \"reset\"; known values: async, sync",
            ),
            (
                "name = \"8bit\"\ntop = \"deny_counter\"",
                "dir/block.toml:1:8: \"8bit\" cannot name a module: use letters, digits and underscores, and no digit first; set \"name\" in the configuration",
            ),
            (
                "name = \"module\"\ntop = \"deny_counter\"",
                "dir/block.toml:1:8: \"module\" cannot name a module: SystemVerilog reserves the word; set another \"name\" in the configuration",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(message(text), expected);
        }
    }

    #[test]
    fn a_file_name_that_is_no_identifier_needs_a_name() {
        let text = "top = \"deny_counter\"";
        let error = Config::parse("deny-counter.toml", text).unwrap_err();
        assert_eq!(
            error.to_string(),
            "deny-counter.toml: \"deny-counter\" cannot name a module: use letters, digits and underscores, and no digit first; set \"name\" in the configuration"
        );
        let named = format!("name = \"counter\"\n{text}");
        assert!(Config::parse("deny-counter.toml", &named).is_ok());
    }

    #[test]
    fn an_unreadable_file_is_told() {
        let error = Config::read("no/such/file.toml").unwrap_err();
        assert_eq!(
            error.to_string(),
            "no/such/file.toml: cannot read the configuration: No such file or directory (os error 2); check the path and its permissions"
        );
    }
}
