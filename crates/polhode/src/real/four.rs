//! Four numbers that go through the same formula, of whatever kind they are.

use super::{F64x4, Lanes, Real, each};
use core::ops::{Add, Mul, Sub};

/// Four numbers side by side: in registers where the machine has such, else in an
/// array. Each is computed as if it were alone, to the bit.
pub trait Four<R>: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> {
    /// These.
    fn from_array(numbers: [R; 4]) -> Self;
    /// What they are.
    fn to_array(self) -> [R; 4];
    /// Each times 1 or -1.
    #[inline(always)]
    fn signed(self, signs: [f64; 4]) -> Self
    where
        R: Real,
    {
        self * Self::from_array(each(R::zero(), |i| R::from_f64(signs[i])))
    }
}

/// What is done with fours; [`Real::in_fours`] chooses which.
pub trait FourWork<R> {
    /// Does it. What it calls should be `#[inline(always)]`, as of a
    /// [`LaneKernel`](super::LaneKernel).
    fn run<F: Four<R>>(self);
}

/// Four numbers of any kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Array<R>([R; 4]);

impl<R: Real> Four<R> for Array<R> {
    #[inline(always)]
    fn from_array(numbers: [R; 4]) -> Self {
        Self(numbers)
    }
    #[inline(always)]
    fn to_array(self) -> [R; 4] {
        self.0
    }
}

macro_rules! operators {
    ($($trait:ident $function:ident $operator:tt),*) => {$(
        impl<R: Real> $trait for Array<R> {
            type Output = Self;
            #[inline(always)]
            fn $function(self, other: Self) -> Self {
                Self(each(R::zero(), |i| self.0[i] $operator other.0[i]))
            }
        }
    )*};
}
operators!(Add add +, Sub sub -, Mul mul *);

/// Lanes of doubles are fours of doubles.
macro_rules! four_doubles {
    ($lanes:ty) => {
        impl super::Four<f64> for $lanes {
            #[inline(always)]
            fn from_array(numbers: [f64; 4]) -> Self {
                Self::from_lanes(|i| numbers[i])
            }
            #[inline(always)]
            fn to_array(self) -> [f64; 4] {
                $crate::real::each(0.0, |i| self.lane(i))
            }
        }
    };
}
#[cfg(all(feature = "std", target_arch = "x86_64", not(target_feature = "avx2")))]
pub(super) use four_doubles;
four_doubles!(F64x4);
