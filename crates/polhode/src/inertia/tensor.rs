//! Principal axes and moments of an inertia tensor.

use super::{Inertia, to_f64};
use crate::Error;
use crate::geometry::{Axis, Mat3, Rotation, Vec3};
use crate::real::Real;

/// Cyclic Jacobi converges quadratically; five or six sweeps are usual.
const SWEEPS: usize = 30;

impl<R: Real<Mask = bool>> Inertia<R> {
    /// Principal moments and axes of an inertia tensor given in body axes.
    ///
    /// The rotation takes principal components to body components: with
    /// `P = rotation.to_matrix()`, `tensor = P diag(moments) P^T`, and the
    /// columns of P are the principal axes. Of the 24 ways to number them and
    /// to choose their senses the one nearest to the body axes is taken; a
    /// diagonal tensor keeps its moments bit by bit, and the rotation is
    /// exactly the identity.
    ///
    /// # Errors
    /// - [`Error::TensorNotFinite`] if an entry is not finite;
    /// - [`Error::AsymmetricTensor`] if it is not symmetric to 1e-12 of the
    ///   largest entry (`f32`: 1e-6);
    /// - those of [`Inertia::new`], where "about x" is about the principal axis
    ///   nearest to x.
    pub fn from_tensor(tensor: Mat3<R>) -> Result<(Self, Rotation<R>), Error> {
        let mut entries = tensor.to_rows();
        require_symmetry(&entries)?;
        for (row, column) in PAIRS {
            let mean = (entries[row][column] + entries[column][row]).half();
            entries[row][column] = mean;
            entries[column][row] = mean;
        }
        let mut axes = Mat3::<R>::identity().to_rows();
        for _ in 0..SWEEPS {
            let mut changed = false;
            for (p, q) in PAIRS {
                changed |= annihilate(&mut entries, &mut axes, p, q);
            }
            if !changed {
                break;
            }
        }
        let moments = [entries[0][0], entries[1][1], entries[2][2]];
        let (order, rotation) = nearest_to_body(axes);
        Ok((Self::new(order.map(|i| moments[i]))?, rotation))
    }
}

/// The places above the diagonal.
const PAIRS: [(usize, usize); 3] = [(0, 1), (0, 2), (1, 2)];

fn require_symmetry<R: Real<Mask = bool>>(entries: &[[R; 3]; 3]) -> Result<(), Error> {
    let mut largest = R::zero();
    for row in Axis::ALL {
        for column in Axis::ALL {
            let entry = entries[row as usize][column as usize];
            if !entry.is_finite() {
                return Err(Error::TensorNotFinite { row, column, value: to_f64(entry) });
            }
            largest = largest.max(entry.abs());
        }
    }
    let tolerance = largest * R::from_f64(1e-12_f64.max(8.0 * R::EPSILON));
    for (i, j) in PAIRS {
        let (entry, mirrored) = (entries[i][j], entries[j][i]);
        if tolerance.lt((entry - mirrored).abs()) {
            return Err(Error::AsymmetricTensor {
                row: Axis::ALL[i],
                column: Axis::ALL[j],
                entry: to_f64(entry),
                mirrored: to_f64(mirrored),
            });
        }
    }
    Ok(())
}

/// One Jacobi rotation: makes the entry (p, q) zero, turns the axes along.
/// Tells whether there was something to do.
fn annihilate<R: Real<Mask = bool>>(
    entries: &mut [[R; 3]; 3],
    axes: &mut [[R; 3]; 3],
    p: usize,
    q: usize,
) -> bool {
    let (pp, qq, pq) = (entries[p][p], entries[q][q], entries[p][q]);
    // Against the geometric mean: a small moment keeps its digits too.
    let negligible = pp.abs().sqrt() * qq.abs().sqrt() * R::from_f64(R::EPSILON / 16.0);
    if pq.abs().le(negligible) {
        entries[p][q] = R::zero();
        entries[q][p] = R::zero();
        return false;
    }
    // The smaller root of t^2 + 2 theta t = 1: a turn by at most pi/4.
    let (gap, twice) = (qq - pp, pq.twice());
    let tan = twice / (gap.abs() + hypotenuse(gap, twice));
    let tan = R::select(gap.lt(R::zero()), -tan, tan);
    let cos = (R::one() + tan.squared()).sqrt().recip();
    let sin = tan * cos;
    let r = 3 - p - q;
    entries[p][p] = pp - tan * pq;
    entries[q][q] = qq + tan * pq;
    entries[p][q] = R::zero();
    entries[q][p] = R::zero();
    let (rp, rq) = (entries[r][p], entries[r][q]);
    let (new_rp, new_rq) = (cos * rp - sin * rq, sin * rp + cos * rq);
    entries[r][p] = new_rp;
    entries[p][r] = new_rp;
    entries[r][q] = new_rq;
    entries[q][r] = new_rq;
    for row in axes.iter_mut() {
        (row[p], row[q]) = (cos * row[p] - sin * row[q], sin * row[p] + cos * row[q]);
    }
    true
}

/// Length of (a, b), not both null, however small.
fn hypotenuse<R: Real>(a: R, b: R) -> R {
    let (large, small) = (a.abs().max(b.abs()), a.abs().min(b.abs()));
    large * (R::one() + (small / large).squared()).sqrt()
}

/// Which column becomes which axis, and the rotation made of the columns, with
/// such senses that it is proper and as small as possible.
fn nearest_to_body<R: Real<Mask = bool>>(axes: [[R; 3]; 3]) -> ([usize; 3], Rotation<R>) {
    const ORDERS: [[usize; 3]; 6] =
        [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];
    const SENSES: [[f64; 3]; 4] =
        [[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]];
    let mut best = (-R::from_f64(4.0), ORDERS[0], axes);
    for (index, order) in ORDERS.into_iter().enumerate() {
        // Jacobi's columns are right-handed; an odd order needs an odd sense.
        let parity = if index < 3 { 1.0 } else { -1.0 };
        for sense in SENSES {
            let columns = axes.map(|row| {
                core::array::from_fn(|j| row[order[j]] * R::from_f64(sense[j] * parity))
            });
            let trace = columns[0][0] + columns[1][1] + columns[2][2];
            if best.0.lt(trace) {
                best = (trace, order, columns);
            }
        }
    }
    let [x, y, z] = best.2.map(Vec3::from);
    (best.1, Rotation::from_matrix(Mat3 { x, y, z }))
}
