"""The windows of the window operators of a recorded task: what each pane has, and when it fired."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flinksim.core.ids import OperatorId
from flinksim.core.java.int64 import to_long
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.trace import events as e
from flinksim.trace.events.event import Row

_INSIDE_A_FIRING = frozenset({"wfire", "el", "write", "emit", "side", "print"})
"""Kinds of lines that can follow while a window function runs, or while its output goes on."""


class _Pane:
    __slots__ = ("count", "fired_end", "state_window")

    def __init__(self, state_window: Any) -> None:
        self.count = 0
        self.state_window = state_window
        self.fired_end: int | None = None


class _Operator:
    def __init__(self, cls: str, details: dict[str, str]) -> None:
        self.panes: dict[tuple[Any, Any], _Pane] = {}
        lateness = details.get("allowedLateness", "0")
        self.lateness = int(lateness) if lateness.isdigit() else 0
        self.has_late_output = "lateDataOutputTag" in details
        self.is_event_time = details.get("isEventTime", "true") == "true"
        self.is_evicting = "evictor" in details
        self.trigger = details.get("trigger", "")
        self.callback = "onElement"
        self.skipped: list[tuple[Any, int]] = []
        self.record: Any = None


class RecordedWindows:
    """Reports the windows of the window operators of a task."""

    def __init__(
        self,
        emit: Callable[[Row], None],
        build_id: Callable[[int], OperatorId],
        get_watermark: Callable[[int], int],
    ) -> None:
        self._emit = emit
        self._id = build_id
        self._get_watermark = get_watermark
        self._operators: dict[int, _Operator] = {}
        self._pending: tuple[int, Any, Any, str] | None = None
        """The last trigger result that fires or purges, until its effects have been reported."""

    def set_up(self, node: int, cls: str, details: dict[str, str]) -> None:
        """Remember the assigner, trigger and lateness of a window operator."""
        self._operators[node] = _Operator(cls, details)

    def _get(self, node: int) -> _Operator:
        return self._operators.setdefault(node, _Operator("", {}))

    # --- what follows from a trigger result ------------------------------------------------------

    def before(self, kind: str, fields: tuple[Any, ...]) -> None:
        """Report what the last trigger result led to, if the next line shows that it is done."""
        if self._pending is None:
            return
        if kind == "wfire" and self._pending[3].startswith("FIRE"):
            return
        if kind in _INSIDE_A_FIRING:
            if self._pending[3] not in ("FIRED", "FIRED_AND_PURGE"):
                self._finish_pending()
            return
        self._finish_pending()

    def finish_step(self) -> None:
        """Report what the last trigger result of the step led to."""
        if self._pending is not None:
            self._finish_pending()

    def _finish_pending(self) -> None:
        assert self._pending is not None
        node, key, window, result = self._pending
        self._pending = None
        if result in ("FIRE", "FIRE_AND_PURGE"):
            self._emit((e.FiringSkipped, self._id(node), key, window, "empty contents"))
        if result in ("PURGE", "FIRE_AND_PURGE", "FIRED_AND_PURGE"):
            pane = self._find_pane(node, key, window)
            pane.count = 0
            row = (e.WindowCleared, self._id(node), key, window, "purged", pane.state_window)
            self._emit(row)

    # --- events ----------------------------------------------------------------------------------

    def begin_record(self, node: int, value: Any) -> None:
        """Begin the next record of a window operator."""
        operator = self._operators.get(node)
        if operator is not None:
            operator.skipped.clear()
            operator.record = value

    def _find_pane(self, node: int, key: Any, window: Any) -> _Pane:
        return self._get(node).panes.setdefault((key, window), _Pane(window))

    def assign(self, node: int, key: Any, window: Any, value: Any, timestamp: int | None) -> None:
        """Report that a record was added to a pane."""
        pane = self._find_pane(node, key, window)
        pane.count += 1
        self._emit(
            (
                e.WindowAssigned, self._id(node), key, window, value, timestamp, pane.count,
                pane.state_window,
            )
        )  # fmt: skip

    def evaluate(self, node: int, key: Any, window: Any, callback: str, result: str) -> None:
        """Report the result of a trigger."""
        self._emit((e.TriggerEvaluated, self._id(node), key, window, callback, result))
        self._get(node).callback = callback
        if result != "CONTINUE":
            self._pending = node, key, window, result

    def fire(self, node: int, key: Any, window: Any, contents: Any) -> None:
        """Report that a pane was passed to the window function."""
        if self._pending is not None:
            result = self._pending[3].replace("FIRE", "FIRED", 1)
            self._pending = (*self._pending[:3], result)
        operator = self._get(node)
        pane = self._find_pane(node, key, window)
        if operator.is_evicting and isinstance(contents, tuple):
            pane.count = len(contents)
        watermark = self._get_watermark(node)
        kind = self._classify(operator, pane, window, watermark)
        clock = self._find_clock(operator, watermark)
        self._emit(
            (
                e.WindowFired, self._id(node), key, window, kind, clock, pane.count, contents,
                watermark,
            )
        )  # fmt: skip

    def _classify(
        self, operator: _Operator, pane: _Pane, window: Any, watermark: int
    ) -> e.FiringKind:
        end = _get_max_timestamp(window)
        if operator.is_event_time:
            if watermark < end:
                return "early"
        elif operator.callback != "onProcessingTime":
            return "early"
        if pane.fired_end == end:
            return "late"
        pane.fired_end = end
        return "on time"

    def _find_clock(self, operator: _Operator, watermark: int) -> e.FiringClock:
        if operator.callback == "onProcessingTime":
            return "processing time"
        if operator.callback == "onEventTime":
            return "end of input" if watermark == MAX_TIMESTAMP else "watermark"
        return "count" if operator.trigger == "CountTrigger" else "record"

    def clear(self, node: int, key: Any, window: Any) -> None:
        """Report that a pane was cleaned up."""
        pane = self._find_pane(node, key, window)
        del self._get(node).panes[key, window]
        self._emit((e.WindowCleared, self._id(node), key, window, "cleanup", pane.state_window))

    def skip_as_late(self, node: int, key: Any, window: Any) -> None:
        """Report that a window of the current record no longer exists."""
        operator = self._get(node)
        cleanup = _get_max_timestamp(window)
        if to_long(cleanup + operator.lateness) >= cleanup:
            cleanup += operator.lateness
        operator.skipped.append((window, cleanup))
        watermark = self._get_watermark(node)
        self._emit((e.WindowSkippedAsLate, self._id(node), key, window, cleanup, watermark))

    def drop(self, node: int, key: Any, value: Any, timestamp: int | None) -> None:
        """Report that a record was too late for all its windows."""
        operator = self._get(node)
        windows = tuple([window for window, _ in operator.skipped])
        cleanup = max([time for _, time in operator.skipped], default=None)
        self._emit(
            (
                e.LateRecordDropped, self._id(node), key, value, timestamp, windows, cleanup,
                self._get_watermark(node), operator.has_late_output,
            )
        )  # fmt: skip

    def merge(self, node: int, key: Any, result: Any, merged: Any, state_window: Any) -> None:
        """Report that windows of a key became one."""
        operator = self._get(node)
        names = merged if isinstance(merged, tuple) else ()
        known = [name for name in names if (key, name) in operator.panes]
        new = next((name for name in names if name not in known), None)
        panes = [operator.panes.pop((key, name)) for name in known]
        before = operator.panes.get((key, result))
        pane = _Pane(state_window)
        pane.count = sum(each.count for each in panes) + (0 if before is None else before.count)
        operator.panes[key, result] = pane
        self._emit(
            (
                e.WindowsMerged, self._id(node), key, operator.record, new, tuple(known), result,
                pane.count, state_window,
            )
        )  # fmt: skip


def _get_max_timestamp(window: Any) -> int:
    if isinstance(window, tuple) and len(window) == 2 and isinstance(window[1], int):
        return window[1] - 1
    return MAX_TIMESTAMP
