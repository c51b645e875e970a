//! Timing diagrams of recorded waveforms, as SVG.
//!
//! A [`Picture`] says what is drawn: signals, and a window of clock cycles. Each value is the one
//! that a flop sees at the rising edge. Cycles in which nothing but counters changes are folded
//! into one column.

use std::ops::Range;
use std::path::{Path, PathBuf};

use itertools::Itertools;
use serde::Deserialize;
use svg::Document;
use svg::node::element::{Path as Line, Rectangle, Text};
use thiserror::Error;
use wellen::simple::Waveform;
use wellen::{Hierarchy, Signal, Var};

/// Widths and heights, in pixels.
const LABELS: usize = 128;
const COLUMN: usize = 54;
const HEADER: usize = 34;
const LEVEL: usize = 14;
const BUS: usize = 28;
const GAP: usize = 7;
const GROUP_GAP: usize = 9;
const MARGIN: usize = 8;
/// Hexadecimal digits that fit into a column.
const DIGITS: usize = 8;
/// Cycles alike that are folded: the first and the last of them are shown.
const FOLDED: usize = 5;

const INK: &str = "#1f2933";
const FAINT: &str = "#9aa5b1";
const FOLD_FILL: &str = "#eef1f4";
const BUS_FILL: &str = "#dcebfa";

/// What is drawn of a waveform.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Picture {
    /// What it shows, for those who cannot see it.
    pub title: String,
    /// Where the signals are, for example `TOP.ascon_aead128`.
    pub scope: String,
    /// Name of the clock.
    pub clock: String,
    /// First cycle, counted from 0 at the first rising edge.
    pub from: usize,
    /// Number of cycles.
    pub cycles: usize,
    /// The signals, from top to bottom.
    pub row: Vec<Row>,
}

/// A signal of a [`Picture`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Its name.
    pub signal: String,
    /// What it is called in the picture; its name if not given.
    pub label: Option<String>,
    /// The signal of one bit that says when it has a meaning; always, if not given.
    pub valid: Option<String>,
    /// It counts: cycles that differ in it alone may be folded.
    #[serde(default)]
    pub counts: bool,
    /// A space is left above it.
    #[serde(default)]
    pub group: bool,
}

/// Why there is no picture.
#[derive(Debug, Error)]
pub enum PictureError {
    /// The description cannot be read.
    #[error("{}: {source}; give a readable file", path.display())]
    Unreadable {
        /// The description.
        path: PathBuf,
        /// What the operating system said.
        source: std::io::Error,
    },
    /// The description has a mistake.
    #[error("{}: {}", path.display(), source.to_string().trim_end())]
    Description {
        /// The description.
        path: PathBuf,
        /// The mistake and its place.
        source: Box<toml::de::Error>,
    },
    /// The waveform cannot be read.
    #[error("{}: {reason}; give an FST or VCD file", path.display())]
    Waveform {
        /// The waveform.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The waveform lacks a signal.
    #[error("{} has no signal {signal}; it has, in that scope: {known}", path.display())]
    NoSignal {
        /// The waveform.
        path: PathBuf,
        /// The signal with its scope.
        signal: String,
        /// Those it has.
        known: String,
    },
    /// The waveform is too short, or nothing is asked for.
    #[error(
        "{} has {present} cycles; cycles {} to {} cannot be drawn, choose others",
        path.display(), asked.start, asked.end.saturating_sub(1)
    )]
    NoCycles {
        /// The waveform.
        path: PathBuf,
        /// Cycles it has.
        present: usize,
        /// Cycles that were asked for.
        asked: Range<usize>,
    },
}

