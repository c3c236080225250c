//! Lanes of AVX2, which are found at run time.
//!
//! The one module that is allowed `unsafe`. Its rule: **a register of this module
//! exists only where [`found`] has said yes.** The lanes are private here, and the
//! only way out is the type parameter of [`LaneKernel::run`], which [`four_doubles`]
//! and [`eight_singles`] call after asking, and that of `SingleKernel::run` (in `whole`). A kernel cannot name the type that it
//! got, so whatever it makes of it, it makes on a machine that has the
//! instructions.
//!
//! No fused multiply-add is enabled, and the bits are those of the scalars; but for
//! those who ask for [`four_fused_doubles`] and [`eight_fused_singles`].
//!
//! A function of these lanes that is not inlined into the two `target_feature`
//! functions would be right, but would call every single instruction. Hence
//! `inline(always)` on all that a formula is made of.
#![allow(unsafe_code)]

use super::elementary::{
    self,
    float64::{Bits, Float64},
};
use super::four::four_doubles as fours;
use super::{Constant, FourWork, LaneKernel, Lanes, Mask, Real};
use core::arch::x86_64::*;
use core::ops::{
    Add, AddAssign, BitAnd, BitOr, BitXor, Div, DivAssign, Mul, MulAssign, Neg, Not, Sub, SubAssign,
};

/// Does this machine have the instructions?
#[inline(always)]
pub(super) fn found() -> bool {
    std::arch::is_x86_feature_detected!("avx2")
}

/// And those that fuse?
#[inline(always)]
fn fuses() -> bool {
    found() && std::arch::is_x86_feature_detected!("fma")
}

/// Asks for a number of a column before it is needed.
#[inline(always)]
pub(super) fn ask_for<S>(number: &S) {
    // SAFETY: any x86-64 has the instruction, and it reads nothing that one could see.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(number).cast()) };
}

/// Does work on fours of doubles in registers, or gives it back where there are none.
#[inline(always)]
pub(super) fn fours_of_doubles<W: FourWork<f64>>(work: W) -> Result<(), W> {
    #[target_feature(enable = "avx2")]
    fn run<W: FourWork<f64>>(work: W) {
        work.run::<Avx2F64x4>();
    }
    if !found() {
        return Err(work);
    }
    // SAFETY: AVX2, the only feature that `run` enables, was found.
    unsafe { run(work) };
    Ok(())
}

/// A kernel compiled for these lanes. As a function of its type it is compiled with the module of
/// that type: a change of one kernel then compiles no other again.
trait Compiled<S>: LaneKernel<S> + Sized {
    #[target_feature(enable = "avx2")]
    unsafe fn run_in_avx2<R: Lanes<Scalar = S>>(self) -> Self::Output {
        self.run::<R>()
    }
    #[target_feature(enable = "avx2,fma")]
    unsafe fn run_fused<R: Lanes<Scalar = S>>(self) -> Self::Output {
        self.run::<R>()
    }
}
impl<S, K: LaneKernel<S>> Compiled<S> for K {}

/// Runs a kernel in four doubles of one register, or gives it back where there is
/// none.
#[inline(always)]
pub(super) fn four_doubles<K: LaneKernel<f64>>(kernel: K) -> Result<K::Output, K> {
    // SAFETY: AVX2, the only feature that the function enables, was found.
    if found() { Ok(unsafe { kernel.run_in_avx2::<Avx2F64x4>() }) } else { Err(kernel) }
}

/// The same in eight singles.
#[inline(always)]
pub(super) fn eight_singles<K: LaneKernel<f32>>(kernel: K) -> Result<K::Output, K> {
    // SAFETY: AVX2, the only feature that the function enables, was found.
    if found() { Ok(unsafe { kernel.run_in_avx2::<Avx2F32x8>() }) } else { Err(kernel) }
}

/// The same in four doubles whose products and sums are fused.
#[inline(always)]
pub(super) fn four_fused_doubles<K: LaneKernel<f64>>(kernel: K) -> Result<K::Output, K> {
    // SAFETY: AVX2 and FMA, the only features that the function enables, were found.
    if fuses() { Ok(unsafe { kernel.run_fused::<FusedF64x4>() }) } else { Err(kernel) }
}

