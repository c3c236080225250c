//! A formula of a user.

use super::SwitchKind;
use super::branch::{Branch, BranchEvaluation, Branches, Encounter};
use super::operation::FormulaOp;
use super::simplified::simplified;
use super::stack::{DEEPEST, Stack, floor};
use super::switch::{FormulaSwitch, switches};
use super::variable::{FormulaInput, Variable};
use super::{FormulaError, Parameters, parse};
use polhode::real::Real;
use std::sync::Arc;

/// A formula of a user: analytic on each branch of its switching functions.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula(Arc<FormulaTape>);

#[derive(Debug, PartialEq)]
struct FormulaTape {
    operations: Box<[FormulaOp]>,
    switches: Box<[FormulaSwitch]>,
}

impl Formula {
    /// From its text.
    ///
    /// # Errors
    /// Where it cannot be read; says which characters are to blame.
    pub fn new(text: &str, parameters: &Parameters) -> Result<Self, FormulaError> {
        let (operations, names) = parse::parse(text, parameters)?;
        let depth = depth(&operations);
        if depth > DEEPEST {
            let message =
                format!("the formula needs {depth} intermediate values; {DEEPEST} are kept");
            let remedy = "put what is nested deeply on the left, or give several torques";
            return Err(FormulaError::new(0..text.len(), message, remedy));
        }
        let names: Vec<&str> = names.into_iter().map(|span| &text[span]).collect();
        let switches = switches(&operations, &names);
        Ok(Self(Arc::new(FormulaTape { operations: operations.into(), switches })))
    }

    /// From operations that have as many switches as this formula.
    pub(super) fn with_operations(&self, operations: Vec<FormulaOp>) -> Self {
        let names: Vec<&str> = self.switches().iter().map(|switch| &*switch.name).collect();
        let switches = switches(&operations, &names);
        Self(Arc::new(FormulaTape { operations: operations.into(), switches }))
    }

    /// Its switching functions in order of evaluation: a later one may depend on the branch of an earlier one.
    #[must_use]
    pub fn switches(&self) -> &[FormulaSwitch] {
        &self.0.switches
    }
    pub(super) fn operations(&self) -> &[FormulaOp] {
        &self.0.operations
    }

    /// Is there a variable of this sort in it?
    pub fn depends_on(&self, sort: impl Fn(Variable) -> bool) -> bool {
        self.operations()
            .iter()
            .any(|op| matches!(*op, FormulaOp::Variable(variable) if sort(variable)))
    }

    /// Its value, every branch as the values say. Hysteresis has no past here: it is 1 above its upper limit, else 0.
    pub fn at<S: Real>(&self, input: &FormulaInput<S>) -> S {
        let mut stack = Stack::new();
        stack.evaluate(self.operations(), input);
        stack.last(1)[0]
    }

    /// Its value on these branches. Values of switching functions are not looked at, so that it is an analytic
    /// function of the variables.
    ///
    /// # Panics
    /// If there is a switch without a branch.
    pub fn on_branch<S: Real>(&self, input: &FormulaInput<S>, branches: &Branches<'_, S>) -> S {
        let mut choose = |encounter: Encounter<S>| branches.get(encounter.switch);
        BranchEvaluation::new(false, &mut choose).run(self.operations(), input).last(1)[0]
    }

    /// Returns the formula as it is on these branches: without switches, with the bits of
    /// [`on_branch`](Formula::on_branch), and sooner evaluated. `None` where a switch is sliding, and with `atan2` of
    /// variables.
    ///
    /// # Panics
    /// If there is a switch without a branch.
    #[must_use]
    pub fn simplified(&self, branches: &Branches<'_, f64>) -> Option<Self> {
        let operations = simplified(self.operations(), branches)?.into();
        Some(Self(Arc::new(FormulaTape { operations, switches: [].into() })))
    }

    /// Appends the value v of each switching function on these branches. A switching function that is constantly
    /// zero there switches nothing; its value is given as its branch.
    ///
    /// # Panics
    /// If there is a switch without a branch.
    pub fn switching_values<S: Real>(
        &self,
        input: &FormulaInput<S>,
        branches: &Branches<'_, S>,
        values: &mut Vec<S>,
    ) {
        let mut choose = |Encounter { switch, values: [v, above], is_constant }: Encounter<S>| {
            let branch = branches.get(switch);
            let v = if self.switches()[switch].is_hysteresis() && !branch.is_positive() {
                above
            } else {
                v
            };
            values.push(if is_constant && v == S::zero() { branch.value() } else { v });
            branch
        };
        BranchEvaluation::new(true, &mut choose).run(self.operations(), input);
    }

    /// Appends the branch of each switch that the values say. Of a switch of kind
    /// [`Sign`](SwitchKind::Sign) with v = 0 it is the previous one if that is given, else 1; of
    /// hysteresis between its limits the previous one, else -1. `previous` has a branch for each switch.
    ///
    /// # Panics
    /// If `previous` has fewer branches than there are switches.
    pub fn natural_branches<S: Real<Mask = bool>>(
        &self,
        input: &FormulaInput<S>,
        previous: Option<&[f64]>,
        branches: &mut Vec<f64>,
    ) {
        let mut choose = |Encounter { switch, values: [v, above], .. }: Encounter<S>| {
            let previous = previous.map(|previous| previous[switch]);
            let FormulaSwitch { kind, .. } = self.switches()[switch];
            let branch = match kind {
                SwitchKind::Whole => whole(floor(v)),
                SwitchKind::Boundary => 1.0,
                SwitchKind::Sign if self.switches()[switch].is_hysteresis() => {
                    let previous = previous.unwrap_or(-1.0);
                    sign(if previous > 0.0 { v } else { above }).unwrap_or(previous)
                }
                SwitchKind::Sign => sign(v).unwrap_or(previous.unwrap_or(1.0)),
            };
            branches.push(branch);
            Branch::Given(branch)
        };
        BranchEvaluation::new(true, &mut choose).run(self.operations(), input);
    }
}

/// 1 or -1; `None` of zero.
fn sign<S: Real<Mask = bool>>(v: S) -> Option<f64> {
    if S::zero().lt(v) {
        Some(1.0)
    } else if v.lt(S::zero()) {
        Some(-1.0)
    } else {
        None
    }
}

/// A whole number as a double, bit by bit: a scalar type need not know how to become one.
fn whole<S: Real<Mask = bool>>(k: S) -> f64 {
    if !k.is_finite() {
        return f64::NAN;
    }
    let mut rest = k.abs();
    let mut bit = 1.0;
    while S::from_f64(2.0 * bit).le(rest) && bit < 1e300 {
        bit *= 2.0;
    }
    let mut sum = 0.0;
    while bit >= 1.0 {
        if S::from_f64(bit).le(rest) {
            rest -= S::from_f64(bit);
            sum += bit;
        }
        bit *= 0.5;
    }
    if k.lt(S::zero()) { -sum } else { sum }
}

/// The tallest that the stack becomes.
fn depth(operations: &[FormulaOp]) -> usize {
    let (mut height, mut tallest) = (0usize, 0);
    for op in operations {
        height = height + 1 - op.arity();
        tallest = tallest.max(height);
    }
    tallest
}
