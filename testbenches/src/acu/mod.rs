//! What the tests of the access control share.

pub mod coverage;
pub mod mem;
pub mod table;
pub mod whole;
