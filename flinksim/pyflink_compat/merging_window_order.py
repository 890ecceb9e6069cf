"""The orders in which PyFlink goes through windows that merge.

Flink: ``MergingWindowSet`` of ``pyflink.fn_execution.datastream.window.merging_window_set``.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from flinksim.datastream.windows import TimeWindow, in_java_hash_set_order


def in_order_of_pyflinks_state(windows: list[Any]) -> list[Any]:
    """Distinct *windows* as the Java half of PyFlink iterates over them when it merges their state.

    There a window is one of Flink's table runtime, which has a hash code of its own.
    """
    if not all(isinstance(window, TimeWindow) for window in windows):
        return windows
    return in_java_hash_set_order(windows, lambda window: _sum_of_parts(window) & 0xFFFFFFFF)


def _sum_of_parts(window: TimeWindow) -> int:
    """What both halves of PyFlink make a window's hash code of: its start, and its end mixed up."""
    x = (window[1] << 1) + 1
    inverse = x * x * x
    for _ in range(3):
        inverse *= 2 - x * inverse
    return window[0] + inverse


def in_python_set_order(windows: Collection[Any]) -> list[Any]:
    """Distinct *windows* as a Python set iterates over them in PyFlink, which merges in that order.

    It depends on nothing but the windows, whose hash codes are numbers; it is CPython's own order.
    """
    windows = list(windows)
    if not all(isinstance(window, TimeWindow) for window in windows):
        return windows
    windows_of_pyflink = set(map(_PyFlinkTimeWindow, sorted(windows)))
    return [hashed.window for hashed in windows_of_pyflink]


class _PyFlinkTimeWindow:
    """A window with the hash code that it has in PyFlink, where no number of bits bounds it."""

    __slots__ = ("window",)

    def __init__(self, window: TimeWindow) -> None:
        self.window = window

    def __hash__(self) -> int:
        return _sum_of_parts(self.window)
