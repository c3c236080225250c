//! Accuracies that are asked for and accuracies that come out, over generated problems:
//!
//! `cargo run --release -p polhode-lab --example accuracy_grid [-- PROBLEMS [FROM_TURNS TO_TURNS]]`
//!
//! writes docs/images/accuracy.svg and prints the tables of docs/accuracy.md. The truth is
//! computed once, and kept in the target folder.
//!
//! `-- new`, `-- switching` and `-- ensembles` compare with a truth that shares nothing with the product
//! (tests/reference), and `-- best` and `-- best new` with the best of all settings.

mod best;
mod ensembles;
mod new;
mod problems;
#[allow(dead_code, reason = "the test of the reference uses more of it")]
#[path = "../../tests/reference/mod.rs"]
mod reference;
mod references;
mod switching;
mod truths;

use cpu_time::ThreadTime;
use indicatif::ProgressBar;
use polhode_lab::accuracy::{Candidate, Choice, Quality, Witnesses};
use polhode_lab::figure::{Figure, Mark, Panel, PlotAxis, PlotSeries, Theme};
use polhode_lab::plot::{self, Plot, PlotStyle};
use polhode_lab::scenario_run::{ScenarioRun, simulate};
use polhode_lab::{Scenario, accuracy, scenario::SampleSpacing, scenario_run::RunState};
use problems::{KINDS, Problem, problem};
use std::path::Path;
use truths::Truths;

const ACCURACIES: [f64; 4] = [1e-3, 1e-6, 1e-9, 1e-11];

/// What came of one request.
struct Case {
    number: u64,
    kind: &'static str,
    turns: f64,
    asked: f64,
    choice: Choice,
    error: f64,
    /// The error by the certificate.
    certified: f64,
    /// Seconds of the choice and of the run.
    choosing: f64,
    running: f64,
    verification: f64,
}

/// A run that is as good as was asked for.
pub(crate) struct Kept {
    pub(crate) selected: Scenario,
    pub(crate) choice: Choice,
    pub(crate) end: RunState,
    /// The largest momentum of start and end.
    pub(crate) largest: f64,
    /// Seconds of the choice and of the run.
    pub(crate) choosing: f64,
    pub(crate) running: f64,
    /// How far the end was from that of the coarser run, by how far it might have been.
    pub(crate) verification: f64,
}

impl Kept {
    pub(crate) fn measure(scenario: &Scenario) -> Result<Self, Box<dyn std::error::Error>> {
        let begin = ThreadTime::now();
        let (selected, choice) = accuracy::select(scenario)?;
        let choosing = begin.elapsed().as_secs_f64();
        let begin = ThreadTime::now();
        let end = ran(&selected)?;
        let running = begin.elapsed().as_secs_f64();
        let largest = largest_momentum(scenario, &end);
        let off = choice.verification.as_ref().and_then(|v| Some(v.distance(&end)? / v.within));
        let verification = off.unwrap_or(0.0);
        Ok(Self { selected, choice, end, largest, choosing, running, verification })
    }
}

