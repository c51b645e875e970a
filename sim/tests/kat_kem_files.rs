//! Reading known-answer files for key encapsulation, what is said about those that are broken, and
//! running engines against them.

use pimtee_sim::kat::kem::{KemFile, KemKeys};
use pimtee_sim::kat::runner::EngineError;
use pimtee_sim::kat::runner::kem::{GoldenLightSaber, KemEngine, Random, run};
use proptest::prelude::*;
use rstest::rstest;

const FORMATS: &str =
    "known formats: NIST KEM response files (text, blocks that open with \"count = <number>\")";

const OFFICIAL: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../testbenches/vectors/lightsaber/PQCkemKAT_1568_00-49.rsp"
));
const REJECTED: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../testbenches/vectors/lightsaber/lightsaber_reject_00-49.rsp"
));

/// The remark and the first case.
fn first(text: &str) -> String {
    let end = text.find("count = 1\n").unwrap();
    text[..end].to_owned()
}

fn parse(text: &str) -> Result<KemFile, String> {
    KemFile::parse("kat", text).map_err(|error| error.to_string())
}

#[test]
fn reads_the_official_file() {
    for text in [OFFICIAL.to_owned(), OFFICIAL.replace('\n', "\r\n")] {
        let file = parse(&text).unwrap();
        assert_eq!(file.cases.len(), 50);
        let last = &file.cases[49];
        assert_eq!((&last.id[..], last.line), ("count = 49", 3 + 7 * 49));
        assert_eq!((last.ct.len(), last.ss.len()), (736, 32));
        let KemKeys::Seed { pk, sk, .. } = &last.keys else {
            panic!("no seed");
        };
        assert_eq!((pk.len(), sk.len()), (672, 1568));
    }
}

#[test]
fn a_case_may_bring_its_secret_key_alone() {
    let text = first(OFFICIAL);
    let kept: Vec<&str> = text
        .lines()
        .filter(|line| !line.starts_with("seed") && !line.starts_with("pk"))
        .collect();
    let mut file = parse(&kept.join("\n")).unwrap();
    assert!(matches!(file.cases[0].keys, KemKeys::Secret(_)));
    let report = |file: &KemFile| run(&file.cases, &mut GoldenLightSaber, &mut |_, _| {}, None);
    assert_eq!(report(&file).summary(), "1 passed, 0 failed");
    file.cases[0].ss[0] ^= 1;
    let report = report(&file);
    assert_eq!(
        report.failures[0].to_string(),
        "count = 0 (line 3): decaps ss: expected bd9b4b82360b9079e6d26fdd12a58994a12eaf458a3dd5f310322a35a65752f5, got bc9b4b82360b9079e6d26fdd12a58994a12eaf458a3dd5f310322a35a65752f5"
    );
}

#[test]
fn the_seed_of_a_case_without_keys_is_that_of_its_count() {
    let official = parse(OFFICIAL).unwrap();
    let rejected = parse(REJECTED).unwrap();
    for (official, rejected) in official.cases.iter().zip(&rejected.cases) {
        let KemKeys::Seed { seed, .. } = &official.keys else {
            panic!("no seed");
        };
        assert_eq!(rejected.keys, KemKeys::Count(*seed));
        assert_eq!(rejected.id, official.id);
    }
}

#[rstest]
#[case::empty("", "kat:1: expected a known-answer file, found no content; {FORMATS}")]
#[case::prose(
    "hello\n",
    "kat:1: expected a known-answer file, found \"hello\"; {FORMATS}"
)]
#[case::hash(
    "#  CAVS 19.0\n\nLen = 0\nMsg = 00\n",
    "kat:3: expected known answers for key encapsulation (KEM), found a known-answer file for a hash function (it has \"Len =\"); {FORMATS}"
)]
#[case::aead(
    "Count = 1\nKey = 00\n",
    "kat:1: expected known answers for key encapsulation (KEM), found a known-answer file for authenticated encryption (it has \"Count =\"); {FORMATS}"
)]
#[case::json(
    "{}",
    "kat:1: expected known answers for key encapsulation (KEM), found a JSON file (it has \"{\"); {FORMATS}"
)]
#[case::another_algorithm(
    "# FireSaber\n\ncount = 0\n",
    "kat:1: expected known answers for lightsaber, found the algorithm \"FireSaber\"; choose a file for lightsaber, or the algorithm that the file is for"
)]
#[case::another_algorithm_without_a_name(
    "count = 0\nct = 00112233\nss = 00\n",
    "kat:2: expected 736 bytes for \"ct\" of LightSaber, found 4; is the line cut short, or is the file for another algorithm?"
)]
#[case::request_file(
    "# LightSaber\n\ncount = 0\nseed = 061550234D158C5EC95595FE04EF7A25767F2E24CC2BC479D09D86DC9ABCFDE7056A8C266F9EF97ED08541DBD2E1FFA1\npk =\nsk =\nct =\nss =\n",
    "kat:5: expected hex digits for \"pk\", found nothing; is this the request file? choose the response file (.rsp)"
)]
#[case::header(
    "[L = 256]\n\ncount = 0\n",
    "kat:1: expected one of the fields count, seed, pk, sk, ct, ss, found \"[L = 256]\""
)]
fn says_what_the_file_is(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(parse(text), Err(expected.replace("{FORMATS}", FORMATS)));
}

