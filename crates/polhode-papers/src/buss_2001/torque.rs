//! Section 7: the methods should work as well in the presence of torques.

use super::algorithms::by_algorithm;
use super::given_momentum::{
    MOMENTS, TIME, attitude, end, in_the_body, momentum, printed_rates, spatial_rates, torque,
};
use crate::Effort;
use crate::laboratory::{each, pushed};
use crate::outcome::{Cell, CellValue, Claim, Outcome};
use polhode::{Rotation, State};
use polhode_lab::figure::{Figure, Mark, Panel, PlotAxis, PlotSeries};
use polhode_lab::listed::Listed;

/// A method, its name in the paper, the order that it should have.
const ROWS: [(&str, &str, f64); 13] = [
    ("buss-1", "1st order", 1.0),
    ("buss-2", "2nd order", 2.0),
    ("buss-3-false", "False 3rd order", 2.0),
    ("buss-2-augmented", "Augmented 2nd order", 2.0),
    ("buss-3-h36", "3rd order", 3.0),
    ("buss-4", "4th order", 4.0),
    ("buss-5", "5th order (section 5)", 5.0),
    ("buss-6", "6th order (section 5)", 6.0),
    ("simo-wong", "Simo-Wong as printed", 2.0),
    ("rk4-average", "Runge-Kutta, averaged", 2.0),
    ("rk4", "Runge-Kutta on the quaternion", 4.0),
    ("buss-3-h36:energy", "3rd order, EP", 3.0),
    ("buss-4:energy", "4th order, EP", 4.0),
];
const STEPS: [u32; 5] = [50, 100, 200, 400, 800];

/// The attitude at the end by a method of the catalogue.
fn by_name(method: &str, steps: u32) -> Rotation<f64> {
    let start = State::new(attitude(), attitude().apply_inverse(momentum(0.0, 0)));
    let mut run = pushed(method, MOMENTS, torque(), start);
    let taken = run.advance(TIME / f64::from(steps), u64::from(steps));
    taken.unwrap_or_else(|stopped| panic!("{method}: {stopped}"));
    run.state().attitude
}

/// The attitude at the end by a Taylor series of degree 28.
fn truth() -> Rotation<f64> {
    by_name("taylor:degree=28", 400)
}

/// The order between the last two numbers of steps whose errors are above rounding.
pub(crate) fn last_slope(errors: &[f64]) -> f64 {
    let above = errors.iter().take_while(|error| **error > 2e-13).count();
    if above < 2 { f64::NAN } else { (errors[above - 2] / errors[above - 1]).log2() }
}

/// Errors of the sixth order with the printed coefficients, or with the slides'.
pub(crate) fn series_errors(doubled: bool) -> [f64; 5] {
    let truth = truth();
    STEPS.map(|steps| end(steps, doubled).angle_to(truth))
}

pub(super) fn run(effort: &Effort) -> Outcome {
    let truth = truth();
    let check = end(2000, false).angle_to(truth);
    let errors = each(effort, &ROWS, |(method, ..)| {
        STEPS.map(|steps| by_name(method, steps).angle_to(truth))
    });
    let slopes: Vec<f64> = errors.iter().map(|errors| last_slope(errors)).listed();
    let number = |x: f64| Some(Cell::ours(CellValue::Number(x)));
    let two_digits = |x: f64| (x * 100.0).round() / 100.0;
    let rows = ROWS.iter().zip(&errors).zip(&slopes).map(|(((_, name, _), errors), slope)| {
        let cells = errors.iter().copied().chain([two_digits(*slope)]).map(number);
        ((*name).into(), cells.listed())
    });
    let columns = STEPS.iter().map(|n| format!("{n} steps")).chain(["order".into()]);
    let mut claims: Vec<Claim> = ROWS
        .iter()
        .zip(&slopes)
        .map(|((method, name, order), slope)| {
            let whose = if method.starts_with("buss-") { "" } else { "Ours: " };
            // The sixth order is measured just above rounding.
            let within = (slope - order).abs() < if *order > 5.0 { 0.2 } else { 0.1 };
            Claim::new(format!("{whose}{name}: order {order}"), within, format!("{slope:.2}"))
        })
        .listed();
    claims.push(derivatives());
    Outcome {
        tables: vec![by_algorithm("Error of the attitude in radians after T = 4", columns, rows)],
        claims,
        figures: vec![figure(&errors)],
        notes: vec![format!(
            "The truth is a Taylor series of degree 28; section 5 with the printed coefficients and \
             2000 steps differs from it by {check:.1e}. With EP the energy gains the work of the \
             torque, (11), integrated to the order of the method: a quadrature of lower order would \
             lower it."
        )],
        ..Outcome::default()
    }
}

/// (5), (8), (9) against the recurrence.
fn derivatives() -> Claim {
    let mut worst: f64 = 0.0;
    for k in 0..20 {
        let time = 0.2 * f64::from(k);
        let p = in_the_body(time, attitude());
        let (w, printed) = (spatial_rates(p), printed_rates(p));
        for (a, b) in w.iter().zip(printed) {
            worst = worst.max((*a - b).norm() / a.norm());
        }
    }
    Claim::new(
        "(5), (8) and (9) are the derivatives of the angular velocity",
        worst < 1e-13,
        format!("relative {worst:.1e} from those by power series"),
    )
}

fn figure(errors: &[[f64; 5]]) -> Figure {
    let marks = [Mark::Circles, Mark::Squares, Mark::Triangles, Mark::Crosses];
    let series =
        ROWS[..8].iter().zip(errors).enumerate().map(|(k, ((_, name, _), errors))| PlotSeries {
            label: (*name).into(),
            mark: marks[k % 4],
            colour: k,
            points: STEPS.iter().zip(errors).map(|(n, e)| (f64::from(*n), *e)).listed(),
        });
    Figure {
        title: "With torque".into(),
        caption: "Error over the number of steps under a constant and a swinging torque: orders 1, 2, 2, \
                  2, 3, 4, 5, 6."
            .into(),
        panels: vec![Panel {
            title: "J = (1, 2, 3.5), T = 4".into(),
            x: PlotAxis::log("steps").within(40.0, 20000.0),
            y: PlotAxis::log("error (rad)").within(1e-15, 1.0),
            series: series.listed(),
            equal: false,
        }],
    }
}
