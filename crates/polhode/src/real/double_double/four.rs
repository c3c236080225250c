//! Four pairs of doubles side by side.

use super::{DoubleDouble, product, sum};
use crate::real::{Four, FourWork, LaneKernel, Lanes, Real};
use core::ops::{Add, Mul, Sub};

/// Their doubles in two registers.
#[derive(Clone, Copy, Debug)]
struct Pairs<F> {
    hi: F,
    lo: F,
}

impl<F: Lanes<Scalar = f64>> Four<DoubleDouble> for Pairs<F> {
    #[inline(always)]
    fn from_array(numbers: [DoubleDouble; 4]) -> Self {
        let hi = F::from_lanes(|i| numbers[i].hi);
        Self { hi, lo: F::from_lanes(|i| numbers[i].lo) }
    }
    #[inline(always)]
    fn to_array(self) -> [DoubleDouble; 4] {
        core::array::from_fn(|i| DoubleDouble { hi: self.hi.lane(i), lo: self.lo.lane(i) })
    }
    #[inline(always)]
    fn signed(self, signs: [f64; 4]) -> Self {
        let signs = F::from_lanes(|i| signs[i]);
        Self { hi: self.hi * signs, lo: self.lo * signs }
    }
}

impl<F: Real> Add for Pairs<F> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        let (hi, lo) = sum((self.hi, self.lo), (other.hi, other.lo));
        Self { hi, lo }
    }
}
impl<F: Real> Sub for Pairs<F> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self + Self { hi: -other.hi, lo: -other.lo }
    }
}
impl<F: Real> Mul for Pairs<F> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        let (hi, lo) = product((self.hi, self.lo), (other.hi, other.lo));
        Self { hi, lo }
    }
}

/// Work on fours of pairs, as a kernel of doubles.
pub(super) struct InDoubles<W>(pub(super) W);

impl<W: FourWork<DoubleDouble>> LaneKernel<f64> for InDoubles<W> {
    type Output = ();
    #[inline(always)]
    fn run<F: Lanes<Scalar = f64>>(self) {
        self.0.run::<Pairs<F>>();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::real::F64x4;

    /// Four by four, and one at a time, of numbers that cancel in part.
    struct Trial(u32);

    impl FourWork<DoubleDouble> for Trial {
        fn run<F: Four<DoubleDouble>>(self) {
            let number = |i: u32| {
                let x = f64::from(self.0 * 7 + i);
                DoubleDouble::from_sum((0.7 * x).sin() * 3.0, (1.3 * x).cos() * 1e-17)
            };
            let [a, b, c] = [0, 4, 8].map(|first| [0, 1, 2, 3].map(|i| number(first + i)));
            let signs = [1.0, -1.0, -1.0, 1.0];
            let fours = (F::from_array(a) * F::from_array(b) + F::from_array(c) - F::from_array(a))
                .signed(signs)
                .to_array();
            for i in 0..4 {
                let alone = (a[i] * b[i] + c[i] - a[i]) * DoubleDouble::from_f64(signs[i]);
                assert_eq!(fours[i].hi.to_bits(), alone.hi.to_bits());
                assert_eq!(fours[i].lo.to_bits(), alone.lo.to_bits());
            }
        }
    }

    #[test]
    fn fours_have_the_bits_of_one_at_a_time() {
        for i in 0..10_000 {
            DoubleDouble::in_fours(Trial(i));
            InDoubles(Trial(i)).run::<F64x4>();
        }
    }
}
