//! Reads the text that yosys' `stat` prints. (Its JSON is broken when a library is given.)

use std::collections::BTreeMap;

/// Number of cells by their type.
pub(crate) type Cells = BTreeMap<String, u64>;

/// The cells of each module. Those of modules below it count as one cell each.
pub(crate) fn modules(text: &str) -> BTreeMap<String, Cells> {
    let mut modules = BTreeMap::new();
    let mut current = None;
    let mut in_cells = false;
    for line in text.lines().map(str::trim) {
        let title = line
            .strip_prefix("=== ")
            .and_then(|rest| rest.strip_suffix(" ==="));
        if let Some(title) = title {
            in_cells = false;
            current = (title != "design hierarchy").then(|| title.to_owned());
            if let Some(name) = &current {
                modules.insert(name.clone(), Cells::new());
            }
        } else if line.starts_with("Number of cells:") {
            in_cells = true;
        } else if line.is_empty() {
            in_cells = false;
        } else if let (true, Some(module)) = (in_cells, &current)
            && let [name, count] = line.split_whitespace().collect::<Vec<_>>()[..]
            && let (Ok(count), Some(cells)) = (count.parse(), modules.get_mut(module))
        {
            cells.insert(name.to_owned(), count);
        }
    }
    modules
}

/// The area of each module that has cells of its own, as `stat` sums it up.
pub(crate) fn areas(text: &str) -> BTreeMap<String, f64> {
    let area = |line: &str| {
        let rest = line.trim().strip_prefix("Chip area for module '\\")?;
        let (name, area) = rest.split_once("': ")?;
        Some((name.to_owned(), area.trim().parse().ok()?))
    };
    text.lines().filter_map(area).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_module_has_its_cells() {
        let text = "
3. Printing statistics.

=== top ===

   Number of wires:                 10
   Number of cells:                  7
     $_DLATCH_P_                     1
     DFFSR                           4
     sub                             2

   Chip area for module '\\top': 704.000000

=== wires_only ===

   Number of cells:                  0

=== design hierarchy ===

   top                               1
     sub                             2

   Number of cells:                  9
     DFFSR                           4
";
        let modules = modules(text);
        assert_eq!(modules.keys().collect::<Vec<_>>(), ["top", "wires_only"]);
        let top: Vec<(&str, u64)> = modules["top"]
            .iter()
            .map(|(name, count)| (&name[..], *count))
            .collect();
        assert_eq!(top, [("$_DLATCH_P_", 1), ("DFFSR", 4), ("sub", 2)]);
        assert!(modules["wires_only"].is_empty());
        assert_eq!(areas(text), BTreeMap::from([("top".to_owned(), 704.0)]));
    }
}
