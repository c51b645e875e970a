//! Reading known-answer files, and what is said about those that are broken.

use std::path::Path;

use pimtee_sim::golden::ascon::Variant;
use pimtee_sim::kat::{KatFile, KatFormat, Validity};
use proptest::prelude::*;
use rstest::rstest;

const VECTORS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../testbenches/vectors/ascon");

const FORMATS: &str = "known formats: NIST LWC AEAD KAT (text, blocks that open with \"Count = <number>\") and Wycheproof AEAD (JSON, opens with \"{\")";

fn message(text: &str) -> String {
    KatFile::parse("kat", text).unwrap_err().to_string()
}

const BLOCK: &str = "Count = 1\nKey = 00\nNonce = 01\nPT = AAbb\nAD = \nCT = 0001000102030405060708090A0B0C0D0E0F\n";

#[test]
fn reads_lwc_text() {
    let text = format!("{BLOCK}\n\n# a remark\n{}", BLOCK.replace("= 1", "= 2"));
    for text in [text.clone(), text.replace('\n', "\r\n")] {
        let file = KatFile::parse("kat", &text).unwrap();
        assert_eq!(file.format, KatFormat::Lwc);
        assert_eq!(file.algorithm, None);
        let [first, second] = &file.cases[..] else {
            panic!("two cases, not {}", file.cases.len());
        };
        assert_eq!((&first.id[..], first.line), ("Count = 1", 1));
        assert_eq!((&second.id[..], second.line), ("Count = 2", 10));
        assert_eq!((&first.key[..], &first.nonce[..]), (&[0][..], &[1][..]));
        assert_eq!((&first.pt[..], &first.ad[..]), (&[0xaa, 0xbb][..], &[][..]));
        assert_eq!(first.ct, [0, 1]);
        assert_eq!(first.tag, (0..16).collect::<Vec<u8>>());
        assert_eq!(first.validity, Validity::Valid);
    }
}

#[rstest]
#[case("ascon128v12_LWC_AEAD_KAT_128_128.txt")]
#[case("ascon128av12_LWC_AEAD_KAT_128_128.txt")]
#[case("asconaead128_sp800-232_LWC_AEAD_KAT_128_128.txt")]
fn reads_the_published_files(#[case] name: &str) {
    let file = KatFile::read(Path::new(VECTORS).join(name)).unwrap();
    assert_eq!(file.cases.len(), 1089);
    assert_eq!(file.cases[1088].line, 1 + 7 * 1088);
}

#[test]
fn reads_wycheproof_json() {
    let file = KatFile::read(Path::new(VECTORS).join("ascon128_wycheproof_format.json")).unwrap();
    assert_eq!(file.format, KatFormat::Wycheproof);
    assert_eq!(file.algorithm, Some((2, "ASCON128".to_owned())));
    assert_eq!(file.cases.len(), 15);
    let count = |validity| {
        let cases = file.cases.iter();
        cases.filter(|case| case.validity == validity).count()
    };
    assert_eq!(count(Validity::Valid), 6);
    assert_eq!(count(Validity::Invalid), 8);
    assert_eq!(count(Validity::Acceptable), 1);
    let odd = &file.cases[13];
    assert_eq!(odd.id, "tcId 14");
    assert_eq!(odd.tag.len(), 8);
    assert_eq!(odd.comment, "Count = 666, tag cut to 64 bits");
    file.check_algorithm(Variant::Ascon128).unwrap();
}

#[test]
fn names_the_algorithm_that_the_file_is_for() {
    let file = KatFile::parse("kat", WYCHEPROOF).unwrap();
    assert_eq!(
        file.check_algorithm(Variant::Ascon128)
            .unwrap_err()
            .to_string(),
        "kat:2: expected known answers for ascon128, found the algorithm \"Ascon-128a\"; choose a file for ascon128, or the algorithm that the file is for"
    );
    file.check_algorithm(Variant::Ascon128a).unwrap();
    let lwc = KatFile::parse("kat", BLOCK).unwrap();
    lwc.check_algorithm(Variant::AsconAead128).unwrap();
}

#[test]
fn says_that_a_file_cannot_be_read() {
    let error = KatFile::read("no/such/file.txt").unwrap_err();
    assert_eq!(
        error.to_string(),
        "no/such/file.txt: cannot read the known-answer file: No such file or directory (os error 2); check the path and its permissions"
    );
    let error = KatFile::from_bytes("kat", b"Count = 1\nKey = \xff\n").unwrap_err();
    assert_eq!(
        error.to_string(),
        "kat:2: expected UTF-8 text, found the byte 0xff; save the file as UTF-8"
    );
}

