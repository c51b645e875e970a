//! The Ascon core against official known answers and against a model checked with the same.

use pimtee_hdl::mpe::ascon::{AsconAead, AsconRound};
use pimtee_hdl::rust_hdl::core::prelude::*;
use std::collections::VecDeque;

#[derive(Clone, Copy, PartialEq, Debug)]
struct Algorithm {
    variant: u64,
    iv: u64,
    rate: usize,
    rounds: usize,
    little_endian: bool,
    file: &'static str,
}

const ALGORITHMS: [Algorithm; 3] = [
    Algorithm {
        variant: 0,
        iv: 0x80400c0600000000,
        rate: 8,
        rounds: 6,
        little_endian: false,
        file: include_str!("../../testbenches/vectors/ascon/ascon128v12_LWC_AEAD_KAT_128_128.txt"),
    },
    Algorithm {
        variant: 1,
        iv: 0x80800c0800000000,
        rate: 16,
        rounds: 8,
        little_endian: false,
        file: include_str!("../../testbenches/vectors/ascon/ascon128av12_LWC_AEAD_KAT_128_128.txt"),
    },
    Algorithm {
        variant: 2,
        iv: 0x00001000808c0001,
        rate: 16,
        rounds: 8,
        little_endian: true,
        file: include_str!(
            "../../testbenches/vectors/ascon/asconaead128_sp800-232_LWC_AEAD_KAT_128_128.txt"
        ),
    },
];

/// A message and what comes of it.
#[derive(Clone, Debug)]
struct Case {
    key: Vec<u8>,
    nonce: Vec<u8>,
    ad: Vec<u8>,
    plain: Vec<u8>,
    cipher: Vec<u8>,
    tag: Vec<u8>,
}

fn unhex(text: &str) -> Vec<u8> {
    (0..text.len() / 2)
        .map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap())
        .collect()
}

fn known_answers(file: &str) -> Vec<Case> {
    file.replace('\r', "")
        .split("\n\n")
        .filter(|entry| entry.contains("Count"))
        .map(|entry| {
            let field = |name: &str| {
                let line = entry
                    .lines()
                    .find(|line| line.split('=').next().unwrap().trim() == name);
                unhex(line.unwrap().split('=').nth(1).unwrap().trim())
            };
            let mut cipher = field("CT");
            let tag = cipher.split_off(cipher.len() - 16);
            Case {
                key: field("Key"),
                nonce: field("Nonce"),
                ad: field("AD"),
                plain: field("PT"),
                cipher,
                tag,
            }
        })
        .collect()
}

/// The permutation, written after the substitution table, unlike the core.
fn permute(x: &mut [u64; 5], rounds: usize) {
    const SBOX: [u64; 32] = [
        0x04, 0x0b, 0x1f, 0x14, 0x1a, 0x15, 0x09, 0x02, 0x1b, 0x05, 0x08, 0x12, 0x1d, 0x03, 0x06,
        0x1c, 0x1e, 0x13, 0x07, 0x0e, 0x00, 0x0d, 0x11, 0x18, 0x10, 0x0c, 0x01, 0x19, 0x16, 0x0a,
        0x0f, 0x17,
    ];
    const ROTATIONS: [(u32, u32); 5] = [(19, 28), (61, 39), (1, 6), (10, 17), (7, 41)];
    for round in 12 - rounds..12 {
        x[2] ^= 0xf0 - 0x0f * round as u64;
        let mut y = [0u64; 5];
        for bit in 0..64 {
            let column = (0..5).fold(0, |c, word| c << 1 | (x[word] >> bit & 1) as usize);
            for (word, y) in y.iter_mut().enumerate() {
                *y |= (SBOX[column] >> (4 - word) & 1) << bit;
            }
        }
        for (x, (y, (a, b))) in x.iter_mut().zip(y.iter().zip(ROTATIONS)) {
            *x = y ^ y.rotate_right(a) ^ y.rotate_right(b);
        }
    }
}

impl Algorithm {
    fn word(&self, bytes: &[u8]) -> u64 {
        let bytes = bytes.try_into().unwrap();
        if self.little_endian {
            u64::from_le_bytes(bytes)
        } else {
            u64::from_be_bytes(bytes)
        }
    }

    fn bytes(&self, word: u64) -> [u8; 8] {
        if self.little_endian {
            word.to_le_bytes()
        } else {
            word.to_be_bytes()
        }
    }

