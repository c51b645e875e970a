//! The description of the registers of a block: what its RTL decodes, its drivers use and its
//! documentation says is generated from this one place.
//!
//! Rules that hold for every register: it is 32 bits wide; an access goes to its first byte; a
//! write has all four byte strobes and writes zero to bits that belong to no field. Everything
//! else is refused: answered with an error, zero data, and without effect. So are accesses to
//! addresses without a register, and those that the port has no right to.

mod decode;

pub use decode::RegDecode;

use serde::Serialize;

/// What a port may do with a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Access {
    /// Nothing.
    None,
    /// Read.
    ReadOnly,
    /// Write.
    WriteOnly,
    /// Read and write.
    ReadWrite,
    /// Read; a one written sets its bit, a zero leaves it.
    WriteOneToSet,
    /// Read; a one written clears its bit, a zero leaves it.
    WriteOneToClear,
}

impl Access {
    /// Reads are answered.
    pub fn reads(self) -> bool {
        !matches!(self, Access::None | Access::WriteOnly)
    }

    /// Writes are taken.
    pub fn writes(self) -> bool {
        !matches!(self, Access::None | Access::ReadOnly)
    }
}

/// The registers of a block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RegMap {
    /// Name of the block, in snake case.
    pub name: &'static str,
    /// What they are for.
    pub doc: &'static str,
    /// Bits of a byte address.
    pub address_bits: usize,
    /// Groups by offset; each begins after the end of the one before.
    pub groups: Vec<Group>,
}

/// Registers side by side, once or for each of several things of a kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Group {
    /// Name, in snake case.
    pub name: &'static str,
    /// What it is for.
    pub doc: &'static str,
    /// Byte address of the first.
    pub offset: u64,
    /// How many there are; a power of two.
    pub count: u64,
    /// Bytes from one to the next; a power of two. `offset` is a multiple of `count * stride`.
    pub stride: u64,
    /// Registers by offset.
    pub registers: Vec<Register>,
}

/// A register of 32 bits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Register {
    /// Number by which the RTL knows it, from 1 on.
    pub number: u64,
    /// Name, in snake case.
    pub name: &'static str,
    /// Bytes from the beginning of its group; a multiple of 4.
    pub offset: u64,
    /// What it is for.
    pub doc: &'static str,
    /// Rights of the monitor (AxPROT = 1: privileged, secure, data).
    pub monitor: Access,
    /// Rights of every other access.
    pub other: Access,
    /// It always reads as the reset values of its fields, which the decode gives out.
    pub constant: bool,
    /// Fields by place; bits between them read as zero.
    pub fields: Vec<Field>,
}

/// Bits of a register that belong together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Field {
    /// Name, in snake case.
    pub name: &'static str,
    /// Place of the lowest bit.
    pub lsb: usize,
    /// Bits.
    pub width: usize,
    /// Value after a reset; `None`: not known then, or never read.
    pub reset: Option<u64>,
    /// What it is for.
    pub doc: &'static str,
    /// Values that have a name.
    pub values: Vec<Named>,
}

/// A value with a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Named {
    /// Name, in snake case.
    pub name: &'static str,
    /// The value.
    pub value: u64,
    /// What it means.
    pub doc: &'static str,
}

/// What a request finds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Number of the register; 0: there is none.
    pub number: u64,
    /// Element of its group.
    pub index: u64,
    /// The request is within the rights and the rules.
    pub ok: bool,
    /// Value of a constant register; zero of others.
    pub constant: u64,
}

/// A request to a register.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// Byte address.
    pub address: u64,
    /// It is a write.
    pub write: bool,
    /// It does not come from the monitor.
    pub other: bool,
    /// Data of a write.
    pub data: u64,
    /// Bytes to write.
    pub strobe: u64,
}

impl Register {
    /// Bits that belong to a field.
    pub fn mask(&self) -> u64 {
        self.fields
            .iter()
            .fold(0, |mask, field| mask | field.mask())
    }

