//! The official answers of the LWC files through the emitted cores under Verilator.

use pimtee_sim::driver::ascon::{Ending, Message, Stalls};
use pimtee_sim::golden::ascon::Variant;
use pimtee_sim::kat::{KatFile, runner};
use pimtee_testbenches::ascon::{Build, core, documented_cycles, vectors};
use pimtee_testbenches::{check, equal, here};
use rstest::rstest;

const FILE: &str = "ascon_kat";

/// Every stream waits in this share of cycles.
const STALLS: f64 = 0.4;

#[rstest]
fn official_vectors_are_answered(
    #[values(Variant::Ascon128, Variant::Ascon128a, Variant::AsconAead128)] variant: Variant,
    #[values(Build::Fixed, Build::Selectable)] build: Build,
    #[values(Stalls::none(), Stalls::all(STALLS))] stalls: Stalls,
) {
    check(FILE, "official_vectors_are_answered", |run| {
        let file = KatFile::read(here(vectors(variant)))?;
        let mut engine = core(build, variant).engine(run, variant, stalls)?;
        let report = runner::run(&file.cases, &mut engine, &mut |_, _| {}, None);
        if let Some(failure) = report.failures.first() {
            return Err(failure.to_string().into());
        }
        let summary = report.summary();
        equal("summary", summary.as_str(), "1089 passed, 0 failed")
    });
}

/// All messages of a file without a pause, alternately encrypted and decrypted, so that a message
/// waits at the door while the one before is in hand.
#[rstest]
fn official_vectors_back_to_back(
    #[values(Variant::Ascon128, Variant::Ascon128a, Variant::AsconAead128)] variant: Variant,
    #[values(Build::Fixed, Build::Selectable)] build: Build,
) {
    check(FILE, "official_vectors_back_to_back", |run| {
        let file = KatFile::read(here(vectors(variant)))?;
        let core = core(build, variant);
        let mut driver = core.driver(run, variant, Stalls::none(), run.seed())?;
        let mut messages = Vec::new();
        for (case, decrypt) in file.cases.iter().zip([false, true].into_iter().cycle()) {
            let (nonce, tag) = (case.nonce[..].try_into()?, case.tag[..].try_into()?);
            messages.push(match decrypt {
                false => Message::encrypt(nonce, &case.ad, &case.pt),
                true => Message::decrypt(nonce, &case.ad, &case.ct, tag),
            });
        }
        // One key serves the whole file.
        driver.load_key(file.cases[0].key[..].try_into()?)?;
        let answers = driver.run(&messages)?;
        equal("answers", answers.len(), 1089)?;
        let mut next = answers[0].first_cycle;
        for (case, (message, answer)) in file.cases.iter().zip(messages.iter().zip(answers)) {
            let decrypt = message.expected_tag.is_some();
            let expected = match decrypt {
                false => (case.ct.clone(), Ending::Tag(case.tag[..].try_into()?)),
                true => (case.pt.clone(), Ending::Verdict(true)),
            };
            let id = &case.id;
            equal(&format!("{id}: first cycle"), answer.first_cycle, next)?;
            next += documented_cycles(core, variant, case.ad.len(), case.pt.len(), decrypt);
            equal(&format!("{id}: cycle after"), answer.last_cycle + 1, next)?;
            equal(id, (answer.text, answer.ending), expected)?;
        }
        Ok(())
    });
}
