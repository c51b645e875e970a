//! The builds of the Ascon core, and what its documentation promises.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use pimtee_gen::sv::{Emitted, ResetKind};
use pimtee_hdl::mpe::ascon::settings::{self, Around, SETTINGS, Setting};
use pimtee_hdl::rust_hdl::core::prelude::Block;
use pimtee_sim::driver::ascon::{AsconDriver, RtlAscon, Stalls, core_build};
use pimtee_sim::golden::ascon::Variant;
use pimtee_sim::verilator::{self, Library, Trace};

use crate::{Outcome, Run, emitted, source};

/// Name of the top module in every build, which `sva/ascon_streams.sv` binds to.
pub const TOP: &str = "ascon_aead";

/// Nothing around the core.
pub const BARE: Around = Around {
    hold_depth: 0,
    axis: false,
};

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
        Build::Fixed => Core::fixed(variant),
        Build::Selectable => Core::SELECTABLE,
    }
}

/// A build of the core: its variants, rounds a cycle and width of a beat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Core(pub Setting);

impl Core {
    /// For one variant, one round a cycle, 64-bit streams.
    pub const fn fixed(variant: Variant) -> Core {
        Core(Setting {
            variant: variant as usize,
            rounds: 1,
            width: 64,
        })
    }

    /// The same for all variants, chosen for each message.
    pub const SELECTABLE: Core = Core(Setting {
        variant: 3,
        rounds: 1,
        width: 64,
    });

    /// Every build.
    pub fn all() -> impl Iterator<Item = Core> {
        SETTINGS.iter().copied().map(Core)
    }

    /// The variants it has.
    pub fn variants(self) -> impl Iterator<Item = Variant> {
        let has = move |v: &Variant| self.0.variant == 3 || self.0.variant == *v as usize;
        Variant::ALL.into_iter().filter(has)
    }

    fn block(self) -> Outcome<Box<dyn Block>> {
        let block = settings::core(self.0, BARE);
        block.ok_or_else(|| format!("there is no core with the setting {self}").into())
    }

    /// The emitted core, named [`TOP`].
    ///
    /// # Errors
    /// The block has faults.
    pub fn emitted(self, reset: ResetKind) -> Outcome<Emitted> {
        emitted(self.block()?.as_ref(), TOP, reset)
    }

    /// The core with assertions on its streams and random initial state, in simulation. Built once
    /// in a process.
    ///
    /// # Errors
    /// The core cannot be emitted or built.
    pub fn library(self, trace: Trace) -> Outcome<Library> {
        // A lock for each build, so that different ones go on at once.
        type Slot = Arc<Mutex<Option<Library>>>;
        static LIBRARIES: Mutex<Vec<(Core, Trace, Slot)>> = Mutex::new(Vec::new());
        let slot = {
            let mut slots = LIBRARIES.lock().unwrap_or_else(PoisonError::into_inner);
            let known = |(core, with, _): &&(Core, Trace, Slot)| *core == self && *with == trace;
            match slots.iter().find(known) {
                Some((_, _, slot)) => slot.clone(),
                None => {
                    let slot = Slot::default();
                    slots.push((self, trace, slot.clone()));
                    slot
                }
            }
        };
        let mut library = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(library) = &*library {
            return Ok(library.clone());
        }
        let design = self.emitted(ResetKind::Async)?;
        let built = with_stream_assertions(&design, trace)?.build()?;
        *library = Some(built.clone());
        Ok(built)
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
        match Variant::ALL
            .into_iter()
            .find(|v| *v as usize == self.0.variant)
        {
            Some(variant) => variant.fmt(f)?,
            None => f.write_str("selectable")?,
        }
        let Setting { rounds, width, .. } = self.0;
        write!(f, ", {rounds} rounds a cycle, {width}-bit streams")
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
pub fn documented_cycles(
    core: Core,
    variant: Variant,
    ad: usize,
    text: usize,
    decrypt: bool,
) -> u64 {
    let (rate, rounds) = match variant {
        Variant::Ascon128 => (8, 6),
        Variant::Ascon128a | Variant::AsconAead128 => (16, 8),
    };
    let beats = rate * 8 / core.0.width;
    let block = beats + rounds / core.0.rounds;
    let ad = match ad {
        0 => 1,
        _ => block * (ad / rate + 1),
    };
    let whole = 2 * 128 / core.0.width + 24 / core.0.rounds + 1;
    (whole + ad + block * (text / rate) + beats) as u64 + u64::from(decrypt)
}