impl Picture {
    /// Reads a description (TOML).
    ///
    /// # Errors
    /// It cannot be read, or has a mistake.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, PictureError> {
        let path = path.as_ref();
        let text = std::fs::read_to_string(path).map_err(|source| PictureError::Unreadable {
            path: path.into(),
            source,
        })?;
        toml::from_str(&text).map_err(|source| PictureError::Description {
            path: path.into(),
            source: source.into(),
        })
    }

    /// Draws it of the waveform at `path`, VCD or FST.
    ///
    /// # Errors
    /// The waveform cannot be read, or lacks a signal or the cycles.
    pub fn draw(&self, path: impl AsRef<Path>) -> Result<String, PictureError> {
        let rows = self.sample(path.as_ref())?;
        let columns = fold(&rows, self.from..self.from + self.cycles);
        Ok(self.render(&rows, &columns))
    }

    fn sample(&self, path: &Path) -> Result<Vec<Samples>, PictureError> {
        let mut wave = wellen::simple::read(path).map_err(|error| PictureError::Waveform {
            path: path.into(),
            reason: error.to_string(),
        })?;
        let var = |name: &str| self.find(path, wave.hierarchy(), name);
        let clock = var(&self.clock)?;
        let mut vars = Vec::new();
        for row in &self.row {
            let valid = row.valid.as_deref().map(var).transpose()?;
            vars.push((var(&row.signal)?, valid));
        }
        let all: Vec<_> = vars
            .iter()
            .flat_map(|(var, valid)| [Some(var), valid.as_ref()])
            .flatten()
            .chain([&clock])
            .map(Var::signal_ref)
            .collect();
        wave.load_signals(&all);

        // Right before an edge there is the value that moves at it.
        let edges: Vec<u32> = (signal(&wave, &clock).into_iter())
            .flat_map(Signal::iter_changes)
            .filter(|(time, value)| *time > 0 && value.to_string() == "1")
            .map(|(time, _)| time - 1)
            .collect();
        let asked = self.from..self.from + self.cycles;
        let Some(times) = edges.get(asked.clone()).filter(|times| !times.is_empty()) else {
            return Err(PictureError::NoCycles {
                path: path.into(),
                present: edges.len(),
                asked,
            });
        };
        let samples = self.row.iter().zip(&vars).map(|(row, (var, valid))| {
            let names = var.enum_type(wave.hierarchy());
            let names = names.map(|(_, names)| names).unwrap_or_default();
            let prefix = common_prefix(names.iter().map(|(_, name)| *name));
            let value = |time: &u32| {
                let means = valid
                    .as_ref()
                    .is_none_or(|valid| bits(&wave, valid, *time) == "1");
                means.then(|| {
                    let bits = bits(&wave, var, *time);
                    match names.iter().find(|(code, _)| *code == bits) {
                        Some((_, name)) => name[prefix..].to_owned(),
                        None if var.length() == Some(1) => bits,
                        None => hex(&bits),
                    }
                })
            };
            Samples {
                is_level: var.length() == Some(1) && valid.is_none(),
                counts: row.counts,
                values: times.iter().map(value).collect(),
            }
        });
        Ok(samples.collect())
    }

    fn find(&self, path: &Path, hierarchy: &Hierarchy, name: &str) -> Result<Var, PictureError> {
        let full = format!("{}.{name}", self.scope);
        let mut vars = hierarchy.iter_vars();
        let found = vars.find(|var| var.full_name(hierarchy) == full);
        found.cloned().ok_or_else(|| PictureError::NoSignal {
            path: path.into(),
            signal: full,
            known: hierarchy
                .iter_vars()
                .map(|var| var.full_name(hierarchy))
                .filter_map(|full| {
                    full.strip_prefix(&format!("{}.", self.scope))
                        .map(str::to_owned)
                })
                .filter(|name| !name.contains('.'))
                .sorted()
                .dedup()
                .join(", "),
        })
    }

    fn render(&self, rows: &[Samples], columns: &[Column]) -> String {
        let height = |samples: &Samples| if samples.is_level { LEVEL } else { BUS };
        let width = LABELS + columns.len() * COLUMN + MARGIN;
        let mut y = HEADER;
        let mut tops = Vec::new();
        // The clock, then the rows.
        for (group, tall) in [(false, LEVEL)].into_iter().chain(
            self.row
                .iter()
                .zip(rows)
                .map(|(row, s)| (row.group, height(s))),
        ) {
            y += if group { GROUP_GAP } else { 0 };
            tops.push(y);
            y += tall + GAP;
        }
        let bottom = y + MARGIN;
        let mut drawing = Document::new()
            .set("viewBox", (0, 0, width, bottom))
            .set("font-family", "monospace")
            .set("font-size", 9)
            .set("fill", INK)
            .set("role", "img")
            .set("aria-label", escape(&self.title))
            .add(
                Rectangle::new()
                    .set("width", width)
                    .set("height", bottom)
                    .set("fill", "#ffffff"),
            );
        for (index, column) in columns.iter().enumerate() {
            let x = LABELS + index * COLUMN;
            let middle = x + COLUMN / 2;
            let number = match column.cycles.len() {
                1 => column.cycles.start.to_string(),
                _ => "…".into(),
            };
            if column.cycles.len() > 1 {
                let band = Rectangle::new()
                    .set("x", x)
                    .set("y", HEADER - 6)
                    .set("width", COLUMN)
                    .set("height", bottom - HEADER)
                    .set("fill", FOLD_FILL);
                drawing = drawing.add(band).add(text(
                    middle,
                    12,
                    &format!("{} cycles", column.cycles.len()),
                ));
            } else {
                let tick = format!("M{x} {} V{}", HEADER - 4, bottom - MARGIN);
                drawing = drawing.add(line(tick, FAINT).set("stroke-width", 0.3));
            }
            drawing = drawing.add(text(middle, 24, &number).set("fill", FAINT));
        }
        let labels = [self.clock.as_str()].into_iter().chain(
            self.row
                .iter()
                .map(|row| row.label.as_deref().unwrap_or(&row.signal)),
        );
        let heights = [LEVEL].into_iter().chain(rows.iter().map(height));
        for (label, (top, tall)) in labels.zip(tops.iter().zip(heights)) {
            let label = text(LABELS - 8, top + tall / 2 + 3, label)
                .set("text-anchor", "end")
                .set("font-size", 11);
            drawing = drawing.add(label);
        }
        drawing = drawing.add(line(clock(columns, tops[0]), INK));
        for (samples, top) in rows.iter().zip(&tops[1..]) {
            let shown: Vec<Option<String>> = columns.iter().map(|c| samples.shown(c)).collect();
            match samples.is_level {
                true => drawing = drawing.add(line(level(&shown, *top), INK)),
                false => {
                    for (shape, texts) in boxes(&shown, *top) {
                        drawing = drawing.add(shape);
                        for text in texts {
                            drawing = drawing.add(text);
                        }
                    }
                }
            }
        }
        format!("{drawing}\n")
    }
}

