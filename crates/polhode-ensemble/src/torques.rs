//! EnsembleTorques of many bodies.

use crate::error::Error;
use polhode::NearTimes;
use polhode::ensemble::{Pulls, TorqueColumns};
use polhode::method::Failure;
use polhode::real::{Lanes, Over, Real, Scalar};
use polhode::torque::{
    Discontinuity, GravityGradient, LaneModel, LaneModels, Model, Pull, Switch, Torque,
    TorqueInput, TorqueProperties, UniformField,
};
use polhode::{Inertia, Rotation, Vec3};

/// The same models for all bodies, with numbers that may be each body's own.
#[derive(Clone, Debug)]
pub struct EnsembleTorques<S> {
    pub(crate) models: LaneModels<S>,
    /// Of each number of the models, in the order of [`LaneModels::map`], a column if it varies.
    columns: Vec<Option<Vec<S>>>,
}

impl<S: Scalar> EnsembleTorques<S> {
    /// The sum of these, alike for all bodies.
    ///
    /// # Errors
    /// [`Error::NotInLanes`] where there are tables, impulses or prescribed momenta among them.
    pub fn new(models: &[Model<S>]) -> Result<Self, Error> {
        let Some(lanes) = LaneModels::from_models(models) else {
            let model = models
                .iter()
                .find(|model| LaneModels::from_models(std::slice::from_ref(model)).is_none());
            return Err(Error::NotInLanes { model: model.map_or("several", Model::name) });
        };
        let mut count = 0;
        lanes.map(|_| count += 1);
        Ok(Self { models: lanes, columns: vec![None; count] })
    }
    /// Of bodies one after the other, whose models are of the same kinds.
    ///
    /// # Errors
    /// As [`new`](Self::new); and [`Error::NotInLanes`] where kinds differ.
    pub fn from_bodies<'a>(
        bodies: impl IntoIterator<Item = &'a [Model<S>]>,
    ) -> Result<Self, Error> {
        let mut bodies = bodies.into_iter().peekable();
        let mut torques = Self::new(bodies.peek().copied().unwrap_or_default())?;
        let mut columns = vec![Vec::new(); torques.columns.len()];
        for models in bodies {
            let own = Self::new(models)?;
            if !alike(&own.models, &torques.models) {
                return Err(Error::NotInLanes {
                    model: "of another kind than that of the first body",
                });
            }
            let mut into = columns.iter_mut();
            own.models.map(|number| into.next().map(|column| column.push(number)));
        }
        for (slot, column) in torques.columns.iter_mut().zip(columns) {
            let varies = column.windows(2).any(|pair| pair[0] != pair[1]);
            *slot = varies.then_some(column);
        }
        Ok(torques)
    }
    /// A number of the models, each body its own.
    ///
    /// # Errors
    /// [`Error::WrongColumn`] where there is no such number.
    pub fn with_column(mut self, number: usize, column: Vec<S>) -> Result<Self, Error> {
        let numbers = self.columns.len();
        let length = column.len();
        let slot = self.columns.get_mut(number);
        *slot.ok_or(Error::WrongColumn { number, numbers, length, bodies: length })? = Some(column);
        Ok(self)
    }
    /// Is there none?
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.models.0.is_empty()
    }

    /// Returns whether the torque is smooth on branches only.
    pub(crate) fn switches(&self) -> bool {
        self.models.properties().switch_count > 0
    }
    /// Is there an entry for each body?
    pub(crate) fn check(&self, bodies: usize) -> Result<(), Error> {
        let numbers = self.columns.len();
        for (number, column) in self.columns.iter().enumerate() {
            let length = column.as_ref().map_or(bodies, Vec::len);
            if length != bodies {
                return Err(Error::WrongColumn { number, numbers, length, bodies });
            }
        }
        Ok(())
    }
    /// Do all see space through one and the same vector?
    pub(crate) fn pulls(&self, inertia: &Inertia<S>) -> bool {
        let same = self.models.0.len() == 1 || self.columns.iter().all(Option::is_none);
        same && self.models.pull(inertia, S::zero()).is_some()
    }
    /// The one model, if a kernel knows it.
    pub(crate) fn only(&self) -> Option<FieldOrGradient<S>> {
        match &self.models.0[..] {
            [LaneModel::UniformField(model)] => Some(FieldOrGradient::Field(*model)),
            [LaneModel::GravityGradient(model)] => Some(FieldOrGradient::Gradient(*model)),
            _ => None,
        }
    }
    /// Those of one body.
    pub(crate) fn torques_of_body(&self, body: usize) -> polhode_bound::Torques<S> {
        let models = self.part(body, 1).models::<S>(|_| 0).0.into_iter();
        polhode_bound::Torques::new(models.map(|model| Model::from(model).into()))
    }
    /// Some bodies from `offset` on.
    pub(crate) fn part(&self, offset: usize, count: usize) -> TorqueBlock<'_, S> {
        TorqueBlock { torques: self, offset, last: count.saturating_sub(1) }
    }
}

/// Are the models of the same kinds?
fn alike<S: Copy + PartialEq>(a: &LaneModels<S>, b: &LaneModels<S>) -> bool {
    a.map(|_| ()) == b.map(|_| ())
}

/// A torque whose formula is a part of the kernel. One kernel for both: the exact rotation in it is
/// much to compile.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FieldOrGradient<R> {
    Field(UniformField<R>),
    Gradient(GravityGradient<R>),
}

