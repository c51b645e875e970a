//! Drives the streams of an emitted Ascon core (`AsconAead` of pimtee-hdl) under Verilator.
//!
//! Every stream is a source or a sink of its own, as eager as the contract of the core allows: the
//! key and the nonce of the next message are offered while the present one is in hand, and text
//! waits from the start. With [`Stalls`] each of them hesitates at random. Data inputs carry
//! random bits whenever they mean nothing: while valid is low, and in absent bytes.

use std::collections::VecDeque;
use std::fmt;
use std::path::{Path, PathBuf};

use pimtee_gen::sv::Emitted;
use thiserror::Error;

use super::{Dice, Source};
use crate::golden::ascon::{KEY_BYTES, NONCE_BYTES, TAG_BYTES, Variant};
use crate::kat::runner::{AeadEngine, EngineError, sized};
use crate::verilator::{Build, BuildError, InPort, Library, Model, OutPort, PortError, SimError};
use crate::verilator::{OptLevel, Trace};

/// Cycles without any beat moving after which a driver gives up, unless told otherwise.
pub const DEFAULT_PATIENCE: u64 = 2000;

/// The build of an emitted core as drivers want it: state without a reset starts random and
/// assertions are on. Add sources or change options before [`Build::build`].
pub fn core_build(design: &Emitted, trace: Trace) -> Build {
    Build::new(design)
        .trace(trace)
        .assertions(true)
        .x_initial_unique(true)
        .opt_level(OptLevel::O1)
}

/// Builds an emitted core, see [`core_build`], or takes it from the cache.
///
/// # Errors
/// As [`Build::build`].
pub fn build_core(design: &Emitted, trace: Trace) -> Result<Library, BuildError> {
    core_build(design, trace).build()
}

/// A valid/ready stream of the core.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Handshake {
    /// Key beats, to the core.
    Key,
    /// Nonce beats, to the core.
    Nonce,
    /// Associated data, to the core.
    Ad,
    /// Text, to the core.
    Text,
    /// Text, from the core.
    Out,
    /// Tag of an encryption, from the core.
    Tag,
    /// Expected tag of a decryption, to the core.
    Exp,
    /// Verdict of a decryption, from the core.
    Verdict,
}

impl Handshake {
    /// All of them.
    pub const ALL: [Handshake; 8] = [
        Handshake::Key,
        Handshake::Nonce,
        Handshake::Ad,
        Handshake::Text,
        Handshake::Out,
        Handshake::Tag,
        Handshake::Exp,
        Handshake::Verdict,
    ];

    /// The prefix of its ports, for example `nonce`.
    pub fn name(self) -> &'static str {
        match self {
            Handshake::Key => "key",
            Handshake::Nonce => "nonce",
            Handshake::Ad => "ad",
            Handshake::Text => "text",
            Handshake::Out => "out",
            Handshake::Tag => "tag",
            Handshake::Exp => "exp",
            Handshake::Verdict => "verdict",
        }
    }
}

impl fmt::Display for Handshake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How probable it is, for each stream and cycle, that the driver holds it back: a source offers
/// no new beat, a sink is not ready.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stalls([f64; 8]);

impl Stalls {
    /// Full speed.
    pub fn none() -> Self {
        Self::all(0.0)
    }

    /// The same probability, 0 to 1, on every stream. With 1 nothing ever moves.
    pub fn all(probability: f64) -> Self {
        Self([probability; 8])
    }

    /// Another probability, 0 to 1, on one stream.
    pub fn with(mut self, handshake: Handshake, probability: f64) -> Self {
        self.0[handshake as usize] = probability;
        self
    }

    /// The probability on a stream.
    pub fn probability(&self, handshake: Handshake) -> f64 {
        self.0[handshake as usize]
    }
}

/// A message for the core.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The variant to ask for; `None`: that of the driver.
    pub variant: Option<Variant>,
    /// A key to load ahead of the message; `None`: the key that is loaded.
    pub key: Option<[u8; KEY_BYTES]>,
    /// Nonce.
    pub nonce: [u8; NONCE_BYTES],
    /// Associated data, any length.
    pub ad: Vec<u8>,
    /// Plaintext to encrypt or ciphertext to decrypt, any length.
    pub text: Vec<u8>,
    /// The tag to compare with, which makes the message a decryption; `None`: an encryption.
    pub expected_tag: Option<[u8; TAG_BYTES]>,
}

impl Message {
    /// An encryption with the loaded key.
    pub fn encrypt(nonce: &[u8; NONCE_BYTES], ad: &[u8], plaintext: &[u8]) -> Self {
        Self {
            variant: None,
            key: None,
            nonce: *nonce,
            ad: ad.to_vec(),
            text: plaintext.to_vec(),
            expected_tag: None,
        }
    }