/// The same in eight singles.
#[inline(always)]
pub(super) fn eight_fused_singles<K: LaneKernel<f32>>(kernel: K) -> Result<K::Output, K> {
    // SAFETY: AVX2 and FMA, the only features that the function enables, were found.
    if fuses() { Ok(unsafe { kernel.run_fused::<FusedF32x8>() }) } else { Err(kernel) }
}

/// Instructions of AVX2, and of FMA where lanes fuse.
macro_rules! avx2 {
    ($instructions:expr) => {
        // SAFETY: by the rule of this module the machine has them; none of those that
        // are used here touches memory. Registers and arrays of equal size are
        // transmuted, in which every pattern of bits is a value.
        unsafe { $instructions }
    };
}

/// A register with the names that `lanes!` uses.
macro_rules! register {
    (
        $name:ident($register:ty), [$scalar:ty; $count:literal],
        $splat:ident $compare:ident $blend:ident $signs:ident $sqrt:ident,
        $and:ident $and_not:ident $or:ident $xor:ident,
        $add:ident $sub:ident $mul:ident $div:ident,
        $times_plus:ident $negated_times_plus:ident
    ) => {
        #[derive(Clone, Copy, Debug)]
        #[repr(transparent)]
        struct $name<const FUSED: bool>($register);

        impl $name<true> {
            #[inline(always)]
            fn times_plus(self, factor: Self, addend: Self) -> Self {
                Self(avx2!($times_plus(self.0, factor.0, addend.0)))
            }
            #[inline(always)]
            fn negated_times_plus(self, factor: Self, addend: Self) -> Self {
                Self(avx2!($negated_times_plus(self.0, factor.0, addend.0)))
            }
        }

        impl<const FUSED: bool> $name<FUSED> {
            #[inline(always)]
            fn new(lanes: [$scalar; $count]) -> Self {
                Self(avx2!(core::mem::transmute::<[$scalar; $count], $register>(lanes)))
            }
            #[inline(always)]
            fn to_array(self) -> [$scalar; $count] {
                avx2!(core::mem::transmute::<$register, [$scalar; $count]>(self.0))
            }
            #[inline(always)]
            fn splat(value: $scalar) -> Self {
                Self(avx2!($splat(value)))
            }
            #[inline(always)]
            fn simd_lt(self, other: Self) -> Self {
                Self(avx2!($compare::<_CMP_LT_OQ>(self.0, other.0)))
            }
            #[inline(always)]
            fn simd_le(self, other: Self) -> Self {
                Self(avx2!($compare::<_CMP_LE_OQ>(self.0, other.0)))
            }
            #[inline(always)]
            fn simd_eq(self, other: Self) -> Self {
                Self(avx2!($compare::<_CMP_EQ_OQ>(self.0, other.0)))
            }
            #[inline(always)]
            fn bitselect(self, yes: Self, no: Self) -> Self {
                Self(avx2!($blend(no.0, yes.0, self.0)))
            }
            #[inline(always)]
            fn any(self) -> bool {
                avx2!($signs(self.0)) != 0
            }
            #[inline(always)]
            fn all(self) -> bool {
                avx2!($signs(self.0)) == (1 << $count) - 1
            }
            #[inline(always)]
            fn abs(self) -> Self {
                Self(avx2!($and_not($splat(-0.0), self.0)))
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                Self(avx2!($sqrt(self.0)))
            }
        }

        impl<const FUSED: bool> Default for $name<FUSED> {
            #[inline(always)]
            fn default() -> Self {
                Self::splat(0.0)
            }
        }
        impl<const FUSED: bool> Neg for $name<FUSED> {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self {
                self ^ Self::splat(-0.0)
            }
        }
        operators!([const FUSED: bool] $name<FUSED>: Add add $add, Sub sub $sub, Mul mul $mul, Div div $div);
        operators!([const FUSED: bool] $name<FUSED>: BitAnd bitand $and, BitOr bitor $or, BitXor bitxor $xor);
    };
}

