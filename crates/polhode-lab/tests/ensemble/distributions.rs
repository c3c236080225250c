//! Each law has its moments: means within 4 standard errors of so many bodies, at a fixed seed.

use super::{draws, numbers};
use polhode::geometry::{Rotation, Vec3};

const COUNT: u64 = 40_000;
/// How far a mean may be off, in standard errors; the seed is fixed, so it never changes.
const ERRORS: f64 = 4.0;

fn columns(vary: &str) -> Vec<Vec<f64>> {
    let rows = numbers(&draws(COUNT, vary));
    (0..rows[0].len()).map(|i| rows.iter().map(|row| row[i]).collect()).collect()
}

fn mean(column: impl IntoIterator<Item = f64>) -> f64 {
    column.into_iter().sum::<f64>() / COUNT as f64
}

/// Mean and variance are those of the law, and so is the fourth moment by which the variance's
/// error is known.
fn has_moments(column: &[f64], truth: f64, variance: f64, fourth: f64) {
    let n = COUNT as f64;
    let found = mean(column.iter().copied());
    let error = (variance / n).sqrt();
    assert!((found - truth).abs() <= ERRORS * error, "mean {found}, not {truth} +- {error}");
    let found = mean(column.iter().map(|x| (x - truth).powi(2)));
    let error = ((fourth - variance * variance) / n).sqrt();
    assert!(
        (found - variance).abs() <= ERRORS * error,
        "variance {found}, not {variance} +- {error}"
    );
}

#[test]
fn uniform_numbers_are_between_their_ends() {
    let vary = r#""initial.time" = { distribution = "uniform", from = -2.0, to = 4.0 }"#;
    let column = &columns(vary)[0];
    assert!(column.iter().all(|x| (-2.0..=4.0).contains(x)));
    has_moments(column, 1.0, 3.0, 6f64.powi(4) / 80.0);
}

#[test]
fn normal_numbers_are_about_their_mean_or_the_value_of_the_file() {
    let vary =
        r#""initial.angular_velocity" = { distribution = "normal", deviation = [0.1, 0.2, 0.0] }"#;
    let found = columns(vary);
    for (column, (mean, sigma)) in found.iter().zip([(0.1, 0.1), (2.0, 0.2)]) {
        let variance: f64 = sigma * sigma;
        has_moments(column, mean, variance, 3.0 * variance * variance);
    }
    assert!(found[2].iter().all(|x| *x == 0.3));
    let pairs = found[0].iter().zip(&found[1]).map(|(x, y)| (x - 0.1) * (y - 2.0) / 0.02);
    assert!(mean(pairs).abs() < ERRORS / (COUNT as f64).sqrt(), "the components are independent");
    let given = r#""initial.time" = { distribution = "normal", mean = 5.0, deviation = 2.0 }"#;
    has_moments(&columns(given)[0], 5.0, 4.0, 48.0);
}

#[test]
fn a_limit_cuts_the_tails() {
    let vary =
        r#""initial.time" = { distribution = "normal", mean = 0.0, deviation = 1.0, limit = 1.0 }"#;
    let column = &columns(vary)[0];
    assert!(column.iter().all(|x| x.abs() <= 1.0));
    // Of a normal law cut at 1: 1 - 2 phi(1)/erf(1/sqrt 2), and by parts the fourth moment.
    let tail = 2.0 * 0.241_970_724_519_143_37 / 0.682_689_492_137_085_9;
    has_moments(column, 0.0, 1.0 - tail, 3.0 - 4.0 * tail);
}

#[test]
fn logarithms_of_log_uniform_numbers_are_uniform() {
    let vary = r#""initial.time" = { distribution = "log-uniform", from = 0.01, to = 100.0 }"#;
    let logarithms: Vec<f64> = columns(vary)[0].iter().map(|x| x.ln()).collect();
    let width = 1e4f64.ln();
    has_moments(&logarithms, 0.0, width * width / 12.0, width.powi(4) / 80.0);
}

#[test]
fn isotropic_vectors_have_their_length_and_no_direction() {
    let vary = r#""initial.angular_velocity" = { distribution = "isotropic", magnitude = 3.0 }"#;
    let found = columns(vary);
    for row in numbers(&draws(COUNT, vary)) {
        let length: f64 = Vec3::from_f64([row[0], row[1], row[2]]).norm();
        assert!((length - 3.0).abs() < 3e-15, "{length}");
    }
    // Each component is uniform from -3 to 3.
    found.iter().for_each(|column| has_moments(column, 0.0, 3.0, 6f64.powi(4) / 80.0));
    let varying = r#""initial.angular_velocity" = { distribution = "isotropic", magnitude = { from = 1.0, to = 2.0 } }"#;
    let found = columns(varying);
    let length = |i: usize| Vec3::<f64>::from_f64([found[0][i], found[1][i], found[2][i]]).norm();
    let lengths: Vec<f64> = (0..COUNT as usize).map(length).collect();
    assert!(lengths.iter().all(|x| (1.0 - 1e-15..2.0 + 1e-15).contains(x)));
    has_moments(&lengths, 1.5, 1.0 / 12.0, 1.0 / 80.0);
}

