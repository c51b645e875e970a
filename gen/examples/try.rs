use pimtee_gen::sv::*;
use pimtee_hdl::prelude::*;
fn opts() -> EmitOptions {
    EmitOptions {
        top: None,
        reset: ResetKind::Async,
        locators: true,
        generator: "pimtee 0.1.0".into(),
        config_hash: "3f9c00112233".into(),
    }
}

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
pub enum State {
    Idle,
    Run,
    Done,
}

/// Inner block.
#[derive(LogicBlock, Module)]
pub struct Inner<const W: usize> {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub a_i: Signal<In, Bits<W>>,
    pub y_o: Signal<Out, Bits<W>>,
    r: DataReg<Bits<W>>,
}
#[hdl]
impl<const W: usize> Logic for Inner<W> {
    fn update(&mut self) {
        regs!(self, r);
        self.r.d.next = self.a_i.val();
        self.y_o.next = (self.r.q.val() >> 3) | (self.r.q.val() << 5);
    }
}
/// A zoo of constructs.
#[derive(LogicBlock, Module)]
pub struct Zoo<const MODE: usize> {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub go_i: Signal<In, Bit>,
    pub a_i: Signal<In, Bits<8>>,
    pub unused_in_mode_i: Signal<In, Bits<8>>,
    pub words_i: [Signal<In, Bits<8>>; 4],
    pub y_o: Signal<Out, Bits<8>>,
    pub sum_o: Signal<Out, Bits<8>>,
    pub wide_o: Signal<Out, Bits<128>>,
    pub busy_o: Signal<Out, Bit>,
    state: Reg<State>,
    mem: [Reg<Bits<8>>; 4],
    key: ClearReg<Bits<64>>,
    acc: [Signal<Local, Bits<8>>; 5],
    masked: [Signal<Local, Bits<8>>; 4],
    inner: Inner<8>,
    inners: [Inner<8>; 2],
}
#[hdl]
impl<const MODE: usize> Logic for Zoo<MODE> {
    fn update(&mut self) {
        regs!(self, state, mem[4], key);
        clocks!(self, inner, inners[2]);
        self.inner.a_i.next = self.a_i.val();
        for i in 0..2 {
            self.inners[i].a_i.next = self.words_i[i].val();
        }
        for i in 0..4 {
            self.masked[i].next = self.words_i[i].val() & self.mem[i].q.val();
        }
        self.acc[0].next = 0.into();
        for i in 0..4 {
            self.acc[i + 1].next = self.acc[i].val() + self.masked[i].val();
        }
        self.sum_o.next = self.acc[4].val() ^ self.inners[1].y_o.val() ^ self.inners[0].y_o.val();
        self.y_o.next = self.inner.y_o.val();
        self.busy_o.next = self.state.q.val() != State::Idle;
        self.key.clear.next = false;
        match self.state.q.val() {
            State::Idle => {
                if self.go_i.val() {
                    self.state.d.next = State::Run;
                    for i in 0..3 {
                        self.mem[i + 1].d.next = self.mem[i].q.val();
                    }
                    self.mem[0].d.next = self.a_i.val();
                }
            }
            State::Run => {
                self.state.d.next = State::Done;
                self.key.clear.next = true;
            }
            State::Done => {
                self.state.d.next = State::Idle;
                if MODE == 1 {
                    self.key.d.next = bit_cast::<64, 8>(self.unused_in_mode_i.val()) << 56;
                } else {
                    self.key.d.next = (self.key.q.val() >> 19) | (self.key.q.val() << 45);
                }
            }
        }
        self.wide_o.next =
            (bit_cast::<128, 64>(self.key.q.val()) << 64) | bit_cast::<128, 64>(self.key.q.val());
    }
}

fn main() {
    let dir = std::env::args().nth(1).unwrap();
    let dump = |b: &dyn Block, name: &str| match emit(
        b,
        &EmitOptions {
            top: Some(name.into()),
            ..opts()
        },
    ) {
        Ok(e) => {
            let mut f = String::new();
            for x in &e.files {
                std::fs::write(format!("{dir}/{}", x.name), &x.text).unwrap();
                f += &format!("{}\n", x.name);
            }
            std::fs::write(format!("{dir}/{name}.f"), f).unwrap();
        }
        Err(e) => println!("{name}: {e}"),
    };
    use pimtee_hdl::mpe::ascon::*;
    dump(&AsconAead::<0>::default(), "ascon_v0");
    dump(&AsconAead::<1>::default(), "ascon_v1");
    dump(&AsconAead::<2>::default(), "ascon_v2");
    dump(&AsconAead::<3>::default(), "ascon_v3");
    dump(&Zoo::<1>::default(), "zoo1");
    dump(&Zoo::<0>::default(), "zoo0");
    dump(&Fifo::<Bits<9>, 3, 4>::default(), "fifo");
    dump(&SkidBuffer::<Bits<72>>::default(), "skid");
}
