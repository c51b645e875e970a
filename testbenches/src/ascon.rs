//! The builds of the Ascon core, and what its documentation promises.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use pimtee_gen::sv::{Emitted, ResetKind};
use pimtee_hdl::mpe::ascon::AsconAead;
use pimtee_hdl::rust_hdl::core::prelude::Block;
use pimtee_sim::driver::ascon::{AsconDriver, RtlAscon, Stalls, core_build};
use pimtee_sim::golden::ascon::Variant;
use pimtee_sim::verilator::{self, Library, Trace};

use crate::{Outcome, Run, emitted, source};

/// Name of the top module in every build, which `sva/ascon_streams.sv` binds to.
pub const TOP: &str = "ascon_aead";

/// Kinds of builds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Build {
    /// For one variant.
    Fixed,
    /// For all variants, chosen for each message.
    Selectable,
}

/// The core to run `variant` on.
pub fn core(build: Build, variant: Variant) -> Core {
    match build {
        Build::Fixed => Core::Fixed(variant),
        Build::Selectable => Core::Selectable,
    }
}

/// Variants a core is built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Core {
    /// One.
    Fixed(Variant),
    /// All, chosen for each message.
    Selectable,
}

impl Core {
    /// Every build.
    pub const ALL: [Core; 4] = [
        Core::Fixed(Variant::Ascon128),
        Core::Fixed(Variant::Ascon128a),
        Core::Fixed(Variant::AsconAead128),
        Core::Selectable,
    ];

    fn block(self) -> Box<dyn Block> {
        match self {
            Core::Fixed(Variant::Ascon128) => Box::new(AsconAead::<0>::default()),
            Core::Fixed(Variant::Ascon128a) => Box::new(AsconAead::<1>::default()),
            Core::Fixed(Variant::AsconAead128) => Box::new(AsconAead::<2>::default()),
            Core::Selectable => Box::new(AsconAead::<3>::default()),
        }
    }

    /// The emitted core, named [`TOP`].
    ///
    /// # Errors
    /// The block has faults.
    pub fn emitted(self, reset: ResetKind) -> Outcome<Emitted> {
        emitted(self.block().as_ref(), TOP, reset)
    }

    /// The core with assertions on its streams and random initial state, in simulation. Built once
    /// in a process.
    ///
    /// # Errors
    /// The core cannot be emitted or built.
    pub fn library(self, trace: Trace) -> Outcome<Library> {
        static LIBRARIES: Mutex<Vec<(Core, Trace, Library)>> = Mutex::new(Vec::new());
        let mut libraries = LIBRARIES.lock().unwrap_or_else(PoisonError::into_inner);
        let known = |(core, with, _): &&(Core, Trace, Library)| *core == self && *with == trace;
        if let Some((_, _, library)) = libraries.iter().find(known) {
            return Ok(library.clone());
        }
        let design = self.emitted(ResetKind::Async)?;
        let library = with_stream_assertions(&design, trace)?.build()?;
        libraries.push((self, trace, library.clone()));
        Ok(library)
    }

    /// A driver that asks for `variant`, in the run `run`.
    ///
    /// # Errors
    /// The core cannot be emitted, built or set up.
    pub fn driver(
        self,
        run: &Run,
        variant: Variant,
        stalls: Stalls,
        seed: u64,
    ) -> Outcome<AsconDriver> {
        let mut driver = AsconDriver::new(self.library(run.trace())?, variant, stalls, seed)?;
        if let Some(path) = run.wave() {
            driver.record(path, 0);
        }
        Ok(driver)
    }

    /// An engine for known-answer files, otherwise as [`driver`](Self::driver).
    ///
    /// # Errors
    /// As [`driver`](Self::driver).
    pub fn engine(self, run: &Run, variant: Variant, stalls: Stalls) -> Outcome<RtlAscon> {
        let library = self.library(run.trace())?;
        let mut engine = RtlAscon::new(library, variant, stalls, run.seed())?;
        if let Some(path) = run.wave() {
            engine.driver().record(path, 0);
        }
        Ok(engine)
    }
}

impl fmt::Display for Core {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Core::Fixed(variant) => variant.fmt(f),
            Core::Selectable => f.write_str("selectable"),
        }
    }
}

/// The build of a core named [`TOP`] with the assertions of `sva/ascon_streams.sv`.
///
/// # Errors
/// The assertions cannot be read.
pub fn with_stream_assertions(design: &Emitted, trace: Trace) -> Outcome<verilator::Build> {
    Ok(core_build(design, trace).extra_files(&[source("sva/ascon_streams.sv")?]))
}

/// The name of the file with the official answers for `variant`, below this crate.
pub fn vectors(variant: Variant) -> &'static str {
    match variant {
        Variant::Ascon128 => "vectors/ascon/ascon128v12_LWC_AEAD_KAT_128_128.txt",
        Variant::Ascon128a => "vectors/ascon/ascon128av12_LWC_AEAD_KAT_128_128.txt",
        Variant::AsconAead128 => "vectors/ascon/asconaead128_sp800-232_LWC_AEAD_KAT_128_128.txt",
    }
}

/// Cycles of a message without stalls, as the documentation of the core gives them: from the first
/// nonce beat to the last tag beat (encryption) or to the verdict (decryption), for `ad` and
/// `text` bytes.
pub fn documented_cycles(variant: Variant, ad: usize, text: usize, decrypt: bool) -> u64 {
    let words = |bytes: usize| if bytes % 16 > 8 { 2 } else { 1 };
    let cycles = match variant {
        Variant::Ascon128 => {
            let ad = if ad == 0 { 1 } else { 7 * (ad / 8 + 1) };
            29 + ad + 7 * (text / 8)
        }
        Variant::Ascon128a | Variant::AsconAead128 => {
            let ad = match ad {
                0 => 1,
                _ => 10 * (ad / 16) + 8 + words(ad),
            };
            28 + ad + 10 * (text / 16) + words(text)
        }
    };
    cycles as u64 + u64::from(decrypt)
}
