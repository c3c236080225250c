//! Torques of the reference: keys of a scenario, and the formulas of docs/torques.md written anew.

use super::formula::{Formula, Place, Sides};
use super::table::Table;
use super::wide::{ONE, PI, Triple, Wide, ZERO, cross, dot, plus, times, triple, wide};

/// A sudden change of the momentum, in body axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Impulse {
    pub(crate) time: f64,
    pub(crate) momentum: [f64; 3],
}

#[derive(Clone, Debug)]
pub(crate) enum Torque {
    Formulas([Formula; 3]),
    ConstantInBody([f64; 3]),
    ConstantInSpace([f64; 3]),
    UniformField {
        strength: f64,
        arm: [f64; 3],
        direction: [f64; 3],
    },
    GravityGradient {
        rate_squared: f64,
        direction: [f64; 3],
    },
    /// Mean motion squared, eccentricity, inclination, mean anomaly at time 0.
    Kepler {
        gm: f64,
        eccentricity: f64,
        inclination: f64,
        mean_anomaly: f64,
    },
    SoftWall {
        strength: f64,
        offset: f64,
        core: f64,
    },
    Damping(f64),
    Driven {
        frequency: f64,
        sin: [f64; 3],
    },
    Rotor([f64; 3]),
    Dipole {
        moment: [f64; 3],
        field: [f64; 3],
        axis: [f64; 3],
        rate: f64,
    },
    AttitudeLaw {
        stiffness: f64,
        damping: f64,
    },
    Table(Table),
    Impulses(Vec<Impulse>),
}

impl Torque {
    /// The table `[[torque]]` of a scenario.
    pub(crate) fn text(&self) -> String {
        let keys = match self {
            Self::Formulas(parts) => {
                let mut parameters = String::new();
                self.visit(&mut |part| {
                    if let Formula::Parameter(k) = part {
                        parameters = format!("\nparameters = {{ k = {k:?} }}");
                    }
                });
                let parts = parts.each_ref().map(ToString::to_string);
                format!("model = \"expression\"\ncomponents = {parts:?}{parameters}")
            }
            Self::ConstantInBody(f) => format!("model = \"constant\"\nbody = {f:?}"),
            Self::ConstantInSpace(f) => format!("model = \"constant\"\nspace = {f:?}"),
            Self::UniformField { strength, arm, direction } => format!(
                "model = \"uniform-field\"\nstrength = {strength:?}\narm = {arm:?}\ndirection = {direction:?}"
            ),
            Self::GravityGradient { rate_squared, direction } => format!(
                "model = \"gravity-gradient\"\nrate_squared = {rate_squared:?}\ndirection = {direction:?}"
            ),
            Self::Kepler { gm, eccentricity, inclination, mean_anomaly } => format!(
                "model = \"kepler-gravity-gradient\"\ngm = {gm:?}\nsemi_major_axis = 1.0\n\
                 eccentricity = {eccentricity:?}\ninclination = {inclination:?}\nmean_anomaly = {mean_anomaly:?}"
            ),
            Self::SoftWall { strength, offset, core } => format!(
                "model = \"soft-wall\"\nstrength = {strength:?}\noffset = {offset:?}\ncore = {core:?}"
            ),
            Self::Damping(c) => format!("model = \"damping\"\ncoefficient = {c:?}"),
            Self::Driven { frequency, sin } => format!(
                "model = \"prescribed-torque\"\noscillations = [{{ frequency = {frequency:?}, sin = {sin:?} }}]"
            ),
            Self::Rotor(momentum) => format!("model = \"rotor\"\nmomentum = {momentum:?}"),
            Self::Dipole { moment, field, axis, rate } => format!(
                "model = \"magnetic-dipole\"\nmoment = {moment:?}\nfield = {field:?}\naxis = {axis:?}\nrate = {rate:?}"
            ),
            Self::AttitudeLaw { stiffness, damping } => format!(
                "model = \"attitude-law\"\ntarget = [1.0, 0.0, 0.0, 0.0]\nstiffness = {stiffness:?}\n\
                 damping = {damping:?}"
            ),
            Self::Table(table) => table.text(),
            Self::Impulses(list) => {
                let one = |Impulse { time, momentum }: &Impulse| {
                    format!("{{ time = {time:?}, momentum = {momentum:?} }}")
                };
                let list: Vec<String> = list.iter().map(one).collect();
                format!("model = \"impulses\"\nlist = [{}]", list.join(", "))
            }
        };
        format!("[[torque]]\n{keys}\n")
    }

    /// Calls a function with all formulas inside.
    pub(crate) fn visit<'a>(&'a self, see: &mut dyn FnMut(&'a Formula)) {
        if let Self::Formulas(parts) = self {
            parts.iter().for_each(|part| part.visit(see));
        }
    }

