//! Once more, on row operations: no secret reaches a public row or the host.
//!
//! The types of the kernel API make most of this impossible; this check trusts neither them nor the
//! compiler. Loop counts, pointers and addresses are constants of the microcode, whatever it is, so
//! that no secret can reach them.

use super::lower::Label;
use super::program::Program;
use pimtee_hdl::dram::{Cell, Row, RowOp};
use std::collections::{BTreeMap, HashMap};
use thiserror::Error;

/// A secret goes where it must not.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Leak {
    /// To a row that is public and no declared output.
    #[error("operation {number}, {op}: a secret reaches the public row {row}")]
    Public {
        /// Number of the operation.
        number: usize,
        /// The operation.
        op: RowOp,
        /// The row.
        row: Row,
    },
    /// To the host.
    #[error("operation {number}, {op}: the host would get a secret")]
    Host {
        /// Number of the operation.
        number: usize,
        /// The operation.
        op: RowOp,
    },
    /// The host writes to a row that is for secrets.
    #[error("operation {number}, {op}: the host writes to a secret row")]
    Written {
        /// Number of the operation.
        number: usize,
        /// The operation.
        op: RowOp,
    },
}

/// Checks a program.
///
/// # Errors
/// The first leak.
pub fn check(program: &Program) -> Result<(), Leak> {
    check_ops(&program.labels, program.expand())
}

/// Checks row operations; rows without a label are as secret as what they hold.
///
/// # Errors
/// The first leak.
pub fn check_ops(
    labels: &BTreeMap<Row, Label>,
    ops: impl IntoIterator<Item = RowOp>,
) -> Result<(), Leak> {
    let mut secret: HashMap<Cell, bool> = HashMap::new();
    for (row, label) in labels {
        secret.insert(row.raised().first().0, *label == Label::Secret);
    }
    for (number, op) in ops.into_iter().enumerate() {
        let sense = |secret: &mut HashMap<Cell, bool>, row: Row| {
            let raised = row.raised();
            let found = raised
                .iter()
                .any(|(cell, _)| secret.get(&cell).copied().unwrap_or(false));
            for (cell, _) in raised.iter() {
                secret.insert(cell, found);
            }
            found
        };
        let write = |secret: &mut HashMap<Cell, bool>, row: Row, tainted: bool| {
            for (cell, _) in row.raised().iter() {
                let kept = match labels.get(&cell.row()) {
                    Some(Label::Public) if tainted => {
                        let row = cell.row();
                        return Err(Leak::Public { number, op, row });
                    }
                    Some(Label::Secret) => true,
                    Some(Label::Output) => false,
                    Some(Label::Public) | None => tainted,
                };
                secret.insert(cell, kept);
            }
            Ok(())
        };
        match op {
            RowOp::Aap { dst, src }
            | RowOp::Shift { dst, src, .. }
            | RowOp::Rotate { dst, src, .. } => {
                let tainted = sense(&mut secret, src);
                write(&mut secret, dst, tainted)?;
            }
            RowOp::Ap(row) => {
                sense(&mut secret, row);
            }
            RowOp::Quac(dst) => write(&mut secret, dst, true)?,
            RowOp::Read(row) => {
                if sense(&mut secret, row) {
                    return Err(Leak::Host { number, op });
                }
            }
            RowOp::Write(row) => {
                if labels.get(&row) == Some(&Label::Secret) {
                    return Err(Leak::Written { number, op });
                }
                write(&mut secret, row, false)?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels() -> BTreeMap<Row, Label> {
        [Label::Secret, Label::Public, Label::Output]
            .into_iter()
            .zip(0..)
            .map(|(label, row)| (Row::d(row), label))
            .collect()
    }

    fn aap(dst: Row, src: Row) -> RowOp {
        RowOp::Aap { dst, src }
    }

    #[test]
    fn a_copy_to_a_public_row_leaks() {
        let ops = [aap(Row::T0, Row::d(0)), aap(Row::d(1), Row::T0)];
        let found = check_ops(&labels(), ops);
        assert!(matches!(found, Err(Leak::Public { number: 1, .. })));
    }

    #[test]
    fn a_majority_with_a_secret_taints_all_three() {
        let ops = [
            aap(Row::T0, Row::d(0)),
            aap(Row::T1, Row::C0),
            aap(Row::T2, Row::d(1)),
            RowOp::Ap(Row::B12),
            aap(Row::d(1), Row::T2),
        ];
        let found = check_ops(&labels(), ops);
        assert!(matches!(found, Err(Leak::Public { number: 4, .. })));
    }

    #[test]
    fn the_host_gets_outputs_only() {
        assert!(matches!(
            check_ops(&labels(), [RowOp::Read(Row::d(0))]),
            Err(Leak::Host { number: 0, .. })
        ));
        let shifted = RowOp::Shift {
            dst: Row::d(3),
            src: Row::d(0),
            direction: pimtee_hdl::dram::Direction::Left,
        };
        assert!(matches!(
            check_ops(&labels(), [shifted, RowOp::Read(Row::d(3))]),
            Err(Leak::Host { number: 1, .. })
        ));
        assert!(matches!(
            check_ops(&labels(), [RowOp::Write(Row::d(0))]),
            Err(Leak::Written { number: 0, .. })
        ));
        let declared = [aap(Row::d(2), Row::d(0)), RowOp::Read(Row::d(2))];
        assert_eq!(check_ops(&labels(), declared), Ok(()));
    }
}