/// `each!(torque, model => what)`
macro_rules! each {
    ($torque:expr, $model:ident => $what:expr) => {
        match $torque {
            FieldOrGradient::Field($model) => $what,
            FieldOrGradient::Gradient($model) => $what,
        }
    };
}

#[warn(clippy::missing_trait_methods)]
impl<R: Real> Torque<R> for FieldOrGradient<R> {
    #[inline(always)]
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        each!(self, model => model.torque(at))
    }
    #[inline(always)]
    fn properties(&self) -> TorqueProperties {
        each!(self, model => model.properties())
    }
    fn potential<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Option<S> {
        each!(self, model => model.potential(at))
    }
    fn kick(&self, at: &TorqueInput<'_, R>, h: R) -> Result<Vec3<R>, Failure> {
        each!(self, model => model.kick(at, h))
    }
    fn prescribed_momentum(&self, time: R) -> Option<Vec3<R>> {
        each!(self, model => model.prescribed_momentum(time))
    }
    fn next_discontinuity(&self, kind: Discontinuity, from: R, until: R) -> Option<R> {
        each!(self, model => model.next_discontinuity(kind, from, until))
    }
    fn impulse(&self, time: R, attitude: Rotation<R>) -> Vec3<R> {
        each!(self, model => model.impulse(time, attitude))
    }
    fn pull(&self, inertia: &Inertia<R>, time: R) -> Option<Pull<R>> {
        each!(self, model => model.pull(inertia, time))
    }
    fn is_axisymmetric_about(&self, inertia: &Inertia<R>, axis: Vec3<R>) -> R::Mask {
        each!(self, model => model.is_axisymmetric_about(inertia, axis))
    }
    fn count_coefficients(&self, coefficients: u64) {
        each!(self, model => Torque::<R>::count_coefficients(model, coefficients));
    }
    /// No model of the library has something to prepare.
    fn prepare(&mut self, _: &[f64]) {}
    fn switches(&self, list: &mut Vec<Switch>) {
        each!(self, model => Torque::<R>::switches(model, list));
    }
    fn switching_values<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>, values: &mut Vec<S>) {
        each!(self, model => model.switching_values(at, values));
    }
    fn natural_branches(&self, at: &TorqueInput<'_, R>, branches: &mut Vec<f64>) {
        each!(self, model => model.natural_branches(at, branches));
    }
    fn least_resolved_part(&self, at: &TorqueInput<'_, R, NearTimes<R>>) -> usize {
        each!(self, model => model.least_resolved_part(at))
    }
}

/// Bodies under one such torque.
pub(crate) struct Alone<'a, S> {
    pub(crate) part: TorqueBlock<'a, S>,
    pub(crate) model: FieldOrGradient<S>,
}

impl<S: Scalar> TorqueColumns<S> for Alone<'_, S> {
    type InLanes<R: Lanes<Scalar = S>> = FieldOrGradient<R>;
    #[inline(always)]
    fn in_lanes<R: Lanes<Scalar = S>>(&self, body: impl Fn(usize) -> usize) -> FieldOrGradient<R> {
        let mut numbers = 0..;
        let mut number = |same| self.part.number(numbers.next().unwrap_or(0), same, &body);
        match self.model {
            FieldOrGradient::Field(model) => FieldOrGradient::Field(model.map(&mut number)),
            FieldOrGradient::Gradient(model) => FieldOrGradient::Gradient(model.map(&mut number)),
        }
    }
}

/// Those of a block.
pub(crate) struct TorqueBlock<'a, S> {
    torques: &'a EnsembleTorques<S>,
    offset: usize,
    /// The last body, from there.
    last: usize,
}

impl<S: Scalar> TorqueBlock<'_, S> {
    /// The k-th number of some bodies.
    #[inline(always)]
    fn number<R: Lanes<Scalar = S>>(&self, k: usize, same: S, body: impl Fn(usize) -> usize) -> R {
        match self.torques.columns.get(k) {
            Some(Some(column)) => R::from_lanes(|lane| column[self.offset + body(lane)]),
            _ => R::from_lanes(|_| same),
        }
    }
    pub(crate) fn models<R: Lanes<Scalar = S>>(
        &self,
        body: impl Fn(usize) -> usize,
    ) -> LaneModels<R> {
        let mut numbers = 0..;
        self.torques.models.map(|same| self.number(numbers.next().unwrap_or(0), same, &body))
    }
}

impl<S: Scalar> TorqueColumns<S> for TorqueBlock<'_, S> {
    type InLanes<R: Lanes<Scalar = S>> = LaneModels<R>;
    fn in_lanes<R: Lanes<Scalar = S>>(&self, body: impl Fn(usize) -> usize) -> LaneModels<R> {
        self.models(body)
    }
}

impl<S: Scalar> Pulls<S> for TorqueBlock<'_, S> {
    #[inline(always)]
    fn pull<R: Lanes<Scalar = S>>(&self, inertia: &Inertia<R>, first: usize) -> Pull<R> {
        let models = self.models(|lane| (first + lane).min(self.last));
        let zero = Vec3::zero();
        let none = Pull { vector: zero, turning_rate: zero, couplings: zero, arm: zero };
        models.pull(inertia, R::zero()).unwrap_or(none)
    }
}
