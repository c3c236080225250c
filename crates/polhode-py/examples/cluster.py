"""A million bodies on two Dask workers, one of which is killed in the middle: the same bits.

    python cluster.py [BODIES]
"""

from __future__ import annotations

import sys
import threading
import time

import numpy as np
import polhode
from distributed import Client, LocalCluster


def main(count):
    rng = np.random.default_rng(1)
    bodies = polhode.Ensemble(
        [1.0, 1.9, 2.9], momentum=rng.normal(size=(count, 3)), method="exact", step=0.05
    )
    begin = time.perf_counter()
    alone = bodies.run(5.0)
    print(f"{count} bodies in this process: {time.perf_counter() - begin:.1f} s")
    chunk = max(1024, count // 40)
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        begin = time.perf_counter()
        ends = bodies.run(5.0, executor=client, chunk=chunk)
        spent = time.perf_counter() - begin
        same = np.array_equal(ends.attitude, alone.attitude)
        print(f"two workers: {spent:.1f} s, the same bits: {same}")

        victim = next(iter(cluster.workers.values()))
        timer = threading.Timer(spent / 2, lambda: victim.process.process._process.kill())
        timer.start()
        begin = time.perf_counter()
        ends = bodies.run(5.0, executor=client, chunk=chunk)
        same_again = np.array_equal(ends.attitude, alone.attitude)
        same_again &= np.array_equal(ends.momentum, alone.momentum)
        timer.join()
        print(f"one killed: {time.perf_counter() - begin:.1f} s, the same bits: {same_again}")
    return 0 if same and same_again else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000))
