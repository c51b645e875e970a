//! LightSaber, the smallest parameter set of Saber (specification of round 3 of the NIST competition,
//! D'Anvers, Karmakar, Roy, Vercauteren and others, 2020): public-key encryption, and key encapsulation
//! with implicit rejection. Functions name the algorithm of the specification that they are.
//!
//! Polynomials are elements of Z\[X\]/(X^256 + 1), with coefficients modulo a power of two: q = 2^13,
//! p = 2^10, T = 2^3. Vectors have two of them. Secret coefficients are from −5 to 5.
//!
//! Hashes, by the specification:
//!
//! | function | is        | of                                                  | gives               |
//! |----------|-----------|-----------------------------------------------------|---------------------|
//! | XOF      | SHAKE128  | seeds                                               | seed_A, A, s, s′    |
//! | H        | SHA3-256  | pk; ct; random bytes                                | H(pk); H(ct); m     |
//! | G        | SHA3-512  | m ‖ H(pk)                                           | K̂ ‖ r               |
//! | F        | SHA3-256  | K̂ ‖ H(ct), or z ‖ H(ct) if ct is refused            | the shared secret   |
//!
//! Encodings, and what is checked when they are read:
//!
//! | what       | bytes | holds                                                    | checked |
//! |------------|-------|----------------------------------------------------------|---------|
//! | public key | 672   | b, 10 bits a coefficient; seed_A                         | length: each string of this length is a key |
//! | secret key | 1568  | s, 13 bits a coefficient, two's complement; pk; H(pk); z | length; s from −5 to 5; H(pk) |
//! | ciphertext | 736   | b′, 10 bits a coefficient; c_m, 3 bits a coefficient     | length: each string of this length is a ciphertext |

use std::array;

use thiserror::Error;

use super::sha3::{sha3_256, sha3_512, shake128};

/// Coefficients of a polynomial.
pub const N: usize = 256;
/// Polynomials of a vector (l).
pub const L: usize = 2;
/// Bits of a coefficient modulo q (ε_q).
pub const Q_BITS: u32 = 13;
/// Bits of a coefficient modulo p (ε_p).
pub const P_BITS: u32 = 10;
/// Bits of a coefficient modulo T (ε_T).
pub const T_BITS: u32 = 3;
/// Random bits of a secret coefficient (μ).
pub const MU: usize = 10;
/// Greatest absolute value of a secret coefficient.
pub const SECRET_MAX: i8 = (MU / 2) as i8;
/// What is added before rounding from q to p; each coefficient of h, and h_1.
pub const H1: u16 = 1 << (Q_BITS - P_BITS - 1);
/// What is added before rounding from p to one bit.
pub const H2: u16 =
    (1 << (P_BITS - 2)) - (1 << (P_BITS - T_BITS - 1)) + (1 << (Q_BITS - P_BITS - 1));

/// Bytes of seeds, messages, hashes and shared secrets.
pub const SEED_BYTES: usize = 32;
/// Bytes of a polynomial of secret coefficients before sampling.
pub const SAMPLE_BYTES: usize = N * MU / 8;
/// Bytes of a vector of 10-bit coefficients.
const ROUNDED_BYTES: usize = L * N * P_BITS as usize / 8;
/// Bytes of a vector of 13-bit coefficients.
const SECRET_BYTES: usize = L * N * Q_BITS as usize / 8;
/// Bytes of a public key.
pub const PUBLIC_KEY_BYTES: usize = ROUNDED_BYTES + SEED_BYTES;
/// Bytes of a secret key.
pub const SECRET_KEY_BYTES: usize = SECRET_BYTES + PUBLIC_KEY_BYTES + 2 * SEED_BYTES;
/// Bytes of a ciphertext.
pub const CIPHERTEXT_BYTES: usize = ROUNDED_BYTES + N * T_BITS as usize / 8;

