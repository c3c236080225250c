//! Figure 20: the asteroid Ida under the Sun's tide.

use super::growth::{Spans, curve, figure, late_exponent, numbers, panel, slope, table};
use super::molecules::Double;
use super::setting::Turns;
use super::turning::{Composed, shears, standard};
use crate::Effort;
use crate::laboratory::{each, inertia};
use crate::outcome::{Cell, Claim, Outcome, Printed, Row, Rule, Value};
use polhode::geometry::TurnRule;
use polhode::method::{Composition, Drift, Kicked};
use polhode::methods::taylor::AdaptiveTaylor;
use polhode::real::DoubleDouble;
use polhode::torque::{KeplerGravityGradient, KeplerOrbit, Model};
use polhode::{Attitude, Body, Inertia, Mat3, Motion, Real, Rotation, State, Vec3};
use polhode_bound::{Torques, bind_wide};
use polhode_lab::figure::{Axis, Mark};
use polhode_lab::listed::Listed;
use std::f64::consts::TAU;

/// A/C, B/C and 1, section 3.6.
const IDA: [f64; 3] = [0.23480, 0.92912, 1.0];
/// Days.
const PERIOD: f64 = 0.193;
/// Gauss' constant: the square root of GM of the Sun, in astronomical units and days.
const GAUSS: f64 = 0.017_202_098_95;
/// Steps a period; the paper does not say how many.
const DIVISION: u32 = 64;
/// Directions of the start, one in each lane; the paper does not give its own.
const STARTS: [[f64; 4]; 4] =
    [[0.9, 0.1, 0.2, 0.374], [0.5, -0.2, -0.3, 0.787], [0.1, 0.7, 0.1, 0.7], [0.3, 0.3, -0.9, 0.1]];

fn orbit<R: Real>() -> KeplerOrbit<R> {
    let degrees = |angle: f64| R::from_f64(angle) * R::pi() / R::from_f64(180.0);
    KeplerOrbit {
        gm: R::from_f64(GAUSS) * R::from_f64(GAUSS),
        semi_major_axis: R::from_f64(2.862),
        eccentricity: R::from_f64(0.0452),
        inclination: degrees(1.138),
        node: degrees(324.218),
        periapsis: degrees(108.754),
        // Printed as that at the perihelion passage; it must be that at the epoch.
        mean_anomaly: degrees(191.869),
    }
}

/// Rates of the length omega_0, 0.05 rad off the axis of the largest moment.
fn start<R: Real, A: Attitude<R>>(wxyz: [f64; 4]) -> State<R, A> {
    let rates = Vec3::new(Real::sin(0.05), 0.0, Real::cos(0.05)) * (TAU / PERIOD);
    let momentum = rates.component_mul(Vec3::from(IDA)).map(R::from_f64);
    State::new(Rotation::from_wxyz(wxyz.map(R::from_f64)), momentum)
}

/// Attitudes of all starts after so many periods.
type GrowthCurve = Vec<Vec<Mat3<f64>>>;

fn course(turn: impl Drift, division: u32, times: &[u64]) -> GrowthCurve {
    let method = Composed { method: Kicked(turn), composition: Some(Composition::KAHAN_LI_8) };
    let Ok(sun) = KeplerGravityGradient::new(orbit::<f64>()) else { return Vec::new() };
    let body = Body {
        inertia: Inertia::from_lanes(|_| inertia(IDA)),
        torque: KeplerGravityGradient::from_lanes(|_| sun),
    };
    let lane = |i: usize| start::<f64, Mat3<f64>>(STARTS[i]);
    let state = State {
        time: Double::from_f64(0.0),
        attitude: Mat3::from_lanes(|i| lane(i).attitude),
        momentum: Vec3::from_lanes(|i| lane(i).momentum),
    };
    let Ok(mut motion) = Motion::new(method, body, state) else { return Vec::new() };
    let (h, mut taken) = (Double::from_f64(PERIOD / f64::from(division)), 0);
    let at = |&time: &u64| {
        let advanced = motion.advance(h, (time - taken) * u64::from(division));
        debug_assert!(advanced.is_ok(), "turns and kicks cannot fail");
        taken = time;
        (0..STARTS.len()).map(|i| motion.state().attitude.lane(i)).listed()
    };
    times.iter().map(at).listed()
}

fn turned(turns: Turns, division: u32, times: &[u64]) -> GrowthCurve {
    match turns {
        Turns::Rational => course(standard(TurnRule::Tangent(4)), division, times),
        Turns::Accurate => course(standard(TurnRule::Exact), division, times),
        Turns::Shears => course(shears(TurnRule::Exact), division, times),
    }
}

