//! Runs an implementation, an engine, against the cases of a known-answer file. There is a trait for
//! each kind of algorithm: [`AeadEngine`] here, [`hash::HashEngine`], [`kem::KemEngine`].

pub mod hash;
pub mod kem;

use std::fmt;

use thiserror::Error;

use super::{AeadCase, Case, Validity};
use crate::golden::ascon::{self, Variant};

/// An implementation of authenticated encryption: a model, or a driver of simulated hardware.
///
/// The runner only hands over keys, nonces and tags of the sizes that [`AeadEngine::sizes`] gives;
/// associated data and texts have any length, zero included.
pub trait AeadEngine {
    /// The sizes that the algorithm takes.
    fn sizes(&self) -> AeadSizes {
        AeadSizes::ASCON
    }

    /// Encrypts `pt`; gives the ciphertext, as long as `pt`, and the tag.
    ///
    /// # Errors
    /// The engine has no answer, for instance because the hardware did not finish in time. The
    /// runner counts the case as failed and goes on, so the engine has to be fit for the next one.
    fn encrypt(
        &mut self,
        key: &[u8],
        nonce: &[u8],
        ad: &[u8],
        pt: &[u8],
    ) -> Result<(Vec<u8>, Vec<u8>), EngineError>;

    /// Decrypts `ct`; gives the plaintext, or `None` if the engine refuses the tag.
    ///
    /// # Errors
    /// As for [`AeadEngine::encrypt`]; a refused tag is an answer, not an error.
    fn decrypt(
        &mut self,
        key: &[u8],
        nonce: &[u8],
        ad: &[u8],
        ct: &[u8],
        tag: &[u8],
    ) -> Result<Option<Vec<u8>>, EngineError>;
}

/// Why an engine has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{reason}")]
pub struct EngineError {
    /// What went wrong, in words.
    pub reason: String,
}

impl EngineError {
    /// An error with a reason.
    pub fn new(reason: impl Into<String>) -> Self {
        EngineError {
            reason: reason.into(),
        }
    }
}

/// The sizes that an algorithm takes, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AeadSizes {
    /// Bytes in a key.
    pub key: usize,
    /// Bytes in a nonce.
    pub nonce: usize,
    /// Bytes in a tag.
    pub tag: usize,
}

impl AeadSizes {
    /// The sizes of all three ASCON variants.
    pub const ASCON: AeadSizes = AeadSizes {
        key: ascon::KEY_BYTES,
        nonce: ascon::NONCE_BYTES,
        tag: ascon::TAG_BYTES,
    };

    /// Why the algorithm cannot take `case`, if so.
    fn mismatch(&self, case: &AeadCase) -> Option<String> {
        let parts = [
            ("key", case.key.len(), self.key),
            ("nonce", case.nonce.len(), self.nonce),
            ("tag", case.tag.len(), self.tag),
        ];
        let wrong: Vec<String> = parts
            .into_iter()
            .filter(|(_, found, taken)| found != taken)
            .map(|(name, found, taken)| {
                format!("{name} of {found} bytes where the algorithm takes {taken}")
            })
            .collect();
        (!wrong.is_empty()).then(|| wrong.join(", "))
    }
}

/// What the runner compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// The ciphertext that encryption gives.
    EncryptCiphertext,
    /// The tag that encryption gives.
    EncryptTag,
    /// The plaintext that decryption gives, or that it accepts the tag at all.
    DecryptPlaintext,
    /// That decryption refuses a forged tag.
    ForgedTag,
    /// The output of a hash function.
    HashOutput,
    /// The public key that key generation gives.
    PublicKey,
    /// The secret key that key generation gives.
    SecretKey,
    /// The ciphertext that encapsulation gives.
    EncapsulateCiphertext,
    /// The shared secret that encapsulation gives.
    EncapsulateSecret,
    /// The shared secret that decapsulation gives.
    DecapsulateSecret,
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Check::EncryptCiphertext => "encrypt ct",
            Check::EncryptTag => "encrypt tag",
            Check::DecryptPlaintext => "decrypt pt",
            Check::ForgedTag => "accepted a forged tag",
            Check::HashOutput => "hash",
            Check::PublicKey => "keygen pk",
            Check::SecretKey => "keygen sk",
            Check::EncapsulateCiphertext => "encaps ct",
            Check::EncapsulateSecret => "encaps ss",
            Check::DecapsulateSecret => "decaps ss",
        })
    }
}