    /// XORs a block of at most rate bytes, padded if shorter, into the state.
    fn absorb(&self, x: &mut [u64; 5], block: &[u8]) {
        let mut padded = block.to_vec();
        if padded.len() < self.rate {
            padded.push(if self.little_endian { 0x01 } else { 0x80 });
            padded.resize(self.rate, 0);
        }
        for (x, word) in x.iter_mut().zip(padded.chunks(8)) {
            *x ^= self.word(word);
        }
    }

    fn seal(&self, key: &[u8], nonce: &[u8], ad: &[u8], plain: &[u8]) -> Case {
        let k = [self.word(&key[..8]), self.word(&key[8..])];
        let n = [self.word(&nonce[..8]), self.word(&nonce[8..])];
        let mut x = [self.iv, k[0], k[1], n[0], n[1]];
        permute(&mut x, 12);
        x[3] ^= k[0];
        x[4] ^= k[1];
        if !ad.is_empty() {
            let whole = ad.len() / self.rate * self.rate;
            for block in ad[..whole].chunks(self.rate).chain([&ad[whole..]]) {
                self.absorb(&mut x, block);
                permute(&mut x, self.rounds);
            }
        }
        x[4] ^= if self.little_endian { 1 << 63 } else { 1 };
        let mut cipher = Vec::new();
        let whole = plain.len() / self.rate * self.rate;
        for block in plain[..whole].chunks(self.rate).chain([&plain[whole..]]) {
            let rate: Vec<u8> = x.iter().flat_map(|&word| self.bytes(word)).collect();
            cipher.extend(block.iter().zip(rate).map(|(p, s)| p ^ s));
            self.absorb(&mut x, block);
            if block.len() == self.rate {
                permute(&mut x, self.rounds);
            }
        }
        x[self.rate / 8] ^= k[0];
        x[self.rate / 8 + 1] ^= k[1];
        permute(&mut x, 12);
        let tag = [self.bytes(x[3] ^ k[0]), self.bytes(x[4] ^ k[1])].concat();
        Case {
            key: key.into(),
            nonce: nonce.into(),
            ad: ad.into(),
            plain: plain.into(),
            cipher,
            tag,
        }
    }

    /// The formula of the core's documentation, for encryption.
    fn cycles(&self, rounds: usize, width: usize, ad: usize, text: usize) -> usize {
        let beats = self.rate * 8 / width;
        let block = beats + self.rounds / rounds;
        let ad = match ad {
            0 => 1,
            _ => block * (ad / self.rate + 1),
        };
        2 * 128 / width + 24 / rounds + 1 + ad + block * (text / self.rate) + beats
    }
}

/// xorshift64*: reproducible, and enough for stalls and data.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, n: u64) -> u64 {
        (self.next() >> 33) % n
    }

    fn bytes(&mut self, n: usize) -> Vec<u8> {
        (0..n).map(|_| self.next() as u8).collect()
    }
}

/// A beat: data, strobes, last.
type Beat = (u128, u64, bool);

/// The bytes as a number, byte 0 lowest; absent bytes are garbage.
fn number(chunk: &[u8]) -> u128 {
    let mut data = [0x5a; 16];
    data[..chunk.len()].copy_from_slice(chunk);
    u128::from_le_bytes(data)
}

fn bits_of<const W: usize>(value: u128) -> Bits<W> {
    let high = bits::<128>((value >> 64) as u64) << 64;
    bit_cast::<W, 128>(high | bits::<128>(value as u64))
}

fn value_of<const W: usize>(value: Bits<W>) -> u128 {
    let value = bit_cast::<128, W>(value);
    let half = |shift: u64| u128::from(bit_cast::<64, 128>(value >> shift).to_u64());
    half(64) << 64 | half(0)
}

fn beats(size: usize, bytes: &[u8], extra_empty_beat: bool) -> VecDeque<Beat> {
    let mut beats: VecDeque<Beat> = bytes
        .chunks(size)
        .map(|chunk| (number(chunk), (1 << chunk.len()) - 1, chunk.len() < size))
        .collect();
    match beats.back_mut() {
        Some(last) if last.2 => {}
        Some(last) if !extra_empty_beat => last.2 = true,
        _ => beats.push_back((0x1234, 0, true)),
    }
    beats
}

