//! Times at which switches of time alone change their branch, found with certainty.
//!
//! An interval of time on which an enclosure of the switching function excludes zero has no switch; one on which
//! the derivative has one sign has at most one, which bisection locates to adjacent doubles; any other one is halved.
//! Intervals are those of a fixed dyadic grid, [k 2^e, (k + 1) 2^e], so that the time of a switch does not depend on
//! the interval that is searched.

use super::Formula;
use super::SwitchKind;
use super::branch::{Branch, BranchEvaluation, Branches, Encounter};
use super::cell::{DyadicCell, FINEST, cells};
use super::enclosure::{Enclosure, switching_value, switching_value_at};
use super::interval::Interval;
use super::operation::FormulaOp;
use super::simplified::simplified;
use super::stack::Stack;
use super::switch::FormulaSwitch;
use super::variable::FormulaInput;
use polhode::geometry::{Rotation, Vec3};
use std::ops::ControlFlow;

/// Evaluations in one search at most; after them no more switches are found.
const MOST: usize = 100_000;

/// Switching functions on a stretch of time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimeBranches {
    /// The branch of each switch before the next one; `None` of those that do not depend on time alone, and of
    /// hysteresis, which depends on what was before.
    pub branches: Vec<Option<f64>>,
    /// The next switch.
    pub next_switch: Option<f64>,
    /// Evaluations of switching functions that this took.
    pub evaluations: usize,
}

impl Formula {
    /// The first time strictly between `from` and `until` at which a switching function of time alone changes its
    /// branch, or at which one of kind [`Boundary`](SwitchKind::Boundary) is zero. `until` may be before `from`.
    ///
    /// It is found however short the time until the next one is, and does not depend on `from` and `until`. It is the first
    /// double, for increasing time, at which the computed value of the switching function belongs to its later branch, where 0
    /// counts as positive: evaluated there, [`natural_branches`](Self::natural_branches) without previous branches gives the
    /// later branch. At a boundary it is the last double at which the formula is defined.
    ///
    /// Hysteresis of time is said to switch wherever it crosses one of its limits, also if it does not for what was before.
    ///
    /// A search ends after 100,000 evaluations, which only functions need that touch zero over and over without crossing it, or
    /// are zero but for rounding; then nothing is found.
    #[must_use]
    pub fn next_switch(&self, from: f64, until: f64) -> Option<f64> {
        self.time_branches(from, until).next_switch
    }

    /// The next switch of time alone, as [`next_switch`](Self::next_switch), and the branches between `from` and that.
    #[must_use]
    pub fn time_branches(&self, from: f64, until: f64) -> TimeBranches {
        let (branches, compiled) = (Vec::new(), None);
        let mut search = SwitchSearch { formula: self, branches, compiled, work: 0 };
        let mut limit = until;
        let mut found = TimeBranches::default();
        for switch in self.switches() {
            let mut branch = None;
            if switch.of_time_alone {
                search.compile(switch);
                for part in search.parts(switch) {
                    limit = search.next(switch, part, from, limit).unwrap_or(limit);
                }
                if !switch.is_hysteresis() {
                    branch = Some(search.branch(switch, from, limit));
                }
            }
            search.branches.push(branch.unwrap_or(1.0));
            found.branches.push(branch);
        }
        found.next_switch = (limit != until).then_some(limit);
        found.evaluations = search.work;
        found
    }
}

struct SwitchSearch<'a> {
    formula: &'a Formula,
    /// Of the switches before, between the beginning of the search and the next switch.
    branches: Vec<f64>,
    /// The arguments of the present switch, on these branches.
    compiled: Option<Vec<FormulaOp>>,
    /// Evaluations until now.
    work: usize,
}

