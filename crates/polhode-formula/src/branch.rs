//! Evaluation of operations on a given branch.

use super::constants::{KnownValue, KnownValues};
use super::operation::{FormulaFunction, FormulaOp};
use super::stack::Stack;
use super::variable::FormulaInput;
use polhode::real::Real;

/// Branches of the switching functions of a formula.
///
/// ```
/// use polhode_formula::Branches;
/// // Two switches, of which the second one slides halfway between its branches.
/// let branches = Branches { sliding: &[(1, 0.0)], ..Branches::new(&[1.0, -1.0]) };
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Branches<'a, S> {
    /// A branch for each place. Of a switch of kind [`Sign`](super::SwitchKind::Sign): 1, -1, or between
    /// them for a blend of the two; of kind [`Whole`](super::SwitchKind::Whole): a whole number.
    pub values: &'a [f64],
    /// The place of each switch of the formula in `values`; default: its own number.
    pub index: Option<&'a [u16]>,
    /// Places whose branch is given in the scalar type of the evaluation, in place of `values`.
    pub sliding: &'a [(usize, S)],
}

impl<'a, S: Real> Branches<'a, S> {
    /// One branch for each switch, in the order of [`Formula::switches`](super::Formula::switches).
    #[must_use]
    pub fn new(values: &'a [f64]) -> Self {
        Self { values, index: None, sliding: &[] }
    }
    /// The branch of a switch.
    pub(super) fn get(&self, switch: usize) -> Branch<S> {
        let place = self.index.map_or(switch, |index| index[switch].into());
        match self.sliding.iter().find(|(sliding, _)| *sliding == place) {
            Some(&(_, branch)) => Branch::Sliding(branch),
            None => Branch::Given(self.values[place]),
        }
    }
}

/// The branch of one switch.
#[derive(Clone, Copy, Debug)]
pub(super) enum Branch<S> {
    Given(f64),
    Sliding(S),
}

impl<S: Real> Branch<S> {
    pub(super) fn value(self) -> S {
        match self {
            Self::Given(value) => S::from_f64(value),
            Self::Sliding(value) => value,
        }
    }
    pub(super) fn is_positive(self) -> bool {
        matches!(self, Self::Given(value) if value > 0.0)
    }
}

/// A switch that the evaluation has come to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Encounter<S> {
    pub(super) switch: usize,
    /// Of hysteresis: x - low and x - high; else twice the value of the switching function.
    pub(super) values: [S; 2],
    /// Whether it is constant on the branches before, so that it switches nothing.
    pub(super) is_constant: bool,
}

/// Evaluation on branches that are given, or chosen as it comes to them.
pub(super) struct BranchEvaluation<'c, S> {
    /// The number of the next switch.
    pub(super) next: usize,
    /// Whether values of switching functions are computed; zero else.
    pub(super) wants_values: bool,
    pub(super) choose: &'c mut dyn FnMut(Encounter<S>) -> Branch<S>,
    constants: KnownValues,
    /// The last branch that was a blend.
    sliding: S,
    /// What became of each operation that may decide, where that is asked for.
    pub(super) outcomes: Option<Vec<Outcome>>,
}

/// What an operation is on a branch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Outcome {
    /// The operation itself.
    Operation,
    /// The argument of this number.
    Argument(usize),
    /// Minus the first argument.
    Negated,
    Number(f64),
    /// The first argument less so many times the second one.
    Remainder(f64),
    /// More than one branch.
    Blend,
}

/// An intermediate value.
#[derive(Clone, Copy)]
struct Operand<S> {
    value: S,
    constant: KnownValue,
    outcome: Outcome,
}

impl<S: Real> Operand<S> {
    fn constant(value: f64) -> Self {
        let (constant, outcome) = (Some([value; 2]), Outcome::Number(value));
        Self { value: S::from_f64(value), constant, outcome }
    }
    fn varying(value: S, outcome: Outcome) -> Self {
        Self { value, constant: None, outcome }
    }
}