/// One cycle's worth of what a message does.
#[derive(Default)]
struct Outcome {
    output: Vec<u8>,
    out_last: usize,
    tag: Vec<u8>,
    verdict: Option<bool>,
    cycles: usize,
}

/// Collects the secrets' registers that are not zero.
#[derive(Default)]
struct Secrets {
    scopes: Vec<String>,
    not_zero: Vec<(String, String)>,
}

impl Probe for Secrets {
    fn visit_start_scope(&mut self, name: &str, _node: &dyn Block) {
        self.scopes.push(name.into());
    }

    fn visit_atom(&mut self, name: &str, signal: &dyn Atom) {
        let scope = self.scopes.last().unwrap();
        let block = &self.scopes[self.scopes.len().saturating_sub(2)];
        let secret = ["key_reg", "x0", "x1", "x2", "x3", "x4"].contains(&block.as_str());
        let register = ["key", "word"].contains(&scope.as_str());
        let value = format!("{:x}", signal.verilog());
        if secret && register && name == "q" && !value.ends_with("'h0") {
            self.not_zero.push((block.clone(), value));
        }
    }

    fn visit_end_scope(&mut self, _name: &str, _node: &dyn Block) {
        self.scopes.pop();
    }
}

struct Bench<const VARIANT: usize, const ROUNDS: usize, const W: usize, const S: usize> {
    uut: AsconAead<VARIANT, ROUNDS, W, S>,
    random: Random,
    /// A stream stalls in `stall` of 8 cycles.
    stall: u64,
}

