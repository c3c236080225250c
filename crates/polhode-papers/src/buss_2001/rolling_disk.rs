//! Figure 2: a disk that rolls, and the point about which it could have turned instead.

use crate::Effort;
use crate::laboratory::exponent;
use crate::outcome::{Cell, CellValue, Claim, Outcome, ResultTable, Row, short};
use polhode_lab::figure::{Figure, Mark, Panel, PlotAxis, PlotSeries};
use polhode_lab::listed::Listed;

/// The radius.
const R: f64 = 1.0;

/// A motion of the plane: z goes to turn z + shift, with complex numbers.
#[derive(Clone, Copy)]
struct Placing {
    turn: (f64, f64),
    shift: (f64, f64),
}

fn product(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0)
}

impl Placing {
    /// A turn about a point, clockwise: the disk rolls to the right.
    fn about(point: (f64, f64), angle: f64) -> Self {
        let turn = (angle.cos(), -angle.sin());
        let moved = product(turn, point);
        Self { turn, shift: (point.0 - moved.0, point.1 - moved.1) }
    }
    fn apply(self, z: (f64, f64)) -> (f64, f64) {
        let turned = product(self.turn, z);
        (turned.0 + self.shift.0, turned.1 + self.shift.1)
    }
    /// First this, then that.
    fn then(self, next: Self) -> Self {
        Self { turn: product(next.turn, self.turn), shift: next.apply(self.shift) }
    }
    /// The point that stays: q = shift/(1 - turn).
    fn fixed_point(self) -> (f64, f64) {
        let (a, b) = (1.0 - self.turn.0, -self.turn.1);
        let size = a * a + b * b;
        let (x, y) = product(self.shift, (a, -b));
        (x / size, y / size)
    }
}

/// Rolling by phi as many small turns about the points of contact, each in the middle of its part.
fn rolling(phi: f64, parts: u32) -> Placing {
    let part = phi / f64::from(parts);
    let start = Placing { turn: (1.0, 0.0), shift: (0.0, 0.0) };
    (0..parts).fold(start, |placing, k| {
        let contact = (R * part * (f64::from(k) + 0.5), 0.0);
        placing.then(Placing::about(contact, part))
    })
}

/// The height of q: from products with twice as many parts, their error of second order removed.
fn height(phi: f64) -> f64 {
    let [coarse, fine] = [1024, 2048].map(|parts| rolling(phi, parts).fixed_point().1);
    (4.0 * fine - coarse) / 3.0
}

/// tan(phi/2) = r phi/(2 (r - h)).
fn exact(phi: f64) -> f64 {
    R - R * phi / (2.0 * (phi / 2.0).tan())
}

const ANGLES: [f64; 6] = [0.1, 0.2, 0.4, 0.8, 1.6, 2.4];

