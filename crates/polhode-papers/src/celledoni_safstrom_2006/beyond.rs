//! What later methods make of the same problems.

use super::problems::{EXACT, MR, Problem, Push, RATE_SQUARED, SATELLITE, SEJ4, TOP};
use super::work::{
    ATTITUDE, Curve, EVALUATIONS, Entry, Quantity, TIME, Work, number, panel, rounded, work,
};
use crate::outcome::{Cell, Claim, Row, TIMES, Table, Value, short};
use crate::{Effort, Outcome};
use polhode::State;
use polhode::catalogue::MethodName;
use polhode_lab::figure::{Figure, Mark, Panel};
use polhode_lab::listed::Listed;

/// The paper's, the exact drift with kicks, its best tables, and what needs no drift.
const DRAWN: [Entry; 9] = [
    Entry::new("MR", MR, Mark::Circles, 0),
    Entry::new("SEJ4", SEJ4, Mark::Circles, 2),
    Entry::new("exact", EXACT, Mark::Circles, 6),
    Entry::new("exact, SABA4", "exact:compose=saba4", Mark::Squares, 5),
    Entry::new("exact, (8,4)", "exact:compose=mclachlan-84", Mark::Crosses, 3),
    Entry::new("exact, ABA(10,6,4)", "exact:compose=aba-1064", Mark::Squares, 1),
    Entry::new("corrected, plain kick", "corrected:kick=plain", Mark::Triangles, 4),
    Entry::new("corrected", "corrected", Mark::Triangles, 2),
    TAYLOR,
];
const TAYLOR: Entry = Entry::new("taylor, degree 20", "taylor:degree=20", Mark::Dashes, 7);

/// More, for the table only.
const LISTED: [Entry; 9] = [
    Entry::new("MR, Suzuki's five", "mclachlan-reich:axes=1-2-3,compose=suzuki-4", Mark::Line, 0),
    Entry::new("exact, Yoshida 4", "exact:compose=yoshida-4", Mark::Line, 0),
    Entry::new("exact, Kahan-Li 6", "exact:compose=kahan-li-6", Mark::Line, 0),
    Entry::new("exact, Suzuki-Umeno 8", "exact:compose=suzuki-umeno-8", Mark::Line, 0),
    Entry::new("exact, SRKN6b", "exact:compose=srkn6b", Mark::Line, 0),
    Entry::new("exact, SRKN14a", "exact:compose=srkn14a", Mark::Line, 0),
    Entry::new("exact, ABA(8,6,4)", "exact:compose=aba-864", Mark::Line, 0),
    Entry::new("exact, Chin 4A", "exact:compose=chin-4a", Mark::Line, 0),
    Entry::new("exact, SRKN11b", "exact:compose=srkn11b", Mark::Line, 0),
];

const BUDGETS: [u64; 4] = [240, 480, 960, 1920];
const TARGETS: [f64; 4] = [1e-3, 1e-6, 1e-9, 1e-12];

const WEAK: Problem = Problem { push: Push::Gradient(RATE_SQUARED * 1e-3), ..SATELLITE };

/// How many steps a number of evaluations is enough for.
fn steps_for(method: &str, budget: u64) -> u64 {
    let name: MethodName = method.parse().unwrap_or_else(|error| panic!("{method}: {error}"));
    let corrector = name.splitting().map_or(0, |table| 2 * table.corrector_evaluations() as u64);
    let each = f64::from(name.card().torque_evaluations);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "steps are few"
    )]
    let steps = (budget.saturating_sub(corrector) as f64 / each).round() as u64;
    steps
}

/// A problem up to its end, and the truth there.
struct Race {
    problem: Problem,
    end: f64,
    truth: State<f64>,
}

impl Race {
    fn new(problem: Problem, end: f64) -> Self {
        Self { problem, end, truth: problem.truth(end) }
    }
    fn work(&self, method: &str, budget: u64, experiments: usize) -> Option<Work> {
        let steps = steps_for(method, budget);
        let take = || work(&self.problem, method, self.end, steps, &self.truth, experiments);
        (steps > 0).then(take).flatten()
    }
    /// Every drawn method with every budget, one run after the other for the sake of the times.
    fn curves(&self, effort: &Effort) -> Vec<Curve> {
        let (budgets, experiments) = (budgets(effort), effort.pick(10, 100));
        effort.expect(DRAWN.len() * budgets.len());
        let curve = |entry: Entry| {
            let work = |&budget: &u64| {
                let work = self.work(entry.method, budget, experiments);
                effort.one_done();
                work
            };
            Curve { entry, works: budgets.iter().filter_map(work).listed() }
        };
        DRAWN.map(curve).into()
    }
    /// Errors at equal evaluations of the torque.
    fn errors(&self) -> Vec<(Entry, Vec<Option<f64>>)> {
        let splittings = DRAWN.iter().filter(|entry| entry.method != TAYLOR.method).chain(&LISTED);
        let of = |entry: &Entry| {
            let error = |budget| self.work(entry.method, budget, 1).map(|work| work.attitude);
            (*entry, BUDGETS.map(error).to_vec())
        };
        splittings.map(of).listed()
    }
}

