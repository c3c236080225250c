//! Other units of mass and time that are powers of two change no bit of an attitude, and scale momenta and times exactly.

use crate::support::{bind, state};
use polhode::catalogue::{MethodName, variants};
use polhode::event::{Event, Watch};
use polhode::real::Real;
use polhode::torque::{
    AttitudeLaw, Frame, Harmonics, Impulse, Impulses, Interpolation, KeplerGravityGradient,
    KeplerOrbit, LinearDamping, Model, PrescribedTorque, Rotor, Table, UniformField,
};
use polhode::{Body, Inertia, Rotation, Run, State, Vec3};

/// Binary logarithms of new units in old ones.
#[derive(Clone, Copy, Debug, Default)]
struct Units {
    mass: i32,
    time: i32,
}

impl Units {
    /// A quantity mass^mass time^time in the new units.
    fn quantity<R: Real>(self, value: f64, mass: i32, time: i32) -> R {
        R::from_f64(value * 2f64.powi(-mass * self.mass - time * self.time))
    }
    fn vector<R: Real>(self, value: [f64; 3], mass: i32, time: i32) -> Vec3<R> {
        Vec3::from(value.map(|x| self.quantity(x, mass, time)))
    }
    fn time<R: Real>(self, value: f64) -> R {
        self.quantity(value, 0, 1)
    }
    fn torque<R: Real>(self, value: [f64; 3]) -> Vec3<R> {
        self.vector(value, 1, -2)
    }
    fn momentum<R: Real>(self, value: [f64; 3]) -> Vec3<R> {
        self.vector(value, 1, -1)
    }
}

fn torques<R: Real<Mask = bool>>(u: Units) -> Vec<Model<R>> {
    let plain = Vec3::<R>::from_f64;
    let field =
        UniformField::new(u.quantity(2.5, 1, -2), plain([0.1, 0.2, 0.9]), plain([0.2, -0.3, 1.0]));
    let harmonics = Harmonics::new(u.torque([1.0, 2.0, -0.5]), u.vector([0.3, -0.2, 0.1], 1, -3))
        .with(u.quantity(1.3, 0, -1), u.torque([0.7, 0.0, 0.35]), u.torque([0.0, 0.5, -0.5]))
        .unwrap();
    let orbit = KeplerGravityGradient::new(KeplerOrbit {
        gm: u.quantity(1.3, 0, -2),
        semi_major_axis: R::from_f64(0.9),
        eccentricity: R::from_f64(0.6),
        inclination: R::from_f64(0.4),
        node: R::from_f64(-1.2),
        periapsis: R::from_f64(2.1),
        mean_anomaly: R::from_f64(0.3),
    });
    let points = [(-1.0, [0.1, 0.2, 0.3]), (0.13, [0.5, -0.2, 0.1]), (4.0, [0.4, -0.9, 0.2])];
    let points = points.map(|(t, f)| (u.time(t), u.torque(f)));
    let pulse =
        Impulse { time: u.time(0.26), momentum: u.momentum([0.1, 0.2, 0.3]), frame: Frame::Body };
    let target = Rotation::from_wxyz([0.3, -0.5, 0.2, 0.9].map(R::from_f64));
    let damping = LinearDamping::diagonal(u.momentum([0.3, 0.0, 1.2])).unwrap();
    let field: Model<R> = field.unwrap().into();
    vec![
        field.clone(),
        PrescribedTorque(harmonics).into(),
        orbit.unwrap().into(),
        Rotor { momentum: u.momentum([0.4, -0.3, 1.1]) }.into(),
        Table::new(Frame::Body, Interpolation::Linear, points).unwrap().into(),
        AttitudeLaw::new(target, u.torque([1.3, 0.4, 0.9]), u.momentum([0.2; 3])).unwrap().into(),
        [field, damping.into(), Impulses::new([pulse]).unwrap().into()].into_iter().collect(),
    ]
}

type Outcome = Result<(Vec<[f64; 8]>, Vec<[f64; 8]>), String>;

/// The states in old units.
fn shown<R: Real + Into<f64>>(u: Units, state: &State<R>) -> [f64; 8] {
    let [w, x, y, z] = state.attitude.to_wxyz().map(Into::into);
    let old = |value: R, mass, time| {
        let value: f64 = value.into();
        value * 2f64.powi(mass * u.mass + time * u.time)
    };
    let m = state.momentum.to_array().map(|m| old(m, 1, -1));
    [old(state.time, 0, 1), w, x, y, z, m[0], m[1], m[2]]
}