/// A comparison that went wrong. It prints as `<id> (line <n>): <what>: expected .., got ..`; of long
/// values it prints what stands around the first difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The case, as in [`AeadCase::id`].
    pub id: String,
    /// The line at which the case starts.
    pub line: usize,
    /// What was compared.
    pub what: Check,
    /// The expected value: hex digits, or words.
    pub expected: String,
    /// What the engine gave: hex digits, or words.
    pub got: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Failure {
            id,
            line,
            what,
            expected,
            got,
        } = self;
        write!(f, "{id} (line {line}): {what}: ")?;
        if expected.len().min(got.len()) <= LONG {
            return write!(f, "expected {expected}, got {got}");
        }
        let equal = expected.bytes().zip(got.bytes());
        let byte = equal.take_while(|(left, right)| left == right).count() / 2;
        let shown = |digits: &str| {
            let from = digits.get(2 * byte..).unwrap_or_default();
            match from.get(..SHOWN) {
                Some(start) if from.len() > SHOWN => format!("{start}..."),
                _ => from.to_owned(),
            }
        };
        let (expected, got) = (shown(expected), shown(got));
        write!(f, "from byte {byte} on, expected {expected}, got {got}")
    }
}

/// Hex digits that are printed whole.
const LONG: usize = 256;
/// Hex digits printed of a longer value.
const SHOWN: usize = 32;

/// A case that the algorithm cannot take. It prints as `<id> (line <n>): skipped: <reason>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skip {
    /// The case, as in [`AeadCase::id`].
    pub id: String,
    /// The line at which the case starts.
    pub line: usize,
    /// Why it was skipped.
    pub reason: String,
}

impl fmt::Display for Skip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} (line {}): skipped: {}",
            self.id, self.line, self.reason
        )
    }
}

/// The outcome of a run. A case counts once, however many comparisons it takes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Cases of which everything was right.
    pub passed: usize,
    /// Cases of which something was wrong.
    pub failed: usize,
    /// Cases that the algorithm cannot take.
    pub skipped: usize,
    /// What was wrong, in the order of the cases.
    pub failures: Vec<Failure>,
    /// What was skipped, in the order of the cases.
    pub skips: Vec<Skip>,
}

impl Report {
    /// `N passed, N failed`, and `, N skipped` if any was.
    pub fn summary(&self) -> String {
        let mut summary = format!("{} passed, {} failed", self.passed, self.failed);
        if self.skipped > 0 {
            summary += &format!(", {} skipped", self.skipped);
        }
        summary
    }
}

/// Runs the first `limit` of `cases` (all of them if `None`) and tells `progress` after each case
/// how many are done, and of how many.
///
/// - A valid case is encrypted and decrypted, and both must be right.
/// - An invalid case is only decrypted, and must be refused.
/// - An acceptable case is only decrypted, and may be refused; if not, the plaintext must be right.
/// - A case with a key, nonce or tag of a size that the algorithm does not take is skipped.
pub fn run(
    cases: &[AeadCase],
    engine: &mut dyn AeadEngine,
    progress: &mut dyn FnMut(usize, usize),
    limit: Option<usize>,
) -> Report {
    let sizes = engine.sizes();
    run_each(
        cases,
        progress,
        limit,
        &mut |case| match sizes.mismatch(case) {
            Some(reason) => Outcome::Skipped(reason),
            None => Outcome::Compared(run_case(case, engine)),
        },
    )
}

/// What became of a case.
enum Outcome {
    /// The algorithm cannot take it, for this reason.
    Skipped(String),
    /// It was compared, and this was wrong.
    Compared(Vec<Failure>),
}

/// Runs `run_case` on the first `limit` of `cases` and counts.
fn run_each<C: Case>(
    cases: &[C],
    progress: &mut dyn FnMut(usize, usize),
    limit: Option<usize>,
    run_case: &mut dyn FnMut(&C) -> Outcome,
) -> Report {
    let total = limit.unwrap_or(cases.len()).min(cases.len());
    let mut report = Report::default();
    for (index, case) in cases[..total].iter().enumerate() {
        match run_case(case) {
            Outcome::Skipped(reason) => {
                report.skipped += 1;
                report.skips.push(Skip {
                    id: case.id().to_owned(),
                    line: case.line(),
                    reason,
                });
            }
            Outcome::Compared(failures) => {
                match failures.is_empty() {
                    true => report.passed += 1,
                    false => report.failed += 1,
                }
                report.failures.extend(failures);
            }
        }
        progress(index + 1, total);
    }
    report
}

