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
    """Context of the function for one pair of records, with their timestamps.

    Flink: ``ProcessJoinFunction.Context``.
    """

    def __init__(self) -> None:
        self.left_timestamp = MIN_TIMESTAMP
        self.right_timestamp = MIN_TIMESTAMP

    def get_left_timestamp(self) -> int:
        return self.left_timestamp

    def get_right_timestamp(self) -> int:
        return self.right_timestamp

    def get_timestamp(self) -> int:
        """Return the later timestamp of the pair, which is also the timestamp of the results."""
        return max(self.left_timestamp, self.right_timestamp)


class IntervalJoinOperator(KeyedTwoInputOperator):
    """Joins ``left_timestamp`` and ``right_timestamp`` where ``lower_bound <= right - left <= upper_bound``.

    Each side keeps its elements in a buffer until the watermark excludes further partners. An
    element that is older than the watermark is late and joins with nothing. Partners are joined by
    timestamp, in the order of a Java ``HashMap``.

    Flink: ``IntervalJoinOperator``.

    Raises:
        ValueError: If an element has no timestamp; the text is Flink's.
    """

    __slots__ = ("_context", "_late_count", "_left_buffer", "_right_buffer", "_spec")

    FLINK_CLASS = "IntervalJoinOperator"

    def __init__(self, spec: IntervalJoinSpec) -> None:
        super().__init__(spec.function)
        self._spec = spec
        self._late_count = 0
        self._context = IntervalJoinContext()

    def open(self) -> None:
        super().open()
        self._left_buffer = self._create_buffer("LEFT_BUFFER")
        self._right_buffer = self._create_buffer("RIGHT_BUFFER")

    def _create_buffer(self, name: str) -> HeapMapState:
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
        timestamp = self._check_timestamp(record)
        if timestamp < self.current_watermark:
            self._drop_late(record, spec.left_late_output_tag)
            return
        self._add_to_buffer(self._left_buffer, timestamp, record.value)
        low = to_long(timestamp + spec.lower_bound_ms)
        high = to_long(timestamp + spec.upper_bound_ms)
        for partner, others in self._right_buffer.get_ordered_entries():
            if low <= partner <= high:
                self._join_left(record.value, timestamp, partner, others)
        cleanup_time = to_long(timestamp + max(spec.upper_bound_ms, 0))
        self.timer_service.register_event_time_timer(CLEANUP_LEFT, cleanup_time)

    def process_element2(self, record: StreamRecord) -> None:
        spec = self._spec
        if self.emit is not None:
            self.trace_element(record)
        self.set_current_key(spec.key_selector2(record.value))
        timestamp = self._check_timestamp(record)
        if timestamp < self.current_watermark:
            self._drop_late(record, spec.right_late_output_tag)
            return
        self._add_to_buffer(self._right_buffer, timestamp, record.value)
        low = to_long(timestamp - spec.upper_bound_ms)
        high = to_long(timestamp - spec.lower_bound_ms)
        for partner, others in self._left_buffer.get_ordered_entries():
            if low <= partner <= high:
                self._join_right(record.value, timestamp, partner, others)
        cleanup_time = to_long(timestamp + max(-spec.lower_bound_ms, 0))
        self.timer_service.register_event_time_timer(CLEANUP_RIGHT, cleanup_time)

    def on_event_time(self, timer: InternalTimer) -> None:
        if timer.namespace == CLEANUP_LEFT:
            self._left_buffer.remove(to_long(timer.timestamp - max(self._spec.upper_bound_ms, 0)))
        else:
            self._right_buffer.remove(to_long(timer.timestamp - max(-self._spec.lower_bound_ms, 0)))

    def _check_timestamp(self, record: StreamRecord) -> int:
        if record.timestamp is None or record.timestamp == MIN_TIMESTAMP:
            raise ValueError(
                "Long.MIN_VALUE timestamp: Elements used in interval stream joins need to have "
                "timestamps meaningful timestamps."
            )
        return record.timestamp

    def _add_to_buffer(self, buffer: HeapMapState, timestamp: int, value: Any) -> None:
        buffer.put(timestamp, [*(buffer.get(timestamp) or ()), value])

    def _join_left(
        self, left: Any, left_timestamp: int, right_timestamp: int, right_values: list[Any]
    ) -> None:
        self._right_buffer.report_entry_read(right_timestamp, True, right_values)
        for right in right_values:
            self._join(left, right, left_timestamp, right_timestamp)

    def _join_right(
        self, right: Any, right_timestamp: int, left_timestamp: int, left_values: list[Any]
    ) -> None:
        self._left_buffer.report_entry_read(left_timestamp, True, left_values)
        for left in left_values:
            self._join(left, right, left_timestamp, right_timestamp)

    def _join(self, left: Any, right: Any, left_timestamp: int, right_timestamp: int) -> None:
        context = self._context
        context.left_timestamp, context.right_timestamp = left_timestamp, right_timestamp
        self.emit_results(
            self.function.process_element(left, right, context), context.get_timestamp()
        )

    def _drop_late(self, record: StreamRecord, tag: OutputTag | None) -> None:
        self._late_count += 1
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
        return self._late_count
