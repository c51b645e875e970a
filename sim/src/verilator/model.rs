//! A loaded model and its instances.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::fmt;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::ptr::{self, NonNull};
use std::sync::Arc;

use pimtee_gen::sv::PortDir;

use super::build::{Build, BuildOutcome};
use super::cache::Cache;
use super::error::{BuildError, PortError, SimError};
use super::shim::words;

/// Status codes of the shim.
const OK: c_int = 0;
const ASSERTION: c_int = 1;
const FINISH: c_int = 3;

type Sim = *mut c_void;
type NewFn = unsafe extern "C" fn(c_int, *mut Sim) -> c_int;
type FreeFn = unsafe extern "C" fn(Sim);
type MessageFn = unsafe extern "C" fn(Sim) -> *const c_char;
type EvalFn = unsafe extern "C" fn(Sim, *const u64, *mut u64) -> c_int;
type PlainFn = unsafe extern "C" fn(Sim) -> c_int;
type PathFn = unsafe extern "C" fn(Sim, *const c_char) -> c_int;

/// The functions of a shim.
struct Functions {
    new: NewFn,
    free: FreeFn,
    message: MessageFn,
    eval: EvalFn,
    cycle: EvalFn,
    edge: PlainFn,
    wave_open: Option<PathFn>,
    wave_close: Option<PlainFn>,
    coverage_write: Option<PathFn>,
}

/// One port in the arrays of the C interface.
#[derive(Clone, Debug)]
struct Slot {
    name: String,
    width: u32,
    offset: u32,
}

struct Shared {
    top: String,
    inputs: Vec<Slot>,
    outputs: Vec<Slot>,
    clock: Option<String>,
    reset: String,
    path: PathBuf,
    outcome: BuildOutcome,
    functions: Functions,
    // The functions live in the loaded object, the object in the cache: dropped in this order.
    _object: libloading::Library,
    _cache: Cache,
}

/// A built and loaded design, from which any number of [`Model`]s can be made. Cloning it is
/// cheap; it stays loaded until the last clone and the last model are dropped.
#[derive(Clone)]
pub struct Library(Arc<Shared>);

impl Library {
    pub(super) fn load(
        path: &Path,
        build: &Build,
        outcome: BuildOutcome,
        cache: Cache,
    ) -> Result<Self, BuildError> {
        let load_error = |error: libloading::Error| BuildError::Load {
            path: path.to_owned(),
            reason: error.to_string(),
        };
        // SAFETY: the object was made by `Build` and its checksum was checked; its initialisers
        // are those of Verilator's library, which have no requirements.
        let object = unsafe { libloading::Library::new(path) }.map_err(load_error)?;
        // SAFETY: the types are those of the functions in the generated shim, whose text is part
        // of the cache key.
        let functions = unsafe {
            Functions {
                new: *object.get(b"pimtee_new").map_err(load_error)?,
                free: *object.get(b"pimtee_free").map_err(load_error)?,
                message: *object.get(b"pimtee_message").map_err(load_error)?,
                eval: *object.get(b"pimtee_eval").map_err(load_error)?,
                cycle: *object.get(b"pimtee_cycle").map_err(load_error)?,
                edge: *object.get(b"pimtee_edge").map_err(load_error)?,
                wave_open: object.get(b"pimtee_wave_open").ok().map(|f| *f),
                wave_close: object.get(b"pimtee_wave_close").ok().map(|f| *f),
                coverage_write: object.get(b"pimtee_coverage_write").ok().map(|f| *f),
            }
        };
        let clock = build.clock_port().map(str::to_owned);
        let slots = |dir| {
            let mut offset = 0;
            let data_ports = build
                .ports()
                .iter()
                .filter(|port| port.dir == dir && Some(&port.name) != clock.as_ref());
            data_ports
                .map(|port| {
                    let slot = Slot {
                        name: port.name.clone(),
                        width: port.width as u32,
                        offset,
                    };
                    offset += words(port.width) as u32;
                    slot
                })
                .collect::<Vec<_>>()
        };
        Ok(Self(Arc::new(Shared {
            top: build.top().to_owned(),
            inputs: slots(PortDir::Input),
            outputs: slots(PortDir::Output),
            clock: clock.clone(),
            reset: build.reset_name().to_owned(),
            path: path.to_owned(),
            outcome,
            functions,
            _object: object,
            _cache: cache,
        })))
    }

