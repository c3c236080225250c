"""Coefficients of the modified moments of the discrete Moser-Veselov method, as fractions.

The body rotates by the Cayley transform of 2c, where

  J c + c x J c = (1 + c.c) h m/2,   1/J = s/I + d,
  s = 1 + s1 + s2,   d = d1 + d2,

s1 and d1 are of the order h^2, s2 and d2 of the order h^4. With the series in h of the exact
rotation for c, the terms of h^3 give s1 and d1, those of h^5 give s2 and d2: three linear
equations for two numbers, exact for a body with rational moments and momentum.

By their units these numbers are sums of symmetric functions of the moments times C, E
(order h^2) or C^2, C E, E^2 (order h^4), with C = h^2 |m|^2/2 and E = h^2 times the energy. The
coefficients solve the linear equations of as many bodies as there are terms, and hold for
others too. The terms are complete: a coefficient that does not occur in the Rust code is 0.

With the time alone, d = 0, the momentum after the step is compared in place of c. This gives s1
again, and another s2.

    python3 tools/derive/moser_veselov.py

prints the series of `MoserVeselov::modified`, crates/polhode/src/methods/energy_momentum.rs.
"""

import random
from fractions import Fraction

ORDER = 5  # of the series in h


# A series in h is a list of ORDER + 1 fractions, or of as many vectors.
def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def scale(a, b):
    """Of vectors component by component, of a number and a vector, of two numbers."""
    if isinstance(a, list):
        return [x * y for x, y in zip(a, b)]
    return [a * y for y in b] if isinstance(b, list) else a * b


def add(a, b):
    return [x + y for x, y in zip(a, b)]


def product(of, a, b):
    """Of two series, by a product of their terms."""

    def term(n):
        total = of(a[0], b[n])
        for k in range(1, n + 1):
            next_one = of(a[k], b[n - k])
            total = add(total, next_one) if isinstance(total, list) else total + next_one
        return total

    return [term(n) for n in range(ORDER + 1)]


def total(*series):
    out = series[0]
    for other in series[1:]:
        out = [add(a, b) if isinstance(a, list) else a + b for a, b in zip(out, other)]
    return out


def times(number, series):
    return [scale(number, a) for a in series]


def shifted(series):
    """h times a series."""
    zero = [Fraction(0)] * 3 if isinstance(series[0], list) else Fraction(0)
    return [zero] + series[:ORDER]


def constant(value):
    zero = [Fraction(0)] * 3 if isinstance(value, list) else Fraction(0)
    return [value] + [zero] * ORDER


def reciprocal(a):
    """Of a series of vectors, component by component."""
    out = [[1 / x for x in a[0]]]
    for n in range(1, ORDER + 1):
        rest = [Fraction(0)] * 3
        for k in range(1, n + 1):
            rest = add(rest, scale(a[k], out[n - k]))
        out.append([-x * y for x, y in zip(rest, out[0])])
    return out


HALF = Fraction(1, 2)


def exact(inertia, m):
    """Series of momentum and c: m' = m x w, c' = (w + c x w + c (c.w))/2, w = m/I."""
    momentum, c = constant(m), constant([Fraction(0)] * 3)
    inverse = [1 / x for x in inertia]
    for n in range(ORDER):
        w = [scale(inverse, x) for x in momentum]
        rate = product(cross, momentum, w)
        rate_of_c = total(w, product(cross, c, w), product(scale, product(dot, c, w), c))
        momentum[n + 1] = scale(Fraction(1, n + 1), rate[n])
        c[n + 1] = scale(HALF / (n + 1), rate_of_c[n])
    return momentum, c


def moments(inertia, s, d):
    """J, from the series s and d."""
    inverse = [1 / x for x in inertia]
    return reciprocal([add(scale(x, inverse), [y] * 3) for x, y in zip(s, d)])


def right(m, c):
    one_and = total(constant(Fraction(1)), product(dot, c, c))
    return shifted(product(scale, one_and, constant(scale(HALF, m))))


def defect(inertia, m, c, s, d):
    jc = product(scale, moments(inertia, s, d), c)
    return total(jc, product(cross, c, jc), times(Fraction(-1), right(m, c)))


def momentum_after(inertia, m, s):
    """Momentum after a step with d = 0."""
    j = moments(inertia, s, constant(Fraction(0)))
    inverse_j = reciprocal(j)
    c = constant([Fraction(0)] * 3)
    for _ in range(ORDER):  # each time one order more
        gyration = product(cross, c, product(scale, j, c))
        c = product(scale, inverse_j, total(right(m, c), times(Fraction(-1), gyration)))
    # The transposed rotation: m + 2 (m x c + (m x c) x c)/(1 + c.c).
    turned = product(cross, constant(m), c)
    turned = total(turned, product(cross, turned, c))
    below = total(constant(Fraction(1)), product(dot, c, c))
    below = reciprocal([[x] * 3 for x in below])
    return total(constant(m), times(Fraction(2), product(scale, below, turned)))


def solve(rows, rights):
    """The one solution of linear equations that may be more than the unknowns."""
    rows = [list(row) + [b] for row, b in zip(rows, rights)]
    count = len(rows[0]) - 1
    for i in range(count):
        pivot = next(k for k in range(i, len(rows)) if rows[k][i] != 0)
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for k in range(len(rows)):
            if k != i:
                factor = rows[k][i]
                rows[k] = [x - factor * y for x, y in zip(rows[k], rows[i])]
    assert all(row[count] == 0 for row in rows[count:]), "the equations contradict each other"
    return [row[count] for row in rows[:count]]


