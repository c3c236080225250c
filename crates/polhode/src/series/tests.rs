//! The recorded equations and the jets are one computation.

use super::{Coefficients, Content, TERMS, Wanted, jets};
use crate::real::{DoubleDouble, F32x8, F64x4, Real};
use crate::torque::{
    GravityGradient, KeplerGravityGradient, KeplerOrbit, LinearDamping, Model, SoftWall, Sum,
    Torque, UniformField,
};
use crate::{Body, Inertia, Rotation, State, Vec3};

/// Every coefficient that is asked for has the bits of the jets; the second time too, when the
/// equations are recorded already.
fn same_bits<R: Real, T: Torque<R>>(what: &str, torque: T) {
    let body = Body { inertia: Inertia::from_moments(Vec3::from_f64([1.0, 2.0, 2.7])), torque };
    let mut recorded = Content::<R>::new();
    let mut by_jets = recorded.coefficients;
    for (q, m) in
        [([0.9, 0.1, -0.3, 0.2], [1.1, 2.9, 1.7]), ([-0.2, 0.5, 0.6, -0.4], [-0.3, 0.2, 1.1])]
    {
        let attitude = Rotation::from_wxyz(q.map(R::from_f64));
        let start = State { time: R::from_f64(0.7), attitude, momentum: Vec3::from_f64(m) };
        for terms in 1..=TERMS {
            let Content { equations, coefficients } = &mut recorded;
            for wanted in [Wanted::MomentumGain, Wanted::Work] {
                equations.expand(&body, &start, terms, wanted, coefficients);
                jets::Equations::new().expand(&body, &start, terms, wanted, &mut by_jets);
            }
            assert_eq!(first(coefficients, terms), first(&by_jets, terms), "{what}, {terms} terms");
        }
    }
}

type First<'a, R> = (&'a [Vec3<R>], &'a [Vec3<R>], &'a [R]);

fn first<R>(of: &Coefficients<R>, terms: usize) -> First<'_, R> {
    (&of.rates[..terms], &of.spatial_torque[..terms], &of.power[..terms])
}

fn in_every_number<R: Real>(what: &str) {
    let (v, w) = (Vec3::from_f64([0.3, -0.5, 0.8]), Vec3::from_f64([1.0, 0.5, -0.2]));
    let field = UniformField { strength: R::from_f64(2.3), arm: v, direction: w };
    let damping = LinearDamping::Diagonal(Vec3::from_f64([0.3, 0.1, 0.2]));
    same_bits(what, Sum(field, damping));
}

#[test]
fn recorded_equations_have_the_bits_of_jets() {
    in_every_number::<f32>("f32");
    in_every_number::<f64>("f64");
    in_every_number::<F32x8>("F32x8");
    in_every_number::<F64x4>("F64x4");
    in_every_number::<DoubleDouble>("double-double");
    let w = Vec3::new(1.0, 0.5, -0.2);
    // One type for all models, which is less to compile.
    let check_model = |what: &str, model: Model<f64>| same_bits(what, model);
    check_model("gradient", GravityGradient::new(0.7, w).unwrap().into());
    // Both of these look at values.
    check_model("wall", SoftWall::physical().into());
    let orbit = KeplerOrbit {
        gm: 1.3,
        semi_major_axis: 1.1,
        eccentricity: 0.4,
        inclination: 0.3,
        node: 0.9,
        periapsis: -0.4,
        mean_anomaly: 1.2,
    };
    check_model("orbit", KeplerGravityGradient::new(orbit).unwrap().into());
}
