"""Reader of the lines of an event log in either format, and the error that names a line."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

from flinksim.connectors.event_log.byte_ranges import (
    LineCounter,
    Span,
    SpanCutsRecord,
    SpanTexts,
    text_of,
)
from flinksim.connectors.event_log.type_inference import COLUMN_TYPES, ColumnType
from flinksim.core.atomic_files import FileError, check_readable

SPLIT = "split"
ARRIVAL = "arrival"
SPLIT_END = "split_end"

MOST_LISTED = 20
"""Maximum number of column names in an error message."""

_CSV_SUFFIXES = (".csv",)
_JSON_SUFFIXES = (".jsonl", ".ndjson")


class EventLogError(ValueError):
    """An error in an event log.

    ``path`` (or another name of the log), ``line`` (counted from 1) and ``column`` locate the
    error; the last two may be ``None``. For a file without lines *unit* is ``"row"``.
    """

    def __init__(
        self,
        path: Path | str,
        line: int | None,
        column: str | None,
        problem: str,
        advice: str = "",
        unit: str = "line",
    ) -> None:
        place = str(path)
        if line is not None:
            place += f", {unit} {line}"
        if column is not None:
            place += f", column {column!r}"
        self.reason = f"{problem}{'.' if advice else ''} {advice}".rstrip()
        super().__init__(f"{place}: {self.reason}")
        self.path = path
        self.line = line
        self.column = column
        self._parts = (problem, advice, unit)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.path, self.line, self.column, *self._parts)


Refuse: TypeAlias = Callable[[EventLogError, str], None]
"""Called with the error and the text of each bad row; it raises an error, or the row is skipped."""


def raise_it(error: EventLogError, text: str) -> None:
    """Raise the error of a bad row."""
    raise error


@dataclass(slots=True)
class LogLine:
    """One record of a log: its first line number, its cells in column order, its bytes."""

    log: EventLogFile
    number: int
    cells: list[Any]
    raw: list[bytes]

    @property
    def text(self) -> str:
        """The text in the file, without the line end."""
        return text_of(self.raw)

    def error(self, place: int, expected: str, found: object, advice: str = "") -> EventLogError:
        """Build the error for an invalid cell.

        Args:
            place: index of the cell.
            expected: noun phrase for the expected value.
            found: the actual value.
            advice: what to do, a sentence.
        """
        column = self.log.columns[place].name
        description = "an empty cell" if found is None or found == "" else repr(found)
        problem = f"expected {expected}, found {description}"
        return EventLogError(self.log.path, self.number, column, problem, advice)


@dataclass(frozen=True, slots=True)
class LogColumn:
    """A column's name, and its type if the header has one."""

    name: str
    type: ColumnType | None


