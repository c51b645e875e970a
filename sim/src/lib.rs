//! Golden models, known-answer files and the co-simulation side of pimtee.

pub mod golden;
pub mod kat;
