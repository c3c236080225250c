//! Functions of time, counted from a late start without the rounding of its time.

use polhode::geometry::Vec3;
use polhode::real::{DoubleDouble, Real};
use polhode::torque::SpaceVector;

/// Sine and cosine of rate times time.
fn phase(rate: f64, time: f64) -> (DoubleDouble, DoubleDouble) {
    (DoubleDouble::from_f64(rate) * DoubleDouble::from_f64(time)).sin_cos()
}

fn wide(v: Vec3<f64>) -> Vec3<DoubleDouble> {
    v.map(DoubleDouble::from_f64)
}

/// constant + slope epoch
pub(super) fn line(constant: Vec3<f64>, slope: Vec3<f64>, epoch: f64) -> Vec3<f64> {
    if epoch == 0.0 {
        return constant;
    }
    (wide(constant) + wide(slope) * DoubleDouble::from_f64(epoch)).map(|x| x.hi)
}

/// The factors of sine and cosine of frequency times the time since the epoch.
pub(super) fn oscillation(
    [sin, cos]: [Vec3<f64>; 2],
    frequency: f64,
    epoch: f64,
) -> [Vec3<f64>; 2] {
    if epoch == 0.0 {
        return [sin, cos];
    }
    let (s, c) = phase(frequency, epoch);
    let (sin, cos) = (wide(sin), wide(cos));
    [sin * c - cos * s, sin * s + cos * c].map(|v| v.map(|x| x.hi))
}

/// A vector that turns at this rate, from where it is at the epoch.
pub(super) fn turning<R: Real>(vector: SpaceVector<R>, rate: f64, epoch: f64) -> SpaceVector<R> {
    match vector {
        SpaceVector::Turning { vector, axis, rate: in_run } if epoch != 0.0 => {
            let (sin, cos) = phase(rate, epoch);
            let along = axis * axis.dot(vector);
            let narrow = |x: DoubleDouble| R::from_f64(x.hi) + R::from_f64(x.lo);
            let vector = along + (vector - along) * narrow(cos) + axis.cross(vector) * narrow(sin);
            SpaceVector::Turning { vector, axis, rate: in_run }
        }
        other => other,
    }
}

/// The mean anomaly at the epoch, without whole turns; `rate_squared` is GM/a^3.
pub(super) fn mean_anomaly(at_zero: f64, rate_squared: f64, epoch: f64) -> f64 {
    if epoch == 0.0 {
        return at_zero;
    }
    let mean_motion = DoubleDouble::from_f64(rate_squared).sqrt();
    let anomaly = DoubleDouble::from_f64(at_zero) + mean_motion * DoubleDouble::from_f64(epoch);
    let turn = DoubleDouble::pi().twice();
    (anomaly - (anomaly / turn).round() * turn).hi
}
