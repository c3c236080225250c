//! The product's answer to a request: the one place of the reference that knows how it is asked.

use super::extrapolation::Seven;
use super::wide::{ZERO, wide};
use cpu_time::ThreadTime;
use polhode_lab::accuracy::{self, Choice, Promise, Quality, Status};
use polhode_lab::ensemble::{Draws, End, Engine, Failed, InLanes};
use polhode_lab::scenario::SampleSpacing;
use polhode_lab::scenario_run::{RunState, simulate};
use polhode_lab::{Scenario, diagnostic::Report};
use std::error::Error;

/// What a result says of its accuracy.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Standing {
    Verified,
    Unverified,
    Unattainable,
    Failed(String),
}

#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) standing: Standing,
    pub(crate) end: Seven,
    pub(crate) expected: f64,
    pub(crate) setting: String,
    /// Seconds of this thread for the choice and all runs.
    pub(crate) seconds: f64,
}

/// Seconds after which a request is stopped.
const LIMIT: f64 = 60.0;

/// Runs a scenario with a requested accuracy.
pub(crate) fn answer(text: &str, asked: f64) -> Answer {
    let begin = ThreadTime::now();
    let go_on = || begin.elapsed().as_secs_f64() < LIMIT;
    let changes = [format!("run.accuracy={asked:e}")];
    let result = Scenario::parse("generated", text, &changes).and_then(|scenario| {
        let (selected, choice) = accuracy::select_while(&scenario, &|_| go_on())?;
        let start = simulate(&selected)?.state();
        let end = end_state(&selected, &go_on)?;
        let promise = Promise::new(asked, &choice);
        let contradiction = promise.contradiction(&scenario, Some((&start, &end)), None);
        Ok((end, choice, contradiction))
    });
    let seconds = begin.elapsed().as_secs_f64();
    match result {
        Ok((end, choice, contradiction)) => Answer {
            standing: contradiction.map_or_else(|| standing(&choice), Standing::Failed),
            end: seven(&end),
            expected: choice.error,
            setting: choice.setting.to_string(),
            seconds,
        },
        Err(report) => Answer {
            standing: Standing::Failed(report.diagnostic().message.clone()),
            end: [wide(f64::NAN); 7],
            expected: f64::NAN,
            setting: String::new(),
            seconds,
        },
    }
}

fn standing(choice: &Choice) -> Standing {
    match choice.quality {
        Quality::Verified => Standing::Verified,
        Quality::Unverified(_) => Standing::Unverified,
        Quality::Unattainable => Standing::Unattainable,
    }
}

/// The end of a scenario that says its method.
pub(crate) fn end_state(scenario: &Scenario, go_on: &dyn Fn() -> bool) -> Result<RunState, Report> {
    let stopped = |why: String| {
        scenario.problem_with(&["run"], why, "see the problem of the grid".to_owned().into())
    };
    let mut run = simulate(scenario)?;
    let end = scenario.schedule.duration;
    match scenario.schedule.pace {
        SampleSpacing::Steps { steps, .. } => {
            run.advance(steps).map_err(|error| stopped(format!("{error:?}")))?;
            Ok(run.state())
        }
        SampleSpacing::Times { .. } => {
            while !run.advance_past(end, 1000).map_err(|error| stopped(format!("{error:?}")))? {
                if !go_on() {
                    return Err(stopped("the limit of the grid".into()));
                }
            }
            run.state_near(end).map_err(|error| stopped(format!("{error:?}")))
        }
    }
}

/// A state of the product as one of the reference.
pub(crate) fn seven(state: &RunState) -> Seven {
    let mut seven = [ZERO; 7];
    let numbers = state.attitude.iter().chain(&state.momentum);
    seven.iter_mut().zip(numbers).for_each(|(place, number)| *place = wide(*number));
    seven
}

/// A body of an ensemble.
#[derive(Clone, Debug)]
pub(crate) struct BodyAnswer {
    pub(crate) standing: Standing,
    pub(crate) end: Seven,
    /// The numbers that were drawn for it, in the order of the keys.
    pub(crate) drawn: Vec<f64>,
}

/// Runs an ensemble with a requested accuracy.
pub(crate) fn bodies(text: &str, asked: f64) -> Result<Vec<BodyAnswer>, Box<dyn Error>> {
    let scenario = Scenario::parse("generated", text, &[format!("run.accuracy={asked:e}")])?;
    let (draws, _) = Draws::new(&scenario)?;
    let count = draws.ensemble().count;
    let ends = InLanes.run(&draws, 0..count, &|_| true).ok_or("it was stopped")?;
    let body = |(number, end): (u64, End)| {
        let mut drawn = Vec::new();
        draws.numbers(number, &mut drawn);
        let [_, w, x, y, z, _, _, _, a, b, c, ..] = end.numbers;
        let failed = Failed::from_number(end.numbers[End::COLUMNS.len() - 1]);
        let status = end.accuracy.and_then(|accuracy| accuracy.status);
        let standing = match (failed, status) {
            (_, Some(Status::Unattainable)) => Standing::Unattainable,
            (None, Some(Status::Unverified)) => Standing::Unverified,
            (None, Some(Status::Verified)) => Standing::Verified,
            _ => Standing::Failed(end.failure.unwrap_or_default()),
        };
        BodyAnswer { standing, end: [w, x, y, z, a, b, c].map(wide), drawn }
    };
    Ok((0..count).zip(ends).map(body).collect())
}
