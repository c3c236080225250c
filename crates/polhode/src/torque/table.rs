//! A torque that was measured or computed elsewhere.

mod overshoot;

use super::check::{finite, finite_vector};
use super::{Discontinuity, Frame, Switch, SwitchKind, Torque, TorqueInput, TorqueProperties};
use crate::error::{Error, to_f64};
use crate::geometry::Vec3;
use crate::real::{Over, Real};
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

pub use overshoot::Overshoot;

/// The torque against time through given points, in body or in space axes:
///
/// ```text
/// T = f(t) (body frame),   T = R^T f(t) (space frame)
/// ```
///
/// The [`Interpolation`] says what f is between two points. Before the first and after the last point
/// it stays at the value there. A jet takes the polynomial of the interval in which its
/// leading time is, and a time at a point that of the interval that begins there. In a run, steps end at the
/// points, and all of a step is in one interval.
///
/// ```
/// use polhode::{Vec3, torque::{Frame, Interpolation, Table}};
/// let points = [(0.0, Vec3::zero()), (1.0, Vec3::new(0.1, 0.0, 0.0)), (3.0, Vec3::zero())];
/// let torque = Table::new(Frame::Body, Interpolation::Linear, points)?;
/// assert_eq!(torque.at(2.0), Vec3::new(0.05, 0.0, 0.0));
/// assert_eq!(torque.at(99.0), Vec3::zero());
/// # Ok::<(), polhode::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Table<R> {
    frame: Frame,
    pieces: Arc<[Piece<R>]>,
}

/// The values of a table between its points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Interpolation {
    /// The value of the last point: a staircase that jumps at every point.
    Hold,
    /// Straight lines: the first derivative jumps at every point.
    #[default]
    Linear,
    /// The natural cubic spline: twice continuously differentiable between the first and the last
    /// point, with second derivative zero at both. It overshoots beside steep flanks
    /// ([`Table::overshoot`]).
    Cubic,
}

impl Interpolation {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Hold, Self::Linear, Self::Cubic];

    /// The name in a scenario.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Hold => "hold",
            Self::Linear => "linear",
            Self::Cubic => "cubic",
        }
    }
}

/// A cubic in the time since its begin.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Piece<R> {
    begin: R,
    coefficients: [Vec3<R>; 4],
}

impl<R: Real<Mask = bool>> Table<R> {
    /// Through these points, times ascending.
    ///
    /// # Errors
    /// [`Error::EmptyTable`] without points, [`Error::TableOrder`] where a time is
    /// not later than the one before, [`Error::Parameter`] where something is not
    /// finite.
    pub fn new(
        frame: Frame,
        interpolation: Interpolation,
        points: impl IntoIterator<Item = (R, Vec3<R>)>,
    ) -> Result<Self, Error> {
        let points: Vec<_> = points.into_iter().collect();
        for &(time, torque) in &points {
            finite("a time of the table", time)?;
            finite_vector("a torque of the table", torque)?;
        }
        for (i, pair) in points.windows(2).enumerate() {
            let (before, time) = (pair[0].0, pair[1].0);
            if !before.lt(time) {
                let (time, before) = (to_f64(time), to_f64(before));
                return Err(Error::TableOrder { position: i + 2, time, before });
            }
        }
        let Some(&(end, last)) = points.last() else { return Err(Error::EmptyTable) };
        let bends = match interpolation {
            Interpolation::Cubic => bends(&points),
            Interpolation::Hold | Interpolation::Linear => vec![Vec3::zero(); points.len()],
        };
        let pieces = points.windows(2).zip(bends.windows(2)).map(|(points, bends)| {
            let coefficients = match interpolation {
                Interpolation::Hold => [points[0].1, Vec3::zero(), Vec3::zero(), Vec3::zero()],
                Interpolation::Linear | Interpolation::Cubic => cubic(points, bends),
            };
            Piece { begin: points[0].0, coefficients }
        });
        let zero = Vec3::zero();
        let after = Piece { begin: end, coefficients: [last, zero, zero, zero] };
        Ok(Self { frame, pieces: pieces.chain([after]).collect() })
    }
    /// In whose axes it is.
    #[must_use]
    pub fn frame(&self) -> Frame {
        self.frame
    }
    /// The value at this time, in the axes of the table.
    pub fn at<S: Over<R>>(&self, time: S) -> Vec3<S> {
        self.in_interval(self.begun(time.leading()), time)
    }
    /// How many intervals have begun at a time.
    fn begun(&self, time: R) -> usize {
        self.pieces.partition_point(|piece| piece.begin.le(time))
    }
    /// The value at this time by the polynomial of the last interval that has begun.
    fn in_interval<S: Over<R>>(&self, begun: usize, time: S) -> Vec3<S> {
        let Some(index) = begun.checked_sub(1) else {
            return self.pieces[0].coefficients[0].map(S::lift);
        };
        let last = self.pieces.len() - 1;
        let Piece { begin, coefficients: [a, b, c, d] } = self.pieces[index.min(last)];
        let [a, b, c, d] = [a, b, c, d].map(|vector| vector.map(S::lift));
        let since = time - S::lift(begin);
        a + (b + (c + d * since) * since) * since
    }
}

