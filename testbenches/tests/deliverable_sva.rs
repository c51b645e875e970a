//! The assertions of a deliverable: they hold for the core, fire when a rule is broken, and their
//! cover points are reached.

use pimtee_gen::config::Config;
use pimtee_gen::deliverable::{Deliverable, Options, build};
use pimtee_gen::sv::SvFile;
use pimtee_sim::driver::ascon::{AsconDriver, DriverError, Message, Stalls};
use pimtee_sim::golden::ascon::{self, Variant};
use pimtee_sim::verilator::{Build, Library, OptLevel, SimError};
use pimtee_testbenches::Outcome;
use rstest::rstest;

const TOP: &str = "core";
const SEED: u64 = 1;

fn design() -> Outcome<Deliverable> {
    design_of("ascon_aead")
}

fn design_of(top: &str) -> Outcome<Deliverable> {
    // A buffer that some of the messages overflow.
    let parameters = match top {
        "ascon_aead" => "",
        _ => "\n[parameters]\nhold_depth = 16",
    };
    let toml = format!("name = \"{TOP}\"\ntop = \"{top}\"{parameters}");
    let config = Config::parse("test.toml", &toml)?;
    Ok(build(&config, &Options::default())?)
}

/// Text of the assertions.
fn assertions(design: &Deliverable) -> Outcome<SvFile> {
    let path = format!("sva/{TOP}_sva.sv");
    let found = design.files.iter().find(|(name, _)| *name == path);
    let (_, bytes) = found.ok_or("there are assertions")?;
    Ok(SvFile {
        name: format!("{TOP}_sva.sv"),
        text: String::from_utf8(bytes.clone())?,
    })
}

/// The core with its assertions; `files` may have changed.
fn library(files: &[SvFile], design: &Deliverable, coverage: bool) -> Outcome<Library> {
    Ok(Build::from_files(TOP, files, &design.emitted.ports)
        .extra_files(&[assertions(design)?])
        .assertions(true)
        .coverage(coverage)
        .opt_level(OptLevel::O0)
        .build()?)
}

fn message(result: Result<(), SimError>) -> String {
    match result {
        Err(SimError::Assertion { message, .. }) => message,
        result => panic!("expected a failed assertion, got {result:?}"),
    }
}

/// Both directions, every stream, beats that wait.
fn messages(driver: &mut AsconDriver) -> Result<(), DriverError> {
    let (key, nonce) = ([7; 16], [9; 16]);
    for _ in 0..4 {
        driver.run(&[
            Message::encrypt(&nonce, &[1; 50], &[2; 50]).with_key(&key),
            Message::decrypt(&nonce, &[1; 50], &[3; 50], &[0; 16]).with_key(&key),
        ])?;
    }
    driver.clear()
}

#[test]
fn the_core_keeps_the_rules_and_every_cover_point_is_reached() -> Outcome {
    let design = design()?;
    let library = library(&design.emitted.files, &design, true)?;
    let stalls = Stalls::all(0.5);
    let mut driver = AsconDriver::new(library, Variant::AsconAead128, stalls, SEED)?;
    messages(&mut driver)?;
    every_cover_point_is_reached(&mut driver, &design)
}

fn every_cover_point_is_reached(driver: &mut AsconDriver, design: &Deliverable) -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("coverage.dat");
    driver.write_coverage(&path)?;
    let coverage = std::fs::read_to_string(path)?;
    let points: Vec<&str> = coverage
        .lines()
        .filter(|line| line.contains("v_user"))
        .collect();
    let planned = assertions(design)?.text.matches("cover property").count();
    assert_eq!(points.len(), planned, "{points:#?}");
    for point in points {
        assert!(!point.ends_with(" 0"), "never reached: {point}");
    }
    Ok(())
}

/// A beat that is offered to a core without a key, and then withdrawn or changed.
#[rstest]
#[case("nonce_valid_i", "nonce_valid_i", "nonce")]
#[case("nonce_valid_i", "nonce_data_i", "nonce")]
#[case("nonce_valid_i", "nonce_variant_i", "nonce")]
#[case("ad_valid_i", "ad_strb_i", "ad")]
#[case("text_valid_i", "text_last_i", "text")]
#[case("exp_valid_i", "exp_data_i", "exp")]
fn a_source_that_changes_its_mind_is_found(
    #[case] valid: &str,
    #[case] changed: &str,
    #[case] stream: &str,
) -> Outcome {
    let design = design()?;
    let library = library(&design.emitted.files, &design, false)?;
    let mut model = library.instantiate(SEED)?;
    model.reset(2)?;
    for _ in 0..3 {
        model.cycle()?;
    }
    let (valid, changed) = (model.input(valid)?, model.input(changed)?);
    let clear = model.input("clear_i")?;
    model.set(valid, 1);
    model.cycle()?;
    // A clear excuses it.
    model.set(clear, 1);
    model.set(changed, u64::from(valid != changed));
    model.cycle()?;
    model.set(clear, 0);
    model.set(changed, 0);
    model.set(valid, 1);
    model.cycle()?;
    model.cycle()?;
    model.set(changed, u64::from(valid != changed));
    let message = message(model.cycle());
    assert!(
        message.contains(&format!("{stream}: a beat was withdrawn or changed")),
        "{message}"
    );
    Ok(())
}

