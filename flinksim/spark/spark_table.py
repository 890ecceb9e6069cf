"""A table of a job on Spark: computed when it is asked for, wherever it is wanted.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path

import pyarrow as pa
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sql

from flinksim.java.timestamps import MAX_TIMESTAMP
from flinksim.spark.fetched_rows import RunsAction
from flinksim.spark.result_tables import Kinds
from flinksim.spark.typed_tables import TIME, ResultTable

_MOST_MS = MAX_TIMESTAMP // 1000
"""Spark's timestamps are microseconds in 64 bits; a time beyond is empty."""


class SparkTable(ResultTable):
    """One on Spark; nothing is computed before rows are asked for."""

    def __init__(
        self,
        rows: Callable[[bool], DataFrame],
        kinds: Kinds,
        run: RunsAction,
        as_text: bool = False,
    ) -> None:
        """*rows* gives them with times in epoch milliseconds, and with texts for values if asked."""
        self._rows, self._kinds, self._run, self._as_text = rows, kinds, run, as_text

    @cached_property
    def _frame(self) -> DataFrame:
        rows = self._rows(self._as_text)
        times = {name: _time(name) for name, kind in self._kinds.items() if kind == "time"}
        return rows.select(*[times.get(name, sql.col(name)).alias(name) for name in self._kinds])

    def to_spark(self) -> DataFrame:
        """As a DataFrame of the session that the job runs on."""
        return self._frame

    def create_view(self, name: str) -> None:
        """Let SQL of the job's session read it as the temporary view *name*."""
        self._frame.createOrReplaceTempView(name)

    def to_arrow(self) -> pa.Table:
        return _in_ms(self._run(self._frame.toArrow))

    def to_text(self) -> SparkTable:
        return SparkTable(self._rows, self._kinds, self._run, as_text=True)

    def where_true(self, column: str) -> SparkTable:
        def chosen(as_text: bool) -> DataFrame:
            return self._rows(as_text).where(sql.col(column))

        return SparkTable(chosen, self._kinds, self._run, self._as_text)

    def write(self, path: str | Path) -> Path:
        """Write it to *path*, a folder of Parquet that is there when it is whole; gives the path.

        Raises: FileExistsError if it is there already.
        """
        from flinksim.spark.written_tables import TargetFolder

        target = TargetFolder(self._frame.sparkSession, str(path))
        target.check(replace=False)
        with target.unfinished() as folder:
            self._run(lambda: self._frame.write.parquet(folder))
        return Path(path)

    @property
    def columns(self) -> list[str]:
        return list(self._kinds)

    def __len__(self) -> int:
        return self._run(self._frame.count)

    def head(self, rows: int) -> pa.Table:
        return _in_ms(self._run(self._frame.limit(rows).toArrow))


def _time(name: str) -> Column:
    is_one = sql.col(name).between(-_MOST_MS, _MOST_MS)
    return sql.when(is_one, sql.timestamp_millis(sql.col(name)))


def _in_ms(table: pa.Table) -> pa.Table:
    """Spark's times, microseconds of the session's zone, as those of every other table."""
    fields = [
        pa.field(field.name, TIME) if pa.types.is_timestamp(field.type) and field.type.tz else field
        for field in table.schema
    ]
    return table.cast(pa.schema(fields))


__all__ = ["SparkTable"]
