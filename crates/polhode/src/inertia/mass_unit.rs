//! Moments that `f32` can hold.

use super::Inertia;
use crate::geometry::Vec3;

/// A unit of mass that is a power of two of another one: it takes what is
/// proportional to mass from `f64` to `f32` and back, exactly but for the
/// rounding to `f32`. Rates, angles and times have no mass and stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MassUnit {
    /// The new unit is 2^exponent of the old one.
    exponent: i32,
}

impl Inertia<f64> {
    /// The same body in single precision, in the unit of mass that brings its
    /// largest moment to between 1 and 2: `f32` cannot hold the 1e-47 kg m2 of
    /// a molecule. Moments below 1e-38 of the largest vanish.
    #[must_use]
    pub fn to_f32(&self) -> (Inertia<f32>, MassUnit) {
        let unit = MassUnit { exponent: exponent_of(self.moments().max_abs()) };
        (Inertia::from_moments(unit.vector_to_f32(self.moments())), unit)
    }
}

impl MassUnit {
    /// The binary logarithm of this unit in the old one.
    #[must_use]
    pub fn exponent(self) -> i32 {
        self.exponent
    }
    /// Angular momentum in this unit.
    #[must_use]
    pub fn momentum_to_f32(self, momentum: Vec3<f64>) -> Vec3<f32> {
        self.vector_to_f32(momentum)
    }
    /// Angular momentum in the old unit.
    #[must_use]
    pub fn momentum_to_f64(self, momentum: Vec3<f32>) -> Vec3<f64> {
        momentum.map(|x| self.widen(x))
    }
    /// Torque in this unit.
    #[must_use]
    pub fn torque_to_f32(self, torque: Vec3<f64>) -> Vec3<f32> {
        self.vector_to_f32(torque)
    }
    /// Torque in the old unit.
    #[must_use]
    pub fn torque_to_f64(self, torque: Vec3<f32>) -> Vec3<f64> {
        torque.map(|x| self.widen(x))
    }
    /// Energy in this unit.
    #[must_use]
    pub fn energy_to_f32(self, energy: f64) -> f32 {
        self.narrow(energy)
    }
    /// Energy in the old unit.
    #[must_use]
    pub fn energy_to_f64(self, energy: f32) -> f64 {
        self.widen(energy)
    }

    fn vector_to_f32(self, v: Vec3<f64>) -> Vec3<f32> {
        v.map(|x| self.narrow(x))
    }
    #[expect(clippy::cast_possible_truncation, reason = "rounding to f32 is the purpose")]
    fn narrow(self, value: f64) -> f32 {
        scaled(value, -self.exponent) as f32
    }
    fn widen(self, value: f32) -> f64 {
        scaled(f64::from(value), self.exponent)
    }
}

/// The exponent of the largest power of two that is not above a positive number.
fn exponent_of(value: f64) -> i32 {
    let subnormal = value < f64::MIN_POSITIVE;
    let (value, shift) = if subnormal { (value * two_to(64), 64) } else { (value, 0) };
    let biased = i32::try_from(value.to_bits() >> 52).unwrap_or(1023);
    biased - 1023 - shift
}

/// 2^exponent, exponent within +-1022.
fn two_to(exponent: i32) -> f64 {
    let biased = u64::try_from(exponent + 1023).unwrap_or(1023);
    f64::from_bits(biased << 52)
}

/// In two steps, since 2^1074 is no double.
fn scaled(value: f64, exponent: i32) -> f64 {
    let first = exponent / 2;
    value * two_to(first) * two_to(exponent - first)
}
