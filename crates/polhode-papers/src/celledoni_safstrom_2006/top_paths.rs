//! Section 4.2, figures 4 and 5: the heavy top's centre of mass and its energy.

use super::paths::{Journey, mean_distance, unlikeness};
use super::problems::{EXACT, MR, SEJ, SEJ4, TOP, largest};
use super::work::{number, rounded};
use crate::laboratory::each;
use crate::outcome::{Cell, CellValue, Claim, Printed, ResultTable, Row, Rule};
use crate::{Effort, Outcome};
use polhode_lab::figure::Figure;
use polhode_lab::listed::Listed;

const SPAN: f64 = 100.0;
const STEPS: [f64; 3] = [0.1, 0.05, 0.01];
const METHODS: [(&str, &str); 4] = [("MR", MR), ("SEJ", SEJ), ("SEJ4", SEJ4), ("exact", EXACT)];

/// One method at the three steps.
struct Trio([Journey; 3]);

impl Trio {
    fn new(method: (&'static str, &str)) -> Self {
        Self(STEPS.map(|h| Journey::new(&TOP, method, h, SPAN)))
    }
    fn energies(&self) -> [f64; 3] {
        [0, 1, 2].map(|step| largest(&self.0[step].energy))
    }
    fn finest(&self) -> &Journey {
        &self.0[2]
    }
    /// How unlike its path at a longer step is that at h = 0.01.
    fn changed(&self, step: usize) -> f64 {
        unlikeness(&self.0[step].every(0.1), &self.finest().every(0.1))
    }
    fn figure(&self, title: &str) -> Figure {
        let energies = self.0.iter().map(|journey| journey.energy_panel("H - H0", 1.0));
        Figure {
            title: title.into(),
            caption: "Above the centre of mass u, seen from where MATLAB looks; below H - H0."
                .into(),
            panels: self.0.iter().map(Journey::path_panel).chain(energies).listed(),
        }
    }
}

/// Powers of ten: half a decade is near enough.
fn power(name: &str, ours: f64, text: &str) -> Row {
    let cell =
        Cell::beside(CellValue::Number(rounded(ours)), Printed::new(text, Rule::Factor(3.2)));
    Row { name: name.into(), cells: vec![Some(cell)] }
}

/// The two numbers of the text.
fn printed(mr: &Trio, sej: &Trio) -> ResultTable {
    let ratio = sej.energies()[2] / mr.energies()[2];
    let apart = mean_distance(&sej.finest().path, &mr.finest().path);
    ResultTable {
        title: "What the text prints".into(),
        corner: String::new(),
        columns: vec!["h = 0.01".into()],
        rows: vec![
            power("largest energy error of SEJ, divided by that of MR", ratio, "1e-4"),
            power("mean distance of u by SEJ from u by MR", apart, "1e-1"),
        ],
    }
}

/// Energy errors, and how far a path is from the true one.
fn measured(trios: &[Trio], off: impl Fn(&Trio) -> f64) -> ResultTable {
    let row = |trio: &Trio| Row {
        name: trio.0[0].label.into(),
        cells: trio.energies().into_iter().chain([off(trio)]).map(number).listed(),
    };
    let columns = STEPS.map(|h| format!("h = {h}"));
    ResultTable {
        title: format!("Largest energy error on [0, 100], H0 = {}", TOP.first_energy()),
        corner: "method".into(),
        columns: columns
            .into_iter()
            .chain(["mean distance of u from the true one, h = 0.01".into()])
            .listed(),
        rows: trios.iter().map(row).listed(),
    }
}

fn claims(mr: &Trio, sej: &Trio) -> Vec<Claim> {
    let (of_mr, of_sej) = (mr.energies(), sej.energies());
    let grows = |errors: [f64; 3]| errors[0] > errors[1] && errors[1] > errors[2];
    let ratios = [0, 1, 2].map(|step| of_sej[step] / of_mr[step]);
    let alike = unlikeness(&mr.finest().every(0.1), &sej.finest().every(0.1));
    let (mr_changed, sej_changed) = (mr.changed(0), sej.changed(0).max(sej.changed(1)));
    vec![
        Claim::new(
            "at h = 0.01 the two give similar paths",
            alike < 0.05,
            format!("the distributions of u differ by {alike:.3} of 1"),
        ),
        Claim::new(
            "the energy errors of both grow with the step",
            grows(of_mr) && grows(of_sej),
            "see the table",
        ),
        Claim::new(
            "at all steps SEJ errs much less in energy than MR",
            ratios.iter().all(|ratio| *ratio < 2e-4),
            format!("{:.1e}, {:.1e}, {:.1e} of it", ratios[0], ratios[1], ratios[2]),
        ),
        Claim::new(
            "MR at h = 0.1 gives another path than at h = 0.01",
            mr_changed > 0.3,
            format!("the distributions of u at the two steps differ by {mr_changed:.2} of 1"),
        ),
        Claim::new(
            "the path of SEJ has the same character at h = 0.1, 0.05 and 0.01",
            sej_changed < 0.15,
            format!("the distributions differ by {sej_changed:.2} at most"),
        ),
    ]
}

pub(super) fn run(effort: &Effort) -> Outcome {
    let trios = each(effort, &METHODS, |method| Trio::new(*method));
    let reference = Journey::new(&TOP, ("reference", "taylor:degree=24"), 0.01, SPAN);
    let off = |trio: &Trio| mean_distance(&trio.finest().path, &reference.path);
    let (mr, sej) = (&trios[0], &trios[1]);
    Outcome {
        tables: vec![printed(mr, sej), measured(&trios, off)],
        claims: claims(mr, sej),
        figures: vec![sej.figure("Figure 4: SEJ"), mr.figure("Figure 5: MR")],
        notes: vec![
            format!(
                "That MR and SEJ agree at h = 0.01 to the order of 0.1 says nothing of their \
                 accuracy: they are {:.2} and {:.2} from the true path, SEJ4 is {:.1e} from it.",
                off(mr),
                off(sej),
                off(&trios[2])
            ),
            "How unlike two paths are is the largest distance of the distributions of a component, \
             at times 0.1 apart (Kolmogorov and Smirnov)."
                .into(),
            "At h = 0.1 a step is 1.7 radian: there MR is unstable, and its energy error depends on \
             rounding."
                .into(),
        ],
        ..Outcome::default()
    }
}
