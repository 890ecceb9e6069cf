"""Session windows on Spark: records spread by key, then cut into sessions by the batch."""

from __future__ import annotations

from functools import cached_property, partial

import numpy as np
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sql

from flinksim.spark.expressions.sql import to_sql
from flinksim.spark.expressions.symbolic import Kind
from flinksim.spark.generic.chains import Timeline
from flinksim.spark.generic.cuts import Steps, WindowCuts
from flinksim.spark.native.contents import Contents
from flinksim.spark.native.cuts import one_of
from flinksim.spark.native.events import NativeEvents
from flinksim.spark.native.plan import NativePlan
from flinksim.spark.native.session_batches import dropped_batches, fired_batches
from flinksim.spark.native.session_columns import SessionColumns
from flinksim.spark.native.session_work import session_work

RECORDS_AT_ONCE = 2_000_000
"""About so many records are in a worker's memory at a time."""

BUCKETS = 100_000
"""Records that may be dropped are looked for by buckets of time; at most so many."""

_TYPES: dict[Kind, str] = {"int": "bigint", "str": "string", "bool": "boolean", "float": "double"}


class NativeSessions:
    """The queries of a plan with session windows."""

    def __init__(
        self, spark: SparkSession, plan: NativePlan, events: NativeEvents, steps: Steps,
        timeline: Timeline, span: tuple[int, int],
    ) -> None:  # fmt: skip
        self._spark = spark
        self._plan = plan
        self._steps = steps
        self._span = span
        self._keys = [f"_k{i}" for i in range(len(plan.key_shape.fields))]
        self._contents = Contents(plan, self._keys, one="")
        self._units = max(
            int(spark.conf.get("spark.sql.shuffle.partitions") or 1),
            -(-events.records // RECORDS_AT_ONCE),
        )
        shared = spark.sparkContext.broadcast((steps, timeline))
        self._work = session_work(plan, self._contents, shared)
        self._names = self._work.columns
        self._log_events = events
        self._columns = SessionColumns.of(plan, self._work, events.path, self._units)

    def close(self) -> None:
        """Let go of what workers were sent."""
        self._work.shared.unpersist()

    @cached_property
    def _events(self) -> DataFrame:
        columns = [f"{to_sql(e)} AS {name}" for e, name in self._names.items()]
        return self._log_events.events().selectExpr("_ts", "_code", "_offset", *columns)

    def _key_columns(self) -> list[str]:
        return [self._names[e] for e, _ in self._plan.key_shape.fields if e in self._names]

    def _spread(self, events: DataFrame) -> DataFrame:
        """Records, those of a key in one partition."""
        keys = self._key_columns()
        return events.repartition(self._units, *keys) if keys else events.repartition(1)

    def _key_schema(self) -> list[str]:
        fields = self._plan.key_shape.fields
        return [
            f"{name} {_TYPES[kind]}" for name, (_, kind) in zip(self._keys, fields, strict=True)
        ]

    def _records(self) -> DataFrame:
        """All records, those of a key in one partition, as workers take them."""
        if self._columns is not None:
            return self._columns.spread(self._spark)
        return self._spread(self._events)

    # --- tables --------------------------------------------------------------------------------------

    def firings(self) -> DataFrame:
        """All firings: key and window, kind, count, contents, watermark, time."""
        kept = [f"{name} {_TYPES[kind]}" for name, _, kind, _ in self._contents.slots()]
        schema = [
            *self._key_schema(), "window_start bigint", "window_end bigint", "kind string",
            "count bigint", *kept, "watermark bigint", "time bigint",
        ]  # fmt: skip
        work = partial(fired_batches, work=self._work)
        rows = self._records().mapInArrow(work, ", ".join(schema))
        return rows.selectExpr(
            *self._keys, "window_start", "window_end", "kind", "count",
            *self._contents.result(), "watermark", "time",
        )  # fmt: skip

    def dropped(self) -> DataFrame:
        """Records that no session took any more; only keys that may have some are looked at."""
        keys = self._key_columns()
        chosen = self._events
        if keys:
            late = self._events.where(self._may_be_late()).select(*keys).distinct()
            chosen = self._events.join(late, keys, "left_semi")
        fields = self._plan.event_shape.fields
        schema = [
            *self._key_schema(),
            *[f"v{place} {_TYPES[kind]}" for place, (_, kind) in enumerate(fields)],
            "timestamp bigint", "watermark bigint", "time bigint",
        ]  # fmt: skip
        work = partial(dropped_batches, work=self._work)
        rows = self._spread(chosen).mapInArrow(work, ", ".join(schema))
        return rows.withColumn("side_output", sql.lit(self._plan.has_late_output))

    def _may_be_late(self) -> str:
        """Of every record that is dropped, and a few more: it is late for a bucket of its time."""
        plan, (least, greatest) = self._plan, self._span
        bucket = max(200, -(-(greatest - least + 1) // BUCKETS))
        ends = np.arange(least, greatest + 1, bucket, dtype=np.int64) + (plan.gap - 1)
        cuts = WindowCuts.of(self._steps, ends, plan.lateness)
        return f"_code >= {one_of(cuts.clean_codes, f'int((_ts - {least}L) div {bucket}L)')}"
