//! Torques that are put together while the program runs.

mod function;
mod switching;
mod written;

pub use function::Function;
use polhode::Inertia;
use polhode::NearTimes;
use polhode::geometry::{Rotation, Vec3};
use polhode::method::Failure;
use polhode::real::{Over, Real};
use polhode::torque::{Discontinuity, Model, Pull, Switch, Torque, TorqueInput, TorqueProperties};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use switching::TorquesOnBranches;
pub use written::Written;

/// A sum of torques. Counts how often it is asked.
#[derive(Clone, Debug)]
pub struct Torques<R> {
    parts: Arc<[TorqueTerm<R>]>,
    /// By what each is multiplied, where sensitivity to it is asked for.
    factors: Arc<[R]>,
    /// Those of the sum: methods ask for them in every step.
    properties: TorqueProperties,
    /// Whether the momentum is prescribed.
    prescribes: bool,
    /// Whether there are neither factors nor switching functions.
    is_plain: bool,
    /// The number of switching functions of each part.
    switches: Arc<[u16]>,
    /// All of them.
    switch_list: Arc<[Switch]>,
    /// For the branches of the run.
    prepared: Option<Arc<TorquesOnBranches<R>>>,
    count: TorqueCount,
}

/// One of them.
#[derive(Clone, Debug)]
pub enum TorqueTerm<R> {
    /// Of the library.
    Model(Model<R>),
    /// As formulas.
    Written(Written<R>),
    /// Of the program that calls.
    Function(Function<R>),
}

impl<R> From<Model<R>> for TorqueTerm<R> {
    fn from(model: Model<R>) -> Self {
        Self::Model(model)
    }
}
impl<R> From<Written<R>> for TorqueTerm<R> {
    fn from(written: Written<R>) -> Self {
        Self::Written(written)
    }
}

impl<R> From<Function<R>> for TorqueTerm<R> {
    fn from(function: Function<R>) -> Self {
        Self::Function(function)
    }
}

/// How often a torque was evaluated.
#[derive(Clone, Debug, Default)]
pub struct TorqueCount(Arc<AtomicU64>);

impl TorqueCount {
    /// So far.
    #[must_use]
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
    /// Goes on from a number.
    pub fn set(&self, count: u64) {
        self.0.store(count, Ordering::Relaxed);
    }
    /// One run is one thread, so that nothing is lost between load and store, and
    /// it costs less than an atomic addition.
    #[inline]
    fn one_more(&self) {
        self.set(self.get() + 1);
    }
}

/// `each!(part, torque => what)`
macro_rules! each {
    ($part:expr, $torque:ident => $what:expr) => {
        match $part {
            TorqueTerm::Model($torque) => $what,
            TorqueTerm::Written($torque) => $what,
            TorqueTerm::Function($torque) => $what,
        }
    };
}

impl<R> Torques<R> {
    /// The models of the library that it is made of, if nothing else is.
    #[must_use]
    pub fn models(&self) -> Option<Vec<Model<R>>>
    where
        R: Clone,
    {
        let parts = self.parts.iter().map(|part| match part {
            TorqueTerm::Model(model) => Some(model.clone()),
            TorqueTerm::Written(_) | TorqueTerm::Function(_) => None,
        });
        parts.collect()
    }
    /// How often it was evaluated.
    #[must_use]
    pub fn count(&self) -> &TorqueCount {
        &self.count
    }
}

