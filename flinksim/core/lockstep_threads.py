"""Threads that run user code as part of a task; only one of them or the task runs at a time.

Not in Flink.
"""

from __future__ import annotations

from typing import Protocol


class LockstepThread(Protocol):
    """The task or run that such a thread works for, whose virtual time the thread sees."""

    def user_sleeps(self, seconds: float) -> None: ...
    def current_processing_time(self) -> int: ...


LOCKSTEP_THREADS: dict[int, LockstepThread] = {}
"""Threads that run user code as part of a task, by thread id.

Code that starts such a thread adds it here and removes it at the end.
"""
