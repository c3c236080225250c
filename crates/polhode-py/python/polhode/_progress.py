"""A bar, in terminals and notebooks."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

#: Is shown how much is done, from 0 to 1.
Teller = Callable[[float], object]

_WIDTH = 40


class _Bar:
    """In a terminal one line that changes; in a notebook one output that does."""

    def __init__(self) -> None:
        self.begun = time.monotonic()
        self.shown: Any = None
        self.any = False
        self.notebook = _notebook()

    def line(self, part: float) -> str:
        part = min(max(part, 0.0), 1.0)
        full = round(part * _WIDTH)
        spent = time.monotonic() - self.begun
        left = f"{spent / part - spent:.0f} s left" if part > 0.0 else ""
        return f"[{'#' * full}{'.' * (_WIDTH - full)}] {100 * part:3.0f} % {left}"

    def __call__(self, part: float) -> None:
        self.any = True
        if self.notebook is None:
            sys.stderr.write(f"\r{self.line(part):<70}")
            sys.stderr.flush()
        elif self.shown is None:
            self.shown = self.notebook({"text/plain": self.line(part)}, raw=True, display_id=True)
        else:
            self.shown.update({"text/plain": self.line(part)}, raw=True)

    def end(self) -> None:
        if self.any and self.notebook is None:
            sys.stderr.write("\r" + " " * 70 + "\r")
            sys.stderr.flush()
        elif self.shown is not None:
            self.shown.update({"text/plain": self.line(1.0)}, raw=True)


def _notebook() -> Any:
    """What displays in a notebook, where this is one."""
    kernel = sys.modules.get("ipykernel")
    ipython = sys.modules.get("IPython")
    if kernel is None or ipython is None or ipython.get_ipython() is None:
        return None
    return ipython.display.display


@contextlib.contextmanager
def teller(progress: bool | Teller) -> Iterator[Teller | None]:
    """Nothing, a bar, or what the caller has."""
    if callable(progress):
        yield progress
        return
    if not progress:
        yield None
        return
    bar = _Bar()
    try:
        yield bar
    finally:
        bar.end()