    /// A decryption with the loaded key.
    pub fn decrypt(
        nonce: &[u8; NONCE_BYTES],
        ad: &[u8],
        ciphertext: &[u8],
        tag: &[u8; TAG_BYTES],
    ) -> Self {
        Self {
            expected_tag: Some(*tag),
            ..Self::encrypt(nonce, ad, ciphertext)
        }
    }

    /// The same, loading a key first.
    pub fn with_key(self, key: &[u8; KEY_BYTES]) -> Self {
        Self {
            key: Some(*key),
            ..self
        }
    }

    /// The same, asking for a variant.
    pub fn with_variant(self, variant: Variant) -> Self {
        Self {
            variant: Some(variant),
            ..self
        }
    }
}

/// What ends a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The tag of an encryption.
    Tag([u8; TAG_BYTES]),
    /// Whether the expected tag of a decryption was the right one.
    Verdict(bool),
}

/// What the core made of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Ciphertext or plaintext, as long as the text of the message. Plaintext is worthless unless
    /// the verdict is true.
    pub text: Vec<u8>,
    /// Tag or verdict.
    pub ending: Ending,
    /// Cycle in which the first nonce beat was taken.
    pub first_cycle: u64,
    /// Cycle in which the last tag beat or the verdict was taken.
    pub last_cycle: u64,
}

impl Answer {
    /// Cycles from the first nonce beat to the last tag beat or the verdict, both included.
    pub fn cycles(&self) -> u64 {
        self.last_cycle - self.first_cycle + 1
    }
}

