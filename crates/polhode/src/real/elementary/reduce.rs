//! Angles less multiples of pi/2.

use super::float64::{Float64, ROUND};
use super::payne_hanek;

const TWO_OVER_PI: f64 = core::f64::consts::FRAC_2_PI;
/// pi/2 in three parts: times a count below 2^19, the first two are exact.
const HALF_PI_1: f64 = 1.570_796_326_734_125_6;
const HALF_PI_2: f64 = 6.077_100_506_303_966e-11;
const HALF_PI_3: f64 = 2.022_266_248_795_950_6e-21;

/// Up to here the count stays below 2^19.
const LIMIT: f64 = 823_549.0;
/// The three parts err by 2^-99: of smaller remainders they leave too few bits.
const CANCELLED: f64 = 9.313_225_746_154_785e-10; // 2^-30

/// An angle as `quadrant * pi/2 + (angle + tail)`.
#[derive(Clone, Copy)]
pub(super) struct Reduced<F: Float64> {
    pub(super) angle: F,
    /// What the rounding of the angle leaves.
    pub(super) tail: F,
    /// Modulo 4 in the two lowest bits, anything above.
    pub(super) quadrant: F::Bits,
}

/// Of magnitudes, and where it is good. Up to 1 the angle is left as it is and
/// the tail is zero: that is as far as the polynomials reach.
#[inline(always)]
pub(super) fn reduce<F: Float64>(size: F) -> (Reduced<F>, F::Mask) {
    let small = size.le(F::one());
    let nearest = size * F::from_f64(TWO_OVER_PI) + F::from_f64(ROUND);
    let shifted = F::select(small, F::from_f64(ROUND), nearest);
    let count = shifted - F::from_f64(ROUND);

    let rest = size - count * F::from_f64(HALF_PI_1); // exact
    let second = count * F::from_f64(HALF_PI_2); // exact
    let hi = rest - second;
    let lo = ((rest - hi) - second) - count * F::from_f64(HALF_PI_3);
    let angle = hi + lo;
    let tail = (hi - angle) + lo;

    let fast = Reduced { angle, tail, quadrant: shifted.bits() };
    let good = small | (size.le(F::from_f64(LIMIT)) & F::from_f64(CANCELLED).le(angle.abs()));
    (fast, good)
}

/// Of magnitudes of any size: lanes that are not good get all the digits of pi
/// that they need.
pub(super) fn reduce_any<F: Float64>(size: F) -> Reduced<F> {
    let (fast, good) = reduce(size);
    let slow: [payne_hanek::Angle; 4] = core::array::from_fn(|i| {
        payne_hanek::reduce(if i < F::COUNT { size.lane(i) } else { 0.0 })
    });
    let quadrant = F::from_lanes(|i| f64::from_bits(slow[i].quadrant));
    Reduced {
        angle: F::select(good, fast.angle, F::from_lanes(|i| slow[i].angle)),
        tail: F::select(good, fast.tail, F::from_lanes(|i| slow[i].tail)),
        quadrant: F::select(good, F::from_bits(fast.quadrant), quadrant).bits(),
    }
}
