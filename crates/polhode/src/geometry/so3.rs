//! From rotation vectors to rotations and back: exp, log, cayley, and the
//! derivatives of exp.

use super::{Axis, Mat3, Rotation, Vec3};
use crate::real::{Constant, Real};

/// sin(x)/x, 1 where the square of x is null. The reciprocal does not have to
/// wait for the sine.
#[inline(always)]
fn sinc<R: Real>(x_squared: R, sin: R, x: R) -> R {
    R::select(x_squared.equals(R::zero()), R::one(), sin * x.recip())
}

/// (sin x - x cos x)/x^3 = sum of (-x^2)^(k-1) 2k/(2k+1)!, which cancels below
/// x = 1; its terms decrease fast enough there.
const CURL: [Constant; 15] = {
    let mut terms = [Constant::ratio(1, 3); 15];
    let mut factorial: u128 = 6;
    let mut k = 2;
    while k <= 15 {
        factorial *= (2 * k) * (2 * k + 1);
        terms[k as usize - 1] = Constant::ratio(2 * k, factorial);
        k += 1;
    }
    terms
};

/// The series of [`CURL`] with as many terms as the number has digits.
#[inline]
fn curl_series<R: Real>(x_squared: R) -> R {
    let mut sum = R::zero();
    for &term in CURL.iter().rev() {
        // At x = 1 terms this small do not reach the last digit of 1/3.
        if term.hi > R::EPSILON / 64.0 {
            sum = R::constant(term) - sum * x_squared;
        }
    }
    sum
}

/// Functions of half the length of a rotation vector from which exp and its
/// derivatives are made without cancellation, for every length.
struct HalfAngle<R> {
    /// cos h.
    cos: R,
    /// sin h / h.
    sinc: R,
    /// (sin h - h cos h) / h^3.
    curl: R,
}

impl<R: Real> HalfAngle<R> {
    fn new(vector: Vec3<R>) -> Self {
        let square = vector.map(R::half).norm_squared();
        let angle = square.sqrt();
        let (sin, cos) = angle.sin_cos();
        let small = square.lt(R::one());
        let cube = R::select(small, R::one(), square * angle);
        let curl = R::select(small, curl_series(square), (sin - angle * cos) / cube);
        Self { cos, sinc: sinc(square, sin, angle), curl }
    }
}

/// 1 + a v^ + b v^ v^.
fn in_powers_of_hat<R: Real>(v: Vec3<R>, a: R, b: R) -> Mat3<R> {
    let scaled = v * b;
    // v^ v^ = v v^T - |v|^2, with the difference on the diagonal done by hand.
    let (xy, xz, yz) = (scaled.x * v.y, scaled.x * v.z, scaled.y * v.z);
    let (xx, yy, zz) = (scaled.x * v.x, scaled.y * v.y, scaled.z * v.z);
    let (one, twist) = (R::one(), v * a);
    Mat3 {
        x: Vec3::new(one - (yy + zz), xy - twist.z, xz + twist.y),
        y: Vec3::new(xy + twist.z, one - (xx + zz), yz - twist.x),
        z: Vec3::new(xz - twist.y, yz + twist.x, one - (xx + yy)),
    }
}

/// The derivative of exp, trivialised in space:
/// 1 + (1 - cos t)/t^2 v^ + (t - sin t)/t^3 v^ v^ where t = |v|.
///
/// Of R(t) = exp(v(t)) the angular velocity is `dexp(v) v'` in space components
/// and `dexp(-v) v'` in body components. With h = t/2 the coefficients are
/// (sin h/h)^2/2 and ((sin h/h)^2 - cos h (sin h - h cos h)/h^3)/4, which lose
/// no digits at any angle.
#[must_use]
pub fn dexp<R: Real>(vector: Vec3<R>) -> Mat3<R> {
    let HalfAngle { cos, sinc, curl } = HalfAngle::new(vector);
    let square = sinc.squared();
    in_powers_of_hat(vector, square.half(), (square - cos * curl) * R::from_f64(0.25))
}

/// The inverse of [`dexp`]: 1 - v^/2 + (1 - (t/2) cot(t/2))/t^2 v^ v^ where
/// t = |v|. Infinite where t is a multiple of 2 pi other than 0: there exp is
/// not invertible.
#[must_use]
pub fn dexp_inverse<R: Real>(vector: Vec3<R>) -> Mat3<R> {
    let HalfAngle { sinc, curl, .. } = HalfAngle::new(vector);
    in_powers_of_hat(vector, R::from_f64(-0.5), curl * R::from_f64(0.25) / sinc)
}

impl<R: Real> Rotation<R> {
    /// The rotation by the length of a vector about its direction.
    ///
    /// A vector so short that its square underflows is no trouble: the quotient
    /// sin(x)/x is 1 there whatever the rounding of x.
    #[inline(always)]
    #[must_use]
    pub fn exp(vector: Vec3<R>) -> Self {
        let half = vector.map(R::half);
        let angle_squared = half.norm_squared();
        let angle = angle_squared.sqrt();
        let (sin, cos) = angle.sin_cos();
        Self::from_parts(cos, half * sinc(angle_squared, sin, angle))
    }
    /// The rotation vector, of length at most pi.
    #[must_use]
    pub fn log(self) -> Vec3<R> {
        let sin = self.vector().norm();
        let half_angle = sin.atan2(self.w.abs());
        let scale = R::select(sin.equals(R::zero()), R::from_f64(2.0), half_angle.twice() / sin);
        self.vector() * scale.with_sign_of(self.w)
    }
    /// The rotation by `angle` about an axis of the body.
    #[inline]
    #[must_use]
    pub fn about(axis: Axis, angle: R) -> Self {
        let (sin, cos) = angle.half().sin_cos();
        Self::from_parts(cos, Vec3::unit(axis) * sin)
    }
}

/// The Cayley transform (1 - v^/2)^-1 (1 + v^/2): the rotation about v by
/// 2 atan(|v|/2). The square of |v| must not overflow.
#[must_use]
pub fn cayley<R: Real>(vector: Vec3<R>) -> Rotation<R> {
    Rotation::from_parts(R::one(), vector.map(R::half)).normalized()
}
