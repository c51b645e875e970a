//! Timing of a memory as a table of rules, read by the sequencer, the compiler, the checker and the
//! device model.
//!
//! Everything is in clocks. A rule says that a command comes no earlier than so many clocks after
//! another one; how long a row operation takes follows from the table ([`Timing::schedule`]).
//! Figures: JEDEC JESD79-3F (DDR3-1333H) and JESD79-4B (DDR4-2400R); tRCD, tRP, tRAS, tRC, tRFC and
//! tFAW as in the paper, Table II. See `docs/dram.md` for what is fitted.

use super::command::RowOp;
use super::rows::Row;
use std::fmt;

/// What the rules tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Class {
    /// ACT on a precharged bank.
    Act,
    /// ACT on an open bank, word lines overlapped.
    ActOpen,
    /// ACT on an open bank where the first row must be restored before.
    ActNaive,
    /// PRE.
    Pre,
    /// RD.
    Rd,
    /// WR.
    Wr,
    /// REF, which belongs to every bank.
    Ref,
    /// SHIFT.
    Shift,
    /// Rotation in lanes.
    Rotate,
    /// QUAC.
    Quac,
}

impl Class {
    /// All of them.
    pub const ALL: [Class; 10] = [
        Class::Act,
        Class::ActOpen,
        Class::ActNaive,
        Class::Pre,
        Class::Rd,
        Class::Wr,
        Class::Ref,
        Class::Shift,
        Class::Rotate,
        Class::Quac,
    ];
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Class::Act => "ACT",
            Class::ActOpen => "ACT2",
            Class::ActNaive => "ACT2n",
            Class::Pre => "PRE",
            Class::Rd => "RD",
            Class::Wr => "WR",
            Class::Ref => "REF",
            Class::Shift => "SHIFT",
            Class::Rotate => "ROTATE",
            Class::Quac => "QUAC",
        })
    }
}

/// A set of [`Class`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Classes(u16);

impl Classes {
    /// Those of `classes`.
    pub const fn of(classes: &[Class]) -> Classes {
        let mut bits = 0;
        let mut at = 0;
        while at < classes.len() {
            bits |= 1 << classes[at] as u16;
            at += 1;
        }
        Classes(bits)
    }

    /// Holds `class`.
    #[inline]
    pub const fn holds(self, class: Class) -> bool {
        self.0 >> class as u16 & 1 == 1
    }

    /// Its classes.
    pub fn iter(self) -> impl Iterator<Item = Class> {
        Class::ALL
            .into_iter()
            .filter(move |class| self.holds(*class))
    }
}

impl fmt::Display for Classes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.iter().map(|class| class.to_string()).collect();
        f.write_str(&names.join(", "))
    }
}

impl fmt::Debug for Classes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Which earlier commands a rule looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Those to the same bank.
    Bank,
    /// Those to the same bank group.
    Group,
    /// All.
    Rank,
    /// Those to other banks of the same group.
    OtherInGroup,
    /// Those to other banks.
    OtherInRank,
}

impl Scope {
    /// Whether a command to bank `previous` counts for one to bank `current`, with `per_group`
    /// banks in a group.
    #[inline]
    pub const fn covers(self, previous: u16, current: u16, per_group: u16) -> bool {
        let group = previous / per_group == current / per_group;
        match self {
            Scope::Bank => previous == current,
            Scope::Group => group,
            Scope::Rank => true,
            Scope::OtherInGroup => group && previous != current,
            Scope::OtherInRank => previous != current,
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Scope::Bank => "bank",
            Scope::Group => "bank group",
            Scope::Rank => "rank",
            Scope::OtherInGroup => "other banks of the group",
            Scope::OtherInRank => "other banks",
        })
    }
}

/// A command of `current` comes at least `delay` clocks after the `depth`-th last of `previous`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Name, as in the standard where it is there.
    pub name: &'static str,
    /// How the delay comes about.
    pub formula: &'static str,
    /// Commands it counts from. Of a rule on activations (tRRD, tFAW) these are the commands that
    /// activate; one that does so several times counts as often, see [`Timing::activations`].
    pub previous: Classes,
    /// Commands that must wait.
    pub current: Classes,
    /// Clocks.
    pub delay: u32,
    /// Banks it looks at.
    pub scope: Scope,
    /// 1, or 4 for tFAW.
    pub depth: u8,
    /// It is about single activations inside of commands.
    pub activations: bool,
}