#[rstest]
#[case::bad_count(
    "count = 0",
    "count = zero",
    "kat:3: expected a whole number, at most 999999999, for \"count\", found \"zero\""
)]
#[case::bad_hex(
    "seed = 06",
    "seed = 0x",
    "kat:4: expected hex digits for \"seed\", found 'x' in \"0x1550234D158C5EC95595FE04EF7A25767F2E24...\"; use 0-9, a-f and A-F, without spaces"
)]
#[case::seed_cut_short(
    "D2E1FFA1",
    "D2E1FF",
    "kat:4: expected 48 bytes for \"seed\" of LightSaber, found 47; is the line cut short, or is the file for another algorithm?"
)]
#[case::public_key_too_long(
    "pk = ",
    "pk = 00",
    "kat:5: expected 672 bytes for \"pk\" of LightSaber, found 673; is the line cut short, or is the file for another algorithm?"
)]
#[case::secret_key_cut_short(
    "sk = FEBF",
    "sk = FE",
    "kat:6: expected 1568 bytes for \"sk\" of LightSaber, found 1567; is the line cut short, or is the file for another algorithm?"
)]
#[case::ciphertext_too_long(
    "ct = ",
    "ct = 0000",
    "kat:7: expected 736 bytes for \"ct\" of LightSaber, found 738; is the line cut short, or is the file for another algorithm?"
)]
#[case::no_public_key(
    "pk = ",
    "# pk = ",
    "kat:3: expected count, seed, pk, sk, ct, ss (or count, sk, ct, ss, or count, ct, ss) in the block that opens here, found count, seed, sk, ct, ss; {FORMATS}"
)]
#[case::no_count(
    "count = 0",
    "",
    "kat:4: expected count, seed, pk, sk, ct, ss (or count, sk, ct, ss, or count, ct, ss) in the block that opens here, found seed, pk, sk, ct, ss; {FORMATS}"
)]
#[case::unknown_field(
    "ss = ",
    "shared = ",
    "kat:8: expected one of the fields count, seed, pk, sk, ct, ss, found \"shared\""
)]
#[case::twice(
    "ss = ",
    "ct = ",
    "kat:8: expected \"ct\" once in the block \"count = 0\", found it again (first on line 7); separate blocks by a blank line"
)]
fn says_what_is_wrong(#[case] from: &str, #[case] to: &str, #[case] expected: &str) {
    let text = first(OFFICIAL);
    assert!(text.contains(from));
    let expected = expected.replace("{FORMATS}", FORMATS);
    assert_eq!(parse(&text.replacen(from, to, 1)), Err(expected));
}

#[test]
fn counts_without_keys_are_bounded() {
    let text = first(REJECTED).replace("count = 0", "count = 10000");
    assert_eq!(
        parse(&text),
        Err("kat:4: expected a whole number, at most 9999, for \"count\", found \"10000\"".into())
    );
    let text = first(REJECTED).replace("count = 0", "count = 9999");
    let report = run(
        &parse(&text).unwrap().cases,
        &mut GoldenLightSaber,
        &mut |_, _| {},
        None,
    );
    assert_eq!(report.summary(), "0 passed, 1 failed");
}

