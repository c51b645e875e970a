//! The table view of a filter: random contents, and the ports.

use crate::Outcome;
use pimtee_hdl::acu::settings::{JOB_WIDTH, SOURCES};
use pimtee_sim::dice::Dice;
use pimtee_sim::golden::policy::Entry;
use pimtee_sim::verilator::{InPort, Library, Model};

/// The ports of a table view with `place_width` bits of a granule or block number.
pub struct TablePorts {
    ports: [InPort; 7],
    place_width: usize,
}

impl TablePorts {
    /// The ports of a design.
    ///
    /// # Errors
    /// It lacks one.
    pub fn new(library: &Library, place_width: usize) -> Outcome<Self> {
        let port = |name: &str| library.input(&format!("entry_{name}_i"));
        Ok(Self {
            ports: [
                port("active")?,
                port("base")?,
                port("limit")?,
                port("read")?,
                port("write")?,
                port("sources")?,
                port("job")?,
            ],
            place_width,
        })
    }

    /// Shows a table to the design.
    pub fn set(&self, model: &mut Model, entries: &[Entry]) {
        let mut show = |port: InPort, width: usize, value: &dyn Fn(&Entry) -> u64| {
            let values: Vec<u64> = entries.iter().map(value).collect();
            model.set_wide(port, &packed(&values, width));
        };
        let [active, base, limit, read, write, sources, job] = self.ports;
        show(active, 1, &|e| e.active.into());
        show(base, self.place_width, &|e| e.base);
        show(limit, self.place_width, &|e| e.limit);
        show(read, 1, &|e| e.read.into());
        show(write, 1, &|e| e.write.into());
        show(sources, SOURCES, &|e| e.sources);
        show(job, JOB_WIDTH, &|e| e.job);
    }
}

/// Values of `width` bits side by side, the first one lowest.
fn packed(values: &[u64], width: usize) -> Vec<u64> {
    let mut words = vec![0; (values.len() * width).div_ceil(64)];
    for (index, value) in values.iter().enumerate() {
        let (word, bit) = (index * width / 64, index * width % 64);
        words[word] |= value << bit;
        if bit + width > 64 {
            words[word + 1] |= value >> (64 - bit);
        }
    }
    words
}

/// A value of `width` bits out of many side by side.
pub fn unpacked(words: &[u64], index: usize, width: usize) -> u64 {
    let (word, bit) = (index * width / 64, index * width % 64);
    let mut value = words[word] >> bit;
    if bit + width > 64 {
        value |= words[word + 1] << (64 - bit);
    }
    value & (u64::MAX >> (64 - width))
}

/// A random entry for place `index` of `count`, in its own part of the space; some lie over the
/// entry before, with the same job, and some match nothing.
pub fn random_entry(dice: &mut Dice, entries: &[Entry], index: usize, place_width: usize) -> Entry {
    let last = u64::MAX >> (64 - place_width);
    let slot = last / entries.len() as u64;
    let mut entry = Entry {
        active: !dice.falls(0.1),
        read: dice.falls(0.5),
        write: dice.falls(0.5),
        sources: dice.word() & dice.word() & ((1 << SOURCES) - 1) | 1 << dice.below(SOURCES as u64),
        job: match dice.falls(0.05) {
            true => 0,
            false => 1 + dice.below((1 << JOB_WIDTH) - 1),
        },
        ..Entry::default()
    };
    let size = dice.pick(&[1, 1, 2, 3, 16, slot / 4]);
    entry.base = slot * index as u64 + 1 + dice.below(slot / 4);
    entry.limit = entry.base + size - 1;
    if index > 0 && dice.falls(0.2) {
        let under = &entries[index - 1];
        let inside = under.limit - under.base + 1;
        entry.base = under.base + dice.below(inside.min(4));
        entry.limit = under.limit;
        entry.job = under.job;
        entry.sources = under.sources;
    } else if index + 1 == entries.len() && dice.falls(0.3) {
        entry.limit = last;
    }
    entry
}
