"""Deferred Ctrl-C: raise ``KeyboardInterrupt`` only where no call to Java is in progress.

If a call to Java is interrupted, its answer stays unread. Every later call of the thread then reads
the answer of the call before it. PySpark's own handler makes such a call. Inside a critical section
this module records Ctrl-C and raises it at the next safe point.

Not in Flink.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_AT_ONCE_FROM = 3
"""After this many presses the interrupt is raised immediately, whatever is left unfinished."""


class _Noting:
    """A signal handler that counts Ctrl-C instead of raising it."""

    def __init__(self) -> None:
        self.pressed = 0
        self.was_raised = False

    def __call__(self, number: int, frame: Any) -> None:
        self.pressed += 1
        if self.pressed >= _AT_ONCE_FROM:
            raise KeyboardInterrupt


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Defer Ctrl-C in the block: :func:`raise_if_interrupted` or the end of the block raises it.

    Python interrupts only the main thread, so a block in any other thread changes nothing.
    """
    previous_handler = signal.getsignal(signal.SIGINT)
    handler = _Noting()
    if isinstance(previous_handler, _Noting) or not _is_set(handler):
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous_handler)
    if handler.pressed and not handler.was_raised:
        raise KeyboardInterrupt


def _is_set(noting: _Noting) -> bool:
    try:
        signal.signal(signal.SIGINT, noting)
    except ValueError:  # not in the main thread
        return False
    return True


def raise_if_interrupted() -> None:
    """Raise the deferred interrupt, once.

    Raises:
        KeyboardInterrupt: Ctrl-C was pressed in the current block.
    """
    handler = signal.getsignal(signal.SIGINT)
    if isinstance(handler, _Noting) and handler.pressed and not handler.was_raised:
        handler.was_raised = True
        raise KeyboardInterrupt


__all__ = ["interrupts_held", "raise_if_interrupted"]