/// Why a driver has no answer. Seed and cycle are enough to see it again.
#[derive(Debug, Error)]
pub enum DriverError {
    /// The design lacks a port of the core.
    #[error(transparent)]
    Port(#[from] PortError),
    /// An assertion failed, or the simulation cannot go on.
    #[error(transparent)]
    Sim(#[from] SimError),
    /// Nothing moves any more.
    #[error("{top}, cycle {cycle}, seed {seed}: no beat moved for {patience} cycles; {waiting}")]
    Stuck {
        /// Name of the top module.
        top: String,
        /// Cycle in which the driver gave up.
        cycle: u64,
        /// Seed of the driver.
        seed: u64,
        /// Cycles it waited.
        patience: u64,
        /// Which streams wait, and for whom.
        waiting: String,
    },
    /// The core broke its contract.
    #[error("{top}, cycle {cycle}, seed {seed}: {what}")]
    Protocol {
        /// Name of the top module.
        top: String,
        /// Cycle in which it happened.
        cycle: u64,
        /// Seed of the driver.
        seed: u64,
        /// What happened.
        what: String,
    },
    /// The core does not have the variant.
    #[error("{top}, cycle {cycle}, seed {seed}: the core refused a message for {variant}")]
    Refused {
        /// Name of the top module.
        top: String,
        /// Cycle in which it happened.
        cycle: u64,
        /// Seed of the driver.
        seed: u64,
        /// The variant that was asked for.
        variant: Variant,
    },
}

struct Ports {
    clear: InPort,
    key_valid: InPort,
    key_ready: OutPort,
    key_data: InPort,
    nonce_valid: InPort,
    nonce_ready: OutPort,
    nonce_data: InPort,
    nonce_decrypt: InPort,
    nonce_variant: InPort,
    ad_valid: InPort,
    ad_ready: OutPort,
    ad_data: InPort,
    ad_strb: InPort,
    ad_last: InPort,
    text_valid: InPort,
    text_ready: OutPort,
    text_data: InPort,
    text_strb: InPort,
    text_last: InPort,
    out_valid: OutPort,
    out_ready: InPort,
    out_data: OutPort,
    out_strb: OutPort,
    out_last: OutPort,
    tag_valid: OutPort,
    tag_ready: InPort,
    tag_data: OutPort,
    exp_valid: InPort,
    exp_ready: OutPort,
    exp_data: InPort,
    verdict_valid: OutPort,
    verdict_ready: InPort,
    verdict_ok: OutPort,
    busy: OutPort,
    key_loaded: OutPort,
    refused: OutPort,
}

impl Ports {
    fn of(library: &Library) -> Result<Self, PortError> {
        let input = |name| library.input(name);
        let output = |name| library.output(name);
        Ok(Self {
            clear: input("clear_i")?,
            key_valid: input("key_valid_i")?,
            key_ready: output("key_ready_o")?,
            key_data: input("key_data_i")?,
            nonce_valid: input("nonce_valid_i")?,
            nonce_ready: output("nonce_ready_o")?,
            nonce_data: input("nonce_data_i")?,
            nonce_decrypt: input("nonce_decrypt_i")?,
            nonce_variant: input("nonce_variant_i")?,
            ad_valid: input("ad_valid_i")?,
            ad_ready: output("ad_ready_o")?,
            ad_data: input("ad_data_i")?,
            ad_strb: input("ad_strb_i")?,
            ad_last: input("ad_last_i")?,
            text_valid: input("text_valid_i")?,
            text_ready: output("text_ready_o")?,
            text_data: input("text_data_i")?,
            text_strb: input("text_strb_i")?,
            text_last: input("text_last_i")?,
            out_valid: output("out_valid_o")?,
            out_ready: input("out_ready_i")?,
            out_data: output("out_data_o")?,
            out_strb: output("out_strb_o")?,
            out_last: output("out_last_o")?,
            tag_valid: output("tag_valid_o")?,
            tag_ready: input("tag_ready_i")?,
            tag_data: output("tag_data_o")?,
            exp_valid: input("exp_valid_i")?,
            exp_ready: output("exp_ready_o")?,
            exp_data: input("exp_data_i")?,
            verdict_valid: output("verdict_valid_o")?,
            verdict_ready: input("verdict_ready_i")?,
            verdict_ok: output("verdict_ok_o")?,
            busy: output("busy_o")?,
            key_loaded: output("key_loaded_o")?,
            refused: output("refused_o")?,
        })
    }
}

#[derive(Clone, Copy)]
struct KeyBeat {
    message: u64,
    data: u128,
    first: bool,
}

#[derive(Clone, Copy)]
struct NonceBeat {
    message: u64,
    data: u128,
    decrypt: u64,
    variant: u64,
    first: bool,
    last: bool,
}

/// A beat of associated data or text.
#[derive(Clone, Copy)]
struct DataBeat {
    data: u128,
    strb: u64,
    last: bool,
}

/// A message on its way through the core, and what has come out of it.
struct Pending {
    variant: Variant,
    length: usize,
    decrypt: bool,
    text: Vec<u8>,
    text_done: bool,
    tag: Vec<u8>,
    first_cycle: u64,
}

/// A core in simulation with a host at its streams.
///
/// The core is reset before the first message, and before the next one after an error.
pub struct AsconDriver {
    model: Model,
    ports: Ports,
    /// Bytes of a beat.
    beat_bytes: usize,
    variant: Variant,
    stalls: Stalls,
    seed: u64,
    dice: Dice,
    /// Readiness of the sinks in the present cycle.
    out_ready: bool,
    tag_ready: bool,
    verdict_ready: bool,
    patience: u64,
    key: Source<KeyBeat>,
    nonce: Source<NonceBeat>,
    ad: Source<DataBeat>,
    text: Source<DataBeat>,
    exp: Source<u128>,
    pending: VecDeque<Pending>,
    answers: Vec<Answer>,
    /// Messages begun, answered, and whose nonce the core has taken, all since the driver was made
    /// or since the last reset or clear, which counts what it abandons as done.
    begun: u64,
    answered: u64,
    accepted: u64,
    last_move: u64,
    needs_reset: bool,
    wave: Option<(PathBuf, u64)>,
}

impl AsconDriver {
    /// A driver of a new instance of the core. `variant` is what messages ask for unless they say
    /// otherwise; a core of one fixed variant refuses the others. `seed` decides stalls,
    /// meaningless bits, and the state before reset of a core built with random initial state.
    ///
    /// # Errors
    /// The design is not an Ascon core, or cannot be set up.
    pub fn new(
        library: Library,
        variant: Variant,
        stalls: Stalls,
        seed: u64,
    ) -> Result<Self, DriverError> {
        let ports = Ports::of(&library)?;
        Ok(Self {
            beat_bytes: ports.text_data.width() / 8,
            ports,
            model: library.instantiate(seed)?,
            variant,
            stalls,
            seed,
            dice: Dice::new(seed),
            out_ready: false,
            tag_ready: false,
            verdict_ready: false,
            patience: DEFAULT_PATIENCE,
            key: Source::new(),
            nonce: Source::new(),
            ad: Source::new(),
            text: Source::new(),
            exp: Source::new(),
            pending: VecDeque::new(),
            answers: Vec::new(),
            begun: 0,
            answered: 0,
            accepted: 0,
            last_move: 0,
            needs_reset: true,
            wave: None,
        })
    }

    /// Cycles without any beat moving after which the driver gives up.
    pub fn set_patience(&mut self, cycles: u64) {
        self.patience = cycles;
    }

    /// Records a waveform at `path`, from the reset on if `from_message` is 0, else from the start
    /// of that message, counted from 0 over the life of the driver. A run that is repeated with the
    /// same seed and the same messages does the same in every cycle, so what failed at full speed
    /// can be recorded in a second run.
    pub fn record(&mut self, path: impl AsRef<Path>, from_message: u64) {
        self.wave = Some((path.as_ref().to_owned(), from_message));
    }

    /// Finishes the waveform. Dropping the driver does the same.
    ///
    /// # Errors
    /// The file cannot be finished.
    pub fn close_wave(&mut self) -> Result<(), DriverError> {
        Ok(self.model.close_wave()?)
    }

    /// Writes the coverage counted so far, see [`Model::write_coverage`].
    ///
    /// # Errors
    /// The model was built without coverage, or the file cannot be written.
    pub fn write_coverage(&mut self, path: impl AsRef<Path>) -> Result<(), DriverError> {
        Ok(self.model.write_coverage(path)?)
    }

    /// The seed the driver was made with.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Messages begun so far: the number of the next one, as [`record`](Self::record) counts.
    pub fn messages(&self) -> u64 {
        self.begun
    }

    /// Cycles simulated so far, those of resets included.
    pub fn cycle(&self) -> u64 {
        self.model.cycle_count()
    }

    /// Whether a whole key is loaded, as of the present cycle.
    ///
    /// # Errors
    /// The simulation cannot go on.
    pub fn key_loaded(&mut self) -> Result<bool, DriverError> {
        self.model.eval()?;
        Ok(self.high(self.ports.key_loaded))
    }

    /// Whether a message is in hand, as of the present cycle.
    ///
    /// # Errors
    /// The simulation cannot go on.
    pub fn busy(&mut self) -> Result<bool, DriverError> {
        self.model.eval()?;
        Ok(self.high(self.ports.busy))
    }

    /// Loads a key and waits until it is in.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn load_key(&mut self, key: &[u8; KEY_BYTES]) -> Result<(), DriverError> {
        self.prepare()?;
        self.queue_key(self.begun, key);
        while !self.key.beats.is_empty() {
            self.step()?;
        }
        Ok(())
    }

    /// Encrypts with the loaded key.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn encrypt(
        &mut self,
        nonce: &[u8; NONCE_BYTES],
        ad: &[u8],
        plaintext: &[u8],
    ) -> Result<Answer, DriverError> {
        self.run_one(&Message::encrypt(nonce, ad, plaintext))
    }

