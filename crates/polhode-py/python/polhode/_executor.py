"""Work in parts, by whoever runs them."""

from __future__ import annotations

import collections
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from ._errors import InputError
from ._progress import Teller


def spread(
    executor: Any, work: Callable[[Any], Any], parts: Sequence[Any], tell: Teller | None
) -> Iterator[Any]:
    """What comes of the parts, in their order; each is let go when it is there."""
    for done, result in enumerate(_results(executor, work, parts), 1):
        yield result
        if tell is not None:
            tell(done / len(parts))


def _results(executor: Any, work: Callable[[Any], Any], parts: Sequence[Any]) -> Iterator[Any]:
    if not hasattr(executor, "submit"):
        if not hasattr(executor, "map"):
            raise InputError(f"`executor` is {executor!r}; it must have `submit` or `map`")
        yield from executor.map(work, parts)
        return
    waiting = collections.deque(executor.submit(work, part) for part in parts)
    try:
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def joined(
    parts: Iterable[Any],
    together: Callable[[list[Any]], Any],
    reduce: Callable[[Any], Any] | None,
    combine: Callable[[Any, Any], Any] | None,
) -> Any:
    """All parts put `together`; if they are reduced, a list of them, or combined two by two."""
    if reduce is None:
        return together(list(parts))
    if combine is None:
        return list(parts)
    whole = None
    for index, part in enumerate(parts):
        whole = part if index == 0 else combine(whole, part)
    return whole


def size_of(chunk: int | None, otherwise: Callable[[], int]) -> int:
    """Of a part, in bodies."""
    if chunk is None:
        return otherwise()
    size = int(chunk)
    if size < 1 or size != chunk:
        raise InputError(f"`chunk` is {chunk!r}; it must be a whole number from 1")
    return size
