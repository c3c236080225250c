//! `f32` is within 0.51 ulp, against double-doubles.
#![expect(clippy::cast_possible_truncation, reason = "rounding to f32 is the purpose")]

use super::bits::Draw;
use polhode::Real;
use polhode::real::DoubleDouble;

/// Error in units of the last place of `f32`.
fn ulps(got: f32, exact: DoubleDouble) -> f64 {
    let nearest = exact.hi as f32;
    let unit = f64::from(f32::from_bits(nearest.abs().to_bits() + 1)) - f64::from(nearest.abs());
    ((DoubleDouble::from(f64::from(got)) - exact).hi / unit).abs()
}

#[test]
fn singles_are_within_0_51_ulp() {
    let mut draw = Draw(10);
    let mut worst = [0.0_f64; 6];
    for i in 0..20_000 {
        let (x, y) = (draw.even() as f32 * [1.0, 10.0, 80.0, 1e4][i % 4], draw.even() as f32);
        let (long, other) = (DoubleDouble::from(f64::from(x)), DoubleDouble::from(f64::from(y)));
        let (sin, cos) = Real::sin_cos(x);
        let (long_sin, long_cos) = long.sin_cos();
        let size = long.abs();
        let mut errors = [
            ulps(sin, long_sin),
            ulps(cos, long_cos),
            ulps(Real::tan(x), long_sin / long_cos),
            ulps(Real::atan2(x, y), long.atan2(other)),
            ulps(Real::ln(x.abs()), size.ln()),
            0.0,
        ];
        if size.hi < 80.0 {
            errors[5] = ulps(Real::exp(x), long.exp());
        }
        worst = core::array::from_fn(|f| worst[f].max(errors[f]));
    }
    assert!(worst.iter().all(|&ulps| ulps > 0.49 && ulps < 0.51), "{worst:?}");
}
