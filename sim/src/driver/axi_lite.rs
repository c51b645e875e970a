//! Host side of an AXI4-Lite slave: sends accesses with random stalls, and holds the slave to the
//! protocol.

use std::collections::VecDeque;

use thiserror::Error;

use super::{Dice, Source};
use crate::verilator::{InPort, Library, Model, OutPort, PortError, SimError};

/// AxPROT of the secure monitor: privileged, secure, data.
pub const MONITOR: u8 = 1;
/// Cycles after which an answer is lost.
const LOST: u64 = 10_000;

/// A write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Write {
    /// Byte address.
    pub address: u32,
    /// Data.
    pub data: u32,
    /// Bytes to write.
    pub strobe: u8,
    /// AWPROT.
    pub protection: u8,
}

/// A read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Read {
    /// Byte address.
    pub address: u32,
    /// ARPROT.
    pub protection: u8,
}

impl Write {
    /// A write of a whole word by the secure monitor.
    pub fn monitor(address: u32, data: u32) -> Self {
        Write {
            address,
            data,
            strobe: 0xf,
            protection: MONITOR,
        }
    }
}

impl Read {
    /// A read by the secure monitor.
    pub fn monitor(address: u32) -> Self {
        Read {
            address,
            protection: MONITOR,
        }
    }
}

/// What a cycle has shown for the first time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// The answer to the oldest unanswered write: it was taken.
    pub write: Option<bool>,
    /// The answer to the oldest unanswered read: it was taken, and its data.
    pub read: Option<(bool, u32)>,
}

