//! Host side of the streams of a design: what software or a bus bridge would do at its ports.

pub mod ascon;
pub mod axi_lite;

use std::collections::VecDeque;

use crate::dice::Dice;

/// The sending end of a valid/ready stream: beats in order, each offered until it is taken.
struct Source<B> {
    beats: VecDeque<B>,
    /// Valid is high for the first beat.
    offered: bool,
}

impl<B: Copy> Source<B> {
    fn new() -> Self {
        Self {
            beats: VecDeque::new(),
            offered: false,
        }
    }

    /// The beat to offer in this cycle: always one that was offered before, and a new one unless
    /// the stream stalls.
    fn offer(&mut self, stalls: bool) -> Option<B> {
        let beat = self.beats.front().copied()?;
        self.offered |= !stalls;
        self.offered.then_some(beat)
    }

    /// The end of a cycle with `ready`: the beat that moved, if one did.
    fn moved(&mut self, ready: bool) -> Option<B> {
        if !(self.offered && ready) {
            return None;
        }
        self.offered = false;
        self.beats.pop_front()
    }

    fn withdraw(&mut self) {
        self.beats.clear();
        self.offered = false;
    }
}
