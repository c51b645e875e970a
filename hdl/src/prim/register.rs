//! Registers. The back end emits them inside the module that uses them, as a `_d`/`_q` pair.

use crate::meta::Leaf;
use rust_hdl::core::prelude::*;

/// Hexadecimal text of a value, as [`Leaf::Register`] carries it.
fn hex<T: Synth>(value: T) -> String {
    let literal = format!("{:x}", value.verilog());
    literal.rsplit("'h").next().unwrap_or("0").to_string()
}

/// State with a reset value.
///
/// Takes `d` at the rising edge of `clk_i`; takes its reset value while `rst_ni` is low
/// (asynchronously or at the clock edge, as the configuration says).
#[derive(Clone, Debug, LogicBlock)]
pub struct Reg<T: Synth> {
    /// Clock.
    pub clk_i: Signal<In, Clock>,
    /// Reset, active low.
    pub rst_ni: Signal<In, Bit>,
    /// Next value.
    pub d: Signal<In, T>,
    /// Value.
    pub q: Signal<Out, T>,
    _reset: T,
}

impl<T: Synth> Reg<T> {
    /// A register with the given reset value.
    pub fn new(reset: T) -> Self {
        Reg {
            clk_i: Signal::default(),
            rst_ni: Signal::default(),
            d: Signal::default(),
            q: Signal::new_with_default(reset),
            _reset: reset,
        }
    }
}

impl<T: Synth> Default for Reg<T> {
    fn default() -> Self {
        Reg::new(T::default())
    }
}

impl<T: Synth> Logic for Reg<T> {
    fn update(&mut self) {
        if !self.rst_ni.val() {
            self.q.next = self._reset;
        } else if self.clk_i.pos_edge() {
            self.q.next = self.d.val();
        }
    }
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        Leaf::Register {
            reset: Some(hex(self._reset)),
            clear: false,
        }
        .verilog()
    }
    fn timing(&self) -> Vec<TimingInfo> {
        timing(&["d"])
    }
}

/// Data without reset: its value is unknown until the first write.
#[derive(Clone, Debug, Default, LogicBlock)]
pub struct DataReg<T: Synth> {
    /// Clock.
    pub clk_i: Signal<In, Clock>,
    /// Not used; there so that `regs!` connects every kind of register alike.
    pub rst_ni: Signal<In, Bit>,
    /// Next value.
    pub d: Signal<In, T>,
    /// Value.
    pub q: Signal<Out, T>,
}

impl<T: Synth> Logic for DataReg<T> {
    fn update(&mut self) {
        if self.clk_i.pos_edge() {
            self.q.next = self.d.val();
        }
    }
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        Leaf::Register {
            reset: None,
            clear: false,
        }
        .verilog()
    }
    fn timing(&self) -> Vec<TimingInfo> {
        timing(&["d"])
    }
}

/// A secret without reset, cleared to zero at the clock edge while `clear` is high.
///
/// `clear` goes before `d`. Hold `clear` during reset where the secret must not outlive it.
#[derive(Clone, Debug, Default, LogicBlock)]
pub struct ClearReg<T: Synth> {
    /// Clock.
    pub clk_i: Signal<In, Clock>,
    /// Not used; there so that `regs!` connects every kind of register alike.
    pub rst_ni: Signal<In, Bit>,
    /// Synchronous clear.
    pub clear: Signal<In, Bit>,
    /// Next value.
    pub d: Signal<In, T>,
    /// Value.
    pub q: Signal<Out, T>,
}

impl<T: Synth> Logic for ClearReg<T> {
    fn update(&mut self) {
        if self.clk_i.pos_edge() {
            self.q.next = if self.clear.val() {
                T::default()
            } else {
                self.d.val()
            };
        }
    }
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        Leaf::Register {
            reset: None,
            clear: true,
        }
        .verilog()
    }
    fn timing(&self) -> Vec<TimingInfo> {
        timing(&["d", "clear"])
    }
}

fn timing(inputs: &[&str]) -> Vec<TimingInfo> {
    vec![TimingInfo {
        name: "register".into(),
        clock: "clk_i".into(),
        inputs: inputs.iter().map(ToString::to_string).collect(),
        outputs: vec!["q".into()],
    }]
}
