//! What a step costs, by a table: the choice must not depend on the machine or on what else it
//! does. Only ratios matter, and they are known to a factor of two: `accuracy_grid`, an example
//! of this crate, prints the table's time beside the clock's for every run.

use crate::scenario::Scenario;
use polhode::Torque;
use polhode::catalogue::{Key, MethodName};

/// Nanoseconds of a free rotation by the closed form: of a body with three different moments,
/// and with two equal ones.
const DRIFT: [f64; 2] = [150.0, 45.0];
/// What a step needs besides.
const STEP: f64 = 10.0;
/// A kick with a gradient needs the torque in numbers with derivatives.
const GRADIENT: f64 = 1.7;
/// The states that `corrected` shows need so many drifts and kicks.
const CORRECTOR: f64 = 64.0;

/// Costs of one scenario, in nanoseconds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Costs {
    drift: f64,
    /// One evaluation of the torque.
    torque: f64,
    /// A coefficient of the torque's series, for each one before it.
    coefficient: f64,
    /// What a step of a series needs besides.
    series: f64,
}

impl Costs {
    pub(super) fn of(scenario: &Scenario) -> Self {
        let [a, b, c] = scenario.problem.body.inertia.moments().to_array();
        let symmetric = a == b || b == c || c == a;
        let state = crate::scenario_run::start(scenario);
        let pulls =
            scenario.problem.torque.pull(&scenario.problem.body.inertia, state.time).is_some();
        let kinds = || scenario.problem.torques.iter().map(|name| of_model(name, scenario));
        let [series, coefficient] = if pulls { PULL } else { TAPE };
        let operations: f64 = kinds().map(|(_, operations)| operations).sum();
        Self {
            drift: DRIFT[usize::from(symmetric)],
            torque: kinds().map(|(torque, _)| torque).sum(),
            coefficient: if pulls { coefficient } else { coefficient * (10.0 + operations) },
            series: if pulls { series } else { series * (10.0 + operations) },
        }
    }

    /// Of one step.
    pub(super) fn step(&self, method: &MethodName) -> f64 {
        self.step_with(method, f64::from(method.card().torque_evaluations))
    }
    /// Of one step that asks for the torque so often.
    pub(super) fn step_with(&self, method: &MethodName, evaluations: f64) -> f64 {
        let card = method.card();
        if method.is_series() {
            let degree = f64::from(card.order_torqued.unwrap_or(25));
            return self.series + self.coefficient * degree * degree;
        }
        if method.row().needs_torque_derivatives {
            let degree = f64::from(card.order_torqued.unwrap_or(5));
            return 100.0 + 40.0 * degree + self.torque * degree * degree;
        }
        let drifts = f64::from(card.rotations) / f64::from(method.row().rotations.max(1));
        let gradient = if card.needs_torque_derivatives { GRADIENT } else { 1.0 };
        STEP + drifts * self.drift + evaluations * self.torque * gradient
    }

    /// How often the torque is asked for to show a state.
    pub(super) fn kicks_to_show(&self, method: &MethodName) -> f64 {
        if is_corrected(method) { CORRECTOR / 2.0 } else { 0.0 }
    }
    /// Of a state that is shown.
    #[expect(clippy::cast_possible_truncation, reason = "a cost")]
    pub(super) fn shown(&self, method: &MethodName) -> f32 {
        if is_corrected(method) {
            return (CORRECTOR * (self.drift + self.torque)) as f32;
        }
        if method.steps_vary() { 100.0 } else { 20.0 }
    }
}

/// Are the states that it shows corrected ones?
fn is_corrected(method: &MethodName) -> bool {
    method.row().keys.contains(&Key::Corrector)
}

/// Of a step, and of each pair of coefficients: of a torque that sees one vector of space.
const PULL: [f64; 2] = [150.0, 2.2];
/// The same for each operation of any other torque.
const TAPE: [f64; 2] = [20.0, 0.35];

/// Nanoseconds of one evaluation, and operations in a series.
#[expect(clippy::cast_precision_loss, reason = "a cost")]
fn of_model(name: &str, scenario: &Scenario) -> (f64, f64) {
    match name {
        "constant" | "rotor" => (8.0, 6.0),
        "uniform-field" | "magnetic-dipole" => (15.0, 15.0),
        "gravity-gradient" => (20.0, 20.0),
        "kepler-gravity-gradient" => (250.0, 80.0),
        "soft-wall" => (40.0, 25.0),
        "damping" => (60.0, 6.0),
        "attitude-law" => (100.0, 40.0),
        "expression" => {
            let signs = scenario.signs_of_expressions();
            (30.0 + 6.0 * signs as f64, signs as f64)
        }
        _ => (60.0, 30.0),
    }
}