#[test]
fn a_secret_key_out_of_range_fails_the_case_with_the_reason() {
    // The first coefficient becomes 0x1ffe & ~0x10: far from −5 to 5.
    let text = first(OFFICIAL).replacen("sk = FEBF", "sk = EEBF", 1);
    let report = run(
        &parse(&text).unwrap().cases,
        &mut GoldenLightSaber,
        &mut |_, _| {},
        None,
    );
    let failures: Vec<String> = report.failures.iter().map(ToString::to_string).collect();
    assert_eq!(failures.len(), 2);
    assert_eq!(
        failures[0],
        "count = 0 (line 3): keygen sk: from byte 0 on, expected eebfff038000d0ffffbfff1f00012000..., got febfff038000d0ffffbfff1f00012000..."
    );
    assert_eq!(
        failures[1],
        "count = 0 (line 3): decaps ss: expected bc9b4b82360b9079e6d26fdd12a58994a12eaf458a3dd5f310322a35a65752f5, got no answer (coefficient 0 of polynomial 0 of the secret key is -18, and secrets are from -5 to 5; the key is damaged, generate another)"
    );
}

/// Gives the shared secret of encapsulation whatever the ciphertext: no implicit rejection.
struct Credulous;

impl KemEngine for Credulous {
    fn generate(&mut self, random: &mut Random<'_>) -> Result<(Vec<u8>, Vec<u8>), EngineError> {
        GoldenLightSaber.generate(random)
    }

    fn encapsulate(
        &mut self,
        pk: &[u8],
        random: &mut Random<'_>,
    ) -> Result<(Vec<u8>, Vec<u8>), EngineError> {
        GoldenLightSaber.encapsulate(pk, random)
    }

    fn decapsulate(&mut self, _sk: &[u8], ct: &[u8]) -> Result<Vec<u8>, EngineError> {
        let official = KemFile::parse("kat", OFFICIAL).unwrap().cases;
        let near = |case: &[u8]| {
            let pairs = case.iter().zip(ct);
            pairs.filter(|(left, right)| left != right).count() <= 1
        };
        let case = official.into_iter().find(|case| near(&case.ct));
        Ok(case.map(|case| case.ss).unwrap_or_default())
    }
}

#[test]
fn an_engine_without_rejection_passes_the_official_cases_and_fails_the_others() {
    let summary = |text| {
        let file = parse(text).unwrap();
        run(&file.cases, &mut Credulous, &mut |_, _| {}, Some(10)).summary()
    };
    assert_eq!(summary(OFFICIAL), "10 passed, 0 failed");
    assert_eq!(summary(REJECTED), "0 passed, 10 failed");
}

/// Refuses everything.
struct Broken;

impl KemEngine for Broken {
    fn generate(&mut self, _: &mut Random<'_>) -> Result<(Vec<u8>, Vec<u8>), EngineError> {
        Err(EngineError::new("timed out"))
    }

    fn encapsulate(
        &mut self,
        _: &[u8],
        _: &mut Random<'_>,
    ) -> Result<(Vec<u8>, Vec<u8>), EngineError> {
        Err(EngineError::new("timed out"))
    }

    fn decapsulate(&mut self, _: &[u8], _: &[u8]) -> Result<Vec<u8>, EngineError> {
        Err(EngineError::new("timed out"))
    }
}

#[test]
fn an_engine_without_answers_fails_every_case() {
    for (text, failures) in [(OFFICIAL, 3), (REJECTED, 1)] {
        let file = parse(&first(text)).unwrap();
        let report = run(&file.cases, &mut Broken, &mut |_, _| {}, None);
        assert_eq!(report.summary(), "0 passed, 1 failed");
        assert_eq!(report.failures.len(), failures);
        for failure in &report.failures {
            assert_eq!(failure.got, "no answer (timed out)");
        }
    }
}

proptest! {
    /// Whatever is done to one byte of a good file, reading and running it ends in counts or in a
    /// message that starts with the place.
    #[test]
    fn a_damaged_file_is_read_or_refused_with_its_place(
        official: bool,
        place: proptest::sample::Index,
        byte: u8,
        cut: bool,
    ) {
        let mut bytes = first(if official { OFFICIAL } else { REJECTED }).into_bytes();
        let place = place.index(bytes.len());
        bytes[place] = byte;
        if cut {
            bytes.truncate(place);
        }
        match KemFile::from_bytes("kat", &bytes) {
            Ok(file) => {
                let report = run(&file.cases, &mut GoldenLightSaber, &mut |_, _| {}, None);
                prop_assert_eq!(report.passed + report.failed, 1);
            }
            Err(error) => {
                let message = error.to_string();
                prop_assert!(message.starts_with("kat:"), "{}", message);
                prop_assert!(!message.contains('\n'), "{}", message);
                prop_assert!(error.line.is_some());
            }
        }
    }
}
