//! A double, or lanes of them, with access to the bits.

use super::super::{F64x4, Lanes};
use core::ops::{BitAnd, BitOr, BitXor};
use wide::{bytemuck, f64x4, u64x4};

/// The sign.
pub(super) const SIGN: u64 = 1 << 63;
/// What stands for 1.0.
pub(super) const ONE: u64 = 0x3ff0_0000_0000_0000;
/// 1.5 * 2^52: adding it leaves the nearest integer in the low bits of a
/// number below 2^51, subtracting it again leaves the integer as a number.
pub(super) const ROUND: f64 = 6_755_399_441_055_744.0;

/// 64 bits, or lanes of them.
pub(in super::super) trait Bits:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self>
{
    /// The same in every lane.
    fn from_u64(bits: u64) -> Self;
    /// Sum modulo 2^64.
    fn plus(self, other: Self) -> Self;
    /// Difference modulo 2^64.
    fn minus(self, other: Self) -> Self;
    /// Shifted to the left.
    fn up(self, count: u32) -> Self;
    /// Shifted to the right, zeros come in.
    fn down(self, count: u32) -> Self;
}

impl Bits for u64 {
    #[inline(always)]
    fn from_u64(bits: u64) -> Self {
        bits
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self.wrapping_sub(other)
    }
    #[inline(always)]
    fn up(self, count: u32) -> Self {
        self << count
    }
    #[inline(always)]
    fn down(self, count: u32) -> Self {
        self >> count
    }
}

impl Bits for u64x4 {
    #[inline(always)]
    fn from_u64(bits: u64) -> Self {
        Self::splat(bits)
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self + other
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self - other
    }
    #[inline(always)]
    fn up(self, count: u32) -> Self {
        self << count
    }
    #[inline(always)]
    fn down(self, count: u32) -> Self {
        self >> count
    }
}

/// What the functions are written over.
pub(in super::super) trait Float64: Lanes<Scalar = f64> {
    /// The bits of every lane.
    type Bits: Bits;
    /// As bits.
    fn bits(self) -> Self::Bits;
    /// From bits.
    fn from_bits(bits: Self::Bits) -> Self;

    /// The sign bit of every lane, other bits zero.
    #[inline(always)]
    fn sign(self) -> Self::Bits {
        self.bits() & Self::Bits::from_u64(SIGN)
    }
    /// Negated where the sign bit of `sign` is set.
    #[inline(always)]
    fn flipped(self, sign: Self::Bits) -> Self {
        Self::from_bits(self.bits() ^ sign)
    }
}

impl Float64 for f64 {
    type Bits = u64;
    #[inline(always)]
    fn bits(self) -> u64 {
        self.to_bits()
    }
    #[inline(always)]
    fn from_bits(bits: u64) -> Self {
        Self::from_bits(bits)
    }
}

impl Float64 for F64x4 {
    type Bits = u64x4;
    #[inline(always)]
    fn bits(self) -> u64x4 {
        bytemuck::cast(self.0)
    }
    #[inline(always)]
    fn from_bits(bits: u64x4) -> Self {
        Self(bytemuck::cast::<u64x4, f64x4>(bits))
    }
}
