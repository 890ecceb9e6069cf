"""Windows of window table functions, and the slices that they are made of.

A *slice* is the smallest part of a window that other windows share: a whole TUMBLE window, one slide of
a HOP window, one step of a CUMULATE window. It is identified by its end. Times are milliseconds of
local time in the session's time zone for ``TIMESTAMP_LTZ``, else of the timestamp itself.

Flink: ``SliceAssigners``, ``TimeWindowUtil``.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any, TypeAlias

from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.datastream.window_types import TimeWindow
from flinksim.runtime.operators.internal_timer_service import InternalTimerService
from flinksim.table.runtime.change_rows import Values
from flinksim.table.runtime.expressions.time_arithmetic import (
    compute_offset_ms,
    to_local_ms,
    to_utc_ms,
)
from flinksim.table.runtime.sql_values import (
    NANOS_PER_MILLI,
    Timestamp,
    TimestampLtz,
    build_timestamp,
)

_EPOCH = datetime(1970, 1, 1)


@dataclass(frozen=True, slots=True)
class WindowTime:
    """Conversion between local window times and event time in the session's time zone.

    Flink: ``TimeWindowUtil``.
    """

    zone: tzinfo = UTC
    is_instant: bool = False
    is_event_time: bool = True

    @property
    def has_daylight_saving(self) -> bool:
        """Whether the zone has daylight saving time. Java: ``TimeZone.useDaylightTime``."""
        if not self.is_instant:
            return False
        return any(datetime(2024, month, 1, tzinfo=self.zone).dst() for month in (1, 7))

    def to_local(self, epoch_ms: int) -> int:
        """Convert an event time to the time in which windows are defined."""
        return to_local_ms(epoch_ms, self.zone) if self.is_instant else epoch_ms

    def to_epoch(self, local_ms: int) -> int:
        """Convert a window time to an event time. Flink: ``toEpochMills``."""
        return to_utc_ms(local_ms, self.zone) if self.is_instant else local_ms

    def to_timer(self, local_ms: int) -> int:
        """Convert a window time to the event time of its timer. Flink: ``toEpochMillsForTimer``.

        A time that occurs twice means the later one; one that does not occur, the end of the gap.
        """
        if not self.is_instant or self.zone is UTC or local_ms == MAX_TIMESTAMP:
            return local_ms
        try:
            moment = _EPOCH + timedelta(milliseconds=local_ms)
        except OverflowError:
            return local_ms
        offsets = [moment.replace(tzinfo=self.zone, fold=fold).utcoffset() for fold in (0, 1)]
        candidates = [
            local_ms - int(offset.total_seconds() * 1000)
            for offset in offsets
            if offset is not None
        ]
        valid = [each for each in candidates if to_local_ms(each, self.zone) == local_ms]
        if valid:
            return max(valid)
        # In the gap both candidates are wrong; the gap begins where the smaller offset ends.
        before, after = min(candidates), max(candidates)
        while before < after:
            middle = (before + after) // 2
            if compute_offset_ms(middle, self.zone) == compute_offset_ms(after, self.zone):
                after = middle
            else:
                before = middle + 1
        return after

    def is_fired(self, window_end: int, watermark: int) -> bool:
        """Return whether a window that ends at *window_end* has fired at *watermark*."""
        return window_end != MAX_TIMESTAMP and watermark >= self.to_timer(window_end - 1)

    def build_rowtime(self, local_ms: int) -> Timestamp:
        """Build the value of a rowtime column, such as ``window_time``."""
        if self.is_instant:
            return TimestampLtz(self.to_epoch(local_ms) * NANOS_PER_MILLI)
        return build_timestamp(local_ms)


def compute_window_start(time: int, offset: int, size: int) -> int:
    """Compute the start of the window of *size* that contains *time*.

    Flink: ``TimeWindow.getWindowStartWithOffset``.
    """
    return time - (time - offset) % size


class SliceAssigner(ABC):
    """Windows of one kind.

    ``offset`` shifts all windows. ``interval`` is the distance of slice ends. ``are_slices_shared``
    is true if a window consists of several slices.
    """

    interval: int
    offset = 0
    are_slices_shared = False

    @abstractmethod
    def assign_slice_end(self, time: int) -> int:
        """Return the end of the slice of a time."""

    @abstractmethod
    def assign_windows(self, time: int) -> list[TimeWindow]:
        """Return all windows of a time, in the order of Flink."""

    @abstractmethod
    def get_window_start(self, window_end: int) -> int:
        """Return the start of the window that ends at *window_end*."""

    def get_slice(self, slice_end: int) -> TimeWindow:
        """Return a slice as a window."""
        return TimeWindow(slice_end - self.interval, slice_end)

    def get_window(self, window_end: int) -> TimeWindow:
        """Return the window that ends at *window_end*."""
        return TimeWindow(self.get_window_start(window_end), window_end)

    def get_last_window_end(self, slice_end: int) -> int:
        """Return the end of the last window that contains the slice."""
        return slice_end

    def get_merge_target(self, slice_end: int) -> int:
        """Return the slice to which a late row of the slice is added."""
        return slice_end

    def list_slices(self, window_end: int) -> list[int]:
        """List the slices whose accumulators make up the window."""
        return [window_end]

    def list_open_slices(self, window_end: int) -> list[int]:
        """List the slices whose rows a window that has not fired has."""
        return self.list_slices(window_end)

    def list_expired_slices(self, window_end: int) -> list[int]:
        """List the slices that no later window needs."""
        return [window_end]

    def get_next_window_end(self, window_end: int, is_empty: bool) -> int | None:
        """Return the end of the window that fires next with shared slices, if there is one."""
        return None


class TumblingSlices(SliceAssigner):
    """TUMBLE. Flink: ``TumblingSliceAssigner``."""

    def __init__(self, size: int, offset: int = 0) -> None:
        self.interval = self._size = size
        self.offset = offset

    def assign_slice_end(self, time: int) -> int:
        return compute_window_start(time, self.offset, self._size) + self._size

    def assign_windows(self, time: int) -> list[TimeWindow]:
        return [self.get_window(self.assign_slice_end(time))]

    def get_window_start(self, window_end: int) -> int:
        return window_end - self._size


class HoppingSlices(SliceAssigner):
    """HOP, whose size is a multiple of its slide. Flink: ``HoppingSliceAssigner``."""

    are_slices_shared = True

    def __init__(self, size: int, slide: int, offset: int = 0) -> None:
        self.interval = slide
        self._size = size
        self.offset = offset

    def assign_slice_end(self, time: int) -> int:
        return compute_window_start(time, self.offset, self.interval) + self.interval

    def assign_windows(self, time: int) -> list[TimeWindow]:
        last = compute_window_start(time, self.offset, self.interval)
        return [
            TimeWindow(start, start + self._size)
            for start in range(last, time - self._size, -self.interval)
        ]

    def get_window_start(self, window_end: int) -> int:
        return window_end - self._size

    def get_last_window_end(self, slice_end: int) -> int:
        return slice_end - self.interval + self._size

    def get_pane(self, time: int) -> TimeWindow:
        """Return the pane of a time: the part that windows have in common. Flink: ``assignPane``."""
        size = math.gcd(self._size, self.interval)
        start = compute_window_start(time, self.offset, size)
        return TimeWindow(start, start + size)

    def split_into_panes(self, window: TimeWindow) -> list[TimeWindow]:
        """Return the panes of a window, the first one first."""
        size = math.gcd(self._size, self.interval)
        starts = range(window.start, window.end, size)
        return [TimeWindow(start, start + size) for start in starts]

    def list_slices(self, window_end: int) -> list[int]:
        return list(range(window_end, window_end - self._size, -self.interval))

    def list_expired_slices(self, window_end: int) -> list[int]:
        return [window_end - self._size + self.interval]

    def get_next_window_end(self, window_end: int, is_empty: bool) -> int | None:
        return None if is_empty else window_end + self.interval


class CumulativeSlices(SliceAssigner):
    """CUMULATE. The first slice of a window also has the rows of those that fired.

    Flink: ``CumulativeSliceAssigner``.
    """

    are_slices_shared = True

    def __init__(self, max_size: int, step: int, offset: int = 0) -> None:
        self.interval = step
        self._max_size = max_size
        self.offset = offset

    def assign_slice_end(self, time: int) -> int:
        return compute_window_start(time, self.offset, self.interval) + self.interval

    def assign_windows(self, time: int) -> list[TimeWindow]:
        start = compute_window_start(time, self.offset, self._max_size)
        first_end = self.assign_slice_end(time)
        ends = range(first_end, start + self._max_size + 1, self.interval)
        return [TimeWindow(start, end) for end in ends]

    def get_window_start(self, window_end: int) -> int:
        return compute_window_start(window_end - 1, self.offset, self._max_size)

    def get_last_window_end(self, slice_end: int) -> int:
        return self.get_window_start(slice_end) + self._max_size

    def get_merge_target(self, slice_end: int) -> int:
        return self.get_window_start(slice_end) + self.interval

    def list_slices(self, window_end: int) -> list[int]:
        first = self.get_merge_target(window_end)
        return [first] if first == window_end else [first, window_end]

    def list_open_slices(self, window_end: int) -> list[int]:
        first = self.get_merge_target(window_end)
        return list(range(first, window_end + 1, self.interval))

    def list_expired_slices(self, window_end: int) -> list[int]:
        first = self.get_merge_target(window_end)
        if window_end == self.get_last_window_end(window_end):
            return sorted({first, window_end})
        return [] if window_end == first else [window_end]

    def get_next_window_end(self, window_end: int, is_empty: bool) -> int | None:
        following = window_end + self.interval
        return following if following <= self.get_last_window_end(window_end) else None


class AttachedWindows(SliceAssigner):
    """Windows that a window table function has already assigned. Flink: ``WindowedSliceAssigner``."""

    def __init__(self, inner: SliceAssigner) -> None:
        self._inner = inner
        self.interval = inner.interval

    def assign_slice_end(self, time: int) -> int:
        return time

    def assign_windows(self, time: int) -> list[TimeWindow]:
        return [self.get_window(time)]

    def get_slice(self, slice_end: int) -> TimeWindow:
        return self._inner.get_window(slice_end)

    def get_window_start(self, window_end: int) -> int:
        return self._inner.get_window_start(window_end)


SliceSelector: TypeAlias = Callable[[Values, Callable[[], int]], int | None]
"""Function that returns the time or the slice end of a row, ``None`` if its time is null.

