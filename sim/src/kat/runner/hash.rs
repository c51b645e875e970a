//! Hash functions as engines.

use super::{
    Check, EngineError, Failure, Outcome, Report, compare, failure, no_answer, run_each, written,
};
use crate::golden::sha3::{self, BitString, Function};
use crate::kat::hash::{HashCase, HashInput, next_length};

/// Hashes of a Monte Carlo case.
const MONTE_STEPS: usize = 1000;
/// Bytes that the messages of a Monte Carlo case have, where outputs have any length.
const MONTE_BYTES: usize = 16;

/// An implementation of a hash function: a model, or a driver of simulated hardware.
pub trait HashEngine {
    /// The first `bits` bits of the output for `message`, in whole bytes; the bits of the last byte
    /// that do not belong to the output are 0. For a function with digests, `bits` is their length.
    ///
    /// # Errors
    /// The engine has no answer. The runner counts the case as failed and goes on.
    fn hash(&mut self, message: &BitString, bits: usize) -> Result<Vec<u8>, EngineError>;
}

/// Runs the first `limit` of `cases` (all of them if `None`) and tells `progress` after each case how
/// many are done, and of how many.
pub fn run(
    cases: &[HashCase],
    engine: &mut dyn HashEngine,
    progress: &mut dyn FnMut(usize, usize),
    limit: Option<usize>,
) -> Report {
    run_each(cases, progress, limit, &mut |case| {
        Outcome::Compared(run_case(case, engine).into_iter().collect())
    })
}

fn run_case(case: &HashCase, engine: &mut dyn HashEngine) -> Option<Failure> {
    match answer(case, engine) {
        Ok(output) => compare(case, Check::HashOutput, &case.output, &output),
        Err(error) => Some(failure(
            case,
            Check::HashOutput,
            written(&case.output),
            no_answer(&error),
        )),
    }
}

fn answer(case: &HashCase, engine: &mut dyn HashEngine) -> Result<Vec<u8>, EngineError> {
    match &case.input {
        HashInput::Message(message) => engine.hash(message, case.bits),
        HashInput::Digests(start) => (0..MONTE_STEPS).try_fold(start.clone(), |digest, _| {
            engine.hash(&BitString::from(&digest[..]), case.bits)
        }),
        HashInput::Outputs {
            start,
            first,
            min,
            max,
        } => {
            let (mut output, mut bytes) = (start.clone(), *first);
            for _ in 0..MONTE_STEPS {
                output.resize(MONTE_BYTES, 0);
                output = engine.hash(&BitString::from(&output[..]), 8 * bytes)?;
                bytes = next_length(&output, *min, *max);
            }
            Ok(output)
        }
    }
}

/// The golden model of a function as an engine.
#[derive(Clone, Copy, Debug)]
pub struct GoldenHash {
    /// The function to compute.
    pub function: Function,
}

impl HashEngine for GoldenHash {
    fn hash(&mut self, message: &BitString, bits: usize) -> Result<Vec<u8>, EngineError> {
        Ok(sha3::hash(self.function, message, bits))
    }
}