impl<const VARIANT: usize, const ROUNDS: usize, const W: usize, const S: usize>
    Bench<VARIANT, ROUNDS, W, S>
{
    fn new() -> Self {
        let mut uut = AsconAead::<VARIANT, ROUNDS, W, S>::default();
        uut.clk_i.connect();
        uut.rst_ni.connect();
        uut.clear_i.connect();
        uut.key_valid_i.connect();
        uut.key_data_i.connect();
        uut.nonce_valid_i.connect();
        uut.nonce_data_i.connect();
        uut.nonce_decrypt_i.connect();
        uut.nonce_variant_i.connect();
        uut.ad_valid_i.connect();
        uut.ad_data_i.connect();
        uut.ad_strb_i.connect();
        uut.ad_last_i.connect();
        uut.text_valid_i.connect();
        uut.text_data_i.connect();
        uut.text_strb_i.connect();
        uut.text_last_i.connect();
        uut.out_ready_i.connect();
        uut.tag_ready_i.connect();
        uut.exp_valid_i.connect();
        uut.exp_data_i.connect();
        uut.verdict_ready_i.connect();
        uut.connect_all();
        check_all(&uut).unwrap();
        let mut bench = Bench {
            uut,
            random: Random(0x9e37_79b9_7f4a_7c15),
            stall: 0,
        };
        for _ in 0..2 {
            bench.settle();
            bench.edge();
        }
        bench.uut.rst_ni.next = true;
        bench.settle();
        assert!(bench.uut.busy_o.val() && !bench.uut.key_ready_o.val());
        bench.edge();
        bench.settle();
        assert!(!bench.uut.busy_o.val());
        bench
    }

    fn settle(&mut self) {
        self.uut.clk_i.next = false.into();
        assert!(simulate(&mut self.uut, 100));
    }

    fn edge(&mut self) {
        self.uut.clk_i.next = true.into();
        assert!(simulate(&mut self.uut, 100));
    }

    /// Whether to offer (keep offering) something in this cycle.
    fn offer(&mut self, offered: bool) -> bool {
        offered || self.random.below(8) >= self.stall
    }

    /// Registers of key and state that are not zero, with their values.
    fn secret_values(&self) -> Vec<(String, String)> {
        let mut secrets = Secrets::default();
        self.uut.accept("uut", &mut secrets);
        secrets.not_zero
    }

    /// Registers of key and state that are not zero.
    fn secrets(&self) -> Vec<String> {
        let values = self.secret_values().into_iter();
        values.map(|(name, _)| name).collect()
    }

    fn load_key(&mut self, key: &[u8]) {
        for beat in key.chunks(S) {
            self.uut.key_valid_i.next = true;
            self.uut.key_data_i.next = bits_of(number(beat));
            self.settle();
            assert!(self.uut.key_ready_o.val());
            self.edge();
        }
        self.uut.key_valid_i.next = false;
        self.settle();
        assert!(self.uut.key_loaded_o.val());
    }

    /// Streams whole beats through the core until the tag or the verdict, or for `limit` cycles.
    fn message(
        &mut self,
        variant: u64,
        nonce: &[u8],
        ad: VecDeque<Beat>,
        text: VecDeque<Beat>,
        expected_tag: Option<&[u8]>,
        limit: usize,
    ) -> Outcome {
        let words = |bytes: &[u8]| -> VecDeque<u128> { bytes.chunks(S).map(number).collect() };
        let (mut nonce, mut ad, mut text) = (words(nonce), ad, text);
        let mut expected = words(expected_tag.unwrap_or(&[]));
        let mut outcome = Outcome::default();
        let mut offered = [false; 4];
        let mut held: Option<Vec<u128>> = None;
        while outcome.cycles < limit {
            offered[0] = !nonce.is_empty() && self.offer(offered[0]);
            offered[1] = !ad.is_empty() && self.offer(offered[1]);
            offered[2] = !text.is_empty() && self.offer(offered[2]);
            offered[3] = !expected.is_empty() && self.offer(offered[3]);
            let uut = &mut self.uut;
            uut.nonce_valid_i.next = offered[0];
            uut.nonce_data_i.next = bits_of(nonce.front().copied().unwrap_or(0));
            uut.nonce_decrypt_i.next = expected_tag.is_some() && nonce.len() == 16 / S;
            uut.nonce_variant_i.next = if nonce.len() == 16 / S { variant } else { 3 }.into();
            // Garbage where nothing is offered.
            let (data, strb, last) = ad.front().copied().unwrap_or((77, u64::MAX, true));
            uut.ad_valid_i.next = offered[1];
            uut.ad_data_i.next = bits_of(data);
            uut.ad_strb_i.next = bits_of(strb.into());
            uut.ad_last_i.next = last;
            let (data, strb, last) = text.front().copied().unwrap_or((88, u64::MAX, true));
            uut.text_valid_i.next = offered[2];
            uut.text_data_i.next = bits_of(data);
            uut.text_strb_i.next = bits_of(strb.into());
            uut.text_last_i.next = last;
            uut.exp_valid_i.next = offered[3];
            uut.exp_data_i.next = bits_of(expected.front().copied().unwrap_or(99));
            let (out, tag, verdict) = (self.offer(false), self.offer(false), self.offer(false));
            self.uut.out_ready_i.next = out;
            self.uut.tag_ready_i.next = tag;
            self.uut.verdict_ready_i.next = verdict;
            self.settle();

            let uut = &self.uut;
            let now = vec![
                value_of(uut.out_data_o.val()),
                value_of(uut.out_strb_o.val()),
                uut.out_last_o.val().into(),
                value_of(uut.tag_data_o.val()),
                uut.verdict_ok_o.val().into(),
            ];
            let valid = uut.out_valid_o.val() || uut.tag_valid_o.val() || uut.verdict_valid_o.val();
            assert!(valid || now == [0; 5], "outputs are zero while not valid");
            if let Some(before) = held.take() {
                assert!(valid && before == now, "a beat offered stays");
            }
            let mut finished = false;
            if uut.out_valid_o.val() {
                let (data, strb) = (
                    value_of(uut.out_data_o.val()),
                    value_of(uut.out_strb_o.val()),
                );
                for i in 0..S {
                    let byte = (data >> (8 * i)) as u8;
                    if strb >> i & 1 == 0 {
                        assert_eq!(byte, 0, "absent bytes are zero");
                    } else if out {
                        outcome.output.push(byte);
                    }
                }
                outcome.out_last += usize::from(out && uut.out_last_o.val());
                assert_eq!(uut.text_ready_o.val(), out);
            }
            if uut.tag_valid_o.val() && tag {
                let beat = value_of(uut.tag_data_o.val()).to_le_bytes();
                outcome.tag.extend(&beat[..S]);
                finished = outcome.tag.len() == 16;
            }
            if uut.verdict_valid_o.val() {
                assert!(expected.is_empty());
                if verdict {
                    outcome.verdict = Some(uut.verdict_ok_o.val());
                    finished = true;
                }
            }
            let taken = uut.out_valid_o.val() && out
                || uut.tag_valid_o.val() && tag
                || uut.verdict_valid_o.val() && verdict;
            held = (valid && !taken).then_some(now);
            assert!(!uut.refused_o.val());
            if offered[0] && uut.nonce_ready_o.val() {
                nonce.pop_front();
                offered[0] = false;
            }
            if offered[1] && uut.ad_ready_o.val() {
                ad.pop_front();
                offered[1] = false;
            }
            if offered[2] && uut.text_ready_o.val() {
                text.pop_front();
                offered[2] = false;
            }
            if offered[3] && uut.exp_ready_o.val() {
                expected.pop_front();
                offered[3] = false;
            }
            self.edge();
            outcome.cycles += 1;
            if finished {
                assert!(nonce.is_empty() && ad.is_empty() && text.is_empty());
                break;
            }
        }
        self.uut.nonce_valid_i.next = false;
        self.uut.ad_valid_i.next = false;
        self.uut.text_valid_i.next = false;
        self.uut.exp_valid_i.next = false;
        self.settle();
        outcome
    }

    fn seal(&mut self, algorithm: &Algorithm, case: &Case) -> Outcome {
        let outcome = self.message(
            algorithm.variant,
            &case.nonce,
            beats(S, &case.ad, false),
            beats(S, &case.plain, false),
            None,
            10_000,
        );
        assert_eq!(outcome.output, case.cipher);
        assert_eq!(outcome.tag, case.tag);
        assert_eq!(outcome.out_last, 1);
        assert!(!self.uut.busy_o.val() && self.uut.key_loaded_o.val());
        assert_eq!(self.secrets(), ["key_reg"]);
        outcome
    }

    fn open(&mut self, algorithm: &Algorithm, case: &Case) -> Outcome {
        let outcome = self.message(
            algorithm.variant,
            &case.nonce,
            beats(S, &case.ad, false),
            beats(S, &case.cipher, false),
            Some(&case.tag),
            10_000,
        );
        assert_eq!(outcome.output, case.plain);
        assert_eq!(outcome.out_last, 1);
        outcome
    }

    fn both_ways(&mut self, algorithm: &Algorithm, case: &Case) {
        let sealed = self.seal(algorithm, case);
        let opened = self.open(algorithm, case);
        assert_eq!(opened.verdict, Some(true));
        if self.stall == 0 {
            let cycles = algorithm.cycles(ROUNDS, W, case.ad.len(), case.plain.len());
            assert_eq!((sealed.cycles, opened.cycles), (cycles, cycles + 1));
        }
    }
}

