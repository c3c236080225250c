//! Euler angles, all twelve sequences.

use crate::Error;
use crate::geometry::{Axis, Rotation, Vec3};
use crate::real::{Constant, Real};
use core::fmt;
use core::str::FromStr;

/// The axes of three successive turns, each about an axis of the body as the
/// turns before have left it (intrinsic): `zxz`, `xyz`, ...
///
/// ```
/// use polhode::geometry::{Axis, EulerSequence, Rotation};
/// let sequence: EulerSequence = "zxz".parse()?;
/// let rotation = Rotation::from_euler(sequence, [0.3, 0.2, 0.1]);
/// let product = Rotation::about(Axis::Z, 0.3)
///     * Rotation::about(Axis::X, 0.2)
///     * Rotation::about(Axis::Z, 0.1);
/// assert_eq!(rotation, product);
/// # Ok::<(), polhode::Error>(())
/// ```
///
/// The same turns about axes fixed in space (extrinsic) are the reversed
/// sequence with reversed angles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EulerSequence {
    axes: [Axis; 3],
}

impl EulerSequence {
    /// All twelve: first those whose third axis is the first, then those with
    /// three different axes.
    pub const ALL: [Self; 12] = {
        use Axis::{X, Y, Z};
        [
            Self { axes: [X, Y, X] },
            Self { axes: [X, Z, X] },
            Self { axes: [Y, X, Y] },
            Self { axes: [Y, Z, Y] },
            Self { axes: [Z, X, Z] },
            Self { axes: [Z, Y, Z] },
            Self { axes: [X, Y, Z] },
            Self { axes: [X, Z, Y] },
            Self { axes: [Y, X, Z] },
            Self { axes: [Y, Z, X] },
            Self { axes: [Z, X, Y] },
            Self { axes: [Z, Y, X] },
        ]
    };

    /// From the axes of the first, second and third turn.
    ///
    /// # Errors
    /// [`Error::EulerNeighbours`] if two neighbours are the same axis.
    pub fn new(first: Axis, second: Axis, third: Axis) -> Result<Self, Error> {
        if first == second || second == third {
            return Err(Error::EulerNeighbours { axes: [first, second, third] });
        }
        Ok(Self { axes: [first, second, third] })
    }
    /// The axes of the three turns, in order.
    #[must_use]
    pub fn axes(self) -> [Axis; 3] {
        self.axes
    }
    /// Is the third axis the first one?
    #[must_use]
    pub fn is_proper(self) -> bool {
        self.axes[0] == self.axes[2]
    }
    /// 1 if the second axis follows the first in cyclic order, else -1.
    fn handedness<R: Real>(self) -> R {
        R::from_f64(if self.axes[0].next() == self.axes[1] { 1.0 } else { -1.0 })
    }
}

impl FromStr for EulerSequence {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let mut axes = [Axis::X; 3];
        let mut length = 0;
        for letter in text.chars() {
            let axis = match letter {
                'x' => Axis::X,
                'y' => Axis::Y,
                'z' => Axis::Z,
                _ => return Err(Error::EulerLetter { letter, position: length + 1 }),
            };
            if let Some(place) = axes.get_mut(length) {
                *place = axis;
            }
            length += 1;
        }
        if length != axes.len() {
            return Err(Error::EulerLength { length });
        }
        let [first, second, third] = axes;
        Self::new(first, second, third)
    }
}

impl fmt::Display for EulerSequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.axes.iter().try_for_each(|axis| axis.fmt(f))
    }
}

impl<R: Real> Rotation<R> {
    /// From Euler angles, in radians: `about(first, angles[0]) *
    /// about(second, angles[1]) * about(third, angles[2])`.
    #[must_use]
    pub fn from_euler(sequence: EulerSequence, angles: [R; 3]) -> Self {
        let [first, second, third] = sequence.axes;
        Self::about(first, angles[0])
            * Self::about(second, angles[1])
            * Self::about(third, angles[2])
    }

    /// Euler angles, in radians: the first and the third in (-pi, pi], the
    /// second in [0, pi] if the third axis is the first one, else in
    /// [-pi/2, pi/2].
    ///
    /// Gimbal lock: where the first and the third turn have the same axis in
    /// space (but for rounding) only their sum or difference is known; then the
    /// third angle is zero.
    #[must_use]
    pub fn to_euler(self, sequence: EulerSequence) -> [R; 3] {
        // Bernardes and Viollet 2022: with three different axes, a quarter turn
        // about the second one makes the third the first.
        let [first, second, _] = sequence.axes;
        let sign = sequence.handedness::<R>();
        let (w, v) = (self.w, self.vector());
        let (rotation, third_sign) = if sequence.is_proper() {
            (self, R::one())
        } else {
            (self * Self::from_parts(R::one(), Vec3::unit(second)), -sign)
        };
        let (i, j, k) = (first, second, remaining(first, second));
        let turned = rotation.vector();
        let sum = Polar::from_cartesian(rotation.w, turned[i]);
        let difference = Polar::from_cartesian(turned[j], sign * turned[k]);
        let middle = if sequence.is_proper() {
            difference.length.atan2(sum.length).twice()
        } else {
            // Not as the angle above less pi/2: a small angle keeps its digits.
            let sin = (w * v[j] + sign * v[i] * v[k]).twice();
            sin.atan2(sum.length * difference.length)
        };
        let [first, third] = Polar::outer_angles(sum, difference);
        [wrapped(first), middle, wrapped(third * third_sign)]
    }
}

/// A point of the plane.
struct Polar<R> {
    length: R,
    angle: R,
}

impl<R: Real> Polar<R> {
    fn from_cartesian(x: R, y: R) -> Self {
        Self { length: (x.squared() + y.squared()).sqrt(), angle: y.atan2(x) }
    }
    /// First and third angle from half their sum and half their difference; a
    /// length that is only rounding has no angle, it takes the other's.
    fn outer_angles(sum: Self, difference: Self) -> [R; 2] {
        let noise = R::from_f64(4.0 * R::EPSILON);
        let no_sum = sum.length.le(noise * difference.length);
        let no_difference = difference.length.le(noise * sum.length);
        let half_sum = R::select(no_sum, difference.angle, sum.angle);
        let half_difference = R::select(no_difference, sum.angle, difference.angle);
        [half_sum + half_difference, half_sum - half_difference]
    }
}

/// The axis that is neither of two.
fn remaining(a: Axis, b: Axis) -> Axis {
    if a.next() == b { b.next() } else { a.next() }
}

/// An angle between -2 pi and 2 pi brought to (-pi, pi].
fn wrapped<R: Real>(angle: R) -> R {
    let (pi, turn) = (R::pi(), R::constant(Constant::PI).twice());
    let below = R::select(pi.lt(angle), angle - turn, angle);
    R::select(below.le(-pi), below + turn, below)
}