pub(super) fn run(_: &Effort) -> Outcome {
    let formulas: [fn(f64) -> f64; 4] = [
        exact,
        |phi| phi * phi * R / 12.0,
        |phi| phi * phi * R / (12.0 - phi * phi),
        |phi| phi * phi * R / (12.0 + phi * phi),
    ];
    let number = |x: f64| Some(Cell::ours(CellValue::Number(x)));
    let rows = ANGLES.map(|phi| Row {
        name: format!("phi = {phi}"),
        cells: std::iter::once(height(phi))
            .chain(formulas.iter().map(|formula| formula(phi)))
            .map(number)
            .listed(),
    });
    let error = |formula: fn(f64) -> f64, phi: f64| (formula(phi) - height(phi)).abs();
    let worst = ANGLES.iter().map(|&phi| error(exact, phi)).fold(0.0, f64::max);
    let errors: Vec<(f64, f64)> =
        ANGLES[..4].iter().map(|&phi| (phi, error(formulas[1], phi))).listed();
    let order = exponent(&errors);
    // tan(phi/2) by two terms, as the paper does; what is left of r phi/(2 (r - h)).
    let left = |formula: fn(f64) -> f64, phi: f64| {
        let tangent = phi / 2.0 + phi.powi(3) / 24.0;
        (tangent - R * phi / (2.0 * (R - formula(phi)))).abs()
    };
    let (minus, plus) = (left(formulas[2], 0.4), left(formulas[3], 0.4));
    Outcome {
        tables: vec![ResultTable {
            title: "The height of q above the line, for r = 1".into(),
            corner: "rolled".into(),
            columns: [
                "many small turns",
                "tan(phi/2) formula",
                "phi^2/12",
                "phi^2/(12 - phi^2)",
                "phi^2/(12 + phi^2)",
            ]
            .map(String::from)
            .into(),
            rows: rows.into(),
        }],
        claims: vec![
            Claim::new(
                "Rolling is a turn by phi about a point q above the middle of the way, where \
                 tan(phi/2) = r phi/(2 (r - h))",
                worst < 1e-12,
                format!(
                    "the product of small turns differs from the formula by {worst:.1e} at most"
                ),
            ),
            Claim::new(
                "h = phi^2 r/12 is better than second-order accurate",
                (order - 4.0).abs() < 0.1,
                format!("its error goes with phi^{order:.2}"),
            ),
            Claim::new(
                "With tan(phi/2) = phi/2 + phi^3/24 the height is phi^2 r/(12 - phi^2)",
                minus < 1e-15,
                format!(
                    "in the equation {} is left at phi = 0.4; with 12 + phi^2 {}",
                    short(minus),
                    short(plus)
                ),
            )
            .refuted(
                "it is phi^2 r/(12 + phi^2); both are phi^2 r/12 to the order that is used \
                 (and the printed one happens to be nearer to the truth)",
            ),
        ],
        figures: vec![figure()],
        ..Outcome::default()
    }
}

fn figure() -> Figure {
    let phi = 1.9;
    let placing = rolling(phi, 2048);
    let circle = |x: f64| -> Vec<(f64, f64)> {
        (0..=120)
            .map(|k| std::f64::consts::TAU * f64::from(k) / 120.0)
            .map(|t| (x + R * t.cos(), R + R * t.sin()))
            .listed()
    };
    let q = placing.fixed_point();
    let centre = (0.0, R);
    let (a, b) = ((0.0, 0.0), (R * 1.9f64.sin(), R - R * 1.9f64.cos()));
    let line = |label: &str, mark: Mark, colour: usize, points: Vec<(f64, f64)>| PlotSeries {
        label: label.into(),
        mark,
        colour,
        points,
    };
    let disk = Panel {
        title: "the disk before and after, phi = 1.9".into(),
        x: PlotAxis::linear("along the line").within(-1.2, 5.4),
        y: PlotAxis::linear("height"),
        equal: true,
        series: vec![
            line("start", Mark::Line, 0, circle(0.0)),
            line("end", Mark::Line, 1, circle(R * phi)),
            line("line of contact", Mark::Line, 7, vec![(-1.2, 0.0), (3.2, 0.0)]),
            line("c, q, c'", Mark::Circles, 2, vec![centre, q, placing.apply(centre)]),
            line("a, b", Mark::Squares, 0, vec![a, b]),
            line("a', b'", Mark::Squares, 1, vec![placing.apply(a), placing.apply(b)]),
        ],
    };
    let angles: Vec<f64> = (1..=60).map(|k| 0.05 * f64::from(k)).listed();
    let curve = |formula: fn(f64) -> f64| angles.iter().map(|&phi| (phi, formula(phi))).listed();
    let heights = Panel {
        title: "the height of q".into(),
        x: PlotAxis::linear("phi"),
        y: PlotAxis::linear("h/r").within(0.0, 1.6),
        equal: false,
        series: vec![
            line(
                "many small turns",
                Mark::Circles,
                0,
                (1..=10).map(|k| 0.3 * f64::from(k)).map(|phi| (phi, height(phi))).listed(),
            ),
            line("tan(phi/2) formula", Mark::Line, 2, curve(exact)),
            line("phi^2/12", Mark::Dashes, 1, curve(|phi| phi * phi / 12.0)),
        ],
    };
    Figure {
        title: "Figure 2".into(),
        caption: "Rolling from start to end is a turn about q, which is above the line of contact."
            .into(),
        panels: vec![disk, heights],
    }
}
