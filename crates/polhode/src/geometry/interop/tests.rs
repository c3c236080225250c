//! The same rotation of the same vector gives the same in both libraries, and
//! every bit survives the way there and back.

use crate::geometry::{Mat3, Rotation, Vec3};

/// No symmetry that would hide an exchange of components or of rows and columns.
macro_rules! sample {
    ($number:ty) => {{
        let rotation = Rotation::<$number>::from_axis_angle(Vec3::from_f64([1.0, 2.0, 3.0]), 0.7);
        let vector = Vec3::<$number>::from_f64([0.3, -1.1, 0.8]);
        let close = move |other: Vec3<$number>| {
            let error = (other - rotation.apply(vector)).max_abs();
            assert!(error < 8.0 * <$number>::EPSILON, "{error:e}");
        };
        (rotation, rotation.to_matrix(), vector, close)
    }};
}

#[cfg(feature = "glam")]
#[test]
fn glam_rotates_alike() {
    macro_rules! alike {
        ($number:ty, $vector:ty, $quaternion:ty, $matrix:ty) => {{
            let (rotation, matrix, vector, close) = sample!($number);
            close((<$quaternion>::from(rotation) * <$vector>::from(vector)).into());
            close((<$matrix>::from(matrix) * <$vector>::from(vector)).into());
            assert_eq!(Rotation::from(<$quaternion>::from(rotation)), rotation);
            assert_eq!(Mat3::from(<$matrix>::from(matrix)), matrix);
            assert_eq!(Vec3::from(<$vector>::from(vector)), vector);
        }};
    }
    alike!(f32, glam::Vec3, glam::Quat, glam::Mat3);
    alike!(f64, glam::DVec3, glam::DQuat, glam::DMat3);
}

#[cfg(feature = "nalgebra")]
#[test]
fn nalgebra_rotates_alike() {
    use nalgebra::{Matrix3, Rotation3, UnitQuaternion, Vector3};
    macro_rules! alike {
        ($number:ty) => {{
            let (rotation, matrix, vector, close) = sample!($number);
            let other = Vector3::<$number>::from(vector);
            close((UnitQuaternion::<$number>::from(rotation) * other).into());
            close((Matrix3::<$number>::from(matrix) * other).into());
            close((Rotation3::<$number>::from(rotation) * other).into());
            assert_eq!(Rotation::from(UnitQuaternion::<$number>::from(rotation)), rotation);
            assert_eq!(Mat3::from(Matrix3::<$number>::from(matrix)), matrix);
            assert_eq!(Mat3::from(Rotation3::<$number>::from(rotation)), matrix);
            assert_eq!(Vec3::from(other), vector);
            close(Rotation::from(Rotation3::<$number>::from(rotation)).apply(vector));
        }};
    }
    alike!(f32);
    alike!(f64);
}

#[cfg(feature = "mint")]
#[test]
fn mint_names_its_components_alike() {
    use mint::{ColumnMatrix3, Quaternion, RowMatrix3, Vector3};
    let (rotation, matrix, vector, close) = sample!(f64);
    let other = Quaternion::from(rotation);
    assert_eq!([other.s, other.v.x, other.v.y, other.v.z], rotation.to_wxyz());
    assert_eq!(Rotation::from(other), rotation);
    assert_eq!(Vec3::from(Vector3::from(vector)), vector);
    let (rows, columns) = (RowMatrix3::from(matrix), ColumnMatrix3::from(matrix));
    assert_eq!((rows.x.y, rows.z.x), (matrix.x.y, matrix.z.x));
    assert_eq!((columns.y.x, columns.x.z), (matrix.x.y, matrix.z.x));
    assert_eq!((Mat3::from(rows), Mat3::from(columns)), (matrix, matrix));
    close(Mat3::from(columns) * vector);
}
