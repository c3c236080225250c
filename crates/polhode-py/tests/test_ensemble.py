"""Many bodies: columns, hosts, executors."""

import os
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import polhode
import pytest

RNG = np.random.default_rng(5)
MOMENTUM = RNG.normal(size=(5000, 3))


def bodies(**others):
    values = {"momentum": MOMENTUM, "method": "exact", "step": 0.1, **others}
    return polhode.Ensemble([1.0, 2.0, 2.5], **values)


def test_columns_are_the_memory_of_the_bodies():
    ensemble = bodies()
    column = ensemble.columns["q_w"]
    assert column[0] == 1.0
    ensemble.step(3)
    assert column[0] != 1.0
    assert np.array_equal(column, ensemble.attitude[:, 0])
    with pytest.raises(ValueError):
        column[0] = 2.0
    with pytest.raises(ValueError):
        column.flags.writeable = True
    ensemble.jump_to(50.0)
    assert np.array_equal(column, ensemble.attitude[:, 0])
    del ensemble
    assert np.isfinite(column).all()


def test_kicks_of_a_host_are_strang_splitting():
    """The same as the method does with the same torque."""
    field = polhode.torque.constant(body=[0.1, 0.2, 0.3])
    own, hosted = bodies(torque=field), bodies()
    torque = np.tile([0.1, 0.2, 0.3], (len(hosted), 1))
    own.step(10)
    for _ in range(10):
        hosted.step(0, torque, kick=0.05)
        hosted.step(1)
        hosted.step(0, torque, kick=0.05)
    assert np.abs(own.attitude - hosted.attitude).max() < 1e-14


def test_a_function_of_all_bodies_is_strang_splitting_too():
    own = bodies(torque=polhode.torque.constant(body=[0.1, 0.2, 0.3]))
    called = bodies(torque=lambda t, q, w: np.tile([0.1, 0.2, 0.3], (len(q), 1)))
    own.step(10)
    called.step(10)
    assert np.abs(own.attitude - called.attitude).max() < 1e-14


@pytest.mark.parametrize("precision", ["f64", "f32"])
@pytest.mark.parametrize("chunk", [1, 999, 1024, 5000, 10000])
def test_any_chunks_give_the_same_bits(chunk, precision):
    if chunk == 1:
        ensemble = polhode.Ensemble(
            [1.0, 2.0, 2.5], momentum=MOMENTUM[:20], method="buss-5:energy", step=0.1,
            precision=precision,
        )
    else:
        ensemble = bodies(method="buss-5:energy", precision=precision)
    ensemble.step(3)
    alone = ensemble.run(1.0)
    with ThreadPoolExecutor(2) as pool:
        ends = ensemble.run(1.0, executor=pool, chunk=chunk)
    assert np.array_equal(ends.attitude, alone.attitude)
    assert np.array_equal(ends.momentum, alone.momentum)
    assert ends.time == alone.time


def mean(result):
    return result.energy.sum(), len(result)


def test_processes_reduce_on_the_way():
    ensemble = bodies()
    with ProcessPoolExecutor(2) as pool:
        parts = ensemble.run(1.0, executor=pool, chunk=1024, reduce=mean)
        total = ensemble.run(
            1.0, executor=pool, chunk=1024, reduce=mean,
            combine=lambda a, b: (a[0] + b[0], a[1] + b[1]),
        )
    assert sum(count for _, count in parts) == total[1] == 5000
    assert total[0] == pytest.approx(ensemble.run(1.0).energy.sum(), rel=1e-13)


@pytest.mark.parametrize("method", ["exact", "exact:order=4", "rkmk4", "liemid-ea"])
def test_bits_do_not_depend_on_how_steps_are_spread_over_calls(method):
    gradient = polhode.torque.gravity_gradient(
        rate_squared=1e-2, direction=[1, 0, 0], axis=[0, 0, 1], rate=1e-1
    )
    torque = [gradient, polhode.torque.damping(1e-2)]
    once, one_by_one, run = [bodies(method=method, torque=torque) for _ in range(3)]
    once.step(37)
    for _ in range(37):
        one_by_one.step()
    assert once.time == one_by_one.time
    assert np.array_equal(once.attitude, one_by_one.attitude)
    assert np.array_equal(once.momentum, one_by_one.momentum)
    for chunk in (999, 2500):
        ends = run.run(3.7, executor=OnlyMap(), chunk=chunk)
        assert np.array_equal(once.attitude, ends.attitude)


def test_progress_is_shown_of_many_bodies_too():
    ensemble, parts = bodies(), []
    ensemble.step(500, progress=parts.append)
    ensemble.run(1.0, executor=OnlyMap(), chunk=1024, progress=parts.append)
    assert parts[-5:] == [0.2, 0.4, 0.6, 0.8, 1.0]
    assert parts[:-5] == sorted(parts[:-5])
    assert all(0.0 <= part <= 1.0 for part in parts)
    water = polhode.load("water-ensemble", ensemble__count=5000)
    water.run_ensemble(progress=lambda part: parts.append(part))
    assert 0.0 <= parts[-1] <= 1.0


def energies(ends):
    return ends.energy


def test_bodies_of_a_scenario_go_to_processes():
    water = polhode.load("water-ensemble", ensemble__count=3000)
    alone = water.run_ensemble()
    with ProcessPoolExecutor(2) as pool:
        ends = water.run_ensemble(executor=pool, chunk=1000)
        parts = water.run_ensemble(executor=pool, chunk=1000, reduce=energies)
    for name, column in alone.columns.items():
        assert np.array_equal(column, ends[name]), name
    assert np.array_equal(np.concatenate(parts), alone.energy)
    assert list(ends.to_pandas().columns) == list(alone.columns)


