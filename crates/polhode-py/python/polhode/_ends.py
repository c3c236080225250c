"""The many bodies of a scenario file."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import _polhode
from ._errors import InputError
from ._executor import joined, size_of, spread
from ._progress import Teller, teller

if TYPE_CHECKING:
    import pandas

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Ends:
    """The ends of the bodies of a scenario's ensemble, in their order.

    `columns` are those of the files of `polhode ensemble`: the state, what has changed since the
    start, and what was drawn for each body.

    >>> import polhode
    >>> ends = polhode.load("water-ensemble", ensemble__count=100, run__duration=0.1).run_ensemble()
    >>> len(ends), ends.attitude.shape, bool(abs(ends["energy_change"]).max() < 1e-9)
    (100, (100, 4), True)
    """

    columns: Mapping[str, Array]
    #: Number and reason of those that did not come to their end.
    failed: tuple[tuple[int, str], ...] = ()

    def __len__(self) -> int:
        return len(self.columns["body"])

    def __getitem__(self, name: str) -> Array:
        return self.columns[name]

    def _stacked(self, *names: str) -> Array:
        return np.stack([self.columns[name] for name in names], axis=-1)

    @property
    def t(self) -> Array:
        """When each of them ended."""
        return self.columns["t"]

    @property
    def attitude(self) -> Array:
        """w x y z, from body to space, a row for each body."""
        return self._stacked("q_w", "q_x", "q_y", "q_z")

    @property
    def angular_velocity(self) -> Array:
        """In body axes."""
        return self._stacked("w_bx", "w_by", "w_bz")

    @property
    def momentum_body(self) -> Array:
        """Angular momentum in body axes."""
        return self._stacked("l_bx", "l_by", "l_bz")

    @property
    def momentum_space(self) -> Array:
        """Angular momentum in space axes."""
        return self._stacked("l_sx", "l_sy", "l_sz")

    @property
    def energy(self) -> Array:
        """Kinetic energy, and the potential one of built-in torques that have one."""
        return self.columns["energy"]

    def to_pandas(self) -> pandas.DataFrame:
        """A table with a row for each body."""
        import pandas

        return pandas.DataFrame(dict(self.columns))

    def __repr__(self) -> str:
        return f"<polhode.Ends, {len(self)} bodies, {len(self.failed)} failed>"


def run(
    case: _polhode.Case,
    executor: Any,
    chunk: int | None,
    reduce: Callable[[Ends], Any] | None,
    combine: Callable[[Any, Any], Any] | None,
    progress: bool | Teller,
) -> Any:
    """All bodies of a scenario."""
    count = case.count
    if count is None:
        raise InputError(
            "the scenario has no [ensemble]; say how many bodies there are and what varies, as "
            "polhode.scenarios()['water-ensemble'] does"
        )
    work = functools.partial(_work, case, reduce)
    with teller(progress) as tell:
        if executor is None:
            return joined([work((0, count), tell)], _together, reduce, combine)
        size = size_of(chunk, lambda: case.chunk or 1)
        parts = [(first, min(first + size, count)) for first in range(0, count, size)]
        return joined(spread(executor, work, parts, tell), _together, reduce, combine)


def _work(
    case: _polhode.Case,
    reduce: Callable[[Ends], Any] | None,
    bodies: tuple[int, int],
    tell: Teller | None = None,
) -> Any:
    """Some bodies, where they were sent to."""
    columns, failed = _polhode.run_bodies(case, *bodies, tell)
    ends = Ends(columns, tuple(failed))
    return ends if reduce is None else reduce(ends)


def _together(parts: list[Ends]) -> Ends:
    names = parts[0].columns
    columns = {name: np.concatenate([one.columns[name] for one in parts]) for name in names}
    return Ends(columns, tuple(failed for one in parts for failed in one.failed))
