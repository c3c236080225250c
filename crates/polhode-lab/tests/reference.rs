//! Accuracy against truth from outside: the reference itself, and the grid of problems that it judges.

#[allow(dead_code, reason = "the example `accuracy_grid` uses more of it")]
#[path = "reference/mod.rs"]
mod reference;

mod closed_forms {
    use super::reference::body::Body;
    use super::reference::formula::{Formula, above, abs, bell, hysteresis, r};
    use super::reference::grid::{Problem, problem};
    use super::reference::motion;
    use super::reference::torque::{Impulse, Torque};
    use super::reference::wide::{ONE, PI, Wide, ZERO, wide};
    use super::reference::{distance, truth};

    fn body(torques: Vec<Torque>) -> Body {
        Body {
            inertia: [1.0, 2.0, 2.5],
            time: 0.0,
            attitude: [1.0, 0.0, 0.0, 0.0],
            rates: [0.3, 0.5, 0.9],
            duration: 10.0,
            torques,
            breaks: Vec::new(),
            frequency: 1.0,
        }
    }

    fn off(a: Wide, b: Wide) -> f64 {
        (a - b).hi.abs()
    }

    #[test]
    fn functions_are_right_to_thirty_digits() {
        // By hand: digits of sin 1, e, tanh 1/2 from tables of constants.
        let digits = |hi: f64, lo: f64| Wide { hi, lo };
        let known = [
            (ONE.sin_cos().0, digits(SIN_1[0], SIN_1[1])),
            (ONE.exp(), digits(EXP_1[0], EXP_1[1])),
            (wide(0.5).tanh(), digits(TANH_HALF[0], TANH_HALF[1])),
        ];
        for (found, wanted) in known {
            assert!(off(found, wanted) < 1e-30, "{found:?} {wanted:?}");
        }
        for i in 0..400 {
            let x = wide(f64::from(i) * 0.37 - 70.1);
            let (sin, cos) = x.sin_cos();
            assert!(off(sin.squared() + cos.squared(), ONE) < 1e-30, "{x:?}");
            let (a, b) = ((x + ONE).sin_cos(), ONE.sin_cos());
            assert!(off(a.0, sin * b.1 + cos * b.0) < 1e-29, "{x:?}");
            let y = x * 0.05;
            assert!(off(y.exp() * (-y).exp(), ONE) < 1e-29, "{y:?}");
            let (two, one) = ((y * 2.0).tanh(), y.tanh());
            assert!(off(two, one * 2.0 / (ONE + one.squared())) < 1e-30, "{y:?}");
            assert!(off(x.abs().sqrt().squared(), x.abs()) < 1e-29, "{x:?}");
        }
        assert!(off((PI * 1e9).sin_cos().0, ZERO) < 1e-21);
    }

    #[test]
    fn a_free_symmetric_body_precesses_by_its_closed_form() {
        // q = exp(L t / (2 I1)) exp(e3 (1/I3 - 1/I1) L3 t / 2)
        let body = Body { inertia: [2.0, 2.0, 1.2], ..body(Vec::new()) };
        let end = truth(&body).unwrap();
        let start = body.start();
        let [a, b, c] = [start[4], start[5], start[6]];
        let t = wide(body.duration);
        let length = (a.squared() + b.squared() + c.squared()).sqrt();
        let (sin, cos) = (length * t / wide(4.0)).sin_cos();
        let first = [cos, sin * a / length, sin * b / length, sin * c / length];
        let own = (ONE / wide(1.2) - ONE / wide(2.0)) * c * t;
        let (sin, cos) = (own * 0.5).sin_cos();
        let [w, x, y, z] = first;
        let q = [w * cos - z * sin, x * cos + y * sin, y * cos - x * sin, z * cos + w * sin];
        let (sin, cos) = own.sin_cos();
        let l = [a * cos + b * sin, b * cos - a * sin, c];
        let error = distance(&end, &[q[0], q[1], q[2], q[3], l[0], l[1], l[2]]);
        assert!(error < 1e-19, "{error:e}");
    }

    #[test]
    fn a_constant_torque_about_an_axis_spins_up_from_rest() {
        let torque = Torque::ConstantInBody([0.0, 0.0, 0.25]);
        let body = Body { rates: [0.0; 3], ..body(vec![torque]) };
        let end = truth(&body).unwrap();
        // Angle 0.25 t^2 / (2 I3) = 5
        let (sin, cos) = wide(2.5).sin_cos();
        let error = distance(&end, &[cos, ZERO, ZERO, sin, ZERO, ZERO, wide(2.5)]);
        assert!(error < 1e-19, "{error:e}");
    }

