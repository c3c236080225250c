"""What came out of a run."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _polhode, quaternion
from ._arrays import numbers
from ._errors import InputError

if TYPE_CHECKING:
    import pandas
    from scipy.spatial.transform import Rotation

Array = NDArray[np.float64]

#: The columns of tables, as in the files of the command line.
COLUMNS = {
    "t": ["t"],
    "attitude": ["q_w", "q_x", "q_y", "q_z"],
    "angular_velocity": ["w_bx", "w_by", "w_bz"],
    "momentum_body": ["l_bx", "l_by", "l_bz"],
    "momentum_space": ["l_sx", "l_sy", "l_sz"],
    "energy": ["energy"],
}


@dataclass(frozen=True)
class Moment:
    """The state at a time, or at several: then each array has one more length in front."""

    t: Any
    attitude: Array
    angular_velocity: Array
    momentum_body: Array
    momentum_space: Array
    energy: Any


@dataclass(frozen=True)
class Switches:
    """The switches of a torque in a run.

    `located` counts the changes of a branch, `sliding` the intervals of motion on the surface of a switching
    function, `sliding_time` is their total length, and `chatter` the name of a switching function that
    switched more than 1000 times in a revolution, or None. `unknown` says why there may be switches that were not
    located: a torque is a Python function. Else it is None.
    """

    located: int
    sliding: int
    sliding_time: float
    chatter: str | None
    unknown: str | None


@dataclass(frozen=True)
class Crossing:
    """An event or a switch: its name, "rising" or "falling" ("sliding" where sliding begins), and the state."""

    name: str
    direction: str
    state: Moment

    @property
    def t(self) -> float:
        """When."""
        return float(self.state.t)


@dataclass(frozen=True)
class Certificate:
    """What computations that have nothing to do with a run say of its error.

    Errors are of the attitude in radians or of the momentum relative to it, the larger one.
    """

    largest_error: float
    final_error: float
    #: By how much the end moves if the start does by its last digit.
    last_digit: float
    #: What the run was compared with.
    witnesses: tuple[str, ...]
    #: The error at each sample.
    errors: Array


@dataclass(frozen=True)
class Sensitivity:
    """How states depend on the start and on parameters, by derivatives of the method itself."""

    #: What changes: turns about the body axes in radians, and the momentum in body axes.
    rows: tuple[str, ...]
    #: With what: the same of the start, principal moments, factors of torques.
    columns: tuple[str, ...]
    #: A matrix for each sample: [sample, row, column].
    matrices: Array
    #: How far the last is from symplectic, where all of the start is asked for.
    symplectic_defect: float | None


def _moment(arrays: dict[str, Array], index: Any = slice(None)) -> Moment:
    return Moment(**{name: array[index] for name, array in arrays.items()})


class Trajectory:
    """The samples of a run, as arrays with a row for each. They cannot be written to.

    Quaternions are w x y z, from body to space; components with the word body are in the body's
    axes, as they were given.

    >>> import polhode
    >>> way = polhode.load("t-handle").run()
    >>> len(way), way.attitude.shape
    (2001, (2001, 4))
    >>> way
    <polhode.Trajectory, 2001 samples from 0.0 to 20.0 by buss-5:energy>
    """

    __slots__ = ("_case", "_record")

    def __init__(self, case: _polhode.Case, record: _polhode.Record) -> None:
        self._case = case
        self._record = record

    @property
    def t(self) -> Array:
        """Time."""
        return self._record.arrays["t"]

    @property
    def attitude(self) -> Array:
        """w x y z, from body to space."""
        return self._record.arrays["attitude"]

    @property
    def angular_velocity(self) -> Array:
        """In body axes."""
        return self._record.arrays["angular_velocity"]

    @property
    def momentum_body(self) -> Array:
        """Angular momentum in body axes."""
        return self._record.arrays["momentum_body"]

    @property
    def momentum_space(self) -> Array:
        """Angular momentum in space axes."""
        return self._record.arrays["momentum_space"]

    @property
    def energy(self) -> Array:
        """Kinetic energy, and the potential one of built-in torques that have one."""
        return self._record.arrays["energy"]

    @property
    def method(self) -> str:
        """By what it was computed."""
        return self._case.method

    @property
    def step(self) -> float:
        """The length of a step; the largest where steps vary."""
        return self._case.step

    @property
    def steps(self) -> int:
        """How many were taken."""
        return self._record.steps

    @property
    def torque_evaluations(self) -> int:
        """How often the torque was asked for."""
        return self._record.evaluations

    @property
    def text(self) -> str:
        """The scenario file that the command line runs with the same bits.

        A torque that is a Python function is named in it, and such a text is refused where it is
        to be run.

        >>> import polhode
        >>> def brake(time, attitude, angular_velocity):
        ...     return -0.1 * angular_velocity
        >>> body = polhode.Body(inertia=[1.0, 2.0, 2.5], torque=brake)
        >>> way = polhode.run(body, angular_velocity=[0, 0, 1], duration=1.0, method="rk4",
        ...                   step=0.1)
        >>> 'model = "python"' in way.text
        True
        >>> polhode.Scenario.parse(way.text)
        Traceback (most recent call last):
        polhode._errors.InputError: ...
        """
        return self._case.text

    @property
    def promise(self) -> dict[str, Any] | None:
        """What was asked for and what is expected, where an accuracy was asked for."""
        promise = self._case.promise
        return None if promise is None else json.loads(promise)

    @property
    def certificate(self) -> Certificate | None:
        """The error at each sample, where `certificate=True` was said.

        >>> import polhode
        >>> way = polhode.run(polhode.Body(inertia=[1.0, 2.0, 2.5]),
        ...                   angular_velocity=[0.1, 2.0, 0.1], duration=1.0,
        ...                   method="buss-3", step=0.01, certificate=True)
        >>> way.certificate.final_error < 1e-5
        True
        """
        found = self._record.certificate
        if found is None:
            return None
        values = json.loads(found[0])
        values["witnesses"] = tuple(values["witnesses"])
        return Certificate(errors=found[1], **values)

    @property
    def sensitivity(self) -> Sensitivity | None:
        """Derivatives, where `sensitivity=["start", "moments", "torques"]` or some of it was said.

        >>> import polhode
        >>> way = polhode.run(polhode.Body(inertia=[1.0, 2.0, 2.5]),
        ...                   angular_velocity=[0.1, 2.0, 0.1], duration=1.0,
        ...                   method="exact", step=0.1, sensitivity=["start"])
        >>> way.sensitivity.matrices.shape, way.sensitivity.symplectic_defect < 1e-12
        ((11, 6, 6), True)
        """
        found = self._record.sensitivity
        if found is None:
            return None
        end = json.loads(found[0])
        rows, columns = tuple(end["rows"]), tuple(end["columns"])
        matrices = found[1].reshape(-1, len(rows), len(columns))
        return Sensitivity(rows, columns, matrices, end["symplectic_defect"])

    @property
    def switches(self) -> Switches | None:
        """The number of switches of the torque and of its sliding intervals, where the torque switches or may switch."""
        found = self._record.switches
        return None if found is None else Switches(**json.loads(found))

    @property
    def events(self) -> list[Crossing]:
        """The events in the order of time, with the switches of the torque where `switches=True` was given."""
        words, states = self._record.events()
        return [Crossing(*word, _moment(states, i)) for i, word in enumerate(words)]

    @property
    def stopped_by(self) -> str | None:
        """The event that ended the run."""
        return self._record.stopped_by

    def at(self, t: ArrayLike) -> Moment:
        """The state at any time of the run, by the method of the run.

        >>> import polhode
        >>> way = polhode.load("t-handle").run()
        >>> bool((way.at(way.t[3]).attitude == way.attitude[3]).all())
        True
        """
        given = numbers("t", t)
        first, last = sorted((float(self.t[0]), float(self.t[-1])))
        outside = ~((given >= first) & (given <= last))
        if outside.any():
            wrong = float(given[outside].flat[0])
            raise InputError(
                f"`t` is {wrong!r}; the run goes from {self.t[0]!r} to {self.t[-1]!r}"
            )
        arrays = self._record.at(np.ascontiguousarray(given.reshape(-1)))
        shaped = {name: one.reshape(given.shape + one.shape[1:]) for name, one in arrays.items()}
        return _moment(shaped, () if given.ndim == 0 else slice(None))

    def quaternions(self, convention: str) -> Array:
        """The attitudes as somebody else writes them: scipy, spice, ccsds, mujoco, lammps, ..."""
        return quaternion.to(convention, self.attitude)

    def rotation(self) -> Rotation:
        """The attitudes as `scipy.spatial.transform.Rotation`, applied to body components."""
        from scipy.spatial.transform import Rotation

        return Rotation.from_quat(self.quaternions("scipy"))

    def to_dict(self) -> dict[str, Array]:
        """All columns by their names, as in the files of the command line."""
        columns: dict[str, Array] = {}
        for name, names in COLUMNS.items():
            array = self._record.arrays[name].reshape(len(self), -1)
            columns.update({column: array[:, k] for k, column in enumerate(names)})
        return columns

    def to_pandas(self) -> pandas.DataFrame:
        """A table with a row for each sample."""
        import pandas

        return pandas.DataFrame(self.to_dict())

    def to_parquet(self, path: str | os.PathLike[str]) -> None:
        """Writes a Parquet file, with the scenario in its metadata; needs no other package."""
        self._record.write(path, "parquet")

    def to_csv(self, path: str | os.PathLike[str]) -> None:
        """Writes the file that the command line writes."""
        self._record.write(path, "csv")

    def to_npz(self, path: str | os.PathLike[str]) -> None:
        """Writes an archive of NumPy's."""
        self._record.write(path, "npz")

    def to_aem(
        self,
        path: str | os.PathLike[str],
        *,
        object_name: str,
        object_id: str,
        epoch: str,
        **keys: Any,
    ) -> None:
        """Writes a CCSDS attitude ephemeris message.

        `epoch` is when time 0 is, such as "2026-01-01T00:00:00"; `keys` are the others of `[aem]`
        in a scenario file.
        """
        values = {"object_name": object_name, "object_id": object_id, "epoch": epoch, **keys}
        changes = [f"aem.{key}={json.dumps(value)}" for key, value in values.items()]
        self._record.write(path, "aem", changes)

    def plot(self, axes: Any = None) -> Any:
        """Draws angular velocity, attitude and the change of the energy; gives the axes.

        `axes` are three axes of matplotlib; new ones if not said.
        """
        if axes is None:
            import matplotlib.pyplot as plt

            _, axes = plt.subplots(3, 1, sharex=True, figsize=(7, 7), layout="constrained")
        velocity, attitude, energy = axes
        velocity.plot(self.t, self.angular_velocity, label=["x", "y", "z"])
        velocity.set_ylabel("angular velocity, body axes")
        attitude.plot(self.t, self.attitude, label=["w", "x", "y", "z"])
        attitude.set_ylabel("quaternion, body to space")
        start = self.energy[0]
        energy.plot(self.t, (self.energy - start) / (abs(start) or 1.0))
        energy.set_ylabel("change of energy, relative")
        energy.set_xlabel("time")
        for one in (velocity, attitude):
            one.legend(loc="upper right")
        return axes

    def __len__(self) -> int:
        return len(self._record)

    def __repr__(self) -> str:
        if not len(self):
            return "<polhode.Trajectory, no samples>"
        first, last = float(self.t[0]), float(self.t[-1])
        return (
            f"<polhode.Trajectory, {len(self)} samples from {first!r} to {last!r} by {self.method}>"
        )
