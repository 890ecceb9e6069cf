"""Prevents Arrow from importing pandas for a log without pandas objects.

Arrow checks for every list whether it is a pandas series, and imports pandas for this check, which
takes a quarter of a second. The replay of a text log does not need pandas.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from typing import Any


class _PandasBlocker(MetaPathFinder):
    """Import finder that hides pandas from Arrow and flinksim, until other code imports pandas."""

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> None:
        if fullname != "pandas":
            return
        frame = sys._getframe(1)
        while frame.f_back is not None and "importlib" in frame.f_code.co_filename:
            frame = frame.f_back
        if str(frame.f_globals.get("__name__")).partition(".")[0] in ("flinksim", "pyarrow"):
            raise ModuleNotFoundError(
                "pandas is not loaded before the program imports it", name="pandas"
            )
        self.deactivate()

    def deactivate(self) -> None:
        """Deactivate the finder; from now on Arrow finds pandas."""
        import pyarrow.lib

        if self in sys.meta_path:
            sys.meta_path.remove(self)
            # Arrow looks for pandas once; a new initialization makes it look again
            pyarrow.lib._pandas_api.__init__()


@contextmanager
def block_pandas() -> Iterator[None]:
    """Block the import of pandas by Arrow and flinksim in the block; the program can import it."""
    if "pandas" in sys.modules:
        yield
        return
    finder = _PandasBlocker()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        finder.deactivate()
