//! The steps and samples that follow from a plan.

use super::plan::{Misfit, Plan, Sampling};
use polhode::catalogue::MethodName;

/// How far a ratio may be from a whole number and count as one.
const WHOLE: f64 = 1e-9;
/// More steps cannot be counted exactly in a double, and at ten million a second
/// would take 28 years.
const MOST_STEPS: f64 = 9_007_199_254_740_992.0;

/// Steps and samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schedule {
    /// How long; negative is backwards.
    pub duration: f64,
    /// The length of a step, with the sign of the duration; of a method whose steps
    /// vary the largest, and that may be all of the duration if they follow a tolerance.
    pub step: f64,
    /// The step that the file asked for, where it was shortened to fit.
    pub asked: Option<f64>,
    /// When samples are taken.
    pub pace: SampleSpacing,
}

/// When samples are taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SampleSpacing {
    /// After so many steps.
    Steps {
        /// All steps.
        steps: u64,
        /// Steps between samples.
        every: u64,
    },
    /// After so much time, where steps vary and end when they end.
    Times {
        /// How many samples, without that of the start.
        samples: u64,
        /// Time between them; the last may be sooner.
        every: f64,
    },
}

impl Schedule {
    /// How many samples there will be, with that of the start and that of the end.
    #[must_use]
    pub fn samples(&self) -> u64 {
        1 + match self.pace {
            SampleSpacing::Steps { steps, every } => steps.div_ceil(every),
            SampleSpacing::Times { samples, .. } => samples,
        }
    }
    /// The same plan with no samples but those of start and end.
    #[must_use]
    pub fn without_samples(mut self) -> Self {
        self.pace = match self.pace {
            SampleSpacing::Steps { steps, .. } => SampleSpacing::Steps { steps, every: steps },
            SampleSpacing::Times { .. } => {
                SampleSpacing::Times { samples: 1, every: self.duration }
            }
        };
        self
    }
    /// How many steps there will be, where that is known before.
    #[must_use]
    pub fn steps(&self) -> Option<u64> {
        match self.pace {
            SampleSpacing::Steps { steps, .. } => Some(steps),
            SampleSpacing::Times { .. } => None,
        }
    }
    /// The time since the start of a sample by its number, where steps vary.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "below 2^53")]
    pub fn time_of(&self, sample: u64) -> f64 {
        match self.pace {
            SampleSpacing::Times { samples, every } if sample < samples => sample as f64 * every,
            _ => self.duration,
        }
    }
}

/// Resolves the plan of a run with a method into steps and samples.
pub(super) fn schedule(plan: &Plan, method: &MethodName) -> Result<Schedule, Misfit> {
    let duration = plan.duration;
    let Some(asked) = plan.step else {
        if method.tolerance().is_some() {
            return varying(duration, duration.abs(), plan.sampling);
        }
        let remedy = "say how long a step is; write for example step = 0.001";
        return Err(Misfit::new(&["run"], "`run.step` is missing", remedy));
    };
    let ratio = duration.abs() / asked;
    if ratio >= MOST_STEPS {
        let years = (ratio / 1e7 / 3.156e7).min(1e10);
        let message = format!(
            "`run.duration` / `run.step` is {ratio:.3e} steps; even at ten million a second they \
             take at least {years:.0} years"
        );
        let remedy = "take a larger step or a shorter duration; for a free body `exact` takes one \
                      step of any length";
        return Err(Misfit::new(&["run", "step"], message, remedy));
    }
    if method.steps_vary() {
        return varying(duration, asked, plan.sampling);
    }
    fixed(duration, asked, plan.sampling)
}

/// Is the ratio a whole number, from 1?
fn is_whole(ratio: f64) -> bool {
    ratio > 0.5 && (ratio - ratio.round()).abs() <= WHOLE * ratio.max(1.0)
}

/// The largest step up to the one asked for of which a whole number fits.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 1 to 2^53")]
fn fixed(duration: f64, asked: f64, sampling: Sampling) -> Result<Schedule, Misfit> {
    let ratio = duration.abs() / asked;
    let fits = is_whole(ratio);
    let steps = if fits { ratio.round() } else { ratio.ceil() }.max(1.0);
    let exact = duration.abs() / steps;
    // 0.3/3 is not 0.1, but nobody wants to know.
    let near = (exact - asked).abs() <= 2.0 * f64::EPSILON * asked;
    let step = if fits && near { asked } else { exact };
    let asked = (!fits).then_some(asked);
    let every = match sampling {
        Sampling::Count(count) => (steps as u64).div_ceil(count.max(1)),
        Sampling::EverySteps(every) => every,
        Sampling::Every(every) => {
            let ratio = every / step;
            if !is_whole(ratio) {
                return Err(between_steps(every, duration, step, asked));
            }
            ratio.round().min(steps) as u64
        }
    };
    let pace = SampleSpacing::Steps { steps: steps as u64, every };
    Ok(Schedule { duration, step: step.copysign(duration), asked, pace })
}

fn between_steps(every: f64, duration: f64, step: f64, asked: Option<f64>) -> Misfit {
    let ratio = every / step;
    let shortened = asked.map_or(String::new(), |_| {
        format!(" (shortened so that a whole number of them is {duration:?})")
    });
    let message = format!(
        "`output.every` is {every:?}, which is {ratio:.6} steps of {step:?}{shortened}; it must be a whole \
         number of steps"
    );
    let fitting = every / ratio.ceil().max(1.0);
    let remedy = format!("take for example step = {fitting:?}, or every_steps");
    Misfit::new(&["output", "every"], message, remedy)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 1 to 2^53")]
#[expect(clippy::cast_precision_loss, reason = "some thousands")]
fn varying(duration: f64, step: f64, sampling: Sampling) -> Result<Schedule, Misfit> {
    let every = match sampling {
        Sampling::Count(count) => duration.abs() / count.max(1) as f64,
        Sampling::Every(every) => every,
        Sampling::EverySteps(_) => {
            let message = "`output.every_steps` is given; the steps of this method vary";
            let remedy = "give the time between samples: output.every";
            return Err(Misfit::new(&["output", "every_steps"], message, remedy));
        }
    };
    let ratio = duration.abs() / every;
    if ratio >= MOST_STEPS {
        let message = format!("`run.duration` / `output.every` is {ratio:.3e} samples");
        return Err(Misfit::new(&["output", "every"], message, "take fewer samples"));
    }
    let count = if is_whole(ratio) { ratio.round() } else { ratio.ceil() };
    let pace = SampleSpacing::Times { samples: count as u64, every: every.copysign(duration) };
    Ok(Schedule { duration, step: step.copysign(duration), asked: None, pace })
}
