//! Poinsot's picture: w / sqrt(2 T) is a point of the inertia ellipsoid, which rolls on a plane.
//! The path of the point on the ellipsoid is the polhode, that on the plane the herpolhode.

use crate::figure::{Figure, GREY, INK, Mark, Panel, PlotAxis, PlotSeries};
use crate::listed::Listed;
use crate::sample::Sample;
use crate::scenario::Shape;
use polhode::geometry::Vec3;
use polhode::real::Real;
use std::f64::consts::TAU;

/// From where the ellipsoid is seen, in principal axes: to the right, upwards, to the eye.
struct Viewpoint {
    right: Vec3<f64>,
    up: Vec3<f64>,
    eye: Vec3<f64>,
}

impl Viewpoint {
    fn new() -> Self {
        let (azimuth, elevation) = (0.6_f64, 0.4_f64);
        let (s, c) = Real::sin_cos(azimuth);
        let (se, ce) = Real::sin_cos(elevation);
        Self {
            right: Vec3::new(-s, c, 0.0),
            up: Vec3::new(-c * se, -s * se, ce),
            eye: Vec3::new(c * ce, s * ce, se),
        }
    }
    fn flat(&self, point: Vec3<f64>) -> (f64, f64) {
        (point.dot(self.right), point.dot(self.up))
    }
}

/// The points x of the ellipsoid, x.I x = 1.
struct Ellipsoid {
    moments: Vec3<f64>,
    view: Viewpoint,
}

impl Ellipsoid {
    /// Is a point on the near side? The normal there is I x.
    fn is_near(&self, point: Vec3<f64>) -> bool {
        point.component_mul(self.moments).dot(self.view.eye) >= 0.0
    }
    /// The edge of what is seen: the points whose tangent plane goes through the eye.
    fn outline(&self) -> Vec<(f64, f64)> {
        let inverse = self.moments.map(f64::recip);
        let point = |k: u32| {
            let (s, c) = Real::sin_cos(TAU * f64::from(k) / 180.0);
            let direction = self.view.right * c + self.view.up * s;
            let support = direction.component_mul(inverse);
            self.view.flat(support / support.dot(direction).sqrt())
        };
        (0..=180).map(point).listed()
    }
    /// The polhode |I x|^2 = d, both parts of it.
    fn polhodes(&self, d: f64) -> [Vec<Vec3<f64>>; 2] {
        let i = self.moments.to_array();
        let mut order = [0, 1, 2];
        order.sort_by(|&a, &b| i[a].total_cmp(&i[b]));
        // It goes round the axis of the largest moment, or of the least.
        let round = if d > i[order[1]] { order[2] } else { order[0] };
        let [a, b] = if round == order[2] { [order[0], order[1]] } else { [order[1], order[2]] };
        let radius = |j: usize| ((i[round] - d) / (i[j] * (i[round] - i[j]))).max(0.0).sqrt();
        let at = |k: u32, sign: f64| {
            let (s, c) = Real::sin_cos(TAU * f64::from(k) / 240.0);
            let mut x = [0.0; 3];
            (x[a], x[b]) = (radius(a) * c, radius(b) * s);
            let rest = (1.0 - i[a] * x[a] * x[a] - i[b] * x[b] * x[b]) / i[round];
            x[round] = sign * rest.max(0.0).sqrt();
            Vec3::from(x)
        };
        [1.0, -1.0].map(|sign| (0..=240).map(|k| at(k, sign)).listed())
    }
    /// A path in pieces, near and far ones.
    fn pieces(&self, path: &[Vec3<f64>]) -> Vec<(bool, Vec<(f64, f64)>)> {
        let mut pieces: Vec<(bool, Vec<(f64, f64)>)> = Vec::new();
        for &point in path {
            let (near, place) = (self.is_near(point), self.view.flat(point));
            match pieces.last_mut() {
                Some((side, places)) if *side == near => places.push(place),
                Some((_, places)) => {
                    // Pieces meet.
                    let from = places.last().copied();
                    pieces.push((near, from.into_iter().chain([place]).listed()));
                }
                None => pieces.push((near, vec![place])),
            }
        }
        pieces
    }
    fn drawn(&self, path: &[Vec3<f64>], label: &str, colour: usize, far: bool) -> Vec<PlotSeries> {
        let mut label = label.to_owned();
        let pieces = self.pieces(path).into_iter().filter(|(near, _)| *near || far);
        let pieces = pieces.map(|(near, points)| PlotSeries {
            label: if near { std::mem::take(&mut label) } else { String::new() },
            mark: if !near {
                Mark::Dashes
            } else if colour == GREY {
                Mark::Thin
            } else {
                Mark::Line
            },
            colour,
            points,
        });
        pieces.listed()
    }
}

