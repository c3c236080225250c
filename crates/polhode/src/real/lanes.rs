//! Several numbers side by side in one SIMD register.

use super::{Constant, Mask, Real, elementary};
use core::ops::{
    Add, AddAssign, BitAnd, BitOr, Div, DivAssign, Mul, MulAssign, Neg, Not, Sub, SubAssign,
};
use wide::{f32x8, f64x4};

/// Numbers that are made of, or are, scalars.
pub trait Lanes: Real {
    /// What one lane holds.
    type Scalar: Real<Mask = bool>;
    /// How many.
    const COUNT: usize;
    /// Every lane from its index.
    fn from_lanes(lane: impl FnMut(usize) -> Self::Scalar) -> Self;
    /// One lane; the index is taken modulo [`COUNT`](Lanes::COUNT).
    fn lane(self, index: usize) -> Self::Scalar;
}

macro_rules! one_lane {
    ($($number:ty)*) => {$(
        impl Lanes for $number {
            type Scalar = Self;
            const COUNT: usize = 1;
            #[inline]
            fn from_lanes(mut lane: impl FnMut(usize) -> Self) -> Self {
                lane(0)
            }
            #[inline]
            fn lane(self, _: usize) -> Self {
                self
            }
        }
    )*};
}
one_lane!(f32 f64 super::DoubleDouble);

macro_rules! lanes {
    ($name:ident, $mask:ident, $simd:ty, $scalar:ty, $count:literal, $doc:literal) => {
        #[doc = $doc]
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        #[repr(transparent)]
        pub struct $name(pub(super) $simd);

        /// What a comparison of these lanes answers.
        #[derive(Clone, Copy, Debug)]
        pub struct $mask($simd);

        impl Mask for $mask {
            #[inline]
            fn splat(answer: bool) -> Self {
                let zero = <$simd>::splat(0.0);
                Self(if answer { zero.simd_eq(zero) } else { zero })
            }
            #[inline]
            fn any(self) -> bool {
                self.0.any()
            }
            #[inline]
            fn all(self) -> bool {
                self.0.all()
            }
        }
        impl BitAnd for $mask {
            type Output = Self;
            #[inline]
            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }
        impl BitOr for $mask {
            type Output = Self;
            #[inline]
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }
        impl Not for $mask {
            type Output = Self;
            #[inline]
            fn not(self) -> Self {
                Self(self.0 ^ Self::splat(true).0)
            }
        }

        lanes!(@operator $name Add add AddAssign add_assign +);
        lanes!(@operator $name Sub sub SubAssign sub_assign -);
        lanes!(@operator $name Mul mul MulAssign mul_assign *);
        lanes!(@operator $name Div div DivAssign div_assign /);
        impl Neg for $name {
            type Output = Self;
            #[inline]
            fn neg(self) -> Self {
                Self(-self.0)
            }
        }

        impl Lanes for $name {
            type Scalar = $scalar;
            const COUNT: usize = $count;
            #[inline]
            fn from_lanes(lane: impl FnMut(usize) -> $scalar) -> Self {
                Self(<$simd>::new(core::array::from_fn(lane)))
            }
            #[inline]
            fn lane(self, index: usize) -> $scalar {
                self.0.to_array()[index % $count]
            }
        }

        impl Real for $name {
            type Mask = $mask;
            const EPSILON: f64 = <$scalar as Real>::EPSILON;
            #[inline]
            fn of(value: f64) -> Self {
                Self(<$simd>::splat(<$scalar>::of(value)))
            }
            #[inline]
            fn constant(value: Constant) -> Self {
                Self(<$simd>::splat(<$scalar>::constant(value)))
            }
            #[inline]
            fn lt(self, other: Self) -> $mask {
                $mask(self.0.simd_lt(other.0))
            }
            #[inline]
            fn le(self, other: Self) -> $mask {
                $mask(self.0.simd_le(other.0))
            }
            #[inline]
            fn equals(self, other: Self) -> $mask {
                $mask(self.0.simd_eq(other.0))
            }
            #[inline]
            fn select(mask: $mask, yes: Self, no: Self) -> Self {
                Self(mask.0.bitselect(yes.0, no.0))
            }
            #[inline]
            fn abs(self) -> Self {
                Self(self.0.abs())
            }
            #[inline]
            fn sqrt(self) -> Self {
                Self(self.0.sqrt())
            }
            #[inline]
            fn round(self) -> Self {
                // As the scalars do it, for the sign of zero.
                let whole = <$simd>::splat(1.0 / <$scalar>::EPSILON);
                let size = self.0.abs();
                let rounded = ((size + whole) - whole) | (self.0 & <$simd>::splat(-0.0));
                Self(size.simd_lt(whole).bitselect(rounded, self.0))
            }
            #[inline]
            fn sin_cos(self) -> (Self, Self) {
                let [sin, cos] = self.through_f64(|x| {
                    let (sin, cos) = elementary::sin_cos(x);
                    [sin, cos]
                });
                (sin, cos)
            }
            #[inline]
            fn tan(self) -> Self {
                self.through_f64(|x| [elementary::tan(x)])[0]
            }
            #[inline]
            fn atan2(self, x: Self) -> Self {
                self.with_f64(x, elementary::atan2)
            }
            #[inline]
            fn exp(self) -> Self {
                self.through_f64(|x| [elementary::exp(x)])[0]
            }
            #[inline]
            fn ln(self) -> Self {
                self.through_f64(|x| [elementary::ln(x)])[0]
            }
        }
    };
    (@operator $name:ident $trait:ident $fn:ident $assign_trait:ident $assign:ident $op:tt) => {
        impl $trait for $name {
            type Output = Self;
            #[inline]
            fn $fn(self, other: Self) -> Self {
                Self(self.0 $op other.0)
            }
        }
        impl $assign_trait for $name {
            #[inline]
            fn $assign(&mut self, other: Self) {
                *self = *self $op other;
            }
        }
    };
}

