//! Jacobi's functions, by the arithmetic-geometric mean and Bulirsch's way back.
//!
//! On the way back from the circular functions every step is a sum of positive
//! terms (R. Bulirsch, Numer. Math. 7 (1965) 78-90), so cn and dn keep their digits
//! where both vanish, at the quarter period of a modulus near 1.

use crate::real::{Constant, Mask, Real};

/// Enough for every number of the crate: m1 = 1e-300 needs 12 in double, 13 in
/// double-double precision.
const LEVELS: usize = 15;

/// The arithmetic and geometric means of 1 and k', step by step, each lane with its
/// own number of steps.
struct Ladder<R> {
    steps: [(R, R); LEVELS],
    count: R,
    /// pi/(2 K).
    mean: R,
}

impl<R: Real> Ladder<R> {
    #[inline]
    fn new(kc: R) -> Self {
        let close = R::from_f64(R::EPSILON).sqrt();
        let (mut a, mut g) = (R::one(), kc);
        let (mut count, mut going) = (R::zero(), R::Mask::splat(true));
        let mut steps = [(a, g); LEVELS];
        for step in &mut steps {
            *step = (a, g);
            count = R::select(going, count + R::one(), count);
            going = going & (a * close).lt((a - g).abs());
            if !going.any() {
                break;
            }
            let next = ((a + g).half(), (a * g).sqrt());
            (a, g) = (R::select(going, next.0, a), R::select(going, next.1, g));
        }
        Self { steps, count, mean: (a + g).half() }
    }

    /// From the circular functions of u pi/(2 K), neither zero, to sn, cn, dn of u.
    #[inline]
    fn climb(&self, sin: R, cos: R) -> [R; 3] {
        let one = R::one();
        let (mut a, mut c, mut dn) = (cos / sin, self.mean * (cos / sin), one);
        let mut level = R::from_f64(LEVELS as f64);
        for (b, g) in self.steps.into_iter().rev() {
            level -= one;
            let here = level.lt(self.count);
            if !here.any() {
                continue;
            }
            let choose = |yes, no| R::select(here, yes, no);
            let square = a * c; // a and c have one sign
            c = choose(c * dn, c);
            dn = choose((g + square) / (b + square), dn);
            a = choose(c / b, a);
        }
        let sn = (one + c.squared()).sqrt().recip().with_sign_of(sin);
        [sn, c * sn, dn]
    }
}

/// sn, cn, dn of u, and how many half periods pi the amplitude is from zero, nearly.
fn functions<R: Real>(u: R, m: R, m1: R) -> ([R; 3], R) {
    let (zero, one) = (R::zero(), R::one());
    let long = R::EPSILON < 1e-20;
    // A modulus that nobody can tell from 1 at an argument at which the limit of
    // large arguments does not yet serve.
    let (barely, far) = match (long, R::EPSILON > 1e-10) {
        (true, _) => (1e-130, 40.0),
        (_, true) => (1e-18, 20.0),
        _ => (1e-150, 20.0),
    };
    let limit = m1.equals(zero);
    let ladder = Ladder::new(R::select(limit, R::from_f64(barely), m1.sqrt()));
    let tiny = u.abs().lt(R::from_f64(if long { 1e-8 } else { 1e-5 }));
    let ends = limit & R::from_f64(far).lt(u.abs());
    let angle = R::select(tiny | ends, one, u) * ladder.mean;
    let (sin, cos) = angle.sin_cos();
    let [sn, cn, dn] = ladder.climb(sin, cos);
    let choose = |near, end, else_| R::select(tiny, near, R::select(ends, end, else_));
    let (square, decay) = (u.squared(), (-u.abs()).exp().twice());
    let near = u * (one - (one + m) * square * ratio!(1 / 6));
    let turns = (angle * (R::pi().recip())).round();
    (
        [
            choose(near, one.with_sign_of(u), sn),
            choose(one - square.half(), decay, cn),
            choose(one - m * square.half(), decay, dn),
        ],
        R::select(limit | tiny, zero, turns),
    )
}

/// Jacobi's sn, cn, dn of u to the parameter m = k^2, 0 <= m <= 1, where the caller
/// knows m1 = 1 - m. Only m1 decides; m serves tiny arguments.
#[must_use]
pub fn jacobi<R: Real>(u: R, m: R, m1: R) -> (R, R, R) {
    let ([sn, cn, dn], _) = functions(u, m, m1);
    (sn, cn, dn)
}

/// [`jacobi`] where 1 - m is good enough.
#[must_use]
pub fn jacobi_from_m<R: Real>(u: R, m: R) -> (R, R, R) {
    jacobi(u, m, R::one() - m)
}

/// Jacobi's amplitude am u, the angle of sine sn u and cosine cn u that grows with u
/// without jumps: F(am u) = u.
#[must_use]
pub fn amplitude<R: Real>(u: R, m: R, m1: R) -> R {
    let ([sn, cn, _], turns) = functions(u, m, m1);
    let odd = !(turns.half().round().twice()).equals(turns);
    let rest = R::select(odd, (-sn).atan2(-cn), sn.atan2(cn));
    turns * R::constant(Constant::PI) + rest
}
