//! Gives virtual rows their places.
//!
//! Live ranges are exact over loops and calls. Rows that are copied into each other (what a loop
//! carries, what a subroutine takes) get one place where their ranges allow it, so that the copy
//! goes away. Then ranges are placed in order of their start, each in the row where it fits best.

use super::lower::{Label, Low, Lowered, Place};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Start and end, half open. An operation at position p reads at 2p and writes at 2p + 1.
type Range = (usize, usize);

/// The places.
#[derive(Clone, Debug, Default)]
pub struct Placed {
    /// Data row of each virtual row, none where nothing uses it.
    pub rows: Vec<Option<u16>>,
    /// Data rows taken, from `first` on.
    pub labels: BTreeMap<u16, Label>,
    /// Virtual rows live at once, at most.
    pub peak: usize,
}

struct Ranges {
    of: Vec<Vec<Range>>,
    /// Where each subroutine is called.
    calls: Vec<Vec<usize>>,
    position: usize,
}

type Live = BTreeMap<usize, usize>;

fn virtual_of(place: &Place) -> Option<usize> {
    match place {
        Place::Virtual(row) => Some(*row),
        _ => None,
    }
}

fn length(code: &[Low]) -> usize {
    code.iter()
        .map(|low| match low {
            Low::Repeat(_, body) => 2 + length(body),
            _ => 1,
        })
        .sum()
}

impl Ranges {
    /// Goes backwards through code that ends before `position`.
    fn walk(&mut self, code: &[Low], live: &mut Live) {
        for low in code.iter().rev() {
            if let Low::Repeat(_, body) = low {
                self.position -= 1;
                let end = self.position;
                // What is live when the body starts is live when it ends, but for the last time.
                let mut inside: BTreeSet<usize> = live.keys().copied().collect();
                live_before(body, &mut inside);
                for row in inside {
                    live.entry(row).or_insert(2 * end);
                }
                self.walk(body, live);
                self.position -= 1;
                continue;
            }
            self.position -= 1;
            let at = self.position;
            if let Low::Call(number) = low {
                self.calls[*number].push(at);
            }
            let (writes, reads) = accesses(low);
            for row in writes {
                let end = live.remove(&row).unwrap_or(2 * at + 2);
                self.of[row].push((2 * at + 1, end));
            }
            for row in reads {
                live.entry(row).or_insert(2 * at + 1);
            }
        }
    }
}

/// Rows written and read.
fn accesses(low: &Low) -> (Vec<usize>, Vec<usize>) {
    let pair = |dst: &Place, src: &Place| {
        (
            virtual_of(dst).into_iter().collect(),
            virtual_of(src).into_iter().collect(),
        )
    };
    match low {
        Low::Aap(dst, src) | Low::Shift(dst, src, _) | Low::Rotate(dst, src, _) => pair(dst, src),
        Low::Read(row) => (Vec::new(), virtual_of(row).into_iter().collect()),
        Low::Write(row) => (virtual_of(row).into_iter().collect(), Vec::new()),
        Low::Copies(copies) => (
            copies
                .iter()
                .filter_map(|(dst, _)| virtual_of(dst))
                .collect(),
            copies
                .iter()
                .filter_map(|(_, src)| virtual_of(src))
                .collect(),
        ),
        Low::Ap(_) | Low::Point(..) | Low::Advance(..) | Low::Repeat(..) | Low::Call(_) => {
            Default::default()
        }
    }
}

/// From what is live after code to what is live before it.
fn live_before(code: &[Low], live: &mut BTreeSet<usize>) {
    for low in code.iter().rev() {
        if let Low::Repeat(_, body) = low {
            let mut inside = live.clone();
            live_before(body, &mut inside);
            live.extend(inside.iter().copied());
            live_before(body, live);
            continue;
        }
        let (writes, reads) = accesses(low);
        for row in writes {
            live.remove(&row);
        }
        live.extend(reads);
    }
}

fn overlap(a: &[Range], b: &[Range]) -> bool {
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        if a[i].0 < b[j].1 && b[j].0 < a[i].1 {
            return true;
        }
        if a[i].1 <= b[j].1 { i += 1 } else { j += 1 }
    }
    false
}

fn merged(a: &[Range], b: &[Range]) -> Vec<Range> {
    let mut all = [a, b].concat();
    all.sort_unstable();
    all
}

/// Calls `f` with the copies of `code`, those of inner loops first.
fn copies(code: &[Low], f: &mut impl FnMut(&Place, &Place)) {
    for low in code {
        if let Low::Repeat(_, body) = low {
            copies(body, f);
        }
    }
    for low in code {
        if let Low::Copies(pairs) = low {
            pairs.iter().for_each(|(dst, src)| f(dst, src));
        }
    }
}

