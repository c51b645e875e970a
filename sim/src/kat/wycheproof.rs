//! The AEAD test files of project Wycheproof (`aead_test_schema`): `algorithm` and `testGroups`,
//! each group with `ivSize`, `keySize`, `tagSize` in bits and `tests`. Further members are skipped.
//!
//! The sizes of a group bind its valid and acceptable cases. An invalid case may depart from them:
//! a wrong size may be what makes it invalid.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::error::{Located, Problem, at, excerpt};
use super::{AeadCase, Validity, hex_bytes};

/// The name of the algorithm with its line, and the cases.
type Parsed = ((usize, String), Vec<AeadCase>);

pub(super) fn parse(text: &str) -> Result<Parsed, Located> {
    let members: Members = serde_json::from_str(text).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        let whole = error.to_string();
        let position = format!(" at line {line} column {column}");
        let reason = whole.strip_suffix(&position).unwrap_or(&whole).to_owned();
        at(line, Problem::JsonSyntax { column, reason })
    })?;
    let file = Object {
        text,
        line: 1,
        owner: "the file".to_owned(),
        members,
    };
    file.check_duplicates()?;

    let algorithm = (file.line_of("algorithm")?, file.string("algorithm")?);
    let mut cases = Vec::new();
    for group in file.objects("testGroups", |line| format!("the group on line {line}"))? {
        if let Some(found) = group.optional_string("type")?
            && found != "AeadTest"
        {
            let found = excerpt(&found);
            return Err(at(group.line, Problem::OtherGroup { found }));
        }
        let sizes = Sizes {
            key: group.number("keySize")?,
            iv: group.number("ivSize")?,
            tag: group.number("tagSize")?,
        };
        for test in group.objects("tests", |line| format!("the test on line {line}"))? {
            cases.push(case(test, &sizes)?);
        }
    }
    if cases.is_empty() {
        return Err(at(file.line_of("testGroups")?, Problem::NoTests));
    }
    Ok((algorithm, cases))
}

/// The sizes that a group declares, in bits.
struct Sizes {
    key: u64,
    iv: u64,
    tag: u64,
}

fn case(mut test: Object<'_>, sizes: &Sizes) -> Result<AeadCase, Located> {
    let id = format!("tcId {}", test.number("tcId")?);
    test.owner = id.clone();
    let validity = match test.string("result")?.as_str() {
        "valid" => Validity::Valid,
        "invalid" => Validity::Invalid,
        "acceptable" => Validity::Acceptable,
        _ => return Err(test.wrong("result", "\"valid\", \"invalid\" or \"acceptable\"")),
    };
    let case = AeadCase {
        id,
        line: test.line,
        key: test.bytes("key")?,
        nonce: test.bytes("iv")?,
        ad: test.bytes("aad")?,
        pt: test.bytes("msg")?,
        ct: test.bytes("ct")?,
        tag: test.bytes("tag")?,
        validity,
        comment: test.optional_string("comment")?.unwrap_or_default(),
    };
    if validity != Validity::Invalid {
        test.check_size("key", &case.key, "keySize", sizes.key)?;
        test.check_size("iv", &case.nonce, "ivSize", sizes.iv)?;
        test.check_size("tag", &case.tag, "tagSize", sizes.tag)?;
    }
    Ok(case)
}

/// The members of a JSON object in their order, duplicates included, values not yet read.
struct Members<'t>(Vec<(String, &'t RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Collect;

        impl<'de> Visitor<'de> for Collect {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_map(Collect)
    }
}

/// An object of the file, with what messages need: its line and what to call it.
struct Object<'t> {
    text: &'t str,
    line: usize,
    owner: String,
    members: Members<'t>,
}

impl<'t> Object<'t> {
    fn get(&self, name: &str) -> Option<&'t RawValue> {
        let mut members = self.members.0.iter();
        members
            .find(|(known, _)| known == name)
            .map(|(_, value)| *value)
    }

    fn require(&self, name: &'static str) -> Result<&'t RawValue, Located> {
        self.get(name).ok_or_else(|| {
            let owner = self.owner.clone();
            at(self.line, Problem::MissingMember { owner, name })
        })
    }

    fn line_of(&self, name: &'static str) -> Result<usize, Located> {
        Ok(line_of(self.text, self.require(name)?))
    }

    /// The error for a member that is there but is not what was expected.
    fn wrong(&self, name: &'static str, expected: &'static str) -> Located {
        let (line, found) = match self.get(name) {
            Some(value) => (line_of(self.text, value), excerpt(value.get())),
            None => (self.line, "nothing".to_owned()),
        };
        let owner = self.owner.clone();
        at(
            line,
            Problem::WrongMember {
                owner,
                name,
                expected,
                found,
            },
        )
    }

    fn read<T: Deserialize<'t>>(
        &self,
        name: &'static str,
        expected: &'static str,
    ) -> Result<T, Located> {
        serde_json::from_str(self.require(name)?.get()).map_err(|_| self.wrong(name, expected))
    }

    fn string(&self, name: &'static str) -> Result<String, Located> {
        self.read(name, "a string")
    }

    fn optional_string(&self, name: &'static str) -> Result<Option<String>, Located> {
        match self.get(name) {
            Some(_) => self.string(name).map(Some),
            None => Ok(None),
        }
    }

    fn number(&self, name: &'static str) -> Result<u64, Located> {
        self.read(name, "a whole number")
    }

    fn bytes(&self, name: &'static str) -> Result<Vec<u8>, Located> {
        let digits: String = self.read(name, "a string of hex digits")?;
        let value = self.require(name)?;
        hex_bytes(name, &digits).map_err(|problem| at(line_of(self.text, value), problem))
    }

    /// The elements of an array of objects; `owner` makes their names from their lines.
    fn objects(
        &self,
        name: &'static str,
        owner: fn(usize) -> String,
    ) -> Result<Vec<Object<'t>>, Located> {
        let expected = "an array of objects";
        let elements: Vec<&'t RawValue> = self.read(name, expected)?;
        let object = |element: &'t RawValue| {
            let members =
                serde_json::from_str(element.get()).map_err(|_| self.wrong(name, expected))?;
            let line = line_of(self.text, element);
            let object = Object {
                text: self.text,
                line,
                owner: owner(line),
                members,
            };
            object.check_duplicates()?;
            Ok(object)
        };
        elements.into_iter().map(object).collect()
    }

    fn check_duplicates(&self) -> Result<(), Located> {
        let members = &self.members.0;
        for (index, (name, value)) in members.iter().enumerate() {
            if let Some((_, first)) = members[..index].iter().find(|(known, _)| known == name) {
                let problem = Problem::DuplicatedMember {
                    owner: self.owner.clone(),
                    name: name.clone(),
                    first: line_of(self.text, first),
                };
                return Err(at(line_of(self.text, value), problem));
            }
        }
        Ok(())
    }

    fn check_size(
        &self,
        name: &'static str,
        bytes: &[u8],
        size_name: &'static str,
        expected: u64,
    ) -> Result<(), Located> {
        let found = 8 * bytes.len() as u64;
        if found == expected {
            return Ok(());
        }
        let owner = self.owner.clone();
        let problem = Problem::WrongSize {
            owner,
            name,
            size_name,
            expected,
            found,
        };
        Err(at(self.line_of(name)?, problem))
    }
}

/// The line of `text` on which `value`, a part of it, starts.
fn line_of(text: &str, value: &RawValue) -> usize {
    let offset = value.get().as_ptr() as usize - text.as_ptr() as usize;
    1 + text[..offset].matches('\n').count()
}