impl<R: Real<Mask = bool>> Torques<R> {
    /// Their sum.
    #[must_use]
    pub fn new(parts: impl IntoIterator<Item = TorqueTerm<R>>) -> Self {
        let parts: Arc<[_]> = parts.into_iter().collect();
        let properties = parts.iter().fold(TorqueProperties::FREE, |all, part| {
            all.and(each!(part, torque => Torque::<R>::properties(torque)))
        });
        // A prescribed momentum leaves no room for another torque.
        let prescribes = match &*parts {
            [only] => each!(only, torque => torque.prescribed_momentum(R::zero())).is_some(),
            _ => false,
        };
        let switches = parts
            .iter()
            .map(|part| each!(part, torque => Torque::<R>::properties(torque)).switch_count)
            .collect();
        let mut list = Vec::new();
        parts
            .iter()
            .for_each(|part| each!(part, torque => Torque::<R>::switches(torque, &mut list)));
        let (factors, count, switch_list) = ([].into(), TorqueCount::default(), list.into());
        let is_plain = properties.switch_count == 0;
        let prepared = None;
        Self {
            parts,
            factors,
            properties,
            prescribes,
            is_plain,
            switches,
            switch_list,
            prepared,
            count,
        }
    }
    /// With another one besides, and a count of its own.
    #[must_use]
    pub fn and(&self, part: impl Into<TorqueTerm<R>>) -> Self {
        Self::new(self.parts.iter().cloned().chain([part.into()]))
    }
    /// The same, whose evaluations are added to a count.
    #[must_use]
    pub fn counted_by(self, count: &TorqueCount) -> Self {
        Self { count: count.clone(), ..self }
    }
    /// Each torque times a factor.
    pub fn with_factors(self, factors: impl IntoIterator<Item = R>) -> Self {
        let factors: Arc<[R]> = factors.into_iter().collect();
        Self { is_plain: self.is_plain && factors.is_empty(), factors, ..self }
    }
    /// What a part gives, times its factor.
    #[inline]
    fn scaled<S: Over<R>>(&self, index: usize, torque: Vec3<S>) -> Vec3<S> {
        self.factors.get(index).map_or(torque, |&factor| torque * S::lift(factor))
    }
    /// Each part with its index and its own branches.
    fn inputs<'a, S: Over<R>>(
        &'a self,
        at: &TorqueInput<'a, R, S>,
    ) -> impl Iterator<Item = (usize, &'a TorqueTerm<R>, TorqueInput<'a, R, S>)> {
        let (mut rest, mut index) = (at.branches, 0);
        self.parts.iter().map(move |part| {
            let (own, others) = rest.split_at(usize::from(self.switches[index]).min(rest.len()));
            (rest, index) = (others, index + 1);
            (index - 1, part, TorqueInput { branches: own, ..*at })
        })
    }
    /// The sum with factors, on the branches of a run, some of which may slide.
    #[inline(never)]
    fn torque_of_run<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        if let Some(prepared) = &self.prepared
            && *prepared.branches == *at.branches
        {
            return self.sum_of(&prepared.parts, at);
        }
        if self.slides(at.branches) {
            return self.equivalent(at, &self.sliding(at.branches)).torque;
        }
        self.torque_on_branches(at)
    }
    /// The sum with factors, each part on its own branches.
    #[inline(never)]
    fn torque_on_branches<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        if at.branches.is_empty() {
            return self.sum_of(&self.parts, at);
        }
        self.inputs(at).fold(Vec3::zero(), |sum, (index, part, at)| {
            sum + self.scaled(index, each!(part, torque => torque.torque(&at)))
        })
    }
    /// The sum of parts with factors, each with this input.
    #[inline]
    fn sum_of<S: Over<R>>(&self, parts: &[TorqueTerm<R>], at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        match parts {
            [only] => self.scaled(0, each!(only, torque => torque.torque(at))),
            parts => parts.iter().enumerate().fold(Vec3::zero(), |sum, (index, part)| {
                sum + self.scaled(index, each!(part, torque => torque.torque(at)))
            }),
        }
    }
    /// The prescribed momentum of the only part.
    #[inline(never)]
    fn prescribed(&self, time: R) -> Option<Vec3<R>> {
        let only = self.parts.first()?;
        let momentum = each!(only, torque => torque.prescribed_momentum(time))?;
        Some(self.scaled(0, momentum))
    }
    /// Returns the name of a switching function for messages and files: the text of the call or comparison in a
    /// formula, or the name of a model, with the number of the torque where there are several.
    #[must_use]
    pub fn switch_name(&self, index: u16) -> String {
        let mut own = usize::from(index);
        for (torque, (part, &count)) in self.parts.iter().zip(&*self.switches).enumerate() {
            let Some(others) = own.checked_sub(usize::from(count)) else {
                let name = match part {
                    TorqueTerm::Model(model) => model.name().into(),
                    TorqueTerm::Written(written) => written
                        .switching_functions()
                        .get(own)
                        .map_or_else(|| "formula".into(), |switch| switch.name.to_string()),
                    TorqueTerm::Function(_) => "function".into(),
                };
                let several = self.parts.len() > 1;
                return if several { format!("{name} of torque {}", torque + 1) } else { name };
            };
            own = others;
        }
        format!("switch {}", index + 1)
    }
    /// The largest component of each part here, and whether the part is written as formulas.
    #[must_use]
    pub fn sizes(&self, at: &TorqueInput<'_, R>) -> Vec<(R, bool)> {
        let size = |part: &TorqueTerm<R>| {
            let torque: Vec3<R> = each!(part, torque => torque.torque(at));
            (torque.max_abs(), matches!(part, TorqueTerm::Written(_)))
        };
        self.parts.iter().map(size).collect()
    }
    /// The first part that is infinite or not a number here.
    pub fn not_finite(&self, at: &TorqueInput<'_, R>) -> Option<usize> {
        self.parts.iter().position(|part| {
            let torque: Vec3<R> = each!(part, torque => torque.torque(at));
            let energy = each!(part, torque => torque.potential(at)).unwrap_or(R::zero());
            !torque.to_array().into_iter().chain([energy]).all(R::is_finite)
        })
    }
}

