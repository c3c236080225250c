"""What Python adds to what Rust takes, with the installed package.

    RAYON_NUM_THREADS=1 python cost.py
    RAYON_NUM_THREADS=1 cargo bench -p polhode-ensemble --bench throughput -- exact
    RAYON_NUM_THREADS=1 cargo bench -p polhode-ensemble --bench throughput -- epochs

The bodies, steps and times are those of the rows `exact, free, f64, portable` and `one body at
100000 epochs, f64, lanes` of the second and third command. Each figure is the least of some samples.
"""

from __future__ import annotations

import time

import numpy as np
import polhode

SAMPLES = 9


def least(work, repeats=1):
    """Seconds of the quickest sample, for one of its repeats."""
    best = float("inf")
    for _ in range(SAMPLES):
        begin = time.perf_counter()
        for _ in range(repeats):
            work()
        best = min(best, time.perf_counter() - begin)
    return best / repeats


def row(what, seconds, unit, scale):
    print(f"{what:50} {seconds * scale:9.2f} {unit}", flush=True)


def runs():
    """A run of one step: nearly all of it is what a run costs besides its steps."""
    body = polhode.Body(inertia=[1.0, 2.0, 2.5])
    field = polhode.torque.uniform_field(strength=20.0, arm=[0, 0, 1], direction=[0, 0, 1])
    top = polhode.Body(inertia=[5.0, 5.0, 1.0], torque=field)
    plan = {"angular_velocity": [0.01, 2.0, 0.01], "duration": 0.1, "step": 0.1, "method": "exact"}
    row("run of one step, free", least(lambda: polhode.run(body, **plan), 500), "us", 1e6)
    row("run of one step, in a field", least(lambda: polhode.run(top, **plan), 500), "us", 1e6)
    arrays = least(lambda: polhode.run(body, **plan).attitude, 500)
    row("run of one step and its arrays", arrays, "us", 1e6)


def epochs(count):
    """The closed form at many times."""
    body = polhode.Body(inertia=[1.0, 3.0, 3.2])
    state = polhode.State(angular_momentum=[2.0, 1.5, 0.7])
    times = 0.01 * np.arange(count)
    found = least(lambda: polhode.exact(body, state, times))
    row(f"exact at {count} times", found, "ns", 1e9 / count)
    found = least(lambda: polhode.exact(body, state, times).attitude)
    row(f"exact at {count} times, and all arrays", found, "ns", 1e9 / count)


def bodies(count, steps):
    """Water, one radian per unit of time, a 32nd of a turn."""
    k = np.arange(count)
    rates = np.stack([np.sin(0.7 * k), np.cos(1.3 * k + 0.2), np.sin(2.1 * k)], axis=1)
    rates /= np.linalg.norm(rates, axis=1)[:, None]
    ensemble = polhode.Ensemble(
        [0.345, 0.653, 0.998], angular_velocity=rates, method="exact", step=2 * np.pi / 32
    )
    ensemble.step(1)
    taken = least(lambda: ensemble.step(steps))
    row(f"step of {count} bodies, {steps} at once", taken, "ns", 1e9 / count / steps)


if __name__ == "__main__":
    runs()
    epochs(100_000)
    epochs(1_000_000)
    bodies(2048, 1000)
    bodies(1_000_000, 10)