/// A seed, a message, a hash or a shared secret.
pub type Seed = [u8; SEED_BYTES];
/// Coefficients modulo a power of two, at most 2^16; coefficient i belongs to X^i.
pub type Poly = [u16; N];
/// Secret coefficients, from −5 to 5.
pub type SecretPoly = [i8; N];
/// A row or column of polynomials.
pub type Vector = [Poly; L];
/// A row or column of secret polynomials.
pub type SecretVector = [SecretPoly; L];
/// A matrix, row by row.
pub type Matrix = [Vector; L];

/// An encoding that is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum EncodingError {
    #[error(
        "a LightSaber {what} has {expected} bytes, found {found}; is it cut short, or of Saber or FireSaber?"
    )]
    Length {
        what: &'static str,
        expected: usize,
        found: usize,
    },
    #[error(
        "coefficient {coefficient} of polynomial {polynomial} of the secret key is {value}, and secrets are from -5 to 5; the key is damaged, generate another"
    )]
    SecretCoefficient {
        polynomial: usize,
        coefficient: usize,
        value: i16,
    },
    #[error(
        "the hash in the secret key (bytes 1504 to 1535) is not the SHA3-256 of its public key (bytes 832 to 1503); the key is damaged, generate another"
    )]
    PublicKeyHash,
}

fn sized<'b, const BYTES: usize>(
    what: &'static str,
    bytes: &'b [u8],
) -> Result<&'b [u8; BYTES], EncodingError> {
    bytes.try_into().map_err(|_| EncodingError::Length {
        what,
        expected: BYTES,
        found: bytes.len(),
    })
}

/// A part of an encoding, known to be there.
fn part<const BYTES: usize>(bytes: &[u8], offset: usize) -> [u8; BYTES] {
    array::from_fn(|index| bytes[offset + index])
}

/// A public key: b and the seed of A.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicKey {
    /// b, coefficients modulo p.
    pub b: Vector,
    /// The seed of the matrix A.
    pub seed_a: Seed,
}

impl PublicKey {
    /// Reads a public key.
    ///
    /// # Errors
    /// There are not 672 bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, EncodingError> {
        let bytes: &[u8; PUBLIC_KEY_BYTES] = sized("public key", bytes)?;
        Ok(PublicKey {
            b: unpack_vector(&bytes[..ROUNDED_BYTES], P_BITS),
            seed_a: part(bytes, ROUNDED_BYTES),
        })
    }

    /// The 672 bytes of the key.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = pack_vector(&self.b, P_BITS);
        bytes.extend(self.seed_a);
        bytes
    }
}

/// A ciphertext: b′ and c_m.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ciphertext {
    /// b′, coefficients modulo p.
    pub b_prime: Vector,
    /// The masked message, coefficients modulo T.
    pub c_m: Poly,
}

impl Ciphertext {
    /// Reads a ciphertext.
    ///
    /// # Errors
    /// There are not 736 bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, EncodingError> {
        let bytes: &[u8; CIPHERTEXT_BYTES] = sized("ciphertext", bytes)?;
        Ok(Ciphertext {
            b_prime: unpack_vector(&bytes[..ROUNDED_BYTES], P_BITS),
            c_m: unpack(&bytes[ROUNDED_BYTES..], T_BITS),
        })
    }

    /// The 736 bytes of the ciphertext.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = pack_vector(&self.b_prime, P_BITS);
        bytes.extend(pack(&self.c_m, T_BITS));
        bytes
    }
}

/// A secret key of the key encapsulation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecretKey {
    /// s.
    pub s: SecretVector,
    /// The public key that belongs to it.
    pub public: PublicKey,
    /// What stands for K̂ when a ciphertext is refused.
    pub z: Seed,
}

