"""Many bodies at once, on one machine or on many."""

from __future__ import annotations

import functools
import math
import time as clock
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _polhode
from ._arrays import numbers, rows
from ._body import _REST, _added, _sorted
from ._errors import InputError
from ._executor import joined, size_of, spread
from ._kicks import ATTITUDE, MOMENTS, MOMENTUM, Kicks, stacked
from ._progress import Teller, teller
from .torque import AnyTorque

Array = NDArray[np.float64]

#: A chunk of an executor takes at least so many seconds, so that sending it costs little.
_SECONDS = 1.0
#: Bodies of a trial that says how long a chunk is, and bodies of which chunks are made: whole
#: blocks of the engine.
_BLOCK = 1024


@dataclass(frozen=True)
class Result:
    """The ends of bodies, in their order: a row for each."""

    time: float
    attitude: Array
    momentum: Array
    moments: Array
    #: Number, time and reason of those that could not go on.
    failed: tuple[tuple[int, float, str], ...] = ()

    def __len__(self) -> int:
        return len(self.attitude)

    @property
    def angular_velocity(self) -> Array:
        """In principal axes."""
        return self.momentum / self.moments

    @property
    def energy(self) -> Array:
        """Kinetic."""
        energy: Array = 0.5 * (self.momentum * self.angular_velocity).sum(axis=1)
        return energy


