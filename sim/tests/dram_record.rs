//! Traces of a DRAM: what is written is read back and compared with what was done.

use pimtee_hdl::dram::timing::{Class, Memory, Preset, Shift};
use pimtee_hdl::dram::{Command, Direction, Geometry, Place, Row, RowOp, Timing};
use pimtee_sim::dram::record::{Csv, Line, Nvmain, Op, Recorder, Vcd, read_csv, read_nvmain};
use pimtee_sim::dram::{Bits, Device, Event, Executor, Host};
use std::io;
use wellen::simple;

const PLACE: Place = Place {
    bank: 2,
    subarray: 1,
};
const SPREAD: Bits = [1, 2, 3, 4, 5, 6, 0x0123_4567_89ab_cdef, u64::MAX];

fn geometry() -> Geometry {
    Geometry {
        subarrays: 2,
        ..Geometry::default()
    }
}

/// Keeps the events.
#[derive(Default)]
struct Kept(Vec<Event>);

impl Recorder for Kept {
    fn record(&mut self, event: &Event) -> io::Result<()> {
        self.0.push(*event);
        Ok(())
    }

    fn finish(&mut self, _clock: u64) -> io::Result<()> {
        Ok(())
    }
}

/// Every kind of operation, and a refresh (an interval is short of 170 AAPs).
fn program() -> Vec<RowOp> {
    let (dst, src, direction) = (Row::d(1), Row::d(0), Direction::Left);
    let aap = |dst, src| RowOp::Aap { dst, src };
    let mut ops = vec![
        RowOp::Write(src),
        aap(Row::d(2), src),
        aap(Row::B8, src),
        aap(Row::B12, src),
        RowOp::Ap(Row::B12),
        aap(Row::d(3), Row::B12),
        RowOp::Ap(Row::d(3)),
        RowOp::Shift {
            dst,
            src,
            direction,
        },
        RowOp::Rotate {
            dst,
            src,
            direction,
        },
    ];
    ops.extend(
        (0..4).map(|number| aap(Row::q(number), if number < 2 { Row::C0 } else { Row::C1 })),
    );
    ops.push(RowOp::Quac(Row::d(4)));
    ops.extend([aap(Row::d(5), src); 170]);
    ops.push(RowOp::Read(Row::d(1)));
    ops
}

/// Runs the program into `recorder`; gives back the events too, and the clock of the end.
fn run(timing: &Timing, recorder: &mut dyn Recorder) -> (Vec<Event>, u64) {
    let mut device = Device::new(timing, &geometry(), 3);
    let mut kept = Kept::default();
    let mut host = Host::default();
    host.input.push_back(SPREAD);
    let report = Executor::new(&mut device)
        .record(&mut kept)
        .record(recorder)
        .run(PLACE, program(), &mut host)
        .unwrap();
    recorder.finish(report.end).unwrap();
    assert_eq!(host.output, [SPREAD.map(|lane| lane.rotate_left(1))]);
    assert!(report.refresh > 0);
    (kept.0, report.end)
}

fn timings() -> impl Iterator<Item = Timing> {
    Memory::ALL.into_iter().flat_map(|memory| {
        let timed = move |preset| Timing::new(memory, preset, Shift::LaneRotate);
        Preset::ALL.into_iter().map(timed)
    })
}

#[test]
fn csv_holds_every_command() {
    for timing in timings() {
        let mut file = Vec::new();
        let (events, _) = run(&timing, &mut Csv::new(&mut file));
        let lines = read_csv(file.as_slice()).unwrap();
        assert_eq!(lines.len(), events.len());
        for (line, event) in lines.iter().zip(&events) {
            let written = (line.clock, line.bus, line.buffer, line.energy_pj);
            assert_eq!(
                written,
                (event.clock, event.bus, event.buffer, event.energy_pj)
            );
            let [class, bank, subarray, row, source, direction, burst] =
                line.fields.each_ref().map(String::as_str);
            assert_eq!(class, event.class.to_string());
            let expected = match event.command {
                Command::Act(_, row) => ["2", "1", &row.to_string(), "", "", ""].map(str::to_owned),
                Command::Pre(_) => ["2", "", "", "", "", ""].map(str::to_owned),
                Command::Ref => ["", "", "", "", "", ""].map(str::to_owned),
                Command::Quac(_) => ["2", "1", "", "", "", ""].map(str::to_owned),
                Command::Rd(_, burst) | Command::Wr(_, burst, _) => {
                    ["2", "", "", "", "", &burst.to_string()].map(str::to_owned)
                }
                Command::Shift { .. } | Command::Rotate { .. } => {
                    ["2", "1", "D1", "D0", "left", ""].map(str::to_owned)
                }
            };
            assert_eq!(
                [bank, subarray, row, source, direction, burst],
                expected.each_ref().map(String::as_str)
            );
        }
    }
}

