"""One kernel: the records of some keys, or of some windows, in; firings and dropped records out.

It runs in this process for a whole log, and in Spark's workers for a part of one. What comes out has
the columns of a job's tables (:mod:`flinksim.replay.results.schemas`); keys and values of several fields
are structs.

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
"""So many windows, of whatever key, are numbered in any case, and some for each record."""
_MOST_OWNERS = 1_000_000


def fired_schema(plan: NativePlan) -> pa.Schema:
    """The columns of firings, those of a job's table; times are epoch milliseconds."""
    contents = type_of(plan.aggregation.shape)
    if plan.aggregation.is_list:
        contents = pa.list_(contents)
    return worker_schema(FIRINGS, {"key": type_of(plan.key_shape), "contents": contents})


def dropped_schema(plan: NativePlan) -> pa.Schema:
    """The columns of dropped records, those of a job's table."""
    return worker_schema(
        DROPPED, {"key": type_of(plan.key_shape), "value": type_of(plan.event_shape)}
    )


@dataclass(frozen=True, slots=True)
class Kernel:
    """A plan with the watermarks of a run: what all parts of it share."""

    plan: NativePlan
    steps: Steps
    timeline: Timeline | None = None
    """For sessions of which the order of records matters."""
    owners: dict[Any, int] = field(default_factory=dict, compare=False)
    """The subtasks of keys that were looked up."""

    def windows(self, records: Records, panes: Panes, count: int, first: int = 0) -> Windows:
        """The windows from number *first* to *count* of *panes*."""
        cuts = WindowCuts.of(self.steps, panes.last_moments(0, count - 1), self.plan.lateness)
        return Windows(self.plan, panes, cuts, self.steps, self.grouped(records), first)

    def all_windows(self, records: Records) -> Windows | Sessions:
        """All windows of *records*; for sessions these are all that there are of their keys."""
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
        """*records* with their keys, in order if that counts."""
        if self.plan.goes_in_order:
            records = records.in_order()
        return Grouped(records, self.plan.key_shape, self.plan.aggregation)

    def fired(self, windows: Windows | Sessions) -> Iterator[pa.Table]:
        """All firings."""
        yield from self.as_tables(windows.fired(), windows.group)

    def dropped(self, windows: Windows | Sessions) -> pa.Table:
        """The records that came too late for all their windows."""
        return self._dropped_table(windows.dropped(), windows.group.records)

    # --- as tables -----------------------------------------------------------------------------------

    def as_tables(self, fired: Iterator[Fired], group: Grouped) -> Iterator[pa.Table]:
        """Firings of what is in *group* as tables."""
        of_keys = [column.take(pa.array(group.keys.firsts)) for column in group.key_columns]
        owners = self._owners(of_keys, group.keys.count)
        for some in fired:
            yield self._fired_table(some, of_keys, owners, group.adding)

    def _fired_table(
        self, fired: Fired, keys: Sequence[pa.Array], owners: Longs, adding: Adding
    ) -> pa.Table:
        chosen = pa.array(fired.keys)
        own = [key.take(chosen) for key in keys]
        contents = fired.contents
        if isinstance(contents, Cells):
            contents = packed(self.plan.aggregation.shape, adding.results(contents, own))
        elif isinstance(contents, Lists):
            contents = self._lists(contents, adding.records)
        columns = [
            self._node(len(chosen)), owners[fired.keys], packed(self.plan.key_shape, own),
            fired.starts, fired.ends, pa.array(KINDS).take(pa.array(fired.kinds)), fired.counts,
            contents, fired.watermarks, fired.times,
        ]  # fmt: skip
        return _table(columns, fired_schema(self.plan))

    def _node(self, count: int) -> pa.Array:
        return pa.repeat(pa.scalar(self.plan.node, pa.int32()), count)

    def _owners(self, keys: Sequence[pa.Array], count: int) -> Longs:
        """The subtasks of keys with these fields."""
        shape, chain = self.plan.key_shape, self.plan.window.chain
        if chain.parallelism == 1:
            return np.zeros(count, np.int32)
        if len(self.owners) > _MOST_OWNERS:
            self.owners.clear()
        told = list(map(unpacker(shape), packed(shape, keys).to_pylist()))
        for key in told:
            if key not in self.owners:
                self.owners[key] = assign_key_to_parallel_operator(
                    key, chain.max_parallelism, chain.parallelism, chain.key_hash
                )
        return np.array([self.owners[key] for key in told], np.int32)

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