    /// Decrypts with the loaded key. A wrong tag unloads it.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn decrypt(
        &mut self,
        nonce: &[u8; NONCE_BYTES],
        ad: &[u8],
        ciphertext: &[u8],
        tag: &[u8; TAG_BYTES],
    ) -> Result<Answer, DriverError> {
        self.run_one(&Message::decrypt(nonce, ad, ciphertext, tag))
    }

    /// Sends a message and waits for its answer.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn run_one(&mut self, message: &Message) -> Result<Answer, DriverError> {
        let answers = self.run(std::slice::from_ref(message))?;
        answers
            .into_iter()
            .next_back()
            .ok_or_else(|| self.protocol("the message has no answer".into()))
    }

    /// Sends messages back to back and waits for all answers, which come in the same order.
    ///
    /// # Errors
    /// The core refuses a message, breaks its contract, fails an assertion or stops, also because
    /// a wrong tag unloaded the key that a later message relies on.
    pub fn run(&mut self, messages: &[Message]) -> Result<Vec<Answer>, DriverError> {
        self.begin(messages)?;
        self.finish()
    }

    /// Queues messages behind those that may be under way, without simulating any cycle but those
    /// of a reset that is due.
    ///
    /// # Errors
    /// The reset fails, or the waveform cannot be written.
    pub fn begin(&mut self, messages: &[Message]) -> Result<(), DriverError> {
        self.prepare()?;
        for message in messages {
            self.queue(message);
        }
        Ok(())
    }

    /// Simulates up to `cycles` cycles, until all messages are answered.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn advance(&mut self, cycles: u64) -> Result<(), DriverError> {
        for _ in 0..cycles {
            if self.pending.is_empty() {
                break;
            }
            self.step()?;
        }
        Ok(())
    }

    /// Waits for the answers to all queued messages; gives those that have not been given yet.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn finish(&mut self) -> Result<Vec<Answer>, DriverError> {
        while !self.pending.is_empty() {
            self.step()?;
        }
        Ok(std::mem::take(&mut self.answers))
    }

    /// Holds the reset for two cycles and abandons all messages.
    ///
    /// # Errors
    /// The simulation cannot go on.
    pub fn reset(&mut self) -> Result<(), DriverError> {
        self.abandon();
        self.apply_inputs();
        self.model.reset(2)?;
        self.last_move = self.cycle();
        self.needs_reset = false;
        Ok(())
    }

    /// Raises `clear_i` for one cycle in which every stream keeps offering, then abandons all
    /// messages. Key and state are cleared afterwards.
    ///
    /// # Errors
    /// A stream moved or was valid in that cycle, or the simulation cannot go on.
    pub fn clear(&mut self) -> Result<(), DriverError> {
        self.apply_inputs();
        self.model.set(self.ports.clear, 1);
        self.model.cycle()?;
        self.model.set(self.ports.clear, 0);
        let ports = &self.ports;
        let outputs = [
            (Handshake::Key, ports.key_ready),
            (Handshake::Nonce, ports.nonce_ready),
            (Handshake::Ad, ports.ad_ready),
            (Handshake::Text, ports.text_ready),
            (Handshake::Exp, ports.exp_ready),
            (Handshake::Out, ports.out_valid),
            (Handshake::Tag, ports.tag_valid),
            (Handshake::Verdict, ports.verdict_valid),
        ];
        let open = outputs.into_iter().find(|&(_, port)| self.high(port));
        self.abandon();
        self.last_move = self.cycle();
        match open {
            Some((handshake, _)) => Err(self.protocol(format!("{handshake} is open during clear"))),
            None => Ok(()),
        }
    }

    /// Starts the waveform and resets the core where that is due.
    fn prepare(&mut self) -> Result<(), DriverError> {
        if let Some((path, _)) = self.wave.take_if(|(_, from)| *from <= self.begun) {
            self.model.open_wave(&path)?;
        }
        if self.needs_reset {
            self.reset()?;
        }
        if self.pending.is_empty() {
            self.last_move = self.cycle();
        }
        Ok(())
    }

    fn abandon(&mut self) {
        self.key.withdraw();
        self.nonce.withdraw();
        self.ad.withdraw();
        self.text.withdraw();
        self.exp.withdraw();
        self.pending.clear();
        self.answers.clear();
        self.answered = self.begun;
        self.accepted = self.begun;
    }

    fn queue_key(&mut self, message: u64, key: &[u8; KEY_BYTES]) {
        for (index, data) in whole_beats(key, self.beat_bytes).enumerate() {
            self.key.beats.push_back(KeyBeat {
                message,
                data,
                first: index == 0,
            });
        }
    }

    fn queue(&mut self, message: &Message) {
        let number = self.begun;
        self.begun += 1;
        if let Some(key) = &message.key {
            self.queue_key(number, key);
        }
        let variant = message.variant.unwrap_or(self.variant);
        let decrypt = message.expected_tag.is_some();
        for (index, data) in whole_beats(&message.nonce, self.beat_bytes).enumerate() {
            // Decrypt and variant count in the first beat alone.
            let (decrypt, variant) = match index {
                0 => (u64::from(decrypt), encoding(variant)),
                _ => (self.dice.word(), self.dice.word()),
            };
            self.nonce.beats.push_back(NonceBeat {
                message: number,
                data,
                decrypt,
                variant,
                first: index == 0,
                last: (index + 1) * self.beat_bytes == NONCE_BYTES,
            });
        }
        let ad = data_beats(&message.ad, self.beat_bytes, &mut self.dice);
        self.ad.beats.extend(ad);
        let text = data_beats(&message.text, self.beat_bytes, &mut self.dice);
        self.text.beats.extend(text);
        if let Some(tag) = &message.expected_tag {
            let beats = whole_beats(tag, self.beat_bytes);
            self.exp.beats.extend(beats);
        }
        self.pending.push_back(Pending {
            variant,
            length: message.text.len(),
            decrypt,
            text: Vec::with_capacity(message.text.len()),
            text_done: false,
            tag: Vec::new(),
            first_cycle: 0,
        });
    }

    fn stalls(&mut self, handshake: Handshake) -> bool {
        self.dice.falls(self.stalls.probability(handshake))
    }

    /// Decides what every source offers and which sinks are ready.
    fn apply_inputs(&mut self) {
        // A key that came too early would be used for the message before.
        let key_stalls = self.stalls(Handshake::Key);
        let early = self
            .key
            .beats
            .front()
            .is_some_and(|beat| beat.message > self.accepted);
        let key = self.key.offer(key_stalls || early);
        // A nonce that is offered ahead of its key would be taken with the old one.
        let nonce_stalls = self.stalls(Handshake::Nonce);
        let keyless = match (self.key.beats.front(), self.nonce.beats.front()) {
            (Some(key), Some(nonce)) => {
                key.message <= nonce.message && !self.key.offered && key.first
            }
            _ => false,
        };
        let nonce = self.nonce.offer(nonce_stalls || keyless);
        let stalls = self.stalls(Handshake::Ad);
        let ad = self.ad.offer(stalls);
        let stalls = self.stalls(Handshake::Text);
        let text = self.text.offer(stalls);
        let stalls = self.stalls(Handshake::Exp);
        let exp = self.exp.offer(stalls);

        let (dice, bytes) = (&mut self.dice, self.beat_bytes);
        let key_data = key.map_or_else(|| dice.beat(bytes), |beat| beat.data);
        let exp_data = exp.unwrap_or_else(|| dice.beat(bytes));
        let nonce_beat = nonce.unwrap_or_else(|| NonceBeat {
            message: 0,
            data: dice.beat(bytes),
            decrypt: dice.word(),
            variant: dice.word(),
            first: true,
            last: true,
        });
        let mut or_noise = |beat: Option<DataBeat>| {
            beat.unwrap_or_else(|| {
                let noise = dice.word();
                DataBeat {
                    data: dice.beat(bytes),
                    strb: noise >> 8,
                    last: noise & 1 == 1,
                }
            })
        };
        let (ad_beat, text_beat) = (or_noise(ad), or_noise(text));
        self.out_ready = !self.stalls(Handshake::Out);
        self.tag_ready = !self.stalls(Handshake::Tag);
        self.verdict_ready = !self.stalls(Handshake::Verdict);

        let (model, ports) = (&mut self.model, &self.ports);
        model.set(ports.key_valid, key.is_some().into());
        put(model, ports.key_data, key_data);
        model.set(ports.nonce_valid, nonce.is_some().into());
        put(model, ports.nonce_data, nonce_beat.data);
        model.set(ports.nonce_decrypt, nonce_beat.decrypt);
        model.set(ports.nonce_variant, nonce_beat.variant);
        model.set(ports.ad_valid, ad.is_some().into());
        put(model, ports.ad_data, ad_beat.data);
        model.set(ports.ad_strb, ad_beat.strb);
        model.set(ports.ad_last, ad_beat.last.into());
        model.set(ports.text_valid, text.is_some().into());
        put(model, ports.text_data, text_beat.data);
        model.set(ports.text_strb, text_beat.strb);
        model.set(ports.text_last, text_beat.last.into());
        model.set(ports.exp_valid, exp.is_some().into());
        put(model, ports.exp_data, exp_data);
        model.set(ports.out_ready, self.out_ready.into());
        model.set(ports.tag_ready, self.tag_ready.into());
        model.set(ports.verdict_ready, self.verdict_ready.into());
    }

    /// One cycle of all streams.
    fn step(&mut self) -> Result<(), DriverError> {
        let result = self.try_step();
        self.needs_reset |= result.is_err();
        result
    }

    fn try_step(&mut self) -> Result<(), DriverError> {
        let cycle = self.cycle();
        self.apply_inputs();
        self.model.cycle()?;

        let mut moved = false;
        if self.key.moved(self.high(self.ports.key_ready)).is_some() {
            moved = true;
            if self.high(self.ports.busy) {
                return Err(self.protocol("a key beat was taken while a message is in hand".into()));
            }
        }
        if let Some(beat) = self.nonce.moved(self.high(self.ports.nonce_ready)) {
            moved = true;
            if beat.message != self.answered {
                return Err(
                    self.protocol("a nonce beat was taken while a message is in hand".into())
                );
            }
            self.nonce_moved(beat, cycle)?;
        }
        moved |= self.ad.moved(self.high(self.ports.ad_ready)).is_some();
        moved |= self.text.moved(self.high(self.ports.text_ready)).is_some();
        moved |= self.exp.moved(self.high(self.ports.exp_ready)).is_some();

        if self.high(self.ports.out_valid) && self.out_ready {
            moved = true;
            self.out_moved()?;
        }
        if self.high(self.ports.tag_valid) && self.tag_ready {
            moved = true;
            self.tag_moved(cycle)?;
        }
        if self.high(self.ports.verdict_valid) && self.verdict_ready {
            moved = true;
            self.verdict_moved(cycle)?;
        }

        if moved {
            self.last_move = cycle;
        } else if cycle - self.last_move >= self.patience {
            return Err(DriverError::Stuck {
                top: self.top(),
                cycle,
                seed: self.seed,
                patience: self.patience,
                waiting: self.waiting(),
            });
        }
        Ok(())
    }

    fn nonce_moved(&mut self, beat: NonceBeat, cycle: u64) -> Result<(), DriverError> {
        if self.high(self.ports.refused) {
            let variant = self.pending.front().map_or(self.variant, |m| m.variant);
            return Err(DriverError::Refused {
                top: self.top(),
                cycle,
                seed: self.seed,
                variant,
            });
        }
        if beat.last {
            self.accepted += 1;
        }
        if beat.first
            && let Some(message) = self.pending.front_mut()
        {
            message.first_cycle = cycle;
        }
        Ok(())
    }

    fn out_moved(&mut self) -> Result<(), DriverError> {
        let data = take(&self.model, self.ports.out_data);
        let strb = self.model.get(self.ports.out_strb);
        let last = self.high(self.ports.out_last);
        let present = strb.trailing_ones() as usize;
        let bytes = &data.to_le_bytes()[..self.beat_bytes];
        if strb >> present != 0 || bytes[present..].iter().any(|&byte| byte != 0) {
            return Err(self.protocol(format!(
                "the output {data:0digits$x} with strobes {strb:0bytes$b} has a gap, or bytes that are absent and not zero",
                digits = 2 * self.beat_bytes,
                bytes = self.beat_bytes,
            )));
        }
        let Some(message) = self.pending.front_mut().filter(|m| !m.text_done) else {
            return Err(self.protocol("there is an output beat that no message asked for".into()));
        };
        message.text.extend_from_slice(&bytes[..present]);
        message.text_done = last;
        let (found, expected) = (message.text.len(), message.length);
        if found > expected || last != (found == expected) {
            return Err(self.protocol(format!(
                "out_last_o is {} after {found} bytes of {expected}",
                u8::from(last)
            )));
        }
        Ok(())
    }

    fn tag_moved(&mut self, cycle: u64) -> Result<(), DriverError> {
        let data = take(&self.model, self.ports.tag_data).to_le_bytes();
        let encrypts = |m: &&mut Pending| m.text_done && !m.decrypt;
        let Some(message) = self.pending.front_mut().filter(encrypts) else {
            return Err(self.protocol("there is a tag beat that no message asked for".into()));
        };
        message.tag.extend(&data[..self.beat_bytes]);
        if let Ok(tag) = message.tag.as_slice().try_into() {
            self.answer(Ending::Tag(tag), cycle);
        }
        Ok(())
    }

    fn verdict_moved(&mut self, cycle: u64) -> Result<(), DriverError> {
        let ok = self.high(self.ports.verdict_ok);
        match self.pending.front() {
            Some(message) if message.text_done && message.decrypt => {
                self.answer(Ending::Verdict(ok), cycle);
                Ok(())
            }
            _ => Err(self.protocol("there is a verdict that no message asked for".into())),
        }
    }

    fn answer(&mut self, ending: Ending, cycle: u64) {
        if let Some(message) = self.pending.pop_front() {
            self.answered += 1;
            self.answers.push(Answer {
                text: message.text,
                ending,
                first_cycle: message.first_cycle,
                last_cycle: cycle,
            });
        }
    }

    /// Who waits for whom, in words.
    fn waiting(&self) -> String {
        let source = |handshake: Handshake, left: usize, offered: bool| {
            let state = match offered {
                true => "is offered and not taken",
                false => "is held back by the driver",
            };
            (left > 0).then(|| format!("{handshake} {state}"))
        };
        let sink = |handshake: Handshake, valid: OutPort, awaited: bool| {
            let state = match self.high(valid) {
                true => "is valid and held back by the driver",
                false => "is awaited and not valid",
            };
            awaited.then(|| format!("{handshake} {state}"))
        };
        let message = self.pending.front();
        let awaits = |test: fn(&Pending) -> bool| message.is_some_and(test);
        let mut waiting: Vec<String> = [
            source(Handshake::Key, self.key.beats.len(), self.key.offered),
            source(Handshake::Nonce, self.nonce.beats.len(), self.nonce.offered),
            source(Handshake::Ad, self.ad.beats.len(), self.ad.offered),
            source(Handshake::Text, self.text.beats.len(), self.text.offered),
            source(Handshake::Exp, self.exp.beats.len(), self.exp.offered),
            sink(
                Handshake::Out,
                self.ports.out_valid,
                awaits(|m| !m.text_done),
            ),
            sink(
                Handshake::Tag,
                self.ports.tag_valid,
                awaits(|m| m.text_done && !m.decrypt),
            ),
            sink(
                Handshake::Verdict,
                self.ports.verdict_valid,
                awaits(|m| m.text_done && m.decrypt),
            ),
        ]
        .into_iter()
        .flatten()
        .collect();
        if !self.high(self.ports.key_loaded) {
            waiting.push("no key is loaded".to_owned());
        }
        waiting.join(", ")
    }

    fn high(&self, port: OutPort) -> bool {
        self.model.get(port) != 0
    }

    fn top(&self) -> String {
        self.model.library().top().to_owned()
    }

    /// The contract was broken in the last cycle.
    fn protocol(&self, what: String) -> DriverError {
        DriverError::Protocol {
            top: self.top(),
            cycle: self.cycle().saturating_sub(1),
            seed: self.seed,
            what,
        }
    }
}

