"""Whatever is given, the interpreter lives: a result, or polhode's own error."""

import math

import numpy as np
import polhode
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

FEW = settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))

ANY_NUMBER = st.floats(allow_nan=True, allow_infinity=True) | st.integers() | st.booleans()
ARRAYS = hnp.arrays(
    dtype=st.sampled_from([np.float64, np.float32, np.int64, np.uint8, np.bool_, np.complex128]),
    shape=hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=5),
)
ANYTHING = st.recursive(
    st.none() | ANY_NUMBER | st.text(max_size=5) | st.binary(max_size=3) | ARRAYS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=8,
)


def few(duration, step):
    """Would it be done soon?"""
    try:
        return not abs(float(duration) / float(step)) > 1e4
    except (ArithmeticError, ValueError):
        return True


def lives(work):
    """Gives what came out, or nothing where polhode refused."""
    try:
        return work()
    except polhode.Error:
        return None


@FEW
@given(ANYTHING, ANYTHING, ANYTHING, ANY_NUMBER, ANY_NUMBER)
def test_a_run_of_anything(inertia, attitude, velocity, duration, step):
    def work():
        body = polhode.Body(inertia=inertia)
        if not few(duration, step):
            return None
        return polhode.run(
            body, attitude=attitude, angular_velocity=velocity, duration=duration,
            method="rk4", step=step,
        )

    lives(work)


@FEW
@given(ANYTHING, ANYTHING, ANYTHING)
def test_an_ensemble_of_anything(inertia, attitude, momentum):
    def work():
        ensemble = polhode.Ensemble(
            inertia, attitude=attitude, momentum=momentum, method="exact", step=0.1
        )
        ensemble.step(2)
        return ensemble.attitude

    lives(work)


@FEW
@given(ANYTHING)
def test_any_torque_of_a_host(torque):
    ensemble = polhode.Ensemble([1.0, 2.0, 2.5], momentum=np.ones((4, 3)), method="exact", step=0.1)
    lives(lambda: ensemble.step(1, torque=torque))


@FEW
@given(st.text(max_size=30))
def test_any_name_of_a_method(name):
    body = polhode.Body([1.0, 2.0, 2.5])
    lives(
        lambda: polhode.run(body, angular_velocity=[1, 2, 3], duration=1.0, method=name, step=0.1)
    )


@FEW
@given(ARRAYS)
def test_any_times(times):
    body = polhode.Body([1.0, 2.0, 2.5])
    state = polhode.State(angular_velocity=[0.1, 2.0, 0.3])
    lives(lambda: polhode.exact(body, state, times).attitude)
    way = polhode.run(body, angular_velocity=[1, 2, 3], duration=1.0, method="rk4", step=0.1)
    lives(lambda: way.at(times))


# The closed form multiplies momenta, which below 1e-100 leaves the range of doubles.
FINITE = st.floats(-1e3, 1e3).map(lambda x: x if abs(x) > 1e-50 else 0.0)


@FEW
@given(
    st.lists(st.floats(1.0, 1.9), min_size=3, max_size=3),
    st.lists(FINITE, min_size=3, max_size=3),
    st.integers(1, 50),
)
def test_strides_and_types_change_no_bit(moments, velocity, count):
    wide = np.zeros((count, 7))
    wide[:, 1:7:2] = velocity
    strided = polhode.Ensemble(moments, angular_velocity=wide[:, 1:7:2], method="exact", step=0.1)
    plain = polhode.Ensemble(
        moments, angular_velocity=np.tile(velocity, (count, 1)), method="exact", step=0.1
    )
    strided.step(3)
    plain.step(3)
    assert np.array_equal(strided.attitude, plain.attitude)
    backwards = polhode.Ensemble(
        moments, angular_velocity=np.asfortranarray(wide[::-1, 1:7:2]), method="exact", step=0.1
    )
    backwards.step(3)
    assert np.array_equal(backwards.attitude[::-1], plain.attitude)


@FEW
@given(st.lists(st.floats(1.0, 1.9), min_size=3, max_size=3), st.lists(FINITE, min_size=3, max_size=3))
def test_a_free_body_keeps_energy_and_momentum(moments, velocity):
    way = polhode.run(
        polhode.Body(moments), angular_velocity=velocity, duration=1.0, method="exact", step=0.1
    )
    size = np.linalg.norm(way.momentum_space[0])
    assert np.abs(way.momentum_space - way.momentum_space[0]).max() <= 1e-13 * max(size, 1e-300)
    energy = way.energy[0]
    assert np.abs(way.energy - energy).max() <= 1e-13 * max(energy, 1e-300)
    assert math.isclose(energy, 0.5 * sum(i * w * w for i, w in zip(moments, velocity)), rel_tol=1e-14, abs_tol=1e-300)
