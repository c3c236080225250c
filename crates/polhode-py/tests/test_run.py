"""What a run gives, and what is refused."""

import os
import re
import signal
import threading
import time
import warnings

import numpy as np
import polhode
import pytest

BODY = polhode.Body(inertia=[1.0, 2.0, 2.5])
START = {"angular_velocity": [0.01, 2.0, 0.01]}


def test_at_gives_the_samples_and_what_a_finer_run_has_between():
    coarse = polhode.run(BODY, **START, duration=5.0, method="exact", step=0.1)
    fine = polhode.run(BODY, **START, duration=5.0, method="exact", step=0.05)
    again = coarse.at(coarse.t)
    assert np.array_equal(again.attitude, coarse.attitude)
    between = coarse.at(fine.t[1::2])
    assert np.abs(between.attitude - fine.attitude[1::2]).max() < 1e-13  # measured: 4e-15
    assert coarse.at(0.123).attitude.shape == (4,)
    assert coarse.at([[0.1, 0.2]]).momentum_space.shape == (1, 2, 3)


def test_at_in_any_order_is_the_same_as_in_the_order_of_time():
    way = polhode.load("fast-top", run__method="taylor:tolerance=1e-10").run()
    times = np.random.default_rng(1).uniform(0.0, 10.0, 50)
    order = np.argsort(times)
    assert np.array_equal(way.at(times).attitude[order], way.at(times[order]).attitude)


def test_exact_is_the_run_of_the_exact_method():
    times = np.linspace(0.0, 5.0, 51)
    way = polhode.run(BODY, **START, duration=5.0, method="exact", step=0.1)
    exact = polhode.exact(BODY, polhode.State(**START), times)
    assert np.abs(exact.attitude - way.attitude).max() < 1e-13  # 50 steps, each to rounding
    assert polhode.exact(BODY, polhode.State(**START), 3.0).attitude.shape == (1, 4)


def test_exact_at_many_times_has_the_bits_of_each_alone():
    tensor = [[2.0, 0.1, -0.2], [0.1, 2.7, 0.3], [-0.2, 0.3, 3.1]]
    state = polhode.State(**START, time=1.5)
    # More than a piece of work for a thread, and not a whole number of them.
    times = np.random.default_rng(7).uniform(-1e3, 1e3, 5001)
    for body in (BODY, polhode.Body(tensor)):
        many = polhode.exact(body, state, times)
        for k in (0, 1, 2, 3, 2047, 2048, 2049, 4095, 4096, 4999, 5000):
            alone = polhode.exact(body, state, times[k])
            for name, column in many.to_dict().items():
                assert column[k] == alone.to_dict()[name][0], (name, k)
        strided = polhode.exact(body, state, times[::-3])
        assert np.array_equal(strided.momentum_space, many.momentum_space[::-3])
    assert polhode.exact(BODY, state, []).attitude.shape == (0, 4)


ARRAYS = ["t", "attitude", "angular_velocity", "momentum_body", "momentum_space", "energy"]


def ways():
    """From a run, and from the closed form."""
    times = np.linspace(0.0, 9.0, 5001)
    exact = polhode.exact(BODY, polhode.State(**START), times)
    times[:] = 0.0
    return exact, polhode.run(BODY, **START, duration=1.0, method="exact", step=0.1)


def test_arrays_of_a_trajectory_cannot_be_written_to():
    """All tables and files have the same numbers."""
    for way in ways():
        columns = way.to_dict()
        arrays = [getattr(way, name) for name in ARRAYS] + list(columns.values())
        for array in arrays + [way.attitude[1:], way.attitude.T, way.t.reshape(-1, 1)]:
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 0.0
            with pytest.raises(ValueError):
                array.flags.writeable = True
        for name in ARRAYS:
            with pytest.raises(AttributeError):
                setattr(way, name, 0.0)


def test_what_is_done_with_tables_does_not_change_files(tmp_path):
    for way in ways():
        columns = {name: column.copy() for name, column in way.to_dict().items()}
        frame = way.to_pandas()
        frame.loc[:, :] = 0.0
        copy = way.attitude.copy()
        copy[:] = 0.0
        way.to_dict().clear()
        assert np.array_equal(way.to_pandas().to_numpy().T, list(columns.values()))
        way.to_npz(tmp_path / "way.npz")
        with np.load(tmp_path / "way.npz") as written:
            for name, column in columns.items():
                assert np.array_equal(written[name], column), name


