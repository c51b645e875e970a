//! The cell library: which cells there are, and how large.

use crate::SynthError;
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The library of all figures: Oklahoma State University's cells for TSMC 0.18 µm, typical corner.
pub const OSU018: &str = "/usr/share/qflow/tech/osu018/osu018_stdcells.lib";

/// The cell whose area is one gate equivalent.
const UNIT: &str = "NAND2X1";

/// What a cell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellKind {
    /// Combinational, or without logic.
    Gate,
    /// Edge-triggered.
    Flop,
    /// Level-sensitive.
    Latch,
}

/// A cell of the library.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// µm².
    pub area: f64,
    /// What it is.
    pub kind: CellKind,
}

/// A cell library in Liberty form.
#[derive(Clone, Debug)]
pub struct Library {
    path: PathBuf,
    text: String,
    cells: BTreeMap<String, Cell>,
    unit_area: f64,
}

impl Library {
    /// The library of all figures, [`OSU018`].
    ///
    /// # Errors
    /// It is not installed.
    pub fn osu018() -> Result<Library, SynthError> {
        Library::open(OSU018)
    }

    /// The library in the file `path`.
    ///
    /// # Errors
    /// The file is not there or cannot be read, or has no cell `NAND2X1`, whose area is the unit.
    pub fn open(path: impl Into<PathBuf>) -> Result<Library, SynthError> {
        let path = path.into();
        let text = fs::read_to_string(&path).map_err(|error| match error.kind() {
            ErrorKind::NotFound => SynthError::LibraryMissing { path: path.clone() },
            _ => SynthError::LibraryUnusable {
                path: path.clone(),
                reason: error.to_string(),
            },
        })?;
        let cells = cells(&text);
        let Some(unit) = cells.get(UNIT).filter(|cell| cell.area > 0.0) else {
            let reason = format!("it has no cell {UNIT} with an area");
            return Err(SynthError::LibraryUnusable { path, reason });
        };
        Ok(Library {
            unit_area: unit.area,
            path,
            text,
            cells,
        })
    }

    /// Its file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its name: that of the file.
    pub fn name(&self) -> String {
        let stem = self.path.file_stem().unwrap_or_default();
        stem.to_string_lossy().into_owned()
    }

    /// The cell of that name.
    pub fn cell(&self, name: &str) -> Option<Cell> {
        self.cells.get(name).copied()
    }

    /// Thousands of gate equivalents in an area in µm².
    pub fn kge(&self, area: f64) -> f64 {
        area / self.unit_area / 1000.0
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }
}

/// Reads of each cell its area and whether it has state. A statement of Liberty has a line of its
/// own in every library there is.
fn cells(text: &str) -> BTreeMap<String, Cell> {
    let mut cells = BTreeMap::new();
    let mut name = None;
    for line in text.lines().map(str::trim) {
        let group = |kind: &str| line.strip_prefix(kind)?.trim_start().strip_prefix('(');
        if let Some(rest) = group("cell") {
            let found = rest.split(')').next().unwrap_or_default();
            name = Some(found.trim().trim_matches('"').to_owned());
            continue;
        }
        let Some(name) = &name else { continue };
        let cell = cells.entry(name.clone()).or_insert(Cell {
            area: 0.0,
            kind: CellKind::Gate,
        });
        if group("ff").is_some() {
            cell.kind = CellKind::Flop;
        } else if group("latch").is_some() {
            cell.kind = CellKind::Latch;
        } else if let Some((key, value)) = line.split_once(':')
            && key.trim() == "area"
        {
            cell.area = value
                .trim()
                .trim_end_matches(';')
                .trim()
                .parse()
                .unwrap_or(0.0);
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_have_area_and_kind() {
        let text = "library(x) {\ncell (NAND2X1) {\narea : 24;\n  pin(A) {\n}\n}\n\
                    cell (DFF) {\n  area : 96.5;\n  ff (IQ, IQN) {\n}\n}\n\
                    cell (\"LATCH\") {\n  latch (IQ, IQN) {\n}\n}\n}";
        let cells = cells(text);
        let cell = |area, kind| Some(Cell { area, kind });
        assert_eq!(cells.get("NAND2X1").copied(), cell(24.0, CellKind::Gate));
        assert_eq!(cells.get("DFF").copied(), cell(96.5, CellKind::Flop));
        assert_eq!(cells.get("LATCH").copied(), cell(0.0, CellKind::Latch));
        assert_eq!(cells.len(), 3);
    }

    #[test]
    fn a_missing_library_names_its_package() {
        let error = Library::open("/nonexistent/x.lib").unwrap_err();
        assert_eq!(
            error.to_string(),
            "the cell library /nonexistent/x.lib was not found; install it with: apt-get install \
             qflow-tech-osu018 (or run: make setup)"
        );
    }

    #[test]
    fn a_file_without_cells_is_refused() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let error = Library::open(file.path()).unwrap_err().to_string();
        assert!(
            error.ends_with("it has no cell NAND2X1 with an area"),
            "{error}"
        );
    }
}
