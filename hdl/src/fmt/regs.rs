//! The registers of the table, in one place for its RTL, its drivers and its documentation.

use super::{op, state};
use crate::regs::{Access, Field, Group, Named, RegMap, Register};

/// Bits of a byte address.
pub const ADDRESS_BITS: usize = 12;
/// What the register ID holds: "PFMT".
pub const IDENTITY: u64 = 0x5046_4d54;
/// What the register VERSION holds: major, minor and patch, 8 bits each.
pub const REVISION: u64 = 0x0001_0000;
/// Bits of an address within a granule.
pub const GRANULE_BITS: u64 = 12;
/// First byte address of the key words.
pub const KEY_AT: u64 = 0x200;
/// First byte address of the entries.
pub const ENTRY_AT: u64 = 0x800;
/// Bytes from one entry to the next.
pub const ENTRY_STRIDE: u64 = 0x40;

macro_rules! numbers {
    ($($name:ident = $value:literal),* $(,)?) => {$(
        #[doc = concat!("Number of the register ", stringify!($name), ".")]
        pub const $name: u64 = $value;
    )*};
}
numbers![
    ID = 1,
    VERSION = 2,
    PARAMETERS = 3,
    WIDTHS = 4,
    STATUS = 5,
    POLICY = 6,
    ALERT = 7,
    EPOCH = 8,
    KEYS = 9,
    COMMAND = 10,
    SHADOW_BASE = 11,
    SHADOW_BASE_HIGH = 12,
    SHADOW_LIMIT = 13,
    SHADOW_LIMIT_HIGH = 14,
    SHADOW_SOURCES = 15,
    SHADOW_JOB = 16,
    SHADOW_ATTRIBUTES = 17,
    KEY = 18,
    ENTRY_BASE = 19,
    ENTRY_BASE_HIGH = 20,
    ENTRY_LIMIT = 21,
    ENTRY_LIMIT_HIGH = 22,
    ENTRY_SOURCES = 23,
    ENTRY_JOB = 24,
    ENTRY_ATTRIBUTES = 25,
    ENTRY_STATE = 26,
    ENTRY_EPOCH = 27,
    ENTRY_COUNTER = 28,
    ENTRY_COUNTER_HIGH = 29,
];

/// What the table is built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Entries.
    pub entries: usize,
    /// Key slots.
    pub key_slots: usize,
    /// Bits of a key slot's number.
    pub slot_bits: usize,
    /// Sources.
    pub sources: usize,
    /// Bits of a granule's number.
    pub granule_bits: usize,
    /// Bits of a job.
    pub job_bits: usize,
    /// An activation is good for 2 to the power of this many initialisation vectors.
    pub counter_bits: usize,
}

fn field(name: &'static str, lsb: usize, width: usize, doc: &'static str) -> Field {
    Field {
        name,
        lsb,
        width,
        reset: None,
        doc,
        values: vec![],
    }
}

fn reset(field: Field, value: usize) -> Field {
    Field {
        reset: Some(value as u64),
        ..field
    }
}

fn named(name: &'static str, value: u64, doc: &'static str) -> Named {
    Named { name, value, doc }
}

