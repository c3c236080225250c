"""`polhode.run` and `polhode.exact`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from . import _polhode
from ._arrays import numbers
from ._body import Attitude, Body, State, Vector
from ._errors import InputError
from ._progress import Teller
from ._scenario import Scenario
from ._trajectory import Trajectory


def scenario(
    body: Body,
    *,
    attitude: Attitude = None,
    angular_velocity: Vector = None,
    angular_momentum: Vector = None,
    time: float | None = None,
    duration: float,
    method: str | None = None,
    step: float | None = None,
    accuracy: float | None = None,
    prefer: str | None = None,
    every: float | None = None,
    every_steps: int | None = None,
    events: Sequence[dict[str, Any]] | None = None,
    certificate: bool = False,
    sensitivity: Sequence[str] | None = None,
    switches: bool = False,
    precision: str | None = None,
    title: str | None = None,
) -> Scenario:
    """The scenario of these values, which is checked and not run."""
    if not isinstance(body, Body):
        raise InputError(f"`body` is {body!r}; give a polhode.Body")
    tables: dict[str, Any] = {
        "title": title,
        "body": body._shape,
        "initial": {
            "time": time,
            "attitude": attitude,
            "angular_velocity": angular_velocity,
            "angular_momentum": angular_momentum,
        },
        "run": {
            "duration": duration,
            "method": method,
            "step": step,
            "accuracy": accuracy,
            "prefer": prefer,
            "certificate": certificate or None,
            "precision": precision,
        },
    }
    if body._tables:
        tables["torque"] = body._tables
    if events:
        tables["event"] = list(events)
    output = {
        "every": every,
        "every_steps": every_steps,
        "sensitivity": sensitivity,
        "switches": switches or None,
    }
    if any(value is not None for value in output.values()):
        tables["output"] = output
    return Scenario(_polhode.Case(tables, body._names), body._function)


def run(
    body: Body,
    *,
    attitude: Attitude = None,
    angular_velocity: Vector = None,
    angular_momentum: Vector = None,
    time: float | None = None,
    duration: float,
    method: str | None = None,
    step: float | None = None,
    accuracy: float | None = None,
    prefer: str | None = None,
    every: float | None = None,
    every_steps: int | None = None,
    events: Sequence[dict[str, Any]] | None = None,
    certificate: bool = False,
    sensitivity: Sequence[str] | None = None,
    switches: bool = False,
    precision: str | None = None,
    progress: bool | Teller = False,
) -> Trajectory:
    """How a body turns from a start on.

    Give `method` and `step`, or `accuracy`: how large the error may be at the end. `attitude` is
    w x y z (or a table as in a scenario file), velocities and momenta are in body axes. A negative
    `duration` runs backwards. Samples are `every` so much time, at most 1000 if not said.

    >>> import polhode
    >>> top = polhode.Body(
    ...     inertia=[5.0, 5.0, 1.0],
    ...     torque=polhode.torque.uniform_field(strength=20.0, arm=[0, 0, 1], direction=[0, 0, 1]),
    ... )
    >>> way = polhode.run(top, attitude={"axis": [1, 0, 0], "degrees": 17.0},
    ...                   angular_velocity=[0, 0, 50], duration=1.0,
    ...                   method="exact:order=4", step=0.01, every=0.1)
    >>> way.t.shape, way.angular_velocity.shape
    ((11,), (11, 3))
    >>> bool(abs(way.energy - way.energy[0]).max() < 1e-3)
    True

    `events` are tables as in a scenario file:

    >>> way = polhode.run(polhode.Body(inertia=[1.0, 2.0, 2.5]), angular_velocity=[0.01, 2.0, 0.0],
    ...                   duration=20.0, method="exact", step=0.1,
    ...                   events=[{"name": "flip", "expression": "wy", "stop": True}])
    >>> way.events[0].name, way.stopped_by
    ('flip', 'flip')

    `switches=True` records each switch of the torque among the events, in the order of time. A body with dry
    friction comes to rest, and slides on the surface wz = 0 from then on:

    >>> body = polhode.Body(inertia=[1.0, 2.0, 2.5],
    ...                     torque=polhode.torque.expression(components=["0", "0", "-0.5*sign(wz)"]))
    >>> way = polhode.run(body, angular_velocity=[0, 0, 1], duration=10.0, method="rk4", step=0.1,
    ...                   switches=True)
    >>> [(event.name, event.direction, round(event.t, 9)) for event in way.events]
    [('sign(wz)', 'sliding', 5.0)]
    >>> way.switches.located, way.switches.sliding, round(way.switches.sliding_time, 9)
    (1, 1, 5.0)

    A Python function as a torque is called once for each evaluation:

    >>> def brake(time, attitude, angular_velocity):
    ...     return -0.1 * angular_velocity
    >>> body = polhode.Body(inertia=[1.0, 2.0, 2.5], torque=brake)
    >>> way = polhode.run(body, angular_velocity=[0, 0, 1], duration=1.0, method="rkmk4", step=0.1)
    >>> bool(way.energy[-1] < way.energy[0])
    True
    """
    given = scenario(
        body,
        attitude=attitude,
        angular_velocity=angular_velocity,
        angular_momentum=angular_momentum,
        time=time,
        duration=duration,
        method=method,
        step=step,
        accuracy=accuracy,
        prefer=prefer,
        every=every,
        every_steps=every_steps,
        events=events,
        certificate=certificate,
        sensitivity=sensitivity,
        switches=switches,
        precision=precision,
    )
    return given.run(progress=progress)


def exact(body: Body, state: State, times: ArrayLike) -> Trajectory:
    """The states of a free body at any times, each to rounding, in one call for all.

    A torque of the body is not looked at.

    >>> import polhode
    >>> body = polhode.Body(inertia=[1.0, 2.0, 2.5])
    >>> state = polhode.State(angular_velocity=[0.01, 2.0, 0.01])
    >>> polhode.exact(body, state, [0.0, 1e6, -3.0]).attitude.shape
    (3, 4)
    """
    if not isinstance(body, Body):
        raise InputError(f"`body` is {body!r}; give a polhode.Body")
    if not isinstance(state, State):
        raise InputError(f"`state` is {state!r}; give a polhode.State")
    case = _polhode.Case({"body": body._shape, "initial": state._table(), "run": _ANY_PLAN})
    asked = np.atleast_1d(numbers("times", times))
    if asked.ndim != 1:
        raise InputError(f"`times` has the shape {asked.shape}; it must be a list of times")
    return Trajectory(case, case.exact(asked))


_ANY_PLAN = {"duration": 1.0, "method": "exact", "step": 1.0}