impl SecretKey {
    /// Reads a secret key.
    ///
    /// # Errors
    /// There are not 1568 bytes; a coefficient of s is none that sampling gives; the hash of the
    /// public key is wrong.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, EncodingError> {
        const PUBLIC: usize = SECRET_BYTES;
        const HASH: usize = PUBLIC + PUBLIC_KEY_BYTES;
        const Z: usize = HASH + SEED_BYTES;
        let bytes: &[u8; SECRET_KEY_BYTES] = sized("secret key", bytes)?;
        let mut s = [[0; N]; L];
        let residues = unpack_vector(&bytes[..PUBLIC], Q_BITS);
        for (polynomial, (secret, residues)) in s.iter_mut().zip(residues).enumerate() {
            for (coefficient, (secret, residue)) in secret.iter_mut().zip(residues).enumerate() {
                let value = signed(residue, Q_BITS);
                if value.abs() > i16::from(SECRET_MAX) {
                    return Err(EncodingError::SecretCoefficient {
                        polynomial,
                        coefficient,
                        value,
                    });
                }
                *secret = value as i8;
            }
        }
        if sha3_256(&[&bytes[PUBLIC..HASH]]) != part::<SEED_BYTES>(bytes, HASH) {
            return Err(EncodingError::PublicKeyHash);
        }
        Ok(SecretKey {
            s,
            public: PublicKey::from_bytes(&bytes[PUBLIC..HASH])?,
            z: part(bytes, Z),
        })
    }

    /// The 1568 bytes of the key.
    pub fn to_bytes(&self) -> Vec<u8> {
        let public = self.public.to_bytes();
        let mut bytes = pack_vector(&residues(&self.s, Q_BITS), Q_BITS);
        bytes.extend(&public);
        bytes.extend(sha3_256(&[&public]));
        bytes.extend(self.z);
        bytes
    }
}

/// The value in two's complement of a residue modulo 2^bits, `bits` from 1 to 16.
fn signed(residue: u16, bits: u32) -> i16 {
    let unused = 16 - bits;
    (residue << unused) as i16 >> unused
}

/// `value` modulo 2^bits, `bits` from 1 to 16.
fn reduce(value: u16, bits: u32) -> u16 {
    value & (u16::MAX >> (16 - bits))
}

/// Secret coefficients as residues modulo 2^bits, `bits` from 1 to 16.
pub fn residues(secret: &SecretVector, bits: u32) -> Vector {
    secret.map(|poly| poly.map(|value| reduce(i16::from(value) as u16, bits)))
}

/// Coefficients of `bits` bits (1 to 16) as bytes, 32 · bits of them: the first bit of all is the
/// least significant one of coefficient 0 and of byte 0 (POLVEC2BS, POL2BS).
pub fn pack(poly: &Poly, bits: u32) -> Vec<u8> {
    let mut bytes = vec![0; N * bits as usize / 8];
    for (index, &value) in poly.iter().enumerate() {
        for bit in 0..bits as usize {
            let place = index * bits as usize + bit;
            bytes[place / 8] |= ((value >> bit & 1) as u8) << (place % 8);
        }
    }
    bytes
}

/// The reverse of [`pack`].
///
/// # Panics
/// There are fewer than 32 · bits bytes.
pub fn unpack(bytes: &[u8], bits: u32) -> Poly {
    array::from_fn(|index| {
        (0..bits as usize).fold(0, |value, bit| {
            let place = index * bits as usize + bit;
            value | u16::from(bytes[place / 8] >> (place % 8) & 1) << bit
        })
    })
}

/// [`pack`] for a vector: polynomial 0 first.
pub fn pack_vector(vector: &Vector, bits: u32) -> Vec<u8> {
    vector.iter().flat_map(|poly| pack(poly, bits)).collect()
}

/// The reverse of [`pack_vector`].
///
/// # Panics
/// There are fewer than 64 · bits bytes.
pub fn unpack_vector(bytes: &[u8], bits: u32) -> Vector {
    array::from_fn(|index| unpack(&bytes[index * N * bits as usize / 8..], bits))
}

