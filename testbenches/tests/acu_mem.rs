//! The filter of AXI4 against the golden policy.

use pimtee_hdl::acu::settings::MemSetting;
use pimtee_testbenches::acu::coverage::{Coverage, GOAL};
use pimtee_testbenches::acu::mem::Bench;
use pimtee_testbenches::{Outcome, check};
use std::sync::Mutex;

const fn setting(
    addr_width: usize,
    data_width: usize,
    id_width: usize,
    entries: usize,
    comb: bool,
) -> MemSetting {
    MemSetting {
        addr_width,
        data_width,
        id_width,
        entries,
        comb,
    }
}

/// Every value of every parameter at least once.
const SETTINGS: [MemSetting; 5] = [
    setting(32, 32, 4, 4, false),
    setting(40, 64, 4, 32, false),
    setting(64, 512, 8, 16, false),
    setting(40, 128, 4, 16, true),
    setting(64, 64, 8, 4, true),
];

/// Requests decided in each of them, `PIMTEE_ACU_REQUESTS` if set.
fn requests() -> u64 {
    let set = std::env::var("PIMTEE_ACU_REQUESTS").ok();
    set.and_then(|text| text.parse().ok()).unwrap_or(160_000)
}

#[test]
fn random_requests_are_treated_as_the_policy_says() {
    check(
        "acu_mem",
        "random_requests_are_treated_as_the_policy_says",
        |run| {
            let total = Mutex::new((0, 0, Coverage::default()));
            let one = |setting: MemSetting| -> Result<(), String> {
                let body = || -> Outcome {
                    let mut bench = Bench::of_run(run, setting)?;
                    bench.changes = 0.02;
                    // In between, a reset in the middle of everything.
                    for _ in 0..4 {
                        bench.traffic(requests() / 4)?;
                        bench.master.set_stalls(Default::default());
                        bench.traffic_until_reset()?;
                    }
                    let (decided, denied) = bench.decided();
                    println!("{setting:?}: {decided} requests, {denied} denied");
                    let mut total = total.lock().map_err(|error| error.to_string())?;
                    total.0 += decided;
                    total.1 += denied;
                    total.2.add(&bench.coverage);
                    Ok(())
                };
                body().map_err(|error| error.to_string())
            };
            for setting in SETTINGS {
                one(setting)?;
            }
            let (decided, denied, coverage) = total.into_inner()?;
            println!(
                "{decided} requests, {denied} denied; {} bins, the rarest hit {} times",
                coverage.len(),
                coverage.least()
            );
            let missing = coverage.missing();
            match missing.as_slice() {
                [] => Ok(()),
                [first, ..] => Err(format!(
                    "{} bins were hit less than {GOAL} times, for one {first:?}",
                    missing.len()
                )
                .into()),
            }
        },
    );
}
