//! Beyond the paper: what the same experiments say of methods that it did not try.

use super::algorithms::{CAYLEY, FOURTH, MR4_231, PURE_THIRD, THIRD, by_algorithm};
use super::energies::{COLUMNS as ENERGY_COLUMNS, energies, heading};
use super::prism::{Algorithm, ENERGY, MOMENTS, PaperRun, after, start, truth};
use super::steps::{self, COLUMNS, StepCounts, needed, value};
use crate::Effort;
use crate::laboratory::free;
use crate::outcome::{Cell, CellValue, Claim, Outcome, ResultTable, TIMES};
use polhode_lab::listed::Listed;
use std::time::Instant;

const FIFTH: PaperRun = PaperRun::new("5th order", Algorithm::Named("buss-5"));
const SIXTH: PaperRun = PaperRun::new("6th order", Algorithm::Named("buss-6"));
const QUATERNION: PaperRun =
    PaperRun::new("Runge-Kutta on the quaternion", Algorithm::Named("rk4"));
const MUNTHE_KAAS: PaperRun = PaperRun::new("Runge-Kutta-Munthe-Kaas", Algorithm::Named("rkmk4"));
const MR_213: PaperRun =
    PaperRun::new("McLachlan-Reich 2-1-3", Algorithm::Named("mclachlan-reich:axes=2-1-3"));
const EXACT: PaperRun = PaperRun::new("exact", Algorithm::Named("exact"));

/// What the tables of this file have, besides the paper's recommended third order with EP.
const ROWS: [PaperRun; 16] = [
    THIRD.preserving(),
    PURE_THIRD,
    PURE_THIRD.preserving(),
    FIFTH,
    FIFTH.preserving(),
    SIXTH,
    SIXTH.preserving(),
    QUATERNION,
    QUATERNION.preserving(),
    MUNTHE_KAAS,
    MUNTHE_KAAS.preserving(),
    MR_213,
    MR_213.preserving(),
    CAYLEY,
    MR4_231.preserving(),
    EXACT,
];

pub(super) fn figures_4_and_5(effort: &Effort) -> Outcome {
    let rows = [PURE_THIRD, FOURTH, FIFTH, SIXTH, MR4_231, FIFTH.preserving(), EXACT];
    let ours = energies(effort, &rows, |_, _| true);
    let cells = |energies: &[Option<f64>; 9]| {
        energies.iter().map(|e| Some(Cell::ours(four_digits((*e)?)))).listed()
    };
    let table = by_algorithm(
        "Energy after N - 1 steps; at the start 82.1053",
        ENERGY_COLUMNS.iter().map(heading),
        rows.iter().map(PaperRun::title).zip(ours.iter().map(cells)),
    );
    let drifts: Vec<Vec<f64>> = ours
        .iter()
        .map(|energies| energies.iter().flatten().map(|e| (e / ENERGY - 1.0).abs()).listed())
        .listed();
    let largest = |row: usize| drifts[row].iter().copied().fold(0.0, f64::max);
    let gain = |row: usize| range(drifts[1].iter().zip(&drifts[row]).map(|(fourth, d)| fourth / d));
    let (fifth, sixth) = (gain(2), gain(3));
    let claims = vec![
        Claim::new(
            "Ours: without EP the fifth and the sixth order drift less than the fourth, at every step",
            fifth.0 > 5.0 && sixth.0 > 5.0,
            format!(
                "{:.0} to {:.0} and {:.0} to {:.0} times less",
                fifth.0, fifth.1, sixth.0, sixth.1
            ),
        ),
        Claim::new(
            "Ours: with EP, and by the closed form, nothing is left but rounding",
            largest(5) < 1e-14 && largest(6) < 1e-11,
            format!("{:.1e} and {:.1e} of the energy at most", largest(5), largest(6)),
        ),
    ];
    Outcome { tables: vec![table], claims, ..Outcome::default() }
}

fn four_digits(energy: f64) -> CellValue {
    CellValue::Word(format!("{energy:.4}"))
}

pub(super) fn figures_6_and_7(effort: &Effort) -> Outcome {
    let ours = needed(effort, &ROWS, |_, _| true);
    let cells = |steps: &StepCounts| steps.iter().map(|n| Some(Cell::ours(value((*n)?)))).listed();
    let columns = COLUMNS.iter().map(steps::heading);
    let rows = ROWS.iter().map(PaperRun::title).zip(ours.iter().map(cells));
    let table = by_algorithm("Steps needed", columns, rows);
    let costs = costs(effort, &ours);
    Outcome {
        claims: claims(&ours).into_iter().chain([two_truths()]).listed(),
        tables: vec![table, costs],
        notes: vec![
            "What to take from it. A free body: `exact`, one step for any time. With torques whose \
             derivatives are known, or a free body in small steps: `buss-5:energy`, the fewest steps \
             of all that are made of one turn. The third order as the paper has it with EP: leave out \
             its h^3/36 term (`buss-3:energy`). Runge-Kutta on the quaternion is of fourth order, \
             other than the averages of the paper. Cayley transforms for McLachlan-Reich only where \
             the energy matters and the attitude does not."
                .into(),
            TIMES.into(),
        ],
        ..Outcome::default()
    }
}