#[rstest]
#[case::empty("", "kat:1: expected a known-answer file, found no content; {FORMATS}")]
#[case::only_remarks(
    "\n# nothing\n",
    "kat:1: expected a known-answer file, found no content; {FORMATS}"
)]
#[case::prose(
    "\nhello\n",
    "kat:2: expected a known-answer file, found \"hello\"; {FORMATS}"
)]
#[case::array("[]", "kat:1: expected a known-answer file, found \"[]\"; {FORMATS}")]
#[case::hash_kat(
    "Count = 1\nMsg = \nMD = 00\n",
    "kat:2: expected known answers for authenticated encryption (AEAD), found a known-answer file for a hash function (it has \"Msg =\"); {FORMATS}"
)]
#[case::kem_kat(
    "# LightSaber\n\ncount = 0\nseed = 00\n",
    "kat:4: expected known answers for authenticated encryption (AEAD), found a known-answer file for key encapsulation (it has \"seed =\"); {FORMATS}"
)]
#[case::cavp(
    "# CAVS 14.0\n\n[Keylen = 256]\n",
    "kat:3: expected known answers for authenticated encryption (AEAD), found a NIST CAVP response file (it has \"[Keylen =\"); {FORMATS}"
)]
fn says_which_formats_are_known(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(message(text), expected.replace("{FORMATS}", FORMATS));
}

#[rstest]
#[case::odd_hex(
    "Key = 00",
    "Key = 001",
    "kat:2: expected an even number of hex digits for \"Key\", found 3 in \"001\"; write two digits per byte (is the line cut short?)"
)]
#[case::bad_hex(
    "Key = 00",
    "Key = 0G",
    "kat:2: expected hex digits for \"Key\", found 'G' in \"0G\"; use 0-9, a-f and A-F, without spaces"
)]
#[case::no_equals_sign(
    "Key = 00",
    "Key: 00",
    "kat:2: expected \"<field> = <value>\" or a blank line, found \"Key: 00\""
)]
#[case::unknown_field(
    "Key = 00",
    "Keys = 00",
    "kat:2: expected one of the fields Count, Key, Nonce, PT, AD, CT, found \"Keys\""
)]
#[case::bad_count(
    "Count = 1",
    "Count = one",
    "kat:1: expected a decimal number after \"Count =\", found \"one\""
)]
#[case::outside_block(
    "Count = 1\n",
    "",
    "kat:1: expected \"Count = <number>\" to open a block, found \"Key\" outside of any block; is a blank line too many above it, or \"Count\" missing?"
)]
#[case::duplicated_field(
    "PT = AAbb",
    "Key = 00",
    "kat:4: expected \"Key\" once in the block \"Count = 1\", found it again (first on line 2); separate blocks by a blank line"
)]
#[case::blocks_run_together(
    "0E0F\n",
    "0E0F\nCount = 2\n",
    "kat:7: expected \"Count\" once in the block \"Count = 1\", found it again (first on line 1); separate blocks by a blank line"
)]
#[case::missing_field(
    "PT = AAbb\nAD = \nCT = 0001000102030405060708090A0B0C0D0E0F\n",
    "CT = 00\n\n",
    "kat:1: expected the fields Count, Key, Nonce, PT, AD, CT in the block \"Count = 1\", found no PT, AD; add what is missing"
)]
#[case::truncated(
    "AD = \nCT = 0001000102030405060708090A0B0C0D0E0F\n",
    "",
    "kat:4: expected AD, CT in the block \"Count = 1\" (opened on line 1), found the end of the file; the file is cut short, fetch it again"
)]
#[case::ct_shorter_than_tag(
    "060708090A0B0C0D0E0F\n",
    "06\n",
    "kat:6: expected at least 16 bytes after \"CT =\" in the block \"Count = 1\" (the ciphertext, then a 16-byte tag), found 9"
)]
#[case::ct_cut_short(
    "0E0F\n",
    "",
    "kat:6: expected 18 bytes after \"CT =\" in the block \"Count = 1\" (as many as PT, then a 16-byte tag), found 16"
)]
fn says_what_is_wrong_in_lwc_text(#[case] from: &str, #[case] to: &str, #[case] expected: &str) {
    assert!(BLOCK.contains(from));
    assert_eq!(message(&BLOCK.replacen(from, to, 1)), expected);
}

/// A long value is quoted by its start only.
#[test]
fn shortens_long_values() {
    let text = BLOCK.replace("AAbb", &"a".repeat(1001));
    assert_eq!(
        message(&text),
        "kat:4: expected an even number of hex digits for \"PT\", found 1001 in \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...\"; write two digits per byte (is the line cut short?)"
    );
}

/// A small Wycheproof file.
const WYCHEPROOF: &str = r#"{
  "algorithm": "Ascon-128a",
  "testGroups": [
    {
      "type": "AeadTest", "ivSize": 8, "keySize": 8, "tagSize": 16,
      "tests": [
        {
          "tcId": 17, "comment": "c", "flags": [],
          "key": "00", "iv": "01", "aad": "", "msg": "02",
          "ct": "03",
          "tag": "0405", "result": "valid"
        }
      ]
    }
  ]
}
"#;

