//! From sources to a loaded library, by way of the cache.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use pimtee_gen::sv::{Emitted, Port, PortDir, SvFile};

use super::cache::{Cache, KeyHasher, cache_error};
use super::error::BuildError;
use super::lint::{check_file_names, errors, last_words};
use super::model::Library;
use super::shim::{self, CLASS, HOOKS};
use super::toolchain::Toolchain;

/// File name of the shared object inside a cache entry.
const MODEL_FILE: &str = "model.so";

/// File name of [`HOOKS`].
const HOOKS_FILE: &str = "pimtee_hooks.h";

/// Folder Verilator writes to, inside the folder of a build.
const GENERATED: &str = "generated";

/// Optimisation of Verilator's run-time library, which all builds share.
const RUNTIME_OPT: &str = "-O2";

/// What [`Model::open_wave`](super::Model::open_wave) can write. Costs speed even while no file is
/// open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Trace {
    /// Nothing.
    #[default]
    None,
    /// Value change dump: text, large, read by everything.
    Vcd,
    /// GTKWave's compressed format.
    Fst,
}

/// How hard the C++ compiler works on the model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OptLevel {
    /// Shortest build, for a few thousand cycles.
    O0,
    /// In between.
    O1,
    /// Fastest simulation.
    #[default]
    O3,
}

impl OptLevel {
    fn flag(self) -> &'static str {
        match self {
            Self::O0 => "-O0",
            Self::O1 => "-O1",
            Self::O3 => "-O3",
        }
    }
}

/// Where a [`Library`] came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuildOutcome {
    /// Compiled now.
    Built,
    /// Found in the cache.
    Cached,
}

/// A model to be built: sources, top-level ports and options.
///
/// Unless said otherwise: no waves, no assertions, no coverage, all state zero at the start,
/// `-O3`, clock `clk_i`, reset `rst_ni`, tools from the environment, default cache folder.
#[derive(Clone, Debug)]
pub struct Build {
    top: String,
    files: Vec<SvFile>,
    ports: Vec<Port>,
    trace: Trace,
    assertions: bool,
    coverage: bool,
    x_initial_unique: bool,
    opt_level: OptLevel,
    clock: String,
    reset: String,
    toolchain: Toolchain,
    cache_dir: Option<PathBuf>,
}

impl Build {
    /// A build of an emitted design.
    pub fn new(design: &Emitted) -> Self {
        Self::from_files(&design.top, &design.files, &design.ports)
    }

    /// A build of `files`, in dependency order, with top module `top`, whose ports are `ports` in
    /// the order the model's arrays shall have.
    pub fn from_files(top: &str, files: &[SvFile], ports: &[Port]) -> Self {
        Self {
            top: top.to_owned(),
            files: files.to_vec(),
            ports: ports.to_vec(),
            trace: Trace::None,
            assertions: false,
            coverage: false,
            x_initial_unique: false,
            opt_level: OptLevel::O3,
            clock: "clk_i".to_owned(),
            reset: "rst_ni".to_owned(),
            toolchain: Toolchain::from_env(),
            cache_dir: None,
        }
    }

    /// Which waveform format the model can write.
    pub fn trace(mut self, trace: Trace) -> Self {
        self.trace = trace;
        self
    }

    /// Whether assertions in the sources are checked.
    pub fn assertions(mut self, on: bool) -> Self {
        self.assertions = on;
        self
    }

    /// Whether line and toggle coverage is counted.
    pub fn coverage(mut self, on: bool) -> Self {
        self.coverage = on;
        self
    }

    /// Whether state without a reset, and every `x`, starts random (by the seed of the model)
    /// where it would be zero.
    pub fn x_initial_unique(mut self, on: bool) -> Self {
        self.x_initial_unique = on;
        self
    }

    /// How hard the C++ compiler works.
    pub fn opt_level(mut self, level: OptLevel) -> Self {
        self.opt_level = level;
        self
    }

    /// Adds sources after those of the design, for example properties with `bind`.
    pub fn extra_files(mut self, files: &[SvFile]) -> Self {
        self.files.extend_from_slice(files);
        self
    }