def test_arrays_that_belong_to_the_caller_can_be_written_to():
    way = polhode.run(
        BODY, **START, duration=1.0, method="exact", step=0.1, certificate=True,
        sensitivity=["start"], events=[{"name": "up", "expression": "t - 0.55"}],
    )
    first = way.at(0.33).attitude.copy()
    errors = way.certificate.errors.copy()
    for array in (
        way.at(0.33).attitude, way.certificate.errors, way.sensitivity.matrices,
        way.events[0].state.attitude, way.rotation().as_matrix(), way.quaternions("scipy"),
    ):
        array[:] = 0.0
    assert np.array_equal(way.at(0.33).attitude, first)
    assert np.array_equal(way.certificate.errors, errors)
    assert way.sensitivity.matrices[0].any() and way.events[0].state.attitude.any()


def test_refined_precision_errs_by_a_twentieth_of_what_doubles_do():
    def end(precision: str, tolerance: str) -> np.ndarray:
        given = polhode.load(
            "celledoni-satellite",
            run__duration=200.0,
            run__method=f"taylor:tolerance={tolerance}",
            run__precision=precision,
        )
        return given.run().attitude[-1]

    truth = end("refined", "1e-22")
    refined, double = end("refined", "1e-18"), end("f64", "1e-16")
    assert abs(refined - truth).max() < 0.05 * abs(double - truth).max()


