//! What a DRAM does to bits, against a model that goes bit by bit; what it refuses.

use pimtee_hdl::dram::timing::{Memory, Preset, Shift};
use pimtee_hdl::dram::{Cell, Command, Direction, Geometry, Place, Row, RowOp, RowRule, Timing};
use pimtee_sim::dram::{Bits, Broken, CellFault, Device, Executor, Host, Subarray, Tenant, Use};
use proptest::prelude::*;
use rstest::rstest;
use std::collections::BTreeMap;
use std::num::NonZeroU8;

const PLACE: Place = Place {
    bank: 1,
    subarray: 0,
};
const COLUMNS: usize = 512;
/// Data rows that the tests use.
const DATA: u16 = 6;

fn timing() -> Timing {
    Timing::new(Memory::Ddr4_2400, Preset::Paper, Shift::LaneRotate)
}

fn device() -> Device {
    Device::new(&timing(), &Geometry::default(), 7)
}

/// `B8`, `D3`, `C0`, `T1`, `~DCC0`.
fn row(name: &str) -> Row {
    match name {
        "T0" => Row::T0,
        "T1" => Row::T1,
        "T2" => Row::T2,
        "T3" => Row::T3,
        "DCC0" => Row::DCC0,
        "~DCC0" => Row::NDCC0,
        "DCC1" => Row::DCC1,
        "~DCC1" => Row::NDCC1,
        "C0" => Row::C0,
        "C1" => Row::C1,
        other => {
            let number = &other[1..];
            match &other[..1] {
                "B" => Row::b(number.parse().unwrap()),
                "Q" => Row::q(number.parse().unwrap()),
                _ => Row::d(number.parse().unwrap()),
            }
        }
    }
}

/// The model: rows of booleans by the name of the row of cells. Written from the table of Ambit.
#[derive(Clone, Default)]
struct Naive(BTreeMap<String, Vec<bool>>);

impl Naive {
    fn raised(row: Row) -> Vec<(&'static str, bool)> {
        let names = match row.to_string().as_str() {
            "B0" => "T0",
            "B1" => "T1",
            "B2" => "T2",
            "B3" => "T3",
            "B4" => "DCC0",
            "B5" => "~DCC0",
            "B6" => "DCC1",
            "B7" => "~DCC1",
            "B8" => "~DCC0 T0",
            "B9" => "~DCC1 T1",
            "B10" => "T2 T3",
            "B11" => "T0 T3",
            "B12" => "T0 T1 T2",
            "B13" => "T1 T2 T3",
            "B14" => "DCC0 T1 T2",
            "B15" => "DCC1 T0 T3",
            other => Box::leak(other.to_owned().into_boxed_str()),
        };
        let complemented = |name: &'static str| match name.strip_prefix('~') {
            Some(name) => (name, true),
            None => (name, false),
        };
        names.split(' ').map(complemented).collect()
    }

    fn sense(&mut self, row: Row) -> Vec<bool> {
        let raised = Naive::raised(row);
        let seen: Vec<Vec<bool>> = raised
            .iter()
            .map(|(name, complemented)| {
                let cells = self.0[*name].iter();
                cells.map(|bit| bit ^ complemented).collect()
            })
            .collect();
        let majority: Vec<bool> = (0..COLUMNS)
            .map(|column| 2 * seen.iter().filter(|row| row[column]).count() > seen.len())
            .collect();
        self.drive(row, &majority);
        majority
    }

    fn drive(&mut self, row: Row, bits: &[bool]) {
        for (name, complemented) in Naive::raised(row) {
            let stored = bits.iter().map(|bit| bit ^ complemented).collect();
            self.0.insert(name.to_owned(), stored);
        }
    }

    fn apply(&mut self, op: &RowOp) {
        match *op {
            RowOp::Aap { dst, src } => {
                let bits = self.sense(src);
                self.drive(dst, &bits);
            }
            RowOp::Ap(row) => drop(self.sense(row)),
            RowOp::Shift {
                dst,
                src,
                direction,
            } => {
                let bits = self.sense(src);
                let from = |column: usize| match direction {
                    Direction::Left => column.checked_sub(1),
                    Direction::Right => Some(column + 1).filter(|column| *column < COLUMNS),
                };
                let moved: Vec<bool> = (0..COLUMNS)
                    .map(|column| from(column).is_some_and(|column| bits[column]))
                    .collect();
                self.drive(dst, &moved);
            }
            RowOp::Rotate {
                dst,
                src,
                direction,
            } => {
                let bits = self.sense(src);
                let step = match direction {
                    Direction::Left => 63,
                    Direction::Right => 1,
                };
                let moved: Vec<bool> = (0..COLUMNS)
                    .map(|column| bits[column / 64 * 64 + (column + step) % 64])
                    .collect();
                self.drive(dst, &moved);
            }
            RowOp::Quac(_) | RowOp::Read(_) | RowOp::Write(_) => unreachable!("not drawn"),
        }
    }
}