/// What went wrong.
#[derive(Debug, Error)]
pub enum AxiLiteError {
    /// The simulation cannot go on.
    #[error(transparent)]
    Sim(#[from] SimError),
    /// The design has no such port.
    #[error(transparent)]
    Port(#[from] PortError),
    /// The slave breaks a rule of the protocol.
    #[error("cycle {cycle}: {rule}")]
    Protocol {
        /// Cycle of the model.
        cycle: u64,
        /// What it did.
        rule: &'static str,
    },
    /// The slave does not answer.
    #[error("cycle {cycle}: no answer for {LOST} cycles")]
    Lost {
        /// Cycle of the model.
        cycle: u64,
    },
}

struct Ports {
    awvalid: InPort,
    awready: OutPort,
    awaddr: InPort,
    awprot: InPort,
    wvalid: InPort,
    wready: OutPort,
    wdata: InPort,
    wstrb: InPort,
    bvalid: OutPort,
    bready: InPort,
    bresp: OutPort,
    arvalid: InPort,
    arready: OutPort,
    araddr: InPort,
    arprot: InPort,
    rvalid: OutPort,
    rready: InPort,
    rdata: OutPort,
    rresp: OutPort,
}

/// An AXI4-Lite host at a design.
pub struct AxiLite {
    model: Model,
    ports: Ports,
    dice: Dice,
    stalls: f64,
    aw: Source<Write>,
    w: Source<Write>,
    ar: Source<Read>,
    /// Addresses and data that the slave has taken and not answered.
    taken: [u64; 3],
    /// Answers that are offered and not taken.
    b: Option<u64>,
    r: Option<(u64, u64)>,
}

impl AxiLite {
    /// A host at the ports `<prefix>_awvalid` and so on of a new model, which comes out of reset.
    /// Every channel stalls with the probability `stalls`, decided from `seed`.
    ///
    /// # Errors
    /// A port is missing, or the model cannot be reset.
    pub fn new(
        library: &Library,
        prefix: &str,
        stalls: f64,
        seed: u64,
    ) -> Result<Self, AxiLiteError> {
        let mut model = library.instantiate(seed)?;
        let input = |name: &str| library.input(&format!("{prefix}_{name}"));
        let output = |name: &str| library.output(&format!("{prefix}_{name}"));
        let ports = Ports {
            awvalid: input("awvalid")?,
            awready: output("awready")?,
            awaddr: input("awaddr")?,
            awprot: input("awprot")?,
            wvalid: input("wvalid")?,
            wready: output("wready")?,
            wdata: input("wdata")?,
            wstrb: input("wstrb")?,
            bvalid: output("bvalid")?,
            bready: input("bready")?,
            bresp: output("bresp")?,
            arvalid: input("arvalid")?,
            arready: output("arready")?,
            araddr: input("araddr")?,
            arprot: input("arprot")?,
            rvalid: output("rvalid")?,
            rready: input("rready")?,
            rdata: output("rdata")?,
            rresp: output("rresp")?,
        };
        model.reset(2)?;
        Ok(AxiLite {
            model,
            ports,
            dice: Dice::new(seed),
            stalls,
            aw: Source::new(),
            w: Source::new(),
            ar: Source::new(),
            taken: [0; 3],
            b: None,
            r: None,
        })
    }

    /// The model, for its other ports.
    pub fn model(&mut self) -> &mut Model {
        &mut self.model
    }

    /// Adds a write to those to be sent.
    pub fn send_write(&mut self, write: Write) {
        self.aw.beats.push_back(write);
        self.w.beats.push_back(write);
    }

    /// Adds a read to those to be sent.
    pub fn send_read(&mut self, read: Read) {
        self.ar.beats.push_back(read);
    }

    /// Everything sent is answered, and every answer taken.
    pub fn idle(&self) -> bool {
        let waiting = |queue: &VecDeque<Write>| !queue.is_empty();
        !waiting(&self.aw.beats)
            && !waiting(&self.w.beats)
            && self.ar.beats.is_empty()
            && self.taken == [0; 3]
            && self.b.is_none()
            && self.r.is_none()
    }

    /// One cycle.
    ///
    /// # Errors
    /// The slave breaks the protocol: an answer without a request, one that is withdrawn or
    /// changed, or one that is neither OKAY nor SLVERR.
    pub fn cycle(&mut self) -> Result<Seen, AxiLiteError> {
        let p = &self.ports;
        let mut falls = || self.dice.falls(self.stalls);
        let (aw, w, ar) = (
            self.aw.offer(falls()),
            self.w.offer(falls()),
            self.ar.offer(falls()),
        );
        let (bready, rready) = (!falls(), !falls());
        let model = &mut self.model;
        model.set(p.awvalid, aw.is_some().into());
        model.set(p.wvalid, w.is_some().into());
        model.set(p.arvalid, ar.is_some().into());
        if let Some(aw) = aw {
            model.set(p.awaddr, aw.address.into());
            model.set(p.awprot, aw.protection.into());
        }
        if let Some(w) = w {
            model.set(p.wdata, w.data.into());
            model.set(p.wstrb, w.strobe.into());
        }
        if let Some(ar) = ar {
            model.set(p.araddr, ar.address.into());
            model.set(p.arprot, ar.protection.into());
        }
        model.set(p.bready, bready.into());
        model.set(p.rready, rready.into());
        let cycle = model.cycle_count();
        model.cycle()?;
        let rule = |rule| Err(AxiLiteError::Protocol { cycle, rule });

        let mut seen = Seen::default();
        if model.get(p.bvalid) == 1 {
            let now = model.get(p.bresp);
            match self.b {
                Some(before) if before != now => return rule("B: the answer has changed"),
                Some(_) => {}
                None => {
                    if self.taken[0] == 0 || self.taken[1] == 0 {
                        return rule("B: an answer without a write");
                    }
                    if now & !2 != 0 {
                        return rule("B: the answer is neither OKAY nor SLVERR");
                    }
                    self.taken[0] -= 1;
                    self.taken[1] -= 1;
                    seen.write = Some(now == 0);
                }
            }
            self.b = (!bready).then_some(now);
        } else if self.b.is_some() {
            return rule("B: the answer was withdrawn");
        }
        if model.get(p.rvalid) == 1 {
            let now = (model.get(p.rresp), model.get(p.rdata));
            match self.r {
                Some(before) if before != now => return rule("R: the answer has changed"),
                Some(_) => {}
                None => {
                    if self.taken[2] == 0 {
                        return rule("R: an answer without a read");
                    }
                    if now.0 & !2 != 0 {
                        return rule("R: the answer is neither OKAY nor SLVERR");
                    }
                    self.taken[2] -= 1;
                    seen.read = Some((now.0 == 0, now.1 as u32));
                }
            }
            self.r = (!rready).then_some(now);
        } else if self.r.is_some() {
            return rule("R: the answer was withdrawn");
        }
        self.taken[0] += u64::from(self.aw.moved(model.get(p.awready) == 1).is_some());
        self.taken[1] += u64::from(self.w.moved(model.get(p.wready) == 1).is_some());
        self.taken[2] += u64::from(self.ar.moved(model.get(p.arready) == 1).is_some());
        Ok(seen)
    }

    /// Sends a write and waits for its answer: whether it was taken.
    ///
    /// # Errors
    /// As [`cycle`](Self::cycle), or there is no answer.
    pub fn write(&mut self, write: Write) -> Result<bool, AxiLiteError> {
        self.send_write(write);
        self.wait(|seen| seen.write)
    }

    /// Sends a read and waits for its answer: whether it was taken, and its data.
    ///
    /// # Errors
    /// As [`write`](Self::write).
    pub fn read(&mut self, read: Read) -> Result<(bool, u32), AxiLiteError> {
        self.send_read(read);
        self.wait(|seen| seen.read)
    }

    fn wait<T>(&mut self, answer: impl Fn(Seen) -> Option<T>) -> Result<T, AxiLiteError> {
        for _ in 0..LOST {
            if let Some(answer) = answer(self.cycle()?) {
                return Ok(answer);
            }
        }
        Err(AxiLiteError::Lost {
            cycle: self.model.cycle_count(),
        })
    }
}
