//! Integers beside the singles.

#[cfg(feature = "lattice")]
use super::super::whole::SingleKernel;
use super::super::whole::{Single, Whole};
#[cfg(feature = "lattice")]
use super::found;
use super::{Avx2F32x8, Singles};
use core::arch::x86_64::*;

#[cfg(feature = "lattice")]
/// Runs a kernel in eight singles and eight integers of one register each, or gives it back
/// where there are none.
#[inline(always)]
pub(in super::super) fn eight_singles_with_integers<K: SingleKernel>(kernel: K) -> Result<(), K> {
    #[target_feature(enable = "avx2")]
    fn run<K: SingleKernel>(kernel: K) {
        kernel.run::<Avx2F32x8>();
    }
    if !found() {
        return Err(kernel);
    }
    // SAFETY: AVX2, the only feature that `run` enables, was found.
    unsafe { run(kernel) };
    Ok(())
}

/// Eight integers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Doublewords(__m256i);

impl Whole for Doublewords {
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Self(avx2!(_mm256_add_epi32(self.0, other.0)))
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Self(avx2!(_mm256_sub_epi32(self.0, other.0)))
    }
    #[inline(always)]
    fn from_lanes(lane: impl FnMut(usize) -> i32) -> Self {
        Self(avx2!(core::mem::transmute::<[i32; 8], __m256i>(core::array::from_fn(lane))))
    }
    #[inline(always)]
    fn lane(self, index: usize) -> i32 {
        avx2!(core::mem::transmute::<__m256i, [i32; 8]>(self.0))[index % 8]
    }
}

impl Single for Avx2F32x8 {
    type Whole = Doublewords;
    #[inline(always)]
    fn nearest(self) -> Doublewords {
        Doublewords(avx2!(_mm256_cvtps_epi32(self.0.0)))
    }
    #[inline(always)]
    fn from_whole(whole: Doublewords) -> Self {
        Self(Singles(avx2!(_mm256_cvtepi32_ps(whole.0))))
    }
}