class EventLogFile:
    """A log whose header has been read.

    Comment lines, which start with ``#``, may precede a CSV header. Empty lines are skipped.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.is_json = is_json_log(path)
        with _readable(path) as stream:
            texts = (line.decode("utf-8") for line in stream)
            self._remarks, self.columns = (
                _json_header(path, texts) if self.is_json else _csv_header(path, texts)
            )
        _check_columns(self)

    @property
    def header_line(self) -> int:
        """The line number of the header, or of the first object."""
        return self._remarks + 1

    def places(self) -> dict[str, int]:
        """Return the index of each column in the cells of a line."""
        return {column.name: place for place, column in enumerate(self.columns)}

    # --- byte ranges ---------------------------------------------------------------------------

    def whole(self) -> Span:
        """Return the range of all lines after the header."""
        with _readable(self.path) as stream:
            header_lines = 0 if self.is_json else self._remarks + 1
            for _ in range(header_lines):
                stream.readline()
            return Span(stream.tell(), self.path.stat().st_size, header_lines + 1)

    def spans(self, count: int) -> list[Span]:
        """Divide all lines into up to *count* ranges of similar size, each of whole lines.

        Only the first range knows its line numbers.
        """
        full = self.whole()
        size = full.end - full.begin
        ends = []
        with _readable(self.path) as stream:
            for number in range(1, count):
                stream.seek(full.begin + size * number // count - 1)
                stream.readline()
                ends.append(min(stream.tell(), full.end))
        boundaries = sorted({full.begin, *ends, full.end})
        if len(boundaries) < 3:
            return [full]
        ranges = [Span(begin, end, 1, end == full.end) for begin, end in pairwise(boundaries)]
        return [replace(ranges[0], line=full.line), *ranges[1:]]

    # --- lines ---------------------------------------------------------------------------------

    def lines(
        self,
        refuse: Refuse = raise_it,
        span: Span | None = None,
        counter: LineCounter | None = None,
    ) -> Iterator[LogLine]:
        """Yield all records, or those of a range, reading on demand.

        Args:
            refuse: called for each bad row.
            span: the range; by default all lines.
            counter: gets the number of lines at the end.

        Raises:
            SpanCutsRecord: if the range ends within a quoted cell.
        """
        span = span or self.whole()
        with _readable(self.path) as stream:
            texts = SpanTexts(stream, span)
            read = self._json_lines if self.is_json else self._csv_lines
            yield from read(texts, refuse, span)
            if counter is not None:
                counter.lines = texts.number - span.line

    def _csv_lines(self, texts: SpanTexts, refuse: Refuse, span: Span) -> Iterator[LogLine]:
        """Yield CSV records; after a rejected record parsing resumes at its second line."""
        rows = csv.reader(texts, strict=True)
        width = len(self.columns)
        while True:
            texts.begin()
            try:
                cells = next(rows)
            except StopIteration:
                return
            except csv.Error as error:
                if not span.is_last and texts.at_end and "unexpected end" in str(error):
                    raise SpanCutsRecord from None
                wrong = self._error(texts.first, f"not a row of CSV: {error}", "Check its quotes.")
            except UnicodeDecodeError as error:
                wrong = self._encoding_error(texts.number - 1, error)
                if texts.number > texts.first + 1:
                    problem = f"a cell goes on over lines to line {wrong.line}, which is no UTF-8"
                    wrong = self._error(texts.first, problem, "Check its quotes.")
            else:
                if len(cells) == width:
                    yield LogLine(self, texts.first, cells, texts.taken)
                    continue
                if not cells:
                    continue
                wrong = self._width_error(texts.first, len(cells))
            texts.put_back()
            refuse(wrong, texts.text)

    def _json_lines(self, texts: SpanTexts, refuse: Refuse, span: Span) -> Iterator[LogLine]:
        names = [column.name for column in self.columns]
        while True:
            texts.begin()
            try:
                text = next(texts)
                if text.isspace():
                    continue
                values = _json_object(self.path, texts.first, text)
                if len(values) != len(names) or not all(name in values for name in names):
                    raise self._keys_error(texts.first, values)
            except StopIteration:
                return
            except UnicodeDecodeError as error:
                refuse(self._encoding_error(texts.first, error), texts.text)
            except EventLogError as error:
                refuse(error, texts.text)
            else:
                yield LogLine(self, texts.first, [values[name] for name in names], texts.taken)

    def _error(self, line: int, problem: str, advice: str) -> EventLogError:
        return EventLogError(self.path, line, None, problem, advice)

    def _encoding_error(self, line: int, error: UnicodeDecodeError) -> EventLogError:
        return self._error(line, f"not a text in UTF-8: {error.reason}", "Save it as UTF-8.")

    def _width_error(self, number: int, found: int) -> EventLogError:
        names = listed([column.name for column in self.columns], ",")
        return EventLogError(
            self.path,
            number,
            None,
            f"expected {len(self.columns)} cells ({names}), found {found}",
            "Put a cell that holds a comma in double quotes; leave a missing one empty.",
        )

    def _keys_error(self, number: int, values: dict[str, Any]) -> EventLogError:
        names = [column.name for column in self.columns]
        known = set(names)
        missing = [name for name in names if name not in values]
        extra = [name for name in values if name not in known]
        problem = f"has no {missing[0]!r}" if missing else f"has {extra[0]!r}, which is new"
        return EventLogError(
            self.path,
            number,
            (missing or extra)[0],
            f"expected the keys of the first line ({listed(names)}), but this line {problem}",
            "Write null for a value that is missing.",
        )


def is_json_log(path: Path) -> bool:
    """Return whether the suffix of *path* means JSON lines rather than CSV.

    Raises:
        EventLogError: for any other suffix.
    """
    if path.suffix in _JSON_SUFFIXES:
        return True
    if path.suffix in _CSV_SUFFIXES:
        return False
    expected = ", ".join([*_CSV_SUFFIXES, *_JSON_SUFFIXES])
    raise EventLogError(path, None, None, f"expected a name that ends in one of {expected}")


@contextmanager
def _readable(path: Path) -> Iterator[BinaryIO]:
    try:
        check_readable(path, "an event log")
        with path.open("rb") as stream:
            yield stream
    except FileError as error:
        problem = str(error).partition(": ")[2]
        raise EventLogError(path, None, None, problem) from None
    except FileNotFoundError:
        raise EventLogError(
            path, None, None, "there is no such file", f"Looked in {Path.cwd()}."
        ) from None
    except UnicodeDecodeError as error:
        raise EventLogError(
            path, None, None, f"not a text in UTF-8: {error.reason}", "Save it as UTF-8."
        ) from None


def _csv_header(path: Path, texts: Iterator[str]) -> tuple[int, tuple[LogColumn, ...]]:
    for comment_count, text in enumerate(texts):
        if not text.startswith("#"):
            try:
                cells = next(csv.reader([text]), [])
            except csv.Error as error:
                problem = f"not a row of CSV: {error}"
                raise EventLogError(
                    path, comment_count + 1, None, problem, "Check its quotes."
                ) from None
            return comment_count, tuple(
                _header_cell(path, comment_count + 1, cell) for cell in cells
            )
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


def _json_header(path: Path, texts: Iterator[str]) -> tuple[int, tuple[LogColumn, ...]]:
    for number, text in enumerate(texts, 1):
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
    except (RecursionError, ValueError) as error:  # nested too deeply, or a number of 5,000 digits
        raise EventLogError(path, number, None, f"not a JSON object: {error}") from None
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
                f"there is no such column; the columns are {listed(names)}",
                "An event log needs 'split' and 'arrival'.",
            )
    known: set[str] = set()
    for place, name in enumerate(names):
        if name in known:
            raise EventLogError(log.path, log.header_line, name, "the column is there twice")
        if not name:
            raise EventLogError(log.path, log.header_line, None, f"column {place + 1} has no name")
        if "\0" in name:
            problem = f"the name of column {place + 1} holds a NUL"
            raise EventLogError(log.path, log.header_line, None, problem, "Save it as text.")
        known.add(name)


def listed(names: Sequence[str], between: str = ", ") -> str:
    """Format the first *names* and the number of further ones."""
    more = len(names) - MOST_LISTED
    return between.join(names[:MOST_LISTED]) + (f" and {more:,} more" if more > 0 else "")