/// The values of a signal in the cycles of the window; `None` where it means nothing.
struct Samples {
    is_level: bool,
    counts: bool,
    values: Vec<Option<String>>,
}

impl Samples {
    /// What a column shows.
    fn shown(&self, column: &Column) -> Option<String> {
        let values = &self.values[column.samples.clone()];
        let (first, last) = (values.first()?.clone()?, values.last()?.clone()?);
        match first == last {
            true => Some(first),
            false => Some(format!("{first}…{last}")),
        }
    }
}

/// A column of the picture: a cycle, or those that are folded.
struct Column {
    /// By their numbers in the waveform.
    cycles: Range<usize>,
    /// In the window.
    samples: Range<usize>,
}

/// The columns of a window: the middle of many cycles alike is one.
fn fold(rows: &[Samples], window: Range<usize>) -> Vec<Column> {
    let alike = |a: &usize, b: &usize| {
        let mut still = rows.iter().filter(|row| !row.counts);
        still.all(|row| row.values[*a] == row.values[*b])
    };
    let column = |samples: Range<usize>| Column {
        cycles: window.start + samples.start..window.start + samples.end,
        samples,
    };
    let mut columns = Vec::new();
    let mut start = 0;
    for next in 1..=window.len() {
        if next < window.len() && alike(&start, &next) {
            continue;
        }
        if next - start >= FOLDED {
            let parts = [start..start + 1, start + 1..next - 1, next - 1..next];
            columns.extend(parts.map(column));
        } else {
            columns.extend((start..next).map(|cycle| column(cycle..cycle + 1)));
        }
        start = next;
    }
    columns
}

