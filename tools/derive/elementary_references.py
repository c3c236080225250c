#!/usr/bin/env python3
"""Reference values of crates/polhode/tests/parts/data/elementary.

    pip install mpmath
    python3 tools/derive/elementary_references.py crates/polhode/tests/parts/data/elementary

Rows of doubles: the bits of the arguments, then for every result the bits of
the nearest double and what that leaves, in its units in the last place.
Rows of double-doubles: the bits of all parts of arguments (2) and results (3).
"""
import random
import struct
import sys
from pathlib import Path

from mpmath import atan2, cos, exp, ldexp, log, mag, mp, mpf, nint, pi, sin, tan

mp.prec = 1400  # pi for arguments of 2^1024, and 300 bits more
DIRECTORY = Path(sys.argv[1])
HARDEST = 6381956970095103.0 * 2.0**797  # comes closest to a multiple of pi/2


def bits(value):
    return struct.pack(">d", value).hex()


def nearest(value):
    """The nearest double and the rest in its units, or None beyond the range."""
    if value == 0:
        return f"{bits(0.0)} 0"
    exponent = max(mag(value) - 1, -1022) - 52
    units = nint(ldexp(value, -exponent))
    if abs(units) == 2**53:  # rounded up to a power of two, whose unit is larger
        exponent += 1
        units /= 2
    if exponent > 971:
        return None
    rest = ldexp(value, -exponent) - units
    return f"{bits(float(ldexp(units, exponent)))} {mp.nstr(rest, 6, min_fixed=-9, max_fixed=9)}"


def write(name, rows):
    rows = [row for row in rows if None not in row]
    (DIRECTORY / f"{name}.txt").write_text("".join(" ".join(row) + "\n" for row in rows))


def near_quarters(draw, count, largest):
    """Doubles next to multiples of pi/2."""
    return [float(draw.randrange(1, largest) * pi / 2) for _ in range(count)]


def closest_quarters(count, largest):
    """The doubles that come closest to the first multiples of pi/2."""
    half_pi = int(ldexp(pi / 2, 200))
    found = []
    for n in range(1, largest):
        multiple = n * half_pi
        spacing = 1 << (multiple.bit_length() - 53)
        rest = multiple % spacing
        found.append((min(rest, spacing - rest) / n, n))
    return [float(n * pi / 2) for _, n in sorted(found)[:count]]


def any_size(draw, count, low, high):
    return [
        draw.choice((-1, 1)) * draw.uniform(1, 2) * 2.0 ** draw.randint(low, high)
        for _ in range(count)
    ]


def circle():
    draw = random.Random(1)
    points = [draw.uniform(-0.8, 0.8) for _ in range(500)]
    points += [draw.uniform(0.5, 1.0) for _ in range(500)]
    points += [draw.uniform(1.0, 7.0) for _ in range(600)]
    points += [draw.uniform(-1e3, 1e3) for _ in range(300)]
    points += [draw.uniform(-9e5, 9e5) for _ in range(400)]
    points += any_size(draw, 150, -1074, -20) + any_size(draw, 400, 17, 1022)
    points += [float(k * pi / 2) for k in range(1, 60)] + [float(k * pi / 4) for k in range(1, 60)]
    points += near_quarters(draw, 200, 2**19) + near_quarters(draw, 100, 2**60)
    points += near_quarters(draw, 50, 2**900) + closest_quarters(60, 2**19)
    points += [HARDEST, -HARDEST, 1.0, 1.0 + 2.0**-52, 823549.0, 5e-324, 2.0**1023 * 1.75]
    points += [float.fromhex("0x1.fffffffffffffp+1023"), 1e22, 5.0e300, 0.0]
    for x in points:
        exact = mpf(x)
        yield bits(x), nearest(sin(exact)), nearest(cos(exact)), nearest(tan(exact))


def turned():
    draw = random.Random(2)
    points = []
    for _ in range(1500):
        points.append((draw.uniform(-1, 1), draw.uniform(-1, 1)))
    for _ in range(400):
        y = draw.uniform(0.3, 1)
        points.append((y, y * draw.uniform(2.3, 2.5)))
        points.append((y, y * draw.uniform(0.999, 1.001)))
    for low, high in ((-60, 60), (-1074, 1022), (-1074, -1000), (1000, 1022)):
        points += zip(any_size(draw, 250, low, high), any_size(draw, 250, low, high))
    points += [(draw.uniform(-1, 1) * 2.0**-1000, draw.uniform(1, 4) * 2.0 ** draw.randint(20, 60))
               for _ in range(150)]
    for y, x in points:
        if x and y:
            yield bits(y), bits(x), nearest(atan2(mpf(y), mpf(x)))