#[rstest]
#[case::syntax(
    "\"ct\": \"03\",",
    "\"ct\" \"03\",",
    "kat:10: expected well-formed JSON, at column 16: expected `:`"
)]
#[case::missing_in_file(
    "\"algorithm\"",
    "\"algorithms\"",
    "kat:1: expected the member \"algorithm\" in the file, found none; add it"
)]
#[case::missing_in_group(
    "\"ivSize\": 8,",
    "",
    "kat:4: expected the member \"ivSize\" in the group on line 4, found none; add it"
)]
#[case::missing_id(
    "\"tcId\": 17,",
    "",
    "kat:7: expected the member \"tcId\" in the test on line 7, found none; add it"
)]
#[case::missing_in_test(
    "\"ct\": \"03\",",
    "",
    "kat:7: expected the member \"ct\" in tcId 17, found none; add it"
)]
#[case::duplicated(
    "\"ct\": \"03\",",
    "\"ct\": \"03\", \"key\": \"00\",",
    "kat:10: expected the member \"key\" once in the test on line 7, found it again (first on line 9); remove one"
)]
#[case::odd_hex(
    "\"03\"",
    "\"030\"",
    "kat:10: expected an even number of hex digits for \"ct\", found 3 in \"030\"; write two digits per byte (is the line cut short?)"
)]
#[case::not_a_string(
    "\"03\"",
    "3",
    "kat:10: expected a string of hex digits for \"ct\" in tcId 17, found 3"
)]
#[case::not_a_number(
    "17",
    "\"x\"",
    "kat:8: expected a whole number for \"tcId\" in the test on line 7, found \"x\""
)]
#[case::unknown_result(
    "\"valid\"",
    "\"fine\"",
    "kat:11: expected \"valid\", \"invalid\" or \"acceptable\" for \"result\" in tcId 17, found \"fine\""
)]
#[case::not_a_group(
    "\"tests\": [",
    "\"tests\": [1,",
    "kat:6: expected an array of objects for \"tests\" in the group on line 4, found [1, { \"tcId\": 17, \"comment\": \"c\", \"flags..."
)]
#[case::size_of_group(
    "\"tagSize\": 16",
    "\"tagSize\": 128",
    "kat:11: expected 128 bits for \"tag\" in tcId 17, as its group says in \"tagSize\", found 16"
)]
#[case::other_group(
    "AeadTest",
    "MacTest",
    "kat:4: expected a Wycheproof group of type \"AeadTest\", found \"MacTest\"; choose a file for authenticated encryption (AEAD)"
)]
fn says_what_is_wrong_in_wycheproof_json(
    #[case] from: &str,
    #[case] to: &str,
    #[case] expected: &str,
) {
    assert!(WYCHEPROOF.contains(from));
    assert_eq!(message(&WYCHEPROOF.replacen(from, to, 1)), expected);
}

#[test]
fn refuses_json_that_is_cut_short_or_has_no_tests() {
    let text = WYCHEPROOF;
    assert_eq!(
        message(&text[..text.len() - 3]),
        "kat:15: expected well-formed JSON, at column 3: EOF while parsing an object"
    );
    assert_eq!(
        message("{\"algorithm\": \"x\",\n \"testGroups\": []}"),
        "kat:2: expected at least one test in \"testGroups\", found none; is this the whole file?"
    );
}

#[test]
fn an_invalid_case_may_depart_from_the_sizes_of_its_group() {
    let text = WYCHEPROOF
        .replace("\"valid\"", "\"invalid\"")
        .replace("0405", "04");
    let file = KatFile::parse("kat", &text).unwrap();
    assert_eq!(file.cases[0].tag, [4]);
}

proptest! {
    /// Whatever is done to one byte of a good file, reading it ends in cases or in a message that
    /// starts with the place.
    #[test]
    fn a_damaged_file_is_read_or_refused_with_its_place(
        json: bool,
        place: proptest::sample::Index,
        byte: u8,
        cut: bool,
    ) {
        let mut bytes = if json { WYCHEPROOF } else { BLOCK }.as_bytes().to_vec();
        let place = place.index(bytes.len());
        bytes[place] = byte;
        if cut {
            bytes.truncate(place);
        }
        match KatFile::from_bytes("kat", &bytes) {
            Ok(file) => prop_assert_eq!(file.cases.len(), 1),
            Err(error) => {
                let message = error.to_string();
                prop_assert!(message.starts_with("kat:"), "{}", message);
                prop_assert!(!message.contains('\n'), "{}", message);
                prop_assert!(error.line.is_some());
            }
        }
    }
}
