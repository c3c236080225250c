//! What the closed form knows of a body that is left to itself.

use crate::listed::Listed;
use crate::plot::{Plot, herpolhode, polhode};
use crate::sample::Sample;
use crate::scenario::{Problem, Scenario, Shape};
use crate::scenario_run::{inertia_in, state_in_file, state_in_run};
use crate::significant;
use polhode::exact::{FreeMotion, Mode, Tumble};
use polhode::geometry::{Axis, Vec3};
use polhode::{Body, Inertia, State};
use polhode_bound::{Dimension, RunUnits};
use serde::Serialize;
use std::fmt::Write;

/// The free motion through a state, in numbers. Times are in the unit of the scenario, angles in
/// radians.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Description {
    /// In ascending order.
    pub moments: [f64; 3],
    /// `long-axis`, `short-axis`, `separatrix` or `steady`.
    pub mode: &'static str,
    /// The principal axis that the momentum circles, in body axes.
    pub circled_axis: Option<[f64; 3]>,
    /// Kinetic.
    pub energy: f64,
    /// Size of the angular momentum.
    pub momentum: f64,
    /// Modulus and complementary modulus of the elliptic functions.
    pub modulus: Option<[f64; 2]>,
    /// 2 T I2/m^2 - 1: positive in long-axis modes, negative in short-axis modes.
    pub separatrix_excess: f64,
    /// The least angle between the momentum and the separatrix, in the body.
    pub separatrix_angle: Option<f64>,
    /// After which the momentum is back in the body.
    pub rotation_period: Option<f64>,
    /// After which the nutation is back.
    pub nutation_period: Option<f64>,
    /// In which the circled axis goes round the momentum, on average.
    pub precession_period: Option<f64>,
    /// Least and largest angle between circled axis and momentum.
    pub nutation: Option<[f64; 2]>,
    /// When the component of the momentum along the intermediate axis changes its sign.
    pub flips: Option<Flips>,
}

/// The body turns over.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Flips {
    /// The first after the start.
    pub first: f64,
    /// And so on.
    pub every: f64,
    /// Between flips the intermediate axis comes as near to the momentum as this angle.
    pub nearest: f64,
}

/// The body of a scenario, and how it starts.
#[derive(Clone, Copy, Debug)]
pub struct DescribedMotion {
    body: Shape,
    /// In the units of the run, as the start.
    inertia: Inertia<f64>,
    start: State<f64>,
    units: RunUnits,
}

impl DescribedMotion {
    /// The body of a scenario.
    #[must_use]
    pub fn new(scenario: &Scenario) -> Self {
        let Problem { body, units, .. } = &scenario.problem;
        let inertia = inertia_in(&body.inertia, *units).unwrap_or(body.inertia);
        let start = state_in_run(&crate::scenario_run::start(scenario), *units);
        Self { body: *body, inertia, start, units: *units }
    }

    /// In numbers.
    #[must_use]
    pub fn describe(&self) -> Description {
        let (inertia, momentum) = (&self.inertia, self.start.momentum);
        let tumble = Tumble::new(inertia, momentum);
        let in_file = |x: f64, of| self.units.to_file(x, of);
        let finite = |period: Option<f64>| {
            period
                .filter(|period| period.is_finite())
                .map(|period| in_file(period, Dimension::TIME))
        };
        let axes = self.body.principal_axes;
        Description {
            moments: ascending(inertia.moments())
                .map(|(_, moment)| in_file(moment, Dimension::MOMENT)),
            mode: match tumble.mode() {
                Mode::LongAxis => "long-axis",
                Mode::ShortAxis => "short-axis",
                Mode::Separatrix => "separatrix",
                Mode::Steady => "steady",
            },
            circled_axis: tumble.axis().map(|axis| axes.apply(Vec3::unit(axis)).to_array()),
            energy: in_file(inertia.kinetic_energy(momentum), Dimension::TORQUE),
            momentum: in_file(momentum.norm(), Dimension::MOMENTUM),
            modulus: tumble.modulus().map(|(k, complement)| [k, complement]),
            separatrix_excess: tumble.separatrix_excess(),
            separatrix_angle: tumble.separatrix_angle(),
            rotation_period: finite(tumble.rotation_period()),
            nutation_period: finite(tumble.nutation_period()),
            precession_period: finite(tumble.precession_period()),
            nutation: tumble.nutation_range(),
            flips: self.flips(&tumble),
        }
    }

    /// Polhode and herpolhode of some turns.
    #[must_use]
    pub fn plots(&self) -> Vec<Plot> {
        let samples = self.samples();
        vec![
            Plot { name: "polhode", figure: polhode(&self.body, &samples) },
            Plot { name: "herpolhode", figure: herpolhode(&samples) },
        ]
    }

    fn motion(&self) -> FreeMotion<f64> {
        FreeMotion::new(&self.inertia, self.start)
    }

