//! The elliptic functions of a time increment, and the phase of the attitude.
//!
//! Landen's transformation reduces the modulus from k to kap = (1 - k')/(1 + k') and
//! the argument to x = (1 + k') lambda t/2. There mu3 = B dn(lambda t) is
//! B (1 - y)/(1 + y), y = kap sn^2(x), and the integrand of the phase is a rational
//! function of y. Its integral obeys an addition theorem: with
//!
//! ```text
//! E(x1, x2) = 1 + e1 (s3^2 - s1 s2 c3 d3) + i e2 s1 s2 s3,    x3 = x1 + x2
//! psi(x3)/2 = psi(x1)/2 + psi(x2)/2 + arg E(x1, x2)
//! ```
//!
//! so that half the phase is a product of complex numbers, without inverse functions.
//! x is halved until a short series suffices, then doubled back. Derivation:
//! docs/exact-rotation.md; numerical check: tools/derive/phase_addition.py.

use super::departure::Departure;
use super::landen::Landen;
use super::polhode::Polhode;
use crate::real::{Constant, Mask, Real};

/// sn, cn, dn of x = (1 + k') lambda t/2 with the modulus kap, and the phase gained in the
/// time t from phase zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Increment<R> {
    s: R,
    c: R,
    d: R,
    /// Half the phase as a complex number of length 1.
    cos: R,
    sin: R,
    kap: R,
    /// 1 - kap, without cancellation.
    one_minus_kap: R,
    e1: R,
    e2: R,
    /// sn, cn, dn of lambda t with the modulus k.
    pub(super) jacobi: [R; 3],
}

/// Three positive nodes and weights of the Gauss-Legendre rule with six points.
const NODES: [(Constant, Constant); 3] = [
    (d("0.238619186083196908630501721680711935"), d("0.467913934572691047389870343989550995")),
    (d("0.661209386466264513661399595019905347"), d("0.360761573048138607569833513837716112")),
    (d("0.932469514203152027812301554493994609"), d("0.171324492379170345040296142172732894")),
];

const fn d(text: &str) -> Constant {
    Constant::decimal(text)
}

impl<R: Real> Increment<R> {
    /// Returns the increment over the time t.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(polhode: &Polhode<R>, landen: &Landen<R>, t: R) -> Self {
        let one = R::one();
        let &Landen { more, kap, one_minus_kap, e1, e2, series, .. } = landen;
        // docs/exact-rotation.md, Halving, doubling, adding, steps 1 and 2.
        let (x, halvings) = halved(more * polhode.lambda * t.half());
        let half = mean_phase_rate(polhode, landen, x) * t.half();
        let (sin, cos) = half.sin_cos();

