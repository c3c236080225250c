//! What the matrix of a conservative motion obeys.

use super::problem::{DIRECTIONS, carried, free, pushed, start, transition};
use polhode::catalogue::variants;
use polhode::sensitivity::{Sensitivity, Transition, from_variables};

const CONSERVATIVE: [&str; 2] = ["field", "gradient"];

/// Steps so long that what is not symplectic shows, whatever its order.
const COARSE: (f64, u64) = (0.2, 3);

#[test]
fn it_is_symplectic_where_the_method_is_and_not_where_it_is_not() {
    let start = start::<f64>();
    for name in variants() {
        if name.options().reversible.is_some() {
            continue; // given its steps it is what is inside; what is not, is their choice
        }
        let of = |end: Transition<f64, DIRECTIONS>| end.symplectic_defect(start.momentum);
        let mut defects = vec![of(carried(&name, start, COARSE, free))];
        if name.card().order_torqued.is_some() {
            for case in CONSERVATIVE {
                defects.push(of(carried(&name, start, COARSE, |first| pushed(case, first))));
            }
        }
        println!("{name}: {defects:?}");
        let worst = defects.iter().fold(0f64, |worst, &defect| worst.max(defect));
        // Of a series that follows a tolerance: to its own accuracy.
        let allowed = name.tolerance().map_or(1e-13, |tolerance| (3.0 * tolerance).max(1e-13));
        if name.card().symplectic || name.tolerance().is_some() {
            assert!(worst < allowed, "{name}: {defects:?}");
        } else {
            assert!(worst > 1e-13, "{name} is not to be symplectic: {defects:?}");
        }
    }
}

/// The matrix of a way is the product of those of its parts.
#[test]
fn parts_of_a_way_multiply() {
    for name in ["exact", "mclachlan-reich", "liemid-ea", "taylor:degree=12", "rk4", "magnus-4"] {
        let name = crate::support::method(name);
        let whole = transition(&name, "several", 12).unwrap();
        let first = transition(&name, "several", 5).unwrap();
        let body = |first| pushed("several", first);
        let second = carried(&name, first.state, (super::problem::H, 7), body);
        let mut worst = 0f64;
        for row in 0..6 {
            for column in 0..DIRECTIONS {
                let through: f64 =
                    (0..6).map(|k| second.matrix[row][k] * first.matrix[k][column]).sum();
                // What a parameter does in the second part by itself.
                let own = if column < 6 { 0.0 } else { second.matrix[row][column] };
                worst = worst.max((through + own - whole.matrix[row][column]).abs());
            }
        }
        println!("{name}: {worst:.1e}");
        assert!(worst < 1e-14, "{name}: {worst:e}"); // measured
    }
}

/// Asked on the way, a run goes on as if it had not been.
#[test]
fn a_run_can_be_asked_at_several_times() {
    let name = crate::support::method("taylor");
    let start = start::<f64>();
    let new = || Sensitivity::new(&name, pushed("gradient", 0), from_variables(&start, 0)).unwrap();
    let (mut asked, mut other) = (new(), new());
    asked.advance(0.5, 1).unwrap();
    let between: Transition<f64, 2> = asked.transition_near(0.25).unwrap();
    assert_eq!(between.state.time, 0.25);
    asked.advance(0.5, 1).unwrap();
    other.advance(0.5, 2).unwrap();
    assert_eq!(asked.transition(), other.transition());
    // As good in between as at the ends of steps.
    let mut there = new();
    while there.transition().state.time < 0.25 {
        let left = 0.25 - there.transition().state.time;
        there.advance(left, 1).unwrap();
    }
    let there = there.transition();
    assert!((there.state.time - 0.25).abs() < 1e-15);
    for (a, b) in between.matrix.iter().flatten().zip(there.matrix.iter().flatten()) {
        assert!((a - b).abs() < 1e-14, "{a} {b}");
    }
}
