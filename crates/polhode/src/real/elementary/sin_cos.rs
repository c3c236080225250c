//! Sine and cosine.

use super::super::Mask;
use super::float64::{Bits, Float64, SIGN};
use super::polynomial::polynomial;
use super::reduce::{Reduced, reduce, reduce_any};

/// sin x = x + x^3 SIN(x^2), |x| <= 1.
const SIN: [f64; 7] = [
    -0.166_666_666_666_666_66,
    0.008_333_333_333_333_106,
    -0.000_198_412_698_410_802_36,
    2.755_731_914_883_094_6e-6,
    -2.505_209_241_958_081e-8,
    1.605_717_606_233_706_5e-10,
    -7.533_637_149_433_753e-13,
];
/// cos x = 1 - x^2/2 + x^4 COS(x^2), |x| <= 1.
const COS: [f64; 7] = [
    0.041_666_666_666_666_664,
    -0.001_388_888_888_888_851_4,
    2.480_158_730_135_513e-5,
    -2.755_731_915_059_539e-7,
    2.087_674_397_208_521e-9,
    -1.146_943_351_515_792e-11,
    4.709_160_471_049_605e-14,
];

/// Sine and cosine of `angle + tail`, each a sum that is still to be rounded,
/// the larger part first. No tail and a tail of zero give the same bits.
#[inline(always)]
pub(super) fn kernel<F: Float64>(angle: F, tail: Option<F>) -> ((F, F), (F, F)) {
    let square = angle.squared();
    let half_square = square.half();
    let near_cos = F::one() - half_square;

    // The first coefficient apart: its product is nearly all of the rest, and
    // rounded but twice.
    let [first, next, third, higher @ ..] = SIN;
    let cube = angle * square;
    let fifth = cube * square;
    let few = fifth * polynomial(&[next, third], square);
    let many = (fifth * square.squared()) * polynomial(&higher, square);
    let mut sin_rest = cube * F::from_f64(first) + (few + many);
    let mut cos_rest = square.squared() * polynomial(&COS, square);
    if let Some(tail) = tail {
        sin_rest += tail * near_cos;
        cos_rest -= tail * angle;
    }
    let lost = (F::one() - near_cos) - half_square;
    ((angle, sin_rest), (near_cos, lost + cos_rest))
}

/// Sine and cosine.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in super::super) fn sin_cos<F: Float64>(x: F) -> (F, F) {
    let size = x.abs();
    if size.le(F::one()).all() {
        // What the rest of the function would give, with nothing to reduce.
        let (sin, cos) = kernel(size, None);
        return ((sin.0 + sin.1).flipped(x.sign()), cos.0 + cos.1);
    }
    let (reduced, good) = reduce(size);
    if good.all() { turned(x, reduced) } else { sin_cos_any(x) }
}

/// Apart, so that the usual way keeps its numbers in registers.
#[cold]
#[inline(never)]
fn sin_cos_any<F: Float64>(x: F) -> (F, F) {
    turned(x, reduce_any(x.abs()))
}

/// From the reduced magnitude of x.
#[inline(always)]
fn turned<F: Float64>(x: F, reduced: Reduced<F>) -> (F, F) {
    let Reduced { angle, tail, quadrant } = reduced;
    let (sin, cos) = kernel(angle, Some(tail));
    let (sin, cos) = ((sin.0 + sin.1).bits(), (cos.0 + cos.1).bits());

    let odd = F::Bits::from_u64(0).minus(quadrant & F::Bits::from_u64(1));
    let exchange = (sin ^ cos) & odd;
    let sign = F::Bits::from_u64(SIGN);
    let sin_sign = (quadrant.up(62) & sign) ^ x.sign();
    let cos_sign = quadrant.plus(F::Bits::from_u64(1)).up(62) & sign;
    (F::from_bits(sin ^ exchange ^ sin_sign), F::from_bits(cos ^ exchange ^ cos_sign))
}
