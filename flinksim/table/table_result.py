"""PyFlink: ``TableResult``, and the table that ``print`` shows."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any, Literal, TypeAlias

from flinksim.common.types import Row
from flinksim.table.console_output import write_line
from flinksim.table.planner.sql_types import SqlType
from flinksim.table.result_kind import ResultKind
from flinksim.table.schema import ResolvedSchema
from flinksim.table.table_schema import TableSchema

__all__ = ["CollectedRows", "TableResult"]

NULL_TEXT = "<NULL>"
WIDTHS = {
    "BOOLEAN": 7,
    "TINYINT": 4,
    "SMALLINT": 6,
    "INT": 11,
    "BIGINT": 20,
    "DATE": 10,
}
DEFAULT_WIDTH = 30

PrintStyle: TypeAlias = Literal["rows", "listing", "text"]
"""How a result is printed: a *listing* of SHOW or DESCRIBE shows whole values, and nothing for NULL."""


class CollectedRows:
    """An iterator over the rows of a result, which is closed after use."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows = iter(rows)

    def __iter__(self) -> Iterator[Row]:
        return self

    def __next__(self) -> Row:
        return next(self._rows)

    next = __next__

    def close(self) -> None:
        """End the iteration."""
        self._rows = iter(())

    def __enter__(self) -> CollectedRows:
        return self

    def __exit__(self, *details: object) -> None:
        self.close()


class TableResult:
    """The result of a statement: rows, or the client of a job."""

    def __init__(
        self,
        names: Sequence[str],
        types: Sequence[SqlType],
        rows: Sequence[Row],
        *,
        client: Any = None,
        texts: Sequence[Sequence[str | None]] | None = None,
        kind: ResultKind = ResultKind.SUCCESS_WITH_CONTENT,
        streaming: bool = False,
        style: PrintStyle = "rows",
    ) -> None:
        self._names = list(names)
        self._types = list(types)
        self._rows = list(rows)
        self._client = client
        self._texts = texts
        self._kind = kind
        self._streaming = streaming
        self._style = style

    def get_job_client(self) -> Any:
        """Return the client of the job; None for statements without one."""
        return self._client

    def wait(self, timeout_ms: int | None = None) -> None:
        """Wait for the job; raises the error with which it failed."""
        if self._client is not None:
            self._client.get_job_execution_result().result()

    def get_table_schema(self) -> TableSchema:
        """Return names and types of the columns."""
        from flinksim.table.types import DataType

        return TableSchema(self._names, [DataType.of(kind) for kind in self._types])

    def get_resolved_schema(self) -> ResolvedSchema:
        """Return names and types of the columns."""
        return ResolvedSchema(self._names, self._types)

    def get_result_kind(self) -> ResultKind:
        """Tell whether the statement has rows."""
        return self._kind

    def collect(self) -> CollectedRows:
        """Return the rows; those of a changelog have their kinds."""
        self.wait()
        return CollectedRows(self._rows)

    def print(self) -> None:
        """Print the rows as Flink's client does."""
        self.wait()
        if self._kind is ResultKind.SUCCESS:
            write_line("OK")
            return
        if self._style == "text":
            write_line(str(self._rows[0][0]))
            return
        write_line("\n".join(self._format()))

    def _format(self) -> list[str]:
        is_listing = self._style == "listing"
        null = "" if is_listing else NULL_TEXT
        rows = [
            [null if value is None else _format_value(value) for value in row]
            for row in (self._texts or self._rows)
        ]
        header = list(self._names)
        widths = [_measure(name) for name in header]
        if self._streaming:
            widths = [max(w, _find_width(k)) for w, k in zip(widths, self._types, strict=True)]
            header = ["op", *header]
            widths = [2, *widths]
            kinds = [str(row.get_row_kind()) for row in self._rows]
            rows = [[kind, *row] for kind, row in zip(kinds, rows, strict=True)]
        else:
            for row in rows:
                widths = [
                    max(w, _measure(v) if is_listing else min(DEFAULT_WIDTH, _measure(v)))
                    for w, v in zip(widths, row, strict=True)
                ]
        if not rows:
            return ["Empty set"]
        border = "+" + "+".join("-" * (width + 2) for width in widths) + "+"
        lines = [border, _format_line(header, widths), border]
        lines += [_format_line(row, widths) for row in rows]
        count = f"{len(rows)} row{'s' if len(rows) != 1 else ''} in set"
        return [*lines, border, count]


def _find_width(kind: SqlType) -> int:
    root = kind.root
    if root == "DECIMAL":
        return kind.precision + 2
    if root == "TIMESTAMP":
        return 19 + (kind.precision + 1 if kind.precision else 0)
    if root == "TIMESTAMP_LTZ":
        return 19 + (kind.precision + 1 if kind.precision else 0)
    if root == "CHAR":
        return min(DEFAULT_WIDTH, kind.precision)
    if root == "VARCHAR":
        return min(DEFAULT_WIDTH, kind.precision)
    return WIDTHS.get(root, DEFAULT_WIDTH)


def _measure(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(c) in "FW" else 1 for c in text)


def _format_line(cells: Sequence[str], widths: Sequence[int]) -> str:
    shown = []
    for cell, width in zip(cells, widths, strict=True):
        text = cell
        if _measure(text) > width:
            while _measure(text) > width - 3:
                text = text[:-1]
            text += "..."
        shown.append(f" {' ' * (width - _measure(text))}{text} ")
    return "|" + "|".join(shown) + "|"


def _format_value(value: Any) -> str:
    if value is None:
        return NULL_TEXT
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, list):
        return "[" + ", ".join(map(_format_value, value)) + "]"
    if isinstance(value, dict):
        return (
            "{"
            + ", ".join(f"{_format_value(k)}={_format_value(v)}" for k, v in value.items())
            + "}"
        )
    if isinstance(value, Row):
        return "(" + ", ".join(map(_format_value, value)) + ")"
    if isinstance(value, bytes):
        return f"x'{value.hex()}'"
    return str(value)
