//! The other form of torques that see space through one vector.

use super::samples::{inertia, models, places};
use polhode::torque::{GravityGradient, Model, Pull, Torque, TorqueInput, UniformField};
use polhode::{Inertia, Vec3};
use proptest::prelude::*;

fn by_pull(pull: &Pull<f64>, at: &TorqueInput<'_, f64>) -> Vec3<f64> {
    let n = at.attitude.apply_inverse(pull.vector);
    Vec3::new(n.y * n.z, n.z * n.x, n.x * n.y).component_mul(pull.couplings) + n.cross(pull.arm)
}

fn orbiting() -> GravityGradient<f64> {
    let (direction, axis) = (Vec3::new(0.2, -0.3, 1.0), Vec3::new(1.0, 2.0, 2.0));
    GravityGradient::turning(1.7, direction, axis, 0.7).unwrap()
}

proptest! {
    #![proptest_config(super::cases())]

    #[test]
    fn a_pull_is_the_torque_of_its_model(place in places()) {
        let inertia = inertia();
        let at = place.torque_input(&inertia);
        let mut known = 0;
        for model in models::<f64>().into_iter().chain([orbiting().into()]) {
            let Some(pull) = model.pull(&inertia, at.time) else { continue };
            known += 1;
            let error = (by_pull(&pull, &at) - model.torque(&at)).norm();
            // Measured: 1.8e-15; the torques are of size 1.
            prop_assert!(error < 5e-15, "{}: {error:e}", model.name());
        }
        prop_assert_eq!(known, 5, "a field, two gradients, two magnets");
    }

    #[test]
    fn the_vector_of_a_pull_turns_as_it_says(place in places(), later in 0.1..1.0_f64) {
        let inertia = inertia();
        let now = orbiting().pull(&inertia, place.time).unwrap();
        let then = orbiting().pull(&inertia, place.time + later).unwrap();
        let turned = polhode::Rotation::exp(now.turning_rate * later).apply(now.vector);
        prop_assert!((turned - then.vector).norm() < 2e-15);
    }
}

#[test]
fn pulls_along_the_same_vector_add_up_and_others_do_not() {
    let inertia: Inertia<f64> = inertia();
    let (up, across) = (Vec3::new(0.0, 0.0, 1.0), Vec3::new(1.0, 0.0, 0.0));
    let field: Model<f64> = UniformField::new(2.5, across, up).unwrap().into();
    let along: Model<f64> = GravityGradient::new(1.7, up).unwrap().into();
    let other: Model<f64> = GravityGradient::new(1.7, across).unwrap().into();
    let several = |models: &[&Model<f64>]| models.iter().copied().cloned().collect::<Model<f64>>();
    let both = several(&[&field, &along]).pull(&inertia, 0.0).unwrap();
    assert_eq!(both.arm, field.pull(&inertia, 0.0).unwrap().arm);
    assert_eq!(both.couplings, along.pull(&inertia, 0.0).unwrap().couplings);
    assert_eq!(several(&[&field, &other]).pull(&inertia, 0.0), None);
}