    /// Along the intermediate axis.
    fn along(&self, motion: &FreeMotion<f64>, axis: Axis, time: f64) -> f64 {
        motion.at(time).momentum[axis]
    }

    /// Where the component along the intermediate axis is zero: once in each period of the
    /// nutation, so in the first one there is one place, between two signs or at its ends.
    fn flips(&self, tumble: &Tumble<f64>) -> Option<Flips> {
        let every = tumble.nutation_period().filter(|period| period.is_finite())?;
        let [_, (axis, _), _] = ascending(self.inertia.moments());
        let motion = self.motion();
        let begins = self.along(&motion, axis, 0.0);
        let (mut before, mut after) = (0.0, every);
        for _ in 0..60 {
            let middle = f64::midpoint(before, after);
            if (self.along(&motion, axis, middle) < 0.0) == (begins < 0.0) {
                before = middle;
            } else {
                after = middle;
            }
        }
        let first = f64::midpoint(before, after);
        let most = self.along(&motion, axis, first + 0.5 * every).abs();
        let nearest = (most / self.start.momentum.norm()).min(1.0).acos();
        let [first, every] = [first, every].map(|time| self.units.to_file(time, Dimension::TIME));
        Some(Flips { first, every, nearest })
    }

    /// Over two rotations, or one turn where it is steady.
    fn samples(&self) -> Vec<Sample> {
        const COUNT: u32 = 2000;
        let tumble = Tumble::new(&self.inertia, self.start.momentum);
        let rates = self.inertia.rates(self.start.momentum);
        let turn = std::f64::consts::TAU / rates.norm().max(f64::MIN_POSITIVE);
        let period = tumble.rotation_period().filter(|period| period.is_finite());
        let span = period.map_or(8.0 * turn, |period| 2.0 * period);
        if !span.is_finite() {
            return Vec::new();
        }
        let motion = self.motion();
        let axes = self.body.principal_axes;
        let state =
            |k: u32| state_in_file(&motion.at(span * f64::from(k) / f64::from(COUNT)), self.units);
        let body = Body::free(self.body.inertia);
        (0..=COUNT).map(|k| Sample::new(&body, axes, &state(k))).listed()
    }
}

/// Axes and moments, the least first.
fn ascending(moments: Vec3<f64>) -> [(Axis, f64); 3] {
    let mut order = Axis::ALL.map(|axis| (axis, moments[axis]));
    order.sort_by(|a, b| a.1.total_cmp(&b.1));
    order
}

impl Description {
    /// In words.
    #[must_use]
    pub fn words(&self, unit: &str) -> String {
        let mut text = String::new();
        let time = |t: f64| {
            let time = significant(t);
            if unit.is_empty() { time } else { format!("{time} {unit}") }
        };
        let degrees = |angle: f64| format!("{:.4} degrees", angle.to_degrees());
        let [a, b, c] = self.moments;
        let _ = writeln!(text, "{}", kind(a, b, c));
        let _ = writeln!(text, "{}", manner(self.mode));
        if let Some([x, y, z]) = self.circled_axis {
            let _ = writeln!(text, "The circled axis is [{x:.6}, {y:.6}, {z:.6}] in the body.");
        }
        if let (Some(period), Some(nutation)) = (self.rotation_period, self.nutation_period) {
            let _ = writeln!(
                text,
                "Its momentum is back in the body after {}, its nutation after {}.",
                time(period),
                time(nutation)
            );
        }
        if let (Some(period), Some([least, most])) = (self.precession_period, self.nutation) {
            let _ = writeln!(
                text,
                "The circled axis goes round the momentum in {} on average, between {} and {} from it.",
                time(period),
                degrees(least),
                degrees(most)
            );
        }
        if let Some(angle) = self.separatrix_angle {
            let _ = writeln!(text, "From the separatrix it is {} at the nearest.", degrees(angle));
        }
        if let Some(flips) = self.flips {
            let _ = writeln!(
                text,
                "The intermediate axis turns over first after {} and then every {}; between, it comes \
                 within {} of the momentum.",
                time(flips.first),
                time(flips.every),
                degrees(flips.nearest)
            );
        }
        text.trim_end().into()
    }
}

fn kind(a: f64, b: f64, c: f64) -> String {
    let shape = if a == c {
        "A spherical body"
    } else if a == b {
        "A symmetric body, flat like a disk"
    } else if b == c {
        "A symmetric body, long like a rod"
    } else {
        "A body with three moments"
    };
    format!("{shape}: {a:?}, {b:?}, {c:?}.")
}

fn manner(mode: &str) -> &'static str {
    match mode {
        "long-axis" => {
            "Without torque its momentum circles the axis of the least moment (long-axis mode)."
        }
        "short-axis" => {
            "Without torque its momentum circles the axis of the largest moment (short-axis mode)."
        }
        "separatrix" => {
            "It is on the separatrix: it turns over once, and any push decides what it does after that."
        }
        _ => "It spins steadily, or not at all: its momentum stands still in the body.",
    }
}
