//! What can be reached: a reference, and how far the end moves if the start does.

use super::pilot::{Setting, Trace, TrialRun, apart};
use super::series;
use crate::listed::Listed;
use crate::scenario_run::RunState;
use polhode::State;
use polhode::geometry::{Rotation, Vec3};

/// At so many places of the span errors are looked at.
pub(super) const MARKS: u32 = 8;
/// By how much the start is moved: far above rounding, far below all that is not linear.
pub(super) const MOVE: f64 = 1e-13;
/// By how much the tolerance of a reference is below that of what it is for.
const BETTER: f64 = 300.0;
/// Turns after which a motion has shown whether neighbours stay together.
const ENOUGH: f64 = 40.0;

/// The reference, and what limits it.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    pub(super) span: f64,
    pub(super) reference: Trace,
    /// How far the state moves if the start does by its last digit, at each place.
    pub(super) input: Vec<f64>,
    /// How far apart two runs are that err by rounding only, at each place.
    rounding: Vec<f64>,
}

impl Reach {
    /// The reference over a span, at rounding.
    pub(super) fn over(pilot: &mut TrialRun<'_>, span: f64) -> Option<Self> {
        Self::with(pilot, span, &series::tightest()?)
    }
    fn with(pilot: &mut TrialRun<'_>, span: f64, setting: &Setting) -> Option<Self> {
        let reference = pilot.run(setting, span, MARKS, f64::INFINITY)?;
        Some(Self { span, reference, input: Vec::new(), rounding: Vec::new() })
    }
    /// Takes another reference where this one cannot tell of steps of this tolerance.
    pub(super) fn improve(&mut self, pilot: &mut TrialRun<'_>, tolerance: f64) -> Option<()> {
        let own = self.reference.setting.method.tolerance()?;
        if own > series::TIGHTEST && tolerance < own * BETTER / 10.0 {
            self.reference = Self::over(pilot, self.span)?.reference;
        }
        Some(())
    }
    /// What a neighbour of the start does.
    pub(super) fn look_at_input(&mut self, pilot: &mut TrialRun<'_>) -> Option<()> {
        self.improve(pilot, series::TIGHTEST)?;
        let tight = series::tightest()?;
        let there = moved(&pilot.start, pilot.span(), MOVE);
        let other = pilot.run_from(&there, &tight, self.span, MARKS, f64::INFINITY)?;
        let digit = f64::EPSILON / MOVE;
        self.input = other.errors(&self.reference).iter().map(|error| error * digit).listed();
        Some(())
    }
    /// What another series at rounding does.
    pub(super) fn look_at_rounding(&mut self, pilot: &mut TrialRun<'_>) -> Option<()> {
        let other = pilot.run(&series::other_tightest()?, self.span, MARKS, f64::INFINITY)?;
        self.rounding = other.errors(&self.reference);
        Some(())
    }
    /// How far the end of a free body moves if the start does by its last digit.
    pub(super) fn of_input(pilot: &mut TrialRun<'_>, end: &RunState) -> f64 {
        let there = moved(&pilot.start, pilot.span(), MOVE);
        let setting = series::tightest();
        let span = pilot.span();
        let other = setting.and_then(|s| pilot.run_from(&there, &s, span, 1, f64::INFINITY));
        let moved = other.and_then(|other| Some(apart(other.places.last()?, end)));
        moved.map_or(0.0, |moved| moved * f64::EPSILON / MOVE)
    }

    /// The same by this setting, whose errors are far above rounding: so the start is moved further.
    pub(super) fn of_input_by(
        pilot: &mut TrialRun<'_>,
        setting: &Setting,
        most: f64,
    ) -> Option<f64> {
        const FURTHER: f64 = 1e-7;
        let (start, span) = (pilot.start, pilot.span());
        let there = moved(&start, span, FURTHER);
        let [here, there] =
            [start, there].map(|from| pilot.run_from(&from, setting, span, 1, most));
        Some(largest(&here?.errors(&there?)) * f64::EPSILON / FURTHER)
    }

    /// Are there turns enough to tell of more?
    pub(super) fn is_long_enough(&self, pilot: &TrialRun<'_>) -> bool {
        self.part_of_enough(pilot) > 1.0
    }
    /// How many of them there are, as a part of that.
    pub(super) fn part_of_enough(&self, pilot: &TrialRun<'_>) -> f64 {
        pilot.rate(&self.reference.places) * self.span / std::f64::consts::TAU / ENOUGH
    }

    /// Does this span tell of longer ones? It does where neighbours have stayed together for
    /// many turns.
    pub(super) fn tells_of_more(&self, pilot: &TrialRun<'_>) -> bool {
        !self.is_unruly() && self.is_long_enough(pilot)
    }

    /// Does the distance of neighbours grow faster than any power of time that a regular
    /// motion has?
    pub(super) fn is_unruly(&self) -> bool {
        let (early, late) = self.input.split_at(self.input.len() / 2);
        // Twice the time is four times the error where it grows with the square; beats add to it.
        largest(late) > 8.0 * largest(early) || largest(late) > 1e-7
    }

    /// Has the last digit of the start already moved the state further than is asked for, and
    /// faster than a regular motion would?
    pub(super) fn is_lost(&self, accuracy: f64) -> bool {
        self.is_unruly() && self.input.last().is_some_and(|last| *last > 3.0 * accuracy)
    }

    /// By how much the end moves with the last digit of the start, where the span is `times` as
    /// long.
    pub(super) fn input_at(&self, times: f64) -> f64 {
        extrapolated(&self.input, times, exponent(&self.input))
    }
    /// What is left at the end of a span that is `times` as long.
    pub(super) fn best(&self, times: f64) -> f64 {
        self.input_at(times).max(extrapolated(&self.rounding, times, exponent(&self.rounding)))
    }
}

/// The largest of these errors, continued to a time `times` as long as theirs.
pub(super) fn extrapolated(errors: &[f64], times: f64, exponent: f64) -> f64 {
    largest(errors) * times.max(1.0).powf(exponent)
}

/// With which power of time errors grow, between 1 and 2: what oscillates grows as well in the
/// end, and a regular motion errs with the square at most, where its energy drifts.
pub(super) fn exponent(errors: &[f64]) -> f64 {
    let (early, late) = errors.split_at(errors.len() / 2);
    let (early, late) = (largest(early), largest(late).max(largest(early)));
    if early > 0.0 { (late / early).log2().clamp(1.0, 2.0) } else { 2.0 }
}

pub(super) fn largest(errors: &[f64]) -> f64 {
    errors.iter().copied().fold(0.0, f64::max)
}

/// A neighbour of the state, in a direction that is like no other.
pub(super) fn moved(state: &State<f64>, span: f64, by: f64) -> State<f64> {
    let turn = Vec3::new(0.61, -0.53, 0.59) * (by / 2.0);
    let nearby = Rotation { w: 1.0, x: turn.x, y: turn.y, z: turn.z };
    let size = state.momentum.norm();
    let size = if size > 0.0 { size } else { 1.0 / span };
    let along = state.momentum * (0.7 / size) + Vec3::new(-0.43, 0.37, 0.41);
    State {
        attitude: state.attitude * nearby,
        momentum: state.momentum + along * (size * by),
        ..*state
    }
}
