//! Every setting of the core: variants, rounds a cycle, width of the streams. Each answers a sample
//! of the official vectors; `PIMTEE_ALL_VECTORS=1` (make nightly) makes it all of them. A sample of
//! settings answers all vectors in any case: `ascon_kat.rs` and the wide and the narrow end here.

use pimtee_hdl::mpe::ascon::settings::{self, SETTINGS, Setting};
use pimtee_sim::driver::ascon::Stalls;
use pimtee_sim::golden::ascon::Variant;
use pimtee_sim::kat::{KatFile, runner};
use pimtee_testbenches::ascon::{BARE, Core, documented_cycles, vectors};
use pimtee_testbenches::{Outcome, Run, check, equal, here};
use rstest::rstest;

const FILE: &str = "ascon_settings";

/// Every stream waits in this share of cycles.
const STALLS: f64 = 0.4;

/// One vector in so many, a prime, so that all lengths of text and of associated data come up.
const SAMPLE: usize = 29;

fn answers(run: &Run, core: Core, variant: Variant, stalls: Stalls, one_in: usize) -> Outcome {
    let file = KatFile::read(here(vectors(variant)))?;
    let cases: Vec<_> = file.cases.into_iter().step_by(one_in).collect();
    let mut engine = core.engine(run, variant, stalls)?;
    let report = runner::run(&cases, &mut engine, &mut |_, _| {}, None);
    if let Some(failure) = report.failures.first() {
        return Err(format!("{core}: {failure}").into());
    }
    let expected = format!("{} passed, 0 failed", cases.len());
    equal(&core.to_string(), report.summary(), expected)
}

#[rstest]
fn every_setting_answers_official_vectors(
    #[values(0, 1, 2, 3)] variant: usize,
    #[values(1, 2, 3, 4, 6)] rounds: usize,
    #[values(32, 64, 128)] width: usize,
) {
    let setting = Setting {
        variant,
        rounds,
        width,
    };
    if !SETTINGS.contains(&setting) {
        assert!(settings::core(setting, BARE).is_none());
        return;
    }
    let core = Core(setting);
    let all = std::env::var("PIMTEE_ALL_VECTORS").is_ok_and(|value| value == "1");
    let one_in = if all { 1 } else { SAMPLE };
    check(FILE, "every_setting_answers_official_vectors", |run| {
        for variant in core.variants() {
            for stalls in [Stalls::none(), Stalls::all(STALLS)] {
                answers(run, core, variant, stalls, one_in)?;
            }
            takes_the_documented_cycles(run, core, variant)?;
        }
        Ok(())
    });
}

/// Lengths around the ends of beats and blocks.
const LENGTHS: [usize; 11] = [0, 1, 4, 7, 8, 9, 15, 16, 17, 32, 100];

fn takes_the_documented_cycles(run: &Run, core: Core, variant: Variant) -> Outcome {
    let mut driver = core.driver(run, variant, Stalls::none(), run.seed())?;
    driver.load_key(&[7; 16])?;
    for ad in LENGTHS {
        for text in LENGTHS {
            let answer = driver.encrypt(&[9; 16], &vec![1; ad], &vec![2; text])?;
            let expected = documented_cycles(core, variant, ad, text, false);
            let what = format!("{core}, {variant}: cycles for {ad} and {text} bytes");
            equal(&what, answer.cycles(), expected)?;
        }
    }
    Ok(())
}

#[rstest]
#[case(Setting { variant: 0, rounds: 6, width: 32 }, Variant::Ascon128)]
#[case(Setting { variant: 1, rounds: 2, width: 128 }, Variant::Ascon128a)]
#[case(Setting { variant: 2, rounds: 4, width: 128 }, Variant::AsconAead128)]
#[case(Setting { variant: 3, rounds: 2, width: 32 }, Variant::Ascon128)]
fn a_sample_of_settings_answers_every_vector(#[case] setting: Setting, #[case] variant: Variant) {
    check(FILE, "a_sample_of_settings_answers_every_vector", |run| {
        answers(run, Core(setting), variant, Stalls::all(STALLS), 1)
    });
}
