//! Running engines against known-answer files.

use std::path::Path;

use pimtee_sim::golden::ascon::Variant;
use pimtee_sim::kat::runner::{AeadEngine, Check, EngineError, GoldenAscon, Report, run};
use pimtee_sim::kat::{AeadCase, KatFile};
use rstest::rstest;

fn cases(name: &str) -> Vec<AeadCase> {
    let vectors = concat!(env!("CARGO_MANIFEST_DIR"), "/../testbenches/vectors/ascon");
    KatFile::read(Path::new(vectors).join(name)).unwrap().cases
}

const LWC_ASCON128: &str = "ascon128v12_LWC_AEAD_KAT_128_128.txt";
const WYCHEPROOF_ASCON128: &str = "ascon128_wycheproof_format.json";

fn run_golden(variant: Variant, cases: &[AeadCase]) -> Report {
    run(cases, &mut GoldenAscon { variant }, &mut |_, _| {}, None)
}

fn failures(report: &Report) -> Vec<String> {
    report.failures.iter().map(ToString::to_string).collect()
}

#[rstest]
#[case(Variant::Ascon128, LWC_ASCON128)]
#[case(Variant::Ascon128a, "ascon128av12_LWC_AEAD_KAT_128_128.txt")]
#[case(
    Variant::AsconAead128,
    "asconaead128_sp800-232_LWC_AEAD_KAT_128_128.txt"
)]
fn the_golden_model_passes_every_published_case(#[case] variant: Variant, #[case] file: &str) {
    let report = run_golden(variant, &cases(file));
    assert_eq!(report.summary(), "1089 passed, 0 failed");
}

#[test]
fn the_wrong_variant_fails_every_case() {
    let report = run_golden(Variant::Ascon128a, &cases(LWC_ASCON128));
    assert_eq!(report.summary(), "0 passed, 1089 failed");
}

#[test]
fn cases_of_other_sizes_are_skipped_and_named() {
    let report = run_golden(Variant::Ascon128, &cases(WYCHEPROOF_ASCON128));
    assert_eq!(report.summary(), "13 passed, 0 failed, 2 skipped");
    let skips: Vec<String> = report.skips.iter().map(ToString::to_string).collect();
    assert_eq!(
        skips,
        [
            "tcId 14 (line 218): skipped: tag of 8 bytes where the algorithm takes 16",
            "tcId 15 (line 240): skipped: nonce of 12 bytes where the algorithm takes 16",
        ]
    );
}

#[test]
fn progress_is_told_after_each_case_up_to_the_limit() {
    let cases = cases(LWC_ASCON128);
    let variant = Variant::Ascon128;
    let mut told = Vec::new();
    let mut progress = |done, total| told.push((done, total));
    let report = run(&cases, &mut GoldenAscon { variant }, &mut progress, Some(3));
    assert_eq!(told, [(1, 3), (2, 3), (3, 3)]);
    assert_eq!(report.summary(), "3 passed, 0 failed");

    let report = run(
        &cases[..2],
        &mut GoldenAscon { variant },
        &mut |_, _| {},
        Some(3),
    );
    assert_eq!(report.summary(), "2 passed, 0 failed");
}

#[test]
fn a_wrong_expected_value_fails_with_both_values() {
    let mut planted = cases(LWC_ASCON128);
    planted[33].ct[0] ^= 1;
    planted[0].tag[15] ^= 0x80;
    planted[34].pt = vec![0xff];
    let report = run_golden(Variant::Ascon128, &planted);
    assert_eq!(report.summary(), "1086 passed, 3 failed");
    assert_eq!(
        failures(&report),
        [
            "Count = 1 (line 1): encrypt tag: expected e355159f292911f794cb1432a0103a0a, got e355159f292911f794cb1432a0103a8a",
            "Count = 1 (line 1): decrypt pt: expected nothing (0 bytes), got the tag refused",
            "Count = 34 (line 232): encrypt ct: expected bd, got bc",
            "Count = 34 (line 232): decrypt pt: expected 00, got the tag refused",
            "Count = 35 (line 239): encrypt ct: expected bd, got 42",
            "Count = 35 (line 239): encrypt tag: expected 4102b707775c3c155ae497b43bf834e5, got a6df477680ca486bad75cd6f3b2bfadf",
            "Count = 35 (line 239): decrypt pt: expected ff, got 00",
        ]
    );
}

