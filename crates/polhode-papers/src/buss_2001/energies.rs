//! Figures 4 and 5: energies after many small and after few large steps.

use super::algorithms::{
    ADAMS, AUGMENTED, FALSE_THIRD, FIRST, FOURTH, MR_123, MR_231, MR4_231, PURE_THIRD, RUNGE_KUTTA,
    SECOND, SIMO_WONG, THIRD, by_algorithm,
};
use super::prism::{ENERGY, PaperRun, after, energy_of};
use crate::Effort;
use crate::laboratory::each;
use crate::outcome::{Cell, CellValue, Claim, Outcome, Printed, Rule, short};
use polhode_lab::figure::{Figure, Mark, Panel, PlotAxis, PlotSeries};
use polhode_lab::listed::Listed;

/// (h, N) of Figure 4's five columns and Figure 5's four.
pub(super) const COLUMNS: [(f64, u64); 9] = [
    (0.0001, 100_000),
    (0.0005, 800_000),
    (0.001, 400_000),
    (0.002, 200_000),
    (0.004, 100_000),
    (0.004, 1000),
    (0.008, 500),
    (0.016, 250),
    (0.020, 200),
];

/// An algorithm and its printed energies; `-` where there is none.
const ROWS: [(PaperRun, &str); 11] = [
    (FIRST, "109.663 150.0 150.0 150.0 150.0 - - - -"),
    (SECOND, "82.1054 82.5637 85.8535 115.058 150.0 - - - -"),
    (FALSE_THIRD, "82.1054 82.6471 86.5584 121.164 150.0 - - - -"),
    (AUGMENTED, "82.1053 82.0749 81.8636 80.2222 69.6595 81.9528 81.0002 76.3078 74.5092"),
    (THIRD, "82.1053 82.1154 82.1866 82.7686 88.0158 82.1603 82.6283 89.2196 101.390"),
    (FOURTH, "82.1053 82.1053 82.1056 82.1177 82.4979 82.1092 82.2288 86.0610 94.9191"),
    (SIMO_WONG, "109.661 150.0 150.0 150.0 150.0 - - - -"),
    (MR_123, "82.1051 82.1028 82.1040 82.0482 81.8740 81.9601 82.0779 79.3202 77.6101"),
    (MR_231, "82.1053 82.1053 82.1053 82.1054 82.1057 82.1057 82.1069 82.1083 82.1063"),
    (RUNGE_KUTTA, "82.1053 82.3810 84.3364 101.328 149.811 83.4575 91.8125 132.808 149.855"),
    (ADAMS, "82.1055 82.5159 85.4372 111.305 149.999 84.4914 101.429 149.736 149.999"),
];

/// Printed energies that are not to be had: row, column, ours, why.
const ERRATA: [(&str, usize, &str, &str); 2] = [
    (
        "4th order",
        3,
        "82.1175",
        "the other eight energies of this method agree in every digit; a misprint or the rounding \
         of the original program",
    ),
    (
        "AB-AM",
        4,
        "149.998",
        "the start-up of the original program is inferred, and at the end of this run the energy \
         still rises: 149.9977",
    ),
];

/// The energies of some algorithms in all columns, or where a row has a number.
pub(super) fn energies(
    effort: &Effort,
    rows: &[PaperRun],
    wanted: impl Fn(usize, usize) -> bool,
) -> Vec<[Option<f64>; 9]> {
    let all = (0..rows.len()).flat_map(|row| (0..COLUMNS.len()).map(move |column| (row, column)));
    let cells: Vec<(usize, usize)> = all.filter(|&(row, column)| wanted(row, column)).listed();
    let found = each(effort, &cells, |&(row, column)| {
        let (h, n) = COLUMNS[column];
        energy_of(&rows[row].end(h, n - 1))
    });
    let mut table = vec![[None; 9]; rows.len()];
    for ((row, column), energy) in cells.into_iter().zip(found) {
        table[row][column] = Some(energy);
    }
    table
}

pub(super) fn heading((h, n): &(f64, u64)) -> String {
    format!("h = {h}, N = {n}")
}

