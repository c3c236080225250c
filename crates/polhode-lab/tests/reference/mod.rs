//! Truth from outside: an integration of rigid bodies that shares nothing with the product.
//!
//! Own double-doubles, Euler's equations and torques; extrapolation in place of series and splittings; restarted at
//! known times and at switches of the state. Who makes a problem knows where its narrow pulses are, and the
//! integrator is told: it cannot step over one.

pub(crate) mod body;
pub(crate) mod cases;
pub(crate) mod extrapolation;
pub(crate) mod formula;
pub(crate) mod grid;
pub(crate) mod motion;
pub(crate) mod product;
mod switching;
pub(crate) mod table;
pub(crate) mod torque;
pub(crate) mod wide;

use body::Body;
use extrapolation::Seven;
use motion::End;
use wide::{Wide, ZERO, wide};

/// Local errors, relative; what they become by the end is far below the last digit of a double.
pub(crate) const TOLERANCE: f64 = 1e-21;

/// The end of a body.
pub(crate) fn truth(body: &Body) -> Result<End, String> {
    motion::end(body, body.start(), wide(body.time), TOLERANCE)
}

/// The larger of the angle between two attitudes and of the distance of two momenta, relative to the largest of the run.
pub(crate) fn distance(truth: &End, other: &Seven) -> f64 {
    let dot = |a: &[Wide; 4], b: &[Wide; 4]| (0..4).fold(ZERO, |sum, i| sum + a[i] * b[i]);
    let quaternion = |y: &Seven| [y[0], y[1], y[2], y[3]];
    let (a, b) = (quaternion(&truth.state), quaternion(other));
    let [w, x, y, z] = b;
    // The vector of a^-1 b, with the columns of the product.
    let vector = [[-x, w, z, -y], [-y, -z, w, x], [-z, y, -x, w]].map(|column| dot(&a, &column).hi);
    let scalar = dot(&a, &b).hi.abs();
    let sine = vector.iter().map(|x| x * x).sum::<f64>().sqrt();
    let angle = 2.0 * sine.atan2(scalar);
    let off = (4..7).map(|i| (truth.state[i] - other[i]).hi.powi(2)).sum::<f64>().sqrt();
    let momentum = if off == 0.0 { 0.0 } else { off / truth.largest };
    if angle.is_nan() || momentum.is_nan() { f64::INFINITY } else { angle.max(momentum) }
}

/// Neighbours that a sensitivity is measured by.
const NEIGHBOURS: u64 = 3;

/// By how much the end moves if the inputs do by their last digit: every number of the initial state and of the
/// torques becomes the next double above or below, with a few patterns of signs.
pub(crate) fn sensitivity(body: &Body, truth: &End) -> Result<f64, String> {
    let mut most = 0.0f64;
    for number in 0..NEIGHBOURS {
        let body = neighbour(body, number);
        let start = motion::end(&body, body.start(), wide(body.time), TOLERANCE)?;
        most = most.max(distance(truth, &start.state));
    }
    Ok(most)
}

fn neighbour(body: &Body, number: u64) -> Body {
    let (mut body, mut dice) = (body.clone(), grid::dice::Dice::new(number));
    let mut move_it = |x: &mut f64| {
        // Zeros, units and factors like 2 are meant as they are.
        let is_meant = x.fract() == 0.0 && x.abs() <= 16.0;
        let up = dice.even(0.0, 1.0) < 0.5;
        if !is_meant {
            *x = if up { x.next_up() } else { x.next_down() };
        }
    };
    body.attitude.iter_mut().for_each(&mut move_it);
    body.rates.iter_mut().for_each(&mut move_it);
    body.torques.iter_mut().for_each(|torque| torque.numbers(&mut move_it));
    body
}
