//! Symmetry, symplecticity and conservation: every claim of every card, both
//! ways. What is not claimed must be seen to fail.

use crate::support::{Bound, bind, body, state, symplectic_defect};
use polhode::catalogue::{MethodName, variants};
use polhode::real::DoubleDouble as Dd;
use polhode::torque::{GravityGradient, Sum, UniformField};
use polhode::{Body, Real, State, Vec3};

fn asymmetric<R: Real<Mask = bool>>() -> (Body<R>, State<R>) {
    (body([1.0, 2.0, 2.7]), state([0.9, 0.1, -0.3, 0.2], [1.1, 2.9, 1.7]))
}

type FieldAndGradient = Sum<UniformField<Dd>, GravityGradient<Dd>>;

/// The same body in a field and in a gravity gradient, both as strong as its spin: in
/// a field alone the midpoint rule `akw` keeps the energy to rounding.
fn pushed() -> (Body<Dd, FieldAndGradient>, State<Dd>) {
    let (free, start) = asymmetric::<Dd>();
    let arm = Vec3::from_f64([0.3, -0.5, 0.8]);
    let field =
        UniformField::new(Dd::from_f64(2.3), arm, Vec3::from_f64([1.0, 0.5, -0.2])).unwrap();
    let gradient =
        GravityGradient::new(Dd::from_f64(0.7), Vec3::from_f64([0.2, -0.4, 1.0])).unwrap();
    (Body { inertia: free.inertia, torque: Sum(field, gradient) }, start)
}

/// Where the tolerance is that of rounding, what is not kept may be below any bound.
fn errs_by_rounding_only(name: &MethodName) -> bool {
    name.tolerance().is_some_and(|tolerance| tolerance <= 1e-12)
}

/// Three steps of h, then three of -h: distance from the start.
fn reversal_defect<T: Bound<Dd>>(
    name: &MethodName,
    body: Body<Dd, T>,
    start: State<Dd>,
    h: f64,
) -> f64 {
    let mut run = bind(name, body, start).unwrap();
    run.advance(Dd::from_f64(h), 3).unwrap();
    run.advance(Dd::from_f64(-h), 3).unwrap();
    let end = run.state();
    end.attitude.angle_to(start.attitude).max((end.momentum - start.momentum).norm()).hi
}

#[test]
fn steps_and_their_reverse_cancel_for_the_methods_that_claim_it() {
    for name in variants() {
        let defect = if name.card().order_torqued.is_some() {
            let (body, start) = pushed();
            reversal_defect(&name, body, start, 0.2)
        } else {
            let (body, start) = asymmetric();
            reversal_defect(&name, body, start, 0.2)
        };
        println!("{name}: {defect:.1e}");
        if name.card().symmetric {
            assert!(defect < 1e-29, "{name} claims symmetry, defect {defect:e}");
        } else if !errs_by_rounding_only(&name) {
            assert!(defect > 1e-16, "{name} claims no symmetry, defect {defect:e}");
        }
    }
}

#[test]
fn the_symplectic_form_is_kept_by_the_methods_that_claim_it() {
    for name in variants() {
        let defect = if name.card().order_torqued.is_some() {
            let (body, start) = pushed();
            symplectic_defect(&name, body, start, 0.2, 3)
        } else {
            let (body, start) = asymmetric();
            symplectic_defect(&name, body, start, 0.2, 3)
        };
        println!("{name}: {defect:.1e}");
        if name.card().symplectic {
            assert!(defect < 1e-24, "{name} claims to be symplectic, defect {defect:e}");
        } else if !errs_by_rounding_only(&name) {
            assert!(defect > 1e-13, "{name} claims not to be symplectic, defect {defect:e}");
        }
    }
}

/// The largest relative errors of energy and spatial momentum on the way.
fn drift(name: &MethodName, h: f64, steps: u64) -> (f64, f64) {
    let (body, start) = asymmetric::<f64>();
    let mut run = bind(name, body, start).unwrap();
    let first = run.invariants();
    let (mut energy, mut momentum) = (0f64, 0f64);
    for _ in 0..steps {
        run.advance(h, 1).unwrap();
        let now = run.invariants();
        energy = energy.max((now.energy / first.energy - 1.0).abs());
        let change = now.spatial_momentum - first.spatial_momentum;
        momentum = momentum.max(change.norm() / first.momentum_norm);
    }
    (energy, momentum)
}

#[test]
fn energy_and_momentum_are_kept_to_rounding_by_the_methods_that_claim_it() {
    for name in variants() {
        // The longest step of a composition must not be too long for these.
        let short = ["dmv", "mclachlan-zanna"].contains(&name.row().name)
            && name.options().compose.is_some();
        let (energy, momentum) = drift(&name, if short { 0.2 } else { 0.4 }, 1000);
        println!("{name}: energy {energy:.1e} momentum {momentum:.1e}");
        let card = name.card();
        if card.conserves_energy {
            // Held, or kept by an exact momentum up to its rounding.
            let own = 100.0 * f64::from(card.rotations) * f64::EPSILON;
            let rounding = if name.options().energy == Some(1) { 2e-15 } else { own };
            assert!(energy < rounding, "{name} claims to keep the energy, error {energy:e}");
        } else if !errs_by_rounding_only(&name) {
            assert!(energy > 1e-11, "{name} claims not to keep the energy, error {energy:e}");
        }
        if card.conserves_momentum {
            let rounding = 2000.0 * f64::from(card.rotations) * f64::EPSILON;
            assert!(momentum < rounding, "{name} claims to keep the momentum, error {momentum:e}");
        } else if !errs_by_rounding_only(&name) {
            assert!(momentum > 2e-12, "{name} claims not to keep it, error {momentum:e}");
        }
    }
}
