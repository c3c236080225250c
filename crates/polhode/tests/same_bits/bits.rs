//! The same bits, however the numbers are held and however the crate is compiled.

use crate::support::{Uniform, body, state};
use polhode::catalogue::{MethodName, bind, variants};
use polhode::real::{F32x8, F64x4, Lanes};
use polhode::{Attitude, Body, Inertia, Mat3, Real, Rotation, Run, State};

/// Bodies of every order of moments, from generic starts, one of them at rest.
fn crowd<R: Real<Mask = bool>>(count: usize) -> Vec<(Body<R>, State<R>)> {
    let mut random = Uniform(7);
    (0..count)
        .map(|i| {
            let momentum = random.direction() * if i == 2 { 0.0 } else { 0.3 + random.next() };
            let start = state(random.rotation().to_wxyz(), momentum.to_array());
            let moments = [0; 3].map(|_| 0.5 + random.next());
            (body(moments), start)
        })
        .collect()
}

/// Runs every variant in lanes and one by one.
fn lanes_hold_the_scalars_bits<L: Lanes>()
where
    L::Scalar: Lanes<Scalar = L::Scalar>,
{
    let crowd = crowd::<L::Scalar>(L::COUNT);
    let bodies = Body::free(Inertia::<L>::from_lanes(|i| crowd[i].0.inertia));
    let starts = State::<L>::from_lanes(|i| crowd[i].1);
    for name in variants() {
        let mut together = bind(&name, bodies, starts).unwrap();
        together.advance(L::from_f64(0.2), 40).unwrap();
        for (i, &(body, start)) in crowd.iter().enumerate() {
            let mut alone = bind(&name, body, start).unwrap();
            alone.advance(L::Scalar::from_f64(0.2), 40).unwrap();
            assert_eq!(together.state().lane(i), *alone.state(), "{name}, lane {i}");
        }
    }
}

#[test]
fn four_doubles_in_lanes_hold_the_bits_of_each_alone() {
    lanes_hold_the_scalars_bits::<F64x4>();
}

#[test]
fn eight_singles_in_lanes_hold_the_bits_of_each_alone() {
    lanes_hold_the_scalars_bits::<F32x8>();
}

/// FNV-1a of the bits of every variant's end state, quaternion and matrix, in
/// double and single precision.
fn fingerprint() -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |bits: u64| {
        for byte in bits.to_le_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    fn end<R: Real<Mask = bool>, A: Attitude<R>>(name: &MethodName) -> [R; 7] {
        let (body, start) = crowd::<R>(1)[0];
        let mut run: Box<dyn Run<R, A>> = bind(name, body, start.in_form()).unwrap();
        run.advance(R::from_f64(0.3), 100).unwrap();
        let (q, m) = (run.state().attitude.to_rotation().to_wxyz(), run.state().momentum);
        [q[0], q[1], q[2], q[3], m.x, m.y, m.z]
    }
    for name in variants() {
        for x in [end::<f64, Rotation<f64>>(&name), end::<f64, Mat3<f64>>(&name)].concat() {
            add(x.to_bits());
        }
        for x in [end::<f32, Rotation<f32>>(&name), end::<f32, Mat3<f32>>(&name)].concat() {
            add(u64::from(x.to_bits()));
        }
    }
    hash
}

/// A change detector: it says that bits changed, not that they are wrong. Run
/// by tools/check unoptimised and optimised. When a change is meant, put the
/// printed number here and a `Numerics:` line in CHANGELOG.md.
#[test]
fn trajectories_have_the_bits_they_had() {
    assert_eq!(format!("{:#018x}", fingerprint()), "0x6d503e7ce77b2ae7");
}
