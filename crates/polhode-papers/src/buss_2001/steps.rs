//! Figures 6 and 7: how many steps an accuracy needs.

use super::algorithms::{
    ADAMS, AUGMENTED, FALSE_THIRD, FIRST, FOURTH, MR_123, MR_231, MR4_231, RUNGE_KUTTA, SECOND,
    SIMO_WONG, THIRD, by_algorithm,
};
use super::prism::{PaperRun, steps_needed, total_rotation, truth};
use crate::Effort;
use crate::laboratory::each;
use crate::outcome::{Cell, CellValue, Claim, Outcome, Printed, ResultTable, Rule};
use polhode::Rotation;
use polhode_lab::listed::Listed;

/// T, epsilon and the most steps that were tried: three columns of Figure 6, three of Figure 7.
pub(crate) const COLUMNS: [(f64, f64, u64); 6] = [
    (0.4, 1e-3, 20480),
    (0.4, 1e-6, 20480),
    (4.0, 1e-3, 20480),
    (4.0, 1e-6, 40960),
    (40.0, 1e-3, 40960),
    (40.0, 1e-6, 163_840),
];

/// N and the mean rotation in degrees as printed, `F` where it failed. Figure 6 has three columns.
type Printed6 = (PaperRun, [&'static str; 6]);
const ROWS: [Printed6; 24] = [
    (FIRST, ["F", "F", "F", "", "", ""]),
    (FIRST.preserving(), ["514 3.17", "15356 0.11", "16216 1.00", "", "", ""]),
    (SECOND, ["387 4.22", "11509 0.14", "14546 1.12", "", "", ""]),
    (SECOND.preserving(), ["364 4.48", "11500 0.14", "11505 1.41", "", "", ""]),
    (FALSE_THIRD, ["412 3.95", "12768 0.13", "15056 1.08", "", "", ""]),
    (FALSE_THIRD.preserving(), ["404 4.04", "12784 0.13", "12773 1.27", "", "", ""]),
    (AUGMENTED, ["195 210", "6513 0.25", "5573 2.92", "", "", ""]),
    (AUGMENTED.preserving(), ["210 7.78", "6617 0.25", "6616 2.46", "", "", ""]),
    (THIRD, ["82 20.09", "789 2.06", "3661 4.45", "36552 0.45", "F", "F"]),
    (
        THIRD.preserving(),
        ["37 45.17", "209 7.83", "652 25.00", "3700 4.40", "11621 14.01", "65631 2.48"],
    ),
    (FOURTH, ["53 31.29", "236 6.93", "1304 12.49", "5294 3.07", "32656 4.98", "131473 1.24"]),
    (
        FOURTH.preserving(),
        ["39 42.85", "219 7.47", "688 23.69", "3888 4.19", "12275 13.26", "69254 2.35"],
    ),
    (SIMO_WONG, ["F", "F", "F", "", "", ""]),
    (SIMO_WONG.preserving(), ["513 3.17", "15356 0.11", "16209 1.00", "", "", ""]),
    (MR_123, ["514 3.17", "16250 0.10", "16131 1.01", "", "", ""]),
    (MR_123.preserving(), ["193 8.48", "6063 0.27", "5210 3.12", "", "", ""]),
    (MR_231, ["39 42.86", "1192 1.37", "1191 13.68", "F", "37533 4.34", "F"]),
    (MR_231.preserving(), ["31 54.19", "955 1.71", "945 17.23", "F", "29760 5.47", "F"]),
    (MR4_231, ["26 64.92", "135 12.15", "431 37.85", "2364 6.89", "7526 21.63", "41617 3.92"]),
    (MR4_231.preserving(), ["18 95.13", "73 22.60", "196 83.45", "1034 15.76", "3282 49.60", "F"]),
    (RUNGE_KUTTA, ["405 4.03", "12771 0.13", "13512 1.20", "", "", ""]),
    (RUNGE_KUTTA.preserving(), ["404 4.04", "12785 0.13", "12773 1.27", "", "", ""]),
    (ADAMS, ["782 2.08", "F", "F", "", "", ""]),
    (ADAMS.preserving(), ["451 3.62", "14274 0.11", "14279 1.14", "", "", ""]),
];

/// Where the paper says that a method failed and ours does not: row, column, ours, why.
const ERRATA: [(&str, usize, &str, &str); 3] = [
    (
        "McLachlan-Reich 2-3-1",
        3,
        "37527",
        "the method is of second order, and the paper's own 1191 steps for 1e-3 make \
         1191 sqrt(1000) = 37663 < 40960 steps for 1e-6",
    ),
    (
        "McLachlan-Reich 2-3-1, EP",
        3,
        "29851",
        "as without EP: 945 sqrt(1000) = 29883 < 40960; rounding of the original program is the \
         likely cause",
    ),
    (
        "MR 4th order 2-3-1, EP",
        5,
        "18113",
        "the method is of fourth order, and 3282 * 1000^(1/4) = 18456 < 163840; the paper itself \
         presumes rounding errors of its program",
    ),
];

/// N of some algorithms in all columns, or where they are wanted: `Some(None)` where the method
/// fails at the cap.
pub(crate) type StepCounts = [Option<Option<u64>>; 6];

pub(crate) fn needed(
    effort: &Effort,
    rows: &[PaperRun],
    wanted: impl Fn(usize, usize) -> bool,
) -> Vec<StepCounts> {
    let all = (0..rows.len()).flat_map(|row| (0..6).map(move |column| (row, column)));
    let mut cells: Vec<(usize, usize)> = all.filter(|&(row, column)| wanted(row, column)).listed();
    // The longest first, so that no core is left alone with one at the end.
    cells.sort_by_key(|&(_, column)| std::cmp::Reverse(column));
    let times = [0.4, 4.0, 40.0];
    let wanted_time = |time: f64| cells.iter().any(|&(_, column)| COLUMNS[column].0 == time);
    let truths: Vec<Rotation<f64>> =
        each(
            effort,
            &times,
            |&time| {
                if wanted_time(time) { truth(time) } else { Rotation::identity() }
            },
        );
    let found = each(effort, &cells, |&(row, column)| {
        let (time, accuracy, cap) = COLUMNS[column];
        steps_needed(|h, n| rows[row].end(h, n), (time, truths[column / 2]), accuracy, cap)
    });
    let mut table = vec![[None; 6]; rows.len()];
    for ((row, column), steps) in cells.into_iter().zip(found) {
        table[row][column] = Some(steps);
    }
    table
}

/// `T = 4, 1e-3`
pub(crate) fn heading((time, accuracy, _): &(f64, f64, u64)) -> String {
    format!("T = {time}, {accuracy:e}")
}

pub(crate) fn value(steps: Option<u64>) -> CellValue {
    steps.map_or(CellValue::Word("failed".into()), CellValue::Count)
}

pub(super) fn run(effort: &Effort) -> Outcome {
    let rows: Vec<PaperRun> = ROWS.iter().map(|row| row.0).listed();
    let ours = needed(effort, &rows, |row, column| !ROWS[row].1[column].is_empty());
    let cell = |row: usize, column: usize| {
        let steps = ours[row][column]?;
        let text = ROWS[row].1[column].split(' ').next().unwrap_or_default();
        let text = if text == "F" { "failed" } else { text };
        let mut printed = Printed::new(text, Rule::Relative(0.01));
        let title = rows[row].title();
        if let Some((_, _, found, why)) = ERRATA.iter().find(|e| e.0 == title && e.1 == column) {
            printed = printed.erratum(*found, *why);
        }
        Some(Cell::beside(value(steps), printed))
    };
    let table = |title: &str, columns: std::ops::Range<usize>| {
        let some = |row: &usize| columns.clone().any(|column| ours[*row][column].is_some());
        let rows = (0..ROWS.len()).filter(some).map(|row| {
            (rows[row].title(), columns.clone().map(|column| cell(row, column)).listed())
        });
        by_algorithm(title, COLUMNS[columns.clone()].iter().map(heading), rows)
    };
    let tables = vec![
        table("Figure 6: steps needed (EP: energy-preserving)", 0..3),
        table("Figure 7: steps needed for high accuracy", 3..6),
        mean_rotations(),
    ];
    let counts = tables[..2].iter().flat_map(|table| &table.rows).flat_map(|row| &row.cells);
    let counts: Vec<&Cell> = counts.flatten().listed();
    let same = |cell: &&&Cell| {
        cell.printed.as_ref().is_some_and(|printed| printed.text == cell.ours.text(None))
    };
    let exact = counts.iter().filter(same).count();
    Outcome {
        claims: claims(&rows, &ours),
        notes: vec![format!(
            "{exact} of {} numbers of steps are the printed integers, or fail where the paper's do.",
            counts.len()
        )],
        tables,
        ..Outcome::default()
    }
}

/// The printed mean rotations, from the printed N: all rotation over N - 1.
fn mean_rotations() -> ResultTable {
    let total = [0.4, 4.0, 40.0].map(total_rotation);
    let rows = ROWS.iter().filter(|(_, cells)| cells.iter().any(|cell| cell.contains(' ')));
    let cell = |(column, text): (usize, &&str)| {
        let (n, theta) = text.split_once(' ')?;
        let n: f64 = n.parse().ok()?;
        let rule = if n < 40.0 { Rule::Relative(0.007) } else { Rule::Absolute(0.011) };
        let printed = Printed::new(theta, rule);
        let printed = match theta {
            "210" => {
                printed.erratum("8.39", "1627.46/194 = 8.39; the N of the next row was printed")
            }
            _ => printed,
        };
        Some(Cell::beside(CellValue::Number(total[column / 2] / (n - 1.0)), printed))
    };
    by_algorithm(
        "Mean rotation in degrees: all rotation up to T over the printed N - 1",
        COLUMNS.iter().map(heading),
        rows.map(|(row, cells)| (row.title(), cells.iter().enumerate().map(cell).listed())),
    )
}

fn claims(rows: &[PaperRun], ours: &[StepCounts]) -> Vec<Claim> {
    #[expect(clippy::cast_precision_loss, reason = "steps are few")]
    let n = |of: PaperRun, column: usize| {
        let row = rows.iter().position(|row| row.title() == of.title());
        let steps = row.and_then(|row| ours[row][column].flatten());
        steps.map_or(f64::INFINITY, |steps| steps as f64)
    };
    let third = THIRD.preserving();
    let ratio = |a: f64, b: f64| format!("{a}/{b} = {:.2}", a / b);
    let gain = n(third, 5) / n(third, 4);
    let gain_4 = n(third, 3) / n(third, 2);
    let fourth = [2, 3, 4, 5].map(|k| n(FOURTH.preserving(), k) / n(third, k));
    let symplectic = [3, 4, 5].map(|k| n(MR4_231, k) / n(third, k));
    let within = |all: &[f64], low: f64, high: f64| all.iter().all(|x| (low..high).contains(x));
    vec![
        Claim::new(
            "Augmented second order needs about half the steps of Runge-Kutta, and each costs a \
             third: about six times as efficient",
            within(&[n(RUNGE_KUTTA, 1) / n(AUGMENTED, 1)], 1.9, 2.1),
            ratio(n(RUNGE_KUTTA, 1), n(AUGMENTED, 1)),
        ),
        Claim::new(
            "Third order with EP needs an almost nine-fold smaller number of steps than augmented \
             second order (T = 4, 1e-3), and more than 30-fold at T = 0.4, 1e-6",
            within(&[n(AUGMENTED, 2) / n(third, 2)], 8.5, 9.0)
                && n(AUGMENTED, 1) > 30.0 * n(third, 1),
            format!(
                "{}, {}",
                ratio(n(AUGMENTED, 2), n(third, 2)),
                ratio(n(AUGMENTED, 1), n(third, 1))
            ),
        ),
        Claim::new(
            "With EP a six-fold number of steps of the third order makes the error 1000 times smaller",
            gain < 6.0 && gain_4 < 6.0,
            format!("{gain_4:.2}-fold at T = 4, {gain:.2}-fold at T = 40"),
        ),
        Claim::new(
            "With EP third and fourth order are essentially equivalent",
            within(&fourth, 1.0, 1.07),
            format!("the fourth needs {:.3} to {:.3} of the steps", fourth[0], fourth[3]),
        ),
        Claim::new(
            "Symplectic fourth order needs about 2/3 of the steps of third order with EP",
            within(&symplectic, 0.62, 0.68),
            symplectic.map(|x| format!("{x:.2}")).join(", "),
        ),
        Claim::new(
            "First order fails, and with EP acts like a method of second order",
            n(FIRST, 0).is_infinite()
                && within(&[n(FIRST.preserving(), 1) / n(FIRST.preserving(), 0)], 29.0, 33.0),
            format!(
                "1000 times the accuracy for {:.1} times the steps; second order would be 31.6",
                n(FIRST.preserving(), 1) / n(FIRST.preserving(), 0)
            ),
        ),
        Claim::new(
            "Augmented second order loses a little with EP",
            within(&[0, 1, 2].map(|k| n(AUGMENTED.preserving(), k) / n(AUGMENTED, k)), 1.0, 1.2),
            [0, 1, 2]
                .map(|k| format!("{:.3}", n(AUGMENTED.preserving(), k) / n(AUGMENTED, k)))
                .join(", "),
        ),
        Claim::new(
            "EP helps McLachlan-Reich, 1-2-3 and fourth order substantially, 2-3-1 less",
            n(MR_123.preserving(), 2) < 0.4 * n(MR_123, 2)
                && n(MR4_231.preserving(), 2) < 0.5 * n(MR4_231, 2)
                && within(&[n(MR_231.preserving(), 2) / n(MR_231, 2)], 0.7, 0.9),
            format!(
                "steps with EP over those without at T = 4, 1e-3: {:.2}, {:.2}, {:.2}",
                n(MR_123.preserving(), 2) / n(MR_123, 2),
                n(MR4_231.preserving(), 2) / n(MR4_231, 2),
                n(MR_231.preserving(), 2) / n(MR_231, 2)
            ),
        ),
        Claim::new(
            "McLachlan-Reich 2-3-1 acts more like a method of third order",
            within(&[n(MR_231, 1) / n(MR_231, 0)], 8.0, 15.0),
            format!(
                "1000 times the accuracy for {:.1} times the steps",
                n(MR_231, 1) / n(MR_231, 0)
            ),
        )
        .refuted(
            "third order would need 10 times the steps, second order 31.6: its error is \
                  small, its order is 2",
        ),
    ]
}
