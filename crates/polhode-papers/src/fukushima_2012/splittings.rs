//! Section 1.2: other splittings, and other orders of the axes; section 3: what a step costs.

use super::growth::{numbers, table};
use super::molecules::Pulled;
use super::setting::{Start, WATER, narrow, random_starts};
use crate::Effort;
use crate::laboratory::{each, free, inertia};
use crate::outcome::{Cell, Claim, Outcome, Printed, Row, Rule, TIMES, Value};
use polhode::geometry::TurnRule;
use polhode::methods::mclachlan_reich::{FukushimaLeapFrog, McLachlanReich};
use polhode::{AxisOrder, Body, Mat3, Method, Motion, Real, State, Vec3};
use polhode_lab::listed::Listed;
use std::f64::consts::TAU;
use std::time::Instant;

const AXES: [&str; 6] = ["1-2-3", "1-3-2", "2-3-1", "2-1-3", "3-2-1", "3-1-2"];
const PERIODS: u64 = 100;

fn state<R: Real>(start: &Start) -> State<R> {
    State::new(
        narrow(start.attitude),
        start.rates.component_mul(Vec3::from(WATER)).map(R::from_f64),
    )
}

/// The root of the mean square of the energy's relative error at 100 periods, 32 steps a period.
#[expect(clippy::cast_precision_loss, reason = "starts are few")]
fn scatter(method: &str, starts: &[Start]) -> f64 {
    let error = |start: &Start| {
        let mut run = free::<f64>(method, WATER, state(start));
        let before = run.invariants().energy;
        if run.advance(TAU / 32.0, 32 * PERIODS).is_err() {
            return f64::NAN;
        }
        run.invariants().energy / before - 1.0
    };
    let squares: f64 = starts.iter().map(|start| error(start).powi(2)).sum();
    (squares / starts.len() as f64).sqrt()
}

pub(super) fn run(effort: &Effort) -> Outcome {
    let starts = random_starts(effort.pick(200, 1000));
    let methods = ["mclachlan-reich", "sr", "rs"];
    let jobs: Vec<String> =
        AXES.iter().flat_map(|axes| methods.map(|method| format!("{method}:axes={axes}"))).listed();
    let errors = each(effort, &jobs, |job| scatter(job, &starts));
    let rows = AXES.iter().zip(errors.chunks(3)).map(|(axes, errors)| numbers(*axes, errors));
    let best = |method: usize| {
        errors.iter().skip(method).step_by(3).copied().fold(f64::INFINITY, f64::min)
    };
    let (three, sr, rs) = (best(0), best(1), best(2));
    let worst = errors.iter().step_by(3).copied().fold(0.0, f64::max);
    let mut outcome = Outcome {
        tables: vec![table(
            "Scatter of dT/T_0 after 100 periods, h = P_0/32, double precision",
            "axes",
            &["3R", "SR", "RS"],
            rows.listed(),
        )],
        claims: vec![
            Claim::new(
                "Section 1.2: 3R is the best of the splittings for water",
                three < 0.7 * sr.min(rs),
                format!("best orders of the axes: 3R {three:.1e}, SR {sr:.1e}, RS {rs:.1e}"),
            ),
            Claim::new(
                "Equation (2): the order 1-2-3-2-1 is that to take",
                errors[0] <= three && worst > 20.0 * three,
                format!("1-2-3: {:.1e}; the worst order: {worst:.1e}", errors[0]),
            ),
        ],
        ..Outcome::default()
    };
    outcome.notes.push(
        "For SR and RS the axes are that of the turn, that whose moment stands for two, and that \
        of \
         symmetry."
            .into(),
    );
    if effort.is_quick() {
        outcome.reduced.push("200 starts for 1000".into());
    }
    outcome
}

/// Nanoseconds a step takes, the least of several samples.
#[expect(clippy::cast_precision_loss, reason = "steps are few")]
fn cost<R: Real<Mask = bool>>(method: impl Method) -> f64 {
    const STEPS: u64 = 100_000;
    let start = state::<R>(&super::setting::regular_start()).in_form::<Mat3<R>>();
    let Ok(mut motion) = Motion::new(method, Body::free(inertia(WATER)), start) else {
        return f64::NAN;
    };
    let sample = |_| {
        let begin = Instant::now();
        let taken = motion.advance(R::from_f64(TAU / 32.0), STEPS);
        debug_assert!(taken.is_ok(), "turns cannot fail");
        begin.elapsed().as_secs_f64() * 1e9 / STEPS as f64
    };
    (0..15).map(sample).fold(f64::INFINITY, f64::min)
}

fn costs<R: Real<Mask = bool>>() -> [f64; 4] {
    let (axes, pull) = (AxisOrder::Ascending, 0.0);
    let standard = |rule| cost::<R>(Pulled { turn: McLachlanReich::new(axes, rule), pull });
    let shears = |rule| cost::<R>(Pulled { turn: FukushimaLeapFrog::new(axes, rule), pull });
    let (rational, exact) = (TurnRule::Tangent(1), TurnRule::Exact);
    [standard(rational), shears(rational), standard(exact), shears(exact)]
}

pub(super) fn speed(_: &Effort) -> Outcome {
    let row = |name: &str, [standard, shears, accurate, exact]: [f64; 4]| {
        let cell = |ours: f64| Some(Cell::ours(Value::Number((ours * 10.0).round() / 10.0)));
        let ratio = |of: f64, to: f64| {
            let printed = Printed::new("slightly less than 1", Rule::Reported);
            Some(Cell::beside(Value::Number((of / to * 100.0).round() / 100.0), printed))
        };
        let cells = vec![
            cell(standard),
            cell(shears),
            ratio(shears, standard),
            cell(accurate),
            cell(exact),
            ratio(exact, accurate),
        ];
        Row { name: name.into(), cells }
    };
    let columns =
        ["standard, (5)", "shears, (6)", "ratio", "standard, cos and sin", "shears, tan", "ratio"];
    let rows = vec![row("single", costs::<f32>()), row("double", costs::<f64>())];
    Outcome {
        tables: vec![table("Nanoseconds a step, one body at a time", "precision", &columns, rows)],
        notes: vec![TIMES.into()],
        ..Outcome::default()
    }
}
