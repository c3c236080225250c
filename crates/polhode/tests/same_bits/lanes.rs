//! The lanes that are found at run time: the same bits as the scalars, whatever the
//! machine has.

use crate::support::exact_cases::CLASSES;
use crate::support::{Uniform, state};
use polhode::ensemble::Lattice;
use polhode::exact::{self, AdvanceEach, FreeMotion, StatesAt};
use polhode::method::Composition;
use polhode::methods::exact::Exact;
use polhode::real::{DoubleDouble, F32x8, F64x4, LaneKernel, Lanes, Mask, Scalar};
use polhode::torque::GravityGradient;
use polhode::{Body, Error, Inertia, Motion, State, Vec3};

/// A scalar whose bits can be compared; all that is not a number is alike.
trait Bits: Scalar {
    /// The lanes that are there on every machine.
    type Plain: Lanes<Scalar = Self>;
    fn bits(self) -> u64;
}
impl Bits for f64 {
    type Plain = F64x4;
    fn bits(self) -> u64 {
        if self.is_nan() { u64::MAX } else { self.to_bits() }
    }
}
impl Bits for f32 {
    type Plain = F32x8;
    fn bits(self) -> u64 {
        if self.is_nan() { u64::MAX } else { self.to_bits().into() }
    }
}

fn bits<S: Bits>(state: &State<S>) -> [u64; 8] {
    let ([w, x, y, z], m) = (state.attitude.to_wxyz(), state.momentum);
    [state.time, w, x, y, z, m.x, m.y, m.z].map(S::bits)
}

#[track_caller]
fn assert_same_bits<S: Bits>(found: &[State<S>], expected: &[State<S>]) {
    for (i, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert_eq!(bits(found), bits(expected), "{i}: {found:?} is not {expected:?}");
    }
}

/// Bodies of every class, mixed, so that lanes go different ways; and some times.
fn crowd<S: Scalar>(count: usize) -> (Vec<Inertia<S>>, Vec<State<S>>, Vec<S>) {
    let mut random = Uniform(3);
    let cases: Vec<_> = (0..count).map(|i| CLASSES[i % CLASSES.len()].1(&mut random)).collect();
    let inertias = cases
        .iter()
        .map(|case| Inertia::new_without_triangle_check(case.moments.map(S::from_f64)).unwrap())
        .collect();
    let states = cases
        .iter()
        .map(|case| state(random.rotation().to_wxyz(), case.momentum.to_array()))
        .collect();
    (inertias, states, cases.iter().map(|case| S::from_f64(case.time)).collect())
}

fn many_bodies_have_the_bits_of_each<S: Bits>() {
    let (inertias, states, times) = crowd::<S>(14 * 1001);
    let own = |i: usize| times[i];
    let expected: Vec<_> =
        (0..states.len()).map(|i| exact::after(&inertias[i], &states[i], times[i])).collect();
    let mut widest = states.clone();
    exact::advance_each(&inertias, &mut widest, own).unwrap();
    assert_same_bits(&widest, &expected);
    let mut plain = states.clone();
    AdvanceEach { inertias: &inertias, states: &mut plain, time: own }.run::<S::Plain>();
    assert_same_bits(&plain, &expected);
}

#[test]
fn many_bodies_have_the_bits_of_each_in_double_precision() {
    many_bodies_have_the_bits_of_each::<f64>();
}

#[test]
fn many_bodies_have_the_bits_of_each_in_single_precision() {
    many_bodies_have_the_bits_of_each::<f32>();
}

