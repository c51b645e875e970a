//! Runs compiled kernels on the device model, and compares them with what they mean.

use crate::dram::{Device, Executor, Host, Report, RunError, Use};
use pimtee_gen::pim::interpret::{self, Given, Left};
use pimtee_gen::pim::{Bits, CompileError, Compiled, Ir, Label, Program, Target, compile};
use pimtee_hdl::dram::timing::{Memory, Preset, Timing};
use pimtee_hdl::dram::{Geometry, Place, Row};
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use thiserror::Error;

/// What a run on the device gave.
#[derive(Clone, Debug)]
pub struct Ran {
    /// What the kernel left.
    pub left: Left,
    /// Loading the constant rows.
    pub setup: Report,
    /// The kernel.
    pub main: Report,
}

/// Why a compiled kernel is not right.
#[derive(Debug, Error)]
pub enum CheckError {
    /// It cannot be compiled.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// It means nothing.
    #[error(transparent)]
    Interpret(#[from] interpret::RunError),
    /// The device refuses something.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The cells refuse a row that is there at the start.
    #[error("row {row} cannot be loaded: {fault}")]
    Load {
        /// Row.
        row: Row,
        /// Why.
        fault: crate::dram::CellFault,
    },
    /// The kernel needs a row that is not given.
    #[error("input `{0}` is not given")]
    Missing(String),
    /// The device and the meaning differ.
    #[error("`{name}` is {found:x?} on the device, and should be {expected:x?}")]
    Differs {
        /// Row or array.
        name: String,
        /// On the device.
        found: Option<Box<Bits>>,
        /// What it means.
        expected: Option<Box<Bits>>,
    },
}

/// Runs a program on a device with refresh, rows labelled as the compiler says.
///
/// # Errors
/// The device refuses something, or something is not given.
pub fn execute(
    program: &Program,
    given: &Given,
    timing: &Timing,
    geometry: &Geometry,
) -> Result<Ran, CheckError> {
    let place = Place::default();
    let mut device = Device::new(timing, geometry, 1);
    for (row, label) in &program.labels {
        let used_for = match label {
            Label::Secret => Use::Secret,
            Label::Public => Use::Public,
            Label::Output => Use::Output,
        };
        let subarray = device.subarray_mut(place);
        let declared = subarray.declare(*row, used_for, None);
        declared.map_err(|fault| CheckError::Load { row: *row, fault })?;
    }
    let mut load = |row: Row, bits: &Bits| {
        let loaded = device.subarray_mut(place).load(row, bits);
        loaded.map_err(|fault| CheckError::Load { row, fault })
    };
    for input in &program.inputs {
        let bits = given.inputs.get(&input.name);
        load(
            input.row,
            bits.ok_or_else(|| CheckError::Missing(input.name.clone()))?,
        )?;
    }
    for array in &program.arrays {
        for (at, bits) in given
            .arrays
            .get(&array.name)
            .into_iter()
            .flatten()
            .enumerate()
        {
            load(Row::at(array.row.address() + at as u16), bits)?;
        }
    }
    let mut executor = Executor::new(&mut device);
    let mut host = Host {
        input: program.constants.iter().map(|one| one.bits).collect(),
        output: Vec::new(),
    };
    let setup = executor.run(place, program.setup(), &mut host)?;
    host.input = given.host.clone();
    let main = executor.run(place, program.expand(), &mut host)?;
    let subarray = device.subarray(place);
    let mut left = Left::default();
    for output in &program.outputs {
        let bits = subarray.peek(output.row).unwrap_or_default();
        left.outputs.insert(output.name.clone(), bits);
    }
    for array in &program.arrays {
        let rows = (0..array.len).map(|at| Row::at(array.row.address() + at as u16));
        let bits = rows.map(|row| subarray.peek(row)).collect();
        left.arrays.insert(array.name.clone(), bits);
    }
    left.host = (host.output.into_iter())
        .map(|bits| (String::new(), bits))
        .collect();
    Ok(Ran { left, setup, main })
}

/// Random rows for everything that a kernel is given.
pub fn random(ir: &Ir, host_rows: usize, seed: u64) -> Given {
    let mut random = ChaCha12Rng::seed_from_u64(seed);
    let mut row = || -> Bits { std::array::from_fn(|_| random.next_u64()) };
    let mut given = Given::default();
    for input in &ir.inputs {
        given.inputs.insert(input.name.clone(), row());
    }
    for array in &ir.arrays {
        if array.kind == pimtee_gen::pim::ir::ArrayKind::Input {
            let rows = (0..array.len).map(|_| row()).collect();
            given.arrays.insert(array.name.clone(), rows);
        }
    }
    given.host = (0..host_rows).map(|_| row()).collect();
    given
}

/// Compiles a kernel and compares the device with its meaning, bit by bit, on what is given.
///
/// # Errors
/// They differ, or one of them cannot be run.
pub fn check(ir: &Ir, target: &Target, given: &Given) -> Result<(Compiled, Ran), CheckError> {
    let compiled = compile(ir, target)?;
    let timing = Timing::new(Memory::Ddr4_2400, Preset::Paper, target.shift);
    let ran = execute(&compiled.program, given, &timing, &target.geometry)?;
    compare(&interpret::run(ir, given.clone())?, &ran.left)?;
    Ok((compiled, ran))
}

/// Whether a run left what it should.
///
/// # Errors
/// The first row that differs.
pub fn compare(expected: &Left, found: &Left) -> Result<(), CheckError> {
    let differ = |name: &str, found: Option<Bits>, expected: Option<Bits>| CheckError::Differs {
        name: name.into(),
        found: found.map(Box::new),
        expected: expected.map(Box::new),
    };
    for (name, bits) in &expected.outputs {
        let there = found.outputs.get(name).copied();
        if there != Some(*bits) {
            return Err(differ(name, there, Some(*bits)));
        }
    }
    for (name, rows) in &expected.arrays {
        for (at, bits) in rows.iter().enumerate() {
            let there = found.arrays.get(name).and_then(|rows| *rows.get(at)?);
            if bits.is_some() && there != *bits {
                return Err(differ(&format!("{name}.{at}"), there, *bits));
            }
        }
    }
    for at in 0..expected.host.len().max(found.host.len()) {
        let there = found.host.get(at).map(|(_, bits)| *bits);
        let right = expected.host.get(at).map(|(_, bits)| *bits);
        if there != right {
            let name = expected.host.get(at).map_or("", |(name, _)| name);
            return Err(differ(name, there, right));
        }
    }
    Ok(())
}
