"""What turns, and where it starts."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _polhode
from ._arrays import indices, numbers
from ._errors import InputError
from .torque import AnyTorque, Torque

#: w x y z; or a table as in a scenario, such as {"axis": [0, 0, 1], "degrees": 30.0}.
Attitude = Union[ArrayLike, dict[str, Any], None]
#: Body components; or a table, such as {"space": [0, 0, 1], "unit": "deg/s"}.
Vector = Union[ArrayLike, dict[str, Any], None]

#: Any start and plan, where only body and torque are to be looked at.
_REST = {
    "initial": {"angular_velocity": [0.0, 0.0, 0.0]},
    "run": {"duration": 1.0, "method": "exact", "step": 1.0},
}


class Body:
    """An inertia and what pushes it.

    `inertia` is three principal moments, or the tensor in body axes.

    >>> body = Body(inertia=[1.0, 2.0, 2.5])
    >>> body.moments
    array([1. , 2. , 2.5])
    >>> Body(inertia=[1.0, 2.0, 5.0])
    Traceback (most recent call last):
    polhode._errors.InputError: ...

    With `unchecked=True` published moments that break the triangle inequality are taken as they
    are. `torque` is a model of `polhode.torque`, a Python function, or a list of them.
    """

    __slots__ = ("_case", "_functions", "_shape", "_tables")

    def __init__(
        self, inertia: ArrayLike, torque: AnyTorque = None, *, unchecked: bool = False
    ) -> None:
        shape: dict[str, Any] = {"inertia": inertia}
        if unchecked:
            shape["unchecked"] = True
        self._make(shape, torque)

    def _make(self, shape: dict[str, Any], torque: AnyTorque) -> None:
        self._tables, self._functions = _sorted(torque)
        case = _polhode.Case({"body": shape, **_REST})
        # A file is read once.
        of_file = any("file" in one for one in shape.values() if isinstance(one, dict))
        self._shape = json.loads(case.shape()) if of_file else shape
        self._case = case
        if self._tables:
            # Its messages about torques come now and not with the first run.
            _polhode.Case({"body": shape, "torque": self._tables, **_WISH})

    @classmethod
    def _of(cls, shape: dict[str, Any], torque: AnyTorque) -> Body:
        body = cls.__new__(cls)
        body._make(shape, torque)
        return body

    @classmethod
    def box(
        cls,
        size: ArrayLike,
        *,
        mass: float | None = None,
        density: float | None = None,
        torque: AnyTorque = None,
    ) -> Body:
        """A solid box along the body axes, by the lengths of its edges.

        >>> Body.box([3.0, 2.0, 1.0], mass=12.0).moments
        array([ 5., 10., 13.])
        """
        return cls._of({"box": {"size": size, "mass": mass, "density": density}}, torque)

    @classmethod
    def ellipsoid(
        cls,
        semi_axes: ArrayLike,
        *,
        mass: float | None = None,
        density: float | None = None,
        torque: AnyTorque = None,
    ) -> Body:
        """A solid ellipsoid along the body axes."""
        shape = {"semi_axes": semi_axes, "mass": mass, "density": density}
        return cls._of({"ellipsoid": shape}, torque)

    @classmethod
    def cylinder(
        cls,
        radius: float,
        height: float,
        *,
        mass: float | None = None,
        density: float | None = None,
        torque: AnyTorque = None,
    ) -> Body:
        """A solid cylinder about the body's z axis."""
        shape = {"radius": radius, "height": height, "mass": mass, "density": density}
        return cls._of({"cylinder": shape}, torque)

    @classmethod
    def cone(
        cls,
        radius: float,
        height: float,
        *,
        mass: float | None = None,
        density: float | None = None,
        torque: AnyTorque = None,
    ) -> Body:
        """A solid cone about the body's z axis, about its centre of mass."""
        shape = {"radius": radius, "height": height, "mass": mass, "density": density}
        return cls._of({"cone": shape}, torque)

    @classmethod
    def points(
        cls, masses: ArrayLike, positions: ArrayLike, *, torque: AnyTorque = None
    ) -> Body:
        """Point masses, about their centre of mass."""
        return cls._of({"points": {"masses": masses, "positions": positions}}, torque)

    @classmethod
    def molecule(cls, file: str | os.PathLike[str], *, torque: AnyTorque = None) -> Body:
        """The atoms of an XYZ file with their standard atomic weights."""
        return cls._of({"molecule": {"file": _absolute(file)}}, torque)

    @classmethod
    def mesh(
        cls,
        file: str | os.PathLike[str],
        *,
        mass: float | None = None,
        density: float | None = None,
        scale: float | None = None,
        flip: bool | None = None,
        format: str | None = None,
        torque: AnyTorque = None,
    ) -> Body:
        """A solid inside of closed triangles: OBJ, STL, or a plate and vertex file."""
        shape = {
            "file": _absolute(file),
            "mass": mass,
            "density": density,
            "scale": scale,
            "flip": flip,
            "format": format,
        }
        return cls._of({"mesh": shape}, torque)

    @classmethod
    def surface(
        cls,
        vertices: ArrayLike,
        triangles: ArrayLike,
        *,
        mass: float | None = None,
        density: float | None = None,
        flip: bool = False,
        torque: AnyTorque = None,
    ) -> Body:
        """A solid inside of closed triangles that are in arrays.

        `vertices` are rows of coordinates; a row of `triangles` has the numbers of three of them,
        from 0, counter-clockwise seen from outside (`flip` if they are clockwise).

        >>> corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
        >>> faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]
        >>> sorted(Body.surface(corners, faces, mass=80.0).moments.round(9).tolist())
        [5.0, 5.0, 8.0]
        """
        _, _, tensor = _polhode.mesh_tensor(
            numbers("vertices", vertices), indices("triangles", triangles), mass, density, flip
        )
        return cls._of({"inertia": tensor}, torque)

    @property
    def moments(self) -> NDArray[np.float64]:
        """The principal moments."""
        return np.array(self._case.moments)

    @property
    def principal_axes(self) -> NDArray[np.float64]:
        """w x y z: takes principal components to components in body axes."""
        return np.array(self._case.principal_axes)

    def pushed_by(self, torque: AnyTorque) -> Body:
        """The same inertia with another torque."""
        return self._of(self._shape, torque)

    @property
    def _function(self) -> Callable[..., Any] | None:
        return _added(self._functions)

    @property
    def _names(self) -> list[str]:
        return [_name(function) for function in self._functions]

    def __repr__(self) -> str:
        moments = ", ".join(repr(float(moment)) for moment in self.moments)
        names = [table["model"] for table in self._tables]
        names += [getattr(function, "__name__", "function") for function in self._functions]
        pushed = f", torque: {' + '.join(names)}" if names else ""
        return f"<polhode.Body, moments {moments}{pushed}>"


