//! Reading known-answer files for hash functions, what is said about those that are broken, and
//! running engines against them.

use pimtee_sim::golden::sha3::{BitString, Function};
use pimtee_sim::kat::hash::{HashFile, HashInput};
use pimtee_sim::kat::runner::EngineError;
use pimtee_sim::kat::runner::hash::{GoldenHash, HashEngine, run};
use proptest::prelude::*;
use rstest::rstest;

const FORMATS: &str = "known formats: NIST CAVP (ShortMsg, LongMsg, Monte, VariableOut) and XKCP (ShortMsgKAT), text with \"Msg = <hex digits>\"";

/// Two cases for SHA3-256.
const DIGESTS: &str = "#  CAVS 19.0
#  \"SHA3-256 ShortMsg\" information for \"SHA3AllBytes1-28-16\"

[L = 256]

Len = 0
Msg = 00
MD = a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a

Len = 5
Msg = 13
MD = 7b0047cf5a456882363cbf0fb05322cf65f4b7059a46365e830132e3b5d957af
";

/// One case of each layout for SHAKE128.
const OUTPUTS: &str = "[Outputlen = 16]

Len = 0
Msg = 00
Output = 7f9c

[Input Length = 8]
[Minimum Output Length (bits) = 125]
[Maximum Output Length (bits) = 152]
COUNT = 0
Outputlen = 13
Msg = 0e
Output = fa19

Msg = c8b310cb97efa3855434998fa81c7674

COUNT = 0
Outputlen = 128
Output = 00000000000000000000000000000005

COUNT = 1
Outputlen = 152
Output = 00000000000000000000000000000000000000

Len = 8
Msg = 0E
Squeezed = FA996DAF
";

fn digests(text: &str) -> Result<HashFile, String> {
    let file = HashFile::parse("kat", text, Function::Sha3_256);
    file.map_err(|error| error.to_string())
}

fn outputs(text: &str) -> Result<HashFile, String> {
    let file = HashFile::parse("kat", text, Function::Shake128);
    file.map_err(|error| error.to_string())
}

#[test]
fn reads_digests() {
    for text in [DIGESTS.to_owned(), DIGESTS.replace('\n', "\r\n")] {
        let file = digests(&text).unwrap();
        let [empty, short] = &file.cases[..] else {
            panic!("two cases, not {}", file.cases.len());
        };
        assert_eq!((&empty.id[..], empty.line), ("Len = 0", 6));
        let message = BitString::new(vec![], 0).unwrap();
        assert_eq!(empty.input, HashInput::Message(message));
        assert_eq!(
            (&short.id[..], short.line, short.bits),
            ("Len = 5", 10, 256)
        );
        let message = BitString::new(vec![0x13], 5).unwrap();
        assert_eq!(short.input, HashInput::Message(message));
        assert_eq!(short.output[..2], [0x7b, 0x00]);
    }
}

#[test]
fn reads_outputs_of_every_layout() {
    let file = outputs(OUTPUTS).unwrap();
    let bits: Vec<usize> = file.cases.iter().map(|case| case.bits).collect();
    assert_eq!(bits, [16, 13, 128, 152, 32]);
    let lines: Vec<usize> = file.cases.iter().map(|case| case.line).collect();
    assert_eq!(lines, [3, 10, 17, 21, 25]);
    let start = hex::decode("c8b310cb97efa3855434998fa81c7674").unwrap();
    let (min, max) = (16, 19);
    let input = |start, first| HashInput::Outputs {
        start,
        first,
        min,
        max,
    };
    assert_eq!(file.cases[2].input, input(start, 19));
    // The last two bytes of the output before, modulo 4, choose from 16 to 19 bytes.
    let before = file.cases[2].output.clone();
    assert_eq!(file.cases[3].input, input(before, 17));
}

#[test]
fn right_and_wrong_cases_are_told_apart() {
    let report = |file: &HashFile, function| {
        run(
            &file.cases,
            &mut GoldenHash { function },
            &mut |_, _| {},
            None,
        )
    };
    let digests = report(&digests(DIGESTS).unwrap(), Function::Sha3_256);
    assert_eq!(digests.summary(), "2 passed, 0 failed");
    let outputs = report(&outputs(OUTPUTS).unwrap(), Function::Shake128);
    assert_eq!(outputs.summary(), "3 passed, 2 failed");
}