impl<'c, S: Real> BranchEvaluation<'c, S> {
    pub(super) fn new(
        wants_values: bool,
        choose: &'c mut dyn FnMut(Encounter<S>) -> Branch<S>,
    ) -> Self {
        let (constants, sliding) = (KnownValues::new(), S::zero());
        Self { next: 0, wants_values, choose, constants, sliding, outcomes: None }
    }

    pub(super) fn run(&mut self, operations: &[FormulaOp], input: &FormulaInput<S>) -> Stack<S> {
        let mut stack = Stack::new();
        for &op in operations {
            match op {
                FormulaOp::Variable(variable) => {
                    stack.push(input.value(variable));
                    self.constants.push(None);
                }
                FormulaOp::SwitchingCompare(_)
                | FormulaOp::SwitchingCall(_)
                | FormulaOp::Call(_)
                | FormulaOp::Compare(_) => {
                    self.decide(op, &mut stack);
                }
                op => {
                    stack.operate(op);
                    self.constants.operate(op);
                }
            }
        }
        stack
    }

    fn decide(&mut self, op: FormulaOp, stack: &mut Stack<S>) {
        let (op, switches) = op.without_switches();
        let count = op.arity();
        let (values, constants) = (stack.last(count), self.constants.last(count));
        let is_constant = constants[..count].iter().all(Option::is_some);
        let branches = self.branches(op, switches, values, is_constant);
        let arguments: [Operand<S>; 3] = core::array::from_fn(|i| Operand {
            value: values[i],
            constant: constants[i],
            outcome: Outcome::Argument(i),
        });
        let result = match op {
            FormulaOp::Call(FormulaFunction::If) => Some(conditional(arguments)),
            _ if is_constant => self.of_constants(op),
            _ if switches > 0 => self.on_branch(op, arguments, branches),
            _ => None,
        };
        if let Some(outcomes) = &mut self.outcomes {
            outcomes.push(result.map_or(Outcome::Operation, |result| result.outcome));
        }
        if let Some(Operand { value, constant, .. }) = result {
            stack.replace(count, value);
            self.constants.replace(count, constant);
        } else {
            stack.operate(op);
            self.constants.operate(op);
        }
    }

    fn branches(
        &mut self,
        op: FormulaOp,
        switches: usize,
        arguments: [S; 3],
        is_constant: bool,
    ) -> [Branch<S>; 2] {
        let mut branches = [Branch::Given(1.0); 2];
        let mut values = [S::zero(); 2];
        if self.wants_values && switches > 0 {
            values = switching_values(op, arguments);
        }
        for (k, branch) in branches.iter_mut().enumerate().take(switches) {
            let values = if switches == 2 { [values[k]; 2] } else { values };
            *branch = (self.choose)(Encounter { switch: self.next, values, is_constant });
            self.next += 1;
        }
        branches
    }

    /// The result for constants, decided in doubles; `None` if the operation is to be done in the
    /// scalar type.
    fn of_constants(&self, op: FormulaOp) -> Option<Operand<S>> {
        let [above, below] = self.constants.result(op)?;
        let constant = Some([above, below]);
        if above != below {
            let value = blend(self.sliding, S::from_f64(above), S::from_f64(below));
            Some(Operand { value, constant, outcome: Outcome::Blend })
        } else if op.is_step_function() || self.constants.slide(op.arity()) {
            Some(Operand::constant(above))
        } else {
            None
        }
    }

