//! Buss 2011: the slides on the paper of 2001, with numbers of their own.

use super::buss_2001::algorithms::{ADAMS, RUNGE_KUTTA, SIMO_WONG};
use super::buss_2001::costs::by_counts;
use super::buss_2001::lie_series::{TERMS, derived, in_z, name};
use super::buss_2001::prism::{Algorithm, MOMENTS, PaperRun, start, total_rotation};
use super::buss_2001::steps::{needed, value};
use super::buss_2001::torque::{last_slope, series_errors};
use super::laboratory::inertia;
use super::outcome::{Cell, CellValue, Claim, Outcome, Printed, ResultTable, Row, Rule};
use super::{Effort, Experiment, Paper};
use polhode::Vec3;
use polhode_lab::listed::Listed;

/// The slides.
pub static PAPER: Paper = Paper {
    key: "buss-slides-2011",
    citation: "S. R. Buss, Accurate PaperRun of Rigid Body Rotation and Extensions to Lie Groups, \
               slides, Swansea, March 3, 2011",
    about: "The methods of Buss 2001 in a talk: its series, its costs and two tables of steps.",
};

/// Its experiments.
pub const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        paper: &PAPER,
        name: "steps",
        figure: "Experimental results; Comparisons with other methods",
        shows: "How many steps an accuracy needs, for about 45 rotations.",
        parameters: "as Buss 2001, Figure 6: J = (95, 9, 94)/300, momentum (3, 3, 0)/sqrt 2, T = 4, \
                     accuracy 1e-3 (the slide says 1e-6)",
        tolerance: "1 % of N; mean rotations to one unit of the second decimal, from the printed N",
        run: steps,
    },
    Experiment {
        paper: &PAPER,
        name: "series",
        figure: "Fifth-order accurate formula for Z(h)",
        shows: "The series of the net rotation, one term of which the slide has twice.",
        parameters: "fractions of whole numbers; the order is measured with the torque of \
                     buss-2001/torque",
        tolerance: "the printed fraction; 0.2 in the order",
        run: series,
    },
    Experiment {
        paper: &PAPER,
        name: "ellipsoid",
        figure: "The Poinsot ellipsoid and the polhode",
        shows: "What rho has to be to lie on the ellipsoid.",
        parameters: "the body and start of the experiments",
        tolerance: "rounding",
        run: ellipsoid,
    },
    Experiment {
        paper: &PAPER,
        name: "costs",
        figure: "Relative computational costs",
        shows: "What a step costs, from the operations that the paper of 2001 counts.",
        parameters: "a sine 8 multiplications, a root 5, a division 3; times measured here are in \
                     buss-2001/figure-3",
        tolerance: "0.01, since it is not said how they were rounded",
        run: costs,
    },
];

const fn row(
    name: &'static str,
    method: &'static str,
    energy: bool,
    n: &'static str,
    theta: &'static str,
) -> (PaperRun, &'static str, &'static str) {
    let paper_run = PaperRun::new(name, Algorithm::Named(method));
    (PaperRun { energy, ..paper_run }, n, theta)
}

/// Both tables: N and the mean rotation.
const STEPS: [(PaperRun, &str, &str); 17] = [
    row("1st order", "buss-1", false, "failed", ""),
    row("1st order", "buss-1", true, "16216", "1.0"),
    row("2nd order", "buss-2", false, "14546", "1.12"),
    row("2nd order", "buss-2", true, "11505", "1.41"),
    row("False 3rd", "buss-3-false", false, "15056", "1.08"),
    row("Augmented 2nd (2+)", "buss-2-augmented", false, "5573", "2.92"),
    row("Augmented 2nd (2+)", "buss-2-augmented", true, "6616", "2.46"),
    row("3rd order", "buss-3-h36", false, "3661", "4.45"),
    row("3rd order", "buss-3-h36", true, "652", "25.0"),
    row("4th order", "buss-4", false, "1304", "12.49"),
    row("4th order", "buss-4", true, "688", "23.69"),
    row("MR 2nd order 1-2-3", "mclachlan-reich:axes=1-2-3", false, "16131", "1.01"),
    row("MR 2nd order 1-2-3", "mclachlan-reich:axes=1-2-3", true, "5210", "3.12"),
    row("MR 2nd order 2-3-1", "mclachlan-reich:axes=2-3-1", false, "1191", "13.68"),
    row("MR 2nd order 2-3-1", "mclachlan-reich:axes=2-3-1", true, "945", "17.23"),
    row("MR 4th order 2-3-1", "mclachlan-reich:axes=2-3-1,order=4", false, "431", "37.85"),
    row("MR 4th order 2-3-1", "mclachlan-reich:axes=2-3-1,order=4", true, "196", "83.45"),
];
/// Columns of Figure 6 and 7: T = 4 to 1e-3, and to 1e-6 as the slide says.
const RIGHT: usize = 2;
const SAID: usize = 3;

