//! The motion of a pushed body as a series of any degree, coefficient by coefficient.
//!
//! From m' = m x nu + T and q' = q nu/2: with m and q known through t^k, so are nu and
//! T, and these give the next coefficients. Each costs one convolution for every
//! product, so a series of degree p costs p^2 operations, the torque included: its
//! formula is written down once, as a [`tape`], and the tape is extended.
//!
//! Without the standard library there is no place for the number that writes; then the
//! torque is computed anew as a jet for every coefficient. The bits are the same.

mod coefficients;
mod defect;
mod frames;
#[cfg(any(test, not(feature = "std")))]
mod jets;
mod pull;
pub(crate) mod quad;
#[cfg(feature = "std")]
mod recorded;
#[cfg(feature = "std")]
mod seen;
mod steps;
#[cfg(feature = "std")]
mod tape;
#[cfg(feature = "std")]
pub(crate) mod torque;

use crate::body::Body;
use crate::geometry::{Rotation, Vec3};
use crate::real::{Constant, Four, FourWork, Real};
use crate::torque::Torque;
pub(crate) use coefficients::Coefficients;
use frames::Frames;
use pull::PullSeries;
use quad::{Quad, Quads, padded, product};
pub use steps::TaylorMemory;

#[cfg(not(feature = "std"))]
use jets::TorqueSeries;
#[cfg(feature = "std")]
use torque::TorqueSeries;

/// The highest degree. (Kepler's equation is solved for as many coefficients.)
pub(crate) const HIGHEST: usize = 32;
/// With the constant.
const LENGTH: usize = HIGHEST + 1;

/// 1/k at its index; there is none of 0.
const INVERSES: [Constant; LENGTH] = {
    let mut inverses = [Constant { hi: 0.0, lo: 0.0 }; LENGTH];
    let mut k = 1;
    while k < LENGTH {
        inverses[k] = Constant::ratio(1, k as u128);
        k += 1;
    }
    inverses
};

#[inline(always)]
fn inverse_of<R: Real>(k: usize) -> R {
    R::constant(INVERSES[k])
}

/// A series and what its recurrence needs.
#[derive(Clone, Debug)]
pub(crate) struct Recurrence<R: Real> {
    motion: MotionSeries<R>,
    pull: PullSeries<R>,
    torque: TorqueSeries<R>,
    /// Whether the torque of what was computed last was a pull.
    is_pulled: bool,
}

impl<R: Real> Recurrence<R> {
    pub(crate) fn new() -> Self {
        Self {
            motion: MotionSeries::new(),
            pull: PullSeries::new(),
            torque: TorqueSeries::default(),
            is_pulled: false,
        }
    }
    /// What was computed last.
    pub(crate) fn coefficients(&self) -> &Coefficients<R> {
        &self.motion.coefficients
    }

    /// Whether the torque depends on vectors of space that turn evenly, as a polynomial.
    pub(crate) fn is_pulled(&self) -> bool {
        self.is_pulled
    }

    /// Shows what a run that is resumed has to know.
    pub(crate) fn visit(&mut self, slot: &mut dyn FnMut(&mut R)) {
        self.torque.visit(slot);
    }