#[expect(clippy::cast_precision_loss, reason = "steps are few")]
fn count(ours: &[StepCounts], of: PaperRun, column: usize) -> f64 {
    let row = ROWS.iter().position(|row| row.title() == of.title());
    let steps = row.and_then(|row| ours[row][column].flatten());
    steps.map_or(f64::INFINITY, |steps| steps as f64)
}

fn range(of: impl Iterator<Item = f64>) -> (f64, f64) {
    of.fold((f64::INFINITY, 0.0), |(low, high): (f64, f64), x| (low.min(x), high.max(x)))
}

fn claims(ours: &[StepCounts]) -> Vec<Claim> {
    let n = |of: PaperRun, column: usize| count(ours, of, column);
    let third = THIRD.preserving();
    let pure = range((0..6).map(|k| n(third, k) / n(PURE_THIRD.preserving(), k)));
    let fifth = range((0..6).map(|k| n(third, k) / n(FIFTH.preserving(), k)));
    let sixth = range((0..6).map(|k| n(SIXTH.preserving(), k) / n(FIFTH.preserving(), k)));
    let exact = range((0..6).map(|k| n(EXACT, k)));
    let cayley = n(CAYLEY, 0) / 39.0;
    let quaternion = n(QUATERNION, 1) / n(QUATERNION, 0);
    vec![
        Claim::new(
            "Ours: with EP the h^3/36 term is better left out",
            pure.0 > 1.5,
            format!("{:.2} to {:.2} times fewer steps without it", pure.0, pure.1),
        ),
        Claim::new(
            "Ours: the fifth order with EP needs the fewest steps of the Taylor series",
            fifth.0 > 2.4 && sixth.0 > 1.15,
            format!(
                "{:.1} to {:.1} times fewer than the third order with EP; the sixth with EP needs \
                 {:.2} to {:.2} times as many",
                fifth.0, fifth.1, sixth.0, sixth.1
            ),
        ),
        Claim::new(
            "Ours: the closed form needs one step for every cell",
            exact == (1.0, 1.0),
            format!("{} to {}", exact.0, exact.1),
        ),
        Claim::new(
            "Ours: Cayley transforms cost McLachlan-Reich 2-3-1 much accuracy (T = 0.4, 1e-3)",
            (17.0..18.0).contains(&cayley),
            format!("{} steps instead of 39: {cayley:.1} times", n(CAYLEY, 0)),
        ),
        Claim::new(
            "Ours: Runge-Kutta on the quaternion is no method of second order",
            (5.0..6.0).contains(&quaternion),
            format!(
                "1000 times the accuracy for {quaternion:.1} times the steps; fourth order: 5.6"
            ),
        ),
    ]
}

/// Microseconds of computing for a cell: steps times the time of one, quaternion state.
fn costs(effort: &Effort, ours: &[StepCounts]) -> ResultTable {
    let rows = [
        THIRD.preserving(),
        PURE_THIRD.preserving(),
        FIFTH,
        FIFTH.preserving(),
        SIXTH,
        SIXTH.preserving(),
        MR4_231.preserving(),
        EXACT,
    ];
    let cell = |nanoseconds: f64, row: PaperRun, column: usize| {
        let time = nanoseconds * count(ours, row, column) / 1000.0;
        time.is_finite().then(|| Cell::ours(CellValue::Number((time * 10.0).round() / 10.0)))
    };
    let rows = rows.iter().map(|row| {
        let step = nanoseconds(row, effort.pick(40, 400));
        (row.title(), (0..COLUMNS.len()).map(|column| cell(step, *row, column)).listed())
    });
    by_algorithm("Microseconds of computing", COLUMNS.iter().map(steps::heading), rows)
}

/// The time of a step: the least of many blocks.
fn nanoseconds(row: &PaperRun, blocks: u32) -> f64 {
    const STEPS: u32 = 1000;
    let times = (0..blocks).map(|_| {
        let mut run = row.run();
        let begin = Instant::now();
        let taken = run.advance(1e-3, u64::from(STEPS));
        let time = begin.elapsed().as_secs_f64() * 1e9 / f64::from(STEPS);
        std::hint::black_box((taken.is_ok(), run.state().momentum));
        time
    });
    times.fold(f64::INFINITY, f64::min)
}

/// The closed form in double precision against the series in double-double.
fn two_truths() -> Claim {
    let [short, long] = [4.0, 40.0].map(|time| {
        let end = after(&mut *free("exact", MOMENTS, start()), time, 1);
        end.attitude.angle_to(truth(time))
    });
    Claim::new(
        "Ours: the closed form and the series that is the truth here agree",
        short < 1e-12 && long < 1e-11,
        format!("one step over 4 s and 40 s: {short:.1e} and {long:.1e}"),
    )
}
