//! The refined series as a [`Run`] of doubles.

use super::{RefinedLastStep, RefinedTaylor, narrowed, widened};
use crate::body::{Invariants, State};
use crate::geometry::Rotation;
use crate::method::Failure;
use crate::motion::{Run, StepInterpolant, Stopped};
use crate::real::{DoubleDouble, Real};
use crate::resolution::TorqueResolution;
use crate::torque::Torque;

impl<T: Torque<f64>, W: Torque<DoubleDouble>> RefinedTaylor<T, W> {
    /// Returns the state at a time within the last step.
    fn within(&self, time: f64) -> Option<State<f64>> {
        let RefinedLastStep { from, size, fresh } = self.last;
        let since = DoubleDouble::from_f64(time) - from.time;
        let forth = since.hi.copysign(since.hi * size.hi);
        if !(0.0..=size.hi.abs()).contains(&forth) {
            return None;
        }
        let seen = |series: &Self| State { time, ..narrowed(&series.along(&from, since)) };
        if fresh {
            return Some(seen(self));
        }
        let mut again = self.clone();
        again.expand_further(&from);
        again.expand_first(&from);
        Some(seen(&again))
    }
    fn stopped(&self, failure: Failure) -> Stopped<f64> {
        Stopped { failure, time: self.shown.time, steps: self.taken }
    }
}

/// Interpolant of one step.
struct RefinedStep<'a, T, W> {
    from: State<f64>,
    series: &'a RefinedTaylor<T, W>,
}

impl<T: Torque<f64>, W: Torque<DoubleDouble>> StepInterpolant<f64, Rotation<f64>>
    for RefinedStep<'_, T, W>
{
    fn start(&self) -> &State<f64> {
        &self.from
    }
    fn end(&self) -> &State<f64> {
        &self.series.shown
    }
    fn at(&self, time: f64) -> Option<State<f64>> {
        let ends = [self.from, self.series.shown];
        let known = ends.into_iter().find(|end| end.time == time);
        known.or_else(|| self.series.within(time))
    }
}

impl<T: Torque<f64>, W: Torque<DoubleDouble>> Run<f64> for RefinedTaylor<T, W> {
    fn advance(&mut self, h: f64, steps: u64) -> Result<(), Stopped<f64>> {
        for _ in 0..steps {
            let until = self.state.time + DoubleDouble::from_f64(h);
            self.step_towards(until).map_err(|failure| self.stopped(failure))?;
        }
        Ok(())
    }
    fn step_seen(
        &mut self,
        h: f64,
        see: &mut dyn FnMut(&dyn StepInterpolant<f64, Rotation<f64>>),
    ) -> Result<(), Stopped<f64>> {
        let from = self.shown;
        Run::advance(self, h, 1)?;
        see(&RefinedStep { from, series: self });
        Ok(())
    }
    fn state(&self) -> &State<f64> {
        &self.shown
    }
    fn state_near(&self, time: f64) -> Result<State<f64>, Stopped<f64>> {
        if time == self.shown.time {
            return Ok(self.shown);
        }
        if let Some(state) = self.within(time) {
            return Ok(state);
        }
        let mut other = self.clone();
        while !other
            .step_towards(DoubleDouble::from_f64(time))
            .map_err(|failure| self.stopped(failure))?
        {}
        Ok(other.shown)
    }
    fn invariants(&self) -> Invariants<f64> {
        self.shown.invariants(&self.narrow.inertia)
    }
    /// Visits the low parts of the state, then the last step.
    fn visit_memory(&mut self, slot: &mut dyn FnMut(&mut f64)) {
        each_number(&mut self.state, &mut |number| slot(&mut number.lo));
        let RefinedLastStep { from, size, fresh } = &mut self.last;
        let mut changed = false;
        let mut show = |number: &mut DoubleDouble| {
            let before = *number;
            slot(&mut number.hi);
            slot(&mut number.lo);
            changed |= *number != before;
        };
        each_number(from, &mut show);
        show(size);
        *fresh &= !changed;
        self.further.visit(slot);
        if let Some(resolution) = &mut self.resolution {
            resolution.visit(slot);
        }
    }
    fn resolve_torque(&mut self, resolve: bool) {
        self.resolution = resolve.then(TorqueResolution::default);
    }
    fn torque_resolution(&self) -> Option<TorqueResolution<f64>> {
        self.resolution
    }
    fn restore(&mut self, state: State<f64>, _: f64, steps: u64) {
        self.shown = state;
        self.state = widened(&state);
        self.taken = steps;
        self.last =
            RefinedLastStep { from: self.state, size: DoubleDouble::from_f64(0.0), fresh: false };
    }
}

fn each_number(state: &mut State<DoubleDouble>, see: &mut dyn FnMut(&mut DoubleDouble)) {
    let State { time, attitude: q, momentum: m } = state;
    [time, &mut q.w, &mut q.x, &mut q.y, &mut q.z, &mut m.x, &mut m.y, &mut m.z]
        .into_iter()
        .for_each(see);
}
