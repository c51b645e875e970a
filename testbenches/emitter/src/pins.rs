//! Ports as rows of bits, least significant first; element 0 of an array lowest, as in the text.

use pimtee_hdl::prelude::*;

/// An input port, or an array of them.
pub trait Drive {
    /// Width in bits.
    fn width(&self) -> usize;
    /// Sets the value; takes effect with the next evaluation.
    fn drive(&mut self, bits: &[bool]);
}

/// An output port, or an array of them.
pub trait Sample {
    /// The value.
    fn sample(&self) -> Vec<bool>;
}

/// Types that an input may have.
pub trait FromBits: Synth {
    /// The value with these bits.
    fn from_bits(bits: &[bool]) -> Self;
}

impl FromBits for Bit {
    fn from_bits(bits: &[bool]) -> Self {
        bits[0]
    }
}

impl<const N: usize> FromBits for Bits<N> {
    fn from_bits(bits: &[bool]) -> Self {
        bits.iter()
            .enumerate()
            .fold(Bits::default(), |value: Bits<N>, (i, bit)| {
                value.replace_bit(i, *bit)
            })
    }
}

impl<T: FromBits> Drive for Signal<In, T> {
    fn width(&self) -> usize {
        T::BITS
    }
    fn drive(&mut self, bits: &[bool]) {
        self.next = T::from_bits(bits);
    }
}

impl<T: FromBits, const N: usize> Drive for [Signal<In, T>; N] {
    fn width(&self) -> usize {
        N * T::BITS
    }
    fn drive(&mut self, bits: &[bool]) {
        for (signal, bits) in self.iter_mut().zip(bits.chunks(T::BITS)) {
            signal.drive(bits);
        }
    }
}

impl<T: Synth> Sample for Signal<Out, T> {
    fn sample(&self) -> Vec<bool> {
        let text = format!("{:x}", self.val().verilog());
        let digits = text.rsplit("'h").next().unwrap_or_default();
        let nibbles = digits.chars().rev().map(|c| c.to_digit(16).expect("hex"));
        let mut bits: Vec<bool> = nibbles
            .flat_map(|nibble| (0..4).map(move |i| nibble >> i & 1 == 1))
            .collect();
        bits.resize(T::BITS, false);
        bits
    }
}

impl<T: Synth, const N: usize> Sample for [Signal<Out, T>; N] {
    fn sample(&self) -> Vec<bool> {
        self.iter().flat_map(Sample::sample).collect()
    }
}
