//! What a formula may do with a number.
//!
//! Every formula of the crate is written once, over [`Real`]. Numbers are
//! `f32`, `f64`, SIMD lanes of both ([`F32x8`], [`F64x4`]) and
//! [`DoubleDouble`] (about 31 digits, for truth against which errors are
//! measured). A lane holds the bits that the scalar would have held. A
//! [`LaneKernel`] runs in the widest lanes that the machine is found to have.
//!
//! The elementary functions are the crate's own, so that a trajectory has the
//! same bits on every machine. On a concrete `f64` write `Real::sin(x)`: the
//! method call `x.sin()` would pick the platform's function.

#[macro_use]
mod assign;
mod compensated;
#[macro_use]
mod constant;
#[macro_use]
mod lanes;
// Compiled for AVX2, the plain lanes are those already.
#[cfg(all(feature = "std", target_arch = "x86_64", not(target_feature = "avx2")))]
mod avx2;
mod disc;
mod dispatch;
mod double_double;
mod dual;
mod elementary;
mod four;
mod jet;
mod power_of_two;
mod scalar;
mod to_f64;
mod whole;

use core::fmt::Debug;
use core::ops::{
    Add, AddAssign, BitAnd, BitOr, Div, DivAssign, Mul, MulAssign, Neg, Not, Sub, SubAssign,
};

pub(crate) use compensated::add_with_rest;
pub use constant::Constant;
pub use disc::Disc;
pub(crate) use dispatch::ask_for;
pub use dispatch::{LaneKernel, Scalar};
pub use double_double::DoubleDouble;
pub use dual::Dual;
pub use four::{Four, FourWork};
#[cfg(feature = "std")]
pub(crate) use jet::convolution;
pub use jet::{Jet, Over};
pub use lanes::{F32x8, F64x4, Lanes};
pub(crate) use power_of_two::smallest;
pub use power_of_two::{binary_exponent, times_power_of_two};
pub use to_f64::to_f64;
pub use whole::{Single, Whole};
#[cfg(feature = "lattice")]
pub(crate) use whole::{SingleKernel, in_widest_singles};

/// The answer of a comparison: one `bool`, or one for each lane.
pub trait Mask:
    Copy
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
{
    /// The same answer in every lane.
    fn splat(answer: bool) -> Self;
    /// Is it true in at least one lane?
    fn any(self) -> bool;
    /// Is it true in every lane?
    fn all(self) -> bool;
}

impl Mask for bool {
    #[inline(always)]
    fn splat(answer: bool) -> Self {
        answer
    }
    #[inline(always)]
    fn any(self) -> bool {
        self
    }
    #[inline(always)]
    fn all(self) -> bool {
        self
    }
}

/// An array from the indices of its entries, as `core::array::from_fn`: that is made for entries
/// that may fail or have to be dropped, and every sum of jets would be a tower of closures to
/// compile.
#[inline(always)]
pub(crate) fn each<R: Copy, const N: usize>(zero: R, mut entry: impl FnMut(usize) -> R) -> [R; N] {
    let mut all = [zero; N];
    for (k, slot) in all.iter_mut().enumerate() {
        *slot = entry(k);
    }
    all
}

/// Are products and sums fused? Only with the feature `fast`, compiled for a machine that
/// has such an instruction. Then results are not the same on every machine.
pub const FUSED: bool = cfg!(all(
    feature = "fast",
    feature = "std",
    any(target_feature = "fma", target_arch = "aarch64")
));

