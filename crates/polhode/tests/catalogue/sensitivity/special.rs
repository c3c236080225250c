//! Where the closed form of the free rotation decides by cases, and where the matrix is
//! known in closed form.

use super::problem::{DIRECTIONS, Number, apart, carried};
use crate::support::{method, state};
use polhode::sensitivity::Transition;
use polhode::{Body, Inertia, State};

fn free(moments: [f64; 3]) -> impl Fn(usize) -> Body<Number> {
    move |first| {
        let moment = |i: usize| Number::varying(moments[i], (6 + i).wrapping_sub(first));
        Body::free(Inertia::new([moment(0), moment(1), moment(2)]).unwrap())
    }
}

fn by(
    name: &str,
    moments: [f64; 3],
    start: State<f64>,
    steps: (f64, u64),
) -> Transition<f64, DIRECTIONS> {
    carried(&method(name), start, steps, free(moments))
}

/// Spins about each axis, rests, is symmetric or a sphere, leaves the intermediate axis
/// along the separatrix: `exact` and the Taylor series are one.
#[test]
fn the_exact_rotation_is_smooth_where_its_formula_changes() {
    let general = [1.0, 2.0, 2.7];
    // m1^2 (1/I1 - 1/I2) = m3^2 (1/I2 - 1/I3) on the separatrix.
    let separatrix = [(0.5f64 - 1.0 / 2.7).sqrt(), 0.4, 0.5f64.sqrt()];
    let cases = [
        (general, [3.0, 0.0, 0.0]),
        (general, [0.0, 3.0, 0.0]),
        (general, [0.0, 0.0, -3.0]),
        (general, [3.0, 1e-9, 0.0]),
        (general, [1e-6, 3.0, 1e-7]),
        (general, separatrix),
        (general, [0.0; 3]),
        ([2.0, 2.0, 1.0], [1.0, 2.0, 1.5]),
        ([2.0, 2.0, 1.0], [0.0, 0.0, 1.5]),
        ([1.0, 2.5, 2.5], [1.0, 2.0, 1.5]),
        ([2.0, 2.0, 2.0], [1.0, 2.0, 1.5]),
    ];
    for (moments, momentum) in cases {
        let start = state([0.9, 0.1, -0.3, 0.2], momentum);
        for steps in [(0.1, 10), (1.0, 1), (-0.25, 4)] {
            let exact = by("exact", moments, start, steps);
            let series = by("taylor:degree=24", moments, start, (steps.0 / 10.0, steps.1 * 10));
            let error = apart(&exact, &series);
            println!("{moments:?} {momentum:?} {steps:?}: {error:.1e}");
            assert!(error < 1e-14, "{moments:?} {momentum:?} {steps:?}: {error:e}");
        }
    }
}

/// What the series leave out of equal moments they must not leave out of the derivatives.
#[test]
fn series_of_symmetric_bodies_vary_with_each_moment() {
    for moments in [[2.0, 2.0, 1.0], [1.0, 2.5, 2.5], [2.0, 2.0, 2.0]] {
        let start = state([0.9, 0.1, -0.3, 0.2], [1.0, 2.0, 1.5]);
        let series = by("taylor:degree=24", moments, start, (0.05, 10));
        let rk4 = by("rk4", moments, start, (0.5 / 4096.0, 4096));
        let error = apart(&series, &rk4);
        println!("{moments:?}: {error:.1e}");
        assert!(error < 2e-13, "{moments:?}: {error:e}");
    }
}

/// A sphere turns at the constant rate m/I: R exp(t m/I) is known to depend on m as the
/// derivative of exp says, and the momentum stays in space.
#[test]
fn a_sphere_has_the_matrix_of_its_closed_form() {
    use polhode::geometry::dexp;
    use polhode::{Mat3, Rotation, Vec3};
    let (i, t) = (2.0, 1.5);
    let start = state([0.9, 0.1, -0.3, 0.2], [1.0, 2.0, 1.5]);
    let end = by("mclachlan-reich", [i; 3], start, (t / 3000.0, 3000));
    let theta: Vec3<f64> = start.momentum * (t / i);
    let back = Rotation::exp(theta).to_matrix().transpose();
    let by_momentum: Mat3<f64> = dexp(-theta) * (t / i);
    let zero = Mat3::diagonal(Vec3::zero());
    // In body axes: turned at the start by xi, the end is turned by exp(-theta) xi.
    let blocks = [[back, by_momentum], [zero, Mat3::identity()]];
    for (row, blocks) in blocks.into_iter().enumerate() {
        for (column, block) in blocks.into_iter().enumerate() {
            for (i, expected) in block.to_rows().into_iter().enumerate() {
                for (j, expected) in expected.into_iter().enumerate() {
                    let found = end.matrix[3 * row + i][3 * column + j];
                    // The splitting turns about one axis after the other: its own error.
                    assert!((found - expected).abs() < 1e-6, "{found} {expected}");
                }
            }
        }
    }
    let end = by("exact", [i; 3], start, (t, 1));
    for (i, row) in by_momentum.to_rows().into_iter().enumerate() {
        for (j, expected) in row.into_iter().enumerate() {
            assert!((end.matrix[i][3 + j] - expected).abs() < 1e-15, "{i} {j}");
        }
    }
}