def unknowns(residual, order, count):
    """Numbers for which a term of a series, affine in them, vanishes."""
    at = lambda values: residual(values)[order]
    base = at([Fraction(0)] * count)
    columns = []
    for i in range(count):
        moved = at([Fraction(int(k == i)) for k in range(count)])
        columns.append([x - y for x, y in zip(moved, base)])
    return solve(list(zip(*columns)), [-x for x in base])


def corrections(inertia, m):
    """s1, d1, s2, d2, and s2 with d = 0."""
    momentum, c = exact(inertia, m)

    def series(first, *others):
        out = constant(Fraction(first))
        for k, value in enumerate(others):
            out[2 * k + 2] = value
        return out

    full = lambda s, d: defect(inertia, m, c, series(1, *s), series(0, *d))
    s1, d1 = unknowns(lambda x: full(x[:1], x[1:]), 3, 2)
    s2, d2 = unknowns(lambda x: full([s1, x[0]], [d1, x[1]]), 5, 2)
    rest = full([s1, s2], [d1, d2])
    assert all(x == 0 for term in rest for x in term), "the error is not of the order h^6"

    back = times(Fraction(-1), momentum)
    alone = lambda x: total(momentum_after(inertia, m, series(1, *x)), back)
    assert unknowns(alone, 3, 1) == [s1]
    return s1, d1, s2, d2, unknowns(lambda x: alone([s1] + x), 5, 1)[0]


# Symmetric functions of the moments by their power of the moments. Each list spans the symmetric
# polynomials over D (for C and E) or D^2 (for C^2, C E and E^2).
FUNCTIONS = {
    ("s", 1): {"C": ["S1/D"], "E": ["X1", "S1^2/D"]},
    ("d", 1): {"C": ["1/D"], "E": ["S1/D"]},
    ("s", 2): {
        "C^2": ["S2/D^2", "X1/D"],
        "C E": ["1/D", "XI/D", "S1^3/D^2"],
        "E^2": ["S1/D", "X2", "S1^2 X1/D", "S1^4/D^2"],
    },
    ("d", 2): {
        "C^2": ["S1/D^2"],
        "C E": ["X1/D", "S2/D^2"],
        "E^2": ["1/D", "XI/D", "S1^3/D^2"],
    },
}


def functions(inertia):
    s1, s2 = sum(inertia), sum(x**2 for x in inertia)
    x1, x2 = sum(1 / x for x in inertia), sum(1 / x**2 for x in inertia)
    i1, i2, i3 = inertia
    xi, volume = (i1 + i2) / i3 + (i2 + i3) / i1 + (i3 + i1) / i2, i1 * i2 * i3
    return {
        "1/D": 1 / volume,
        "S1/D": s1 / volume,
        "S1/D^2": s1 / volume**2,
        "S1^2/D": s1**2 / volume,
        "S1^2 X1/D": s1**2 * x1 / volume,
        "S1^3/D^2": s1**3 / volume**2,
        "S1^4/D^2": s1**4 / volume**2,
        "S2/D^2": s2 / volume**2,
        "X1": x1,
        "X1/D": x1 / volume,
        "X2": x2,
        "XI/D": xi / volume,
    }


def powers(inertia, m):
    c, e = dot(m, m) / 2, sum(x**2 / i for x, i in zip(m, inertia)) / 2
    return {"C": c, "E": e, "C^2": c**2, "C E": c * e, "E^2": e**2}


def show(name, terms, bodies, values):
    """Solves for the coefficients, with more bodies than terms, and prints them."""
    pairs = [(power, function) for power, list_ in terms.items() for function in list_]
    rows = []
    for inertia, m in bodies:
        of_moments, of_motion = functions(inertia), powers(inertia, m)
        rows.append([of_moments[f] * of_motion[p] for p, f in pairs])
    coefficients = dict(zip(pairs, solve(rows, values)))
    print(name)
    for power in terms:
        parts = [(coefficients[power, f], f) for f in terms[power] if coefficients[power, f] != 0]
        print(f"    {power:4}", "  ".join(f"{'' if x < 0 else '+'}{x} ({f})" for x, f in parts))


def main():
    rng = random.Random(1)
    number = lambda low, high: Fraction(rng.randint(low, high), rng.randint(1, 9))
    bodies = [([number(1, 30) for _ in "xyz"], [number(-30, 30) for _ in "xyz"]) for _ in range(16)]
    found = list(zip(*(corrections(*body) for body in bodies)))
    s2 = FUNCTIONS["s", 2]
    show("s, h^2", FUNCTIONS["s", 1], bodies, found[0])
    show("d, h^2", FUNCTIONS["d", 1], bodies, found[1])
    show("s, h^4", s2, bodies, found[2])
    show("d, h^4", FUNCTIONS["d", 2], bodies, found[3])
    # s2 + d1 E has the terms of s2: S1/D E^2 and 1/D C E.
    show("s, h^4, if the time alone is rescaled", s2, bodies, found[4])


if __name__ == "__main__":
    main()
