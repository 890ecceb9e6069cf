"""Mini-batch: rows are collected in a bundle, and a group is updated once per bundle.

A bundle ends with a watermark, after a number of rows, before a checkpoint, and at the end of input.

Flink: ``ProcTimeMiniBatchAssignerOperator``, ``RowTimeMiniBatchAssginerOperator``,
``AbstractMapBundleOperator``, ``MiniBatchGroupAggFunction``, ``MiniBatchLocalGroupAggFunction``,
``MiniBatchGlobalGroupAggFunction``, ``MiniBatchIncrementalGroupAggFunction``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flinksim.core.java.hash_code import compute_java_hash_code, sort_by_java_hash
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.runtime.elements import StreamRecord, Watermark
from flinksim.runtime.operators.stream_operator import OperatorContext, Output
from flinksim.table.runtime.aggregate_functions import Accumulator
from flinksim.table.runtime.aggregates_handler import AggregatesHandler
from flinksim.table.runtime.change_rows import ChangeRow, Values
from flinksim.table.runtime.group_aggregate import GroupAggregateOperator
from flinksim.table.runtime.internal_row_type import InternalTypeInfo
from flinksim.table.runtime.table_operators import (
    KeyedTableOperator,
    RowKeySelector,
    StateTtl,
    TableOperator,
)
from flinksim.trace.events import ElementProcessed

HASH_MAP_CAPACITY = 16
"""The capacity with which Java creates a ``HashMap``."""


class ProcTimeMiniBatchAssigner(TableOperator):
    """Operator that emits a watermark at each interval of processing time, as a mark between bundles.

    Flink: ``ProcTimeMiniBatchAssignerOperator``.
    """

    __slots__ = ("_batch", "_interval_ms")

    FLINK_CLASS = "ProcTimeMiniBatchAssignerOperator"

    def __init__(self, interval_ms: int) -> None:
        self._interval_ms = interval_ms

    def setup(self, context: OperatorContext, output: Output) -> None:
        super().setup(context, output)
        self._batch = 0

    def open(self) -> None:
        self._register(self.context.processing_time.current_processing_time())

    def _register(self, now: int) -> None:
        following = now - now % self._interval_ms + self._interval_ms
        self.context.processing_time.register_timer(following, self._on_timer, "mini-batch")

    def _on_timer(self, timestamp: int) -> None:
        now = self.context.processing_time.current_processing_time()
        self._advance(now)
        self._register(now)

    def _advance(self, now: int) -> None:
        batch = now - now % self._interval_ms
        if batch > self._batch:
            self._batch = batch
            self.forward_watermark(Watermark(batch))

    def process_element(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        self._advance(self.context.processing_time.current_processing_time())
        self.collect(record)

    def process_watermark(self, watermark: Watermark) -> None:
        if watermark.timestamp == MAX_TIMESTAMP:
            super().process_watermark(watermark)
        elif self.emit is not None:
            self.emit((ElementProcessed, self.id, "watermark", None, watermark.timestamp))


class RowTimeMiniBatchAssigner(TableOperator):
    """Operator that lets pass only the watermark that ends a bundle of event time.

    Flink: ``RowTimeMiniBatchAssginerOperator``.
    """

    __slots__ = ("_interval_ms", "_next", "_seen")

    FLINK_CLASS = "RowTimeMiniBatchAssginerOperator"

    def __init__(self, interval_ms: int) -> None:
        self._interval_ms = interval_ms

    def setup(self, context: OperatorContext, output: Output) -> None:
        super().setup(context, output)
        self._seen = 0
        self._next = self._interval_ms - 1

    def process_element(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        self.collect(record)

    def process_watermark(self, watermark: Watermark) -> None:
        timestamp = watermark.timestamp
        if timestamp == MAX_TIMESTAMP:
            super().process_watermark(watermark)
            return
        self._seen = max(self._seen, timestamp)
        if self._seen >= self._next:
            super().process_watermark(Watermark(self._seen))
            start = self._seen - self._seen % self._interval_ms
            end = start + self._interval_ms - 1
            self._next = end if end > self._seen else end + self._interval_ms
        elif self.emit is not None:
            self.emit((ElementProcessed, self.id, "watermark", None, timestamp))


class _Bundle:
    """The contents of a bundle by key, and the number of rows after which it ends (-1: never).

    The entries leave it in the order of a Java ``HashMap``, whose keys have the hash *hash_key*.
    """

    __slots__ = ("_hash_key", "_max_rows", "_rows", "entries")

    def __init__(self, max_rows: int, hash_key: Callable[[Values], int]) -> None:
        self._hash_key = hash_key
        self.entries: dict[Values, Any] = {}
        self._max_rows = max_rows
        self._rows = 0

    def count_row(self) -> bool:
        """Count a row; return whether the bundle is full."""
        self._rows += 1
        return 0 < self._max_rows <= self._rows

    def take(self) -> list[tuple[Values, Any]]:
        """Return all entries and begin a new bundle."""
        taken = list(sort_by_java_hash(self.entries, HASH_MAP_CAPACITY, self._hash_key).items())
        self.entries.clear()
        self._rows = 0
        return taken


class LocalGroupAggregateOperator(TableOperator):
    """Operator that aggregates a bundle before the exchange: emits key and accumulators.

    Flink: ``MiniBatchLocalGroupAggFunction`` in ``MapBundleOperator``.
    """

    __slots__ = ("_bundle", "_handler", "_key_selector", "_key_type", "_max_rows")

    FLINK_CLASS = "MapBundleOperator"

    def __init__(
        self,
        key_selector: RowKeySelector,
        handler: AggregatesHandler,
        max_rows: int,
        key_type: InternalTypeInfo,
    ) -> None:
        self._key_selector = key_selector
        self._key_type = key_type
        self._handler = handler
        self._max_rows = max_rows

    def setup(self, context: OperatorContext, output: Output) -> None:
        super().setup(context, output)
        self._bundle = _Bundle(self._max_rows, self._key_type.hash_row)

    def process_element(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        row: ChangeRow = record.value
        key = self._key_selector(row)
        accumulators = self._bundle.entries.get(key)
        if accumulators is None:
            accumulators = self._bundle.entries[key] = self._handler.create_accumulators()
        if row.is_accumulate:
            self._handler.accumulate(accumulators, row.values)
        else:
            self._handler.retract(accumulators, row.values)
        if self._bundle.count_row():
            self._flush()

    def _flush(self) -> None:
        for key, accumulators in self._bundle.take():
            self.emit_row(key + self._handler.flatten(accumulators))

    def process_watermark(self, watermark: Watermark) -> None:
        self._flush()
        super().process_watermark(watermark)

    def prepare_snapshot_pre_barrier(self, checkpoint_id: int) -> None:
        super().prepare_snapshot_pre_barrier(checkpoint_id)
        self._flush()

    def finish(self) -> None:
        self._flush()


class _KeyedBundleOperator(KeyedTableOperator):
    """Mixin of keyed operators with a bundle; calls :meth:`finish_key` for each key of one.

    The operator class has the slots ``_bundle`` and ``_max_rows``.
    """

    __slots__ = ()

    _bundle: _Bundle
    _max_rows: int

    FLINK_CLASS = "KeyedMapBundleOperator"

    def begin_bundles(self, max_rows: int) -> None:
        """Set after how many rows a bundle ends."""
        self._max_rows = max_rows  # type: ignore[misc]  # a slot of the subclass

    def setup(self, context: OperatorContext, output: Output) -> None:
        super().setup(context, output)
        hash_key = self.backend.key_hash or compute_java_hash_code
        self._bundle = _Bundle(self._max_rows, hash_key)  # type: ignore[misc]

    def add_to_bundle(self, add: Callable[[Any], Any]) -> None:
        """Replace the current key's entry of the bundle, ``None`` at first, with the result of *add*."""
        key = self.backend.current_key
        self._bundle.entries[key] = add(self._bundle.entries.get(key))
        if self._bundle.count_row():
            self.flush()

    def flush(self) -> None:
        """End the bundle."""
        for key, entry in self._bundle.take():
            self.set_current_key(key)
            self.finish_key(entry)

    def finish_key(self, entry: Any) -> None:
        """Process the bundle's entry of the current key."""
        raise NotImplementedError

    def process_watermark(self, watermark: Watermark) -> None:
        self.flush()
        super().process_watermark(watermark)

    def prepare_snapshot_pre_barrier(self, checkpoint_id: int) -> None:
        super().prepare_snapshot_pre_barrier(checkpoint_id)
        self.flush()

    def finish(self) -> None:
        self.flush()


