//! Sudden changes of the momentum.

use super::check::{finite, finite_vector};
use super::{Discontinuity, Frame, Torque, TorqueInput, TorqueProperties};
use crate::error::Error;
use crate::geometry::{Rotation, Vec3};
use crate::real::{Over, Real};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// One sudden change of the momentum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impulse<R> {
    /// When.
    pub time: R,
    /// What the momentum gains.
    pub momentum: Vec3<R>,
    /// In whose axes.
    pub frame: Frame,
}

/// A list of sudden changes of the momentum: thruster pulses, hits.
///
/// ```text
/// m -> m + J (body frame),   m -> m + R^T J (space frame)
/// ```
///
/// Steps are cut so that each happens at its own time. A run from t0 to t1 > t0
/// has those with t0 <= time < t1; a run back from t1 to t0 takes the same ones
/// away. Those at one time add up. Between them there is no torque.
///
/// ```
/// use polhode::{Vec3, torque::{Frame, Impulse, Impulses}};
/// let pulse = |time| Impulse { time, momentum: Vec3::new(0.0, 0.0, 0.1), frame: Frame::Body };
/// let torque = Impulses::new([pulse(2.0), pulse(1.0)])?;
/// assert_eq!(torque.list()[0].time, 1.0);
/// # Ok::<(), polhode::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Impulses<R>(Arc<[Impulse<R>]>);

impl<R: Real<Mask = bool>> Impulses<R> {
    /// In any order.
    ///
    /// # Errors
    /// [`Error::Parameter`] where a time or a change is not finite.
    pub fn new(impulses: impl IntoIterator<Item = Impulse<R>>) -> Result<Self, Error> {
        let mut list: Vec<_> = impulses.into_iter().collect();
        for impulse in &list {
            finite("the time of an impulse", impulse.time)?;
            finite_vector("a component of an impulse", impulse.momentum)?;
        }
        list.sort_by(|a, b| {
            if a.time.lt(b.time) {
                Ordering::Less
            } else if b.time.lt(a.time) {
                Ordering::Greater
            } else {
                Ordering::Equal
            }
        });
        Ok(Self(list.into()))
    }
    /// All of them, in the order of time.
    #[must_use]
    pub fn list(&self) -> &[Impulse<R>] {
        &self.0
    }
    /// How many are before this time.
    fn before(&self, time: R) -> usize {
        self.0.partition_point(|impulse| impulse.time.lt(time))
    }
}

impl<R: Real<Mask = bool>> Torque<R> for Impulses<R> {
    #[inline]
    fn torque<S: Over<R>>(&self, _: &TorqueInput<'_, R, S>) -> Vec3<S> {
        Vec3::zero()
    }
    #[inline]
    fn properties(&self) -> TorqueProperties {
        TorqueProperties { has_impulses: !self.0.is_empty(), ..TorqueProperties::default() }
    }
    fn next_discontinuity(&self, kind: Discontinuity, from: R, until: R) -> Option<R> {
        let Discontinuity::Impulse { including } = kind else { return None };
        if from.lt(until) {
            // The first in [from, until), or in (from, until).
            let begin = self.before(from);
            let mut rest = self.0[begin..].iter().map(|impulse| impulse.time);
            rest.find(|&time| including || from.lt(time)).filter(|time| time.lt(until))
        } else {
            // The last in [until, from).
            let earlier = self.before(from).checked_sub(1)?;
            Some(self.0[earlier].time).filter(|&time| until.le(time))
        }
    }
    fn impulse(&self, time: R, attitude: Rotation<R>) -> Vec3<R> {
        let now = self.0[self.before(time)..].iter().take_while(|impulse| impulse.time == time);
        now.fold(Vec3::zero(), |sum, impulse| {
            sum + match impulse.frame {
                Frame::Body => impulse.momentum,
                Frame::Space => attitude.apply_inverse(impulse.momentum),
            }
        })
    }
}
