//! A torque that a user writes as formulas.

use super::switching::shared_switches;
use crate::units::{FormulaFactors, RunUnits};
use polhode::geometry::{Rotation, Vec3};
use polhode::real::{Jet, Over, Real, to_f64};
use polhode::torque::{
    Discontinuity, Frame, Switch, SwitchKind, Torque, TorqueInput, TorqueProperties,
};
use polhode_formula::{Branches, Formula, FormulaInput, FormulaSwitch, Variable};
use std::sync::Arc;

/// Three formulas and, if there is one, that of the potential.
#[derive(Clone, Debug)]
pub struct Written<R> {
    /// The axes of the components.
    frame: Frame,
    /// Of the torque.
    components: [Formula; 3],
    /// Of which the torque is minus the slope.
    potential: Option<Formula>,
    /// The principal axes in those of the file.
    axes: Rotation<R>,
    /// From the run's units to those of the file.
    factors: FormulaFactors<R>,
    /// The switching functions of the components, each once.
    switches: Arc<[FormulaSwitch]>,
    /// The place of each switch of each component among them.
    places: [Arc<[u16]>; 3],
    properties: TorqueProperties,
}

/// The highest degree of a polynomial that has no features of its own.
const LOW: u32 = 8;

/// A scalar type `S` with one derivative.
type Moving<S> = Jet<S, 2>;

impl<R: Real<Mask = bool>> Written<R> {
    /// A torque from formulas in the axes and units of a file, whose time is counted from the start of the run: `axes` are the
    /// principal axes in those of the file, `units` those of the run.
    #[must_use]
    pub fn new(
        frame: Frame,
        components: [Formula; 3],
        potential: Option<Formula>,
        axes: Rotation<R>,
        units: RunUnits,
    ) -> Self {
        let (switches, places) = shared_switches(&components);
        let of_rate = |formula: &Formula| formula.depends_on(Variable::is_of_rate);
        let of_time = |formula: &Formula| formula.depends_on(|v| v == Variable::Time);
        let is_low = |formula: &Formula| formula.degree().is_some_and(|degree| degree <= LOW);
        let properties = TorqueProperties {
            is_polynomial: components.iter().all(is_low),
            depends_on_momentum: components.iter().any(of_rate),
            conserves_energy: potential.as_ref().is_some_and(|potential| !of_time(potential)),
            switch_count: u16::try_from(switches.len()).unwrap_or(u16::MAX),
            ..TorqueProperties::default()
        };
        let factors = FormulaFactors::new(units);
        Self { frame, components, potential, axes, factors, switches, places, properties }
    }
    /// The formula of the potential energy.
    #[must_use]
    pub fn potential_formula(&self) -> Option<&Formula> {
        self.potential.as_ref()
    }
    /// The switching functions, each once.
    #[must_use]
    pub fn switching_functions(&self) -> &[FormulaSwitch] {
        &self.switches
    }

    /// The torque as it is on these branches, without switching functions; `None` where a formula does not become
    /// simpler.
    pub(super) fn simplified(&self, branches: &[f64]) -> Option<Self> {
        let component = |i: usize| self.components[i].simplified(&self.branches(i, branches));
        let components = [component(0)?, component(1)?, component(2)?];
        let Self { frame, ref potential, axes, factors, .. } = *self;
        let simplified = Self::new(frame, components, potential.clone(), axes, RunUnits::FILE);
        Some(Self {
            factors,
            properties: TorqueProperties { switch_count: 0, ..self.properties },
            ..simplified
        })
    }

    fn input<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> FormulaInput<S> {
        let axes = self.axes_in();
        let FormulaFactors { time, rate, momentum, .. } = self.factors;
        FormulaInput {
            time: at.time * S::lift(time),
            attitude: at.attitude * axes.inverse(),
            rates: axes.apply(at.rates()) * S::lift(rate),
            momentum: axes.apply(at.momentum) * S::lift(momentum),
            // Nobody asks for it.
            potential: S::zero(),
        }
    }
    fn axes_in<S: Over<R>>(&self) -> Rotation<S> {
        let Rotation { w, x, y, z } = self.axes;
        Rotation { w: S::lift(w), x: S::lift(x), y: S::lift(y), z: S::lift(z) }
    }
    /// Whether a component has a switching function of time alone that those before do not have.
    fn switches_first(&self, component: usize) -> bool {
        let (before, own) = (&self.places[..component], &self.places[component]);
        own.iter().any(|place| {
            self.switches[usize::from(*place)].of_time_alone
                && !before.iter().any(|places| places.contains(place))
        })
    }
    /// Branches of the switches of a component.
    fn branches<'a, S>(&'a self, component: usize, values: &'a [f64]) -> Branches<'a, S> {
        Branches { values, index: Some(&self.places[component]), sliding: &[] }
    }

