//! Free bodies by the closed form.

use super::Block;
use super::block::{load, load_vector, store, store_vector};
use crate::body::State;
use crate::exact::after;
use crate::geometry::Rotation;
use crate::inertia::Inertia;
use crate::real::{LaneKernel, Lanes, Scalar};

/// Free bodies after a time, one evaluation of the closed form for each.
#[derive(Debug)]
pub struct After<'a, S> {
    /// The bodies.
    pub block: Block<'a, S, 4>,
    /// The time.
    pub t: S,
}

impl<S: Scalar> LaneKernel<S> for After<'_, S> {
    type Output = ();
    #[inline(always)]
    fn run<R: Lanes<Scalar = S>>(self) {
        let Self { mut block, t } = self;
        let t = R::from_lanes(|_| t);
        let mut first = 0;
        while first < block.len() {
            let Block { moments, attitude, momentum } = &mut block;
            let [w, x, y, z] = [0, 1, 2, 3].map(|k| load::<R>(attitude[k], first));
            let start = State {
                time: R::zero(),
                attitude: Rotation { w, x, y, z },
                momentum: load_vector(momentum, first),
            };
            let State { attitude: turned, momentum: moved, .. } =
                after(&Inertia::from_moments(load_vector(moments, first)), &start, t);
            for (column, number) in attitude.iter_mut().zip(turned.to_wxyz()) {
                store(number, column, first);
            }
            store_vector(moved, momentum, first);
            first += R::COUNT;
        }
    }
}
