//! Derivatives of the exact rotation.
//!
//! The closed form decides by the polhode which formula serves, and some of its parts grow
//! without bound next to an axis, to the separatrix and to equal moments, where the motion
//! itself is as smooth as elsewhere. So its derivatives, where numbers have such, are taken
//! along the Taylor series of the motion, which knows no cases.

use crate::body::{Body, State};
use crate::geometry::{Rotation, Vec3};
use crate::inertia::Inertia;
use crate::method::Method;
use crate::methods::taylor::Taylor;
use crate::real::{Mask, Real};

/// No part of the way is so long that the series needs more than its highest degree.
const LONGEST: f64 = 0.2;

/// The rotation in the time t, and the momentum after it, with the values that are given
/// and the derivatives of the motion.
pub(super) fn with_variation<R: Real>(
    inertia: &Inertia<R>,
    momentum: Vec3<R>,
    t: R,
    turn: Rotation<R>,
    after: Vec3<R>,
) -> (Rotation<R>, Vec3<R>) {
    let (parts, degree) = parts_and_degree(inertia, momentum, t);
    let (body, method, h) = (Body::free(*inertia), Taylor { degree }, t / R::of(parts));
    let mut state = State::<R>::new(Rotation::identity(), momentum);
    let mut memory = method.begin(&body, &state);
    let mut done = 0.0;
    while done < parts && method.step(&body, &mut state, &mut memory, h).is_ok() {
        done += 1.0;
    }
    let varied = |value: R, along: R| value.still() + along.variation();
    let [w, x, y, z] = state.attitude.to_wxyz().map(R::variation);
    // As the body sees it, whichever of the two signs the quaternions have.
    let angle = (state.attitude.inverse() * Rotation { w, x, y, z }).vector().map(R::variation);
    let [w, x, y, z] = turn.to_wxyz().map(R::still);
    let turn = Rotation { w, x, y, z };
    let twist = (turn * Rotation::from_parts(R::zero(), angle)).to_wxyz();
    let [w, x, y, z] = core::array::from_fn(|i| varied(turn.to_wxyz()[i], twist[i]));
    (Rotation { w, x, y, z }, after.zip(state.momentum, varied))
}

/// In how many equal parts the way is gone, and by which degree of the series: with
/// x = |m| |t| / I, I the least moment, no coefficient exceeds that of 1/(1 - x), and no
/// derivative k times that.
fn parts_and_degree<R: Real>(inertia: &Inertia<R>, momentum: Vec3<R>, t: R) -> (f64, u8) {
    let reach = momentum.norm() * inertia.inverse().max_abs() * t.abs();
    let mut parts = 1.0;
    while R::of(LONGEST * parts).lt(reach).any() && parts < 1e9 {
        parts *= 2.0;
    }
    let x = reach / R::of(parts);
    let (mut degree, mut term) = (2, x.squared() * x);
    let rounding = R::of(R::EPSILON / 4.0);
    while degree < Taylor::HIGHEST && rounding.lt(term * R::of(f64::from(degree))).any() {
        degree += 1;
        term *= x;
    }
    (parts, degree)
}