fn clock(columns: &[Column], top: usize) -> String {
    let (high, low) = (top, top + LEVEL);
    let mut path = format!("M{LABELS} {low}");
    for (index, column) in columns.iter().enumerate() {
        let x = LABELS + index * COLUMN;
        let (half, end) = (x + COLUMN / 2, x + COLUMN);
        path += &match column.cycles.len() {
            1 => format!(" V{high} H{half} V{low} H{end}"),
            _ => format!(" M{end} {low}"),
        };
    }
    path
}

fn level(shown: &[Option<String>], top: usize) -> String {
    let heights = shown.iter().map(|value| match value.as_deref() {
        Some("1") => top,
        _ => top + LEVEL,
    });
    let mut path = String::new();
    for (index, y) in heights.enumerate() {
        let x = LABELS + index * COLUMN;
        path += &match index {
            0 => format!("M{x} {y} H{}", x + COLUMN),
            _ => format!(" V{y} H{}", x + COLUMN),
        };
    }
    path
}

/// A box for each value, and its text.
fn boxes(shown: &[Option<String>], top: usize) -> Vec<(Line, Vec<Text>)> {
    let mut shapes = Vec::new();
    let mut x = LABELS;
    for (value, columns) in &shown.iter().chunk_by(|value| (*value).clone()) {
        let count = columns.count();
        let (start, end) = (x, x + count * COLUMN);
        x = end;
        let (middle, centre, bottom) = ((start + end) / 2, top + BUS / 2, top + BUS);
        let Some(value) = value else {
            let path = format!("M{start} {centre} H{end}");
            shapes.push((line(path, FAINT), Vec::new()));
            continue;
        };
        let shape = format!(
            "M{start} {centre} L{} {top} H{} L{end} {centre} L{} {bottom} H{} Z",
            start + 3,
            end - 3,
            end - 3,
            start + 3
        );
        // Digits do not fit into one line of a narrow box.
        let digits: Vec<char> = value.chars().collect();
        let lines: Vec<String> = match digits.len() <= DIGITS * count {
            true => vec![value.clone()],
            false => digits
                .chunks(DIGITS * count)
                .map(|c| c.iter().collect())
                .collect(),
        };
        let first = centre + 3 - 5 * (lines.len() - 1);
        let texts = lines.iter().enumerate();
        let texts = texts.map(|(n, text)| self::text(middle, first + 10 * n, text));
        shapes.push((line(shape, INK).set("fill", BUS_FILL), texts.collect()));
    }
    shapes
}

fn line(path: String, colour: &str) -> Line {
    Line::new()
        .set("d", path)
        .set("fill", "none")
        .set("stroke", colour)
}

fn text(x: usize, y: usize, content: &str) -> Text {
    Text::new()
        .set("x", x)
        .set("y", y)
        .set("text-anchor", "middle")
        .add(svg::node::Text::new(escape(content)))
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}

fn signal<'w>(wave: &'w Waveform, var: &Var) -> Option<&'w Signal> {
    wave.get_signal(var.signal_ref())
}

/// The bits of a signal at a time; `x` before its first value.
fn bits(wave: &Waveform, var: &Var, time: u32) -> String {
    let value = signal(wave, var).and_then(|signal| {
        let offset = signal.get_offset(time)?;
        Some(
            signal
                .get_value_at(&offset, offset.elements - 1)
                .to_string(),
        )
    });
    value.unwrap_or_else(|| "x".into())
}

/// How much of the names is the same for all, as in `PhaseIdle`, `PhaseText`; 0 if that leaves
/// nothing of one.
fn common_prefix<'n>(names: impl Iterator<Item = &'n str> + Clone) -> usize {
    let Some(first) = names.clone().next() else {
        return 0;
    };
    let ends = first.char_indices().map(|(place, _)| place).rev();
    let shared = |end: &usize| {
        let mut others = names.clone();
        others.all(|name| name.len() > *end && name.starts_with(&first[..*end]))
    };
    ends.into_iter().find(shared).unwrap_or(0)
}

