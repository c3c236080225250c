//! How much of each pixel is inside of edges.

use super::place::Placement;
use super::row::CoverageRow;
use std::ops::Range;

/// A lower edge has no direction that is worth a number, and surrounds nothing.
const LOW: f64 = 1e-9;

/// An edge that goes down.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) top: Placement,
    pub(super) bottom: Placement,
    /// The way to the right for each pixel down.
    lean: f64,
    /// 1 where it was drawn downwards, -1 where upwards.
    pub(super) sign: f64,
}

impl Edge {
    fn new(top: Placement, bottom: Placement, sign: f64) -> Self {
        Self { top, bottom, lean: (bottom.x - top.x) / (bottom.y - top.y), sign }
    }
    /// Where it is at a height between its ends.
    pub(super) fn across(&self, y: f64) -> f64 {
        self.top.x + (y - self.top.y) * self.lean
    }
    /// The height at which it is at x; its top where it is nowhere.
    fn down(&self, x: f64) -> f64 {
        let part = (x - self.top.x) / (self.bottom.x - self.top.x);
        let inside = part > 0.0 && part < 1.0;
        if inside { self.top.y + part * (self.bottom.y - self.top.y) } else { self.top.y }
    }
}

/// The edges around what is to be painted. Inside is where they go around a place more often in one
/// direction than in the other.
#[derive(Debug)]
pub(super) struct Rasterizer {
    width: f64,
    height: f64,
    edges: Vec<Edge>,
    row: CoverageRow,
}

impl Rasterizer {
    /// For an image of this many pixels.
    pub(super) fn new(width: u32, height: u32) -> Self {
        let row = CoverageRow::new(width as usize);
        Self { width: width.into(), height: height.into(), edges: Vec::new(), row }
    }

    /// Adds an edge.
    pub(super) fn edge(&mut self, from: Placement, to: Placement) {
        let (top, bottom, sign) = if from.y < to.y { (from, to, 1.0) } else { (to, from, -1.0) };
        let (y0, y1) = (top.y.max(0.0), bottom.y.min(self.height));
        if !(top.is_finite() && bottom.is_finite() && bottom.y - top.y > LOW && y0 < y1) {
            return;
        }
        let edge = Edge::new(top, bottom, sign);
        // Cut where it leaves the image. What is left of it counts for all that is right of it, as
        // if it were at the border; what is right of it for nothing.
        let mut cuts = [y0, edge.down(0.0), edge.down(self.width), y1].map(|y| y.clamp(y0, y1));
        cuts.sort_unstable_by(f64::total_cmp);
        for cut in cuts.windows(2).filter(|cut| cut[1] - cut[0] > LOW) {
            let [top, bottom] = [cut[0], cut[1]].map(|y| Placement::new(edge.across(y), y));
            if (top.x + bottom.x) / 2.0 < self.width {
                let [top, bottom] =
                    [top, bottom].map(|end| Placement::new(end.x.clamp(0.0, self.width), end.y));
                self.edges.push(Edge::new(top, bottom, sign));
            }
        }
    }

    /// Says of each row which pixels have how much inside, and forgets the edges.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "in the image")]
    pub(super) fn cover(&mut self, paint: &mut dyn FnMut(usize, Range<usize>, f32)) {
        self.edges.sort_unstable_by(|a, b| a.top.y.total_cmp(&b.top.y));
        let mut active: Vec<Edge> = Vec::new();
        let mut waiting = &self.edges[..];
        let Some(first) = waiting.first() else { return };
        for y in first.top.y as usize..self.height as usize {
            let below = (y + 1) as f64;
            let starts = waiting.partition_point(|edge| edge.top.y < below);
            active.extend(&waiting[..starts]);
            waiting = &waiting[starts..];
            for edge in &active {
                self.row.add(edge, y);
            }
            active.retain(|edge| edge.bottom.y > below);
            self.row.sweep(&mut |pixels, part| paint(y, pixels, part));
            if active.is_empty() && waiting.is_empty() {
                break;
            }
        }
        self.edges.clear();
    }
}