fn budget_table(title: &str, rows: &[(Entry, Vec<Option<f64>>)]) -> Table {
    Table {
        title: title.into(),
        corner: "method".into(),
        columns: BUDGETS.map(|budget| budget.to_string()).into(),
        rows: rows
            .iter()
            .map(|(entry, errors)| Row {
                name: entry.label.into(),
                cells: errors.iter().map(|error| error.and_then(number)).listed(),
            })
            .listed(),
    }
}

/// The first run from which on this and the next two are good enough, so that no lucky one counts.
fn reaching(curve: &Curve, target: f64) -> Option<&Work> {
    let good = |window: &&[Work]| window.iter().all(|work| work.attitude <= target);
    curve.works.windows(3).find(good).map(|window| &window[0])
}

fn target_table(title: &str, curves: &[Curve]) -> Table {
    let cell = |curve: &Curve, target: f64| {
        let text = reaching(curve, target).map_or_else(
            || "not reached".into(),
            |w| format!("{} ({} us)", short(w.evaluations), short(rounded(w.microseconds))),
        );
        Some(Cell::ours(Value::Word(text)))
    };
    Table {
        title: title.into(),
        corner: "method".into(),
        columns: TARGETS.map(|target| format!("{target:e}")).into(),
        rows: curves
            .iter()
            .map(|curve| Row {
                name: curve.entry.label.into(),
                cells: TARGETS.map(|target| cell(curve, target)).into(),
            })
            .listed(),
    }
}

/// Evaluations from 60 on, by steps of the root of 2.
fn budgets(effort: &Effort) -> Vec<u64> {
    let last = effort.pick(15, 19);
    let size =
        |i: u32| 60.0 * f64::from(1u32 << (i / 2)) * if i % 2 == 1 { 2f64.sqrt() } else { 1.0 };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small")]
    let whole = |i| f64::round(size(i)) as u64;
    (0..=last).map(whole).listed()
}

fn errors_of<'a>(rows: &'a [(Entry, Vec<Option<f64>>)], label: &str) -> &'a [Option<f64>] {
    rows.iter().find(|(entry, _)| entry.label == label).map_or(&[], |(_, errors)| errors)
}

/// The error of a method at one of the budgets.
fn error(rows: &[(Entry, Vec<Option<f64>>)], label: &str, budget: usize) -> f64 {
    errors_of(rows, label).get(budget).copied().flatten().unwrap_or(f64::INFINITY)
}

/// The fewest evaluations with which any of them reaches a target.
fn fewest(curves: &[Curve], target: f64) -> Option<(&'static str, f64)> {
    let splittings = curves.iter().filter(|curve| curve.entry.method != TAYLOR.method);
    let found = splittings
        .filter_map(|curve| Some((curve.entry.label, reaching(curve, target)?.evaluations)));
    found.min_by(|one, other| one.1.total_cmp(&other.1))
}

/// The curves in three panels. Names and marks are the same in all, so that each panel has a third
/// of the names and no legend hides much.
fn panels(races: &[(&[Curve], &str); 3], x: Quantity) -> Vec<Panel> {
    let one = |(third, (curves, title)): (usize, &(&[Curve], &str))| {
        let mut panel = panel(title, curves, x, ATTITUDE);
        panel.y = panel.y.within(1e-15, 1e5);
        for (index, series) in panel.series.iter_mut().enumerate() {
            if index / 3 != third {
                series.label.clear();
            }
        }
        panel
    };
    races.iter().enumerate().map(one).listed()
}