    /// Value after a reset; fields of which it is not known are zero.
    pub fn reset(&self) -> u64 {
        let fields = self.fields.iter();
        fields.fold(0, |word, field| {
            word | field.reset.unwrap_or(0) << field.lsb
        })
    }

    /// Rights of an access.
    pub fn access(&self, other: bool) -> Access {
        match other {
            true => self.other,
            false => self.monitor,
        }
    }
}

impl Field {
    /// Its bits in the register.
    pub fn mask(&self) -> u64 {
        ((1 << self.width) - 1) << self.lsb
    }
}

impl Group {
    /// Bytes it takes.
    pub fn size(&self) -> u64 {
        self.count * self.stride
    }
}

impl RegMap {
    /// Every register with its group.
    pub fn registers(&self) -> impl Iterator<Item = (&Group, &Register)> {
        self.groups.iter().flat_map(|group| {
            group
                .registers
                .iter()
                .map(move |register| (group, register))
        })
    }

    /// The address of a register, in element `index` of its group.
    pub fn address(&self, name: &str, index: u64) -> Option<u64> {
        let (group, register) = self
            .registers()
            .find(|(_, register)| register.name == name)?;
        (index < group.count).then_some(group.offset + index * group.stride + register.offset)
    }

    /// What the decode finds for a request.
    pub fn find(&self, request: Request) -> Found {
        let Some((number, index, register)) = self.registers().find_map(|(group, register)| {
            let at = request
                .address
                .checked_sub(group.offset + register.offset)?;
            let fits = at % group.stride == 0 && at / group.stride < group.count;
            fits.then_some((register.number, at / group.stride, register))
        }) else {
            return Found::default();
        };
        let access = register.access(request.other);
        let ok = match request.write {
            false => access.reads(),
            true => {
                access.writes() && request.strobe == 0xf && request.data & !register.mask() == 0
            }
        };
        let constant = if register.constant {
            register.reset()
        } else {
            0
        };
        Found {
            number,
            index,
            ok,
            constant,
        }
    }

    /// The first rule of this description that it breaks, in words.
    pub fn fault(&self) -> Option<String> {
        let mut end = 0;
        let mut numbers = Vec::new();
        let mut names = Vec::new();
        for group in &self.groups {
            let name = group.name;
            if !group.count.is_power_of_two() || !group.stride.is_power_of_two() {
                return Some(format!("{name}: count and stride are powers of two"));
            }
            if group.offset % group.size() != 0 || group.offset < end {
                return Some(format!(
                    "{name}: it is not aligned to its size, or overlaps"
                ));
            }
            end = group.offset + group.size();
            let mut next = 0;
            for register in &group.registers {
                let name = register.name;
                if register.offset % 4 != 0
                    || register.offset < next
                    || register.offset + 4 > group.stride
                {
                    return Some(format!("{name}: its offset overlaps or leaves its group"));
                }
                next = register.offset + 4;
                if register.number == 0 || numbers.contains(&register.number) {
                    return Some(format!("{name}: its number is 0 or taken"));
                }
                numbers.push(register.number);
                if names.contains(&name) {
                    return Some(format!("{name}: the name is taken"));
                }
                names.push(name);
                let known = register.fields.iter().all(|field| field.reset.is_some());
                if register.constant && !known {
                    return Some(format!("{name}: it is constant without a value"));
                }
                let mut bit = 0;
                for field in &register.fields {
                    if field.lsb < bit || field.lsb + field.width > 32 || field.width == 0 {
                        return Some(format!("{name}.{}: its bits overlap or end", field.name));
                    }
                    bit = field.lsb + field.width;
                    let greatest = (1 << field.width) - 1;
                    let values = field.values.iter().map(|named| named.value);
                    if values.chain(field.reset).any(|value| value > greatest) {
                        return Some(format!("{name}.{}: a value does not fit", field.name));
                    }
                }
            }
        }
        (end > 1 << self.address_bits).then(|| format!("{}: beyond the addresses", self.name))
    }
}
