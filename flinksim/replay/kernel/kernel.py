"""The kernel: from the records of some keys or windows to firings and dropped records.

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
from flinksim.replay.compile.columnar_plan import NativePlan
from flinksim.replay.compile.panes import Panes
from flinksim.replay.expressions.record_shapes import packed, type_of, unpacker
from flinksim.replay.kernel.aligned_windows import Windows
from flinksim.replay.kernel.firings import KINDS, Dropped, Fired, Lists
from flinksim.replay.kernel.record_columns import SPARSE, Records, keys_of
from flinksim.replay.kernel.session_windows import Sessions
from flinksim.replay.kernel.window_aggregates import Adding, Cells, Grouped, field_columns
from flinksim.replay.operators.chain_runner import Timeline
from flinksim.replay.operators.watermark_positions import Longs, Steps, WindowCuts
from flinksim.replay.results.schemas import DROPPED, FIRINGS, worker_schema

MOST_WINDOWS = 1_000_000
"""Windows up to this number, plus some per record, are always numbered without gaps."""
_MOST_OWNERS = 1_000_000


def fired_schema(plan: NativePlan) -> pa.Schema:
    """Build the schema of firings, as in a job's table; times are epoch milliseconds."""
    contents = type_of(plan.aggregation.shape)
    if plan.aggregation.is_list:
        contents = pa.list_(contents)
    return worker_schema(FIRINGS, {"key": type_of(plan.key_shape), "contents": contents})


def dropped_schema(plan: NativePlan) -> pa.Schema:
    """Build the schema of dropped records, as in a job's table."""
    return worker_schema(
        DROPPED, {"key": type_of(plan.key_shape), "value": type_of(plan.event_shape)}
    )


@dataclass(frozen=True, slots=True)
class Kernel:
    """A plan with the watermarks of a run, shared by all parts of the run."""

    plan: NativePlan
    steps: Steps
    timeline: Timeline | None = None
    """Watermark timeline, for sessions that depend on the order of records."""
    owners: dict[Any, int] = field(default_factory=dict, compare=False)
    """Cache of the subtask of each key."""

    def windows(self, records: Records, panes: Panes, count: int, first: int = 0) -> Windows:
        """Create the windows from number *first* to *count* of *panes*."""
        cuts = WindowCuts.of(self.steps, panes.last_moments(0, count - 1), self.plan.lateness)
        return Windows(self.plan, panes, cuts, self.steps, self.grouped(records), first)

    def all_windows(self, records: Records) -> Windows | Sessions:
        """Create all windows of *records*; for sessions, *records* are all records of their keys."""
        if self.plan.is_session:
            assert self.timeline is not None
            return Sessions(self.plan, self.steps, self.timeline, self.grouped(records))
        stamps, panes = records.timestamps, self.plan.panes
        if not len(stamps):
            return self.windows(records, panes, 0)
        least, greatest = int(stamps.min()), int(stamps.max())
        panes = panes.counted_from(least)
        if panes.pane_at(greatest) > SPARSE * len(records) + MOST_WINDOWS:
            panes = panes.without_empty(stamps)
        last = panes.panes_of(np.array([greatest]))
        return self.windows(records, panes, panes.per_window + int(last[0]))

    def grouped(self, records: Records) -> Grouped:
        """Group *records* by key; sort them first if the order matters."""
        if self.plan.goes_in_order:
            records = records.in_order()
        return Grouped(records, self.plan.key_shape, self.plan.aggregation)

    def fired(self, windows: Windows | Sessions) -> Iterator[pa.Table]:
        """Iterate over all firings as tables."""
        yield from self.as_tables(windows.fired(), windows.group)

    def dropped(self, windows: Windows | Sessions) -> pa.Table:
        """Build the table of records that were too late for all their windows."""
        return self._dropped_table(windows.dropped(), windows.group.records)

    # --- conversion to tables ---------------------------------------------------------------------

    def as_tables(self, fired: Iterator[Fired], group: Grouped) -> Iterator[pa.Table]:
        """Convert firings of the records in *group* to tables."""
        key_fields = [column.take(pa.array(group.keys.firsts)) for column in group.key_columns]
        owners = self._owners(key_fields, group.keys.count)
        for columns in fired:
            yield self._fired_table(columns, key_fields, owners, group.adding)

    def _fired_table(
        self, fired: Fired, keys: Sequence[pa.Array], owners: Longs, adding: Adding
    ) -> pa.Table:
        key_numbers = pa.array(fired.keys)
        key_fields = [key.take(key_numbers) for key in keys]
        contents = fired.contents
        if isinstance(contents, Cells):
            contents = packed(self.plan.aggregation.shape, adding.results(contents, key_fields))
        elif isinstance(contents, Lists):
            contents = self._lists(contents, adding.records)
        columns = [
            self._node(len(key_numbers)), owners[fired.keys], packed(self.plan.key_shape, key_fields),
            fired.starts, fired.ends, pa.array(KINDS).take(pa.array(fired.kinds)), fired.counts,
            contents, fired.watermarks, fired.times,
        ]  # fmt: skip
        return _table(columns, fired_schema(self.plan))

    def _node(self, count: int) -> pa.Array:
        return pa.repeat(pa.scalar(self.plan.node, pa.int32()), count)

    def _owners(self, keys: Sequence[pa.Array], count: int) -> Longs:
        """Find the subtasks of keys with these fields."""
        shape, chain = self.plan.key_shape, self.plan.window.chain
        if chain.parallelism == 1:
            return np.zeros(count, np.int32)
        if len(self.owners) > _MOST_OWNERS:
            self.owners.clear()
        key_values = list(map(unpacker(shape), packed(shape, keys).to_pylist()))
        for key in key_values:
            if key not in self.owners:
                self.owners[key] = assign_key_to_parallel_operator(
                    key, chain.max_parallelism, chain.parallelism, chain.key_hash
                )
        return np.array([self.owners[key] for key in key_values], np.int32)

    def _lists(self, lists: Lists, records: Records) -> pa.Array:
        shape = self.plan.event_shape
        elements = field_columns(shape, records.columns.take(pa.array(lists.rows)))
        return pa.ListArray.from_arrays(pa.array(lists.bounds, pa.int32()), packed(shape, elements))

    def _dropped_table(self, dropped: Dropped, records: Records) -> pa.Table:
        table, count = records.columns.take(pa.array(dropped.rows)), len(dropped.rows)
        keys = field_columns(self.plan.key_shape, table)
        of_key = keys_of(self.plan.key_shape, keys, count)
        owners = self._owners([key.take(pa.array(of_key.firsts)) for key in keys], of_key.count)
        columns = [
            self._node(count), owners[of_key.numbers], packed(self.plan.key_shape, keys),
            packed(self.plan.event_shape, field_columns(self.plan.event_shape, table)),
            records.timestamps[dropped.rows], dropped.watermarks,
            pa.repeat(self.plan.has_late_output, count), records.arrivals[dropped.rows],
        ]  # fmt: skip
        return _table(columns, dropped_schema(self.plan))


def _table(columns: Sequence[Any], schema: pa.Schema) -> pa.Table:
    arrays = [
        column.cast(field.type) if isinstance(column, pa.Array) else pa.array(column, field.type)
        for column, field in zip(columns, schema, strict=True)
    ]
    return pa.Table.from_arrays(arrays, schema=schema)


__all__ = ["Kernel", "dropped_schema", "fired_schema"]
