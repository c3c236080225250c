"""Coefficients of the Crouch-Grossman method of order 4, to 36 digits.

Jackiewicz, Marthinsen and Owren (2000) print 16 digits. Here they are refined
until the series in h of a step of Y' = A(Y) Y agrees with that of the solution
through h^4, for matrices Y of GL(3) and two functions A with random
coefficients. There are two more coefficients than conditions: each step of
Newton's method is the shortest one.

    python3 tools/derive/crouch_grossman.py        (needs mpmath)

prints the rows of crates/polhode/src/lie/exponentials.rs.
"""

import random

from mpmath import mp, mpf, matrix, eye, zeros, nstr

mp.dps = 60
ORDER, N = 4, 3
STAGES = 5
PUBLISHED = [
    "0.8177227988124852",
    "0.3199876375476427", "0.0659864263556022",
    "0.9214417194464946", "0.4997857776773573", "-1.0969984448371582",
    "0.3552358559023322", "0.2390958372307326", "1.3918565724203246", "-1.1092979392113465",
    "0.1370831520630755", "-0.0183698531564020", "0.7397813985370780", "-0.1907142565505889",
    "0.3322195591068374",
]


# A series in h is a list of ORDER + 1 matrices.
def times(a, b):
    out = [zeros(N) for _ in range(ORDER + 1)]
    for i in range(ORDER + 1):
        for j in range(ORDER + 1 - i):
            out[i + j] += a[i] * b[j]
    return out


def constant(m):
    return [m] + [zeros(N) for _ in range(ORDER)]


def exponential(a):
    """Of a series that begins with h."""
    total = constant(eye(N))
    term = constant(eye(N))
    for k in range(1, ORDER + 1):
        term = [t / k for t in times(term, a)]
        total = [x + y for x, y in zip(total, term)]
    return total


def problem(seed):
    rng = random.Random(seed)
    m = [matrix(N, N) for _ in range(9)]
    for a in m:
        for i in range(N):
            for j in range(N):
                a[i, j] = mpf(rng.randint(-8, 8)) / 8

    def field(y):
        a = times(times(constant(m[0]), y), constant(m[1]))
        b = times(times(y, constant(m[2])), times(y, constant(m[3])))
        c = times(times(y, constant(m[4])), times(times(y, constant(m[5])), times(y, constant(m[6]))))
        return [p + q + r for p, q, r in zip(a, b, c)]

    return field


def exact(field):
    y = constant(eye(N))
    for k in range(ORDER):
        rate = times(field(y), y)
        y[k + 1] = rate[k] / (k + 1)
    return y


def step(field, x):
    rows = [[], x[0:1], x[1:3], x[3:6], x[6:10], x[10:15]]
    k = []
    for row in rows:
        y = constant(eye(N))
        for weight, rates in zip(row, k):
            shifted = [zeros(N)] + [weight * r for r in rates[:ORDER]]
            y = times(exponential(shifted), y)
        if len(k) == STAGES:
            return y
        k.append(field(y))


PROBLEMS = [problem(1), problem(2)]
SOLUTIONS = [exact(field) for field in PROBLEMS]


def residual(x):
    out = []
    for field, solution in zip(PROBLEMS, SOLUTIONS):
        for a, b in zip(step(field, x), solution):
            out += [(a - b)[i, j] for i in range(N) for j in range(N)]
    return matrix(out)


def main():
    x = [mpf(text) for text in PUBLISHED]
    for _ in range(6):
        f = residual(x)
        size = max(abs(v) for v in f)
        print("residual", nstr(size, 3))
        if size < mpf(10) ** -45:
            break
        delta = mpf(10) ** -30
        columns = []
        for i in range(len(x)):
            moved = list(x)
            moved[i] += delta
            columns.append((residual(moved) - f) / delta)
        jacobian = matrix(len(f), len(x))
        for i, column in enumerate(columns):
            for j in range(len(f)):
                jacobian[j, i] = column[j]
        # The shortest least-squares step: singular directions are left alone.
        normal = jacobian.T * jacobian
        values, vectors = mp.eigsy(normal)
        print("eigenvalues", [nstr(v, 2) for v in values])
        right = jacobian.T * f
        change = matrix(len(x), 1)
        for i, value in enumerate(values):
            if value > mpf(10) ** -12:
                u = vectors[:, i]
                change -= u * ((u.T * right)[0] / value)
        x = [a + b for a, b in zip(x, change)]
    for a in x:
        print(nstr(a, 36))


main()
