"""What pushes a body. Give one, or a list of them, as `torque` of a `Body`.

A torque is one of these models, an `expression`, or a Python function
``f(time, attitude, angular_velocity)`` that returns the torque in body axes. A function is called
once for each evaluation, in an `Ensemble` for all bodies at once; methods that need derivatives of
the torque refuse it, and in an `Ensemble` all whose steps are not kicks around free steps.

>>> top = uniform_field(strength=20.0, arm=[0, 0, 1], direction=[0, 0, 1])
>>> top.model
'uniform-field'
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Union

from numpy.typing import ArrayLike

from . import _polhode
from ._errors import InputError

__all__ = [
    "Torque",
    "attitude_law",
    "constant",
    "damping",
    "expression",
    "gravity_gradient",
    "impulses",
    "kepler_gravity_gradient",
    "magnetic_dipole",
    "prescribed_momentum",
    "prescribed_torque",
    "rotor",
    "soft_wall",
    "table",
    "uniform_field",
]


@dataclass(frozen=True)
class Torque:
    """A model with its numbers, as `[[torque]]` of a scenario file has them."""

    model: str
    keys: Mapping[str, Any] = field(default_factory=dict)

    def _table(self) -> dict[str, Any]:
        return {"model": self.model, **self.keys}


#: A torque function: time, attitude w x y z, angular velocity; the torque, all in body axes.
Function = Callable[[float, Any, Any], ArrayLike]
#: What `Body` takes.
AnyTorque = Union[Torque, Function, Sequence[Union[Torque, Function]], None]


def _of(model: str, **keys: Any) -> Torque:
    return Torque(model, {key: value for key, value in keys.items() if value is not None})


def constant(*, body: ArrayLike | None = None, space: ArrayLike | None = None) -> Torque:
    """A torque with fixed components, in body axes or in space axes."""
    return _of("constant", body=body, space=space)


def uniform_field(*, strength: float, arm: ArrayLike, direction: ArrayLike) -> Torque:
    """Gravity on a top: the potential is strength (R arm).direction.

    `arm` leads from the fixed point to where the force acts, in body axes; `direction` is up, in
    space axes, of any length.
    """
    return _of("uniform-field", strength=strength, arm=arm, direction=direction)


def gravity_gradient(
    *,
    rate_squared: float,
    direction: ArrayLike,
    axis: ArrayLike | None = None,
    rate: float | None = None,
) -> Torque:
    """A distant mass: T = 3 rate_squared n x I n with n = R^T direction.

    With `axis` and `rate` the direction turns, as on a circular orbit.
    """
    return _of(
        "gravity-gradient", rate_squared=rate_squared, direction=direction, axis=axis, rate=rate
    )


def kepler_gravity_gradient(
    *,
    gm: float,
    semi_major_axis: float,
    eccentricity: float | None = None,
    inclination: float | None = None,
    node: float | None = None,
    periapsis: float | None = None,
    mean_anomaly: float | None = None,
    unit: str | None = None,
) -> Torque:
    """The gravity gradient on a body in an orbit; angles in radians unless `unit` is "deg"."""
    return _of(
        "kepler-gravity-gradient",
        gm=gm,
        semi_major_axis=semi_major_axis,
        eccentricity=eccentricity,
        inclination=inclination,
        node=node,
        periapsis=periapsis,
        mean_anomaly=mean_anomaly,
        unit=unit,
    )


def soft_wall(
    *,
    sign: str | None = None,
    strength: float | None = None,
    offset: float | None = None,
    core: float | None = None,
) -> Torque:
    """Krysl's wall below the tip of the third axis: by its `sign`, or by its three numbers."""
    return _of("soft-wall", sign=sign, strength=strength, offset=offset, core=core)


def magnetic_dipole(
    *,
    moment: ArrayLike,
    field: ArrayLike,
    axis: ArrayLike | None = None,
    rate: float | None = None,
) -> Torque:
    """A dipole of the body, in body axes, in a field of space, which may turn."""
    return _of("magnetic-dipole", moment=moment, field=field, axis=axis, rate=rate)


