//! Beyond the paper: the exact rotation between the kicks, and splittings of high order.

use super::convergence::Study;
use super::curves::{AKW, DMV, E, E1, E2, EA, EXACT, I, NMB, PaperMethod, SW};
use super::problems::PaperProblem::{self, Fast, Physical, Printed, Slow};
use super::problems::count;
use crate::Effort;
use crate::laboratory::each;
use crate::outcome::{Cell, CellValue, Claim, Outcome, ResultTable, Row};
use polhode::catalogue::MethodName;
use polhode_lab::figure::{Figure, Mark, Panel, PlotAxis, PlotSeries};
use polhode_lab::listed::Listed;

/// Kicks around the exact rotation, at the paper's steps.
pub(super) fn exact_drift(effort: &Effort) -> Outcome {
    let problems = [
        (Slow, [160, 640, 2560, 20_480]),
        (Fast, [200, 800, 3200, 12_800]),
        (Printed, [40, 160, 640, 2560]),
        (Physical, [640, 1280, 2560, 20_480]),
    ];
    let rows = [EA, EXACT, DMV];
    let papers = [AKW, SW, NMB, I, E, E1, E2];
    let all: Vec<PaperMethod> = rows.iter().chain(&papers).copied().listed();
    let studies =
        problems.map(|(problem, steps)| (Study::new(effort, problem, &all, &steps), steps));
    let gain = |k: usize, n: usize| {
        let (study, steps) = &studies[k];
        study.at(EA, steps[n]).attitude / study.at(EXACT, steps[n]).attitude
    };
    let least = |k: usize, n: usize| {
        let (study, steps) = &studies[k];
        let errors = papers.iter().map(|curve| study.at(*curve, steps[n]).attitude);
        errors.fold(f64::INFINITY, f64::min) / study.at(EXACT, steps[n]).attitude
    };
    let tables = problems.iter().zip(&studies).map(|((_, steps), (study, _))| {
        let mut table = study.table(steps);
        table.rows.truncate(rows.len());
        table
    });
    Outcome {
        tables: tables.listed(),
        claims: vec![
            Claim::new(
                "LIEMID[EA] is the best explicit integrator of second order to date (conclusions)",
                gain(0, 0) < 2.0 && gain(1, 1) < 2.0,
                format!(
                    "kicks around the exact rotation take as many torques; the attitude error of EA is \
                     {:.0} times theirs on the slow top with h = 1/8, {:.0} times on the fast one with \
                     1/80, {:.1} times at the wall as printed with 1/8, and {:.2} times at the wall \
                     that repels with 1/128",
                    gain(0, 0),
                    gain(1, 1),
                    gain(2, 1),
                    gain(3, 2)
                ),
            )
            .refuted(
                "it is kick, drift, kick with a drift that errs; on the tops that error is nearly all \
                 there is. It holds among the methods of the paper, but for NMB's attitude on the slow \
                 top",
            ),
            Claim::new(
                "Ours: no method of the paper comes near the exact drift on the tops",
                least(0, 2) > 10.0 && least(1, 2) > 10.0,
                format!(
                    "the least attitude error of the others is {:.0} times as large on the slow top \
                     with h = 1/128, {:.0} times on the fast one with 1/320",
                    least(0, 2),
                    least(1, 2)
                ),
            ),
        ],
        notes: vec![
            "What to take from it: under a torque use `exact`, which has the kicks of LIEMID[EA], needs \
             no solver, is symplectic, and errs by the torque alone. At the walls, where the torque is \
             all of the error, LIEMID[EA] is as good, and a little better at the one as printed."
                .into(),
        ],
        ..Outcome::default()
    }
}

/// Methods by name, what stands for them in a table, and their colour.
const METHODS: [(&str, &str); 21] = [
    ("liemid-ea", "EA"),
    ("exact", "exact"),
    ("liemid-ea:compose=yoshida-4", "EA, Yoshida 4"),
    ("liemid-ea:compose=suzuki-4", "EA, Suzuki 4"),
    ("liemid-ea:compose=blanes-moan-s6", "E1 and E2 pairs, Blanes-Moan S6"),
    ("liemid-ea:compose=yoshida-6", "EA, Yoshida 6"),
    ("liemid-ea:compose=kahan-li-6", "EA, Kahan-Li 6"),
    ("liemid-ea:compose=blanes-moan-s10", "E1 and E2 pairs, Blanes-Moan S10"),
    ("liemid-ea:compose=kahan-li-8", "EA, Kahan-Li 8"),
    ("exact:compose=suzuki-4", "exact, Suzuki 4"),
    ("exact:compose=kahan-li-6", "exact, Kahan-Li 6"),
    ("exact:compose=kahan-li-8", "exact, Kahan-Li 8"),
    ("exact:compose=blanes-moan-s6", "exact, Blanes-Moan S6"),
    ("exact:compose=blanes-moan-s10", "exact, Blanes-Moan S10"),
    ("exact:compose=srkn6b", "exact, SRKN6b"),
    ("exact:compose=srkn11b", "exact, SRKN11b"),
    ("exact:compose=srkn14a", "exact, SRKN14a"),
    ("exact:compose=chin-4a", "exact, Chin 4A"),
    ("exact:compose=chin-4b", "exact, Chin 4B"),
    ("exact:compose=takahashi-imada", "exact, Takahashi-Imada"),
    ("corrected", "exact, corrected"),
];

