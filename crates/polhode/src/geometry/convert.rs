//! Other ways to write a rotation.

mod euler;

use super::{Axis, Mat3, Rotation, Vec3};
use crate::real::Real;

pub use euler::EulerSequence;

impl<R: Real> Rotation<R> {
    /// The matrix that takes body components to space components.
    #[must_use]
    pub fn to_matrix(self) -> Mat3<R> {
        let [x, y, z] = Axis::ALL.map(|axis| self.apply_inverse(Vec3::unit(axis)));
        Mat3 { x, y, z }
    }
    /// The rotation nearest to a matrix that is one but for rounding.
    #[must_use]
    pub fn from_matrix(m: Mat3<R>) -> Self {
        let (xx, yy, zz) = (m.x.x, m.y.y, m.z.z);
        let one = R::one();
        // 4 w^2, 4 x^2, 4 y^2, 4 z^2: start from the largest.
        let squares =
            [one + xx + yy + zz, one + xx - yy - zz, one - xx + yy - zz, one - xx - yy + zz];
        let (wx, wy, wz) = (m.z.y - m.y.z, m.x.z - m.z.x, m.y.x - m.x.y);
        let (xy, xz, yz) = (m.x.y + m.y.x, m.x.z + m.z.x, m.y.z + m.z.y);
        let rows = [
            [squares[0], wx, wy, wz],
            [wx, squares[1], xy, xz],
            [wy, xy, squares[2], yz],
            [wz, xz, yz, squares[3]],
        ];
        let (mut best, mut row) = (squares[0], rows[0]);
        for i in 1..4 {
            let better = best.lt(squares[i]);
            best = R::select(better, squares[i], best);
            row = core::array::from_fn(|j| R::select(better, rows[i][j], row[j]));
        }
        Self::from_wxyz(row)
    }

    /// The rotation by an angle about an axis of any length; no rotation where
    /// the axis is null.
    #[must_use]
    pub fn from_axis_angle(axis: Vec3<R>, angle: R) -> Self {
        let (sin, cos) = angle.half().sin_cos();
        let (direction, null) = direction_of(axis);
        let rotation = Self::from_parts(cos, direction * sin);
        let [w, x, y, z] = Self::identity().to_wxyz();
        Self {
            w: R::select(null, w, rotation.w),
            x: R::select(null, x, rotation.x),
            y: R::select(null, y, rotation.y),
            z: R::select(null, z, rotation.z),
        }
    }
    /// Axis, of length 1, and angle, in [0, pi]. Without rotation the axis is
    /// the first one.
    #[must_use]
    pub fn to_axis_angle(self) -> (Vec3<R>, R) {
        let v = self.vector();
        let (direction, _) = direction_of(v);
        let angle = v.norm().atan2(self.w.abs()).twice();
        (direction * R::one().with_sign_of(self.w), angle)
    }

    /// From modified Rodrigues parameters: the axis times tan(angle/4).
    #[must_use]
    pub fn from_mrp(sigma: Vec3<R>) -> Self {
        let square = sigma.norm_squared();
        let scale = (R::one() + square).recip();
        // (1 - s)(1 + s) keeps the digits of w near a rotation by pi.
        let length = square.sqrt();
        Self::from_parts(
            (R::one() - length) * (R::one() + length) * scale,
            sigma.map(R::twice) * scale,
        )
    }
    /// The modified Rodrigues parameters of length at most 1: of the two
    /// quaternions of a rotation the one with w >= 0 is taken, the other would
    /// give the shadow set -sigma/|sigma|^2.
    #[must_use]
    pub fn to_mrp(self) -> Vec3<R> {
        self.vector() * (R::one() + self.w.abs()).recip().with_sign_of(self.w)
    }

    /// From a quaternion of SPICE (as of `m2q`) that belongs to a C-matrix,
    /// which takes inertial components to body components: scalar first, the
    /// conjugate of ours.
    #[must_use]
    pub fn from_spice(quaternion: [R; 4]) -> Self {
        Self::from_wxyz(quaternion).inverse()
    }
    /// The quaternion of SPICE for the C-matrix of this attitude.
    #[must_use]
    pub fn to_spice(self) -> [R; 4] {
        self.inverse().to_wxyz()
    }
    /// From the columns Q1, Q2, Q3, QC of a CCSDS attitude ephemeris message
    /// whose frame A is inertial and whose frame B is the body: the same
    /// rotation as ours, scalar last.
    #[must_use]
    pub fn from_ccsds(quaternion: [R; 4]) -> Self {
        Self::from_xyzw(quaternion)
    }
    /// The columns Q1, Q2, Q3, QC of a CCSDS attitude ephemeris message, frame A
    /// inertial, frame B the body.
    #[must_use]
    pub fn to_ccsds(self) -> [R; 4] {
        self.to_xyzw()
    }
}

/// A vector scaled to length 1, however short or long it is; where it is null,
/// the first axis, and the mask is true.
fn direction_of<R: Real>(v: Vec3<R>) -> (Vec3<R>, R::Mask) {
    let size = v.max_abs();
    let null = size.equals(R::zero());
    // Dividing first: the square of a short vector would underflow.
    let near_one = Vec3::select(null, Vec3::unit(Axis::X), v / R::select(null, R::one(), size));
    (near_one / near_one.norm(), null)
}
