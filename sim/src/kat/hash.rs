//! Known-answer files for the functions of FIPS 202, text in these layouts:
//!
//! - NIST CAVP `ShortMsg` and `LongMsg`: `Len`, `Msg`, and `MD`, or `Output` with `[Outputlen = n]`
//!   above;
//! - NIST CAVP `VariableOut`: `COUNT`, `Outputlen`, `Msg`, `Output`, with `[Input Length = n]` above;
//! - NIST CAVP `Monte`: `Seed`, then `COUNT` and `MD`; or `Msg`, then `COUNT`, `Outputlen` and
//!   `Output`, with the least and the greatest output length above (SHA3VS, 6.2.3 and 6.3.3);
//! - XKCP `ShortMsgKAT`: `Len`, `Msg`, and `MD` or `Squeezed`.
//!
//! Lengths are in bits and need not be whole bytes; the bits that are left over stand in the low part
//! of the last byte. A message of no bits is written `00`.

use std::path::Path;

use super::error::{Kind, Located, Problem, at, excerpt};
use super::text::{self, Block, Item};
use super::{Case, KatError, as_text, plain_name, read_bytes};
use crate::golden::sha3::{BitString, Function};

/// The fields of all layouts.
const FIELDS: [&str; 8] = [
    "Len",
    "Msg",
    "MD",
    "Output",
    "Squeezed",
    "Seed",
    "COUNT",
    "Outputlen",
];

/// Greatest length in bits that is read.
const MOST_BITS: usize = 1 << 30;
/// Greatest length in bits of the outputs of a Monte Carlo test: longer ones cannot be chosen.
const MOST_MONTE_BITS: usize = 8 << 16;
const MIN_OUTPUT: &str = "Minimum Output Length (bits)";
const MAX_OUTPUT: &str = "Maximum Output Length (bits)";

/// What is hashed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HashInput {
    /// One message.
    Message(BitString),
    /// Monte Carlo for digests: each of 1000 digests is the next message, from this one on.
    Digests(Vec<u8>),
    /// Monte Carlo for outputs of any length: the first 16 bytes of each of 1000 outputs are the next
    /// message, from this output on; its last two choose how many bytes the next output has.
    Outputs {
        /// What the first message is taken from.
        start: Vec<u8>,
        /// Bytes of the first output.
        first: usize,
        /// Fewest bytes of an output.
        min: usize,
        /// Most bytes of an output.
        max: usize,
    },
}

/// One case of a known-answer file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HashCase {
    /// The name of the case in its file: `Len = 8` or `COUNT = 5`.
    pub id: String,
    /// The line at which the case starts, from 1.
    pub line: usize,
    /// What is hashed.
    pub input: HashInput,
    /// Bits of the output.
    pub bits: usize,
    /// The output; bits of the last byte that do not belong to it are 0.
    pub output: Vec<u8>,
}

impl Case for HashCase {
    fn id(&self) -> &str {
        &self.id
    }

    fn line(&self) -> usize {
        self.line
    }
}

/// The content of a known-answer file for a hash function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HashFile {
    /// The path of the file, as messages show it.
    pub file: String,
    /// The cases, in the order of the file.
    pub cases: Vec<HashCase>,
}

impl HashFile {
    /// Reads the file at `path` as one with answers of `function`.
    ///
    /// # Errors
    /// The file cannot be read, is not UTF-8, or is no known-answer file as [`HashFile::parse`] reads
    /// it.
    pub fn read(path: impl AsRef<Path>, function: Function) -> Result<HashFile, KatError> {
        let path = path.as_ref();
        HashFile::from_bytes(path, &read_bytes(path)?, function)
    }

    /// [`HashFile::parse`] for bytes that are not yet known to be text.
    ///
    /// # Errors
    /// As [`HashFile::parse`]; also bytes that are not UTF-8.
    pub fn from_bytes(
        path: impl AsRef<Path>,
        bytes: &[u8],
        function: Function,
    ) -> Result<HashFile, KatError> {
        let path = path.as_ref();
        HashFile::parse(path, as_text(path, bytes)?, function)
    }

    /// Reads `text`; `path` only serves the messages.
    ///
    /// # Errors
    /// The text is empty, in no known layout, for another kind of algorithms or for another function,
    /// or breaks the rules of its layout. The error names the line, what was expected and what was
    /// found.
    pub fn parse(
        path: impl AsRef<Path>,
        text: &str,
        function: Function,
    ) -> Result<HashFile, KatError> {
        let path = path.as_ref();
        let cases = Reader::new(function)
            .read(text)
            .map_err(|error| error.in_file(path))?;
        Ok(HashFile {
            file: path.display().to_string(),
            cases,
        })
    }
}

