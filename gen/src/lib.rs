//! Back end of pimtee: from rust-hdl blocks to SystemVerilog deliverables.
pub mod sv;
