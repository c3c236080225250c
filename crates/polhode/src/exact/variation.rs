//! Derivatives of the exact rotation.
//!
//! The closed form has different formulas for different polhodes. Some of its terms are
//! unbounded near an axis, the separatrix and equal moments, where the motion itself is
//! smooth. Derivatives are therefore taken along the Taylor series of the motion
//! (docs/taylor.md), which has no such cases.

use crate::body::{Body, State};
use crate::geometry::{Rotation, Vec3};
use crate::inertia::Inertia;
use crate::method::Method;
use crate::methods::taylor::Taylor;
use crate::real::{Mask, Real};

/// Longest part in |m| |t|/I, for which the highest degree of the series suffices.
const LONGEST: f64 = 0.2;

/// Returns the rotation in the time t and the momentum after it, with the given values and
/// the derivatives of the motion.
pub(super) fn with_variation<R: Real>(
    inertia: &Inertia<R>,
    momentum: Vec3<R>,
    t: R,
    turn: Rotation<R>,
    after: Vec3<R>,
) -> (Rotation<R>, Vec3<R>) {
    let (parts, degree) = parts_and_degree(inertia, momentum, t);
    let (body, method, h) = (Body::free(*inertia), Taylor { degree }, t / R::from_f64(parts));
    let mut state = State::<R>::new(Rotation::identity(), momentum);
    let mut memory = method.begin(&body, &state);
    let mut done = 0.0;
    while done < parts && method.step(&body, &mut state, &mut memory, h).is_ok() {
        done += 1.0;
    }
    let varied = |value: R, along: R| value.still() + along.variation();
    let [w, x, y, z] = state.attitude.to_wxyz().map(R::variation);
    // In body components, independent of the sign of the quaternion.
    let angle = (state.attitude.inverse() * Rotation { w, x, y, z }).vector().map(R::variation);
    let [w, x, y, z] = turn.to_wxyz().map(R::still);
    let turn = Rotation { w, x, y, z };
    let twist = (turn * Rotation::from_parts(R::zero(), angle)).to_wxyz();
    let [w, x, y, z] = core::array::from_fn(|i| varied(turn.to_wxyz()[i], twist[i]));
    (Rotation { w, x, y, z }, after.zip(state.momentum, varied))
}

/// Returns the number of equal parts of the time, and the degree of the series. With
/// x = |m| |t|/I, I the smallest moment, no coefficient exceeds that of 1/(1 - x), and no
/// derivative k times that.
fn parts_and_degree<R: Real>(inertia: &Inertia<R>, momentum: Vec3<R>, t: R) -> (f64, u8) {
    let reach = momentum.norm() * inertia.inverse().max_abs() * t.abs();
    let mut parts = 1.0;
    while R::from_f64(LONGEST * parts).lt(reach).any() && parts < 1e9 {
        parts *= 2.0;
    }
    let x = reach / R::from_f64(parts);
    let (mut degree, mut term) = (2, x.squared() * x);
    let rounding = R::from_f64(R::EPSILON / 4.0);
    while degree < Taylor::HIGHEST && rounding.lt(term * R::from_f64(f64::from(degree))).any() {
        degree += 1;
        term *= x;
    }
    (parts, degree)
}
