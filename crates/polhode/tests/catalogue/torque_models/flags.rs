//! What a model says of itself is true.

use super::samples::{inertia, models, places};
use polhode::real::{Jet, Over, Real};
use polhode::torque::{Model, TorqueInput};
use polhode::{Rotation, Torque, Vec3};
use proptest::prelude::*;

type J = Jet<f64, 2>;

/// The rate of kinetic plus potential energy along the motion.
fn energy_rate(model: &Model<f64>, at: &TorqueInput<'_, f64>) -> f64 {
    let nu = at.rates();
    let turning = at.attitude * Rotation::from_parts(0.0, nu);
    let along = |value, rate| J::from_coefficients([value, rate]);
    let Rotation { w, x, y, z } = at.attitude;
    let attitude = Rotation {
        w: along(w, turning.w.half()),
        x: along(x, turning.x.half()),
        y: along(y, turning.y.half()),
        z: along(z, turning.z.half()),
    };
    let torque = model.torque(at);
    let moving = TorqueInput {
        inertia: at.inertia,
        time: J::variable(at.time),
        attitude,
        momentum: at.momentum.zip(at.momentum.cross(nu) + torque, along),
        branches: &[],
    };
    let potential = model.potential(&moving).map_or(0.0, |v| v.coefficient(1));
    nu.dot(torque) + potential
}

proptest! {
    #![proptest_config(super::cases())]

    #[test]
    fn a_model_says_that_it_conserves_energy_if_and_only_if_it_does(place in places()) {
        let inertia = inertia();
        let at = place.torque_input(&inertia);
        for model in models::<f64>() {
            let rate = energy_rate(&model, &at);
            let size = 1.0 + model.torque(&at).norm() * at.rates().norm();
            let kept = rate.abs() < 1e-12 * size;
            // Impulses change the energy suddenly, not at a rate.
            if model.properties().conserves_energy {
                prop_assert!(kept, "{} {rate:e}", model.name());
            } else if !model.properties().has_impulses && at.rates().norm() > 0.1 {
                let moving = rate.abs() > 1e-9;
                // Two rates may be opposite by chance, hardly ever to nine digits.
                prop_assert!(moving, "{} {rate:e}", model.name());
            }
        }
    }

    #[test]
    fn a_model_says_that_it_depends_on_the_momentum_if_and_only_if_it_does(place in places()) {
        let inertia = inertia();
        let at = place.torque_input(&inertia);
        let other = TorqueInput { momentum: at.momentum + Vec3::new(0.3, 0.4, -0.5), ..at };
        for model in models::<f64>() {
            let same = model.torque(&at) == model.torque(&other);
            prop_assert_eq!(same, !model.properties().depends_on_momentum, "{}", model.name());
        }
    }

    #[test]
    fn a_jet_leads_with_the_bits_of_the_plain_number(place in places()) {
        let inertia = inertia();
        let at = place.torque_input(&inertia);
        let Rotation { w, x, y, z } = at.attitude;
        let [w, x, y, z] = [w, x, y, z].map(J::lift);
        let lifted = TorqueInput {
            inertia: at.inertia,
            time: J::variable(at.time),
            attitude: Rotation { w, x, y, z },
            momentum: at.momentum.map(J::lift),
            branches: &[],
        };
        for model in models::<f64>() {
            prop_assert!(model.properties().is_differentiable);
            prop_assert_eq!(model.torque(&lifted).map(J::leading), model.torque(&at));
            prop_assert_eq!(model.potential(&lifted).map(J::leading), model.potential(&at));
        }
    }
}
