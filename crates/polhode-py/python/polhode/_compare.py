"""Methods side by side, and what the closed form knows of a body."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from . import _polhode
from ._body import Attitude, Body, Vector
from ._progress import Teller, teller
from ._run import scenario
from ._scenario import Scenario

if TYPE_CHECKING:
    import pandas


class Comparison:
    """A table: rows are dictionaries, and `to_pandas` makes a frame of it.

    >>> table = methods()
    >>> table[0]["name"]
    'exact'
    >>> [row["name"] for row in table if row["symplectic"]][:2]
    ['exact', 'corrected']
    """

    def __init__(self, rows: list[dict[str, Any]], columns: Sequence[str]) -> None:
        self.rows = rows
        self.columns = list(columns)

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.rows)

    def __getitem__(self, index: int) -> dict[str, Any]:
        return self.rows[index]

    def to_pandas(self) -> pandas.DataFrame:
        """As a frame."""
        import pandas

        return pandas.DataFrame(self.rows)

    def _cells(self) -> list[list[str]]:
        def cell(value: Any) -> str:
            if isinstance(value, bool):
                return "yes" if value else "no"
            if isinstance(value, float):
                return f"{value:.3g}"
            return "-" if value is None else str(value)

        body = [[cell(row[column]) for column in self.columns] for row in self.rows]
        return [self.columns, *body]

    def __repr__(self) -> str:
        cells = self._cells()
        widths = [max(len(row[k]) for row in cells) for k in range(len(self.columns))]
        return "\n".join(
            "  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip()
            for row in cells
        )

    def _repr_html_(self) -> str:
        import html

        head, *body = self._cells()
        rows = ["".join(f"<th>{html.escape(text)}</th>" for text in head)]
        rows += ["".join(f"<td>{html.escape(text)}</td>" for text in row) for row in body]
        return "<table>" + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>"

    def plot(self, ax: Any = None) -> Any:
        """Draws error against cost, if this is a comparison; gives the axes."""
        if ax is None:
            import matplotlib.pyplot as plt

            _, ax = plt.subplots(figsize=(7, 5), layout="constrained")
        names = dict.fromkeys(row["method"].split(":tolerance")[0] for row in self.rows)
        for name in names:
            own = [
                row
                for row in self.rows
                if row["method"].split(":tolerance")[0] == name and row["failure"] is None
            ]
            own.sort(key=lambda row: row["cpu_seconds"])
            ax.loglog(
                [row["cpu_seconds"] for row in own],
                [row["attitude_error"] for row in own],
                "o-",
                label=name,
            )
        ax.set_xlabel("seconds of one processor")
        ax.set_ylabel("error of the attitude at the end, rad")
        ax.legend(fontsize="small")
        return ax


_METHOD_COLUMNS = ["name", "order_free", "order_torqued", "symmetric", "symplectic", "summary"]
_COLUMNS = ["method", "step", "steps", "torque_evaluations", "cpu_seconds"]
_ERRORS = ["attitude_error", "momentum_error"]


def methods(name: str | None = None) -> Comparison:
    """All methods, or one with its options: what they are and what they claim.

    An `order_free` of None is the solution itself; an `order_torqued` of None takes no torque.

    >>> methods("buss-5:energy")[0]["conserves_energy"]
    True
    """
    return Comparison(json.loads(_polhode.methods(name)), _METHOD_COLUMNS)


def scenarios() -> dict[str, str]:
    """The scenarios that come with polhode: name and text; `load` takes the name.

    >>> "t-handle" in scenarios()
    True
    """
    return dict(_polhode.scenarios())


def compare(
    problem: Scenario | Body,
    *,
    methods: Sequence[str] | None = None,
    steps: Sequence[float] | None = None,
    budgets: Sequence[int] | None = None,
    progress: bool | Teller = False,
    **values: Any,
) -> Comparison:
    """Several methods on one problem: error at the end against cost.

    The problem is a scenario, or a body with what `polhode.run` takes besides. `methods` are all
    that can be taken if not said; `steps` are around that of the problem; or give `budgets`:
    evaluations of the torque.

    >>> import polhode
    >>> table = polhode.compare(polhode.load("t-handle", run__duration=1.0),
    ...                         methods=["exact", "rk4"], steps=[0.01])
    >>> [row["method"] for row in table]
    ['exact', 'rk4']
    >>> table[0]["attitude_error"] < table[1]["attitude_error"]
    True
    """
    if isinstance(problem, Body):
        values.setdefault("method", "exact")
        values.setdefault("step", abs(float(values.get("duration", 1.0))) / 1000.0)
        problem = scenario(problem, **values)
    with teller(progress) as tell:
        text = _polhode.compare(
            problem._case,
            None if methods is None else list(methods),
            None if steps is None else [float(step) for step in steps],
            None if budgets is None else [int(budget) for budget in budgets],
            tell,
        )
    rows = json.loads(text)
    for row in rows:
        for key in [*_ERRORS, "cpu_seconds"]:
            row[key] = math.nan if row[key] is None else row[key]
    return Comparison(rows, [*_COLUMNS, *_ERRORS])


class Description(dict[str, Any]):
    """Numbers by their names; printed, in words."""

    words: str = ""

    def __str__(self) -> str:
        return self.words


def describe(
    body: Body | Scenario,
    *,
    attitude: Attitude = None,
    angular_velocity: Vector = None,
    angular_momentum: Vector = None,
) -> Description:
    """What the closed form knows of a body that is left to itself.

    >>> about = describe(Body(inertia=[1.0, 2.0, 2.5]), angular_velocity=[0.01, 2.0, 0.01])
    >>> about["mode"]
    'short-axis'
    >>> print(about)
    A body with three moments: 1.0, 2.0, 2.5.
    Without torque its momentum circles the axis of the largest moment (short-axis mode).
    ...
    """
    if isinstance(body, Body):
        body = scenario(
            body.pushed_by(None),
            attitude=attitude,
            angular_velocity=angular_velocity,
            angular_momentum=angular_momentum,
            duration=1.0,
            method="exact",
            step=1.0,
        )
    numbers, words = body._case.describe()
    description = Description(json.loads(numbers))
    description.words = words
    return description