fn run_case(case: &AeadCase, engine: &mut dyn AeadEngine) -> Vec<Failure> {
    let mut failures = Vec::new();
    if case.validity == Validity::Valid {
        check_encryption(case, engine, &mut failures);
    }
    check_decryption(case, engine, &mut failures);
    failures
}

fn check_encryption(case: &AeadCase, engine: &mut dyn AeadEngine, failures: &mut Vec<Failure>) {
    match engine.encrypt(&case.key, &case.nonce, &case.ad, &case.pt) {
        Ok((ct, tag)) => {
            failures.extend(compare(case, Check::EncryptCiphertext, &case.ct, &ct));
            failures.extend(compare(case, Check::EncryptTag, &case.tag, &tag));
        }
        Err(error) => failures.push(failure(
            case,
            Check::EncryptCiphertext,
            written(&case.ct),
            no_answer(&error),
        )),
    }
}

fn check_decryption(case: &AeadCase, engine: &mut dyn AeadEngine, failures: &mut Vec<Failure>) {
    let answer = engine.decrypt(&case.key, &case.nonce, &case.ad, &case.ct, &case.tag);
    let right = match (&answer, case.validity) {
        (Err(_), _) => false,
        (Ok(None), validity) => validity != Validity::Valid,
        (Ok(Some(pt)), validity) => validity != Validity::Invalid && *pt == case.pt,
    };
    if right {
        return;
    }
    let got = match &answer {
        Err(error) => no_answer(error),
        Ok(None) => "the tag refused".to_owned(),
        Ok(Some(pt)) => written(pt),
    };
    let (what, expected) = match (case.validity, &answer) {
        (Validity::Invalid, Ok(_)) => (Check::ForgedTag, "the tag refused".to_owned()),
        (Validity::Invalid, Err(_)) => (Check::DecryptPlaintext, "the tag refused".to_owned()),
        _ => (Check::DecryptPlaintext, written(&case.pt)),
    };
    failures.push(failure(case, what, expected, got));
}

fn compare(case: &impl Case, what: Check, expected: &[u8], got: &[u8]) -> Option<Failure> {
    (expected != got).then(|| failure(case, what, written(expected), written(got)))
}

fn failure(case: &impl Case, what: Check, expected: String, got: String) -> Failure {
    Failure {
        id: case.id().to_owned(),
        line: case.line(),
        what,
        expected,
        got,
    }
}

fn no_answer(error: &EngineError) -> String {
    format!("no answer ({error})")
}

/// Bytes as hex digits, and a word for none at all.
fn written(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        "nothing (0 bytes)".to_owned()
    } else {
        hex::encode(bytes)
    }
}

/// The golden model of ASCON as an engine.
#[derive(Clone, Copy, Debug)]
pub struct GoldenAscon {
    /// The variant to compute.
    pub variant: Variant,
}

impl AeadEngine for GoldenAscon {
    fn encrypt(
        &mut self,
        key: &[u8],
        nonce: &[u8],
        ad: &[u8],
        pt: &[u8],
    ) -> Result<(Vec<u8>, Vec<u8>), EngineError> {
        let (key, nonce) = (sized("key", key)?, sized("nonce", nonce)?);
        let (ct, tag) = ascon::encrypt(self.variant, key, nonce, ad, pt);
        Ok((ct, tag.to_vec()))
    }

    fn decrypt(
        &mut self,
        key: &[u8],
        nonce: &[u8],
        ad: &[u8],
        ct: &[u8],
        tag: &[u8],
    ) -> Result<Option<Vec<u8>>, EngineError> {
        let (key, nonce) = (sized("key", key)?, sized("nonce", nonce)?);
        let tag = sized("tag", tag)?;
        Ok(ascon::decrypt(self.variant, key, nonce, ad, ct, tag))
    }
}

/// `bytes` as a key, nonce or tag of 16 bytes.
pub(crate) fn sized<'b>(name: &str, bytes: &'b [u8]) -> Result<&'b [u8; 16], EngineError> {
    bytes.try_into().map_err(|_| {
        let found = bytes.len();
        EngineError::new(format!(
            "expected a {name} of 16 bytes, found {found} bytes"
        ))
    })
}
