//! A figure as data, and its drawing.

mod drawing;
mod legend;
mod theme;

use crate::listed::Listed;
use serde::{Deserialize, Serialize};
pub use theme::{GREY, INK, Theme};

/// Panels side by side.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// As the paper counts it.
    pub title: String,
    /// What is to be seen.
    pub caption: String,
    /// In rows of at most three.
    pub panels: Vec<Panel>,
}

/// Curves over one pair of axes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Panel {
    /// Above it.
    pub title: String,
    /// To the right.
    pub x: PlotAxis,
    /// Upwards.
    pub y: PlotAxis,
    /// In the order of the legend.
    pub series: Vec<PlotSeries>,
    /// Is a unit the same length on both axes?
    pub equal: bool,
}

/// One axis.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlotAxis {
    /// With its unit.
    pub label: String,
    /// Logarithmic.
    pub log: bool,
    /// From where to where; what the data have, if nothing is said.
    pub range: Option<(f64, f64)>,
}

/// One curve.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlotSeries {
    /// In the legend, if it has a name.
    pub label: String,
    /// How it is drawn.
    pub mark: Mark,
    /// Which colour, from the palette; curves of one kind can share it.
    pub colour: usize,
    /// Its points.
    pub points: Vec<(f64, f64)>,
}

/// How a curve is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// A line.
    #[default]
    Line,
    /// A thin line.
    Thin,
    /// A broken line.
    Dashes,
    /// Dots.
    Dots,
    /// A line with circles, squares, triangles, crosses or diamonds on it.
    Circles,
    /// Squares.
    Squares,
    /// Triangles.
    Triangles,
    /// Crosses.
    Crosses,
    /// Diamonds.
    Diamonds,
    /// A thin vertical line through the whole panel at each point; heights have no meaning.
    Vertical,
}

impl PlotAxis {
    /// Even steps.
    #[must_use]
    pub fn linear(label: &str) -> Self {
        Self { label: label.into(), ..Self::default() }
    }
    /// Powers of ten.
    #[must_use]
    pub fn log(label: &str) -> Self {
        Self { label: label.into(), log: true, ..Self::default() }
    }
    /// From here to there.
    #[must_use]
    pub fn within(mut self, from: f64, to: f64) -> Self {
        self.range = Some((from, to));
        self
    }
    fn place(&self, value: f64) -> f64 {
        if self.log { value.log10() } else { value }
    }
    /// At a place of an axis this long. Where powers of ten are few, what is between them is
    /// named too.
    fn tick(&self, place: f64, length: f64) -> String {
        if !self.log {
            return plain_tick(place, length);
        }
        let (value, whole) = (10f64.powf(place), (place - place.round()).abs() < 1e-9);
        if length < 2.0 && (0.01..1e5).contains(&value) {
            short(format!("{value:.1e}").parse().unwrap_or(value))
        } else if whole {
            format!("1e{}", place.round())
        } else if length < 2.0 {
            format!("{value:.1e}")
        } else {
            String::new()
        }
    }
}

/// A number at a place of an axis this long, without what rounding has left in the last digits.
fn plain_tick(place: f64, length: f64) -> String {
    if place.abs() < 1e-6 * length {
        return "0".into();
    }
    let text = short(format!("{place:.3e}").parse().unwrap_or(place));
    match text.split_once('e') {
        Some((digits, power)) => {
            format!("{}e{power}", digits.trim_end_matches('0').trim_end_matches('.'))
        }
        None => text,
    }
}

/// Of a panel, in pixels.
const WIDTH: u32 = 460;
const HEIGHT: u32 = 340;
/// More points than this are not seen.
const MOST: usize = 1500;

impl Panel {
    /// A picture of a thing has no axes: neither is named.
    fn is_bare(&self) -> bool {
        self.equal && self.x.label.is_empty() && self.y.label.is_empty()
    }
    fn places(&self, series: &PlotSeries) -> Vec<(f64, f64)> {
        let all = series.points.iter().map(|&(x, y)| (self.x.place(x), self.y.place(y)));
        let all = all.filter(|(x, y)| x.is_finite() && y.is_finite()).listed();
        thinned(all, series.mark != Mark::Dots)
    }
    fn range(&self, axis: &PlotAxis, of: fn(&(f64, f64)) -> f64) -> (f64, f64) {
        if let Some((from, to)) = axis.range {
            return (axis.place(from), axis.place(to));
        }
        let curves = self.series.iter().filter(|series| series.mark != Mark::Vertical);
        let places = curves.flat_map(|series| self.places(series));
        let (low, high) = places
            .map(|point| of(&point))
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
        if low > high {
            return (0.0, 1.0);
        }
        let room = match high - low {
            height if height > 0.0 => height * 0.04,
            _ if low == 0.0 => 0.1,
            _ => low.abs() * 0.1,
        };
        (low - room, high + room)
    }
    fn ranges(&self) -> ((f64, f64), (f64, f64)) {
        let (x, y) = (self.range(&self.x, |p| p.0), self.range(&self.y, |p| p.1));
        if !self.equal {
            return (x, y);
        }
        // The drawing itself is less wide and high than its part of the figure.
        let (beside, above) = if self.is_bare() { (20, 46) } else { (100, 90) };
        let aspect = f64::from(WIDTH - beside) / f64::from(HEIGHT - above);
        let (width, height) = (x.1 - x.0, y.1 - y.0);
        let grown = |(low, high): (f64, f64), size: f64| {
            let middle = (low + high) / 2.0;
            (middle - size / 2.0, middle + size / 2.0)
        };
        if width < height * aspect {
            (grown(x, height * aspect), y)
        } else {
            (x, grown(y, width / aspect))
        }
    }
}

/// As many points as are seen. Of a curve over x each part keeps its lowest and its highest, so that
/// what swings keeps its size; of others every so many.
fn thinned(all: Vec<(f64, f64)>, curve: bool) -> Vec<(f64, f64)> {
    if all.len() <= MOST {
        return all;
    }
    if !curve || all.windows(2).any(|pair| pair[1].0 < pair[0].0) {
        let every = all.len().div_ceil(MOST);
        return all.into_iter().step_by(every).listed();
    }
    let extremes = |part: &[(f64, f64)]| {
        let by_height = |a: &&(f64, f64), b: &&(f64, f64)| a.1.total_cmp(&b.1);
        let (low, high) = (part.iter().min_by(by_height), part.iter().max_by(by_height));
        let mut two: Vec<(f64, f64)> = low.into_iter().chain(high).copied().listed();
        two.sort_by(|a, b| a.0.total_cmp(&b.0));
        two
    };
    all.chunks(2 * all.len().div_ceil(MOST)).flat_map(extremes).listed()
}

/// A number in few digits.
#[must_use]
pub fn short(number: f64) -> String {
    let size = number.abs();
    if number == 0.0 || (1e-3..1e5).contains(&size) {
        let text = format!("{number:.6}");
        if text.contains('.') {
            text.trim_end_matches('0').trim_end_matches('.').into()
        } else {
            text
        }
    } else {
        format!("{number:.2e}")
    }
}
