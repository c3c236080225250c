//! What came after: any tangent will do, why there is a plateau, and other methods on the same
//! molecules.

use super::growth::{curve, figure, numbers, panel, table};
use super::setting::{PERIOD, Start, WATER, narrow, random_starts};
use super::tables::truncation;
use crate::Effort;
use crate::laboratory::{each, exponent, free};
use crate::outcome::{Claim, Outcome};
use polhode::geometry::TurnRule;
use polhode::method::Composition;
use polhode::{Real, Rotation, State, Vec3};
use polhode_lab::figure::{Axis, Mark};
use polhode_lab::listed::Listed;

/// Equation (7) with K terms: order and error of the composition of order 8.
pub(super) fn terms(effort: &Effort) -> Outcome {
    let divisions = [32, 64, 128];
    let rules = [1, 2, 3, 4].map(TurnRule::Tangent).into_iter().chain([TurnRule::Exact]);
    let jobs: Vec<(TurnRule, u32)> =
        rules.flat_map(|rule| divisions.map(|division| (rule, division))).listed();
    let errors = each(effort, &jobs, |&(rule, division)| {
        truncation(Composition::KAHAN_LI_8, rule, division)
    });
    let orders: Vec<f64> = errors
        .chunks(3)
        .map(|errors| {
            let points: Vec<_> =
                divisions.map(f64::from).into_iter().zip(errors.iter().copied()).listed();
            -exponent(&points)
        })
        .listed();
    let rows = errors.chunks(3).zip(&orders).enumerate().map(|(i, (errors, order))| {
        let name = if i < 4 { format!("{} of (7)", i + 1) } else { "tan".into() };
        numbers(name, &[errors[0], errors[1], errors[2], *order])
    });
    let close = |i: usize| (orders[i] - 8.0).abs() < 0.1;
    Outcome {
        tables: vec![table(
            "Largest error of the energy in 10 periods by the composition of order 8, 31 digits",
            "terms",
            &["P_0/32", "P_0/64", "P_0/128", "fitted order"],
            rows.listed(),
        )],
        claims: vec![
            Claim::new(
                "Section 2.2: four terms of (7) are enough for order \
            8",
                close(3),
                format!("order {:.2}", orders[3]),
            ),
            Claim::new(
                "So is one: a truncated turn is still a symmetric step of order 2, and that is \
                all a \
                 composition asks for (ours)",
                close(0) && close(1),
                format!("orders {:.2} with one term, {:.2} with two", orders[0], orders[1]),
            ),
        ],
        notes: vec![
            "To take from it: two terms, as leapfrog has them by default, err no more than the \
            tangent \
             itself and need no function beyond a division."
                .into(),
        ],
        ..Outcome::default()
    }
}

/// A number rounded to so many bits, ties to even.
fn rounded(value: f64, bits: u32) -> f64 {
    // Veltkamp's splitting.
    let scaled = value * f64::from(2f32.powi((53 - bits).cast_signed()) + 1.0);
    scaled - (scaled - value)
}

/// The largest error of the radius on the cycle that the shears by 0.1 fall into from this
/// direction, in numbers of so many bits.
fn cycle(bits: u32, direction: f64) -> f64 {
    let to = |x: f64| rounded(x, bits);
    let (tau, sigma) = (to((0.05f64).tan()), to(Real::sin(0.1f64)));
    let next = |(u, v): (f64, f64)| {
        // Products of 26 bits are exact, and so are sums of what is not much smaller.
        let v = to(v + to(tau * u));
        let u = to(u - to(sigma * v));
        (u, to(v + to(tau * u)))
    };
    let start = (to(Real::cos(direction)), to(Real::sin(direction)));
    let (mut kept, mut place) = (start, next(start));
    let (mut power, mut length) = (1u64, 1u64);
    while place != kept {
        if length == power {
            (kept, power, length) = (place, 2 * power, 0);
        }
        place = next(place);
        length += 1;
    }
    let radius = start.0.hypot(start.1);
    let mut worst = 0f64;
    for _ in 0..length {
        worst = worst.max((place.0.hypot(place.1) / radius - 1.0).abs());
        place = next(place);
    }
    worst
}