impl Case {
    fn is_verified(&self) -> bool {
        self.choice.quality == Quality::Verified
    }
    fn fails(&self) -> bool {
        self.is_verified() && (self.error.is_nan() || self.error > self.asked)
    }
    fn overpays(&self) -> bool {
        self.error < self.asked / 1000.0
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let numbers: Vec<f64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let asked = |word: &str| std::env::args().any(|other| other == word);
    match () {
        () if asked("best") && asked("new") => return best::compare_new(&numbers),
        () if asked("best") => return best::compare(),
        () if asked("new") => return new::check(&numbers),
        () if asked("switching") => return switching::check(&numbers),
        () if asked("ensembles") => return ensembles::check(&numbers),
        () => {}
    }
    let mut numbers = numbers.into_iter();
    let count = numbers.next().unwrap_or(200.0) as u64;
    let turns = (numbers.next().unwrap_or(1.0), numbers.next().unwrap_or(1000.0));
    let first = numbers.next().unwrap_or(0.0) as u64;
    let mut truths = Truths::open()?;
    let bar = ProgressBar::new(count);
    let mut cases = Vec::new();
    for number in first..first + count {
        let Problem { kind, turns, text } = problem(number, turns);
        for asked in ACCURACIES {
            let change = format!("run.accuracy={asked:e}");
            let scenario = Scenario::parse("generated", &text, &[change])?;
            let kept = Kept::measure(&scenario)?;
            let Kept { selected, choice, end, largest, choosing, running, verification } = kept;
            // What the last digit of the start decides has no truth worth minutes.
            let hopeless = choice.quality == Quality::Unattainable;
            let error = if hopeless {
                f64::NAN
            } else {
                accuracy::distance(&end, &truths.end_state(&text)?, largest)
            };
            let certified =
                Witnesses::new(&selected)?.see(&end).map_or(f64::NAN, |seen| seen.error);
            let case = Case {
                number,
                kind,
                turns,
                asked,
                choice,
                error,
                certified,
                choosing,
                running,
                verification,
            };
            bar.suspend(|| detail(&case));
            if std::env::args().any(|word| word == "candidates") {
                for Candidate { setting, error, cost, note } in &case.choice.candidates {
                    println!("        {error:9.2e} {:9.3} ms {setting}, {note}", cost / 1e6);
                }
            }
            cases.push(case);
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    summary(&cases);
    certificates(&cases);
    if count == 200 && first == 0 {
        let form = PlotStyle { theme: Theme::Light, png: false };
        let plot = Plot { name: "accuracy", figure: figure(&cases) };
        plot::write(Path::new("docs/images"), &plot, form)?;
    }
    Ok(())
}

fn largest_momentum(scenario: &Scenario, end: &RunState) -> f64 {
    let norm = |m: [f64; 3]| m.iter().map(|x| x * x).sum::<f64>().sqrt();
    norm(end.momentum).max(norm(scenario.problem.start.momentum.to_array()))
}

/// The state at the end.
pub(crate) fn ran(scenario: &Scenario) -> Result<RunState, Box<dyn std::error::Error>> {
    let mut run: Box<dyn ScenarioRun> = simulate(scenario)?;
    let end = scenario.schedule.duration;
    match scenario.schedule.pace {
        SampleSpacing::Steps { steps, .. } => {
            run.advance(steps)?;
            Ok(run.checkpoint().state)
        }
        SampleSpacing::Times { .. } => {
            while !run.advance_past(end, 1000)? {}
            Ok(run.state_near(end)?)
        }
    }
}

fn detail(case: &Case) {
    let word = if case.fails() {
        "FAILS"
    } else if case.choice.quality == Quality::Unattainable {
        "unattainable"
    } else if !case.is_verified() {
        "unverified"
    } else if case.overpays() {
        "overpays"
    } else {
        ""
    };
    let choice = &case.choice;
    println!(
        "{:4} {:24} {:7.1} turns {:6.0e}: {:9.2e} certified {:9.2e} expected {:9.2e} choose {:7.2} ms (table {:7.2}) \
         run {:7.3} ms (table {:7.3}) verification {:.2} {word:12} {}",
        case.number,
        case.kind,
        case.turns,
        case.asked,
        case.error,
        case.certified,
        choice.error,
        case.choosing * 1e3,
        choice.trials / 1e6,
        case.running * 1e3,
        choice.cost / 1e6,
        case.verification,
        choice.setting,
    );
}

fn summary(cases: &[Case]) {
    println!(
        "\n| asked | cases | unattainable | unverified | missed | overpaid by 1000, pushed | median of asked/delivered, pushed | choosing: median, longest |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for asked in ACCURACIES {
        row(
            &format!("{asked:.0e}"),
            &cases.iter().filter(|case| case.asked == asked).collect::<Vec<_>>(),
        );
    }
    for kind in KINDS {
        row(kind, &cases.iter().filter(|case| case.kind == kind).collect::<Vec<_>>());
    }
    row("all", &cases.iter().collect::<Vec<_>>());
}

/// How the certificate compares with the truth.
fn certificates(cases: &[Case]) {
    let known = cases.iter().filter(|case| case.error.is_finite() && case.error > 0.0);
    let mut ratios: Vec<f64> = known.map(|case| case.certified / case.error).collect();
    ratios.sort_by(f64::total_cmp);
    let within = ratios.iter().filter(|ratio| (0.1..=10.0).contains(*ratio)).count();
    println!(
        "\ncertificate by true error: {} cases, {within} within a factor 10, from {:.2} to {:.1}",
        ratios.len(),
        ratios.first().copied().unwrap_or(f64::NAN),
        ratios.last().copied().unwrap_or(f64::NAN)
    );
}

/// Asked against delivered, the kinds side by side.
fn figure(cases: &[Case]) -> Figure {
    let mut series: Vec<PlotSeries> = Vec::new();
    for (colour, kind) in KINDS.iter().enumerate() {
        let beside = 10f64.powf(0.09 * (colour as f64 - 4.5));
        let reached = cases.iter().filter(|c| c.kind == *kind && c.is_verified());
        let points = reached.map(|c| (c.asked * beside, c.error.max(1e-16))).collect();
        series.push(PlotSeries { label: (*kind).into(), mark: Mark::Dots, colour, points });
    }
    let points = vec![(2e-12, 2e-12), (5e-3, 5e-3)];
    series.push(PlotSeries {
        label: "asked".into(),
        mark: Mark::Dashes,
        colour: KINDS.len(),
        points,
    });
    Figure {
        title: "Accuracy asked for and delivered".into(),
        caption: "200 generated problems; below the line is as good as asked for.".into(),
        panels: vec![Panel {
            // The legend stands to the right of all of them.
            x: PlotAxis::log("asked").within(1e-12, 1e4),
            y: PlotAxis::log("true error at the end"),
            series,
            ..Panel::default()
        }],
    }
}

fn row(name: &str, cases: &[&Case]) {
    let count = |what: &dyn Fn(&Case) -> bool| cases.iter().filter(|case| what(case)).count();
    let mut margins: Vec<f64> = cases
        .iter()
        .filter(|c| c.kind != "free" && c.is_verified())
        .map(|c| c.asked / c.error.max(1e-300))
        .collect();
    margins.sort_by(f64::total_cmp);
    let mut choosing: Vec<f64> = cases.iter().map(|case| case.choosing * 1e3).collect();
    choosing.sort_by(f64::total_cmp);
    let pushed = count(&|case| case.kind != "free" && case.is_verified());
    println!(
        "| {name} | {} | {} | {} | {} | {} of {pushed} | {:.0} | {:.2} ms, {:.1} ms |",
        cases.len(),
        count(&|case| case.choice.quality == Quality::Unattainable),
        count(&|case| matches!(case.choice.quality, Quality::Unverified(_))),
        count(&Case::fails),
        count(&|case| case.kind != "free" && case.is_verified() && case.overpays()),
        margins.get(margins.len() / 2).copied().unwrap_or(f64::NAN),
        choosing.get(choosing.len() / 2).copied().unwrap_or(f64::NAN),
        choosing.last().copied().unwrap_or(f64::NAN),
    );
}
