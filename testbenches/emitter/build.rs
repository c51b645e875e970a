//! Writes the random modules.
#![allow(missing_docs, reason = "a build script")]

#[path = "src/generator.rs"]
#[allow(dead_code, reason = "the build needs the source alone")]
mod generator;
#[path = "src/rng.rs"]
#[allow(dead_code, reason = "the tests use all of it")]
mod rng;
#[path = "src/scope.rs"]
#[allow(dead_code, reason = "the tests use all of it")]
mod scope;

const SEED: &str = "PIMTEE_EMITTER_SEED";
const MODULES: &str = "PIMTEE_EMITTER_MODULES";

fn main() {
    println!("cargo::rerun-if-env-changed={SEED}");
    println!("cargo::rerun-if-env-changed={MODULES}");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/generator.rs");
    println!("cargo::rerun-if-changed=src/rng.rs");
    println!("cargo::rerun-if-changed=src/scope.rs");
    let seed = number(SEED, generator::DEFAULT_SEED);
    let count = number(MODULES, generator::DEFAULT_MODULES as u64) as usize;
    let folder = std::env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    let path = std::path::Path::new(&folder).join("modules.rs");
    std::fs::write(&path, generator::generate(seed, count).rust_source())
        .unwrap_or_else(|error| panic!("cannot write {}: {error}", path.display()));
    println!("cargo::rustc-env=PIMTEE_EMITTER_SEED_USED={seed}");
}

/// The number in an environment variable.
fn number(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text
            .trim()
            .parse()
            .unwrap_or_else(|_| panic!("{name}={text:?} is not a number")),
        Err(_) => default,
    }
}