    /// Name of the clock input. A design without an input of this name is combinational.
    pub fn clock(mut self, name: &str) -> Self {
        self.clock = name.to_owned();
        self
    }

    /// Name of the active-low reset input that [`Model::reset`](super::Model::reset) drives.
    pub fn reset(mut self, name: &str) -> Self {
        self.reset = name.to_owned();
        self
    }

    /// Which Verilator and C++ compiler to run, in place of those in `VERILATOR` and `CXX`.
    pub fn toolchain(mut self, toolchain: Toolchain) -> Self {
        self.toolchain = toolchain;
        self
    }

    /// Where finished builds are kept, in place of `$PIMTEE_CACHE`, `$XDG_CACHE_HOME/pimtee`,
    /// `~/.cache/pimtee` or, without a home, a temporary folder.
    pub fn cache_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.cache_dir = Some(folder.into());
        self
    }

    /// Builds the model, or takes it from the cache, and loads it.
    ///
    /// A build of the same key that runs elsewhere at the same time is waited for. A damaged
    /// cache entry is built again.
    ///
    /// # Errors
    /// A tool is missing, the description or the sources are wrong, or the cache cannot be
    /// written; the message of [`BuildError`] is one line that says what to do.
    pub fn build(&self) -> Result<Library, BuildError> {
        self.check()?;
        let cache = Cache::open(self.cache_dir.as_deref())?;
        let versions = [
            self.toolchain.verilator_version()?,
            self.toolchain.cxx_version()?,
        ];
        let shim = shim::shim(
            &self.top,
            &self.ports,
            self.clock_port(),
            self.trace,
            self.coverage,
        );
        let job = Job {
            build: self,
            cache: &cache,
            key: self.key(&versions, &shim),
            versions,
            shim,
        };
        let (library, outcome) = job.library()?;
        match library {
            Ok(library) => Ok(library),
            // A library just built will not get better; a cached one may be from another system.
            Err(error) if outcome == BuildOutcome::Built => Err(error),
            Err(_) => {
                cache.discard("model", &job.key)?;
                job.library()?.0
            }
        }
    }

    /// Builds a program of the design and of a C++ source with a `main` and `#include "Vtop.h"`, in
    /// the way of Verilator's own make files, with the options of this build. It is left in
    /// `folder`, not in the cache.
    ///
    /// # Errors
    /// A tool is missing, or the sources are wrong.
    pub fn program(&self, main: &SvFile, folder: &Path) -> Result<PathBuf, BuildError> {
        self.check()?;
        for file in self.files.iter().chain([main]) {
            write(&folder.join(&file.name), &file.text)?;
        }
        let level = self.opt_level.flag();
        let flags = format!(
            "CXX='{}' OPT_FAST={level} OPT_SLOW=-O0 OPT_GLOBAL={RUNTIME_OPT}",
            self.toolchain.cxx
        );
        let mut args = self.verilator_args();
        args.extend(
            [
                "--exe",
                "--build",
                "-CFLAGS",
                level,
                "-MAKEFLAGS",
                &flags,
                &main.name,
            ]
            .map(str::to_owned),
        );
        let output = self.toolchain.run_verilator(&args, folder)?;
        match output.status.success() {
            true => Ok(folder.join(GENERATED).join(CLASS)),
            false => Err(BuildError::ToolUnusable {
                program: self.toolchain.verilator.clone(),
                reason: last_words(
                    &String::from_utf8_lossy(&output.stderr),
                    &output.status.to_string(),
                ),
            }),
        }
    }

    /// The clock's name if the design has one.
    pub(super) fn clock_port(&self) -> Option<&str> {
        self.ports
            .iter()
            .find(|port| port.dir == PortDir::Input && port.name == self.clock)
            .map(|port| port.name.as_str())
    }

    pub(super) fn reset_name(&self) -> &str {
        &self.reset
    }

    pub(super) fn top(&self) -> &str {
        &self.top
    }

    pub(super) fn ports(&self) -> &[Port] {
        &self.ports
    }

    /// Finds what neither Verilator nor the C++ compiler would explain well.
    fn check(&self) -> Result<(), BuildError> {
        let refuse = |reason| {
            Err(BuildError::Description {
                top: self.top.clone(),
                reason,
            })
        };
        if !is_identifier(&self.top) {
            return refuse(format!("{:?} is not a module name", self.top));
        }
        if self.files.is_empty() {
            return refuse("it has no source files".to_owned());
        }
        check_file_names(&self.top, &self.files)?;
        for (index, port) in self.ports.iter().enumerate() {
            let name = &port.name;
            if !is_identifier(name) {
                return refuse(format!("{name:?} is not a port name"));
            }
            if port.width == 0 {
                return refuse(format!("port {name} is 0 bits wide; leave it out"));
            }
            if self.ports[..index].iter().any(|other| other.name == *name) {
                return refuse(format!("there are two ports named {name}"));
            }
            if *name == self.clock && port.width != 1 {
                return refuse(format!(
                    "the clock {name} is {} bits wide; it has to be 1 bit",
                    port.width
                ));
            }
        }
        Ok(())
    }

    fn verilator_args(&self) -> Vec<String> {
        let mut args: Vec<&str> = vec![
            "--cc",
            "--prefix",
            CLASS,
            "--Mdir",
            GENERATED,
            "--top-module",
            &self.top,
            "--no-timing",
            "--timescale-override",
            "1ns/1ns",
            "--output-split",
            "20000",
            // `lint` is where warnings count; here they would only be in the way of foreign code.
            "-Wno-fatal",
            // This optimisation of 5.006 gives wrong values where `^x` stands among other `^`.
            "-fno-const-bit-op-tree",
            // A port named like a C++ keyword cannot be reached from the shim.
            "-Werror-SYMRSVDWORD",
        ];
        match self.x_initial_unique {
            true => args.extend(["--x-initial", "unique", "--x-assign", "unique"]),
            false => args.extend(["--x-initial", "fast", "--x-assign", "fast"]),
        }
        if self.opt_level == OptLevel::O3 {
            args.push("-O3");
        }
        if self.assertions {
            args.push("--assert");
        }
        if self.coverage {
            args.push("--coverage");
        }
        match self.trace {
            Trace::None => {}
            Trace::Vcd => args.push("--trace"),
            Trace::Fst => args.push("--trace-fst"),
        }
        if self.trace != Trace::None {
            args.extend(["--trace-structs", "--trace-max-width", "0"]);
        }
        args.extend(self.files.iter().map(|file| file.name.as_str()));
        args.into_iter().map(str::to_owned).collect()
    }

    /// C++ flags that model and run-time library have in common.
    fn cxx_args(&self) -> Vec<String> {
        let mut args = vec![
            "-fPIC",
            "-fvisibility=hidden",
            "-w",
            "-include",
            HOOKS_FILE,
            "-DVL_USER_STOP",
            "-DVL_USER_FINISH",
            "-DVL_USER_FATAL",
            "-DVM_SC=0",
        ];
        args.push(match self.coverage {
            true => "-DVM_COVERAGE=1",
            false => "-DVM_COVERAGE=0",
        });
        args.extend(match self.trace {
            Trace::None => ["-DVM_TRACE=0", "-DVM_TRACE_VCD=0", "-DVM_TRACE_FST=0"],
            Trace::Vcd => ["-DVM_TRACE=1", "-DVM_TRACE_VCD=1", "-DVM_TRACE_FST=0"],
            Trace::Fst => ["-DVM_TRACE=1", "-DVM_TRACE_VCD=0", "-DVM_TRACE_FST=1"],
        });
        args.into_iter().map(str::to_owned).collect()
    }

    fn link_args(&self) -> Vec<String> {
        let mut args = vec!["-shared", "-pthread"];
        if cfg!(target_os = "linux") {
            // A missing symbol shall fail the build, not the first call.
            args.push("-Wl,-z,defs");
        }
        if self.trace == Trace::Fst {
            args.push("-lz");
        }
        args.into_iter().map(str::to_owned).collect()
    }

    /// Everything the shared object depends on, as one name.
    fn key(&self, versions: &[String; 2], shim: &str) -> String {
        let mut key = KeyHasher::new();
        for version in versions {
            key.add(version);
        }
        for args in [
            self.verilator_args(),
            self.cxx_args(),
            self.link_args(),
            vec![self.toolchain.cxx.clone(), self.opt_level.flag().to_owned()],
        ] {
            for arg in &args {
                key.add(arg);
            }
            key.add("");
        }
        for port in &self.ports {
            key.add(&format!("{:?} {} {}", port.dir, port.width, port.name));
        }
        for file in &self.files {
            key.add(&file.name);
            key.add(&file.text);
        }
        for text in [HOOKS, shim, RUNTIME_OPT] {
            key.add(text);
        }
        key.finish()
    }
}

