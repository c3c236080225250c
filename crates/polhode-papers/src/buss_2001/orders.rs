//! The text on Figures 6 and 7: which order the methods show.

use super::algorithms::{
    ADAMS, AUGMENTED, CAYLEY, FALSE_THIRD, FIRST, FOURTH, MR_123, MR_231, MR4_231, RUNGE_KUTTA,
    SECOND, THIRD, by_algorithm,
};
use super::prism::{PaperRun, truth};
use crate::Effort;
use crate::laboratory::{each, exponent};
use crate::outcome::{Cell, CellValue, Claim, Outcome};
use polhode_lab::figure::{Figure, Mark, Panel, PlotAxis, PlotSeries};
use polhode_lab::listed::Listed;

const ROWS: [PaperRun; 16] = [
    FIRST.preserving(),
    SECOND,
    SECOND.preserving(),
    FALSE_THIRD,
    AUGMENTED,
    THIRD,
    THIRD.preserving(),
    FOURTH,
    FOURTH.preserving(),
    MR_123,
    MR_231,
    CAYLEY,
    MR4_231,
    RUNGE_KUTTA,
    ADAMS,
    ADAMS.preserving(),
];
const TIME: f64 = 4.0;
const STEPS: [u32; 9] = [500, 1000, 2000, 4000, 8000, 16000, 32000, 64000, 128_000];

/// Errors over steps; the exponent is fitted where they are small and above rounding.
fn order(errors: &[f64]) -> f64 {
    let points: Vec<(f64, f64)> = STEPS
        .iter()
        .zip(errors)
        .filter(|(_, error)| (1e-10..2e-4).contains(*error))
        .map(|(n, error)| (1.0 / f64::from(*n), *error))
        .listed();
    exponent(&points)
}

pub(super) fn run(effort: &Effort) -> Outcome {
    let truth = truth(TIME);
    let errors = each(effort, &ROWS, |row| {
        STEPS.map(|n| row.end(TIME / f64::from(n), u64::from(n)).attitude.angle_to(truth))
    });
    let orders: Vec<f64> = errors.iter().map(|errors| order(errors)).listed();
    let of = |row: PaperRun| {
        ROWS.iter()
            .position(|each| each.title() == row.title())
            .map_or(f64::NAN, |index| orders[index])
    };
    let number = |x: f64| Some(Cell::ours(CellValue::Number(x)));
    let cells = errors.iter().zip(&orders).map(|(errors, order)| {
        errors.iter().copied().chain([(order * 100.0).round() / 100.0]).map(number).listed()
    });
    let columns = STEPS.iter().map(|n| format!("N = {n}")).chain(["order".into()]);
    Outcome {
        tables: vec![by_algorithm(
            "Error of the attitude in radians after T = 4",
            columns,
            ROWS.iter().map(PaperRun::title).zip(cells),
        )],
        claims: claims(of),
        figures: vec![figure(&errors)],
        ..Outcome::default()
    }
}

fn claims(of: impl Fn(PaperRun) -> f64) -> Vec<Claim> {
    let near = |order: f64, expected: f64| (order - expected).abs() < 0.2;
    let (third, fourth) = (of(THIRD), of(FOURTH));
    let (third_ep, fourth_ep) = (of(THIRD.preserving()), of(FOURTH.preserving()));
    let seconds = [SECOND, FALSE_THIRD, AUGMENTED, MR_123, MR_231, RUNGE_KUTTA];
    let orders: Vec<String> = seconds.iter().map(|row| format!("{:.2}", of(*row))).listed();
    let cayley_sine =
        exponent(&[0.02, 0.04, 0.08].map(|t: f64| (t, t.sin() - t / (1.0 + t * t / 4.0))));
    vec![
        Claim::new(
            "Third and fourth order without EP are of third and fourth order",
            near(third, 3.0) && fourth > 3.8,
            format!("{third:.2} and {fourth:.2} (above 4 since here the energy drift dominates)"),
        ),
        Claim::new(
            "The overall errors of a third and a fourth order method are O(1/N^2) and O(1/N^3)",
            near(third, 2.0) || fourth < 3.2,
            format!("N^-{third:.2} and N^-{fourth:.2}"),
        )
        .refuted(
            "one too low: a rate that is right through h^2 has the local error h^4 and the overall \
             error 1/N^3",
        ),
        Claim::new(
            "With EP twice the steps of the third order divide the error by about 15",
            (14.0..17.0).contains(&2f64.powf(third_ep)),
            format!("by {:.1}, order {third_ep:.2}", 2f64.powf(third_ep)),
        ),
        Claim::new(
            "The fourth order with EP is better than of fourth order too",
            fourth_ep > 3.95,
            format!("order {fourth_ep:.2}"),
        ),
        Claim::new(
            "First order with EP acts like second",
            near(of(FIRST.preserving()), 2.0),
            format!("order {:.2}", of(FIRST.preserving())),
        ),
        Claim::new(
            "Second, false third, augmented second, McLachlan-Reich and Runge-Kutta as averaged by \
             the paper are of second order",
            seconds.iter().all(|row| near(of(*row), 2.0)),
            orders.join(", "),
        ),
        Claim::new(
            "AB-AM is only of second order",
            near(of(ADAMS.preserving()), 2.0),
            format!("with EP {:.2}", of(ADAMS.preserving())),
        ),
        Claim::new(
            "Cayley transforms leave McLachlan-Reich of second order",
            near(of(CAYLEY), 2.0),
            format!("order {:.2}", of(CAYLEY)),
        ),
        Claim::new(
            "Cayley transforms give third-order accurate sines",
            cayley_sine > 3.5,
            format!("sin t - t/(1 + t^2/4) goes with t^{cayley_sine:.2}"),
        )
        .refuted("the sine errs by t^3/12, which is second-order accurate"),
        Claim::new(
            "McLachlan-Reich of fourth order is of fourth order",
            near(of(MR4_231), 4.0),
            format!("order {:.2}", of(MR4_231)),
        ),
    ]
}

fn figure(errors: &[[f64; 9]]) -> Figure {
    let marks = [Mark::Circles, Mark::Squares, Mark::Triangles, Mark::Crosses];
    let panel = |title: &str, rows: std::ops::Range<usize>, most: f64| Panel {
        title: title.into(),
        x: PlotAxis::log("N").within(300.0, most),
        y: PlotAxis::log("error (rad)").within(1e-13, 10.0),
        series: rows
            .enumerate()
            .map(|(k, row)| PlotSeries {
                label: ROWS[row].title(),
                mark: marks[(k + k / 8) % 4],
                colour: k,
                points: STEPS.iter().zip(errors[row]).map(|(n, e)| (f64::from(*n), e)).listed(),
            })
            .listed(),
        equal: false,
    };
    Figure {
        title: "Orders".into(),
        caption: "Error after 4 s over the number of steps: what Figures 6 and 7 are cuts through."
            .into(),
        panels: vec![
            panel("Taylor series", 0..9, 1e7),
            panel("symplectic and classical", 9..16, 1e9),
        ],
    }
}
