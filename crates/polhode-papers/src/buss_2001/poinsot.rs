//! Figure 1: the inertia ellipsoid rolls on the invariable plane.

use super::prism;
use crate::Effort;
use crate::laboratory::{free, inertia};
use crate::outcome::{Claim, Outcome};
use polhode::{Rotation, State, Vec3};
use polhode_lab::figure::{Axis, Figure, Mark, Panel, PlotSeries};
use polhode_lab::listed::Listed;

/// A rounder body than that of section 6, whose polhode would be too small to be seen.
const MOMENTS: [f64; 3] = [1.0, 1.9, 2.6];
/// The momentum in the body; in space it points down.
const MOMENTUM: [f64; 3] = [1.0, 0.5, 1.0];

/// The motion, as seen in Poinsot's construction.
struct Poinsot {
    moments: [f64; 3],
    states: Vec<State<f64>>,
}

/// Down in space.
const DOWN: [f64; 3] = [0.0, 0.0, -1.0];

impl Poinsot {
    fn new(moments: [f64; 3], momentum: Vec3<f64>, h: f64, steps: u64) -> Self {
        let unit = momentum * (1.0 / momentum.norm());
        let axis = unit.cross(Vec3::from_f64(DOWN));
        let down = Rotation::from_parts(1.0 + unit.dot(Vec3::from_f64(DOWN)), axis).normalized();
        let mut run = free("exact", moments, State::new(down, momentum));
        let mut states = vec![*run.state()];
        for _ in 0..steps {
            states.push(prism::after(&mut *run, h, 1));
        }
        Self { moments, states }
    }
    fn energy(&self, state: &State<f64>) -> f64 {
        inertia(self.moments).kinetic_energy(state.momentum)
    }
    /// rho = nu/sqrt(2E), in the body.
    fn rho(&self, state: &State<f64>) -> Vec3<f64> {
        inertia(self.moments).rates(state.momentum) * (1.0 / (2.0 * self.energy(state)).sqrt())
    }
    /// The same in space.
    fn contact(&self, state: &State<f64>) -> Vec3<f64> {
        state.attitude.apply(self.rho(state))
    }
    /// The largest of something over the motion.
    fn worst(&self, of: impl Fn(&State<f64>) -> f64) -> f64 {
        self.states.iter().map(of).fold(0.0, f64::max)
    }
    /// The length of a curve that rho runs through.
    fn length(&self, of: impl Fn(&State<f64>) -> Vec3<f64>) -> f64 {
        self.states.windows(2).map(|pair| (of(&pair[1]) - of(&pair[0])).norm()).sum()
    }
}

pub(super) fn run(_: &Effort) -> Outcome {
    let prism = Poinsot::new(prism::MOMENTS, prism::start().momentum, 1e-5, 20_000);
    let round = Poinsot::new(MOMENTS, Vec3::from_f64(MOMENTUM), 0.05, 1400);
    Outcome {
        claims: claims(&prism),
        figures: vec![figure(&round)],
        notes: vec![
            "The claims are measured on the body of section 6; its polhode is a small loop \
                     about the long axis, so a rounder body is drawn."
                .into(),
        ],
        ..Outcome::default()
    }
}

fn claims(motion: &Poinsot) -> Vec<Claim> {
    let j = Vec3::from_f64(motion.moments);
    let energy = motion.energy(&motion.states[0]);
    let length = motion.states[0].momentum.norm();
    let squared = |v: Vec3<f64>| v.component_mul(v);
    let on = motion.worst(|s| (j.dot(squared(motion.rho(s))) - 1.0).abs());
    let plane = motion.worst(|s| {
        (motion.contact(s).dot(Vec3::from_f64(DOWN)) - (2.0 * energy).sqrt() / length).abs()
    });
    let second = motion.worst(|s| {
        let ratio =
            j.component_mul(j).dot(squared(motion.rho(s))) * 2.0 * energy / (length * length);
        (ratio - 1.0).abs()
    });
    let slip = motion.length(|s| motion.rho(s)) / motion.length(|s| motion.contact(s)) - 1.0;
    let rho = motion.rho(&motion.states[0]);
    let product = rho.dot(motion.states[0].momentum);
    let returns = {
        let half = motion.states.len() / 50;
        let near = |s: &State<f64>| (motion.rho(s) - rho).norm();
        motion.states[half..].iter().map(near).fold(f64::INFINITY, f64::min)
    };
    let size = motion.worst(|s| (motion.rho(s) - rho).norm());
    vec![
        Claim::new(
            "(12): rho lies on the inertia ellipsoid, rho . J rho = 1",
            on < 1e-14,
            format!("off by {on:.1e} at most"),
        ),
        Claim::new(
            "(15): rho . L_bd = sqrt(2E): the ellipsoid touches a plane that stays",
            // 20,000 steps, each rounded.
            plane < 3e-13,
            format!("the height varies by {plane:.1e}, relative"),
        ),
        Claim::new(
            "(16): the polhode lies on a second ellipsoid, sum of J^2 rho^2 = L^2/(2E)",
            second < 1e-13,
            format!("relative {second:.1e}"),
        ),
        Claim::new(
            "The polhode is a closed loop",
            returns < 1e-3 * size,
            format!(
                "rho comes back to {returns:.1e} of where it was, in steps of a loop {size:.1e} wide"
            ),
        ),
        Claim::new(
            "It rolls without slipping on the herpolhode",
            slip.abs() < 1e-4,
            format!("lengths of both differ by {slip:.1e}, relative"),
        ),
        Claim::new(
            "After (15): E = (rho . L_bd/2)^2",
            (product * product / 4.0 / energy - 1.0).abs() < 1e-9,
            format!("(rho . L_bd/2)^2 = {:.4}, E = {energy:.4}", product * product / 4.0),
        )
        .refuted("E = (rho . L_bd)^2/2, by (15) itself"),
    ]
}

