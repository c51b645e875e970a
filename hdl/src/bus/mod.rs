//! Bus fronts.
mod axi_lite;
mod axi_lite_split;

pub use axi_lite::AxiLiteSlave;
pub use axi_lite_split::AxiLiteSplit;
