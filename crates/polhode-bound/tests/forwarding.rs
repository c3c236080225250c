//! A torque that is wrapped, scaled or summed answers every question as the torque itself does.

#[allow(dead_code, reason = "samples of other tests")]
#[path = "../../polhode/tests/catalogue/torque_models/samples.rs"]
mod samples;

use polhode::NearTimes;
use polhode::real::Over;
use polhode::torque::{
    Discontinuity, Free, LaneModels, Model, Pull, Scaled, Sum, Switch, SwitchKind, TorqueInput,
    TorqueProperties, kick_of_any,
};
use polhode::{Inertia, Rotation, Torque, Vec3};
use polhode_bound::Torques;
use samples::{Place, inertia, models};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

const STEP: f64 = 0.125;
const AXES: [Vec3<f64>; 2] = [Vec3::new(0.0, 0.0, 1.0), Vec3::new(1.0, 0.0, 0.0)];
const KINDS: [Discontinuity; 3] = [
    Discontinuity::Impulse { including: true },
    Discontinuity::Impulse { including: false },
    Discontinuity::Kink,
];
/// Of the sample impulses and tables, forwards and backwards.
const SPANS: [[f64; 2]; 5] = [[0.3, 2.0], [0.0, 1.0], [0.7, 3.0], [2.0, 0.0], [9.0, 10.0]];
const TIMES: [f64; 4] = [0.0, 0.3, 0.7, 1.5];

/// The values of all functions of [`Torque`] but the counter.
fn listed<X>(fill: impl FnOnce(&mut Vec<X>)) -> Vec<X> {
    let mut list = Vec::new();
    fill(&mut list);
    list
}

#[derive(Clone, Debug, PartialEq)]
struct Answers {
    torque: Vec3<f64>,
    properties: TorqueProperties,
    potential: Option<f64>,
    kick: Vec3<f64>,
    prescribed_momentum: Option<Vec3<f64>>,
    next_discontinuity: [[Option<f64>; 5]; 3],
    impulse: [Vec3<f64>; 4],
    pull: Option<Pull<f64>>,
    is_axisymmetric_about: [bool; 2],
    switches: Vec<Switch>,
    switching_values: Vec<f64>,
    natural_branches: Vec<f64>,
}

impl Answers {
    fn new(torque: &impl Torque<f64>, at: &TorqueInput<'_, f64>) -> Self {
        Self {
            torque: torque.torque(at),
            properties: torque.properties(),
            potential: torque.potential(at),
            kick: torque.kick(at, STEP).unwrap(),
            prescribed_momentum: torque.prescribed_momentum(at.time),
            next_discontinuity: KINDS.map(|kind| {
                SPANS.map(|[from, until]| torque.next_discontinuity(kind, from, until))
            }),
            impulse: TIMES.map(|time| torque.impulse(time, at.attitude)),
            pull: torque.pull(at.inertia, at.time),
            is_axisymmetric_about: AXES.map(|axis| torque.is_axisymmetric_about(at.inertia, axis)),
            switches: listed(|list| torque.switches(list)),
            switching_values: listed(|values| torque.switching_values(at, values)),
            natural_branches: listed(|branches| torque.natural_branches(at, branches)),
        }
    }
    /// Of the torque times 2, which rounds nothing.
    fn doubled(torque: &impl Torque<f64>, at: &TorqueInput<'_, f64>) -> Self {
        let one = Self::new(torque, at);
        Self {
            torque: one.torque * 2.0,
            potential: one.potential.map(|potential| potential * 2.0),
            kick: torque.kick(at, STEP * 2.0).unwrap(),
            prescribed_momentum: one.prescribed_momentum.map(|momentum| momentum * 2.0),
            impulse: one.impulse.map(|impulse| impulse * 2.0),
            pull: one.pull.map(|pull| Pull {
                couplings: pull.couplings * 2.0,
                arm: pull.arm * 2.0,
                ..pull
            }),
            ..one
        }
    }
    /// Of a sum, whose kick has no flow of its own.
    fn without_flow(self, torque: &impl Torque<f64>, at: &TorqueInput<'_, f64>) -> Self {
        Self { kick: kick_of_any(torque, at, STEP).unwrap(), ..self }
    }
}

fn places() -> [Place; 2] {
    [
        Place { time: 0.4, attitude: [0.9, 0.1, -0.3, 0.2], momentum: [0.5, 1.1, -0.7] },
        Place { time: -1.7, attitude: [-0.2, 0.5, 0.6, 0.1], momentum: [1.5, -0.2, 0.4] },
    ]
}

/// A torque with an answer of its own to every question.
#[derive(Clone, Debug, Default)]
struct Unusual {
    coefficients: Arc<AtomicU64>,
}

