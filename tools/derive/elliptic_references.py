#!/usr/bin/env python3
"""Values of elliptic functions and integrals for crates/polhode/tests/parts/elliptic.rs.

    pip install mpmath
    python3 tools/derive/elliptic_references.py

writes crates/polhode/tests/parts/data/elliptic/*.txt. Doubles are 16 hexadecimal
digits; a result is the nearest double, the double nearest to what that leaves,
and its condition: how much it changes, relative to a relative change of the
arguments by 1, in decimals. The parameter is m where m <= 1/2 and m1 = 1 - m
elsewhere, marked by a first column 0 or 1.

sn, cn, dn are those of mpmath (theta functions), by Jacobi's imaginary
transformation where m > 1/2; F, E, Pi are Carlson's integrals of mpmath in
other forms than the crate uses, with as many guard digits as these need. Both
are compared with mpmath's own Legendre forms where those converge.
"""
import random
import struct
from pathlib import Path

from mpmath import (
    ellipe, ellipf, ellipfun, ellipk, ellippi, elliprd, elliprf, elliprj, floor, mp, mpf, pi, sin,
    cos, nstr, sqrt,
)

mp.dps = 70
random.seed(2006)
OUT = Path(__file__).resolve().parents[2] / "crates/polhode/tests/parts/data/elliptic"


def hexed(x):
    return struct.pack(">d", x).hex()


def quarter(m1):
    return elliprf(0, m1, 1)


def small_jacobi(v, m, m1):
    """sn, cn, dn between 0 and K/2."""
    if m <= 0.5:
        return tuple(ellipfun(name, v, m=m) for name in ("sn", "cn", "dn"))
    s, c, d = (ellipfun(name, 1j * v, m=m1) for name in ("sn", "cn", "dn"))
    return (s / c / 1j).real, (1 / c).real, (d / c).real


def jacobi(u, m, m1):
    """sn, cn, dn and am; u is brought between 0 and K/2 first."""
    whole = quarter(m1)
    turns = floor(u / (2 * whole) + mpf(1) / 2)
    v = u - turns * 2 * whole
    if 2 * abs(v) <= whole:
        sn, cn, dn = small_jacobi(abs(v), m, m1)
    else:
        s, c, d = small_jacobi(whole - abs(v), m, m1)
        sn, cn, dn = c / d, sqrt(m1) * s / d, sqrt(m1) / d
    sn = sn if v >= 0 else -sn
    am = turns * pi + mp.atan2(sn, cn)
    sign = -1 if int(turns) % 2 else 1
    return sign * sn, sign * cn, dn, am


def pieces(phi, m1):
    halves = floor(phi / pi + mpf(1) / 2)
    r = phi - halves * pi
    s, c = sin(r), cos(r)
    return halves, s, c * c, c * c + m1 * s * s


def first(phi, m, m1):
    halves, s, c2, d2 = pieces(phi, m1)
    return 2 * halves * quarter(m1) + s * elliprf(c2, d2, 1)


def second(phi, m, m1):
    halves, s, c2, d2 = pieces(phi, m1)
    whole = quarter(m1) - m / 3 * elliprd(0, m1, 1)
    return 2 * halves * whole + s * elliprf(c2, d2, 1) - m / 3 * s**3 * elliprd(c2, d2, 1)


def third(n, phi, m, m1):
    halves, s, c2, d2 = pieces(phi, m1)
    whole = quarter(m1) + n / 3 * elliprj(0, m1, 1, 1 - n) if halves else 0
    rest = s * elliprf(c2, d2, 1) + n / 3 * s**3 * elliprj(c2, d2, 1, 1 - n * s * s)
    return 2 * halves * whole + rest


def parameter():
    """(marker, double)."""
    kind = random.randrange(8)
    if kind == 0:
        return 0, random.uniform(0, 0.5)
    if kind == 1:
        return 0, 10 ** random.uniform(-20, -0.4)
    if kind == 2:
        return 0, 0.0
    if kind in (3, 4):
        return 1, random.uniform(1e-3, 0.5)
    if kind in (5, 6):
        return 1, 10 ** random.uniform(-20, -1)
    return 1, 10 ** random.uniform(-300, -20)


def both(marker, x):
    return (x, 1 - x) if marker == 0 else (1 - x, x)


def next_to(x):
    return x * (1 + random.choice([0, 1, -1]) * 10 ** random.uniform(-16, -1))


