"""Python functions as torques of an ensemble: the order that the method claims, or a refusal."""

import functools
import itertools
import re

import numpy as np
import polhode
import pytest

MOMENTS = [1.0, 2.0, 2.5]
MOMENTUM = np.array([[0.3, 1.1, -0.4], [0.9, -0.2, 1.3]])
ATTITUDE = np.array([[1.0, 0.0, 0.0, 0.0], [0.8, 0.0, 0.6, 0.0]])
DURATION = 4.0


def of_attitude(t, q, w):
    """An arm about z in a field along space z: T = z x (R^T z)."""
    del t, w
    x = 2.0 * (q[..., 1] * q[..., 3] - q[..., 0] * q[..., 2])
    y = 2.0 * (q[..., 2] * q[..., 3] + q[..., 0] * q[..., 1])
    return np.stack([-y, x, 0.0 * x], axis=-1)


def of_time(t, q, w):
    del q
    return np.sin([1.3 * t, 0.7 * t + 0.5, 1.9 * t]) + 0.0 * w


def of_rates(t, q, w):
    del t, q
    return 0.7 * np.cos(np.roll(w, 1, axis=-1)) - 0.8 * np.sin(2.0 * w)


FUNCTIONS = {"attitude": of_attitude, "time": of_time, "rates": of_rates}
FORMULAS = {
    "attitude": ["-(2*(qy*qz + qw*qx))", "2*(qx*qz - qw*qy)", "0"],
    "time": ["sin(1.3*t)", "sin(0.7*t + 0.5)", "sin(1.9*t)"],
    "rates": [f"0.7*cos(w{b}) - 0.8*sin(2*w{a})" for a, b in ("xz", "yx", "zy")],
}


def ensemble(method, torque, **others):
    values = {"attitude": ATTITUDE, "momentum": MOMENTUM, "step": 0.1, "time": 0.2, **others}
    return polhode.Ensemble(MOMENTS, method=method, torque=torque, **values)


def one_by_one(torque, **plan):
    """The ends of both bodies by `polhode.run`."""
    body = polhode.Body(MOMENTS, torque=torque)
    runs = [
        polhode.run(
            body, attitude=q, angular_momentum=m, time=0.2, duration=DURATION, **plan
        )
        for q, m in zip(ATTITUDE, MOMENTUM)
    ]
    return np.array([[*run.attitude[-1], *run.momentum_body[-1]] for run in runs])


@functools.cache
def truth(of):
    formula = polhode.torque.expression(FORMULAS[of])
    return one_by_one(formula, method="taylor:tolerance=1e-15", step=0.1)


def slopes(method, of, torque=None):
    """Orders over three halvings of the step, and the errors."""
    errors = []
    for count in COUNTS[claimed(method)]:
        bodies = ensemble(method, torque or FUNCTIONS[of], step=DURATION / count)
        bodies.step(count)
        ends = np.hstack([bodies.attitude, bodies.momentum])
        errors.append(np.abs(ends - truth(of)).max())
    return [np.log2(a / b) for a, b in itertools.pairwise(errors)], errors


def claimed(method):
    return polhode.methods(method)[0]["order_torqued"]


#: Numbers of steps for which the errors of an order are small, and far above rounding.
COUNTS = {2: [32, 64, 128, 256], 4: [16, 32, 64, 128], 6: [10, 20, 40, 80], 8: [5, 10, 20, 40]}

#: Methods that take functions.
TAKEN = [
    "exact", "sej", "sej:magnus=4", "mclachlan-reich", "leapfrog",
    "leapfrog:axes=2-3-1,rotation=exact", "sr", "rs", "liemid-ea", "dmv", "dmv:correction=6",
    "mclachlan-zanna", "energy-momentum:s=one", "exact:order=4", "exact:compose=suzuki-4",
    "exact:order=6", "exact:order=8", "leapfrog:order=4", "mclachlan-reich:order=6",
    "sr:compose=yoshida-6",
]


@pytest.mark.parametrize("of", FUNCTIONS)
@pytest.mark.parametrize("method", TAKEN)
def test_a_function_has_the_order_that_the_method_claims(method, of):
    found, errors = slopes(method, of)
    assert min(found) > 0.9 * claimed(method), (found, errors)


@pytest.mark.parametrize("of", FUNCTIONS)
@pytest.mark.parametrize("method", TAKEN)
def test_a_function_of_all_bodies_does_what_it_does_to_each_alone(method, of):
    """The method itself, not another one of the same order."""
    bodies = ensemble(method, FUNCTIONS[of], step=0.05)
    bodies.step(80)
    alone = one_by_one(FUNCTIONS[of], method=method, step=0.05)
    assert np.abs(np.hstack([bodies.attitude, bodies.momentum]) - alone).max() < 1e-13


#: Options of which a method takes some.
OPTIONS = [
    "energy", "order=4", "order=4,energy", "compose=blanes-moan-s6", "compose=srkn14a",
    "compose=chin-4a", "correction=4", "degree=8", "tolerance=1e-9", "reversible=torque",
]