/// Why the errors of Figures 3 and 4 become stationary.
pub(super) fn plateau(effort: &Effort) -> Outcome {
    const STARTS: u32 = 8;
    let bits: Vec<u32> = (8..=effort.pick(24, 26)).step_by(2).listed();
    let jobs: Vec<(u32, u32)> =
        bits.iter().flat_map(|&bits| (0..STARTS).map(move |i| (bits, i))).listed();
    let worst = each(effort, &jobs, |&(bits, i)| cycle(bits, f64::from(i) * 0.7));
    let unit = |bits: u32| 0.5f64.powi(bits.cast_signed());
    let points: Vec<(f64, f64)> = bits
        .iter()
        .zip(worst.chunks(STARTS as usize))
        .map(|(&bits, worst)| {
            let logarithms: f64 = worst.iter().map(|x| x.ln()).sum();
            (unit(bits), (logarithms / f64::from(STARTS)).exp())
        })
        .listed();
    let power = exponent(&points);
    let factors: Vec<f64> = points.iter().map(|(u, error)| error / u.powf(2.0 / 3.0)).listed();
    let mean = factors.iter().map(|x| x.ln()).sum::<f64>()
        / f64::from(u32::try_from(factors.len()).unwrap_or(1));
    let double = mean.exp() * unit(53).powf(2.0 / 3.0);
    let rows =
        bits.iter().zip(&points).zip(&factors).map(|((bits, point), factor)| {
            numbers(format!("{bits}"), &[point.0, point.1, *factor])
        });
    let law = points.iter().map(|&(u, _)| (u, mean.exp() * u.powf(2.0 / 3.0))).listed();
    let series = vec![
        curve("largest |dr| on the cycle", Mark::Circles, 0, points.clone()),
        curve("u^(2/3)", Mark::Dashes, 7, law),
    ];
    Outcome {
        tables: vec![table(
            "Largest error of the radius on the cycle, theta = 0.1, mean of eight starts in \
            logarithms",
            "bits",
            &["u", "error", "error / u^(2/3)"],
            rows.listed(),
        )],
        claims: vec![
            Claim::new(
                "Stationary errors go as u^(2/3), u the unit of rounding (ours)",
                (0.58..0.75).contains(&power),
                format!(
                    "fitted exponent {power:.2} for {} to {} \
                bits",
                    bits[0],
                    bits[bits.len() - 1]
                ),
            ),
            Claim::new(
                "That gives the 2e-11 which the paper reads off Figure 3 in double precision",
                (1e-11..5e-11).contains(&double),
                format!("{double:.1e}, extrapolated to 53 bits"),
            ),
        ],
        figures: vec![figure(
            "The plateau",
            "Errors on the limit cycle for numbers of 8 bits and more, rounded after every \
            operation.",
            vec![panel("theta = 0.1", Axis::log("u"), Axis::log("|dr|"), series)],
        )],
        notes: vec![
            "The paper has no explanation. A heuristic one: after n turns the point has walked u \
            sqrt(n) \
             off the circle; the ring of that width has about sqrt(n)/u numbers in it; and a map \
             that \
             wanders among N of them meets itself after about sqrt(N) steps. So n is about \
             u^(-2/3), and \
             the error u^(2/3), whatever the angle."
                .into(),
        ],
        ..Outcome::default()
    }
}

/// Methods in single precision on the molecules of Figure 7.
const METHODS: [&str; 10] = [
    "mclachlan-reich:rotation=cayley",
    "mclachlan-reich",
    "leapfrog:rotation=cayley",
    "leapfrog",
    "leapfrog:rotation=tangent-3",
    "leapfrog:rotation=exact",
    "leapfrog:order=4",
    "exact",
    "taylor:degree=12",
    "rk4",
];

