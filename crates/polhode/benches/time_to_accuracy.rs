//! CPU time to a given accuracy of the attitude at the end, beside Dormand and Prince's
//! method of order 8 from another crate, all in one run.
//!
//! ```text
//! cargo bench --bench time_to_accuracy              every problem
//! cargo bench --bench time_to_accuracy -- P2 P3     these
//! cargo bench --bench time_to_accuracy -- --plots docs/images
//! ```
//!
//! For each target the cheapest setting is taken whose two finer neighbours reach the
//! target too, so that no lucky zero of the error counts: steps on a grid of ratio 1.09,
//! tolerances in half decades. A user does not know the best step beforehand; the solver
//! with a tolerance does not know the error at the end either.

#[path = "time_to_accuracy/peer.rs"]
mod peer;
#[path = "time_to_accuracy/plot.rs"]
mod plot;
#[path = "time_to_accuracy/problems.rs"]
mod problems;
#[path = "time_to_accuracy/search.rs"]
mod search;

use polhode::catalogue::MethodName;
use problems::Problem;
use search::{Curve, cost};
use std::path::PathBuf;

/// Those that one might take, and what they are measured by.
const METHODS: [&str; 18] = [
    "exact",
    "exact:compose=suzuki-4",
    "exact:compose=kahan-li-6",
    "exact:compose=kahan-li-8",
    "exact:compose=blanes-moan-s6",
    "exact:compose=blanes-moan-s10",
    "exact:compose=srkn6b",
    "exact:compose=srkn11b",
    "exact:compose=srkn14a",
    "exact:compose=mclachlan-84",
    "exact:compose=saba4",
    "exact:compose=aba-864",
    "exact:compose=aba-1064",
    "exact:compose=chin-4a",
    "exact:compose=takahashi-imada",
    "corrected:kick=plain",
    "corrected:corrector=plain",
    "corrected",
];
/// Of Taylor series; the tolerance is tried apart.
const DEGREES: [u8; 10] = [8, 10, 12, 14, 16, 18, 20, 22, 24, 26];
const TARGETS: [f64; 4] = [1e-3, 1e-6, 1e-9, 1e-12];
const GIVEN: &str = "Dop853";
const REFORMULATED: &str = "Dop853, our equations";

fn main() {
    let mut names: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let mut plots = None;
    if let Some(at) = names.iter().position(|name| name == "--plots") {
        plots = names.get(at + 1).map(PathBuf::from);
        names.drain(at..(at + 2).min(names.len()));
    }
    let mut summary = String::new();
    for problem in problems::all() {
        if !names.is_empty() && !names.iter().any(|name| name == problem.name) {
            continue;
        }
        let curves = curves(&problem);
        print_all(&problem, &curves);
        summarise(&problem, &curves, &mut summary);
        if let Some(folder) = &plots {
            plot::write(folder, &problem, &curves);
        }
    }
    println!("## Summary\n");
    println!(
        "| problem | target | ours | setting | CPU | {GIVEN} | ratio | {REFORMULATED} | ratio |"
    );
    println!("|---|---|---|---|---|---|---|---|---|\n{summary}");
}

/// All methods on a problem, with costs where they are needed.
fn curves(problem: &Problem) -> Vec<Curve> {
    let targets = || TARGETS.into_iter().filter(|&target| target >= problem.finest);
    let mut curves = Vec::new();
    if let Some(closed_form) = problem.closed_form() {
        let error = problem.error(closed_form());
        let mut curve = Curve::trace("closed form", [1.0; 3].into_iter(), 0.0, |_| error);
        curve.points[0].cost = Some(cost(closed_form));
        curves.push(curve);
    } else {
        for text in METHODS {
            let method: MethodName = text.parse().unwrap();
            let curve = Curve::trace(text, grid(problem, &method), problem.finest, |n| {
                problem.error(problem.run(&method, n as u64))
            });
            let run = |n: f64| problem.run(&method, n as u64);
            curves.push(timed(curve, targets(), plots_wanted(), run));
        }
    }
    curves.extend(DEGREES.map(|degree| series(problem, degree)));
    let tolerances = || half_decades(28);
    let curve = Curve::trace(GIVEN, tolerances(), problem.finest, |tolerance| {
        problem.error(peer::given(problem, tolerance))
    });
    curves
        .push(timed(curve, targets(), plots_wanted(), |tolerance| peer::given(problem, tolerance)));
    if peer::reformulated(problem, 1e-3).is_some() {
        let run = |tolerance| peer::reformulated(problem, tolerance).unwrap();
        let curve = Curve::trace(REFORMULATED, tolerances(), problem.finest, |tolerance| {
            problem.error(run(tolerance))
        });
        curves.push(timed(curve, targets(), plots_wanted(), run));
    }
    curves
}

