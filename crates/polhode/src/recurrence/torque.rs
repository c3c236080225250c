//! The series of a torque, by its tape.

use super::Coefficients;
use super::quad::Quad;
use super::recorded::{Recorded, record};
use super::tape::Tape;
use crate::body::Body;
use crate::geometry::{Rotation, Vec3};
use crate::real::{Four, Real};
use crate::torque::{Situation, Torque};
use alloc::boxed::Box;

/// The tape of a torque, and where its results are: in a slot, or constant.
#[derive(Clone, Debug)]
pub(super) struct TorqueSeries<R: Real> {
    tape: Option<Box<Tape<R>>>,
    results: [Result<usize, R>; 3],
}

impl<R: Real> Default for TorqueSeries<R> {
    fn default() -> Self {
        Self { tape: None, results: [Err(R::zero()); 3] }
    }
}

impl<R: Real> TorqueSeries<R> {
    /// Begins a series. The formula is written down the first time, and each time if it
    /// looks at values.
    #[inline]
    pub(super) fn begin<T: Torque<R>>(&mut self, body: &Body<R, T>, at: &Coefficients<R>) {
        if self.tape.as_ref().is_none_or(|tape| tape.decided) {
            self.write(body, at);
        }
    }

    #[cold]
    fn write<T: Torque<R>>(&mut self, body: &Body<R, T>, at: &Coefficients<R>) {
        let mut tape = self.tape.take().unwrap_or_else(|| Box::new(Tape::new()));
        tape.clear();
        let Quad([w, x, y, z]) = at.attitude[0];
        let Quad([m_x, m_y, m_z, _]) = at.momentum[0];
        let situation = Situation {
            inertia: &body.inertia,
            time: Recorded::input(0, at.time),
            attitude: Rotation {
                w: Recorded::input(1, w),
                x: Recorded::input(2, x),
                y: Recorded::input(3, y),
                z: Recorded::input(4, z),
            },
            momentum: Vec3::new(
                Recorded::input(5, m_x),
                Recorded::input(6, m_y),
                Recorded::input(7, m_z),
            ),
        };
        let (mut tape, torque) = record(tape, || body.torque.torque(&situation));
        self.results = torque.to_array().map(Recorded::result);
        tape.finish(self.results.into_iter().filter_map(Result::ok));
        self.tape = Some(tape);
    }

    /// Coefficient k from those of attitude and momentum up to k.
    #[inline(always)]
    pub(super) fn coefficient<T: Torque<R>, F: Four<R>>(
        &mut self,
        _: &Body<R, T>,
        of: &Coefficients<R>,
        k: usize,
    ) -> Vec3<R> {
        let Some(tape) = &mut self.tape else { return Vec3::zero() };
        let time = match k {
            0 => of.time,
            1 => R::one(),
            _ => R::zero(),
        };
        let (Quad([w, x, y, z]), Quad([m_x, m_y, m_z, _])) = (of.attitude[k], of.momentum[k]);
        tape.set(k, [time, w, x, y, z, m_x, m_y, m_z]);
        tape.extend::<F>(k);
        Vec3::from(self.results.map(|result| match result {
            Ok(slot) => tape.get(slot, k),
            Err(constant) if k == 0 => constant,
            Err(_) => R::zero(),
        }))
    }
}