#[warn(clippy::missing_trait_methods)]
impl<R: Real<Mask = bool>> Torque<R> for Torques<R> {
    #[inline]
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        if !S::RECORDS {
            self.count.one_more();
        }
        if !self.is_plain {
            return self.torque_of_run(at);
        }
        match &*self.parts {
            [only] => each!(only, torque => torque.torque(at)),
            parts => parts
                .iter()
                .fold(Vec3::zero(), |sum, part| sum + each!(part, torque => torque.torque(at))),
        }
    }
    fn potential<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Option<S> {
        if self.is_plain {
            let parts =
                self.parts.iter().filter_map(|part| each!(part, torque => torque.potential(at)));
            return parts.reduce(|a, b| a + b);
        }
        let parts = self.inputs(at).filter_map(|(index, part, at)| {
            let potential = each!(part, torque => torque.potential(&at))?;
            Some(self.factors.get(index).map_or(potential, |&factor| potential * S::lift(factor)))
        });
        parts.reduce(|a, b| a + b)
    }
    #[inline]
    fn properties(&self) -> TorqueProperties {
        self.properties
    }
    #[inline]
    fn prescribed_momentum(&self, time: R) -> Option<Vec3<R>> {
        if self.prescribes { self.prescribed(time) } else { None }
    }
    fn next_discontinuity(&self, kind: Discontinuity, from: R, until: R) -> Option<R> {
        if kind != Discontinuity::Kink && !self.properties.has_impulses {
            return None;
        }
        self.parts
            .iter()
            .filter_map(|part| each!(part, torque => torque.next_discontinuity(kind, from, until)))
            .reduce(|a, b| if (a - from).abs().le((b - from).abs()) { a } else { b })
    }
    fn impulse(&self, time: R, attitude: Rotation<R>) -> Vec3<R> {
        self.parts.iter().enumerate().fold(Vec3::zero(), |sum, (index, part)| {
            sum + self.scaled(index, each!(part, torque => torque.impulse(time, attitude)))
        })
    }
    fn pull(&self, inertia: &Inertia<R>, time: R) -> Option<Pull<R>> {
        let mut pulls = self.parts.iter().enumerate().map(|(index, part)| {
            let pull = each!(part, torque => torque.pull(inertia, time))?;
            Some(self.factors.get(index).map_or(pull, |&factor| pull.scaled(factor)))
        });
        let first = pulls.next()??;
        pulls.try_fold(first, |sum, pull| sum.and(pull?))
    }
    fn count_coefficients(&self, coefficients: u64) {
        self.count.set(self.count.get() + coefficients);
        for part in &*self.parts {
            each!(part, torque => Torque::<R>::count_coefficients(torque, coefficients));
        }
    }
    /// Of each, without counting.
    fn is_axisymmetric_about(&self, inertia: &Inertia<R>, axis: Vec3<R>) -> bool {
        self.parts
            .iter()
            .all(|part| each!(part, torque => torque.is_axisymmetric_about(inertia, axis)))
    }
    #[inline]
    fn kick(&self, at: &TorqueInput<'_, R>, h: R) -> Result<Vec3<R>, Failure> {
        match &*self.parts {
            // A model may know its own flow.
            [TorqueTerm::Model(only)] if self.properties.depends_on_momentum => {
                self.count.one_more();
                // A torque that is twice as strong does in half the time what it did.
                only.kick(at, self.factors.first().map_or(h, |&factor| h * factor))
            }
            _ => polhode::torque::kick_of_any(self, at, h),
        }
    }
    fn prepare(&mut self, branches: &[f64]) {
        if self.prepared.as_ref().is_none_or(|prepared| *prepared.branches != *branches) {
            self.prepared = self.on_branches(branches).map(Arc::new);
        }
    }
    fn switches(&self, list: &mut Vec<Switch>) {
        list.extend_from_slice(&self.switch_list);
    }
    fn switching_values<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>, values: &mut Vec<S>) {
        let begin = values.len();
        for (_, part, at) in self.inputs(at) {
            each!(part, torque => torque.switching_values(&at, values));
        }
        if self.slides(at.branches) {
            let sliding = self.sliding(at.branches);
            let equivalent = self.equivalent(at, &sliding);
            for (index, branch) in sliding.into_iter().zip(equivalent.branches) {
                values[begin + index] = branch;
            }
        }
    }
    fn natural_branches(&self, at: &TorqueInput<'_, R>, branches: &mut Vec<f64>) {
        for (_, part, at) in self.inputs(at) {
            each!(part, torque => torque.natural_branches(&at, branches));
        }
    }
    fn least_resolved_part(&self, at: &TorqueInput<'_, R, NearTimes<R>>) -> usize {
        let reaches = self.inputs(at).map(|(index, part, at)| {
            let torque = self.scaled(index, each!(part, torque => torque.torque(&at)));
            let Vec3 { x, y, z } = torque.map(NearTimes::reach);
            x + y + z
        });
        let larger = |(worst, most), (index, reach): (usize, R)| {
            if reach.le(most) { (worst, most) } else { (index, reach) }
        };
        reaches.enumerate().fold((0, R::zero()), larger).0
    }
}
