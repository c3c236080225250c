//! Equations in three unknowns, solved to rounding or not at all.
//!
//! Lane by lane: a lane that is done keeps its bits while others go on.

use crate::failure::Failure;
use crate::geometry::{Mat3, Vec3};
use crate::real::{Mask, Real};

/// When an iteration has been repeated often enough: when its values have settled, and
/// where numbers vary, as often again, since derivatives settle at the rate of the values
/// and behind them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Patience {
    rounds: u32,
    more: u32,
}

impl Patience {
    /// How often an iteration may be repeated whose values settle within so many times.
    #[inline(always)]
    pub(crate) fn most<R: Real>(values: u32) -> u32 {
        if R::VARIES { 2 * values + 2 } else { values }
    }
    #[inline(always)]
    pub(crate) fn ends<R: Real>(&mut self, settled: R::Mask) -> bool {
        if !settled.all() {
            self.rounds += 1;
            return false;
        }
        self.more += 1;
        !R::VARIES || self.more > self.rounds + 1
    }
}

/// What has settled, elsewhere the new: a lane that has settled keeps its bits while
/// others go on, and a number that varies its value while its derivatives do.
#[inline(always)]
pub(crate) fn kept<R: Real>(settled: R::Mask, old: Vec3<R>, new: Vec3<R>) -> Vec3<R> {
    let old = if R::VARIES { old.zip(new, |old, new| old.still() + new.variation()) } else { old };
    Vec3::select(settled, old, new)
}

/// Newton's iteration for `error = 0`, where the equation gives error and slope.
/// Where the answer says so, the result is a solution to rounding: it ends with a
/// correction so small that the next one would be below rounding. A result that is
/// further from the start than the start is from zero, or where the slope has
/// changed its orientation, belongs to another branch and does not count.
#[inline]
pub(crate) fn newton<R: Real>(
    start: Vec3<R>,
    equation: impl Fn(Vec3<R>) -> (Vec3<R>, Mat3<R>),
) -> (Vec3<R>, R::Mask) {
    const MOST: u32 = 8;
    let enough = R::from_f64(R::EPSILON).sqrt() * R::from_f64(1.0 / 16.0);
    let (mut x, mut found) = (start, R::Mask::splat(false));
    for _ in 0..MOST {
        let (error, slope) = equation(x);
        let step = slope.solve(error);
        let next = x - step;
        let last = step.max_abs().le(next.max_abs() * enough) & R::zero().lt(slope.determinant());
        x = Vec3::select(found, x, next);
        found = found | last;
        if found.all() {
            break;
        }
    }
    if R::VARIES {
        // The last step was right to rounding, derivatives to the size of that step.
        let (error, slope) = equation(x);
        x = kept(R::Mask::splat(true), x, x - slope.solve(error));
    }
    (x, found & (x - start).max_abs().le(start.max_abs()))
}

/// Follows a solution x(t) from t = 0, where x = `rate` t, to t = 1. `solve`
/// solves for x(t) from a start; steps in t adapt. The answer says where t = 1
/// was reached.
#[cold]
pub(crate) fn follow<R: Real>(
    rate: Vec3<R>,
    solve: impl Fn(R, Vec3<R>) -> (Vec3<R>, R::Mask),
) -> (Vec3<R>, R::Mask) {
    const MOST: u32 = 200;
    let (one, least, mut rate) = (R::one(), R::from_f64(1e-4), rate);
    let (mut t, mut step) = (R::zero(), R::from_f64(0.125));
    for _ in 0..MOST {
        let there = (t + step).min(one);
        let (x, found) = solve(there, rate * there);
        // A solution that turns away from the last one is none of this branch.
        let near = (x - rate * there).max_abs().le(x.max_abs() * R::from_f64(0.125));
        let go = found & near & t.lt(one) & least.le(step);
        rate = Vec3::select(go, x / there, rate);
        t = R::select(go, there, t);
        step = R::select(go, step.twice(), step.half());
        if (one.le(t) | step.lt(least)).all() {
            break;
        }
    }
    (rate, one.le(t))
}

/// A torque that depends on where it leads: iterates `next` until the momentum
/// that it gives in the time h is settled to rounding: that of the momentum, or,
/// where a steep torque makes more of the rounding of the attitude, where changes
/// of a few thousand times that no longer shrink.
pub(crate) fn settle<R: Real>(
    start: Vec3<R>,
    momentum: Vec3<R>,
    h: R,
    next: impl Fn(Vec3<R>) -> Result<Vec3<R>, Failure>,
) -> Result<Vec3<R>, Failure> {
    const MOST: u32 = 100;
    let (mut torque, mut settled) = (start, R::Mask::splat(false));
    let (mut before, mut patience) = (R::zero(), Patience::default());
    for _ in 0..Patience::most::<R>(MOST) {
        let new = next(torque)?;
        let gain = (new * h).max_abs();
        let rounding = (momentum.max_abs() + gain) * R::from_f64(R::EPSILON);
        let change = ((new - torque) * h).max_abs();
        let noise = before.le(change) & change.le(rounding * R::from_f64(4096.0));
        let now = change.le(rounding) | (noise & R::zero().lt(before));
        before = change;
        torque = kept(settled, torque, new);
        settled = settled | now;
        if patience.ends::<R>(settled) {
            return Ok(torque);
        }
    }
    Err(Failure::TorqueNotSettled)
}