impl Rule {
    /// Between commands to the same bank.
    const fn new(
        name: &'static str,
        formula: &'static str,
        previous: &[Class],
        current: &[Class],
        delay: u32,
    ) -> Rule {
        Rule {
            name,
            formula,
            previous: Classes::of(previous),
            current: Classes::of(current),
            delay,
            scope: Scope::Bank,
            depth: 1,
            activations: false,
        }
    }

    const fn over(self, scope: Scope) -> Rule {
        Rule { scope, ..self }
    }

    const fn of_activations(self, depth: u8) -> Rule {
        Rule {
            depth,
            activations: true,
            ..self
        }
    }
}

/// How long ACT, ACT, PRE takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aap {
    /// The second ACT overlaps; PRE comes tRCD after it: in all tRC, as in the paper's simulator.
    Trc,
    /// The second ACT overlaps; PRE comes tRAS after it (Ambit).
    Overlapped,
    /// Each ACT takes tRAS.
    Naive,
}

impl Aap {
    /// All of them.
    pub const ALL: [Aap; 3] = [Aap::Trc, Aap::Overlapped, Aap::Naive];

    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Aap::Trc => "trc",
            Aap::Overlapped => "overlapped",
            Aap::Naive => "naive",
        }
    }
}

/// Named assumptions on what no standard says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// Reproduces the paper: AAP in tRC, refresh every 3.9 µs.
    Paper,
    /// Ambit: overlapped word lines, from B to B the naive time, refresh every 7.8 µs.
    Ambit,
    /// No overlap, every ACT counts in tFAW, refresh every 7.8 µs.
    Conservative,
}

impl Preset {
    /// All of them.
    pub const ALL: [Preset; 3] = [Preset::Paper, Preset::Ambit, Preset::Conservative];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Preset::Paper => "paper",
            Preset::Ambit => "ambit",
            Preset::Conservative => "conservative",
        }
    }
}

/// How rows move sideways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shift {
    /// Migration cells: a SHIFT is 4 AAPs; no rotation.
    Migration,
    /// A SHIFT is 4 AAPs, a rotation by one inside 64-column lanes 11. *Empirical*: what the
    /// paper's figures imply.
    LaneRotate,
    /// Logic in the row buffer: a SHIFT is one AAP; no rotation.
    RowBuffer,
}

impl Shift {
    /// All of them.
    pub const ALL: [Shift; 3] = [Shift::Migration, Shift::LaneRotate, Shift::RowBuffer];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Shift::Migration => "migration",
            Shift::LaneRotate => "lane-rotate",
            Shift::RowBuffer => "row-buffer",
        }
    }

    /// AAPs of a SHIFT by one column.
    pub const fn shift_aaps(self) -> u32 {
        match self {
            Shift::Migration | Shift::LaneRotate => 4,
            Shift::RowBuffer => 1,
        }
    }

    /// AAPs of a rotation by one column, where it can be done.
    pub const fn rotate_aaps(self) -> Option<u32> {
        match self {
            Shift::LaneRotate => Some(11),
            Shift::Migration | Shift::RowBuffer => None,
        }
    }
}

/// A memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// DDR3-1333.
    Ddr3_1333,
    /// DDR4-2400.
    Ddr4_2400,
}

impl Memory {
    /// All of them.
    pub const ALL: [Memory; 2] = [Memory::Ddr3_1333, Memory::Ddr4_2400];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Memory::Ddr3_1333 => "ddr3-1333",
            Memory::Ddr4_2400 => "ddr4-2400",
        }
    }
}

