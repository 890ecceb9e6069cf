"""What came of a job, as tables with types: for pandas, Arrow, Parquet and SQL.

Keys and values are columns of their own type: a tuple or a row is a struct, whose fields are
``f0``, ``f1`` ... or the row's names. Times are timestamps in UTC, in milliseconds; a watermark
that says that nothing more comes is empty. The text that Flink prints is one method away.

Not in Flink.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from flinksim.base.files import replacing
from flinksim.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.spark.result_tables import Kinds

if TYPE_CHECKING:
    import pandas as pd

TIME = pa.timestamp("ms", "UTC")
_SHOWN = 20


class ResultTable(ABC):
    """A table of one job; ``operator`` is the number before its name in ``job.explain()``."""

    @abstractmethod
    def to_arrow(self) -> pa.Table:
        """As a table of Arrow, which DuckDB, Polars and Spark read as it is."""

    def to_pandas(self) -> pd.DataFrame:
        """As a frame of pandas; a struct is a dict there, a time a ``Timestamp`` in UTC."""
        return self.to_arrow().to_pandas()

    @abstractmethod
    def to_text(self) -> ResultTable:
        """The same with keys and values as Flink prints them."""

    @abstractmethod
    def where_true(self, column: str) -> ResultTable:
        """The rows of which that *column* is true."""

    @abstractmethod
    def write(self, path: str | Path) -> Path:
        """Write it to *path* as Parquet, which is there when it is whole; gives the path."""

    @property
    @abstractmethod
    def columns(self) -> list[str]:
        """The names of its columns."""

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def head(self, rows: int) -> pa.Table:
        """The first *rows* rows."""

    def __repr__(self) -> str:
        more = f"\n... {len(self) - _SHOWN:,} more" if len(self) > _SHOWN else ""
        return f"{self.head(_SHOWN).to_pandas()}{more}"

    def _repr_html_(self) -> str:
        shown = self.head(_SHOWN).to_pandas()._repr_html_()
        return f"{shown}<p>{len(self):,} rows</p>"


class ArrowTable(ResultTable):
    """One in this process."""

    def __init__(
        self, rows: Callable[[bool], pa.Table], kinds: Kinds, as_text: bool = False
    ) -> None:
        """*rows* gives them with times in epoch milliseconds, and with texts for values if asked."""
        self._rows, self._kinds, self._as_text = rows, kinds, as_text

    @cached_property
    def _table(self) -> pa.Table:
        table = self._rows(self._as_text)
        columns = [
            _times(table.column(name)) if kind == "time" else table.column(name)
            for name, kind in self._kinds.items()
        ]
        return pa.table(columns, names=list(self._kinds))

    def to_arrow(self) -> pa.Table:
        return self._table

    def to_text(self) -> ArrowTable:
        return ArrowTable(self._rows, self._kinds, as_text=True)

    def where_true(self, column: str) -> ArrowTable:
        def chosen(as_text: bool) -> pa.Table:
            table = self._rows(as_text)
            return table.filter(table.column(column))

        return ArrowTable(chosen, self._kinds, self._as_text)

    def write(self, path: str | Path) -> Path:
        """Write it to *path* as one Parquet file, which is there when it is whole; gives the path."""
        with replacing(path) as draft:
            pq.write_table(self._table, draft)
        return Path(path)

    @property
    def columns(self) -> list[str]:
        names: list[str] = self._table.column_names
        return names

    def __len__(self) -> int:
        return int(self._table.num_rows)

    def head(self, rows: int) -> pa.Table:
        return self._table.slice(0, rows)


def _times(numbers: pa.ChunkedArray) -> pa.Array:
    """Epoch milliseconds as timestamps; the two that are no time are empty."""
    listed = pc.fill_null(numbers, MIN_TIMESTAMP).to_numpy()
    is_none = (listed == MAX_TIMESTAMP) | (listed == MIN_TIMESTAMP)
    return pa.array(listed, pa.int64(), mask=is_none).cast(pa.timestamp("ms")).cast(TIME)


__all__ = ["TIME", "ArrowTable", "ResultTable"]