/// A core that takes back its tag or its verdict.
#[rstest]
#[case(
    "if (tag_valid_o && tag_ready_i) begin",
    "if (tag_valid_o) begin",
    "tag"
)]
#[case(
    "if (verdict_valid_o && verdict_ready_i) begin",
    "if (verdict_valid_o) begin",
    "verdict"
)]
fn a_mutant_is_found(
    #[case] original: &str,
    #[case] mutated: &str,
    #[case] stream: &str,
) -> Outcome {
    let design = design()?;
    let mut files = design.emitted.files.clone();
    let mut replaced = 0;
    for file in files.iter_mut().filter(|f| f.name == format!("{TOP}.sv")) {
        replaced += file.text.matches(original).count();
        file.text = file.text.replace(original, mutated);
    }
    assert_eq!(replaced, 1, "{original:?} stands once in the emitted text");
    let library = library(&files, &design, false)?;
    let mut driver = AsconDriver::new(library, Variant::AsconAead128, Stalls::all(0.5), SEED)?;
    match messages(&mut driver) {
        Err(DriverError::Sim(error)) => {
            let message = message(Err(error));
            assert!(
                message.contains(&format!("{stream}: a beat was")),
                "{message}"
            );
        }
        result => panic!("expected a failed assertion, got: {result:?}"),
    }
    Ok(())
}

/// Both directions on a core that holds plaintext: a right tag, a wrong one, a text too long.
fn held_messages(driver: &mut AsconDriver) -> Result<(), DriverError> {
    let (key, nonce, ad) = ([7; 16], [9; 16], [1; 50]);
    for _ in 0..4 {
        let mut messages = vec![Message::encrypt(&nonce, &ad, &[2; 50]).with_key(&key)];
        for (length, flipped) in [(50, 0), (100, 1), (200, 0)] {
            let text: Vec<u8> = (0..length).collect();
            let (ciphertext, mut tag) =
                ascon::encrypt(Variant::AsconAead128, &key, &nonce, &ad, &text);
            tag[0] ^= flipped;
            messages.push(Message::decrypt(&nonce, &ad, &ciphertext, &tag).with_key(&key));
        }
        driver.run(&messages)?;
    }
    driver.clear()
}

fn held_driver(library: Library) -> Result<AsconDriver, DriverError> {
    let mut driver = AsconDriver::new(library, Variant::AsconAead128, Stalls::all(0.5), SEED)?;
    driver.set_holds();
    Ok(driver)
}

#[rstest]
fn tops_around_the_core_keep_the_rules_and_reach_every_cover_point(
    #[values("ascon_hold", "ascon_axis")] top: &str,
) -> Outcome {
    let design = design_of(top)?;
    let mut driver = held_driver(library(&design.emitted.files, &design, true)?)?;
    held_messages(&mut driver)?;
    every_cover_point_is_reached(&mut driver, &design)
}

/// A buffer that takes back verified plaintext or a verdict; ports that change a beat of the tag.
#[rstest]
#[case("ascon_hold", "released = out_ready_i;", "released = 1'b1;", "out")]
#[case(
    "ascon_hold",
    "if (verdict_valid_o && verdict_ready_i) begin",
    "if (verdict_valid_o) begin",
    "verdict"
)]
#[case(
    "ascon_axis",
    "core_tag_valid_o && m_axis_tag_tready) begin",
    "core_tag_valid_o) begin",
    "m_axis_tag"
)]
fn a_mutant_around_the_core_is_found(
    #[case] top: &str,
    #[case] original: &str,
    #[case] mutated: &str,
    #[case] stream: &str,
) -> Outcome {
    let design = design_of(top)?;
    // The buffer and the ports, not the core in them, which has lines like theirs.
    let around = |file: &&mut SvFile| {
        file.name == format!("{TOP}.sv") || file.name.contains("_hold_buffer_")
    };
    let mut files = design.emitted.files.clone();
    let mut replaced = 0;
    for file in files.iter_mut().filter(around) {
        replaced += file.text.matches(original).count();
        file.text = file.text.replace(original, mutated);
    }
    assert_eq!(replaced, 1, "{original:?} stands once in the emitted text");
    let mut driver = held_driver(library(&files, &design, false)?)?;
    match held_messages(&mut driver) {
        Err(DriverError::Sim(error)) => {
            let message = message(Err(error));
            let expected = format!("{stream}: a beat was");
            assert!(message.contains(&expected), "{message}");
        }
        result => panic!("expected a failed assertion, got: {result:?}"),
    }
    Ok(())
}
