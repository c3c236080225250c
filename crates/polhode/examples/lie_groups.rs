//! Three motions on Lie groups: a body that turns, one that moves and turns in water, and
//! one of four dimensions.
//!
//! ```text
//! cargo run --release --example lie_groups
//! ```

use polhode::lie::{
    Dynamics, Exponentials, GroupMethod, GroupState, LieGroup, MovingBody, MuntheKaas, MuntheKaas4,
    Pose, RigidBodyN, RotationN, Skew, TaylorLie, Twist, terms,
};
use polhode::{Error, Inertia, Rotation, State, Vec3, exact};
use std::hint::black_box;
use std::time::Instant;

fn main() -> Result<(), Error> {
    formula()?;
    turning()?;
    in_water()?;
    four_dimensions()?;
    costs()
}

/// Buss 2001, section 5, as it is generated.
fn formula() -> Result<(), Error> {
    println!("g' = a g, a = a0 + a1 t + a2 t^2 + ...: g(t) = exp(theta) g(0), theta =");
    for (n, terms) in terms(6)?.iter().enumerate() {
        let terms: Vec<_> = terms.iter().map(ToString::to_string).collect();
        println!("  t^{} ({})", n + 1, terms.join(" + ").replace("+ -", "- "));
    }
    Ok(())
}

/// A free body against its closed form: 10 seconds in 400 steps.
fn turning() -> Result<(), Error> {
    let inertia = Inertia::new([1.0, 2.0, 2.7])?;
    let start = GroupState::new(Rotation::identity(), Vec3::new(1.1, 2.9, 1.7));
    let truth = exact::after(&inertia, &State::<f64>::new(start.place, start.momentum), 10.0);
    println!("\nSO(3), a free body, 400 steps to t = 10: error in radians");
    let show = |name: &str, end: &GroupState<f64, Rotation<f64>>| {
        println!("  {name:<23} {:.1e}", end.place.angle_to(truth.attitude));
    };
    for order in [2, 4, 6, 8] {
        let (mut method, mut state) = (TaylorLie::new(order)?, start);
        method.advance(&inertia, &mut state, 0.025, 400);
        show(&format!("series of order {order}"), &state);
    }
    let mut state = start;
    MuntheKaas4.advance(&inertia, &mut state, 0.025, 400);
    show("Munthe-Kaas 4", &state);
    let (mut method, mut state) = (MuntheKaas::BUTCHER_6, start);
    method.advance(&inertia, &mut state, 0.025, 400);
    show("Munthe-Kaas, Butcher 6", &state);
    Ok(())
}

/// Something long in still water: the water that it moves along makes it heavier across its
/// length than along it.
fn in_water() -> Result<(), Error> {
    let inertia = Inertia::new([0.4, 1.0, 1.1])?;
    let body = MovingBody::new(inertia, [1.1, 1.8, 2.0], Vec3::zero())?;
    println!("\nSE(3), an ellipsoid in water, pushed along its length and across it");
    println!("  t      angle of its length to the way, in degrees");
    let push = |linear| {
        let nudge = Vec3::new(0.0, 1e-3, 1e-3);
        GroupState::new(Pose::identity(), Twist { angular: nudge, linear })
    };
    let mut along = push(Vec3::new(2.0, 0.0, 0.0));
    let mut across = push(Vec3::new(0.0, 0.0, 2.0));
    let energy = body.energy(along.momentum);
    let mut method = TaylorLie::new(10)?;
    for _ in 0..9 {
        let angle = |state: &GroupState<f64, Pose<f64>>| {
            let Twist { linear, .. } = state.momentum;
            (linear.x.abs() / linear.norm()).acos().to_degrees()
        };
        println!("  {:<5} {:6.2} {:6.2}", along.time, angle(&along), angle(&across));
        method.advance(&body, &mut along, 0.05, 50);
        method.advance(&body, &mut across, 0.05, 50);
    }
    let Vec3 { x, y, z } = along.place.position;
    println!("  pushed along it is at ({x:.3}, {y:.3}, {z:.3}) then, its energy");
    println!("  changed by {:.0e} of itself", (body.energy(along.momentum) / energy - 1.0).abs());
    Ok(())
}