#[test]
fn csv_of_something_else_is_refused() {
    let refused = |text: &str| read_csv(text.as_bytes()).unwrap_err().to_string();
    assert_eq!(
        refused("clock,command\n"),
        "line 1: the header is another one"
    );
    let mut file = Vec::new();
    run(&timings().next().unwrap(), &mut Csv::new(&mut file));
    let text = String::from_utf8(file).unwrap();
    let header = text.lines().next().unwrap();
    assert_eq!(
        refused(&format!("{header}\n1,ACT\n")),
        "line 2: not a command"
    );
}

/// Byte address of burst `burst` of a row: row 512 times the subarray further, with 2 ranks, 8
/// banks, 2 channels and 32 columns of 64 bytes.
fn address(row: Row, burst: u64) -> u64 {
    (((512 + u64::from(row.address())) * 2 * 8 + 2) * 2 * 32 + burst) * 64
}

#[test]
fn nvmain_holds_every_operation() {
    for timing in timings() {
        let mut file = Vec::new();
        let (events, _) = run(&timing, &mut Nvmain::new(&mut file, &timing, &geometry()));
        let lines = read_nvmain(file.as_slice()).unwrap();
        // Written again it is the same text.
        let again: String = lines.iter().map(|line| format!("{line}\n")).collect();
        assert_eq!(String::from_utf8(file).unwrap(), format!("NVMV0\n{again}"));

        let copied = [(Op::O, Row::d(0), Some(Row::d(1)))];
        let mut expected: Vec<(Op, Row, Option<Row>)> = Vec::new();
        expected.extend([(Op::W, Row::d(0), None); 8]);
        expected.extend([
            (Op::O, Row::d(0), Some(Row::d(2))),
            (Op::Odra, Row::d(0), Some(Row::B8)),
            (Op::Otra, Row::d(0), Some(Row::B12)),
            (Op::T, Row::B12, None),
            (Op::Otra, Row::B12, Some(Row::d(3))),
            (Op::S, Row::d(3), None),
        ]);
        expected.extend(copied.repeat(4 + 11));
        for number in 0..4 {
            let constant = if number < 2 { Row::C0 } else { Row::C1 };
            expected.push((Op::O, constant, Some(Row::q(number))));
        }
        expected.push((Op::D, Row::QUAC, Some(Row::d(4))));
        expected.extend([(Op::O, Row::d(0), Some(Row::d(5))); 170]);
        expected.extend([(Op::R, Row::d(1), None); 8]);
        assert_eq!(lines.len(), expected.len());
        let mut burst = 0;
        for (line, (op, row, second)) in lines.iter().zip(expected) {
            burst = match op {
                Op::R | Op::W => (burst + 1) % 8,
                _ => 0,
            };
            let at = (burst + 7) % 8 * u64::from(matches!(op, Op::R | Op::W));
            assert_eq!((line.op, line.thread), (op, 0));
            assert_eq!(line.address, address(row, at));
            assert_eq!(line.address2, second.map(|row| address(row, 0)));
        }
        // Copies of D0 carry its bits, at the clocks of their first ACTs.
        let copies = lines
            .iter()
            .filter(|line| line.address2 == Some(address(Row::d(5), 0)));
        assert!(copies.clone().all(|line| line.data == SPREAD));
        let acts: Vec<u64> = events
            .iter()
            .filter(|event| event.class == Class::Act)
            .map(|event| event.clock)
            .collect();
        assert!(copies.clone().all(|line| acts.contains(&line.cycle)));
        assert!(lines.windows(2).all(|pair| pair[0].cycle < pair[1].cycle));
    }
}

