"""One kernel: the records of some keys, or of some windows, in; firings and dropped records out.

It runs in this process for a whole log, and in Spark's workers for a part of one. ``fired`` tables
have the key in ``_k0``, ``_k1`` ..., the window, whether it is late, the count, the result in
``v0``, ``v1`` ..., watermark and time; ``dropped`` ones key, value, timestamp, watermark and time.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from flinksim.spark.columnar.contents import Adding, Cells, Grouped, field_columns
from flinksim.spark.columnar.records import Records
from flinksim.spark.columnar.sessions import Sessions
from flinksim.spark.columnar.windows import Dropped, Fired, Windows
from flinksim.spark.expressions.shaped_values import ARROW_TYPES
from flinksim.spark.expressions.symbolic import Shape
from flinksim.spark.generic.chains import Timeline
from flinksim.spark.generic.cuts import Steps, WindowCuts
from flinksim.spark.native.panes import Panes
from flinksim.spark.native.plan import NativePlan

_LONG = pa.int64()


def fired_schema(plan: NativePlan) -> pa.Schema:
    """The columns of firings."""
    window = [("window_start", _LONG), ("window_end", _LONG), ("is_late", pa.bool_())]
    return pa.schema([
        *_fields(plan.key_shape, "_k"), *window, ("count", _LONG),
        *_fields(plan.aggregation.shape, "v"), ("watermark", _LONG), ("time", _LONG),
    ])  # fmt: skip


def dropped_schema(plan: NativePlan) -> pa.Schema:
    """The columns of dropped records."""
    rest = [("timestamp", _LONG), ("watermark", _LONG), ("time", _LONG)]
    return pa.schema([*_fields(plan.key_shape, "_k"), *_fields(plan.event_shape, "v"), *rest])


def _fields(shape: Shape, prefix: str) -> list[tuple[str, pa.DataType]]:
    return [(f"{prefix}{i}", ARROW_TYPES[kind]) for i, (_, kind) in enumerate(shape.fields)]


@dataclass(frozen=True, slots=True)
class Kernel:
    """A plan with the watermarks of a run: what all parts of it share."""

    plan: NativePlan
    steps: Steps
    timeline: Timeline | None = None
    """For sessions of which the order of records matters."""

    def windows(self, records: Records, panes: Panes, count: int, first: int = 0) -> Windows:
        """The windows from number *first* to *count* of *panes*."""
        cuts = WindowCuts.of(self.steps, panes.last_moments(0, count - 1), self.plan.lateness)
        return Windows(panes, cuts, self.steps, self._grouped(records), first)

    def all_windows(self, records: Records) -> Windows | Sessions:
        """All windows of *records*; for sessions these are all that there are of their keys."""
        if self.plan.is_session:
            assert self.timeline is not None
            return Sessions(self.plan, self.steps, self.timeline, self._grouped(records))
        stamps, panes = records.timestamps, self.plan.panes
        if not len(stamps):
            return self.windows(records, panes, 0)
        panes = panes.counted_from(int(stamps.min()))
        return self.windows(records, panes, 1 + panes.last_window(panes.pane_at(int(stamps.max()))))

    def _grouped(self, records: Records) -> Grouped:
        return Grouped(records, self.plan.key_shape, self.plan.aggregation)

    def fired(self, windows: Windows | Sessions) -> Iterator[pa.Table]:
        """All firings."""
        group = windows.group
        of_keys = [column.take(pa.array(group.keys.firsts)) for column in group.key_columns]
        for some in windows.fired():
            yield self._fired_table(some, of_keys, group.adding)

    def dropped(self, windows: Windows | Sessions) -> pa.Table:
        """The records that came too late for all their windows."""
        return self._dropped_table(windows.dropped(), windows.group.records)

    # --- as tables -----------------------------------------------------------------------------------

    def _fired_table(self, fired: Fired, keys: Sequence[pa.Array], adding: Adding) -> pa.Table:
        chosen = pa.array(fired.keys)
        own = [key.take(chosen) for key in keys]
        contents = fired.contents
        results = adding.results(contents, own) if isinstance(contents, Cells) else contents
        columns = [
            *own, fired.starts, fired.ends, fired.is_late, fired.counts, *results,
            fired.watermarks, fired.times,
        ]  # fmt: skip
        return _table(columns, fired_schema(self.plan))

    def _dropped_table(self, dropped: Dropped, records: Records) -> pa.Table:
        table = records.columns.take(pa.array(dropped.rows))
        columns = [
            *field_columns(self.plan.key_shape, table),
            *field_columns(self.plan.event_shape, table),
            records.timestamps[dropped.rows], dropped.watermarks, records.arrivals[dropped.rows],
        ]  # fmt: skip
        return _table(columns, dropped_schema(self.plan))


def _table(columns: Sequence[Any], schema: pa.Schema) -> pa.Table:
    arrays = [
        column.cast(field.type) if isinstance(column, pa.Array) else pa.array(column, field.type)
        for column, field in zip(columns, schema, strict=True)
    ]
    return pa.Table.from_arrays(arrays, schema=schema)


__all__ = ["Kernel", "dropped_schema", "fired_schema"]
