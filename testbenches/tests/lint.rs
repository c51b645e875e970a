//! What other tools make of the emitted text: Verilator's lint, yosys, Icarus Verilog.

use pimtee_gen::sv::{Emitted, ResetKind};
use pimtee_hdl::acu::DenyCounter;
use pimtee_hdl::acu::settings::{self, MemSetting};
use pimtee_sim::golden::ascon::Variant;
use pimtee_sim::verilator;
use pimtee_testbenches::ascon::Core;
use pimtee_testbenches::fmt;
use pimtee_testbenches::{Outcome, emitted, equal, here, source, tools};
use rstest::rstest;

/// The deny counter, the access controls, the FDU management table and these cores.
fn designs(cores: impl Iterator<Item = Core>, reset: ResetKind) -> Outcome<Vec<Emitted>> {
    let mut designs = vec![emitted(
        &DenyCounter::<4>::default(),
        "deny_counter",
        reset,
    )?];
    let mem = |comb, data_width, id_width| MemSetting {
        addr_width: 32,
        data_width,
        id_width,
        entries: 4,
        comb,
    };
    let filters = [
        ("acu_mem", settings::acu_mem(mem(false, 32, 4))),
        ("acu_mem_comb", settings::acu_mem(mem(true, 512, 8))),
        ("acu_core", settings::acu_core(64, 4)),
        ("acu_ssd", settings::acu_ssd(4, 48)),
    ];
    for (top, block) in filters {
        let mut block = block.ok_or("no such setting")?;
        block.connect_all();
        designs.push(emitted(block.as_ref(), top, reset)?);
    }
    for sizes in [fmt::SMALL, fmt::WIDE] {
        designs.push(fmt::design(sizes, reset)?);
    }
    for core in cores {
        designs.push(core.emitted(reset)?);
    }
    Ok(designs)
}

#[rstest]
fn verilator_has_nothing_to_say(
    #[values(ResetKind::Async, ResetKind::Sync)] reset: ResetKind,
) -> Outcome {
    for design in designs(Core::all(), reset)? {
        verilator::lint(&design.files, &design.top)?;
    }
    Ok(())
}

/// Synthesis for gates; gives what yosys prints.
fn synthesise(design: &Emitted) -> Outcome<String> {
    let folder = tempfile::tempdir()?;
    let files = tools::write(&design.files, folder.path())?.join(" ");
    let top = &design.top;
    let no_latches = here("../synth-scripts/no_latches.ys");
    let script = format!(
        "read_verilog -sv {files}; hierarchy -top {top}; script {}",
        no_latches.display()
    );
    tools::run("yosys", &["-q", "-p", &script], folder.path())
}

#[rstest]
fn yosys_finds_no_latch(#[values(ResetKind::Async, ResetKind::Sync)] reset: ResetKind) -> Outcome {
    // Rounds a cycle are more of the same; the variants and the widths differ.
    let one_round = Core::all().filter(|core| core.setting.rounds == 1);
    for design in designs(one_round, reset)? {
        let said = synthesise(&design)?;
        // Arrays become wires and registers, which is what they are meant to be.
        let is_array = |line: &&str| line.contains("with list of registers");
        let rest: Vec<&str> = said.lines().filter(|line| !is_array(line)).collect();
        assert!(rest.is_empty(), "yosys warns of {}: {rest:#?}", design.top);
    }
    Ok(())
}

/// The check above sees a latch.
#[test]
fn yosys_finds_a_planted_latch() -> Outcome {
    let mut design = emitted(
        &DenyCounter::<4>::default(),
        "deny_counter",
        ResetKind::Async,
    )?;
    for file in &mut design.files {
        let latch = "always_latch if (clear_i) irq_o = deny_i;";
        let irq = file.text.lines().find(|line| line.contains("assign irq_o"));
        if let Some(irq) = irq.map(str::to_owned) {
            file.text = file.text.replace(&irq, latch);
        }
    }
    let error = synthesise(&design).unwrap_err().to_string();
    assert!(
        error.contains("assertion failed") || error.contains("Assertion failed"),
        "{error}"
    );
    Ok(())
}

#[test]
fn icarus_accepts_the_access_controls() -> Outcome {
    for design in designs(std::iter::empty(), ResetKind::Async)? {
        let folder = tempfile::tempdir()?;
        let files = tools::write(&design.files, folder.path())?;
        let options = ["-g2012", "-Wall", "-s", &design.top, "-o", "design"];
        let said = tools::run("iverilog", &[&options[..], &files].concat(), folder.path())?;
        // Arrays are read whole, which is what they are meant for; `unique` is for other tools.
        let remarks = [
            "sensitive to all",
            "Case unique/unique0 qualities are ignored",
        ];
        let is_remark = |line: &&str| remarks.iter().any(|remark| line.contains(remark));
        let rest: Vec<&str> = said.lines().filter(|line| !is_remark(line)).collect();
        equal(&design.top, rest, Vec::new())?;
    }
    Ok(())
}

/// Compiles a core with the smoke bench under Icarus and runs it; gives what the bench prints.
fn smoke(design: &Emitted) -> Outcome<String> {
    let folder = tempfile::tempdir()?;
    let mut sources = design.files.clone();
    sources.push(source("smoke/ascon_smoke.sv")?);
    let files = tools::write(&sources, folder.path())?;
    let options = ["-g2012", "-Wall", "-s", "ascon_smoke", "-o", "smoke"];
    tools::run("iverilog", &[&options[..], &files].concat(), folder.path())?;
    tools::run("vvp", &["-n", "smoke"], folder.path())
}

#[rstest]
fn icarus_passes_an_official_vector(
    #[values(Core::fixed(Variant::AsconAead128), Core::SELECTABLE)] core: Core,
    #[values(ResetKind::Async, ResetKind::Sync)] reset: ResetKind,
) -> Outcome {
    let printed = smoke(&core.emitted(reset)?)?;
    assert!(printed.lines().any(|line| line == "PASS"), "{printed}");
    assert!(!printed.contains("FAIL"), "{printed}");
    Ok(())
}

/// The bench does not pass whatever it is given.
#[test]
fn icarus_fails_another_variant() -> Outcome {
    let mut design = Core::SELECTABLE.emitted(ResetKind::Async)?;
    let mut mutated = 0;
    for file in &mut design.files {
        mutated += file.text.matches("domain = 64'd1;").count();
        file.text = file
            .text
            .replace("domain = 64'h8000_0000_0000_0000;", "domain = 64'd1;");
    }
    assert_eq!(
        mutated, 1,
        "the domain separation of Ascon v1.2 stands once in the text"
    );
    let printed = smoke(&design)?;
    assert!(printed.contains("FAIL: tag 0"), "{printed}");
    assert!(!printed.contains("PASS"), "{printed}");
    Ok(())
}

/// Icarus compiles the table; it has nothing to say but that it ignores `unique`.
#[rstest]
fn icarus_accepts_the_fdu_management_table(
    #[values(fmt::SMALL, fmt::WIDE)] sizes: pimtee_sim::golden::fmt::Sizes,
) -> Outcome {
    let design = fmt::design(sizes, ResetKind::Async)?;
    let folder = tempfile::tempdir()?;
    let files = tools::write(&design.files, folder.path())?;
    let options = ["-g2012", "-Wall", "-s", fmt::TOP, "-o", "fmt"];
    let said = tools::run("iverilog", &[&options[..], &files].concat(), folder.path())?;
    let rest: Vec<&str> = said
        .lines()
        .filter(|line| !line.contains("unique"))
        .collect();
    assert!(rest.is_empty(), "{rest:#?}");
    Ok(())
}
