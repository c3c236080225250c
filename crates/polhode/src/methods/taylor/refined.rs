//! A series that errs far less than rounding does, at the price of a few that err by it.
//!
//! Term k of a step is about (h/r)^k of the first, where r is how far the series converges, so
//! its coefficient needs so many digits fewer. The first few coefficients are computed in
//! double-doubles, and all others in doubles, where they cost next to nothing.

use super::{momentum_scale, size};
use crate::body::{Body, State};
use crate::error::Error;
use crate::geometry::Rotation;
use crate::method::Failure;
use crate::real::{DoubleDouble, Real};
use crate::recurrence::{HIGHEST, Recurrence};
use crate::torque::Torque;

/// The last coefficient in double-doubles. At this degree and tolerance h/r is 0.22, so that the
/// terms behind it are below 3e-5 of the first, and their rounding below 1e-20.
const FIRST: usize = 6;
const TOLERANCE: f64 = 1e-21;

/// A body on its way, in double-doubles; what others are measured against.
#[derive(Clone, Debug)]
pub struct RefinedTaylor<T, W> {
    narrow: Body<f64, T>,
    wide: Body<DoubleDouble, W>,
    state: State<DoubleDouble>,
    first: Recurrence<DoubleDouble>,
    further: Recurrence<f64>,
}

impl<T: Torque<f64>, W: Torque<DoubleDouble>> RefinedTaylor<T, W> {
    /// Of one body with one torque, in both numbers; without impulses, and without times at which
    /// the torque is not smooth.
    ///
    /// # Errors
    /// Where the torque has no derivatives.
    pub fn new(
        narrow: Body<f64, T>,
        wide: Body<DoubleDouble, W>,
        state: State<DoubleDouble>,
    ) -> Result<Self, Error> {
        if !wide.torque.is_differentiable() {
            return Err(Error::NeedsDerivatives);
        }
        Ok(Self { narrow, wide, state, first: Recurrence::new(), further: Recurrence::new() })
    }
    /// Where it is.
    #[must_use]
    pub fn state(&self) -> &State<DoubleDouble> {
        &self.state
    }

    /// Takes a step towards a time, and not beyond. Is it there?
    ///
    /// # Errors
    /// Where no step has a size.
    pub fn step_towards(&mut self, until: DoubleDouble) -> Result<bool, Failure> {
        let State { time, attitude, momentum } = self.state;
        let Self { narrow, wide, first, further, .. } = self;
        let seen =
            Rotation { w: attitude.w.hi, x: attitude.x.hi, y: attitude.y.hi, z: attitude.z.hi };
        further.expand(narrow, time.hi, seen, momentum.map(|m| m.hi), HIGHEST);
        let series = further.coefficients();
        let scale = momentum_scale::<f64, T>(series, &narrow.inertia);
        let longest = size(series, HIGHEST, TOLERANCE, scale);
        let left = until - time;
        let is_last = left.hi.abs() <= longest;
        let h = if is_last { left } else { DoubleDouble::of(longest.copysign(left.hi)) };
        if time + h == time && !is_last {
            return Err(Failure::NoSeries);
        }
        let behind = series.sums([[0.0; 4]; 2], FIRST + 1..=HIGHEST, h.hi);
        first.expand(wide, time, attitude, momentum, FIRST);
        let behind = behind.map(|sums| sums.map(DoubleDouble::of));
        let ([w, x, y, z], m) = first.coefficients().change_with(behind, FIRST, h);
        let Rotation { w: w0, x: x0, y: y0, z: z0 } = attitude;
        let attitude = Rotation { w: w0 + w, x: x0 + x, y: y0 + y, z: z0 + z };
        let (size, momentum) = (attitude.norm_squared(), momentum + m);
        if !(size.hi + momentum.norm_squared().hi).is_finite() {
            return Err(Failure::NoSeries);
        }
        let time = if is_last { until } else { time + h };
        self.state = State { time, attitude: attitude.normalized(), momentum };
        Ok(is_last)
    }
}
