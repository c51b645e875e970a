//! Netlists proved equal to their RTL, and broken ones found out.

use itertools::Itertools;
use pimtee_gen::catalogue::{ParamKind, TOPS, Top, shipped};
use pimtee_gen::config::Config;
use pimtee_gen::sv::{EmitOptions, Emitted, emit};
use pimtee_hdl::mpe::HoldBuffer;
use pimtee_hdl::prim::{Fifo, Ram1, Ram2, RegFile, SkidBuffer};
use pimtee_hdl::rust_hdl::core::prelude::{Bits, Block};
use pimtee_synth::Design;
use pimtee_synth::equiv::{Goal, Verdict, goals, prove, prove_all};
use pimtee_synth::library::Library;
use pimtee_synth::map::{Modules, map};
use pimtee_synth::memory::Memory;
use rstest::rstest;

fn library() -> Library {
    Library::osu018().unwrap()
}

fn emitted(config: &Config) -> Emitted {
    emit(config.block().as_ref(), &config.emit_options(false)).unwrap()
}

const COUNTER: &str = "top = \"deny_counter\"";
const SYNC: &str = "top = \"deny_counter\"\nreset = \"sync\"";
const CORE: &str = "top = \"ascon_aead\"";

/// One change at the first place where it fits.
#[rstest]
#[case::gate(COUNTER, "  NAND2X1 ", "  NOR2X1 ")]
#[case::gate_of_the_core(CORE, "  NAND2X1 ", "  NOR2X1 ")]
#[case::no_reset(COUNTER, ".R(rst_ni)", ".R(1'h1)")]
#[case::no_reset_in_the_core(CORE, ".R(rst_ni)", ".R(1'h1)")]
#[case::reset_value(COUNTER, ".R(rst_ni),\n    .S(1'h1)", ".R(1'h1),\n    .S(rst_ni)")]
#[case::always_in_reset(COUNTER, ".R(rst_ni)", ".R(1'h0)")]
#[case::reset_by_another_signal(COUNTER, ".R(rst_ni)", ".R(deny_i)")]
#[case::other_edge(SYNC, "  DFFPOSX1 ", "  DFFNEGX1 ")]
#[case::latch_for_flop(SYNC, "  DFFPOSX1 ", "  LATCH ")]
#[case::clocked_by_another_signal(SYNC, ".CLK(clk_i)", ".CLK(deny_i)")]
#[case::stuck(SYNC, ".D(", ".D(1'h0), .D_was(")]
fn broken_netlists_are_found_out(#[case] config: &str, #[case] right: &str, #[case] wrong: &str) {
    let config = Config::parse("m.toml", config).unwrap();
    let design = emitted(&config);
    let design = Design::of(&design);
    let library = library();
    let netlist = map(&design, &library, Modules::Flat).unwrap().netlist;
    let mut broken = netlist.replacen(right, wrong, 1);
    assert_ne!(broken, netlist, "nothing was changed");
    if let Some(start) = broken.find(", .D_was(") {
        let end = start + broken[start..].find(')').unwrap();
        broken.replace_range(start..=end, "");
    }
    let verdict = prove(&design, &broken, &library).unwrap();
    assert!(matches!(verdict, Verdict::Different { .. }), "{verdict:?}");
}

#[test]
fn a_flop_of_another_name_is_no_proof() {
    let config = Config::parse("m.toml", SYNC).unwrap();
    let design = emitted(&config);
    let design = Design::of(&design);
    let netlist = map(&design, &library(), Modules::Flat).unwrap().netlist;
    let renamed = netlist
        .replace("\\count_o[3] ", "\\other_q[3] ")
        .replace("count_o[3]", "count_o[2]");
    assert_ne!(renamed, netlist);
    let verdict = prove(&design, &renamed, &library()).unwrap();
    assert!(matches!(verdict, Verdict::Different { .. }), "{verdict:?}");
}

/// Tops whose proofs close within minutes. Tables of 32 entries do not yet.
fn closes(top: &Top) -> bool {
    top.name.starts_with("ascon") || top.name == "deny_counter"
}

/// The configurations to prove, of tops that close: those that come with pimtee, or with
/// `PIMTEE_SETTINGS=all` every setting.
fn configs() -> Vec<Config> {
    match std::env::var("PIMTEE_SETTINGS").as_deref() {
        Ok("all") => TOPS
            .iter()
            .filter(|top| closes(top))
            .flat_map(settings)
            .collect(),
        Ok(other) => panic!("PIMTEE_SETTINGS: expected \"all\", found {other:?}"),
        Err(_) => shipped()
            .unwrap()
            .into_iter()
            .map(|shipped| shipped.config)
            .filter(|config| closes(config.top()))
            .collect(),
    }
}

