//! Every setting of the core, by value. A setting is a type, so each legal one is named here once.

use super::{AsconAead, AsconAxis, AsconAxisHold, AsconHold};
use rust_hdl::core::prelude::Block;

/// Variant, rounds a cycle, bits of a beat: what [`AsconAead`] calls VARIANT, ROUNDS and W.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// 0 Ascon-128, 1 Ascon-128a, 2 Ascon-AEAD128, 3 all.
    pub variant: usize,
    /// Rounds in a cycle.
    pub rounds: usize,
    /// Bits of a beat.
    pub width: usize,
}

/// What stands around the core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Around {
    /// Beats of the buffer that holds plaintext until it is verified, one of [`DEPTHS`]; 0: none.
    pub hold_depth: usize,
    /// AXI4-Stream ports.
    pub axis: bool,
}

/// Depths of the buffer, in beats.
pub const DEPTHS: [usize; 4] = [16, 64, 256, 1024];

macro_rules! settings {
    ($(($variant:literal, $rounds:literal, $width:literal)),* $(,)?) => {
        /// Every legal setting.
        pub const SETTINGS: &[Setting] = &[
            $(Setting { variant: $variant, rounds: $rounds, width: $width },)*
        ];

        /// The core of a setting with what stands around it, its fields not yet connected; `None`
        /// if there is none.
        pub fn core(setting: Setting, around: Around) -> Option<Box<dyn Block>> {
            match (setting.variant, setting.rounds, setting.width) {
                $(($variant, $rounds, $width) => {
                    variants::<$variant, $rounds, $width, { $width / 8 }>(around)
                })*
                _ => None,
            }
        }
    };
}

fn variants<const VARIANT: usize, const ROUNDS: usize, const W: usize, const S: usize>(
    around: Around,
) -> Option<Box<dyn Block>> {
    Some(match around.hold_depth {
        0 if around.axis => Box::new(AsconAxis::<VARIANT, ROUNDS, W, S>::default()),
        0 => Box::new(AsconAead::<VARIANT, ROUNDS, W, S>::default()),
        16 => held::<VARIANT, ROUNDS, W, S, 4, 5>(around.axis),
        64 => held::<VARIANT, ROUNDS, W, S, 6, 7>(around.axis),
        256 => held::<VARIANT, ROUNDS, W, S, 8, 9>(around.axis),
        1024 => held::<VARIANT, ROUNDS, W, S, 10, 11>(around.axis),
        _ => return None,
    })
}

fn held<
    const VARIANT: usize,
    const ROUNDS: usize,
    const W: usize,
    const S: usize,
    const AW: usize,
    const UW: usize,
>(
    axis: bool,
) -> Box<dyn Block> {
    match axis {
        true => Box::new(AsconAxisHold::<VARIANT, ROUNDS, W, S, AW, UW>::default()),
        false => Box::new(AsconHold::<VARIANT, ROUNDS, W, S, AW, UW>::default()),
    }
}

settings![
    (0, 1, 32),
    (0, 2, 32),
    (0, 3, 32),
    (0, 6, 32),
    (0, 1, 64),
    (0, 2, 64),
    (0, 3, 64),
    (0, 6, 64),
    (1, 1, 32),
    (1, 2, 32),
    (1, 4, 32),
    (1, 1, 64),
    (1, 2, 64),
    (1, 4, 64),
    (1, 1, 128),
    (1, 2, 128),
    (1, 4, 128),
    (2, 1, 32),
    (2, 2, 32),
    (2, 4, 32),
    (2, 1, 64),
    (2, 2, 64),
    (2, 4, 64),
    (2, 1, 128),
    (2, 2, 128),
    (2, 4, 128),
    (3, 1, 32),
    (3, 2, 32),
    (3, 1, 64),
    (3, 2, 64),
];
