//! The conclusions: LIEMID[EA] among the methods of the paper.

use super::curves::{AKW, EA, I, LIEMID, NMB, PaperMethod, SW};
use super::problems::EndErrors;
use super::problems::PaperProblem::{self, Fast, Free, Physical, Printed, Slow};
use crate::Effort;
use crate::laboratory::each;
use crate::outcome::{Cell, CellValue, Claim, Outcome, ResultTable, Row};
use polhode_lab::listed::Listed;

/// Each with steps at which the orders show.
const PROBLEMS: [(PaperProblem, u64); 5] =
    [(Free, 12_800), (Slow, 20_480), (Fast, 12_800), (Printed, 2560), (Physical, 20_480)];

/// The other methods of second order.
fn others(problem: PaperProblem) -> [PaperMethod; 4] {
    [AKW, SW, NMB, if problem == Free { LIEMID } else { I }]
}

pub(super) fn all(effort: &Effort) -> Outcome {
    let ratios = each(effort, &PROBLEMS, |(problem, steps)| {
        let own = problem.errors(EA.method, *steps);
        others(*problem).map(|curve| {
            let error = problem.errors(curve.method, *steps);
            let (attitude, momentum) =
                (error.attitude / own.attitude, error.momentum / own.momentum);
            EndErrors { attitude, momentum }
        })
    });
    let least = |ratios: &[EndErrors; 4], of: fn(&EndErrors) -> f64| {
        ratios.iter().map(of).fold(f64::INFINITY, f64::min)
    };
    let worst = |k: usize| least(&ratios[k], |r| r.attitude).min(least(&ratios[k], |r| r.momentum));
    let pushed = (1..5).map(worst).fold(f64::INFINITY, f64::min);
    let word = |r: &EndErrors| {
        Some(Cell::ours(CellValue::Word(format!("{:.2} / {:.2}", r.attitude, r.momentum))))
    };
    Outcome {
        tables: vec![ResultTable {
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