#: A plan that any torque fits, since the method is not chosen before the run.
_WISH = {
    "initial": {"angular_velocity": [0.0, 0.0, 0.0]},
    "run": {"duration": 1.0, "accuracy": 1e-6},
}


def _absolute(file: str | os.PathLike[str]) -> str:
    return os.path.abspath(os.fspath(file))


def _sorted(torque: AnyTorque) -> tuple[list[dict[str, Any]], list[Callable[..., Any]]]:
    """The models, as tables, and the functions."""
    if torque is None:
        return [], []
    given: Sequence[Any]
    given = list(torque) if isinstance(torque, (list, tuple)) else [torque]
    tables: list[dict[str, Any]] = []
    functions: list[Callable[..., Any]] = []
    for one in given:
        if isinstance(one, Torque):
            tables.append(one._table())
        elif callable(one):
            functions.append(one)
        else:
            raise InputError(
                f"a torque is {one!r}; give a model of polhode.torque, a function of time, "
                "attitude and angular velocity, or a list of them"
            )
    return tables, functions


def _name(function: Callable[..., Any]) -> str:
    """Of a function, or of the class of what is called like one."""
    named = function if hasattr(function, "__qualname__") else type(function)
    return f"{named.__module__}.{named.__qualname__}"


def _added(functions: list[Callable[..., Any]]) -> Callable[..., Any] | None:
    if len(functions) <= 1:
        return functions[0] if functions else None

    def added(time: float, attitude: Any, angular_velocity: Any) -> Any:
        parts = [np.asarray(one(time, attitude, angular_velocity)) for one in functions]
        return sum(parts[1:], parts[0])

    return added


@dataclass(frozen=True)
class State:
    """Where a body is: attitude w x y z, and either velocity or momentum, in body axes.

    >>> State(angular_velocity=[0.0, 0.0, 1.0]).time
    0.0
    """

    attitude: Attitude = None
    angular_velocity: Vector = None
    angular_momentum: Vector = None
    time: float = 0.0

    def _table(self) -> dict[str, Any]:
        return {
            "time": self.time,
            "attitude": self.attitude,
            "angular_velocity": self.angular_velocity,
            "angular_momentum": self.angular_momentum,
        }
