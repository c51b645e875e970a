//! What is generated from a register description agrees with it: SystemRDL as PeakRDL's compiler
//! sees it, C as a C compiler does, Rust as rustc does, and the RTL decode at every address.

use std::fmt::Write as _;
use std::fs;

use pimtee_gen::catalogue::shipped;
use pimtee_gen::deliverable::{Options, build};
use pimtee_gen::regs::{c_header, rust, systemrdl};
use pimtee_gen::sv::ResetKind;
use pimtee_hdl::fmt::regs::{Sizes, map};
use pimtee_hdl::regs::{Access, Found, RegDecode, RegMap, Request};
use pimtee_sim::verilator::{Build, Model};
use pimtee_testbenches::{Outcome, emitted, equal, here, tools};
use rstest::rstest;

/// Where `make setup` puts PeakRDL's compiler.
const PYTHON: &str = "../target/venv/bin/python3";

const SMALL: Sizes = Sizes {
    entries: 4,
    key_slots: 4,
    slot_bits: 2,
    sources: 8,
    granule_bits: 20,
    job_bits: 16,
    counter_bits: 47,
};
const WIDE: Sizes = Sizes {
    entries: 32,
    key_slots: 16,
    slot_bits: 4,
    sources: 32,
    granule_bits: 52,
    job_bits: 16,
    counter_bits: 47,
};

/// What PeakRDL's compiler finds in a SystemRDL text.
fn compiled(text: &str) -> Outcome<String> {
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join("fmt.rdl"), text)?;
    let python = here(PYTHON);
    if !python.exists() {
        return Err("PeakRDL's compiler is not in target/venv; run: make setup".into());
    }
    let (python, script) = (python.display().to_string(), here("regs/dump.py"));
    let script = script.display().to_string();
    tools::run(&python, &[&script, "fmt.rdl"], folder.path())
}

/// What it should find, from the description.
fn expected(map: &RegMap) -> Outcome<String> {
    let mut text = format!("addrmap {}\n", map.name);
    for group in &map.groups {
        for index in 0..group.count {
            for register in &group.registers {
                let element = match group.count {
                    1 => group.name.to_owned(),
                    _ => format!("{}[{index}]", group.name),
                };
                let prefix = format!("{}_", group.name);
                let name = register.name.strip_prefix(&prefix).unwrap_or(register.name);
                let path = format!("{}.{element}.{name}", map.name);
                let address = group.offset + index * group.stride + register.offset;
                let access = |access| match access {
                    Access::None => "none",
                    Access::ReadOnly => "ro",
                    _ => "other",
                };
                writeln!(
                    text,
                    "register {path} {address:#x} 32 {}",
                    access(register.other)
                )?;
                for field in &register.fields {
                    let (software, write) = match register.monitor {
                        Access::None => ("na", "none"),
                        Access::ReadOnly => ("r", "none"),
                        Access::WriteOnly => ("w", "none"),
                        Access::ReadWrite => ("rw", "none"),
                        Access::WriteOneToSet => ("rw", "woset"),
                        Access::WriteOneToClear => ("rw", "woclr"),
                    };
                    let reset = field
                        .reset
                        .map_or("none".into(), |reset| format!("{reset:#x}"));
                    let values = field.values.iter();
                    let values: Vec<String> = values
                        .map(|value| format!("{}={}", value.name, value.value))
                        .collect();
                    let values = match values.is_empty() {
                        true => "none".into(),
                        false => values.join(","),
                    };
                    writeln!(
                        text,
                        "field {path}.{} {} {} {reset} {software} {write} {values}",
                        field.name, field.lsb, field.width
                    )?;
                }
            }
        }
    }
    Ok(text)
}

#[rstest]
fn peakrdl_finds_in_the_systemrdl_what_is_described(
    #[values(SMALL, WIDE)] sizes: Sizes,
) -> Outcome {
    let map = map(sizes);
    equal(
        "SystemRDL",
        compiled(&systemrdl(&map, map.name))?,
        expected(&map)?,
    )
}

/// The test above sees a register that is somewhere else.
#[test]
fn a_register_at_another_address_is_found() -> Outcome {
    let map = map(SMALL);
    let text = systemrdl(&map, map.name).replace("policy @ 0x14", "policy @ 0x28");
    assert_ne!(compiled(&text)?, expected(&map)?);
    Ok(())
}

