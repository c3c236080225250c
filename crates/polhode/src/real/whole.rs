//! Singles and integers of 32 bits side by side: numbers on a lattice.

use super::{F32x8, Lanes, Real};
use core::fmt::Debug;
use wide::i32x8;

/// An integer of 32 bits, or lanes of them. Sums are modulo 2^32, so that each can be undone.
pub trait Whole: Copy + Debug + Send + Sync + 'static {
    /// Sum.
    #[must_use]
    fn plus(self, other: Self) -> Self;
    /// Difference.
    #[must_use]
    fn minus(self, other: Self) -> Self;
    /// Every lane from its index.
    fn from_lanes(lane: impl FnMut(usize) -> i32) -> Self;
    /// One lane; the index is taken modulo the number of lanes.
    fn lane(self, index: usize) -> i32;
}

/// A single, or lanes of them, that can be rounded to an integer and made of one.
pub trait Single: Lanes<Scalar = f32> {
    /// As many integers.
    type Whole: Whole;
    /// The nearest integer, ties to even. What it is of numbers from 2^31 on, and of what is no
    /// number, depends on the machine.
    fn nearest(self) -> Self::Whole;
    /// The single nearest to an integer, ties to even.
    fn from_whole(whole: Self::Whole) -> Self;
}

impl Whole for i32 {
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self.wrapping_sub(other)
    }
    #[inline(always)]
    fn from_lanes(mut lane: impl FnMut(usize) -> i32) -> Self {
        lane(0)
    }
    #[inline(always)]
    fn lane(self, _: usize) -> i32 {
        self
    }
}

impl Single for f32 {
    type Whole = i32;
    #[expect(clippy::cast_possible_truncation, reason = "it is whole, and the range is said above")]
    #[inline(always)]
    fn nearest(self) -> i32 {
        Real::round(self) as i32
    }
    #[expect(clippy::cast_precision_loss, reason = "rounding is the purpose")]
    #[inline(always)]
    fn from_whole(whole: i32) -> Self {
        whole as f32
    }
}

impl Whole for i32x8 {
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self + other
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self - other
    }
    #[inline(always)]
    fn from_lanes(lane: impl FnMut(usize) -> i32) -> Self {
        Self::new(core::array::from_fn(lane))
    }
    #[inline(always)]
    fn lane(self, index: usize) -> i32 {
        self.to_array()[index % 8]
    }
}

impl Single for F32x8 {
    type Whole = i32x8;
    #[inline(always)]
    fn nearest(self) -> i32x8 {
        // The instruction of x86 goes to even by itself; what replaces it elsewhere may not.
        let whole = if cfg!(target_feature = "sse2") { self.0 } else { self.0.round_ties_even() };
        whole.fast_round_int()
    }
    #[inline(always)]
    fn from_whole(whole: i32x8) -> Self {
        Self(whole.round_float())
    }
}

#[cfg(feature = "lattice")]
/// A [`LaneKernel`](super::LaneKernel) that needs integers too.
pub(crate) trait SingleKernel {
    /// Does it, with as many numbers at a time as `R` has lanes.
    fn run<R: Single>(self);
}

#[cfg(feature = "lattice")]
/// Runs a kernel in the widest lanes of this machine.
#[inline]
pub(crate) fn in_widest_singles<K: SingleKernel>(kernel: K) {
    #[cfg(all(feature = "std", target_arch = "x86_64", not(target_feature = "avx2")))]
    let kernel = match super::avx2::eight_singles_with_integers(kernel) {
        Ok(()) => return,
        Err(kernel) => kernel,
    };
    kernel.run::<F32x8>();
}