/// What the headers above say, in bits.
#[derive(Default)]
struct Headers {
    output: Option<usize>,
    input: Option<usize>,
    min: Option<usize>,
    max: Option<usize>,
}

/// The state on the way through a file.
struct Reader {
    function: Function,
    headers: Headers,
    /// The answer before, in a Monte Carlo file, and the number of bytes of the next one.
    chain: Option<(Vec<u8>, usize)>,
    cases: Vec<HashCase>,
}

impl Reader {
    fn new(function: Function) -> Self {
        Reader {
            function,
            headers: Headers::default(),
            chain: None,
            cases: Vec::new(),
        }
    }

    fn read(mut self, text: &str) -> Result<Vec<HashCase>, Located> {
        let wanted = Kind::Hash;
        for item in text::items(text, wanted, &FIELDS)? {
            match item {
                Item::Remark(line, remark) => self.remark(line, remark)?,
                Item::Header(line, header) => self.header(line, header)?,
                Item::Block(block) => self.block(&block)?,
            }
        }
        match self.cases.is_empty() {
            true => Err(at(1, Problem::Empty { wanted })),
            false => Ok(self.cases),
        }
    }

    /// Refuses a file that names another function.
    fn remark(&self, line: usize, remark: &str) -> Result<(), Located> {
        match named(remark) {
            Some(name) if plain_name(name) != plain_name(self.function.name()) => Err(at(
                line,
                Problem::WrongAlgorithm {
                    expected: self.function.name(),
                    found: excerpt(name),
                },
            )),
            _ => Ok(()),
        }
    }

    fn header(&mut self, line: usize, header: &str) -> Result<(), Located> {
        let Some((name, value)) = header.split_once('=') else {
            return Ok(());
        };
        let headers = &mut self.headers;
        let (name, most, place) = match name.trim() {
            "Outputlen" => ("Outputlen", MOST_BITS, &mut headers.output),
            "Input Length" => ("Input Length", MOST_BITS, &mut headers.input),
            MIN_OUTPUT => (MIN_OUTPUT, MOST_MONTE_BITS, &mut headers.min),
            MAX_OUTPUT => (MAX_OUTPUT, MOST_MONTE_BITS, &mut headers.max),
            _ => return Ok(()),
        };
        let number = text::number(name, value.trim(), most);
        *place = Some(number.map_err(|problem| at(line, problem))?);
        Ok(())
    }

    fn block(&mut self, block: &Block<'_>) -> Result<(), Located> {
        let names = block.names();
        let digest = self.function.digest_bytes();
        match (&names[..], digest) {
            (["Len", "MD", "Msg"], Some(_)) => self.message(block, "MD"),
            (["Len", "Msg", "Output"], None) => self.message(block, "Output"),
            (["Len", "Msg", "Squeezed"], None) => self.message(block, "Squeezed"),
            (["COUNT", "Msg", "Output", "Outputlen"], None) => self.message(block, "Output"),
            (["Seed"], Some(bytes)) => {
                let seed = block.sized("Seed", bytes, &self.is_digest())?;
                self.chain = Some((seed, bytes));
                Ok(())
            }
            (["Msg"], None) => {
                self.chain = Some((block.bytes("Msg")?, self.bounds(block)?.1));
                Ok(())
            }
            (["COUNT", "MD"], Some(_)) => self.digests(block),
            (["COUNT", "Output", "Outputlen"], None) => self.outputs(block),
            _ => {
                let expected = match digest {
                    Some(_) => "Len, Msg, MD, or Seed, or COUNT, MD",
                    None => {
                        "Len, Msg, Output, or Len, Msg, Squeezed, or COUNT, Outputlen, Msg, Output, or Msg, or COUNT, Outputlen, Output"
                    }
                };
                let problem = Problem::WrongFields {
                    wanted: Kind::Hash,
                    expected: format!("the fields of {} ({expected})", self.function),
                    found: block.listed(),
                };
                Err(at(block.line(), problem))
            }
        }
    }

    /// A case with a message of its own.
    fn message(&mut self, block: &Block<'_>, answer: &'static str) -> Result<(), Located> {
        let mut bytes = block.bytes("Msg")?;
        let bits = match self.headers.input {
            _ if block.names().contains(&"Len") => block.number("Len", MOST_BITS)?,
            Some(bits) => bits,
            None => 8 * bytes.len(),
        };
        if bits == 0 && bytes == [0] {
            bytes.clear();
        }
        let expected = bits.div_ceil(8);
        if bytes.len() != expected {
            let why = format!(", which has {bits} bits");
            block.sized("Msg", expected, &why)?;
        }
        let message = bit_string(block, "Msg", bytes, bits)?;
        self.answer(block, answer, HashInput::Message(message))
    }

