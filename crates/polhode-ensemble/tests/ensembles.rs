//! What an ensemble promises beyond the bits of its methods.

use polhode::ensemble::Kick;
use polhode::exact::FreeMotion;
use polhode::geometry::{Mat3, TurnRule};
use polhode::method::Kicked;
use polhode::methods::mclachlan_reich::FukushimaLeapFrog;
use polhode::torque::{GravityGradient, Impulse, Impulses, Model, UniformField};
use polhode::{Attitude, Body, Inertia, Motion, Rotation, State, Vec3};
use polhode_ensemble::{Arithmetic, Bodies, Ensemble, EnsembleTorques, Error};
use rayon::ThreadPoolBuilder;

const LEAPFROG: &str = "leapfrog:rotation=tangent-3";

fn body(i: usize) -> (Inertia<f64>, State<f64>) {
    let k = i as f64;
    let kinds = [[1.0, 1.9, 2.8], [2.7, 1.2, 2.7], [3.0, 2.0, 1.5], [1.0, 1.0, 1.0]];
    let turn = Vec3::new((0.7 * k).sin(), (1.3 * k).cos(), (2.1 * k).sin());
    let momentum = Vec3::new((1.1 * k).cos(), (0.9 * k).sin(), (1.7 * k).cos());
    (Inertia::new(kinds[i % 4]).unwrap(), State::new(Rotation::exp(turn), momentum))
}

fn ensemble(method: &str, count: usize) -> Ensemble<f64> {
    Ensemble::new(&method.parse().unwrap(), Bodies::new((0..count).map(body))).unwrap()
}

fn states(ensemble: &Ensemble<f64>) -> Vec<State<f64>> {
    (0..ensemble.len()).map(|body| ensemble.state(body).unwrap()).collect()
}

/// Each body its own field.
fn fields(count: usize) -> EnsembleTorques<f64> {
    let up = Vec3::new(0.0, 0.0, 1.0);
    let own = |i: usize| [UniformField::new(0.1 + 0.001 * i as f64, up, up).unwrap().into()];
    let all: Vec<[Model<f64>; 1]> = (0..count).map(own).collect();
    EnsembleTorques::from_bodies(all.iter().map(<[_; 1]>::as_slice)).unwrap()
}

#[test]
fn nothing_depends_on_the_number_of_threads_or_of_neighbours() {
    // More than two blocks.
    let count = 2500;
    let run = |threads: usize, count: usize, matrices: bool| {
        let mut ensemble = ensemble(LEAPFROG, count).pushed_by(fields(count)).unwrap();
        if matrices {
            ensemble = ensemble.as_matrices().unwrap();
        }
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| ensemble.advance(0.05, 20)).unwrap();
        states(&ensemble)
    };
    for matrices in [false, true] {
        let one = run(1, count, matrices);
        assert_eq!(run(3, count, matrices), one);
        assert_eq!(run(2, 1030, matrices), one[..1030]);
    }
}

#[test]
fn steps_may_be_taken_in_several_visits() {
    for (method, matrices) in
        [(LEAPFROG, true), (LEAPFROG, false), ("exact", false), ("abm4", false)]
    {
        let make = || {
            let ensemble = ensemble(method, 40).pushed_by(fields(40)).unwrap().starting_at(3.0);
            if matrices { ensemble.as_matrices().unwrap() } else { ensemble }
        };
        let (mut once, mut often) = (make(), make());
        once.advance(0.05, 20).unwrap();
        for steps in [1, 7, 0, 12] {
            often.advance(0.05, steps).unwrap();
        }
        assert_eq!(states(&once), states(&often), "{method}");
        assert_eq!(once.time(), 4.0);
    }
}

#[test]
fn matrices_go_as_a_matrix_alone() {
    for terms in 2..=5 {
        let name = format!("leapfrog:rotation=tangent-{terms}");
        let mut ensemble = ensemble(&name, 70).as_matrices().unwrap();
        ensemble.advance(0.1, 30).unwrap();
        for i in 0..70 {
            let (inertia, start) = body(i);
            let rule = TurnRule::Tangent(terms);
            let method = Kicked(FukushimaLeapFrog::new(Default::default(), rule));
            let start = start.in_form::<Mat3<f64>>();
            let mut motion = Motion::new(method, Body::free(inertia), start).unwrap();
            motion.advance(0.1, 30).unwrap();
            let State { attitude, momentum, .. } = *motion.state();
            let found = ensemble.state(i).unwrap();
            assert_eq!((found.attitude, found.momentum), (attitude.to_rotation(), momentum));
        }
    }
}

