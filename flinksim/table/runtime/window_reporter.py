"""Reports of SQL window operators: rows that enter a window, firings, cleared windows.

The events are those of the DataStream window operator, so that the event-time chart, conditions and
questions work for both. Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flinksim.core.ids import OperatorId
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.datastream.window_types import TimeWindow
from flinksim.table.runtime.change_rows import ChangeRow
from flinksim.trace.events import (
    Emit,
    FiringClock,
    FiringKind,
    PartialResultEmitted,
    WindowAssigned,
    WindowCleared,
    WindowFired,
    WindowsMerged,
)
from flinksim.trace.values import freeze


class WindowReporter:
    """Emits trace events about the windows of one operator; it is created only for traced runs."""

    __slots__ = ("_emit", "_operator")

    def __init__(self, operator: OperatorId, emit: Emit) -> None:
        self._operator = operator
        self._emit = emit

    def report_assigned(
        self, key: Any, row: ChangeRow, counts: Iterable[tuple[TimeWindow, int]]
    ) -> None:
        """Report that *row* entered windows; each now has the given number of rows."""
        frozen_key, value = freeze(key), freeze(row)
        for window, count in counts:
            place = window.start, window.end
            self._emit(
                (WindowAssigned, self._operator, frozen_key, place, value, None, count, place)
            )

    def report_merged(
        self,
        key: Any,
        row: ChangeRow,
        window: TimeWindow,
        absorbed: list[TimeWindow],
        result: TimeWindow,
        count: int,
    ) -> None:
        """Report that the session of *row* and the *absorbed* ones became one session, the *result*."""
        place = result.start, result.end
        merged = tuple([(one.start, one.end) for one in absorbed])
        self._emit(
            (WindowsMerged,
                self._operator, freeze(key), freeze(row), (window.start, window.end), merged, place,
                count, place,
            )
        )  # fmt: skip

    def report_fired(
        self,
        key: Any,
        window: TimeWindow,
        count: int,
        contents: Any,
        watermark: int,
        kind: FiringKind = "on time",
        clock: FiringClock = "watermark",
    ) -> None:
        """Report that the result of a window, or its accumulators, are emitted."""
        if clock == "watermark" and watermark == MAX_TIMESTAMP:
            clock = "end of input"
        place = window.start, window.end
        self._emit(
            (WindowFired,
                self._operator, freeze(key), place, kind, clock, count, freeze(contents), watermark,
            )
        )  # fmt: skip

    def report_partial_result(
        self, key: Any, window: TimeWindow, count: int, contents: Any
    ) -> None:
        """Report that a local aggregation sends the accumulators of a window on."""
        place = window.start, window.end
        self._emit(
            (PartialResultEmitted, self._operator, freeze(key), place, count, freeze(contents))
        )

    def report_cleared(self, key: Any, window: TimeWindow) -> None:
        """Report that the state of a window was deleted."""
        place = window.start, window.end
        self._emit((WindowCleared, self._operator, freeze(key), place, "cleanup", place))
