//! Every torque of the tests in one type.
//!
//! The catalogue is generic: a hundred methods are compiled anew for each type of torque to which
//! it is bound, and most tests want a torque and not its type.

use polhode::NearTimes;
use polhode::catalogue::{self, MethodName};
use polhode::geometry::Axis;
use polhode::method::Failure;
use polhode::real::{Over, Real};
use polhode::torque::{
    AttitudeLaw, Closure, ConstantInBody, ConstantInSpace, Discontinuity, Free, GravityGradient,
    Harmonics, Impulses, KeplerGravityGradient, LinearDamping, MagneticDipole, Model,
    PrescribedMomentum, PrescribedTorque, Pull, Rotor, Scaled, SoftWall, Sum, Switch, SwitchKind,
    Table, Torque, TorqueInput, TorqueProperties, UniformField,
};
use polhode::{Attitude, Body, Error, Inertia, Rotation, Run, State, Vec3};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A torque that tests bind.
pub(crate) trait Bound<R: Real<Mask = bool>>: Torque<R> {
    fn any(self) -> AnyTorque<R>;
}

/// A run of a free body, or of one with any torque.
pub(crate) fn bind<R: Real<Mask = bool>, A: Attitude<R>, T: Bound<R>>(
    name: &MethodName,
    Body { inertia, torque }: Body<R, T>,
    start: State<R, A>,
) -> Result<Box<dyn Run<R, A>>, Error> {
    if T::NONE {
        return catalogue::bind(name, Body::free(inertia), start);
    }
    catalogue::bind(name, Body { inertia, torque: torque.any() }, start)
}

pub(crate) type Function<R> = fn(R, Rotation<R>, Vec3<R>) -> Vec3<R>;

/// A torque of time alone in space axes, and a part in those of the body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Swing {
    pub(crate) in_body: f64,
}

impl<R: Real> Torque<R> for Swing {
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        let t = at.time;
        let (sin, cos) = (t * S::from_f64(1.7) + S::from_f64(0.3)).sin_cos();
        let space = Vec3::new(sin * S::from_f64(1.3), cos, t * S::from_f64(0.4) + S::from_f64(0.2));
        at.attitude.apply_inverse(space) + Vec3::new(cos, sin, S::one()) * S::from_f64(self.in_body)
    }
    fn properties(&self) -> TorqueProperties {
        TorqueProperties::default()
    }
}

/// A torque that depends on the rates, not linearly.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drag;

impl<R: Real> Torque<R> for Drag {
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        let nu = at.rates();
        nu * (nu.norm_squared() * S::from_f64(-0.1) - S::from_f64(0.3))
            + Vec3::new(nu.z, nu.x, -nu.y) * S::from_f64(0.2)
    }
    fn properties(&self) -> TorqueProperties {
        TorqueProperties { depends_on_momentum: true, ..TorqueProperties::default() }
    }
}

/// A torque that counts how often it is asked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counted(pub(crate) Arc<AtomicU64>);

impl<R: Real> Torque<R> for Counted {
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        if !S::RECORDS {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
        at.in_body(Vec3::from_f64([0.1, 0.2, 0.0]))
    }
    fn properties(&self) -> TorqueProperties {
        TorqueProperties::default()
    }
    fn count_coefficients(&self, coefficients: u64) {
        self.0.fetch_add(coefficients, Ordering::Relaxed);
    }
}

/// Where a torque jumps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Surface {
    /// At a time.
    Time(f64),
    /// Where the height of an axis of the body has a value.
    Height(f64),
    /// Where a rate has a value.
    Rate(f64),
}

/// A field, and a torque in body axes that jumps to its opposite.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Jump {
    pub(crate) surface: Surface,
    /// Always on this side, for pieces of the truth.
    pub(crate) side: Option<f64>,
    /// Says where it jumps.
    pub(crate) says: bool,
}

impl Jump {
    /// The switching function, which is positive or negative.
    pub(crate) fn value<R: Real, S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> S {
        match self.surface {
            Surface::Time(time) => at.time - S::from_f64(time),
            Surface::Height(height) => {
                at.attitude.apply(Vec3::unit(Axis::X)).z - S::from_f64(height)
            }
            Surface::Rate(rate) => at.rates().z - S::from_f64(rate),
        }
    }
    fn switches_in_time(&self) -> bool {
        matches!(self.surface, Surface::Time(_))
    }
}

impl<R: Real<Mask = bool>> Torque<R> for Jump {
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        let side = match (self.side, at.branches) {
            (Some(side), _) | (None, &[side, ..]) => S::from_f64(side),
            (None, []) => S::one().with_sign_of(self.value(at)),
        };
        let arm = Vec3::<S>::from_f64([0.6, -1.1, 1.8]);
        // A jump about z would hold a rate about z where it jumps.
        let about_z = if matches!(self.surface, Surface::Rate(_)) { 0.0 } else { -1.6 };
        arm.cross(at.in_body(Vec3::from_f64([0.4, 0.2, -0.3])))
            + Vec3::<S>::from_f64([1.4, 1.2, about_z]) * side
    }
    fn properties(&self) -> TorqueProperties {
        TorqueProperties {
            depends_on_momentum: matches!(self.surface, Surface::Rate(_)),
            switch_count: u16::from(self.says),
            ..TorqueProperties::default()
        }
    }
    fn switches(&self, list: &mut Vec<Switch>) {
        if self.says {
            let of_time_alone = self.switches_in_time();
            list.push(Switch { kind: SwitchKind::Sign, of_time_alone, slides: false });
        }
    }
    fn switching_values<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>, values: &mut Vec<S>) {
        if self.says {
            values.push(self.value(at));
        }
    }
    fn next_discontinuity(&self, kind: Discontinuity, from: R, until: R) -> Option<R> {
        let Surface::Time(time) = self.surface else { return None };
        let time = R::from_f64(time);
        let between = R::zero().lt((time - from) * (until - time));
        (self.says && kind == Discontinuity::Kink && between).then_some(time)
    }
}

