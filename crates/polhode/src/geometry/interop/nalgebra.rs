//! nalgebra: quaternions scalar first when built, scalar last when stored.

use crate::geometry::{Mat3, Rotation, Vec3};
use nalgebra::{Matrix3, Quaternion, Rotation3, UnitQuaternion, Vector3};

macro_rules! conversions {
    ($($number:ty)*) => {$(
        impl From<Vector3<$number>> for Vec3<$number> {
            fn from(v: Vector3<$number>) -> Self {
                Self::new(v.x, v.y, v.z)
            }
        }
        impl From<Vec3<$number>> for Vector3<$number> {
            fn from(v: Vec3<$number>) -> Self {
                Self::new(v.x, v.y, v.z)
            }
        }
        impl From<UnitQuaternion<$number>> for Rotation<$number> {
            fn from(q: UnitQuaternion<$number>) -> Self {
                Self { w: q.w, x: q.i, y: q.j, z: q.k }
            }
        }
        impl From<Rotation<$number>> for UnitQuaternion<$number> {
            fn from(q: Rotation<$number>) -> Self {
                Self::new_unchecked(Quaternion::new(q.w, q.x, q.y, q.z))
            }
        }
        impl From<Matrix3<$number>> for Mat3<$number> {
            fn from(m: Matrix3<$number>) -> Self {
                Self {
                    x: Vec3::new(m.m11, m.m12, m.m13),
                    y: Vec3::new(m.m21, m.m22, m.m23),
                    z: Vec3::new(m.m31, m.m32, m.m33),
                }
            }
        }
        impl From<Mat3<$number>> for Matrix3<$number> {
            fn from(Mat3 { x, y, z }: Mat3<$number>) -> Self {
                Self::new(x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z)
            }
        }
        /// Through the quaternion, to rounding.
        impl From<Rotation3<$number>> for Rotation<$number> {
            fn from(rotation: Rotation3<$number>) -> Self {
                Self::from_matrix(rotation.into_inner().into())
            }
        }
        /// Through the matrix, to rounding.
        impl From<Rotation<$number>> for Rotation3<$number> {
            fn from(rotation: Rotation<$number>) -> Self {
                Self::from_matrix_unchecked(rotation.to_matrix().into())
            }
        }
        /// A rotation matrix, entry by entry.
        impl From<Rotation3<$number>> for Mat3<$number> {
            fn from(rotation: Rotation3<$number>) -> Self {
                rotation.into_inner().into()
            }
        }
    )*};
}
conversions!(f32 f64);
