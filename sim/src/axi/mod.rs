//! AXI4 at the ports of a model: a master, a slave, and the rules that both sides must keep.
//!
//! ```text
//! Master ── drives s_axi_* ──▶ model ──▶ m_axi_* ── answered by ── Slave
//!    └─ sees a Cycle of s_axi           sees a Cycle of m_axi ─┘
//! ```
//!
//! In each clock cycle: [`Master::drive`] and [`Slave::drive`] set the inputs, `Model::cycle` runs,
//! then [`Master::observe`] and [`Slave::observe`] take what moved, which they give back as a
//! [`Cycle`]; a [`Checker`] on each side holds it against the rules. Ports are found by prefix.

mod check;
mod master;
mod ports;
mod slave;

pub use check::Checker;
pub use master::{Master, MasterStalls};
pub use ports::{AxiError, Side};
pub use slave::{Slave, SlaveStalls};

use crate::golden::policy::{Access, Burst};

/// The response OKAY.
pub const OKAY: u64 = 0;
/// The response SLVERR.
pub const SLVERR: u64 = 2;

/// A beat of AR or AW.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// AxADDR.
    pub addr: u64,
    /// AxID.
    pub id: u64,
    /// AxLEN.
    pub len: u64,
    /// AxSIZE.
    pub size: u64,
    /// AxBURST.
    pub burst: u64,
    /// AxUSER.
    pub user: u64,
    /// AxLOCK, AxCACHE, AxPROT, AxQOS and AxREGION, one beside the other.
    pub attributes: u64,
}

impl Request {
    /// What the policy is asked.
    pub fn access(&self, write: bool) -> Access {
        Access {
            source: self.user,
            addr: self.addr,
            beats: self.len as u32 + 1,
            beat_bytes: 1 << self.size,
            burst: match self.burst {
                0 => Burst::Fixed,
                1 => Burst::Incr,
                2 => Burst::Wrap,
                _ => Burst::Reserved,
            },
            write,
        }
    }
}

/// Widest data bus, in 64-bit words.
pub const DATA_WORDS: usize = 8;

/// Data of a beat, low word first.
pub type Data = [u64; DATA_WORDS];

/// A beat of W.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriteBeat {
    /// WDATA.
    pub data: Data,
    /// WSTRB.
    pub strb: u64,
    /// WLAST.
    pub last: bool,
}

/// A beat of R.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadBeat {
    /// RID.
    pub id: u64,
    /// RDATA.
    pub data: Data,
    /// RRESP.
    pub resp: u64,
    /// RLAST.
    pub last: bool,
}

/// A beat of B.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// BID.
    pub id: u64,
    /// BRESP.
    pub resp: u64,
}

/// A channel in one cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Channel<T> {
    /// What is offered.
    pub offered: Option<T>,
    /// Ready is high.
    pub ready: bool,
}

impl<T: Copy> Channel<T> {
    /// The beat that moves in this cycle, if one does.
    pub fn moved(&self) -> Option<T> {
        self.offered.filter(|_| self.ready)
    }
}

/// All channels of one side in one cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cycle {
    /// Read requests.
    pub ar: Channel<Request>,
    /// Write requests.
    pub aw: Channel<Request>,
    /// Write data.
    pub w: Channel<WriteBeat>,
    /// Read data.
    pub r: Channel<ReadBeat>,
    /// Write answers.
    pub b: Channel<Answer>,
}
