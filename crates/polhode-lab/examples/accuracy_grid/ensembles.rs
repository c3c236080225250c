//! Ensembles with a requested accuracy, every body against its own reference:
//!
//! `cargo run --release -p polhode-lab --example accuracy_grid -- ensembles [COUNT [BODIES]]`

use crate::reference::cases::{Case, in_parallel, table};
use crate::reference::grid::ensembles::{DRAWN, KINDS, body, text};
use crate::reference::product::{Answer, BodyAnswer, bodies};
use crate::references::References;
use cpu_time::ProcessTime;
use indicatif::ProgressBar;
use std::error::Error;

/// An ensemble has one of them, in turn.
const ACCURACIES: [f64; 3] = [1e-4, 1e-7, 1e-10];

pub(crate) fn check(numbers: &[f64]) -> Result<(), Box<dyn Error>> {
    let count = numbers.first().map_or(200, |count| *count as u64);
    let size = numbers.get(1).map_or(50, |size| *size as u64);
    let references = References::open()?;
    let bar = ProgressBar::new(count);
    let mut cases: Vec<Case> = Vec::new();
    for number in 0..count {
        let (kind, text) = text(number, size);
        let asked = ACCURACIES[(number / KINDS.len() as u64) as usize % ACCURACIES.len()];
        let begin = ProcessTime::now();
        let answers = bodies(&text, asked)?;
        let seconds = begin.elapsed().as_secs_f64() / size as f64;
        let judged = in_parallel(size, |index| {
            judged(number, kind, asked, &answers[index as usize], &references)
                .map(|case| Case { answer: Answer { seconds, ..case.answer }, ..case })
        });
        for case in judged {
            let case = case.map_err(|error| format!("ensemble {number}: no reference: {error}"))?;
            if case.is_to_be_seen() {
                bar.suspend(|| println!("{}", case.line()));
            }
            cases.push(case);
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    println!("\nbodies:\n{}", table(&cases, &KINDS.map(|(kind, _)| kind)));
    Ok(())
}

fn judged(
    number: u64,
    kind: &'static str,
    asked: f64,
    answer: &BodyAnswer,
    references: &References,
) -> Result<Case, String> {
    let BodyAnswer { standing, end, drawn } = answer.clone();
    let drawn: [f64; DRAWN] = drawn.try_into().map_err(|drawn| format!("drawn: {drawn:?}"))?;
    let body = body(number, drawn);
    let setting = String::new();
    let answer = Answer { standing, end, expected: f64::NAN, setting, seconds: 0.0 };
    let sensitivity = || references.sensitivity(&body);
    Case::judged((kind, number), asked, answer, &references.end(&body)?, sensitivity)
}
