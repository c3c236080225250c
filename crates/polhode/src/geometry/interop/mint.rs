//! mint: quaternions as vector and scalar part, matrices both ways.

use crate::geometry::{Mat3, Rotation, Vec3};
use crate::real::Real;
use mint::{ColumnMatrix3, Quaternion, RowMatrix3, Vector3};

impl<R> From<Vector3<R>> for Vec3<R> {
    fn from(v: Vector3<R>) -> Self {
        Self::new(v.x, v.y, v.z)
    }
}
impl<R> From<Vec3<R>> for Vector3<R> {
    fn from(v: Vec3<R>) -> Self {
        Self { x: v.x, y: v.y, z: v.z }
    }
}
impl<R: Real> From<Quaternion<R>> for Rotation<R> {
    fn from(q: Quaternion<R>) -> Self {
        Self::from_parts(q.s, q.v.into())
    }
}
impl<R: Real> From<Rotation<R>> for Quaternion<R> {
    fn from(q: Rotation<R>) -> Self {
        Self { s: q.w, v: q.vector().into() }
    }
}
impl<R> From<RowMatrix3<R>> for Mat3<R> {
    fn from(m: RowMatrix3<R>) -> Self {
        Self { x: m.x.into(), y: m.y.into(), z: m.z.into() }
    }
}
impl<R> From<Mat3<R>> for RowMatrix3<R> {
    fn from(m: Mat3<R>) -> Self {
        Self { x: m.x.into(), y: m.y.into(), z: m.z.into() }
    }
}
impl<R: Real> From<ColumnMatrix3<R>> for Mat3<R> {
    fn from(m: ColumnMatrix3<R>) -> Self {
        Self { x: m.x.into(), y: m.y.into(), z: m.z.into() }.transpose()
    }
}
impl<R: Real> From<Mat3<R>> for ColumnMatrix3<R> {
    fn from(m: Mat3<R>) -> Self {
        let m = m.transpose();
        Self { x: m.x.into(), y: m.y.into(), z: m.z.into() }
    }
}

impl<R> mint::IntoMint for Vec3<R> {
    type MintType = Vector3<R>;
}
impl<R: Real> mint::IntoMint for Rotation<R> {
    type MintType = Quaternion<R>;
}
impl<R> mint::IntoMint for Mat3<R> {
    type MintType = RowMatrix3<R>;
}
