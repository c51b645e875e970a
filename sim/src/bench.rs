//! How fast the RTL of an Ascon core simulates: through the binding, through the driver, and in a
//! program written in C++ by hand, `testbenches/bench/ascon_bench.cpp`.
//!
//! All three encrypt the same messages back to back at full speed: one key, and for each message a
//! nonce, [`AD_BYTES`] of associated data and [`TEXT_BYTES`] of text, made from its number. All
//! must come to the same digest of ciphertexts and tags, which the golden model gives too.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use pimtee_gen::sv::{Emitted, SvFile};
use tempfile::TempDir;
use thiserror::Error;

use crate::driver::ascon::{AsconDriver, DriverError, Ending, Message, Stalls, encoding};
use crate::golden::ascon::{self, TAG_BYTES, Variant};
use crate::verilator::{Build, BuildError, InPort, Library, Model, OutPort, PortError, SimError};

/// Bytes of associated data of a message.
pub const AD_BYTES: usize = 32;
/// Bytes of text of a message.
pub const TEXT_BYTES: usize = 1024;
/// Bytes of a key, a nonce, a tag.
const PAIR_BYTES: usize = 16;
/// Cycles for a message after which there is no more hope.
const PATIENCE: u64 = 100_000;
const SEED: u64 = 1;

/// Numbers of the streams in [`message_word`].
const KEY: u64 = 0;
const NONCE: u64 = 1;
const AD: u64 = 2;
const TEXT: u64 = 3;

/// A run.
#[derive(Clone, Copy, Debug)]
pub struct Lap {
    /// Simulated clock cycles.
    pub cycles: u64,
    /// Time it took.
    pub took: Duration,
    /// Digest of all ciphertexts and tags.
    pub digest: u64,
}

impl Lap {
    /// Simulated clock cycles a second.
    pub fn rate(&self) -> f64 {
        self.cycles as f64 / self.took.as_secs_f64()
    }
}