/// Every setting of a top that configurations can have.
fn settings(top: &Top) -> Vec<Config> {
    let values = top.params.iter().map(|spec| -> Vec<String> {
        match &spec.kind {
            ParamKind::Int { min, max } => (*min..=*max)
                .map(|value| format!("{} = {value}\n", spec.name))
                .collect(),
            ParamKind::OneOf(values) => values
                .iter()
                .map(|value| format!("{} = {value}\n", spec.name))
                .collect(),
            ParamKind::Choice(names) => names
                .iter()
                .map(|name| format!("{} = \"{name}\"\n", spec.name))
                .collect(),
        }
    });
    let resets = ["async", "sync"].map(str::to_owned).to_vec();
    [resets]
        .into_iter()
        .chain(values)
        .multi_cartesian_product()
        .filter_map(|values| {
            let (reset, parameters) = values.split_first()?;
            let text = format!(
                "top = \"{}\"\nreset = \"{reset}\"\n[parameters]\n{}",
                top.name,
                parameters.concat()
            );
            // Settings that exclude each other are refused.
            Config::parse("m.toml", &text).ok()
        })
        .collect()
}

#[test]
fn every_module_is_proved() {
    let goals: Vec<Goal> = configs()
        .iter()
        .flat_map(|config| goals(&emitted(config)))
        .collect();
    let verdicts = prove_all(&goals, &library(), &|_, _| {}).unwrap();
    assert_eq!(verdicts.len(), goals.len());
    for (goal, verdict) in goals.iter().zip(verdicts) {
        assert_eq!(verdict, Verdict::Equivalent, "{}", goal.module);
    }
    assert!(
        goals
            .iter()
            .any(|goal| goal.module.ends_with("_ascon_round"))
    );
}

/// Memories are cut out of the proof, what goes into them is not.
#[test]
fn a_memory_with_another_input_is_found() {
    let options = Config::parse("m.toml", COUNTER)
        .unwrap()
        .emit_options(false);
    let options = EmitOptions {
        top: Some("hold".into()),
        ..options
    };
    let design = emit(&HoldBuffer::<8, 1, 3, 4>::default(), &options).unwrap();
    let design = Design::of(&design);
    let mapped = map(&design, &library(), Modules::Flat).unwrap();
    let bits: u64 = mapped.memories.iter().map(Memory::bits).sum();
    assert_eq!(bits, 8 * 8 + 8);
    let verdict = prove(&design, &mapped.netlist, &library()).unwrap();
    assert_eq!(verdict, Verdict::Equivalent);
    for port in [".we_i(", ".waddr_i({", ".wdata_i({"] {
        let (before, after) = mapped.netlist.split_once(port).unwrap();
        let end = after.find([',', ')', '}']).unwrap();
        let broken = format!("{before}{port} rst_ni {}", &after[end..]);
        let verdict = prove(&design, &broken, &library()).unwrap();
        assert!(matches!(verdict, Verdict::Different { .. }), "{port}");
    }
}

#[test]
fn synchronous_resets_are_proved() {
    let config = Config::parse("m.toml", SYNC).unwrap();
    let verdicts = prove_all(&goals(&emitted(&config)), &library(), &|_, _| {}).unwrap();
    assert_eq!(verdicts, [Verdict::Equivalent]);
}

/// Proves every module of a block that no shipped configuration has.
#[rstest]
#[case::fifo(&Fifo::<Bits<9>, 2, 3>::default())]
#[case::skid_buffer(&SkidBuffer::<Bits<12>>::default())]
#[case::single_port(&Ram1::<Bits<5>, 3>::default())]
#[case::two_ports(&Ram2::<Bits<5>, 3>::default())]
#[case::register_file(&RegFile::<Bits<5>, 2>::default())]
fn primitives_are_proved(#[case] block: &dyn Block) {
    let options = EmitOptions {
        top: None,
        ..Config::parse("m.toml", COUNTER)
            .unwrap()
            .emit_options(false)
    };
    let goals = goals(&emit(block, &options).unwrap());
    let verdicts = prove_all(&goals, &library(), &|_, _| {}).unwrap();
    assert_eq!(verdicts, vec![Verdict::Equivalent; goals.len()]);
}

#[test]
fn modules_of_equal_content_are_proved_once() {
    let config = |name: &str, width: u32| {
        let text = format!("top = \"deny_counter\"\nname = \"{name}\"\nparameters.width = {width}");
        Config::parse("m.toml", &text).unwrap()
    };
    let configs = [config("a", 3), config("b", 3), config("c", 4)];
    let goals: Vec<Goal> = configs
        .iter()
        .flat_map(|config| goals(&emitted(config)))
        .collect();
    let most = std::sync::atomic::AtomicUsize::new(0);
    let progress = |_: usize, total: usize| {
        most.fetch_max(total, std::sync::atomic::Ordering::Relaxed);
    };
    let verdicts = prove_all(&goals, &library(), &progress).unwrap();
    assert_eq!(verdicts, vec![Verdict::Equivalent; 3]);
    assert_eq!(most.into_inner(), 2);
}
