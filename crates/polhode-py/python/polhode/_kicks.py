"""Python functions as torques of an ensemble: kicks around torque-free steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _polhode
from ._arrays import rows
from ._errors import InputError, SolveError

Array = NDArray[np.float64]

#: Iterations within which a kick is solved for, as in runs of one body.
_MOST = 100
_ROUNDING = float(np.finfo(np.float64).eps)

ATTITUDE = ("q_w", "q_x", "q_y", "q_z")
MOMENTUM = ("l_bx", "l_by", "l_bz")
MOMENTS = ("i_x", "i_y", "i_z")


def stacked(columns: dict[str, NDArray[Any]], names: Sequence[str]) -> Array:
    """Columns as rows of doubles; a copy."""
    return np.stack([columns[name] for name in names], axis=-1).astype(np.float64, copy=False)


class Kicks:
    """Steps of all bodies of an ensemble under a torque function.

    A step has one or several stages: half a kick, a torque-free step, half a kick. A kick changes
    the momenta by the torque at fixed time and attitude. Since the torque may depend on the angular
    velocity, a kick is the implicit midpoint rule. A stage is therefore symmetric and of order 2
    for every torque, and several stages have the order of their composition.
    """

    def __init__(
        self, function: Callable[..., Any], weights: Sequence[float], time: float
    ) -> None:
        self._function = function
        self._weights = weights
        self._origin, self._taken, self._h = time, 0, 0.0

    @property
    def time(self) -> float:
        """That of the first step plus n h, without the rounding errors of the stages."""
        return self._at(self._taken)

    def _at(self, steps: int) -> float:
        return self._origin + steps * self._h

    def step(self, swarm: _polhode.Swarm, h: float) -> None:
        """Takes a step of all bodies."""
        if h != self._h:
            self._origin, self._taken, self._h = self.time, 0, h
        time, done = self.time, 0.0
        for index, weight in enumerate(self._weights, 1):
            part = h * weight
            swarm.step(part, 1, self._torque(swarm, time, part / 2.0), part / 2.0)
            done += weight
            last = index == len(self._weights)
            time = self._at(self._taken + 1) if last else self.time + done * h
            swarm.step(part, 0, self._torque(swarm, time, part / 2.0), part / 2.0)
        self._taken += 1

    def _torque(self, swarm: _polhode.Swarm, time: float, span: float) -> Array:
        """The torque in the middle of a kick that takes so long, by iteration to rounding.

        A row that has settled keeps its bits while others go on.
        """
        columns = swarm.columns
        momentum, half = stacked(columns, MOMENTUM), span / 2.0
        size = np.abs(momentum).max(axis=1)
        settled = np.zeros(len(momentum), dtype=bool)
        settled[[body for body, _, _ in swarm.failed]] = True
        torque = self._asked(columns, time, momentum)
        for _ in range(_MOST):
            new = self._asked(columns, time, momentum + torque * half)
            rounding = (size + np.abs(new * half).max(axis=1)) * _ROUNDING
            now = np.abs((new - torque) * half).max(axis=1) <= rounding
            torque = np.where(settled[:, np.newaxis], torque, new)
            settled |= now
            if settled.all():
                return torque
        body = int(np.argmin(settled))
        raise SolveError(
            f"the kick of body {body} at time {time!r} did not converge in {_MOST} iterations; the "
            f"step {self._h!r} is too large for a torque that depends on the angular velocity so "
            "strongly, or the function does not return the same torque for the same arguments; take "
            f"a smaller step, for example step={self._h / 4.0!r}, or give torques that are random "
            "or depend on the past as arrays: step(0, torque, kick=...)"
        )

    def _asked(self, columns: dict[str, NDArray[Any]], time: float, momentum: Array) -> Array:
        """What the function gives, checked. It may write into what it gets."""
        velocity = momentum / stacked(columns, MOMENTS)
        given = self._function(time, stacked(columns, ATTITUDE), velocity)
        # A copy: the next call may write into what this one gave.
        torque = np.array(rows("torque", given, 3, len(momentum)))
        wrong = ~np.isfinite(torque).all(axis=1)
        if wrong.any():
            body = int(np.argmax(wrong))
            raise InputError(
                f"`torque` of body {body} is {torque[body].tolist()}; it must be finite; check "
                "the function"
            )
        return torque
