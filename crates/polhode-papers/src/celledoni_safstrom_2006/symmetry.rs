//! Section 2: the splitting is symmetric in time.

use super::problems::{EXACT, MR, SATELLITE, SEJ, SEJ4, TOP, TestProblem, attitude_error};
use super::work::number;
use crate::outcome::{Claim, ResultTable, Row};
use crate::{Effort, Outcome};
use polhode_lab::listed::Listed;

const METHODS: [(&str, &str); 5] =
    [("MR", MR), ("SEJ", SEJ), ("SEJ4", SEJ4), ("exact", EXACT), ("not symmetric: rkmk4", "rkmk4")];

/// How far the body is from its start after 100 steps forth and as many back.
fn return_error(problem: &TestProblem, method: &str, h: f64) -> f64 {
    let mut run = problem.run(method);
    let start = *run.state();
    let there_and_back = run.advance(h, 100).and_then(|()| run.advance(-h, 100));
    there_and_back.map_or(f64::INFINITY, |()| attitude_error(run.state(), &start))
}

pub(super) fn run(_: &Effort) -> Outcome {
    let errors = METHODS.map(|(_, method)| {
        [return_error(&TOP, method, 0.05), return_error(&SATELLITE, method, 0.05)]
    });
    let worst = |methods: &[[f64; 2]]| methods.iter().flatten().fold(0.0, |a, b| f64::max(a, *b));
    let (symmetric, not) = (worst(&errors[1..3]), errors[4][0].min(errors[4][1]));
    Outcome {
        tables: vec![ResultTable {
            title: "Error of Q (Frobenius norm) after 100 steps of 0.05 and 100 of -0.05".into(),
            corner: "method".into(),
            columns: vec!["heavy top".into(), "satellite".into()],
            rows: METHODS
                .iter()
                .zip(&errors)
                .map(|((name, _), of)| Row {
                    name: (*name).into(),
                    cells: of.iter().map(|error| number(*error)).listed(),
                })
                .listed(),
        }],
        claims: vec![Claim::new(
            "the splitting has the symmetry Phi_h Phi_-h = 1",
            symmetric < 1e-12 && not > 1.0,
            format!(
                "SEJ and SEJ4 come back to {symmetric:.1e} at worst, a method that is not symmetric \
                 to {not:.1e} at best"
            ),
        )],
        ..Outcome::default()
    }
}
