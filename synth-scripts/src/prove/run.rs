//! Runs the programs that prove, and reads what they print.

use super::counterexample::Counterexample;
use super::job::{Edit, Engine, Mode, Planted, Property, bodies, wrong};
use super::model::{edited, formal_top, modules};
use crate::SynthError;

use crate::tools::{PROVE, REACH, Workshop, io_error, z3_version};
use itertools::Itertools;
use pimtee_gen::config::Config;
use pimtee_gen::sv::{Emitted, emit};
use std::fs;
use std::path::Path;

/// Seconds that a solver may take for one question.
const TIMEOUT_S: &str = "600";
/// What yosys-smtbmc ends with.
const PASSED: &str = "Status: PASSED";
const FAILED: &str = "Status: FAILED";
/// What the sat command of yosys prints.
const STEP_PROVEN: &str = "Induction step proven: SUCCESS!";
/// Conflicts that abc may meet at one node: the induction over all assertions together, which
/// scorr is, gives up a node with more.
const CONFLICTS: &str = "1000000";
/// Name of the formal top's file.
const TOP_FILE: &str = "formal_top.sv";

/// How a proof ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The property holds.
    Proved,
    /// It does not: what shows that.
    Failed(Counterexample),
    /// It is not known.
    Undecided {
        /// Why.
        reason: String,
    },
}

/// How the search for a planted bug ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Search {
    /// The property fails with it, as it must.
    Found {
        /// The cycle, 0 the first in reset.
        cycle: usize,
    },
    /// The property holds with it: it does not say what it should.
    Missed,
    /// It is not known.
    Undecided {
        /// Why.
        reason: String,
    },
}

/// Proves `property` of the top of `config`, at its size. A counterexample becomes the file `vcd`.
///
/// # Errors
/// A tool is missing or refuses the design; the property is wrong: no such module, text or signal.
pub fn prove(property: &Property, config: &Config, vcd: &Path) -> Result<Outcome, SynthError> {
    z3_version()?;
    if vcd.exists() {
        // Of an earlier run.
        fs::remove_file(vcd).map_err(io_error(&format!("remove {}", vcd.display())))?;
    }
    let job = Job::new(property, config, &[])?;
    job.prepare(match property.engine {
        Engine::Z3 if property.is_combinational() => &["smt2"],
        Engine::Z3 => &["smt2", "reach"],
        Engine::Abc => &["aiger", "reach"],
        Engine::Sat => &["sat", "reach"],
    })?;
    let outcome = match property.engine {
        Engine::Z3 => job.by_z3(vcd)?,
        Engine::Abc => job.by_abc(vcd)?,
        Engine::Sat => job.by_sat(vcd)?,
    };
    // A counterexample says more than that nothing is reached.
    Ok(match outcome {
        Outcome::Proved => match job.unreached()? {
            Some(reason) => Outcome::Undecided { reason },
            None => Outcome::Proved,
        },
        other => other,
    })
}

/// Looks for a planted bug with `property`.
///
/// # Errors
/// As [`prove`].
pub fn find(property: &Property, bug: &Planted, config: &Config) -> Result<Search, SynthError> {
    z3_version()?;
    let job = Job::new(property, config, &bug.edits)?;
    // In any state whatever: the search does not begin with the reset.
    if property.is_combinational() {
        job.prepare(&["smt2"])?;
        let printed = job
            .shop
            .smtbmc(&["--timeout", TIMEOUT_S, "-t", "1", "model.smt2"])?;
        return Ok(if printed.contains(FAILED) {
            Search::Found { cycle: 0 }
        } else if printed.contains(PASSED) {
            Search::Missed
        } else {
            Search::Undecided {
                reason: undecided(&printed),
            }
        });
    }
    job.prepare(&["aiger"])?;
    let cycles = property.bug_cycles();
    let command = format!("read_aiger model.aig; fold; bmc3 -F {cycles} -T {TIMEOUT_S}");
    let printed = job.shop.abc(&command)?;
    let first = frames(&printed).into_iter().map(|(_, frame)| frame).min();
    Ok(match first {
        Some(cycle) => Search::Found { cycle },
        None if printed.contains(&format!("No output asserted in {cycles} frames")) => {
            Search::Missed
        }
        None => Search::Undecided {
            reason: undecided(&printed),
        },
    })
}

/// A model in a folder of its own.
struct Job<'j> {
    property: &'j Property,
    top: &'static str,
    shop: Workshop<'j>,
    sources: String,
    cut: String,
}

