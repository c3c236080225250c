//! Section 4.1: the free body of figures 1 and 2, and its energy.

use super::closed_form::{ClosedForm, Reading};
use super::paths::energy_panel;
use super::problems::{EXACT, FREE, MR, MR4, largest, mean};
use super::work::{
    ATTITUDE, Curve, MOMENTUM, PlottedMethod, Quantity, STEPS, TIME, Work, curves, find, number,
    pair, table,
};
use crate::outcome::{Cell, CellValue, Claim, Printed, ResultTable, Row, Rule, TIMES};
use crate::{Effort, Outcome};
use polhode::{Rotation, State};
use polhode_lab::figure::{Figure, Mark};
use polhode_lab::listed::Listed;

const MR2_LINE: PlottedMethod = PlottedMethod::new("MR2", MR, Mark::Circles, 0);
const MR4_LINE: PlottedMethod = PlottedMethod::new("MR4", MR4, Mark::Squares, 0);
const DMV2_LINE: PlottedMethod = PlottedMethod::new("DMV2", "dmv", Mark::Circles, 1);
const DMV4_LINE: PlottedMethod = PlottedMethod::new("DMV4", "mclachlan-zanna", Mark::Squares, 1);
const DMV6_LINE: PlottedMethod =
    PlottedMethod::new("DMV6", "mclachlan-zanna:momentum=6", Mark::Triangles, 1);
const JE_LINE: PlottedMethod = PlottedMethod::new("JE", EXACT, Mark::Crosses, 2);
const FIGURE_1: [PlottedMethod; 6] = [MR2_LINE, MR4_LINE, DMV2_LINE, DMV4_LINE, DMV6_LINE, JE_LINE];
const FIGURE_2: [PlottedMethod; 5] = [
    MR2_LINE,
    MR4_LINE,
    PlottedMethod::new("JEM2", "jem", Mark::Circles, 2),
    PlottedMethod::new("JEM4", "jem:magnus=4", Mark::Squares, 2),
    PlottedMethod::new("exact", EXACT, Mark::Crosses, 6),
];

/// h = 1/2^k, k = 2 .. 6.
const COUNTS: [u64; 5] = [4, 8, 16, 32, 64];
const EXPERIMENTS: usize = 200;

/// The least and the largest quotient of two curves at equal steps.
fn quotients(above: &Curve, below: &Curve, of: fn(&Work) -> f64) -> (f64, f64) {
    let pairs = above.all(of).into_iter().zip(below.all(of));
    pairs
        .map(|(a, b)| a / b)
        .fold((f64::INFINITY, 0.0), |(low, high), quotient| (low.min(quotient), high.max(quotient)))
}

fn order_claim(curves: &[Curve], of: fn(&Work) -> f64, expected: &[(&str, f64)]) -> Claim {
    let orders: Vec<_> = expected
        .iter()
        .map(|(label, order)| (*label, *order, find(curves, label).order(of)))
        .listed();
    let measured = orders.iter().map(|(label, _, order)| format!("{label} {order:.2}"));
    let printed = expected.iter().map(|(label, order)| format!("{label} {order}"));
    Claim::new(
        format!("orders: {}", printed.listed().join(", ")),
        orders.iter().all(|(_, order, found)| (found - order).abs() < 0.1),
        measured.listed().join(", "),
    )
}

fn figure(title: &str, caption: &str, curves: &[Curve], error: Quantity) -> Figure {
    let panels = pair(curves, STEPS, error);
    Figure { title: title.into(), caption: caption.into(), panels }
}