        let share = series.share(x.squared());
        let square = x.squared() * share;
        let small = Self {
            s: x * share.sqrt(),
            c: (one - square).sqrt(),
            d: (one - kap.squared() * square).sqrt(),
            cos: one,
            sin: R::zero(),
            kap,
            one_minus_kap,
            e1,
            e2,
            jacobi: [R::zero(), one, one],
        };
        // Step 3.
        let doubled = small.doubled(halvings);
        // s arg E: the sign changes with the exchange of axes.
        let z = doubled.sin * polhode.sign;
        Self {
            cos: cos * doubled.cos - sin * z,
            sin: sin * doubled.cos + cos * z,
            jacobi: doubled.ascended(),
            ..doubled
        }
    }

    /// Returns sn, cn, dn of lambda t with the modulus k.
    #[inline(always)]
    fn ascended(&self) -> [R; 3] {
        // sn, cn, dn from the modulus kap: docs/exact-rotation.md, Landen.
        let one = R::one();
        let scale = (one + self.kap * self.s.squared()).recip();
        [
            (one + self.kap) * self.s * scale,
            self.c * self.d * scale,
            (self.one_minus_kap + self.kap * self.c.squared()) * scale,
        ]
    }

    /// Returns cosine and sine of half the phase gained from a start on the polhode, up to a
    /// common factor.
    #[inline(always)]
    pub(super) fn half_phase(&self, polhode: &Polhode<R>, from: &Departure<R>) -> (R, R) {
        let one = R::one();
        let &Departure { s1, c1d1, d1_squared, c1_squared, .. } = from;
        let (s2, c2d2, kap_squared) = (self.s, self.c * self.d, self.kap.squared());
        let (c2_squared, d2_squared) = (self.c.squared(), self.d.squared());
        // s3 and c3 d3 by the addition theorem of sn, cn, dn.
        let ss = s1 * s2;
        let scale = (c2_squared + s2.squared() * d1_squared).recip();
        let s3 = (s1 * c2d2 + s2 * c1d1) * scale;
        let c3d3 = (c1d1 * c2d2 * (one + kap_squared * ss.squared())
            - ss * (c1_squared * c2_squared + d1_squared * d2_squared))
            * scale.squared();
        // E = 1 + e1 (s3^2 - s1 s2 c3 d3) + i e2 s1 s2 s3: docs/exact-rotation.md, The addition
        // theorem of the phase (DLMF 19.11(i)).
        let real = one + self.e1 * (s3.squared() - ss * c3d3);
        let imaginary = polhode.sign * self.e2 * ss * s3;
        (self.cos * real - self.sin * imaginary, self.sin * real + self.cos * imaginary)
    }

    /// Returns the increment with its argument doubled `times` times, lane by lane.
    #[inline(always)]
    fn doubled(self, times: R) -> Self {
        let (mut now, mut done, mut rounds) = (self, R::zero(), 0u32);
        loop {
            let more = done.lt(times);
            if !more.any() {
                return now;
            }
            let next = now.twice();
            rounds += 1;
            let next = if rounds % 4 == 0 { next.scaled() } else { next };
            let choose = |yes, no| R::select(more, yes, no);
            now = Self {
                s: choose(next.s, now.s),
                c: choose(next.c, now.c),
                d: choose(next.d, now.d),
                cos: choose(next.cos, now.cos),
                sin: choose(next.sin, now.sin),
                ..now
            };
            done += R::one();
        }
    }

    /// Returns the increment with its argument doubled, without cancellation and without growth
    /// of an error of s^2 + c^2. cos and sin are multiplied by E.
    #[inline(always)]
    fn twice(self) -> Self {
        let Self { s, c, d, .. } = self;
        // docs/exact-rotation.md, Halving, doubling, adding, step 3.
        let complement = self.one_minus_kap * (R::one() + self.kap); // 1 - kap^2
        let (s2, c2) = (s.squared(), c.squared());
        let n = s2 + c2;
        let scale = (c2 * n + s2 * d.squared()).recip();
        let s3 = s * c * d * (R::one() + n) * scale;
        let c3 = (c2.squared() - complement * s2.squared()) * scale;
        let d3 = (c2.squared() + complement * s2 * (n + c2)) * scale;
        // E with x1 = x2.
        let real = R::one() + self.e1 * (s3.squared() - s2 * c3 * d3);
        let imaginary = self.e2 * s2 * s3;
        let (re, im) = (self.cos.squared() - self.sin.squared(), self.sin.twice() * self.cos);
        Self {
            s: s3,
            c: c3,
            d: d3,
            cos: re * real - im * imaginary,
            sin: im * real + re * imaginary,
            ..self
        }
    }

    /// Returns the increment with the complex phase scaled to a length of about 1. Each E has a
    /// length between 1 and 4, so that four doublings stay far from overflow.
    #[inline(always)]
    fn scaled(self) -> Self {
        let scale = (self.cos.abs() + self.sin.abs()).recip();
        Self { cos: self.cos * scale, sin: self.sin * scale, ..self }
    }
}

/// Returns x halved until the series suffice, and the number of halvings.
#[inline(always)]
fn halved<R: Real>(x: R) -> (R, R) {
    let small = R::from_f64(if R::EPSILON < 1e-20 { 0.004 } else { 0.1 });
    let (mut x, mut times) = (x, R::zero());
    loop {
        let large = (small * R::from_f64(16.0)).lt(x.abs()) & x.is_finite();
        if !large.any() {
            break;
        }
        x = R::select(large, x * R::from_f64(0.0625), x);
        times = R::select(large, times + R::from_f64(4.0), times);
    }
    loop {
        let large = small.lt(x.abs()) & x.is_finite();
        if !large.any() {
            return (x, times);
        }
        x = R::select(large, x.half(), x);
        times = R::select(large, times + R::one(), times);
    }
}

/// Returns the mean rate of the phase between arguments 0 and x, by the Gauss-Legendre rule,
/// with the sum of three fractions over a common denominator.
#[inline(always)]
fn mean_phase_rate<R: Real>(polhode: &Polhode<R>, landen: &Landen<R>, x: R) -> R {
    let one = R::one();
    let &Landen { kap, b, beta, varying, .. } = landen;
    let z = x.squared();
    let (mut above, mut below) = (R::zero(), one);
    for (node, weight) in NODES {
        let square = R::constant(node).squared();
        let y = kap * (z * square * landen.series.share(z * square));
        // 1/(1 + mu3) or mu3/(1 + mu3) in y: docs/exact-rotation.md, Landen.
        let part = R::select(polhode.names.exchanged, b * (one - y), one + y);
        let divisor = one + beta * y;
        above = above * divisor + R::constant(weight) * part * below;
        below *= divisor;
    }
    polhode.steady + varying * (above / below)
}
