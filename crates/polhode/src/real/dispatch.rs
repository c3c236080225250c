//! The widest lanes of the machine, found at run time.

use super::{DoubleDouble, Lanes, Real};

/// A computation that can be done in lanes of any width.
///
/// [`Scalar::in_widest_lanes`] runs it. What `run` calls in its inner loop should be
/// `#[inline(always)]`, as everything is that the crate's formulas are made of: a
/// function that is not inlined does not know which instructions it may use.
///
/// ```
/// use polhode::Real;
/// use polhode::real::{LaneKernel, Lanes, Scalar};
///
/// struct Sines<'a>(&'a mut [f64]);
///
/// impl LaneKernel<f64> for Sines<'_> {
///     type Output = ();
///     #[inline(always)]
///     fn run<R: Lanes<Scalar = f64>>(self) {
///         for chunk in self.0.chunks_mut(R::COUNT) {
///             // Where numbers have run out, the last one again.
///             let sines = R::from_lanes(|i| chunk[i.min(chunk.len() - 1)]).sin();
///             chunk.iter_mut().enumerate().for_each(|(i, x)| *x = sines.lane(i));
///         }
///     }
/// }
///
/// let mut numbers = [0.1, 0.2, 0.3, 0.4, 0.5];
/// f64::in_widest_lanes(Sines(&mut numbers));
/// assert_eq!(numbers[4], Real::sin(0.5));
/// ```
pub trait LaneKernel<S> {
    /// What it gives.
    type Output;
    /// Does it, with as many numbers at a time as `R` has lanes.
    fn run<R: Lanes<Scalar = S>>(self) -> Self::Output;
}

/// Asks for a number of a column before it is needed, where the machine can be asked; beyond the
/// end of the column for nothing.
#[inline(always)]
pub(crate) fn ask_for<S>(column: &[S], index: usize) {
    #[cfg(all(feature = "std", target_arch = "x86_64", not(target_feature = "avx2")))]
    if let Some(number) = column.get(index) {
        super::avx2::ask_for(number);
    }
    #[cfg(not(all(feature = "std", target_arch = "x86_64", not(target_feature = "avx2"))))]
    let _ = (column, index);
}

/// Lanes are this crate's, and so are the scalars that have some.
mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
    impl Sealed for super::DoubleDouble {}
}

/// A number that is alone, and knows which lanes this machine has for its kind.
pub trait Scalar: Lanes<Scalar = Self> + Real<Mask = bool> + sealed::Sealed {
    /// Runs a kernel in the widest lanes of this machine. The bits of the result do
    /// not depend on which those are. For a given width call `kernel.run::<F64x4>()`.
    fn in_widest_lanes<K: LaneKernel<Self>>(kernel: K) -> K::Output;

    /// Runs a kernel in lanes that are found when the program runs, or gives it back where there
    /// are none but those of every machine.
    ///
    /// # Errors
    /// The kernel.
    fn in_found_lanes<K: LaneKernel<Self>>(kernel: K) -> Result<K::Output, K> {
        Err(kernel)
    }

    /// Runs a kernel in lanes whose [`times_plus`](Real::times_plus) is rounded once, where
    /// the machine has such: faster, and the bits depend on the machine.
    fn in_fused_lanes<K: LaneKernel<Self>>(kernel: K) -> K::Output {
        Self::in_widest_lanes(kernel)
    }
}

/// What a kernel goes by where lanes were looked for and not found. Few machines of x86-64 have no
/// AVX2: there, numbers go one at a time, which is less to compile than lanes of SSE2.
#[cfg(all(feature = "std", target_arch = "x86_64", not(target_feature = "avx2")))]
mod otherwise {
    pub(super) type Doubles = f64;
    pub(super) type Singles = f32;
}
#[cfg(not(all(feature = "std", target_arch = "x86_64", not(target_feature = "avx2"))))]
mod otherwise {
    pub(super) type Doubles = super::super::F64x4;
    pub(super) type Singles = super::super::F32x8;
}

impl Scalar for f64 {
    fn in_widest_lanes<K: LaneKernel<f64>>(kernel: K) -> K::Output {
        match Self::in_found_lanes(kernel) {
            Ok(output) => output,
            Err(kernel) => kernel.run::<otherwise::Doubles>(),
        }
    }
    #[cfg(all(feature = "std", target_arch = "x86_64", not(target_feature = "avx2")))]
    #[inline]
    fn in_found_lanes<K: LaneKernel<f64>>(kernel: K) -> Result<K::Output, K> {
        super::avx2::four_doubles(kernel)
    }
    #[cfg(all(feature = "std", target_arch = "x86_64", not(target_feature = "avx2")))]
    #[inline]
    fn in_fused_lanes<K: LaneKernel<f64>>(kernel: K) -> K::Output {
        match super::avx2::four_fused_doubles(kernel) {
            Ok(output) => output,
            Err(kernel) => Self::in_widest_lanes(kernel),
        }
    }
}

impl Scalar for f32 {
    fn in_widest_lanes<K: LaneKernel<f32>>(kernel: K) -> K::Output {
        match Self::in_found_lanes(kernel) {
            Ok(output) => output,
            Err(kernel) => kernel.run::<otherwise::Singles>(),
        }
    }
    #[cfg(all(feature = "std", target_arch = "x86_64", not(target_feature = "avx2")))]
    #[inline]
    fn in_found_lanes<K: LaneKernel<f32>>(kernel: K) -> Result<K::Output, K> {
        super::avx2::eight_singles(kernel)
    }
    #[cfg(all(feature = "std", target_arch = "x86_64", not(target_feature = "avx2")))]
    #[inline]
    fn in_fused_lanes<K: LaneKernel<f32>>(kernel: K) -> K::Output {
        match super::avx2::eight_fused_singles(kernel) {
            Ok(output) => output,
            Err(kernel) => Self::in_widest_lanes(kernel),
        }
    }
}

/// One at a time.
impl Scalar for DoubleDouble {
    #[inline]
    fn in_widest_lanes<K: LaneKernel<Self>>(kernel: K) -> K::Output {
        kernel.run::<Self>()
    }
}
