//! Known-answer files: reading them, and running an engine against them ([`runner`]).
//!
//! This module reads files for authenticated encryption (AEAD), [`hash`] and [`kem`] those for hash
//! functions and key encapsulation. Two formats are read here, told apart by their content:
//!
//! - the NIST LWC KAT text: blocks of `Count`, `Key`, `Nonce`, `PT`, `AD` and `CT`, where CT is the
//!   ciphertext followed by a 16-byte tag;
//! - the Wycheproof AEAD JSON: test groups of cases with a verdict each.

pub mod drbg;
mod error;
pub mod hash;
pub mod kem;
mod lwc;
pub mod runner;
mod text;
mod wycheproof;

use std::fmt;
use std::path::Path;

use crate::golden::ascon::Variant;
pub use error::{KatError, Kind, Problem};
use error::{Located, at, excerpt};

/// A format of known-answer files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KatFormat {
    /// Text of the NIST lightweight-cryptography competition.
    Lwc,
    /// JSON of project Wycheproof.
    Wycheproof,
}

impl fmt::Display for KatFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            KatFormat::Lwc => "NIST LWC AEAD KAT",
            KatFormat::Wycheproof => "Wycheproof AEAD JSON",
        })
    }
}

/// What a known-answer file says about the tag of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Validity {
    /// Encryption gives exactly this ciphertext and tag, and decryption accepts them.
    Valid,
    /// Decryption must refuse.
    Invalid,
    /// Decryption may refuse; if it accepts, the plaintext must be the one of the case.
    Acceptable,
}

/// One case of a known-answer file. Every field of bytes may have any length, zero included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AeadCase {
    /// The name of the case in its file: `Count = 5` or `tcId 17`.
    pub id: String,
    /// The line at which the case starts, from 1.
    pub line: usize,
    /// Secret key.
    pub key: Vec<u8>,
    /// Nonce (initialization vector).
    pub nonce: Vec<u8>,
    /// Associated data: authenticated, not encrypted.
    pub ad: Vec<u8>,
    /// Plaintext.
    pub pt: Vec<u8>,
    /// Ciphertext, without the tag.
    pub ct: Vec<u8>,
    /// Authentication tag.
    pub tag: Vec<u8>,
    /// What to expect of the tag.
    pub validity: Validity,
    /// The file's remark on the case; empty in formats without remarks.
    pub comment: String,
}

/// A case of a known-answer file, of whatever kind.
pub trait Case {
    /// The name of the case in its file.
    fn id(&self) -> &str;
    /// The line at which the case starts, from 1.
    fn line(&self) -> usize;
}

impl Case for AeadCase {
    fn id(&self) -> &str {
        &self.id
    }

    fn line(&self) -> usize {
        self.line
    }
}

/// The content of a known-answer file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KatFile {
    /// The path of the file, as messages show it.
    pub file: String,
    /// The format that the content was recognised as.
    pub format: KatFormat,
    /// The line and the name of the algorithm, in formats that name it.
    pub algorithm: Option<(usize, String)>,
    /// The cases, in the order of the file, whatever the sizes of their fields.
    pub cases: Vec<AeadCase>,
}

impl KatFile {
    /// Reads the file at `path`.
    ///
    /// # Errors
    /// The file cannot be read, is not UTF-8, or is no known-answer file as [`KatFile::parse`]
    /// reads it.
    pub fn read(path: impl AsRef<Path>) -> Result<KatFile, KatError> {
        let path = path.as_ref();
        KatFile::from_bytes(path, &read_bytes(path)?)
    }

    /// [`KatFile::parse`] for bytes that are not yet known to be text.
    ///
    /// # Errors
    /// As [`KatFile::parse`]; also bytes that are not UTF-8.
    pub fn from_bytes(path: impl AsRef<Path>, bytes: &[u8]) -> Result<KatFile, KatError> {
        let path = path.as_ref();
        KatFile::parse(path, as_text(path, bytes)?)
    }

    /// Reads `text`; `path` only serves the messages.
    ///
    /// # Errors
    /// The text is empty, in no known format, about other algorithms than AEAD, or breaks the rules
    /// of its format. The error names the line, what was expected and what was found.
    pub fn parse(path: impl AsRef<Path>, text: &str) -> Result<KatFile, KatError> {
        let file = path.as_ref().display().to_string();
        let text = text.trim_start_matches('\u{feff}');
        let read = || -> Result<KatFile, Located> {
            let format = detect(text)?;
            let (algorithm, cases) = match format {
                KatFormat::Lwc => (None, lwc::parse(text)?),
                KatFormat::Wycheproof => {
                    let (algorithm, cases) = wycheproof::parse(text)?;
                    (Some(algorithm), cases)
                }
            };
            Ok(KatFile {
                file,
                format,
                algorithm,
                cases,
            })
        };
        read().map_err(|error| error.in_file(path.as_ref()))
    }