#[warn(clippy::missing_trait_methods)]
impl Torque<f64> for Unusual {
    fn torque<S: Over<f64>>(&self, at: &TorqueInput<'_, f64, S>) -> Vec3<S> {
        at.momentum * S::from_f64(-0.25)
    }
    fn properties(&self) -> TorqueProperties {
        TorqueProperties {
            depends_on_momentum: true,
            conserves_energy: false,
            is_differentiable: false,
            has_impulses: true,
            is_polynomial: true,
            switch_count: 2,
        }
    }
    fn potential<S: Over<f64>>(&self, at: &TorqueInput<'_, f64, S>) -> Option<S> {
        Some(at.attitude.w)
    }
    fn kick(
        &self,
        at: &TorqueInput<'_, f64>,
        h: f64,
    ) -> Result<Vec3<f64>, polhode::method::Failure> {
        Ok(at.momentum * (1.0 - h))
    }
    fn prescribed_momentum(&self, time: f64) -> Option<Vec3<f64>> {
        Some(Vec3::new(1.0, time, 3.0))
    }
    fn next_discontinuity(&self, kind: Discontinuity, from: f64, until: f64) -> Option<f64> {
        let part = if kind == Discontinuity::Kink { 0.25 } else { 0.75 };
        Some(from + (until - from) * part)
    }
    fn impulse(&self, time: f64, attitude: Rotation<f64>) -> Vec3<f64> {
        Vec3::new(time, attitude.x, 1.0)
    }
    fn pull(&self, inertia: &Inertia<f64>, time: f64) -> Option<Pull<f64>> {
        let vector = Vec3::new(time, 1.0, 2.0);
        let couplings = inertia.moments();
        Some(Pull { vector, turning_rate: vector, couplings, arm: vector })
    }
    /// Not what the pull shows.
    fn is_axisymmetric_about(&self, _: &Inertia<f64>, axis: Vec3<f64>) -> bool {
        axis.x == 0.0
    }
    fn prepare(&mut self, _: &[f64]) {}
    fn count_coefficients(&self, coefficients: u64) {
        self.coefficients.fetch_add(coefficients, Ordering::Relaxed);
    }
    fn switches(&self, list: &mut Vec<Switch>) {
        let one = Switch { kind: SwitchKind::Whole, of_time_alone: true, slides: false };
        list.extend([one, Switch { kind: SwitchKind::Sign, slides: true, ..one }]);
    }
    fn switching_values<S: Over<f64>>(&self, at: &TorqueInput<'_, f64, S>, values: &mut Vec<S>) {
        values.extend([at.time, at.momentum.x]);
    }
    /// Not what the values say.
    fn natural_branches(&self, at: &TorqueInput<'_, f64>, branches: &mut Vec<f64>) {
        branches.extend([at.time + 0.5, -0.25]);
    }
    fn least_resolved_part(&self, _: &TorqueInput<'_, f64, NearTimes<f64>>) -> usize {
        5
    }
}

#[test]
fn a_torque_times_a_number_answers_as_the_torque_does() {
    let inertia = inertia();
    for place in places() {
        let at = place.torque_input(&inertia);
        for model in models::<f64>() {
            let scaled = Scaled { factor: 2.0, torque: model.clone() };
            let doubled = Answers::doubled(&model, &at);
            assert_eq!(Answers::new(&scaled, &at), doubled, "{model:?}");
            let with_factor = Torques::new([model.clone().into()]).with_factors([2.0]);
            assert_eq!(Answers::new(&with_factor, &at), doubled, "{model:?}");
        }
        let scaled = Scaled { factor: 2.0, torque: Unusual::default() };
        assert_eq!(Answers::new(&scaled, &at), Answers::doubled(&scaled.torque, &at));
        scaled.count_coefficients(7);
        assert_eq!(scaled.torque.coefficients.load(Ordering::Relaxed), 7);
    }
}

#[test]
fn a_sum_with_nothing_answers_as_the_torque_does() {
    fn check(torque: impl Torque<f64>, at: &TorqueInput<'_, f64>) {
        let plain = Answers::new(&torque, at).without_flow(&torque, at);
        assert_eq!(Answers::new(&Sum(torque.clone(), Free), at), plain, "{torque:?}");
        assert_eq!(Answers::new(&Sum(Free, torque.clone()), at), plain, "{torque:?}");
    }
    let inertia = inertia();
    for place in places() {
        let at = place.torque_input(&inertia);
        models::<f64>().into_iter().for_each(|model| {
            // Adding zero to a potential of no torque makes it one.
            let both = Sum(model.clone(), Free);
            if model.potential(&at).is_some() {
                check(model, &at);
            } else {
                let plain = Answers::new(&model, &at).without_flow(&model, &at);
                assert_eq!(both.potential(&at), Some(0.0));
                assert_eq!(Answers { potential: None, ..Answers::new(&both, &at) }, plain);
            }
        });
        check(Unusual::default(), &at);
        let (one, other) = (Unusual::default(), Unusual::default());
        Sum(one.clone(), other.clone()).count_coefficients(7);
        assert_eq!([one, other].map(|t| t.coefficients.load(Ordering::Relaxed)), [7, 7]);
    }
}

