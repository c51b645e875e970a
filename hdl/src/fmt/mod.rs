//! The FDU management table: which job holds which part of a device, and with which key.

mod entry;
pub mod regs;
pub mod settings;
mod table;

pub use entry::FmtEntry;
pub use table::Fmt;

/// A lock that is open: a flop and its complement, whose reset values differ, so that synthesis keeps
/// both.
pub const UNLOCKED: u64 = 1;
/// A lock that is closed; every value but [`UNLOCKED`] locks.
pub const LOCKED: u64 = 2;

/// State of an entry, as its register shows it. No two differ in a single bit.
pub mod state {
    /// Nobody holds it; its fields mean nothing.
    pub const FREE: u64 = 0;
    /// Its fields are committed; it grants nothing.
    pub const RESERVED: u64 = 3;
    /// Reserved, and its fields are attested: they cannot be committed again.
    pub const ATTESTED: u64 = 5;
    /// It grants.
    pub const ACTIVE: u64 = 6;
    /// It grants nothing; its memory is being scrubbed.
    pub const SCRUB: u64 = 9;
    /// It grants nothing; something was at fault.
    pub const FAULT: u64 = 10;
    /// It grants nothing until reset: its own storage was at fault.
    pub const STORAGE: u64 = 12;
}

/// Commands.
pub mod op {
    /// FREE or RESERVED becomes RESERVED, with the fields of the shadow entry.
    pub const COMMIT: u64 = 1;
    /// RESERVED becomes ATTESTED.
    pub const ATTEST: u64 = 2;
    /// ATTESTED becomes ACTIVE, and RESERVED does unless the policy asks for attestation.
    pub const ACTIVATE: u64 = 3;
    /// RESERVED, ATTESTED and ACTIVE become SCRUB.
    pub const RELEASE: u64 = 4;
    /// SCRUB becomes FREE, once it is scrubbed and nothing is in flight.
    pub const FREE: u64 = 5;
    /// Every state but FREE and STORAGE becomes FAULT.
    pub const FAULT: u64 = 6;
    /// FAULT becomes SCRUB.
    pub const RECOVER: u64 = 7;
    /// Locks the entry until reset.
    pub const LOCK: u64 = 8;
    /// Erases a key slot.
    pub const ERASE: u64 = 9;
}
