//! How far a spline leaves the range of its data.

use super::{Piece, Table};
use crate::real::Real;

/// The largest overshoot of an interpolated table: where it is, and how large.
///
/// In an interval, a component overshoots by its distance outside the range of its values at the two ends of the
/// interval. The ratio relates that distance to the range (maximum minus minimum) of this component over all points
/// of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overshoot<R> {
    /// The component: 0, 1 or 2 for x, y or z in the axes of the table.
    pub axis: usize,
    /// The times of the points before and after.
    pub interval: [R; 2],
    /// The extreme value of the component between them.
    pub extreme: R,
    /// The overshoot relative to the range of the component.
    pub ratio: R,
}

impl<R: Real<Mask = bool>> Table<R> {
    /// Returns the largest overshoot over all intervals and components, relative to the range of the component. `None`
    /// where no component leaves the range of two neighbouring points, as with
    /// [`Hold`](super::Interpolation::Hold) and [`Linear`](super::Interpolation::Linear).
    ///
    /// Around a smooth maximum a spline exceeds both neighbouring points: by up to 4 % for a sine with 8 points per
    /// period, by up to 10 % with 5. After a jump between equidistant points it overshoots by 11 %.
    ///
    /// ```
    /// use polhode::{Vec3, torque::{Frame, Interpolation, Table}};
    /// let pulse = [(0.0, 0.0), (5.0, 0.0), (5.01, 1.0), (5.2, 1.0), (5.21, 0.0), (10.0, 0.0)];
    /// let points = pulse.map(|(time, x)| (time, Vec3::new(x, 0.0, 0.0)));
    /// let table = Table::new(Frame::Body, Interpolation::Cubic, points)?;
    /// let overshoot = table.overshoot().unwrap();
    /// assert_eq!((overshoot.axis, overshoot.interval), (0, [0.0, 5.0]));
    /// assert!(overshoot.extreme < -97.0 && overshoot.ratio > 97.0);
    /// # Ok::<(), polhode::Error>(())
    /// ```
    #[must_use]
    pub fn overshoot(&self) -> Option<Overshoot<R>> {
        let mut largest: Option<Overshoot<R>> = None;
        for axis in 0..3 {
            let range = self.range(axis);
            for pieces in self.pieces.windows(2) {
                let [piece, next] = [&pieces[0], &pieces[1]];
                for extreme in piece.extremes(axis, next.begin).into_iter().flatten() {
                    let [from, to] =
                        [piece, next].map(|piece| piece.coefficients[0].to_array()[axis]);
                    let excess = (extreme - from.max(to)).max(from.min(to) - extreme);
                    let ratio = excess / range;
                    if largest.map_or(R::zero(), |found| found.ratio).lt(ratio) {
                        let interval = [piece.begin, next.begin];
                        largest = Some(Overshoot { axis, interval, extreme, ratio });
                    }
                }
            }
        }
        largest
    }
    /// Maximum minus minimum of a component over all points.
    fn range(&self, axis: usize) -> R {
        let values = || self.pieces.iter().map(|piece| piece.coefficients[0].to_array()[axis]);
        match (values().reduce(R::max), values().reduce(R::min)) {
            (Some(largest), Some(least)) => largest - least,
            _ => R::zero(),
        }
    }
}

impl<R: Real<Mask = bool>> Piece<R> {
    /// The values of a component where its derivative vanishes before the end of the piece.
    fn extremes(&self, axis: usize, end: R) -> [Option<R>; 2] {
        let [a, b, c, d] = self.coefficients.map(|vector| vector.to_array()[axis]);
        let width = end - self.begin;
        let three_d = d + d.twice();
        // b + 2 c s + 3 d s^2 = 0, without cancellation; s is not finite where there is no such root.
        let discriminant = c.squared() - b * three_d;
        if discriminant.lt(R::zero()) {
            return [None; 2];
        }
        let q = -(c + discriminant.sqrt().with_sign_of(c));
        [q / three_d, b / q].map(|since| {
            let inside = R::zero().lt(since) && since.lt(width);
            inside.then(|| a + (b + (c + d * since) * since) * since)
        })
    }
}
