#!/usr/bin/env python3
"""Coefficients and constants of crates/polhode/src/real/elementary.

    pip install mpmath
    python3 tools/derive/elementary.py            # prints Rust constants

Each polynomial is the minimax one (Remez exchange in 60 digits) for the
relative error of the whole function, not of the polynomial. Coefficients are
rounded to doubles one after the other, lowest first, and what is left is
fitted again, so that later coefficients make up for the rounding of earlier
ones. The printed error is that of the rounded polynomial, evaluated exactly.
"""
from mpmath import (
    atan, atanh, cos, cosh, exp, log, lu_solve, matrix, mp, mpf, pi, sin, sinh, sqrt, tan,
)

mp.prec = 200


def solve(target, weight, low, high, powers):
    """Remez: coefficients c of z^p so that weight * (target - sum) levels out."""
    count = len(powers)
    nodes = [
        (low + high) / 2 - (high - low) / 2 * cos(pi * (2 * i + 1) / (2 * count + 2))
        for i in range(count + 1)
    ]
    grid = [
        (low + high) / 2 - (high - low) / 2 * cos(pi * i / mpf(60 * count))
        for i in range(60 * count + 1)
    ]
    grid = [z for z in grid if z != 0]
    targets = [target(z) for z in grid]
    weights = [weight(z) for z in grid]
    best = None
    for _ in range(12):
        system = matrix(count + 1, count + 1)
        right = matrix(count + 1, 1)
        for row, z in enumerate(nodes):
            for column, power in enumerate(powers):
                system[row, column] = z**power
            system[row, count] = (-1) ** row / weight(z)
            right[row] = target(z)
        solution = lu_solve(system, right)
        coefficients = [solution[i] for i in range(count)]
        errors = [
            w * (t - sum(c * z**p for c, p in zip(coefficients, powers)))
            for z, t, w in zip(grid, targets, weights)
        ]
        # Exchange may leave the best behind once rounding bounds the error.
        worst = max(abs(error) for error in errors)
        if best is None or worst < best[0]:
            best = (worst, coefficients)
        # The largest error of every run of one sign.
        runs = []
        for z, error in zip(grid, errors):
            if runs and (runs[-1][1] > 0) == (error > 0):
                if abs(error) > abs(runs[-1][1]):
                    runs[-1] = (z, error)
            else:
                runs.append((z, error))
        while len(runs) > count + 1:
            runs.pop(0 if abs(runs[0][1]) < abs(runs[-1][1]) else -1)
        if len(runs) < count + 1:
            break
        size = [abs(error) for _, error in runs]
        nodes = [z for z, _ in runs]
        if max(size) < min(size) * mpf("1.001"):
            break
    return best[1]


def fit(name, target, weight, low, high, count):
    done = []
    for first in range(count):
        rest = solve(
            lambda z: target(z) - sum(c * z**i for i, c in enumerate(done)),
            weight, low, high, list(range(first, count)),
        )
        done.append(mpf(float(rest[0])))
    points = [low + (high - low) * i / mpf(997) for i in range(1, 997)]
    error = max(
        abs(weight(z) * (target(z) - sum(c * z**i for i, c in enumerate(done)))) for z in points
    )
    print(f"// {name}: relative error 2^{float(log(error, 2)):.1f}")
    print(f"const {name}: [f64; {count}] = [")
    for c in done:
        print(f"    {rust(float(c))},")
    print("];")


def rust(value):
    """A literal with digits grouped, as clippy wants it."""
    text = repr(value)
    mantissa, _, exponent = text.partition("e")
    whole, _, part = mantissa.partition(".")
    sign, whole = ("-", whole[1:]) if whole.startswith("-") else ("", whole)
    whole = f"{int(whole):_}"
    groups = [part[i:i + 3] for i in range(0, len(part), 3)]
    exponent = f"e{int(exponent)}" if exponent else ""
    return f"{sign}{whole}.{'_'.join(groups) or '0'}{exponent}"


def parts(name, value, bits):
    """Leading parts of so many bits (0: a whole double), each cut off below."""
    for i, count in enumerate(bits):
        if count:
            scale = mpf(2) ** (count - 1 - int(mp.floor(log(abs(value), 2))))
            part = mp.floor(value * scale) / scale
        else:
            part = mpf(float(value))
        print(f"const {name}_{i + 1}: f64 = {rust(float(part))};")
        value -= part


def doubles(name, value, count):
    """As the sum of so many doubles."""
    print(f"const {name}: [f64; {count}] = [")
    with mp.workprec(400):
        rest = value()
        for _ in range(count):
            print(f"    {rust(float(rest))},")
            rest -= mpf(float(rest))
    print("];")


def two_over_pi(words):
    """Bits of 2/pi after 64 zeros, most significant first."""
    with mp.workprec(64 * words + 64):
        digits = int(mp.floor(2 / pi * mpf(2) ** (64 * (words - 1))))
    print(f"const TWO_OVER_PI: [u64; {words}] = [")
    for i in reversed(range(words)):
        word = f"{digits >> (64 * i) & (2**64 - 1):016x}"
        print(f"    0x{'_'.join(word[j:j + 4] for j in range(0, 16, 4))},")
    print("];")


def main():
    print("// reduce.rs")
    print(f"const TWO_OVER_PI_1: f64 = {rust(float(2 / pi))};")
    parts("HALF_PI", pi / 2, [33, 33, 0])
    two_over_pi(21)
    print("// sin_cos.rs")
    fit("SIN", lambda z: (sin(sqrt(z)) - sqrt(z)) / sqrt(z) ** 3,
        lambda z: sqrt(z) ** 3 / sin(sqrt(z)), mpf(0), mpf(1), 7)
    fit("COS", lambda z: (cos(sqrt(z)) - 1 + z / 2) / z**2,
        lambda z: z**2 / cos(sqrt(z)), mpf(0), mpf(1), 7)
    print("// atan.rs")
    parts("QUARTER_PI", pi / 4, [50, 0])
    fit("ATAN", lambda z: (atan(sqrt(z)) - sqrt(z)) / sqrt(z) ** 3,
        lambda z: sqrt(z) ** 3 / atan(sqrt(z)), mpf(0), tan(pi / 8) ** 2, 12)
    print("// exp.rs")
    print(f"const LOG2_E: f64 = {rust(float(1 / log(2)))};")
    parts("LN_2", log(2), [42, 0])
    # e^r = 1 + r + r^2 (EVEN(r^2) + r ODD(r^2))
    fit("EVEN", lambda z: (cosh(sqrt(z)) - 1) / z,
        lambda z: z / exp(-sqrt(z)), mpf(0), (log(2) / 2) ** 2, 6)
    fit("ODD", lambda z: (sinh(sqrt(z)) - sqrt(z)) / sqrt(z) ** 3,
        lambda z: sqrt(z) ** 3 / exp(-sqrt(z)), mpf(0), (log(2) / 2) ** 2, 5)
    print("// ln.rs")
    fit("ATANH", lambda z: (atanh(sqrt(z)) - sqrt(z)) / sqrt(z) ** 3,
        lambda z: sqrt(z) ** 3 / atanh(sqrt(z)), mpf(0), (3 - 2 * sqrt(mpf(2))) ** 2, 8)
    print("// double_double/circle.rs")
    doubles("HALF_PI", lambda: pi / 2, 5)
    print("// double_double/exponential.rs")
    doubles("LN_2", lambda: log(2), 3)


main()