/// Makes A from its seed (GenMatrix): coefficients modulo q, row by row, from 1664 bytes of SHAKE128.
pub fn matrix(seed_a: &Seed) -> Matrix {
    const ROW: usize = L * N * Q_BITS as usize / 8;
    let stream: [u8; L * ROW] = shake128(seed_a);
    array::from_fn(|row| unpack_vector(&stream[row * ROW..], Q_BITS))
}

/// Samples a secret polynomial from 320 uniform bytes, by the centred binomial distribution with
/// μ = 10: coefficient i has the ones of the bits 10i to 10i + 4 less those of the next five.
pub fn sample(uniform: &[u8; SAMPLE_BYTES]) -> SecretPoly {
    unpack(uniform, MU as u32).map(|bits| {
        let ones = |half: u16| (half & 0x1f).count_ones() as i8;
        ones(bits) - ones(bits >> 5)
    })
}

/// Samples a secret vector from a seed (GenSecret): 640 bytes of SHAKE128, polynomial 0 first.
pub fn sample_vector(seed: &Seed) -> SecretVector {
    let stream: [u8; L * SAMPLE_BYTES] = shake128(seed);
    array::from_fn(|index| sample(&part(&stream, index * SAMPLE_BYTES)))
}

/// The product of two polynomials in Z\[X\]/(X^256 + 1), coefficients modulo 2^bits, `bits` from 1
/// to 16.
pub fn multiply(a: &Poly, b: &Poly, bits: u32) -> Poly {
    let mut product = [0u16; N];
    for (i, &x) in a.iter().enumerate() {
        for (j, &y) in b.iter().enumerate() {
            let term = x.wrapping_mul(y);
            let place = &mut product[(i + j) % N];
            *place = match i + j < N {
                true => place.wrapping_add(term),
                // X^256 is −1.
                false => place.wrapping_sub(term),
            };
        }
    }
    product.map(|value| reduce(value, bits))
}

/// The inner product of two vectors, coefficients modulo 2^bits, `bits` from 1 to 16.
pub fn inner_product(a: &Vector, b: &Vector, bits: u32) -> Poly {
    let mut sum = [0u16; N];
    for (a, b) in a.iter().zip(b) {
        for (sum, term) in sum.iter_mut().zip(multiply(a, b, bits)) {
            *sum = reduce(sum.wrapping_add(term), bits);
        }
    }
    sum
}

/// A · s modulo q.
pub fn apply(a: &Matrix, s: &SecretVector) -> Vector {
    let s = residues(s, Q_BITS);
    array::from_fn(|row| inner_product(&a[row], &s, Q_BITS))
}

/// Aᵀ · s modulo q.
pub fn apply_transposed(a: &Matrix, s: &SecretVector) -> Vector {
    apply(
        &array::from_fn(|row| array::from_fn(|column| a[column][row])),
        s,
    )
}

/// Rounds coefficients modulo q to coefficients modulo p: adds h = 4, drops the low 3 bits.
pub fn round(vector: &Vector) -> Vector {
    vector.map(|poly| poly.map(|value| reduce(value.wrapping_add(H1), Q_BITS) >> (Q_BITS - P_BITS)))
}

/// b of the key: round(Aᵀ · s) (Saber.PKE.KeyGen).
pub fn public_vector(a: &Matrix, s: &SecretVector) -> Vector {
    round(&apply_transposed(a, s))
}

/// Masks a message with v′ = bᵀ · s′ modulo p: c_m, modulo T.
pub fn mask(v_prime: &Poly, message: &Seed) -> Poly {
    let message = unpack(message, 1);
    array::from_fn(|index| {
        let sum = v_prime[index]
            .wrapping_add(H1)
            .wrapping_sub(message[index] << (P_BITS - 1));
        reduce(sum, P_BITS) >> (P_BITS - T_BITS)
    })
}

/// Takes the mask v = b′ᵀ · s modulo p off c_m: the message.
pub fn unmask(v: &Poly, c_m: &Poly) -> Seed {
    let bits = array::from_fn(|index| {
        let sum = v[index]
            .wrapping_add(H2)
            .wrapping_sub(c_m[index] << (P_BITS - T_BITS));
        reduce(sum, P_BITS) >> (P_BITS - 1)
    });
    part(&pack(&bits, 1), 0)
}

