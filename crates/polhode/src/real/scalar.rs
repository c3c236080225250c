//! The numbers of the machine, `f64` and `f32`.

#[cfg(feature = "std")]
use super::FUSED;
use super::{Constant, F64x4, FourWork, Real, elementary};

/// From here on every number is whole, so adding and subtracting it leaves the
/// nearest integer: there is no rounding function without the standard library.
const WHOLE: f64 = 4_503_599_627_370_496.0;
const WHOLE_F32: f32 = 8_388_608.0;

#[inline]
pub(super) fn sqrt(x: f64) -> f64 {
    #[cfg(feature = "std")]
    return f64::sqrt(x);
    #[cfg(not(feature = "std"))]
    return libm::sqrt(x);
}

/// What both types have of the machine: comparisons, the choice by one, the fused product and sum,
/// the absolute value.
macro_rules! native {
    ($float:ident) => {
        type Mask = bool;

        #[inline]
        fn lt(self, other: Self) -> bool {
            self < other
        }
        #[inline]
        fn le(self, other: Self) -> bool {
            self <= other
        }
        #[inline]
        fn equals(self, other: Self) -> bool {
            self == other
        }
        #[inline]
        fn select(mask: bool, yes: Self, no: Self) -> Self {
            if mask { yes } else { no }
        }
        #[cfg(feature = "std")]
        #[inline(always)]
        fn times_plus(self, factor: Self, addend: Self) -> Self {
            if FUSED { $float::mul_add(self, factor, addend) } else { self * factor + addend }
        }
        #[inline]
        fn abs(self) -> Self {
            $float::abs(self)
        }
    };
}

impl Real for f64 {
    native!(f64);
    const RESOLVES: bool = true;
    const EPSILON: f64 = f64::EPSILON;

    #[inline]
    fn from_f64(value: f64) -> Self {
        value
    }
    #[inline]
    fn constant(value: Constant) -> Self {
        value.hi
    }
    #[inline]
    fn sqrt(self) -> Self {
        sqrt(self)
    }
    #[inline]
    fn round(self) -> Self {
        let size = f64::abs(self);
        if size < WHOLE { ((size + WHOLE) - WHOLE).copysign(self) } else { self }
    }
    #[inline]
    fn sin_cos(self) -> (Self, Self) {
        elementary::sin_cos(self)
    }
    #[inline]
    fn tan(self) -> Self {
        elementary::tan(self)
    }
    #[inline]
    fn atan2(self, x: Self) -> Self {
        elementary::atan2(self, x)
    }
    #[inline]
    fn exp(self) -> Self {
        elementary::exp(self)
    }
    #[inline]
    fn ln(self) -> Self {
        elementary::ln(self)
    }
    #[inline(always)]
    fn in_fours<W: FourWork<f64>>(work: W) {
        #[cfg(all(feature = "std", target_arch = "x86_64", not(target_feature = "avx2")))]
        let work = match super::avx2::fours_of_doubles(work) {
            Ok(()) => return,
            Err(work) => work,
        };
        work.run::<F64x4>();
    }
}

/// `f32` borrows the functions of `f64`: rounded once more they are the nearest
/// `f32` in all but a few cases of a billion.
#[expect(clippy::cast_possible_truncation, reason = "rounding to f32 is the purpose")]
impl Real for f32 {
    native!(f32);
    const EPSILON: f64 = f32::EPSILON as f64;

    #[inline]
    fn from_f64(value: f64) -> Self {
        value as f32
    }
    #[inline]
    fn constant(value: Constant) -> Self {
        value.hi as f32
    }
    #[inline]
    fn sqrt(self) -> Self {
        #[cfg(feature = "std")]
        return f32::sqrt(self);
        #[cfg(not(feature = "std"))]
        return libm::sqrtf(self);
    }
    #[inline]
    fn round(self) -> Self {
        let size = f32::abs(self);
        if size < WHOLE_F32 { ((size + WHOLE_F32) - WHOLE_F32).copysign(self) } else { self }
    }
    #[inline]
    fn sin_cos(self) -> (Self, Self) {
        let (sin, cos) = elementary::sin_cos(f64::from(self));
        (sin as f32, cos as f32)
    }
    #[inline]
    fn tan(self) -> Self {
        elementary::tan(f64::from(self)) as f32
    }
    #[inline]
    fn atan2(self, x: Self) -> Self {
        elementary::atan2(f64::from(self), f64::from(x)) as f32
    }
    #[inline]
    fn exp(self) -> Self {
        elementary::exp(f64::from(self)) as f32
    }
    #[inline]
    fn ln(self) -> Self {
        elementary::ln(f64::from(self)) as f32
    }
}