fn many_times_have_the_bits_of_each<S: Bits>() {
    let (inertias, states, mut times) = crowd::<S>(14 * 12);
    let nan = S::from_f64(f64::NAN);
    times.extend([S::zero(), -S::zero(), nan, S::from_f64(1e300), S::from_f64(f64::INFINITY)]);
    for (inertia, start) in inertias.iter().zip(&states) {
        let motion = FreeMotion::new(inertia, *start);
        let expected: Vec<_> = times.iter().map(|&time| motion.at(time)).collect();
        let mut widest = vec![*start; times.len()];
        motion.states_at(&times, &mut widest).unwrap();
        assert_same_bits(&widest, &expected);
        let mut plain = vec![*start; times.len()];
        StatesAt { motion: &motion, times: &times, states: &mut plain }.run::<S::Plain>();
        assert_same_bits(&plain, &expected);
    }
}

#[test]
fn many_times_have_the_bits_of_each_in_double_precision() {
    many_times_have_the_bits_of_each::<f64>();
}

#[test]
fn many_times_have_the_bits_of_each_in_single_precision() {
    many_times_have_the_bits_of_each::<f32>();
}

#[test]
fn every_length_is_filled_and_nothing_beyond() {
    let (inertias, states, times) = crowd::<f64>(40);
    let motion = FreeMotion::new(&inertias[1], states[1]);
    let untouched = State { time: -7.0, ..states[0] };
    for length in 0..=17 {
        let mut found = vec![untouched; 20];
        motion.states_at(&times[..length], &mut found[..length]).unwrap();
        let expected: Vec<_> = times[..length].iter().map(|&time| motion.at(time)).collect();
        assert_same_bits(&found[..length], &expected);
        assert!(found[length..].iter().all(|state| *state == untouched), "{length}");

        let mut found = states.clone();
        exact::advance_each(&inertias[..length], &mut found[..length], |i| times[i]).unwrap();
        let each = |i: usize| exact::after(&inertias[i], &states[i], times[i]);
        assert_same_bits(&found[..length], &(0..length).map(each).collect::<Vec<_>>());
        assert_same_bits(&found[length..], &states[length..]);
    }
}

#[test]
fn a_lane_without_a_number_leaves_its_neighbours_alone() {
    let (inertias, mut states, _) = crowd::<f64>(11);
    states[2].momentum.y = f64::NAN;
    states[5].momentum = Vec3::from_f64([f64::INFINITY, 0.0, 1.0]);
    let each = |i: usize| exact::after(&inertias[i], &states[i], 0.3);
    let expected: Vec<_> = (0..states.len()).map(each).collect();
    exact::advance_each(&inertias, &mut states, |_| 0.3).unwrap();
    assert_same_bits(&states, &expected);
}

#[test]
fn double_doubles_go_the_same_way() {
    let (inertias, states, times) = crowd::<DoubleDouble>(14);
    let mut found = states.clone();
    exact::advance_each(&inertias, &mut found, |i| times[i]).unwrap();
    for i in 0..found.len() {
        let expected = exact::after(&inertias[i], &states[i], times[i]);
        assert_eq!(format!("{:?}", found[i]), format!("{expected:?}"));
    }
}

#[test]
fn lengths_that_differ_are_refused() {
    let (inertias, mut states, times) = crowd::<f64>(3);
    let motion = FreeMotion::new(&inertias[0], states[0]);
    let error = motion.states_at(&times, &mut states[..2]).unwrap_err();
    assert_eq!(error, Error::LengthsDiffer { what: "times", count: 3, states: 2 });
    let error = exact::advance_each(&inertias[..1], &mut states, |_| 1.0).unwrap_err();
    assert_eq!(
        error.to_string(),
        "there are 1 inertias and 3 states; there must be as many of both; \
         give slices of the same length"
    );
}

