//! Against the crate `ellip`, which knows m only: where 1 - m is exact.

use crate::support::Uniform;
use polhode::elliptic;

/// |a - b| in units of EPSILON (1 + |condition|) |b|.
fn apart(a: f64, b: f64, condition: f64) -> f64 {
    (a - b).abs() / (b.abs() * (1.0 + condition) * f64::EPSILON)
}

#[test]
fn integrals_agree() {
    let mut random = Uniform(1);
    let mut worst = [0f64; 9];
    for _ in 0..20_000 {
        let m = (random.next() * 1024.0).floor() / 1024.0;
        let m1 = 1.0 - m;
        let phi = 1.57 * (2.0 * random.next() - 1.0);
        let n = if random.next() < 0.5 { -30.0 * random.next() } else { 0.99 * random.next() };
        let (x, y, z, p) = (random.next(), random.next(), random.next(), random.next());
        // How much F changes with the angle.
        let condition = phi.abs() / (1.0 - m * phi.sin().powi(2)).sqrt();
        let pairs = [
            (elliptic::k(m1), ellip::ellipk(m), 1.0 / m1),
            (elliptic::e_complete(m, m1), ellip::ellipe(m), 0.0),
            (elliptic::f(phi, m, m1), ellip::ellipf(phi, m), condition),
            (elliptic::e(phi, m, m1), ellip::ellipeinc(phi, m), 0.0),
            (elliptic::pi(n, phi, m, m1), ellip::ellippiinc(phi, n, m), condition / (1.0 - n)),
            (elliptic::pi_complete(n, m, m1), ellip::ellippi(n, m), 1.0 / m1 / (1.0 - n)),
            (elliptic::rf(x, y, z), ellip::elliprf(x, y, z), 0.0),
            (elliptic::rd(x, y, z), ellip::elliprd(x, y, z), 0.0),
            (elliptic::rj(x, y, z, p), ellip::elliprj(x, y, z, p), 0.0),
        ];
        for (worst, (ours, theirs, condition)) in worst.iter_mut().zip(pairs) {
            *worst = worst.max(apart(ours, theirs.unwrap(), condition));
        }
    }
    println!("{worst:.1?}");
    // Its incomplete E is a difference.
    let bounds = [3.0, 4.0, 4.0, 400.0, 5.0, 6.0, 5.0, 15.0, 5.0];
    assert!(worst.iter().zip(bounds).all(|(&w, b)| w < b), "{worst:.1?}");
}
