//! Many bodies go as each alone would.

use polhode::ensemble::{Block, LeapFrogSteps};
use polhode::geometry::{Mat3, TurnRule};
use polhode::methods::mclachlan_reich::FukushimaLeapFrog;
use polhode::real::{LaneKernel, Scalar};
use polhode::{Attitude, Body, Free, Inertia, Motion, Rotation, State, Vec3};

/// The columns of some bodies: three moments, nine numbers of the matrix, three of the momentum.
struct Columns<S>(Vec<Vec<S>>);

impl<S: Scalar> Columns<S> {
    /// Moments and starts of all kinds; the speed is that of the fastest.
    fn new(count: usize, speed: f64) -> Self {
        let mut columns = vec![Vec::new(); 15];
        for i in 0..count {
            let k = i as f64;
            let moments =
                [[1.0, 1.9, 2.9], [2.7, 1.2, 2.7], [3.0, 2.0, 1.5], [1.0, 1.0, 1.0]][i % 4];
            let turn = Rotation::exp(Vec3::new((0.7 * k).sin(), (1.3 * k).cos(), (2.1 * k).sin()));
            let matrix = Mat3::from_rotation(turn);
            let momentum = [(1.1 * k).cos(), (0.9 * k).sin(), (1.7 * k).cos()].map(|m| m * speed);
            let rows = [matrix.x, matrix.y, matrix.z].map(Vec3::to_array).concat();
            let numbers = moments.into_iter().chain(rows).chain(momentum);
            columns.iter_mut().zip(numbers).for_each(|(column, x)| column.push(S::from_f64(x)));
        }
        Self(columns)
    }
    fn block(&mut self) -> Block<'_, S, 9> {
        let [a, b, c, attitude @ .., x, y, z] = &mut self.0[..] else { unreachable!() };
        let mut attitude = attitude.iter_mut();
        Block {
            moments: [a, b, c],
            attitude: std::array::from_fn(|_| &mut attitude.next().unwrap()[..]),
            momentum: [x, y, z],
        }
    }
    fn vector(&self, first: usize, body: usize) -> Vec3<S> {
        Vec3::new(self.0[first][body], self.0[first + 1][body], self.0[first + 2][body])
    }
    fn state(&self, body: usize) -> State<S, Mat3<S>> {
        let [x, y, z] = [3, 6, 9].map(|first| self.vector(first, body));
        State { time: S::zero(), attitude: Mat3 { x, y, z }, momentum: self.vector(12, body) }
    }
    /// The same steps, one body after the other.
    fn alone(&self, body: usize, h: f64, steps: u64) -> State<S, Mat3<S>> {
        let inertia = Inertia::new_without_triangle_check(self.vector(0, body).to_array()).unwrap();
        let method = polhode::method::Kicked(FukushimaLeapFrog::new(
            Default::default(),
            TurnRule::Tangent(3),
        ));
        let mut motion = Motion::new(method, Body::free(inertia), self.state(body)).unwrap();
        motion.advance(S::from_f64(h), steps).unwrap();
        *motion.state()
    }
}

fn kernel<S: Scalar>(
    columns: &mut Columns<S>,
    h: f64,
    steps: u64,
) -> LeapFrogSteps<'_, S, Free, 3> {
    LeapFrogSteps::free(columns.block(), Default::default(), S::from_f64(h), steps)
}

fn lanes_have_the_bits_of_each_alone<S: Scalar>() {
    for count in [1, 5, 31, 32, 33, 100] {
        // Short turns, and such that half a turn is taken away.
        for speed in [0.3, 60.0] {
            let start = Columns::<S>::new(count, speed);
            let mut widest = Columns::<S>::new(count, speed);
            S::in_widest_lanes(kernel(&mut widest, 0.05, 40));
            let mut plain = Columns::<S>::new(count, speed);
            kernel(&mut plain, 0.05, 40).run::<S>();
            for body in 0..count {
                let alone = start.alone(body, 0.05, 40);
                for columns in [&widest, &plain] {
                    let found = columns.state(body);
                    let same = found.attitude == alone.attitude && found.momentum == alone.momentum;
                    assert!(same, "{body} of {count}, {speed}: {found:?}, {alone:?}");
                }
            }
        }
    }
}

#[test]
fn leap_frog_in_lanes_has_the_bits_of_each_alone_in_double_precision() {
    lanes_have_the_bits_of_each_alone::<f64>();
}

#[test]
fn leap_frog_in_lanes_has_the_bits_of_each_alone_in_single_precision() {
    lanes_have_the_bits_of_each_alone::<f32>();
}

#[test]
fn fused_lanes_differ_by_rounding_only() {
    let (mut fused, mut plain) = (Columns::<f64>::new(64, 0.3), Columns::<f64>::new(64, 0.3));
    f64::in_fused_lanes(kernel(&mut fused, 0.05, 1000));
    f64::in_widest_lanes(kernel(&mut plain, 0.05, 1000));
    let mut most = 0.0_f64;
    for body in 0..64 {
        let (one, other) = (fused.state(body), plain.state(body));
        most = most.max((one.momentum - other.momentum).norm());
        let rotations = (one.attitude.to_rotation(), other.attitude.to_rotation());
        most = most.max(rotations.0.angle_to(rotations.1));
    }
    println!("{most:e}");
    assert!(most < 1e-13, "{most:e}");
}
