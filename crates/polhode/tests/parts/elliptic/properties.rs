//! What holds between the functions.

use crate::support::Uniform;
use polhode::elliptic::{self, amplitude, f, jacobi};
use polhode::real::{DoubleDouble, F32x8, F64x4, Lanes, Real};

/// Parameters of all sizes: m, m1.
fn parameter(random: &mut Uniform) -> (f64, f64) {
    let x = if random.next() < 0.5 {
        random.next() / 2.0
    } else {
        10f64.powf(-30.0 * random.next()) / 2.0
    };
    if random.next() < 0.5 { (x, 1.0 - x) } else { (1.0 - x, x) }
}

#[test]
fn squares_add_up() {
    let mut random = Uniform(2);
    for _ in 0..20_000 {
        let (m, m1) = parameter(&mut random);
        let u = 100.0 * (2.0 * random.next() - 1.0);
        let (sn, cn, dn) = jacobi(u, m, m1);
        assert!((sn * sn + cn * cn - 1.0).abs() < 8e-16);
        assert!((dn * dn + m * sn * sn - 1.0).abs() < 8e-16);
        assert!((dn * dn - m1 - m * cn * cn).abs() < 2e-15 * dn * dn, "{u} {m1} {dn}");
        let (a, b, c) = jacobi(-u, m, m1);
        assert_eq!((a, b, c), (-sn, cn, dn));
    }
}

/// F(am u) = u, in double-double over many periods.
#[test]
fn the_amplitude_undoes_f() {
    let mut random = Uniform(3);
    for _ in 0..2_000 {
        let (_, m1) = parameter(&mut random);
        let m1 = DoubleDouble::from_f64(m1);
        let m = DoubleDouble::from_f64(1.0) - m1;
        let u = DoubleDouble::from_f64(50.0 * (2.0 * random.next() - 1.0));
        let phi = amplitude(u, m, m1);
        // F is as steep as 1/dn.
        let (_, _, dn) = jacobi(u, m, m1);
        let error = (f(phi, m, m1) - u).hi.abs();
        let slope = (1.0 + phi.hi.abs()) / dn.hi;
        assert!(error < 4e-31 * (slope + u.hi.abs()), "{u:?} {m1:?} {error:e}");
    }
}

/// sn, cn, dn of a sum from those of the parts.
#[test]
fn arguments_add() {
    let mut random = Uniform(4);
    for _ in 0..20_000 {
        let (m, m1) = parameter(&mut random);
        let (u, v) = (4.0 * random.next() - 2.0, 4.0 * random.next() - 2.0);
        let (s1, c1, d1) = jacobi(u, m, m1);
        let (s2, c2, d2) = jacobi(v, m, m1);
        let (s3, c3, d3) = jacobi(u + v, m, m1);
        let below = c2 * c2 + (s2 * d1).powi(2);
        assert!((s3 - (s1 * c2 * d2 + s2 * c1 * d1) / below).abs() < 3e-14);
        assert!((c3 - (c1 * c2 - s1 * s2 * d1 * d2) / below).abs() < 3e-14);
        assert!((d3 - (d1 * d2 - m * s1 * s2 * c1 * c2) / below).abs() < 3e-14);
    }
}

/// Legendre's relation between complete integrals.
#[test]
fn legendre_s_relation() {
    let mut random = Uniform(5);
    for _ in 0..2_000 {
        let (m, m1) = parameter(&mut random);
        let (k, e) = (elliptic::k(m1), elliptic::e_complete(m, m1));
        let (k1, e1) = (elliptic::k(m), elliptic::e_complete(m1, m));
        // Where k1 >> 1, E - K cancels: the product of the small ones counts.
        let sum = e * k1 + e1 * k - k * k1;
        let size = (k * k1).max(e * k1);
        assert!((sum - std::f64::consts::FRAC_PI_2).abs() < 4e-15 * size, "{m} {sum}");
    }
}