/// Why there is no result.
#[derive(Debug, Error)]
pub enum BenchError {
    /// The core or the program cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The design is no Ascon core.
    #[error(transparent)]
    Port(#[from] PortError),
    /// The simulation cannot go on.
    #[error(transparent)]
    Sim(#[from] SimError),
    /// The driver has no answer.
    #[error(transparent)]
    Driver(#[from] DriverError),
    /// The core does not answer.
    #[error("{top}: no answer after {cycles} cycles")]
    Stuck {
        /// Name of the top module.
        top: String,
        /// Cycles waited.
        cycles: u64,
    },
    /// The C++ program did not do its work.
    #[error("{}: {reason}", program.display())]
    Program {
        /// The program.
        program: PathBuf,
        /// What it did instead.
        reason: String,
    },
}

/// A core, built for both sides with the same options: no assertions, no waves, all optimisation.
pub struct Bench {
    library: Library,
    program: PathBuf,
    variant: Variant,
    _folder: TempDir,
}

impl Bench {
    /// Builds both sides.
    ///
    /// # Errors
    /// A tool is missing, or the design is no Ascon core.
    pub fn new(design: &Emitted, variant: Variant) -> Result<Self, BenchError> {
        let build = Build::new(design);
        let folder = tempfile::tempdir().map_err(|error| BenchError::Program {
            program: std::env::temp_dir(),
            reason: format!("no folder can be made there: {error}"),
        })?;
        let source = SvFile {
            name: "ascon_bench.cpp".into(),
            text: include_str!("../../testbenches/bench/ascon_bench.cpp").into(),
        };
        Ok(Self {
            library: build.build()?,
            program: build.program(&source, folder.path())?,
            variant,
            _folder: folder,
        })
    }

    /// The C++ program.
    ///
    /// # Errors
    /// It fails.
    pub fn cpp(&self, messages: u64) -> Result<Lap, BenchError> {
        let failed = |reason: String| BenchError::Program {
            program: self.program.clone(),
            reason,
        };
        let output = Command::new(&self.program)
            .args([encoding(self.variant), messages].map(|number| number.to_string()))
            .stdin(Stdio::null())
            .output()
            .map_err(|error| failed(error.to_string()))?;
        let printed = String::from_utf8_lossy(&output.stdout);
        let words: Vec<&str> = printed.split_whitespace().collect();
        let read = || {
            let [cycles, seconds, digest] = words[..] else {
                return None;
            };
            Some(Lap {
                cycles: cycles.parse().ok()?,
                took: Duration::from_secs_f64(seconds.parse().ok()?),
                digest: u64::from_str_radix(digest, 16).ok()?,
            })
        };
        read().ok_or_else(|| {
            let complaint = String::from_utf8_lossy(&output.stderr);
            failed(format!("{} {}", output.status, complaint.trim()))
        })
    }

    /// The binding: ports of a [`Model`] set and read one by one, as the C++ program does.
    ///
    /// # Errors
    /// The core does not answer.
    pub fn binding(&self, messages: u64) -> Result<Lap, BenchError> {
        let library = &self.library;
        let mut model = library.instantiate(SEED)?;
        model.reset(2)?;
        model.set(library.input("nonce_variant_i")?, encoding(self.variant));
        for port in ["ad_strb_i", "text_strb_i", "out_ready_i", "tag_ready_i"] {
            model.set(library.input(port)?, u64::MAX);
        }
        let mut key = Source::new(library, "key", KEY, PAIR_BYTES, 1)?;
        let mut nonce = Source::new(library, "nonce", NONCE, PAIR_BYTES, messages)?;
        let mut ad = Source::new(library, "ad", AD, AD_BYTES, messages)?;
        let mut text = Source::new(library, "text", TEXT, TEXT_BYTES, messages)?;
        for source in [&key, &nonce, &ad, &text] {
            source.offer(&mut model);
        }
        let (out_valid, out_data) = (
            library.output("out_valid_o")?,
            library.output("out_data_o")?,
        );
        let (tag_valid, tag_data) = (
            library.output("tag_valid_o")?,
            library.output("tag_data_o")?,
        );

        let patience = messages * PATIENCE;
        let mut digest = Digest::new();
        let (mut cycles, mut tag_bytes) = (0, 0);
        let start = Instant::now();
        while tag_bytes < messages * PAIR_BYTES as u64 {
            if cycles == patience {
                let top = library.top().to_owned();
                return Err(BenchError::Stuck { top, cycles });
            }
            model.cycle()?;
            if model.get(out_valid) != 0 {
                digest.take(&model, out_data);
            }
            if model.get(tag_valid) != 0 {
                digest.take(&model, tag_data);
                tag_bytes += tag_data.width() as u64 / 8;
            }
            key.step(&mut model);
            nonce.step(&mut model);
            ad.step(&mut model);
            text.step(&mut model);
            cycles += 1;
        }
        Ok(Lap {
            cycles,
            took: start.elapsed(),
            digest: digest.0,
        })
    }

    /// The driver, with everything it checks.
    ///
    /// # Errors
    /// The core does not answer, or breaks its contract.
    pub fn driver(&self, messages: u64) -> Result<Lap, BenchError> {
        let (library, stalls) = (self.library.clone(), Stalls::none());
        let mut driver = AsconDriver::new(library, self.variant, stalls, SEED)?;
        driver.reset()?;
        let key = bytes(KEY, 0);
        let queue: Vec<Message> = (0..messages)
            .map(|number| {
                let ad: [u8; AD_BYTES] = bytes(AD, number);
                let text: [u8; TEXT_BYTES] = bytes(TEXT, number);
                Message::encrypt(&bytes(NONCE, number), &ad, &text)
            })
            .collect();
        driver.load_key(&key)?;
        let before = driver.cycle();
        let start = Instant::now();
        let answers = driver.run(&queue)?;
        let took = start.elapsed();
        let mut digest = Digest::new();
        for answer in answers {
            digest.bytes(&answer.text);
            if let Ending::Tag(tag) = answer.ending {
                digest.bytes(&tag);
            }
        }
        Ok(Lap {
            cycles: driver.cycle() - before,
            took,
            digest: digest.0,
        })
    }
}

/// The digest that a run must come to.
pub fn golden(variant: Variant, messages: u64) -> u64 {
    let mut digest = Digest::new();
    for number in 0..messages {
        let ad: [u8; AD_BYTES] = bytes(AD, number);
        let text: [u8; TEXT_BYTES] = bytes(TEXT, number);
        let (key, nonce) = (bytes(KEY, 0), bytes(NONCE, number));
        let (text, tag): (Vec<u8>, [u8; TAG_BYTES]) =
            ascon::encrypt(variant, &key, &nonce, &ad, &text);
        digest.bytes(&text);
        digest.bytes(&tag);
    }
    digest.0
}

/// 64 bits of what a message carries on a stream.
fn message_word(stream: u64, message: u64, index: u64) -> u64 {
    let x = (stream << 56 ^ message << 24 ^ (index + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x ^ x >> 29
}

fn bytes<const N: usize>(stream: u64, message: u64) -> [u8; N] {
    std::array::from_fn(|at| {
        let word = message_word(stream, message, at as u64 / 8);
        word.to_le_bytes()[at % 8]
    })
}

/// FNV-1a over words of 32 bits, so that it does not depend on the width of beats.
struct Digest(u64);

impl Digest {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn fold(&mut self, word: u32) {
        self.0 = (self.0 ^ u64::from(word)).wrapping_mul(0x100_0000_01b3);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for word in bytes.chunks_exact(4) {
            self.fold(u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
        }
    }

    fn take(&mut self, model: &Model, port: OutPort) {
        for (at, &word) in model.get_wide(port).iter().enumerate() {
            self.fold(word as u32);
            if port.width() > 64 * at + 32 {
                self.fold((word >> 32) as u32);
            }
        }
    }
}

/// The sending end of a stream that never hesitates.
struct Source {
    valid: InPort,
    ready: OutPort,
    data: InPort,
    last: Option<InPort>,
    stream: u64,
    /// Bytes of a beat, and of a message.
    beat: u64,
    bytes: u64,
    messages: u64,
    message: u64,
    byte: u64,
}

impl Source {
    fn new(
        library: &Library,
        name: &str,
        stream: u64,
        bytes: usize,
        messages: u64,
    ) -> Result<Self, PortError> {
        let data = library.input(&format!("{name}_data_i"))?;
        Ok(Self {
            valid: library.input(&format!("{name}_valid_i"))?,
            ready: library.output(&format!("{name}_ready_o"))?,
            data,
            last: library.input(&format!("{name}_last_i")).ok(),
            stream,
            beat: data.width() as u64 / 8,
            bytes: bytes as u64,
            messages,
            message: 0,
            byte: 0,
        })
    }

    fn offer(&self, model: &mut Model) {
        let word = |index| message_word(self.stream, self.message, index);
        model.set(self.valid, u64::from(self.message < self.messages));
        if self.beat > 8 {
            let index = self.byte / 8;
            model.set_wide(self.data, &[word(index), word(index + 1)]);
        } else {
            model.set(self.data, word(self.byte / 8) >> (8 * (self.byte % 8)));
        }
        if let Some(last) = self.last {
            model.set(last, u64::from(self.byte + self.beat == self.bytes));
        }
    }

    /// The end of a cycle.
    fn step(&mut self, model: &mut Model) {
        if self.message == self.messages || model.get(self.ready) == 0 {
            return;
        }
        self.byte += self.beat;
        if self.byte == self.bytes {
            self.byte = 0;
            self.message += 1;
        }
        self.offer(model);
    }
}
