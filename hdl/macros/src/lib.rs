//! Macros of pimtee.
