//! A block twice, in rust-hdl's own simulation and, emitted, under Verilator, cycle by cycle.

use pimtee_gen::sv::ResetKind;
use pimtee_hdl::rust_hdl::core::prelude::{Bits, Block, simulate};
use pimtee_sim::verilator::{Build, Model};

use crate::{Outcome, Run, emitted};

/// Most passes over a block until its combinational logic has settled.
const MAX_PASSES: usize = 100;

/// Emits and builds `block` and gives an instance, to be used with [`lockstep!`](crate::lockstep)
/// beside the block itself.
///
/// # Errors
/// The block cannot be emitted or built.
pub fn model(run: &Run, block: &mut dyn Block, top: &str) -> Outcome<Model> {
    let design = emitted(block, top, ResetKind::Async)?;
    block.connect_all();
    let build = Build::new(&design)
        .x_initial_unique(true)
        .trace(run.trace());
    let mut model = build.build()?.instantiate(run.seed())?;
    if let Some(path) = run.wave() {
        model.open_wave(path)?;
    }
    Ok(model)
}

/// Lets the combinational logic of a block settle.
///
/// # Errors
/// It does not.
pub fn settle<B: Block>(block: &mut B) -> Outcome {
    match simulate(block, MAX_PASSES) {
        true => Ok(()),
        false => Err("the rust-hdl simulation does not settle".into()),
    }
}

/// A value of a port of up to 64 bits.
pub trait Word {
    /// The value, zero-extended.
    fn word(self) -> u64;
}

impl Word for bool {
    fn word(self) -> u64 {
        self.into()
    }
}

impl<const N: usize> Word for Bits<N> {
    fn word(self) -> u64 {
        self.to_u64()
    }
}

/// One cycle of a block and its [`model`](crate::lockstep::model) with the given inputs, `bool` or
/// `u64`: `lockstep!(block, model, { en_i: true } => [count_o])` gives the outputs, in order, as an
/// array of `u64`. Inputs keep their value until set again. Ask for no outputs before the first edge
/// with the reset low: registers start random under Verilator.
///
/// Ends the calling function with an error where the two differ.
#[macro_export]
macro_rules! lockstep {
    ($block:ident, $model:ident, { $($input:ident: $value:expr),* } => [$($output:ident),*]) => {{
        $block.clk_i.next = false.into();
        $(
            $block.$input.next = $value.into();
            $model.set($model.input(stringify!($input))?, u64::from($value));
        )*
        $crate::lockstep::settle(&mut $block)?;
        $model.cycle()?;
        $({
            let emitted = $model.get($model.output(stringify!($output))?);
            let described = $crate::lockstep::Word::word($block.$output.val());
            let what = concat!(stringify!($output), " under Verilator and in rust-hdl");
            $crate::equal(what, emitted, described)?;
        })*
        $block.clk_i.next = true.into();
        $crate::lockstep::settle(&mut $block)?;
        [$($model.get($model.output(stringify!($output))?)),*] as [u64; _]
    }};
}
