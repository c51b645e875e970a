//! Access control.
mod deny_counter;

pub use deny_counter::DenyCounter;
