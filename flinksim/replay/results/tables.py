"""Typed result tables of a job, for pandas, Arrow, Parquet and SQL.

Keys and values are columns of their own type. A tuple or row is a struct with fields ``f0``, ``f1``
... or the names of the row. Times are UTC timestamps in milliseconds. The final watermark
(``Long.MAX_VALUE``) is null. :meth:`ResultTable.to_text` gives the text that Flink prints.

Not in Flink.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from flinksim.core.atomic_files import write_atomically
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.replay.results.schemas import ColumnKinds
from flinksim.replay.results.table_writer import replace_folder
from flinksim.replay.spark.job_monitor import SparkJobMonitor

if TYPE_CHECKING:
    import pandas as pd
    from pyspark.sql import DataFrame

_MAX_SHOWN_ROWS = 20
_MAX_SPARK_MS = MAX_TIMESTAMP // 1000
"""Maximum time in ms that fits Spark's 64-bit microseconds; later times become null."""


@dataclass(eq=False, repr=False)
class ResultTable:
    """A table of one job, such as its results, firings or dropped records.

    In the column ``operator`` is the number that ``job.explain()`` shows before the operator's name.
    *_create_rows* computes the rows, with times in epoch milliseconds, and with texts instead of typed
    values if its argument is true.
    """

    _create_rows: Callable[[bool], Any]
    _kinds: ColumnKinds
    _monitor: SparkJobMonitor
    _as_text: bool = False

    @cached_property
    def _table(self) -> Any:
        return self._create_rows(self._as_text)

    def to_arrow(self) -> pa.Table:
        """Return the table as an Arrow table, which DuckDB, Polars and Spark can read."""
        return self._apply_types(self._table)

    def to_pandas(self) -> pd.DataFrame:
        """Return the table as a pandas frame; structs are dicts, times UTC ``Timestamp`` values."""
        return self.to_arrow().to_pandas()

    def to_text(self) -> Self:
        """Return the table with keys and values as Flink prints them."""
        return replace(self, _as_text=True)

    def where_true(self, column: str) -> Self:
        """Return the rows in which *column* is true."""

        def chosen(as_text: bool) -> Any:
            table = self._create_rows(as_text)
            return table.filter(self._get_column(table, column))

        return replace(self, _create_rows=chosen)

    def write(self, path: str | Path) -> Path:
        """Write the table to *path* as Parquet, which appears when it is complete.

        In this process it is one file, on Spark a folder of parts.

        Returns:
            The path.

        Raises:
            FileExistsError: Such a folder exists.
        """
        with write_atomically(path) as draft:
            pq.write_table(self.to_arrow(), draft)
        return Path(path)

    def write_into(self, folder: str, stage_name: str) -> int:
        """Write the table as parts into a new *folder* and return the number of rows."""
        os.mkdir(folder)
        self.write(Path(folder) / "part-00000.parquet")
        return len(self)

    @property
    def columns(self) -> list[str]:
        """Names of the columns."""
        return list(self._kinds)

    def __len__(self) -> int:
        return int(self._table.num_rows)

    def head(self, rows: int) -> pa.Table:
        """Return the first *rows* rows."""
        return self._apply_types(self._table.slice(0, rows))

    def _get_column(self, table: Any, name: str) -> Any:
        return table.column(name)

    def _apply_types(self, table: pa.Table) -> pa.Table:
        columns = [
            _to_timestamps(table.column(name)) if kind == "time" else table.column(name)
            for name, kind in self._kinds.items()
        ]
        return pa.table(columns, names=list(self._kinds))

    def __repr__(self) -> str:
        more = f"\n... {len(self) - _MAX_SHOWN_ROWS:,} more" if len(self) > _MAX_SHOWN_ROWS else ""
        return f"{self.head(_MAX_SHOWN_ROWS).to_pandas()}{more}"

    def _repr_html_(self) -> str:
        shown = self.head(_MAX_SHOWN_ROWS).to_pandas()._repr_html_()
        return f"{shown}<p>{len(self):,} rows</p>"


class SparkTable(ResultTable):
    """A table as Spark DataFrame; it is computed when rows are requested."""

    @cached_property
    def _frame(self) -> DataFrame:
        from pyspark.sql import functions as sql

        def column(name: str, kind: str) -> Any:
            if kind != "time":
                return name
            is_valid = sql.col(name).between(-_MAX_SPARK_MS, _MAX_SPARK_MS)
            return sql.when(is_valid, sql.timestamp_millis(sql.col(name))).alias(name)

        frame: DataFrame = self._table.select(*[column(*each) for each in self._kinds.items()])
        return frame

    def to_spark(self) -> DataFrame:
        """Return the table as a DataFrame of the Spark session that runs the job."""
        return self._frame

    def create_view(self, name: str) -> None:
        """Create the temporary view *name*, for SQL in the job's Spark session."""
        self._frame.createOrReplaceTempView(name)

    def to_arrow(self) -> pa.Table:
        found = self._table
        return self._apply_types(self._run(found.toArrow))

    def write(self, path: str | Path) -> Path:
        with replace_folder(self._frame.sparkSession, str(path)) as folder:
            self.write_into(folder, "fetching")
        return Path(path)

    def write_into(self, folder: str, stage_name: str) -> int:
        frame = self._frame  # Infers the types first.
        self._monitor.run(stage_name, lambda: frame.write.mode("append").parquet(folder))
        return frame.sparkSession.read.parquet(folder).count()

    def __len__(self) -> int:
        found = self._table
        return int(self._run(found.count))

    def head(self, rows: int) -> pa.Table:
        found = self._table.limit(rows)
        return self._apply_types(self._run(found.toArrow))

    def _get_column(self, table: Any, name: str) -> Any:
        return table[name]

    def _run(self, action: Callable[[], Any]) -> Any:
        return self._monitor.run("fetching", action)


def _to_timestamps(numbers: pa.ChunkedArray) -> pa.Array:
    """Convert epoch milliseconds to timestamps; ``Long.MIN_VALUE`` and ``MAX_VALUE`` become null."""
    listed = pc.fill_null(numbers, MIN_TIMESTAMP).to_numpy()
    is_none = (listed == MAX_TIMESTAMP) | (listed == MIN_TIMESTAMP)
    return pa.array(listed, pa.int64(), mask=is_none).cast(pa.timestamp("ms", "UTC"))


__all__ = ["ResultTable", "SparkTable"]
