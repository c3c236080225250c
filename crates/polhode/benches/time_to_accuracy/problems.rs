//! The problems, and where they end.

use polhode::catalogue::{MethodName, bind};
use polhode::exact::FreeMotion;
use polhode::torque::{GravityGradient, UniformField};
use polhode::{Body, Inertia, Rotation, State, Torque, Vec3};
use std::f64::consts::PI;

/// A body to be turned.
pub(crate) struct Problem {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) time: f64,
    /// Angular speed at the start, less a spin about an axis of symmetry.
    pub(crate) speed: f64,
    /// Attitude at the end.
    truth: Rotation<f64>,
    /// The least error that is asked for.
    pub(crate) finest: f64,
    /// More kicks are not tried.
    pub(crate) most_kicks: f64,
    pub(crate) equations: Equations,
    steps: Steps,
    closed_form: Option<Box<dyn Fn() -> Rotation<f64>>>,
}

/// The attitude at the end by a method, after so many steps if it does not choose them.
type Steps = Box<dyn Fn(&MethodName, u64) -> Rotation<f64>>;

/// What a general solver is given.
#[derive(Clone, Copy)]
pub(crate) struct Equations {
    pub(crate) moments: [f64; 3],
    pub(crate) rates: [f64; 3],
    pub(crate) attitude: [f64; 4],
    pub(crate) push: Push,
}

/// The torque, as one writes it down for a solver.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Push {
    None,
    /// Strength of a uniform field along the third axis of space and body.
    Top(f64),
    /// GM/r^3, the attracting body along the third axis of space.
    Fixed(f64),
    /// Mean motion on a circle in the plane of x and y.
    Orbit(f64),
}

impl Problem {
    fn new<T: Torque<f64>>(
        (name, about): (&'static str, &'static str),
        torque: T,
        equations: Equations,
        time: f64,
        truth: [f64; 4],
    ) -> Self {
        let inertia = Inertia::new(equations.moments).unwrap();
        let rates = Vec3::from(equations.rates);
        let attitude = Rotation::from_wxyz(equations.attitude);
        let start: State<f64> = State::new(attitude, inertia.momentum(rates));
        let body = Body { inertia, torque };
        let steps = move |method: &MethodName, n: u64| {
            let mut run = bind(method, body.clone(), start).unwrap();
            if method.tolerance().is_none() {
                run.advance(time / n as f64, n).unwrap();
                return run.state().attitude;
            }
            while run.state().time < time {
                run.advance(time, 1).unwrap();
            }
            run.state_near(time).unwrap().attitude
        };
        let free = equations.push == Push::None;
        let closed_form = move || FreeMotion::new(&inertia, start).at(time).attitude;
        Self {
            name,
            about,
            time,
            speed: rates.norm(),
            truth: Rotation::from_wxyz(truth),
            finest: 1e-12,
            most_kicks: 4e5,
            equations,
            steps: Box::new(steps),
            closed_form: free.then(|| Box::new(closed_form) as _),
        }
    }
    /// The attitude at the end after so many steps.
    pub(crate) fn run(&self, method: &MethodName, n: u64) -> Rotation<f64> {
        (self.steps)(method, n)
    }
    /// The attitude at the end at once, if the body is free.
    pub(crate) fn closed_form(&self) -> Option<&dyn Fn() -> Rotation<f64>> {
        self.closed_form.as_deref()
    }
    pub(crate) fn error(&self, attitude: Rotation<f64>) -> f64 {
        attitude.angle_to(self.truth)
    }
}

/// All of them. The attitudes at the end are by Taylor series in 113-bit arithmetic,
/// checked with 160 bits; that of P3C is by Taylor series in double precision with
/// compensated sums, good to about 3e-13.
pub(crate) fn all() -> Vec<Problem> {
    let up = Vec3::new(0.0, 0.0, 1.0);
    let free = |time, name, about, truth| {
        let equations = Equations {
            moments: [0.9144, 1.098, 1.66],
            rates: [0.45549, 0.82623, 0.03476],
            attitude: [1.0, 0.0, 0.0, 0.0],
            push: Push::None,
        };
        Problem::new((name, about), polhode::Free, equations, time, truth)
    };
    let top = Equations {
        moments: [5.0, 5.0, 1.0],
        rates: [0.0, 0.0, 50.0],
        attitude: [0.15f64.cos(), 0.15f64.sin(), 0.0, 0.0],
        push: Push::Top(20.0),
    };
    let strength = 3.986e14 / 1.5e5f64.powi(3);
    let satellite = Equations {
        moments: [1.7e4, 3.7e4, 5.4e4],
        rates: [15.0, -15.0, 15.0],
        attitude: [1.0, 0.0, 0.0, 0.0],
        push: Push::Fixed(strength),
    };
    vec![
        free(
            100.0,
            "P1",
            "free body, T = 100",
            [0.9357751480830911, -0.30547678777252185, -0.13960465463153182, 0.10732821049221469],
        ),
        free(
            10000.0,
            "P1L",
            "free body, T = 10000",
            [0.9560940133246781, -0.13052553045948215, -0.26185307072119784, -0.016741951405387773],
        ),
        Problem {
            most_kicks: 1e5,
            speed: 10.0,
            ..Problem::new(
                ("P2", "fast top, T = 10"),
                UniformField::new(20.0, up, up).unwrap(),
                top,
                10.0,
                [0.3385215163166828, 0.10390086392275649, -0.12136733643593157, -0.927295941495058],
            )
        },
        Problem {
            finest: 1e-9,
            most_kicks: 1e6,
            ..Problem::new(
                ("P3", "satellite of Celledoni and Safstrom, T = 400"),
                GravityGradient::new(strength, up).unwrap(),
                satellite,
                400.0,
                [0.7886151582672983, -0.5127070847210199, 0.3096847042446707, 0.13897108110973258],
            )
        },
        cubesat(
            ("P3B", "CubeSat, ten orbits, from the separatrix"),
            [1.0, 1.0, 1.0],
            [0.03750564006019587, -0.5477730861325789, 0.5014784490643833, -0.6686234651853358],
        ),
        cubesat(
            ("P3C", "CubeSat, ten orbits, generic rates"),
            [2.0, 1.0, 3.0],
            [0.2355474535697307, -0.023962799322918466, 0.03447069561862593, -0.9709556902912683],
        ),
    ]
}

/// On a circle in the plane of x and y, at 2 degrees a second.
fn cubesat(name: (&'static str, &'static str), direction: [f64; 3], truth: [f64; 4]) -> Problem {
    let n = 0.0011;
    let direction = Vec3::from(direction);
    let equations = Equations {
        moments: [0.03, 0.05, 0.06],
        rates: (direction * (2f64.to_radians() / direction.norm())).to_array(),
        attitude: [1.0, 0.0, 0.0, 0.0],
        push: Push::Orbit(n),
    };
    let (ahead, normal) = (Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 0.0, 1.0));
    let torque = GravityGradient::turning(n * n, ahead, normal, n).unwrap();
    Problem::new(name, torque, equations, 20.0 * PI / n, truth)
}
