//! Outlines of straight lines.

use super::place::Placement;
use super::scan::Rasterizer;
use super::stroke::stroke;

/// No curve is further from the lines in its place, in pixels.
const FLAT: f64 = 0.02;
/// A curve is not cut into more lines.
const PARTS: f64 = 1024.0;

/// A line from place to place.
#[derive(Clone, Debug, Default)]
struct Contour {
    places: Vec<Placement>,
    closed: bool,
}

/// Lines that surround what is to be filled, or are to be drawn themselves; in pixels.
#[derive(Clone, Debug, Default)]
pub(super) struct Outline {
    contours: Vec<Contour>,
}

impl Outline {
    /// The line through these places.
    pub(super) fn through(places: Vec<Placement>, closed: bool) -> Self {
        Self { contours: vec![Contour { places, closed }] }
    }

    /// A circle, as a polygon with the same area.
    pub(super) fn circle(middle: Placement, radius: f64) -> Self {
        let quarter = std::f64::consts::FRAC_PI_2;
        let count = 4 * parts(radius * quarter.powi(2)).max(2);
        let step = 4.0 * quarter / f64::from(count);
        let reach = radius * (step / step.sin()).sqrt();
        let rim = (0..count).map(|i| {
            let (sine, cosine) = (f64::from(i) * step).sin_cos();
            middle + Placement::new(cosine, sine) * reach
        });
        Self::through(rim.collect(), true)
    }

    pub(super) fn move_to(&mut self, place: Placement) {
        self.contours.push(Contour { places: vec![place], closed: false });
    }

    pub(super) fn line_to(&mut self, place: Placement) {
        if let Some(contour) = self.contours.last_mut() {
            contour.places.push(place);
        }
    }

    /// A Bezier curve of second degree from where the outline is.
    pub(super) fn quad_to(&mut self, control: Placement, end: Placement) {
        let towards = |from: Placement| from + (control - from) * (2.0 / 3.0);
        if let Some(from) = self.last() {
            self.cubic_to(towards(from), towards(end), end);
        }
    }

    /// A Bezier curve of third degree from where the outline is.
    pub(super) fn cubic_to(&mut self, control: Placement, other: Placement, end: Placement) {
        let Some(from) = self.last() else { return };
        let curve = [from, control, other, end];
        let bend = |i: usize| (curve[i] - curve[i + 1] * 2.0 + curve[i + 2]).length();
        let count = parts(6.0 * bend(0).max(bend(1)));
        for i in 1..=count {
            self.line_to(bezier(curve, f64::from(i) / f64::from(count)));
        }
    }

    fn last(&self) -> Option<Placement> {
        self.contours.last()?.places.last().copied()
    }

    pub(super) fn close(&mut self) {
        if let Some(contour) = self.contours.last_mut() {
            contour.closed = true;
        }
    }

    /// Whether no coordinate is larger.
    pub(super) fn is_within(&self, limit: f64) -> bool {
        let mut places = self.contours.iter().flat_map(|contour| &contour.places);
        places.all(|place| place.x.abs() <= limit && place.y.abs() <= limit)
    }

    /// Adds the edges around the inside, as if all were closed.
    pub(super) fn fill(&self, scan: &mut Rasterizer) {
        for Contour { places, .. } in &self.contours {
            let next = places.iter().cycle().skip(1);
            for (from, to) in places.iter().zip(next) {
                scan.edge(*from, *to);
            }
        }
    }

    /// Adds the edges around lines with this width.
    pub(super) fn stroke(&self, width: f64, scan: &mut Rasterizer) {
        for contour in &self.contours {
            stroke(&contour.places, contour.closed, width, scan);
        }
    }
}

/// How many lines stand for a curve whose second derivative is no longer than this.
fn parts(bend: f64) -> u32 {
    let count = (bend / (8.0 * FLAT)).sqrt().ceil().clamp(1.0, PARTS);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 1 to PARTS")]
    let count = count as u32;
    count
}

/// The place at a part of a curve, by de Casteljau's means of means.
fn bezier(mut curve: [Placement; 4], part: f64) -> Placement {
    for last in (1..curve.len()).rev() {
        for i in 0..last {
            curve[i] = curve[i] + (curve[i + 1] - curve[i]) * part;
        }
    }
    curve[0]
}
