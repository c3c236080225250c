//! How errors grow: means over starts, worst ones over spans of time, fitted exponents.

use super::molecules::Errors;
use super::setting::Turns;
use crate::laboratory::exponent;
use crate::outcome::{Cell, Row, Table, Value};
use polhode_lab::figure::{Axis, Figure, Mark, Panel, PlotSeries};
use polhode_lab::listed::Listed;

/// One of the errors.
pub(super) type ErrorMeasure = fn(&Errors) -> f64;

/// All of a free body, as Figure 6 has them, and |S|, which shows a drift of S that the means of
/// its components hide.
pub(super) const QUANTITIES: [(&str, ErrorMeasure); 6] = [
    ("T", |e| e.energy),
    ("R", |e| e.size),
    ("S_X", |e| e.momentum[0]),
    ("S_Y", |e| e.momentum[1]),
    ("S_Z", |e| e.momentum[2]),
    ("|S|", |e| e.momentum_size),
];

/// Mean and standard deviation over starts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spread {
    pub(super) mean: f64,
    pub(super) deviation: f64,
    /// Of the mean.
    pub(super) error: f64,
}

impl Spread {
    #[expect(clippy::cast_precision_loss, reason = "starts are few")]
    pub(super) fn new(errors: &[Errors], of: ErrorMeasure) -> Self {
        let count = errors.len() as f64;
        let mean = errors.iter().map(of).sum::<f64>() / count;
        let square = errors.iter().map(|e| (of(e) - mean).powi(2)).sum::<f64>() / count;
        let deviation = square.sqrt();
        Self { mean, deviation, error: deviation / count.sqrt() }
    }
    /// Is the mean no more than chance would make it?
    pub(super) fn is_chance(&self) -> bool {
        self.mean.abs() < 3.5 * self.error
    }
    pub(super) fn text(&self) -> String {
        format!("{:.1e} +- {:.1e}", self.mean, self.error)
    }
}

/// Errors of all starts at all times.
#[derive(Clone, Debug)]
pub(super) struct GrowthCurve {
    pub(super) turns: Turns,
    /// Steps a period.
    pub(super) division: u32,
    /// In periods.
    pub(super) times: Vec<f64>,
    /// For each time and each start.
    pub(super) errors: Vec<Vec<Errors>>,
}

impl GrowthCurve {
    pub(super) fn spreads(&self, of: ErrorMeasure) -> Vec<Spread> {
        self.errors.iter().map(|errors| Spread::new(errors, of)).listed()
    }
    /// At the end.
    pub(super) fn last(&self, of: ErrorMeasure) -> Spread {
        self.errors.last().map_or(Spread::new(&[], of), |errors| Spread::new(errors, of))
    }
    /// Against time.
    pub(super) fn means(&self, of: ErrorMeasure) -> Vec<(f64, f64)> {
        self.times.iter().copied().zip(self.spreads(of).iter().map(|s| s.mean)).listed()
    }
    /// The same for an even scale of time: from 0, and without what is close to it.
    pub(super) fn even_means(&self, of: ErrorMeasure) -> Vec<(f64, f64)> {
        let late = self.means(of).into_iter().filter(|point| point.0 >= self.end() / 20.0);
        [(0.0, 0.0)].into_iter().chain(late).listed()
    }
    /// Against time.
    pub(super) fn deviations(&self, of: ErrorMeasure) -> Vec<(f64, f64)> {
        self.times.iter().copied().zip(self.spreads(of).iter().map(|s| s.deviation)).listed()
    }
    /// The exponent of the mean's growth, from this part of the time on.
    pub(super) fn mean_exponent(&self, of: ErrorMeasure, from: f64) -> f64 {
        late_exponent(&self.means(of), from * self.end())
    }
    /// The exponent of what the mean gains after a twentieth of the time, when what truncation
    /// errors do at the start is over.
    pub(super) fn gain_exponent(&self, of: ErrorMeasure) -> f64 {
        let means = self.even_means(of);
        let Some(&(t0, m0)) = means.get(1) else { return f64::NAN };
        let gains: Vec<_> = means.into_iter().map(|(t, m)| (t - t0, m - m0)).listed();
        late_exponent(&gains, 0.2 * self.end())
    }
    /// The exponent of the deviation's growth.
    pub(super) fn deviation_exponent(&self, of: ErrorMeasure, from: f64) -> f64 {
        late_exponent(&self.deviations(of), from * self.end())
    }
    /// Start by start: what two ways of turning have in common, the truncation error, is gone.
    pub(super) fn without(&self, other: &Self) -> Self {
        let both = self.errors.iter().zip(&other.errors);
        let less = |(mine, others): (&Vec<Errors>, &Vec<Errors>)| {
            mine.iter().zip(others).map(|(mine, other)| mine.less(other)).listed()
        };
        Self { errors: both.map(less).listed(), ..self.clone() }
    }
    pub(super) fn end(&self) -> f64 {
        self.times.last().copied().unwrap_or(0.0)
    }
}

/// Numbers of steps in periods.
#[expect(clippy::cast_precision_loss, reason = "below 2^53")]
pub(super) fn periods(steps: &[u64], division: u32) -> Vec<f64> {
    steps.iter().map(|&n| n as f64 / f64::from(division)).listed()
}