fn unpacked(bits: &Bits) -> Vec<bool> {
    (0..COLUMNS)
        .map(|column| bits[column / 64] >> (column % 64) & 1 == 1)
        .collect()
}

/// Rows that hold something from the start.
fn held() -> Vec<Row> {
    let compute = [0, 1, 2, 3, 4, 6].map(Row::b);
    compute.into_iter().chain((0..DATA).map(Row::d)).collect()
}

fn cell_names() -> Vec<(String, Row)> {
    let named = |row: Row| (Naive::raised(row)[0].0.to_owned(), row);
    held().into_iter().map(named).collect()
}

fn bits() -> impl Strategy<Value = Bits> {
    any::<[u64; 8]>()
}

fn source() -> impl Strategy<Value = Row> {
    let names = [
        "B0", "B1", "B2", "B3", "B4", "B5", "B6", "B7", "B12", "B13", "B14", "B15", "C0", "C1",
    ];
    prop_oneof![
        proptest::sample::select(names.map(row).to_vec()),
        (0..DATA).prop_map(Row::d)
    ]
}

fn destination() -> impl Strategy<Value = Row> {
    prop_oneof![(0..16u8).prop_map(Row::b), (0..DATA).prop_map(Row::d)]
}

/// Rows that are raised alone.
fn alone(rows: impl Strategy<Value = Row>) -> impl Strategy<Value = Row> {
    rows.prop_filter("raised alone", |row| row.alone().is_ok())
}

fn direction() -> impl Strategy<Value = Direction> {
    prop_oneof![Just(Direction::Left), Just(Direction::Right)]
}

fn op() -> impl Strategy<Value = RowOp> {
    prop_oneof![
        6 => (destination(), source()).prop_map(|(dst, src)| RowOp::Aap { dst, src }),
        2 => source().prop_map(RowOp::Ap),
        1 => (alone(destination()), alone(source()), direction()).prop_map(
            |(dst, src, direction)| RowOp::Shift { dst, src, direction }
        ),
        1 => (alone(destination()), alone(source()), direction()).prop_map(
            |(dst, src, direction)| RowOp::Rotate { dst, src, direction }
        ),
    ]
}

