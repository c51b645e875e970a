//! The sides of `pimtee bench` do the same work.

use pimtee_gen::catalogue::shipped;
use pimtee_gen::deliverable::{Options, emitted};
use pimtee_hdl::mpe::ascon::settings::Setting;
use pimtee_sim::bench::{AD_BYTES, Bench, TEXT_BYTES, golden};
use pimtee_sim::golden::ascon::Variant;
use pimtee_testbenches::Outcome;
use pimtee_testbenches::ascon::{Core, documented_cycles};
use rstest::rstest;

const MESSAGES: u64 = 3;

/// What `configs/ascon_fast.toml` sets.
const FAST: Core = Core::bare(Setting {
    variant: Variant::AsconAead128 as usize,
    rounds: 4,
    width: 128,
});

#[rstest]
#[case::selectable("ascon_all", Core::SELECTABLE, Variant::Ascon128a)]
#[case::wide("ascon_fast", FAST, Variant::AsconAead128)]
fn both_sides_and_the_driver_come_to_the_golden_digest(
    #[case] name: &str,
    #[case] core: Core,
    #[case] variant: Variant,
) -> Outcome {
    let path = format!("configs/{name}.toml");
    let shipped = shipped()?.into_iter().find(|shipped| shipped.path == path);
    let config = shipped.ok_or("the configuration is shipped")?.config;
    let design = emitted(&config, &Options { locators: false })?;
    let bench = Bench::new(&design, variant)?;

    let (cpp, binding) = (bench.cpp(MESSAGES)?, bench.binding(MESSAGES)?);
    let driver = bench.driver(MESSAGES)?;
    let expected = golden(variant, MESSAGES);
    assert_eq!([cpp.digest, binding.digest, driver.digest], [expected; 3]);
    assert_ne!(golden(variant, MESSAGES + 1), expected);
    assert_ne!(golden(Variant::Ascon128, MESSAGES), expected);

    // No cycle is lost on either side.
    let message = documented_cycles(core, variant, AD_BYTES, TEXT_BYTES, false);
    assert_eq!(cpp.cycles, binding.cycles);
    assert_eq!(driver.cycles, MESSAGES * message);
    assert!(binding.cycles - driver.cycles < 10, "{binding:?}");
    Ok(())
}
