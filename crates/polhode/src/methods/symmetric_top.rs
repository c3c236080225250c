//! A symmetric top and one rotation: the two splittings of Fasso 2003.
//!
//! With the moment I of one axis taken for two of them,
//!
//! ```text
//! H = [ |m|^2/(2I) + (1/I_a - 1/I) m_a^2/2 ] + (1/I_r - 1/I) m_r^2/2 = S + R
//! ```
//!
//! S is a symmetric top about axis a, which turns by exp(h m/I) and then about
//! a; R is a turn about axis r. Fukushima 2012 compares both with the three
//! rotations.

use crate::axes::AxisOrder;
use crate::body::State;
use crate::geometry::{Attitude, Axis, Rotation, StandardForm, TurnRule, Vec3};
use crate::inertia::Inertia;
use crate::method::{Failure, FreeFlow};
use crate::real::Real;

/// S and R, one of them in two halves around the other.
#[derive(Clone, Copy, Debug)]
pub struct SymmetricTop {
    /// First: axis r. Second: the axis whose moment stands for two. Third: the
    /// axis of symmetry a.
    pub axes: AxisOrder,
    /// Which part comes in two halves.
    pub outer: Part,
}

/// A part of the energy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
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
        let (extra, common, own) = (inverse.x - inverse.y, inverse.y, inverse.z - inverse.y);
        let turn = |(attitude, momentum): (A, Vec3<R>), axis, rate: R| {
            attitude.turned_about::<StandardForm>(momentum, axis, TurnRule::Exact, rate)
        };
        let top = |(attitude, momentum): (A, Vec3<R>), h: R| {
            let about_momentum = Rotation::exp(momentum * (common * h));
            turn((attitude.turned(about_momentum), momentum), Axis::Z, own * momentum.z * h)
        };
        let rotation = |body: (A, Vec3<R>), h: R| turn(body, Axis::X, extra * body.1.x * h);
        let body = names.enter(state);
        let body = match self.outer {
            Part::Top => top(rotation(top(body, h.half()), h), h.half()),
            Part::Rotation => rotation(top(rotation(body, h.half()), h), h.half()),
        };
        names.leave(body, state);
        Ok(())
    }
}