/// Problems and how often the torque may be asked for.
const BUDGETS: [(PaperProblem, [u64; 3]); 3] =
    [(Slow, [320, 640, 2560]), (Fast, [100, 400, 1600]), (Physical, [1280, 2560, 10_240])];

/// The torques a step takes, those of its gradient with them.
fn torques(method: &str) -> u64 {
    let name: Option<MethodName> = method.parse().ok();
    name.map_or(1, |name| u64::from(name.card().torque_evaluations.max(1)))
}

/// Errors for the same number of torques.
pub(super) fn splittings(effort: &Effort) -> Outcome {
    let jobs: Vec<(&str, PaperProblem, u64)> = METHODS
        .iter()
        .flat_map(|(method, _)| {
            let all = BUDGETS
                .iter()
                .flat_map(|(problem, budgets)| budgets.iter().map(|budget| (*problem, *budget)));
            all.map(|(problem, budget)| (*method, problem, budget))
        })
        .listed();
    let errors = each(effort, &jobs, |(method, problem, budget)| {
        problem.errors(method, budget / torques(method)).attitude
    });
    let rows: Vec<&[f64]> = errors.chunks(9).listed();
    let best = |column: usize| {
        let errors = rows.iter().enumerate().map(|(k, row)| (k, row[column]));
        errors.min_by(|a, b| a.1.total_cmp(&b.1)).map_or((0, f64::NAN), |best| best)
    };
    let gains: Vec<String> = (0..9)
        .map(|column| {
            let (k, error) = best(column);
            format!("{} {:.0e}", METHODS[k].1, rows[0][column] / error)
        })
        .listed();
    let least = (0..9).map(|column| rows[0][column] / best(column).1).fold(f64::INFINITY, f64::min);
    Outcome {
        tables: vec![table(&rows)],
        claims: vec![Claim::new(
            "Ours: for the same torques there is always something more accurate than LIEMID[EA]",
            least > 5.0,
            format!(
                "the least error in each column, and how many times smaller than EA's: {}",
                gains.join("; ")
            ),
        )],
        figures: vec![work(effort)],
        notes: vec![
            "What to take from it: first the exact rotation between the kicks, which costs no torque. \
             Then `corrected` or Chin 4A at low and medium accuracy if the torque has derivatives, \
             SRKN6b if not, and SRKN11b or SRKN14a at high accuracy. Kahan-Li 8 does not pay here. \
             With an approximate drift take Blanes-Moan tables with E1 and E2 as adjoint pairs."
                .into(),
        ],
        ..Outcome::default()
    }
}

fn table(rows: &[&[f64]]) -> ResultTable {
    let columns = BUDGETS.iter().flat_map(|(problem, budgets)| {
        let name = if *problem == Physical { "wall" } else { problem.title() };
        budgets.map(|budget| format!("{name}, {budget}"))
    });
    let cell = |error: &f64| {
        let text = if *error < 1e3 { format!("{error:.1e}") } else { "fails".into() };
        Some(Cell::ours(CellValue::Word(text)))
    };
    ResultTable {
        title: "Attitude errors at the end for so many evaluations of the torque, of its gradient with \
                them (wall: as described)"
            .into(),
        corner: "method".into(),
        columns: columns.listed(),
        rows: METHODS
            .iter()
            .zip(rows)
            .map(|((method, name), row)| Row {
                name: format!("{name} ({})", torques(method)),
                cells: row.iter().map(cell).listed(),
            })
            .listed(),
    }
}

/// Error over work for some of them.
fn work(effort: &Effort) -> Figure {
    let chosen = [0, 1, 3, 12, 14, 16, 17].map(|k: usize| METHODS[k]);
    let marks = [
        Mark::Line,
        Mark::Dashes,
        Mark::Circles,
        Mark::Squares,
        Mark::Diamonds,
        Mark::Crosses,
        Mark::Triangles,
    ];
    let colours = [6, 6, 7, 0, 1, 2, 3];
    let panels = BUDGETS.iter().map(|(problem, budgets)| {
        let most = effort.pick(5, 7);
        let work: Vec<u64> = (0..most).map(|k| budgets[0] << k).listed();
        let jobs: Vec<(&str, u64)> =
            chosen.iter().flat_map(|(method, _)| work.iter().map(|n| (*method, *n))).listed();
        let errors = each(effort, &jobs, |(method, budget)| {
            problem.errors(method, budget / torques(method)).attitude
        });
        let series = chosen.iter().enumerate().map(|(k, (_, name))| PlotSeries {
            label: (*name).into(),
            mark: marks[k],
            colour: colours[k],
            points: work
                .iter()
                .zip(&errors[k * work.len()..])
                .map(|(n, error)| (count(*n), *error))
                .filter(|(_, error)| *error < 1e3)
                .listed(),
        });
        Panel {
            title: problem.title().into(),
            x: PlotAxis::log("torques"),
            y: PlotAxis::log("error of the attitude"),
            series: series.listed(),
            equal: false,
        }
    });
    Figure {
        title: "Error for the work".into(),
        caption: "Attitude error at the end over the evaluations of the torque.".into(),
        panels: panels.listed(),
    }
}