#[test]
fn model_meets_every_known_answer() {
    for algorithm in &ALGORITHMS {
        let cases = known_answers(algorithm.file);
        assert_eq!(cases.len(), 1089);
        for case in cases {
            let model = algorithm.seal(&case.key, &case.nonce, &case.ad, &case.plain);
            assert_eq!((model.cipher, model.tag), (case.cipher, case.tag));
        }
    }
}

#[test]
fn round_meets_the_known_answers() {
    let mut uut = AsconRound::default();
    uut.constant_i.connect();
    uut.x0_i.connect();
    uut.x1_i.connect();
    uut.x2_i.connect();
    uut.x3_i.connect();
    uut.x4_i.connect();
    uut.connect_all();
    check_all(&uut).unwrap();
    let file = include_str!("../../testbenches/vectors/ascon/ascon_permutation.txt");
    let mut entries = 0;
    for entry in file.split("\n\n").filter(|entry| entry.contains("Count =")) {
        let field = |name: &str| {
            entry
                .lines()
                .filter_map(|line| line.split_once('='))
                .find(|(key, _)| key.trim() == name)
                .map(|(_, value)| value.trim())
        };
        let words = |name: &str| -> Vec<u64> {
            field(name)
                .unwrap()
                .split_whitespace()
                .map(|word| u64::from_str_radix(word, 16).unwrap())
                .collect()
        };
        let rounds: u64 = field("Rounds").unwrap().parse().unwrap();
        let mut x = words("In");
        for round in 12 - rounds..12 {
            let constant = match field("RoundConstant") {
                Some(constant) => u64::from_str_radix(constant, 16).unwrap(),
                None => 0xf0 - 0x0f * round,
            };
            uut.constant_i.next = constant.into();
            uut.x0_i.next = x[0].into();
            uut.x1_i.next = x[1].into();
            uut.x2_i.next = x[2].into();
            uut.x3_i.next = x[3].into();
            uut.x4_i.next = x[4].into();
            assert!(simulate(&mut uut, 100));
            x = vec![
                uut.x0_o.val().to_u64(),
                uut.x1_o.val().to_u64(),
                uut.x2_o.val().to_u64(),
                uut.x3_o.val().to_u64(),
                uut.x4_o.val().to_u64(),
            ];
        }
        assert_eq!(x, words("Out"));
        entries += 1;
    }
    assert_eq!(entries, 9);
}