#[test]
fn nvmain_of_something_else_is_refused() {
    let refused = |text: &str| read_nvmain(text.as_bytes()).unwrap_err().to_string();
    assert_eq!(refused("1 O 0x0\n"), "line 1: the version is not NVMV0");
    let line = Line {
        cycle: 1,
        op: Op::Otra,
        address: 64,
        data: SPREAD,
        thread: 0,
        address2: Some(128),
    };
    assert_eq!(
        read_nvmain(format!("NVMV0\n{line}\n").as_bytes()).unwrap(),
        [line]
    );
    for broken in [
        line.to_string().replace("OTRA", "X"),
        line.to_string().replace("01000000", "0100000"),
        format!("{line} 5"),
        "1 O 0x0".to_owned(),
    ] {
        assert_eq!(
            refused(&format!("NVMV0\n{broken}\n")),
            "line 2: not an operation"
        );
    }
}

/// The value of a signal at `time`, as binary digits.
fn digits(wave: &simple::Waveform, name: &str, time: u64) -> String {
    let hierarchy = wave.hierarchy();
    let variable = hierarchy
        .iter_vars()
        .find(|variable| variable.full_name(hierarchy) == name)
        .unwrap();
    let signal = wave.get_signal(variable.signal_ref()).unwrap();
    let index = wave.time_table().partition_point(|at| *at <= time) - 1;
    let offset = signal.get_offset(index as u32).unwrap();
    signal
        .get_value_at(&offset, offset.elements - 1)
        .to_bit_string()
        .unwrap()
}

#[test]
fn vcd_holds_banks_rows_and_bus() {
    for timing in timings() {
        let mut file = Vec::new();
        let mut vcd = Vcd::new(&mut file, &timing, &geometry()).unwrap();
        let (events, end) = run(&timing, &mut vcd);
        drop(vcd);
        let mut wave = simple::read_from_reader(io::Cursor::new(file)).unwrap();
        let hierarchy = wave.hierarchy();
        let signals: Vec<_> = hierarchy
            .iter_vars()
            .map(|variable| variable.signal_ref())
            .collect();
        wave.load_signals(&signals);
        let ps = |clock: u64| {
            let (numerator, denominator) = timing.ps(clock);
            (numerator / denominator) as u64
        };
        assert_eq!(wave.time_table().last(), Some(&ps(end)));
        let mut open = false;
        for event in &events {
            let at = ps(event.clock);
            let number = |name: &str| u64::from_str_radix(&digits(&wave, name, at), 2).unwrap();
            assert_eq!(number("dram.clock"), event.clock);
            assert_eq!(number("dram.command"), event.class as u64);
            match event.command {
                Command::Act(_, row) => {
                    let signal = if open {
                        "dram.bank2.second"
                    } else {
                        "dram.bank2.row"
                    };
                    assert_eq!(number(signal), u64::from(row.address()));
                    assert_eq!(number("dram.bank2.subarray"), 1);
                    open = true;
                }
                Command::Quac(_) => {
                    assert_eq!(number("dram.bank2.row"), 22);
                    open = true;
                }
                Command::Pre(_) => open = false,
                Command::Rd(_, burst) | Command::Wr(_, burst, _) => {
                    assert_eq!(number("dram.burst"), u64::from(burst));
                    assert_eq!(Some(number("dram.dq")), event.bus);
                }
                Command::Shift { .. } | Command::Rotate { .. } => {
                    let rows = ["dram.bank2.row", "dram.bank2.second"].map(number);
                    assert_eq!(
                        rows,
                        [Row::d(0), Row::d(1)].map(|row| u64::from(row.address()))
                    );
                }
                Command::Ref => assert!(!open),
            }
            assert_eq!(number("dram.bank2.open"), u64::from(open));
            assert_eq!(number("dram.bank3.open"), 0);
            if let Some(buffer) = event.buffer {
                let words: String = buffer
                    .iter()
                    .rev()
                    .map(|word| format!("{word:064b}"))
                    .collect();
                assert_eq!(digits(&wave, "dram.bank2.buffer", at), words);
            }
        }
    }
}

/// A trace that cannot be written stops the program.
#[test]
fn a_full_disk_stops_the_program() {
    struct Full;
    impl io::Write for Full {
        fn write(&mut self, _bytes: &[u8]) -> io::Result<usize> {
            Err(io::Error::new(io::ErrorKind::StorageFull, "no space left"))
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let timing = timings().next().unwrap();
    let mut device = Device::new(&timing, &geometry(), 3);
    let mut csv = Csv::new(Full);
    let mut executor = Executor::new(&mut device).record(&mut csv);
    let stopped = executor.run(PLACE, [RowOp::Ap(Row::d(0))], &mut Host::default());
    assert_eq!(
        stopped.unwrap_err().to_string(),
        "a trace cannot be written: no space left"
    );
}
