//! Many bodies go as each alone would, to the bit.

use polhode::catalogue::{MethodName, variants};
use polhode::torque::{GravityGradient, LinearDamping, Model, UniformField};
use polhode::{Body, Inertia, Rotation, State, Stopped, Vec3};
use polhode_bound::Bind;
use polhode_ensemble::{Bodies, Ensemble, EnsembleTorques, Error, Number};

const BODIES: usize = 21;
const STEPS: [u64; 2] = [3, 9];

/// Moments of every kind and starts in all directions.
fn crowd<S: Number>(count: usize) -> Vec<(Inertia<S>, State<S>)> {
    let kinds =
        [[1.0, 1.9, 2.9], [2.7, 1.2, 2.7], [3.0, 2.0, 1.5], [1.0, 1.0, 1.0], [2.0, 2.0, 1.1]];
    (0..count)
        .map(|i| {
            let k = i as f64;
            let moments =
                kinds[i % kinds.len()].map(|moment| S::from_f64(moment * (1.0 + 0.01 * k)));
            let turn = [(0.7 * k).sin(), (1.3 * k).cos(), (2.1 * k).sin()].map(S::from_f64);
            let momentum = [(1.1 * k).cos(), (0.9 * k).sin(), (1.7 * k).cos()].map(S::from_f64);
            let state = State::new(Rotation::exp(Vec3::from(turn)), Vec3::from(momentum));
            (Inertia::new_without_triangle_check(moments).unwrap(), state)
        })
        .collect()
}

/// What pushes a body: each its own strength.
fn models<S: Number>(body: usize, conservative: bool) -> Vec<Model<S>> {
    let own = S::from_f64(0.2 + 0.01 * body as f64);
    let up = Vec3::new(S::zero(), S::zero(), S::one());
    let arm = Vec3::from_f64([0.1, -0.2, 0.3]);
    let field = UniformField::new(own, arm, up).unwrap().into();
    let other = if conservative {
        GravityGradient::new(own, Vec3::from_f64([1.0, 2.0, 2.0])).unwrap().into()
    } else {
        LinearDamping::uniform(own).unwrap().into()
    };
    vec![field, other]
}

fn numbers<S: Number + Into<f64>>(state: &State<S>) -> [u64; 8] {
    let ([w, x, y, z], m) = (state.attitude.to_wxyz(), state.momentum);
    [state.time, w, x, y, z, m.x, m.y, m.z].map(|number| Into::<f64>::into(number).to_bits())
}

/// The same steps of one body.
fn alone<S: Number + Bind>(
    name: &MethodName,
    (inertia, start): (Inertia<S>, State<S>),
    models: Option<Vec<Model<S>>>,
    h: S,
) -> (State<S>, Option<Stopped<S>>) {
    let mut run = match models {
        None => S::bind_free(name, inertia, start).unwrap(),
        Some(models) => {
            let torque = polhode_bound::Torques::new(models.into_iter().map(Into::into));
            S::bind_pushed(name, Body { inertia, torque }, start).unwrap()
        }
    };
    let stopped = STEPS.iter().find_map(|&steps| run.advance(h, steps).err());
    (*run.state(), stopped)
}

/// Goes through the catalogue; tells how many methods were compared.
fn every_method<S: Number + Bind + Into<f64>>(pushed: bool) -> usize {
    let crowd = crowd::<S>(BODIES);
    let h = S::from_f64(0.07);
    let mut compared = 0;
    for name in variants() {
        // What the method takes: first the richer torque.
        let bodies = Bodies::new(crowd.iter().copied());
        let made = Ensemble::new(&name, bodies).and_then(|ensemble| {
            if !pushed {
                return Ok((ensemble, None));
            }
            let with = |conservative| {
                let all: Vec<_> = (0..BODIES).map(|body| models(body, conservative)).collect();
                let torques = EnsembleTorques::from_bodies(all.iter().map(Vec::as_slice))?;
                Ok::<_, Error>((ensemble.clone().pushed_by(torques)?, Some(conservative)))
            };
            with(false).or_else(|_| with(true))
        });
        let (mut ensemble, torque) = match made {
            Ok(made) => made,
            Err(Error::StepsVary { .. }) => {
                assert!(name.steps_vary(), "{name}");
                continue;
            }
            Err(Error::Refused(_)) if pushed => continue,
            Err(error) => panic!("{name}: {error}"),
        };
        for steps in STEPS {
            ensemble.advance(h, steps).unwrap();
        }
        for (body, &start) in crowd.iter().enumerate() {
            let models = torque.map(|conservative| models(body, conservative));
            let (state, stopped) = alone(&name, start, models, h);
            let failed = ensemble.failed().iter().find(|failed| failed.body == body);
            assert_eq!(failed.map(|failed| failed.stopped), stopped, "{name}, body {body}");
            let found = ensemble.state(body).unwrap();
            assert_eq!(
                numbers(&found),
                numbers(&state),
                "{name}, body {body}: {found:?} is not {state:?}"
            );
        }
        compared += 1;
    }
    compared
}

#[test]
fn free_bodies_have_the_bits_of_each_alone_in_double_precision() {
    assert!(every_method::<f64>(false) > 100);
}

#[test]
fn free_bodies_have_the_bits_of_each_alone_in_single_precision() {
    assert!(every_method::<f32>(false) > 100);
}

#[test]
fn pushed_bodies_have_the_bits_of_each_alone_in_double_precision() {
    assert!(every_method::<f64>(true) > 100);
}

#[test]
fn pushed_bodies_have_the_bits_of_each_alone_in_single_precision() {
    assert!(every_method::<f32>(true) > 100);
}

/// A torque whose kernel knows its type, each body its own strength.
fn one_model<S: Number>(body: usize, kind: usize) -> Model<S> {
    let own = S::from_f64(0.2 + 0.01 * body as f64);
    let [up, arm, slant] =
        [[0.0, 0.0, 1.0], [0.1, -0.2, 0.3], [1.0, 2.0, 2.0]].map(|v| Vec3::<S>::from_f64(v));
    match kind {
        0 => UniformField::new(own, arm, up).unwrap().into(),
        1 => GravityGradient::new(own, slant).unwrap().into(),
        _ => GravityGradient::turning(own, slant, up, own).unwrap().into(),
    }
}

fn one_model_alone<S: Number + Bind + Into<f64>>() {
    let (name, h) = ("exact".parse().unwrap(), S::from_f64(0.07));
    for kind in 0..3 {
        let crowd = crowd::<S>(BODIES);
        let all: Vec<_> = (0..BODIES).map(|body| [one_model(body, kind)]).collect();
        let torques = EnsembleTorques::from_bodies(all.iter().map(<[_; 1]>::as_slice)).unwrap();
        let ensemble = Ensemble::new(&name, Bodies::new(crowd.iter().copied())).unwrap();
        let mut ensemble = ensemble.pushed_by(torques).unwrap();
        for steps in STEPS {
            ensemble.advance(h, steps).unwrap();
        }
        for (body, &start) in crowd.iter().enumerate() {
            let (state, _) = alone(&name, start, Some(vec![one_model(body, kind)]), h);
            let found = ensemble.state(body).unwrap();
            assert_eq!(numbers(&found), numbers(&state), "model {kind}, body {body}");
        }
    }
}

#[test]
fn one_torque_alone_gives_the_bits_of_each_body_alone() {
    one_model_alone::<f64>();
    one_model_alone::<f32>();
}
