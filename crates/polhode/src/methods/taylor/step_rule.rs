//! Step size control of the Taylor series: docs/taylor.md, Control.
//!
//! The last two terms bound the step (Jorba and Zou 2005). Either or both may vanish where the motion
//! has a symmetry: from rest under a torque that grows with t only every third coefficient is
//! nonzero. Therefore earlier terms bound the step too, and the equations of motion are checked at
//! its end.

use crate::body::Body;
use crate::geometry::Vec3;
use crate::inertia::Inertia;
use crate::real::{Mask, Real, smallest};
use crate::recurrence::{Coefficients, Recurrence};
use crate::torque::Torque;

/// Largest ratio of a step to the one that an earlier term alone suggests. Coefficients of an entire
/// function, such as a constant spin, decrease faster than those of a geometric series.
const SLACK: f64 = 2.0;
/// Largest accepted defect, in tolerances. For steps that the last two terms bound well the defect is
/// 1 in the median and 11 at most, over ten torques and tolerances from 1e-3 to 1e-16.
const DEFECT: f64 = 64.0;
/// Rounding error allowed in a defect, in machine epsilons: 4 in the same runs, more where a body
/// makes several revolutions within a step.
const ROUNDING: f64 = 256.0;

/// Step size rule for a series of given degree and tolerance.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepRule {
    pub(super) degree: usize,
    pub(super) tolerance: f64,
}

impl StepRule {
    pub(super) fn new(degree: usize, tolerance: f64) -> Self {
        Self { degree, tolerance }
    }

    /// Returns the longest step that the terms of the series allow.
    #[inline(always)]
    pub(super) fn longest<T: Torque<R>, R: Real>(
        &self,
        series: &Coefficients<R>,
        inertia: &Inertia<R>,
    ) -> R {
        let scale = momentum_scale::<R, T>(series, inertia, self.degree);
        let terms = Terms { series, scale };
        // Jorba and Zou 2005: h = min over k = p-1, p of (tolerance/c[k])^(1/k).
        let [one, other] = [self.degree - 1, self.degree].map(|k| terms.room(k, self.tolerance, k));
        let longest = one.min(other).exp();
        if T::NONE { longest } else { self.with_earlier_terms(&terms, longest) }
    }

    /// Returns `longest`, reduced where the upper half of the terms demands a shorter step.
    #[inline(always)]
    #[expect(clippy::cast_precision_loss, reason = "a degree is small")]
    fn with_earlier_terms<R: Real>(&self, terms: &Terms<'_, R>, longest: R) -> R {
        // h <= SLACK tolerance^(1/p) c[k]^(-1/k), k >= p/2: docs/taylor.md, Control.
        let geometric = Real::exp(Real::ln(self.tolerance) / self.degree as f64);
        let ratio = longest / R::from_f64(SLACK * geometric);
        let earlier = self.degree.div_ceil(2)..self.degree - 1;
        let (mut power, mut exceeds) = (R::one(), R::Mask::splat(false));
        for k in 1..earlier.end {
            power *= ratio;
            if earlier.contains(&k) {
                exceeds = exceeds | R::one().lt(terms.size(k) * power);
            }
        }
        if exceeds.any() {
            R::select(exceeds, self.by_earlier_terms(terms, longest), longest)
        } else {
            longest
        }
    }

    /// Returns the step that the earlier terms allow, at most `longest`.
    #[cold]
    #[inline(never)]
    fn by_earlier_terms<R: Real>(&self, terms: &Terms<'_, R>, longest: R) -> R {
        let earlier = self.degree.div_ceil(2)..self.degree - 1;
        let least = earlier.map(|k| terms.room(k, self.tolerance, self.degree)).reduce(R::min);
        least.map_or(longest, |least| longest.min(least.exp() * R::from_f64(SLACK)))
    }

    /// Returns the step, halved until the series satisfies the equations of motion at its end.
    #[inline(always)]
    pub(super) fn with_small_defect<R: Real, T: Torque<R>>(
        &self,
        series: &Recurrence<R>,
        body: &Body<R, T>,
        h: R,
    ) -> R {
        let large = self.has_large_defect(series, body, h);
        if large.any() { self.halved(series, body, h, large) } else { h }
    }

