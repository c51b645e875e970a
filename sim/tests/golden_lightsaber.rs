//! The golden model of LightSaber: arithmetic against big integers, encodings, and interoperation
//! with an independent implementation. Its random bytes cannot be chosen, so each side completes what
//! the other began. Official vectors are in `testbenches/tests/lightsaber_kat.rs`.

use num_bigint::{BigInt, Sign};
use pimtee_sim::golden::lightsaber::{
    CIPHERTEXT_BYTES, Ciphertext, EncodingError, KeyCoins, L, N, PUBLIC_KEY_BYTES, Poly, PublicKey,
    Q_BITS, SAMPLE_BYTES, SECRET_KEY_BYTES, SECRET_MAX, SecretKey, SecretVector, Seed, apply,
    apply_transposed, decapsulate, encapsulate, generate, hash_g, inner_product, mask, matrix,
    multiply, pack, pke_decrypt, pke_encrypt, residues, round, sample, sample_vector,
    shared_secret, unmask, unpack,
};
use pimtee_sim::golden::sha3::{sha3_256, shake128};
use pqcrypto_saber::lightsaber as other;
use pqcrypto_traits::kem::{Ciphertext as _, PublicKey as _, SecretKey as _, SharedSecret as _};
use proptest::prelude::*;

fn poly(bits: u32) -> impl Strategy<Value = Poly> {
    proptest::array::uniform32(any::<[u16; 8]>()).prop_map(move |words| {
        std::array::from_fn(|index| words[index / 8][index % 8] & (u16::MAX >> (16 - bits)))
    })
}

/// The product by Kronecker substitution: X becomes 2^64, so that one product of integers holds all
/// coefficients, 64 bits apart.
fn by_kronecker(a: &Poly, b: &Poly, bits: u32) -> Poly {
    const SPACING: usize = 64;
    let integer = |poly: &Poly| {
        let bytes: Vec<u8> = poly
            .iter()
            .flat_map(|&value| u64::from(value).to_le_bytes())
            .collect();
        BigInt::from_bytes_le(Sign::Plus, &bytes)
    };
    let product = integer(a) * integer(b);
    let coefficient =
        |index: usize| -> BigInt { (&product >> (SPACING * index)) & BigInt::from(u64::MAX) };
    let modulus = BigInt::from(1u32 << bits);
    std::array::from_fn(|index| {
        // X^256 = −1.
        let folded = coefficient(index) - coefficient(index + N);
        let residue = ((folded % &modulus) + &modulus) % &modulus;
        u16::try_from(residue).unwrap()
    })
}

fn coins() -> impl Strategy<Value = KeyCoins> {
    any::<[Seed; 3]>().prop_map(|[seed_a_in, seed_s, z]| KeyCoins {
        seed_a_in,
        seed_s,
        z,
    })
}

/// Decapsulation by the other implementation.
fn other_decapsulate(key: &SecretKey, ciphertext: &Ciphertext) -> Vec<u8> {
    let key = other::SecretKey::from_bytes(&key.to_bytes()).unwrap();
    let ciphertext = other::Ciphertext::from_bytes(&ciphertext.to_bytes()).unwrap();
    other::decapsulate(&ciphertext, &key).as_bytes().to_vec()
}

