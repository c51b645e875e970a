//! Golden models, known-answer files, host drivers, the Verilator binding and waveforms of pimtee.

pub mod axi;
pub mod bench;
pub mod dice;
pub mod dram;
pub mod driver;
pub mod golden;
pub mod kat;
pub mod pim;
pub mod verilator;
pub mod wave;
