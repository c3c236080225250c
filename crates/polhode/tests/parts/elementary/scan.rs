//! Many points against double-doubles.

use super::bits::Draw;
use super::table::Worst;
use super::{ATAN2, COS, EXP, LN, SIN, TAN};
use polhode::Real;
use polhode::real::DoubleDouble;

const POINTS: usize = 15_000;

/// Evenly between two bounds.
fn between(draw: &mut Draw, low: f64, high: f64) -> f64 {
    low + (high - low) * (0.5 + 0.5 * draw.even())
}

#[test]
fn circular_functions_keep_their_bounds_everywhere() {
    let mut draw = Draw(11);
    let [mut sin, mut cos, mut tan] = [const { Worst::NONE }; 3];
    for (low, high) in [(0.0, 0.5), (0.5, 0.8), (0.8, 1.0), (1.0, 1.7), (1.0, 10.0), (0.0, 1e5)] {
        for _ in 0..POINTS {
            let x = between(&mut draw, low, high);
            let (long_sin, long_cos) = DoubleDouble::from(x).sin_cos();
            let (short_sin, short_cos) = Real::sin_cos(x);
            sin.see_long(x, short_sin, long_sin);
            cos.see_long(x, short_cos, long_cos);
            tan.see_long(x, Real::tan(x), long_sin / long_cos);
        }
    }
    sin.stays_below(SIN);
    cos.stays_below(COS);
    tan.stays_below(TAN);
}

#[test]
fn angles_of_points_keep_their_bound_everywhere() {
    let mut draw = Draw(12);
    let mut worst = Worst::NONE;
    for (low, high) in [(0.0, 0.415), (0.41, 1.0), (1.0, 2.5), (2.4, 100.0)] {
        for sign in [1.0, -1.0] {
            for _ in 0..POINTS {
                let x = sign * between(&mut draw, 0.5, 1.5);
                let y = x.abs() * between(&mut draw, low, high);
                let exact = DoubleDouble::from(y).atan2(DoubleDouble::from(x));
                worst.see_long(y / x, Real::atan2(y, x), exact);
            }
        }
    }
    worst.stays_below(ATAN2);
}

#[test]
fn exponential_and_logarithm_keep_their_bounds_everywhere() {
    let mut draw = Draw(13);
    let [mut exp, mut ln] = [const { Worst::NONE }; 2];
    for (low, high) in [(-0.35, 0.35), (-1.1, 1.1), (-700.0, 700.0)] {
        for _ in 0..POINTS {
            let x = between(&mut draw, low, high);
            exp.see_long(x, Real::exp(x), DoubleDouble::from(x).exp());
        }
    }
    for (low, high) in [(0.7, 1.42), (0.99, 1.01), (1.4, 2.9), (0.1, 0.8), (1.0, 1e6)] {
        for _ in 0..POINTS {
            let x = between(&mut draw, low, high);
            ln.see_long(x, Real::ln(x), DoubleDouble::from(x).ln());
        }
    }
    exp.stays_below(EXP);
    ln.stays_below(LN);
}