#[rstest]
#[case::empty("", "kat:1: expected a known-answer file, found no content; {FORMATS}")]
#[case::only_remarks(
    "# nothing\n",
    "kat:1: expected a known-answer file, found no content; {FORMATS}"
)]
#[case::no_case(
    "Seed = a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a\n",
    "kat:1: expected a known-answer file, found no content; {FORMATS}"
)]
#[case::prose(
    "\nhello\n",
    "kat:2: expected a known-answer file, found \"hello\"; {FORMATS}"
)]
#[case::aead(
    "Count = 1\nKey = 00\n",
    "kat:1: expected known answers for a hash function, found a known-answer file for authenticated encryption (it has \"Count =\"); {FORMATS}"
)]
#[case::kem(
    "# LightSaber\n\ncount = 0\nseed = 00\n",
    "kat:3: expected known answers for a hash function, found a known-answer file for key encapsulation (it has \"count =\"); {FORMATS}"
)]
#[case::json(
    "{\"algorithm\": 1}",
    "kat:1: expected known answers for a hash function, found a JSON file (it has \"{\"); {FORMATS}"
)]
#[case::another_function(
    "#  \"SHA3-512 ShortMsg\" information\n\nLen = 0\n",
    "kat:1: expected known answers for sha3-256, found the algorithm \"SHA3-512\"; choose a file for sha3-256, or the algorithm that the file is for"
)]
#[case::another_function_of_xkcp(
    "# Keccak(input|01)[r=832, c=768] truncated to 384 bits, or SHA3-384 as in FIPS 202 standard\n\nLen = 0\n",
    "kat:1: expected known answers for sha3-256, found the algorithm \"SHA3-384\"; choose a file for sha3-256, or the algorithm that the file is for"
)]
#[case::an_older_function(
    "# \"SHA-256 ShortMsg\" information\n\nLen = 0\n",
    "kat:1: expected known answers for sha3-256, found the algorithm \"SHA-256\"; choose a file for sha3-256, or the algorithm that the file is for"
)]
fn says_what_the_file_is(#[case] text: &str, #[case] expected: &str) {
    let expected = expected.replace("{FORMATS}", FORMATS);
    assert_eq!(digests(text), Err(expected));
}