pub(super) fn run(effort: &Effort) -> Outcome {
    let races = [(SATELLITE, 8.0), (WEAK, 8.0), (TOP, 1.0)];
    let races = races.map(|(problem, end)| Race::new(problem, end));
    let (plain, weak) = (races[0].errors(), races[1].errors());
    let [satellite, weakly, top] = races.map(|race| race.curves(effort));
    let shrinks = |label| error(&weak, label, 2) / error(&plain, label, 2);
    let table = error(&plain, "exact, (8,4)", 2);
    let taylor = [&satellite, &weakly, &top].map(|curves| {
        curves.last().and_then(|taylor| reaching(taylor, 1e-12)).map(|work| 1.0 / work.h)
    });
    let best = [&satellite, &weakly].map(|curves| fewest(curves, 1e-6));
    let told = best
        .map(|found| found.map_or("none".into(), |(label, count)| format!("{label} with {count}")));
    let claims = vec![
        Claim::new(
            "ours: the exact drift needs no Magnus series, and tables for weak torques suit it",
            table < 1e-3 * error(&plain, "exact", 2) && table < 1e-5 * error(&plain, "MR", 2),
            format!(
                "satellite, 960 evaluations: (8,4) errs by {table:.1e}, exact with plain kicks by \
                 {:.1e}, SEJ4 by {:.1e}, MR by {:.1e}",
                error(&plain, "exact", 2),
                error(&plain, "SEJ4", 2),
                error(&plain, "MR", 2)
            ),
        ),
        Claim::new(
            "ours: the error of the exact drift vanishes with the torque, those of MR and SEJ4 do not",
            shrinks("exact") < 2e-3 && shrinks("MR") > 0.5 && shrinks("SEJ4") > 0.5,
            format!(
                "960 evaluations, a torque 1000 times weaker: errors become {:.1e} of what they \
                 were for exact, {:.2} for MR, {:.2} for SEJ4",
                shrinks("exact"),
                shrinks("MR"),
                shrinks("SEJ4")
            ),
        ),
        Claim::new(
            "ours: corrected kicks take the fewest evaluations to 1e-6",
            best.iter().all(|best| best.is_some_and(|(label, _)| label.starts_with("corrected"))),
            format!("satellite: {}; a thousandth of its torque: {}", told[0], told[1]),
        ),
        Claim::new(
            "ours: a Taylor series gets to 1e-12 on all three",
            taylor.iter().all(Option::is_some),
            format!(
                "steps of degree 20 in a second: {}",
                taylor.map(|steps| steps.map_or("none".into(), |n| format!("{n:.0}"))).join(", ")
            ),
        ),
    ];
    let [others, all] = [DRAWN.len() - 1, DRAWN.len()].map(|count| {
        [
            (&satellite[..count], "satellite"),
            (&weakly[..count], "satellite, torque/1000"),
            (&top[..count], "heavy top"),
        ]
    });
    Outcome {
        tables: vec![
            budget_table("Satellite, t = 8: error of Q by evaluations of the torque", &plain),
            budget_table("The same with a torque 1000 times weaker", &weak),
            target_table("Satellite, t = 8: evaluations (and time) to an error", &satellite),
            target_table("The same with a torque 1000 times weaker", &weakly),
            target_table("Heavy top, t = 1: evaluations (and time) to an error", &top),
        ],
        claims,
        figures: vec![Figure {
            title: "Beyond".into(),
            caption: "The same problems with the exact drift's tables, corrected kicks and Taylor \
                      series: above against evaluations of the torque, below against time. Marks are the \
                      same in all panels; each has some of the names."
                .into(),
            panels: [panels(&others, EVALUATIONS), panels(&all, TIME)].concat(),
        }],
        reduced: if effort.is_quick() {
            vec!["up to 10900 evaluations instead of 43400, times of 10 runs instead of 100".into()]
        } else {
            Vec::new()
        },
        notes: vec![
            "Errors are Frobenius norms; a run counts as reaching one if it and the next two, each \
             with 1.4 times the evaluations, do. A step of `taylor` \
             counts as one evaluation in the tables, but is one of a series: compare its time."
                .into(),
            "What to take: for a free body `exact`. For a torque that is weak beside the momentum \
             `corrected:kick=plain`, one and a half evaluations a radian for 1e-6, and `corrected` or \
             `exact:compose=aba-1064` beyond that; where every state is to be shown, \
             `exact:compose=saba4` or `mclachlan-84`, since showing a corrected state costs a \
             corrector. For 1e-12, and for stronger torques, `taylor`. Below one evaluation a radian \
             none of the tables pays. MR and SEJ are for comparison."
                .into(),
            TIMES.into(),
        ],
    }
}
