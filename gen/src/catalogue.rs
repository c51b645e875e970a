//! What can be built: the blocks, the tops with their parameters, the shipped configurations.

use crate::config::{Config, ConfigError};
use include_dir::{Dir, include_dir};
use itertools::Itertools;
use pimtee_hdl::acu::{
    self, Acu, AcuCore, AcuMem, AcuRegs, AcuSsd, AnswerOrder, AnswerPick, AtMost, BurstRule,
    CoreJob, Decision, DenyCounter, DenyRail, DenyRead, DenyWrite, Drain, EntryCounter, FaultLog,
    InFlight, JobRail, Rails, RequestGate, WriteQueue,
};
use pimtee_hdl::bus::{AxiLiteSlave, AxiLiteSplit};
use pimtee_hdl::fmt::{self as hdl_fmt, Fmt, FmtEntry};
use pimtee_hdl::meta::{Describe, ModuleInfo};
use pimtee_hdl::mpe::HoldBuffer;
use pimtee_hdl::mpe::ascon::{
    AsconAead, AsconAxis, AsconAxisHold, AsconHold, AsconKey, AsconRound, AsconWord, ByteLanes,
    ByteOrder, settings,
};
use pimtee_hdl::prim::{Fifo, SkidBuffer};
use pimtee_hdl::regs::{RegDecode, RegMap};
use pimtee_hdl::rust_hdl::core::prelude::{Bits, Block};
use seq_macro::seq;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// A design that `pimtee gen` can build.
#[derive(Debug)]
pub struct Top {
    /// Name in configurations.
    pub name: &'static str,
    /// The block it is made of, as in [`BlockInfo::path`].
    pub block: &'static str,
    /// What it does, in a sentence.
    pub summary: &'static str,
    /// What configurations can set.
    pub params: &'static [ParamSpec],
    /// Says why parameters that are each in range do not go together.
    check: fn(&Params) -> Result<(), Refusal>,
    build: fn(&Params) -> Box<dyn Block>,
    throughput: fn(&Params) -> Option<Throughput>,
}

/// How fast a top works through a long text, without stalls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Throughput {
    /// Bytes of a block.
    pub block_bytes: u64,
    /// Clock cycles for each block.
    pub cycles_per_block: u64,
}

/// Why parameters do not go together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// The parameter to change.
    pub parameter: &'static str,
    /// The reason, and the values that would do.
    pub reason: String,
}

impl Top {
    /// The top of that name.
    pub fn find(name: &str) -> Option<&'static Top> {
        TOPS.iter().find(|top| top.name == name)
    }

    /// The parameter of that name.
    pub fn param(&self, name: &str) -> Option<&'static ParamSpec> {
        self.params.iter().find(|spec| spec.name == name)
    }

    /// Whether the parameters go together.
    pub(crate) fn check(&self, params: &Params) -> Result<(), Refusal> {
        (self.check)(params)
    }

    /// The block, wired up, as `params` want it.
    pub(crate) fn build(&self, params: &Params) -> Box<dyn Block> {
        (self.build)(params)
    }

    /// The registers it has with `params`; `None` if it has none.
    pub(crate) fn registers(&self, params: &Params) -> Option<RegMap> {
        match self.block {
            "acu/acu" => Some(acu_table(params).1),
            "fmt/fmt" => Some(hdl_fmt::regs::map(fmt_table(params).1)),
            _ => None,
        }
    }

    /// How fast it is with `params`; `None` if it has no text to work through.
    pub(crate) fn throughput(&self, params: &Params) -> Option<Throughput> {
        (self.throughput)(params)
    }
}

/// A parameter of a top.
#[derive(Debug)]
pub struct ParamSpec {
    /// Name in configurations.
    pub name: &'static str,
    /// What it sets.
    pub doc: &'static str,
    /// Unit, in the singular; empty if it has none.
    pub unit: &'static str,
    /// Values it takes.
    pub kind: ParamKind,
    /// Value if the configuration is silent.
    pub default: Setting,
}

