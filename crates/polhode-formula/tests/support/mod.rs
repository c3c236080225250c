//! Formulas as a torque, without switches.

use polhode::real::{Over, Real};
use polhode::torque::{TorqueInput, TorqueProperties};
use polhode::{Torque, Vec3};
use polhode_formula::{Formula, FormulaInput, Variable};

/// Components in body axes.
#[derive(Clone, Debug)]
pub(crate) struct FormulaTorque {
    components: [Formula; 3],
    properties: TorqueProperties,
}

impl FormulaTorque {
    pub(crate) fn new(components: [&str; 3]) -> Self {
        let formula = |text| Formula::new(text, &[]).unwrap_or_else(|e| panic!("{text}: {e}"));
        let components = components.map(formula);
        let is_low = |formula: &Formula| formula.degree().is_some_and(|degree| degree <= 8);
        let properties = TorqueProperties {
            depends_on_momentum: components.iter().any(|f| f.depends_on(Variable::is_of_rate)),
            is_polynomial: components.iter().all(is_low),
            ..TorqueProperties::default()
        };
        Self { components, properties }
    }
}

impl<R: Real<Mask = bool>> Torque<R> for FormulaTorque {
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        let (attitude, rates, momentum) = (at.attitude, at.rates(), at.momentum);
        let input = FormulaInput { time: at.time, attitude, rates, momentum, potential: S::zero() };
        let [x, y, z] = self.components.each_ref().map(|formula| formula.at(&input));
        Vec3::new(x, y, z)
    }
    fn properties(&self) -> TorqueProperties {
        self.properties
    }
}