def test_an_accuracy_under_a_formula_that_switches_is_verified_and_else_warned_of():
    def waves(formula):
        torque = polhode.torque.expression([formula, "0", "0"])
        return polhode.Body(inertia=[2.0, 2.5, 3.0], torque=torque)

    period = 2.0 * np.pi
    rest = {"angular_velocity": [0.0, 0.0, 0.0], "duration": period, "accuracy": 1e-6}
    with pytest.warns(UserWarning, match=r"unverified: `sqrt\(wx\^2\)` in a torque formula"):
        way = polhode.run(waves("0.1*sqrt(wx^2)"), **rest)
    assert "sqrt" in way.promise["unverified"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        way = polhode.run(waves("max(0, sin(t))"), **rest)
        # Half a wave is an integral of 2.
        assert abs(way.momentum_body[-1, 0] - 2.0) < 2e-6
        assert "unverified" not in way.promise
        assert "unverified" not in polhode.run(waves("sin(t)"), **rest).promise


def test_a_contradiction_of_the_accuracy_is_raised_with_the_trajectory():
    # Near the upright attitude this is not the potential of the torque, though elsewhere it is.
    torque = polhode.torque.expression(
        ["0.5*r32 + max(0, r33 - 0.9)", "-0.5*r31", "0"], potential="0.5*r33"
    )
    body = polhode.Body(inertia=[2.0, 2.5, 3.0], torque=torque)
    with pytest.raises(polhode.SolveError, match="the energy is conserved, but changed by") as caught:
        polhode.run(body, angular_velocity=[0.0, 0.0, 0.0], duration=10.0, accuracy=1e-6)
    assert caught.value.trajectory.t[-1] == 10.0


def test_tables_are_linear_unless_they_say_otherwise():
    times = [0.0, 1.0, 1.01, 1.2, 1.21, 2.0]
    torques = [[x, 0.0, 0.0] for x in (0.0, 0.0, 1.0, 1.0, 0.0, 0.0)]

    def gained(**more):
        torque = polhode.torque.table(times=times, torques=torques, **more)
        body = polhode.Body(inertia=[2.0, 2.5, 3.0], torque=torque)
        way = polhode.run(body, angular_velocity=[0, 0, 0], duration=2.0, method="taylor")
        return way.momentum_body[-1, 0]

    assert gained() == gained(interpolation="linear")
    assert abs(gained() - 0.2) < 1e-13
    assert abs(gained(interpolation="hold") - 0.2) < 1e-13
    with pytest.warns(UserWarning, match="overshoots its points by 1938 %"):
        assert abs(gained(interpolation="cubic") - 0.2) > 1e-3
    with pytest.raises(polhode.InputError, match="hold"):
        gained(interpolation="spline")


def test_a_table_is_read_from_a_file_at_once(tmp_path):
    file = tmp_path / "thrust.csv"
    times, torques = [0.0, 0.7, 2.0], [[0.0, 0.1, 0.2], [0.3, 0.0, -0.1], [1e-3, 0.0, 0.5]]
    rows = "".join(f"{t!r},{x!r},{y!r},{z!r}\n" for t, (x, y, z) in zip(times, torques))
    file.write_text("time,torque_x,torque_y,torque_z\n" + rows)
    read = polhode.torque.table(file=file, frame="space")
    file.write_text("t,tx,ty,tz\n" + rows)
    named = polhode.torque.table(file=str(file), columns=["t", "tx", "ty", "tz"], frame="space")
    with pytest.raises(polhode.InputError, match="has no column `time`.*its columns are t, tx, ty, tz"):
        polhode.torque.table(file=file)
    text = f"""
        body = {{ inertia = [2.0, 2.5, 3.0] }}
        initial = {{ angular_velocity = [0.1, 2.0, 0.3] }}
        run = {{ duration = 2.0, method = "rkmk4", step = 0.01 }}
        torque = [{{ model = "table", frame = "space", file = {str(file)!r},
                    columns = ["t", "tx", "ty", "tz"] }}]
    """
    scenario = polhode.Scenario.parse(text)
    file.unlink()
    given = polhode.torque.table(times=times, torques=torques, frame="space")

    def run(torque):
        body = polhode.Body([2.0, 2.5, 3.0], torque)
        return polhode.run(body, **START, duration=2.0, method="rkmk4", step=0.01)

    truth = run(given)
    for way in (run(read), run(named)):
        assert np.array_equal(way.attitude, truth.attitude)
        again = polhode.Scenario.parse(way.text).run()
        assert np.array_equal(again.attitude, truth.attitude)
    assert "file" not in scenario.text.replace("thrust.csv", "")
    assert polhode.Scenario.parse(scenario.text).run().t[-1] == 2.0
    assert scenario.changed(run__step=0.02).step == 0.02
    for wrong in ({"times": times}, {"columns": ["t"]}):
        with pytest.raises(polhode.InputError):
            polhode.torque.table(file="thrust.csv", **wrong)
    with pytest.raises(polhode.InputError, match="no `file`"):
        polhode.torque.table(times=times, torques=torques, columns=["t", "x", "y", "z"])


def test_a_spline_that_overshoots_warns():
    torques = [[0.0, 0.0, float(k >= 5)] for k in range(10)]
    torque = polhode.torque.table(times=list(range(10)), torques=torques, interpolation="cubic")
    with pytest.warns(UserWarning, match="overshoots its points by 11 % of the range of the z"):
        polhode.run(polhode.Body([2.0, 2.5, 3.0], torque), **START, duration=1.0, accuracy=1e-6)


def test_an_accuracy_is_kept_and_said():
    way = polhode.run(BODY, **START, duration=5.0, accuracy=1e-9)
    assert way.promise["asked"] == 1e-9
    exact = polhode.exact(BODY, polhode.State(**START), way.t[-1:])
    assert np.abs(way.attitude[-1] - exact.attitude[-1]).max() < 1e-9


def test_a_function_does_what_the_same_formula_does():
    def push(t, attitude, angular_velocity):
        return [0.1 * np.sin(1.3 * t), 0.0, -0.1 * angular_velocity[2]]

    formula = polhode.torque.expression(["0.1*sin(1.3*t)", "0", "-0.1*wz"])
    plan = {**START, "duration": 2.0, "method": "rkmk4", "step": 0.01}
    tensor = [[2.0, 0.1, -0.2], [0.1, 2.7, 0.3], [-0.2, 0.3, 3.1]]
    called = polhode.run(polhode.Body(tensor, push), **plan)
    written = polhode.run(polhode.Body(tensor, formula), **plan)
    assert np.abs(called.attitude - written.attitude).max() < 1e-14  # measured: 6e-16
    assert called.torque_evaluations == 4 * called.steps


def test_functions_and_models_add_up():
    damping = polhode.torque.damping(0.1)
    plan = {**START, "duration": 1.0, "method": "rkmk4", "step": 0.01}
    both = polhode.run(
        polhode.Body([1.0, 2.0, 2.5], [damping, lambda t, q, w: -0.1 * w]), **plan
    )
    double = polhode.run(polhode.Body([1.0, 2.0, 2.5], polhode.torque.damping(0.2)), **plan)
    assert np.abs(both.attitude - double.attitude).max() < 1e-14


def test_what_a_function_raises_is_raised():
    def broken(t, attitude, angular_velocity):
        raise KeyError("no such sensor")

    body = polhode.Body([1.0, 2.0, 2.5], broken)
    with pytest.raises(KeyError, match="no such sensor"):
        polhode.run(body, **START, duration=1.0, method="rk4", step=0.1)
    short = polhode.Body([1.0, 2.0, 2.5], lambda t, q, w: [1.0, 2.0])
    with pytest.raises(polhode.InputError, match="three numbers"):
        polhode.run(short, **START, duration=1.0, method="rk4", step=0.1)


def test_methods_that_need_derivatives_refuse_a_function():
    body = polhode.Body([1.0, 2.0, 2.5], lambda t, q, w: -0.1 * w)
    with pytest.raises(polhode.InputError, match="derivative"):
        polhode.run(body, **START, duration=1.0, method="buss-4", step=0.1)
    with pytest.raises(polhode.InputError, match="Python function"):
        polhode.run(body, **START, duration=1.0, accuracy=1e-6)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"method": "exakt", "step": 0.1}, "exact"),
        ({"method": "exact", "step": -0.1}, "must be positive"),
        ({"method": "exact", "step": float("nan")}, "finite"),
        ({"method": "exact"}, "run.step"),
        ({"method": "exact", "step": 0.1, "attitude": [1, 1, 0, 0]}, "norm"),
        ({"method": "exact", "step": 0.1, "attitude": "up"}, "attitude"),
        ({"method": "exact", "step": 0.1, "every": 0.15}, "whole"),
        ({"method": "exact", "step": 1e-12, "every_steps": 1}, "memory"),
        ({"method": "exact", "accuracy": 1e-9}, "both"),
        ({"method": object(), "step": 0.1}, "type object"),
    ],
)
def test_wrong_values_are_refused_in_words(values, words):
    with pytest.raises(polhode.InputError, match=words) as caught:
        polhode.run(BODY, **START, duration=1.0, **values)
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, polhode.Error)


