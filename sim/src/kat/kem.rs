//! Known-answer files for key encapsulation with LightSaber: the response files (`.rsp`) of NIST's
//! competition. Blocks open with `count`; three kinds are read:
//!
//! | fields | what is run |
//! |---|---|
//! | `seed`, `pk`, `sk`, `ct`, `ss` | keys and ciphertext from the seed, by [`Drbg`](super::drbg::Drbg); then decapsulation |
//! | `sk`, `ct`, `ss` | decapsulation |
//! | `ct`, `ss` | decapsulation, with the key of the official file of the same count |

use std::path::Path;

use super::drbg::{self, SEED_BYTES};
use super::error::{Kind, Located, Problem, at, excerpt};
use super::text::{self, Block, Item};
use super::{Case, KatError, as_text, plain_name, read_bytes};
use crate::golden::lightsaber;

/// The name of the algorithm, as command lines have it.
pub const NAME: &str = "lightsaber";

const FIELDS: [&str; 6] = ["count", "seed", "pk", "sk", "ct", "ss"];
/// Greatest count of a case that brings its keys.
const MOST_NUMBER: usize = 999_999_999;
/// Greatest count of a case that does not: the seed of an official case takes as many steps.
const MOST_COUNT: usize = 9999;

/// Where the keys of a case come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KemKeys {
    /// Made from a seed; they and the encapsulation have to be those of the file.
    Seed {
        /// The seed of the random generator.
        seed: [u8; SEED_BYTES],
        /// The public key.
        pk: Vec<u8>,
        /// The secret key.
        sk: Vec<u8>,
    },
    /// A secret key.
    Secret(Vec<u8>),
    /// The seed that the official file has for this count. The file has no key to compare.
    Count([u8; SEED_BYTES]),
}

/// One case of a known-answer file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KemCase {
    /// The name of the case in its file: `count = 5`.
    pub id: String,
    /// The line at which the case starts, from 1.
    pub line: usize,
    /// Where the keys come from.
    pub keys: KemKeys,
    /// Ciphertext.
    pub ct: Vec<u8>,
    /// Shared secret.
    pub ss: Vec<u8>,
}

impl Case for KemCase {
    fn id(&self) -> &str {
        &self.id
    }

    fn line(&self) -> usize {
        self.line
    }
}

/// The content of a known-answer file for LightSaber.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KemFile {
    /// The path of the file, as messages show it.
    pub file: String,
    /// The cases, in the order of the file.
    pub cases: Vec<KemCase>,
}

impl KemFile {
    /// Reads the file at `path`.
    ///
    /// # Errors
    /// The file cannot be read, is not UTF-8, or is no known-answer file as [`KemFile::parse`] reads
    /// it.
    pub fn read(path: impl AsRef<Path>) -> Result<KemFile, KatError> {
        let path = path.as_ref();
        KemFile::from_bytes(path, &read_bytes(path)?)
    }

    /// [`KemFile::parse`] for bytes that are not yet known to be text.
    ///
    /// # Errors
    /// As [`KemFile::parse`]; also bytes that are not UTF-8.
    pub fn from_bytes(path: impl AsRef<Path>, bytes: &[u8]) -> Result<KemFile, KatError> {
        let path = path.as_ref();
        KemFile::parse(path, as_text(path, bytes)?)
    }

    /// Reads `text`; `path` only serves the messages.
    ///
    /// # Errors
    /// The text is empty, for another kind of algorithms or another algorithm, or a block lacks fields
    /// or has some of other sizes than LightSaber's. The error names the line, what was expected and
    /// what was found.
    pub fn parse(path: impl AsRef<Path>, text: &str) -> Result<KemFile, KatError> {
        let path = path.as_ref();
        let cases = parse(text).map_err(|error| error.in_file(path))?;
        Ok(KemFile {
            file: path.display().to_string(),
            cases,
        })
    }
}

fn parse(text: &str) -> Result<Vec<KemCase>, Located> {
    let wanted = Kind::Kem;
    let mut seeds = Seeds(Vec::new());
    let mut cases = Vec::new();
    for item in text::items(text, wanted, &FIELDS)? {
        match item {
            // The generator opens a file with the name of the algorithm alone.
            Item::Remark(line @ 1, remark) if !remark.is_empty() && !remark.contains(' ') => {
                if plain_name(remark) != plain_name(NAME) {
                    let problem = Problem::WrongAlgorithm {
                        expected: NAME,
                        found: excerpt(remark),
                    };
                    return Err(at(line, problem));
                }
            }
            Item::Remark(..) => {}
            Item::Header(line, header) => {
                let name = excerpt(&format!("[{header}]"));
                let expected = FIELDS.join(", ");
                return Err(at(line, Problem::UnknownField { expected, name }));
            }
            Item::Block(block) => cases.push(case(&block, &mut seeds)?),
        }
    }
    Ok(cases)
}

/// The seeds of the official cases, as far as they were needed.
struct Seeds(Vec<[u8; SEED_BYTES]>);

impl Seeds {
    fn of(&mut self, count: usize) -> [u8; SEED_BYTES] {
        if count >= self.0.len() {
            self.0 = drbg::official_seeds().take(2 * count + 2).collect();
        }
        self.0[count]
    }
}

fn case(block: &Block<'_>, seeds: &mut Seeds) -> Result<KemCase, Located> {
    let sized = |name, bytes| block.sized(name, bytes, " of LightSaber");
    let secret = || sized("sk", lightsaber::SECRET_KEY_BYTES);
    let names = block.names();
    let keys = match names[..] {
        ["count", "ct", "pk", "seed", "sk", "ss"] => {
            let bytes = sized("seed", SEED_BYTES)?;
            let mut seed = [0; SEED_BYTES];
            seed.copy_from_slice(&bytes);
            KemKeys::Seed {
                seed,
                pk: sized("pk", lightsaber::PUBLIC_KEY_BYTES)?,
                sk: secret()?,
            }
        }
        ["count", "ct", "sk", "ss"] => KemKeys::Secret(secret()?),
        ["count", "ct", "ss"] => KemKeys::Count(seeds.of(block.number("count", MOST_COUNT)?)),
        _ => {
            let problem = Problem::WrongFields {
                wanted: Kind::Kem,
                expected: "count, seed, pk, sk, ct, ss (or count, sk, ct, ss, or count, ct, ss)"
                    .to_owned(),
                found: block.listed(),
            };
            return Err(at(block.line(), problem));
        }
    };
    block.number("count", MOST_NUMBER)?;
    Ok(KemCase {
        id: block.name(),
        line: block.line(),
        keys,
        ct: sized("ct", lightsaber::CIPHERTEXT_BYTES)?,
        ss: sized("ss", lightsaber::SEED_BYTES)?,
    })
}
