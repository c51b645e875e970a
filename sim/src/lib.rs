//! Golden models, Verilator binding and waveforms of pimtee.
pub mod verilator;
pub mod wave;
