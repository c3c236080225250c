"""What is recorded of a run with a torque that is a Python function: its name, and no way to run it
without the function."""

import functools
import json
import pickle
import subprocess

import numpy as np
import polhode
import pytest

START = {"angular_velocity": [0.1, 2.0, 0.3]}
PLAN = {**START, "duration": 1.0, "method": "rkmk4", "step": 0.1}
MOMENTS = [1.0, 2.0, 2.5]


def brake(t, q, w):
    return -0.1 * w


def scaled(scale, t, q, w):
    return scale * w


class Wheel:
    def __call__(self, t, q, w):
        return np.cross([0.0, 0.0, 0.5], w)


def braked():
    return polhode.run(polhode.Body(MOMENTS, torque=brake), **PLAN)


def assert_refused(text, name):
    """A text that names a function: where it is read, it is refused with the name and a remedy."""
    with pytest.raises(polhode.InputError) as caught:
        polhode.Scenario.parse(text)
    message = str(caught.value)
    assert name in message
    assert "Python function" in message
    assert "polhode.Body" in message


@pytest.mark.parametrize(
    ("torque", "names"),
    [
        (brake, ["test_records.brake"]),
        (Wheel(), ["test_records.Wheel"]),
        (functools.partial(scaled, -0.1), ["functools.partial"]),
        (lambda t, q, w: -0.1 * w, ["test_records.<lambda>"]),
        ([brake, Wheel()], ["test_records.brake", "test_records.Wheel"]),
        ([polhode.torque.damping(0.1), brake], ["test_records.brake"]),
        ([brake, polhode.torque.damping(0.1)], ["test_records.brake"]),
    ],
)
def test_a_text_names_the_functions_and_is_refused(torque, names):
    body = polhode.Body(MOMENTS, torque=torque)
    way = polhode.run(body, **PLAN)
    for name in names:
        assert f'function = "{name}"' in way.text
    assert_refused(way.text, names[0])
    assert way.text.count('model = "python"') == len(names)
    assert way.at(0.33).attitude.shape == (4,)


def test_a_text_without_functions_is_as_it_was():
    way = polhode.run(polhode.Body(MOMENTS, torque=polhode.torque.damping(0.1)), **PLAN)
    assert "python" not in way.text
    again = polhode.Scenario.parse(way.text).run()
    assert np.array_equal(again.attitude, way.attitude)


def test_the_command_line_refuses_such_a_text(tmp_path, polhode_program):
    (tmp_path / "run.toml").write_text(braked().text)
    for command in (["run"], ["check"], ["compare", "--methods=rk4"], ["choose"], ["describe"]):
        with pytest.raises(subprocess.CalledProcessError) as caught:
            polhode_program(*command, tmp_path / "run.toml")
        message = " ".join(caught.value.stderr.split())
        assert caught.value.returncode == 2, message
        assert "test_records.brake" in message
        assert "Python function" in message
    assert [path.name for path in tmp_path.iterdir()] == ["run.toml"]


def test_the_remedy_works(tmp_path, polhode_program):
    """In place of the function, a model or a formula."""
    (tmp_path / "run.toml").write_text(braked().text)
    model = '{ model = "damping", coefficient = 0.1 }'
    polhode_program("check", tmp_path / "run.toml", "--set", f"torque.0={model}")
    again = polhode.load(
        tmp_path / "run.toml", torque__0={"model": "damping", "coefficient": 0.1}
    ).run()
    assert np.abs(again.attitude - braked().attitude).max() < 1e-14


def about(path, kind):
    if kind == "npz":
        with np.load(path) as archive:
            return json.loads(str(archive["polhode"]))
    import pyarrow.parquet

    return json.loads(pyarrow.parquet.read_metadata(path).metadata[b"polhode"])


@pytest.mark.parametrize("kind", ["parquet", "npz"])
def test_files_name_the_function(tmp_path, kind):
    way = braked()
    path = tmp_path / f"way.{kind}"
    getattr(way, f"to_{kind}")(path)
    known = about(path, kind)
    assert known["toml"] == way.text
    assert known["scenario"]["torque"] == [{"model": "python", "function": "test_records.brake"}]
    assert_refused(known["toml"], "test_records.brake")


def test_a_message_of_the_attitude_can_be_written_with_a_function(tmp_path):
    braked().to_aem(
        tmp_path / "way.aem", object_name="A", object_id="2026-001A", epoch="2026-01-01T00:00:00"
    )
    assert (tmp_path / "way.aem").read_text().startswith("CCSDS_AEM_VERS")


def scenario_with_function(**changes):
    from polhode._run import scenario

    body = polhode.Body(MOMENTS, torque=brake)
    return scenario(body, **{**PLAN, **changes})


def test_a_scenario_keeps_its_function_through_changes_and_pickles():
    given = scenario_with_function()
    for one in (given, given.changed(run__step=0.05), pickle.loads(pickle.dumps(given))):
        assert 'function = "test_records.brake"' in one.text
        energy = one.run().energy
        assert energy[-1] < energy[0]
    inline = given.changed(torque=[{"model": "damping", "coefficient": 0.1}])
    assert_refused(inline.text, "test_records.brake")
    assert inline.run().energy[-1] < given.run().energy[-1]


def test_nothing_drops_a_function_without_a_word():
    """What needs a torque that polhode knows refuses a function."""
    body = polhode.Body(MOMENTS, torque=brake)
    with pytest.raises(polhode.InputError, match="Python function"):
        polhode.compare(body, **START, duration=1.0, methods=["rk4"])
    with pytest.raises(polhode.InputError, match="Python function"):
        polhode.compare(scenario_with_function(), methods=["rk4"])
    with pytest.raises(polhode.InputError, match="Python function"):
        scenario_with_function(method=None, step=None, accuracy=1e-6).settled()
    many = scenario_with_function().changed(
        ensemble__count=3,
        ensemble__vary={'"initial.time"': {"distribution": "uniform", "from": 0.0, "to": 1.0}},
    )
    with pytest.raises(polhode.InputError, match="Python function"):
        many.run_ensemble()
    with pytest.raises(polhode.InputError, match="Python function"):
        many.draw(0)