    /// Calls a function with every number of the torque.
    pub(crate) fn numbers(&mut self, see: &mut dyn FnMut(&mut f64)) {
        let mut all = |lists: &mut [&mut [f64]]| {
            lists.iter_mut().for_each(|list| list.iter_mut().for_each(&mut *see));
        };
        let one = std::slice::from_mut::<f64>;
        match self {
            Self::Formulas(parts) => parts.iter_mut().for_each(|part| part.numbers(see)),
            Self::ConstantInBody(v) | Self::ConstantInSpace(v) | Self::Rotor(v) => all(&mut [v]),
            Self::UniformField { strength, arm, direction } => {
                all(&mut [one(strength), arm, direction]);
            }
            Self::GravityGradient { rate_squared, direction } => {
                all(&mut [one(rate_squared), direction]);
            }
            Self::Kepler { gm, eccentricity, inclination, mean_anomaly } => {
                all(&mut [one(gm), one(eccentricity), one(inclination), one(mean_anomaly)]);
            }
            Self::SoftWall { strength, offset, core } => {
                all(&mut [one(strength), one(offset), one(core)]);
            }
            Self::Damping(c) => see(c),
            Self::Driven { frequency, sin } => all(&mut [one(frequency), sin]),
            Self::Dipole { moment, field, axis, rate } => {
                all(&mut [moment, field, axis, one(rate)]);
            }
            Self::AttitudeLaw { stiffness, damping } => all(&mut [one(stiffness), one(damping)]),
            Self::Table(table) => table.numbers(see),
            Self::Impulses(list) => list.iter_mut().for_each(|Impulse { time, momentum }| {
                see(time);
                momentum.iter_mut().for_each(&mut *see);
            }),
        }
    }

    /// In body axes. `middle` is the middle of the piece of time between two switches.
    pub(crate) fn at(
        &self,
        place: &Place,
        inertia: Triple,
        middle: Wide,
        sides: &Sides,
        next: &mut usize,
    ) -> Triple {
        let into_body = |v: Triple| {
            let m = place.matrix;
            std::array::from_fn(|j| m[0][j] * v[0] + m[1][j] * v[1] + m[2][j] * v[2])
        };
        let gradient = |rate_squared: Wide, direction: Triple| {
            let n = into_body(direction);
            let turned = std::array::from_fn(|i| inertia[i] * n[i]);
            times(cross(n, turned), rate_squared * 3.0)
        };
        match self {
            Self::Formulas(parts) => parts.each_ref().map(|part| part.at(place, sides, next)),
            Self::ConstantInBody(f) => triple(*f),
            Self::ConstantInSpace(f) => into_body(triple(*f)),
            Self::UniformField { strength, arm, direction } => {
                let up = into_body(unit(*direction));
                times(cross(up, triple(*arm)), wide(*strength))
            }
            Self::GravityGradient { rate_squared, direction } => {
                gradient(wide(*rate_squared), unit(*direction))
            }
            Self::Kepler { gm, eccentricity, inclination, mean_anomaly } => {
                let mean = wide(*mean_anomaly) + wide(*gm).sqrt() * place.time;
                let (radius, [along, across]) = ellipse(mean, wide(*eccentricity));
                let (sin, cos) = wide(*inclination).sin_cos();
                gradient(wide(*gm) / radius.powi(3), [along, across * cos, across * sin])
            }
            Self::SoftWall { strength, offset, core } => {
                let down = into_body(triple([0.0, 0.0, 1.0]));
                let over = ONE / (wide(*offset) + down[2]);
                let slope = (wide(*core) * 10.0 * over.powi(11) - over.squared()) * *strength;
                times(cross(down, triple([0.0, 0.0, 1.0])), slope)
            }
            Self::Damping(c) => times(place.rates, wide(-c)),
            Self::Driven { frequency, sin } => {
                let size = (place.time * *frequency).sin_cos().0;
                into_body(times(triple(*sin), size))
            }
            Self::Rotor(momentum) => cross(triple(*momentum), place.rates),
            Self::Dipole { moment, field, axis, rate } => {
                let (sin, cos) = (place.time * *rate).sin_cos();
                let (n, b) = (unit(*axis), triple(*field));
                let along = times(n, dot(n, b) * (ONE - cos));
                let turned = plus(plus(times(b, cos), times(cross(n, b), sin)), along);
                cross(triple(*moment), into_body(turned))
            }
            Self::AttitudeLaw { stiffness, damping } => {
                let (law, rates) = (half_sines(&place.matrix), place.rates);
                plus(times(law, wide(-stiffness)), times(rates, wide(-damping)))
            }
            Self::Table(table) => table.at(place.time, middle),
            Self::Impulses(_) => [ZERO; 3],
        }
    }
}

fn unit(v: [f64; 3]) -> Triple {
    let v = triple(v);
    let norm = dot(v, v).sqrt();
    v.map(|x| x / norm)
}

/// The vector of the quaternion of a rotation by less than half a turn.
fn half_sines(m: &[Triple; 3]) -> Triple {
    let w = (ONE + m[0][0] + m[1][1] + m[2][2]).sqrt() * 0.5;
    [m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]].map(|x| x / (w * 4.0))
}

/// Distance in half long axes, and the direction in the plane of the orbit, by Newton's iteration from
/// the other side of the root.
fn ellipse(mean: Wide, e: Wide) -> (Wide, [Wide; 2]) {
    let turns = (mean.hi / (2.0 * PI.hi)).round();
    let mean = mean - PI * 2.0 * turns;
    let mut anomaly = if mean.hi < 0.0 { -PI } else { PI };
    for _ in 0..200 {
        let (sin, cos) = anomaly.sin_cos();
        let change = (anomaly - e * sin - mean) / (ONE - e * cos);
        anomaly = anomaly - change;
        if change.hi.abs() < 1e-18 {
            break;
        }
    }
    let (sin, cos) = anomaly.sin_cos();
    let radius = ONE - e * cos;
    let short = ((ONE - e) * (ONE + e)).sqrt();
    (radius, [(cos - e) / radius, short * sin / radius])
}
