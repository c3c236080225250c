//! What a choice and its run cost beside the best of all settings, on long runs:
//!
//! `cargo run --release -p polhode-lab --example accuracy_grid -- best [PROBLEMS [FROM_TURNS TO_TURNS]]`
//!
//! and on problems of the new grid, in spans that are so many times as long:
//!
//! `cargo run --release -p polhode-lab --example accuracy_grid -- best new [PROBLEMS [TIMES [FROM]]]`

use crate::problems::problem;
use crate::reference::distance;
use crate::reference::grid::stretched;
use crate::reference::product::{Standing, answer, seven};
use crate::references::References;
use crate::truths::Truths;
use crate::{ACCURACIES, Kept, ran};
use cpu_time::ThreadTime;
use polhode_lab::accuracy::Quality;
use polhode_lab::scenario_run::RunState;
use polhode_lab::{Scenario, accuracy};
use std::error::Error;

/// Methods with steps of one length.
const FIXED: [&str; 12] = [
    "corrected",
    "corrected:kick=plain",
    "exact:compose=saba4",
    "exact:compose=aba-864",
    "exact:compose=aba-1064",
    "exact:compose=mclachlan-84",
    "exact:compose=srkn6b",
    "exact:compose=srkn11b",
    "exact:compose=srkn14a",
    "exact:compose=chin-4a",
    "exact:compose=blanes-moan-s10",
    "exact:compose=kahan-li-8",
];
/// Degrees of the series; 0 is that of the tolerance.
const DEGREES: [u8; 4] = [0, 16, 20, 24];
/// The least times, in seconds, that are looked at.
const LONG: f64 = 0.02;

/// A setting that was run: its error and its seconds.
type Run = (Vec<String>, f64, f64);

pub(crate) fn compare() -> Result<(), Box<dyn Error>> {
    let mut numbers = std::env::args().skip(1).filter_map(|word| word.parse::<f64>().ok());
    let count = numbers.next().unwrap_or(20.0) as u64;
    let turns = (numbers.next().unwrap_or(2000.0), numbers.next().unwrap_or(10000.0));
    let first = numbers.next().unwrap_or(0.0) as u64;
    let mut truths = Truths::open()?;
    let mut ratios = Vec::new();
    for number in (first..first + count).filter(|number| number % 10 != 0) {
        let problem = problem(number, turns);
        let mut chosen = Vec::new();
        for asked in ACCURACIES {
            let change = format!("run.accuracy={asked:e}");
            let scenario = Scenario::parse("generated", &problem.text, &[change])?;
            chosen.push((asked, Kept::measure(&scenario)?));
        }
        if chosen.iter().all(|(_, kept)| kept.choice.quality != Quality::Verified) {
            continue;
        }
        let truth = truths.end_state(&problem.text)?;
        let largest = chosen[0].1.largest;
        let scenario = Scenario::parse("generated", &problem.text, &[])?;
        let rate = scenario.problem.body.inertia.rates(scenario.problem.start.momentum).norm();
        let tried = all(&problem.text, rate, &|end| accuracy::distance(end, &truth, largest));

        for (asked, kept) in &chosen {
            let Kept { selected, choice, end, choosing, running, .. } = kept;
            let good = tried.iter().filter(|(_, error, _)| error <= asked);
            let Some(best) = good.min_by(|a, b| a.2.total_cmp(&b.2)) else { continue };
            // By turns, since the machine does other things as well.
            let rival = Scenario::parse("generated", &problem.text, &best.0)?;
            let (mut running, mut least) = (*running, best.2);
            for _ in 0..4 {
                running = running.min(timed(selected)?.1);
                least = least.min(timed(&rival)?.1);
            }
            let ratio = (choosing + running) / least;
            let error = accuracy::distance(end, &truth, largest);
            let long = least > LONG && choice.quality == Quality::Verified;
            println!(
                "{number:4} {:24} {:8.0} turns {asked:6.0e}: error {error:8.1e} choose {:8.2} ms run {:8.2} ms {} | best {:8.2} ms {} | ratio {ratio:.2} {}",
                problem.kind,
                problem.turns,
                choosing * 1e3,
                running * 1e3,
                choice.setting,
                least * 1e3,
                best.0.join(" "),
                if long {
                    "counts"
                } else if choice.quality == Quality::Verified {
                    "short"
                } else {
                    "not verified"
                },
            );
            if long {
                ratios.push(ratio);
            }
        }
    }
    println!("{} runs above 20 ms: {}", ratios.len(), quantiles(ratios));
    Ok(())
}