/// The motion of the first start with 31 digits, by Taylor series.
fn truth(times: &[u64]) -> Vec<Mat3<f64>> {
    type R = DoubleDouble;
    let Ok(torque) = KeplerGravityGradient::new(orbit::<R>()) else { return Vec::new() };
    let torque = Torques::new([Model::from(torque).into()]);
    let body = Body { inertia: inertia(IDA), torque };
    let method = AdaptiveTaylor { degree: None, tolerance: 1e-22 };
    let Ok(mut motion) = bind_wide(method, body, start(STARTS[0])) else { return Vec::new() };
    #[expect(clippy::cast_precision_loss, reason = "periods are few")]
    let end = |time: u64| R::from_f64(PERIOD) * R::from_f64(time as f64);
    let at = |&time: &u64| {
        while motion.state().time.hi < end(time).hi {
            motion.advance(R::from_f64(PERIOD), 1).ok()?;
        }
        let state = motion.state_near(end(time)).ok()?;
        Some(Mat3::from_rotation(Rotation::from_wxyz(state.attitude.to_wxyz().map(|x| x.hi))))
    };
    times.iter().map_while(at).listed()
}

/// The angle between two attitudes, from the parts that vanish with it: good for small ones, and
/// blind to what changes the size of a matrix.
fn angle(one: &Mat3<f64>, other: &Mat3<f64>) -> f64 {
    let columns = |m: &Mat3<f64>| {
        [0, 1, 2].map(|i| Vec3::new(m.x.to_array()[i], m.y.to_array()[i], m.z.to_array()[i]))
    };
    let (a, b) = (columns(one), columns(other));
    let twist = (0..3).map(|i| a[i].cross(b[i])).fold(Vec3::zero(), |sum, v| sum + v);
    twist.norm() / 2.0
}

fn size_error(matrix: &Mat3<f64>) -> f64 {
    let square = matrix.x.norm_squared() + matrix.y.norm_squared() + matrix.z.norm_squared();
    (square / 3.0).sqrt() - 1.0
}

#[expect(clippy::cast_precision_loss, reason = "starts are few")]
fn root_mean_square(values: impl Iterator<Item = f64>) -> f64 {
    let squares: Vec<f64> = values.map(|x| x * x).listed();
    (squares.iter().sum::<f64>() / squares.len() as f64).sqrt()
}

/// What one way of turning gives, against time.
struct Errors {
    turns: Turns,
    /// R, root of the mean square over starts.
    size: Vec<(f64, f64)>,
    /// The angle from the run with half the step, likewise.
    angle: Vec<(f64, f64)>,
    /// The angle of the first start from the truth.
    truth: Vec<(f64, f64)>,
}

pub(super) fn figure_20(effort: &Effort) -> Outcome {
    let end = effort.pick(562, 17_783);
    let known = effort.pick(562, 10_000);
    let times = Spans::new(1, end, 1).ends;
    let jobs: Vec<Option<(Turns, u32)>> = Turns::ALL
        .into_iter()
        .flat_map(|turns| [Some((turns, 2 * DIVISION)), Some((turns, DIVISION))])
        .chain([None])
        .listed();
    let known_times: Vec<u64> = times.iter().copied().filter(|&t| t <= known).listed();
    let runs = each(effort, &jobs, |job| match job {
        Some((turns, division)) => turned(*turns, *division, &times),
        None => truth(&known_times).into_iter().map(|matrix| vec![matrix]).listed(),
    });
    #[expect(clippy::cast_precision_loss, reason = "periods are few")]
    let all: Vec<Errors> = Turns::ALL
        .into_iter()
        .zip(runs.chunks(2))
        .map(|(turns, pair)| {
            let against = |of: &dyn Fn(usize) -> f64, count: usize| {
                (0..count).map(|i| (times[i] as f64, of(i))).listed()
            };
            let (fine, coarse) = (&pair[0], &pair[1]);
            let angles = |i: usize| {
                root_mean_square(fine[i].iter().zip(&coarse[i]).map(|(a, b)| angle(a, b)))
            };
            let true_one = |i: usize| angle(&runs[6][i][0], &coarse[i][0]);
            Errors {
                turns,
                size: against(
                    &|i| root_mean_square(coarse[i].iter().map(size_error)),
                    coarse.len(),
                ),
                angle: against(&angles, coarse.len()),
                truth: against(&true_one, runs[6].len()),
            }
        })
        .listed();
    judged(effort, &all, end)
}

