//! The assertions on the streams of the Ascon core fire when a rule is broken.

use pimtee_gen::sv::ResetKind;
use pimtee_sim::driver::ascon::{AsconDriver, DriverError, Message, Stalls};
use pimtee_sim::golden::ascon::Variant;
use pimtee_sim::verilator::{SimError, Trace};
use pimtee_testbenches::Outcome;
use pimtee_testbenches::ascon::{Core, TOP, with_stream_assertions};
use rstest::rstest;

const CORE: Core = Core::fixed(Variant::AsconAead128);
const SEED: u64 = 1;

fn assertion(result: Result<(), SimError>) -> String {
    match result {
        Err(SimError::Assertion { message, .. }) => message,
        result => panic!("expected a failed assertion, got {result:?}"),
    }
}

/// A beat that is offered to a core without a key, and then withdrawn or changed.
#[rstest]
#[case("nonce_valid_i", "nonce_valid_i", "nonce")]
#[case("nonce_valid_i", "nonce_data_i", "nonce")]
#[case("nonce_valid_i", "nonce_variant_i", "nonce")]
#[case("ad_valid_i", "ad_valid_i", "ad")]
#[case("ad_valid_i", "ad_strb_i", "ad")]
#[case("text_valid_i", "text_valid_i", "text")]
#[case("text_valid_i", "text_last_i", "text")]
#[case("exp_valid_i", "exp_valid_i", "exp")]
#[case("exp_valid_i", "exp_data_i", "exp")]
fn a_source_that_changes_its_mind_is_found(
    #[case] valid: &str,
    #[case] changed: &str,
    #[case] stream: &str,
) -> Outcome {
    let mut model = CORE.library(Trace::None)?.instantiate(SEED)?;
    model.reset(2)?;
    for _ in 0..3 {
        model.cycle()?;
    }
    let (valid, changed) = (model.input(valid)?, model.input(changed)?);
    model.set(valid, 1);
    model.cycle()?;
    model.cycle()?;
    model.set(changed, u64::from(valid != changed));
    let message = assertion(model.cycle());
    assert!(
        message.contains(&format!("{stream}: a beat was withdrawn or changed")),
        "{message}"
    );
    Ok(())
}

/// A clear ends every offer: no rule is broken.
#[test]
fn a_clear_excuses_a_withdrawal() -> Outcome {
    let mut model = CORE.library(Trace::None)?.instantiate(SEED)?;
    model.reset(2)?;
    let (nonce, clear) = (model.input("nonce_valid_i")?, model.input("clear_i")?);
    for (offered, cleared) in [(1, 0), (1, 0), (1, 1), (0, 0), (0, 0)] {
        model.set(nonce, offered);
        model.set(clear, cleared);
        model.cycle()?;
    }
    Ok(())
}

/// A core with a line of its text replaced breaks the rule that the assertion stands for.
#[rstest]
#[case(
    "if (tag_valid_o && tag_ready_i) begin",
    "if (tag_valid_o) begin",
    "tag: a beat was withdrawn"
)]
#[case(
    "if (verdict_valid_o && verdict_ready_i) begin",
    "if (verdict_valid_o) begin",
    "verdict: it was withdrawn"
)]
#[case(
    "text_beat = text_data_i & lanes_mask_o;",
    "text_beat = text_data_i;",
    "out: an absent byte is not zero"
)]
#[case(
    "out_data_o = 64'd0;",
    "out_data_o = order_out_data_o;",
    "out: data show while not valid"
)]
#[case(
    "tag_data_o = 64'd0;",
    "tag_data_o = order_out_data_o;",
    "tag: data show while not valid"
)]
#[case(
    "verdict_ok_o = verdict_valid_o && !mismatch_q",
    "verdict_ok_o = !mismatch_q",
    "verdict: ok shows while not valid"
)]
#[case(
    "if (out_taken) begin",
    "if (out_valid_o) begin",
    "out: a beat was withdrawn"
)]
#[case(
    "exp_ready_o = open;",
    "exp_ready_o = 1'b1;",
    "clear: a stream is open"
)]
fn a_mutant_is_found(
    #[case] original: &str,
    #[case] mutated: &str,
    #[case] expected: &str,
) -> Outcome {
    let mut design = CORE.emitted(ResetKind::Async)?;
    let mut replaced = 0;
    for file in design
        .files
        .iter_mut()
        .filter(|file| file.name == format!("{TOP}.sv"))
    {
        replaced += file.text.matches(original).count();
        file.text = file.text.replace(original, mutated);
    }
    assert_eq!(replaced, 1, "{original:?} stands once in the emitted text");
    let build = with_stream_assertions(&design, Trace::None)?;
    let library = build
        .opt_level(pimtee_sim::verilator::OptLevel::O0)
        .build()?;
    let mut driver = AsconDriver::new(library, Variant::AsconAead128, Stalls::all(0.5), SEED)?;
    let error = messages(&mut driver).expect_err("an assertion fails");
    match error {
        DriverError::Sim(SimError::Assertion { message, .. }) => {
            assert!(message.contains(expected), "{message}");
        }
        error => panic!("expected a failed assertion, got: {error}"),
    }
    Ok(())
}

/// Enough for every rule: both directions, a wrong tag, part of a beat, a clear at every point.
fn messages(driver: &mut AsconDriver) -> Result<(), DriverError> {
    let (key, nonce) = ([7; 16], [9; 16]);
    let decryption = Message::decrypt(&nonce, &[1; 5], &[3; 21], &[0; 16]).with_key(&key);
    for _ in 0..4 {
        driver.run(&[
            Message::encrypt(&nonce, &[1; 5], &[2; 21]).with_key(&key),
            decryption.clone(),
        ])?;
    }
    for cycles in 0..200 {
        driver.begin(std::slice::from_ref(&decryption))?;
        driver.advance(cycles)?;
        driver.clear()?;
    }
    Ok(())
}
