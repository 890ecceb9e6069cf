"""How a program is replayed on Spark."""

from __future__ import annotations

from typing import Literal, NamedTuple

from flinksim.replay.spark.job_monitor import Show


class ReplaySettings(NamedTuple):
    """How a program is replayed.

    ``lowering``: whether to use expressions where the program allows it (``auto``), insist on them or
    never use them.
    ``units``: units of work of a keyed stage (twice Spark's parallelism unless given).
    ``pieces``: in how many pieces a log is read (by its size, unless given).
    ``keep_contents``: whether firings keep the contents of the window.
    ``progress``: is told how far each stage has come; ``None`` is a bar where somebody looks on.
    """

    units: int | None = None
    pieces: int | None = None
    lowering: Literal["auto", "native", "generic"] = "auto"
    keep_contents: bool = True
    progress: Show | None = None
