//! A torque that a user writes as formulas.

use polhode::geometry::{Rotation, Vec3};
use polhode::real::{Over, Real};
use polhode::torque::{Frame, Torque, TorqueInput, TorqueProperties};
use polhode_formula::{Formula, FormulaInput, Variable};

/// Three formulas and, if there is one, that of the potential.
#[derive(Clone, Debug)]
pub struct Written<R> {
    /// The axes of the components.
    pub frame: Frame,
    /// Of the torque.
    pub components: [Formula; 3],
    /// Of which the torque is minus the slope.
    pub potential: Option<Formula>,
    /// The principal axes in those of the file.
    pub axes: Rotation<R>,
    /// The run's units of mass in one of the file.
    pub scale: R,
}

impl<R: Real<Mask = bool>> Written<R> {
    fn place<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> FormulaInput<S> {
        let Rotation { w, x, y, z } = self.axes;
        let axes = Rotation { w: S::lift(w), x: S::lift(x), y: S::lift(y), z: S::lift(z) };
        FormulaInput {
            time: at.time,
            attitude: at.attitude * axes.inverse(),
            rates: axes.apply(at.rates()),
            momentum: axes.apply(at.momentum) / S::lift(self.scale),
            // Nobody asks for it.
            potential: S::zero(),
        }
    }

    /// In the file's body axes and unit of mass.
    pub fn body_torque<S: Real>(&self, place: &FormulaInput<S>) -> Vec3<S> {
        let [x, y, z] = &self.components;
        let torque = Vec3::new(x.at(place), y.at(place), z.at(place));
        match self.frame {
            Frame::Body => torque,
            Frame::Space => place.attitude.apply_inverse(torque),
        }
    }
}

impl<R: Real<Mask = bool>> Torque<R> for Written<R> {
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        let Rotation { w, x, y, z } = self.axes;
        let axes = Rotation { w: S::lift(w), x: S::lift(x), y: S::lift(y), z: S::lift(z) };
        axes.apply_inverse(self.body_torque(&self.place(at))) * S::lift(self.scale)
    }
    fn potential<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Option<S> {
        let potential = self.potential.as_ref()?;
        Some(potential.at(&self.place(at)) * S::lift(self.scale))
    }
    fn properties(&self) -> TorqueProperties {
        let of_rate = |formula: &Formula| formula.depends_on(Variable::is_of_rate);
        let of_time = |formula: &Formula| formula.depends_on(|v| v == Variable::Time);
        TorqueProperties {
            depends_on_momentum: self.components.iter().any(of_rate),
            conserves_energy: self.potential.as_ref().is_some_and(|potential| !of_time(potential)),
            ..TorqueProperties::default()
        }
    }
}