/// Some steps, a state within one, and where the third axis passes a height.
fn outcome<R: Real<Mask = bool> + Into<f64>>(
    name: &MethodName,
    moments: [f64; 3],
    torque: Option<usize>,
    momentum: [f64; 3],
    u: Units,
) -> Outcome {
    let start = State { momentum: u.momentum(momentum), ..state([0.5, 0.5, -0.5, 0.5], [0.0; 3]) };
    let inertia =
        Inertia::new_without_triangle_check(moments.map(|i| u.quantity(i, 1, 0))).unwrap();
    let h = u.time(0.0625);
    let mut run: Box<dyn Run<R>> = match torque {
        None => bind(name, Body::free(inertia), start).map_err(|error| error.to_string())?,
        Some(torque) => {
            let torque = torques(u).swap_remove(torque);
            bind(name, Body { inertia, torque }, start).map_err(|error| error.to_string())?
        }
    };
    let axis = |axis: [f64; 3]| Vec3::from(axis.map(R::from_f64));
    let angle = Event::angle(axis([0.0, 0.3, 1.0]), axis([0.0, 0.0, 1.0]), R::from_f64(1.3));
    let mut watch = Watch::new([angle.unwrap()]);
    let (mut states, mut events) = (Vec::new(), Vec::new());
    for _ in 0..8 {
        let advanced = watch.advance(&mut *run, h, 1, &mut |crossing| {
            events.push(shown(u, &crossing.state));
        });
        advanced.map_err(|stopped| stopped.failure.to_string())?;
        states.push(shown(u, run.state()));
        let between = run.state().time - h * R::from_f64(0.3);
        let near = run.state_near(between).map_err(|stopped| stopped.failure.to_string())?;
        states.push(shown(u, &near));
    }
    Ok((states, events))
}

const STARTS: [([f64; 3], [f64; 3]); 4] = [
    ([1.0, 1.5, 2.25], [0.7, -2.0, 3.1]),
    ([1.0, 1.0, 1.75], [0.7, -2.0, 3.1]),
    ([1.0, 1.0, 1.0], [0.7, -2.0, 3.1]),
    ([1.0, 1.5, 2.25], [0.0; 3]),
];

/// Compares methods in other units with those in these.
fn compare<R: Real<Mask = bool> + Into<f64>>(
    names: impl IntoIterator<Item = MethodName>,
    units: &[Units],
    starts: &[usize],
    torques: &[Option<usize>],
) {
    let mut wrong = Vec::new();
    for name in names {
        for &torque in torques {
            // Backwards from a kink, a series sees the torque of one unit of time before, to rounding.
            if torque == Some(4) && name.to_string().starts_with("taylor") {
                continue;
            }
            for &start in starts {
                let (moments, momentum) = STARTS[start];
                let here = outcome::<R>(&name, moments, torque, momentum, Units::default());
                for &u in units {
                    if here != outcome::<R>(&name, moments, torque, momentum, u) {
                        wrong.push(format!("{name}, torque {torque:?}, start {start}, {u:?}"));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} differ\n{}", wrong.len(), wrong.join("\n"));
}

fn all(exponents: &[i32]) -> Vec<Units> {
    let pairs = |&mass: &i32| exponents.iter().map(move |&time| Units { mass, time });
    exponents.iter().flat_map(pairs).collect()
}

const FREE: &[Option<usize>] = &[None];
const TORQUED: &[Option<usize>] = &[Some(0), Some(1), Some(2), Some(3), Some(4), Some(5), Some(6)];

#[test]
fn units_of_a_free_body_change_no_bit() {
    compare::<f64>(variants(), &all(&[-27, 0, 23]), &[0, 1, 2, 3], FREE);
    compare::<f32>(variants(), &all(&[-7, 6]), &[0, 1, 2, 3], FREE);
}

/// A series has the 25th power of the rate, and is tried within its range. The other methods have squares of energies.
#[test]
fn extreme_units_of_a_free_body_change_no_bit() {
    let others = variants().into_iter().filter(|name| !name.to_string().starts_with("taylor"));
    compare::<f64>(others, &all(&[-80, 80]), &[0, 1, 2, 3], FREE);
}

#[test]
fn units_of_a_torqued_body_change_no_bit() {
    let units = [Units { mass: -27, time: 23 }, Units { mass: 11, time: -9 }];
    compare::<f64>(variants(), &units[..1], &[0], TORQUED);
    compare::<f64>(variants(), &units[1..], &[3], &[Some(0), Some(4)]);
    compare::<f32>(variants(), &[Units { mass: 6, time: -7 }], &[0], TORQUED);
}

/// Where the last terms of a series are below the range of a double, steps are shorter in place of wrong. Measured: 3e-13.
#[test]
fn a_series_whose_terms_underflow_takes_shorter_steps() {
    let (moments, momentum) = STARTS[0];
    for torque in [None, Some(0)] {
        let run = |u: Units| {
            let start = State::<f64> {
                momentum: u.momentum(momentum),
                ..state([0.5, 0.5, -0.5, 0.5], [0.0; 3])
            };
            let inertia =
                Inertia::new_without_triangle_check(moments.map(|i| u.quantity(i, 1, 0))).unwrap();
            let (name, end) = (crate::support::method("taylor"), u.time(3.0));
            let mut run: Box<dyn Run<f64>> = match torque {
                None => bind(&name, Body::free(inertia), start).unwrap(),
                Some(index) => {
                    let torque = torques(u).swap_remove(index);
                    bind(&name, Body { inertia, torque }, start).unwrap()
                }
            };
            let mut steps = 0;
            while run.state().time < end {
                run.advance(end, 1).unwrap();
                steps += 1;
            }
            (shown(u, &run.state_near(end).unwrap()), steps)
        };
        // Inertia of 1e-40, rates of 1e-12 and 6e-14.
        for time in [-40, -44] {
            let (here, there) = (run(Units::default()), run(Units { mass: 133, time }));
            println!("{torque:?}, {time}: {} steps in place of {}", there.1, here.1);
            for (a, b) in here.0.iter().zip(&there.0) {
                assert!((a - b).abs() < 2e-12, "{torque:?}, {time}: {a} {b}");
            }
        }
    }
}
