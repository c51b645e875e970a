//! What integrators get besides the RTL, and that two deliverables can share a design.

use pimtee_gen::config::Config;
use pimtee_gen::deliverable::{Deliverable, Options, build};
use pimtee_gen::sv::{PortDir, SvFile};
use pimtee_sim::verilator;
use pimtee_testbenches::Outcome;

/// The deliverable of a configuration in text form.
fn deliverable(toml: &str) -> Outcome<Deliverable> {
    let config = Config::parse("test.toml", toml)?;
    Ok(build(&config, &Options::default())?)
}

/// A module `pair` with one instance of each design; every port of either is one of its own.
fn pair(designs: &[&Deliverable; 2]) -> SvFile {
    let mut ports = Vec::new();
    let mut instances = String::new();
    for (at, design) in designs.iter().enumerate() {
        let mut connections = Vec::new();
        for port in &design.emitted.ports {
            let direction = match port.dir {
                PortDir::Input => "input",
                PortDir::Output => "output",
            };
            let (name, high) = (&port.name, port.width - 1);
            ports.push(format!("{direction} logic [{high}:0] a{at}_{name}"));
            connections.push(format!(".{name}(a{at}_{name})"));
        }
        let (top, connections) = (&design.emitted.top, connections.join(", "));
        instances += &format!("  {top} u_a{at} ({connections});\n");
    }
    SvFile {
        name: "pair.sv".into(),
        text: format!(
            "module pair ({});\n{instances}endmodule\n",
            ports.join(", ")
        ),
    }
}

/// Lints two designs as parts of one.
fn lint_together(first: &str, second: &str) -> Outcome {
    let (first, second) = (deliverable(first)?, deliverable(second)?);
    let mut files = first.emitted.files.clone();
    files.extend(second.emitted.files.iter().cloned());
    files.push(pair(&[&first, &second]));
    Ok(verilator::lint(&files, "pair")?)
}

#[test]
fn two_configurations_of_a_top_stand_in_one_design() -> Outcome {
    lint_together(
        "name = \"first\"\ntop = \"ascon_aead\"\nparameters.variant = \"ascon128\"",
        "name = \"second\"\ntop = \"ascon_aead\"\nparameters.variant = \"all\"",
    )
}

#[test]
fn a_core_under_two_names_stands_in_one_design() -> Outcome {
    lint_together(
        "name = \"first\"\ntop = \"ascon_aead\"",
        "name = \"second\"\ntop = \"ascon_aead\"\nreset = \"sync\"",
    )
}

/// Names near those of signals inside that are not refused: Verilator can compile them.
#[test]
fn a_name_that_is_not_refused_works() -> Outcome {
    for name in ["phase", "key0", "u_lanes", "lanes"] {
        let design = deliverable(&format!("name = \"{name}\"\ntop = \"ascon_aead\""))?;
        verilator::lint(&design.emitted.files, name)?;
    }
    Ok(())
}
