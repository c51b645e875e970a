//! Every fault of a description gives a message with its place in the Rust source.
#![allow(missing_docs, reason = "the blocks below are wrong on purpose")]

mod common;

use common::bad;
use pimtee_gen::sv::Fault;
use pimtee_hdl::meta::{Describe, attach};
use pimtee_hdl::prelude::*;
use pimtee_hdl::rust_hdl::core::ast::{VerilogExpression, VerilogStatement};

/// One test per block: the message is pinned, and so is the kind of fault.
macro_rules! fault {
    ($test:ident, $block:ty, $fault:ident) => {
        #[test]
        fn $test() {
            let error = bad(&<$block>::default());
            assert_eq!(error.0[0].fault, Fault::$fault, "{error}");
            insta::assert_snapshot!(stringify!($test), error.to_string());
        }
    };
}

#[derive(LogicBlock, Module)]
pub struct UndrivenLocal {
    pub y_o: Signal<Out, Bits<4>>,
    open: Signal<Local, Bits<4>>,
}
#[hdl]
impl Logic for UndrivenLocal {
    fn update(&mut self) {
        self.y_o.next = self.open.val() + 1;
    }
}
fault!(undriven_local, UndrivenLocal, Undriven);

#[derive(LogicBlock, Module)]
pub struct UndrivenOutput {
    pub a_i: Signal<In, Bit>,
    pub y_o: Signal<Out, Bit>,
    pub z_o: Signal<Out, Bit>,
}
#[hdl]
impl Logic for UndrivenOutput {
    fn update(&mut self) {
        self.y_o.next = self.a_i.val();
    }
}
fault!(undriven_output, UndrivenOutput, Undriven);

#[derive(LogicBlock, Module)]
pub struct DrivenInput {
    pub a_i: Signal<In, Bit>,
    pub y_o: Signal<Out, Bit>,
}
#[hdl]
impl Logic for DrivenInput {
    fn update(&mut self) {
        self.a_i.next = true;
        self.y_o.next = self.a_i.val();
    }
}
fault!(driven_input, DrivenInput, MultiplyDriven);

#[derive(LogicBlock, Module)]
pub struct DrivenTwice {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub y_o: Signal<Out, Bit>,
    state: Reg<Bit>,
}
#[hdl]
impl Logic for DrivenTwice {
    fn update(&mut self) {
        regs!(self, state);
        self.state.q.next = true;
        self.y_o.next = self.state.q.val();
    }
}
fault!(driven_register_value, DrivenTwice, MultiplyDriven);

#[derive(LogicBlock, Module)]
pub struct TooWide {
    pub y_o: Signal<Out, Bits<8>>,
}
#[hdl]
impl Logic for TooWide {
    fn update(&mut self) {
        self.y_o.next = 300.into();
    }
}
fault!(literal_too_wide, TooWide, WidthMismatch);

/// Rust's types refuse what differs in width, so this block writes its statement by hand.
#[derive(LogicBlock, Module)]
pub struct Mismatched {
    pub a_i: Signal<In, Bits<4>>,
    pub y_o: Signal<Out, Bits<8>>,
}
impl Logic for Mismatched {
    fn update(&mut self) {}
    fn hdl(&self) -> Verilog {
        let statement = VerilogStatement::Assignment(
            VerilogExpression::Signal("y_o$next".into()),
            VerilogExpression::Signal("a_i".into()),
        );
        attach(Self::describe(), Verilog::Combinatorial(vec![statement]))
    }
}
fault!(width_mismatch, Mismatched, WidthMismatch);

#[derive(LogicBlock, Module)]
pub struct SlicedBeyond {
    pub a_i: Signal<In, Bits<8>>,
    pub y_o: Signal<Out, Bits<4>>,
}
#[hdl]
impl Logic for SlicedBeyond {
    fn update(&mut self) {
        self.y_o.next = self.a_i.val().get_bits::<4>(6);
    }
}
fault!(bits_beyond_the_end, SlicedBeyond, OutOfRange);

#[derive(LogicBlock, Module)]
pub struct Beyond {
    pub a_i: [Signal<In, Bits<8>>; 2],
    pub y_o: [Signal<Out, Bits<8>>; 2],
}
#[hdl]
impl Logic for Beyond {
    fn update(&mut self) {
        for i in 0..2 {
            self.y_o[i].next = self.a_i[i + 1].val();
        }
    }
}
fault!(index_beyond_the_end, Beyond, OutOfRange);

#[derive(LogicBlock, Module)]
pub struct Accumulator {
    pub a_i: Signal<In, Bits<8>>,
    pub y_o: Signal<Out, Bits<8>>,
    sum: Signal<Local, Bits<8>>,
}
#[hdl]
impl Logic for Accumulator {
    fn update(&mut self) {
        self.sum.next = 0.into();
        self.sum.next = self.sum.val() | self.a_i.val();
        self.y_o.next = self.sum.val();
    }
}
fault!(local_read_in_its_own_block, Accumulator, ReadBeforeWrite);

#[derive(LogicBlock, Module)]
pub struct ReadFirst {
    pub a_i: Signal<In, Bits<8>>,
    pub y_o: Signal<Out, Bits<8>>,
    late: Signal<Local, Bits<8>>,
}
#[hdl]
impl Logic for ReadFirst {
    fn update(&mut self) {
        self.y_o.next = self.late.val();
        self.late.next = self.a_i.val();
    }
}
fault!(read_before_written, ReadFirst, ReadBeforeWrite);

#[derive(LogicBlock, Module)]
pub struct Through {
    pub a_i: Signal<In, Bit>,
    pub y_o: Signal<Out, Bit>,
}
#[hdl]
impl Logic for Through {
    fn update(&mut self) {
        self.y_o.next = !self.a_i.val();
    }
}

