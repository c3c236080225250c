//! Frames in which a motion is slower than it is.
//!
//! A direction that turns evenly stands still in a frame that turns with it. And a body
//! with two equal moments, pushed by what does not tell these axes from each other, turns
//! like a sphere, if its own frame is left behind with the right spin: then m x nu = 0.
//! The series are those of q between these frames, and the frames are put back at the end
//! of the step.

use super::vanishes;
use crate::geometry::{Axis, Rotation, Vec3};
use crate::inertia::Inertia;
use crate::real::{Mask, Real};
use crate::torque::Pull;

/// A frame that turns in space, and one that a body leaves behind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frames<R> {
    /// Angular velocity of the outer one, space components.
    pub(super) turning_rate: Vec3<R>,
    /// Angular velocity of the body against the inner one, body components.
    spin: Vec3<R>,
    pub(super) turns: bool,
    spins: bool,
}

impl<R: Real> Frames<R> {
    /// Those of space and body.
    pub(super) fn resting() -> Self {
        let zero = Vec3::zero();
        Self { turning_rate: zero, spin: zero, turns: false, spins: false }
    }
    pub(super) fn moves(&self) -> bool {
        self.turns || self.spins
    }
    /// Of a free body; with the inverse moments in these frames.
    #[inline]
    pub(super) fn for_free_body(inertia: &Inertia<R>, momentum: Vec3<R>) -> (Self, Vec3<R>) {
        Self::spinning(inertia, momentum, |_| R::Mask::splat(true))
    }
    /// Of a body under a pull.
    #[inline]
    pub(super) fn for_pull(
        inertia: &Inertia<R>,
        momentum: Vec3<R>,
        pull: &Pull<R>,
    ) -> (Self, Vec3<R>) {
        let (frames, inverse) =
            Self::spinning(inertia, momentum, |axis| pull.is_axisymmetric_about(axis));
        let turns = !vanishes(pull.turning_rate);
        (Self { turning_rate: pull.turning_rate, turns, ..frames }, inverse)
    }

    /// Takes the spin about an axis of symmetry away. With A its moment and B the others,
    /// nu = m/B and a spin of m (1/A - 1/B) is what m/A, m/B, m/B was.
    #[inline]
    fn spinning(
        inertia: &Inertia<R>,
        m: Vec3<R>,
        is_axisymmetric_about: impl Fn(Vec3<R>) -> R::Mask,
    ) -> (Self, Vec3<R>) {
        let (i, inverse) = (inertia.moments(), inertia.inverse());
        let zero = R::zero();
        let symmetric = |axis, one: R, other: R| {
            let equal = one.equals(other);
            if equal.any() { equal & is_axisymmetric_about(Vec3::unit(axis)) } else { equal }
        };
        let x = symmetric(Axis::X, i.y, i.z);
        let y = symmetric(Axis::Y, i.z, i.x);
        let z = symmetric(Axis::Z, i.x, i.y);
        // Moments that are equal may vary apart.
        if R::VARIES || !(x | y | z).any() {
            return (Self::resting(), inverse);
        }
        let other = R::select(x, inverse.y, R::select(y, inverse.z, inverse.x));
        let spin = |about: R::Mask, m: R, inverse: R| R::select(about, m * (inverse - other), zero);
        let spin =
            Vec3::new(spin(x, m.x, inverse.x), spin(y, m.y, inverse.y), spin(z, m.z, inverse.z));
        let inverse = Vec3::select(x | y | z, Vec3::new(other, other, other), inverse);
        (Self { spin, spins: true, ..Self::resting() }, inverse)
    }

    /// A vector of the body after the time h, in components of the frame that it leaves behind.
    #[inline]
    pub(super) fn to_inner(self, v: Vec3<R>, h: R) -> Vec3<R> {
        if self.spins { Rotation::exp(self.spin * h).apply(v) } else { v }
    }

    /// The change between space and body from that between these frames, in the time h.
    #[inline]
    pub(super) fn leave(
        &self,
        (q, m): (Rotation<R>, Vec3<R>),
        ([w, x, y, z], mut dm): ([R; 4], Vec3<R>),
        h: R,
    ) -> ([R; 4], Vec3<R>) {
        let mut change = Rotation { w, x, y, z };
        if self.turns {
            let turn = turn_less_one(self.turning_rate * h);
            change = added(change, turn * added(q, change));
        }
        if self.spins {
            let spin = turn_less_one(self.spin * h);
            change = added(change, added(q, change) * spin);
            // m stays where it is in the inner frame, so in the body it turns back.
            let (v, w) = (-spin.vector(), spin.w + R::one());
            let twist = v.cross(m + dm).map(R::twice);
            dm += twist * w + v.cross(twist);
        }
        (change.to_wxyz(), dm)
    }
}

#[inline(always)]
fn added<R: Real>(a: Rotation<R>, b: Rotation<R>) -> Rotation<R> {
    Rotation { w: a.w + b.w, x: a.x + b.x, y: a.y + b.y, z: a.z + b.z }
}

/// The quaternion of a turn, less that of none: cos - 1 by the sine of half of it.
#[inline(always)]
fn turn_less_one<R: Real>(angle: Vec3<R>) -> Rotation<R> {
    let quarter = Rotation::exp(angle.map(R::half));
    let (w, v) = (quarter.w, quarter.vector());
    Rotation::from_parts(-v.norm_squared().twice(), v * w.twice())
}
