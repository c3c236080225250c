//! Lanes hold the bits of scalars.

use super::samples::{Place, orbit, places};
use polhode::geometry::Mat3;
use polhode::real::{F64x4, Lanes};
use polhode::torque::{
    AttitudeLaw, GravityGradient, KeplerGravityGradient, LinearDamping, MagneticDipole,
    MagneticField, PrescribedMomentum, Rotor, SoftWall, SpaceVector, TimeFunction, TorqueInput,
    UniformField,
};
use polhode::{Inertia, Rotation, Torque, Vec3};
use proptest::prelude::*;

/// A step; the iteration of the law with damping settles for it.
const STEP: f64 = 0.25;

/// Torque, potential and kick of four bodies at once are those of each.
fn agree<W: Torque<F64x4>, N: Torque<f64>>(
    wide: &W,
    narrow: impl Fn(usize) -> N,
    places: &[Place; 4],
) -> Result<(), TestCaseError> {
    let inertia = |i: usize| Inertia::new([1.0, 2.0, 2.0 + 0.2 * i as f64]).unwrap();
    let all = Inertia::<F64x4>::from_lanes(inertia);
    let single: [Inertia<f64>; 4] = std::array::from_fn(inertia);
    let each: [TorqueInput<'_, f64>; 4] =
        std::array::from_fn(|i| places[i].torque_input(&single[i]));
    let at = TorqueInput {
        inertia: &all,
        time: F64x4::from_lanes(|i| each[i].time),
        attitude: Rotation::from_lanes(|i| each[i].attitude),
        momentum: Vec3::from_lanes(|i| each[i].momentum),
    };
    let h = F64x4::from_lanes(|_| STEP);
    let (torque, potential, kick) =
        (wide.torque(&at), wide.potential(&at), wide.kick(&at, h).unwrap());
    for (i, at) in each.iter().enumerate() {
        let model = narrow(i);
        prop_assert_eq!(torque.lane(i), model.torque(at), "{:?}", model);
        prop_assert_eq!(potential.map(|v| v.lane(i)), model.potential(at), "{:?}", model);
        prop_assert_eq!(kick.lane(i), model.kick(at, STEP).unwrap(), "{:?}", model);
    }
    Ok(())
}

proptest! {
    #![proptest_config(super::cases())]

    #[test]
    fn every_model_over_lanes_has_the_bits_of_scalars(places in proptest::array::uniform4(places())) {
        let vector = |i: usize| Vec3::new(0.1 + i as f64, 0.7, -0.3 * i as f64);
        let number = |i: usize| 0.2 + 0.3 * i as f64;
        let vectors = Vec3::<F64x4>::from_lanes(vector);
        let numbers = F64x4::from_lanes(number);

        let field = |i| UniformField { strength: number(i), arm: vector(3 - i), direction: vector(i) };
        let arm = Vec3::from_lanes(|i| vector(3 - i));
        agree(&UniformField { strength: numbers, arm, direction: vectors }, field, &places)?;

        let gradient = |i| {
            GravityGradient { rate_squared: number(i), direction: SpaceVector::Fixed(vector(i)) }
        };
        let direction = SpaceVector::Fixed(vectors);
        agree(&GravityGradient { rate_squared: numbers, direction }, gradient, &places)?;

        // Each lane takes its own number of iterations.
        let kepler = |i: usize| KeplerGravityGradient::new(orbit([0.0, 0.3, 0.9, 0.999][i])).unwrap();
        agree(&KeplerGravityGradient::from_lanes(kepler), kepler, &places)?;

        let wall = |i| SoftWall { strength: number(i), offset: 1.0 + number(i), core: 0.001 };
        let core = F64x4::from_lanes(|_| 0.001);
        let offset = F64x4::from_lanes(|i| 1.0 + number(i));
        agree(&SoftWall { strength: numbers, offset, core }, wall, &places)?;

        let magnet = |i| MagneticDipole {
            moment: vector(i),
            field: MagneticField::Turning { vector: vector(3 - i), axis: vector(i), rate: number(i) },
        };
        let field = MagneticField::Turning { vector: arm, axis: vectors, rate: numbers };
        agree(&MagneticDipole { moment: vectors, field }, magnet, &places)?;

        let swing = |i| super::samples::buss::<f64>().with(number(i), vector(i), vector(i)).unwrap();
        let swings = super::samples::buss::<F64x4>().with(numbers, vectors, vectors).unwrap();
        agree(&PrescribedMomentum(swings), |i| PrescribedMomentum(swing(i)), &places)?;
        prop_assert_eq!(swings.at(numbers).lane(2), swing(2).at(number(2)));

        let wheel = |i| Rotor { momentum: vector(i) };
        agree(&Rotor { momentum: vectors }, wheel, &places)?;

        let law = |i| AttitudeLaw {
            target: Rotation::from_wxyz([0.3, number(i), 0.2, 0.9]),
            stiffness: vector(i),
            damping: vector(3 - i),
        };
        let target = Rotation::from_lanes(|i| law(i).target);
        agree(&AttitudeLaw { target, stiffness: vectors, damping: arm }, law, &places)?;

        agree(&LinearDamping::Uniform(numbers), |i| LinearDamping::Uniform(number(i)), &places)?;
        agree(&LinearDamping::Diagonal(vectors), |i| LinearDamping::Diagonal(vector(i)), &places)?;
        // Each lane takes its own number of squarings.
        let matrix = |i: usize| {
            let size = [0.01, 1.0, 10.0, 300.0][i];
            Mat3::from_f64([[1.0, 0.5, -0.2], [-0.9, 2.0, 0.3], [0.1, 0.4, 0.7]]) * size
        };
        let matrices = LinearDamping::Full(Mat3::<F64x4>::from_lanes(matrix));
        agree(&matrices, |i| LinearDamping::Full(matrix(i)), &places)?;
    }
}
