//! Golden models and the co-simulation side of pimtee.

pub mod golden;
