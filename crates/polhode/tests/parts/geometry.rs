//! Rotations: exp, log and their derivatives, and the ways to write a rotation.

mod conversions;
mod euler;
mod exponential;
mod lanes;

use core::f64::consts::PI;
use polhode::geometry::{Mat3, Rotation, Vec3};
use polhode::real::{DoubleDouble, Real};
use proptest::prelude::*;

/// Tolerances hold for a hundred times as many cases.
fn cases() -> ProptestConfig {
    ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() }
}

/// Vectors of every direction, length from 0 to `longest`, short ones included.
fn vectors(longest: f64) -> impl Strategy<Value = Vec3<f64>> {
    let length = prop_oneof![0.0..longest, (-12.0..0.0).prop_map(|e| 10f64.powf(e))];
    (-1.0..1.0, -PI..PI, length).prop_map(|(height, longitude, length)| {
        let (sin, cos) = f64::sin_cos(longitude);
        let radius = f64::sqrt(1.0 - height * height);
        Vec3::new(radius * cos, radius * sin, height) * length
    })
}

/// All rotations, with both signs of the quaternion, some of them by exactly
/// half a turn or none.
fn rotations() -> impl Strategy<Value = Rotation<f64>> {
    let component = || prop_oneof![9 => -1.0..1.0, 1 => Just(0.0)];
    [component(), component(), component(), component()]
        .prop_filter("not null", |q| q.iter().map(|x| x * x).sum::<f64>() > 0.01)
        .prop_map(Rotation::from_wxyz)
}

/// The angle between two rotations, in units of the last place of 1.
fn distance(a: Rotation<f64>, b: Rotation<f64>) -> f64 {
    a.angle_to(b) / f64::EPSILON
}

fn widened(v: Vec3<f64>) -> Vec3<DoubleDouble> {
    v.map(DoubleDouble::from)
}

/// The largest difference of two matrices, relative to the largest entry of
/// the second (at least 1).
fn difference(m: Mat3<DoubleDouble>, truth: Mat3<DoubleDouble>) -> f64 {
    let largest = |m: Mat3<DoubleDouble>| {
        Real::max(m.x.max_abs(), Real::max(m.y.max_abs(), m.z.max_abs())).hi
    };
    largest(m - truth) / largest(truth).max(1.0)
}