    #[test]
    fn a_narrow_pulse_gives_its_area_wherever_it_is() {
        for (centre, width) in [(5.0, 1e-5), (3.217, 1e-3), (7.7, 0.05)] {
            let pulse = || 1e-2 / width * bell(Formula::Time + Formula::Number(-centre), width);
            let none = || Formula::Number(0.0);
            let torque = Torque::Formulas([none(), none(), pulse()]);
            let body = Body { rates: [0.0; 3], ..body(vec![torque]) };
            let end = truth(&body).unwrap();
            let area = wide(1e-2 / width) * width * PI.sqrt();
            let error = off(end.state[6], area) / area.hi;
            assert!(error < 1e-19, "{centre} {width}: {error:e}");
        }
    }

    #[test]
    fn a_planar_pendulum_conserves_its_energy_and_swings_in_the_period_of_its_elliptic_integral() {
        let field = Torque::UniformField {
            strength: 3.0,
            arm: [0.0, 0.0, 1.0],
            direction: [0.0, 0.0, 1.0],
        };
        // Released at rest at 60 degrees from hanging, about x.
        let angle = PI * 2.0 / wide(3.0);
        let (sin, cos) = (angle * 0.5).sin_cos();
        let (sin_60, modulus) = (60f64.to_radians().sin(), wide(0.5));
        // The period is 4 K(k) / sqrt(F / I), k = sin(30 degrees), by the arithmetic-geometric mean.
        let (mut a, mut b) = (ONE, (ONE - modulus.squared()).sqrt());
        for _ in 0..8 {
            (a, b) = ((a + b) * 0.5, (a * b).sqrt());
        }
        let period = PI * 2.0 / a / wide(3.0).sqrt();
        let body = Body { rates: [0.0; 3], duration: period.hi, ..body(vec![field]) };
        let start = [cos, sin, ZERO, ZERO, ZERO, ZERO, ZERO];
        let end = motion::end(&body, start, ZERO, 1e-21).unwrap();
        // The rest of the period at the acceleration of the release.
        let late = -period.lo * 3.0 * sin_60;
        let error = distance(&end, &[cos, sin, ZERO, ZERO, wide(late), ZERO, ZERO]);
        assert!(error < 1e-18, "{error:e}");
    }

    #[test]
    fn two_tolerances_agree_and_the_error_falls_with_them() {
        let torques = vec![
            Torque::GravityGradient { rate_squared: 0.7, direction: [1.0, 2.0, -1.0] },
            Torque::Damping(0.1),
            Torque::Impulses(vec![Impulse { time: 3.3, momentum: [0.1, -0.2, 0.1] }]),
        ];
        let body = body(torques);
        let at = |tolerance| motion::end(&body, body.start(), ZERO, tolerance).unwrap();
        let best = at(1e-24);
        let errors = [1e-9, 1e-13, 1e-17, 1e-21].map(|t| (t, distance(&best, &at(t).state)));
        for (tolerance, error) in errors {
            assert!(error < 20.0 * tolerance, "{errors:?}"); // 12 at 1e-9
        }
    }

    /// Torques about one axis of a body that rotates about it.
    fn about_x(x: Formula, rate: f64, duration: f64, breaks: Vec<f64>) -> Body {
        let none = || Formula::Number(0.0);
        let torque = Torque::Formulas([x, none(), none()]);
        Body { rates: [rate, 0.0, 0.0], duration, breaks, ..body(vec![torque]) }
    }

    /// The angle about x and the momentum.
    fn is_about_x(body: &Body, angle: Wide, momentum: Wide) {
        let (sin, cos) = (angle * 0.5).sin_cos();
        let error = distance(&truth(body).unwrap(), &[cos, sin, ZERO, ZERO, momentum, ZERO, ZERO]);
        assert!(error < 1e-18, "{error:e}");
    }

    #[test]
    fn friction_stops_a_body_and_holds_it_until_the_torque_exceeds_it() {
        let friction = || -0.5 * Formula::Friction(0);
        // From 1 to 0 within 2, by 1 rad.
        is_about_x(&about_x(friction(), 1.0, 7.0, Vec::new()), ONE, ZERO);
        // t/8 exceeds 1/2 from 4 on: t^2/16 - t/2 + 1 at 8.
        let driven = 0.125 * Formula::Time + friction();
        let angle = wide(512.0 - 64.0) / wide(48.0) - wide(64.0 - 16.0) / wide(4.0) + wide(4.0);
        is_about_x(&about_x(driven, 0.0, 8.0, Vec::new()), angle, ONE);
    }

    #[test]
    fn a_hysteresis_drives_a_rate_to_and_fro_between_its_limits() {
        // Down from 1 to -1/4 at 1/2 within 2.5, up to 1/2 within 1.5, down again within 1.5, and up to 0.
        let on = hysteresis(Formula::Rate(0), -0.25, 0.5);
        let torque = -0.5 * (2.0 * on - Formula::Number(1.0));
        let angle = wide(0.375 * 2.5 + 0.125 * 3.0 - 0.125 * 0.5);
        is_about_x(&about_x(torque, 1.0, 6.0, Vec::new()), angle, ZERO);
    }

