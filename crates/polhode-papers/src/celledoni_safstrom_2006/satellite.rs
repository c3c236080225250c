//! Section 4.3: the satellite of figures 7 and 8.

use super::paths::{Journey, together, unlikeness};
use super::problems::{EXACT, MR, SATELLITE, SEJ, SEJ4, largest};
use super::work::{number, rounded};
use crate::laboratory::each;
use crate::outcome::{Claim, ResultTable, Row, short};
use crate::{Effort, Outcome};
use polhode::Vec3;
use polhode_lab::figure::Figure;
use polhode_lab::listed::Listed;

const SPAN: f64 = 400.0;
const STEPS: [f64; 3] = [0.1, 0.05, 0.01];
const METHODS: [(&str, &str); 4] = [("MR", MR), ("SEJ", SEJ), ("SEJ4", SEJ4), ("exact", EXACT)];
/// Paths are together as long as they are no farther from each other.
const NEAR: f64 = 0.1;

/// All methods at all steps, and the true path every 0.1 s.
struct Journeys {
    all: Vec<Journey>,
    truth: Vec<Vec3<f64>>,
    energy: f64,
}

impl Journeys {
    fn new(effort: &Effort) -> Self {
        let all: Vec<_> = METHODS.iter().flat_map(|method| STEPS.map(|h| (*method, h))).listed();
        let all = each(effort, &all, |(method, h)| Journey::new(&SATELLITE, *method, *h, SPAN));
        let reference = Journey::new(&SATELLITE, ("reference", "taylor:degree=24"), 0.0125, SPAN);
        Self { all, truth: reference.every(0.1), energy: SATELLITE.first_energy() }
    }
    fn at(&self, method: usize, step: usize) -> &Journey {
        &self.all[STEPS.len() * method + step]
    }
    /// The largest relative error.
    fn energy(&self, method: usize, step: usize) -> f64 {
        largest(&self.at(method, step).energy) / self.energy
    }
    fn unlike_the_true_one(&self, method: usize, step: usize) -> f64 {
        unlikeness(&self.at(method, step).every(0.1), &self.truth)
    }
    fn seconds_together(&self, method: usize, step: usize) -> f64 {
        together(&self.at(method, step).every(0.1), &self.truth, 0.1, NEAR)
    }
    fn table(&self, title: &str, of: fn(&Self, usize, usize) -> f64) -> ResultTable {
        let row = |(method, (name, _)): (usize, &(&str, &str))| Row {
            name: (*name).into(),
            cells: (0..STEPS.len()).map(|step| number(of(self, method, step))).listed(),
        };
        ResultTable {
            title: title.into(),
            corner: "method".into(),
            columns: STEPS.map(|h| format!("h = {h}")).into(),
            rows: METHODS.iter().enumerate().map(row).listed(),
        }
    }
    /// The paper's three methods at a step, in words.
    fn told(&self, step: usize, of: fn(&Self, usize, usize) -> f64) -> String {
        let one = |method: usize| short(rounded(of(self, method, step)));
        format!("MR {}, SEJ {}, SEJ4 {}", one(0), one(1), one(2))
    }
    fn figure(&self, title: &str, step: usize) -> Figure {
        let shown = || (0..3).map(|method| self.at(method, step));
        let energies = shown().map(|journey| journey.energy_panel("(H - H0)/H0", self.energy));
        Figure {
            title: title.into(),
            caption: "Above Q e3, seen from where MATLAB looks; below the relative energy error. \
                      MR, SEJ, SEJ4 from left to right."
                .into(),
            panels: shown().map(Journey::path_panel).chain(energies).listed(),
        }
    }
    /// Both methods of the paper keep the energy this much better than MR.
    fn kept_better(&self, step: usize, factor: f64) -> bool {
        (1..3).all(|method| self.energy(method, step) < factor * self.energy(0, step))
    }

    fn claims(&self) -> Vec<Claim> {
        let (unlike, together) = (Self::unlike_the_true_one, Self::seconds_together);
        let best = |method| together(self, 2, 0) > 2.0 * together(self, method, 0);
        let nearest = |method| unlike(self, 2, 0) < 0.5 * unlike(self, method, 0);
        let similar = |method| self.energy(method, 1) < 3.0 * self.energy(2, 1);
        vec![
            Claim::new(
                "h = 0.1: SEJ4 gives the best path",
                (0..2).all(best) && (0..2).all(nearest),
                format!(
                    "seconds within {NEAR} of the true path: {}; unlike the true one by: {}",
                    self.told(0, together),
                    self.told(0, unlike)
                ),
            ),
            Claim::new(
                "h = 0.1: SEJ and SEJ4 keep the energy much better than MR",
                self.kept_better(0, 2e-3),
                self.told(0, Self::energy),
            ),
            Claim::new(
                "h = 0.05: the three methods perform similarly (as their paths look)",
                (0..3).all(|method| unlike(self, method, 1) < 0.12),
                format!("unlike the true one by: {}", self.told(1, unlike)),
            ),
            Claim::new(
                "h = 0.05: the three methods perform similarly (by numbers)",
                (0..3).all(similar),
                format!(
                    "energy: {}; seconds within {NEAR} of the true path: {}",
                    self.told(1, Self::energy),
                    self.told(1, together)
                ),
            )
            .refuted("the paths look alike; energies and phases are not"),
            Claim::new(
                "h = 0.05: SEJ and SEJ4 keep the energy better than MR",
                self.kept_better(1, 0.05),
                self.told(1, Self::energy),
            ),
        ]
    }
}

pub(super) fn run(effort: &Effort) -> Outcome {
    let journeys = Journeys::new(effort);
    let ratio = |step| journeys.energy(1, step) / journeys.energy(0, step);
    Outcome {
        tables: vec![
            journeys.table("Largest relative energy error on [0, 400]", Journeys::energy),
            journeys
                .table("Seconds within 0.1 of the true path of Q e3", Journeys::seconds_together),
            journeys.table("How unlike the true path, 0 to 1", Journeys::unlike_the_true_one),
        ],
        claims: journeys.claims(),
        figures: vec![
            journeys.figure("Figure 7: h = 0.1", 0),
            journeys.figure("Figure 8: h = 0.05", 1),
        ],
        notes: vec![
            "mu/r^3 = 0.1181 is all that counts; r = 150 km would be inside the earth.".into(),
            "At h = 0.1 a step is 2.6 radian, and MR is unstable: its energy error depends on \
             rounding. Paths are compared every 0.1 s with a Taylor series of degree 24; likeness \
             is as in figures 4 and 5."
                .into(),
            format!(
                "The energy error of SEJ is {:.1e}, {:.1e}, {:.2} of that of MR at the three steps: \
                 what the paper says of the top at h = 0.01, a factor of 1e-4, does not carry over \
                 to a torque that is not weak.",
                ratio(0),
                ratio(1),
                ratio(2)
            ),
        ],
        ..Outcome::default()
    }
}
