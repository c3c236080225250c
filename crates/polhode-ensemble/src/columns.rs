//! Columns cut into blocks.

use crate::bodies::Bodies;
use crate::column::Column;
use polhode::ensemble::Block;
use polhode::geometry::Mat3;
use polhode::real::Scalar;
use polhode::{Attitude, Rotation, State, Vec3};

/// The attitudes of bodies.
#[derive(Clone, Debug)]
pub(crate) enum Attitudes<S> {
    Quaternions([Column<S>; 4]),
    Matrices(Box<[Column<S>; 9]>),
}

/// The columns of an ensemble.
#[derive(Clone, Debug)]
pub(crate) struct Columns<S> {
    pub(crate) moments: [Column<S>; 3],
    pub(crate) attitude: Attitudes<S>,
    pub(crate) momentum: [Column<S>; 3],
}

/// Where columns begin: moments, momenta, attitudes.
const MOMENTA: usize = 3;
const ATTITUDES: usize = 6;

fn columns<S: Scalar, const N: usize>(first: usize, columns: [Vec<S>; N]) -> [Column<S>; N] {
    let mut index = first..;
    columns.map(|column| Column::new(index.next().unwrap_or(0), column.into_iter()))
}

impl<S: Scalar> Columns<S> {
    pub(crate) fn of(bodies: Bodies<S>) -> Self {
        let Bodies { moments, attitude, momentum } = bodies;
        Self {
            moments: columns(0, moments),
            attitude: Attitudes::Quaternions(columns(ATTITUDES, attitude)),
            momentum: columns(MOMENTA, momentum),
        }
    }
    pub(crate) fn len(&self) -> usize {
        self.moments[0].len()
    }
    /// The attitude of a body that is there.
    fn rotation(&self, body: usize) -> Rotation<S> {
        match &self.attitude {
            Attitudes::Quaternions(columns) => {
                let [w, x, y, z] = columns.each_ref().map(|column| column[body]);
                Rotation { w, x, y, z }
            }
            Attitudes::Matrices(columns) => {
                let row = |k: usize| Vec3::from([k, k + 1, k + 2].map(|k| columns[k][body]));
                Mat3 { x: row(0), y: row(3), z: row(6) }.to_rotation()
            }
        }
    }
    pub(crate) fn make_matrices(&mut self) {
        let matrices = self.columns_of(|rotation| {
            let Mat3 { x, y, z } = Mat3::from_rotation(rotation);
            let mut numbers = [x, y, z].into_iter().flat_map(Vec3::to_array);
            [(); 9].map(|()| numbers.next().unwrap_or(S::zero()))
        });
        self.attitude = Attitudes::Matrices(Box::new(matrices));
    }
    pub(crate) fn make_quaternions(&mut self) {
        self.attitude = Attitudes::Quaternions(self.columns_of(Rotation::to_wxyz));
    }
    /// The attitudes in another form.
    fn columns_of<const N: usize>(
        &self,
        numbers: impl Fn(Rotation<S>) -> [S; N],
    ) -> [Column<S>; N] {
        let mut all = [(); N].map(|()| Vec::with_capacity(self.len()));
        for body in 0..self.len() {
            let numbers = numbers(self.rotation(body));
            all.iter_mut().zip(numbers).for_each(|(column, number)| column.push(number));
        }
        columns(ATTITUDES, all)
    }
    /// Where a body is that has a quaternion; matrices do not fail.
    pub(crate) fn put(&mut self, body: usize, state: &State<S>) {
        if let Attitudes::Quaternions(columns) = &mut self.attitude {
            for (column, number) in columns.iter_mut().zip(state.attitude.to_wxyz()) {
                column[body] = number;
            }
            for (column, number) in self.momentum.iter_mut().zip(state.momentum.to_array()) {
                column[body] = number;
            }
        }
    }
    pub(crate) fn state(&self, body: usize, time: S) -> Option<State<S>> {
        if body >= self.len() {
            return None;
        }
        let momentum = Vec3::from(self.momentum.each_ref().map(|column| column[body]));
        Some(State { time, attitude: self.rotation(body), momentum })
    }
}

/// Columns cut into pieces of equal length, the last may be shorter: one block after the other.
pub(crate) fn blocks<'a, S, const A: usize>(
    moments: &'a [Column<S>; 3],
    attitude: &'a mut [Column<S>; A],
    momentum: &'a mut [Column<S>; 3],
    size: usize,
) -> Vec<Block<'a, S, A>> {
    let mut moments = moments.each_ref().map(|column| column.chunks(size));
    let mut attitude = attitude.each_mut().map(|column| column.chunks_mut(size));
    let mut momentum = momentum.each_mut().map(|column| column.chunks_mut(size));
    std::iter::repeat_with(|| {
        let [Some(a), Some(b), Some(c)] = moments.each_mut().map(Iterator::next) else {
            return None;
        };
        Some(Block {
            moments: [a, b, c],
            attitude: attitude.each_mut().map(|pieces| pieces.next().unwrap_or_default()),
            momentum: momentum.each_mut().map(|pieces| pieces.next().unwrap_or_default()),
        })
    })
    .map_while(|block| block)
    .collect()
}
