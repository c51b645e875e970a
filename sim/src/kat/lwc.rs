//! The known-answer text of the NIST lightweight-cryptography competition, as its generator
//! `genkat_aead.c` writes it: blocks separated by blank lines, upper-case hex digits, LF or CRLF.
//! Lines that start with `#` are skipped.

use std::collections::BTreeMap;

use super::error::{Located, Problem, at, excerpt};
use super::{AeadCase, Validity, hex_bytes};

/// The fields of a block; the first one opens it.
pub(super) const FIELDS: [&str; 6] = ["Count", "Key", "Nonce", "PT", "AD", "CT"];

/// Bytes of tag at the end of CT. The format has no field for it; every AEAD of the competition
/// that pimtee builds has this one.
const TAG_BYTES: usize = 16;

pub(super) fn parse(text: &str) -> Result<Vec<AeadCase>, Located> {
    let mut cases = Vec::new();
    let mut open: Option<Block> = None;
    let mut last_line = 1;
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        last_line = number;
        if line.is_empty() {
            if let Some(block) = open.take() {
                cases.push(block.close(None)?);
            }
        } else if !line.starts_with('#') {
            let (name, value) = field(line).map_err(|problem| at(number, problem))?;
            match &mut open {
                Some(block) => block.add(number, name, value)?,
                None => open = Some(Block::open(number, name, value)?),
            }
        }
    }
    if let Some(block) = open {
        cases.push(block.close(Some(last_line))?);
    }
    Ok(cases)
}

/// The name and the value on a line.
fn field(line: &str) -> Result<(&'static str, &str), Problem> {
    let (name, value) = line.split_once('=').ok_or_else(|| Problem::NotAField {
        found: excerpt(line),
    })?;
    let name = name.trim();
    let known = FIELDS.into_iter().find(|&known| known == name);
    let name = known.ok_or_else(|| Problem::UnknownField {
        expected: FIELDS.join(", "),
        name: excerpt(name),
    })?;
    Ok((name, value.trim()))
}

/// A block that is being read.
struct Block {
    id: String,
    line: usize,
    /// Line and bytes by field.
    values: BTreeMap<&'static str, (usize, Vec<u8>)>,
}

impl Block {
    fn open(line: usize, name: &str, value: &str) -> Result<Block, Located> {
        if name != FIELDS[0] {
            let name = name.to_owned();
            return Err(at(line, Problem::OutsideBlock { name }));
        }
        if value.is_empty() || !value.bytes().all(|digit| digit.is_ascii_digit()) {
            let found = excerpt(value);
            return Err(at(line, Problem::BadCount { found }));
        }
        Ok(Block {
            id: format!("Count = {value}"),
            line,
            values: BTreeMap::new(),
        })
    }

    fn add(&mut self, line: usize, name: &'static str, value: &str) -> Result<(), Located> {
        let first = if name == FIELDS[0] {
            Some(self.line)
        } else {
            self.values.get(name).map(|(first, _)| *first)
        };
        if let Some(first) = first {
            let problem = Problem::DuplicatedField {
                block: self.id.clone(),
                name: name.to_owned(),
                first,
            };
            return Err(at(line, problem));
        }
        let bytes = hex_bytes(name, value).map_err(|problem| at(line, problem))?;
        self.values.insert(name, (line, bytes));
        Ok(())
    }

    /// The case, if the block is whole. `end_of_file` is the last line of the file if the file, not
    /// a blank line, ends the block.
    fn close(mut self, end_of_file: Option<usize>) -> Result<AeadCase, Located> {
        let missing: Vec<&str> = FIELDS[1..]
            .iter()
            .copied()
            .filter(|name| !self.values.contains_key(name))
            .collect();
        let missing = missing.join(", ");
        let mut take = |name| self.values.remove(name);
        let (Some((_, key)), Some((_, nonce)), Some((_, pt)), Some((_, ad)), Some((line, mut ct))) = (
            take("Key"),
            take("Nonce"),
            take("PT"),
            take("AD"),
            take("CT"),
        ) else {
            return Err(match end_of_file {
                Some(last_line) => at(
                    last_line,
                    Problem::Truncated {
                        block: self.id,
                        opened: self.line,
                        missing,
                    },
                ),
                None => at(
                    self.line,
                    Problem::MissingField {
                        block: self.id,
                        expected: FIELDS.join(", "),
                        missing,
                    },
                ),
            });
        };

        let found = ct.len();
        let tag = TAG_BYTES;
        if found < tag {
            let block = self.id;
            return Err(at(line, Problem::CtShorterThanTag { block, tag, found }));
        }
        if found != pt.len() + tag {
            let problem = Problem::CtLength {
                block: self.id,
                tag,
                expected: pt.len() + tag,
                found,
            };
            return Err(at(line, problem));
        }
        let tag = ct.split_off(found - tag);
        Ok(AeadCase {
            id: self.id,
            line: self.line,
            key,
            nonce,
            ad,
            pt,
            ct,
            tag,
            validity: Validity::Valid,
            comment: String::new(),
        })
    }
}
