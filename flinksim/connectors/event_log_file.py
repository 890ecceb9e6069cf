"""The lines of an event log, whatever its format, and the error that names one of them."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from flinksim.connectors.event_log_types import COLUMN_TYPES, ColumnType

SPLIT = "split"
ARRIVAL = "arrival"
SPLIT_END = "split_end"

_CSV_SUFFIXES = (".csv",)
_JSON_SUFFIXES = (".jsonl", ".ndjson")


class EventLogError(ValueError):
    """Something in an event log is not as it should be.

    ``path``, ``line`` (counted from 1) and ``column`` say where; the last two may be ``None``.
    """

    def __init__(
        self, path: Path, line: int | None, column: str | None, problem: str, advice: str = ""
    ) -> None:
        place = str(path)
        if line is not None:
            place += f", line {line}"
        if column is not None:
            place += f", column {column!r}"
        super().__init__(f"{place}: {problem}{'.' if advice else ''} {advice}".rstrip())
        self.path = path
        self.line = line
        self.column = column


@dataclass(slots=True)
class LogLine:
    """One record of a log: its cells in the order of the columns, and where it begins."""

    log: EventLogFile
    number: int
    cells: list[Any]

    def error(self, place: int, expected: str, found: object, advice: str = "") -> EventLogError:
        """The error that the cell at *place* is not what it should be."""
        column = self.log.columns[place].name
        words = "an empty cell" if found is None or found == "" else repr(found)
        problem = f"expected {expected}, found {words}"
        return EventLogError(self.log.path, self.number, column, problem, advice)


@dataclass(frozen=True, slots=True)
class LogColumn:
    """A column's name, and its type where the header gives one."""

    name: str
    type: ColumnType | None


class EventLogFile:
    """A log whose header has been read; iterate it once for its lines.

    Remarks, lines that begin with ``#``, may stand before a CSV header. Empty lines are skipped.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.is_json = is_json_log(path)
        with _readable(path) as stream:
            self._remarks, self.columns = (
                _json_header(path, stream) if self.is_json else _csv_header(path, stream)
            )
        _check_columns(self)

    @property
    def header_line(self) -> int:
        """The line of the header, or of the first object."""
        return self._remarks + 1

    def places(self) -> dict[str, int]:
        """Where each column stands in a line's cells."""
        return {column.name: place for place, column in enumerate(self.columns)}

    def lines(self) -> Iterator[LogLine]:
        """All records, from the file's beginning, read as they are asked for."""
        with _readable(self.path) as stream:
            for _ in range(self._remarks):
                next(stream)
            yield from self._json_lines(stream) if self.is_json else self._csv_lines(stream)

    def _csv_lines(self, stream: TextIO) -> Iterator[LogLine]:
        rows = csv.reader(stream, strict=True)
        width = len(next(rows))
        number = self._remarks + rows.line_num + 1
        try:
            for cells in rows:
                if cells:
                    if len(cells) != width:
                        raise self._width_error(number, len(cells))
                    yield LogLine(self, number, cells)
                number = self._remarks + rows.line_num + 1
        except csv.Error as error:
            raise EventLogError(
                self.path, number, None, f"not a row of CSV: {error}", "Check its quotes."
            ) from None

    def _width_error(self, number: int, found: int) -> EventLogError:
        names = ",".join([column.name for column in self.columns])
        return EventLogError(
            self.path,
            number,
            None,
            f"expected {len(self.columns)} cells ({names}), found {found}",
            "Put a cell that holds a comma in double quotes; leave a missing one empty.",
        )

    def _json_lines(self, stream: TextIO) -> Iterator[LogLine]:
        names = [column.name for column in self.columns]
        for number, text in enumerate(stream, 1):
            if not text.isspace():
                values = _json_object(self.path, number, text)
                if len(values) != len(names) or not all(name in values for name in names):
                    raise self._keys_error(number, values)
                yield LogLine(self, number, [values[name] for name in names])

    def _keys_error(self, number: int, values: dict[str, Any]) -> EventLogError:
        names = [column.name for column in self.columns]
        missing = [name for name in names if name not in values]
        extra = [name for name in values if name not in names]
        problem = f"has no {missing[0]!r}" if missing else f"has {extra[0]!r}, which is new"
        return EventLogError(
            self.path,
            number,
            (missing or extra)[0],
            f"expected the keys of the first line ({', '.join(names)}), but this line {problem}",
            "Write null for a value that is missing.",
        )


def is_json_log(path: Path) -> bool:
    """Whether the name of *path* says JSON lines rather than CSV; no other names are taken."""
    if path.suffix in _JSON_SUFFIXES:
        return True
    if path.suffix in _CSV_SUFFIXES:
        return False
    expected = ", ".join([*_CSV_SUFFIXES, *_JSON_SUFFIXES])
    raise EventLogError(path, None, None, f"expected a name that ends in one of {expected}")


@contextmanager
def _readable(path: Path) -> Iterator[TextIO]:
    try:
        with path.open(encoding="utf-8", newline="") as stream:
            yield stream
    except FileNotFoundError:
        raise EventLogError(
            path, None, None, "there is no such file", f"Looked in {Path.cwd()}."
        ) from None
    except UnicodeDecodeError as error:
        raise EventLogError(
            path, None, None, f"not a text in UTF-8: {error.reason}", "Save it as UTF-8."
        ) from None


def _csv_header(path: Path, stream: TextIO) -> tuple[int, tuple[LogColumn, ...]]:
    for remarks, text in enumerate(stream):
        if not text.startswith("#"):
            cells = next(csv.reader([text]), [])
            return remarks, tuple(_header_cell(path, remarks + 1, cell) for cell in cells)
    raise EventLogError(path, None, None, "the file is empty", "Begin with split,arrival,...")


def _header_cell(path: Path, line: int, cell: str) -> LogColumn:
    name, colon, type_name = cell.strip().partition(":")
    for column_type in COLUMN_TYPES:
        if type_name == column_type:
            return LogColumn(name, column_type)
    if colon:
        known = ", ".join(COLUMN_TYPES)
        raise EventLogError(
            path, line, name, f"expected one of the types {known}, found {type_name!r}"
        )
    return LogColumn(name, None)


def _json_header(path: Path, stream: TextIO) -> tuple[int, tuple[LogColumn, ...]]:
    for number, text in enumerate(stream, 1):
        if not text.isspace():
            names = _json_object(path, number, text)
            return 0, tuple(LogColumn(name, None) for name in names)
    raise EventLogError(path, None, None, "the file is empty", "Write one JSON object per line.")


def _json_object(path: Path, number: int, text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        problem = f"not a JSON object: {error.msg} at character {error.pos + 1}"
        raise EventLogError(path, number, None, problem) from None
    if not isinstance(value, dict):
        raise EventLogError(
            path, number, None, f"expected a JSON object, found {text.strip()[:40]!r}"
        )
    return value


def _check_columns(log: EventLogFile) -> None:
    names = [column.name for column in log.columns]
    for needed in (SPLIT, ARRIVAL):
        if needed not in names:
            raise EventLogError(
                log.path,
                log.header_line,
                needed,
                f"there is no such column; the columns are {', '.join(names)}",
                "An event log needs 'split' and 'arrival'.",
            )
    for place, name in enumerate(names):
        if name in names[:place]:
            raise EventLogError(log.path, log.header_line, name, "the column is there twice")
        if not name:
            raise EventLogError(log.path, log.header_line, None, f"column {place + 1} has no name")