/// The largest difference of attitudes and momenta.
fn apart(one: &Ensemble<f64>, other: &Ensemble<f64>) -> f64 {
    let pairs = states(one).into_iter().zip(states(other));
    let each =
        pairs.map(|(a, b)| a.attitude.angle_to(b.attitude).max((a.momentum - b.momentum).norm()));
    each.fold(0.0, f64::max)
}

#[test]
fn pushed_matrices_agree_with_quaternions_to_rounding() {
    let up = Vec3::new(0.0, 0.6, 0.8);
    let axis = Vec3::new(1.0, 2.0, 3.0);
    let torques: [Model<f64>; 3] = [
        UniformField::new(0.4, Vec3::new(0.1, -0.2, 0.5), up).unwrap().into(),
        GravityGradient::new(0.3, up).unwrap().into(),
        GravityGradient::turning(0.3, up, axis, 0.7).unwrap().into(),
    ];
    for torque in torques {
        let make = || {
            ensemble(LEAPFROG, 50)
                .pushed_by(EnsembleTorques::new(std::slice::from_ref(&torque)).unwrap())
        };
        let (mut quaternions, mut matrices) =
            (make().unwrap(), make().unwrap().as_matrices().unwrap());
        quaternions.advance(0.05, 100).unwrap();
        matrices.advance(0.05, 100).unwrap();
        let apart = apart(&quaternions, &matrices);
        println!("{}: {apart:e}", torque.name());
        assert!(apart < 1e-13, "{}: {apart:e}", torque.name());
        // Were they pushed at all?
        let mut free = ensemble(LEAPFROG, 50);
        free.advance(0.05, 100).unwrap();
        assert!(self::apart(&free, &matrices) > 0.1);
    }
}

#[test]
fn fast_differs_by_rounding_only() {
    let (mut portable, mut fast) = (ensemble(LEAPFROG, 50), ensemble(LEAPFROG, 50));
    fast = fast.as_matrices().unwrap().with(Arithmetic::Fast);
    portable.advance(0.05, 1000).unwrap();
    fast.advance(0.05, 1000).unwrap();
    let apart = apart(&portable, &fast);
    assert!(apart < 2e-13, "{apart:e}");
}

/// What a host does around a step with the torque that the bodies have now.
#[test]
fn torques_of_a_host_do_what_a_model_does() {
    let up = Vec3::new(0.0, 0.0, 1.0);
    let field = UniformField::new(0.4, Vec3::new(0.1, -0.2, 0.5), up).unwrap();
    for matrices in [false, true] {
        let form = |ensemble: Ensemble<f64>| {
            if matrices { ensemble.as_matrices().unwrap() } else { ensemble }
        };
        let mut model = form(
            ensemble(LEAPFROG, 30)
                .pushed_by(EnsembleTorques::new(&[field.into()]).unwrap())
                .unwrap(),
        );
        model.advance(0.05, 20).unwrap();
        let mut host = form(ensemble(LEAPFROG, 30));
        let torques = |host: &Ensemble<f64>| {
            let mut columns = [(); 3].map(|()| Vec::new());
            for (i, state) in states(host).iter().enumerate() {
                let body = Body { inertia: body(i).0, torque: field };
                let torque = body.torque_at(state).to_array();
                columns.iter_mut().zip(torque).for_each(|(column, x)| column.push(x));
            }
            columns
        };
        let half = 0.025;
        for _ in 0..20 {
            let now = torques(&host);
            let torque = now.each_ref().map(Vec::as_slice);
            host.kick_and_advance(Some(Kick { torque, h: half }), 0.05, 1).unwrap();
            let then = torques(&host);
            let torque = then.each_ref().map(Vec::as_slice);
            host.kick_and_advance(Some(Kick { torque, h: half }), 0.05, 0).unwrap();
        }
        let apart = apart(&model, &host);
        assert!(apart < 1e-13, "{apart:e}");
    }
}