impl<'j> Job<'j> {
    fn new(property: &'j Property, config: &Config, bug: &[Edit]) -> Result<Self, SynthError> {
        let top = config.top().name;
        let config = property.config(config)?;
        let design = emit(config.block().as_ref(), &config.emit_options(false))
            .map_err(|error| wrong(top, format!("{}: {error}", property.name)))?;
        let edits: Vec<Edit> = property.edit.iter().chain(bug).cloned().collect();
        let files = edited(top, &design, &edits)?;
        let shop = Workshop::without_library("formal_top", &files)?;
        shop.write(TOP_FILE, &formal_top(property, &config, &design))?;
        shop.write(REACH.0, REACH.1)?;
        for (name, text) in bodies(top) {
            shop.write(name, text)?;
        }
        let names = files.iter().map(|file| file.name.as_str());
        Ok(Job {
            property,
            top,
            shop,
            sources: names.chain([TOP_FILE]).join(" "),
            cut: cut(property, top, &design)?,
        })
    }

    /// Writes models of these kinds, see `prove.tcl`: in one run, for mapping takes longest.
    fn prepare(&self, kinds: &[&str]) -> Result<(), SynthError> {
        let kinds = kinds.join(" ");
        let settings = [
            ("SOURCES", self.sources.as_str()),
            ("CUT", &self.cut),
            ("KINDS", &kinds),
            ("DEPTH", &self.property.depth.to_string()),
        ];
        let printed = self.shop.yosys(PROVE, &settings)?;
        let undriven = printed.lines().filter_map(|line| {
            let (_, rest) = line.split_once("Wire formal_top.")?;
            let (name, rest) = rest.split_once(' ')?;
            let undriven = rest.contains("is used but has no driver") && name != "clk_i";
            undriven.then(|| name.trim_start_matches('\\'))
        });
        match undriven.unique().join(", ") {
            names if names.is_empty() => Ok(()),
            names => Err(self.wrong(format!("the design has no signal {names}"))),
        }
    }

    /// Why the property may be true of nothing: its assumptions rule out what its body says can
    /// happen.
    fn unreached(&self) -> Result<Option<String>, SynthError> {
        let all = number_of(&self.shop.read("covers.txt")?).unwrap_or_default();
        let (reached, cycles) = match self.property.is_combinational() {
            true => (self.reached_by_z3()?, 1),
            false => (self.reached_by_abc()?, self.property.reach),
        };
        if all == 0 {
            let reason = "its body has no cover statement, so it may be true of nothing";
            return Ok(Some(reason.into()));
        }
        Ok((reached < all).then(|| {
            format!(
                "{reached} of {all} cover statements are reached in {cycles} cycles, so it may \
                 be true of nothing"
            )
        }))
    }

    /// Number of cover statements that are reached.
    fn reached_by_z3(&self) -> Result<usize, SynthError> {
        let args = ["-c", "--timeout", TIMEOUT_S, "-t", "1", "model.smt2"];
        let printed = self.shop.smtbmc(&args)?;
        Ok(printed.matches("Reached cover statement").count())
    }

    /// The same from the reset.
    fn reached_by_abc(&self) -> Result<usize, SynthError> {
        let cycles = self.property.reach;
        let command = format!("read_aiger reach.aig; fold; bmc3 -a -F {cycles} -T {TIMEOUT_S}");
        let printed = self.shop.abc(&command)?;
        let outputs = frames(&printed).into_iter().map(|(output, _)| output);
        Ok(outputs.unique().count())
    }

    fn by_z3(&self, vcd: &Path) -> Result<Outcome, SynthError> {
        let depth = self.property.depth;
        let (steps, more) = match self.property.mode {
            Mode::Comb => (1, None),
            Mode::Bmc => (depth, None),
            Mode::Induction => (depth + 1, Some(depth)),
        };
        let first = self.ask(&[], steps, vcd)?;
        match (first, more) {
            (Outcome::Proved, Some(steps)) => {
                let second = self.ask(&["-i"], steps, vcd)?;
                Ok(match second {
                    Outcome::Failed(found) => Outcome::Undecided {
                        reason: format!(
                            "the step of the induction fails, from a state that need not be \
                             reachable: {}; waveform: {}; say in the body which states are not, \
                             or take a greater depth",
                            found.explanation,
                            found.vcd.display()
                        ),
                    },
                    other => other,
                })
            }
            (first, _) => Ok(first),
        }
    }