macro_rules! names {
    ($($type:ident: $what:literal),*) => {$(
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = String;

            fn from_str(name: &str) -> Result<Self, String> {
                let found = $type::ALL.into_iter().find(|one| one.name() == name);
                found.ok_or_else(|| {
                    let all = $type::ALL.map($type::name).join(", ");
                    format!(concat!("there is no ", $what, " `{}`; there are {}"), name, all)
                })
            }
        }
    )*};
}
names!(Memory: "timing", Preset: "preset", Shift: "shift preset", Aap: "AAP model");

macro_rules! parameters {
    ($($field:ident: $doc:literal,)*) => {
        /// The numbers that a timing is made of.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Parameters {
            $(#[doc = $doc] pub $field: u32,)*
        }

        impl Parameters {
            /// Every field: name and meaning.
            pub const FIELDS: &'static [(&'static str, &'static str)] =
                &[$((stringify!($field), $doc),)*];

            /// The value of `field`.
            pub fn get(&self, field: &str) -> Option<u32> {
                match field {
                    $(stringify!($field) => Some(self.$field),)*
                    _ => None,
                }
            }

            /// A place for the value of `field`.
            pub fn get_mut(&mut self, field: &str) -> Option<&mut u32> {
                match field {
                    $(stringify!($field) => Some(&mut self.$field),)*
                    _ => None,
                }
            }
        }
    };
}

parameters! {
    tck_num_ps: "Clock period in picoseconds, numerator.",
    tck_den: "Clock period, denominator.",
    bank_groups: "Bank groups.",
    t_rcd: "ACT to RD or WR.",
    t_rp: "PRE to ACT.",
    t_ras: "ACT to PRE.",
    t_rc: "ACT to ACT.",
    t_ovl: "ACT to an ACT whose word lines overlap: 4 ns (Ambit).",
    t_faw: "Window of at most four ACTs.",
    t_rrd_s: "ACT to ACT of another bank group.",
    t_rrd_l: "ACT to ACT of another bank of the group.",
    t_ccd_s: "RD to RD, WR to WR of another bank group.",
    t_ccd_l: "RD to RD, WR to WR inside a bank group.",
    cl: "RD to its data.",
    cwl: "WR to its data.",
    burst: "Length of a burst.",
    t_wr: "End of written data to PRE.",
    t_rtp: "RD to PRE.",
    t_wtr_s: "End of written data to RD of another bank group.",
    t_wtr_l: "End of written data to RD inside a bank group.",
    t_rfc: "REF to the next command.",
    t_refi: "Interval of REF.",
    refresh_entry: "Between the end of tRP and REF. Fitted to the time of the paper's simulator.",
    max_postponed: "REFs that may be postponed, at most 8 (JEDEC).",
    t_quac: "First to last ACT inside QUAC: two gaps of 2.5 ns (QUAC-TRNG).",
    act_pj: "Energy of an ACT of one row, with its PRE.",
    act_extra_percent: "What each further raised row adds to it, in percent (Ambit).",
    rd_pj: "Energy of an RD.",
    wr_pj: "Energy of a WR.",
    ref_pj: "Energy of a REF.",
}

impl Parameters {
    /// Those of `memory` in `preset`.
    pub const fn new(memory: Memory, preset: Preset) -> Parameters {
        let (mut parameters, refi_jedec, entry) = match memory {
            Memory::Ddr3_1333 => (
                Parameters {
                    tck_num_ps: 1500,
                    tck_den: 1,
                    bank_groups: 1,
                    t_rcd: 9,
                    t_rp: 9,
                    t_ras: 24,
                    t_rc: 33,
                    t_ovl: 3,
                    t_faw: 20,
                    t_rrd_s: 4,
                    t_rrd_l: 4,
                    t_ccd_s: 4,
                    t_ccd_l: 4,
                    cl: 9,
                    cwl: 7,
                    t_wr: 10,
                    t_rtp: 5,
                    t_wtr_s: 5,
                    t_wtr_l: 5,
                    t_rfc: 107,
                    t_quac: 4,
                    ..Self::COMMON
                },
                5200,
                13,
            ),
            Memory::Ddr4_2400 => (
                Parameters {
                    tck_num_ps: 2500,
                    tck_den: 3,
                    bank_groups: 2,
                    t_rcd: 17,
                    t_rp: 17,
                    t_ras: 39,
                    t_rc: 56,
                    t_ovl: 5,
                    t_faw: 26,
                    t_rrd_s: 4,
                    t_rrd_l: 6,
                    t_ccd_s: 4,
                    t_ccd_l: 6,
                    cl: 17,
                    cwl: 12,
                    t_wr: 18,
                    t_rtp: 9,
                    t_wtr_s: 3,
                    t_wtr_l: 9,
                    t_rfc: 420,
                    t_quac: 6,
                    ..Self::COMMON
                },
                9360,
                10,
            ),
        };
        (parameters.t_refi, parameters.refresh_entry) = match preset {
            Preset::Paper => (refi_jedec / 2, entry),
            Preset::Ambit | Preset::Conservative => (refi_jedec, 0),
        };
        parameters
    }

