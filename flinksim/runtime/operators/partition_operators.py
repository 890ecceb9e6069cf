"""Operators that read all values of their subtask before they emit anything.

Results have no timestamp, because they belong to the end of the input.

Flink: ``MapPartitionOperator``, ``PartitionReduceOperator``, ``PartitionAggregateOperator``,
``SortPartitionOperator``, ``KeyedSortPartitionOperator``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flinksim.common.typeutils.key_ordering import to_sortable_bytes
from flinksim.core.java.flink_quick_sort import compute_sorted_positions
from flinksim.datastream.transformations import SortPartitionSpec
from flinksim.runtime.elements import StreamRecord
from flinksim.runtime.operators.keyed_operator import KeyedOperator
from flinksim.runtime.operators.stream_operator import StreamOperator, UserFunctionOperator


class MapPartitionOperator(UserFunctionOperator):
    """Operator that passes all values to the function at the end of the input.

    Flink: ``MapPartitionOperator``.
    """

    __slots__ = ("_values",)

    FLINK_CLASS = "MapPartitionOperator"

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        self._values: list[Any] = []

    def process_element(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        self._values.append(record.value)

    def finish(self) -> None:
        values, self._values = self._values, []
        self.emit_results(self.function.map_partition(values), None)


class PartitionReduceOperator(UserFunctionOperator):
    """Operator that emits the reduction of all values, or nothing if there were none."""

    __slots__ = ("_has_value", "_reduced_value")

    FLINK_CLASS = "PartitionReduceOperator"

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        self._has_value = False
        self._reduced_value: Any = None

    def process_element(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        value = record.value
        self._reduced_value = (
            self.function.reduce(self._reduced_value, value) if self._has_value else value
        )
        self._has_value = True

    def finish(self) -> None:
        if self._has_value:
            self.collect(StreamRecord(self._reduced_value, None))


class PartitionAggregateOperator(UserFunctionOperator):
    """Operator that emits the aggregate of all values, even if there were none.

    As in Flink 2.3 the return value of ``add`` is ignored: ``add`` must change the accumulator in
    place.
    """

    __slots__ = ("_accumulator",)

    FLINK_CLASS = "PartitionAggregateOperator"

    def open(self) -> None:
        super().open()
        self._accumulator: Any = self.function.create_accumulator()

    def process_element(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        self.function.add(record.value, self._accumulator)

    def finish(self) -> None:
        self.collect(StreamRecord(self.function.get_result(self._accumulator), None))


class SortPartitionOperator(StreamOperator):
    """Operator that emits all values sorted; equal values are ordered as by Flink's quick sort."""

    __slots__ = ("_spec", "_values")

    FLINK_CLASS = "SortPartitionOperator"

    def __init__(self, spec: SortPartitionSpec) -> None:
        super().__init__()
        self._spec = spec
        self._values: list[Any] = []

    def process_element(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        self._values.append(record.value)

    def finish(self) -> None:
        values, self._values = self._values, []
        for index in compute_sorted_positions(compute_ranks(values, self._spec)):
            self.collect(StreamRecord(values[index], None))


class KeyedSortPartitionOperator(KeyedOperator):
    """Operator that emits all values grouped by key and sorted within each key.

    Keys come in the order of their serialized bytes.
    """

    __slots__ = ("_spec", "_values")

    FLINK_CLASS = "KeyedSortPartitionOperator"

    def __init__(self, spec: SortPartitionSpec) -> None:
        super().__init__(None)
        self._spec = spec
        self._values: list[tuple[bytes, Any]] = []

    def open(self) -> None:
        pass

    def close(self) -> None:
        pass

    def process_element(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        assert self._spec.key_selector is not None
        key = self._spec.key_selector(record.value)
        self.set_current_key(key)
        self._values.append((to_sortable_bytes(self.context.key_encoder(key)), record.value))

    def finish(self) -> None:
        keyed_values, self._values = self._values, []
        values = [value for _, value in keyed_values]
        ranked_keys = [
            (key, index)
            for (key, _), index in zip(keyed_values, compute_ranks(values, self._spec), strict=True)
        ]
        for index in compute_sorted_positions(ranked_keys):
            self.collect(StreamRecord(values[index], None))


def compute_ranks(values: Sequence[Any], spec: SortPartitionSpec) -> list[int]:
    """Compute the rank of each value; equal values have the same rank."""
    sort_keys = [spec.sort_key(value) for value in values]
    distinct = sorted(dict.fromkeys(sort_keys), reverse=spec.descending)
    ranks = {sort_key: rank for rank, sort_key in enumerate(distinct)}
    return [ranks[sort_key] for sort_key in sort_keys]
