//! Fukushima 2012: turns as three shears do not drift, even in single precision.

use crate::support::{Uniform, bind, body, method};
use polhode::geometry::{LeapFrog, Plane, StandardForm, TurnForm, TurnRule};
use polhode::{Mat3, Real, Rotation, Run, State, Vec3};

/// Figure 3: the largest error of the radius among turns 10^(k-1) ... 10^k by
/// 0.1 from (1, 0), in single precision, for k = 3, 5, 7.
fn radius_errors<F: TurnForm>(rule: TurnRule) -> [f64; 3] {
    let plane = F::full(rule, 0.1f32);
    let (mut u, mut v) = (1f32, 0f32);
    let mut n = 0u64;
    [3, 5, 7].map(|k| {
        let mut worst = 0f64;
        while n < 10u64.pow(k) {
            (u, v) = plane.rotate(u, v);
            n += 1;
            if n >= 10u64.pow(k - 1) {
                worst = worst.max((f64::from(u).hypot(f64::from(v)) - 1.0).abs());
            }
        }
        worst
    })
}

fn within_a_percent(errors: [f64; 3], expected: [f64; 3]) -> bool {
    errors.iter().zip(expected).all(|(e, x)| (e / x - 1.0).abs() < 0.01)
}

/// The slope is (c^2 + s^2 - 1)/2 of the rounded coefficients, 1.223e-8 a turn.
#[test]
fn in_standard_form_the_radius_drifts_linearly() {
    let exact = radius_errors::<StandardForm>(TurnRule::Exact);
    assert!(within_a_percent(exact, [1.206e-5, 1.238e-3, 0.1321]), "{exact:?}");
    let cayley = radius_errors::<StandardForm>(TurnRule::Tangent(1));
    assert!(within_a_percent(cayley, [6.79e-6, 6.65e-4, 6.52e-2]), "{cayley:?}");
}

/// The rounded map wanders over finitely many numbers and closes on itself:
/// about u^(2/3) = 1.5e-5 from the circle, after about u^(-2/3) = 65000 turns.
/// Published: 2e-5 ... 6e-5.
#[test]
fn in_leap_frog_form_the_radius_reaches_a_plateau() {
    for rule in [TurnRule::Exact, TurnRule::Tangent(1), TurnRule::Tangent(2), TurnRule::Tangent(4)]
    {
        let [early, later, latest] = radius_errors::<LeapFrog>(rule);
        assert!(early < 2e-6, "{rule:?}: {early:e}");
        assert!((5e-6..1.5e-5).contains(&later), "{rule:?}: {later:e}");
        assert!((1e-5..6e-5).contains(&latest), "{rule:?}: {latest:e}");
    }
}

/// Mean and standard deviation over starts.
#[derive(Debug)]
struct Spread {
    mean: f64,
    deviation: f64,
}

impl Spread {
    fn new(values: impl Iterator<Item = f64> + Clone) -> Self {
        let count = values.clone().count() as f64;
        let mean = values.clone().sum::<f64>() / count;
        let deviation = (values.map(|x| (x - mean).powi(2)).sum::<f64>() / count).sqrt();
        Self { mean, deviation }
    }
}

/// What became of a molecule of water, relative.
#[derive(Clone, Copy)]
struct Loss {
    energy: f64,
    /// Mean length of the matrix' rows.
    length: f64,
    momentum_x: f64,
}

/// Figures 1, 2, 6 and 7: 300 isotropic starts with |omega| = 1, 32 steps a
/// period, single precision, matrix attitude; losses after so many periods.
fn water(name: &str, periods: &[u64]) -> Vec<[Spread; 3]> {
    let mut random = Uniform(3);
    let moments = [0.345, 0.653, 1.0];
    let losses: Vec<Vec<Loss>> = (0..300)
        .map(|_| {
            let momentum = random.direction().component_mul(Vec3::from(moments)).map(f32::from_f64);
            let attitude = Rotation::from_wxyz(random.rotation().to_wxyz().map(f32::from_f64));
            let start = State::<f32, Mat3<f32>>::new(attitude, momentum);
            let mut run = bind(&method(name), body(moments), start).unwrap();
            let mut done = 0;
            periods
                .iter()
                .map(|&until| {
                    run.advance(std::f32::consts::TAU / 32.0, 32 * (until - done)).unwrap();
                    done = until;
                    loss(&start, run.as_ref())
                })
                .collect()
        })
        .collect();
    (0..periods.len())
        .map(|i| {
            let at = losses.iter().map(move |losses| losses[i]);
            [
                Spread::new(at.clone().map(|loss| loss.energy)),
                Spread::new(at.clone().map(|loss| loss.length)),
                Spread::new(at.map(|loss| loss.momentum_x)),
            ]
        })
        .collect()
}

