//! Bus fronts.
mod axi_lite;

pub use axi_lite::AxiLiteSlave;
