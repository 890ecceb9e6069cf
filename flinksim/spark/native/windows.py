"""Tumbling and sliding windows as DataFrame expressions: firings, late firings, dropped records.

Records that come in time are aggregated per key and window. Late records are few; they are found in a
pass of their own, and what they add is joined to the windows that had fired without them. Where a
record belongs to many sliding windows, records are aggregated per *pane* (the slide) first, together
with the number of windows that they come in time for: it is always the latest ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as sql

from flinksim.spark.expressions.sql import to_sql
from flinksim.spark.generic.cuts import Steps, WindowCuts
from flinksim.spark.native.contents import Contents
from flinksim.spark.native.cuts import LogEnd, constant_array
from flinksim.spark.native.events import NativeEvents
from flinksim.spark.native.plan import NativePlan

_KEY = "_k"
_WINDOW = "_w"

PANES_FROM = 10
"""From so many windows per record on, records are aggregated per pane first."""

MANY = 10_000_000
"""Late records are kept in a hash table where a partition cannot have more; else they are sorted."""


class NativeWindows:
    """The queries of one native plan over the events that come to the window."""

    def __init__(
        self, plan: NativePlan, events: NativeEvents, steps: Steps, cuts: WindowCuts, end: LogEnd
    ) -> None:
        self._plan = plan
        self._steps = steps
        self._cuts = cuts
        self._per_record = plan.size // plan.slide
        self._keys = [f"{_KEY}{i}" for i in range(len(plan.key_shape.fields))]
        self._contents = Contents(plan, self._keys)
        self._fire = end.columns(cuts.fire_codes, cuts.fire_offsets)
        self._clean = end.columns(cuts.clean_codes, cuts.clean_offsets)
        chain = plan.source.chain
        self._met = end.watermark_met(steps, chain.start_ms, chain.auto_watermark_interval_ms)
        self._records = events.records
        self._events = self._prepared(events.events)

    def close(self) -> None:
        """Nothing is kept."""

    # --- events ------------------------------------------------------------------------------------

    def _prepared(self, events: DataFrame) -> DataFrame:
        plan = self._plan
        columns = {
            name: sql.expr(to_sql(expression))
            for name, (expression, _) in zip(self._keys, plan.key_shape.fields, strict=True)
        }
        # no record is before the first window, so that this rounds down
        number = f"int((_ts - {self._cuts.first_start}L) div {plan.slide}L)"
        return events.withColumns(columns | {_WINDOW: sql.expr(number)})

    def _in_time(self, window: Column) -> Column:
        return self._fire.before(window)

    def _windows_in_time(self) -> Column:
        """How many of a record's windows, from the latest, it comes in time for."""
        window = sql.col(_WINDOW)
        count = self._per_record
        case = sql.when(self._in_time(window - (count - 1)), count)
        for fewer in range(count - 1, 0, -1):
            case = case.when(self._in_time(window - (fewer - 1)), fewer)
        return case.otherwise(0)

    def _in_all_windows(self, events: DataFrame) -> DataFrame:
        """One row for each window of a record."""
        count = self._per_record
        if count == 1:
            return events
        window = sql.col(_WINDOW)
        if count < PANES_FROM:
            windows = sql.array(*[window - earlier for earlier in range(count)])
        else:
            windows = sql.sequence(window - (count - 1), window)
        return events.withColumn(_WINDOW, sql.explode(windows))

    # --- on-time firings ---------------------------------------------------------------------------

    def _in_time_contents(self) -> DataFrame:
        """What the records in time make of each key and window; of none that never fires."""
        if self._per_record < PANES_FROM:
            in_time = self._in_all_windows(self._events).where(self._in_time(sql.col(_WINDOW)))
            contents = in_time.groupBy(*self._keys, _WINDOW).agg(*self._contents.aggregates())
        else:
            counted = self._events.withColumn("_n", self._windows_in_time()).where("_n > 0")
            panes = counted.groupBy(*self._keys, _WINDOW, "_n").agg(*self._contents.aggregates())
            numbers = sql.sequence(sql.col(_WINDOW) - (sql.col("_n") - 1), sql.col(_WINDOW))
            spread = panes.withColumn(_WINDOW, sql.explode(numbers))
            contents = spread.groupBy(*self._keys, _WINDOW).agg(*self._contents.merges())
        if self._cuts.fires.all():
            return contents
        fires = constant_array(self._cuts.fires.astype(np.int64))
        return contents.where(sql.get(fires, sql.col(_WINDOW)) == 1)

    def firings(self) -> DataFrame:
        """All firings: key and window, kind, count, contents, watermark, time."""
        if not self._plan.lateness:
            return self._told(self._in_time_contents(), "'on time'", "count", "NULL", "NULL", "0")
        before, after = self._in_time_contents(), self._after()
        partitions = int(after.sparkSession.conf.get("spark.sql.shuffle.partitions") or 1)
        hinted = after.hint("shuffle_hash") if self._records <= MANY * partitions else after
        on = [*self._keys, _WINDOW]
        both = before.alias("b").join(hinted.alias("l"), on, "full_outer")
        rows = both.where("b.count IS NOT NULL OR l._number > 0").select(
            *on, "_wm", "_arrival",
            sql.expr("coalesce(l._number, 0)").alias("_number"),
            sql.expr("b.count").alias("_before"),
            *self._contents.both("b", "l"),
        )  # fmt: skip
        is_first = "_number = 0 OR (_before IS NULL AND _number = 1)"
        kind = f"CASE WHEN {is_first} THEN 'on time' ELSE 'late' END"
        count = "coalesce(_before, 0L) + _number"
        return self._told(rows, kind, count, "_wm", "_arrival", "_number")

    def _told(
        self, rows: DataFrame, kind: str, count: str, watermark: str, time: str, number: str
    ) -> DataFrame:
        """Rows of contents as firings; those with *number* 0 came with the watermark."""
        window = sql.col(_WINDOW)
        in_time = sql.expr(f"{number} = 0")
        fired = sql.get(constant_array(self._cuts.fire_watermarks), window)
        when = sql.get(constant_array(self._cuts.fire_times), window)
        start = f"({self._cuts.first_start}L + {_WINDOW} * {self._plan.slide}L)"
        return rows.select(
            *self._keys,
            sql.expr(start).alias("window_start"),
            sql.expr(f"{start} + {self._plan.size}L").alias("window_end"),
            sql.expr(kind).alias("kind"),
            sql.expr(count).alias("count"),
            *self._contents.result(),
            sql.when(in_time, fired).otherwise(sql.expr(watermark)).alias("watermark"),
            sql.when(in_time, when).otherwise(sql.expr(time)).alias("time"),
        )  # fmt: skip

    # --- late records --------------------------------------------------------------------------------

    def late(self) -> DataFrame:
        """Records that came after one of their windows had fired, with the watermark."""
        oldest = sql.col(_WINDOW) - (self._per_record - 1)
        late = self._events.where(~self._in_time(oldest))
        if self._met is not None:
            return late.withColumn("_wm", self._met)
        schema = ", ".join(
            f"`{field.name}` {field.dataType.simpleString()}" for field in late.schema
        )
        work = partial(with_watermark, steps=self._steps)
        return late.mapInArrow(work, schema + ", _wm bigint")

    def dropped(self) -> DataFrame:
        """Records that no window took any more."""
        gone = self.late().where(~self._clean.before(sql.col(_WINDOW)))
        fields = [
            sql.expr(to_sql(expression)).alias(f"v{place}")
            for place, (expression, _) in enumerate(self._plan.event_shape.fields)
        ]
        return gone.select(
            *self._keys, *fields,
            sql.col("_ts").alias("timestamp"),
            sql.col("_wm").alias("watermark"),
            sql.lit(self._plan.has_late_output).alias("side_output"),
            sql.col("_arrival").alias("time"),
        )  # fmt: skip

    def _after(self) -> DataFrame:
        """What late records make of each key and window, up to and with each of them.

        They are numbered from 1; a row 0 without contents stands for the firing before them.
        """
        spread = self._in_all_windows(self.late())
        window = sql.col(_WINDOW)
        taken = spread.where(~self._in_time(window) & self._clean.before(window))
        order = Window.partitionBy(*self._keys, _WINDOW).orderBy("_code", "_offset")
        running = order.rowsBetween(Window.unboundedPreceding, Window.currentRow)
        contents = self._contents.named()
        numbered = taken.select(
            *self._keys, _WINDOW, "_wm", "_arrival",
            *[sql.expr(text).over(running).alias(name) for name, text in contents],
            sql.row_number().over(order).alias("_count"),
        )  # fmt: skip
        numbers = sql.expr("CASE WHEN _count = 1 THEN array(0, 1) ELSE array(_count) END")
        rows = numbered.withColumn("_number", sql.explode(numbers))
        empty = {name: sql.when(sql.col("_number") > 0, sql.col(name)) for name, _ in contents}
        return rows.withColumns(empty) if empty else rows


def with_watermark(batches: Iterable[pa.RecordBatch], steps: Steps) -> Iterator[pa.RecordBatch]:
    """Adds to each record the watermark at its arrival."""
    for batch in batches:
        codes: Any = batch.column("_code").to_numpy(zero_copy_only=False)
        offsets: Any = batch.column("_offset").to_numpy(zero_copy_only=False)
        watermarks = pa.array(steps.watermark_at(codes, offsets), pa.int64())
        yield pa.RecordBatch.from_arrays(
            [*batch.columns, watermarks], names=[*batch.schema.names, "_wm"]
        )
