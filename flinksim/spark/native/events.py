"""The log as a DataFrame of what comes to the window, and how far its timestamps came by each tick."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sql
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import IntegerType, LongType, StructField, StructType

from flinksim.spark.expressions.sql import to_sql
from flinksim.spark.generic import positions
from flinksim.spark.generic.source_timeline import Reached
from flinksim.spark.logs.log_scan import LogScan, scanned
from flinksim.spark.logs.parquet_log import SPLIT_END, ParquetLogSource
from flinksim.spark.logs.parquet_rows import BadRow, surveyed
from flinksim.spark.native.plan import NativePlan, rejected_rows_of

BEHIND_ALL = 1 << 62
"""An offset for the last item of a split; to look for its own would mean one more column to read."""


class NativeEvents:
    """The records of one Parquet log, as a native plan sees them."""

    def __init__(self, spark: SparkSession, path: Path, plan: NativePlan) -> None:
        self._plan = plan
        self.path = path
        self._chain = plan.source.chain
        names = self._chain.split_names
        self._spark = spark
        self._schema = _schema_of(path)
        has_end = SPLIT_END in self._schema.names
        cases = " ".join(
            f"WHEN '{_escaped(name)}' THEN {number}" for number, name in enumerate(names)
        )
        ended = "coalesce(split_end, false)" if has_end else "false"
        self._columns = [
            f"CASE `split` {cases} END AS _split", "arrival AS _arrival", f"{ended} AS _ended",
            *[f"`{name}`" for name in sorted(plan.columns)],
        ]  # fmt: skip
        # Until the log has been looked at; a filter that keeps all costs the reading of a column.
        self._has_strangers = self._has_ends = True
        self.records = 0
        """How many lines the log has, once it has been looked at."""

    @cached_property
    def _rows(self) -> DataFrame:
        # Spark would start a job to find the columns
        return self._spark.read.schema(self._schema).parquet(str(self.path))

    def events(self, with_offsets: bool = True) -> DataFrame:
        """What comes to the window: ``_code``, ``_offset`` if asked for, ``_ts``, the log's columns.

        Once asked for, Spark makes offsets for every line, and the file's name and times beside them,
        even where nothing reads them.
        """
        splits = len(self._chain.split_names)
        offset = ["_metadata.row_index AS _offset"] if with_offsets else []
        rows = self._rows.selectExpr(*self._columns, *offset)
        if self._has_strangers:
            rows = rows.where("_split IS NOT NULL")
        if self._has_ends:
            rows = rows.where("NOT _ended")
        if self._plan.keep != ("and",):
            rows = rows.where(to_sql(self._plan.keep))
        return rows.selectExpr(
            "*", f"_arrival * {splits}L + _split AS _code", f"{to_sql(self._plan.timestamp)} AS _ts"
        )

    def reached(self) -> tuple[Reached, int | None, int | None]:
        """For the watermark makers; and the least and the greatest timestamp.

        Raises: EventLogError, or NotNative, for a log with bad rows.
        """
        scan = self._scanned() if self._is_a_column() else self._queried()
        if scan.bad is not None:
            raise self._refusal(scan.bad)
        self.records = scan.lines
        self._has_strangers, self._has_ends = scan.has_strangers, scan.has_ends
        return _reached(scan, self._plan), scan.least, scan.greatest

    def _refusal(self, bad: BadRow) -> Exception:
        """Bad rows that are rejected were known beforehand, unless the file has changed since."""
        spec: Any = self._plan.source.vertex.head.spec
        source = spec.source
        assert isinstance(source, ParquetLogSource), "text is written in columns without bad rows"
        if source.bad_rows == "error":
            return source.error_of(bad)
        return rejected_rows_of(source, self._plan.source.vertex.head.name)

    def _is_a_column(self) -> bool:
        """Whether the timestamps of all records stand in a column of whole numbers."""
        kind, *_ = self._plan.timestamp
        return kind == "column" and self._plan.timed == ("and",)

    def _scanned(self) -> LogScan:
        chain, (_, name) = self._chain, self._plan.timestamp
        interval = chain.ticks_every_ms(self._plan.maker)
        return scanned(self.path, chain.split_names, name, chain.start_ms, interval)

    def _queried(self) -> LogScan:
        scan = LogScan(bad=surveyed(self.path, None).first)
        if scan.bad is not None:
            return scan
        chain = self._chain
        timed, timestamp = to_sql(self._plan.timed), to_sql(self._plan.timestamp)
        since = f"(_arrival - {chain.start_ms}L)"
        interval = chain.ticks_every_ms(self._plan.maker)
        tick = f"{since} div {interval}L + 1L" if interval > 0 else "1L"
        lines = self._rows.selectExpr(*self._columns).selectExpr(
            "_split", "_arrival", "_ended", f"{tick} AS _tick",
            f"CASE WHEN NOT _ended AND {timed} THEN {timestamp} END AS _ts",
        )  # fmt: skip
        groups = lines.groupBy("_split", "_tick").agg(
            sql.expr("max(_ts) AS greatest"),
            sql.expr("min(_ts) AS least"),
            sql.expr("max(_arrival) AS last_arrival"),
            sql.expr("max(_ended) AS ended"),
            sql.expr("count(1) AS lines"),
        )
        for group in groups.toArrow().to_pylist():
            split = group["_split"]
            scan.lines += group["lines"]
            scan.has_ends |= group["ended"]
            if split is None:
                scan.has_strangers = True
                continue
            scan.came(split, group["last_arrival"])
            if group["greatest"] is not None:
                scan.note(split, {group["_tick"]: group["greatest"]})
                scan.span(group["least"], group["greatest"])
        return scan


def _schema_of(path: Path) -> StructType:
    """The columns of the log; all whole numbers are long ones, as Python's."""
    fields = [
        StructField(field.name, LongType()) if field.dataType == IntegerType() else field
        for field in from_arrow_schema(pq.read_schema(path))
    ]
    return StructType(fields)


def _reached(scan: LogScan, plan: NativePlan) -> Reached:
    chain = plan.source.chain
    by_split = plan.maker == chain.operators[0].node.id
    reached = Reached()
    for split, arrival in scan.last_arrivals.items():
        number = chain.first_split + split
        reached.last_items[number] = positions.of_record(arrival, number, BEHIND_ALL)
    for split, greatest in scan.timestamps.items():
        unit = chain.first_split + split if by_split else split % chain.parallelism
        reached.note(plan.maker, unit, greatest)
    return reached


def _escaped(name: str) -> str:
    return name.replace("\\", "\\\\").replace("'", "\\'")
