//! One body, pushed in several ways, varied in ten directions.

use crate::support::{body, state};
use polhode::catalogue::MethodName;
use polhode::real::{DoubleDouble as Dd, Dual};
use polhode::sensitivity::{Sensitivity, Transition, from_variables};
use polhode::torque::{
    AttitudeLaw, ConstantInSpace, Frame, Free, GravityGradient, Impulse, Impulses, Interpolation,
    KeplerGravityGradient, KeplerOrbit, LinearDamping, Model, Rotor, Scaled, Table, UniformField,
};
use polhode::{Body, Inertia, Real, Rotation, Run, State, Torque, Vec3};

/// Six of the start, three moments, the strength of the torque.
pub(crate) const DIRECTIONS: usize = 10;
/// Two at a time: as quick as all at once, and compiled sooner.
pub(crate) const PAIR: usize = 2;
pub(crate) type Number = Dual<f64, PAIR>;

pub(crate) const H: f64 = 0.05;
pub(crate) const STEPS: u64 = 6;

/// The torques of the tests, by name.
pub(crate) const CASES: [&str; 9] =
    ["field", "gradient", "orbit", "damping", "rotor", "law", "table", "impulses", "several"];

pub(crate) fn model<R: Real<Mask = bool>>(case: &str) -> Model<R> {
    let v = |x: [f64; 3]| Vec3::<R>::from_f64(x);
    let field =
        || UniformField::new(R::from_f64(2.3), v([0.3, -0.5, 0.8]), v([1.0, 0.5, -0.2])).unwrap();
    let gradient = || GravityGradient::new(R::from_f64(0.7), v([0.2, -0.4, 1.0])).unwrap();
    match case {
        "free" => Free.into(),
        "field" => field().into(),
        "gradient" => gradient().into(),
        "orbit" => KeplerGravityGradient::new(KeplerOrbit {
            gm: R::from_f64(1.0),
            semi_major_axis: R::from_f64(1.0),
            eccentricity: R::from_f64(0.3),
            inclination: R::from_f64(0.4),
            node: R::from_f64(0.1),
            periapsis: R::from_f64(0.2),
            mean_anomaly: R::from_f64(0.3),
        })
        .unwrap()
        .into(),
        "damping" => LinearDamping::diagonal(v([0.3, 0.5, 0.2])).unwrap().into(),
        "rotor" => Rotor { momentum: v([0.3, -0.5, 0.8]) }.into(),
        "law" => {
            let target = Rotation::from_wxyz([0.3, 0.8, 0.2, -0.4].map(R::from_f64));
            AttitudeLaw::new(target, v([0.8, 0.6, 0.7]), v([0.3; 3])).unwrap().into()
        }
        "table" => {
            let points = [(0.0, [0.1, 0.2, 0.0]), (0.25, [0.4, 0.0, 0.3]), (1.0, [0.0, 0.5, 0.1])];
            Table::new(
                Frame::Space,
                Interpolation::Cubic,
                points.map(|(t, x)| (R::from_f64(t), v(x))),
            )
            .unwrap()
            .into()
        }
        "impulses" => {
            let pulse = |time, frame| Impulse {
                time: R::from_f64(time),
                momentum: v([0.4, 0.2, -0.3]),
                frame,
            };
            Impulses::new([pulse(0.12, Frame::Space), pulse(0.23, Frame::Body)]).unwrap().into()
        }
        _ => {
            let damping = LinearDamping::uniform(R::from_f64(0.2)).unwrap();
            let push = ConstantInSpace(v([0.1, 0.3, -0.2]));
            [field().into(), gradient().into(), damping.into(), push.into()].into_iter().collect()
        }
    }
}

const MOMENTS: [f64; 3] = [1.0, 2.0, 2.7];

pub(crate) fn start<R: Real>() -> State<R> {
    state([0.9, 0.1, -0.3, 0.2], [1.1, 2.9, 1.7])
}

/// What varies in the directions from `first` on.
fn varied_moments(first: usize) -> Inertia<Number> {
    let moment = |i: usize| Number::varying(MOMENTS[i], (6 + i).wrapping_sub(first));
    Inertia::new([moment(0), moment(1), moment(2)]).unwrap()
}

pub(crate) fn free(first: usize) -> Body<Number> {
    Body::free(varied_moments(first))
}

pub(crate) fn pushed(case: &str, first: usize) -> Body<Number, Scaled<Number, Model<Number>>> {
    let factor = Number::varying(1.0, 9usize.wrapping_sub(first));
    Body { inertia: varied_moments(first), torque: Scaled { factor, torque: model(case) } }
}

/// By derivatives that are carried along, two at a time, in these steps.
pub(crate) fn carried<T: Torque<Number>>(
    name: &MethodName,
    start: State<f64>,
    steps: (f64, u64),
    body: impl Fn(usize) -> Body<Number, T>,
) -> Transition<f64, DIRECTIONS> {
    let mut all = Transition { state: start, matrix: [[0.0; DIRECTIONS]; 6] };
    for first in (0..DIRECTIONS).step_by(PAIR) {
        let from = from_variables(&start, first);
        let mut run = Sensitivity::new(name, body(first), from).unwrap();
        run.advance(steps.0, steps.1).unwrap();
        let part = run.transition();
        all.state = part.state;
        for (to, from) in all.matrix.iter_mut().zip(part.matrix) {
            to[first..first + PAIR].copy_from_slice(&from);
        }
    }
    all
}