    /// Makes a model in its initial state, before any cycle.
    ///
    /// `seed` decides the state of a design built with
    /// [`Build::x_initial_unique`](super::Build::x_initial_unique): equal seeds give equal states.
    /// Verilator takes 31 bits; seeds that are equal modulo 2³¹ − 1 are the same seed.
    ///
    /// # Errors
    /// [`SimError::Fatal`] when the model cannot be set up.
    pub fn instantiate(&self, seed: u64) -> Result<Model, SimError> {
        let functions = &self.0.functions;
        let mut sim: Sim = ptr::null_mut();
        // 0 would have Verilator pick a seed by itself.
        let verilator_seed = (seed % (i32::MAX as u64)) as c_int + 1;
        // SAFETY: `sim` outlives the call.
        let status = unsafe { (functions.new)(verilator_seed, &mut sim) };
        let Some(sim) = NonNull::new(sim) else {
            return Err(SimError::Fatal {
                top: self.0.top.clone(),
                cycle: 0,
                seed,
                message: "there is no memory for the model".to_owned(),
            });
        };
        let array = |slots: &[Slot]| {
            let size: usize = slots.iter().map(|slot| words(slot.width as usize)).sum();
            vec![0; size]
        };
        let model = Model {
            inputs: array(&self.0.inputs),
            outputs: array(&self.0.outputs),
            library: self.clone(),
            sim,
            seed,
            cycle_count: 0,
            settled: false,
            applied: false,
            wave: None,
        };
        model.check(status)?;
        Ok(model)
    }

    /// Whether the design was compiled by this build or found in the cache.
    pub fn outcome(&self) -> BuildOutcome {
        self.0.outcome
    }

    /// Name of the top module.
    pub fn top(&self) -> &str {
        &self.0.top
    }

    /// The shared object, in the cache folder.
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// Handle of the input `name`, valid for all models of this library.
    ///
    /// # Errors
    /// No such input, or it is the clock.
    pub fn input(&self, name: &str) -> Result<InPort, PortError> {
        if self.0.clock.as_deref() == Some(name) {
            return Err(PortError::Clock {
                top: self.0.top.clone(),
                name: name.to_owned(),
            });
        }
        self.find(&self.0.inputs, "input", name).map(InPort)
    }

    /// Handle of the output `name`, valid for all models of this library.
    ///
    /// # Errors
    /// No such output.
    pub fn output(&self, name: &str) -> Result<OutPort, PortError> {
        self.find(&self.0.outputs, "output", name).map(OutPort)
    }

    fn find(&self, slots: &[Slot], kind: &'static str, name: &str) -> Result<Handle, PortError> {
        match slots.iter().find(|slot| slot.name == name) {
            Some(slot) => Ok(Handle {
                library: self.id(),
                width: slot.width,
                offset: slot.offset,
            }),
            None => {
                let known: Vec<_> = slots.iter().map(|slot| slot.name.as_str()).collect();
                Err(PortError::Unknown {
                    top: self.0.top.clone(),
                    kind,
                    name: name.to_owned(),
                    known: known.join(", "),
                })
            }
        }
    }

    /// Tells handles of different libraries apart.
    fn id(&self) -> usize {
        Arc::as_ptr(&self.0) as usize
    }
}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Library")
            .field("top", &self.0.top)
            .field("path", &self.0.path)
            .field("outcome", &self.0.outcome)
            .finish_non_exhaustive()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Handle {
    library: usize,
    width: u32,
    offset: u32,
}

impl Handle {
    fn offset(self) -> usize {
        self.offset as usize
    }

    fn words(self) -> usize {
        words(self.width as usize)
    }
}

/// An input of a design, from [`Library::input`] or [`Model::input`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InPort(Handle);

impl InPort {
    /// Width in bits.
    pub fn width(self) -> usize {
        self.0.width as usize
    }
}

/// An output of a design, from [`Library::output`] or [`Model::output`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutPort(Handle);

impl OutPort {
    /// Width in bits.
    pub fn width(self) -> usize {
        self.0.width as usize
    }
}

/// One instance of a design, independent of all others.
///
/// All inputs start at 0. The order of events in a cycle is described in the
/// [module](crate::verilator#what-happens-in-a-cycle). A model may move between threads but is
/// used by one at a time.
pub struct Model {
    library: Library,
    sim: NonNull<c_void>,
    inputs: Vec<u64>,
    outputs: Vec<u64>,
    seed: u64,
    cycle_count: u64,
    /// Whether the design has settled with the present inputs in this cycle.
    settled: bool,
    /// Whether the ports of the model have the present inputs.
    applied: bool,
    wave: Option<PathBuf>,
}

// SAFETY: the shim tells Verilator's thread-local state which model is running at the start of
// every call, so a model is not tied to the thread that made it. It is not `Sync`: the raw pointer
// in it keeps it from being shared.
unsafe impl Send for Model {}

impl Model {
    /// Handle of the input `name`.
    ///
    /// # Errors
    /// No such input, or it is the clock.
    pub fn input(&self, name: &str) -> Result<InPort, PortError> {
        self.library.input(name)
    }

    /// Handle of the output `name`.
    ///
    /// # Errors
    /// No such output.
    pub fn output(&self, name: &str) -> Result<OutPort, PortError> {
        self.library.output(name)
    }