def test_a_list_that_contains_itself_is_refused():
    endless = []
    endless.append(endless)
    with pytest.raises(polhode.InputError, match="nested"):
        polhode.Body(inertia=endless)


def test_what_was_computed_before_a_failure_is_kept():
    growing = polhode.torque.expression(["exp(10*t)", "0", "0"])
    body = polhode.Body([1.0, 2.0, 2.5], growing)
    with pytest.raises(polhode.SolveError) as caught:
        polhode.run(body, **START, duration=100.0, method="rk4", step=0.1, every=0.1)
    assert len(caught.value.trajectory) > 1
    assert np.isfinite(caught.value.trajectory.attitude).all()


def interrupted(work):
    """How long it takes to end after Ctrl-C, in seconds."""
    # What runs in the background of a shell inherits that Ctrl-C is ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        work()
    return time.monotonic() - begin - 0.3


def test_control_c_ends_a_run():
    long = {"duration": 1e6, "method": "buss-3", "step": 1e-4}
    assert interrupted(lambda: polhode.run(BODY, **START, **long)) < 5.0


def test_control_c_ends_whatever_takes_long():
    bodies = polhode.Ensemble(
        [1.0, 2.0, 2.5], momentum=np.ones((10_000, 3)), method="exact", step=0.1
    )
    assert interrupted(lambda: bodies.step(10_000_000)) < 5.0
    assert interrupted(
        lambda: polhode.compare(BODY, **START, duration=1e3, methods=["rk4"] * 500, step=1e-3)
    ) < 5.0
    satellite = polhode.load("celledoni-satellite", run__duration=1e5, run__accuracy=1e-9)
    assert interrupted(satellite.settled) < 5.0
    many = polhode.load("water-ensemble", ensemble__count=100_000_000)
    assert interrupted(many.run_ensemble) < 5.0


def test_other_threads_run_while_a_run_does():
    seen = []

    def count():
        while not done.is_set():
            seen.append(time.monotonic())
            time.sleep(0.005)

    done = threading.Event()
    thread = threading.Thread(target=count)
    thread.start()
    polhode.run(BODY, **START, duration=20.0, method="buss-3", step=1e-5)
    done.set()
    thread.join()
    assert len(seen) > 5


