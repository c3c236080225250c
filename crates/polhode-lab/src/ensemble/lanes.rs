//! The bodies of a chunk side by side, several in a register.

use super::draws::{Draws, Quick};
use super::engine::{BLOCK, BodyByBody, Engine};
use super::member::End;
use crate::sample::Sampler;
use crate::scenario::{Precision, SampleSpacing, Shape};
use crate::scenario_run::{Computed, RunState, inertia_in, run_state, start_in};
use polhode::{Inertia, State};
use polhode_bound::{Dimension, RunUnits};
use polhode_ensemble::{Arithmetic, Bodies, Ensemble, EnsembleScalar, EnsembleTorques};
use rayon::prelude::*;
use std::ops::Range;

/// Bodies that are taken on together: enough for all cores, and a look at whether to go on now
/// and then.
const BATCH: u64 = 4096;

/// Side by side where starts and shapes alone differ and the method and its torques allow it, else
/// one by one. Whether they do depends on the scenario alone.
///
/// The bits are those of each body by itself, but for Fukushima's leap-frog steps, which go
/// faster and round otherwise with matrices in place of quaternions.
#[derive(Clone, Copy, Debug, Default)]
pub struct InLanes;

impl Engine for InLanes {
    fn run(
        &self,
        draws: &Draws,
        bodies: Range<u64>,
        watch: &(dyn Fn(u64) -> bool + Sync),
    ) -> Option<Vec<End>> {
        let mut ends = Vec::new();
        let mut first = bodies.start;
        while first < bodies.end {
            let batch = first..bodies.end.min(first + BATCH);
            first = batch.end;
            let taken = match draws.scenario().plan.precision {
                Precision::Double => together::<f64>(draws, &batch, watch),
                Precision::Single => together::<f32>(draws, &batch, watch),
                Precision::Refined => None,
            };
            ends.extend(match taken {
                Some(ends) => ends?,
                None => BodyByBody.run(draws, batch, watch)?,
            });
        }
        Some(ends)
    }
}

/// A body before it goes.
struct Ready<S> {
    shape: Shape,
    inertia: Inertia<S>,
    state: State<S>,
    units: RunUnits,
    epoch: f64,
}

impl<S: EnsembleScalar + Computed> Ready<S> {
    /// None of a body that cannot be, whose reason is found by itself.
    fn new(quick: &mut Quick, draws: &Draws, body: u64) -> Option<Self> {
        let (shape, start) = quick.start(draws, body).ok()?;
        // Those side by side have one unit of time.
        let units = draws.scenario().problem.units;
        let units = units.with_moment(shape.inertia.moments().max_abs());
        let inertia = inertia_in::<S>(&shape.inertia, units).ok()?;
        let state = start_in::<S>(&shape, &start, units);
        let momentum = state.momentum.to_array().into_iter();
        let finite = momentum.chain([inertia.kinetic_energy(state.momentum)]);
        let ready = Self { shape, inertia, state, units, epoch: start.epoch };
        finite.into_iter().all(S::is_finite).then_some(ready)
    }
}

/// The ends of a batch; none if it does not go in lanes, and none of them if it was stopped.
fn together<S: EnsembleScalar + Computed>(
    draws: &Draws,
    batch: &Range<u64>,
    watch: &(dyn Fn(u64) -> bool + Sync),
) -> Option<Option<Vec<End>>> {
    let (scenario, quick) = (draws.scenario(), draws.quick()?);
    let SampleSpacing::Steps { steps, .. } = scenario.schedule.pace else { return None };
    if scenario.plan.accuracy.is_some() {
        return None;
    }
    let ready: Vec<Option<Ready<S>>> = batch
        .clone()
        .into_par_iter()
        .map_init(|| quick.clone(), |quick, body| Ready::new(quick, draws, body))
        .collect();
    let bodies = Bodies::new(ready.iter().flatten().map(|ready| (ready.inertia, ready.state)));
    let mut ensemble = ensemble_of(draws, bodies)?;
    let step = scenario.schedule.step;
    let h = S::from_f64(scenario.problem.units.to_run(step, Dimension::TIME));
    let mut left = steps;
    while left > 0 {
        let block = left.min(BLOCK);
        ensemble.advance(h, block).ok()?;
        left -= block;
        if !watch(block * ensemble.len() as u64) {
            return Some(None);
        }
    }
    Some(ends(draws, batch, &ready, &ensemble, steps))
}

/// Bodies that are to go, if they go in lanes.
fn ensemble_of<S: EnsembleScalar + Computed>(
    draws: &Draws,
    bodies: Bodies<S>,
) -> Option<Ensemble<S>> {
    let scenario = draws.scenario();
    // Those side by side have one time.
    if draws.ensemble().varied.iter().any(|varied| varied.key == "initial.time") {
        return None;
    }
    let mut ensemble = Ensemble::new(&scenario.method, bodies).ok()?;
    if !scenario.problem.torques.is_empty() {
        // The torques of other shapes are others.
        if draws.varies_body() {
            return None;
        }
        let models = scenario.torque_in::<S>(scenario.problem.units).ok()?.models()?;
        ensemble = ensemble.pushed_by(EnsembleTorques::new(&models).ok()?).ok()?;
    }
    let arithmetic = if draws.ensemble().fast { Arithmetic::Fast } else { Arithmetic::Portable };
    let ensemble = ensemble.with(arithmetic);
    if ensemble.has_matrices() { ensemble.as_matrices().ok() } else { Some(ensemble) }
}

/// What became of them; those that failed are looked at one by one, for the reason.
fn ends<S: EnsembleScalar + Computed>(
    draws: &Draws,
    batch: &Range<u64>,
    ready: &[Option<Ready<S>>],
    ensemble: &Ensemble<S>,
    steps: u64,
) -> Option<Vec<End>> {
    let mut gone = 0;
    let places: Vec<Option<(usize, &Ready<S>)>> = ready
        .iter()
        .map(|ready| {
            let ready = ready.as_ref()?;
            gone += 1;
            Some((gone - 1, ready))
        })
        .collect();
    let failed =
        |index: usize| ensemble.failed().binary_search_by_key(&index, |failed| failed.body).is_ok();
    let sampler = Sampler::new(draws.scenario());
    places
        .into_par_iter()
        .enumerate()
        .map_init(
            || sampler.clone(),
            |sampler, (index, place)| {
                let body = batch.start + index as u64;
                let gone = place.filter(|(index, _)| !failed(*index));
                let end = gone
                    .and_then(|(index, ready)| end(sampler, ready, &ensemble.state(index)?, steps));
                end.or_else(|| BodyByBody.run(draws, body..body + 1, &|_| true)?.pop())
            },
        )
        .collect()
}

/// None where the state is no state.
fn end<S: EnsembleScalar + Computed>(
    sampler: &mut Sampler,
    ready: &Ready<S>,
    state: &State<S>,
    steps: u64,
) -> Option<End> {
    let found: RunState = run_state(state, ready.units);
    let numbers = found.attitude.into_iter().chain(found.momentum);
    if !numbers.chain([found.time]).all(f64::is_finite) {
        return None;
    }
    sampler.look_at(&ready.shape, ready.epoch);
    let begun = run_state(&ready.state, ready.units);
    Some(End::new(&sampler.sample(&begun), &sampler.sample(&found), steps))
}
