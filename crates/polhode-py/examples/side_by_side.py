"""polhode beside scipy's DOP853 and heyoka: error at the end and time, for equal accuracies asked.

    python side_by_side.py

The problems are Krysl's fast top and Celledoni's satellite. The error is the angle between the
attitude at the end and that of a run at rounding. heyoka is left out where it is not installed.
The time is the least of several runs; what is compiled or built once is not counted.
"""

from __future__ import annotations

import time

import numpy as np
import polhode
from scipy.integrate import solve_ivp

TOLERANCES = [1e-6, 1e-9]
#: Scenarios of polhode, and for how long.
PROBLEMS = {"fast-top": 10.0, "celledoni-satellite": 40.0}
REPEATS = 3


def least(work):
    """The least time of some runs, and what the last gave."""
    times, result = [], None
    for _ in range(REPEATS):
        begin = time.perf_counter()
        result = work()
        times.append(time.perf_counter() - begin)
    return min(times), result


def angle(p, q):
    """Between two attitudes, without the loss of the arc cosine."""
    p, q = p / np.linalg.norm(p), q / np.linalg.norm(q)
    half = np.linalg.norm(p - q * np.sign(p @ q)) / 2
    return 4 * np.arcsin(min(half, 1.0))


class Problem:
    """Quaternion and body momentum, for those who want a right hand side."""

    def __init__(self, name, duration):
        self.name, self.duration = name, duration
        self.scenario = polhode.load(name, run__duration=duration)
        start = self.scenario.run()
        self.start = np.concatenate([start.attitude[0], start.momentum_body[0]])
        self.moments = self.scenario.moments
        self.torque = {"fast-top": self.field, "celledoni-satellite": self.gradient}[name]

    def field(self, n):
        """T = -strength arm x n, with n = R^T up, the arm along z and the strength 20."""
        return [20.0 * n[1], -20.0 * n[0], 0.0]

    def gradient(self, n):
        """T = 3 rate_squared n x I n, with n = R^T direction."""
        i, k = self.moments, 3.0 * 0.1181037037037037
        return [
            k * (i[2] - i[1]) * n[1] * n[2],
            k * (i[0] - i[2]) * n[2] * n[0],
            k * (i[1] - i[0]) * n[0] * n[1],
        ]

    def slopes(self, state):
        """Of quaternion and momentum, in numbers or in expressions."""
        w, x, y, z, *m = state
        # The third axis of space, seen from the body.
        n = [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)]
        a, b, c = (m[k] / self.moments[k] for k in range(3))
        t = self.torque(n)
        return [
            -0.5 * (x * a + y * b + z * c),
            0.5 * (w * a + y * c - z * b),
            0.5 * (w * b + z * a - x * c),
            0.5 * (w * c + x * b - y * a),
            m[1] * c - m[2] * b + t[0],
            m[2] * a - m[0] * c + t[1],
            m[0] * b - m[1] * a + t[2],
        ]

    def truth(self):
        """At rounding."""
        series = {"run__method": "taylor:tolerance=1e-15", "output__every": self.duration}
        return self.scenario.changed(**series).run().attitude[-1]


def by_scipy(problem, tolerance):
    """DOP853 is given the tolerance of a step: that of the end is not to be had."""

    def work():
        done = solve_ivp(
            lambda t, state: problem.slopes(state),
            (0.0, problem.duration),
            problem.start,
            method="DOP853",
            rtol=tolerance,
            atol=tolerance * 1e-3,
        )
        return done.y[:4, -1]

    return least(work)


def by_heyoka(problem, tolerance):
    """The same, by a Taylor series that is compiled for the problem."""
    import heyoka

    names = ["w", "x", "y", "z", "m1", "m2", "m3"]
    variables = heyoka.make_vars(*names)
    slopes = [one + 0.0 * variables[0] for one in problem.slopes(variables)]
    system = list(zip(variables, slopes))
    integrator = heyoka.taylor_adaptive(system, list(problem.start), tol=tolerance)

    def work():
        integrator.time = 0.0
        integrator.state[:] = problem.start
        integrator.propagate_until(problem.duration)
        return integrator.state[:4].copy()

    return least(work)


def by_polhode(problem, tolerance):
    """The accuracy is that of the end. Method and step are chosen before, and not in this time."""
    wish = {"run__accuracy": tolerance, "output__every": problem.duration}
    settled = problem.scenario.changed(**wish).settled()
    return (*least(lambda: settled.run().attitude[-1]), settled.method)


def main():
    print(f"{'problem':20} {'asked':>7}  {'by':28} {'error':>9} {'seconds':>10}")
    for name, duration in PROBLEMS.items():
        problem = Problem(name, duration)
        truth = problem.truth()

        def row(asked, by, seconds, end):
            error = angle(end, truth)
            print(f"{name:20} {asked:7.0e}  {by:28} {error:9.1e} {seconds:10.2e}", flush=True)

        for tolerance in TOLERANCES:
            seconds, end, method = by_polhode(problem, tolerance)
            row(tolerance, f"polhode, {method}", seconds, end)
            row(tolerance, "scipy, DOP853", *by_scipy(problem, tolerance))
            try:
                row(tolerance, "heyoka", *by_heyoka(problem, tolerance))
            except ImportError:
                print(f"{name:20} {tolerance:7.0e}  heyoka is not installed")


if __name__ == "__main__":
    main()