impl SwitchSearch<'_> {
    /// Prepares evaluations of a switching function, of which there are many.
    fn compile(&mut self, FormulaSwitch { site, .. }: &FormulaSwitch) {
        let operations = &self.formula.operations()[site.arguments.clone()];
        let branches = Branches::new(self.branches.get(site.first..).unwrap_or(&[]));
        self.compiled = simplified(operations, &branches);
    }
    /// Hysteresis has two switching functions.
    fn parts(&self, switch: &FormulaSwitch) -> std::ops::Range<usize> {
        if switch.is_hysteresis() { 0..2 } else { switch.site.part..switch.site.part + 1 }
    }

    /// The next switch of one switching function strictly between two times.
    fn next(&mut self, switch: &FormulaSwitch, part: usize, from: f64, until: f64) -> Option<f64> {
        let bound = 2f64.powi(1000);
        let (from, until) = (from.clamp(-bound, bound), until.clamp(-bound, bound));
        if !(from < until || until < from) {
            return None;
        }
        let (begin, end) = (from.min(until), from.max(until));
        let mut open = cells(from, until);
        // The last one is the next.
        if from < until {
            open.reverse();
        }
        while let Some(cell) = open.pop() {
            if cell.end() <= begin || cell.begin >= end {
                continue;
            }
            if self.work >= MOST {
                return None;
            }
            match self.look(switch, part, cell, (begin, end)) {
                ControlFlow::Break(Some(time)) if begin < time && time < end => return Some(time),
                ControlFlow::Break(_) => {}
                ControlFlow::Continue(()) => {
                    let [left, right] = cell.halves();
                    open.extend(if from < until { [right, left] } else { [left, right] });
                }
            }
        }
        None
    }

    /// The only switch of a cell, if it has one at all; `Continue` if it has to be halved.
    fn look(
        &mut self,
        switch: &FormulaSwitch,
        part: usize,
        cell: DyadicCell,
        wanted: (f64, f64),
    ) -> ControlFlow<Option<f64>> {
        let Some(Enclosure { value, slope }) = self.enclose(switch, part, cell) else {
            return ControlFlow::Break(None);
        };
        if value.is_empty() || is_on_one_branch(switch.kind, value) {
            return ControlFlow::Break(None);
        }
        let is_boundary = switch.kind == SwitchKind::Boundary;
        // A boundary may be touched where the derivative is zero.
        let rises_or_falls = if is_boundary {
            slope.low() > 0.0 || slope.high() < 0.0 || slope.is_zero()
        } else {
            slope.low() >= 0.0 || slope.high() <= 0.0
        };
        let leaf = cell.is_leaf();
        if !rises_or_falls && !leaf {
            return ControlFlow::Continue(());
        }
        let ends = [cell.begin, cell.end()].map(|time| self.branch_at(switch, part, time));
        match ends {
            [Some(first), Some(last)] if first == last => {
                let touches = is_boundary && !rises_or_falls && self.is_first(switch, part, cell);
                ControlFlow::Break(touches.then_some(cell.end()))
            }
            // Several whole numbers apart, the switches are one each in shorter cells.
            [Some(first), Some(last)]
                if switch.kind != SwitchKind::Whole || (last - first).abs() <= 1.0 || leaf =>
            {
                ControlFlow::Break(self.locate(switch, part, cell, first, wanted))
            }
            _ if leaf => ControlFlow::Break(None),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Returns whether the cell before is none in which zero is touched.
    fn is_first(&mut self, switch: &FormulaSwitch, part: usize, cell: DyadicCell) -> bool {
        let before = DyadicCell { begin: cell.begin - cell.width, ..cell };
        self.enclose(switch, part, before).is_none_or(|Enclosure { value, slope }| {
            !(value.contains(0.0) && slope.low() <= 0.0 && slope.high() >= 0.0)
        })
    }

    /// Where the branch that a cell begins with ends, by halving; `None` if it is not between the wanted times.
    fn locate(
        &mut self,
        switch: &FormulaSwitch,
        part: usize,
        mut cell: DyadicCell,
        first: f64,
        (begin, end): (f64, f64),
    ) -> Option<f64> {
        while cell.width > FINEST {
            let [left, right] = cell.halves();
            if right.begin <= left.begin || right.begin >= cell.end() {
                break;
            }
            if cell.end() <= begin || cell.begin >= end {
                return None;
            }
            let middle = self.branch_at(switch, part, right.begin);
            cell = if middle.is_none_or(|branch| branch == first) { right } else { left };
        }
        let ends = switch.kind == SwitchKind::Boundary && first > 0.0;
        Some(if ends { cell.begin } else { cell.end() })
    }

    fn enclose(
        &mut self,
        switch: &FormulaSwitch,
        part: usize,
        cell: DyadicCell,
    ) -> Option<Enclosure> {
        self.work += 1;
        let FormulaSwitch { site, .. } = switch;
        let operations = self.formula.operations();
        let time = Interval::new(cell.begin, cell.end());
        let branches = &self.branches[site.first..];
        let op = operations[site.arguments.end];
        switching_value(&operations[site.arguments.clone()], op, part, time, branches)
    }

    /// The computed value of a switching function.
    fn value_at(&mut self, switch: &FormulaSwitch, part: usize, time: f64) -> f64 {
        self.work += 1;
        let branches = &self.branches[switch.site.first..];
        let mut choose = |encounter: Encounter<f64>| {
            Branch::Given(branches.get(encounter.switch).copied().unwrap_or(1.0))
        };
        let input = FormulaInput {
            time,
            attitude: Rotation::identity(),
            rates: Vec3::zero(),
            momentum: Vec3::zero(),
            potential: 0.0,
        };
        let operations = self.formula.operations();
        let op = operations[switch.site.arguments.end];
        if let Some(compiled) = &self.compiled {
            let mut stack = Stack::new();
            stack.evaluate(compiled, &input);
            return switching_value_at(op, part, stack.last(op.arity()));
        }
        let stack = BranchEvaluation::new(false, &mut choose)
            .run(&operations[switch.site.arguments.clone()], &input);
        switching_value_at(op, part, stack.last(op.arity()))
    }

    /// The branch that the computed value says, where it is a number; 0 counts as positive.
    fn branch_at(&mut self, switch: &FormulaSwitch, part: usize, time: f64) -> Option<f64> {
        let value = self.value_at(switch, part, time);
        if value.is_nan() {
            return None;
        }
        Some(match switch.kind {
            SwitchKind::Whole => value.floor(),
            SwitchKind::Sign | SwitchKind::Boundary => {
                if value >= 0.0 {
                    1.0
                } else {
                    -1.0
                }
            }
        })
    }

    /// The branch between two times that are on the same one.
    fn branch(&mut self, switch: &FormulaSwitch, from: f64, until: f64) -> f64 {
        // Zero at a point need not be on the branch.
        for part in [0.5, 0.25, 0.75, 0.125, 0.875] {
            let time = from + part * (until - from);
            let value = self.value_at(switch, switch.site.part, time);
            if value != 0.0 && value.is_finite() {
                return match switch.kind {
                    SwitchKind::Whole => value.floor(),
                    SwitchKind::Sign => value.signum(),
                    SwitchKind::Boundary => 1.0,
                };
            }
        }
        if switch.kind == SwitchKind::Whole { 0.0 } else { 1.0 }
    }
}

fn is_on_one_branch(kind: SwitchKind, value: Interval) -> bool {
    match kind {
        SwitchKind::Whole => value.low().floor() == value.high().floor() && value.low().is_finite(),
        SwitchKind::Sign | SwitchKind::Boundary => value.low() > 0.0 || value.high() < 0.0,
    }
}
