//! The natural logarithm.

use super::super::double_double::quick_two_sum;
use super::exp::{LN_2_1, LN_2_2};
use super::float64::{Bits, Float64, ONE};
use super::polynomial::{polynomial, quotient};

/// atanh s = s + s^3 ATANH(s^2), |s| <= 3 - 2 sqrt 2.
const ATANH: [f64; 8] = [
    0.333_333_333_333_333_3,
    0.200_000_000_000_024_6,
    0.142_857_142_847_061_4,
    0.111_111_113_034_067_54,
    0.090_908_891_827_400_85,
    0.076_934_942_553_056_72,
    0.066_260_768_548_632_98,
    0.066_173_712_591_969_12,
];
/// What stands for sqrt(1/2).
const ROOT_HALF: u64 = 0x3fe6_a09e_667f_3bcd;
const MANTISSA: u64 = (1 << 52) - 1;
/// 2^52, whose low bits count units.
const UNITS: u64 = 0x4330_0000_0000_0000;

/// Natural logarithm.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in super::super) fn ln<F: Float64>(x: F) -> F {
    let subnormal = x.lt(F::from_f64(f64::MIN_POSITIVE));
    let (exponent, part) = taken_apart(F::select(
        subnormal,
        x * F::from_f64(18_014_398_509_481_984.0), // 2^54
        x,
    ));
    let exponent = exponent - F::select(subnormal, F::from_f64(54.0), F::zero());

    // ln(1 + f) = 2 atanh(f / (2 + f))
    let more = part - F::one(); // exact
    let denominator = quick_two_sum(F::from_f64(2.0), more);
    let (slope, slope_rest) = quotient((more, F::zero()), denominator);
    let square = slope.squared();
    let rest = (slope * square) * polynomial(&ATANH, square) + slope_rest * (F::one() + square);

    let (sum, error) = quick_two_sum(exponent * F::from_f64(LN_2_1), slope.twice());
    let logarithm = sum + (error + (rest.twice() + exponent * F::from_f64(LN_2_2)));
    edges(x, logarithm)
}

/// x as 2^exponent * part, the part between sqrt(1/2) and sqrt 2.
#[inline(always)]
fn taken_apart<F: Float64>(x: F) -> (F, F) {
    let bits = x.bits().plus(F::Bits::from_u64(ONE - ROOT_HALF));
    let part = (bits & F::Bits::from_u64(MANTISSA)).plus(F::Bits::from_u64(ROOT_HALF));
    let exponent = F::from_bits(bits.down(52) | F::Bits::from_u64(UNITS));
    (exponent - F::from_f64(4_503_599_627_370_496.0 + 1023.0), F::from_bits(part))
}

/// The logarithm, but of what is not a positive number.
#[inline(always)]
fn edges<F: Float64>(x: F, logarithm: F) -> F {
    let (zero, infinity) = (F::zero(), F::from_f64(f64::INFINITY));
    let result = F::select(x.equals(infinity), infinity, logarithm);
    let result = F::select(x.equals(zero), -infinity, result);
    F::select(zero.le(x), result, F::from_f64(f64::NAN))
}
