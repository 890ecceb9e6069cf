"""Settings of a replay."""

from __future__ import annotations

from typing import Literal, NamedTuple

from flinksim.replay.spark.job_monitor import ProgressCallback


class ReplaySettings(NamedTuple):
    """Settings of a replay.

    ``units``: number of units of work of a keyed stage, each processed by one worker; default: twice
    the parallelism of Spark. ``chunks``: number of chunks in which a log is read; default: by its size.
    ``backend``: backend; ``native`` requires a columnar plan, ``generic`` uses the simulator's operators,
    ``auto`` uses a columnar plan if there is one. ``keep_contents``: whether firings contain the
    contents of the window. ``progress``: callback for the progress of each stage; ``None`` draws a
    bar on a terminal or in a notebook.

    >>> ReplaySettings(keep_contents=False).units is None
    True
    """

    units: int | None = None
    chunks: int | None = None
    backend: Literal["auto", "native", "generic"] = "auto"
    keep_contents: bool = True
    progress: ProgressCallback | None = None
