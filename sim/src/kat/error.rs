//! What can be wrong with a known-answer file, in words for whoever has to mend the file.

use std::fmt;
use std::path::Path;

use thiserror::Error;

/// A known-answer file that cannot be used: `<file>:<line>: <problem>`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}{}: {problem}", .line.map(|line| format!(":{line}")).unwrap_or_default())]
pub struct KatError {
    /// The path of the file.
    pub file: String,
    /// The line, from 1; none if the file could not even be read.
    pub line: Option<usize>,
    /// What is wrong there.
    pub problem: Problem,
}

/// What a known-answer file is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Authenticated encryption.
    Aead,
    /// Hash functions and extendable-output functions.
    Hash,
    /// Key encapsulation.
    Kem,
}

impl Kind {
    /// The formats that are read, for messages.
    fn formats(self) -> &'static str {
        match self {
            Kind::Aead => {
                "NIST LWC AEAD KAT (text, blocks that open with \"Count = <number>\") and Wycheproof AEAD (JSON, opens with \"{\")"
            }
            Kind::Hash => {
                "NIST CAVP (ShortMsg, LongMsg, Monte, VariableOut) and XKCP (ShortMsgKAT), text with \"Msg = <hex digits>\""
            }
            Kind::Kem => {
                "NIST KEM response files (text, blocks that open with \"count = <number>\")"
            }
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Aead => "authenticated encryption (AEAD)",
            Kind::Hash => "a hash function",
            Kind::Kem => "key encapsulation (KEM)",
        })
    }
}

/// What is wrong with a known-answer file, what was expected, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(
    missing_docs,
    reason = "the messages say what the variants and their fields are"
)]
pub enum Problem {
    #[error("cannot read the known-answer file: {reason}; check the path and its permissions")]
    Unreadable { reason: String },

    #[error("expected UTF-8 text, found the byte 0x{byte:02x}; save the file as UTF-8")]
    NotUtf8 { byte: u8 },

    #[error("expected a known-answer file, found no content; known formats: {}", .wanted.formats())]
    Empty { wanted: Kind },

    #[error("expected a known-answer file, found \"{found}\"; known formats: {}", .wanted.formats())]
    UnknownFormat { wanted: Kind, found: String },