fn judged(effort: &Effort, all: &[Errors], end: u64) -> Outcome {
    let from = effort.pick(30.0, 1e3);
    let powers =
        |errors: &Errors| (late_exponent(&errors.size, from), late_exponent(&errors.angle, from));
    let ((linear, quadratic), (root, threehalves)) = (powers(&all[0]), powers(&all[2]));
    let last = |points: &[(f64, f64)]| points.last().map_or(f64::NAN, |p| p.1);
    let row = |errors: &Errors| {
        let (size, angle) = powers(errors);
        numbers(
            errors.turns.label(),
            &[last(&errors.size), size, last(&errors.angle), angle, last(&errors.truth)],
        )
    };
    let rate = TAU / PERIOD;
    let strength = orbit::<f64>().rate_squared() / (rate * rate);
    let printed = Printed::new("2.8e-7", Rule::Relative(0.05)).erratum(
        "1.19e-8",
        "2.79e-7 is GM/omega_0^2 with r = 1 astronomical unit; r is 2.862 of them",
    );
    let strength = Row {
        name: "GM/(a^3 omega_0^2)".into(),
        cells: vec![Some(Cell::beside(Value::Number(strength), printed))],
    };
    let mut outcome = Outcome {
        tables: vec![
            table("Strength of the torque", "", &["value"], vec![strength]),
            table(
                "Errors at the end, order 8, h = P/64; fitted exponents of the last part",
                "method",
                &["R", "exponent", "phi, from h/2", "exponent", "phi of one start, from the truth"],
                all.iter().map(row).listed(),
            ),
        ],
        claims: vec![
            Claim::new(
                "Existing form: R drifts linearly",
                (0.9..1.1).contains(&linear),
                format!(
                    "rational form: {:.1e} after {end} periods, exponent {linear:.2}",
                    last(&all[0].size)
                ),
            ),
            Claim::new(
                "Existing form: with it the error of the angle grows quadratically",
                (1.85..2.15).contains(&quadratic),
                format!(
                    "rational form: {:.1e} after {end} periods, exponent {quadratic:.2}",
                    last(&all[0].angle)
                ),
            ),
            Claim::new(
                "New form: R grows as the square root of time",
                (0.3..0.7).contains(&root),
                format!("{:.1e} after {end} periods, exponent {root:.2}", last(&all[2].size)),
            ),
            Claim::new(
                "New form: the error of the angle grows as t sqrt(t)",
                (1.2..1.8).contains(&threehalves),
                format!(
                    "{:.1e} after {end} periods, exponent {threehalves:.2}",
                    last(&all[2].angle)
                ),
            ),
        ],
        ..Outcome::default()
    };
    outcome.notes.push(
        "The paper does not give the step, the first attitude and the first rates of Ida; (23) \
        with r^5 \
         is read as GM/r^3, for n is a unit vector already."
            .into(),
    );
    outcome.notes.push(
        "In the standard form the run with half the step drifts more than the run that it should \
        judge: \
         the last column has the error from a solution with 31 digits."
            .into(),
    );
    let marks = [Mark::Circles, Mark::Squares, Mark::Triangles];
    let drawn = |title: &str,
                 label: &str,
                 of: fn(&Errors) -> &Vec<(f64, f64)>,
                 slopes: [(&str, f64); 2]| {
        let mut series: Vec<_> = all
            .iter()
            .zip(marks)
            .map(|(errors, mark)| {
                curve(errors.turns.label(), mark, errors.turns.colour(), of(errors).clone())
            })
            .listed();
        series.push(slope(slopes[0].0, slopes[0].1, of(&all[0]), 3.0));
        series.push(slope(slopes[1].0, slopes[1].1, of(&all[2]), 0.3));
        panel(title, Axis::log("t / P"), Axis::log(label), series)
    };
    outcome.figures.push(figure(
        "Figure 20",
        "Ida under the Sun's tide, order 8: size of the matrix, and angle from the run with half \
        the step.",
        vec![
            drawn(
                "R",
                "|dR|, rms of four starts",
                |e| &e.size,
                [
                    ("slope 1", 1.0),
                    (
                        "slope \
            1/2",
                        0.5,
                    ),
                ],
            ),
            drawn(
                "phi",
                "|dphi| from h/2, rms",
                |e| &e.angle,
                [
                    ("slope 2", 2.0),
                    (
                        "slope \
            3/2",
                        1.5,
                    ),
                ],
            ),
            drawn(
                "phi, one start",
                "|dphi| from the truth",
                |e| &e.truth,
                [
                    (
                        "slope \
            2",
                        2.0,
                    ),
                    ("slope 3/2", 1.5),
                ],
            ),
        ],
    ));
    if effort.is_quick() {
        outcome
            .reduced
            .push("562 periods for 17 783, of which the truth is known for 10 000".into());
    }
    outcome
}
