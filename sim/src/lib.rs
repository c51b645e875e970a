//! Golden models, known-answer files, the Verilator binding and waveforms of pimtee.

pub mod golden;
pub mod kat;
pub mod verilator;
pub mod wave;
