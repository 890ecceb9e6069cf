"""Base classes of the operators of the table runtime.

Rows that they emit have no event timestamp: a table operator reads event time from a column.

Flink: ``TableStreamOperator``, ``KeyedProcessOperator`` with a ``KeyedProcessFunction``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from flinksim.common.time import Time
from flinksim.common.types import RowKind
from flinksim.core.java.timestamps import MIN_TIMESTAMP
from flinksim.datastream.state import MapStateDescriptor, StateDescriptor, ValueStateDescriptor
from flinksim.datastream.state_ttl import StateTtlConfig
from flinksim.runtime.elements import StreamRecord, Watermark
from flinksim.runtime.operators.co_operators import TwoInputWatermarks
from flinksim.runtime.operators.combined_watermark_status import CombinedWatermarkStatus
from flinksim.runtime.operators.keyed_operator import TimerOperator
from flinksim.runtime.operators.stream_operator import OperatorContext, Output, StreamOperator
from flinksim.runtime.state.heap_states import HeapMapState, HeapValueState
from flinksim.runtime.state.namespaces import VOID_NAMESPACE
from flinksim.runtime.state.snapshot_model import OperatorSnapshot
from flinksim.table.logical_types import LogicalType
from flinksim.table.runtime import snapshot_types as snapshot_types
from flinksim.table.runtime.change_rows import INSERT, ChangeRow, Values
from flinksim.table.runtime.internal_row_type import InternalTypeInfo
from flinksim.trace.events import LateRecordDropped, OperatorWatermarkAdvanced
from flinksim.trace.values import freeze

RowKeySelector: TypeAlias = Callable[[ChangeRow], Values]
"""Selects the key of a row."""

WATERMARK_STATE = "watermark"

ANY_VALUE = InternalTypeInfo(())
"""Type information of states whose values have a layout of their own, such as accumulators."""


@dataclass(frozen=True, slots=True)
class StateTtl:
    """The time to live of an operator's state in ms; 0 means for ever. Flink: ``StateMetadata``."""

    millis: int = 0

    def apply(self, descriptor: StateDescriptor) -> None:
        """Enable the time to live in *descriptor*."""
        if self.millis > 0:
            config = StateTtlConfig.new_builder(Time.milliseconds(self.millis)).build()
            descriptor.enable_time_to_live(config)


class TableOperator(StreamOperator):
    """Operator without keys, with its current watermark."""

    __slots__ = ("_watermark",)

    def setup(self, context: OperatorContext, output: Output) -> None:
        super().setup(context, output)
        self._watermark = MIN_TIMESTAMP

    def process_watermark(self, watermark: Watermark) -> None:
        before, self._watermark = self._watermark, watermark.timestamp
        if self.emit is not None:
            self.emit((OperatorWatermarkAdvanced, self.id, before, watermark.timestamp))
        super().process_watermark(watermark)

    @property
    def current_watermark(self) -> int:
        return self._watermark

    def emit_row(self, values: Values, kind: RowKind = INSERT) -> None:
        """Emit one row of the changelog."""
        self.collect(StreamRecord(ChangeRow(values, kind)))


