//! FuseSoC accepts the description of every shipped configuration, and lints it.

use pimtee_gen::catalogue::shipped;
use pimtee_gen::deliverable::{Deliverable, Options, build, write};
use pimtee_testbenches::{Outcome, here, tools};
use std::fs;

/// Where `make setup` puts FuseSoC.
const FUSESOC: &str = "../target/venv/bin/fusesoc";

/// Runs FuseSoC's lint of a deliverable; gives what it prints.
fn lint(design: &Deliverable) -> Outcome<String> {
    let folder = tempfile::tempdir()?;
    write(design, folder.path().join("ip"))?;
    fs::write(folder.path().join("fusesoc.conf"), "[main]\n")?;
    let fusesoc = here(FUSESOC);
    if !fusesoc.exists() {
        return Err("FuseSoC is not in target/venv; run: make setup".into());
    }
    let core = format!("pimtee:ip:{}", design.emitted.top);
    let options = ["--config", "fusesoc.conf", "--cores-root", "ip"];
    let run = ["run", "--target=lint", "--work-root", "work", &core];
    let program = fusesoc.display().to_string();
    tools::run(&program, &[&options[..], &run].concat(), folder.path())
}

fn shipped_designs() -> Outcome<Vec<Deliverable>> {
    let mut designs = Vec::new();
    for shipped in shipped()? {
        designs.push(build(&shipped.config, &Options::default())?);
    }
    Ok(designs)
}

#[test]
fn lint_passes_on_every_shipped_configuration() -> Outcome {
    for design in shipped_designs()? {
        let said = lint(&design)?;
        assert!(!said.contains("WARNING"), "{}: {said}", design.emitted.top);
    }
    Ok(())
}

/// The lint above sees a warning of Verilator's.
#[test]
fn lint_fails_on_a_signal_that_nothing_reads() -> Outcome {
    let mut design = shipped_designs()?.remove(0);
    let path = format!("rtl/{}.sv", design.emitted.top);
    for (_, bytes) in design.files.iter_mut().filter(|(name, _)| *name == path) {
        let text = String::from_utf8(bytes.clone())?;
        *bytes = text
            .replace(
                "\nendmodule",
                "\n  logic unread;\n  assign unread = rst_ni;\nendmodule",
            )
            .into_bytes();
    }
    let error = lint(&design).unwrap_err().to_string();
    assert!(error.contains("UNUSED"), "{error}");
    Ok(())
}
