"""What decides one window, looked up by Spark's expressions: for logs of many millions of records.

Finds what :class:`~flinksim.spark.zooms.log_cuts.LogCuts` finds, for programs that run natively.

Not in Flink.
"""

from __future__ import annotations

from numbers import Integral
from pathlib import Path
from typing import Any

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sql

from flinksim.connectors.event_log import EventLogSource
from flinksim.connectors.source import SourceRecord
from flinksim.spark.expressions.sql import to_sql
from flinksim.spark.expressions.symbolic import Kind, Shape
from flinksim.spark.generic import positions
from flinksim.spark.logs.parquet_log import ARRIVAL, SPLIT, SPLIT_END, ParquetLogSource, value_maker
from flinksim.spark.native.plan import NativePlan
from flinksim.spark.zooms.log_cuts import WHOLE, Kept, Makers, Wanted

_TYPES: dict[Kind, type] = {"int": Integral, "str": str, "bool": bool, "float": float}


class ExpressionCuts:
    """Looks records up in a Parquet log; two narrow queries for each window."""

    def __init__(self, spark: SparkSession, path: Path, plan: NativePlan) -> None:
        self._spark = spark
        self._path = path
        self._plan = plan
        spec: Any = plan.source.vertex.head.spec
        source: ParquetLogSource | EventLogSource = spec.source
        if isinstance(source, ParquetLogSource):
            self._payload, form = tuple(source.payload), source.value
            self._own_timestamp = source.timestamp
        else:
            self._payload, form = tuple(source.columns), source.value_form
            self._own_timestamp = source.timestamp_column
        self._make = value_maker(form, self._payload)
        self._makers: Makers | None = None

    def _lines(self) -> DataFrame:
        """The lines of the log with their places, as numbers, and all columns."""
        rows = self._spark.read.parquet(str(self._path))
        ended = f"coalesce({SPLIT_END}, false)" if SPLIT_END in rows.columns else "false"
        return rows.select(
            "*",
            sql.expr(f"{ended} AS _ended"),
            sql.expr("_metadata.row_index AS _offset"),
        ).where(sql.col(SPLIT).isin(*self._plan.source.chain.split_names))

    def _columns(self) -> list[str]:
        own = [] if self._own_timestamp in (None, *self._payload) else [str(self._own_timestamp)]
        return [SPLIT, ARRIVAL, "_offset", *self._payload, *own]

    def records_of(self, wanted: Wanted, most: int) -> list[Kept]:
        """The records that come to the window with the key, in the order of the run.

        One more than *most*, if there are more.
        """
        chosen = self._chosen(wanted)
        if chosen is None:
            return []
        # Sorted, because Spark would look for a mere limit in one partition, then in some more ...
        rows = chosen.select(*self._columns(), "_ts").limit(most + 1).sort(ARRIVAL).collect()
        return sorted([self._kept(row, row._ts) for row in rows], key=lambda kept: kept.position)

    def count_of(self, wanted: Wanted) -> int:
        """How many there are."""
        chosen = self._chosen(wanted)
        return 0 if chosen is None else chosen.count()

    def _chosen(self, wanted: Wanted) -> DataFrame | None:
        """The lines of the records that are wanted, with ``_ts``; ``None`` for no key of that kind."""
        plan = self._plan
        key = wanted.key if plan.key_shape.form == "tuple" else (wanted.key,)
        if not _may_be(key, plan.key_shape):
            return None  # Spark would make a number of every text to compare it with one
        lines = self._lines().where(f"NOT _ended AND {to_sql(plan.keep)}")
        for (expression, _), value in zip(plan.key_shape.fields, key, strict=True):
            lines = lines.where(sql.expr(to_sql(expression)) == sql.lit(value))
        timestamp = sql.expr(to_sql(plan.timestamp))
        if wanted.span != WHOLE:
            lines = lines.where(timestamp.between(*wanted.span))
        return lines.select("*", timestamp.alias("_ts"))

    def makers(self) -> Makers:
        """What moved the watermarks, of the whole log: per tick and split the greatest record."""
        if self._makers is None:
            self._makers = self._find_makers()
        return self._makers

    def _find_makers(self) -> Makers:
        plan = self._plan
        chain = plan.source.chain
        interval = chain.ticks_every_ms(plan.maker)
        tick = f"({ARRIVAL} - {chain.start_ms}L) div {interval}L + 1" if interval > 0 else "0L"
        timed = f"NOT _ended AND {to_sql(plan.timed)}"
        columns = ", ".join(f"`{name}`" for name in self._columns())
        greatest = f"struct(-({to_sql(plan.timestamp)}) AS _behind, {columns})"
        groups = self._lines().groupBy(SPLIT, sql.expr(tick).alias("_tick")).agg(
            sql.expr(f"min(CASE WHEN {timed} THEN {greatest} END) AS one"),
            sql.max(ARRIVAL).alias("last"),
        )  # fmt: skip
        makers = Makers()
        by_split = plan.maker == chain.operators[0].node.id
        for group in groups.collect():
            split = chain.split_names.index(group[SPLIT])
            makers.ends[split] = max(makers.ends.get(split, group["last"]), group["last"])
            if group["one"] is None or interval <= 0:
                continue
            kept = self._kept(group["one"], -group["one"]._behind)
            address = (plan.maker, split if by_split else split % chain.parallelism, group["_tick"])
            before = makers.by_tick.get(address)
            if before is None or _better(kept, before):
                makers.by_tick[address] = kept
        return makers

    def _kept(self, row: Any, timestamp: int) -> Kept:
        chain = self._plan.source.chain
        split = chain.split_names.index(row[SPLIT])
        position = positions.of_record(row[ARRIVAL], chain.first_split + split, row["_offset"])
        value = self._make([row[name] for name in self._payload])
        own = None if self._own_timestamp is None else row[self._own_timestamp]
        return Kept(position, split, timestamp, SourceRecord(value, own, row[ARRIVAL]))


def _may_be(key: Any, shape: Shape) -> bool:
    """Whether keys of *shape* are such tuples."""
    return (
        isinstance(key, tuple)
        and len(key) == len(shape.fields)
        and all(
            isinstance(cell, _TYPES[kind]) and isinstance(cell, bool) == (kind == "bool")
            for cell, (_, kind) in zip(key, shape.fields, strict=True)
        )
    )


def _better(kept: Kept, other: Kept) -> bool:
    return (-kept.timestamp, kept.position) < (-other.timestamp, other.position)