/// The values that a parameter takes.
#[derive(Debug)]
pub enum ParamKind {
    /// Whole numbers, limits included.
    Int {
        /// Least value.
        min: u64,
        /// Greatest value.
        max: u64,
    },
    /// One of these numbers.
    OneOf(&'static [u64]),
    /// One of these names.
    Choice(&'static [&'static str]),
}

impl fmt::Display for ParamKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParamKind::Int { min, max } => write!(f, "{min} to {max}"),
            ParamKind::OneOf(values) => write!(f, "{}", values.iter().format(", ")),
            ParamKind::Choice(names) => write!(f, "{}", names.iter().format(", ")),
        }
    }
}

/// The value of a parameter, as configurations write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Setting {
    /// A number.
    Int(u64),
    /// A name.
    Choice(&'static str),
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Setting::Int(value) => value.fmt(f),
            Setting::Choice(name) => name.fmt(f),
        }
    }
}

/// A value for each parameter of a top, within its range: [`Config`] sees to that.
pub(crate) type Params = BTreeMap<&'static str, Setting>;

/// Every top, by name.
pub static TOPS: &[Top] = &[
    Top {
        name: "acu",
        block: "acu/acu",
        summary: "The filter of a memory on AXI4 with its table, programmed over AXI4-Lite.",
        params: &[
            ParamSpec {
                name: "entries",
                doc: "Entries of the table.",
                unit: "entry",
                kind: ParamKind::OneOf(&[2, 4, 32]),
                default: Setting::Int(32),
            },
            ParamSpec {
                name: "key_slots",
                doc: "Slots for keys of 256 bits: 16 with 32 entries, otherwise 4.",
                unit: "slot",
                kind: ParamKind::OneOf(&[4, 16]),
                default: Setting::Int(16),
            },
            ParamSpec {
                name: "sources",
                doc: "Sources that an entry can be granted to: 16 with 32 entries, otherwise 8.",
                unit: "source",
                kind: ParamKind::OneOf(&[8, 16]),
                default: Setting::Int(16),
            },
            ParamSpec {
                name: "addr_width",
                doc: "Width of an address: 40 with 32 entries, otherwise 32.",
                unit: "bit",
                kind: ParamKind::OneOf(&[32, 40]),
                default: Setting::Int(40),
            },
            ParamSpec {
                name: "data_width",
                doc: "Width of a beat: 64 with 32 entries, otherwise 32.",
                unit: "bit",
                kind: ParamKind::OneOf(&[32, 64]),
                default: Setting::Int(64),
            },
        ],
        check: acu_check,
        build: |params| {
            let (mut block, _) = acu_table(params);
            block.connect_all();
            block
        },
        throughput: |_| None,
    },
    Top {
        name: "acu_core",
        block: "acu/acu_core",
        summary: "Lets AXI4-Stream packets through between cores of the same job.",
        params: &[
            ParamSpec {
                name: "data_width",
                doc: "Width of a beat.",
                unit: "bit",
                kind: ParamKind::OneOf(&acu::settings::CORE_DATA_WIDTHS),
                default: Setting::Int(64),
            },
            SMALL_ENTRIES,
        ],
        check: |_| Ok(()),
        build: |params| {
            let number = |name| int(params, name) as usize;
            connected(acu::settings::acu_core(
                number("data_width"),
                number("entries"),
            ))
        },
        throughput: |_| None,
    },
    Top {
        name: "acu_mem",
        block: "acu/acu_mem",
        summary: "Lets AXI4 bursts through to a memory where the table grants them.",
        params: &[
            ParamSpec {
                name: "addr_width",
                doc: "Width of an address.",
                unit: "bit",
                kind: ParamKind::OneOf(&acu::settings::ADDR_WIDTHS),
                default: Setting::Int(40),
            },
            ParamSpec {
                name: "data_width",
                doc: "Width of a beat.",
                unit: "bit",
                kind: ParamKind::OneOf(&acu::settings::DATA_WIDTHS),
                default: Setting::Int(64),
            },
            ParamSpec {
                name: "id_width",
                doc: "Width of an id; answers keep their order by its lowest four bits.",
                unit: "bit",
                kind: ParamKind::OneOf(&acu::settings::ID_WIDTHS),
                default: Setting::Int(4),
            },
            ENTRIES,
            ParamSpec {
                name: "path",
                doc: "Requests pass through a register (one cycle), or without one.",
                unit: "",
                kind: ParamKind::Choice(&["registered", "combinational"]),
                default: Setting::Choice("registered"),
            },
        ],
        check: |_| Ok(()),
        build: acu_mem,
        throughput: |_| None,
    },
    Top {
        name: "acu_ssd",
        block: "acu/acu_ssd",
        summary: "Lets block commands through to an SSD where the table grants them.",
        params: &[
            SMALL_ENTRIES,
            ParamSpec {
                name: "lba_width",
                doc: "Width of a logical block address.",
                unit: "bit",
                kind: ParamKind::OneOf(&acu::settings::LBA_WIDTHS),
                default: Setting::Int(48),
            },
        ],
        check: |_| Ok(()),
        build: |params| {
            let number = |name| int(params, name) as usize;
            connected(acu::settings::acu_ssd(
                number("entries"),
                number("lba_width"),
            ))
        },
        throughput: |_| None,
    },
    Top {
        name: "ascon_aead",
        block: "mpe/ascon/ascon_aead",
        summary: "Ascon authenticated encryption and decryption.",
        params: &[VARIANT, ROUNDS, STREAM_WIDTH],
        check: ascon_check,
        build: |params| ascon(params, 0, false),
        throughput: ascon_throughput,
    },
    Top {
        name: "ascon_axis",
        block: "mpe/ascon/ascon_axis",
        summary: "The Ascon core with AXI4-Stream ports, with or without a buffer for unverified plaintext.",
        params: &[
            VARIANT,
            ROUNDS,
            STREAM_WIDTH,
            ParamSpec {
                name: "hold_depth",
                doc: "Depth of the buffer that holds plaintext until it is verified; 0: no buffer.",
                unit: "beat",
                kind: ParamKind::OneOf(&[0, 16, 64, 256, 1024]),
                default: Setting::Int(0),
            },
        ],
        check: ascon_check,
        build: |params| ascon(params, int(params, "hold_depth"), true),
        throughput: ascon_throughput,
    },
    Top {
        name: "ascon_hold",
        block: "mpe/ascon/ascon_hold",
        summary: "The Ascon core with a buffer that releases no unverified plaintext.",
        params: &[
            VARIANT,
            ROUNDS,
            STREAM_WIDTH,
            ParamSpec {
                name: "hold_depth",
                doc: "Depth of the buffer that holds plaintext until it is verified.",
                unit: "beat",
                kind: ParamKind::OneOf(&[16, 64, 256, 1024]),
                default: Setting::Int(64),
            },
        ],
        check: ascon_check,
        build: |params| ascon(params, int(params, "hold_depth"), false),
        throughput: ascon_throughput,
    },
    Top {
        name: "deny_counter",
        block: "acu/deny_counter",
        summary: "Counts denied transactions of one source; saturates; raises an interrupt at a threshold.",
        params: &[ParamSpec {
            name: "width",
            doc: "Width of the count and of its threshold.",
            unit: "bit",
            kind: ParamKind::Int { min: 1, max: 32 },
            default: Setting::Int(8),
        }],
        check: |_| Ok(()),
        build: deny_counter,
        throughput: |_| None,
    },
    Top {
        name: "fmt",
        block: "fmt/fmt",
        summary: "FDU management table: which job holds which part of a device, and with which key.",
        params: &[
            ParamSpec {
                name: "entries",
                doc: "Entries of the table.",
                unit: "entry",
                kind: ParamKind::OneOf(&hdl_fmt::settings::ENTRIES),
                default: Setting::Int(32),
            },
            ParamSpec {
                name: "key_slots",
                doc: "Slots for keys of 256 bits.",
                unit: "slot",
                kind: ParamKind::OneOf(&hdl_fmt::settings::KEY_SLOTS),
                default: Setting::Int(16),
            },
            ParamSpec {
                name: "sources",
                doc: "Sources that an entry can be granted to.",
                unit: "source",
                kind: ParamKind::OneOf(&hdl_fmt::settings::SOURCES),
                default: Setting::Int(32),
            },
            ParamSpec {
                name: "address_width",
                doc: "Width of the byte addresses that the entries are about.",
                unit: "bit",
                kind: ParamKind::OneOf(&hdl_fmt::settings::ADDRESS_WIDTHS),
                default: Setting::Int(32),
            },
        ],
        check: |_| Ok(()),
        build: |params| {
            let (mut block, _) = fmt_table(params);
            block.connect_all();
            block
        },
        throughput: |_| None,
    },
];

