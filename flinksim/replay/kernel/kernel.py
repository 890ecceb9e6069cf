"""The kernel: computes the firings and dropped records of windows from columns of records.

Runs in this process for a whole log, and in Spark workers for a part of one. The output has the
columns of a job's tables (:mod:`flinksim.replay.results.schemas`); keys and values of several
fields are structs.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa

from flinksim.core.java.key_groups import assign_key_to_parallel_operator
from flinksim.replay.compile.columnar_plan import ColumnarPlan
from flinksim.replay.compile.panes import Panes
from flinksim.replay.expressions.record_shapes import create_unpacker, get_arrow_type, pack_columns
from flinksim.replay.kernel.aligned_windows import AlignedWindowColumns
from flinksim.replay.kernel.firings import FIRING_KINDS, DroppedColumns, FiringColumns, RaggedRows
from flinksim.replay.kernel.record_columns import SPARSE_FACTOR, Records, number_keys
from flinksim.replay.kernel.session_windows import SessionWindowColumns
from flinksim.replay.kernel.window_aggregates import (
    GroupedRecords,
    WindowAggregates,
    WindowAggregator,
    evaluate_fields,
)
from flinksim.replay.operators.chain_runner import WatermarkTimeline
from flinksim.replay.operators.watermark_positions import (
    Longs,
    WatermarkSteps,
    WindowFiringPositions,
)
from flinksim.replay.results.schemas import DROPPED, FIRINGS, build_schema

MAX_WINDOWS = 1_000_000
"""Up to this number of panes, plus some per record, long empty time ranges are numbered as well."""
_MAX_CACHED_OWNERS = 1_000_000


def build_firing_schema(plan: ColumnarPlan) -> pa.Schema:
    """Build the schema of the kernel's table of firings; times are epoch milliseconds."""
    contents = get_arrow_type(plan.aggregation.shape)
    if plan.aggregation.is_list:
        contents = pa.list_(contents)
    return build_schema(FIRINGS, {"key": get_arrow_type(plan.key_shape), "contents": contents})


def build_dropped_schema(plan: ColumnarPlan) -> pa.Schema:
    """Build the schema of the kernel's table of dropped records; times are epoch milliseconds."""
    return build_schema(
        DROPPED, {"key": get_arrow_type(plan.key_shape), "value": get_arrow_type(plan.event_shape)}
    )


