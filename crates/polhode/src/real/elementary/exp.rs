//! The exponential function.

use super::super::Real;
use super::super::double_double::quick_two_sum;
use super::float64::{Bits, Float64, ONE, ROUND};
use super::polynomial::polynomial;

const LOG2_E: f64 = core::f64::consts::LOG2_E;
/// ln 2: few enough bits that up to 2^11 of the first part are exact.
pub(super) const LN_2_1: f64 = 0.693_147_180_559_890_3;
pub(super) const LN_2_2: f64 = 5.497_923_018_708_371e-14;
/// e^r = 1 + r + r^2 (EVEN(r^2) + r ODD(r^2)), |r| <= ln(2)/2.
const EVEN: [f64; 6] = [
    0.5,
    0.041_666_666_666_666_685,
    0.001_388_888_888_887_325_3,
    2.480_158_734_928_808_4e-5,
    2.755_725_174_401_551_6e-7,
    2.092_179_033_775_310_8e-9,
];
const ODD: [f64; 5] = [
    0.166_666_666_666_666_85,
    0.008_333_333_333_315_873,
    0.000_198_412_698_989_481_28,
    2.755_723_254_476_676_3e-6,
    2.511_277_531_610_616_7e-8,
];
/// Beyond, the result is infinite or zero.
const LIMIT: f64 = 800.0;

/// e to the power x.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in super::super) fn exp<F: Float64>(x: F) -> F {
    let limited = Real::max(Real::min(x, F::from_f64(LIMIT)), F::from_f64(-LIMIT));
    let count = (limited * F::from_f64(LOG2_E) + F::from_f64(ROUND)) - F::from_f64(ROUND);

    let hi = limited - count * F::from_f64(LN_2_1); // exact
    let lo = count * F::from_f64(LN_2_2);
    let rest = hi - lo;
    let tail = (hi - rest) - lo;

    let square = rest.squared();
    let curve = square * (polynomial(&EVEN, square) + rest * polynomial(&ODD, square));
    let (sum, error) = quick_two_sum(F::one(), rest);
    let power = sum + (error + (tail + curve));

    // Two factors, since 2^count alone may leave the range of a double.
    let shifted = count.half() + F::from_f64(ROUND);
    let other = count - (shifted - F::from_f64(ROUND)) + F::from_f64(ROUND);
    let scaled = power * power_of_two(shifted) * power_of_two(other);
    F::select(x.equals(x), scaled, F::from_f64(f64::NAN))
}

/// From a count in the low bits.
#[inline(always)]
fn power_of_two<F: Float64>(shifted: F) -> F {
    F::from_bits(shifted.bits().up(52).plus(F::Bits::from_u64(ONE)))
}