/// The path of the angular velocity on the inertia ellipsoid, among its neighbours.
#[must_use]
pub fn polhode(body: &Shape, samples: &[Sample]) -> Figure {
    let moments = body.inertia.moments();
    // Of a size near one, whatever the unit.
    let scale = (moments.x + moments.y + moments.z) / 3.0;
    let ellipsoid = Ellipsoid { moments: moments / scale, view: Viewpoint::new() };
    let [low, middle, high] = {
        let mut sorted = ellipsoid.moments.to_array();
        sorted.sort_by(f64::total_cmp);
        sorted
    };
    let mut series = vec![PlotSeries {
        mark: Mark::Line,
        colour: INK,
        points: ellipsoid.outline(),
        ..PlotSeries::default()
    }];
    let between = |from: f64, to: f64, part: f64| from + (to - from) * part;
    if high > low {
        let levels = [0.15, 0.5, 0.85].into_iter();
        let levels =
            levels.flat_map(|part| [between(low, middle, part), between(middle, high, part)]);
        for path in levels.flat_map(|d| ellipsoid.polhodes(d)) {
            series.extend(ellipsoid.drawn(&path, "", GREY, false));
        }
    }
    let mut name = "separatrix";
    if low < middle && middle < high {
        for path in ellipsoid.polhodes(middle) {
            series.extend(ellipsoid.drawn(&path, name, 1, false));
            name = "";
        }
    }
    let path: Vec<Vec3<f64>> = samples.iter().filter_map(|sample| point(sample, body)).listed();
    let path: Vec<Vec3<f64>> = path.into_iter().map(|x| x * scale.sqrt()).listed();
    series.extend(ellipsoid.drawn(&path, "this motion", 0, true));
    let panel = Panel {
        title: "Polhode on the inertia ellipsoid".into(),
        series,
        equal: true,
        ..Panel::default()
    };
    Figure {
        title: "Polhode".into(),
        caption:
            "The angular velocity over the root of twice the kinetic energy is a point of the \
                  inertia ellipsoid; its path, among others. What is behind is dashed."
                .into(),
        panels: vec![panel],
    }
}

/// w / sqrt(2 T) in principal axes, if the body turns.
fn point(sample: &Sample, body: &Shape) -> Option<Vec3<f64>> {
    let size = (2.0 * sample.kinetic_energy).sqrt();
    (size > 0.0).then(|| body.principal_axes.apply_inverse(sample.rates) / size)
}

/// The path of the same point on the plane on which the ellipsoid of a free body rolls.
#[must_use]
pub fn herpolhode(samples: &[Sample]) -> Figure {
    let places = on_plane(samples);
    let radii = places.iter().map(|(x, y)| x.hypot(*y));
    let (least, most) = radii.fold((f64::INFINITY, 0.0_f64), |(a, b), r| (a.min(r), b.max(r)));
    let circle = |radius: f64| {
        let point = |k: u32| {
            let (s, c) = Real::sin_cos(TAU * f64::from(k) / 180.0);
            (radius * c, radius * s)
        };
        let points = (0..=180).map(point).listed();
        PlotSeries { mark: Mark::Dashes, colour: GREY, points, ..PlotSeries::default() }
    };
    let mut series = Vec::new();
    if most > 0.0 {
        series.extend([circle(least), circle(most)]);
    }
    series.push(PlotSeries { points: places, ..PlotSeries::default() });
    let axis = || PlotAxis::linear("w / sqrt(2 T), across the momentum");
    let panel = Panel {
        title: "Herpolhode on the invariable plane".into(),
        x: axis(),
        y: axis(),
        series,
        equal: true,
    };
    Figure {
        title: "Herpolhode".into(),
        caption:
            "The path of the same point on the plane across the angular momentum, between two \
                  circles."
                .into(),
        panels: vec![panel],
    }
}

/// Coordinates of w / sqrt(2 T) across the momentum.
fn on_plane(samples: &[Sample]) -> Vec<(f64, f64)> {
    let Some(first) = samples.first() else { return Vec::new() };
    let size = first.momentum_space.norm();
    if size.is_nan() || size <= 0.0 {
        return Vec::new();
    }
    let up = first.momentum_space / size;
    // The axis of space that is farthest from it gives the direction to the right.
    let axes = [Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 1.0, 0.0), Vec3::new(0.0, 0.0, 1.0)];
    let far = axes.into_iter().min_by(|a, b| a.dot(up).abs().total_cmp(&b.dot(up).abs()));
    let far = far.unwrap_or(axes[0]);
    let right = far - up * far.dot(up);
    let right = right / right.norm();
    let back = up.cross(right);
    let place = |sample: &Sample| {
        let w = sample.attitude.apply(sample.rates) / (2.0 * sample.kinetic_energy).sqrt();
        (w.dot(right), w.dot(back))
    };
    samples.iter().map(place).listed()
}