def powers():
    draw = random.Random(3)
    points = [draw.uniform(-0.35, 0.35) for _ in range(800)]
    points += [draw.uniform(-20, 20) for _ in range(800)]
    points += [draw.uniform(-708, 709.7) for _ in range(800)]
    points += [draw.uniform(-745, -708) for _ in range(300)]
    points += any_size(draw, 200, -1074, -1)
    points += [(k + 0.5) * float(log(2)) for k in range(-30, 30)] + [709.782712893384, -745.1]
    for x in points:
        yield bits(x), nearest(exp(mpf(x)))


def logarithms():
    draw = random.Random(4)
    points = [draw.uniform(0.7, 1.42) for _ in range(1000)]
    points += [1 + e for e in any_size(draw, 700, -52, -5)]
    points += [abs(x) for x in any_size(draw, 1000, -1074, 1023)]
    points += [draw.uniform(1, 4) for _ in range(400)] + [draw.uniform(0.2, 0.8) for _ in range(400)]
    points += [5e-324, 2.0**-1022, 2.0, 0.5, 1 + 2.0**-52, 1 - 2.0**-53, 2.0**1023]
    for x in points:
        if x not in (0.0, 1.0):
            yield bits(x), nearest(log(mpf(x)))


def parts(value, count):
    texts = []
    for _ in range(count):
        part = float(value)
        texts.append(bits(part))
        value -= mpf(part)
    return " ".join(texts)


def pair(draw, hi):
    """A double-double with this first part."""
    return mpf(hi) + mpf(hi) * draw.uniform(-1, 1) * mpf(2) ** -54


def pair_of(value):
    hi = mpf(float(value))
    return hi + mpf(float(value - hi))


def double_doubles():
    draw = random.Random(5)
    points = [draw.uniform(-1, 1) for _ in range(300)] + [draw.uniform(-1e5, 1e5) for _ in range(300)]
    points += [draw.uniform(-8, 8) for _ in range(300)] + any_size(draw, 100, -100, 0)
    points += [float(k * pi / 4) for k in range(1, 40)]
    values = [pair_of(pair(draw, x)) for x in points]
    values += [pair_of(draw.randrange(1, 60000) * pi / 2) for _ in range(100)]
    write("double_double_circle", ((parts(x, 2), parts(sin(x), 3), parts(cos(x), 3)) for x in values))

    points = [draw.uniform(-1, 1) for _ in range(300)] + [draw.uniform(-650, 700) for _ in range(300)]
    points += any_size(draw, 100, -100, 0)
    values = [pair_of(pair(draw, x)) for x in points]
    write("double_double_exp", ((parts(x, 2), parts(exp(x), 3)) for x in values))

    points = [draw.uniform(0.5, 2) for _ in range(300)]
    values = [pair_of(pair(draw, x)) for x in points]
    values += [pair_of(1 + mpf(e)) for e in any_size(draw, 300, -100, -2)]
    values += [mpf(abs(x)) for x in any_size(draw, 300, -1022, 1022)]
    write("double_double_ln", ((parts(x, 2), parts(log(x), 3)) for x in values if x != 1))

    points = [(draw.uniform(-1, 1), draw.uniform(-1, 1)) for _ in range(400)]
    points += zip(any_size(draw, 300, -40, 40), any_size(draw, 300, -40, 40))
    points += zip(any_size(draw, 100, 500, 900), any_size(draw, 100, 500, 900))
    points += zip(any_size(draw, 100, -850, -500), any_size(draw, 100, -850, -500))
    values = [(pair_of(pair(draw, y)), pair_of(pair(draw, x))) for y, x in points]
    write("double_double_atan2",
          ((parts(y, 2), parts(x, 2), parts(atan2(y, x), 3)) for y, x in values))


DIRECTORY.mkdir(parents=True, exist_ok=True)
write("circle", circle())
write("atan2", turned())
write("exp", powers())
write("ln", logarithms())
double_doubles()
