//! The units in which a run is computed.

use polhode::geometry::Vec3;
use polhode::real::{Real, binary_exponent, times_power_of_two};

/// Powers of mass and time in a quantity; lengths stay as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dimension {
    mass: i32,
    time: i32,
}

impl Dimension {
    /// A time.
    pub const TIME: Self = Self { mass: 0, time: 1 };
    /// An angular velocity.
    pub const RATE: Self = Self { mass: 0, time: -1 };
    /// The square of an angular velocity.
    pub const RATE_SQUARED: Self = Self { mass: 0, time: -2 };
    /// A moment of inertia.
    pub const MOMENT: Self = Self { mass: 1, time: 0 };
    /// An angular momentum, and a torque per angular velocity.
    pub const MOMENTUM: Self = Self { mass: 1, time: -1 };
    /// A torque, and an energy.
    pub const TORQUE: Self = Self { mass: 1, time: -2 };

    /// The rate of change of the quantity.
    #[must_use]
    pub const fn per_time(self) -> Self {
        Self { time: self.time - 1, ..self }
    }
}

/// The units of mass and time in which a run is computed: powers of two of those of its file, so that they change no
/// bit, and such that its numbers are of the order of 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RunUnits {
    /// The unit of mass is 2^mass of the file's.
    mass: i32,
    /// The unit of time is 2^time of the file's.
    time: i32,
}

impl RunUnits {
    /// Those of the file.
    pub const FILE: Self = Self { mass: 0, time: 0 };

    /// Units in which the moment of inertia is between 1 and 2 and the rate too; both are positive and finite.
    #[must_use]
    pub fn of_motion(moment: f64, rate: f64) -> Self {
        Self { mass: binary_exponent(moment), time: -binary_exponent(rate) }
    }
    /// The same unit of time, and the unit of mass in which this moment of inertia is between 1 and 2.
    #[must_use]
    pub fn with_moment(self, moment: f64) -> Self {
        Self { mass: binary_exponent(moment), ..self }
    }
    /// By what a number in the file's units is multiplied, as a power of two.
    fn exponent(self, of: Dimension) -> i32 {
        -(of.mass * self.mass + of.time * self.time)
    }
    /// A quantity of the file in these units.
    #[must_use]
    pub fn to_run(self, value: f64, of: Dimension) -> f64 {
        times_power_of_two(value, self.exponent(of))
    }
    /// A quantity in these units in those of the file.
    #[must_use]
    pub fn to_file(self, value: f64, of: Dimension) -> f64 {
        times_power_of_two(value, -self.exponent(of))
    }
    /// A vector of the file in these units.
    #[must_use]
    pub fn vector_to_run(self, vector: Vec3<f64>, of: Dimension) -> Vec3<f64> {
        vector.map(|x| self.to_run(x, of))
    }
    /// The first quantity whose unit of the file is beyond the range of a scalar type in these units, so that a formula
    /// of the file cannot be evaluated in it.
    #[must_use]
    pub fn unseen_by_formulas<R: Real>(self) -> Option<&'static str> {
        let most = if R::EPSILON > 1e-10 { 126 } else { 1022 };
        let quantities = [
            (Dimension::TIME, "time"),
            (Dimension::RATE, "angular velocity"),
            (Dimension::MOMENTUM, "angular momentum"),
            (Dimension::TORQUE, "torque"),
        ];
        let beyond = |of| self.exponent(of).abs() > most;
        quantities.into_iter().find(|&(of, _)| beyond(of)).map(|(_, name)| name)
    }
    /// A vector in these units in those of the file.
    #[must_use]
    pub fn vector_to_file(self, vector: Vec3<f64>, of: Dimension) -> Vec3<f64> {
        vector.map(|x| self.to_file(x, of))
    }
}

/// By what the numbers of a run are multiplied where a formula of the file meets them.
#[derive(Clone, Copy, Debug)]
pub struct FormulaFactors<R> {
    /// The file's units of time in one of the run.
    pub time: R,
    /// The same of angular velocities.
    pub rate: R,
    /// The same of angular momenta.
    pub momentum: R,
    /// The same of torques and energies.
    pub torque: R,
    /// The run's units of torque in one of the file.
    pub inverse_torque: R,
}

impl<R: Real> FormulaFactors<R> {
    /// For a run in these units.
    #[must_use]
    pub fn new(units: RunUnits) -> Self {
        let to_file = |of| R::from_f64(units.to_file(1.0, of));
        Self {
            time: to_file(Dimension::TIME),
            rate: to_file(Dimension::RATE),
            momentum: to_file(Dimension::MOMENTUM),
            torque: to_file(Dimension::TORQUE),
            inverse_torque: R::from_f64(units.to_run(1.0, Dimension::TORQUE)),
        }
    }
}
