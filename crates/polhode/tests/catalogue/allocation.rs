//! A step allocates nothing.

use crate::support::{bind, body, state};
use polhode::catalogue::variants;

#[test]
fn no_method_allocates_in_a_step() {
    for name in variants() {
        let start = state::<f64, polhode::Rotation<f64>>([1.0, 0.0, 0.0, 0.0], [1.0, 2.0, 3.0]);
        let mut run = bind(&name, body([1.0, 2.0, 2.5]), start).unwrap();
        let count = allocation_counter::measure(|| run.advance(0.01, 100).unwrap());
        assert_eq!(count.count_total, 0, "{name}");
    }
}