fn core_meets_known_answers<
    const VARIANT: usize,
    const ROUNDS: usize,
    const W: usize,
    const S: usize,
>(
    algorithms: &[Algorithm],
    counts: impl Iterator<Item = usize> + Clone,
) {
    let mut bench = Bench::<VARIANT, ROUNDS, W, S>::new();
    for algorithm in algorithms {
        let cases = known_answers(algorithm.file);
        bench.load_key(&cases[0].key);
        for count in counts.clone() {
            bench.both_ways(algorithm, &cases[count]);
        }
    }
}

/// Text and associated data of every length modulo a block.
fn many() -> impl Iterator<Item = usize> + Clone {
    (0..1089).step_by(17)
}

/// A few of each.
fn few() -> impl Iterator<Item = usize> + Clone {
    (0..1089).step_by(97).chain([1088])
}

#[test]
fn ascon_128_meets_known_answers() {
    core_meets_known_answers::<0, 1, 64, 8>(&ALGORITHMS[0..1], many());
    core_meets_known_answers::<0, 2, 32, 4>(&ALGORITHMS[0..1], few());
    core_meets_known_answers::<0, 3, 64, 8>(&ALGORITHMS[0..1], few());
    core_meets_known_answers::<0, 6, 32, 4>(&ALGORITHMS[0..1], few());
}

#[test]
fn ascon_128a_meets_known_answers() {
    core_meets_known_answers::<1, 1, 64, 8>(&ALGORITHMS[1..2], many());
    core_meets_known_answers::<1, 2, 32, 4>(&ALGORITHMS[1..2], few());
    core_meets_known_answers::<1, 4, 128, 16>(&ALGORITHMS[1..2], few());
}

#[test]
fn ascon_aead128_meets_known_answers() {
    core_meets_known_answers::<2, 1, 64, 8>(&ALGORITHMS[2..3], many());
    core_meets_known_answers::<2, 1, 32, 4>(&ALGORITHMS[2..3], few());
    core_meets_known_answers::<2, 2, 128, 16>(&ALGORITHMS[2..3], few());
    core_meets_known_answers::<2, 4, 64, 8>(&ALGORITHMS[2..3], few());
}

#[test]
fn core_of_all_variants_meets_known_answers() {
    core_meets_known_answers::<3, 1, 64, 8>(&ALGORITHMS, few());
    core_meets_known_answers::<3, 2, 32, 4>(&ALGORITHMS, few());
}

#[test]
fn long_message_takes_ten_cycles_per_sixteen_bytes() {
    let algorithm = &ALGORITHMS[2];
    let mut bench = Bench::<2, 1, 64, 8>::new();
    let key = bench.random.bytes(16);
    bench.load_key(&key);
    let mut cycles = Vec::new();
    for length in [1024, 1040] {
        let nonce = bench.random.bytes(16);
        let plain = bench.random.bytes(length);
        let case = algorithm.seal(&key, &nonce, &[], &plain);
        cycles.push(bench.seal(algorithm, &case).cycles);
    }
    assert_eq!(cycles, [4 + 24 + 1 + 1 + 640 + 2, 4 + 24 + 1 + 1 + 650 + 2]);
}

#[test]
fn stalls_change_nothing() {
    let mut bench = Bench::<3, 1, 64, 8>::new();
    for run in 0..120 {
        bench.stall = run % 7;
        let algorithm = &ALGORITHMS[bench.random.below(3) as usize];
        let [key, nonce] = [(); 2].map(|()| bench.random.bytes(16));
        let [ad, plain] = [(); 2].map(|()| {
            let length = bench.random.below(50) as usize;
            bench.random.bytes(length)
        });
        let case = algorithm.seal(&key, &nonce, &ad, &plain);
        bench.load_key(&key);
        bench.both_ways(algorithm, &case);
    }
}

