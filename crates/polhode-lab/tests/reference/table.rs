//! Torques through given values: hold, linear, and the natural cubic spline by elimination.

use super::wide::{ONE, Triple, Wide, ZERO, triple, wide};

#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) interpolation: &'static str,
    pub(crate) times: Vec<f64>,
    torques: Vec<[f64; 3]>,
    /// Second derivatives at the points.
    bends: Vec<Triple>,
}

impl Table {
    pub(crate) fn new(
        interpolation: &'static str,
        times: Vec<f64>,
        torques: Vec<[f64; 3]>,
    ) -> Self {
        let bends = if interpolation == "cubic" {
            natural_spline(&times, &torques)
        } else {
            vec![[ZERO; 3]; times.len()]
        };
        Self { interpolation, times, torques, bends }
    }
    /// Calls a function with every number of the table.
    pub(super) fn numbers(&mut self, see: &mut dyn FnMut(&mut f64)) {
        self.times.iter_mut().for_each(&mut *see);
        self.torques.as_flattened_mut().iter_mut().for_each(see);
        *self = Self::new(self.interpolation, self.times.clone(), self.torques.clone());
    }
    pub(super) fn text(&self) -> String {
        let Self { interpolation, times, torques, .. } = self;
        format!(
            "model = \"table\"\ninterpolation = \"{interpolation}\"\ntimes = {times:?}\ntorques = {torques:?}"
        )
    }
    /// At a time, by the interval in which `middle` is.
    pub(super) fn at(&self, time: Wide, middle: Wide) -> Triple {
        let begun = self.times.iter().filter(|point| wide(**point) <= middle).count();
        let (first, last) = (self.torques[0], self.torques.len() - 1);
        if begun == 0 {
            return triple(first);
        }
        let i = begun - 1;
        if i == last || self.interpolation == "hold" {
            return triple(self.torques[i]);
        }
        let width = wide(self.times[i + 1]) - wide(self.times[i]);
        let b = (time - wide(self.times[i])) / width;
        let a = ONE - b;
        let bend = |x: Wide| (x.powi(3) - x) * width.squared() / wide(6.0);
        let (bend_a, bend_b) = (bend(a), bend(b));
        std::array::from_fn(|c| {
            a * self.torques[i][c]
                + b * self.torques[i + 1][c]
                + bend_a * self.bends[i][c]
                + bend_b * self.bends[i + 1][c]
        })
    }
}

/// By elimination in the tridiagonal system, with no bend at both ends.
fn natural_spline(times: &[f64], values: &[[f64; 3]]) -> Vec<Triple> {
    let n = times.len();
    let width = |i: usize| wide(times[i + 1]) - wide(times[i]);
    let slope = |i: usize, c: usize| (wide(values[i + 1][c]) - wide(values[i][c])) / width(i);
    // bend[i] = right[i] - factor[i] bend[i + 1]
    let (mut factor, mut right) = (vec![ZERO; n], vec![[ZERO; 3]; n]);
    for i in 1..n - 1 {
        let (before, after) = (width(i - 1), width(i));
        let pivot = (before + after) * 2.0 - before * factor[i - 1];
        factor[i] = after / pivot;
        right[i] = std::array::from_fn(|c| {
            ((slope(i, c) - slope(i - 1, c)) * 6.0 - before * right[i - 1][c]) / pivot
        });
    }
    let mut bends = vec![[ZERO; 3]; n];
    for i in (1..n - 1).rev() {
        bends[i] = std::array::from_fn(|c| right[i][c] - factor[i] * bends[i + 1][c]);
    }
    bends
}
