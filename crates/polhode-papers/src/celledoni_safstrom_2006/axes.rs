//! Section 4.3, at its end: MR with its axes in other orders.

use super::problems::{FREE, MR, SATELLITE, SEJ, TOP, TestProblem, largest, momentum_error};
use super::work::number;
use crate::laboratory::each;
use crate::outcome::{Claim, ResultTable, Row};
use crate::{Effort, Outcome};
use polhode_lab::listed::Listed;

const ORDERS: [&str; 6] = ["1-2-3", "1-3-2", "2-1-3", "2-3-1", "3-1-2", "3-2-1"];
const COLUMNS: [&str; 4] = [
    "figure 1: error of pi, h = 1/16",
    "section 4.1: relative energy error, h = 0.4",
    "heavy top: the same, h = 0.01",
    "satellite: the same, h = 0.01",
];

/// The largest relative error of the energy.
fn energy(problem: &TestProblem, method: &str, h: f64, end: f64) -> f64 {
    let states = problem.follow(method, h, end);
    largest(&problem.energy_errors(&states)) / problem.first_energy()
}

fn errors(method: &str) -> [f64; 4] {
    let end = FREE.follow(method, 1.0 / 16.0, 1.0);
    let momentum = end.last().map_or(f64::NAN, |state| momentum_error(state, &FREE.truth(1.0)));
    [
        momentum,
        energy(&FREE, method, 0.4, 400.0),
        energy(&TOP, method, 0.01, 100.0),
        energy(&SATELLITE, method, 0.01, 400.0),
    ]
}

pub(super) fn run(effort: &Effort) -> Outcome {
    let all = each(effort, &ORDERS, |order| errors(&format!("mclachlan-reich:axes={order}")));
    let least = |which: usize| all.iter().map(|of| of[which]).fold(f64::INFINITY, f64::min);
    let most = |which: usize| all.iter().map(|of| of[which]).fold(0.0, f64::max);
    let spreads = [0, 1, 2, 3].map(|which| most(which) / least(which));
    let (own, sej) = (errors(MR), energy(&SATELLITE, SEJ, 0.01, 400.0));
    let gains = [0, 1].map(|which| own[which] / least(which));
    let row = |(order, of): (&&str, &[f64; 4])| Row {
        name: (*order).into(),
        cells: of.iter().map(|error| number(*error)).listed(),
    };
    Outcome {
        tables: vec![ResultTable {
            title: "Errors of MR (energies: the largest on the paper's intervals)".into(),
            corner: "axes, outermost first".into(),
            columns: COLUMNS.map(Into::into).into(),
            rows: ORDERS.iter().zip(&all).map(row).listed(),
        }],
        claims: vec![
            Claim::new(
                "other orders of the axes in MR made no significant difference",
                spreads.iter().all(|spread| *spread < 3.0),
                format!(
                    "the largest error is {:.1} and {:.1} times the least for the free body, {:.0} \
                     times for the top, {:.0} times for the satellite",
                    spreads[0], spreads[1], spreads[2], spreads[3]
                ),
            )
            .refuted("the order counts, the more so the more the moments differ"),
            Claim::new(
                "in some cases an appropriate order may improve MR",
                gains[0] > 3.0 && gains[1] > 3.0,
                format!(
                    "the best order errs {:.1} and {:.1} times less than 1-2-3 for the free body; \
                     for the top and the satellite 1-2-3 is the best (energy of the satellite: \
                     {:.1e}, SEJ {sej:.1e})",
                    gains[0], gains[1], own[3]
                ),
            ),
        ],
        ..Outcome::default()
    }
}
