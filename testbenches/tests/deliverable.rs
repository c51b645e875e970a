//! What integrators get besides the RTL, and that two deliverables can share a design.

use pimtee_gen::catalogue::shipped;
use pimtee_gen::config::Config;
use pimtee_gen::deliverable::{Deliverable, Options, build};
use pimtee_gen::sv::{PortDir, SvFile};
use pimtee_sim::driver::ascon::core_build;
use pimtee_sim::verilator::{self, OptLevel, Trace};
use pimtee_testbenches::{Outcome, tools};
use rstest::rstest;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use wellen::{Hierarchy, Var};

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

/// The deliverable of every shipped configuration.
fn shipped_designs() -> Outcome<Vec<Deliverable>> {
    let mut designs = Vec::new();
    for shipped in shipped()? {
        designs.push(build(&shipped.config, &Options::default())?);
    }
    Ok(designs)
}

/// A file of a deliverable.
fn file(design: &Deliverable, path: &str) -> Outcome<SvFile> {
    let found = design.files.iter().find(|(name, _)| name == path);
    let (_, bytes) = found.ok_or_else(|| format!("{path} is not in the deliverable"))?;
    Ok(SvFile {
        name: path.rsplit('/').next().unwrap_or(path).to_owned(),
        text: String::from_utf8(bytes.clone())?,
    })
}

/// The ports of a top as those of a module around it, in Verilog.
fn ports(design: &Deliverable) -> String {
    let declared = design.emitted.ports.iter().map(|port| {
        let direction = match port.dir {
            PortDir::Input => "input",
            PortDir::Output => "output",
        };
        let range = match port.width {
            1 => String::new(),
            width => format!(" [{}:0]", width - 1),
        };
        format!("{direction} wire{range} {}", port.name)
    });
    declared.collect::<Vec<_>>().join(", ")
}

#[test]
fn the_template_is_an_instance_with_every_port() -> Outcome {
    for design in shipped_designs()? {
        let top = &design.emitted.top;
        let template = file(&design, &format!("{top}_inst.sv"))?.text;
        let text = format!(
            "module around ({});\n{template}\nendmodule\n",
            ports(&design)
        );
        let mut files = design.emitted.files.clone();
        files.push(SvFile {
            name: "around.sv".into(),
            text,
        });
        verilator::lint(&files, "around")?;
    }
    Ok(())
}

/// Where GTKWave finds a signal: scopes and name, then the range of a bus.
fn shown(hierarchy: &Hierarchy) -> BTreeSet<String> {
    let show = |var: &Var| {
        let range = match var.index() {
            Some(index) if var.length() != Some(1) => format!("[{}:{}]", index.msb(), index.lsb()),
            _ => String::new(),
        };
        format!("{}{range}", var.full_name(hierarchy))
    };
    hierarchy.iter_vars().map(show).collect()
}

#[test]
fn every_signal_of_the_save_file_is_in_the_trace() -> Outcome {
    for config in ["ascon_all", "deny_counter"] {
        let path = format!("configs/{config}.toml");
        let shipped = shipped()?.into_iter().find(|shipped| shipped.path == path);
        let config = shipped.ok_or("the configuration is shipped")?.config;
        let design = build(&config, &Options::default())?;
        let library = core_build(&design.emitted, Trace::Fst)
            .opt_level(OptLevel::O0)
            .build()?;
        let folder = tempfile::tempdir()?;
        let wave = folder.path().join("run.fst");
        let mut model = library.instantiate(1)?;
        model.open_wave(&wave)?;
        model.reset(2)?;
        model.close_wave()?;
        let trace = wellen::simple::read(&wave)?;

        let known = shown(trace.hierarchy());
        let save_file = file(&design, &format!("{}.gtkw", config.name()))?.text;
        let signals = save_file
            .lines()
            .filter(|line| line.starts_with("TOP."))
            .collect::<Vec<_>>();
        assert!(signals.len() > design.emitted.ports.len());
        for signal in signals {
            assert!(known.contains(signal), "{signal} is not among {known:#?}");
        }
        for port in &design.emitted.ports {
            let end = format!(".{}", port.name);
            let named = |line: &str| line.split('[').next().is_some_and(|l| l.ends_with(&end));
            assert!(save_file.lines().any(named), "{} is not shown", port.name);
        }
    }
    Ok(())
}