/// A body of four dimensions: six planes to turn in, four numbers that stay.
fn four_dimensions() -> Result<(), Error> {
    let integrals = [0.4, 0.9, 1.3, 2.1];
    let body = RigidBodyN::new(integrals)?;
    let mut planes = [0.02, -2.2, 0.03, 0.9, 3.1, 0.01].into_iter();
    let momentum = Skew::from_planes(|_, _| planes.next().unwrap_or(0.0));
    let mut state = GroupState::new(RotationN::<f64, 4>::identity(), momentum);
    println!("\nSO(4), a free body of four dimensions");
    println!("  t    its momentum in the planes 12, 13, 14, 23, 24, 34");
    let before = state;
    let mut method = TaylorLie::new(10)?;
    for _ in 0..6 {
        let m = state.momentum.rows();
        let planes = [m[0][1], m[0][2], m[0][3], m[1][2], m[1][3], m[2][3]];
        println!("  {:<3} {}", state.time, planes.map(|m| format!("{m:7.3}")).join(" "));
        method.advance(&body, &mut state, 0.02, 100);
    }
    // Of the momentum's matrix: its size and its Pfaffian, which the group keeps.
    let pfaffian = |m: &Skew<f64, 4>| {
        let m = m.rows();
        m[0][1] * m[2][3] - m[0][2] * m[1][3] + m[0][3] * m[1][2]
    };
    let (m, m0) = (&state.momentum, &before.momentum);
    println!(
        "  change of |m|^2 {:.0e}, of its Pfaffian {:.0e}",
        m.dot(m) - m0.dot(m0),
        pfaffian(m) - pfaffian(m0)
    );
    println!("  and of its energy {:.0e}", body.energy(m) - body.energy(m0));
    println!("  the place is a rotation to {:.0e}", state.place.orthogonality_error());
    Ok(())
}

/// What a step costs on each group.
fn costs() -> Result<(), Error> {
    let inertia = Inertia::new([1.0, 2.0, 2.7])?;
    let turning = GroupState::new(Rotation::identity(), Vec3::new(1.1, 2.9, 1.7));
    let body = MovingBody::new(inertia, [1.1, 1.8, 2.0], Vec3::new(0.3, -0.2, 0.5))?;
    let push = Twist { angular: turning.momentum, linear: Vec3::new(2.0, 0.5, -1.0) };
    let moving = GroupState::new(Pose::identity(), push);
    let of_four = RigidBodyN::new([0.4, 0.9, 1.3, 2.1])?;
    let spin = GroupState::new(RotationN::identity(), Skew::from_planes(|i, j| (1 + i + j) as f64));
    println!("\nnanoseconds a step          SO(3)  SE(3)  SO(4)");
    macro_rules! row {
        ($name:expr, $method:expr) => {
            let on_so3 = cost(&mut $method, &inertia, turning);
            let on_se3 = cost(&mut $method, &body, moving);
            let on_so4 = cost(&mut $method, &of_four, spin);
            println!("  {:<23}{on_so3:7.0}{on_se3:7.0}{on_so4:7.0}", $name);
        };
    }
    for order in [2, 4, 6, 8, 12, 16] {
        row!(format!("series of order {order}"), TaylorLie::new(order)?);
    }
    row!("Crouch-Grossman 3", { Exponentials::CROUCH_GROSSMAN_3 });
    row!("Crouch-Grossman 4", { Exponentials::CROUCH_GROSSMAN_4 });
    row!("commutator-free 4", { Exponentials::COMMUTATOR_FREE_4 });
    row!("Munthe-Kaas 4", MuntheKaas4);
    row!("Munthe-Kaas, Butcher 6", { MuntheKaas::BUTCHER_6 });
    Ok(())
}

/// The least of fifty times 100 steps: short, so that other programs do not come between.
fn cost<G: LieGroup<f64>, D: Dynamics<f64, Group = G>>(
    method: &mut impl GroupMethod<f64, G>,
    body: &D,
    start: GroupState<f64, G>,
) -> f64 {
    let steps = 100;
    let times = (0..50).map(|_| {
        let (mut state, clock) = (start, Instant::now());
        method.advance(body, &mut state, 0.01, steps);
        black_box(state);
        clock.elapsed().as_secs_f64() * 1e9 / steps as f64
    });
    times.fold(f64::INFINITY, f64::min)
}
