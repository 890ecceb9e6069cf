"""Search for the keys and windows that exist in a job, for error messages that suggest real ones.

Not in Flink.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.datastream.argument_checks import describe_value
from flinksim.datastream.transformations import WindowSpec
from flinksim.datastream.triggers import EventTimeTrigger
from flinksim.replay.extract.extract import NotExtractable
from flinksim.replay.extract.reduced_log import ALIGNED_ASSIGNERS
from flinksim.replay.extract.time_format import format_time
from flinksim.replay.results.outcome import DroppedRecord, Firing

if TYPE_CHECKING:
    from flinksim.replay.replay_job import SparkJob

Window = tuple[int, int]

_NO_CONTEXT: Any = None

_MAX_EXAMPLES = 3
"""Maximum number of windows or keys shown as examples."""


class NoSuchWindow(NotExtractable):
    """Error: the key has no such window. ``nearest`` has the closest windows that it has, in order."""

    def __init__(self, key: Any, window: Window, nearest: list[Window]) -> None:
        self.key = key
        self.window = window
        self.nearest = nearest
        super().__init__(self.format_message(_format_python_window))

    def format_message(self, format_one: Callable[[Window], str]) -> str:
        """Format the error message; *format_one* formats a window."""
        known = ", ".join(map(format_one, self.nearest))
        return f"there is no window {format_one(self.window)} of the key {self.key!r}; " + (
            f"the nearest are {known}" if known else "no window of this key fired"
        )


def format_window(window: Iterable[int]) -> str:
    """Format *window* as ``--window`` expects it: 2013-01-02T15:00,2013-01-02T16:00."""
    return ",".join(format_time(each).replace(" ", "T") for each in window)


def _format_python_window(window: Window) -> str:
    start, end = window
    times = format_window(window)
    return f"({start}, {end})" + ("" if times == f"{start},{end}" else f" [{times}]")


def find_fired_windows(job: SparkJob, nodes: Iterable[int], key: Any) -> list[Window]:
    """Find the windows of *key* that fired in one of the operators *nodes*, in order."""
    return sorted(
        {f.window for f in _iterate_firings(job, nodes) if f.key == key and _has_time_window(f)}
    )


def find_aligned_windows(job: SparkJob, nodes: Iterable[int], start: int) -> list[Window]:
    """Find tumbling or sliding windows that begin at *start* in the operators *nodes*, fired or not."""
    specs: list[Any] = [s.vertex.head.spec for s in job.stages if s.vertex.head.id in {*nodes}]
    windows = {
        window
        for spec in specs
        if isinstance(spec, WindowSpec) and type(spec.assigner) in ALIGNED_ASSIGNERS
        for window in spec.assigner.assign_windows(None, start, _NO_CONTEXT)
        if window[0] == start
    }
    return sorted(windows)


def find_nearest_windows(windows: list[Window], start: int, end: int | None = None) -> list[Window]:
    """Find those of *windows* that are nearest to a window that begins at *start*, in order.

    With *end* the window to compare with also ends there.
    """

    def distance(window: Window) -> int:
        return abs(window[0] - start) + (0 if end is None else abs(window[1] - end))

    return sorted(heapq.nsmallest(_MAX_EXAMPLES, windows, key=distance))


def format_example_keys(job: SparkJob, nodes: Iterable[int]) -> str:
    """Format the keys with the most firings in the operators *nodes* as part of a sentence, or ""."""
    counts = Counter(firing.key for firing in _iterate_firings(job, nodes))
    keys = heapq.nsmallest(_MAX_EXAMPLES, counts, key=lambda key: (-counts[key], repr(key)))
    return f"; examples of keys: {', '.join(map(repr, keys))}" if keys else ""


def _iterate_firings(job: SparkJob, nodes: Iterable[int]) -> Iterator[Firing]:
    chosen = set(nodes)
    return (firing for firing in job.iterate_firings() if firing.node in chosen)


def _has_time_window(firing: Firing) -> bool:
    return isinstance(firing.window, tuple)


def can_be_unfired(spec: Any, window: Window | None) -> bool:
    """Return whether the window can exist in the window operator *spec* without a firing.

    All its records may have been late, or its trigger may not have fired.
    """
    assigner: Any = spec.assigner
    if window is not None and type(assigner) in ALIGNED_ASSIGNERS:
        return window in assigner.assign_windows(None, window[0], None)
    trigger = spec.effective_trigger
    return not (assigner.is_event_time() and type(trigger) is EventTimeTrigger)


# --- validation of arguments ----------------------------------------------------------------------


def parse_window(window: Any) -> Window | None:
    """Convert *window* to a pair of integers.

    Raises:
        TypeError: *window* is not a pair of integers.
        ValueError: A time needs more than 64 bits.
    """
    if window is None:
        return None
    try:
        start, end = (each.__index__() for each in window)
    except (TypeError, ValueError, AttributeError):
        raise TypeError(
            f"window: expected (start, end) in epoch milliseconds, found {describe_value(window)}"
        ) from None
    if not all(MIN_TIMESTAMP <= time <= MAX_TIMESTAMP for time in (start, end)):
        raise ValueError(f"window: expected times of 64 bits, found {start},{end}")
    return start, end


def check_dropped(dropped: Any) -> None:
    """Check that *dropped* is a dropped record or ``None``.

    Raises:
        TypeError: It is something else.
    """
    if not isinstance(dropped, DroppedRecord | None):
        raise TypeError(
            f"dropped: expected a record of job.iterate_dropped(), found {describe_value(dropped)}"
        )
