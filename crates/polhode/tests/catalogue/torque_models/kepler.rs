//! Kepler's equation and motion.

use super::anomalies::ANOMALIES;
use super::samples::orbit;
use polhode::Vec3;
use polhode::real::{Constant, DoubleDouble as Dd, Jet, Real};
use polhode::torque::{KeplerGravityGradient, KeplerOrbit};
use proptest::prelude::*;

fn simple<R: Real>(eccentricity: R, mean_anomaly: R) -> KeplerOrbit<R> {
    let zero = R::zero();
    KeplerOrbit {
        gm: R::one(),
        semi_major_axis: R::one(),
        eccentricity,
        inclination: zero,
        node: zero,
        periapsis: zero,
        mean_anomaly,
    }
}

/// Largest relative error over the table, in units of the number's epsilon.
fn worst<R: Real>(to_pair: impl Fn(R) -> Dd) -> f64 {
    let mut worst = 0.0_f64;
    for &(e, mean, ratio) in ANOMALIES {
        let orbit = simple(R::from_f64(e), R::from_f64(mean));
        let found = to_pair(orbit.eccentric_anomaly(R::zero()));
        let truth = Dd::constant(Constant::decimal(ratio)) * Dd::from_f64(mean);
        worst = worst.max(((found - truth) / truth).hi.abs() / R::EPSILON);
    }
    worst
}

#[test]
fn the_anomaly_is_right_to_rounding_from_circles_to_needles() {
    let double = worst::<f64>(Dd::from_f64);
    assert!(double < 1.0, "{double} eps in double");
    let pair = worst::<Dd>(|x| x);
    println!("{double} eps in double, {pair} eps in double-double");
    assert!(pair < 1.0, "{pair} eps in double-double");
}

#[test]
fn on_a_circle_all_anomalies_are_one() {
    for mean in [0.0, 1e-300, 0.3, -3.0, core::f64::consts::PI] {
        assert_eq!(simple(0.0, mean).eccentric_anomaly(0.0), mean);
    }
}

#[test]
fn whole_turns_and_signs_do_not_matter() {
    for (e, mean) in [(0.3, 1.0), (0.99, 1e-3), (0.9, 3.1)] {
        let here = simple(e, mean).eccentric_anomaly(0.0);
        let turned = simple(e, mean).eccentric_anomaly(20.0 * core::f64::consts::PI);
        // A mean anomaly of 60 is rounded at 7e-15, which e = 0.99 magnifies.
        assert!((here - turned).abs() < 7e-15 / (1.0 - e), "{here} {turned}");
        assert_eq!(simple(e, -mean).eccentric_anomaly(0.0), -here);
    }
    assert_eq!(simple(0.5, 0.0).eccentric_anomaly(0.0), 0.0);
    assert!(simple(0.5, f64::NAN).eccentric_anomaly(0.0).is_nan());
    assert!(simple(0.5, f64::INFINITY).eccentric_anomaly(0.0).is_nan());
}