    /// What does not differ; energies are those of NVMain-PIM's DDR3-1333 device, for both.
    const COMMON: Parameters = Parameters {
        tck_num_ps: 0,
        tck_den: 0,
        bank_groups: 0,
        t_rcd: 0,
        t_rp: 0,
        t_ras: 0,
        t_rc: 0,
        t_ovl: 0,
        t_faw: 0,
        t_rrd_s: 0,
        t_rrd_l: 0,
        t_ccd_s: 0,
        t_ccd_l: 0,
        cl: 0,
        cwl: 0,
        burst: 4,
        t_wr: 0,
        t_rtp: 0,
        t_wtr_s: 0,
        t_wtr_l: 0,
        t_rfc: 0,
        t_refi: 0,
        refresh_entry: 0,
        max_postponed: 8,
        t_quac: 0,
        act_pj: 3405,
        act_extra_percent: 22,
        rd_pj: 1081,
        wr_pj: 1024,
        ref_pj: 38559,
    };
}

/// A parameter that cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimingError {
    /// The parameter.
    pub field: &'static str,
    /// Its value.
    pub value: u32,
    /// What it must be.
    pub rule: String,
}

impl fmt::Display for TimingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is {}, but {}", self.field, self.value, self.rule)
    }
}

impl std::error::Error for TimingError {}

/// The commands of a row operation on 512 columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// Each command and its clock, counted from the first.
    pub steps: Vec<(u32, Class)>,
    /// Clocks until the next operation can begin in the bank.
    pub length: u32,
}

/// Operations with a schedule of their own.
#[derive(Clone, Copy)]
enum Shape {
    Aap,
    AapNaive,
    Ap,
    Shift,
    Rotate,
    Quac,
    Read,
    Write,
}

const SHAPES: usize = Shape::Write as usize + 1;

/// Timing of a memory, checked: parameters, assumptions, and the table that follows from them.
#[derive(Clone, Debug)]
pub struct Timing {
    parameters: Parameters,
    aap: Aap,
    overlapped_in_faw: bool,
    b_to_b_naive: bool,
    shift: Shift,
    rules: Vec<Rule>,
    activations: [Vec<u32>; Class::ALL.len()],
    schedules: [Option<Schedule>; SHAPES],
}

/// What a [`Timing`] is made from. [`Options::new`] has the named ones; every field can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The numbers.
    pub parameters: Parameters,
    /// How long ACT, ACT, PRE takes.
    pub aap: Aap,
    /// An overlapped second ACT counts in tRRD and tFAW.
    pub overlapped_in_faw: bool,
    /// An AAP from B to B takes the naive time: both addresses need the same decoder.
    pub b_to_b_naive: bool,
    /// How rows move sideways.
    pub shift: Shift,
}

impl Options {
    /// The named ones.
    pub const fn new(memory: Memory, preset: Preset, shift: Shift) -> Options {
        let (aap, overlapped_in_faw, b_to_b_naive) = match preset {
            Preset::Paper => (Aap::Trc, false, false),
            Preset::Ambit => (Aap::Overlapped, false, true),
            Preset::Conservative => (Aap::Naive, true, true),
        };
        Options {
            parameters: Parameters::new(memory, preset),
            aap,
            overlapped_in_faw,
            b_to_b_naive,
            shift,
        }
    }
}