proptest! {
    /// Bits alone, commands at clocks, and the naive model come to the same rows.
    #[test]
    fn rows_are_those_of_the_naive_model(
        start in proptest::collection::vec(bits(), held().len()),
        ops in proptest::collection::vec(op(), 1..60),
    ) {
        let mut naive = Naive::default();
        naive.0.insert("C0".into(), vec![false; COLUMNS]);
        naive.0.insert("C1".into(), vec![true; COLUMNS]);
        let mut fast = Subarray::new(&Geometry::default());
        let mut device = device();
        for ((name, row), bits) in cell_names().into_iter().zip(&start) {
            naive.0.insert(name, unpacked(bits));
            fast.load(row, bits).unwrap();
            device.subarray_mut(PLACE).load(row, bits).unwrap();
        }
        for op in &ops {
            naive.apply(op);
            fast.apply(op, &mut Host::default()).unwrap();
        }
        Executor::new(&mut device).run(PLACE, ops, &mut Host::default()).unwrap();
        for (name, row) in cell_names().into_iter().chain([
            ("C0".into(), Row::C0),
            ("C1".into(), Row::C1),
        ]) {
            prop_assert_eq!(&unpacked(&fast.peek(row).unwrap()), &naive.0[&name]);
            prop_assert_eq!(device.subarray(PLACE).peek(row), fast.peek(row));
        }
        prop_assert_eq!(device.subarray(PLACE).activations(), fast.activations());
    }

    /// The two ways through the device refuse the same things for the same reasons, with labels,
    /// tenants and undefined rows.
    #[test]
    fn both_ways_refuse_the_same(
        uses in proptest::collection::vec((0..4usize, 0..3u8), usize::from(DATA)),
        issuer in 0..3u8,
        ops in proptest::collection::vec(prop_oneof![
            4 => op(),
            1 => destination().prop_map(RowOp::Read),
            1 => destination().prop_map(RowOp::Write),
        ], 1..12),
    ) {
        let mut fast = device();
        for ((used_for, owner), number) in uses.into_iter().zip(0..) {
            let used_for = [Use::Work, Use::Public, Use::Secret, Use::Output][used_for];
            let subarray = fast.subarray_mut(PLACE);
            subarray.declare(Row::d(number), used_for, tenant(owner)).unwrap();
            // The last data row stays undefined.
            if number + 1 < DATA {
                subarray.load(Row::d(number), &[u64::from(number); 8]).unwrap();
            }
        }
        fast.issue_as(tenant(issuer));
        let mut slow = fast.clone();
        let mut hosts = [Host::default(), Host::default()];
        for host in &mut hosts {
            host.input.extend([[3; 8]; 12]);
        }
        for op in ops {
            let [host, other] = &mut hosts;
            let bits_alone = fast.subarray_mut(PLACE).apply(&op, host);
            let commands = Executor::new(&mut slow).run(PLACE, [op], other);
            let commands = commands.map(drop).map_err(|error| error.broken().unwrap());
            prop_assert_eq!(bits_alone.map_err(Broken::Cells), commands, "{}", op);
            if bits_alone.is_err() {
                break;
            }
        }
        prop_assert_eq!(&hosts[0].output, &hosts[1].output);
    }

    /// What was written comes out again, by bursts, and every column stays where it is.
    #[test]
    fn the_host_reads_what_it_wrote(rows in proptest::collection::vec(bits(), 1..8)) {
        let mut device = device();
        let mut host = Host { input: rows.clone().into(), output: Vec::new() };
        let numbers = 0..rows.len() as u16;
        let writes = numbers.clone().map(|number| RowOp::Write(Row::d(number)));
        let reads = numbers.map(|number| RowOp::Read(Row::d(number)));
        Executor::new(&mut device).run(PLACE, writes.chain(reads), &mut host).unwrap();
        prop_assert_eq!(host.output, rows);
        prop_assert!(host.input.is_empty());
    }
}

fn tenant(number: u8) -> Option<Tenant> {
    NonZeroU8::new(number).map(Tenant)
}

/// `dst <- src; AP row; …`
fn program(text: &str) -> Vec<RowOp> {
    text.split(';')
        .map(|line| match line.split_once("<-") {
            Some((dst, src)) => RowOp::Aap {
                dst: row(dst.trim()),
                src: row(src.trim()),
            },
            None => RowOp::Ap(row(line.trim().strip_prefix("AP ").unwrap())),
        })
        .collect()
}