    #[test]
    fn a_short_passage_through_a_switch_of_the_state_is_seen() {
        // On within 0.01 rad of a quarter turn: less than a step.
        let level = 0.01f64.cos();
        let mut near = wide(0.01);
        for _ in 0..3 {
            let (sin, cos) = near.sin_cos();
            near += (cos - wide(level)) / sin;
        }
        let [on, off] = [1.0, 0.0].map(Formula::Number);
        let torque = above(r(3, 2) - Formula::Number(level), on, off);
        let rate = (ONE + near * 4.0).sqrt();
        let (before, inside) = (PI * 0.5 - near, rate - ONE);
        let after = wide(3.0) - before - inside;
        let angle = PI * 0.5 + near + rate * after;
        is_about_x(&about_x(torque, 1.0, 3.0, Vec::new()), angle, rate);
    }

    #[test]
    fn windows_and_kinks_in_time_give_their_areas() {
        let after = |time: f64| Formula::Time + Formula::Number(-time);
        let (begin, end) = (wide(3.1), wide(3.1001));
        let until = Formula::Number(3.1001) - Formula::Time;
        let [yes, no] = [1.0, 0.0].map(Formula::Number);
        let on = above(after(3.1), above(until, yes, no.clone()), no);
        let body = about_x(on, 0.0, 5.0, vec![3.1, 3.1001]);
        let area = end - begin;
        is_about_x(&body, area * (wide(5.0) - (begin + end) * 0.5), area);
        // The triple integral of |t - c|: (c^2 T - c^3 / 3) / 2 before c, and beyond it.
        let (c, rest) = (wide(1.3), wide(2.0) - wide(1.3));
        let body = about_x(abs(after(1.3)), 0.0, 2.0, vec![1.3]);
        let before = c.powi(3) / wide(3.0) + c.squared() * 0.5 * rest;
        let momentum = (c.squared() + rest.squared()) * 0.5;
        is_about_x(&body, before + rest.powi(3) / wide(6.0), momentum);
    }

    #[test]
    fn shorter_steps_change_nothing() {
        // A pulse, narrow and steep features of the state, a kink of it, friction, an eclipse, an orbit.
        for number in [10, 17, 33, 36, 37, 38, 39, 57, 118, 158] {
            let Problem { body, kind, .. } = problem(number);
            let found = truth(&body).unwrap();
            let short = Body { frequency: 6.0 * body.frequency, ..body };
            let error = distance(&found, &truth(&short).unwrap().state);
            assert!(error < 1e-16, "{kind} {number}: {error:e}");
        }
    }

    const SIN_1: [f64; 2] = [0.8414709848078965, 1.776845092935536e-18];
    const EXP_1: [f64; 2] = [std::f64::consts::E, 1.4456468917292502e-16];
    const TANH_HALF: [f64; 2] = [0.46211715726000974, 2.1916603238260928e-17];
}

mod grid {
    use super::reference::cases::{Case, in_parallel, table};
    use super::reference::grid::{KINDS, problem};
    use super::reference::product::{Standing, answer};
    use super::reference::{sensitivity, truth};

    const PROBLEMS: u64 = 100;
    const ACCURACIES: [f64; 3] = [1e-4, 1e-7, 1e-10];

    fn cases_of(number: u64) -> Vec<Case> {
        let problem = problem(number);
        let (text, truth) = (problem.text(), truth(&problem.body).expect("a truth"));
        let judged = ACCURACIES.map(|asked| {
            let sensitivity = || sensitivity(&problem.body, &truth);
            Case::judged((problem.kind, number), asked, answer(&text, asked), &truth, sensitivity)
                .expect("neighbours")
        });
        judged.into()
    }

    #[test]
    fn an_accuracy_is_delivered_or_declared() {
        let cases: Vec<Case> = in_parallel(PROBLEMS, cases_of).into_iter().flatten().collect();
        println!("{}", table(&cases, &KINDS.map(|(kind, _)| kind)));
        let lines = |wanted: &dyn Fn(&Case) -> bool| {
            cases.iter().filter(|case| wanted(case)).map(Case::line).collect::<Vec<_>>()
        };
        let missed = lines(&Case::is_missed);
        assert!(missed.is_empty(), "{} missed silently:\n{}", missed.len(), missed.join("\n"));
        let denied = lines(&|case| case.is(&Standing::Unattainable) && !case.is_confirmed());
        assert!(denied.is_empty(), "{} could be attained:\n{}", denied.len(), denied.join("\n"));
        let failed = lines(&Case::has_failed);
        assert!(failed.is_empty(), "{} failed:\n{}", failed.len(), failed.join("\n"));
        let unverified = lines(&|case| case.is(&Standing::Unverified));
        assert!(20 * unverified.len() <= cases.len(), "{}", unverified.join("\n"));
    }
}
