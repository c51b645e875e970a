//! Key encapsulation as engines.

use super::{
    Check, EngineError, Failure, Outcome, Report, compare, failure, no_answer, run_each, written,
};
use crate::golden::lightsaber::{
    self, Ciphertext, EncodingError, KeyCoins, PublicKey, SEED_BYTES, SecretKey, Seed,
};
use crate::kat::drbg::Drbg;
use crate::kat::kem::{KemCase, KemKeys};

/// Where random bytes come from: fills what it is given.
pub type Random<'r> = dyn FnMut(&mut [u8]) + 'r;

/// An implementation of key encapsulation: a model, or a driver of simulated hardware. Keys,
/// ciphertexts and secrets are encoded as the specification has them.
///
/// The three have answers or none; if there is none, the runner counts the case as failed and goes
/// on.
pub trait KemEngine {
    /// Makes a public key and its secret key; draws random bytes in the order of the specification.
    ///
    /// # Errors
    /// The engine has no answer.
    fn generate(&mut self, random: &mut Random<'_>) -> Result<(Vec<u8>, Vec<u8>), EngineError>;

    /// Makes a ciphertext and the secret that it shares.
    ///
    /// # Errors
    /// The engine has no answer, for instance because it refuses the key.
    fn encapsulate(
        &mut self,
        pk: &[u8],
        random: &mut Random<'_>,
    ) -> Result<(Vec<u8>, Vec<u8>), EngineError>;

    /// The shared secret of a ciphertext; one that was not made for the key gives another secret.
    ///
    /// # Errors
    /// The engine has no answer, for instance because it refuses the key.
    fn decapsulate(&mut self, sk: &[u8], ct: &[u8]) -> Result<Vec<u8>, EngineError>;
}

/// Runs the first `limit` of `cases` (all of them if `None`) and tells `progress` after each case how
/// many are done, and of how many. What is run of a case: see [`kem`](crate::kat::kem).
pub fn run(
    cases: &[KemCase],
    engine: &mut dyn KemEngine,
    progress: &mut dyn FnMut(usize, usize),
    limit: Option<usize>,
) -> Report {
    run_each(cases, progress, limit, &mut |case| {
        Outcome::Compared(run_case(case, engine))
    })
}

fn run_case(case: &KemCase, engine: &mut dyn KemEngine) -> Vec<Failure> {
    let mut failures = Vec::new();
    match &case.keys {
        KemKeys::Seed { seed, pk, sk } => {
            let mut drbg = Drbg::new(seed);
            let mut random = |bytes: &mut [u8]| drbg.fill(bytes);
            let keys = engine.generate(&mut random);
            check_pair(
                case,
                keys,
                [(Check::PublicKey, pk), (Check::SecretKey, sk)],
                &mut failures,
            );
            let sealed = engine.encapsulate(pk, &mut random);
            check_pair(
                case,
                sealed,
                [
                    (Check::EncapsulateCiphertext, &case.ct),
                    (Check::EncapsulateSecret, &case.ss),
                ],
                &mut failures,
            );
            check_decapsulation(case, engine, sk, &mut failures);
        }
        KemKeys::Secret(sk) => check_decapsulation(case, engine, sk, &mut failures),
        KemKeys::Count(seed) => {
            let mut drbg = Drbg::new(seed);
            match engine.generate(&mut |bytes| drbg.fill(bytes)) {
                Ok((_, sk)) => check_decapsulation(case, engine, &sk, &mut failures),
                Err(error) => {
                    let expected = "a key pair".to_owned();
                    failures.push(failure(case, Check::SecretKey, expected, no_answer(&error)));
                }
            }
        }
    }
    failures
}

/// Compares two answers with what was expected of them.
fn check_pair(
    case: &KemCase,
    answer: Result<(Vec<u8>, Vec<u8>), EngineError>,
    expected: [(Check, &Vec<u8>); 2],
    failures: &mut Vec<Failure>,
) {
    let [(first, wanted), second] = expected;
    match answer {
        Ok((got, other)) => {
            failures.extend(compare(case, first, wanted, &got));
            failures.extend(compare(case, second.0, second.1, &other));
        }
        Err(error) => failures.push(failure(case, first, written(wanted), no_answer(&error))),
    }
}

fn check_decapsulation(
    case: &KemCase,
    engine: &mut dyn KemEngine,
    sk: &[u8],
    failures: &mut Vec<Failure>,
) {
    let what = Check::DecapsulateSecret;
    failures.extend(match engine.decapsulate(sk, &case.ct) {
        Ok(ss) => compare(case, what, &case.ss, &ss),
        Err(error) => Some(failure(case, what, written(&case.ss), no_answer(&error))),
    });
}

/// The golden model of LightSaber as an engine.
#[derive(Clone, Copy, Debug)]
pub struct GoldenLightSaber;

/// Draws a seed.
fn draw(random: &mut Random<'_>) -> Seed {
    let mut seed = [0; SEED_BYTES];
    random(&mut seed);
    seed
}

impl From<EncodingError> for EngineError {
    fn from(error: EncodingError) -> Self {
        EngineError::new(error.to_string())
    }
}

impl KemEngine for GoldenLightSaber {
    fn generate(&mut self, random: &mut Random<'_>) -> Result<(Vec<u8>, Vec<u8>), EngineError> {
        let coins = KeyCoins {
            seed_a_in: draw(random),
            seed_s: draw(random),
            z: draw(random),
        };
        let (public, secret) = lightsaber::generate(&coins);
        Ok((public.to_bytes(), secret.to_bytes()))
    }

    fn encapsulate(
        &mut self,
        pk: &[u8],
        random: &mut Random<'_>,
    ) -> Result<(Vec<u8>, Vec<u8>), EngineError> {
        let key = PublicKey::from_bytes(pk)?;
        let (ciphertext, shared) = lightsaber::encapsulate(&key, &draw(random));
        Ok((ciphertext.to_bytes(), shared.to_vec()))
    }

    fn decapsulate(&mut self, sk: &[u8], ct: &[u8]) -> Result<Vec<u8>, EngineError> {
        let (key, ciphertext) = (SecretKey::from_bytes(sk)?, Ciphertext::from_bytes(ct)?);
        Ok(lightsaber::decapsulate(&key, &ciphertext).to_vec())
    }
}