const SMALL_ENTRIES: ParamSpec = ParamSpec {
    kind: ParamKind::OneOf(&acu::settings::SMALL_ENTRIES),
    ..ENTRIES
};

const ENTRIES: ParamSpec = ParamSpec {
    name: "entries",
    doc: "Entries of the table.",
    unit: "",
    kind: ParamKind::OneOf(&acu::settings::ENTRIES),
    default: Setting::Int(32),
};

fn acu_setting(params: &Params) -> acu::settings::TableSetting {
    let number = |name| int(params, name) as usize;
    acu::settings::TableSetting {
        entries: number("entries"),
        key_slots: number("key_slots"),
        sources: number("sources"),
        addr_width: number("addr_width"),
        data_width: number("data_width"),
    }
}

fn acu_check(params: &Params) -> Result<(), Refusal> {
    let setting = acu_setting(params);
    let known = acu::settings::TABLE_SETTINGS;
    if known.contains(&setting) {
        return Ok(());
    }
    let Some(near) = known.iter().find(|near| near.entries == setting.entries) else {
        return Err(Refusal {
            parameter: "entries",
            reason: format!(
                "there is no table of {} entries; set it to 2, 4 or 32",
                setting.entries
            ),
        });
    };
    let parts = [
        ("key_slots", setting.key_slots, near.key_slots),
        ("sources", setting.sources, near.sources),
        ("addr_width", setting.addr_width, near.addr_width),
        ("data_width", setting.data_width, near.data_width),
    ];
    let wrong = parts.into_iter().find(|(_, is, wanted)| is != wanted);
    let (parameter, _, wanted) = wrong.expect("something differs from each known setting");
    Err(Refusal {
        parameter,
        reason: format!(
            "a table of {} entries is offered with one size of everything else; set it to {wanted}",
            setting.entries
        ),
    })
}

