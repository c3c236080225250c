//! Bodies in columns.

use polhode::real::Scalar;
use polhode::{Inertia, Rotation, State, Vec3};

/// Bodies side by side, each number in a column of its own. All columns are equally long.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bodies<S> {
    /// Principal moments.
    pub moments: [Vec<S>; 3],
    /// w x y z, from body to space.
    pub attitude: [Vec<S>; 4],
    /// Angular momentum in body axes.
    pub momentum: [Vec<S>; 3],
}

impl<S: Scalar> Bodies<S> {
    /// From one after the other; what time a state has does not matter.
    pub fn new(bodies: impl IntoIterator<Item = (Inertia<S>, State<S>)>) -> Self {
        let mut all = Self::default();
        for (inertia, state) in bodies {
            all.push(&inertia, &state);
        }
        all
    }
    /// One more.
    pub fn push(&mut self, inertia: &Inertia<S>, state: &State<S>) {
        fn put<S, const N: usize>(columns: &mut [Vec<S>; N], numbers: [S; N]) {
            columns.iter_mut().zip(numbers).for_each(|(column, x)| column.push(x));
        }
        put(&mut self.moments, inertia.moments().to_array());
        put(&mut self.attitude, state.attitude.to_wxyz());
        put(&mut self.momentum, state.momentum.to_array());
    }
    /// How many.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moments[0].len()
    }
    /// None?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Attitude and momentum of one, if it is there.
    #[must_use]
    pub fn state(&self, body: usize, time: S) -> Option<State<S>> {
        let [w, x, y, z] = self.attitude.each_ref().map(|column| column.get(body).copied());
        let [a, b, c] = self.momentum.each_ref().map(|column| column.get(body).copied());
        let attitude = Rotation { w: w?, x: x?, y: y?, z: z? };
        Some(State { time, attitude, momentum: Vec3::new(a?, b?, c?) })
    }
    /// The first column that is not as long as that of the first moments: how long it is.
    pub(crate) fn uneven(&self) -> Option<usize> {
        let columns = self.moments.iter().chain(&self.attitude).chain(&self.momentum);
        columns.map(Vec::len).find(|&length| length != self.len())
    }
}