/// A number that formulas are written over.
///
/// Control flow follows the same rule for all numbers: compare to a
/// [`Mask`](Real::Mask), then [`select`](Real::select), or loop while
/// [`any`](Mask::any) lane wants to go on. A branch on `any` or `all` may only
/// skip work that would not have changed a bit.
pub trait Real:
    Copy
    + Debug
    + Default
    + PartialEq
    + Send
    + Sync
    + 'static
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
    + MulAssign
    + DivAssign
{
    /// The answer of a comparison.
    type Mask: Mask;

    /// Distance from 1 to the next number.
    const EPSILON: f64;

    /// Does it carry derivatives besides its value? Then an iteration that ends when
    /// values have settled goes on until the derivatives have.
    const VARIES: bool = false;

    /// Are its instructions known only to the function that found them on the machine? Then all that
    /// works on it is inlined there.
    const INLINED: bool = false;
    /// Is it so much to compile that steps and drifts are functions, one for all that call them?
    const CALLED: bool = false;
    /// Is it several numbers side by side?
    const IN_LANES: bool = false;
    /// Whether runs in this scalar type can look for features of a torque within a step
    /// ([`Run::resolve_torque`](crate::Run::resolve_torque)): every torque is then compiled for [`Disc`] too.
    const RESOLVES: bool = false;

    /// This literal, in every lane, rounded once.
    fn from_f64(value: f64) -> Self;
    /// This constant with as many digits as the number has.
    fn constant(value: Constant) -> Self;

    /// `self < other`.
    fn lt(self, other: Self) -> Self::Mask;
    /// `self <= other`.
    fn le(self, other: Self) -> Self::Mask;
    /// `self == other`, lane by lane.
    fn equals(self, other: Self) -> Self::Mask;
    /// `yes` where the mask is true, `no` elsewhere.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;

    /// The value without derivatives, where it has such: a step size is chosen by values,
    /// and is then a constant.
    #[inline(always)]
    #[must_use]
    fn still(self) -> Self {
        self
    }
    /// The derivatives without the value: zero of plain numbers.
    #[inline(always)]
    #[must_use]
    fn variation(self) -> Self {
        if Self::VARIES { self - self.still() } else { Self::zero() }
    }

    /// Magnitude.
    fn abs(self) -> Self;
    /// Square root, correctly rounded (double-double: to 2^-104).
    fn sqrt(self) -> Self;
    /// The nearest integer, ties to even.
    fn round(self) -> Self;
    /// Sine and cosine.
    fn sin_cos(self) -> (Self, Self);
    /// Tangent.
    fn tan(self) -> Self;
    /// The angle of the point (x, self), in (-pi, pi].
    fn atan2(self, x: Self) -> Self;
    /// e to the power self.
    fn exp(self) -> Self;
    /// Natural logarithm.
    fn ln(self) -> Self;

    /// Sine.
    #[inline(always)]
    fn sin(self) -> Self {
        self.sin_cos().0
    }
    /// Cosine.
    #[inline(always)]
    fn cos(self) -> Self {
        self.sin_cos().1
    }
    /// Arc tangent.
    #[inline(always)]
    fn atan(self) -> Self {
        self.atan2(Self::one())
    }
    /// Arc sine.
    #[inline(always)]
    fn asin(self) -> Self {
        self.atan2(((Self::one() - self) * (Self::one() + self)).sqrt())
    }
    /// Arc cosine.
    #[inline(always)]
    fn acos(self) -> Self {
        ((Self::one() - self) * (Self::one() + self)).sqrt().atan2(self)
    }

    /// 0.
    #[inline(always)]
    fn zero() -> Self {
        Self::from_f64(0.0)
    }
    /// 1.
    #[inline(always)]
    fn one() -> Self {
        Self::from_f64(1.0)
    }
    /// The circle number.
    #[inline(always)]
    fn pi() -> Self {
        Self::constant(Constant::PI)
    }
    /// Half of it (exact).
    #[inline(always)]
    fn half(self) -> Self {
        self * Self::from_f64(0.5)
    }
    /// Two of it (exact).
    #[inline(always)]
    fn twice(self) -> Self {
        self + self
    }
    /// `self * factor + addend`, rounded twice; or once, where [`FUSED`] says so.
    #[inline(always)]
    fn times_plus(self, factor: Self, addend: Self) -> Self {
        self * factor + addend
    }
    /// `from - self * factor`, rounded as [`times_plus`](Real::times_plus).
    #[inline(always)]
    fn times_less(self, factor: Self, from: Self) -> Self {
        if FUSED { (-self).times_plus(factor, from) } else { from - self * factor }
    }
    /// Its square.
    #[inline(always)]
    fn squared(self) -> Self {
        self * self
    }
    /// 1 / self.
    #[inline(always)]
    fn recip(self) -> Self {
        Self::one() / self
    }
    /// The smaller of two.
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self::select(other.lt(self), other, self)
    }
    /// The larger of two.
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self::select(self.lt(other), other, self)
    }
    /// Magnitude of `self` with the sign of `sign` (zero counts as positive).
    #[inline(always)]
    fn with_sign_of(self, sign: Self) -> Self {
        let magnitude = self.abs();
        Self::select(sign.lt(Self::zero()), -magnitude, magnitude)
    }
    /// Neither infinite nor not-a-number.
    #[inline(always)]
    #[expect(clippy::eq_op, reason = "the difference is zero of finite numbers only")]
    fn is_finite(self) -> Self::Mask {
        (self - self).equals(Self::zero())
    }
    /// Does work on fours of numbers of this kind.
    #[inline(always)]
    fn in_fours<W: FourWork<Self>>(work: W) {
        work.run::<four::Array<Self>>();
    }
    /// self to a whole power, by squaring.
    #[inline(always)]
    fn powi(self, exponent: i32) -> Self {
        let mut base = if exponent < 0 { self.recip() } else { self };
        let mut n = exponent.unsigned_abs();
        let mut power = Self::one();
        while n > 0 {
            if n & 1 == 1 {
                power *= base;
            }
            base = base.squared();
            n >>= 1;
        }
        power
    }
}
