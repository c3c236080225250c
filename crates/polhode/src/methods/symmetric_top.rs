//! A symmetric top and one rotation: the two splittings of Fasso 2003.
//!
//! With the moment I of one axis taken for two of them,
//!
//! ```text
//! H = [ |m|^2/(2I) + (1/I_a - 1/I) m_a^2/2 ] + (1/I_r - 1/I) m_r^2/2 = S + R
//! ```
//!
//! S is a symmetric top about axis a, which rotates by exp(h m/I) and then about
//! a. R is a rotation about axis r. Fukushima 2012 mentions SR and RS in section
//! 1.2 without equations (docs/papers/fukushima-2012.md).

use crate::axes::AxisOrder;
use crate::body::State;
use crate::geometry::{Attitude, Axis, Rotation, StandardForm, TurnRule, Vec3};
use crate::inertia::Inertia;
use crate::method::{Failure, FreeFlow};
use crate::real::Real;

/// Strang splitting into a symmetric top S and a rotation R.
#[derive(Clone, Copy, Debug)]
pub struct SymmetricTop {
    /// Order of the axes: r, the axis whose moment I stands for two, the axis of symmetry a.
    pub axes: AxisOrder,
    /// EnergyPart that is taken in two half steps.
    pub outer: EnergyPart,
}

/// EnergyPart of the kinetic energy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnergyPart {
    /// The symmetric top: SR is S(h/2) R(h) S(h/2).
    Top,
    /// The rotation: RS is R(h/2) S(h) R(h/2).
    Rotation,
}

impl FreeFlow for SymmetricTop {
    #[inline]
    fn flow<R: Real, A: Attitude<R>>(
        &self,
        inertia: &Inertia<R>,
        state: &mut State<R, A>,
        h: R,
    ) -> Result<(), Failure> {
        let names = self.axes.renaming(inertia);
        let inverse = names.reorder(inertia.inverse());
        // 1/I_r - 1/I, 1/I and 1/I_a - 1/I of the module's H = S + R.
        let (extra, common, own) = (inverse.x - inverse.y, inverse.y, inverse.z - inverse.y);
        let turn = |(attitude, momentum): (A, Vec3<R>), axis, rate: R| {
            attitude.turned_about::<StandardForm>(momentum, axis, TurnRule::Exact, rate)
        };
        // S: exp(h m/I), then the rotation about a.
        let top = |(attitude, momentum): (A, Vec3<R>), h: R| {
            let about_momentum = Rotation::exp(momentum * (common * h));
            turn((attitude.turned(about_momentum), momentum), Axis::Z, own * momentum.z * h)
        };
        // R: the rotation about r.
        let rotation = |body: (A, Vec3<R>), h: R| turn(body, Axis::X, extra * body.1.x * h);
        let body = names.enter(state);
        let body = match self.outer {
            EnergyPart::Top => top(rotation(top(body, h.half()), h), h.half()),
            EnergyPart::Rotation => rotation(top(rotation(body, h.half()), h), h.half()),
        };
        names.leave(body, state);
        Ok(())
    }
}