/// Commands that begin on a precharged bank.
const FIRST: &[Class] = &[Class::Act, Class::Shift, Class::Rotate, Class::Quac];
/// Largest value of a parameter.
const LARGEST: u32 = 1 << 20;
/// Bursts of a row of 512 columns.
const BURSTS: usize = (super::rows::COLUMNS / super::command::BURST_BITS) as usize;

impl Timing {
    /// The named one.
    ///
    /// # Panics
    /// Never: the tests go through all of them.
    pub fn new(memory: Memory, preset: Preset, shift: Shift) -> Timing {
        Timing::custom(&Options::new(memory, preset, shift)).expect("the named timings are valid")
    }

    /// One of your own.
    ///
    /// # Errors
    /// The parameter that cannot be, and why.
    pub fn custom(options: &Options) -> Result<Timing, TimingError> {
        check(&options.parameters)?;
        let mut timing = Timing {
            parameters: options.parameters,
            aap: options.aap,
            overlapped_in_faw: options.overlapped_in_faw,
            b_to_b_naive: options.b_to_b_naive,
            shift: options.shift,
            rules: Vec::new(),
            activations: Default::default(),
            schedules: Default::default(),
        };
        timing.rules = timing.basic_rules();
        let aap = timing.scheduled(&[Class::Act, timing.second(false), Class::Pre]);
        let naive = timing.scheduled(&[Class::Act, timing.second(true), Class::Pre]);
        timing.add_moves(&aap);
        let mut read = vec![Class::Act];
        read.extend([Class::Rd; BURSTS]);
        read.push(Class::Pre);
        let write: Vec<Class> = read
            .iter()
            .map(|class| {
                if *class == Class::Rd {
                    Class::Wr
                } else {
                    *class
                }
            })
            .collect();
        timing.schedules = [
            Some(aap),
            Some(naive),
            Some(timing.scheduled(&[Class::Act, Class::Pre])),
            Some(timing.scheduled(&[Class::Shift])),
            timing
                .shift
                .rotate_aaps()
                .map(|_| timing.scheduled(&[Class::Rotate])),
            Some(timing.scheduled(&[Class::Quac, timing.second(false), Class::Pre])),
            Some(timing.scheduled(&read)),
            Some(timing.scheduled(&write)),
        ];
        let crowded = |acts: &Vec<u32>| {
            let mut windows = acts.windows(5);
            windows.any(|window| window[4] - window[0] < timing.parameters.t_faw)
        };
        if timing.activations.iter().any(crowded) {
            return Err(TimingError {
                field: "t_faw",
                value: timing.parameters.t_faw,
                rule: "a SHIFT alone activates five times in such a window".into(),
            });
        }
        let longest = timing
            .schedules
            .iter()
            .flatten()
            .map(|one| one.length)
            .max();
        let p = &timing.parameters;
        let needed = p.t_rfc + p.refresh_entry + longest.unwrap_or(0);
        if p.t_refi <= needed {
            return Err(TimingError {
                field: "t_refi",
                value: p.t_refi,
                rule: format!("a REF and the longest operation take {needed} clocks together"),
            });
        }
        Ok(timing)
    }

    /// The numbers.
    #[inline]
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// How rows move sideways.
    pub fn shift(&self) -> Shift {
        self.shift
    }

    /// The table.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// Clocks after a command of `class` at which it activates, as tRRD and tFAW count.
    #[inline]
    pub fn activations(&self, class: Class) -> &[u32] {
        &self.activations[class as usize]
    }

    /// What an ACT of `row` is when `open` was raised first in the bank.
    #[inline]
    pub fn second_act(&self, open: Row, row: Row) -> Class {
        self.second(open.is_compute() && row.is_compute())
    }

    #[inline]
    fn second(&self, same_decoder: bool) -> Class {
        if self.aap == Aap::Naive || self.b_to_b_naive && same_decoder {
            Class::ActNaive
        } else {
            Class::ActOpen
        }
    }

