//! Known-answer files as text: blocks of `name = value` lines, separated by blank lines; headers in
//! brackets; remarks that start with `#`. LF or CRLF.

use super::error::{Kind, Located, Problem, at, excerpt};
use super::hex_bytes;

/// A part of a file.
pub(super) enum Item<'t> {
    /// A remark, without the `#`.
    Remark(usize, &'t str),
    /// What stands in brackets.
    Header(usize, &'t str),
    Block(Block<'t>),
}

/// Fields that stand together.
pub(super) struct Block<'t> {
    fields: Vec<Field<'t>>,
}

struct Field<'t> {
    line: usize,
    name: &'static str,
    value: &'t str,
}

/// Fields that only files of one kind have.
const FIELDS_OF_KINDS: [(&str, Kind); 15] = [
    ("Key", Kind::Aead),
    ("Nonce", Kind::Aead),
    ("PT", Kind::Aead),
    ("AD", Kind::Aead),
    ("CT", Kind::Aead),
    ("Count", Kind::Aead),
    ("Len", Kind::Hash),
    ("Msg", Kind::Hash),
    ("MD", Kind::Hash),
    ("Seed", Kind::Hash),
    ("COUNT", Kind::Hash),
    ("count", Kind::Kem),
    ("seed", Kind::Kem),
    ("pk", Kind::Kem),
    ("sk", Kind::Kem),
];

/// Takes a file about `wanted`, with these fields, apart.
pub(super) fn items<'t>(
    text: &'t str,
    wanted: Kind,
    known: &[&'static str],
) -> Result<Vec<Item<'t>>, Located> {
    let mut items = Vec::new();
    let mut open: Option<Block> = None;
    let mut content = false;
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        if let Some(remark) = line.strip_prefix('#') {
            items.push(Item::Remark(number, remark.trim()));
            continue;
        }
        let header = line.strip_prefix('[');
        if line.is_empty() || header.is_some() {
            items.extend(open.take().map(Item::Block));
        }
        if let Some(header) = header {
            let header = header.strip_suffix(']').ok_or_else(|| {
                let found = excerpt(line);
                at(number, Problem::BadHeader { found })
            })?;
            items.push(Item::Header(number, header.trim()));
        } else if !line.is_empty() {
            let field = Field::read(number, line, wanted, known, content)?;
            open.get_or_insert(Block { fields: Vec::new() })
                .add(field)?;
            content = true;
        }
    }
    items.extend(open.map(Item::Block));
    match content {
        true => Ok(items),
        false => Err(at(1, Problem::Empty { wanted })),
    }
}

impl<'t> Field<'t> {
    /// `content` says that there were fields before.
    fn read(
        number: usize,
        line: &'t str,
        wanted: Kind,
        known: &[&'static str],
        content: bool,
    ) -> Result<Self, Located> {
        let refuse = |problem| Err(at(number, problem));
        if line.starts_with('{') && !content {
            return refuse(Problem::OtherKind {
                wanted,
                kind: "a JSON file",
                field: "{".to_owned(),
            });
        }
        let found = excerpt(line);
        let Some((name, value)) = line.split_once('=') else {
            return refuse(match content {
                true => Problem::NotAField { found },
                false => Problem::UnknownFormat { wanted, found },
            });
        };
        let name = name.trim();
        if let Some(&name) = known.iter().find(|&&known| known == name) {
            return Ok(Field {
                line: number,
                name,
                value: value.trim(),
            });
        }
        let other = FIELDS_OF_KINDS
            .iter()
            .find(|(field, kind)| *field == name && *kind != wanted);
        refuse(match other {
            Some((field, kind)) => Problem::OtherKind {
                wanted,
                kind: match kind {
                    Kind::Aead => super::AEAD_FILE,
                    Kind::Hash => super::HASH_FILE,
                    Kind::Kem => super::KEM_FILE,
                },
                field: format!("{field} ="),
            },
            None => Problem::UnknownField {
                expected: known.join(", "),
                name: excerpt(name),
            },
        })
    }
}

impl<'t> Block<'t> {
    fn add(&mut self, field: Field<'t>) -> Result<(), Located> {
        if let Some(first) = self.field(field.name) {
            let problem = Problem::DuplicatedField {
                block: self.name(),
                name: field.name.to_owned(),
                first: first.line,
            };
            return Err(at(field.line, problem));
        }
        self.fields.push(field);
        Ok(())
    }

    fn field(&self, name: &str) -> Option<&Field<'t>> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// The line at which the block starts.
    pub(super) fn line(&self) -> usize {
        self.fields.first().map_or(1, |field| field.line)
    }

    /// The line of a field, or else of the block.
    pub(super) fn line_of(&self, name: &str) -> usize {
        self.field(name).map_or(self.line(), |field| field.line)
    }

    /// The first line of the block, which names the case.
    pub(super) fn name(&self) -> String {
        self.fields.first().map_or(String::new(), |field| {
            format!("{} = {}", field.name, excerpt(field.value))
        })
    }

    /// The names of the fields, in alphabetical order.
    pub(super) fn names(&self) -> Vec<&'static str> {
        let mut names: Vec<_> = self.fields.iter().map(|field| field.name).collect();
        names.sort_unstable();
        names
    }

    /// The names of the fields as they stand, for messages.
    pub(super) fn listed(&self) -> String {
        let names: Vec<_> = self.fields.iter().map(|field| field.name).collect();
        names.join(", ")
    }

    /// The value of a field as bytes; none at all if the field is not there.
    pub(super) fn bytes(&self, name: &'static str) -> Result<Vec<u8>, Located> {
        self.field(name).map_or(Ok(Vec::new()), |field| {
            hex_bytes(name, field.value).map_err(|problem| at(field.line, problem))
        })
    }

    /// [`Block::bytes`], of which there must be `expected`; `why` ends the word on what they are.
    pub(super) fn sized(
        &self,
        name: &'static str,
        expected: usize,
        why: &str,
    ) -> Result<Vec<u8>, Located> {
        let bytes = self.bytes(name)?;
        let problem = match bytes.len() {
            found if found == expected => return Ok(bytes),
            0 => Problem::NoAnswer { name },
            found => Problem::WrongLength {
                name,
                why: why.to_owned(),
                expected,
                found,
            },
        };
        Err(at(self.line_of(name), problem))
    }

    /// The value of a field as a number from 0 to `most`.
    pub(super) fn number(&self, name: &'static str, most: usize) -> Result<usize, Located> {
        let value = self.field(name).map_or("", |field| field.value);
        number(name, value, most).map_err(|problem| at(self.line_of(name), problem))
    }
}

/// `value` as a number from 0 to `most`.
pub(super) fn number(name: &'static str, value: &str, most: usize) -> Result<usize, Problem> {
    let digits = value.bytes().all(|digit| digit.is_ascii_digit());
    match value.parse() {
        Ok(number) if digits && number <= most => Ok(number),
        _ => Err(Problem::BadNumber {
            name,
            most,
            found: excerpt(value),
        }),
    }
}