/// One run of [`Build::build`].
struct Job<'a> {
    build: &'a Build,
    cache: &'a Cache,
    key: String,
    versions: [String; 2],
    shim: String,
}

impl Job<'_> {
    /// Gets the shared object and tries to load it.
    fn library(&self) -> Result<(Result<Library, BuildError>, BuildOutcome), BuildError> {
        let (entry, outcome) = self
            .cache
            .entry("model", &self.key, |folder| self.fill(folder))?;
        let path = entry.join(MODEL_FILE);
        let library = Library::load(&path, self.build, outcome, self.cache.clone());
        Ok((library, outcome))
    }

    /// Leaves sources, shim and shared object in `folder`.
    fn fill(&self, folder: &Path) -> Result<(), BuildError> {
        tracing::info!(top = self.build.top, "building with Verilator");
        let build = self.build;
        for file in &build.files {
            write(&folder.join(&file.name), &file.text)?;
        }
        let shim_name = format!("{}_shim.cpp", build.top);
        write(&folder.join(&shim_name), &self.shim)?;
        write(&folder.join(HOOKS_FILE), HOOKS)?;

        let output = build
            .toolchain
            .run_verilator(&build.verilator_args(), folder)?;
        if !output.status.success() {
            return Err(self.elaboration_error(&output));
        }

        let generated = folder.join(GENERATED);
        let classes_path = generated.join(format!("{CLASS}_classes.mk"));
        let classes = fs::read_to_string(&classes_path)
            .map(|text| Classes::parse(&text))
            .map_err(cache_error("read", &classes_path))?;
        let include = build.toolchain.verilator_include()?;
        let (runtime, _) =
            self.cache
                .entry("runtime", &self.runtime_key(&classes, &include), |folder| {
                    self.fill_runtime(folder, &classes, &include)
                })?;
        self.compile_model(folder, &shim_name, &classes, &include)?;

        let objects = |folder: &Path, names: &[String]| {
            names
                .iter()
                .map(|name| folder.join(format!("{name}.o")).display().to_string())
                .collect::<Vec<_>>()
        };
        let mut link = objects(&generated, &units(&classes));
        link.extend(objects(&runtime, &classes.runtime));
        link.extend(build.link_args());
        link.extend(["-o".to_owned(), MODEL_FILE.to_owned()]);
        self.compile_all(folder, &[link])?;
        fs::remove_dir_all(&generated).map_err(cache_error("remove", &generated))
    }

    /// Compiles Verilator's classes and the shim. Unless Verilator split the design, the classes
    /// make two units: what runs in every cycle, and what runs once.
    fn compile_model(
        &self,
        folder: &Path,
        shim_name: &str,
        classes: &Classes,
        include: &Path,
    ) -> Result<(), BuildError> {
        let generated = folder.join(GENERATED);
        let include_all = |names: &[String]| {
            names
                .iter()
                .map(|name| format!("#include \"{name}.cpp\"\n"))
                .collect::<String>()
        };
        let shim_include = format!("#include \"../{shim_name}\"\n");
        let fast = match classes.split {
            true => shim_include,
            false => include_all(&classes.fast) + &shim_include,
        };
        write(&generated.join("pimtee_fast.cpp"), &fast)?;
        if !classes.split {
            write(
                &generated.join("pimtee_slow.cpp"),
                &include_all(&classes.slow),
            )?;
        }
        let commands: Vec<_> = units(classes)
            .iter()
            .map(|unit| {
                let slow = unit == "pimtee_slow" || classes.slow.contains(unit);
                let mut args = self.build.cxx_args();
                args.push(match slow {
                    true => "-O0".to_owned(),
                    false => self.build.opt_level.flag().to_owned(),
                });
                args.extend(include_args(include));
                args.extend(["-I.".to_owned(), format!("-I{GENERATED}")]);
                args.extend(object_args(
                    &format!("{GENERATED}/{unit}.cpp"),
                    &format!("{GENERATED}/{unit}.o"),
                ));
                args
            })
            .collect();
        self.compile_all(folder, &commands)
    }

    /// Everything the objects of Verilator's run-time library depend on, as one name.
    fn runtime_key(&self, classes: &Classes, include: &Path) -> String {
        let mut key = KeyHasher::new();
        for version in &self.versions {
            key.add(version);
        }
        key.add(&include.display().to_string());
        key.add(&self.build.toolchain.cxx);
        for arg in self.build.cxx_args() {
            key.add(&arg);
        }
        for name in &classes.runtime {
            key.add(name);
        }
        key.add(HOOKS);
        key.add(RUNTIME_OPT);
        key.finish()
    }

    /// Leaves the objects of Verilator's run-time library in `folder`.
    fn fill_runtime(
        &self,
        folder: &Path,
        classes: &Classes,
        include: &Path,
    ) -> Result<(), BuildError> {
        write(&folder.join(HOOKS_FILE), HOOKS)?;
        let commands: Vec<_> = classes
            .runtime
            .iter()
            .map(|name| {
                let mut args = self.build.cxx_args();
                args.push(RUNTIME_OPT.to_owned());
                args.extend(include_args(include));
                args.push("-I.".to_owned());
                let source = include.join(format!("{name}.cpp"));
                args.extend(object_args(
                    &source.display().to_string(),
                    &format!("{name}.o"),
                ));
                args
            })
            .collect();
        self.compile_all(folder, &commands)
    }

    /// Runs the compiler once per argument list, as many at once as there are processors.
    fn compile_all(&self, folder: &Path, commands: &[Vec<String>]) -> Result<(), BuildError> {
        let workers = thread::available_parallelism().map_or(1, usize::from);
        let next = AtomicUsize::new(0);
        let failure = Mutex::new(None);
        let work = || {
            while let Some(args) = commands.get(next.fetch_add(1, Ordering::Relaxed)) {
                let result = self
                    .build
                    .toolchain
                    .run_cxx(args, folder)
                    .and_then(|output| match output.status.success() {
                        true => Ok(()),
                        false => Err(self.compilation_error(args, &output)),
                    });
                if let Err(error) = result {
                    next.store(commands.len(), Ordering::Relaxed);
                    let mut failure = failure.lock().unwrap_or_else(|error| error.into_inner());
                    failure.get_or_insert(error);
                }
            }
        };
        thread::scope(|scope| {
            for _ in 1..workers.min(commands.len()) {
                scope.spawn(work);
            }
            work();
        });
        let failure = failure
            .into_inner()
            .unwrap_or_else(|error| error.into_inner());
        failure.map_or(Ok(()), Err)
    }

    fn elaboration_error(&self, output: &Output) -> BuildError {
        let text = String::from_utf8_lossy(&output.stderr);
        let errors = errors(&text);
        let first = errors
            .first()
            .cloned()
            .unwrap_or_else(|| last_words(&text, &output.status.to_string()));
        let command = format!(
            "{} {}",
            self.build.toolchain.verilator,
            self.build.verilator_args().join(" ")
        );
        match self.keep_log(&command, output) {
            Err(error) => error,
            Ok(log) => BuildError::Elaboration {
                top: self.build.top.clone(),
                first,
                count: errors.len(),
                log,
            },
        }
    }

    fn compilation_error(&self, args: &[String], output: &Output) -> BuildError {
        let text = String::from_utf8_lossy(&output.stderr);
        let errors: Vec<_> = text
            .lines()
            .filter(|line| line.contains("error: "))
            .collect();
        let first = errors.first().map_or_else(
            || last_words(&text, &output.status.to_string()),
            |line| line.trim().to_owned(),
        );
        let command = format!("{} {}", self.build.toolchain.cxx, args.join(" "));
        match self.keep_log(&command, output) {
            Err(error) => error,
            Ok(log) => BuildError::Compilation {
                top: self.build.top.clone(),
                first,
                count: errors.len(),
                log,
            },
        }
    }

    fn keep_log(&self, command: &str, output: &Output) -> Result<PathBuf, BuildError> {
        let text = format!(
            "{command}\n{}{}{}\n",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr),
            output.status
        );
        let name = format!("{}-{}", self.build.top, &self.key[..12]);
        self.cache.keep_log(&name, &text)
    }
}