    /// A case of a Monte Carlo file for digests.
    fn digests(&mut self, block: &Block<'_>) -> Result<(), Located> {
        let (start, _) = self.start(block)?;
        self.answer(block, "MD", HashInput::Digests(start))?;
        self.go_on(<[u8]>::len);
        Ok(())
    }

    /// A case of a Monte Carlo file for outputs of any length.
    fn outputs(&mut self, block: &Block<'_>) -> Result<(), Located> {
        let (min, max) = self.bounds(block)?;
        let (start, first) = self.start(block)?;
        let input = HashInput::Outputs {
            start,
            first,
            min,
            max,
        };
        self.answer(block, "Output", input)?;
        self.go_on(|output| next_length(output, min, max));
        Ok(())
    }

    /// Where a case of a Monte Carlo file starts: at the answer that the file gives for the one
    /// before.
    fn start(&mut self, block: &Block<'_>) -> Result<(Vec<u8>, usize), Located> {
        let start = self.chain.take();
        start.ok_or_else(|| at(block.line(), Problem::NoStart))
    }

    /// The next case starts at the last answer.
    fn go_on(&mut self, length: impl Fn(&[u8]) -> usize) {
        let last = self.cases.last();
        self.chain = last.map(|case| (case.output.clone(), length(&case.output)));
    }

    /// Fewest and most bytes of an output.
    fn bounds(&self, block: &Block<'_>) -> Result<(usize, usize), Located> {
        let missing = |name| at(block.line(), Problem::MissingHeader { name });
        let min = self.headers.min.ok_or_else(|| missing(MIN_OUTPUT))?;
        let max = self.headers.max.ok_or_else(|| missing(MAX_OUTPUT))?;
        let (min, max) = (min.div_ceil(8), max / 8);
        match min <= max && max > 0 {
            true => Ok((min, max)),
            false => Err(at(
                block.line(),
                Problem::BadNumber {
                    name: MIN_OUTPUT,
                    most: 8 * max,
                    found: (8 * min).to_string(),
                },
            )),
        }
    }

    fn is_digest(&self) -> String {
        format!(", a digest of {}", self.function)
    }

    /// Adds the case that `block` is, with its answer in the field `name`.
    fn answer(
        &mut self,
        block: &Block<'_>,
        name: &'static str,
        input: HashInput,
    ) -> Result<(), Located> {
        let (bits, why) = match (self.function.digest_bytes(), name) {
            (Some(bytes), _) => (8 * bytes, self.is_digest()),
            (None, "Squeezed") => {
                let bytes = block.bytes(name)?.len();
                (8 * bytes.max(1), String::new())
            }
            (None, _) => {
                let bits = match self.headers.output {
                    _ if block.names().contains(&"Outputlen") => {
                        block.number("Outputlen", MOST_BITS)?
                    }
                    Some(bits) => bits,
                    None => {
                        let name = "Outputlen";
                        return Err(at(block.line(), Problem::MissingHeader { name }));
                    }
                };
                (bits, format!(", which has {bits} bits"))
            }
        };
        let output = block.sized(name, bits.div_ceil(8), &why)?;
        let output = bit_string(block, name, output, bits)?.bytes().to_vec();
        self.cases.push(HashCase {
            id: block.name(),
            line: block.line(),
            input,
            bits,
            output,
        });
        Ok(())
    }
}

/// How many bytes the next output of a Monte Carlo test has: its last two bytes, as one number,
/// choose.
pub(super) fn next_length(output: &[u8], min: usize, max: usize) -> usize {
    let from = output.len().saturating_sub(2);
    let chosen = output[from..]
        .iter()
        .fold(0, |number, &byte| number << 8 | usize::from(byte));
    min + chosen % (max - min + 1)
}

fn bit_string(
    block: &Block<'_>,
    name: &'static str,
    bytes: Vec<u8>,
    bits: usize,
) -> Result<BitString, Located> {
    BitString::new(bytes, bits).map_err(|error| {
        let reason = error.to_string();
        at(block.line_of(name), Problem::UnusedBits { name, reason })
    })
}

/// The function that a remark names: `"SHA3-256 ShortMsg" information for ..` (CAVP), or `.., or
/// SHAKE128 as in FIPS 202 standard` (XKCP).
fn named(remark: &str) -> Option<&str> {
    const TESTS: [&str; 4] = ["ShortMsg", "LongMsg", "Monte", "VariableOut"];
    let cavp = remark.split('"').nth(1).and_then(|quoted| {
        let (name, test) = quoted.rsplit_once(' ')?;
        TESTS.contains(&test).then_some(name.trim())
    });
    let xkcp = || {
        let (name, _) = remark.split_once(" as in FIPS 202 standard")?;
        Some(name.rsplit_once(" or ")?.1)
    };
    cavp.or_else(xkcp)
}
