//! The golden model of ASCON against published values and against independent implementations.

use std::collections::BTreeMap;
use std::fmt::Write;

use ascon_aead_sp800::aead::array::Array;
use ascon_aead_sp800::aead::{Aead as _, KeyInit as _, Payload};
use ascon_aead_v12::aead as aead_v12;
use ascon_aead_v12::aead::{Aead as _, KeyInit as _};
use pimtee_sim::golden::ascon::{
    State, Step, UnknownVariant, Variant, decrypt, encrypt, encrypt_traced, permutation, round,
};
use proptest::prelude::*;
use rstest::rstest;

macro_rules! vectors {
    ($name:literal) => {
        include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../testbenches/vectors/ascon/",
            $name
        ))
    };
}

const KAT_ASCON128: &str = vectors!("ascon128v12_LWC_AEAD_KAT_128_128.txt");
const KAT_ASCON128A: &str = vectors!("ascon128av12_LWC_AEAD_KAT_128_128.txt");
const KAT_ASCON_AEAD128: &str = vectors!("asconaead128_sp800-232_LWC_AEAD_KAT_128_128.txt");
const PERMUTATION: &str = vectors!("ascon_permutation.txt");
const TRACE_ASCON128: &str = vectors!("ascon128v12_trace_count666.txt");
const TRACE_ASCON128A: &str = vectors!("ascon128av12_trace_count666.txt");
const TRACE_ASCON_AEAD128: &str = vectors!("asconaead128_sp800-232_trace_count666.txt");

/// The blocks of a file of `Name = value` lines.
fn blocks(text: &'static str) -> impl Iterator<Item = BTreeMap<&'static str, &'static str>> {
    text.split("\n\n")
        .map(|block| {
            block
                .lines()
                .filter(|line| !line.starts_with('#'))
                .filter_map(|line| line.split_once('='))
                .map(|(name, value)| (name.trim(), value.trim()))
                .collect::<BTreeMap<_, _>>()
        })
        .filter(|fields| !fields.is_empty())
}

fn bytes(hex: &str) -> Vec<u8> {
    hex::decode(hex).unwrap()
}

fn sixteen(hex: &str) -> [u8; 16] {
    bytes(hex).try_into().unwrap()
}

#[rstest]
#[case(Variant::Ascon128, KAT_ASCON128)]
#[case(Variant::Ascon128a, KAT_ASCON128A)]
#[case(Variant::AsconAead128, KAT_ASCON_AEAD128)]
fn encrypts_and_decrypts_every_published_case(
    #[case] variant: Variant,
    #[case] file: &'static str,
) {
    let mut cases = 0;
    for case in blocks(file) {
        let (key, nonce) = (sixteen(case["Key"]), sixteen(case["Nonce"]));
        let (ad, pt, sealed) = (bytes(case["AD"]), bytes(case["PT"]), bytes(case["CT"]));
        let (ct, tag) = sealed.split_at(sealed.len() - 16);
        let tag: [u8; 16] = tag.try_into().unwrap();
        let count = case["Count"];

        let found = encrypt(variant, &key, &nonce, &ad, &pt);
        assert_eq!(found, (ct.to_vec(), tag), "encryption, Count = {count}");
        let found = decrypt(variant, &key, &nonce, &ad, ct, &tag);
        assert_eq!(found, Some(pt), "decryption, Count = {count}");
        cases += 1;
    }
    assert_eq!(cases, 1089);
}

#[test]
fn permutes_as_published() {
    let state = |words: &str| -> State {
        let words: Vec<u64> = words
            .split(' ')
            .map(|word| u64::from_str_radix(word, 16).unwrap())
            .collect();
        words.try_into().unwrap()
    };
    let mut cases = 0;
    for case in blocks(PERMUTATION) {
        let mut found = state(case["In"]);
        match case.get("RoundConstant") {
            Some(constant) => round(&mut found, u64::from_str_radix(constant, 16).unwrap()),
            None => permutation(&mut found, case["Rounds"].parse().unwrap()),
        }
        assert_eq!(found, state(case["Out"]), "Count = {}", case["Count"]);
        cases += 1;
    }
    assert_eq!(cases, 9);
}

/// The name that the reference code prints for a step.
fn reference_name(step: Step) -> &'static str {
    match step {
        Step::Load => "init 1st key xor",
        Step::Round => "round output",
        Step::InitializationKey => "init 2nd key xor",
        Step::AssociatedData => "absorb adata",
        Step::AssociatedDataPadded => "pad adata",
        Step::DomainSeparation => "domain separation",
        Step::Plaintext => "absorb plaintext",
        Step::PlaintextPadded => "pad plaintext",
        Step::FinalizationKey => "final 1st key xor",
        Step::TagKey => "final 2nd key xor",
    }
}

