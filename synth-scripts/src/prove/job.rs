//! What there is to prove: `formal/<top>.toml` and the bodies beside it.

use crate::SynthError;
use include_dir::{Dir, include_dir};
use pimtee_gen::catalogue::Setting;
use pimtee_gen::config::Config;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Cycles within which a planted bug must show at least.
const BUG_CYCLES: usize = 60;

static FORMAL: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/formal");

/// A property of a top, with what is needed to prove it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Property {
    /// Its name.
    pub name: String,
    /// What it says, in one sentence.
    pub claim: String,
    /// Files that make up the body of the formal top.
    #[serde(deserialize_with = "one_or_more")]
    pub(crate) body: Vec<String>,
    /// What proves it.
    pub engine: Engine,
    /// How.
    #[serde(default)]
    pub mode: Mode,
    /// Steps of the induction, or of the bounded search.
    #[serde(default = "one")]
    pub depth: usize,
    /// Parameters in place of the configuration's.
    #[serde(default)]
    size: BTreeMap<String, toml::Value>,
    /// Modules whose outputs are free.
    #[serde(default)]
    pub(crate) cut: Vec<String>,
    /// Copies of the design.
    #[serde(default = "one")]
    pub(crate) copies: usize,
    /// Changes that belong to the question, such as a register that may flip.
    #[serde(default)]
    pub(crate) edit: Vec<Edit>,
    /// Signals of the formal top to name in the explanation of a counterexample.
    #[serde(default)]
    pub(crate) watch: Vec<String>,
    /// Steps within which every cover statement of the body must be reached.
    #[serde(default = "forty")]
    pub(crate) reach: usize,
    /// Bugs that it must find.
    #[serde(default)]
    pub planted: Vec<Planted>,
}

/// A program that proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    /// yosys-smtbmc with z3.
    Z3,
    /// yosys-abc: property directed reachability, which is not bounded.
    Abc,
    /// The sat command of yosys, which is MiniSat: by induction. For sums over many registers, on
    /// which z3 spends minutes.
    Sat,
}

/// How z3 proves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// By induction, so for all time.
    #[default]
    Induction,
    /// For a number of cycles from reset.
    Bmc,
    /// In any state whatever.
    Comb,
}

/// A change of the emitted text.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edit {
    /// Module, without the name of the top and the parameters; `top` is the top itself.
    pub(crate) module: String,
    /// What is there, exactly once unless `all` is given.
    pub(crate) find: String,
    /// What stands there instead.
    pub(crate) replace: String,
    /// Change every place.
    #[serde(default)]
    pub(crate) all: bool,
}

/// A bug.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "PlantedText")]
pub struct Planted {
    /// What it is.
    pub name: String,
    pub(crate) edits: Vec<Edit>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlantedText {
    name: String,
    module: Option<String>,
    find: Option<String>,
    replace: Option<String>,
    #[serde(default)]
    all: bool,
    #[serde(default)]
    edit: Vec<Edit>,
}

impl TryFrom<PlantedText> for Planted {
    type Error = String;