fn acu_table(params: &Params) -> (Box<dyn Block>, RegMap) {
    acu::settings::acu(acu_setting(params)).expect("the configuration lets only offered sizes pass")
}

fn fmt_table(params: &Params) -> (Box<dyn Block>, hdl_fmt::regs::Sizes) {
    let number = |name| int(params, name);
    hdl_fmt::settings::table(
        number("entries"),
        number("key_slots"),
        number("sources"),
        number("address_width"),
    )
    .expect("the configuration lets only offered sizes pass")
}

const VARIANT: ParamSpec = ParamSpec {
    name: "variant",
    doc: "Algorithm: Ascon-128 or Ascon-128a (v1.2), Ascon-AEAD128 (NIST SP 800-232), or all, chosen for each message.",
    unit: "",
    kind: ParamKind::Choice(ASCON_VARIANTS),
    default: Setting::Choice("ascon-aead128"),
};

const ROUNDS: ParamSpec = ParamSpec {
    name: "rounds",
    doc: "Rounds in a cycle: ascon128 1, 2, 3, 6; ascon128a and ascon-aead128 1, 2, 4; all 1, 2.",
    unit: "",
    kind: ParamKind::OneOf(&[1, 2, 3, 4, 6]),
    default: Setting::Int(1),
};

const STREAM_WIDTH: ParamSpec = ParamSpec {
    name: "stream_width",
    doc: "Width of a beat on every stream; 128 only for ascon128a and ascon-aead128.",
    unit: "bit",
    kind: ParamKind::OneOf(&[32, 64, 128]),
    default: Setting::Int(64),
};