class MiniBatchGroupAggregateOperator(_KeyedBundleOperator, GroupAggregateOperator):
    """Group aggregate that updates a group once per bundle. Flink: ``MiniBatchGroupAggFunction``.

    With ``merges`` the input has accumulators from a local aggregation instead of rows.
    """

    __slots__ = ("_bundle", "_key_width", "_max_rows", "_merges")

    def __init__(
        self,
        key_selector: RowKeySelector,
        handler: AggregatesHandler,
        generate_update_before: bool,
        needs_retraction: bool,
        ttl: StateTtl,
        max_rows: int,
        merges: bool,
        key_width: int,
    ) -> None:
        GroupAggregateOperator.__init__(
            self, key_selector, handler, generate_update_before, needs_retraction, ttl
        )
        self.begin_bundles(max_rows)
        self._merges = merges
        self._key_width = key_width

    def process_row(self, row: ChangeRow) -> None:
        self.add_to_bundle(lambda rows: [*(rows or ()), row])

    def finish_key(self, entry: list[ChangeRow]) -> None:
        handler = self._handler
        accumulators: Accumulator | None = self._accumulators.value()
        is_first = accumulators is None
        if accumulators is None:
            if not self._merges:
                while entry and not entry[0].is_accumulate:
                    entry = entry[1:]  # retractions of an unknown group
            if not entry:
                return
            accumulators = handler.create_accumulators()
        before = handler.get_values(accumulators)
        for row in entry:
            if self._merges:
                handler.merge(accumulators, handler.restore(row.values[self._key_width :]))
            elif row.is_accumulate:
                handler.accumulate(accumulators, row.values)
            else:
                handler.retract(accumulators, row.values)
        self.update_group(accumulators, before, is_first)


