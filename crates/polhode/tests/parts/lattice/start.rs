//! Where bodies begin.

use crate::support::Uniform;
use polhode::{Inertia, State};

pub(super) struct Start {
    pub(super) inertia: Inertia<f64>,
    pub(super) state: State<f64>,
}

/// Moments in any order, momenta of length 0.3 to 0.7.
pub(super) fn random_starts(count: usize) -> Vec<Start> {
    let mut random = Uniform(11);
    (0..count)
        .map(|_| {
            let momentum = random.direction() * (0.3 + 0.4 * random.next());
            let [a, b, c] = [0; 3].map(|_| 0.3 + random.next());
            let inertia = Inertia::new([b + c, c + a, a + b]).unwrap();
            Start { inertia, state: State::new(random.rotation(), momentum) }
        })
        .collect()
}
