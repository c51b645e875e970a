//! The AXI4-Lite front in rust-hdl's simulation and under Verilator.

use pimtee_hdl::bus::AxiLiteSlave;
use pimtee_testbenches::{check_property, equal, lockstep};
use proptest::bool::weighted;
use proptest::collection::vec;
use proptest::prelude::*;

/// Every transaction is answered once, in order, with the answer that was given to it.
#[test]
fn the_front_agrees_with_rust_hdl_and_answers_once() {
    let bits = || (weighted(0.6), weighted(0.6), weighted(0.6));
    let cycles = vec((bits(), bits(), weighted(0.4), any::<u16>()), 1..200);
    check_property(
        "axi_lite",
        "the_front_agrees_with_rust_hdl_and_answers_once",
        cycles,
        |run, cycles| {
            let mut block = AxiLiteSlave::<8>::default();
            let mut model = lockstep::model(run, &mut block, "axi_lite_slave")?;
            lockstep!(block, model, { rst_ni: false } => []);
            // What was offered and not taken stays.
            let (mut aw, mut w, mut ar) = (None, None, None);
            let (mut addresses, mut data, mut reads) = (vec![], vec![], vec![]);
            let (mut answers, mut replies) = (vec![], vec![]);
            let (mut done_writes, mut done_reads) = (0, 0);
            let (mut write_open, mut read_open) = (false, false);
            for &((aw_on, w_on, ar_on), (bready, rready, done), error, word) in cycles {
                let word = u64::from(word);
                aw = aw.or(aw_on.then_some(word & 0xff));
                w = w.or(w_on.then_some(word.wrapping_mul(0x1_0001)));
                ar = ar.or(ar_on.then_some(word >> 8));
                let [
                    awready,
                    wready,
                    bvalid,
                    bresp,
                    arready,
                    rvalid,
                    rresp,
                    rdata,
                    wv,
                    rv,
                ] = lockstep!(block, model, {
                    rst_ni: true,
                    s_axil_awvalid: aw.is_some(), s_axil_awaddr: aw.unwrap_or(0), s_axil_awprot: 1u64,
                    s_axil_wvalid: w.is_some(), s_axil_wdata: w.unwrap_or(0), s_axil_wstrb: 15u64,
                    s_axil_bready: bready,
                    s_axil_arvalid: ar.is_some(), s_axil_araddr: ar.unwrap_or(0), s_axil_arprot: 1u64,
                    s_axil_rready: rready,
                    write_done_i: write_open && done, write_error_i: error,
                    read_done_i: read_open && done, read_error_i: error, read_data_i: word
                } => [s_axil_awready, s_axil_wready, s_axil_bvalid, s_axil_bresp, s_axil_arready, s_axil_rvalid, s_axil_rresp, s_axil_rdata, write_valid_o, read_valid_o]);
                // Unknown before the first transaction, so not asked for above.
                let shown =
                    |name| Ok::<_, Box<dyn std::error::Error>>(model.get(model.output(name)?));
                let (wa, wd, ra) = (
                    shown("write_address_o")?,
                    shown("write_data_o")?,
                    shown("read_address_o")?,
                );
                if bvalid == 1 && bready {
                    equal("write answer", Some(bresp == 2), answers.first().copied())?;
                    answers.remove(0);
                }
                if rvalid == 1 && rready {
                    equal(
                        "read answer",
                        Some((rresp == 2, rdata)),
                        replies.first().copied(),
                    )?;
                    replies.remove(0);
                }
                if write_open && done {
                    equal(
                        "write",
                        (wv, Some(&wa), Some(&wd)),
                        (1, addresses.get(done_writes), data.get(done_writes)),
                    )?;
                    done_writes += 1;
                    answers.push(error);
                }
                if read_open && done {
                    equal("read", (rv, Some(&ra)), (1, reads.get(done_reads)))?;
                    done_reads += 1;
                    replies.push((error, if error { 0 } else { word }));
                }
                addresses.extend(aw.take_if(|_| awready == 1));
                data.extend(w.take_if(|_| wready == 1));
                reads.extend(ar.take_if(|_| arready == 1));
                // It may be done once it is offered: known from this cycle unless it ends in it.
                write_open = addresses.len().min(data.len()) > done_writes && answers.is_empty();
                read_open = reads.len() > done_reads && replies.is_empty();
                equal(
                    "one answer at a time",
                    answers.len() <= 1 && replies.len() <= 1,
                    true,
                )?;
            }
            Ok(())
        },
    );
}
