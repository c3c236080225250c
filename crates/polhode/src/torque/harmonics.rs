//! A line and a few oscillations.

use super::prescribed::TimeFunction;
use crate::error::Error;
use crate::geometry::Vec3;
use crate::real::{Over, Real};

/// The time function
///
/// ```text
/// f(t) = constant + slope t + sum of (a sin(w t) + b cos(w t))
/// ```
///
/// with at most four oscillations, each of its own frequency w.
///
/// ```
/// use polhode::{Vec3, torque::{Harmonics, TimeFunction}};
/// // (1 + 0.3 t, 2, 0) + (0.7 sin 1.3 t, 0.5 cos 1.3 t, 0)
/// let f = Harmonics::new(Vec3::new(1.0, 2.0, 0.0), Vec3::new(0.3, 0.0, 0.0))
///     .with(1.3, Vec3::new(0.7, 0.0, 0.0), Vec3::new(0.0, 0.5, 0.0))?;
/// assert_eq!(f.at(0.0), Vec3::new(1.0, 2.5, 0.0));
/// assert_eq!(f.rate(0.0), Vec3::new(0.3 + 1.3 * 0.7, 0.0, 0.0));
/// # Ok::<(), polhode::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Harmonics<R> {
    constant: Vec3<R>,
    slope: Vec3<R>,
    terms: [HarmonicTerm<R>; Harmonics::<()>::MOST],
    count: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct HarmonicTerm<R> {
    frequency: R,
    sin: Vec3<R>,
    cos: Vec3<R>,
}

impl<R> Harmonics<R> {
    /// How many oscillations there may be.
    pub const MOST: usize = 4;
}

impl<R: Copy> Harmonics<R> {
    pub(super) fn map<Q>(&self, f: &mut impl FnMut(R) -> Q) -> Harmonics<Q> {
        let mut term = |HarmonicTerm { frequency, sin, cos }: HarmonicTerm<R>| HarmonicTerm {
            frequency: f(frequency),
            sin: sin.map(&mut *f),
            cos: cos.map(&mut *f),
        };
        let terms = self.terms.map(&mut term);
        let Self { constant, slope, count, .. } = *self;
        Harmonics { constant: constant.map(&mut *f), slope: slope.map(f), terms, count }
    }
}

impl<R: Real> Harmonics<R> {
    /// constant + slope t
    #[must_use]
    pub fn new(constant: Vec3<R>, slope: Vec3<R>) -> Self {
        Self { constant, slope, ..Self::default() }
    }
    /// The same plus sin(frequency t) and cos(frequency t) times a vector each.
    ///
    /// # Errors
    /// [`Error::TooManyOscillations`] where there is room for no more.
    pub fn with(mut self, frequency: R, sin: Vec3<R>, cos: Vec3<R>) -> Result<Self, Error> {
        let room = self.terms.get_mut(self.count);
        let term = room.ok_or(Error::TooManyOscillations { most: Harmonics::<R>::MOST })?;
        *term = HarmonicTerm { frequency, sin, cos };
        self.count += 1;
        Ok(self)
    }
    /// Is what follows the line.
    fn terms(&self) -> &[HarmonicTerm<R>] {
        &self.terms[..self.count]
    }
}

impl<R: Real> TimeFunction<R> for Harmonics<R> {
    #[inline]
    fn at<S: Over<R>>(&self, time: S) -> Vec3<S> {
        let line = self.constant.map(S::lift) + self.slope.map(S::lift) * time;
        self.terms().iter().fold(line, |sum, term| {
            let (sin, cos) = (S::lift(term.frequency) * time).sin_cos();
            sum + term.sin.map(S::lift) * sin + term.cos.map(S::lift) * cos
        })
    }
    #[inline]
    fn rate<S: Over<R>>(&self, time: S) -> Vec3<S> {
        self.terms().iter().fold(self.slope.map(S::lift), |sum, term| {
            let frequency = S::lift(term.frequency);
            let (sin, cos) = (frequency * time).sin_cos();
            sum + term.sin.map(S::lift) * (frequency * cos)
                - term.cos.map(S::lift) * (frequency * sin)
        })
    }
}
