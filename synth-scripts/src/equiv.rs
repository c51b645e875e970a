//! Proof that a netlist does what its design says.

use crate::area::parallel;
use crate::library::Library;
use crate::map::{Modules, map};
use crate::memory;
use crate::tools::{EQUIV, FLOPS, Workshop};
use crate::{Design, SynthError};
use itertools::Itertools;
use pimtee_gen::sv::{Emitted, SvFile};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};

/// How a proof ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Netlist and design do the same.
    Equivalent,
    /// They do not, or the proof found no way to compare them.
    Different {
        /// Where they differ.
        reason: String,
    },
}

/// Compares `netlist`, made of cells of `library`, with `design`: the same next state and outputs
/// for every state and input, and the same clocks and resets.
///
/// # Errors
/// A tool is missing, or refuses the design or the netlist.
pub fn prove(design: &Design<'_>, netlist: &str, library: &Library) -> Result<Verdict, SynthError> {
    let shop = Workshop::new(design, library)?;
    const NETLIST: &str = "netlist.v";
    shop.write(NETLIST, netlist)?;
    shop.write(FLOPS.0, FLOPS.1)?;
    shop.yosys(EQUIV, &[("NETLIST", NETLIST)])?;
    let left: Vec<String> = [("design", "gold.blif"), ("netlist", "gate.blif")]
        .iter()
        .map(|(side, file)| Ok(left_over(side, &shop.read(file)?)))
        .collect::<Result<Vec<_>, SynthError>>()?
        .concat();
    if !left.is_empty() {
        let reason = format!("flops without counterpart: {}", some(&left));
        return Ok(Verdict::Different { reason });
    }
    Ok(verdict(&shop.abc("cec gold.blif gate.blif")?))
}

/// State and cells that are still in a BLIF file, which `cec` would not compare.
fn left_over(side: &str, blif: &str) -> Vec<String> {
    let lines = blif.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        let name = match words.next()? {
            ".latch" => words.nth(1)?,
            ".subckt" | ".gate" => {
                let cell = words.next()?;
                words
                    .find_map(|word| word.strip_prefix("Q="))
                    .unwrap_or(cell)
            }
            _ => return None,
        };
        Some(format!("{name} ({side})"))
    });
    lines.collect()
}

/// Reads what `cec` prints; it exits with 0 whatever happens.
fn verdict(printed: &str) -> Verdict {
    let line = |start: &str| printed.lines().find(|line| line.trim().starts_with(start));
    if line("Networks are equivalent").is_some() {
        return Verdict::Equivalent;
    }
    let reason = line("Verification failed")
        .or_else(|| line("Networks are"))
        .or_else(|| printed.lines().rfind(|line| !line.trim().is_empty()))
        .unwrap_or("yosys-abc printed nothing");
    Verdict::Different {
        reason: reason.trim().into(),
    }
}