/// The cubic between two points with these second derivatives.
fn cubic<R: Real>(points: &[(R, Vec3<R>)], bends: &[Vec3<R>]) -> [Vec3<R>; 4] {
    let ((begin, torque), (end, next)) = (points[0], points[1]);
    let width = end - begin;
    let slope =
        (next - torque) / width - (bends[0].map(R::twice) + bends[1]) * (width / R::from_f64(6.0));
    let third = (bends[1] - bends[0]) / (R::from_f64(6.0) * width);
    [torque, slope, bends[0].map(R::half), third]
}

/// The second derivatives at the points, zero at both ends: a tridiagonal system,
/// diagonally dominant, by elimination.
fn bends<R: Real>(points: &[(R, Vec3<R>)]) -> Vec<Vec3<R>> {
    let mut bends = vec![Vec3::zero(); points.len()];
    let mut ratios = vec![R::zero(); points.len()];
    for i in 1..points.len().saturating_sub(1) {
        let [(t0, f0), (t1, f1), (t2, f2)] = [points[i - 1], points[i], points[i + 1]];
        let (before, after) = (t1 - t0, t2 - t1);
        let jump = (f2 - f1) / after - (f1 - f0) / before;
        let pivot = (before + after).twice() - before * ratios[i - 1];
        ratios[i] = after / pivot;
        bends[i] = (jump * R::from_f64(6.0) - bends[i - 1] * before) / pivot;
    }
    for i in (1..points.len().saturating_sub(1)).rev() {
        bends[i] = bends[i] - bends[i + 1] * ratios[i];
    }
    bends
}

impl<R: Real<Mask = bool>> Torque<R> for Table<R> {
    #[inline]
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        let torque = match at.branches {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count")]
            [begun, ..] => self.in_interval(*begun as usize, at.time),
            [] => self.at(at.time),
        };
        match self.frame {
            Frame::Body => torque,
            Frame::Space => at.attitude.apply_inverse(torque),
        }
    }
    #[inline]
    fn properties(&self) -> TorqueProperties {
        TorqueProperties { switch_count: 1, ..TorqueProperties::default() }
    }
    /// The number of points that are not later than the time.
    fn switches(&self, list: &mut Vec<Switch>) {
        list.push(Switch { kind: SwitchKind::Whole, of_time_alone: true, slides: false });
    }
    fn switching_values<S: Over<R>>(&self, _: &TorqueInput<'_, R, S>, values: &mut Vec<S>) {
        values.push(S::zero());
    }
    #[expect(clippy::cast_precision_loss, reason = "a count")]
    fn natural_branches(&self, at: &TorqueInput<'_, R>, branches: &mut Vec<f64>) {
        branches.push(self.begun(at.time) as f64);
    }
    /// Some derivative jumps at every point: the third of a spline, the value of a staircase.
    fn next_discontinuity(&self, kind: Discontinuity, from: R, until: R) -> Option<R> {
        if kind != Discontinuity::Kink {
            return None;
        }
        let times = |index: usize| self.pieces.get(index).map(|piece| piece.begin);
        if from.lt(until) {
            let later = self.pieces.partition_point(|piece| piece.begin.le(from));
            times(later).filter(|time| time.lt(until))
        } else {
            let earlier = self.pieces.partition_point(|piece| piece.begin.lt(from));
            times(earlier.checked_sub(1)?).filter(|time| until.lt(*time))
        }
    }
}