proptest! {
    #![proptest_config(super::cases())]

    #[test]
    fn jets_with_32_coefficients_solve_the_equation(e in 0.0..0.95_f64, mean in -3.0..3.0_f64) {
        let time = Jet::<Dd, 32>::variable(Dd::zero());
        let anomaly = simple(Dd::from_f64(e), Dd::from_f64(mean)).eccentric_anomaly(time);
        let e = Jet::from_f64(e);
        let residual = anomaly - e * anomaly.sin() - Jet::from_f64(mean) - time;
        // Coefficients grow with the inverse powers of the radius of convergence.
        for (k, (rest, size)) in residual.coefficients.into_iter().zip(anomaly.coefficients).enumerate() {
            let scale = size.hi.abs().max(anomaly.coefficients[..k].iter().fold(1.0, |m, c| c.hi.abs().max(m)));
            prop_assert!(rest.hi.abs() < 1e-28 * scale, "{k}: {rest:?} of {scale:e}");
        }
    }

    #[test]
    fn the_orbit_obeys_newton(e in 0.0..0.95_f64, time in -9.0..9.0_f64) {
        let torque = KeplerGravityGradient::new(orbit::<Dd>(e)).unwrap();
        let (rate_squared, direction) = torque.place(Jet::<Dd, 3>::variable(Dd::from_f64(time)));
        let gm = Jet::from_f64(1.3);
        // r = (GM/rate_squared)^(1/3)
        let distance = ((gm / rate_squared).ln() / Jet::from_f64(3.0)).exp();
        let position = direction * distance;
        let place = position.map(|x| x.coefficient(0));
        let pull = place * (-Dd::from_f64(1.3) / (place.norm_squared() * place.norm()));
        let acceleration = position.map(|x| x.derivative(2));
        let error = (acceleration - pull).norm().hi / pull.norm().hi;
        prop_assert!(error < 1e-26, "{error:e}");
        prop_assert!((place.norm() / distance.coefficient(0) - Dd::one()).hi.abs() < 1e-29);
        // The plane of the orbit, and the law of areas.
        let velocity = position.map(|x| x.derivative(1));
        let (sin, cos) = Dd::from_f64(0.4).sin_cos();
        let (sin_node, cos_node) = Dd::from_f64(-1.2).sin_cos();
        let normal = Vec3::new(sin * sin_node, -(sin * cos_node), cos);
        let e = Dd::from_f64(e);
        let areas = (Dd::from_f64(1.3) * Dd::from_f64(0.9) * (Dd::one() - e * e)).sqrt();
        prop_assert!((place.cross(velocity) - normal * areas).norm().hi < 1e-27);
    }
}

#[test]
fn the_periapsis_is_where_the_elements_say() {
    let torque =
        KeplerGravityGradient::new(KeplerOrbit { mean_anomaly: 0.0, ..orbit(0.6) }).unwrap();
    let (near, direction) = torque.place(0.0_f64);
    assert!((near - 1.3 / (0.9_f64 * 0.4).powi(3)).abs() < 1e-13);
    assert!((direction - torque.orbit().axes()[0]).norm() < 1e-15);
    // z = sin(inclination) sin(periapsis)
    assert!((direction.z - 0.4_f64.sin() * 2.1_f64.sin()).abs() < 1e-15);
    let half = core::f64::consts::PI / (1.3 / 0.9_f64.powi(3)).sqrt();
    let (far, opposite) = torque.place(half);
    assert!((far - 1.3 / (0.9_f64 * 1.6).powi(3)).abs() < 1e-13);
    assert!((direction + opposite).norm() < 1e-14);
}

/// Fukushima 2012 prints 2.8e-7, which is GM/omega0^2 at 1 AU.
#[test]
fn the_torque_of_the_sun_on_ida_is_1_19e_8_and_1_37e_8_at_perihelion() {
    let (k, degree) = (0.01720209895_f64, 1f64.to_radians());
    let ida = KeplerGravityGradient::new(KeplerOrbit {
        gm: k * k,
        semi_major_axis: 2.862,
        eccentricity: 0.0452,
        inclination: 1.138 * degree,
        node: 324.218 * degree,
        periapsis: 108.754 * degree,
        mean_anomaly: 191.869 * degree,
    })
    .unwrap();
    let spin = core::f64::consts::TAU / 0.193;
    let relative = |rate_squared: f64| rate_squared / (spin * spin);
    assert_eq!(format!("{:.2e}", relative(ida.orbit().rate_squared())), "1.19e-8");
    let motion = ida.orbit().rate_squared().sqrt();
    let perihelion = -191.869 * degree / motion;
    assert_eq!(format!("{:.2e}", relative(ida.place(perihelion).0)), "1.37e-8");
    assert_eq!(format!("{:.2e}", relative(k * k)), "2.79e-7");
}