/// Measured in double precision from the single-precision state.
fn loss(start: &State<f32, Mat3<f32>>, run: &dyn Run<f32, Mat3<f32>>) -> Loss {
    let measure = |state: &State<f32, Mat3<f32>>| {
        let momentum = state.momentum.map(f64::from);
        let rows = state.attitude.map_rows(|row| row.map(f64::from));
        let inverse = body::<f32>([0.345, 0.653, 1.0]).inertia.inverse().map(f64::from);
        let energy = momentum.dot(momentum.component_mul(inverse)) / 2.0;
        let length = (rows.x.norm() + rows.y.norm() + rows.z.norm()) / 3.0;
        (energy, length, rows * momentum)
    };
    let (energy, length, spatial) = measure(start);
    let (energy_now, length_now, spatial_now) = measure(run.state());
    Loss {
        energy: energy_now / energy - 1.0,
        length: length_now / length - 1.0,
        momentum_x: (spatial_now.x - spatial.x) / spatial.norm(),
    }
}

#[test]
fn in_leap_frog_form_water_does_not_drift_over_a_thousand_periods() {
    for name in ["leapfrog", "leapfrog:rotation=exact"] {
        let [one, hundred, thousand] = &water(name, &[1, 100, 1000])[..] else { panic!() };
        println!("{name}: {one:?}\n{hundred:?}\n{thousand:?}");
        let [energy, length, momentum] = thousand;
        // The energy stays at the truncation error of the method, 9.8e-5.
        assert!(energy.mean.abs() < 2e-5, "{name}: {energy:?}");
        assert!((0.8e-4..1.2e-4).contains(&energy.deviation), "{name}: {energy:?}");
        // No mean, and a deviation of 4.1e-6 that has grown as a random walk.
        assert!(length.mean.abs() < 1e-6, "{name}: {length:?}");
        assert!((3.3e-6..5e-6).contains(&length.deviation), "{name}: {length:?}");
        let growth = length.deviation / one[1].deviation;
        assert!((22.0..45.0).contains(&growth), "{name}: {growth} instead of sqrt(1000)");
        assert!(momentum.mean.abs() < 2e-6, "{name}: {momentum:?}");
        assert!((7e-6..1.1e-5).contains(&momentum.deviation), "{name}: {momentum:?}");
        assert!(hundred[1].deviation < 1.6e-6, "{name}: {hundred:?}");
    }
}

#[test]
fn in_standard_form_with_rational_sines_water_drifts_linearly() {
    let [hundred, thousand] = &water("mclachlan-reich:rotation=cayley", &[100, 1000])[..] else {
        panic!()
    };
    println!("{hundred:?}\n{thousand:?}");
    let ([_, length_then, _], [energy, length, _]) = (hundred, thousand);
    assert!((-6.5e-4..-4e-4).contains(&energy.mean), "{energy:?}"); // -5.2e-4
    assert!((-2.1e-4..-1.3e-4).contains(&length.mean), "{length:?}"); // -1.74e-4
    let growth = length.mean / length_then.mean;
    assert!((8.5..11.5).contains(&growth), "{growth} instead of 10");
}

/// With coefficients for theta and theta/2 that are truncated apart, the
/// spatial momentum would be lost at 2.9e-2; here they come from one tangent.
#[test]
fn truncated_turns_of_a_quaternion_keep_the_spatial_momentum() {
    for name in ["leapfrog", "leapfrog:rotation=cayley", "mclachlan-reich:rotation=cayley"] {
        let mut random = Uniform(4);
        let momentum = random.direction().component_mul(Vec3::new(0.345, 0.653, 1.0));
        let start: State<f64> = State::new(random.rotation(), momentum);
        let mut run = bind(&method(name), body([0.345, 0.653, 1.0]), start).unwrap();
        run.advance(std::f64::consts::TAU / 32.0, 32_000).unwrap();
        let lost = (run.state().spatial_momentum() - start.spatial_momentum()).norm();
        println!("{name}: {lost:e}");
        assert!(lost < 1e-12, "{name}: {lost:e}");
    }
}
