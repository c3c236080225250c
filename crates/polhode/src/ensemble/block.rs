//! A part of the columns in which bodies are kept.

use crate::geometry::{Mat3, Vec3};
use crate::real::{Lanes, ask_for};

/// Bodies side by side: each number of a state in a column of its own, `A` of them for the
/// attitude. All columns are equally long.
#[derive(Debug)]
pub struct Block<'a, S, const A: usize> {
    /// Principal moments.
    pub moments: [&'a [S]; 3],
    /// w x y z, or the rows of a matrix.
    pub attitude: [&'a mut [S]; A],
    /// In body axes.
    pub momentum: [&'a mut [S]; 3],
}

impl<S: Copy, const A: usize> Block<'_, S, A> {
    /// How many bodies.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moments[0].len()
    }
    /// None?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Asks memory for some registers of bodies, from `first` on.
#[inline(always)]
pub(super) fn ask_for_columns<R: Lanes, S: Copy, const A: usize>(
    block: &Block<'_, S, A>,
    first: usize,
    registers: usize,
) {
    // Two registers of 32 bytes make a line.
    for v in (0..registers).step_by(2) {
        let index = first + v * R::COUNT;
        block.moments.iter().for_each(|column| ask_for(column, index));
        block.attitude.iter().for_each(|column| ask_for(column, index));
        block.momentum.iter().for_each(|column| ask_for(column, index));
    }
}

/// Numbers of a column from `first` on; where it has ended, its last one again.
#[inline(always)]
pub(super) fn load<R: Lanes>(column: &[R::Scalar], first: usize) -> R {
    if let Some(rest) = column.get(first..)
        && let Some(lanes) = R::from_column(rest)
    {
        return lanes;
    }
    R::from_lanes(|i| column[(first + i).min(column.len() - 1)])
}

/// Into a column, as far as it goes.
#[inline(always)]
pub(super) fn store<R: Lanes>(number: R, column: &mut [R::Scalar], first: usize) {
    if let Some(rest) = column.get_mut(first..) {
        number.put(rest);
    }
}

/// Three columns.
#[inline(always)]
pub(super) fn load_vector<R: Lanes, C: AsRef<[R::Scalar]>>(columns: &[C], first: usize) -> Vec3<R> {
    // No closure: it might not be inlined.
    let x = load(columns[0].as_ref(), first);
    let y = load(columns[1].as_ref(), first);
    let z = load(columns[2].as_ref(), first);
    Vec3 { x, y, z }
}

#[inline(always)]
pub(super) fn store_vector<R: Lanes>(
    vector: Vec3<R>,
    columns: &mut [&mut [R::Scalar]],
    first: usize,
) {
    store(vector.x, columns[0], first);
    store(vector.y, columns[1], first);
    store(vector.z, columns[2], first);
}

/// Nine columns.
#[inline(always)]
pub(super) fn load_matrix<R: Lanes>(columns: &[&mut [R::Scalar]; 9], first: usize) -> Mat3<R> {
    let x = load_vector(&columns[..3], first);
    let y = load_vector(&columns[3..6], first);
    let z = load_vector(&columns[6..], first);
    Mat3 { x, y, z }
}

#[inline(always)]
pub(super) fn store_matrix<R: Lanes>(
    matrix: Mat3<R>,
    columns: &mut [&mut [R::Scalar]; 9],
    first: usize,
) {
    store_vector(matrix.x, &mut columns[..3], first);
    store_vector(matrix.y, &mut columns[3..6], first);
    store_vector(matrix.z, &mut columns[6..], first);
}