proptest! {
    #[test]
    fn products_are_those_of_big_integers(
        (bits, a, b) in (1..=16u32).prop_flat_map(|bits| (Just(bits), poly(bits), poly(bits))),
    ) {
        prop_assert_eq!(multiply(&a, &b, bits), by_kronecker(&a, &b, bits));
    }

    #[test]
    fn a_product_with_a_power_of_x_moves_the_coefficients(a in poly(Q_BITS), power in 0..N) {
        let mut x = [0; N];
        x[power] = 1;
        let product = multiply(&a, &x, Q_BITS);
        for (index, &value) in a.iter().enumerate() {
            let negated = value.wrapping_neg() & ((1 << Q_BITS) - 1);
            let expected = if index + power < N { value } else { negated };
            prop_assert_eq!(product[(index + power) % N], expected);
        }
    }

    #[test]
    fn packing_is_undone_by_unpacking(
        (bits, a) in (1..=16u32).prop_flat_map(|bits| (Just(bits), poly(bits))),
    ) {
        let bytes = pack(&a, bits);
        prop_assert_eq!(bytes.len(), 32 * bits as usize);
        prop_assert_eq!(unpack(&bytes, bits), a);
    }

    #[test]
    fn secrets_are_small_and_sampled_bit_by_bit(uniform in proptest::collection::vec(any::<u8>(), SAMPLE_BYTES)) {
        let uniform: [u8; SAMPLE_BYTES] = uniform.try_into().unwrap();
        let bit = |place: usize| i8::try_from(uniform[place / 8] >> (place % 8) & 1).unwrap();
        for (index, value) in sample(&uniform).into_iter().enumerate() {
            let ones = |from: usize| (from..from + 5).map(bit).sum::<i8>();
            prop_assert_eq!(value, ones(10 * index) - ones(10 * index + 5));
            prop_assert!(value.abs() <= SECRET_MAX);
        }
    }

    #[test]
    fn a_message_survives_encryption(coins in coins(), message: Seed, r: Seed) {
        let (public, secret) = generate(&coins);
        let ciphertext = pke_encrypt(&public, &message, &r);
        prop_assert_eq!(pke_decrypt(&secret.s, &ciphertext), message);
    }

    #[test]
    fn keys_and_ciphertexts_survive_their_encoding(coins in coins(), random: Seed) {
        let (public, secret) = generate(&coins);
        let (ciphertext, _) = encapsulate(&public, &random);
        prop_assert_eq!(PublicKey::from_bytes(&public.to_bytes()), Ok(public));
        prop_assert_eq!(SecretKey::from_bytes(&secret.to_bytes()), Ok(secret));
        prop_assert_eq!(Ciphertext::from_bytes(&ciphertext.to_bytes()), Ok(ciphertext));
    }

    /// Every string of the right length is a public key, and every one is a ciphertext: there is
    /// nothing else in them that could be wrong.
    #[test]
    fn public_keys_and_ciphertexts_have_one_encoding_each(seed: Seed) {
        let bytes: [u8; CIPHERTEXT_BYTES] = shake128(&seed);
        prop_assert_eq!(Ciphertext::from_bytes(&bytes).unwrap().to_bytes(), &bytes[..]);
        let bytes = &bytes[..PUBLIC_KEY_BYTES];
        prop_assert_eq!(PublicKey::from_bytes(bytes).unwrap().to_bytes(), bytes);
    }

    #[test]
    fn the_other_implementation_opens_what_we_seal(random: Seed) {
        let (their_public, their_secret) = other::keypair();
        let public = PublicKey::from_bytes(their_public.as_bytes()).unwrap();
        let (ciphertext, shared) = encapsulate(&public, &random);
        let theirs = other::Ciphertext::from_bytes(&ciphertext.to_bytes()).unwrap();
        let opened = other::decapsulate(&theirs, &their_secret);
        prop_assert_eq!(opened.as_bytes(), &shared[..]);
        // Their secret key is one that we take.
        let secret = SecretKey::from_bytes(their_secret.as_bytes()).unwrap();
        prop_assert_eq!(decapsulate(&secret, &ciphertext), shared);
    }

    #[test]
    fn we_open_what_the_other_implementation_seals(coins in coins()) {
        let (public, secret) = generate(&coins);
        let theirs = other::PublicKey::from_bytes(&public.to_bytes()).unwrap();
        let (their_shared, their_ciphertext) = other::encapsulate(&theirs);
        let ciphertext = Ciphertext::from_bytes(their_ciphertext.as_bytes()).unwrap();
        let shared = decapsulate(&secret, &ciphertext);
        prop_assert_eq!(&shared[..], their_shared.as_bytes());
    }

    /// A changed bit anywhere, or a ciphertext that is nobody's: both sides come to the same secret,
    /// which is that of z.
    #[test]
    fn refused_ciphertexts_give_the_same_secret_on_both_sides(
        coins in coins(),
        random: Seed,
        bit in 0..8 * CIPHERTEXT_BYTES,
    ) {
        let (public, secret) = generate(&coins);
        let (ciphertext, shared) = encapsulate(&public, &random);
        let mut bytes = ciphertext.to_bytes();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let changed = Ciphertext::from_bytes(&bytes).unwrap();
        let nobodys = Ciphertext::from_bytes(&shake128::<CIPHERTEXT_BYTES>(&random)).unwrap();
        for refused in [changed, nobodys] {
            let rejection = decapsulate(&secret, &refused);
            prop_assert_ne!(rejection, shared);
            prop_assert_eq!(rejection, shared_secret(&coins.z, &refused));
            prop_assert_eq!(&rejection[..], &other_decapsulate(&secret, &refused)[..]);
        }
    }
}

/// The steps, put together by hand, are the whole.
#[test]
fn steps_make_up_the_whole() {
    let coins = KeyCoins {
        seed_a_in: [1; 32],
        seed_s: [2; 32],
        z: [3; 32],
    };
    let (public, secret) = generate(&coins);
    let a = matrix(&public.seed_a);
    assert_eq!(public.seed_a, shake128(&coins.seed_a_in));
    let s: SecretVector = sample_vector(&coins.seed_s);
    assert_eq!(secret.s, s);
    assert_eq!(public.b, round(&apply_transposed(&a, &s)));
    assert_ne!(public.b, round(&apply(&a, &s)));
    // Row 0 of A stands first in the stream, 13 bits a coefficient.
    let stream: [u8; 1664] = shake128(&public.seed_a);
    assert_eq!(a[0][1], unpack(&stream[416..], Q_BITS));
    assert_eq!(a[1][0], unpack(&stream[832..], Q_BITS));
    let column: [Poly; L] = [a[0][1], a[1][1]];
    let sum = inner_product(&column, &residues(&s, Q_BITS), Q_BITS);
    assert_eq!(public.b[1], sum.map(|value| (value + 4) % 8192 / 8));

    let random = [4; 32];
    let (ciphertext, shared) = encapsulate(&public, &random);
    let message = sha3_256(&[&random]);
    let (k_hat, r) = hash_g(&message, &sha3_256(&[&public.to_bytes()]));
    assert_eq!(pke_encrypt(&public, &message, &r), ciphertext);
    assert_eq!(shared_secret(&k_hat, &ciphertext), shared);
    assert_eq!(decapsulate(&secret, &ciphertext), shared);
}

