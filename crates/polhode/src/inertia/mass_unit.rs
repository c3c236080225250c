//! Moments that `f32` can hold.

use super::Inertia;
use crate::geometry::Vec3;
use crate::real::{binary_exponent, times_power_of_two};

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
        let unit = MassUnit { exponent: binary_exponent(self.moments().max_abs()) };
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
        times_power_of_two(value, -self.exponent) as f32
    }
    fn widen(self, value: f32) -> f64 {
        times_power_of_two(f64::from(value), self.exponent)
    }
}