/// The minimal sequences: how many operations, and what comes to D4 (and D5) from a, b, c in D0 to
/// D2, all eight combinations side by side.
#[rstest]
#[case::not(2, "~DCC0 <- D0; D4 <- DCC0", |a: u64, _, _| !a)]
#[case::and(4, "T0 <- D0; T1 <- D1; T2 <- C0; D4 <- B12", |a: u64, b: u64, _| a & b)]
#[case::or(4, "T0 <- D0; T1 <- D1; T2 <- C1; D4 <- B12", |a: u64, b: u64, _| a | b)]
#[case::maj(4, "T0 <- D0; T1 <- D1; T2 <- D2; D4 <- B12", |a: u64, b: u64, c: u64| a & b | c & (a | b))]
#[case::andn(4, "~DCC0 <- D0; T1 <- D1; T2 <- C0; D4 <- B14", |a: u64, b: u64, _| !a & b)]
#[case::nand(5, "T0 <- D0; T1 <- D1; T2 <- C0; ~DCC0 <- B12; D4 <- DCC0", |a: u64, b: u64, _| !(a & b))]
#[case::and3(
    6,
    "T0 <- D0; T1 <- D1; B10 <- C0; AP B12; T1 <- D2; D4 <- B13",
    |a: u64, b: u64, c: u64| a & b & c
)]
#[case::mux(
    7,
    "B8 <- D0; T2 <- D1; T3 <- D2; B9 <- C0; AP B12; T1 <- B15; D4 <- B14",
    |a: u64, b: u64, c: u64| a & b | !a & c
)]
#[case::xor(
    7,
    "T2 <- D0; B8 <- D1; B9 <- C0; T3 <- B14; ~DCC0 <- D0; T1 <- B15; D4 <- B14",
    |a: u64, b: u64, _| a ^ b
)]
#[case::xor3(
    7,
    "T2 <- D0; B8 <- D1; B9 <- D2; T3 <- B14; ~DCC0 <- D0; T1 <- B15; D4 <- B14",
    |a: u64, b: u64, c: u64| a ^ b ^ c
)]
#[case::chi(
    9,
    "T0 <- D1; ~DCC1 <- D2; B10 <- C1; ~DCC0 <- B15; B9 <- D0; T0 <- B14; T1 <- C0; T1 <- B13; \
     D4 <- B15",
    |a: u64, b: u64, c: u64| a ^ (!b & c)
)]
#[case::compressor(
    8,
    "DCC0 <- D0; B12 <- D1; B10 <- D2; D5 <- B14; B9 <- D0; ~DCC0 <- T2; T2 <- B15; D4 <- B14",
    |a: u64, b: u64, c: u64| a ^ b ^ c
)]
fn minimal_sequences_compute_what_they_should(
    #[case] count: usize,
    #[case] text: &str,
    #[case] expected: fn(u64, u64, u64) -> u64,
) {
    let program = program(text);
    assert_eq!(program.len(), count);
    let mut device = device();
    // Rows that no sequence may rely on.
    for number in 0..8 {
        device
            .subarray_mut(PLACE)
            .load(Row::b(number), &[0x6789_abcd_ef01_2345; 8])
            .unwrap();
    }
    let inputs = [
        0xf0f0_f0f0_f0f0_f0f0,
        0xcccc_cccc_cccc_cccc,
        0xaaaa_aaaa_aaaa_aaaa,
    ];
    for (number, bits) in (0..).zip(inputs) {
        device
            .subarray_mut(PLACE)
            .load(Row::d(number), &[bits; 8])
            .unwrap();
    }
    let report = Executor::new(&mut device)
        .run(PLACE, program, &mut Host::default())
        .unwrap();
    assert_eq!(report.aap + report.ap, count as u64);
    assert_eq!(report.clocks(), 56 * count as u64);
    let [a, b, c] = inputs;
    let subarray = device.subarray(PLACE);
    assert_eq!(subarray.peek(Row::d(4)), Some([expected(a, b, c); 8]));
    if text.contains("D5") {
        assert_eq!(subarray.peek(Row::d(5)), Some([a & b | c & (a | b); 8]));
    }
}

proptest! {
    /// The full adder, seven operations a bit, the carry resident in DCC1; 7n + 1 in all.
    #[test]
    fn words_are_added(
        a in proptest::collection::vec(0..=u8::MAX, COLUMNS),
        b in proptest::collection::vec(0..=u8::MAX, COLUMNS),
    ) {
        let mut device = device();
        let column_bits = |words: &[u8], bit: usize| -> Bits {
            std::array::from_fn(|word| (0..64).fold(0, |bits, column| {
                bits | u64::from(words[word * 64 + column] >> bit & 1) << column
            }))
        };
        let mut ops = program("DCC1 <- C0");
        for bit in 0..8 {
            let [x, y, s] = [bit, 8 + bit, 16 + bit];
            for (number, words) in [(x, &a), (y, &b)] {
                let row = Row::d(number as u16);
                device.subarray_mut(PLACE).load(row, &column_bits(words, bit)).unwrap();
            }
            ops.extend(program(&format!(
                "~DCC0 <- D{x}; B12 <- D{y}; T1 <- DCC1; AP B14; B10 <- D{x}; ~DCC0 <- B15; D{s} <- B14"
            )));
        }
        prop_assert_eq!(ops.len(), 7 * 8 + 1);
        Executor::new(&mut device).run(PLACE, ops, &mut Host::default()).unwrap();
        let sums: Vec<u8> = a.iter().zip(&b).map(|(a, b)| a.wrapping_add(*b)).collect();
        for bit in 0..8 {
            let row = Row::d(16 + bit as u16);
            prop_assert_eq!(device.subarray(PLACE).peek(row), Some(column_bits(&sums, bit)));
        }
    }
}