macro_rules! operators {
    ($generics:tt $name:ty: $($trait:ident $function:ident $instruction:ident),*) => {$(
        operators!(@one $generics $name, $trait $function $instruction);
    )*};
    (@one [$($generic:tt)*] $name:ty, $trait:ident $function:ident $instruction:ident) => {
        impl<$($generic)*> $trait for $name {
            type Output = Self;
            #[inline(always)]
            fn $function(self, other: Self) -> Self {
                Self(avx2!($instruction(self.0, other.0)))
            }
        }
    };
}

register! {
    Doubles(__m256d), [f64; 4],
    _mm256_set1_pd _mm256_cmp_pd _mm256_blendv_pd _mm256_movemask_pd _mm256_sqrt_pd,
    _mm256_and_pd _mm256_andnot_pd _mm256_or_pd _mm256_xor_pd,
    _mm256_add_pd _mm256_sub_pd _mm256_mul_pd _mm256_div_pd,
    _mm256_fmadd_pd _mm256_fnmadd_pd
}
register! {
    Singles(__m256), [f32; 8],
    _mm256_set1_ps _mm256_cmp_ps _mm256_blendv_ps _mm256_movemask_ps _mm256_sqrt_ps,
    _mm256_and_ps _mm256_andnot_ps _mm256_or_ps _mm256_xor_ps,
    _mm256_add_ps _mm256_sub_ps _mm256_mul_ps _mm256_div_ps,
    _mm256_fmadd_ps _mm256_fnmadd_ps
}

lanes!(Avx2F64x4, Avx2MaskF64x4, Doubles<false>, 4 x f64, inlined: true, functions_of_doubles());
lanes!(Avx2F32x8, Avx2MaskF32x8, Singles<false>, 8 x f32, inlined: true, functions_through(Avx2F64x4));
halves!(Avx2F64x4, Avx2F32x8);
lanes!(FusedF64x4, FusedMaskF64x4, Doubles<true>, 4 x f64, inlined: true, functions_of_doubles(), times_plus);
lanes!(FusedF32x8, FusedMaskF32x8, Singles<true>, 8 x f32, inlined: true, functions_through(FusedF64x4), times_plus);
halves!(FusedF64x4, FusedF32x8);
fours!(Avx2F64x4);

/// The bits of four doubles.
#[derive(Clone, Copy, Debug)]
struct Quadwords(__m256i);

operators!([] Quadwords: BitAnd bitand _mm256_and_si256, BitOr bitor _mm256_or_si256);
operators!([] Quadwords: BitXor bitxor _mm256_xor_si256);

impl Bits for Quadwords {
    #[inline(always)]
    fn from_u64(bits: u64) -> Self {
        Self(avx2!(_mm256_set1_epi64x(bits.cast_signed())))
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Self(avx2!(_mm256_add_epi64(self.0, other.0)))
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Self(avx2!(_mm256_sub_epi64(self.0, other.0)))
    }
    #[inline(always)]
    fn up(self, count: u32) -> Self {
        Self(avx2!(_mm256_sll_epi64(self.0, _mm_cvtsi32_si128(count.cast_signed()))))
    }
    #[inline(always)]
    fn down(self, count: u32) -> Self {
        Self(avx2!(_mm256_srl_epi64(self.0, _mm_cvtsi32_si128(count.cast_signed()))))
    }
}

macro_rules! bits_of_doubles {
    ($($name:ident)*) => {$(
        impl Float64 for $name {
            type Bits = Quadwords;
            #[inline(always)]
            fn bits(self) -> Quadwords {
                Quadwords(avx2!(_mm256_castpd_si256(self.0.0)))
            }
            #[inline(always)]
            fn from_bits(bits: Quadwords) -> Self {
                Self(Doubles(avx2!(_mm256_castsi256_pd(bits.0))))
            }
        }
    )*};
}
bits_of_doubles!(Avx2F64x4 FusedF64x4);

// Behind the macros that it uses.
mod whole;
#[cfg(feature = "lattice")]
pub(super) use whole::eight_singles_with_integers;
