"""The log as a DataFrame of what comes to the window, and how far its timestamps came by each tick."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sql
from pyspark.sql.pandas.types import from_arrow_schema

from flinksim.spark.expressions.sql import to_sql
from flinksim.spark.generic import positions
from flinksim.spark.generic.source_timeline import Reached
from flinksim.spark.logs.log_scan import LogScan, scanned
from flinksim.spark.native.plan import NativePlan

BEHIND_ALL = 1 << 62
"""An offset for the last item of a split; to look for its own would mean one more column to read."""


class NativeEvents:
    """The records of one Parquet log, as a native plan sees them."""

    def __init__(self, spark: SparkSession, path: Path, plan: NativePlan) -> None:
        self._plan = plan
        self._path = path
        self._chain = plan.source.chain
        names = self._chain.split_names
        # Spark would start a job to find the columns
        rows = spark.read.schema(from_arrow_schema(pq.read_schema(path))).parquet(str(path))
        has_end = "split_end" in rows.columns
        cases = " ".join(
            f"WHEN '{_escaped(name)}' THEN {number}" for number, name in enumerate(names)
        )
        self._lines = rows.select(
            sql.expr(f"CASE `split` {cases} END").alias("_split"),
            sql.col("arrival").alias("_arrival"),
            sql.expr("_metadata.row_index").alias("_offset"),
            sql.expr("coalesce(split_end, false)" if has_end else "false").alias("_ended"),
            *[sql.col(name) for name in sorted(plan.columns)],
        )
        # Until the log has been looked at; a filter that keeps all costs the reading of a column.
        self._has_strangers = self._has_ends = True
        self.records = 0
        """How many lines the log has, once it has been looked at."""

    @property
    def events(self) -> DataFrame:
        """What comes to the window: ``_code``, ``_offset``, ``_ts`` and the log's columns."""
        splits = len(self._chain.split_names)
        rows = self._lines
        if self._has_strangers:
            rows = rows.where("_split IS NOT NULL")
        if self._has_ends:
            rows = rows.where("NOT _ended")
        return rows.where(to_sql(self._plan.keep)).withColumns(
            {
                "_code": sql.expr(f"_arrival * {splits}L + _split"),
                "_ts": sql.expr(to_sql(self._plan.timestamp)),
            }
        )

    def reached(self) -> tuple[Reached, int | None, int | None]:
        """For the watermark makers; and the least and the greatest timestamp."""
        scan = self._scanned() if self._is_a_column() else self._queried()
        self.records = scan.lines
        self._has_strangers, self._has_ends = scan.has_strangers, scan.has_ends
        return _reached(scan, self._plan), scan.least, scan.greatest

    def _is_a_column(self) -> bool:
        """Whether the timestamps of all records stand in a column of whole numbers."""
        kind, *_ = self._plan.timestamp
        return kind == "column" and self._plan.timed == ("and",)

    def _scanned(self) -> LogScan:
        chain, (_, name) = self._chain, self._plan.timestamp
        interval = chain.auto_watermark_interval_ms
        return scanned(self._path, chain.split_names, name, chain.start_ms, interval)

    def _queried(self) -> LogScan:
        chain = self._chain
        timed, timestamp = to_sql(self._plan.timed), to_sql(self._plan.timestamp)
        since = f"(_arrival - {chain.start_ms}L)"
        interval = chain.auto_watermark_interval_ms
        tick = f"{since} div {interval}L" if interval > 0 else "0L"
        lines = self._lines.select(
            "_split", "_arrival", "_ended",
            sql.expr(f"CASE WHEN NOT _ended AND {timed} THEN {timestamp} END").alias("_ts"),
            sql.expr(tick).alias("_tick"),
        )  # fmt: skip
        groups = lines.groupBy("_split", "_tick").agg(
            sql.expr("max(_ts)").alias("greatest"),
            sql.expr("min(_ts)").alias("least"),
            sql.expr("max(_arrival)").alias("last_arrival"),
            sql.expr("max(_ended)").alias("ended"),
            sql.expr("count(1)").alias("lines"),
        )
        scan = LogScan()
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


def _reached(scan: LogScan, plan: NativePlan) -> Reached:
    chain = plan.source.chain
    by_split = plan.maker == chain.operators[0].node.id
    reached = Reached()
    for split, arrival in scan.last_arrivals.items():
        number = chain.first_split + split
        reached.last_items[number] = positions.of_record(arrival, number, BEHIND_ALL)
    for split, greatest in scan.timestamps.items():
        unit = chain.first_split + split if by_split else split % chain.parallelism
        reached.note(
            plan.maker, unit, {tick + 1: timestamp for tick, timestamp in greatest.items()}
        )
    return reached


def _escaped(name: str) -> str:
    return name.replace("\\", "\\\\").replace("'", "\\'")