    fn ask(&self, mode: &[&str], steps: usize, vcd: &Path) -> Result<Outcome, SynthError> {
        const TRACE: &str = "trace.vcd";
        let steps = steps.to_string();
        let args = [
            mode,
            &[
                "--timeout",
                TIMEOUT_S,
                "--dump-vcd",
                TRACE,
                "-t",
                &steps,
                "model.smt2",
            ],
        ]
        .concat();
        let printed = self.shop.smtbmc(&args)?;
        if printed.contains(PASSED) {
            return Ok(Outcome::Proved);
        }
        if printed.contains(FAILED) {
            let text = self.shop.read(TRACE)?;
            self.shop.hand_over(TRACE, vcd)?;
            let found = Counterexample::read(&printed, &text, &self.property.watch, vcd);
            return Ok(Outcome::Failed(found));
        }
        Ok(Outcome::Undecided {
            reason: undecided(&printed),
        })
    }

    fn by_sat(&self, vcd: &Path) -> Result<Outcome, SynthError> {
        if self.shop.read("sat.txt")?.contains(STEP_PROVEN) {
            return Ok(Outcome::Proved);
        }
        // z3 makes the waveform of a failure from reset, if that is what it is.
        self.prepare(&["smt2"])?;
        Ok(match self.ask(&[], self.property.depth + 1, vcd)? {
            Outcome::Proved => Outcome::Undecided {
                reason: "the step of the induction fails, from a state that need not be \
                         reachable; say in the body which states are not, or take a greater depth"
                    .into(),
            },
            found => found,
        })
    }

    fn by_abc(&self, vcd: &Path) -> Result<Outcome, SynthError> {
        let command =
            format!("read_aiger model.aig; fold; scorr -C {CONFLICTS}; pdr -T {TIMEOUT_S}");
        let printed = self.shop.abc(&command)?;
        if let Some((_, frame)) = frames(&printed).into_iter().min_by_key(|(_, frame)| *frame) {
            // z3 makes the waveform of what abc has found.
            self.prepare(&["smt2"])?;
            return Ok(match self.ask(&[], frame + 1, vcd)? {
                Outcome::Proved => Outcome::Undecided {
                    reason: format!("abc finds a counterexample in cycle {frame}, z3 does not"),
                },
                found => found,
            });
        }
        let proved = ["Property proved", "Networks are equivalent"];
        if proved.iter().any(|line| printed.contains(line)) {
            return Ok(Outcome::Proved);
        }
        Ok(Outcome::Undecided {
            reason: undecided(&printed),
        })
    }

    fn wrong(&self, what: String) -> SynthError {
        wrong(self.top, format!("{}: {what}", self.property.name))
    }
}

/// Names of the modules whose outputs are free.
fn cut(property: &Property, top: &str, design: &Emitted) -> Result<String, SynthError> {
    let mut all = Vec::new();
    for name in &property.cut {
        let found = modules(design, name);
        if found.is_empty() {
            let what = format!("{}: the design has no module {name} to cut", property.name);
            return Err(wrong(top, what));
        }
        all.extend(found);
    }
    Ok(all.into_iter().unique().join(" "))
}

/// Outputs that yosys-abc asserted, with their frames.
fn frames(printed: &str) -> Vec<(usize, usize)> {
    let lines = printed.lines().filter_map(|line| {
        let (_, rest) = line.split_once("Output ")?;
        let (_, frame) = rest.split_once("in frame ")?;
        Some((number_of(rest)?, number_of(frame)?))
    });
    lines.collect()
}

/// The number that a text begins with, after spaces: abc fills up columns.
fn number_of(text: &str) -> Option<usize> {
    let text = text.trim_start();
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    text[..end].parse().ok()
}

fn undecided(printed: &str) -> String {
    let last = printed.lines().rfind(|line| !line.trim().is_empty());
    format!(
        "no answer within {TIMEOUT_S} s, or an error: {}; cut modules that do not matter, or take \
         a smaller size or another engine",
        last.unwrap_or("nothing was printed").trim()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_abc_asserted_is_read() {
        let printed = "Output 1 of miter \"model\" was asserted in frame 2. Time = 0.02 sec\n\
                       No output asserted in 9 frames. Resource limit reached.\n";
        assert_eq!(frames(printed), [(1, 2)]);
        let several = "Output 0 was asserted in frame  4 (solved 1 out of 2 outputs).\n\
                       Output 1 was asserted in frame 12 (solved 2 out of 2 outputs).\n";
        assert_eq!(frames(several), [(0, 4), (1, 12)]);
    }
}
