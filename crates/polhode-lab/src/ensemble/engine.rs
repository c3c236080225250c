//! What takes the bodies of a chunk to their ends: the one place to put a faster one.

use super::accurate;
use super::draws::{Draws, Quick};
use super::member::{End, Failed};
use crate::sample::Sampler;
use crate::scenario::{Pace, Scenario};
use crate::simulation::{Place, Simulation, simulate};
use polhode::Stopped;
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
        match draws.quick().filter(|_| draws.scenario().wish.is_none()) {
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
                    Ok(scenario) if scenario.wish.is_some() => accurate::run(&scenario, watch),
                    Ok(scenario) => run(&scenario, watch),
                    Err(report) => Some(never(draws, report.problem().message.clone())),
                })
                .collect(),
        }
    }
}

fn never(draws: &Draws, message: String) -> End {
    End::without_start(draws.scenario().start.time, message)
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
        put.map_err(|report| report.problem().message.clone())
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
pub(super) struct Run {
    pub(super) end: End,
    pub(super) places: Option<(Place, Place)>,
}

/// The same with the states of start and end.
pub(super) fn between(scenario: &Scenario, watch: &(dyn Fn(u64) -> bool + Sync)) -> Option<Run> {
    let sampler = Sampler::new(scenario);
    let mut simulation = match simulate(scenario) {
        Ok(simulation) => simulation,
        Err(report) => {
            let message = report.problem().message.clone();
            let end = End::without_start(scenario.start.time, message);
            return Some(Run { end, places: None });
        }
    };
    let mut now = simulation.snapshot();
    let first = now.place;
    let start = sampler.sample(&first);
    loop {
        let before = (now.place, now.steps);
        let reached = block(scenario, &mut *simulation, now.steps);
        simulation.snapshot_into(&mut now);
        let end = |place: &Place, steps| End::new(&start, &sampler.sample(place), steps);
        if !now.is_finite() {
            let message = format!(
                "between time {:?} and {:?} the state became infinite or not a number",
                before.0.time, now.place.time
            );
            let end = end(&before.0, before.1).failing(Failed::NotFinite, message);
            return Some(Run { end, places: None });
        }
        match reached {
            Err(stopped) => {
                let end = end(&now.place, now.steps).failing(Failed::Solve, stopped.to_string());
                return Some(Run { end, places: None });
            }
            Ok(Some(place)) => {
                let run = || Run { end: end(&place, now.steps), places: Some((first, place)) };
                return watch(now.steps - before.1).then(run);
            }
            Ok(None) if !watch(now.steps - before.1) => return None,
            Ok(None) => {}
        }
    }
}

/// Takes a block of steps behind those that were taken; the end, once it is reached.
fn block(
    scenario: &Scenario,
    simulation: &mut (dyn Simulation + 'static),
    taken: u64,
) -> Result<Option<Place>, Stopped<f64>> {
    let plan = &scenario.plan;
    let reached = match plan.pace {
        Pace::Steps { steps, .. } => {
            let left = steps.saturating_sub(taken);
            simulation.advance(left.min(BLOCK))?;
            left <= BLOCK
        }
        Pace::Times { .. } => {
            simulation.advance_past(scenario.start.time + plan.duration, BLOCK)?
        }
    };
    if let Some(ended) = simulation.ended() {
        return Ok(Some(ended.place));
    }
    if !reached {
        return Ok(None);
    }
    match plan.pace {
        Pace::Steps { .. } => Ok(Some(simulation.snapshot().place)),
        Pace::Times { .. } => simulation.place_near(scenario.start.time + plan.duration).map(Some),
    }
}