pub(super) fn run(effort: &Effort) -> Outcome {
    let mut rows: Vec<PaperRun> = ROWS.iter().map(|row| row.0).listed();
    rows.extend([MR4_231, PURE_THIRD]);
    let printed: Vec<Vec<&str>> = ROWS.iter().map(|row| row.1.split(' ').listed()).collect();
    let ours = energies(effort, &rows, |row, column| {
        printed.get(row).is_none_or(|row| row[column] != "-")
    });
    let cell = |row: usize, column: usize| {
        let value = CellValue::Number(ours[row][column]?);
        let mut printed = Printed::new(printed[row][column], Rule::Digits);
        let erratum = ERRATA.iter().find(|e| e.0 == rows[row].name && e.1 == column);
        if let Some((_, _, found, why)) = erratum {
            printed = printed.erratum(*found, *why);
        }
        Some(Cell::beside(value, printed))
    };
    let table = |title: &str, columns: std::ops::Range<usize>| {
        let some = |row: &usize| columns.clone().any(|column| ours[*row][column].is_some());
        let rows = (0..ROWS.len()).filter(some).map(|row| {
            (rows[row].title(), columns.clone().map(|column| cell(row, column)).listed())
        });
        by_algorithm(title, COLUMNS[columns.clone()].iter().map(heading), rows)
    };
    Outcome {
        tables: vec![
            table("Figure 4: energy after N - 1 small steps", 0..5),
            table("Figure 5: energy after N - 1 large steps", 5..9),
        ],
        claims: claims(&rows, &ours),
        figures: vec![figure(&rows, &ours)],
        notes: vec![
            "What is inferred from these very tables: the moments, the rule of N - 1 steps, that the \
             third order has its h^3/36 term, and the variants of Runge-Kutta, Simo-Wong and AB-AM. \
             Figures 6 and 7 are then a test of all but AB-AM, whose mixed frames come from there."
                .into(),
        ],
        ..Outcome::default()
    }
}

type Energies = [[Option<f64>; 9]];

/// The drift of a row, at most over some columns.
fn worst(row: &[Option<f64>; 9], columns: std::ops::Range<usize>) -> f64 {
    row[columns].iter().flatten().map(|energy| (energy - ENERGY).abs()).fold(0.0, f64::max)
}

/// The largest deviation of the energy at any step of the columns of Figure 5.
fn swings(row: PaperRun) -> [f64; 4] {
    [5, 6, 7, 8].map(|column| {
        let (h, n) = COLUMNS[column];
        let mut run = row.run();
        let deviations = (0..n).map(|_| (energy_of(&after(&mut *run, h, 1)) - ENERGY).abs());
        deviations.fold(0.0, f64::max)
    })
}

/// How far the energy is from that of the start with energy preservation, at any of 20,000 steps of
/// 81 degrees by any of the paper's methods, relative.
fn held() -> f64 {
    let deviation = |row: &PaperRun| {
        let mut run = row.preserving().run();
        let steps = (0..20_000).map(|_| energy_of(&after(&mut *run, 0.02, 1)));
        steps.map(|energy| (energy / ENERGY - 1.0).abs()).fold(0.0, f64::max)
    };
    ROWS.iter().map(|(row, _)| deviation(row)).fold(0.0, f64::max)
}

fn list(numbers: [f64; 4]) -> String {
    numbers.map(|x| format!("{x:.1e}")).join(", ")
}

