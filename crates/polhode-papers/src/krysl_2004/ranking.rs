//! The conclusions: LIEMID[EA] among the methods of the paper.

use super::curves::{AKW, Curve, EA, I, LIEMID, NMB, SW};
use super::problems::Errors;
use super::problems::Problem::{self, Fast, Free, Physical, Printed, Slow};
use crate::Effort;
use crate::laboratory::each;
use crate::outcome::{Cell, Claim, Outcome, Row, Table, Value};
use polhode_lab::listed::Listed;

/// Each with steps at which the orders show.
const PROBLEMS: [(Problem, u64); 5] =
    [(Free, 12_800), (Slow, 20_480), (Fast, 12_800), (Printed, 2560), (Physical, 20_480)];

/// The other methods of second order.
fn others(problem: Problem) -> [Curve; 4] {
    [AKW, SW, NMB, if problem == Free { LIEMID } else { I }]
}

pub(super) fn all(effort: &Effort) -> Outcome {
    let ratios = each(effort, &PROBLEMS, |(problem, steps)| {
        let own = problem.errors(EA.method, *steps);
        others(*problem).map(|curve| {
            let error = problem.errors(curve.method, *steps);
            let (attitude, momentum) =
                (error.attitude / own.attitude, error.momentum / own.momentum);
            Errors { attitude, momentum }
        })
    });
    let least = |ratios: &[Errors; 4], of: fn(&Errors) -> f64| {
        ratios.iter().map(of).fold(f64::INFINITY, f64::min)
    };
    let worst = |k: usize| least(&ratios[k], |r| r.attitude).min(least(&ratios[k], |r| r.momentum));
    let pushed = (1..5).map(worst).fold(f64::INFINITY, f64::min);
    let word = |r: &Errors| {
        Some(Cell::ours(Value::Word(format!("{:.2} / {:.2}", r.attitude, r.momentum))))
    };
    Outcome {
        tables: vec![Table {
            title: "Errors of attitude / momentum, those of LIEMID[EA] being 1".into(),
            corner: "problem".into(),
            columns: ["AKW", "SW", "NMB", "LIEMID or LIEMID[I]"].map(String::from).to_vec(),
            rows: PROBLEMS
                .iter()
                .zip(&ratios)
                .map(|((problem, _), ratios)| Row {
                    name: problem.title().into(),
                    cells: ratios.iter().map(word).listed(),
                })
                .listed(),
        }],
        claims: vec![
            Claim::new(
                "LIEMID[EA] consistently matches or exceeds the accuracy of the best known methods: \
                 tops and soft wall",
                pushed > 0.85,
                format!(
                    "the least error of another method, attitude or momentum, is {pushed:.2} times \
                     that of EA"
                ),
            ),
            Claim::new(
                "It does so: free body",
                worst(0) > 0.85,
                format!(
                    "the attitude errors of NMB are {:.2} times those of EA, the momentum errors of \
                     AKW {:.2} times",
                    ratios[0][2].attitude, ratios[0][0].momentum
                ),
            )
            .refuted("AKW has the better momentum there, NMB both"),
        ],
        ..Outcome::default()
    }
}
