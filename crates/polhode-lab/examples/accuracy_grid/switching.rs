//! The problems of tests/scenario/switching at requested accuracies:
//!
//! `cargo run --release -p polhode-lab --example accuracy_grid -- switching [OF_EACH_KIND]`

#[path = "../../tests/scenario/switching/piecewise.rs"]
mod piecewise;
#[allow(dead_code, reason = "the test needs less of a drawn problem, and the grid other parts")]
#[path = "../../tests/scenario/switching/problems.rs"]
mod problems;

use crate::reference::cases::{Case, in_parallel, table};
use crate::reference::distance;
use crate::reference::motion::End;
use crate::reference::product::answer;
use crate::reference::wide::{Wide, wide};
use indicatif::ProgressBar;
use piecewise::integrated;
use problems::{Drawn, KINDS, Problem, drawn_with_torque};
use std::error::Error;

const ACCURACIES: [f64; 4] = [1e-3, 1e-6, 1e-9, 1e-11];
const INERTIA: [f64; 3] = [1.0, 2.0, 2.5];
/// Of the classical Runge-Kutta method, which then errs by less than rounding does.
const STEPS: f64 = 40_000.0;

pub(crate) fn check(numbers: &[f64]) -> Result<(), Box<dyn Error>> {
    let of_each = numbers.first().map_or(30, |count| *count as u64);
    let count = of_each * KINDS.len() as u64;
    let bar = ProgressBar::new(count);
    let judged = in_parallel(count, |index| {
        let cases = cases_of(index as usize % KINDS.len(), index / KINDS.len() as u64);
        for case in cases.iter().filter(|case| case.is_to_be_seen()) {
            bar.suspend(|| println!("{}", case.line()));
        }
        bar.inc(1);
        cases
    });
    bar.finish_and_clear();
    let cases: Vec<Case> = judged.into_iter().flatten().collect();
    println!("\n{}", table(&cases, &KINDS.map(|(kind, _)| kind)));
    Ok(())
}

fn cases_of(kind: usize, number: u64) -> Vec<Case> {
    let (kind, make) = KINDS[kind];
    let Drawn { problem, switching, start, .. } = drawn_with_torque(kind, make, number);
    let Problem { rates, attitude, torque, span } = &problem;
    let text = format!(
        "[body]\ninertia = {INERTIA:?}\n[initial]\nattitude = {attitude:?}\nangular_velocity = \
         {rates:?}\n[[torque]]\n{torque}\n[run]\nduration = {span:?}\naccuracy = 1e-3\n[output]\nformats = []\n"
    );
    let ends = [STEPS, 0.5 * STEPS].map(|steps| integrated(&*switching, start, *span, steps));
    let [fine, coarse] = ends.map(|end| {
        let momentum = |i: usize| wide(INERTIA[i] * end.rates[i]);
        let state: [Wide; 7] =
            std::array::from_fn(|i| if i < 4 { wide(end.attitude[i]) } else { momentum(i - 4) });
        let size =
            |rates: [f64; 3]| (0..3).map(|i| (INERTIA[i] * rates[i]).powi(2)).sum::<f64>().sqrt();
        // Of the largest on the way both ends are known.
        End { state, largest: size(*rates).max(size(end.rates)) }
    });
    let doubt = distance(&fine, &coarse.state);
    let one = |asked: f64| {
        let answer = answer(&text, asked);
        let error = distance(&fine, &answer.end);
        // What is not known of the truth counts for the answer.
        let error = if error <= asked + doubt { error.min(asked) } else { error };
        Case { kind, number, asked, answer, error, sensitivity: None }
    };
    ACCURACIES.into_iter().map(one).collect()
}
