//! The netlist of the core, simulated.

use pimtee_gen::config::Config;
use pimtee_gen::sv::emit;
use pimtee_sim::driver::ascon::{RtlAscon, Stalls, build_core};
use pimtee_sim::golden::ascon::{Variant, encrypt};
use pimtee_sim::kat::runner::{AeadEngine, run};
use pimtee_sim::kat::{AeadCase, KatFile, Validity};
use pimtee_sim::verilator::Trace;
use pimtee_synth::gates::netlist;
use pimtee_synth::library::Library;
use std::path::Path;

const SEED: u64 = 0x5eed;
/// Every stream waits in this share of cycles.
const STALLS: f64 = 0.2;

/// The official file, then the same cases with a bit of the tag flipped, then longer messages.
#[test]
fn the_gates_of_the_core_answer_like_the_standard() {
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs/ascon_aead128.toml");
    let config = Config::read(shipped).unwrap();
    let design = emit(config.block().as_ref(), &config.emit_options(false)).unwrap();
    let gates = netlist(&design, &Library::osu018().unwrap()).unwrap();
    assert!(
        gates
            .files
            .iter()
            .all(|file| !file.text.contains("always_comb"))
    );
    let library = build_core(&gates, Trace::None).unwrap();
    let variant = Variant::AsconAead128;

    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../testbenches/vectors/ascon/asconaead128_sp800-232_LWC_AEAD_KAT_128_128.txt");
    let official = KatFile::read(file).unwrap().cases;
    let forged = official.iter().enumerate().map(|(index, case)| {
        let mut case = case.clone();
        case.tag[index % 16] ^= 1 << (index % 8);
        case.validity = Validity::Invalid;
        case
    });
    let cases: Vec<AeadCase> = official.iter().cloned().chain(forged).collect();
    let mut engine = RtlAscon::new(library, variant, Stalls::all(STALLS), SEED).unwrap();
    let report = run(&cases, &mut engine, &mut |_, _| {}, None);
    assert_eq!(report.failures, []);
    assert_eq!(report.summary(), "2178 passed, 0 failed");

    let bytes = |length: usize, start: usize| -> Vec<u8> {
        (0..length)
            .map(|index| (index * 167 + start) as u8)
            .collect()
    };
    let (key, nonce) = (bytes(16, 1), bytes(16, 2));
    for (ad_length, length) in [(0, 256), (100, 257), (48, 1000)] {
        let (ad, text) = (bytes(ad_length, 3), bytes(length, 4));
        let (key, nonce) = (key[..].try_into().unwrap(), nonce[..].try_into().unwrap());
        let (expected, tag) = encrypt(variant, key, nonce, &ad, &text);
        let answer = engine.encrypt(key, nonce, &ad, &text).unwrap();
        assert_eq!(answer, (expected.clone(), tag.to_vec()));
        let plain = engine.decrypt(key, nonce, &ad, &expected, &tag).unwrap();
        assert_eq!(plain, Some(text));
    }
}
