//! Where the legend goes.

use super::{Mark, Panel};
use crate::listed::Listed;
use plotters::chart::SeriesLabelPosition;

impl Panel {
    /// The share of the drawing that the legend takes with some room around it, to the right and
    /// upwards: letters of 11 pixels in a drawing of 370 by 255.
    fn legend(&self) -> (f64, f64) {
        let labels = self.series.iter().map(|series| series.label.len()).filter(|size| *size > 0);
        let (lines, longest) = labels.fold((0, 0), |(n, most), size| (n + 1, most.max(size)));
        ((55.0 + 6.0 * longest as f64) / 370.0, (24.0 + 16.0 * f64::from(lines)) / 255.0)
    }

    /// The corner of the legend, and the ranges of the axes, with room for it above or below where no
    /// corner is free.
    pub(super) fn with_legend(&self) -> (SeriesLabelPosition, Ranges) {
        let (x, (low, high)) = self.ranges();
        let unnamed = self.series.iter().all(|series| series.label.is_empty());
        let fixed = self.y.range.is_some() || self.equal || unnamed;
        let room = (0..if fixed { 1 } else { 8 }).map(|k| f64::from(k) * 0.1 * (high - low));
        let tried = room.flat_map(|room| [(x, (low - room, high)), (x, (low, high + room))]);
        let tried: Vec<_> = tried.map(|ranges| (self.free_corner(ranges), ranges)).listed();
        let free = tried.iter().find(|((_, hidden), _)| *hidden == 0).or(tried.first());
        free.map_or((SeriesLabelPosition::UpperRight, (x, (low, high))), |((corner, _), ranges)| {
            (corner.clone(), *ranges)
        })
    }

    /// The corner in which the legend hides the least, and how many places it hides.
    fn free_corner(&self, ((x0, x1), (y0, y1)): Ranges) -> (SeriesLabelPosition, usize) {
        let (width, height) = self.legend();
        let places: Vec<(f64, f64)> = self
            .series
            .iter()
            .filter(|series| series.mark != Mark::Vertical)
            .flat_map(|series| between(&self.places(series)))
            .map(|(x, y)| ((x - x0) / (x1 - x0), (y - y0) / (y1 - y0)))
            .listed();
        let hidden = |right: bool, upper: bool| {
            let x = |x: f64| if right { x > 1.0 - width } else { x < width };
            let y = |y: f64| if upper { y > 1.0 - height } else { y < height };
            places.iter().filter(|place| x(place.0) && y(place.1)).count()
        };
        let corners = [
            (SeriesLabelPosition::UpperRight, hidden(true, true)),
            (SeriesLabelPosition::UpperLeft, hidden(false, true)),
            (SeriesLabelPosition::LowerRight, hidden(true, false)),
            (SeriesLabelPosition::LowerLeft, hidden(false, false)),
        ];
        let best = corners.into_iter().min_by_key(|(_, hidden)| *hidden);
        best.unwrap_or((SeriesLabelPosition::UpperRight, 0))
    }
}

/// Of both axes, from where to where.
type Ranges = ((f64, f64), (f64, f64));

/// Points along the line through the given ones.
fn between(places: &[(f64, f64)]) -> Vec<(f64, f64)> {
    const PARTS: u32 = 8;
    let along = |ends: &[(f64, f64)]| {
        let ((x, y), (u, v)) = (ends[0], ends[1]);
        let at = move |k: u32| {
            let part = f64::from(k) / f64::from(PARTS);
            (x + (u - x) * part, y + (v - y) * part)
        };
        (0..PARTS).map(at)
    };
    places.windows(2).flat_map(along).chain(places.last().copied()).listed()
}
