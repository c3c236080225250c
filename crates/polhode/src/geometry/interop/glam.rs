//! glam: quaternions scalar last, matrices by columns.

use crate::geometry::{Mat3, Rotation, Vec3};

macro_rules! conversions {
    ($number:ty, $vector:ty, $quaternion:ty, $matrix:ty) => {
        impl From<$vector> for Vec3<$number> {
            fn from(v: $vector) -> Self {
                Self::from(v.to_array())
            }
        }
        impl From<Vec3<$number>> for $vector {
            fn from(v: Vec3<$number>) -> Self {
                Self::from_array(v.to_array())
            }
        }
        impl From<$quaternion> for Rotation<$number> {
            fn from(q: $quaternion) -> Self {
                Self { w: q.w, x: q.x, y: q.y, z: q.z }
            }
        }
        impl From<Rotation<$number>> for $quaternion {
            fn from(q: Rotation<$number>) -> Self {
                Self::from_array(q.to_xyzw())
            }
        }
        impl From<$matrix> for Mat3<$number> {
            fn from(m: $matrix) -> Self {
                let [x, y, z] = m.to_cols_array_2d().map(Vec3::from);
                Self { x, y, z }.transpose()
            }
        }
        impl From<Mat3<$number>> for $matrix {
            fn from(m: Mat3<$number>) -> Self {
                Self::from_cols_array_2d(&m.transpose().to_rows())
            }
        }
    };
}
conversions!(f32, glam::Vec3, glam::Quat, glam::Mat3);
conversions!(f64, glam::DVec3, glam::DQuat, glam::DMat3);