    /// In the file's body axes and units, on the branches that the values select.
    pub fn body_torque<S: Real>(&self, input: &FormulaInput<S>) -> Vec3<S> {
        self.body_torque_on(input, &[])
    }
    fn body_torque_on<S: Real>(&self, input: &FormulaInput<S>, branches: &[f64]) -> Vec3<S> {
        let component = |i: usize| {
            let formula = &self.components[i];
            if branches.is_empty() || self.switches.is_empty() {
                formula.at(input)
            } else {
                formula.on_branch(input, &self.branches(i, branches))
            }
        };
        let torque = Vec3::new(component(0), component(1), component(2));
        match self.frame {
            Frame::Body => torque,
            Frame::Space => input.attitude.apply_inverse(torque),
        }
    }

    /// Appends the values of the switching functions, each once.
    fn values<S: Real>(&self, input: &FormulaInput<S>, branches: &[f64], values: &mut Vec<S>) {
        let begin = values.len();
        values.resize(begin + self.switches.len(), S::zero());
        let mut own = Vec::new();
        for (i, formula) in self.components.iter().enumerate() {
            own.clear();
            formula.switching_values(input, &self.branches(i, branches), &mut own);
            for (&place, &value) in self.places[i].iter().zip(&own) {
                values[begin + usize::from(place)] = value;
            }
        }
    }

    /// Appends the rates of the switching functions where the momentum changes at this rate, and the body
    /// moves or stands still.
    pub(super) fn switching_rates<S: Over<R>>(
        &self,
        at: &TorqueInput<'_, R, S>,
        momentum_rate: Vec3<S>,
        moves: bool,
        rates: &mut Vec<S>,
    ) {
        let (here, axes) = (self.input(at), self.axes_in::<S>());
        let inverse = at.inertia.inverse().map(S::lift);
        let zero = S::zero();
        let [time_unit, rate_unit, momentum_unit] =
            [self.factors.time, self.factors.rate, self.factors.momentum].map(S::lift);
        // Per unit of time of the run.
        let turn = if moves { axes.apply(at.rates()).map(S::half) } else { Vec3::zero() };
        let q_rate = here.attitude * Rotation::from_parts(zero, turn);
        let moving = |value: S, rate: S| Moving::from_coefficients([value, rate]);
        let Rotation { w, x, y, z } = here.attitude;
        let input = FormulaInput {
            time: moving(here.time, if moves { time_unit } else { zero }),
            attitude: Rotation {
                w: moving(w, q_rate.w),
                x: moving(x, q_rate.x),
                y: moving(y, q_rate.y),
                z: moving(z, q_rate.z),
            },
            rates: here
                .rates
                .zip(axes.apply(momentum_rate.component_mul(inverse)) * rate_unit, moving),
            momentum: here.momentum.zip(axes.apply(momentum_rate) * momentum_unit, moving),
            potential: moving(zero, zero),
        };
        let mut values: Vec<Moving<S>> = Vec::new();
        self.values(&input, at.branches, &mut values);
        rates.extend(values.into_iter().map(|value| value.coefficient(1)));
    }
}

impl<R: Real<Mask = bool>> Torque<R> for Written<R> {
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        let torque = self.body_torque_on(&self.input(at), at.branches);
        self.axes_in().apply_inverse(torque) * S::lift(self.factors.inverse_torque)
    }
    fn potential<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Option<S> {
        let potential = self.potential.as_ref()?;
        Some(potential.at(&self.input(at)) * S::lift(self.factors.inverse_torque))
    }
    fn properties(&self) -> TorqueProperties {
        self.properties
    }
    fn switches(&self, list: &mut Vec<Switch>) {
        list.extend(self.switches.iter().map(|switch| {
            let kind = switch.kind;
            let of_time_alone = switch.of_time_alone;
            Switch { kind, of_time_alone, slides: kind == SwitchKind::Sign && !of_time_alone }
        }));
    }
    fn switching_values<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>, values: &mut Vec<S>) {
        if !self.switches.is_empty() {
            self.values(&self.input(at), at.branches, values);
        }
    }
    fn natural_branches(&self, at: &TorqueInput<'_, R>, branches: &mut Vec<f64>) {
        let (begin, input) = (branches.len(), self.input(at));
        branches.resize(begin + self.switches.len(), 1.0);
        let (mut own, mut previous) = (Vec::new(), Vec::new());
        for (formula, places) in self.components.iter().zip(&self.places) {
            own.clear();
            previous.clear();
            previous.extend(places.iter().filter_map(|&place| at.branches.get(usize::from(place))));
            let known = (previous.len() == places.len()).then_some(&previous[..]);
            formula.natural_branches(&input, known, &mut own);
            for (&place, &branch) in places.iter().zip(&own) {
                branches[begin + usize::from(place)] = branch;
            }
        }
    }
    fn next_discontinuity(&self, kind: Discontinuity, from: R, until: R) -> Option<R> {
        if kind != Discontinuity::Kink {
            return None;
        }
        let unit = to_f64(self.factors.time);
        let (begin, end) = (to_f64(from) * unit, to_f64(until) * unit);
        let times = (0..3).filter(|&i| self.switches_first(i));
        let times = times.filter_map(|i| self.components[i].next_switch(begin, end));
        let first =
            times.reduce(|a, b| if (a - begin).abs() <= (b - begin).abs() { a } else { b })?;
        Some(R::from_f64(first / unit))
    }
}
