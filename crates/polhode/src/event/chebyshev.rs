//! A function on an interval as a sum of Chebyshev polynomials.
//!
//! The variable y goes from 1 at the start to -1 at the end, so that the samples, at
//! cosines of equally spaced angles, are in the order of time.

use crate::real::Real;

/// The highest degree.
pub(super) const HIGHEST: usize = 32;

/// cos(pi j/32), j = 0 ... 32: the places of the samples, and all that a transform of
/// any degree that divides 32 needs.
#[derive(Clone, Debug)]
pub(super) struct Cosines<R>([R; HIGHEST + 1]);

impl<R: Real<Mask = bool>> Cosines<R> {
    #[expect(clippy::cast_precision_loss, reason = "at most 32")]
    pub(super) fn new() -> Self {
        Self(core::array::from_fn(|j| (R::pi() * R::from_f64(j as f64 / HIGHEST as f64)).cos()))
    }
    /// The place of a sample, by its number among 33.
    pub(super) fn place(&self, j: usize) -> R {
        self.0[j]
    }
    /// cos(pi j/32) for any j.
    fn turn(&self, j: usize) -> R {
        let j = j % (2 * HIGHEST);
        self.0[if j > HIGHEST { 2 * HIGHEST - j } else { j }]
    }
}

/// Coefficients of T_0, T_1, ...
#[derive(Clone, Copy, Debug)]
pub(super) struct Chebyshev<R> {
    coefficients: [R; HIGHEST + 1],
    degree: usize,
}

impl<R: Real<Mask = bool>> Chebyshev<R> {
    /// Through the samples at cos(pi j/degree); the degree divides 32.
    #[expect(clippy::cast_precision_loss, reason = "at most 32")]
    pub(super) fn through(
        samples: impl Fn(usize) -> R,
        degree: usize,
        cosines: &Cosines<R>,
    ) -> Self {
        let mut coefficients = [R::zero(); HIGHEST + 1];
        let stride = HIGHEST / degree;
        let first = samples(0).half();
        let last = samples(degree).half();
        for (k, coefficient) in coefficients.iter_mut().enumerate().take(degree + 1) {
            let ends = first + if k % 2 == 0 { last } else { -last };
            let sum =
                (1..degree).fold(ends, |sum, j| sum + samples(j) * cosines.turn(j * k * stride));
            let weight = if k == 0 || k == degree { 1.0 } else { 2.0 };
            *coefficient = sum * R::from_f64(weight / degree as f64);
        }
        Self { coefficients, degree }
    }

    fn tail(&self, from: usize) -> R {
        self.coefficients[from..=self.degree].iter().fold(R::zero(), |most, c| most.max(c.abs()))
    }
    /// The larger of the last two: two, since one may vanish by symmetry.
    pub(super) fn last(&self) -> R {
        self.tail(self.degree.saturating_sub(1))
    }
    /// The largest of the second half.
    pub(super) fn second_half(&self) -> R {
        self.tail(self.degree / 2 + 1)
    }
    /// A bound of what it differs from its mean.
    pub(super) fn variation(&self) -> R {
        self.coefficients[1..=self.degree].iter().fold(R::zero(), |sum, c| sum + c.abs())
    }
    /// Its distance from zero, or a bound of it; negative where it may have a zero.
    pub(super) fn margin(&self) -> R {
        self.coefficients[0].abs() - self.variation()
    }

    /// Its derivative by y: d[k-1] = d[k+1] + 2 k c[k], with half of d[0].
    #[expect(clippy::cast_precision_loss, reason = "at most 32")]
    pub(super) fn derivative(&self) -> Self {
        let mut d = [R::zero(); HIGHEST + 1];
        let n = self.degree;
        for k in (1..=n).rev() {
            let above = if k < n { d[k + 1] } else { R::zero() };
            d[k - 1] = above + self.coefficients[k] * R::from_f64(2.0 * k as f64);
        }
        d[0] = d[0].half();
        Self { coefficients: d, degree: n.saturating_sub(1) }
    }

    /// Its value, by Clenshaw's recurrence.
    pub(super) fn at(&self, y: R) -> R {
        let (mut b1, mut b2) = (R::zero(), R::zero());
        for &c in self.coefficients[1..=self.degree].iter().rev() {
            (b1, b2) = (c + y.twice() * b1 - b2, b1);
        }
        self.coefficients[0] + y * b1 - b2
    }

    /// The first or the second half of the interval as an interval of its own.
    pub(super) fn half(&self, second: bool, cosines: &Cosines<R>) -> Self {
        let stride = HIGHEST / self.degree;
        let shift = R::from_f64(if second { -0.5 } else { 0.5 });
        let value = |j: usize| self.at(cosines.place(j * stride).half() + shift);
        let mut values = [R::zero(); HIGHEST + 1];
        for (j, to) in values.iter_mut().enumerate().take(self.degree + 1) {
            *to = value(j);
        }
        Self::through(|j| values[j], self.degree, cosines)
    }
}