/// Decrypts without looking at the tag.
struct Credulous(GoldenAscon);

impl AeadEngine for Credulous {
    fn encrypt(
        &mut self,
        key: &[u8],
        nonce: &[u8],
        ad: &[u8],
        pt: &[u8],
    ) -> Result<(Vec<u8>, Vec<u8>), EngineError> {
        self.0.encrypt(key, nonce, ad, pt)
    }

    /// ASCON is a stream cipher within a block, so encrypting a ciphertext of one block gives the
    /// plaintext back.
    fn decrypt(
        &mut self,
        key: &[u8],
        nonce: &[u8],
        ad: &[u8],
        ct: &[u8],
        _tag: &[u8],
    ) -> Result<Option<Vec<u8>>, EngineError> {
        let (pt, _) = self.0.encrypt(key, nonce, ad, ct)?;
        Ok(Some(pt))
    }
}

#[test]
fn an_engine_that_accepts_forged_tags_fails() {
    let forged = &cases(WYCHEPROOF_ASCON128)[7..8];
    let variant = Variant::Ascon128;
    let mut engine = Credulous(GoldenAscon { variant });
    let report = run(forged, &mut engine, &mut |_, _| {}, None);
    assert_eq!(report.summary(), "0 passed, 1 failed");
    assert_eq!(report.failures[0].what, Check::ForgedTag);
    assert_eq!(
        failures(&report),
        [
            "tcId 8 (line 126): accepted a forged tag: expected the tag refused, got nothing (0 bytes)"
        ]
    );
}

/// Gives no answer, or refuses everything.
struct Stubborn {
    answers: bool,
}

impl AeadEngine for Stubborn {
    fn encrypt(
        &mut self,
        _key: &[u8],
        _nonce: &[u8],
        _ad: &[u8],
        _pt: &[u8],
    ) -> Result<(Vec<u8>, Vec<u8>), EngineError> {
        Err(EngineError::new("no done after 1000 cycles"))
    }

    fn decrypt(
        &mut self,
        _key: &[u8],
        _nonce: &[u8],
        _ad: &[u8],
        _ct: &[u8],
        _tag: &[u8],
    ) -> Result<Option<Vec<u8>>, EngineError> {
        if self.answers {
            Ok(None)
        } else {
            Err(EngineError::new("no done after 1000 cycles"))
        }
    }
}

#[test]
fn an_engine_without_an_answer_fails_the_case() {
    let cases = cases(WYCHEPROOF_ASCON128);
    let chosen = [cases[0].clone(), cases[7].clone()];
    let mut engine = Stubborn { answers: false };
    let report = run(&chosen, &mut engine, &mut |_, _| {}, None);
    assert_eq!(report.summary(), "0 passed, 2 failed");
    assert_eq!(
        failures(&report),
        [
            "tcId 1 (line 38): encrypt ct: expected nothing (0 bytes), got no answer (no done after 1000 cycles)",
            "tcId 1 (line 38): decrypt pt: expected nothing (0 bytes), got no answer (no done after 1000 cycles)",
            "tcId 8 (line 126): decrypt pt: expected the tag refused, got no answer (no done after 1000 cycles)",
        ]
    );
}

#[test]
fn an_acceptable_case_may_be_refused_but_not_decrypted_wrongly() {
    let mut acceptable = cases(WYCHEPROOF_ASCON128)[12..13].to_vec();
    let mut engine = Stubborn { answers: true };
    let report = run(&acceptable, &mut engine, &mut |_, _| {}, None);
    assert_eq!(report.summary(), "1 passed, 0 failed");

    acceptable[0].pt = vec![0];
    let report = run_golden(Variant::Ascon128, &acceptable);
    assert_eq!(report.summary(), "0 passed, 1 failed");
}

#[test]
fn the_golden_engine_names_a_wrong_size() {
    let mut golden = GoldenAscon {
        variant: Variant::Ascon128,
    };
    let refused = golden.decrypt(&[0; 16], &[0; 16], &[], &[], &[0; 8]);
    assert_eq!(
        refused.unwrap_err().to_string(),
        "expected a tag of 16 bytes, found 8 bytes"
    );
}