/// The exponent of |y|, from this time on.
pub(super) fn late_exponent(points: &[(f64, f64)], from: f64) -> f64 {
    let late: Vec<_> =
        points.iter().filter(|(x, _)| *x >= from).map(|&(x, y)| (x, y.abs())).listed();
    exponent(&late)
}

/// Sizes, for logarithmic axes.
pub(super) fn sizes(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    points.iter().map(|&(x, y)| (x, y.abs())).listed()
}

/// Spans of time, four a decade, from `first` to `last` steps; in each so many steps at which
/// to look.
#[derive(Clone, Debug)]
pub(super) struct Spans {
    /// Where each ends.
    pub(super) ends: Vec<u64>,
    looks: u64,
}

impl Spans {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "numbers of steps are positive and below 2^53"
    )]
    pub(super) fn new(first: u64, last: u64, looks: u64) -> Self {
        let end = |i: i32| (first as f64 * 10f64.powf(f64::from(i) / 4.0)).round() as u64;
        let mut ends: Vec<u64> = (0..).map(end).take_while(|&n| n < last).listed();
        ends.push(last);
        Self { ends, looks }
    }
    fn begin(&self, span: usize) -> u64 {
        if span == 0 { 0 } else { self.ends[span - 1] }
    }
    /// At which steps to look.
    pub(super) fn steps(&self) -> Vec<u64> {
        let of = |span: usize| {
            let (begin, end) = (self.begin(span), self.ends[span]);
            let looks = self.looks.min(end - begin);
            (1..=looks).map(move |i| begin + (end - begin) * i / looks)
        };
        (0..self.ends.len()).flat_map(of).listed()
    }
    /// The largest size of an error in each span, for each start, against its end.
    pub(super) fn worst(
        &self,
        errors: &[Vec<Errors>],
        division: u32,
        of: ErrorMeasure,
    ) -> Vec<Vec<(f64, f64)>> {
        let steps = self.steps();
        let times = periods(&self.ends, division);
        let in_span = |span: usize, start: usize| {
            let (begin, end) = (self.begin(span), self.ends[span]);
            let seen = steps.iter().zip(errors).filter(|(n, _)| (begin + 1..=end).contains(n));
            seen.map(|(_, errors)| of(&errors[start]).abs()).fold(0.0, f64::max)
        };
        let of_start = |start: usize| {
            let spans = times.iter().enumerate();
            spans.map(|(span, &time)| (time, in_span(span, start))).listed()
        };
        (0..errors.first().map_or(0, Vec::len)).map(of_start).listed()
    }
}

/// The root of the mean square of several curves.
#[expect(clippy::cast_precision_loss, reason = "curves are few")]
pub(super) fn root_mean_square(curves: &[Vec<(f64, f64)>]) -> Vec<(f64, f64)> {
    let Some(first) = curves.first() else { return Vec::new() };
    let square = |i: usize| curves.iter().map(|curve| curve[i].1.powi(2)).sum::<f64>();
    let mean = |i: usize| (square(i) / curves.len() as f64).sqrt();
    first.iter().enumerate().map(|(i, point)| (point.0, mean(i))).listed()
}

/// Even times up to this one, and four a decade before the first of them: what a figure of either
/// scale needs. In periods.
pub(super) fn times(until: u64) -> Vec<u64> {
    let early = [1, 2, 3, 6, 10, 18, 32];
    let late = (1..=20).map(|i| i * until / 20);
    early.into_iter().filter(|&t| t < until / 20).chain(late).listed()
}

/// A curve.
pub(super) fn curve(
    label: impl Into<String>,
    mark: Mark,
    colour: usize,
    points: Vec<(f64, f64)>,
) -> PlotSeries {
    PlotSeries { label: label.into(), mark, colour, points }
}

/// A line of this slope through the last point of another, to compare with.
pub(super) fn slope(label: &str, power: f64, points: &[(f64, f64)], above: f64) -> PlotSeries {
    let (Some(&(x0, _)), Some(&(x1, y1))) = (points.first(), points.last()) else {
        return PlotSeries::default();
    };
    let at = |x: f64| (x, above * y1.abs() * (x / x1).powf(power));
    // Two decades are enough to see it.
    curve(label, Mark::Dashes, 7, vec![at(x0.max(x1 / 100.0)), at(x1)])
}

/// A panel.
pub(super) fn panel(title: impl Into<String>, x: Axis, y: Axis, series: Vec<PlotSeries>) -> Panel {
    Panel { title: title.into(), x, y, series, equal: false }
}

/// A figure.
pub(super) fn figure(title: &str, caption: &str, panels: Vec<Panel>) -> Figure {
    Figure { title: title.into(), caption: caption.into(), panels }
}

/// Our numbers, for a table.
pub(super) fn numbers(name: impl Into<String>, values: &[f64]) -> Row {
    let cell = |&value: &f64| {
        let shown = value.is_finite().then(|| format!("{value:.2e}").parse().unwrap_or(value));
        shown.map(|value| Cell::ours(Value::Number(value)))
    };
    Row { name: name.into(), cells: values.iter().map(cell).listed() }
}

/// A table.
pub(super) fn table(title: &str, corner: &str, columns: &[&str], rows: Vec<Row>) -> Table {
    let columns = columns.iter().map(|&column| column.into()).listed();
    Table { title: title.into(), corner: corner.into(), columns, rows }
}
