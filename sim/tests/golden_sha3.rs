//! The golden models of SHA3-256, SHA3-512 and SHAKE128 against published values and against an
//! independent implementation.

use pimtee_sim::golden::keccak;
use pimtee_sim::golden::sha3::{
    Absorber, BitString, BitStringError, Function, UnknownFunction, hash, sha3_256, sha3_512,
    shake128,
};
use proptest::prelude::*;
use rstest::rstest;
use sha3::digest::{ExtendableOutput, Update, XofReader};
use sha3::{Digest, Sha3_256, Sha3_512, Shake128};

/// NIST's example values for five bits: 1, 1, 0, 0, 1. More are in `testbenches/tests/sha3_kat.rs`.
#[rstest]
#[case(
    Function::Sha3_256,
    "7b0047cf5a456882363cbf0fb05322cf65f4b7059a46365e830132e3b5d957af"
)]
#[case(
    Function::Sha3_512,
    "a13e01494114c09800622a70288c432121ce70039d753cadd2e006e4d961cb27544c1481e5814bdceb53be6733d5e099795e5e81918addb058e22a9f24883f37"
)]
#[case(
    Function::Shake128,
    "2e0abfba83e6720bfbc225ff6b7ab9ffce58ba027ee3d898764fef287ddeccca"
)]
fn answers_as_published_for_five_bits(#[case] function: Function, #[case] expected: &str) {
    let message = BitString::new(vec![0x13], 5).unwrap();
    let answer = hash(function, &message, 4 * expected.len());
    assert_eq!(hex::encode(answer), expected);
}

#[test]
fn output_bits_that_are_no_whole_byte_are_cut_off() {
    let message = BitString::from(&b"abc"[..]);
    let whole = hash(Function::Shake128, &message, 128);
    let cut = hash(Function::Shake128, &message, 125);
    assert_eq!(cut[..15], whole[..15]);
    assert_eq!(cut[15], whole[15] & 0x1f);
    assert!(whole[15] > 0x1f);
}

#[test]
fn bit_strings_have_as_many_bytes_as_they_fill_and_no_other_bits() {
    let message = |bytes: &[u8], bits| {
        let error: BitStringError = BitString::new(bytes.to_vec(), bits).unwrap_err();
        error.to_string()
    };
    assert_eq!(message(&[0, 0], 8), "8 bits fill 1 bytes, found 2");
    assert_eq!(message(&[0], 9), "9 bits fill 2 bytes, found 1");
    assert_eq!(
        message(&[0x20], 5),
        "5 bits leave the upper 3 bits of the last byte unused, and these must be 0; found 0x20"
    );
    let good = BitString::new(vec![0xff, 0x1f], 13).unwrap();
    assert_eq!((good.bits(), good.bytes()), (13, &[0xff, 0x1f][..]));
}

#[test]
fn functions_have_names() {
    for function in Function::ALL {
        assert_eq!(function.name().parse(), Ok(function));
    }
    let unknown: UnknownFunction = "sha3-384".parse::<Function>().unwrap_err();
    assert_eq!(
        unknown.to_string(),
        "unknown hash function \"sha3-384\"; expected sha3-256, sha3-512 or shake128"
    );
}

#[test]
fn states_and_bytes_are_the_same() {
    let bytes: [u8; keccak::STATE_BYTES] = std::array::from_fn(|index| index as u8);
    let state = keccak::from_bytes(&bytes);
    assert_eq!(state[keccak::lane(1, 0)], 0x0f0e_0d0c_0b0a_0908);
    assert_eq!(state[keccak::lane(0, 1)], 0x2f2e_2d2c_2b2a_2928);
    assert_eq!(keccak::to_bytes(&state), bytes);
}

/// SPONGE of FIPS 202, algorithm 8, on the whole padded string at once: the message, its suffix and
/// pad10*1 as bits, cut into blocks.
fn sponge(message: &BitString, suffix: &[bool], rate: usize, bytes: usize) -> Vec<u8> {
    let bit = |index: usize| message.bytes()[index / 8] >> (index % 8) & 1 == 1;
    let mut padded: Vec<bool> = (0..message.bits()).map(bit).collect();
    padded.extend(suffix);
    padded.push(true);
    let zeros = (2 * rate - 1 - padded.len() % rate) % rate;
    padded.extend(vec![false; zeros]);
    padded.push(true);
    assert_eq!(padded.len() % rate, 0);
    let mut state = [0; keccak::LANES];
    for block in padded.chunks(rate) {
        for (index, &bit) in block.iter().enumerate() {
            state[index / 64] ^= u64::from(bit) << (index % 64);
        }
        keccak::permutation(&mut state);
    }
    keccak::to_bytes(&state)[..bytes].to_vec()
}

/// Around the end of a block, where suffix and padding run into the next one.
#[rstest]
#[case(Function::Sha3_256, 1088, &[false, true], 32)]
#[case(Function::Sha3_512, 576, &[false, true], 64)]
#[case(Function::Shake128, 1344, &[true; 4], 168)]
fn padding_is_right_for_every_length(
    #[case] function: Function,
    #[case] rate: usize,
    #[case] suffix: &[bool],
    #[case] bytes: usize,
) {
    for bits in (0..20)
        .chain(rate - 20..rate + 20)
        .chain(2 * rate - 9..2 * rate + 9)
    {
        let mut message: Vec<u8> = (0..bits.div_ceil(8))
            .map(|index| index as u8 ^ 0xa5)
            .collect();
        if bits % 8 != 0 {
            *message.last_mut().unwrap() &= (1 << (bits % 8)) - 1;
        }
        let message = BitString::new(message, bits).unwrap();
        let expected = sponge(&message, suffix, rate, bytes);
        assert_eq!(hash(function, &message, 8 * bytes), expected, "{bits} bits");
    }
}

proptest! {
    #[test]
    fn digests_are_those_of_rustcrypto(message in proptest::collection::vec(any::<u8>(), 0..1000)) {
        prop_assert_eq!(&sha3_256(&[&message])[..], &Sha3_256::digest(&message)[..]);
        prop_assert_eq!(&sha3_512(&[&message])[..], &Sha3_512::digest(&message)[..]);
        let bits = BitString::from(&message[..]);
        prop_assert_eq!(&hash(Function::Sha3_256, &bits, 256)[..], &Sha3_256::digest(&message)[..]);
    }

    /// However message and output are cut into pieces.
    #[test]
    fn shake128_is_that_of_rustcrypto(
        pieces in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..300), 0..5),
        takes in proptest::collection::vec(0..400usize, 0..5),
    ) {
        let mut sponge = Absorber::new(Function::Shake128);
        let mut other = Shake128::default();
        for piece in &pieces {
            sponge.absorb(piece);
            other.update(piece);
        }
        let (mut sponge, mut other) = (sponge.finish(), other.finalize_xof());
        for take in takes {
            let (mut ours, mut theirs) = (vec![0; take], vec![0; take]);
            sponge.squeeze(&mut ours);
            other.read(&mut theirs);
            prop_assert_eq!(ours, theirs);
        }
        let whole: [u8; 64] = shake128(&pieces.concat());
        let mut theirs = [0; 64];
        let mut again = Shake128::default();
        again.update(&pieces.concat());
        again.finalize_xof_into(&mut theirs);
        prop_assert_eq!(whole, theirs);
    }

    #[test]
    fn the_order_of_pieces_does_matter(a in any::<[u8; 8]>(), b in any::<[u8; 8]>()) {
        prop_assume!(a != b);
        prop_assert_ne!(sha3_256(&[&a, &b]), sha3_256(&[&b, &a]));
    }
}
