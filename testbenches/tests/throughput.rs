//! Cycles for a block, as the catalogue gives them and `pimtee area` reports them, against the RTL.

use pimtee_gen::catalogue::shipped;
use pimtee_gen::config::Config;
use pimtee_gen::sv::ResetKind;
use pimtee_sim::driver::ascon::{AsconDriver, DriverError, Message, Stalls, build_core};
use pimtee_sim::golden::ascon::Variant;
use pimtee_testbenches::ascon::{Core, TOP, documented_cycles};
use pimtee_testbenches::{check, emitted, equal};

#[test]
fn a_block_takes_the_cycles_of_the_catalogue() {
    check(
        "throughput",
        "a_block_takes_the_cycles_of_the_catalogue",
        |run| {
            let mut measured = 0;
            for shipped in shipped()? {
                let config = shipped.config;
                let Some(throughput) = config.throughput() else {
                    continue;
                };
                let name = config.parameters().find(|(name, _)| *name == "variant");
                let variant = match name.map(|(_, value)| value.to_string()).as_deref() {
                    // The fastest of them.
                    Some("all") => Variant::AsconAead128,
                    Some(name) => name.parse()?,
                    None => return Err(format!("{}: no variant", shipped.path).into()),
                };
                let design = emitted(config.block().as_ref(), TOP, ResetKind::Async)?;
                let library = build_core(&design, run.trace())?;
                let mut driver = AsconDriver::new(library, variant, Stalls::none(), run.seed())?;
                driver.load_key(&[1; 16])?;
                let mut cycles = |blocks: u64| {
                    let text = vec![0; (blocks * throughput.block_bytes) as usize];
                    let answer = driver.run_one(&Message::encrypt(&[2; 16], b"", &text))?;
                    Ok::<u64, DriverError>(answer.cycles())
                };
                const BLOCKS: u64 = 20;
                let for_blocks = cycles(2 * BLOCKS)? - cycles(BLOCKS)?;
                equal(
                    &shipped.path,
                    for_blocks,
                    BLOCKS * throughput.cycles_per_block,
                )?;
                measured += 1;
            }
            match measured {
                0 => Err("no shipped configuration has a throughput".into()),
                _ => Ok(()),
            }
        },
    );
}

/// The formula of the core's documentation is held against the RTL in `ascon_kat.rs`.
#[test]
fn every_setting_agrees_with_the_documentation() {
    check(
        "throughput",
        "every_setting_agrees_with_the_documentation",
        |_| {
            for core in Core::all() {
                // Of a core with all variants the catalogue names the fastest.
                let Some(variant) = core.variants().last() else {
                    return Err(format!("{core} has no variant").into());
                };
                let name = match core.setting.variant {
                    3 => "all",
                    _ => variant.name(),
                };
                let text = format!(
                    "top = \"ascon_aead\"\n[parameters]\nvariant = \"{name}\"\nrounds = {}\n\
                 stream_width = {}\n",
                    core.setting.rounds, core.setting.width
                );
                let Some(known) = Config::parse("core.toml", &text)?.throughput() else {
                    return Err(format!("{core}: no throughput").into());
                };
                let cycles = |blocks: u64| {
                    let bytes = blocks * known.block_bytes;
                    documented_cycles(core, variant, 0, bytes as usize, false)
                };
                let block = cycles(2) - cycles(1);
                equal(&core.to_string(), known.cycles_per_block, block)?;
            }
            Ok(())
        },
    );
}