    /// The commands of an operation, at the earliest clocks; none for a rotation that the shift
    /// preset does not have.
    #[inline]
    pub fn schedule(&self, op: &RowOp) -> Option<&Schedule> {
        let shape = match op {
            RowOp::Aap { dst, src } => {
                if self.second_act(*src, *dst) == Class::ActNaive {
                    Shape::AapNaive
                } else {
                    Shape::Aap
                }
            }
            RowOp::Ap(_) => Shape::Ap,
            RowOp::Shift { .. } => Shape::Shift,
            RowOp::Rotate { .. } => Shape::Rotate,
            RowOp::Quac(_) => Shape::Quac,
            RowOp::Read(_) => Shape::Read,
            RowOp::Write(_) => Shape::Write,
        };
        self.schedules[shape as usize].as_ref()
    }

    /// Energy of an operation in picojoules, without refresh; none where there is no schedule.
    pub fn energy_pj(&self, op: &RowOp) -> Option<u64> {
        let p = &self.parameters;
        let act = |row: &Row| self.act_pj(row.raised().count());
        Some(match op {
            RowOp::Aap { dst, src } => act(src) + act(dst),
            RowOp::Ap(row) => act(row),
            RowOp::Shift { .. } => self.move_pj(Class::Shift)?,
            RowOp::Rotate { .. } => self.move_pj(Class::Rotate)?,
            RowOp::Quac(dst) => self.quac_pj() + act(dst),
            RowOp::Read(row) => act(row) + u64::from(p.rd_pj) * BURSTS as u64,
            RowOp::Write(row) => act(row) + u64::from(p.wr_pj) * BURSTS as u64,
        })
    }

    /// Energy of an ACT that raises `rows`, in picojoules, with its part of PRE.
    #[inline]
    pub fn act_pj(&self, rows: usize) -> u64 {
        let p = &self.parameters;
        let extra = u64::from(p.act_extra_percent) * (rows as u64 - 1);
        u64::from(p.act_pj) * (100 + extra) / 100
    }

    /// Energy of a SHIFT or a rotation: that of its AAPs.
    pub fn move_pj(&self, class: Class) -> Option<u64> {
        let aaps = match class {
            Class::Shift => self.shift.shift_aaps(),
            Class::Rotate => self.shift.rotate_aaps()?,
            _ => return None,
        };
        Some(u64::from(aaps) * 2 * self.act_pj(1))
    }

    /// Energy of a QUAC: one row, then four.
    pub fn quac_pj(&self) -> u64 {
        self.act_pj(1) + self.act_pj(4)
    }

    /// `clocks` in nanoseconds, for people.
    pub fn ns(&self, clocks: u64) -> f64 {
        clocks as f64 * f64::from(self.parameters.tck_num_ps)
            / (f64::from(self.parameters.tck_den) * 1e3)
    }

    /// `clocks` in picoseconds, exactly: numerator and denominator.
    pub fn ps(&self, clocks: u64) -> (u128, u128) {
        (
            u128::from(clocks) * u128::from(self.parameters.tck_num_ps),
            u128::from(self.parameters.tck_den),
        )
    }

    /// The last clock for anything but REF when `refreshed` REFs were issued.
    #[inline]
    pub fn refresh_deadline(&self, refreshed: u64) -> u64 {
        let p = &self.parameters;
        (refreshed + 1 + u64::from(p.max_postponed)) * u64::from(p.t_refi)
    }