#[rstest]
#[case::odd_hex(
    "Msg = 13",
    "Msg = 1",
    "kat:11: expected an even number of hex digits for \"Msg\", found 1 in \"1\"; write two digits per byte (is the line cut short?)"
)]
#[case::bad_hex(
    "Msg = 13",
    "Msg = 1g",
    "kat:11: expected hex digits for \"Msg\", found 'g' in \"1g\"; use 0-9, a-f and A-F, without spaces"
)]
#[case::message_longer_than_its_length(
    "Msg = 13",
    "Msg = 1300",
    "kat:11: expected 1 bytes for \"Msg\", which has 5 bits, found 2; is the line cut short, or is the file for another algorithm?"
)]
#[case::no_message(
    "Msg = 13",
    "Msg =",
    "kat:11: expected hex digits for \"Msg\", found nothing; is this the request file? choose the response file (.rsp)"
)]
#[case::bits_beyond_the_length(
    "Msg = 13",
    "Msg = 33",
    "kat:11: expected the bits of \"Msg\" in the low part of its last byte: 5 bits leave the upper 3 bits of the last byte unused, and these must be 0; found 0x33"
)]
#[case::bad_length(
    "Len = 5",
    "Len = five",
    "kat:10: expected a whole number, at most 1073741824, for \"Len\", found \"five\""
)]
#[case::negative_length(
    "Len = 5",
    "Len = -5",
    "kat:10: expected a whole number, at most 1073741824, for \"Len\", found \"-5\""
)]
#[case::huge_length(
    "Len = 5",
    "Len = 99999999999999999999999",
    "kat:10: expected a whole number, at most 1073741824, for \"Len\", found \"99999999999999999999999\""
)]
#[case::digest_cut_short(
    "d957af",
    "d957",
    "kat:12: expected 32 bytes for \"MD\", a digest of sha3-256, found 31; is the line cut short, or is the file for another algorithm?"
)]
#[case::no_digest(
    "MD = 7b0047cf5a456882363cbf0fb05322cf65f4b7059a46365e830132e3b5d957af\n",
    "",
    "kat:10: expected the fields of sha3-256 (Len, Msg, MD, or Seed, or COUNT, MD) in the block that opens here, found Len, Msg; {FORMATS}"
)]
#[case::output_of_any_length(
    "Msg = 13\nMD = ",
    "Msg = 13\nOutput = ",
    "kat:10: expected the fields of sha3-256 (Len, Msg, MD, or Seed, or COUNT, MD) in the block that opens here, found Len, Msg, Output; {FORMATS}"
)]
#[case::no_equals_sign(
    "Msg = 13",
    "Msg: 13",
    "kat:11: expected \"<field> = <value>\" or a blank line, found \"Msg: 13\""
)]
#[case::unknown_field(
    "Msg = 13",
    "Message = 13",
    "kat:11: expected one of the fields Len, Msg, MD, Output, Squeezed, Seed, COUNT, Outputlen, found \"Message\""
)]
#[case::blocks_run_together(
    "\n\nLen = 5",
    "\nLen = 5",
    "kat:9: expected \"Len\" once in the block \"Len = 0\", found it again (first on line 6); separate blocks by a blank line"
)]
#[case::header_left_open(
    "[L = 256]",
    "[L = 256",
    "kat:4: expected a header \"[<name> = <number>]\" or \"[<words>]\", found \"[L = 256\""
)]
#[case::monte_carlo_without_start(
    "Len = 5\nMsg = 13\n",
    "COUNT = 0\n",
    "kat:10: expected \"Seed\" or \"Msg\", or the count before, ahead of \"COUNT\", found none; a Monte Carlo file starts with it"
)]
fn says_what_is_wrong_with_digests(#[case] from: &str, #[case] to: &str, #[case] expected: &str) {
    assert!(DIGESTS.contains(from));
    let expected = expected.replace("{FORMATS}", FORMATS);
    assert_eq!(digests(&DIGESTS.replacen(from, to, 1)), Err(expected));
}

#[rstest]
#[case::output_longer_than_its_length(
    "Output = 7f9c",
    "Output = 7f9c2b",
    "kat:5: expected 2 bytes for \"Output\", which has 16 bits, found 3; is the line cut short, or is the file for another algorithm?"
)]
#[case::bits_beyond_the_length(
    "Output = fa19",
    "Output = fa39",
    "kat:13: expected the bits of \"Output\" in the low part of its last byte: 13 bits leave the upper 3 bits of the last byte unused, and these must be 0; found 0x39"
)]
#[case::no_output_length(
    "[Outputlen = 16]",
    "",
    "kat:3: expected \"[Outputlen = <number>]\" above this block, found none; is the file cut short at its start?"
)]
#[case::bad_output_length(
    "[Outputlen = 16]",
    "[Outputlen = many]",
    "kat:1: expected a whole number, at most 1073741824, for \"Outputlen\", found \"many\""
)]
#[case::no_bounds(
    "[Minimum Output Length (bits) = 125]\n",
    "",
    "kat:14: expected \"[Minimum Output Length (bits) = <number>]\" above this block, found none; is the file cut short at its start?"
)]
#[case::bounds_exchanged(
    "(bits) = 152",
    "(bits) = 100",
    "kat:15: expected a whole number, at most 96, for \"Minimum Output Length (bits)\", found \"128\""
)]
#[case::bound_too_large(
    "(bits) = 152",
    "(bits) = 999999999",
    "kat:9: expected a whole number, at most 524288, for \"Maximum Output Length (bits)\", found \"999999999\""
)]
#[case::empty_output(
    "Squeezed = FA996DAF",
    "Squeezed = ",
    "kat:27: expected hex digits for \"Squeezed\", found nothing; is this the request file? choose the response file (.rsp)"
)]
#[case::digest(
    "Squeezed = ",
    "MD = ",
    "kat:25: expected the fields of shake128 (Len, Msg, Output, or Len, Msg, Squeezed, or COUNT, Outputlen, Msg, Output, or Msg, or COUNT, Outputlen, Output) in the block that opens here, found Len, Msg, MD; {FORMATS}"
)]
fn says_what_is_wrong_with_outputs(#[case] from: &str, #[case] to: &str, #[case] expected: &str) {
    assert!(OUTPUTS.contains(from));
    let expected = expected.replace("{FORMATS}", FORMATS);
    assert_eq!(outputs(&OUTPUTS.replacen(from, to, 1)), Err(expected));
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let error = HashFile::read("no/such/file.rsp", Function::Sha3_256).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no/such/file.rsp: cannot read the known-answer file: No such file or directory (os error 2); check the path and its permissions"
    );
    let error = HashFile::from_bytes("kat", b"Len = 0\n\xff", Function::Sha3_256).unwrap_err();
    assert_eq!(
        error.to_string(),
        "kat:2: expected UTF-8 text, found the byte 0xff; save the file as UTF-8"
    );
}