    /// Sets an input from the next [`eval`](Self::eval) or [`cycle`](Self::cycle) on. Bits of
    /// `value` above the width of the port are dropped, as in a SystemVerilog assignment; a port
    /// wider than 64 bits is filled up with zeros.
    ///
    /// # Panics
    /// If `port` belongs to another library.
    #[inline(always)]
    pub fn set(&mut self, port: InPort, value: u64) {
        if port.0.width <= 64 {
            self.require(port.0);
            let value = value & (u64::MAX >> (64 - port.0.width));
            let slot = &mut self.inputs[port.0.offset()];
            if *slot != value {
                *slot = value;
                self.settled = false;
                self.applied = false;
            }
        } else {
            self.set_wide(port, &[value]);
        }
    }

    /// Sets an input to `value`, given as 64-bit words, least significant first. Missing words are
    /// zero; bits above the width of the port are dropped.
    ///
    /// # Panics
    /// If `port` belongs to another library.
    #[inline]
    pub fn set_wide(&mut self, port: InPort, value: &[u64]) {
        self.require(port.0);
        let (offset, count) = (port.0.offset(), port.0.words());
        let top = u64::MAX >> (64 * count - port.0.width as usize);
        // Word by word: a port has few, for which a call of memcpy takes longer than the copy.
        for (index, slot) in self.inputs[offset..offset + count].iter_mut().enumerate() {
            let mask = if index + 1 == count { top } else { u64::MAX };
            let word = value.get(index).copied().unwrap_or(0) & mask;
            if *slot != word {
                *slot = word;
                self.settled = false;
                self.applied = false;
            }
        }
    }

    /// The sampled value of an output: of the last [`cycle`](Self::cycle), from before its rising
    /// edge, or of the last [`eval`](Self::eval). Of a port wider than 64 bits, the low 64.
    ///
    /// # Panics
    /// If `port` belongs to another library.
    #[inline]
    pub fn get(&self, port: OutPort) -> u64 {
        self.require(port.0);
        self.outputs[port.0.offset()]
    }

    /// The sampled value of an output, as [`get`](Self::get), in ⌈width / 64⌉ words, least
    /// significant first, unused high bits zero.
    ///
    /// # Panics
    /// If `port` belongs to another library.
    #[inline]
    pub fn get_wide(&self, port: OutPort) -> &[u64] {
        self.require(port.0);
        &self.outputs[port.0.offset()..port.0.offset() + port.0.words()]
    }

    /// Applies the inputs, lets combinational logic settle with the clock low and samples the
    /// outputs. No edge, no time passes.
    ///
    /// # Errors
    /// An assertion outside of clocked code failed, or the simulation cannot go on.
    #[inline]
    pub fn eval(&mut self) -> Result<(), SimError> {
        if self.settled {
            return Ok(());
        }
        // SAFETY: `sim` is alive and the arrays have the sizes the shim was generated for.
        let status = unsafe {
            (self.functions().eval)(
                self.sim.as_ptr(),
                self.new_inputs(),
                self.outputs.as_mut_ptr(),
            )
        };
        self.settled = status == OK;
        self.applied = self.settled;
        self.check(status)
    }

    /// Simulates one clock cycle: what [`eval`](Self::eval) does, then the rising edge.
    ///
    /// A call that reports a failed assertion has nevertheless simulated its cycle.
    ///
    /// # Errors
    /// An assertion failed, the design called `$stop` or `$finish`, or the simulation cannot go
    /// on.
    #[inline]
    pub fn cycle(&mut self) -> Result<(), SimError> {
        let functions = &self.library.0.functions;
        // SAFETY: as in `eval`.
        let status = unsafe {
            match self.settled {
                true => (functions.edge)(self.sim.as_ptr()),
                false => (functions.cycle)(
                    self.sim.as_ptr(),
                    self.new_inputs(),
                    self.outputs.as_mut_ptr(),
                ),
            }
        };
        self.settled = false;
        self.applied = status == OK;
        let result = self.check(status);
        self.cycle_count += 1;
        result
    }

    /// Holds the reset input low for `cycles` cycles (at least one) and sets it high afterwards.
    /// The other inputs keep their values.
    ///
    /// # Errors
    /// There is no reset input, or what [`cycle`](Self::cycle) reports.
    pub fn reset(&mut self, cycles: u64) -> Result<(), SimError> {
        let shared = &self.library.0;
        let port = self.input(&shared.reset).map_err(|_| SimError::NoReset {
            top: shared.top.clone(),
            name: shared.reset.clone(),
        })?;
        self.set(port, 0);
        for _ in 0..cycles.max(1) {
            self.cycle()?;
        }
        self.set(port, 1);
        Ok(())
    }

