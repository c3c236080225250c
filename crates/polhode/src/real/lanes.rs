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
    /// The first numbers of a column; none where there are too few.
    #[inline(always)]
    fn from_column(column: &[Self::Scalar]) -> Option<Self> {
        if column.len() < Self::COUNT { None } else { Some(Self::from_lanes(|i| column[i])) }
    }
    /// The lanes to the beginning of a column, as far as it goes.
    #[inline(always)]
    fn put(self, column: &mut [Self::Scalar]) {
        for (i, number) in column.iter_mut().take(Self::COUNT).enumerate() {
            *number = self.lane(i);
        }
    }
}

macro_rules! one_lane {
    ($($number:ty)*) => {$(
        impl Lanes for $number {
            type Scalar = Self;
            const COUNT: usize = 1;
            #[inline(always)]
            fn from_lanes(mut lane: impl FnMut(usize) -> Self) -> Self {
                lane(0)
            }
            #[inline(always)]
            fn lane(self, _: usize) -> Self {
                self
            }
        }
    )*};
}
one_lane!(f32 f64 super::DoubleDouble);

/// A number made of `$simd`, which has what `wide` calls by these names: `splat`,
/// `new`, `to_array`, `simd_lt`, `simd_le`, `simd_eq`, `bitselect`, `any`, `all`,
/// `abs`, `sqrt`, the operators of numbers and those of bits.
///
/// Everything is inlined always: where the instructions are chosen at run time
/// (`real/avx2.rs`), what is not inlined knows nothing of the choice.
macro_rules! lanes {
    (
        $(#[$doc:meta])*
        $visibility:vis $name:ident, $mask:ident, $simd:ty, $count:literal x $scalar:ty,
        inlined: $inlined:literal,
        $functions:ident($($double:ident)?) $(, $fused:ident)?
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default)]
        #[repr(transparent)]
        $visibility struct $name(pub(super) $simd);

        /// What a comparison of these lanes answers.
        #[derive(Clone, Copy, Debug)]
        $visibility struct $mask($simd);

        impl PartialEq for $name {
            #[inline(always)]
            fn eq(&self, other: &Self) -> bool {
                self.0.simd_eq(other.0).all()
            }
        }

        impl Mask for $mask {
            #[inline(always)]
            fn splat(answer: bool) -> Self {
                let zero = <$simd>::splat(0.0);
                Self(if answer { zero.simd_eq(zero) } else { zero })
            }
            #[inline(always)]
            fn any(self) -> bool {
                self.0.any()
            }
            #[inline(always)]
            fn all(self) -> bool {
                self.0.all()
            }
        }
        impl BitAnd for $mask {
            type Output = Self;
            #[inline(always)]
            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }
        impl BitOr for $mask {
            type Output = Self;
            #[inline(always)]
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }
        impl Not for $mask {
            type Output = Self;
            #[inline(always)]
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
            #[inline(always)]
            fn neg(self) -> Self {
                Self(-self.0)
            }
        }

        impl Lanes for $name {
            type Scalar = $scalar;
            const COUNT: usize = $count;
            #[inline(always)]
            fn from_lanes(lane: impl FnMut(usize) -> $scalar) -> Self {
                Self(<$simd>::new($crate::real::each(0.0, lane)))
            }
            #[inline(always)]
            fn lane(self, index: usize) -> $scalar {
                self.0.to_array()[index % $count]
            }
            #[inline(always)]
            fn from_column(column: &[$scalar]) -> Option<Self> {
                // One instruction, where lane by lane may be eight.
                match column.first_chunk::<$count>() {
                    Some(lanes) => Some(Self(<$simd>::new(*lanes))),
                    None => None,
                }
            }
            #[inline(always)]
            fn put(self, column: &mut [$scalar]) {
                let lanes = self.0.to_array();
                match column.first_chunk_mut::<$count>() {
                    Some(whole) => *whole = lanes,
                    None => column.iter_mut().zip(lanes).for_each(|(x, lane)| *x = lane),
                }
            }
        }

        impl Real for $name {
            type Mask = $mask;
            const EPSILON: f64 = <$scalar as Real>::EPSILON;
            const INLINED: bool = $inlined;
            const IN_LANES: bool = true;
            #[inline(always)]
            fn from_f64(value: f64) -> Self {
                Self(<$simd>::splat(<$scalar>::from_f64(value)))
            }
            #[inline(always)]
            fn constant(value: Constant) -> Self {
                Self(<$simd>::splat(<$scalar>::constant(value)))
            }
            #[inline(always)]
            fn lt(self, other: Self) -> $mask {
                $mask(self.0.simd_lt(other.0))
            }
            #[inline(always)]
            fn le(self, other: Self) -> $mask {
                $mask(self.0.simd_le(other.0))
            }
            #[inline(always)]
            fn equals(self, other: Self) -> $mask {
                $mask(self.0.simd_eq(other.0))
            }
            #[inline(always)]
            fn select(mask: $mask, yes: Self, no: Self) -> Self {
                Self(mask.0.bitselect(yes.0, no.0))
            }
            #[inline(always)]
            fn abs(self) -> Self {
                Self(self.0.abs())
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                Self(self.0.sqrt())
            }
            #[inline(always)]
            fn round(self) -> Self {
                // As the scalars do it, for the sign of zero.
                let whole = <$simd>::splat(1.0 / <$scalar>::EPSILON);
                let size = self.0.abs();
                let rounded = ((size + whole) - whole) | (self.0 & <$simd>::splat(-0.0));
                Self(size.simd_lt(whole).bitselect(rounded, self.0))
            }
            $(
                #[inline(always)]
                fn times_plus(self, factor: Self, addend: Self) -> Self {
                    Self(self.0.$fused(factor.0, addend.0))
                }
                #[inline(always)]
                fn times_less(self, factor: Self, from: Self) -> Self {
                    Self(self.0.negated_times_plus(factor.0, from.0))
                }
            )?
            $functions!($($double)?);
        }
    };
    (@operator $name:ident $trait:ident $fn:ident $assign_trait:ident $assign:ident $op:tt) => {
        impl $trait for $name {
            type Output = Self;
            #[inline(always)]
            fn $fn(self, other: Self) -> Self {
                Self(self.0 $op other.0)
            }
        }
        impl $assign_trait for $name {
            #[inline(always)]
            fn $assign(&mut self, other: Self) {
                *self = *self $op other;
            }
        }
    };
}

