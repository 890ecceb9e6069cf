"""The interval join: pairs of records of two keyed streams whose timestamps are close.

Flink: ``IntervalJoinOperator``.
"""

from __future__ import annotations

from typing import Any

from flinksim.common.typeinfo import Types
from flinksim.core.java.int64 import to_long
from flinksim.core.java.timer_heap import InternalTimer
from flinksim.core.java.timestamps import MIN_TIMESTAMP
from flinksim.datastream.output_tag import OutputTag
from flinksim.datastream.state import MapStateDescriptor
from flinksim.datastream.transformations import IntervalJoinSpec
from flinksim.runtime.elements import StreamRecord
from flinksim.runtime.operators.co_operators import KeyedTwoInputOperator
from flinksim.runtime.state.heap_states import HeapMapState
from flinksim.runtime.state.namespaces import VOID_NAMESPACE
from flinksim.trace.events import LateRecordDropped
from flinksim.trace.values import freeze

CLEANUP_LEFT = "CLEANUP_LEFT"
CLEANUP_RIGHT = "CLEANUP_RIGHT"


class IntervalJoinContext:
    """The timestamps of the current pair. Flink: ``ProcessJoinFunction.Context``."""

    def __init__(self) -> None:
        self.left = MIN_TIMESTAMP
        self.right = MIN_TIMESTAMP

    def get_left_timestamp(self) -> int:
        return self.left

    def get_right_timestamp(self) -> int:
        return self.right

    def get_timestamp(self) -> int:
        """Return the later of the two timestamps, which the results get."""
        return max(self.left, self.right)


class IntervalJoinOperator(KeyedTwoInputOperator):
    """Joins ``left`` and ``right`` where ``lower_bound <= right - left <= upper_bound``.

    Each side keeps its elements in a buffer until the watermark excludes further partners. An
    element that is older than the watermark is late and joins with nothing. Partners are joined by
    timestamp, in the order of a Java ``HashMap``.

    Flink: ``IntervalJoinOperator``.

    Raises:
        ValueError: If an element has no timestamp; the text is Flink's.
    """

    __slots__ = ("_context", "_late", "_left", "_right", "_spec")

    FLINK_CLASS = "IntervalJoinOperator"

    def __init__(self, spec: IntervalJoinSpec) -> None:
        super().__init__(spec.function)
        self._spec = spec
        self._late = 0
        self._context = IntervalJoinContext()

    def open(self) -> None:
        super().open()
        self._left = self._buffer("LEFT_BUFFER")
        self._right = self._buffer("RIGHT_BUFFER")

    def _buffer(self, name: str) -> HeapMapState:
        values = Types.LIST(Types.PICKLED_BYTE_ARRAY())
        descriptor = MapStateDescriptor(name, Types.LONG(), values)
        state = self.backend.get_partitioned_state(VOID_NAMESPACE, descriptor)
        assert isinstance(state, HeapMapState)
        return state

    def process_element(self, record: StreamRecord) -> None:
        spec = self._spec
        if self.emit is not None:
            self.trace_element(record)
        self.set_current_key(spec.key_selector1(record.value))
        timestamp = self._checked_timestamp(record)
        if timestamp < self.current_watermark:
            self._drop_late(record, spec.left_late_output_tag)
            return
        self._keep(self._left, timestamp, record.value)
        low = to_long(timestamp + spec.lower_bound_ms)
        high = to_long(timestamp + spec.upper_bound_ms)
        for partner, others in self._right.entries_in_order():
            if low <= partner <= high:
                self._join_left(record.value, timestamp, partner, others)
        cleanup_time = to_long(timestamp + max(spec.upper_bound_ms, 0))
        self.timer_service.register_event_time_timer(CLEANUP_LEFT, cleanup_time)

    def process_element2(self, record: StreamRecord) -> None:
        spec = self._spec
        if self.emit is not None:
            self.trace_element(record)
        self.set_current_key(spec.key_selector2(record.value))
        timestamp = self._checked_timestamp(record)
        if timestamp < self.current_watermark:
            self._drop_late(record, spec.right_late_output_tag)
            return
        self._keep(self._right, timestamp, record.value)
        low = to_long(timestamp - spec.upper_bound_ms)
        high = to_long(timestamp - spec.lower_bound_ms)
        for partner, others in self._left.entries_in_order():
            if low <= partner <= high:
                self._join_right(record.value, timestamp, partner, others)
        cleanup_time = to_long(timestamp + max(-spec.lower_bound_ms, 0))
        self.timer_service.register_event_time_timer(CLEANUP_RIGHT, cleanup_time)

    def on_event_time(self, timer: InternalTimer) -> None:
        if timer.namespace == CLEANUP_LEFT:
            self._left.remove(to_long(timer.timestamp - max(self._spec.upper_bound_ms, 0)))
        else:
            self._right.remove(to_long(timer.timestamp - max(-self._spec.lower_bound_ms, 0)))

    def _checked_timestamp(self, record: StreamRecord) -> int:
        if record.timestamp is None or record.timestamp == MIN_TIMESTAMP:
            raise ValueError(
                "Long.MIN_VALUE timestamp: Elements used in interval stream joins need to have "
                "timestamps meaningful timestamps."
            )
        return record.timestamp

    def _keep(self, buffer: HeapMapState, timestamp: int, value: Any) -> None:
        buffer.put(timestamp, [*(buffer.get(timestamp) or ()), value])

    def _join_left(self, left: Any, timestamp: int, partner: int, others: list[Any]) -> None:
        self._right.report_entry_read(partner, True, others)
        for right in others:
            self._join(left, right, timestamp, partner)

    def _join_right(self, right: Any, timestamp: int, partner: int, others: list[Any]) -> None:
        self._left.report_entry_read(partner, True, others)
        for left in others:
            self._join(left, right, partner, timestamp)

    def _join(self, left: Any, right: Any, left_timestamp: int, right_timestamp: int) -> None:
        context = self._context
        context.left, context.right = left_timestamp, right_timestamp
        self.put_out(self.function.process_element(left, right, context), context.get_timestamp())

    def _drop_late(self, record: StreamRecord, tag: OutputTag | None) -> None:
        self._late += 1
        if self.emit is not None:
            self.emit(
                (LateRecordDropped,
                    self.id, freeze(self.backend.current_key), freeze(record.value),
                    record.timestamp, (), None, self.current_watermark, tag is not None,
                )
            )  # fmt: skip
        if tag is not None:
            self.output.collect_side_output(tag, record)

    @property
    def late_records(self) -> int:
        return self._late