macro_rules! any_torque {
    ($($variant:ident($type:ty)),+) => {
        #[derive(Clone, Debug)]
        pub(crate) enum AnyTorque<R> {
            $($variant($type)),+
        }
        /// `each!(any, torque => what)`
        macro_rules! each {
            ($any:expr, $torque:ident => $what:expr) => {
                match $any {
                    $(AnyTorque::$variant($torque) => $what),+
                }
            };
        }
    };
}
any_torque! {
    Model(Model<R>),
    Sum(Sum<Model<R>, Model<R>>),
    Scaled(Scaled<R, Model<R>>),
    Closure(Closure<Function<R>>),
    Swing(Swing),
    Drag(Drag),
    Jump(Jump),
    Counted(Counted)
}

/// Not inlined where it is asked for: there are hundreds of such places.
#[warn(clippy::missing_trait_methods)]
impl<R: Real<Mask = bool>> Torque<R> for AnyTorque<R> {
    #[inline(never)]
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        each!(self, torque => torque.torque(at))
    }
    #[inline(never)]
    fn potential<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Option<S> {
        each!(self, torque => torque.potential(at))
    }
    fn prepare(&mut self, branches: &[f64]) {
        each!(self, torque => Torque::<R>::prepare(torque, branches));
    }
    fn count_coefficients(&self, coefficients: u64) {
        each!(self, torque => Torque::<R>::count_coefficients(torque, coefficients));
    }
    #[inline(never)]
    fn kick(&self, at: &TorqueInput<'_, R>, h: R) -> Result<Vec3<R>, Failure> {
        each!(self, torque => torque.kick(at, h))
    }
    #[inline(never)]
    fn pull(&self, inertia: &Inertia<R>, time: R) -> Option<Pull<R>> {
        each!(self, torque => torque.pull(inertia, time))
    }
    #[inline(never)]
    fn is_axisymmetric_about(&self, inertia: &Inertia<R>, axis: Vec3<R>) -> bool {
        each!(self, torque => torque.is_axisymmetric_about(inertia, axis))
    }
    #[inline(never)]
    fn properties(&self) -> TorqueProperties {
        each!(self, torque => Torque::<R>::properties(torque))
    }
    #[inline(never)]
    fn prescribed_momentum(&self, time: R) -> Option<Vec3<R>> {
        each!(self, torque => torque.prescribed_momentum(time))
    }
    #[inline(never)]
    fn next_discontinuity(&self, kind: Discontinuity, from: R, until: R) -> Option<R> {
        each!(self, torque => torque.next_discontinuity(kind, from, until))
    }
    #[inline(never)]
    fn impulse(&self, time: R, attitude: Rotation<R>) -> Vec3<R> {
        each!(self, torque => torque.impulse(time, attitude))
    }
    #[inline(never)]
    fn switches(&self, list: &mut Vec<Switch>) {
        each!(self, torque => Torque::<R>::switches(torque, list));
    }
    #[inline(never)]
    fn switching_values<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>, values: &mut Vec<S>) {
        each!(self, torque => torque.switching_values(at, values));
    }
    #[inline(never)]
    fn natural_branches(&self, at: &TorqueInput<'_, R>, branches: &mut Vec<f64>) {
        each!(self, torque => torque.natural_branches(at, branches));
    }
    fn least_resolved_part(&self, at: &TorqueInput<'_, R, NearTimes<R>>) -> usize {
        each!(self, torque => torque.least_resolved_part(at))
    }
}

macro_rules! models {
    ($($type:ty),+) => {
        $(impl<R: Real<Mask = bool>> Bound<R> for $type {
            fn any(self) -> AnyTorque<R> {
                AnyTorque::Model(self.into())
            }
        })+
    };
}
models!(
    Free,
    ConstantInBody<R>,
    ConstantInSpace<R>,
    UniformField<R>,
    GravityGradient<R>,
    KeplerGravityGradient<R>,
    SoftWall<R>,
    MagneticDipole<R>,
    PrescribedTorque<Harmonics<R>>,
    PrescribedMomentum<Harmonics<R>>,
    Impulses<R>,
    Table<R>,
    LinearDamping<R>,
    Rotor<R>,
    AttitudeLaw<R>,
    Model<R>
);

macro_rules! others {
    ($($variant:ident($type:ty)),+) => {
        $(impl<R: Real<Mask = bool>> Bound<R> for $type {
            fn any(self) -> AnyTorque<R> {
                AnyTorque::$variant(self)
            }
        })+
    };
}
others! {
    Scaled(Scaled<R, Model<R>>),
    Closure(Closure<Function<R>>),
    Swing(Swing),
    Drag(Drag),
    Jump(Jump),
    Counted(Counted)
}

impl<R, A, B> Bound<R> for Sum<A, B>
where
    R: Real<Mask = bool>,
    A: Torque<R> + Into<Model<R>>,
    B: Torque<R> + Into<Model<R>>,
{
    fn any(self) -> AnyTorque<R> {
        AnyTorque::Sum(Sum(self.0.into(), self.1.into()))
    }
}