/// `nonce_variant_i` for a variant.
pub(crate) fn encoding(variant: Variant) -> u64 {
    match variant {
        Variant::Ascon128 => 0,
        Variant::Ascon128a => 1,
        Variant::AsconAead128 => 2,
    }
}

/// Sets a data port of up to 128 bits.
fn put(model: &mut Model, port: InPort, value: u128) {
    if port.width() <= 64 {
        model.set(port, value as u64);
    } else {
        model.set_wide(port, &[value as u64, (value >> 64) as u64]);
    }
}

/// The value of a data port of up to 128 bits.
fn take(model: &Model, port: OutPort) -> u128 {
    if port.width() <= 64 {
        u128::from(model.get(port))
    } else {
        let words = model.get_wide(port);
        u128::from(words[0]) | u128::from(words[1]) << 64
    }
}

/// The beats of a key, nonce or tag, byte 0 lowest.
fn whole_beats(bytes: &[u8; 16], beat_bytes: usize) -> impl Iterator<Item = u128> + use<> {
    let whole = u128::from_le_bytes(*bytes);
    let mask = u128::MAX >> (128 - 8 * beat_bytes);
    (0..16 / beat_bytes).map(move |index| whole >> (8 * beat_bytes * index) & mask)
}

/// The beats of associated data or text; none at all is one empty beat.
fn data_beats(bytes: &[u8], beat_bytes: usize, dice: &mut Dice) -> Vec<DataBeat> {
    let count = bytes.len().div_ceil(beat_bytes).max(1);
    (0..count)
        .map(|index| {
            let present = &bytes[index * beat_bytes..bytes.len().min((index + 1) * beat_bytes)];
            let mut beat = dice.beat(beat_bytes).to_le_bytes();
            beat[..present.len()].copy_from_slice(present);
            DataBeat {
                data: u128::from_le_bytes(beat),
                strb: (1 << present.len()) - 1,
                last: index + 1 == count,
            }
        })
        .collect()
}

