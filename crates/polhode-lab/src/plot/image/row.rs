//! One row of pixels, each divided into smaller cells.
//!
//! What an edge covers of a cell is its exact area, so that an outline which does not cross itself
//! has the exact share of each pixel however coarse the cells are. They are there for lines with a
//! width, whose parts overlap: a cell on the rim of two parts counts for both, and is limited to one.

use super::scan::Edge;
use std::ops::Range;

/// Cells of a pixel, across and down.
const CELLS: usize = 4;
/// What covers less of a pixel is the rounding of sums.
const NOTHING: f32 = 1e-5;

/// Coverage as differences: the sum of all cells up to one is what is covered of that one.
#[derive(Debug)]
pub(super) struct CoverageRow {
    width: usize,
    columns: Vec<[f32; CELLS]>,
    /// Whether a pixel has a cell other than zero.
    touched: Vec<bool>,
    /// The pixels between which something was touched.
    range: Range<usize>,
}

impl CoverageRow {
    pub(super) fn new(width: usize) -> Self {
        Self { width, columns: Vec::new(), touched: Vec::new(), range: width..0 }
    }

    /// Adds the part of an edge in the row at y.
    pub(super) fn add(&mut self, edge: &Edge, y: usize) {
        const PER: f64 = CELLS as f64;
        let above = y as f64;
        let mut top = edge.top.y.max(above);
        let mut from = edge.across(top) * PER;
        self.touch(from, edge.across(edge.bottom.y.min(above + 1.0)) * PER);
        for line in 0..CELLS {
            let bottom = edge.bottom.y.min(above + (line + 1) as f64 / PER);
            if top < bottom {
                let to = edge.across(bottom) * PER;
                self.slope(line, from.min(to), from.max(to), (bottom - top) * PER * edge.sign);
                (top, from) = (bottom, to);
            }
        }
    }

    /// Adds an edge that goes from left to right over so much of the height of a line of cells.
    fn slope(&mut self, line: usize, left: f64, right: f64, height: f64) {
        let (start, end) = (self.column(left), self.column(right));
        if start == end {
            self.put(start, line, height, (left + right) / 2.0);
            return;
        }
        let lean = height / (right - left);
        for column in start..=end {
            let (from, to) = (left.max(column as f64), right.min((column + 1) as f64));
            self.put(column, line, (to - from) * lean, (from + to) / 2.0);
        }
    }

    /// Adds an edge within one cell whose middle is at x.
    #[expect(clippy::cast_possible_truncation, reason = "of a part of one")]
    fn put(&mut self, column: usize, line: usize, height: f64, x: f64) {
        let beside = height * (x - column as f64);
        self.columns[column][line] += (height - beside) as f32;
        self.columns[column + 1][line] += beside as f32;
    }

    /// The column of cells with a place.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "in the image")]
    fn column(&self, x: f64) -> usize {
        (x as usize).min(self.width * CELLS)
    }

    /// Remembers the pixels that an edge between two columns changes.
    fn touch(&mut self, from: f64, to: f64) {
        let (first, last) = (self.column(from.min(to)), self.column(from.max(to)) + 1);
        let pixels = first / CELLS..last / CELLS + 1;
        // Memory only as far to the right as something is drawn: images may be very wide.
        if self.touched.len() < pixels.end {
            self.touched.resize(pixels.end, false);
            self.columns.resize(pixels.end * CELLS, [0.0; CELLS]);
        }
        self.range = self.range.start.min(pixels.start)..self.range.end.max(pixels.end);
        for touched in &mut self.touched[pixels] {
            *touched = true;
        }
    }

    /// Says which pixels are covered by how much, and clears the row.
    pub(super) fn sweep(&mut self, paint: &mut dyn FnMut(Range<usize>, f32)) {
        let range = std::mem::replace(&mut self.range, self.width..0);
        let mut inside = [0.0; CELLS];
        let mut x = range.start;
        while x < range.end {
            let start = x;
            let covered = if std::mem::take(&mut self.touched[x]) {
                x += 1;
                self.pixel(start, &mut inside)
            } else {
                let rest = &self.touched[x..range.end];
                x += rest.iter().position(|touched| *touched).unwrap_or(rest.len());
                mean(inside)
            };
            if covered > NOTHING && start < self.width {
                paint(start..x.min(self.width), covered);
            }
        }
        if mean(inside) > NOTHING && x < self.width {
            paint(x..self.width, mean(inside));
        }
    }

    /// What is covered of one pixel, from what is covered before it.
    fn pixel(&mut self, x: usize, inside: &mut [f32; CELLS]) -> f32 {
        let mut sum = 0.0;
        for column in &mut self.columns[x * CELLS..(x + 1) * CELLS] {
            for (inside, change) in inside.iter_mut().zip(std::mem::take(column)) {
                *inside += change;
            }
            sum += mean(*inside);
        }
        sum / CELLS as f32
    }
}

/// What is covered of a column of cells that edges go around so often.
fn mean(inside: [f32; CELLS]) -> f32 {
    inside.iter().map(|times| times.abs().min(1.0)).sum::<f32>() / CELLS as f32
}
