//! Memories and flow-control buffers in rust-hdl's simulation, against plain collections.

use pimtee_hdl::prelude::*;
use std::collections::VecDeque;

/// xorshift64*: reproducible.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32
    }

    /// True in `eighths` of 8 cases.
    fn chance(&mut self, eighths: u64) -> bool {
        self.next() % 8 < eighths
    }
}

/// One clock cycle: `$low` looks at the settled outputs before the edge.
macro_rules! cycle {
    ($uut:expr, $low:block) => {
        $uut.clk_i.next = false.into();
        assert!(simulate(&mut $uut, 20));
        $low
        $uut.clk_i.next = true.into();
        assert!(simulate(&mut $uut, 20));
    };
}

#[test]
fn ram1_reads_one_cycle_later() {
    let mut uut = Ram1::<Bits<16>, 3>::default();
    let mut model = [0; 8];
    let mut random = Random(1);
    let mut expected = None;
    for _ in 0..500 {
        let (we, addr, word) = (random.chance(4), random.next() % 8, random.next() & 0xffff);
        uut.we_i.next = we;
        uut.addr_i.next = addr.into();
        uut.wdata_i.next = word.into();
        cycle!(uut, {
            if let Some(expected) = expected {
                assert_eq!(uut.rdata_o.val().to_u64(), expected);
            }
        });
        expected = (!we).then_some(model[addr as usize]);
        if we {
            model[addr as usize] = word;
        }
    }
}

#[test]
fn ram2_reads_one_cycle_later() {
    let mut uut = Ram2::<Bits<16>, 3>::default();
    let mut model = [0; 8];
    let mut random = Random(2);
    let mut expected = None;
    for _ in 0..500 {
        let (we, word) = (random.chance(4), random.next() & 0xffff);
        let (waddr, raddr) = (random.next() % 8, random.next() % 8);
        uut.we_i.next = we;
        uut.waddr_i.next = waddr.into();
        uut.wdata_i.next = word.into();
        uut.raddr_i.next = raddr.into();
        cycle!(uut, {
            if let Some(expected) = expected {
                assert_eq!(uut.rdata_o.val().to_u64(), expected);
            }
        });
        expected = (!we || waddr != raddr).then_some(model[raddr as usize]);
        if we {
            model[waddr as usize] = word;
        }
    }
}

#[test]
fn reg_file_reads_in_the_same_cycle() {
    let mut uut = RegFile::<Bits<16>, 3>::default();
    let mut model = [0; 8];
    let mut random = Random(3);
    for _ in 0..500 {
        let (we, word) = (random.chance(4), random.next() & 0xffff);
        let (waddr, raddr) = (random.next() % 8, random.next() % 8);
        uut.we_i.next = we;
        uut.waddr_i.next = waddr.into();
        uut.wdata_i.next = word.into();
        uut.raddr_i.next = raddr.into();
        cycle!(uut, {
            assert_eq!(uut.rdata_o.val().to_u64(), model[raddr as usize]);
        });
        if we {
            model[waddr as usize] = word;
        }
    }
}

/// Streams random words through a buffer with stalls on both sides; `$held` looks at the buffer
/// and at the words that should be in it.
macro_rules! stream {
    ($uut:ident, $capacity:expr, $held:expr) => {
        $uut.clk_i.connect();
        $uut.rst_ni.connect();
        $uut.valid_i.connect();
        $uut.data_i.connect();
        $uut.ready_i.connect();
        $uut.connect_all();
        check_all(&$uut).unwrap();
        cycle!($uut, {});
        $uut.rst_ni.next = true;
        let mut random = Random(4);
        let mut model = VecDeque::new();
        let (mut word, mut offered, mut fullest, mut moved) = (0, false, 0, 0);
        for step in 0..4000 {
            // Phases of a slow sender, a slow receiver and full speed.
            let (send, receive) = [(2, 6), (6, 2), (8, 8), (4, 4)][step / 50 % 4];
            offered = offered || random.chance(send);
            $uut.valid_i.next = offered;
            $uut.data_i.next = if offered { word } else { 0xdead }.into();
            let ready = random.chance(receive);
            $uut.ready_i.next = ready;
            cycle!($uut, {
                $held(&$uut, &model, offered);
                let taken = offered && $uut.ready_o.val();
                if taken {
                    model.push_back(word);
                    word = random.next() & 0xffff;
                    offered = false;
                }
                if $uut.valid_o.val() {
                    assert_eq!($uut.data_o.val().to_u64(), model[0]);
                    if ready {
                        model.pop_front();
                        moved += 1;
                    }
                }
                fullest = fullest.max(model.len());
            });
        }
        assert_eq!(fullest, $capacity);
        assert!(moved > 1500);
    };
}

#[test]
fn skid_buffer_loses_and_doubles_nothing() {
    let mut uut = SkidBuffer::<Bits<16>>::default();
    stream!(uut, 1, |uut: &SkidBuffer<Bits<16>>,
                     model: &VecDeque<u64>,
                     offered: bool| {
        assert_eq!(uut.ready_o.val(), model.is_empty());
        assert_eq!(uut.valid_o.val(), offered || !model.is_empty());
    });
}

#[test]
fn fifo_loses_and_doubles_nothing() {
    let mut uut = Fifo::<Bits<16>, 2, 3>::default();
    stream!(uut, 4, |uut: &Fifo<Bits<16>, 2, 3>,
                     model: &VecDeque<u64>,
                     _: bool| {
        assert_eq!(uut.usage_o.val().to_u64(), model.len() as u64);
        assert_eq!(uut.ready_o.val(), model.len() < 4);
        assert_eq!(uut.valid_o.val(), !model.is_empty());
    });
}
