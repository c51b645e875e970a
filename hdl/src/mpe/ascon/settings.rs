//! Every setting of the core, by value. A setting is a type, so each legal one is named here once.

use super::AsconAead;
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

macro_rules! settings {
    ($(($variant:literal, $rounds:literal, $width:literal)),* $(,)?) => {
        /// Every legal setting.
        pub const SETTINGS: &[Setting] = &[
            $(Setting { variant: $variant, rounds: $rounds, width: $width },)*
        ];

        /// The core of a setting, its fields not yet connected; `None` if there is no such core.
        pub fn core(setting: Setting) -> Option<Box<dyn Block>> {
            match (setting.variant, setting.rounds, setting.width) {
                $(($variant, $rounds, $width) => Some(Box::new(
                    AsconAead::<$variant, $rounds, $width, { $width / 8 }>::default()
                )),)*
                _ => None,
            }
        }
    };
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
