#!/usr/bin/env python3
"""Checks the formulas of docs/exact-rotation.md at random bodies, in 40 digits.

    pip install mpmath
    python3 tools/derive/phase_addition.py

Prints the largest residue of each: the constants A1, A3; the momentum against
Euler's equations; the addition theorem of the momentum; the rate of the phase in
its three forms; Landen's transformation; |E|^2 and the addition theorem of the
phase, against quadrature; the mean precession. Nothing is taken from the crate.
"""
import random

from mpmath import arg, diff, ellipfun, ellipk, mp, mpc, mpf, quad, sqrt

mp.dps = 40
random.seed(2)
residues = {}


def see(name, value):
    residues[name] = max(residues.get(name, mpf(0)), abs(value))


def jacobi(u, k):
    return [ellipfun(name, u, m=k * k) for name in ("sn", "cn", "dn")]


def body(family):
    """Moments and momentum with axes named so that axis 3 is circled."""
    while True:
        i = sorted(mpf(random.uniform(0.5, 1.5)) for _ in range(3))
        m = [mpf(random.uniform(-1, 1)) for _ in range(3)]
        m[2] = abs(m[2])
        if family < 0:
            i.reverse()
        i1, i2, i3 = i
        tau = i1 * (i3 - i2) / (i2 * (i3 - i1))
        rho = i3 * (i2 - i1) / (i2 * (i3 - i1))
        if rho * m[0] ** 2 < tau * m[2] ** 2:
            return i, m, tau, rho


def one(family):
    (i1, i2, i3), (m1, m2, m3), tau, rho = body(family)
    g2 = 1 / i1 - 1 / i3
    sign = 1 if g2 > 0 else -1
    a1, a3 = sqrt(m1**2 + tau * m2**2), sqrt(m3**2 + rho * m2**2)
    norm = sqrt(m1**2 + m2**2 + m3**2)
    energy2 = m1**2 / i1 + m2**2 / i2 + m3**2 / i3
    lam = abs(g2) * sqrt(tau) * a3
    k = sqrt(rho / tau) * a1 / a3
    kp = sqrt((tau * m3**2 - rho * m1**2) / tau) / a3
    see("tau + rho = 1", tau + rho - 1)
    see("A1^2 + A3^2 = G^2", a1**2 + a3**2 - norm**2)
    see("2H = G^2/I3 + g2 A1^2", energy2 - norm**2 / i3 - g2 * a1**2)
    see("k^2 + k'^2 = 1", k * k + kp * kp - 1)

    def at(t):
        s, c, d = jacobi(lam * t, k)
        return [a1 * c, sign * a1 / sqrt(tau) * s, a3 * d]

    t = mpf(random.uniform(0.2, 3)) / lam
    x, y, z = at(t)
    for component, right in enumerate(
        [(1 / i3 - 1 / i2) * y * z, (1 / i1 - 1 / i3) * z * x, (1 / i2 - 1 / i1) * x * y]
    ):
        see("Euler's equations", diff(lambda v: at(v)[component], t) - right)
    # From any point of the polhode.
    s, c, d = jacobi(lam * t, k)
    lever, below = sign * s / (sqrt(tau) * a3), c * c + (s * z / a3) ** 2
    x2, y2, z2 = at(2 * t)
    see("momentum from where it is", x2 - (x * c - tau * lever * y * z * d) / below)
    see("momentum from where it is", y2 - (y * c * d + lever * x * z) / below)
    see("momentum from where it is", z2 - (z * d - rho * lever * x * y * c) / below)

    b = a3 / norm
    mu = z / norm
    first = (z / i3 + energy2 / norm) / (1 + mu)
    see("phase rate, g2 > 0", first - norm / i3 - g2 * a1**2 / norm / (1 + mu))
    see("phase rate, g2 < 0", first - energy2 / norm + g2 * a1**2 / norm * mu / (1 + mu))

    kap, beta = k * k / (1 + kp) ** 2, (1 - b) / (1 + b)
    see("beta", beta - (a1 / norm) ** 2 / (1 + b) ** 2)
    half = (1 + kp) * lam / 2

    def rate(v):
        return first_rate(jacobi(half * v, kap)[0])

    def first_rate(sn):
        w = kap * sn * sn
        return norm / i3 + g2 * a1**2 / norm * (1 + w) / ((1 + b) * (1 + beta * w))

    see("Landen", rate(t) - first)

    def psi(v):
        return quad(rate, [0, v / 2, v])

    t1, t2 = t, mpf(random.uniform(0.1, 2)) / lam
    e1, e2 = kap * beta, kap * sqrt(beta * (1 + kap * beta) * (beta + kap))
    (s1, _, _), (s2, _, _), (s3, c3, d3) = (jacobi(half * v, kap) for v in (t1, t2, t1 + t2))
    e = mpc(1 + e1 * (s3**2 - s1 * s2 * c3 * d3), e2 * s1 * s2 * s3)
    see("|E|^2", abs(e) ** 2 - (1 + e1 * s1**2) * (1 + e1 * s2**2) * (1 + e1 * s3**2))
    see("phase of a sum", psi(t1 + t2) - psi(t1) - psi(t2) - 2 * sign * arg(e))


    def third(v):
        return quad(lambda w: 1 / (1 + e1 * jacobi(w, kap)[0] ** 2), [0, v / 2, v])

    parts = third(half * t1) + third(half * t2) - third(half * (t1 + t2))
    see("third kind of a sum", parts - e1 / e2 * arg(e))
    see("delta = e2^2", e1 * (1 + e1) * (e1 + kap**2) - e2**2)
    see("2 e2/e1", abs(g2) * a1**2 / norm * (1 / beta - 1) / (1 + b) / half - 2 * e2 / e1)

    # phi' = G (m1^2/I1 + m2^2/I2)/(m1^2 + m2^2) and the phase differ by a full turn.
    def precession(v):
        x, y, _ = at(v)
        return norm * (x * x / i1 + y * y / i2) / (x * x + y * y)

    quarter = ellipk(k * k) / lam
    phi, phase = quad(precession, [0, quarter]), quad(rate, [0, quarter])
    see("precession - phase = a quarter turn each K", phi - phase - sign * mp.pi / 2)


if __name__ == "__main__":
    for family in [1, -1] * 10:
        one(family)
    for name, value in residues.items():
        print(f"{name:45} {mp.nstr(value, 3)}")
