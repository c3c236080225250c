//! Torques come from their potentials.

use super::samples::{Place, inertia, models, places};
use polhode::real::{DoubleDouble as Dd, Real};
use polhode::torque::{Model, SoftWall, TorqueInput};
use polhode::{Axis, Rotation, Torque, Vec3};
use proptest::prelude::*;

/// V(R exp(angle axis))
fn turned(model: &Model<Dd>, at: &TorqueInput<'_, Dd>, axis: Axis, angle: Dd) -> Option<Dd> {
    let attitude = at.attitude * Rotation::about(axis, angle);
    model.potential(&TorqueInput { attitude, ..*at })
}

/// How far the torque is from minus the derivative of the potential, by central
/// differences of fourth order.
fn defect(model: &Model<Dd>, place: Place) -> Option<f64> {
    let inertia = inertia();
    let at = place.torque_input(&inertia);
    let h = Dd::from_f64(1e-6);
    let torque = model.torque(&at);
    let mut worst = 0.0_f64;
    for axis in Axis::ALL {
        let v = |n: f64| turned(model, &at, axis, h * Dd::from_f64(n));
        let near = v(1.0)? - v(-1.0)?;
        let far = v(2.0)? - v(-2.0)?;
        let slope = (near * Dd::from_f64(8.0) - far) / (h * Dd::from_f64(12.0));
        worst = worst.max((torque[axis] + slope).hi.abs());
    }
    Some(worst)
}

proptest! {
    #![proptest_config(super::cases())]

    #[test]
    fn every_torque_with_a_potential_is_minus_its_derivative(place in places()) {
        let mut count = 0;
        for model in models::<Dd>() {
            // Several: only if the whole torque comes from the potential.
            if matches!(&model, Model::Several(_)) { continue; }
            let Some(defect) = defect(&model, place) else { continue };
            count += 1;
            // The core of the wall is steep: at height -1 its torque is 1e8.
            let size = model.torque(&place.torque_input(&inertia())).norm().hi.max(1.0);
            prop_assert!(defect < 1e-19 * size * size, "{}: {defect:e}", model.name());
        }
        prop_assert_eq!(count, 10);
    }
}

#[test]
fn the_soft_wall_has_the_values_of_its_formula_and_both_signs() {
    // Reference: f = -(1.1+z)^-2 + 0.01 (1.1+z)^-11 at z = 0.28.
    let attitude: Rotation<Dd> = Rotation::from_wxyz([0.8, 0.6, 0.0, 0.0].map(Dd::from_f64));
    let inertia = inertia();
    let at = TorqueInput { inertia: &inertia, time: Dd::zero(), attitude, momentum: Vec3::zero() };
    let (w, x) = (attitude.w, attitude.x);
    let z = w * w - x * x;
    let d = Dd::from_f64(11.0) / Dd::from_f64(10.0) + z;
    let thousandth = Dd::from_f64(1.0) / Dd::from_f64(1000.0);
    let v = d.recip() - thousandth * d.powi(-10);
    let f = Dd::from_f64(10.0) * thousandth * d.powi(-11) - d.powi(-2);
    // R32 = 2 w x
    let r32 = Dd::from_f64(2.0) * w * x;
    for (wall, sign) in [(SoftWall::printed(), 1.0), (SoftWall::physical(), -1.0)] {
        let torque: Vec3<Dd> = wall.torque(&at);
        assert!(
            (torque - Vec3::new(f * r32 * Dd::from_f64(sign), Dd::zero(), Dd::zero())).norm().hi
                < 1e-30
        );
        assert!((wall.potential(&at).unwrap() - v * Dd::from_f64(sign)).hi.abs() < 1e-30);
    }
}
