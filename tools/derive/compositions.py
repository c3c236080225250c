"""Coefficients of the symmetric compositions, to 36 digits.

A symmetric second-order method is exp(h X1 + h^3 X3 + h^5 X5 + ...) with unknown
X's that do not commute. A composition of steps w_1 h, ..., w_s h has order p when
the product of these exponentials equals exp(h X1) through h^p. The product is
taken in the free associative algebra, and the published digits of the weights
are refined by Newton's method on the conditions that the logarithm gives.

Where there are more weights than conditions (one more for Omelyan's and both of
Kahan and Li's), the first weight is held at its published digits.

    python3 tools/derive/compositions.py        (needs mpmath)

prints the rows of crates/polhode/src/method/composition.rs.
"""

from functools import lru_cache
from itertools import product

from mpmath import mp, mpf, matrix, nstr

mp.dps = 60

GENERATORS = (1, 3, 5, 7)


@lru_cache(None)
def words(weight):
    """All words in the generators of a given total weight."""
    if weight == 0:
        return ((),)
    return tuple(w + (g,) for g in GENERATORS if g <= weight for w in words(weight - g))


def times(a, b, order):
    out = {}
    for (u, x), (v, y) in product(a.items(), b.items()):
        if sum(u) + sum(v) <= order:
            out[u + v] = out.get(u + v, mpf(0)) + x * y
    return out


def exponential(w, order):
    """exp of the sum of w^g X_g, truncated."""
    generator = {(g,): w**g for g in GENERATORS if g <= order}
    term, total = {(): mpf(1)}, {(): mpf(1)}
    for n in range(1, order + 1):
        term = {k: v / n for k, v in times(term, generator, order).items()}
        for k, v in term.items():
            total[k] = total.get(k, mpf(0)) + v
    return total


def logarithm(series, order):
    rest = {k: v for k, v in series.items() if k != ()}
    power, total = {(): mpf(1)}, {}
    for n in range(1, order + 1):
        power = times(power, rest, order)
        for k, v in power.items():
            total[k] = total.get(k, mpf(0)) + mpf((-1) ** (n + 1)) / n * v
    return total


def conditions(half, order):
    """Coefficients of the logarithm that must vanish; even weights vanish by symmetry."""
    weights = half + [1 - 2 * sum(half)] + half[::-1]
    series = {(): mpf(1)}
    for w in weights:
        series = times(series, exponential(w, order), order)
    log = logarithm(series, order)
    return [log.get(w, mpf(0)) for weight in range(3, order, 2) for w in words(weight) if w]


def refine(published, order, held):
    half = [mpf(x) for x in published]
    free = range(held, len(half))
    for _ in range(6):
        residual = matrix(conditions(half, order))
        if mp.norm(residual, mp.inf) < mpf(10) ** -52:
            break
        step = mpf(10) ** -28
        columns = []
        for i in free:
            moved = list(half)
            moved[i] += step
            back = list(half)
            back[i] -= step
            up, down = conditions(moved, order), conditions(back, order)
            columns.append([(a - b) / (2 * step) for a, b in zip(up, down)])
        jacobian = matrix(columns).T
        change = mp.lu_solve(jacobian.T * jacobian, -(jacobian.T * residual))
        for i, c in zip(free, change):
            half[i] += c
    return half, mp.norm(matrix(conditions(half, order)), mp.inf)


SETS = [
    ("yoshida-4", 4, 0, [1 / (2 - mpf(2) ** (mpf(1) / 3))]),
    ("suzuki-4", 4, 2, [1 / (4 - mpf(4) ** (mpf(1) / 3))] * 2),
    ("omelyan-4", 4, 1, ["0.3221375960817984", "0.5413165481700430"]),
    ("yoshida-6", 6, 0, ["0.784513610477560", "0.235573213359357", "-1.17767998417887"]),
    ("kahan-li-6", 6, 1, ["0.39216144400731413927925056", "0.33259913678935943859974863",
                          "-0.70624617255763935980996482", "0.08221359629355080023149045"]),
    ("kahan-li-8", 8, 1, ["0.13020248308889008087881763", "0.56116298177510838456196441",
                          "-0.38947496264484728640807860", "0.15884190655515560089621075",
                          "-0.39590389413323757733623154", "0.18453964097831570709183254",
                          "0.25837438768632204729397911", "0.29501172360931029887096624"]),
    ("suzuki-umeno-8", 8, 0, [".74167036435061295345", "-.40910082580003159400",
                              ".19075471029623837995", "-.57386247111608226666",
                              ".29906418130365592384", ".33462491824529818378",
                              ".31529309239676659663"]),
]

if __name__ == "__main__":
    for name, order, held, published in SETS:
        half, residual = refine(published, order, held)
        print(f"{name}  order {order}  residual {nstr(residual, 3)}")
        for w in half + [1 - 2 * sum(half)]:
            text = nstr(w, 36, strip_zeros=False)
            print(f'    "{text}",')
