"""Ctrl-C, raised where it does no harm.

A call to Java that is broken off leaves its answer unread, and every later call of the thread takes
the answer of the one before it for its own; PySpark's own handler makes such a call. So while something
must not be torn, Ctrl-C is noted, and raised at the next place where no call is under way.

Not in Flink.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_AT_ONCE_FROM = 3
"""Who presses so often does not want to wait any longer, whatever is left behind."""


class _Noting:
    """A handler that keeps Ctrl-C."""

    def __init__(self) -> None:
        self.pressed = 0
        self.was_raised = False

    def __call__(self, number: int, frame: Any) -> None:
        self.pressed += 1
        if self.pressed >= _AT_ONCE_FROM:
            raise KeyboardInterrupt


@contextmanager
def interrupts_held() -> Iterator[None]:
    """A block that Ctrl-C does not tear: :func:`raise_if_interrupted` raises it, or else its end.

    Only the main thread is interrupted, so that a block in any other is left alone.
    """
    before = signal.getsignal(signal.SIGINT)
    noting = _Noting()
    if isinstance(before, _Noting) or not _is_set(noting):
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if noting.pressed and not noting.was_raised:
        raise KeyboardInterrupt


def _is_set(noting: _Noting) -> bool:
    try:
        signal.signal(signal.SIGINT, noting)
    except ValueError:  # not in the main thread
        return False
    return True


def raise_if_interrupted() -> None:
    """Raise what is held, once.

    Raises: KeyboardInterrupt.
    """
    noting = signal.getsignal(signal.SIGINT)
    if isinstance(noting, _Noting) and noting.pressed and not noting.was_raised:
        noting.was_raised = True
        raise KeyboardInterrupt


__all__ = ["interrupts_held", "raise_if_interrupted"]
