//! The rules that several models have for their parameters.

use crate::error::{Error, to_f64};
use crate::geometry::Vec3;
use crate::real::Real;

const FINITE: (&str, &str) = ("be finite", "check what computed it");

/// The value, if it is finite.
pub(super) fn finite<R: Real<Mask = bool>>(what: &'static str, value: R) -> Result<R, Error> {
    checked(what, value, true, FINITE)
}

/// The vector, if each of its components is finite.
pub(super) fn finite_vector<R: Real<Mask = bool>>(
    what: &'static str,
    vector: Vec3<R>,
) -> Result<Vec3<R>, Error> {
    vector.to_array().into_iter().try_for_each(|value| finite(what, value).map(drop))?;
    Ok(vector)
}

/// The value, if it is finite and a condition holds, else an error that says
/// what it must do and what to do about it.
pub(super) fn checked<R: Real<Mask = bool>>(
    what: &'static str,
    value: R,
    holds: bool,
    (rule, remedy): (&'static str, &'static str),
) -> Result<R, Error> {
    if holds && value.is_finite() {
        Ok(value)
    } else {
        Err(Error::Parameter { what, value: to_f64(value), rule, remedy })
    }
}