    /// Checks that the cases are for `variant`, as far as the file says what they are for: LWC
    /// files do not. Letter case and hyphens in the name do not matter.
    ///
    /// # Errors
    /// The file names another algorithm.
    pub fn check_algorithm(&self, variant: Variant) -> Result<(), KatError> {
        match &self.algorithm {
            Some((line, name)) if plain_name(name) != plain_name(variant.name()) => Err(KatError {
                file: self.file.clone(),
                line: Some(*line),
                problem: Problem::WrongAlgorithm {
                    expected: variant.name(),
                    found: name.clone(),
                },
            }),
            _ => Ok(()),
        }
    }
}

/// The content of the file at `path`.
fn read_bytes(path: &Path) -> Result<Vec<u8>, KatError> {
    std::fs::read(path).map_err(|error| KatError {
        file: path.display().to_string(),
        line: None,
        problem: Problem::Unreadable {
            reason: error.to_string(),
        },
    })
}

/// The content of the file at `path` as text, without a byte order mark.
fn as_text<'b>(path: &Path, bytes: &'b [u8]) -> Result<&'b str, KatError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let good = &bytes[..error.valid_up_to()];
        let line = 1 + good.iter().filter(|&&byte| byte == b'\n').count();
        let byte = bytes[error.valid_up_to()];
        at(line, Problem::NotUtf8 { byte }).in_file(path)
    })?;
    Ok(text.trim_start_matches('\u{feff}'))
}

/// An algorithm's name without what people write differently.
fn plain_name(name: &str) -> String {
    name.replace(['-', '_'], "").to_ascii_lowercase()
}

/// Fields that give away known-answer files of other kinds of algorithms.
const FIELDS_OF_OTHERS: [(&str, &str); 7] = [
    ("Msg", HASH_FILE),
    ("MD", HASH_FILE),
    ("Len", HASH_FILE),
    ("seed", KEM_FILE),
    ("pk", KEM_FILE),
    ("[Keylen", "a NIST CAVP response file"),
    ("[L", "a NIST CAVP response file"),
];
const AEAD_FILE: &str = "a known-answer file for authenticated encryption";
const HASH_FILE: &str = "a known-answer file for a hash function";
const KEM_FILE: &str = "a known-answer file for key encapsulation";

/// Tells the format from the first lines that say something.
fn detect(text: &str) -> Result<KatFormat, Located> {
    let mut lines = (1..)
        .zip(text.lines().map(str::trim))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let (first, line) = lines
        .next()
        .ok_or(at(1, Problem::Empty { wanted: Kind::Aead }))?;
    if line.starts_with('{') {
        return Ok(KatFormat::Wycheproof);
    }

    let field = |line: &str| line.split_once('=').map(|(name, _)| name.trim().to_owned());
    let opening = std::iter::once((first, line)).chain(lines).take(8);
    for (number, line) in opening {
        let name = field(line);
        let other = FIELDS_OF_OTHERS
            .iter()
            .find(|(other, _)| name.as_deref() == Some(other));
        if let Some(&(field, kind)) = other {
            let problem = Problem::OtherKind {
                wanted: Kind::Aead,
                kind,
                field: format!("{field} ="),
            };
            return Err(at(number, problem));
        }
    }
    match field(line) {
        Some(name) if lwc::FIELDS.contains(&name.as_str()) => Ok(KatFormat::Lwc),
        _ => Err(at(
            first,
            Problem::UnknownFormat {
                wanted: Kind::Aead,
                found: excerpt(line),
            },
        )),
    }
}

/// The bytes written as `digits`, the value of `name`.
fn hex_bytes(name: &str, digits: &str) -> Result<Vec<u8>, Problem> {
    let found = || (name.to_owned(), excerpt(digits));
    if let Some(digit) = digits.chars().find(|digit| !digit.is_ascii_hexdigit()) {
        let (name, found) = found();
        return Err(Problem::BadHexDigit { name, digit, found });
    }
    hex::decode(digits).map_err(|_| {
        let (name, found) = found();
        let digits = digits.len();
        Problem::OddHex {
            name,
            digits,
            found,
        }
    })
}