#[test]
fn a_jump_is_the_closed_form_of_each() {
    for matrices in [false, true] {
        let mut ensemble = ensemble("leapfrog", 45);
        if matrices {
            ensemble = ensemble.as_matrices().unwrap();
        }
        ensemble.jump_to(123.4).unwrap();
        for i in 0..45 {
            let (inertia, start) = body(i);
            let expected = FreeMotion::new(&inertia, start).at(123.4);
            let found = ensemble.state(i).unwrap();
            assert_eq!(found.time, 123.4);
            assert_eq!(found.momentum, if matrices { found.momentum } else { expected.momentum });
            assert!(found.attitude.angle_to(expected.attitude) < 1e-14);
        }
    }
}

/// Discrete Moser-Veselov has no solution where a body turns by more than about a radian.
#[test]
fn a_body_that_fails_stays_and_the_others_go_on() {
    let count = 11;
    let bodies = (0..count).map(|i| {
        let (inertia, mut state) = body(i);
        if i % 5 == 2 {
            state.momentum = Vec3::new(300.0, 10.0, 20.0);
        }
        (inertia, state)
    });
    let mut mixed = Ensemble::<f64>::new(&"dmv".parse().unwrap(), Bodies::new(bodies)).unwrap();
    let mut calm = ensemble("dmv", count);
    for steps in [4, 6] {
        mixed.advance(0.05, steps).unwrap();
        calm.advance(0.05, steps).unwrap();
    }
    let failed: Vec<_> = mixed.failed().iter().map(|failed| failed.body).collect();
    assert_eq!(failed, [2, 7]);
    assert!(calm.failed().is_empty());
    for i in 0..count {
        let state = mixed.state(i).unwrap();
        if failed.contains(&i) {
            assert_eq!((state.time, state.momentum), (0.0, Vec3::new(300.0, 10.0, 20.0)));
        } else {
            assert_eq!(Some(state), calm.state(i));
        }
    }
    // Nor does it move when all are kicked, or taken on by the closed form.
    let (before, torque) = (states(&mixed), vec![1.0; count]);
    let kick = Kick { torque: [&torque[..]; 3], h: 0.1 };
    mixed.kick_and_advance(Some(kick), 0.05, 0).unwrap();
    mixed.jump_to(9.0).unwrap();
    for (i, (before, after)) in before.iter().zip(states(&mixed)).enumerate() {
        assert_eq!(*before == after, failed.contains(&i), "{i}");
    }
}

#[test]
fn what_cannot_be_done_is_said() {
    let bodies = || Bodies::new((0..3).map(body));
    let refused = |result: Result<Ensemble<f64>, Error>| result.unwrap_err().to_string();
    let vary = refused(Ensemble::new(&"taylor".parse().unwrap(), bodies()));
    assert!(vary.starts_with("the steps of `taylor"), "{vary}");
    let mut uneven = bodies();
    uneven.momentum[1].pop();
    let uneven = refused(Ensemble::new(&"exact".parse().unwrap(), uneven));
    assert!(uneven.contains("there are 2 numbers and 3 states"), "{uneven}");
    let none = refused(ensemble("exact", 3).as_matrices());
    assert!(none.contains("no kernel of `exact`"), "{none}");
    let jem = refused(ensemble("jem", 3).pushed_by(fields(3)));
    assert!(jem.contains("takes no torque"), "{jem}");
    let wrong = refused(ensemble("exact", 3).pushed_by(fields(4)));
    assert!(wrong.contains("4 entries") && wrong.contains("3 bodies"), "{wrong}");
    let impulse = Impulse {
        time: 1.0,
        momentum: Vec3::from_f64([0.0, 0.0, 1.0]),
        frame: polhode::torque::Frame::Body,
    };
    let impulses =
        EnsembleTorques::<f64>::new(&[Impulses::new(vec![impulse]).unwrap().into()]).unwrap_err();
    assert_eq!(impulses, Error::NotInLanes { model: "impulses" });
    let mut pushed = ensemble("exact", 3).pushed_by(fields(3)).unwrap();
    assert_eq!(pushed.jump_to(1.0), Err(Error::Pushed));
    let short = [0.0; 2];
    let kick = Kick { torque: [&short[..]; 3], h: 1.0 };
    let mut free = ensemble("exact", 3);
    assert!(free.kick_and_advance(Some(kick), 0.1, 1).is_err());
    let mut nobody = ensemble("exact", 0);
    nobody.advance(0.1, 10).unwrap();
    assert!(nobody.is_empty() && nobody.state(0).is_none());
}