/// Each value beside the bounds, with the constants of the specification written out: h_1 = 4 and
/// h_2 = 196. A constant that is off by one shows here, and next to never in whole runs.
#[test]
fn messages_are_cut_out_where_the_specification_says() {
    let poly = |value: u16| [value; N];
    let (zeros, ones) = ([0; 32], [0xff; 32]);
    for (v, message, c_m) in [
        (123, zeros, 0),
        (124, zeros, 1),
        (1019, zeros, 7),
        (1020, zeros, 0),
        (507, ones, 7),
        (508, ones, 0),
        (635, ones, 0),
        (636, ones, 1),
    ] {
        assert_eq!(mask(&poly(v), &message), poly(c_m), "v' = {v}");
    }
    for (v, c_m, message) in [
        (315, 0, zeros),
        (316, 0, ones),
        (827, 0, ones),
        (828, 0, zeros),
        (443, 1, zeros),
        (444, 1, ones),
        (187, 7, zeros),
        (188, 7, ones),
    ] {
        assert_eq!(unmask(&poly(v), &poly(c_m)), message, "v = {v}");
    }
    for (value, rounded) in [(3, 0), (4, 1), (8187, 1023), (8188, 0)] {
        assert_eq!(round(&[poly(value); L]), [poly(rounded); L]);
    }
}

fn secret_key() -> Vec<u8> {
    let coins = KeyCoins {
        seed_a_in: [1; 32],
        seed_s: [2; 32],
        z: [3; 32],
    };
    generate(&coins).1.to_bytes()
}

#[test]
fn wrong_lengths_are_refused() {
    let message = |error: EncodingError| error.to_string();
    let hint = "is it cut short, or of Saber or FireSaber?";
    for found in [0, PUBLIC_KEY_BYTES - 1, PUBLIC_KEY_BYTES + 1] {
        assert_eq!(
            message(PublicKey::from_bytes(&vec![0; found]).unwrap_err()),
            format!("a LightSaber public key has 672 bytes, found {found}; {hint}")
        );
    }
    for found in [0, SECRET_KEY_BYTES - 1, SECRET_KEY_BYTES + 1] {
        assert_eq!(
            message(SecretKey::from_bytes(&vec![0; found]).unwrap_err()),
            format!("a LightSaber secret key has 1568 bytes, found {found}; {hint}")
        );
    }
    for found in [0, CIPHERTEXT_BYTES - 1, CIPHERTEXT_BYTES + 1] {
        assert_eq!(
            message(Ciphertext::from_bytes(&vec![0; found]).unwrap_err()),
            format!("a LightSaber ciphertext has 736 bytes, found {found}; {hint}")
        );
    }
}

/// Replaces one coefficient of s in an encoded key, its number counted over both polynomials.
fn with_coefficient(key: &[u8], number: usize, value: i16) -> Vec<u8> {
    let mut key = key.to_vec();
    for bit in 0..13 {
        let place = 13 * number + bit;
        key[place / 8] &= !(1 << (place % 8));
        key[place / 8] |= ((value >> bit & 1) as u8) << (place % 8);
    }
    key
}

#[test]
fn secrets_out_of_range_are_refused() {
    let key = secret_key();
    for (number, value) in [(0, 6), (255, -6), (256, 4095), (511, -4096)] {
        let error = SecretKey::from_bytes(&with_coefficient(&key, number, value)).unwrap_err();
        let (polynomial, coefficient) = (number / N, number % N);
        assert_eq!(
            error.to_string(),
            format!(
                "coefficient {coefficient} of polynomial {polynomial} of the secret key is {value}, and secrets are from -5 to 5; the key is damaged, generate another"
            )
        );
    }
    for value in -5..=5 {
        let read = SecretKey::from_bytes(&with_coefficient(&key, 300, value)).unwrap();
        assert_eq!(i16::from(read.s[1][44]), value);
    }
}

#[test]
fn a_secret_key_whose_public_key_or_hash_is_damaged_is_refused() {
    let key = secret_key();
    SecretKey::from_bytes(&key).unwrap();
    for place in [832, 1503, 1504, 1535] {
        let mut damaged = key.clone();
        damaged[place] ^= 0x10;
        let error = SecretKey::from_bytes(&damaged).unwrap_err();
        assert_eq!(error, EncodingError::PublicKeyHash);
    }
    assert_eq!(
        EncodingError::PublicKeyHash.to_string(),
        "the hash in the secret key (bytes 1504 to 1535) is not the SHA3-256 of its public key (bytes 832 to 1503); the key is damaged, generate another"
    );
    let mut other_z = key.clone();
    other_z[1536] ^= 1;
    SecretKey::from_bytes(&other_z).unwrap();
}