pub(crate) fn free_transition(name: &MethodName, steps: u64) -> Transition<f64, DIRECTIONS> {
    carried(name, start(), (H, steps), free)
}

pub(crate) fn transition(
    name: &MethodName,
    case: &str,
    steps: u64,
) -> Option<Transition<f64, DIRECTIONS>> {
    let start = from_variables(&start(), 0);
    Sensitivity::new(name, pushed(case, 0), start).ok()?;
    Some(carried(name, super::problem::start(), (H, steps), |first| pushed(case, first)))
}

/// The sizes of the steps that a run takes, where it chooses them.
fn sizes(name: &MethodName, body: Body<f64, Scaled<f64, Model<f64>>>, steps: u64) -> Vec<f64> {
    let mut run: Box<dyn Run<f64>> = crate::support::bind(name, body, start()).unwrap();
    let one = |_| {
        let before = run.state().time;
        run.advance(H, 1).unwrap();
        run.state().time - before
    };
    (0..steps).map(one).collect()
}

/// The plain run in doubles, and by central differences in double-double the matrix. A
/// method that chooses its steps is followed without the choice, in the same steps.
pub(crate) fn differences(
    name: &MethodName,
    case: &str,
    steps: u64,
) -> Transition<f64, DIRECTIONS> {
    const SIZE: f64 = 1.0 / (1u64 << 30) as f64;
    let steps: Vec<f64> =
        if name.steps_vary() { sizes(name, plain(case), steps) } else { vec![H; steps as usize] };
    let in_steps = unchosen(name);
    let end = |direction: usize, size: f64| {
        let mut v = [Dd::zero(); DIRECTIONS];
        v[direction] = Dd::from_f64(size);
        let start = start::<Dd>();
        let from = State {
            attitude: start.attitude * Rotation::exp(Vec3::new(v[0], v[1], v[2])),
            momentum: start.momentum + Vec3::new(v[3], v[4], v[5]),
            ..start
        };
        let mut run: Box<dyn Run<Dd>> =
            crate::support::bind(&in_steps, varied(case, v), from).unwrap();
        steps.iter().for_each(|&h| run.advance(Dd::from_f64(h), 1).unwrap());
        *run.state()
    };
    let middle = end(0, 0.0);
    let columns: [[f64; 6]; DIRECTIONS] = std::array::from_fn(|k| {
        let [plus, minus] = [SIZE, -SIZE].map(|size| {
            let to = end(k, size);
            let xi = (middle.attitude.inverse() * to.attitude).log();
            let mu = to.momentum;
            [xi.x, xi.y, xi.z, mu.x, mu.y, mu.z]
        });
        std::array::from_fn(|i| ((plus[i] - minus[i]) / Dd::from_f64(2.0 * SIZE)).hi)
    });
    let mut run: Box<dyn Run<f64>> = crate::support::bind(name, plain(case), start()).unwrap();
    run.advance(H, steps.len() as u64).unwrap();
    Transition { state: *run.state(), matrix: std::array::from_fn(|i| columns.map(|c| c[i])) }
}

/// The same method in steps that it is given.
fn unchosen(name: &MethodName) -> MethodName {
    let text = name.to_string();
    let name = match name.options().reversible {
        Some(control) => {
            let option = format!("reversible={}", control.name());
            text.replace(&format!("{option},"), "").replace(&option, "")
        }
        None if name.steps_vary() => "taylor:degree=30".into(),
        None => text,
    };
    crate::support::method(name.trim_end_matches([':', ',']))
}

fn plain(case: &str) -> Body<f64, Scaled<f64, Model<f64>>> {
    let torque = Scaled { factor: 1.0, torque: model(case) };
    Body { inertia: body(MOMENTS).inertia, torque }
}

fn varied(case: &str, v: [Dd; DIRECTIONS]) -> Body<Dd, Scaled<Dd, Model<Dd>>> {
    let moment = |i: usize| Dd::from_f64(MOMENTS[i]) + v[6 + i];
    Body {
        inertia: Inertia::new([moment(0), moment(1), moment(2)]).unwrap(),
        torque: Scaled { factor: Dd::one() + v[9], torque: model(case) },
    }
}

/// The largest difference of two matrices relative to the largest entry.
pub(crate) fn apart(a: &Transition<f64, DIRECTIONS>, b: &Transition<f64, DIRECTIONS>) -> f64 {
    let pairs = || a.matrix.iter().flatten().zip(b.matrix.iter().flatten());
    // Not-a-number counts.
    let largest = |worst: f64, x: f64| if x <= worst { worst } else { x };
    let scale = pairs().fold(0.0, |worst, (_, b)| largest(worst, b.abs()));
    pairs().fold(0.0, |worst, (a, b)| largest(worst, (a - b).abs())) / scale
}
