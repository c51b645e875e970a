//! The registers of the log and the counts, in one place for RTL, drivers and documentation.

use crate::regs::{Access, Field, Group, RegMap, Register};

/// Bits of a byte address.
pub const ADDRESS_BITS: usize = 12;
/// What the register ID holds: "PACU".
pub const IDENTITY: u64 = 0x5041_4355;
/// First byte address of the counts.
pub const COUNT_AT: u64 = 0x80;

/// Number of the register ID.
pub const ID: u64 = 1;
/// Number of the register VERSION.
pub const VERSION: u64 = 2;
/// Number of the register PARAMETERS.
pub const PARAMETERS: u64 = 3;
/// Number of the register STATUS.
pub const STATUS: u64 = 4;
/// Number of the register THRESHOLD.
pub const THRESHOLD: u64 = 5;
/// Number of the register CLEAR.
pub const CLEAR: u64 = 6;
/// Number of the register LOG.
pub const LOG: u64 = 7;
/// Number of the register LOG_ADDR.
pub const LOG_ADDR: u64 = 8;
/// Number of the register LOG_ADDR_HIGH.
pub const LOG_ADDR_HIGH: u64 = 9;
/// Number of the register BACKGROUND.
pub const BACKGROUND: u64 = 10;
/// Number of the registers DENY_COUNT.
pub const DENY_COUNT: u64 = 11;

/// What the filter is built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Entries, a power of two, at most 32.
    pub entries: usize,
    /// Bits of an address, at least 32.
    pub addr_bits: usize,
    /// Bits of a source id.
    pub source_bits: usize,
    /// Bits of a count.
    pub count_bits: usize,
}

fn field(name: &'static str, lsb: usize, width: usize, reset: u64, doc: &'static str) -> Field {
    Field {
        name,
        lsb,
        width,
        reset: Some(reset),
        doc,
        values: vec![],
    }
}

/// The description for a filter of these sizes.
pub fn map(sizes: Sizes) -> RegMap {
    // For the monitor only, unless made public.
    let register = |number, name, offset, access, doc, fields| Register {
        number,
        name,
        offset,
        doc,
        monitor: access,
        other: Access::None,
        constant: false,
        fields,
    };
    let public = |register: Register| Register {
        other: Access::ReadOnly,
        constant: true,
        ..register
    };
    let read = Access::ReadOnly;
    let mut control = vec![
        public(register(
            ID,
            "acu_id",
            0x00,
            read,
            "Which block this is.",
            vec![field(
                "id",
                0,
                32,
                IDENTITY,
                "\"PACU\", the first letter highest.",
            )],
        )),
        public(register(
            VERSION,
            "acu_version",
            0x04,
            read,
            "Version of these registers.",
            vec![
                field("patch", 0, 8, 0, "Corrections."),
                field(
                    "minor",
                    8,
                    8,
                    0,
                    "Additions that old drivers need not know.",
                ),
                field("major", 16, 8, 1, "Changes that old drivers must not meet."),
            ],
        )),
        Register {
            constant: true,
            ..register(
                PARAMETERS,
                "acu_parameters",
                0x08,
                read,
                "What the filter was built with.",
                vec![
                    field("entries", 0, 8, sizes.entries as u64, "Entries."),
                    field(
                        "addr_bits",
                        8,
                        8,
                        sizes.addr_bits as u64,
                        "Bits of an address.",
                    ),
                    field(
                        "source_bits",
                        16,
                        8,
                        sizes.source_bits as u64,
                        "Bits of a source id.",
                    ),
                    field(
                        "count_bits",
                        24,
                        8,
                        sizes.count_bits as u64,
                        "Bits of a count.",
                    ),
                ],
            )
        },
        register(
            STATUS,
            "acu_status",
            0x0c,
            read,
            "State of the filter.",
            vec![
                field("irq", 0, 1, 0, "A count has reached the threshold: irq_o."),
                field(
                    "alert",
                    1,
                    1,
                    0,
                    "A rail or a parity was wrong since the reset.",
                ),
            ],
        ),
        register(
            THRESHOLD,
            "threshold",
            0x10,
            Access::ReadWrite,
            "Count at which irq_o rises; with 0 it is always high.",
            vec![field(
                "count",
                0,
                sizes.count_bits,
                (1 << sizes.count_bits) - 1,
                "The count.",
            )],
        ),
        register(
            CLEAR,
            "clear",
            0x14,
            Access::WriteOnly,
            "Empties log and counts.",
            vec![Field {
                reset: None,
                ..field("clear", 0, 1, 0, "One: do it.")
            }],
        ),
        register(
            LOG,
            "log",
            0x18,
            read,
            "The first denied request since the last CLEAR.",
            vec![
                field(
                    "valid",
                    0,
                    1,
                    0,
                    "There is one; all else is zero until then.",
                ),
                field("write", 1, 1, 0, "It was a write."),
                field("matched", 2, 1, 0, "An entry matched it."),
                field("entry", 8, 8, 0, "The lowest matching entry."),
                field("source", 16, sizes.source_bits, 0, "Its source."),
            ],
        ),
        register(
            LOG_ADDR,
            "log_addr",
            0x1c,
            read,
            "Address of its first byte.",
            vec![field("addr", 0, 32, 0, "Bits 31 to 0.")],
        ),
    ];
    if sizes.addr_bits > 32 {
        control.push(register(
            LOG_ADDR_HIGH,
            "log_addr_high",
            0x20,
            read,
            "Upper bits of the address.",
            vec![field(
                "addr",
                0,
                sizes.addr_bits - 32,
                0,
                "Bits from 32 on.",
            )],
        ));
    }
    let count = |doc| vec![field("count", 0, sizes.count_bits, 0, doc)];
    control.push(register(
        BACKGROUND,
        "background",
        0x24,
        read,
        "Denied requests that no entry matched.",
        count("Stays at its greatest value."),
    ));
    RegMap {
        name: "acu",
        doc: "Registers of the filter: log, counts, threshold.",
        address_bits: ADDRESS_BITS,
        groups: vec![
            Group {
                name: "filter",
                doc: "The filter.",
                offset: 0,
                count: 1,
                stride: 0x40,
                registers: control,
            },
            Group {
                name: "deny",
                doc: "Denied requests by entry.",
                offset: COUNT_AT,
                count: sizes.entries as u64,
                stride: 4,
                registers: vec![register(
                    DENY_COUNT,
                    "deny_count",
                    0,
                    read,
                    "Denied requests that the entry matched.",
                    count("Stays at its greatest value."),
                )],
            },
        ],
    }
}