def angle():
    kind = random.randrange(6)
    if kind == 0:
        return random.uniform(-1.6, 1.6)
    if kind == 1:
        return random.uniform(-30, 30)
    if kind == 2:
        return random.choice([-1, 1]) * 10 ** random.uniform(-12, 0)
    if kind == 3:
        return random.uniform(-1e5, 1e5)
    if kind == 4:
        return next_to(float(pi / 2) * random.choice([1, -1, 3, -7]))
    return random.uniform(0, 1.5707)


def argument(marker, x):
    m1 = both(marker, mpf(x))[1]
    period = float(quarter(m1))
    kind = random.randrange(6)
    if kind == 0:
        return random.uniform(-1, 1)
    if kind == 1:
        return random.choice([-1, 1]) * 10 ** random.uniform(-12, 0)
    if kind == 2:
        return random.uniform(-1, 1) * period
    if kind == 3:
        return random.uniform(-20, 20) * period
    if kind == 4:
        return next_to(random.choice([1, -1, 2, 3, -4]) * period)
    return random.uniform(-1e4, 1e4)


def row(function, marker, x, arguments):
    """The line of a function of (arguments..., m, m1)."""
    def at(arguments, x):
        m, m1 = both(marker, x)
        value = function(*arguments, m, m1)
        return value if isinstance(value, tuple) else (value,)

    exact = [mpf(a) for a in arguments]
    values = at(exact, mpf(x))
    tiny = mpf(10) ** -25
    conditions = [mpf(0)] * len(values)
    for i in range(len(exact) + 1):
        moved = [a * (1 + tiny) if j == i else a for j, a in enumerate(exact)]
        y = mpf(x) * (1 + tiny) if i == len(exact) else mpf(x)
        for j, (a, b) in enumerate(zip(at(moved, y), values)):
            conditions[j] += abs(a - b) / tiny
    columns = [str(marker), hexed(x)] + [hexed(a) for a in arguments]
    for value, condition in zip(values, conditions):
        hi = float(value)
        lo = float(value - mpf(hi))
        relative = condition / abs(value) if value else mpf(0)
        columns += [hexed(hi), hexed(lo), nstr(relative, 4, min_fixed=0, max_fixed=0)]
    return " ".join(columns)


def characteristic():
    kind = random.randrange(4)
    if kind == 0:
        return random.uniform(0, 0.999)
    if kind == 1:
        return -(10 ** random.uniform(-10, 6))
    if kind == 2:
        return random.uniform(-2, 0)
    return 1 - 10 ** random.uniform(-8, -0.1)


def check():
    """Our forms against mpmath's own."""
    for _ in range(40):
        m, phi = mpf(random.uniform(0, 0.99)), mpf(random.uniform(-1.5, 1.5))
        n, m1 = mpf(random.uniform(-3, 0.9)), 1 - m
        u = mpf(random.uniform(-5, 5))
        for a, b in [
            (first(phi, m, m1), ellipf(phi, m)), (second(phi, m, m1), ellipe(phi, m)),
            (third(n, phi, m, m1), ellippi(n, phi, m)), (quarter(m1), ellipk(m)),
            *zip(jacobi(u, m, m1), [ellipfun(x, u, m=m) for x in ("sn", "cn", "dn")]),
        ]:
            assert abs(a - b) < mpf(10) ** -55 * (1 + abs(a)), (m, phi, n, a, b)
        assert abs(first(jacobi(u, m, m1)[3], m, m1) - u) < mpf(10) ** -55


def write(name, count, line):
    lines = [line() for _ in range(count)]
    (OUT / f"{name}.txt").write_text("\n".join(lines) + "\n")


def with_parameter(function, *arguments):
    def line():
        marker, x = parameter()
        return row(function, marker, x, [a(marker, x) for a in arguments])
    return line


if __name__ == "__main__":
    OUT.mkdir(parents=True, exist_ok=True)
    check()
    plain = lambda draw: lambda *_: draw()
    write("jacobi", 1500, with_parameter(jacobi, argument))
    write("f", 1000, with_parameter(first, plain(angle)))
    write("e", 1000, with_parameter(second, plain(angle)))
    write("pi", 1500, with_parameter(third, plain(characteristic), plain(angle)))
    whole = lambda m, m1: (
        quarter(m1), quarter(m1) - m / 3 * elliprd(0, m1, 1)
    )
    write("complete", 400, with_parameter(whole))
    write("pi_complete", 600, with_parameter(
        lambda n, m, m1: quarter(m1) + n / 3 * elliprj(0, m1, 1, 1 - n), plain(characteristic)))
