"""Iteration orders of merging windows in PyFlink.

Flink: ``MergingWindowSet`` of ``pyflink.fn_execution.datastream.window.merging_window_set``.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from flinksim.datastream.window_types import TimeWindow, sort_like_java_hash_set


def sort_like_pyflink_state(windows: list[Any]) -> list[Any]:
    """Sort distinct *windows* as PyFlink's Java side iterates over them when it merges their state.

    Java uses the window class of Flink's table runtime, which has its own hash code.
    """
    if not all(isinstance(window, TimeWindow) for window in windows):
        return windows
    return sort_like_java_hash_set(windows, lambda window: _compute_hash(window) & 0xFFFFFFFF)


def _compute_hash(window: TimeWindow) -> int:
    """Compute the hash code of a window in PyFlink: its start plus a mixed form of its end."""
    x = (window[1] << 1) + 1
    inverse = x * x * x
    for _ in range(3):
        inverse *= 2 - x * inverse
    return window[0] + inverse


def sort_like_python_set(windows: Collection[Any]) -> list[Any]:
    """Sort distinct *windows* in the order of a Python set, in which PyFlink merges them.

    The order depends on the windows only, because their hash codes are numbers; it is CPython's order.
    """
    windows = list(windows)
    if not all(isinstance(window, TimeWindow) for window in windows):
        return windows
    windows_of_pyflink = set(map(_PyFlinkTimeWindow, sorted(windows)))
    return [hashed.window for hashed in windows_of_pyflink]


class _PyFlinkTimeWindow:
    """A time window with PyFlink's hash code, which is an integer of any size."""

    __slots__ = ("window",)

    def __init__(self, window: TimeWindow) -> None:
        self.window = window

    def __hash__(self) -> int:
        return _compute_hash(self.window)
