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

_FORCED_INTERRUPT_PRESSES = 3
"""Number of Ctrl-C presses that raise the interrupt at once, even during a call to Java."""


class _DeferringHandler:
    """A signal handler that counts Ctrl-C instead of raising it."""

    def __init__(self) -> None:
        self.press_count = 0
        self.was_raised = False

    def __call__(self, number: int, frame: Any) -> None:
        self.press_count += 1
        if self.press_count >= _FORCED_INTERRUPT_PRESSES:
            raise KeyboardInterrupt


@contextmanager
def defer_interrupts() -> Iterator[None]:
    """Defer Ctrl-C in the block: :func:`raise_if_interrupted` or the end of the block raises it.

    Python interrupts only the main thread, so a block in any other thread changes nothing.
    """
    previous_handler = signal.getsignal(signal.SIGINT)
    handler = _DeferringHandler()
    if isinstance(previous_handler, _DeferringHandler) or not _install_handler(handler):
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous_handler)
    if handler.press_count and not handler.was_raised:
        raise KeyboardInterrupt


def _install_handler(handler: _DeferringHandler) -> bool:
    try:
        signal.signal(signal.SIGINT, handler)
    except ValueError:  # not in the main thread
        return False
    return True


def raise_if_interrupted() -> None:
    """Raise ``KeyboardInterrupt`` if Ctrl-C was pressed in the enclosing deferring block; only once.

    Raises:
        KeyboardInterrupt: Ctrl-C was pressed in the current block.
    """
    handler = signal.getsignal(signal.SIGINT)
    if isinstance(handler, _DeferringHandler) and handler.press_count and not handler.was_raised:
        handler.was_raised = True
        raise KeyboardInterrupt


__all__ = ["defer_interrupts", "raise_if_interrupted"]
