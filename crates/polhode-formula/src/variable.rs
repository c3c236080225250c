//! Variables of formulas, and the state that gives them values.

use polhode::geometry::{Axis, Rotation, Vec3};
use polhode::real::Real;

/// What a formula may depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variable {
    /// `t`
    Time,
    /// `qw`, `qx`, `qy`, `qz`
    Quaternion(u8),
    /// `r11` to `r33`
    Matrix(Axis, Axis),
    /// `wx`, `wy`, `wz`
    Rate(Axis),
    /// `lx`, `ly`, `lz`
    Momentum(Axis),
    /// `kinetic_energy`
    KineticEnergy,
    /// `energy`: with that of the torques, so that they cannot depend on it.
    Energy,
}

const VARIABLES: [(&str, Variable); 22] = {
    use Axis::{X, Y, Z};
    use Variable::{Energy, KineticEnergy, Matrix, Momentum, Quaternion, Rate, Time};
    [
        ("t", Time),
        ("qw", Quaternion(0)),
        ("qx", Quaternion(1)),
        ("qy", Quaternion(2)),
        ("qz", Quaternion(3)),
        ("r11", Matrix(X, X)),
        ("r12", Matrix(X, Y)),
        ("r13", Matrix(X, Z)),
        ("r21", Matrix(Y, X)),
        ("r22", Matrix(Y, Y)),
        ("r23", Matrix(Y, Z)),
        ("r31", Matrix(Z, X)),
        ("r32", Matrix(Z, Y)),
        ("r33", Matrix(Z, Z)),
        ("wx", Rate(X)),
        ("wy", Rate(Y)),
        ("wz", Rate(Z)),
        ("lx", Momentum(X)),
        ("ly", Momentum(Y)),
        ("lz", Momentum(Z)),
        ("kinetic_energy", KineticEnergy),
        ("energy", Energy),
    ]
};

impl Variable {
    /// Does it change with the angular velocity?
    #[must_use]
    pub fn is_of_rate(self) -> bool {
        matches!(self, Self::Rate(_) | Self::Momentum(_) | Self::KineticEnergy)
    }
    pub(super) fn named(name: &str) -> Option<Self> {
        VARIABLES.iter().find(|(n, _)| *n == name).map(|&(_, variable)| variable)
    }
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        VARIABLES.iter().map(|&(name, _)| name)
    }
}

/// Where a formula is evaluated, in the axes that its user gave the body.
#[derive(Clone, Copy, Debug)]
pub struct FormulaInput<S> {
    /// Time.
    pub time: S,
    /// Body to space.
    pub attitude: Rotation<S>,
    /// Angular velocity, body frame.
    pub rates: Vec3<S>,
    /// Angular momentum, body frame.
    pub momentum: Vec3<S>,
    /// Potential energy.
    pub potential: S,
}

impl<S: Real> FormulaInput<S> {
    pub(super) fn value(&self, variable: Variable) -> S {
        match variable {
            Variable::Time => self.time,
            Variable::Quaternion(i) => self.attitude.to_wxyz()[usize::from(i) & 3],
            Variable::Matrix(row, column) => self.attitude.apply(Vec3::unit(column))[row],
            Variable::Rate(axis) => self.rates[axis],
            Variable::Momentum(axis) => self.momentum[axis],
            Variable::KineticEnergy => self.rates.dot(self.momentum).half(),
            Variable::Energy => self.rates.dot(self.momentum).half() + self.potential,
        }
    }
}
