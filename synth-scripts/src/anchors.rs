//! Published cores to compare with, from `anchors.toml`.

use serde::Deserialize;

/// A published core.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Anchor {
    /// Tops of the catalogue that do the same work.
    pub tops: Vec<String>,
    /// What it is.
    pub core: String,
    /// Area in thousands of gate equivalents, measured with the same flow.
    pub kge: Option<f64>,
    /// Cells of yosys before they are mapped.
    pub generic_cells: Option<u64>,
    /// Area in a 28 nm process, µm², as published.
    pub um2_at_28_nm: Option<f64>,
    /// Bits of memory beside that.
    pub ram_bits: Option<u64>,
    /// How fast it is, in words.
    pub cycles: String,
    /// Where it is published.
    pub source: String,
}

/// Those that do the work of `top`, in the order of the file.
pub fn anchors(top: &str) -> Vec<Anchor> {
    #[derive(Deserialize)]
    struct File {
        anchor: Vec<Anchor>,
    }

    let file: File = toml::from_str(include_str!("../anchors.toml"))
        .expect("anchors.toml is part of the program and tested");
    let fits = |anchor: &Anchor| anchor.tops.iter().any(|name| name == top);
    file.anchor.into_iter().filter(fits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ascon_core_has_anchors_and_the_counter_none() {
        assert_eq!(anchors("ascon_aead").len(), 6);
        assert_eq!(anchors("deny_counter"), []);
        assert!(anchors("acu_mem").len() >= 2);
    }
}