#[test]
fn one_of_one_answers_as_the_torque_does() {
    let inertia = inertia();
    for place in places() {
        let at = place.torque_input(&inertia);
        for model in models::<f64>() {
            let plain = Answers::new(&model, &at);
            let several: Model<f64> = [model.clone()].into_iter().collect();
            assert_eq!(Answers::new(&several, &at), plain, "{model:?}");
            let torques = Torques::new([model.clone().into()]);
            assert_eq!(Answers::new(&torques, &at), plain, "{model:?}");
            torques.count().set(0);
            torques.count_coefficients(7);
            assert_eq!(torques.count().get(), 7);
            if let (Some(lanes), false) =
                (LaneModels::from_models(std::slice::from_ref(&model)), is_sum(&model))
            {
                assert_eq!(Answers::new(&lanes, &at), plain, "{model:?}");
            }
        }
    }
}

/// Or none.
fn is_sum(model: &Model<f64>) -> bool {
    matches!(model, Model::Free(_) | Model::Several(_))
}

/// `agree!(model: Variant, ...)`: as the type that the model holds.
macro_rules! agree {
    ($model:ident, $at:ident: $($variant:ident),+) => {
        match $model {
            $(Model::$variant(torque) => {
                assert_eq!(Answers::new($model, &$at), Answers::new(torque, &$at), "{torque:?}");
                true
            })+
            _ => false,
        }
    };
}

#[test]
fn a_model_answers_as_its_type_does() {
    let inertia = inertia();
    for place in places() {
        let at = place.torque_input(&inertia);
        let known = models::<f64>().into_iter().filter(|model| {
            agree!(model, at: Free, ConstantInBody, ConstantInSpace, UniformField, GravityGradient,
                KeplerGravityGradient, SoftWall, MagneticDipole, PrescribedTorque,
                PrescribedMomentum, Table, Impulses, LinearDamping, Rotor, AttitudeLaw)
        });
        assert!(known.count() >= 23);
    }
}

#[test]
fn all_sums_of_two_answer_alike() {
    let inertia = inertia();
    let at = places()[0].torque_input(&inertia);
    let models: Vec<_> = models::<f64>().into_iter().filter(|model| !is_sum(model)).collect();
    for (a, b) in models.iter().flat_map(|a| models.iter().map(move |b| (a, b))) {
        let (one, other) = (Answers::new(a, &at), Answers::new(b, &at));
        let sum = Sum(a.clone(), b.clone());
        let pull = one.pull.zip(other.pull).and_then(|(one, other)| one.and(other));
        let nearer = |i: usize, j: usize| {
            let times = [one.next_discontinuity[i][j], other.next_discontinuity[i][j]];
            let distance = |time: &f64| (time - SPANS[j][0]).abs();
            times.into_iter().flatten().min_by(|a, b| distance(a).total_cmp(&distance(b)))
        };
        let potentials = [one.potential, other.potential].into_iter().flatten();
        let expected = Answers {
            torque: one.torque + other.torque,
            properties: one.properties.and(other.properties),
            potential: potentials.reduce(|a, b| a + b),
            kick: kick_of_any(&sum, &at, STEP).unwrap(),
            prescribed_momentum: None,
            next_discontinuity: [0, 1, 2].map(|i| [0, 1, 2, 3, 4].map(|j| nearer(i, j))),
            impulse: [0, 1, 2, 3].map(|i| one.impulse[i] + other.impulse[i]),
            pull,
            is_axisymmetric_about: AXES
                .map(|axis| pull.is_some_and(|pull| pull.is_axisymmetric_about(axis))),
            switches: [one.switches.clone(), other.switches].concat(),
            switching_values: [one.switching_values.clone(), other.switching_values].concat(),
            natural_branches: [one.natural_branches.clone(), other.natural_branches].concat(),
        };
        assert_eq!(Answers::new(&sum, &at), expected, "{sum:?}");
        let several: Model<f64> = [a, b].map(Clone::clone).into_iter().collect();
        assert_eq!(Answers::new(&several, &at), expected, "{sum:?}");
        // These need no common vector.
        let each = [0, 1].map(|i| one.is_axisymmetric_about[i] && other.is_axisymmetric_about[i]);
        let expected = Answers { is_axisymmetric_about: each, ..expected };
        let torques = Torques::new([a, b].map(|model| model.clone().into()));
        assert_eq!(Answers::new(&torques, &at), expected, "{sum:?}");
        if let Some(lanes) = LaneModels::from_models(&[a.clone(), b.clone()]) {
            assert_eq!(Answers::new(&lanes, &at), expected, "{sum:?}");
        }
    }
}