    /// Rules between commands, but for SHIFT and rotation.
    fn basic_rules(&self) -> Vec<Rule> {
        use Class::*;
        let p = &self.parameters;
        let seconds = self.seconds();
        let after_second = &[&[Rd, Wr], &*seconds].concat();
        let close = &[&[Pre], &*seconds].concat();
        let first_or_ref = &[FIRST, &[Ref]].concat();
        let written = p.cwl + p.burst;
        let rule = Rule::new;
        let mut rules = vec![
            rule("tCMD", "one command a clock", &Class::ALL, &Class::ALL, 1).over(Scope::Rank),
            rule("tRC", "tRC", &[Act], FIRST, p.t_rc),
            rule("tRP", "tRP", &[Pre], FIRST, p.t_rp),
            rule("tRAS", "tRAS", &[Act], &[Pre], p.t_ras),
            rule("tRCD", "tRCD", &[Act], &[Rd, Wr], p.t_rcd),
            rule("tRCD2", "tRCD", &seconds, &[Rd, Wr], p.t_rcd),
            rule("tRTP", "tRTP", &[Rd], close, p.t_rtp),
            rule("tWR", "CWL + burst + tWR", &[Wr], close, written + p.t_wr),
            rule(
                "tQRCD",
                "tQUAC + tRCD",
                &[Quac],
                after_second,
                p.t_quac + p.t_rcd,
            ),
            rule("tQRAS", "tQUAC + tRAS", &[Quac], &[Pre], p.t_quac + p.t_ras),
            rule(
                "tRP_REF",
                "tRP + entry",
                &[Pre],
                &[Ref],
                p.t_rp + p.refresh_entry,
            ),
            rule("tRFC", "tRFC", &[Ref], first_or_ref, p.t_rfc),
        ];
        if seconds.contains(&ActOpen) {
            let (formula, restored) = match self.aap {
                Aap::Trc => ("tRCD", p.t_rcd),
                Aap::Overlapped | Aap::Naive => ("tRAS", p.t_ras),
            };
            rules.push(rule("tOVL", "4 ns", &[Act], &[ActOpen], p.t_ovl));
            rules.push(rule("tOVLR", formula, &[ActOpen], close, restored));
        }
        if seconds.contains(&ActNaive) {
            rules.push(rule("tRAS1", "tRAS", &[Act], &[ActNaive], p.t_ras));
            rules.push(rule("tRAS2", "tRAS", &[ActNaive], close, p.t_ras));
        }
        let turn = p.cl + p.burst + 2 - p.cwl;
        rules.push(rule("tRTW", "CL + burst + 2 - CWL", &[Rd], &[Wr], turn).over(Scope::Rank));
        let scopes = [Scope::Rank, Scope::Group];
        let ccd = self.grouped(["tCCD", "tCCD_S", "tCCD_L"], [p.t_ccd_s, p.t_ccd_l], scopes);
        for (name, delay, scope) in ccd {
            let to_itself = |class| rule(name, name, &[class], &[class], delay).over(scope);
            rules.extend([Rd, Wr].map(to_itself));
        }
        let wtr = self.grouped(["tWTR", "tWTR_S", "tWTR_L"], [p.t_wtr_s, p.t_wtr_l], scopes);
        for (name, delay, scope) in wtr {
            let formula = "CWL + burst + tWTR";
            rules.push(rule(name, formula, &[Wr], &[Rd], written + delay).over(scope));
        }
        rules
    }

    /// The classes that a second ACT can have.
    fn seconds(&self) -> Vec<Class> {
        let mut seconds = vec![self.second(false), self.second(true)];
        seconds.dedup();
        seconds
    }

