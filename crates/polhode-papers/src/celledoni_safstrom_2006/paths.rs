//! Paths of a unit vector on its sphere: how they are drawn, and how far two are from each other.

use super::problems::{TestProblem, largest, seen_vertical};
use polhode::Vec3;
use polhode::real::Real;
use polhode_lab::figure::{Mark, Panel, PlotAxis, PlotSeries};
use polhode_lab::listed::Listed;

/// A run as figures 4, 5, 7 and 8 show it.
#[derive(Clone, Debug)]
pub(super) struct Journey {
    pub(super) label: &'static str,
    pub(super) h: f64,
    /// Q e3 after each step.
    pub(super) path: Vec<Vec3<f64>>,
    /// H - H0 after each step.
    pub(super) energy: Vec<f64>,
}

impl Journey {
    pub(super) fn new(
        problem: &TestProblem,
        (label, method): (&'static str, &str),
        h: f64,
        end: f64,
    ) -> Self {
        let states = problem.follow(method, h, end);
        let path = states.iter().map(seen_vertical).listed();
        Self { label, h, path, energy: problem.energy_errors(&states) }
    }
    /// Where it is after each `spacing`, a multiple of its step.
    pub(super) fn every(&self, spacing: f64) -> Vec<Vec3<f64>> {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a whole number"
        )]
        let stride = (spacing / self.h).round() as usize;
        self.path.iter().skip(stride - 1).step_by(stride).copied().listed()
    }
    /// The path as MATLAB shows three dimensions if nothing is said, with the outline of the sphere.
    pub(super) fn path_panel(&self) -> Panel {
        let outline = (0..=90).map(|i| {
            let (sin, cos) = Real::sin_cos(f64::from(i) * 4.0f64.to_radians());
            (cos, sin)
        });
        let outline = PlotSeries {
            mark: Mark::Line,
            colour: 7,
            points: outline.listed(),
            ..PlotSeries::default()
        };
        let points = self.path.iter().map(|&point| seen_from_the_side(point)).listed();
        let path = PlotSeries { mark: Mark::Dots, colour: 0, points, ..PlotSeries::default() };
        Panel {
            title: format!("{}, h = {}", self.label, self.h),
            x: PlotAxis::linear("").within(-1.05, 1.05),
            y: PlotAxis::linear("").within(-1.05, 1.05),
            series: vec![outline, path],
            equal: true,
        }
    }
    /// The energy error against time, relative to something.
    pub(super) fn energy_panel(&self, label: &str, relative_to: f64) -> Panel {
        let errors: Vec<f64> = self.energy.iter().map(|error| error / relative_to).listed();
        let title = format!("{}, h = {}", self.label, self.h);
        energy_panel(&title, label, &[("", &errors)], self.h)
    }
}

/// Errors of the energy after each step, in units of a power of ten.
pub(super) fn energy_panel(title: &str, label: &str, curves: &[(&str, &[f64])], h: f64) -> Panel {
    let most = curves.iter().map(|(_, errors)| largest(errors)).fold(0.0, f64::max);
    let decade = format!("{most:.0e}").split_once('e').map_or(0, |(_, e)| e.parse().unwrap_or(0));
    let (unit, label) = match decade {
        -2..=3 => (1.0, label.into()),
        _ => (10f64.powi(decade), format!("{label}, in 1e{decade}")),
    };
    let series = |(colour, (name, errors)): (usize, &(&str, &[f64]))| PlotSeries {
        label: (*name).into(),
        mark: Mark::Line,
        colour,
        points: (1u32..).zip(*errors).map(|(n, e)| (f64::from(n) * h, e / unit)).listed(),
    };
    Panel {
        title: title.into(),
        x: PlotAxis::linear("t"),
        y: PlotAxis::linear(&label),
        series: curves.iter().enumerate().map(series).listed(),
        equal: false,
    }
}

/// Azimuth -37.5, elevation 30 degrees.
fn seen_from_the_side(point: Vec3<f64>) -> (f64, f64) {
    let (sin, cos) = Real::sin_cos((-37.5f64).to_radians());
    let across = cos * point.x + sin * point.y;
    let away = cos * point.y - sin * point.x;
    (across, 0.5 * away + 0.75f64.sqrt() * point.z)
}

/// The mean distance of two paths at equal times.
#[expect(clippy::cast_precision_loss, reason = "steps are few")]
pub(super) fn mean_distance(one: &[Vec3<f64>], other: &[Vec3<f64>]) -> f64 {
    let sum: f64 = one.iter().zip(other).map(|(a, b)| (*a - *b).norm()).sum();
    sum / one.len().min(other.len()) as f64
}

/// How unlike two paths are, whatever the times at which they are where: the largest distance of
/// the distributions of their components (Kolmogorov and Smirnov), 0 to 1.
pub(super) fn unlikeness(one: &[Vec3<f64>], other: &[Vec3<f64>]) -> f64 {
    let components: [fn(&Vec3<f64>) -> f64; 3] = [|p| p.x, |p| p.y, |p| p.z];
    let sorted = |path: &[Vec3<f64>], of: fn(&Vec3<f64>) -> f64| {
        let mut values: Vec<f64> = path.iter().map(of).listed();
        values.sort_by(f64::total_cmp);
        values
    };
    let distances = components.map(|of| distance(&sorted(one, of), &sorted(other, of)));
    distances.into_iter().fold(0.0, f64::max)
}

#[expect(clippy::cast_precision_loss, reason = "steps are few")]
fn distance(one: &[f64], other: &[f64]) -> f64 {
    let share = |all: &[f64], value: f64| {
        all.partition_point(|each| *each <= value) as f64 / all.len() as f64
    };
    let apart = |value: &f64| (share(one, *value) - share(other, *value)).abs();
    one.iter().chain(other).map(apart).fold(0.0, f64::max)
}

/// Up to when two paths at equal times are no farther than this from each other.
pub(super) fn together(one: &[Vec3<f64>], other: &[Vec3<f64>], spacing: f64, far: f64) -> f64 {
    let apart = one.iter().zip(other).position(|(a, b)| (*a - *b).norm() > far);
    #[expect(clippy::cast_precision_loss, reason = "steps are few")]
    let count = apart.unwrap_or(one.len().min(other.len())) as f64;
    count * spacing
}