#[test]
fn a_kernel_goes_as_far_as_the_shorter_of_its_slices() {
    let (inertias, states, times) = crowd::<f64>(13);
    let motion = FreeMotion::new(&inertias[1], states[1]);
    for (some, others) in [(13, 6), (6, 13), (0, 5), (9, 0)] {
        let both = some.min(others);
        let mut found = states.clone();
        StatesAt { motion: &motion, times: &times[..some], states: &mut found[..others] }
            .run::<F64x4>();
        let expected: Vec<_> = times[..both].iter().map(|&time| motion.at(time)).collect();
        assert_same_bits(&found, &[&expected, &states[both..]].concat());

        let mut found = states.clone();
        let time = |i: usize| times[i];
        AdvanceEach { inertias: &inertias[..some], states: &mut found[..others], time }
            .run::<F64x4>();
        let each = |i: usize| exact::after(&inertias[i], &states[i], times[i]);
        let expected: Vec<_> = (0..both).map(each).collect();
        assert_same_bits(&found, &[&expected, &states[both..]].concat());
    }
}

/// Fixed steps of a method, which has a memory, in whatever lanes there are.
struct FixedSteps<'a, S: Scalar>(&'a [Inertia<S>], &'a mut [State<S>]);

impl<S: Scalar> LaneKernel<S> for FixedSteps<'_, S> {
    type Output = ();
    fn run<R: Lanes<Scalar = S>>(self) {
        for (inertias, states) in self.0.chunks(R::COUNT).zip(self.1.chunks_mut(R::COUNT)) {
            let last = states.len() - 1;
            let body = Body::free(Inertia::<R>::from_lanes(|i| inertias[i.min(last)]));
            let start = State::<R>::from_lanes(|i| states[i.min(last)]);
            let mut motion = Motion::new(Exact, body, start).unwrap();
            motion.advance(R::from_f64(0.1), 50).unwrap();
            for (i, state) in states.iter_mut().enumerate() {
                *state = motion.state().lane(i);
            }
        }
    }
}

#[test]
fn a_method_in_the_widest_lanes_has_the_bits_of_each_alone() {
    fn check<S: Bits>() {
        let (inertias, states, _) = crowd::<S>(14 * 20 + 3);
        let (mut widest, mut alone) = (states.clone(), states);
        S::in_widest_lanes(FixedSteps(&inertias, &mut widest));
        FixedSteps(&inertias, &mut alone).run::<S>();
        assert_same_bits(&widest, &alone);
    }
    check::<f64>();
    check::<f32>();
}

/// Everything that a number can do, on numbers of every kind.
struct Operations<'a, S>(&'a [[S; 2]]);

impl<S: Bits> LaneKernel<S> for Operations<'_, S> {
    type Output = Vec<Vec<u64>>;
    fn run<R: Lanes<Scalar = S>>(self) -> Vec<Vec<u64>> {
        let mut all = Vec::new();
        for pairs in self.0.chunks(R::COUNT) {
            let last = pairs.len() - 1;
            let [a, b] = [0, 1].map(|k| R::from_lanes(|i| pairs[i.min(last)][k]));
            let one_where = |mask: R::Mask| R::select(mask, R::one(), R::zero());
            let ((sin, cos), mut sum) = (a.sin_cos(), a);
            sum += b;
            sum -= R::pi();
            sum *= b;
            sum /= R::from_f64(3.0);
            let results = [
                vec![a + b, a - b, a * b, a / b, -a, sum, a.abs(), a.sqrt(), a.round()],
                vec![a.min(b), a.max(b), a.with_sign_of(b), R::default(), a.powi(-3)],
                vec![one_where(a.lt(b)), one_where(a.le(b)), one_where(a.equals(b))],
                vec![one_where(!a.lt(b) & b.le(a)), one_where(a.lt(b) | a.is_finite())],
                vec![one_where(R::Mask::splat(true)), one_where(R::Mask::splat(false))],
                vec![sin, cos, a.tan(), a.atan2(b), a.exp(), a.ln()],
            ]
            .concat();
            for i in 0..=last {
                all.push(results.iter().map(|x| x.lane(i).bits()).collect());
            }
        }
        all
    }
}

