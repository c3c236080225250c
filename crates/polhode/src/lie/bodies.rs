//! Free bodies on SE(3) and SO(n). That on SO(3) is [`Inertia`](crate::Inertia).

use super::{Dynamics, LieAlgebra, Pose, RotationN, Skew, Twist};
use crate::error::{Error, to_f64};
use crate::geometry::Vec3;
use crate::inertia::Inertia;
use crate::real::Real;

/// A body that moves and turns, in a vacuum or in an ideal fluid (Kirchhoff's equations).
///
/// A fluid that gives way to the body takes part in its motion: inertia and masses are
/// those of the body with what it moves, and the mass is another one along each axis of
/// the body. The momentum of a motion is then not along its velocity, and turns it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingBody<R> {
    inertia: Inertia<R>,
    inverse_masses: Vec3<R>,
    centre: Vec3<R>,
}

fn positive<R: Real<Mask = bool>>(what: &'static str, value: R) -> Result<R, Error> {
    if R::zero().lt(value) && value.is_finite() {
        return Ok(value);
    }
    let (rule, remedy) = ("be positive and finite", "give the body mass and extent");
    Err(Error::Parameter { what, value: to_f64(value), rule, remedy })
}

impl<R: Real<Mask = bool>> MovingBody<R> {
    /// A body whose momentum is taken about a point other than its centre: moments and
    /// masses along the principal axes through the centre, and the centre as seen from
    /// the point.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless all masses are positive and finite.
    pub fn new(inertia: Inertia<R>, masses: [R; 3], centre: Vec3<R>) -> Result<Self, Error> {
        let [x, y, z] = masses.map(|mass| positive("the mass along an axis", mass));
        let inverse_masses = Vec3::new(x?, y?, z?).map(R::recip);
        Ok(Self { inertia, inverse_masses, centre })
    }
}

impl<R: Real> MovingBody<R> {
    /// The velocity that belongs to a momentum: the gradient of the energy
    /// (l - c x p).I^-1 (l - c x p)/2 + p.M^-1 p/2.
    #[inline(always)]
    #[must_use]
    pub fn velocity_of(&self, momentum: Twist<R>) -> Twist<R> {
        let Twist { angular, linear } = momentum;
        let rates = self.inertia.rates(angular - self.centre.cross(linear));
        let of_the_centre = linear.component_mul(self.inverse_masses);
        Twist { angular: rates, linear: of_the_centre - rates.cross(self.centre) }
    }
    /// The energy of a momentum.
    #[must_use]
    pub fn energy(&self, momentum: Twist<R>) -> R {
        momentum.dot(self.velocity_of(momentum)).half()
    }
}

impl<R: Real> Dynamics<R> for MovingBody<R> {
    type Group = Pose<R>;

    #[inline(always)]
    fn velocity(&self, _: R, momentum: &[Twist<R>]) -> Twist<R> {
        momentum.last().map_or(Twist::zero(), |&last| self.velocity_of(last))
    }
}

/// The rigid body of N dimensions: in the plane i, j the moment J_i + J_j, where J_i is
/// the integral of the mass times the square of the coordinate i (Arnold, Manakov).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RigidBodyN<R, const N: usize> {
    inverse: [[R; N]; N],
}

impl<R: Real<Mask = bool>, const N: usize> RigidBodyN<R, N> {
    /// From the integrals along the principal axes.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless the sums of two are positive and finite.
    pub fn new(integrals: [R; N]) -> Result<Self, Error> {
        let mut inverse = [[R::zero(); N]; N];
        for i in 0..N {
            for j in 0..N {
                if i != j {
                    let moment = positive("the moment in a plane", integrals[i] + integrals[j])?;
                    inverse[i][j] = moment.recip();
                }
            }
        }
        Ok(Self { inverse })
    }
}

impl<R: Real, const N: usize> RigidBodyN<R, N> {
    /// The velocity that belongs to a momentum.
    #[inline]
    #[must_use]
    pub fn velocity_of(&self, momentum: &Skew<R, N>) -> Skew<R, N> {
        Skew::from_planes(|i, j| momentum.rows()[i][j] * self.inverse[i][j])
    }
    /// The energy of a momentum.
    #[must_use]
    pub fn energy(&self, momentum: &Skew<R, N>) -> R {
        momentum.dot(&self.velocity_of(momentum)).half()
    }
}

impl<R: Real, const N: usize> Dynamics<R> for RigidBodyN<R, N> {
    type Group = RotationN<R, N>;

    #[inline(always)]
    fn velocity(&self, _: R, momentum: &[Skew<R, N>]) -> Skew<R, N> {
        momentum.last().map_or(Skew::zero(), |last| self.velocity_of(last))
    }
}
