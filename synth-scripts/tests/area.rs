//! Figures of designs, and designs that get none.

use pimtee_gen::config::Config;
use pimtee_gen::sv::{Emitted, SvFile, emit};
use pimtee_synth::area::{Row, Subject, measure};
use pimtee_synth::library::Library;
use pimtee_synth::map::{Mapped, Modules, map};
use pimtee_synth::timing::worst_path_ns;
use pimtee_synth::{Design, SynthError};
use rstest::rstest;

fn library() -> Library {
    Library::osu018().unwrap()
}

/// Maps the module `m` of a text.
fn mapped(text: &str, modules: Modules) -> Result<Mapped, SynthError> {
    let files = [SvFile {
        name: "m.sv".into(),
        text: text.into(),
    }];
    let design = Design {
        top: "m",
        files: &files,
    };
    map(&design, &library(), modules)
}

fn emitted(config: &Config) -> Emitted {
    emit(config.block().as_ref(), &config.emit_options(false)).unwrap()
}

fn counter() -> Config {
    Config::parse("counter.toml", "top = \"deny_counter\"").unwrap()
}

#[rstest]
#[case::latch(
    "module m(input logic en_i, d_i, output logic q_o); always_latch if (en_i) q_o = d_i; endmodule",
    "m has 1 latch: m.q_o; give the signal a value on every path"
)]
#[case::latch_in_a_sub_module(
    "module s(input logic en_i, input logic [1:0] d_i, output logic [1:0] q_o);
       always_latch if (en_i) q_o = d_i; endmodule
     module m(input logic en_i, input logic [1:0] d_i, output logic [1:0] q_o);
       s u_s(.*); endmodule",
    "m has 2 latches: s.q_o; give the signal a value on every path"
)]
#[case::latch_of_the_library(
    "(* blackbox *) module LATCH(input CLK, D, output Q); endmodule
     module m(input logic en_i, d_i, output logic q_o); LATCH u_l(en_i, d_i, q_o); endmodule",
    "m has 1 latch: 1 LATCH; give the signal a value on every path"
)]
#[case::internal_cell(
    "module m(output logic q_o); (* anyconst *) logic x; assign q_o = x; endmodule",
    "m has cells that the library osu018_stdcells lacks: 1 $anyconst; use constructs that can be \
     mapped onto it"
)]
#[case::black_box(
    "(* blackbox *) module pll(input clk_i, output clk_o); endmodule
     module m(input logic clk_i, output logic clk_o); pll u_pll(clk_i, clk_o); endmodule",
    "m has cells that the library osu018_stdcells lacks: 1 pll; use constructs that can be mapped \
     onto it"
)]
#[case::assert(
    "module m(input logic a_i, output logic b_o); assign b_o = !a_i;
       always_comb assert (a_i != b_o); always_comb assume (a_i); endmodule",
    "m has assertions in what is synthesised: 1 $assert, 1 $assume; put them under `ifdef FORMAL \
     or into a bind file"
)]
#[case::syntax(
    "module m(input logic a_i, output logic b_o); assign b_o = ; endmodule",
    "yosys refused m: syntax error, unexpected ';'"
)]
fn what_must_not_be_in_a_netlist_fails(
    #[case] text: &str,
    #[case] message: &str,
    #[values(Modules::Flat, Modules::Kept)] modules: Modules,
) {
    assert_eq!(mapped(text, modules).unwrap_err().to_string(), message);
}