/// Names of the variants; the place is the core's VARIANT.
const ASCON_VARIANTS: &[&str] = &["ascon128", "ascon128a", "ascon-aead128", "all"];

fn int(params: &Params, name: &str) -> u64 {
    match params[name] {
        Setting::Int(value) => value,
        Setting::Choice(_) => unreachable!("the configuration has let a name pass for a number"),
    }
}

fn ascon_setting(params: &Params) -> settings::Setting {
    let variant = ASCON_VARIANTS
        .iter()
        .position(|name| params["variant"] == Setting::Choice(name));
    settings::Setting {
        variant: variant.expect("the configuration lets only known variants pass"),
        rounds: int(params, "rounds") as usize,
        width: int(params, "stream_width") as usize,
    }
}

fn ascon_check(params: &Params) -> Result<(), Refusal> {
    let setting = ascon_setting(params);
    if settings::SETTINGS.contains(&setting) {
        return Ok(());
    }
    let variant = ASCON_VARIANTS[setting.variant];
    let legal = |with: &dyn Fn(&settings::Setting) -> bool,
                 value: fn(&settings::Setting) -> usize| {
        let of_variant = settings::SETTINGS
            .iter()
            .filter(|s| s.variant == setting.variant);
        of_variant
            .filter(|s| with(s))
            .map(value)
            .sorted()
            .dedup()
            .join(", ")
    };
    let rounds = legal(&|_| true, |s| s.rounds);
    let fits = |s: &settings::Setting| s.variant == setting.variant && s.rounds == setting.rounds;
    if !settings::SETTINGS.iter().any(fits) {
        let permutations = match setting.variant {
            0 => "permutations of 12 and 6 rounds",
            3 => "permutations of 12, 8 and 6 rounds",
            _ => "permutations of 12 and 8 rounds",
        };
        return Err(Refusal {
            parameter: "rounds",
            reason: format!(
                "{variant} has {permutations}, of which {} rounds a cycle are no whole part; set it to one of {rounds}",
                setting.rounds
            ),
        });
    }
    let widths = legal(&|_| true, |s| s.width);
    Err(Refusal {
        parameter: "stream_width",
        reason: format!(
            "a block of ascon128 has 64 bits, so {variant} cannot take beats of {} bits; set it to one of {widths}",
            setting.width
        ),
    })
}

fn ascon(params: &Params, hold_depth: u64, axis: bool) -> Box<dyn Block> {
    let around = settings::Around {
        hold_depth: hold_depth as usize,
        axis,
    };
    let mut block = settings::core(ascon_setting(params), around)
        .expect("the configuration lets only legal settings pass");
    block.connect_all();
    block
}

/// A block goes in beat by beat, then its rounds follow. Of a core with all variants: the fastest.
fn ascon_throughput(params: &Params) -> Option<Throughput> {
    let (block_bytes, rounds): (u64, u64) = match params["variant"] {
        Setting::Choice("ascon128") => (8, 6),
        _ => (16, 8),
    };
    let beats = (8 * block_bytes).div_ceil(int(params, "stream_width"));
    Some(Throughput {
        block_bytes,
        cycles_per_block: beats + rounds.div_ceil(int(params, "rounds")),
    })
}

/// A block that the configuration has chosen, with everything inside connected.
fn connected(block: Option<Box<dyn Block>>) -> Box<dyn Block> {
    let mut block = block.expect("the configuration lets only legal settings pass");
    block.connect_all();
    block
}

fn acu_mem(params: &Params) -> Box<dyn Block> {
    let number = |name| int(params, name) as usize;
    connected(acu::settings::acu_mem(acu::settings::MemSetting {
        addr_width: number("addr_width"),
        data_width: number("data_width"),
        id_width: number("id_width"),
        entries: number("entries"),
        comb: params["path"] == Setting::Choice("combinational"),
    }))
}

