"""Run of a columnar plan by the kernel, in this process or in Spark workers.

First, each part of the log is scanned for its maximum timestamps, which are merged here. If the log
is roughly in order, windows are partitioned across tasks, and each task reads the parts that
overlap its windows; there is no shuffle. Otherwise, and for sessions, records (or partial
aggregates of parts) are shuffled by key. On Spark everything is a lazy DataFrame.

Not in Flink.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from contextlib import nullcontext
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from flinksim.replay.compile.columnar_plan import NativePlan, bad_rows_of
from flinksim.replay.compile.source_chain import NotNative
from flinksim.replay.engines.local import Engine
from flinksim.replay.expressions.symbolic_values import TOO_LARGE
from flinksim.replay.kernel import part_tasks as work
from flinksim.replay.kernel import row_group_parts as log_parts
from flinksim.replay.kernel import window_partitioning as dealing
from flinksim.replay.kernel.kernel import Kernel, dropped_schema, fired_schema
from flinksim.replay.kernel.partial_aggregates import Partials, merged
from flinksim.replay.kernel.record_columns import Records
from flinksim.replay.kernel.row_group_parts import (
    LogInParts,
    OfPart,
    OfRecords,
    parts_of,
    records_of,
)
from flinksim.replay.kernel.shuffle import spread
from flinksim.replay.kernel.watermark_scan import Reach, whole
from flinksim.replay.kernel.window_partitioning import Deal, dealt, fired_of
from flinksim.replay.operators.chain_runner import Timeline
from flinksim.replay.operators.source_watermarks import SourceReach
from flinksim.replay.operators.watermark_positions import Steps
from flinksim.replay.operators.watermark_timelines import EventTime
from flinksim.replay.worker_errors import as_it_was
from flinksim.replay.worker_memory import memory_kept

_FARTHEST = 1 << 61
"""Timestamps (in ms) up to this absolute value cannot overflow 64 bits in the kernel."""
_TASK_ROWS = 4_000_000


class KernelRun:
    """One run of a plan over the log at *path*; ``fired`` and ``dropped`` are engine tables."""

    def __init__(self, engine: Engine, plan: NativePlan, path: Path) -> None:
        self._engine, self._plan, self._path = engine, plan, path
        self._log = LogInParts(plan.for_workers(), path, tuple(parts_of(path)))
        self.timelines: dict[str, list[Timeline]] = {}

    # --- timestamp scan ---------------------------------------------------------------------------

    @property
    def reach(self) -> Reach:
        """Merged timestamp scan of the log.

        Raises:
            EventLogError: The log has a bad row.
            NotNative: The log has rejected rows.
        """
        return self._looked[0]

    @cached_property
    def _looked(self) -> tuple[Reach, list[Reach]]:
        """Merged timestamp scan, and the scans of the parts."""
        rows = self._engine.arrow(self._in_parts(work.told_reach, work.REACHES))
        sorted_rows = sorted(rows.to_pylist(), key=lambda row: row["part"])
        scans = [pickle.loads(row["reach"]) for row in sorted_rows]
        merged_scan = whole(scans)
        if not merged_scan.is_good:
            raise bad_rows_of(self._plan)
        check_times(self._plan, merged_scan.least, merged_scan.greatest)
        return merged_scan, scans

    # --- windows ----------------------------------------------------------------------------------

    def run(self) -> None:
        """Compute the watermarks, and in this process also all firings and dropped records.

        Raises:
            EventLogError: The log has a bad row.
            NotNative: The log has rejected rows, or a number of the program does not fit into 64
                bits.
        """
        plan, is_here = self._plan, self._engine.is_here
        with memory_kept() if is_here else nullcontext():
            self.timelines, steps = watermarks_of(plan, self.reach.reached)
            timeline = self.timelines[plan.window.vertex.key][0] if plan.is_session else None
            self._kernel = Kernel(self._log.plan, steps, timeline)
            self._deals = dealt(plan, steps, *self._looked, self._rows_at_once)
            try:
                if is_here:
                    self._work_out()
            except (OverflowError, ZeroDivisionError) as error:
                name = plan.window.vertex.head.name
                what = str(error).removeprefix(TOO_LARGE + ": ")
                raise NotNative(name, f"a number that does not fit into 64 bits: {what}") from None

    @property
    def most_rows(self) -> int:
        """Maximum number of firings, and of dropped records."""
        return self.reach.rows * (1 if self._plan.is_session else self._plan.panes.most_windows)

    @cached_property
    def fired(self) -> Any:
        """All firings in the kernel's columns; always the same table, so that it can be cached."""
        schema, kernel = fired_schema(self._plan), self._kernel
        least = self.reach.least or 0
        if self._deals is not None:
            deals, log = self._deals, self._log

            def of_deals(numbers: Iterator[int]) -> Iterator[pa.Table]:
                own = (deals[number] for number in numbers)
                return fired_of(kernel, own, partial(records_of, log), least)

            return self._over(work.over_parts, schema, len(deals), find=of_deals)
        if self._numbers_partials:
            panes = self._plan.panes.counted_from(least)

            def partial_of(records: Records) -> Partials:
                count = panes.pane_at(int(records.timestamps.max())) + panes.per_window
                return Partials.of(kernel.windows(records, panes, count))

            return self._in_keys(lambda own, _: merged(kernel, own, panes), schema, partial_of)
        return self._in_keys(lambda own, _: kernel.fired(kernel.all_windows(own.records)), schema)

    @cached_property
    def dropped(self) -> Any:
        """All dropped records in the kernel's columns."""
        schema, kernel = dropped_schema(self._plan), self._kernel

        def dropped(records: Records) -> pa.Table:
            return kernel.dropped(kernel.all_windows(records))

        if self._plan.is_session:
            return self._in_keys(lambda own, _: [dropped(own.records)], schema)
        return self._in_parts(lambda log, number: dropped(records_of(log, number)), schema)

    def _work_out(self) -> None:
        """Compute everything in this process, reading each part once."""
        kernel = self._kernel
        firing_tables, dropped_by_unit = [fired_schema(self._plan).empty_table()], {}
        if self._deals is None:
            for unit, records in self._by_key_here():
                windows = kernel.all_windows(records)
                firing_tables += kernel.fired(windows)
                dropped_by_unit[unit] = kernel.dropped(windows)
        else:
            firing_tables += self._fired_of(self._deals, dropped_by_unit)
        self.fired = pa.concat_tables(firing_tables)
        tables = [table for _, table in sorted(dropped_by_unit.items())]
        self.dropped = pa.concat_tables([dropped_schema(self._plan).empty_table(), *tables])

    def _fired_of(self, deals: list[Deal], dropped: dict[int, pa.Table]) -> Iterator[pa.Table]:
        """Iterate over the firings; adds the dropped records of each part to *dropped*."""
        kernel = self._kernel

        def read(number: int) -> Records:
            records = records_of(self._log, number)
            if number not in dropped:
                dropped[number] = kernel.dropped(kernel.all_windows(records))
            return records

        yield from fired_of(kernel, deals, read, self.reach.least or 0)
        for number in range(len(self._log.parts)):
            if number not in dropped:  # No window needs this part.
                read(number)

    def _by_key_here(self) -> Iterator[tuple[int, Records]]:
        """Iterate over all records in this process, one unit of keys at a time."""
        found: list[list[Records]] = [[] for _ in range(self._units)]
        for number in range(len(self._log.parts)):
            of_part = spread(records_of(self._log, number), self._plan.key_shape, self._units)
            for unit, records in of_part:
                found[unit].append(records)
        while found:
            parts = found.pop()
            if parts and (records := Records.joined(parts)):
                yield len(found), records

    # --- for sweeps and extracts ------------------------------------------------------------------

    @property
    def has_log(self) -> bool:
        """Whether the log still exists."""
        return self._path.exists()

    def of_parts(self, find: OfPart, schema: pa.Schema) -> pa.Table:
        """Apply *find* to each part and fetch the tables, whose schema is *schema*."""
        return self._fetched(self._in_parts(find, schema), schema)

    def of_kernel(self, work: Any, schema: pa.Schema) -> Any:
        """Apply *work* to the part numbers with the kernel; returns an engine table."""
        return self._over(work, schema, log=self._log, kernel=self._kernel)

    def of_keys(self, find: OfRecords, schema: pa.Schema) -> pa.Table:
        """Apply *find* to the records of the window, all of a key together, and fetch the tables."""
        if self._engine.is_here:
            tables = [find(records, unit) for unit, records in self._by_key_here()]
            return pa.concat_tables([schema.empty_table(), *tables])
        found = self._in_keys(lambda own, unit: [find(own.records, unit)], schema)
        return self._fetched(found, schema)

    def _fetched(self, found: Any, schema: pa.Schema) -> pa.Table:
        batches = self._engine.batches(found, self.reach.rows, self._path.parent)
        tables = [pa.Table.from_batches([batch]).cast(schema) for batch in batches]
        return pa.concat_tables([schema.empty_table(), *tables])

    # --- tasks ------------------------------------------------------------------------------------

    def _mapped(self, table: Any, function: Any, schema: pa.Schema, **given: Any) -> Any:
        with as_it_was() if self._engine.is_here else nullcontext():
            given["folder"] = self._plan.source.chain.folder
            return self._engine.mapped(table, partial(function, **given), schema)

    def _over(
        self, function: Any, schema: pa.Schema, count: int | None = None, **given: Any
    ) -> Any:
        """Apply *function* to the numbers of all parts, or below *count*; neighbors share a task."""
        numbers = self._engine.numbers(
            len(self._log.parts) if count is None else count, self._tasks
        )
        return self._mapped(numbers, function, schema, **given)

    def _in_parts(self, find: OfPart, schema: pa.Schema) -> Any:
        log = self._log
        return self._over(
            work.over_parts, schema, find=lambda numbers: (find(log, number) for number in numbers)
        )

    def _in_keys(
        self, find: work.OfUnit, schema: pa.Schema, of_part: work.OfRecords = Partials.whole
    ) -> Any:
        """Aggregate parts by *of_part*, shuffle by key, and apply *find* to each unit."""
        units = self._units
        rows = self._over(
            work.spread_parts, work.SPREAD, log=self._log, units=units, partial=of_part
        )
        return self._mapped(self._engine.spread(rows, units), work.over_keys, schema, find=find)

    @property
    def _units(self) -> int:
        rows_per_unit = dealing.ROWS_AT_ONCE if self._engine.is_here else dealing.TASK_ROWS
        return max(self._engine.partitions, -(-self.reach.rows // rows_per_unit))

    @property
    def _numbers_partials(self) -> bool:
        """Whether parts are aggregated before the shuffle, and their windows can be numbered."""
        plan = self._plan
        if not plan.has_partials:
            return False
        panes = plan.panes.counted_from(self.reach.least or 0)
        return panes.pane_at(self.reach.greatest or 0) <= dealing.MOST_WINDOWS

    @property
    def _rows_at_once(self) -> int:
        return max(self.reach.rows // self._tasks, log_parts.PART_ROWS)

    @cached_property
    def _tasks(self) -> int:
        """Number of tasks that read the log; each task and each boundary between tasks has a cost."""
        rows = int(pq.read_metadata(self._path).num_rows)
        return max(self._engine.parallelism, rows // _TASK_ROWS)


def watermarks_of(
    plan: NativePlan, reached: SourceReach
) -> tuple[dict[str, list[Timeline]], Steps]:
    """Compute the timeline of each subtask of the window, by vertex, and their common watermark."""
    event_time = EventTime()
    event_time.add_source(plan.source.chain, reached)
    timelines = [
        event_time.timeline_of(subtask, plan.window.inputs)
        for subtask in range(plan.window.chain.parallelism)
    ]
    steps = Steps.of(timelines[0].controls, len(plan.source.chain.split_names))
    return {plan.window.vertex.key: timelines}, steps


def check_times(plan: NativePlan, least: int | None, greatest: int | None) -> None:
    """Check that the kernel can compute with the timestamps.

    Raises:
        NotNative: A timestamp is too far from 1970.
    """
    out_of_range = [ts for ts in (least, greatest) if ts is not None and abs(ts) > _FARTHEST]
    if out_of_range:
        raise NotNative(
            plan.window.vertex.head.name, f"a record has the timestamp {out_of_range[0]}"
        )


__all__ = ["KernelRun", "check_times", "watermarks_of"]
