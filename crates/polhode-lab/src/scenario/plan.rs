//! `[run]` and `[output]`: how many steps of which length, and what is kept.

use crate::document::Node;
use crate::problem::Problem;
use polhode::catalogue::MethodName;

/// How far a ratio may be from a whole number and count as one.
const WHOLE: f64 = 1e-9;
/// More steps cannot be counted exactly in a double, and at ten million a second
/// would take 28 years.
const MOST_STEPS: f64 = 9_007_199_254_740_992.0;
/// If nothing is said about samples.
const SAMPLES: u64 = 1000;

/// Steps and samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// How long; negative is backwards.
    pub duration: f64,
    /// The length of a step, with the sign of the duration; of a method whose steps
    /// vary the largest, and that may be all of the duration if they follow a tolerance.
    pub step: f64,
    /// The step that the file asked for, where it was shortened to fit.
    pub asked: Option<f64>,
    /// When samples are taken.
    pub pace: Pace,
}

/// When samples are taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pace {
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

impl Plan {
    /// How many samples there will be, with that of the start and that of the end.
    #[must_use]
    pub fn samples(&self) -> u64 {
        1 + match self.pace {
            Pace::Steps { steps, every } => steps.div_ceil(every),
            Pace::Times { samples, .. } => samples,
        }
    }
    /// How many steps there will be, where that is known before.
    #[must_use]
    pub fn steps(&self) -> Option<u64> {
        match self.pace {
            Pace::Steps { steps, .. } => Some(steps),
            Pace::Times { .. } => None,
        }
    }
    /// The time since the start of a sample by its number, where steps vary.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "below 2^53")]
    pub fn time_of(&self, sample: u64) -> f64 {
        match self.pace {
            Pace::Times { samples, every } if sample < samples => sample as f64 * every,
            _ => self.duration,
        }
    }
}

pub(super) fn read(
    run: &Node,
    output: Option<&Node>,
    method: &MethodName,
) -> Result<Plan, Problem> {
    let duration = run.get("duration").map_or(f64::NAN, Node::number);
    if duration == 0.0 {
        let span = run.get("duration").map(|value| value.span.clone());
        let message = "`run.duration` is 0; nothing would happen";
        let remedy = "give a time; a negative one runs backwards";
        return Err(Problem::at(span, message, remedy));
    }
    let Some(node) = run.get("step") else {
        if method.tolerance().is_some() {
            return varying(duration, duration.abs(), &Samples::read(output)?);
        }
        let message = "`run.step` is missing";
        let remedy = "say how long a step is; write for example step = 0.001";
        return Err(Problem::at(run.span.clone(), message, remedy));
    };
    let asked = node.number();
    if asked <= 0.0 {
        let message = format!("`run.step` is {}; it must be positive", node.print());
        let remedy = "a negative duration runs backwards, the step has no sign";
        return Err(Problem::at(node.span.clone(), message, remedy));
    }
    let ratio = duration.abs() / asked;
    if ratio >= MOST_STEPS {
        let years = (ratio / 1e7 / 3.156e7).min(1e10);
        let message = format!(
            "`run.duration` / `run.step` is {ratio:.3e} steps; even at ten million a second they \
             take at least {years:.0} years"
        );
        let remedy = "take a larger step or a shorter duration; for a free body `exact` takes one \
                      step of any length";
        return Err(Problem::at(node.span.clone(), message, remedy));
    }
    let samples = Samples::read(output)?;
    if method.steps_vary() {
        return varying(duration, asked, &samples);
    }
    fixed(duration, asked, &samples)
}

/// What `[output]` says of samples.
enum Samples<'a> {
    Default,
    EverySteps(&'a Node),
    Every(&'a Node),
}

impl<'a> Samples<'a> {
    fn read(output: Option<&'a Node>) -> Result<Self, Problem> {
        let get = |key| output.and_then(|output| output.get(key));
        match (get("every"), get("every_steps")) {
            (None, None) => Ok(Self::Default),
            (None, Some(steps)) => Ok(Self::EverySteps(steps)),
            (Some(_), Some(second)) => {
                let message = "`output` has both `every` and `every_steps`";
                Err(Problem::at(second.span.clone(), message, "give one of them"))
            }
            (Some(every), None) if every.number() > 0.0 => Ok(Self::Every(every)),
            (Some(every), None) => {
                let message = format!("`output.every` is {}; it must be positive", every.print());
                Err(Problem::at(every.span.clone(), message, "give the time between samples"))
            }
        }
    }
}

/// Is the ratio a whole number, from 1?
fn is_whole(ratio: f64) -> bool {
    ratio > 0.5 && (ratio - ratio.round()).abs() <= WHOLE * ratio.max(1.0)
}

/// The largest step up to the one asked for of which a whole number fits.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 1 to 2^53")]
fn fixed(duration: f64, asked: f64, samples: &Samples<'_>) -> Result<Plan, Problem> {
    let ratio = duration.abs() / asked;
    let fits = is_whole(ratio);
    let steps = if fits { ratio.round() } else { ratio.ceil() }.max(1.0);
    let exact = duration.abs() / steps;
    // 0.3/3 is not 0.1, but nobody wants to know.
    let near = (exact - asked).abs() <= 2.0 * f64::EPSILON * asked;
    let step = if fits && near { asked } else { exact };
    let asked = (!fits).then_some(asked);
    let every = match samples {
        Samples::Default => (steps as u64).div_ceil(SAMPLES),
        Samples::EverySteps(node) => node.number() as u64,
        Samples::Every(node) => {
            let ratio = node.number() / step;
            if !is_whole(ratio) {
                return Err(between_steps(node, duration, step, asked));
            }
            ratio.round().min(steps) as u64
        }
    };
    let pace = Pace::Steps { steps: steps as u64, every };
    Ok(Plan { duration, step: step.copysign(duration), asked, pace })
}

fn between_steps(node: &Node, duration: f64, step: f64, asked: Option<f64>) -> Problem {
    let ratio = node.number() / step;
    let shortened = asked.map_or(String::new(), |_| {
        format!(" (shortened so that a whole number of them is {duration:?})")
    });
    let message = format!(
        "`output.every` is {}, which is {ratio:.6} steps of {step:?}{shortened}; it must be a whole \
         number of steps",
        node.print()
    );
    let fitting = node.number() / ratio.ceil().max(1.0);
    let remedy = format!("take for example step = {fitting:?}, or every_steps");
    Problem::at(node.span.clone(), message, remedy)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 1 to 2^53")]
#[expect(clippy::cast_precision_loss, reason = "a thousand")]
fn varying(duration: f64, step: f64, samples: &Samples<'_>) -> Result<Plan, Problem> {
    let every = match samples {
        Samples::Default => duration.abs() / SAMPLES as f64,
        Samples::Every(node) => node.number(),
        Samples::EverySteps(node) => {
            let message = "`output.every_steps` is given; the steps of this method vary";
            let remedy = "give the time between samples: output.every";
            return Err(Problem::at(node.span.clone(), message, remedy));
        }
    };
    let ratio = duration.abs() / every;
    if ratio >= MOST_STEPS {
        let message = format!("`run.duration` / `output.every` is {ratio:.3e} samples");
        let span = if let Samples::Every(node) = samples { Some(node.span.clone()) } else { None };
        return Err(Problem::at(span, message, "take fewer samples"));
    }
    let count = if is_whole(ratio) { ratio.round() } else { ratio.ceil() };
    let pace = Pace::Times { samples: count as u64, every: every.copysign(duration) };
    Ok(Plan { duration, step: step.copysign(duration), asked: None, pace })
}
