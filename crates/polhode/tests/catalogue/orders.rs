//! Every method of the catalogue has the order that its card claims.

use crate::support::{body, method, run, slope, state, taylor};
use polhode::catalogue::variants;
use polhode::real::DoubleDouble;

/// Options of which one must not spoil the order of the other.
const TOGETHER: [&str; 5] = [
    "dmv:correction=4,compose=yoshida-6",
    "dmv:correction=6,compose=yoshida-4",
    "mclachlan-zanna:momentum=6,compose=yoshida-4",
    "energy-momentum:s=dmv,compose=suzuki-4",
    "jem:magnus=4,compose=kahan-li-6",
];

/// An asymmetric body from a generic start, about two radians: short enough
/// that the leading error term shows, in double-double so that even order 8 has
/// room below it.
#[test]
fn every_method_has_the_order_of_its_card() {
    let (time, steps) = (1.0, [96u64, 128, 192, 256, 384]);
    let body = body::<DoubleDouble>([1.0, 2.0, 2.7]);
    let start = state([0.9, 0.1, -0.3, 0.2], [1.1, 2.9, 1.7]);
    let truth = taylor(&body, start, time, 40);
    let finer = taylor(&body, start, time, 57);
    let agreement = finer.attitude.angle_to(truth.attitude).hi;
    assert!(agreement < 1e-29, "the truth is good to {agreement:e} only");

    // What follows a tolerance errs by that, not by a power of the step: tests/catalogue/taylor.rs.
    let of_an_order = variants().into_iter().filter(|name| name.tolerance().is_none());
    for name in of_an_order.chain(TOGETHER.map(method)) {
        let errors: Vec<_> = steps
            .iter()
            .map(|&n| {
                let h = DoubleDouble::from(time) / DoubleDouble::from(n as f64);
                let end = run(&name, body, start, h, n);
                (
                    h.hi,
                    end.attitude.angle_to(truth.attitude).hi,
                    (end.momentum - truth.momentum).norm().hi,
                )
            })
            .collect();
        let attitude = slope(&errors.iter().map(|&(h, a, _)| (h, a)).collect::<Vec<_>>());
        let momentum = slope(&errors.iter().map(|&(h, _, m)| (h, m)).collect::<Vec<_>>());
        let Some(order) = name.card().order_free.map(f64::from) else {
            let worst = errors.iter().map(|&(_, a, m)| a.max(m)).fold(0.0, f64::max);
            println!("{name}: exact, {worst:.1e}");
            // 96 to 384 steps, each with a few roundings of 2^-104.
            assert!(worst < 1e-28, "{name} claims to be exact, error {worst:e}");
            continue;
        };
        println!(
            "{name}: {attitude:.3} {momentum:.3}, claimed {order}, finest {:.1e}",
            errors[4].1
        );
        assert!((attitude - order).abs() < 0.1, "{name} has order {attitude:.3}, not {order}");
        let exactly = errors.iter().all(|&(_, _, m)| m < 1e-28);
        assert!(momentum > order - 0.1 || exactly, "momentum of {name}: order {momentum:.3}");
        match name.card().order_momentum.map(f64::from) {
            Some(own) => {
                assert!((momentum - own).abs() < 0.1, "momentum of {name}: order {momentum:.3}");
            }
            None => assert!(
                momentum < order + 0.9 || exactly,
                "momentum of {name}: order {momentum:.3} is not claimed"
            ),
        }
    }
}