/// The first few of a list.
fn some(list: &[String]) -> String {
    const SHOWN: usize = 5;
    let more = list.len().saturating_sub(SHOWN);
    let shown = list.iter().take(SHOWN).join(", ");
    match more {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// A module to be proved: a top of its own with all below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// Name of the module.
    pub module: String,
    /// The sources it is in.
    pub files: Vec<SvFile>,
    /// Its text and that of all below it, without what differs between configurations.
    content: String,
}

/// Every module of a design but its memories.
pub fn goals(design: &Emitted) -> Vec<Goal> {
    let below: BTreeMap<&str, BTreeSet<&str>> = design
        .names
        .iter()
        .map(|names| {
            let modules = names.instances.values().flatten().map(String::as_str);
            (names.module.as_str(), modules.collect())
        })
        .collect();
    let goal = |module: &str| {
        let mut open = vec![module];
        let mut used = BTreeSet::new();
        while let Some(name) = open.pop() {
            if used.insert(name) {
                open.extend(below.get(name).into_iter().flatten());
            }
        }
        let is_used = |file: &&SvFile| used.contains(file.name.trim_end_matches(".sv"));
        let texts = design.files.iter().filter(is_used).map(|file| {
            let code = file
                .text
                .lines()
                .filter(|line| !line.trim_start().starts_with("//"));
            code.map(|line| without(&design.top, line)).join("\n")
        });
        Goal {
            module: module.into(),
            files: design.files.clone(),
            content: texts.chain([without(&design.top, module)]).join("\n"),
        }
    };
    design
        .names
        .iter()
        .filter(|names| names.module == design.top || memory::shape(&names.module).is_none())
        .map(|names| goal(&names.module))
        .collect()
}

/// Calls the design `top` where a name is its own or begins with it.
fn without(own: &str, line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once(own) {
        text += before;
        let begins = !text.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
        let ends = !after.starts_with(|c: char| c.is_ascii_alphanumeric());
        text += if begins && ends { "top" } else { own };
        rest = after;
    }
    text + rest
}

/// Maps and proves the modules, two at a time, those of equal content once. `progress` is told,
/// from any thread, how many of how many different modules are done.
///
/// # Errors
/// A tool is missing or refuses a module, or a netlist has what it must not have.
pub fn prove_all(
    goals: &[Goal],
    library: &Library,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Vec<Verdict>, SynthError> {
    let different: Vec<&Goal> = goals.iter().unique_by(|goal| &goal.content).collect();
    let finished = AtomicUsize::new(0);
    progress(0, different.len());
    let run = |goal: &&Goal| {
        let design = Design {
            top: &goal.module,
            files: &goal.files,
        };
        let verdict = map(&design, library, Modules::Flat)
            .and_then(|mapped| prove(&design, &mapped.netlist, library));
        progress(
            finished.fetch_add(1, Ordering::Relaxed) + 1,
            different.len(),
        );
        verdict
    };
    let verdicts = parallel(|| different.par_iter().map(run).collect::<Vec<_>>())?;
    let verdicts: Vec<Verdict> = verdicts.into_iter().collect::<Result<_, _>>()?;
    let contents = different.iter().map(|goal| goal.content.as_str());
    let verdicts: BTreeMap<&str, Verdict> = contents.zip(verdicts).collect();
    Ok(goals
        .iter()
        .map(|goal| verdicts[goal.content.as_str()].clone())
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_design_is_no_content() {
        assert_eq!(
            without("a", "a_round u_a (.a(a), .x(a_q)); // alpha"),
            "top_round u_a (.top(top), .x(top_q)); // alpha"
        );
    }

    #[test]
    fn only_one_line_of_cec_is_a_proof() {
        let proved = "Warning: x\nNetworks are equivalent.  Time =     0.92 sec\n";
        assert_eq!(verdict(proved), Verdict::Equivalent);
        let cases = [
            (
                "Networks are NOT EQUIVALENT.  Time = 0.0 sec\n",
                "Networks are NOT EQUIVALENT.  Time = 0.0 sec",
            ),
            (
                "Networks are NOT EQUIVALENT.\nVerification failed for at least 1 outputs: y\n",
                "Verification failed for at least 1 outputs: y",
            ),
            (
                "Miter computation has failed.\n\n",
                "Miter computation has failed.",
            ),
            ("", "yosys-abc printed nothing"),
        ];
        for (printed, reason) in cases {
            let reason = reason.to_owned();
            assert_eq!(verdict(printed), Verdict::Different { reason });
        }
    }

    #[test]
    fn state_in_a_blif_file_is_left_over() {
        let blif = ".model m\n.latch d q re clk_i 2\n.subckt $_DFF_PN0_ D=d Q=r\n.subckt $x E=e\n.names a y\n.end\n";
        assert_eq!(
            left_over("netlist", blif),
            ["q (netlist)", "r (netlist)", "$x (netlist)"]
        );
    }
}