    /// The same as [`expand`](Self::expand), as a part of a step: the evaluation of the torque counts.
    #[inline]
    pub(crate) fn expand_counted<T: Torque<R>>(
        &mut self,
        body: &Body<R, T>,
        time: R,
        attitude: Rotation<R>,
        momentum: Vec3<R>,
        degree: usize,
    ) {
        if self.expand(body, time, attitude, momentum, degree) {
            body.torque.count_coefficients(1);
        }
    }
    /// Computes the series from here, up to this degree. Returns whether that is an evaluation of the torque.
    #[inline]
    pub(crate) fn expand<T: Torque<R>>(
        &mut self,
        body: &Body<R, T>,
        time: R,
        attitude: Rotation<R>,
        momentum: Vec3<R>,
        degree: usize,
    ) -> bool {
        let Self { motion, pull, torque, is_pulled } = self;
        motion.coefficients.time = time;
        let degree = degree.min(HIGHEST);
        let pulled = if T::NONE { None } else { body.torque.pull(&body.inertia, time) };
        *is_pulled = pulled.is_some();
        let (frames, inverse) = match &pulled {
            _ if T::NONE => Frames::for_free_body(&body.inertia, momentum),
            Some(pull) => Frames::for_pull(&body.inertia, momentum, pull),
            None => (Frames::resting(), body.inertia.inverse()),
        };
        motion.coefficients.frames = frames;
        motion.inverse = inverse;
        let start = (attitude, momentum);
        if T::NONE {
            R::in_fours(RecurrenceExpansion { motion, inverse, start, degree, push: &mut Nothing });
            false
        } else if let Some(form) = pulled {
            pull.begin(form);
            R::in_fours(RecurrenceExpansion { motion, inverse, start, degree, push: pull });
            true
        } else {
            let mut push = GenericTorque { series: torque, body, counts: false };
            R::in_fours(RecurrenceExpansion { motion, inverse, start, degree, push: &mut push });
            push.counts
        }
    }
}

/// What pushes, coefficient by coefficient.
trait TorqueSource<R: Real> {
    /// There is nothing.
    const NONE: bool = false;
    /// Sees the constants of attitude and momentum.
    fn begin(&mut self, _: &Coefficients<R>) {}
    /// Coefficient k of the torque from those of attitude and momentum up to k.
    fn torque<F: Four<R>>(&mut self, of: &Coefficients<R>, k: usize) -> F;
}

struct Nothing;

impl<R: Real> TorqueSource<R> for Nothing {
    const NONE: bool = true;
    #[inline(always)]
    fn torque<F: Four<R>>(&mut self, _: &Coefficients<R>, _: usize) -> F {
        F::from_array([R::zero(); 4])
    }
}

/// A torque of which nothing is known but its formula.
struct GenericTorque<'a, R: Real, T> {
    series: &'a mut TorqueSeries<R>,
    body: &'a Body<R, T>,
    /// Whether it was evaluated.
    counts: bool,
}

impl<R: Real, T: Torque<R>> TorqueSource<R> for GenericTorque<'_, R, T> {
    fn begin(&mut self, of: &Coefficients<R>) {
        self.counts = self.series.begin(self.body, of);
    }
    #[inline(always)]
    fn torque<F: Four<R>>(&mut self, of: &Coefficients<R>, k: usize) -> F {
        padded(self.series.coefficient::<T, F>(self.body, of, k))
    }
}

/// The coefficients of the motion, in the forms in which they are multiplied.
#[derive(Copy, Debug)]
struct MotionSeries<R> {
    coefficients: Coefficients<R>,
    /// The momentum with its components in the order y z x and z x y.
    next: Quads<R>,
    after_next: Quads<R>,
    rates: [Vec3<R>; LENGTH],
    /// Inverse moments in the frames of the series.
    inverse: Vec3<R>,
    /// The products of q with i, j and k: the columns by which the rates are multiplied.
    columns: [[Quad<R>; 3]; LENGTH],
}

