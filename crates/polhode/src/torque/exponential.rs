//! The exponential of a matrix.

use crate::geometry::{Mat3, Vec3};
use crate::real::{Mask, Real};

/// e to the power of a matrix: halved until no row exceeds 1, by the series,
/// squared as often as halved. The relative error is a few units in the last
/// place times 1 + |matrix|, as that of any exponential.
pub(super) fn exponential<R: Real>(matrix: Mat3<R>) -> Mat3<R> {
    // More halvings than the largest finite number takes.
    const MOST: u32 = 1100;
    let (mut part, mut size) = (matrix, row_sum(matrix));
    let mut halvings = R::zero();
    for _ in 0..MOST {
        let large = R::one().lt(size);
        if !large.any() {
            break;
        }
        // A lane that is small enough keeps its bits while others go on.
        part = select(large, part * R::from_f64(0.5), part);
        size = R::select(large, size.half(), size);
        halvings = R::select(large, halvings + R::one(), halvings);
    }
    let mut power = series(part);
    let mut squarings = R::zero();
    for _ in 0..MOST {
        let more = squarings.lt(halvings);
        if !more.any() {
            break;
        }
        power = select(more, power * power, power);
        squarings += R::one();
    }
    power
}

/// 1 + A (1 + A/2 (1 + A/3 ...)), whose terms left out do not reach the last digit.
fn series<R: Real>(matrix: Mat3<R>) -> Mat3<R> {
    let (mut terms, mut size) = (1, 1.0);
    while size > R::EPSILON / 64.0 {
        size /= f64::from(terms);
        terms += 1;
    }
    let one = Mat3::identity();
    (1..=terms).rev().fold(one, |sum, k| {
        let over = R::from_f64(f64::from(k));
        one + (matrix * sum).map_rows(|row| row / over)
    })
}

/// The largest sum of magnitudes in a row.
fn row_sum<R: Real>(matrix: Mat3<R>) -> R {
    let sum = |row: Vec3<R>| row.x.abs() + row.y.abs() + row.z.abs();
    sum(matrix.x).max(sum(matrix.y)).max(sum(matrix.z))
}

fn select<R: Real>(mask: R::Mask, yes: Mat3<R>, no: Mat3<R>) -> Mat3<R> {
    Mat3 {
        x: Vec3::select(mask, yes.x, no.x),
        y: Vec3::select(mask, yes.y, no.y),
        z: Vec3::select(mask, yes.z, no.z),
    }
}