#[test]
fn a_cone_is_about_the_direction_of_the_file() {
    let vary =
        r#""initial.angular_velocity" = { distribution = "cone", angle = 60.0, unit = "deg" }"#;
    let found = columns(vary);
    let nominal = Vec3::<f64>::from_f64([0.1, 2.0, 0.3]);
    let length = nominal.norm();
    let cosines: Vec<f64> = (0..COUNT as usize)
        .map(|i| {
            let v = Vec3::<f64>::from_f64([found[0][i], found[1][i], found[2][i]]);
            assert!((v.norm() - length).abs() < 4e-15);
            v.dot(nominal) / (length * length)
        })
        .collect();
    // On a sphere equal heights have equal areas: the cosine is uniform from 1/2 to 1.
    assert!(cosines.iter().all(|c| *c >= 0.5 - 1e-15));
    has_moments(&cosines, 0.75, 0.25 / 12.0, 0.5f64.powi(4) / 80.0);
}

#[test]
fn uniform_rotations_prefer_no_attitude() {
    let found = columns(r#""initial.attitude" = { distribution = "uniform-rotation" }"#);
    // Uniform on the sphere in four dimensions: second moment 1/4, fourth 1/8.
    found.iter().for_each(|column| has_moments(column, 0.0, 0.25, 0.125));
    for (i, j) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
        // The mean of x^2 y^2 is 1/24.
        let product = mean(found[i].iter().zip(&found[j]).map(|(x, y)| x * y));
        assert!(product.abs() < ERRORS * (1.0 / 24.0 / COUNT as f64).sqrt(), "{i} {j}: {product}");
    }
}

#[test]
fn small_rotations_are_normal_about_the_attitude_of_the_file() {
    let vary = r#""initial.attitude" = { distribution = "small-rotation", deviation = [1.0, 2.0, 3.0], unit = "deg" }"#;
    let nominal = Rotation { w: 0.5, x: -0.5, y: 0.5, z: 0.5 };
    let mut angles = [Vec::new(), Vec::new(), Vec::new()];
    for row in numbers(&draws(COUNT, vary)) {
        let drawn = Rotation::from_wxyz([row[0], row[1], row[2], row[3]]);
        let (axis, angle) = (nominal.inverse() * drawn).to_axis_angle();
        for (angles, x) in angles.iter_mut().zip((axis * angle.to_degrees()).to_array()) {
            angles.push(x);
        }
    }
    for (angles, sigma) in angles.iter().zip([1.0_f64, 2.0, 3.0]) {
        has_moments(angles, 0.0, sigma * sigma, 3.0 * sigma.powi(4));
    }
}

#[test]
fn relative_numbers_multiply_the_value_of_the_file() {
    let vary =
        r#""body.inertia" = { distribution = "uniform", from = 0.99, to = 1.01, relative = true }"#;
    let found = columns(vary);
    for (column, nominal) in found.iter().zip([1.0, 2.0, 2.5]) {
        let width: f64 = 0.02 * nominal;
        has_moments(column, nominal, width * width / 12.0, width.powi(4) / 80.0);
    }
    let vary = r#""initial.angular_velocity" = { distribution = "normal", deviation = 0.5, relative = true }"#;
    for (column, nominal) in columns(vary).iter().zip([0.1_f64, 2.0, 0.3]) {
        let variance = (0.5 * nominal).powi(2);
        has_moments(column, nominal, variance, 3.0 * variance * variance);
    }
}

#[test]
fn values_come_in_turn_or_at_random() {
    let found = columns(r#""initial.time" = { values = [1.0, 2.0, 5.0] }"#);
    assert_eq!(found[0][..7], [1.0, 2.0, 5.0, 1.0, 2.0, 5.0, 1.0]);
    let found = columns(r#""initial.time" = { values = [0.0, 1.0], pick = "random" }"#);
    has_moments(&found[0], 0.5, 0.25, 0.0625 + 1e-3); // the variance of 0 and 1 is exact but for the mean
}