pub(super) fn figure_1(effort: &Effort) -> Outcome {
    let curves = curves(effort, &FREE, &FIGURE_1, 1.0, &COUNTS, EXPERIMENTS);
    let of = MOMENTUM.1;
    let [mr2, mr4, dmv2, dmv4, je] =
        ["MR2", "MR4", "DMV2", "DMV4", "JE"].map(|label| find(&curves, label));
    let worst = largest(&je.all(of));
    let second = quotients(dmv2, mr2, of);
    let fourth = quotients(mr4, dmv4, of);
    let others = ["MR2", "MR4", "DMV2", "DMV4"].map(|label| find(&curves, label).all(of));
    let best = others.iter().flatten().fold(f64::INFINITY, |least, error| least.min(*error));
    let claims = vec![
        Claim::new(
            "the error of JE is of the size of 1e-14 and does not depend on the step",
            worst < 1e-15,
            format!("at most {worst:.1e} at all steps"),
        ),
        Claim::new(
            "MR and DMV of order 2 do similarly, MR slightly better",
            second.0 > 1.0 && second.1 < 1.5,
            format!("the error of DMV2 is {:.2} to {:.2} times that of MR2", second.0, second.1),
        ),
        Claim::new(
            "of order 4 DMV is slightly better",
            fourth.0 > 1.0 && fourth.1 < 10.0,
            format!("the error of MR4 is {:.2} to {:.2} times that of DMV4", fourth.0, fourth.1),
        ),
        Claim::new(
            "JE is excellent beside the others",
            je.works[0].momentum < 1e-3 * best,
            format!(
                "its 4 steps err by {:.1e}; the least error of orders 2 and 4 is {best:.1e}, in 64",
                je.works[0].momentum
            ),
        ),
        order_claim(&curves, of, &[("MR2", 2.0), ("MR4", 4.0), ("DMV2", 2.0), ("DMV4", 4.0)]),
        sixth_order(find(&curves, "DMV6")),
    ];
    Outcome {
        tables: vec![
            table("Error of pi at t = 1 (2-norm)", &curves, of),
            table("Microseconds for [0, 1]", &curves, TIME.1),
        ],
        claims,
        figures: vec![figure(
            "Figure 1",
            "Euler's equations: error of the momentum at t = 1 against time (as in the paper) and \
             against steps.",
            &curves,
            MOMENTUM,
        )],
        notes: vec![
            "JE is `exact`. Every method here turns the attitude with the momentum, which the \
             paper's do not in this figure; times are therefore those of figure 2's problem."
                .into(),
            "MR4 is Yoshida's triple jump, DMV4 and DMV6 are discrete Moser-Veselov with the time \
             rescaled (`mclachlan-zanna`)."
                .into(),
            TIMES.into(),
        ],
        ..Outcome::default()
    }
}

/// Over the steps at which its error is not that of rounding.
fn sixth_order(curve: &Curve) -> Claim {
    let seen = curve.works.iter().copied().filter(|work| work.momentum > 1e-13).listed();
    let order = Curve { works: seen, ..curve.clone() }.order(MOMENTUM.1);
    Claim::new(
        "DMV6 is of order 6",
        (order - 6.0).abs() < 0.1,
        format!("{order:.2}, over steps with errors above 1e-13"),
    )
}

pub(super) fn figure_2(effort: &Effort) -> Outcome {
    let curves = curves(effort, &FREE, &FIGURE_2, 1.0, &COUNTS, EXPERIMENTS);
    let of = ATTITUDE.1;
    let label = |label| find(&curves, label);
    let second = quotients(label("MR2"), label("JEM2"), of);
    let fourth = quotients(label("MR4"), label("JEM4"), of);
    let exact = largest(&label("exact").all(of));
    let last = |name| label(name).all(TIME.1).last().copied().unwrap_or(f64::NAN);
    let claims = vec![
        Claim::new(
            "the JEM methods do very well",
            second.0 > 4.0 && fourth.0 > 100.0,
            format!(
                "the error of MR2 is {:.1} to {:.1} times that of JEM2, that of MR4 {:.0} to \
                 {:.0} times that of JEM4",
                second.0, second.1, fourth.0, fourth.1
            ),
        ),
        order_claim(&curves, of, &[("MR2", 2.0), ("MR4", 4.0), ("JEM2", 2.0), ("JEM4", 4.0)]),
    ];
    Outcome {
        tables: vec![
            table("Error of Q at t = 1 (Frobenius norm)", &curves, of),
            table("Error of pi at t = 1 (2-norm)", &curves, MOMENTUM.1),
            table("Microseconds for [0, 1]", &curves, TIME.1),
        ],
        claims,
        figures: vec![figure(
            "Figure 2",
            "The free body: error of the attitude at t = 1 against time (as in the paper) and \
             against steps. The exact attitude, of later years, is added.",
            &curves,
            ATTITUDE,
        )],
        notes: vec![
            format!(
                "The attitude has a closed form too: `exact` errs by at most {exact:.1e} at all \
                 steps. Its 64 steps took {:.1} microseconds, those of JEM4 {:.1}.",
                last("exact"),
                last("JEM4")
            ),
            TIMES.into(),
        ],
        ..Outcome::default()
    }
}