#[rstest]
fn a_c_compiler_finds_in_the_header_what_is_described(
    #[values(SMALL, WIDE)] sizes: Sizes,
) -> Outcome {
    let map = map(sizes);
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join("fmt_regs.h"), c_header(&map, map.name))?;
    let mut program =
        "#include <stddef.h>\n#include <stdio.h>\n#include \"fmt_regs.h\"\nint main(void) {\n"
            .to_owned();
    let mut expected = String::new();
    for (group, register) in map.registers() {
        let name = format!("FMT_{}", register.name.to_uppercase());
        let prefix = format!("{}_", group.name);
        let member = register.name.strip_prefix(&prefix).unwrap_or(register.name);
        let last = group.count - 1;
        let element = match group.count {
            1 => group.name.to_owned(),
            _ => format!("{}[{last}]", group.name),
        };
        writeln!(
            program,
            "  printf(\"{name} %u %zu\\n\", {name}_OFFSET, offsetof(struct fmt_regs, {element}.{member}));"
        )?;
        let at = group.offset + register.offset;
        writeln!(expected, "{name} {at} {}", at + last * group.stride)?;
        for field in &register.fields {
            let field_name = format!("{name}_{}", field.name.to_uppercase());
            writeln!(
                program,
                "  printf(\"%u %u\\n\", {field_name}_SHIFT, {field_name}_MASK);"
            )?;
            writeln!(expected, "{} {}", field.lsb, field.mask())?;
            for value in &field.values {
                let value_name = value.name.to_uppercase();
                writeln!(program, "  printf(\"%u\\n\", {field_name}_{value_name});")?;
                writeln!(expected, "{}", value.value)?;
            }
        }
    }
    program += "  return 0;\n}\n";
    fs::write(folder.path().join("main.c"), program)?;
    let options = [
        "-std=c99",
        "-pedantic",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-o",
        "main",
        "main.c",
    ];
    tools::run("cc", &options, folder.path())?;
    let program = folder.path().join("main").display().to_string();
    equal(
        "C header",
        tools::run(&program, &[], folder.path())?,
        expected,
    )
}

#[rstest]
fn rustc_finds_in_the_driver_types_what_is_described(
    #[values(SMALL, WIDE)] sizes: Sizes,
) -> Outcome {
    let map = map(sizes);
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join("fmt_regs.rs"), rust(&map, map.name))?;
    let mut program = "#[allow(dead_code)]
mod fmt_regs;
use fmt_regs::*;

struct Print;

