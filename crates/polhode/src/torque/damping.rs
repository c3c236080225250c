//! A torque against the rates and in proportion to them.

use super::check::checked;
use super::exponential::exponential;
use super::{Torque, TorqueInput, TorqueProperties};
use crate::error::{Error, to_f64};
use crate::failure::Failure;
use crate::geometry::{Mat3, Vec3};
use crate::real::{Over, Real};

/// Linear damping, with omega = I^-1 m in body components:
///
/// ```text
/// T = -C omega
/// ```
///
/// C is a number, one for each body axis, or a matrix in body axes whose
/// symmetric part takes energy out; its antisymmetric part does no work. A kick
/// is the exact flow exp(-h C I^-1) m, for steps of any length.
///
/// ```
/// use polhode::{Body, Inertia, Rotation, State, Torque, Vec3, torque::LinearDamping};
/// let body = Body { inertia: Inertia::new([2.0; 3])?, torque: LinearDamping::uniform(1.0)? };
/// let state: State<f64> = State::new(Rotation::identity(), Vec3::new(4.0, 0.0, 0.0));
/// assert_eq!(body.torque_at(&state), Vec3::new(-2.0, 0.0, 0.0));
/// let after = body.torque.kick(&body.torque_input(&state), 2.0)?;
/// assert!((after.x - 4.0 * (-1f64).exp()).abs() < 1e-15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LinearDamping<R> {
    /// The same about every axis.
    Uniform(R),
    /// About each body axis its own.
    Diagonal(Vec3<R>),
    /// A matrix in body axes.
    Full(Mat3<R>),
}

const RULE: (&str, &str) =
    ("be finite and not negative", "a torque along the rates drives the body: change the sign");

impl<R: Real<Mask = bool>> LinearDamping<R> {
    /// The same about every axis.
    ///
    /// # Errors
    /// [`Error::Parameter`] where it is negative or not finite.
    pub fn uniform(damping: R) -> Result<Self, Error> {
        checked("the damping", damping, R::zero().le(damping), RULE).map(Self::Uniform)
    }
    /// About each body axis its own.
    ///
    /// # Errors
    /// [`Error::Parameter`] where one is negative or not finite.
    pub fn diagonal(damping: Vec3<R>) -> Result<Self, Error> {
        for (what, value) in ["the damping about x", "the damping about y", "the damping about z"]
            .into_iter()
            .zip(damping.to_array())
        {
            checked(what, value, R::zero().le(value), RULE)?;
        }
        Ok(Self::Diagonal(damping))
    }
    /// A matrix in body axes.
    ///
    /// # Errors
    /// [`Error::Parameter`] where an entry is not finite,
    /// [`Error::DampingDrives`] where its symmetric part is not positive
    /// semidefinite by more than rounding.
    pub fn full(damping: Mat3<R>) -> Result<Self, Error> {
        for value in damping.to_rows().into_iter().flatten() {
            checked("an entry of the damping matrix", value, true, RULE)?;
        }
        let (d, t) = (damping, damping.transpose());
        let Mat3 { x, y, z } = (d + t) * R::from_f64(0.5);
        // Each with the product that it may be compared to: where the matrix is
        // semidefinite no term exceeds that of the diagonal.
        let (yz, zx, xy) = (y.y * z.z, z.z * x.x, x.x * y.y);
        let det = x.dot(y.cross(z));
        for (minor, value, scale) in [
            ("x", x.x, R::zero()),
            ("y", y.y, R::zero()),
            ("z", z.z, R::zero()),
            ("xy", xy - x.y.squared(), xy),
            ("xz", zx - x.z.squared(), zx),
            ("yz", yz - y.z.squared(), yz),
            ("xyz", det, x.x * yz),
        ] {
            if value.lt(-(scale * R::from_f64(32.0 * R::EPSILON))) {
                return Err(Error::DampingDrives { minor, value: to_f64(value) });
            }
        }
        Ok(Self::Full(damping))
    }
}

impl<R: Copy> LinearDamping<R> {
    pub(super) fn map<Q>(&self, f: &mut impl FnMut(R) -> Q) -> LinearDamping<Q> {
        match *self {
            Self::Uniform(c) => LinearDamping::Uniform(f(c)),
            Self::Diagonal(c) => LinearDamping::Diagonal(c.map(f)),
            Self::Full(c) => LinearDamping::Full(c.map_rows(|row| row.map(&mut *f))),
        }
    }
}

impl<R: Real> Torque<R> for LinearDamping<R> {
    #[inline]
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        let rates = at.rates();
        -match *self {
            Self::Uniform(damping) => rates * S::lift(damping),
            Self::Diagonal(damping) => rates.component_mul(damping.map(S::lift)),
            Self::Full(damping) => damping.map_rows(|row| row.map(S::lift)) * rates,
        }
    }
    #[inline]
    fn properties(&self) -> TorqueProperties {
        TorqueProperties { depends_on_momentum: true, ..TorqueProperties::default() }
    }
    /// exp(-h C I^-1) m
    fn kick(&self, at: &TorqueInput<'_, R>, h: R) -> Result<Vec3<R>, Failure> {
        let inverse = at.inertia.inverse();
        let decays =
            |rates: Vec3<R>| at.momentum.component_mul(rates.map(|rate| (-(h * rate)).exp()));
        Ok(match *self {
            Self::Uniform(damping) => decays(inverse * damping),
            Self::Diagonal(damping) => decays(inverse.component_mul(damping)),
            Self::Full(damping) => {
                exponential(damping.map_rows(|row| row.component_mul(inverse) * -h)) * at.momentum
            }
        })
    }
}
