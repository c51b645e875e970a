//! The command line, as its users meet it.

mod area;
mod bench;
mod common;
mod r#gen;
mod kat;
mod kat_hash_kem;
mod kat_rtl;
mod list;
mod prove;
mod wave;