fn steps(effort: &Effort) -> Outcome {
    let mut rows: Vec<PaperRun> = STEPS.iter().map(|row| row.0).listed();
    rows.extend([SIMO_WONG.preserving(), ADAMS.preserving(), RUNGE_KUTTA]);
    let third = rows.iter().position(|row| row.name == "3rd order" && row.energy).unwrap_or(0);
    let ours =
        needed(effort, &rows, |row, column| column == RIGHT || column == SAID && row == third);
    let total = total_rotation(4.0);
    let cells = |row: usize| {
        let (_, n, theta) = STEPS[row];
        let steps = ours[row][RIGHT]?;
        let count = Cell::beside(value(steps), Printed::new(n, Rule::Relative(0.01)));
        let mean = n.parse::<f64>().ok().map(|n| {
            Cell::beside(
                CellValue::Number(total / (n - 1.0)),
                Printed::new(theta, Rule::Absolute(0.011)),
            )
        });
        Some(vec![Some(count), mean])
    };
    let at = |row: usize, column: usize| ours[row][column].flatten().unwrap_or(u64::MAX);
    let needs = at(third, SAID);
    let [first, second, false_third] = [1, 2, 4].map(|row| at(row, RIGHT));
    let [simo_wong, adams, runge_kutta] = [0, 1, 2].map(|k| at(STEPS.len() + k, RIGHT));
    let near = |a: u64, b: u64| a <= b + b / 5 && b <= a + a / 5;
    Outcome {
        tables: vec![ResultTable {
            title: "Steps and mean rotation in degrees for T = 4, 1e-3 (EP: with energy \
                    preservation)"
                .into(),
            corner: "Algorithm".into(),
            columns: ["N", "mean theta"].map(String::from).into(),
            rows: (0..STEPS.len())
                .map(|row| Row {
                    name: rows[row].title(),
                    cells: cells(row).unwrap_or(vec![None, None]),
                })
                .listed(),
        }],
        claims: vec![
            Claim::new(
                "The steps are for an accuracy of 1e-6",
                needs <= 659,
                format!(
                    "third order with EP needs {needs} steps for 1e-6, and the printed 652 for 1e-3"
                ),
            )
            .refuted("they are those of the paper's Figure 6 for T = 4 and 1e-3"),
            Claim::new(
                "That is about 45 full rotations",
                (44.0..46.0).contains(&(total / 360.0)),
                format!("{:.1}", total / 360.0),
            ),
            Claim::new(
                "The false third order is slightly worse than the second",
                false_third > second && false_third < second + second / 10,
                format!("{false_third} steps, second order {second}"),
            ),
            Claim::new(
                "Simo-Wong and AB-AM are similar to the first order, Runge-Kutta to the second, \
                 slightly better",
                near(simo_wong, first)
                    && near(adams, first)
                    && near(runge_kutta, second)
                    && runge_kutta < second,
                format!(
                    "with EP {simo_wong} and {adams} steps, first order {first}; Runge-Kutta \
                     {runge_kutta}, second order {second}. So it is for the variants of the original \
                     program (buss-2001/figure-4): as printed Simo-Wong's method is of second order"
                ),
            ),
        ],
        ..Outcome::default()
    }
}

fn series(_: &Effort) -> Outcome {
    const TWICE: [u8; 4] = [0, 0, 2, 0];
    let mut rows = Vec::new();
    for (k, (terms, coefficients)) in TERMS.iter().zip(derived()).enumerate() {
        for ((letters, _, z), coefficient) in terms.iter().zip(coefficients.unwrap_or_default()) {
            let ours = CellValue::Word(in_z(k, coefficient).to_string());
            let printed = if *letters == TWICE {
                Printed::new("-1/720", Rule::Digits)
                    .erratum("-1/1440", "the slide lists -1/1440 twice; the paper has it once")
            } else if *z == "0" {
                continue;
            } else {
                Printed::new(*z, Rule::Digits)
            };
            let cells = vec![Some(Cell::beside(ours, printed))];
            rows.push(Row { name: format!("h^{k} {}", name(letters)), cells });
        }
    }
    let [paper, slide] = [false, true].map(|doubled| last_slope(&series_errors(doubled)));
    Outcome {
        tables: vec![ResultTable {
            title: "Coefficients in Z(h); W_k is the k-th derivative".into(),
            corner: "term".into(),
            columns: vec!["coefficient".into()],
            rows,
        }],
        claims: vec![
            Claim::new(
                "The formula as on the slide is fifth-order accurate",
                (slide - 5.0).abs() < 0.2,
                format!("order {slide:.2}"),
            ),
            Claim::new(
                "The terms that it lists make up the fifth order and no more",
                (paper - 5.0).abs() < 0.2,
                format!("with the doubled term once it is of order {paper:.2}"),
            )
            .refuted("they are those of sixth order; the doubled term loses it"),
        ],
        ..Outcome::default()
    }
}

fn costs(_: &Effort) -> Outcome {
    Outcome { tables: vec![by_counts(7)], ..Outcome::default() }
}

fn ellipsoid(_: &Effort) -> Outcome {
    let body = inertia::<f64>(MOMENTS);
    let nu = body.rates(start().momentum);
    let n = nu * (1.0 / nu.norm());
    let moment = n.dot(body.momentum(n));
    // rho . J rho, which is 1 on the ellipsoid.
    let level = |rho: Vec3<f64>| rho.dot(body.momentum(rho));
    let (said, right) = (level(nu * (1.0 / moment.sqrt())), level(n * (1.0 / moment.sqrt())));
    Outcome {
        claims: vec![
            Claim::new(
                "rho = omega/sqrt(I) lies on the ellipsoid rho . J rho = 1",
                (said - 1.0).abs() < 1e-9,
                format!("rho . J rho = {said:.1}; with nu/(|nu| sqrt(I)) it is {right:.12}"),
            )
            .refuted("rho = nu/(|nu| sqrt(I)), as in the paper"),
        ],
        ..Outcome::default()
    }
}
