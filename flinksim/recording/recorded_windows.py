"""The windows of the window operators of a recorded task: what each pane has, and when it fired."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flinksim.core.ids import OperatorId
from flinksim.core.java.int64 import to_long
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.trace import events as e
from flinksim.trace.events.event import Row

_INSIDE_A_FIRING = frozenset({"wfire", "el", "write", "emit", "side", "print"})
"""Kinds of lines that can follow while a window function runs, or while its output is processed further."""


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
        if self.trigger == "PurgingTrigger":
            self.trigger = details.get("nestedTrigger", "")
        self.has_windows = "windowAssigner" in details
        self.timer = MIN_TIMESTAMP
        """The time of the last timer."""
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
        self._timer: tuple[int, Any, Any] | None = None
        """The last timer, until its trigger was called."""
        self.added: Any = None
        """The last window that was added to the windows of a merging assigner."""
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
        if self._timer is not None and kind != "trig":
            self._skip_timer()
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
        if self._timer is not None:
            self._skip_timer()
        if self._pending is not None:
            self._finish_pending()

    def begin_timer(self, node: int, key: Any, window: Any, timestamp: int) -> None:
        """Begin the timer of a window."""
        operator = self._operators.get(node)
        if operator is not None and operator.has_windows:
            operator.timer = timestamp
            self._timer = node, key, window

    def _skip_timer(self) -> None:
        """Report that the window of the last timer no longer exists, so its trigger was not called."""
        assert self._timer is not None
        node, key, window = self._timer
        self._timer = None
        if (key, window) not in self._get(node).panes:
            self._emit((e.FiringSkipped, self._id(node), key, window, "no state window"))

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
        self._timer = None
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

    def keep(self, node: int, key: Any, window: Any, contents: Any) -> None:
        """Count the elements that an evictor left in a pane."""
        if isinstance(contents, tuple):
            self._find_pane(node, key, window).count = len(contents)

    def _classify(
        self, operator: _Operator, pane: _Pane, window: Any, watermark: int
    ) -> e.FiringKind:
        end = _get_max_timestamp(window)
        if operator.is_event_time:
            if watermark < end:
                return "early"
        elif operator.callback != "onProcessingTime" or operator.timer < end:
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
        new = self.added if _has_inside(result, self.added) else None
        panes = [operator.panes.pop((key, name)) for name in known]
        before = operator.panes.get((key, result))
        pane = _Pane(state_window)
        pane.count = sum(each.count for each in panes) + (0 if before is None else before.count)
        for each in (*panes, *([] if before is None else [before])):
            if each.state_window == state_window:  # the pane whose contents go on
                pane.fired_end = each.fired_end
        operator.panes[key, result] = pane
        self._emit(
            (
                e.WindowsMerged, self._id(node), key, operator.record, new, tuple(known), result,
                pane.count, state_window,
            )
        )  # fmt: skip


def _has_inside(window: Any, other: Any) -> bool:
    if not (isinstance(window, tuple) and isinstance(other, tuple)):
        return False
    return bool(window[0] <= other[0] and other[1] <= window[1])


def _get_max_timestamp(window: Any) -> int:
    if isinstance(window, tuple) and len(window) == 2 and isinstance(window[1], int):
        return window[1] - 1
    return MAX_TIMESTAMP