/// A device whose rows D0 to D5 and T0, T1 are written, and what an operation on it says.
fn refused(op: RowOp) -> String {
    let mut device = device();
    for row in (0..DATA).map(Row::d).chain([Row::T0, Row::T1]) {
        device.subarray_mut(PLACE).load(row, &[1; 8]).unwrap();
    }
    let error = Executor::new(&mut device).run(PLACE, [op], &mut Host::default());
    error.unwrap_err().to_string()
}

fn aap(dst: &str, src: &str) -> RowOp {
    let [dst, src] = [dst, src].map(row);
    RowOp::Aap { dst, src }
}

#[rstest]
#[case::double_first(
    aap("D0", "B8"),
    "operation 0, AAP D0 <- B8: clock 0: ACT B8 (bank 1 subarray 0): B8: two rows cannot be sensed \
     at once: B8 to B11 are written only"
)]
#[case::constant(
    aap("C1", "D0"),
    "operation 0, AAP C1 <- D0: clock 5: ACT C1 (bank 1 subarray 0): C1: constant rows are not written"
)]
#[case::never_written(
    aap("D0", "D9"),
    "operation 0, AAP D0 <- D9: clock 5: ACT D0 (bank 1 subarray 0): D9 is used before it was written"
)]
#[case::majority_of_nothing(
    RowOp::Ap(Row::B12),
    "operation 0, AP B12: clock 0: ACT B12 (bank 1 subarray 0): T2 is used before it was written"
)]
#[case::quac_only(
    RowOp::Ap(Row::QUAC),
    "operation 0, AP QUAC: clock 0: ACT QUAC (bank 1 subarray 0): QUAC: the four entropy rows are \
     raised by the command QUAC only"
)]
#[case::out_of_range(
    aap("D489", "D0"),
    "operation 0, AAP D489 <- D0: clock 5: ACT D489 (bank 1 subarray 0): D489: the subarray ends \
     before this row"
)]
#[case::shift_of_three(
    RowOp::Shift { dst: Row::d(0), src: Row::B12, direction: Direction::Left },
    "operation 0, SHIFT D0 <- B12 left: clock 0: SHIFT D0 <- B12 left (bank 1 subarray 0): B12: a \
     row is moved sideways alone, to a row alone"
)]
#[case::shift_to_constant(
    RowOp::Shift { dst: Row::C0, src: Row::d(0), direction: Direction::Left },
    "operation 0, SHIFT C0 <- D0 left: clock 0: SHIFT C0 <- D0 left (bank 1 subarray 0): C0: \
     constant rows are not written"
)]
#[case::write_constant(
    RowOp::Write(Row::C0),
    "operation 0, WRITE C0: clock 0: ACT C0 (bank 1 subarray 0): the host has no further row to write"
)]
#[case::entropy_undefined(
    RowOp::Quac(Row::d(0)),
    "operation 0, QUAC D0: clock 0: QUAC (bank 1 subarray 0): Q0 is used before it was written"
)]
#[case::read_undefined(
    RowOp::Read(Row::d(9)),
    "operation 0, READ D9: clock 17: RD burst 0 (bank 1): D9 is used before it was written"
)]
fn illegal_use_names_the_command_the_time_and_the_rule(#[case] op: RowOp, #[case] text: &str) {
    assert_eq!(refused(op), text);
}

#[test]
fn banks_are_opened_and_closed_in_turn() {
    let mut device = device();
    device.subarray_mut(PLACE).load(Row::d(0), &[1; 8]).unwrap();
    let act = Command::Act(PLACE, Row::d(0));
    for command in [Command::Pre(1), Command::Rd(1, 0), Command::Wr(1, 0, 0)] {
        let fault = device.issue(5, command).unwrap_err();
        assert_eq!((fault.clock, fault.broken), (5, Broken::Closed));
    }
    device.issue(10, act).unwrap();
    let shift = Command::Shift {
        place: PLACE,
        dst: Row::d(1),
        src: Row::d(0),
        direction: Direction::Left,
    };
    for command in [shift, Command::Ref, Command::Quac(PLACE)] {
        let fault = device.issue(1000, command).unwrap_err();
        assert_eq!(
            fault.broken,
            Broken::Open {
                bank: 1,
                row: Row::d(0)
            }
        );
    }
    let nowhere = [
        Command::Act(
            Place {
                bank: 8,
                subarray: 0,
            },
            Row::d(0),
        ),
        Command::Act(
            Place {
                bank: 0,
                subarray: 1,
            },
            Row::d(0),
        ),
        Command::Pre(8),
        Command::Rd(1, 8),
    ];
    for command in nowhere {
        assert_eq!(
            device.issue(1000, command).unwrap_err().broken,
            Broken::NoSuchPlace
        );
    }
    let two = Geometry {
        subarrays: 2,
        ..Geometry::default()
    };
    let mut device = Device::new(&timing(), &two, 0);
    device.issue(0, act).unwrap();
    let other = Place {
        bank: 1,
        subarray: 1,
    };
    let fault = device
        .issue(1000, Command::Act(other, Row::d(0)))
        .unwrap_err();
    assert_eq!(fault.broken, Broken::OtherSubarray { open: 0 });
}