    /// Halves the step of the lanes in `large` until their defect is accepted.
    #[cold]
    #[inline(never)]
    fn halved<R: Real, T: Torque<R>>(
        &self,
        series: &Recurrence<R>,
        body: &Body<R, T>,
        mut h: R,
        mut large: R::Mask,
    ) -> R {
        let time = series.coefficients().time();
        while large.any() {
            let half = h.half();
            // No shorter than the resolution of the time: a discontinuous torque has a defect in
            // any step.
            large = large & !time.equals(time + half);
            h = R::select(large, half, h);
            large = large & self.has_large_defect(series, body, h);
        }
        h
    }

    /// Returns whether the defect exceeds the limit given by tolerance and rounding.
    #[inline(always)]
    fn has_large_defect<R: Real, T: Torque<R>>(
        &self,
        series: &Recurrence<R>,
        body: &Body<R, T>,
        h: R,
    ) -> R::Mask {
        // Within the step, since the torque may have a kink at its end, and at a time that is exact.
        let from = series.coefficients().time();
        let inside = from + h * R::from_f64(1.0 - 1e-9) - from;
        let defect = series.defect(body, self.degree, inside);
        let scale = momentum_scale::<R, T>(series.coefficients(), &body.inertia, self.degree);
        let scale = scale.max(defect.momentum_there);
        let allowed = R::from_f64(DEFECT * self.tolerance + ROUNDING * R::EPSILON);
        let h = h.abs();
        allowed.lt(defect.attitude * h) | (allowed * scale).lt(defect.momentum * h)
    }
}

/// Sizes of the terms of a series.
struct Terms<'a, R> {
    series: &'a Coefficients<R>,
    /// Scale M of the momentum.
    scale: R,
}

impl<R: Real> Terms<'_, R> {
    /// Returns c[k], the larger of coefficient k of the attitude and, relative to its scale, of the
    /// momentum.
    #[inline(always)]
    fn size(&self, k: usize) -> R {
        let (q, m) = self.series.sizes(k);
        let m = R::select(R::zero().lt(self.scale), m / self.scale, R::zero());
        m.max(q)
    }
    /// Returns ln h, where term k of a step h is as large as the tolerance to the power of k/degree.
    #[inline(always)]
    #[expect(clippy::cast_precision_loss, reason = "a degree is small")]
    fn room(&self, k: usize, tolerance: f64, degree: usize) -> R {
        let term = self.size(k).max(self.unseen());
        if k == degree {
            (R::from_f64(tolerance) / term).ln() / R::from_f64(k as f64)
        } else {
            R::from_f64(Real::ln(tolerance) / degree as f64) - term.ln() / R::from_f64(k as f64)
        }
    }
    /// Returns the largest size of a term that is below the range of the scalar type and computed as zero: of the attitude,
    /// or of the momentum relative to its scale.
    #[inline(always)]
    fn unseen(&self) -> R {
        let smallest = R::from_f64(smallest::<R>());
        let of_momentum = smallest / R::select(R::zero().lt(self.scale), self.scale, R::one());
        smallest.max(of_momentum)
    }
}

/// Returns the scale M of the momentum: the momentum itself, or sqrt(I T), which the torque gives
/// to a body at rest within about a radian: docs/taylor.md, Control.
#[inline(always)]
pub(super) fn momentum_scale<R: Real, T: Torque<R>>(
    series: &Coefficients<R>,
    inertia: &Inertia<R>,
    degree: usize,
) -> R {
    let (_, now) = series.sizes(0);
    if T::NONE {
        return now;
    }
    let Vec3 { x, y, z } = inertia.moments();
    let (_, rate) = series.sizes(1);
    let least = x.min(y).min(z);
    let scale = now.max((least * rate).sqrt());
    let rests = scale.le(R::zero());
    if rests.any() {
        R::select(rests, scale_from_rest(series, least, degree), scale)
    } else {
        scale
    }
}

/// Returns the momentum of a body after about one radian from rest, where the torque is zero at first.
/// The first nonzero term m = a t^k gives the angle a t^(k+1)/I, hence m = (a I^k)^(1/(k+1)).
#[cold]
#[inline(never)]
#[expect(clippy::cast_precision_loss, reason = "a degree is small")]
fn scale_from_rest<R: Real>(series: &Coefficients<R>, moment: R, degree: usize) -> R {
    let mut scale = R::zero();
    for k in (2..=degree).rev() {
        let (_, a) = series.sizes(k);
        let any = R::zero().lt(a);
        let k = R::from_f64(k as f64);
        let logarithm = (R::select(any, a, R::one()).ln() + moment.ln() * k) / (k + R::one());
        scale = R::select(any, logarithm.exp(), scale);
    }
    scale
}