/// Elementary functions of lanes of doubles.
macro_rules! functions_of_doubles {
    () => {
        #[inline(always)]
        fn sin_cos(self) -> (Self, Self) {
            elementary::sin_cos(self)
        }
        #[inline(always)]
        fn tan(self) -> Self {
            elementary::tan(self)
        }
        #[inline(always)]
        fn atan2(self, x: Self) -> Self {
            elementary::atan2(self, x)
        }
        #[inline(always)]
        fn exp(self) -> Self {
            elementary::exp(self)
        }
        #[inline(always)]
        fn ln(self) -> Self {
            elementary::ln(self)
        }
    };
}

/// As the scalar `f32` does, lanes of singles go through doubles, half of them at a
/// time. (Written out: a closure cannot be inlined always.)
macro_rules! functions_through {
    ($double:ident) => {
        #[inline(always)]
        fn sin_cos(self) -> (Self, Self) {
            let [low, high] = $double::halves(self);
            let (low, high) = (elementary::sin_cos(low), elementary::sin_cos(high));
            ($double::joined(low.0, high.0), $double::joined(low.1, high.1))
        }
        #[inline(always)]
        fn tan(self) -> Self {
            let [low, high] = $double::halves(self);
            $double::joined(elementary::tan(low), elementary::tan(high))
        }
        #[inline(always)]
        fn atan2(self, x: Self) -> Self {
            let ([low, high], [x_low, x_high]) = ($double::halves(self), $double::halves(x));
            $double::joined(elementary::atan2(low, x_low), elementary::atan2(high, x_high))
        }
        #[inline(always)]
        fn exp(self) -> Self {
            let [low, high] = $double::halves(self);
            $double::joined(elementary::exp(low), elementary::exp(high))
        }
        #[inline(always)]
        fn ln(self) -> Self {
            let [low, high] = $double::halves(self);
            $double::joined(elementary::ln(low), elementary::ln(high))
        }
    };
}

/// Four doubles are half of eight singles.
macro_rules! halves {
    ($double:ident, $single:ident) => {
        #[expect(clippy::cast_possible_truncation, reason = "rounding to f32 is the purpose")]
        impl $double {
            #[inline(always)]
            fn halves(singles: $single) -> [Self; 2] {
                let [a, b, c, d, e, f, g, h] = singles.0.to_array().map(f64::from);
                let (low, high) = ([a, b, c, d], [e, f, g, h]);
                [Self::from_lanes(|i| low[i]), Self::from_lanes(|i| high[i])]
            }
            #[inline(always)]
            fn joined(low: Self, high: Self) -> $single {
                let ([a, b, c, d], [e, f, g, h]) = (low.0.to_array(), high.0.to_array());
                let both = [a, b, c, d, e, f, g, h];
                $single::from_lanes(|i| both[i] as f32)
            }
        }
    };
}

lanes! {
    /// Four `f64` side by side.
    pub F64x4, MaskF64x4, f64x4, 4 x f64, inlined: false, functions_of_doubles()
}
lanes! {
    /// Eight `f32` side by side.
    pub F32x8, MaskF32x8, f32x8, 8 x f32, inlined: false, functions_through(F64x4)
}
halves!(F64x4, F32x8);
