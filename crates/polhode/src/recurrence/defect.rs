//! How well a series satisfies the equations of motion.

use super::quad::padded;
use super::{Coefficients, Recurrence};
use crate::body::Body;
use crate::geometry::{Rotation, Vec3};
use crate::real::{Four, FourWork, Real};
use crate::torque::{Torque, TorqueInput};

/// The derivative of a series at some time, less what the equations of motion give there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Defect<R> {
    /// The largest component of that of the quaternion.
    pub(crate) attitude: R,
    /// The largest component of that of the momentum.
    pub(crate) momentum: R,
    /// The largest component of the momentum there.
    pub(crate) momentum_there: R,
}

impl<R: Real> Recurrence<R> {
    /// The defect of the series at the time h after its start, in the frames of the series:
    /// q' - (q nu - a q)/2 and m' - (m x nu + T), with a the angular velocity of the outer frame.
    #[inline]
    pub(crate) fn defect<T: Torque<R>>(&self, body: &Body<R, T>, degree: usize, h: R) -> Defect<R> {
        let series = &self.motion.coefficients;
        let inverse = self.motion.inverse;
        let (q0, m0) = series.start();
        let [q, m] = series.sums([[R::zero(); 4]; 2], 1..=degree, h);
        let change = (q.map(|c| c * h), vector(m) * h);
        let (q, m) = (added(q0, change.0), m0 + change.1);
        let mut slopes = [[R::zero(); 4]; 2];
        R::in_fours(Slopes { of: series, degree, h, slopes: &mut slopes });
        let [q_slope, m_slope] = slopes;

        let torque = series.frames.to_inner(self.torque_at(body, change, h), h);
        let nu = m.component_mul(inverse);
        let by_rates = q * Rotation::from_parts(R::zero(), nu.map(R::half));
        let by_frame = Rotation::from_parts(R::zero(), series.frames.turning_rate.map(R::half)) * q;
        let (by_rates, by_frame) = (by_rates.to_wxyz(), by_frame.to_wxyz());
        let attitude = core::array::from_fn(|c| q_slope[c] - (by_rates[c] - by_frame[c]));
        Defect {
            attitude: largest(attitude),
            momentum: (vector(m_slope) - (m.cross(nu) + torque)).max_abs(),
            momentum_there: m.max_abs(),
        }
    }

    /// The torque on the body after a change between the frames of the series.
    #[inline]
    fn torque_at<T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        change: ([R; 4], Vec3<R>),
        h: R,
    ) -> Vec3<R> {
        let series = &self.motion.coefficients;
        let (q0, m0) = series.start();
        let frames = &series.frames;
        let (q, m) = if frames.moves() { frames.leave((q0, m0), change, h) } else { change };
        let attitude = added(q0, q).normalized();
        let (time, momentum) = (series.time + h, m0 + m);
        body.torque.torque(&TorqueInput { inertia: &body.inertia, time, attitude, momentum })
    }
}

#[inline(always)]
fn added<R: Real>(q: Rotation<R>, change: [R; 4]) -> Rotation<R> {
    let from = q.to_wxyz();
    let [w, x, y, z] = core::array::from_fn(|c| from[c] + change[c]);
    Rotation { w, x, y, z }
}

#[inline(always)]
fn vector<R: Real>([x, y, z, _]: [R; 4]) -> Vec3<R> {
    Vec3::new(x, y, z)
}

#[inline(always)]
fn largest<R: Real>(numbers: [R; 4]) -> R {
    let [w, x, y, z] = numbers.map(R::abs);
    w.max(x).max(y.max(z))
}

/// The derivatives of the series of attitude and momentum.
struct Slopes<'a, R> {
    of: &'a Coefficients<R>,
    degree: usize,
    h: R,
    slopes: &'a mut [[R; 4]; 2],
}

impl<R: Real> FourWork<R> for Slopes<'_, R> {
    #[inline(always)]
    #[expect(clippy::cast_precision_loss, reason = "a degree is small")]
    fn run<F: Four<R>>(self) {
        let h = F::from_array([self.h; 4]);
        let [mut q, mut m] = [padded::<R, F>(Vec3::zero()); 2];
        for k in (1..=self.degree).rev() {
            let times = F::from_array([R::from_f64(k as f64); 4]);
            q = q * h + self.of.attitude[k].load::<F>() * times;
            m = m * h + self.of.momentum[k].load::<F>() * times;
        }
        *self.slopes = [q.to_array(), m.to_array()];
    }
}