fn deny_counter(params: &Params) -> Box<dyn Block> {
    seq!(W in 1..=32 {
        match params["width"] {
            #(Setting::Int(W) => wired::<DenyCounter<W>>(),)*
            other => unreachable!("the configuration has let the width {other} pass"),
        }
    })
}

/// A block with everything inside connected.
fn wired<B: Block + Default + 'static>() -> Box<dyn Block> {
    let mut block = Box::new(B::default());
    block.connect_all();
    block
}

/// A block of the library.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BlockInfo {
    /// Folder below `hdl/src` and name.
    pub path: String,
    /// First line of its contract.
    pub summary: String,
}

/// Every block, by path: those with a module of their own, then those that become part of the
/// module that uses them.
pub fn blocks() -> Vec<BlockInfo> {
    let modules = [
        Acu::<32, 5, 16, 4, 7, 16, 28, 16, 47, 40, 64, 8, 4, 8, 8>::describe(),
        AcuCore::<64, 8, 8, 32, 16, 8, 8>::describe(),
        AcuRegs::<32, 5, 40, 8, 8>::describe(),
        AxiLiteSplit::<13, 12>::describe(),
        Drain::<32, 4>::describe(),
        InFlight::<4>::describe(),
        AcuMem::<40, 28, 64, 8, 4, 8, 32, 16, 8, 8, 0>::describe(),
        AcuSsd::<48, 49, 8, 32, 16, 8, 8>::describe(),
        AnswerOrder::describe(),
        AnswerPick::describe(),
        AtMost::<28>::describe(),
        BurstRule::<8>::describe(),
        CoreJob::<32, 16, 8, 8>::describe(),
        Decision::<32, 28, 16, 8, 8>::describe(),
        DenyCounter::<8>::describe(),
        DenyRail::<32, 28, 16, 8, 8>::describe(),
        DenyRead::<4>::describe(),
        DenyWrite::<4>::describe(),
        EntryCounter::<8>::describe(),
        FaultLog::<40, 8, 32, 8>::describe(),
        JobRail::<32, 16, 8, 8>::describe(),
        Rails::describe(),
        RequestGate::<40, 4, 8, 0>::describe(),
        WriteQueue::describe(),
        AsconAead::<2, 1, 64, 8>::describe(),
        AsconAxis::<2, 1, 64, 8>::describe(),
        AsconAxisHold::<2, 1, 64, 8, 6, 7>::describe(),
        AsconHold::<2, 1, 64, 8, 6, 7>::describe(),
        AsconKey::<64>::describe(),
        HoldBuffer::<64, 8, 6, 7>::describe(),
        AsconRound::describe(),
        AsconWord::describe(),
        ByteLanes::<64, 8>::describe(),
        ByteOrder::<2, 64>::describe(),
        Fmt::<32, 5, 16, 4, 7, 32, 20, 16, 47>::describe(),
        FmtEntry::<32, 20, 16, 4>::describe(),
        AxiLiteSlave::<12>::describe(),
        RegDecode::<12, 7>::describe(),
        Fifo::<Bits<8>, 2, 3>::describe(),
        SkidBuffer::<Bits<8>>::describe(),
    ];
    let leaves = [
        ("prim/reg", "State with a reset value."),
        (
            "prim/data_reg",
            "Data without reset: its value is unknown until the first write.",
        ),
        (
            "prim/clear_reg",
            "A secret without reset, cleared to zero on command.",
        ),
        (
            "prim/ram1",
            "Single-port SRAM: one address, to write or to read.",
        ),
        ("prim/ram2", "SRAM with a write port and a read port."),
        (
            "prim/reg_file",
            "Register file with a write port and an asynchronous read port.",
        ),
    ];
    let leaves = leaves.map(|(path, summary)| BlockInfo {
        path: path.into(),
        summary: summary.into(),
    });
    let modules = modules.iter().map(module);
    let by_path = |a: &BlockInfo, b: &BlockInfo| a.path.cmp(&b.path);
    modules.sorted_by(by_path).chain(leaves).collect()
}

