//! The series of a torque, by its tape.

use super::Coefficients;
use super::quad::Quad;
use super::recorded::{Recorded, inputs, record};
use super::tape::{Slot, Tape};
use crate::body::{Body, State};
use crate::geometry::Vec3;
use crate::real::{Four, Real};
use crate::torque::Torque;
use alloc::boxed::Box;

/// The tape of a torque, and where its results are: in a slot, or constant.
#[derive(Clone, Debug)]
pub(crate) struct TorqueSeries<R: Real> {
    tape: Option<Box<Tape<R>>>,
    results: [Result<Slot, R>; 3],
    /// Whether the run that was resumed had the formula already, so that it is written down again.
    is_resumed: bool,
}

impl<R: Real> Default for TorqueSeries<R> {
    fn default() -> Self {
        Self { tape: None, results: [Err(R::zero()); 3], is_resumed: false }
    }
}

impl<R: Real> TorqueSeries<R> {
    /// Begins a series. The formula is written down the first time, and each time if it
    /// looks at values. Returns whether that counts as an evaluation.
    #[inline]
    pub(super) fn begin<T: Torque<R>>(&mut self, body: &Body<R, T>, at: &Coefficients<R>) -> bool {
        let (attitude, momentum) = at.start();
        let writes = self.begin_at(body, &State { time: at.time, attitude, momentum });
        writes && !core::mem::take(&mut self.is_resumed)
    }
    /// Shows whether the formula is written down for good.
    pub(super) fn visit(&mut self, slot: &mut dyn FnMut(&mut R)) {
        let is_written = self.tape.as_ref().map_or(self.is_resumed, |tape| !tape.decided);
        let mut shown = if is_written { R::one() } else { R::zero() };
        slot(&mut shown);
        let was_written = shown != R::zero();
        if was_written != is_written {
            (self.tape, self.is_resumed) = (None, was_written);
        }
    }
    /// The same as [`begin`](Self::begin) at a state; says whether the formula was written down.
    #[inline]
    pub(crate) fn begin_at<T: Torque<R>>(&mut self, body: &Body<R, T>, start: &State<R>) -> bool {
        let writes = self.tape.as_ref().is_none_or(|tape| tape.decided);
        if writes {
            self.write(body, start);
        }
        writes
    }

    #[cold]
    fn write<T: Torque<R>>(&mut self, body: &Body<R, T>, start: &State<R>) {
        let mut tape = self.tape.take().unwrap_or_else(|| Box::new(Tape::new()));
        tape.clear();
        let torque_input = inputs(&body.inertia, start);
        let (mut tape, torque) = record(tape, || body.torque.torque(&torque_input));
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
        let (Quad(attitude), Quad([x, y, z, _])) = (of.attitude[k], of.momentum[k]);
        self.extend::<F>(of.time, attitude, Vec3::new(x, y, z), k)
    }
    /// Coefficient k of the torque from coefficient k of attitude and momentum.
    #[inline(always)]
    pub(crate) fn extend<F: Four<R>>(
        &mut self,
        time: R,
        [w, x, y, z]: [R; 4],
        momentum: Vec3<R>,
        k: usize,
    ) -> Vec3<R> {
        let Some(tape) = &mut self.tape else { return Vec3::zero() };
        let time = match k {
            0 => time,
            1 => R::one(),
            _ => R::zero(),
        };
        tape.set(k, [time, w, x, y, z, momentum.x, momentum.y, momentum.z]);
        tape.extend::<F>(k);
        let of = |result: &Result<Slot, R>| match *result {
            Ok(slot) => tape.get(slot, k),
            Err(constant) if k == 0 => constant,
            Err(_) => R::zero(),
        };
        let [x, y, z] = &self.results;
        Vec3::new(of(x), of(y), of(z))
    }
}
