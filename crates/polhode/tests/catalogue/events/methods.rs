//! Every method of the catalogue: watched it takes the same steps, and its events come to
//! the true ones as fast as its states do.

use super::{crossings, spinning};
use crate::support::{bind, body, state};
use polhode::catalogue::{MethodName, variants};
use polhode::event::{Event, Watch};
use polhode::{Axis, Body, Rotation};

fn events() -> Vec<Event<f64>> {
    vec![Event::momentum(Axis::X, 0.3), Event::attitude(Axis::X, Axis::Y, 0.1)]
}

#[test]
fn a_run_that_is_watched_has_the_same_bits() {
    let start = state::<f64, Rotation<f64>>([0.9, 0.1, -0.3, 0.2], [1.1, 2.9, 1.7]);
    for name in variants() {
        let body: Body<f64> = body([1.0, 2.0, 2.7]);
        let mut plain = bind(&name, body, start).unwrap();
        let mut watched = bind(&name, body, start).unwrap();
        plain.advance(0.05, 40).unwrap();
        let mut watch = Watch::new(events());
        watch.advance(&mut *watched, 0.05, 40, &mut |_| {}).unwrap();
        assert_eq!(plain.state(), watched.state(), "{name}");
    }
}

/// Times of all crossings until 8, in steps of h.
fn found(name: &MethodName, h: f64) -> Vec<f64> {
    let mut run = bind(name, body([1.0, 2.0, 2.7]), spinning([1.1, 2.9, 1.7])).unwrap();
    super::times(&crossings(&mut *run, events(), h, 8.0))
}

#[test]
fn events_of_every_method_have_its_order() {
    let truth = found(&"taylor".parse().unwrap(), 4.0);
    assert!(truth.len() > 5, "{truth:?}");
    for name in variants() {
        let error = |h: f64| {
            let found = found(&name, h);
            assert_eq!(found.len(), truth.len(), "{name}, {h}");
            let off = found.iter().zip(&truth).map(|(a, b)| (a - b).abs());
            off.fold(0.0, f64::max)
        };
        // Of order 1 the error of the states is else too large to have an order.
        let h = if name.card().order_free == Some(1) { 1.0 / 1024.0 } else { 1.0 / 64.0 };
        let [coarse, fine] = [error(h), error(h / 2.0)];
        let order = (coarse / fine).log2();
        println!("{name}: {coarse:.1e} {fine:.1e} {order:.2}");
        let Some(claim) = name.card().order_free.map(f64::from) else {
            assert!(coarse < 1e-13, "{name}: {coarse:e}");
            continue;
        };
        if name.tolerance().is_none() && fine > 2e-12 {
            assert!(order > claim - 0.3, "{name} has order {order:.2}");
        }
    }
}
