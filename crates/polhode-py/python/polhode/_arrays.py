"""Numbers that people give."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._errors import InputError


def numbers(what: str, given: ArrayLike) -> NDArray[np.float64]:
    """As an array of doubles."""
    try:
        array = np.asarray(given)
        if array.dtype.kind not in "biuf":
            raise TypeError(f"its type is {array.dtype}")
        # Aligned and in the byte order of the machine, which a message or a file may not be.
        return np.require(array, np.float64, ["A"])
    except (TypeError, ValueError) as error:
        raise InputError(f"`{what}` has no numbers: {error}") from None


def indices(what: str, given: ArrayLike) -> NDArray[np.int64]:
    """As rows of whole numbers."""
    try:
        array = np.asarray(given)
        if array.dtype.kind not in "iu" or array.ndim != 2:
            raise TypeError(f"its type is {array.dtype} and its shape {array.shape}")
        return np.require(array, np.int64, ["A"])
    except (TypeError, ValueError) as error:
        raise InputError(f"`{what}` has no rows of whole numbers: {error}") from None


def rows(what: str, given: ArrayLike, width: int, count: int | None) -> NDArray[np.float64]:
    """A row for each of `count` bodies; one row is for all."""
    array = numbers(what, given)
    if array.ndim == 1 and array.shape == (width,) and count is not None:
        return np.broadcast_to(array, (count, width))
    if array.ndim != 2 or array.shape[1] != width or (count is not None and len(array) != count):
        many = "n" if count is None else count
        raise InputError(f"`{what}` has the shape {array.shape}; it must be ({many}, {width})")
    return array
