"""Run of a columnar plan by the kernel, in this process or in Spark workers.

First, the maximum timestamps of each part of the log are found and merged; they determine all
watermarks. If the log is roughly in order, each task gets a range of windows and reads the parts
of the log that overlap them; there is no shuffle. Otherwise, and for sessions, records (or partial
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

from flinksim.replay.compile.columnar_plan import ColumnarPlan, create_bad_rows_error
from flinksim.replay.compile.source_chain import NotColumnar
from flinksim.replay.engines.local import ExecutionEngine
from flinksim.replay.expressions.symbolic_values import OVERFLOW_MARKER
from flinksim.replay.kernel import part_tasks as work
from flinksim.replay.kernel import row_group_parts as log_parts
from flinksim.replay.kernel import window_partitioning as dealing
from flinksim.replay.kernel.kernel import Kernel, build_dropped_schema, build_firing_schema
from flinksim.replay.kernel.partial_aggregates import PartialAggregates, merge_partials
from flinksim.replay.kernel.record_columns import Records
from flinksim.replay.kernel.row_group_parts import (
    PartFunction,
    PartitionedLog,
    RecordsFunction,
    list_parts,
    read_window_records,
)
from flinksim.replay.kernel.shuffle import shuffle_records
from flinksim.replay.kernel.watermark_scan import TimestampScan, merge_scans
from flinksim.replay.kernel.window_partitioning import (
    WindowAssignment,
    iterate_firings,
    partition_windows,
)
from flinksim.replay.operators.chain_runner import WatermarkTimeline
from flinksim.replay.operators.source_watermarks import SourceTimestampScan
from flinksim.replay.operators.watermark_positions import WatermarkSteps
from flinksim.replay.operators.watermark_timelines import EventTime
from flinksim.replay.worker_errors import restore_error
from flinksim.replay.worker_memory import reuse_freed_memory

_MAX_ABSOLUTE_TIMESTAMP = 1 << 61
"""Maximum absolute value of a timestamp (in ms) with which the kernel cannot overflow 64 bits."""
_ROWS_PER_TASK = 4_000_000


class KernelRun:
    """One run of a plan over the Parquet log at *path*.

    ``firings`` and ``dropped`` are tables of the engine: Arrow tables here, DataFrames on Spark.
    """

    def __init__(self, engine: ExecutionEngine, plan: ColumnarPlan, path: Path) -> None:
        self._engine, self._plan, self._path = engine, plan, path
        self._log = PartitionedLog(plan.to_worker_plan(), path, tuple(list_parts(path)))
        self.timelines: dict[str, list[WatermarkTimeline]] = {}

    # --- timestamp scan ---------------------------------------------------------------------------

    @property
    def timestamp_scan(self) -> TimestampScan:
        """Number of rows and range and maxima of the timestamps of the whole log.

        Raises:
            EventLogError: The log has a bad row.
            NotColumnar: The log has rejected rows.
        """
        return self._scans[0]

    @cached_property
    def _scans(self) -> tuple[TimestampScan, list[TimestampScan]]:
        """Timestamp scan of the whole log, and the scans of its parts."""
        rows = self._engine.to_arrow(self._map_parts(work.scan_timestamps, work.SCAN_SCHEMA))
        sorted_rows = sorted(rows.to_pylist(), key=lambda row: row["part"])
        scans = [pickle.loads(row["reach"]) for row in sorted_rows]
        merged_scan = merge_scans(scans)
        if not merged_scan.is_valid:
            raise create_bad_rows_error(self._plan)
        check_timestamps(self._plan, merged_scan.min_timestamp, merged_scan.max_timestamp)
        return merged_scan, scans

    # --- windows ----------------------------------------------------------------------------------

    def run(self) -> None:
        """Compute the watermarks, and in this process also all firings and dropped records.

        Raises:
            EventLogError: The log has a bad row.
            NotColumnar: The log has rejected rows, or a number of the program does not fit into 64
                bits.
        """
        plan, is_here = self._plan, self._engine.is_local
        with reuse_freed_memory() if is_here else nullcontext():
            self.timelines, steps = compute_watermarks(plan, self.timestamp_scan.source_scan)
            timeline = self.timelines[plan.window.vertex.key][0] if plan.is_session else None
            self._kernel = Kernel(self._log.plan, steps, timeline)
            self._assignments = partition_windows(plan, steps, *self._scans, self._rows_per_task)
            try:
                if is_here:
                    self._run_locally()
            except (OverflowError, ZeroDivisionError) as error:
                name = plan.window.vertex.head.name
                what = str(error).removeprefix(OVERFLOW_MARKER + ": ")
                raise NotColumnar(
                    name, f"a number that does not fit into 64 bits: {what}"
                ) from None

    @property
    def max_rows(self) -> int:
        """Upper bound for the number of firings, and of dropped records."""
        return self.timestamp_scan.row_count * (
            1 if self._plan.is_session else self._plan.panes.max_windows_per_record
        )

    @cached_property
    def firings(self) -> Any:
        """All window firings as an engine table; the same object each time, so that it can be cached."""
        schema, kernel = build_firing_schema(self._plan), self._kernel
        least = self.timestamp_scan.min_timestamp or 0
        if self._assignments is not None:
            deals, log = self._assignments, self._log

            def of_deals(numbers: Iterator[int]) -> Iterator[pa.Table]:
                own = (deals[number] for number in numbers)
                return iterate_firings(kernel, own, partial(read_window_records, log), least)

            return self._map_numbers(work.map_parts, schema, len(deals), find=of_deals)
        if self._can_merge_partials:
            panes = self._plan.panes.with_origin(least)

            def partial_of(records: Records) -> PartialAggregates:
                count = panes.get_pane(int(records.timestamps.max())) + panes.panes_per_window
                return PartialAggregates.from_windows(kernel.create_windows(records, panes, count))

            return self._map_keys(
                lambda own, _: merge_partials(kernel, own, panes), schema, partial_of
            )
        return self._map_keys(
            lambda own, _: kernel.iterate_firing_tables(kernel.create_all_windows(own.records)),
            schema,
        )

    @cached_property
    def dropped(self) -> Any:
        """All dropped late records as an engine table."""
        schema, kernel = build_dropped_schema(self._plan), self._kernel

        def dropped(records: Records) -> pa.Table:
            return kernel.build_dropped_table(kernel.create_all_windows(records))

        if self._plan.is_session:
            return self._map_keys(lambda own, _: [dropped(own.records)], schema)
        return self._map_parts(
            lambda log, number: dropped(read_window_records(log, number)), schema
        )

    def _run_locally(self) -> None:
        """Compute firings and dropped records in this process, reading each part of the log once."""
        kernel = self._kernel
        firing_tables, dropped_by_unit = [build_firing_schema(self._plan).empty_table()], {}
        if self._assignments is None:
            for unit, records in self._iterate_local_units():
                windows = kernel.create_all_windows(records)
                firing_tables += kernel.iterate_firing_tables(windows)
                dropped_by_unit[unit] = kernel.build_dropped_table(windows)
        else:
            firing_tables += self._iterate_firings(self._assignments, dropped_by_unit)
        self.firings = pa.concat_tables(firing_tables)
        tables = [table for _, table in sorted(dropped_by_unit.items())]
        self.dropped = pa.concat_tables([build_dropped_schema(self._plan).empty_table(), *tables])

    def _iterate_firings(
        self, assignments: list[WindowAssignment], dropped: dict[int, pa.Table]
    ) -> Iterator[pa.Table]:
        """Iterate over the firings of *assignments*.

        Each part is read once; the records dropped from it are added to *dropped* by part number.
        """
        kernel = self._kernel

        def read(number: int) -> Records:
            records = read_window_records(self._log, number)
            if number not in dropped:
                dropped[number] = kernel.build_dropped_table(kernel.create_all_windows(records))
            return records

        yield from iterate_firings(
            kernel, assignments, read, self.timestamp_scan.min_timestamp or 0
        )
        for number in range(len(self._log.parts)):
            if number not in dropped:  # No window needs this part.
                read(number)

    def _iterate_local_units(self) -> Iterator[tuple[int, Records]]:
        """Iterate in this process over groups of keys, as group number and all records of these keys."""
        found: list[list[Records]] = [[] for _ in range(self._unit_count)]
        for number in range(len(self._log.parts)):
            of_part = shuffle_records(
                read_window_records(self._log, number), self._plan.key_shape, self._unit_count
            )
            for unit, records in of_part:
                found[unit].append(records)
        while found:
            parts = found.pop()
            if parts and (records := Records.concatenate(parts)):
                yield len(found), records

    # --- for sweeps and extracts ------------------------------------------------------------------

    @property
    def has_log(self) -> bool:
        """Whether the log file still exists."""
        return self._path.exists()

    def fetch_from_parts(self, find: PartFunction, schema: pa.Schema) -> pa.Table:
        """Apply *find* to each part of the log and fetch the results as one table with *schema*."""
        return self._fetch(self._map_parts(find, schema), schema)

    def map_with_kernel(self, function: Any, schema: pa.Schema) -> Any:
        """Apply *function* to the numbers of all parts of the log; returns an engine table with *schema*.

        *function* also gets the log and the kernel.
        """
        return self._map_numbers(function, schema, log=self._log, kernel=self._kernel)

    def fetch_from_keys(self, find: RecordsFunction, schema: pa.Schema) -> pa.Table:
        """Apply *find* to groups of keys, each with all its records, and fetch the results as one table."""
        if self._engine.is_local:
            tables = [find(records, unit) for unit, records in self._iterate_local_units()]
            return pa.concat_tables([schema.empty_table(), *tables])
        found = self._map_keys(lambda own, unit: [find(own.records, unit)], schema)
        return self._fetch(found, schema)

    def _fetch(self, rows: Any, schema: pa.Schema) -> pa.Table:
        batches = self._engine.iterate_batches(
            rows, self.timestamp_scan.row_count, self._path.parent
        )
        tables = [pa.Table.from_batches([batch]).cast(schema) for batch in batches]
        return pa.concat_tables([schema.empty_table(), *tables])

    # --- tasks ------------------------------------------------------------------------------------

    def _map(self, table: Any, function: Any, schema: pa.Schema, **arguments: Any) -> Any:
        with restore_error() if self._engine.is_local else nullcontext():
            arguments["folder"] = self._plan.source.chain.folder
            return self._engine.map_batches(table, partial(function, **arguments), schema)

    def _map_numbers(
        self, function: Any, schema: pa.Schema, count: int | None = None, **arguments: Any
    ) -> Any:
        """Apply *function* to the numbers from 0 to below *count*, by default to all part numbers.

        Neighboring numbers share a task.
        """
        numbers = self._engine.create_range(
            len(self._log.parts) if count is None else count, self._task_count
        )
        return self._map(numbers, function, schema, **arguments)

    def _map_parts(self, find: PartFunction, schema: pa.Schema) -> Any:
        log = self._log
        return self._map_numbers(
            work.map_parts, schema, find=lambda numbers: (find(log, number) for number in numbers)
        )

    def _map_keys(
        self,
        find: work.UnitFunction,
        schema: pa.Schema,
        aggregate: work.PartialFunction = PartialAggregates.from_records,
    ) -> Any:
        """Aggregate each part of the log, shuffle the results by key, and apply *find* per group of keys."""
        units = self._unit_count
        rows = self._map_numbers(
            work.shuffle_parts, work.SHUFFLE_SCHEMA, log=self._log, units=units, partial=aggregate
        )
        return self._map(self._engine.shuffle(rows, units), work.map_keys, schema, find=find)

    @property
    def _unit_count(self) -> int:
        rows_per_unit = (
            dealing.TARGET_ASSIGNMENT_ROWS if self._engine.is_local else dealing.MAX_TASK_ROWS
        )
        return max(self._engine.partitions, -(-self.timestamp_scan.row_count // rows_per_unit))

    @property
    def _can_merge_partials(self) -> bool:
        """Whether each part of the log can be aggregated before the shuffle.

        The aggregation must allow it, and there must not be too many windows to number them all.
        """
        plan = self._plan
        if not plan.has_partials:
            return False
        panes = plan.panes.with_origin(self.timestamp_scan.min_timestamp or 0)
        return panes.get_pane(self.timestamp_scan.max_timestamp or 0) <= dealing.MAX_WINDOWS

    @property
    def _rows_per_task(self) -> int:
        return max(self.timestamp_scan.row_count // self._task_count, log_parts.TARGET_PART_ROWS)

    @cached_property
    def _task_count(self) -> int:
        """Number of tasks that read the log; more tasks have more overhead and overlap more."""
        rows = int(pq.read_metadata(self._path).num_rows)
        return max(self._engine.parallelism, rows // _ROWS_PER_TASK)


def compute_watermarks(
    plan: ColumnarPlan, source_scan: SourceTimestampScan
) -> tuple[dict[str, list[WatermarkTimeline]], WatermarkSteps]:
    """Compute all watermarks of the window's subtasks.

    Returns the timelines of the subtasks, by vertex, and the watermark steps that they share.
    """
    event_time = EventTime()
    event_time.add_source(plan.source.chain, source_scan)
    timelines = [
        event_time.build_timeline(subtask, plan.window.inputs)
        for subtask in range(plan.window.chain.parallelism)
    ]
    steps = WatermarkSteps.from_controls(timelines[0].controls, len(plan.source.chain.split_names))
    return {plan.window.vertex.key: timelines}, steps


def check_timestamps(
    plan: ColumnarPlan, min_timestamp: int | None, max_timestamp: int | None
) -> None:
    """Check that the kernel can compute with timestamps in this range.

    Raises:
        NotColumnar: A timestamp is too far from 1970.
    """
    out_of_range = [
        ts
        for ts in (min_timestamp, max_timestamp)
        if ts is not None and abs(ts) > _MAX_ABSOLUTE_TIMESTAMP
    ]
    if out_of_range:
        raise NotColumnar(
            plan.window.vertex.head.name, f"a record has the timestamp {out_of_range[0]}"
        )


__all__ = ["KernelRun", "check_timestamps", "compute_watermarks"]
