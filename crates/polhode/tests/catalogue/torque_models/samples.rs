//! One model or more of every name.

use polhode::geometry::Mat3;
use polhode::real::Real;
use polhode::torque::{
    AttitudeLaw, ConstantInBody, ConstantInSpace, Frame, Free, GravityGradient, Harmonics, Impulse,
    Impulses, Interpolation, KeplerGravityGradient, KeplerOrbit, LinearDamping, MagneticDipole,
    MagneticField, Model, PrescribedMomentum, PrescribedTorque, Rotor, SoftWall, Table,
    TorqueInput, UniformField,
};
use polhode::{Inertia, Rotation, Vec3};
use proptest::prelude::*;

pub(crate) fn orbit<R: Real>(eccentricity: f64) -> KeplerOrbit<R> {
    KeplerOrbit {
        gm: R::from_f64(1.3),
        semi_major_axis: R::from_f64(0.9),
        eccentricity: R::from_f64(eccentricity),
        inclination: R::from_f64(0.4),
        node: R::from_f64(-1.2),
        periapsis: R::from_f64(2.1),
        mean_anomaly: R::from_f64(0.3),
    }
}

/// Buss's L(t) = (1 + 0.3 t, 2 - 0.2 t, -0.5 + 0.1 t) + (s, c, s/2 - c),
/// s = 0.7 sin 1.3 t, c = 0.5 cos 0.9 t.
pub(crate) fn buss<R: Real>() -> Harmonics<R> {
    let v = Vec3::<R>::from_f64;
    Harmonics::new(v([1.0, 2.0, -0.5]), v([0.3, -0.2, 0.1]))
        .with(R::from_f64(1.3), v([0.7, 0.0, 0.35]), Vec3::zero())
        .and_then(|f| f.with(R::from_f64(0.9), Vec3::zero(), v([0.0, 0.5, -0.5])))
        .unwrap()
}

pub(crate) fn points<R: Real>() -> Vec<(R, Vec3<R>)> {
    [
        (-1.0, [0.1, 0.2, 0.3]),
        (0.0, [0.5, -0.2, 0.1]),
        (0.7, [0.4, -0.9, 0.2]),
        (2.0, [-0.3, 0.6, 0.8]),
        (2.5, [-0.2, 0.1, 0.0]),
        (4.0, [0.0, 0.3, -0.4]),
    ]
    .into_iter()
    .map(|(t, f)| (R::from_f64(t), Vec3::from_f64(f)))
    .collect()
}

pub(crate) fn models<R: Real<Mask = bool>>() -> Vec<Model<R>> {
    let v = Vec3::<R>::from_f64;
    let kepler = |e| KeplerGravityGradient::new(orbit(e)).unwrap();
    let turning = MagneticField::turning(v([0.3, 0.1, 0.8]), v([1.0, 2.0, 2.0]), R::from_f64(0.7));
    let dipole = |field| MagneticDipole { moment: v([0.2, -0.5, 0.7]), field };
    let target = Rotation::from_wxyz([0.3, -0.5, 0.2, 0.9].map(R::from_f64));
    let law = |kp, kd| AttitudeLaw::new(target, v(kp), v(kd)).unwrap();
    let full = Mat3::from_f64([[1.0, 0.5, -0.2], [-0.9, 2.0, 0.3], [0.1, 0.4, 0.7]]);
    let pulse =
        |time, frame| Impulse { time: R::from_f64(time), momentum: v([0.1, 0.2, 0.3]), frame };
    let pulses = [pulse(0.3, Frame::Body), pulse(1.5, Frame::Space)];
    let single: Vec<Model<R>> = vec![
        Free.into(),
        ConstantInBody(v([0.1, 0.2, -0.3])).into(),
        ConstantInSpace(v([0.3, -0.1, 0.2])).into(),
        UniformField::new(R::from_f64(2.5), v([0.1, 0.2, 0.9]), v([0.2, -0.3, 1.0]))
            .unwrap()
            .into(),
        GravityGradient::new(R::from_f64(1.7), v([0.2, -0.3, 1.0])).unwrap().into(),
        kepler(0.0).into(),
        kepler(0.6).into(),
        SoftWall::printed().into(),
        SoftWall::physical().into(),
        dipole(MagneticField::Fixed(v([0.3, 0.1, 0.8]))).into(),
        dipole(turning.unwrap()).into(),
        PrescribedTorque(buss()).into(),
        PrescribedMomentum(buss()).into(),
        Table::new(Frame::Body, Interpolation::Cubic, points()).unwrap().into(),
        Table::new(Frame::Space, Interpolation::Cubic, points()).unwrap().into(),
        Impulses::new(pulses).unwrap().into(),
        LinearDamping::uniform(R::from_f64(0.3)).unwrap().into(),
        LinearDamping::diagonal(v([0.3, 0.0, 1.2])).unwrap().into(),
        LinearDamping::full(full).unwrap().into(),
        Rotor { momentum: v([0.4, -0.3, 1.1]) }.into(),
        law([1.3; 3], [0.0; 3]).into(),
        law([1.3, 0.4, 0.9], [0.0; 3]).into(),
        law([1.3; 3], [0.2, 0.0, 0.7]).into(),
    ];
    let mut all = single.clone();
    // Kept energy, lost energy, and everything at once.
    all.push([single[3].clone(), single[7].clone(), single[19].clone()].into_iter().collect());
    all.push([single[3].clone(), single[16].clone()].into_iter().collect());
    all.push(single.into_iter().collect());
    all
}

pub(crate) fn inertia<R: Real<Mask = bool>>() -> Inertia<R> {
    Inertia::new([1.0, 2.0, 2.7].map(R::from_f64)).unwrap()
}

/// Where a body is, in doubles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) time: f64,
    pub(crate) attitude: [f64; 4],
    pub(crate) momentum: [f64; 3],
}

impl Place {
    pub(crate) fn torque_input<R: Real>(self, inertia: &Inertia<R>) -> TorqueInput<'_, R> {
        TorqueInput {
            inertia,
            time: R::from_f64(self.time),
            attitude: Rotation::from_wxyz(self.attitude.map(R::from_f64)),
            momentum: Vec3::from_f64(self.momentum),
        }
    }
}

pub(crate) fn quaternions() -> impl Strategy<Value = [f64; 4]> {
    proptest::array::uniform4(-1.0..1.0)
        .prop_filter("long enough", |q: &[f64; 4]| q.iter().map(|x| x * x).sum::<f64>() > 0.1)
}

pub(crate) fn places() -> impl Strategy<Value = Place> {
    // Of the pieces of the table only the inner ones: it bends at its ends.
    let times = (-0.9..3.9_f64).prop_filter("not at a point", |t| {
        [0.0, 0.7, 2.0, 2.5].iter().all(|point| (t - point).abs() > 1e-3)
    });
    (times, quaternions(), proptest::array::uniform3(-3.0..3.0_f64))
        .prop_map(|(time, attitude, momentum)| Place { time, attitude, momentum })
}

#[test]
fn samples_have_every_name_and_names_are_kebab_case_and_unique() {
    let samples = models::<f64>();
    for (i, name) in Model::<f64>::NAMES.iter().enumerate() {
        assert!(samples.iter().any(|model| model.name() == *name), "no sample of {name}");
        assert!(name.bytes().all(|b| b == b'-' || b.is_ascii_lowercase()), "{name}");
        assert!(!Model::<f64>::NAMES[..i].contains(name), "{name} twice");
    }
    for model in samples {
        assert!(Model::<f64>::NAMES.contains(&model.name()));
    }
}