/// An emitted core as an engine for known-answer files. Every message loads its key; after an
/// error the core is reset, and the engine is fit for the next message.
pub struct RtlAscon(AsconDriver);

impl RtlAscon {
    /// An engine of a new instance of the core; the arguments are those of [`AsconDriver::new`].
    ///
    /// # Errors
    /// As [`AsconDriver::new`].
    pub fn new(
        library: Library,
        variant: Variant,
        stalls: Stalls,
        seed: u64,
    ) -> Result<Self, DriverError> {
        AsconDriver::new(library, variant, stalls, seed).map(Self)
    }

    /// The driver, for waveforms and counts. Each encryption and each decryption is one message.
    pub fn driver(&mut self) -> &mut AsconDriver {
        &mut self.0
    }

    fn answer(&mut self, message: Message, key: &[u8]) -> Result<Answer, EngineError> {
        let message = message.with_key(sized("key", key)?);
        self.0
            .run_one(&message)
            .map_err(|error| EngineError::new(error.to_string()))
    }
}

impl AeadEngine for RtlAscon {
    fn encrypt(
        &mut self,
        key: &[u8],
        nonce: &[u8],
        ad: &[u8],
        pt: &[u8],
    ) -> Result<(Vec<u8>, Vec<u8>), EngineError> {
        let message = Message::encrypt(sized("nonce", nonce)?, ad, pt);
        let answer = self.answer(message, key)?;
        match answer.ending {
            Ending::Tag(tag) => Ok((answer.text, tag.to_vec())),
            Ending::Verdict(_) => Err(EngineError::new("an encryption ended with a verdict")),
        }
    }

    fn decrypt(
        &mut self,
        key: &[u8],
        nonce: &[u8],
        ad: &[u8],
        ct: &[u8],
        tag: &[u8],
    ) -> Result<Option<Vec<u8>>, EngineError> {
        let message = Message::decrypt(sized("nonce", nonce)?, ad, ct, sized("tag", tag)?);
        let answer = self.answer(message, key)?;
        Ok((answer.ending == Ending::Verdict(true)).then_some(answer.text))
    }
}