/// Knows nothing of messages that are no whole bytes.
struct Bytewise;

impl HashEngine for Bytewise {
    fn hash(&mut self, message: &BitString, bits: usize) -> Result<Vec<u8>, EngineError> {
        match message.bits() % 8 {
            0 => GoldenHash {
                function: Function::Sha3_256,
            }
            .hash(message, bits),
            _ => Err(EngineError::new("whole bytes only")),
        }
    }
}

#[test]
fn an_engine_without_an_answer_fails_the_case() {
    let file = digests(DIGESTS).unwrap();
    let mut told = Vec::new();
    let mut progress = |done, total| told.push((done, total));
    let report = run(&file.cases, &mut Bytewise, &mut progress, Some(5));
    assert_eq!(told, [(1, 2), (2, 2)]);
    assert_eq!(report.summary(), "1 passed, 1 failed");
    assert_eq!(
        report.failures[0].to_string(),
        "Len = 5 (line 10): hash: expected 7b0047cf5a456882363cbf0fb05322cf65f4b7059a46365e830132e3b5d957af, got no answer (whole bytes only)"
    );
}

#[test]
fn of_long_values_the_place_of_the_difference_is_printed() {
    let output = "00".repeat(200);
    let text = format!("Len = 0\nMsg = 00\nSqueezed = 7f9c2ba4{output}\n");
    let file = outputs(&text).unwrap();
    let function = Function::Shake128;
    let report = run(
        &file.cases,
        &mut GoldenHash { function },
        &mut |_, _| {},
        None,
    );
    assert_eq!(
        report.failures[0].to_string(),
        "Len = 0 (line 1): hash: from byte 4 on, expected 00000000000000000000000000000000..., got e88f827d616045507605853ed73b8093..."
    );
    assert_eq!(report.failures[0].expected.len(), 2 * 204);
}

proptest! {
    /// Whatever is done to one byte of a good file, reading it ends in cases or in a message that
    /// starts with the place.
    #[test]
    fn a_damaged_file_is_read_or_refused_with_its_place(
        digest: bool,
        place: proptest::sample::Index,
        byte: u8,
        cut: bool,
    ) {
        let (text, function) = match digest {
            true => (DIGESTS, Function::Sha3_256),
            false => (OUTPUTS, Function::Shake128),
        };
        let mut bytes = text.as_bytes().to_vec();
        let place = place.index(bytes.len());
        bytes[place] = byte;
        if cut {
            bytes.truncate(place);
        }
        match HashFile::from_bytes("kat", &bytes, function) {
            Ok(file) => prop_assert!((1..=5).contains(&file.cases.len())),
            Err(error) => {
                let message = error.to_string();
                prop_assert!(message.starts_with("kat:"), "{}", message);
                prop_assert!(!message.contains('\n'), "{}", message);
                prop_assert!(error.line.is_some());
            }
        }
    }
}