const SPAN: f64 = 400.0;
const STEP: f64 = 0.4;

/// H - H0 of JE as the paper has it: from the start each time, by (13).
fn closed_form_errors() -> Vec<f64> {
    let form = ClosedForm::new(&FREE, Reading::Right);
    let first = FREE.first_energy();
    let at = |n: u32| State::new(Rotation::identity(), form.momentum(f64::from(n) * STEP));
    (1..=1000).map(|n| FREE.energy(&at(n)) - first).listed()
}

pub(super) fn energies(_: &Effort) -> Outcome {
    let by_name = |method| FREE.energy_errors(&FREE.follow(method, STEP, SPAN));
    let suzuki = "mclachlan-reich:axes=1-2-3,compose=suzuki-4";
    let rounding = "an error of rounding: what is left depends on how the equations of a step are \
                    solved";
    let rows: [(&str, Vec<f64>, Option<Printed>); 9] = [
        ("MR2", by_name(MR), Some(power("1e-3"))),
        ("MR4, triple jump", by_name(MR4), Some(power("1e-5"))),
        ("MR4, Suzuki's five", by_name(suzuki), None),
        ("DMV2", by_name("dmv"), Some(power("1e-13").erratum("2e-15", rounding))),
        ("DMV4", by_name(DMV4_LINE.method), Some(power("1e-13").erratum("2e-15", rounding))),
        ("DMV6", by_name(DMV6_LINE.method), Some(power("1e-13").erratum("2e-15", rounding))),
        ("JE, (13) from the start", closed_form_errors(), Some(power("1e-16"))),
        ("JE, exact steps", by_name(EXACT), Some(power("1e-16"))),
        ("JEM2, each step anew", by_name("jem"), None),
    ];
    let oscillates = ["MR2", "MR4, triple jump"].map(|label| {
        let errors = rows.iter().find(|row| row.0 == label).map_or(&[][..], |row| &row.1);
        let (first, second) = errors.split_at(errors.len() / 2);
        (largest(second) / largest(first), label)
    });
    let row = |(name, errors, printed): &(&str, Vec<f64>, Option<Printed>)| Row {
        name: (*name).into(),
        cells: vec![
            Some(Cell { ours: CellValue::Number(largest(errors)), printed: printed.clone() }),
            number(mean(errors)),
        ],
    };
    let table = ResultTable {
        title: format!(
            "Energy errors |H - H0| on [0, 400], h = 0.4, H0 = {:.4}",
            FREE.first_energy()
        ),
        corner: "method".into(),
        columns: vec!["largest".into(), "mean".into()],
        rows: rows.iter().map(row).listed(),
    };
    let claim = Claim::new(
        "the energy errors of MR oscillate near zero",
        oscillates.iter().all(|(growth, _)| (growth - 1.0).abs() < 0.1),
        oscillates
            .map(|(growth, label)| {
                format!("{label}: the largest of the second half is {growth:.3} of the first")
            })
            .join("; "),
    );
    let panel = |title: &str, shown: &[(&str, usize)]| {
        let curves: Vec<_> = shown.iter().map(|(name, row)| (*name, &*rows[*row].1)).listed();
        energy_panel(title, "H - H0", &curves, STEP)
    };
    Outcome {
        tables: vec![table],
        claims: vec![claim],
        figures: vec![Figure {
            title: "Section 4.1".into(),
            caption: "The energy errors that section 4.1 tells in words.".into(),
            panels: vec![
                panel("MR2", &[("", 0)]),
                panel("MR4", &[("", 1)]),
                panel("rounding", &[("DMV6", 5), ("JE, (13)", 6), ("JE, exact steps", 7)]),
            ],
        }],
        notes: vec![
            "pi0 is (-1, 0, 2) in the captions and (1, 0, 2) in the text: mirrored motions with \
             the same errors of energy."
                .into(),
            "Suzuki's composition would have given MR4 an error far below the printed one, so the \
             paper's is most likely the triple jump."
                .into(),
        ],
        ..Outcome::default()
    }
}

/// Powers of ten, told in words: "about".
fn power(text: &str) -> Printed {
    Printed::new(text, Rule::Factor(10.0))
}
