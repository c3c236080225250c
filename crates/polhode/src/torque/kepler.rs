//! The motion of two bodies about each other.

use super::check::{checked, finite};
use crate::error::Error;
use crate::geometry::Vec3;
use crate::real::{Constant, Mask, Over, Real};
use core::any::TypeId;

/// The elements of an ellipse or circle about an attracting body, angles in
/// radians; time 0 is the epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeplerOrbit<R> {
    /// Gravity constant times the mass that attracts.
    pub gm: R,
    /// Half the long axis.
    pub semi_major_axis: R,
    /// From 0 for a circle to less than 1.
    pub eccentricity: R,
    /// Angle between the planes of the orbit and of x and y.
    pub inclination: R,
    /// From x to where the orbit ascends through the plane of x and y.
    pub node: R,
    /// From the node to the nearest point, along the orbit.
    pub periapsis: R,
    /// Mean anomaly at time 0.
    pub mean_anomaly: R,
}

impl<R: Real<Mask = bool>> KeplerOrbit<R> {
    /// The same, if it is an orbit.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless GM and the semi-major axis are positive, the
    /// eccentricity is in [0, 1) and all are finite.
    pub fn checked(self) -> Result<Self, Error> {
        let positive = |what, value: R, remedy| {
            checked(what, value, R::zero().lt(value), ("be positive and finite", remedy))
        };
        positive("GM of the attracting body", self.gm, "repulsion has no orbit")?;
        positive(
            "the semi-major axis",
            self.semi_major_axis,
            "an open orbit has none: give the torque as a table",
        )?;
        let e = self.eccentricity;
        checked(
            "the eccentricity",
            e,
            R::zero().le(e) && e.lt(R::one()),
            ("be at least 0 and less than 1", "give the torque of an open orbit as a table"),
        )?;
        finite("the inclination", self.inclination)?;
        finite("the longitude of the node", self.node)?;
        finite("the argument of the periapsis", self.periapsis)?;
        finite("the mean anomaly", self.mean_anomaly)?;
        Ok(self)
    }
}

impl<R: Copy> KeplerOrbit<R> {
    pub(super) fn map<Q>(&self, f: &mut impl FnMut(R) -> Q) -> KeplerOrbit<Q> {
        KeplerOrbit {
            gm: f(self.gm),
            semi_major_axis: f(self.semi_major_axis),
            eccentricity: f(self.eccentricity),
            inclination: f(self.inclination),
            node: f(self.node),
            periapsis: f(self.periapsis),
            mean_anomaly: f(self.mean_anomaly),
        }
    }
}

impl<R: Real> KeplerOrbit<R> {
    /// GM/a^3, the square of the mean motion.
    #[must_use]
    pub fn rate_squared(&self) -> R {
        self.gm / (self.semi_major_axis.squared() * self.semi_major_axis)
    }
    /// The unit vectors of space from the attracting body to the periapsis, and
    /// a quarter turn ahead of it.
    #[must_use]
    pub fn axes(&self) -> [Vec3<R>; 2] {
        let (sin_node, cos_node) = self.node.sin_cos();
        let (sin_tilt, cos_tilt) = self.inclination.sin_cos();
        let (sin, cos) = self.periapsis.sin_cos();
        let along = Vec3::new(cos_node, sin_node, R::zero());
        let across = Vec3::new(-sin_node * cos_tilt, cos_node * cos_tilt, sin_tilt);
        [along * cos + across * sin, across * cos - along * sin]
    }
    /// The eccentric anomaly E of E - e sin E = mean anomaly, in [-pi, pi].
    pub fn eccentric_anomaly<S: Over<R>>(&self, time: S) -> S {
        let mean = S::lift(self.mean_anomaly) + S::lift(self.rate_squared().sqrt()) * time;
        solve(mean, self.eccentricity)
    }
}

/// A jet gains twice as many right coefficients with each of so many steps.
const DOUBLINGS: u32 = 5;
/// More than monotone convergence takes, even next to e = 1.
const MOST: u32 = 100;

/// The eccentric anomaly of a mean anomaly, which first loses its whole turns.
pub(super) fn solve<R: Real, S: Over<R>>(mean: S, e: R) -> S {
    let turn = R::pi().twice();
    let turns = (mean.leading() / turn).round();
    let mean = mean - S::lift(turns * turn);
    let mut anomaly = S::lift(settle(mean.leading(), e));
    // Without what varies the rest below is null.
    if TypeId::of::<S>() != TypeId::of::<R>() {
        for _ in 0..DOUBLINGS {
            let (residual, slope) = equation(anomaly, mean, e);
            // The leading part has settled and keeps its bits.
            anomaly -= (residual - S::lift(residual.leading())) / slope;
        }
    }
    anomaly
}

/// Newton's iteration from a point beyond the root, where E - e sin E bends
/// upwards, so that it descends to the root and to nowhere else.
fn settle<R: Real>(mean: R, e: R) -> R {
    let size = mean.abs();
    let mut anomaly = (size + e).min(size / (R::one() - e)).min(R::pi());
    let mut settled = R::Mask::splat(false);
    for _ in 0..MOST {
        let (residual, slope) = equation(anomaly, size, e);
        let change = residual / slope;
        // A lane that has settled keeps its bits while others go on.
        anomaly = R::select(settled, anomaly, anomaly - change);
        settled = settled | change.abs().le(anomaly * R::from_f64(8.0 * R::EPSILON));
        if settled.all() {
            break;
        }
    }
    if R::VARIES {
        // The value has settled, and one more step is right in its derivatives.
        let (residual, slope) = equation(anomaly, size, e);
        anomaly = anomaly.still() + (anomaly - residual / slope).variation();
    }
    anomaly.with_sign_of(mean)
}

/// (1 - e) E + e (E - sin E) - mean and its derivative (1 - e) + e (1 - cos E):
/// sums of terms of one sign, so that they keep their digits where e is next to
/// 1 and E next to 0.
#[inline]
fn equation<R: Real, S: Over<R>>(anomaly: S, mean: S, e: R) -> (S, S) {
    let (rest, e) = (S::lift(R::one() - e), S::lift(e));
    let lag = lag(anomaly);
    let versine = anomaly.half().sin().squared().twice();
    (rest * anomaly + e * lag - mean, rest + e * versine)
}

/// 1/3!, 1/5!, ... 1/33!
const ODD: [Constant; 16] = {
    let mut terms = [Constant::ratio(1, 6); 16];
    let mut factorial: u128 = 6;
    let mut k = 2;
    while k <= 16 {
        factorial *= (2 * k) * (2 * k + 1);
        terms[k as usize - 1] = Constant::ratio(1, factorial);
        k += 1;
    }
    terms
};

/// x - sin x, by its series where the difference would cancel. All terms, of any
/// number: those that do not reach the last digit of a value reach that of the
/// later coefficients of a jet.
#[inline]
fn lag<S: Real>(x: S) -> S {
    let small = x.abs().lt(S::one());
    let square = x.squared();
    let sum = ODD.iter().rev().fold(S::zero(), |sum, &term| S::constant(term) - sum * square);
    S::select(small, sum * square * x, x - x.sin())
}
