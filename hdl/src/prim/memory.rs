//! Memories. The back end emits them as arrays that tools infer as SRAM or as flip-flops.
//!
//! No memory is reset: a word is unknown until it is written (rust-hdl's simulation shows the
//! type's default value). All write at the rising edge of `clk_i` while `we_i` is high.

use crate::meta::Leaf;
use rust_hdl::core::prelude::*;

/// Single-port SRAM of `2^AW` words: one address, to write or to read.
///
/// `rdata_o` shows the word at `addr_i` one cycle later. Do not use it after a cycle with `we_i` high:
/// SRAM macros differ there (the simulation shows the word before the write).
#[derive(Clone, Debug, LogicBlock)]
pub struct Ram1<D: Synth, const AW: usize> {
    /// Clock.
    pub clk_i: Signal<In, Clock>,
    /// Write in this cycle.
    pub we_i: Signal<In, Bit>,
    /// Address.
    pub addr_i: Signal<In, Bits<AW>>,
    /// Word to write.
    pub wdata_i: Signal<In, D>,
    /// Word read in the cycle before.
    pub rdata_o: Signal<Out, D>,
    _words: Vec<D>,
}

impl<D: Synth, const AW: usize> Default for Ram1<D, AW> {
    fn default() -> Self {
        Ram1 {
            clk_i: Signal::default(),
            we_i: Signal::default(),
            addr_i: Signal::default(),
            wdata_i: Signal::default(),
            rdata_o: Signal::default(),
            _words: vec![D::default(); 1 << AW],
        }
    }
}

impl<D: Synth, const AW: usize> Logic for Ram1<D, AW> {
    fn update(&mut self) {
        if self.clk_i.pos_edge() {
            let addr = self.addr_i.val().index();
            self.rdata_o.next = self._words[addr];
            if self.we_i.val() {
                self._words[addr] = self.wdata_i.val();
            }
        }
    }
    fn connect(&mut self) {
        self.rdata_o.connect();
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
        vec![timing(&["we_i", "addr_i", "wdata_i"], &["rdata_o"])]
    }
}

/// SRAM of `2^AW` words with a write port and a read port.
///
/// `rdata_o` shows the word at `raddr_i` one cycle later. Do not read the address that is written in
/// the same cycle: SRAM macros differ there (the simulation shows the word before the write).
#[derive(Clone, Debug, LogicBlock)]
pub struct Ram2<D: Synth, const AW: usize> {
    /// Clock.
    pub clk_i: Signal<In, Clock>,
    /// Write in this cycle.
    pub we_i: Signal<In, Bit>,
    /// Address to write.
    pub waddr_i: Signal<In, Bits<AW>>,
    /// Word to write.
    pub wdata_i: Signal<In, D>,
    /// Address to read.
    pub raddr_i: Signal<In, Bits<AW>>,
    /// Word read in the cycle before.
    pub rdata_o: Signal<Out, D>,
    _words: Vec<D>,
}

impl<D: Synth, const AW: usize> Default for Ram2<D, AW> {
    fn default() -> Self {
        Ram2 {
            clk_i: Signal::default(),
            we_i: Signal::default(),
            waddr_i: Signal::default(),
            wdata_i: Signal::default(),
            raddr_i: Signal::default(),
            rdata_o: Signal::default(),
            _words: vec![D::default(); 1 << AW],
        }
    }
}

impl<D: Synth, const AW: usize> Logic for Ram2<D, AW> {
    fn update(&mut self) {
        if self.clk_i.pos_edge() {
            self.rdata_o.next = self._words[self.raddr_i.val().index()];
            if self.we_i.val() {
                self._words[self.waddr_i.val().index()] = self.wdata_i.val();
            }
        }
    }
    fn connect(&mut self) {
        self.rdata_o.connect();
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
        vec![timing(
            &["we_i", "waddr_i", "wdata_i", "raddr_i"],
            &["rdata_o"],
        )]
    }
}

/// Register file of `2^AW` words with a write port and an asynchronous read port.
///
/// `rdata_o` shows the word at `raddr_i` in the same cycle; a word written shows from the next cycle
/// on.
#[derive(Clone, Debug, LogicBlock)]
pub struct RegFile<D: Synth, const AW: usize> {
    /// Clock.
    pub clk_i: Signal<In, Clock>,
    /// Write in this cycle.
    pub we_i: Signal<In, Bit>,
    /// Address to write.
    pub waddr_i: Signal<In, Bits<AW>>,
    /// Word to write.
    pub wdata_i: Signal<In, D>,
    /// Address to read.
    pub raddr_i: Signal<In, Bits<AW>>,
    /// Word at that address.
    pub rdata_o: Signal<Out, D>,
    _words: Vec<D>,
}

impl<D: Synth, const AW: usize> Default for RegFile<D, AW> {
    fn default() -> Self {
        RegFile {
            clk_i: Signal::default(),
            we_i: Signal::default(),
            waddr_i: Signal::default(),
            wdata_i: Signal::default(),
            raddr_i: Signal::default(),
            rdata_o: Signal::default(),
            _words: vec![D::default(); 1 << AW],
        }
    }
}

impl<D: Synth, const AW: usize> Logic for RegFile<D, AW> {
    fn update(&mut self) {
        if self.clk_i.pos_edge() && self.we_i.val() {
            self._words[self.waddr_i.val().index()] = self.wdata_i.val();
        }
        self.rdata_o.next = self._words[self.raddr_i.val().index()];
    }
    fn connect(&mut self) {
        self.rdata_o.connect();
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
        vec![timing(&["we_i", "waddr_i", "wdata_i"], &[])]
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