def prescribed_torque(
    *,
    constant: ArrayLike | None = None,
    slope: ArrayLike | None = None,
    oscillations: Sequence[Mapping[str, Any]] | None = None,
) -> Torque:
    """A torque as a function of time, in space axes.

    Each of `oscillations` is a dictionary with `frequency`, and `sin` or `cos` or both.
    """
    return _of("prescribed-torque", constant=constant, slope=slope, oscillations=oscillations)


def prescribed_momentum(
    *,
    constant: ArrayLike | None = None,
    slope: ArrayLike | None = None,
    oscillations: Sequence[Mapping[str, Any]] | None = None,
) -> Torque:
    """The torque that makes the spatial momentum this function of time."""
    return _of("prescribed-momentum", constant=constant, slope=slope, oscillations=oscillations)


def table(
    *,
    times: ArrayLike | None = None,
    torques: ArrayLike | None = None,
    file: str | os.PathLike[str] | None = None,
    columns: Sequence[str] | None = None,
    frame: str | None = None,
    interpolation: str | None = None,
) -> Torque:
    """A torque through given values, interpolated in time.

    The values are `times` and `torques`, or those of a CSV, Parquet, NPY or NPZ `file`, which is
    read at once. `columns` are the names of its columns with the time and with the torque about x,
    y, z; default: time, torque_x, torque_y, torque_z.

    `frame` is "body" (default) or "space"; `interpolation` is "hold" (the last value), "linear"
    (default) or "cubic" (a natural spline; a run warns if it overshoots its points by more than
    10 % of the range of a component).

    >>> table(times=[0, 1], torques=[[0, 0, 0], [0, 0, 1]], interpolation="hold").model
    'table'
    """
    if file is not None:
        if times is not None or torques is not None:
            raise InputError("a table has both `file` and `times` or `torques`; give one of them")
        names = None if columns is None else list(columns)
        if names is not None and len(names) != 4:
            raise InputError(f"columns has {len(names)} names; give 4: time, and torque about x, y, z")
        times, torques = _polhode.torque_samples(os.fspath(file), names)
    elif columns is not None:
        raise InputError("a table has `columns` and no `file`; give the file that has them")
    return _of("table", times=times, torques=torques, frame=frame, interpolation=interpolation)


def impulses(list: Sequence[Mapping[str, Any]]) -> Torque:
    """Sudden changes of the momentum: dictionaries with `time`, `momentum` and maybe `frame`."""
    return _of("impulses", list=list)


def damping(coefficient: ArrayLike) -> Torque:
    """Against the rates: T = -C omega; a number, one for each body axis, or a matrix."""
    return _of("damping", coefficient=coefficient)


def rotor(momentum: ArrayLike) -> Torque:
    """A wheel inside of the body that spins at a constant rate, by its momentum in body axes."""
    return _of("rotor", momentum=momentum)


def attitude_law(
    *, target: Any, stiffness: ArrayLike, damping: ArrayLike | None = None
) -> Torque:
    """A controller that holds an attitude: T = -stiffness sign(w) v - damping omega."""
    return _of("attitude-law", target=target, stiffness=stiffness, damping=damping)


def expression(
    components: Sequence[str],
    *,
    potential: str | None = None,
    frame: str | None = None,
    parameters: Mapping[str, float] | None = None,
) -> Torque:
    """Three formulas in t, qw qx qy qz, r11..r33, wx wy wz, lx ly lz; compiled, any method takes it.

    >>> expression(["0.7*sin(1.3*t)", "0", "-k*wz"], parameters={"k": 0.1}).model
    'expression'
    """
    return _of(
        "expression",
        components=components,
        potential=potential,
        frame=frame,
        parameters=None if parameters is None else dict(parameters),
    )


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Callable[..., Torque]:
        """Any other model of scenario files, as a function of its keys by name."""
        model = name.replace("_", "-")
        if model not in dict(_polhode.torques()):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return lambda **keys: _of(model, **keys)