    fn try_from(text: PlantedText) -> Result<Self, String> {
        let edits = match (text.module, text.find, text.replace) {
            (Some(module), Some(find), Some(replace)) if text.edit.is_empty() => vec![Edit {
                module,
                find,
                replace,
                all: text.all,
            }],
            (None, None, None) if !text.edit.is_empty() => text.edit,
            _ => {
                return Err(format!(
                    "planted bug \"{}\": give module, find and replace, or a list edit of these",
                    text.name
                ));
            }
        };
        Ok(Planted {
            name: text.name,
            edits,
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    property: Vec<Property>,
}

fn one() -> usize {
    1
}

fn forty() -> usize {
    40
}

fn one_or_more<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Names {
        One(String),
        More(Vec<String>),
    }
    Ok(match Names::deserialize(from)? {
        Names::One(name) => vec![name],
        Names::More(names) => names,
    })
}

/// Tops that have properties, in alphabetical order.
pub fn tops() -> Vec<&'static str> {
    let mut tops: Vec<&str> = FORMAL
        .files()
        .filter(|file| file.path().extension().is_some_and(|end| end == "toml"))
        .filter_map(|file| file.path().file_stem()?.to_str())
        .collect();
    tops.sort();
    tops
}

/// The properties of a top, as they are listed; none if it has no list.
///
/// # Errors
/// The list has an error.
pub fn properties(top: &str) -> Result<Vec<Property>, SynthError> {
    let Some(file) = FORMAL.get_file(format!("{top}.toml")) else {
        return Ok(Vec::new());
    };
    let text = file.contents_utf8().unwrap_or_default();
    let document: Document = toml::from_str(text)
        .map_err(|error| wrong(top, format!("the list has an error: {error}")))?;
    Ok(document.property)
}

/// Every file that bodies of `top` are made of: name and text.
pub(crate) fn bodies(top: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let files = FORMAL.get_dir(top).into_iter().flat_map(Dir::files);
    files.filter_map(|file| {
        let name = file.path().file_name()?.to_str()?;
        Some((name, file.contents_utf8()?))
    })
}

impl Property {
    /// The configuration it is proved at.
    ///
    /// # Errors
    /// The size is none that the top can have.
    pub fn config(&self, config: &Config) -> Result<Config, SynthError> {
        let top = config.top().name;
        let refuse = |error: String| wrong(top, format!("{}: size: {error}", self.name));
        let mut document: toml::Table =
            toml::from_str(&config.to_toml()).map_err(|error| refuse(error.to_string()))?;
        document.insert("name".into(), config.name().into());
        if let Some(toml::Value::Table(parameters)) = document.get_mut("parameters") {
            parameters.extend(self.size.clone());
        }
        Config::parse(config.name(), &document.to_string())
            .map_err(|error| refuse(error.to_string()))
    }

    /// The size it is proved at, as `entries=4 path=registered`.
    pub fn size(config: &Config) -> String {
        let values = config.parameters().map(|(name, value)| match value {
            Setting::Int(value) => format!("{name}={value}"),
            Setting::Choice(value) => format!("{name}={value}"),
        });
        values.collect::<Vec<_>>().join(" ")
    }

    /// Whether the proof begins in any state, and so has no use for a reset.
    pub(crate) fn is_combinational(&self) -> bool {
        self.engine == Engine::Z3 && self.mode == Mode::Comb
    }

    /// The bugs it must find.
    ///
    /// # Errors
    /// There is none, so nothing shows that the property can fail.
    pub fn bugs(&self, top: &str) -> Result<&[Planted], SynthError> {
        if self.planted.is_empty() {
            let what = "no planted bug, so nothing shows that it can fail";
            return Err(wrong(top, format!("{}: {what}", self.name)));
        }
        Ok(&self.planted)
    }

    /// Cycles from reset within which a planted bug must show: enough to come to the states that
    /// matter.
    pub fn bug_cycles(&self) -> usize {
        self.reach.max(BUG_CYCLES)
    }

    /// How it is proved, as `inductive, k = 1`.
    pub fn how(&self) -> String {
        match (self.engine, self.mode) {
            (Engine::Abc, _) => "unbounded".into(),
            (Engine::Z3, Mode::Induction) | (Engine::Sat, _) => {
                format!("inductive, k = {}", self.depth)
            }
            (Engine::Z3, Mode::Bmc) => format!("{} cycles", self.depth),
            (Engine::Z3, Mode::Comb) => "any state".into(),
        }
    }
}

impl Engine {
    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Z3 => "smtbmc z3",
            Engine::Abc => "abc pdr",
            Engine::Sat => "yosys sat",
        }
    }
}

pub(crate) fn wrong(top: &str, what: String) -> SynthError {
    SynthError::Property {
        top: top.into(),
        what,
    }
}
