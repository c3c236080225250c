//! A step of Gragg, Bulirsch and Stoer: modified midpoint rules, extrapolated in the square of their step.

use super::wide::{ONE, Wide, ZERO, wide};

/// Quaternion and momentum.
pub(crate) type Seven = [Wide; 7];

/// Rows of the tableau: the order is twice as much.
pub(crate) const ROWS: usize = 12;

/// What a step is compared with: unit quaternions, and momenta of this size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    pub(crate) momentum: f64,
    pub(crate) tolerance: f64,
}

/// The state after a step and the rows that it took; none where all rows are too few.
pub(crate) fn step(
    slope: &dyn Fn(&Seven, Wide) -> Seven,
    start: &Seven,
    h: Wide,
    scale: Scale,
) -> Option<(Seven, usize)> {
    let first = slope(start, ZERO);
    let mut above: Vec<Seven> = Vec::with_capacity(ROWS);
    for row in 0..ROWS {
        let mut entries = vec![midpoint(slope, start, &first, h, parts(row))];
        for column in 0..row {
            // Aitken and Neville.
            let ratio = wide(parts(row)) / wide(parts(row - 1 - column));
            let weight = ONE / (ratio.squared() - ONE);
            let (left, corner) = (entries[column], above[column]);
            entries.push(std::array::from_fn(|i| left[i] + (left[i] - corner[i]) * weight));
        }
        let close = |row: usize| apart(&entries[row], &entries[row - 1], scale.momentum);
        if row >= 2 && close(row) < scale.tolerance {
            return Some((entries[row], row + 1));
        }
        above = entries;
    }
    None
}

fn parts(row: usize) -> f64 {
    2.0 * (row as f64 + 1.0)
}

fn midpoint(
    slope: &dyn Fn(&Seven, Wide) -> Seven,
    start: &Seven,
    first: &Seven,
    h: Wide,
    count: f64,
) -> Seven {
    let part = h / wide(count);
    let along = |from: &Seven, slope: &Seven, h: Wide| -> Seven {
        std::array::from_fn(|i| from[i] + slope[i] * h)
    };
    let (mut before, mut now) = (*start, along(start, first, part));
    for n in 1..count as u32 {
        let slope = slope(&now, part * f64::from(n));
        (before, now) = (now, along(&before, &slope, part * 2.0));
    }
    now
}

/// The larger of the differences of quaternions, and of momenta by their size.
fn apart(a: &Seven, b: &Seven, size: f64) -> f64 {
    let difference = |i: usize| (a[i] - b[i]).hi.abs();
    let size = (4..7).map(|i| a[i].hi.abs()).fold(size, f64::max).max(f64::MIN_POSITIVE);
    let attitude = (0..4).map(difference).fold(0.0, f64::max);
    let momentum = (4..7).map(|i| difference(i) / size).fold(0.0, f64::max);
    if attitude.is_nan() || momentum.is_nan() { f64::INFINITY } else { attitude.max(momentum) }
}