#[test]
fn kept_modules_are_counted_as_often_as_they_are_there() {
    let text = "
        module leaf(input logic clk_i, d_i, output logic q_o);
          always_ff @(posedge clk_i) q_o <= d_i;
        endmodule
        module pair(input logic clk_i, d_i, output logic q_o);
          logic x;
          leaf u_a(.clk_i, .d_i, .q_o(x));
          leaf u_b(.clk_i, .d_i(x), .q_o);
        endmodule
        module m(input logic clk_i, d_i, output logic q_o);
          logic x;
          pair u_a(.clk_i, .d_i, .q_o(x));
          pair u_b(.clk_i, .d_i(x), .q_o);
        endmodule";
    let kept = mapped(text, Modules::Kept).unwrap();
    let instances = |name: &str| (kept.modules[name].instances, kept.modules[name].flops);
    assert_eq!(instances("m"), (1, 0));
    assert_eq!(instances("pair"), (2, 0));
    assert_eq!(instances("leaf"), (4, 1));
    let flat = mapped(text, Modules::Flat).unwrap();
    let top = &flat.modules["m"];
    // DFFPOSX1 is 96 µm².
    assert_eq!((flat.modules.len(), top.flops), (1, 4));
    assert_eq!((top.cells, top.area), (4, 4.0 * 96.0));
}

#[test]
fn the_longest_path_grows_with_the_logic_and_needs_no_clock() {
    let path = |text: &str| {
        let netlist = mapped(text, Modules::Flat).unwrap().netlist;
        worst_path_ns(
            &Design {
                top: "m",
                files: &[],
            },
            &netlist,
            &library(),
        )
        .unwrap()
    };
    let short =
        path("module m(input logic a_i, b_i, output logic c_o); assign c_o = a_i & b_i; endmodule");
    let long = path(
        "module m(input logic [31:0] a_i, b_i, output logic [31:0] c_o); assign c_o = a_i * b_i; endmodule",
    );
    let registered = path(
        "module m(input logic clk_i, input logic [15:0] a_i, b_i, output logic [15:0] c_o);
         always_ff @(posedge clk_i) c_o <= a_i + b_i; endmodule",
    );
    assert!(
        0.05 < short && short < registered && registered < long,
        "{short} {registered} {long}"
    );
}

#[test]
fn a_netlist_with_an_unknown_cell_is_not_timed() {
    let netlist =
        "module m(a_i, b_o); input a_i; output b_o; NO_CELL u_x(.A(a_i), .Y(b_o)); endmodule";
    let error = worst_path_ns(
        &Design {
            top: "m",
            files: &[],
        },
        netlist,
        &library(),
    )
    .unwrap_err()
    .to_string();
    assert!(
        error.starts_with("sta refused m: ") && error.contains("NO_CELL"),
        "{error}"
    );
}

#[test]
fn rows_repeat_and_change_with_their_input() {
    let row = |config: &Config, fpga: bool| -> Row {
        let design = emitted(config);
        let subject = Subject {
            config,
            design: &design,
        };
        measure(&[subject], &library(), fpga, &|_, _| {})
            .unwrap()
            .remove(0)
    };
    let eight = counter();
    let first = row(&eight, true);
    assert_eq!(first, row(&eight, true));
    assert_eq!(
        (first.config.as_str(), first.top, first.flops),
        ("counter", "deny_counter", 8)
    );
    assert_eq!((first.cycles_per_block, first.block_bytes), (None, None));
    assert_eq!(first.kge, (first.area_um2 / 24.0).round() / 1000.0);
    assert_eq!(first.blocks[0].flops, 8);
    let fpga = first.fpga.unwrap();
    assert_eq!((fpga.ice40.flops, fpga.ice40.brams), (8, 0));
    assert_eq!((fpga.ecp5.flops, fpga.ecp5.brams), (8, 0));
    assert!(fpga.ice40.luts >= 8 && fpga.ecp5.luts >= 8, "{fpga:?}");

    let nine = Config::parse(
        "counter.toml",
        "top = \"deny_counter\"\nparameters.width = 9",
    )
    .unwrap();
    let second = row(&nine, false);
    assert!(second.fpga.is_none());
    assert!(second.kge > first.kge && second.flops == 9);
    assert_ne!(second.input_hash, first.input_hash);
}