/// Binary digits as hexadecimal ones; `x` where a bit is neither 0 nor 1.
fn hex(bits: &str) -> String {
    let digits = bits.as_bytes().rchunks(4).rev().map(|four| {
        let text = std::str::from_utf8(four).unwrap_or_default();
        u32::from_str_radix(text, 2)
            .ok()
            .and_then(|digit| char::from_digit(digit, 16))
            .unwrap_or('x')
    });
    digits.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const VCD: &str = "\
$timescale 1ns $end
$scope module TOP $end
$scope module t $end
$var wire 1 c clk_i $end
$var wire 1 v valid_i $end
$var wire 36 d data_i $end
$var wire 4 n count_q $end
$upscope $end
$upscope $end
$enddefinitions $end
";

    /// Twelve cycles; a beat is offered in cycles 2 and 9, the counter counts.
    fn wave() -> tempfile::NamedTempFile {
        let mut text = VCD.to_owned();
        for cycle in 0..12 {
            let (before, edge) = (10 * cycle + 4, 10 * cycle + 5);
            let valid = u8::from(cycle == 2 || cycle == 9);
            let data = if cycle < 5 { "101" } else { "111100001010" };
            text += &format!("#{before}\n0c\n{valid}v\nb{data} d\nb{cycle:b} n\n#{edge}\n1c\n");
        }
        let mut file = tempfile::NamedTempFile::new().unwrap();
        std::io::Write::write_all(&mut file, text.as_bytes()).unwrap();
        file
    }

    fn picture(from: usize, cycles: usize, signal: &str) -> Picture {
        let text = format!(
            "title = 'a < b'\nscope = 'TOP.t'\nclock = 'clk_i'\nfrom = {from}\ncycles = {cycles}\n\
             [[row]]\nsignal = 'valid_i'\n[[row]]\nsignal = '{signal}'\nvalid = 'valid_i'\n\
             [[row]]\nsignal = 'count_q'\ncounts = true\n"
        );
        toml::from_str(&text).unwrap()
    }

    #[test]
    fn values_are_those_at_the_edge_and_what_stays_alike_is_folded() {
        let wave = wave();
        let picture = picture(1, 10, "data_i");
        let rows = picture.sample(wave.path()).unwrap();
        let data: Vec<_> = rows[1]
            .values
            .iter()
            .map(|value| value.as_deref())
            .collect();
        let mut expected = vec![None; 10];
        (expected[1], expected[8]) = (Some("000000005"), Some("000000f0a"));
        assert_eq!(data, expected);
        let columns = fold(&rows, 1..11);
        let cycles: Vec<_> = columns.iter().map(|column| column.cycles.clone()).collect();
        assert_eq!(cycles, [1..2, 2..3, 3..4, 4..8, 8..9, 9..10, 10..11]);
        assert_eq!(rows[2].shown(&columns[3]).unwrap(), "4…7");
        let drawn = picture.draw(wave.path()).unwrap();
        assert!(
            drawn.contains("a &lt; b") && drawn.contains("4 cycles"),
            "{drawn}"
        );
        assert_eq!(drawn, picture.draw(wave.path()).unwrap());
    }

    #[test]
    fn what_names_share_is_left_out() {
        let shared = |names: &[&str]| common_prefix(names.iter().copied());
        assert_eq!(shared(&["PhaseIdle", "PhaseText", "PhaseTag"]), 5);
        assert_eq!(shared(&["Text", "TextPad"]), 3);
        assert_eq!(shared(&["Idle", "Run"]), 0);
        assert_eq!(shared(&[]), 0);
    }

    #[test]
    fn what_is_not_there_is_named() {
        let wave = wave();
        let error = |picture: Picture| picture.draw(wave.path()).unwrap_err().to_string();
        let path = wave.path().display();
        assert_eq!(
            error(picture(1, 3, "data_o")),
            format!(
                "{path} has no signal TOP.t.data_o; it has, in that scope: \
                 clk_i, count_q, data_i, valid_i"
            )
        );
        let short = "has 12 cycles; cycles 10 to 12 cannot be drawn, choose others";
        assert_eq!(error(picture(10, 3, "data_i")), format!("{path} {short}"));
        assert!(error(picture(3, 0, "data_i")).contains("has 12 cycles"));
    }
}