/// Errors of one molecule: energy, norm of the quaternion, momentum in space, attitude.
fn errors(method: &str, start: &Start, periods: u64) -> [f64; 4] {
    let momentum = start.rates.component_mul(Vec3::from(WATER)).map(f32::from_f64);
    let single: State<f32> = State::new(narrow(start.attitude), momentum);
    // The same start, as it is after rounding.
    let wide = |q: Rotation<f32>| Rotation::from_wxyz(q.to_wxyz().map(f64::from));
    let double = State::new(wide(single.attitude), single.momentum.map(f64::from));
    let mut run = free::<f32>(method, WATER, single);
    let mut truth = free::<f64>("exact", WATER, double);
    let steps = 32 * periods;
    // The time that the steps of single precision make.
    let h = f32::from_f64(PERIOD / 32.0);
    #[expect(clippy::cast_precision_loss, reason = "steps are few")]
    let time = f64::from(h) * steps as f64;
    if run.advance(h, steps).is_err() || truth.advance(time, 1).is_err() {
        return [f64::NAN; 4];
    }
    let now = run.state();
    let (q, m) = (now.attitude.to_wxyz().map(f64::from), now.momentum.map(f64::from));
    let norm = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    let attitude = Rotation::from_wxyz(q);
    let moments = Vec3::from(WATER.map(|x| f64::from(f32::from_f64(x))));
    let energy =
        |m: Vec3<f64>| m.x * m.x / moments.x + m.y * m.y / moments.y + m.z * m.z / moments.z;
    let space = double.attitude.apply(double.momentum);
    [
        energy(m) / energy(double.momentum) - 1.0,
        norm - 1.0,
        (attitude.apply(m) - space).norm() / space.norm(),
        attitude.angle_to(truth.state().attitude),
    ]
}

/// What other methods do with the molecules of Figure 7.
#[expect(clippy::cast_precision_loss, reason = "starts are few")]
pub(super) fn methods(effort: &Effort) -> Outcome {
    const PERIODS: u64 = 1000;
    let starts = random_starts(effort.pick(24, 400));
    let jobs: Vec<(&str, &Start)> =
        METHODS.iter().flat_map(|&method| starts.iter().map(move |start| (method, start))).listed();
    let all = each(effort, &jobs, |(method, start)| errors(method, start, PERIODS));
    let per_method: Vec<[f64; 5]> = all
        .chunks(starts.len())
        .map(|errors| {
            let count = errors.len() as f64;
            let mean = |i: usize| errors.iter().map(|e| e[i]).sum::<f64>() / count;
            let square =
                |i: usize| (errors.iter().map(|e| e[i] * e[i]).sum::<f64>() / count).sqrt();
            [mean(0), square(0), square(1), square(2), square(3)]
        })
        .listed();
    let of = |method: &str| {
        let index = METHODS.iter().position(|&name| name == method).unwrap_or(0);
        per_method[index]
    };
    let rows = METHODS.iter().zip(&per_method).map(|(method, values)| numbers(*method, values));
    let (shears, three, exact, tangent) = (
        of("leapfrog"),
        of("leapfrog:rotation=tangent-3"),
        of("exact"),
        of("leapfrog:rotation=exact"),
    );
    let mut outcome = Outcome {
        tables: vec![table(
            "Free water in single precision after 1000 periods, h = P_0/32, quaternions",
            "method",
            &[
                "mean of dT/T_0",
                "rms of dT/T_0",
                "rms of |q| - 1",
                "rms of |dS|/|S|",
                "rms of the attitude, rad",
            ],
            rows.listed(),
        )],
        claims: vec![
            Claim::new(
                "Two or three terms of (7) are as good as the tangent (ours)",
                (shears[1] / tangent[1] - 1.0).abs() < 0.1
                    && (three[1] / tangent[1] - 1.0).abs() < 0.1,
                format!("rms of dT: {:.2e}, {:.2e}, {:.2e}", shears[1], three[1], tangent[1]),
            ),
            Claim::new(
                "The closed form keeps the energy better than any splitting, in single precision \
                too (ours)",
                exact[1] < shears[1] / 10.0,
                format!(
                    "rms of dT: exact {:.1e}, leapfrog {:.1e}, leapfrog:order=4 {:.1e}",
                    exact[1],
                    shears[1],
                    of("leapfrog:order=4")[1]
                ),
            ),
        ],
        ..Outcome::default()
    };
    outcome.notes.push(
        "To take from it: leapfrog, where single precision and few operations are wanted and the \
        phase of \
         the motion is of no concern: at this step the truncation error turns the body by radians \
         within \
         1000 periods, whatever the rounding. Where the attitude matters, exact has no truncation \
         error."
            .into(),
    );
    if effort.is_quick() {
        outcome.reduced.push("24 starts for 400".into());
    }
    outcome
}