    fn on_branch(
        &mut self,
        op: FormulaOp,
        arguments: [Operand<S>; 3],
        branches: [Branch<S>; 2],
    ) -> Option<Operand<S>> {
        let [a, b, c] = arguments;
        let [branch, second] = branches;
        let [zero, one] = [0.0, 1.0].map(Operand::constant);
        Some(match op {
            FormulaOp::Compare(comparison) if comparison.holds_above() => {
                self.pick(branch, one, zero)
            }
            FormulaOp::Compare(_) => self.pick(branch, zero, one),
            FormulaOp::Call(function) => match function {
                FormulaFunction::Abs => {
                    self.pick(branch, a, Operand::varying(-a.value, Outcome::Negated))
                }
                FormulaFunction::Sign => self.pick(branch, one, Operand::constant(-1.0)),
                FormulaFunction::Max => self.pick(branch, a, b),
                FormulaFunction::Min => self.pick(branch, b, a),
                FormulaFunction::Clamp => {
                    let raised = self.pick(branch, a, b);
                    self.pick(second, c, raised)
                }
                FormulaFunction::Hysteresis => self.pick(branch, one, zero),
                FormulaFunction::Floor => match branch {
                    Branch::Given(whole) => Operand::constant(whole),
                    Branch::Sliding(whole) => Operand::varying(whole, Outcome::Blend),
                },
                FormulaFunction::Mod => {
                    let outcome = match branch {
                        Branch::Given(whole) => Outcome::Remainder(whole),
                        Branch::Sliding(_) => Outcome::Blend,
                    };
                    Operand::varying(a.value - b.value * branch.value(), outcome)
                }
                FormulaFunction::Atan2 => self.angle(branch, a.value, b.value),
                _ => return None,
            },
            _ => return None,
        })
    }

    /// One of two, or a blend of them.
    fn pick(&mut self, branch: Branch<S>, above: Operand<S>, below: Operand<S>) -> Operand<S> {
        match branch {
            Branch::Given(1.0) => above,
            Branch::Given(-1.0) => below,
            branch => {
                self.sliding = branch.value();
                let constant = above.constant.zip(below.constant).map(|([a, _], [_, b])| [a, b]);
                let value = blend(self.sliding, above.value, below.value);
                Operand { value, constant, outcome: Outcome::Blend }
            }
        }
    }

    /// The angle of (x, y), by a function that is smooth across y = 0 on both sides of x = 0: its cut is on
    /// the other half of the axis of y.
    fn angle(&mut self, branch: Branch<S>, y: S, x: S) -> Operand<S> {
        let quarter = S::pi().half();
        let angle = |above: bool| {
            let value = if above { quarter + (-x).atan2(y) } else { x.atan2(-y) - quarter };
            Operand::varying(value, Outcome::Blend)
        };
        match branch {
            Branch::Given(1.0) => angle(true),
            Branch::Given(-1.0) => angle(false),
            branch => self.pick(branch, angle(true), angle(false)),
        }
    }
}

/// `above` at 1 and `below` at -1, linear between.
fn blend<S: Real>(branch: S, above: S, below: S) -> S {
    (above + below).half() + branch * (above - below).half()
}

/// `if`: the branch of a condition that is certain, else both, weighted by its truth value.
fn conditional<S: Real>([condition, yes, no]: [Operand<S>; 3]) -> Operand<S> {
    let chosen = |truth: f64| if truth > 0.0 { yes } else { no };
    match condition.constant {
        Some([above, below]) if above == below => chosen(above),
        sides => {
            let truth = condition.value;
            let constant = sides.and_then(|[above, below]| {
                Some([chosen(above).constant?[0], chosen(below).constant?[1]])
            });
            let value = yes.value * truth + no.value * (S::one() - truth);
            Operand { value, constant, outcome: Outcome::Blend }
        }
    }
}

/// Values of the switching functions of an operation: of hysteresis on both branches, of `clamp` of both.
pub(super) fn switching_values<S: Real>(op: FormulaOp, [a, b, c]: [S; 3]) -> [S; 2] {
    match op {
        FormulaOp::Compare(_) | FormulaOp::Call(FormulaFunction::Min | FormulaFunction::Max) => {
            [a - b; 2]
        }
        FormulaOp::Call(FormulaFunction::Clamp | FormulaFunction::Hysteresis) => [a - b, a - c],
        FormulaOp::Call(FormulaFunction::Mod) => [a / b; 2],
        FormulaOp::Call(FormulaFunction::Asin | FormulaFunction::Acos) => {
            [S::one() - a.squared(); 2]
        }
        _ => [a; 2],
    }
}
