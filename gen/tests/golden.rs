//! The text of emitted modules, pinned: `gen/tests/snapshots/*.sv` are what a reader gets.
#![allow(missing_docs, reason = "blocks for tests only")]

mod common;

use common::{good, options};
use pimtee_gen::sv::{EmitOptions, ResetKind, emit};
use pimtee_hdl::acu::DenyCounter;
use pimtee_hdl::mpe::ascon::{AsconAead, AsconRound};
use pimtee_hdl::prelude::*;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
pub enum State {
    Idle,
    Run,
    Done,
}

/// Rotates its input by three, one cycle later.
#[derive(LogicBlock, Module)]
pub struct Inner<const W: usize> {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub a_i: Signal<In, Bits<W>>,
    pub y_o: Signal<Out, Bits<W>>,
    held: DataReg<Bits<W>>,
}

#[hdl]
impl<const W: usize> Logic for Inner<W> {
    fn update(&mut self) {
        regs!(self, held);
        self.held.d.next = self.a_i.val();
        self.y_o.next = (self.held.q.val() >> 3) | (self.held.q.val() << 5);
    }
}

const FIRST: u64 = 0x55;

/// One of everything the back end translates.
///
/// MODE: 0 rotates the key, 1 loads it.
#[derive(LogicBlock, Module)]
pub struct Zoo<const MODE: usize> {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub go_i: Signal<In, Bit>,
    pub a_i: Signal<In, Bits<8>>,
    /// Loaded in mode 1.
    pub load_i: Signal<In, Bits<8>>,
    pub words_i: [Signal<In, Bits<8>>; 4],
    pub at_i: Signal<In, Bits<3>>,
    pub y_o: Signal<Out, Bits<8>>,
    pub sum_o: Signal<Out, Bits<8>>,
    pub wide_o: Signal<Out, Bits<128>>,
    pub bits_o: Signal<Out, Bits<8>>,
    pub less_o: Signal<Out, Bit>,
    pub busy_o: Signal<Out, Bit>,
    state: Reg<State>,
    words: [Reg<Bits<8>>; 4],
    key: ClearReg<Bits<64>>,
    sums: [Signal<Local, Bits<8>>; 5],
    masked: [Signal<Local, Bits<8>>; 4],
    ready: Signal<Local, Bit>,
    inner: Inner<8>,
    inners: [Inner<8>; 2],
}

#[hdl]
impl<const MODE: usize> Logic for Zoo<MODE> {
    fn update(&mut self) {
        regs!(self, state, words[4], key);
        clocks!(self, inner, inners[2]);
        self.inner.a_i.next = self.a_i.val();
        for i in 0..2 {
            self.inners[i].a_i.next = self.words_i[i].val();
        }
        for i in 0..4 {
            self.masked[i].next = self.words_i[i].val() & self.words[i].q.val();
        }
        self.sums[0].next = FIRST.into();
        for i in 0..4 {
            self.sums[i + 1].next = self.sums[i].val() + self.masked[i].val();
        }
        self.sum_o.next = self.sums[4].val() ^ self.inners[1].y_o.val() ^ self.inners[0].y_o.val();
        self.y_o.next = self.inner.y_o.val();
        self.busy_o.next = self.state.q.val() != State::Idle;
        self.ready.next = !self.busy_o.val() & (self.a_i.val() != 7);
        self.bits_o.next = self
            .a_i
            .val()
            .replace_bit(2, self.a_i.val().get_bit(self.at_i.val().index()));
        self.less_o.next = (self.a_i.val() < self.load_i.val()) & self.a_i.val().any();
        self.key.clear.next = false;
        match self.state.q.val() {
            State::Idle => {
                if self.go_i.val() & self.ready.val() {
                    self.state.d.next = State::Run;
                    for i in 0..3 {
                        self.words[i + 1].d.next = self.words[i].q.val();
                    }
                    self.words[0].d.next = self.a_i.val();
                }
            }
            State::Run => {
                self.state.d.next = State::Done;
                self.key.clear.next = true;
            }
            State::Done => {
                self.state.d.next = State::Idle;
                if MODE == 1 {
                    self.key.d.next = bit_cast::<64, 8>(self.load_i.val()) << 56;
                } else {
                    self.key.d.next = (self.key.q.val() >> 19) | (self.key.q.val() << 45);
                }
            }
        }
        self.wide_o.next =
            (bit_cast::<128, 64>(self.key.q.val()) << 64) | bit_cast::<128, 64>(!self.key.q.val());
    }
}