    /// Number of calls of [`cycle`](Self::cycle) so far, those of [`reset`](Self::reset) included.
    pub fn cycle_count(&self) -> u64 {
        self.cycle_count
    }

    /// The seed the model was made with.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The library the model was made from.
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// Starts a waveform file, in the format given to [`Build::trace`](super::Build::trace), and
    /// closes the one that may be open. Values are dumped twice a cycle: right before and right
    /// after the rising edge.
    ///
    /// # Errors
    /// The model was built without waves, or the file cannot be written.
    pub fn open_wave(&mut self, path: impl AsRef<Path>) -> Result<(), SimError> {
        let path = path.as_ref();
        let open = self.functions().wave_open;
        let open = self.built_in(open, "waves", "Build::trace")?;
        self.close_wave()?;
        self.call_with_path(open, path)?;
        self.wave = Some(path.to_owned());
        Ok(())
    }

    /// Finishes the waveform file, if one is open. Dropping the model does the same.
    ///
    /// # Errors
    /// The file cannot be finished.
    pub fn close_wave(&mut self) -> Result<(), SimError> {
        match (self.wave.take(), self.functions().wave_close) {
            (Some(_), Some(close)) => {
                // SAFETY: `sim` is alive.
                let status = unsafe { close(self.sim.as_ptr()) };
                self.check(status)
            }
            _ => Ok(()),
        }
    }

    /// Writes the coverage counted so far, for `verilator_coverage`.
    ///
    /// # Errors
    /// The model was built without coverage, or the file cannot be written.
    pub fn write_coverage(&mut self, path: impl AsRef<Path>) -> Result<(), SimError> {
        let write = self.functions().coverage_write;
        let write = self.built_in(write, "coverage", "Build::coverage")?;
        self.call_with_path(write, path.as_ref())
    }

    fn functions(&self) -> &Functions {
        &self.library.0.functions
    }

    fn built_in(
        &self,
        function: Option<PathFn>,
        what: &'static str,
        option: &'static str,
    ) -> Result<PathFn, SimError> {
        function.ok_or_else(|| SimError::NotBuiltIn {
            top: self.library.0.top.clone(),
            what,
            option,
        })
    }

    fn call_with_path(&self, function: PathFn, path: &Path) -> Result<(), SimError> {
        let file_error = |reason: String| SimError::File {
            path: path.to_owned(),
            reason,
        };
        // Verilator does not say why a file cannot be opened; the operating system does.
        File::create(path).map_err(|error| file_error(error.to_string()))?;
        let c_path = CString::new(path.as_os_str().as_encoded_bytes())
            .map_err(|_| file_error("the name has a zero byte".to_owned()))?;
        // SAFETY: `sim` and `c_path` are alive during the call.
        match unsafe { function(self.sim.as_ptr(), c_path.as_ptr()) } {
            OK => Ok(()),
            _ => Err(file_error(self.message())),
        }
    }

    /// What the shim shall put on the ports: nothing if they have it already.
    #[inline]
    fn new_inputs(&self) -> *const u64 {
        match self.applied {
            true => ptr::null(),
            false => self.inputs.as_ptr(),
        }
    }

    #[inline(always)]
    fn require(&self, handle: Handle) {
        if handle.library != self.library.id() {
            self.foreign();
        }
    }

    /// Out of line, so that what every cycle calls stays small.
    #[cold]
    fn foreign(&self) -> ! {
        panic!(
            "the port handle is of another library than {}",
            self.library.0.top
        );
    }

    fn message(&self) -> String {
        // SAFETY: `sim` is alive and the shim returns a string that lives until its next call.
        let message = unsafe { CStr::from_ptr((self.functions().message)(self.sim.as_ptr())) };
        message.to_string_lossy().into_owned()
    }

    #[inline]
    fn check(&self, status: c_int) -> Result<(), SimError> {
        match status {
            OK => Ok(()),
            _ => Err(self.error(status)),
        }
    }

    #[cold]
    fn error(&self, status: c_int) -> SimError {
        let top = self.library.0.top.clone();
        let (cycle, seed, message) = (self.cycle_count, self.seed, self.message());
        match status {
            ASSERTION => SimError::Assertion {
                top,
                cycle,
                seed,
                message,
            },
            FINISH => SimError::Finish {
                top,
                cycle,
                seed,
                message,
            },
            _ => SimError::Fatal {
                top,
                cycle,
                seed,
                message,
            },
        }
    }
}

impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Model")
            .field("top", &self.library.0.top)
            .field("seed", &self.seed)
            .field("cycle_count", &self.cycle_count)
            .finish_non_exhaustive()
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        // Nobody is left to tell about a wave file that cannot be finished.
        let _ = self.close_wave();
        // SAFETY: `sim` is alive and not used again.
        unsafe { (self.functions().free)(self.sim.as_ptr()) };
    }
}
