//! Official answers for LightSaber, and derived ones for what these leave out, against the golden
//! model.

use std::fs;

use pimtee_sim::golden::lightsaber::{
    KeyCoins, PublicKey, SecretKey, Seed, decapsulate, encapsulate, generate,
};
use pimtee_sim::kat::drbg::{Drbg, official_seeds};
use pimtee_sim::kat::kem::{KemCase, KemFile, KemKeys};
use pimtee_sim::kat::runner::Report;
use pimtee_sim::kat::runner::kem::{GoldenLightSaber, run};
use pimtee_testbenches::here;
use rstest::rstest;

const OFFICIAL: &str = "PQCkemKAT_1568_00-49.rsp";
const REJECTED: &str = "lightsaber_reject_00-49.rsp";
const DRAWS: &str = "lightsaber_rng_draws_00-49.txt";

fn text(name: &str) -> String {
    fs::read_to_string(here("vectors/lightsaber").join(name)).unwrap()
}

fn cases(name: &str) -> Vec<KemCase> {
    let path = here("vectors/lightsaber").join(name);
    KemFile::read(path).unwrap().cases
}

fn run_golden(cases: &[KemCase]) -> Report {
    run(cases, &mut GoldenLightSaber, &mut |_, _| {}, None)
}

#[rstest]
#[case(OFFICIAL)]
#[case(REJECTED)]
fn vectors_are_answered(#[case] name: &str) {
    let report = run_golden(&cases(name));
    assert_eq!(report.failures, []);
    assert_eq!(report.summary(), "50 passed, 0 failed");
}

/// Every value of the official file takes part: one digit changed anywhere fails the case. Some of a
/// secret key show by the key being refused.
#[rstest]
#[case("seed = ", 0, "keygen pk")]
#[case("pk = ", 3, "keygen pk")]
#[case("pk = ", 1343, "keygen pk")]
#[case("sk = ", 5, "keygen sk")]
#[case("sk = ", 3135, "keygen sk")]
#[case("ct = ", 0, "encaps ct")]
#[case("ct = ", 1471, "encaps ct")]
#[case("ss = ", 63, "encaps ss")]
fn a_changed_digit_is_found(#[case] field: &str, #[case] digit: usize, #[case] check: &str) {
    let text = text(OFFICIAL);
    for number in [0, 17, 49] {
        let (at, _) = text.match_indices(field).nth(number).unwrap();
        let at = at + field.len() + digit;
        let other = if &text[at..at + 1] == "0" { "1" } else { "0" };
        let changed = format!("{}{other}{}", &text[..at], &text[at + 1..]);
        let file = KemFile::parse("changed", &changed).unwrap();
        let report = run_golden(&file.cases);
        assert_eq!(report.summary(), "49 passed, 1 failed");
        assert_eq!(report.failures[0].id, format!("count = {number}"));
        assert_eq!(report.failures[0].what.to_string(), check);
    }
}

#[test]
fn a_changed_rejection_secret_is_found() {
    let mut cases = cases(REJECTED);
    cases[7].ss[31] ^= 1;
    cases[8].ct[0] ^= 1;
    let report = run_golden(&cases);
    assert_eq!(report.summary(), "48 passed, 2 failed");
}

/// The secret keys of the official file, given in full, decapsulate the rejected ciphertexts alike.
#[test]
fn rejection_is_the_same_with_the_key_of_the_official_file() {
    let mut rejected = cases(REJECTED);
    for (case, official) in rejected.iter_mut().zip(cases(OFFICIAL)) {
        let KemKeys::Seed { seed, sk, .. } = official.keys else {
            panic!("{}: no seed", official.id);
        };
        assert_eq!(case.keys, KemKeys::Count(seed));
        assert_ne!(case.ss, official.ss);
        let differing = case.ct.iter().zip(&official.ct);
        let bits: u32 = differing.map(|(a, b)| (a ^ b).count_ones()).sum();
        assert_eq!(bits, 1);
        case.keys = KemKeys::Secret(sk);
    }
    let report = run_golden(&rejected);
    assert_eq!(report.summary(), "50 passed, 0 failed");
}

/// The random generator: its seeds are those of the official file, and its bytes those that the
/// generator of that file handed out.
#[test]
fn the_random_generator_draws_what_the_official_one_draws() {
    let text = text(DRAWS);
    let column = |name: &str| -> Vec<Seed> {
        let prefix = format!("{name} = ");
        let values = text.lines().filter_map(|line| line.strip_prefix(&prefix));
        values.map(seed).collect()
    };
    let draws = ["seedA_in", "seed_s", "z", "m_in"].map(column);

    let cases = cases(OFFICIAL);
    assert!(draws.iter().all(|column| column.len() == cases.len()));
    for (index, (case, expected)) in cases.iter().zip(official_seeds()).enumerate() {
        let KemKeys::Seed { seed, pk, sk } = &case.keys else {
            panic!("{}: no seed", case.id);
        };
        assert_eq!(*seed, expected);
        let [seed_a_in, seed_s, z, m_in] = std::array::from_fn(|draw| draws[draw][index]);
        let mut drbg = Drbg::new(seed);
        for expected in [seed_a_in, seed_s, z, m_in] {
            let mut drawn = Seed::default();
            drbg.fill(&mut drawn);
            assert_eq!(drawn, expected);
        }

        // The same without the generator.
        let coins = KeyCoins {
            seed_a_in,
            seed_s,
            z,
        };
        let (public, secret) = generate(&coins);
        assert_eq!(public, PublicKey::from_bytes(pk).unwrap());
        assert_eq!(secret, SecretKey::from_bytes(sk).unwrap());
        let (ciphertext, shared) = encapsulate(&public, &m_in);
        assert_eq!(ciphertext.to_bytes(), case.ct);
        assert_eq!(shared[..], case.ss);
        assert_eq!(decapsulate(&secret, &ciphertext), shared);
    }
}

fn seed(digits: &str) -> Seed {
    std::array::from_fn(|index| u8::from_str_radix(&digits[2 * index..2 * index + 2], 16).unwrap())
}
