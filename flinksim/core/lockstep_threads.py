"""Threads in which a program's own code runs as part of a task, one at a time and never beside it.

Not in Flink.
"""

from __future__ import annotations

from typing import Protocol


class Guest(Protocol):
    """Whose time it is in such a thread."""

    def user_sleeps(self, seconds: float) -> None: ...
    def current_processing_time(self) -> int: ...


GUESTS: dict[int, Guest] = {}
"""By the number of the thread; whoever starts one puts it in and takes it out."""
