"""A body, a start, torques, and how to compute: what a scenario file says."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _ends, _polhode
from ._ends import Ends
from ._errors import InputError, SolveError
from ._progress import Teller, teller
from ._trajectory import Trajectory


class Scenario:
    """What is to be run. `load` reads one; `polhode.run` makes one of its arguments."""

    __slots__ = ("_case", "_function")

    def __init__(
        self, case: _polhode.Case, function: Callable[..., Any] | None = None
    ) -> None:
        self._case = case
        self._function = function

    @classmethod
    def parse(cls, text: str, **changes: Any) -> Scenario:
        """From the text of a scenario file.

        Changes are keys with their dots written as two underscores: `run__step=0.01`.
        """
        return cls(_polhode.Case.parse(text, _changes(changes)))

    @property
    def title(self) -> str:
        """What it is, in a line."""
        return self._case.title

    @property
    def text(self) -> str:
        """As a file says it; the command line runs it with the same bits.

        A torque that is a Python function is named in it, and such a text is refused where it is
        to be run.
        """
        return self._case.text

    @property
    def method(self) -> str:
        """The method; where an accuracy is asked for, one to begin with."""
        return self._case.method

    @property
    def step(self) -> float:
        """The length of a step, with the sign of the duration."""
        return self._case.step

    @property
    def duration(self) -> float:
        """How long it is run."""
        return self._case.duration

    @property
    def moments(self) -> NDArray[np.float64]:
        """The principal moments of its body."""
        return np.array(self._case.moments)

    @property
    def count(self) -> int | None:
        """How many bodies there are, where the file has an `[ensemble]`."""
        return self._case.count

    def draw(self, body: int) -> Scenario:
        """The scenario of one body of its ensemble.

        >>> import polhode
        >>> water = polhode.load("water-ensemble")
        >>> water.draw(3).text == water.draw(3).text != water.draw(4).text
        True
        """
        return Scenario.parse(_polhode.body_text(self._case, body))

    def run_ensemble(
        self,
        *,
        executor: Any = None,
        chunk: int | None = None,
        reduce: Callable[[Ends], Any] | None = None,
        combine: Callable[[Any, Any], Any] | None = None,
        progress: bool | Teller = False,
    ) -> Any:
        """Draws the bodies of its `[ensemble]` and takes each to its end: `Ends`.

        They have the bits of `polhode ensemble`, for any `executor` and any `chunk`, the number of
        bodies in a part of the work. `executor`, `reduce` and `combine` are as in `Ensemble.run`.

        >>> import polhode
        >>> water = polhode.load("water-ensemble", ensemble__count=200, run__duration=0.1)
        >>> water.count, water.run_ensemble()
        (200, <polhode.Ends, 200 bodies, 0 failed>)
        """
        return _ends.run(self._case, executor, chunk, reduce, combine, progress)

    def changed(self, **changes: Any) -> Scenario:
        """The same with other values.

        >>> import polhode
        >>> polhode.load("t-handle").changed(run__step=0.01).step
        0.01
        """
        return Scenario(self._case.changed(_changes(changes)), self._function)

    def settled(self) -> Scenario:
        """With the method and the step that its accuracy asks for, if it asks for one."""
        return Scenario(self._case.settled(), self._function)

    @property
    def promise(self) -> dict[str, Any] | None:
        """What was asked for and what is expected, where method and step were chosen."""
        promise = self._case.promise
        return None if promise is None else json.loads(promise)

    def run(self, *, progress: bool | Teller = False) -> Trajectory:
        """Computes it.

        >>> import polhode
        >>> way = polhode.load("t-handle").run()
        >>> way.t[-1]
        np.float64(20.0)
        """
        case = self._case
        for warning in case.warnings:
            warnings.warn(warning, stacklevel=2)
        if case.wishes_accuracy and self._function is None:
            case = case.settled()
        with teller(progress) as tell:
            record = case.run(self._function, tell)
        way = Trajectory(case, record)
        failure = record.failure or case.contradiction(record)
        if failure is not None:
            error = SolveError(failure)
            error.trajectory = way
            raise error
        promise = way.promise
        if promise is not None and "unverified" in promise:
            message = f"the requested accuracy is unverified: {promise['unverified']}"
            warnings.warn(message, stacklevel=2)
        return way

    def __repr__(self) -> str:
        return f"<polhode.Scenario {self.title!r}, {self.method}, {self.duration}>"


def _value(value: Any) -> str:
    """As TOML; JSON writes numbers, texts, flags and lists alike."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_value(one)}" for key, one in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_value(one) for one in value) + "]"
    try:
        return json.dumps(value)
    except (TypeError, ValueError):
        raise InputError(f"a value is {value!r}; give numbers, lists or texts") from None


def _changes(changes: Mapping[str, Any]) -> Sequence[str]:
    return [f"{key.replace('__', '.')}={_value(value)}" for key, value in changes.items()]


def load(name: str | os.PathLike[str], **changes: Any) -> Scenario:
    """A scenario from a file, or one that comes with polhode, by its name.

    >>> import polhode
    >>> polhode.load("fast-top", run__duration=1.0).duration
    1.0
    >>> polhode.load("fast-tip")
    Traceback (most recent call last):
    polhode._errors.InputError: cannot read `fast-tip`: ...
    """
    return Scenario(_polhode.Case.load(os.fspath(name), _changes(changes)))