const ALL_ONES: u64 = 0xffff_ffff_ffff_ffff;

/// Text that a tool would read otherwise than it is meant.
#[derive(LogicBlock, Module)]
pub struct Pitfalls {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub a_i: Signal<In, Bits<4>>,
    pub words_i: [Signal<In, Bits<9>>; 3],
    pub at_i: Signal<In, Bits<2>>,
    pub odd_o: Signal<Out, Bit>,
    pub wide_o: Signal<Out, Bits<65>>,
    pub bit_o: Signal<Out, Bit>,
    pub bits_o: [Signal<Out, Bits<2>>; 3],
    pub fixed_o: Signal<Out, Bit>,
    pub always_o: Signal<Out, Bit>,
    pub next_o: Signal<Out, Bits<4>>,
    fixed: Signal<Local, Bits<4>>,
    unread: Reg<Bits<4>>,
}

#[hdl]
impl Logic for Pitfalls {
    fn update(&mut self) {
        regs!(self, unread);
        self.odd_o.next = (!self.a_i.val()).xor();
        self.wide_o.next = ALL_ONES - !bit_cast::<65, 4>(self.a_i.val());
        self.bit_o.next = self.words_i[1].val().get_bit(self.at_i.val().index());
        for i in 0..3 {
            self.bits_o[i].next = self.words_i[i].val().get_bits::<2>(self.at_i.val().index());
        }
        self.fixed.next = 0x6u64.into();
        self.fixed_o.next = self.fixed.val().get_bit(self.at_i.val().index());
        self.always_o.next = (self.a_i.val() >= 0) & (self.a_i.val() < 15);
        self.unread.d.next = self.a_i.val();
        self.next_o.next = self.unread.d.val();
    }
}

fn pin(name: &str, text: &str) {
    insta::assert_binary_snapshot!(&format!("{name}.sv"), text.as_bytes().to_vec());
}

/// Pins the top module's file, the last.
fn pin_top(name: &str, block: &dyn Block) {
    let emitted = good(block);
    pin(name, &emitted.files[emitted.files.len() - 1].text);
}

#[test]
fn deny_counter_is_as_the_guide_shows() {
    pin_top("deny_counter", &DenyCounter::<8>::default());
}

#[test]
fn every_construct() {
    pin_top("zoo_mode0", &Zoo::<0>::default());
    pin_top("zoo_mode1", &Zoo::<1>::default());
}

#[test]
fn pitfalls() {
    pin_top("pitfalls", &Pitfalls::default());
}

#[test]
fn synchronous_reset_and_locators() {
    let options = EmitOptions {
        top: Some("counter".into()),
        reset: ResetKind::Sync,
        locators: true,
        ..options()
    };
    let emitted = emit(&DenyCounter::<4>::default(), &options).expect("a good block");
    pin("sync_with_locators", &emitted.files[1].text);
    pin("package", &emitted.files[0].text);
}

#[test]
fn ascon() {
    pin_top("ascon_round", &AsconRound::default());
    pin_top("ascon_aead128", &AsconAead::<2, 1, 64, 8>::default());
}

#[test]
fn primitives() {
    let fifo = good(&Fifo::<Bits<9>, 3, 4>::default());
    pin("regfile", &fifo.files[1].text);
    pin("fifo", &fifo.files[2].text);
    pin_top("skid_buffer", &SkidBuffer::<Bits<72>>::default());
}

#[test]
fn equal_sub_modules_are_emitted_once_and_files_are_in_dependency_order() {
    let emitted = good(&Zoo::<0>::default());
    let names: Vec<&str> = emitted
        .files
        .iter()
        .map(|file| file.name.as_str())
        .collect();
    assert_eq!(
        names,
        ["zoo_mode0_pkg.sv", "zoo_mode0_inner_w8.sv", "zoo_mode0.sv"]
    );
}

#[test]
fn a_second_run_gives_the_same_bytes() {
    assert_eq!(good(&Zoo::<0>::default()), good(&Zoo::<0>::default()));
    assert_eq!(
        good(&AsconAead::<3, 1, 64, 8>::default()),
        good(&AsconAead::<3, 1, 64, 8>::default())
    );
}
