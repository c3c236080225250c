"""The corrector of half drift - kick - half drift, to 36 digits.

To first order in the torque the step's only error is a change of variables. With
x = ad_A for the drift A and the kick B,

    log(exp(A/2) exp(B) exp(A/2)) = A + (x/2)/sinh(x/2) B + O(B^2)
                                  = exp(ad_P) (A + B) + O(B^2),
    P = (1 - (x/2)/sinh(x/2))/x B

so with x = i theta, theta the phase by which the torque changes within a step, P is
-i g(theta) B, g = (1 - (theta/2)/sin(theta/2))/theta. A kick of b at the time a h and
one of -b at -a h make 2 i b sin(a theta) B, up to the same sign. The b's of a = 0.42,
0.84, ... are fitted to g by least squares on theta in [0, 2], the terms theta, theta^3
and theta^5 held exactly, so that the order in h is that of the kernel.

    python3 tools/derive/corrector.py        (needs mpmath)

prints the pairs of crates/polhode/src/method/splitting/tables.rs and the residual.
"""

from mpmath import bernoulli, factorial, lu_solve, matrix, mp, mpf, nstr, pi, sin

mp.dps = 60

PLACES = [mpf(42) * i / 100 for i in range(1, 9)]
LARGEST = mpf(2)
HELD = 3
SAMPLES = 400


def g(theta):
    return (1 - (theta / 2) / sin(theta / 2)) / theta


def fit():
    n = len(PLACES)
    # Chebyshev's points: the residual is as large everywhere.
    thetas = [LARGEST * sin(pi * (2 * j + 1) / (4 * SAMPLES)) for j in range(SAMPLES)]
    design = matrix([[2 * sin(a * theta) for a in PLACES] for theta in thetas])
    wanted = matrix([g(theta) for theta in thetas])
    # g = -sum of 2 (2^(2k - 1) - 1) |B_2k| theta^(2k - 1)/((2k)! 4^k)
    held = matrix([
        [2 * (-1) ** k * a ** (2 * k + 1) / factorial(2 * k + 1) for a in PLACES]
        for k in range(HELD)
    ])
    terms = [
        -2 * (2 ** (2 * k - 1) - 1) * abs(bernoulli(2 * k)) / factorial(2 * k) / mpf(4) ** k
        for k in range(1, HELD + 1)
    ]
    system, right = matrix(n + HELD), matrix(n + HELD, 1)
    normal, sides = design.T * design, design.T * wanted
    for i in range(n):
        right[i] = sides[i]
        for j in range(n):
            system[i, j] = normal[i, j]
        for k in range(HELD):
            system[i, n + k] = system[n + k, i] = held[k, i]
    for k in range(HELD):
        right[n + k] = terms[k]
    return [lu_solve(system, right)[i] for i in range(n)]


if __name__ == "__main__":
    weights = fit()

    def residual(theta):
        return abs(sum(2 * b * sin(a * theta) for a, b in zip(PLACES, weights)) - g(theta))

    for a, b in zip(PLACES, weights):
        print(f'    (d("{nstr(a, 3)}"), d("{nstr(b, 36 + int(mp.floor(mp.log10(abs(b)))) + 1)}")),')
    for theta in (0.1, 0.5, 1, 1.5, 2, 2.2, 2.5, 3):
        print(f"theta {theta}: residual {nstr(residual(mpf(theta)), 3)}")