#[test]
fn stream_may_end_with_an_empty_beat() {
    let mut bench = Bench::<3, 1, 64, 8>::new();
    for algorithm in &ALGORITHMS {
        for (ad, text) in [(8, 8), (16, 16), (24, 0), (0, 24), (32, 40)] {
            let [key, nonce] = [(); 2].map(|()| bench.random.bytes(16));
            let (ad, plain) = (bench.random.bytes(ad), bench.random.bytes(text));
            let case = algorithm.seal(&key, &nonce, &ad, &plain);
            bench.load_key(&key);
            let outcome = bench.message(
                algorithm.variant,
                &nonce,
                beats(8, &ad, true),
                beats(8, &plain, true),
                None,
                10_000,
            );
            assert_eq!(outcome.output, case.cipher);
            assert_eq!(outcome.tag, case.tag);
        }
    }
}

#[test]
fn gap_in_the_strobes_shows_no_state() {
    let algorithm = &ALGORITHMS[2];
    let mut bench = Bench::<2, 1, 64, 8>::new();
    let [key, nonce] = [(); 2].map(|()| bench.random.bytes(16));
    bench.load_key(&key);
    let plain: Vec<u8> = (1..=11).collect();
    let case = algorithm.seal(&key, &nonce, &[], &plain);
    let first = number(&plain[..8]);
    // Byte 4 lies above a gap and does not count.
    let text = [(first, 0xff, false), (0xee_440b_0a09, 0b1_0111, true)];
    let outcome = bench.message(2, &nonce, beats(8, &[], false), text.into(), None, 1000);
    assert_eq!((outcome.output, outcome.tag), (case.cipher, case.tag));

    // Bytes absent from a beat that is not the last are plaintext zeros that are not output.
    let mut plain = vec![0; 16];
    plain[..3].copy_from_slice(&[7, 8, 9]);
    plain[8..].copy_from_slice(&[5; 8]);
    let case = algorithm.seal(&key, &nonce, &[], &plain);
    let output = [&case.cipher[..3], &case.cipher[8..]].concat();
    let text = [
        (u128::MAX << 24 | 0x090807, 0b111, false),
        beats(8, &[5; 8], false)[0],
    ];
    let outcome = bench.message(2, &nonce, beats(8, &[], false), text.into(), None, 1000);
    assert_eq!((&outcome.output, outcome.tag), (&output, case.tag));
}

#[test]
fn wrong_tag_clears_the_key() {
    for bit in [0, 63, 64, 127] {
        let algorithm = &ALGORITHMS[1];
        let mut bench = Bench::<3, 1, 64, 8>::new();
        let [key, nonce] = [(); 2].map(|()| bench.random.bytes(16));
        let plain = bench.random.bytes(20);
        bench.load_key(&key);
        let case = algorithm.seal(&key, &nonce, &[1, 2, 3], &plain);
        let right = bench.open(algorithm, &case);
        assert_eq!(right.verdict, Some(true));
        let mut forged = case.clone();
        forged.tag[bit / 8] ^= 1 << (bit % 8);
        let wrong = bench.open(algorithm, &forged);
        assert_eq!(wrong.verdict, Some(false));
        assert_eq!(wrong.cycles, right.cycles);
        assert!(!bench.uut.key_loaded_o.val());
        assert!(bench.secrets().is_empty());
        bench.uut.nonce_valid_i.next = true;
        bench.settle();
        assert!(!bench.uut.nonce_ready_o.val());
        bench.uut.nonce_valid_i.next = false;
        bench.load_key(&key);
        bench.both_ways(algorithm, &case);
    }
}

fn refuses<const VARIANT: usize>(variants: &[u64], algorithm: &Algorithm) {
    let mut bench = Bench::<VARIANT, 1, 64, 8>::new();
    let case = known_answers(algorithm.file)[700].clone();
    bench.load_key(&case.key);
    for &variant in variants {
        // Both beats of the nonce, as a producer that does not look at refused_o sends them.
        for _ in 0..2 {
            bench.uut.nonce_valid_i.next = true;
            bench.uut.nonce_data_i.next = u64::MAX.into();
            bench.uut.nonce_variant_i.next = variant.into();
            bench.settle();
            assert!(bench.uut.nonce_ready_o.val() && bench.uut.refused_o.val());
            bench.edge();
        }
        bench.uut.nonce_valid_i.next = false;
        bench.settle();
        assert!(!bench.uut.refused_o.val() && !bench.uut.busy_o.val());
        bench.both_ways(algorithm, &case);
    }
}

