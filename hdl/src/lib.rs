//! The hardware of pimtee, described with rust-hdl.
