"""A plan run in this process, for logs that fit here: watermarks, windows, tables.

Not in Flink.
"""

from __future__ import annotations

from functools import cached_property

import pyarrow as pa

from flinksim.spark.columnar.kernel import Kernel, fired_schema
from flinksim.spark.columnar.log_parts import LogHere, OfPart, OfRecords, look
from flinksim.spark.columnar.reach import Reach
from flinksim.spark.columnar.records import Records, window_records
from flinksim.spark.generic.chains import Timeline
from flinksim.spark.generic.cuts import Steps
from flinksim.spark.generic.source_timeline import SourceReach
from flinksim.spark.generic.timelines import EventTime
from flinksim.spark.native.chain import NotNative
from flinksim.spark.native.plan import NativePlan, bad_rows_of

_FARTHEST = 1 << 61
"""A timestamp so far from 1970, in milliseconds, can be reckoned with in 64 bits."""


class ColumnarRun:
    """One run of a plan; ``fired`` and ``dropped`` are tables of the kernel."""

    def __init__(self, plan: NativePlan) -> None:
        self._plan = plan
        self._log = LogHere(plan)
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
        self.timelines, steps = watermarks_of(plan, self.reach.reached)
        kernel = Kernel(plan, steps, self.timelines[plan.window.vertex.key][0])
        windows = kernel.all_windows(self._looked[1])
        nothing = fired_schema(plan).empty_table()
        self.fired = pa.concat_tables([nothing, *kernel.fired(windows)])
        self.dropped = kernel.dropped(windows)

    @cached_property
    def _looked(self) -> tuple[Reach, Records]:
        reach, timed = look(self._log, 0)
        if timed is None:
            raise bad_rows_of(self._plan)
        check_times(self._plan, reach.least, reach.greatest)
        return reach, window_records(self._plan, timed)

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
        return pa.concat_tables([schema.empty_table(), work(self._log, 0)])

    def of_keys(self, work: OfRecords, schema: pa.Schema) -> pa.Table:
        """What *work* finds in the records that come to the window, all of a key together."""
        records = self._looked[1]
        found = [work(records, 0)] if len(records) else []
        return pa.concat_tables([schema.empty_table(), *found])


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