def every_method():
    for row in polhode.methods():
        required = ["s=one"] if any(one["required"] for one in row["options"]) else []
        for option in ["", *OPTIONS]:
            options = [*required, *filter(None, [option])]
            name = f"{row['name']}:{','.join(options)}" if options else row["name"]
            try:
                polhode.methods(name)
            except polhode.InputError:
                continue
            yield name


@functools.cache
def order_of_remedy(method):
    """Measured with torques of the rates."""
    return min(slopes(method, "rates")[0])


@pytest.mark.parametrize("method", list(every_method()))
def test_every_method_delivers_its_order_or_refuses_with_a_remedy_that_works(method):
    try:
        ensemble(method, of_rates)
    except polhode.InputError as error:
        refused = str(error)
    else:
        found, errors = slopes(method, "rates")
        assert min(found) > 0.9 * claimed(method), (found, errors)
        return
    assert method.split(":")[0] in refused
    remedies = re.findall(r"`([^`]+)`", refused.split("; take ")[1])
    assert remedies, refused
    for remedy in remedies:
        assert claimed(remedy) >= min(claimed(method) or 0, 8)
        assert order_of_remedy(remedy) > 0.9 * claimed(remedy)
    if "polhode.run" in refused:
        one_by_one(of_rates, method=method, step=0.1)
    if "built-in" in refused:
        ensemble(method, polhode.torque.constant(body=[0.1, 0.0, 0.0])).step(1)


def test_models_besides_a_function_leave_the_order():
    both = [polhode.torque.damping(0.2), lambda t, q, w: 0.2 * w + of_rates(t, q, w)]
    for method in ("exact", "exact:order=4"):
        found, errors = slopes(method, "rates", both)
        assert min(found) > 0.9 * claimed(method), (found, errors)


@pytest.mark.parametrize("method", ["exact", "exact:order=4"])
def test_bits_with_a_function_depend_on_the_body_alone(method):
    """Not on how steps are spread over calls, nor on the other bodies, nor on chunks."""
    momentum = np.random.default_rng(3).normal(size=(50, 3)) * np.logspace(-3, 1, 50)[:, None]
    values = {"attitude": [1.0, 0.0, 0.0, 0.0], "momentum": momentum}
    once, one_at_a_time = [ensemble(method, of_rates, **values) for _ in range(2)]
    once.step(16)
    for _ in range(16):
        one_at_a_time.step()
    assert once.time == one_at_a_time.time == 0.2 + 16 * 0.1
    assert np.array_equal(once.momentum, one_at_a_time.momentum)
    start = ensemble(method, of_rates, **values)
    for bodies in (slice(0, 1), slice(7, 20), slice(49, 50)):
        values["momentum"] = momentum[bodies]
        alone = ensemble(method, of_rates, **values)
        alone.step(16)
        assert np.array_equal(alone.attitude, once.attitude[bodies])

    class InChunks:
        def map(self, work, parts):
            return map(work, parts)

    ends = start.run(1.6, executor=InChunks(), chunk=7)
    assert np.array_equal(ends.attitude, once.attitude)
    assert ends.time == once.time


def test_a_function_that_kicks_cannot_solve_for_is_refused_in_words():
    stiff = ensemble("exact", lambda t, q, w: -100.0 * w)
    with pytest.raises(polhode.SolveError, match="step"):
        stiff.step(1)
    noise = np.random.default_rng(1)
    random = ensemble("exact", lambda t, q, w: noise.normal(size=w.shape))
    with pytest.raises(polhode.SolveError, match="kick="):
        random.step(1)


def test_what_a_function_returns_is_checked():
    for wrong, words in [
        (lambda t, q, w: w[:, :2], "shape"),
        (lambda t, q, w: w * np.nan, "finite"),
        (lambda t, q, w: "much", "numbers"),
    ]:
        with pytest.raises(polhode.InputError, match=words):
            ensemble("exact", wrong).step(1)


def test_a_function_may_write_into_what_it_gets():
    def careless(t, q, w):
        q[:] = 0.0
        w *= -0.1
        return w

    one, other = ensemble("exact", careless), ensemble("exact", lambda t, q, w: -0.1 * w)
    one.step(5)
    other.step(5)
    assert np.array_equal(one.attitude, other.attitude)


def test_a_function_may_give_the_same_array_again():
    buffer = np.empty_like(MOMENTUM)

    def thrifty(t, q, w):
        return np.multiply(w, -0.1, out=buffer)

    one, other = ensemble("exact", thrifty), ensemble("exact", lambda t, q, w: -0.1 * w)
    one.step(5)
    other.step(5)
    assert np.array_equal(one.momentum, other.momentum)


def test_formulas_are_sent_to_a_function_that_works():
    with pytest.raises(polhode.InputError, match="exact:order=4"):
        ensemble("rkmk4", polhode.torque.expression(["0", "0", "-0.1*wz"]))
    ensemble("exact:order=4", of_rates).step(1)
