"""A plan run in this process, for logs that fit here: watermarks, windows, tables.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from flinksim.spark.columnar import dealing, log_parts
from flinksim.spark.columnar.dealing import dealt, fired_of
from flinksim.spark.columnar.kernel import Kernel, dropped_schema, fired_schema
from flinksim.spark.columnar.log_parts import (
    LogHere,
    LogInParts,
    OfPart,
    OfRecords,
    look,
    records_of,
)
from flinksim.spark.columnar.reach import Reach, whole
from flinksim.spark.columnar.records import Records
from flinksim.spark.columnar.spreading import spread
from flinksim.spark.generic.chains import Timeline
from flinksim.spark.generic.cuts import Steps
from flinksim.spark.generic.source_timeline import SourceReach
from flinksim.spark.generic.timelines import EventTime
from flinksim.spark.logs.parquet_log import ParquetLogSource
from flinksim.spark.memory import memory_kept
from flinksim.spark.native.chain import NotNative
from flinksim.spark.native.plan import NativePlan, bad_rows_of

_FARTHEST = 1 << 61
"""A timestamp so far from 1970, in milliseconds, can be reckoned with in 64 bits."""


class ColumnarRun:
    """One run of a plan; ``fired`` and ``dropped`` are tables of the kernel."""

    def __init__(self, plan: NativePlan) -> None:
        self._plan = plan
        self._log: LogHere | LogInParts = LogHere(plan)
        self._parts = 1
        path = _path_of(plan)
        if path is not None and pq.read_metadata(path).num_rows > log_parts.PART_ROWS:
            parts = tuple(log_parts.parts_of(path))
            self._log, self._parts = LogInParts(plan, path, parts), len(parts)
        self.timelines: dict[str, list[Timeline]] = {}
        self.fired = self.dropped = pa.table({})
        self.most_rows = 0
        """It counts where there are files in between."""

    def run(self) -> None:
        """Run it.

        Raises: EventLogError for a bad row; NotNative for what does not fit into columns, and for what
        the program's own numbers do not bear: the operators then have, or tell, what is so.
        """
        try:
            with memory_kept():
                self._run()
        except (OverflowError, ZeroDivisionError) as error:
            name = self._plan.window.vertex.head.name
            raise NotNative(name, f"a number that does not fit into 64 bits: {error}") from None

    def _run(self) -> None:
        plan = self._plan
        self.timelines, steps = watermarks_of(plan, self.reach.reached)
        kernel = Kernel(plan, steps, self.timelines[plan.window.vertex.key][0])
        nothing = fired_schema(plan).empty_table()
        deals = None
        if self._parts > 1:
            deals = dealt(plan, steps, *self._looked, self.reach.rows)
        if deals is None:
            fired, lost = [nothing], [dropped_schema(plan).empty_table()]
            for records in self.by_key():
                windows = kernel.all_windows(records)
                fired += kernel.fired(windows)
                lost.append(kernel.dropped(windows))
            self.fired, self.dropped = pa.concat_tables(fired), pa.concat_tables(lost)
            return
        dropped: dict[int, pa.Table] = {}

        def read(number: int) -> Records:
            records = records_of(self._log, number)
            if number not in dropped:
                dropped[number] = kernel.dropped(kernel.all_windows(records))
            return records

        of_deals = fired_of(kernel, deals, read, self.reach.least or 0)
        self.fired = pa.concat_tables([nothing, *of_deals])
        for number in range(self._parts):
            if number not in dropped:  # no window needs it
                read(number)
        self.dropped = pa.concat_tables(dropped[number] for number in range(self._parts))

    @cached_property
    def _looked(self) -> tuple[Reach, list[Reach]]:
        """What the log came to, and its parts."""
        reaches = [look(self._log, number) for number in range(self._parts)]
        found = whole(reaches)
        if not found.is_good:
            raise bad_rows_of(self._plan)
        check_times(self._plan, found.least, found.greatest)
        return found, reaches

    def by_key(self) -> Iterator[Records]:
        """All records, those of some keys at a time."""
        units = 1 if self._parts == 1 else -(-self.reach.rows // dealing.ROWS_AT_ONCE)
        if units == 1:
            yield Records.joined([records_of(self._log, each) for each in range(self._parts)])
            return
        found: list[list[Records]] = [[] for _ in range(units)]
        for number in range(self._parts):
            for unit, records in spread(records_of(self._log, number), self._plan.key_shape, units):
                found[unit].append(records)
        while found:
            parts = found.pop()
            if parts:
                yield Records.joined(parts)

    # --- for sweeps and zooms ------------------------------------------------------------------------

    @property
    def reach(self) -> Reach:
        """How far the timestamps came.

        Raises: EventLogError, or NotNative, for a log with bad rows.
        """
        return self._looked[0]

    @property
    def has_log(self) -> bool:
        """Whether the log can be read again."""
        return True  # what was read is held

    def of_parts(self, work: OfPart, schema: pa.Schema) -> pa.Table:
        """What *work* finds, part by part."""
        found = [work(self._log, number) for number in range(self._parts)]
        return pa.concat_tables([schema.empty_table(), *found])

    def of_keys(self, work: OfRecords, schema: pa.Schema) -> pa.Table:
        """What *work* finds in the records that come to the window, all of a key together."""
        every = enumerate(self.by_key())
        found = [work(records, unit) for unit, records in every if len(records)]
        return pa.concat_tables([schema.empty_table(), *found])


def _path_of(plan: NativePlan) -> Path | None:
    """The file of a Parquet log."""
    spec: Any = plan.source.vertex.head.spec
    if not isinstance(spec.source, ParquetLogSource):
        return None
    return Path(plan.source.chain.folder) / spec.source.path


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


__all__ = ["ColumnarRun", "check_times", "watermarks_of"]