#[rstest]
#[case(Variant::Ascon128, KAT_ASCON128, TRACE_ASCON128)]
#[case(Variant::Ascon128a, KAT_ASCON128A, TRACE_ASCON128A)]
#[case(Variant::AsconAead128, KAT_ASCON_AEAD128, TRACE_ASCON_AEAD128)]
fn passes_through_the_states_of_the_reference_code(
    #[case] variant: Variant,
    #[case] kat: &'static str,
    #[case] trace: &str,
) {
    let case = blocks(kat).find(|case| case["Count"] == "666").unwrap();
    let mut found = String::new();
    encrypt_traced(
        variant,
        &sixteen(case["Key"]),
        &sixteen(case["Nonce"]),
        &bytes(case["AD"]),
        &bytes(case["PT"]),
        &mut |step, state| {
            write!(found, "{}:", reference_name(step)).unwrap();
            for (index, word) in state.iter().enumerate() {
                write!(found, " x{index}=0x{word:016x}").unwrap();
            }
            found.push('\n');
        },
    );

    let squeeze = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let expected: Vec<String> = trace
        .lines()
        .filter(|line| line.contains(" x0=0x"))
        .map(squeeze)
        .collect();
    assert!(expected.len() > 40);
    assert_eq!(found.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn names_are_read_back() {
    for variant in Variant::ALL {
        assert_eq!(variant.name().parse(), Ok(variant));
        assert_eq!(variant.to_string(), variant.name());
    }
    let refused: Result<Variant, UnknownVariant> = "ascon80pq".parse();
    assert_eq!(
        refused.unwrap_err().to_string(),
        "unknown ASCON variant \"ascon80pq\"; expected ascon128, ascon128a or ascon-aead128"
    );
}

/// Ciphertext and tag from the RustCrypto implementation.
fn second_opinion(
    variant: Variant,
    key: &[u8; 16],
    nonce: &[u8; 16],
    aad: &[u8],
    msg: &[u8],
) -> Vec<u8> {
    let v12 = aead_v12::Payload { msg, aad };
    match variant {
        Variant::Ascon128 => ascon_aead_v12::Ascon128::new(key.into())
            .encrypt(nonce.into(), v12)
            .unwrap(),
        Variant::Ascon128a => ascon_aead_v12::Ascon128a::new(key.into())
            .encrypt(nonce.into(), v12)
            .unwrap(),
        Variant::AsconAead128 => ascon_aead_sp800::AsconAead128::new(&Array(*key))
            .encrypt(&Array(*nonce), Payload { msg, aad })
            .unwrap(),
    }
}

fn any_variant() -> impl Strategy<Value = Variant> {
    proptest::sample::select(&Variant::ALL[..])
}

fn any_bytes() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any::<u8>(), 0..300)
}

fn flip(bytes: &mut [u8], bit: usize) {
    bytes[bit / 8] ^= 1 << (bit % 8);
}

proptest! {
    #[test]
    fn agrees_with_a_second_implementation(
        variant in any_variant(),
        key: [u8; 16],
        nonce: [u8; 16],
        ad in any_bytes(),
        pt in any_bytes(),
    ) {
        let (mut sealed, tag) = encrypt(variant, &key, &nonce, &ad, &pt);
        sealed.extend(tag);
        prop_assert_eq!(sealed, second_opinion(variant, &key, &nonce, &ad, &pt));
    }

    #[test]
    fn decrypts_what_it_encrypted(
        variant in any_variant(),
        key: [u8; 16],
        nonce: [u8; 16],
        ad in any_bytes(),
        pt in any_bytes(),
    ) {
        let (ct, tag) = encrypt(variant, &key, &nonce, &ad, &pt);
        prop_assert_eq!(decrypt(variant, &key, &nonce, &ad, &ct, &tag), Some(pt));
    }

    #[test]
    fn refuses_any_flipped_bit(
        variant in any_variant(),
        key: [u8; 16],
        nonce: [u8; 16],
        ad in any_bytes(),
        pt in any_bytes(),
        place: proptest::sample::Index,
    ) {
        let (mut ct, mut tag) = encrypt(variant, &key, &nonce, &ad, &pt);
        let (mut ad, mut nonce) = (ad, nonce);
        let mut bit = place.index(8 * (ct.len() + tag.len() + ad.len() + nonce.len()));
        for part in [&mut ct[..], &mut tag[..], &mut ad[..], &mut nonce[..]] {
            if bit < 8 * part.len() {
                flip(part, bit);
                break;
            }
            bit -= 8 * part.len();
        }
        prop_assert_eq!(decrypt(variant, &key, &nonce, &ad, &ct, &tag), None);
    }
}