@dataclass(frozen=True, slots=True)
class Kernel:
    """Evaluates the windows of a plan, given the watermarks of the whole run.

    All parts of the log and all workers share one kernel.
    """

    plan: ColumnarPlan
    steps: WatermarkSteps
    timeline: WatermarkTimeline | None = None
    """Watermarks of a window subtask over time; used only for sessions that depend on record order."""
    subtask_cache: dict[Any, int] = field(default_factory=dict, compare=False)
    """Cache: the subtask that each key belongs to."""

    def create_windows(
        self, records: Records, panes: Panes, count: int, first: int = 0
    ) -> AlignedWindowColumns:
        """Create the windows of *records* from number *first* up to, but not including, number *count*."""
        cuts = WindowFiringPositions.from_steps(
            self.steps, panes.max_timestamps(0, count - 1), self.plan.lateness
        )
        return AlignedWindowColumns(
            self.plan, panes, cuts, self.steps, self.group_records(records), first
        )

    def create_all_windows(self, records: Records) -> AlignedWindowColumns | SessionWindowColumns:
        """Create all windows of *records*; for sessions, these must be all records of their keys."""
        if self.plan.is_session:
            assert self.timeline is not None
            return SessionWindowColumns(
                self.plan, self.steps, self.timeline, self.group_records(records)
            )
        stamps, panes = records.timestamps, self.plan.panes
        if not len(stamps):
            return self.create_windows(records, panes, 0)
        least, greatest = int(stamps.min()), int(stamps.max())
        panes = panes.with_origin(least)
        if panes.get_pane(greatest) > SPARSE_FACTOR * len(records) + MAX_WINDOWS:
            panes = panes.without_empty_ranges(stamps)
        last = panes.get_panes(np.array([greatest]))
        return self.create_windows(records, panes, panes.panes_per_window + int(last[0]))

    def group_records(self, records: Records) -> GroupedRecords:
        """Group *records* by key; sort them first if the aggregation depends on their order."""
        if self.plan.needs_ordered_records:
            records = records.sort()
        return GroupedRecords(records, self.plan.key_shape, self.plan.aggregation)

    def iterate_firing_tables(
        self, windows: AlignedWindowColumns | SessionWindowColumns
    ) -> Iterator[pa.Table]:
        """Iterate over all firings of *windows* as tables."""
        yield from self.to_tables(windows.iterate_firings(), windows.grouped)

    def build_dropped_table(self, windows: AlignedWindowColumns | SessionWindowColumns) -> pa.Table:
        """Build the table of records that are too late for all their *windows*."""
        return self._convert_dropped(windows.find_dropped(), windows.grouped.records)

    # --- conversion to tables ---------------------------------------------------------------------

    def to_tables(
        self, firings: Iterator[FiringColumns], grouped: GroupedRecords
    ) -> Iterator[pa.Table]:
        """Convert *firings*, which refer to records in *grouped* by index, to tables."""
        key_fields = [
            column.take(pa.array(grouped.keys.first_rows)) for column in grouped.key_columns
        ]
        owners = self._find_subtasks(key_fields, grouped.keys.count)
        for columns in firings:
            yield self._build_firing_table(columns, key_fields, owners, grouped.aggregator)

    def _build_firing_table(
        self,
        firings: FiringColumns,
        keys: Sequence[pa.Array],
        owners: Longs,
        aggregator: WindowAggregator,
    ) -> pa.Table:
        key_numbers = pa.array(firings.keys)
        key_fields = [key.take(key_numbers) for key in keys]
        contents = firings.contents
        if isinstance(contents, WindowAggregates):
            contents = pack_columns(
                self.plan.aggregation.shape, aggregator.compute_results(contents, key_fields)
            )
        elif isinstance(contents, RaggedRows):
            contents = self._build_lists(contents, aggregator.records)
        columns = [
            self._repeat_node(len(key_numbers)),
            owners[firings.keys],
            pack_columns(self.plan.key_shape, key_fields),
            firings.starts,
            firings.ends,
            pa.array(FIRING_KINDS).take(pa.array(firings.kinds)),
            firings.counts,
            contents,
            firings.watermarks,
            firings.times,
        ]
        return _build_table(columns, build_firing_schema(self.plan))

    def _repeat_node(self, count: int) -> pa.Array:
        return pa.repeat(pa.scalar(self.plan.window_node, pa.int32()), count)

    def _find_subtasks(self, keys: Sequence[pa.Array], count: int) -> Longs:
        """Find the window subtasks that keys belong to; *keys* has a column per field of the key."""
        shape, chain = self.plan.key_shape, self.plan.window.chain
        if chain.parallelism == 1:
            return np.zeros(count, np.int32)
        if len(self.subtask_cache) > _MAX_CACHED_OWNERS:
            self.subtask_cache.clear()
        key_values = list(map(create_unpacker(shape), pack_columns(shape, keys).to_pylist()))
        for key in key_values:
            if key not in self.subtask_cache:
                self.subtask_cache[key] = assign_key_to_parallel_operator(
                    key, chain.max_parallelism, chain.parallelism, chain.key_hash
                )
        return np.array([self.subtask_cache[key] for key in key_values], np.int32)

    def _build_lists(self, lists: RaggedRows, records: Records) -> pa.Array:
        shape = self.plan.event_shape
        elements = evaluate_fields(shape, records.columns.take(pa.array(lists.rows)))
        return pa.ListArray.from_arrays(
            pa.array(lists.bounds, pa.int32()), pack_columns(shape, elements)
        )

    def _convert_dropped(self, dropped: DroppedColumns, records: Records) -> pa.Table:
        table, count = records.columns.take(pa.array(dropped.rows)), len(dropped.rows)
        keys = evaluate_fields(self.plan.key_shape, table)
        of_key = number_keys(self.plan.key_shape, keys, count)
        owners = self._find_subtasks(
            [key.take(pa.array(of_key.first_rows)) for key in keys], of_key.count
        )
        columns = [
            self._repeat_node(count), owners[of_key.numbers], pack_columns(self.plan.key_shape, keys),
            pack_columns(self.plan.event_shape, evaluate_fields(self.plan.event_shape, table)),
            records.timestamps[dropped.rows], dropped.watermarks,
            pa.repeat(self.plan.has_late_output, count), records.arrivals[dropped.rows],
        ]  # fmt: skip
        return _build_table(columns, build_dropped_schema(self.plan))


def _build_table(columns: Sequence[Any], schema: pa.Schema) -> pa.Table:
    arrays = [
        column.cast(field.type) if isinstance(column, pa.Array) else pa.array(column, field.type)
        for column, field in zip(columns, schema, strict=True)
    ]
    return pa.Table.from_arrays(arrays, schema=schema)


__all__ = ["Kernel", "build_dropped_schema", "build_firing_schema"]
