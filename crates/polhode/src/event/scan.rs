//! Places on a passage between which a function goes one way.

use super::Function;
use super::bracket::{Point, zero_between};
use super::chebyshev::{Chebyshev, Cosines, HIGHEST};
use super::noise::rounding;
use crate::body::State;
use crate::geometry::Attitude;
use crate::motion::StepInterpolant;
use crate::real::Real;
use alloc::vec::Vec;

/// How often a passage is halved where the function is not smooth.
const HALVINGS: u32 = 12;
/// How often a polynomial is halved, at most, until it has one turning point.
const SPLITS: u32 = 12;
/// A polynomial is right if its last terms are less than this part of its variation: its
/// turning points are then right to about this, and the values there, where it is flat,
/// to the square of it, which is rounding.
const RESOLVED: f64 = 1e-8;
/// So many times its rounding, a function has no meaning.
const NOISE: f64 = 16.0;

/// The states of a passage at the places of the samples, shared by all events.
#[derive(Clone, Debug)]
pub(super) struct Samples<R, A>([Option<Option<State<R, A>>>; HIGHEST + 1]);

impl<R: Copy, A: Copy> Samples<R, A> {
    pub(super) fn none() -> Self {
        Self([None; HIGHEST + 1])
    }
}

/// The search on one passage, for one event.
pub(super) struct Scan<'a, R: Real, A: Attitude<R>> {
    pub(super) passage: &'a dyn StepInterpolant<R, A>,
    pub(super) function: &'a Function<R, A>,
    pub(super) cosines: &'a Cosines<R>,
    pub(super) samples: &'a mut Samples<R, A>,
    /// Time and value, in the order of time: what is found.
    pub(super) points: &'a mut Vec<Point<R>>,
    /// The rounding of the function, once it was needed.
    pub(super) rounding: Option<R>,
}

/// An interval of time.
#[derive(Clone, Copy)]
struct Span<R> {
    from: R,
    to: R,
    whole: bool,
}

impl<R: Real<Mask = bool>> Span<R> {
    /// The time at y, which is 1 at the start and -1 at the end.
    fn time(&self, y: R) -> R {
        self.from + (self.to - self.from) * (R::one() - y).half()
    }
    fn halves(&self) -> [Self; 2] {
        let middle = self.time(R::zero());
        [Self { to: middle, whole: false, ..*self }, Self { from: middle, whole: false, ..*self }]
    }
}

impl<R: Real<Mask = bool>, A: Attitude<R>> Scan<'_, R, A> {
    /// The value at a time; not a number where there is no state.
    pub(super) fn value(&self, time: R) -> R {
        self.passage.at(time).map_or(R::from_f64(f64::NAN), |state| (self.function)(&state))
    }

    /// Points from the start to the end of the passage, both included, between which the
    /// function rises or falls all the way; where it is not smooth, points so dense that
    /// it most likely does.
    pub(super) fn run(&mut self) {
        let (from, to) = (self.passage.start(), self.passage.end());
        let (first, last) = ((from.time, (self.function)(from)), (to.time, (self.function)(to)));
        self.points.clear();
        self.points.push(first);
        self.look(Span { from: first.0, to: last.0, whole: true }, HALVINGS);
        self.points.push(last);
    }

    fn sample(&mut self, span: &Span<R>, j: usize) -> R {
        let time = if j == HIGHEST { span.to } else { span.time(self.cosines.place(j)) };
        if !span.whole {
            return self.value(time);
        }
        let passage = self.passage;
        let state = self.samples.0[j].get_or_insert_with(|| passage.at(time));
        state.map_or(R::from_f64(f64::NAN), |state| (self.function)(&state))
    }

    /// The points inside of an interval.
    fn look(&mut self, span: Span<R>, halvings: u32) {
        let mut values = [R::zero(); HIGHEST + 1];
        let mut degree = 0;
        while degree < HIGHEST {
            let known = degree;
            degree = if degree == 0 { 4 } else { 2 * degree };
            let stride = HIGHEST / degree;
            for j in (0..=degree).filter(|j| known == 0 || j % 2 == 1) {
                values[j * stride] = self.sample(&span, j * stride);
            }
            let polynomial = Chebyshev::through(|j| values[j * stride], degree, self.cosines);
            // Far from zero it need not be known well.
            if (polynomial.second_half() * R::from_f64(16.0)).lt(polynomial.margin()) {
                return;
            }
            if self.is_resolved(&polynomial) {
                return self.turns(&polynomial, span, SPLITS);
            }
        }
        if values.iter().all(|value| !value.is_finite()) {
            return;
        }
        let [first, second] = span.halves();
        if halvings > 0 && first.to != first.from && second.to != second.from {
            self.look(first, halvings - 1);
            let middle = self.value(first.to);
            self.points.push((first.to, middle));
            self.look(second, halvings - 1);
        } else {
            let inside = (1..HIGHEST).map(|j| (span.time(self.cosines.place(j)), values[j]));
            self.points.extend(inside);
        }
    }

    fn is_resolved(&mut self, polynomial: &Chebyshev<R>) -> bool {
        let last = polynomial.last();
        // What is not a number has no margin either.
        if !polynomial.margin().is_finite() {
            return false;
        }
        last.le(polynomial.variation() * R::from_f64(RESOLVED)) || last.le(self.noise())
    }

    fn noise(&mut self) -> R {
        let (function, end) = (self.function, self.passage.end());
        *self.rounding.get_or_insert_with(|| rounding(function, end)) * R::from_f64(NOISE)
    }

    /// The turning points of a polynomial, with the values of the function itself.
    fn turns(&mut self, polynomial: &Chebyshev<R>, span: Span<R>, splits: u32) {
        let zero = R::zero();
        let slope = polynomial.derivative();
        if zero.lt(polynomial.margin()) || zero.lt(slope.margin()) {
            return;
        }
        if zero.lt(slope.derivative().margin()) {
            let (first, last) = (slope.at(R::one()), slope.at(-R::one()));
            if zero.lt(first) != zero.lt(last) {
                let (first, last) = ((R::one(), first), (-R::one(), last));
                let y = zero_between(first, last, R::from_f64(R::EPSILON), |y| slope.at(y));
                self.push(span.time(y));
            }
            return;
        }
        if splits == 0 || polynomial.variation().le(self.noise()) {
            return;
        }
        let [first, second] = span.halves();
        self.turns(&polynomial.half(false, self.cosines), first, splits - 1);
        self.push(first.to);
        self.turns(&polynomial.half(true, self.cosines), second, splits - 1);
    }

    fn push(&mut self, time: R) {
        let value = self.value(time);
        self.points.push((time, value));
    }
}
