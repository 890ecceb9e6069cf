"""A run of a plan by the kernel, in this process or in Spark's workers.

First each part of the log says how far its timestamps came, which is merged here. Then, in a log more
or less in order, windows are dealt to tasks, each of which reads the parts that touch its windows:
nothing is shuffled. Of other logs, and of sessions, records (or what parts come to by themselves) are
spread by key, and each task has all of its keys. On Spark there is nothing but DataFrames, and nothing
is worked out before it is asked for.

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
"""A timestamp so far from 1970, in milliseconds, can be reckoned with in 64 bits."""
_TASK_ROWS = 4_000_000


class KernelRun:
    """One run of a plan over the log at *path*; ``fired`` and ``dropped`` are tables of the engine."""

    def __init__(self, engine: Engine, plan: NativePlan, path: Path) -> None:
        self._engine, self._plan, self._path = engine, plan, path
        self._log = LogInParts(plan.for_workers(), path, tuple(parts_of(path)))
        self.timelines: dict[str, list[Timeline]] = {}

    # --- how far timestamps came ---------------------------------------------------------------------

    @property
    def reach(self) -> Reach:
        """How far the timestamps came.

        Raises: EventLogError, or NotNative, for a log with bad rows.
        """
        return self._looked[0]

    @cached_property
    def _looked(self) -> tuple[Reach, list[Reach]]:
        """The same, and part by part."""
        found = self._engine.arrow(self._in_parts(work.told_reach, work.REACHES))
        told = sorted(found.to_pylist(), key=lambda row: row["part"])
        reaches = [pickle.loads(row["reach"]) for row in told]
        reach = whole(reaches)
        if not reach.is_good:
            raise bad_rows_of(self._plan)
        check_times(self._plan, reach.least, reach.greatest)
        return reach, reaches

    # --- windows -------------------------------------------------------------------------------------

    def run(self) -> None:
        """Find the watermarks, and in this process all the rest.

        Raises: as ``reach``; NotNative for what the program's own numbers do not bear: the operators
        then have, or tell, what is so.
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
        """Of firings, or dropped records, there are no more than so many."""
        return self.reach.rows * (1 if self._plan.is_session else self._plan.panes.most_windows)

    @cached_property
    def fired(self) -> Any:
        """All firings, in the columns of the kernel; always the same table, so that it can be kept."""
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
        """All records that came too late, in the columns of the kernel."""
        schema, kernel = dropped_schema(self._plan), self._kernel

        def dropped(records: Records) -> pa.Table:
            return kernel.dropped(kernel.all_windows(records))

        if self._plan.is_session:
            return self._in_keys(lambda own, _: [dropped(own.records)], schema)
        return self._in_parts(lambda log, number: dropped(records_of(log, number)), schema)

    def _work_out(self) -> None:
        """All of it in this process, where no part is read twice."""
        kernel = self._kernel
        fired, dropped = [fired_schema(self._plan).empty_table()], {}
        if self._deals is None:
            for unit, records in self._by_key_here():
                windows = kernel.all_windows(records)
                fired += kernel.fired(windows)
                dropped[unit] = kernel.dropped(windows)
        else:
            fired += self._fired_of(self._deals, dropped)
        self.fired = pa.concat_tables(fired)
        tables = [table for _, table in sorted(dropped.items())]
        self.dropped = pa.concat_tables([dropped_schema(self._plan).empty_table(), *tables])

    def _fired_of(self, deals: list[Deal], dropped: dict[int, pa.Table]) -> Iterator[pa.Table]:
        """The firings; puts what parts drop into *dropped*."""
        kernel = self._kernel

        def read(number: int) -> Records:
            records = records_of(self._log, number)
            if number not in dropped:
                dropped[number] = kernel.dropped(kernel.all_windows(records))
            return records

        yield from fired_of(kernel, deals, read, self.reach.least or 0)
        for number in range(len(self._log.parts)):
            if number not in dropped:  # no window needs it
                read(number)

    def _by_key_here(self) -> Iterator[tuple[int, Records]]:
        """All records in this process, those of a unit of keys at a time."""
        found: list[list[Records]] = [[] for _ in range(self._units)]
        for number in range(len(self._log.parts)):
            of_part = spread(records_of(self._log, number), self._plan.key_shape, self._units)
            for unit, records in of_part:
                found[unit].append(records)
        while found:
            parts = found.pop()
            if parts and (records := Records.joined(parts)):
                yield len(found), records

    # --- for sweeps and zooms ------------------------------------------------------------------------

    @property
    def has_log(self) -> bool:
        """Whether the log can be read again."""
        return self._path.exists()

    def of_parts(self, find: OfPart, schema: pa.Schema) -> pa.Table:
        """What *find* finds, part by part; *schema* is that of its tables."""
        return self._fetched(self._in_parts(find, schema), schema)

    def of_kernel(self, work: Any, schema: pa.Schema) -> Any:
        """What *work* makes of the numbers of parts with the kernel, as a table of the engine."""
        return self._over(work, schema, log=self._log, kernel=self._kernel)

    def of_keys(self, find: OfRecords, schema: pa.Schema) -> pa.Table:
        """What *find* finds in the records that come to the window, all of a key together."""
        if self._engine.is_here:
            tables = [find(records, unit) for unit, records in self._by_key_here()]
            return pa.concat_tables([schema.empty_table(), *tables])
        found = self._in_keys(lambda own, unit: [find(own.records, unit)], schema)
        return self._fetched(found, schema)

    def _fetched(self, found: Any, schema: pa.Schema) -> pa.Table:
        batches = self._engine.batches(found, self.reach.rows, self._path.parent)
        tables = [pa.Table.from_batches([batch]).cast(schema) for batch in batches]
        return pa.concat_tables([schema.empty_table(), *tables])

    # --- in tasks ------------------------------------------------------------------------------------

    def _mapped(self, table: Any, function: Any, schema: pa.Schema, **given: Any) -> Any:
        with as_it_was() if self._engine.is_here else nullcontext():
            given["folder"] = self._plan.source.chain.folder
            return self._engine.mapped(table, partial(function, **given), schema)

    def _over(
        self, function: Any, schema: pa.Schema, count: int | None = None, **given: Any
    ) -> Any:
        """What *function* makes of the numbers of all parts, or of *count*; neighbours in a task."""
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
        """What *find* finds in what parts come to, that of a key in one partition."""
        units = self._units
        rows = self._over(
            work.spread_parts, work.SPREAD, log=self._log, units=units, partial=of_part
        )
        return self._mapped(self._engine.spread(rows, units), work.over_keys, schema, find=find)

    @property
    def _units(self) -> int:
        at_once = dealing.ROWS_AT_ONCE if self._engine.is_here else dealing.TASK_ROWS
        return max(self._engine.partitions, -(-self.reach.rows // at_once))

    @property
    def _numbers_partials(self) -> bool:
        """Whether parts are added up before anything is spread, and their windows can be numbered."""
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
        """In so many tasks the log is read: Spark asks its price for each, and so does the log
        where two of them meet.
        """
        rows = int(pq.read_metadata(self._path).num_rows)
        return max(self._engine.parallelism, rows // _TASK_ROWS)


def watermarks_of(
    plan: NativePlan, reached: SourceReach
) -> tuple[dict[str, list[Timeline]], Steps]:
    """What each subtask of the window is told, by vertex; and its watermark, which is that of all."""
    event_time = EventTime()
    event_time.add_source(plan.source.chain, reached)
    timelines = [
        event_time.timeline_of(subtask, plan.window.inputs)
        for subtask in range(plan.window.chain.parallelism)
    ]
    steps = Steps.of(timelines[0].controls, len(plan.source.chain.split_names))
    return {plan.window.vertex.key: timelines}, steps


def check_times(plan: NativePlan, least: int | None, greatest: int | None) -> None:
    """That the timestamps are such that the kernel can reckon with them.

    Raises: NotNative.
    """
    wild = [ts for ts in (least, greatest) if ts is not None and abs(ts) > _FARTHEST]
    if wild:
        raise NotNative(plan.window.vertex.head.name, f"a record has the timestamp {wild[0]}")


__all__ = ["KernelRun", "check_times", "watermarks_of"]
