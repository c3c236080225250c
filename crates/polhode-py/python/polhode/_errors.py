"""What goes wrong, as exceptions."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._trajectory import Trajectory


class Error(Exception):
    """Anything that polhode refuses or cannot do."""


class InputError(Error, ValueError):
    """What was given is wrong; the message says the value, the rule and the remedy."""


class OutOfMemoryError(InputError, MemoryError):
    """Insufficient memory; the message says for what, and what to do."""


class SolveError(Error, ArithmeticError):
    """A step could not be taken. `trajectory` is what was computed before it, if anything."""

    trajectory: Trajectory | None = None
