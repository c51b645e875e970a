//! The permutation Keccak-f\[1600\] of FIPS 202, section 3: 24 rounds of θ, ρ, π, χ and ι.
//!
//! The state is 5 × 5 lanes of 64 bits. Lane (x, y) stands at index `5 * y + x`; bit z of a lane has
//! the weight 2^z. As bytes, lanes follow one another in the order of their indices, the least
//! significant byte of each first (FIPS 202, 3.1.2 and B.1).

/// Lanes in a row, a column or a sheet.
const SIDE: usize = 5;
/// Lanes of the state.
pub const LANES: usize = SIDE * SIDE;
/// Bytes of the state.
pub const STATE_BYTES: usize = LANES * 8;
/// Rounds of the permutation.
pub const ROUNDS: usize = 24;

/// The state: lane (x, y) at index [`lane`]`(x, y)`.
pub type State = [u64; LANES];

/// The index of lane (x, y); both count modulo 5.
pub const fn lane(x: usize, y: usize) -> usize {
    SIDE * (y % SIDE) + x % SIDE
}

/// Left rotation of each lane in ρ, by its index (FIPS 202, algorithm 2).
pub const RHO_OFFSETS: [u32; LANES] = rho_offsets();

/// What ι adds to lane (0, 0) in each round (FIPS 202, algorithms 5 and 6).
pub const ROUND_CONSTANTS: [u64; ROUNDS] = round_constants();

const fn rho_offsets() -> [u32; LANES] {
    let mut offsets = [0; LANES];
    let (mut x, mut y) = (1, 0);
    let mut t = 0;
    while t < 24 {
        offsets[lane(x, y)] = (t + 1) * (t + 2) / 2 % 64;
        (x, y) = (y, (2 * x + 3 * y) % SIDE);
        t += 1;
    }
    offsets
}

const fn round_constants() -> [u64; ROUNDS] {
    let mut constants = [0; ROUNDS];
    // The register of algorithm 5, bit R[i] with the weight 2^i: rc(t) is R[0] after t steps.
    let mut register: u16 = 1;
    let mut round = 0;
    while round < ROUNDS {
        let mut j = 0;
        while j <= 6 {
            constants[round] |= ((register & 1) as u64) << ((1 << j) - 1);
            register <<= 1;
            if register & 0x100 != 0 {
                // The bit that leaves goes into R[0], R[4], R[5] and R[6].
                register ^= 0x171;
            }
            j += 1;
        }
        round += 1;
    }
    constants
}

/// A step of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Parities of two columns are added to each bit.
    Theta,
    /// Lanes are rotated.
    Rho,
    /// Lanes change their places.
    Pi,
    /// The one step that is not linear: rows are mapped.
    Chi,
    /// The round constant is added.
    Iota,
}

/// θ (FIPS 202, algorithm 1): to each bit, the parities of column x − 1, and of column x + 1 one bit
/// below.
pub fn theta(state: &State) -> State {
    let parity: [u64; SIDE] =
        std::array::from_fn(|x| (0..SIDE).fold(0, |sum, y| sum ^ state[lane(x, y)]));
    let mut next = *state;
    for x in 0..SIDE {
        let effect = parity[(x + 4) % SIDE] ^ parity[(x + 1) % SIDE].rotate_left(1);
        for y in 0..SIDE {
            next[lane(x, y)] ^= effect;
        }
    }
    next
}

/// ρ (FIPS 202, algorithm 2): each lane rotated to the left by its offset.
pub fn rho(state: &State) -> State {
    std::array::from_fn(|index| state[index].rotate_left(RHO_OFFSETS[index]))
}

/// π (FIPS 202, algorithm 3): lane (x, y) comes from lane (x + 3y, x).
pub fn pi(state: &State) -> State {
    let mut next = [0; LANES];
    for y in 0..SIDE {
        for x in 0..SIDE {
            next[lane(x, y)] = state[lane(x + 3 * y, x)];
        }
    }
    next
}

/// χ (FIPS 202, algorithm 4): a ⊕ (¬b ∧ c) along each row.
pub fn chi(state: &State) -> State {
    let mut next = [0; LANES];
    for y in 0..SIDE {
        for x in 0..SIDE {
            next[lane(x, y)] = state[lane(x, y)] ^ (!state[lane(x + 1, y)] & state[lane(x + 2, y)]);
        }
    }
    next
}

/// ι (FIPS 202, algorithm 6) with the given constant: one of [`ROUND_CONSTANTS`].
pub fn iota(state: &State, constant: u64) -> State {
    let mut next = *state;
    next[lane(0, 0)] ^= constant;
    next
}

/// Applies the permutation: the rounds 0 to 23.
pub fn permutation(state: &mut State) {
    permutation_traced(state, &mut |_, _, _| {});
}

/// [`permutation`], showing `watch` the number of the round, the step, and the state after it.
pub fn permutation_traced(state: &mut State, watch: &mut dyn FnMut(usize, Step, &State)) {
    for (round, constant) in ROUND_CONSTANTS.into_iter().enumerate() {
        for step in [Step::Theta, Step::Rho, Step::Pi, Step::Chi, Step::Iota] {
            *state = match step {
                Step::Theta => theta(state),
                Step::Rho => rho(state),
                Step::Pi => pi(state),
                Step::Chi => chi(state),
                Step::Iota => iota(state, constant),
            };
            watch(round, step, state);
        }
    }
}

/// The state that `bytes` stand for.
pub fn from_bytes(bytes: &[u8; STATE_BYTES]) -> State {
    std::array::from_fn(|index| {
        let lane = &bytes[8 * index..8 * index + 8];
        lane.iter()
            .rev()
            .fold(0, |word, &byte| word << 8 | u64::from(byte))
    })
}

/// The bytes of a state.
pub fn to_bytes(state: &State) -> [u8; STATE_BYTES] {
    std::array::from_fn(|index| byte(state, index))
}

/// Byte `index` of a state.
///
/// # Panics
/// `index` is not below [`STATE_BYTES`].
pub fn byte(state: &State, index: usize) -> u8 {
    (state[index / 8] >> (8 * (index % 8))) as u8
}
