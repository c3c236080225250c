//! The tape and the jets are one computation.

use super::{Coefficients, HIGHEST, Recurrence, TorqueSeries, jets};
use crate::real::{DoubleDouble, F64x4, Four, FourWork, Mask, Over, Real};
use crate::torque::{
    AttitudeLaw, Frame, GravityGradient, Harmonics, Interpolation, KeplerGravityGradient,
    KeplerOrbit, LinearDamping, MagneticDipole, MagneticField, Model, PrescribedTorque, Rotor,
    SoftWall, Sum, Table, Torque, TorqueInput, TorqueProperties, UniformField,
};
use crate::{Body, Inertia, Rotation, Vec3};

/// Every function that a number has.
#[derive(Clone, Copy, Debug)]
struct Everything;

impl<R: Real> Torque<R> for Everything {
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        let (q, m, t) = (at.attitude, at.momentum, at.time);
        let angle = m.x.atan2(m.y + S::one());
        let x =
            (q.w + S::from_f64(2.0)).ln() * m.y.exp() / (m.z.squared() + S::from_f64(0.5)).sqrt();
        let y = (t * S::from_f64(0.3)).sin() - q.x.tan() * angle.cos() + q.y.abs().powi(3).recip();
        let z = S::from_f64(1.5) / (q.z.asin() + S::from_f64(2.0))
            + S::select(t.lt(m.x), m.x, q.w).atan();
        Vec3::new(
            x - S::from_f64(0.1),
            S::from_f64(0.7) - y,
            z.half().twice() - q.w.max(q.x) * S::zero(),
        )
    }
    fn properties(&self) -> TorqueProperties {
        TorqueProperties::default()
    }
}

/// Along a series, a torque by its tape must be that by jets to the bit; the second time
/// too, when the tape is there already.
fn same_bits<R: Real, T: Torque<R>>(what: &str, torque: T) {
    let body = Body { inertia: inertia(), torque };
    let (mut recurrence, mut tape) = (Recurrence::new(), TorqueSeries::default());
    for (q, m) in
        [([0.9, 0.1, -0.3, 0.2], [1.1, 2.9, 1.7]), ([-0.2, 0.5, 0.6, -0.4], [-0.3, 0.2, 1.1])]
    {
        let attitude = Rotation::from_wxyz(q.map(R::from_f64));
        recurrence.expand(&body, R::from_f64(0.7), attitude, Vec3::from_f64(m), HIGHEST);
        let series = recurrence.coefficients();
        R::in_fours(Comparison { what, body: &body, series, tape: &mut tape });
    }
}

struct Comparison<'a, R: Real, T> {
    what: &'a str,
    body: &'a Body<R, T>,
    series: &'a Coefficients<R>,
    tape: &'a mut TorqueSeries<R>,
}

impl<R: Real, T: Torque<R>> FourWork<R> for Comparison<'_, R, T> {
    fn run<F: Four<R>>(self) {
        let Self { what, body, series, tape } = self;
        let mut jets = jets::TorqueSeries::default();
        tape.begin(body, series);
        for k in 0..HIGHEST {
            let jet = jets.coefficient::<T, F>(body, series, k);
            assert_eq!(tape.coefficient::<T, F>(body, series, k), jet, "{what}, coefficient {k}");
            assert!(jet.max_abs().is_finite().all(), "{what}: {jet:?}");
        }
    }
}

fn inertia<R: Real>() -> Inertia<R> {
    Inertia::from_moments(Vec3::from_f64([1.0, 2.0, 2.7]))
}

/// One type for all models, which is less to compile.
fn check_model(what: &str, torque: impl Into<Model<f64>>) {
    same_bits::<f64, Model<f64>>(what, torque.into());
}

#[test]
fn every_model_by_tape_has_the_bits_of_its_jets() {
    let (v, w) = (Vec3::new(0.3, -0.5, 0.8), Vec3::new(1.0, 0.5, -0.2));
    check_model("field", UniformField::new(2.3, v, w).unwrap());
    check_model("gradient", GravityGradient::new(0.7, w).unwrap());
    check_model("wall", SoftWall::physical());
    check_model("damping", LinearDamping::uniform(0.3).unwrap());
    check_model("rotor", Rotor { momentum: v });
    let field = MagneticField::turning(v, w, 0.4).unwrap();
    check_model("dipole", MagneticDipole { moment: w, field });
    let target = Rotation::from_wxyz([0.3, 0.8, 0.2, -0.4]);
    check_model("law", AttitudeLaw::new(target, v, w).unwrap());
    let swing = Harmonics::new(v, w).with(1.3, w, v).unwrap();
    check_model("prescribed", PrescribedTorque(swing));
    let points = (0..5).map(|i| (f64::from(i) * 0.5, v * f64::from(i * i)));
    check_model("table", Table::new(Frame::Space, Interpolation::Cubic, points).unwrap());
    let orbit = KeplerOrbit {
        gm: 1.2,
        semi_major_axis: 1.1,
        eccentricity: 0.3,
        inclination: 0.4,
        node: 0.5,
        periapsis: 0.6,
        mean_anomaly: 0.1,
    };
    check_model("orbit", KeplerGravityGradient::new(orbit).unwrap());
    let both = Sum(Everything, GravityGradient::new(0.7, w).unwrap());
    same_bits::<f64, _>("sum", both);
}

#[test]
fn every_function_by_tape_has_the_bits_of_its_jets() {
    same_bits::<f64, _>("f64", Everything);
    same_bits::<f32, _>("f32", Everything);
    same_bits::<DoubleDouble, _>("double-double", Everything);
    same_bits::<F64x4, _>("lanes", Everything);
}
