//! Time derivatives of torques and time functions.

use super::samples::{Place, buss, inertia, models, places};
use polhode::real::{DoubleDouble as Dd, Jet, Real};
use polhode::torque::{Harmonics, PrescribedMomentum, TimeFunction, TorqueInput};
use polhode::{Body, Inertia, Rotation, State, Torque, Vec3};
use proptest::prelude::*;

/// A motion that is a formula over any number: the torque on it.
fn on_the_way<S: Real>(place: Place, since: S) -> (S, Rotation<S>, Vec3<S>) {
    let start = Rotation::from_wxyz(place.attitude.map(S::from_f64));
    let twist = Vec3::<S>::from_f64([0.3, -0.4, 0.2]) * since;
    let turn = Rotation::from_parts(S::one(), twist).normalized();
    let momentum = Vec3::from_f64(place.momentum) + Vec3::from_f64([1.0, 0.5, -0.7]) * since;
    (S::from_f64(place.time) + since, start * turn, momentum)
}

proptest! {
    #![proptest_config(super::cases())]

    #[test]
    fn jets_of_every_model_are_its_derivatives(place in places()) {
        let inertia: Inertia<Dd> = inertia();
        let h = Dd::from_f64(1e-5);
        for model in models::<Dd>() {
            // On one branch, wherever the place is.
            let (time, attitude, momentum) = on_the_way(place, Dd::zero());
            let (here, mut branches) = (TorqueInput::new(&inertia, time, attitude, momentum), Vec::new());
            model.natural_branches(&here, &mut branches);
            let branches = &branches[..];
            let plain = |n: f64| {
                let (time, attitude, momentum) = on_the_way(place, h * Dd::from_f64(n));
                let at = TorqueInput::new(&inertia, time, attitude, momentum);
                model.torque(&TorqueInput { branches, ..at })
            };
            let (time, attitude, momentum) = on_the_way(place, Jet::<Dd, 3>::variable(Dd::zero()));
            let at = TorqueInput::new(&inertia, time, attitude, momentum);
            let jet = model.torque(&TorqueInput { branches, ..at });
            let [m2, m1, p0, p1, p2] = [-2.0, -1.0, 0.0, 1.0, 2.0].map(plain);
            let first = ((p1 - m1) * Dd::from_f64(8.0) - (p2 - m2)) / (h * Dd::from_f64(12.0));
            let second = ((p1 + m1) * Dd::from_f64(16.0) - (p2 + m2) - p0 * Dd::from_f64(30.0))
                / (h * h * Dd::from_f64(12.0));
            let size = jet.map(|x| x.derivative(2)).norm().hi.max(1.0);
            for (order, difference) in [(1, first), (2, second)] {
                let error = (jet.map(|x| x.derivative(order)) - difference).norm().hi;
                // Of the steep core of a wall the fifth derivative is large.
                prop_assert!(error < 1e-13 * size * size, "{} {order} {error:e}", model.name());
            }
        }
    }

    #[test]
    fn the_rate_of_harmonics_is_their_derivative(time in -9.0..9.0_f64) {
        let f = buss::<Dd>();
        let jet = f.at(Jet::<Dd, 6>::variable(Dd::from_f64(time)));
        let rate = f.rate(Jet::<Dd, 6>::variable(Dd::from_f64(time)));
        for k in 0..5 {
            let error = jet.map(|x| x.differentiated().coefficient(k)) - rate.map(|x| x.coefficient(k));
            prop_assert!(error.norm().hi < 1e-29);
        }
    }

    #[test]
    fn buss_s_momentum_can_be_written(t in -9.0..9.0_f64) {
        let (s, c) = (0.7 * (1.3 * t).sin(), 0.5 * (0.9 * t).cos());
        let expected = Vec3::new(1.0 + 0.3 * t + s, 2.0 - 0.2 * t + c, -0.5 + 0.1 * t + s / 2.0 - c);
        prop_assert!((buss::<f64>().at(t) - expected).norm() < 1e-14);
    }
}

#[test]
fn a_body_follows_its_prescribed_momentum() {
    let torque = PrescribedMomentum(buss::<f64>());
    let attitude = Rotation::from_wxyz([0.9, 0.1, -0.3, 0.2]);
    let start: State<f64> = State::new(attitude, attitude.apply_inverse(buss().at(0.0)));
    for (name, error) in [("mclachlan-reich", 1e-4), ("buss-5", 1e-14)] {
        let body = Body { inertia: inertia(), torque };
        let mut run = crate::support::bind(&name.parse().unwrap(), body, start).unwrap();
        run.advance(0.01, 300).unwrap();
        let off = (run.state().spatial_momentum() - buss().at(run.state().time)).norm();
        assert!(off < error, "{name}: {off:e}");
    }
}

#[test]
fn five_oscillations_are_refused() {
    let v = Vec3::new(1.0, 0.0, 0.0);
    let full = (0..4).try_fold(Harmonics::default(), |f, i| f.with(f64::from(i), v, v)).unwrap();
    assert_eq!(full.at(0.0), Vec3::new(4.0, 0.0, 0.0));
    assert!(full.with(9.0, v, v).is_err());
}