def test_progress_is_shown_up_to_the_end():
    parts = []
    polhode.run(
        BODY, **START, duration=20.0, method="buss-3", step=1e-5, progress=parts.append
    )
    assert parts == sorted(parts)
    assert all(0.0 <= part <= 1.0 for part in parts)


def test_a_sensitivity_is_the_difference_of_neighbours():
    plan = {"duration": 2.0, "method": "exact", "step": 0.1, "every": 0.5}
    start = np.array([0.1, 2.0, 0.3])
    way = polhode.run(BODY, angular_momentum=start, **plan, sensitivity=["start", "moments"])
    found = way.sensitivity
    assert found.matrices.shape == (5, 6, 9)
    assert found.columns[3:7] == ("l_bx", "l_by", "l_bz", "I_1")
    assert np.array_equal(found.matrices[0][:, :6], np.eye(6))
    h = 1e-6
    for k in range(3):
        ends = [
            polhode.run(BODY, angular_momentum=start + s * h * np.eye(3)[k], **plan)
            for s in (1, -1)
        ]
        slope = (ends[0].momentum_body[-1] - ends[1].momentum_body[-1]) / (2 * h)
        assert np.abs(found.matrices[-1][3:, 3 + k] - slope).max() < 1e-8  # differences: 1e-9
    assert polhode.run(BODY, angular_momentum=start, **plan).sensitivity is None


def test_rotation_takes_body_components_to_space():
    way = polhode.run(BODY, **START, duration=1.0, method="exact", step=0.1)
    turned = way.rotation().apply(way.momentum_body.copy())  # scipy wants to write to it
    assert np.abs(turned - way.momentum_space).max() < 1e-14


def test_tables_and_files(tmp_path):
    way = polhode.run(BODY, **START, duration=1.0, method="exact", step=0.1)
    frame = way.to_pandas()
    assert list(frame.columns)[:5] == ["t", "q_w", "q_x", "q_y", "q_z"]
    import pandas

    way.to_parquet(tmp_path / "way.parquet")
    read = pandas.read_parquet(tmp_path / "way.parquet")
    assert np.array_equal(read.to_numpy(), frame.to_numpy())
    way.to_aem(
        tmp_path / "way.aem", object_name="A", object_id="2026-001A", epoch="2026-01-01T00:00:00"
    )
    assert (tmp_path / "way.aem").read_text().startswith("CCSDS_AEM_VERS")
    with pytest.raises(OSError):
        way.to_csv(tmp_path / "no" / "such" / "folder.csv")


def test_plots_are_drawn(tmp_path):
    import matplotlib

    matplotlib.use("Agg")
    way = polhode.run(BODY, **START, duration=1.0, method="exact", step=0.1)
    axes = way.plot()
    assert len(axes[0].lines) == 3
    table = polhode.compare(BODY, **START, duration=1.0, methods=["rk4", "buss-3"])
    assert len(table.plot().lines) == 2


def test_conventions_go_there_and_back():
    q = np.random.default_rng(3).normal(size=(5, 4))
    for name in polhode.quaternion.CONVENTIONS:
        assert np.array_equal(polhode.quaternion.of(name, polhode.quaternion.to(name, q)), q)


def test_every_torque_model_has_a_function():
    names = {name.replace("-", "_"): keys for name, keys in polhode._polhode.torques()}
    typed = set(polhode.torque.__all__) - {"Torque"}
    assert typed <= set(names)
    for name, keys in names.items():
        function = getattr(polhode.torque, name)
        if name in typed:
            assert set(keys) <= set(function.__code__.co_varnames), name
    with pytest.raises(AttributeError):
        polhode.torque.no_such_model


def test_a_torque_model_without_typed_arguments_takes_its_keys_by_name():
    rotor = polhode.torque.__getattr__("rotor")
    assert rotor(momentum=[0, 0, 2]) == polhode.torque.rotor([0, 0, 2])


def test_shapes_have_their_moments(tmp_path):
    assert np.allclose(polhode.Body.ellipsoid([3, 2, 1], mass=5).moments, [5, 10, 13])
    assert np.allclose(polhode.Body.cylinder(1.0, 2.0, mass=12.0).moments, [7, 7, 6])
    tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
    (tmp_path / "t.obj").write_text(tetrahedron)
    body = polhode.Body.mesh(tmp_path / "t.obj", density=6.0)
    (tmp_path / "t.obj").unlink()
    way = polhode.run(body, **START, duration=1.0, method="exact", step=0.1)
    assert len(way) == 11