/// At once, not number by number.
impl<R: Copy> Clone for MotionSeries<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Real> MotionSeries<R> {
    fn new() -> Self {
        let zero = [Quad::zero(); LENGTH];
        Self {
            coefficients: Coefficients::new(),
            next: zero,
            after_next: zero,
            rates: [Vec3::zero(); LENGTH],
            inverse: Vec3::zero(),
            columns: [[Quad::zero(); 3]; LENGTH],
        }
    }
    /// Coefficients k, and what the next ones need of them.
    #[inline(always)]
    fn set<F: Four<R>>(&mut self, inverse: Vec3<R>, k: usize, q: F, m: F) {
        self.coefficients.attitude[k].store(q);
        self.coefficients.momentum[k].store(m);
        let [w, x, y, z] = q.to_array();
        let [i, j, l] = &mut self.columns[k];
        // Signs as factors, so that a column stays in one register.
        i.store(F::from_array([x, w, z, y]).signed([-1.0, 1.0, 1.0, -1.0]));
        j.store(F::from_array([y, z, w, x]).signed([-1.0, -1.0, 1.0, 1.0]));
        l.store(F::from_array([z, y, x, w]).signed([-1.0, 1.0, -1.0, 1.0]));
        let [x, y, z, zero] = m.to_array();
        self.next[k].store(F::from_array([y, z, x, zero]));
        self.after_next[k].store(F::from_array([z, x, y, zero]));
        let [x, y, z, _] = (m * padded(inverse)).to_array();
        self.rates[k] = Vec3::new(x, y, z);
    }
    /// Coefficient k of q nu. The ends, which are the latest, come last.
    #[inline(always)]
    fn turning<F: Four<R>>(&self, k: usize) -> F {
        let (columns, rates) = (&self.columns[..=k], &self.rates[..=k]);
        let last = term(&columns[k], &rates[0]);
        if k == 0 {
            return last;
        }
        let mut sum = F::from_array([R::zero(); 4]);
        for (column, nu) in columns[1..k].iter().zip(rates[1..k].iter().rev()) {
            sum = sum + term(column, nu);
        }
        sum + (term::<R, F>(&columns[0], &rates[k]) + last)
    }
}

/// One coefficient of q times one of nu.
#[inline(always)]
fn term<R: Real, F: Four<R>>([i, j, l]: &[Quad<R>; 3], nu: &Vec3<R>) -> F {
    i.load::<F>() * F::from_array([nu.x; 4])
        + j.load::<F>() * F::from_array([nu.y; 4])
        + l.load::<F>() * F::from_array([nu.z; 4])
}

/// Is it zero, in all lanes and with its derivatives? Then what it would be multiplied by
/// need not be known.
#[inline(always)]
fn vanishes<R: Real>(v: Vec3<R>) -> bool {
    v == Vec3::zero()
}

/// The work of [`Recurrence::expand`].
struct RecurrenceExpansion<'a, R, P> {
    motion: &'a mut MotionSeries<R>,
    /// Of the moments.
    inverse: Vec3<R>,
    start: (Rotation<R>, Vec3<R>),
    degree: usize,
    push: &'a mut P,
}

impl<R: Real, P: TorqueSource<R>> FourWork<R> for RecurrenceExpansion<'_, R, P> {
    #[inline(always)]
    fn run<F: Four<R>>(self) {
        let Self { motion, inverse, start: (attitude, momentum), degree, push } = self;
        motion.set::<F>(inverse, 0, F::from_array(attitude.to_wxyz()), padded(momentum));
        push.begin(&motion.coefficients);
        // m x nu, by the products of two components of m.
        let Vec3 { x, y, z } = inverse;
        let couplings = Vec3::new(z - y, x - z, y - x);
        let sphere = vanishes(couplings);
        let couplings: F = padded(couplings);
        for k in 0..degree {
            let mut q: F = motion.turning(k);
            if motion.coefficients.frames.turns {
                q = q - motion.coefficients.carried(k);
            }
            let mut m = if sphere {
                F::from_array([R::zero(); 4])
            } else {
                product::<R, F, _>(&motion.next, &motion.after_next, k) * couplings
            };
            if !P::NONE {
                m = m + push.torque(&motion.coefficients, k);
            }
            let share: R = inverse_of(k + 1);
            motion.set(
                inverse,
                k + 1,
                q * F::from_array([share.half(); 4]),
                m * F::from_array([share; 4]),
            );
        }
    }
}

#[cfg(all(test, feature = "std"))]
#[expect(clippy::unwrap_used, reason = "a test may panic")]
mod tests;