fn lanes_hold_the_scalars_bits<L: Lanes>() {
    let mut random = Uniform(6);
    for _ in 0..500 {
        let of = |x: f64| L::Scalar::from_f64(x);
        let rows: Vec<[L::Scalar; 4]> = (0..L::COUNT)
            .map(|i| {
                let (m, m1) = match i {
                    0 => (0.0, 1.0),
                    1 => (1.0, 0.0),
                    _ => parameter(&mut random),
                };
                let n = 3.0 * random.next() - 2.0;
                [of(10.0 * random.next() - 5.0), of(m), of(m1), of(n)]
            })
            .collect();
        let [u, m, m1, n] = [0, 1, 2, 3].map(|c| L::from_lanes(|i| rows[i][c]));
        let together = every(u, m, m1, n);
        for (i, &[u, m, m1, n]) in rows.iter().enumerate() {
            let alone = every(u, m, m1, n);
            for (index, (a, b)) in together.into_iter().zip(alone).enumerate() {
                let same = format!("{:?}", a.lane(i)) == format!("{b:?}");
                assert!(same, "{index}: {u:?} {m:?} {m1:?} {n:?}");
            }
        }
    }
}

/// Everything there is, of one set of arguments.
fn every<R: Real>(u: R, m: R, m1: R, n: R) -> [R; 14] {
    let (sn, cn, dn) = jacobi(u, m, m1);
    let size = u.abs();
    [
        sn,
        cn,
        dn,
        amplitude(u, m, m1),
        f(u, m, m1),
        elliptic::e(u, m, m1),
        elliptic::pi(n, u, m, m1),
        elliptic::k(m1),
        elliptic::e_complete(m, m1),
        elliptic::pi_complete(n, m, m1),
        elliptic::rf(size, m, m1),
        elliptic::rc(m, size),
        elliptic::rd(m, m1, size),
        elliptic::rj(m, m1, size, n.abs()),
    ]
}

#[test]
fn four_doubles_in_lanes_hold_the_bits_of_each_alone() {
    lanes_hold_the_scalars_bits::<F64x4>();
}

#[test]
fn eight_singles_in_lanes_hold_the_bits_of_each_alone() {
    lanes_hold_the_scalars_bits::<F32x8>();
}

/// Carlson's integrals, doubles against double-doubles of the same arguments: they
/// are homogeneous, and no argument weighs more than its share.
#[test]
fn carlson_s_integrals_in_double_precision() {
    let mut random = Uniform(8);
    let mut worst = [0f64; 4];
    for _ in 0..20_000 {
        let [x, y, z, p] = [0; 4].map(|_| 10f64.powf(20.0 * random.next() - 10.0));
        let [lx, ly, lz, lp] = [x, y, z, p].map(DoubleDouble::from_f64);
        let pairs = [
            (elliptic::rf(x, y, z), elliptic::rf(lx, ly, lz)),
            (elliptic::rc(x, y), elliptic::rc(lx, ly)),
            (elliptic::rd(x, y, z), elliptic::rd(lx, ly, lz)),
            (elliptic::rj(x, y, z, p), elliptic::rj(lx, ly, lz, lp)),
        ];
        for (worst, (short, long)) in worst.iter_mut().zip(pairs) {
            let error = ((DoubleDouble::from_f64(short) - long) / long).hi.abs() / f64::EPSILON;
            *worst = worst.max(error);
        }
    }
    println!("{worst:.2?}");
    for (error, bound) in worst.into_iter().zip([2.9, 2.3, 3.8, 4.8]) {
        assert!(error < bound, "{worst:.2?}");
    }
}

/// Singles against doubles of the same arguments.
#[test]
fn singles_are_as_good_as_doubles() {
    let mut random = Uniform(7);
    let mut worst = 0f64;
    for _ in 0..5_000 {
        #[expect(clippy::cast_possible_truncation, reason = "a single is wanted")]
        let [u, m1, n] =
            [4.0 * random.next() - 2.0, random.next(), 1.9 * random.next() - 1.0].map(|x| x as f32);
        let single = every(u, 1.0 - m1, m1, n);
        let [u, m1, n] = [u, m1, n].map(f64::from);
        let double = every(u, 1.0 - m1, m1, n);
        // F, E, Pi may be as steep as 1/dn, Pi steeper.
        let steep = 1.0 / m1.sqrt() / (1.0 - n).min(1.0);
        for (a, b) in single.into_iter().zip(double).take(9) {
            worst = worst.max((f64::from(a) - b).abs() / (b.abs() + 1.0) / steep);
        }
    }
    println!("{worst:e}");
    assert!(worst < 4e-7, "{worst:e}");
}