    /// A rule with a short delay to other groups and a long one inside a group; without groups it
    /// is one rule, with the long delay. Names: without groups, short, long.
    fn grouped(
        &self,
        names: [&'static str; 3],
        [short, long]: [u32; 2],
        [wide, narrow]: [Scope; 2],
    ) -> Vec<(&'static str, u32, Scope)> {
        if self.parameters.bank_groups == 1 {
            vec![(names[0], long, wide)]
        } else {
            vec![(names[1], short, wide), (names[2], long, narrow)]
        }
    }

    /// SHIFT, rotation, and the rules on activations, which need to know the length of an AAP.
    fn add_moves(&mut self, aap: &Schedule) {
        let p = self.parameters;
        let second = aap.steps[1];
        let counts = self.overlapped_in_faw || second.1 == Class::ActNaive;
        let moved = |aaps: u32| -> Vec<u32> {
            (0..aaps)
                .flat_map(|at| {
                    let start = at * aap.length;
                    [Some(start), counts.then_some(start + second.0)]
                })
                .flatten()
                .collect()
        };
        let mut activate = vec![Class::Act, Class::Quac, Class::Shift];
        for class in self.seconds() {
            if class == Class::ActNaive || self.overlapped_in_faw {
                activate.push(class);
                self.activations[class as usize] = vec![0];
            }
        }
        self.activations[Class::Act as usize] = vec![0];
        self.activations[Class::Quac as usize] = vec![0, p.t_quac];
        let mut moves = vec![(
            "tSHIFT",
            "tSHIFT_REF",
            Class::Shift,
            self.shift.shift_aaps(),
        )];
        if let Some(aaps) = self.shift.rotate_aaps() {
            activate.push(Class::Rotate);
            moves.push(("tROT", "tROT_REF", Class::Rotate, aaps));
        }
        for (name, name_ref, class, aaps) in moves {
            self.activations[class as usize] = moved(aaps);
            let delay = aaps * aap.length;
            let entered = delay + p.refresh_entry;
            self.rules.extend([
                Rule::new(name, "AAPs", &[class], FIRST, delay),
                Rule::new(name_ref, "AAPs + entry", &[class], &[Class::Ref], entered),
            ]);
        }
        let rrd = self.grouped(
            ["tRRD", "tRRD_S", "tRRD_L"],
            [p.t_rrd_s, p.t_rrd_l],
            [Scope::OtherInRank, Scope::OtherInGroup],
        );
        for (name, delay, scope) in rrd {
            let rule = Rule::new(name, name, &activate, &activate, delay).over(scope);
            self.rules.push(rule.of_activations(1));
        }
        let faw = Rule::new("tFAW", "tFAW", &activate, &activate, p.t_faw).over(Scope::Rank);
        self.rules.push(faw.of_activations(4));
    }

    /// `classes` to one bank, each as early as the table allows.
    fn scheduled(&self, classes: &[Class]) -> Schedule {
        let mut steps: Vec<(u32, Class)> = Vec::new();
        for class in classes {
            steps.push((self.earliest(&steps, *class), *class));
        }
        let length = self.earliest(&steps, Class::Act);
        Schedule { steps, length }
    }

    fn earliest(&self, steps: &[(u32, Class)], class: Class) -> u32 {
        let waits = self.rules.iter().filter(|rule| {
            !rule.activations && rule.scope.covers(0, 0, 1) && rule.current.holds(class)
        });
        waits
            .flat_map(|rule| {
                let before = steps.iter().filter(|step| rule.previous.holds(step.1));
                before.map(|step| step.0 + rule.delay)
            })
            .max()
            .unwrap_or(0)
    }
}

/// Whether `p` can be.
fn check(p: &Parameters) -> Result<(), TimingError> {
    let refuse = |field: &'static str, rule: String| {
        let value = p.get(field).unwrap_or(0);
        Err(TimingError { field, value, rule })
    };
    let may_be_zero = ["refresh_entry", "max_postponed", "act_extra_percent"];
    for (field, _) in Parameters::FIELDS {
        let value = p.get(field).unwrap_or(0);
        if value == 0 && !may_be_zero.contains(field) {
            return refuse(field, "it must be 1 or more".into());
        }
        if value > LARGEST {
            return refuse(field, format!("it must be {LARGEST} or less"));
        }
    }
    let least = [
        ("t_rc", "t_ras + t_rp", p.t_ras + p.t_rp),
        ("t_ras", "t_rcd", p.t_rcd),
        ("t_ras", "t_ovl", p.t_ovl),
        ("t_rrd_l", "t_rrd_s", p.t_rrd_s),
        ("t_ccd_l", "t_ccd_s", p.t_ccd_s),
        ("t_ccd_s", "burst", p.burst),
        ("t_wtr_l", "t_wtr_s", p.t_wtr_s),
        ("t_faw", "4 t_rrd_s", 4 * p.t_rrd_s),
        ("cl", "cwl", p.cwl),
    ];
    for (field, name, bound) in least {
        if p.get(field).is_some_and(|value| value < bound) {
            return refuse(field, format!("it must not be less than {name}, {bound}"));
        }
    }
    if p.max_postponed > 8 {
        return refuse("max_postponed", "JEDEC lets 8 REFs be postponed".into());
    }
    Ok(())
}
