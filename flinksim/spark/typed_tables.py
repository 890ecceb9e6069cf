"""What came of a job, as tables with types: for pandas, Arrow, Parquet and SQL.

Keys and values are columns of their own type: a tuple or a row is a struct, whose fields are
``f0``, ``f1`` ... or the row's names. Times are timestamps in UTC, in milliseconds; a watermark
that says that nothing more comes is empty. The text that Flink prints is one method away.

Not in Flink.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from flinksim.base.files import replacing
from flinksim.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.spark.value_types import array_of, type_of_all
from flinksim.typeutils.printing import format_value

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
        self, table: pa.Table, of_values: Sequence[str], values: Callable[[], Any]
    ) -> None:
        """*values* gives, for each of the columns *of_values*, the program's own values."""
        self._table = table
        self._of_values = of_values
        self._values = values

    def to_arrow(self) -> pa.Table:
        return self._table

    def to_text(self) -> ArrowTable:
        table = self._table
        for name, cells in zip(self._of_values, self._values(), strict=True):
            texts = pa.array([None if cell is None else format_value(cell) for cell in cells])
            place = table.column_names.index(name)
            table = table.set_column(place, name, texts.cast(pa.string()))
        return ArrowTable(table, (), list)

    def where_true(self, column: str) -> ArrowTable:
        chosen = self._table.column(column)

        def values() -> list[list[Any]]:
            kept = chosen.to_pylist()
            return [
                [cell for cell, is_kept in zip(cells, kept, strict=True) if is_kept]
                for cells in self._values()
            ]

        return ArrowTable(self._table.filter(chosen), self._of_values, values)

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


def times(values: Any) -> pa.Array:
    """Epoch milliseconds as timestamps; the two that are no time are empty."""
    numbers = pa.array(values, pa.int64()) if not isinstance(values, pa.Array) else values
    listed = numbers.to_numpy(zero_copy_only=False)
    is_none = (listed == MAX_TIMESTAMP) | (listed == MIN_TIMESTAMP)
    return pa.array(listed, pa.int64(), mask=is_none).cast(pa.timestamp("ms")).cast(TIME)


def table_of(rows: Iterable[Sequence[Any]], kinds: dict[str, str]) -> ArrowTable:
    """Rows as a table with columns of these *kinds* (:mod:`flinksim.spark.result_tables`)."""
    listed = list(rows)
    cells = {name: [row[place] for row in listed] for place, name in enumerate(kinds)}
    columns = {}
    for name, kind in kinds.items():
        if kind == "value":
            columns[name] = array_of(cells[name], type_of_all(cells[name]))
        elif kind == "time":
            columns[name] = times(pc.fill_null(pa.array(cells[name], pa.int64()), MIN_TIMESTAMP))
        else:
            columns[name] = pa.array(cells[name], kind)
    of_values = [name for name, kind in kinds.items() if kind == "value"]
    return ArrowTable(pa.table(columns), of_values, lambda: [cells[name] for name in of_values])


__all__ = ["TIME", "ArrowTable", "ResultTable", "table_of", "times"]
