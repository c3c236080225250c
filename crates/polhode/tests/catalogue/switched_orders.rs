//! Every method keeps the order of its card where the torque jumps: at a time, at an attitude, at a rate.

use crate::support::any_torque::{Jump, Surface};
use crate::support::{bind, extrapolate_for, method, run_for, slope};
use polhode::catalogue::variants;
use polhode::real::DoubleDouble as Dd;
use polhode::{Body, Error, Inertia, Real, Rotation, State, Torque, Vec3};

const TIME: f64 = 0.5;
/// Each is passed once.
const SURFACES: [Surface; 3] = [Surface::Time(0.217), Surface::Height(0.1), Surface::Rate(0.47)];

fn body(torque: Jump) -> Body<Dd, Jump> {
    let inertia = Inertia::new_without_triangle_check([1.0, 2.0, 2.7].map(Dd::from_f64)).unwrap();
    Body { inertia, torque }
}

fn start() -> State<Dd> {
    let attitude = Rotation::from_wxyz([0.9, 0.1, -0.3, 0.2].map(Dd::from_f64));
    State::new(attitude, Vec3::from_f64([1.1, 2.9, 1.7]))
}

/// Two smooth pieces by extrapolation, and the time between them by the secant rule: nothing of it is shared
/// with the methods.
fn piecewise(surface: Surface, steps: u32) -> (State<Dd>, Dd) {
    let torque = |side| Jump { surface, side: Some(side), says: false };
    let start = start();
    let value = |state: &State<Dd>| {
        let body = body(torque(1.0));
        torque(1.0).value::<Dd, Dd>(&body.torque_input(state))
    };
    let before = if value(&start).lt(Dd::zero()) { -1.0 } else { 1.0 };
    let piece = |time: Dd| extrapolate_for(&body(torque(before)), start, time, steps);
    let (mut a, mut b) = (Dd::zero(), Dd::from_f64(TIME));
    let (mut of_a, mut of_b) = (value(&start), value(&piece(b)));
    assert!((of_a * of_b).lt(Dd::zero()), "{surface:?} is passed: {} {}", of_a.hi, of_b.hi);
    // Bisection first, then secants.
    for k in 0..40 {
        let c = if k < 10 { (a + b).half() } else { b - of_b * (b - a) / (of_b - of_a) };
        if k >= 10 && ((b - a).abs().lt(Dd::from_f64(1e-31)) || of_b == of_a) {
            break;
        }
        let of_c = value(&piece(c));
        if k < 10 && (of_a * of_c).lt(Dd::zero()) {
            (b, of_b) = (c, of_c);
        } else if k < 10 {
            (a, of_a) = (c, of_c);
        } else {
            (a, of_a, b, of_b) = (b, of_b, c, of_c);
        }
    }
    let middle = piece(b);
    let rest = Dd::from_f64(TIME) - b;
    (extrapolate_for(&body(torque(-before)), middle, rest, steps), b)
}

#[test]
fn every_method_keeps_its_order_where_the_torque_jumps() {
    for surface in SURFACES {
        let ((truth, time), (finer, _)) = (piecewise(surface, 40), piecewise(surface, 60));
        let agreement = finer.attitude.angle_to(truth.attitude).hi;
        println!("{surface:?} at {}: {agreement:e}", time.hi);
        assert!(agreement < 1e-26, "{surface:?}: the truth is accurate to {agreement:e} only");
        let body = body(Jump { surface, side: None, says: true });
        for name in variants().into_iter().filter(|name| name.tolerance().is_none()) {
            let Some(order) = name.card().order_torqued.map(f64::from) else { continue };
            if name.card().refuses_rates
                && Torque::<Dd>::properties(&body.torque).depends_on_momentum
            {
                let refused = bind(&name, body, start()).err();
                assert_eq!(refused, Some(Error::DependsOnMomentum), "{name}");
                continue;
            }
            let few = if order > 7.0 { 2 } else { 1 };
            let errors = [64u64, 88, 120, 168, 240].map(|n| {
                let n = n / few;
                let end = run_for(&name, body, start(), TIME, n);
                let angle = end.attitude.angle_to(truth.attitude).hi;
                (TIME / n as f64, angle.max((end.momentum - truth.momentum).norm().hi))
            });
            let found = slope(&errors);
            println!(
                "{surface:?}: {name}: {found:.3}, claimed {order}, finest {:.1e}",
                errors[4].1
            );
            // The part of a step in which the switch is differs from size to size.
            assert!((found - order).abs() < 0.25, "{surface:?}: {name} has order {found:.3}");
        }
    }
}

#[test]
fn without_the_switch_located_the_order_is_lost() {
    for surface in SURFACES {
        let (truth, _) = piecewise(surface, 40);
        for name in ["exact:order=4", "rkmk4", "buss-5", "exact:compose=kahan-li-8"].map(method) {
            let errors = |says: bool| {
                [64u64, 88, 120, 168, 240].map(|n| {
                    let body = body(Jump { surface, side: None, says });
                    let end = run_for(&name, body, start(), TIME, n);
                    (TIME / n as f64, end.attitude.angle_to(truth.attitude).hi)
                })
            };
            let ([.., (_, located)], [.., (_, missed)]) = (errors(true), errors(false));
            let order = slope(&errors(false));
            println!("{surface:?}: {name}: {located:.1e} {missed:.1e} {order:.2}");
            assert!(missed > 1e-5 && located < 1e-3 * missed, "{surface:?}: {name}");
        }
    }
}