/// A cell library that OpenSTA reads.
const LIBERTY: &str = "/usr/share/qflow/tech/osu018/osu018_stdcells.lib";

/// Reads the constraints with OpenSTA on a netlist, and runs `commands`; gives what it prints.
fn opensta(design: &Deliverable, netlist: &Path, commands: &str) -> Outcome<String> {
    let folder = tempfile::tempdir()?;
    let top = &design.emitted.top;
    let constraints = file(design, &format!("{top}.sdc"))?;
    tools::write(std::slice::from_ref(&constraints), folder.path())?;
    let script = format!(
        "read_liberty {LIBERTY}\nread_verilog {}\nlink_design {top}\nread_sdc {top}.sdc\n{commands}\n",
        netlist.display()
    );
    fs::write(folder.path().join("script.tcl"), script)?;
    let said = tools::run("sta", &["-no_splash", "-exit", "script.tcl"], folder.path())?;
    match said.contains("Error") {
        true => Err(said.into()),
        false => Ok(said),
    }
}

/// With a shell of the ports as the netlist.
#[test]
fn opensta_finds_every_port_of_the_constraints() -> Outcome {
    let folder = tempfile::tempdir()?;
    let netlist = folder.path().join("shell.v");
    for design in shipped_designs()? {
        let (top, ports) = (&design.emitted.top, ports(&design));
        fs::write(&netlist, format!("module {top} ({ports});\nendmodule\n"))?;
        assert_eq!(opensta(&design, &netlist, "")?, "", "{top}");
    }
    // The check above sees a port that is not there.
    let designs = shipped_designs()?;
    let core = designs
        .iter()
        .find(|design| design.emitted.top == "ascon_aead128");
    let design = core.ok_or("the core is shipped")?;
    let ports = ports(design).replace("text_strb_i", "text_keep_i");
    let top = &design.emitted.top;
    fs::write(&netlist, format!("module {top} ({ports});\nendmodule\n"))?;
    let said = opensta(design, &netlist, "")?;
    assert!(said.contains("text_strb_i"), "{said:?}");
    Ok(())
}

#[rstest]
#[case("async", "  rst_ni")]
#[case("sync", "")]
fn opensta_has_every_path_of_a_netlist_constrained(
    #[case] reset: &str,
    #[case] without_delay: &str,
) -> Outcome {
    let design = deliverable(&format!(
        "name = \"counter\"\ntop = \"deny_counter\"\nreset = \"{reset}\"\nclock_mhz = 250"
    ))?;
    let folder = tempfile::tempdir()?;
    let files = tools::write(&design.emitted.files, folder.path())?.join(" ");
    let script = format!(
        "read_verilog -sv {files}; synth -flatten -top counter; dfflibmap -liberty {LIBERTY}; \
         abc -liberty {LIBERTY}; clean; write_verilog -noattr netlist.v"
    );
    tools::run("yosys", &["-q", "-p", &script], folder.path())?;
    let netlist = folder.path().join("netlist.v");
    let said = opensta(&design, &netlist, "check_setup -verbose")?;
    let ports: Vec<&str> = said
        .lines()
        .filter(|l| !l.starts_with("Warning: There is 1 input"))
        .collect();
    assert_eq!(ports.join("\n"), without_delay);
    let path = opensta(&design, &netlist, "report_checks")?;
    assert!(
        path.contains("4.00    4.00   clock clk_i (rise edge)"),
        "{path}"
    );
    assert!(
        path.contains("-0.80    3.20   output external delay"),
        "{path}"
    );
    Ok(())
}