impl Bus for Print {
    type Error = ();
    fn read(&mut self, offset: u32) -> Result<u32, ()> {
        println!(\"read {offset}\");
        Ok(0x1234_5678)
    }
    fn write(&mut self, offset: u32, value: u32) -> Result<(), ()> {
        println!(\"write {offset} {value}\");
        Ok(())
    }
}

fn main() -> Result<(), ()> {
    let bus = &mut Print;
"
    .to_owned();
    let mut expected = String::new();
    for (group, register) in map.registers() {
        let name = register.name;
        let last = group.count - 1;
        let at = group.offset + register.offset + last * group.stride;
        let index = if group.count > 1 {
            format!(", {last}")
        } else {
            String::new()
        };
        if register.monitor.reads() {
            writeln!(program, "    let value = {name}::read(bus{index})?;")?;
            writeln!(expected, "read {at}")?;
            for field in &register.fields {
                writeln!(program, "    println!(\"{{}}\", value.{}());", field.name)?;
                writeln!(expected, "{}", (0x1234_5678 & field.mask()) >> field.lsb)?;
            }
        }
        if register.monitor.writes() {
            for field in &register.fields {
                let field_name = field.name;
                writeln!(
                    program,
                    "    {name}::write(bus{index}, {name}::Value(0).with_{field_name}(!0))?;"
                )?;
                writeln!(expected, "write {at} {}", field.mask())?;
            }
        }
    }
    program += "    Ok(())\n}\n";
    fs::write(folder.path().join("main.rs"), program)?;
    tools::run(
        "rustc",
        &["--edition=2021", "-Dwarnings", "main.rs"],
        folder.path(),
    )?;
    let program = folder.path().join("main").display().to_string();
    equal("Rust", tools::run(&program, &[], folder.path())?, expected)
}

/// The emitted decode alone.
fn decode(map: &RegMap) -> Outcome<Model> {
    let design = emitted(
        &RegDecode::<12, 7>::new(map.clone()),
        "decode",
        ResetKind::Async,
    )?;
    Ok(Build::new(&design).build()?.instantiate(1)?)
}

/// Every address, with every right, whole and partial writes, zeros and ones outside the fields;
/// gives the first difference.
fn difference(model: &mut Model, map: &RegMap) -> Outcome<Option<String>> {
    let [address, write, other, data, strobe] =
        ["address_i", "write_i", "other_i", "data_i", "strobe_i"].map(|name| model.input(name));
    let outputs = ["register_o", "index_o", "ok_o", "constant_o"].map(|name| model.output(name));
    let (address, write, other, data, strobe) = (address?, write?, other?, data?, strobe?);
    let [number, index, ok, constant] = outputs;
    let (number, index, ok, constant) = (number?, index?, ok?, constant?);
    let data_words = (0..32).map(|bit| 1 << bit).chain([0, 0xffff_ffff]);
    let writes: Vec<(bool, u64, u64)> = data_words
        .map(|data| (true, data, 0xf))
        .chain((0..0xf).map(|strobe| (true, 0, strobe)))
        .chain([(false, 0, 0), (false, 0xffff_ffff, 0xf)])
        .collect();
    for at in 0..1 << map.address_bits {
        for from_other in [false, true] {
            for &(is_write, word, bytes) in &writes {
                model.set(address, at);
                model.set(write, is_write.into());
                model.set(other, from_other.into());
                model.set(data, word);
                model.set(strobe, bytes);
                model.eval()?;
                let got = Found {
                    number: model.get(number),
                    index: model.get(index),
                    ok: model.get(ok) == 1,
                    constant: model.get(constant),
                };
                let request = Request {
                    address: at,
                    write: is_write,
                    other: from_other,
                    data: word,
                    strobe: bytes,
                };
                let expected = map.find(request);
                if got != expected {
                    return Ok(Some(format!(
                        "{request:x?}: expected {expected:?}, got {got:?}"
                    )));
                }
            }
        }
    }
    Ok(None)
}

#[rstest]
fn the_decode_finds_what_is_described_at_every_address(
    #[values(SMALL, WIDE)] sizes: Sizes,
) -> Outcome {
    let map = map(sizes);
    equal("difference", difference(&mut decode(&map)?, &map)?, None)
}

/// The test above sees each kind of mistake in a decode.
#[rstest]
#[case::right(|map: &mut RegMap| map.groups[0].registers[0].other = Access::None)]
#[case::write_right(|map: &mut RegMap| map.groups[0].registers[4].monitor = Access::ReadWrite)]
#[case::address(|map: &mut RegMap| map.groups[2].registers[0].offset = 0x3c)]
#[case::count(|map: &mut RegMap| map.groups[2].count = 2)]
#[case::field(|map: &mut RegMap| map.groups[0].registers[5].fields[1].lsb = 2)]
#[case::value(|map: &mut RegMap| map.groups[0].registers[1].fields[0].reset = Some(1))]
fn another_decode_is_found(#[case] change: fn(&mut RegMap)) -> Outcome {
    let map = map(SMALL);
    let mut changed = map.clone();
    change(&mut changed);
    assert!(difference(&mut decode(&map)?, &changed)?.is_some());
    Ok(())
}

/// The files are in the deliverable of every top that has registers, and of no other.
#[test]
fn a_deliverable_has_what_describes_its_registers() -> Outcome {
    for shipped in shipped()? {
        let design = build(&shipped.config, &Options::default())?;
        let files = design.files.iter().map(|(path, _)| path.as_str());
        let found: Vec<&str> = files.filter(|path| path.starts_with("regs/")).collect();
        let name = shipped.config.name();
        let expected: Vec<String> = match shipped.config.registers() {
            Some(_) => [".rdl", "_regs.h", "_regs.md", "_regs.rs"]
                .map(|ending| format!("regs/{name}{ending}"))
                .to_vec(),
            None => vec![],
        };
        assert_eq!(found, expected, "{}", shipped.path);
    }
    Ok(())
}
