//! The derivative of a torque along its own effect.

use crate::geometry::{Rotation, Vec3};
use crate::real::{Jet, Over, Real};
use crate::torque::{Torque, TorqueInput};

/// What a kick with the potential V - g h^2 T.I^-1 T adds to the torque T, divided
/// by g h^2:
///
/// ```text
/// 2 (dT/dxi + xi x T),   xi = I^-1 T
/// ```
///
/// where dT/dxi is the derivative as the body turns by xi. That is the gradient of
/// T.I^-1 T, for which three derivatives would be needed, if T comes from a potential:
/// derivatives along two axes then commute up to one along a third. And for any torque
/// of attitude and time it is \[B,\[A,B\]\] of the kick B and the drift A, which is
/// what the methods that ask for it need.
#[inline]
pub(super) fn gradient<R: Real, T: Torque<R>>(
    torque: &T,
    at: &TorqueInput<'_, R>,
    pushed: Vec3<R>,
) -> Vec3<R> {
    let xi = pushed.times(at.inertia.inverse());
    let Rotation { w, x, y, z } = at.attitude;
    let rate = (at.attitude * Rotation::from_parts(R::zero(), xi)).to_wxyz().map(R::half);
    let moving = |value: R, rate: R| Jet::<R, 2>::from_coefficients([value, rate]);
    let turning = TorqueInput {
        inertia: at.inertia,
        time: Jet::lift(at.time),
        attitude: Rotation {
            w: moving(w, rate[0]),
            x: moving(x, rate[1]),
            y: moving(y, rate[2]),
            z: moving(z, rate[3]),
        },
        momentum: at.momentum.map(Jet::lift),
    };
    let derivative = torque.torque(&turning).map(|component| component.coefficient(1));
    (derivative + xi.cross(pushed)).map(R::twice)
}