#[derive(LogicBlock, Module)]
pub struct Ring {
    pub y_o: Signal<Out, Bit>,
    first: Through,
    second: Through,
}
#[hdl]
impl Logic for Ring {
    fn update(&mut self) {
        self.first.a_i.next = self.second.y_o.val();
        self.second.a_i.next = self.first.y_o.val();
        self.y_o.next = self.second.y_o.val();
    }
}
fault!(loop_through_blocks, Ring, CombinationalLoop);

#[derive(LogicBlock, Module)]
pub struct Latch {
    pub en_i: Signal<In, Bit>,
    pub a_i: Signal<In, Bits<8>>,
    pub y_o: Signal<Out, Bits<8>>,
}
#[hdl]
impl Logic for Latch {
    fn update(&mut self) {
        if self.en_i.val() {
            self.y_o.next = self.a_i.val();
        }
    }
}
fault!(missing_default, Latch, MissingDefault);

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
pub enum Mode {
    Off,
    On,
}

#[derive(LogicBlock, Module)]
pub struct Stateless {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub y_o: Signal<Out, Bit>,
    mode: DataReg<Mode>,
}
#[hdl]
impl Logic for Stateless {
    fn update(&mut self) {
        regs!(self, mode);
        self.y_o.next = self.mode.q.val() == Mode::On;
    }
}
fault!(state_without_reset, Stateless, NoReset);

#[derive(LogicBlock, Module)]
pub struct Unreset {
    pub clk_i: Signal<In, Clock>,
    pub y_o: Signal<Out, Bit>,
    flag: Reg<Bit>,
}
#[hdl]
impl Logic for Unreset {
    fn update(&mut self) {
        self.flag.clk_i.next = self.clk_i.val();
        self.flag.d.next = !self.flag.q.val();
        self.y_o.next = self.flag.q.val();
    }
}
fault!(reset_not_connected, Unreset, NoReset);

#[derive(LogicBlock, Module)]
pub struct Unclocked {
    pub y_o: Signal<Out, Bit>,
    flag: DataReg<Bit>,
}
#[hdl]
impl Logic for Unclocked {
    fn update(&mut self) {
        self.flag.d.next = !self.flag.q.val();
        self.y_o.next = self.flag.q.val();
    }
}
fault!(clock_not_connected, Unclocked, NoClock);

#[derive(LogicBlock, Module)]
pub struct Reserved {
    pub logic: Signal<In, Bit>,
    pub y_o: Signal<Out, Bit>,
}
#[hdl]
impl Logic for Reserved {
    fn update(&mut self) {
        self.y_o.next = self.logic.val();
    }
}
fault!(keyword, Reserved, Keyword);

#[derive(LogicBlock, Module)]
pub struct Clash {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub count_d: Signal<In, Bits<4>>,
    pub y_o: Signal<Out, Bits<4>>,
    count: Reg<Bits<4>>,
}
#[hdl]
impl Logic for Clash {
    fn update(&mut self) {
        regs!(self, count);
        self.count.d.next = self.count_d.val();
        self.y_o.next = self.count.q.val();
    }
}
fault!(name_clash, Clash, NameClash);

#[allow(non_upper_case_globals, reason = "the name is what is wrong")]
const limit: u64 = 3;

#[derive(LogicBlock, Module)]
pub struct Unknown {
    pub a_i: Signal<In, Bits<4>>,
    pub y_o: Signal<Out, Bit>,
}
#[hdl]
impl Logic for Unknown {
    fn update(&mut self) {
        self.y_o.next = self.a_i.val() == limit;
    }
}
fault!(unknown_name, Unknown, UnknownName);

#[derive(LogicBlock, Module)]
pub struct Unsliceable {
    pub a_i: Signal<In, Bits<8>>,
    pub b_i: Signal<In, Bits<8>>,
    pub y_o: Signal<Out, Bits<4>>,
}
#[hdl]
impl Logic for Unsliceable {
    fn update(&mut self) {
        self.y_o.next = (self.a_i.val() + self.b_i.val()).get_bits::<4>(4);
    }
}
fault!(bits_of_an_unnamed_sum, Unsliceable, Unsupported);

#[derive(LogicBlock, Default)]
pub struct Undescribed {
    pub a_i: Signal<In, Bit>,
    pub y_o: Signal<Out, Bit>,
}
impl Logic for Undescribed {
    fn update(&mut self) {
        self.y_o.next = self.a_i.val();
    }
    fn connect(&mut self) {
        self.y_o.connect();
    }
}
fault!(no_description, Undescribed, Unsupported);

#[derive(LogicBlock, Module)]
pub struct StockRegister {
    pub clk_i: Signal<In, Clock>,
    pub y_o: Signal<Out, Bit>,
    stock: pimtee_hdl::rust_hdl::widgets::dff::DFF<Bit>,
}
#[hdl]
impl Logic for StockRegister {
    fn update(&mut self) {
        self.stock.clock.next = self.clk_i.val();
        self.stock.d.next = !self.stock.q.val();
        self.y_o.next = self.stock.q.val();
    }
}
fault!(foreign_verilog, StockRegister, Unsupported);

#[derive(LogicBlock, Module)]
pub struct WithSign {
    pub a_i: Signal<In, Signed<8>>,
    pub y_o: Signal<Out, Signed<8>>,
}
#[hdl]
impl Logic for WithSign {
    fn update(&mut self) {
        self.y_o.next = self.a_i.val();
    }
}
fault!(signed_values, WithSign, Unsupported);
