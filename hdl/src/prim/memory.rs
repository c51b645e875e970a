//! Memories. The back end emits them as arrays that tools infer as SRAM or as flip-flops.
//!
//! No memory is reset: a word is unknown until it is written (rust-hdl's simulation shows the
//! type's default value). All write at the rising edge of `clk_i` while `we` is high.

use crate::meta::Leaf;
use rust_hdl::core::prelude::*;

/// Single-port SRAM of `2^AW` words: one address, to write or to read.
///
/// `rdata` shows the word at `addr` one cycle later. Do not use it after a cycle with `we` high:
/// SRAM macros differ there (the simulation shows the word before the write).
#[derive(Clone, Debug, LogicBlock)]
pub struct Ram1<D: Synth, const AW: usize> {
    /// Clock.
    pub clk_i: Signal<In, Clock>,
    /// Write in this cycle.
    pub we: Signal<In, Bit>,
    /// Address.
    pub addr: Signal<In, Bits<AW>>,
    /// Word to write.
    pub wdata: Signal<In, D>,
    /// Word read in the cycle before.
    pub rdata: Signal<Out, D>,
    _words: Vec<D>,
}

impl<D: Synth, const AW: usize> Default for Ram1<D, AW> {
    fn default() -> Self {
        Ram1 {
            clk_i: Signal::default(),
            we: Signal::default(),
            addr: Signal::default(),
            wdata: Signal::default(),
            rdata: Signal::default(),
            _words: vec![D::default(); 1 << AW],
        }
    }
}

impl<D: Synth, const AW: usize> Logic for Ram1<D, AW> {
    fn update(&mut self) {
        if self.clk_i.pos_edge() {
            let addr = self.addr.val().index();
            self.rdata.next = self._words[addr];
            if self.we.val() {
                self._words[addr] = self.wdata.val();
            }
        }
    }
    fn connect(&mut self) {
        self.rdata.connect();
    }
    fn hdl(&self) -> Verilog {
        Leaf::Memory {
            depth: 1 << AW,
            registered_read: true,
            single_port: true,
        }
        .verilog()
    }
    fn timing(&self) -> Vec<TimingInfo> {
        vec![timing(&["we", "addr", "wdata"], &["rdata"])]
    }
}

/// SRAM of `2^AW` words with a write port and a read port.
///
/// `rdata` shows the word at `raddr` one cycle later. Do not read the address that is written in
/// the same cycle: SRAM macros differ there (the simulation shows the word before the write).
#[derive(Clone, Debug, LogicBlock)]
pub struct Ram2<D: Synth, const AW: usize> {
    /// Clock.
    pub clk_i: Signal<In, Clock>,
    /// Write in this cycle.
    pub we: Signal<In, Bit>,
    /// Address to write.
    pub waddr: Signal<In, Bits<AW>>,
    /// Word to write.
    pub wdata: Signal<In, D>,
    /// Address to read.
    pub raddr: Signal<In, Bits<AW>>,
    /// Word read in the cycle before.
    pub rdata: Signal<Out, D>,
    _words: Vec<D>,
}

impl<D: Synth, const AW: usize> Default for Ram2<D, AW> {
    fn default() -> Self {
        Ram2 {
            clk_i: Signal::default(),
            we: Signal::default(),
            waddr: Signal::default(),
            wdata: Signal::default(),
            raddr: Signal::default(),
            rdata: Signal::default(),
            _words: vec![D::default(); 1 << AW],
        }
    }
}

impl<D: Synth, const AW: usize> Logic for Ram2<D, AW> {
    fn update(&mut self) {
        if self.clk_i.pos_edge() {
            self.rdata.next = self._words[self.raddr.val().index()];
            if self.we.val() {
                self._words[self.waddr.val().index()] = self.wdata.val();
            }
        }
    }
    fn connect(&mut self) {
        self.rdata.connect();
    }
    fn hdl(&self) -> Verilog {
        Leaf::Memory {
            depth: 1 << AW,
            registered_read: true,
            single_port: false,
        }
        .verilog()
    }
    fn timing(&self) -> Vec<TimingInfo> {
        vec![timing(&["we", "waddr", "wdata", "raddr"], &["rdata"])]
    }
}

/// Register file of `2^AW` words with a write port and an asynchronous read port.
///
/// `rdata` shows the word at `raddr` in the same cycle; a word written shows from the next cycle
/// on.
#[derive(Clone, Debug, LogicBlock)]
pub struct RegFile<D: Synth, const AW: usize> {
    /// Clock.
    pub clk_i: Signal<In, Clock>,
    /// Write in this cycle.
    pub we: Signal<In, Bit>,
    /// Address to write.
    pub waddr: Signal<In, Bits<AW>>,
    /// Word to write.
    pub wdata: Signal<In, D>,
    /// Address to read.
    pub raddr: Signal<In, Bits<AW>>,
    /// Word at that address.
    pub rdata: Signal<Out, D>,
    _words: Vec<D>,
}

impl<D: Synth, const AW: usize> Default for RegFile<D, AW> {
    fn default() -> Self {
        RegFile {
            clk_i: Signal::default(),
            we: Signal::default(),
            waddr: Signal::default(),
            wdata: Signal::default(),
            raddr: Signal::default(),
            rdata: Signal::default(),
            _words: vec![D::default(); 1 << AW],
        }
    }
}

impl<D: Synth, const AW: usize> Logic for RegFile<D, AW> {
    fn update(&mut self) {
        if self.clk_i.pos_edge() && self.we.val() {
            self._words[self.waddr.val().index()] = self.wdata.val();
        }
        self.rdata.next = self._words[self.raddr.val().index()];
    }
    fn connect(&mut self) {
        self.rdata.connect();
    }
    fn hdl(&self) -> Verilog {
        Leaf::Memory {
            depth: 1 << AW,
            registered_read: false,
            single_port: false,
        }
        .verilog()
    }
    fn timing(&self) -> Vec<TimingInfo> {
        vec![timing(&["we", "waddr", "wdata"], &[])]
    }
}

fn timing(inputs: &[&str], outputs: &[&str]) -> TimingInfo {
    TimingInfo {
        name: "memory".into(),
        clock: "clk_i".into(),
        inputs: inputs.iter().map(ToString::to_string).collect(),
        outputs: outputs.iter().map(ToString::to_string).collect(),
    }
}