    #[error(
        "expected known answers for {wanted}, found {kind} (it has \"{field}\"); known formats: {}",
        .wanted.formats()
    )]
    OtherKind {
        wanted: Kind,
        kind: &'static str,
        field: String,
    },

    #[error(
        "expected a Wycheproof group of type \"AeadTest\", found \"{found}\"; choose a file for authenticated encryption (AEAD)"
    )]
    OtherGroup { found: String },

    #[error(
        "expected known answers for {expected}, found the algorithm \"{found}\"; choose a file for {expected}, or the algorithm that the file is for"
    )]
    WrongAlgorithm {
        expected: &'static str,
        found: String,
    },

    #[error(
        "expected an even number of hex digits for \"{name}\", found {digits} in \"{found}\"; write two digits per byte (is the line cut short?)"
    )]
    OddHex {
        name: String,
        digits: usize,
        found: String,
    },

    #[error(
        "expected hex digits for \"{name}\", found {digit:?} in \"{found}\"; use 0-9, a-f and A-F, without spaces"
    )]
    BadHexDigit {
        name: String,
        digit: char,
        found: String,
    },

    #[error("expected \"<field> = <value>\" or a blank line, found \"{found}\"")]
    NotAField { found: String },

    #[error("expected one of the fields {expected}, found \"{name}\"")]
    UnknownField { expected: String, name: String },

    #[error("expected a decimal number after \"Count =\", found \"{found}\"")]
    BadCount { found: String },

    #[error(
        "expected \"Count = <number>\" to open a block, found \"{name}\" outside of any block; is a blank line too many above it, or \"Count\" missing?"
    )]
    OutsideBlock { name: String },

    #[error(
        "expected \"{name}\" once in the block \"{block}\", found it again (first on line {first}); separate blocks by a blank line"
    )]
    DuplicatedField {
        block: String,
        name: String,
        first: usize,
    },

    #[error(
        "expected the fields {expected} in the block \"{block}\", found no {missing}; add what is missing"
    )]
    MissingField {
        block: String,
        expected: String,
        missing: String,
    },

    #[error(
        "expected {missing} in the block \"{block}\" (opened on line {opened}), found the end of the file; the file is cut short, fetch it again"
    )]
    Truncated {
        block: String,
        opened: usize,
        missing: String,
    },

    #[error(
        "expected at least {tag} bytes after \"CT =\" in the block \"{block}\" (the ciphertext, then a {tag}-byte tag), found {found}"
    )]
    CtShorterThanTag {
        block: String,
        tag: usize,
        found: usize,
    },

    #[error(
        "expected {expected} bytes after \"CT =\" in the block \"{block}\" (as many as PT, then a {tag}-byte tag), found {found}"
    )]
    CtLength {
        block: String,
        tag: usize,
        expected: usize,
        found: usize,
    },

    #[error(
        "expected {expected} in the block that opens here, found {found}; known formats: {}",
        .wanted.formats()
    )]
    WrongFields {
        wanted: Kind,
        expected: String,
        found: String,
    },

    #[error("expected a header \"[<name> = <number>]\" or \"[<words>]\", found \"{found}\"")]
    BadHeader { found: String },

    #[error(
        "expected \"[{name} = <number>]\" above this block, found none; is the file cut short at its start?"
    )]
    MissingHeader { name: &'static str },

    #[error("expected a whole number, at most {most}, for \"{name}\", found \"{found}\"")]
    BadNumber {
        name: &'static str,
        most: usize,
        found: String,
    },

    #[error(
        "expected {expected} bytes for \"{name}\"{why}, found {found}; is the line cut short, or is the file for another algorithm?"
    )]
    WrongLength {
        name: &'static str,
        why: String,
        expected: usize,
        found: usize,
    },

    #[error("expected the bits of \"{name}\" in the low part of its last byte: {reason}")]
    UnusedBits { name: &'static str, reason: String },

    #[error(
        "expected \"Seed\" or \"Msg\", or the count before, ahead of \"COUNT\", found none; a Monte Carlo file starts with it"
    )]
    NoStart,

    #[error(
        "expected hex digits for \"{name}\", found nothing; is this the request file? choose the response file (.rsp)"
    )]
    NoAnswer { name: &'static str },

    #[error("expected well-formed JSON, at column {column}: {reason}")]
    JsonSyntax { column: usize, reason: String },

    #[error("expected at least one test in \"testGroups\", found none; is this the whole file?")]
    NoTests,

    #[error("expected the member \"{name}\" in {owner}, found none; add it")]
    MissingMember { owner: String, name: &'static str },

    #[error(
        "expected the member \"{name}\" once in {owner}, found it again (first on line {first}); remove one"
    )]
    DuplicatedMember {
        owner: String,
        name: String,
        first: usize,
    },

    #[error("expected {expected} for \"{name}\" in {owner}, found {found}")]
    WrongMember {
        owner: String,
        name: &'static str,
        expected: &'static str,
        found: String,
    },

    #[error(
        "expected {expected} bits for \"{name}\" in {owner}, as its group says in \"{size_name}\", found {found}"
    )]
    WrongSize {
        owner: String,
        name: &'static str,
        size_name: &'static str,
        expected: u64,
        found: u64,
    },
}

/// A problem and its line, on the way to a [`KatError`].
#[derive(Debug)]
pub(super) struct Located {
    line: usize,
    problem: Problem,
}

pub(super) fn at(line: usize, problem: Problem) -> Located {
    Located { line, problem }
}

impl Located {
    pub(super) fn in_file(self, path: &Path) -> KatError {
        KatError {
            file: path.display().to_string(),
            line: Some(self.line),
            problem: self.problem,
        }
    }
}

/// The start of `text`, short enough for a message, on one line.
pub(super) fn excerpt(text: &str) -> String {
    const LIMIT: usize = 40;
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    match line.char_indices().nth(LIMIT) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line,
    }
}