/// What Verilator generated, from the make file it writes for this purpose.
#[derive(Debug, Default, PartialEq, Eq)]
struct Classes {
    /// Code that runs in every cycle.
    fast: Vec<String>,
    /// Code that runs once.
    slow: Vec<String>,
    /// Sources of Verilator's own library that are needed.
    runtime: Vec<String>,
    /// Whether the design was large enough to be split over files.
    split: bool,
}

impl Classes {
    fn parse(text: &str) -> Self {
        let mut classes = Self::default();
        let mut list = "";
        for line in text.lines() {
            if let Some((name, _)) = line.split_once(" += ") {
                list = name;
            } else if line.starts_with('\t') || line.starts_with(' ') {
                let Some(name) = line.split_whitespace().next() else {
                    continue;
                };
                match list {
                    "VM_CLASSES_FAST" | "VM_SUPPORT_FAST" => classes.fast.push(name.to_owned()),
                    "VM_CLASSES_SLOW" | "VM_SUPPORT_SLOW" => classes.slow.push(name.to_owned()),
                    "VM_GLOBAL_FAST" | "VM_GLOBAL_SLOW" => classes.runtime.push(name.to_owned()),
                    _ => {}
                }
            } else if line.trim() == "VM_PARALLEL_BUILDS = 1" {
                classes.split = true;
            }
        }
        classes
    }
}

