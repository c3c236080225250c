"""A run from Python has the bits of the command line."""

import csv
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import polhode
import pytest

CASES = ["t-handle", "fast-top", "soft-wall-physical", "celledoni-satellite", "reaction-wheel"]


def table(path):
    with open(path, newline="") as file:
        head, *rows = csv.reader(file)
    return head, np.array(rows, dtype=float)


@pytest.mark.parametrize("name", CASES)
def test_an_embedded_scenario_has_the_bits_of_the_command_line(name, polhode_program, tmp_path):
    polhode_program("run", name, "--out", tmp_path / "run", "--quiet", "--no-plot")
    head, rows = table(tmp_path / "run" / "trajectory.csv")
    columns = polhode.load(name).run().to_dict()
    assert list(columns) == head
    for k, column in enumerate(head):
        assert np.array_equal(columns[column], rows[:, k]), column


def test_values_become_a_file_that_the_command_line_runs_to_the_same_bits(
    polhode_program, tmp_path
):
    tensor = [[2.0, 0.1, -0.2], [0.1, 2.7, 0.3], [-0.2, 0.3, 3.1]]
    torque = [
        polhode.torque.damping(0.01),
        polhode.torque.expression(["0.1*sin(1.3*t)", "0", "-k*wz"], parameters={"k": 1 / 3}),
    ]
    way = polhode.run(
        polhode.Body(inertia=tensor, torque=torque),
        attitude={"euler": [10.0, 20.0, 30.0], "sequence": "zxz", "unit": "deg"},
        angular_velocity=[0.1, 0.2, 1 / 3],
        duration=1.0,
        method="rkmk4",
        step=0.01,
    )
    (tmp_path / "own.toml").write_text(way.text)
    polhode_program("run", tmp_path / "own.toml", "--out", tmp_path / "run", "--quiet")
    head, rows = table(tmp_path / "run" / "trajectory.csv")
    for k, column in enumerate(head):
        assert np.array_equal(way.to_dict()[column], rows[:, k]), column


def test_steps_that_vary_and_events_have_the_bits_of_the_command_line(polhode_program, tmp_path):
    changes = ["--set", 'run.method="taylor:tolerance=1e-12"']
    changes += ["--set", 'event=[{ name = "down", expression = "r33 - 0.95" }]']
    polhode_program("run", "fast-top", *changes, "--out", tmp_path / "run", "--quiet")
    scenario = polhode.load(
        "fast-top",
        run__method="taylor:tolerance=1e-12",
        event=[{"name": "down", "expression": "r33 - 0.95"}],
    )
    way = scenario.run()
    _, rows = table(tmp_path / "run" / "trajectory.csv")
    assert np.array_equal(way.attitude, rows[:, 1:5])
    with open(tmp_path / "run" / "events.csv", newline="") as file:
        _, *events = csv.reader(file)
    assert len(events) > 0
    assert [float(row[3]) for row in events] == [crossing.t for crossing in way.events]
    assert [row[2] for row in events] == [crossing.direction for crossing in way.events]


def test_a_sensitivity_has_the_bits_of_the_command_line(polhode_program, tmp_path):
    options = ["--set", 'output.sensitivity=["start", "torques"]', "--set", "run.duration=0.5"]
    polhode_program("run", "fast-top", *options, "--out", tmp_path / "run", "--quiet")
    _, rows = table(tmp_path / "run" / "sensitivity.csv")
    changes = {"output__sensitivity": ["start", "torques"], "run__duration": 0.5}
    found = polhode.load("fast-top", **changes).run().sensitivity
    assert np.array_equal(found.matrices.reshape(len(rows), -1), rows[:, 1:])


ENSEMBLES = {
    "water-ensemble": {"ensemble.count": 5000},
    "cubesat-dispersion": {"ensemble.count": 40, "run.duration": 600.0},
}


@pytest.mark.parametrize("name", ENSEMBLES)
def test_an_ensemble_has_the_bits_of_the_command_line(name, polhode_program, tmp_path):
    changes = ENSEMBLES[name]
    own = {key.replace(".", "__"): value for key, value in changes.items()}
    scenario = polhode.load(name, **own, ensemble__keep__formats=["csv"])
    options = [f"--set={key}={value}" for key, value in changes.items()]
    options += ['--set=ensemble.keep.formats=["csv"]', "--out", tmp_path / "run", "--quiet"]
    polhode_program("ensemble", name, *options)
    head, rows = table(tmp_path / "run" / "states.csv")
    with ThreadPoolExecutor(2) as pool:
        for ends in (scenario.run_ensemble(), scenario.run_ensemble(executor=pool, chunk=17)):
            assert list(ends.columns) == head
            for k, column in enumerate(head):
                assert np.array_equal(ends[column], rows[:, k], equal_nan=True), column


def test_a_body_of_a_scenario_is_what_is_drawn_for_it():
    water = polhode.load("water-ensemble", ensemble__count=20)
    ends = water.run_ensemble()
    alone = water.draw(7).run()
    assert np.array_equal(alone.attitude[-1], ends.attitude[7])


def test_files_have_the_bytes_of_the_command_line(polhode_program, tmp_path):
    polhode_program("run", "fast-top", "--out", tmp_path / "run", "--quiet", "--format", "csv,npz")
    way = polhode.load("fast-top").run()
    way.to_csv(tmp_path / "own.csv")
    own = (tmp_path / "own.csv").read_bytes()
    assert own == (tmp_path / "run" / "trajectory.csv").read_bytes()


def test_a_body_of_an_ensemble_has_the_bits_of_the_body_alone():
    rng = np.random.default_rng(7)
    velocity = rng.normal(size=(50, 3))
    field = polhode.torque.uniform_field(strength=2.0, arm=[0, 0, 1], direction=[0, 0, 1])
    for method, torque in [("exact", None), ("buss-4", None), ("exact:order=4", field)]:
        bodies = polhode.Ensemble(
            [1.0, 2.0, 2.5], angular_velocity=velocity, method=method, step=0.1, torque=torque
        )
        bodies.step(20)
        for index in (0, 17, 49):
            alone = polhode.run(
                polhode.Body([1.0, 2.0, 2.5], torque),
                angular_velocity=velocity[index],
                duration=2.0,
                method=method,
                step=0.1,
            )
            assert np.array_equal(alone.attitude[-1], bodies.attitude[index])
            assert np.array_equal(alone.momentum_body[-1], bodies.momentum[index])
