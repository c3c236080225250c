//! The methods as the paper writes them: the momentum L(t) and its derivatives are given, the
//! rates and their derivatives in space follow, and Z of section 5 is their sum.

use super::lie_series::TERMS;
use polhode::torque::{Harmonics, PrescribedMomentum};
use polhode::{Rotation, Vec3};

type V = Vec3<f64>;

/// J of the test with torque.
pub(crate) const MOMENTS: [f64; 3] = [1.0, 2.0, 3.5];
/// How long it lasts.
pub(crate) const TIME: f64 = 4.0;

/// The attitude at the start.
pub(crate) fn attitude() -> Rotation<f64> {
    Rotation::from_wxyz([0.9, 0.1, -0.3, 0.2])
}

/// The j-th derivative of L(t) = (1 + 0.3t, 2 - 0.2t, -0.5 + 0.1t) + (s, c, s/2 - c),
/// s = 0.7 sin 1.3t, c = 0.5 cos 0.9t.
pub(crate) fn momentum(time: f64, j: usize) -> V {
    let line = [
        V::from_f64([1.0, 2.0, -0.5]) + V::from_f64([0.3, -0.2, 0.1]) * time,
        V::from_f64([0.3, -0.2, 0.1]),
    ];
    let quarter = std::f64::consts::FRAC_PI_2 * [0.0, 1.0, 2.0, 3.0, 4.0, 5.0][j];
    let power = |w: f64| (0..j).fold(1.0, |product, _| product * w);
    let s = 0.7 * power(1.3) * (1.3 * time + quarter).sin();
    let c = 0.5 * power(0.9) * (0.9 * time + quarter).cos();
    line.get(j).copied().unwrap_or(V::zero()) + V::new(s, c, s / 2.0 - c)
}

/// The same as a torque of polhode.
pub(crate) fn torque() -> PrescribedMomentum<Harmonics<f64>> {
    let line = Harmonics::new(V::from_f64([1.0, 2.0, -0.5]), V::from_f64([0.3, -0.2, 0.1]));
    let waves = line
        .with(1.3, V::from_f64([0.7, 0.0, 0.35]), V::zero())
        .and_then(|l| l.with(0.9, V::zero(), V::from_f64([0.0, 0.5, -0.5])));
    PrescribedMomentum(waves.unwrap_or(line))
}

/// omega and its first five derivatives in space, in body components, from L and its derivatives
/// in body components: p_j = R^T L^(j) obeys p_j' = p_j x nu + p_(j+1).
pub(crate) fn spatial_rates(p: [V; 6]) -> [V; 6] {
    let j = V::from_f64(MOMENTS);
    let rates = |m: V| V::new(m.x / j.x, m.y / j.y, m.z / j.z);
    let n = [1.0, 2.0, 3.0, 4.0, 5.0];
    // Taylor coefficients.
    let mut series = [[V::zero(); 6]; 6];
    for (of, p) in series.iter_mut().zip(p) {
        of[0] = p;
    }
    let mut nu = [V::zero(); 6];
    nu[0] = rates(p[0]);
    for k in 0..5 {
        for order in 0..5 - k {
            let turning = (0..=k).map(|i| series[order][i].cross(nu[k - i]));
            let sum = turning.fold(series[order + 1][k], |sum, term| sum + term);
            series[order][k + 1] = sum * (1.0 / n[k]);
        }
        nu[k + 1] = rates(series[0][k + 1]);
    }
    // In space v becomes v' + nu x v.
    let mut w = [V::zero(); 6];
    let mut v = nu;
    for (order, w) in w.iter_mut().enumerate() {
        *w = v[0];
        let mut next = [V::zero(); 6];
        for k in 0..5 - order.min(5) {
            let turning = (0..=k).map(|i| nu[i].cross(v[k - i]));
            next[k] = turning.fold(v[k + 1] * n[k], |sum, term| sum + term);
        }
        v = next;
    }
    w
}

/// (5), (8) and (9), with the triple dots and the w'' that the copy of the paper has lost.
pub(crate) fn printed_rates(p: [V; 6]) -> [V; 4] {
    let j = V::from_f64(MOMENTS);
    let rates = |m: V| V::new(m.x / j.x, m.y / j.y, m.z / j.z);
    let [l, l1, l2, l3, ..] = p;
    let w = rates(l);
    let w1 = rates(l1 - w.cross(l));
    let w2 = w.cross(w1) + rates(l2 - w1.cross(l) - w.cross(l1) * 2.0 + w.cross(w.cross(l)));
    let inner = l3 - w.cross(l2) * 3.0 - w1.cross(l1) * 3.0 - w2.cross(l)
        + w1.cross(w.cross(l))
        + w.cross(w1.cross(l)) * 2.0
        + w.cross(w.cross(l1)) * 3.0
        - w.cross(w.cross(w.cross(l)));
    [w, w1, w2, w.cross(w2) * 2.0 - w.cross(w.cross(w1)) + rates(inner)]
}

/// `1/12` as a number.
fn number(text: &str) -> f64 {
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    let [above, below] = [above, below].map(|digits| digits.parse().unwrap_or(f64::NAN));
    above / below
}

/// Z(h) with the printed coefficients, and with the bracket [W0, W0, W2, W0] `doubled` as on the
/// slides.
pub(crate) fn z(w: &[V; 6], h: f64, doubled: bool) -> V {
    let mut sum = V::zero();
    let mut power = 1.0;
    for terms in TERMS {
        for (letters, _, coefficient) in terms {
            let times = if doubled && *letters == [0, 0, 2, 0] { 2.0 } else { 1.0 };
            let nested = letters.iter().rev().map(|&k| w[usize::from(k)]);
            let bracket = nested.reduce(|inner, outer| outer.cross(inner)).unwrap_or(V::zero());
            sum += bracket * (number(coefficient) * power * times);
        }
        power *= h;
    }
    sum
}

/// L and its derivatives, in body components.
pub(crate) fn in_the_body(time: f64, attitude: Rotation<f64>) -> [V; 6] {
    std::array::from_fn(|j| attitude.apply_inverse(momentum(time, j)))
}

/// The attitude after so many steps of the series of sixth order.
pub(crate) fn end(steps: u32, doubled: bool) -> Rotation<f64> {
    let h = TIME / f64::from(steps);
    (0..steps).fold(attitude(), |q, n| {
        let w = spatial_rates(in_the_body(h * f64::from(n), q));
        q * Rotation::exp(z(&w, h, doubled) * h)
    })
}
