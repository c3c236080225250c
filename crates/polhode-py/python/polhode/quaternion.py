"""Quaternions of polhode, w x y z from body to space, and those of others.

>>> import numpy as np
>>> q = [0.5, 0.5, -0.5, 0.5]
>>> to("scipy", q)
array([ 0.5, -0.5,  0.5,  0.5])
>>> np.array_equal(of("spice", to("spice", q)), q)
True
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _polhode
from ._errors import InputError

__all__ = ["CONVENTIONS", "of", "to"]

_KNOWN = {name: (order, conjugate) for name, order, conjugate in _polhode.conventions()}

#: The names that `to` and `of` know.
CONVENTIONS: tuple[str, ...] = tuple(_KNOWN)

_CONJUGATE = np.array([1.0, -1.0, -1.0, -1.0])


def _known(convention: str) -> tuple[list[int], bool]:
    try:
        return _KNOWN[convention.lower()]
    except (KeyError, AttributeError):
        names = ", ".join(CONVENTIONS)
        raise InputError(f"there is no convention `{convention}`; there are {names}") from None


def _four(quaternions: ArrayLike) -> NDArray[np.float64]:
    try:
        array = np.asarray(quaternions, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(f"quaternions are no numbers: {error}") from None
    if array.ndim == 0 or array.shape[-1] != 4:
        raise InputError(f"quaternions have the shape {array.shape}; the last length must be 4")
    return array


def to(convention: str, quaternions: ArrayLike) -> NDArray[np.float64]:
    """Quaternions of polhode, shape (..., 4), as somebody else writes them.

    >>> to("lammps", [1, 0, 0, 0])
    array([1., 0., 0., 0.])
    >>> to("elsewhere", [1, 0, 0, 0])
    Traceback (most recent call last):
    polhode._errors.InputError: there is no convention `elsewhere`; there are polhode, scipy, ...
    """
    order, conjugate = _known(convention)
    ours = _four(quaternions)
    return (ours * _CONJUGATE if conjugate else ours)[..., order]


def of(convention: str, quaternions: ArrayLike) -> NDArray[np.float64]:
    """Quaternions of polhode from those of somebody else.

    >>> of("ccsds", [0, 0, 0, 1])
    array([1., 0., 0., 0.])
    """
    order, conjugate = _known(convention)
    theirs = _four(quaternions)
    ours = np.empty_like(theirs)
    ours[..., order] = theirs
    return ours * _CONJUGATE if conjugate else ours
