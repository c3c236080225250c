//! What takes the bodies of a chunk to their ends: the one place to put a faster one.

use super::accurate;
use super::draws::{Draws, Quick};
use super::member::{End, Failed};
use crate::sample::Sampler;
use crate::sampling::{Advanced, RunFailure, SampleDriver};
use crate::scenario::Scenario;
use crate::scenario_run::{RunState, ScenarioRun, simulate};
use rayon::prelude::*;
use std::ops::Range;

/// Takes bodies to their ends.
pub trait Engine: Sync {
    /// The ends of these bodies, in order; none if `watch`, which is told now and then how many
    /// more steps were taken, said false. A body that fails is an end with a failure.
    fn run(
        &self,
        draws: &Draws,
        bodies: Range<u64>,
        watch: &(dyn Fn(u64) -> bool + Sync),
    ) -> Option<Vec<End>>;
}

/// Each body by itself, exactly as [`simulate`] runs it, on all cores.
#[derive(Clone, Copy, Debug, Default)]
pub struct BodyByBody;

/// Steps between two looks at whether to go on. What a method does at the begin and the end of a
/// block of steps makes it a part of the result, so it is the same for all.
pub(super) const BLOCK: u64 = 1 << 16;

impl Engine for BodyByBody {
    fn run(
        &self,
        draws: &Draws,
        bodies: Range<u64>,
        watch: &(dyn Fn(u64) -> bool + Sync),
    ) -> Option<Vec<End>> {
        let count = usize::try_from(bodies.end - bodies.start).unwrap_or(0);
        let body = |index: usize| bodies.start + index as u64;
        // A method is chosen from the text of a scenario.
        match draws.quick().filter(|_| draws.scenario().plan.accuracy.is_none()) {
            Some(quick) => (0..count)
                .into_par_iter()
                .map_init(
                    || (quick.clone(), draws.scenario().clone()),
                    |(quick, scenario), index| one(draws, quick, scenario, body(index), watch),
                )
                .collect(),
            None => (0..count)
                .into_par_iter()
                .map(|index| match draws.scenario_of(body(index)) {
                    Ok(scenario) if scenario.plan.accuracy.is_some() => {
                        accurate::run(&scenario, watch)
                    }
                    Ok(scenario) => run(&scenario, watch),
                    Err(report) => Some(never(draws, report.diagnostic().message.clone())),
                })
                .collect(),
        }
    }
}

fn never(draws: &Draws, message: String) -> End {
    let time = draws.scenario().problem.start.epoch;
    match draws.scenario().plan.accuracy {
        Some(_) => accurate::without_run(time, message),
        None => End::without_start(time, message),
    }
}

/// A body by the quick way, in a scenario that is used again.
fn one(
    draws: &Draws,
    quick: &mut Quick,
    scenario: &mut Scenario,
    body: u64,
    watch: &(dyn Fn(u64) -> bool + Sync),
) -> Option<End> {
    let started = quick.start(draws, body);
    let placed = started.map_err(|problem| problem.message).and_then(|(shape, start)| {
        let put = scenario.put(shape, start, draws.varies_body());
        put.map_err(|report| report.diagnostic().message.clone())
    });
    match placed {
        Ok(()) => run(scenario, watch),
        Err(message) => Some(never(draws, message)),
    }
}

/// Runs a scenario to its end.
fn run(scenario: &Scenario, watch: &(dyn Fn(u64) -> bool + Sync)) -> Option<End> {
    Some(between(scenario, watch)?.end)
}

/// The end of a body, with the states between which it was run if it came there.
pub(super) struct BodyRun {
    pub(super) end: End,
    pub(super) states: Option<(RunState, RunState)>,
}

/// The same with the states of start and end.
pub(super) fn between(
    scenario: &Scenario,
    watch: &(dyn Fn(u64) -> bool + Sync),
) -> Option<BodyRun> {
    let sampler = Sampler::new(scenario);
    let run = match simulate(scenario) {
        Ok(run) => run,
        Err(report) => {
            let message = report.diagnostic().message.clone();
            let end = End::without_start(scenario.problem.start.epoch, message);
            return Some(BodyRun { end, states: None });
        }
    };
    let plan = scenario.schedule.without_samples();
    let mut driver = SampleDriver::with_schedule(plan, scenario.problem.start.epoch, run);
    let first = driver.run.state();
    let start = sampler.sample(&first);
    let end = |state: &RunState, run: &dyn ScenarioRun, steps| End {
        switches: scenario.switch_summary(run).map_or(0, |switches| switches.located),
        ..End::new(&start, &sampler.sample(state), steps)
    };
    loop {
        let before = (driver.run.state(), driver.run.steps());
        let advanced = driver.next(BLOCK);
        let steps = driver.run.steps();
        match advanced {
            Err(RunFailure::NotFinite { from, to }) => {
                let message = format!(
                    "between time {from:?} and {to:?} the state became infinite or not a number"
                );
                let end =
                    end(&before.0, &*driver.run, before.1).failing(Failed::NotFinite, message);
                return Some(BodyRun { end, states: None });
            }
            Err(failed @ (RunFailure::Step(_) | RunFailure::Switch { .. })) => {
                let end = end(&driver.run.state(), &*driver.run, steps);
                let end = end.failing(Failed::Solve, failed.to_string());
                return Some(BodyRun { end, states: None });
            }
            Ok(Advanced::Sample(state) | Advanced::Event(state)) => {
                let end = || end(&state, &*driver.run, steps);
                let run = || BodyRun { end: end(), states: Some((first, state)) };
                return watch(steps - before.1).then(run);
            }
            Ok(Advanced::Between) if !watch(steps - before.1) => return None,
            Ok(Advanced::Between) => {}
        }
    }
}
