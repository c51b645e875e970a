//! What the tests of the access control share.

pub mod coverage;
