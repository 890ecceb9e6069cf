"""Keeps Arrow from importing pandas for a log that has nothing of it.

Arrow asks of every list that it is given whether it is a series of pandas, and imports pandas (a
quarter of a second) to ask. A replay of a text log makes no use of it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from typing import Any


class _NotForArrow(MetaPathFinder):
    """Finds no pandas for Arrow, whose frame is that of its caller; gives way when another asks."""

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> None:
        if fullname != "pandas":
            return
        frame = sys._getframe(1)
        while frame.f_back is not None and "importlib" in frame.f_code.co_filename:
            frame = frame.f_back
        if str(frame.f_globals.get("__name__")).partition(".")[0] in ("flinksim", "pyarrow"):
            raise ModuleNotFoundError("nobody asks for pandas", name="pandas")
        self.give_way()

    def give_way(self) -> None:
        """From now on Arrow knows of pandas."""
        import pyarrow.lib

        if self in sys.meta_path:
            sys.meta_path.remove(self)
            # it looks for pandas once; as new, it will look again
            pyarrow.lib._pandas_api.__init__()


@contextmanager
def without_pandas() -> Iterator[None]:
    """A block in which flinksim needs no pandas; what a program imports in it, it gets."""
    if "pandas" in sys.modules:
        yield
        return
    finder = _NotForArrow()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        finder.give_way()