TABLE = """
[body]
inertia = [1.0, 2.0, 2.5]
[initial]
angular_velocity = [0.1, 2.0, 0.3]
[run]
duration = 1.0
method = "exact"
step = 0.1
[ensemble]
count = 2
vary = { "run.step" = { file = 'FILE', columns = ["h"] } }
"""


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no FIFOs here")
def test_only_regular_files_are_read(tmp_path):
    pipe, zero, folder = (tmp_path / name for name in ("pipe.csv", "zero.csv", "folder.csv"))
    os.mkfifo(pipe)
    zero.symlink_to("/dev/zero")
    folder.mkdir()

    def table(file):
        (tmp_path / "many.toml").write_text(TABLE.replace("FILE", str(file)))
        return polhode.load(tmp_path / "many.toml")

    readers = [
        polhode.Body.molecule,
        lambda file: polhode.Body.mesh(file, mass=1.0),
        polhode.load,
        lambda file: table(file).run_ensemble(),
    ]
    for path, kind in [(pipe, "FIFO"), (zero, "device"), (folder, "directory")]:
        for read in readers:
            with pytest.raises(polhode.InputError, match=f"{path.name}.*{kind}.*regular"):
                read(path)


def test_a_surface_in_arrays_is_the_same_body_as_in_a_file(tmp_path):
    corners = np.array([[0, 0, 0], [3, 0, 0], [0, 2, 0], [0, 0, 1]])
    faces = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
    lines = ["v {} {} {}".format(*row) for row in corners]
    lines += ["f {} {} {}".format(*row) for row in faces + 1]
    (tmp_path / "t.obj").write_text("\n".join(lines) + "\n")
    file = polhode.Body.mesh(tmp_path / "t.obj", density=2.0)
    arrays = polhode.Body.surface(corners, faces.astype(np.uint8), density=2.0)
    assert np.array_equal(arrays.moments, file.moments)
    assert np.array_equal(arrays.principal_axes, file.principal_axes)
    turned = polhode.Body.surface(corners, faces[:, ::-1], density=2.0, flip=True)
    assert np.allclose(turned.moments, file.moments, rtol=1e-14)
    for wrong, words in [
        (faces[:3], "open|hole|edge"),
        (faces + 1, "vertex"),
        (faces - 1, "from 0"),
        (faces[:, :2], "shape"),
        (faces * 1.0, "whole numbers"),
    ]:
        with pytest.raises(polhode.InputError, match=words):
            polhode.Body.surface(corners, wrong, density=2.0)
    with pytest.raises(polhode.InputError, match="one of them"):
        polhode.Body.surface(corners, faces)


def test_remedies_name_keyword_arguments():
    corners = np.array([[0, 0, 0], [3, 0, 0], [0, 2, 0], [0, 0, 1]])
    faces = np.array([[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]])
    handle = polhode.load("t-handle")
    spinning = {"angular_velocity": [0.0, 20.0, 0.1]}
    for words, act in [
        ("by flip=True", lambda: polhode.Body.surface(corners, faces, density=1.0)),
        ("for example torque__0__strength=20", lambda: handle.changed(**{"run step": 1.0})),
        (
            'example torque__0=dict\\(model="damping", coefficient=0.1\\)',
            lambda: polhode.load("fast-top", torque__0=1.0),
        ),
        (
            "the step is 0.2, try for example step=0.05",
            lambda: polhode.run(BODY, **spinning, duration=1.0, method="dmv", step=0.2),
        ),
    ]:
        with pytest.raises((polhode.InputError, polhode.SolveError), match=words) as caught:
            act()
        assert not re.search(r"(^|[ `])--[a-z]", str(caught.value))


def test_a_run_of_a_verified_accuracy_has_it() -> None:
    wall = polhode.load("soft-wall-physical", run__duration=60.0)
    way = wall.changed(run__accuracy=1e-9).run()
    assert way.promise is not None and way.promise["status"] == "verified"
    assert way.promise["verification"]["within"] >= way.promise["expected"]
    finest = wall.changed(run__method="taylor:tolerance=1e-18", run__precision="refined").run()
    assert np.abs(way.attitude[-1] - finest.attitude[-1]).max() < 1e-9