fn operations_have_the_scalars_bits<S: Bits>() {
    let edges = [0.0, -0.0, 1.0, -1.5, 0.5, 2.5, 1e9, -1e16, 1e-310, 1e-40, 1e300, 3.7e7];
    let edges = edges.into_iter().chain([f64::INFINITY, -f64::INFINITY, f64::NAN]);
    let mut random = Uniform(5);
    let edges: Vec<f64> =
        edges.chain((0..40).map(|_| 10f64.powf(12.0 * random.next() - 6.0))).collect();
    let pairs: Vec<[S; 2]> =
        edges.iter().flat_map(|&a| edges.iter().map(move |&b| [a, b].map(S::from_f64))).collect();
    let alone = Operations(&pairs).run::<S>();
    for found in [S::in_widest_lanes(Operations(&pairs)), Operations(&pairs).run::<S::Plain>()] {
        for ((pair, found), alone) in pairs.iter().zip(found).zip(&alone) {
            assert_eq!(&found, alone, "{pair:?}");
        }
    }
}

#[test]
fn every_operation_has_the_scalars_bits_in_double_precision() {
    operations_have_the_scalars_bits::<f64>();
}

#[test]
fn every_operation_has_the_scalars_bits_in_single_precision() {
    operations_have_the_scalars_bits::<f32>();
}

/// `any`, `all` and equality look at every lane and at no other.
struct Questions;

impl<S: Scalar> LaneKernel<S> for Questions {
    type Output = ();
    fn run<R: Lanes<Scalar = S>>(self) {
        let zero = R::zero();
        for odd in 0..R::COUNT {
            let x = R::from_lanes(|i| S::from_f64(if i == odd { 1.0 } else { 0.0 }));
            assert!(zero.lt(x).any() && !x.lt(zero).any());
            assert!(x + zero == x && x != zero);
            assert_eq!(zero.lt(x).all(), R::COUNT == 1);
            assert!(x.le(x).all() && !(!x.le(x)).any());
            assert_eq!(x.lane(odd + R::COUNT), S::one());
        }
    }
}

#[test]
fn questions_are_about_every_lane() {
    f64::in_widest_lanes(Questions);
    f32::in_widest_lanes(Questions);
    LaneKernel::<f64>::run::<F64x4>(Questions);
    LaneKernel::<f32>::run::<F32x8>(Questions);
}

/// How many lanes there are.
struct Count;

impl<S> LaneKernel<S> for Count {
    type Output = usize;
    fn run<R: Lanes<Scalar = S>>(self) -> usize {
        R::COUNT
    }
}

#[test]
fn the_widest_lanes_are_no_narrower_than_the_plain_ones() {
    assert!(f64::in_widest_lanes(Count) >= F64x4::COUNT);
    assert!(f32::in_widest_lanes(Count) >= F32x8::COUNT);
}

/// The places on a lattice of bodies of every class that are pulled, after steps of order 4, in
/// all lanes. The number is a change detector, as that of tests/bits.rs.
#[test]
fn lattices_have_the_bits_they_had_in_all_lanes() {
    let torque = GravityGradient::new(0.3, Vec3::new(0.0, 0.6, 0.8)).unwrap();
    let mut start = Lattice::<3>::composed(Composition::OMELYAN_4);
    let (inertias, states, _) = crowd::<f64>(33);
    for (inertia, state) in inertias.into_iter().zip(states) {
        start.push(&Body { inertia, torque }, &state, state.momentum.norm().max(1.0)).unwrap();
    }
    let places = |advance: fn(&mut Lattice<3>, f64, u64) -> usize| {
        let mut lattice = start.clone();
        let outside = advance(&mut lattice, 0.02, 100);
        let places = (0..33).flat_map(|i| lattice.integers(i).unwrap());
        let bytes = places.flat_map(i32::to_le_bytes);
        // FNV-1a.
        let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        format!("{outside} {hash:#018x}")
    };
    let expected = "12 0xd425f58a2f4fd57e";
    assert_eq!(places(Lattice::advance), expected);
    assert_eq!(places(Lattice::advance_in::<F32x8>), expected);
    assert_eq!(places(Lattice::advance_in::<f32>), expected);
}
