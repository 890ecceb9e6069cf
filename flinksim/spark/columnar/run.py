"""A plan run in this process, for logs that fit here: watermarks, windows, tables.

Not in Flink.
"""

from __future__ import annotations

from itertools import islice

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from flinksim.connectors.event_log import EventLogSource
from flinksim.datastream.transformations import SourceSpec
from flinksim.spark.columnar.kernel import Kernel, fired_schema
from flinksim.spark.columnar.reach import reach_of
from flinksim.spark.columnar.records import window_records
from flinksim.spark.generic.chains import Timeline
from flinksim.spark.generic.cuts import Steps
from flinksim.spark.generic.source_timeline import SourceReach
from flinksim.spark.generic.timelines import EventTime
from flinksim.spark.logs.parquet_log import (
    ARRIVAL,
    SPLIT,
    SPLIT_END,
    NotInColumns,
    ParquetLogSource,
    batch_of,
    columns_of_text,
)
from flinksim.spark.native.chain import NotNative
from flinksim.spark.native.plan import NativePlan, bad_rows_of, check_gaps

_LINES_AT_ONCE = 20_000
_FARTHEST = 1 << 61
"""A timestamp so far from 1970, in milliseconds, can be reckoned with in 64 bits."""


class ColumnarRun:
    """One run of a plan; ``fired`` and ``dropped`` are tables of the kernel."""

    def __init__(self, plan: NativePlan) -> None:
        self._plan = plan
        self.timelines: dict[str, list[Timeline]] = {}
        self.fired = self.dropped = pa.table({})

    def run(self) -> None:
        """Run it.

        Raises: EventLogError for a bad row; NotNative for what does not fit into columns, and for what
        the program's own numbers do not bear: the operators then have, or tell, what is so.
        """
        try:
            self._run()
        except (OverflowError, ZeroDivisionError) as error:
            name = self._plan.window.vertex.head.name
            raise NotNative(name, f"a number that does not fit into 64 bits: {error}") from None

    def _run(self) -> None:
        plan = self._plan
        source = plan.source.vertex.head.spec
        assert isinstance(source, SourceSpec)
        log = source.source
        assert isinstance(log, ParquetLogSource | EventLogSource)
        reach, timed = reach_of(plan, _table_of(plan, log), 0)
        if timed is None:
            raise bad_rows_of(plan)
        self.timelines, steps = watermarks_of(plan, reach.reached)
        records = window_records(plan, timed)
        check_times(plan, reach.least, reach.greatest)
        kernel = Kernel(plan, steps, self.timelines[plan.window.vertex.key][0])
        windows = kernel.all_windows(records)
        nothing = fired_schema(plan).empty_table()
        self.fired = pa.concat_tables([nothing, *kernel.fired(windows)])
        self.dropped = kernel.dropped(windows)


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


def _table_of(plan: NativePlan, source: EventLogSource | ParquetLogSource) -> pa.Table:
    """The columns of the log that *plan* reads.

    Raises: EventLogError for a bad line of text; NotNative for what no column can hold.
    """
    if isinstance(source, ParquetLogSource):
        check_gaps(plan, source)
        wanted = {SPLIT, ARRIVAL, *plan.columns}
        wanted |= {SPLIT_END} if source.has_split_end else set()
        return pq.read_table(source.path, columns=sorted(wanted), read_dictionary=[SPLIT])
    schema = columns_of_text(source)
    rows, batches = source.reader().rows(), []
    try:
        while lines := list(islice(rows, _LINES_AT_ONCE)):
            batches.append(batch_of(source, lines, schema))
    except NotInColumns as cell:
        raise NotNative(plan.source.vertex.head.name, str(cell)) from None
    table = pa.Table.from_batches(batches, schema=schema)
    records = table.filter(pc.invert(pc.fill_null(table.column(SPLIT_END), False)))
    gaps = sorted(each for each in plan.needed if records.column(each).null_count)
    if gaps:
        raise NotNative(plan.window.vertex.head.name, f"the columns {gaps} have empty cells")
    return table


__all__ = ["ColumnarRun", "check_times", "watermarks_of"]