/// From 1e-3 on.
fn half_decades(last: i32) -> impl Iterator<Item = f64> {
    (6..=last).map(|k| 10f64.powf(-f64::from(k) / 2.0))
}

/// A Taylor series of this degree, whatever the tolerance.
fn series(problem: &Problem, degree: u8) -> Curve {
    let run = |tolerance: f64| {
        let text = format!("taylor:degree={degree},tolerance={tolerance:e}");
        problem.run(&text.parse().unwrap(), 0)
    };
    let name = format!("taylor:degree={degree}");
    let curve = Curve::trace(&name, half_decades(32), problem.finest, |tolerance| {
        problem.error(run(tolerance))
    });
    timed(curve, TARGETS.into_iter().filter(|&t| t >= problem.finest), plots_wanted(), run)
}

/// A plot needs the cost of more than the points in the table.
fn plots_wanted() -> bool {
    std::env::args().any(|argument| argument == "--plots")
}

/// Numbers of steps, from two radians a kick to the most.
fn grid(problem: &Problem, method: &MethodName) -> impl Iterator<Item = f64> + use<> {
    let kicks = f64::from(method.card().torque_evaluations.max(1));
    let first = (problem.speed * problem.time / 2.0 / kicks).max(4.0);
    let most = problem.most_kicks / kicks;
    (0..).map(move |k| (first * 1.09f64.powi(k)).round()).take_while(move |&n| n <= most)
}

/// Measures the settings that reach the targets; for a plot every fourth one too.
fn timed(
    mut curve: Curve,
    targets: impl Iterator<Item = f64>,
    all: bool,
    mut run: impl FnMut(f64) -> polhode::Rotation<f64>,
) -> Curve {
    let mut wanted: Vec<usize> = targets.filter_map(|target| curve.first_below(target)).collect();
    if all {
        wanted.extend((0..curve.points.len()).step_by(if curve.points.len() > 40 { 4 } else { 1 }));
    }
    for index in wanted {
        let point = &mut curve.points[index];
        if point.cost.is_none() {
            point.cost = Some(cost(|| run(point.setting)));
        }
    }
    curve
}

fn time(seconds: f64) -> String {
    match seconds {
        s if s < 1e-6 => format!("{:.2} us", s * 1e6),
        s if s < 1e-3 => format!("{:.1} us", s * 1e6),
        s => format!("{:.2} ms", s * 1e3),
    }
}

fn setting(value: f64) -> String {
    if value < 1.0 { format!("tolerance {value:.0e}") } else { format!("{value:.0}") }
}

fn print_all(problem: &Problem, curves: &[Curve]) {
    println!("## {}: {}\n", problem.name, problem.about);
    println!("| method | 1e-3 | 1e-6 | 1e-9 | 1e-12 | least error |\n|---|---|---|---|---|---|");
    for curve in curves {
        let cells = TARGETS.map(|target| {
            let reached = curve.first_below(target).filter(|_| target >= problem.finest);
            reached.map_or("-".into(), |index| {
                let point = curve.points[index];
                format!("{} ({})", time(point.cost.unwrap_or(f64::NAN)), setting(point.setting))
            })
        });
        println!("| {} | {} | {:.1e} |", curve.name, cells.join(" | "), curve.least_error());
    }
    println!();
}

/// The best of ours beside the others.
fn summarise(problem: &Problem, curves: &[Curve], summary: &mut String) {
    use std::fmt::Write;
    let cost_of = |curve: &Curve, target| {
        curve.first_below(target).and_then(|index| curve.points[index].cost)
    };
    for target in TARGETS.into_iter().filter(|&target| target >= problem.finest) {
        let ours = curves.iter().filter(|curve| ![GIVEN, REFORMULATED].contains(&&*curve.name));
        let best = ours
            .filter_map(|curve| Some((curve, cost_of(curve, target)?)))
            .min_by(|a, b| a.1.total_cmp(&b.1));
        let Some((curve, cost)) = best else {
            let _ = writeln!(summary, "| {} | {target:.0e} | none | | | | | | |", problem.name);
            continue;
        };
        let setting = curve
            .first_below(target)
            .map_or(String::new(), |index| setting(curve.points[index].setting));
        let peer = |name| {
            let peer = curves.iter().find(|curve| curve.name == name);
            peer.map_or("|".into(), |peer| match cost_of(peer, target) {
                Some(theirs) => format!("{} | {:.1}", time(theirs), theirs / cost),
                None => "not reached |".into(),
            })
        };
        let _ = writeln!(
            summary,
            "| {} | {target:.0e} | `{}` | {setting} | {} | {} | {} |",
            problem.name,
            curve.name,
            time(cost),
            peer(GIVEN),
            peer(REFORMULATED),
        );
    }
}
