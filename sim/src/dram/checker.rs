//! The timing checker: the table of rules over what was sent so far.

use pimtee_hdl::dram::Timing;
use pimtee_hdl::dram::timing::{Class, Rule, Scope};
use std::collections::VecDeque;
use thiserror::Error;

const CLASSES: usize = Class::ALL.len();

/// A command that comes too early, or when a refresh is overdue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Late {
    /// Too early for a rule; of several the one that holds longest.
    #[error("{rule}: not before clock {needed}")]
    Early {
        /// Name of the rule.
        rule: &'static str,
        /// First legal clock.
        needed: u64,
    },
    /// tREFI with all that may be postponed.
    #[error("tREFI: REF is overdue since clock {deadline}")]
    Refresh {
        /// Last clock for anything but REF.
        deadline: u64,
    },
}

/// A rule between commands, for one class of command that waits.
#[derive(Clone, Debug)]
struct Pair {
    name: &'static str,
    delay: u64,
    scope: Scope,
    previous: Vec<Class>,
}

/// What was sent, and what may be sent when.
#[derive(Clone, Debug)]
pub struct Checker {
    timing: Timing,
    /// Rules between commands, by class of the command that waits.
    pairs: [Vec<Pair>; CLASSES],
    /// Rules between activations.
    activations: Vec<Rule>,
    per_group: u16,
    /// Last clock of each class in each bank.
    last: Vec<[Option<u64>; CLASSES]>,
    /// Clocks and banks of activations that still count, in order; a SHIFT has some to come.
    acts: VecDeque<(u64, u16)>,
    refreshed: u64,
}

impl Checker {
    /// For a memory of `banks` banks.
    pub fn new(timing: &Timing, banks: u16) -> Self {
        let rules = timing.rules();
        let pairs = Class::ALL.map(|class| {
            let held = rules.iter().filter(|rule| rule.current.holds(class));
            let held = held.filter(|rule| !rule.activations);
            held.map(|rule| Pair {
                name: rule.name,
                delay: u64::from(rule.delay),
                scope: rule.scope,
                previous: rule.previous.iter().collect(),
            })
            .collect()
        });
        let groups = u16::try_from(timing.parameters().bank_groups).unwrap_or(u16::MAX);
        Checker {
            timing: timing.clone(),
            pairs,
            activations: rules
                .iter()
                .filter(|rule| rule.activations)
                .copied()
                .collect(),
            per_group: (banks / groups).max(1),
            last: vec![[None; CLASSES]; usize::from(banks)],
            acts: VecDeque::new(),
            refreshed: 0,
        }
    }

    /// REFs so far.
    pub fn refreshed(&self) -> u64 {
        self.refreshed
    }

    /// Whether `class` may be sent to `bank` at `clock`. REF has no bank: give any.
    ///
    /// # Errors
    /// The rule that says no.
    pub fn check(&self, clock: u64, class: Class, bank: u16) -> Result<(), Late> {
        let deadline = self.timing.refresh_deadline(self.refreshed);
        if clock > deadline {
            return Err(Late::Refresh { deadline });
        }
        let mut broken: Option<(u64, &'static str)> = None;
        let mut note = |needed: u64, rule: &'static str| {
            if needed > clock && broken.is_none_or(|(most, _)| needed > most) {
                broken = Some((needed, rule));
            }
        };
        self.pairs_need(class, bank, &mut note);
        self.activations_need(clock, class, bank, &mut note);
        match broken {
            Some((needed, rule)) => Err(Late::Early { rule, needed }),
            None => Ok(()),
        }
    }

    /// The first clock from `from` on at which `class` may be sent to `bank`, but for refresh.
    pub fn earliest(&self, from: u64, class: Class, bank: u16) -> u64 {
        let mut clock = from;
        self.pairs_need(class, bank, &mut |needed, _| clock = clock.max(needed));
        loop {
            let mut next = clock;
            let mut note = |needed: u64, _| next = next.max(needed);
            self.activations_need(clock, class, bank, &mut note);
            if next == clock {
                return clock;
            }
            clock = next;
        }
    }

    /// Takes down that `class` was sent to `bank` at `clock`.
    pub fn record(&mut self, clock: u64, class: Class, bank: u16) {
        if class == Class::Ref {
            self.refreshed += 1;
            for last in &mut self.last {
                last[class as usize] = Some(clock);
            }
            return;
        }
        self.last[usize::from(bank)][class as usize] = Some(clock);
        for offset in self.timing.activations(class) {
            let act = (clock + u64::from(*offset), bank);
            let at = self.acts.partition_point(|other| *other <= act);
            self.acts.insert(at, act);
        }
        let window = self.activations.iter().map(|rule| rule.delay).max();
        let window = u64::from(window.unwrap_or(0));
        while self.acts.front().is_some_and(|(at, _)| at + window < clock) {
            self.acts.pop_front();
        }
    }

    fn pairs_need(&self, class: Class, bank: u16, note: &mut impl FnMut(u64, &'static str)) {
        for rule in &self.pairs[class as usize] {
            let mut from = |last: &[Option<u64>; CLASSES]| {
                for previous in &rule.previous {
                    if let Some(at) = last[*previous as usize] {
                        note(at + rule.delay, rule.name);
                    }
                }
            };
            // REF is a command to every bank.
            if class == Class::Ref {
                self.last.iter().for_each(from);
            } else if rule.scope == Scope::Bank {
                from(&self.last[usize::from(bank)]);
            } else {
                for (other, last) in (0..).zip(&self.last) {
                    if rule.scope.covers(other, bank, self.per_group) {
                        from(last);
                    }
                }
            }
        }
    }

    /// What rules on activations ask for, if `class` came at `clock`.
    fn activations_need(
        &self,
        clock: u64,
        class: Class,
        bank: u16,
        note: &mut impl FnMut(u64, &'static str),
    ) {
        let offsets = self.timing.activations(class);
        if offsets.is_empty() || self.acts.is_empty() {
            return;
        }
        for rule in &self.activations {
            let keeps = |clock: &u64| {
                let acts = offsets.iter().map(|offset| clock + u64::from(*offset));
                match rule.depth {
                    1 => self.keeps_distance(rule, acts, bank),
                    _ => self.keeps_window(rule, acts),
                }
            };
            if let Some(needed) = (clock..).find(keeps) {
                note(needed, rule.name);
            }
        }
    }

    /// The activations `new` in `bank` are far enough from each one before and after.
    fn keeps_distance(&self, rule: &Rule, new: impl Iterator<Item = u64>, bank: u16) -> bool {
        let delay = u64::from(rule.delay);
        let near = |act: u64| {
            self.acts.iter().any(|(at, other)| {
                at.abs_diff(act) < delay && rule.scope.covers(*other, bank, self.per_group)
            })
        };
        !new.into_iter().any(near)
    }

    /// No window has more than `depth` activations, with `new` among them. Those of one command
    /// alone keep the rule: [`Timing::custom`] sees to it.
    fn keeps_window(&self, rule: &Rule, new: impl Iterator<Item = u64>) -> bool {
        let depth = usize::from(rule.depth);
        let mut all: Vec<u64> = self.acts.iter().map(|(at, _)| *at).chain(new).collect();
        all.sort_unstable();
        let mut windows = all.windows(depth + 1);
        windows.all(|window| window[depth] - window[0] >= u64::from(rule.delay))
    }
}