class KeyedTableOperator(TimerOperator):
    """Operator with keyed state and timers; it calls :meth:`process_row` for each row."""

    __slots__ = ("_late_count", "key_selector")

    FLINK_CLASS = "KeyedProcessOperator"

    def __init__(self, key_selector: RowKeySelector) -> None:
        super().__init__(None)
        self.key_selector = key_selector
        self._late_count = 0

    def open(self) -> None:
        """Open the states; there is no user function."""

    def close(self) -> None:
        """Do nothing; there is no user function."""

    def process_element(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        row = record.value
        self.set_current_key(self.key_selector(row))
        self.process_row(row)

    def process_row(self, row: ChangeRow) -> None:
        """Process one row; its key is the current key."""
        raise NotImplementedError

    def emit_row(self, values: Values, kind: RowKind = INSERT) -> None:
        """Emit one row of the changelog."""
        self.collect(StreamRecord(ChangeRow(values, kind)))

    def get_value_state(self, name: str, ttl: StateTtl = StateTtl()) -> HeapValueState:
        """Return the value state *name*."""
        descriptor = ValueStateDescriptor(name, ANY_VALUE)
        ttl.apply(descriptor)
        state = self.backend.get_partitioned_state(VOID_NAMESPACE, descriptor)
        assert isinstance(state, HeapValueState)
        return state

    def get_map_state(
        self,
        name: str,
        key_types: Sequence[LogicalType] = (),
        ttl: StateTtl = StateTtl(),
    ) -> HeapMapState:
        """Return the map state *name*, whose keys are rows of *key_types*."""
        descriptor = MapStateDescriptor(name, InternalTypeInfo(key_types), ANY_VALUE)
        ttl.apply(descriptor)
        state = self.backend.get_partitioned_state(VOID_NAMESPACE, descriptor)
        assert isinstance(state, HeapMapState)
        return state

    def drop_late(self, row: ChangeRow, timestamp: int | None, windows: Sequence[Any] = ()) -> None:
        """Count and report a row that came too late. Flink: ``numLateRecordsDropped``."""
        self._late_count += 1
        if self.emit is not None:
            closed_at = max([window[1] - 1 for window in windows], default=None)
            self.emit(
                (LateRecordDropped,
                    self.id, freeze(self.backend.current_key), freeze(row), timestamp,
                    tuple(windows), closed_at, self.current_watermark, False,
                )
            )  # fmt: skip

    @property
    def late_records(self) -> int:
        return self._late_count


class TwoInputTableOperator(TwoInputWatermarks, KeyedTableOperator):
    """Operator with two keyed inputs, which calls :meth:`process_side` for each row."""

    __slots__ = ("combined", "key_selectors")

    FLINK_CLASS = "KeyedCoProcessOperator"

    def __init__(self, left_key: RowKeySelector, right_key: RowKeySelector) -> None:
        super().__init__(left_key)
        self.key_selectors = (left_key, right_key)

    def setup(self, context: OperatorContext, output: Output) -> None:
        super().setup(context, output)
        self.combined = CombinedWatermarkStatus(2)

    def advance_to(self, timestamp: int) -> None:
        KeyedTableOperator.advance_to(self, timestamp)

    def process_element(self, record: StreamRecord) -> None:
        self._process_input(record, 0)

    def process_element2(self, record: StreamRecord) -> None:
        self._process_input(record, 1)

    def _process_input(self, record: StreamRecord, side: int) -> None:
        if self.emit is not None:
            self.trace_element(record)
        row = record.value
        self.set_current_key(self.key_selectors[side](row))
        self.process_side(row, side)

    def process_side(self, row: ChangeRow, side: int) -> None:
        """Process one row of input *side*, 0 (left) or 1 (right); its key is the current key."""
        raise NotImplementedError


class WindowProgressOperator(KeyedTableOperator):
    """Operator that keeps its watermark in a union list state, so that late rows stay late.

    Other operators begin with the least watermark after a restart: a row that was late may count then.

    Flink: ``WindowAggOperator.snapshotState``.
    """

    __slots__ = ("restored_watermark",)

    FLINK_CLASS = "WindowAggOperator"

    def __init__(self, key_selector: RowKeySelector) -> None:
        super().__init__(key_selector)
        self.restored_watermark = MIN_TIMESTAMP

    def snapshot_state(self, snapshot: OperatorSnapshot) -> None:
        super().snapshot_state(snapshot)
        watermark = max(self.timer_service.current_watermark, self.restored_watermark)
        snapshot.add_list(WATERMARK_STATE, [watermark], "UNION")

    def initialize_state(self, snapshot: OperatorSnapshot) -> None:
        super().initialize_state(snapshot)
        self.restored_watermark = min(snapshot.items(WATERMARK_STATE), default=MIN_TIMESTAMP)
