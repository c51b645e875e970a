//! The rows and the timing table of processing in DRAM.

use pimtee_hdl::dram::timing::{Class, Memory, Preset, Rule, Shift};
use pimtee_hdl::dram::{Geometry, Kind, Row, RowRule, Timing};
use std::fmt::Write;

/// Address, what it raises, what it may be: first, second ACT. From Ambit's table.
const ROWS: [(&str, &str, &str); 16] = [
    ("B0", "T0", "12"),
    ("B1", "T1", "12"),
    ("B2", "T2", "12"),
    ("B3", "T3", "12"),
    ("B4", "DCC0", "12"),
    ("B5", "~DCC0", "12"),
    ("B6", "DCC1", "12"),
    ("B7", "~DCC1", "12"),
    ("B8", "~DCC0 T0", "2"),
    ("B9", "~DCC1 T1", "2"),
    ("B10", "T2 T3", "2"),
    ("B11", "T0 T3", "2"),
    ("B12", "T0 T1 T2", "12"),
    ("B13", "T1 T2 T3", "12"),
    ("B14", "DCC0 T1 T2", "12"),
    ("B15", "DCC1 T0 T3", "12"),
];

fn raised(row: Row) -> String {
    let names = row.raised().iter().map(|(cell, complemented)| {
        let sign = if complemented { "~" } else { "" };
        format!("{sign}{cell}")
    });
    names.collect::<Vec<_>>().join(" ")
}

#[test]
fn compute_addresses_raise_what_they_should() {
    for (number, (name, cells, acts)) in (0..).zip(ROWS) {
        let row = Row::b(number);
        let found = (row.to_string(), raised(row));
        assert_eq!(found, (name.to_owned(), cells.to_owned()));
        assert_eq!(row.first_act().is_ok(), acts.contains('1'), "{name}");
        assert_eq!(row.second_act().is_ok(), acts.contains('2'), "{name}");
        assert_eq!(row.alone().is_ok(), number < 8, "{name}");
        assert!(row.is_compute());
    }
}

#[test]
fn every_address_is_one_kind_of_row() {
    let geometry = Geometry::default();
    let mut counts = [0; 6];
    for address in 0..geometry.rows {
        let row = Row::at(address);
        let (at, back) = match row.kind() {
            Kind::B(number) => (0, Row::b(number)),
            Kind::C0 => (1, Row::C0),
            Kind::C1 => (2, Row::C1),
            Kind::Q(number) => (3, Row::q(number)),
            Kind::Quac => (4, Row::QUAC),
            Kind::D(number) => (5, Row::d(number)),
        };
        counts[at] += 1;
        assert_eq!((back, back.address()), (row, address));
        assert_eq!(geometry.check(row), Ok(()));
    }
    assert_eq!(counts, [16, 1, 1, 4, 1, geometry.data_rows()]);
    assert_eq!(geometry.data_rows(), 489);
    let beyond = Row::d(geometry.data_rows());
    assert_eq!(geometry.check(beyond), Err(RowRule::OutOfRange));
}

#[test]
fn constants_are_read_and_four_rows_are_for_quac() {
    for row in [Row::C0, Row::C1] {
        assert_eq!(row.first_act(), Ok(()));
        assert_eq!(row.second_act(), Err(RowRule::ConstantWritten));
    }
    assert_eq!(Row::QUAC.first_act(), Err(RowRule::QuacOnly));
    assert_eq!(Row::QUAC.second_act(), Err(RowRule::QuacOnly));
    assert_eq!(raised(Row::QUAC), "Q0 Q1 Q2 Q3");
    for row in [Row::q(0), Row::q(3), Row::d(0)] {
        assert!(
            row.first_act()
                .and(row.second_act())
                .and(row.alone())
                .is_ok()
        );
        assert_eq!(raised(row), row.to_string());
    }
}

#[test]
fn sizes_are_checked() {
    let good = Geometry::default();
    assert_eq!(good.checked(), Ok(good));
    let cases = [
        (
            Geometry { banks: 0, ..good },
            "banks is 0, but there must be one or more",
        ),
        (
            Geometry { rows: 23, ..good },
            "rows is 23, but 24 make one data row, the fewest",
        ),
        (
            Geometry {
                columns: 96,
                ..good
            },
            "columns is 96, but they come in lanes of 64, up to 512",
        ),
        (
            Geometry {
                columns: 576,
                ..good
            },
            "columns is 576, but they come in lanes of 64, up to 512",
        ),
    ];
    for (geometry, message) in cases {
        assert_eq!(geometry.checked().unwrap_err().to_string(), message);
    }
    let least = Geometry {
        rows: 24,
        columns: 64,
        ..good
    };
    assert_eq!(least.checked(), Ok(least));
}

