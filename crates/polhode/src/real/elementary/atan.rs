//! The angle of a point.

use super::super::double_double::{quick_two_sum, two_sum};
use super::float64::{Bits, Float64, ONE};
use super::polynomial::{polynomial, quotient};

/// pi/4: the nearest double ends in three zeros, so up to four are exact.
const QUARTER_PI_1: f64 = core::f64::consts::FRAC_PI_4;
const QUARTER_PI_2: f64 = 3.061_616_997_868_383e-17;
/// tan(pi/8)
const TURN: f64 = 0.414_213_562_373_095_03;
/// atan t = t + t^3 ATAN(t^2), |t| <= tan(pi/8).
const ATAN: [f64; 12] = [
    -0.333_333_333_333_333_26,
    0.199_999_999_999_970_98,
    -0.142_857_142_853_170_75,
    0.111_111_110_838_052_38,
    -0.090_909_079_885_244_31,
    0.076_922_792_704_179_65,
    -0.066_661_758_103_207_2,
    0.058_765_282_448_663_2,
    -0.052_152_603_532_327_09,
    0.044_908_941_966_270_26,
    -0.033_182_714_369_226_596,
    0.014_901_666_980_840_167,
];

/// The angle of the point (x, y).
///
/// The angle is a multiple of pi/4 and the arc tangent of a quotient of at most
/// tan(pi/8), whose rounding error is known.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in super::super) fn atan2<F: Float64>(y: F, x: F) -> F {
    let (tall, wide) = (y.abs(), x.abs());
    let steep = wide.lt(tall);
    let (small, large) = scaled(F::select(steep, wide, tall), F::select(steep, tall, wide));

    // t = small/large, or atan t = pi/4 + atan((t - 1)/(t + 1)).
    let turned = (large * F::from_f64(TURN)).lt(small);
    let (less, more) = (two_sum(small, -large), two_sum(large, small));
    let zero = F::zero();
    let numerator = (F::select(turned, less.0, small), F::select(turned, less.1, zero));
    let denominator = (F::select(turned, more.0, large), F::select(turned, more.1, zero));
    let (slope, slope_rest) = quotient(numerator, denominator);
    let square = slope.squared();
    let rest = (slope * square) * polynomial(&ATAN, square) + slope_rest * (F::one() - square);

    // Octants mirror: pi/2 - angle where steep, pi - angle where x is negative.
    let backward = F::from_bits(x.sign() | F::Bits::from_u64(ONE)).lt(zero);
    let eighths = F::select(turned, F::one(), zero);
    let eighths = F::select(steep, F::from_f64(2.0) - eighths, eighths);
    let eighths = F::select(backward, F::from_f64(4.0) - eighths, eighths);
    let mirror = F::select(steep, -F::one(), F::one());
    let mirror = F::select(backward, -mirror, mirror);

    let (sum, error) = quick_two_sum(eighths * F::from_f64(QUARTER_PI_1), slope * mirror);
    let angle = sum + (error + (rest * mirror + eighths * F::from_f64(QUARTER_PI_2)));
    let known = x.equals(x) & y.equals(y);
    F::select(known, angle.flipped(y.sign()), F::from_f64(f64::NAN))
}

/// The same quotient from numbers between which nothing over- or underflows:
/// the larger between 2^-474 and 2^101, and for every quotient that is
/// subnormal or near that above 2^100.
#[inline(always)]
fn scaled<F: Float64>(small: F, large: F) -> (F, F) {
    // Both zero: 0/1. One infinite: 0/1. Both: 1/1.
    let infinity = F::from_f64(f64::INFINITY);
    let endless = large.equals(infinity);
    let both = small.equals(infinity);
    let small = F::select(endless, F::select(both, F::one(), F::zero()), small);
    let large = F::select(endless | large.equals(F::zero()), F::one(), large);

    let exponent = large.bits() & F::Bits::from_u64(0x7ff0_0000_0000_0000);
    let to_2_100 = F::from_bits(F::Bits::from_u64(2146 << 52).minus(exponent));
    let tiny = large.lt(F::from_f64(3.054_936_363_499_605e-151)); // 2^-500
    let scale = F::select(tiny, F::from_f64(4.149_515_568_880_993e180), to_2_100); // 2^600
    (small * scale, large * scale)
}
