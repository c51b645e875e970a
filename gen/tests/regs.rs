//! What is generated from a register description, pinned.

use pimtee_gen::regs::{c_header, markdown, rust, systemrdl};
use pimtee_hdl::fmt::regs::{Sizes, map};
use pimtee_hdl::regs::{Access, RegMap};

/// One with a part for each rule: wide granule numbers, several slots.
fn small() -> RegMap {
    map(Sizes {
        entries: 4,
        key_slots: 4,
        slot_bits: 2,
        sources: 8,
        granule_bits: 36,
        job_bits: 16,
        counter_bits: 47,
    })
}

#[test]
fn outputs() {
    let map = small();
    insta::assert_snapshot!("regs_systemrdl", systemrdl(&map, map.name));
    insta::assert_snapshot!("regs_c_header", c_header(&map, map.name));
    insta::assert_snapshot!("regs_markdown", markdown(&map, map.name));
    insta::assert_snapshot!("regs_rust", rust(&map, map.name));
}

#[test]
fn every_block_says_which_one_and_which_version_it_is() {
    let map = small();
    for (name, address) in [("id", 0), ("version", 4)] {
        assert_eq!(map.address(name, 0), Some(address));
        let (_, register) = map
            .registers()
            .find(|(_, register)| register.name == name)
            .unwrap();
        assert!(register.constant);
        assert_eq!(register.other, Access::ReadOnly);
    }
}

#[test]
fn a_description_that_breaks_a_rule_is_refused() {
    type Change = fn(&mut RegMap);
    let broken: [(Change, &str); 9] = [
        (|map| map.groups[2].count = 3, "powers of two"),
        (|map| map.groups[2].offset = 0x840, "aligned"),
        (|map| map.groups[1].offset = 0, "overlaps"),
        (|map| map.groups[0].registers[1].offset = 0, "overlaps"),
        (|map| map.groups[0].registers[1].number = 1, "number"),
        (
            |map| map.groups[0].registers[1].name = "id",
            "name is taken",
        ),
        (
            |map| map.groups[0].registers[2].fields[1].lsb = 7,
            "bits overlap",
        ),
        (
            |map| map.groups[0].registers[2].fields[0].reset = Some(256),
            "does not fit",
        ),
        (|map| map.address_bits = 11, "beyond"),
    ];
    assert_eq!(small().fault(), None);
    for (change, reason) in broken {
        let mut map = small();
        change(&mut map);
        let fault = map.fault().unwrap_or_default();
        assert!(fault.contains(reason), "{fault:?} does not say {reason:?}");
    }
}
