"""What Python adds to what Rust takes, with the installed package.

    RAYON_NUM_THREADS=1 python cost.py

Bodies, steps and times are those of rows of `cargo bench -p polhode-ensemble --bench throughput`,
which this runs too: Rust and Python take turns, and each figure is the least of all turns. Without
cargo only Python is measured.
"""

from __future__ import annotations

import shutil
import subprocess
import time
from pathlib import Path

import numpy as np
import polhode

SAMPLES = 9
TURNS = 3
BENCH = ["cargo", "bench", "--quiet", "-p", "polhode-ensemble", "--bench", "throughput", "--"]


def least(work, repeats=1):
    """Seconds of the quickest sample, for one of its repeats."""
    best = float("inf")
    for _ in range(SAMPLES):
        begin = time.perf_counter()
        for _ in range(repeats):
            work()
        best = min(best, time.perf_counter() - begin)
    return best / repeats


def of_rust(row):
    """Nanoseconds of a row of the bench, in one thread; none without cargo."""
    if not shutil.which("cargo"):
        return None
    here = Path(__file__).resolve().parent
    told = subprocess.run([*BENCH, row], cwd=here, check=True, capture_output=True, text=True)
    for line in told.stdout.splitlines():
        if line.endswith(row):
            return float(line.split()[0])
    raise LookupError(f"the bench has no row `{row}`")


def against(what, row, work, count):
    """A row for Python, Rust and their ratio."""
    turns = [(of_rust(row), least(work) * 1e9 / count) for _ in range(TURNS)]
    python = min(turn[1] for turn in turns)
    rust = min((turn[0] for turn in turns if turn[0]), default=None)
    ratio = f"{rust:9.2f} ns {python / rust:7.3f}" if rust else ""
    print(f"{what:50} {python:9.2f} ns {ratio}", flush=True)


def runs():
    """A run of one step: nearly all of it is what a run costs besides its steps."""
    body = polhode.Body(inertia=[1.0, 2.0, 2.5])
    field = polhode.torque.uniform_field(strength=20.0, arm=[0, 0, 1], direction=[0, 0, 1])
    top = polhode.Body(inertia=[5.0, 5.0, 1.0], torque=field)
    plan = {"angular_velocity": [0.01, 2.0, 0.01], "duration": 0.1, "step": 0.1, "method": "exact"}
    for what, work in [
        ("run of one step, free", lambda: polhode.run(body, **plan)),
        ("run of one step, in a field", lambda: polhode.run(top, **plan)),
        ("run of one step and its arrays", lambda: polhode.run(body, **plan).attitude),
    ]:
        print(f"{what:50} {least(work, 500) * 1e6:9.2f} us", flush=True)


def epochs(count):
    """The closed form at many times."""
    body = polhode.Body(inertia=[1.0, 3.0, 3.2])
    state = polhode.State(angular_momentum=[2.0, 1.5, 0.7])
    times = 0.01 * np.arange(count)
    against(
        f"exact at {count} times, all arrays",
        f"one body at {count} epochs, f64, lanes, new memory",
        lambda: polhode.exact(body, state, times).attitude,
        count,
    )


def bodies(count, steps):
    """Water, one radian per unit of time, a 32nd of a turn."""
    k = np.arange(count)
    rates = np.stack([np.sin(0.7 * k), np.cos(1.3 * k + 0.2), np.sin(2.1 * k)], axis=1)
    rates /= np.linalg.norm(rates, axis=1)[:, None]
    ensemble = polhode.Ensemble(
        [0.345, 0.653, 0.998], angular_velocity=rates, method="exact", step=2 * np.pi / 32
    )
    ensemble.step(1)
    against(
        f"step of {count} bodies, {steps} at once",
        f"exact, free, f64, portable, {count} bodies, {steps} steps a visit",
        lambda: ensemble.step(steps),
        count * steps,
    )


if __name__ == "__main__":
    print(f"{'':50} {'Python':>12} {'Rust':>12} {'ratio':>7}")
    runs()
    epochs(100_000)
    epochs(1_000_000)
    bodies(2048, 1000)