/// The description for a table of these sizes.
pub fn map(sizes: Sizes) -> RegMap {
    let Sizes { granule_bits, .. } = sizes;
    // For the monitor only, unless made public.
    let register = |number, name, offset, monitor, doc, fields| Register {
        number,
        name,
        offset,
        doc,
        monitor,
        other: Access::None,
        constant: false,
        fields,
    };
    let public = |register: Register| Register {
        other: register.monitor,
        constant: true,
        ..register
    };
    let constant = |register: Register| Register {
        constant: true,
        ..register
    };
    // A granule number takes one register, or two.
    let wide = |numbers: [u64; 2],
                names: [&'static str; 2],
                offset: u64,
                access,
                docs: [&'static str; 2],
                value: Option<usize>| {
        let part = |width| {
            let field = field("granule", 0, width, "Granule of 4 KiB.");
            vec![value.map_or(field.clone(), |value| reset(field, value))]
        };
        let low = part(granule_bits.min(32));
        let mut registers = vec![register(numbers[0], names[0], offset, access, docs[0], low)];
        if granule_bits > 32 {
            let high = part(granule_bits - 32);
            registers.push(register(
                numbers[1],
                names[1],
                offset + 4,
                access,
                docs[1],
                high,
            ));
        }
        registers
    };
    let attributes = |known: bool| {
        let fields = vec![
            field("read", 0, 1, "Reads are granted."),
            field("write", 1, 1, "Writes are granted."),
            field("keyed", 2, 1, "The entry has a key."),
            field("key_slot", 8, sizes.slot_bits, "Slot of the key."),
        ];
        match known {
            true => fields.into_iter().map(|field| reset(field, 0)).collect(),
            false => fields,
        }
    };
    let mut control = vec![
        public(register(
            ID,
            "id",
            0x00,
            Access::ReadOnly,
            "Which block this is.",
            vec![reset(
                field("id", 0, 32, "\"PFMT\", the first letter highest."),
                IDENTITY as usize,
            )],
        )),
        public(register(
            VERSION,
            "version",
            0x04,
            Access::ReadOnly,
            "Version of the register interface.",
            vec![
                reset(field("patch", 0, 8, "Corrections."), 0),
                reset(
                    field("minor", 8, 8, "Additions that old drivers need not know."),
                    0,
                ),
                reset(
                    field("major", 16, 8, "Changes that old drivers must not meet."),
                    1,
                ),
            ],
        )),
        constant(register(
            PARAMETERS,
            "parameters",
            0x08,
            Access::ReadOnly,
            "What the table was built with.",
            vec![
                reset(field("entries", 0, 8, "Entries."), sizes.entries),
                reset(field("key_slots", 8, 8, "Key slots."), sizes.key_slots),
                reset(field("sources", 16, 8, "Sources."), sizes.sources),
                reset(field("job_bits", 24, 8, "Bits of a job."), sizes.job_bits),
            ],
        )),
        constant(register(
            WIDTHS,
            "widths",
            0x0c,
            Access::ReadOnly,
            "Widths the table was built with.",
            vec![
                reset(
                    field("granule", 0, 8, "Bits of an address within a granule."),
                    GRANULE_BITS as usize,
                ),
                reset(
                    field("granule_number", 8, 8, "Bits of a granule's number."),
                    granule_bits,
                ),
                reset(
                    field(
                        "counter",
                        16,
                        8,
                        "An activation is good for 2 to the power of this many vectors.",
                    ),
                    sizes.counter_bits,
                ),
            ],
        )),
        register(
            STATUS,
            "status",
            0x10,
            Access::ReadOnly,
            "State of the table.",
            vec![
                reset(
                    field(
                        "storage",
                        0,
                        1,
                        "An entry is STORAGE: no commits until reset.",
                    ),
                    0,
                ),
                reset(field("loading", 1, 1, "A key is partly written."), 0),
                reset(
                    field("epoch_known", 2, 1, "EPOCH was written since the reset."),
                    0,
                ),
            ],
        ),
        register(
            POLICY,
            "policy",
            0x14,
            Access::WriteOneToSet,
            "Sticky until reset.",
            vec![
                reset(
                    field(
                        "lock",
                        0,
                        1,
                        "Nothing in the table changes any more, save towards FAULT.",
                    ),
                    0,
                ),
                reset(
                    field("attest", 1, 1, "Only attested entries become ACTIVE."),
                    0,
                ),
            ],
        ),
        register(
            ALERT,
            "alert",
            0x18,
            Access::WriteOneToClear,
            "What happened; alert_o is high while a bit is set.",
            vec![
                reset(
                    field("entry_storage", 0, 1, "A bit of an entry has flipped."),
                    0,
                ),
                reset(
                    field("key_storage", 1, 1, "A bit of a key word has flipped."),
                    0,
                ),
                reset(
                    field("counter_storage", 2, 1, "A bit of a counter has flipped."),
                    0,
                ),
                reset(
                    field(
                        "counter_end",
                        3,
                        1,
                        "A vector was asked for after the last one.",
                    ),
                    0,
                ),
                reset(
                    field(
                        "reported",
                        4,
                        1,
                        "Other hardware has reported a fault of an entry.",
                    ),
                    0,
                ),
            ],
        ),
        register(
            EPOCH,
            "epoch",
            0x1c,
            Access::ReadWrite,
            "Epoch of the next activation with a key. Each activation takes one and adds one. To be \
             written once after a reset, with a value that was never used with the keys to come; \
             later writes can only raise it. The greatest value is not given out.",
            vec![reset(field("epoch", 0, 32, "The epoch."), 0)],
        ),
        register(
            KEYS,
            "keys",
            0x20,
            Access::ReadOnly,
            "Which key slots are loaded.",
            vec![reset(
                field("loaded", 0, sizes.key_slots, "A bit for each slot."),
                0,
            )],
        ),
        register(
            COMMAND,
            "command",
            0x24,
            Access::WriteOnly,
            "Does something; refused, without effect, if it is not allowed now.",
            vec![
                field("entry", 0, 8, "Entry it is for; of ERASE, zero."),
                Field {
                    values: vec![
                        named(
                            "commit",
                            op::COMMIT,
                            "FREE or RESERVED becomes RESERVED, with the fields of the shadow.",
                        ),
                        named("attest", op::ATTEST, "RESERVED becomes ATTESTED."),
                        named(
                            "activate",
                            op::ACTIVATE,
                            "ATTESTED becomes ACTIVE; RESERVED too, unless POLICY.attest is set.",
                        ),
                        named(
                            "release",
                            op::RELEASE,
                            "RESERVED, ATTESTED or ACTIVE becomes SCRUB.",
                        ),
                        named(
                            "free",
                            op::FREE,
                            "SCRUB becomes FREE, once scrubbed and with nothing in flight.",
                        ),
                        named("fault", op::FAULT, "Any state but FREE becomes FAULT."),
                        named("recover", op::RECOVER, "FAULT becomes SCRUB."),
                        named("lock", op::LOCK, "The entry is locked until reset."),
                        named("erase", op::ERASE, "The key slot becomes empty."),
                    ],
                    ..field("op", 8, 4, "What to do.")
                },
                field(
                    "key_slot",
                    16,
                    sizes.slot_bits,
                    "Slot to erase; zero in other commands.",
                ),
            ],
        ),
    ];
    control.extend(wide(
        [SHADOW_BASE, SHADOW_BASE_HIGH],
        ["shadow_base", "shadow_base_high"],
        0x40,
        Access::ReadWrite,
        [
            "Shadow entry: first granule.",
            "Shadow entry: upper bits of the first granule.",
        ],
        Some(0),
    ));
    control.extend(wide(
        [SHADOW_LIMIT, SHADOW_LIMIT_HIGH],
        ["shadow_limit", "shadow_limit_high"],
        0x48,
        Access::ReadWrite,
        [
            "Shadow entry: last granule, which belongs to the entry.",
            "Shadow entry: upper bits of the last granule.",
        ],
        Some(0),
    ));
    control.extend([
        register(
            SHADOW_SOURCES,
            "shadow_sources",
            0x50,
            Access::ReadWrite,
            "Shadow entry: sources.",
            vec![reset(
                field("sources", 0, sizes.sources, "A bit for each source."),
                0,
            )],
        ),
        register(
            SHADOW_JOB,
            "shadow_job",
            0x54,
            Access::ReadWrite,
            "Shadow entry: job.",
            vec![reset(
                field("job", 0, sizes.job_bits, "The job; 0 is none, and refused."),
                0,
            )],
        ),
        register(
            SHADOW_ATTRIBUTES,
            "shadow_attributes",
            0x58,
            Access::ReadWrite,
            "Shadow entry: rights and key.",
            attributes(true),
        ),
    ]);
    let mut entry = wide(
        [ENTRY_BASE, ENTRY_BASE_HIGH],
        ["entry_base", "entry_base_high"],
        0x00,
        Access::ReadOnly,
        ["First granule.", "Upper bits of the first granule."],
        None,
    );
    entry.extend(wide(
        [ENTRY_LIMIT, ENTRY_LIMIT_HIGH],
        ["entry_limit", "entry_limit_high"],
        0x08,
        Access::ReadOnly,
        ["Last granule.", "Upper bits of the last granule."],
        None,
    ));
    entry.extend([
        register(
            ENTRY_SOURCES,
            "entry_sources",
            0x10,
            Access::ReadOnly,
            "Sources.",
            vec![field("sources", 0, sizes.sources, "A bit for each source.")],
        ),
        register(
            ENTRY_JOB,
            "entry_job",
            0x14,
            Access::ReadOnly,
            "Job.",
            vec![field("job", 0, sizes.job_bits, "The job.")],
        ),
        register(
            ENTRY_ATTRIBUTES,
            "entry_attributes",
            0x18,
            Access::ReadOnly,
            "Rights and key.",
            attributes(false),
        ),
        register(
            ENTRY_STATE,
            "entry_state",
            0x1c,
            Access::ReadOnly,
            "State.",
            vec![
                Field {
                    values: vec![
                        named("free", state::FREE, "Nobody holds it."),
                        named("reserved", state::RESERVED, "Committed; grants nothing."),
                        named("attested", state::ATTESTED, "Reserved, and attested."),
                        named("active", state::ACTIVE, "Grants."),
                        named("scrub", state::SCRUB, "Its memory is being scrubbed."),
                        named("fault", state::FAULT, "Something was at fault."),
                        named(
                            "storage",
                            state::STORAGE,
                            "Its storage was at fault: lost until reset.",
                        ),
                    ],
                    ..reset(field("state", 0, 4, "The state."), 0)
                },
                reset(field("lock", 8, 1, "It is locked."), 0),
            ],
        ),
        register(
            ENTRY_EPOCH,
            "entry_epoch",
            0x20,
            Access::ReadOnly,
            "Key epoch of this activation; zero unless ACTIVE with a key.",
            vec![field("epoch", 0, 32, "The epoch.")],
        ),
        register(
            ENTRY_COUNTER,
            "entry_counter",
            0x24,
            Access::ReadOnly,
            "Next counter of this activation; zero unless ACTIVE with a key.",
            vec![field("counter", 0, 32, "Bits 31 to 0.")],
        ),
        register(
            ENTRY_COUNTER_HIGH,
            "entry_counter_high",
            0x28,
            Access::ReadOnly,
            "Upper bits of the next counter.",
            vec![field("counter", 0, 16, "Bits 47 to 32.")],
        ),
    ]);
    RegMap {
        name: "fmt",
        doc: "Registers of the FDU management table.",
        address_bits: ADDRESS_BITS,
        groups: vec![
            Group {
                name: "control",
                doc: "The table and its shadow entry.",
                offset: 0,
                count: 1,
                stride: 0x80,
                registers: control,
            },
            Group {
                name: "key",
                doc: "Key words: word w of slot s is element 8 s + w.",
                offset: KEY_AT,
                count: 8 * sizes.key_slots as u64,
                stride: 4,
                registers: vec![register(
                    KEY,
                    "key",
                    0,
                    Access::WriteOnly,
                    "A word of a key. The eight words of an empty slot are written in order, with \
                     no other key word between them; then the slot is loaded.",
                    vec![field("word", 0, 32, "Bits of the key, the lowest first.")],
                )],
            },
            Group {
                name: "entry",
                doc: "The entries as they are matched; zero while FREE.",
                offset: ENTRY_AT,
                count: sizes.entries as u64,
                stride: ENTRY_STRIDE,
                registers: entry,
            },
        ],
    }
}