lanes!(F64x4, MaskF64x4, f64x4, f64, 4, "Four `f64` side by side.");
lanes!(F32x8, MaskF32x8, f32x8, f32, 8, "Eight `f32` side by side.");

impl F64x4 {
    #[inline]
    fn through_f64<const N: usize>(self, function: impl Fn(Self) -> [Self; N]) -> [Self; N] {
        function(self)
    }
    #[inline]
    fn with_f64(self, x: Self, function: impl Fn(Self, Self) -> Self) -> Self {
        function(self, x)
    }
}

/// As the scalar `f32` does, the lanes go through `f64`, four at a time.
#[expect(clippy::cast_possible_truncation, reason = "rounding to f32 is the purpose")]
impl F32x8 {
    #[inline]
    fn widen(self) -> [F64x4; 2] {
        let x = self.0.to_array();
        [0, 4].map(|from| F64x4::from_lanes(|i| f64::from(x[from + i])))
    }
    #[inline]
    fn narrow(low: F64x4, high: F64x4) -> Self {
        let (low, high) = (low.0.to_array(), high.0.to_array());
        Self::from_lanes(|i| if i < 4 { low[i] as f32 } else { high[i - 4] as f32 })
    }
    #[inline]
    fn through_f64<const N: usize>(self, function: impl Fn(F64x4) -> [F64x4; N]) -> [Self; N] {
        let [low, high] = self.widen().map(function);
        core::array::from_fn(|i| Self::narrow(low[i], high[i]))
    }
    #[inline]
    fn with_f64(self, x: Self, function: impl Fn(F64x4, F64x4) -> F64x4) -> Self {
        let ([y_low, y_high], [x_low, x_high]) = (self.widen(), x.widen());
        Self::narrow(function(y_low, x_low), function(y_high, x_high))
    }
}
