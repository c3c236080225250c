//! The new grid against the reference: what is verified, what is declared, and what is missed.
//!
//! `cargo run --release -p polhode-lab --example accuracy_grid -- new [PROBLEMS [FROM]]`

use crate::reference::cases::{Case, in_parallel, table};
use crate::reference::grid::{KINDS, problem};
use crate::reference::product::answer;
use crate::references::References;
use indicatif::ProgressBar;
use std::error::Error;

const ACCURACIES: [f64; 3] = [1e-4, 1e-7, 1e-10];

pub(crate) fn check(numbers: &[f64]) -> Result<(), Box<dyn Error>> {
    let count = numbers.first().map_or(2000, |count| *count as u64);
    let first = numbers.get(1).map_or(0, |first| *first as u64);
    let references = References::open()?;
    let bar = ProgressBar::new(count);
    let judged = in_parallel(count, |index| {
        let cases = cases_of(first + index, &references);
        if let Err(error) = &cases {
            bar.suspend(|| println!("{}: no reference: {error}", first + index));
        }
        for case in cases.iter().flatten().filter(|case| case.is_to_be_seen()) {
            bar.suspend(|| println!("{}", case.line()));
        }
        bar.inc(1);
        cases
    });
    bar.finish_and_clear();
    let cases: Vec<Case> = judged.into_iter().flatten().flatten().collect();
    println!("\n{}", table(&cases, &KINDS.map(|(kind, _)| kind)));
    Ok(())
}

fn cases_of(number: u64, references: &References) -> Result<Vec<Case>, String> {
    let problem = problem(number);
    let (text, truth) = (problem.text(), references.end(&problem.body)?);
    let one = |asked: f64| {
        let sensitivity = || references.sensitivity(&problem.body);
        Case::judged((problem.kind, number), asked, answer(&text, asked), &truth, sensitivity)
    };
    ACCURACIES.into_iter().map(one).collect()
}
