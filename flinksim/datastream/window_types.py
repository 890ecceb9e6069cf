"""Windows: time windows, the global window and count windows.

Flink: ``org.apache.flink.streaming.api.windowing.windows``. Programs import these names from
:mod:`flinksim.datastream.window`.
Differs: ``str`` returns PyFlink's ``TimeWindow(start=0, end=5)``; Java prints braces.
"""

from __future__ import annotations

import struct
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable
from io import BytesIO
from operator import itemgetter
from typing import Any, Protocol

from flinksim.common.serializer import TypeSerializer
from flinksim.core.java.int64 import mix_long_to_int, to_long
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.core.safe_repr import format_repr


class MergeCallback(Protocol):
    """Receives the windows to merge."""

    def merge(self, to_be_merged: Collection[Any], merge_result: Any) -> None: ...


class Window(ABC):
    """A bucket of elements, whose timestamps are at most ``max_timestamp()``."""

    __slots__ = ()

    @abstractmethod
    def max_timestamp(self) -> int:
        """Return the largest timestamp in this window, in epoch milliseconds."""


class TimeWindow(tuple[int, int], Window):
    """The interval from ``start`` (included) to ``end`` (excluded), in epoch milliseconds.

    Differs: it is a subclass of tuple, so that the runtime finds panes and timers as fast as with
    tuples; hence it also equals the plain pair.

    Start and end are 64-bit numbers that wrap around, as in Java: the window of 10 ms around
    ``MAX_TIMESTAMP`` ends at ``MIN_TIMESTAMP + 2``.

    >>> TimeWindow(0, 10).max_timestamp()
    9
    """

    __slots__ = ()

    start = property(itemgetter(0), doc="The first timestamp that belongs to the window.")
    end = property(itemgetter(1), doc="The first timestamp after the window.")

    def __new__(cls, start: int, end: int) -> TimeWindow:
        try:
            if (
                not MIN_TIMESTAMP <= start <= MAX_TIMESTAMP
                or not MIN_TIMESTAMP <= end <= MAX_TIMESTAMP
            ):
                start, end = to_long(start), to_long(end)
        except TypeError:
            raise TypeError(
                "TimeWindow(start, end): expected milliseconds since the epoch as whole numbers, "
                f"found {format_repr(start, 60)} and {format_repr(end, 60)}."
            ) from None
        return tuple.__new__(cls, (start, end))

    def __getnewargs__(self) -> tuple[int, int]:
        return (self[0], self[1])

    def max_timestamp(self) -> int:
        end = self[1]
        return end - 1 if end != MIN_TIMESTAMP else MAX_TIMESTAMP

    def intersects(self, other: TimeWindow) -> bool:
        """Return whether the two windows overlap or touch."""
        return self[0] <= other[1] and self[1] >= other[0]

    def cover(self, other: TimeWindow) -> TimeWindow:
        """Return the smallest window that contains both."""
        return TimeWindow(min(self[0], other[0]), max(self[1], other[1]))

    def java_hash_code(self) -> int:
        """Return the result of Java's ``TimeWindow.hashCode()``."""
        return mix_long_to_int(self[0] + self[1])

    @staticmethod
    def get_window_start_with_offset(timestamp: int, offset: int, window_size: int) -> int:
        """Return the start of the window around *timestamp*.

        Args:
            timestamp: A time in epoch milliseconds.
            offset: The shift of all windows, in ms.
            window_size: The size of the windows, in ms.
        """
        try:
            return to_long(timestamp - to_long(timestamp - offset) % window_size)
        except TypeError:
            raise TypeError(
                "get_window_start_with_offset(timestamp, offset, window_size): expected milliseconds "
                f"as whole numbers, found {format_repr((timestamp, offset, window_size), 90)}."
            ) from None

    @staticmethod
    def merge_windows(windows: Iterable[TimeWindow], callback: MergeCallback) -> None:
        """Report every group of windows that overlap or touch, with the window that covers them.

        A group is in the order in which Java's ``HashSet`` iterates. Flink takes the state of its
        first window for the result, which determines the order of the merged elements.
        """
        windows = list(windows)
        # If windows wrap around, the order of two windows with one start matters.
        if any(start > end for start, end in windows):
            windows = [*sort_like_java_hash_set(windows[:-1]), windows[-1]]
        groups: list[tuple[TimeWindow, list[TimeWindow]]] = []
        for window in sorted(windows, key=itemgetter(0)):
            if groups and groups[-1][0].intersects(window):
                covering, group = groups[-1]
                group.append(window)
                groups[-1] = (covering.cover(window), group)
            else:
                groups.append((window, [window]))
        for covering, group in groups:
            if len(distinct := list(dict.fromkeys(group))) > 1:
                callback.merge(sort_like_java_hash_set(distinct), covering)

    def __repr__(self) -> str:
        return f"TimeWindow(start={self[0]}, end={self[1]})"