class IncrementalGroupAggregateOperator(_KeyedBundleOperator):
    """Second step of a split distinct aggregation: partial results per bucket become final accumulators.

    Flink: ``MiniBatchIncrementalGroupAggFunction``.
    """

    __slots__ = ("_bundle", "_final", "_final_key_width", "_key_width", "_max_rows", "_partial",
                 "_state", "_ttl")  # fmt: skip

    def __init__(
        self,
        key_selector: RowKeySelector,
        partial: AggregatesHandler,
        final: AggregatesHandler,
        key_width: int,
        final_key_width: int,
        ttl: StateTtl,
        max_rows: int,
    ) -> None:
        super().__init__(key_selector)
        self.begin_bundles(max_rows)
        self._partial = partial
        self._final = final
        self._key_width = key_width
        self._final_key_width = final_key_width
        self._ttl = ttl

    def open(self) -> None:
        self._state = self.get_value_state("accState", self._ttl)

    def process_row(self, row: ChangeRow) -> None:
        partial = self._partial

        def merge(accumulators: Accumulator | None) -> Accumulator:
            merged = accumulators or partial.create_accumulators()
            partial.merge(merged, partial.restore(row.values[self._key_width :]))
            return merged

        self.add_to_bundle(merge)

    def flush(self) -> None:
        results: dict[Values, Accumulator] = {}
        for key, added in self._bundle.take():
            self.set_current_key(key)
            accumulators = self._state.value()
            final_key = key[: self._final_key_width]
            final = results.setdefault(final_key, self._final.create_accumulators())
            if accumulators is None:
                accumulators = self._partial.create_accumulators()
            else:
                self._final.retract(final, key + self._partial.get_values(accumulators))
            self._partial.merge(accumulators, added)
            self._final.accumulate(final, key + self._partial.get_values(accumulators))
            self._state.update(accumulators)
        for final_key, final in results.items():
            self.emit_row(final_key + self._final.flatten(final))
