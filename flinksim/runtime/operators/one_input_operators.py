"""Operators that process each record by itself, and the rolling reduce per key.

Flink: ``StreamMap``, ``StreamFlatMap``, ``StreamFilter``, ``StreamGroupedReduceOperator``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flinksim.common.typeinfo import Types
from flinksim.core.java.timer_heap import InternalTimer
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.datastream.lambda_functions import FLAT_MAP_NONE_ERROR
from flinksim.datastream.state import ValueStateDescriptor
from flinksim.datastream.transformations import KeySelector
from flinksim.runtime.elements import StreamRecord
from flinksim.runtime.operators.keyed_operator import KeyedOperator, TimerOperator
from flinksim.runtime.operators.stream_operator import UserFunctionOperator
from flinksim.runtime.state.heap_states import HeapValueState
from flinksim.runtime.state.namespaces import VOID_NAMESPACE
from flinksim.trace.events import RecordFiltered


class StreamMap(UserFunctionOperator):
    """Operator that calls a ``MapFunction``; the result gets the timestamp of the record."""

    __slots__ = ("_map",)

    FLINK_CLASS = "StreamMap"

    def open(self) -> None:
        super().open()
        self._map: Callable[[Any], Any] = self.function.map

    def process_element(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        record.value = self._map(record.value)
        self.collect(record)


class StreamFlatMap(UserFunctionOperator):
    """Operator that calls a ``FlatMapFunction``; all results get the timestamp of the record."""

    __slots__ = ("_flat_map",)

    FLINK_CLASS = "StreamFlatMap"

    def open(self) -> None:
        super().open()
        self._flat_map: Callable[[Any], Any] = self.function.flat_map

    def process_element(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        results = self._flat_map(record.value)
        if results is None:
            raise TypeError(FLAT_MAP_NONE_ERROR)
        self.emit_results(results, record.timestamp)


class StreamFilter(UserFunctionOperator):
    """Operator that forwards or drops each record."""

    __slots__ = ("_filter",)

    FLINK_CLASS = "StreamFilter"

    def open(self) -> None:
        super().open()
        self._filter: Callable[[Any], bool] = self.function.filter

    def process_element(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        if self._filter(record.value):
            self.collect(record)
        elif self.emit is not None:
            self.emit((RecordFiltered, self.id))


def _get_reduced_values(operator: KeyedOperator) -> HeapValueState:
    descriptor = ValueStateDescriptor("_op_state", Types.PICKLED_BYTE_ARRAY())
    state = operator.backend.get_partitioned_state(VOID_NAMESPACE, descriptor)
    assert isinstance(state, HeapValueState)
    return state


class StreamGroupedReduce(KeyedOperator):
    """Operator that keeps a rolling reduction per key and emits the new value for each record.

    The first record of a key passes unchanged.
    """

    __slots__ = ("_key_selector", "_reduce", "_values")

    FLINK_CLASS = "StreamGroupedReduceOperator"

    def __init__(self, function: Any, key_selector: KeySelector) -> None:
        super().__init__(function)
        self._key_selector = key_selector

    def open(self) -> None:
        super().open()
        self._reduce: Callable[[Any, Any], Any] = self.function.reduce
        self._values = _get_reduced_values(self)

    def process_element(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        self.set_current_key(self._key_selector(record.value))
        before = self._values.value()
        if before is not None:
            record.value = self._reduce(before, record.value)
        self._values.update(record.value)
        self.collect(record)


class BatchGroupedReduce(TimerOperator):
    """Operator that reduces the records of each key and emits one value per key, in batch mode.

    The value is emitted after the key's last record.

    Flink: ``BatchGroupedReduceOperator``.
    """

    __slots__ = ("_key_selector", "_reduce", "_values")

    FLINK_CLASS = "BatchGroupedReduceOperator"
    TIMER_SERVICE_NAME = "end-key-timers"

    def __init__(self, function: Any, key_selector: KeySelector) -> None:
        super().__init__(function)
        self._key_selector = key_selector

    def open(self) -> None:
        super().open()
        self._reduce: Callable[[Any, Any], Any] = self.function.reduce
        self._values = _get_reduced_values(self)

    def process_element(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        self.set_current_key(self._key_selector(record.value))
        before = self._values.value()
        value = record.value
        if before is None:
            self.timer_service.register_event_time_timer(VOID_NAMESPACE, MAX_TIMESTAMP)
        self._values.update(value if before is None else self._reduce(before, value))

    def on_event_time(self, timer: InternalTimer) -> None:
        self.collect(StreamRecord(self._values.value(), timer.timestamp))
