//! The derivative of a torque along the rotation that the torque itself causes.

use crate::geometry::{Rotation, Vec3};
use crate::real::{Jet, Over, Real};
use crate::torque::{Torque, TorqueInput};

/// Returns the torque that a kick with the potential V - g h^2 T.I^-1 T adds to T, divided
/// by g h^2:
///
/// ```text
/// 2 (dT/dxi + xi x T),   xi = I^-1 T
/// ```
///
/// where dT/dxi is the derivative as the body rotates by xi. If T has a potential, this is
/// the gradient of T.I^-1 T, which would otherwise take three derivatives: derivatives along
/// two axes then commute up to one along a third. For any torque of attitude and time the
/// expression is \[B,\[A,B\]\] of the kick B and the drift A, which force-gradient methods
/// need. Derivation: docs/papers/splittings.md, The kick with a gradient.
#[inline]
pub(super) fn gradient<R: Real, T: Torque<R>>(
    torque: &T,
    at: &TorqueInput<'_, R>,
    pushed: Vec3<R>,
) -> Vec3<R> {
    // xi = I^-1 T, and the rate q (0, xi)/2 of the quaternion.
    let xi = pushed.component_mul(at.inertia.inverse());
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
        branches: at.branches,
    };
    let derivative = torque.torque(&turning).map(|component| component.coefficient(1));
    // 2 (dT/dxi + xi x T): docs/papers/splittings.md.
    (derivative + xi.cross(pushed)).map(R::twice)
}