def test_rows_of_a_table_are_found_from_the_file(tmp_path, monkeypatch):
    (tmp_path / "rates.csv").write_text("x,y,z\n0.1,2.0,0.3\n0.4,0.5,0.6\n")
    text = polhode.scenarios()["t-handle"] + """
[ensemble]
count = 2
[ensemble.vary]
"initial.angular_velocity" = { file = "rates.csv", columns = ["x", "y", "z"] }
"""
    (tmp_path / "many.toml").write_text(text)
    monkeypatch.chdir(tmp_path)
    many = polhode.load("many.toml", run__duration=1.0)
    monkeypatch.chdir("/")
    changed = many.changed(run__method="exact", run__step=0.01)
    with ProcessPoolExecutor(1) as pool:
        ends = changed.run_ensemble(executor=pool, chunk=1)
    speeds = [float(np.linalg.norm(w)) for w in ends.angular_velocity]
    assert speeds == [float(x) for x in ends["rate"]]
    (tmp_path / "rates.csv").unlink()
    with pytest.raises(OSError, match="rates.csv"):
        changed.run_ensemble()


def test_what_has_no_ensemble_says_so():
    with pytest.raises(polhode.InputError, match="ensemble"):
        polhode.load("t-handle").run_ensemble()
    with pytest.raises(polhode.InputError, match="no body 99"):
        polhode.load("water-ensemble", ensemble__count=99).draw(99)


class OnlyMap:
    """As little as an executor can have."""

    def map(self, work, parts):
        return map(work, parts)


def test_an_executor_may_have_map_only_or_must_be_one():
    ensemble = bodies()
    ends = ensemble.run(1.0, executor=OnlyMap(), chunk=2000)
    assert np.array_equal(ends.attitude, ensemble.run(1.0).attitude)
    with pytest.raises(polhode.InputError, match="submit"):
        ensemble.run(1.0, executor=3)


def slow_and_deadly(result):
    """The first worker that comes here ends at once."""
    flag = os.environ["POLHODE_TEST_FLAG"]
    try:
        os.close(os.open(flag, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        time.sleep(0.05)
        return result
    os._exit(1)


def test_dask_gives_the_same_bits_and_survives_a_lost_worker(tmp_path, monkeypatch):
    distributed = pytest.importorskip("distributed")
    monkeypatch.setenv("POLHODE_TEST_FLAG", str(tmp_path / "killed"))
    ensemble = bodies()
    alone = ensemble.run(1.0)
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        ends = ensemble.run(1.0, executor=client, chunk=512)
        assert np.array_equal(ends.attitude, alone.attitude)
        parts = ensemble.run(1.0, executor=client, chunk=512, reduce=slow_and_deadly)
    assert (tmp_path / "killed").exists()
    assert np.array_equal(np.concatenate([part.attitude for part in parts]), alone.attitude)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"momentum": np.ones((5, 2))}, "shape"),
        ({"momentum": [["a", "b", "c"]]}, "numbers"),
        ({"momentum": np.full((2, 3), np.nan)}, "finite"),
        ({"attitude": np.ones((5000, 4))}, "norm"),
        ({"attitude": np.ones((7, 4))}, "shape"),
        ({"method": "taylor:tolerance=1e-9"}, "vary"),
        ({"method": "none"}, "none"),
        ({"precision": "f16"}, "f16"),
        ({"torque": polhode.torque.expression(["0", "0", "t"])}, "lanes"),
        ({"torque": polhode.torque.table(times=[0, 1], torques=np.zeros((2, 3)))}, "lanes"),
        ({"angular_velocity": MOMENTUM}, "one of them"),
    ],
)
def test_wrong_bodies_are_refused_in_words(values, words):
    with pytest.raises(polhode.InputError, match=words):
        bodies(**values)


def test_numbers_anywhere_in_memory_and_in_any_byte_order():
    raw = np.zeros(8 * 3 * 10 + 1, dtype=np.uint8)
    odd = raw[1:].view(np.float64).reshape(10, 3)
    odd[:] = MOMENTUM[:10]
    assert not odd.flags.aligned
    swapped = MOMENTUM[:10].astype(">f8")
    plain = polhode.Ensemble([1.0, 2.0, 2.5], momentum=MOMENTUM[:10], method="exact", step=0.1)
    for given in (odd, swapped, np.float32(MOMENTUM[:10]).astype(np.longdouble)):
        ensemble = polhode.Ensemble([1.0, 2.0, 2.5], momentum=given, method="exact", step=0.1)
        assert np.allclose(ensemble.momentum, plain.momentum, rtol=1e-7)
        ensemble.step(1, torque=given)


def test_put_is_what_is_there_then():
    ensemble = bodies()
    ensemble.step(2)
    ensemble.put(attitude=np.tile([1.0, 0.0, 0.0, 0.0], (5000, 1)), momentum=MOMENTUM)
    assert np.array_equal(ensemble.momentum, MOMENTUM)
    fresh = bodies()
    ensemble.step(4)
    fresh.step(4)
    assert np.array_equal(ensemble.attitude, fresh.attitude)


def test_wrong_steps_are_refused_in_words():
    ensemble = bodies()
    with pytest.raises(polhode.InputError, match="shape"):
        ensemble.step(1, torque=np.ones((3, 3)))
    with pytest.raises(polhode.InputError, match="whole number"):
        ensemble.step(1.5)
    with pytest.raises(polhode.InputError, match="finite"):
        ensemble.step(1, step=np.inf)
    with pytest.raises(polhode.InputError, match="shape"):
        ensemble.put(momentum=np.ones((1, 3)))
