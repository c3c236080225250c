//! Where a function of the state leaves the values from zero up: for torques that switch.

use super::bracket::{Point, bracket_of_zero};
use super::chebyshev::Cosines;
pub(crate) use super::noise::rounding;
use super::scan::{Samples, Scan};
use crate::body::State;
use crate::geometry::Attitude;
use crate::motion::StepInterpolant;
use crate::real::{Mask, Real};
use alloc::vec::Vec;

/// The search on one part of a step, for several functions.
pub(crate) struct Search<'a, R: Real, A: Attitude<R>> {
    part: &'a dyn StepInterpolant<R, A>,
    cosines: Cosines<R>,
    samples: Samples<R, A>,
    points: Vec<Point<R>>,
}

impl<'a, R: Real, A: Attitude<R>> Search<'a, R, A> {
    pub(crate) fn new(part: &'a dyn StepInterpolant<R, A>) -> Self {
        Self { part, cosines: Cosines::new(), samples: Samples::none(), points: Vec::new() }
    }

    /// Returns the first time at which the function becomes negative, to rounding and on the later side of
    /// the zero. Where it is negative at first, by no more than rounding, it has to become positive before.
    pub(crate) fn first_negative(&mut self, function: &dyn Fn(&State<R, A>) -> R) -> Option<R> {
        let Self { part, cosines, samples, points } = self;
        let mut scan =
            Scan { interpolant: *part, function, cosines, samples, points, rounding: None };
        scan.run();
        let noise = scan.noise();
        let (before, after) = sign_change(scan.points, noise)?;
        // A zero itself has no sign to keep on one side of the search.
        if before.0 == after.0 || before.1 == R::zero() {
            return Some(before.0);
        }
        let size = (part.end().time - part.start().time).abs();
        let least = size * R::from_f64(R::EPSILON / 16.0);
        let (from, to) = bracket_of_zero(before, after, least, |time| scan.value(time));
        Some(if to.1.le(R::zero()).all() { to.0 } else { from.0 })
    }
}

/// The points between which a function becomes negative by more than its noise; twice the first where it is
/// negative from the start, as a surface is left that was not held to rounding, and falls.
fn sign_change<R: Real>(points: &[Point<R>], noise: R) -> Option<(Point<R>, Point<R>)> {
    let start = *points.first()?;
    let mut inside = None;
    for &point in points {
        if R::zero().le(point.1).all() {
            inside = Some(point);
            continue;
        }
        match inside {
            Some(inside) if point.1.lt(-noise).any() => return Some((inside, point)),
            None if point.1.lt(start.1 - noise).any() => return Some((start, start)),
            _ => {}
        }
    }
    None
}
