//! A counterexample, in one line.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use vcd::{Command, ScopeItem};

/// What shows that a property does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The assertion, the cycle, and the signals that matter.
    pub explanation: String,
    /// The waveform.
    pub vcd: PathBuf,
}

impl Counterexample {
    /// From what yosys-smtbmc printed, and its waveform.
    pub(crate) fn read(printed: &str, vcd: &str, watch: &[String], path: &Path) -> Self {
        let assertion = printed
            .lines()
            .find_map(|line| line.split_once("Assert failed in formal_top: "))
            .map_or("an assertion", |(_, name)| name.trim());
        let (steps, values) = last_values(vcd);
        let shown = watch.iter().map(|name| {
            let value = values.get(name.as_str()).map_or("?", String::as_str);
            format!(", {name} = {value}")
        });
        Counterexample {
            explanation: format!(
                "{assertion} fails in cycle {}{}",
                steps.saturating_sub(1),
                shown.collect::<String>()
            ),
            vcd: path.into(),
        }
    }
}

/// Number of steps, and the last value of every signal of the formal top, in hexadecimal.
fn last_values(text: &str) -> (usize, BTreeMap<String, String>) {
    let mut parser = vcd::Parser::new(text.as_bytes());
    let Ok(header) = parser.parse_header() else {
        return (0, BTreeMap::new());
    };
    let variables = header.items.iter().flat_map(|item| match item {
        ScopeItem::Scope(scope) => scope.items.as_slice(),
        _ => &[],
    });
    let names: Vec<_> = variables
        .filter_map(|item| match item {
            ScopeItem::Var(variable) => Some((variable.code, variable.reference.clone())),
            _ => None,
        })
        .collect();
    let mut steps = 0;
    let mut values = BTreeMap::new();
    for command in parser.map_while(Result::ok) {
        match command {
            // Yosys writes the number of the step into a signal of its own, every ten units of time.
            Command::Timestamp(time) => steps = (time / 10) as usize,
            Command::ChangeScalar(code, value) => {
                values.insert(code, value.to_string());
            }
            Command::ChangeVector(code, value) => {
                let bits: String = value.iter().map(|bit| bit.to_string()).collect();
                values.insert(code, hexadecimal(&bits));
            }
            _ => {}
        }
    }
    let named = names
        .into_iter()
        .filter_map(|(code, name)| Some((name, values.get(&code)?.clone())));
    (steps, named.collect())
}

/// Bits, high first, as `0x3f`.
fn hexadecimal(bits: &str) -> String {
    let zeros = "0".repeat(bits.len().wrapping_neg() % 4);
    let padded: Vec<char> = zeros.chars().chain(bits.chars()).collect();
    let digits = padded.chunks(4).map(|digit| {
        let digit: String = digit.iter().collect();
        u32::from_str_radix(&digit, 2).map_or("x".into(), |digit| format!("{digit:x}"))
    });
    format!("0x{}", digits.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_values_are_read() {
        let vcd = "$timescale 1 ns $end\n$scope module formal_top $end\n$var wire 1 a rst_ni $end\n\
                   $var wire 6 b len $end\n$scope module dut $end\n$var wire 1 a rst_ni $end\n\
                   $upscope $end\n$upscope $end\n$enddefinitions $end\n\
                   #0\n0a\nb000000 b\n#10\n1a\nb110101 b\n#20\n";
        let printed = "##  0:00:01  Assert failed in formal_top: a_len\n";
        let watch = ["rst_ni".to_owned(), "len".to_owned(), "none".to_owned()];
        let found = Counterexample::read(printed, vcd, &watch, Path::new("x.vcd"));
        assert_eq!(
            found.explanation,
            "a_len fails in cycle 1, rst_ni = 1, len = 0x35, none = ?"
        );
    }
}