Its second argument is the clock, for windows in processing time.
"""


class WindowTimers:
    """The timers of windows, in event time or processing time.

    ``restored`` is the watermark of the checkpoint from which the operator was restored.
    """

    def __init__(
        self, service: InternalTimerService, time: WindowTime, restored: int = MIN_TIMESTAMP
    ) -> None:
        self._service = service
        self._time = time
        self._restored = restored

    def is_fired(self, window_end: int) -> bool:
        """Return whether a window has fired; in processing time no row comes too late."""
        time = self._time
        progress = max(self._service.current_watermark, self._restored)
        return time.is_event_time and time.is_fired(window_end, progress)

    def register(self, window: TimeWindow) -> None:
        """Register the timer of the end of *window*."""
        timestamp = self._time.to_timer(window.end - 1)
        if self._time.is_event_time:
            self._service.register_event_time_timer(window, timestamp)
        else:
            self._service.register_processing_time_timer(window, timestamp)

    def delete(self, window: TimeWindow) -> None:
        """Delete the timer of the end of *window*."""
        timestamp = self._time.to_timer(window.end - 1)
        if self._time.is_event_time:
            self._service.delete_event_time_timer(window, timestamp)
        else:
            self._service.delete_processing_time_timer(window, timestamp)


@dataclass(frozen=True, slots=True)
class WindowProperties:
    """The window columns of a result, in order: ``start``, ``end``, ``rowtime`` or ``proctime``."""

    kinds: Sequence[str]
    time: WindowTime

    def build(self, window: TimeWindow) -> Values:
        """Build the window columns of the result of *window*."""
        values: list[Any] = []
        for kind in self.kinds:
            if kind == "WindowStart":
                values.append(build_timestamp(window.start))
            elif kind == "WindowEnd":
                values.append(build_timestamp(window.end))
            elif kind == "Rowtime":
                values.append(self.time.build_rowtime(window.end - 1))
            else:
                values.append(None)  # PROCTIME_MATERIALIZE reads the clock
        return tuple(values)