/// What a rule says, for the table of the page.
fn words(rule: &Rule) -> String {
    let formula = match rule.formula == rule.name {
        true => "",
        false => rule.formula,
    };
    let (previous, current) = match (rule.name, rule.depth) {
        ("tCMD", _) => ("any".to_owned(), "any".to_owned()),
        _ if !rule.activations => (rule.previous.to_string(), rule.current.to_string()),
        (_, 1) => ("an activation".to_owned(), "another".to_owned()),
        _ => ("fourth last activation".to_owned(), "another".to_owned()),
    };
    // Which of the two a second ACT can be depends on the preset: a set with others has both.
    let both = |set: String| set.replace("ACT2, ACT2n", "ACT2").replace("ACT2n", "ACT2");
    let (previous, current) = match rule.name {
        "tRAS1" => (previous, current),
        "tRAS2" => (previous, both(current)),
        _ => (both(previous), both(current)),
    };
    format!("{previous} | {current} | {} | {formula}", rule.scope)
}

/// Rows of the table in `docs/dram.md`: a rule, and its clocks for DDR4-2400 and DDR3-1333 in each
/// preset.
fn table() -> String {
    let timings: Vec<Timing> = [Memory::Ddr4_2400, Memory::Ddr3_1333]
        .into_iter()
        .flat_map(|memory| Preset::ALL.map(|preset| Timing::new(memory, preset, Shift::LaneRotate)))
        .collect();
    let mut seen: Vec<(&str, String)> = Vec::new();
    for rule in timings.iter().flat_map(Timing::rules) {
        let row = (rule.name, words(rule));
        if !seen.contains(&row) {
            seen.push(row);
        }
    }
    let mut table = String::new();
    for (name, text) in seen {
        let delays = timings.iter().map(|timing| {
            let mut rules = timing.rules().iter();
            let rule = rules.find(|rule| rule.name == name && words(rule) == text);
            rule.map_or("-".into(), |rule| rule.delay.to_string())
        });
        let delays: Vec<String> = delays.collect();
        writeln!(table, "| {name} | {text} | {} |", delays.join(" | ")).unwrap();
    }
    table
}

#[test]
fn the_table_of_the_page_is_the_table_of_the_rules() {
    let page = include_str!("../../docs/dram.md");
    let table = table();
    assert!(
        page.contains(&table),
        "docs/dram.md should have these rows:\n{table}"
    );
}

#[test]
fn the_named_timings_differ_in_what_their_names_say() {
    for memory in Memory::ALL {
        let [paper, ambit, conservative] =
            Preset::ALL.map(|preset| Timing::new(memory, preset, Shift::Migration));
        let interval = |timing: &Timing| timing.parameters().t_refi;
        assert_eq!(2 * interval(&paper), interval(&ambit));
        assert_eq!(interval(&ambit), interval(&conservative));
        for (timing, counted) in [(&paper, 0), (&ambit, 0), (&conservative, 1)] {
            let second = timing.second_act(Row::d(0), Row::d(1));
            assert_eq!(timing.activations(second).len(), counted);
        }
        assert_eq!(
            conservative.second_act(Row::d(0), Row::d(1)),
            Class::ActNaive
        );
        assert_eq!(ambit.second_act(Row::B12, Row::T3), Class::ActNaive);
        assert_eq!(ambit.second_act(Row::B12, Row::d(0)), Class::ActOpen);
        assert_eq!(paper.second_act(Row::B12, Row::T3), Class::ActOpen);
    }
}

#[test]
fn time_is_an_exact_ratio() {
    let ddr4 = Timing::new(Memory::Ddr4_2400, Preset::Paper, Shift::Migration);
    let ddr3 = Timing::new(Memory::Ddr3_1333, Preset::Paper, Shift::Migration);
    assert_eq!(ddr4.ps(56), (140_000, 3));
    assert_eq!(ddr3.ps(33), (49_500, 1));
    assert_eq!(ddr4.ns(6), 5.0);
}