fn module(info: &ModuleInfo) -> BlockInfo {
    let file = info.file.split_once("src/").map_or("", |(_, file)| file);
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
    BlockInfo {
        path: format!("{folder}/{}", info.name),
        summary: info
            .doc
            .lines()
            .next()
            .unwrap_or_default()
            .trim()
            .replace('`', ""),
    }
}

/// A configuration that comes with pimtee.
#[derive(Debug)]
pub struct Shipped {
    /// Path in the project.
    pub path: String,
    /// Its first comment.
    pub summary: String,
    /// What it says.
    pub config: Config,
}

/// Every configuration in `configs/`, by path.
///
/// # Errors
/// One of them has a mistake.
pub fn shipped() -> Result<Vec<Shipped>, ConfigError> {
    static CONFIGS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../configs");
    let files = CONFIGS
        .files()
        .filter(|file| file.path().extension().is_some_and(|ext| ext == "toml"))
        .sorted_by_key(|file| file.path());
    let read = |file: &include_dir::File<'_>| {
        let path = format!("configs/{}", file.path().display());
        let text = file.contents_utf8().unwrap_or_default();
        let summary = text
            .lines()
            .find_map(|line| line.strip_prefix("# "))
            .unwrap_or_default()
            .into();
        let config = Config::parse(&path, text)?;
        Ok(Shipped {
            path,
            summary,
            config,
        })
    };
    files.map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_top_names_a_block_and_has_defaults_in_range() {
        let paths: Vec<String> = blocks().into_iter().map(|block| block.path).collect();
        for top in TOPS {
            assert!(paths.iter().any(|path| path == top.block), "{}", top.block);
            for spec in top.params {
                let in_range = match (&spec.kind, spec.default) {
                    (ParamKind::Int { min, max }, Setting::Int(value)) => {
                        (*min..=*max).contains(&value)
                    }
                    (ParamKind::OneOf(values), Setting::Int(value)) => values.contains(&value),
                    (ParamKind::Choice(names), Setting::Choice(name)) => names.contains(&name),
                    _ => false,
                };
                assert!(in_range, "{}.{}", top.name, spec.name);
            }
        }
    }

    /// Every combination of values.
    fn combinations(top: &Top) -> Vec<Params> {
        let values = |spec: &'static ParamSpec| -> Vec<(&'static str, Setting)> {
            let values: Vec<Setting> = match spec.kind {
                ParamKind::Int { min, max } => (min..=max).map(Setting::Int).collect(),
                ParamKind::OneOf(values) => values.iter().copied().map(Setting::Int).collect(),
                ParamKind::Choice(names) => names.iter().copied().map(Setting::Choice).collect(),
            };
            values.into_iter().map(|value| (spec.name, value)).collect()
        };
        let sets = top.params.iter().map(values).multi_cartesian_product();
        sets.map(|set| set.into_iter().collect()).collect()
    }

    #[test]
    fn every_legal_combination_builds_and_every_other_is_refused_with_a_reason() {
        for top in TOPS {
            for params in combinations(top) {
                match top.check(&params) {
                    Ok(()) => drop(top.build(&params)),
                    Err(refusal) => {
                        assert!(top.param(refusal.parameter).is_some(), "{refusal:?}");
                        assert!(refusal.reason.contains("set it to"), "{refusal:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_ascon_core_has_thirty_settings() {
        let top = Top::find("ascon_aead").unwrap();
        let legal = combinations(top)
            .iter()
            .filter(|p| top.check(p).is_ok())
            .count();
        assert_eq!(legal, settings::SETTINGS.len());
        assert_eq!(legal, 30);
    }

    #[test]
    fn every_shipped_configuration_is_right() {
        let shipped = shipped().unwrap();
        assert!(shipped.iter().all(|config| !config.summary.is_empty()));
        assert!(shipped.is_sorted_by_key(|config| config.path.clone()));
    }
}