/// Places the virtual rows from data row `first` on.
pub fn place(lowered: &Lowered, first: u16) -> Placed {
    let count = lowered.labels.len();
    let mut ranges = Ranges {
        of: vec![Vec::new(); count],
        calls: vec![Vec::new(); lowered.subroutines.len()],
        position: 0,
    };
    // Main first, then the subroutines, one after the other.
    let mut start = length(&lowered.main) + 1;
    ranges.position = start;
    let mut live: Live = lowered
        .outputs
        .iter()
        .filter_map(virtual_of)
        .map(|row| (row, 2 * start + 1))
        .collect();
    ranges.walk(&lowered.main, &mut live);
    for (row, end) in live {
        ranges.of[row].push((0, end));
    }
    for row in &lowered.inputs {
        if ranges.of[*row].is_empty() {
            ranges.of[*row].push((0, 1));
        }
    }
    for (parameters, code) in &lowered.subroutines {
        let begin = start + 1;
        start = begin + length(code) + 1;
        ranges.position = start;
        let mut live: Live = parameters.iter().map(|row| (*row, 2 * start + 1)).collect();
        ranges.walk(code, &mut live);
        for (row, end) in live {
            ranges.of[row].push((2 * begin - 1, end));
        }
    }
    reserve(lowered, &mut ranges);
    for of in &mut ranges.of {
        of.sort_unstable();
    }

    let mut parent: Vec<usize> = (0..count).collect();
    fn find(parent: &mut [usize], mut at: usize) -> usize {
        while parent[at] != at {
            parent[at] = parent[parent[at]];
            at = parent[at];
        }
        at
    }
    let mut join = |dst: &Place, src: &Place| {
        let (Some(a), Some(b)) = (virtual_of(dst), virtual_of(src)) else {
            return;
        };
        let (a, b) = (find(&mut parent, a), find(&mut parent, b));
        if a != b
            && lowered.labels[a] == lowered.labels[b]
            && !overlap(&ranges.of[a], &ranges.of[b])
        {
            let both = merged(&ranges.of[a], &ranges.of[b]);
            ranges.of[a] = both;
            ranges.of[b].clear();
            parent[b] = a;
        }
    };
    for (_, code) in &lowered.subroutines {
        copies(code, &mut join);
    }
    copies(&lowered.main, &mut join);

    let mut order: Vec<usize> = (0..count)
        .filter(|row| parent[*row] == *row && !ranges.of[*row].is_empty())
        .collect();
    // Rows with several ranges are places of loops and subroutines: they go first.
    order.sort_by_key(|row| {
        let of = &ranges.of[*row];
        (of.len() < 2, of[0].0, of[of.len() - 1].1, *row)
    });
    let mut placed = Placed {
        rows: vec![None; count],
        ..Placed::default()
    };
    let mut busy: Vec<(Label, Vec<Range>)> = Vec::new();
    for row in order {
        let own = &ranges.of[row];
        let end = own[own.len() - 1].1;
        let gap = |taken: &[Range]| {
            let next = taken
                .iter()
                .map(|range| range.0)
                .find(|start| *start >= end);
            next.unwrap_or(usize::MAX) - end
        };
        let best = (0..busy.len())
            .filter(|at| busy[*at].0 == lowered.labels[row] && !overlap(&busy[*at].1, own))
            .min_by_key(|at| gap(&busy[*at].1));
        let at = best.unwrap_or_else(|| {
            busy.push((lowered.labels[row], Vec::new()));
            busy.len() - 1
        });
        busy[at].1 = merged(&busy[at].1, own);
        placed.rows[row] = Some(first + at as u16);
    }
    for row in 0..count {
        let class = find(&mut parent, row);
        placed.rows[row] = placed.rows[class];
    }
    placed.labels = (busy.iter().enumerate())
        .map(|(at, (label, _))| (first + at as u16, *label))
        .collect();
    let mut changes: Vec<(usize, i32)> = (ranges.of.iter().flatten())
        .flat_map(|(start, end)| [(*start, 1), (*end, -1)])
        .collect();
    changes.sort_unstable();
    let mut live = 0;
    for (_, change) in changes {
        live += change;
        placed.peak = placed.peak.max(live as usize);
    }
    placed
}

/// Rows of a subroutine are taken where it is called, also from another subroutine.
fn reserve(lowered: &Lowered, ranges: &mut Ranges) {
    fn rows_of(code: &[Low], rows: &mut BTreeSet<usize>) {
        for low in code {
            if let Low::Repeat(_, body) = low {
                rows_of(body, rows);
            }
            let (writes, reads) = accesses(low);
            rows.extend(writes.into_iter().chain(reads));
        }
    }
    // A subroutine is called from those after it: the last one first.
    let mut at: HashMap<usize, BTreeSet<usize>> = HashMap::new();
    for number in (0..lowered.subroutines.len()).rev() {
        let (parameters, code) = &lowered.subroutines[number];
        let mut rows: BTreeSet<usize> = parameters.iter().copied().collect();
        rows_of(code, &mut rows);
        let mut calls: BTreeSet<usize> = ranges.calls[number].iter().copied().collect();
        calls.extend(at.remove(&number).unwrap_or_default());
        let mut inner = BTreeSet::new();
        called(code, &mut inner);
        for other in inner {
            at.entry(other).or_default().extend(calls.iter().copied());
        }
        for row in rows {
            let own = &mut ranges.of[row];
            for call in &calls {
                let (start, end) = (2 * call, 2 * call + 1);
                if !own.iter().any(|range| range.0 < end && start < range.1) {
                    own.push((start, end));
                }
            }
        }
    }
}

fn called(code: &[Low], to: &mut BTreeSet<usize>) {
    for low in code {
        match low {
            Low::Call(number) => {
                to.insert(*number);
            }
            Low::Repeat(_, body) => called(body, to),
            _ => {}
        }
    }
}
