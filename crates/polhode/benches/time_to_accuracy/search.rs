//! The cheapest setting that is accurate enough, and what it costs.

use cpu_time::ThreadTime;
use polhode::Rotation;
use std::hint::black_box;

/// What a setting costs and how much it errs.
#[derive(Clone, Copy)]
pub(crate) struct Point {
    /// Number of steps, or tolerance.
    pub(crate) setting: f64,
    pub(crate) error: f64,
    /// CPU seconds, once measured.
    pub(crate) cost: Option<f64>,
}

/// A method on a problem, from coarse settings to fine ones.
pub(crate) struct Curve {
    pub(crate) name: String,
    pub(crate) points: Vec<Point>,
}

impl Curve {
    /// Tries settings until three in a row reach the finest target.
    pub(crate) fn trace(
        name: &str,
        settings: impl Iterator<Item = f64>,
        finest: f64,
        mut error_at: impl FnMut(f64) -> f64,
    ) -> Self {
        let mut points: Vec<Point> = Vec::new();
        for setting in settings {
            points.push(Point { setting, error: error_at(setting), cost: None });
            let last = points.iter().rev().take(3);
            if points.len() >= 3 && last.clone().all(|p| p.error <= finest) {
                break;
            }
        }
        Self { name: name.into(), points }
    }

    /// The first setting that reaches a target with its two finer neighbours.
    pub(crate) fn first_below(&self, target: f64) -> Option<usize> {
        self.points.windows(3).position(|three| three.iter().all(|p| p.error <= target))
    }

    pub(crate) fn least_error(&self) -> f64 {
        self.points.iter().map(|p| p.error).fold(f64::INFINITY, f64::min)
    }
}

/// The least CPU time of a call over batches.
pub(crate) fn cost(mut call: impl FnMut() -> Rotation<f64>) -> f64 {
    const BATCH: f64 = 0.01;
    let mut timed = |count: u32| {
        let begin = ThreadTime::now();
        (0..count).for_each(|_| {
            black_box(call());
        });
        begin.elapsed().as_secs_f64() / f64::from(count)
    };
    let once = timed(1).min(timed(1)).max(1e-8);
    let count = (BATCH / once).clamp(1.0, 100_000.0) as u32;
    (0..9).map(|_| timed(count)).fold(f64::INFINITY, f64::min)
}
