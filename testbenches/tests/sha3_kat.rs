//! Official answers for Keccak-f\[1600\], SHA3-256, SHA3-512 and SHAKE128 against the golden models.

use pimtee_sim::golden::keccak::{self, RHO_OFFSETS, ROUND_CONSTANTS, State, Step};
use pimtee_sim::golden::sha3::Function;
use pimtee_sim::kat::hash::{HashFile, HashInput};
use pimtee_sim::kat::runner::hash::{GoldenHash, run};
use pimtee_testbenches::here;
use rstest::rstest;
use std::fs;

#[rstest]
#[case(Function::Sha3_256, "SHA3_256ShortMsg.rsp", 137)]
#[case(Function::Sha3_256, "SHA3_256LongMsg_first10.rsp", 10)]
#[case(Function::Sha3_256, "SHA3_256Monte.rsp", 100)]
#[case(Function::Sha3_256, "nist_examples_SHA3-256.txt", 6)]
#[case(Function::Sha3_512, "SHA3_512ShortMsg.rsp", 73)]
#[case(Function::Sha3_512, "SHA3_512Monte.rsp", 100)]
#[case(Function::Sha3_512, "nist_examples_SHA3-512.txt", 5)]
#[case(Function::Shake128, "SHAKE128ShortMsg.rsp", 337)]
#[case(Function::Shake128, "SHAKE128LongMsg_first10.rsp", 10)]
#[case(Function::Shake128, "SHAKE128Monte.rsp", 100)]
#[case(Function::Shake128, "SHAKE128VariableOut_every10th.rsp", 113)]
#[case(Function::Shake128, "ShortMsgKAT_SHAKE128_512bytes_evenlen.txt", 128)]
#[case(Function::Shake128, "nist_examples_SHAKE128.txt", 5)]
fn official_vectors_are_answered(
    #[case] function: Function,
    #[case] name: &str,
    #[case] cases: usize,
) {
    let file = HashFile::read(here("vectors/sha3").join(name), function).unwrap();
    let report = run(
        &file.cases,
        &mut GoldenHash { function },
        &mut |_, _| {},
        None,
    );
    assert_eq!(report.failures, []);
    assert_eq!(report.summary(), format!("{cases} passed, 0 failed"));
}

/// Whichever case has a digit changed, that case fails, and of a Monte Carlo file the one that starts
/// from it.
#[rstest]
#[case(Function::Sha3_256, "SHA3_256ShortMsg.rsp", 1)]
#[case(Function::Sha3_512, "SHA3_512Monte.rsp", 2)]
#[case(Function::Shake128, "SHAKE128Monte.rsp", 2)]
#[case(Function::Shake128, "ShortMsgKAT_SHAKE128_512bytes_evenlen.txt", 1)]
fn a_changed_digit_is_found(#[case] function: Function, #[case] name: &str, #[case] fails: usize) {
    let path = here("vectors/sha3").join(name);
    let text = fs::read_to_string(&path).unwrap();
    for (number, index) in [(3, 9), (40, 0), (60, 31)] {
        let mut answers = text
            .match_indices("MD = ")
            .chain(text.match_indices("Output = "));
        let mut squeezed = text.match_indices("Squeezed = ");
        let (at, name) = answers.nth(number).or(squeezed.nth(number)).unwrap();
        let at = at + name.len() + index;
        let digit = if &text[at..at + 1] == "0" { "1" } else { "0" };
        let changed = format!("{}{digit}{}", &text[..at], &text[at + 1..]);
        let file = HashFile::parse(&path, &changed, function).unwrap();
        let mut engine = GoldenHash { function };
        let cases = &file.cases[number..number + 2];
        let report = run(cases, &mut engine, &mut |_, _| {}, None);
        assert_eq!(report.failed, fails, "{:?}", report.failures);
        assert_eq!(report.failures[0].line, file.cases[number].line);
    }
}

