//! The two forms of an attitude: quaternion and matrix.

use super::{Axis, Mat3, Plane, Rotation, TurnForm, TurnRule, Vec3};
use crate::real::Real;
use core::fmt::Debug;

/// What a state needs of the form in which it keeps its attitude.
///
/// The quaternion is the default. The matrix is Fukushima's choice: a turn
/// about a body axis does the same to its rows as to the momentum.
pub trait Attitude<R: Real>: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// From a quaternion.
    fn from_rotation(rotation: Rotation<R>) -> Self;
    /// As a quaternion.
    fn to_rotation(self) -> Rotation<R>;
    /// Body components to space components.
    fn apply(self, v: Vec3<R>) -> Vec3<R>;
    /// Space components to body components.
    fn apply_inverse(self, v: Vec3<R>) -> Vec3<R>;
    /// The body turns by this increment, given in its own axes.
    #[must_use]
    fn turned(self, increment: Rotation<R>) -> Self;
    /// The body turns about one of its axes while `momentum`, given in body
    /// components, stays where it is in space.
    #[must_use]
    fn turned_about<F: TurnForm>(
        self,
        momentum: Vec3<R>,
        axis: Axis,
        rule: TurnRule,
        theta: R,
    ) -> (Self, Vec3<R>);
    /// The same attitude of a body whose axes are named anew: `rename` is the
    /// proper rotation that takes old components to new ones.
    #[must_use]
    fn renamed(self, rename: &impl Rename<R>) -> Self;
    /// `yes` where the mask is true, `no` elsewhere.
    #[must_use]
    fn select(mask: R::Mask, yes: Self, no: Self) -> Self;
    /// How far rounding has carried it from a rotation: | |q|^2 - 1 | / 2, or the
    /// largest entry of |R R^T - 1|.
    fn orthogonality_error(self) -> R;
    /// Shows every number that it is made of, to read or to overwrite.
    fn visit(&mut self, slot: &mut dyn FnMut(&mut R));
}

/// New names for the axes of a body: a proper rotation of components. No closure: it might not be
/// inlined.
pub trait Rename<R> {
    /// New components of a vector.
    fn rename(&self, vector: Vec3<R>) -> Vec3<R>;
}

impl<R: Real> Attitude<R> for Rotation<R> {
    #[inline(always)]
    fn from_rotation(rotation: Rotation<R>) -> Self {
        rotation
    }
    #[inline(always)]
    fn to_rotation(self) -> Rotation<R> {
        self
    }
    #[inline(always)]
    fn apply(self, v: Vec3<R>) -> Vec3<R> {
        Rotation::apply(self, v)
    }
    #[inline(always)]
    fn apply_inverse(self, v: Vec3<R>) -> Vec3<R> {
        Rotation::apply_inverse(self, v)
    }
    #[inline(always)]
    fn turned(self, increment: Rotation<R>) -> Self {
        self * increment
    }
    #[inline(always)]
    fn turned_about<F: TurnForm>(
        self,
        momentum: Vec3<R>,
        axis: Axis,
        rule: TurnRule,
        theta: R,
    ) -> (Self, Vec3<R>) {
        let turn = F::both(rule, theta);
        let Self { w, x, y, z } =
            Self::from_parts(self.w, self.vector().seen_after(axis, turn.half));
        let turned = match axis {
            Axis::X => {
                let (w, x) = turn.half.rotate(w, x);
                Self { w, x, y, z }
            }
            Axis::Y => {
                let (w, y) = turn.half.rotate(w, y);
                Self { w, x, y, z }
            }
            Axis::Z => {
                let (w, z) = turn.half.rotate(w, z);
                Self { w, x, y, z }
            }
        };
        (turned, momentum.seen_after(axis, turn.full))
    }
    #[inline(always)]
    fn renamed(self, rename: &impl Rename<R>) -> Self {
        Self::from_parts(self.w, rename.rename(self.vector()))
    }
    #[inline(always)]
    fn select(mask: R::Mask, yes: Self, no: Self) -> Self {
        let vector = Vec3::select(mask, yes.vector(), no.vector());
        Self::from_parts(R::select(mask, yes.w, no.w), vector)
    }
    fn orthogonality_error(self) -> R {
        (self.norm_squared() - R::one()).half().abs()
    }
    fn visit(&mut self, slot: &mut dyn FnMut(&mut R)) {
        [&mut self.w, &mut self.x, &mut self.y, &mut self.z].into_iter().for_each(slot);
    }
}

impl<R: Real> Attitude<R> for Mat3<R> {
    fn from_rotation(rotation: Rotation<R>) -> Self {
        rotation.to_matrix()
    }
    fn to_rotation(self) -> Rotation<R> {
        Rotation::from_matrix(self)
    }
    #[inline(always)]
    fn apply(self, v: Vec3<R>) -> Vec3<R> {
        self * v
    }
    #[inline(always)]
    fn apply_inverse(self, v: Vec3<R>) -> Vec3<R> {
        self.x * v.x + self.y * v.y + self.z * v.z
    }
    #[inline(always)]
    fn turned(self, increment: Rotation<R>) -> Self {
        // A row r becomes r R(q) = R(q)^T r, in the form 1 + 2 w v^ + 2 v^ v^:
        // with 2 w^2 - 1 + 2 v_i^2 on the diagonal rounding would drift.
        let (w, v) = (increment.w, increment.vector());
        self.map_rows(|row| {
            let twist = row.cross(v).map(R::twice);
            row + twist * w + twist.cross(v)
        })
    }
    #[inline(always)]
    fn turned_about<F: TurnForm>(
        self,
        momentum: Vec3<R>,
        axis: Axis,
        rule: TurnRule,
        theta: R,
    ) -> (Self, Vec3<R>) {
        let plane = F::full(rule, theta);
        (self.map_rows(|row| row.seen_after(axis, plane)), momentum.seen_after(axis, plane))
    }
    #[inline(always)]
    fn renamed(self, rename: &impl Rename<R>) -> Self {
        Self { x: rename.rename(self.x), y: rename.rename(self.y), z: rename.rename(self.z) }
    }
    #[inline(always)]
    fn select(mask: R::Mask, yes: Self, no: Self) -> Self {
        let row = |yes, no| Vec3::select(mask, yes, no);
        Self { x: row(yes.x, no.x), y: row(yes.y, no.y), z: row(yes.z, no.z) }
    }
    fn orthogonality_error(self) -> R {
        Mat3::orthogonality_error(self)
    }
    fn visit(&mut self, slot: &mut dyn FnMut(&mut R)) {
        let rows = [&mut self.x, &mut self.y, &mut self.z].into_iter();
        rows.flat_map(|row| [&mut row.x, &mut row.y, &mut row.z]).for_each(slot);
    }
}
