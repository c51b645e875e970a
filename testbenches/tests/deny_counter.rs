//! The deny counter: emitted under Verilator = rust-hdl's simulation = a plain model.
use pimtee_hdl::acu::DenyCounter;
use pimtee_testbenches::{check_property, equal, lockstep};
use proptest::{bool::weighted, collection::vec};

#[test]
fn counts_denials() {
    let cycles = vec((weighted(0.8), weighted(0.05), 0..16u64), 1..200);
    check_property("deny_counter", "counts_denials", cycles, |run, cycles| {
        let mut block = DenyCounter::<4>::default();
        let mut model = lockstep::model(run, &mut block, "deny_counter")?;
        lockstep!(block, model, { rst_ni: false } => []);
        let mut count = 0;
        for &(deny, clear, threshold) in cycles {
            let inputs_to_outputs = lockstep!(block, model, { rst_ni: true, deny_i: deny, clear_i: clear, threshold_i: threshold } => [count_o, irq_o]);
            equal(
                "count, irq",
                inputs_to_outputs,
                [count, u64::from(count >= threshold)],
            )?;
            count = if clear {
                0
            } else {
                (count + u64::from(deny)).min(15)
            };
        }
        Ok(())
    });
}