#[test]
fn the_smallest_core_keeps_its_budget() {
    const MAX_KGE: f64 = 9.8;
    const MAX_CYCLES: u64 = 10;
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../configs/ascon_small.toml");
    let config = Config::read(path).unwrap();
    let design = emitted(&config);
    let mapped = map(&Design::of(&design), &library(), Modules::Flat).unwrap();
    let kge = library().kge(mapped.modules[config.name()].area);
    assert!(kge <= MAX_KGE, "{kge} kGE");
    let throughput = config.throughput().unwrap();
    assert_eq!(throughput.block_bytes, 16);
    assert!(throughput.cycles_per_block <= MAX_CYCLES, "{throughput:?}");
}

#[test]
fn block_memories_of_fpgas_are_counted() {
    use pimtee_synth::fpga::{Family, estimate};
    let text = "module m(input logic clk_i, we_i, input logic [9:0] a_i, input logic [15:0] d_i,
                         output logic [15:0] q_o);
        logic [15:0] mem [1024];
        always_ff @(posedge clk_i) begin if (we_i) mem[a_i] <= d_i; q_o <= mem[a_i]; end
        endmodule";
    let files = [SvFile {
        name: "m.sv".into(),
        text: text.into(),
    }];
    let design = Design {
        top: "m",
        files: &files,
    };
    // 16 Kib: four memories of 4 Kib, or one of 18.
    for (family, brams) in [(Family::Ice40, 4), (Family::Ecp5, 1)] {
        let found = estimate(&design, &library(), family).unwrap();
        assert_eq!(found.brams, brams, "{family:?}: {found:?}");
    }
}

/// Modules of the netlist of a configuration, flat but for those that ask to be kept.
fn flat(text: &str, change: (&str, &str)) -> Mapped {
    let config = Config::parse("rails.toml", text).unwrap();
    let mut design = emitted(&config);
    for file in &mut design.files {
        file.text = file.text.replace(change.0, change.1);
    }
    map(&Design::of(&design), &library(), Modules::Flat).unwrap()
}

/// The netlist has a second rail for each decision, with logic of its own and a boundary; without the
/// attribute it has none.
#[rstest]
#[case::memory(
    "top = \"acu_mem\"\n[parameters]\nentries = 4\naddr_width = 32\ndata_width = 32",
    "deny_rail",
    2
)]
#[case::cores("top = \"acu_core\"\n[parameters]\nentries = 4", "job_rail", 1)]
fn the_netlist_keeps_both_rails(#[case] text: &str, #[case] rail: &str, #[case] decisions: u64) {
    let kept = flat(text, ("", ""));
    let rails: Vec<_> = kept
        .modules
        .iter()
        .filter(|(name, _)| name.contains(rail))
        .collect();
    let [(name, module)] = rails[..] else {
        panic!("{:?}", kept.modules.keys());
    };
    assert_eq!(module.instances, decisions);
    assert!(module.cells > 30, "{module:?}");
    let header = format!("module {name}(");
    assert!(kept.netlist.contains(&header), "{header}");
    let dissolved = flat(text, ("(* keep_hierarchy *)", ""));
    assert_eq!(dissolved.modules.len(), 1);
    // What is kept counts.
    assert!(kept.total().area > kept.modules[kept.modules.keys().min().unwrap()].area);
    assert_eq!(kept.total().flops, dissolved.total().flops);
}

/// Both flops of each lock of the table are in its netlist.
#[test]
fn the_netlist_keeps_both_flops_of_a_lock() {
    let table = flat(
        "top = \"fmt\"\n[parameters]\nentries = 4\nkey_slots = 4\nsources = 8",
        ("", ""),
    );
    // Flops are called as the signal that they drive.
    for (signal, count) in [("lock_q", 4), ("locked_q", 1), ("attest_q", 1)] {
        for bit in 0..2 {
            let ends = |line: &&str| {
                let name = line.split(".Q(").nth(1).unwrap_or_default();
                name.contains(&format!("{signal}[{bit}]"))
            };
            let found = table.netlist.lines().filter(ends).count();
            assert_eq!(found, count, "{signal}[{bit}]");
        }
    }
}
