//! A zero between two places of opposite sign, to rounding.

use crate::real::Real;

/// A place and the value there.
pub(super) type Point<R> = (R, R);

/// More than bisection of all numbers would need.
const MOST: u32 = 2200;

/// Where a function changes its sign between two points of opposite sign: the one of the
/// last two points, between which it does, at which it is smaller. They are at most two
/// units in the last place apart, or as far as `least` says.
///
/// By inverse quadratic interpolation where that is safe, else by halving (Chandrupatla
/// 1997). A value that is not a number ends the search where it is.
pub(super) fn zero_between<R: Real<Mask = bool>>(
    mut from: Point<R>,
    mut to: Point<R>,
    least: R,
    mut function: impl FnMut(R) -> R,
) -> R {
    let zero = R::zero();
    let mut part = from.1 / (from.1 - to.1);
    for _ in 0..MOST {
        let width = to.0 - from.0;
        let spacing = (from.0.abs().max(to.0.abs()) * R::from_f64(R::EPSILON)).max(least);
        if width.abs().le(spacing) {
            break;
        }
        // One unit at least, so that the far end comes near too.
        let step = spacing * R::from_f64(0.75) / width.abs();
        let part_now = part.max(step).min(R::one() - step);
        let x = from.0 + width * part_now;
        if x == from.0 || x == to.0 {
            break;
        }
        let value = function(x);
        if value == zero {
            return x;
        }
        if !value.is_finite() {
            break;
        }
        let before;
        if zero.lt(value) == zero.lt(from.1) {
            before = from;
        } else {
            before = to;
            to = from;
        }
        from = (x, value);
        part = interpolated(from, to, before).unwrap_or(R::from_f64(0.5));
    }
    if from.1.abs().le(to.1.abs()) { from.0 } else { to.0 }
}

/// The part of the way from one end of the bracket to the other, where the parabola
/// through three points is monotone between them.
fn interpolated<R: Real<Mask = bool>>(from: Point<R>, to: Point<R>, before: Point<R>) -> Option<R> {
    let (a, b, c) = (from, to, before);
    let xi = (a.0 - b.0) / (c.0 - b.0);
    let phi = (a.1 - b.1) / (c.1 - b.1);
    let one = R::one();
    let safe = phi.squared().lt(xi) && (one - phi).squared().lt(one - xi);
    safe.then(|| {
        a.1 / (b.1 - a.1) * c.1 / (b.1 - c.1)
            + (c.0 - a.0) / (b.0 - a.0) * a.1 / (c.1 - a.1) * b.1 / (c.1 - b.1)
    })
}