/// Names of the C++ files to compile for the model, without their extension.
fn units(classes: &Classes) -> Vec<String> {
    let mut units = vec!["pimtee_fast".to_owned()];
    match classes.split {
        true => units.extend(classes.fast.iter().chain(&classes.slow).cloned()),
        false => units.push("pimtee_slow".to_owned()),
    }
    units
}

fn include_args(include: &Path) -> [String; 2] {
    [
        format!("-I{}", include.display()),
        format!("-I{}", include.join("vltstd").display()),
    ]
}

fn object_args(source: &str, object: &str) -> [String; 4] {
    ["-c", source, "-o", object].map(str::to_owned)
}

fn write(path: &Path, text: &str) -> Result<(), BuildError> {
    fs::write(path, text).map_err(cache_error("write", path))
}

fn is_identifier(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::Classes;

    #[test]
    fn reads_the_class_lists() {
        let text = "\
VM_PARALLEL_BUILDS = 0
# Generated module classes, fast-path
VM_CLASSES_FAST += \\
\tVtop \\
\tVtop___024root__0 \\

VM_SUPPORT_SLOW += \\
\tVtop__Syms \\

VM_GLOBAL_FAST += \\
\tverilated \\
\tverilated_threads \\
";
        let classes = Classes::parse(text);
        assert_eq!(classes.fast, ["Vtop", "Vtop___024root__0"]);
        assert_eq!(classes.slow, ["Vtop__Syms"]);
        assert_eq!(classes.runtime, ["verilated", "verilated_threads"]);
        assert!(!classes.split);
    }
}
