"""What surrounds a long run: Ctrl-C between steps, and a garbage collector that leaves the trace alone.

Not in Flink.
"""

from __future__ import annotations

import gc
import signal
import threading  # noqa: TID251  # asks which thread it is in, and starts none
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Interruption:
    """Whether the user asked for the run to stop."""

    __slots__ = ("requested",)

    def __init__(self) -> None:
        self.requested = False


@contextmanager
def deferred_interrupt() -> Iterator[Interruption]:
    """Ctrl-C is noted, for the run to stop after a whole step; the second Ctrl-C stops at once.

    Has no effect outside of the main thread, which alone is told of signals.
    """
    interruption = Interruption()
    if threading.current_thread() is not threading.main_thread():
        yield interruption
        return

    def note(number: int, frame: FrameType | None) -> None:
        if interruption.requested:
            raise KeyboardInterrupt
        interruption.requested = True

    previous = signal.signal(signal.SIGINT, note)
    try:
        yield interruption
    finally:
        signal.signal(signal.SIGINT, previous)


@contextmanager
def no_full_collections() -> Iterator[None]:
    """Garbage is collected only by :func:`collect_young`, which does not look at what has survived.

    A trace is a growing heap of facts, none of which is garbage. The collector's full passes over it
    made up 45 % of a traced run of the reference job of ``benchmarks/steps.py``.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def collect_young() -> None:
    """Collect the garbage of the last while, and leave what is older alone."""
    gc.collect(1)
