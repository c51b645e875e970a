//! The longest path of a netlist.

use crate::library::Library;
use crate::tools::{TIMING, Workshop};
use crate::{Design, SynthError};

/// The period that `timing.tcl` sets, ns.
const PERIOD_NS: f64 = 10.0;

/// The longest path of `netlist`, ns, setup time of a flop at its end included: from a flop or an
/// input to a flop or an output, without wires. Paths end before a memory and start behind it.
///
/// # Errors
/// OpenSTA is missing, refuses the netlist, or finds no path.
pub fn worst_path_ns(
    design: &Design<'_>,
    netlist: &str,
    library: &Library,
) -> Result<f64, SynthError> {
    let top = design.top;
    let shop = Workshop::new(design, library)?;
    let name = format!("{top}.v");
    shop.write(&name, netlist)?;
    worst_path(top, &shop.sta(TIMING, &[("NETLIST", &name)])?)
}

/// Reads a report of paths, one of each group.
fn worst_path(top: &str, report: &str) -> Result<f64, SynthError> {
    let complaint = report
        .lines()
        .find(|line| line.starts_with("Error") || line.starts_with("Warning"));
    if let Some(complaint) = complaint {
        return Err(SynthError::Refused {
            program: "sta",
            top: top.into(),
            reason: complaint.into(),
        });
    }
    let slacks = report.lines().filter_map(|line| {
        let (number, _) = line.trim().split_once("slack (")?;
        number.trim().parse::<f64>().ok()
    });
    let worst = slacks.min_by(f64::total_cmp);
    worst
        .map(|slack| PERIOD_NS - slack)
        .ok_or_else(|| SynthError::Unexpected {
            program: "sta",
            top: top.into(),
            what: "a report without a path".into(),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_with_the_least_slack_counts() {
        let report = "Path Group: **async_default**\n      9.8820   slack (MET)\n\n\
                      Path Group: clk_i\n     -6.3142   slack (VIOLATED)\n";
        assert_eq!(worst_path("top", report).unwrap(), 16.3142);
    }

    #[test]
    fn errors_count_though_opensta_exits_with_0() {
        let report = "      9.8820   slack (MET)\nError: timing.tcl, 11 no such flag.\n";
        assert_eq!(
            worst_path("top", report).unwrap_err().to_string(),
            "sta refused top: Error: timing.tcl, 11 no such flag."
        );
    }

    #[test]
    fn a_report_without_a_path_is_no_figure() {
        let error = worst_path("top", "No paths found.\n")
            .unwrap_err()
            .to_string();
        assert_eq!(
            error,
            "sta printed something unexpected on top: a report without a path"
        );
    }
}
