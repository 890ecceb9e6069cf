"""Latency markers: the time from a source to each operator, including the wait in buffers.

A source emits a marker at every interval. It takes the path of the records, but skips user functions.
Each operator that it reaches records its age. It never waits for event time. Enable it with
``env.get_config().set_latency_tracking_interval(ms)``.

Flink: ``LatencyMarkerEmitter``, ``AbstractStreamOperator.reportOrForwardLatencyMarker``.
Differs: of several channels or edges it takes one, round robin; Flink selects one at random.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from flinksim.core.ids import OperatorId
from flinksim.runtime.elements import LatencyMarker
from flinksim.runtime.operators.stream_operator import StreamOperator
from flinksim.trace.events import ElementProcessed, LatencyMeasured

if TYPE_CHECKING:
    from flinksim.runtime.tasks.outputs import OperatorOutput

LATENCY_INTERVAL_OPTION = "metrics.latency.interval"
"""Name of the option for milliseconds between two latency markers of a source.

0, the default, means no markers.
"""

EMIT_MARKER_MAIL = "emit latency marker"
"""Name of the mail that emits a latency marker."""


class LatencyMarkerEmitter:
    """Emits latency markers from one source subtask: the first immediately, then one per interval."""

    __slots__ = ("_interval_ms", "_operator", "_output")

    def __init__(self, operator: StreamOperator, interval_ms: int) -> None:
        self._operator = operator
        self._output = cast("OperatorOutput", operator.output)
        self._interval_ms = interval_ms

    def start(self) -> None:
        """Schedule the markers; the first is emitted as soon as the task can."""
        self._operator.context.processing_time.schedule_with_fixed_delay(
            self._emit, 0, self._interval_ms, EMIT_MARKER_MAIL
        )

    def _emit(self, timestamp: int) -> None:
        now = self._operator.context.processing_time.current_processing_time()
        index = self._operator.context.subtask_index
        self._output.emit_latency_marker(LatencyMarker(now, str(self._operator.id), index))


def process_latency_marker(operator: StreamOperator, marker: LatencyMarker) -> None:
    """Record the time since *marker* left its source as a latency of *operator*, and forward it."""
    if operator.emit is not None:
        now = operator.context.processing_time.current_processing_time()
        operator.emit((ElementProcessed, operator.id, "latency", None, marker.marked_time))
        age = max(0, now - marker.marked_time)
        operator.emit((LatencyMeasured, operator.id, OperatorId(marker.operator_id), age))
    cast("OperatorOutput", operator.output).emit_latency_marker(marker)