#[test]
fn variant_the_core_lacks_is_refused() {
    refuses::<0>(&[1, 2, 3], &ALGORITHMS[0]);
    refuses::<1>(&[0, 2, 3], &ALGORITHMS[1]);
    refuses::<2>(&[0, 1, 3], &ALGORITHMS[2]);
    refuses::<3>(&[3], &ALGORITHMS[1]);
}

#[test]
fn clear_abandons_the_message_and_the_key() {
    let algorithm = &ALGORITHMS[0];
    let case = known_answers(algorithm.file)[1000].clone();
    let mut bench = Bench::<3, 1, 64, 8>::new();
    for decrypt in [false, true] {
        let whole = algorithm.cycles(1, 64, case.ad.len(), case.plain.len()) + usize::from(decrypt);
        for cycles in 0..whole {
            bench.load_key(&case.key);
            let (text, tag) = if decrypt {
                (&case.cipher, Some(&case.tag[..]))
            } else {
                (&case.plain, None)
            };
            let (ad, text) = (beats(8, &case.ad, false), beats(8, text, false));
            bench.message(0, &case.nonce, ad, text, tag, cycles);
            let uut = &mut bench.uut;
            uut.clear_i.next = true;
            uut.key_valid_i.next = true;
            uut.nonce_valid_i.next = true;
            uut.ad_valid_i.next = true;
            uut.text_valid_i.next = true;
            uut.exp_valid_i.next = true;
            uut.out_ready_i.next = true;
            bench.settle();
            let uut = &bench.uut;
            assert!(!(uut.key_ready_o.val() || uut.nonce_ready_o.val() || uut.ad_ready_o.val()));
            assert!(!(uut.text_ready_o.val() || uut.exp_ready_o.val()));
            assert!(!(uut.out_valid_o.val() || uut.tag_valid_o.val()));
            assert!(!uut.verdict_valid_o.val());
            bench.edge();
            let uut = &mut bench.uut;
            uut.clear_i.next = false;
            uut.key_valid_i.next = false;
            uut.ad_valid_i.next = false;
            uut.text_valid_i.next = false;
            uut.exp_valid_i.next = false;
            bench.settle();
            assert!(!bench.uut.busy_o.val() && !bench.uut.key_loaded_o.val());
            assert!(bench.secrets().is_empty());
            assert!(!bench.uut.nonce_ready_o.val());
            bench.uut.nonce_valid_i.next = false;
        }
    }
    bench.load_key(&case.key);
    bench.both_ways(algorithm, &case);
}

#[test]
fn half_a_key_is_never_used() {
    let algorithm = &ALGORITHMS[2];
    let case = known_answers(algorithm.file)[5].clone();
    let mut bench = Bench::<2, 1, 64, 8>::new();
    bench.load_key(&case.key);
    // A key beat goes before a nonce beat of the same cycle, and unloads the old key.
    bench.uut.key_valid_i.next = true;
    bench.uut.key_data_i.next = u64::MAX.into();
    bench.uut.nonce_valid_i.next = true;
    bench.uut.nonce_variant_i.next = 2.into();
    bench.settle();
    assert!(bench.uut.key_ready_o.val() && !bench.uut.nonce_ready_o.val());
    bench.edge();
    bench.uut.key_valid_i.next = false;
    let only_the_new_half = format!("128'h{}{:016x}", "f".repeat(16), 0);
    assert_eq!(
        bench.secret_values(),
        [("key_reg".into(), only_the_new_half)]
    );
    for _ in 0..3 {
        bench.settle();
        assert!(!bench.uut.key_loaded_o.val() && !bench.uut.nonce_ready_o.val());
        bench.edge();
    }
    // A clear in between: the next beat is a first one again.
    bench.uut.clear_i.next = true;
    bench.settle();
    bench.edge();
    bench.uut.clear_i.next = false;
    bench.uut.nonce_valid_i.next = false;
    bench.load_key(&case.key);
    bench.both_ways(algorithm, &case);
}
