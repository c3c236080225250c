//! What rounding of a state does to a function of it.

use super::Function;
use crate::body::State;
use crate::geometry::{Attitude, Axis, Rotation, Vec3};
use crate::real::Real;

/// The rounding of a function in this state: what it changes by where one number of the
/// state changes by its rounding, summed over all of them. It is measured by larger
/// changes, which are above the rounding of the function itself.
pub(super) fn rounding<R: Real<Mask = bool>, A: Attitude<R>>(
    function: &Function<R, A>,
    state: &State<R, A>,
) -> R {
    let (epsilon, here) = (R::from_f64(R::EPSILON), function(state));
    let change = epsilon.sqrt();
    let scale = state.momentum.max_abs();
    let mut sum = R::zero();
    let mut see = |changed: State<R, A>| sum += (function(&changed) - here).abs();
    for axis in Axis::ALL {
        let unit = Vec3::unit(axis);
        see(State { momentum: state.momentum + unit * (scale * change), ..*state });
        let turn = Rotation::from_parts(R::one(), unit * change.half());
        see(State { attitude: state.attitude.turned(turn), ..*state });
    }
    see(State { time: state.time + state.time * change, ..*state });
    let rounding = sum * change + here.abs() * epsilon;
    if rounding.is_finite() { rounding } else { R::zero() }
}