fn claims(rows: &[PaperRun], ours: &Energies) -> Vec<Claim> {
    let of = |names: &[PaperRun], columns: std::ops::Range<usize>| {
        let some =
            rows.iter().zip(ours).filter(|(row, _)| names.iter().any(|n| n.name == row.name));
        let drifts = some.map(|(_, energies)| worst(energies, columns.clone()));
        drifts.fold((f64::INFINITY, 0.0), |(low, high): (f64, f64), d| (low.min(d), high.max(d)))
    };
    // At h = 0.002, 8.1 degrees a step.
    let (group_0, group_1) = (of(&[MR_123, MR_231], 3..4), of(&[AUGMENTED, THIRD, FOURTH], 3..4));
    let group_2 = of(&[SECOND, FALSE_THIRD, RUNGE_KUTTA, ADAMS], 3..4);
    let group_3 = of(&[FIRST, SIMO_WONG], 3..4);
    let row = |name: &str| rows.iter().position(|row| row.name == name).map(|row| &ours[row]);
    let both = (0..COLUMNS.len()).filter_map(|k| {
        let of = |name: &str| Some((row(name)?[k]? - ENERGY).abs());
        // Within rounding at the smallest steps.
        Some(of(MR4_231.name)? <= of(MR_231.name)? + 1e-9)
    });
    let both: Vec<bool> = both.listed();
    let (columns, nearer) = (both.len(), both.iter().filter(|better| **better).count());
    let gains = |row: &PaperRun| {
        !row.name.contains("Reich") && !row.name.contains("MR") && row.name != AUGMENTED.name
    };
    let energies = |wanted: &dyn Fn(&PaperRun) -> bool| -> Vec<f64> {
        let some = rows.iter().zip(ours).filter(|(row, _)| wanted(row));
        some.flat_map(|(_, energies)| energies.iter().flatten().copied()).listed()
    };
    let (gaining, losing) = (energies(&gains), energies(&|row| row.name == AUGMENTED.name));
    let lowest = gaining.iter().fold(f64::INFINITY, |low, e| low.min(*e));
    let highest = losing.iter().fold(0.0, |high: f64, e| high.max(*e));
    let factors: Vec<f64> = match (row(THIRD.name), row(PURE_THIRD.name)) {
        (Some(with), Some(without)) => {
            (1..9).filter_map(|k| Some((with[k]? - ENERGY) / (without[k]? - ENERGY))).listed()
        }
        _ => Vec::new(),
    };
    let least = factors.iter().copied().fold(f64::INFINITY, f64::min);
    let most = factors.iter().copied().fold(0.0, f64::max);
    let held = held();
    vec![
        Claim::new(
            "Four groups: McLachlan-Reich keeps the energy best, then augmented second, third and \
             fourth order, then second, false third, Runge-Kutta and AB-AM, then first order and \
             Simo-Wong",
            group_1.1 < group_2.0 && group_2.1 < group_3.0 && group_0.0 < group_1.0,
            format!(
                "drift at h = 0.002: {} to {}; {} to {}; {} to {}; {} to {} (the axis order 1-2-3 \
                 drifts more than the fourth order)",
                short(group_0.0),
                short(group_0.1),
                short(group_1.0),
                short(group_1.1),
                short(group_2.0),
                short(group_2.1),
                short(group_3.0),
                short(group_3.1)
            ),
        ),
        Claim::new(
            "McLachlan-Reich of fourth order (no numbers are printed) keeps the energy better still",
            nearer == columns,
            format!(
                "nearer in {nearer} of {columns} columns; at any step within 4 s of \
                 h = 0.004, 0.008, 0.016, 0.02 it is off by {} and the second order by {}: not \
                 better at 81 degrees a step",
                list(swings(MR4_231)),
                list(swings(MR_231))
            ),
        ),
        Claim::new(
            "All methods that are not symplectic gain energy but the augmented second order, which \
             loses it",
            lowest > ENERGY - 5e-6 && highest < ENERGY + 5e-6,
            format!("lowest of the others {lowest:.6}, highest of the augmented {highest:.6}"),
        ),
        Claim::new(
            "Energy preservation (section 4) conserves the energy exactly",
            held < 2e-15,
            format!(
                "relative {held:.1e} at most, in 20,000 steps of 81 degrees by every method above"
            ),
        ),
        Claim::new(
            "The term (h^3/36) w'' x w of the third order reduces the energy drift by a factor of \
             about one third",
            least < 1.0 / 3.0 && most > 1.0 / 3.0 && most < 0.5,
            format!(
                "the drift with the term is {least:.2} of that without it for small steps and \
                 {most:.2} at 81 degrees a step"
            ),
        ),
    ]
}

fn figure(rows: &[PaperRun], ours: &Energies) -> Figure {
    let marks = [Mark::Circles, Mark::Squares, Mark::Triangles, Mark::Crosses];
    let panel = |title: &str, columns: std::ops::Range<usize>, range: (f64, f64)| {
        let series = ROWS.iter().enumerate().filter_map(|(index, (row, _))| {
            let energies = &ours[rows.iter().position(|r| r.name == row.name)?];
            let points: Vec<(f64, f64)> = columns
                .clone()
                .filter_map(|k| Some((COLUMNS[k].0, (energies[k]? - ENERGY).abs())))
                .listed();
            let mark = marks[(index + index / 8) % 4];
            (!points.is_empty()).then(|| PlotSeries {
                label: row.title(),
                mark,
                colour: index,
                points,
            })
        });
        Panel {
            title: title.into(),
            x: PlotAxis::log("h").within(range.0, range.1),
            y: PlotAxis::log("|E - 82.1053|").within(1e-6, 1e3),
            series: series.listed(),
            equal: false,
        }
    };
    Figure {
        title: "Figures 4 and 5".into(),
        caption: "How far the energy has drifted, over the step. 68 is as far as it can go.".into(),
        panels: vec![
            panel("after 400 s (Figure 4)", 1..5, (4e-4, 0.06)),
            panel("after 4 s (Figure 5)", 5..9, (3.5e-3, 0.2)),
        ],
    }
}