#[test]
fn rotation_needs_its_preset() {
    let timing = Timing::new(Memory::Ddr4_2400, Preset::Paper, Shift::Migration);
    let mut device = Device::new(&timing, &Geometry::default(), 0);
    device.subarray_mut(PLACE).load(Row::d(0), &[1; 8]).unwrap();
    let op = RowOp::Rotate {
        dst: Row::d(1),
        src: Row::d(0),
        direction: Direction::Left,
    };
    let stopped = Executor::new(&mut device).run(PLACE, [op], &mut Host::default());
    assert_eq!(stopped.unwrap_err().broken(), Some(Broken::NoRotation));
}

/// D0 secret with a key, D1 public, D2 declared output, D3 and on for work.
fn labelled() -> Device {
    let mut device = device();
    for (number, used_for) in [(0, Use::Secret), (1, Use::Public), (2, Use::Output)] {
        device
            .declare(PLACE, Row::d(number), used_for, None)
            .unwrap();
    }
    for number in 0..4 {
        device
            .subarray_mut(PLACE)
            .load(Row::d(number), &[9; 8])
            .unwrap();
    }
    device
}

fn run(device: &mut Device, ops: Vec<RowOp>) -> Result<(), Broken> {
    let mut host = Host::default();
    host.input.push_back([5; 8]);
    let ran = Executor::new(device).run(PLACE, ops, &mut host);
    ran.map(drop).map_err(|error| error.broken().unwrap())
}

fn port(name: &str) -> Result<(), Broken> {
    let (cell, _) = row(name).raised().first();
    Err(CellFault::SecretPort { cell }.into())
}

fn leak(name: &str) -> Result<(), Broken> {
    let (cell, _) = row(name).raised().first();
    Err(CellFault::SecretToPublic { cell }.into())
}

#[test]
fn secrets_stay_inside() {
    let mut device = labelled();
    assert_eq!(run(&mut device, vec![RowOp::Read(Row::d(0))]), port("D0"));
    let mut device = labelled();
    assert_eq!(run(&mut device, vec![RowOp::Write(Row::d(0))]), port("D0"));
    // Through a copy, the complement, a majority, a shift, a rotation.
    let (dst, src, direction) = (Row::d(4), Row::d(0), Direction::Left);
    let ways = [
        program("D4 <- D0"),
        program("~DCC0 <- D0; D4 <- DCC0"),
        program("T0 <- D0; T1 <- D1; T2 <- C1; D4 <- B12"),
        program("T0 <- D0; T1 <- D1; T2 <- C1; AP B12; D4 <- T1"),
        program("B8 <- D0; D4 <- T0"),
        vec![RowOp::Shift {
            dst,
            src,
            direction,
        }],
        vec![RowOp::Rotate {
            dst,
            src,
            direction,
        }],
    ];
    for way in ways {
        let mut device = labelled();
        run(&mut device, way.clone()).unwrap();
        assert!(device.subarray(PLACE).is_secret(Row::d(4)), "{way:?}");
        assert_eq!(run(&mut device, vec![RowOp::Read(Row::d(4))]), port("D4"));
        let mut device = labelled();
        run(&mut device, way).unwrap();
        assert_eq!(run(&mut device, program("D1 <- D4")), leak("D1"));
    }
    let mut device = labelled();
    let direct = vec![RowOp::Shift {
        dst: Row::d(1),
        src,
        direction,
    }];
    assert_eq!(run(&mut device, direct), leak("D1"));
}