/// Keys of the public-key encryption (Saber.PKE.KeyGen). The seed of A is hashed, so that
/// nothing is told of the generator of random bytes; the seed of s is taken as it is.
pub fn pke_keys(seed_a_in: &Seed, seed_s: &Seed) -> (PublicKey, SecretVector) {
    let seed_a = shake128(seed_a_in);
    let s = sample_vector(seed_s);
    let b = public_vector(&matrix(&seed_a), &s);
    (PublicKey { b, seed_a }, s)
}

/// Encrypts a message with the randomness r (Saber.PKE.Enc).
pub fn pke_encrypt(key: &PublicKey, message: &Seed, r: &Seed) -> Ciphertext {
    let s_prime = sample_vector(r);
    let b_prime = round(&apply(&matrix(&key.seed_a), &s_prime));
    let v_prime = inner_product(&key.b, &residues(&s_prime, P_BITS), P_BITS);
    Ciphertext {
        b_prime,
        c_m: mask(&v_prime, message),
    }
}

/// Decrypts a ciphertext (Saber.PKE.Dec).
pub fn pke_decrypt(s: &SecretVector, ciphertext: &Ciphertext) -> Seed {
    let v = inner_product(&ciphertext.b_prime, &residues(s, P_BITS), P_BITS);
    unmask(&v, &ciphertext.c_m)
}

/// What a key pair is made of: three random strings, in the order in which they are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyCoins {
    /// What the seed of A is made of.
    pub seed_a_in: Seed,
    /// The seed of s.
    pub seed_s: Seed,
    /// What stands for K̂ when a ciphertext is refused.
    pub z: Seed,
}

/// Makes a key pair (Saber.KEM.KeyGen).
pub fn generate(coins: &KeyCoins) -> (PublicKey, SecretKey) {
    let (public, s) = pke_keys(&coins.seed_a_in, &coins.seed_s);
    let secret = SecretKey {
        s,
        public: public.clone(),
        z: coins.z,
    };
    (public, secret)
}

/// G: K̂ and r of a message and the hash of a public key.
pub fn hash_g(message: &Seed, public_key_hash: &Seed) -> (Seed, Seed) {
    let output = sha3_512(&[message, public_key_hash]);
    (part(&output, 0), part(&output, SEED_BYTES))
}

/// F: the shared secret of K̂ (or of z, if the ciphertext is refused) and the ciphertext.
pub fn shared_secret(k_hat: &Seed, ciphertext: &Ciphertext) -> Seed {
    sha3_256(&[k_hat, &sha3_256(&[&ciphertext.to_bytes()])])
}

/// Encapsulates: a ciphertext, and the secret that it shares with the owner of `key`
/// (Saber.KEM.Encaps). The random string is hashed before it is used.
pub fn encapsulate(key: &PublicKey, random: &Seed) -> (Ciphertext, Seed) {
    let message = sha3_256(&[random]);
    let (k_hat, r) = hash_g(&message, &sha3_256(&[&key.to_bytes()]));
    let ciphertext = pke_encrypt(key, &message, &r);
    let shared = shared_secret(&k_hat, &ciphertext);
    (ciphertext, shared)
}

/// Decapsulates: the shared secret, or, if encryption does not give this ciphertext again, a secret
/// that depends on z and the ciphertext alone (Saber.KEM.Decaps).
pub fn decapsulate(key: &SecretKey, ciphertext: &Ciphertext) -> Seed {
    let message = pke_decrypt(&key.s, ciphertext);
    let (k_hat, r) = hash_g(&message, &sha3_256(&[&key.public.to_bytes()]));
    let accepted = pke_encrypt(&key.public, &message, &r) == *ciphertext;
    shared_secret(if accepted { &k_hat } else { &key.z }, ciphertext)
}