def sort_like_java_hash_set(
    windows: list[TimeWindow],
    hash_code: Callable[[TimeWindow], int] = TimeWindow.java_hash_code,
) -> list[TimeWindow]:
    """Return distinct *windows*, added one by one, in the iteration order of ``java.util.HashSet``.

    Differs: Java turns a bucket of nine or more into a tree, and then iterates from the tree's root.
    """
    buckets: list[list[tuple[int, TimeWindow]]] = [[] for _ in range(16)]
    for count, window in enumerate(windows, start=1):
        code = hash_code(window)
        spread = (code ^ ((code & 0xFFFFFFFF) >> 16)) & 0xFFFFFFFF
        bucket = buckets[spread & (len(buckets) - 1)]
        bucket.append((spread, window))
        if len(bucket) > 8 and len(buckets) < 64:
            buckets = _double_buckets(buckets)
        if count * 4 > len(buckets) * 3:
            buckets = _double_buckets(buckets)
    return [window for bucket in buckets for _, window in bucket]


def _double_buckets(
    buckets: list[list[tuple[int, TimeWindow]]],
) -> list[list[tuple[int, TimeWindow]]]:
    """Split every bucket in two and keep its order. Java: ``HashMap.resize``."""
    doubled: list[list[tuple[int, TimeWindow]]] = [[] for _ in range(2 * len(buckets))]
    for bucket in buckets:
        for entry in bucket:
            doubled[entry[0] & (len(doubled) - 1)].append(entry)
    return doubled


class CountWindow(Window):
    """Window number ``id`` of a key, counted in elements. PyFlink has it, Java's API does not."""

    __slots__ = ("id",)

    def __init__(self, id: int) -> None:
        self.id = id

    def max_timestamp(self) -> int:
        return MAX_TIMESTAMP

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CountWindow) and self.id == other.id

    def __hash__(self) -> int:
        return self.id

    def __repr__(self) -> str:
        return f"CountWindow(id={self.id})"


class GlobalWindow(Window):
    """The one window that holds all elements of a key."""

    __slots__ = ()

    @staticmethod
    def get() -> GlobalWindow:
        return _GLOBAL_WINDOW

    def max_timestamp(self) -> int:
        return MAX_TIMESTAMP

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GlobalWindow)

    def __hash__(self) -> int:
        return 0

    def __repr__(self) -> str:
        return "GlobalWindow"


_GLOBAL_WINDOW = GlobalWindow()


class TimeWindowSerializer(TypeSerializer[TimeWindow]):
    """Writes a :class:`TimeWindow` as two longs."""

    def serialize(self, element: TimeWindow, stream: BytesIO) -> None:
        stream.write(struct.pack(">qq", element[0], element[1]))

    def deserialize(self, stream: BytesIO) -> TimeWindow:
        return TimeWindow(*struct.unpack(">qq", stream.read(16)))


class CountWindowSerializer(TypeSerializer[CountWindow]):
    """Writes a :class:`CountWindow` as one long."""

    def serialize(self, element: CountWindow, stream: BytesIO) -> None:
        stream.write(struct.pack(">q", element.id))

    def deserialize(self, stream: BytesIO) -> CountWindow:
        return CountWindow(*struct.unpack(">q", stream.read(8)))


class GlobalWindowSerializer(TypeSerializer[GlobalWindow]):
    """Writes a :class:`GlobalWindow` as one byte."""

    def serialize(self, element: GlobalWindow, stream: BytesIO) -> None:
        stream.write(b"\x00")

    def deserialize(self, stream: BytesIO) -> GlobalWindow:
        stream.read(1)
        return GlobalWindow.get()
