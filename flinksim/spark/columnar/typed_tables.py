"""What came of a job in this process, as tables with types: for pandas, Arrow, Parquet and SQL.

Keys and values are columns of their own type: a tuple or a row is a struct, whose fields are
``f0``, ``f1`` ... or the row's names. Times are timestamps in UTC, in milliseconds; a watermark
that says that nothing more comes is empty. The text that Flink prints is one method away.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from flinksim.base.files import replacing
from flinksim.common.types import Row
from flinksim.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.trace.values import freeze
from flinksim.typeutils.printing import format_value

if TYPE_CHECKING:
    import pandas as pd

_TIME = pa.timestamp("ms", "UTC")
_SHOWN = 20


class ResultTable:
    """A table of one job; ``operator`` is the number before its name in ``job.explain()``."""

    def __init__(
        self, table: pa.Table, of_values: Sequence[str], values: Callable[[], Any]
    ) -> None:
        """*values* gives, for each of the columns *of_values*, the program's own values."""
        self._table = table
        self._of_values = of_values
        self._values = values

    def to_arrow(self) -> pa.Table:
        """As a table of Arrow, which DuckDB, Polars and Spark read as it is."""
        return self._table

    def to_pandas(self) -> pd.DataFrame:
        """As a frame of pandas; a struct is a dict there, a time a ``Timestamp`` in UTC."""
        return self._table.to_pandas()

    def to_text(self) -> pa.Table:
        """With keys and values as Flink prints them."""
        table = self._table
        for name, cells in zip(self._of_values, self._values(), strict=True):
            texts = pa.array([None if cell is None else format_value(cell) for cell in cells])
            place = table.column_names.index(name)
            table = table.set_column(place, name, texts.cast(pa.string()))
        return table

    def write(self, path: str | Path) -> Path:
        """Write it to *path* as one Parquet file, which is there when it is whole; gives the path."""
        with replacing(path) as draft:
            pq.write_table(self._table, draft)
        return Path(path)

    @property
    def columns(self) -> list[str]:
        """The names of its columns."""
        names: list[str] = self._table.column_names
        return names

    def __len__(self) -> int:
        return int(self._table.num_rows)

    def __repr__(self) -> str:
        more = f"\n... {len(self) - _SHOWN:,} more" if len(self) > _SHOWN else ""
        return f"{self._table.slice(0, _SHOWN).to_pandas()}{more}"

    def _repr_html_(self) -> str:
        shown = self._table.slice(0, _SHOWN).to_pandas()._repr_html_()
        return f"{shown}<p>{len(self):,} rows</p>"


def times(values: Any) -> pa.Array:
    """Epoch milliseconds as timestamps; the two that are no time are empty."""
    numbers = pa.array(values, pa.int64()) if not isinstance(values, pa.Array) else values
    listed = numbers.to_numpy(zero_copy_only=False)
    is_none = (listed == MAX_TIMESTAMP) | (listed == MIN_TIMESTAMP)
    return pa.array(listed, pa.int64(), mask=is_none).cast(pa.timestamp("ms")).cast(_TIME)


def typed(values: Sequence[Any]) -> pa.Array:
    """Values of a program as a column: structs, anything else that Arrow knows, or text."""
    found = [value for value in values if value is not None]
    if found and all(isinstance(value, tuple | Row) for value in found):
        names = _field_names(found)
        if names is not None:
            cells = [
                [None if v is None else tuple(v)[i] for v in values] for i in range(len(names))
            ]
            return pa.StructArray.from_arrays([typed(column) for column in cells], names=names)
    try:
        return pa.array(values)
    except (pa.ArrowException, OverflowError, TypeError, ValueError):
        return pa.array(
            [None if v is None else format_value(freeze(v)) for v in values], pa.string()
        )


def _field_names(values: Sequence[Any]) -> list[str] | None:
    """The fields of values that all have the same; ``None`` if they do not."""
    kinds = {_names_of(value) for value in values}
    return list(next(iter(kinds))) if len(kinds) == 1 and next(iter(kinds)) else None


def _names_of(value: Any) -> tuple[str, ...]:
    if isinstance(value, Row):
        names = getattr(value, "_fields", None)
        if names:
            return tuple(names)
    return tuple(f"f{place}" for place in range(len(tuple(value))))


RESULTS = {"operator": "int32", "subtask": "int32", "value": "value", "timestamp": "time"}
FIRINGS = {
    "operator": "int32", "subtask": "int32", "key": "value", "window_start": "time",
    "window_end": "time", "kind": "string", "count": "int64", "contents": "value",
    "watermark": "time", "time": "time",
}  # fmt: skip
DROPPED = {
    "operator": "int32", "subtask": "int32", "key": "value", "value": "value", "timestamp": "time",
    "watermark": "time", "side_output": "bool", "time": "time",
}  # fmt: skip
WATERMARKS = {
    "vertex": "string", "subtask": "int32", "input": "int32", "time": "time", "watermark": "time",
    "idle": "bool",
}  # fmt: skip
REJECTS = {"file": "string", "line": "int64", "text": "string", "reason": "string"}
"""The columns of tables: their type in Arrow, a ``time``, or the program's ``value``."""


def table_of(rows: Iterable[Sequence[Any]], kinds: dict[str, str]) -> ResultTable:
    """Rows as a table with columns of these *kinds*."""
    listed = list(rows)
    cells = {name: [row[place] for row in listed] for place, name in enumerate(kinds)}
    columns = {}
    for name, kind in kinds.items():
        if kind == "value":
            columns[name] = typed(cells[name])
        elif kind == "time":
            columns[name] = times(pc.fill_null(pa.array(cells[name], pa.int64()), MIN_TIMESTAMP))
        else:
            columns[name] = pa.array(cells[name], kind)
    of_values = [name for name, kind in kinds.items() if kind == "value"]
    return ResultTable(pa.table(columns), of_values, lambda: [cells[name] for name in of_values])


__all__ = [
    "DROPPED", "FIRINGS", "REJECTS", "RESULTS", "WATERMARKS", "ResultTable", "table_of", "times",
    "typed",
]  # fmt: skip