#[test]
fn public_values_and_declared_outputs_come_out() {
    let mut device = labelled();
    // The output of a secret is public from then on, also when it is copied further.
    run(&mut device, program("D2 <- D0; D1 <- D2")).unwrap();
    run(
        &mut device,
        vec![RowOp::Read(Row::d(2)), RowOp::Read(Row::d(1))],
    )
    .unwrap();
    // Constants and public rows make a row public again.
    run(&mut device, program("D4 <- D0; D4 <- C0")).unwrap();
    run(
        &mut device,
        vec![RowOp::Read(Row::d(4)), RowOp::Write(Row::d(4))],
    )
    .unwrap();
    // What is in a secret row is secret, wherever it came from.
    run(&mut device, program("D0 <- C1; D4 <- D0")).unwrap();
    assert_eq!(run(&mut device, vec![RowOp::Read(Row::d(4))]), port("D4"));
}

#[test]
fn a_secret_cannot_be_declared_public() {
    let mut device = labelled();
    for used_for in [Use::Public, Use::Output] {
        let declared = device.declare(PLACE, Row::d(0), used_for, None);
        let (cell, _) = Row::d(0).raised().first();
        assert_eq!(declared, Err(CellFault::SecretToPublic { cell }));
    }
    let rule = RowRule::ConstantWritten;
    let constant = CellFault::Row { row: Row::C0, rule };
    assert_eq!(
        device.declare(PLACE, Row::C0, Use::Secret, None),
        Err(constant)
    );
}

#[test]
fn tenants_keep_apart() {
    let [alice, bob] = [tenant(1), tenant(2)];
    let mut device = device();
    for (number, owner) in [(0, alice), (1, bob)] {
        device
            .declare(PLACE, Row::d(number), Use::Work, owner)
            .unwrap();
        device
            .subarray_mut(PLACE)
            .load(Row::d(number), &[9; 8])
            .unwrap();
    }
    let foreign = |cell: Row, owner: Option<Tenant>, issuer| {
        let (cell, _): (Cell, bool) = cell.raised().first();
        let owner = owner.unwrap();
        Err(Broken::from(CellFault::Foreign {
            cell,
            owner,
            issuer,
        }))
    };
    let as_whom = |device: &Device, issuer, ops: Vec<RowOp>| {
        let mut device = device.clone();
        device.issue_as(issuer);
        run(&mut device, ops)
    };
    for (issuer, other, row) in [(alice, bob, Row::d(1)), (bob, alice, Row::d(0))] {
        let expected = foreign(row, other, issuer);
        let own = if issuer == alice { "D0" } else { "D1" };
        let ops = [
            vec![RowOp::Ap(row)],
            vec![RowOp::Read(row)],
            vec![RowOp::Write(row)],
            program(&format!("{row} <- {own}")),
            program(&format!("D3 <- {row}")),
        ];
        for ops in ops {
            assert_eq!(as_whom(&device, issuer, ops), expected);
        }
        as_whom(&device, issuer, program(&format!("T0 <- {own}; D3 <- T0"))).unwrap();
    }
    assert_eq!(
        as_whom(&device, None, program("D3 <- D0")),
        foreign(Row::d(0), alice, None)
    );
    // A row that Alice left open is still hers.
    let mut open = device.clone();
    open.issue_as(alice);
    open.issue(0, Command::Act(PLACE, Row::d(0))).unwrap();
    open.issue_as(bob);
    for command in [
        Command::Rd(1, 0),
        Command::Wr(1, 0, 0),
        Command::Act(PLACE, Row::d(3)),
    ] {
        let refused = open.issue(100, command).map(drop);
        let broken = refused.map_err(|fault| fault.broken);
        assert_eq!(broken, foreign(Row::d(0), alice, bob), "{command}");
    }
    // What Alice leaves in shared rows, Bob overwrites but does not see.
    device.issue_as(alice);
    run(&mut device, program("B12 <- D0; D3 <- D0")).unwrap();
    assert_eq!(
        as_whom(&device, bob, program("D4 <- T1")),
        foreign(Row::T1, alice, bob)
    );
    assert_eq!(
        as_whom(&device, bob, program("AP B12")),
        foreign(Row::T0, alice, bob)
    );
    assert_eq!(
        as_whom(&device, bob, vec![RowOp::Read(Row::d(3))]),
        foreign(Row::d(3), alice, bob)
    );
    as_whom(
        &device,
        bob,
        program("T1 <- D1; D4 <- T1; D3 <- C0; D4 <- D3"),
    )
    .unwrap();
}