/// The Monte Carlo test of SHAKE128 visits many lengths: the chosen lengths are those of the file.
#[test]
fn monte_carlo_outputs_have_the_lengths_of_the_file() {
    let file = HashFile::read(here("vectors/sha3/SHAKE128Monte.rsp"), Function::Shake128).unwrap();
    let mut lengths: Vec<usize> = file.cases.iter().map(|case| case.bits / 8).collect();
    lengths.sort_unstable();
    lengths.dedup();
    assert!(lengths.len() > 50 && lengths[0] >= 16 && lengths[lengths.len() - 1] <= 140);
    let start = |index: usize| match &file.cases[index].input {
        HashInput::Outputs { start, first, .. } => (start.clone(), *first),
        other => panic!("{other:?}"),
    };
    assert_eq!(start(0).1, 140);
    assert_eq!(start(1).0, file.cases[0].output);
}

/// The numbers on the lines `<name>… = <number>`.
fn table(text: &str, name: &str, radix: u32) -> Vec<u64> {
    text.lines()
        .filter(|line| line.starts_with(name))
        .filter_map(|line| line.split_once('='))
        .map(|(_, value)| u64::from_str_radix(value.trim(), radix).unwrap())
        .collect()
}

/// The lines after a heading as lanes.
fn lanes(lines: &mut dyn Iterator<Item = &str>) -> State {
    let words: Vec<u64> = lines
        .take(5)
        .flat_map(str::split_whitespace)
        .map(|word| u64::from_str_radix(word, 16).unwrap())
        .collect();
    words.try_into().unwrap()
}

fn bytes(line: &str) -> [u8; keccak::STATE_BYTES] {
    let digits: String = line.split_whitespace().collect();
    let mut bytes = [0; keccak::STATE_BYTES];
    assert_eq!(digits.len(), 2 * bytes.len());
    for (index, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&digits[2 * index..2 * index + 2], 16).unwrap();
    }
    bytes
}

#[test]
fn keccak_f_is_right_after_every_step_of_every_round() {
    let text =
        fs::read_to_string(here("vectors/keccak/KeccakF-1600-IntermediateValues.txt")).unwrap();
    assert_eq!(table(&text, "RC[", 16), ROUND_CONSTANTS);
    let offsets: Vec<u64> = RHO_OFFSETS.into_iter().map(u64::from).collect();
    assert_eq!(table(&text, "RhoOffset[", 10), offsets);

    let mut seen = Vec::new();
    let (mut states, mut steps, mut round) = (0, 0, 0);
    let mut state: State = [0; keccak::LANES];
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(number) = line.strip_prefix("--- Round ") {
            round = number.trim_end_matches([' ', '-']).parse().unwrap();
        } else if line == "Input of permutation:" {
            state = keccak::from_bytes(&bytes(lines.next().unwrap()));
            let mut permuted = state;
            seen.clear();
            keccak::permutation_traced(&mut permuted, &mut |round, step, state| {
                seen.push((round, step, *state));
            });
            seen.reverse();
        } else if line.starts_with("Same, with lanes") {
            assert_eq!(lanes(&mut lines), state);
        } else if let Some(name) = line.strip_prefix("After ") {
            let step = match name {
                "theta:" => Step::Theta,
                "rho:" => Step::Rho,
                "pi:" => Step::Pi,
                "chi:" => Step::Chi,
                "iota:" => Step::Iota,
                other => panic!("{other}"),
            };
            let expected = (round, step, lanes(&mut lines));
            assert_eq!(seen.pop(), Some(expected));
            steps += 1;
        } else if line == "State after permutation:" {
            let expected = bytes(lines.next().unwrap());
            keccak::permutation(&mut state);
            assert_eq!(keccak::to_bytes(&state), expected);
            assert!(seen.is_empty());
            states += 1;
        }
    }
    assert_eq!((states, steps), (2, 2 * 24 * 5));
}