/// Where the eye looks to, and what is right and up for it: a little above the plane.
fn eye() -> [Vec3<f64>; 3] {
    let ((sin, cos), (turn_sin, turn_cos)) = (0.38f64.sin_cos(), 1.5f64.sin_cos());
    [
        Vec3::new(turn_sin * cos, turn_cos * cos, -sin),
        Vec3::new(turn_cos, -turn_sin, 0.0),
        Vec3::new(turn_sin * sin, turn_cos * sin, cos),
    ]
}

fn seen(v: Vec3<f64>) -> (f64, f64) {
    let [_, right, up] = eye();
    (right.dot(v), up.dot(v))
}

fn figure(motion: &Poinsot) -> Figure {
    let line = |label: &str, mark: Mark, colour: usize, points: Vec<(f64, f64)>| PlotSeries {
        label: label.into(),
        mark,
        colour,
        points,
    };
    let start = &motion.states[0];
    let contact = motion.contact(start);
    let mut series = ellipsoid(motion, start);
    let corner = |x: f64, y: f64| seen(Vec3::new(x, y, contact.z));
    let plane = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0)];
    series.push(line("invariable plane", Mark::Line, 7, plane.map(|(x, y)| corner(x, y)).into()));
    let polhode = motion.states.iter().map(|s| seen(start.attitude.apply(motion.rho(s))));
    let herpolhode: Vec<Vec3<f64>> = motion.states.iter().map(|s| motion.contact(s)).listed();
    series.push(line("herpolhode", Mark::Line, 0, herpolhode.iter().map(|v| seen(*v)).listed()));
    series.push(line("polhode", Mark::Line, 1, polhode.listed()));
    let below = seen(Vec3::new(0.0, 0.0, contact.z));
    series.push(line("direction of L", Mark::Dashes, 6, vec![(0.0, 0.0), below]));
    series.push(line("rho", Mark::Circles, 6, vec![(0.0, 0.0), seen(contact)]));
    let view = Panel {
        title: "the ellipsoid on the plane; the momentum points down".into(),
        x: Axis::linear("").within(-1.4, 2.3),
        y: Axis::linear(""),
        series,
        equal: true,
    };
    let above = Panel {
        title: "the herpolhode from above".into(),
        x: Axis::linear("x"),
        y: Axis::linear("y"),
        series: vec![line("", Mark::Line, 0, herpolhode.iter().map(|v| (v.x, v.y)).listed())],
        equal: true,
    };
    Figure {
        title: "Figure 1".into(),
        caption:
            "Inertia ellipsoid, invariable plane, polhode and herpolhode, from a computed motion \
                  (J = (1, 1.9, 2.6), L_bd = (1, 0.5, 1))."
                .into(),
        panels: vec![view, above],
    }
}

/// Its outline, and its lines of equal body coordinates that the eye sees.
fn ellipsoid(motion: &Poinsot, at: &State<f64>) -> Vec<PlotSeries> {
    let j: Vec3<f64> = Vec3::from_f64(motion.moments);
    let point = |u: Vec3<f64>| at.attitude.apply(u.zip(j, |u, j| u / j.sqrt()));
    // The normal is J rho; towards the eye it is seen.
    let roots = j.map(f64::sqrt);
    let ahead = at.attitude.apply_inverse(eye()[0]).component_mul(roots);
    let visible = |u: Vec3<f64>| ahead.dot(u) < 0.0;
    let mut all = Vec::new();
    let mut add = |curve: Vec<Vec3<f64>>| {
        let mut piece = Vec::new();
        for u in curve {
            if visible(u) {
                piece.push(seen(point(u)));
            } else if !piece.is_empty() {
                all.push(std::mem::take(&mut piece));
            }
        }
        all.push(piece);
    };
    let circle = |k: i32, of: &dyn Fn(f64) -> Vec3<f64>| -> Vec<Vec3<f64>> {
        (0..=k).map(|i| of(std::f64::consts::TAU * f64::from(i) / f64::from(k))).listed()
    };
    for k in 0..6 {
        let a = std::f64::consts::PI * f64::from(k) / 6.0;
        add(circle(180, &|t| Vec3::new(t.cos() * a.cos(), t.cos() * a.sin(), t.sin())));
        let b = a - std::f64::consts::FRAC_PI_2 + 0.26;
        add(circle(180, &|t| Vec3::new(b.cos() * t.cos(), b.cos() * t.sin(), b.sin())));
    }
    let [a, b] = across(ahead);
    let outline = circle(180, &|t| a * t.cos() + b * t.sin()).into_iter().map(|u| seen(point(u)));
    let line = |label: &str, mark: Mark, points: Vec<(f64, f64)>| PlotSeries {
        label: label.into(),
        mark,
        colour: 4,
        points,
    };
    let pieces = all.into_iter().filter(|points| points.len() > 1);
    let outline = line("inertia ellipsoid", Mark::Line, outline.listed());
    [outline].into_iter().chain(pieces.map(|points| line("", Mark::Dashes, points))).listed()
}

/// Two unit vectors at right angles to a vector and to each other.
fn across(v: Vec3<f64>) -> [Vec3<f64>; 2] {
    let unit = |v: Vec3<f64>| v * (1.0 / v.norm());
    let a = unit(v.cross(Vec3::new(0.3, 0.5, 0.8)));
    [a, unit(v.cross(a))]
}