fn quantiles(mut ratios: Vec<f64>) -> String {
    ratios.sort_by(f64::total_cmp);
    let at = |part: f64| {
        ratios.get((part * (ratios.len() as f64 - 1.0)) as usize).copied().unwrap_or(f64::NAN)
    };
    format!("ratio {:.2} in the median, {:.2} at 90 %, {:.2} at most", at(0.5), at(0.9), at(1.0))
}

/// Accuracies of the new grid.
const NEW: [f64; 3] = [1e-4, 1e-7, 1e-10];

pub(crate) fn compare_new(numbers: &[f64]) -> Result<(), Box<dyn Error>> {
    let number = |index: usize, default: f64| numbers.get(index).copied().unwrap_or(default);
    let (count, times, first) = (number(0, 40.0) as u64, number(1, 100.0), number(2, 0.0) as u64);
    let references = References::open()?;
    let (mut ratios, mut long) = (Vec::new(), Vec::new());
    for number in first..first + count {
        let problem = stretched(number, times);
        let text = problem.text();
        let answers = NEW.map(|asked| (asked, answer(&text, asked)));
        if answers.iter().all(|(_, answer)| answer.standing != Standing::Verified) {
            continue;
        }
        let truth = match references.end(&problem.body) {
            Ok(truth) => truth,
            Err(error) => {
                println!("{number:4} {}: no reference: {error}", problem.kind);
                continue;
            }
        };
        let error = |end: &RunState| distance(&truth, &seven(end));
        let tried = all(&text, problem.body.frequency, &error);
        for (asked, first) in answers {
            let right = distance(&truth, &first.end) <= asked;
            if first.standing != Standing::Verified || !right {
                continue;
            }
            let good = tried.iter().filter(|(_, error, _)| *error <= asked);
            let Some(best) = good.min_by(|a, b| a.2.total_cmp(&b.2)) else { continue };
            let rival = Scenario::parse("generated", &text, &best.0)?;
            let (mut own, mut least) = (first.seconds, best.2);
            // By turns, since the machine does other things as well.
            for _ in 0..3 {
                own = own.min(answer(&text, asked).seconds);
                least = least.min(timed(&rival)?.1);
            }
            let ratio = own / least;
            println!(
                "{number:4} {:24} {asked:6.0e}: {:8.2} ms {} | best {:8.2} ms {} | ratio {ratio:.2}",
                problem.kind,
                own * 1e3,
                first.setting,
                least * 1e3,
                best.0.join(" "),
            );
            ratios.push(ratio);
            if least > LONG {
                long.push(ratio);
            }
        }
    }
    println!("{} runs: {}", ratios.len(), quantiles(ratios));
    println!("{} runs above 20 ms: {}", long.len(), quantiles(long));
    Ok(())
}

/// The end, and the seconds that it took.
fn timed(scenario: &Scenario) -> Result<(RunState, f64), Box<dyn Error>> {
    let begin = ThreadTime::now();
    let end = ran(scenario)?;
    let first = begin.elapsed().as_secs_f64();
    let begin = ThreadTime::now();
    ran(scenario)?;
    Ok((end, first.min(begin.elapsed().as_secs_f64())))
}

/// Every setting of the grid; fixed steps are at most a good revolution at this rate.
fn all(text: &str, rate: f64, error: &dyn Fn(&RunState) -> f64) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut run = |method: &str, step: Option<f64>| -> Option<(f64, f64)> {
        let mut changes = vec![format!("run.method={method:?}")];
        changes.extend(step.map(|step| format!("run.step={step:?}")));
        let scenario = Scenario::parse("generated", text, &changes).ok()?;
        let (end, seconds) = timed(&scenario).ok()?;
        let error = error(&end);
        runs.push((changes, error, seconds));
        Some((error, seconds))
    };
    let mut dearest: f64 = 0.0;
    for degree in DEGREES {
        for power in 4..=32 {
            let tolerance = 10f64.powf(-0.5 * f64::from(power));
            let degree = if degree == 0 { String::new() } else { format!(",degree={degree}") };
            let tried = run(&format!("taylor:tolerance={tolerance:.0e}{degree}"), None);
            let (error, seconds) = tried.unwrap_or((f64::NAN, 0.0));
            dearest = dearest.max(seconds);
            if error < 1e-12 {
                break;
            }
        }
    }
    for method in FIXED {
        let mut step = 8.0 / rate;
        while let Some((error, seconds)) = run(method, Some(step)) {
            if error < 1e-12 || seconds > dearest {
                break;
            }
            step /= 1.2;
        }
    }
    runs
}
