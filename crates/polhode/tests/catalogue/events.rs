//! Events: every crossing is found once, where it is, to rounding.

mod methods;
mod random;
mod rules;

use polhode::event::{Crossing, Event, Watch};
use polhode::{Run, State};

/// All crossings of a run to a time, in steps of the method's own choice or of h.
fn crossings<R: Run<f64> + ?Sized>(
    run: &mut R,
    events: Vec<Event<f64>>,
    h: f64,
    end: f64,
) -> Vec<Crossing<f64>> {
    let mut watch = Watch::new(events);
    let mut found = Vec::new();
    while (end - run.state().time) * h > 1e-12 {
        watch.advance(run, h, 1, &mut |crossing| found.push(*crossing)).unwrap();
    }
    found.retain(|crossing| (end - crossing.state.time) * h >= 0.0);
    found
}

fn times(found: &[Crossing<f64>]) -> Vec<f64> {
    found.iter().map(|crossing| crossing.state.time).collect()
}

/// The state at time zero with the identity as attitude.
fn spinning(momentum: [f64; 3]) -> State<f64> {
    crate::support::state([1.0, 0.0, 0.0, 0.0], momentum)
}
