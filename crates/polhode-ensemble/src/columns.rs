//! Columns cut into blocks.

use crate::bodies::Bodies;
use crate::column::Column;
use polhode::ensemble::Block;
use polhode::geometry::Mat3;
use polhode::real::Scalar;
use polhode::{Attitude, Rotation, State, Vec3};
use std::collections::TryReserveError;

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

fn columns<S: Scalar, const N: usize>(
    first: usize,
    columns: [Vec<S>; N],
) -> Result<[Column<S>; N], TryReserveError> {
    let (mut index, mut done) = (first.., Ok(()));
    let made = columns.map(|column| {
        let column = Column::new(index.next().unwrap_or(0), column.into_iter());
        column.unwrap_or_else(|error| {
            done = Err(error);
            Column::default()
        })
    });
    done.map(|()| made)
}

impl<S: Scalar> Columns<S> {
    pub(crate) fn from_bodies(bodies: Bodies<S>) -> Result<Self, TryReserveError> {
        let Bodies { moments, attitude, momentum } = bodies;
        Ok(Self {
            moments: columns(0, moments)?,
            attitude: Attitudes::Quaternions(columns(ATTITUDES, attitude)?),
            momentum: columns(MOMENTA, momentum)?,
        })
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
    pub(crate) fn make_matrices(&mut self) -> Result<(), TryReserveError> {
        let matrices = self.columns_of(|rotation| {
            let Mat3 { x, y, z } = Mat3::from_rotation(rotation);
            let mut numbers = [x, y, z].into_iter().flat_map(Vec3::to_array);
            [(); 9].map(|()| numbers.next().unwrap_or(S::zero()))
        })?;
        self.attitude = Attitudes::Matrices(Box::new(matrices));
        Ok(())
    }
    pub(crate) fn make_quaternions(&mut self) -> Result<(), TryReserveError> {
        self.attitude = Attitudes::Quaternions(self.columns_of(Rotation::to_wxyz)?);
        Ok(())
    }
    /// The attitudes in another form.
    fn columns_of<const N: usize>(
        &self,
        numbers: impl Fn(Rotation<S>) -> [S; N],
    ) -> Result<[Column<S>; N], TryReserveError> {
        let mut all = [(); N].map(|()| Vec::new());
        all.iter_mut().try_for_each(|column| column.try_reserve_exact(self.len()))?;
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

/// Columns cut into pieces of equal length, the last may be shorter: one block after the other; an
/// error where memory does not suffice.
pub(crate) fn blocks<'a, S, const A: usize>(
    moments: &'a [Column<S>; 3],
    attitude: &'a mut [Column<S>; A],
    momentum: &'a mut [Column<S>; 3],
    size: usize,
) -> Result<Vec<Block<'a, S, A>>, TryReserveError> {
    let mut all = Vec::new();
    all.try_reserve_exact(moments[0].len().div_ceil(size))?;
    let mut moments = moments.each_ref().map(|column| column.chunks(size));
    let mut attitude = attitude.each_mut().map(|column| column.chunks_mut(size));
    let mut momentum = momentum.each_mut().map(|column| column.chunks_mut(size));
    while let [Some(a), Some(b), Some(c)] = moments.each_mut().map(Iterator::next) {
        all.push(Block {
            moments: [a, b, c],
            attitude: attitude.each_mut().map(|pieces| pieces.next().unwrap_or_default()),
            momentum: momentum.each_mut().map(|pieces| pieces.next().unwrap_or_default()),
        });
    }
    Ok(all)
}