/// Four rows of which two are one settle by chance, half of the columns each way; the others to
/// the majority. The seed decides.
#[test]
fn quac_gives_entropy_where_rows_are_tied() {
    let rows: [Bits; 4] = [
        [u64::MAX; 8],
        std::array::from_fn(|word| if word < 4 { 0 } else { u64::MAX }),
        std::array::from_fn(|word| if word < 6 { 0 } else { u64::MAX }),
        [u64::MAX, u64::MAX, 0, 0, 0, 0, 0, 0],
    ];
    let drawn = |seed| {
        let mut device = Device::new(&timing(), &Geometry::default(), seed);
        for (number, bits) in (0..).zip(&rows) {
            device
                .subarray_mut(PLACE)
                .load(Row::q(number), bits)
                .unwrap();
        }
        run(&mut device, vec![RowOp::Quac(Row::d(0))]).unwrap();
        let subarray = device.subarray(PLACE);
        let drawn = subarray.peek(Row::d(0)).unwrap();
        assert_eq!(subarray.peek(Row::q(3)), Some(drawn));
        assert!(subarray.is_secret(Row::d(0)));
        assert_eq!(run(&mut device, vec![RowOp::Read(Row::d(0))]), port("D0"));
        drawn
    };
    // Words 0, 1: tied; 2, 3: one of four; 4, 5: tied; 6, 7: three of four.
    let first = drawn(1);
    assert_eq!(
        [first[2], first[3], first[6], first[7]],
        [0, 0, u64::MAX, u64::MAX]
    );
    let ones: u32 = [0, 1, 4, 5]
        .map(|word: usize| first[word].count_ones())
        .iter()
        .sum();
    assert!((96..160).contains(&ones), "{ones} of 256");
    assert_eq!(first, drawn(1));
    assert_ne!(first, drawn(2));
}

/// Activations are counted by row of cells, and the worst window stays known.
#[test]
fn hot_rows_are_reported() {
    let mut device = labelled();
    run(
        &mut device,
        program("T0 <- D3; B12 <- D3; AP B12; D4 <- B12"),
    )
    .unwrap();
    let hot = device.disturbance(1);
    let named: Vec<(String, u32)> = hot
        .iter()
        .map(|hot| (hot.row.to_string(), hot.activations))
        .collect();
    let expected = [("B0", 4), ("B1", 3), ("B2", 3), ("D3", 2)];
    assert_eq!(named, expected.map(|(row, count)| (row.to_owned(), count)));
    // Past 8192 REFs a new window begins; what the last one had remains.
    let mut clock = device
        .checker()
        .earliest(0, pimtee_hdl::dram::timing::Class::Ref, 0);
    for _ in 0..8192 {
        device.issue(clock, Command::Ref).unwrap();
        clock += 4680;
    }
    assert!(
        device
            .subarray(PLACE)
            .activations()
            .iter()
            .all(|count| *count == 0)
    );
    assert_eq!(device.disturbance(1), hot);
}

/// Subarrays with fewer columns and rows.
#[test]
fn the_geometry_is_a_parameter() {
    let geometry = Geometry {
        rows: 40,
        columns: 128,
        ..Geometry::default()
    };
    assert_eq!(geometry.data_rows(), 17);
    let mut device = Device::new(&timing(), &geometry, 0);
    let mut host = Host::default();
    host.input.push_back([u64::MAX; 8]);
    let (dst, src, direction) = (Row::d(1), Row::d(0), Direction::Left);
    let mut ops = vec![
        RowOp::Write(src),
        RowOp::Shift {
            dst,
            src,
            direction,
        },
    ];
    ops.extend(program("~DCC0 <- D1; D2 <- DCC0"));
    ops.push(RowOp::Read(Row::d(2)));
    Executor::new(&mut device)
        .run(PLACE, ops, &mut host)
        .unwrap();
    assert_eq!(host.output, [[1, 0, 0, 0, 0, 0, 0, 0]]);
    let rule = RowRule::OutOfRange;
    let row = Row::d(17);
    let beyond = CellFault::Row { row, rule };
    assert_eq!(run(&mut device, program("D17 <- D0")), Err(beyond.into()));
}