class Ensemble:
    """Many bodies by the same method and the same steps; what becomes of one does not depend on
    the others, on threads or on machines, to the bit.

    `inertia` are principal moments, one row for all or a row for each body; body axes are the
    principal axes. Give `angular_velocity` or `momentum`, both in body axes. `torque` is alike for
    all: models, or a function ``f(time, attitude, angular_velocity)`` that gets and gives a row
    for each body.

    >>> import numpy as np
    >>> bodies = Ensemble(inertia=[1.0, 1.9, 2.9], momentum=np.full((1000, 3), 0.1),
    ...                   method="exact", step=0.05)
    >>> bodies.step(200)
    >>> bodies.time, len(bodies), bodies.attitude.shape
    (10.0, 1000, (1000, 4))

    `columns` are views of the memory in which the bodies are, without a copy; they change as the
    bodies go on, and cannot be written to (`put` does that). They are not to be looked at while
    another thread takes steps.

    >>> bodies.columns["q_w"].flags.writeable
    False

    A function is applied as kicks around torque-free steps. It needs a method that consists of
    these: `exact`, `sej`, `mclachlan-reich`, `leapfrog`, `sr`, `rs`, `liemid-ea`, `dmv`,
    `mclachlan-zanna` or `energy-momentum`, of order 2, or a composition of one of them, such as
    `exact:order=4`. The order holds for torques that depend on attitude, time and angular
    velocity. Other methods are refused. A kick calls the function at least twice, and more often
    if the torque depends on the angular velocity (implicit midpoint rule), so the function must
    return the same torque for the same arguments.

    >>> def brake(time, attitude, angular_velocity):
    ...     return -0.1 * angular_velocity
    >>> braked = Ensemble(inertia=[1.0, 1.9, 2.9], momentum=np.full((1000, 3), 0.1), torque=brake,
    ...                   method="exact:order=4", step=0.05)
    >>> braked.step(20)
    >>> Ensemble(inertia=[1.0, 1.9, 2.9], momentum=np.full((1000, 3), 0.1), torque=brake,
    ...          method="rkmk4", step=0.05)
    Traceback (most recent call last):
    polhode._errors.InputError: `rkmk4` is not made of kicks around free steps, ...
    """

    def __init__(
        self,
        inertia: ArrayLike,
        *,
        attitude: ArrayLike | None = None,
        angular_velocity: ArrayLike | None = None,
        momentum: ArrayLike | None = None,
        method: str,
        step: float,
        torque: AnyTorque = None,
        time: float = 0.0,
        precision: str = "f64",
        fast: bool = False,
    ) -> None:
        count = _count(inertia, attitude, angular_velocity, momentum)
        moments = rows("inertia", inertia, 3, count)
        still = [1.0, 0.0, 0.0, 0.0]
        turned = rows("attitude", still if attitude is None else attitude, 4, count)
        if (angular_velocity is None) == (momentum is None):
            raise InputError("give `angular_velocity` or `momentum`, and one of them only")
        if momentum is not None:
            turning = rows("momentum", momentum, 3, count)
        else:
            velocity: Any = angular_velocity
            turning = moments * rows("angular_velocity", velocity, 3, count)
        if precision not in ("f64", "f32"):
            raise InputError(f'`precision` is {precision!r}; it can be "f64" or "f32"')
        tables, functions = _sorted(torque)
        settings = {"method": method, "step": float(step), "precision": precision}
        self._begin(
            {
                "inertia": moments,
                "attitude": turned,
                "momentum": turning,
                "time": float(time),
                "tables": tables,
                "function": _added(functions),
                "settings": settings | {"fast": bool(fast)},
            }
        )

    def _begin(self, part: dict[str, Any], as_is: bool = False) -> None:
        """From checked values; `as_is` leaves the norms of quaternions as they are."""
        self._tables: list[dict[str, Any]] = part["tables"]
        self._function: Callable[..., Any] | None = part["function"]
        self._settings: dict[str, Any] = part["settings"]
        self._kicks: Kicks | None = None
        method = self._settings["method"]
        if self._function is not None:
            method, weights = _polhode.kick_stages(method)
            self._kicks = Kicks(self._function, weights, part["time"])
        pushed = None
        if self._tables:
            # Numbers of the models only; each body has moments of its own.
            plan = {"run": {"duration": 1.0, "accuracy": 1e-6}}
            body = {"inertia": [1.0, 1.0, 1.0]}
            pushed = _polhode.Case({"body": body, **_REST, "torque": self._tables, **plan})
        self._swarm = _polhode.Swarm(
            method,
            numbers("inertia", part["inertia"]),
            numbers("attitude", part["attitude"]),
            numbers("momentum", part["momentum"]),
            torque=pushed,
            time=part["time"],
            single=self._settings["precision"] == "f32",
            fast=self._settings["fast"],
            as_is=as_is,
        )

    def step(
        self,
        n: int = 1,
        torque: ArrayLike | None = None,
        *,
        kick: float | None = None,
        step: float | None = None,
        progress: bool | Teller = False,
    ) -> None:
        """Takes n steps. Ctrl-C stops between two of them, at the same one for all bodies. What
        a torque function raises is raised, and leaves the bodies inside of a step.

        `torque`, a row for each body in body axes, is what a host has computed: before the steps
        it changes each momentum by as much as it does in the time `kick`, by default the time of
        the n steps. A host that kicks at both ends of a step gives half of it each time:
        ``step(0, torque, kick=h/2)``.

        >>> import numpy as np
        >>> bodies = Ensemble(inertia=[1.0, 2.0, 2.5], momentum=np.ones((2, 3)), method="exact",
        ...                   step=0.1)
        >>> bodies.step(0, torque=[[1.0, 0.0, 0.0], [0.0, 0.0, 0.0]], kick=0.5)
        >>> bodies.momentum
        array([[1.5, 1. , 1. ],
               [1. , 1. , 1. ]])
        """
        count = int(n)
        if count < 0 or count != n:
            raise InputError(f"`n` is {n!r}; it must be a whole number from 0")
        h = self._settings["step"] if step is None else float(step)
        if torque is not None:
            given = rows("torque", torque, 3, len(self))
            span = count * h if kick is None else float(kick)
            self._swarm.step(h, 0, given, span)
        with teller(progress) as tell:
            if self._kicks is None:
                self._swarm.step(h, count, tell=tell)
                return
            for done in range(1, count + 1):
                self._kicks.step(self._swarm, h)
                if tell is not None:
                    tell(done / count)

    def jump_to(self, time: float) -> None:
        """Takes free bodies to a time by the closed form, however long it is."""
        if self._function is not None:
            raise InputError("bodies that a function pushes have no closed form; take steps")
        self._swarm.jump_to(float(time))

    def put(self, *, attitude: ArrayLike | None = None, momentum: ArrayLike | None = None) -> None:
        """Other attitudes or momenta, a row for each body; each begins anew."""
        self._swarm.put(
            None if attitude is None else rows("attitude", attitude, 4, len(self)),
            None if momentum is None else rows("momentum", momentum, 3, len(self)),
        )

    @property
    def time(self) -> float:
        """When."""
        return self._swarm.time if self._kicks is None else self._kicks.time

    @property
    def columns(self) -> dict[str, NDArray[Any]]:
        """q_w q_x q_y q_z, l_bx l_by l_bz and i_x i_y i_z: views without a copy."""
        return self._swarm.columns

    @property
    def attitude(self) -> Array:
        """w x y z, from body to space, a row for each body; a copy."""
        return stacked(self.columns, ATTITUDE)

    @property
    def momentum(self) -> Array:
        """In body axes, a row for each body; a copy."""
        return stacked(self.columns, MOMENTUM)

    @property
    def moments(self) -> Array:
        """The principal moments, a row for each body; a copy."""
        return stacked(self.columns, MOMENTS)

    @property
    def angular_velocity(self) -> Array:
        """In body axes, a row for each body."""
        return self.momentum / self.moments

    @property
    def failed(self) -> list[tuple[int, float, str]]:
        """Number, time and reason of those that could not go on; they stay where they were."""
        return self._swarm.failed

    @property
    def result(self) -> Result:
        """All states as they are now."""
        return Result(self.time, self.attitude, self.momentum, self.moments, tuple(self.failed))

    def __len__(self) -> int:
        return len(self._swarm)

    def __repr__(self) -> str:
        return f"<polhode.Ensemble, {len(self)} bodies at {self.time!r}>"

    def run(
        self,
        duration: float,
        *,
        executor: Any = None,
        chunk: int | None = None,
        reduce: Callable[[Result], Any] | None = None,
        combine: Callable[[Any, Any], Any] | None = None,
        progress: bool | Teller = False,
    ) -> Any:
        """Where all bodies are after a time: a `Result`. This ensemble stays where it is.

        `executor` is anything with `submit` or `map`: a pool of `concurrent.futures`, a Dask `Client`, a
        pool of `mpi4py.futures`. The bodies then go in chunks to its workers, which need polhode
        too. The ends have the same bits for any executor, any
        number of workers and any `chunk`, the number of bodies in one; if not said, a chunk takes
        about a second or more.

        `reduce` makes something small of the `Result` of each chunk, on the worker; without
        `combine` there is a list of them, in the order of the bodies, with it they are put
        together two by two in that order as they come.

        >>> import numpy as np
        >>> from concurrent.futures import ThreadPoolExecutor
        >>> bodies = Ensemble(inertia=[1.0, 2.0, 2.5], momentum=np.random.rand(5000, 3),
        ...                   method="exact", step=0.1)
        >>> with ThreadPoolExecutor(2) as pool:
        ...     ends = bodies.run(1.0, executor=pool, chunk=1024)
        >>> alone = bodies.run(1.0)
        >>> np.array_equal(ends.attitude, alone.attitude)
        True
        """
        steps = _steps(duration, self._settings["step"])
        h = float(duration) / steps
        whole = self._whole()
        work = functools.partial(_work, steps=steps, h=h, reduce=reduce)
        with teller(progress) as tell:
            if executor is None:
                return joined([work(whole, tell=tell)], _together, reduce, combine)
            size = size_of(chunk, lambda: self._chunk(whole, steps, h))
            parts = [_part(whole, first, size) for first in range(0, max(len(self), 1), size)]
            return joined(spread(executor, work, parts, tell), _together, reduce, combine)

    def _whole(self) -> dict[str, Any]:
        """All bodies, as they can be sent."""
        return {
            "first": 0,
            "inertia": self.moments,
            "attitude": self.attitude,
            "momentum": self.momentum,
            "time": self.time,
            "tables": self._tables,
            "function": self._function,
            "settings": self._settings,
        }

    def _chunk(self, whole: dict[str, Any], steps: int, h: float) -> int:
        """So many bodies take a second."""
        trial = _of_part(_part(whole, 0, _BLOCK))
        few, spent = 1, 0.0
        while spent < 0.02 and few < steps:
            begin = clock.perf_counter()
            trial.step(few, step=h)
            spent = clock.perf_counter() - begin
            few *= 2
        each = max(spent, 1e-9) / max(few // 2, 1) * steps
        return _BLOCK * max(1, min(math.ceil(_SECONDS / each), math.ceil(len(self) / _BLOCK)))


def _count(*arrays: ArrayLike | None) -> int:
    for array in arrays:
        if array is not None:
            shape = numbers("an array of the bodies", array).shape
            if len(shape) == 2:
                return int(shape[0])
    return 1


def _steps(duration: float, step: float) -> int:
    ratio = abs(float(duration)) / abs(step) if step else math.inf
    if not math.isfinite(ratio) or ratio <= 0.0:
        raise InputError(f"`duration` is {duration!r} and the step {step!r}; neither may be 0")
    near = round(ratio)
    return max(1, near if abs(ratio - near) <= 1e-9 * ratio else math.ceil(ratio))


def _part(whole: dict[str, Any], first: int, size: int) -> dict[str, Any]:
    """Some of the bodies."""
    own = slice(first, first + size)
    columns = {name: whole[name][own] for name in ("inertia", "attitude", "momentum")}
    return whole | columns | {"first": first}


def _of_part(part: dict[str, Any]) -> Ensemble:
    bodies = Ensemble.__new__(Ensemble)
    bodies._begin(part, as_is=True)
    return bodies


def _work(
    part: dict[str, Any],
    steps: int,
    h: float,
    reduce: Callable[[Result], Any] | None,
    tell: Teller | None = None,
) -> Any:
    """A chunk, where it was sent to."""
    bodies = _of_part(part)
    bodies.step(steps, step=h, progress=tell or False)
    result = bodies.result
    failed = tuple((part["first"] + body, time, why) for body, time, why in result.failed)
    result = Result(result.time, result.attitude, result.momentum, result.moments, failed)
    return result if reduce is None else reduce(result)


def _together(results: list[Result]) -> Result:
    return Result(
        results[0].time,
        np.concatenate([one.attitude for one in results]),
        np.concatenate([one.momentum for one in results]),
        np.concatenate([one.moments for one in results]),
        tuple(failed for one in results for failed in one.failed),
    )
